// The hard cases of integer arithmetic and of conversions, on the oracle, over edge values of every
// type. What is expected is computed here in other ways: wide integers, bit loops.
#include "support/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

// ---- integers ----

typedef wide (*int_fn)(uint8_t type, wide a, wide b);
static wide ref_add(uint8_t t, wide a, wide b)
{
    return (void)t, a + b;
}
static wide ref_sub(uint8_t t, wide a, wide b)
{
    return (void)t, a - b;
}
static wide ref_mul(uint8_t t, wide a, wide b)
{
    return (void)t, (wide)((uwide)a * (uwide)b);
}
static wide ref_div(uint8_t t, wide a, wide b)
{
    return b ? a / b : rows_is_signed(t) ? 0 : -1; // exact in 128 bits, then wraps: MIN / -1 is MIN
}
static wide ref_rem(uint8_t t, wide a, wide b)
{
    return (void)t, b ? a % b : 0;
}
static wide ref_and(uint8_t t, wide a, wide b)
{
    return (void)t, ~(~a | ~b);
}
static wide ref_or(uint8_t t, wide a, wide b)
{
    return (void)t, ~(~a & ~b);
}
static wide ref_xor(uint8_t t, wide a, wide b)
{
    return (void)t, (a | b) - (a & b);
}
static wide ref_min(uint8_t t, wide a, wide b)
{
    return (void)t, a <= b ? a : b;
}
static wide ref_max(uint8_t t, wide a, wide b)
{
    return (void)t, a >= b ? a : b;
}
static wide ref_shl(uint8_t t, wide a, wide b)
{
    uwide v = (uwide)a;
    for (wide n = b & (wide)(rows_width(t) - 1); n > 0; n--)
        v *= 2;
    return (wide)v;
}
static wide ref_shr(uint8_t t, wide a, wide b)
{
    for (wide n = b & (wide)(rows_width(t) - 1); n > 0; n--)
        a = a >= 0 || a % 2 == 0 ? a / 2 : a / 2 - 1; // rounds down
    return a;
}
static wide rotate(uint8_t t, wide a, uint64_t by)
{
    uint64_t v = rows_wrap(t, (uwide)a), top = (uint64_t)1 << (rows_width(t) - 1);
    for (uint64_t n = by % rows_width(t); n; n--)
        v = v & top ? rows_wrap(t, (uwide)v * 2 + 1) : v * 2;
    return (wide)v;
}
static wide ref_rotl(uint8_t t, wide a, wide b)
{
    return rotate(t, a, (uint64_t)b);
}
static wide ref_rotr(uint8_t t, wide a, wide b)
{
    return rotate(t, a, rows_width(t) - (uint64_t)b % rows_width(t));
}
/// The high half by schoolbook multiplication in half-words, then corrected for signs.
static wide ref_mulhi(uint8_t t, wide a, wide b)
{
    unsigned h = rows_width(t) / 2;
    uint64_t mask = ((uint64_t)1 << h) - 1, x = rows_wrap(t, (uwide)a), y = rows_wrap(t, (uwide)b);
    uint64_t low = (x & mask) * (y & mask), m1 = (x >> h) * (y & mask), m2 = (x & mask) * (y >> h);
    uint64_t carry = ((low >> h) + (m1 & mask) + (m2 & mask)) >> h;
    uint64_t high = (x >> h) * (y >> h) + (m1 >> h) + (m2 >> h) + carry;
    if (rows_is_signed(t))
        high -= (a < 0 ? y : 0) + (b < 0 ? x : 0);
    return (wide)high;
}
static wide ref_ceil_div(uint8_t t, wide a, wide b)
{
    return (void)t, b ? (a + b - 1) / b : -1;
}
static wide ref_neg(uint8_t t, wide a, wide b)
{
    return (void)t, (void)b, -a;
}
static wide ref_inv(uint8_t t, wide a, wide b)
{
    return (void)t, (void)b, -a - 1;
}
static wide ref_abs(uint8_t t, wide a, wide b)
{
    return (void)t, (void)b, a < 0 ? -a : a;
}
static wide ref_popcount(uint8_t t, wide a, wide b)
{
    wide count = 0;
    for (uint64_t v = rows_wrap(t, (uwide)a); v; v /= 2)
        count += v % 2;
    return (void)b, count;
}
static wide ref_clz(uint8_t t, wide a, wide b)
{
    wide count = rows_width(t);
    for (uint64_t v = rows_wrap(t, (uwide)a); v; v /= 2)
        count--;
    return (void)b, count;
}
static wide ref_ctz(uint8_t t, wide a, wide b)
{
    wide count = 0;
    uint64_t v = rows_wrap(t, (uwide)a);
    while (count < (wide)rows_width(t) && v % 2 == 0)
        v /= 2, count++;
    return (void)b, count;
}
static wide ref_reverse(uint8_t t, wide a, wide b)
{
    uint64_t v = rows_wrap(t, (uwide)a), reversed = 0;
    for (unsigned i = 0; i < rows_width(t); i++, v /= 2)
        reversed = reversed * 2 + v % 2;
    return (void)b, (wide)reversed;
}

