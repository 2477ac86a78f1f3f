// Declarations but for buffers and functions: constants, params, the program line, the grid.
#include "ir/parse.h"

// ---- constants ----
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
        bool ok = vyi_parse_coerce(s, &v, type, "the element");
        if (ok)
            v.bits = vyi_value_rounded(elem, v.bits);
        if (ok && !vyi_value_fits(elem, v.bits))
            ok = FAIL_AT(s, &v, VYI_DIAG(DECL_SHAPE), vyi_parse_snippet(s, v.pos, v.end),
                         " does not fit ", vyi_type_name(elem),
                         "a value in range, or a wider element type");
        bad |= !ok;
        if (given < count && given < room)
            out[given] = v.bits;
        given++;
        if (!accept(s, VYI_TOKEN_COMMA))
            break;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the values"))
        return false;
    if (given != count && count && !bad)
        return FAIL(
            s, pos, 1, VYI_DIAG(DECL_SHAPE),
            vyi_parse_text(s, "the table has %u elements, and %u values follow", count, given), "",
            "", vyi_parse_text(s, "[%u]", given));
    return !bad;
}

static void table(struct parser *s, const struct vyi_token *t, uint8_t elem)
{
    uint32_t count = 0, at = here(s);
    next(s); // "["
    bool ok = vyi_parse_known_number(s, "the size of a table", 0, PARSE_MAX_TABLE, &count);
    if (ok && !count)
        ok = FAIL(
            s, at, s->end + 1 - at, VYI_DIAG(DECL_SHAPE), "an empty table is not allowed", "", "",
            vyi_parse_text(s, "const %s: %s[1] = [0]", spelling(s, t->name), vyi_type_name(elem)));
    else if (ok && count > PARSE_MAX_TABLE)
        ok = FAIL(s, at, s->end - at, VYI_DIAG(PARSE_LIMIT), "elements of a constant table",
                  (int)PARSE_MAX_TABLE, "declare an 'in' buffer and bind the values");
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

static void constant(struct parser *s)
{
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the constant");
    if (!t)
        return;
    if (kind(s) == VYI_TOKEN_NAME) { // const int n
        const struct foreign *f = vyi_parse_foreign(s, t);
        FAIL_SHAPE_TOKEN(s, t, VYI_DIAG(TYPE_FIRST_CONST), spelling(s, tok(s)->name),
                         f ? f->ours : spelling(s, t->name));
        vyi_parse_bind(s, tok(s), BIND_NONE, 0);
        return;
    }
    uint8_t type = 0;
    bool typed = accept(s, VYI_TOKEN_COLON);
    if (typed) {
        type = vyi_parse_type(s, tok_at(s, 1)->kind == VYI_TOKEN_OPEN_INDEX);
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
        struct vyi_const c = {.name = spelling(s, t->name),
                              .type = type ? type : VY_TYPE_U32,
                              .value = v.ref,
                              .pos = pos_of(s, t)};
        bool good = vyi_type_class(c.type) & VYI_CLASS_INT;
        if (!good)
            FAIL(s, c.pos, t->length, VYI_DIAG(CONST_TYPE), "", vyi_type_name(c.type));
        vyi_parse_bind(s, t, good ? BIND_CONST : BIND_NONE, good ? KEEP(s, &s->p->consts, c) : 0);
        return;
    }
    if (type)
        vyi_parse_coerce(s, &v, type, "the value");
    v.ref = none;
    v.depth = 1;
    v.flex = false;
    vyi_parse_bind(s, t, v.kind == VALUE_NONE ? BIND_NONE : BIND_VALUE, KEEP(s, &s->values, v));
}

// ---- params ----
static void param(struct parser *s, uint32_t first)
{
    struct vyi_param p = {0};
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the param");
    if (!t)
        return;
    p.name = spelling(s, t->name);
    p.pos = pos_of(s, t);
    if (vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32"))
        p.type = vyi_parse_type(s, false);
    if (!s->panic && accept(s, VYI_TOKEN_SET)) {
        struct value v = vyi_parse_launch(s, "the default of", p.name, p.type);
        vyi_parse_literals(s, &v, "the default of a param");
        if (vyi_parse_coerce(s, &v, p.type, "the default")) {
            p.has_default = true;
            p.value = v.bits;
        }
    }
    p.doc = vyi_parse_doc(s, first);
    vyi_parse_bind(s, t, p.type ? BIND_PARAM : BIND_NONE, p.type ? KEEP(s, &s->p->params, p) : 0);
}

// ---- program, workgroup, grid ----
static void program(struct parser *s, uint32_t first, uint32_t pos)
{
    s->files.at[s->file].is_program = true;
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the program");
    if (!t)
        return;
    if (vyi_parse_word(s, t->name)->type || vyi_parse_word(s, t->name)->id)
        FAIL_TOKEN(s, t, VYI_DIAG(RESERVED_NAME), spelling(s, t->name),
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
static void axes(struct parser *s, uint32_t pos, bool grid)
{
    uint32_t length = s->end - pos, rank = 0;
    bool again = grid ? s->p->grid_rank : s->p->workgroup_rank;
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
            vyi_parse_known_number(s, "the workgroup", 1, VYI_MAX_WORKGROUP, &number);
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
    uint32_t k = kind(s), pos = here(s), first = s->t;
    bool tile = k == VYI_TOKEN_SHARED && s->allowed & VYI_PARSE_SHARED;
    bool acts = k != VYI_TOKEN_PROGRAM && k != VYI_TOKEN_USE && k != VYI_TOKEN_CONST &&
                k != VYI_TOKEN_FN && !tile;
    s->files.at[s->file].acts |= acts;
    if (acts && s->file && !s->files.at[s->file].is_program)
        FAIL(s, pos, tok(s)->length, VYI_DIAG(DECL_SHAPE),
             "a file that is used holds only const and fn, not '", vyi_token_text(k), "'",
             "move it to the program, and pass buffers and values as arguments");
    next(s);
    switch (k) {
    case VYI_TOKEN_PROGRAM: program(s, first, pos); break;
    case VYI_TOKEN_USE: vyi_parse_use(s); break;
    case VYI_TOKEN_PARAM: param(s, first); break;
    case VYI_TOKEN_CONST: constant(s); break;
    case VYI_TOKEN_WORKGROUP:
    case VYI_TOKEN_GRID: axes(s, pos, k == VYI_TOKEN_GRID); break;
    case VYI_TOKEN_FN: vyi_parse_function(s, first); break;
    case VYI_TOKEN_NAME: vyi_parse_window_decl(s); break;
    default: vyi_parse_buffer(s, first, (uint8_t)(k - VYI_TOKEN_WORDS));
    }
}
