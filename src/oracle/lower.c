// A program to instructions.
//
// Locals take slots by scope, as on a stack, so that siblings share them and a frame stays small:
// a grid of a million invocations keeps a million frames. Jumps whose target is not yet known are
// chained through their `x`. An else-if chain is followed in a loop, since it may be far longer
// than the nesting limit.
//
// Expressions run left to right; && || ?: jump. A value that is not a leaf goes to the first free
// slot. An instruction reads all its operands before it writes its result, so the result may lie on
// top of its operands. The case that breaks the naive version: `x = a && x` must not write x before
// its right side was read, so the lazy forms write their result only where a branch ends.
#include "oracle/code.h"

struct lower {
    vy_context *context;
    const vy_program *p;
    const struct vyi_launch *launch;
    struct code *code;
    uint32_t *slot;    ///< by local
    uint32_t *leaves;  ///< by label: the last jump out of it, chained through `x`
    vyi_ref at;        ///< the node that is being lowered
    uint32_t top;      ///< first free slot
    uint32_t deepest;  ///< most slots ever in use
    uint32_t pending;  ///< statements begun since the last instruction
    uint32_t breaks;   ///< jumps out of the innermost loop, chained through `x`
    uint32_t goes_on;  ///< jumps to its next iteration
    uint32_t fixpoint; ///< the innermost one
    struct ins none;   ///< what is filled in when there is no memory for any
    bool failed;
};
#define NO_JUMP 0xffffffffu

static void lower_stmt(struct lower *l, vyi_ref r);
static uint32_t value(struct lower *l, vyi_ref r);
static void value_to(struct lower *l, vyi_ref r, uint32_t dst);

// ---- instructions ----
/// Appends an instruction of the node that is being lowered; a place to fill in even when memory
/// ran out.
static struct ins *emit(struct lower *l, struct ins i)
{
    i.pos = l->at.i < l->p->pos.count ? l->p->pos.at[l->at.i] : 0;
    i.count = (uint8_t)l->pending;
    l->pending = 0;
    l->failed |= !vyi_vec_push(l->context, &l->code->nodes, l->at) ||
                 !vyi_vec_push(l->context, &l->code->ins, i);
    return l->failed ? &l->none : &l->code->ins.at[l->code->ins.count - 1];
}
#define EMIT(l, ...) emit((l), (struct ins){__VA_ARGS__})

/// Takes free slots.
static uint32_t slots(struct lower *l, uint32_t count)
{
    uint32_t first = l->top;
    l->top += count;
    if (l->top > l->deepest)
        l->deepest = l->top;
    return first;
}

/// The operand of a value that all invocations share.
static uint32_t pool(struct lower *l, uint64_t value)
{
    uint32_t count = l->code->pool.count;
    if (count && l->code->pool.at[count - 1] == value)
        return IN_POOL | (count - 1);
    l->failed |= !vyi_vec_push(l->context, &l->code->pool, value);
    return IN_POOL | count;
}

static uint32_t list(struct lower *l, const uint32_t *operands, uint32_t count)
{
    uint32_t first = l->code->lists.count;
    for (uint32_t i = 0; i < count; i++)
        l->failed |= !vyi_vec_push(l->context, &l->code->lists, operands[i]);
    return first;
}

static uint8_t type_of(const struct lower *l, vyi_ref r)
{
    return vyi_at(l->p, r)->type;
}

// ---- jumps ----
static uint32_t here(const struct lower *l)
{
    return l->code->ins.count;
}

/// A jump whose target comes later, added to a chain.
static struct ins *jump_to(struct lower *l, uint8_t op, uint32_t operand, uint32_t *chain)
{
    struct ins *i = EMIT(l, .op = op, .a = operand, .x = *chain);
    *chain = here(l) - 1;
    return i;
}

static void land(struct lower *l, uint32_t chain)
{
    while (!l->failed && chain != NO_JUMP) {
        uint32_t next = l->code->ins.at[chain].x;
        l->code->ins.at[chain].x = here(l);
        chain = next;
    }
}

