// What kind of kernel a program becomes on a GPU: how large its blocks are, and whether several
// workgroups share one.
#include "plan/phases.h"
#include "plan/work.h"

enum {
    WARP = VYI_SUBGROUP,
    FEW_PASSES = 64,    ///< a loop of so few passes is not polled in
    BEST_THREADS = 256, ///< of a block without grid barriers
    MOST_NAMED = 15     ///< named barriers beside the block's own
};

static bool is_short(const vy_program *p, const struct vyi_node *n)
{
    return vyi_plan_bound(p, n) <= FEW_PASSES;
}

/// Whether some threads of a workgroup may stop without the others: within a phase, or in a loop of
/// warps, which may take one of them longer or whose invocations have all returned. Short loops
/// inside of short loops poll too.
static bool stops_apart(const struct vyi_phases *f)
{
    uint32_t loops = 0;
    for (uint32_t i = 1; i < f->nodes.count; i++) {
        const struct vyi_phase *n = &f->nodes.at[i];
        if (n->kind == VYI_PHASE_LOOP && !n->grid && !n->whole_group &&
            (f->returns ||
             f->levels->node[vyi_at(f->p, n->node)->kid[1].i] > VYI_UNIFORM_WORKGROUP))
            return true;
    }
    for (uint32_t i = 1; i < f->p->nodes.count; i++) {
        const struct vyi_node *n = &f->p->nodes.at[i];
        bool loop = vyi_op_info(n->op)->flags & VYI_FLAG_LOOP || n->op == VYI_OP_EACH ||
                    n->op == VYI_OP_PAUSE;
        if (loop && !f->sync[i] && (!is_short(f->p, n) || loops++))
            return true;
    }
    return false;
}

/// A barrier or collective of a workgroup or a subgroup, also as a part of one of the grid.
static bool needs_team(const struct vyi_node *n)
{
    if (n->op == VYI_OP_FIXPOINT || (n->op == VYI_OP_BARRIER && n->n == VYI_SCOPE_GRID))
        return false;
    if (n->op == VYI_OP_SCOPE_LOAD)
        return n->aux != VYI_SCOPE_GRID;
    return vyi_plan_is_sync(n, VYI_SCOPE_SUBGROUP);
}

/// Whether warps hand each other something at a node.
static bool exchanges(const struct vyi_node *n)
{
    return n->op == VYI_OP_ASYNC_COPY ||
           (vyi_op_info(n->op)->kind == VYI_KIND_EXPR && n->op != VYI_OP_SCOPE_LOAD &&
            vyi_plan_is_sync(n, VYI_SCOPE_WORKGROUP));
}

void vyi_plan_teams(const struct vyi_phases *f, struct vyi_teams *teams)
{
    const vy_program *p = f->p;
    struct vyi_teams t = {.flat = true, .threads = vyi_phase_padded(&f->policy)};
    for (uint32_t i = 0; i < p->buffers.count; i++)
        t.flat = t.flat && p->buffers.at[i].role != VY_ROLE_SHARED;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        t.flat = t.flat && !(f->sync[i] && needs_team(n));
        t.exchanges |= exchanges(n);
        t.asserts |= n->op == VYI_OP_ASSERT;
        t.fixpoints += n->op == VYI_OP_FIXPOINT;
        t.open_loops |= vyi_op_info(n->op)->flags & VYI_FLAG_LOOP && !is_short(p, n);
    }
    t.exchanges = t.exchanges && !t.flat;
    t.idle = f->returns || (!t.flat && f->policy.volume % WARP);
    uint32_t threads = f->synchronises ? VYI_MOST_THREADS : BEST_THREADS;
    t.most_teams = threads / t.threads ? threads / t.threads : 1;
    if (t.threads > WARP && (!f->synchronises || stops_apart(f)))
        t.most_teams = 1;
    else if (t.threads > WARP && t.most_teams > MOST_NAMED)
        t.most_teams = MOST_NAMED;
    t.most_threads = t.flat ? threads : t.most_teams * t.threads;
    *teams = t;
}
