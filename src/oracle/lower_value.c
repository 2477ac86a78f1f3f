// Expressions to instructions. Everything runs left to right; && || ?: jump.
//
// Registers: a value that is not a leaf goes to the first free slot. An instruction reads all its
// operands before it writes its result, so the result may lie on top of its operands. The case that
// breaks the naive version: `x = a && x` must not write x before its right side was read, so the
// lazy forms write their result only where a branch ends.
#include "oracle/code.h"

static uint8_t type_of(const struct lower *l, vyi_ref r)
{
    return vyi_at(l->p, r)->type;
}

// ---- leaves: no instruction, unless the value differs between invocations ----
static uint64_t length(const struct lower *l, const struct vyi_node *n)
{
    const struct vyi_extent *e = &l->launch->extents[n->x];
    return (uint32_t)(n->n ? e->size[n->n - 1] : e->count);
}

static bool uniform_id(const struct lower *l, uint32_t x, uint64_t *value)
{
    const struct vyi_launch *s = l->launch;
    uint32_t axis = x % 4;
    switch (x / 4) {
    case VYI_ID_GRID_SIZE: *value = s->groups[axis] * s->workgroup[axis]; return true;
    case VYI_ID_WORKGROUP_SIZE: *value = s->workgroup[axis]; return true;
    case VYI_ID_WORKGROUPS: *value = s->groups[axis]; return true;
    default: return false;
    }
}

/// The operand of an expression that needs no instruction; false where it needs one.
static bool leaf(struct lower *l, vyi_ref r, uint32_t *operand)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    uint64_t value;
    switch (n->op) {
    case VYI_OP_LOCAL: *operand = l->slot[n->x]; return true;
    case VYI_OP_LITERAL: value = vyi_literal_bits(n); break;
    case VYI_OP_PARAM: value = l->launch->params[n->x]; break;
    case VYI_OP_CONST: value = l->launch->consts[n->x]; break;
    case VYI_OP_LEN: value = length(l, n); break;
    case VYI_OP_ID:
        if (uniform_id(l, n->x, &value))
            break;
        return false;
    default: return false;
    }
    *operand = vyi_oracle_pool(l, value);
    return true;
}

// ---- buffers ----
uint32_t vyi_oracle_index(struct lower *l, const vyi_ref *kids, uint32_t count, uint8_t *is_signed)
{
    uint32_t operands[VYI_MAX_RANK];
    *is_signed = 0;
    for (uint32_t i = 0; i < count && i < VYI_MAX_RANK; i++) {
        operands[i] = vyi_oracle_value(l, kids[i]);
        if (type_of(l, kids[i]) == VY_TYPE_I32)
            *is_signed |= (uint8_t)(1 << i);
    }
    return count == 1 ? operands[0] : vyi_oracle_list(l, operands, count);
}

uint32_t vyi_oracle_order(struct lower *l, const struct vyi_node *n)
{
    uint32_t order = n->aux & 3, reach = n->aux >> 8 & 3;
    l->code->ordered |= order != VYI_ORDER_RELAXED;
    l->code->narrow |= reach == VYI_REACH_WORKGROUP;
    return order | reach << 2;
}

static void lower_atomic(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(l->p, n, &kids);
    uint32_t values = n->op == VYI_OP_ATOMIC_LOAD ? 0 : n->op == VYI_OP_ATOMIC_RMW ? 1 : 2;
    uint8_t is_signed, op = vyi_rmw_op(n->aux2);
    uint32_t at = vyi_oracle_index(l, kids, count - values, &is_signed);
    uint32_t b = values ? vyi_oracle_value(l, kids[count - values]) : 0;
    uint32_t c = values == 2 ? vyi_oracle_value(l, kids[count - 1]) : 0;
    struct ins *i = vyi_oracle_emit(l,
                                    n->op == VYI_OP_ATOMIC_LOAD  ? INS_ATOMIC_LOAD
                                    : n->op == VYI_OP_ATOMIC_RMW ? INS_RMW
                                                                 : INS_CAS,
                                    pos);
    i->dst = dst, i->a = at, i->n = is_signed, i->b = b, i->c = c, i->x = n->x;
    i->y = vyi_oracle_order(l, n);
    i->fn = n->op == VYI_OP_ATOMIC_RMW && op ? vyi_sem(op, l->p->buffers.at[n->x].elem) : NULL;
}

