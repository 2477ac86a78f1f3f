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
    LLVMValueRef bits = i64(m, 0);
    for (uint32_t i = 0; i < m->p->buffers.count; i++)
        bits = ior(m, bits, ptrtoint(m, m->target->buffer(m, i), type_i64(m)));
    return is_zero(m, iand(m, bits, i64(m, VYI_STREAM_BYTES - 1)));
}

/// Whether an expression or statement is the same in all lanes but for the locals that it defines.
static bool stands_alone(const struct gen *m, vyi_ref root)
{
    struct vyi_visit v;
    for (vyi_ref r = vyi_visit_begin(&v, m->p, root); r.i; r = vyi_visit_next(&v))
        if (vyi_at(m->p, r)->op == VYI_OP_ID && m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
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
    LLVMValueRef even = all_even(m);
    m->lanes = g->each;
    if (only_streams(m, list, count)) { // a loop sees to both, which is less code
        g->even = even;
        vyi_gen_statements(m, list, count);
        g->even = NULL;
        m->lanes = 1;
        vyi_gpu_forget_places(m);
        return;
    }
    struct fork f = if_begin(m, even, "vector");
    vyi_gen_statements(m, list, count);
    m->lanes = 1;
    vyi_gpu_forget_places(m);
    if_else(m, &f, "one");
    LLVMValueRef item = s->item, number = g->number;
    struct loop l = do_begin(m, i32(m, 0), "one.by.one");
    s->item = iadd(m, item, l.now);
    g->number = iadd(m, number, l.now);
    vyi_gen_statements(m, list, count);
    do_end(m, &l, i32(m, 1), i32(m, g->each));
    if_end(m, &f);
    s->item = item;
    g->number = number;
    vyi_gpu_forget_places(m);
}
