// Functions: their heads, and their bodies, which are read once to check them. While a body is
// being checked, calls in it are not followed, so checking all functions takes time in proportion
// to their text.
#include "ir/parse.h"

// ---- checking ----
static void bind_abstract(struct parser *s, const struct function *f, const struct types *types)
{
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct argument *a = &s->args.at[f->arg + i];
        struct argument one = *a; // the list may move
        struct store b = a->b;
        b.elem = vyi_parse_actual(types, b.elem);
        if (one.fn)
            vyi_parse_bind_head(s, &one, types, 0);
        else if (!b.elem)
            vyi_parse_bind(s, &one.token, BIND_NONE, 0);
        else if (b.role)
            vyi_parse_bind_store(s, &one.token, b);
        else
            vyi_parse_bind(s, &one.token, BIND_LOCAL,
                           vyi_parse_local(s, VYI_LOCAL_LET, b.elem, b.name, b.pos));
    }
}

/// The types of a class, of which a body is checked with each.
static const uint8_t all_types[] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64,
                                    VY_TYPE_F32, VY_TYPE_F64, VY_TYPE_BOOL};

static uint8_t nth_type(uint8_t classes, uint32_t n)
{
    for (uint32_t i = 0;; i = (i + 1) % sizeof all_types)
        if (classes & vyi_type_class(all_types[i]) && !n--)
            return all_types[i];
}

/// Reads the body with the n-th type of each type name: the token behind it.
static uint32_t check_body(struct parser *s, uint32_t fn, uint32_t n)
{
    struct function f = s->functions.at[fn];
    uint32_t bindings = s->bindings.count, calls = s->p->sources.calls.count;
    uint32_t functions = s->functions.count, args = s->args.count;
    struct rewind start = vyi_parse_mark(s);
    struct frame frame = {.fn = &f, .fn_index = fn, .number = ++s->frames, .base = s->levels.count};
    struct place before = s->place;
    for (uint32_t i = 0; i < f.type_count; i++)
        frame.types.at[i] = nth_type(f.type[i].classes, n);
    for (uint32_t i = 0; i < f.result_count; i++)
        f.results[i] = vyi_parse_actual(&frame.types, f.results[i]);
    s->check = true;
    vyi_parse_go_to(s, &f, &frame);
    bind_abstract(s, &f, &frame.types);
    vyi_parse_body(s);
    bool falls = f.result_count && !s->ends;
    if (falls && s->report.errors == start.errors)
        FAIL(s, f.pos, (uint32_t)strlen(spelling(s, f.name)), VYI_DIAG(MISSING_RETURN),
             spelling(s, f.name));
    vyi_parse_unbind(s, bindings);
    uint32_t after = s->t;
    vyi_parse_resume(s, &before);
    s->check = false;
    vyi_parse_forget(s, &start);
    s->p->sources.calls.count = calls;
    s->functions.count = functions;
    s->args.count = args;
    return after;
}

static void check_fn(struct parser *s, uint32_t fn)
{
    uint32_t errors = s->report.errors, start = s->t, after = start;
    const struct function f = s->functions.at[fn];
    uint32_t rounds = 1;
    for (uint32_t i = 0; i < f.type_count; i++) {
        uint32_t count = 0;
        for (uint32_t k = 0; k < sizeof all_types; k++)
            count += (f.type[i].classes & vyi_type_class(all_types[k])) != 0;
        rounds = count > rounds ? count : rounds;
    }
    for (uint32_t n = 0; n < rounds && s->report.errors == errors; n++)
        after = check_body(s, fn, n);
    s->t = after;
    s->end = s->base + s->lex->tokens.at[after ? after - 1 : 0].at + 1;
    struct function *own = &s->functions.at[fn];
    own->tokens = after > start ? after - start : 0;
    own->bad = own->bad || s->report.errors != errors;
}

// ---- heads ----
/// b: in u32[4]: reports the sizes and steps over them, so that no further error follows.
static void stated_sizes(struct parser *s, struct store *b)
{
    uint32_t pos = here(s), open = 0;
    while (kind(s) != VYI_TOKEN_END && kind(s) != VYI_TOKEN_OPEN_BLOCK) {
        if (kind(s) == VYI_TOKEN_CLOSE_INDEX && !open)
            break;
        open += kind(s) == VYI_TOKEN_OPEN_INDEX || kind(s) == VYI_TOKEN_OPEN;
        open -= kind(s) == VYI_TOKEN_CLOSE_INDEX || kind(s) == VYI_TOKEN_CLOSE;
        b->rank = (uint8_t)(b->rank + (kind(s) == VYI_TOKEN_COMMA && !open && b->rank < 250));
        next(s);
    }
    if (!s->panic)
        FAIL(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE),
             "the argument's sizes come with the buffer that is passed", "", "",
             b->rank == 1 ? "write '[]'" : "leave out the sizes, as in [,] for two");
}

