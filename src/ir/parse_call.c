// Calls of what is built in: pure ops, lengths, atomics, collectives, statements in call form.
#include "ir/parse.h"

/// Expressions and ")" onto the stack, each hinted by `want` or the first typed one before it.
static uint32_t arguments(struct parser *s, uint8_t want, bool same)
{
    uint32_t mark = s->stack.count, count = 0;
    if (accept(s, VYI_TOKEN_CLOSE))
        return 0;
    do {
        struct value v = vyi_parse_expr(s, want);
        if (same && is_typed(&v))
            want = v.type;
        else if (!same)
            want = 0;
        count++;
        if (count <= 4)
            vyi_parse_push(s, &v);
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments");
    return s->stack.count < mark + (count < 4 ? count : 4) ? 0 : count;
}

/// A type that one argument has of its own and another could take; 0: none.
static uint8_t other_type(const struct value *v, uint32_t count)
{
    uint8_t type = 0;
    bool flex = false;
    for (uint32_t i = 0; i < count; i++)
        if (!v[i].flex && is_typed(&v[i]))
            type = v[i].type;
    for (uint32_t i = 0; i < count; i++)
        flex |= v[i].flex && v[i].type != type;
    return flex ? type : 0;
}

/// The arguments of a call that takes `wanted` of them; false with an error. `same`: they have one
/// type.
NOINLINE static bool take_arguments(struct parser *s, const struct vyi_token *t, uint32_t wanted,
                                    uint8_t want, bool same, struct value *v)
{
    struct rewind start = vyi_parse_mark(s);
    uint32_t mark = s->stack.count, count = arguments(s, want, same);
    bool ok = count == wanted && !s->panic;
    uint8_t other = same && ok ? other_type(s->stack.at + mark, count) : 0;
    if (other && vyi_parse_rewind(s, &start))
        ok = arguments(s, other, same) == wanted && !s->panic;
    else if (!ok && !s->panic)
        vyi_parse_wrong_count(s, t, wanted, count,
                              vyi_parse_text(s, "%s(%.*s)", spelling(s, t->name),
                                             wanted ? 3 * (int)wanted - 2 : 0, "x, y, z"));
    for (uint32_t i = 0; i < wanted && ok; i++)
        v[i] = s->stack.at[mark + i];
    vyi_parse_drop(s, mark);
    return ok;
}

NOINLINE static struct value pure(struct parser *s, const struct vyi_token *t, uint8_t op,
                                  uint8_t want)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    bool compares = info->rule == VYI_RULE_COMPARE;
    struct value v[3] = {{0}};
    if (!take_arguments(s, t, info->arity, compares ? 0 : want,
                        compares || info->rule == VYI_RULE_SAME, v))
        return vyi_parse_none(s, pos_of(s, t));
    struct value r = vyi_parse_pure(s, op, v, pos_of(s, t), t->length, want);
    r.pos = pos_of(s, t);
    r.end = s->end;
    return r;
}

/// u8(x), which is x & 0xff; i8(x), which is i32(x) << 24 >> 24; f16(x), which a store does.
static void narrow_cast(struct parser *s, const struct vyi_token *t, uint8_t type,
                        const struct value *v)
{
    const char *text = v->kind == VALUE_NONE ? "x" : vyi_parse_snippet(s, v->pos, v->end), *fix;
    unsigned bits = 8 * vyi_type_bytes(type);
    bool sum = vyi_parse_is_sum(text);
    if (vyi_type_value(type) == VY_TYPE_U32)
        fix = vyi_parse_text(s, sum ? "'(%s) & 0x%x'" : "'%s & 0x%x'", text, (1u << bits) - 1);
    else if (vyi_type_value(type) == VY_TYPE_F32)
        fix = vyi_parse_text(s, "store the f32 to a buffer of %s, which rounds it",
                             vyi_type_name(type));
    else
        fix =
            vyi_parse_text(s,
                           v->type != VY_TYPE_I32 || v->kind != VALUE_NODE ? "'i32(%s) << %u >> %u'"
                           : sum                                           ? "'(%s) << %u >> %u'"
                                                                           : "'%s << %u >> %u'",
                           text, 32 - bits, 32 - bits);
    FAIL_TOKEN(s, t, VYI_DIAG(NARROW_TYPE), vyi_type_name(type), fix);
}

NOINLINE static struct value cast(struct parser *s, const struct vyi_token *t, uint8_t type)
{
    struct value v = vyi_parse_none(s, pos_of(s, t));
    take_arguments(s, t, 1, 0, false, &v);
    if (vyi_type_class(type) != VYI_CLASS_NARROW)
        return vyi_parse_cast(s, type, &v, pos_of(s, t));
    narrow_cast(s, t, type, &v);
    return vyi_parse_none(s, pos_of(s, t));
}

