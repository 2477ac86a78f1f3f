// Elements of f16 and bf16, by their bits: few drivers convert as docs/language.md says. A value is
// an f32; a store rounds it to the nearest, ties to even, and makes each NaN the one NaN.
#include "gen/spirv/emit.h"

enum { EXPONENTS = 112 << 23, HALF_INF = 0x7c00, HALF_NAN = 0x7e00 };

static uint32_t masked(struct emit *e, uint32_t v, uint32_t mask)
{
    return INS(e, BitwiseAnd, u32_type(e), v, u32(e, mask));
}
static uint32_t right(struct emit *e, uint32_t v, uint32_t count)
{
    return INS(e, ShiftRightLogical, u32_type(e), v, u32(e, count));
}
static uint32_t left(struct emit *e, uint32_t v, uint32_t count)
{
    return INS(e, ShiftLeftLogical, u32_type(e), v, u32(e, count));
}
static uint32_t sum(struct emit *e, uint32_t a, uint32_t b)
{
    return INS(e, IAdd, u32_type(e), a, b);
}
static uint32_t below(struct emit *e, uint32_t v, uint32_t limit)
{
    return INS(e, ULessThan, bool_type(e), v, u32(e, limit));
}
static uint32_t choose(struct emit *e, uint32_t c, uint32_t a, uint32_t b)
{
    return INS(e, Select, u32_type(e), c, a, b);
}

/// A subnormal is a number below 1024 times 2^-24, so it is converted as an integer, and 24 is
/// taken off its exponent.
static uint32_t widen(struct emit *e, uint32_t bits)
{
    uint32_t size = masked(e, bits, 0x7fff), sign = left(e, masked(e, bits, 0x8000), 16);
    uint32_t nan = u32(e, 0x7fc00000),
             inf = INS(e, BitwiseOr, u32_type(e), sign, u32(e, 0x7f800000));
    uint32_t normal = sum(e, left(e, size, 13), u32(e, EXPONENTS));
    uint32_t count = INS(e, ConvertUToF, vyi_spirv_type(e, VY_TYPE_F32), size);
    uint32_t small = INS(e, Bitcast, u32_type(e), count);
    small = choose(e, below(e, size, 1), size, INS(e, ISub, u32_type(e), small, u32(e, 24 << 23)));
    uint32_t v = choose(e, below(e, size, 0x400), small, normal);
    v = choose(e, below(e, size, HALF_INF), INS(e, BitwiseOr, u32_type(e), v, sign), inf);
    return choose(e, below(e, size, HALF_INF + 1), v, nan);
}

/// v / 2^count, rounded: count is from 1 to 31.
static uint32_t divided(struct emit *e, uint32_t v, uint32_t count)
{
    uint32_t t = u32_type(e), less = INS(e, ISub, t, count, u32(e, 1));
    uint32_t half = INS(e, ShiftLeftLogical, t, u32(e, 1), less);
    uint32_t odd = masked(e, INS(e, ShiftRightLogical, t, v, count), 1);
    uint32_t up = INS(e, ISub, t, sum(e, half, odd), u32(e, 1));
    return INS(e, ShiftRightLogical, t, sum(e, v, up), count);
}

static uint32_t rounded(struct emit *e, uint32_t bits)
{
    uint32_t t = u32_type(e), size = masked(e, bits, 0x7fffffff);
    uint32_t sign = masked(e, right(e, bits, 16), 0x8000);
    uint32_t normal = divided(e, INS(e, ISub, t, size, u32(e, EXPONENTS)), u32(e, 13));
    uint32_t digits = INS(e, BitwiseOr, t, masked(e, size, 0x7fffff), u32(e, 0x800000));
    uint32_t count = INS(e, ISub, t, u32(e, 126), right(e, size, 23)); // to multiples of 2^-24
    count = choose(e, below(e, count, 25), count, u32(e, 25));         // by 25: all is lost
    uint32_t v = choose(e, below(e, size, 0x38800000), divided(e, digits, count), normal);
    v = choose(e, below(e, size, 0x47800000), v, u32(e, HALF_INF));
    v = INS(e, BitwiseOr, t, v, sign);
    return choose(e, below(e, size, 0x7f800001), v, u32(e, HALF_NAN));
}

uint32_t vyi_spirv_from_half(struct emit *e, uint8_t elem, uint32_t bits)
{
    uint32_t v = elem == VY_TYPE_F16 ? widen(e, bits) : left(e, bits, 16);
    return INS(e, Bitcast, vyi_spirv_type(e, VY_TYPE_F32), vyi_spirv_hidden_integer(e, 32, v));
}

uint32_t vyi_spirv_to_half(struct emit *e, uint8_t elem, uint32_t v)
{
    uint32_t bits = INS(e, Bitcast, u32_type(e), vyi_spirv_canonical(e, VY_TYPE_F32, v));
    return elem == VY_TYPE_F16 ? rounded(e, bits) : divided(e, bits, u32(e, 16));
}
