// Pure ops and conversions, as the LLVM facets of ops.def say.
//
// What is built must mean what SEM says for every operand, also in lanes whose result nobody wants:
// LLVM's own division, shifts and conversions are undefined for some operands, or trap, so each is
// given operands for which it is defined. NaNs in flight may hold any bits; who lets bits out
// (stores, bits()) makes them the one NaN.
#include "gen/llvm/build.h"

#include "ir/sem.h"

// ---- constants and types in the shape of a value ----
static unsigned width(LLVMValueRef v)
{
    LLVMTypeRef t = element_type(v);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMFloatTypeKind    ? 32
           : kind == LLVMDoubleTypeKind ? 64
                                        : LLVMGetIntTypeWidth(t);
}

static LLVMTypeRef int_of(struct gen *m, LLVMValueRef v, unsigned bits)
{
    return shaped(v, LLVMIntTypeInContext(m->context, bits));
}

static LLVMTypeRef float_of(struct gen *m, LLVMValueRef v, unsigned bits)
{
    return shaped(v, bits == 32 ? LLVMFloatTypeInContext(m->context)
                                : LLVMDoubleTypeInContext(m->context));
}

// ---- the pieces of LLVM(...) ----
#define NO NULL
#define BUILD(what, ...) LLVMBuild##what(m->b, __VA_ARGS__, "")
#define ICMP(how, ...) LLVMBuildICmp(m->b, LLVMInt##how, __VA_ARGS__, "")
#define FCMP(how, ...) LLVMBuildFCmp(m->b, LLVMReal##how, __VA_ARGS__, "")
#define INTRINSIC(name, ...) vyi_gen_intrinsic(m, name, LLVMTypeOf(a), ARGS(__VA_ARGS__))
#define FALSE vyi_gen_int(m, 1, 0)
#define SHIFT_COUNT(b) BUILD(And, b, number_like(b, width(b) - 1))
#define UDIV(a, b) unsigned_divide(m, a, b)
#define SDIV(a, b) signed_divide(m, a, b)
#define UREM(a, b) remainder_of(m, false, a, b)
#define SREM(a, b) remainder_of(m, true, a, b)
#define CEIL_DIV(a, b) ceil_divide(m, a, b)
#define MULHI(extend, a, b) high_half(m, LLVMBuild##extend, a, b)
#define FMIN(a, b) float_extreme(m, LLVMRealOLT, LLVMBuildOr, a, b)
#define FMAX(a, b) float_extreme(m, LLVMRealOGT, LLVMBuildAnd, a, b)
#define TO_BITS(a) BUILD(BitCast, one_nan(m, a), int_of(m, a, width(a)))
#define FROM_BITS(a) BUILD(BitCast, a, float_of(m, a, width(a)))

typedef LLVMValueRef (*binary_fn)(LLVMBuilderRef b, LLVMValueRef left, LLVMValueRef right,
                                  const char *name);
typedef LLVMValueRef (*convert_fn)(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef to,
                                   const char *name);

static LLVMValueRef one_nan(struct gen *m, LLVMValueRef v)
{
    uint8_t type = width(v) == 32 ? VY_TYPE_F32 : VY_TYPE_F64;
    uint64_t bits = type == VY_TYPE_F32 ? 0x7fc00000u : 0x7ff8000000000000u;
    return BUILD(Select, FCMP(UNO, v, v), repeated(v, vyi_gen_constant(m, type, bits)), v);
}

// ---- division ----
// Nobody divides vectors of integers: LLVM would take them apart. But for operands of 32 bits the
// quotient of doubles, cut off, is the quotient of integers. Let a = qb + r, 0 <= r < b. Rounding
// is monotonic and q is a double, so fl(a/b) >= q. And a/b <= q + 1 - 1/b is less than q + 1 by the
// part (1/b) / (q + 1) >= 1/(a + b) > 2^-33 of it, where rounding moves at most the part 2^-53: so
// fl(a/b) < q + 1. Signs change nothing: |a|, |b| <= 2^31, rounding and cutting are symmetric.
//
// One divisor for all lanes is not even divided by: for x = (1/b)(1 + e), 2^-52 <= e <= 2^-49,
// fl(ax) >= (a/b)(1 + 2^-52)(1 - 2^-53) >= a/b >= q, and it is at most (a/b)(1 + 2^-48), less than
// q + 1 by the above. fl(fl(1/b)(1 + 2^-50)) is such an x: two roundings move it by 2^-52 at most.

