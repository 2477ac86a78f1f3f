// Pure ops and conversions, as the SPV facets of ops.def say.
//
// What is built must mean what SEM says for every operand: SPIR-V's own division, shifts and
// conversions are undefined for some operands, so each is given operands for which it is defined.
// NaNs in flight may hold any bits; who lets bits out (stores, bits()) makes them the one NaN.
#include "gen/spirv/emit.h"
#include "gen/spirv/exact.h"

/// What the pieces of SPV(...) are built with.
struct pure {
    struct emit *e;
    uint8_t type; ///< of the first operand
    uint32_t t;   ///< the same as a type of the module
};

static uint32_t width(const struct pure *o)
{
    return 8 * vyi_type_bytes(o->type);
}

static uint32_t number(const struct pure *o, uint64_t value)
{
    return vyi_spirv_number(o->e, o->type, value);
}

/// Floats are rounded after every operation.
static uint32_t separate(struct emit *e, uint32_t id)
{
    spv_decorate(e->m, id, SPV_Decoration_NoContraction);
    return id;
}

/// The operand that the test picks.
static uint32_t which(const struct pure *o, enum spv_opcode test, uint32_t a, uint32_t b)
{
    uint32_t first = spv(o->e->m, test, bool_type(o->e), a, b);
    return INS(o->e, Select, o->t, first, a, b);
}

