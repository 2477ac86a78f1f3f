// Shared memory begins as zeros, where a program may see that.
#include "gen/llvm/gpu.h"
#include "plan/work.h"

static bool needs_clearing(const struct gen *m, uint32_t buffer)
{
    const vy_program *p = m->p;
    const struct vyi_node *body = vyi_at(p, p->body);
    return p->buffers.at[buffer].role == VY_ROLE_SHARED &&
           (m->phases->returns || !vyi_plan_fresh(p, p->extra.at + body->list, body->x, buffer));
}

/// Bytes of the team's shared memory, 16 at a time where they are whole ones.
static void clear_bytes(struct gen *m, uint64_t from, uint64_t to)
{
    struct gpu *g = m->shape->gpu;
    bool whole = (m->phases->scratch_bytes | g->block_bytes | from | to) % 16 == 0;
    LLVMTypeRef type = whole ? LLVMVectorType(type_i32(m), 4) : type_i32(m);
    uint32_t bytes = whole ? 16 : 4;
    LLVMValueRef first = iadd(m, g->item, i32(m, from / bytes));
    struct loop l = loop_begin(m, first, i32(m, to / bytes), "clear");
    aligned(store(m, LLVMConstNull(type), gep(m, type, g->own, l.now)), bytes);
    loop_end(m, &l, i32(m, g->teams.threads));
}

void vyi_gpu_clear_shared(struct gen *m)
{
    bool any = false;
    for (uint32_t i = 0; i < m->p->buffers.count && !m->phases->policy.virtual_groups; i++) {
        if (!needs_clearing(m, i))
            continue;
        uint64_t from = m->phases->shared[i], to = from;
        for (; i < m->p->buffers.count && needs_clearing(m, i); i++)
            to = m->phases->shared[i] + vyi_plan_elements(m->p, &m->p->buffers.at[i]) *
                                            vyi_type_bytes(m->p->buffers.at[i].elem);
        clear_bytes(m, from, (to + 15) / 16 * 16); // between two of them there is room
        any = true;
    }
    if (any)
        vyi_gpu_barrier(m);
}
