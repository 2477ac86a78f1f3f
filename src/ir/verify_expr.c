// The rules of one expression: what its operands must be, and the type that follows.
#include "ir/verify.h"

#include <stdio.h>

static bool is_scalar(uint8_t type)
{
    return vyi_type_class(type) & (VYI_CLASS_BOOL | VYI_CLASS_NUM);
}

/// "a number", "an integer or bool", … for the classes an op takes.
static const char *class_text(uint8_t classes)
{
    switch (classes) {
    case VYI_CLASS_BOOL: return "bool";
    case VYI_CLASS_UINT: return "u32 and u64";
    case VYI_CLASS_FLOAT: return "f32 and f64";
    case VYI_CLASS_INT: return "integers: u32, i32, u64, i64";
    case VYI_CLASS_INT | VYI_CLASS_BOOL: return "integers and bool";
    case VYI_CLASS_NUM: return "numbers: integers and floats";
    default: return "numbers and bool";
    }
}

/// Operand `i` (from 0) must have the wanted type, given as text.
static uint8_t operand(struct vyi_check *k, const struct vyi_node *n, unsigned i, uint8_t found,
                       const char *wanted, const char *fix)
{
    char what[96], name[48];
    snprintf(what, sizeof what, "operand %u of '%s'", i + 1, vyi_node_name(n, name));
    return vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(found), wanted, fix);
}

uint8_t vyi_check_op(struct vyi_check *k, uint8_t op, const uint8_t types[3])
{
    const struct vyi_op_info *info = vyi_op_info(op);
    unsigned wrong;
    uint8_t type = vyi_op_type(op, types, &wrong);
    if (type)
        return type;
    if (wrong == 0 || info->rule == VYI_RULE_SHIFT)
        vyi_check_fail(k, OPERAND_CLASS, wrong + 1, info->spelling, vyi_type_name(types[wrong]),
                       class_text(wrong ? VYI_CLASS_INT : info->classes));
    else
        vyi_check_fail(k, OPERANDS_DIFFER, wrong + 1, info->spelling, vyi_type_name(types[wrong]),
                       1, vyi_type_name(types[0]), vyi_type_name(types[0]));
    return 0;
}

static uint8_t pure(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids)
{
    uint8_t types[3] = {0};
    for (unsigned i = 0; i < vyi_op_info(n->op)->arity; i++)
        types[i] = vyi_type_of(k, kids[i]);
    return vyi_check_op(k, n->op, types);
}

// ---- leaves ----
static uint8_t leaf(struct vyi_check *k, const struct vyi_node *n)
{
    const vy_program *p = k->p;
    switch (n->op) {
    case VYI_OP_LITERAL:
        if (vyi_value_normal(n->type, vyi_literal_bits(n)))
            return n->type;
        return vyi_check_fail(k, VALUE_FORM, "a literal", vyi_type_name(n->type),
                              "give its bits as the type has them");
    case VYI_OP_LOCAL:
        if (p->locals.at[n->x].kind != VYI_LOCAL_ARRAY)
            return p->locals.at[n->x].type;
        return vyi_check_fail(k, LOCAL_KIND, "a local that stands without an index", "an array",
                              "use one of its elements");
    case VYI_OP_PARAM: return p->params.at[n->x].type;
    case VYI_OP_CONST: return p->consts.at[n->x].type;
    case VYI_OP_ID: return VY_TYPE_U32;
    case VYI_OP_LEN:
        return n->n <= p->buffers.at[n->x].rank
                   ? VY_TYPE_U32
                   : vyi_malformed(k, "it asks the length of an absent buffer");
    default: // CLOCK
        if (!p->service)
            return vyi_check_fail(k, SERVICE_ONLY, "clock()", p->name ? p->name : "NAME");
        return VY_TYPE_U64;
    }
}

