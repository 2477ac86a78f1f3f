// Statements to instructions.
//
// Locals take slots by scope, as on a stack, so that siblings share them and a frame stays small:
// a grid of a million invocations keeps a million frames. Jumps whose target is not yet known are
// chained through their `x`. An else-if chain is followed in a loop, since it may be far longer
// than the nesting limit.
#include "oracle/code.h"

static void lower_stmt(struct lower *l, vyi_ref r);

struct ins *vyi_oracle_emit(struct lower *l, uint8_t op, uint32_t pos)
{
    if (!vyi_vec_push(l->context, &l->code->nodes, l->at) ||
        !vyi_vec_push(l->context, &l->code->ins, ((struct ins){.op = op, .pos = pos}))) {
        l->failed = true;
        if (!l->code->ins.count)
            return &l->none;
    }
    struct ins *i = &l->code->ins.at[l->code->ins.count - 1];
    i->count = (uint8_t)l->pending;
    l->pending = 0;
    return i;
}

uint32_t vyi_oracle_slots(struct lower *l, uint32_t count)
{
    uint32_t first = l->top;
    l->top += count;
    if (l->top > l->deepest)
        l->deepest = l->top;
    return first;
}

uint32_t vyi_oracle_pool(struct lower *l, uint64_t value)
{
    uint32_t count = l->code->pool.count;
    if (count && l->code->pool.at[count - 1] == value)
        return IN_POOL | (count - 1);
    l->failed |= !vyi_vec_push(l->context, &l->code->pool, value);
    return IN_POOL | count;
}

uint32_t vyi_oracle_list(struct lower *l, const uint32_t *operands, uint32_t count)
{
    uint32_t first = l->code->lists.count;
    for (uint32_t i = 0; i < count; i++)
        l->failed |= !vyi_vec_push(l->context, &l->code->lists, operands[i]);
    return first;
}

// ---- jumps ----
static uint32_t here(const struct lower *l)
{
    return l->code->ins.count;
}

