// Declarations: the program line, buffers, params, constants, workgroup, grid, functions.
#include "ir/parse.h"

#include <stdio.h>

static const vyi_ref none = {0};

bool vyi_parse_is_decl(uint32_t k)
{
    return k > VYI_TOKEN_WORDS && k <= VYI_TOKEN_FN;
}

// ---- docs ----
static void append_doc(struct parser *s, struct vyi_text *text, const struct vyi_comment *c)
{
    const char *from = s->lex->text + c->at + 3;
    uint32_t length = c->length - 3;
    while (length && (*from == ' ' || *from == '\t'))
        from++, length--;
    if (!length)
        return;
    if (text->count)
        vyi_text_append(text, " ", 1);
    vyi_text_append(text, from, length);
}

/// The text of `///` right before token `first` (on lines of their own) and behind the last token
/// taken, on its line. NULL where there is none.
static const char *doc_of(struct parser *s, uint32_t first)
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
static struct value launch_expr(struct parser *s, uint8_t want)
{
    s->launch = true;
    struct value v = vyi_parse_expr(s, want);
    s->launch = false;
    return v;
}

static vyi_ref launch_node(struct parser *s, const char *place)
{
    s->launch = true;
    struct value v = vyi_parse_expr(s, VY_TYPE_U64);
    vyi_ref ref = vyi_parse_coerce(s, &v, VY_TYPE_U64, place) ? vyi_parse_node(s, &v) : none;
    s->launch = false;
    return ref;
}

/// A whole number made of literals; false with an error.
static bool known_number(struct parser *s, const char *what, uint32_t least, uint32_t *number)
{
    struct value v = launch_expr(s, VY_TYPE_U32);
    if (!vyi_parse_settle(s, &v, VY_TYPE_U32))
        return false;
    if (v.kind != VALUE_KNOWN || !(vyi_type_class(v.type) & VYI_CLASS_INT) || v.bits < least ||
        v.bits > UINT32_MAX || (v.type == VY_TYPE_I32 && v.bits > INT32_MAX)) {
        FAIL(s, v.pos, v.end - v.pos, VYI_DIAG(KNOWN_NUMBER), what);
        return false;
    }
    *number = (uint32_t)v.bits;
    return true;
}

// ---- attributes ----
static void attribute_cache(struct parser *s, struct vyi_buffer *b)
{
    static const char *const words[] = {"", "streaming", "temporal", "random"};
    const char *text = kind(s) == VYI_TOKEN_NAME ? spelling(s, tok(s)->name) : "";
    for (uint8_t i = 1; i < 4; i++)
        if (!strcmp(text, words[i]))
            b->cache = i;
    if (!b->cache)
        FAIL_SHAPE(s, here(s), tok(s)->length, VYI_DIAG(DECL_SHAPE),
                   "@cache takes streaming, temporal or random", "", "", "@cache(streaming)");
    next(s);
}

static void attribute_count(struct parser *s, struct vyi_buffer *b)
{
    uint32_t pos = here(s);
    const struct store *found = vyi_parse_store(s, "the buffer that counts the rows");
    if (!found)
        return;
    if (found->kind != STORE_BUFFER)
        FAIL(s, pos, s->end - pos, VYI_DIAG(BUFFER_WANTED), "@count", found->name);
    else
        b->count = found->x + 1;
}

