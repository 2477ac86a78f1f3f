// Expressions as instructions.
//
// Registers are taken as on a stack. An instruction reads all operands before it writes, so its
// result may lie on top of them; what takes several instructions has its result in a register of
// its own first: `x = c ? y : x` must not write x before the second branch has read it.
//
// The right sides of && || ?: are evaluated whether they are needed or not where nothing can be
// seen of that: all pure ops are total, and a load out of bounds gives 0.
#include "bytecode/encode.h"
#include "ir/sem.h"
#include "ir/visit.h"

static const vyi_ref *kids_of(const struct encoder *e, const struct vyi_node *n)
{
    const vyi_ref *kids;
    vyi_kids(e->p, n, &kids);
    return kids;
}

static uint8_t type_of(const struct encoder *e, vyi_ref r)
{
    return vyi_at(e->p, r)->type;
}

// ---- pure ops ----
static void emit_pure(struct encoder *e, uint8_t op, uint8_t from, uint8_t to, uint8_t type,
                      const struct step *s)
{
    enum vyi_byte_group group = vyi_byte_is_wide(to)     ? VYI_BYTE_WIDE
                                : vyi_byte_is_wide(from) ? VYI_BYTE_TEST
                                                         : VYI_BYTE_NARROW;
    struct step step = *s;
    step.op = vyi_byte_op(group, op, type);
    vyi_byte_emit(e, step);
}

void vyi_byte_pure(struct encoder *e, uint8_t op, uint8_t type, uint32_t d, uint32_t a, uint32_t b,
                   uint32_t c)
{
    const uint8_t types[3] = {type, type, type};
    unsigned wrong;
    emit_pure(e, op, type, vyi_op_type(op, types, &wrong), type,
              &(struct step){.d = d, .a = a, .b = b, .c = c});
}

void vyi_byte_cast(struct encoder *e, uint8_t from, uint8_t to, uint32_t d, uint32_t a)
{
    emit_pure(e, (uint8_t)(VYI_BYTE_CAST + from), from, to, to, &(struct step){.d = d, .a = a});
}

void vyi_byte_move(struct encoder *e, uint8_t type, uint32_t d, uint32_t a)
{
    uint8_t same = vyi_byte_is_wide(type) ? VY_TYPE_U64 : VY_TYPE_U32;
    if (d != a)
        vyi_byte_cast(e, same, same, d, a);
}

static void special(struct encoder *e, enum vyi_byte_group group, uint32_t which, uint32_t d,
                    uint32_t a, uint32_t b, uint32_t c)
{
    vyi_byte_emit(
        e, (struct step){.op = vyi_byte_op(group, 0, which), .d = d, .a = a, .b = b, .c = c});
}

static bool is_integer(uint8_t type)
{
    return vyi_type_class(type) & VYI_CLASS_INT;
}

/// A cast that leaves the registers as they are: of an integer to one that is not wider.
static bool is_free(uint8_t from, uint8_t to)
{
    return from == to ||
           (is_integer(from) && is_integer(to) && vyi_type_bytes(to) <= vyi_type_bytes(from));
}

// ---- leaves: no instruction ----
static uint32_t of_id(struct encoder *e, uint32_t x)
{
    const uint32_t *size = e->launch->workgroup;
    uint32_t axis = x % 4, below = axis ? size[0] * (axis > 1 ? size[1] : 1) : 1, d = e->number;
    switch (x / 4) {
    case VYI_ID_GRID_SIZE:
    case VYI_ID_WORKGROUP_SIZE: return vyi_byte_constant(e, VY_TYPE_U32, size[axis]);
    case VYI_ID_CONCURRENT:
    case VYI_ID_WORKGROUPS: return vyi_byte_constant(e, VY_TYPE_U32, 1);
    case VYI_ID_WID: return vyi_byte_constant(e, VY_TYPE_U32, 0);
    case VYI_ID_LANE:
        d = vyi_byte_take(e, 1);
        vyi_byte_pure(e, VYI_OP_AND, VY_TYPE_U32, d, e->number,
                      vyi_byte_constant(e, VY_TYPE_U32, VYI_SUBGROUP - 1), 0);
        return d;
    case VYI_ID_SUBGROUP: below = VYI_SUBGROUP, axis = 2; break;
    default:
        if (size[axis] == 1)
            return vyi_byte_constant(e, VY_TYPE_U32, 0);
    }
    uint32_t volume = size[0] * size[1] * size[2];
    if (below > 1) {
        uint32_t divided = vyi_byte_take(e, 1);
        vyi_byte_pure(e, VYI_OP_DIV, VY_TYPE_U32, divided, d,
                      vyi_byte_constant(e, VY_TYPE_U32, below), 0);
        d = divided;
    }
    if (axis < 2 && below * size[axis] < volume) {
        uint32_t rest = vyi_byte_take(e, 1);
        vyi_byte_pure(e, VYI_OP_REM, VY_TYPE_U32, rest, d,
                      vyi_byte_constant(e, VY_TYPE_U32, size[axis]), 0);
        d = rest;
    }
    return d;
}

