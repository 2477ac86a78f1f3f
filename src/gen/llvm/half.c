// Elements of f16 and bf16. A value is an f32: a load widens it, a store rounds it to the nearest,
// ties to even. Any NaN may come of a load, as of other floats; a store makes it the one NaN.
//
// Where the machine has no instructions for f16 its bits are moved: the exponent of f32 is 112
// more, the fraction 13 bits longer. What breaks the naive version are subnormals, multiples of
// 2^-24: the sum of a small f32 and 1/2 is rounded to such a multiple by the addition itself.
#include "gen/llvm/kernel.h"

enum { EXPONENTS = 112 << 23, HALF_INF = 0x7c00, HALF_NAN = 0x7e00 };

static LLVMTypeRef floats(struct gen *m, LLVMValueRef like)
{
    return shaped(like, vyi_gen_type(m, VY_TYPE_F32));
}

static LLVMValueRef real(struct gen *m, LLVMValueRef like, double value)
{
    return repeated(like, LLVMConstReal(vyi_gen_type(m, VY_TYPE_F32), value));
}

static LLVMValueRef shift(struct gen *m, LLVMValueRef v, uint32_t count)
{
    return ushr(m, v, number_like(v, count));
}

static LLVMValueRef widen_bits(struct gen *m, LLVMValueRef half)
{
    LLVMValueRef bits = zext(m, half, shaped(half, type_i32(m)));
    LLVMValueRef size = iand(m, bits, number_like(bits, 0x7fff)), up = number_like(bits, 13);
    LLVMValueRef sign = iand(m, bits, number_like(bits, 0x8000));
    LLVMValueRef finite = ult(m, size, number_like(size, HALF_INF));
    LLVMValueRef more =
        sel(m, finite, number_like(size, EXPONENTS), number_like(size, 2 * EXPONENTS));
    LLVMValueRef normal = iadd(m, ishl(m, size, up), more);
    LLVMValueRef count = LLVMBuildUIToFP(m->b, size, floats(m, size), "");
    LLVMValueRef small = LLVMBuildFMul(m->b, count, real(m, size, 0x1p-24), "");
    LLVMValueRef is_small = ult(m, size, number_like(size, 0x400));
    LLVMValueRef v = sel(m, is_small, bitcast(m, small, LLVMTypeOf(bits)), normal);
    return bitcast(m, ior(m, v, ishl(m, sign, number_like(sign, 16))), floats(m, half));
}

static LLVMValueRef round_bits(struct gen *m, LLVMValueRef v)
{
    LLVMTypeRef type = shaped(v, type_i32(m));
    LLVMValueRef bits = bitcast(m, v, type), size = iand(m, bits, number_like(bits, 0x7fffffff));
    LLVMValueRef sign = iand(m, shift(m, bits, 16), number_like(bits, 0x8000));
    LLVMValueRef odd = iand(m, shift(m, size, 13), number_like(size, 1));
    LLVMValueRef up = iadd(m, odd, number_like(size, 0xfff - EXPONENTS));
    LLVMValueRef normal = shift(m, iadd(m, size, up), 13);
    LLVMValueRef half = real(m, v, 0.5),
                 sum = LLVMBuildFAdd(m->b, bitcast(m, size, floats(m, v)), half, "");
    LLVMValueRef small = isub(m, bitcast(m, sum, type), bitcast(m, half, type));
    LLVMValueRef r = sel(m, ult(m, size, number_like(size, 0x38800000)), small, normal);
    r = sel(m, ult(m, size, number_like(size, 0x47800000)), r, number_like(size, HALF_INF));
    return trunc_to(m, ior(m, r, sign), shaped(v, type_int(m, 16)));
}

static LLVMValueRef widen(struct gen *m, LLVMValueRef half)
{
    if (m->halves == VYI_GEN_HALVES_BY_CALL)
        return vyi_gen_intrinsic(m, "llvm.convert.from.fp16", vyi_gen_type(m, VY_TYPE_F32), &half,
                                 1);
    if (m->halves == VYI_GEN_HALVES_BY_BITS)
        return widen_bits(m, half);
    LLVMTypeRef type = shaped(half, LLVMHalfTypeInContext(m->context));
    return LLVMBuildFPExt(m->b, bitcast(m, half, type), floats(m, half), "");
}

static LLVMValueRef rounded(struct gen *m, LLVMValueRef v)
{
    LLVMTypeRef f32 = vyi_gen_type(m, VY_TYPE_F32), bits = shaped(v, type_int(m, 16));
    if (m->halves == VYI_GEN_HALVES_BY_CALL)
        return vyi_gen_overloaded(m, "llvm.convert.to.fp16", bits, &f32, 1, &v, 1);
    if (m->halves == VYI_GEN_HALVES_BY_BITS)
        return round_bits(m, v);
    LLVMTypeRef type = shaped(v, LLVMHalfTypeInContext(m->context));
    return bitcast(m, LLVMBuildFPTrunc(m->b, v, type, ""), bits);
}

LLVMValueRef vyi_gen_from_half(struct gen *m, uint8_t elem, LLVMValueRef v)
{
    if (elem == VY_TYPE_F16)
        return widen(m, v);
    LLVMValueRef bits = zext(m, v, shaped(v, type_i32(m)));
    return bitcast(m, ishl(m, bits, number_like(bits, 16)), floats(m, v));
}

LLVMValueRef vyi_gen_to_half(struct gen *m, uint8_t elem, LLVMValueRef v)
{
    if (elem == VY_TYPE_F16) {
        LLVMValueRef is_nan = LLVMBuildFCmp(m->b, LLVMRealUNO, v, v, ""), r = rounded(m, v);
        return sel(m, is_nan, number_like(r, HALF_NAN), r);
    }
    LLVMValueRef bits = bitcast(m, vyi_gen_canonical(m, VY_TYPE_F32, v), shaped(v, type_i32(m)));
    LLVMValueRef odd = iand(m, shift(m, bits, 16), number_like(bits, 1));
    LLVMValueRef up = iadd(m, odd, number_like(bits, 0x7fff));
    return trunc_to(m, shift(m, iadd(m, bits, up), 16), shaped(v, type_int(m, 16)));
}
