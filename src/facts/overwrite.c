// Which `out` and `scratch` buffers are overwritten before anything reads them, so that clearing
// them can be left out. Clearing a large output costs as much as a kernel that fills it.
//
// One walk over the body in the order of execution, with a state for each buffer: nothing has read
// it; a store that every invocation comes to has been met (a claim); it may be read before. Whether
// a claim reaches every element is a question of numbers and waits for the launch (reach.c). A
// claim holds for both sides of an `if` only where both make it, or where the condition may turn
// out to leave out nothing (a guard, kept with the claim). The sides are joined through a trail of
// claims, so that the walk stays linear however many buffers there are.
//
// What breaks the naive version, which looks for a store that covers everything and a read after
// it:
//  - a read after the store but before the stores of others, which is no race where the buffer is
//    atomic, or where an acquire makes those others wait: `b[gid.x] = 1`, then a look at b[0],
//    finds a zero that must be one. So such reads need a grid barrier in between.
//  - a read of the same element behind an `each`: some invocations had no index there, and stored
//    nothing.
//  - a read in a later turn of the loop that stores, of an element that a turn yet to come stores:
//    inside the loops only the element just stored may be read.
//  - `continue`, `break`, `leave` and `return` before the store, and all but `continue` after it,
//    which end the loop before its other turns.
#include "facts/overwrite.h"

#include "facts/bounds.h"
#include "facts/effects.h"

#define NEVER UINT32_MAX

/// An open loop or block; exits lead to its end.
struct scope {
    uint8_t op;
    bool broken; ///< a loop that something may end early
    uint32_t label;
};

enum { FRESH, CLAIMED, SPOILT };
struct state {
    uint8_t is;
    bool read;         ///< since it was claimed
    bool open;         ///< the outermost loop around the claim goes on
    bool own;          ///< the invocations that reach this point have made the store
    uint32_t claim;    ///< in the list
    uint32_t barriers; ///< seen before it
};

struct walk {
    const vy_program *p;
    struct vyi_overwrites *out;
    struct state *state;     ///< by buffer
    VYI_VEC(uint32_t) trail; ///< claims, the latest last
    struct scope scopes[VYI_MAX_NESTING + 2];
    uint32_t scope_count;
    uint32_t blocked; ///< not every invocation goes on until this scope has ended
    vyi_ref loops[VYI_MAX_NESTING + 2];
    uint32_t loop_count, arms;
    struct vyi_guard guards[VYI_OVERWRITE_GUARDS];
    uint32_t guard_count;
    uint32_t barriers; ///< grid barriers passed on the way here
    bool ordered;      ///< the program has acquire, release or fences
    bool failed;       ///< out of memory
};

// ---- expressions that cannot change ----
/// Whether reach.c might make something of an index or a bound: a cheap look, no proof. Counts ids
/// and loop indices.
static bool is_regular(const struct walk *w, vyi_ref r, uint32_t *budget, uint32_t *varying)
{
    const vy_program *p = w->p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    if (!*budget)
        return false;
    --*budget;
    switch (n->op) {
    case VYI_OP_LITERAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_LEN: return true;
    case VYI_OP_ID: ++*varying; return true;
    case VYI_OP_LOCAL:
        if (p->locals.at[n->x].kind == VYI_LOCAL_INDEX)
            return ++*varying;
        return w->out->let[n->x].i && is_regular(w, w->out->let[n->x], budget, varying);
    case VYI_OP_CAST: break;
    default:
        if (vyi_op_info(n->op)->kind != VYI_KIND_OP)
            return false;
    }
    uint32_t count = vyi_kids(p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (!is_regular(w, kids[i], budget, varying))
            return false;
    return true;
}

/// Whether a condition may turn out to leave nothing out.
static bool is_guard(const struct walk *w, vyi_ref r, uint32_t *budget)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t varying = 0;
    if (n->op == VYI_OP_LOCAL && w->out->let[n->x].i)
        return *budget && --*budget && is_guard(w, w->out->let[n->x], budget);
    if (n->op == VYI_OP_LAND || n->op == VYI_OP_LOR)
        return is_guard(w, n->kid[0], budget) && is_guard(w, n->kid[1], budget);
    return vyi_op_info(n->op)->kind == VYI_KIND_OP && is_regular(w, r, budget, &varying) && varying;
}

// ---- claims ----
static struct vyi_overwrite *claim_at(const struct walk *w, uint32_t claim)
{
    return &w->out->list.at[claim];
}

