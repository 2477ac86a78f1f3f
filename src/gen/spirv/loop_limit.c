// The limit of passes of Mesa 22, which ends every loop in silence once an invocation has made
// 65,535 passes in all loops together. Kernels for such a driver count passes and report the limit
// before it is reached.
//
// The driver counts for the invocations that are lanes of one vector together, and it runs code
// that no lane takes: a loop that no lane enters costs a pass. So every loop costs one pass more
// than it makes, each time that code comes by. An invocation pays for a pass where the next one
// begins: 1, and 1 for each loop inside. What loops inside make beyond that they pay themselves,
// and the budget is less by 1 for each loop of the kernel. The naive version counts passes that are
// entered, and misses a loop that holds thirty others which are rarely entered.
//
// What is left is tested in every pass. From one test to the next an invocation pays for a pass of
// each loop at most: the budget is less by that too.
#include "gen/spirv/emit.h"
#include "ir/print.h"

enum { MOST = 65535, LANES = 8 };

static uint32_t counter(struct emit *e)
{
    if (!e->limit.left)
        e->limit.left = vyi_spirv_variable(e, u32_type(e), 0);
    return e->limit.left;
}

uint32_t vyi_spirv_limit_begin(const struct emit *e)
{
    return e->limit.loops;
}

void vyi_spirv_limit_next(struct emit *e, uint32_t before)
{
    uint32_t t = u32_type(e), cost = 1 + e->limit.loops - before;
    if (!e->machine->loop_limit || e->params)
        return;
    uint32_t left = INS(e, ISub, t, vyi_spirv_get(e, t, counter(e)), u32(e, cost));
    vyi_spirv_set(e, e->limit.left, left);
    e->limit.costs += cost;
    e->limit.loops++;
}

uint32_t vyi_spirv_limit_site(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    uint32_t before = e->limit.site;
    bool counts = n->op == VYI_OP_FOR || n->op == VYI_OP_EACH; // x is the index
    e->limit.site = e->p == e->request->program ? r.i : counts ? n->aux2 : n->x;
    return before;
}

void vyi_spirv_limit_fixed(struct emit *e, uint32_t passes)
{
    e->limit.loops += passes + 1;
}

uint32_t vyi_spirv_limit_reached(struct emit *e)
{
    if (!e->machine->loop_limit)
        return 0;
    uint32_t left = vyi_spirv_get(e, u32_type(e), counter(e));
    return INS(e, SLessThan, bool_type(e), left, u32(e, 0));
}

/// Whether lanes of a vector may take different passes: all that they make may then add up. Those
/// of one workgroup, or of several: then flow has to be the same in the grid.
static bool lanes_part(const struct emit *e)
{
    bool several = e->info.shape == VYI_SPIRV_SERIAL ||
                   (e->info.shape == VYI_SPIRV_FLAT && e->info.volume % LANES);
    uint8_t most = several ? VYI_UNIFORM_GRID : VYI_UNIFORM_WORKGROUP;
    for (VYI_VISIT_STMTS(v, e->p, e->p->body)) {
        // In an `each` the first lane makes the most passes.
        if (vyi_op_info(v->n->op)->flags & VYI_FLAG_LOOP && v->n->op != VYI_OP_EACH &&
            e->facts.levels.node[vyi_body_of(e->p, v->n).i] > most)
            return true;
    }
    // Where an invocation runs a workgroup, phases are loops.
    for (uint32_t i = 1; e->info.shape == VYI_SPIRV_SERIAL && i < e->phases->nodes.count; i++) {
        const struct vyi_phase *n = &e->phases->nodes.at[i];
        bool flow = n->kind == VYI_PHASE_BRANCH || n->kind == VYI_PHASE_LOOP;
        if (n->kind == VYI_PHASE_COPY ||
            (flow && e->facts.levels.node[vyi_at(e->p, n->node)->kid[0].i] > most))
            return true;
    }
    return false;
}

/// Whether one lane of a vector works (vyi_serial_body()).
static bool is_alone(const struct emit *e)
{
    return e->info.shape == VYI_SPIRV_SERIAL && e->info.ticket;
}

void vyi_spirv_limit_set(struct emit *e)
{
    int64_t lanes = e->info.local_size > 1 && !is_alone(e) && lanes_part(e) ? LANES : 1;
    int64_t budget = (MOST - (int64_t)e->limit.loops) / lanes - e->limit.costs;
    if (!e->limit.left)
        return;
    uint32_t before = vyi_spirv_first_begin(e);
    vyi_spirv_set(e, e->limit.left, u32(e, (uint32_t)(budget < 0 ? -1 : budget)));
    vyi_spirv_first_end(e, before);
}
