// The grammar over tokens: where statements begin, which signs are unary, which blocks may
// stay on one line. Names and types are not looked at, so a text with type errors can be formatted.
#include "ir/format.h"

#include "ir/program.h"

#include <stdio.h>

/// Deeper texts are no programs; bounded here too, since this recursion follows the text.
enum { MAX_DEPTH = 2 * VYI_MAX_EXPR_DEPTH };

struct shape {
    const struct vyi_lex *lex;
    struct vyi_report *report;
    uint16_t *marks;
    uint32_t t, depth;
    uint8_t infix[VYI_TOKEN_KINDS]; ///< ops between two operands
    bool gives;                     ///< inside of a function that gives values
    bool bad;
};

static uint32_t kind(const struct shape *s)
{
    return s->lex->tokens.at[s->t].kind;
}

static uint32_t kind_after(const struct shape *s, uint32_t ahead)
{
    uint32_t last = s->lex->tokens.count - 1;
    return s->lex->tokens.at[s->t + ahead < last ? s->t + ahead : last].kind;
}

static void mark(struct shape *s, uint32_t m)
{
    s->marks[s->t] |= (uint16_t)m;
}

static void next(struct shape *s)
{
    s->t += kind(s) != VYI_TOKEN_END;
}

static bool accept(struct shape *s, uint32_t k)
{
    if (s->bad || kind(s) != k)
        return false;
    next(s);
    return true;
}

static void expected(struct shape *s, const char *what)
{
    const struct vyi_token *t = &s->lex->tokens.at[s->t];
    char found[64] = "the end of the file";
    if (t->kind != VYI_TOKEN_END)
        snprintf(found, sizeof found, "'%.*s'", (int)(t->length < 40 ? t->length : 40),
                 s->lex->text + t->at);
    if (!s->bad)
        vyi_report(s->report, s->lex->base + t->at, t->length ? t->length : 1, VYI_DIAG(EXPECTED),
                   what, found, "mend it first: only a text of the right shape can be formatted");
    s->bad = true;
}

static void expect(struct shape *s, uint32_t k)
{
    char what[32];
    if (accept(s, k))
        return;
    bool sign = k > VYI_TOKEN_STRING;
    snprintf(what, sizeof what, sign ? "'%s'" : "%s", vyi_token_text(k));
    expected(s, what);
}

static bool deeper(struct shape *s)
{
    if (!s->bad && s->depth >= MAX_DEPTH) {
        const struct vyi_token *t = &s->lex->tokens.at[s->t];
        vyi_report(s->report, s->lex->base + t->at, t->length, VYI_DIAG(EXPRESSION_DEPTH), "",
                   MAX_DEPTH);
        s->bad = true;
    }
    s->depth++;
    return !s->bad;
}

// ---- expressions ----
static void expr(struct shape *s);

/// What stands between brackets: values, any of them absent, slices too.
static void list(struct shape *s, uint32_t close)
{
    while (!s->bad && kind(s) != close) {
        if (kind(s) != VYI_TOKEN_COMMA)
            expr(s);
        if (accept(s, VYI_TOKEN_DOTS))
            expr(s);
        if (kind(s) != close)
            expect(s, VYI_TOKEN_COMMA);
    }
    expect(s, close);
}

static void name_tail(struct shape *s)
{
    if (accept(s, VYI_TOKEN_DOT)) {
        expect(s, VYI_TOKEN_NAME);
    } else if (kind(s) == VYI_TOKEN_OPEN || kind(s) == VYI_TOKEN_OPEN_INDEX) {
        bool call = kind(s) == VYI_TOKEN_OPEN;
        mark(s, VYI_MARK_TIGHT);
        next(s);
        list(s, call ? VYI_TOKEN_CLOSE : VYI_TOKEN_CLOSE_INDEX);
    }
}

static void unary(struct shape *s)
{
    while (kind(s) == VYI_TOKEN_SUB || kind(s) == VYI_TOKEN_NOT || kind(s) == VYI_TOKEN_INV) {
        mark(s, VYI_MARK_UNARY);
        next(s);
    }
    switch (kind(s)) {
    case VYI_TOKEN_NUMBER:
    case VYI_TOKEN_CHAR:
    case VYI_TOKEN_TRUE:
    case VYI_TOKEN_FALSE:
    case VYI_TOKEN_INF:
    case VYI_TOKEN_NAN:
    case VYI_TOKEN_WORKGROUP: // the scope of an ordering
    case VYI_TOKEN_GRID: next(s); return;
    case VYI_TOKEN_NAME:
        next(s);
        name_tail(s);
        return;
    case VYI_TOKEN_OPEN:
        next(s);
        expr(s);
        expect(s, VYI_TOKEN_CLOSE);
        return;
    default: expected(s, "a value"); return;
    }
}

