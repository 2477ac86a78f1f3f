// What the files of the GPU's kernel share: nvptx.c, kernel_gpu.c, barrier_gpu.c, collective_gpu.c,
// append_gpu.c.
//
// Every invocation has a thread. All threads walk the control flow between segments. In a segment a
// thread has an invocation to run, or none; with virtual workgroups it has several, one after the
// other. Control flow that holds barriers of a workgroup or of a subgroup is walked by its threads
// together, also by those whose invocation has returned or does not exist. A phase is run by those
// who live.
//
// Locals are registers of the thread, whatever barriers they cross; only with virtual workgroups is
// what lives across grid barriers in block->spill.
//
// A thread that is to stop (deadline, cancel) leaves the kernel at once, wherever it is. Barriers
// without a number of threads, and those of a warp, wait only for those who have not left. Named
// barriers of one team among several would wait for ever: kernels whose invocations may stop
// between such barriers have one team a block.
#pragma once

#include "gen/llvm/cuda_abi.h"
#include "gen/llvm/kernel.h"
#include "plan/phases.h"

enum {
    WARP = VYI_SUBGROUP,
    FUEL = 16384,             ///< iterations of loops between two polls of block->stop
    FIRST_FUEL = 256,         ///< before the first: many blocks may be still to come
    SLOT_ROW = WARP * 8,      ///< bytes: a slot for each warp of a block
    SLOT_BYTES = 2 * SLOT_ROW ///< two rows in turn, see collective_gpu.c
};
enum address_space { SPACE_GLOBAL = 1, SPACE_SHARED = 3 };

struct gpu {
    struct vyi_teams teams;
    bool polls, reports; ///< reads block->stop, writes block->log
    uint32_t each;       ///< invocations that a thread runs at once, as lanes of a vector
    uint32_t block_bytes;
    uint32_t direct;     ///< bytes of the block, where it comes with the launch
    uint32_t capability; ///< 90 of "sm_90"
    // What a thread knows:
    LLVMValueRef tid, lane, warp, team_number, block_number, blocks;
    LLVMValueRef self;          ///< tid, as grid barriers compare it
    LLVMValueRef shared;        ///< memory of the block
    LLVMValueRef number;        ///< flat: of the invocation, i32
    LLVMValueRef even;          ///< i1: vectors are aligned; NULL: known, or decided elsewhere
    LLVMValueRef first, stride; ///< of its invocations or workgroups, i64
    // Without virtual workgroups, known from the start:
    LLVMValueRef here; ///< i1: has an invocation or a workgroup
    LLVMValueRef group, wid[3], item;
    // Allocas:
    LLVMValueRef fuel[3]; ///< of the invocation, of its workgroup, of the grid
    LLVMValueRef dead, lives, phase, interval, flip;
    LLVMValueRef votes; ///< of the last two grid barriers; NULL: there are none
    LLVMValueRef *said; ///< by fixpoint: i1
    LLVMValueRef tries, quit, again, alive, turn; ///< see vyi_gpu_reused(); NULL: not made yet
};

// ---- nvptx.c: instructions ----
LLVMValueRef vyi_gpu_special(struct gen *m, const char *name); ///< a special register: "tid.x"
LLVMValueRef vyi_gpu_must_stop(struct gen *m);                 ///< i1: the kernel is to leave
enum asm_kind {
    ASM_PURE,     ///< reads and writes no memory
    ASM_READS,    ///< reads what its pointers point to
    ASM_ARGUMENT, ///< touches what its pointers point to
    ASM_MEMORY,   ///< orders memory
    ASM_TOGETHER  ///< the same, and threads execute it together
};
/// Inline PTX. `result` may be void.
LLVMValueRef vyi_gpu_asm(struct gen *m, enum asm_kind kind, const char *text,
                         const char *constraints, LLVMTypeRef result, LLVMValueRef *args,
                         unsigned count);