/// A claim that does not hold after all: as if it had not been made, unless a read relied on it.
static void drop(struct walk *w, uint32_t claim)
{
    struct state *s = &w->state[claim_at(w, claim)->buffer];
    if (s->is == CLAIMED && s->claim == claim)
        s->is = s->read ? SPOILT : FRESH;
}

static void drop_since(struct walk *w, uint32_t mark)
{
    for (uint32_t i = mark; i < w->trail.count; i++)
        drop(w, w->trail.at[i]);
    w->trail.count = mark;
}

static bool may_claim(const struct walk *w, const struct vyi_node *store)
{
    const struct state *s = &w->state[store->x];
    const vyi_ref *kids;
    uint32_t budget = 64, varying = 0;
    if (w->blocked != NEVER || w->loop_count > VYI_OVERWRITE_LOOPS || s->is == SPOILT)
        return false;
    // One with fewer conditions is the better one, as long as no read relies on the other.
    if (s->is == CLAIMED && (s->read || w->arms || claim_at(w, s->claim)->guards <= w->guard_count))
        return false;
    vyi_kids(w->p, store, &kids);
    for (uint32_t i = 0; i < w->p->buffers.at[store->x].rank; i++)
        if (!is_regular(w, kids[i], &budget, &varying))
            return false;
    return varying;
}

static void claim(struct walk *w, vyi_ref store)
{
    const struct vyi_node *n = vyi_at(w->p, store);
    uint32_t number = w->out->list.count;
    struct vyi_overwrite o = {n->x,  store,         (uint8_t)w->loop_count, (uint8_t)w->guard_count,
                              {{0}}, {{{0}, false}}};
    if (!may_claim(w, n))
        return;
    memcpy(o.loop, w->loops, w->loop_count * sizeof *o.loop);
    memcpy(o.guard, w->guards, w->guard_count * sizeof *o.guard);
    if (!vyi_vec_push(w->p->context, &w->out->list, o) ||
        !vyi_vec_push(w->p->context, &w->trail, number)) {
        w->failed = true;
        return;
    }
    w->state[n->x] = (struct state){.is = CLAIMED,
                                    .own = true,
                                    .open = w->loop_count,
                                    .claim = number,
                                    .barriers = w->barriers};
}

static bool same_element(const vy_program *p, vyi_ref store, const vyi_ref *indices)
{
    const struct vyi_node *n = vyi_at(p, store);
    bool same = indices;
    for (uint32_t i = 0; same && i < p->buffers.at[n->x].rank; i++)
        same = vyi_same_tree(p, p->extra.at[n->list + i], indices[i]);
    return same;
}

/// Something looks at a buffer; `indices` NULL: at more than one element.
static void look(struct walk *w, uint32_t buffer, const vyi_ref *indices)
{
    struct state *s = &w->state[buffer];
    if (s->is == CLAIMED) {
        s->read = true;
        if (s->own && same_element(w->p, claim_at(w, s->claim)->store, indices))
            return;
        bool wait = w->p->buffers.at[buffer].atomic || w->ordered;
        if (!s->open && (!wait || w->barriers > s->barriers))
            return;
    }
    s->is = SPOILT;
}

/// What a node itself does with buffers; a store that does not read is a claim instead.
static void look_at_all(struct walk *w, const struct vyi_node *n)
{
    struct vyi_access at[2];
    for (uint32_t i = vyi_accesses(w->p, n, at); i-- > 0;)
        look(w, at[i].buffer, at[i].rank ? at[i].index : NULL);
}

// ---- expressions ----
static void expr(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i)
            expr(w, kids[i]);
    look_at_all(w, n);
}

/// The values of a statement, but for its blocks.
static void values(struct walk *w, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && vyi_at(w->p, kids[i])->op != VYI_OP_SEQ)
            expr(w, kids[i]);
}

// ---- loops and exits ----
/// An exit: what follows it in its scope, up to the end of the scope that it leads to, is not run
/// by all, and the loops on the way end early; not the one that a `continue` stands in.
static void leave(struct walk *w, const struct vyi_node *n)
{
    uint32_t i = w->scope_count - 1;
    for (; i; i--) {
        const struct scope *s = &w->scopes[i];
        if (n->op == VYI_OP_LEAVE ? s->op == VYI_OP_BLOCK && s->label == n->x
                                  : n->op != VYI_OP_RETURN && s->op != VYI_OP_BLOCK)
            break;
    }
    for (uint32_t k = i + (n->op == VYI_OP_CONTINUE); k < w->scope_count; k++)
        w->scopes[k].broken = true;
    if (i < w->blocked)
        w->blocked = i;
}

static void open_scope(struct walk *w, const struct vyi_node *n)
{
    w->scopes[w->scope_count++] = (struct scope){n->op, false, n->x};
}

