// What the files of the kernel share. A kernel is one function that every thread of a launch runs;
// its skeleton (kernel.c) follows the tree of phases.
//
// All threads walk the control flow between segments. In a segment a thread takes workgroups (cpu)
// or has a part of one (GPU). A phase is run by the invocations of a workgroup: on the cpu by one
// thread, `lanes` at a time; on a GPU each by its own.
#ifndef VYI_GEN_LLVM_KERNEL_H
#define VYI_GEN_LLVM_KERNEL_H

#include "gen/llvm/build.h"
#include "gen/llvm/cpu_abi.h"

/// Where a local is while code is emitted.
struct place {
    const struct vyi_life *life;
    LLVMValueRef slot;   ///< alloca
    LLVMValueRef shadow; ///< what stands for it in the phase being emitted; NULL: nothing
    bool copied;         ///< the shadow is a copy of its slots in memory
    bool changed;        ///< and they must be written back
    struct val bound;    ///< its value, where that is one in this phase; .v NULL: none
    LLVMValueRef thread; ///< alloca: of a sliced array, the thread's own
};

struct shape {
    const struct kernel_target *kernel;
    struct place *places; ///< by local
    uint32_t workgroup[3];
    bool deals; ///< this segment: indices of each may be dealt in any way
    uint32_t fixpoints;
    // While emitting:
    LLVMValueRef thread, block, spill, group, wid[3];
    LLVMValueRef scratch;               ///< of the workgroup; on a GPU its shared memory
    LLVMValueRef item;                  ///< first invocation of the vector, i32
    LLVMValueRef pass_first, pass_left; ///< i64, of a pass of VYI_PHASE_PASSES; NULL: none
    LLVMBasicBlockRef before;           ///< the phase being emitted; NULL: none
    LLVMValueRef fuel;                  ///< alloca
    LLVMValueRef alive;                 ///< alloca: somebody lives in the grid
    LLVMValueRef ran;                   ///< alloca: workgroups ran since the last barrier
    LLVMBasicBlockRef out;
    struct vyi_arena arena;
    LLVMValueRef *tables;    ///< by constant table
    LLVMMetadataRef *scopes; ///< by buffer
    uint32_t fixpoint;       ///< innermost, + 1
    struct gpu *gpu;         ///< what a GPU's kernel has beside (gpu.h)
};

/// Opens a loop over the workgroups that this thread takes; gives what groups_end wants.
struct groups {
    LLVMBasicBlockRef take, head, done;
    LLVMValueRef at, end;
};

/// How a target runs the tree of phases. NULL: it has nothing to do there.
struct kernel_target {
    enum vyi_scope scope;   ///< the smallest scope at whose barriers threads wait for each other
    bool thread_runs_group; ///< one thread runs all invocations of a workgroup; else one each
    void (*plan)(struct gen *m, struct vyi_phases *phases); ///< before anything is emitted
    void (*begin)(struct gen *m);                           ///< the function's head
    void (*end)(struct gen *m); ///< writes what the device needs to know
    struct groups (*groups_begin)(struct gen *m);
    void (*groups_end)(struct gen *m, struct groups g);
    void (*clear)(struct gen *m); ///< at the start of a workgroup
    void (*items)(struct gen *m, const struct vyi_phase *phase);
    void (*passes)(struct gen *m, const struct vyi_phase *phase);
    /// A condition as those who live have it, for all threads that walk to the phase together.
    LLVMValueRef (*agree)(struct gen *m, const struct vyi_phase *phase, LLVMValueRef condition);
    LLVMValueRef (*group_lives)(struct gen *m); ///< i1: somebody does, in the workgroup
    void (*barrier)(struct gen *m);             ///< of the workgroup
    void (*copy)(struct gen *m, const struct vyi_node *n);
    void (*group_collective)(struct gen *m, uint32_t local, const struct vyi_node *n);
    /// In the segment before a grid collective: what the workgroup gives, as bits.
    LLVMValueRef (*grid_part)(struct gen *m, const struct vyi_node *n);
    /// All parts in one, as bits; VYI_CPU_SCAN: each becomes the fold of those before it.
    LLVMValueRef (*combine_parts)(struct gen *m, enum vyi_cpu_combine how, uint8_t op,
                                  uint8_t type);
    /// A scan of the workgroup that begins with `before`.
    void (*group_scan)(struct gen *m, uint32_t local, const struct vyi_node *n,
                       LLVMValueRef before);
    LLVMValueRef (*some_live)(struct gen *m); ///< i1: of the workgroup, for all of its threads
    /// After a fixpoint: the passes it took, and whether the last one asked for another.
    void (*fixpoint_done)(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again);
};
extern const struct kernel_target vyi_cpu_kernel_target, vyi_cuda_kernel_target;
extern const struct target vyi_cpu_target, vyi_cuda_target;

