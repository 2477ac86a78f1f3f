// The heads of functions. Their bodies are read by parse_inline.c.
#include "ir/parse.h"

/// b: in u32[4]: reports the sizes and steps over them, so that no further error follows.
static void stated_sizes(struct parser *s, struct argument *a)
{
    uint32_t pos = here(s), open = 0;
    while (kind(s) != VYI_TOKEN_END && kind(s) != VYI_TOKEN_OPEN_BLOCK) {
        if (kind(s) == VYI_TOKEN_CLOSE_INDEX && !open)
            break;
        open += kind(s) == VYI_TOKEN_OPEN_INDEX || kind(s) == VYI_TOKEN_OPEN;
        open -= kind(s) == VYI_TOKEN_CLOSE_INDEX || kind(s) == VYI_TOKEN_CLOSE;
        a->rank = (uint8_t)(a->rank + (kind(s) == VYI_TOKEN_COMMA && !open && a->rank < 250));
        next(s);
    }
    if (!s->panic)
        FAIL(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE),
             "the argument's sizes come with the buffer that is passed", "", "",
             a->rank == 1 ? "write '[]'" : "leave out the sizes, as in [,] for two");
}

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
    if (vyi_parse_is_decl(k) && !a.is_store)
        return FAIL_SHAPE(s, here(s), tok(s)->length, VYI_DIAG(DECL_SHAPE),
                          "an argument cannot be '", vyi_token_text(k), "'",
                          "in, inout or shared, as in 'b: in u32[]'");
    if (a.is_store) {
        a.role = (uint8_t)(k - VYI_TOKEN_WORDS);
        next(s);
        a.atomic = accept(s, VYI_TOKEN_ATOMIC);
    }
    a.type = vyi_parse_type(s, a.is_store);
    if (!a.is_store && kind(s) == VYI_TOKEN_OPEN_INDEX)
        return FAIL_SHAPE(s, here(s), 1, VYI_DIAG(DECL_SHAPE),
                          "a buffer as an argument says how it is used", "", "",
                          "b: in u32[], or inout, or shared");
    if (a.is_store && vyi_parse_expect(s, VYI_TOKEN_OPEN_INDEX, "and [] for its sizes")) {
        a.rank = 1;
        while (accept(s, VYI_TOKEN_COMMA))
            a.rank = (uint8_t)(a.rank < 250 ? a.rank + 1 : a.rank);
        if (a.rank > VYI_MAX_RANK)
            FAIL_SHAPE(s, a.pos, a.length, VYI_DIAG(PARSE_LIMIT), "sizes of a buffer",
                       (int)VYI_MAX_RANK, "compute one index from several");
        if (kind(s) != VYI_TOKEN_CLOSE_INDEX)
            stated_sizes(s, &a);
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
            if (s->args.count - f->arg > PARSE_MAX_ARGS)
                return FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "arguments of a function",
                                  (int)PARSE_MAX_ARGS, "pass a buffer instead");
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    f->arg_count = s->args.count - f->arg;
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

void vyi_parse_function(struct parser *s)
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
        FAIL(s, f.pos, t->length, VYI_DIAG(RESERVED_NAME), spelling(s, t->name), "a type",
             spelling(s, t->name));
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
    vyi_parse_doc(s, first);
    if (kind(s) != VYI_TOKEN_OPEN_BLOCK) {
        vyi_parse_expect(s, VYI_TOKEN_OPEN_BLOCK, "and the function's statements");
        s->functions.at[index].bad = true;
    } else {
        vyi_parse_check_fn(s, index);
    }
    s->functions.at[index].open = false;
}
