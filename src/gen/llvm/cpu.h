// What the files of the cpu's kernel share: cpu.c (values and the function), kernel_cpu.c
// (workgroups and invocations), collective_cpu.c.
#ifndef VYI_GEN_LLVM_CPU_H
#define VYI_GEN_LLVM_CPU_H

#include "gen/llvm/kernel.h"

// ---- cpu.c ----
void vyi_cpu_begin(struct gen *m); ///< the function's head
void vyi_cpu_end(struct gen *m);   ///< the info
/// Calls a function of block->fns by its offset there.
LLVMValueRef vyi_cpu_fn(struct gen *m, size_t offset, LLVMTypeRef result, LLVMValueRef *args,
                        unsigned count);
LLVMValueRef vyi_cpu_dead_bytes(struct gen *m); ///< of a workgroup's invocations: nonzero, returned
/// Those of the present vector, and where they lie.
LLVMValueRef vyi_cpu_dead_lanes(struct gen *m, LLVMValueRef *at);
/// An atomic store; `aux` as in the node.
void vyi_cpu_store(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux);
LLVMValueRef vyi_cpu_group_lives(struct gen *m); ///< i1: somebody does, in the workgroup

// ---- kernel_cpu.c ----
/// Opens a loop over the vectors of a workgroup, with the mask of those who live.
struct items_loop {
    struct loop items;
    LLVMBasicBlockRef next;
    uint32_t lanes;
};
struct items_loop vyi_cpu_items_begin(struct gen *m);
void vyi_cpu_items_end(struct gen *m, struct items_loop l);

// ---- collective_cpu.c ----
void vyi_cpu_group_collective(struct gen *m, uint32_t local, const struct vyi_node *n);
void vyi_cpu_group_scan(struct gen *m, uint32_t local, const struct vyi_node *n,
                        LLVMValueRef start);
LLVMValueRef vyi_cpu_grid_part(struct gen *m, const struct vyi_node *n);
LLVMValueRef vyi_cpu_combine_parts(struct gen *m, enum vyi_cpu_combine how, uint8_t op,
                                   uint8_t type);

#endif
