// A program to bytecode: statements, and the words.
//
// Flow is by masks, in the structure of the program. Where a condition parts invocations, those
// that do not go along wait in a mask and are joined again behind it; so do those that leave a loop
// or a block, or wait for the next pass. `return` takes an invocation out for good. A jump skips
// code that no invocation would run: it is never needed for what a program means, except at the end
// of a loop's pass. An exit leaves nobody running, so it jumps to the next place where some may
// run again.
//
// The case that breaks the naive version: a chain of else-ifs may be far longer than the nesting
// limit, so it has two masks for all of its conditions, and is no recursion.
#include "bytecode/encode.h"

void vyi_byte_refuse(struct encoder *e, uint32_t pos, const char *why)
{
    if (!e->failed) {
        e->report->reason = why;
        vyi_report(e->report, pos, 0, VYI_DIAG(MEGA_UNFIT), e->p->name ? e->p->name : "?", why);
    }
    e->failed = true;
}

struct step *vyi_byte_emit(struct encoder *e, struct step s)
{
    e->failed |= !vyi_vec_push(e->context, &e->steps, s);
    return e->failed ? &e->none : &e->steps.at[e->steps.count - 1];
}

uint32_t vyi_byte_take(struct encoder *e, uint32_t count)
{
    uint32_t first = e->top;
    e->top += count;
    if (e->top > e->deepest)
        e->deepest = e->top;
    return first;
}

uint32_t vyi_byte_constant(struct encoder *e, uint8_t type, uint64_t bits)
{
    enum { NEAR = 64 };
    bool wide = vyi_byte_is_wide(type);
    uint32_t count = e->pool.count, from = count > NEAR ? count - NEAR : 0;
    for (uint32_t i = count; i-- > from;)
        if (e->pool.at[i] == (uint32_t)bits &&
            (!wide || (i + 1 < count && e->pool.at[i + 1] == (uint32_t)(bits >> 32))))
            return IN_POOL | i;
    if (!vyi_vec_push(e->context, &e->pool, (uint32_t)bits) ||
        (wide && !vyi_vec_push(e->context, &e->pool, (uint32_t)(bits >> 32))))
        e->failed = true;
    return IN_POOL | count;
}

// ---- jumps ----
struct step *vyi_byte_jump(struct encoder *e, struct step s, uint32_t *chain)
{
    s.to = *chain;
    s.jumps = true;
    *chain = e->steps.count;
    return vyi_byte_emit(e, s);
}

void vyi_byte_land(struct encoder *e, uint32_t chain)
{
    while (!e->failed && chain != NO_JUMP) {
        uint32_t next = e->steps.at[chain].to;
        e->steps.at[chain].to = e->steps.count;
        chain = next;
    }
}

#define BACK_TO(e, code, place, ...) EMIT(e, code, .to = (place), .jumps = true, __VA_ARGS__)

static void statement(struct encoder *e, vyi_ref r);

/// A body behind which invocations join again: exits inside jump to its end.
static void region(struct encoder *e, vyi_ref body)
{
    uint32_t outer = e->skips;
    e->skips = NO_JUMP;
    statement(e, body);
    vyi_byte_land(e, e->skips);
    e->skips = outer;
}

/// Nobody may be left where some left.
static void skip_rest(struct encoder *e, uint32_t exits)
{
    if (e->exits != exits)
        JUMP(e, SKIP, &e->skips, .d = 0);
}

