// Which `out` and `scratch` buffers are overwritten before anything reads them, so that clearing
// them can be left out. Clearing a large output costs as much as a kernel that fills it.
//
// For each buffer a walk over the body in the order of execution, with a state: nothing has read
// it; a store that every invocation comes to has been met (a claim); it may be read before. Whether
// a claim reaches every element is a question of numbers and waits for the launch (reach.c). A
// claim holds for both sides of an `if` only where both make it, or where the condition may turn
// out to leave out nothing (a guard, kept with the claim).
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
enum { MOST_BUFFERS = 64 }; ///< walks, so that the work stays linear; further buffers are cleared

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
    uint32_t number;   ///< of the claim
    uint32_t barriers; ///< seen before it
    struct vyi_overwrite claim;
};

struct walk {
    const vy_program *p;
    const vyi_ref *let;
    uint32_t buffer, claims; ///< claims: made so far
    struct state state;
    struct scope scopes[VYI_MAX_NESTING + 2];
    uint32_t scope_count;
    uint32_t blocked; ///< not every invocation goes on until this scope has ended
    vyi_ref loops[VYI_MAX_NESTING + 2];
    uint32_t loop_count, arms;
    struct vyi_guard guards[VYI_OVERWRITE_GUARDS];
    uint32_t guard_count;
    uint32_t barriers; ///< grid barriers passed on the way here
    bool ordered;      ///< the program has acquire, release or fences
};

// ---- expressions that cannot change ----
bool vyi_is_regular(const vy_program *p, const vyi_ref *let, vyi_ref r, uint32_t *budget,
                    uint32_t *varying)
{
    const struct vyi_node *n = vyi_at(p, r);
    if (!r.i || !*budget)
        return false;
    --*budget;
    switch (n->op) {
    case VYI_OP_LITERAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_LEN: return true;
    case VYI_OP_ID: return varying && ++*varying;
    case VYI_OP_LOCAL:
        if (p->locals.at[n->x].kind == VYI_LOCAL_INDEX)
            return varying && ++*varying;
        return vyi_is_regular(p, let, let[n->x], budget, varying);
    case VYI_OP_CAST: break;
    default:
        if (vyi_op_info(n->op)->kind != VYI_KIND_OP)
            return false;
    }
    for (VYI_KIDS(kid, p, n))
        if (!vyi_is_regular(p, let, *kid, budget, varying))
            return false;
    return true;
}

/// Whether a condition may turn out to leave nothing out.
static bool is_guard(const struct walk *w, vyi_ref r, uint32_t *budget)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t varying = 0;
    if (n->op == VYI_OP_LOCAL && w->let[n->x].i)
        return *budget && --*budget && is_guard(w, w->let[n->x], budget);
    if (n->op == VYI_OP_LAND || n->op == VYI_OP_LOR)
        return is_guard(w, n->kid[0], budget) && is_guard(w, n->kid[1], budget);
    return vyi_op_info(n->op)->kind == VYI_KIND_OP &&
           vyi_is_regular(w->p, w->let, r, budget, &varying) && varying;
}

// ---- claims ----
static bool claimed_since(const struct state *s, uint32_t mark)
{
    return s->is == CLAIMED && s->number >= mark;
}

/// A claim that does not hold after all: as if it had not been made, unless a read relied on it.
static void drop_since(struct state *s, uint32_t mark)
{
    if (claimed_since(s, mark))
        s->is = s->read ? SPOILT : FRESH;
}

static bool may_claim(const struct walk *w, const struct vyi_node *store)
{
    const struct state *s = &w->state;
    uint32_t budget = 64, varying = 0;
    if (store->x != w->buffer || w->blocked != NEVER || w->loop_count > VYI_OVERWRITE_LOOPS ||
        s->is == SPOILT)
        return false;
    // One with fewer conditions is the better one, as long as no read relies on the other.
    if (s->is == CLAIMED && (s->read || w->arms || s->claim.guards <= w->guard_count))
        return false;
    const vyi_ref *kids = vyi_kid_list(w->p, store);
    for (uint32_t i = 0; i < w->p->buffers.at[store->x].rank; i++)
        if (!vyi_is_regular(w->p, w->let, kids[i], &budget, &varying))
            return false;
    return varying;
}

