// Reduction of declarations, numbers and inputs.
#include "reduce_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- declarations ----
enum { MOST_PARTS = 8 };

/// Cuts the k-th of the parts that commas separate, from the bracket at `open` on; NULL: there is
/// none, or no other.
static char *without_part(const char *line, const char *open, size_t k)
{
    const char *starts[MOST_PARTS + 1] = {open + 1}, *end = NULL;
    long depth = 0;
    size_t parts = 1;
    for (struct token t = token_next(open); t.kind && !end; t = token_next(t.at + t.length)) {
        depth += t.kind == TOKEN_MARK ? !!strchr("([", *t.at) - !!strchr(")]", *t.at) : 0;
        if (depth == 1 && token_is(&t, ",") && parts < MOST_PARTS)
            starts[parts++] = t.at;
        if (!depth)
            end = t.at;
    }
    if (!end || parts < 2 || k >= parts)
        return NULL;
    const char *from = starts[k], *to = k + 1 < parts ? starts[k + 1] : end;
    struct text out = {0};
    text_add(&out, line, (size_t)(from - line));
    to += !k; // the comma goes with the first part
    text_add(&out, to, strlen(to));
    return out.at;
}

/// Cuts an index from each use of a buffer; to be freed.
static char *without_axis(const char *line, const char *name, size_t axis, bool declaration)
{
    char *own = must_alloc(strlen(line) + 1);
    strcpy(own, line);
    for (const char *at = own; *at;) {
        struct token t = token_next(at), next = token_next(t.at + t.length);
        at = t.at + t.length;
        if (!t.kind)
            break;
        if (!token_is(&t, name))
            continue;
        while (declaration && next.kind && !token_is(&next, "["))
            next = token_next(next.at + next.length);
        char *cut = token_is(&next, "[") ? without_part(own, next.at, axis) : NULL;
        if (!cut)
            continue;
        at = cut + (at - own);
        free(own);
        own = cut;
    }
    return own;
}

static bool try_axis(struct reduce_state *s, size_t line, size_t axis)
{
    struct token word = token_next(s->lines[line]), t = token_next(word.at + word.length);
    char name[REDUCE_NAME], **owned = must_alloc(s->count * sizeof *owned);
    size_t count = s->count;
    struct draft d = draft_begin(s, 0);
    snprintf(name, sizeof name, "%.*s", (int)t.length, t.at);
    for (size_t i = 0; i < count; i++) {
        owned[i] = without_axis(s->lines[i], name, axis, i == line);
        draft_add(&d, owned[i]);
    }
    bool good = draft_try(s, &d);
    for (size_t i = 0; i < count; i++)
        free(owned[i]);
    free(owned);
    return good;
}

/// The first `rank` axes of workgroup and grid alone.
static bool try_rank(struct reduce_state *s, size_t rank)
{
    char **owned = must_alloc(s->count * sizeof *owned);
    size_t count = s->count;
    struct draft d = draft_begin(s, 0);
    for (size_t i = 0; i < count; i++) {
        struct token t = token_next(s->lines[i]);
        const char *line = s->lines[i];
        if (token_is(&t, "workgroup") || token_is(&t, "grid")) {
            struct text out = {0};
            text_printf(&out, "%.*s [%s]", (int)t.length, t.at, t.at + t.length);
            for (char *cut; (cut = without_part(out.at, strchr(out.at, '['), rank));) {
                text_free(&out);
                text_printf(&out, "%s", cut);
                free(cut);
            }
            *strchr(out.at, '[') = ' ';
            *strrchr(out.at, ']') = 0;
            line = owned[i] = out.at;
        }
        draft_add(&d, line);
    }
    bool good = draft_try(s, &d);
    for (size_t i = 0; i < count; i++)
        free(owned[i]);
    free(owned);
    return good;
}

/// The line without `length` characters from `from` on, with others in their place.
static bool try_splice(struct reduce_state *s, size_t line, const char *from, size_t length,
                       const char *by)
{
    const char *text = s->lines[line];
    struct text out = {0};
    text_printf(&out, "%.*s%s%s", (int)(from - text), text, by, from + length);
    bool good = reduce_try_line(s, line, out.at);
    text_free(&out);
    return good;
}

static bool try_attributes(struct reduce_state *s, size_t line)
{
    for (const char *at = strchr(s->lines[line], '@'); at; at = strchr(at + 1, '@')) {
        struct token t = token_next(at + 1), open = token_next(t.at + t.length);
        const char *end = t.at + t.length;
        if (token_is(&open, "("))
            end = open.at + strcspn(open.at, ")") + 1;
        if (try_splice(s, line, at, (size_t)(end - at), ""))
            return true;
    }
    return false;
}

static bool shrink_declaration(struct reduce_state *s, size_t line)
{
    struct token t = token_next(s->lines[line]);
    bool in = token_is(&t, "in") || token_is(&t, "inout");
    const char *atomic = strstr(s->lines[line], " atomic ");
    if (in && try_splice(s, line, t.at, t.length, "out"))
        return true;
    if (in || token_is(&t, "out") || token_is(&t, "scratch") || token_is(&t, "shared") ||
        token_is(&t, "persistent") || token_is(&t, "uniform")) {
        if (atomic && try_splice(s, line, atomic, 8, " "))
            return true;
        for (size_t axis = 0; axis < 8; axis++)
            if (strchr(s->lines[line], ',') && try_axis(s, line, axis))
                return true;
        return try_attributes(s, line);
    }
    return false;
}

