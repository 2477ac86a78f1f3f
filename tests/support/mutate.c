// Mutations of texts and wires.
#include "support/mutate.h"

#include "base/base.h"

#include <ctype.h>
#include <stdlib.h>

void bytes_replace(struct bytes *b, size_t from, size_t to, const void *by, size_t count)
{
    unsigned char *grown = malloc(b->count - (to - from) + count + 1);
    if (!grown)
        return;
    if (from)
        memcpy(grown, b->at, from);
    if (count)
        memcpy(grown + from, by, count);
    if (b->count > to)
        memcpy(grown + from + count, b->at + to, b->count - to);
    b->count = b->count - (to - from) + count;
    grown[b->count] = 0;
    free(b->at);
    b->at = grown;
}

void bytes_free(struct bytes *b)
{
    free(b->at);
    *b = (struct bytes){0};
}

static size_t place(struct rng *r, size_t count)
{
    return count ? rng_next(r) % count : 0;
}

// ---- texts ----
/// The token around a position: a word, a number, or one mark.
static void token_at(const struct bytes *t, size_t at, size_t *from, size_t *to)
{
    *from = *to = at;
    if (at >= t->count)
        return;
    if (!isalnum(t->at[at]) && t->at[at] != '_') {
        ++*to;
        return;
    }
    while (*from && (isalnum(t->at[*from - 1]) || t->at[*from - 1] == '_'))
        --*from;
    while (*to < t->count && (isalnum(t->at[*to]) || t->at[*to] == '_'))
        ++*to;
}

static const char *const words[] = {"program",
                                    "service",
                                    "use",
                                    "in",
                                    "out",
                                    "inout",
                                    "scratch",
                                    "shared",
                                    "persistent",
                                    "uniform",
                                    "mapped",
                                    "param",
                                    "const",
                                    "workgroup",
                                    "grid",
                                    "fn",
                                    "->",
                                    "bool",
                                    "u32",
                                    "i32",
                                    "u64",
                                    "i64",
                                    "f32",
                                    "f64",
                                    "u8",
                                    "i16",
                                    "let",
                                    "var",
                                    "if",
                                    "else",
                                    "for",
                                    "each",
                                    "fixpoint",
                                    "while",
                                    "loop",
                                    "break",
                                    "continue",
                                    "again",
                                    "return",
                                    "barrier",
                                    "barrier grid",
                                    "region \"r\"",
                                    "block L",
                                    "leave L",
                                    "assert",
                                    "print",
                                    "step",
                                    "atomic",
                                    "@count(",
                                    "@binding(0)",
                                    "@range(",
                                    "@live",
                                    "gid.x",
                                    "lane",
                                    "0",
                                    "1",
                                    "-1",
                                    "4294967295",
                                    "18446744073709551616",
                                    "0x",
                                    "1e999",
                                    "1e-400",
                                    "nan",
                                    "inf",
                                    "'a'",
                                    "'\\x7f'",
                                    "\"",
                                    "\\",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "[",
                                    "]",
                                    ",",
                                    ";",
                                    "..",
                                    ".",
                                    "?",
                                    ":",
                                    "=",
                                    "+=",
                                    "<<=",
                                    "&&",
                                    "||",
                                    "==",
                                    "<",
                                    ">>",
                                    "~",
                                    "!",
                                    "-",
                                    "//",
                                    "///",
                                    "//!",
                                    "\n",
                                    "min(",
                                    "len(",
                                    "fma(",
                                    "subgroup_add(",
                                    "grid_scan_or(",
                                    "workgroup_broadcast(",
                                    "atomic_add(",
                                    "acquire",
                                    "u32_at(",
                                    "async_copy(",
                                    "wait()",
                                    "fence()",
                                    "clock()",
                                    "1_000_000_000_000",
                                    "f32[",
                                    "\xff",
                                    "\x80\x80",
                                    "u32[1000000, 1000000]"};

