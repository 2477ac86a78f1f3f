// Whether a store that every run comes to reaches every element of its buffer, now that all sizes
// are numbers.
//
// Each index of the store is read as a sum of digits, base + c * d + … with d in 0 .. n - 1: ids
// and indices of the loops around it. Every combination of digits occurs, so an axis is covered
// where its base is 0 and its digits, the smallest c first, leave no gap; and the buffer is where
// no digit stands in two axes. So y[wid.x * 4096 + r * 64 + lid.x] covers what it should, for any
// sizes that fit. All stays below 2^31: nothing wraps, nothing is negative, whatever the types.
//
// What breaks the naive version: a digit in two axes (a diagonal), gid.x beside lid.x or lane (one
// follows from the other), lanes where subgroups are not full, ids in an `each` (an element is
// dealt to one invocation alone), a loop without turns whose index the store does not use, a grid
// of 0.
#include "facts/overwrite.h"

#include "ir/sem.h"

enum { MOST_DIGITS = 8, MOST_LOOPS = 16, MOST_STEPS = 512, MOST_DEPTH = 64 };
#define MOST_VALUE ((uint64_t)1 << 31)
#define LOOP_NAME 0x1000u

struct digit {
    uint32_t name; ///< of an id: its number in the node; of a loop: its local + LOOP_NAME
    uint64_t count, scale;
};
struct form {
    uint64_t base;
    uint32_t digits;
    struct digit digit[MOST_DIGITS];
};

struct reach {
    const vy_program *p;
    const vyi_ref *let;
    const struct vyi_launch *launch;
    uint32_t steps, depth;
    bool each; ///< inside of one
    uint32_t loops;
    struct {
        uint32_t local;
        uint64_t first, count, step;
    } loop[MOST_LOOPS];
};

// ---- sums of digits ----
static bool read_form(struct reach *c, vyi_ref r, struct form *f);

static bool is_number(struct reach *c, vyi_ref r, uint64_t *value)
{
    struct form f;
    if (!read_form(c, r, &f) || f.digits)
        return false;
    *value = f.base;
    return true;
}

static bool add_digit(struct form *f, uint32_t name, uint64_t count, uint64_t scale)
{
    for (uint32_t i = 0; i < f->digits; i++)
        if (f->digit[i].name == name)
            return (f->digit[i].scale += scale) < MOST_VALUE;
    if (f->digits == MOST_DIGITS || count > MOST_VALUE || scale >= MOST_VALUE)
        return false;
    f->digit[f->digits++] = (struct digit){name, count, scale};
    return true;
}

static bool read_id(struct reach *c, uint32_t x, struct form *f)
{
    const struct vyi_launch *l = c->launch;
    uint32_t axis = x % 4, volume = l->workgroup[0] * l->workgroup[1] * l->workgroup[2];
    switch (x / 4) {
    case VYI_ID_GID:
        return !c->each && add_digit(f, x, (uint64_t)l->groups[axis] * l->workgroup[axis], 1);
    case VYI_ID_WID: return !c->each && add_digit(f, x, l->groups[axis], 1);
    case VYI_ID_LID: return !c->each && add_digit(f, x, l->workgroup[axis], 1);
    case VYI_ID_LANE: // every subgroup has all lanes, or the two depend on each other
        return !c->each && volume % VYI_SUBGROUP == 0 && add_digit(f, x, VYI_SUBGROUP, 1);
    case VYI_ID_SUBGROUP:
        return !c->each && volume % VYI_SUBGROUP == 0 && add_digit(f, x, volume / VYI_SUBGROUP, 1);
    default: return false;
    }
}

static bool read_local(struct reach *c, uint32_t local, struct form *f)
{
    for (uint32_t i = 0; i < c->loops; i++)
        if (c->loop[i].local == local) {
            f->base = c->loop[i].first;
            return add_digit(f, LOOP_NAME + local, c->loop[i].count, c->loop[i].step);
        }
    return c->let[local].i && read_form(c, c->let[local], f);
}

static bool scale(struct form *f, uint64_t by)
{
    f->base *= by; // both below 2^31
    for (uint32_t i = 0; i < f->digits; i++)
        if ((f->digit[i].scale *= by) >= MOST_VALUE)
            return false;
    return true;
}

