// Statements: definitions, assignments, control flow.
#include "ir/parse.h"

#include <stdio.h>

static const vyi_ref none = {0};

// ---- blocks ----
bool vyi_parse_enter(struct parser *s, uint8_t around, uint32_t pos)
{
    if (s->nest >= VYI_MAX_NESTING) {
        FAIL(s, pos, 1, VYI_DIAG(NESTING), (int)VYI_MAX_NESTING);
        return false;
    }
    s->nest++;
    s->levels[s->level++] = (struct level){.around = around};
    return true;
}

void vyi_parse_leave(struct parser *s)
{
    s->nest--;
    s->level--;
}

/// Steps over a block that nests too deep, without reading it.
static void skip_block(struct parser *s)
{
    uint32_t open = 0;
    do {
        open += kind(s) == VYI_TOKEN_OPEN_BLOCK;
        open -= kind(s) == VYI_TOKEN_CLOSE_BLOCK;
        next(s);
    } while (open && kind(s) != VYI_TOKEN_END);
}

/// The statements of "{" … "}" in a level that the caller entered.
static vyi_ref inner_block(struct parser *s)
{
    uint32_t mark = s->stmts.count, bindings = s->bindings.count, pos = here(s);
    s->ends = false;
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_BLOCK, "to begin a block"))
        vyi_parse_sync(s);
    if (!s->panic || accept(s, VYI_TOKEN_OPEN_BLOCK)) {
        s->panic = false;
        vyi_parse_statements(s, true);
    }
    vyi_parse_unbind(s, bindings);
    return vyi_parse_seq(s, mark < s->stmts.count ? mark : s->stmts.count, pos);
}

vyi_ref vyi_parse_block(struct parser *s, uint8_t around)
{
    if (!vyi_parse_enter(s, around, here(s))) {
        if (kind(s) == VYI_TOKEN_OPEN_BLOCK)
            skip_block(s);
        return none;
    }
    vyi_ref seq = inner_block(s);
    vyi_parse_leave(s);
    return seq;
}

static bool begins_statement(const struct vyi_token *t)
{
    bool line = t->flags & VYI_TOKEN_LINE;
    if (vyi_parse_is_decl(t->kind) || t->kind == VYI_TOKEN_NAME)
        return line;
    switch (t->kind) {
    case VYI_TOKEN_ATOMIC:
    case VYI_TOKEN_TRUE:
    case VYI_TOKEN_FALSE:
    case VYI_TOKEN_INF:
    case VYI_TOKEN_NAN:
    case VYI_TOKEN_ELSE: return false;
    default: return t->kind > VYI_TOKEN_WORDS;
    }
}

void vyi_parse_sync(struct parser *s)
{
    for (;; next(s)) {
        uint32_t k = kind(s);
        if (k == VYI_TOKEN_END || k == VYI_TOKEN_CLOSE_BLOCK || k == VYI_TOKEN_OPEN_BLOCK ||
            k == VYI_TOKEN_SEMI || begins_statement(tok(s)))
            return;
    }
}

void vyi_parse_statements(struct parser *s, bool braces)
{
    while (!s->stop) {
        uint32_t start = s->t;
        if (kind(s) == VYI_TOKEN_END) {
            if (braces && !s->panic)
                FAIL(s, here(s), 1, VYI_DIAG(OPEN_BLOCK));
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
        vyi_parse_statement(s);
        if (s->panic) {
            vyi_parse_sync(s);
            s->panic = false;
        }
        if (s->t == start)
            next(s);
        if (s->report.full)
            vyi_parse_stop(s);
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
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_DEFINE, 0, local, value, none, none, pos));
    vyi_parse_bind(s, t, BIND_LOCAL, local);
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
static void several(struct parser *s, const struct vyi_token **names, uint32_t count, uint8_t type,
                    uint32_t pos)
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
            FAIL(s, at, s->end - at, VYI_DIAG(SEVERAL));
    }
    if (fn && given != count && !s->panic)
        FAIL(s, at, s->end - at, VYI_DIAG(RESULT_COUNT), spelling(s, t->name), (unsigned)given,
             given == 1 ? "value" : "values", count == 1 ? "one is" : "others are",
             "write one name for each value");
    for (uint32_t i = 0; i < count; i++) {
        struct value one = i < given && given == count ? v[i] : vyi_parse_none(s, pos);
        if (type && one.kind != VALUE_NONE)
            vyi_parse_coerce(s, &one, type, "the value");
        define(s, names[i], &one, VYI_LOCAL_LET, pos);
    }
}

static void fixpoint(struct parser *s, const struct vyi_token *result, uint32_t pos);

static void let(struct parser *s)
{
    const struct vyi_token *names[PARSE_MAX_RESULTS] = {NULL};
    uint32_t pos = here(s), count = 0;
    bool bad = false;
    next(s);
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
    struct value v = vyi_parse_none(s, pos);
    if (kind(s) == VYI_TOKEN_FIXPOINT && !s->panic && count == 1) {
        fixpoint(s, names[0], pos);
        return;
    }
    if (count > 1 && !bad && !s->panic) {
        several(s, names, count, type, pos);
        return;
    }
    if (!s->panic)
        v = vyi_parse_expr(s, type);
    if (bad)
        v = vyi_parse_none(s, pos);
    if (type)
        vyi_parse_coerce(s, &v, type, "the value");
    else
        vyi_parse_settle(s, &v, 0);
    for (uint32_t i = 0; i < count; i++)
        define(s, names[i], &v, VYI_LOCAL_LET, pos);
}

/// A whole number that is known now, at least `least`; 0 with an error.
static uint32_t known_count(struct parser *s, const char *what, uint32_t most)
{
    bool launch = s->launch;
    s->launch = true;
    struct value v = vyi_parse_expr(s, VY_TYPE_U32);
    s->launch = launch;
    if (v.kind == VALUE_NONE || !vyi_parse_settle(s, &v, VY_TYPE_U32))
        return 0;
    if (v.kind != VALUE_KNOWN || !(vyi_type_class(v.type) & VYI_CLASS_INT) || !v.bits ||
        v.bits > most) {
        FAIL(s, v.pos, v.end - v.pos, VYI_DIAG(KNOWN_COUNT), what, (unsigned)most);
        return 0;
    }
    return (uint32_t)v.bits;
}