static bool leaf(struct encoder *e, vyi_ref r, uint32_t *value)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    const struct vyi_launch *s = e->launch;
    switch (n->op) {
    case VYI_OP_LOCAL: *value = e->registers[n->x]; return true;
    case VYI_OP_LITERAL: *value = vyi_byte_constant(e, n->type, vyi_literal_bits(n)); return true;
    case VYI_OP_PARAM: *value = vyi_byte_constant(e, n->type, s->params[n->x]); return true;
    case VYI_OP_CONST: *value = vyi_byte_constant(e, n->type, s->consts[n->x]); return true;
    case VYI_OP_LEN:
        *value = vyi_byte_constant(
            e, VY_TYPE_U32,
            (uint32_t)(n->n ? s->extents[n->x].size[n->n - 1] : s->extents[n->x].count));
        return true;
    case VYI_OP_ID: *value = of_id(e, n->x); return true;
    case VYI_OP_CAST:
        if (!is_free(type_of(e, n->kid[0]), n->type))
            return false;
        *value = vyi_byte_value(e, n->kid[0]);
        return true;
    default: return false;
    }
}

uint32_t vyi_byte_hold(struct encoder *e, vyi_ref r)
{
    uint8_t type = type_of(e, r);
    uint32_t v = vyi_byte_value(e, r), d;
    for (uint32_t i = 0; i < e->p->locals.count; i++)
        if (e->registers[i] == v && e->p->locals.at[i].kind == VYI_LOCAL_VAR) {
            d = vyi_byte_slot(e, type);
            vyi_byte_move(e, type, d, v);
            return d;
        }
    return v;
}

// ---- indices ----
/// An index as 32 bits; out of bounds where it is negative or has more.
static uint32_t index_of(struct encoder *e, vyi_ref r, uint64_t size)
{
    uint8_t type = type_of(e, r);
    uint32_t v = vyi_byte_value(e, r), d;
    if (type == VY_TYPE_U32 || (type == VY_TYPE_I32 && size <= INT32_MAX))
        return v;
    d = vyi_byte_take(e, 1);
    if (type == VY_TYPE_I32)
        special(e, VYI_BYTE_NARROW, VYI_BYTE_SIGNED, d, v, 0, 0);
    else
        special(e, VYI_BYTE_TEST, VYI_BYTE_INDEX, d, v, 0, 0);
    return d;
}

/// The element that the indices of an access name.
static uint32_t element(struct encoder *e, const struct vyi_node *n)
{
    const struct vyi_extent *extent = &e->launch->extents[n->x];
    const vyi_ref *kids = kids_of(e, n);
    uint32_t rank = e->p->buffers.at[n->x].rank, indices[VYI_MAX_RANK];
    if (rank == 1)
        return index_of(e, kids[0], extent->count);
    for (uint32_t k = 0; k < rank; k++)
        indices[k] = index_of(e, kids[k], extent->size[k]);
    uint32_t d = vyi_byte_take(e, 1), at = vyi_byte_constant(e, VY_TYPE_U32, 0);
    for (uint32_t k = 0; k < rank; k++) {
        special(e, VYI_BYTE_NARROW, VYI_BYTE_AXIS, d, at, indices[k],
                vyi_byte_constant(e, VY_TYPE_U32, (uint32_t)extent->size[k]));
        at = d;
    }
    return d;
}

