// Several neighbouring invocations of a GPU's thread at once (plan/coarsen.c), as vectors of the
// lowering (emit.h).
#include "gen/llvm/flow.h"
#include "gen/llvm/gpu.h"

void vyi_gpu_forget_places(struct gen *m)
{
    for (uint32_t i = 0; i < m->p->locals.count; i++) {
        m->shape->places[i].bound.v = NULL;
        // A vector's, then one invocation's.
        if (m->shape->gpu->each > 1 && m->shape->places[i].life->place == VYI_PLACE_PHASE)
            m->shape->places[i].slot = NULL;
    }
}

/// Whether the addresses of all buffers are those of vectors.
static LLVMValueRef all_even(struct gen *m)
{
    LLVMValueRef bits = vyi_gen_int(m, 64, 0);
    for (uint32_t i = 0; i < m->p->buffers.count; i++) {
        LLVMValueRef at = m->target->buffer(m, i);
        bits = LLVMBuildOr(m->b, bits, LLVMBuildPtrToInt(m->b, at, type_i64(m), ""), "");
    }
    bits = LLVMBuildAnd(m->b, bits, vyi_gen_int(m, 64, VYI_STREAM_BYTES - 1), "");
    return LLVMBuildICmp(m->b, LLVMIntEQ, bits, vyi_gen_int(m, 64, 0), "even");
}

/// Whether an expression or statement is the same in all lanes but for the locals that it defines.
static bool stands_alone(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (n->op == VYI_OP_ID && m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && !stands_alone(m, kids[i]))
            return false;
    return true;
}

/// Whether a phase is one `each` and nothing else, whose body knows nothing but the index: then
/// lanes of a vector are passes of a loop as well.
static bool only_streams(const struct gen *m, const vyi_ref *list, uint32_t count)
{
    const struct vyi_node *n = count == 1 ? vyi_at(m->p, list[0]) : NULL;
    const vyi_ref *kids;
    if (!n || n->op != VYI_OP_EACH || vyi_kids(m->p, n, &kids) != 3)
        return false;
    return vyi_gen_streams(m, kids[2]) && stands_alone(m, kids[2]);
}

/// Several invocations as vectors, or one after the other where vectors would not be aligned.
void vyi_gpu_several_items(struct gen *m, const struct vyi_phase *phase)
{
    const vyi_ref *list = vyi_phase_list(m->phases, phase);
    uint32_t count = phase->count;
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    m->lanes = g->each;
    if (only_streams(m, list, count)) { // a loop sees to both, which is less code
        g->even = all_even(m);
        vyi_gen_statements(m, list, count);
        g->even = NULL;
        m->lanes = 1;
        vyi_gpu_forget_places(m);
        return;
    }
    LLVMBasicBlockRef wide_ = vyi_gen_block(m, "vector"), one = vyi_gen_block(m, "one"),
                      head = vyi_gen_block(m, "one.by.one"), done = vyi_gen_block(m, "done");
    LLVMBuildCondBr(m->b, all_even(m), wide_, one);
    vyi_gen_enter(m, wide_);
    vyi_gen_statements(m, list, count);
    m->lanes = 1;
    LLVMBuildBr(m->b, done);
    vyi_gpu_forget_places(m);
    vyi_gen_enter(m, one);
    LLVMValueRef item = s->item, number = g->number, zero = vyi_gen_int(m, 32, 0);
    LLVMValueRef at = vyi_gen_alloca(m, type_i32(m), "one");
    LLVMBuildStore(m->b, zero, at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef k = LLVMBuildLoad2(m->b, type_i32(m), at, "");
    s->item = LLVMBuildAdd(m->b, item, k, "");
    g->number = LLVMBuildAdd(m->b, number, k, "");
    vyi_gen_statements(m, list, count);
    k = LLVMBuildAdd(m->b, LLVMBuildLoad2(m->b, type_i32(m), at, ""), vyi_gen_int(m, 32, 1), "");
    LLVMBuildStore(m->b, k, at);
    LLVMValueRef more = LLVMBuildICmp(m->b, LLVMIntULT, k, vyi_gen_int(m, 32, g->each), "");
    LLVMBuildCondBr(m->b, more, head, done);
    vyi_gen_enter(m, done);
    s->item = item;
    g->number = number;
    vyi_gpu_forget_places(m);
}