/// The buffer that a call begins with; false with an error, behind the call.
static bool first_store(struct parser *s, const char *what, struct store *b)
{
    const struct store *found = vyi_parse_store(s, what);
    if (found)
        *b = *found;
    else if (!s->panic)
        vyi_parse_skip_to(s, VYI_TOKEN_OPEN, VYI_TOKEN_CLOSE);
    return found;
}

NOINLINE static struct value len(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = pos_of(s, t), axis = 0;
    struct store b;
    if (!first_store(s, "a buffer, array or table", &b))
        return vyi_parse_none(s, pos);
    if (accept(s, VYI_TOKEN_COMMA)) {
        struct value v = vyi_parse_launch(s, "the axis of len", NULL, VY_TYPE_U32);
        bool known = vyi_parse_settle(s, &v, VY_TYPE_U32) && v.kind == VALUE_KNOWN &&
                     vyi_type_class(v.type) & VYI_CLASS_INT;
        if (v.kind != VALUE_NONE && (!known || v.bits >= b.rank)) {
            FAIL_AT(s, &v, VYI_DIAG(LEN_AXIS), b.name, (unsigned)b.rank,
                    b.rank == 1 ? vyi_parse_text(s, "len(%s)", b.name)
                                : vyi_parse_text(s, "len(%s, %u)", b.name, b.rank - 1u));
            v.kind = VALUE_NONE;
        }
        if (v.kind == VALUE_NONE)
            b.rank = 0;
        axis = (uint32_t)v.bits + 1;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments") || !b.rank)
        return vyi_parse_none(s, pos);
    return vyi_parse_len(s, &b, axis, pos);
}

// ---- bytes of a u8 buffer ----
/// Byte `k` behind row `at` of a slice, shifted to its place in `type`.
static struct value slice_byte(struct parser *s, const struct store *b, struct value *at,
                               unsigned k, uint8_t type)
{
    uint32_t pos = at->pos;
    struct value row = vyi_parse_known(VY_TYPE_U64, k, pos, s->end);
    row = vyi_parse_two(s, VYI_OP_ADD, vyi_parse_twice(s, at), row, pos);
    vyi_parse_slice_row(s, b, &row);
    vyi_ref index = vyi_parse_node(s, &row);
    struct value byte = vyi_parse_load(s, b, &index, row, pos);
    if (type == VY_TYPE_U64)
        byte = vyi_parse_cast(s, type, &byte, pos);
    struct value by = vyi_parse_known(VY_TYPE_U32, k * 8, pos, s->end);
    return k ? vyi_parse_two(s, VYI_OP_SHL, byte, by, pos) : byte;
}

/// A slice ends before its buffer does, so its bytes are put together one by one.
static struct value slice_at(struct parser *s, const struct store *b, struct value *index,
                             uint8_t type, uint32_t pos)
{
    struct value at = vyi_parse_cast(s, VY_TYPE_U64, index, pos), choice[3];
    if (!vyi_parse_is_leaf(s, &at)) {
        vyi_parse_hoist(s);
        vyi_parse_let(s, &at, NULL);
    }
    struct value sum = slice_byte(s, b, &at, 0, type);
    for (unsigned k = 1; k < vyi_type_bytes(type); k++)
        sum = vyi_parse_two(s, VYI_OP_OR, sum, slice_byte(s, b, &at, k, type), pos);
    struct value rows = vyi_parse_read(s, b->count, pos);
    rows = vyi_parse_cast(s, VY_TYPE_U64, &rows, pos);
    choice[0] = vyi_parse_two(s, VYI_OP_LT, vyi_parse_twice(s, &at), rows, pos);
    choice[1] = sum;
    choice[2] = vyi_parse_known(type, 0, pos, s->end);
    return vyi_parse_make(s, VYI_OP_SELECT, type, 0, choice, 3, pos);
}

NOINLINE static struct value bytes_at(struct parser *s, const struct vyi_token *t, uint8_t op)
{
    uint32_t pos = pos_of(s, t);
    struct store b;
    if (!first_store(s, "a u8 buffer", &b))
        return vyi_parse_none(s, pos);
    if (b.kind != STORE_BUFFER || b.elem != VY_TYPE_U8 || b.rank != 1) {
        vyi_parse_declared(s, b.pos, b.name);
        FAIL(s, pos, s->end - pos, VYI_DIAG(BYTES_BUFFER), spelling(s, t->name), b.name);
        s->panic = true;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_COMMA, "and the place of the first byte"))
        return vyi_parse_none(s, pos);
    struct value v = vyi_parse_expr(s, 0);
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments");
    if (s->panic || !vyi_parse_integer(s, &v, 0, b.name))
        return vyi_parse_none(s, pos);
    uint8_t type = op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
    if (b.sliced)
        return slice_at(s, &b, &v, type, pos);
    v = vyi_parse_make(s, op, type, b.x, &v, 1, pos);
    v.impure |= b.writable;
    return v;
}