/// A pure op: of numbers a number, as the program would compute it; of digits a sum or a multiple.
static bool read_op(struct reach *c, const struct vyi_node *n, struct form *f)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    uint8_t type = vyi_at(c->p, n->kid[0])->type;
    vyi_sem_fn fn = vyi_sem(n->op, type);
    struct form b = {0};
    if (!fn || info->arity > 2 || !read_form(c, n->kid[0], f) ||
        (info->arity == 2 && !read_form(c, n->kid[1], &b)))
        return false;
    if (!f->digits && !b.digits) {
        f->base = fn(f->base, info->rule == VYI_RULE_SHIFT ? vyi_sem_count(b.base) : b.base, 0);
        return true;
    }
    if (n->op == VYI_OP_ADD) {
        bool fits = true;
        f->base += b.base;
        for (uint32_t i = 0; fits && i < b.digits; i++)
            fits = add_digit(f, b.digit[i].name, b.digit[i].count, b.digit[i].scale);
        return fits;
    }
    if (n->op != VYI_OP_MUL || (f->digits && b.digits))
        return false;
    uint64_t by = f->digits ? b.base : f->base;
    if (!f->digits)
        *f = b;
    return scale(f, by);
}

static bool read_form(struct reach *c, vyi_ref r, struct form *f)
{
    const struct vyi_node *n = vyi_at(c->p, r);
    bool known = true;
    *f = (struct form){0};
    if (c->steps++ > MOST_STEPS || c->depth > MOST_DEPTH ||
        !(vyi_type_class(n->type) & VYI_CLASS_INT))
        return false;
    if (vyi_launch_leaf(c->launch, n, &f->base))
        return f->base < MOST_VALUE;
    c->depth++;
    switch (n->op) {
    case VYI_OP_ID: known = read_id(c, n->x, f); break;
    case VYI_OP_LOCAL: known = read_local(c, n->x, f); break;
    case VYI_OP_CAST: known = read_form(c, n->kid[0], f); break;
    default: known = vyi_op_info(n->op)->kind == VYI_KIND_OP && read_op(c, n, f);
    }
    c->depth--;
    return known && f->base < MOST_VALUE;
}

bool vyi_launch_number(const vy_program *p, const vyi_ref *let, const struct vyi_launch *launch,
                       vyi_ref r, uint64_t *value)
{
    struct reach c = {.p = p, .let = let, .launch = launch};
    return is_number(&c, r, value);
}

// ---- loops ----
/// One range; false where its bounds are not known or it has no turn.
static bool enter(struct reach *c, uint32_t local, const vyi_ref *bounds, vyi_ref step)
{
    uint64_t first, end, by = 1;
    if (c->loops == MOST_LOOPS || !is_number(c, bounds[0], &first) ||
        !is_number(c, bounds[1], &end) || end <= first || (step.i && !is_number(c, step, &by)))
        return false;
    c->loop[c->loops].local = local;
    c->loop[c->loops].first = first;
    c->loop[c->loops].step = by;
    c->loop[c->loops++].count = by ? (end - first + by - 1) / by : 1;
    return true;
}

