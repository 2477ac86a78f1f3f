// Declarations: which one it is, docs, the program line, constants, workgroup and grid.
#include "ir/parse.h"

#include <stdio.h>

static const vyi_ref none = {0};

// ---- docs ----
const char *vyi_parse_remark(const struct vyi_lex *lex, const struct vyi_comment *c,
                             uint32_t *length)
{
    uint32_t at = 3; // "///" or "//!"
    while (at < c->length && (lex->text[c->at + at] == ' ' || lex->text[c->at + at] == '\t'))
        at++;
    *length = c->length - at;
    return lex->text + c->at + at;
}

static void append_doc(struct parser *s, struct vyi_text *text, const struct vyi_comment *c)
{
    uint32_t length;
    const char *from = vyi_parse_remark(s->lex, c, &length);
    if (!length)
        return;
    if (text->count)
        vyi_text_append(text, " ", 1);
    vyi_text_append(text, from, length);
}

const char *vyi_parse_doc(struct parser *s, uint32_t first)
{
    struct vyi_text text = {.context = s->context};
    const struct vyi_lex *lex = s->lex;
    for (; s->comment < lex->comments.count; s->comment++) {
        const struct vyi_comment *c = &lex->comments.at[s->comment];
        bool own = c->flags & VYI_TOKEN_LINE;
        if (c->token > s->t || (c->token == s->t && own))
            break;
        if (c->kind == VYI_COMMENT_DOC &&
            ((c->token == first && own) || (c->token == s->t && !own)))
            append_doc(s, &text, c);
    }
    const char *doc = NULL;
    if (text.count && !text.failed)
        doc = vyi_arena_copy(s->context, &s->p->arena, text.at, text.count);
    if (text.failed || (text.count && !doc))
        vyi_parse_failed(s);
    vyi_text_free(&text);
    return doc;
}

// ---- numbers that are known now, and launch expressions ----
vyi_ref vyi_parse_launch_node(struct parser *s, const char *what, const char *name,
                              const char *place)
{
    struct value v = vyi_parse_launch(s, what, name, VY_TYPE_U64);
    s->launch = true;
    vyi_ref ref = vyi_parse_coerce(s, &v, VY_TYPE_U64, place) ? vyi_parse_node(s, &v) : none;
    s->launch = false;
    return ref;
}

bool vyi_parse_number(struct parser *s, const char *what, uint32_t least, uint32_t most,
                      uint32_t *number)
{
    char range[64];
    struct value v = vyi_parse_launch(s, what, NULL, VY_TYPE_U32);
    if (!vyi_parse_settle(s, &v, VY_TYPE_U32) || !vyi_parse_literals(s, &v, what))
        return false;
    if (!(vyi_type_class(v.type) & VYI_CLASS_INT) || v.bits < least || v.bits > UINT32_MAX ||
        (v.type == VY_TYPE_I32 && v.bits > INT32_MAX)) {
        snprintf(range, sizeof range, "a whole number from %u on, at most %u", least, most);
        return FAIL_AT(s, &v, VYI_DIAG(KNOWN_NUMBER), what, range);
    }
    *number = (uint32_t)v.bits;
    return true;
}

// ---- constants ----
static bool fits_narrow(uint8_t elem, uint64_t bits)
{
    if (vyi_type_class(elem) != VYI_CLASS_NARROW)
        return true;
    unsigned cut = 32 - 8 * vyi_type_bytes(elem);
    uint32_t word = (uint32_t)bits << cut;
    bool sign = vyi_type_value(elem) == VY_TYPE_I32;
    return (sign ? (uint32_t)((int32_t)word >> cut) : word >> cut) == (uint32_t)bits;
}

static void table_mismatch(struct parser *s, uint32_t pos, uint32_t count, uint32_t given)
{
    char text[96], fix[32];
    snprintf(text, sizeof text, "the table has %u elements, and %u values follow", count, given);
    snprintf(fix, sizeof fix, "[%u]", given);
    FAIL(s, pos, 1, VYI_DIAG(DECL_SHAPE), text, "", "", fix);
}

