// Loops of a phase: while, loop, loops that count, and `each`, a range dealt over the grid: the
// invocation with number g takes from + g, from + g + (all invocations), and so on.
#include "facts/effects.h"
#include "gen/spirv/serial.h"
#include "plan/work.h"

enum { FEW_PASSES = 64 }; ///< a loop of so few passes is not polled in

/// A value that changes from pass to pass.
struct step {
    uint32_t type, first; ///< the value of the first pass
    uint32_t now, next;   ///< ids
};

struct loop {
    struct construct c;
    uint32_t head, from, before;
    bool polls;
};

static struct step stepping(struct emit *e, uint32_t type, uint32_t first)
{
    return (struct step){type, first, spv_id(e->m), spv_id(e->m)};
}

/// Begins a loop; the code that follows decides whether there is a pass.
static void begin(struct emit *e, struct loop *l, const struct step *steps, uint32_t count)
{
    l->c = (struct construct){.loop = true};
    l->before = vyi_spirv_limit_begin(e);
    vyi_spirv_construct_begin(e, &l->c);
    l->from = e->block;
    l->head = spv_id(e->m);
    vyi_spirv_enter(e, l->head);
    for (uint32_t i = 0; i < count; i++)
        spv_set(e->m, steps[i].now, SPV_Phi, steps[i].type, steps[i].first, l->from, steps[i].next,
                l->c.next);
    INS(e, LoopMerge, l->c.merge, l->c.next, vyi_spirv_loop_control(e));
    vyi_spirv_enter(e, 0);
}

/// A pass where the condition holds; else the loop is over.
static void pass_if(struct emit *e, struct loop *l, uint32_t cond)
{
    uint32_t body = spv_id(e->m);
    if (!cond)
        return;
    INS(e, BranchConditional, cond, body, l->c.merge);
    vyi_spirv_enter(e, body);
}

/// The body; afterwards the next pass is prepared.
static void body(struct emit *e, struct loop *l, vyi_ref r)
{
    if (l->polls)
        vyi_spirv_poll(e, l->c.merge);
    vyi_spirv_sequence(e, r);
    vyi_spirv_construct_next(e, &l->c);
    vyi_spirv_limit_next(e, l->before);
}

static enum ends end(struct emit *e, struct loop *l)
{
    INS(e, Branch, l->head);
    vyi_spirv_construct_end(e, &l->c);
    return ON;
}

enum ends vyi_spirv_while(struct emit *e, vyi_ref condition, vyi_ref r)
{
    struct loop l = {.polls = true};
    begin(e, &l, NULL, 0);
    pass_if(e, &l, condition.i ? vyi_spirv_expr(e, condition) : 0);
    body(e, &l, r);
    return end(e, &l);
}

// ---- counted loops ----
static uint32_t less(struct emit *e, uint8_t type, uint32_t a, uint32_t b)
{
    return vyi_spirv_op2(e, VYI_OP_LT, type, a, b);
}

/// How many steps of one there are from a to b: 0 where b <= a.
static uint32_t distance(struct emit *e, uint8_t type, uint32_t a, uint32_t b)
{
    uint32_t t = vyi_spirv_type(e, type), more = less(e, type, a, b);
    uint32_t by = vyi_spirv_op2(e, VYI_OP_SUB, type, b, a);
    return INS(e, Select, t, more, by, vyi_spirv_number(e, type, 0));
}

/// A difference that saturates at 0.
static uint32_t less_by(struct emit *e, uint8_t type, uint32_t a, uint32_t b)
{
    uint32_t t = vyi_spirv_type(e, type), by = vyi_spirv_op2(e, VYI_OP_SUB, type, a, b);
    uint32_t more = vyi_spirv_op2(e, VYI_OP_GT, unsigned_of(type), a, b);
    return INS(e, Select, t, more, by, vyi_spirv_number(e, type, 0));
}

static uint32_t is_some(struct emit *e, uint8_t type, uint32_t v)
{
    return vyi_spirv_op2(e, VYI_OP_NE, type, v, vyi_spirv_number(e, type, 0));
}

/// The value of the next pass.
static void step_to(struct emit *e, const struct step *s, uint32_t v)
{
    spv_set(e->m, s->next, SPV_CopyObject, s->type, v);
}

static bool mentions_local(const struct emit *e, vyi_ref root, uint32_t local)
{
    for (VYI_VISIT(v, e->p, root))
        if (vyi_is_local(e->p, v->ref, local))
            return true;
    return false;
}