bool reduce_declarations(struct reduce_state *s)
{
    bool progress = try_rank(s, 1) || try_rank(s, 2);
    for (size_t i = 1; i < s->count && !reduce_over(s); i++)
        while (i < s->count && shrink_declaration(s, i))
            progress = true;
    return progress;
}

// ---- numbers ----
/// Whether it is a whole number, and what stands behind its digits.
static bool whole(const struct token *t, uint64_t *value, int *digits)
{
    *digits = 0;
    while ((size_t)*digits < t->length && isdigit((unsigned char)t->at[*digits]))
        ++*digits;
    *value = strtoull(t->at, NULL, 10);
    return t->kind == TOKEN_NUMBER && (size_t)*digits <= t->length &&
           !memchr(t->at, '.', t->length) && !memchr(t->at, 'e', t->length) &&
           !memchr(t->at, 'x', t->length);
}

enum { SMALLER = 6 };
static void smaller(uint64_t value, uint64_t to[SMALLER])
{
    uint64_t list[SMALLER] = {1, 0, 2, 4, value / 2, value - value / 4};
    memcpy(to, list, sizeof list);
}

/// One number of a line.
static bool shrink_number(struct reduce_state *s, size_t line, size_t place)
{
    struct token t = token_next(s->lines[line] + place);
    uint64_t value, to[SMALLER];
    int digits;
    char text[32];
    if (!whole(&t, &value, &digits) || !value)
        return false;
    smaller(value, to);
    for (size_t i = 0; i < SMALLER; i++) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)to[i]);
        if (to[i] < value && try_splice(s, line, t.at, (size_t)digits, text))
            return true;
    }
    return false;
}

/// All equal numbers at once: sizes that belong together.
static bool shrink_everywhere(struct reduce_state *s, uint64_t value)
{
    uint64_t to[SMALLER];
    smaller(value, to);
    for (size_t k = 0; k < SMALLER; k++) {
        struct text out = {0};
        if (to[k] >= value)
            continue;
        for (size_t i = 0; i < s->count; i++) {
            const char *from = s->lines[i];
            for (struct token t = token_next(from); t.kind; t = token_next(t.at + t.length)) {
                uint64_t one;
                int digits;
                if (!whole(&t, &one, &digits) || one != value)
                    continue;
                text_printf(&out, "%.*s%llu", (int)(t.at - from), from, (unsigned long long)to[k]);
                from = t.at + digits;
            }
            text_printf(&out, "%s\n", from);
        }
        bool good = reduce_try_text(s, out.at);
        text_free(&out);
        if (good)
            return true;
    }
    return false;
}

bool reduce_literals(struct reduce_state *s)
{
    bool progress = false;
    for (size_t i = 1; i < s->count && !reduce_over(s); i++)
        for (size_t place = 0; i < s->count && place < strlen(s->lines[i]);) {
            struct token t = token_next(s->lines[i] + place);
            uint64_t value;
            int digits;
            size_t at = (size_t)(t.at - s->lines[i]), length = t.length;
            if (!t.kind)
                break;
            if (whole(&t, &value, &digits) && value > 1 && shrink_everywhere(s, value)) {
                progress = true;
                continue;
            }
            if (shrink_number(s, i, place))
                progress = true;
            else
                place = at + length;
        }
    return progress;
}

// ---- inputs ----
static bool try_zeros(struct reduce_state *s, size_t input, uint64_t from, uint64_t to)
{
    struct reduce_case c = case_copy(s->best, s->best->text);
    memset(c.inputs[input].data + from, 0, to - from);
    return reduce_try_inputs(s, &c);
}

static bool try_length(struct reduce_state *s, size_t input, uint64_t bytes)
{
    struct reduce_case c = case_copy(s->best, s->best->text);
    c.inputs[input].bytes = bytes;
    return reduce_try_inputs(s, &c);
}

static bool shrink_data(struct reduce_state *s, size_t input)
{
    bool progress = false;
    for (uint64_t bytes = s->best->inputs[input].bytes; bytes > 1;) {
        uint64_t less = bytes < 16 ? bytes / 2 : bytes / 16 * 8; // whole elements
        if (!try_length(s, input, less))
            break;
        progress = true;
        bytes = s->best->inputs[input].bytes < bytes ? s->best->inputs[input].bytes : 0;
    }
    for (uint64_t chunk = s->best->inputs[input].bytes; chunk && !reduce_over(s); chunk /= 2)
        for (uint64_t from = 0; from < s->best->inputs[input].bytes; from += chunk) {
            uint64_t end = s->best->inputs[input].bytes;
            progress |= try_zeros(s, input, from, from + chunk < end ? from + chunk : end);
        }
    return progress;
}

static bool shrink_value(struct reduce_state *s, size_t input)
{
    uint64_t value = s->best->inputs[input].bits, to[SMALLER];
    smaller(value, to);
    for (size_t i = 0; i < SMALLER; i++) {
        if (to[i] >= value)
            continue;
        struct reduce_case c = case_copy(s->best, s->best->text);
        c.inputs[input].bits = to[i];
        if (reduce_try_inputs(s, &c))
            return true;
    }
    return false;
}

bool reduce_inputs(struct reduce_state *s)
{
    bool progress = false;
    for (size_t i = 0; i < s->best->input_count && !reduce_over(s); i++)
        progress |= s->best->inputs[i].param ? shrink_value(s, i) : shrink_data(s, i);
    return progress;
}