// ---- atomics ----
/// The words behind the values: an ordering, a scope, or both.
static bool ordering(struct parser *s, uint32_t *aux)
{
    uint32_t order = VYI_ORDER_RELAXED, reach = VYI_REACH_DEVICE;
    for (int round = 0; round < 2 && accept(s, VYI_TOKEN_COMMA); round++) {
        const struct vyi_token *t = tok(s);
        const char *text = t->name ? spelling(s, t->name) : "";
        uint32_t i = vyi_parse_listed(text, vyi_order_names, 4);
        uint32_t k = vyi_parse_listed(text, vyi_reach_names, 3);
        if (k == 3 && (i == 4 || round))
            return FAIL_SHAPE(
                s, here(s), t->length, VYI_DIAG(DECL_SHAPE),
                "an ordering or a scope is wanted here", "", "",
                "relaxed, acquire, release or acq_rel, then workgroup, device or system");
        order = i < 4 ? i : order;
        reach = k < 3 ? k : reach;
        next(s);
        if (k < 3)
            break;
    }
    *aux = order | reach << 8;
    return true;
}

/// "(" b "[" i "]" {"," value} ["," ordering] ")": a node that may be a statement, or none.
NOINLINE static struct value atomic(struct parser *s, const struct vyi_token *t, uint8_t op,
                                    uint32_t rmw)
{
    uint32_t pos = pos_of(s, t), mark = s->stack.count, aux = 0;
    uint32_t values = op == VYI_OP_ATOMIC_LOAD ? 0 : op == VYI_OP_ATOMIC_CAS ? 2 : 1;
    struct store b;
    if (!first_store(s, "an atomic buffer", &b))
        return vyi_parse_none(s, pos);
    bool bad = !b.atomic || b.kind != STORE_BUFFER;
    char fix[160];
    if (bad) {
        vyi_parse_declared(s, b.pos, b.name);
        FAIL(s, s->end - (uint32_t)strlen(b.name), (uint32_t)strlen(b.name), VYI_DIAG(NOT_ATOMIC),
             "", b.name, spelling(s, t->name), vyi_atomic_fix(b.name, b.role, b.elem, fix));
    }
    if (!vyi_parse_indices(s, &b))
        bad = true;
    uint32_t ready = s->stack.count;
    for (uint32_t i = 0; i < values && !s->panic; i++) {
        if (!vyi_parse_expect(s, VYI_TOKEN_COMMA, i ? "and the new value" : "and a value"))
            break;
        struct value v = vyi_parse_expr(s, vyi_type_value(b.elem));
        bad |= !vyi_parse_coerce(s, &v, vyi_type_value(b.elem), "the value");
        vyi_parse_push(s, &v);
    }
    if (s->panic || !ordering(s, &aux) ||
        !vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments") || bad ||
        s->stack.count < ready + values) {
        vyi_parse_drop(s, mark);
        return vyi_parse_none(s, pos);
    }
    vyi_ref kids[VYI_MAX_RANK + 2];
    struct value of = vyi_parse_take_nodes(s, b.rank + values, kids);
    uint8_t type = op == VYI_OP_ATOMIC_STORE ? 0 : vyi_type_value(b.elem);
    vyi_ref ref = vyi_node_list(s->p, op, type, b.x, kids, b.rank + values, aux, rmw, pos);
    return vyi_parse_made(s, ref, type, pos, of.depth + 1u, true);
}

// ---- collectives ----
/// Whether a reduction or scan takes a value of that type; reports it before anything converts.
static bool takes(struct parser *s, const struct vyi_token *t, struct word w, const struct value *v)
{
    bool reduces = w.op == VYI_OP_REDUCE || w.op == VYI_OP_SCAN || w.op == VYI_OP_ISCAN;
    uint8_t class = vyi_type_class(v->type);
    if (!reduces || vyi_op_info(w.extra)->classes & class)
        return true;
    return FAIL_AT(
        s, v, VYI_DIAG(COLLECTIVE_TYPE), "", spelling(s, t->name), vyi_type_name(v->type),
        vyi_parse_text(s, class == VYI_CLASS_BOOL ? "u32(%s)" : "bits(%s)", vyi_parse_show(s, v)));
}