static void attribute(struct parser *s, struct vyi_buffer *b)
{
    static const char *const list[] = {"binding", "count", "align", "cache",
                                       "axis",    "range", "live"};
    enum { BINDING, COUNT, ALIGN, CACHE, AXIS, RANGE, LIVE, LIST };
    next(s); // "@"
    const struct vyi_token *t = tok(s);
    const char *text = t->name ? spelling(s, t->name) : "";
    uint32_t which = 0, number = 0;
    while (which < LIST && strcmp(text, list[which]))
        which++;
    if (which == LIST) {
        const char *best = vyi_closest(text, strlen(text), list, LIST);
        FAIL_SHAPE(s, here(s), t->length, VYI_DIAG(DECL_SHAPE), "there is no attribute '@", text,
                   "'", best ? best : "@binding @count @align @cache @axis @range @live");
        return;
    }
    const bool given[] = {b->has_binding, b->count,     b->align, b->cache,
                          b->has_axis,    b->has_range, b->live};
    if (given[which])
        FAIL(s, here(s), t->length, VYI_DIAG(DECL_SHAPE), "'@", text, "' is given twice",
             "keep one of them");
    next(s);
    if (which == LIVE) {
        b->live = true;
        return;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN, "after the attribute"))
        return;
    switch (which) {
    case BINDING: b->has_binding = known_number(s, "@binding", 0, &b->binding); break;
    case COUNT: attribute_count(s, b); break;
    case ALIGN:
        if (known_number(s, "@align", 1, &number))
            b->align = number;
        break;
    case CACHE: attribute_cache(s, b); break;
    case AXIS: b->has_axis = known_number(s, "@axis", 0, &b->axis); break;
    default:
        b->range[0] = launch_node(s, "the start of the range");
        if (vyi_parse_expect(s, VYI_TOKEN_COMMA, "and the number of bytes"))
            b->range[1] = launch_node(s, "the number of bytes");
        b->has_range = true;
    }
    vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the attribute");
}

// ---- buffers and params ----
static void sizes(struct parser *s, struct vyi_buffer *b)
{
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "and sizes, as in u32[n] or u32[]"))
        return;
    do {
        if (b->rank == VYI_MAX_RANK) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "sizes of a buffer", (int)VYI_MAX_RANK,
                       "compute one index from several");
            return;
        }
        bool left_out = kind(s) == VYI_TOKEN_COMMA || kind(s) == VYI_TOKEN_CLOSE_INDEX;
        if (left_out && b->rank)
            FAIL(s, here(s), 1, VYI_DIAG(BUFFER_SIZE_MISSING), "", b->rank + 1u, b->name);
        b->size[b->rank++] = left_out ? none : launch_node(s, "the size");
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the sizes");
}