// ---- the pieces of SPV(...) ----
#define NO 0
#define BUILD(name, ...) INS(o->e, name, o->t, __VA_ARGS__)
#define FLOAT(name, ...) separate(o->e, INS(o->e, name, o->t, __VA_ARGS__))
#define GLSL_OP(name, ...) GLSL(o->e, name, o->t, __VA_ARGS__)
#define TEST(name, ...) INS(o->e, name, bool_type(o->e), __VA_ARGS__)
#define IS_BOOL (o->type == VY_TYPE_BOOL)
/// Of integers and of bools, which have instructions of their own.
#define LOGIC(integer, truth, a, b) \
    (IS_BOOL ? TEST(Logical##truth, a, b) : BUILD(Bitwise##integer, a, b))
#define EQUAL(integer, truth, a, b) (IS_BOOL ? TEST(truth, a, b) : TEST(integer, a, b))
#define SELECT(condition, a, b) BUILD(Select, condition, a, b)
/// GLSL's UMax and the like, of a constant and a value that changes in a loop, are a constant to
/// SwiftShader's optimiser.
#define WHICH(test, a, b) which(o, SPV_##test, a, b)
#define SHIFT_COUNT(b) shift_count(o, b)
#define UDIV(a, b) unsigned_divide(o, a, b)
#define SDIV(a, b) signed_divide(o, a, b)
#define UREM(a, b) remainder_of(o, a, safe_unsigned(o, b))
#define SREM(a, b) remainder_of(o, a, safe_signed(o, b))
#define CEIL_DIV(a, b) ceil_divide(o, a, b)
#define ABS(a) SELECT(TEST(SLessThan, a, number(o, 0)), BUILD(SNegate, a), a)
#define FABS(a) float_abs(o, a)
#define FMIN(a, b) float_extreme(o, SPV_FOrdLessThan, SPV_BitwiseOr, a, b)
#define FMAX(a, b) float_extreme(o, SPV_FOrdGreaterThan, SPV_BitwiseAnd, a, b)
#define MULHI(a, b) vyi_spirv_mulhi(o->e, o->type, a, b)
#define POPCOUNT(a) vyi_spirv_popcount(o->e, o->type, a)
#define CLZ(a) vyi_spirv_clz(o->e, o->type, a)
#define CTZ(a) vyi_spirv_ctz(o->e, o->type, a)
#define REVERSE(a) vyi_spirv_reverse(o->e, o->type, a)
#define ROTATE(there, back, a, b)                     \
    BUILD(BitwiseOr, BUILD(there, a, SHIFT_COUNT(b)), \
          BUILD(back, a, SHIFT_COUNT(INS(o->e, SNegate, u32_type(o->e), b))))
#define TO_BITS(a) to_bits(o, vyi_spirv_canonical(o->e, o->type, a))
#define FROM_BITS(a)                                     \
    INS(o->e, Bitcast, vyi_spv_float(o->e->m, width(o)), \
        vyi_spirv_hidden_integer(o->e, width(o), a))

/// A count, which is a u32: only its low bits matter. Mesa shifts 64 bits wrongly by a count that
/// it knows and whose higher bits are not 0, although they are masked.
static uint32_t shift_count(const struct pure *o, uint32_t b)
{
    b = vyi_spirv_hidden_count(o->e, vyi_type_bytes(o->type), b);
    return INS(o->e, BitwiseAnd, u32_type(o->e), b, u32(o->e, width(o) - 1));
}

static uint32_t to_bits(const struct pure *o, uint32_t a)
{
    return vyi_spirv_is_pair(o->e, o->type)
               ? a
               : INS(o->e, Bitcast, vyi_spirv_type(o->e, unsigned_of(o->type)), a);
}

// ---- division ----
/// 1 instead of 0.
static uint32_t safe_unsigned(const struct pure *o, uint32_t b)
{
    return SELECT(TEST(IEqual, b, number(o, 0)), number(o, 1), b);
}

/// 1 instead of 0 and of -1: the smallest number has no opposite.
static uint32_t safe_signed(const struct pure *o, uint32_t b)
{
    uint32_t above = BUILD(IAdd, b, number(o, 1));
    return SELECT(TEST(ULessThan, above, number(o, 2)), number(o, 1), b);
}

static bool is_signed(const struct pure *o)
{
    return vyi_type_class(o->type) == VYI_CLASS_SINT;
}

/// By a safe divisor.
static uint32_t quotient(const struct pure *o, uint32_t a, uint32_t by)
{
    return is_signed(o) ? BUILD(SDiv, a, by) : BUILD(UDiv, a, by);
}

/// By a safe divisor: where that was made 1, this gives the 0 that is wanted. OpSRem of negatives
/// is undefined in Vulkan.
static uint32_t remainder_of(const struct pure *o, uint32_t a, uint32_t by)
{
    return BUILD(ISub, a, BUILD(IMul, quotient(o, a, by), by));
}

static uint32_t unsigned_divide(const struct pure *o, uint32_t a, uint32_t b)
{
    uint32_t q = quotient(o, a, safe_unsigned(o, b));
    return SELECT(TEST(IEqual, b, number(o, 0)), number(o, UINT64_MAX), q);
}

static uint32_t signed_divide(const struct pure *o, uint32_t a, uint32_t b)
{
    uint32_t q = quotient(o, a, safe_signed(o, b));
    q = SELECT(TEST(IEqual, b, number(o, UINT64_MAX)), BUILD(SNegate, a), q);
    return SELECT(TEST(IEqual, b, number(o, 0)), number(o, 0), q);
}

static uint32_t ceil_divide(const struct pure *o, uint32_t a, uint32_t b)
{
    uint32_t by = safe_unsigned(o, b), q = quotient(o, a, by);
    uint32_t rest = BUILD(ISub, a, BUILD(IMul, q, by));
    uint32_t up = SELECT(TEST(IEqual, rest, number(o, 0)), q, BUILD(IAdd, q, number(o, 1)));
    return SELECT(TEST(IEqual, b, number(o, 0)), number(o, UINT64_MAX), up);
}

// ---- floats ----
/// The smaller or larger: a NaN loses, -0 is less than +0. Once each NaN is replaced by the other
/// operand, comparing in both orders differs for zeros alone, and the bits of both results joined
/// have a sign if one has it (or if both have it, for the larger).
static uint32_t float_extreme(const struct pure *o, enum spv_opcode before, enum spv_opcode join,
                              uint32_t a, uint32_t b)
{
    struct spv *m = o->e->m;
    uint32_t bits = vyi_spirv_type(o->e, unsigned_of(o->type)), truth = bool_type(o->e);
    uint32_t x = SELECT(TEST(IsNan, a), b, a), y = SELECT(TEST(IsNan, b), x, b);
    uint32_t one = SELECT(spv(m, before, truth, x, y), x, y);
    uint32_t two = SELECT(spv(m, before, truth, y, x), y, x);
    uint32_t left = INS(o->e, Bitcast, bits, one), right = INS(o->e, Bitcast, bits, two);
    return BUILD(Bitcast, spv(m, join, bits, left, right));
}

/// The sign bit goes, whatever the driver knows of the operand: Mesa takes the square root of -0,
/// which is -0, for a number that is its own absolute value.
static uint32_t float_abs(const struct pure *o, uint32_t a)
{
    uint8_t word = unsigned_of(o->type);
    uint32_t bits = vyi_spirv_type(o->e, word);
    uint32_t most = vyi_spirv_constant(o->e, word, ~0ull >> 1 >> (64 - width(o)));
    a = INS(o->e, Bitcast, bits, a);
    return BUILD(Bitcast, INS(o->e, BitwiseAnd, bits, a, most));
}

uint32_t vyi_spirv_canonical(struct emit *e, uint8_t type, uint32_t v)
{
    if (vyi_type_class(type) != VYI_CLASS_FLOAT)
        return v;
    uint32_t nan =
        vyi_spirv_constant(e, type, type == VY_TYPE_F32 ? 0x7fc00000u : 0x7ff8000000000000u);
    uint32_t is =
        vyi_spirv_is_pair(e, type) ? vyi_spirv_pair_is_nan(e, v) : INS(e, IsNan, bool_type(e), v);
    return INS(e, Select, vyi_spirv_type(e, type), is, nan, v);
}

// ---- one function for each op and class ----
// A column that the op does not have is NO: no verified program asks for it.
#define FUNCTION(NAME, class, expression)                                              \
    static uint32_t lower_##NAME##_##class(const struct pure *o, const uint32_t *args) \
    {                                                                                  \
        const uint32_t a = args[0], b = args[1], c = args[2];                          \
        (void)o, (void)a, (void)b, (void)c;                                            \
        return expression;                                                             \
    }
#define SPV(u, s, f) u, s, f
#define FUNCTIONS(NAME, u, s, f) \
    FUNCTION(NAME, unsigned, u)  \
    FUNCTION(NAME, signed, s)    \
    FUNCTION(NAME, float, f)
#define FUNCTIONS_OF(...) FUNCTIONS(__VA_ARGS__)
#define OP(NAME, number, spelling, arity, binds, rule, classes, flags, sem, llvm, spirv) \
    FUNCTIONS_OF(NAME, spirv)
#include "ir/ops.def"

typedef uint32_t (*lower_fn)(const struct pure *o, const uint32_t *args);
static const lower_fn functions[][3] = {
#define OP(NAME, number, ...) \
    [number] = {lower_##NAME##_unsigned, lower_##NAME##_signed, lower_##NAME##_float},
#include "ir/ops.def"
};

/// A call of the operation's emulation; 0: the machine's own is right. `row`: an op, or
/// VYI_EXACT_CAST + type.
static uint32_t emulated(struct emit *e, uint8_t row, uint8_t type, const uint32_t *args)
{
    struct vyi_spirv_emulation em;
    // Inside an emulation every operation is the machine's own, but for this one of pairs.
    if (e->params &&
        !(row == VYI_OP_DIV && type == VY_TYPE_U64 && vyi_spirv_is_pair(e, VY_TYPE_U64)))
        return 0;
    switch (vyi_spirv_exactness_of(e->machine, row, type, &em)) {
    case VYI_EXACT_NATIVE: return 0;
    case VYI_EXACT_REFUSED:
        vyi_spirv_lacks(e, NULL, "exact arithmetic of this kind, nor what it takes to emulate it");
        return 0;
    default: break;
    }
    uint32_t *function = &e->emulations[em.number];
    if (!*function) {
        *function = spv_id(e->m);
        vyi_spv_name(e->m, *function, "%s", em.function);
    }
    if (vyi_spirv_is_pair(e, VY_TYPE_U64))
        vyi_spirv_limit_fixed(e, VYI_SPIRV_EMULATED_PASSES);
    return vyi_spv_list(e->m, SPV_FunctionCall, vyi_spirv_type(e, em.to), *function, args,
                        em.arity);
}

uint32_t vyi_spirv_op(struct emit *e, uint8_t op, const uint8_t *types, const uint32_t *args)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    uint8_t class = vyi_type_class(types[0]);
    uint32_t column = class == VYI_CLASS_FLOAT ? 2 : class == VYI_CLASS_SINT ? 1 : 0, v[3] = {0};
    struct pure o = {e, types[0], vyi_spirv_type(e, types[0])};
    for (uint32_t i = 0; i < info->arity; i++)
        v[i] = args[i];
    uint32_t known = emulated(e, op, types[0], v);
    if (known)
        return known;
    if (info->rule == VYI_RULE_SHIFT)
        v[1] = vyi_spirv_resize(e, v[1], 8 * vyi_type_bytes(types[1]), 32);
    return class != VYI_CLASS_FLOAT && vyi_spirv_is_pair(e, types[0])
               ? vyi_spirv_pair_op(e, op, types[0], v)
               : functions[op][column](&o, v);
}

uint32_t vyi_spirv_op2(struct emit *e, uint8_t op, uint8_t type, uint32_t a, uint32_t b)
{
    return vyi_spirv_op(e, op, (const uint8_t[]){type, type}, (const uint32_t[]){a, b});
}

// ---- conversions ----
/// A float of a type that is a power of two, or its opposite.
static uint32_t power(struct emit *e, uint8_t type, uint32_t exponent, bool negative)
{
    bool wide = type == VY_TYPE_F64;
    uint64_t bits = wide ? (uint64_t)(1023 + exponent) << 52 : (uint64_t)(127 + exponent) << 23;
    return vyi_spirv_constant(e, type, bits | (uint64_t)negative << (wide ? 63 : 31));
}

/// Cut off and saturated. What lies strictly between the bounds is converted; the lower bound and
/// what is below it, also what would be cut off to it, becomes it, and so does NaN, until the end.
static uint32_t saturate(struct emit *e, uint8_t from, uint8_t to, uint32_t v)
{
    uint32_t t = vyi_spirv_type(e, to), f = vyi_spirv_type(e, from), b = bool_type(e);
    uint32_t bits = 8 * vyi_type_bytes(to);
    bool sign = vyi_type_class(to) == VYI_CLASS_SINT;
    uint64_t top = (uint64_t)1 << (bits - 1);
    uint32_t zero = vyi_spv_null(e->m, f), end = power(e, from, sign ? bits - 1 : bits, false);
    uint32_t least = sign ? power(e, from, bits - 1, true) : zero;
    uint32_t above = INS(e, FOrdGreaterThanEqual, b, v, end);
    uint32_t over = INS(e, FOrdGreaterThan, b, v, least);
    uint32_t within = INS(e, LogicalAnd, b, over, INS(e, LogicalNot, b, above));
    uint32_t safe = INS(e, Select, f, within, v, zero);
    uint32_t r = sign ? INS(e, ConvertFToS, t, safe) : INS(e, ConvertFToU, t, safe);
    r = INS(e, Select, t, within, r, vyi_spirv_number(e, to, sign ? top : 0));
    r = INS(e, Select, t, above, vyi_spirv_number(e, to, sign ? top - 1 : UINT64_MAX), r);
    if (sign)
        r = INS(e, Select, t, INS(e, IsNan, b, v), vyi_spirv_number(e, to, 0), r);
    return r;
}

static uint32_t from_bool(struct emit *e, uint8_t to, uint32_t v)
{
    uint64_t one = to == VY_TYPE_F32 ? 0x3f800000u : to == VY_TYPE_F64 ? 0x3ff0000000000000u : 1;
    return INS(e, Select, vyi_spirv_type(e, to), v, vyi_spirv_constant(e, to, one),
               vyi_spirv_constant(e, to, 0));
}

static uint32_t to_bool(struct emit *e, uint8_t from, uint32_t v)
{
    uint32_t zero = vyi_spirv_constant(e, from, 0);
    if (vyi_spirv_is_pair(e, from))
        return vyi_spirv_op2(e, VYI_OP_NE, from, v, zero);
    return vyi_type_class(from) == VYI_CLASS_FLOAT ? INS(e, FUnordNotEqual, bool_type(e), v, zero)
                                                   : INS(e, INotEqual, bool_type(e), v, zero);
}

/// Between integers of 32 and of 64 bits.
static uint32_t resize_cast(struct emit *e, uint8_t from, uint8_t to, uint32_t v)
{
    if (vyi_type_class(from) != VYI_CLASS_SINT)
        return vyi_spirv_resize(e, v, 8 * vyi_type_bytes(from), 8 * vyi_type_bytes(to));
    if (!vyi_spirv_is_pair(e, VY_TYPE_U64))
        return INS(e, SConvert, vyi_spirv_type(e, to), v);
    if (vyi_type_bytes(from) == 8)
        return vyi_spirv_split(e, v).low;
    uint32_t sign = INS(e, ShiftRightArithmetic, u32_type(e), v, u32(e, 31));
    return vyi_spirv_unite(e, (struct halves){v, sign});
}

uint32_t vyi_spirv_cast(struct emit *e, uint8_t from, uint8_t to, uint32_t v)
{
    uint32_t t = vyi_spirv_type(e, to);
    bool real = vyi_type_class(from) == VYI_CLASS_FLOAT,
         to_real = vyi_type_class(to) == VYI_CLASS_FLOAT,
         sign = vyi_type_class(from) == VYI_CLASS_SINT;
    uint32_t known = from == to ? v : emulated(e, VYI_EXACT_CAST + from, to, &v);
    if (known)
        return known;
    if (from == VY_TYPE_BOOL)
        return from_bool(e, to, v);
    if (to == VY_TYPE_BOOL)
        return to_bool(e, from, v);
    if (real)
        return to_real ? INS(e, FConvert, t, v) : saturate(e, from, to, v);
    if (to_real)
        v = vyi_spirv_hidden_integer(e, 8 * vyi_type_bytes(from), v);
    if (to_real)
        return sign ? INS(e, ConvertSToF, t, v) : INS(e, ConvertUToF, t, v);
    if (vyi_type_bytes(from) == vyi_type_bytes(to))
        return v;
    return resize_cast(e, from, to, v);
}
