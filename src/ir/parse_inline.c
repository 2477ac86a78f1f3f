// Calls of functions, whose bodies are read again.
//
// A call becomes the statements of the body, put before the statement it stands in. Arguments are
// bound to lets unless they are leaves that cannot change. A last `return` just gives its values;
// with any other one, the body becomes a block that every return leaves after setting result
// variables.
#include "ir/parse.h"

void vyi_parse_go_to(struct parser *s, const struct function *f, struct frame *frame)
{
    const struct vyi_lex *lex = s->files.at[f->home].lex;
    // while the body is checked, its end is not known
    const struct vyi_token *last = &lex->tokens.at[f->body + f->tokens - 1];
    uint32_t size = f->tokens ? last->at + last->length + 1 : lex->size + 1;
    const char *types = "";
    for (uint32_t i = 0; i < f->type_count; i++)
        types =
            vyi_parse_text(s, "%s%s%s is %s", types, i ? " and " : ", where ",
                           spelling(s, f->type[i].token.name), vyi_type_name(frame->types.at[i]));
    struct vyi_inlined call = {.size = lex->base + size - f->pos,
                               .text = f->pos,
                               .caller = frame->call_pos,
                               .length = frame->call_length,
                               .name = spelling(s, f->name),
                               .types = types};
    bool own = (call.caller || f->type_count) && !(s->allowed & VYI_PARSE_OWN);
    const struct vyi_inlined *made =
        own ? vyi_sources_call(s->context, &s->p->sources, &call) : NULL;
    if (own && !made)
        vyi_parse_failed(s);
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
    for (uint32_t i = 0; i < f->type_count; i++)
        vyi_parse_bind(s, &f->type[i].token, BIND_TYPE, frame->types.at[i]);
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
                 const struct store *b, uint32_t pos, uint32_t length, struct types *types)
{
    struct store decided_as = a->b;
    const struct store *want = &decided_as;
    decided_as.elem = vyi_parse_decide(types, a->b.elem, b->elem, true, pos, length);
    bool role = want->role == VY_ROLE_IN || (want->role == VY_ROLE_INOUT && b->writable) ||
                (want->role == VY_ROLE_SHARED && b->role == VY_ROLE_SHARED);
    if (role && want->elem == b->elem && want->rank == b->rank && want->atomic == b->atomic)
        return true;
    struct store meant = *b;
    meant.role = want->role;
    bool other = want->elem != b->elem && a->b.elem & PARSE_TYPE_NAME;
    vyi_parse_decided(s, f, types, other ? a->b.elem : 0);
    vyi_report_note(&s->report, want->pos, a->token.length, "the argument is declared here");
    vyi_parse_declared(s, b->pos, b->name);
    return FAIL(
        s, pos, length, VYI_DIAG(ARG_STORE), want->name, spelling(s, f->name), store_text(s, want),
        b->name, store_text(s, b),
        other ? "pass buffers of one type"
        : role
            ? vyi_parse_text(s, "declare the argument '%s: %s'", want->name, store_text(s, &meant))
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
                                        const struct argument *a, struct types *types)
{
    uint32_t pos = here(s);
    const struct store *found = vyi_parse_store(s, "a buffer, array or table");
    if (!found)
        return 0;
    uint32_t index = (uint32_t)(found - s->stores.at);
    bool ok = fits(s, f, a, found, pos, s->end - pos, types);
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

/// What a call names, until its arguments are read.
struct callee {
    struct function f; ///< a copy: the list may move
    uint32_t fn;
    uint8_t want; ///< of the call
    bool passed;  ///< it is an argument itself, and one function
};

/// Functions may share a name where the types of their first arguments differ: takes the one for
/// the type of that argument. A number without a type is what is wanted of the call, if it can be.
static void choose(struct parser *s, struct callee *c, uint8_t type)
{
    uint32_t other = type && !c->passed ? vyi_parse_overload(s, c->fn, type) : 0;
    if (!other || other == c->fn)
        return;
    c->f = s->functions.at[other];
    c->fn = other;
}

/// NAME, or an operator in parentheses: a function's number, PARSE_OPERATOR and an operator's, or 0
/// with an error.
static uint32_t function_argument(struct parser *s, const struct argument *a)
{
    const uint32_t arity = s->functions.at[a->fn].arg_count;
    bool open = accept(s, VYI_TOKEN_OPEN);
    const struct vyi_token *t = tok(s);
    uint32_t fn = t->kind == VYI_TOKEN_NAME ? vyi_parse_find_fn(s, t->name) : 0;
    uint8_t op = fn ? 0 : vyi_op_find(s->lex->text + t->at, t->length, arity);
    op = vyi_op_info(op)->kind == VYI_KIND_OP ? op : 0;
    if (t->kind != VYI_TOKEN_NAME && (!open || !op)) {
        vyi_parse_expect(s, VYI_TOKEN_KINDS, "a function's name, or an operator as in (+)");
        return 0;
    }
    next(s);
    if (open && !vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the operator"))
        return 0;
    if (fn || op)
        return fn ? fn : PARSE_OPERATOR | op;
    uint8_t other = vyi_parse_call_word(s, t->name)->op;
    if (other && vyi_op_info(other)->kind == VYI_KIND_OP)
        vyi_parse_wrong_count(s, t, vyi_op_info(other)->arity, arity, "pass another function");
    else
        vyi_parse_unknown(s, t, true);
    return 0;
}

/// Reads the arguments of a call: values onto the stack, the others into `passed`, what they decide
/// into `types`. False: an error.
static bool arguments(struct parser *s, struct callee *c, const struct vyi_token *t,
                      struct passed *passed, struct types *types)
{
    const struct function *f = &c->f;
    uint32_t given = 0;
    bool ok = true;
    next(s);
    if (kind(s) != VYI_TOKEN_CLOSE)
        do {
            const struct argument *a = given < f->arg_count ? &s->args.at[f->arg + given] : NULL;
            given++;
            if (a && !vyi_parse_is_value(a)) {
                struct passed *p = &passed[given - 1];
                p->pos = here(s);
                p->x = a->fn ? function_argument(s, a) : store_argument(s, f, a, types);
                p->length = s->end - p->pos;
                ok = ok && p->x;
                continue;
            }
            if (given == 1)
                choose(s, c, c->want);
            a = given <= f->arg_count ? &s->args.at[f->arg + given - 1] : NULL;
            uint8_t type = a ? vyi_type_value(vyi_parse_actual(types, a->b.elem)) : 0;
            struct value v = vyi_parse_expr(s, type);
            if (given == 1)
                choose(s, c, v.flex ? 0 : v.type);
            a = given <= f->arg_count ? &s->args.at[f->arg + given - 1] : NULL;
            if (a && is_typed(&v) && !v.flex)
                vyi_parse_decide(types, a->b.elem, v.type, false, v.pos, v.end - v.pos);
            ok = ok && v.kind != VALUE_NONE;
            if (a)
                vyi_parse_push(s, &v);
        } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    if (!vyi_parse_expect(s, VYI_TOKEN_CLOSE, "after the arguments"))
        return false;
    if (given != f->arg_count)
        wrong_count(s, f, t, given);
    return ok && given == f->arg_count;
}

/// A buffer that is passed twice, for arguments of which one is written and one is to be distinct.
static bool are_distinct(struct parser *s, const struct function *f, const struct passed *passed)
{
    for (uint32_t i = 1; i < f->arg_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const struct argument *a = &s->args.at[f->arg + i], *b = &s->args.at[f->arg + k];
            if (!a->b.role || !b->b.role || !(a->b.distinct || b->b.distinct) ||
                !(a->b.writable || b->b.writable))
                continue;
            const struct store *p = &s->stores.at[passed[i].x - 1];
            const struct store *q = &s->stores.at[passed[k].x - 1];
            if (p->kind != q->kind || p->x != q->x || (p->sliced && q->sliced))
                continue;
            vyi_report_note(&s->report, passed[k].pos, passed[k].length, "it is passed here too");
            return FAIL(s, passed[i].pos, passed[i].length, VYI_DIAG(ARG_DISTINCT), p->name,
                        b->b.name, a->b.name, spelling(s, f->name));
        }
    return true;
}

/// The same, and all types are decided.
NOINLINE static bool typed_arguments(struct parser *s, struct callee *c, const struct vyi_token *t,
                                     struct passed *passed, struct types *types)
{
    struct rewind start = vyi_parse_mark(s);
    bool again = false, ok = arguments(s, c, t, passed, types);
    ok = ok && vyi_parse_decide_rest(s, &c->f, start.stack, passed, types, &again);
    if (again && vyi_parse_rewind(s, &start))
        ok = arguments(s, c, t, passed, types);
    again = false;
    return ok && vyi_parse_decide_rest(s, &c->f, start.stack, passed, types, &again) &&
           (s->check || are_distinct(s, &c->f, passed));
}

// ---- expansion ----
void vyi_parse_bind_head(struct parser *s, const struct argument *a, const struct types *types,
                         uint8_t op)
{
    struct function f = s->functions.at[a->fn];
    uint32_t first = f.arg;
    f.arg = s->args.count;
    f.op = op;
    for (uint32_t i = 0; i < f.arg_count; i++) {
        struct argument one = s->args.at[first + i];
        one.b.elem = vyi_parse_actual(types, one.b.elem);
        KEEP(s, &s->args, one);
    }
    f.results[0] = vyi_type_value(vyi_parse_actual(types, f.results[0]));
    vyi_parse_bind(s, &a->token, BIND_FN, KEEP(s, &s->functions, f));
}

static void bind_arguments(struct parser *s, const struct function *f, uint32_t mark,
                           const struct passed *passed, const struct types *types)
{
    uint32_t used = mark;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        const struct argument one = s->args.at[f->arg + i], *a = &one; // the list may move
        if (!vyi_parse_is_value(a)) {
            if (passed[i].x & PARSE_OPERATOR)
                vyi_parse_bind_head(s, a, types, (uint8_t)passed[i].x);
            else
                vyi_parse_bind(s, &a->token, a->fn ? BIND_FN : BIND_STORE, passed[i].x - !a->fn);
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
        if (!vyi_parse_is_value(a) || used >= s->stack.count)
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

void vyi_parse_body(struct parser *s)
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
                            uint32_t mark, const struct passed *passed)
{
    uint32_t pos = frame->call_pos, values = s->values.count, bindings = s->bindings.count;
    uint32_t functions = s->functions.count, args = s->args.count, nodes = s->p->nodes.count;
    struct place before = s->place;
    settle_arguments(s, f, mark);
    for (uint32_t i = 0; f->early && i < f->result_count; i++) {
        struct value zero = vyi_parse_known(f->results[i], 0, pos, pos);
        const char *name = spelling(s, f->name), *space = strchr(name, '.');
        frame->result[i] =
            vyi_parse_local(s, VYI_LOCAL_VAR, f->results[i], space ? space + 1 : name, pos);
        vyi_parse_stmt(s, VYI_OP_DEFINE, frame->result[i], vyi_parse_node(s, &zero), pos);
    }
    frame->label = f->early ? s->p->labels++ : 0;
    uint32_t stmts = s->stmts.count;
    bool fits_in = !f->early || s->nest < VYI_MAX_NESTING;
    if (!fits_in)
        FAIL(s, pos, frame->call_length, VYI_DIAG(NESTING), (int)VYI_MAX_NESTING);
    s->nest += f->early;
    vyi_parse_go_to(s, f, frame);
    bind_arguments(s, f, mark, passed, &frame->types);
    vyi_parse_drop(s, mark);
    s->waiting = s->stack.count;
    if (fits_in)
        vyi_parse_body(s);
    vyi_parse_unbind(s, bindings);
    s->functions.count = functions;
    s->args.count = args;
    s->values.count = values;
    vyi_parse_resume(s, &before);
    if (!f->early)
        vyi_parse_share(s, frame, stmts, nodes);
    if (f->early) {
        vyi_ref seq = vyi_parse_seq(s, stmts, pos);
        vyi_parse_stmt(s, VYI_OP_BLOCK, frame->label, seq, pos);
    }
}

NOINLINE static uint32_t run_call(struct parser *s, const struct function *f, uint32_t mark,
                                  const struct passed *passed, uint32_t pos, uint32_t fn,
                                  const struct types *types, struct value *results)
{
    struct frame frame = {.outer = s->frame,
                          .fn = f,
                          .fn_index = fn,
                          .number = ++s->frames,
                          .call_pos = pos,
                          .call_length = s->end - pos,
                          .types = *types,
                          .base = s->levels.count,
                          .memories = s->memories.count};
    uint32_t end = s->end;
    bool panic = s->panic, ends = s->ends;
    s->depth += 4;
    expand(s, f, &frame, mark, passed);
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
    const struct vyi_token *t = tok(s);
    const struct binding *b = vyi_parse_find(s, t->name);
    struct callee c = {s->functions.at[fn], fn, want, b && b->kind == BIND_FN};
    uint32_t pos = here(s), mark = s->stack.count;
    struct passed passed[PARSE_MAX_ARGS] = {0};
    uint32_t kept = s->stores.count;
    struct types types = {0};
    next(s);
    bool ok = typed_arguments(s, &c, t, passed, &types) && !s->panic;
    struct function *f = &c.f;
    for (uint32_t i = 0; i < f->result_count; i++)
        f->results[i] = vyi_type_value(vyi_parse_actual(&types, f->results[i]));
    uint32_t count;
    if (s->launch && ok) {
        vyi_parse_no_launch(s, pos, s->end - pos, "a function of your own");
        ok = false;
    }
    if (ok && f->op && !s->check) {
        results[0] = vyi_parse_pure(s, f->op, s->stack.at + mark, pos, t->length, 0);
        results[0].pos = pos;
        results[0].end = s->end;
        count = 1;
    } else if (!ok || f->bad || s->check || !may_inline(s, f, pos, s->end - pos))
        count = opaque(s, f, results, pos, ok && s->check && !f->bad);
    else
        count = run_call(s, f, mark, passed, pos, c.fn, &types, results);
    vyi_parse_drop(s, mark);
    s->stores.count = kept;
    return s->panic ? 0 : count;
}
