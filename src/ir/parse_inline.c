// Functions: their bodies are read once to check them, and again at every call.
//
// A call becomes the statements of the body, put before the statement it stands in. Arguments are
// bound to lets unless they are leaves that cannot change. A last `return` just gives its values;
// with any other one, the body becomes a block that every return leaves after setting result
// variables. While a body is being checked, calls in it are not followed, so checking all
// functions takes time in proportion to their text.
#include "ir/parse.h"

/// Goes to the body of a function, whose text gets positions of its own for the call in `frame`.
static void go_to(struct parser *s, const struct function *f, struct frame *frame)
{
    const struct vyi_lex *lex = s->files.at[f->home].lex;
    const struct vyi_token *last = &lex->tokens.at[f->body + f->tokens - (f->tokens > 0)];
    struct vyi_inlined call = {.size = lex->base + last->at + last->length + 1 - f->pos,
                               .text = f->pos,
                               .caller = frame->call_pos,
                               .length = frame->call_length,
                               .name = spelling(s, f->name),
                               .types = ""};
    bool own = call.caller && vyi_sources_call(s->context, &s->p->sources, call);
    const struct vyi_inlined *made =
        own ? s->p->sources.calls.at + s->p->sources.calls.count - 1 : NULL;
    s->place = (struct place){.lex = lex,
                              .base = made ? made->base - (f->pos - lex->base) : lex->base,
                              .frame = frame,
                              .file = f->home,
                              .t = f->body,
                              .end = s->end,
                              .comment = s->comment,
                              .limit = f->limit,
                              .fn_limit = f->fn_limit,
                              .waiting = s->stack.count,
                              .nest = s->nest};
}

// ---- arguments ----
static const char *store_text(struct parser *s, const struct store *b)
{
    static const char *const kinds[] = {"", "a local array of ", "a table of "};
    const struct vyi_role_info *role = vyi_role_info(b->role);
    return vyi_parse_text(s, "%s%s%s%s[%.*s]", role ? role->spelling : kinds[b->kind],
                          role ? " " : "", b->atomic ? "atomic " : "", vyi_type_name(b->elem),
                          b->rank - 1, ",,,,,,,,");
}

static bool fits(struct parser *s, const struct function *f, const struct argument *a,
                 const struct store *b, uint32_t pos, uint32_t length)
{
    const struct store *want = &a->b;
    bool role = want->role == VY_ROLE_IN || (want->role == VY_ROLE_INOUT && b->writable) ||
                (want->role == VY_ROLE_SHARED && b->role == VY_ROLE_SHARED);
    if (role && want->elem == b->elem && want->rank == b->rank && want->atomic == b->atomic)
        return true;
    struct store meant = *b;
    meant.role = want->role;
    vyi_report_note(&s->report, want->pos, a->token.length, "the argument is declared here");
    vyi_parse_declared(s, b->pos, b->name);
    return FAIL(
        s, pos, length, VYI_DIAG(ARG_STORE), want->name, spelling(s, f->name), store_text(s, want),
        b->name, store_text(s, b),
        role ? vyi_parse_text(s, "declare the argument '%s: %s'", want->name, store_text(s, &meant))
        : want->role == VY_ROLE_SHARED ? "pass a buffer that is declared 'shared'"
                                       : "declare the argument 'in' if the function only reads it, "
                                         "else the buffer 'inout'");
}

/// A let of what an op gives.
static uint32_t bound(struct parser *s, uint8_t op, struct value a, struct value b, uint32_t pos)
{
    struct value v = vyi_parse_two(s, op, a, b, pos);
    vyi_parse_let(s, &v, NULL);
    return vyi_at(s->p, v.ref)->x;
}

/// One end of a slice as a u32 of at most `most` (a local), bound to a let.
static uint32_t slice_end(struct parser *s, struct value v, struct value most)
{
    uint32_t pos = v.pos;
    if (vyi_type_class(v.type) == VYI_CLASS_SINT) // below zero is zero
        v = vyi_parse_two(s, VYI_OP_MAX, v, vyi_parse_known(v.type, 0, pos, v.end), pos);
    if (v.type == VY_TYPE_U32)
        return bound(s, VYI_OP_MIN, v, most, pos);
    v = vyi_parse_cast(s, VY_TYPE_U64, &v, pos);
    most = vyi_parse_cast(s, VY_TYPE_U64, &most, pos);
    v = vyi_parse_two(s, VYI_OP_MIN, v, most, pos);
    v = vyi_parse_cast(s, VY_TYPE_U32, &v, pos);
    vyi_parse_let(s, &v, NULL);
    return vyi_at(s->p, v.ref)->x;
}

