// Reduction of expressions: a part or a number in place of each.
//
// An expression is known here by its shape alone: operators by how tightly they bind, brackets,
// commas. Whether the types fit is the parser's business, which is asked anyway.
#include "reduce_state.h"
#include "tools/conform/gen/random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 16 };

/// Characters of a line that are an expression.
struct span {
    size_t from, to;
    bool argument; ///< one of several in brackets of a call
};
struct spans {
    const char *line;
    const char *at;    ///< where the reader is
    struct span *list; ///< each right behind its parts
    size_t count, room;
    bool failed;
};

static void span_add(struct spans *s, size_t from, size_t to)
{
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        struct span *grown = must_alloc(room * sizeof *grown);
        if (s->count)
            memcpy(grown, s->list, s->count * sizeof *grown);
        free(s->list);
        s->list = grown;
        s->room = room;
    }
    s->list[s->count] = (struct span){from, to, false};
    s->count++;
}

static struct token peek(const struct spans *s)
{
    return token_next(s->at);
}

static struct token step(struct spans *s)
{
    struct token t = token_next(s->at);
    s->at = t.at + t.length;
    return t;
}

static bool step_if(struct spans *s, const char *mark)
{
    struct token t = peek(s);
    if (!token_is(&t, mark))
        return false;
    s->at = t.at + t.length;
    return true;
}

static size_t place(const struct spans *s)
{
    return (size_t)(s->at - s->line);
}

static void read_expr(struct spans *s, int binds);

static void read_list(struct spans *s, const char *end, bool call)
{
    while (!step_if(s, end)) {
        size_t first = s->count;
        struct token t = peek(s);
        if (!t.kind || s->failed) {
            s->failed = true;
            return;
        }
        if (t.kind == TOKEN_STRING)
            (void)step(s);
        else if (!token_is(&t, ",")) // the open size of "[, 256]"
            read_expr(s, 0);
        if (call && s->count > first)
            s->list[s->count - 1].argument = true;
        if (!step_if(s, ","))
            step_if(s, "..");
    }
}

/// Atoms and prefixes; the span of the whole is the last one added.
static void read_unary(struct spans *s)
{
    struct token t = step(s);
    size_t from = (size_t)(t.at - s->line);
    if (token_is(&t, "-") || token_is(&t, "!") || token_is(&t, "~")) {
        read_unary(s);
    } else if (token_is(&t, "(")) {
        read_list(s, ")", false);
    } else if (t.kind == TOKEN_WORD || t.kind == TOKEN_NUMBER) {
        if (step_if(s, "."))
            (void)step(s);
        if (step_if(s, "("))
            read_list(s, ")", true);
        else if (step_if(s, "["))
            read_list(s, "]", false);
    } else {
        s->failed = true;
        return;
    }
    span_add(s, from, place(s));
}

static int strength(const struct token *t)
{
    return t->kind == TOKEN_MARK ? conform_precedence(t->at, t->length) : 0;
}

static void read_expr(struct spans *s, int binds)
{
    struct token t = peek(s);
    size_t from = (size_t)(t.at - s->line);
    read_unary(s);
    for (t = peek(s); !s->failed && strength(&t) > binds; t = peek(s)) {
        int own = strength(&t);
        (void)step(s);
        if (own == 1) {
            read_expr(s, 0);
            s->failed |= !step_if(s, ":");
            read_expr(s, 0);
        } else {
            read_expr(s, own);
        }
        span_add(s, from, place(s));
    }
}

/// Lines that hold no expression, or only what is left out whole.
static bool is_plain(const char *line)
{
    static const char *const words[] = {"program", "region", "block", "leave", "print"};
    struct token t = token_next(line);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(&t, words[i]))
            return true;
    return false;
}

/// The expressions of a line. What stands around them is read as words and marks that are none.
static void read_line(struct spans *s)
{
    static const char *const words[] = {"let",    "var",     "const",      "if",       "else",
                                        "while",  "for",     "each",       "fixpoint", "step",
                                        "in",     "out",     "inout",      "assert",   "workgroup",
                                        "grid",   "barrier", "return",     "param",    "atomic",
                                        "shared", "scratch", "persistent", "uniform",  "mapped"};
    while (!s->failed) {
        struct token t = peek(s);
        bool skips = t.kind == TOKEN_STRING ||
                     (t.kind == TOKEN_MARK && (t.length > 1 || !strchr("-!~(", *t.at)));
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            skips |= token_is(&t, words[i]);
        if (!t.kind)
            return;
        if (skips)
            (void)step(s);
        else
            read_expr(s, 0);
    }
}

