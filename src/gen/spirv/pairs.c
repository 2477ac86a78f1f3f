// 64-bit values on machines that have none: vectors of two words, the low one first. Integers are
// computed here, word by word, but for division and conversions from and to floats; these, and all
// operations on f64, are functions of lib/exact (exact.c).
#include "gen/spirv/emit.h"

uint32_t vyi_spirv_pair_is_nan(struct emit *e, uint32_t v)
{
    uint32_t t = u32_type(e), b = bool_type(e);
    struct halves h = vyi_spirv_split(e, v);
    // What the low word has counts as the lowest bit of the high one, which all NaNs are above.
    uint32_t some = INS(e, INotEqual, b, h.low, u32(e, 0));
    uint32_t high = INS(e, BitwiseOr, t, h.high, INS(e, Select, t, some, u32(e, 1), u32(e, 0)));
    high = INS(e, BitwiseAnd, t, high, u32(e, 0x7fffffff));
    return INS(e, UGreaterThan, b, high, u32(e, 0x7ff00000));
}

// ---- arithmetic ----
static struct halves add(struct emit *e, struct halves a, struct halves b)
{
    uint32_t t = u32_type(e), low = INS(e, IAdd, t, a.low, b.low);
    uint32_t carry = INS(e, ULessThan, bool_type(e), low, b.low);
    uint32_t high = INS(e, IAdd, t, a.high, b.high);
    high = INS(e, IAdd, t, high, INS(e, Select, t, carry, u32(e, 1), u32(e, 0)));
    return (struct halves){low, high};
}

static struct halves subtract(struct emit *e, struct halves a, struct halves b)
{
    uint32_t t = u32_type(e), borrow = INS(e, ULessThan, bool_type(e), a.low, b.low);
    uint32_t high = INS(e, ISub, t, a.high, b.high);
    high = INS(e, ISub, t, high, INS(e, Select, t, borrow, u32(e, 1), u32(e, 0)));
    return (struct halves){INS(e, ISub, t, a.low, b.low), high};
}

static struct halves multiply(struct emit *e, struct halves a, struct halves b)
{
    uint32_t t = u32_type(e), high = vyi_spirv_op2(e, VYI_OP_MULHI, VY_TYPE_U32, a.low, b.low);
    high = INS(e, IAdd, t, high, INS(e, IMul, t, a.low, b.high));
    high = INS(e, IAdd, t, high, INS(e, IMul, t, a.high, b.low));
    return (struct halves){INS(e, IMul, t, a.low, b.low), high};
}

static struct halves choose(struct emit *e, uint32_t cond, struct halves a, struct halves b)
{
    uint32_t t = u32_type(e);
    return (struct halves){INS(e, Select, t, cond, a.low, b.low),
                           INS(e, Select, t, cond, a.high, b.high)};
}

// ---- shifts ----
/// By the low five bits of a count: a word, and what it takes from the word beside it.
struct shift {
    uint32_t by, rest, far; ///< far: a condition, by 32 or more
};

static struct shift shift_by(struct emit *e, uint32_t count)
{
    uint32_t t = u32_type(e), by = INS(e, BitwiseAnd, t, count, u32(e, 31));
    uint32_t far = INS(e, BitwiseAnd, t, count, u32(e, 32));
    return (struct shift){by, INS(e, BitwiseXor, t, by, u32(e, 31)),
                          INS(e, INotEqual, bool_type(e), far, u32(e, 0))};
}

static struct halves shift_left(struct emit *e, struct halves a, uint32_t count)
{
    struct shift s = shift_by(e, count);
    uint32_t t = u32_type(e), one = u32(e, 1), low = INS(e, ShiftLeftLogical, t, a.low, s.by);
    uint32_t in = INS(e, ShiftRightLogical, t, INS(e, ShiftRightLogical, t, a.low, one), s.rest);
    uint32_t high = INS(e, BitwiseOr, t, INS(e, ShiftLeftLogical, t, a.high, s.by), in);
    return choose(e, s.far, (struct halves){u32(e, 0), low}, (struct halves){low, high});
}

static struct halves shift_right(struct emit *e, struct halves a, uint32_t count, bool sign)
{
    struct shift s = shift_by(e, count);
    uint32_t t = u32_type(e), one = u32(e, 1);
    enum spv_opcode how = sign ? SPV_ShiftRightArithmetic : SPV_ShiftRightLogical;
    uint32_t high = spv(e->m, how, t, a.high, s.by);
    uint32_t in = INS(e, ShiftLeftLogical, t, INS(e, ShiftLeftLogical, t, a.high, one), s.rest);
    uint32_t low = INS(e, BitwiseOr, t, INS(e, ShiftRightLogical, t, a.low, s.by), in);
    uint32_t filled = sign ? spv(e->m, how, t, a.high, u32(e, 31)) : u32(e, 0);
    return choose(e, s.far, (struct halves){high, filled}, (struct halves){low, high});
}

