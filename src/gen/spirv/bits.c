// Operations on bits. SPIR-V for Vulkan has them for 32 bits only, so 64 bits are two halves.
#include "gen/spirv/emit.h"

static bool is_wide(uint8_t type)
{
    return vyi_type_bytes(type) == 8;
}

static uint32_t wide(struct emit *e, uint32_t v)
{
    return vyi_spirv_resize(e, v, 32, 64);
}

/// `first`, or where that is all zeros 32 + that of the other half.
static uint32_t first_half_or(struct emit *e, uint32_t half, uint32_t first, uint32_t second)
{
    uint32_t t = u32_type(e), empty = INS(e, IEqual, bool_type(e), half, u32(e, 0));
    return INS(e, Select, t, empty, INS(e, IAdd, t, second, u32(e, 32)), first);
}

uint32_t vyi_spirv_popcount(struct emit *e, uint8_t type, uint32_t a)
{
    uint32_t t = u32_type(e);
    if (!is_wide(type))
        return INS(e, BitCount, t, a);
    struct halves h = vyi_spirv_split(e, a);
    uint32_t low = INS(e, BitCount, t, h.low), high = INS(e, BitCount, t, h.high);
    return wide(e, INS(e, IAdd, t, low, high));
}

/// FindUMsb gives -1 for 0, so that 31 less it is 32.
static uint32_t leading(struct emit *e, uint32_t v)
{
    return INS(e, ISub, u32_type(e), u32(e, 31), GLSL(e, FindUMsb, u32_type(e), v));
}

uint32_t vyi_spirv_clz(struct emit *e, uint8_t type, uint32_t a)
{
    if (!is_wide(type))
        return leading(e, a);
    struct halves h = vyi_spirv_split(e, a);
    return wide(e, first_half_or(e, h.high, leading(e, h.high), leading(e, h.low)));
}

/// FindILsb gives -1 for 0.
static uint32_t trailing(struct emit *e, uint32_t v)
{
    return GLSL(e, UMin, u32_type(e), GLSL(e, FindILsb, u32_type(e), v), u32(e, 32));
}

uint32_t vyi_spirv_ctz(struct emit *e, uint8_t type, uint32_t a)
{
    if (!is_wide(type))
        return trailing(e, a);
    struct halves h = vyi_spirv_split(e, a);
    return wide(e, first_half_or(e, h.low, trailing(e, h.low), trailing(e, h.high)));
}

uint32_t vyi_spirv_reverse(struct emit *e, uint8_t type, uint32_t a)
{
    uint32_t t = u32_type(e);
    if (!is_wide(type))
        return INS(e, BitReverse, t, a);
    struct halves h = vyi_spirv_split(e, a);
    return vyi_spirv_unite(
        e, (struct halves){INS(e, BitReverse, t, h.high), INS(e, BitReverse, t, h.low)});
}

// ---- mulhi ----
static uint32_t extended(struct emit *e, enum spv_opcode how, uint32_t a, uint32_t b)
{
    uint32_t t = u32_type(e), pair = vyi_spv_struct(e->m, (uint32_t[]){t, t}, NULL, 2, false);
    return INS(e, CompositeExtract, t, spv(e->m, how, pair, a, b), 1);
}

/// Schoolbook: the sum of the middle products and what the low one carries stays below 2^64.
static uint32_t wide_mulhi(struct emit *e, uint32_t a, uint32_t b)
{
    uint32_t t = u64_type(e), by = u32(e, 32);
    struct halves x = vyi_spirv_split(e, a), y = vyi_spirv_split(e, b);
    x = (struct halves){wide(e, x.low), wide(e, x.high)};
    y = (struct halves){wide(e, y.low), wide(e, y.high)};
    uint32_t low = INS(e, IMul, t, x.low, y.low), first = INS(e, IMul, t, x.high, y.low);
    uint32_t second = INS(e, IMul, t, x.low, y.high), high = INS(e, IMul, t, x.high, y.high);
    first = INS(e, IAdd, t, first, INS(e, ShiftRightLogical, t, low, by));
    uint32_t rest = wide(e, vyi_spirv_resize(e, first, 64, 32));
    second = INS(e, IAdd, t, second, rest);
    high = INS(e, IAdd, t, high, INS(e, ShiftRightLogical, t, first, by));
    return INS(e, IAdd, t, high, INS(e, ShiftRightLogical, t, second, by));
}

/// `v` where `sign` is negative, else 0.
static uint32_t if_negative(struct emit *e, uint32_t sign, uint32_t v)
{
    uint32_t t = u64_type(e), all = INS(e, ShiftRightArithmetic, t, sign, u32(e, 63));
    return INS(e, BitwiseAnd, t, all, v);
}

uint32_t vyi_spirv_mulhi(struct emit *e, uint8_t type, uint32_t a, uint32_t b)
{
    bool sign = vyi_type_class(type) == VYI_CLASS_SINT;
    if (!is_wide(type))
        return extended(e, sign ? SPV_SMulExtended : SPV_UMulExtended, a, b);
    uint32_t high = wide_mulhi(e, a, b), t = u64_type(e);
    if (!sign)
        return high;
    high = INS(e, ISub, t, high, if_negative(e, a, b));
    return INS(e, ISub, t, high, if_negative(e, b, a));
}
