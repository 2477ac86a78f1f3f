// lib/text.vy beside plain C: lines, tokens, fields, UTF-8, numbers, quotes and JSON.
#include "support/library.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char text[] =
    "program structure\nuse \"text.vy\"\n"
    "in text : u8[]\nin other : u8[len(text)]\nin number : u64[len(text) / 24]\n"
    "out line : u32[len(text)]\nout at : u32[len(text) + 1, 2]\nout size : u32[len(text) + 1, 2]\n"
    "out csv : u8[len(text)]\nout json : u8[len(text)]\nout depth : i32[len(text)]\n"
    "out back : u64[len(number)]\nout found : u32[6]\n"
    "scratch digits : u8[24 * len(number)]\nscratch places : u32[len(text) + 1]\n"
    "scratch sizes : u32[len(text) + 1]\n"
    "workgroup 4\ngrid 64\n"
    "fn inside(c: u32) -> bool { return c > ',' }\n"
    "let lines = text_lines(text, line)\n"
    "let tokens = text_tokens(text, places, sizes, inside)\n"
    "each i in 0..tokens {\n    at[i, 0] = places[i]\n    size[i, 0] = sizes[i]\n}\n"
    "barrier grid\n"
    "let fields = text_fields(text, ',', places, sizes)\n"
    "each i in 0..fields {\n    at[i, 1] = places[i]\n    size[i, 1] = sizes[i]\n}\n"
    "let valid = utf8_end(other)\ntext_quoted(text, '\"', csv)\n"
    "let open = json_structure(text, json, depth)\n"
    "each i in 0..len(number) {\n"
    "    let long = text_put(digits, 24 * i + 1, number[i])\n"
    "    digits[24 * i] = '-'\n"
    "    let v, good = text_u64(digits, 24 * i + 1, long)\n"
    "    let w, fits = text_i64(digits, 24 * i, long + 1)\n"
    "    let x, wrong = text_u64(digits, 24 * i, long + 1)\n"
    "    back[i] = good && !wrong && fits == (v <= 1u64 << 63) && (!fits || u64(w) == ~v + 1) ? v "
    ": 7\n"
    "}\n"
    "if gid.x == 0 {\n    found[0] = lines\n    found[1] = tokens\n    found[2] = fields\n"
    "    found[3] = valid\n    found[4] = u32(open)\n}\n";

/// The first byte that is not part of a character of UTF-8.
static uint32_t utf8_end(const uint8_t *s, uint32_t n)
{
    uint32_t i = 0;
    while (i < n) {
        uint32_t c = s[i], size = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        uint32_t code = size == 1 ? c : c & (0xFFu >> (size + 1));
        if (!size || c > 0xF4 || i + size > n)
            break;
        uint32_t k = 1;
        for (; k < size && (s[i + k] & 0xC0) == 0x80; k++)
            code = code << 6 | (s[i + k] & 0x3F);
        if (k < size || (size == 3 && (code < 0x800 || (code >= 0xD800 && code < 0xE000))) ||
            (size == 4 && (code < 0x10000 || code > 0x10FFFF)))
            break;
        i += size;
    }
    return i;
}

/// Characters, up to a byte of chance somewhere.
static void make_utf8(struct library_run *run, uint8_t *s, uint32_t n)
{
    static const char *const characters[] = {
        "a", "\xC2\x80",     "\xDF\xBF",         "\xE0\xA0\x80",    "\xED\x9F\xBF",
        "z", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
    static const char *const wrong[] = {"\xC1\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF4\x90\x80",
                                        "\x80",     "\xF5\x80\x80", "\xF0\x8F\xBF", "\xE1\x80"};
    const uint32_t bad = rng_below(&run->rng, 2 * n + 1);
    for (uint32_t i = 0; i < n;) {
        const char *c = i >= bad && i < bad + 4 ? wrong[rng_below(&run->rng, 8)]
                                                : characters[rng_below(&run->rng, 9)];
        for (; *c && i < n; c++)
            s[i++] = (uint8_t)*c;
    }
}

static void make(struct library_run *run, uint32_t n)
{
    char *s = library_in(run, "text", n, 1);
    uint8_t *other = library_in(run, "other", n, 1);
    uint64_t *number = library_in(run, "number", n / 24, 8);
    uint32_t *line = library_out(run, "line", n, 4);
    uint32_t *at = library_out(run, "at", 2 * ((uint64_t)n + 1), 4);
    uint32_t *size = library_out(run, "size", 2 * ((uint64_t)n + 1), 4);
    uint8_t *csv = library_out(run, "csv", n, 1), *json = library_out(run, "json", n, 1);
    int32_t *depth = library_out(run, "depth", n, 4), now = 0;
    uint64_t *back = library_out(run, "back", n / 24, 8);
    uint32_t *found = library_out(run, "found", 6, 4), state = 0, escaped = 0, quotes = 0;
    for (uint32_t i = 0; i < n; i++)
        s[i] = "ab1,, \n\\\\\"[]{}\r"[rng_below(&run->rng, 15)];
    for (uint32_t i = 1; i < n; i++) // lines that end as RFC 4180 says
        if (s[i] == '\n' && rng_below(&run->rng, 2))
            s[i - 1] = '\r';
    make_utf8(run, other, n);
    for (uint32_t i = 0; i < n / 24; i++)
        back[i] = number[i] = i % 3 ? rng_next(&run->rng) >> i % 64 : UINT64_MAX - i;
    for (uint32_t i = 0; i < n; i++) {
        const bool quote = s[i] == '"' && !escaped;
        if (!i || s[i - 1] == '\n')
            line[found[0]++] = i;
        if (s[i] > ',' && (!i || s[i - 1] <= ',')) {
            at[2 * found[1]] = i;
            for (uint32_t k = i; k < n && s[k] > ','; k++)
                size[2 * found[1]]++;
            found[1]++;
        }
        quotes ^= s[i] == '"';
        csv[i] = (uint8_t)quotes;
        escaped = s[i] == '\\' && !escaped;
        state ^= quote;
        json[i] = (uint8_t)state;
        depth[i] = now;
        now += state ? 0 : (s[i] == '[' || s[i] == '{') - (s[i] == ']' || s[i] == '}');
    }
    for (uint32_t i = 0; i <= n && n; i++) {
        if (i && s[i - 1] != ',' && (s[i - 1] != '\n' || i == n))
            continue;
        at[2 * found[2] + 1] = i;
        uint32_t end = i;
        while (end < n && s[end] != ',' && s[end] != '\n')
            end++;
        size[2 * found[2] + 1] =
            end - i - (end > i && end < n && s[end] == '\n' && s[end - 1] == '\r');
        found[2]++;
    }
    found[3] = utf8_end(other, n);
    found[4] = (uint32_t)now;
}

int main(void)
{
    static const struct library_case structure = {"text", text, make};
    const struct CMUnitTest tests[] = {LIBRARY_CASE(structure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
