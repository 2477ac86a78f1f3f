// The hard cases of float arithmetic, on the oracle, over edge values of both types. What is
// expected is computed here in other ways (wider floats, integers that sort alike) or written out
// in bits.
#include "support/rows.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

// ---- floats ----

/// A rows_number that sorts as the value does, with -0 below +0.
static int64_t sort_key(uint8_t type, uint64_t bits)
{
    int64_t magnitude = (int64_t)(type == VY_TYPE_F32 ? bits & 0x7fffffff : bits & INT64_MAX);
    bool negative = type == VY_TYPE_F32 ? bits >> 31 & 1 : bits >> 63;
    return negative ? -1 - magnitude : magnitude;
}
static uint64_t extreme(uint8_t type, uint64_t a, uint64_t b, bool greatest)
{
    bool nan_a = rows_double(type, a) != rows_double(type, a);
    bool nan_b = rows_double(type, b) != rows_double(type, b);
    if (nan_a && nan_b)
        return type == VY_TYPE_F32 ? NAN32 : NAN64;
    if (nan_a || nan_b)
        return nan_a ? b : a;
    return (sort_key(type, a) < sort_key(type, b)) == greatest ? b : a;
}

static void float_arithmetic(void **state)
{
    static const char *const exprs[] = {"a + b", "a - b",     "a * b",
                                        "a / b", "min(a, b)", "max(a, b)"};
    (void)state;
    for (uint8_t t = VY_TYPE_F32; t <= VY_TYPE_F64; t++)
        for (unsigned k = 0; k < 6; k++) {
            for (uint32_t i = 0; i < ROWS_EDGES * ROWS_EDGES; i++) {
                uint64_t a = rows_edge(t, i / ROWS_EDGES), b = rows_edge(t, i % ROWS_EDGES);
                quad x = (quad)rows_double(t, a), y = (quad)rows_double(t, b);
                rows_add(a, b, 0,
                         k == 0   ? rows_rounded(t, x + y)
                         : k == 1 ? rows_rounded(t, x - y)
                         : k == 2 ? rows_rounded(t, x * y)
                         : k == 3 ? rows_rounded(t, x / y)
                                  : extreme(t, a, b, k == 5));
            }
            rows_run(exprs[k], t, t, t, t);
        }
}

static void float_comparisons(void **state)
{
    static const char *const exprs[] = {"a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b"};
    (void)state;
    for (uint8_t t = VY_TYPE_F32; t <= VY_TYPE_F64; t++)
        for (unsigned k = 0; k < 6; k++) {
            for (uint32_t i = 0; i < ROWS_EDGES * ROWS_EDGES; i++) {
                uint64_t a = rows_edge(t, i / ROWS_EDGES), b = rows_edge(t, i % ROWS_EDGES);
                bool nan = rows_double(t, a) != rows_double(t, a) ||
                           rows_double(t, b) != rows_double(t, b);
                int64_t x = sort_key(t, a), y = sort_key(t, b);
                x += x < 0, y += y < 0; // -0 equals +0
                bool is = k == 0   ? x == y
                          : k == 1 ? x != y
                          : k == 2 ? x < y
                          : k == 3 ? x <= y
                          : k == 4 ? x > y
                                   : x >= y;
                rows_add(a, b, 0, nan ? k == 1 : is);
            }
            rows_run(exprs[k], t, t, t, VY_TYPE_BOOL);
        }
}