/// Whether an access has a constant index once its loop is straight code: then an element of an
/// array of the invocation is a register, and one of shared memory is found without arithmetic.
static bool has_constant(const struct emit *e, const struct vyi_node *n, uint32_t local)
{
    struct vyi_access at[2];
    bool constant = n->op == VYI_OP_LOAD_ARRAY || n->op == VYI_OP_SET_ARRAY;
    for (uint32_t i = vyi_accesses(e->p, n, at); i-- > 0;)
        for (uint32_t k = 0; k < at[i].rank && !constant; k++)
            constant = e->p->buffers.at[at[i].buffer].role == VY_ROLE_SHARED &&
                       mentions_local(e, at[i].index[k], local);
    return constant;
}

/// Whether a loop becomes straight code: where that gives accesses constant indices, which drivers
/// do not do by themselves for loops of this length. Of a few thousand statements they make code
/// for seconds, and with gigabytes. In the serial shape arrays are in memory all the same. A driver
/// that ends loops counts the passes of inner ones too, so that each loop less lets more programs
/// run.
static bool unrolls(const struct emit *e, vyi_ref r)
{
    bool gains = false;
    if (e->serial || !vyi_plan_unrolls(e->p, r))
        return false;
    if (e->machine->loop_limit)
        return true;
    for (VYI_VISIT(v, e->p, r))
        gains = gains || has_constant(e, v->n, vyi_at(e->p, r)->x);
    return gains;
}

static bool holds_loop(const struct emit *e, vyi_ref root)
{
    for (VYI_VISIT_STMTS(v, e->p, root))
        if (vyi_op_info(v->n->op)->flags & VYI_FLAG_LOOP && !unrolls(e, v->ref))
            return true;
    return false;
}

/// Whether passes are counted and polled in; few passes without a loop inside are not.
static bool polls(const struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids);
    return e->machine->loop_limit || vyi_plan_bound(e->p, n) > FEW_PASSES ||
           holds_loop(e, kids[count - 1]);
}

/// Steps of `step` (unsigned) through `left` numbers from `from` on.
static enum ends counted(struct emit *e, uint32_t local, uint32_t from, uint32_t left,
                         uint32_t step, vyi_ref r, bool polled)
{
    uint8_t type = e->p->locals.at[local].type;
    uint32_t t = vyi_spirv_type(e, type);
    struct step s[2] = {stepping(e, t, from), stepping(e, t, left)};
    struct loop l = {.polls = polled};
    begin(e, &l, s, 2);
    pass_if(e, &l, is_some(e, type, s[1].now));
    vyi_spirv_bind(e, local, s[0].now);
    body(e, &l, r);
    step_to(e, &s[0], vyi_spirv_op2(e, VYI_OP_ADD, type, s[0].now, step));
    step_to(e, &s[1], less_by(e, type, s[1].now, step));
    return end(e, &l);
}

/// A step; all ones where it is not positive: then the loop runs once.
static uint32_t step_of(struct emit *e, uint8_t type, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    uint32_t v = vyi_spirv_expr(e, r);
    if (n->op == VYI_OP_LITERAL && (int64_t)vyi_literal_bits(n) > 0 &&
        vyi_literal_bits(n) < INT32_MAX)
        return v;
    uint32_t good = less(e, type, vyi_spirv_number(e, type, 0), v);
    return INS(e, Select, vyi_spirv_type(e, type), good, v, vyi_spirv_number(e, type, UINT64_MAX));
}

/// Steps of one.
static enum ends by_one(struct emit *e, const struct vyi_node *n, uint32_t from, uint32_t to,
                        vyi_ref r)
{
    uint8_t type = e->p->locals.at[n->x].type;
    uint32_t t = vyi_spirv_type(e, type);
    struct step s = stepping(e, t, from);
    struct loop l = {.polls = polls(e, n)};
    begin(e, &l, &s, 1);
    pass_if(e, &l, less(e, type, s.now, to));
    vyi_spirv_bind(e, n->x, s.now);
    body(e, &l, r);
    step_to(e, &s, vyi_spirv_op2(e, VYI_OP_ADD, type, s.now, vyi_spirv_number(e, type, 1)));
    return end(e, &l);
}

