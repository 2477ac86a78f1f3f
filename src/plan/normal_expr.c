// Expressions of normal.c: a collective becomes a statement of its own before the statement, and
// what was evaluated before it is bound.
#include "plan/normal.h"

vyi_ref vyi_plan_bind(struct normal *m, vyi_ref value)
{
    switch (vyi_at(m->to.p, value)->op) {
    case VYI_OP_LITERAL:
    case VYI_OP_LOCAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_ID:
    case VYI_OP_LEN: return value;
    default: return use(&m->to, let(&m->to, value));
    }
}

/// The later side of && || ?: holds a barrier: an if with a variable.
static vyi_ref copy_lazy(struct normal *m, const struct vyi_node *n)
{
    struct make *to = &m->to;
    vyi_ref condition = vyi_plan_bind(m, vyi_plan_copy_expr(m, n->kid[0])), other = none;
    uint32_t result = var(to, NULL,
                          n->op == VYI_OP_SELECT ? literal(to, n->type, 0)
                                                 : vyi_plan_copy(to->p, to->p, condition, NULL));
    uint32_t block = begin(to);
    set(to, result, vyi_plan_copy_expr(m, n->kid[1]));
    vyi_ref then = end(to, block);
    if (n->op == VYI_OP_SELECT) {
        set(to, result, vyi_plan_copy_expr(m, n->kid[2]));
        other = end(to, block);
    }
    if (n->op == VYI_OP_LOR)
        condition = op(to, VYI_OP_LNOT, condition, none);
    put(to, vyi_node_fixed(to->p, VYI_OP_IF, 0, 0, condition, then, other, to->pos));
    return use(to, result);
}

void vyi_plan_copy_operands(struct normal *m, const vyi_ref *kids, uint32_t count, vyi_ref *copies)
{
    uint32_t last = 0, outer = m->to.pos;
    for (uint32_t i = 0; i < count; i++)
        if (m->sync[kids[i].i])
            last = i;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = vyi_plan_copy_expr(m, kids[i]);
        m->to.pos = m->p->pos.at[kids[i].i];
        if (i < last && copies[i].i)
            copies[i] = vyi_plan_bind(m, copies[i]);
    }
    m->to.pos = outer;
}

vyi_ref vyi_plan_copy_expr(struct normal *m, vyi_ref r)
{
    if (!r.i || m->to.p->failed)
        return none;
    if (!m->sync[r.i])
        return vyi_plan_copy(m->to.p, m->p, r, NULL);
    const struct vyi_node *n = vyi_at(m->p, r);
    vyi_ref copies[VYI_MAX_ARGS + VYI_MAX_RANK], copy;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids), outer = m->to.pos;
    bool later = false, syncs = vyi_plan_is_sync(n, m->scope);
    for (uint32_t i = 1; i < count; i++)
        later |= m->sync[kids[i].i];
    m->to.pos = m->p->pos.at[r.i];
    if (later && vyi_op_info(n->op)->flags & VYI_FLAG_LAZY) {
        copy = copy_lazy(m, n);
    } else {
        vyi_plan_copy_operands(m, kids, count, copies);
        for (uint32_t i = 0; syncs && i < count; i++)
            copies[i] = vyi_plan_bind(m, copies[i]); // used in two launches
        copy = vyi_plan_node(m->to.p, n, copies, m->to.pos);
        copy = syncs ? vyi_plan_bind(m, copy) : copy;
    }
    m->to.pos = outer;
    return copy;
}
