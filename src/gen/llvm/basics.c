#include "gen/llvm/build.h"
#include "gen/llvm/cuda_abi.h"
#include "gen/llvm/kernel.h"

#include <llvm-c/DebugInfo.h>

#include <stddef.h>
#include <string.h>

// ---- types and constants ----
LLVMTypeRef vyi_gen_type(const struct gen *m, uint8_t type)
{
    switch (type) {
    case VY_TYPE_BOOL: return type_i1(m);
    case VY_TYPE_F32: return LLVMFloatTypeInContext(m->context);
    case VY_TYPE_F64: return LLVMDoubleTypeInContext(m->context);
    default: return type_int(m, 8 * vyi_type_bytes(type));
    }
}

LLVMTypeRef vyi_gen_memory(const struct gen *m, uint8_t elem)
{
    // A bool in memory is a word: any that is not zero is true.
    return elem == VY_TYPE_BOOL ? type_i32(m) : vyi_gen_type(m, elem);
}

LLVMTypeRef vyi_gen_slot(const struct gen *m, uint8_t type)
{
    return type == VY_TYPE_BOOL ? type_i8(m) : vyi_gen_type(m, type);
}

LLVMTypeRef vyi_gen_wide(const struct gen *m, LLVMTypeRef t)
{
    return m->lanes == 1 ? t : LLVMVectorType(t, m->lanes);
}

LLVMValueRef vyi_gen_int(const struct gen *m, unsigned bits, uint64_t value)
{
    return LLVMConstInt(type_int(m, bits), value, false);
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
    LLVMTypeRef lanes = LLVMVectorType(type_i32(m), m->lanes);
    LLVMValueRef none = LLVMGetPoison(t);
    LLVMValueRef first = LLVMBuildInsertElement(m->b, none, scalar, i32(m, 0), "");
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
    return iadd(m, all, vyi_gen_lane_numbers(m, bits));
}

LLVMValueRef vyi_gen_bits(struct gen *m, LLVMValueRef mask)
{
    LLVMTypeRef t = type_int(m, m->lanes);
    return m->lanes == 1 ? mask : bitcast(m, mask, t);
}

/// Lane by lane: GPUs have no vectors of bits.
static LLVMValueRef fold_lanes(struct gen *m, LLVMValueRef mask, bool all)
{
    LLVMValueRef sum = extract(m, mask, i32(m, 0));
    for (uint32_t l = 1; l < m->lanes; l++) {
        LLVMValueRef one = extract(m, mask, i32(m, l));
        sum = all ? iand(m, sum, one) : ior(m, sum, one);
    }
    return sum;
}

LLVMValueRef vyi_gen_all(struct gen *m, LLVMValueRef mask)
{
    if (m->target && !m->target->vector_masks)
        return fold_lanes(m, mask, true);
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    return ieq(m, bits, LLVMConstAllOnes(LLVMTypeOf(bits)));
}

LLVMValueRef vyi_gen_any(struct gen *m, LLVMValueRef mask)
{
    if (m->lanes == 1)
        return mask;
    if (m->target && !m->target->vector_masks)
        return fold_lanes(m, mask, false);
    LLVMValueRef bits = vyi_gen_bits(m, mask);
    return ine(m, bits, vyi_gen_int(m, m->lanes, 0));
}

// ---- calls, variables ----
LLVMValueRef vyi_gen_overloaded(struct gen *m, const char *name, LLVMTypeRef result,
                                LLVMTypeRef *types, unsigned type_count, LLVMValueRef *args,
                                unsigned count)
{
    LLVMTypeRef params[8];
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    for (unsigned k = 0; k < count; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m->module, id, types,
                                                  LLVMIntrinsicIsOverloaded(id) ? type_count : 0);
    return LLVMBuildCall2(m->b, LLVMFunctionType(result, params, count, false), fn, args, count,
                          "");
}

LLVMValueRef vyi_gen_intrinsic(struct gen *m, const char *name, LLVMTypeRef result,
                               LLVMValueRef *args, unsigned count)
{
    return vyi_gen_overloaded(m, name, result, &result, 1, args, count);
}

LLVMValueRef vyi_gen_alloca(struct gen *m, LLVMTypeRef type, const char *name)
{
    LLVMBasicBlockRef back = block_now(m), entry = LLVMGetEntryBasicBlock(m->fn);
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
    return offset ? gep(m, type_i8(m), base, i64(m, offset)) : base;
}

LLVMValueRef vyi_gen_block_field(struct gen *m, LLVMTypeRef type, uint64_t offset)
{
    LLVMValueRef v = load(m, type, vyi_gen_field(m, m->shape->block, offset));
    vyi_gen_note(m, v, "invariant.load", NULL, 0);
    return v;
}