static bool enter_loop(struct reach *c, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(c->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(c->p, n, &kids);
    bool fits = true;
    switch (n->op) {
    case VYI_OP_FOR: return enter(c, n->x, kids, kids[2]);
    case VYI_OP_EACH:
        for (uint32_t i = 0; fits && i < count / 2; i++)
            fits = enter(c, n->x + i, kids + 2 * i, (vyi_ref){0});
        c->each = true;
        return fits;
    default: // a fixpoint runs once at least, but how often it runs is not known
        fits = enter(c, n->x, kids, (vyi_ref){0});
        c->loops -= fits;
        return fits;
    }
}

// ---- whether the digits leave a gap ----
static bool same_form(const struct form *a, const struct form *b)
{
    bool same = a->base == b->base && a->digits == b->digits;
    for (uint32_t i = 0; same && i < a->digits; i++) {
        uint32_t k = 0;
        while (k < b->digits && b->digit[k].name != a->digit[i].name)
            k++;
        same = k < b->digits && b->digit[k].scale == a->digit[i].scale;
    }
    return same;
}

/// Whether an expression is one of the indices, and a limit lies past the end of that axis.
static bool stops_at_end(struct reach *c, vyi_ref what, vyi_ref at, const struct form *index,
                         const uint64_t *size, uint32_t rank)
{
    struct form f;
    uint64_t limit;
    if (!read_form(c, what, &f) || !is_number(c, at, &limit))
        return false;
    for (uint32_t i = 0; i < rank; i++)
        if (same_form(&f, &index[i]) && limit >= size[i])
            return true;
    return false;
}

/// Whether only those are left out whose index lies past the end anyway.
static bool is_harmless(struct reach *c, struct vyi_guard g, const struct form *index,
                        const uint64_t *size, uint32_t rank)
{
    const struct vyi_node *n = vyi_at(c->p, g.when);
    const struct vyi_guard left = {n->kid[0], g.unless}, right = {n->kid[1], g.unless};
    if (c->steps++ > MOST_STEPS)
        return false;
    switch (n->op) {
    case VYI_OP_LOCAL: g.when = c->let[n->x]; return is_harmless(c, g, index, size, rank);
    case VYI_OP_LNOT:
        return is_harmless(c, (struct vyi_guard){n->kid[0], !g.unless}, index, size, rank);
    case VYI_OP_LAND:
    case VYI_OP_LOR:
        return is_harmless(c, left, index, size, rank) && is_harmless(c, right, index, size, rank);
    case VYI_OP_LT: return !g.unless && stops_at_end(c, n->kid[0], n->kid[1], index, size, rank);
    case VYI_OP_GT: return !g.unless && stops_at_end(c, n->kid[1], n->kid[0], index, size, rank);
    case VYI_OP_GE: return g.unless && stops_at_end(c, n->kid[0], n->kid[1], index, size, rank);
    case VYI_OP_LE: return g.unless && stops_at_end(c, n->kid[1], n->kid[0], index, size, rank);
    default: return false;
    }
}

/// Whether the sum takes every value below `size`.
static bool fills(const struct form *f, uint64_t size)
{
    bool used[MOST_DIGITS] = {false};
    uint64_t span = 1; // all values below it are taken
    if (f->base)
        return false;
    for (uint32_t i = 0; i < f->digits; i++) {
        uint32_t least = MOST_DIGITS;
        for (uint32_t k = 0; k < f->digits; k++)
            if (!used[k] && (least == MOST_DIGITS || f->digit[k].scale < f->digit[least].scale))
                least = k;
        const struct digit *d = &f->digit[least];
        used[least] = true;
        if (!d->count || d->scale > span)
            return false;
        span += d->scale * (d->count - 1); // below 2^62 + 2^31
        if (span > MOST_VALUE)
            return false;
    }
    return span >= size;
}

/// Whether one of two digits tells something about the other.
static bool are_related(uint32_t a, uint32_t b)
{
    if (a == b || a >= LOOP_NAME || b >= LOOP_NAME)
        return a == b;
    bool a_inside = a / 4 == VYI_ID_LANE || a / 4 == VYI_ID_SUBGROUP;
    bool b_inside = b / 4 == VYI_ID_LANE || b / 4 == VYI_ID_SUBGROUP;
    if (a_inside || b_inside) // which lids and gids they go with depends on the workgroup
        return !(a_inside && b_inside) && a / 4 != VYI_ID_WID && b / 4 != VYI_ID_WID;
    return a % 4 == b % 4 && (a / 4 == VYI_ID_GID || b / 4 == VYI_ID_GID);
}

static bool are_independent(const struct form *forms, uint32_t rank)
{
    uint32_t all[VYI_MAX_RANK * MOST_DIGITS], count = 0;
    for (uint32_t i = 0; i < rank; i++)
        for (uint32_t k = 0; k < forms[i].digits; k++) {
            for (uint32_t j = 0; j < count; j++)
                if (are_related(all[j], forms[i].digit[k].name))
                    return false;
            all[count++] = forms[i].digit[k].name;
        }
    return true;
}

bool vyi_overwritten(const vy_program *p, const struct vyi_overwrites *found,
                     const struct vyi_launch *launch, uint32_t buffer)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    const uint64_t *size = launch->extents[buffer].size;
    struct reach c = {.p = p, .let = found->let, .launch = launch};
    struct form index[VYI_MAX_RANK];
    if (!found->of || !found->of[buffer] || !launch->invocations)
        return false;
    const struct vyi_overwrite *o = &found->list.at[found->of[buffer] - 1];
    for (uint32_t i = 0; i < o->loops; i++)
        if (!enter_loop(&c, o->loop[i]))
            return false;
    const vyi_ref *kids = vyi_kid_list(p, vyi_at(p, o->store));
    for (uint32_t i = 0; i < b->rank; i++)
        if (!read_form(&c, kids[i], &index[i]) || !fills(&index[i], size[i]))
            return false;
    if (!are_independent(index, b->rank))
        return false;
    for (uint32_t i = 0; i < o->guards; i++)
        if (!is_harmless(&c, o->guard[i], index, size, b->rank))
            return false;
    return true;
}
