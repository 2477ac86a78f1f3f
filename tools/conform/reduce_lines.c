// Reduction of statements, declarations and names.
#include "reduce_state.h"

#include <stdlib.h>
#include <string.h>

bool line_opens(const char *line)
{
    size_t length = strlen(line);
    return length && line[length - 1] == '{';
}

bool line_closes(const char *line)
{
    return *line == '}';
}

size_t block_end(const struct reduce_state *s, size_t line)
{
    size_t depth = 0;
    for (size_t i = line; i < s->count; i++) {
        if (i > line && line_closes(s->lines[i]) && !--depth)
            return i;
        depth += line_opens(s->lines[i]);
    }
    return s->count;
}

size_t unit_end(const struct reduce_state *s, size_t line)
{
    while (line < s->count && line_opens(s->lines[line]))
        line = block_end(s, line);
    return line + 1;
}

// ---- leaving statements out ----
/// The statements of the block that a line opens (SIZE_MAX: the program) as `starts`, with the end
/// of the last one behind them; how many.
static size_t siblings(const struct reduce_state *s, size_t header, size_t *starts)
{
    size_t at = header == SIZE_MAX ? 1 : header + 1, count = 0;
    size_t end = header == SIZE_MAX ? s->count : block_end(s, header);
    for (; at < end; at = unit_end(s, at))
        starts[count++] = at;
    starts[count] = end;
    return count;
}

/// Chunks from large to small, the last statements first: nothing before them needs them.
static bool shrink_block(struct reduce_state *s, size_t header)
{
    size_t *starts = must_alloc((s->count + 2) * sizeof *starts);
    size_t count = siblings(s, header, starts);
    bool progress = false;
    for (size_t chunk = count; chunk; chunk /= 2)
        for (size_t to = count; to && !reduce_over(s);) {
            size_t from = to > chunk ? to - chunk : 0;
            struct draft d = draft_begin(s, 0);
            draft_lines(&d, s, 0, starts[from]);
            draft_lines(&d, s, starts[to], s->count);
            if (draft_try(s, &d)) {
                progress = true;
                free(starts); // the lines are others now
                starts = must_alloc((s->count + 2) * sizeof *starts);
                count = siblings(s, header, starts);
            }
            to = from < count ? from : count;
        }
    free(starts);
    return progress;
}

bool reduce_statements(struct reduce_state *s)
{
    bool progress = shrink_block(s, SIZE_MAX);
    for (size_t i = 0; i < s->count; i++) // what is left out stands behind line i
        if (line_opens(s->lines[i]))
            progress |= shrink_block(s, i);
    return progress;
}

// ---- bodies instead of what is around them ----
static bool begins(const char *line, const char *word)
{
    struct token t = token_next(line);
    return token_is(&t, word);
}

/// "let i = a" for each index of "for i in a..b, j in c..d {"; "let n = 1" for the passes.
static void define_indices(const char *line, struct text *out)
{
    struct token before = {0}, t = token_next(line);
    if (token_is(&t, "let")) {
        t = token_next(t.at + t.length);
        text_printf(out, "let %.*s = 1\n", (int)t.length, t.at);
    }
    for (; t.kind; before = t, t = token_next(t.at + t.length)) {
        if (!token_is(&t, "in") || before.kind != TOKEN_WORD)
            continue;
        const char *from = t.at + t.length;
        struct token end = token_next(from);
        while (end.kind && !token_is(&end, ".."))
            end = token_next(end.at + end.length);
        text_printf(out, "let %.*s =%.*s\n", (int)before.length, before.at, (int)(end.at - from),
                    from);
    }
}

static bool leaves(const char *line)
{
    return begins(line, "break") || begins(line, "continue") || begins(line, "leave") ||
           begins(line, "again");
}