static void floats_of_one_operand(void **state)
{
    (void)state;
    for (uint8_t t = VY_TYPE_F32; t <= VY_TYPE_F64; t++) {
        uint64_t sign = t == VY_TYPE_F32 ? 0x80000000 : (uint64_t)1 << 63;
        uint8_t bits = t == VY_TYPE_F32 ? VY_TYPE_U32 : VY_TYPE_U64;
        static const char *const exprs[] = {"-a", "abs(a)", "a", "bits(a)", "unbits(bits(a))"};
        for (unsigned k = 0; k < 5; k++) {
            for (uint32_t i = 0; i < ROWS_EDGES; i++) {
                uint64_t a = rows_edge(t, i);
                bool nan = rows_double(t, a) != rows_double(t, a);
                uint64_t v = k == 0 ? a ^ sign : k == 1 ? a & ~sign : a;
                rows_add(a, 0, 0, !nan ? v : t == VY_TYPE_F32 ? NAN32 : NAN64);
            }
            rows_run(exprs[k], t, t, t, k == 3 ? bits : t);
        }
        for (uint32_t i = 0; i < ROWS_EDGES; i++) {
            uint64_t a = rows_edge(t, i);
            bool nan = rows_double(t, a) != rows_double(t, a);
            rows_add(a, 0, 0, !nan ? a : t == VY_TYPE_F32 ? NAN32 : NAN64);
        }
        rows_run("unbits(a)", bits, bits, bits, t);
    }
}

static void square_roots(void **state)
{
    static const uint32_t f32[][2] = {{0, 0},
                                      {0x80000000, 0x80000000},
                                      {0x40800000, 0x40000000},
                                      {0x40000000, 0x3fb504f3},
                                      {0xbf800000, NAN32},
                                      {0x7f800000, 0x7f800000},
                                      {NAN32, NAN32},
                                      {1, 0x1a3504f3},
                                      {0x7f7fffff, 0x5f7fffff}};
    static const uint64_t f64[][2] = {{0, 0},
                                      {0x8000000000000000, 0x8000000000000000},
                                      {0x4010000000000000, 0x4000000000000000},
                                      {0x4000000000000000, 0x3ff6a09e667f3bcd},
                                      {0xbff0000000000000, NAN64},
                                      {0x7ff0000000000000, 0x7ff0000000000000},
                                      {NAN64, NAN64},
                                      {1, 0x1e60000000000000},
                                      {0x7fefffffffffffff, 0x5fefffffffffffff}};
    (void)state;
    for (unsigned i = 0; i < 9; i++)
        rows_add(f32[i][0], 0, 0, f32[i][1]);
    rows_run("sqrt(a)", VY_TYPE_F32, VY_TYPE_F32, VY_TYPE_F32, VY_TYPE_F32);
    for (unsigned i = 0; i < 9; i++)
        rows_add(f64[i][0], 0, 0, f64[i][1]);
    rows_run("sqrt(a)", VY_TYPE_F64, VY_TYPE_F64, VY_TYPE_F64, VY_TYPE_F64);
}

static uint64_t bits_of(uint8_t type, double v)
{
    return rows_rounded(type, (quad)v);
}

static void rounding_to_whole_numbers(void **state)
{
    static const double whole[][5] = {// value, floor, ceil, trunc, round half to even
                                      {0.5, 0, 1, 0, 0},
                                      {1.5, 1, 2, 1, 2},
                                      {2.5, 2, 3, 2, 2},
                                      {-0.5, -1, -0.0, -0.0, -0.0},
                                      {-1.5, -2, -1, -1, -2},
                                      {-2.5, -3, -2, -2, -2},
                                      {0.25, 0, 1, 0, 0},
                                      {-0.0, -0.0, -0.0, -0.0, -0.0},
                                      {0, 0, 0, 0, 0},
                                      {8388607.5, 8388607, 8388608, 8388607, 8388608},
                                      {1e30, 1e30, 1e30, 1e30, 1e30},
                                      {-8388606.5, -8388607, -8388606, -8388606, -8388606},
                                      {0x1p-149, 0, 1, 0, 0},
                                      {-0x1p-149, -1, -0.0, -0.0, -0.0}};
    static const char *const exprs[] = {"floor(a)", "ceil(a)", "trunc(a)", "round(a)"};
    (void)state;
    for (uint8_t t = VY_TYPE_F32; t <= VY_TYPE_F64; t++)
        for (unsigned k = 0; k < 4; k++) {
            for (unsigned i = 0; i < sizeof whole / sizeof *whole; i++)
                rows_add(bits_of(t, whole[i][0]), 0, 0, bits_of(t, whole[i][k + 1]));
            rows_add(bits_of(t, (double)INFINITY), 0, 0, bits_of(t, (double)INFINITY));
            rows_add(bits_of(t, (double)NAN), 0, 0, t == VY_TYPE_F32 ? NAN32 : NAN64);
            rows_run(exprs[k], t, t, t, t);
        }
}