/// Ordered accesses; `aux` as in the node: enum vyi_order | enum vyi_reach << 8.
LLVMValueRef vyi_gpu_load(struct gen *m, LLVMTypeRef type, LLVMValueRef address, uint32_t aux);
void vyi_gpu_store(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux);
/// `rmw` is one of enum vyi_rmw; gives the old value.
LLVMValueRef vyi_gpu_update(struct gen *m, uint32_t rmw, uint8_t type, LLVMValueRef address,
                            LLVMValueRef v, uint32_t aux);
LLVMValueRef vyi_gpu_exchange_if(struct gen *m, uint8_t type, LLVMValueRef address,
                                 LLVMValueRef expected, LLVMValueRef v, uint32_t aux);
enum { RELAXED = VYI_GEN_RELAXED };

// ---- append_gpu.c: see struct target ----
enum together vyi_gpu_together(const struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                               uint32_t rank, uint32_t rmw, bool used);
LLVMValueRef vyi_gpu_update_together(struct gen *m, enum together how, uint32_t rmw, uint8_t type,
                                     LLVMValueRef address, LLVMValueRef v, bool used);
void vyi_gpu_append_batches(struct gen *m, struct counted *k);

// ---- kernel_gpu.c ----
/// A variable that all segments or barriers of a kernel share: LLVM takes time over each that grows
/// with all of the code behind it.
LLVMValueRef vyi_gpu_reused(struct gen *m, LLVMValueRef *at, LLVMValueRef first, const char *name);
void vyi_gpu_bury(struct gen *m, LLVMValueRef dead);
/// i1: this thread's invocation lives.
LLVMValueRef vyi_gpu_lives(struct gen *m);
LLVMValueRef vyi_gpu_lives_or_all(struct gen *m); ///< the same; NULL where all always do

// ---- barrier_gpu.c ----
LLVMValueRef vyi_gpu_synchronise(struct gen *m,
                                 uint32_t fixpoint); ///< VYI_CPU_AGAIN, VYI_CPU_ALIVE
void vyi_gpu_again(struct gen *m, uint32_t fixpoint);
void vyi_gpu_fixpoint(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again);
void vyi_gpu_block_barrier(struct gen *m);
void vyi_gpu_barrier(struct gen *m); ///< of the workgroup
/// i1: some thread of the workgroup (or the block) votes so; a barrier too.
LLVMValueRef vyi_gpu_any(struct gen *m, enum vyi_scope scope, LLVMValueRef vote);

// ---- collective_gpu.c ----
LLVMValueRef vyi_gpu_ballot(struct gen *m, LLVMValueRef threads, LLVMValueRef vote);
LLVMValueRef vyi_gpu_warp_any(struct gen *m, LLVMValueRef vote);
enum vyi_gpu_how { BY_INDEX, BY_XOR, FROM_BELOW };
/// The values of other lanes, among `threads`, which all take part.
LLVMValueRef vyi_gpu_shuffle(struct gen *m, LLVMValueRef threads, enum vyi_gpu_how how,
                             uint8_t type, LLVMValueRef v, LLVMValueRef lane);
/// A fold by one instruction, for 32-bit integers; NULL: the machine has none.
LLVMValueRef vyi_gpu_redux(struct gen *m, LLVMValueRef threads, uint8_t op, uint8_t type,
                           LLVMValueRef v);
void vyi_gpu_collective(struct gen *m, uint32_t local, const struct vyi_node *n);
void vyi_gpu_copy(struct gen *m, const struct vyi_node *n);
LLVMValueRef vyi_gpu_grid_part(struct gen *m, const struct vyi_node *n);
void vyi_gpu_group_scan(struct gen *m, uint32_t local, const struct vyi_node *n,
                        LLVMValueRef start);
LLVMValueRef vyi_gpu_combine_parts(struct gen *m, enum vyi_cpu_combine how, uint8_t op,
                                   uint8_t type);
