// Whether a segment may deal the indices of its `each` statements in any way: a thread that runs
// through neighbours is faster than one that follows the language, which gives every invocation
// every n-th index.
//
// The result must not depend on it. Invocations differ by ids, by variables of their own, and by
// the order of what one of them does to memory: so what is written is touched in one way only.
// Either each element by one index only (b[i], c[j, i]), of the same ranges everywhere in the
// segment; or by one commutative operation whose old value is not used; or rows are appended to
// outputs that are bags of rows. Planes of a buffer count as two buffers where one index is even
// and the other odd, as in b[1 - k % 2, i] = b[k % 2, i + 1].
//
// The naive version lets everything pass that holds no ids, and breaks `b[me] = x` before
// `each i { b[i] += y }`, which needs no barrier, and tables that a workgroup keeps in shared
// memory. The naive version of planes compares indices that change meanwhile: k, and lets that took
// their value before k changed.
#include "facts/bounds.h"
#include "facts/effects.h"
#include "plan/phases.h"
#include "plan/work.h"

/// What a segment does with the even or the odd planes of a buffer.
struct use {
    bool inside, outside, writes;
    bool other;     ///< inside: more than commutative operations
    bool scattered; ///< inside: an element may be touched by several indices
    uint32_t folds; ///< bits by op
    uint8_t axis[VYI_MAX_RANK];
    bool has_axis;
};

/// Whether an integer is odd: `odd`, or the other way round where a local is.
struct parity {
    uint32_t local; ///< + 1; 0: none
    uint32_t steps; ///< that were taken to find out
    bool odd;
};
enum { MOST_STEPS = 32 };
enum plane { EVEN, ODD, BOTH };
/// The axis on which a buffer's planes lie, by the first access that has one.
struct planes {
    bool known;
    uint8_t axis;
    uint32_t local; ///< as in struct parity, the same for all of them
};

struct deal {
    const struct vyi_phases *f;
    const struct vyi_node *first; ///< `each` of the segment
    struct use (*uses)[2];        ///< by buffer and parity of the plane
    struct planes *planes;        ///< by buffer
    vyi_ref *let;                 ///< by local: the value of a let of the segment
    bool *changes;                ///< by local: other than such a let, and assigned in the segment
    bool *inside;                 ///< by local: given its first value inside
    const vyi_ref *list;
    uint32_t count;
    bool looped, several, free;
};

// ---- ranges ----
static uint32_t ranges_of(const vy_program *p, const struct vyi_node *n, const vyi_ref **kids)
{
    return (vyi_kids(p, n, kids) - 1) / 2;
}

/// Whether a bound is the same whenever the segment comes to it, and for all invocations.
static bool is_fixed(struct deal *d, vyi_ref bound)
{
    const vy_program *p = d->f->p;
    for (VYI_VISIT(v, p, bound)) {
        bool again = v->n->op == VYI_OP_LOCAL && (d->several || d->looped);
        if (d->f->levels->node[v->ref.i] != VYI_UNIFORM_GRID)
            return false;
        for (uint32_t i = 0; again && i < d->count; i++)
            if (vyi_assigns_local(p, d->list[i], v->n->x))
                return false;
    }
    return true;
}

static void look_at_ranges(struct deal *d, const struct vyi_node *n)
{
    const vy_program *p = d->f->p;
    const vyi_ref *kids, *others;
    uint32_t count = ranges_of(p, n, &kids);
    for (uint32_t i = 0; i < 2 * count; i++)
        d->free &= is_fixed(d, kids[i]);
    if (!d->first)
        d->first = n;
    d->free &= ranges_of(p, d->first, &others) == count;
    for (uint32_t i = 0; d->free && i < 2 * count; i++)
        d->free &= n == d->first || vyi_same_tree(p, kids[i], others[i]);
}

// ---- bags of rows ----
/// An add to the counter.
static bool adds_rows(const struct vyi_node *n, uint32_t counter)
{
    return n->op == VYI_OP_ATOMIC_RMW && n->x == counter && n->aux2 == VYI_RMW_ADD;
}

