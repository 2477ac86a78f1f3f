// NumPy's .npy files. The header is a Python dict in one line:
// {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
#include "npy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

bool npy_is(const void *bytes, size_t size)
{
    return size >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
}

// ---- the dict ----
struct scan {
    const char *at, *end;
};

static void blanks(struct scan *s)
{
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t'))
        s->at++;
}

static bool take(struct scan *s, char c)
{
    blanks(s);
    if (s->at >= s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

static bool take_word(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    blanks(s);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length))
        return false;
    s->at += length;
    return true;
}

/// A quoted string without escapes, copied.
static bool take_string(struct scan *s, char *to, size_t size)
{
    blanks(s);
    char quote = s->at < s->end ? *s->at : 0;
    if (quote != '\'' && quote != '"')
        return false;
    const char *start = ++s->at, *stop = memchr(start, quote, (size_t)(s->end - start));
    if (!stop || (size_t)(stop - start) >= size)
        return false;
    memcpy(to, start, (size_t)(stop - start));
    to[stop - start] = 0;
    s->at = stop + 1;
    return true;
}

static bool take_number(struct scan *s, uint64_t *value)
{
    blanks(s);
    const char *start = s->at;
    *value = 0;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++)
        if (__builtin_mul_overflow(*value, (uint64_t)10, value) ||
            __builtin_add_overflow(*value, (uint64_t)(*s->at - '0'), value))
            return false;
    return s->at > start;
}

static bool take_shape(struct scan *s, struct npy *npy)
{
    npy->rank = 0;
    if (!take(s, '('))
        return false;
    while (!take(s, ')')) {
        if (npy->rank == NPY_MAX_RANK || !take_number(s, &npy->shape[npy->rank]))
            return false;
        npy->rank++;
        (void)take(s, 'L'); // Python 2 wrote its long numbers so
        if (!take(s, ',')) {
            if (!take(s, ')'))
                return false;
            break;
        }
    }
    return true;
}

/// "<u4" to kind and size; false for text, times, objects and the like.
static bool take_type(struct npy *npy)
{
    const char *d = npy->descr;
    npy->big_endian = *d == '>';
    if (*d == '<' || *d == '>' || *d == '|' || *d == '=')
        d++;
    npy->kind = *d ? *d++ : 0;
    char *end;
    unsigned long size = *d >= '0' && *d <= '9' ? strtoul(d, &end, 10) : (end = (char *)d, 0);
    if (*end || !size || size > 1 << 20)
        return false;
    npy->size = (unsigned)size;
    if (size == 1)
        npy->big_endian = false;
    const char *word = npy->kind == 'u'   ? "uint"
                       : npy->kind == 'i' ? "int"
                       : npy->kind == 'f' ? "float"
                       : npy->kind == 'c' ? "complex"
                                          : NULL;
    if (npy->kind == 'b' && size == 1)
        snprintf(npy->name, sizeof npy->name, "bool");
    else if (word)
        snprintf(npy->name, sizeof npy->name, "%s%lu", word, size * 8);
    else
        return false; // the size of such a type need not even be in bytes
    return true;
}

static bool bad(char *why, size_t why_size, const char *text)
{
    snprintf(why, why_size, "%s", text);
    return false;
}

static bool no_number(const struct npy *npy, char *why, size_t why_size)
{
    snprintf(why, why_size,
             "holds '%.20s', which is no number; arrays of bool, uint8 to uint64, int8 to int64, "
             "float32 and float64 are read",
             npy->descr);
    return false;
}

static bool bad_key(const char *key, bool twice, char *why, size_t why_size)
{
    snprintf(why, why_size,
             twice ? "not a .npy header: the key '%s' comes twice"
                   : "not a .npy header: an unknown key '%s'",
             key);
    return false;
}