// ---- branches ----
static void branch(struct encoder *e, const struct vyi_node *n)
{
    uint32_t rest = vyi_byte_take(e, 2), done = rest + 1, ends = NO_JUMP, exits = e->exits;
    bool chained = n->kid[2].i;
    if (chained)
        EMIT(e, ZERO, .d = done);
    for (;;) {
        uint32_t base = e->top, other = NO_JUMP;
        JUMP(e, IF, &other, .d = rest, .a = vyi_byte_value(e, n->kid[0]));
        e->top = base;
        region(e, n->kid[1]);
        vyi_byte_land(e, other);
        vyi_ref last = n->kid[2];
        if (!last.i) {
            EMIT(e, JOIN, .d = rest);
            break;
        }
        JUMP(e, ELSE, &ends, .d = done, .a = rest);
        n = vyi_at(e->p, last);
        if (n->op == VYI_OP_SEQ && n->x == 1)
            n = vyi_at(e->p, e->p->extra.at[n->list]);
        if (n->op != VYI_OP_IF) {
            region(e, last);
            break;
        }
    }
    vyi_byte_land(e, ends);
    if (chained)
        EMIT(e, JOIN, .d = done);
    skip_rest(e, exits);
}

// ---- loops ----
struct outer {
    uint32_t broken, goes_on, exits;
};

static struct outer loop_begin(struct encoder *e)
{
    struct outer outer = {e->broken, e->goes_on, e->exits};
    e->broken = vyi_byte_take(e, 2);
    e->goes_on = e->broken + 1;
    EMIT(e, ZERO, .d = e->broken);
    EMIT(e, ZERO, .d = e->goes_on);
    return outer;
}

/// Behind the body: those that wait for the next pass are joined.
static void pass_end(struct encoder *e)
{
    EMIT(e, LAND, .d = e->goes_on);
}

static void loop_end(struct encoder *e, struct outer outer)
{
    EMIT(e, JOIN, .d = e->broken);
    e->broken = outer.broken;
    e->goes_on = outer.goes_on;
    skip_rest(e, outer.exits); // leave and return
}

static void loop_while(struct encoder *e, const struct vyi_node *n)
{
    struct outer outer = loop_begin(e);
    bool tests = n->op == VYI_OP_WHILE;
    uint32_t base = e->top, top = e->steps.count, end = NO_JUMP;
    if (tests)
        JUMP(e, WHILE, &end, .d = e->broken, .a = vyi_byte_value(e, n->kid[0]));
    e->top = base;
    region(e, n->kid[tests]);
    pass_end(e);
    BACK_TO(e, BACK, top, .d = 0);
    vyi_byte_land(e, end);
    loop_end(e, outer);
}

/// Whether another index follows, which never wraps: what is left is compared, not the index after
/// the step.
static uint32_t for_test(struct encoder *e, uint8_t type, uint32_t index, uint32_t to,
                         uint32_t step)
{
    bool wide = vyi_byte_is_wide(type);
    uint8_t bits = wide ? VY_TYPE_U64 : VY_TYPE_U32;
    uint32_t left = vyi_byte_slot(e, type), test = vyi_byte_take(e, 2), zero;
    zero = vyi_byte_constant(e, type, 0);
    vyi_byte_pure(e, VYI_OP_SUB, bits, left, to, index, 0);
    vyi_byte_pure(e, VYI_OP_LT, bits, test, step, left, 0);
    vyi_byte_pure(e, VYI_OP_GT, type, test + 1, step, zero, 0);
    vyi_byte_pure(e, VYI_OP_AND, VY_TYPE_BOOL, test, test, test + 1, 0);
    return test;
}

static void loop_for(struct encoder *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint8_t type = e->p->locals.at[n->x].type;
    uint32_t one = vyi_byte_constant(e, type, 1), end = NO_JUMP, test;
    vyi_kids(e->p, n, &kids);
    uint32_t index = e->registers[n->x] = vyi_byte_slot(e, type);
    vyi_byte_value_to(e, kids[0], index);
    uint32_t to = vyi_byte_hold(e, kids[1]), step = kids[2].i ? vyi_byte_hold(e, kids[2]) : one;
    struct outer outer = loop_begin(e);
    uint32_t base = e->top;
    test = vyi_byte_take(e, 1);
    vyi_byte_pure(e, VYI_OP_LT, type, test, index, to, 0);
    JUMP(e, WHILE, &end, .d = e->broken, .a = test);
    e->top = base;
    uint32_t top = e->steps.count;
    region(e, kids[3]);
    pass_end(e);
    if (step == one) {
        test = vyi_byte_take(e, 1);
        vyi_byte_pure(e, VYI_OP_ADD, type, index, index, one, 0);
        vyi_byte_pure(e, VYI_OP_LT, type, test, index, to, 0);
    } else {
        test = for_test(e, type, index, to, step);
        vyi_byte_pure(e, VYI_OP_ADD, type, index, index, step, 0);
    }
    BACK_TO(e, BACK_IF, top, .d = e->broken, .a = test);
    e->top = base;
    vyi_byte_land(e, end);
    loop_end(e, outer);
}