static void add_buffer(struct parser *s, const struct vyi_token *t, struct vyi_buffer *b, bool bad)
{
    struct store store = {.kind = STORE_BUFFER,
                          .elem = b->elem,
                          .rank = b->rank,
                          .role = b->role,
                          .atomic = b->atomic,
                          .writable = vyi_role_info(b->role)->writable,
                          .x = s->p->buffers.count,
                          .pos = b->pos,
                          .name = b->name};
    if (bad || !b->elem || !b->rank) {
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    if (!b->has_binding)
        b->binding = s->p->buffers.count;
    if (!vyi_vec_push(s->context, &s->p->buffers, *b) ||
        !vyi_vec_push(s->context, &s->stores, store)) {
        vyi_parse_failed(s);
        return;
    }
    vyi_parse_bind(s, t, BIND_STORE, s->stores.count - 1);
}

static void buffer(struct parser *s)
{
    struct vyi_buffer b = {.role = (uint8_t)(kind(s) - VYI_TOKEN_WORDS)};
    uint32_t first = s->t, errors = s->report.errors;
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the buffer");
    if (!t)
        return;
    b.name = spelling(s, t->name);
    b.pos = pos_of(s, t);
    if (vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32[n]")) {
        b.atomic = accept(s, VYI_TOKEN_ATOMIC);
        b.elem = vyi_parse_type(s, true);
        if (!s->panic)
            sizes(s, &b);
        while (kind(s) == VYI_TOKEN_AT && !s->panic)
            attribute(s, &b);
    }
    b.doc = doc_of(s, first);
    add_buffer(s, t, &b, s->panic || s->report.errors != errors);
}

static void param(struct parser *s)
{
    struct vyi_param p = {0};
    uint32_t first = s->t;
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the param");
    if (!t)
        return;
    p.name = spelling(s, t->name);
    p.pos = pos_of(s, t);
    if (vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32"))
        p.type = vyi_parse_type(s, false);
    if (!s->panic && accept(s, VYI_TOKEN_SET)) {
        struct value v = launch_expr(s, p.type);
        if (v.kind == VALUE_NODE) {
            FAIL(s, v.pos, v.end - v.pos, VYI_DIAG(KNOWN_NUMBER), "the default of a param");
            v = vyi_parse_none(s, v.pos);
        }
        if (vyi_parse_coerce(s, &v, p.type, "the default")) {
            p.has_default = true;
            p.value = v.bits;
        }
    }
    p.doc = doc_of(s, first);
    if (!p.type) {
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    if (!vyi_vec_push(s->context, &s->p->params, p))
        vyi_parse_failed(s);
    else
        vyi_parse_bind(s, t, BIND_PARAM, s->p->params.count - 1);
}

// ---- constants ----
static bool fits_narrow(uint8_t elem, uint64_t bits)
{
    int32_t i = (int32_t)(uint32_t)bits;
    switch (elem) {
    case VY_TYPE_U8: return bits <= UINT8_MAX;
    case VY_TYPE_U16: return bits <= UINT16_MAX;
    case VY_TYPE_I8: return i >= INT8_MIN && i <= INT8_MAX;
    case VY_TYPE_I16: return i >= INT16_MIN && i <= INT16_MAX;
    default: return true;
    }
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
        struct value v = launch_expr(s, type);
        if (v.kind == VALUE_NODE) {
            FAIL(s, v.pos, v.end - v.pos, VYI_DIAG(KNOWN_NUMBER), "an element of a table");
            v = vyi_parse_none(s, v.pos);
        }
        if (!vyi_parse_coerce(s, &v, type, "the element")) {
            bad = true;
        } else if (!fits_narrow(elem, v.bits)) {
            char text[48];
            vyi_parse_snippet(s, v.pos, v.end, text);
            FAIL(s, v.pos, v.end - v.pos, VYI_DIAG(DECL_SHAPE), text, " does not fit ",
                 vyi_type_name(elem), "a value in range, or a wider element type");
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
    if (given != count && !bad) {
        table_mismatch(s, pos, count, given);
        bad = true;
    }
    return !bad;
}

static void table(struct parser *s, const struct vyi_token *t, uint8_t elem)
{
    uint32_t count = 0, at = here(s);
    next(s); // "["
    bool ok = known_number(s, "the size of a table", 1, &count);
    if (ok && count > PARSE_MAX_TABLE) {
        FAIL(s, at, s->end - at, VYI_DIAG(PARSE_LIMIT), "elements of a constant table",
             (int)PARSE_MAX_TABLE, "declare an 'in' buffer and bind the values");
        ok = false;
    }
    // no more than the text can hold, so that a size alone takes no memory
    uint32_t left = s->lex->tokens.count - s->t, room = count < left ? count : left;
    uint64_t *values = vyi_arena_alloc(s->context, &s->p->arena, (ok ? room : 1) * sizeof *values);
    if (!values) {
        vyi_parse_failed(s);
        return;
    }
    ok = vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the size") &&
         vyi_parse_expect(s, VYI_TOKEN_SET, "and the values, as in [1, 2, 3]") && ok;
    ok = !s->panic && table_values(s, elem, values, ok ? count : 0, room) && ok;
    struct store b = {.kind = STORE_TABLE,
                      .elem = elem,
                      .rank = 1,
                      .pending = true,
                      .size = count,
                      .pos = pos_of(s, t),
                      .values = values,
                      .name = spelling(s, t->name)};
    if (!ok || !vyi_vec_push(s->context, &s->stores, b)) {
        if (ok)
            vyi_parse_failed(s);
        vyi_parse_bind(s, t, BIND_NONE, 0);
        return;
    }
    vyi_parse_bind(s, t, BIND_STORE, s->stores.count - 1);
    if (s->file == 0)
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
    if (!vyi_vec_push(s->context, &s->p->consts, c))
        vyi_parse_failed(s);
    else
        vyi_parse_bind(s, t, BIND_CONST, s->p->consts.count - 1);
}

static void constant(struct parser *s)
{
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the constant");
    if (!t)
        return;
    if (kind(s) == VYI_TOKEN_NAME) { // const int n
        const char *text = spelling(s, t->name);
        const struct foreign *f = vyi_parse_foreign(text, strlen(text));
        FAIL_SHAPE(s, pos_of(s, t), t->length, VYI_DIAG(TYPE_FIRST_CONST),
                   spelling(s, tok(s)->name), f ? f->ours : text);
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
        v = launch_expr(s, type);
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
    if (!vyi_vec_push(s->context, &s->values, v))
        vyi_parse_failed(s);
    vyi_parse_bind(s, t, v.kind == VALUE_NONE ? BIND_NONE : BIND_VALUE, s->values.count - 1);
}

// ---- program, workgroup, grid ----
static void program(struct parser *s)
{
    uint32_t first = s->t, pos = here(s);
    next(s);
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_NAME, "a name for the program"))
        return;
    bool service = kind(s) == VYI_TOKEN_NAME && !strcmp(spelling(s, tok(s)->name), "service");
    if (service)
        next(s);
    s->files.at[s->file].is_program = true;
    if (s->file) { // whoever says `use` tells it
        doc_of(s, first);
        return;
    }
    if (s->p->name) {
        FAIL(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE),
             "a file has one 'program' line, and this is the second", "", "", "delete it");
        return;
    }
    s->p->name = spelling(s, t->name);
    s->p->service = service;
    s->p->doc = doc_of(s, first);
}

static void workgroup(struct parser *s)
{
    uint32_t pos = here(s), rank = 0;
    bool again = s->p->workgroup_rank;
    next(s);
    do {
        uint32_t number = 1;
        if (rank == 3) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "axes of a workgroup", 3,
                       "x, y and z");
            return;
        }
        known_number(s, "the workgroup", 1, &number);
        s->p->workgroup[rank++] = number;
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    if (again)
        FAIL(s, pos, 9, VYI_DIAG(DECL_SHAPE), "the workgroup is given twice", "", "",
             "keep one of them");
    s->p->workgroup_rank = rank;
    s->p->workgroup_pos = pos;
}

static void grid(struct parser *s)
{
    uint32_t pos = here(s), rank = 0;
    bool again = s->p->grid_rank;
    next(s);
    do {
        if (rank == 3) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "axes of a grid", 3, "x, y and z");
            return;
        }
        s->p->grid[rank++] = launch_node(s, "the grid");
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    if (again)
        FAIL(s, pos, 4, VYI_DIAG(DECL_SHAPE), "the grid is given twice", "", "",
             "keep one of them");
    s->p->grid_rank = rank;
}

