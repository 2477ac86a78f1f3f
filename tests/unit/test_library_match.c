// lib/match.vy beside plain C: words, regular expressions and automata.
#include "support/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- words ----
static const char words_text[] =
    "program words\nuse \"match.vy\"\n"
    "in text : u8[]\nin words : u8[]\nin first : u32[]\nparam room : u32\n"
    "out which : u32[room]\nout at : u32[room]\nout found : u32[1]\n"
    "workgroup 4\ngrid 64\n"
    "let all = match_words(text, words, first, which, at)\n"
    "if gid.x == 0 { found[0] = all }\n";

enum { WORDS = 40, LONGEST = 12 };

/// Two letters and now and then any byte, so that words occur, overlap and cross chunks.
static void fill(struct library_run *run, uint8_t *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        s[i] = (uint8_t)(rng_below(&run->rng, 8) ? 'a' + rng_below(&run->rng, 2)
                                                 : rng_below(&run->rng, 256));
}

static void make_words(struct library_run *run, uint32_t n)
{
    const uint32_t count = n % 5 || n > 1000 ? WORDS : n % 3;
    // By turns all lengths, three to five bytes, and long words.
    const uint32_t least = n % 3 + 2 * (n % 3 != 0), most = n % 3 == 1 ? 5 : LONGEST;
    uint8_t *text = library_in(run, "text", n, 1);
    uint32_t *first = library_in(run, "first", count ? count + 1 : n % 2, 4);
    uint8_t words[WORDS * LONGEST];
    uint32_t bytes = 0, all = 0;
    fill(run, text, n);
    for (uint32_t w = 0; w < count; w++) {
        uint32_t size = least + rng_below(&run->rng, most - least + 1);
        first[w] = bytes;
        fill(run, words + bytes, size);
        if (w % 4 == 3) { // the word before once more, or what the text has at its end
            size = first[w] - first[w - 1];
            memmove(words + bytes, words + first[w - 1], size);
        } else if (w % 4 == 2 && size < n) {
            memcpy(words + bytes, text + n - size, size);
        }
        bytes += size;
    }
    if (count)
        first[count] = bytes;
    memcpy(library_in(run, "words", bytes, 1), words, bytes);
    for (int pass = 0; pass < 2; pass++) {
        uint32_t *which = NULL, *at = NULL;
        if (pass) {
            // In some runs there is no room for all.
            const uint32_t room = n % 2 ? all : all / 2;
            library_param(run, "room", room);
            which = library_out(run, "which", room, 4);
            at = library_out(run, "at", room, 4);
            *(uint32_t *)library_out(run, "found", 1, 4) = all;
            all = 0;
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t size = 1; size <= LONGEST && size <= n - i; size++)
                    for (uint32_t w = 0; w < count; w++)
                        if (first[w + 1] - first[w] == size &&
                            !memcmp(words + first[w], text + i, size) && all < room) {
                            which[all] = w;
                            at[all++] = i;
                        }
            return;
        }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t w = 0; w < count; w++) {
                const uint32_t size = first[w + 1] - first[w];
                all += size && size <= n - i && !memcmp(words + first[w], text + i, size);
            }
    }
}

// ---- regular expressions ----
static const char regex_text[] =
    "program regex\nuse \"match.vy\"\n"
    "in text : u8[]\nin one : u8[]\nin two : u8[]\nin three : u8[]\n"
    "out at : u32[3, len(text)]\nout found : u32[3]\nout good : bool[3]\n"
    "scratch nfa : u64[REGEX_WORDS]\nscratch ends : u32[len(text)]\n"
    "workgroup 4\ngrid 64\n"
    "fn find(regex: in u8[], k: u32) {\n"
    "    let fine = match_compile(regex, nfa)\n"
    "    let all = match_regex(text, nfa, ends)\n"
    "    each i in 0..all { at[k, i] = ends[i] }\n"
    "    if gid.x == 0 {\n        found[k] = all\n        good[k] = fine\n    }\n"
    "}\n"
    "find(one, 0)\nfind(two, 1)\nfind(three, 2)\n";

