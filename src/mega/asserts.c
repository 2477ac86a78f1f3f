// Asserts of handlers as wide as a worker of a GPU. After a failed one the invocation is gone; if
// all are, nobody is left that tells the poller. So an invocation whose assert fails tells it
// first:
//     if condition { } else { own[RING_DEAD + wid.x] = known[RING_FATAL]; assert false }
// where known[RING_FATAL] is the number of the launch while a worker runs a slot with all its
// lanes, and else 0, which is no launch's.
#include "ir/program.h"
#include "mega/ring.h"

static vyi_ref number(vy_program *p, uint32_t value, uint32_t pos)
{
    return vyi_node_literal(p, VY_TYPE_U32, value, pos);
}

static vyi_ref report(vy_program *p, uint32_t own, uint32_t known, uint32_t pos)
{
    vyi_ref none = {0}, kids[2], word = number(p, RING_FATAL, pos);
    vyi_ref group =
        vyi_node_fixed(p, VYI_OP_ID, VY_TYPE_U32, VYI_ID_WID * 4, none, none, none, pos);
    kids[0] =
        vyi_node_fixed(p, VYI_OP_ADD, VY_TYPE_U32, 0, number(p, RING_DEAD, pos), group, none, pos);
    kids[1] = vyi_node_list(p, VYI_OP_LOAD, VY_TYPE_U32, known, &word, 1, 0, 0, pos);
    return vyi_node_list(p, VYI_OP_STORE, 0, own, kids, 2, 0, 0, pos);
}

static void change(vy_program *p, vyi_ref r, uint32_t own, uint32_t known)
{
    const struct vyi_node n = *vyi_at(p, r);
    uint32_t pos = p->pos.at[r.i], count = vyi_kid_count(&n);
    vyi_ref condition = p->extra.at[n.list], statements[2], *kids;
    if (!(kids = vyi_calloc(p->context, count, sizeof *kids))) {
        p->failed = true;
        return;
    }
    memcpy(kids, p->extra.at + n.list, count * sizeof *kids);
    kids[0] = vyi_node_literal(p, VY_TYPE_BOOL, 0, pos);
    statements[0] = report(p, own, known, pos);
    statements[1] = vyi_node_like(p, &n, kids, count, pos);
    vyi_free(p->context, kids, count * sizeof *kids);
    vyi_ref body = vyi_node_list(p, VYI_OP_SEQ, 0, 2, statements, 2, 0, 0, pos);
    vyi_ref empty = vyi_node_list(p, VYI_OP_SEQ, 0, 0, NULL, 0, 0, 0, pos);
    vyi_ref branch = vyi_node_fixed(p, VYI_OP_IF, 0, 0, condition, empty, body, pos);
    if (branch.i)
        *vyi_at(p, r) = *vyi_at(p, branch);
}

vy_status vyi_mega_report_asserts(vy_program *p)
{
    uint32_t own = vyi_buffer_find(p, "own"), known = vyi_buffer_find(p, "known");
    uint32_t count = p->nodes.count;
    for (uint32_t i = 1; i < count && !p->failed; i++)
        if (p->nodes.at[i].op == VYI_OP_ASSERT)
            change(p, (vyi_ref){i}, own, known);
    return !p->failed && vyi_program_compact(p) ? VY_OK : VY_ERROR_MEMORY;
}
