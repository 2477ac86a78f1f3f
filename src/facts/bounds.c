// Value ranges and the guards that imply them: one walk in the order of the text, with a stack of
// what holds where it stands.
//
// Inside `if i < n` and in loops up to n, i is below n; after `if i >= n { return }` too. An index
// needs no check where its range lies below the size, or where it is shown to be at most the size
// less one by rules over the trees of both (at_most() below).
//
// What breaks the naive version:
//  - variables, which may have changed since: a condition says something of a variable until the
//    next assignment to it, and nothing of that variable in the value of an earlier let;
//  - sums and products that wrap, which are smaller than they look: good for an upper bound of an
//    index, bad for one of a size; differences that wrap are larger;
//  - consts and sizes are computed once a launch in u64 and refused where they wrap: the same
//    expression in the body may have another value;
//  - `x % len(b)` is 0 where the buffer is empty, and not below its length.
#include "facts/effects.h"
#include "facts/facts.h"
#include "ir/verify.h"

enum {
    MOST_DEPTH = 10,  ///< of trees
    MOST_GUARDS = 24, ///< looked at, the innermost first
    MOST_STEPS = 600  ///< of one proof
};

/// `what` is at most `bound` - slack; no bound: it is at least `least`.
struct guard {
    vyi_ref what; ///< none: a local
    uint32_t local;
    vyi_ref bound;
    int64_t slack, least;
    vyi_ref why;
    bool loop, lanes_only;
    bool past; ///< variables in it may have other values now
};

/// What a proof used.
struct used {
    vyi_ref why;
    bool loop, lanes_only;
};

struct walk {
    const vy_program *p;
    const vyi_ref *let;
    struct vyi_bounds *out;
    const uint32_t *workgroup;
    bool *local_lanes_only; ///< by local: its range needs an invocation that is there
    VYI_VEC(struct guard) guards;
    struct used used;
    uint32_t steps;
    bool past; ///< what is looked at was computed earlier, from variables as they were
    bool failed;
};

// ---- trees ----
static bool same_tree(const vy_program *p, vyi_ref a, vyi_ref b, unsigned depth)
{
    const struct vyi_node *x = vyi_at(p, a), *y = vyi_at(p, b);
    const vyi_ref *xs, *ys;
    if (a.i == b.i && vyi_op_info(x->op)->kind == VYI_KIND_OP)
        y = x; // its kids may still be variables
    if (x->op != y->op || x->x != y->x || depth > MOST_DEPTH)
        return false;
    switch (x->op) {
    case VYI_OP_LITERAL: return vyi_literal_bits(x) == vyi_literal_bits(y);
    case VYI_OP_LOCAL: return vyi_local_fixed(p, x->x);
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_ID: return true;
    case VYI_OP_LEN: return x->n == y->n;
    case VYI_OP_CAST: return x->type == y->type && same_tree(p, x->kid[0], y->kid[0], depth + 1);
    default: break;
    }
    // Of one type: a launch expression is computed in u64 and checked, the body's may wrap.
    if (vyi_op_info(x->op)->kind != VYI_KIND_OP || x->type != y->type)
        return false;
    uint32_t count = vyi_kids(p, x, &xs);
    vyi_kids(p, y, &ys);
    for (uint32_t i = 0; i < count; i++)
        if (!same_tree(p, xs[i], ys[i], depth + 1))
            return false;
    return true;
}

bool vyi_same_tree(const vy_program *p, vyi_ref a, vyi_ref b)
{
    return same_tree(p, a, b, 0);
}

static bool is_unsigned(uint8_t type)
{
    return vyi_type_class(type) == VYI_CLASS_UINT;
}

/// What a const or a let stands for, as far as it can be followed.
static vyi_ref resolved(const struct walk *w, vyi_ref r)
{
    for (unsigned i = 0; i < MOST_DEPTH; i++) {
        const struct vyi_node *n = vyi_at(w->p, r);
        if (n->op == VYI_OP_CONST)
            r = w->p->consts.at[n->x].value;
        else if (n->op == VYI_OP_LOCAL && w->let[n->x].i)
            r = w->let[n->x];
        else
            break;
    }
    return r;
}

static bool is_variable(const vy_program *p, const struct vyi_node *n)
{
    return n->op == VYI_OP_LOCAL && !vyi_local_fixed(p, n->x);
}

/// Whether a guard is about an expression.
static bool is_about(const struct walk *w, const struct guard *g, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    if (is_variable(w->p, n)) {
        const struct vyi_node *what = vyi_at(w->p, g->what);
        return g->what.i && !g->past && !w->past && what->op == VYI_OP_LOCAL && what->x == n->x;
    }
    return g->what.i ? same_tree(w->p, g->what, r, 0) : n->op == VYI_OP_LOCAL && n->x == g->local;
}

