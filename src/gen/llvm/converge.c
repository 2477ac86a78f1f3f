// What the lanes in a loop share where lanes leave it one by one.
//
// Lanes that have left keep nothing that is defined before the loop and read in it alone: no mask
// then, whose latency each pass would wait for. What breaks the naive version: a definition outside
// of the loop around this one, whose value they have again in that loop's next pass.
//
// A counter, which has one value for all at first and gets the same new one in each pass, is a
// scalar beside the vector that keeps what it was when a lane left. What breaks the naive version:
// lanes that skip the new value by `continue`.
#include "gen/llvm/kernel.h"

static bool is_outside(const struct gen *m, const struct construct *c, uint32_t local)
{
    const struct place *p = &m->shape->places[local];
    return p->life->place == VYI_PLACE_PHASE && !p->shadow && p->home == c->home;
}

bool vyi_gen_is_left(const struct gen *m, uint32_t local)
{
    const struct construct *c = vyi_gen_inner_loop(m);
    const struct vyi_reads *r = &m->facts.reads[local];
    return c && c->all && c->all == m->mask && is_outside(m, c, local) && r->first >= c->from &&
           r->last < c->to;
}

bool vyi_gen_shared(const struct gen *m, vyi_ref root, uint32_t local)
{
    for (VYI_VISIT(v, m->p, root)) {
        uint8_t op = v->n->op;
        const struct place *p = op == VYI_OP_LOCAL ? &m->shape->places[v->n->x] : NULL;
        bool fine =
            p ? p->counter || v->n->x + 1 == local || p->life->level <= VYI_UNIFORM_WORKGROUP
              : vyi_op_info(op)->kind == VYI_KIND_OP || op == VYI_OP_CAST || op == VYI_OP_LITERAL ||
                    op == VYI_OP_PARAM || op == VYI_OP_CONST;
        if (!fine)
            return false;
    }
    return true;
}

/// Whether each pass gives a local one new value for all, or none.
static bool counts(const struct gen *m, vyi_ref body, uint32_t local)
{
    const struct vyi_node *n = vyi_at(m->p, body);
    uint32_t all = 0, direct = 0, count = n->op == VYI_OP_SEQ ? n->x : 1;
    const vyi_ref *list = n->op == VYI_OP_SEQ ? m->p->extra.at + n->list : &body;
    for (VYI_VISIT_STMTS(v, m->p, body))
        for (uint32_t k = 0; k < vyi_assigned_count(v->n); k++)
            all += vyi_assigned(v->n, k) == local;
    for (uint32_t i = 0; i < count; i++) {
        const struct vyi_node *s = vyi_at(m->p, list[i]);
        direct += s->op == VYI_OP_SET && s->x == local && vyi_gen_shared(m, s->kid[0], local + 1);
    }
    return direct == all;
}

void vyi_gen_converge_begin(struct gen *m, struct construct *c, vyi_ref condition, vyi_ref body)
{
    if (m->lanes == 1 || !m->target->vector_masks)
        return;
    c->from = m->facts.number[condition.i ? condition.i : body.i];
    c->to = m->facts.number[body.i];
    for (VYI_VISIT(v, m->p, body))
        c->to++;
    if (vyi_contains(m->p, body, VYI_OP_CONTINUE))
        return;
    for (VYI_VISIT_STMTS(v, m->p, body)) {
        struct place *p = &m->shape->places[v->n->x];
        if (v->n->op != VYI_OP_SET || p->counter || !p->start || !is_outside(m, c, v->n->x) ||
            !counts(m, body, v->n->x))
            continue;
        p->counter = variable(m, p->start, "counter");
        p->counts = c->number;
    }
}

void vyi_gen_converge_end(struct gen *m, const struct construct *c, vyi_ref body)
{
    for (VYI_VISIT_STMTS(v, m->p, body)) {
        struct place *p = &m->shape->places[v->n->op == VYI_OP_SET ? v->n->x : 0];
        if (p->counter && p->counts == c->number)
            p->counter = NULL;
    }
}