/// "[" from ".." to "]" behind a buffer's name.
NOINLINE static bool slice(struct parser *s, struct store *b)
{
    uint32_t pos = here(s), mark = s->stack.count;
    bool ok = true;
    next(s);
    for (int i = 0; i < 2; i++) {
        if (i && !vyi_parse_expect(s, VYI_TOKEN_DOTS, "between the ends of a slice"))
            return false;
        struct value v = vyi_parse_expr(s, VY_TYPE_U32);
        ok = vyi_parse_integer(s, &v, VY_TYPE_U32, b->name) && ok;
        vyi_parse_push(s, &v);
    }
    ok = vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the slice") && ok;
    if (ok && s->stack.count == mark + 2) {
        vyi_parse_hoist(s);
        struct value most = vyi_parse_len(s, b, b->rank > 1 ? 1 : 0, pos);
        uint32_t to = slice_end(s, s->stack.at[mark + 1], most);
        uint32_t from = slice_end(s, s->stack.at[mark], vyi_parse_read(s, to, pos));
        struct value end = vyi_parse_read(s, to, pos), start = vyi_parse_read(s, from, pos);
        uint32_t count = bound(s, VYI_OP_SUB, end, start, pos);
        if (b->sliced) { // a slice of a slice
            struct value outer = vyi_parse_read(s, b->from, pos), in = vyi_parse_read(s, from, pos);
            if (b->window)
                in = vyi_parse_cast(s, VY_TYPE_U64, &in, pos);
            from = bound(s, VYI_OP_ADD, outer, in, pos);
        }
        b->sliced = true;
        b->from = from;
        b->count = count;
    }
    vyi_parse_drop(s, mark);
    return ok;
}

void vyi_parse_window(struct parser *s, const struct store *b, uint32_t pos)
{
    uint32_t mark = s->stack.count;
    bool ok = kind(s) == VYI_TOKEN_NAME && !strcmp(spelling(s, tok(s)->name), "window");
    if (!ok)
        FAIL_SHAPE_TOKEN(s, tok(s), VYI_DIAG(NOT_A_VALUE), b->name, b->name, b->name);
    next(s);
    for (int i = 0; i < 2 && !s->panic; i++) {
        vyi_parse_expect(s, i ? VYI_TOKEN_COMMA : VYI_TOKEN_OPEN, "and an address and a count");
        struct value v = vyi_parse_expr(s, VY_TYPE_U64);
        ok = vyi_parse_coerce(s, &v, VY_TYPE_U64, i ? "the count" : "the address") && ok;
        vyi_parse_push(s, &v);
    }
    if (!s->panic && vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the count") && ok &&
        s->stack.count == mark + 2) {
        struct value bytes = vyi_parse_known(VY_TYPE_U64, vyi_type_bytes(b->elem), pos, s->end);
        struct value most = vyi_parse_known(VY_TYPE_U32, UINT32_MAX, pos, s->end);
        vyi_parse_hoist(s);
        uint32_t from = bound(s, VYI_OP_DIV, s->stack.at[mark], bytes, pos);
        uint32_t count = slice_end(s, s->stack.at[mark + 1], most);
        struct value v[2] = {vyi_parse_read(s, from, pos), vyi_parse_read(s, count, pos)};
        vyi_parse_stmt(s, VYI_OP_SET, b->from, vyi_parse_node(s, &v[0]), pos);
        vyi_parse_stmt(s, VYI_OP_SET, b->count, vyi_parse_node(s, &v[1]), pos);
    }
    vyi_parse_drop(s, mark);
}

/// A buffer, array or table as an argument: its place in the parser's stores + 1, or 0.
NOINLINE static uint32_t store_argument(struct parser *s, const struct function *f,
                                        const struct argument *a)
{
    uint32_t pos = here(s);
    const struct store *found = vyi_parse_store(s, "a buffer, array or table");
    if (!found)
        return 0;
    uint32_t index = (uint32_t)(found - s->stores.at);
    bool ok = fits(s, f, a, found, pos, s->end - pos);
    if (kind(s) == VYI_TOKEN_OPEN_INDEX) {
        struct store b = *found;
        ok = slice(s, &b) && ok;
        index = KEEP(s, &s->stores, b);
    } else if (kind(s) != VYI_TOKEN_COMMA && kind(s) != VYI_TOKEN_CLOSE) {
        vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the argument");
    }
    return ok ? index + 1 : 0;
}