static void array(struct parser *s, const struct vyi_token *t, uint8_t type, uint32_t pos)
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
    struct store b = {.kind = STORE_ARRAY,
                      .elem = type,
                      .rank = 1,
                      .writable = true,
                      .x = local,
                      .size = count,
                      .pos = pos_of(s, t),
                      .name = text};
    if (s->p->locals.count)
        s->p->locals.at[local].count = count;
    if (!vyi_vec_push(s->context, &s->stores, b))
        vyi_parse_failed(s);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_ARRAY, 0, local, none, none, none, pos));
    vyi_parse_bind(s, t, BIND_STORE, s->stores.count - 1);
    if (kind(s) == VYI_TOKEN_SET)
        FAIL_SHAPE(s, here(s), 1, VYI_DIAG(ARRAY_VALUE), text);
}

static void var(struct parser *s)
{
    uint32_t pos = here(s);
    bool bad = false;
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the variable");
    uint8_t type = annotation(s, &bad);
    if (kind(s) == VYI_TOKEN_OPEN_INDEX && (type || bad)) {
        array(s, t, type, pos);
        return;
    }
    struct value v = vyi_parse_none(s, pos);
    if (vyi_parse_expect(s, VYI_TOKEN_SET, "and a first value"))
        v = vyi_parse_expr(s, type);
    if (bad)
        v = vyi_parse_none(s, pos);
    if (type)
        vyi_parse_coerce(s, &v, type, "the first value");
    else
        vyi_parse_settle(s, &v, 0);
    define(s, t, &v, VYI_LOCAL_VAR, pos);
}

// ---- assignments ----
/// The pure op of `op=`, 0 for `=`; false where the token is no assignment.
static bool assignment(struct parser *s, uint8_t *op)
{
    static const uint8_t plain[VYI_TOKEN_KINDS] = {
        [VYI_TOKEN_ADD_SET] = VYI_TOKEN_ADD, [VYI_TOKEN_SUB_SET] = VYI_TOKEN_SUB,
        [VYI_TOKEN_MUL_SET] = VYI_TOKEN_MUL, [VYI_TOKEN_DIV_SET] = VYI_TOKEN_DIV,
        [VYI_TOKEN_REM_SET] = VYI_TOKEN_REM, [VYI_TOKEN_AND_SET] = VYI_TOKEN_AND,
        [VYI_TOKEN_OR_SET] = VYI_TOKEN_OR,   [VYI_TOKEN_XOR_SET] = VYI_TOKEN_XOR,
        [VYI_TOKEN_SHL_SET] = VYI_TOKEN_SHL, [VYI_TOKEN_SHR_SET] = VYI_TOKEN_SHR,
    };
    uint32_t k = kind(s);
    *op = plain[k] ? s->infix[plain[k]] : 0;
    return k == VYI_TOKEN_SET || plain[k];
}

static void not_assignment(struct parser *s, const struct vyi_token *t)
{
    uint32_t k = kind(s), twice = tok_at(s, 1)->kind;
    const char *text = spelling(s, t->name);
    if ((k == VYI_TOKEN_ADD || k == VYI_TOKEN_SUB) && twice == k)
        FAIL_SHAPE(s, here(s), 2, VYI_DIAG(INCREMENT), k == VYI_TOKEN_ADD ? "++" : "--", text,
                   k == VYI_TOKEN_ADD ? "+=" : "-=");
    else if (k == VYI_TOKEN_COLON && twice == VYI_TOKEN_SET)
        FAIL_SHAPE(s, here(s), 2, VYI_DIAG(WALRUS), text);
    else if (k == VYI_TOKEN_NAME && !(tok(s)->flags & VYI_TOKEN_LINE)) {
        const struct foreign *f = vyi_parse_foreign(text, strlen(text));
        const char *type = f ? f->ours : vyi_parse_word(s, t->name)->type ? text : NULL;
        if (f && !vyi_type_find(type, strlen(type))) { // switch x, goto there
            vyi_parse_unknown(s, t);
            s->panic = true;
        } else if (type)
            FAIL_SHAPE(s, pos_of(s, t), t->length, VYI_DIAG(TYPE_FIRST), spelling(s, tok(s)->name),
                       type);
        else
            vyi_parse_expect(s, VYI_TOKEN_SET, "and a value");
    } else if (!vyi_parse_find(s, t->name)) {
        vyi_parse_unknown(s, t);
        s->panic = true;
    } else {
        vyi_parse_expect(s, VYI_TOKEN_SET, "and a value");
    }
}

/// 's' is u32 since line 9 ('var s = 0'), the right side is u64.
static void assign_mismatch(struct parser *s, const struct vyi_local *local, const struct value *v)
{
    const char *line, *name = local->name ? local->name : "?";
    size_t size;
    vy_place place = vyi_sources_place(&s->p->sources, local->pos, &line, &size);
    char decl[64], text[48], fix[200];
    size_t skip = 0, length = strlen(name);
    while (skip < size && (line[skip] == ' ' || line[skip] == '\t'))
        skip++;
    const char *rest = line + place.column - 1 + length; // what follows the name
    size_t left = size - (place.column - 1 + length);
    const char *end = memchr(rest, '/', left);
    size_t shown = end ? (size_t)(end - rest) : left;
    const char *brace = memchr(rest, '}', shown);
    shown = brace ? (size_t)(brace - rest) : shown;
    while (shown && (rest[shown - 1] == ' ' || rest[shown - 1] == ';' || rest[shown - 1] == '\r'))
        shown--;
    bool fits = shown < 24 && line[skip] == 'v';
    snprintf(decl, sizeof decl, "%s %s%.*s", "var", name, fits ? (int)shown : 0, rest);
    vyi_parse_snippet(s, v->pos, v->end, text);
    bool inferred = shown && !memchr(rest, ':', shown);
    if (inferred && fits)
        snprintf(fix, sizeof fix, "'var %s: %s%.*s' on line %u, or %s(%s) here", name,
                 vyi_type_name(v->type), (int)shown, rest, place.line, vyi_type_name(local->type),
                 text);
    else
        snprintf(fix, sizeof fix, "%s(%s)", vyi_type_name(local->type), text);
    FAIL(s, v->pos, v->end - v->pos, VYI_DIAG(ASSIGN_TYPE), name, vyi_type_name(local->type),
         place.line, decl, vyi_type_name(v->type), fix);
}