// ---- each ----
struct ranges {
    uint32_t count, from[VYI_MAX_RANK], length[VYI_MAX_RANK], index[VYI_MAX_RANK];
    uint8_t type[VYI_MAX_RANK];
    uint32_t total;
};

/// How far `to` lies above `from`, as u64.
static uint32_t distance(struct encoder *e, uint8_t type, uint32_t from, uint32_t to)
{
    uint32_t d = vyi_byte_slot(e, VY_TYPE_U64), test = vyi_byte_take(e, 1);
    bool wide = vyi_byte_is_wide(type);
    vyi_byte_pure(e, VYI_OP_SUB, wide ? VY_TYPE_U64 : VY_TYPE_U32, d, to, from, 0);
    if (!wide)
        vyi_byte_cast(e, VY_TYPE_U32, VY_TYPE_U64, d, d);
    vyi_byte_pure(e, VYI_OP_LT, type, test, from, to, 0);
    vyi_byte_emit(e, (struct step){.op = vyi_byte_op(VYI_BYTE_WIDE, 0, VYI_BYTE_SELECT),
                                   .d = d,
                                   .a = test,
                                   .b = d,
                                   .c = vyi_byte_constant(e, VY_TYPE_U64, 0)});
    return d;
}

/// The product of the lengths; all ones where that is too much.
static void total_of(struct encoder *e, struct ranges *r)
{
    uint32_t high = vyi_byte_slot(e, VY_TYPE_U64), test = vyi_byte_take(e, 2);
    uint32_t zero = vyi_byte_constant(e, VY_TYPE_U64, 0);
    uint32_t most = vyi_byte_constant(e, VY_TYPE_U64, UINT64_MAX);
    r->total = vyi_byte_slot(e, VY_TYPE_U64);
    vyi_byte_move(e, VY_TYPE_U64, r->total, r->length[0]);
    for (uint32_t k = 1; k < r->count; k++) {
        const struct step select = {.op = vyi_byte_op(VYI_BYTE_WIDE, 0, VYI_BYTE_SELECT),
                                    .d = r->total,
                                    .a = test,
                                    .b = most,
                                    .c = r->total};
        vyi_byte_pure(e, VYI_OP_MULHI, VY_TYPE_U64, high, r->total, r->length[k], 0);
        vyi_byte_pure(e, VYI_OP_MUL, VY_TYPE_U64, r->total, r->total, r->length[k], 0);
        vyi_byte_pure(e, VYI_OP_NE, VY_TYPE_U64, test, high, zero, 0);
        vyi_byte_emit(e, select);
    }
    for (uint32_t k = 0; k < r->count; k++) { // an empty range, whatever the others are
        const struct step select = {.op = vyi_byte_op(VYI_BYTE_WIDE, 0, VYI_BYTE_SELECT),
                                    .d = r->total,
                                    .a = test,
                                    .b = zero,
                                    .c = r->total};
        vyi_byte_pure(e, VYI_OP_EQ, VY_TYPE_U64, test, r->length[k], zero, 0);
        vyi_byte_emit(e, select);
    }
}

