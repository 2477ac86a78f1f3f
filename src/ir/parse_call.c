// Calls of what is built in: pure ops, lengths, atomics, collectives, statements in call form.
#include "ir/parse.h"
#include "ir/verify.h"

#include <stdio.h>

static void wrong_count(struct parser *s, const struct vyi_token *t, uint32_t wanted,
                        uint32_t given)
{
    static const char *const lists[] = {"()", "(x)", "(x, y)", "(x, y, z)"};
    char fix[80];
    snprintf(fix, sizeof fix, "%s%s", spelling(s, t->name), lists[wanted < 4 ? wanted : 3]);
    FAIL(s, pos_of(s, t), s->end - pos_of(s, t), VYI_DIAG(CALL_ARGS), spelling(s, t->name),
         (unsigned)wanted, wanted == 1 ? "argument" : "arguments", (unsigned)given, fix);
}

/// "(" expressions ")" onto the stack, each hinted by `want` or the first typed one before it.
static uint32_t arguments(struct parser *s, uint8_t want, bool same)
{
    uint32_t mark = s->stack.count, count = 0;
    next(s); // "("
    if (accept(s, VYI_TOKEN_CLOSE))
        return 0;
    do {
        struct value v = vyi_parse_expr(s, want);
        if (same && (v.kind == VALUE_NODE || v.kind == VALUE_KNOWN))
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
        if (!v[i].flex && (v[i].kind == VALUE_NODE || v[i].kind == VALUE_KNOWN))
            type = v[i].type;
    for (uint32_t i = 0; i < count; i++)
        flex |= v[i].flex && v[i].type != type;
    return flex ? type : 0;
}

NOINLINE static struct value pure(struct parser *s, const struct vyi_token *t, uint8_t op,
                                  uint8_t want)
{
    struct rewind start = vyi_parse_mark(s);
    const struct vyi_op_info *info = vyi_op_info(op);
    uint32_t mark = s->stack.count, pos = pos_of(s, t);
    bool same = info->rule == VYI_RULE_SAME || info->rule == VYI_RULE_COMPARE;
    uint32_t count = arguments(s, info->rule == VYI_RULE_COMPARE ? 0 : want, same);
    struct value v[3] = {{0}};
    uint8_t other =
        same && count == info->arity && !s->panic ? other_type(s->stack.at + mark, count) : 0;
    if (other && vyi_parse_rewind(s, &start))
        count = arguments(s, other, same);
    if (!s->panic && count != info->arity)
        wrong_count(s, t, info->arity, count);
    if (s->panic || count != info->arity) {
        vyi_parse_drop(s, mark);
        return vyi_parse_none(s, pos);
    }
    for (uint32_t i = 0; i < count; i++)
        v[i] = s->stack.at[mark + i];
    vyi_parse_drop(s, mark);
    struct value r = vyi_parse_pure(s, op, v, pos, t->length, want);
    r.pos = pos;
    r.end = s->end;
    return r;
}

/// u8(x), which is x & 0xff; i8(x), which is i32(x) << 24 >> 24.
static void narrow_cast(struct parser *s, const struct vyi_token *t, uint8_t type,
                        const struct value *v)
{
    char text[48] = "x", fix[128];
    unsigned bits = 8 * vyi_type_bytes(type);
    if (v->kind != VALUE_NONE)
        vyi_parse_snippet(s, v->pos, v->end, text);
    bool sum = vyi_parse_is_sum(text);
    if (vyi_type_value(type) == VY_TYPE_U32)
        snprintf(fix, sizeof fix, sum ? "'(%s) & 0x%x'" : "'%s & 0x%x'", text, (1u << bits) - 1);
    else if (v->type == VY_TYPE_I32 && v->kind == VALUE_NODE)
        snprintf(fix, sizeof fix, sum ? "'(%s) << %u >> %u'" : "'%s << %u >> %u'", text, 32 - bits,
                 32 - bits);
    else
        snprintf(fix, sizeof fix, "'i32(%s) << %u >> %u'", text, 32 - bits, 32 - bits);
    FAIL(s, pos_of(s, t), t->length, VYI_DIAG(NARROW_TYPE), vyi_type_name(type), fix);
}

NOINLINE static struct value cast(struct parser *s, const struct vyi_token *t, uint8_t type)
{
    uint32_t pos = pos_of(s, t), mark = s->stack.count;
    uint32_t count = arguments(s, 0, false);
    if (!s->panic && count != 1)
        wrong_count(s, t, 1, count);
    struct value v = count == 1 && !s->panic ? vyi_parse_pop(s, mark) : vyi_parse_none(s, pos);
    vyi_parse_drop(s, mark);
    if (vyi_type_class(type) == VYI_CLASS_NARROW) {
        narrow_cast(s, t, type, &v);
        return vyi_parse_none(s, pos);
    }
    return vyi_parse_cast(s, type, &v, pos);
}

static bool outside_launch(struct parser *s, const struct vyi_token *t)
{
    if (s->launch)
        vyi_parse_no_launch(s, pos_of(s, t), t->length, spelling(s, t->name));
    return !s->launch;
}

/// A call whose buffer is broken or unknown: over the rest of its arguments.
static struct value absorbed(struct parser *s, uint32_t pos)
{
    if (!s->panic)
        vyi_parse_skip_to(s, VYI_TOKEN_OPEN, VYI_TOKEN_CLOSE);
    return vyi_parse_none(s, pos);
}

NOINLINE static struct value len(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = pos_of(s, t), axis = 0;
    next(s);
    const struct store *b = vyi_parse_store(s, "a buffer, array or table");
    if (!b)
        return absorbed(s, pos);
    struct store copy = *b;
    if (accept(s, VYI_TOKEN_COMMA)) {
        bool launch = s->launch;
        s->launch = true; // so that constants fold
        s->subject.what = launch ? s->subject.what : "the axis of len";
        s->subject.name = launch ? s->subject.name : NULL;
        struct value v = vyi_parse_expr(s, VY_TYPE_U32);
        s->launch = launch;
        bool known = vyi_parse_settle(s, &v, VY_TYPE_U32) && v.kind == VALUE_KNOWN &&
                     vyi_type_class(v.type) & VYI_CLASS_INT;
        if (v.kind != VALUE_NONE && (!known || v.bits >= copy.rank)) {
            char fix[96];
            if (copy.rank == 1)
                snprintf(fix, sizeof fix, "len(%s)", copy.name);
            else
                snprintf(fix, sizeof fix, "len(%s, %u)", copy.name, copy.rank - 1u);
            FAIL(s, v.pos, v.end - v.pos, VYI_DIAG(LEN_AXIS), copy.name, (unsigned)copy.rank, fix);
            v.kind = VALUE_NONE;
        }
        if (v.kind == VALUE_NONE)
            copy.rank = 0;
        axis = (uint32_t)v.bits + 1;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments") || !copy.rank)
        return vyi_parse_none(s, pos);
    return vyi_parse_len(s, &copy, axis, pos);
}

// ---- bytes of a u8 buffer ----
/// Byte `k` behind row `at` of a slice, shifted to its place in `type`.
static struct value slice_byte(struct parser *s, const struct store *b, struct value *at,
                               unsigned k, uint8_t type)
{
    uint32_t pos = at->pos;
    struct value v[2];
    v[0] = vyi_parse_twice(s, at);
    v[1] = vyi_parse_known(VY_TYPE_U64, k, pos, s->end);
    struct value row = vyi_parse_pure(s, VYI_OP_ADD, v, pos, 1, 0);
    vyi_parse_slice_row(s, b, &row);
    vyi_ref index = vyi_parse_node(s, &row);
    struct value byte = vyi_parse_load(s, b, &index, row.depth, row.impure, pos);
    if (type == VY_TYPE_U64)
        byte = vyi_parse_cast(s, type, &byte, pos);
    v[0] = byte;
    v[1] = vyi_parse_known(VY_TYPE_U32, k * 8, pos, s->end);
    return k ? vyi_parse_pure(s, VYI_OP_SHL, v, pos, 1, 0) : byte;
}

/// A slice ends before its buffer does, so its bytes are put together one by one.
static struct value slice_at(struct parser *s, const struct store *b, struct value *index,
                             uint8_t type, uint32_t pos)
{
    struct value at = vyi_parse_cast(s, VY_TYPE_U64, index, pos), sum = {0}, both[2], less[2];
    if (!vyi_parse_is_leaf(s, &at)) {
        vyi_parse_hoist(s);
        vyi_parse_let(s, &at, NULL);
    }
    for (unsigned k = 0; k < vyi_type_bytes(type); k++) {
        both[0] = sum;
        both[1] = slice_byte(s, b, &at, k, type);
        sum = k ? vyi_parse_pure(s, VYI_OP_OR, both, pos, 1, 0) : both[1];
    }
    less[0] = vyi_parse_twice(s, &at);
    less[1] = vyi_parse_read(s, b->count, pos, s->end);
    less[1] = vyi_parse_cast(s, VY_TYPE_U64, &less[1], pos);
    struct value inside = vyi_parse_pure(s, VYI_OP_LT, less, pos, 1, 0);
    struct value zero = vyi_parse_known(type, 0, pos, s->end);
    unsigned depth = sum.depth;
    bool impure = sum.impure;
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_SELECT, type, 0, vyi_parse_node(s, &inside),
                                 vyi_parse_node(s, &sum), vyi_parse_node(s, &zero), pos);
    return vyi_parse_made(s, ref, type, pos, depth + 1, impure);
}

NOINLINE static struct value bytes_at(struct parser *s, const struct vyi_token *t, uint8_t op)
{
    uint32_t pos = pos_of(s, t);
    next(s);
    const struct store *found = vyi_parse_store(s, "a u8 buffer");
    if (!found || !outside_launch(s, t))
        return absorbed(s, pos);
    struct store b = *found;
    if (b.kind != STORE_BUFFER || b.elem != VY_TYPE_U8 || b.rank != 1) {
        vyi_parse_declared(s, b.pos, b.name);
        FAIL(s, pos, s->end - pos, VYI_DIAG(BYTES_BUFFER), spelling(s, t->name), b.name);
        s->panic = true;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_COMMA, "and the place of the first byte"))
        return vyi_parse_none(s, pos);
    struct value v = vyi_parse_expr(s, 0);
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments");
    if (!vyi_parse_settle(s, &v, 0) || s->panic)
        return vyi_parse_none(s, pos);
    if (!(vyi_type_class(v.type) & VYI_CLASS_INT)) {
        char text[48];
        vyi_parse_snippet(s, v.pos, v.end, text);
        return FAIL_VALUE(s, pos, v.pos, v.end - v.pos, VYI_DIAG(INDEX_TYPE), b.name,
                          vyi_type_name(v.type), text);
    }
    uint8_t type = op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
    if (b.sliced)
        return slice_at(s, &b, &v, type, pos);
    vyi_ref none = {0}, index = vyi_parse_node(s, &v);
    vyi_ref ref = vyi_node_fixed(s->p, op, type, b.x, index, none, none, pos);
    return vyi_parse_made(s, ref, type, pos, v.depth + 1u, v.impure || b.writable);
}