/// To the left by `count`, or to the right.
static uint32_t rotate(struct emit *e, struct halves a, uint32_t count, bool left)
{
    uint32_t back = INS(e, SNegate, u32_type(e), count);
    uint32_t one = vyi_spirv_unite(e, shift_left(e, a, left ? count : back));
    uint32_t two = vyi_spirv_unite(e, shift_right(e, a, left ? back : count, false));
    return INS(e, BitwiseOr, vyi_spirv_type(e, VY_TYPE_U64), one, two);
}

// ---- order ----
static uint32_t equal(struct emit *e, struct halves a, struct halves b)
{
    uint32_t t = bool_type(e), low = INS(e, IEqual, t, a.low, b.low);
    return INS(e, LogicalAnd, t, low, INS(e, IEqual, t, a.high, b.high));
}

static uint32_t less(struct emit *e, struct halves a, struct halves b, bool sign)
{
    uint32_t t = bool_type(e), low = INS(e, ULessThan, t, a.low, b.low);
    uint32_t high = spv(e->m, sign ? SPV_SLessThan : SPV_ULessThan, t, a.high, b.high);
    low = INS(e, LogicalAnd, t, low, INS(e, IEqual, t, a.high, b.high));
    return INS(e, LogicalOr, t, high, low);
}

static uint32_t not(struct emit * e, uint32_t truth)
{
    return INS(e, LogicalNot, bool_type(e), truth);
}

static struct halves lesser(struct emit *e, struct halves a, struct halves b, bool sign)
{
    return choose(e, less(e, b, a, sign), b, a);
}

static struct halves greater(struct emit *e, struct halves a, struct halves b, bool sign)
{
    return choose(e, less(e, a, b, sign), b, a);
}

// ---- all of them ----
static struct halves absolute(struct emit *e, struct halves a, bool sign)
{
    struct halves zero = {u32(e, 0), u32(e, 0)};
    return sign ? choose(e, less(e, a, zero, true), subtract(e, zero, a), a) : a;
}

/// Ops whose operands are all pairs and whose result is a pair.
static struct halves arithmetic(struct emit *e, uint8_t op, const struct halves *v, bool sign)
{
    switch (op) {
    case VYI_OP_NEG: return subtract(e, (struct halves){u32(e, 0), u32(e, 0)}, v[0]);
    case VYI_OP_ADD: return add(e, v[0], v[1]);
    case VYI_OP_SUB: return subtract(e, v[0], v[1]);
    case VYI_OP_MUL: return multiply(e, v[0], v[1]);
    case VYI_OP_MIN: return lesser(e, v[0], v[1], sign);
    case VYI_OP_MAX: return greater(e, v[0], v[1], sign);
    case VYI_OP_CLAMP: return lesser(e, greater(e, v[0], v[1], sign), v[2], sign);
    default: return absolute(e, v[0], sign);
    }
}

uint32_t vyi_spirv_pair_op(struct emit *e, uint8_t op, uint8_t type, const uint32_t *args)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    uint32_t t = vyi_spirv_type(e, type), arity = info->rule == VYI_RULE_SHIFT ? 1 : info->arity;
    bool sign = type == VY_TYPE_I64;
    struct halves v[3];
    for (uint32_t i = 0; i < arity; i++)
        v[i] = vyi_spirv_split(e, args[i]);
    switch (op) {
    case VYI_OP_INV: return INS(e, Not, t, args[0]);
    case VYI_OP_AND: return INS(e, BitwiseAnd, t, args[0], args[1]);
    case VYI_OP_OR: return INS(e, BitwiseOr, t, args[0], args[1]);
    case VYI_OP_XOR: return INS(e, BitwiseXor, t, args[0], args[1]);
    case VYI_OP_SHL: return vyi_spirv_unite(e, shift_left(e, v[0], args[1]));
    case VYI_OP_SHR: return vyi_spirv_unite(e, shift_right(e, v[0], args[1], sign));
    case VYI_OP_ROTL:
    case VYI_OP_ROTR: return rotate(e, v[0], args[1], op == VYI_OP_ROTL);
    case VYI_OP_EQ: return equal(e, v[0], v[1]);
    case VYI_OP_NE: return not(e, equal(e, v[0], v[1]));
    case VYI_OP_LT: return less(e, v[0], v[1], sign);
    case VYI_OP_LE: return not(e, less(e, v[1], v[0], sign));
    case VYI_OP_GT: return less(e, v[1], v[0], sign);
    case VYI_OP_GE: return not(e, less(e, v[0], v[1], sign));
    case VYI_OP_POPCOUNT: return vyi_spirv_popcount(e, type, args[0]);
    case VYI_OP_CLZ: return vyi_spirv_clz(e, type, args[0]);
    case VYI_OP_CTZ: return vyi_spirv_ctz(e, type, args[0]);
    case VYI_OP_REVERSE: return vyi_spirv_reverse(e, type, args[0]);
    case VYI_OP_UNBITS:
        return vyi_spirv_is_pair(e, VY_TYPE_F64)
                   ? args[0]
                   : INS(e, Bitcast, vyi_spirv_type(e, VY_TYPE_F64), args[0]);
    default: return vyi_spirv_unite(e, arithmetic(e, op, v, sign));
    }
}
