#include "gen/llvm/emit.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

// ---- types and constants ----
LLVMTypeRef vyi_gen_type(const struct gen *m, uint8_t type)
{
    switch (type) {
    case VY_TYPE_BOOL: return LLVMInt1TypeInContext(m->context);
    case VY_TYPE_F32: return LLVMFloatTypeInContext(m->context);
    case VY_TYPE_F64: return LLVMDoubleTypeInContext(m->context);
    default: return LLVMIntTypeInContext(m->context, 8 * vyi_type_bytes(type));
    }
}

LLVMTypeRef vyi_gen_memory(const struct gen *m, uint8_t elem)
{
    // A bool in memory is a word: any that is not zero is true.
    return elem == VY_TYPE_BOOL ? LLVMInt32TypeInContext(m->context) : vyi_gen_type(m, elem);
}

LLVMTypeRef vyi_gen_slot(const struct gen *m, uint8_t type)
{
    return type == VY_TYPE_BOOL ? LLVMInt8TypeInContext(m->context) : vyi_gen_type(m, type);
}

LLVMTypeRef vyi_gen_wide(const struct gen *m, LLVMTypeRef t)
{
    return m->lanes == 1 ? t : LLVMVectorType(t, m->lanes);
}

LLVMValueRef vyi_gen_int(const struct gen *m, unsigned bits, uint64_t value)
{
    return LLVMConstInt(LLVMIntTypeInContext(m->context, bits), value, false);
}

LLVMValueRef vyi_gen_constant(const struct gen *m, uint8_t type, uint64_t bits)
{
    LLVMTypeRef t = vyi_gen_type(m, type);
    if (vyi_type_class(type) != VYI_CLASS_FLOAT)
        return LLVMConstInt(t, bits, false);
    // Through the bits: a real would lose what a NaN is made of.
    return LLVMConstBitCast(vyi_gen_int(m, 8 * vyi_type_bytes(type), bits), t);
}

LLVMValueRef vyi_gen_lane_numbers(const struct gen *m, unsigned bits)
{
    LLVMValueRef numbers[MOST_LANES];
    for (uint32_t l = 0; l < m->lanes; l++)
        numbers[l] = vyi_gen_int(m, bits, l);
    return m->lanes == 1 ? numbers[0] : LLVMConstVector(numbers, m->lanes);
}

// ---- from scalars to vectors ----
LLVMValueRef vyi_gen_splat(struct gen *m, LLVMValueRef scalar)
{
    if (m->lanes == 1)
        return scalar;
    LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(scalar), m->lanes);
    LLVMTypeRef lanes = LLVMVectorType(LLVMInt32TypeInContext(m->context), m->lanes);
    LLVMValueRef none = LLVMGetPoison(t);
    LLVMValueRef first = LLVMBuildInsertElement(m->b, none, scalar, vyi_gen_int(m, 32, 0), "");
    return LLVMBuildShuffleVector(m->b, first, none, LLVMConstNull(lanes), "");
}

LLVMValueRef vyi_gen_spread(struct gen *m, struct val v)
{
    if (v.spread == EACH)
        return v.v;
    LLVMValueRef all = vyi_gen_splat(m, v.v);
    if (v.spread == SAME)
        return all;
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(v.v));
    return LLVMBuildAdd(m->b, all, vyi_gen_lane_numbers(m, bits), "");
}

LLVMValueRef vyi_gen_bits(struct gen *m, LLVMValueRef mask)
{
    LLVMTypeRef t = LLVMIntTypeInContext(m->context, m->lanes);
    return m->lanes == 1 ? mask : LLVMBuildBitCast(m->b, mask, t, "");
}

/// Lane by lane: GPUs have no vectors of bits.
static LLVMValueRef fold_lanes(struct gen *m, LLVMValueRef mask, bool all)
{
    LLVMValueRef sum = LLVMBuildExtractElement(m->b, mask, vyi_gen_int(m, 32, 0), "");
    for (uint32_t l = 1; l < m->lanes; l++) {
        LLVMValueRef one = LLVMBuildExtractElement(m->b, mask, vyi_gen_int(m, 32, l), "");
        sum = all ? LLVMBuildAnd(m->b, sum, one, "") : LLVMBuildOr(m->b, sum, one, "");
    }
    return sum;
}