NOINLINE static struct value collective(struct parser *s, const struct vyi_token *t, struct word w,
                                        uint8_t want)
{
    uint32_t pos = pos_of(s, t), count = vyi_op_info(w.op)->arity;
    bool truth = w.op == VYI_OP_ANY || w.op == VYI_OP_ALL || w.op == VYI_OP_BALLOT;
    struct value v[2];
    if (!take_arguments(s, t, count, truth ? VY_TYPE_BOOL : want, false, v) ||
        !(truth ? vyi_parse_coerce(s, &v[0], VY_TYPE_BOOL, "the argument")
                : vyi_parse_settle(s, &v[0], want)) ||
        (count == 2 && !vyi_parse_integer(s, &v[1], 0, spelling(s, t->name))))
        return vyi_parse_none(s, pos);
    if (w.scope != VYI_SCOPE_SUBGROUP && (w.op == VYI_OP_BALLOT || w.op == VYI_OP_SHUFFLE)) {
        vyi_parse_unknown(s, t, true);
        return vyi_parse_none(s, pos);
    }
    if (!takes(s, t, w, &v[0]))
        return vyi_parse_none(s, pos);
    uint8_t type = w.op == VYI_OP_BALLOT ? VY_TYPE_U32 : truth ? VY_TYPE_BOOL : v[0].type;
    struct value made = vyi_parse_make(s, w.op, type, w.extra, v, count, pos);
    vyi_at(s->p, made.ref)->n = w.scope;
    made.impure = true;
    made.flex = v[0].flex && !truth;
    return made;
}

NOINLINE static struct value scope_load(struct parser *s, const struct vyi_token *t, struct word w)
{
    uint32_t pos = pos_of(s, t);
    struct store b;
    if (!first_store(s, "a buffer", &b))
        return vyi_parse_none(s, pos);
    if (b.kind != STORE_BUFFER) {
        FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), spelling(s, t->name), b.name);
        s->panic = true;
    }
    uint32_t mark = s->stack.count, count = s->panic ? 0 : vyi_parse_indices(s, &b);
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the element") || !count) {
        vyi_parse_drop(s, mark);
        return vyi_parse_none(s, pos);
    }
    vyi_ref index[VYI_MAX_RANK];
    struct value of = vyi_parse_take_nodes(s, count, index);
    uint8_t type = vyi_type_value(b.elem);
    vyi_ref ref = vyi_node_list(s->p, VYI_OP_SCOPE_LOAD, type, b.x, index, count, w.scope, 0, pos);
    return vyi_parse_made(s, ref, type, pos, of.depth + 1u, true);
}

// ---- which call it is ----
NOINLINE static void no_function(struct parser *s, const struct vyi_token *t)
{
    uint32_t index = s->words.at[t->name].fn;
    while (index && !(s->functions.at[index].open && s->functions.at[index].file == s->file))
        index = s->functions.at[index].before;
    if (index)
        FAIL_TOKEN(s, t, VYI_DIAG(RECURSION), spelling(s, t->name));
    else
        vyi_parse_unknown(s, t, true);
    vyi_parse_skip_to(s, VYI_TOKEN_OPEN, VYI_TOKEN_CLOSE);
}

static struct value built_in(struct parser *s, const struct vyi_token *t, struct word w,
                             uint8_t want)
{
    if (s->launch && vyi_op_info(w.op)->kind != VYI_KIND_OP && w.op != VYI_OP_LEN) {
        vyi_parse_no_launch(s, pos_of(s, t), t->length, spelling(s, t->name));
        vyi_parse_skip_to(s, VYI_TOKEN_OPEN, VYI_TOKEN_CLOSE);
        return vyi_parse_none(s, pos_of(s, t));
    }
    switch (w.op) {
    case VYI_OP_LEN: return len(s, t);
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: return bytes_at(s, t, w.op);
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: return atomic(s, t, w.op, w.extra);
    case VYI_OP_SCOPE_LOAD: return scope_load(s, t, w);
    case VYI_OP_CLOCK:
        if (!take_arguments(s, t, 0, 0, false, NULL))
            return vyi_parse_none(s, pos_of(s, t));
        return vyi_parse_made(
            s, vyi_node_fixed(s->p, w.op, VY_TYPE_U64, 0, none, none, none, pos_of(s, t)),
            VY_TYPE_U64, pos_of(s, t), 1, true);
    default:
        return vyi_op_info(w.op)->kind == VYI_KIND_OP ? pure(s, t, w.op, want)
                                                      : collective(s, t, w, want);
    }
}