/// Whether the program does nothing with a counter and its outputs but append rows: `row[k] = x`,
/// where k is an add to the counter or a let of one, which is read for nothing else.
static bool only_appends(const vy_program *p, uint32_t counter, bool *let)
{
    uint32_t adds = 0, places = 0, reads = 0, read_places = 0;
    for (VYI_VISIT(v, p, p->body)) {
        struct vyi_access at[2];
        const struct vyi_node *n = v->n;
        const vyi_ref *kids;
        for (uint32_t i = vyi_accesses(p, n, at); i-- > 0;) {
            const struct vyi_node *place = NULL;
            if (at[i].buffer == counter && !adds_rows(n, counter))
                return false;
            if (p->buffers.at[at[i].buffer].count != counter + 1)
                continue;
            if (vyi_kids(p, n, &kids))
                place = vyi_at(p, kids[0]);
            if (n->op != VYI_OP_STORE || n->aux2 || p->buffers.at[n->x].atomic ||
                (!adds_rows(place, counter) && !(place->op == VYI_OP_LOCAL && let[place->x])))
                return false;
            places += place->op != VYI_OP_LOCAL;
            read_places += place->op == VYI_OP_LOCAL;
        }
        adds += adds_rows(n, counter);
        bool define = n->op == VYI_OP_DEFINE && p->locals.at[n->x].kind == VYI_LOCAL_LET;
        if (define && adds_rows(vyi_at(p, n->kid[0]), counter)) {
            let[n->x] = true;
            places++;
        }
        reads += n->op == VYI_OP_LOCAL && let[n->x]; // its let precedes it
    }
    return adds == places && reads == read_places;
}

/// A counter of rows, or an output that it counts, where nobody sees the order of rows.
static bool is_bag(struct deal *d, uint32_t buffer)
{
    const vy_program *p = d->f->p;
    uint32_t counter = p->buffers.at[buffer].count ? p->buffers.at[buffer].count - 1 : buffer;
    bool counted = vyi_is_counter(p, counter), *let = NULL;
    let = counted ? vyi_calloc(p->context, p->locals.count + 1, sizeof *let) : NULL;
    bool is = let && only_appends(p, counter, let);
    vyi_free(p->context, let, let ? (p->locals.count + 1) * sizeof *let : 0);
    return is;
}

// ---- planes ----
/// Adds an expression that has one value for all invocations, as long as the segment runs; false:
/// it is none. A sum that wraps keeps its parity.
static bool add_parity(struct deal *d, vyi_ref r, struct parity *to)
{
    const struct vyi_node *n = vyi_at(d->f->p, r);
    if (to->steps++ > MOST_STEPS || !(vyi_type_class(n->type) & VYI_CLASS_INT) ||
        d->f->levels->node[r.i] != VYI_UNIFORM_GRID)
        return false;
    switch (n->op) {
    case VYI_OP_LITERAL: to->odd ^= vyi_literal_bits(n) & 1; return true;
    case VYI_OP_LOCAL:
        if (d->let[n->x].i)
            return add_parity(d, d->let[n->x], to);
        if (d->changes[n->x] || (to->local && to->local != n->x + 1))
            return false;
        to->local = to->local ? 0 : n->x + 1;
        return true;
    case VYI_OP_CAST: return add_parity(d, n->kid[0], to);
    case VYI_OP_ADD:
    case VYI_OP_SUB:
    case VYI_OP_XOR: return add_parity(d, n->kid[0], to) && add_parity(d, n->kid[1], to);
    case VYI_OP_REM:
    case VYI_OP_AND: {
        const struct vyi_node *by = vyi_at(d->f->p, n->kid[1]);
        bool odd = by->op == VYI_OP_LITERAL && vyi_literal_bits(by) & 1;
        bool even = by->op == VYI_OP_LITERAL && vyi_literal_bits(by) && !odd;
        return (n->op == VYI_OP_REM ? even : odd) && add_parity(d, n->kid[0], to);
    }
    default: return false;
    }
}

/// On which planes of a buffer an access is.
static enum plane plane_of(struct deal *d, const struct vyi_access *at)
{
    struct planes *planes = &d->planes[at->buffer];
    struct parity found;
    if (d->f->p->buffers.at[at->buffer].role == VY_ROLE_SHARED)
        return BOTH;
    for (uint8_t i = 0; !planes->known && i < at->rank; i++) {
        found = (struct parity){0};
        if (add_parity(d, at->index[i], &found))
            *planes = (struct planes){true, i, found.local};
    }
    found = (struct parity){0};
    // What has no index, as u32_at() has none, is on both.
    bool known =
        planes->known && planes->axis < at->rank && add_parity(d, at->index[planes->axis], &found);
    return known && found.local == planes->local ? (enum plane)found.odd : BOTH;
}