LLVMValueRef vyi_gen_all(struct gen *m, LLVMValueRef mask)
{
    if (m->target && !m->target->vector_masks)
        return fold_lanes(m, mask, true);
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    return LLVMBuildICmp(m->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "whole");
}

LLVMValueRef vyi_gen_any(struct gen *m, LLVMValueRef mask)
{
    if (m->lanes == 1)
        return mask;
    if (m->target && !m->target->vector_masks)
        return fold_lanes(m, mask, false);
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    return LLVMBuildICmp(m->b, LLVMIntNE, bits, vyi_gen_int(m, m->lanes, 0), "any");
}

// ---- calls, blocks ----
LLVMValueRef vyi_gen_intrinsic(struct gen *m, const char *name, LLVMTypeRef result,
                               LLVMValueRef *args, unsigned count, const LLVMTypeRef *overloads,
                               unsigned overload_count)
{
    LLVMTypeRef types[4], params[8];
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name)), type_count = 0;
    for (; type_count < overload_count; type_count++)
        types[type_count] = overloads[type_count];
    if (LLVMIntrinsicIsOverloaded(id) && !type_count)
        types[type_count++] = result;
    for (unsigned k = 0; k < count; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m->module, id, types, type_count);
    return LLVMBuildCall2(m->b, LLVMFunctionType(result, params, count, false), fn, args, count,
                          "");
}

LLVMValueRef vyi_gen_alloca(struct gen *m, LLVMTypeRef type, const char *name)
{
    LLVMBasicBlockRef back = LLVMGetInsertBlock(m->b), entry = LLVMGetEntryBasicBlock(m->fn);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    if (first)
        LLVMPositionBuilderBefore(m->b, first);
    else
        LLVMPositionBuilderAtEnd(m->b, entry);
    LLVMValueRef at = LLVMBuildAlloca(m->b, type, name);
    LLVMPositionBuilderAtEnd(m->b, back);
    return at;
}

LLVMValueRef vyi_gen_field(struct gen *m, LLVMValueRef base, uint64_t offset)
{
    LLVMValueRef at = vyi_gen_int(m, 64, offset);
    return offset ? LLVMBuildGEP2(m->b, LLVMInt8TypeInContext(m->context), base, &at, 1, "") : base;
}

LLVMBasicBlockRef vyi_gen_block(struct gen *m, const char *name)
{
    return LLVMAppendBasicBlockInContext(m->context, m->fn, name);
}

void vyi_gen_enter(struct gen *m, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderAtEnd(m->b, block);
}

LLVMAtomicRMWBinOp vyi_gen_rmw(uint32_t rmw, uint8_t type)
{
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    switch (rmw) {
    case VYI_RMW_ADD: return LLVMAtomicRMWBinOpAdd;
    case VYI_RMW_SUB: return LLVMAtomicRMWBinOpSub;
    case VYI_RMW_AND: return LLVMAtomicRMWBinOpAnd;
    case VYI_RMW_OR: return LLVMAtomicRMWBinOpOr;
    case VYI_RMW_XOR: return LLVMAtomicRMWBinOpXor;
    case VYI_RMW_MIN: return is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
    case VYI_RMW_MAX: return is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
    default: return LLVMAtomicRMWBinOpXchg;
    }
}

void vyi_gen_fail(struct gen *m, vy_status status)
{
    if (m->status == VY_OK)
        m->status = status;
}

void vyi_gen_loop_hint(struct gen *m, LLVMValueRef latch, const char *text, uint32_t number)
{
    LLVMMetadataRef words[2] = {LLVMMDStringInContext2(m->context, text, strlen(text)),
                                LLVMValueAsMetadata(vyi_gen_int(m, 32, number))};
    LLVMMetadataRef self = LLVMTemporaryMDNode(m->context, NULL, 0); // a loop's node names itself
    LLVMMetadataRef parts[2] = {self, LLVMMDNodeInContext2(m->context, words, number ? 2 : 1)};
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, parts, 2);
    LLVMMetadataReplaceAllUsesWith(self, node);
    LLVMSetMetadata(latch, LLVMGetMDKindIDInContext(m->context, "llvm.loop", 9),
                    LLVMMetadataAsValue(m->context, node));
}