/// The block of line `body` in place of the statement from `line` on; `bare`: without what jumps.
static bool try_body(struct reduce_state *s, size_t line, size_t body, bool defines, bool bare)
{
    struct text definitions = {0};
    struct draft d = draft_begin(s, 1);
    draft_lines(&d, s, 0, line);
    if (defines)
        define_indices(s->lines[line], &definitions);
    if (definitions.count)
        draft_add(&d, definitions.at);
    size_t end = block_end(s, body);
    for (size_t i = body + 1; i < end; i++)
        if (!bare || !leaves(s->lines[i]))
            draft_add(&d, s->lines[i]);
    draft_lines(&d, s, unit_end(s, line), s->count);
    bool good = draft_try(s, &d);
    text_free(&definitions);
    return good;
}

/// An `if` without the part that line `other` begins.
static bool try_without(struct reduce_state *s, size_t other)
{
    size_t end = block_end(s, other);
    struct draft d = draft_begin(s, 0);
    draft_lines(&d, s, 0, other);
    draft_lines(&d, s, end, s->count);
    return draft_try(s, &d);
}

/// "if a { … } else if b {" to "if b {", "if a { … } else {" to "if !(a) {".
static bool try_else(struct reduce_state *s, size_t line, size_t other)
{
    const char *head = strchr(s->lines[other], 'e') + 4; // "} else"
    struct text out = {0};
    size_t length = strlen(s->lines[line]);
    struct draft d = draft_begin(s, 0);
    draft_lines(&d, s, 0, line);
    if (strspn(head, " {") == strlen(head))
        text_printf(&out, "if !(%.*s) {", (int)(length - 4), s->lines[line] + 2);
    else
        text_printf(&out, "%s", head);
    draft_add(&d, out.at);
    draft_lines(&d, s, other + 1, s->count);
    bool good = draft_try(s, &d);
    text_free(&out);
    return good;
}

/// "while c {" to "if c {".
static bool try_once(struct reduce_state *s, size_t line)
{
    struct token t = token_next(s->lines[line]);
    struct text out = {0};
    if (!token_is(&t, "while"))
        return false;
    text_printf(&out, "if%s", t.at + t.length);
    bool good = reduce_try_line(s, line, out.at);
    text_free(&out);
    return good;
}

static bool loops(const char *line)
{
    return begins(line, "for") || begins(line, "each") || begins(line, "while") ||
           begins(line, "loop") || (line_opens(line) && line_uses(line, "fixpoint"));
}

/// A block in place of a loop: what left the loop, or went on with it, leaves the block.
static bool try_block(struct reduce_state *s, size_t line)
{
    char head[40], leave[40];
    size_t end = block_end(s, line);
    if (!loops(s->lines[line]))
        return false;
    snprintf(head, sizeof head, "block once_%zu {", line);
    snprintf(leave, sizeof leave, "leave once_%zu", line);
    struct draft d = draft_begin(s, 0);
    draft_lines(&d, s, 0, line);
    draft_add(&d, head);
    for (size_t i = line + 1; i < end;) {
        const char *text = s->lines[i];
        size_t next = loops(text) ? block_end(s, i) : i + 1; // a loop within has its own
        draft_add(&d, begins(text, "break") || begins(text, "continue") ? leave : text);
        draft_lines(&d, s, i + 1, next);
        i = next;
    }
    draft_lines(&d, s, end, s->count);
    return draft_try(s, &d);
}

static bool unwrap(struct reduce_state *s, size_t line)
{
    for (size_t body = line; body < s->count && line_opens(s->lines[body]);
         body = block_end(s, body)) {
        if (try_body(s, line, body, false, false) || try_body(s, line, body, true, false) ||
            try_body(s, line, body, true, true))
            return true;
        if (body > line && (try_without(s, body) || try_else(s, line, body)))
            return true;
    }
    return try_once(s, line) || try_block(s, line);
}

bool reduce_unwrap(struct reduce_state *s)
{
    bool progress = false;
    for (size_t i = 0; i < s->count && !reduce_over(s); i++)
        while (line_opens(s->lines[i]) && !line_closes(s->lines[i]) && unwrap(s, i)) {
            progress = true;
            if (i >= s->count)
                break;
        }
    return progress;
}