/// A few passes as straight code.
static enum ends unrolled(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids = e->p->extra.at + n->list;
    uint8_t type = e->p->locals.at[n->x].type;
    uint64_t at = vyi_literal_bits(vyi_at(e->p, kids[0])),
             step = kids[2].i ? vyi_literal_bits(vyi_at(e->p, kids[2])) : 1;
    for (uint32_t i = vyi_plan_passes(e->p, n); i-- > 0; at += step) {
        vyi_spirv_bind(e, n->x, vyi_spirv_constant(e, type, at));
        vyi_spirv_sequence(e, kids[3]);
    }
    return ON;
}

enum ends vyi_spirv_for(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const vyi_ref *kids = e->p->extra.at + n->list;
    uint8_t type = e->p->locals.at[n->x].type;
    if (unrolls(e, r))
        return unrolled(e, n);
    uint32_t from = vyi_spirv_expr(e, kids[0]), to = vyi_spirv_expr(e, kids[1]);
    if (!kids[2].i)
        return by_one(e, n, from, to, kids[3]);
    uint32_t step = step_of(e, type, kids[2]), left = distance(e, type, from, to);
    return counted(e, n->x, from, left, step, kids[3], polls(e, n));
}

// ---- each ----
/// The g-th of as many equal parts as there are invocations, for the one with number g. An
/// invocation of Vulkan that runs a workgroup so goes through memory once.
static enum ends part_of_range(struct emit *e, const struct vyi_node *n, vyi_ref r, uint32_t from,
                               uint32_t to, uint32_t number, uint32_t all)
{
    uint8_t type = e->p->locals.at[n->x].type;
    uint32_t t = vyi_spirv_type(e, type), one = vyi_spirv_number(e, type, 1);
    uint32_t total = distance(e, type, from, to), last = less_by(e, type, total, one);
    uint32_t size = INS(e, IAdd, t, INS(e, UDiv, t, last, all), one);
    // The product wraps only where the part is empty.
    uint32_t empty = INS(e, UGreaterThan, bool_type(e), number, INS(e, UDiv, t, last, size));
    uint32_t first = INS(e, IMul, t, number, size), left = less_by(e, type, total, first);
    uint32_t fewer = INS(e, ULessThan, bool_type(e), left, size);
    left = INS(e, Select, t, fewer, left, size);
    left = INS(e, Select, t, empty, vyi_spirv_number(e, type, 0), left);
    return counted(e, n->x, vyi_spirv_op2(e, VYI_OP_ADD, type, from, first), left, one, r, true);
}

/// One range: a counted loop.
static enum ends one_range(struct emit *e, const struct vyi_node *n, const vyi_ref *kids)
{
    uint8_t type = e->p->locals.at[n->x].type;
    uint32_t bits = 8 * vyi_type_bytes(type);
    uint32_t from = vyi_spirv_expr(e, kids[0]), to = vyi_spirv_expr(e, kids[1]);
    uint32_t number = vyi_spirv_resize(e, vyi_spirv_invocation(e), 32, bits);
    uint32_t all = vyi_spirv_resize(e, vyi_spirv_invocations(e), 32, bits);
    if (e->serial && e->serial->deals && !vyi_spirv_is_pair(e, type))
        return part_of_range(e, n, kids[2], from, to, number, all);
    uint32_t left = less_by(e, type, distance(e, type, from, to), number);
    return counted(e, n->x, vyi_spirv_op2(e, VYI_OP_ADD, type, from, number), left, all, kids[2],
                   true);
}

/// Several ranges: their indices are the digits of the running number, the last range fastest. The
/// next number adds those of the step with carries, which is far cheaper than to divide; the first
/// digit reaches its length when all is done.
struct digits {
    uint32_t count;
    uint8_t type;                ///< of all digits: u32, or u64 where a range has 64 bits
    uint32_t t;                  ///< the same, of the module
    uint32_t from[VYI_MAX_RANK]; ///< of the indices' own types
    uint32_t length[VYI_MAX_RANK], step[VYI_MAX_RANK];
    struct step at[VYI_MAX_RANK];
};

static uint32_t digit_width(const struct digits *d)
{
    return 8 * vyi_type_bytes(d->type);
}

static uint32_t combine(struct emit *e, const struct digits *d, uint8_t op, uint32_t a, uint32_t b)
{
    return vyi_spirv_op2(e, op, d->type, a, b);
}