// ---- accesses ----
static struct step *access(struct encoder *e, uint32_t code, uint32_t d, uint32_t a, uint32_t row,
                           uint32_t c)
{
    return vyi_byte_emit(
        e, (struct step){
               .op = VYI_BYTE_OTHER * VYI_BYTE_GROUP + code, .d = d, .a = a, .b = row, .c = c});
}

static uint32_t load_code(const struct vyi_buffer *b, bool acquires)
{
    bool wide = vyi_byte_is_wide(b->elem);
    if (b->atomic)
        return (wide ? VYI_BYTE_LOAD_ATOMIC_64 : VYI_BYTE_LOAD_ATOMIC_32) + (uint32_t)acquires;
    switch (b->elem) {
    case VY_TYPE_U8: return VYI_BYTE_LOAD_U8;
    case VY_TYPE_I8: return VYI_BYTE_LOAD_I8;
    case VY_TYPE_U16: return VYI_BYTE_LOAD_U16;
    case VY_TYPE_I16: return VYI_BYTE_LOAD_I16;
    case VY_TYPE_F16: return VYI_BYTE_LOAD_F16;
    case VY_TYPE_BF16: return VYI_BYTE_LOAD_BF16;
    case VY_TYPE_BOOL: return VYI_BYTE_LOAD_BOOL;
    case VY_TYPE_F32: return VYI_BYTE_LOAD_F32;
    case VY_TYPE_F64: return VYI_BYTE_LOAD_F64;
    default: return wide ? VYI_BYTE_LOAD_64 : VYI_BYTE_LOAD_32;
    }
}

static uint32_t store_code(const struct vyi_buffer *b, bool releases)
{
    bool wide = vyi_byte_is_wide(b->elem);
    if (b->atomic)
        return (wide ? VYI_BYTE_STORE_ATOMIC_64 : VYI_BYTE_STORE_ATOMIC_32) + (uint32_t)releases;
    uint32_t bytes = vyi_type_bytes(b->elem);
    return wide                      ? VYI_BYTE_STORE_64
           : b->elem == VY_TYPE_F16  ? VYI_BYTE_STORE_F16
           : b->elem == VY_TYPE_BF16 ? VYI_BYTE_STORE_BF16
           : bytes == 1              ? VYI_BYTE_STORE_8
           : bytes == 2              ? VYI_BYTE_STORE_16
                                     : VYI_BYTE_STORE_32;
}

static bool is_ordered(const struct vyi_node *n)
{
    return (n->aux & 3) != VYI_ORDER_RELAXED;
}

static void load(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    const struct vyi_buffer *b = &e->p->buffers.at[n->x];
    uint32_t code = n->op == VYI_OP_U32_AT ? VYI_BYTE_LOAD_BYTES_4
                    : n->op == VYI_OP_U64_AT
                        ? VYI_BYTE_LOAD_BYTES_8
                        : load_code(b, n->op == VYI_OP_ATOMIC_LOAD && is_ordered(n));
    access(e, code, d,
           n->op == VYI_OP_U32_AT || n->op == VYI_OP_U64_AT
               ? index_of(e, n->kid[0], e->launch->extents[n->x].count)
               : element(e, n),
           n->x, 0);
}

static void table(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    const struct vyi_table *t = &e->p->tables.at[n->x];
    bool wide = vyi_byte_is_wide(t->elem);
    access(e, wide ? VYI_BYTE_LOAD_64 : VYI_BYTE_LOAD_32, d, index_of(e, n->kid[0], t->count),
           e->p->buffers.count + n->x, 0);
}

static uint32_t update_kind(uint32_t rmw, uint8_t type)
{
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    return !is_signed           ? rmw
           : rmw == VYI_RMW_MIN ? VYI_BYTE_MIN_SIGNED
           : rmw == VYI_RMW_MAX ? VYI_BYTE_MAX_SIGNED
                                : rmw;
}