static void lower_load(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(l->p, n, &kids);
    uint8_t is_signed, op = INS_LOAD, bytes = 0;
    uint32_t at = vyi_oracle_index(l, kids, count, &is_signed);
    if (n->op == VYI_OP_U32_AT || n->op == VYI_OP_U64_AT)
        op = INS_BYTES, bytes = n->op == VYI_OP_U32_AT ? 4 : 8;
    else if (l->p->buffers.at[n->x].atomic)
        op = INS_ATOMIC_LOAD;
    struct ins *i = vyi_oracle_emit(l, op, pos);
    i->dst = dst, i->a = at, i->n = is_signed, i->c = bytes, i->x = n->x;
    i->y = VYI_ORDER_RELAXED | VYI_REACH_DEVICE << 2;
}

static void lower_element(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    uint32_t at = vyi_oracle_value(l, n->kid[0]);
    bool array = n->op == VYI_OP_LOAD_ARRAY;
    struct ins *i = vyi_oracle_emit(l, array ? INS_ARRAY_LOAD : INS_TABLE, pos);
    i->dst = dst, i->a = at, i->x = array ? l->slot[n->x] : n->x;
    i->type = array ? l->p->locals.at[n->x].type : 0;
    i->n = type_of(l, n->kid[0]) == VY_TYPE_I32;
    i->c = array ? l->p->locals.at[n->x].count : l->p->tables.at[n->x].count;
    i->y = n->x;
}

// ---- jumps inside expressions ----
static uint32_t jump_from(struct lower *l, uint8_t op, uint32_t operand, uint32_t pos)
{
    struct ins *i = vyi_oracle_emit(l, op, pos);
    i->a = operand;
    return l->code->ins.count - 1;
}

static void jump_here(struct lower *l, uint32_t jump)
{
    if (!l->failed)
        l->code->ins.at[jump].x = l->code->ins.count;
}

/// a && b, a || b: the left side decides where it can.
static void lower_lazy(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    bool is_and = n->op == VYI_OP_LAND;
    uint32_t base = l->top, left = vyi_oracle_value(l, n->kid[0]);
    uint32_t short_cut = jump_from(l, is_and ? INS_JUMP_ZERO : INS_JUMP_SET, left, pos);
    l->top = base;
    vyi_oracle_value_to(l, n->kid[1], dst);
    uint32_t end = jump_from(l, INS_JUMP, 0, pos);
    jump_here(l, short_cut);
    struct ins *i = vyi_oracle_emit(l, INS_MOVE, pos);
    i->dst = dst, i->a = vyi_oracle_pool(l, !is_and);
    jump_here(l, end);
}

static void lower_select(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    uint32_t base = l->top, condition = vyi_oracle_value(l, n->kid[0]);
    uint32_t other = jump_from(l, INS_JUMP_ZERO, condition, pos);
    l->top = base;
    vyi_oracle_value_to(l, n->kid[1], dst);
    uint32_t end = jump_from(l, INS_JUMP, 0, pos);
    jump_here(l, other);
    l->top = base;
    vyi_oracle_value_to(l, n->kid[2], dst);
    jump_here(l, end);
}