struct int_row {
    const char *expr;
    int_fn expected;
    bool unsigned_only, count; ///< count: the second operand is a shift's, of each integer type
};
static const struct int_row int_rows[] = {
    {"a + b", ref_add, 0, 0},
    {"a - b", ref_sub, 0, 0},
    {"a * b", ref_mul, 0, 0},
    {"a / b", ref_div, 0, 0},
    {"a % b", ref_rem, 0, 0},
    {"a & b", ref_and, 0, 0},
    {"a | b", ref_or, 0, 0},
    {"a ^ b", ref_xor, 0, 0},
    {"min(a, b)", ref_min, 0, 0},
    {"max(a, b)", ref_max, 0, 0},
    {"mulhi(a, b)", ref_mulhi, 0, 0},
    {"ceil_div(a, b)", ref_ceil_div, 1, 0},
    {"a << b", ref_shl, 0, 1},
    {"a >> b", ref_shr, 0, 1},
    {"rotl(a, b)", ref_rotl, 0, 1},
    {"rotr(a, b)", ref_rotr, 0, 1},
    {"-a", ref_neg, 0, 0},
    {"~a", ref_inv, 0, 0},
    {"abs(a)", ref_abs, 0, 0},
    {"popcount(a)", ref_popcount, 0, 0},
    {"clz(a)", ref_clz, 0, 0},
    {"ctz(a)", ref_ctz, 0, 0},
    {"reverse(a)", ref_reverse, 0, 0},
};

static void check_int(const struct int_row *row, uint8_t type, uint8_t second)
{
    uint64_t ea[32], eb[32];
    uint32_t na = rows_int_edges(type, ea), nb = rows_int_edges(second, eb);
    for (uint32_t i = 0; i < na; i++)
        for (uint32_t j = 0; j < nb; j++) {
            wide v = row->expected(type, rows_number(type, ea[i]), rows_number(second, eb[j]));
            rows_add(ea[i], eb[j], 0, rows_wrap(type, (uwide)v));
        }
    rows_run(row->expr, type, second, second, type);
}

static void integers_wrap_and_divide_by_zero(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof int_rows / sizeof *int_rows; k++)
        for (unsigned t = 0; t < 4; t++) {
            if (int_rows[k].unsigned_only && rows_is_signed(rows_int_types[t]))
                continue;
            for (unsigned s = 0; s < 4; s++)
                if (s == t || int_rows[k].count)
                    check_int(&int_rows[k], rows_int_types[t], rows_int_types[s]);
        }
}

static void integer_comparisons(void **state)
{
    static const char *const exprs[] = {"a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b"};
    (void)state;
    for (unsigned t = 0; t < 4; t++)
        for (unsigned k = 0; k < 6; k++) {
            uint64_t e[32];
            uint32_t n = rows_int_edges(rows_int_types[t], e);
            for (uint32_t i = 0; i < n * n; i++) {
                wide a = rows_number(rows_int_types[t], e[i / n]),
                     b = rows_number(rows_int_types[t], e[i % n]);
                wide sign = (a > b) - (a < b);
                bool is = k == 0   ? !sign
                          : k == 1 ? sign != 0
                          : k == 2 ? sign < 0
                          : k == 3 ? sign <= 0
                          : k == 4 ? sign > 0
                                   : sign >= 0;
                rows_add(e[i / n], e[i % n], 0, is);
            }
            rows_run(exprs[k], rows_int_types[t], rows_int_types[t], rows_int_types[t],
                     VY_TYPE_BOOL);
        }
}

static void clamp_of_integers(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 4; t++) {
        uint64_t e[32], few[8];
        uint32_t n = rows_int_edges(rows_int_types[t], e);
        for (unsigned i = 0; i < 8; i++)
            few[i] = i < 2 ? e[i] : e[n - 7 + i - 1];
        for (unsigned i = 0; i < 512; i++) {
            uint64_t a = few[i / 64], b = few[i / 8 % 8], c = few[i % 8];
            wide v = rows_number(rows_int_types[t], a), low = rows_number(rows_int_types[t], b);
            wide high = rows_number(rows_int_types[t], c);
            v = v < low ? low : v;
            v = v > high ? high : v; // the upper bound wins where they cross
            rows_add(a, b, c, rows_wrap(rows_int_types[t], (uwide)v));
        }
        rows_run("clamp(a, b, c)", rows_int_types[t], rows_int_types[t], rows_int_types[t],
                 rows_int_types[t]);
    }
}

