// Control flow: branches, loops, what jumps out of them, and return.
#include "ir/parse.h"

// ---- control flow ----
/// if … else if … else: the links wait on a stack, so a long chain needs no recursion.
void vyi_parse_if(struct parser *s)
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
        KEEP(s, &s->chain, link);
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
            otherwise = vyi_parse_seq(s, link.mark, link.pos);
    }
    vyi_parse_unbind(s, bindings);
}

/// After a header that cannot be read: what it names exists, so that the body is not full of
/// unknown names.
static void absorb_header(struct parser *s)
{
    for (; kind(s) != VYI_TOKEN_OPEN_BLOCK && kind(s) != VYI_TOKEN_END &&
           kind(s) != VYI_TOKEN_CLOSE_BLOCK &&
           !(s->panic && vyi_parse_begins(tok(s)) && kind(s) != VYI_TOKEN_NAME);
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
    bool negative = false;
    for (int i = 0; i < 2; i++) {
        if (v[i].kind == VALUE_REAL)
            return FAIL_AT(s, &v[i], VYI_DIAG(RANGE_TYPE), "a float");
        if (!type && is_typed(&v[i]))
            type = v[i].type;
        negative |= v[i].kind == VALUE_INT && v[i].untyped.i < 0;
    }
    type = type ? type : negative ? VY_TYPE_I32 : VY_TYPE_U32;
    if (v[0].kind == VALUE_NONE || v[1].kind == VALUE_NONE)
        return 0;
    if (!(vyi_type_class(type) & VYI_CLASS_INT)) {
        const struct value *bad = &v[v[0].type != type];
        vyi_parse_source(s, bad);
        return FAIL_AT(s, bad, VYI_DIAG(RANGE_TYPE), vyi_type_name(type));
    }
    return vyi_parse_coerce(s, &v[0], type, "the start of the range") &&
                   vyi_parse_coerce(s, &v[1], type, "the end of the range")
               ? type
               : 0;
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
    uint32_t closed = kind(s) == VYI_TOKEN_SET ? here(s) : 0;
    if (closed)
        next(s);
    v[1] = vyi_parse_expr(s, is_typed(&v[0]) ? v[0].type : fixed);
    if (closed) { // from..to + 1; an end of lower precedence than + stands in parentheses
        const char *to = vyi_parse_snippet(s, v[1].pos, v[1].end);
        FAIL_SHAPE(s, closed, 1, VYI_DIAG(CLOSED_RANGE), vyi_parse_snippet(s, v[0].pos, v[0].end),
                   strpbrk(to, "?&|^<>=") ? vyi_parse_text(s, "(%s)", to) : to);
    }
    v[0] = vyi_parse_pop(s, slot);
    if (s->panic)
        return t;
    *type = range_type(s, v, fixed);
    vyi_parse_push(s, &v[0]);
    vyi_parse_push(s, &v[1]);
    return t;
}

/// The head of a for, each or fixpoint: its ranges, then its body with their indices bound.
struct head {
    uint32_t mark, bindings, count; ///< count: ranges
    const struct vyi_token *name[PARSE_MAX_AXES];
    uint8_t type[PARSE_MAX_AXES];
    vyi_ref kids[2 * PARSE_MAX_AXES + 2];
    uint32_t used; ///< kids
    bool bad;      ///< its shape is wrong
    bool ok;       ///< the statement can be made
};

static void head_range(struct parser *s, struct head *h, uint8_t fixed)
{
    h->name[h->count] = range(s, fixed, &h->type[h->count]);
    h->ok = h->ok && h->type[h->count];
    h->count++;
}

/// Takes the ends of the ranges; the first index's local.
static uint32_t head_end(struct parser *s, struct head *h)
{
    uint32_t first = s->p->locals.count;
    h->bad = s->panic;
    if (h->bad)
        absorb_header(s);
    s->panic = h->bad && kind(s) != VYI_TOKEN_OPEN_BLOCK;
    h->ok = h->ok && !h->bad && s->stack.count == h->mark + 2 * h->count;
    if (h->ok) {
        vyi_parse_take_nodes(s, 2 * h->count, h->kids);
        h->used = 2 * h->count;
    }
    vyi_parse_drop(s, h->mark);
    for (uint32_t i = 0; i < h->count; i++) {
        const struct vyi_token *t = h->name[i];
        if (!t || (h->bad && vyi_parse_find(s, t->name)))
            continue;
        uint8_t type = h->type[i];
        uint32_t local = 0;
        if (type)
            local = vyi_parse_local(s, VYI_LOCAL_INDEX, type, spelling(s, t->name), pos_of(s, t));
        vyi_parse_bind(s, t, type ? BIND_LOCAL : BIND_NONE, local);
    }
    return first;
}

/// The body, and the statement of it all.
static void head_body(struct parser *s, struct head *h, uint8_t op, uint32_t local, uint32_t aux,
                      uint32_t pos)
{
    uint8_t around = op == VYI_OP_FOR    ? AROUND_LOOP
                     : op == VYI_OP_EACH ? AROUND_EACH
                                         : AROUND_FIXPOINT;
    h->kids[h->used++] = s->panic ? none : vyi_parse_block(s, around);
    vyi_parse_unbind(s, h->bindings);
    s->ends = false;
    if (h->ok)
        vyi_parse_emit(s, vyi_node_list(s->p, op, 0, local, h->kids, h->used, aux, 0, pos));
}

void vyi_parse_for(struct parser *s, uint32_t pos)
{
    struct head h = {.mark = s->stack.count, .bindings = s->bindings.count, .ok = true};
    head_range(s, &h, 0);
    struct value step = {0};
    const struct vyi_token *word = tok(s);
    bool stepped = word->kind == VYI_TOKEN_NAME && !strcmp(spelling(s, word->name), "step");
    if (stepped && !s->panic) {
        next(s);
        step = vyi_parse_expr(s, h.type[0]);
        if (h.type[0] && !vyi_parse_coerce(s, &step, h.type[0], "the step"))
            h.type[0] = h.ok = 0;
    }
    uint32_t local = head_end(s, &h);
    h.kids[h.used++] = h.ok && stepped ? vyi_parse_node(s, &step) : none;
    head_body(s, &h, VYI_OP_FOR, local, 0, pos);
}

void vyi_parse_each(struct parser *s, uint32_t pos)
{
    struct head h = {.mark = s->stack.count, .bindings = s->bindings.count, .ok = true};
    do {
        if (h.count == PARSE_MAX_AXES) {
            FAIL_SHAPE(s, here(s), 1, VYI_DIAG(PARSE_LIMIT), "ranges of an each",
                       (int)PARSE_MAX_AXES, "deal one range and compute the rest from it");
            break;
        }
        head_range(s, &h, 0);
    } while (!s->panic && accept(s, VYI_TOKEN_COMMA));
    head_body(s, &h, VYI_OP_EACH, head_end(s, &h), 0, pos);
}

void vyi_parse_fixpoint(struct parser *s, const struct vyi_token *result, uint32_t pos)
{
    uint32_t made = 0;
    struct head h = {.mark = s->stack.count, .bindings = s->bindings.count, .ok = true};
    head_range(s, &h, VY_TYPE_U32);
    uint32_t local = head_end(s, &h);
    if (result)
        made = 1 + vyi_parse_local(s, VYI_LOCAL_LET, VY_TYPE_U32, spelling(s, result->name),
                                   pos_of(s, result));
    head_body(s, &h, VYI_OP_FIXPOINT, local, made, pos);
    if (result)
        vyi_parse_bind(s, result, BIND_LOCAL, made - 1);
}

/// while c { … }; where c needs statements: loop { …; if !c { break } … }
void vyi_parse_while(struct parser *s, uint32_t pos)
{
    uint32_t mark = s->stmts.count;
    struct value v = vyi_parse_condition(s, "the condition");
    bool separate = s->stmts.count > mark;
    vyi_ref test = v.kind == VALUE_NONE ? none : vyi_parse_node(s, &v);
    if (!separate) {
        vyi_ref seq = vyi_parse_block(s, AROUND_LOOP);
        vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_WHILE, 0, 0, test, seq, none, pos));
        s->ends = false;
        return;
    }
    uint32_t inner = s->stmts.count;
    vyi_parse_stmt(s, VYI_OP_BREAK, 0, none, v.pos);
    vyi_ref out = vyi_parse_seq(s, inner, v.pos);
    struct value no = v.kind == VALUE_NONE ? v : vyi_parse_pure(s, VYI_OP_LNOT, &v, v.pos, 1, 0);
    if (no.kind != VALUE_NONE)
        test = vyi_parse_node(s, &no);
    vyi_parse_emit(s, vyi_node_fixed(s->p, VYI_OP_IF, 0, 0, test, out, none, v.pos));
    if (vyi_parse_enter(s, AROUND_LOOP, here(s))) {
        vyi_parse_inner_block(s);
        vyi_parse_leave(s);
    }
    vyi_parse_stmt(s, VYI_OP_LOOP, 0, vyi_parse_seq(s, mark, pos), pos);
    s->ends = false;
}