// ---- leaves: no instruction, unless the value differs between invocations ----
/// The operand of an expression that needs no instruction; false where it needs one.
static bool leaf(struct lower *l, vyi_ref r, uint32_t *operand)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    uint64_t value;
    bool local = n->op == VYI_OP_LOCAL;
    if (!local && !vyi_launch_leaf(l->launch, n, &value))
        return false;
    *operand = local ? l->slot[n->x] : pool(l, value);
    return true;
}

/// Evaluates it into an operand that later assignments do not change.
static uint32_t hold(struct lower *l, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    if (n->op != VYI_OP_LOCAL || l->p->locals.at[n->x].kind != VYI_LOCAL_VAR)
        return value(l, r);
    uint32_t slot = slots(l, 1);
    value_to(l, r, slot);
    return slot;
}

// ---- accesses ----
/// Evaluates the indices of an access, which all but the last `rest` kids are; an instruction on
/// the buffer with the `a` and `n` of these.
static struct ins access_at(struct lower *l, uint8_t op, const struct vyi_node *n, uint32_t rest)
{
    struct ins i = {.op = op, .x = n->x, .y = VYI_ORDER_RELAXED | VYI_REACH_DEVICE << 2};
    const vyi_ref *kids;
    uint32_t count = vyi_kids(l->p, n, &kids) - rest, operands[VYI_MAX_RANK] = {0};
    for (uint32_t k = 0; k < count && k < VYI_MAX_RANK; k++) {
        operands[k] = value(l, kids[k]);
        if (type_of(l, kids[k]) == VY_TYPE_I32)
            i.n |= (uint8_t)(1 << k);
    }
    i.a = count == 1 ? operands[0] : list(l, operands, count);
    return i;
}

/// An instruction on an element of a local array or a table.
static struct ins element_at(struct lower *l, uint8_t op, const struct vyi_node *n)
{
    bool table = op == INS_TABLE;
    const struct vyi_local *local = table ? NULL : &l->p->locals.at[n->x];
    return (struct ins){.op = op,
                        .a = value(l, n->kid[0]),
                        .n = type_of(l, n->kid[0]) == VY_TYPE_I32,
                        .type = table ? 0 : local->type,
                        .x = table ? n->x : l->slot[n->x],
                        .c = table ? l->p->tables.at[n->x].count : local->count,
                        .y = n->x};
}

/// The order and scope of an atomic access, in the form of `y`.
static uint32_t order_of(struct lower *l, const struct vyi_node *n)
{
    uint32_t order = n->aux & 3, reach = n->aux >> 8 & 3;
    l->code->ordered |= order != VYI_ORDER_RELAXED;
    l->code->narrow |= reach == VYI_REACH_WORKGROUP;
    return order | reach << 2;
}

static void lower_atomic(struct lower *l, const struct vyi_node *n, uint32_t dst)
{
    const vyi_ref *kids;
    bool load = n->op == VYI_OP_ATOMIC_LOAD, rmw = n->op == VYI_OP_ATOMIC_RMW;
    uint32_t count = vyi_kids(l->p, n, &kids), values = vyi_atomic_values(n->op);
    uint8_t op = vyi_rmw_op(n->aux2);
    struct ins i = access_at(l, INS_CAS, n, values);
    i.op = load ? INS_ATOMIC_LOAD : rmw ? INS_RMW : INS_CAS;
    i.b = values ? value(l, kids[count - values]) : 0;
    i.c = values == 2 ? value(l, kids[count - 1]) : 0;
    i.dst = dst, i.y = order_of(l, n);
    i.fn = rmw && op ? vyi_sem(op, l->p->buffers.at[n->x].elem) : NULL;
    emit(l, i);
}

