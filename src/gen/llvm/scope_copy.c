// Copies by a workgroup, and loads of one value for a whole scope, the same for all targets.
#include "gen/llvm/kernel.h"

LLVMValueRef vyi_gen_wide_operand(struct gen *m, struct val v)
{
    if (vyi_type_bytes(v.type) == 8)
        return v.v;
    return v.type == VY_TYPE_I32 ? LLVMBuildSExt(m->b, v.v, type_i64(m), "")
                                 : LLVMBuildZExt(m->b, v.v, type_i64(m), "");
}

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

/// Which elements of a copy, [*from, *to), lie inside the target.
static void clip(struct gen *m, struct val to, struct val count, LLVMValueRef size,
                 LLVMValueRef *first, LLVMValueRef *end)
{
    LLVMValueRef zero = vyi_gen_int(m, 64, 0), d = vyi_gen_wide_operand(m, to),
                 n = vyi_gen_wide_operand(m, count);
    bool is_signed = vyi_type_class(to.type) == VYI_CLASS_SINT;
    if (vyi_type_class(count.type) == VYI_CLASS_SINT)
        n = LLVMBuildSelect(m->b, LLVMBuildICmp(m->b, LLVMIntSLT, n, zero, ""), zero, n, "");
    LLVMValueRef room = LLVMBuildSub(m->b, size, d, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, n, room, "");
    LLVMValueRef past = LLVMBuildICmp(m->b, is_signed ? LLVMIntSGE : LLVMIntUGE, d, size, "");
    *end = LLVMBuildSelect(m->b, past, zero, LLVMBuildSelect(m->b, less, n, room, ""), "");
    *first = zero;
    if (is_signed) {
        LLVMValueRef before = LLVMBuildICmp(m->b, LLVMIntSLT, d, zero, "");
        *first = LLVMBuildSelect(m->b, before, LLVMBuildNeg(m->b, d, ""), zero, "");
    }
}

/// The element of a pass that begins at `i` that is this thread's; where there is none, it goes on.
static LLVMValueRef own_share(struct gen *m, LLVMValueRef i, LLVMValueRef end, LLVMBasicBlockRef on)
{
    LLVMBasicBlockRef mine = vyi_gen_block(m, "share");
    i = LLVMBuildAdd(m->b, i, LLVMBuildZExt(m->b, m->shape->item, type_i64(m), ""), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, i, end, ""), mine, on);
    vyi_gen_enter(m, mine);
    return i;
}

/// One element after the other: what is outside the source reads as 0. Where every thread of the
/// workgroup has a share, all of them run through the same passes, so that they poll together: a
/// thread with one pass more would poll before the others, here or in any loop after.
void vyi_gen_async_copy(struct gen *m, const struct vyi_node *n, const struct val v[3],
                        uint32_t threads)
{
    LLVMValueRef first, end, step = vyi_gen_int(m, 64, threads);
    clip(m, v[0], v[2], m->target->count(m, n->x), &first, &end);
    LLVMTypeRef i64 = type_i64(m);
    LLVMValueRef to = vyi_gen_wide_operand(m, v[0]), from = vyi_gen_wide_operand(m, v[1]),
                 at = vyi_gen_alloca(m, i64, "at");
    LLVMBasicBlockRef head = vyi_gen_block(m, "copy"), next = vyi_gen_block(m, "copy.next"),
                      done = vyi_gen_block(m, "copied");
    LLVMBuildStore(m->b, first, at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, first, end, ""), head, done);
    vyi_gen_enter(m, head);
    m->target->poll(m, vyi_gen_int(m, 32, 1));
    LLVMValueRef i = LLVMBuildLoad2(m->b, i64, at, "");
    if (threads > 1)
        i = own_share(m, i, end, next);
    LLVMValueRef source = LLVMBuildAdd(m->b, from, i, "");
    if (vyi_type_class(v[1].type) != VYI_CLASS_SINT) { // comes round to the front: outside
        LLVMValueRef wraps = LLVMBuildICmp(m->b, LLVMIntULT, source, from, "");
        source = LLVMBuildSelect(m->b, wraps, vyi_gen_int(m, 64, UINT64_MAX), source, "");
    }
    struct val s = vyi_gen_same(VY_TYPE_U64, source);
    struct val d = vyi_gen_same(VY_TYPE_U64, LLVMBuildAdd(m->b, to, i, ""));
    vyi_gen_store_at(m, n->x, NULL, &d, 1, vyi_gen_load_at(m, n->aux, NULL, &s, 1));
    LLVMBuildBr(m->b, next);
    vyi_gen_enter(m, next);
    i = LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, i64, at, ""), step, "");
    LLVMBuildStore(m->b, i, at);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, i, end, ""), head, done);
    vyi_gen_enter(m, done);
}
