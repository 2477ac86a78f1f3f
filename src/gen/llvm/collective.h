// What collectives of all targets share.
#ifndef VYI_GEN_LLVM_COLLECTIVE_H
#define VYI_GEN_LLVM_COLLECTIVE_H

#include "gen/llvm/build.h"
#include "ir/sem.h"

static inline bool is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

static inline uint8_t fold_op(const struct vyi_node *n)
{
    return n->op == VYI_OP_ANY ? VYI_OP_OR : n->op == VYI_OP_ALL ? VYI_OP_AND : (uint8_t)n->x;
}

static inline LLVMValueRef identity(const struct gen *m, uint8_t op, uint8_t type)
{
    return vyi_gen_constant(m, type, vyi_sem_identity(op, type));
}

static inline LLVMValueRef combine(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef a,
                                   LLVMValueRef b)
{
    return vyi_gen_build(m, op, type, (LLVMValueRef[]){a, b});
}

// ---- values as bits ----
static inline unsigned bits_of(uint8_t type)
{
    return type == VY_TYPE_BOOL ? 1 : 8 * vyi_type_bytes(type);
}

static inline LLVMValueRef to_bits(struct gen *m, uint8_t type, LLVMValueRef v) ///< i64
{
    return to_i64(m, bitcast(m, v, type_int(m, bits_of(type))));
}

static inline LLVMValueRef from_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return bitcast(m, trunc_to(m, v, type_int(m, bits_of(type))), vyi_gen_type(m, type));
}

#endif