// ---- atomics ----
/// The words behind the values: an ordering, a scope, or both.
static bool ordering(struct parser *s, uint32_t *aux)
{
    uint32_t order = VYI_ORDER_RELAXED, reach = VYI_REACH_DEVICE;
    for (int round = 0; round < 2 && accept(s, VYI_TOKEN_COMMA); round++) {
        const struct vyi_token *t = tok(s);
        const char *text = t->name ? spelling(s, t->name) : "";
        uint32_t i = 0, k = 0;
        while (i < 4 && strcmp(text, vyi_order_names[i]))
            i++;
        while (k < 3 && strcmp(text, vyi_reach_names[k]))
            k++;
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

/// "(" b "[" i "]" {"," value} ["," ordering] ")": the node, or 0.
static vyi_ref atomic(struct parser *s, const struct vyi_token *t, uint8_t op, uint32_t rmw,
                      unsigned *depth)
{
    static const vyi_ref none = {0};
    uint32_t pos = pos_of(s, t), mark = s->stack.count, aux = 0;
    uint32_t values = op == VYI_OP_ATOMIC_LOAD ? 0 : op == VYI_OP_ATOMIC_CAS ? 2 : 1;
    next(s);
    const struct store *found = vyi_parse_store(s, "an atomic buffer");
    if (!found || !outside_launch(s, t)) {
        absorbed(s, pos);
        return none;
    }
    struct store b = *found;
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
        return none;
    }
    vyi_ref kids[VYI_MAX_RANK + 2];
    uint32_t count = b.rank + values;
    bool impure = false;
    vyi_parse_take_nodes(s, count, kids, depth, &impure);
    uint8_t type = op == VYI_OP_ATOMIC_STORE ? 0 : vyi_type_value(b.elem);
    vyi_ref ref = vyi_node_list(s->p, op, type, b.x, kids, count, aux, rmw, pos);
    if (!ref.i)
        vyi_parse_failed(s);
    return ref;
}

NOINLINE static struct value atomic_value(struct parser *s, const struct vyi_token *t,
                                          struct word w)
{
    unsigned depth = 0;
    uint32_t pos = pos_of(s, t);
    vyi_ref ref = atomic(s, t, w.op, w.extra, &depth);
    return ref.i ? vyi_parse_made(s, ref, vyi_at(s->p, ref)->type, pos, depth + 1, true)
                 : vyi_parse_none(s, pos);
}

// ---- collectives ----
/// Whether a reduction or scan takes a value of that type; reports it before anything converts.
static bool takes(struct parser *s, const struct vyi_token *t, struct word w, const struct value *v)
{
    bool reduces = w.op == VYI_OP_REDUCE || w.op == VYI_OP_SCAN || w.op == VYI_OP_ISCAN;
    uint8_t class = vyi_type_class(v->type);
    if (!reduces || vyi_op_info(w.extra)->classes & class)
        return true;
    char text[48], fix[128];
    vyi_parse_show(s, v, text);
    if (class == VYI_CLASS_BOOL)
        snprintf(fix, sizeof fix, "u32(%s)", text);
    else
        snprintf(fix, sizeof fix, "bits(%s)", text);
    return FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(COLLECTIVE_TYPE), "", spelling(s, t->name),
                vyi_type_name(v->type), fix);
}