static void set_local(struct parser *s, const struct vyi_token *t, uint32_t index, uint8_t op)
{
    const struct vyi_local local = s->p->locals.at[index];
    uint32_t pos = pos_of(s, t), sign = here(s), length = tok(s)->length;
    static const char *const kinds[] = {"a let", "a var", "a loop index", "an array"};
    if (local.kind != VYI_LOCAL_VAR) {
        vyi_report_note(&s->report, local.pos, t->length, "'%s' is declared here",
                        spelling(s, t->name));
        FAIL(s, pos, t->length, VYI_DIAG(FIXED), spelling(s, t->name), kinds[local.kind],
             local.kind == VYI_LOCAL_LET ? "declare it with 'var' instead of 'let'"
                                         : "copy it to a var and change that");
    }
    struct value v[2];
    if (op) {
        struct value old = vyi_parse_read(s, index, pos, s->end);
        uint32_t slot = vyi_parse_push(s, &old);
        next(s);
        v[1] = vyi_parse_expr(s, vyi_op_info(op)->rule == VYI_RULE_SHIFT ? 0 : local.type);
        v[0] = vyi_parse_pop(s, slot);
        bool shift = vyi_op_info(op)->rule == VYI_RULE_SHIFT;
        bool typed = v[1].kind == VALUE_NODE || v[1].kind == VALUE_KNOWN;
        if (typed && !shift && v[1].type != local.type &&
            vyi_op_info(op)->classes & vyi_type_class(v[1].type)) {
            assign_mismatch(s, &local, &v[1]);
            return;
        }
        v[0] = vyi_parse_pure(s, op, v, sign, length, local.type);
    } else {
        next(s);
        v[0] = vyi_parse_expr(s, local.type);
        bool typed = v[0].kind == VALUE_NODE || v[0].kind == VALUE_KNOWN;
        if (typed && v[0].type != local.type) {
            assign_mismatch(s, &local, &v[0]);
            return;
        }
        vyi_parse_coerce(s, &v[0], local.type, "the right side");
    }
    if (v[0].kind == VALUE_NONE || local.kind != VYI_LOCAL_VAR)
        return;
    vyi_ref value = vyi_parse_node(s, &v[0]);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_SET, 0, index, value, none, none, pos));
}

static bool writable(struct parser *s, const struct store *b, uint8_t op, const struct vyi_token *t)
{
    const struct vyi_role_info *role = vyi_role_info(b->role);
    uint32_t pos = pos_of(s, t);
    if (!b->writable) {
        vyi_report_note(&s->report, b->pos, (uint32_t)strlen(b->name), "'%s' is declared here",
                        b->name);
        FAIL(s, pos, t->length, VYI_DIAG(NOT_WRITABLE), "", b->name,
             role ? role->spelling : "a table");
        return false;
    }
    bool rmw = op == VYI_OP_ADD || op == VYI_OP_SUB || op == VYI_OP_AND || op == VYI_OP_OR ||
               op == VYI_OP_XOR;
    if (b->atomic && op && !rmw) {
        char text[8];
        snprintf(text, sizeof text, "%s=", vyi_op_info(op)->spelling);
        FAIL(s, pos, s->end - pos, VYI_DIAG(ATOMIC_ASSIGN), "", b->name, text);
        return false;
    }
    return true;
}

/// b[i] op= v where v needs statements of its own: the old value is read before them.
static struct value old_value(struct parser *s, const struct store *b, uint32_t mark, uint32_t pos)
{
    vyi_ref index[VYI_MAX_RANK];
    unsigned depth = 0;
    for (uint32_t i = 0; i < b->rank; i++) {
        struct value v = s->stack.at[mark + i];
        if (!vyi_parse_is_leaf(s, &v)) {
            vyi_parse_let(s, &v, NULL);
            s->stack.at[mark + i] = v;
        }
        struct value copy = vyi_parse_twice(s, &v);
        depth = copy.depth > depth ? copy.depth : depth;
        index[i] = vyi_parse_node(s, &copy);
    }
    struct value old = vyi_parse_load(s, b, index, depth, false, pos);
    vyi_parse_let(s, &old, NULL);
    return old;
}

static bool ends_value(uint32_t k)
{
    return k == VYI_TOKEN_NAME || k == VYI_TOKEN_NUMBER || k == VYI_TOKEN_CHAR ||
           k == VYI_TOKEN_CLOSE || k == VYI_TOKEN_CLOSE_INDEX || k > VYI_TOKEN_WORDS;
}

/// Whether a function of the program is called before the statement ends: a look ahead that stops
/// at the next statement, so that all of them together take time in proportion to the text.
static bool calls_function(struct parser *s)
{
    uint32_t before = VYI_TOKEN_SET;
    for (uint32_t i = 0;; i++) {
        const struct vyi_token *t = tok_at(s, i);
        bool word = t->kind == VYI_TOKEN_NAME;
        if (t->kind == VYI_TOKEN_END || t->kind == VYI_TOKEN_CLOSE_BLOCK ||
            t->kind == VYI_TOKEN_SEMI ||
            (ends_value(before) && (word || t->kind > VYI_TOKEN_WORDS)))
            return false;
        if (word && tok_at(s, i + 1)->kind == VYI_TOKEN_OPEN && vyi_parse_find_fn(s, t->name))
            return true;
        before = t->kind;
    }
}