static void lower_load(struct lower *l, const struct vyi_node *n, uint32_t dst)
{
    uint8_t bytes = n->op == VYI_OP_U32_AT ? 4 : n->op == VYI_OP_U64_AT ? 8 : 0;
    uint8_t op = bytes ? INS_BYTES : l->p->buffers.at[n->x].atomic ? INS_ATOMIC_LOAD : INS_LOAD;
    struct ins i = access_at(l, op, n, 0);
    i.dst = dst, i.c = bytes;
    emit(l, i);
}

/// The value of `place op= operand`: `load` reads the place before the operand is evaluated.
static uint32_t combine(struct lower *l, struct ins load, uint8_t op, uint8_t type, vyi_ref operand)
{
    uint32_t old = load.dst = slots(l, 1);
    emit(l, load);
    uint32_t right = value(l, operand);
    EMIT(l, .op = INS_PURE2, .dst = old, .a = old, .b = right, .fn = vyi_sem(op, type));
    return old;
}

static void lower_store(struct lower *l, const struct vyi_node *n)
{
    const struct vyi_buffer *b = &l->p->buffers.at[n->x];
    const vyi_ref *kids;
    bool plain = n->op == VYI_OP_STORE;
    uint32_t rank = vyi_kids(l->p, n, &kids) - 1;
    uint8_t op = plain ? (uint8_t)n->aux2 : 0;
    struct ins i = access_at(l, INS_LOAD, n, 1);
    if (op && !b->atomic) {
        i.b = combine(l, i, op, vyi_type_value(b->elem), kids[rank]);
        i.y |= ACCESS_SECOND;
    } else {
        i.b = value(l, kids[rank]);
    }
    i.op = op && b->atomic ? INS_RMW : plain ? INS_STORE : INS_ATOMIC_STORE;
    if (i.op == INS_RMW)
        i.dst = slots(l, 1), i.fn = vyi_sem(op, b->elem);
    if (!plain)
        i.y = order_of(l, n);
    emit(l, i);
}

static void lower_set_array(struct lower *l, const struct vyi_node *n)
{
    struct ins i = element_at(l, INS_ARRAY_LOAD, n);
    i.b = n->n ? combine(l, i, (uint8_t)n->n, i.type, n->kid[1]) : value(l, n->kid[1]);
    i.op = INS_ARRAY_STORE, i.dst = n->n != 0;
    emit(l, i);
}

// ---- expressions ----
/// a ? b : c; also a && b, which is a ? b : false, and a || b, which is a ? true : b.
static void lower_select(struct lower *l, const struct vyi_node *n, uint32_t dst)
{
    bool is_or = n->op == VYI_OP_LOR;
    uint32_t base = l->top, condition = value(l, n->kid[0]), other = NO_JUMP, end = NO_JUMP;
    jump_to(l, is_or ? INS_JUMP_SET : INS_JUMP_ZERO, condition, &other);
    l->top = base;
    value_to(l, n->kid[1], dst);
    jump_to(l, INS_JUMP, 0, &end);
    land(l, other);
    l->top = base;
    if (n->op == VYI_OP_SELECT)
        value_to(l, n->kid[2], dst);
    else
        EMIT(l, .op = INS_MOVE, .dst = dst, .a = pool(l, is_or));
    land(l, end);
}

static void lower_collective(struct lower *l, const struct vyi_node *n, uint32_t dst)
{
    bool load = n->op == VYI_OP_SCOPE_LOAD;
    bool folds = n->op == VYI_OP_REDUCE || n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
    bool indexed = n->op == VYI_OP_BROADCAST || n->op == VYI_OP_SHUFFLE;
    struct ins i = {.x = n->x};
    if (load)
        i = access_at(l, INS_SYNC, n, 0);
    else
        i.a = value(l, n->kid[0]);
    if (indexed)
        i.b = value(l, n->kid[1]), i.x = type_of(l, n->kid[1]);
    i.op = INS_SYNC, i.dst = dst, i.c = n->op, i.y = load ? n->aux : n->n, i.type = n->type;
    i.fn = folds ? vyi_sem((uint8_t)n->x, n->type) : NULL;
    emit(l, i);
    l->code->synchronises = true;
    l->code->synchronises_subgroup |= i.y == VYI_SCOPE_SUBGROUP;
}