static void fma_rounds_once_and_nothing_else_contracts(void **state)
{
    // (1 + 2^-12)^2 - (1 + 2^-11) is exactly 2^-24; with the product rows_rounded first it is 0.
    (void)state;
    for (unsigned fused = 0; fused < 2; fused++) {
        rows_add(bits_of(VY_TYPE_F32, 1 + 0x1p-12), bits_of(VY_TYPE_F32, 1 + 0x1p-12),
                 bits_of(VY_TYPE_F32, -1 - 0x1p-11), bits_of(VY_TYPE_F32, fused ? 0x1p-24 : 0));
        rows_add(1, bits_of(VY_TYPE_F32, 0.5), 0, 0); // half the least subnormal: ties to even
        rows_add(NAN32, 0, 0, NAN32);
        rows_run(fused ? "fma(a, b, c)" : "a * b + c", VY_TYPE_F32, VY_TYPE_F32, VY_TYPE_F32,
                 VY_TYPE_F32);
        rows_add(bits_of(VY_TYPE_F64, 1 + 0x1p-27), bits_of(VY_TYPE_F64, 1 + 0x1p-27),
                 bits_of(VY_TYPE_F64, -1 - 0x1p-26), bits_of(VY_TYPE_F64, fused ? 0x1p-54 : 0));
        rows_add(NAN64, 0, 0, NAN64);
        rows_run(fused ? "fma(a, b, c)" : "a * b + c", VY_TYPE_F64, VY_TYPE_F64, VY_TYPE_F64,
                 VY_TYPE_F64);
    }
}

static void clamp_of_floats(void **state)
{
    (void)state;
    for (uint8_t t = VY_TYPE_F32; t <= VY_TYPE_F64; t++) {
        for (uint32_t i = 0; i < 1000; i++) {
            uint64_t a = rows_edge(t, i / 100 * 2 % ROWS_EDGES),
                     b = rows_edge(t, i / 10 % 10 * 2 % ROWS_EDGES);
            uint64_t c = rows_edge(t, (i % 10 * 2 + 1) % ROWS_EDGES);
            rows_add(a, b, c, extreme(t, extreme(t, a, b, true), c, false));
        }
        rows_run("clamp(a, b, c)", t, t, t, t);
    }
}

static void literals_keep_their_bits(void **state)
{
    struct trial t = {.text = "program t\nout y: f32[6]\nout z: f64[6]\nworkgroup 1\ngrid 1\n"
                              "y[0] = -0.0  y[1] = 1e-45  y[2] = nan  y[3] = -inf  y[4] = 0.1\n"
                              "y[5] = 16777217.0\n"
                              "z[0] = -0.0  z[1] = 5e-324  z[2] = nan  z[3] = -inf  z[4] = 0.1\n"
                              "z[5] = 9007199254740993.0\n"};
    static const uint32_t y[6] = {0x80000000, 1, NAN32, 0xff800000, 0x3dcccccd, 0x4b800000};
    static const uint64_t z[6] = {
        0x8000000000000000, 1, NAN64, 0xfff0000000000000, 0x3fb999999999999a, 0x4340000000000000};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_memory_equal(trial_buffer(&t, "y"), y, sizeof y);
    assert_memory_equal(trial_buffer(&t, "z"), z, sizeof z);
    trial_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(float_arithmetic),
        cmocka_unit_test(float_comparisons),
        cmocka_unit_test(floats_of_one_operand),
        cmocka_unit_test(square_roots),
        cmocka_unit_test(rounding_to_whole_numbers),
        cmocka_unit_test(fma_rounds_once_and_nothing_else_contracts),
        cmocka_unit_test(clamp_of_floats),
        cmocka_unit_test(literals_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