static bool close_scope(struct walk *w)
{
    if (w->blocked == --w->scope_count)
        w->blocked = NEVER;
    return w->scopes[w->scope_count].broken;
}

static void stmt(struct walk *w, vyi_ref r);

/// `turns`: it has at least one turn, unless the launch shows otherwise, and runs all of them.
static void loop(struct walk *w, vyi_ref r, vyi_ref body, bool turns)
{
    uint32_t mark = w->trail.count, barriers = w->barriers, guards = w->guard_count;
    open_scope(w, vyi_at(w->p, r));
    w->loops[w->loop_count++] = r;
    stmt(w, body);
    w->loop_count--;
    w->barriers = barriers;
    w->guard_count = guards;
    if (close_scope(w) || !turns)
        drop_since(w, mark);
    bool dealt = vyi_at(w->p, r)->op == VYI_OP_EACH;
    for (uint32_t i = mark; (dealt || !w->loop_count) && i < w->trail.count; i++) {
        struct state *s = &w->state[claim_at(w, w->trail.at[i])->buffer];
        s->open = w->loop_count;
        s->own = s->own && !dealt; // some have got no index
    }
}

// ---- branches ----
static bool is_return(const vy_program *p, vyi_ref seq)
{
    const struct vyi_node *n = vyi_at(p, seq);
    const vyi_ref *kids;
    return n->op == VYI_OP_SEQ && vyi_kids(p, n, &kids) == 1 &&
           vyi_at(p, kids[0])->op == VYI_OP_RETURN;
}

static void arm(struct walk *w, vyi_ref body)
{
    uint32_t barriers = w->barriers;
    w->arms++;
    if (body.i)
        stmt(w, body);
    w->arms--;
    w->barriers = barriers;
}

static bool same_claim(const struct walk *w, const struct vyi_overwrite *a,
                       const struct vyi_overwrite *b)
{
    const vyi_ref *kids;
    vyi_kids(w->p, vyi_at(w->p, b->store), &kids);
    // Loops around both are the same ones, or they would be closed and the indices differ.
    return a->guards == b->guards && a->loops == b->loops && same_element(w->p, a->store, kids);
}

/// The claims since `mark` were made on one side alone so far: they are put aside for the next.
static void put_aside(struct walk *w, uint32_t mark)
{
    for (uint32_t i = mark; i < w->trail.count; i++) {
        struct state *s = &w->state[claim_at(w, w->trail.at[i])->buffer];
        if (s->is == CLAIMED && s->claim == w->trail.at[i] && s->read)
            s->is = SPOILT; // a read relies on it, and it may not hold
        else if (s->is == CLAIMED && s->claim == w->trail.at[i])
            s->is = FRESH;
        else
            w->trail.at[i] = NEVER;
    }
}

/// Keeps those of [from, mid) that were made again in [mid, end), as one claim.
static void join(struct walk *w, uint32_t from, uint32_t mid)
{
    uint32_t kept = from;
    for (uint32_t i = from; i < mid; i++) {
        uint32_t a = w->trail.at[i];
        if (a == NEVER)
            continue;
        struct state *s = &w->state[claim_at(w, a)->buffer];
        if (s->is != CLAIMED || s->claim <= a ||
            !same_claim(w, claim_at(w, a), claim_at(w, s->claim)))
            continue;
        s->claim = a;
        w->trail.at[kept++] = a;
    }
    for (uint32_t i = mid; i < w->trail.count; i++)
        drop(w, w->trail.at[i]);
    w->trail.count = kept;
}

/// Claims under a condition that may turn out to leave nothing out hold, with the condition noted.
static void guarded(struct walk *w, const struct vyi_node *n)
{
    w->guards[w->guard_count++] = (struct vyi_guard){n->kid[0], false};
    arm(w, n->kid[1]);
    w->guard_count--;
    uint32_t mark = w->trail.count;
    arm(w, n->kid[2]);
    drop_since(w, mark);
}

static void branch(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t budget = 64, mark = w->trail.count;
    bool guard = w->guard_count < VYI_OVERWRITE_GUARDS && is_guard(w, n->kid[0], &budget);
    expr(w, n->kid[0]);
    if (guard && !n->kid[2].i && !w->arms && !w->loop_count && is_return(w->p, n->kid[1])) {
        w->guards[w->guard_count++] = (struct vyi_guard){n->kid[0], true};
        return;
    }
    if (guard && !vyi_else_if(w->p, n->kid[2]).i) {
        guarded(w, n);
        return;
    }
    arm(w, n->kid[1]);
    for (vyi_ref next = n->kid[2], link; next.i; next = link.i ? n->kid[2] : (vyi_ref){0}) {
        link = vyi_else_if(w->p, next);
        put_aside(w, mark);
        uint32_t mid = w->trail.count;
        if (link.i) {
            n = vyi_at(w->p, link);
            expr(w, n->kid[0]);
        }
        arm(w, link.i ? n->kid[1] : next);
        join(w, mark, mid);
    }
    if (!n->kid[2].i) // of the last one: some take no side
        drop_since(w, mark);
}

