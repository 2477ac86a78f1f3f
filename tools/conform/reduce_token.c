// Words and marks of a line, and what a text costs.
#include "reduce_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t string_length(const char *text)
{
    size_t n = 1;
    while (text[n] && text[n] != '"')
        n += text[n] == '\\' && text[n + 1] ? 2 : 1;
    return text[n] ? n + 1 : n;
}

/// Digits, point, exponent and suffix; "0..5" is two numbers.
static size_t number_length(const char *text)
{
    size_t n = 0;
    for (; is_word(text[n]) || (text[n] == '.' && isdigit((unsigned char)text[n + 1])); n++)
        if ((text[n] == 'e') && (text[n + 1] == '-' || text[n + 1] == '+') && text[1] != 'x')
            n++;
    return n;
}

struct token token_next(const char *text)
{
    static const char *const pairs[] = {"..", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>",
                                        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"};
    struct token t = {.at = text + strspn(text, " \t\n")};
    char c = *t.at;
    if (!c)
        return t;
    if (isdigit((unsigned char)c)) {
        t.kind = TOKEN_NUMBER;
        t.length = number_length(t.at);
    } else if (is_word(c)) {
        t.kind = TOKEN_WORD;
        while (is_word(t.at[t.length]))
            t.length++;
    } else if (c == '"') {
        t.kind = TOKEN_STRING;
        t.length = string_length(t.at);
    } else {
        t.kind = TOKEN_MARK;
        t.length = 1;
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (!strncmp(t.at, pairs[i], 2))
                t.length = 2;
        if (!strncmp(t.at, "<<=", 3) || !strncmp(t.at, ">>=", 3))
            t.length = 3;
    }
    return t;
}

bool token_is(const struct token *t, const char *text)
{
    return t->kind && t->length == strlen(text) && !memcmp(t->at, text, t->length);
}

size_t line_uses(const char *line, const char *word)
{
    size_t uses = 0;
    for (struct token t = token_next(line); t.kind; t = token_next(t.at + t.length))
        uses += t.kind == TOKEN_WORD && token_is(&t, word);
    return uses;
}

char *line_replace(const char *line, const char *word, const char *by)
{
    struct text out = {0};
    const char *from = line;
    for (struct token t = token_next(line); t.kind; t = token_next(t.at + t.length)) {
        if (t.kind != TOKEN_WORD || !token_is(&t, word))
            continue;
        text_add(&out, from, (size_t)(t.at - from));
        text_add(&out, by, strlen(by));
        from = t.at + t.length;
    }
    text_add(&out, from, strlen(from));
    return out.at;
}

// ---- cost ----
/// How far a number is from 0, and any name from a number.
static uint64_t token_weight(const struct token *t)
{
    if (t->kind != TOKEN_NUMBER)
        return t->kind == TOKEN_WORD ? 80 : 2;
    uint64_t value = strtoull(t->at, NULL, 0), weight = 0;
    for (; value; value /= 2)
        weight++;
    return weight + t->length / 4;
}

/// Marks count by their characters, so that '+=' is more than '='. Parentheses and commas tell
/// nothing of the program's size. An `if` or a `block` will do for many a loop, and its body needs
/// no counter then.
static uint64_t token_size(const struct token *t)
{
    static const char *const loops[] = {"loop", "while", "for", "fixpoint", "break", "continue"};
    for (size_t i = 0; t->kind == TOKEN_WORD && i < sizeof loops / sizeof *loops; i++)
        if (token_is(t, loops[i]))
            return 4;
    if (t->kind != TOKEN_MARK)
        return t->kind == TOKEN_STRING && t->length > 2 ? 2 : 1;
    return strchr("(),", *t->at) ? 0 : t->length;
}

struct reduce_cost reduce_cost(const char *text, const struct reduce_case *inputs)
{
    struct reduce_cost cost = {0};
    for (const char *at = text; *at; at++)
        cost.lines += *at == '\n';
    for (struct token t = token_next(text); t.kind; t = token_next(t.at + t.length)) {
        cost.tokens += token_size(&t);
        cost.weight += token_weight(&t);
    }
    for (size_t i = 0; i < inputs->input_count; i++) {
        const struct reduce_input *in = &inputs->inputs[i];
        for (uint64_t bits = in->bits; bits; bits /= 2)
            cost.weight++;
        cost.weight += 2 * in->bytes;
        for (uint64_t k = 0; k < in->bytes; k++)
            cost.weight += in->data[k] != 0;
    }
    return cost;
}