static uint32_t oldest(const struct walk *w)
{
    return w->guards.count > MOST_GUARDS ? w->guards.count - MOST_GUARDS : 0;
}

static void use(struct walk *w, const struct guard *g)
{
    w->used.why = g->why;
    w->used.loop = g->loop;
    w->used.lanes_only |= g->lanes_only;
}

// ---- ranges ----
static struct vyi_range range_at(struct walk *w, vyi_ref r, unsigned depth);

static struct vyi_range range_of_id(const struct walk *w, uint32_t x)
{
    const uint32_t *size = w->workgroup;
    int64_t volume = (int64_t)size[0] * size[1] * size[2];
    switch (x / 4) {
    case VYI_ID_LID: return (struct vyi_range){0, (int64_t)size[x % 4] - 1};
    case VYI_ID_LANE: return (struct vyi_range){0, VYI_SUBGROUP - 1};
    case VYI_ID_SUBGROUP: return (struct vyi_range){0, (volume - 1) / VYI_SUBGROUP};
    default: return vyi_type_range(VY_TYPE_U32);
    }
}

static struct vyi_range range_of_literal(const struct vyi_node *n)
{
    uint64_t bits = vyi_literal_bits(n);
    int64_t v = n->type == VY_TYPE_I32 ? (int32_t)bits : (int64_t)bits;
    if (n->type == VY_TYPE_U64 && bits >= INT64_MAX)
        return (struct vyi_range){0, VYI_UNBOUNDED};
    return (struct vyi_range){v, v};
}

static struct vyi_range range_of_op(struct walk *w, vyi_ref r, const struct vyi_node *n,
                                    unsigned depth)
{
    struct vyi_range of[3], *at = of;
    bool wraps = false;
    for (VYI_KIDS(kid, w->p, n))
        *at++ = range_at(w, *kid, depth + 1);
    struct vyi_range result = vyi_range_op(n->op, n->type, of, &wraps);
    bool counted = n->op == VYI_OP_ADD || n->op == VYI_OP_MUL;
    if (!depth && counted && n->type == VY_TYPE_U32 && !wraps && !w->used.lanes_only)
        w->out->exact[r.i / 8] |= (uint8_t)(1u << r.i % 8);
    return result;
}

static struct vyi_range range_by_form(struct walk *w, vyi_ref r, unsigned depth)
{
    const vy_program *p = w->p;
    const struct vyi_node *n = vyi_at(p, r);
    switch (n->op) {
    case VYI_OP_LITERAL: return range_of_literal(n);
    case VYI_OP_LOCAL: w->used.lanes_only |= w->local_lanes_only[n->x]; return w->out->local[n->x];
    case VYI_OP_ID: return range_of_id(w, n->x);
    case VYI_OP_LOAD: return vyi_type_range(p->buffers.at[n->x].elem);
    case VYI_OP_CONST: {
        const struct vyi_node *value = vyi_at(p, p->consts.at[n->x].value);
        return value->op == VYI_OP_LITERAL ? range_of_literal(value) : vyi_type_range(n->type);
    }
    case VYI_OP_CAST:
        return vyi_is_int(vyi_at(p, n->kid[0])->type)
                   ? vyi_range_cast(n->type, range_at(w, n->kid[0], depth + 1))
                   : vyi_type_range(n->type);
    case VYI_OP_SELECT:
        return vyi_range_join(range_at(w, n->kid[1], depth + 1), range_at(w, n->kid[2], depth + 1));
    default:
        return vyi_op_info(n->op)->kind == VYI_KIND_OP ? range_of_op(w, r, n, depth)
                                                       : vyi_type_range(n->type);
    }
}

/// The values of an integer expression where the walk stands.
static struct vyi_range range_at(struct walk *w, vyi_ref r, unsigned depth)
{
    uint8_t type = vyi_at(w->p, r)->type;
    if (!vyi_is_int(type) || depth > MOST_DEPTH || w->steps++ > MOST_STEPS)
        return vyi_type_range(type);
    struct vyi_range range = range_by_form(w, r, depth);
    for (uint32_t i = w->guards.count; i-- > oldest(w);) {
        const struct guard g = w->guards.at[i];
        if (!is_about(w, &g, r))
            continue;
        const bool past = w->past;
        w->past |= g.past;
        struct vyi_range by = {g.bound.i ? range.lo : g.least, range.hi};
        struct vyi_range bound = g.bound.i ? range_at(w, g.bound, depth + 1) : range;
        w->past = past;
        if (g.bound.i && bound.hi != VYI_UNBOUNDED && bound.hi > INT64_MIN / 2)
            by.hi = bound.hi - g.slack;
        struct vyi_range less = vyi_range_meet(range, by);
        if (less.lo != range.lo || less.hi != range.hi)
            use(w, &g);
        range = less;
    }
    return range;
}

