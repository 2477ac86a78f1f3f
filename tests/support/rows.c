#include "support/rows.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <xmmintrin.h>

#include <cmocka.h>

enum { CARELESS = 0x8040 | 0x6000, MOST = 1100 }; // flush to zero, denormals are zero, towards zero

struct rows {
    uint32_t count;
    uint64_t a[MOST], b[MOST], c[MOST], expected[MOST];
};
static struct rows rows; // too large for a stack

void rows_add(uint64_t a, uint64_t b, uint64_t c, uint64_t expected)
{
    assert_true(rows.count < MOST);
    rows.a[rows.count] = a, rows.b[rows.count] = b, rows.c[rows.count] = c;
    rows.expected[rows.count++] = expected;
}

static uint64_t get(const void *data, uint8_t type, uint32_t i)
{
    uint64_t v = 0;
    memcpy(&v, (const char *)data + i * vyi_type_bytes(type), vyi_type_bytes(type));
    return v;
}

static void put(void *data, uint8_t type, const uint64_t *values)
{
    for (uint32_t i = 0; i < rows.count; i++)
        memcpy((char *)data + i * vyi_type_bytes(type), &values[i], vyi_type_bytes(type));
}

/// Runs `expr` over a, b and c of the given types for all rows, in both environments.
void rows_run(const char *expr, uint8_t ta, uint8_t tb, uint8_t tc, uint8_t result)
{
    static char a[MOST * 8], b[MOST * 8], c[MOST * 8], text[1000];
    snprintf(text, sizeof text,
             "program t\nin pa: %s[]\nin pb: %s[]\nin pc: %s[]\nout y: %s[len(pa)]\nworkgroup 32\n"
             "grid len(pa)\nif gid.x < len(pa) {\n let a = pa[gid.x]\n let b = pb[gid.x]\n"
             " let c = pc[gid.x]\n y[gid.x] = %s\n}\n",
             vyi_type_name(ta), vyi_type_name(tb), vyi_type_name(tc), vyi_type_name(result), expr);
    put(a, ta, rows.a), put(b, tb, rows.b), put(c, tc, rows.c);
    uint32_t count = rows.count;
    rows.count = 0; // also where an assertion leaves from here
    for (unsigned environment = 0; environment < 2; environment++) {
        struct trial t = {.text = text,
                          .bind = {{"pa", a, count * vyi_type_bytes(ta)},
                                   {"pb", b, count * vyi_type_bytes(tb)},
                                   {"pc", c, count * vyi_type_bytes(tc)}}};
        unsigned saved = _mm_getcsr(), set = saved | (environment ? CARELESS : 0);
        _mm_setcsr(set);
        vy_status status = trial_run(&t);
        unsigned left = _mm_getcsr();
        _mm_setcsr(saved);
        if (status != VY_OK)
            fprintf(stderr, "%s\n%s\n", text, t.log);
        assert_int_equal(status, VY_OK);
        assert_int_equal(left & 0xffc0, set & 0xffc0); // the host's environment is put back
        for (uint32_t i = 0; i < count; i++) {
            uint64_t got = get(trial_buffer(&t, "y"), result, i);
            if (got != rows.expected[i])
                fail_msg("%s over %s (%#" PRIx64 ", %#" PRIx64 ", %#" PRIx64 ") is %#" PRIx64
                         ", not %#" PRIx64 "%s",
                         expr, vyi_type_name(ta), rows.a[i], rows.b[i], rows.c[i], got,
                         rows.expected[i], environment ? " under a careless host" : "");
        }
        trial_free(&t);
    }
}

// ---- integers ----
const uint8_t rows_int_types[4] = {VY_TYPE_U32, VY_TYPE_I32, VY_TYPE_U64, VY_TYPE_I64};

unsigned rows_width(uint8_t type)
{
    return 8 * vyi_type_bytes(type);
}

bool rows_is_signed(uint8_t type)
{
    return type == VY_TYPE_I32 || type == VY_TYPE_I64;
}

uint64_t rows_wrap(uint8_t type, uwide v)
{
    return rows_width(type) == 32 ? (uint32_t)v : (uint64_t)v;
}

wide rows_number(uint8_t type, uint64_t bits)
{
    wide v = (wide)bits, half = (wide)1 << (rows_width(type) - 1);
    return rows_is_signed(type) && v >= half ? v - 2 * half : v;
}

uint32_t rows_int_edges(uint8_t type, uint64_t *edges)
{
    static const uint64_t small[] = {0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 255, 12345};
    uint32_t count = 0, w = rows_width(type);
    for (; count < sizeof small / sizeof *small; count++)
        edges[count] = small[count];
    uint64_t top = (uint64_t)1 << (w - 1);
    const uint64_t large[] = {top, top - 1, top + 1, 2 * top - 1, 2 * top - 2, 0x89abcdef};
    for (uint32_t i = 0; i < 6; i++) // MIN, MAX, MIN + 1, -1 or MAX, -2, a pattern
        edges[count++] = rows_wrap(type, large[i]);
    return count;
}

// ---- floats ----
static const uint32_t edges32[] = {0,          0x80000000, 0x3f800000,
                                   0xbf800000, 1,          0x80000001, // ±0 ±1 ±least subnormal
                                   0x007fffff, 0x00800000, 0x00800001,
                                   0x80ffffff, 0x7f7fffff, 0xff7fffff, // subnormal to normal, MAX
                                   0x7f800000, 0xff800000, 0x7fc00000,
                                   0xffc12345, 0x7f800001, 0x3eaaaaab, // inf, NaNs, a third
                                   0x4b000001, 0x33800000, 0x3f7fffff,
                                   0x40490fdb, 0x00000003, 0x5f000000};
static const uint64_t edges64[] = {0,
                                   0x8000000000000000,
                                   0x3ff0000000000000,
                                   0xbff0000000000000,
                                   1,
                                   0x8000000000000001,
                                   0x000fffffffffffff,
                                   0x0010000000000000,
                                   0x0010000000000001,
                                   0x801fffffffffffff,
                                   0x7fefffffffffffff,
                                   0xffefffffffffffff,
                                   0x7ff0000000000000,
                                   0xfff0000000000000,
                                   0x7ff8000000000000,
                                   0xfff8000000012345,
                                   0x7ff0000000000001,
                                   0x3fd5555555555555,
                                   0x4330000000000001,
                                   0x3ca0000000000000,
                                   0x3fefffffffffffff,
                                   0x400921fb54442d18,
                                   0x0000000000000003,
                                   0x43e0000000000000};
_Static_assert(ROWS_EDGES == sizeof edges32 / sizeof *edges32, "as many as promised");
_Static_assert(ROWS_EDGES == sizeof edges64 / sizeof *edges64, "alike");

double rows_double(uint8_t type, uint64_t bits)
{
    uint32_t w = (uint32_t)bits;
    float f;
    double d;
    memcpy(&f, &w, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return type == VY_TYPE_F32 ? (double)f : d;
}

uint64_t rows_edge(uint8_t type, uint32_t i)
{
    return type == VY_TYPE_F32 ? edges32[i] : edges64[i];
}

/// Rounds once from 113 bits of precision, twice as many as f64 has and more: as good as exact.
uint64_t rows_rounded(uint8_t type, quad v)
{
    float f = (float)v;
    double d = (double)v;
    uint32_t w;
    uint64_t bits;
    if (v != v)
        return type == VY_TYPE_F32 ? NAN32 : NAN64;
    memcpy(&w, &f, sizeof w);
    memcpy(&bits, &d, sizeof bits);
    return type == VY_TYPE_F32 ? w : bits;
}