static const char *const expressions[] = {
    "a",
    "ab|ba|abba",
    "[^ab\\n]$",
    "",
    "a?b?",
    "(ab)+",
    "\\x00|\\xff",
    "[a-c]\\d",
    "\\w\\W\\s*\\S\\D",
    "((a|b)(c|\\n)?)+c",
    "[]a-]\\]?",
    "(a(b(a(b(a|c)*)?)?)?)*\\n",
    "^",
    "(|a)(b|)\\$?",
    "[\\x80-\\xff]+[^\\x80-\\xff]",
    "a.*b",
    "^a+b",
    "a[^c]*c",
    "(a|b)*c",
    "(a*b*)*c",
    "^(a|b)+$",
    "aa*|b[ab]*c$",
    "abababababababababababababababab(abababababababababababababababa|b)*",
    "(ab|c)*(b|)",
    "a+a+b*a",
    "\\\\|[\\]\\-]|\\.",
    "\\.$",
    "a\\$",
    "[\\d\\s]",
    "b.?.?.?.?.?.?.?c",
    "a*",
    ".",
    "[^\\w]+",
};

/// Which places a match may have come to: those where it has begun only, and those behind a byte.
struct places {
    uint32_t n;
    uint8_t *at[2];
};

static struct places no_places(uint32_t n)
{
    return (struct places){n, {calloc(1, n + 1), calloc(1, n + 1)}};
}

static void free_places(struct places *p)
{
    free(p->at[0]), free(p->at[1]);
}

/// Adds places; whether that made a difference.
static bool join(struct places *to, const struct places *from)
{
    bool more = false;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i <= to->n; i++) {
            more |= from->at[k][i] && !to->at[k][i];
            to->at[k][i] |= from->at[k][i];
        }
    return more;
}

static bool in_kind(char kind, int c)
{
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    switch (kind) {
    case 'd': return digit;
    case 'w': return digit || letter || c == '_';
    case 's': return c == ' ' || (c >= 9 && c <= 13);
    case 'D': return !in_kind('d', c);
    case 'W': return !in_kind('w', c);
    default: return !in_kind('s', c);
    }
}

/// One byte of a class, from *p on, or all that a class such as \d has.
static int take(const char **p, bool *takes)
{
    int c = (uint8_t) * (*p)++;
    unsigned hex = 0;
    if (c == '\\') {
        c = (uint8_t) * (*p)++;
        if (strchr("dwsDWS", c)) {
            for (int b = 0; b < 256; b++)
                takes[b] |= in_kind((char)c, b);
            return -1;
        }
        if (c == 'x') {
            sscanf(*p, "%2x", &hex);
            *p += 2;
            c = (int)hex;
        } else {
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        }
    }
    takes[c] = true;
    return c;
}

static struct places choice(const char **p, const char *end, const uint8_t *text,
                            const struct places *from);

/// What follows an atom from given places; *p goes behind it.
static struct places atom(const char **p, const char *end, const uint8_t *text,
                          const struct places *from)
{
    bool takes[256] = {false};
    struct places to;
    if (**p == '(') {
        ++*p;
        to = choice(p, end, text, from);
        ++*p;
        return to;
    }
    if (**p == '[') {
        ++*p;
        const bool negated = **p == '^';
        *p += negated;
        for (bool first = true; first || **p != ']'; first = false) {
            const int low = take(p, takes);
            if (low >= 0 && **p == '-' && (*p)[1] != ']') {
                ++*p;
                const int high = take(p, takes);
                for (int c = low; c <= high; c++)
                    takes[c] = true;
            }
        }
        ++*p;
        for (int c = 0; c < 256; c++)
            takes[c] ^= negated;
    } else if (**p == '.') {
        ++*p;
        for (int c = 0; c < 256; c++)
            takes[c] = c != '\n';
    } else {
        take(p, takes);
    }
    to = no_places(from->n);
    for (uint32_t i = 0; i < from->n; i++)
        to.at[1][i + 1] = takes[text[i]] && (from->at[0][i] || from->at[1][i]);
    return to;
}