static struct vyi_range range_of(struct walk *w, vyi_ref r)
{
    w->steps = 0;
    w->used = (struct used){0};
    return range_at(w, r, 0);
}

// ---- proofs ----
/// What an expression is held against: an expression, the length of an axis, or both where the
/// length is declared.
struct limit {
    vyi_ref tree;    ///< none: no expression
    uint32_t buffer; ///< + 1; 0: no length
    uint32_t axis;
    bool launch; ///< a launch expression: computed without wrapping
};

static bool at_most(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth);

/// An alternative: it leaves no trace where it fails.
static bool attempt(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth)
{
    struct used before = w->used;
    if (at_most(w, r, l, d, depth))
        return true;
    w->used = before;
    return false;
}

/// The same of what was computed earlier, if `past`.
static bool attempt_past(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth,
                         bool past)
{
    const bool before = w->past;
    w->past |= past;
    bool good = attempt(w, r, l, d, depth);
    w->past = before;
    return good;
}

static struct limit of_tree(vyi_ref tree, bool launch)
{
    return (struct limit){.tree = tree, .launch = launch};
}

/// A number that is added, taken away or divided by.
static bool has_literal(const struct walk *w, const struct vyi_node *n, int64_t *number)
{
    if (vyi_op_info(n->op)->arity != 2 || vyi_at(w->p, n->kid[1])->op != VYI_OP_LITERAL)
        return false;
    uint64_t bits = vyi_literal_bits(vyi_at(w->p, n->kid[1]));
    *number = (int64_t)bits;
    return bits < INT32_MAX;
}

/// Whether an expression is not zero, since something is below it.
static bool is_positive(struct walk *w, vyi_ref r, unsigned depth)
{
    if (range_at(w, r, depth).lo > 0)
        return true;
    for (uint32_t i = w->guards.count; i-- > oldest(w);) {
        const struct guard *g = &w->guards.at[i];
        if (g->bound.i && g->slack > 0 &&
            (same_tree(w->p, g->bound, r, 0) ||
             same_tree(w->p, resolved(w, g->bound), resolved(w, r), 0))) {
            w->used.lanes_only |= g->lanes_only;
            return true;
        }
    }
    return false;
}

/// Whether a - b does not wrap: b is at most a.
static bool keeps_sign(struct walk *w, vyi_ref a, vyi_ref b, unsigned depth)
{
    struct vyi_range x = range_at(w, a, depth), y = range_at(w, b, depth);
    if (y.hi != VYI_UNBOUNDED && x.lo >= y.hi)
        return true;
    if (y.lo == 1 && y.hi == 1)
        return is_positive(w, a, depth);
    return attempt(w, b, of_tree(a, false), 0, depth);
}

/// A sum: one operand is at most the limit less all that the other may be.
static bool by_sum(struct walk *w, const vyi_ref *k, struct limit l, int64_t d, unsigned depth)
{
    for (unsigned i = 0; i < 2; i++) {
        int64_t most = range_at(w, k[!i], depth).hi;
        if (most < INT32_MAX && attempt(w, k[i], l, d - most, depth))
            return true;
    }
    return false;
}

/// By the form of an expression. A sum or product that wraps is smaller than without, so both count
/// as if they did not.
static bool by_form(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *k = n->kid;
    switch (n->op) {
    case VYI_OP_CAST: // to fewer bits: smaller
        return is_unsigned(vyi_at(w->p, k[0])->type) && attempt(w, k[0], l, d, depth);
    case VYI_OP_ADD: return by_sum(w, k, l, d, depth);
    case VYI_OP_SUB: {
        int64_t least = range_at(w, k[1], depth).lo;
        return keeps_sign(w, k[0], k[1], depth) &&
               attempt(w, k[0], l, d + (least < INT32_MAX ? least : 0), depth);
    }
    case VYI_OP_MIN:
    case VYI_OP_AND: return attempt(w, k[0], l, d, depth) || attempt(w, k[1], l, d, depth);
    case VYI_OP_MAX: return attempt(w, k[0], l, d, depth) && attempt(w, k[1], l, d, depth);
    case VYI_OP_CLAMP: return attempt(w, k[2], l, d, depth);
    case VYI_OP_SELECT: return attempt(w, k[1], l, d, depth) && attempt(w, k[2], l, d, depth);
    case VYI_OP_REM:
        return (is_positive(w, k[1], depth) && attempt(w, k[1], l, d + 1, depth)) ||
               attempt(w, k[0], l, d, depth);
    case VYI_OP_DIV: return range_at(w, k[1], depth).lo > 0 && attempt(w, k[0], l, d, depth);
    case VYI_OP_SHR: return attempt(w, k[0], l, d, depth);
    default: return false;
    }
}