// ---- functions ----
static bool argument(struct parser *s)
{
    struct argument a = {0};
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the argument");
    if (!t)
        return false;
    a.name = t->name;
    a.pos = pos_of(s, t);
    a.length = t->length;
    if (!vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32 or in u32[]"))
        return false;
    uint32_t k = kind(s);
    a.is_store = k == VYI_TOKEN_IN || k == VYI_TOKEN_INOUT || k == VYI_TOKEN_SHARED;
    if (vyi_parse_is_decl(k) && !a.is_store) {
        FAIL_SHAPE(s, here(s), tok(s)->length, VYI_DIAG(DECL_SHAPE), "an argument cannot be '",
                   vyi_token_text(k), "'", "in, inout or shared, as in 'b: in u32[]'");
        return false;
    }
    if (a.is_store) {
        a.role = (uint8_t)(k - VYI_TOKEN_WORDS);
        next(s);
        a.atomic = accept(s, VYI_TOKEN_ATOMIC);
    }
    a.type = vyi_parse_type(s, a.is_store);
    if (!a.is_store && kind(s) == VYI_TOKEN_OPEN_INDEX) {
        FAIL_SHAPE(s, here(s), 1, VYI_DIAG(DECL_SHAPE),
                   "a buffer as an argument says how it is used", "", "",
                   "b: in u32[], or inout, or shared");
        return false;
    }
    if (a.is_store && vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "and [] for its sizes")) {
        a.rank = 1;
        while (accept(s, VYI_TOKEN_COMMA))
            a.rank = (uint8_t)(a.rank < 250 ? a.rank + 1 : a.rank);
        if (a.rank > VYI_MAX_RANK)
            FAIL_SHAPE(s, a.pos, a.length, VYI_DIAG(PARSE_LIMIT), "sizes of a buffer",
                       (int)VYI_MAX_RANK, "compute one index from several");
        if (kind(s) != VYI_TOKEN_CLOSE_INDEX)
            FAIL_SHAPE(s, here(s), tok(s)->length, VYI_DIAG(DECL_SHAPE),
                       "the argument's sizes come with the buffer that is passed", "", "",
                       "[] for one size, [,] for two");
        vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the sizes");
    }
    if (!vyi_vec_push(s->context, &s->args, a))
        vyi_parse_failed(s);
    return !s->panic && a.type;
}