static void take_apart(struct emit *e, const struct digits *d, uint32_t number, uint32_t *digit)
{
    for (uint32_t k = d->count; k-- > 0;) {
        digit[k] = number;
        if (!k)
            return;
        uint32_t by = d->length[k], quotient = vyi_spirv_is_pair(e, d->type)
                                                   ? combine(e, d, VYI_OP_DIV, number, by)
                                                   : INS(e, UDiv, d->t, number, by);
        digit[k] = combine(e, d, VYI_OP_SUB, number, combine(e, d, VYI_OP_MUL, quotient, by));
        number = quotient;
    }
}

static void bind_digits(struct emit *e, const struct vyi_node *n, const struct digits *d)
{
    for (uint32_t k = 0; k < d->count; k++) {
        uint8_t type = e->p->locals.at[n->x + k].type;
        uint32_t v = vyi_spirv_resize(e, d->at[k].now, digit_width(d), 8 * vyi_type_bytes(type));
        vyi_spirv_bind(e, n->x + k, vyi_spirv_op2(e, VYI_OP_ADD, type, d->from[k], v));
    }
}

/// With step + carry at most the length, digit + step + carry reaches the length where digit +
/// carry reaches length - step, and no sum wraps. Of the first digit the step may be more than the
/// length.
static void advance(struct emit *e, const struct digits *d)
{
    uint32_t carry = 0, one = vyi_spirv_number(e, d->type, 1);
    uint32_t zero = vyi_spirv_number(e, d->type, 0);
    for (uint32_t k = d->count; k-- > 0;) {
        uint32_t now = d->at[k].now;
        if (carry)
            now = combine(e, d, VYI_OP_ADD, now, INS(e, Select, d->t, carry, one, zero));
        uint32_t room = k ? combine(e, d, VYI_OP_SUB, d->length[k], d->step[k])
                          : less_by(e, d->type, d->length[k], d->step[k]);
        uint32_t sum = combine(e, d, VYI_OP_ADD, now, d->step[k]);
        carry = combine(e, d, VYI_OP_GE, now, room);
        uint32_t reached = k ? combine(e, d, VYI_OP_SUB, now, room) : d->length[0];
        spv_set(e->m, d->at[k].next, SPV_Select, d->t, carry, reached, sum);
    }
}

static enum ends several_ranges(struct emit *e, const struct vyi_node *n, const vyi_ref *kids,
                                uint32_t count)
{
    struct digits d = {.count = count, .type = VY_TYPE_U32};
    uint32_t some = 0, first[VYI_MAX_RANK], to;
    for (uint32_t k = 0; k < count; k++)
        if (vyi_type_bytes(e->p->locals.at[n->x + k].type) == 8)
            d.type = VY_TYPE_U64;
    d.t = vyi_spirv_type(e, d.type);
    for (uint32_t k = 0; k < count; k++) {
        uint8_t type = e->p->locals.at[n->x + k].type;
        d.from[k] = vyi_spirv_expr(e, kids[2 * k]);
        to = vyi_spirv_expr(e, kids[2 * k + 1]);
        d.length[k] = vyi_spirv_resize(e, distance(e, type, d.from[k], to),
                                       8 * vyi_type_bytes(type), digit_width(&d));
        some = vyi_spirv_both(e, some, is_some(e, d.type, d.length[k]));
    }
    uint32_t number = vyi_spirv_resize(e, vyi_spirv_invocation(e), 32, digit_width(&d));
    uint32_t all = vyi_spirv_resize(e, vyi_spirv_invocations(e), 32, digit_width(&d));
    struct fork f = vyi_spirv_if(e, some); // no range is empty in it
    take_apart(e, &d, number, first);
    take_apart(e, &d, all, d.step);
    for (uint32_t k = 0; k < count; k++)
        d.at[k] = stepping(e, d.t, first[k]);
    struct loop l = {.polls = true};
    begin(e, &l, d.at, count);
    pass_if(e, &l, combine(e, &d, VYI_OP_LT, d.at[0].now, d.length[0]));
    bind_digits(e, n, &d);
    body(e, &l, kids[2 * count]);
    advance(e, &d);
    end(e, &l);
    vyi_spirv_end(e, &f);
    return ON;
}

enum ends vyi_spirv_each(struct emit *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = (vyi_kids(e->p, n, &kids) - 1) / 2;
    return count == 1 ? one_range(e, n, kids) : several_ranges(e, n, kids, count);
}
