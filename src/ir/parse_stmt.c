// Statements: which one it is, blocks, definitions, messages.
#include "ir/message.h"
#include "ir/parse.h"

static void statement(struct parser *s);

// ---- blocks ----
void vyi_parse_skip_block(struct parser *s)
{
    uint32_t open = 0;
    do {
        open += kind(s) == VYI_TOKEN_OPEN_BLOCK;
        open -= kind(s) == VYI_TOKEN_CLOSE_BLOCK;
        next(s);
    } while (open && kind(s) != VYI_TOKEN_END);
}

bool vyi_parse_enter(struct parser *s, uint8_t around, uint32_t pos)
{
    if (s->nest >= VYI_MAX_NESTING) {
        FAIL(s, pos, 1, VYI_DIAG(NESTING), (int)VYI_MAX_NESTING);
        if (kind(s) == VYI_TOKEN_OPEN_BLOCK)
            vyi_parse_skip_block(s);
        return false;
    }
    s->nest++;
    s->levels.at[s->levels.count++] = (struct level){.around = around};
    return true;
}

void vyi_parse_leave(struct parser *s)
{
    s->nest--;
    s->levels.count--;
}

/// A statement without the braces around it.
static bool is_one_statement(struct parser *s)
{
    if (s->panic)
        return false;
    uint32_t k = tok_at(s, 1)->kind;
    if (kind(s) != VYI_TOKEN_NAME) // the words of jumps stand together
        return kind(s) >= VYI_TOKEN_BREAK && kind(s) <= VYI_TOKEN_RETURN;
    return k == VYI_TOKEN_OPEN_INDEX || k == VYI_TOKEN_OPEN || vyi_token_sets(k);
}

void vyi_parse_inner_block(struct parser *s)
{
    uint32_t bindings = s->bindings.count;
    s->ends = false;
    bool one = is_one_statement(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_BLOCK, "to begin a block") && one) {
        s->panic = false; // if (c) x = 1, as in C: read on, it may have more errors
        statement(s);
        if (s->panic)
            vyi_parse_sync(s);
        if (kind(s) == VYI_TOKEN_SEMI && tok_at(s, 1)->kind == VYI_TOKEN_ELSE)
            next(s);
        s->panic = true;
    } else if (s->panic) {
        vyi_parse_sync(s);
    }
    if (!s->panic || accept(s, VYI_TOKEN_OPEN_BLOCK)) {
        s->panic = false;
        vyi_parse_statements(s, true);
    }
    vyi_parse_unbind(s, bindings);
}

vyi_ref vyi_parse_block(struct parser *s, uint8_t around)
{
    uint32_t mark = s->stmts.count, pos = here(s);
    if (!vyi_parse_enter(s, around, pos))
        return none;
    vyi_parse_inner_block(s);
    vyi_parse_leave(s);
    return vyi_parse_seq(s, mark, pos);
}

bool vyi_parse_begins(const struct vyi_token *t)
{
    if (vyi_parse_is_decl(t->kind) || t->kind == VYI_TOKEN_NAME)
        return t->flags & VYI_TOKEN_LINE;
    return t->kind > VYI_TOKEN_WORDS && t->kind != VYI_TOKEN_ATOMIC && t->kind != VYI_TOKEN_ELSE &&
           !vyi_token_literal(t->kind);
}

void vyi_parse_sync(struct parser *s)
{
    for (;; next(s)) {
        uint32_t k = kind(s);
        if (k == VYI_TOKEN_END || k == VYI_TOKEN_CLOSE_BLOCK || k == VYI_TOKEN_OPEN_BLOCK ||
            k == VYI_TOKEN_SEMI || vyi_parse_begins(tok(s)))
            return;
    }
}

void vyi_parse_statements(struct parser *s, bool braces)
{
    uint32_t open = s->end - 1; // the "{" that was just taken
    while (!s->stop && (braces || !vyi_parse_is_decl(kind(s)))) {
        uint32_t start = s->t;
        if (kind(s) == VYI_TOKEN_END) {
            if (braces && !s->panic) {
                FAIL(s, open, 1, VYI_DIAG(OPEN_BLOCK));
                vyi_parse_stop(s); // those around it are not closed either
            }
            return;
        }
        if (kind(s) == VYI_TOKEN_CLOSE_BLOCK) {
            if (braces) {
                next(s);
                return;
            }
            FAIL(s, here(s), 1, VYI_DIAG(CLOSE_BLOCK));
            next(s);
            continue;
        }
        statement(s);
        if (s->panic) {
            vyi_parse_sync(s);
            s->panic = false;
        }
        vyi_parse_step(s, start);
    }
}

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
        given = vyi_parse_inline(s, fn, v);
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

NOINLINE static void let(struct parser *s, uint32_t pos)
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

/// A whole number that is known now, at least `least`; 0 with an error.
static uint32_t known_count(struct parser *s, const char *what, uint32_t most)
{
    struct value v = vyi_parse_launch(s, what, NULL, VY_TYPE_U32);
    if (!vyi_parse_settle(s, &v, VY_TYPE_U32))
        return 0;
    if (v.kind != VALUE_KNOWN || !(vyi_type_class(v.type) & VYI_CLASS_INT) || !v.bits ||
        v.bits > most) {
        FAIL_AT(s, &v, VYI_DIAG(KNOWN_COUNT), what, (unsigned)most);
        return 0;
    }
    return (uint32_t)v.bits;
}