void vyi_parse_loop(struct parser *s, uint32_t pos)
{
    vyi_ref seq = vyi_parse_block(s, AROUND_LOOP);
    s->ends = !s->levels.at[s->levels.count].broken;
    vyi_parse_stmt(s, VYI_OP_LOOP, 0, seq, pos);
}

/// The innermost level of this call that is one of `kinds`, bits by enum around; NULL: none.
static struct level *innermost(struct parser *s, unsigned kinds)
{
    for (uint32_t i = s->levels.count; i > s->frame->base; i--)
        if (kinds >> s->levels.at[i - 1].around & 1)
            return &s->levels.at[i - 1];
    return NULL;
}

void vyi_parse_exit(struct parser *s, uint32_t pos, bool out)
{
    const char *text = out ? "break" : "continue";
    struct level *l = innermost(s, 1 << AROUND_LOOP | 1 << AROUND_EACH | 1 << AROUND_FIXPOINT);
    if (!l || l->around == AROUND_FIXPOINT)
        FAIL(s, pos, s->end - pos, VYI_DIAG(BREAK_OUTSIDE), text,
             l ? "a fixpoint ends by itself after a pass without 'again'"
               : "use 'return', or put it inside a loop");
    else if (l->around == AROUND_EACH && out)
        FAIL(s, pos, s->end - pos, VYI_DIAG(INSIDE_EACH), text,
             "use 'continue' to go on with the next element; the others run all the same");
    else
        vyi_parse_stmt(s, out ? VYI_OP_BREAK : VYI_OP_CONTINUE, 0, none, pos);
    if (l)
        l->broken |= out;
}