static uint8_t lazy(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids)
{
    unsigned bools = n->op == VYI_OP_SELECT ? 1 : 2;
    for (unsigned i = 0; i < bools; i++)
        if (vyi_type_of(k, kids[i]) != VY_TYPE_BOOL)
            return operand(k, n, i, vyi_type_of(k, kids[i]), "bool", "compare it: 'x != 0'");
    if (n->op != VYI_OP_SELECT)
        return VY_TYPE_BOOL;
    uint8_t a = vyi_type_of(k, kids[1]), b = vyi_type_of(k, kids[2]);
    if (a == b && is_scalar(a))
        return a;
    return vyi_check_fail(k, OPERANDS_DIFFER, 3, "?", vyi_type_name(b), 2, vyi_type_name(a),
                          vyi_type_name(a));
}

// ---- memory ----
bool vyi_check_int(struct vyi_check *k, vyi_ref value, const char *what)
{
    return vyi_is_int(vyi_type_of(k, value)) ||
           vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(vyi_type_of(k, value)), "an integer",
                          "convert it: u32(…)");
}

bool vyi_check_indices(struct vyi_check *k, uint32_t buffer, const vyi_ref *kids, uint32_t count)
{
    const struct vyi_buffer *b = &k->p->buffers.at[buffer];
    if (count != b->rank)
        return vyi_check_fail(k, INDEX_COUNT, b->name, b->rank, b->rank == 1 ? "size" : "sizes",
                              count, count == 1 ? "index is" : "indices are");
    for (uint32_t i = 0; i < count; i++) {
        char what[96];
        if (vyi_is_int(vyi_type_of(k, kids[i])))
            continue;
        snprintf(what, sizeof what, "index %u of '%.63s'", i + 1, b->name);
        return vyi_check_int(k, kids[i], what);
    }
    return true;
}

static uint8_t load(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                    uint32_t count)
{
    const vy_program *p = k->p;
    if (n->op == VYI_OP_LOAD_ARRAY) {
        if (p->locals.at[n->x].kind != VYI_LOCAL_ARRAY)
            return vyi_check_fail(k, LOCAL_KIND, "a local that stands with an index", "no array",
                                  "drop the index");
        return vyi_check_int(k, kids[0], "the index of an array") ? p->locals.at[n->x].type : 0;
    }
    if (n->op == VYI_OP_LOAD_TABLE) {
        return vyi_check_int(k, kids[0], "the index of a table")
                   ? vyi_type_value(p->tables.at[n->x].elem)
                   : 0;
    }
    const struct vyi_buffer *b = &p->buffers.at[n->x];
    if (!vyi_check_indices(k, n->x, kids, count))
        return 0;
    if (n->op != VYI_OP_U32_AT && n->op != VYI_OP_U64_AT)
        return vyi_type_value(b->elem);
    if (b->elem != VY_TYPE_U8) {
        char what[96];
        snprintf(what, sizeof what, "'%.63s'", b->name);
        return vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(b->elem), "a u8 buffer",
                              "use an ordinary load");
    }
    return n->op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
}

static bool ordering(struct vyi_check *k, const struct vyi_node *n)
{
    uint32_t order = n->aux & 255, reach = n->aux >> 8;
    char name[48];
    if (order > VYI_ORDER_ACQ_REL || reach > VYI_REACH_SYSTEM)
        return vyi_malformed(k, "it has an ordering or scope that does not exist");
    bool load_only = n->op == VYI_OP_ATOMIC_LOAD, store_only = n->op == VYI_OP_ATOMIC_STORE;
    if ((load_only && order > VYI_ORDER_ACQUIRE) ||
        (store_only && order != VYI_ORDER_RELAXED && order != VYI_ORDER_RELEASE))
        return vyi_check_fail(k, ORDERING, vyi_node_name(n, name), vyi_order_names[order],
                              load_only
                                  ? "use 'acquire' for a load, or nothing for a relaxed one"
                                  : "use 'release' for a store, or nothing for a relaxed one");
    return true;
}

