// Floats to and from text in lib/text.vy beside strtod(), strtof() and printf().
#include "support/library.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char text[] =
    "program floats\nuse \"text.vy\"\n"
    "in text : u8[]\nin at : u32[]\nin length : u32[len(at)]\nin v : f64[len(at)]\n"
    "in w : f32[len(at)]\n"
    "out wide : f64[len(at)]\nout narrow : f32[len(at)]\nout good : bool[len(at)]\n"
    "out shown : u8[48 * len(at)]\nout size : u32[len(at), 2]\n"
    "workgroup 4\ngrid 64\n"
    "each i in 0..len(at) {\n"
    "    let a, fits = text_f64(text, at[i], length[i])\n"
    "    let b, also = text_f32(text, at[i], length[i])\n"
    "    wide[i] = a\n    narrow[i] = b\n    good[i] = fits && also\n"
    "    size[i, 0] = text_put_f64(shown, 48 * i, v[i])\n"
    "    size[i, 1] = text_put_f32(shown, 48 * i + 24, w[i])\n"
    "}\n";

static double from_bits(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, 8);
    return v;
}

static float from_bits32(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, 4);
    return v;
}

/// Random bits, subnormals, borders of exponents, small whole numbers and what is special.
static double any_f64(struct rng *rng)
{
    static const uint64_t edges[] = {0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
                                     0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x7FEFFFFFFFFFFFFF,
                                     0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
                                     0x4340000000000000, 0x433FFFFFFFFFFFFF, 0x3FF0000000000000};
    switch (rng_below(rng, 5)) {
    case 0: return from_bits(edges[rng_below(rng, 12)]);
    case 1: return from_bits(rng_next(rng) >> (12 + rng_below(rng, 50)));
    case 2: return from_bits((rng_next(rng) << 52) + rng_below(rng, 3) - 1);
    case 3: return (double)rng_below(rng, 100000) / (rng_below(rng, 2) ? 1000 : 1);
    default: return from_bits(rng_next(rng));
    }
}

static float any_f32(struct rng *rng)
{
    static const uint32_t edges[] = {0x00000000, 0x80000000, 0x00000001, 0x007FFFFF, 0x00800000,
                                     0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x4B800000};
    switch (rng_below(rng, 5)) {
    case 0: return from_bits32(edges[rng_below(rng, 10)]);
    case 1: return from_bits32((uint32_t)rng_next(rng) >> (9 + rng_below(rng, 23)));
    case 2: return from_bits32(((uint32_t)rng_next(rng) << 23) + rng_below(rng, 3) - 1);
    case 3: return (float)rng_below(rng, 100000) / (rng_below(rng, 2) ? 1000 : 1);
    default: return from_bits32((uint32_t)rng_next(rng));
    }
}

/// A text that is or may be a number; how long it is, at most 1400 bytes.
static uint32_t any_text(struct rng *rng, char *s)
{
    static const char *const edges[] = {
        "",
        "-",
        ".",
        "-.",
        "0",
        "-0",
        "0.0e5",
        "1.",
        ".5",
        "e1",
        "1e",
        "1e+",
        "1e-",
        "1e5.",
        "1.2.3",
        "inf",
        "-INF",
        "Infinity",
        "+infinit",
        "nan",
        "-NaN",
        "nanx",
        " 1",
        "1 ",
        "1f",
        "0x10",
        "1e400",
        "-1e-400",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0e999999999",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "17976931348623158079372897140530341507993413271003782693617377898"
        "044496829276475094664901797758720709633028641669288791094655554785194040263065748867150582"
        "06"
        "819089020007083836762738548458177115317644757302700698555713669596228429148198608349364752"
        "92"
        "7190741684443655107043427115596995080930428801779041744977919999",
        "2.4703282292062327208299644e-324",
        "2.47032822920623272088284396434110686182529901307e-324",
        "4.9406564584124654e-324",
        "9007199254740993",
        "9007199254740993.00000000000000000000000001",
        "9007199254740992.99999999999999999999999999",
        "16777217",
        "16777217.00000000000000000000001",
        "1.00000005960464477539062500000000000000001",
        "3.4028235677973366e38",
        "7.006492321624085e-46",
        "7.0064923216240853546186479164495e-46",
        "123456789012345678901234567890e-20",
        "00000000000000000000000000000001.50000000000000000000000000000000",
        "1e23",
        "8.5e22",
        ("0."
         "00000000000000000000000000000000000000000000000000000000000000012345678901234567890123"
         "4")};
    const uint32_t kind = rng_below(rng, 64);
    uint32_t n = 0;
    if (kind < 16) {
        n = (uint32_t)sprintf(s, "%.*g", 1 + (int)rng_below(rng, 25), any_f64(rng));
    } else if (kind < 24) {
        n = (uint32_t)sprintf(s, "%.*f", (int)rng_below(rng, 30),
                              ldexp((double)rng_next(rng), -(int)rng_below(rng, 100)));
    } else if (kind < 27) { // the middle between two floats, or beside it
        const bool wide = rng_below(rng, 2);
        const double a = fabs(any_f64(rng));
        const float b = fabsf(any_f32(rng));
        const long double middle = wide ? ((long double)a + nextafter(a, INFINITY)) / 2
                                        : ((long double)b + nextafterf(b, INFINITY)) / 2;
        n = (uint32_t)sprintf(s, rng_below(rng, 4) ? "%.*Le" : "%.*Lf", wide ? 770 : 120,
                              isfinite(middle) ? middle : 0);
        char *e = strchr(s, 'e'), *last = e ? e - 1 : s + n - 1;
        if (rng_below(rng, 3) && *last == '0')
            *last = '1';
        while (rng_below(rng, 2) && *last == '0')
            *last-- = '9';
    } else if (kind < 40) { // many digits
        n = rng_below(rng, 40);
        for (uint32_t i = 0; i < n; i++)
            s[i] = (char)('0' + (rng_below(rng, 3) ? rng_below(rng, 10) : 0));
        if (rng_below(rng, 2))
            s[rng_below(rng, n + 1)] = '.', n += !n;
        n += (uint32_t)sprintf(s + n, rng_below(rng, 2) ? "e%d" : "E%+d",
                               (int)rng_below(rng, 700) - 360);
    } else if (kind < 48) {
        n = rng_below(rng, 9);
        for (uint32_t i = 0; i < n; i++)
            s[i] = "0123456789..eE+-infa"[rng_below(rng, 20)];
    } else {
        const char *edge = edges[rng_below(rng, sizeof edges / sizeof *edges)];
        n = (uint32_t)strlen(edge);
        memcpy(s, edge, n);
    }
    s[n] = 0;
    return n;
}