/// By what a const is computed from, once a launch: a difference never wraps there.
static bool by_const(struct walk *w, vyi_ref value, struct limit l, int64_t d, unsigned depth)
{
    const struct vyi_node *n = vyi_at(w->p, value);
    int64_t number;
    if (attempt(w, value, l, d, depth))
        return true;
    return n->op == VYI_OP_SUB && has_literal(w, n, &number) &&
           attempt(w, n->kid[0], l, d + number, depth);
}

/// By what is known about an expression where the walk stands.
static bool by_guards(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth)
{
    for (uint32_t i = w->guards.count; i-- > oldest(w);) {
        const struct guard g = w->guards.at[i];
        if (!g.bound.i || !is_about(w, &g, r) ||
            !attempt_past(w, g.bound, l, d + g.slack, depth, g.past))
            continue;
        use(w, &g);
        return true;
    }
    return false;
}

/// By what the limit is at least.
static bool by_limit(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth)
{
    const struct vyi_node *s = vyi_at(w->p, l.tree);
    int64_t number;
    switch (l.tree.i ? s->op : VYI_OP_LITERAL) {
    case VYI_OP_CONST: return attempt(w, r, of_tree(w->p->consts.at[s->x].value, true), d, depth);
    case VYI_OP_LOCAL:
        return w->let[s->x].i &&
               attempt_past(w, r, of_tree(w->let[s->x], l.launch), d, depth, true);
    case VYI_OP_LEN: {
        uint32_t axis = s->n ? s->n - 1u : 0;
        bool one_axis = s->n || w->p->buffers.at[s->x].rank == 1;
        vyi_ref size = w->p->buffers.at[s->x].size[axis];
        return l.launch && one_axis && size.i && attempt(w, r, of_tree(size, true), d, depth);
    }
    case VYI_OP_SUB: // one that wraps is larger still
        return has_literal(w, s, &number) &&
               attempt(w, r, of_tree(s->kid[0], l.launch), d - number, depth);
    case VYI_OP_ADD:
        return l.launch && has_literal(w, s, &number) &&
               attempt(w, r, of_tree(s->kid[0], true), d + number, depth);
    case VYI_OP_MAX:
        return attempt(w, r, of_tree(s->kid[0], l.launch), d, depth) ||
               attempt(w, r, of_tree(s->kid[1], l.launch), d, depth);
    default: return false;
    }
}

/// Whether an unsigned expression is at most the limit + d.
static bool at_most(struct walk *w, vyi_ref r, struct limit l, int64_t d, unsigned depth)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    if (++depth > MOST_DEPTH || w->steps++ > MOST_STEPS)
        return false;
    bool length = l.buffer && n->op == VYI_OP_LEN && n->x == l.buffer - 1 &&
                  (n->n == l.axis + 1 || (!n->n && w->p->buffers.at[n->x].rank == 1));
    if (d >= 0 && (length || (l.tree.i && same_tree(w->p, r, l.tree, 0))))
        return true;
    if (!is_unsigned(n->type))
        return false;
    struct used before = w->used;
    int64_t most = range_at(w, r, depth).hi, least = l.tree.i ? range_at(w, l.tree, depth).lo : 0;
    if (most < INT64_MAX / 2 && least < INT64_MAX / 2 && most <= least + d)
        return true;
    w->used = before;
    if (by_guards(w, r, l, d, depth))
        return true;
    if (n->op == VYI_OP_CONST && by_const(w, w->p->consts.at[n->x].value, l, d, depth))
        return true;
    if (n->op == VYI_OP_LOCAL && w->let[n->x].i && attempt_past(w, w->let[n->x], l, d, depth, true))
        return true;
    if (n->op == VYI_OP_LEN && (n->n || w->p->buffers.at[n->x].rank == 1)) {
        vyi_ref size = w->p->buffers.at[n->x].size[n->n ? n->n - 1 : 0];
        if (size.i && by_const(w, size, l, d, depth))
            return true;
    }
    return by_form(w, r, l, d, depth) || by_limit(w, r, l, d, depth);
}