static void claim(struct walk *w, vyi_ref store)
{
    const struct vyi_node *n = vyi_at(w->p, store);
    if (!may_claim(w, n))
        return;
    w->state = (struct state){.is = CLAIMED,
                              .own = true,
                              .open = w->loop_count,
                              .number = w->claims++,
                              .barriers = w->barriers,
                              .claim = {.store = store,
                                        .loops = (uint8_t)w->loop_count,
                                        .guards = (uint8_t)w->guard_count}};
    memcpy(w->state.claim.loop, w->loops, w->loop_count * sizeof *w->loops);
    memcpy(w->state.claim.guard, w->guards, w->guard_count * sizeof *w->guards);
}

static bool same_element(const vy_program *p, vyi_ref store, const vyi_ref *indices)
{
    const struct vyi_node *n = vyi_at(p, store);
    bool same = indices;
    for (uint32_t i = 0; same && i < p->buffers.at[n->x].rank; i++)
        same = vyi_same_tree(p, p->extra.at[n->list + i], indices[i]);
    return same;
}

/// Something looks at the buffer; `indices` NULL: at more than one element.
static void look(struct walk *w, const vyi_ref *indices)
{
    struct state *s = &w->state;
    if (s->is == CLAIMED) {
        s->read = true;
        if (s->own && same_element(w->p, s->claim.store, indices))
            return;
        bool wait = w->p->buffers.at[w->buffer].atomic || w->ordered;
        if (!s->open && (!wait || w->barriers > s->barriers))
            return;
    }
    s->is = SPOILT;
}

/// What a node itself does with the buffer; a store that does not read is a claim instead.
static void look_at_all(struct walk *w, const struct vyi_node *n)
{
    struct vyi_access at[2];
    for (uint32_t i = vyi_accesses(w->p, n, at); i-- > 0;)
        if (at[i].buffer == w->buffer)
            look(w, at[i].rank ? at[i].index : NULL);
}

// ---- expressions ----
static void expr(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    for (VYI_KIDS(kid, w->p, n))
        if (kid->i)
            expr(w, *kid);
    look_at_all(w, n);
}

