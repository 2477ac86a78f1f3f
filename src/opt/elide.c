// Barriers that order nothing are taken out: what lies between the last barrier before one and the
// next one after it touches no memory that both sides share, or only reads it.
//
// Effects are collected from barrier to barrier along all that could run between, not from the
// neighbouring statements: `a = …; barrier; b = …; barrier; … = a` needs one of the two. A loop
// comes round again, so that its end lies before its beginning. A `break`, `leave` or `return` on
// the way may go past the next barrier, which then ends nothing. Orderings, fences, copies and
// fixpoints may tell others of anything, and count as touching everything.
#include "opt/opt.h"

enum { READ = 1, WRITE = 2, MOST_DEPTH = 3 * VYI_MAX_NESTING };

/// What some statements touch.
struct effects {
    uint8_t *of; ///< by buffer, and one more for what the host sees in order: lines, clocks
    bool all;    ///< whatever there is
    bool exits;  ///< they may not come to their end
};

/// A block of statements and where we are in it.
struct place {
    vyi_ref seq, owner; ///< the statement that it belongs to
    uint32_t at;
};

struct elision {
    vy_program *p;
    uint32_t kinds; ///< of effects
    struct effects before, after;
    struct place stack[MOST_DEPTH];
    uint32_t depth, removed;
};

// ---- effects ----
static bool never_changes(const struct vyi_buffer *b)
{
    return b->role == VY_ROLE_IN || b->role == VY_ROLE_UNIFORM;
}

static void touch(const struct elision *e, struct effects *to, const struct vyi_node *n)
{
    const vy_program *p = e->p;
    uint16_t flags = vyi_op_info(n->op)->flags;
    uint8_t *seen = &to->of[n->x];
    if (flags & VYI_FLAG_READS && !never_changes(&p->buffers.at[n->x]))
        *seen |= n->op == VYI_OP_STORE && !n->aux2 ? 0 : READ;
    if (flags & VYI_FLAG_WRITES)
        *seen |= WRITE;
    bool ordered = n->op == VYI_OP_ATOMIC_LOAD || n->op == VYI_OP_ATOMIC_RMW ||
                   n->op == VYI_OP_ATOMIC_CAS || n->op == VYI_OP_ATOMIC_STORE;
    to->all |= ordered && (n->aux & 0xff) != VYI_ORDER_RELAXED;
}