static bool too_many(struct parser *s)
{
    return FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "arguments of a function",
                      (int)PARSE_MAX_ARGS, "pass a buffer instead");
}

static bool function_head(struct parser *s, struct argument *a);

/// The type of an argument, behind its colon; false with an error. `inner`: of a function that is
/// an argument itself.
static bool argument_type(struct parser *s, struct argument *a, bool inner)
{
    struct store *b = &a->b;
    uint32_t k = kind(s);
    bool is_store = k == VYI_TOKEN_IN || k == VYI_TOKEN_INOUT || k == VYI_TOKEN_SHARED;
    if (k == VYI_TOKEN_FN && !inner)
        return function_head(s, a);
    if (vyi_parse_is_decl(k) && !is_store)
        return FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(DECL_SHAPE), "an argument cannot be '",
                                vyi_token_text(k), "'", "in, inout or shared, as in 'b: in u32[]'");
    if (is_store) {
        b->role = (uint8_t)(k - VYI_TOKEN_WORDS);
        b->writable = k != VYI_TOKEN_IN;
        next(s);
        b->atomic = accept(s, VYI_TOKEN_ATOMIC);
    }
    b->elem = vyi_parse_type(s, is_store);
    if (!is_store && kind(s) == VYI_TOKEN_OPEN_INDEX)
        return FAIL_SHAPE(s, here(s), 1, VYI_DIAG(DECL_SHAPE),
                          "a buffer as an argument states how it is used", "", "",
                          "b: in u32[], or inout, or shared");
    if (is_store && vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "and [] for its sizes")) {
        b->rank = 1;
        while (accept(s, VYI_TOKEN_COMMA))
            b->rank = (uint8_t)(b->rank < 250 ? b->rank + 1 : b->rank);
        if (b->rank > VYI_MAX_RANK)
            FAIL_SHAPE(s, b->pos, a->token.length, VYI_DIAG(PARSE_LIMIT), "sizes of a buffer",
                       (int)VYI_MAX_RANK, "compute one index from several");
        if (kind(s) != VYI_TOKEN_CLOSE_INDEX)
            stated_sizes(s, b);
        vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the sizes");
    }
    return !s->panic && b->elem;
}

/// "fn" "(" types ")" ["->" type]: kept as a function without a body.
static bool function_head(struct parser *s, struct argument *a)
{
    struct function f = {
        .name = a->token.name, .pos = a->b.pos, .file = UINT32_MAX, .arg = s->args.count};
    bool ok = true;
    next(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN, "and the types that the function takes"))
        return false;
    while (kind(s) != VYI_TOKEN_CLOSE && !s->panic) {
        if (++f.arg_count > PARSE_MAX_ARGS)
            return too_many(s);
        struct argument one = {
            .token = a->token,
            .b = {.pos = a->b.pos, .name = vyi_parse_text(s, "%u", f.arg_count)}};
        ok = argument_type(s, &one, true) && ok;
        KEEP(s, &s->args, one);
        if (!accept(s, VYI_TOKEN_COMMA))
            break;
    }
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the types"))
        return false;
    if (accept(s, VYI_TOKEN_ARROW))
        f.results[f.result_count++] = vyi_parse_type(s, false);
    a->fn = KEEP(s, &s->functions, f);
    return ok && !s->panic && (!f.result_count || f.results[0]);
}

static bool argument(struct parser *s, struct argument *a)
{
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the argument");
    if (!t || !vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32 or in u32[]"))
        return false;
    *a = (struct argument){.token = *t, .b = {.pos = pos_of(s, t), .name = spelling(s, t->name)}};
    uint32_t old = kind(s) == VYI_TOKEN_FN ? vyi_parse_find_fn(s, t->name) : 0;
    if (old && s->functions.at[old].file == s->file) {
        vyi_report_note(&s->report, s->functions.at[old].pos, t->length, "declared first here");
        FAIL_TOKEN(s, t, VYI_DIAG(NAME_TAKEN), a->b.name);
    }
    if (!argument_type(s, a, false))
        return false;
    if (!a->b.role || !accept(s, VYI_TOKEN_AT))
        return true;
    a->b.distinct = true;
    if (kind(s) != VYI_TOKEN_NAME || strcmp(spelling(s, tok(s)->name), "distinct"))
        return FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(DECL_SHAPE),
                                "an argument has no such attribute", "", "",
                                "leave it out, or write '@distinct'");
    next(s);
    return true;
}