/// Precedence plays no part here: operators and operands alternate. A chain of `? :` is a loop.
static void expr(struct shape *s)
{
    bool more = deeper(s);
    while (more && !s->bad) {
        unary(s);
        while (!s->bad && s->infix[kind(s)]) {
            next(s);
            unary(s);
        }
        more = accept(s, VYI_TOKEN_ASK);
        if (more) {
            expr(s);
            expect(s, VYI_TOKEN_COLON);
        }
    }
    s->depth--;
}

static void exprs(struct shape *s)
{
    do
        expr(s);
    while (accept(s, VYI_TOKEN_COMMA));
}

static void range(struct shape *s)
{
    expect(s, VYI_TOKEN_NAME);
    expect(s, VYI_TOKEN_IN);
    expr(s);
    expect(s, VYI_TOKEN_DOTS);
    expr(s);
}

// ---- statements ----
static bool block(struct shape *s);

static void type(struct shape *s)
{
    accept(s, VYI_TOKEN_ATOMIC);
    expect(s, VYI_TOKEN_NAME);
    if (kind(s) == VYI_TOKEN_OPEN_INDEX) {
        mark(s, VYI_MARK_TIGHT);
        next(s);
        list(s, VYI_TOKEN_CLOSE_INDEX);
    }
}

/// ": type" in a statement, close to the name; an array is a declaration like that of a buffer.
static void typed(struct shape *s)
{
    if (kind(s) != VYI_TOKEN_COLON)
        return;
    if (kind_after(s, 2) != VYI_TOKEN_OPEN_INDEX)
        mark(s, VYI_MARK_TIGHT);
    next(s);
    type(s);
}

static bool fixpoint(struct shape *s)
{
    expect(s, VYI_TOKEN_FIXPOINT);
    range(s);
    return block(s);
}

/// let and var: the names, then a type, a value or both. True while all its blocks are on one line.
static bool define(struct shape *s)
{
    next(s);
    do
        expect(s, VYI_TOKEN_NAME);
    while (accept(s, VYI_TOKEN_COMMA));
    typed(s);
    if (!accept(s, VYI_TOKEN_SET))
        return true;
    if (kind(s) == VYI_TOKEN_FIXPOINT)
        return fixpoint(s);
    expr(s);
    return true;
}

/// Makes the blocks of a chain, from token `from` on, take lines of their own.
static void widen(struct shape *s, uint32_t from)
{
    uint32_t depth = 0;
    for (uint32_t i = from; i < s->t; i++) {
        uint32_t k = s->lex->tokens.at[i].kind;
        depth -= k == VYI_TOKEN_CLOSE_BLOCK;
        if (!depth && s->marks[i] & VYI_MARK_BLOCK)
            s->marks[i] &= (uint16_t)~VYI_MARK_ONE;
        depth += k == VYI_TOKEN_OPEN_BLOCK;
    }
}

/// if … else if … else: all blocks on one line, or none.
static bool branches(struct shape *s)
{
    uint32_t from = s->t;
    bool all = true, any = false, more = true;
    while (more && !s->bad) {
        bool last = !accept(s, VYI_TOKEN_IF);
        if (!last)
            expr(s);
        bool one = block(s);
        all &= one;
        any |= one;
        more = !last && kind(s) == VYI_TOKEN_ELSE;
        if (more) {
            mark(s, VYI_MARK_CHAIN);
            next(s);
        }
    }
    if (any && !all)
        widen(s, from);
    return all;
}

static bool loop(struct shape *s)
{
    uint32_t k = kind(s);
    next(s);
    if (k == VYI_TOKEN_WHILE) {
        expr(s);
    } else if (k != VYI_TOKEN_LOOP) {
        do
            range(s);
        while (k == VYI_TOKEN_EACH && accept(s, VYI_TOKEN_COMMA));
        const struct vyi_token *t = &s->lex->tokens.at[s->t];
        if (k == VYI_TOKEN_FOR && kind(s) == VYI_TOKEN_NAME && t->length == 4 &&
            !memcmp(s->lex->text + t->at, "step", 4)) {
            next(s);
            expr(s);
        }
    }
    return block(s);
}

static void message(struct shape *s)
{
    bool more = true;
    if (accept(s, VYI_TOKEN_ASSERT)) {
        expr(s);
        more = accept(s, VYI_TOKEN_COMMA);
    } else {
        next(s);
    }
    if (more) {
        expect(s, VYI_TOKEN_STRING);
        if (accept(s, VYI_TOKEN_COMMA))
            exprs(s);
    }
}