static void update(struct encoder *e, const struct vyi_node *n, uint32_t rmw, bool ordered,
                   uint32_t d, uint32_t at, uint32_t value)
{
    uint8_t type = e->p->buffers.at[n->x].elem;
    uint32_t code = vyi_byte_is_wide(type) ? VYI_BYTE_UPDATE_64 : VYI_BYTE_UPDATE_32;
    access(e, code + (uint32_t)ordered, d, at, n->x, value)->kind = update_kind(rmw, type);
}

static void atomic(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids), at = element(e, n);
    bool wide = vyi_byte_is_wide(e->p->buffers.at[n->x].elem), ordered = is_ordered(n);
    if (n->op == VYI_OP_ATOMIC_RMW) {
        update(e, n, n->aux2, ordered, d, at, vyi_byte_value(e, kids[count - 1]));
        return;
    }
    uint32_t expected = vyi_byte_value(e, kids[count - 2]);
    uint32_t value = vyi_byte_value(e, kids[count - 1]);
    access(e, (wide ? VYI_BYTE_SWAP_64 : VYI_BYTE_SWAP_32) + (uint32_t)ordered, d, at, n->x,
           expected);
    vyi_byte_emit(e, (struct step){.a = value});
}

/// The op of an assignment such as += as a read-modify-write.
static uint32_t rmw_of(uint8_t op)
{
    uint32_t rmw = 0;
    while (rmw < VYI_RMW_COUNT && vyi_rmw_op(rmw) != op)
        rmw++;
    return rmw;
}

void vyi_byte_store(struct encoder *e, const struct vyi_node *n)
{
    const struct vyi_buffer *b = &e->p->buffers.at[n->x];
    const vyi_ref *kids = kids_of(e, n);
    uint8_t op = n->op == VYI_OP_STORE ? (uint8_t)n->aux2 : 0, type = vyi_type_value(b->elem);
    uint32_t at = element(e, n);
    if (op && b->atomic) {
        uint32_t value = vyi_byte_value(e, kids[b->rank]);
        update(e, n, rmw_of(op), false, vyi_byte_slot(e, type), at, value);
        return;
    }
    uint32_t old = op ? vyi_byte_slot(e, type) : 0;
    if (op)
        access(e, load_code(b, false), old, at, n->x, 0);
    uint32_t value = vyi_byte_value(e, kids[b->rank]);
    if (op)
        vyi_byte_pure(e, op, type, old, old, value, 0);
    access(e, store_code(b, n->op == VYI_OP_ATOMIC_STORE && is_ordered(n)), 0, at, n->x,
           op ? old : value);
}

// ---- local arrays ----
/// The high halves of 64-bit elements lie behind the low ones.
static void array_access(struct encoder *e, const struct vyi_node *n, uint32_t code, uint32_t d,
                         uint32_t at)
{
    const struct vyi_local *l = &e->p->locals.at[n->x];
    for (uint32_t half = 0; half <= (uint32_t)vyi_byte_is_wide(l->type); half++)
        access(e, code, d + half, at, e->registers[n->x] + half * l->count, l->count);
}

static void array_load(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    const struct vyi_local *l = &e->p->locals.at[n->x];
    uint32_t at = index_of(e, n->kid[0], l->count);
    uint32_t v = d == at ? vyi_byte_slot(e, l->type) : d; // both halves need the index
    array_access(e, n, VYI_BYTE_ARRAY_LOAD, v, at);
    vyi_byte_move(e, l->type, d, v);
}

void vyi_byte_set_array(struct encoder *e, const struct vyi_node *n)
{
    const struct vyi_local *l = &e->p->locals.at[n->x];
    uint32_t at = index_of(e, n->kid[0], l->count), old = 0;
    if (n->n)
        array_access(e, n, VYI_BYTE_ARRAY_LOAD, old = vyi_byte_slot(e, l->type), at);
    uint32_t v = vyi_byte_value(e, n->kid[1]);
    if (n->n)
        vyi_byte_pure(e, (uint8_t)n->n, l->type, old, old, v, 0);
    array_access(e, n, VYI_BYTE_ARRAY_STORE, n->n ? old : v, at);
}