/// The scalar that vyi_gen_splat() made a vector of; NULL where it is no such vector.
static LLVMValueRef splat_of(LLVMValueRef v)
{
    if (!LLVMIsAShuffleVectorInst(v))
        return NULL;
    LLVMValueRef from = LLVMGetOperand(v, 0);
    for (unsigned l = 0; l < LLVMGetNumMaskElements(v); l++)
        if (LLVMGetMaskValue(v, l) != 0)
            return NULL;
    if (!LLVMIsAInsertElementInst(from) || !LLVMIsNull(LLVMGetOperand(from, 2)))
        return NULL;
    return LLVMGetOperand(from, 1);
}

/// A vector of the scalar, as many as `v` has.
static LLVMValueRef splat_like(struct gen *m, LLVMValueRef v, LLVMValueRef scalar)
{
    LLVMValueRef none = LLVMGetPoison(shaped(v, LLVMTypeOf(scalar)));
    LLVMValueRef first = BUILD(InsertElement, none, scalar, vyi_gen_int(m, 32, 0));
    return BUILD(ShuffleVector, first, none, LLVMConstNull(int_of(m, v, 32)));
}

/// Whether to go through doubles. A constant divisor LLVM turns into multiplications by itself.
static bool by_doubles(LLVMValueRef a, LLVMValueRef b)
{
    return is_vector(a) && width(a) == 32 && !LLVMIsConstant(b);
}

/// a/b before it is cut off; `convert`: from integers of the right sign.
static LLVMValueRef real_quotient(struct gen *m, convert_fn convert, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMDoubleTypeInContext(m->context);
    LLVMValueRef above = convert(m->b, a, float_of(m, a, 64), ""), same = splat_of(b);
    if (!same)
        return BUILD(FDiv, above, convert(m->b, b, float_of(m, b, 64), ""));
    LLVMValueRef inverse = BUILD(FDiv, LLVMConstReal(t, 1), convert(m->b, same, t, ""));
    inverse = BUILD(FMul, inverse, LLVMConstReal(t, 1 + 0x1p-50));
    return BUILD(FMul, above, splat_like(m, a, inverse));
}

/// `instead` where the divisor b is from [first, 0]; one that all lanes share stays such a one.
static LLVMValueRef safe(struct gen *m, int first, uint64_t instead, LLVMValueRef b)
{
    LLVMValueRef same = is_vector(b) ? splat_of(b) : NULL, v = same ? same : b;
    if (!LLVMIsConstant(v)) // a lane that does not run may have no value: then it must be one value
        v = LLVMBuildFreeze(m->b, v, "");
    LLVMValueRef from_first = BUILD(Sub, v, number_like(v, (uint64_t)(int64_t)first));
    LLVMValueRef bad = ICMP(ULT, from_first, number_like(v, (uint64_t)(1 - first)));
    v = BUILD(Select, bad, number_like(v, instead), v);
    return same ? splat_like(m, b, v) : v;
}
#define SAFE_UNSIGNED(...) safe(m, 0, 1, __VA_ARGS__)
#define SAFE_SIGNED(...) safe(m, -1, 1, __VA_ARGS__) // the smallest number has no opposite
/// For a quotient that is not wanted where b is 0. Not 1: LLVM 19 makes the larger of b and 1 of
/// that, and a shift by its logarithm, as if 0 had one (docs/upstream-bugs.md).
#define SAFE_QUOTIENT(...) safe(m, 0, 3, __VA_ARGS__)

/// a divided by a safe divisor: one lane at a time, unless all share it. LLVM 19 calls a vector no
/// value at all where one lane of it is divided by a constant 0, also while it tries what comes of
/// the arms of a `select` by which no lane takes that 0 (docs/upstream-bugs.md). Machines divide
/// lane by lane anyway.
static LLVMValueRef by_lanes(struct gen *m, binary_fn divide, LLVMValueRef a, LLVMValueRef by)
{
    if (!is_vector(a) || LLVMIsConstant(by) || splat_of(by))
        return divide(m->b, a, by, "");
    LLVMValueRef all = LLVMGetPoison(LLVMTypeOf(a));
    for (unsigned l = 0; l < LLVMGetVectorSize(LLVMTypeOf(a)); l++) {
        LLVMValueRef at = vyi_gen_int(m, 32, l);
        LLVMValueRef above = BUILD(ExtractElement, a, at), below = BUILD(ExtractElement, by, at);
        all = BUILD(InsertElement, all, divide(m->b, above, below, ""), at);
    }
    return all;
}