NOINLINE static struct value collective(struct parser *s, const struct vyi_token *t, struct word w,
                                        uint8_t want)
{
    const struct vyi_op_info *info = vyi_op_info(w.op);
    uint32_t pos = pos_of(s, t), mark = s->stack.count;
    bool truth = w.op == VYI_OP_ANY || w.op == VYI_OP_ALL || w.op == VYI_OP_BALLOT;
    struct value none = vyi_parse_none(s, pos), v[2] = {none, none};
    uint32_t count = arguments(s, truth ? VY_TYPE_BOOL : want, false);
    if (!s->panic && count != info->arity)
        wrong_count(s, t, info->arity, count);
    bool ok = !s->panic && count == info->arity && outside_launch(s, t);
    for (uint32_t i = 0; ok && i < count; i++)
        v[i] = s->stack.at[mark + i];
    vyi_parse_drop(s, mark);
    if (!ok || !(truth ? vyi_parse_coerce(s, &v[0], VY_TYPE_BOOL, "the argument")
                       : vyi_parse_settle(s, &v[0], want)))
        return none;
    if (count == 2) {
        if (!vyi_parse_settle(s, &v[1], 0))
            return none;
        if (!(vyi_type_class(v[1].type) & VYI_CLASS_INT)) {
            char text[48];
            vyi_parse_snippet(s, v[1].pos, v[1].end, text);
            FAIL(s, v[1].pos, v[1].end - v[1].pos, VYI_DIAG(INDEX_TYPE), spelling(s, t->name),
                 vyi_type_name(v[1].type), text);
            return none;
        }
    }
    if (w.scope != VYI_SCOPE_SUBGROUP && (w.op == VYI_OP_BALLOT || w.op == VYI_OP_SHUFFLE)) {
        vyi_parse_unknown_fn(s, t);
        return none;
    }
    if (!takes(s, t, w, &v[0]))
        return none;
    uint8_t type = w.op == VYI_OP_BALLOT ? VY_TYPE_U32 : truth ? VY_TYPE_BOOL : v[0].type;
    vyi_ref absent = {0}, a = vyi_parse_node(s, &v[0]),
            b = count == 2 ? vyi_parse_node(s, &v[1]) : absent;
    unsigned depth = count == 2 && v[1].depth > v[0].depth ? v[1].depth : v[0].depth;
    vyi_ref ref = vyi_node_fixed(s->p, w.op, type, w.extra, a, b, absent, pos);
    if (ref.i)
        vyi_at(s->p, ref)->n = w.scope;
    struct value made = vyi_parse_made(s, ref, type, pos, depth + 1, true);
    made.flex = v[0].flex && !truth;
    return made;
}