// ---- && || ?: ----
/// Whether it may be evaluated where it is not needed.
static bool is_idle(const struct encoder *e, vyi_ref r)
{
    for (VYI_VISIT(v, e->p, r)) {
        uint16_t flags = vyi_op_info(v->n->op)->flags;
        bool reads = flags & VYI_FLAG_READS && v->n->op != VYI_OP_CLOCK;
        if (flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE) ||
            (reads && e->p->buffers.at[v->n->x].atomic))
            return false;
    }
    return true;
}

static void select(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    bool is_or = n->op == VYI_OP_LOR, chooses = n->op == VYI_OP_SELECT;
    uint32_t condition = vyi_byte_value(e, n->kid[0]), other = NO_JUMP, end = NO_JUMP;
    if (is_idle(e, n->kid[1]) && (!chooses || is_idle(e, n->kid[2]))) {
        uint32_t b = vyi_byte_value(e, n->kid[1]);
        if (!chooses)
            vyi_byte_pure(e, is_or ? VYI_OP_OR : VYI_OP_AND, VY_TYPE_BOOL, d, condition, b, 0);
        else
            special(e, vyi_byte_is_wide(n->type) ? VYI_BYTE_WIDE : VYI_BYTE_NARROW, VYI_BYTE_SELECT,
                    d, condition, b, vyi_byte_value(e, n->kid[2]));
        return;
    }
    uint32_t v = vyi_byte_slot(e, n->type), mask = vyi_byte_take(e, 2), test = condition;
    if (!chooses)
        vyi_byte_move(e, n->type, v, condition);
    if (is_or)
        vyi_byte_pure(e, VYI_OP_LNOT, VY_TYPE_BOOL, test = vyi_byte_take(e, 1), condition, 0, 0);
    if (chooses)
        EMIT(e, ZERO, .d = mask + 1);
    JUMP(e, IF, &other, .d = mask, .a = test);
    vyi_byte_value_to(e, n->kid[1], v);
    vyi_byte_land(e, other);
    if (chooses) {
        JUMP(e, ELSE, &end, .d = mask + 1, .a = mask);
        vyi_byte_value_to(e, n->kid[2], v);
        vyi_byte_land(e, end);
    }
    EMIT(e, JOIN, .d = mask + (uint32_t)chooses);
    vyi_byte_move(e, n->type, d, v);
}

// ---- collectives ----
static uint32_t fold_kind(uint8_t op, uint8_t type)
{
    uint8_t class = vyi_type_class(type);
    bool ordered = op == VYI_OP_MIN || op == VYI_OP_MAX;
    if (class != VYI_CLASS_FLOAT && !(ordered && class == VYI_CLASS_SINT))
        class = VYI_CLASS_UINT;
    uint32_t kind = 0;
    while (kind + 1 < VYI_BYTE_FOLDS &&
           (vyi_byte_folds[kind].op != op || vyi_byte_folds[kind].class != class))
        kind++;
    return kind;
}

static void fold(struct encoder *e, uint8_t form, uint8_t op, uint8_t type, bool all, uint32_t d,
                 uint32_t a)
{
    uint32_t code = (vyi_byte_is_wide(type) ? VYI_BYTE_REDUCE_64 : VYI_BYTE_REDUCE_32) +
                    (uint32_t)(form - VYI_OP_REDUCE);
    access(e, code, d, a, vyi_byte_constant(e, type, vyi_sem_identity(op, type)), all)->kind =
        fold_kind(op, type);
}

// ---- async_copy ----
/// An operand as 64 bits. A position that no buffer has is brought down to one that no sum takes
/// round.
static uint32_t copy_operand(struct encoder *e, vyi_ref r, bool is_position)
{
    uint8_t type = type_of(e, r);
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    uint8_t wide = is_signed ? VY_TYPE_I64 : VY_TYPE_U64;
    uint32_t v = vyi_byte_value(e, r), d = vyi_byte_slot(e, wide);
    vyi_byte_cast(e, type, wide, d, v);
    if (is_position)
        vyi_byte_pure(e, VYI_OP_MIN, wide, d, d, vyi_byte_constant(e, wide, UINT64_C(1) << 40), 0);
    else if (is_signed)
        vyi_byte_pure(e, VYI_OP_MAX, wide, d, d, vyi_byte_constant(e, wide, 0), 0);
    return d;
}