static void collect(const struct elision *e, struct effects *to, vyi_ref r)
{
    const vy_program *p = e->p;
    const struct vyi_node *n = vyi_at(p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    if (!r.i)
        return;
    switch (n->op) {
    case VYI_OP_ASYNC_COPY:
    case VYI_OP_WAIT:
    case VYI_OP_FENCE:
    case VYI_OP_FIXPOINT:
    case VYI_OP_AGAIN: to->all = true; break;
    case VYI_OP_CLOCK:
    case VYI_OP_PRINT:
    case VYI_OP_ASSERT: to->of[e->kinds - 1] |= WRITE; break;
    default: break;
    }
    to->exits |= (info->flags & VYI_FLAG_EXIT) != 0 || n->op == VYI_OP_ASSERT;
    if (info->imm == VYI_IMM_BUFFER && info->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES))
        touch(e, to, n);
    uint32_t count = vyi_kids(p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        collect(e, to, kids[i]);
}

static void forget(const struct elision *e, struct effects *s)
{
    memset(s->of, 0, e->kinds);
    s->all = s->exits = false;
}

static bool any(const struct elision *e, const struct effects *s)
{
    bool found = s->all;
    for (uint32_t i = 0; i < e->kinds; i++)
        found |= s->of[i] != 0;
    return found;
}

static bool conflict(const struct elision *e, const struct effects *a, const struct effects *b)
{
    if ((a->all && any(e, b)) || (b->all && any(e, a)))
        return true;
    for (uint32_t i = 0; i < e->kinds; i++)
        if ((a->of[i] & WRITE && b->of[i]) || (b->of[i] & WRITE && a->of[i]))
            return true;
    return false;
}

// ---- from barrier to barrier ----
static bool ends_at(const struct elision *e, vyi_ref statement, uint32_t scope)
{
    const struct vyi_node *n = vyi_at(e->p, statement);
    return n->op == VYI_OP_BARRIER && n->n >= scope;
}

static bool has_continue(const vy_program *p, vyi_ref r)
{
    const vyi_ref *kids;
    bool found = vyi_at(p, r)->op == VYI_OP_CONTINUE;
    uint32_t count = r.i ? vyi_kids(p, vyi_at(p, r), &kids) : 0;
    for (uint32_t i = 0; !found && i < count; i++)
        found = has_continue(p, kids[i]);
    return found;
}

/// The way round a loop: from its end backwards, or from its beginning on, to the next barrier in
/// its block, or to where we are, and then all of that statement. The rest has been seen.
static void go_round(const struct elision *e, struct effects *to, const struct place *here,
                     uint32_t scope, bool back)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, vyi_at(e->p, here->seq), &kids);
    bool skips = has_continue(e->p, here->seq);
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
static void collect_owner(const struct elision *e, struct effects *to, const struct place *here,
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

static void look_back(struct elision *e, uint32_t scope)
{
    forget(e, &e->before);
    for (uint32_t d = e->depth; d-- > 0;) {
        const struct place *here = &e->stack[d];
        const vyi_ref *kids;
        vyi_kids(e->p, vyi_at(e->p, here->seq), &kids);
        for (uint32_t i = here->at; i-- > 0;) {
            if (ends_at(e, kids[i], scope))
                return;
            collect(e, &e->before, kids[i]);
        }
        collect_owner(e, &e->before, here, scope, true);
    }
}

static void look_ahead(struct elision *e, uint32_t scope)
{
    forget(e, &e->after);
    for (uint32_t d = e->depth; d-- > 0;) {
        const struct place *here = &e->stack[d];
        const vyi_ref *kids;
        uint32_t count = vyi_kids(e->p, vyi_at(e->p, here->seq), &kids);
        for (uint32_t i = here->at + 1; i < count; i++) {
            if (ends_at(e, kids[i], scope) && !e->after.exits)
                return;
            collect(e, &e->after, kids[i]);
        }
        collect_owner(e, &e->after, here, scope, false);
    }
}

// ---- all barriers, from the first on ----
static void remove_kid(vy_program *p, vyi_ref seq, uint32_t at)
{
    struct vyi_node *n = vyi_at(p, seq);
    vyi_ref *kids = p->extra.at + n->list;
    memmove(kids + at, kids + at + 1, (n->x - at - 1) * sizeof *kids);
    n->x--;
}

static void visit_seq(struct elision *e, vyi_ref seq, vyi_ref owner)
{
    if (e->depth == MOST_DEPTH)
        return;
    struct place *here = &e->stack[e->depth++];
    *here = (struct place){seq, owner, 0};
    while (here->at < vyi_at(e->p, seq)->x) {
        const vyi_ref *kids;
        vyi_kids(e->p, vyi_at(e->p, seq), &kids);
        vyi_ref statement = kids[here->at];
        const struct vyi_node *n = vyi_at(e->p, statement);
        if (n->op == VYI_OP_BARRIER) {
            look_back(e, n->n);
            look_ahead(e, n->n);
            if (!conflict(e, &e->before, &e->after)) {
                remove_kid(e->p, seq, here->at);
                e->removed++;
                continue;
            }
        }
        const vyi_ref *inner;
        uint32_t count = vyi_kids(e->p, n, &inner);
        for (uint32_t i = 0; i < count; i++)
            if (inner[i].i && vyi_at(e->p, inner[i])->op == VYI_OP_SEQ)
                visit_seq(e, inner[i], statement);
        here->at++;
    }
    e->depth--;
}

vy_status vyi_opt_elide(vy_program *p, uint32_t *removed)
{
    struct elision e = {.p = p, .kinds = p->buffers.count + 1};
    vy_status status = VY_OK;
    e.before.of = vyi_calloc(p->context, e.kinds, 1);
    e.after.of = vyi_calloc(p->context, e.kinds, 1);
    if (e.before.of && e.after.of)
        visit_seq(&e, p->body, (vyi_ref){0});
    else
        status = VY_ERROR_MEMORY;
    vyi_free(p->context, e.before.of, e.kinds);
    vyi_free(p->context, e.after.of, e.kinds);
    *removed = e.removed;
    return status;
}