static bool begins_value(uint32_t k)
{
    switch (k) {
    case VYI_TOKEN_NAME:
    case VYI_TOKEN_NUMBER:
    case VYI_TOKEN_CHAR:
    case VYI_TOKEN_TRUE:
    case VYI_TOKEN_FALSE:
    case VYI_TOKEN_INF:
    case VYI_TOKEN_NAN:
    case VYI_TOKEN_OPEN:
    case VYI_TOKEN_SUB:
    case VYI_TOKEN_NOT:
    case VYI_TOKEN_INV: return true;
    default: return false;
    }
}

/// Values follow only where the function gives some; else the next word begins a statement.
static void give_back(struct shape *s)
{
    next(s);
    if (s->gives && begins_value(kind(s)))
        exprs(s);
}

/// NAME …: an assignment or a call.
static void use_name(struct shape *s)
{
    next(s);
    bool call = kind(s) == VYI_TOKEN_OPEN;
    name_tail(s);
    if (call)
        return;
    switch (kind(s)) {
    case VYI_TOKEN_SET:
    case VYI_TOKEN_ADD_SET:
    case VYI_TOKEN_SUB_SET:
    case VYI_TOKEN_MUL_SET:
    case VYI_TOKEN_DIV_SET:
    case VYI_TOKEN_REM_SET:
    case VYI_TOKEN_AND_SET:
    case VYI_TOKEN_OR_SET:
    case VYI_TOKEN_XOR_SET:
    case VYI_TOKEN_SHL_SET:
    case VYI_TOKEN_SHR_SET:
        next(s);
        expr(s);
        return;
    default: expected(s, "'=' or '('"); return;
    }
}

/// One statement. True while all its blocks are on one line.
static bool statement(struct shape *s)
{
    mark(s, VYI_MARK_START);
    switch (kind(s)) {
    case VYI_TOKEN_LET:
    case VYI_TOKEN_VAR: return define(s);
    case VYI_TOKEN_NAME: use_name(s); return true;
    case VYI_TOKEN_IF: return branches(s);
    case VYI_TOKEN_FOR:
    case VYI_TOKEN_EACH:
    case VYI_TOKEN_WHILE:
    case VYI_TOKEN_LOOP: return loop(s);
    case VYI_TOKEN_FIXPOINT: return fixpoint(s);
    case VYI_TOKEN_BREAK:
    case VYI_TOKEN_CONTINUE:
    case VYI_TOKEN_AGAIN: next(s); return true;
    case VYI_TOKEN_RETURN: give_back(s); return true;
    case VYI_TOKEN_BARRIER:
        next(s);
        if (!accept(s, VYI_TOKEN_WORKGROUP) && !accept(s, VYI_TOKEN_GRID))
            expected(s, "'workgroup' or 'grid'");
        return true;
    case VYI_TOKEN_REGION:
        next(s);
        expect(s, VYI_TOKEN_STRING);
        return block(s);
    case VYI_TOKEN_BLOCK:
        next(s);
        expect(s, VYI_TOKEN_NAME);
        return block(s);
    case VYI_TOKEN_LEAVE:
        next(s);
        expect(s, VYI_TOKEN_NAME);
        return true;
    case VYI_TOKEN_ASSERT:
    case VYI_TOKEN_PRINT: message(s); return true;
    case VYI_TOKEN_OPEN_BLOCK: return block(s);
    default: expected(s, "a statement"); return true;
    }
}

static void drop_semicolons(struct shape *s)
{
    while (!s->bad && kind(s) == VYI_TOKEN_SEMI) {
        mark(s, VYI_MARK_DROP);
        next(s);
    }
}

/// Whether nothing between two tokens begins a line or is commented.
static bool same_line(const struct shape *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from + 1; i <= to; i++)
        if (s->lex->tokens.at[i].flags & VYI_TOKEN_LINE)
            return false;
    return true; // a comment ends its line, so the token behind it begins one
}

