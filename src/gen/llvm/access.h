// What the files about indexed memory share: access.c (buffers), words.c (u32_at, u64_at), array.c
// (local arrays, tables).
#ifndef VYI_GEN_LLVM_ACCESS_H
#define VYI_GEN_LLVM_ACCESS_H

#include "gen/llvm/flow.h"
#include "gen/llvm/gpu.h"

/// A row of elements: where it begins, of what, and what LLVM may know about it.
struct span {
    LLVMValueRef base;
    LLVMTypeRef type; ///< of an element in memory
    uint32_t bytes;
    uint32_t buffer; ///< + 1; 0: something of the invocation's own
    bool frozen, constant, streaming;
};
struct span vyi_gen_span(struct gen *m, uint32_t buffer);

// ---- conditions, NULL where they always hold ----
static inline LLVMValueRef lanes_of(struct gen *m, LLVMValueRef ok, uint8_t spread)
{
    return ok && spread == SAME ? vyi_gen_splat(m, ok) : ok;
}
/// The first way gets the straight code: programs mostly stay in bounds; or the second one.
void vyi_gen_likely(struct gen *m, LLVMValueRef branch);
void vyi_gen_unlikely(struct gen *m, LLVMValueRef branch);

// ---- indices ----
/// An index as a 64-bit scalar that is huge where it is negative.
LLVMValueRef vyi_gen_wide_index(struct gen *m, struct val v);
/// Whether an index is below a size (i64), for each lane.
LLVMValueRef vyi_gen_below(struct gen *m, struct val v, LLVMValueRef size);
/// That condition for the index at `ref`; NULL: it always holds where this code runs.
LLVMValueRef vyi_gen_check(struct gen *m, vyi_ref ref, struct val v, LLVMValueRef size);
/// The position of a lane's index, without a check: a scalar for SAME and LINEAR, else 32 bits
/// wide.
struct where_in vyi_gen_position(struct gen *m, struct val v);

// ---- accesses ----
LLVMValueRef vyi_gen_load_span(struct gen *m, const struct span *span, struct where_in w);
void vyi_gen_store_span(struct gen *m, const struct span *span, struct where_in w,
                        struct val value);
/// What is known about a load, and what must not be concluded from it.
LLVMValueRef vyi_gen_finish_load(struct gen *m, const struct span *span, LLVMValueRef load);

// ---- elements to values ----
struct val vyi_gen_as_value(struct gen *m, uint8_t elem, LLVMValueRef v, uint8_t spread);

#endif