static struct places choice(const char **p, const char *end, const uint8_t *text,
                            const struct places *from)
{
    struct places all = no_places(from->n);
    for (;;) {
        struct places now = no_places(from->n);
        join(&now, from);
        while (*p < end && **p != '|' && **p != ')') {
            const char *const begin = *p;
            struct places to = atom(p, end, text, &now);
            const char sign = *p < end ? **p : 0;
            if (sign == '*' || sign == '+') {
                for (bool more = true; more;) {
                    const char *behind = begin;
                    struct places next = atom(&behind, end, text, &to);
                    more = join(&to, &next);
                    free_places(&next);
                }
            }
            if (sign == '*' || sign == '?')
                join(&to, &now);
            *p += sign && strchr("*+?", sign) != NULL;
            free_places(&now);
            now = to;
        }
        join(&all, &now);
        free_places(&now);
        if (*p >= end || **p != '|')
            return all;
        ++*p;
    }
}

static void make_regex(struct library_run *run, uint32_t n)
{
    static const char *const names[] = {"one", "two", "three"};
    enum { COUNT = sizeof expressions / sizeof *expressions };
    static uint32_t turn;
    uint8_t *text = library_in(run, "text", n, 1);
    uint32_t *at = library_out(run, "at", 3 * (uint64_t)n, 4);
    uint32_t *found = library_out(run, "found", 3, 4);
    uint32_t *good = library_out(run, "good", 3, 4);
    for (uint32_t i = 0; i < n; i++)
        text[i] = rng_below(&run->rng, 24) ? (uint8_t) "aabbbc\n1 .$-]_"[rng_below(&run->rng, 14)]
                                           : (uint8_t)rng_below(&run->rng, 256);
    if (n < 1000) // matches of several chunks
        for (uint32_t i = n / 4; i < n / 4 * 3; i++)
            text[i] = (uint8_t)("ab"[rng_below(&run->rng, 2)]);
    if (n > 30) // a line begins within a chunk
        memcpy(text + n / 4 + 3, "\nab", 3);
    for (uint32_t i = 0; i + 80 < n; i += 4000) // matches of long expressions
        for (uint32_t k = 0; k < 63; k++)
            text[i + k] = (uint8_t)("ab"[k % 2]);
    for (uint32_t k = 0; k < 3; k++) {
        const char *const regex = expressions[turn++ % COUNT], *p = regex;
        const char *end = regex + strlen(regex);
        const bool begins = *p == '^',
                   ends = end > p && end[-1] == '$' && (end - p < 2 || end[-2] != '\\');
        struct places from = no_places(n), to;
        memcpy(library_in(run, names[k], strlen(regex), 1), regex, strlen(regex));
        p += begins;
        end -= ends;
        for (uint32_t i = 0; i <= n; i++)
            from.at[0][i] = !begins || !i || text[i - 1] == '\n';
        to = choice(&p, end, text, &from);
        for (uint32_t i = 1; i <= n; i++)
            if (to.at[1][i] && (!ends || i == n || text[i] == '\n'))
                at[(uint64_t)k * n + found[k]++] = i;
        good[k] = 1;
        free_places(&from);
        free_places(&to);
    }
}

// ---- invalid and too long expressions ----
static const char refused_text[] =
    "program refused\nuse \"match.vy\"\n"
    "in regex : u8[]\nin first : u32[]\nout good : bool[len(first) - 1]\n"
    "scratch nfa : u64[REGEX_WORDS]\n"
    "workgroup 4\ngrid 64\n"
    "for k in 0..len(first) - 1 {\n"
    "    let fine = match_compile(regex[first[k]..first[k + 1]], nfa)\n"
    "    if gid.x == 0 { good[k] = fine }\n"
    "}\n";

#define FIVE(x) x x x x x
#define SIXTY FIVE("abc") FIVE("[a]bc") FIVE("a*b|c") FIVE("df.") "()"