// ---- indices ----
static void record(struct walk *w, vyi_ref access, vyi_ref index, uint32_t axis, enum vyi_proof how,
                   struct vyi_range range)
{
    struct vyi_bound b = {.access = access, .index = index, .axis = axis, .range = range};
    b.proof =
        (uint8_t)(how && w->used.why.i ? (w->used.loop ? VYI_PROVEN_LOOP : VYI_PROVEN_GUARD) : how);
    b.lanes_only = how && w->used.lanes_only;
    b.why = how ? w->used.why : (vyi_ref){0};
    if (!vyi_vec_push(w->p->context, &w->out->list, b))
        w->failed = true;
    else
        w->out->of[index.i] = w->out->list.count;
}

static bool is_below(struct vyi_range range, uint64_t count)
{
    return range.lo >= 0 && range.hi != VYI_UNBOUNDED && (uint64_t)range.hi < count;
}

/// An index of a local array or a table.
static void prove_below(struct walk *w, vyi_ref access, vyi_ref index, uint64_t count)
{
    struct vyi_range range = range_of(w, index);
    record(w, access, index, 0, is_below(range, count) ? VYI_PROVEN_RANGE : VYI_CHECKED, range);
}

static void prove(struct walk *w, vyi_ref access, vyi_ref index, uint32_t buffer, uint32_t axis)
{
    struct limit l = {w->p->buffers.at[buffer].size[axis], buffer + 1, axis, true};
    struct vyi_range range = range_of(w, index);
    vyi_ref size = l.tree.i ? resolved(w, l.tree) : l.tree;
    if (size.i && vyi_at(w->p, size)->op == VYI_OP_LITERAL &&
        is_below(range, vyi_literal_bits(vyi_at(w->p, size)))) {
        record(w, access, index, axis, VYI_PROVEN_RANGE, range);
        return;
    }
    w->steps = 0;
    w->used = (struct used){0};
    bool good = is_unsigned(vyi_at(w->p, index)->type) && at_most(w, index, l, -1, 0);
    record(w, access, index, axis, good ? VYI_PROVEN_LENGTHS : VYI_CHECKED, range);
}

// ---- guards ----
static void learn(struct walk *w, struct guard g)
{
    if (!vyi_vec_push(w->p->context, &w->guards, g))
        w->failed = true;
}

/// a + slack <= b holds.
static void learn_order(struct walk *w, vyi_ref a, vyi_ref b, int64_t slack, struct guard like)
{
    w->steps = 0;
    const bool past = w->past;
    w->past |= like.past;
    struct vyi_range low = range_at(w, a, 0), high = range_at(w, b, 0);
    w->past = past;
    like.what = a;
    like.bound = b;
    like.slack = slack;
    if (is_unsigned(vyi_at(w->p, a)->type) || high.hi != VYI_UNBOUNDED) // else for ranges alone
        learn(w, like);
    like.what = b;
    like.bound = (vyi_ref){0};
    like.least = low.lo > INT64_MIN / 2 ? low.lo + slack : low.lo;
    if (low.lo != VYI_UNBOUNDED)
        learn(w, like);
}

/// a is not b: more than the least it could be, where that is b.
static void learn_differs(struct walk *w, vyi_ref a, vyi_ref b, struct guard like)
{
    w->steps = 0;
    const bool past = w->past;
    w->past |= like.past;
    struct vyi_range least = range_at(w, a, 0), other = range_at(w, b, 0);
    w->past = past;
    if (!vyi_range_is_one(other) || other.lo != least.lo || least.lo >= INT32_MAX)
        return;
    like.what = a;
    like.least = least.lo + 1;
    learn(w, like);
}

/// A condition holds, or does not, from here on.
static void assume(struct walk *w, vyi_ref r, bool holds, struct guard like, unsigned depth)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *k = n->kid;
    if (depth > MOST_DEPTH)
        return;
    switch (n->op) {
    case VYI_OP_LNOT: assume(w, k[0], !holds, like, depth + 1); return;
    case VYI_OP_LAND:
    case VYI_OP_AND:
    case VYI_OP_LOR:
    case VYI_OP_OR:
        if (holds == (n->op == VYI_OP_LAND || n->op == VYI_OP_AND)) {
            assume(w, k[0], holds, like, depth + 1);
            assume(w, k[1], holds, like, depth + 1);
        }
        return;
    case VYI_OP_LOCAL: // let ok = i < n
        like.past = true;
        if (w->let[n->x].i)
            assume(w, w->let[n->x], holds, like, depth + 1);
        return;
    default: break;
    }
    const bool strict = n->op == VYI_OP_LT || n->op == VYI_OP_GT;
    const bool above = n->op == VYI_OP_GT || n->op == VYI_OP_GE;
    if (vyi_op_info(n->op)->rule != VYI_RULE_COMPARE || !vyi_is_int(vyi_at(w->p, k[0])->type))
        return;
    if (n->op != VYI_OP_EQ && n->op != VYI_OP_NE) {
        const bool back = above == holds; // b is the lesser one
        learn_order(w, k[back], k[!back], strict == holds, like);
    } else if (holds == (n->op == VYI_OP_EQ)) {
        learn_order(w, k[0], k[1], 0, like);
        learn_order(w, k[1], k[0], 0, like);
    } else {
        learn_differs(w, k[0], k[1], like);
    }
}