bool vyi_check_atomic(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                      uint32_t count)
{
    uint32_t values = vyi_atomic_values(n->op);
    char name[48];
    if (count < values)
        return vyi_malformed(k, "an atomic lacks its operands");
    const struct vyi_buffer *b = &k->p->buffers.at[n->x];
    bool rmw = n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS;
    if (n->op == VYI_OP_ATOMIC_RMW && n->aux2 >= VYI_RMW_COUNT)
        return vyi_malformed(k, "it is an atomic operation that does not exist");
    if (!b->atomic) {
        char fix[160];
        return vyi_check_fail(k, NOT_ATOMIC, b->name, vyi_node_name(n, name),
                              vyi_atomic_fix(b->name, b->role, b->elem, fix));
    }
    if (rmw && b->role == VY_ROLE_MAPPED)
        return vyi_check_fail(k, MAPPED_ACCESS, b->name, vyi_node_name(n, name));
    if (!ordering(k, n) || !vyi_check_indices(k, n->x, kids, count - values))
        return false;
    for (uint32_t i = count - values; i < count; i++) {
        uint8_t type = vyi_type_of(k, kids[i]);
        if (type != b->elem)
            return operand(k, n, i - (count - values) + 1, type, vyi_type_name(b->elem),
                           "convert it, or change the buffer's type");
    }
    return true;
}

// ---- collectives ----
static uint8_t collective_refused(struct vyi_check *k, const struct vyi_node *n, uint8_t type,
                                  const char *fix)
{
    char name[48];
    return vyi_check_fail(k, COLLECTIVE_TYPE, vyi_node_name(n, name), vyi_type_name(type), fix);
}

static uint8_t reduce(struct vyi_check *k, const struct vyi_node *n, uint8_t type)
{
    uint8_t class = vyi_type_class(type);
    if (!(vyi_op_info((uint8_t)n->x)->classes & class))
        return collective_refused(k, n, type,
                                  class == VYI_CLASS_BOOL ? "convert it: u32(…), or use any or all"
                                                          : "use an integer");
    if (n->op != VYI_OP_REDUCE && class == VYI_CLASS_FLOAT)
        return collective_refused(k, n, type, "scan integers, such as fixed-point numbers");
    return type;
}

static uint8_t collective(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids)
{
    uint8_t type = vyi_type_of(k, kids[0]);
    switch (n->op) {
    case VYI_OP_REDUCE:
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN: return reduce(k, n, type);
    case VYI_OP_BROADCAST:
    case VYI_OP_SHUFFLE:
        if (!vyi_is_int(vyi_type_of(k, kids[1])))
            return operand(k, n, 1, vyi_type_of(k, kids[1]), "an integer", "convert it: u32(…)");
        return type;
    default: // ANY ALL BALLOT
        if (type != VY_TYPE_BOOL)
            return collective_refused(k, n, type, "compare it: 'x != 0'");
        return n->op == VYI_OP_BALLOT ? VY_TYPE_U32 : VY_TYPE_BOOL;
    }
}

uint8_t vyi_check_expr(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                       uint32_t count)
{
    switch (n->op) {
    case VYI_OP_CAST:
        if (!is_scalar(n->type) || !is_scalar(vyi_type_of(k, kids[0])))
            return vyi_malformed(k, "a cast is from a scalar to a scalar");
        return n->type;
    case VYI_OP_LAND:
    case VYI_OP_LOR:
    case VYI_OP_SELECT: return lazy(k, n, kids);
    case VYI_OP_SCOPE_LOAD:
    case VYI_OP_LOAD:
    case VYI_OP_LOAD_ARRAY:
    case VYI_OP_LOAD_TABLE:
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: return load(k, n, kids, count);
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS:
        return vyi_check_atomic(k, n, kids, count) ? k->p->buffers.at[n->x].elem : 0;
    default: break;
    }
    const struct vyi_op_info *info = vyi_op_info(n->op);
    if (info->kind == VYI_KIND_OP)
        return pure(k, n, kids);
    if (info->kind != VYI_KIND_EXPR)
        return vyi_malformed(k, "a statement stands where a value is wanted");
    return info->flags & VYI_FLAG_COLLECTIVE ? collective(k, n, kids) : leaf(k, n);
}
