// Statements that begin with a name: assignments to variables, elements and calls.
#include "ir/parse.h"

// ---- assignments ----
/// A name whose declaration is wrong: its uses are no further errors.
static void absorb(struct parser *s, const struct vyi_token *t)
{
    if (!vyi_parse_find(s, t->name) && !vyi_parse_word(s, t->name)->type)
        vyi_parse_bind(s, t, BIND_NONE, 0);
}

/// struct NAME { … }: what stands inside are no statements.
static void skip_fields(struct parser *s)
{
    while (kind(s) == VYI_TOKEN_NAME && !(tok(s)->flags & VYI_TOKEN_LINE))
        next(s);
    if (kind(s) == VYI_TOKEN_OPEN_BLOCK)
        vyi_parse_skip_block(s);
}

static void not_assignment(struct parser *s, const struct vyi_token *t)
{
    uint32_t k = kind(s), twice = tok_at(s, 1)->kind;
    const char *text = spelling(s, t->name);
    if (k == VYI_TOKEN_DOT && twice == VYI_TOKEN_NAME && vyi_parse_find(s, t->name))
        vyi_parse_field(s, pos_of(s, t));
    else if (k == VYI_TOKEN_MUL && tok(s)->at + 1 == tok_at(s, 1)->at)
        FAIL_SHAPE(s, here(s), 3, VYI_DIAG(POWER));
    else if ((k == VYI_TOKEN_ADD || k == VYI_TOKEN_SUB) && twice == k)
        vyi_parse_increment(s, tok(s), t);
    else if (k == VYI_TOKEN_COLON && twice == VYI_TOKEN_SET) {
        FAIL_SHAPE(s, here(s), 2, VYI_DIAG(WALRUS), vyi_parse_find(s, t->name) ? "" : "let ", text);
        absorb(s, t);
    } else if (k == VYI_TOKEN_NAME && !(tok(s)->flags & VYI_TOKEN_LINE)) {
        const struct foreign *f = vyi_parse_foreign(s, t);
        const char *type = f ? f->ours : vyi_parse_word(s, t->name)->type ? text : NULL;
        if (f && !vyi_type_find(type, strlen(type))) { // switch x, goto there
            vyi_parse_unknown(s, t, false);
            if (!strcmp(text, "struct") || !strcmp(text, "union") || !strcmp(text, "enum") ||
                !strcmp(text, "typedef"))
                skip_fields(s);
            s->panic = true;
        } else if (type) {
            const char *declared = spelling(s, tok(s)->name);
            FAIL_SHAPE_TOKEN(s, t, VYI_DIAG(TYPE_FIRST), declared, type, declared, type);
            absorb(s, tok(s));
        } else if (vyi_parse_find(s, t->name)) {
            vyi_parse_expect(s, VYI_TOKEN_SET, "and a value");
        } else if (!strcmp(text, "window")) {
            FAIL_SHAPE_TOKEN(
                s, t, VYI_DIAG(DECL_SHAPE),
                "a window is memory at an address, which only kernels of Vyre itself may name", "",
                "", "declare a buffer, as in 'inout x: u32[]'");
            absorb(s, tok(s));
        } else { // lett x = 3
            vyi_parse_unknown(s, t, false);
            absorb(s, tok(s));
            s->panic = true;
        }
    } else if (!vyi_parse_find(s, t->name)) {
        vyi_parse_unknown(s, t, false);
        s->panic = true;
    } else {
        vyi_parse_expect(s, VYI_TOKEN_SET, "and a value");
    }
}

/// The pure op of `op=`, 0 for `=`; false with an error where the token is no assignment.
static bool assignment(struct parser *s, const struct vyi_token *t, uint8_t *op)
{
    uint32_t k = kind(s);
    *op = 0;
    if (!vyi_token_sets(k))
        not_assignment(s, t);
    else if (k != VYI_TOKEN_SET)
        *op = s->infix[k - VYI_TOKEN_ADD_SET + VYI_TOKEN_ADD];
    return vyi_token_sets(k);
}

/// 's' is u32 since line 9 ('var s = 0'), the right side is u64.
static void assign_mismatch(struct parser *s, const struct vyi_local *local, const struct value *v)
{
    const char *line, *name = local->name ? local->name : "?";
    size_t size;
    vy_place place = vyi_sources_place(&s->p->sources, local->pos, &line, &size);
    size_t skip = 0, length = strlen(name);
    while (skip < size && (line[skip] == ' ' || line[skip] == '\t'))
        skip++;
    const char *rest = line + place.column - 1 + length; // what follows the name
    size_t left = size - (place.column - 1 + length), shown = 0;
    while (shown < left && rest[shown] != '/' && rest[shown] != '}')
        shown++;
    while (shown && (rest[shown - 1] == ' ' || rest[shown - 1] == ';' || rest[shown - 1] == '\r'))
        shown--;
    bool fits = shown < 24 && line[skip] == 'v', inferred = shown && !memchr(rest, ':', shown);
    const char *ours = vyi_type_name(local->type), *theirs = vyi_type_name(v->type);
    const char *text = vyi_parse_snippet(s, v->pos, v->end);
    const char *fix = vyi_parse_text(s, "%s(%s)", ours, text);
    if (inferred && fits)
        fix = vyi_parse_text(s, "'var %s: %s%.*s' on line %u, or '%s' here", name, theirs,
                             (int)shown, rest, place.line, fix);
    FAIL_AT(s, v, VYI_DIAG(ASSIGN_TYPE), name, ours, place.line,
            vyi_parse_text(s, "var %s%.*s", name, fits ? (int)shown : 0, rest), theirs, fix);
}