/// Element i of those that are copied.
static void copy_element(struct encoder *e, const struct vyi_node *n, uint32_t to, uint32_t from,
                         uint32_t i)
{
    uint8_t type = e->p->buffers.at[n->x].elem;
    uint32_t sum = vyi_byte_slot(e, VY_TYPE_U64), at = vyi_byte_take(e, 1);
    uint32_t v = vyi_byte_slot(e, type);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U64, sum, from, i, 0);
    special(e, VYI_BYTE_TEST, VYI_BYTE_INDEX, at, sum, 0, 0);
    access(e, load_code(&e->p->buffers.at[n->aux], false), v, at, n->aux, 0);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U64, sum, to, i, 0);
    special(e, VYI_BYTE_TEST, VYI_BYTE_INDEX, at, sum, 0, 0);
    access(e, store_code(&e->p->buffers.at[n->x], false), 0, at, n->x, v);
}

/// At once: the elements that the target has are dealt out over the invocations that are left.
void vyi_byte_copy(struct encoder *e, const struct vyi_node *n)
{
    const vyi_ref *kids = kids_of(e, n);
    uint32_t one = vyi_byte_constant(e, VY_TYPE_U32, 1),
             zero = vyi_byte_constant(e, VY_TYPE_U64, 0);
    uint32_t count = vyi_byte_constant(e, VY_TYPE_U64, e->launch->extents[n->x].count);
    uint32_t to = copy_operand(e, kids[0], true), from = copy_operand(e, kids[1], true);
    uint32_t end = copy_operand(e, kids[2], false), v = vyi_byte_slot(e, VY_TYPE_U64);
    uint32_t i = vyi_byte_slot(e, VY_TYPE_U64), step = vyi_byte_slot(e, VY_TYPE_U64);
    uint32_t test = vyi_byte_take(e, 2), left = test + 1, out = NO_JUMP;
    if (vyi_type_class(type_of(e, kids[0])) == VYI_CLASS_SINT) {
        vyi_byte_pure(e, VYI_OP_SUB, VY_TYPE_U64, v, zero, to, 0);
        vyi_byte_pure(e, VYI_OP_LT, VY_TYPE_I64, test, to, zero, 0);
        special(e, VYI_BYTE_WIDE, VYI_BYTE_SELECT, i, test, v, zero);
    } else {
        vyi_byte_move(e, VY_TYPE_U64, i, zero);
    }
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U64, v, i, count, 0);
    vyi_byte_pure(e, VYI_OP_MIN, VY_TYPE_U64, end, end, v, 0);
    fold(e, VYI_OP_SCAN, VYI_OP_ADD, VY_TYPE_U32, true, test, one);
    vyi_byte_cast(e, VY_TYPE_U32, VY_TYPE_U64, v, test);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U64, i, i, v, 0);
    fold(e, VYI_OP_REDUCE, VYI_OP_ADD, VY_TYPE_U32, true, test, one);
    vyi_byte_cast(e, VY_TYPE_U32, VY_TYPE_U64, step, test);
    vyi_byte_pure(e, VYI_OP_LT, VY_TYPE_U64, test, i, end, 0);
    EMIT(e, ZERO, .d = left);
    JUMP(e, WHILE, &out, .d = left, .a = test);
    uint32_t top = e->steps.count;
    copy_element(e, n, to, from, i);
    vyi_byte_pure(e, VYI_OP_ADD, VY_TYPE_U64, i, i, step, 0);
    vyi_byte_pure(e, VYI_OP_LT, VY_TYPE_U64, test, i, end, 0);
    EMIT(e, BACK_IF, .to = top, .jumps = true, .d = left, .a = test);
    vyi_byte_land(e, out);
    EMIT(e, JOIN, .d = left);
}