// ---- memory ----
/// Which axes the indices of the each stand on by themselves; false: not all of them do.
static bool own_axes(const vy_program *p, const struct vyi_node *each, const vyi_ref *index,
                     uint32_t rank, uint8_t *axis)
{
    const vyi_ref *kids;
    uint32_t count = ranges_of(p, each, &kids);
    for (uint32_t k = 0; k < count; k++) {
        axis[k] = UINT8_MAX;
        for (uint32_t a = 0; a < rank && axis[k] == UINT8_MAX; a++)
            if (vyi_is_local(p, index[a], each->x + k))
                axis[k] = (uint8_t)a;
        if (axis[k] == UINT8_MAX)
            return false;
    }
    return true;
}

static uint8_t fold_of(uint8_t op)
{
    static const uint8_t folds[] = {VYI_OP_ADD, VYI_OP_AND, VYI_OP_OR,
                                    VYI_OP_XOR, VYI_OP_MIN, VYI_OP_MAX};
    op = op == VYI_OP_SUB ? VYI_OP_ADD : op;
    return op && memchr(folds, op, sizeof folds) ? op : 0;
}

/// One access. `fold`: the op, where it is commutative and the old value is not used.
static void note(const struct deal *d, struct use *u, const struct vyi_node *each,
                 const struct vyi_access *at, uint8_t fold)
{
    uint8_t axis[VYI_MAX_RANK] = {0};
    u->writes |= (at->how & VYI_WRITES) != 0;
    if (!each) {
        u->outside = true;
        return;
    }
    u->inside = true;
    u->other |= !fold;
    u->folds |= fold ? UINT32_C(1) << fold : 0; // their numbers are small
    bool own = own_axes(d->f->p, each, at->index, at->rank, axis);
    u->scattered |= !own || (u->has_axis && memcmp(u->axis, axis, sizeof axis));
    memcpy(u->axis, axis, sizeof axis);
    u->has_axis = true;
}

static void look_at_memory(struct deal *d, const struct vyi_node *each, const struct vyi_node *n,
                           bool unused)
{
    const vy_program *p = d->f->p;
    struct vyi_access at[2];
    uint32_t count = vyi_accesses(p, n, at);
    uint8_t fold = 0;
    if (n->op == VYI_OP_STORE && p->buffers.at[n->x].atomic)
        fold = fold_of((uint8_t)n->aux2);
    else if (n->op == VYI_OP_ATOMIC_RMW && unused)
        fold = fold_of(vyi_rmw_op(n->aux2));
    each = n->op == VYI_OP_ASYNC_COPY ? NULL : each;
    for (uint32_t i = 0; i < count; i++) {
        if (at[i].how & VYI_WRITES && is_bag(d, at[i].buffer))
            continue;
        enum plane plane = each ? plane_of(d, &at[i]) : BOTH;
        for (unsigned side = EVEN; side < BOTH; side++)
            if (plane == BOTH || plane == side)
                note(d, &d->uses[at[i].buffer][side], each, &at[i], fold);
        d->free &= !each || at[i].order == VYI_ORDER_RELAXED;
    }
}

// ---- sums of the invocations' own ----
/// `sum = sum + x`: the op, 0 where it is not that. Float sums depend on their order.
static uint8_t adds_to(const vy_program *p, const struct vyi_node *set)
{
    const struct vyi_node *n = vyi_at(p, set->kid[0]);
    uint8_t op = vyi_op_info(n->op)->kind == VYI_KIND_OP ? fold_of(n->op) : 0;
    if (op == VYI_OP_ADD && vyi_type_class(n->type) == VYI_CLASS_FLOAT)
        return 0;
    bool first = op && vyi_is_local(p, n->kid[0], set->x);
    return first || (op && n->op != VYI_OP_SUB && vyi_is_local(p, n->kid[1], set->x)) ? op : 0;
}