static void lower_pure(struct lower *l, const struct vyi_node *n, uint32_t dst)
{
    uint32_t count = 0, operand[3] = {0};
    for (VYI_KIDS(kid, l->p, n))
        operand[count++] = value(l, *kid);
    EMIT(l, .op = (uint8_t)(INS_PURE1 + count - 1), .dst = dst, .a = operand[0], .b = operand[1],
         .c = operand[2], .fn = vyi_sem(n->op, type_of(l, n->kid[0])));
}

static void lower_other(struct lower *l, const struct vyi_node *n, uint32_t dst)
{
    uint32_t a;
    struct ins i;
    switch (n->op) {
    case VYI_OP_CAST:
        a = value(l, n->kid[0]);
        EMIT(l, .op = INS_CAST, .dst = dst, .a = a, .type = type_of(l, n->kid[0]), .n = n->type);
        break;
    case VYI_OP_ID: EMIT(l, .op = INS_ID, .dst = dst, .x = n->x); break;
    case VYI_OP_LAND:
    case VYI_OP_LOR:
    case VYI_OP_SELECT: lower_select(l, n, dst); break;
    case VYI_OP_LOAD:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: lower_load(l, n, dst); break;
    case VYI_OP_LOAD_ARRAY:
    case VYI_OP_LOAD_TABLE:
        i = element_at(l, n->op == VYI_OP_LOAD_ARRAY ? INS_ARRAY_LOAD : INS_TABLE, n);
        i.dst = dst;
        emit(l, i);
        break;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: lower_atomic(l, n, dst); break;
    case VYI_OP_CLOCK: EMIT(l, .op = INS_CLOCK, .dst = dst); break;
    default: lower_collective(l, n, dst); break;
    }
}

/// Evaluates an expression into a slot.
static void value_to(struct lower *l, vyi_ref r, uint32_t dst)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    uint32_t operand, base = l->top;
    vyi_ref outer = l->at;
    l->at = r;
    if (leaf(l, r, &operand))
        EMIT(l, .op = INS_MOVE, .dst = dst, .a = operand);
    else if (vyi_op_info(n->op)->kind == VYI_KIND_OP)
        lower_pure(l, n, dst);
    else
        lower_other(l, n, dst);
    l->at = outer;
    l->top = base;
}

/// Evaluates an expression; the operand that holds it.
static uint32_t value(struct lower *l, vyi_ref r)
{
    uint32_t operand;
    if (leaf(l, r, &operand))
        return operand;
    value_to(l, r, l->top);
    return slots(l, 1);
}

// ---- loops ----
/// What is left of a loop context while another one is inner.
struct outer {
    uint32_t breaks, goes_on;
};
static struct outer loop_begin(struct lower *l)
{
    struct outer outer = {l->breaks, l->goes_on};
    l->breaks = l->goes_on = NO_JUMP;
    return outer;
}
static void loop_end(struct lower *l, struct outer outer)
{
    land(l, l->breaks);
    l->breaks = outer.breaks;
    l->goes_on = outer.goes_on;
}
/// The jump that ends an iteration: counted as a statement, so that an empty loop takes steps too.
#define LOOP_BACK(l, ...) ((l)->pending++, EMIT((l), __VA_ARGS__))

/// while and loop.
static void lower_while(struct lower *l, const struct vyi_node *n)
{
    struct outer outer = loop_begin(l);
    bool tests = n->op == VYI_OP_WHILE;
    uint32_t test = NO_JUMP, base = l->top;
    if (tests)
        jump_to(l, INS_JUMP, 0, &test);
    uint32_t body = here(l);
    lower_stmt(l, n->kid[tests]);
    land(l, test);
    land(l, l->goes_on);
    uint32_t condition = tests ? value(l, n->kid[0]) : 0;
    LOOP_BACK(l, .op = tests ? INS_BACK_SET : INS_BACK, .x = body, .a = condition);
    l->top = base;
    loop_end(l, outer);
}

