// The rules of one node: what it refers to, what its operands must be, and the type that follows.
#include "ir/message.h"
#include "ir/verify.h"
#include "ir/wire.h"

#include <stdio.h>

static bool is_scalar(uint8_t type)
{
    return vyi_type_class(type) & (VYI_CLASS_BOOL | VYI_CLASS_NUM);
}

/// Operand `i` (from 0) must have the wanted type, given as text.
static uint8_t operand(struct vyi_check *k, const struct vyi_node *n, unsigned i, uint8_t found,
                       const char *wanted, const char *fix)
{
    char what[96], name[48];
    snprintf(what, sizeof what, "operand %u of '%s'", i + 1, vyi_node_name(n, name));
    return vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(found), wanted, fix);
}

static uint8_t check_op(struct vyi_check *k, uint8_t op, const uint8_t types[3])
{
    const struct vyi_op_info *info = vyi_op_info(op);
    unsigned wrong;
    uint8_t type = vyi_op_type(op, types, &wrong);
    if (type)
        return type;
    if (wrong == 0 || info->rule == VYI_RULE_SHIFT)
        vyi_check_fail(k, OPERAND_CLASS, wrong + 1, info->spelling, vyi_type_name(types[wrong]),
                       vyi_class_text(wrong ? VYI_CLASS_INT : info->classes));
    else
        vyi_check_fail(k, OPERANDS_DIFFER, wrong + 1, info->spelling, vyi_type_name(types[wrong]),
                       1, vyi_type_name(types[0]), vyi_type_name(types[0]));
    return 0;
}

static bool service(struct vyi_check *k, const char *what)
{
    if (!k->p->service)
        vyi_check_fail(k, SERVICE_ONLY, what, k->p->name ? k->p->name : "NAME");
    return k->p->service;
}

// ---- leaves ----
static uint8_t leaf(struct vyi_check *k, const struct vyi_node *n)
{
    const vy_program *p = k->p;
    switch (n->op) {
    case VYI_OP_LITERAL:
        if (is_scalar(n->type) && vyi_value_fits(n->type, vyi_literal_bits(n)))
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
    case VYI_OP_ID:
    case VYI_OP_LEN: return VY_TYPE_U32;
    default: return service(k, "clock()") ? VY_TYPE_U64 : 0;
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
static bool check_int(struct vyi_check *k, vyi_ref value, const char *what)
{
    return vyi_is_int(vyi_type_of(k, value)) ||
           vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(vyi_type_of(k, value)), "an integer",
                          "convert it: u32(…)");
}

static bool check_indices(struct vyi_check *k, uint32_t buffer, const vyi_ref *kids, uint32_t count)
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
        return check_int(k, kids[i], what);
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
        return check_int(k, kids[0], "the index of an array") ? p->locals.at[n->x].type : 0;
    }
    if (n->op == VYI_OP_LOAD_TABLE)
        return check_int(k, kids[0], "the index of a table")
                   ? vyi_type_value(p->tables.at[n->x].elem)
                   : 0;
    const struct vyi_buffer *b = &p->buffers.at[n->x];
    if (!check_indices(k, n->x, kids, count))
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
    uint32_t order = n->aux & 255;
    char name[48];
    bool load_only = n->op == VYI_OP_ATOMIC_LOAD, store_only = n->op == VYI_OP_ATOMIC_STORE;
    if ((load_only && order > VYI_ORDER_ACQUIRE) ||
        (store_only && order != VYI_ORDER_RELAXED && order != VYI_ORDER_RELEASE))
        return vyi_check_fail(k, ORDERING, vyi_node_name(n, name), vyi_order_names[order],
                              load_only
                                  ? "use 'acquire' for a load, or nothing for a relaxed one"
                                  : "use 'release' for a store, or nothing for a relaxed one");
    return true;
}

static bool check_atomic(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                         uint32_t count)
{
    uint32_t values = vyi_atomic_values(n->op);
    char name[48];
    const struct vyi_buffer *b = &k->p->buffers.at[n->x];
    bool rmw = n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS;
    if (!b->atomic) {
        char fix[160];
        return vyi_check_fail(k, NOT_ATOMIC, b->name, vyi_node_name(n, name),
                              vyi_atomic_fix(b->name, b->role, b->elem, fix));
    }
    if (rmw && b->role == VY_ROLE_MAPPED)
        return vyi_check_fail(k, MAPPED_ACCESS, b->name, vyi_node_name(n, name));
    if (!ordering(k, n) || !check_indices(k, n->x, kids, count - values))
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
        return check_atomic(k, n, kids, count) ? k->p->buffers.at[n->x].elem : 0;
    default: break;
    }
    const struct vyi_op_info *info = vyi_op_info(n->op);
    uint8_t types[3] = {0};
    for (unsigned i = 0; info->kind == VYI_KIND_OP && i < info->arity; i++)
        types[i] = vyi_type_of(k, kids[i]);
    if (info->kind == VYI_KIND_OP)
        return check_op(k, n->op, types);
    if (info->kind != VYI_KIND_EXPR)
        return vyi_malformed(k, "a statement stands where a value is wanted");
    return info->flags & VYI_FLAG_COLLECTIVE ? collective(k, n, kids) : leaf(k, n);
}