/// A variable that is only ever added to, and of which nothing but the sum over the whole grid is
/// read: then it does not matter which invocation added what.
static bool is_sum(const vy_program *p, uint32_t local)
{
    uint32_t reads = 0, adds = 0;
    uint8_t op = 0;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        bool sum = n->op == VYI_OP_REDUCE && n->n == VYI_SCOPE_GRID;
        reads += n->op == VYI_OP_LOCAL && n->x == local;
        sum = sum && vyi_is_local(p, n->kid[0], local);
        bool add = n->op == VYI_OP_SET && n->x == local;
        if (!sum && !add)
            continue;
        uint8_t own = sum ? (uint8_t)n->x : adds_to(p, n);
        if (!own || (op && op != own))
            return false;
        op = own;
        adds += add;
        reads--;
    }
    return adds && !reads;
}

// ---- locals and ids ----
/// A node inside of an each: nothing that differs between invocations.
static void look_inside(struct deal *d, const struct vyi_node *n)
{
    const vy_program *p = d->f->p;
    bool local = vyi_op_info(n->op)->imm == VYI_IMM_LOCAL;
    if (n->op == VYI_OP_DEFINE || n->op == VYI_OP_ARRAY || n->op == VYI_OP_FOR)
        d->inside[n->x] = true;
    else if (n->op == VYI_OP_SET || n->op == VYI_OP_SET_ARRAY)
        d->free &= d->inside[n->x] || (n->op == VYI_OP_SET && is_sum(p, n->x));
    else if (local)
        d->free &= d->inside[n->x] || is_sum(p, n->x) ||
                   (d->f->levels->local[n->x] == VYI_UNIFORM_GRID &&
                    p->locals.at[n->x].kind != VYI_LOCAL_ARRAY);
    if (n->op == VYI_OP_ID)
        d->free &= vyi_id_info(n->x / 4)->uniform == VYI_UNIFORM_GRID;
    if (n->op == VYI_OP_ASSERT || n->op == VYI_OP_RETURN || n->op == VYI_OP_CLOCK)
        d->free = false;
}

static void look(struct deal *d, const struct vyi_node *each, vyi_ref r, bool unused)
{
    const vy_program *p = d->f->p;
    while (r.i && d->free) {
        const struct vyi_node *n = vyi_at(p, r);
        const vyi_ref *kids;
        uint32_t count = vyi_kids(p, n, &kids), k = 0;
        bool loop = (vyi_op_info(n->op)->flags & VYI_FLAG_LOOP) && !each, looped = d->looped;
        d->looped |= loop;
        if (n->op == VYI_OP_EACH) {
            look_at_ranges(d, n);
            for (uint32_t a = 0; a < (count - 1) / 2; a++)
                d->inside[n->x + a] = true;
            each = n; // all invocations evaluate its bounds, which are the same
        } else if (each) {
            look_inside(d, n);
        }
        look_at_memory(d, each, n, unused);
        for (; k + 1 < count; k++)
            look(d, each, kids[k], false);
        if (loop) { // what stands after it is in no loop
            look(d, each, kids[k], false);
            d->looped = looped;
            return;
        }
        unused = n->op == VYI_OP_EVAL;
        r = k < count ? kids[k] : (vyi_ref){0};
    }
}

// ---- tables of workgroups ----
/// An index that is the same function of an invocation's place in every workgroup.
static bool is_local_index(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    return n->op == VYI_OP_LITERAL || (n->op == VYI_OP_ID && n->x / 4 == VYI_ID_LID);
}

/// `all[lid.x] += table[lid.x]`, as a statement of the body's own.
static bool hands_in(const vy_program *p, vyi_ref r, uint32_t table, uint8_t op)
{
    const struct vyi_node *n = vyi_at(p, r), *value;
    const vyi_ref *kids;
    if (n->op != VYI_OP_STORE || !p->buffers.at[n->x].atomic ||
        p->buffers.at[n->x].role == VY_ROLE_SHARED || n->x == table ||
        fold_of((uint8_t)n->aux2) != op)
        return false;
    uint32_t count = vyi_kids(p, n, &kids);
    value = vyi_at(p, kids[count - 1]);
    if (value->op != VYI_OP_LOAD || value->x != table)
        return false;
    bool local = true;
    for (uint32_t i = 0; i + 1 < count; i++)
        local &= is_local_index(p, kids[i]);
    for (VYI_KIDS(index, p, value))
        local &= is_local_index(p, *index);
    return local;
}