/// The values of a statement, but for its blocks.
static void values(struct walk *w, const struct vyi_node *n)
{
    for (VYI_KIDS(kid, w->p, n))
        if (kid->i && vyi_at(w->p, *kid)->op != VYI_OP_SEQ)
            expr(w, *kid);
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
    uint32_t mark = w->claims, barriers = w->barriers, guards = w->guard_count;
    struct state *s = &w->state;
    open_scope(w, vyi_at(w->p, r));
    w->loops[w->loop_count++] = r;
    stmt(w, body);
    w->loop_count--;
    w->barriers = barriers;
    w->guard_count = guards;
    if (close_scope(w) || !turns)
        drop_since(s, mark);
    bool dealt = vyi_at(w->p, r)->op == VYI_OP_EACH;
    if (claimed_since(s, mark) && (dealt || !w->loop_count)) {
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

/// Whether an expression in the loops of one claim is another in those of another: their indices
/// stand for each other.
static bool alike(const struct walk *w, const struct vyi_overwrite *a, vyi_ref at_a,
                  const struct vyi_overwrite *b, vyi_ref at_b)
{
    const vy_program *p = w->p;
    const struct vyi_node *x = vyi_at(p, at_a), *y = vyi_at(p, at_b);
    for (uint32_t i = 0; x->op == VYI_OP_LOCAL && i < a->loops; i++)
        if (vyi_at(p, a->loop[i])->x == x->x)
            return y->op == VYI_OP_LOCAL && vyi_at(p, b->loop[i])->x == y->x;
    if (vyi_op_info(x->op)->kind != VYI_KIND_OP)
        return vyi_same_tree(p, at_a, at_b);
    const vyi_ref *xs, *ys;
    uint32_t count = vyi_kids(p, x, &xs);
    bool same = x->op == y->op && x->type == y->type && vyi_kids(p, y, &ys) == count;
    for (uint32_t i = 0; same && i < count; i++)
        same = alike(w, a, xs[i], b, ys[i]);
    return same;
}

/// Whether two claims store the same elements, in loops with the same bounds.
static bool alike_claims(const struct walk *w, const struct vyi_overwrite *a,
                         const struct vyi_overwrite *b)
{
    const struct vyi_node *x = vyi_at(w->p, a->store), *y = vyi_at(w->p, b->store);
    bool same = a->loops == b->loops && a->guards == w->guard_count && a->guards == b->guards;
    for (uint32_t i = 0; same && i < a->loops; i++) {
        const struct vyi_node *m = vyi_at(w->p, a->loop[i]), *n = vyi_at(w->p, b->loop[i]);
        const vyi_ref *from = vyi_kid_list(w->p, m), *to = vyi_kid_list(w->p, n);
        same = m == n ||
               (m->op == VYI_OP_FOR && n->op == VYI_OP_FOR && from[2].i == 0 && to[2].i == 0 &&
                vyi_same_tree(w->p, from[0], to[0]) && vyi_same_tree(w->p, from[1], to[1]));
    }
    for (uint32_t i = 0; same && i < w->p->buffers.at[x->x].rank; i++)
        same = alike(w, a, w->p->extra.at[x->list + i], b, w->p->extra.at[y->list + i]);
    return same;
}

/// The state behind two sides of a branch, whose claims are those since `mark`: one that both make
/// holds.
static struct state join(const struct walk *w, struct state a, struct state b, uint32_t mark)
{
    bool both = claimed_since(&a, mark) && claimed_since(&b, mark);
    if (a.is == SPOILT || (claimed_since(&a, mark) && a.read)) // a read relies on what may not hold
        b.is = SPOILT;
    else if (both && alike_claims(w, &a.claim, &b.claim))
        b.number = a.number;
    else
        drop_since(&b, mark);
    b.read |= b.is == CLAIMED && a.is == CLAIMED && a.read;
    return b;
}

/// Whether both sides of a branch store the same elements, as where a whole tile is stored without
/// checks and a part of one with them. Else nothing has happened.
static bool either(struct walk *w, const struct vyi_node *n)
{
    struct state before = w->state, one;
    uint32_t mark = w->claims;
    arm(w, n->kid[1]);
    one = w->state;
    w->state = before;
    arm(w, n->kid[2]);
    if (claimed_since(&one, mark) && claimed_since(&w->state, mark) && !one.read &&
        !w->state.read && alike_claims(w, &one.claim, &w->state.claim))
        return true;
    w->state = before;
    return false;
}

/// Claims under a condition that may turn out to leave nothing out hold, with the condition noted.
static void guarded(struct walk *w, const struct vyi_node *n)
{
    w->guards[w->guard_count++] = (struct vyi_guard){n->kid[0], false};
    arm(w, n->kid[1]);
    w->guard_count--;
    uint32_t mark = w->claims;
    arm(w, n->kid[2]);
    drop_since(&w->state, mark);
}

static void branch(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t budget = 64, mark = w->claims;
    bool guard = w->guard_count < VYI_OVERWRITE_GUARDS && is_guard(w, n->kid[0], &budget);
    expr(w, n->kid[0]);
    if (guard && !n->kid[2].i && !w->arms && !w->loop_count && is_return(w->p, n->kid[1])) {
        w->guards[w->guard_count++] = (struct vyi_guard){n->kid[0], true};
        return;
    }
    bool two = n->kid[2].i && !vyi_else_if(w->p, n->kid[2]).i;
    if (guard && two && !w->arms && either(w, n)) // once: inner branches would double the work each
        return;
    if (guard && !vyi_else_if(w->p, n->kid[2]).i) {
        guarded(w, n);
        return;
    }
    struct state before = w->state, all;
    arm(w, n->kid[1]);
    all = w->state;
    for (vyi_ref link = r; link.i;) {
        vyi_ref other = n->kid[2]; // none: some take no side
        link = vyi_else_if(w->p, other);
        w->state = before;
        if (link.i) {
            n = vyi_at(w->p, link);
            expr(w, n->kid[0]);
            before = w->state;
        }
        arm(w, link.i ? n->kid[1] : other);
        all = join(w, all, w->state, mark);
    }
    w->state = all;
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

// ---- rows that are appended ----
// `b[atomic_add(found[0], 1)] = v`, or a let and the store behind it, which nothing else touches.
// What breaks the naive version, which looks for such a store: another add to the counter, whose
// row nobody stores; a branch or an exit between the add and the store.

/// The add of an element to a counter, where that is all that is done with the counter but for
/// loads, and the store, where it is all that is done with the rows.
struct appending {
    vyi_ref add, store;
};

static bool is_one_more(const vy_program *p, const struct vyi_node *n)
{
    const vyi_ref *kids = vyi_kid_list(p, n);
    const struct vyi_node *at = vyi_at(p, kids[0]), *by = vyi_at(p, kids[1]);
    return n->op == VYI_OP_ATOMIC_RMW && n->aux2 == VYI_RMW_ADD && at->op == VYI_OP_LITERAL &&
           !vyi_literal_bits(at) && by->op == VYI_OP_LITERAL && vyi_literal_bits(by) == 1;
}

static bool find_appending(const vy_program *p, uint32_t buffer, struct appending *a)
{
    const uint32_t counter = p->buffers.at[buffer].count - 1;
    struct vyi_access at[2];
    *a = (struct appending){0};
    for (VYI_VISIT(v, p, p->body))
        for (uint32_t i = vyi_accesses(p, v->n, at); i-- > 0;) {
            const bool adds = at[i].buffer == counter && at[i].how & VYI_WRITES;
            vyi_ref *found = adds ? &a->add : &a->store;
            if (!adds && at[i].buffer != buffer)
                continue;
            if (found->i || (adds ? !is_one_more(p, v->n) : v->n->op != VYI_OP_STORE || v->n->aux2))
                return false;
            *found = v->ref;
        }
    return a->add.i && a->store.i;
}

/// Whether a block stores at the let of the add, with nothing but lets and stores between.
static bool stores_behind(const vy_program *p, const struct vyi_node *seq,
                          const struct appending *a, vyi_ref index)
{
    const struct vyi_node *local = vyi_at(p, index), *n;
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, seq, &kids);
    bool counted = false;
    for (uint32_t i = 0; i < count; i++) {
        n = vyi_at(p, kids[i]);
        if (n->op == VYI_OP_DEFINE && n->kid[0].i == a->add.i)
            counted = local->op == VYI_OP_LOCAL && local->x == n->x &&
                      p->locals.at[n->x].kind == VYI_LOCAL_LET;
        else if (n->op != VYI_OP_DEFINE && n->op != VYI_OP_STORE)
            counted = false;
        if (counted && kids[i].i == a->store.i)
            return true;
    }
    return false;
}

static bool is_appended(const vy_program *p, uint32_t buffer)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    struct appending a;
    if (!b->count || b->role != VY_ROLE_OUT || b->rank != 1 ||
        p->buffers.at[b->count - 1].role != VY_ROLE_OUT || p->buffers.at[b->count - 1].rank != 1 ||
        !find_appending(p, buffer, &a))
        return false;
    const vyi_ref index = vyi_kid_list(p, vyi_at(p, a.store))[0];
    bool appended = index.i == a.add.i;
    for (VYI_VISIT(v, p, p->body))
        appended |= v->n->op == VYI_OP_SEQ && stores_behind(p, v->n, &a, index);
    return appended;
}

// ---- all of it ----
vy_status vyi_overwrites_find(const vy_program *p, struct vyi_overwrites *found)
{
    vy_context *c = p->context;
    struct vyi_access at[2];
    bool ordered = false, good = true;
    *found = (struct vyi_overwrites){0};
    if (p->service)
        return VY_OK; // the host looks on while it runs
    found->of = vyi_arena_alloc(c, &found->arena, (p->buffers.count + 1ul) * sizeof *found->of);
    found->let = vyi_arena_alloc(c, &found->arena, (p->locals.count + 1ul) * sizeof *found->let);
    found->appended = vyi_arena_alloc(c, &found->arena, p->buffers.count + 1ul);
    if (!found->of || !found->let || !found->appended)
        return VY_ERROR_MEMORY;
    for (VYI_VISIT(v, p, p->body)) {
        // what can make one invocation wait for another, other than barriers
        ordered |= v->n->op == VYI_OP_FENCE ||
                   (vyi_accesses(p, v->n, at) == 1 && at[0].order != VYI_ORDER_RELAXED);
        if (v->n->op == VYI_OP_DEFINE && p->locals.at[v->n->x].kind == VYI_LOCAL_LET)
            found->let[v->n->x] = v->n->kid[0];
    }
    for (uint32_t i = 0, walks = 0; good && i < p->buffers.count && walks < MOST_BUFFERS; i++) {
        struct walk w = {.p = p, .let = found->let, .buffer = i, .ordered = ordered};
        uint32_t role = p->buffers.at[i].role;
        found->appended[i] = is_appended(p, i);
        if (role != VY_ROLE_OUT && role != VY_ROLE_SCRATCH)
            continue;
        walks++;
        w.scope_count = 1;
        w.blocked = NEVER;
        stmt(&w, p->body);
        if (w.state.is != CLAIMED)
            continue;
        found->of[i] = found->list.count + 1;
        good = vyi_vec_push(c, &found->list, w.state.claim);
    }
    return good ? VY_OK : VY_ERROR_MEMORY;
}

void vyi_overwrites_free(const vy_program *p, struct vyi_overwrites *found)
{
    vyi_arena_free(p->context, &found->arena);
    vyi_vec_free(p->context, &found->list);
    *found = (struct vyi_overwrites){0};
}