NOINLINE static struct value scope_load(struct parser *s, const struct vyi_token *t, struct word w)
{
    uint32_t pos = pos_of(s, t);
    next(s);
    const struct store *found = vyi_parse_store(s, "a buffer");
    if (!found || !outside_launch(s, t))
        return absorbed(s, pos);
    struct store b = *found;
    if (b.kind != STORE_BUFFER) {
        FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), spelling(s, t->name), b.name);
        s->panic = true;
    }
    uint32_t count = s->panic ? 0 : vyi_parse_indices(s, &b);
    vyi_ref index[VYI_MAX_RANK];
    unsigned depth = 0;
    bool impure = false;
    if (count)
        vyi_parse_take_nodes(s, count, index, &depth, &impure);
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the element") || !count)
        return vyi_parse_none(s, pos);
    uint8_t type = vyi_type_value(b.elem);
    vyi_ref ref = vyi_node_list(s->p, VYI_OP_SCOPE_LOAD, type, b.x, index, count, w.scope, 0, pos);
    return vyi_parse_made(s, ref, type, pos, depth + 1, true);
}

NOINLINE static struct value clock_value(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = pos_of(s, t), mark = s->stack.count, count = arguments(s, 0, false);
    vyi_ref none = {0};
    vyi_parse_drop(s, mark);
    if (count)
        wrong_count(s, t, 0, count);
    if (s->panic || count || !outside_launch(s, t))
        return vyi_parse_none(s, pos);
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_CLOCK, VY_TYPE_U64, 0, none, none, none, pos);
    return vyi_parse_made(s, ref, VY_TYPE_U64, pos, 1, true);
}

