// What kind of kernel a program becomes on the GPU: how large its blocks are, whether workgroups
// share one, and what the device is told of it. See gpu.h.
#include "gen/llvm/gpu.h"
#include "plan/work.h"

#include <stddef.h>

enum { FEW_PASSES = 64, BEST_THREADS = 256 };

/// A loop of so few passes that nobody asks in it, as loop.c sees it.
static bool is_short(const vy_program *p, const struct vyi_node *n)
{
    const vyi_ref *kids;
    if (n->op != VYI_OP_FOR)
        return false;
    vyi_kids(p, n, &kids);
    const struct vyi_node *from = vyi_at(p, kids[0]), *to = vyi_at(p, kids[1]);
    return from->op == VYI_OP_LITERAL && to->op == VYI_OP_LITERAL &&
           vyi_literal_bits(to) - vyi_literal_bits(from) <= FEW_PASSES;
}

/// A loop whose passes differ between invocations, as far as can be seen.
static bool has_open_loop(const vy_program *p)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (vyi_op_info(p->nodes.at[i].op)->flags & VYI_FLAG_LOOP && !is_short(p, &p->nodes.at[i]))
            return true;
    return false;
}

/// A loop in which subgroups meet, but not workgroups, and which may take one warp of a workgroup
/// longer than another: it goes its own way there, or has nobody any more who lives.
static bool parts_warps(const struct gen *m, const struct vyi_node *n)
{
    const struct shape *s = m->shape;
    uint32_t i = (uint32_t)(n - m->p->nodes.at);
    return n->op == VYI_OP_WHILE && m->phases->sync[i] && !s->gpu->work_sync[i] &&
           (m->phases->returns || m->levels.node[n->kid[1].i] > VYI_UNIFORM_WORKGROUP);
}

/// Whether some threads of a workgroup may stop without the others: within a stretch, or in a loop
/// of warps. Short loops inside of short loops ask too.
static bool may_ask(const struct gen *m)
{
    const vy_program *p = m->p;
    uint32_t loops = 0;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        bool loop = vyi_op_info(n->op)->flags & VYI_FLAG_LOOP || n->op == VYI_OP_EACH ||
                    n->op == VYI_OP_PAUSE;
        if (parts_warps(m, n))
            return true;
        if (!loop || m->phases->sync[i])
            continue;
        if (!is_short(p, n) || loops++)
            return true;
    }
    return false;
}

/// A meeting of a workgroup or a subgroup, also as a part of one of the grid.
static bool needs_team(const struct vyi_node *n)
{
    if (n->op == VYI_OP_FIXPOINT || (n->op == VYI_OP_BARRIER && n->n == VYI_SCOPE_GRID))
        return false;
    if (n->op == VYI_OP_SCOPE_LOAD)
        return n->aux != VYI_SCOPE_GRID;
    return vyi_plan_is_sync(n, VYI_SCOPE_SUBGROUP);
}

static bool is_flat(const struct gen *m)
{
    for (uint32_t i = 1; i < m->p->nodes.count; i++)
        if (m->phases->sync[i] && needs_team(&m->p->nodes.at[i]))
            return false;
    for (uint32_t i = 0; i < m->p->buffers.count; i++)
        if (m->p->buffers.at[i].role == VY_ROLE_SHARED)
            return false;
    return true;
}

static uint32_t count_op(const vy_program *p, uint8_t op)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < p->nodes.count; i++)
        found += p->nodes.at[i].op == op;
    return found;
}

/// Whether warps hand each other something in a collective.
static bool has_slots(const struct gen *m)
{
    for (uint32_t i = 1; i < m->p->nodes.count; i++) {
        const struct vyi_node *n = &m->p->nodes.at[i];
        if (n->op == VYI_OP_ASYNC_COPY ||
            (vyi_op_info(n->op)->kind == VYI_KIND_EXPR && n->op != VYI_OP_SCOPE_LOAD &&
             vyi_plan_is_sync(n, VYI_SCOPE_WORKGROUP)))
            return true;
    }
    return false;
}

uint64_t vyi_gpu_block_bytes(const struct gen *m)
{
    return offsetof(struct vyi_cuda_block, slot) +
           8 * (uint64_t)vyi_slot_buffer(m->p, m->p->buffers.count);
}

vy_status vyi_gpu_plan(struct gen *m, struct vyi_phases *phases)
{
    struct gpu *g = m->shape->gpu;
    vy_context *c = m->p->context;
    g->work_sync = vyi_plan_sync(m->p, VYI_SCOPE_WORKGROUP, NULL);
    g->node_count = m->p->nodes.count;
    if (!g->work_sync)
        return VY_ERROR_MEMORY;
    g->flat = is_flat(m);
    g->fails = count_op(m->p, VYI_OP_ASSERT);
    g->team = vyi_phase_padded(&phases->policy);
    g->bodies = m->phases->returns || (!g->flat && m->phases->policy.volume % WARP);
    g->block_bytes = m->phases->synchronises && m->phases->grid_collectives ? SLOT_BYTES : 0;
    if (!g->flat && has_slots(m)) {
        phases->operands = phases->scratch_bytes;
        phases->scratch_bytes += SLOT_BYTES;
    }
    uint32_t threads = m->phases->synchronises ? GPU_MOST_THREADS : BEST_THREADS;
    g->most_teams = threads / g->team ? threads / g->team : 1;
    if (g->team > WARP && (!m->phases->synchronises || may_ask(m)))
        g->most_teams = 1;
    else if (g->team > WARP && g->most_teams > MOST_NAMED)
        g->most_teams = MOST_NAMED;
    g->most_threads = g->flat ? threads : g->most_teams * g->team;
    g->said_count = count_op(m->p, VYI_OP_FIXPOINT);
    uint64_t bytes = vyi_gpu_block_bytes(m);
    g->direct = m->request->direct && bytes <= VYI_CUDA_MOST_DIRECT ? (uint32_t)bytes : 0;
    g->said = vyi_calloc(c, g->said_count + 1, sizeof *g->said);
    if (m->request->cpu)
        sscanf(m->request->cpu, "sm_%u", &g->capability);
    return g->said ? vyi_gpu_choose_each(m) : VY_ERROR_MEMORY;
}

void vyi_gpu_free(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    vyi_free(m->p->context, g->said, (g->said_count + 1) * sizeof *g->said);
    vyi_free(m->p->context, g->work_sync, g->node_count);
}

bool vyi_gpu_waits(const struct gen *m)
{
    const struct gpu *g = m->shape->gpu;
    return g->direct && !m->phases->synchronises && g->capability >= 90;
}

struct vyi_cuda_info vyi_gpu_info(const struct gen *m)
{
    const struct shape *s = m->shape;
    const struct gpu *g = s->gpu;
    return (struct vyi_cuda_info){
        .abi = VYI_LLVM_ABI,
        .flat = g->flat,
        .turns = m->phases->policy.virtual_groups,
        .meets = m->phases->synchronises,
        .volume = m->phases->policy.volume,
        .team_threads = g->team,
        .most_teams = g->flat ? 1 : g->most_teams,
        .most_threads = g->most_threads,
        .each = g->each,
        .block_bytes = g->block_bytes,
        .team_bytes = (uint32_t)m->phases->scratch_bytes,
        .fixpoints = s->fixpoints,
        .parts = m->phases->grid_collectives,
        .asks = g->asks,
        .speaks = g->speaks,
        .shots = g->each > 1 || has_open_loop(m->p),
        .direct = g->direct,
        .waits = vyi_gpu_waits(m),
        .service = m->p->service,
        .keep_bytes = m->phases->spill_bytes,
    };
}