/// A jump whose target comes later, added to a chain.
static struct ins *jump_to(struct lower *l, uint8_t op, uint32_t operand, uint32_t pos,
                           uint32_t *chain)
{
    struct ins *i = vyi_oracle_emit(l, op, pos);
    i->a = operand;
    i->x = *chain;
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
static struct ins *loop_back(struct lower *l, uint8_t op, uint32_t target, uint32_t pos)
{
    l->pending++;
    struct ins *i = vyi_oracle_emit(l, op, pos);
    i->x = target;
    return i;
}

// ---- loops ----
static void lower_while(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    struct outer outer = loop_begin(l);
    uint32_t test = NO_JUMP, base = l->top;
    jump_to(l, INS_JUMP, 0, pos, &test);
    uint32_t body = here(l);
    lower_stmt(l, n->kid[1]);
    land(l, test);
    land(l, l->goes_on);
    uint32_t condition = vyi_oracle_value(l, n->kid[0]);
    loop_back(l, INS_BACK_SET, body, pos)->a = condition;
    l->top = base;
    loop_end(l, outer);
}

static void lower_loop(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    struct outer outer = loop_begin(l);
    uint32_t body = here(l);
    lower_stmt(l, n->kid[0]);
    land(l, l->goes_on);
    loop_back(l, INS_BACK, body, pos);
    loop_end(l, outer);
}

static void lower_for(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const vyi_ref *kids;
    vyi_kids(l->p, n, &kids);
    uint8_t type = l->p->locals.at[n->x].type;
    uint32_t base = l->top, index = l->slot[n->x] = vyi_oracle_slots(l, 1);
    struct outer outer = loop_begin(l);
    vyi_oracle_value_to(l, kids[0], index);
    uint32_t to = vyi_oracle_hold(l, kids[1]);
    uint32_t step = kids[2].i ? vyi_oracle_hold(l, kids[2]) : vyi_oracle_pool(l, 1);
    uint32_t test = vyi_oracle_slots(l, 1);
    struct ins *i = vyi_oracle_emit(l, INS_PURE2, pos);
    i->dst = test, i->a = index, i->b = to, i->fn = vyi_sem(VYI_OP_LT, type);
    jump_to(l, INS_JUMP_ZERO, test, pos, &l->breaks);
    l->top--;
    uint32_t body = here(l);
    lower_stmt(l, kids[3]);
    land(l, l->goes_on);
    i = loop_back(l, INS_FOR_NEXT, body, pos);
    i->dst = index, i->a = to, i->b = step, i->type = type;
    loop_end(l, outer);
    l->top = base;
}

/// each: slot `dst` holds the running number, `dst` + 1 how many there are in all, then the length
/// of each range, then the k indices; `list` holds the bounds in pairs.
static void lower_each(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const vyi_ref *kids;
    uint32_t k = (vyi_kids(l->p, n, &kids) - 1) / 2, bounds[2 * VYI_MAX_RANK] = {0};
    uint32_t base = l->top, first = vyi_oracle_slots(l, 2 + 2 * k);
    struct outer outer = loop_begin(l);
    for (uint32_t i = 0; i < 2 * k; i++)
        bounds[i] = vyi_oracle_hold(l, kids[i]);
    uint32_t list = vyi_oracle_list(l, bounds, 2 * k);
    for (uint32_t i = 0; i < k;
         i++) // after the bounds: they may be an outer index of the same name
        l->slot[n->x + i] = first + 2 + k + i;
    uint32_t types = 0;
    for (uint32_t i = 0; i < k; i++)
        types |= (uint32_t)(l->p->locals.at[n->x + i].type & 15) << 4 * i;
    struct ins *i = jump_to(l, INS_EACH_BEGIN, list, pos, &l->breaks);
    i->dst = first, i->n = (uint8_t)k, i->b = types;
    uint32_t body = here(l);
    lower_stmt(l, kids[2 * k]);
    land(l, l->goes_on);
    i = loop_back(l, INS_EACH_NEXT, body, pos);
    i->dst = first, i->n = (uint8_t)k, i->a = list, i->b = types;
    loop_end(l, outer);
    l->top = base;
}

/// fixpoint: entered by INS_FIX_ENTER, every pass ends at a grid barrier. The passes of this
/// entry are counted in a slot, for the value of the statement.
static void lower_fixpoint(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const vyi_ref *kids;
    vyi_kids(l->p, n, &kids);
    uint32_t outer_fixpoint = l->fixpoint, number = l->code->fixpoints.count, done = NO_JUMP;
    l->failed |= !vyi_vec_push(l->context, &l->code->fixpoints, pos);
    uint32_t result = n->aux ? (l->slot[n->aux - 1] = vyi_oracle_slots(l, 1)) : NO_JUMP;
    uint32_t base = l->top, index = vyi_oracle_slots(l, 2), passes = index + 1;
    uint32_t from = vyi_oracle_hold(l, kids[0]), to = vyi_oracle_hold(l, kids[1]);
    struct outer outer = loop_begin(l);
    struct ins *i = vyi_oracle_emit(l, INS_MOVE, pos);
    i->dst = passes, i->a = vyi_oracle_pool(l, 0);
    l->slot[n->x] = index;
    l->fixpoint = number;
    i = jump_to(l, INS_FIX_ENTER, from, pos, &done);
    i->b = to, i->dst = index, i->y = number;
    uint32_t body = here(l);
    lower_stmt(l, kids[2]);
    i = loop_back(l, INS_SYNC, body, pos);
    i->dst = index, i->a = passes, i->b = to, i->c = VYI_OP_FIXPOINT, i->y = VYI_SCOPE_GRID;
    i->other = number;
    l->code->synchronises = true;
    land(l, done);
    if (result != NO_JUMP) {
        i = vyi_oracle_emit(l, INS_MOVE, pos);
        i->dst = result, i->a = passes;
    }
    loop_end(l, outer);
    l->fixpoint = outer_fixpoint;
    l->top = base;
}

// ---- branches ----
static void lower_if(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    uint32_t ends = NO_JUMP;
    for (;;) {
        uint32_t other = NO_JUMP, base = l->top;
        uint32_t condition = vyi_oracle_value(l, n->kid[0]);
        l->top = base;
        jump_to(l, INS_JUMP_ZERO, condition, pos, &other);
        lower_stmt(l, n->kid[1]);
        if (!n->kid[2].i) {
            land(l, other);
            break;
        }
        jump_to(l, INS_JUMP, 0, pos, &ends);
        land(l, other);
        const struct vyi_node *rest = vyi_at(l->p, n->kid[2]);
        vyi_ref only = n->kid[2];
        if (rest->op == VYI_OP_SEQ && rest->x == 1) {
            only = l->p->extra.at[rest->list];
            rest = vyi_at(l->p, only);
        }
        if (rest->op != VYI_OP_IF) {
            lower_stmt(l, n->kid[2]);
            break;
        }
        l->pending++;
        n = rest;
        pos = vyi_oracle_pos(l, only);
    }
    land(l, ends);
}

static void lower_block(struct lower *l, const struct vyi_node *n)
{
    l->leaves[n->x] = NO_JUMP;
    lower_stmt(l, n->kid[0]);
    land(l, l->leaves[n->x]);
}

// ---- stores ----
static void lower_store(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const struct vyi_buffer *b = &l->p->buffers.at[n->x];
    const vyi_ref *kids;
    uint32_t rank = vyi_kids(l->p, n, &kids) - 1, value, relaxed = VYI_REACH_DEVICE << 2;
    uint8_t is_signed, op = n->op == VYI_OP_STORE ? (uint8_t)n->aux2 : 0;
    uint32_t at = vyi_oracle_index(l, kids, rank, &is_signed);
    struct ins *i;
    if (op && !b->atomic) { // index, old value, operand, store
        uint32_t old = vyi_oracle_slots(l, 1);
        i = vyi_oracle_emit(l, INS_LOAD, pos);
        i->dst = old, i->a = at, i->n = is_signed, i->x = n->x, i->y = relaxed;
        uint32_t operand = vyi_oracle_value(l, kids[rank]);
        i = vyi_oracle_emit(l, INS_PURE2, pos);
        i->dst = old, i->a = old, i->b = operand, i->fn = vyi_sem(op, vyi_type_value(b->elem));
        value = old;
    } else {
        value = vyi_oracle_value(l, kids[rank]);
    }
    uint8_t how = op && b->atomic ? INS_RMW : n->op == VYI_OP_STORE ? INS_STORE : INS_ATOMIC_STORE;
    uint32_t dst = how == INS_RMW ? vyi_oracle_slots(l, 1) : 0;
    i = vyi_oracle_emit(l, how, pos);
    i->dst = dst, i->a = at, i->n = is_signed, i->b = value, i->x = n->x;
    i->y = relaxed | (op && !b->atomic ? ACCESS_SECOND : 0);
    if (how == INS_RMW)
        i->fn = vyi_sem(op, b->elem);
    if (how == INS_ATOMIC_STORE)
        i->y = vyi_oracle_order(l, n);
}

static void lower_set_array(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const struct vyi_local *local = &l->p->locals.at[n->x];
    uint32_t at = vyi_oracle_value(l, n->kid[0]), value;
    bool is_signed = vyi_at(l->p, n->kid[0])->type == VY_TYPE_I32;
    struct ins *i;
    if (n->n) {
        uint32_t old = vyi_oracle_slots(l, 1);
        i = vyi_oracle_emit(l, INS_ARRAY_LOAD, pos);
        i->dst = old, i->a = at, i->x = l->slot[n->x], i->c = local->count, i->y = n->x;
        i->type = local->type, i->n = is_signed;
        uint32_t operand = vyi_oracle_value(l, n->kid[1]);
        i = vyi_oracle_emit(l, INS_PURE2, pos);
        i->dst = old, i->a = old, i->b = operand, i->fn = vyi_sem((uint8_t)n->n, local->type);
        value = old;
    } else {
        value = vyi_oracle_value(l, n->kid[1]);
    }
    i = vyi_oracle_emit(l, INS_ARRAY_STORE, pos);
    i->a = at, i->b = value, i->x = l->slot[n->x], i->c = local->count, i->y = n->x;
    i->type = local->type, i->n = is_signed, i->dst = n->n != 0;
}

// ---- messages, barriers and collectives ----
static void lower_message(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(l->p, n, &kids), skip = n->op == VYI_OP_ASSERT;
    uint32_t operands[VYI_MAX_ARGS * 2], ok = NO_JUMP, k = 0;
    if (skip) { // arguments are evaluated by those that fail
        uint32_t condition = vyi_oracle_value(l, kids[0]);
        jump_to(l, INS_JUMP_SET, condition, pos, &ok);
    }
    for (uint32_t i = skip; i < count && k < VYI_MAX_ARGS; i++, k++) {
        operands[2 * k] = vyi_oracle_value(l, kids[i]);
        operands[2 * k + 1] = vyi_at(l->p, kids[i])->type;
    }
    uint32_t list = vyi_oracle_list(l, operands, 2 * k);
    struct ins *i = vyi_oracle_emit(l, skip ? INS_ASSERT : INS_PRINT, pos);
    i->b = list, i->n = (uint8_t)k, i->x = n->x;
    land(l, ok);
}

static uint8_t signedness(const struct lower *l, vyi_ref r, unsigned bit)
{
    uint8_t type = vyi_at(l->p, r)->type;
    return (uint8_t)((type == VY_TYPE_I32) << bit | (type == VY_TYPE_I64) << (bit + 3));
}

static void lower_sync(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    uint32_t operand[3] = {0};
    uint8_t is_signed = 0;
    if (n->op == VYI_OP_ASYNC_COPY) {
        const vyi_ref *kids;
        vyi_kids(l->p, n, &kids);
        for (unsigned k = 0; k < 3; k++) {
            operand[k] = vyi_oracle_value(l, kids[k]);
            is_signed |= signedness(l, kids[k], k);
        }
    }
    struct ins *i = vyi_oracle_emit(l, INS_SYNC, pos);
    i->a = operand[0], i->b = operand[1], i->dst = operand[2], i->n = is_signed;
    i->c = n->op, i->y = n->op == VYI_OP_BARRIER ? n->n : VYI_SCOPE_WORKGROUP;
    if (n->op == VYI_OP_ASYNC_COPY)
        i->x = n->x, i->other = n->aux;
    l->code->synchronises = true;
}

// ---- everything together ----
static void lower_seq(struct lower *l, const struct vyi_node *n)
{
    uint32_t base = l->top;
    for (uint32_t i = 0; i < n->x; i++)
        lower_stmt(l, l->p->extra.at[n->list + i]);
    l->top = base;
}

static void lower_define(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    const struct vyi_local *local = &l->p->locals.at[n->x];
    if (n->op == VYI_OP_ARRAY) {
        uint64_t bytes = (uint64_t)local->count * vyi_type_bytes(local->type);
        l->slot[n->x] = vyi_oracle_slots(l, (uint32_t)((bytes + 7) / 8));
        struct ins *i = vyi_oracle_emit(l, INS_ARRAY_CLEAR, pos);
        i->x = l->slot[n->x], i->c = (uint32_t)((bytes + 7) / 8);
        return;
    }
    uint32_t slot = vyi_oracle_slots(l, 1);
    vyi_oracle_value_to(l, n->kid[0], slot);
    l->slot[n->x] = slot;
}

static void lower_simple(struct lower *l, const struct vyi_node *n, uint32_t pos)
{
    uint32_t base = l->top;
    switch (n->op) {
    case VYI_OP_SET: vyi_oracle_value_to(l, n->kid[0], l->slot[n->x]); break;
    case VYI_OP_SET_ARRAY: lower_set_array(l, n, pos); break;
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE: lower_store(l, n, pos); break;
    case VYI_OP_EVAL: vyi_oracle_value(l, n->kid[0]); break;
    case VYI_OP_BREAK: jump_to(l, INS_JUMP, 0, pos, &l->breaks); break;
    case VYI_OP_CONTINUE: jump_to(l, INS_JUMP, 0, pos, &l->goes_on); break;
    case VYI_OP_LEAVE: jump_to(l, INS_JUMP, 0, pos, &l->leaves[n->x]); break;
    case VYI_OP_AGAIN: vyi_oracle_emit(l, INS_AGAIN, pos)->x = l->fixpoint; break;
    case VYI_OP_RETURN: vyi_oracle_emit(l, INS_RETURN, pos); break;
    case VYI_OP_ASSERT:
    case VYI_OP_PRINT: lower_message(l, n, pos); break;
    case VYI_OP_FENCE:
        vyi_oracle_emit(l, INS_FENCE, pos);
        l->code->ordered = l->code->fences = true;
        break;
    case VYI_OP_PAUSE: vyi_oracle_emit(l, INS_PAUSE, pos); break;
    default: lower_sync(l, n, pos); break;
    }
    l->top = base;
}

static void lower_stmt(struct lower *l, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    uint32_t pos = vyi_oracle_pos(l, r);
    if (l->failed)
        return;
    if (n->op == VYI_OP_SEQ) {
        lower_seq(l, n);
        return;
    }
    vyi_ref outer = l->at;
    l->at = r;
    if (++l->pending == 255)
        vyi_oracle_emit(l, INS_NOP, pos);
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY: lower_define(l, n, pos); break;
    case VYI_OP_IF: lower_if(l, n, pos); break;
    case VYI_OP_FOR: lower_for(l, n, pos); break;
    case VYI_OP_EACH: lower_each(l, n, pos); break;
    case VYI_OP_FIXPOINT: lower_fixpoint(l, n, pos); break;
    case VYI_OP_WHILE: lower_while(l, n, pos); break;
    case VYI_OP_LOOP: lower_loop(l, n, pos); break;
    case VYI_OP_REGION: lower_stmt(l, n->kid[0]); break;
    case VYI_OP_BLOCK: lower_block(l, n); break;
    default: lower_simple(l, n, pos); break;
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
        vyi_oracle_emit(&l, INS_RETURN, 0);
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