/// Of a variable that is assigned to what was found before holds no longer.
static void forget(struct walk *w, uint32_t local)
{
    if (vyi_local_fixed(w->p, local))
        return;
    for (uint32_t i = 0; i < w->guards.count; i++) {
        struct guard *g = &w->guards.at[i];
        const vyi_ref both[] = {g->what, g->bound};
        for (unsigned k = 0; k < 2 && !g->past; k++)
            for (VYI_VISIT(v, w->p, both[k]))
                g->past |= v->n->op == VYI_OP_LOCAL && v->n->x == local;
    }
}

/// Of all that statements assign to; whether there is any.
static bool forget_all(struct walk *w, vyi_ref root)
{
    bool any = false;
    for (VYI_VISIT_STMTS(v, w->p, root))
        for (uint32_t i = vyi_assigned_count(v->n); i-- > 0;) {
            forget(w, vyi_assigned(v->n, i));
            any |= !vyi_local_fixed(w->p, vyi_assigned(v->n, i));
        }
    return any;
}

/// `lanes_only`: invocations for which it does not hold may be run along, without effect.
static void assume_here(struct walk *w, vyi_ref condition, bool holds, bool lanes_only, bool past)
{
    struct guard like = {.why = condition, .lanes_only = lanes_only, .past = past};
    assume(w, condition, holds, like, 0);
}

/// The index of a loop from `from` until before `to`.
static void assume_index(struct walk *w, uint32_t local, vyi_ref from, vyi_ref to, vyi_ref loop)
{
    uint8_t type = w->p->locals.at[local].type;
    struct guard g = {
        .local = local, .bound = to, .slack = 1, .why = loop, .loop = true, .past = true};
    struct vyi_range low = range_of(w, from);
    bool lanes_only = w->used.lanes_only;
    struct vyi_range high = range_of(w, to);
    bool ends = high.hi != VYI_UNBOUNDED && high.hi > INT64_MIN;
    w->local_lanes_only[local] = lanes_only || w->used.lanes_only;
    w->out->local[local] = vyi_range_meet(
        vyi_type_range(type), (struct vyi_range){low.lo, ends ? high.hi - 1 : VYI_UNBOUNDED});
    learn(w, g);
}

// ---- expressions ----
static void expr(struct walk *w, vyi_ref r);

static void exprs(struct walk *w, const vyi_ref *kids, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i)
            expr(w, kids[i]);
}

/// The later operands of && || ?: where the first one is as it must be.
static void lazy(struct walk *w, const struct vyi_node *n)
{
    uint32_t mark = w->guards.count;
    expr(w, n->kid[0]);
    assume_here(w, n->kid[0], n->op != VYI_OP_LOR, true, false);
    expr(w, n->kid[1]);
    w->guards.count = mark;
    if (n->op != VYI_OP_SELECT)
        return;
    assume_here(w, n->kid[0], false, true, false);
    expr(w, n->kid[2]);
    w->guards.count = mark;
}

static void accesses(struct walk *w, vyi_ref r, const struct vyi_node *n)
{
    struct vyi_access at[2];
    const vy_program *p = w->p;
    if (n->op == VYI_OP_LOAD_ARRAY || n->op == VYI_OP_SET_ARRAY)
        prove_below(w, r, n->kid[0], p->locals.at[n->x].count);
    if (n->op == VYI_OP_LOAD_TABLE)
        prove_below(w, r, n->kid[0], p->tables.at[n->x].count);
    for (uint32_t i = vyi_accesses(p, n, at); i-- > 0;)
        for (uint32_t axis = 0; axis < at[i].rank; axis++)
            prove(w, r, at[i].index[axis], at[i].buffer, axis);
}

static void expr(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    if (vyi_op_info(n->op)->flags & VYI_FLAG_LAZY) {
        lazy(w, n);
        return;
    }
    exprs(w, vyi_kid_list(w->p, n), vyi_kid_count(n));
    accesses(w, r, n);
    if ((n->op == VYI_OP_ADD || n->op == VYI_OP_MUL) && n->type == VY_TYPE_U32)
        range_of(w, r); // notes whether it is exact
}