static void wrong_count(struct parser *s, const struct function *f, const struct vyi_token *t,
                        uint32_t given)
{
    const char *list = "";
    for (uint32_t i = 0; i < f->arg_count && i < 8; i++)
        list = vyi_parse_text(s, "%s%s%s", list, i ? ", " : "", s->args.at[f->arg + i].b.name);
    vyi_parse_declared(s, f->pos, spelling(s, f->name));
    vyi_parse_wrong_count(
        s, t, f->arg_count, given,
        vyi_parse_text(s, "%s(%s%s)", spelling(s, f->name), list, f->arg_count > 8 ? ", …" : ""));
}

/// Functions may share a name where the types of their first arguments differ: takes the one for
/// the type of that argument. A number without a type is what is wanted of the call, if it can be.
static void choose(struct parser *s, struct function *f, uint32_t *fn, uint8_t type)
{
    uint32_t other = type ? vyi_parse_overload(s, *fn, type) : 0;
    if (!other || other == *fn)
        return;
    *f = s->functions.at[other];
    *fn = other;
}

/// Reads the arguments of a call: values onto the stack, stores into `stores`. False: an error.
NOINLINE static bool arguments(struct parser *s, struct function *f, uint32_t *fn, uint8_t want,
                               const struct vyi_token *t, uint32_t *stores)
{
    uint32_t given = 0;
    bool ok = true;
    next(s);
    if (kind(s) != VYI_TOKEN_CLOSE)
        do {
            const struct argument *a = given < f->arg_count ? &s->args.at[f->arg + given] : NULL;
            given++;
            if (a && a->b.role) {
                stores[given - 1] = store_argument(s, f, a);
                ok = ok && stores[given - 1];
                continue;
            }
            if (given == 1)
                choose(s, f, fn, want);
            struct value v = vyi_parse_expr(s, a ? s->args.at[f->arg + given - 1].b.elem : 0);
            if (given == 1)
                choose(s, f, fn, v.flex ? 0 : v.type);
            a = given <= f->arg_count ? &s->args.at[f->arg + given - 1] : NULL;
            uint8_t type = a ? a->b.elem : 0;
            if (a && (v.type != type || v.kind == VALUE_NONE)) {
                const char *place = a->b.name; // an untyped value reports without it
                if (is_typed(&v))
                    place = vyi_parse_text(s, "argument '%s'", place);
                ok = vyi_parse_coerce(s, &v, type, place) && ok;
            }
            if (a)
                vyi_parse_push(s, &v);
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments"))
        return false;
    if (given != f->arg_count)
        wrong_count(s, f, t, given);
    return ok && given == f->arg_count;
}

// ---- expansion ----
static void bind_arguments(struct parser *s, const struct function *f, uint32_t mark,
                           const uint32_t *stores)
{
    uint32_t used = mark;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct argument *a = &s->args.at[f->arg + i];
        if (a->b.role) {
            vyi_parse_bind(s, &a->token, BIND_STORE, stores[i] - 1);
            continue;
        }
        struct value v = used < s->stack.count ? s->stack.at[used] : vyi_parse_none(s, a->b.pos);
        used++;
        const struct vyi_node *n = v.kind == VALUE_NODE ? vyi_at(s->p, v.ref) : NULL;
        if (n && n->op == VYI_OP_LOCAL)
            vyi_parse_bind(s, &a->token, BIND_LOCAL, n->x);
        else
            vyi_parse_bind(s, &a->token, BIND_VALUE, KEEP(s, &s->values, v));
    }
}

/// Lets for the arguments that are no leaves, named like the function's argument.
static void settle_arguments(struct parser *s, const struct function *f, uint32_t mark)
{
    uint32_t used = mark, count = s->stack.count;
    if (count < mark) // only after memory ran out
        return;
    s->stack.count = mark;
    vyi_parse_hoist(s); // what waited before the arguments, which get names of their own
    s->stack.count = count;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct argument *a = &s->args.at[f->arg + i];
        if (a->b.role || used >= s->stack.count)
            continue;
        struct value *v = &s->stack.at[used++];
        if (!vyi_parse_is_leaf(s, v))
            vyi_parse_let(s, v, a->b.name);
    }
}

