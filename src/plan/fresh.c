// Whether statements fill a shared buffer anew before they read it. Then nothing of it is alive
// across a grid barrier before them, and it is not kept in memory; and where all of a program does
// so, it is not cleared.
//
// Only one form is seen: all of the workgroup stores, each invocation its elements lid.x, lid.x +
// W, …, where W is the size of the workgroup, or as many rows of a few elements, and a barrier
// follows before anything else is done with the buffer. The naive version takes any store for that;
// but a read of an element that another invocation stores later, or that none does, gives what was
// there before.
#include "ir/visit.h"
#include "plan/work.h"

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

/// lid.x, or index * W + lid.x in a loop.
static bool is_share(const vy_program *p, vyi_ref r, uint32_t index, bool loop)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (!loop)
        return is_own_number(p, r);
    if (n->op != VYI_OP_ADD || !is_own_number(p, n->kid[1]))
        return false;
    const struct vyi_node *by = vyi_at(p, n->kid[0]);
    return by->op == VYI_OP_MUL && vyi_is_local(p, by->kid[0], index) &&
           number(p, by->kid[1]) == p->workgroup[0];
}

/// Column `column` of a share's row of `columns`: share * columns + column.
static bool is_column(const vy_program *p, vyi_ref r, uint32_t index, bool loop, uint32_t column,
                      uint32_t columns)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (columns == 1)
        return is_share(p, r, index, loop);
    if (column) {
        if (n->op != VYI_OP_ADD || number(p, n->kid[1]) != column)
            return false;
        n = vyi_at(p, n->kid[0]);
    }
    return n->op == VYI_OP_MUL && number(p, n->kid[1]) == columns &&
           is_share(p, n->kid[0], index, loop);
}

/// Whether statements store a row of an invocation's share, with values that have nothing to do
/// with the buffer.
static bool store_row(const vy_program *p, const vyi_ref *list, uint32_t columns, uint32_t buffer,
                      uint32_t index, bool loop)
{
    for (uint32_t i = 0; i < columns; i++) {
        const struct vyi_node *n = vyi_at(p, list[i]);
        if (n->op != VYI_OP_STORE || n->aux2 || n->x != buffer)
            return false;
        const vyi_ref *kids = p->extra.at + n->list;
        if (vyi_mentions(p, kids[0], buffer) || vyi_mentions(p, kids[1], buffer) ||
            !is_column(p, kids[0], index, loop, i, columns))
            return false;
    }
    return columns;
}

/// How many elements a statement fills as a whole, from the first on; 0: it does not.
static uint64_t fills(const vy_program *p, vyi_ref r, uint32_t buffer)
{
    const struct vyi_node *n = vyi_at(p, r);
    uint64_t width = p->workgroup[0];
    if (p->workgroup_rank > 1 || p->buffers.at[buffer].rank != 1)
        return 0;
    if (store_row(p, &r, 1, buffer, 0, false))
        return width;
    uint32_t passes = vyi_plan_passes(p, n);
    if (!passes)
        return 0;
    const vyi_ref *kids = p->extra.at + n->list;
    const struct vyi_node *body = vyi_at(p, kids[3]);
    if (number(p, kids[0]) || (kids[2].i && number(p, kids[2]) != 1))
        return 0;
    bool whole = store_row(p, p->extra.at + body->list, body->x, buffer, n->x, true);
    return whole ? passes * width * body->x : 0;
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

/// Whether what stands inside of an `if` or a loop fills it before it reads it, each time.
static bool fresh_inside(const vy_program *p, const struct vyi_node *n, uint32_t buffer)
{
    if (n->op != VYI_OP_IF && n->op != VYI_OP_WHILE)
        return false;
    if (vyi_mentions(p, n->kid[0], buffer))
        return false;
    for (unsigned i = 1; i < 3; i++) {
        const struct vyi_node *seq = vyi_at(p, n->kid[i]);
        if (n->kid[i].i &&
            (seq->op != VYI_OP_SEQ || !vyi_plan_fresh(p, p->extra.at + seq->list, seq->x, buffer)))
            return false;
    }
    return true;
}

bool vyi_plan_fresh(const vy_program *p, const vyi_ref *list, uint32_t count, uint32_t buffer)
{
    bool filled = false;
    for (uint32_t i = 0; i < count; i++) {
        if (vyi_mentions(p, list[i], buffer)) {
            uint64_t all = vyi_plan_elements(p, &p->buffers.at[buffer]);
            bool now = !filled && fills(p, list[i], buffer) >= all;
            if (!now && (filled || !fresh_inside(p, vyi_at(p, list[i]), buffer)))
                return false;
            filled = now;
        } else if (filled && meets(p, list[i])) {
            return true;
        }
    }
    return true;
}