/// The indices of element `number`, the last range fastest.
static void deal(struct encoder *e, const struct ranges *r, uint32_t number)
{
    uint32_t base = e->top, rest = vyi_byte_slot(e, VY_TYPE_U64), own, now = number;
    own = vyi_byte_slot(e, VY_TYPE_U64);
    for (uint32_t k = r->count; k-- > 0;) {
        bool last = k == 0;
        if (!last)
            vyi_byte_pure(e, VYI_OP_REM, VY_TYPE_U64, own, now, r->length[k], 0);
        vyi_byte_pure(e, VYI_OP_ADD, vyi_byte_is_wide(r->type[k]) ? VY_TYPE_U64 : VY_TYPE_U32,
                      r->index[k], r->from[k], last ? now : own, 0);
        if (!last)
            vyi_byte_pure(e, VYI_OP_DIV, VY_TYPE_U64, rest, now, r->length[k], 0);
        now = rest;
    }
    e->top = base;
}

static void each(struct encoder *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    struct ranges r = {.count = (vyi_kids(e->p, n, &kids) - 1) / 2};
    uint32_t number = vyi_byte_slot(e, VY_TYPE_U64), end = NO_JUMP, to[VYI_MAX_RANK];
    for (uint32_t k = 0; k < r.count; k++) {
        r.from[k] = vyi_byte_hold(e, kids[2 * k]);
        to[k] = vyi_byte_hold(e, kids[2 * k + 1]);
    }
    for (uint32_t k = 0; k < r.count; k++) { // an outer index may have the same name
        r.type[k] = e->p->locals.at[n->x + k].type;
        r.length[k] = distance(e, r.type[k], r.from[k], to[k]);
        r.index[k] = e->registers[n->x + k] = vyi_byte_slot(e, r.type[k]);
    }
    r.total = r.length[0];
    if (r.count > 1)
        total_of(e, &r);
    vyi_byte_cast(e, VY_TYPE_U32, VY_TYPE_U64, number, e->number);
    struct outer outer = loop_begin(e);
    uint32_t base = e->top, test = vyi_byte_take(e, 1), left;
    uint32_t step = vyi_byte_constant(e, VY_TYPE_U64, e->launch->invocations);
    vyi_byte_pure(e, VYI_OP_LT, VY_TYPE_U64, test, number, r.total, 0);
    JUMP(e, WHILE, &end, .d = e->broken, .a = test);
    e->top = base;
    uint32_t top = e->steps.count;
    deal(e, &r, number);
    region(e, kids[2 * r.count]);
    pass_end(e);
    left = vyi_byte_slot(e, VY_TYPE_U64), test = vyi_byte_take(e, 1);
    vyi_byte_pure(e, VYI_OP_SUB, VY_TYPE_U64, left, r.total, number, 0);
    vyi_byte_pure(e, VYI_OP_GT, VY_TYPE_U64, test, left, step, 0);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U64, number, number, step, 0);
    BACK_TO(e, BACK_IF, top, .d = e->broken, .a = test);
    e->top = base;
    vyi_byte_land(e, end);
    loop_end(e, outer);
}

// ---- fixpoint ----
/// A loop of which every pass ends at a barrier: with one workgroup that of the grid is one of the
/// workgroup.
static void fixpoint(struct encoder *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t again = e->again, end = NO_JUMP, one = vyi_byte_constant(e, VY_TYPE_U32, 1);
    vyi_kids(e->p, n, &kids);
    uint32_t passes = vyi_byte_take(e, 1), index = vyi_byte_take(e, 1);
    if (n->aux)
        e->registers[n->aux - 1] = passes;
    vyi_byte_move(e, VY_TYPE_U32, passes, vyi_byte_constant(e, VY_TYPE_U32, 0));
    vyi_byte_value_to(e, kids[0], index);
    uint32_t kept = e->top, to = vyi_byte_hold(e, kids[1]);
    e->registers[n->x] = index;
    struct outer outer = loop_begin(e);
    e->again = vyi_byte_take(e, 1);
    EMIT(e, ZERO, .d = e->again);
    uint32_t test = vyi_byte_take(e, 2);
    vyi_byte_pure(e, VYI_OP_LT, VY_TYPE_U32, test, index, to, 0);
    JUMP(e, WHILE, &end, .d = e->broken, .a = test);
    uint32_t top = e->steps.count;
    region(e, kids[2]);
    pass_end(e);
    EMIT(e, BARRIER, .d = 0);
    EMIT(e, CONVERGE, .d = test + 1, .a = e->again);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U32, passes, passes, one, 0);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U32, index, index, one, 0);
    vyi_byte_pure(e, VYI_OP_LT, VY_TYPE_U32, test, index, to, 0);
    vyi_byte_pure(e, VYI_OP_AND, VY_TYPE_BOOL, test, test, test + 1, 0);
    BACK_TO(e, BACK_IF, top, .d = e->broken, .a = test);
    vyi_byte_land(e, end);
    loop_end(e, outer);
    e->again = again;
    e->top = kept;
}

