// Removes barriers, of the workgroup and of the grid, that order nothing: the statements between
// the last barrier before one and the next one after it share no memory, or only read it.
//
// Effects are collected from barrier to barrier along all statements that could run between, not
// from the neighbouring statements: `a = …; barrier; b = …; barrier; … = a` needs one of the two. A
// loop comes round again, so its end lies before its beginning. A `break`, `leave` or `return` on
// the way may go past the next barrier, which then ends nothing. Orderings, fences, copies and
// fixpoints may order any accesses of others, and count as touching everything. A failed assert
// ends the dispatch at the next barrier, which stays: what follows it may never end.
#include "opt/opt.h"

enum { MOST_DEPTH = 3 * VYI_MAX_NESTING, NODES_EACH = 256 };

/// A block of statements and where we are in it.
struct place {
    vyi_ref seq, owner; ///< the statement that it belongs to
    uint32_t at;
};

struct elision {
    vy_program *p;
    struct vyi_effects before, after;
    struct place stack[MOST_DEPTH];
    uint32_t depth, removed;
    int64_t budget; ///< nodes that may still be visited
};

static void collect(struct elision *e, struct vyi_effects *to, vyi_ref r)
{
    e->budget -= vyi_effects_add(e->p, to, r);
}

// ---- from barrier to barrier ----
static bool ends_at(const struct elision *e, vyi_ref statement, uint32_t scope)
{
    const struct vyi_node *n = vyi_at(e->p, statement);
    return n->op == VYI_OP_BARRIER && n->n >= scope;
}

/// The way round a loop: from its end backwards, or from its beginning on, to the next barrier in
/// its block, or to where we are, and then all of that statement. The rest has been seen.
static void go_round(struct elision *e, struct vyi_effects *to, const struct place *here,
                     uint32_t scope, bool back)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, vyi_at(e->p, here->seq), &kids);
    bool skips = vyi_contains(e->p, here->seq, VYI_OP_CONTINUE);
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t at = back ? count - 1 - i : i;
        if (at == here->at)
            break;
        if (ends_at(e, kids[at], scope) && !skips && (back || !to->exits))
            return;
        collect(e, to, kids[at]);
    }
    collect(e, to, kids[here->at]);
}

/// What surrounds a block, on both of its sides: the condition of an `if` or a loop, and the way
/// round a loop.
static void collect_owner(struct elision *e, struct vyi_effects *to, const struct place *here,
                          uint32_t scope, bool back)
{
    const struct vyi_node *n = vyi_at(e->p, here->owner);
    const vyi_ref *kids;
    uint32_t count = here->owner.i ? vyi_kids(e->p, n, &kids) : 0;
    if (n->op == VYI_OP_FIXPOINT || n->op == VYI_OP_EACH) {
        collect(e, to, here->owner);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && vyi_at(e->p, kids[i])->op != VYI_OP_SEQ)
            collect(e, to, kids[i]);
    if (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP)
        go_round(e, to, here, scope, back);
}

/// Collects what runs from here back to the last barrier, or on to the next one.
static void look(struct elision *e, struct vyi_effects *to, uint32_t scope, bool back)
{
    vyi_effects_clear(to);
    for (uint32_t d = e->depth; d-- > 0;) {
        const struct place *here = &e->stack[d];
        const vyi_ref *kids;
        uint32_t count = vyi_kids(e->p, vyi_at(e->p, here->seq), &kids);
        for (uint32_t i = here->at; back ? i-- > 0 : ++i < count;) {
            if (ends_at(e, kids[i], scope) && (back || !to->exits))
                return;
            collect(e, to, kids[i]);
        }
        collect_owner(e, to, here, scope, back);
    }
}

// ---- all barriers, from the first on ----
static void visit_seq(struct elision *e, vyi_ref seq, vyi_ref owner)
{
    if (e->depth == MOST_DEPTH)
        return;
    struct place *here = &e->stack[e->depth++];
    *here = (struct place){seq, owner, 0};
    while (here->at < vyi_at(e->p, seq)->x) {
        const vyi_ref *kids = vyi_kid_list(e->p, vyi_at(e->p, seq));
        vyi_ref statement = kids[here->at];
        const struct vyi_node *n = vyi_at(e->p, statement);
        if (n->op == VYI_OP_BARRIER && e->budget > 0) {
            look(e, &e->before, n->n, true);
            look(e, &e->after, n->n, false);
            // an assert is seen by the host, and may be the end
            bool may_fail = e->before.exits && e->before.of[e->before.count];
            if (e->budget > 0 && !may_fail && !vyi_effects_conflict(e->p, &e->before, &e->after)) {
                vyi_opt_remove(e->p, seq, here->at);
                e->removed++;
                continue;
            }
        }
        for (VYI_KIDS(kid, e->p, n))
            if (kid->i && vyi_at(e->p, *kid)->op == VYI_OP_SEQ)
                visit_seq(e, *kid, statement);
        here->at++;
    }
    e->depth--;
}

vy_status vyi_opt_elide(vy_program *p, uint32_t *removed)
{
    struct elision e = {.p = p, .budget = (int64_t)p->nodes.count * NODES_EACH};
    vy_status status = vyi_effects_init(p, &e.before);
    if (!status)
        status = vyi_effects_init(p, &e.after);
    if (!status)
        visit_seq(&e, p->body, (vyi_ref){0});
    vyi_effects_free(p, &e.before);
    vyi_effects_free(p, &e.after);
    *removed = e.removed;
    return status;
}