static void make_refused(struct library_run *run, uint32_t n)
{
    static const char *const known[] = {"",
                                        SIXTY "bcd\\d",
                                        "((((((((((((((((a))))))))))))))))",
                                        "a\\$",
                                        "()",
                                        "|",
                                        "[]]",
                                        "[^]]",
                                        "[a-]",
                                        "\\x0A",
                                        "^$"};
    static const char *const refused[] = {"(",
                                          "a)",
                                          "(a))",
                                          "*",
                                          "a|*",
                                          "(+)",
                                          "[a",
                                          "[",
                                          "[]",
                                          "[^]",
                                          "a{2}",
                                          "}",
                                          "a^",
                                          "a$b",
                                          "]",
                                          "[b-a]",
                                          "[\\d-z]",
                                          "[a-\\w]",
                                          "\\q",
                                          "\\",
                                          "\\x1",
                                          "\\xg0",
                                          "[\\x1]",
                                          "[\\A]",
                                          "\\0",
                                          "?",
                                          "a\\",
                                          SIXTY "bcdef",
                                          "(((((((((((((((((a)))))))))))))))))"};
    enum { KNOWN = sizeof known / sizeof *known, REFUSED = sizeof refused / sizeof *refused };
    // All of them once.
    const uint32_t count = n == 33 ? KNOWN + REFUSED : 0;
    uint32_t *first = library_in(run, "first", count + 1, 4);
    uint32_t *good = library_out(run, "good", count, 4);
    char text[2048] = "";
    for (uint32_t k = 0; k < count; k++) {
        strcat(text, k < KNOWN ? known[k] : refused[k - KNOWN]);
        first[k + 1] = (uint32_t)strlen(text);
        good[k] = k < KNOWN;
    }
    memcpy(library_in(run, "regex", strlen(text), 1), text, strlen(text));
}

// ---- automata ----
static const char automaton_text[] =
    "program automaton\nuse \"match.vy\"\n"
    "in text : u8[]\nin next : u16[]\nin accepts : bool[]\nparam begin : u32\n"
    "out state : u16[len(text)]\nout at : u32[len(text)]\nout found : u32[1]\n"
    "workgroup 4\ngrid 64\n"
    "match_states(text, next, begin, state)\n"
    "let all = match_automaton(text, next, begin, accepts, at)\n"
    "if gid.x == 0 { found[0] = all }\n";

static void make_automaton(struct library_run *run, uint32_t n)
{
    static const uint32_t sizes[] = {1, 2, 7, 300, 0, 3, 40};
    static uint32_t turn;
    const uint32_t kind = turn++, states = sizes[kind % 7];
    uint8_t *text = library_in(run, "text", n, 1);
    uint16_t *next = library_in(run, "next", 256 * (uint64_t)states, 2);
    uint32_t *accepts = library_in(run, "accepts", states, 4);
    uint16_t *state = library_out(run, "state", n, 2);
    uint32_t *at = library_out(run, "at", n, 4), *found = library_out(run, "found", 1, 4);
    uint32_t now = rng_below(&run->rng, states + 2);
    library_param(run, "begin", now);
    for (uint32_t i = 0; i < n; i++)
        text[i] = (uint8_t)rng_below(&run->rng, 256);
    for (uint32_t c = 0; c < 256; c++) {
        const uint32_t by = rng_below(&run->rng, states + !states);
        for (uint32_t s = 0; s < states; s++)
            next[256 * s + c] =
                (uint16_t)(kind % 3 == 0   ? (s + by) % states // states never run together
                           : kind % 3 == 1 ? rng_below(&run->rng, states + 1)
                                           : s % 2 + 2 * rng_below(&run->rng, (states + 1) / 2));
    }
    for (uint32_t s = 0; s < states; s++)
        accepts[s] = !rng_below(&run->rng, 4);
    now = now < states ? now : 0;
    for (uint32_t i = 0; i < n && states; i++) {
        now = next[256 * now + text[i]];
        now = now < states ? now : 0;
        state[i] = (uint16_t)now;
        if (accepts[now])
            at[found[0]++] = i + 1;
    }
}

int main(void)
{
    static const struct library_case words = {"words", words_text, make_words};
    static const struct library_case regex = {"regex", regex_text, make_regex};
    static const struct library_case refused = {"refused", refused_text, make_refused};
    static const struct library_case automaton = {"automaton", automaton_text, make_automaton};
    const struct CMUnitTest tests[] = {LIBRARY_CASE(words), LIBRARY_CASE(regex),
                                       LIBRARY_CASE(refused), LIBRARY_CASE(automaton)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