static bool may_inline(struct parser *s, const struct function *f, uint32_t pos, uint32_t length)
{
    uint32_t open = 0;
    for (const struct frame *o = s->frame; o; o = o->outer)
        open++;
    if (open > PARSE_MAX_CALLS || s->levels.count + 1 >= sizeof s->levels.at / sizeof *s->levels.at)
        return FAIL(s, pos, length, VYI_DIAG(PARSE_LIMIT), "calls within calls",
                    (int)PARSE_MAX_CALLS, "call fewer functions from functions");
    s->spent.inlined += f->tokens + 16u;
    if (s->spent.inlined > PARSE_MAX_INLINED) {
        FAIL(s, pos, length, VYI_DIAG(PARSE_LIMIT), "tokens read again by inlining",
             (int)PARSE_MAX_INLINED, "call large functions in a loop, not many times");
        vyi_parse_stop(s);
        return false;
    }
    return true;
}

/// Reads the body at the current token, in the frame that go_to() set.
static void body(struct parser *s)
{
    uint32_t bindings = s->bindings.count;
    s->levels.at[s->levels.count++] = (struct level){.around = AROUND_FN};
    s->ends = false;
    next(s); // "{"
    vyi_parse_statements(s, true);
    s->levels.count--;
    vyi_parse_unbind(s, bindings);
}

/// A call that is not followed gives values that are not known.
NOINLINE static uint32_t opaque(struct parser *s, const struct function *f, struct value *results,
                                uint32_t pos, bool known)
{
    for (uint32_t i = 0; i < f->result_count; i++)
        results[i] = known ? vyi_parse_made(s, vyi_node_literal(s->p, f->results[i], 0, pos),
                                            f->results[i], pos, 1, true)
                           : vyi_parse_none(s, pos);
    return f->result_count;
}

NOINLINE static void expand(struct parser *s, const struct function *f, struct frame *frame,
                            uint32_t mark, const uint32_t *stores)
{
    uint32_t pos = frame->call_pos, values = s->values.count, bindings = s->bindings.count;
    struct place before = s->place;
    settle_arguments(s, f, mark);
    for (uint32_t i = 0; f->early && i < f->result_count; i++) {
        struct value zero = vyi_parse_known(f->results[i], 0, pos, pos);
        frame->result[i] =
            vyi_parse_local(s, VYI_LOCAL_VAR, f->results[i], spelling(s, f->name), pos);
        vyi_parse_stmt(s, VYI_OP_DEFINE, frame->result[i], vyi_parse_node(s, &zero), pos);
    }
    frame->label = f->early ? s->p->labels++ : 0;
    uint32_t stmts = s->stmts.count;
    bool fits_in = !f->early || s->nest < VYI_MAX_NESTING;
    if (!fits_in)
        FAIL(s, pos, frame->call_length, VYI_DIAG(NESTING), (int)VYI_MAX_NESTING);
    s->nest += f->early;
    go_to(s, f, frame);
    bind_arguments(s, f, mark, stores);
    vyi_parse_drop(s, mark);
    s->waiting = s->stack.count;
    if (fits_in)
        body(s);
    vyi_parse_unbind(s, bindings);
    s->values.count = values;
    vyi_parse_resume(s, &before);
    if (f->early) {
        vyi_ref seq = vyi_parse_seq(s, stmts, pos);
        vyi_parse_stmt(s, VYI_OP_BLOCK, frame->label, seq, pos);
    }
}

NOINLINE static uint32_t run_call(struct parser *s, const struct function *f, uint32_t mark,
                                  const uint32_t *stores, uint32_t pos, uint32_t fn,
                                  struct value *results)
{
    struct frame frame = {.outer = s->frame,
                          .fn = f,
                          .fn_index = fn,
                          .number = ++s->frames,
                          .call_pos = pos,
                          .call_length = s->end - pos,
                          .base = s->levels.count};
    uint32_t end = s->end;
    bool panic = s->panic, ends = s->ends;
    s->depth += 4;
    expand(s, f, &frame, mark, stores);
    s->depth -= 4;
    s->panic = panic;
    s->ends = ends;
    for (uint32_t i = 0; i < f->result_count; i++) {
        if (f->early)
            results[i] = vyi_parse_read(s, frame.result[i], pos);
        else
            results[i] = frame.returned ? frame.value[i] : vyi_parse_none(s, pos);
        results[i].pos = pos;
        results[i].end = end;
        results[i].flex = false; // the function's head states the type
    }
    return f->result_count;
}

