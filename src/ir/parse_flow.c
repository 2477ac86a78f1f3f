// Statements: which one it is, blocks, branches, jumps and return.
#include "ir/parse.h"

static void statement(struct parser *s);

// ---- blocks ----
void vyi_parse_skip_block(struct parser *s)
{
    uint32_t open = 0;
    do {
        open += kind(s) == VYI_TOKEN_OPEN_BLOCK;
        open -= kind(s) == VYI_TOKEN_CLOSE_BLOCK;
        next(s);
    } while (open && kind(s) != VYI_TOKEN_END);
}

static bool enter(struct parser *s, uint8_t around, uint32_t pos)
{
    if (s->nest >= VYI_MAX_NESTING) {
        FAIL(s, pos, 1, VYI_DIAG(NESTING), (int)VYI_MAX_NESTING);
        if (kind(s) == VYI_TOKEN_OPEN_BLOCK)
            vyi_parse_skip_block(s);
        return false;
    }
    s->nest++;
    s->levels.at[s->levels.count++] = (struct level){.around = around};
    return true;
}

static void leave(struct parser *s)
{
    s->nest--;
    s->levels.count--;
}

/// A statement without the braces around it.
static bool is_one_statement(struct parser *s)
{
    if (s->panic)
        return false;
    uint32_t k = tok_at(s, 1)->kind;
    if (kind(s) != VYI_TOKEN_NAME) // the words of jumps stand together
        return kind(s) >= VYI_TOKEN_BREAK && kind(s) <= VYI_TOKEN_RETURN;
    return k == VYI_TOKEN_OPEN_INDEX || k == VYI_TOKEN_OPEN || vyi_token_sets(k);
}

static void inner_block(struct parser *s)
{
    uint32_t bindings = s->bindings.count;
    s->ends = false;
    bool one = is_one_statement(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_OPEN_BLOCK, "to begin a block") && one) {
        s->panic = false; // if (c) x = 1, as in C: read on, it may have more errors
        statement(s);
        if (s->panic)
            vyi_parse_sync(s);
        if (kind(s) == VYI_TOKEN_SEMI && tok_at(s, 1)->kind == VYI_TOKEN_ELSE)
            next(s);
        s->panic = true;
    } else if (s->panic) {
        vyi_parse_sync(s);
    }
    if (!s->panic || accept(s, VYI_TOKEN_OPEN_BLOCK)) {
        s->panic = false;
        vyi_parse_statements(s, true);
    }
    vyi_parse_unbind(s, bindings);
}

vyi_ref vyi_parse_block(struct parser *s, uint8_t around)
{
    uint32_t mark = s->stmts.count, pos = here(s);
    if (!enter(s, around, pos))
        return none;
    inner_block(s);
    leave(s);
    return vyi_parse_seq(s, mark, pos);
}

bool vyi_parse_begins(const struct vyi_token *t)
{
    if (vyi_parse_is_decl(t->kind) || t->kind == VYI_TOKEN_NAME)
        return t->flags & VYI_TOKEN_LINE;
    return t->kind > VYI_TOKEN_WORDS && t->kind != VYI_TOKEN_ATOMIC && t->kind != VYI_TOKEN_ELSE &&
           !vyi_token_literal(t->kind);
}

void vyi_parse_sync(struct parser *s)
{
    for (;; next(s)) {
        uint32_t k = kind(s);
        if (k == VYI_TOKEN_END || k == VYI_TOKEN_CLOSE_BLOCK || k == VYI_TOKEN_OPEN_BLOCK ||
            k == VYI_TOKEN_SEMI || vyi_parse_begins(tok(s)))
            return;
    }
}

void vyi_parse_statements(struct parser *s, bool braces)
{
    uint32_t open = s->end - 1, waiting = s->stack.count; // open: the "{" that was just taken
    while (!s->stop && (braces || !vyi_parse_is_decl(kind(s)))) {
        uint32_t start = s->t;
        if (kind(s) == VYI_TOKEN_END) {
            if (braces && !s->panic) {
                FAIL(s, open, 1, VYI_DIAG(OPEN_BLOCK));
                vyi_parse_stop(s); // those around it are not closed either
            }
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
        statement(s);
        vyi_parse_drop(s, waiting); // an error left what had been read
        if (s->panic) {
            vyi_parse_sync(s);
            s->panic = false;
        }
        vyi_parse_step(s, start);
    }
}

// ---- control flow ----
/// if … else if … else: the links wait on a stack, so a long chain needs no recursion.
NOINLINE static void branches(struct parser *s)
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

/// while c { … }; where c needs statements: loop { …; if !c { break } … }
NOINLINE static void while_loop(struct parser *s, uint32_t pos)
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
    if (enter(s, AROUND_LOOP, here(s))) {
        inner_block(s);
        leave(s);
    }
    vyi_parse_stmt(s, VYI_OP_LOOP, 0, vyi_parse_seq(s, mark, pos), pos);
    s->ends = false;
}

NOINLINE static void endless_loop(struct parser *s, uint32_t pos)
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

NOINLINE static void exit_loop(struct parser *s, uint32_t pos, bool out)
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

NOINLINE static void again(struct parser *s, uint32_t pos)
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

NOINLINE static void leave_block(struct parser *s, uint32_t pos)
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

NOINLINE static void named_block(struct parser *s, uint32_t pos)
{
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_NAME, "a name for the block"))
        return;
    if (!enter(s, AROUND_BLOCK, pos))
        return;
    uint32_t label = s->p->labels++, mark = s->stmts.count, open = here(s);
    s->levels.at[s->levels.count - 1].name = t->name;
    s->levels.at[s->levels.count - 1].label = label;
    inner_block(s);
    leave(s);
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