LLVMValueRef vyi_gen_block_pointer(struct gen *m, uint64_t offset)
{
    LLVMTypeRef type = LLVMPointerTypeInContext(m->context, m->target->space);
    return vyi_gen_block_field(m, type, offset);
}

uint64_t vyi_gen_block_bytes(const struct gen *m)
{
    return m->target->slots + 8 * (uint64_t)vyi_slot_buffer(m->p, m->p->buffers.count);
}

LLVMValueRef vyi_gen_slot_at(struct gen *m, uint32_t index, LLVMTypeRef type)
{
    return vyi_gen_block_field(m, type, m->target->slots + 8 * (uint64_t)index);
}

// The blocks of all targets begin alike.
LLVMValueRef vyi_gen_groups_along(struct gen *m, uint32_t axis)
{
    return vyi_gen_block_field(m, type_i32(m), offsetof(struct vyi_cpu_block, groups) + 4 * axis);
}

LLVMValueRef vyi_gen_group_count(struct gen *m)
{
    _Static_assert(offsetof(struct vyi_cpu_block, groups) ==
                           offsetof(struct vyi_cuda_block, groups) &&
                       offsetof(struct vyi_cpu_block, group_count) ==
                           offsetof(struct vyi_cuda_block, group_count),
                   "both blocks begin alike");
    return vyi_gen_block_field(m, type_i32(m), offsetof(struct vyi_cpu_block, group_count));
}

LLVMValueRef vyi_gen_invocations(struct gen *m)
{
    return imul(m, to_i64(m, vyi_gen_group_count(m)), i64(m, m->phases->policy.volume));
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

void *vyi_gen_alloc(struct gen *m, size_t count, size_t bytes)
{
    void *memory = vyi_arena_alloc(m->p->context, &m->shape->arena, (count + 1) * bytes);
    if (!memory)
        vyi_gen_fail(m, VY_ERROR_MEMORY);
    return memory;
}

// ---- attributes and metadata ----
void vyi_gen_note(struct gen *m, LLVMValueRef v, const char *kind, LLVMMetadataRef *parts,
                  unsigned count)
{
    LLVMSetMetadata(
        v, LLVMGetMDKindIDInContext(m->context, kind, (unsigned)strlen(kind)),
        LLVMMetadataAsValue(m->context, LLVMMDNodeInContext2(m->context, parts, count)));
}

LLVMMetadataRef vyi_gen_word(const struct gen *m, const char *text)
{
    return LLVMMDStringInContext2(m->context, text, strlen(text));
}

LLVMMetadataRef vyi_gen_number(const struct gen *m, unsigned bits, uint64_t value)
{
    return LLVMValueAsMetadata(vyi_gen_int(m, bits, value));
}

LLVMAttributeRef vyi_gen_attribute(const struct gen *m, const char *name, uint64_t value)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMCreateEnumAttribute(m->context, kind, value);
}

void vyi_gen_function(struct gen *m, const char *name, LLVMTypeRef *parameters, unsigned count)
{
    LLVMTypeRef type = LLVMFunctionType(type_void(m), parameters, count, false);
    m->fn = LLVMAddFunction(m->module, name, type);
    LLVMAddAttributeAtIndex(m->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            vyi_gen_attribute(m, "nounwind", 0));
    enter(m, new_block(m, "entry"));
}

void vyi_gen_loop_hint(struct gen *m, LLVMValueRef latch, const char *text, uint32_t number)
{
    LLVMMetadataRef words[2] = {vyi_gen_word(m, text), vyi_gen_number(m, 32, number)};
    LLVMMetadataRef self = LLVMTemporaryMDNode(m->context, NULL, 0); // a loop's node names itself
    LLVMMetadataRef parts[2] = {self, LLVMMDNodeInContext2(m->context, words, number ? 2 : 1)};
    LLVMMetadataRef node = LLVMMDNodeInContext2(m->context, parts, 2);
    LLVMMetadataReplaceAllUsesWith(self, node);
    LLVMSetMetadata(latch, LLVMGetMDKindIDInContext(m->context, "llvm.loop", 9),
                    LLVMMetadataAsValue(m->context, node));
}

LLVMValueRef vyi_gen_first_lanes(struct gen *m, LLVMValueRef count)
{
    count = to_i32(m, umin(m, count, number_like(count, m->lanes)));
    return ult(m, vyi_gen_lane_numbers(m, 32), vyi_gen_splat(m, count));
}