static bool read_dict(struct scan s, struct npy *npy, char *why, size_t why_size)
{
    bool descr = false, order = false, shape = false;
    char key[16];
    if (!take(&s, '{'))
        return bad(why, why_size, "not a .npy header: no '{'");
    while (!take(&s, '}')) {
        if (!take_string(&s, key, sizeof key) || !take(&s, ':'))
            return bad(why, why_size, "not a .npy header: no key where one must stand");
        if (!strcmp(key, "descr") && !descr) {
            blanks(&s);
            if (s.at < s.end && *s.at == '[')
                return bad(why, why_size, "holds records; save each field as an array of its own");
            descr = take_string(&s, npy->descr, sizeof npy->descr);
            if (!descr)
                return bad(why, why_size, "not a .npy header: descr is no text");
            if (!take_type(npy))
                return no_number(npy, why, why_size);
        } else if (!strcmp(key, "fortran_order") && !order) {
            npy->fortran = take_word(&s, "True");
            order = npy->fortran || take_word(&s, "False");
            if (!order)
                return bad(why, why_size, "not a .npy header: fortran_order is no bool");
        } else if (!strcmp(key, "shape") && !shape) {
            shape = take_shape(&s, npy);
            if (!shape)
                return bad(why, why_size, "not a .npy header: the shape cannot be read");
        } else {
            bool twice =
                !strcmp(key, "descr") || !strcmp(key, "fortran_order") || !strcmp(key, "shape");
            return bad_key(key, twice, why, why_size);
        }
        if (!take(&s, ',')) {
            if (!take(&s, '}'))
                return bad(why, why_size, "not a .npy header: no '}'");
            break;
        }
    }
    blanks(&s);
    if (s.at != s.end || !descr || !order || !shape)
        return bad(why, why_size, "not a .npy header: descr, fortran_order or shape is missing");
    return true;
}

// ---- the file ----
bool npy_read(const void *bytes, size_t size, struct npy *npy, char *why, size_t why_size)
{
    return npy_read_head(bytes, size, size, npy, why, why_size);
}

bool npy_read_head(const void *bytes, size_t size, uint64_t whole, struct npy *npy, char *why,
                   size_t why_size)
{
    const unsigned char *at = bytes;
    *npy = (struct npy){0};
    if (!npy_is(bytes, size) || size < 10)
        return bad(why, why_size, "not a .npy file");
    size_t start = at[6] == 1 ? 10 : 12, length = at[8] | (size_t)at[9] << 8;
    if (at[6] < 1 || at[6] > 3 || at[7]) {
        snprintf(why, why_size, ".npy version %u.%u; versions 1.0 to 3.0 are read", at[6], at[7]);
        return false;
    }
    if (size < start)
        return bad(why, why_size, "cut short inside the .npy header");
    if (start == 12)
        length |= (size_t)at[10] << 16 | (size_t)at[11] << 24;
    if (length > size - start)
        return bad(why, why_size, size < whole ? "" : "cut short inside the .npy header");
    struct scan s = {(const char *)at + start, (const char *)at + start + length};
    if (!read_dict(s, npy, why, why_size))
        return false;
    npy->offset = start + length;
    npy->count = 1;
    bool empty = false, fits = true;
    for (unsigned i = 0; i < npy->rank; i++)
        empty = empty || !npy->shape[i];
    for (unsigned i = 0; i < npy->rank && !empty; i++)
        fits = fits && !__builtin_mul_overflow(npy->count, npy->shape[i], &npy->count);
    if (empty)
        npy->count = 0;
    uint64_t wanted, there = whole - npy->offset;
    if (!fits || __builtin_mul_overflow(npy->count, (uint64_t)npy->size, &wanted))
        return bad(why, why_size, "its shape is larger than any memory");
    if (there < wanted)
        snprintf(why, why_size, "cut short: %llu of %llu data bytes", (unsigned long long)there,
                 (unsigned long long)wanted);
    else if (there > wanted)
        snprintf(why, why_size, "%llu bytes follow the array; one array a file",
                 (unsigned long long)(there - wanted));
    return there == wanted;
}

size_t npy_head(const char *descr, unsigned rank, const uint64_t *shape, char head[NPY_HEAD])
{
    size_t n = 10;
    memcpy(head, magic, sizeof magic);
    head[6] = 1, head[7] = 0;
    n += (size_t)snprintf(head + n, NPY_HEAD - n,
                          "{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
    for (unsigned i = 0; i < rank; i++)
        n += (size_t)snprintf(head + n, NPY_HEAD - n, rank == 1 || i + 1 < rank ? "%llu, " : "%llu",
                              (unsigned long long)shape[i]);
    if (rank == 1)
        n--; // "(3,)" is how Python writes it
    n += (size_t)snprintf(head + n, NPY_HEAD - n, "), }");
    while ((n + 1) % 64)
        head[n++] = ' ';
    head[n++] = '\n';
    head[8] = (char)((n - 10) & 255);
    head[9] = (char)((n - 10) >> 8);
    return n;
}
