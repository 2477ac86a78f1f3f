// Statements that bind names or take texts: definitions, loops over ranges, messages.
#include "ir/message.h"
#include "ir/parse.h"

// ---- definitions ----
/// Binds a name to a value that became a local, or to nothing after an error.
static void define(struct parser *s, const struct vyi_token *t, struct value *v, uint8_t local_kind,
                   uint32_t pos)
{
    if (!t)
        return;
    if (v->kind == VALUE_NONE) {
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    vyi_ref value = vyi_parse_node(s, v);
    const struct vyi_node *n = vyi_at(s->p, value);
    struct vyi_local *made = n->op == VYI_OP_LOCAL ? &s->p->locals.at[n->x] : NULL;
    if (made && !made->name && made->kind == VYI_LOCAL_LET && local_kind == VYI_LOCAL_LET) {
        made->name = spelling(s, t->name); // a let that a call has just made gets this name
        made->pos = pos_of(s, t);
        vyi_parse_bind(s, t, BIND_LOCAL, n->x);
        return;
    }
    uint32_t local = vyi_parse_local(s, local_kind, v->type, spelling(s, t->name), pos_of(s, t));
    vyi_parse_stmt(s, VYI_OP_DEFINE, local, value, pos);
    vyi_parse_bind(s, t, BIND_LOCAL, local);
}

/// The value of a let or var.
static struct value first_value(struct parser *s, uint8_t type, bool bad, const char *place)
{
    struct value v = vyi_parse_expr(s, type);
    if (bad)
        v = vyi_parse_none(s, v.pos);
    if (type)
        vyi_parse_coerce(s, &v, type, place);
    else
        vyi_parse_settle(s, &v, 0);
    return v;
}

static uint8_t annotation(struct parser *s, bool *bad)
{
    if (!accept(s, VYI_TOKEN_COLON))
        return 0;
    uint8_t type = vyi_parse_type(s, false);
    *bad |= !type;
    return type;
}

/// let a, b, c = f(x)
NOINLINE static void several(struct parser *s, const struct vyi_token **names, uint32_t count,
                             uint8_t type, uint32_t pos)
{
    struct value v[PARSE_MAX_RESULTS];
    const struct vyi_token *t = tok(s);
    uint32_t given = 0, at = here(s);
    uint32_t fn = t->kind == VYI_TOKEN_NAME && tok_at(s, 1)->kind == VYI_TOKEN_OPEN
                      ? vyi_parse_find_fn(s, t->name)
                      : 0;
    if (fn) {
        given = vyi_parse_inline(s, fn, type, v);
    } else {
        struct value one = vyi_parse_expr(s, type);
        if (one.kind != VALUE_NONE)
            FAIL_SHAPE(s, at, s->end - at, VYI_DIAG(SEVERAL));
    }
    if (fn && given != count && !s->panic)
        FAIL(s, at, s->end - at, VYI_DIAG(RESULT_COUNT), spelling(s, t->name), (unsigned)given,
             given == 1 ? "value" : "values", vyi_parse_text(s, "%u are", (unsigned)count),
             "write one name for each value");
    for (uint32_t i = 0; i < count; i++) {
        struct value one = i < given && given == count ? v[i] : vyi_parse_none(s, pos);
        if (type && one.kind != VALUE_NONE)
            vyi_parse_coerce(s, &one, type, "the value");
        define(s, names[i], &one, VYI_LOCAL_LET, pos);
    }
}

NOINLINE void vyi_parse_let_stmt(struct parser *s, uint32_t pos)
{
    const struct vyi_token *names[PARSE_MAX_RESULTS] = {NULL};
    uint32_t count = 0;
    bool bad = false;
    do {
        const struct vyi_token *t = vyi_parse_new_name(s, "a name for the value");
        if (count < PARSE_MAX_RESULTS)
            names[count++] = t;
        else
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "results of a function",
                       (int)PARSE_MAX_RESULTS, "put them into a local array or a buffer");
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    uint8_t type = annotation(s, &bad);
    if (!vyi_parse_expect(s, VYI_TOKEN_SET, "and a value"))
        bad = true;
    if (count == 1 && !s->panic && accept(s, VYI_TOKEN_FIXPOINT)) {
        vyi_parse_fixpoint(s, names[0], pos);
        return;
    }
    if (count > 1 && !bad && !s->panic) {
        several(s, names, count, type, pos);
        return;
    }
    struct value v = first_value(s, type, bad, "the value");
    for (uint32_t i = 0; i < count; i++)
        define(s, names[i], &v, VYI_LOCAL_LET, pos);
}

NOINLINE static void array(struct parser *s, const struct vyi_token *t, uint8_t type, uint32_t pos)
{
    next(s); // "["
    struct value v = vyi_parse_launch(s, "the size of a local array", NULL, VY_TYPE_U32);
    uint32_t count = 0;
    if (vyi_parse_settle(s, &v, VY_TYPE_U32) && v.kind == VALUE_KNOWN &&
        vyi_type_class(v.type) & VYI_CLASS_INT && v.bits <= VYI_MAX_ARRAYS)
        count = (uint32_t)v.bits;
    if (!count && v.kind != VALUE_NONE)
        FAIL_AT(s, &v, VYI_DIAG(KNOWN_COUNT), "the size of a local array", VYI_MAX_ARRAYS);
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the size") || !count || !type || !t) {
        if (t)
            vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    const char *text = spelling(s, t->name);
    uint32_t local = vyi_parse_local(s, VYI_LOCAL_ARRAY, type, text, pos_of(s, t));
    if (s->p->locals.count)
        s->p->locals.at[local].count = count;
    vyi_parse_stmt(s, VYI_OP_ARRAY, local, none, pos);
    vyi_parse_bind_store(s, t,
                         (struct store){.kind = STORE_ARRAY,
                                        .elem = type,
                                        .rank = 1,
                                        .writable = true,
                                        .x = local,
                                        .size = count});
    if (kind(s) == VYI_TOKEN_SET)
        FAIL_SHAPE(s, here(s), 1, VYI_DIAG(ARRAY_VALUE), text);
}

NOINLINE void vyi_parse_var(struct parser *s, uint32_t pos)
{
    bool bad = false;
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the variable");
    uint8_t type = annotation(s, &bad);
    if (kind(s) == VYI_TOKEN_OPEN_INDEX && (type || bad)) {
        array(s, t, type, pos);
        return;
    }
    vyi_parse_expect(s, VYI_TOKEN_SET, "and a first value"); // else no expression is read
    struct value v = first_value(s, type, bad, "the first value");
    define(s, t, &v, VYI_LOCAL_VAR, pos);
}

// ---- messages ----
uint32_t vyi_parse_string(struct parser *s, const struct vyi_token *t)
{
    struct vyi_string text = {"", 0};
    if (s->check)
        return 0;
    if (t) {
        char *copy = vyi_arena_alloc(s->context, &s->p->arena, (size_t)t->length + 1);
        if (!copy) {
            vyi_parse_failed(s);
            return 0;
        }
        text.length = (uint32_t)vyi_lex_unescape(s->lex->text + t->at, t->length, copy);
        text.text = copy;
    }
    return KEEP(s, &s->p->strings, text);
}

/// {"," expr} behind a message, checked against its {}.
static bool message_values(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = pos_of(s, t), count = 0,
             wanted = vyi_message_places(s->lex->text + t->at, t->length), before = s->stack.count;
    bool bad = t->flags & VYI_TOKEN_BAD;
    while (!s->panic && accept(s, VYI_TOKEN_COMMA)) {
        struct value v = vyi_parse_expr(s, 0);
        bad |= !vyi_parse_settle(s, &v, 0);
        if (++count <= VYI_MAX_ARGS)
            vyi_parse_push(s, &v);
    }
    if (s->panic)
        return false;
    if (!bad && (count != wanted || count > VYI_MAX_ARGS)) {
        if (count == wanted)
            FAIL(s, pos, t->length, VYI_DIAG(PARSE_LIMIT), "values of a message", (int)VYI_MAX_ARGS,
                 "print it in parts");
        else
            FAIL(s, pos, t->length, VYI_DIAG(FORMAT_COUNT), "", wanted, count,
                 count == 1 ? "value is" : "values are");
        bad = true;
    }
    return !bad && s->stack.count == before + count;
}

NOINLINE void vyi_parse_message(struct parser *s, uint32_t pos, bool assertion)
{
    uint32_t mark = s->stack.count;
    const struct vyi_token *t = NULL;
    bool ok = true;
    if (assertion) {
        struct value v = vyi_parse_condition(s, "the condition");
        ok = v.kind != VALUE_NONE;
        vyi_parse_push(s, &v);
    }
    if (!assertion || accept(s, VYI_TOKEN_COMMA)) {
        t = tok(s);
        ok = vyi_parse_expect(s, VYI_TOKEN_STRING, "a text in double quotes") &&
             message_values(s, t) && ok;
    }
    if (ok && !s->panic && s->stack.count >= mark + assertion) {
        vyi_ref kids[VYI_MAX_ARGS + 1];
        uint32_t count = s->stack.count - mark;
        vyi_parse_take_nodes(s, count, kids);
        vyi_parse_emit(s, vyi_node_list(s->p, assertion ? VYI_OP_ASSERT : VYI_OP_PRINT, 0,
                                        vyi_parse_string(s, t), kids, count, 0, 0, pos));
    }
}

// ---- loops over ranges ----
/// After a header that cannot be read: what it names exists, so that the body is not full of
/// unknown names.
static void absorb_header(struct parser *s)
{
    for (; kind(s) != VYI_TOKEN_OPEN_BLOCK && kind(s) != VYI_TOKEN_END &&
           kind(s) != VYI_TOKEN_CLOSE_BLOCK &&
           !(s->panic && vyi_parse_begins(tok(s)) && kind(s) != VYI_TOKEN_NAME);
         next(s)) {
        struct word *w = vyi_parse_word(s, tok(s)->name);
        if (kind(s) == VYI_TOKEN_NAME && !w->type && !w->id && !vyi_parse_find(s, tok(s)->name) &&
            tok_at(s, 1)->kind != VYI_TOKEN_OPEN)
            vyi_parse_bind(s, tok(s), BIND_NONE, 0);
    }
}

/// The two ends of a range get one integer type, u32 where both are untyped.
static uint8_t range_type(struct parser *s, struct value *v, uint8_t fixed)
{
    uint8_t type = fixed;
    bool negative = false;
    for (int i = 0; i < 2; i++) {
        if (v[i].kind == VALUE_REAL)
            return FAIL_AT(s, &v[i], VYI_DIAG(RANGE_TYPE), "a float");
        if (!type && is_typed(&v[i]))
            type = v[i].type;
        negative |= v[i].kind == VALUE_INT && v[i].untyped.i < 0;
    }
    type = type ? type : negative ? VY_TYPE_I32 : VY_TYPE_U32;
    if (v[0].kind == VALUE_NONE || v[1].kind == VALUE_NONE)
        return 0;
    if (!(vyi_type_class(type) & VYI_CLASS_INT)) {
        const struct value *bad = &v[v[0].type != type];
        vyi_parse_source(s, bad);
        return FAIL_AT(s, bad, VYI_DIAG(RANGE_TYPE), vyi_type_name(type));
    }
    return vyi_parse_coerce(s, &v[0], type, "the start of the range") &&
                   vyi_parse_coerce(s, &v[1], type, "the end of the range")
               ? type
               : 0;
}

/// NAME "in" from ".." to; the ends go onto the stack. Gives the name, NULL after an error.
static const struct vyi_token *range(struct parser *s, uint8_t fixed, uint8_t *type)
{
    struct value v[2];
    *type = 0;
    if (kind(s) == VYI_TOKEN_OPEN) {
        FAIL_SHAPE(s, here(s), 1, VYI_DIAG(C_FOR));
        return NULL;
    }
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the index");
    if (!t || !vyi_parse_expect(s, VYI_TOKEN_IN, "and a range"))
        return NULL;
    v[0] = vyi_parse_expr(s, fixed);
    uint32_t slot = vyi_parse_push(s, &v[0]);
    if (!vyi_parse_expect(s, VYI_TOKEN_DOTS, "and the end of the range"))
        return t;
    uint32_t closed = kind(s) == VYI_TOKEN_SET ? here(s) : 0;
    if (closed)
        next(s);
    v[1] = vyi_parse_expr(s, is_typed(&v[0]) ? v[0].type : fixed);
    if (closed) { // from..to + 1; an end of lower precedence than + stands in parentheses
        const char *to = vyi_parse_snippet(s, v[1].pos, v[1].end);
        FAIL_SHAPE(s, closed, 1, VYI_DIAG(CLOSED_RANGE), vyi_parse_snippet(s, v[0].pos, v[0].end),
                   strpbrk(to, "?&|^<>=") ? vyi_parse_text(s, "(%s)", to) : to);
    }
    v[0] = vyi_parse_pop(s, slot);
    if (s->panic)
        return t;
    *type = range_type(s, v, fixed);
    vyi_parse_push(s, &v[0]);
    vyi_parse_push(s, &v[1]);
    return t;
}

/// The head of a for, each or fixpoint: its ranges, then its body with their indices bound.
struct head {
    uint32_t mark, bindings, count; ///< count: ranges
    const struct vyi_token *name[PARSE_MAX_AXES];
    uint8_t type[PARSE_MAX_AXES];
    vyi_ref kids[2 * PARSE_MAX_AXES + 2];
    uint32_t used; ///< kids
    bool bad;      ///< its shape is wrong
    bool ok;       ///< the statement can be made
};

static void head_range(struct parser *s, struct head *h, uint8_t fixed)
{
    h->name[h->count] = range(s, fixed, &h->type[h->count]);
    h->ok = h->ok && h->type[h->count];
    h->count++;
}

/// Takes the ends of the ranges; the first index's local.
static uint32_t head_end(struct parser *s, struct head *h)
{
    uint32_t first = s->p->locals.count;
    h->bad = s->panic;
    if (h->bad)
        absorb_header(s);
    s->panic = h->bad && kind(s) != VYI_TOKEN_OPEN_BLOCK;
    h->ok = h->ok && !h->bad && s->stack.count == h->mark + 2 * h->count;
    if (h->ok) {
        vyi_parse_take_nodes(s, 2 * h->count, h->kids);
        h->used = 2 * h->count;
    }
    for (uint32_t i = 0; i < h->count; i++) {
        const struct vyi_token *t = h->name[i];
        if (!t || (h->bad && vyi_parse_find(s, t->name)))
            continue;
        uint8_t type = h->type[i];
        uint32_t local = 0;
        if (type)
            local = vyi_parse_local(s, VYI_LOCAL_INDEX, type, spelling(s, t->name), pos_of(s, t));
        vyi_parse_bind(s, t, type ? BIND_LOCAL : BIND_NONE, local);
    }
    return first;
}

/// The body, and the statement of it all.
static void head_body(struct parser *s, struct head *h, uint8_t op, uint32_t local, uint32_t aux,
                      uint32_t pos)
{
    uint8_t around = op == VYI_OP_FOR    ? AROUND_LOOP
                     : op == VYI_OP_EACH ? AROUND_EACH
                                         : AROUND_FIXPOINT;
    h->kids[h->used++] = s->panic ? none : vyi_parse_block(s, around);
    vyi_parse_unbind(s, h->bindings);
    s->ends = false;
    if (h->ok)
        vyi_parse_emit(s, vyi_node_list(s->p, op, 0, local, h->kids, h->used, aux, 0, pos));
}

void vyi_parse_for(struct parser *s, uint32_t pos)
{
    struct head h = {.mark = s->stack.count, .bindings = s->bindings.count, .ok = true};
    head_range(s, &h, 0);
    struct value step = {0};
    const struct vyi_token *word = tok(s);
    bool stepped = word->kind == VYI_TOKEN_NAME && !strcmp(spelling(s, word->name), "step");
    if (stepped && !s->panic) {
        next(s);
        step = vyi_parse_expr(s, h.type[0]);
        if (h.type[0] && !vyi_parse_coerce(s, &step, h.type[0], "the step"))
            h.type[0] = h.ok = 0;
    }
    uint32_t local = head_end(s, &h);
    h.kids[h.used++] = h.ok && stepped ? vyi_parse_node(s, &step) : none;
    head_body(s, &h, VYI_OP_FOR, local, 0, pos);
}

void vyi_parse_each(struct parser *s, uint32_t pos)
{
    struct head h = {.mark = s->stack.count, .bindings = s->bindings.count, .ok = true};
    do {
        if (h.count == PARSE_MAX_AXES) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "ranges of an each",
                       (int)PARSE_MAX_AXES, "deal one range and compute the rest from it");
            break;
        }
        head_range(s, &h, 0);
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    head_body(s, &h, VYI_OP_EACH, head_end(s, &h), 0, pos);
}

void vyi_parse_fixpoint(struct parser *s, const struct vyi_token *result, uint32_t pos)
{
    uint32_t made = 0;
    struct head h = {.mark = s->stack.count, .bindings = s->bindings.count, .ok = true};
    head_range(s, &h, VY_TYPE_U32);
    uint32_t local = head_end(s, &h);
    if (result)
        made = 1 + vyi_parse_local(s, VYI_LOCAL_LET, VY_TYPE_U32, spelling(s, result->name),
                                   pos_of(s, result));
    head_body(s, &h, VYI_OP_FIXPOINT, local, made, pos);
    if (result)
        vyi_parse_bind(s, result, BIND_LOCAL, made - 1);
}