// ---- other statements ----
static void define(struct encoder *e, const struct vyi_node *n)
{
    const struct vyi_local *local = &e->p->locals.at[n->x];
    bool array = n->op == VYI_OP_ARRAY;
    uint32_t count = (array ? local->count : 1) << vyi_byte_is_wide(local->type);
    uint32_t first = vyi_byte_take(e, count);
    if (array)
        EMIT(e, ARRAY_CLEAR, .d = first, .to = count);
    else
        vyi_byte_value_to(e, n->kid[0], first);
    e->registers[n->x] = first;
}

static void leave(struct encoder *e, uint32_t mask)
{
    JUMP(e, EXIT, &e->skips, .d = mask);
    e->exits++;
}

static void simple(struct encoder *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids);
    switch (n->op) {
    case VYI_OP_SET: vyi_byte_value_to(e, n->kid[0], e->registers[n->x]); break;
    case VYI_OP_SET_ARRAY: vyi_byte_set_array(e, n); break;
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE: vyi_byte_store(e, n); break;
    case VYI_OP_EVAL: vyi_byte_value(e, n->kid[0]); break;
    case VYI_OP_BREAK: leave(e, e->broken); break;
    case VYI_OP_CONTINUE: leave(e, e->goes_on); break;
    case VYI_OP_LEAVE: leave(e, e->left[n->x]); break;
    case VYI_OP_RETURN:
        JUMP(e, RETURN, &e->skips, .d = 0);
        e->exits++;
        break;
    case VYI_OP_AGAIN: EMIT(e, AGAIN, .d = e->again); break;
    case VYI_OP_ASSERT:
        EMIT(e, ASSERT, .kind = VYI_BYTE_ASSERTED, .a = vyi_byte_value(e, kids[0]));
        e->exits++;
        break;
    case VYI_OP_ASYNC_COPY: vyi_byte_copy(e, n); break;
    case VYI_OP_WAIT:
    case VYI_OP_BARRIER: EMIT(e, BARRIER, .d = 0); break;
    case VYI_OP_PRINT: // nobody receives the line
        for (uint32_t i = 0; i < count; i++)
            vyi_byte_value(e, kids[i]);
        break;
    default: vyi_byte_refuse(e, e->p->pos.at[r.i], "it is a service program");
    }
}

static void block(struct encoder *e, const struct vyi_node *n)
{
    uint32_t exits = e->exits, mask = e->left[n->x] = vyi_byte_take(e, 1);
    EMIT(e, ZERO, .d = mask);
    region(e, n->kid[0]);
    EMIT(e, JOIN, .d = mask);
    skip_rest(e, exits);
}

static void statement(struct encoder *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    uint32_t base = e->top;
    if (e->failed)
        return;
    switch (n->op) {
    case VYI_OP_SEQ:
        for (uint32_t i = 0; i < n->x; i++)
            statement(e, e->p->extra.at[n->list + i]);
        break;
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY: define(e, n); return; // its registers stay
    case VYI_OP_FIXPOINT: fixpoint(e, n); return;
    case VYI_OP_IF: branch(e, n); break;
    case VYI_OP_FOR: loop_for(e, n); break;
    case VYI_OP_EACH: each(e, n); break;
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: loop_while(e, n); break;
    case VYI_OP_REGION: statement(e, n->kid[0]); break;
    case VYI_OP_BLOCK: block(e, n); break;
    default: simple(e, r); break;
    }
    e->top = base;
}