/// "{" … "}". True if it stays on its line: one statement at most, and nothing breaks the line.
static bool block(struct shape *s)
{
    uint32_t open = s->t, count = 0;
    bool one = true, plain = s->marks[open] & VYI_MARK_START;
    mark(s, plain ? VYI_MARK_BLOCK : VYI_MARK_BLOCK | VYI_MARK_CHAIN);
    expect(s, VYI_TOKEN_OPEN_BLOCK);
    if (deeper(s)) {
        drop_semicolons(s);
        while (!s->bad && kind(s) != VYI_TOKEN_CLOSE_BLOCK && kind(s) != VYI_TOKEN_END) {
            one &= statement(s);
            count++;
            drop_semicolons(s);
        }
    }
    s->depth--;
    mark(s, VYI_MARK_BLOCK);
    uint32_t close = s->t;
    expect(s, VYI_TOKEN_CLOSE_BLOCK);
    if (s->bad)
        return false;
    one = one && count < 2 && same_line(s, open, close);
    if (one) {
        s->marks[open] |= VYI_MARK_ONE;
        s->marks[close] |= VYI_MARK_ONE;
    }
    return one;
}

// ---- declarations ----
static bool is_role(uint32_t k)
{
    return k > VYI_TOKEN_WORDS && k < VYI_TOKEN_PROGRAM;
}

static void attributes(struct shape *s)
{
    while (accept(s, VYI_TOKEN_AT)) {
        expect(s, VYI_TOKEN_NAME);
        if (kind(s) == VYI_TOKEN_OPEN)
            name_tail(s);
    }
}

/// The values of a constant table: blanks behind commas stay, they may be columns.
static void table(struct shape *s)
{
    expect(s, VYI_TOKEN_OPEN_INDEX);
    while (!s->bad && kind(s) != VYI_TOKEN_CLOSE_INDEX) {
        expr(s);
        if (!accept(s, VYI_TOKEN_COMMA))
            break;
        mark(s, VYI_MARK_KEEP);
    }
    expect(s, VYI_TOKEN_CLOSE_INDEX);
}

static void argument(struct shape *s)
{
    expect(s, VYI_TOKEN_NAME);
    if (kind(s) != VYI_TOKEN_COLON)
        expected(s, "':'");
    mark(s, VYI_MARK_TIGHT);
    next(s);
    if (is_role(kind(s)))
        next(s);
    type(s);
}

static void function(struct shape *s)
{
    next(s);
    expect(s, VYI_TOKEN_NAME);
    mark(s, VYI_MARK_TIGHT);
    expect(s, VYI_TOKEN_OPEN);
    if (kind(s) != VYI_TOKEN_CLOSE)
        do
            argument(s);
        while (accept(s, VYI_TOKEN_COMMA));
    expect(s, VYI_TOKEN_CLOSE);
    s->gives = accept(s, VYI_TOKEN_ARROW);
    if (s->gives)
        do
            expect(s, VYI_TOKEN_NAME);
        while (accept(s, VYI_TOKEN_COMMA));
    block(s);
    s->gives = false;
}

/// Word, name, then ": type" or "= value" in columns.
static void entry(struct shape *s)
{
    mark(s, VYI_MARK_TABLE);
    next(s);
    mark(s, VYI_MARK_CHAIN);
    expect(s, VYI_TOKEN_NAME);
    mark(s, VYI_MARK_CHAIN);
    if (accept(s, VYI_TOKEN_COLON))
        type(s);
    if (accept(s, VYI_TOKEN_SET)) {
        if (kind(s) == VYI_TOKEN_OPEN_INDEX)
            table(s);
        else
            expr(s);
    }
    attributes(s);
}

static bool declaration(struct shape *s)
{
    uint32_t k = kind(s);
    if (!is_role(k) && (k < VYI_TOKEN_PROGRAM || k > VYI_TOKEN_FN))
        return false;
    mark(s, VYI_MARK_START | VYI_MARK_DECL);
    switch (k) {
    case VYI_TOKEN_PROGRAM: {
        next(s);
        expect(s, VYI_TOKEN_NAME);
        const struct vyi_token *t = &s->lex->tokens.at[s->t];
        if (t->kind == VYI_TOKEN_NAME && t->length == 7 &&
            !memcmp(s->lex->text + t->at, "service", 7))
            next(s);
        break;
    }
    case VYI_TOKEN_USE:
        next(s);
        expect(s, VYI_TOKEN_STRING);
        break;
    case VYI_TOKEN_WORKGROUP:
    case VYI_TOKEN_GRID:
        next(s);
        exprs(s);
        break;
    case VYI_TOKEN_FN: function(s); break;
    default: entry(s); break;
    }
    return true;
}

bool vyi_format_shape(const struct vyi_lex *lex, struct vyi_report *r, uint16_t *marks)
{
    struct shape s = {.lex = lex, .report = r, .marks = marks};
    vyi_token_infix(s.infix);
    drop_semicolons(&s);
    while (!s.bad && kind(&s) != VYI_TOKEN_END) {
        if (!declaration(&s))
            statement(&s);
        drop_semicolons(&s);
    }
    return !s.bad;
}
