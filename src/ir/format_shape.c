// The grammar over tokens: where statements begin, which signs are unary, which blocks may
// stay on one line. Names and types are not looked at, so a text with type errors can be formatted.
#include "ir/lex.h"

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
    bool wide;                      ///< a block of the statement takes lines of its own
    bool bad;
};

static uint32_t kind(const struct shape *s)
{
    return s->lex->tokens.at[s->t].kind;
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
    if (accept(s, VYI_TOKEN_DOT))
        expect(s, VYI_TOKEN_NAME);
    if (kind(s) == VYI_TOKEN_OPEN || kind(s) == VYI_TOKEN_OPEN_INDEX) {
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
    uint32_t k = kind(s);
    if (accept(s, VYI_TOKEN_NAME)) {
        name_tail(s);
    } else if (accept(s, VYI_TOKEN_OPEN)) {
        bool sign = s->t + 1 < s->lex->tokens.count &&
                    s->lex->tokens.at[s->t + 1].kind == VYI_TOKEN_CLOSE &&
                    kind(s) > VYI_TOKEN_STRING && kind(s) <= VYI_TOKEN_INV;
        if (sign) // an operator as an argument
            next(s);
        else
            expr(s);
        expect(s, VYI_TOKEN_CLOSE);
    } else if (k == VYI_TOKEN_NUMBER || k == VYI_TOKEN_CHAR || vyi_token_literal(k) ||
               k == VYI_TOKEN_WORKGROUP || k == VYI_TOKEN_GRID) { // the scope of an ordering
        next(s);
    } else {
        expected(s, "a value");
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

// ---- the grammar ----
/// What follows the first word of a statement or declaration. Letters are the cases of element();
/// signs stand for themselves, '.' for "..", '>' for "->". "?…;" may be absent and "*…;" may be
/// repeated: the sign that begins them decides.
static const char *const shapes[VYI_TOKEN_KINDS] = {
    [VYI_TOKEN_PROGRAM] = "nS",
    [VYI_TOKEN_USE] = "sU",
    [VYI_TOKEN_WORKGROUP] = "e*,e;",
    [VYI_TOKEN_GRID] = "e*,e;",
    [VYI_TOKEN_FN] = "nGA?>n*,n;;b",
    [VYI_TOKEN_LET] = "n*,n;?ct;?=f;",
    [VYI_TOKEN_VAR] = "n*,n;?ct;?=f;",
    [VYI_TOKEN_FOR] = "rPb",
    [VYI_TOKEN_EACH] = "r*,r;b",
    [VYI_TOKEN_FIXPOINT] = "rb",
    [VYI_TOKEN_WHILE] = "eb",
    [VYI_TOKEN_LOOP] = "b",
    [VYI_TOKEN_BREAK] = "",
    [VYI_TOKEN_CONTINUE] = "",
    [VYI_TOKEN_AGAIN] = "",
    [VYI_TOKEN_BARRIER] = "g",
    [VYI_TOKEN_REGION] = "sb",
    [VYI_TOKEN_BLOCK] = "nb",
    [VYI_TOKEN_LEAVE] = "n",
    [VYI_TOKEN_ASSERT] = "e?,s?,e*,e;;;",
    [VYI_TOKEN_PRINT] = "s?,e*,e;;",
};
/// A buffer, param or constant.
static const char entry_shape[] = "n?:t;?=v;*@nT;";

static void block(struct shape *s);
static void match(struct shape *s, const char *p);

static uint32_t sign_of(char c)
{
    switch (c) {
    case ',': return VYI_TOKEN_COMMA;
    case '=': return VYI_TOKEN_SET;
    case '@': return VYI_TOKEN_AT;
    case '.': return VYI_TOKEN_DOTS;
    case '>': return VYI_TOKEN_ARROW;
    default: return VYI_TOKEN_COLON; // ':' and 'c'
    }
}

static bool accept_word(struct shape *s, const char *word)
{
    const struct vyi_token *t = &s->lex->tokens.at[s->t];
    return t->length == strlen(word) && !memcmp(s->lex->text + t->at, word, t->length) &&
           accept(s, VYI_TOKEN_NAME);
}

static void type(struct shape *s)
{
    if (accept(s, VYI_TOKEN_FN)) { // a function as an argument
        mark(s, VYI_MARK_TIGHT);
        expect(s, VYI_TOKEN_OPEN);
        if (kind(s) != VYI_TOKEN_CLOSE)
            match(s, "t*,t;");
        expect(s, VYI_TOKEN_CLOSE);
        match(s, "?>n;");
        return;
    }
    if (kind(s) > VYI_TOKEN_WORDS && kind(s) < VYI_TOKEN_PROGRAM) // the role of an argument
        next(s);
    accept(s, VYI_TOKEN_ATOMIC);
    expect(s, VYI_TOKEN_NAME);
    if (kind(s) == VYI_TOKEN_OPEN_INDEX)
        name_tail(s);
}

/// The values of a constant table: blanks behind commas stay, they may be columns.
static void table(struct shape *s)
{
    while (!s->bad && kind(s) != VYI_TOKEN_CLOSE_INDEX) {
        expr(s);
        if (!accept(s, VYI_TOKEN_COMMA))
            break;
        mark(s, VYI_MARK_KEEP);
    }
    expect(s, VYI_TOKEN_CLOSE_INDEX);
}

static void element(struct shape *s, char c)
{
    switch (c) {
    case 'n': expect(s, VYI_TOKEN_NAME); break;
    case 's': expect(s, VYI_TOKEN_STRING); break;
    case 'e': expr(s); break;
    case 't': type(s); break;
    case 'b': block(s); break;
    case 'T': name_tail(s); break;
    case 'r': // a range
        expect(s, VYI_TOKEN_NAME);
        expect(s, VYI_TOKEN_IN);
        match(s, "e.e");
        break;
    case 'c': // a colon close to the name; an array is a declaration like that of a buffer
        if (kind(s) == VYI_TOKEN_COLON &&
            !(s->t + 2 < s->lex->tokens.count &&
              s->lex->tokens.at[s->t + 2].kind == VYI_TOKEN_OPEN_INDEX))
            mark(s, VYI_MARK_TIGHT);
        expect(s, VYI_TOKEN_COLON);
        break;
    case 'v': // what a constant or param is set to
        if (accept(s, VYI_TOKEN_OPEN_INDEX))
            table(s);
        else
            expr(s);
        break;
    case 'f': // what a let or var is set to
        if (accept(s, VYI_TOKEN_FIXPOINT))
            match(s, shapes[VYI_TOKEN_FIXPOINT]);
        else
            expr(s);
        break;
    case 'G': // the type names of a function
        if (kind(s) == VYI_TOKEN_OPEN_INDEX) {
            mark(s, VYI_MARK_TIGHT);
            next(s);
            match(s, "ncn*,ncn;");
            expect(s, VYI_TOKEN_CLOSE_INDEX);
        }
        break;
    case 'A': // the arguments of a function
        mark(s, VYI_MARK_TIGHT);
        expect(s, VYI_TOKEN_OPEN);
        if (kind(s) != VYI_TOKEN_CLOSE)
            match(s, "nct?@n;*,nct?@n;;");
        expect(s, VYI_TOKEN_CLOSE);
        s->gives = kind(s) == VYI_TOKEN_ARROW;
        break;
    case 'S': accept_word(s, "service"); break;
    case 'U':
        if (accept_word(s, "as"))
            expect(s, VYI_TOKEN_NAME);
        break;
    case 'P':
        if (accept_word(s, "step"))
            expr(s);
        break;
    case 'g':
        if (!accept(s, VYI_TOKEN_WORKGROUP) && !accept(s, VYI_TOKEN_GRID))
            expected(s, "'workgroup' or 'grid'");
        break;
    default: expect(s, sign_of(c));
    }
}

static void match(struct shape *s, const char *p)
{
    for (; *p && *p != ';'; p++) {
        if (*p != '?' && *p != '*') {
            element(s, *p);
            continue;
        }
        bool again = *p++ == '*';
        for (bool more = true; more && !s->bad && kind(s) == sign_of(*p); more = again)
            match(s, p);
        for (int open = 1; open; p++)
            open += (*p == '?' || *p == '*') - (*p == ';');
        p--;
    }
}

// ---- statements ----
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
static void branches(struct shape *s)
{
    uint32_t from = s->t;
    bool outer = s->wide, more = true;
    s->wide = false;
    while (more && !s->bad) {
        bool last = !accept(s, VYI_TOKEN_IF);
        if (!last)
            expr(s);
        block(s);
        more = !last && kind(s) == VYI_TOKEN_ELSE;
        if (more) {
            mark(s, VYI_MARK_CHAIN);
            next(s);
        }
    }
    if (s->wide)
        widen(s, from);
    s->wide |= outer;
}

/// NAME …: an assignment or a call.
static void use_name(struct shape *s)
{
    next(s);
    name_tail(s);
    if (s->lex->tokens.at[s->t - 1].kind == VYI_TOKEN_CLOSE)
        return;
    if (vyi_token_sets(kind(s))) {
        next(s);
        expr(s);
    } else {
        expected(s, "'=' or '('");
    }
}

static void statement(struct shape *s)
{
    uint32_t k = kind(s);
    mark(s, VYI_MARK_START);
    if (k == VYI_TOKEN_NAME) {
        use_name(s);
    } else if (k == VYI_TOKEN_IF) {
        branches(s);
    } else if (k == VYI_TOKEN_OPEN_BLOCK) {
        block(s);
    } else if (accept(s, VYI_TOKEN_RETURN)) {
        // values follow only where the function gives some; else the next word is a statement
        k = kind(s);
        if (s->gives && k != VYI_TOKEN_END && k != VYI_TOKEN_SEMI && k != VYI_TOKEN_CLOSE_BLOCK &&
            (k < VYI_TOKEN_WORDS || vyi_token_literal(k)))
            match(s, "e*,e;");
    } else if (k == VYI_TOKEN_SCRATCH || k == VYI_TOKEN_SHARED) { // in a function
        next(s);
        match(s, entry_shape);
    } else if (k > VYI_TOKEN_FN && shapes[k]) {
        next(s);
        match(s, shapes[k]);
    } else {
        expected(s, "a statement");
    }
}

static void drop_semicolons(struct shape *s)
{
    while (!s->bad && kind(s) == VYI_TOKEN_SEMI) {
        mark(s, VYI_MARK_DROP);
        next(s);
    }
}

/// "{" … "}". It stays on its line with one statement at most, where nothing breaks the line.
static void block(struct shape *s)
{
    uint32_t open = s->t, count = 0;
    bool outer = s->wide, plain = s->marks[open] & VYI_MARK_START;
    s->wide = false;
    mark(s, plain ? VYI_MARK_BLOCK : VYI_MARK_BLOCK | VYI_MARK_CHAIN);
    expect(s, VYI_TOKEN_OPEN_BLOCK);
    if (deeper(s)) {
        drop_semicolons(s);
        while (!s->bad && kind(s) != VYI_TOKEN_CLOSE_BLOCK && kind(s) != VYI_TOKEN_END) {
            statement(s);
            count++;
            drop_semicolons(s);
        }
    }
    s->depth--;
    mark(s, VYI_MARK_BLOCK);
    uint32_t close = s->t;
    expect(s, VYI_TOKEN_CLOSE_BLOCK);
    if (s->bad)
        return;
    s->wide |= count > 1;
    for (uint32_t i = open + 1; i <= close; i++) // a comment ends its line: so does what follows
        s->wide |= s->lex->tokens.at[i].flags & VYI_TOKEN_LINE;
    if (!s->wide) {
        s->marks[open] |= VYI_MARK_ONE;
        s->marks[close] |= VYI_MARK_ONE;
    }
    s->wide |= outer;
}

static bool declaration(struct shape *s)
{
    uint32_t k = kind(s);
    if (k <= VYI_TOKEN_WORDS || k > VYI_TOKEN_FN)
        return false;
    bool entry = k < VYI_TOKEN_PROGRAM || k == VYI_TOKEN_PARAM || k == VYI_TOKEN_CONST;
    mark(s, VYI_MARK_START | VYI_MARK_DECL | (entry ? VYI_MARK_TABLE : 0));
    for (uint32_t i = s->t + 1; entry && i <= s->t + 2 && i < s->lex->tokens.count; i++)
        s->marks[i] |= VYI_MARK_CHAIN; // the columns of a declaration stay on its line
    next(s);
    match(s, entry ? entry_shape : shapes[k]);
    s->gives = false;
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
