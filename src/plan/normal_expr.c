// Expressions of normal.c: a collective becomes a statement of its own before the statement, and
// what was evaluated before it is bound.
#include "plan/normal.h"

static const vyi_ref none = {0};

vyi_ref vyi_plan_bind(struct normal *m, vyi_ref value, uint32_t pos)
{
    const struct vyi_node *n = vyi_at(m->w, value);
    if (n->op == VYI_OP_LITERAL || n->op == VYI_OP_LOCAL || n->op == VYI_OP_PARAM ||
        n->op == VYI_OP_CONST || n->op == VYI_OP_ID || n->op == VYI_OP_LEN)
        return value;
    uint32_t local = vyi_plan_local(m->w, VYI_LOCAL_LET, n->type, NULL, pos);
    emit(m, vyi_plan_define(m->w, local, value, pos));
    return vyi_plan_use(m->w, local, pos);
}

/// The later side of && || ?: holds a barrier: an if with a variable.
static vyi_ref copy_lazy(struct normal *m, vyi_ref r)
{
    const struct vyi_node n = *vyi_at(m->p, r);
    uint32_t pos = m->p->pos.at[r.i];
    vyi_ref condition = vyi_plan_bind(m, vyi_plan_copy_expr(m, n.kid[0]), pos);
    uint32_t result = vyi_plan_local(m->w, VYI_LOCAL_VAR, n.type, NULL, pos);
    vyi_ref start = n.op == VYI_OP_SELECT ? vyi_node_literal(m->w, n.type, 0, pos)
                                          : vyi_plan_copy(m->w, m->w, condition, NULL);
    emit(m, vyi_plan_define(m->w, result, start, pos));
    refs sides[2] = {{0}}, *out = m->out;
    unsigned count = n.op == VYI_OP_SELECT ? 2 : 1;
    for (unsigned i = 0; i < count; i++) {
        m->out = &sides[i];
        vyi_ref value = vyi_plan_copy_expr(m, n.kid[i + 1]);
        emit(m, vyi_plan_set(m->w, result, value, pos));
    }
    m->out = out;
    if (n.op == VYI_OP_LOR)
        condition = vyi_plan_op(m->w, VYI_OP_LNOT, condition, none, pos);
    vyi_ref other = count > 1 ? vyi_plan_seq(m->w, &sides[1], pos) : none;
    emit(m, vyi_node_fixed(m->w, VYI_OP_IF, 0, 0, condition, vyi_plan_seq(m->w, &sides[0], pos),
                           other, pos));
    vyi_vec_free(m->w->context, &sides[0]);
    vyi_vec_free(m->w->context, &sides[1]);
    return vyi_plan_use(m->w, result, pos);
}

void vyi_plan_copy_operands(struct normal *m, const vyi_ref *kids, uint32_t count, vyi_ref *copies)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++)
        if (m->sync[kids[i].i])
            last = i;
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = vyi_plan_copy_expr(m, kids[i]);
        if (i < last && copies[i].i)
            copies[i] = vyi_plan_bind(m, copies[i], m->p->pos.at[kids[i].i]);
    }
}

vyi_ref vyi_plan_copy_expr(struct normal *m, vyi_ref r)
{
    if (!r.i || m->w->failed)
        return none;
    if (!m->sync[r.i])
        return vyi_plan_copy(m->w, m->p, r, NULL);
    const struct vyi_node *n = vyi_at(m->p, r);
    uint32_t pos = m->p->pos.at[r.i];
    vyi_ref copies[VYI_MAX_ARGS + VYI_MAX_RANK];
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (vyi_op_info(n->op)->flags & VYI_FLAG_LAZY) {
        bool later = false;
        for (uint32_t i = 1; i < count; i++)
            later |= m->sync[kids[i].i];
        if (later)
            return copy_lazy(m, r);
    }
    vyi_plan_copy_operands(m, kids, count, copies);
    bool syncs = vyi_plan_is_sync(n, m->scope);
    for (uint32_t i = 0; syncs && i < count; i++)
        copies[i] = vyi_plan_bind(m, copies[i], pos); // used in two launches
    vyi_ref copy = vyi_plan_node(m->w, n, copies, pos);
    return syncs ? vyi_plan_bind(m, copy, pos) : copy;
}