static void store_to(struct parser *s, const struct vyi_token *t, uint32_t place)
{
    struct store b = s->stores.at[place];
    uint32_t pos = pos_of(s, t), mark = s->stack.count;
    next(s);
    uint32_t count = vyi_parse_indices(s, &b);
    uint8_t op, type = vyi_type_value(b.elem);
    if (s->panic)
        return;
    if (!assignment(s, &op)) {
        not_assignment(s, t);
        s->stack.count = mark < s->stack.count ? mark : s->stack.count;
        return;
    }
    bool ok = writable(s, &b, op, t) && count;
    uint32_t sign = here(s), length = tok(s)->length;
    next(s);
    bool shift = op && vyi_op_info(op)->rule == VYI_RULE_SHIFT;
    struct value old = {0}, v;
    bool apart = op && !b.atomic && ok && calls_function(s);
    if (apart)
        old = old_value(s, &b, mark, pos);
    v = vyi_parse_expr(s, shift ? 0 : type);
    if (op && ok && v.kind != VALUE_NONE) { // the op decides what the right side may be
        struct value pair[2];
        uint32_t nodes = s->p->nodes.count;
        pair[0] =
            apart ? old
                  : vyi_parse_made(s, vyi_node_literal(s->p, type, 0, pos), type, pos, 1, false);
        pair[0].end = pos + t->length;
        pair[1] = v;
        struct value both = vyi_parse_pure(s, op, pair, sign, length, type);
        ok = both.kind != VALUE_NONE;
        if (apart) {
            v = both;
            op = 0;
        } else { // only the types were wanted
            s->p->nodes.count = s->p->pos.count = nodes;
            v = pair[1];
            v.ref.i = v.kind == VALUE_KNOWN ? 0 : v.ref.i;
        }
    } else if (!op) {
        ok = vyi_parse_coerce(s, &v, type, "the right side") && ok;
    }
    if (!ok || v.kind == VALUE_NONE || s->stack.count != mark + count) {
        s->stack.count = mark < s->stack.count ? mark : s->stack.count;
        return;
    }
    vyi_ref kids[VYI_MAX_RANK + 1];
    unsigned depth = v.depth;
    bool impure = false;
    vyi_parse_take_nodes(s, count, kids, &depth, &impure);
    kids[count] = vyi_parse_node(s, &v);
    if (b.kind == STORE_BUFFER) {
        vyi_parse_emit(s, vyi_node_list(s->p, VYI_OP_STORE, 0, b.x, kids, count + 1, 0, op, pos));
        return;
    }
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_SET_ARRAY, 0, b.x, kids[0], kids[1], none, pos);
    if (ref.i)
        vyi_at(s->p, ref)->n = op;
    vyi_parse_emit(s, ref);
}

static void name_statement(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    uint32_t follows = tok_at(s, 1)->kind;
    if (follows == VYI_TOKEN_OPEN) {
        vyi_parse_call_statement(s);
        return;
    }
    const struct binding *b = vyi_parse_find(s, t->name);
    uint8_t op;
    if (follows == VYI_TOKEN_OPEN_INDEX && b && b->kind == BIND_STORE) {
        store_to(s, t, b->x);
        return;
    }
    if (follows == VYI_TOKEN_OPEN_INDEX) {
        const struct store *found = vyi_parse_store(s, "a buffer or array");
        (void)found; // never one: it reports
        s->panic = true;
        return;
    }
    next(s);
    if (!assignment(s, &op)) {
        not_assignment(s, t);
        return;
    }
    if (b && b->kind == BIND_LOCAL) {
        set_local(s, t, b->x, op);
        return;
    }
    const char *text = spelling(s, t->name);
    if (!b) {
        vyi_parse_unknown(s, t);
    } else if (b->kind == BIND_STORE) {
        FAIL(s, pos_of(s, t), t->length, VYI_DIAG(NOT_A_VALUE), text, text, text);
    } else if (b->kind != BIND_NONE) {
        vyi_report_note(&s->report, b->pos, b->length, "'%s' is declared here", text);
        FAIL(s, pos_of(s, t), t->length, VYI_DIAG(FIXED), text,
             b->kind == BIND_PARAM                  ? "a param"
             : s->frame && s->frame->fn && b->frame ? "an argument"
                                                    : "a const",
             "copy it to a var and change that");
    }
    next(s);
    vyi_parse_expr(s, 0);
}

// ---- control flow ----
/// if … else if … else: the links wait on a stack, so a long chain needs no recursion.
static void if_statement(struct parser *s)
{
    uint32_t first = s->chain.count, bindings = s->bindings.count;
    vyi_ref otherwise = none;
    bool ends = true, closed = false;
    uint32_t mark = s->stmts.count;
    for (;;) {
        struct link link = {.pos = here(s), .mark = mark};
        next(s);
        struct value v = vyi_parse_condition(s, "the condition");
        link.condition = v.kind == VALUE_NONE ? none : vyi_parse_node(s, &v);
        link.then = vyi_parse_block(s, AROUND_PLAIN);
        ends = ends && s->ends;
        if (!vyi_vec_push(s->context, &s->chain, link)) {
            vyi_parse_failed(s);
            break;
        }
        if (s->stop || !accept(s, VYI_TOKEN_ELSE))
            break;
        mark = s->stmts.count;
        if (kind(s) == VYI_TOKEN_IF)
            continue;
        otherwise = vyi_parse_block(s, AROUND_PLAIN);
        ends = ends && s->ends;
        closed = true;
        break;
    }
    s->ends = ends && closed;
    while (s->chain.count > first) {
        struct link link = s->chain.at[--s->chain.count];
        vyi_ref ref =
            vyi_node_fixed(s->p, VYI_OP_IF, 0, 0, link.condition, link.then, otherwise, link.pos);
        vyi_parse_emit(s, ref);
        if (s->chain.count > first) // it stands in the else of the one before
            otherwise =
                vyi_parse_seq(s, link.mark < s->stmts.count ? link.mark : s->stmts.count, link.pos);
    }
    vyi_parse_unbind(s, bindings);
}