// ---- which call it is ----
NOINLINE static void no_function(struct parser *s, const struct vyi_token *t)
{
    uint32_t index = s->words.at[t->name].fn;
    while (index && !(s->functions.at[index].open && s->functions.at[index].file == s->file))
        index = s->functions.at[index].before;
    if (index)
        FAIL(s, pos_of(s, t), t->length, VYI_DIAG(RECURSION), spelling(s, t->name));
    else
        vyi_parse_unknown_fn(s, t);
    next(s); // "("
    vyi_parse_skip_to(s, VYI_TOKEN_OPEN, VYI_TOKEN_CLOSE);
}

static struct value built_in(struct parser *s, const struct vyi_token *t, struct word w,
                             uint8_t want)
{
    switch (w.call) {
    case CALL_PURE: return pure(s, t, w.op, want);
    case CALL_LEN: return len(s, t);
    case CALL_AT: return bytes_at(s, t, w.op);
    case CALL_ATOMIC: return atomic_value(s, t, w);
    case CALL_CLOCK: return clock_value(s, t);
    case CALL_COLLECTIVE: return collective(s, t, w, want);
    default: return scope_load(s, t, w);
    }
}

NOINLINE static struct value own_call(struct parser *s, uint32_t fn)
{
    struct value results[PARSE_MAX_RESULTS];
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s), count = vyi_parse_inline(s, fn, results);
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
        return own_call(s, fn);
    struct word w = *vyi_parse_call_word(s, t->name);
    next(s);
    if (w.type)
        return cast(s, t, w.type);
    if (w.call == CALL_STATEMENT) {
        FAIL_SHAPE(s, pos, t->length, VYI_DIAG(RESULT_COUNT), spelling(s, t->name), 0u, "values",
                   "one is", "call it as a statement");
        return vyi_parse_none(s, pos);
    }
    if (w.call == CALL_NONE) {
        no_function(s, t);
        return vyi_parse_none(s, pos);
    }
    return built_in(s, t, w, want);
}