// ---- statements ----
static void stmt(struct walk *w, vyi_ref r)
{
    const vy_program *p = w->p;
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    switch (n->op) {
    case VYI_OP_SEQ:
        for (uint32_t i = 0; i < count; i++)
            stmt(w, kids[i]);
        break;
    case VYI_OP_REGION: stmt(w, n->kid[0]); break;
    case VYI_OP_BLOCK:
        open_scope(w, n);
        stmt(w, n->kid[0]);
        close_scope(w);
        break;
    case VYI_OP_IF: branch(w, r); break;
    case VYI_OP_FOR:
    case VYI_OP_EACH:
    case VYI_OP_FIXPOINT:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP:
        values(w, n);
        loop(w, r, kids[count - 1], n->op != VYI_OP_WHILE && n->op != VYI_OP_LOOP);
        break;
    case VYI_OP_BREAK:
    case VYI_OP_CONTINUE:
    case VYI_OP_LEAVE:
    case VYI_OP_RETURN: leave(w, n); break;
    case VYI_OP_BARRIER: w->barriers += n->n == VYI_SCOPE_GRID && w->blocked == NEVER; break;
    case VYI_OP_DEFINE:
        expr(w, n->kid[0]);
        if (p->locals.at[n->x].kind == VYI_LOCAL_LET)
            w->out->let[n->x] = n->kid[0];
        break;
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE:
        values(w, n);
        if (n->op == VYI_OP_STORE && n->aux2)
            look_at_all(w, n);
        else
            claim(w, r);
        break;
    default: values(w, n); look_at_all(w, n);
    }
}

// ---- all of it ----
/// What can make one invocation wait for another, other than barriers.
static bool orders(const vy_program *p, const struct vyi_node *n)
{
    struct vyi_access at[2];
    return n->op == VYI_OP_FENCE ||
           (vyi_accesses(p, n, at) == 1 && at[0].order != VYI_ORDER_RELAXED);
}

/// Only the claims that hold are kept.
static void sort_out(struct walk *w)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->out->list.count; i++) {
        struct vyi_overwrite o = w->out->list.at[i];
        const struct state *s = &w->state[o.buffer];
        if (s->is != CLAIMED || s->claim != i)
            continue;
        w->out->list.at[kept] = o;
        w->out->of[o.buffer] = ++kept;
    }
    w->out->list.count = kept;
}

vy_status vyi_overwrites_find(const vy_program *p, struct vyi_overwrites *found)
{
    vy_context *c = p->context;
    struct walk w = {.p = p, .out = found, .scope_count = 1, .blocked = NEVER};
    *found = (struct vyi_overwrites){0};
    if (p->service)
        return VY_OK; // the host looks on while it runs
    found->of = vyi_calloc(c, p->buffers.count + 1, sizeof *found->of);
    found->let = vyi_calloc(c, p->locals.count + 1, sizeof *found->let);
    w.state = vyi_calloc(c, p->buffers.count + 1, sizeof *w.state);
    w.failed = !found->of || !found->let || !w.state;
    for (uint32_t i = 1; i < p->nodes.count; i++)
        w.ordered |= orders(p, &p->nodes.at[i]);
    for (uint32_t i = 0; !w.failed && i < p->buffers.count; i++) {
        uint32_t role = p->buffers.at[i].role;
        w.state[i].is = role == VY_ROLE_OUT || role == VY_ROLE_SCRATCH ? FRESH : SPOILT;
    }
    if (!w.failed)
        stmt(&w, p->body);
    if (!w.failed)
        sort_out(&w);
    vyi_free(c, w.state, (p->buffers.count + 1) * sizeof *w.state);
    vyi_vec_free(c, &w.trail);
    return w.failed ? VY_ERROR_MEMORY : VY_OK;
}

void vyi_overwrites_free(const vy_program *p, struct vyi_overwrites *found)
{
    vy_context *c = p->context;
    vyi_free(c, found->of, (p->buffers.count + 1) * sizeof *found->of);
    vyi_free(c, found->let, (p->locals.count + 1) * sizeof *found->let);
    vyi_vec_free(c, &found->list);
    *found = (struct vyi_overwrites){0};
}