/// After a header that cannot be read: what it names exists, so that the body is not full of
/// unknown names.
static void absorb_header(struct parser *s)
{
    for (; kind(s) != VYI_TOKEN_OPEN_BLOCK && kind(s) != VYI_TOKEN_END &&
           kind(s) != VYI_TOKEN_CLOSE_BLOCK &&
           !(s->panic && begins_statement(tok(s)) && kind(s) != VYI_TOKEN_NAME);
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
    for (int i = 0; i < 2 && !type; i++)
        if (v[i].kind == VALUE_NODE || v[i].kind == VALUE_KNOWN)
            type = v[i].type;
    for (int i = 0; i < 2 && !type; i++)
        if (v[i].kind == VALUE_INT && v[i].untyped.i < 0)
            type = VY_TYPE_I32;
    type = type ? type : VY_TYPE_U32;
    for (int i = 0; i < 2; i++)
        if (v[i].kind == VALUE_NONE)
            return 0;
    if (!(vyi_type_class(type) & VYI_CLASS_INT)) {
        int i = v[0].type == type ? 0 : 1;
        vyi_parse_source(s, &v[i]);
        FAIL(s, v[i].pos, v[i].end - v[i].pos, VYI_DIAG(RANGE_TYPE), vyi_type_name(type));
        return 0;
    }
    if (!vyi_parse_coerce(s, &v[0], type, "the start of the range") ||
        !vyi_parse_coerce(s, &v[1], type, "the end of the range"))
        return 0;
    return type;
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
    if (kind(s) == VYI_TOKEN_SET)
        FAIL_SHAPE(s, here(s), 1, VYI_DIAG(CLOSED_RANGE));
    uint8_t hint = v[0].kind == VALUE_NODE || v[0].kind == VALUE_KNOWN ? v[0].type : fixed;
    v[1] = vyi_parse_expr(s, hint);
    v[0] = vyi_parse_pop(s, slot);
    if (s->panic)
        return t;
    *type = range_type(s, v, fixed);
    vyi_parse_push(s, &v[0]);
    vyi_parse_push(s, &v[1]);
    return t;
}

static uint32_t bind_index(struct parser *s, const struct vyi_token *t, uint8_t type)
{
    if (!t)
        return 0;
    if (!type) {
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return 0;
    }
    uint32_t local = vyi_parse_local(s, VYI_LOCAL_INDEX, type, spelling(s, t->name), pos_of(s, t));
    vyi_parse_bind(s, t, BIND_LOCAL, local);
    return local;
}

static void for_statement(struct parser *s)
{
    uint32_t pos = here(s), mark = s->stack.count, bindings = s->bindings.count;
    uint8_t type;
    next(s);
    const struct vyi_token *t = range(s, 0, &type);
    struct value step = {0};
    const struct vyi_token *word = tok(s);
    bool stepped = word->kind == VYI_TOKEN_NAME && !strcmp(spelling(s, word->name), "step");
    if (stepped && !s->panic) {
        next(s);
        step = vyi_parse_expr(s, type);
        if (type && !vyi_parse_coerce(s, &step, type, "the step"))
            type = 0;
    }
    bool bad = s->panic;
    if (bad)
        absorb_header(s);
    s->panic = bad && kind(s) != VYI_TOKEN_OPEN_BLOCK;
    vyi_ref kids[4] = {none, none, none, none};
    bool ok = type && !bad && s->stack.count == mark + 2;
    if (ok) {
        unsigned depth = 0;
        bool impure = false;
        vyi_parse_take_nodes(s, 2, kids, &depth, &impure);
        kids[2] = stepped ? vyi_parse_node(s, &step) : none;
    }
    s->stack.count = mark < s->stack.count ? mark : s->stack.count;
    uint32_t local = !bad || (t && !vyi_parse_find(s, t->name)) ? bind_index(s, t, type) : 0;
    if (!s->panic)
        kids[3] = vyi_parse_block(s, AROUND_LOOP);
    vyi_parse_unbind(s, bindings);
    s->ends = false;
    if (ok)
        vyi_parse_emit(s, vyi_node_list(s->p, VYI_OP_FOR, 0, local, kids, 4, 0, 0, pos));
}

static void each(struct parser *s)
{
    const struct vyi_token *names[PARSE_MAX_AXES] = {NULL};
    uint8_t types[PARSE_MAX_AXES] = {0};
    uint32_t pos = here(s), mark = s->stack.count, bindings = s->bindings.count, count = 0;
    bool ok = true;
    next(s);
    do {
        if (count == PARSE_MAX_AXES) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "ranges of an each",
                       (int)PARSE_MAX_AXES, "deal one range and compute the rest from it");
            break;
        }
        names[count] = range(s, 0, &types[count]);
        ok = ok && types[count];
        count++;
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    bool bad = s->panic;
    if (bad)
        absorb_header(s);
    s->panic = bad && kind(s) != VYI_TOKEN_OPEN_BLOCK;
    vyi_ref kids[2 * PARSE_MAX_AXES + 1];
    ok = ok && !bad && s->stack.count == mark + 2 * count;
    if (ok) {
        unsigned depth = 0;
        bool impure = false;
        vyi_parse_take_nodes(s, 2 * count, kids, &depth, &impure);
    }
    s->stack.count = mark < s->stack.count ? mark : s->stack.count;
    uint32_t first = s->p->locals.count;
    for (uint32_t i = 0; i < count; i++)
        if (!bad || (names[i] && !vyi_parse_find(s, names[i]->name)))
            bind_index(s, names[i], types[i]);
    kids[ok ? 2 * count : 0] = s->panic ? none : vyi_parse_block(s, AROUND_EACH);
    vyi_parse_unbind(s, bindings);
    s->ends = false;
    if (ok)
        vyi_parse_emit(s,
                       vyi_node_list(s->p, VYI_OP_EACH, 0, first, kids, 2 * count + 1, 0, 0, pos));
}