// ---- statements ----
static void stmt(struct walk *w, vyi_ref r);

static void seq(struct walk *w, vyi_ref r)
{
    uint32_t mark = w->guards.count;
    for (VYI_KIDS(kid, w->p, vyi_at(w->p, r)))
        stmt(w, *kid);
    w->guards.count = mark;
}

/// Whether no invocation reaches the end of a block.
static bool always_exits(const vy_program *p, vyi_ref seq_)
{
    const vyi_ref *kids;
    uint32_t count = seq_.i ? vyi_kids(p, vyi_at(p, seq_), &kids) : 0;
    return count && vyi_op_info(vyi_at(p, kids[count - 1])->op)->flags & VYI_FLAG_EXIT;
}

/// An if and the chain of else-ifs behind it. Whoever comes past a chain has found false all the
/// conditions at its beginning that lead to an exit.
static void branch(struct walk *w, vyi_ref r)
{
    uint32_t mark = w->guards.count;
    vyi_ref first = r, link = r;
    for (; link.i; link = vyi_else_if(w->p, vyi_at(w->p, r)->kid[2])) {
        const struct vyi_node *n = vyi_at(w->p, r = link);
        uint32_t here = w->guards.count;
        expr(w, n->kid[0]);
        assume_here(w, n->kid[0], true, false, false);
        seq(w, n->kid[1]);
        w->guards.count = here;
        assume_here(w, n->kid[0], false, true, false);
        if (n->kid[2].i && !vyi_else_if(w->p, n->kid[2]).i)
            seq(w, n->kid[2]);
    }
    w->guards.count = mark;
    const bool past = forget_all(w, first);
    for (link = first; link.i && always_exits(w->p, vyi_at(w->p, link)->kid[1]);
         link = vyi_else_if(w->p, vyi_at(w->p, link)->kid[2]))
        assume_here(w, vyi_at(w->p, link)->kid[0], false, true, past);
}

static void loop(struct walk *w, vyi_ref r, const vyi_ref *kids, uint32_t count)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    uint32_t mark = w->guards.count;
    forget_all(w, r);
    exprs(w, kids, count - 1);
    if (n->op == VYI_OP_WHILE)
        assume_here(w, kids[0], true, false, false);
    else if (n->op == VYI_OP_EACH)
        for (uint32_t i = 0; i < count / 2; i++)
            assume_index(w, n->x + i, kids[2 * i], kids[2 * i + 1], r);
    else if (n->op != VYI_OP_LOOP)
        assume_index(w, n->x, kids[0], kids[1], r);
    seq(w, kids[count - 1]);
    w->guards.count = mark;
}