static bool try_span(struct reduce_state *s, size_t line, const struct span *span, const char *by,
                     size_t length)
{
    const char *text = s->lines[line];
    struct text out = {0};
    text_add(&out, text, span->from);
    text_add(&out, "(", 1);
    text_add(&out, by, length);
    text_add(&out, ")", 1);
    text_add(&out, text + span->to, strlen(text + span->to));
    bool good = reduce_try_line(s, line, out.at);
    text_free(&out);
    return good;
}

static bool try_numbers(struct reduce_state *s, size_t line, const struct span *span)
{
    static const char *const numbers[] = {"0",    "1",    "false", "true",   "0i32",
                                          "0u64", "0i64", "0.0",   "0.0f64", "1i32",
                                          "1u64", "1i64", "1.0",   "1.0f64"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (try_span(s, line, span, numbers[i], strlen(numbers[i])))
            return true;
    return false;
}

/// Without this argument and the comma before it, or after it.
static bool try_without(struct reduce_state *s, size_t line, const struct span *span)
{
    const char *text = s->lines[line];
    size_t from = span->from, to = span->to;
    while (from && (text[from - 1] == ' ' || text[from - 1] == ','))
        from--;
    struct text out = {0};
    text_add(&out, text, from);
    text_add(&out, text + to, strlen(text + to));
    bool good = reduce_try_line(s, line, out.at);
    text_free(&out);
    return good;
}

/// Tries all that can be done to one span. Parts of parts are tried as well: what lies between may
/// have another type.
static bool shrink_span(struct reduce_state *s, size_t line, const struct spans *all, size_t i)
{
    const struct span *span = &all->list[i];
    if (try_numbers(s, line, span))
        return true;
    size_t tried = 0;
    for (size_t k = i; k-- && tried < MOST_PARTS;) {
        const struct span *part = &all->list[k];
        if (part->from < span->from || part->to > span->to)
            break; // the list has the parts of a span right before it
        tried++;
        if (try_span(s, line, span, all->line + part->from, part->to - part->from))
            return true;
    }
    return span->argument && try_without(s, line, span);
}

/// One change to a line; outer expressions first, which the list has last.
static bool shrink_line(struct reduce_state *s, size_t line)
{
    size_t length = strlen(s->lines[line]) + 1;
    char *copy = must_alloc(length);
    memcpy(copy, s->lines[line], length);
    struct spans all = {.line = copy, .at = copy};
    bool progress = false;
    if (!is_plain(copy))
        read_line(&all);
    for (size_t i = all.count; i-- && !progress && !reduce_over(s);)
        progress = shrink_span(s, line, &all, i);
    free(all.list);
    free(copy);
    return progress;
}

/// "assert c, "text", x" to "assert c", "a[i] += x" to "a[i] = x".
static bool shrink_form(struct reduce_state *s, size_t line)
{
    const char *text = s->lines[line];
    struct token first = token_next(text), t = first;
    long open = 0;
    struct text out = {0};
    for (; t.kind && !out.count; t = token_next(t.at + t.length)) {
        open += t.kind == TOKEN_MARK ? !!strchr("([", *t.at) - !!strchr(")]", *t.at) : 0;
        if (token_is(&first, "assert") && !open && token_is(&t, ","))
            text_add(&out, text, (size_t)(t.at - text));
        else if (!open && t.kind == TOKEN_MARK && t.at[t.length - 1] == '=' &&
                 (t.length == 3 || (t.length == 2 && !strchr("=!<>", *t.at))))
            text_printf(&out, "%.*s%s", (int)(t.at - text), text, t.at + t.length - 1);
    }
    bool good = out.count && reduce_try_line(s, line, out.at);
    text_free(&out);
    return good;
}

bool reduce_expressions(struct reduce_state *s)
{
    bool progress = false;
    for (size_t i = 1; i < s->count; i++) {
        progress |= shrink_form(s, i);
        while (i < s->count && shrink_line(s, i))
            progress = true;
    }
    return progress;
}