// ---- words ----
static uint64_t field(const struct encoder *e, uint32_t v)
{
    return v & IN_POOL ? e->deepest + (v & ~IN_POOL) : v;
}

static uint64_t word_of(const struct encoder *e, const struct step *s, uint32_t start)
{
    uint64_t kind = s->kind ? s->kind : vyi_byte_quick(s->op);
    uint64_t w = s->op | field(e, s->d) << 11 | field(e, s->a) << 23 | kind << 59;
    if (s->jumps)
        return w | (uint64_t)(start + s->to) << 35;
    if (s->to)
        return w | (uint64_t)s->to << 35;
    return w | field(e, s->b) << 35 | field(e, s->c) << 47;
}

static void push(struct vyi_bytecode *code, uint64_t word, bool *failed)
{
    *failed |= !vyi_vec_push(code->context, &code->words, word);
}

/// Tables have the form of buffers; their rows hold where they begin, in words of the code.
static void put_tables(struct encoder *e, struct vyi_bytecode *code)
{
    for (uint32_t t = 0; t < e->p->tables.count; t++) {
        const struct vyi_table *table = &e->p->tables.at[t];
        uint32_t row = code->rows + 2 * (e->p->buffers.count + t);
        if (!e->failed)
            code->words.at[row] = 8 * (uint64_t)code->words.count;
        bool wide = vyi_byte_is_wide(table->elem);
        for (uint32_t i = 0; i < table->count; i += wide ? 1 : 2) {
            uint64_t w = table->values[i];
            if (!wide && i + 1 < table->count)
                w |= table->values[i + 1] << 32;
            push(code, w, &e->failed);
        }
    }
}

static void put_words(struct encoder *e, struct vyi_bytecode *code, uint32_t volume)
{
    uint32_t constants = e->pool.count, rows = e->p->buffers.count + e->p->tables.count;
    uint32_t start = VYI_BYTE_HEAD + constants + 2 * rows;
    code->rows = VYI_BYTE_HEAD + constants;
    code->table_rows = code->rows + 2 * e->p->buffers.count;
    code->tables = e->p->tables.count;
    code->planes = e->deepest + constants;
    e->failed |= !vyi_vec_reserve(code->context, &code->words, start + e->steps.count);
    push(code, volume | (uint64_t)e->deepest << 16 | (uint64_t)constants << 32, &e->failed);
    push(code, code->rows | (uint64_t)start << 32, &e->failed);
    for (uint32_t i = 0; i < constants; i++)
        push(code, e->pool.at[i], &e->failed);
    for (uint32_t i = 0; i < rows; i++) {
        bool table = i >= e->p->buffers.count;
        push(code, 0, &e->failed);
        push(code,
             table ? e->p->tables.at[i - e->p->buffers.count].count : e->launch->extents[i].count,
             &e->failed);
    }
    for (uint32_t i = 0; i < e->steps.count; i++)
        push(code, word_of(e, &e->steps.at[i], start), &e->failed);
    put_tables(e, code);
}

// ---- what fits ----
static void check(struct encoder *e, uint32_t volume)
{
    const vy_program *p = e->p;
    const uint32_t *groups = e->launch->groups;
    if (p->service)
        vyi_byte_refuse(e, 0, "it is a service program");
    else if ((uint64_t)groups[0] * groups[1] * groups[2] != 1)
        vyi_byte_refuse(e, 0, "it has not one workgroup");
    else if (volume > VYI_MAX_WORKGROUP || p->buffers.count + p->tables.count > VYI_BYTE_ROWS)
        vyi_byte_refuse(e, 0, "it has too many buffers");
}

// ---- rows ----
static bool counts_rows(const vy_program *p)
{
    uint32_t i = 0;
    while (i < p->buffers.count && !p->buffers.at[i].count)
        i++;
    return i < p->buffers.count;
}