static LLVMValueRef quotient(struct gen *m, bool is_signed, LLVMValueRef a, LLVMValueRef by)
{
    if (!by_doubles(a, by))
        return by_lanes(m, is_signed ? LLVMBuildSDiv : LLVMBuildUDiv, a, by);
    LLVMValueRef q = real_quotient(m, is_signed ? LLVMBuildSIToFP : LLVMBuildUIToFP, a, by);
    return is_signed ? BUILD(FPToSI, q, LLVMTypeOf(a)) : BUILD(FPToUI, q, LLVMTypeOf(a));
}

static LLVMValueRef unsigned_divide(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef q = quotient(m, false, a, SAFE_QUOTIENT(b));
    return BUILD(Select, is_zero(m, b), LLVMConstAllOnes(LLVMTypeOf(a)), q);
}

static LLVMValueRef signed_divide(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef t = LLVMTypeOf(a);
    LLVMValueRef q = quotient(m, true, a, SAFE_SIGNED(b));
    LLVMValueRef by_minus_one = ICMP(EQ, b, LLVMConstAllOnes(t));
    q = BUILD(Select, by_minus_one, BUILD(Neg, a), q);
    return BUILD(Select, is_zero(m, b), LLVMConstNull(t), q);
}

/// Of a divisor that was made safe: where that made it 1, this gives the 0 that is wanted.
static LLVMValueRef rest(struct gen *m, LLVMValueRef a, LLVMValueRef by, LLVMValueRef q)
{
    return BUILD(Sub, a, BUILD(Mul, q, by));
}

static LLVMValueRef remainder_of(struct gen *m, bool is_signed, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef by = is_signed ? SAFE_SIGNED(b) : SAFE_UNSIGNED(b);
    if (!by_doubles(a, by))
        return by_lanes(m, is_signed ? LLVMBuildSRem : LLVMBuildURem, a, by);
    return rest(m, a, by, quotient(m, is_signed, a, by));
}

static LLVMValueRef ceil_divide(struct gen *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef by = SAFE_QUOTIENT(b), q = quotient(m, false, a, by);
    LLVMValueRef more = BUILD(Not, is_zero(m, rest(m, a, by, q)));
    LLVMValueRef up = BUILD(Add, q, BUILD(ZExt, more, LLVMTypeOf(a)));
    return BUILD(Select, is_zero(m, b), LLVMConstAllOnes(LLVMTypeOf(a)), up);
}

// ---- the rest ----
static LLVMValueRef high_half(struct gen *m, convert_fn extend, LLVMValueRef a, LLVMValueRef b)
{
    unsigned bits = width(a);
    LLVMTypeRef t = int_of(m, a, 2 * bits);
    LLVMValueRef left = extend(m->b, a, t, ""), right = extend(m->b, b, t, "");
    LLVMValueRef product = BUILD(Mul, left, right);
    return BUILD(Trunc, BUILD(LShr, product, number_like(product, bits)), LLVMTypeOf(a));
}

/// The smaller or larger: a NaN loses, -0 is less than +0. Once each NaN is replaced by the other
/// operand, comparing in both orders differs for zeros alone: (a < b ? a : b) gives b, the mirrored
/// one a, and their bits joined have a sign if one has it (or if both have it, for the larger).
/// Where both are NaN both become b, so that joining does not make up a number.
static LLVMValueRef float_extreme(struct gen *m, LLVMRealPredicate before, binary_fn join,
                                  LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef bits = int_of(m, a, width(a)), t = LLVMTypeOf(a);
    LLVMValueRef x = BUILD(Select, FCMP(UNO, a, a), b, a);
    LLVMValueRef y = BUILD(Select, FCMP(UNO, b, b), x, b);
    LLVMValueRef one = BUILD(Select, LLVMBuildFCmp(m->b, before, x, y, ""), x, y);
    LLVMValueRef two = BUILD(Select, LLVMBuildFCmp(m->b, before, y, x, ""), y, x);
    LLVMValueRef left = BUILD(BitCast, one, bits), right = BUILD(BitCast, two, bits);
    return BUILD(BitCast, join(m->b, left, right, ""), t);
}

// ---- one function for each op and class ----
// A column that the op does not have is NULL: no verified program asks for it.
#define FUNCTION(NAME, class, expression)                                                      \
    static LLVMValueRef lower_##NAME##_##class(struct gen * m, LLVMValueRef a, LLVMValueRef b, \
                                               LLVMValueRef c)                                 \
    {                                                                                          \
        (void)m, (void)a, (void)b, (void)c;                                                    \
        return expression;                                                                     \
    }