static const char *copy_fix(struct parser *s, const struct vyi_token *t)
{
    const char *text = spelling(s, t->name);
    return vyi_parse_text(s, "copy it, 'var %s_ = %s', and change the copy", text, text);
}

static void set_local(struct parser *s, const struct vyi_token *t, uint32_t index, uint8_t op)
{
    const struct vyi_local local = s->p->locals.at[index];
    uint32_t pos = pos_of(s, t), sign = here(s), length = tok(s)->length;
    static const char *const kinds[] = {"a let", "a var", "a loop index", "an array"};
    if (local.kind != VYI_LOCAL_VAR) {
        vyi_parse_declared(s, local.pos, spelling(s, t->name));
        const struct function *fn = s->frame->fn;
        bool argument = false;
        for (uint32_t i = 0; fn && i < fn->arg_count; i++)
            argument |= s->args.at[fn->arg + i].token.name == t->name;
        FAIL(s, pos, t->length, VYI_DIAG(FIXED), spelling(s, t->name),
             argument ? "an argument" : kinds[local.kind],
             local.kind == VYI_LOCAL_LET && !argument ? "declare it with 'var'" : copy_fix(s, t));
    }
    struct value v[2];
    const struct vyi_op_info *info = vyi_op_info(op);
    bool shift = op && info->rule == VYI_RULE_SHIFT;
    v[0] = op ? vyi_parse_read(s, index, pos) : vyi_parse_none(s, pos);
    uint32_t slot = vyi_parse_push(s, &v[0]);
    next(s);
    v[1] = vyi_parse_expr(s, shift ? 0 : local.type);
    v[0] = vyi_parse_pop(s, slot);
    if (is_typed(&v[1]) && !shift && v[1].type != local.type &&
        (!op || info->classes & vyi_type_class(v[1].type))) {
        assign_mismatch(s, &local, &v[1]);
        return;
    }
    if (op)
        v[1] = vyi_parse_pure(s, op, v, sign, length, local.type);
    else
        vyi_parse_coerce(s, &v[1], local.type, "the right side");
    if (v[1].kind != VALUE_NONE && local.kind == VYI_LOCAL_VAR)
        vyi_parse_stmt(s, VYI_OP_SET, index, vyi_parse_node(s, &v[1]), pos);
}

static bool writable(struct parser *s, const struct store *b, uint8_t op, const struct vyi_token *t)
{
    const struct vyi_role_info *role = vyi_role_info(b->role);
    uint32_t pos = pos_of(s, t);
    if (!b->writable) {
        vyi_parse_declared(s, b->pos, b->name);
        return FAIL(s, pos, t->length, VYI_DIAG(NOT_WRITABLE), "", b->name,
                    role ? role->spelling : "a table");
    }
    if (b->atomic && op && !(vyi_op_info(op)->flags & VYI_FLAG_ATOMIC))
        return FAIL(s, pos, s->end - pos, VYI_DIAG(ATOMIC_ASSIGN), "", b->name,
                    vyi_parse_text(s, "%s=", vyi_op_info(op)->spelling));
    return true;
}

/// b[i] op= v where v needs statements of its own: the old value is read before them.
static struct value old_value(struct parser *s, const struct store *b, uint32_t mark, uint32_t pos)
{
    vyi_ref index[VYI_MAX_RANK];
    struct value of = {.depth = 1}; // leaves
    for (uint32_t i = 0; i < b->rank; i++) {
        struct value *v = &s->stack.at[mark + i];
        if (!vyi_parse_is_leaf(s, v))
            vyi_parse_let(s, v, NULL);
        struct value copy = vyi_parse_twice(s, v);
        index[i] = vyi_parse_node(s, &copy);
    }
    struct value old = vyi_parse_load(s, b, index, of, pos);
    vyi_parse_let(s, &old, NULL);
    return old;
}