/// Values of 64 bits go in halves.
static void exchange(struct encoder *e, uint32_t code, uint8_t type, uint32_t d, uint32_t a,
                     uint32_t b, bool all)
{
    uint32_t v = vyi_byte_is_wide(type) && d == b ? vyi_byte_slot(e, type) : d;
    for (uint32_t half = 0; half <= (uint32_t)vyi_byte_is_wide(type); half++)
        access(e, code, v + half, a + half, b, all);
    vyi_byte_move(e, type, d, v);
}

static void collective(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    bool loads = n->op == VYI_OP_SCOPE_LOAD;
    bool all = (loads ? n->aux : n->n) != VYI_SCOPE_SUBGROUP;
    uint32_t a, v;
    if (loads) {
        v = vyi_byte_slot(e, n->type);
        if (all)
            EMIT(e, BARRIER, .d = 0);
        load(e, n, v);
        exchange(e, VYI_BYTE_FIRST, n->type, d, v, 0, all);
    } else {
        a = vyi_byte_value(e, n->kid[0]);
        switch (n->op) {
        case VYI_OP_REDUCE:
        case VYI_OP_SCAN:
        case VYI_OP_ISCAN: fold(e, n->op, (uint8_t)n->x, n->type, all, d, a); break;
        case VYI_OP_ANY: fold(e, VYI_OP_REDUCE, VYI_OP_OR, VY_TYPE_BOOL, all, d, a); break;
        case VYI_OP_ALL: fold(e, VYI_OP_REDUCE, VYI_OP_AND, VY_TYPE_BOOL, all, d, a); break;
        case VYI_OP_BALLOT: access(e, VYI_BYTE_BALLOT, d, a, 0, 0); break;
        default:
            exchange(e, n->op == VYI_OP_SHUFFLE ? VYI_BYTE_SHUFFLE : VYI_BYTE_BROADCAST, n->type, d,
                     a, index_of(e, n->kid[1], UINT32_MAX), all);
        }
    }
    if (all)
        EMIT(e, BARRIER, .d = 0);
}

// ---- values ----
static void pure(struct encoder *e, const struct vyi_node *n, uint32_t d)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(e->p, n, &kids), v[3] = {0};
    uint8_t type = type_of(e, kids[0]);
    for (uint32_t i = 0; i < count; i++)
        v[i] = vyi_byte_value(e, kids[i]);
    emit_pure(e, n->op, type, n->type, type,
              &(struct step){.d = d, .a = v[0], .b = v[1], .c = v[2]});
}

static void other(struct encoder *e, vyi_ref r, uint32_t d)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    switch (n->op) {
    case VYI_OP_CAST:
        vyi_byte_cast(e, type_of(e, n->kid[0]), n->type, d, vyi_byte_value(e, n->kid[0]));
        break;
    case VYI_OP_LAND:
    case VYI_OP_LOR:
    case VYI_OP_SELECT: select(e, n, d); break;
    case VYI_OP_LOAD:
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: load(e, n, d); break;
    case VYI_OP_LOAD_ARRAY: array_load(e, n, d); break;
    case VYI_OP_LOAD_TABLE: table(e, n, d); break;
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: atomic(e, n, d); break;
    case VYI_OP_CLOCK: vyi_byte_refuse(e, e->p->pos.at[r.i], "it reads the clock"); break;
    default: collective(e, n, d); break;
    }
}

void vyi_byte_value_to(struct encoder *e, vyi_ref r, uint32_t d)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    uint32_t base = e->top, v;
    if (leaf(e, r, &v))
        vyi_byte_move(e, n->type, d, v);
    else if (vyi_op_info(n->op)->kind == VYI_KIND_OP)
        pure(e, n, d);
    else
        other(e, r, d);
    e->top = base;
}

uint32_t vyi_byte_value(struct encoder *e, vyi_ref r)
{
    uint32_t v;
    if (leaf(e, r, &v))
        return v;
    v = vyi_byte_slot(e, type_of(e, r));
    vyi_byte_value_to(e, r, v);
    return v;
}
