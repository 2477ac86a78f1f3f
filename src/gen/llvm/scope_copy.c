// Copies by a workgroup, and loads of one value for a whole scope, the same for all targets.
#include "gen/llvm/access.h"

struct val vyi_gen_load_here(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    struct val index[VYI_MAX_RANK];
    uint32_t rank = vyi_kids(m->p, n, &kids);
    vyi_gen_exprs(m, kids, rank, index);
    if (m->p->buffers.at[n->x].atomic)
        return vyi_gen_atomic_load_at(m, n->x, NULL, index, rank, VYI_GEN_RELAXED);
    return vyi_gen_load_at(m, n->x, NULL, index, rank);
}

/// Which elements of a copy, [*first, *end), lie inside the target.
static void clip(struct gen *m, struct val to, struct val count, LLVMValueRef size,
                 LLVMValueRef *first, LLVMValueRef *end)
{
    LLVMValueRef zero = i64(m, 0), d = vyi_gen_wide_index(m, to), n = vyi_gen_wide_index(m, count);
    bool is_signed = vyi_type_class(to.type) == VYI_CLASS_SINT;
    if (vyi_type_class(count.type) == VYI_CLASS_SINT)
        n = sel(m, slt(m, n, zero), zero, n);
    LLVMValueRef fits = umin(m, n, isub(m, size, d));
    LLVMValueRef past = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGE : LLVMIntUGE, d, size, "");
    *end = sel(m, past, zero, fits);
    *first = is_signed ? sel(m, slt(m, d, zero), LLVMBuildNeg(m->b, d, ""), zero) : zero;
}

/// One element after the other: what is outside the source reads as 0. Where every thread of the
/// workgroup has a share, all of them run through the same passes, so that they poll together: a
/// thread with one pass more would poll before the others, here or in any loop after.
void vyi_gen_async_copy(struct gen *m, const struct vyi_node *n, const struct val v[3],
                        uint32_t threads)
{
    LLVMValueRef first, end;
    clip(m, v[0], v[2], vyi_gen_count(m, n->x), &first, &end);
    LLVMValueRef to = vyi_gen_wide_index(m, v[0]), from = vyi_gen_wide_index(m, v[1]);
    LLVMBasicBlockRef next = new_block(m, "copy.next");
    struct fork f = if_begin(m, ult(m, first, end), "some");
    struct loop l = do_begin(m, first, "copy");
    m->target->poll(m, i32(m, 1));
    LLVMValueRef i = l.now;
    if (threads > 1) { // the element of the pass that is this thread's
        i = iadd(m, i, to_i64(m, m->shape->item));
        leave_unless(m, ult(m, i, end), next, "share");
    }
    LLVMValueRef source = iadd(m, from, i);
    if (vyi_type_class(v[1].type) != VYI_CLASS_SINT) // comes round to the front: outside
        source = sel(m, ult(m, source, from), i64(m, UINT64_MAX), source);
    struct val s = vyi_gen_same(VY_TYPE_U64, source);
    struct val d = vyi_gen_same(VY_TYPE_U64, iadd(m, to, i));
    vyi_gen_store_at(m, n->x, NULL, &d, 1, vyi_gen_load_at(m, n->aux, NULL, &s, 1));
    br_enter(m, next);
    do_end(m, &l, i64(m, threads), end);
    if_end(m, &f);
}