/// ["[" name ":" class {"," name ":" class} "]"]; false with an error.
static bool type_names(struct parser *s, struct function *f)
{
    static const char *const classes[] = {"int", "float", "number", "any"};
    static const uint8_t bits[] = {VYI_CLASS_INT, VYI_CLASS_FLOAT, VYI_CLASS_NUM,
                                   VYI_CLASS_NUM | VYI_CLASS_BOOL};
    if (!accept(s, VYI_TOKEN_OPEN_INDEX))
        return true;
    do {
        if (f->type_count == PARSE_MAX_TYPES)
            return FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "types of a function",
                              (int)PARSE_MAX_TYPES, "give the others by name");
        const struct vyi_token *t = vyi_parse_new_name(s, "a name for the type");
        if (!t || !vyi_parse_expect(s, VYI_TOKEN_COLON, "and what it can be, as in [T: number]"))
            return false;
        uint32_t which =
            vyi_parse_listed(tok(s)->name ? spelling(s, tok(s)->name) : "", classes, 4);
        if (which == 4)
            return FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(DECL_SHAPE),
                                    "a class of types is wanted here", "", "",
                                    "one of int, float, number and any");
        next(s);
        vyi_parse_bind(s, t, BIND_TYPE, PARSE_TYPE_NAME | f->type_count);
        f->type[f->type_count++] = (struct type_name){*t, bits[which]};
    } while (accept(s, VYI_TOKEN_COMMA));
    return vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the types");
}

/// Every type name stands in an argument, which decides it; false with an error.
static bool types_decided(struct parser *s, const struct function *f)
{
    for (uint32_t i = 0; i < f->type_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < f->arg_count; k++) {
            const struct argument *a = &s->args.at[f->arg + k];
            const struct function *head = &s->functions.at[a->fn];
            found |= a->b.elem == (PARSE_TYPE_NAME | i) ||
                     (a->fn && head->results[0] == (PARSE_TYPE_NAME | i));
        }
        if (!found)
            return FAIL_TOKEN(s, &f->type[i].token, VYI_DIAG(DECL_SHAPE),
                              "no argument is of type '", spelling(s, f->type[i].token.name),
                              "', so that a call cannot decide it",
                              "give an argument that type, or state the type");
    }
    return true;
}

/// "(" args ")" ["->" types]; false with an error.
static bool signature(struct parser *s, struct function *f)
{
    bool ok = true;
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN, "after the function's name"))
        return false;
    struct argument args[PARSE_MAX_ARGS] = {0};
    if (kind(s) != VYI_TOKEN_CLOSE)
        do {
            if (f->arg_count == PARSE_MAX_ARGS)
                return too_many(s);
            ok = argument(s, &args[f->arg_count++]) && ok;
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    f->arg = s->args.count;
    for (uint32_t i = 0; i < f->arg_count; i++)
        KEEP(s, &s->args, args[i]);
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments"))
        return false;
    if (accept(s, VYI_TOKEN_ARROW))
        do {
            if (f->result_count == PARSE_MAX_RESULTS)
                return FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "results of a function",
                                  (int)PARSE_MAX_RESULTS,
                                  "put them into a local array or a buffer");
            uint8_t type = vyi_parse_type(s, false);
            f->results[f->result_count++] = type;
            ok = ok && type;
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    return ok && !s->panic;
}

void vyi_parse_function(struct parser *s, uint32_t first)
{
    struct function f = {.file = s->file, .home = s->file};
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the function");
    if (!t)
        return;
    f.name = t->name;
    f.pos = pos_of(s, t);
    if (vyi_parse_word(s, t->name)->type)
        FAIL(s, f.pos, t->length, VYI_DIAG(RESERVED_NAME), spelling(s, t->name), "a type",
             spelling(s, t->name));
    if (!strcmp(spelling(s, t->name), "main"))
        FAIL(s, f.pos, t->length, VYI_DIAG(MAIN));
    uint32_t bindings = s->bindings.count, errors = s->report.errors;
    bool shaped = type_names(s, &f) && s->report.errors == errors;
    f.bad = !shaped || !signature(s, &f) || !types_decided(s, &f) || s->report.errors != errors;
    shaped = shaped && !s->panic;
    vyi_parse_unbind(s, bindings);
    if (s->panic) {
        while (kind(s) != VYI_TOKEN_OPEN_BLOCK && kind(s) != VYI_TOKEN_END &&
               !(vyi_parse_is_decl(kind(s)) && tok(s)->flags & VYI_TOKEN_LINE))
            next(s);
        s->panic = kind(s) != VYI_TOKEN_OPEN_BLOCK;
    }
    f.open = true;
    f.body = s->t;
    f.limit = s->bindings.count;
    f.fn_limit = s->functions.count;
    uint32_t index = s->panic ? 0 : vyi_parse_bind_fn(s, t, f);
    if (!index)
        return;
    vyi_parse_doc(s, first);
    if (kind(s) != VYI_TOKEN_OPEN_BLOCK) {
        vyi_parse_expect(s, VYI_TOKEN_OPEN_BLOCK, "and the function's statements");
        s->functions.at[index].bad = true;
    } else if (shaped) {
        check_fn(s, index);
    } else {
        vyi_parse_skip_block(s);
    }
    s->functions.at[index].open = false;
}