/// "(" args ")" ["->" types]; false with an error.
static bool signature(struct parser *s, struct function *f)
{
    bool ok = true;
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN, "after the function's name"))
        return false;
    f->arg = s->args.count;
    if (kind(s) != VYI_TOKEN_CLOSE)
        do {
            ok = argument(s) && ok;
            if (s->args.count - f->arg > PARSE_MAX_ARGS) {
                FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "arguments of a function",
                           (int)PARSE_MAX_ARGS, "pass a buffer instead");
                return false;
            }
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    f->arg_count = s->args.count - f->arg;
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments"))
        return false;
    if (accept(s, VYI_TOKEN_ARROW))
        do {
            if (f->result_count == PARSE_MAX_RESULTS) {
                FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "results of a function",
                           (int)PARSE_MAX_RESULTS, "put them into a local array or a buffer");
                return false;
            }
            uint8_t type = vyi_parse_type(s, false);
            f->results[f->result_count++] = type;
            ok = ok && type;
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    return ok && !s->panic;
}

static void function(struct parser *s)
{
    uint32_t first = s->t;
    struct function f = {.file = s->file, .home = s->file};
    next(s);
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the function");
    if (!t)
        return;
    f.name = t->name;
    f.pos = pos_of(s, t);
    struct word *w = vyi_parse_word(s, t->name);
    uint32_t old = vyi_parse_find_fn(s, t->name);
    if (w->type)
        FAIL(s, f.pos, t->length, VYI_DIAG(RESERVED_NAME), spelling(s, t->name), "a type");
    if (old) {
        vyi_report_note(&s->report, s->functions.at[old].pos, t->length, "declared first here");
        FAIL(s, f.pos, t->length, VYI_DIAG(NAME_TAKEN), spelling(s, t->name));
    }
    if (!strcmp(spelling(s, t->name), "main"))
        FAIL(s, f.pos, t->length, VYI_DIAG(MAIN));
    f.bad = !signature(s, &f);
    if (s->panic) {
        while (kind(s) != VYI_TOKEN_OPEN_BLOCK && kind(s) != VYI_TOKEN_END &&
               !(vyi_parse_is_decl(kind(s)) && tok(s)->flags & VYI_TOKEN_LINE))
            next(s);
        s->panic = kind(s) != VYI_TOKEN_OPEN_BLOCK;
    }
    f.before = w->fn;
    f.open = true;
    f.body = s->t;
    f.limit = s->bindings.count;
    f.fn_limit = s->functions.count;
    f.result_count = f.bad && s->panic ? 0 : f.result_count;
    if (s->panic || !vyi_vec_push(s->context, &s->functions, f)) {
        if (!s->panic)
            vyi_parse_failed(s);
        return;
    }
    uint32_t index = s->functions.count - 1;
    vyi_parse_word(s, t->name)->fn = index;
    doc_of(s, first);
    if (kind(s) != VYI_TOKEN_OPEN_BLOCK) {
        vyi_parse_expect(s, VYI_TOKEN_OPEN_BLOCK, "and the function's statements");
        s->functions.at[index].bad = true;
    } else {
        vyi_parse_check_fn(s, index);
    }
    s->functions.at[index].open = false;
}

void vyi_parse_decl(struct parser *s)
{
    uint32_t k = kind(s), pos = here(s);
    bool library = s->file > 0 && k != VYI_TOKEN_PROGRAM && k != VYI_TOKEN_USE &&
                   k != VYI_TOKEN_CONST && k != VYI_TOKEN_FN;
    if (library && !s->files.at[s->file].is_program)
        FAIL(s, pos, tok(s)->length, VYI_DIAG(DECL_SHAPE),
             "a file that is used holds const and fn alone, not '", vyi_token_text(k), "'",
             "move it to the program, and pass buffers and values as arguments");
    switch (k) {
    case VYI_TOKEN_PROGRAM: program(s); break;
    case VYI_TOKEN_USE: vyi_parse_use(s); break;
    case VYI_TOKEN_PARAM: param(s); break;
    case VYI_TOKEN_CONST: constant(s); break;
    case VYI_TOKEN_WORKGROUP: workgroup(s); break;
    case VYI_TOKEN_GRID: grid(s); break;
    case VYI_TOKEN_FN: function(s); break;
    default: buffer(s);
    }
}