static void bools_do_not_skip(void **state)
{
    static const char *const exprs[] = {"a & b", "a | b", "a ^ b", "a == b", "a != b", "!a"};
    static const uint8_t truth[6] = {8, 14, 6, 9, 6, 3}; // bit 2a + b
    (void)state;
    for (unsigned k = 0; k < 6; k++) {
        for (unsigned i = 0; i < 4; i++)
            rows_add(i / 2, i % 2, 0, truth[k] >> i & 1);
        rows_add(0xffffffff, 0, 0, truth[k] >> 2 & 1); // any nonzero word is true
        rows_run(exprs[k], VY_TYPE_BOOL, VY_TYPE_BOOL, VY_TYPE_BOOL, VY_TYPE_BOOL);
    }
}

// ---- conversions ----
static void integers_to_others(void **state)
{
    (void)state;
    for (unsigned from = 0; from < 4; from++)
        for (uint8_t to = VY_TYPE_BOOL; to <= VY_TYPE_F64; to++) {
            uint64_t e[32];
            uint32_t n = rows_int_edges(rows_int_types[from], e);
            char expr[16];
            for (uint32_t i = 0; i < n; i++) {
                wide v = rows_number(rows_int_types[from], e[i]);
                bool is_float = to == VY_TYPE_F32 || to == VY_TYPE_F64;
                rows_add(e[i], 0, 0,
                         to == VY_TYPE_BOOL ? v != 0
                         : is_float         ? rows_rounded(to, (quad)v)
                                            : rows_wrap(to, (uwide)v));
            }
            snprintf(expr, sizeof expr, "%s(a)", vyi_type_name(to));
            rows_run(expr, rows_int_types[from], rows_int_types[from], rows_int_types[from], to);
        }
}

static void floats_to_integers_saturate(void **state)
{
    (void)state;
    for (uint8_t from = VY_TYPE_F32; from <= VY_TYPE_F64; from++)
        for (unsigned to = 0; to < 4; to++) {
            static const double more[] = {2147483647.0, 2147483648.0, -2147483649.0, 4294967295.0,
                                          4294967296.0, 0x1p63,       -0x1p63,       0x1p64,
                                          -1.5,         -0.999,       2.999};
            uint8_t type = rows_int_types[to];
            wide low = rows_is_signed(type) ? -((wide)1 << (rows_width(type) - 1)) : 0;
            wide high = low + (((wide)1 << rows_width(type)) - 1);
            char expr[16];
            for (uint32_t i = 0; i < ROWS_EDGES + 11; i++) {
                uint64_t a = i < ROWS_EDGES ? rows_edge(from, i)
                                            : rows_rounded(from, (quad)more[i - ROWS_EDGES]);
                double d = rows_double(from, a);
                wide v = d != d ? 0 : d > 1e37 ? high : d < -1e37 ? low : (wide)d; // truncates
                v = v < low ? low : v > high ? high : v;
                rows_add(a, 0, 0, rows_wrap(type, (uwide)v));
            }
            snprintf(expr, sizeof expr, "%s(a)", vyi_type_name(type));
            rows_run(expr, from, from, from, type);
        }
}

static void floats_to_floats_and_bool(void **state)
{
    (void)state;
    for (uint8_t from = VY_TYPE_F32; from <= VY_TYPE_F64; from++) {
        uint8_t to = from == VY_TYPE_F32 ? VY_TYPE_F64 : VY_TYPE_F32;
        for (uint32_t i = 0; i < ROWS_EDGES; i++)
            rows_add(rows_edge(from, i), 0, 0,
                     rows_rounded(to, (quad)rows_double(from, rows_edge(from, i))));
        if (from == VY_TYPE_F64) {
            rows_add(0x3ff0000010000000, 0, 0, 0x3f800000); // halfway: to even
            rows_add(0x3ff0000030000000, 0, 0, 0x3f800002);
            rows_add(0x36a0000000000000, 0, 0, 1); // subnormal f32
            rows_add(0x3690000000000000, 0, 0, 0);
        }
        rows_run(to == VY_TYPE_F32 ? "f32(a)" : "f64(a)", from, from, from, to);
        for (uint32_t i = 0; i < ROWS_EDGES; i++)
            rows_add(rows_edge(from, i), 0, 0, i > 1); // only the zeros are false; NaN is true
        rows_run("bool(a)", from, from, from, VY_TYPE_BOOL);
        rows_add(0, 0, 0, 0);
        rows_add(1, 0, 0, rows_rounded(from, (quad)1));
        rows_run(from == VY_TYPE_F32 ? "f32(a)" : "f64(a)", VY_TYPE_BOOL, VY_TYPE_BOOL,
                 VY_TYPE_BOOL, from);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_wrap_and_divide_by_zero),
        cmocka_unit_test(integer_comparisons),
        cmocka_unit_test(clamp_of_integers),
        cmocka_unit_test(bools_do_not_skip),
        cmocka_unit_test(integers_to_others),
        cmocka_unit_test(floats_to_integers_saturate),
        cmocka_unit_test(floats_to_floats_and_bool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