static void fixpoint(struct parser *s, const struct vyi_token *result, uint32_t pos)
{
    uint32_t mark = s->stack.count, bindings = s->bindings.count, made = 0;
    uint8_t type;
    next(s);
    const struct vyi_token *t = range(s, VY_TYPE_U32, &type);
    bool bad = s->panic;
    if (bad)
        absorb_header(s);
    s->panic = bad && kind(s) != VYI_TOKEN_OPEN_BLOCK;
    vyi_ref kids[3] = {none, none, none};
    bool ok = type && !bad && s->stack.count == mark + 2;
    if (ok) {
        unsigned depth = 0;
        bool impure = false;
        vyi_parse_take_nodes(s, 2, kids, &depth, &impure);
    }
    s->stack.count = mark < s->stack.count ? mark : s->stack.count;
    uint32_t local = !bad || (t && !vyi_parse_find(s, t->name)) ? bind_index(s, t, type) : 0;
    if (result)
        made = vyi_parse_local(s, VYI_LOCAL_LET, VY_TYPE_U32, spelling(s, result->name),
                               pos_of(s, result)) +
               1;
    if (!s->panic)
        kids[2] = vyi_parse_block(s, AROUND_FIXPOINT);
    vyi_parse_unbind(s, bindings);
    s->ends = false;
    if (ok)
        vyi_parse_emit(s, vyi_node_list(s->p, VYI_OP_FIXPOINT, 0, local, kids, 3, made, 0, pos));
    if (result)
        vyi_parse_bind(s, result, BIND_LOCAL, made - 1);
}

/// while c { … }; where c needs statements: loop { …; if !c { break } … }
static void while_statement(struct parser *s)
{
    uint32_t pos = here(s), mark = s->stmts.count;
    next(s);
    struct value v = vyi_parse_condition(s, "the condition");
    bool apart = s->stmts.count > mark;
    vyi_ref test = v.kind == VALUE_NONE ? none : vyi_parse_node(s, &v);
    if (!apart) {
        vyi_ref seq = vyi_parse_block(s, AROUND_LOOP);
        vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_WHILE, 0, 0, test, seq, none, pos));
        s->ends = false;
        return;
    }
    uint32_t inner = s->stmts.count;
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_BREAK, 0, 0, none, none, none, v.pos));
    vyi_ref out = vyi_parse_seq(s, inner, v.pos);
    struct value no = v.kind == VALUE_NONE ? v : vyi_parse_pure(s, VYI_OP_LNOT, &v, v.pos, 1, 0);
    if (no.kind != VALUE_NONE)
        test = vyi_parse_node(s, &no);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_IF, 0, 0, test, out, none, v.pos));
    if (vyi_parse_enter(s, AROUND_LOOP, here(s))) {
        vyi_ref body = inner_block(s);
        vyi_parse_leave(s);
        const struct vyi_node *n = vyi_at(s->p, body);
        for (uint32_t i = 0; n->op == VYI_OP_SEQ && i < n->x; i++) {
            vyi_parse_emit(s, s->p->extra.at[n->list + i]);
            n = vyi_at(s->p, body);
        }
        if (n->op == VYI_OP_SEQ && body.i + 1 == s->p->nodes.count) // its statements moved out
            s->p->nodes.count = s->p->pos.count = body.i;
    } else if (kind(s) == VYI_TOKEN_OPEN_BLOCK) {
        skip_block(s);
    }
    vyi_ref seq = vyi_parse_seq(s, mark < s->stmts.count ? mark : s->stmts.count, pos);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_LOOP, 0, 0, seq, none, none, pos));
    s->ends = false;
}

static void loop(struct parser *s)
{
    uint32_t pos = here(s);
    next(s);
    vyi_ref seq = vyi_parse_block(s, AROUND_LOOP);
    bool left = s->levels[s->level].broken;
    s->ends = !left;
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_LOOP, 0, 0, seq, none, none, pos));
}

static void exit_loop(struct parser *s, bool out)
{
    uint32_t pos = here(s), length = tok(s)->length, base = s->frame ? s->frame->base : 0;
    const char *text = vyi_token_text(kind(s));
    next(s);
    for (uint32_t i = s->level; i > base; i--) {
        struct level *l = &s->levels[i - 1];
        if (l->around == AROUND_LOOP || (l->around == AROUND_EACH && !out)) {
            l->broken |= out;
            vyi_parse_emit(s, vyi_node_fixed(s->p, out ? VYI_OP_BREAK : VYI_OP_CONTINUE, 0, 0, none,
                                             none, none, pos));
            return;
        }
        if (l->around == AROUND_EACH) {
            FAIL(s, pos, length, VYI_DIAG(INSIDE_EACH), text,
                 "an each has no order to break out of; use 'continue', or a flag");
            return;
        }
        if (l->around == AROUND_FIXPOINT)
            break;
    }
    FAIL(
        s, pos, length, VYI_DIAG(BREAK_OUTSIDE), text,
        "put it inside for, while or loop; a fixpoint ends by itself after a pass without 'again'");
}

static void again(struct parser *s)
{
    uint32_t pos = here(s), base = s->frame ? s->frame->base : 0;
    next(s);
    for (uint32_t i = s->level; i > base; i--)
        if (s->levels[i - 1].around == AROUND_FIXPOINT) {
            vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_AGAIN, 0, 0, none, none, none, pos));
            return;
        }
    FAIL(s, pos, 5, VYI_DIAG(AGAIN_OUTSIDE));
}