void vyi_parse_again(struct parser *s, uint32_t pos)
{
    if (innermost(s, 1 << AROUND_FIXPOINT))
        vyi_parse_stmt(s, VYI_OP_AGAIN, 0, none, pos);
    else
        FAIL(s, pos, 5, VYI_DIAG(AGAIN_OUTSIDE));
}

/// How to end the work on one element of an each from here.
static const char *next_element(struct parser *s)
{
    return innermost(s, 1 << AROUND_LOOP | 1 << AROUND_EACH)->around == AROUND_LOOP
               ? "set a variable and 'break' out of the loop; behind it, test the variable and "
                 "'continue'"
               : "use 'continue' to go on with the next element";
}

/// Reports an each or fixpoint between here and level `to`.
static bool crosses(struct parser *s, uint32_t to, uint32_t pos, uint32_t length, const char *what)
{
    for (uint32_t i = s->levels.count; i > to; i--) {
        uint8_t around = s->levels.at[i - 1].around;
        if (around == AROUND_EACH && !strcmp(what, "return"))
            FAIL(s, pos, length, VYI_DIAG(INSIDE_EACH), what, next_element(s));
        else if (around == AROUND_EACH || around == AROUND_FIXPOINT)
            FAIL(s, pos, length, VYI_DIAG(LEAVE_CROSSES), what,
                 around == AROUND_EACH ? "each" : "fixpoint",
                 around == AROUND_EACH ? "use 'continue' to go on with the next element"
                                       : "set a variable, and test it after the 'fixpoint'");
        else
            continue;
        return true;
    }
    return false;
}