// ---- statements ----
static bool want(struct vyi_check *k, vyi_ref value, uint8_t wanted, const char *what)
{
    uint8_t found = vyi_type_of(k, value);
    char fix[64];
    if (found == wanted)
        return true;
    if (wanted == VY_TYPE_BOOL)
        snprintf(fix, sizeof fix, "compare it: 'x != 0'");
    else
        snprintf(fix, sizeof fix, "convert it: %s(…)", vyi_type_name(wanted));
    return vyi_check_fail(k, WANT_TYPE, what, vyi_type_name(found), vyi_type_name(wanted), fix);
}

static bool local_is(struct vyi_check *k, uint32_t local, uint8_t kind, const char *is,
                     const char *fix)
{
    char text[80];
    return k->p->locals.at[local].kind == kind ||
           vyi_check_fail(k, LOCAL_KIND, vyi_local_text(k->p, local, text), is, fix);
}

/// `to op= value`, where `to` has the given type.
static bool assign(struct vyi_check *k, uint8_t to, uint32_t op, vyi_ref value, const char *what)
{
    if (!op)
        return want(k, value, to, what);
    const uint8_t types[3] = {to, vyi_type_of(k, value), 0};
    return check_op(k, (uint8_t)op, types) == to;
}

static bool store(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                  uint32_t count)
{
    const struct vyi_buffer *b = &k->p->buffers.at[n->x];
    const struct vyi_role_info *role = vyi_role_info(b->role);
    if (!role || !role->writable)
        return vyi_check_fail(k, NOT_WRITABLE, b->name, role ? role->spelling : "?");
    if (n->op == VYI_OP_ATOMIC_STORE)
        return check_atomic(k, n, kids, count);
    if (!check_indices(k, n->x, kids, count - 1))
        return false;
    bool rmw = vyi_op_info((uint8_t)n->aux2)->flags & VYI_FLAG_ATOMIC;
    if (b->atomic && n->aux2 && (!rmw || b->role == VY_ROLE_MAPPED)) {
        char text[8];
        snprintf(text, sizeof text, "%.4s=", vyi_op_info((uint8_t)n->aux2)->spelling);
        if (!rmw)
            vyi_check_fail(k, ATOMIC_ASSIGN, b->name, text);
        else
            vyi_check_fail(k, MAPPED_ACCESS, b->name, text);
        return false;
    }
    char what[96];
    if (!n->aux2 && vyi_type_of(k, kids[count - 1]) == vyi_type_value(b->elem))
        return true;
    snprintf(what, sizeof what, "the value stored to '%.63s'", b->name);
    return assign(k, vyi_type_value(b->elem), n->aux2, kids[count - 1], what);
}

static bool copy(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    static const char *const what[3] = {"the first index of async_copy",
                                        "the second index of async_copy",
                                        "the count of async_copy"};
    const struct vyi_buffer *d = &k->p->buffers.at[n->x], *s = &k->p->buffers.at[n->aux];
    const struct vyi_role_info *role = vyi_role_info(d->role);
    const char *why = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!check_int(k, kids[i], what[i]))
            return false;
    if ((d->role == VY_ROLE_SHARED) == (s->role == VY_ROLE_SHARED))
        why = "exactly one side must be shared";
    else if (d->role == VY_ROLE_MAPPED || s->role == VY_ROLE_MAPPED)
        why = "a mapped buffer is not in device memory";
    else if (d->elem != s->elem)
        why = "the element types differ";
    else if (d->atomic || s->atomic)
        why = "an atomic buffer is only accessed atomically";
    if (why)
        return vyi_check_fail(k, COPY_SIDES, s->name, d->name, why);
    return (role && role->writable) ||
           vyi_check_fail(k, NOT_WRITABLE, d->name, role ? role->spelling : "?");
}

// ---- loops ----
/// from..to with an index of their type.
static bool range(struct vyi_check *k, uint32_t index, vyi_ref from, vyi_ref to)
{
    uint8_t type = vyi_type_of(k, from);
    return local_is(k, index, VYI_LOCAL_INDEX, "no index", "give the range an index of its own") &&
           check_int(k, from, "the start of a range") && want(k, to, type, "the end of a range") &&
           (k->p->locals.at[index].type == type ||
            vyi_malformed(k, "an index differs from its range"));
}