uint32_t vyi_parse_inline(struct parser *s, uint32_t fn, uint8_t want, struct value *results)
{
    struct function f = s->functions.at[fn]; // a copy: the list may move
    const struct vyi_token *t = tok(s);
    uint32_t pos = here(s), mark = s->stack.count, stores[PARSE_MAX_ARGS] = {0};
    uint32_t kept = s->stores.count;
    next(s);
    bool ok = arguments(s, &f, &fn, want, t, stores) && !s->panic;
    uint32_t count;
    if (s->launch && ok) {
        vyi_parse_no_launch(s, pos, s->end - pos, "a function of your own");
        ok = false;
    }
    if (!ok || f.bad || s->check || !may_inline(s, &f, pos, s->end - pos))
        count = opaque(s, &f, results, pos, ok && s->check && !f.bad);
    else
        count = run_call(s, &f, mark, stores, pos, fn, results);
    vyi_parse_drop(s, mark);
    s->stores.count = kept;
    return s->panic ? 0 : count;
}

// ---- checking ----
static void bind_abstract(struct parser *s, const struct function *f)
{
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct argument *a = &s->args.at[f->arg + i];
        if (!a->b.elem)
            vyi_parse_bind(s, &a->token, BIND_NONE, 0);
        else if (a->b.role)
            vyi_parse_bind_store(s, &a->token, a->b);
        else
            vyi_parse_bind(s, &a->token, BIND_LOCAL,
                           vyi_parse_local(s, VYI_LOCAL_LET, a->b.elem, a->b.name, a->b.pos));
    }
}

static void check_fn(struct parser *s, uint32_t fn)
{
    struct function f = s->functions.at[fn];
    struct rewind start = vyi_parse_mark(s);
    uint32_t bindings = s->bindings.count;
    struct frame frame = {.fn = &f, .fn_index = fn, .number = ++s->frames, .base = s->levels.count};
    struct place before = s->place;
    s->check = true;
    go_to(s, &f, &frame);
    bind_abstract(s, &f);
    body(s);
    bool falls = f.result_count && !s->ends;
    if (falls && s->report.errors == start.errors)
        FAIL(s, f.pos, (uint32_t)strlen(spelling(s, f.name)), VYI_DIAG(MISSING_RETURN),
             spelling(s, f.name));
    vyi_parse_unbind(s, bindings);
    uint32_t after = s->t;
    vyi_parse_resume(s, &before);
    s->check = false;
    s->t = after;
    s->end = s->base + s->lex->tokens.at[after ? after - 1 : 0].at + 1;
    struct function *own = &s->functions.at[fn];
    own->tokens = after > start.t ? after - start.t : 0;
    own->bad = own->bad || s->report.errors != start.errors;
    vyi_parse_forget(s, &start);
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

static bool argument(struct parser *s)
{
    const struct vyi_token *t = vyi_parse_new_name(s, "a name for the argument");
    if (!t || !vyi_parse_expect(s, VYI_TOKEN_COLON, "and a type, as in u32 or in u32[]"))
        return false;
    struct argument a = {.token = *t, .b = {.pos = pos_of(s, t), .name = spelling(s, t->name)}};
    struct store *b = &a.b;
    uint32_t k = kind(s);
    bool is_store = k == VYI_TOKEN_IN || k == VYI_TOKEN_INOUT || k == VYI_TOKEN_SHARED;
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
            FAIL_SHAPE(s, b->pos, t->length, VYI_DIAG(PARSE_LIMIT), "sizes of a buffer",
                       (int)VYI_MAX_RANK, "compute one index from several");
        if (kind(s) != VYI_TOKEN_CLOSE_INDEX)
            stated_sizes(s, b);
        vyi_parse_expect(s, VYI_TOKEN_CLOSE_INDEX, "after the sizes");
    }
    KEEP(s, &s->args, a);
    return !s->panic && b->elem;
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
    f.bad = !signature(s, &f);
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
    } else {
        check_fn(s, index);
    }
    s->functions.at[index].open = false;
}