static void lower_for(struct lower *l, const struct vyi_node *n)
{
    const vyi_ref *kids = vyi_kid_list(l->p, n);
    uint8_t type = l->p->locals.at[n->x].type;
    uint32_t base = l->top, index = l->slot[n->x] = slots(l, 1);
    struct outer outer = loop_begin(l);
    value_to(l, kids[0], index);
    uint32_t to = hold(l, kids[1]);
    uint32_t step = kids[2].i ? hold(l, kids[2]) : pool(l, 1);
    uint32_t test = slots(l, 1);
    EMIT(l, .op = INS_PURE2, .dst = test, .a = index, .b = to, .fn = vyi_sem(VYI_OP_LT, type));
    jump_to(l, INS_JUMP_ZERO, test, &l->breaks);
    l->top--;
    uint32_t body = here(l);
    lower_stmt(l, kids[3]);
    land(l, l->goes_on);
    LOOP_BACK(l, .op = INS_FOR_NEXT, .x = body, .dst = index, .a = to, .b = step, .type = type);
    loop_end(l, outer);
    l->top = base;
}

/// each: slot `dst` holds the running number, `dst` + 1 how many there are in all, then the length
/// of each range, then the k indices; `list` holds the bounds in pairs.
static void lower_each(struct lower *l, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t k = (vyi_kids(l->p, n, &kids) - 1) / 2, bounds[2 * VYI_MAX_RANK] = {0}, types = 0;
    uint32_t base = l->top, first = slots(l, 2 + 2 * k);
    struct outer outer = loop_begin(l);
    for (uint32_t i = 0; i < 2 * k; i++)
        bounds[i] = hold(l, kids[i]);
    uint32_t pairs = list(l, bounds, 2 * k);
    for (uint32_t i = 0; i < k; i++) { // after the bounds: an outer index may have the same name
        l->slot[n->x + i] = first + 2 + k + i;
        types |= (uint32_t)(l->p->locals.at[n->x + i].type & 15) << 4 * i;
    }
    struct ins *i = jump_to(l, INS_EACH_BEGIN, pairs, &l->breaks);
    i->dst = first, i->n = (uint8_t)k, i->b = types;
    uint32_t body = here(l);
    lower_stmt(l, kids[2 * k]);
    land(l, l->goes_on);
    LOOP_BACK(l, .op = INS_EACH_NEXT, .x = body, .dst = first, .n = (uint8_t)k, .a = pairs,
              .b = types);
    loop_end(l, outer);
    l->top = base;
}

/// fixpoint: entered by INS_FIX_ENTER, every pass ends at a grid barrier. The passes of this
/// entry are counted in a slot, for the value of the statement.
static void lower_fixpoint(struct lower *l, const struct vyi_node *n)
{
    const vyi_ref *kids = vyi_kid_list(l->p, n);
    uint32_t outer_fixpoint = l->fixpoint, number = l->code->fixpoints.count, done = NO_JUMP;
    uint32_t pos = l->at.i < l->p->pos.count ? l->p->pos.at[l->at.i] : 0;
    l->failed |= !vyi_vec_push(l->context, &l->code->fixpoints, pos);
    uint32_t result = n->aux ? (l->slot[n->aux - 1] = slots(l, 1)) : NO_JUMP;
    uint32_t base = l->top, index = slots(l, 2), passes = index + 1;
    uint32_t from = hold(l, kids[0]), to = hold(l, kids[1]);
    struct outer outer = loop_begin(l);
    EMIT(l, .op = INS_MOVE, .dst = passes, .a = pool(l, 0));
    l->slot[n->x] = index;
    l->fixpoint = number;
    struct ins *i = jump_to(l, INS_FIX_ENTER, from, &done);
    i->b = to, i->dst = index, i->y = number;
    uint32_t body = here(l);
    lower_stmt(l, kids[2]);
    LOOP_BACK(l, .op = INS_SYNC, .x = body, .dst = index, .a = passes, .b = to,
              .c = VYI_OP_FIXPOINT, .y = VYI_SCOPE_GRID, .other = number);
    l->code->synchronises = true;
    land(l, done);
    if (result != NO_JUMP)
        EMIT(l, .op = INS_MOVE, .dst = result, .a = passes);
    loop_end(l, outer);
    l->fixpoint = outer_fixpoint;
    l->top = base;
}