void vyi_parse_leave_block(struct parser *s, uint32_t pos)
{
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_NAME, "the name of a block"))
        return;
    for (uint32_t i = s->levels.count; i > s->frame->base; i--) {
        const struct level *l = &s->levels.at[i - 1];
        if (l->around != AROUND_BLOCK || l->name != t->name)
            continue;
        if (!crosses(s, i, pos, s->end - pos, "leave"))
            vyi_parse_stmt(s, VYI_OP_LEAVE, l->label, none, pos);
        return;
    }
    FAIL(s, pos, s->end - pos, VYI_DIAG(LABEL_UNKNOWN), spelling(s, t->name), spelling(s, t->name));
}

void vyi_parse_named_block(struct parser *s, uint32_t pos)
{
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_NAME, "a name for the block"))
        return;
    if (!vyi_parse_enter(s, AROUND_BLOCK, pos))
        return;
    uint32_t label = s->p->labels++, mark = s->stmts.count, open = here(s);
    s->levels.at[s->levels.count - 1].name = t->name;
    s->levels.at[s->levels.count - 1].label = label;
    vyi_parse_inner_block(s);
    vyi_parse_leave(s);
    s->ends = false;
    vyi_parse_stmt(s, VYI_OP_BLOCK, label, vyi_parse_seq(s, mark, open), pos);
}

// ---- return ----
static void return_from_fn(struct parser *s, uint32_t pos, uint32_t mark, uint32_t count)
{
    struct frame *frame = s->frame;
    const struct function *f = frame->fn;
    while (accept(s, VYI_TOKEN_SEMI))
        ;
    bool last = s->levels.count == frame->base + 1 && kind(s) == VYI_TOKEN_CLOSE_BLOCK;
    if (crosses(s, frame->base, pos, 6, "return"))
        return;
    if (s->check) {
        s->functions.at[frame->fn_index].early |= !last;
        return;
    }
    for (uint32_t i = 0; i < count && mark + i < s->stack.count; i++) {
        struct value v = s->stack.at[mark + i];
        if (v.kind == VALUE_NONE)
            return;
        if (f->early)
            vyi_parse_stmt(s, VYI_OP_SET, frame->result[i], vyi_parse_node(s, &v), pos);
        else if ((count > 1 && !vyi_parse_is_leaf(s, &v)) || v.depth > VYI_MAX_EXPR_DEPTH / 2)
            vyi_parse_let(s, &v, NULL);
        frame->value[i] = v;
    }
    frame->returned = true;
    if (f->early && !last)
        vyi_parse_stmt(s, VYI_OP_LEAVE, frame->label, none, pos);
}

void vyi_parse_return(struct parser *s, uint32_t pos)
{
    const struct function *f = s->frame->fn;
    uint32_t mark = s->stack.count, count = 0, k = kind(s);
    bool more = k == VYI_TOKEN_NAME ||
                (k > VYI_TOKEN_NAME && k < VYI_TOKEN_SEMI && k != VYI_TOKEN_COMMA) ||
                k == VYI_TOKEN_OPEN || vyi_token_literal(k);
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
        vyi_parse_drop(s, mark);
        return;
    }
    if (!f) {
        if (count)
            FAIL(s, pos, s->end - pos, VYI_DIAG(BODY_RETURN));
        else if (innermost(s, 1 << AROUND_EACH))
            FAIL(s, pos, 6, VYI_DIAG(INSIDE_EACH), "return", next_element(s));
        else
            vyi_parse_stmt(s, VYI_OP_RETURN, 0, none, pos);
    } else if (count != f->result_count) {
        FAIL(s, pos, s->end - pos, VYI_DIAG(RETURN_COUNT), spelling(s, f->name),
             (unsigned)f->result_count, f->result_count == 1 ? "value" : "values", (unsigned)count,
             f->result_count ? "return as many values" : "return");
    } else {
        return_from_fn(s, pos, mark, count);
    }
    vyi_parse_drop(s, mark);
}