/// A mask of all invocations, for what follows the program.
static uint32_t note_all(struct encoder *e)
{
    uint32_t all = vyi_byte_take(e, 1), next = NO_JUMP;
    EMIT(e, ZERO, .d = all);
    JUMP(e, EXIT, &next, .d = all);
    vyi_byte_land(e, next);
    EMIT(e, JOIN, .d = all);
    return all;
}

/// At the end: no counter may have more rows than there is room for.
static void check_rows(struct encoder *e, uint32_t all)
{
    uint32_t base = e->top, found = vyi_byte_take(e, 1), first;
    first = vyi_byte_constant(e, VY_TYPE_U32, 0);
    for (uint32_t i = 0; i < e->p->buffers.count; i++) {
        uint32_t counter = e->p->buffers.at[i].count, rows = e->launch->extents[i].size[0];
        if (!counter)
            continue;
        EMIT(e, JOIN, .d = all);
        EMIT(e, LOAD_ATOMIC_32, .d = found, .a = first, .b = counter - 1);
        vyi_byte_pure(e, VYI_OP_LE, VY_TYPE_U32, found, found,
                      vyi_byte_constant(e, VY_TYPE_U32, rows), 0);
        EMIT(e, ASSERT, .kind = VYI_BYTE_ROWS_LOST, .a = found);
    }
    e->top = base;
}

vy_status vyi_bytecode_encode(const vy_program *p, const struct vyi_launch *launch,
                              struct vyi_report *report, struct vyi_bytecode *code)
{
    vy_context *c = p->context;
    uint32_t volume = launch->workgroup[0] * launch->workgroup[1] * launch->workgroup[2];
    struct encoder e = {.context = c, .p = p, .launch = launch, .report = report};
    *code = (struct vyi_bytecode){.context = c, .strips = (volume + 31) / 32};
    e.registers = vyi_calloc(c, p->locals.count + 1, sizeof *e.registers);
    e.left = vyi_calloc(c, p->labels + 1, sizeof *e.left);
    e.skips = NO_JUMP;
    e.failed = !e.registers || !e.left || !vyi_vec_reserve(c, &e.steps, p->nodes.count);
    check(&e, volume);
    if (!e.failed) {
        e.number = vyi_byte_take(&e, 1);
        vyi_byte_emit(&e, (struct step){.op = VYI_BYTE_LINEAR, .d = e.number});
        bool counts = counts_rows(p);
        uint32_t all = counts ? note_all(&e) : 0;
        statement(&e, p->body);
        vyi_byte_land(&e, e.skips);
        if (counts)
            check_rows(&e, all);
        vyi_byte_emit(&e, (struct step){0});
    }
    if (!e.failed && e.deepest + e.pool.count > VYI_BYTE_PLANES)
        vyi_byte_refuse(&e, 0, "its values need too many registers");
    if (!e.failed && e.steps.count > VYI_BYTE_STEPS)
        vyi_byte_refuse(&e, 0, "it is too long");
    if (!e.failed)
        put_words(&e, code, volume);
    vyi_vec_free(c, &e.steps);
    vyi_vec_free(c, &e.pool);
    vyi_free(c, e.registers, (p->locals.count + 1) * sizeof *e.registers);
    vyi_free(c, e.left, (p->labels + 1) * sizeof *e.left);
    if (!e.failed)
        return VY_OK;
    return report->errors ? VY_ERROR_LIMIT : VY_ERROR_MEMORY;
}

void vyi_bytecode_free(struct vyi_bytecode *code)
{
    if (code->context)
        vyi_vec_free(code->context, &code->words);
}

void vyi_bytecode_place(struct vyi_bytecode *code, uint32_t buffer, uint64_t address)
{
    code->words.at[code->rows + 2 * buffer] = address;
}

uint64_t vyi_bytecode_where(const struct vyi_bytecode *code, uint32_t buffer)
{
    return code->words.at[code->rows + 2 * buffer];
}

void vyi_bytecode_settle(struct vyi_bytecode *code, uint64_t address)
{
    for (uint32_t t = 0; t < code->tables; t++)
        code->words.at[code->table_rows + 2 * t] += address;
}