// ---- calls as statements ----
NOINLINE static void async_copy(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = pos_of(s, t), mark = s->stack.count;
    struct store b[2];
    bool bad = false;
    next(s);
    for (int i = 0; i < 3 && !s->panic; i++) {
        if (i && !vyi_parse_expect(s, VYI_TOKEN_COMMA, "between the arguments"))
            break;
        if (i < 2) {
            const struct store *found = vyi_parse_store(s, "a buffer");
            if (!found) {
                absorbed(s, pos);
                vyi_parse_drop(s, mark);
                return;
            }
            b[i] = *found;
            if (b[i].kind != STORE_BUFFER || b[i].sliced) {
                FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), "async_copy", b[i].name);
                bad = true;
            }
            if (!vyi_parse_expect(s, VYI_TOKEN_COMMA, "and its first element"))
                break;
        }
        struct value v = vyi_parse_expr(s, VY_TYPE_U32);
        bad |= !vyi_parse_settle(s, &v, VY_TYPE_U32);
        vyi_parse_push(s, &v);
    }
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments");
    vyi_ref kids[3];
    unsigned depth = 0;
    bool impure = false;
    if (!bad && !s->panic && s->stack.count == mark + 3) {
        vyi_parse_take_nodes(s, 3, kids, &depth, &impure);
        vyi_parse_emit(s,
                       vyi_node_list(s->p, VYI_OP_ASYNC_COPY, 0, b[0].x, kids, 3, b[1].x, 0, pos));
    }
    vyi_parse_drop(s, mark);
}

static void statement(struct parser *s, const struct vyi_token *t, uint8_t op)
{
    uint32_t pos = pos_of(s, t), mark = s->stack.count, count;
    vyi_ref none = {0};
    unsigned depth = 0;
    switch (op) {
    case VYI_OP_ASYNC_COPY: async_copy(s, t); return;
    case VYI_OP_ATOMIC_STORE: {
        vyi_ref ref = atomic(s, t, op, 0, &depth);
        if (ref.i)
            vyi_parse_emit(s, ref);
        return;
    }
    default:
        count = arguments(s, 0, false);
        vyi_parse_drop(s, mark);
        if (count && !s->panic)
            wrong_count(s, t, 0, count);
        vyi_parse_stmt(s, op, 0, none, pos);
    }
}

NOINLINE static void own_statement(struct parser *s, uint32_t fn)
{
    struct value results[PARSE_MAX_RESULTS];
    uint32_t count = vyi_parse_inline(s, fn, results);
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
    if (w.call == CALL_STATEMENT) {
        next(s);
        statement(s, t, w.op);
        return;
    }
    struct value v = vyi_parse_call(s, 0);
    if (vyi_parse_settle(s, &v, 0)) {
        vyi_ref value = vyi_parse_node(s, &v);
        if (w.type || !vyi_op_info(vyi_at(s->p, value)->op)->kind ||
            vyi_at(s->p, value)->op == VYI_OP_LITERAL)
            FAIL(s, pos, s->end - pos, VYI_DIAG(NO_EFFECT), "", spelling(s, t->name));
        else
            vyi_parse_stmt(s, VYI_OP_EVAL, 0, value, pos);
    }
}