#define LLVM(u, s, f) u, s, f
#define FUNCTIONS(NAME, u, s, f) \
    FUNCTION(NAME, unsigned, u)  \
    FUNCTION(NAME, signed, s)    \
    FUNCTION(NAME, float, f)
#define FUNCTIONS_OF(...) FUNCTIONS(__VA_ARGS__)
#define OP(NAME, number, spelling, arity, binds, rule, classes, flags, sem, llvm, ...) \
    FUNCTIONS_OF(NAME, llvm)
#include "ir/ops.def"

typedef LLVMValueRef (*lower_fn)(struct gen *m, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
static const lower_fn functions[][3] = {
#define OP(NAME, number, ...) \
    [number] = {lower_##NAME##_unsigned, lower_##NAME##_signed, lower_##NAME##_float},
#include "ir/ops.def"
};

LLVMValueRef vyi_gen_build(struct gen *m, uint8_t op, uint8_t type, const LLVMValueRef *args)
{
    uint8_t class = vyi_type_class(type);
    unsigned column = class == VYI_CLASS_FLOAT ? 2 : class == VYI_CLASS_SINT ? 1 : 0;
    unsigned arity = vyi_op_info(op)->arity;
    return functions[op][column](m, args[0], arity > 1 ? args[1] : NULL,
                                 arity > 2 ? args[2] : NULL);
}

// ---- over values of any spread ----
/// A run of numbers moved by one number is a run; the difference of two is one number.
static bool keeps_run(struct gen *m, uint8_t op, const struct val *args, struct val *result)
{
    if (op != VYI_OP_ADD && op != VYI_OP_SUB)
        return false;
    const struct val *a = &args[0], *b = &args[1];
    bool moved = a->spread == LINEAR && b->spread == SAME;
    bool mirrored = op == VYI_OP_ADD && a->spread == SAME && b->spread == LINEAR;
    bool distance = op == VYI_OP_SUB && a->spread == LINEAR && b->spread == LINEAR;
    if (!moved && !mirrored && !distance)
        return false;
    LLVMValueRef v = op == VYI_OP_ADD ? BUILD(Add, a->v, b->v) : BUILD(Sub, a->v, b->v);
    *result = (struct val){v, a->type, distance ? SAME : LINEAR, false, false};
    return true;
}

static LLVMValueRef to_width(struct gen *m, LLVMValueRef v, unsigned bits)
{
    if (width(v) > bits)
        return BUILD(Trunc, v, int_of(m, v, bits));
    return width(v) < bits ? BUILD(ZExt, v, int_of(m, v, bits)) : v;
}

struct val vyi_gen_op(struct gen *m, uint8_t op, uint8_t type, const struct val *args)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    LLVMValueRef v[3] = {NULL};
    struct val result;
    bool each = false;
    if (keeps_run(m, op, args, &result))
        return result;
    for (unsigned k = 0; k < info->arity; k++)
        each |= args[k].spread != SAME;
    for (unsigned k = 0; k < info->arity; k++)
        v[k] = each ? vyi_gen_spread(m, args[k]) : args[k].v;
    if (info->rule == VYI_RULE_SHIFT) // only the low bits of a count say something
        v[1] = to_width(m, v[1], width(v[0]));
    LLVMValueRef r = vyi_gen_build(m, op, args[0].type, v);
    return each ? vyi_gen_each(m, type, r) : vyi_gen_same(type, r);
}

LLVMValueRef vyi_gen_canonical(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return vyi_type_class(type) == VYI_CLASS_FLOAT ? one_nan(m, v) : v;
}

struct val vyi_gen_select(struct gen *m, struct val condition, struct val a, struct val b)
{
    bool one = condition.spread == SAME && a.spread == b.spread && a.spread != EACH;
    if (one) {
        LLVMValueRef v = BUILD(Select, condition.v, a.v, b.v);
        return (struct val){v, a.type, a.spread, a.nowrap && b.nowrap, false};
    }
    LLVMValueRef left = vyi_gen_spread(m, a), right = vyi_gen_spread(m, b);
    return vyi_gen_each(m, a.type, BUILD(Select, condition.v, left, right));
}

// ---- conversions ----
static LLVMValueRef to_bool(struct gen *m, uint8_t from, LLVMValueRef v)
{
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v));
    return vyi_type_class(from) == VYI_CLASS_FLOAT ? FCMP(UNE, v, zero) : ICMP(NE, v, zero);
}

