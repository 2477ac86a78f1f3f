// Operands that show whether an operation is exact: edge values, and random ones with subnormals,
// ties, cancellation, and results near the largest and the smallest number.
#include "gen/spirv/exact.h"

// ---- random numbers ----
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static uint32_t below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)((next(state) >> 32) * limit >> 32);
}

// ---- floats ----
struct form {
    uint32_t digits; ///< of the significand, without the hidden one
    int32_t top;     ///< exponent of inf and NaN
};
static struct form form_of(uint8_t type)
{
    return type == VY_TYPE_F32 ? (struct form){23, 255} : (struct form){52, 2047};
}

static uint64_t float_of(uint8_t type, uint64_t sign, int32_t exponent, uint64_t digits)
{
    struct form f = form_of(type);
    exponent = exponent < 0 ? 0 : exponent > f.top ? f.top : exponent;
    return (sign & 1) << (8 * vyi_type_bytes(type) - 1) | (uint64_t)exponent << f.digits |
           (digits & (((uint64_t)1 << f.digits) - 1));
}

static int32_t exponent_of(uint8_t type, uint64_t v)
{
    struct form f = form_of(type);
    return (int32_t)(v >> f.digits) & f.top;
}

bool vyi_exact_plain(uint8_t type, uint64_t v)
{
    int32_t e = exponent_of(type, v);
    return e > 1 && e < form_of(type).top;
}

static uint32_t float_edges(uint8_t type, uint64_t *to)
{
    struct form f = form_of(type);
    int32_t one = f.top / 2, n = (int32_t)f.digits;
    uint64_t half = (uint64_t)1 << (f.digits - 1);
    const uint64_t digits[] = {0, 1, half, 2 * half - 1};
    const int32_t exponents[] = {0,        1,        2,         n,           one - n - 1,
                                 one - 1,  one,      one + 1,   one + n - 1, one + n,
                                 one + 31, one + 63, f.top - 1, f.top};
    uint32_t count = 0;
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++)
        for (size_t d = 0; d < sizeof digits / sizeof *digits; d++)
            for (uint64_t sign = 0; sign < 2; sign++)
                to[count++] = float_of(type, sign, exponents[e], digits[d]);
    return count;
}

/// Few ones or few zeros: sums and products are often ties.
static uint64_t some_digits(uint64_t *state)
{
    uint64_t v = next(state);
    switch (below(state, 5)) {
    case 0: return v & next(state) & next(state) & next(state) & next(state);
    case 1: return v | next(state) | next(state) | next(state) | next(state);
    case 2: return v << below(state, 64);
    case 3: return (v & 7) - 4;
    default: return v;
    }
}

/// Mostly with an exponent at most `within` from `near`.
static uint64_t some_float(uint64_t *state, uint8_t type, int32_t near, int32_t within)
{
    uint32_t exponents = (uint32_t)form_of(type).top + 1;
    int32_t e = below(state, 4) ? near - within + (int32_t)below(state, 2 * (uint32_t)within + 1)
                                : (int32_t)below(state, exponents);
    return float_of(type, next(state), e, some_digits(state));
}

/// The first anywhere. The second near it, or so that product or quotient lie near the smallest or
/// the largest number. The third near the product of both.
static void random_floats(uint64_t *state, uint8_t type, uint64_t v[3])
{
    struct form f = form_of(type);
    int32_t one = f.top / 2, n = (int32_t)f.digits;
    v[0] = some_float(state, type, f.top * (int32_t)below(state, 5) / 4, 70);
    int32_t e = exponent_of(type, v[0]);
    switch (below(state, 5)) {
    case 0: v[1] = some_float(state, type, e, n + 3); break;
    case 1: v[1] = some_float(state, type, one - e, n + 3); break;
    case 2: v[1] = some_float(state, type, f.top + one - e, 2); break;
    case 3: v[1] = some_float(state, type, below(state, 2) ? e + one - 2 : e - one, 30); break;
    default: v[1] = some_float(state, type, f.top * (int32_t)below(state, 5) / 4, 70);
    }
    int32_t product = e + exponent_of(type, v[1]) - one;
    v[2] = some_float(state, type, product, below(state, 2) ? 1 : 2 * n + 4);
    if (below(state, 8))
        return;
    // All but cancels: the product cut off to the digits of one number, with the other sign.
    uint64_t a = v[0] << (63 - n) | (uint64_t)1 << 63, b = v[1] << (63 - n) | (uint64_t)1 << 63;
    uint64_t high =
        (a >> 32) * (b >> 32) + ((a >> 32) * (uint32_t)b >> 32) + ((b >> 32) * (uint32_t)a >> 32);
    uint64_t minus = ~(v[0] ^ v[1]) >> (8 * vyi_type_bytes(type) - 1);
    v[2] = float_of(type, minus, product + (high >> 63 ? 1 : 0),
                    (high >> 63 ? high : high << 1) >> (63 - n));
}

// ---- any type ----
static uint64_t cut(uint8_t type, uint64_t v)
{
    return type == VY_TYPE_BOOL ? v & 1 : vyi_type_bytes(type) == 4 ? (uint32_t)v : v;
}

uint32_t vyi_exact_edges(uint8_t type, uint64_t to[VYI_EXACT_EDGES])
{
    uint32_t count = 0, width = 8 * vyi_type_bytes(type);
    if (vyi_type_class(type) == VYI_CLASS_FLOAT)
        return float_edges(type, to);
    if (type == VY_TYPE_BOOL) {
        to[count++] = 0;
        to[count++] = 1;
        return count;
    }
    for (uint32_t k = 0; k < width; k += width == 64 && k > 1 && k < 60 ? 3 : 1) {
        uint64_t power = (uint64_t)1 << k;
        to[count++] = cut(type, power);
        to[count++] = cut(type, power - 1);
        to[count++] = cut(type, 0 - power);
    }
    return count;
}

void vyi_exact_random(uint64_t *state, uint8_t type, uint64_t v[3])
{
    if (vyi_type_class(type) == VYI_CLASS_FLOAT) {
        random_floats(state, type, v);
        return;
    }
    for (uint32_t k = 0; k < 3; k++)
        v[k] = cut(type, below(state, 2) ? next(state) >> below(state, 64) : some_digits(state));
    if (below(state, 2)) // next to a multiple of the second
        v[0] = cut(type, v[1] * (next(state) >> below(state, 64)) + below(state, 3) - 1);
}