/// The digits of the shortest number that comes back, of these the nearest; how many, and the
/// exponent.
static int shortest(double v, bool wide, char *digits, int *exponent)
{
    for (int p = 1;; p++) {
        char s[40];
        sprintf(s, "%.*e", p - 1, v);
        char *e = strchr(s, 'e');
        uint64_t d = 0;
        *exponent = atoi(e + 1);
        for (const char *c = s; c < e; c++)
            d = *c == '.' ? d : 10 * d + (uint64_t)(*c - '0');
        // Above a power of two floats are farther away than below it.
        for (uint64_t add = 0; add < 2; add++) {
            sprintf(s, "%llue%d", (unsigned long long)(d + add), *exponent - p + 1);
            if (wide ? strtod(s, NULL) == v : strtof(s, NULL) == (float)v)
                return sprintf(digits, "%llu", (unsigned long long)(d + add));
        }
    }
}

static uint32_t show(double v, bool wide, char *to)
{
    char digits[24];
    int exponent, whole, n = 0;
    if (isnan(v))
        return (uint32_t)sprintf(to, "nan");
    if (signbit(v))
        to[n++] = '-';
    v = fabs(v);
    if (isinf(v) || v == 0)
        return (uint32_t)(n + sprintf(to + n, isinf(v) ? "inf" : "0"));
    const int count = shortest(v, wide, digits, &exponent);
    whole = exponent + 1;
    if (whole > 17 || whole < -3)
        n += sprintf(to + n, "%c%s%se%d", digits[0], count > 1 ? "." : "", digits + 1, exponent);
    else if (whole <= 0)
        n += sprintf(to + n, "0.%.*s%s", -whole, "000", digits);
    else if (whole >= count)
        n += sprintf(to + n, "%s%.*s", digits, whole - count, "00000000000000000");
    else
        n += sprintf(to + n, "%.*s.%s", whole, digits, digits + whole);
    return (uint32_t)n;
}

static void make(struct library_run *run, uint32_t n)
{
    const uint32_t rows = n < 1000 ? n : n / 16;
    char *s = library_in(run, "text", 1400 * (uint64_t)rows, 1);
    uint32_t *at = library_in(run, "at", rows, 4), *length = library_in(run, "length", rows, 4);
    double *v = library_in(run, "v", rows, 8), *wide = library_out(run, "wide", rows, 8);
    float *w = library_in(run, "w", rows, 4), *narrow = library_out(run, "narrow", rows, 4);
    uint32_t *good = library_out(run, "good", rows, 4);
    char *shown = library_out(run, "shown", 48 * (uint64_t)rows, 1);
    uint32_t *size = library_out(run, "size", 2 * (uint64_t)rows, 4);
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < rows; i++) {
        char *end, to[64];
        at[i] = bytes;
        length[i] = any_text(&run->rng, s + bytes);
        const char *const own = s + bytes;
        const double a = strtod(own, &end);
        good[i] = length[i] && end == own + length[i] && *own != ' ' && !strpbrk(own, "xX(");
        if (good[i]) {
            wide[i] = isnan(a) ? from_bits(0x7FF8000000000000) : a;
            narrow[i] = isnan(a) ? from_bits32(0x7FC00000) : strtof(own, NULL);
        }
        bytes += length[i];
        v[i] = any_f64(&run->rng);
        w[i] = any_f32(&run->rng);
        size[2 * i] = show(v[i], true, to);
        memcpy(shown + 48 * (uint64_t)i, to, size[2 * i]);
        size[2 * i + 1] = show((double)w[i], false, to);
        memcpy(shown + 48 * (uint64_t)i + 24, to, size[2 * i + 1]);
    }
    for (uint32_t i = 0; i < rows; i++) // beyond the text
        if (i % 64 == 63) {
            length[i] = UINT32_MAX - i % 2 * at[i];
            good[i] = 0, wide[i] = 0, narrow[i] = 0;
        }
}

int main(void)
{
    static const struct library_case floats = {"floats", text, make};
    const struct CMUnitTest tests[] = {LIBRARY_CASE(floats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