NOINLINE static void return_stmt(struct parser *s, uint32_t pos)
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
    if (s->panic)
        return;
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
}

// ---- which statement it is ----
NOINLINE static void region(struct parser *s, uint32_t pos)
{
    const struct vyi_token *t = tok(s);
    if (!vyi_parse_expect(s, VYI_TOKEN_STRING, "the region's name in double quotes"))
        return;
    uint32_t string = vyi_parse_string(s, t);
    vyi_parse_stmt(s, VYI_OP_REGION, string, vyi_parse_block(s, AROUND_PLAIN), pos);
}

NOINLINE static void barrier(struct parser *s, uint32_t pos)
{
    bool grid = kind(s) == VYI_TOKEN_GRID;
    if (!grid && kind(s) != VYI_TOKEN_WORKGROUP) {
        FAIL_SHAPE(s, pos, s->end - pos, VYI_DIAG(DECL_SHAPE), "a barrier has a scope", "", "",
                   "barrier workgroup, or barrier grid");
        return;
    }
    next(s);
    vyi_ref ref = vyi_node_fixed(s->p, VYI_OP_BARRIER, 0, 0, none, none, none, pos);
    vyi_at(s->p, ref)->n = grid ? VYI_SCOPE_GRID : VYI_SCOPE_WORKGROUP;
    vyi_parse_emit(s, ref);
}

static void stray(struct parser *s)
{
    const struct vyi_token *t = tok(s);
    if ((t->kind == VYI_TOKEN_ADD || t->kind == VYI_TOKEN_SUB) && tok_at(s, 1)->kind == t->kind &&
        tok_at(s, 2)->kind == VYI_TOKEN_NAME)
        vyi_parse_increment(s, t, tok_at(s, 2));
    else
        vyi_parse_expect(s, VYI_TOKEN_KINDS, "a statement");
}

void vyi_parse_late(struct parser *s)
{
    bool first = s->stmts.count || !s->report.errors; // else only bad lines came before
    if (first && !s->body.late)
        FAIL_TOKEN(s, tok(s), VYI_DIAG(DECL_LATE), vyi_token_text(kind(s)),
                   vyi_sources_line(&s->p->sources, s->body.pos));
    s->body.late = true;
}

/// A declaration inside of a block: its name is bound to nothing, so that its uses are no errors.
static void declared_inside(struct parser *s)
{
    const struct vyi_token *t = tok_at(s, 1);
    if (s->frame->fn)
        FAIL_TOKEN(s, tok(s), VYI_DIAG(DECL_IN_FN), vyi_token_text(kind(s)));
    else
        vyi_parse_late(s);
    bool fn = kind(s) == VYI_TOKEN_FN;
    if (t->kind == VYI_TOKEN_NAME && !fn && !vyi_parse_find(s, t->name))
        vyi_parse_bind(s, t, BIND_NONE, 0);
    next(s);
    vyi_parse_sync(s);
    if (fn && kind(s) == VYI_TOKEN_OPEN_BLOCK)
        vyi_parse_skip_block(s);
    s->panic = s->stop;
}

static void statement(struct parser *s)
{
    uint32_t pos = here(s), k = kind(s);
    s->ends = false;
    if (k > VYI_TOKEN_FN && k != VYI_TOKEN_IF && vyi_parse_begins(tok(s)))
        next(s); // its word
    switch (k) {
    case VYI_TOKEN_NAME: vyi_parse_assign(s); break;
    case VYI_TOKEN_LET: vyi_parse_let_stmt(s, pos); break;
    case VYI_TOKEN_VAR: vyi_parse_var(s, pos); break;
    case VYI_TOKEN_IF: branches(s); break;
    case VYI_TOKEN_FOR: vyi_parse_for(s, pos); break;
    case VYI_TOKEN_EACH: vyi_parse_each(s, pos); break;
    case VYI_TOKEN_FIXPOINT: vyi_parse_fixpoint(s, NULL, pos); break;
    case VYI_TOKEN_WHILE: while_loop(s, pos); break;
    case VYI_TOKEN_LOOP: endless_loop(s, pos); break;
    case VYI_TOKEN_BREAK:
    case VYI_TOKEN_CONTINUE: exit_loop(s, pos, k == VYI_TOKEN_BREAK); break;
    case VYI_TOKEN_AGAIN: again(s, pos); break;
    case VYI_TOKEN_RETURN: return_stmt(s, pos); break;
    case VYI_TOKEN_BARRIER: barrier(s, pos); break;
    case VYI_TOKEN_REGION: region(s, pos); break;
    case VYI_TOKEN_BLOCK: named_block(s, pos); break;
    case VYI_TOKEN_LEAVE: leave_block(s, pos); break;
    case VYI_TOKEN_ASSERT:
    case VYI_TOKEN_PRINT: vyi_parse_message(s, pos, k == VYI_TOKEN_ASSERT); break;
    case VYI_TOKEN_OPEN_BLOCK:
        if (enter(s, AROUND_PLAIN, pos)) {
            inner_block(s);
            leave(s);
        }
        break;
    case VYI_TOKEN_SEMI: next(s); break;
    default:
        if (s->frame->fn && (k == VYI_TOKEN_SCRATCH || k == VYI_TOKEN_SHARED))
            vyi_parse_memory(s);
        else if (vyi_parse_is_decl(k))
            declared_inside(s);
        else
            stray(s);
    }
}