// ---- other statements ----
static void lower_if(struct lower *l, const struct vyi_node *n)
{
    uint32_t ends = NO_JUMP;
    for (;;) {
        uint32_t other = NO_JUMP, base = l->top;
        uint32_t condition = value(l, n->kid[0]);
        l->top = base;
        jump_to(l, INS_JUMP_ZERO, condition, &other);
        lower_stmt(l, n->kid[1]);
        vyi_ref rest = n->kid[2], only = rest;
        if (rest.i)
            jump_to(l, INS_JUMP, 0, &ends);
        land(l, other);
        if (!rest.i)
            break;
        n = vyi_at(l->p, rest);
        if (n->op == VYI_OP_SEQ && n->x == 1) {
            only = l->p->extra.at[n->list];
            n = vyi_at(l->p, only);
        }
        if (n->op != VYI_OP_IF) {
            lower_stmt(l, rest);
            break;
        }
        l->pending++;
        l->at = only;
    }
    land(l, ends);
}

static void lower_message(struct lower *l, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(l->p, n, &kids), skip = n->op == VYI_OP_ASSERT;
    uint32_t operands[VYI_MAX_ARGS * 2] = {0}, ok = NO_JUMP, k = 0;
    if (skip) { // arguments are evaluated by those that fail
        uint32_t condition = value(l, kids[0]);
        jump_to(l, INS_JUMP_SET, condition, &ok);
    }
    for (uint32_t i = skip; i < count && k < VYI_MAX_ARGS; i++, k++) {
        operands[2 * k] = value(l, kids[i]);
        operands[2 * k + 1] = type_of(l, kids[i]);
    }
    EMIT(l, .op = skip ? INS_ASSERT : INS_PRINT, .b = list(l, operands, 2 * k), .n = (uint8_t)k,
         .x = n->x);
    land(l, ok);
}

static void lower_sync(struct lower *l, const struct vyi_node *n)
{
    struct ins i = {
        .op = INS_SYNC, .c = n->op, .y = n->op == VYI_OP_BARRIER ? n->n : VYI_SCOPE_WORKGROUP};
    if (n->op == VYI_OP_ASYNC_COPY) {
        uint32_t *const operands[] = {&i.a, &i.b, &i.dst};
        const vyi_ref *kids = vyi_kid_list(l->p, n);
        for (unsigned k = 0; k < 3; k++) {
            uint8_t type = type_of(l, kids[k]);
            *operands[k] = value(l, kids[k]);
            i.n |= (uint8_t)((type == VY_TYPE_I32) << k | (type == VY_TYPE_I64) << (k + 3));
        }
        i.x = n->x, i.other = n->aux;
    }
    emit(l, i);
    l->code->synchronises = true;
}

static void lower_define(struct lower *l, const struct vyi_node *n)
{
    const struct vyi_local *local = &l->p->locals.at[n->x];
    uint64_t bytes = (uint64_t)local->count * vyi_type_bytes(local->type);
    bool array = n->op == VYI_OP_ARRAY;
    uint32_t count = array ? (uint32_t)((bytes + 7) / 8) : 1, slot = slots(l, count);
    if (array)
        EMIT(l, .op = INS_ARRAY_CLEAR, .x = slot, .c = count);
    else
        value_to(l, n->kid[0], slot);
    l->slot[n->x] = slot;
}