// ---- collectives ----
static void lower_collective(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    bool indexed = n->op == VYI_OP_BROADCAST || n->op == VYI_OP_SHUFFLE;
    uint32_t a, b = 0, scope = n->op == VYI_OP_SCOPE_LOAD ? n->aux : n->n;
    uint8_t is_signed = 0;
    if (n->op == VYI_OP_SCOPE_LOAD) {
        const vyi_ref *kids;
        uint32_t count = vyi_kids(l->p, n, &kids);
        a = vyi_oracle_index(l, kids, count, &is_signed);
    } else {
        a = vyi_oracle_value(l, n->kid[0]);
        if (indexed)
            b = vyi_oracle_value(l, n->kid[1]);
    }
    struct ins *i = vyi_oracle_emit(l, INS_SYNC, pos);
    i->dst = dst, i->a = a, i->b = b, i->c = n->op, i->y = scope;
    i->x = indexed ? type_of(l, n->kid[1]) : n->x;
    i->n = is_signed, i->type = n->type;
    if (n->op == VYI_OP_REDUCE || n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN)
        i->fn = vyi_sem((uint8_t)n->x, n->type);
    l->code->synchronises = true;
    l->code->synchronises_subgroup |= scope == VYI_SCOPE_SUBGROUP;
}

// ---- everything together ----
static void lower_pure(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(l->p, n, &kids), operand[3] = {0};
    for (uint32_t i = 0; i < count; i++)
        operand[i] = vyi_oracle_value(l, kids[i]);
    struct ins *i = vyi_oracle_emit(l, (uint8_t)(INS_PURE1 + count - 1), pos);
    i->dst = dst, i->a = operand[0], i->b = operand[1], i->c = operand[2];
    i->fn = vyi_sem(n->op, type_of(l, kids[0]));
}

static void lower_other(struct lower *l, const struct vyi_node *n, uint32_t pos, uint32_t dst)
{
    struct ins *i;
    uint32_t a;
    switch (n->op) {
    case VYI_OP_CAST:
        a = vyi_oracle_value(l, n->kid[0]);
        i = vyi_oracle_emit(l, INS_CAST, pos);
        i->dst = dst, i->a = a, i->type = type_of(l, n->kid[0]), i->n = n->type;
        return;
    case VYI_OP_ID:
        i = vyi_oracle_emit(l, INS_ID, pos);
        i->dst = dst, i->x = n->x;
        return;
    case VYI_OP_LAND:
    case VYI_OP_LOR: lower_lazy(l, n, pos, dst); return;
    case VYI_OP_SELECT: lower_select(l, n, pos, dst); return;
    case VYI_OP_LOAD:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: lower_load(l, n, pos, dst); return;
    case VYI_OP_LOAD_ARRAY:
    case VYI_OP_LOAD_TABLE: lower_element(l, n, pos, dst); return;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: lower_atomic(l, n, pos, dst); return;
    case VYI_OP_CLOCK: vyi_oracle_emit(l, INS_CLOCK, pos)->dst = dst; return;
    default: lower_collective(l, n, pos, dst); return;
    }
}

void vyi_oracle_value_to(struct lower *l, vyi_ref r, uint32_t dst)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    uint32_t operand, pos = vyi_oracle_pos(l, r), base = l->top;
    vyi_ref outer = l->at;
    l->at = r;
    if (leaf(l, r, &operand)) {
        struct ins *i = vyi_oracle_emit(l, INS_MOVE, pos);
        i->dst = dst, i->a = operand;
    } else if (vyi_op_info(n->op)->kind == VYI_KIND_OP) {
        lower_pure(l, n, pos, dst);
    } else {
        lower_other(l, n, pos, dst);
    }
    l->at = outer;
    l->top = base;
}

uint32_t vyi_oracle_value(struct lower *l, vyi_ref r)
{
    uint32_t operand;
    if (leaf(l, r, &operand))
        return operand;
    operand = l->top;
    vyi_oracle_value_to(l, r, operand);
    return vyi_oracle_slots(l, 1);
}

uint32_t vyi_oracle_hold(struct lower *l, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(l->p, r);
    if (n->op != VYI_OP_LOCAL || l->p->locals.at[n->x].kind != VYI_LOCAL_VAR)
        return vyi_oracle_value(l, r);
    uint32_t slot = vyi_oracle_slots(l, 1);
    vyi_oracle_value_to(l, r, slot);
    return slot;
}