// ---- local.c ----
/// Around a phase: locals that have a slot an invocation are copied for it and written back
/// after it, since LLVM cannot keep memory in registers across the calls and accesses of a loop.
void vyi_gen_copies_begin(struct gen *m);
void vyi_gen_copies_end(struct gen *m);
void vyi_gen_forget_places(struct gen *m); ///< after a phase

/// A copy that a phase or a segment works on.
struct shadow {
    uint32_t local;
    LLVMValueRef before, copy, last;
};
struct shadows {
    bool items; ///< of a phase, else of a segment or a slice
    VYI_VEC(struct shadow) at;
};
/// Finds what needs copies and notes where they are.
struct shadows vyi_gen_shadows_begin(struct gen *m, const vyi_ref *list, uint32_t count,
                                     bool items);
/// Fills the copies from what they stand for, and uses them from now on.
void vyi_gen_shadows_take(struct gen *m, struct shadows *s);
void vyi_gen_shadows_drop(struct gen *m, struct shadows *s);
/// Gives the locals the values of their copies (of a phase: `last`).
void vyi_gen_shadows_store(struct gen *m, const struct shadows *s);
void vyi_gen_shadows_free(struct gen *m, struct shadows *s);
void vyi_gen_store_scalar(struct gen *m, uint32_t local, LLVMValueRef v, LLVMValueRef to);

// ---- kernel.c ----
/// Memory until the kernel is made; NULL, which is noted, where there is none.
void *vyi_gen_alloc(struct gen *m, size_t count, size_t bytes);
/// Emits `vyre_kernel` and `vyre_info` for a program.
vy_status vyi_gen_kernel(struct gen *m);

// ---- flow.c ----
/// What the statements do to grid-uniform locals, as scalar code of the thread.
void vyi_gen_slice(struct gen *m, const vyi_ref *list, uint32_t count);

// ---- grid.c ----
/// A barrier of the grid; gives its flags, and leaves the kernel when it must.
LLVMValueRef vyi_gen_synchronise(struct gen *m, uint32_t fixpoint);
void vyi_gen_synchronised(struct gen *m, LLVMValueRef flags); ///< after one that gave these
/// One that is not the program's, where workgroups have run since the last.
void vyi_gen_regroup(struct gen *m);
LLVMValueRef vyi_gen_grid_lives(struct gen *m); ///< i1: some do, as of the last barrier
/// Where a workgroup stands in the grid.
void vyi_gen_find_group(struct gen *m, LLVMValueRef group, LLVMValueRef wid[3]);
void vyi_gen_find_spill(struct gen *m); ///< sets that of the workgroup
LLVMValueRef vyi_gen_part_at(struct gen *m, LLVMValueRef index);
/// The workgroup's part of a collective, in the segment before it.
void vyi_gen_grid_operand(struct gen *m, const struct vyi_node *n);
void vyi_gen_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n);
/// Copies elements, of which each of `threads` threads has a share. `values`: the operands.
void vyi_gen_async_copy(struct gen *m, const struct vyi_node *n, const struct val values[3],
                        uint32_t threads);
struct val vyi_gen_load_here(struct gen *m, const struct vyi_node *n); ///< of a SCOPE_LOAD

#endif