static void lower_simple(struct lower *l, const struct vyi_node *n)
{
    uint32_t base = l->top;
    switch (n->op) {
    case VYI_OP_SET: value_to(l, n->kid[0], l->slot[n->x]); break;
    case VYI_OP_SET_ARRAY: lower_set_array(l, n); break;
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE: lower_store(l, n); break;
    case VYI_OP_EVAL: value(l, n->kid[0]); break;
    case VYI_OP_BREAK: jump_to(l, INS_JUMP, 0, &l->breaks); break;
    case VYI_OP_CONTINUE: jump_to(l, INS_JUMP, 0, &l->goes_on); break;
    case VYI_OP_LEAVE: jump_to(l, INS_JUMP, 0, &l->leaves[n->x]); break;
    case VYI_OP_AGAIN: EMIT(l, .op = INS_AGAIN, .x = l->fixpoint); break;
    case VYI_OP_RETURN: EMIT(l, .op = INS_RETURN); break;
    case VYI_OP_ASSERT:
    case VYI_OP_PRINT: lower_message(l, n); break;
    case VYI_OP_FENCE:
        EMIT(l, .op = INS_FENCE);
        l->code->ordered = l->code->fences = true;
        break;
    case VYI_OP_PAUSE: EMIT(l, .op = INS_PAUSE); break;
    default: lower_sync(l, n); break;
    }
    l->top = base;
}

static void lower_stmt(struct lower *l, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    vyi_ref outer = l->at;
    if (l->failed)
        return;
    if (n->op == VYI_OP_SEQ) {
        uint32_t base = l->top;
        for (uint32_t i = 0; i < n->x; i++)
            lower_stmt(l, l->p->extra.at[n->list + i]);
        l->top = base;
        return;
    }
    l->at = r;
    if (++l->pending == 255)
        EMIT(l, .op = INS_NOP);
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY: lower_define(l, n); break;
    case VYI_OP_IF: lower_if(l, n); break;
    case VYI_OP_FOR: lower_for(l, n); break;
    case VYI_OP_EACH: lower_each(l, n); break;
    case VYI_OP_FIXPOINT: lower_fixpoint(l, n); break;
    case VYI_OP_WHILE:
    case VYI_OP_LOOP: lower_while(l, n); break;
    case VYI_OP_REGION: lower_stmt(l, n->kid[0]); break;
    case VYI_OP_BLOCK:
        l->leaves[n->x] = NO_JUMP;
        lower_stmt(l, n->kid[0]);
        land(l, l->leaves[n->x]);
        break;
    default: lower_simple(l, n); break;
    }
    l->at = outer;
}

bool vyi_oracle_lower(vy_context *c, const vy_program *p, const struct vyi_launch *launch,
                      struct code *code)
{
    struct lower l = {.context = c, .p = p, .launch = launch, .code = code};
    l.breaks = l.goes_on = NO_JUMP;
    l.slot = vyi_calloc(c, p->locals.count + 1, sizeof *l.slot);
    l.leaves = vyi_calloc(c, p->labels + 1, sizeof *l.leaves);
    l.failed = !l.slot || !l.leaves;
    if (!l.failed) {
        lower_stmt(&l, p->body);
        EMIT(&l, .op = INS_RETURN);
    }
    for (uint32_t i = 0; i < code->ins.count; i++) // ordinals of fixpoints lie behind the rest
        if (code->ins.at[i].op == INS_FIX_ENTER)
            code->ins.at[i].c = l.deepest + code->ins.at[i].y;
    code->slots = l.deepest + code->fixpoints.count;
    vyi_free(c, l.slot, (p->locals.count + 1) * sizeof *l.slot);
    vyi_free(c, l.leaves, (p->labels + 1) * sizeof *l.leaves);
    return !l.failed;
}

void vyi_oracle_code_free(vy_context *c, struct code *code)
{
    vyi_vec_free(c, &code->ins);
    vyi_vec_free(c, &code->nodes);
    vyi_vec_free(c, &code->lists);
    vyi_vec_free(c, &code->pool);
    vyi_vec_free(c, &code->fixpoints);
}
