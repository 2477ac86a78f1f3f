// What the files of the cpu's kernel share: cpu.c (values and the function), kernel_cpu.c
// (workgroups and invocations), collective_cpu.c.
#ifndef VYI_GEN_LLVM_CPU_H
#define VYI_GEN_LLVM_CPU_H

#include "gen/llvm/kernel.h"

// ---- cpu.c ----
void vyi_cpu_begin(struct gen *m); ///< the function's head
void vyi_cpu_end(struct gen *m);   ///< its end, with the info
/// Calls a function of block->fns by its offset there.
LLVMValueRef vyi_cpu_fn(struct gen *m, size_t offset, LLVMTypeRef result, LLVMValueRef *args,
                        unsigned count);
LLVMValueRef vyi_cpu_dead_bytes(struct gen *m); ///< of a workgroup's invocations: nonzero, returned
LLVMValueRef vyi_cpu_group_lives(struct gen *m); ///< i1: somebody does, in the workgroup

// ---- kernel_cpu.c ----
struct groups vyi_cpu_groups_begin(struct gen *m);
void vyi_cpu_groups_end(struct gen *m, struct groups g);
/// Opens a loop over the vectors of a workgroup, with the mask of those who live.
struct items_loop {
    LLVMBasicBlockRef head, next, done;
    LLVMValueRef at;
    uint32_t lanes;
};
struct items_loop vyi_cpu_items_begin(struct gen *m);
void vyi_cpu_items_end(struct gen *m, struct items_loop l);

// ---- collective_cpu.c ----
void vyi_cpu_group_collective(struct gen *m, uint32_t local, const struct vyi_node *n);
void vyi_cpu_grid_operand(struct gen *m, const struct vyi_node *n);
void vyi_cpu_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n);

#endif