static bool loop(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids, uint32_t count)
{
    if (n->op == VYI_OP_FOR)
        return range(k, n->x, kids[0], kids[1]) &&
               (!kids[2].i || want(k, kids[2], vyi_type_of(k, kids[0]), "the step"));
    if (n->op == VYI_OP_EACH) {
        for (uint32_t i = 0; i < count / 2; i++)
            if (!range(k, n->x + i, kids[2 * i], kids[2 * i + 1]))
                return false;
        return true;
    }
    if (!want(k, kids[0], VY_TYPE_U32, "the start of a fixpoint") ||
        !range(k, n->x, kids[0], kids[1]))
        return false;
    return !n->aux || (local_is(k, n->aux - 1, VYI_LOCAL_LET, "no let", "give the passes a let") &&
                       (k->p->locals.at[n->aux - 1].type == VY_TYPE_U32 ||
                        vyi_malformed(k, "passes are u32")));
}

// ---- texts ----
static bool text(struct vyi_check *k, const struct vyi_node *n, uint32_t values)
{
    const struct vyi_string *s = &k->p->strings.at[n->x];
    uint32_t marks = vyi_message_places(s->text, s->length);
    if (vyi_utf8_valid(s->text, s->length) < s->length)
        vyi_report(k->report, k->pos, 0, VYI_DIAG(STRING_FORM), vyi_check_prefix(k));
    else if (s->length > VYI_MAX_MESSAGE) // the lexer would refuse its text
        vyi_report(k->report, k->pos, 0, VYI_DIAG(TOO_LONG), "a string", s->length,
                   (int)VYI_MAX_MESSAGE, (int)VYI_MAX_MESSAGE);
    else
        return n->op == VYI_OP_REGION || (marks == values && values <= VYI_MAX_ARGS) ||
               vyi_check_fail(k, FORMAT_COUNT, marks, values,
                              values == 1 ? "value is" : "values are");
    return false;
}

static bool evaluates(struct vyi_check *k, vyi_ref value)
{
    const struct vyi_node *n = vyi_at(k->p, value);
    char name[48];
    if (vyi_op_info(n->op)->flags & (VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE) ||
        n->op == VYI_OP_ATOMIC_LOAD)
        return true;
    return vyi_check_fail(k, NO_EFFECT, vyi_node_name(n, name));
}

static bool define(struct vyi_check *k, const struct vyi_node *n, vyi_ref value)
{
    char name[80], what[120];
    if (n->op == VYI_OP_SET) {
        if (!local_is(k, n->x, VYI_LOCAL_VAR, "no var and is bound once", "define it with 'var'"))
            return false;
    } else if (k->p->locals.at[n->x].kind > VYI_LOCAL_VAR) {
        return vyi_malformed(k, "it defines what is neither let nor var");
    }
    if (vyi_type_of(k, value) == k->p->locals.at[n->x].type)
        return true;
    snprintf(what, sizeof what, "the value of %s", vyi_local_text(k->p, n->x, name));
    return want(k, value, k->p->locals.at[n->x].type, what);
}

bool vyi_check_stmt(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                    uint32_t count)
{
    switch (n->op) {
    case VYI_OP_DEFINE:
    case VYI_OP_SET: return define(k, n, kids[0]);
    case VYI_OP_ARRAY:
        return local_is(k, n->x, VYI_LOCAL_ARRAY, "no array", "define it with its value");
    case VYI_OP_SET_ARRAY:
        return local_is(k, n->x, VYI_LOCAL_ARRAY, "no array", "drop the index") &&
               check_int(k, kids[0], "the index of an array") &&
               assign(k, k->p->locals.at[n->x].type, n->n, kids[1], "the value stored to an array");
    case VYI_OP_STORE:
    case VYI_OP_ATOMIC_STORE: return store(k, n, kids, count);
    case VYI_OP_EVAL: return evaluates(k, kids[0]);
    case VYI_OP_IF: return want(k, kids[0], VY_TYPE_BOOL, "the condition of 'if'");
    case VYI_OP_WHILE: return want(k, kids[0], VY_TYPE_BOOL, "the condition of 'while'");
    case VYI_OP_FOR:
    case VYI_OP_EACH:
    case VYI_OP_FIXPOINT: return loop(k, n, kids, count);
    case VYI_OP_ASSERT:
        return want(k, kids[0], VY_TYPE_BOOL, "the condition of 'assert'") && text(k, n, count - 1);
    case VYI_OP_PRINT: return text(k, n, count);
    case VYI_OP_REGION: return text(k, n, 0);
    case VYI_OP_ASYNC_COPY: return copy(k, n, kids, count);
    case VYI_OP_FENCE: return service(k, "fence()");
    case VYI_OP_PAUSE: return service(k, "pause()");
    default:
        return vyi_op_info(n->op)->kind == VYI_KIND_STMT ||
               vyi_malformed(k, "a value stands where a statement is wanted");
    }
}
