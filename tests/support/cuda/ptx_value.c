// Conversions of PTX: cvt from any type into any other.
#include "support/cuda/ptx_value.h"

static uint64_t to_integer(uint8_t type, double v)
{
    unsigned bits = 8 * bytes_of(type);
    if (isnan(v)) // what the machine does with it differs by width: nobody may rely on it
        return 0x5555555555555555u;
    double top = ldexp(1, (int)bits - is_signed(type));
    if (is_signed(type) && v <= -top)
        return (uint64_t)1 << (bits - 1);
    if (v >= top)
        return is_signed(type) ? ((uint64_t)1 << (bits - 1)) - 1 : UINT64_MAX;
    return is_signed(type) ? (uint64_t)(int64_t)v : v < 0 ? 0 : (uint64_t)v;
}

static uint64_t from_half(uint64_t v)
{
    unsigned exponent = v >> 10 & 31, digits = v & 1023;
    double x = exponent == 31 ? (digits ? NAN : INFINITY)
               : exponent     ? ldexp(1024 + digits, (int)exponent - 25)
                              : ldexp(digits, -24);
    return from_f32((float)(v >> 15 & 1 ? -x : x));
}

/// Of any NaN PTX makes 0x7fff.
static uint64_t to_half(double x)
{
    uint64_t sign = signbit(x) ? 0x8000 : 0;
    int exponent;
    (void)frexp(x, &exponent); // below 2^exponent: 11 digits, the last at least 2^-24
    exponent = exponent - 11 < -24 ? -24 : exponent - 11;
    double digits = rint(ldexp(fabs(x), -exponent)); // may carry, up to 2048
    if (x != x)
        return 0x7fff;
    if (x == 0)
        return sign;
    if (ldexp(digits, exponent) >= 65536)
        return sign | 0x7c00;
    return sign | (((uint64_t)(exponent + 24) << 10) + (uint64_t)digits);
}

uint64_t ptx_convert(const struct ptx_ins *i, uint64_t v)
{
    uint8_t to = i->type, from = i->from;
    if (from == T_F16)
        return from_half(v);
    if (to == T_F16)
        return to_half(as_float(from, v));
    if (is_float(from)) {
        double x = as_float(from, v);
        x = i->how == H_RZI   ? trunc(x)
            : i->how == H_RNI ? rint(x)
            : i->how == H_RMI ? floor(x)
            : i->how == H_RPI ? ceil(x)
                              : x;
        if (is_float(to))
            return to == T_F32 ? from_f32((float)x) : from_f64(x);
        return to_integer(to, x);
    }
    if (is_float(to) && is_signed(from))
        return to == T_F32 ? from_f32((float)as_signed(from, v))
                           : from_f64((double)as_signed(from, v));
    if (is_float(to))
        return to == T_F32 ? from_f32((float)cut(from, v)) : from_f64((double)cut(from, v));
    v = is_signed(from) ? (uint64_t)as_signed(from, v) : cut(from, v);
    // A register that is wider than the type gets its sign too.
    return is_signed(to) ? (uint64_t)as_signed(to, v) : cut(to, v);
}