/// A table in shared memory into which the workgroups count, and of which nothing but the sum over
/// all of them is read: then it does not matter which of them counted what.
static bool is_counted(struct deal *d, uint32_t buffer)
{
    const vy_program *p = d->f->p;
    const struct vyi_node *body = vyi_at(p, p->body);
    const vyi_ref *list = p->extra.at + body->list;
    const struct use *u = &d->uses[buffer][EVEN]; // as of the odd ones: see plane_of
    uint8_t op = 0;
    if (u->other || !u->folds || u->folds & (u->folds - 1))
        return false;
    while (!(u->folds >> op & 1))
        op++;
    for (uint32_t i = 0; i < body->x; i++) {
        bool here = list + i >= d->list && list + i < d->list + d->count;
        bool seen =
            here && vyi_at(p, list[i])->op == VYI_OP_EACH; // and found to do nothing but count
        if (!seen && vyi_mentions(p, list[i], buffer) && !hands_in(p, list[i], buffer, op))
            return false;
    }
    return true;
}

static bool is_hidden(struct deal *d, uint32_t buffer)
{
    const struct vyi_buffer *b = &d->f->p->buffers.at[buffer];
    const struct use *u = d->uses[buffer];
    bool hidden = true;
    if ((!u[0].inside && !u[1].inside) || !vyi_role_info(b->role)->writable)
        return true;
    if (b->role == VY_ROLE_SHARED)
        return is_counted(d, buffer);
    for (unsigned side = EVEN; side < BOTH; side++, u++)
        hidden &= !u->inside || !u->writes ||
                  (!u->outside && (!u->scattered || (!u->other && !(u->folds & (u->folds - 1)))));
    return hidden;
}

static void find_assigned(struct deal *d, vyi_ref root)
{
    const vy_program *p = d->f->p;
    for (VYI_VISIT_STMTS(v, p, root)) {
        bool let = v->n->op == VYI_OP_DEFINE && p->locals.at[v->n->x].kind == VYI_LOCAL_LET;
        if (let)
            d->let[v->n->x] = v->n->kid[0];
        for (uint32_t i = vyi_assigned_count(v->n); !let && i-- > 0;)
            d->changes[vyi_assigned(v->n, i)] = true;
    }
}

bool vyi_plan_deals(const struct vyi_phases *f, const struct vyi_phase *segment)
{
    const vy_program *p = f->p;
    vy_context *c = p->context;
    struct deal d = {
        .f = f, .list = vyi_phase_list(f, segment), .count = segment->count, .free = true};
    const size_t buffers = (size_t)p->buffers.count + 1, locals = (size_t)p->locals.count + 1;
    struct vyi_arena arena = {0};
    uint32_t found = 0;
    for (uint32_t i = 0; i < d.count; i++)
        for (VYI_VISIT_STMTS(v, p, d.list[i]))
            found += v->n->op == VYI_OP_EACH;
    if (!found || f->returns)
        return false;
    d.several = found > 1;
    d.uses = vyi_arena_alloc(c, &arena, buffers * sizeof *d.uses);
    d.planes = vyi_arena_alloc(c, &arena, buffers * sizeof *d.planes);
    d.let = vyi_arena_alloc(c, &arena, locals * sizeof *d.let);
    d.changes = vyi_arena_alloc(c, &arena, locals);
    d.inside = vyi_arena_alloc(c, &arena, locals);
    d.free = d.uses && d.planes && d.let && d.changes && d.inside;
    for (uint32_t i = 0; i < d.count && d.free; i++)
        find_assigned(&d, d.list[i]);
    for (uint32_t i = 0; i < d.count && d.free; i++)
        look(&d, NULL, d.list[i], false);
    if (segment->collective.i && d.free)
        look(&d, NULL, vyi_at(p, segment->collective)->kid[0], false);
    for (uint32_t i = 0; i < p->buffers.count && d.free; i++)
        d.free = is_hidden(&d, i);
    vyi_arena_free(c, &arena);
    return d.free;
}