/// "[" values "]" of a table: the values in `out`; false with an error.
static bool table_values(struct parser *s, uint8_t elem, uint64_t *out, uint32_t count,
                         uint32_t room)
{
    uint32_t given = 0, pos = here(s);
    uint8_t type = vyi_type_value(elem);
    bool bad = false;
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "and the values, as in [1, 2, 3]"))
        return false;
    while (!s->panic && !s->stop && kind(s) != VYI_TOKEN_CLOSE_INDEX) {
        struct value v = vyi_parse_launch(s, "an element of a table", NULL, type);
        vyi_parse_literals(s, &v, "an element of a table");
        if (!vyi_parse_coerce(s, &v, type, "the element")) {
            bad = true;
        } else if (!fits_narrow(elem, v.bits)) {
            char text[48];
            vyi_parse_snippet(s, v.pos, v.end, text);
            FAIL_AT(s, &v, VYI_DIAG(DECL_SHAPE), text, " does not fit ", vyi_type_name(elem),
                    "a value in range, or a wider element type");
            bad = true;
        }
        if (given < count && given < room)
            out[given] = v.bits;
        given++;
        if (!accept(s, VYI_TOKEN_COMMA))
            break;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the values"))
        return false;
    if (given != count && count && !bad) {
        table_mismatch(s, pos, count, given);
        bad = true;
    }
    return !bad;
}

