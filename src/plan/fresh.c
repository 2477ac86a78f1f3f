// Whether a piece between grid barriers fills a shared buffer anew before it reads it: then nothing
// of the buffer is alive across the barrier before it, and nobody need keep it in memory.
//
// Only one form is seen: all of the workgroup stores, each invocation its elements lid.x, lid.x +
// W, …, where W is the size of the workgroup, and a barrier follows before anything else is done
// with the buffer. The naive version takes any store for that; but who reads an element that
// another invocation stores later, or that none does, sees what was there before.
#include "plan/segment.h"

static bool mentions(const vy_program *p, vyi_ref r, uint32_t buffer)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    if (vyi_op_info(n->op)->imm == VYI_IMM_BUFFER &&
        (n->x == buffer || (n->op == VYI_OP_ASYNC_COPY && n->aux == buffer)))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && mentions(p, kids[i], buffer))
            return true;
    return false;
}

/// The value of a literal or of a const that is one; UINT64_MAX: it is something else.
static uint64_t number(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_CONST)
        n = vyi_at(p, p->consts.at[n->x].value);
    return n->op == VYI_OP_LITERAL ? vyi_literal_bits(n) : UINT64_MAX;
}

static bool is_own_number(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    return n->op == VYI_OP_ID && n->x == VYI_ID_LID * 4;
}

static bool is_local(const vy_program *p, vyi_ref r, uint32_t local)
{
    const struct vyi_node *n = vyi_at(p, r);
    return n->op == VYI_OP_LOCAL && n->x == local;
}

/// `buffer[lid.x] = v`, or `buffer[index * W + lid.x] = v` where there is a loop, and v has nothing
/// to do with the buffer.
static bool stores_own(const vy_program *p, vyi_ref r, uint32_t buffer, uint32_t index, bool loop)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op != VYI_OP_STORE || n->aux2 || n->x != buffer || p->buffers.at[buffer].rank != 1)
        return false;
    const vyi_ref *kids = p->extra.at + n->list;
    const struct vyi_node *at = vyi_at(p, kids[0]);
    if (mentions(p, kids[0], buffer) || mentions(p, kids[1], buffer))
        return false;
    if (!loop)
        return is_own_number(p, kids[0]);
    if (at->op != VYI_OP_ADD || !is_own_number(p, at->kid[1]))
        return false;
    const struct vyi_node *by = vyi_at(p, at->kid[0]);
    return by->op == VYI_OP_MUL && is_local(p, by->kid[0], index) &&
           number(p, by->kid[1]) == p->workgroup[0];
}

/// How many elements a statement fills as a whole, from the first on; 0: it does not.
static uint64_t fills(const vy_program *p, vyi_ref r, uint32_t buffer)
{
    const struct vyi_node *n = vyi_at(p, r);
    uint64_t width = p->workgroup[0];
    if (p->workgroup_rank > 1)
        return 0;
    if (stores_own(p, r, buffer, 0, false))
        return width;
    uint32_t passes = vyi_plan_passes(p, n);
    if (!passes)
        return 0;
    const vyi_ref *kids = p->extra.at + n->list;
    const struct vyi_node *body = vyi_at(p, kids[3]);
    if (number(p, kids[0]) || (kids[2].i && number(p, kids[2]) != 1) || body->x != 1)
        return 0;
    return stores_own(p, p->extra.at[body->list], buffer, n->x, true) ? passes * width : 0;
}

/// A barrier of the workgroup, or a collective of it, that all come to.
static bool meets(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (n->op == VYI_OP_BARRIER)
        return true;
    bool defines = n->op == VYI_OP_DEFINE || n->op == VYI_OP_SET;
    return defines && vyi_plan_is_sync(vyi_at(p, n->kid[0]), VYI_SCOPE_WORKGROUP);
}

bool vyi_plan_fresh(const vy_program *p, const vyi_ref *list, uint32_t count, uint32_t buffer)
{
    bool filled = false;
    for (uint32_t i = 0; i < count; i++) {
        if (mentions(p, list[i], buffer)) {
            if (filled || fills(p, list[i], buffer) < vyi_plan_elements(p, &p->buffers.at[buffer]))
                return false;
            filled = true;
        } else if (filled && meets(p, list[i])) {
            return true;
        }
    }
    return true;
}