static void stmt(struct walk *w, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(w->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(w->p, n, &kids);
    switch (n->op) {
    case VYI_OP_SEQ: seq(w, r); return;
    case VYI_OP_REGION:
    case VYI_OP_BLOCK: seq(w, kids[0]); return;
    case VYI_OP_IF: branch(w, r); return;
    case VYI_OP_FOR:
    case VYI_OP_EACH:
    case VYI_OP_FIXPOINT:
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: loop(w, r, kids, count); return;
    default: break;
    }
    exprs(w, kids, count);
    accesses(w, r, n);
    if (n->op == VYI_OP_DEFINE && w->p->locals.at[n->x].kind == VYI_LOCAL_LET) {
        w->out->local[n->x] = range_of(w, n->kid[0]);
        w->local_lanes_only[n->x] = w->used.lanes_only;
    } else if (n->op == VYI_OP_ASSERT) {
        assume_here(w, kids[0], true, true, false);
    }
    forget_all(w, r);
}

// ---- checks before a loop ----
/// The index that a pass of a loop adds to.
static uint32_t own_index(const vy_program *p, vyi_ref loop)
{
    const struct vyi_node *n = vyi_at(p, loop);
    return n->op == VYI_OP_EACH ? n->x + (vyi_kid_count(n) - 1) / 2 - 1 : n->x;
}

/// Whether a local has another value in another pass.
static bool changes(const vy_program *p, vyi_ref loop, uint32_t local)
{
    const uint32_t first = vyi_at(p, loop)->x;
    bool other = first <= local && local < own_index(p, loop);
    return !other && vyi_assigns_local(p, loop, local);
}

/// Whether an expression has one value throughout a loop: nothing in it changes there.
static bool is_invariant(const vy_program *p, vyi_ref loop, vyi_ref r)
{
    for (VYI_VISIT(v, p, r)) {
        const struct vyi_op_info *info = vyi_op_info(v->n->op);
        bool pure =
            info->kind == VYI_KIND_OP || info->form == VYI_FORM_LEAF || v->n->op == VYI_OP_CAST;
        if (!pure || info->flags & VYI_FLAG_READS ||
            (v->n->op == VYI_OP_LOCAL && changes(p, loop, v->n->x)))
            return false;
    }
    return true;
}

/// Whether a literal is taken from an index that is no less.
static bool takes_less(const struct vyi_facts *f, const struct vyi_node *n)
{
    const struct vyi_node *from = vyi_at(f->p, n->kid[0]), *by = vyi_at(f->p, n->kid[1]);
    return by->op == VYI_OP_LITERAL && from->op == VYI_OP_LOCAL &&
           f->p->locals.at[from->x].kind == VYI_LOCAL_INDEX && vyi_literal_bits(by) <= INT32_MAX &&
           f->bounds.local[from->x].lo >= (int64_t)vyi_literal_bits(by);
}

static bool add_affine(const struct vyi_facts *f, vyi_ref loop, vyi_ref r, uint64_t scale,
                       struct vyi_affine *a, unsigned depth)
{
    const vy_program *p = f->p;
    const struct vyi_node *n = vyi_at(p, r);
    if (!is_unsigned(n->type) || depth > MOST_DEPTH || scale > INT32_MAX)
        return false;
    if (n->op == VYI_OP_LITERAL)
        return vyi_literal_bits(n) <= UINT32_MAX &&
               (a->offset += scale * vyi_literal_bits(n), true);
    if (n->op == VYI_OP_LOCAL && n->x == own_index(p, loop))
        return (a->scale += scale) < INT32_MAX;
    if (n->op == VYI_OP_LOCAL && f->lets[n->x].i && vyi_assigns_local(p, loop, n->x))
        return add_affine(f, loop, f->lets[n->x], scale, a, depth + 1);
    if (n->op == VYI_OP_ADD)
        return add_affine(f, loop, n->kid[0], scale, a, depth + 1) &&
               add_affine(f, loop, n->kid[1], scale, a, depth + 1);
    if (n->op == VYI_OP_SUB && takes_less(f, n))
        return add_affine(f, loop, n->kid[0], scale, a, depth + 1) &&
               (a->offset -= scale * vyi_literal_bits(vyi_at(p, n->kid[1])), true);
    bool whole = scale == 1 && is_invariant(p, loop, r);
    for (unsigned i = 0; n->op == VYI_OP_MUL && !whole && i < 2; i++) {
        const struct vyi_node *by = vyi_at(p, n->kid[i]);
        if (by->op == VYI_OP_CONST)
            by = vyi_at(p, p->consts.at[by->x].value);
        if (by->op == VYI_OP_LITERAL && vyi_literal_bits(by) <= INT32_MAX)
            return add_affine(f, loop, n->kid[!i], scale * vyi_literal_bits(by), a, depth + 1);
    }
    if (!whole || a->terms == VYI_MOST_TERMS)
        return false;
    a->term[a->terms++] = r;
    return true;
}

bool vyi_bounds_affine(const struct vyi_facts *f, vyi_ref loop, vyi_ref index, struct vyi_affine *a)
{
    *a = (struct vyi_affine){0};
    return vyi_at(f->p, index)->type == VY_TYPE_U32 && add_affine(f, loop, index, 1, a, 0);
}

// ---- all of it ----
vy_status vyi_bounds_compute(struct vyi_facts *f)
{
    const vy_program *p = f->p;
    const size_t locals = (size_t)p->locals.count + 1, nodes = p->nodes.count;
    struct vyi_bounds *b = &f->bounds;
    struct walk w = {.p = p, .let = f->lets, .out = b, .workgroup = f->workgroup};
    b->of = vyi_arena_alloc(p->context, &f->arena, nodes * sizeof *b->of);
    b->exact = vyi_arena_alloc(p->context, &f->arena, nodes / 8 + 1);
    b->local = vyi_arena_alloc(p->context, &f->arena, locals * sizeof *b->local);
    w.local_lanes_only = vyi_arena_alloc(p->context, &f->arena, locals);
    w.failed = !b->of || !b->exact || !b->local || !w.local_lanes_only;
    for (uint32_t i = 0; !w.failed && i < p->locals.count; i++)
        b->local[i] = vyi_type_range(p->locals.at[i].type);
    if (!w.failed)
        seq(&w, p->body);
    vyi_vec_free(p->context, &w.guards);
    return w.failed ? VY_ERROR_MEMORY : VY_OK;
}