NOINLINE static struct value own_call(struct parser *s, uint32_t fn, uint8_t want)
{
    struct value results[PARSE_MAX_RESULTS];
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s), count = vyi_parse_inline(s, fn, want, results);
    if (count == 1 || s->panic)
        return count == 1 ? results[0] : vyi_parse_none(s, pos);
    return FAIL_VALUE(s, pos, pos, s->end - pos, VYI_DIAG(RESULT_COUNT), spelling(s, t->name),
                      (unsigned)count, count == 1 ? "value" : "values", "one is",
                      count ? "'let a, b = …' takes several" : "call it as a statement");
}

struct value vyi_parse_call(struct parser *s, uint8_t want)
{
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s), fn = vyi_parse_find_fn(s, t->name);
    if (fn)
        return own_call(s, fn, want);
    struct word w = *vyi_parse_call_word(s, t->name);
    uint8_t type = vyi_parse_named_type(s, t->name);
    next(s);
    next(s); // "("
    if (type)
        return cast(s, t, w.type ? type : vyi_type_value(type));
    if (vyi_op_info(w.op)->kind == VYI_KIND_STMT)
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(RESULT_COUNT), spelling(s, t->name), 0u, "values",
                   "one is", "call it as a statement");
    else if (!w.op)
        no_function(s, t);
    else
        return built_in(s, t, w, want);
    return vyi_parse_none(s, pos);
}

// ---- calls as statements ----
NOINLINE static void async_copy(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = pos_of(s, t), mark = s->stack.count;
    struct store b[2];
    bool bad = false;
    for (int i = 0; i < 3 && !s->panic; i++) {
        if (i)
            vyi_parse_expect(s, VYI_TOKEN_COMMA, "between the arguments");
        if (i < 2) {
            if (!first_store(s, "a buffer", &b[i]))
                return;
            if (b[i].kind != STORE_BUFFER || b[i].sliced) {
                FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), "async_copy", b[i].name);
                bad = true;
            }
            vyi_parse_expect(s, VYI_TOKEN_COMMA, "and its first element");
        }
        struct value v = vyi_parse_expr(s, VY_TYPE_U32);
        bad |= !vyi_parse_settle(s, &v, VY_TYPE_U32);
        vyi_parse_push(s, &v);
    }
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments");
    if (!bad && !s->panic && s->stack.count == mark + 3) {
        vyi_ref kids[3];
        vyi_parse_take_nodes(s, 3, kids);
        vyi_parse_emit(s,
                       vyi_node_list(s->p, VYI_OP_ASYNC_COPY, 0, b[0].x, kids, 3, b[1].x, 0, pos));
    }
}

static void statement(struct parser *s, const struct vyi_token *t, uint8_t op)
{
    if (op == VYI_OP_ASYNC_COPY) {
        async_copy(s, t);
    } else if (op == VYI_OP_ATOMIC_STORE) {
        struct value v = atomic(s, t, op, 0);
        if (v.kind != VALUE_NONE)
            vyi_parse_emit(s, v.ref);
    } else if (take_arguments(s, t, 0, 0, false, NULL)) {
        vyi_parse_stmt(s, op, 0, none, pos_of(s, t));
    }
}

NOINLINE static void own_statement(struct parser *s, uint32_t fn)
{
    struct value results[PARSE_MAX_RESULTS];
    uint32_t count = vyi_parse_inline(s, fn, 0, results);
    for (uint32_t i = 0; i < count; i++) // an effect in the last return is not to be lost
        if (results[i].kind == VALUE_NODE && results[i].impure)
            vyi_parse_let(s, &results[i], NULL);
}

void vyi_parse_call_statement(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s), fn = vyi_parse_find_fn(s, t->name);
    if (fn) {
        own_statement(s, fn);
        return;
    }
    struct word w = *vyi_parse_call_word(s, t->name);
    if (vyi_op_info(w.op)->kind == VYI_KIND_STMT) {
        next(s);
        next(s); // "("
        statement(s, t, w.op);
        return;
    }
    struct value v = vyi_parse_call(s, 0);
    if (vyi_parse_settle(s, &v, 0)) {
        vyi_ref value = vyi_parse_node(s, &v);
        if (vyi_parse_named_type(s, t->name) || !vyi_op_info(vyi_at(s->p, value)->op)->kind ||
            vyi_at(s->p, value)->op == VYI_OP_LITERAL)
            FAIL(s, pos, s->end - pos, VYI_DIAG(NO_EFFECT), "", spelling(s, t->name));
        else
            vyi_parse_stmt(s, VYI_OP_EVAL, 0, value, pos);
    }
}