static void table(struct parser *s, const struct vyi_token *t, uint8_t elem)
{
    uint32_t count = 0, at = here(s);
    next(s); // "["
    bool ok = vyi_parse_number(s, "the size of a table", 0, PARSE_MAX_TABLE, &count);
    if (ok && !count) {
        char fix[128];
        snprintf(fix, sizeof fix, "const %.63s: %s[1] = [0]", spelling(s, t->name),
                 vyi_type_name(elem));
        FAIL(s, at, s->end + 1 - at, VYI_DIAG(DECL_SHAPE), "an empty table is not allowed", "", "",
             fix);
        ok = false;
    }
    if (ok && count > PARSE_MAX_TABLE) {
        FAIL(s, at, s->end - at, VYI_DIAG(PARSE_LIMIT), "elements of a constant table",
             (int)PARSE_MAX_TABLE, "declare an 'in' buffer and bind the values");
        ok = false;
    }
    // no more than the text can hold, so that a mere size takes no memory
    uint32_t left = s->lex->tokens.count - s->t, room = count < left ? count : left;
    uint64_t *values = vyi_arena_alloc(s->context, &s->p->arena, (ok ? room : 1) * sizeof *values);
    if (!values) {
        vyi_parse_failed(s);
        return;
    }
    ok = vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the size") &&
         vyi_parse_expect(s, VYI_TOKEN_SET, "and the values, as in [1, 2, 3]") && ok;
    ok = !s->panic && table_values(s, elem, values, ok ? count : 0, room) && ok;
    if (!ok) {
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    vyi_parse_bind_store(s, t,
                         (struct store){.kind = STORE_TABLE,
                                        .elem = elem,
                                        .rank = 1,
                                        .pending = true,
                                        .size = count,
                                        .values = values});
    if (s->file == 0 && !s->stop)
        vyi_parse_store_index(s, &s->stores.at[s->stores.count - 1]);
}

static void add_const(struct parser *s, const struct vyi_token *t, struct value *v, uint8_t type)
{
    struct vyi_const c = {.name = spelling(s, t->name),
                          .type = type ? type : VY_TYPE_U32,
                          .value = v->ref,
                          .pos = pos_of(s, t)};
    if (!(vyi_type_class(c.type) & VYI_CLASS_INT)) {
        FAIL(s, c.pos, t->length, VYI_DIAG(CONST_TYPE), "", vyi_type_name(c.type));
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    vyi_parse_bind(s, t, BIND_CONST, KEEP(s, &s->p->consts, c));
}

static void constant(struct parser *s)
{
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the constant");
    if (!t)
        return;
    if (kind(s) == VYI_TOKEN_NAME) { // const int n
        const struct foreign *f = vyi_parse_foreign(s, t);
        FAIL_SHAPE(s, pos_of(s, t), t->length, VYI_DIAG(TYPE_FIRST_CONST),
                   spelling(s, tok(s)->name), f ? f->ours : spelling(s, t->name));
        vyi_parse_bind(s, tok(s), BIND_NONE, 0);
        return;
    }
    uint8_t type = 0;
    bool typed = accept(s, VYI_TOKEN_COLON);
    if (typed) {
        const struct vyi_token *after = tok_at(s, 1);
        type = vyi_parse_type(s, after->kind == VYI_TOKEN_OPEN_INDEX);
        if (kind(s) == VYI_TOKEN_OPEN_INDEX && !s->panic && type) {
            table(s, t, type);
            return;
        }
    }
    struct value v = vyi_parse_none(s, pos_of(s, t));
    if (vyi_parse_expect(s, VYI_TOKEN_SET, "and a value"))
        v = vyi_parse_launch(s, "const", spelling(s, t->name), type);
    if (typed && !type)
        v.kind = VALUE_NONE;
    if (v.kind == VALUE_NODE) {
        add_const(s, t, &v, type);
        return;
    }
    if (type)
        vyi_parse_coerce(s, &v, type, "the value");
    v.ref = none;
    v.depth = 1;
    v.flex = false;
    vyi_parse_bind(s, t, v.kind == VALUE_NONE ? BIND_NONE : BIND_VALUE, KEEP(s, &s->values, v));
}

// ---- program, workgroup, grid ----
static void program(struct parser *s)
{
    uint32_t first = s->t, pos = here(s);
    next(s);
    s->files.at[s->file].is_program = true;
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the program");
    if (!t)
        return;
    if (vyi_parse_word(s, t->name)->type || vyi_parse_word(s, t->name)->id)
        FAIL(s, pos_of(s, t), t->length, VYI_DIAG(RESERVED_NAME), spelling(s, t->name),
             vyi_parse_word(s, t->name)->type ? "a type" : "an id", spelling(s, t->name));
    bool service = kind(s) == VYI_TOKEN_NAME && !strcmp(spelling(s, tok(s)->name), "service");
    if (service)
        next(s);
    if (s->file) { // reported at the `use`
        vyi_parse_doc(s, first);
        return;
    }
    if (s->p->name) {
        FAIL(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE),
             "a file has one 'program' line, and this is the second", "", "", "delete it");
        return;
    }
    s->p->name = spelling(s, t->name);
    s->p->service = service;
    s->p->doc = vyi_parse_doc(s, first);
}

/// The axes of the workgroup or grid.
static void axes(struct parser *s, bool grid)
{
    uint32_t pos = here(s), length = tok(s)->length, rank = 0;
    bool again = grid ? s->p->grid_rank : s->p->workgroup_rank;
    next(s);
    do {
        if (rank == 3) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT),
                       grid ? "axes of a grid" : "axes of a workgroup", 3,
                       "use x, y and z, and compute further axes from one of them");
            return;
        }
        uint32_t number = 1;
        if (grid)
            s->p->grid[rank] = vyi_parse_launch_node(s, "the grid", NULL, "the grid");
        else
            vyi_parse_number(s, "the workgroup", 1, VYI_MAX_WORKGROUP, &number);
        if (!grid)
            s->p->workgroup[rank] = number;
        rank++;
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    if (again)
        FAIL(s, pos, length, VYI_DIAG(DECL_SHAPE),
             grid ? "the grid is given twice" : "the workgroup is given twice", "", "",
             grid ? "keep one of them" : "keep one of the two");
    *(grid ? &s->p->grid_rank : &s->p->workgroup_rank) = rank;
    if (!grid)
        s->p->workgroup_pos = pos;
}

void vyi_parse_decl(struct parser *s)
{
    uint32_t k = kind(s), pos = here(s);
    bool library = s->file > 0 && k != VYI_TOKEN_PROGRAM && k != VYI_TOKEN_USE &&
                   k != VYI_TOKEN_CONST && k != VYI_TOKEN_FN;
    if (library && !s->files.at[s->file].is_program)
        FAIL(s, pos, tok(s)->length, VYI_DIAG(DECL_SHAPE),
             "a file that is used holds only const and fn, not '", vyi_token_text(k), "'",
             "move it to the program, and pass buffers and values as arguments");
    switch (k) {
    case VYI_TOKEN_PROGRAM: program(s); break;
    case VYI_TOKEN_USE: vyi_parse_use(s); break;
    case VYI_TOKEN_PARAM: vyi_parse_param(s); break;
    case VYI_TOKEN_CONST: constant(s); break;
    case VYI_TOKEN_WORKGROUP:
    case VYI_TOKEN_GRID: axes(s, k == VYI_TOKEN_GRID); break;
    case VYI_TOKEN_FN: vyi_parse_function(s); break;
    default: vyi_parse_buffer(s);
    }
}