/// What llvm.fpto*i.sat does, which LLVM would take apart. What lies strictly between the bounds is
/// converted; the lower bound and what is below it, also what would be cut off to it, becomes it,
/// and so does NaN, until the end.
static LLVMValueRef saturate(struct gen *m, LLVMValueRef v, uint8_t to)
{
    LLVMTypeRef t = shaped(v, vyi_gen_type(m, to));
    unsigned bits = 8 * vyi_type_bytes(to);
    bool is_signed = vyi_type_class(to) == VYI_CLASS_SINT;
    double end = bits == 64 ? is_signed ? 0x1p63 : 0x1p64 : is_signed ? 0x1p31 : 0x1p32;
    uint64_t top = (uint64_t)1 << (bits - 1), low = is_signed ? top : 0;
    LLVMValueRef above = FCMP(OGE, v, repeated(v, LLVMConstReal(element_type(v), end)));
    LLVMValueRef least = repeated(v, LLVMConstReal(element_type(v), is_signed ? -end : 0));
    LLVMValueRef over = FCMP(OGT, v, least), within = BUILD(And, over, BUILD(Not, above));
    LLVMValueRef safe_v = BUILD(Select, within, v, LLVMConstNull(LLVMTypeOf(v)));
    LLVMValueRef r = is_signed ? BUILD(FPToSI, safe_v, t) : BUILD(FPToUI, safe_v, t);
    r = BUILD(Select, within, r, number_like(r, low));
    r = BUILD(Select, above, number_like(r, is_signed ? top - 1 : UINT64_MAX), r);
    return is_signed ? BUILD(Select, FCMP(UNO, v, v), LLVMConstNull(t), r) : r;
}

static LLVMValueRef float_to(struct gen *m, LLVMValueRef v, uint8_t to)
{
    LLVMTypeRef from = LLVMTypeOf(v), t = shaped(v, vyi_gen_type(m, to));
    if (vyi_type_class(to) == VYI_CLASS_FLOAT)
        return width(v) == 32 ? BUILD(FPExt, v, t) : BUILD(FPTrunc, v, t);
    if (is_vector(v))
        return saturate(m, v, to);
    const char *name = vyi_type_class(to) == VYI_CLASS_SINT ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    return vyi_gen_overloaded(m, name, t, (LLVMTypeRef[]){t, from}, 2, ARGS(v));
}

static LLVMValueRef int_to(struct gen *m, uint8_t from, LLVMValueRef v, uint8_t to)
{
    LLVMTypeRef t = shaped(v, vyi_gen_type(m, to));
    bool is_signed = vyi_type_class(from) == VYI_CLASS_SINT;
    if (vyi_type_class(to) == VYI_CLASS_FLOAT)
        return is_signed ? BUILD(SIToFP, v, t) : BUILD(UIToFP, v, t);
    unsigned bits = 8 * vyi_type_bytes(to);
    return is_signed && width(v) < bits ? BUILD(SExt, v, t) : to_width(m, v, bits);
}

static LLVMValueRef convert(struct gen *m, uint8_t from, LLVMValueRef v, uint8_t to)
{
    if (from == to)
        return v;
    if (to == VY_TYPE_BOOL)
        return to_bool(m, from, v);
    return vyi_type_class(from) == VYI_CLASS_FLOAT ? float_to(m, v, to) : int_to(m, from, v, to);
}

struct val vyi_gen_cast(struct gen *m, struct val v, uint8_t to)
{
    // A run stays one modulo any smaller width. In a larger one it does if it does not wrap in its
    // own, and then does not wrap there; but the run -1, 0 of a signed type wraps as an unsigned.
    bool to_int = (vyi_type_class(to) & VYI_CLASS_INT) != 0;
    bool wider = vyi_type_bytes(to) > vyi_type_bytes(v.type);
    bool sign_lost =
        vyi_type_class(v.type) == VYI_CLASS_SINT && vyi_type_class(to) == VYI_CLASS_UINT;
    bool run = v.spread == LINEAR && to_int && (!wider || v.nowrap);
    if (v.spread == SAME || run) {
        bool nowrap = run && v.nowrap && (v.type == to || (wider && !sign_lost));
        return (struct val){convert(m, v.type, v.v, to), to, v.spread, nowrap, run && v.even};
    }
    return vyi_gen_each(m, to, convert(m, v.type, vyi_gen_spread(m, v), to));
}
