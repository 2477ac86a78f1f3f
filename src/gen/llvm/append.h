// Appends of several passes of an `each`, with one atomic access for all of them:
//
//     each i in 0..n {
//         if wanted(x[i]) {
//             let k = atomic_add(found[0], 1)
//             row[k] = i
//         }
//     }
//
// One word of memory takes about one access a clock on a GPU, and one in 20 ns where processors
// contend for it. So passes first ask how many rows there will be, then the sum is added, and then
// they store. append_gpu.c does so with the threads of a warp, append_cpu.c with the lanes of a
// vector.
#pragma once

#include "gen/llvm/kernel.h"

enum { MOST_LEVELS = 4 };

/// A body of such a form: lets and an `if` without an else, in it the same, and so on; in the
/// innermost block lets, the append, and statements that use it. The append is a let, or an index
/// of a store.
struct append {
    struct level {
        vyi_ref seq, condition; ///< condition: of the block inside of it; none in the innermost
        uint32_t lets;          ///< statements before the `if` or the append
    } level[MOST_LEVELS];
    uint32_t levels;
    const struct vyi_node *statement, *add;
    const vyi_ref *kids; ///< of the add: indices, and the amount
    uint32_t rank;
    LLVMValueRef masks; ///< append_cpu.c: which lanes append, by pass
};

/// Whether the body of a loop is one.
bool vyi_gen_find_append(const struct gen *m, vyi_ref body, struct append *a);
/// Whether values are made of what never changes during the launch: literals, params, lengths.
bool vyi_gen_is_steady(const struct gen *m, const vyi_ref *values, uint32_t count);
void vyi_gen_append_lets(struct gen *m, const struct level *l);
/// The statements from the append on, whose add gives `place`.
void vyi_gen_append_rest(struct gen *m, const struct append *a, struct val place);
/// One batch of `passes` (i32), from the index `base` on: all of them have one.
typedef void vyi_append_batch(struct gen *m, const struct append *a, const struct counted *k,
                              LLVMValueRef base, LLVMValueRef passes);
/// The passes of a loop as batches of `most`, of vectors the last batch fewer; leaves the other
/// passes in `k`.
void vyi_gen_append_batches(struct gen *m, const struct append *a, struct counted *k, uint32_t most,
                            vyi_append_batch *batch);