static void mutate_text_once(struct rng *r, struct bytes *t, const struct bytes *other)
{
    size_t from, to, from2, to2;
    token_at(t, place(r, t->count), &from, &to);
    switch (rng_below(r, 10)) {
    case 0: // flip
        if (t->count)
            t->at[place(r, t->count)] ^= (unsigned char)(1u << rng_below(r, 8));
        break;
    case 1: bytes_replace(t, from, to, NULL, 0); break; // delete
    case 2: {                                           // double
        struct bytes copy = {0};
        bytes_replace(&copy, 0, 0, t->at + from, to - from);
        bytes_replace(t, to, to, copy.at, copy.count);
        bytes_free(&copy);
        break;
    }
    case 3: { // swap with a later token
        token_at(t, to + place(r, t->count - to), &from2, &to2);
        if (from2 < to)
            break;
        struct bytes first = {0}, second = {0};
        bytes_replace(&first, 0, 0, t->at + from, to - from);
        bytes_replace(&second, 0, 0, t->at + from2, to2 - from2);
        bytes_replace(t, from2, to2, first.at, first.count);
        bytes_replace(t, from, to, second.at, second.count);
        bytes_free(&first);
        bytes_free(&second);
        break;
    }
    case 4:
    case 5:
    case 6: { // another word in its place
        const char *word = words[rng_below(r, sizeof words / sizeof *words)];
        bytes_replace(t, from, to, word, strlen(word));
        break;
    }
    case 7: // cut off, seldom
        if (rng_one_in(r, 3))
            bytes_replace(t, place(r, t->count), t->count, NULL, 0);
        break;
    case 8: { // a piece of another text
        size_t start = place(r, other->count), size = place(r, other->count - start);
        bytes_replace(t, from, from, other->at + start, size > 400 ? 400 : size);
        break;
    }
    default: { // a piece of itself, many times: nesting and size
        struct bytes piece = {0};
        uint32_t times = rng_one_in(r, 4) ? 300 : 3;
        bytes_replace(&piece, 0, 0, t->at + from, to - from < 12 ? to - from : 12);
        for (uint32_t i = 0; i < times; i++)
            bytes_replace(t, to, to, piece.at, piece.count);
        bytes_free(&piece);
        break;
    }
    }
}

void mutate_text(struct rng *r, struct bytes *text, const struct bytes *other)
{
    for (uint32_t n = 1 + (rng_one_in(r, 3) ? rng_below(r, 12) : 0); n; n--)
        mutate_text_once(r, text, other);
}

// ---- wires ----
static void mutate_wire_once(struct rng *r, struct bytes *w, const struct bytes *other)
{
    static const uint32_t numbers[] = {0,      1,       2,          3,          127,        255,
                                       256,    0xffff,  0x7fffffff, 0x80000000, 0xffffffff, 64,
                                       100000, 1000001, 0x10000,    0x01010101, 0x80000001, 12};
    size_t at = place(r, w->count), word = at & ~(size_t)3;
    uint32_t v = 0;
    if (!w->count)
        return;
    switch (rng_below(r, 9)) {
    case 0: w->at[at] ^= (unsigned char)(1u << rng_below(r, 8)); break;
    case 1: w->at[at] = (unsigned char)rng_next(r); break;
    case 2:
    case 3: // an edge number as a word, or one off
        if (word + 4 > w->count)
            break;
        memcpy(&v, w->at + word, 4);
        v = rng_one_in(r, 2) ? v + 1 - 2 * rng_below(r, 2) : numbers[rng_below(r, 18)];
        memcpy(w->at + word, &v, 4);
        break;
    case 4: // swap two words
        if (word + 8 <= w->count) {
            unsigned char keep[4];
            memcpy(keep, w->at + word, 4);
            memmove(w->at + word, w->at + word + 4, 4);
            memcpy(w->at + word + 4, keep, 4);
        }
        break;
    case 5: // take words out
        v = 4 * (1 + rng_below(r, 3));
        if (word + v <= w->count)
            bytes_replace(w, word, word + v, NULL, 0);
        break;
    case 6: { // put words of the other in
        size_t from = place(r, other->count) & ~(size_t)3;
        size_t size = other->count - from < 16 ? other->count - from : 4 + rng_below(r, 4) * 4;
        bytes_replace(w, word, word, other->at + from, size);
        break;
    }
    case 7:
        if (rng_one_in(r, 4))
            bytes_replace(w, at, w->count, NULL, 0);
        break;
    default: bytes_replace(w, w->count, w->count, "\0\0\0\0", 1 + rng_below(r, 4)); break;
    }
}

void mutate_wire(struct rng *r, struct bytes *wire, const struct bytes *other, bool rehash)
{
    for (uint32_t n = 1 + (rng_one_in(r, 3) ? rng_below(r, 6) : 0); n; n--)
        mutate_wire_once(r, wire, other);
    if (rehash && wire->count >= WIRE_BODY)
        vyi_blake2b(wire->at + WIRE_BODY, wire->count - WIRE_BODY, wire->at + WIRE_HASH);
}