/// Whether a function of the program is called before the statement ends: a look ahead that stops
/// at the next statement, so that all of them together take time in proportion to the text.
static bool calls_function(struct parser *s)
{
    uint32_t before = VYI_TOKEN_SET;
    for (uint32_t i = 0;; i++) {
        const struct vyi_token *t = tok_at(s, i);
        bool word = t->kind == VYI_TOKEN_NAME;
        bool ended = before == VYI_TOKEN_NAME || before == VYI_TOKEN_NUMBER ||
                     before == VYI_TOKEN_CHAR || before == VYI_TOKEN_CLOSE ||
                     before == VYI_TOKEN_CLOSE_INDEX || before > VYI_TOKEN_WORDS;
        if (t->kind == VYI_TOKEN_END || t->kind == VYI_TOKEN_CLOSE_BLOCK ||
            t->kind == VYI_TOKEN_SEMI || (ended && (word || t->kind > VYI_TOKEN_WORDS)))
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
    if (s->panic || !assignment(s, t, &op))
        return;
    bool ok = writable(s, &b, op, t) && count;
    uint32_t sign = here(s), length = tok(s)->length;
    next(s);
    bool shift = op && vyi_op_info(op)->rule == VYI_RULE_SHIFT;
    struct value old = {0}, v;
    bool separate = op && !b.atomic && ok && calls_function(s);
    if (separate)
        old = old_value(s, &b, mark, pos);
    v = vyi_parse_expr(s, shift ? 0 : type);
    if (op && ok && v.kind != VALUE_NONE) { // the op decides what the right side may be
        struct value pair[2];
        uint32_t nodes = s->p->nodes.count;
        pair[0] =
            separate ? old
                     : vyi_parse_made(s, vyi_node_literal(s->p, type, 0, pos), type, pos, 1, false);
        pair[0].end = pos + t->length;
        pair[1] = v;
        struct value both = vyi_parse_pure(s, op, pair, sign, length, type);
        ok = both.kind != VALUE_NONE;
        if (separate) {
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
    if (!ok || v.kind == VALUE_NONE || s->stack.count != mark + count)
        return;
    vyi_ref kids[VYI_MAX_RANK + 1];
    vyi_parse_take_nodes(s, count, kids);
    kids[count] = vyi_parse_node(s, &v);
    if (b.kind == STORE_BUFFER) {
        vyi_parse_emit(s, vyi_node_list(s->p, VYI_OP_STORE, 0, b.x, kids, count + 1, 0, op, pos));
        return;
    }
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_SET_ARRAY, 0, b.x, kids[0], kids[1], none, pos);
    vyi_at(s->p, ref)->n = op;
    vyi_parse_emit(s, ref);
}

/// lid.x += 1
static void assign_id(struct parser *s, const struct vyi_token *t)
{
    uint32_t pos = here(s);
    next(s);
    if (accept(s, VYI_TOKEN_DOT))
        accept(s, VYI_TOKEN_NAME);
    const char *text = vyi_parse_snippet(s, pos, s->end);
    bool one = vyi_id_info(vyi_parse_word(s, t->name)->id)->components > 1 && !strchr(text, '.');
    FAIL(s, pos, s->end - pos, VYI_DIAG(FIXED), text, "an id",
         vyi_parse_text(s, "copy it, 'var i = %s%s', and change the copy", text, one ? ".x" : ""));
    if (!vyi_token_sets(kind(s))) {
        s->panic = true;
        return;
    }
    next(s);
    vyi_parse_expr(s, 0);
}

void vyi_parse_assign(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    const struct binding *b = vyi_parse_find(s, t->name);
    const char *text = spelling(s, t->name);
    bool index = tok_at(s, 1)->kind == VYI_TOKEN_OPEN_INDEX;
    uint8_t op;
    if (tok_at(s, 1)->kind == VYI_TOKEN_OPEN) {
        vyi_parse_call_statement(s);
        return;
    }
    if (index && b && b->kind == BIND_STORE) {
        store_to(s, t, b->x);
        return;
    }
    if (!index && !b && vyi_parse_word(s, t->name)->id) {
        assign_id(s, t);
        return;
    }
    if (index)
        vyi_parse_store(s, "a buffer or array"); // never one: it reports unless that was done
    else
        next(s);
    if (s->panic || !assignment(s, t, &op))
        return;
    if (!index && b && b->kind == BIND_LOCAL) {
        set_local(s, t, b->x, op);
        return;
    }
    if (!index && b && b->kind == BIND_STORE && s->stores.at[b->x].window && !op) {
        struct store window = s->stores.at[b->x];
        next(s);
        vyi_parse_window(s, &window, pos_of(s, t));
        return;
    }
    if (!index && !b) {
        vyi_parse_unknown(s, t, false);
        absorb(s, t);
    } else if (!index && b->kind == BIND_STORE) {
        FAIL_TOKEN(s, t, VYI_DIAG(NOT_A_VALUE), text, text, text);
    } else if (!index && b->kind != BIND_NONE) {
        vyi_parse_declared(s, b->pos, text);
        FAIL_TOKEN(s, t, VYI_DIAG(FIXED), text,
                   b->kind == BIND_PARAM      ? "a param"
                   : s->frame->fn && b->frame ? "an argument"
                                              : "a const",
                   copy_fix(s, t));
    }
    next(s); // what is assigned is wrong already; the right side may be too
    vyi_parse_expr(s, 0);
}