NOINLINE static void array(struct parser *s, const struct vyi_token *t, uint8_t type, uint32_t pos)
{
    next(s); // "["
    uint32_t count = known_count(s, "the size of a local array", VYI_MAX_ARRAYS);
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

NOINLINE static void var(struct parser *s, uint32_t pos)
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
/// The text of a STRING token, kept in the program; its number.
static uint32_t keep_string(struct parser *s, const struct vyi_token *t)
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

NOINLINE static void message(struct parser *s, uint32_t pos, bool assertion)
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
                                        keep_string(s, t), kids, count, 0, 0, pos));
    }
    vyi_parse_drop(s, mark);
}

NOINLINE static void region(struct parser *s, uint32_t pos)
{
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_STRING, "the region's name in double quotes"))
        return;
    uint32_t string = keep_string(s, t);
    vyi_parse_stmt(s, VYI_OP_REGION, string, vyi_parse_block(s, AROUND_PLAIN), pos);
}

NOINLINE static void barrier(struct parser *s, uint32_t pos)
{
    bool grid = kind(s) == VYI_TOKEN_GRID;
    if (!grid && kind(s) != VYI_TOKEN_WORKGROUP) {
        FAIL_SHAPE(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE), "a barrier has a scope", "", "",
                   "barrier workgroup, or barrier grid");
        return;
    }
    next(s);
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_BARRIER, 0, 0, none, none, none, pos);
    vyi_at(s->p, ref)->n = grid ? VYI_SCOPE_GRID : VYI_SCOPE_WORKGROUP;
    vyi_parse_emit(s, ref);
}

static void stray(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    if ((t->kind == VYI_TOKEN_ADD || t->kind == VYI_TOKEN_SUB) && tok_at(s, 1)->kind == t->kind &&
        tok_at(s, 2)->kind == VYI_TOKEN_NAME)
        vyi_parse_increment(s, t, tok_at(s, 2));
    else
        vyi_parse_expect(s, VYI_TOKEN_KINDS, "a statement");
}

void vyi_parse_late(struct parser *s)
{
    bool first = s->stmts.count || !s->report.errors; // else only bad lines came before
    if (first && !s->body.late)
        FAIL(s, here(s), tok(s)->length, VYI_DIAG(DECL_LATE), vyi_token_text(kind(s)),
             vyi_sources_line(&s->p->sources, s->body.pos));
    s->body.late = true;
}

/// A declaration inside of a block: its name is bound to nothing, so that its uses are no errors.
static void declared_inside(struct parser *s)
{
    const struct vyi_token *t = tok_at(s, 1);
    if (s->frame->fn)
        FAIL(s, here(s), tok(s)->length, VYI_DIAG(DECL_IN_FN), vyi_token_text(kind(s)));
    else
        vyi_parse_late(s);
    bool fn = kind(s) == VYI_TOKEN_FN;
    if (t->kind == VYI_TOKEN_NAME && !fn && !vyi_parse_find(s, t->name))
        vyi_parse_bind(s, t, BIND_NONE, 0);
    next(s);
    vyi_parse_sync(s);
    if (fn && kind(s) == VYI_TOKEN_OPEN_BLOCK)
        vyi_parse_skip_block(s);
    s->panic = s->stop;
}

static void statement(struct parser *s)
{
    uint32_t pos = here(s), k = kind(s);
    s->ends = false;
    if (k > VYI_TOKEN_FN && k != VYI_TOKEN_IF && vyi_parse_begins(tok(s)))
        next(s); // its word
    switch (k) {
    case VYI_TOKEN_NAME: vyi_parse_assign(s); break;
    case VYI_TOKEN_LET: let(s, pos); break;
    case VYI_TOKEN_VAR: var(s, pos); break;
    case VYI_TOKEN_IF: vyi_parse_if(s); break;
    case VYI_TOKEN_FOR: vyi_parse_for(s, pos); break;
    case VYI_TOKEN_EACH: vyi_parse_each(s, pos); break;
    case VYI_TOKEN_FIXPOINT: vyi_parse_fixpoint(s, NULL, pos); break;
    case VYI_TOKEN_WHILE: vyi_parse_while(s, pos); break;
    case VYI_TOKEN_LOOP: vyi_parse_loop(s, pos); break;
    case VYI_TOKEN_BREAK:
    case VYI_TOKEN_CONTINUE: vyi_parse_exit(s, pos, k == VYI_TOKEN_BREAK); break;
    case VYI_TOKEN_AGAIN: vyi_parse_again(s, pos); break;
    case VYI_TOKEN_RETURN: vyi_parse_return(s, pos); break;
    case VYI_TOKEN_BARRIER: barrier(s, pos); break;
    case VYI_TOKEN_REGION: region(s, pos); break;
    case VYI_TOKEN_BLOCK: vyi_parse_named_block(s, pos); break;
    case VYI_TOKEN_LEAVE: vyi_parse_leave_block(s, pos); break;
    case VYI_TOKEN_ASSERT:
    case VYI_TOKEN_PRINT: message(s, pos, k == VYI_TOKEN_ASSERT); break;
    case VYI_TOKEN_OPEN_BLOCK:
        if (vyi_parse_enter(s, AROUND_PLAIN, pos)) {
            vyi_parse_inner_block(s);
            vyi_parse_leave(s);
        }
        break;
    case VYI_TOKEN_SEMI: next(s); break;
    default:
        if (vyi_parse_is_decl(k))
            declared_inside(s);
        else
            stray(s);
    }
}