/// Reports an each or fixpoint between here and level `to`.
static bool crosses(struct parser *s, uint32_t to, uint32_t pos, uint32_t length, const char *what)
{
    for (uint32_t i = s->level; i > to; i--) {
        uint8_t around = s->levels[i - 1].around;
        if (around == AROUND_EACH && !strcmp(what, "return"))
            FAIL(s, pos, length, VYI_DIAG(INSIDE_EACH), what,
                 "use 'continue' to go on with the next one");
        else if (around == AROUND_EACH || around == AROUND_FIXPOINT)
            FAIL(s, pos, length, VYI_DIAG(LEAVE_CROSSES),
                 around == AROUND_EACH ? "each" : "fixpoint",
                 "set a variable and test it after the loop");
        else
            continue;
        return true;
    }
    return false;
}

static void leave(struct parser *s)
{
    uint32_t pos = here(s), base = s->frame ? s->frame->base : 0;
    next(s);
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_NAME, "the name of a block"))
        return;
    for (uint32_t i = s->level; i > base; i--) {
        const struct level *l = &s->levels[i - 1];
        if (l->around != AROUND_BLOCK || l->name != t->name)
            continue;
        if (!crosses(s, i, pos, s->end - pos, "leave"))
            vyi_parse_emit(s,
                           vyi_node_fixed(s->p, VYI_OP_LEAVE, 0, l->label, none, none, none, pos));
        return;
    }
    FAIL(s, pos, s->end - pos, VYI_DIAG(LABEL_UNKNOWN), spelling(s, t->name), spelling(s, t->name));
}

static void block(struct parser *s)
{
    uint32_t pos = here(s);
    next(s);
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_NAME, "a name for the block"))
        return;
    if (!vyi_parse_enter(s, AROUND_BLOCK, pos)) {
        if (kind(s) == VYI_TOKEN_OPEN_BLOCK)
            skip_block(s);
        return;
    }
    uint32_t label = s->p->labels++;
    s->levels[s->level - 1].name = t->name;
    s->levels[s->level - 1].label = label;
    vyi_ref seq = inner_block(s);
    vyi_parse_leave(s);
    s->ends = false;
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_BLOCK, 0, label, seq, none, none, pos));
}

// ---- return ----
static void return_from_fn(struct parser *s, uint32_t pos, uint32_t mark, uint32_t count)
{
    struct frame *frame = s->frame;
    const struct function *f = frame->fn;
    while (accept(s, VYI_TOKEN_SEMI))
        ;
    bool last = s->level == frame->base + 1 && kind(s) == VYI_TOKEN_CLOSE_BLOCK;
    if (crosses(s, frame->base, pos, 6, "leave"))
        return;
    if (s->check) {
        s->functions.at[frame->fn_index].early |= !last;
        return;
    }
    for (uint32_t i = 0; i < count && mark + i < s->stack.count; i++) {
        struct value v = s->stack.at[mark + i];
        if (v.kind == VALUE_NONE)
            return;
        if (f->early) {
            vyi_ref value = vyi_parse_node(s, &v);
            vyi_parse_emit(
                s, vyi_node_fixed(s->p, VYI_OP_SET, 0, frame->result[i], value, none, none, pos));
        } else if ((count > 1 && !vyi_parse_is_leaf(s, &v)) || v.depth > VYI_MAX_EXPR_DEPTH / 2) {
            vyi_parse_let(s, &v, NULL);
        }
        frame->value[i] = v;
    }
    frame->returned = true;
    if (f->early && !last)
        vyi_parse_emit(s,
                       vyi_node_fixed(s->p, VYI_OP_LEAVE, 0, frame->label, none, none, none, pos));
}

void vyi_parse_return(struct parser *s, uint32_t pos)
{
    const struct function *f = s->frame ? s->frame->fn : NULL;
    uint32_t mark = s->stack.count, count = 0, length = 6;
    uint32_t k = kind(s);
    bool more = k == VYI_TOKEN_NAME ||
                (k > VYI_TOKEN_NAME && k < VYI_TOKEN_SEMI && k != VYI_TOKEN_COMMA) ||
                k == VYI_TOKEN_OPEN || k == VYI_TOKEN_TRUE || k == VYI_TOKEN_FALSE ||
                k == VYI_TOKEN_INF || k == VYI_TOKEN_NAN;
    // a name on the next line is the next statement where nothing is to be given
    if (more && !(tok(s)->flags & VYI_TOKEN_LINE && (!f || !f->result_count)))
        do {
            uint8_t type = f && count < f->result_count ? f->results[count] : 0;
            struct value v = vyi_parse_expr(s, type);
            if (type)
                vyi_parse_coerce(s, &v, type, "the returned value");
            if (++count <= PARSE_MAX_RESULTS)
                vyi_parse_push(s, &v);
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    s->ends = true;
    if (s->panic) {
        s->stack.count = mark < s->stack.count ? mark : s->stack.count;
        return;
    }
    if (!f) {
        if (count)
            FAIL(s, pos, s->end - pos, VYI_DIAG(BODY_RETURN));
        else if (!crosses(s, s->level, pos, length, "return")) {
            bool inside = false;
            for (uint32_t i = s->level; i > 0; i--)
                inside |= s->levels[i - 1].around == AROUND_EACH;
            if (inside)
                FAIL(s, pos, length, VYI_DIAG(INSIDE_EACH), "return",
                     "use 'continue' to go on with the next one");
            else
                vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_RETURN, 0, 0, none, none, none, pos));
        }
    } else if (count != f->result_count) {
        FAIL(s, pos, s->end - pos, VYI_DIAG(RETURN_COUNT), spelling(s, f->name),
             (unsigned)f->result_count, f->result_count == 1 ? "value" : "values", (unsigned)count);
    } else {
        return_from_fn(s, pos, mark, count);
    }
    s->stack.count = mark < s->stack.count ? mark : s->stack.count;
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
    if (!vyi_vec_push(s->context, &s->p->strings, text)) {
        vyi_parse_failed(s);
        return 0;
    }
    return s->p->strings.count - 1;
}