// ---- names ----
/// The name that a line declares; false: none.
static bool declares(const char *line, char name[REDUCE_NAME])
{
    static const char *const words[] = {"let",    "var",        "const",   "param",
                                        "in",     "out",        "inout",   "scratch",
                                        "shared", "persistent", "uniform", "mapped"};
    struct token word = token_next(line);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!token_is(&word, words[i]))
            continue;
        struct token t = token_next(word.at + word.length);
        snprintf(name, REDUCE_NAME, "%.*s", (int)t.length, t.at);
        return t.kind == TOKEN_WORD;
    }
    return false;
}

/// Everything without the statements that name it; a block around one stays unless its own line
/// does.
static bool try_without_name(struct reduce_state *s, const char *name)
{
    struct draft d = draft_begin(s, 0);
    for (size_t i = 0; i < s->count;) {
        bool named = line_uses(s->lines[i], name);
        size_t end = named && !line_closes(s->lines[i]) ? unit_end(s, i) : i + 1;
        if (!named || line_closes(s->lines[i]))
            draft_add(&d, s->lines[i]);
        i = end;
    }
    return draft_try(s, &d);
}

/// The value that a declaration gives its name, in parentheses; false: none.
static bool value_of(const struct reduce_state *s, const char *line, const char *name,
                     struct text *value)
{
    struct token t = token_next(line), type = {0};
    bool param = token_is(&t, "param");
    if (token_is(&t, "let") && strstr(line, "fixpoint "))
        return false;
    for (t = token_next(t.at + t.length); t.kind && !token_is(&t, "=");
         t = token_next(t.at + t.length)) {
        if (token_is(&t, "["))
            return false;
        if (t.kind == TOKEN_WORD)
            type = t; // the last word before '=' of "param n: u32 = 3"
    }
    const struct reduce_input *in = param ? reduce_case_find(s->best, name, true) : NULL;
    if (in && in->bits) {
        if (*type.at == 'f') // of floats the bits are known, not the text
            text_printf(value, "unbits(%llu%s)", (unsigned long long)in->bits,
                        token_is(&type, "f64") ? "u64" : "u32");
        else if (*type.at == 'i')
            text_printf(value, "%.*s(%llu%s)", (int)type.length, type.at,
                        (unsigned long long)in->bits, token_is(&type, "i64") ? "u64" : "u32");
        else if (*type.at == 'b')
            text_printf(value, "true");
        else
            text_printf(value, "%llu%.*s", (unsigned long long)in->bits, (int)type.length, type.at);
        return true;
    }
    if (!t.kind || in)
        return false;
    text_printf(value, "(%s)", t.at + 1);
    return true;
}

/// The value in place of the name. Only where that makes the text little longer.
static bool try_value(struct reduce_state *s, size_t line, const char *name)
{
    struct text value = {0};
    size_t uses = 0, tokens = 0;
    bool good = value_of(s, s->lines[line], name, &value);
    for (size_t i = line + 1; i < s->count; i++)
        uses += line_uses(s->lines[i], name);
    for (struct token t = token_next(value.at ? value.at : ""); t.kind;
         t = token_next(t.at + t.length))
        tokens++;
    if (good && (uses < 2 || tokens < 9)) {
        char **owned = must_alloc(s->count * sizeof *owned);
        size_t count = s->count;
        struct draft d = draft_begin(s, 0);
        draft_lines(&d, s, 0, line);
        for (size_t i = line + 1; i < count; i++) {
            owned[i] = line_replace(s->lines[i], name, value.at);
            draft_add(&d, owned[i]);
        }
        good = draft_try(s, &d);
        for (size_t i = 0; i < count; i++)
            free(owned[i]);
        free(owned);
    } else {
        good = false;
    }
    text_free(&value);
    return good;
}

bool reduce_names(struct reduce_state *s)
{
    bool progress = false;
    char name[REDUCE_NAME];
    for (size_t i = s->count; i-- && !reduce_over(s);) {
        if (i >= s->count) {
            i = s->count; // lines have gone
            continue;
        }
        if (declares(s->lines[i], name) && (try_without_name(s, name) || try_value(s, i, name)))
            progress = true;
    }
    return progress;
}
