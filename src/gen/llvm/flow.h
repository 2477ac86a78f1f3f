// What the files about control flow within a phase share: flow.c, loop.c, each.c.
#ifndef VYI_GEN_LLVM_FLOW_H
#define VYI_GEN_LLVM_FLOW_H

#include "gen/llvm/kernel.h"

/// A loop or block around the statement being emitted.
struct construct {
    struct construct *outer;
    bool loop, each;
    uint32_t label;
    LLVMBasicBlockRef leave, next; ///< where branches for break (or leave) and continue go
    LLVMValueRef left, skipped;    ///< allocas: lanes that are past it, lanes that skip the rest
};

struct flow {
    struct construct *inner;
    LLVMValueRef gone, dead; ///< allocas, masks; NULL: nobody leaves
    LLVMBasicBlockRef end;
    unsigned copies; ///< bodies being emitted a second time around this one
    bool slice;      ///< only what gives values to locals that threads keep
};

/// How a statement ends: control goes on; it goes on, but no lane is left; or the block has ended.
enum ends { ON, EMPTY, ENDED };

enum {
    COPY_NODES = 300,    ///< a body up to here is emitted twice: for all lanes, and with a mask
    COPY_PROGRAM = 10000 ///< but not in a program from here on: its code is large enough
};

// ---- masks ----
static inline LLVMTypeRef vyi_gen_mask_type(const struct gen *m)
{
    return vyi_gen_wide(m, type_i1(m));
}
static inline LLVMValueRef vyi_gen_mask_now(const struct gen *m) ///< never NULL
{
    return m->mask ? m->mask : LLVMConstAllOnes(vyi_gen_mask_type(m));
}
LLVMValueRef vyi_gen_new_mask(struct gen *m, const char *name); ///< an alloca, no lane set
/// The mask from before a statement, less those who left in it.
LLVMValueRef vyi_gen_remaining(struct gen *m, LLVMValueRef before);
/// Whether lanes may leave separately anywhere in a tree.
bool vyi_gen_separates(const struct gen *m, vyi_ref r);
/// Whether a body may be emitted twice.
bool vyi_gen_worth_copying(const struct gen *m, vyi_ref r);

// ---- statements ----
enum ends vyi_gen_sequence(struct gen *m, vyi_ref r);
void vyi_gen_body(struct gen *m, vyi_ref r,
                  LLVMBasicBlockRef next); ///< the same, then on to `next`
/// A GPU's thread that has one invocation runs small loops as straight code: the elements of its
/// arrays are registers then, and its loads are on their way together.
bool vyi_gen_unrolls(const struct gen *m, vyi_ref r);

// ---- loop.c ----
/// What every loop has: places to go, and masks where lanes may leave separately.
void vyi_gen_enter_loop(struct gen *m, struct construct *c, bool parts, const char *name);
/// At the end of a pass those who skipped the rest of it come back.
void vyi_gen_come_back(struct gen *m, struct construct *c, bool parts);
/// After a loop or block, those who left it come back.
void vyi_gen_leave_loop(struct gen *m, struct construct *c, LLVMValueRef before, bool parts);
enum ends vyi_gen_while(struct gen *m, vyi_ref condition, vyi_ref body); ///< condition none: loop
enum ends vyi_gen_for(struct gen *m, vyi_ref r);

/// Whether indices of this type are counted in 32 bits: GPUs have no others at that price.
bool vyi_gen_counts_short(const struct gen *m, uint8_t type);
/// Indices base, base + 1, … for the lanes, `left` of them; then base + step. `base` is of the
/// index's type, the others are i64, or i32 where that is counted so; a step of 0 ends it.
struct counted {
    uint32_t local;
    vyi_ref body;
    LLVMValueRef base, left, step;
    bool linear; ///< lane l has base + l, else all lanes have base
    bool even;   ///< linear: all bases are multiples of lanes
    bool once;   ///< one pass at most: no need to poll
    /// Where set, indices come from there: named before the body, and after it on to the next.
    void (*name)(struct gen *m, const void *user);
    void (*next)(struct gen *m, const void *user);
    const void *user;
};
enum ends vyi_gen_counted(struct gen *m, struct counted *k);
/// Whether a linear loop of a GPU's thread goes vector after vector, without counting passes.
bool vyi_gen_streams(const struct gen *m, vyi_ref body);
/// How many steps of one there are from a to b: 0 where b <= a.
LLVMValueRef vyi_gen_distance(struct gen *m, uint8_t type, LLVMValueRef a, LLVMValueRef b);

enum { VYI_MOST_HOISTED = 8 };
/// Indices of a loop that were checked before it.
struct hoist {
    const struct hoist *outer;
    vyi_ref index[VYI_MOST_HOISTED];
    uint32_t count;
    LLVMValueRef last; ///< i64: the largest value of the loop's own index
    LLVMValueRef ok;   ///< i1: all indices are inside
};

// ---- each.c ----
enum ends vyi_gen_each_loop(struct gen *m, const struct vyi_node *n);

#endif