static uint32_t places(const struct parser *s, const struct vyi_token *t)
{
    const char *text = s->lex->text + t->at;
    uint32_t count = 0;
    for (uint32_t i = 1; i + 1 < t->length; i++)
        count += text[i] == '{' && text[i + 1] == '}';
    return count;
}

/// {"," expr} behind a message, checked against its {}.
static bool message_values(struct parser *s, const struct vyi_token *t, uint32_t mark)
{
    uint32_t pos = pos_of(s, t), count = 0, wanted = places(s, t), before = s->stack.count;
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
    (void)mark;
    return !bad && s->stack.count == before + count;
}

static void message(struct parser *s, bool assertion)
{
    uint32_t pos = here(s), mark = s->stack.count;
    const struct vyi_token *t = NULL;
    bool ok = true;
    next(s);
    if (assertion) {
        struct value v = vyi_parse_condition(s, "the condition");
        ok = v.kind != VALUE_NONE;
        vyi_parse_push(s, &v);
    }
    if (!assertion || accept(s, VYI_TOKEN_COMMA)) {
        t = tok(s);
        ok = vyi_parse_expect(s, VYI_TOKEN_STRING, "a text in double quotes") &&
             message_values(s, t, mark) && ok;
    }
    if (ok && !s->panic && s->stack.count >= mark + assertion) {
        vyi_ref kids[VYI_MAX_ARGS + 1];
        unsigned depth = 0;
        bool impure = false;
        uint32_t count = s->stack.count - mark;
        vyi_parse_take_nodes(s, count, kids, &depth, &impure);
        vyi_parse_emit(s, vyi_node_list(s->p, assertion ? VYI_OP_ASSERT : VYI_OP_PRINT, 0,
                                        keep_string(s, t), kids, count, 0, 0, pos));
    }
    s->stack.count = mark < s->stack.count ? mark : s->stack.count;
}

static void region(struct parser *s)
{
    uint32_t pos = here(s);
    next(s);
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_STRING, "the region's name in double quotes"))
        return;
    uint32_t string = keep_string(s, t);
    vyi_ref seq = vyi_parse_block(s, AROUND_PLAIN);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_REGION, 0, string, seq, none, none, pos));
}

static void barrier(struct parser *s)
{
    uint32_t pos = here(s);
    next(s);
    bool grid = kind(s) == VYI_TOKEN_GRID;
    if (!grid && kind(s) != VYI_TOKEN_WORKGROUP) {
        FAIL_SHAPE(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE), "a barrier has a scope", "", "",
                   "barrier workgroup, or barrier grid");
        return;
    }
    next(s);
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_BARRIER, 0, 0, none, none, none, pos);
    if (ref.i)
        vyi_at(s->p, ref)->n = grid ? VYI_SCOPE_GRID : VYI_SCOPE_WORKGROUP;
    vyi_parse_emit(s, ref);
}

static void plain_block(struct parser *s)
{
    uint32_t bindings = s->bindings.count;
    if (!vyi_parse_enter(s, AROUND_PLAIN, here(s))) {
        skip_block(s);
        return;
    }
    next(s);
    s->ends = false;
    vyi_parse_statements(s, true);
    vyi_parse_unbind(s, bindings);
    vyi_parse_leave(s);
}

static void stray(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    if ((t->kind == VYI_TOKEN_ADD || t->kind == VYI_TOKEN_SUB) && tok_at(s, 1)->kind == t->kind &&
        tok_at(s, 2)->kind == VYI_TOKEN_NAME) {
        FAIL_SHAPE(s, here(s), 2, VYI_DIAG(INCREMENT), t->kind == VYI_TOKEN_ADD ? "++" : "--",
                   spelling(s, tok_at(s, 2)->name), t->kind == VYI_TOKEN_ADD ? "+=" : "-=");
        return;
    }
    vyi_parse_expect(s, VYI_TOKEN_KINDS, "a statement");
}

void vyi_parse_statement(struct parser *s)
{
    uint32_t pos = here(s);
    s->ends = false;
    switch (kind(s)) {
    case VYI_TOKEN_NAME: name_statement(s); break;
    case VYI_TOKEN_LET: let(s); break;
    case VYI_TOKEN_VAR: var(s); break;
    case VYI_TOKEN_IF: if_statement(s); break;
    case VYI_TOKEN_FOR: for_statement(s); break;
    case VYI_TOKEN_EACH: each(s); break;
    case VYI_TOKEN_FIXPOINT: fixpoint(s, NULL, pos); break;
    case VYI_TOKEN_WHILE: while_statement(s); break;
    case VYI_TOKEN_LOOP: loop(s); break;
    case VYI_TOKEN_BREAK: exit_loop(s, true); break;
    case VYI_TOKEN_CONTINUE: exit_loop(s, false); break;
    case VYI_TOKEN_AGAIN: again(s); break;
    case VYI_TOKEN_RETURN:
        next(s);
        vyi_parse_return(s, pos);
        break;
    case VYI_TOKEN_BARRIER: barrier(s); break;
    case VYI_TOKEN_REGION: region(s); break;
    case VYI_TOKEN_BLOCK: block(s); break;
    case VYI_TOKEN_LEAVE: leave(s); break;
    case VYI_TOKEN_ASSERT: message(s, true); break;
    case VYI_TOKEN_PRINT: message(s, false); break;
    case VYI_TOKEN_OPEN_BLOCK: plain_block(s); break;
    case VYI_TOKEN_SEMI: next(s); break;
    default:
        if (!vyi_parse_is_decl(kind(s))) {
            stray(s);
            break;
        }
        if (s->frame && s->frame->fn)
            FAIL_SHAPE(s, pos, tok(s)->length, VYI_DIAG(DECL_IN_FN), vyi_token_text(kind(s)));
        else {
            struct frame *frame = s->frame;
            FAIL(s, pos, tok(s)->length, VYI_DIAG(DECL_LATE), vyi_token_text(kind(s)));
            s->frame = NULL; // declared all the same, so that its uses are no errors
            vyi_parse_decl(s);
            s->frame = frame;
        }
    }
}
