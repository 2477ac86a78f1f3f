// Makes a `for` of a `while` that counts up by one to a bound: its index has a range, and the
// checks of what it indexes move in front of the loop.
//
// `while i < n { …; i += 1 }` becomes `for k in i..n { …; i = k + 1 }`, where `…` reads k for i.
// The variable is assigned as before, so that it has its value after a `break`, and keeps it where
// the loop does not run at all.
//
// What breaks the naive version: a `continue`, which goes past the addition; a second assignment to
// the variable, or one that does not end the body; a bound that changes; barriers and collectives,
// to which all invocations must come by a loop that the verifier took for a `while`.
#include "opt/opt.h"

struct counting {
    vyi_ref from, to, body;
    uint32_t local;
};

/// `i += 1`
static bool adds_one(const vy_program *p, vyi_ref set, uint32_t local)
{
    const struct vyi_node *n = vyi_at(p, set);
    if (n->op != VYI_OP_SET || n->x != local || vyi_at(p, n->kid[0])->op != VYI_OP_ADD)
        return false;
    n = vyi_at(p, n->kid[0]);
    return vyi_is_local(p, n->kid[0], local) && vyi_at(p, n->kid[1])->op == VYI_OP_LITERAL &&
           vyi_literal_bits(vyi_at(p, n->kid[1])) == 1;
}

/// Whether a body may be one of a `for`, and indexes something by the variable.
static bool fits(const vy_program *p, vyi_ref body, uint32_t local)
{
    struct vyi_access at[2];
    uint32_t assigned = 0;
    bool indexes = false;
    for (VYI_VISIT(v, p, body)) {
        const uint8_t op = v->n->op;
        if (op == VYI_OP_CONTINUE || op == VYI_OP_EACH || op == VYI_OP_FIXPOINT ||
            vyi_op_info(op)->flags & VYI_FLAG_COLLECTIVE)
            return false;
        for (uint32_t i = vyi_assigned_count(v->n); i-- > 0;)
            assigned += vyi_assigned(v->n, i) == local;
        for (uint32_t i = vyi_accesses(p, v->n, at); i-- > 0;)
            for (uint32_t axis = 0; axis < at[i].rank; axis++)
                for (VYI_VISIT(w, p, at[i].index[axis]))
                    indexes |= vyi_is_local(p, w->ref, local);
    }
    return assigned == 1 && indexes;
}

static bool finds(const vy_program *p, vyi_ref loop, struct counting *c)
{
    const struct vyi_node *n = vyi_at(p, loop), *when = vyi_at(p, n->kid[0]);
    const bool back = when->op == VYI_OP_GT;
    c->from = when->kid[back];
    c->to = when->kid[!back];
    c->body = n->kid[1];
    if ((when->op != VYI_OP_LT && !back) || vyi_at(p, c->from)->op != VYI_OP_LOCAL)
        return false;
    const struct vyi_node *body = vyi_at(p, c->body);
    c->local = vyi_at(p, c->from)->x;
    return p->locals.at[c->local].kind == VYI_LOCAL_VAR &&
           vyi_type_class(p->locals.at[c->local].type) & VYI_CLASS_INT && body->x &&
           adds_one(p, p->extra.at[body->list + body->x - 1], c->local) &&
           vyi_stays(p, loop, c->to) && fits(p, c->body, c->local);
}

static void change(vy_program *p, vyi_ref loop, const struct counting *c)
{
    const struct vyi_local index = {
        .kind = VYI_LOCAL_INDEX, .type = p->locals.at[c->local].type, .pos = p->pos.at[loop.i]};
    const vyi_ref kids[4] = {c->from, c->to, {0}, c->body};
    const uint32_t local = p->locals.count, list = p->extra.count;
    if (!vyi_vec_push(p->context, &p->locals, index) ||
        !vyi_vec_reserve(p->context, &p->extra, 4)) {
        p->failed = true;
        return;
    }
    memcpy(p->extra.at + list, kids, sizeof kids);
    p->extra.count += 4;
    *vyi_at(p, loop) = (struct vyi_node){.op = VYI_OP_FOR, .n = 4, .list = list, .x = local};
    for (VYI_VISIT(v, p, c->body))
        if (vyi_is_local(p, v->ref, c->local))
            v->n->x = local;
}

vy_status vyi_opt_count(vy_program *p, uint32_t *changes)
{
    struct counting c;
    *changes = 0;
    for (uint32_t i = 1; i < p->nodes.count && !p->failed; i++)
        if (p->nodes.at[i].op == VYI_OP_WHILE && finds(p, (vyi_ref){i}, &c)) {
            change(p, (vyi_ref){i}, &c);
            ++*changes;
        }
    return p->failed ? VY_ERROR_MEMORY : VY_OK;
}
