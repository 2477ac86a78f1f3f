// What the files of the kernel share. A kernel is one function that every thread of a launch runs;
// its skeleton (kernel.c) follows the tree of phases.
//
// All threads walk the control flow between segments. In a segment a thread takes workgroups (cpu)
// or has a part of one (GPU). A phase is run by the invocations of a workgroup: on the cpu by one
// thread, `lanes` at a time; on a GPU each by its own.
#pragma once

#include "gen/llvm/build.h"
#include "gen/llvm/cpu_abi.h"

/// Where a local is while code is emitted.
struct place {
    const struct vyi_life *life;
    LLVMValueRef slot;    ///< alloca
    LLVMValueRef shadow;  ///< what stands for it in the phase being emitted; NULL: nothing
    bool copied;          ///< the shadow is a copy of its slots in memory
    bool changed;         ///< and they must be written back
    bool unbound;         ///< code that its definition does not stand above reads it: has a slot
    struct val bound;     ///< its value, where that is one in this phase; .v NULL: none
    LLVMValueRef thread;  ///< alloca: of a sliced array, the thread's own
    uint32_t home;        ///< the loop that its definition stands in, by number; 0: none
    LLVMValueRef start;   ///< what all lanes have since its definition; NULL: unknown
    LLVMValueRef counter; ///< alloca: what all lanes in the loop being emitted have; NULL: unknown
    uint32_t counts;      ///< the number of that loop
};

struct shape {
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
    LLVMValueRef frame; ///< where segments are functions: memory of grid-uniform locals, else NULL
    uint64_t frame_bytes; ///< at the end of the scratch
    LLVMBasicBlockRef out;
    struct vyi_arena arena;
    LLVMValueRef *tables;    ///< by constant table
    LLVMMetadataRef *scopes; ///< by buffer
    uint32_t fixpoint;       ///< innermost, + 1
    bool masks_apart;        ///< a vector of several registers has a mask for each
    struct gpu *gpu;         ///< what a GPU's kernel has beside (gpu.h)
};

/// What the function being emitted goes on with after another was emitted.
struct caller {
    LLVMValueRef fn, thread, block, scratch, fuel, frame;
    LLVMBasicBlockRef out, at; ///< `at`: where the call goes
};

/// Opens a loop over the workgroups that this thread takes; gives what groups_end wants.
struct groups {
    struct caller caller; ///< .fn NULL: the loop is no function of its own
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
    /// `segment`: all that follows until groups_end is a segment, which may become a function.
    struct groups (*groups_begin)(struct gen *m, bool segment);
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

// ---- control flow within a phase: flow.c, loop.c, each.c ----
/// A loop or block around the statement being emitted.
struct construct {
    struct construct *outer;
    bool loop, each;
    uint32_t label;
    LLVMBasicBlockRef leave, next; ///< where branches for break (or leave) and continue go
    LLVMValueRef left, skipped;    ///< allocas: lanes that are past it, lanes that skip the rest
    uint32_t number, home;         ///< of a loop, from 1 on, and of the loop around it
    LLVMValueRef all;              ///< the mask without those who have left the loop; NULL: unknown
    uint32_t from, to;             ///< of what runs under it: numbers of nodes (facts.h)
};

/// Rows that the lanes of a mask append: neighbours in memory (append_cpu.c).
struct packed {
    const struct vyi_node *add; ///< whose value is the row's index
    LLVMValueRef mask;
    LLVMValueRef first, count, end; ///< the first lane's row; lanes; where rows of this batch end
    const struct packed *outer;
};

struct flow {
    struct construct *inner;
    LLVMValueRef gone, dead; ///< allocas, masks; NULL: nobody leaves
    LLVMBasicBlockRef end;
    unsigned copies; ///< bodies being emitted a second time around this one
    uint32_t loops;  ///< emitted so far
    bool slice;      ///< only what gives values to locals that threads keep
    const struct packed *packed;
    const struct lines *lines;
};

/// How a statement ends: control goes on; it goes on, but no lane is left; or the block has ended.
enum ends { ON, EMPTY, ENDED };

enum {
    COPY_NODES = 300,    ///< a body up to here is emitted twice: for all lanes, and with a mask
    COPY_PROGRAM = 10000 ///< but not in a program from here on: its code is large enough
};

// ---- masks ----
static inline LLVMTypeRef vyi_gen_mask_type(const struct gen *m)
{
    return vyi_gen_wide(m, type_i1(m));
}
static inline LLVMValueRef vyi_gen_mask_now(const struct gen *m) ///< never NULL
{
    return m->mask ? m->mask : LLVMConstAllOnes(vyi_gen_mask_type(m));
}
LLVMValueRef vyi_gen_new_mask(struct gen *m, const char *name); ///< an alloca, no lane set
/// The mask from before a statement, less those who left in it.
LLVMValueRef vyi_gen_remaining(struct gen *m, LLVMValueRef before);
/// Whether lanes may leave separately anywhere in a tree.
bool vyi_gen_separates(const struct gen *m, vyi_ref r);
/// Whether a body may be emitted twice.
bool vyi_gen_worth_copying(const struct gen *m, vyi_ref r);

// ---- statements ----
enum ends vyi_gen_sequence(struct gen *m, vyi_ref r);
void vyi_gen_body(struct gen *m, vyi_ref r,
                  LLVMBasicBlockRef next); ///< the same, then on to `next`
/// A GPU's thread that has one invocation runs small loops as straight code: the elements of its
/// arrays are registers then, and its loads are on their way together.
bool vyi_gen_unrolls(const struct gen *m, vyi_ref r);

// ---- loop.c ----
/// What every loop has: places to go, and masks where lanes may leave separately.
void vyi_gen_enter_loop(struct gen *m, struct construct *c, bool parts, const char *name);
/// The innermost loop around the statement being emitted; NULL: none.
static inline struct construct *vyi_gen_inner_loop(const struct gen *m)
{
    struct construct *c = m->flow ? m->flow->inner : NULL;
    while (c && !c->loop)
        c = c->outer;
    return c;
}
// ---- converge.c: around a loop that lanes leave one by one ----
void vyi_gen_converge_begin(struct gen *m, struct construct *c, vyi_ref condition, vyi_ref body);
void vyi_gen_converge_end(struct gen *m, const struct construct *c, vyi_ref body);
/// Whether lanes that the mask leaves out have left the loop, and a local's value with it.
bool vyi_gen_is_left(const struct gen *m, uint32_t local);
/// Whether an expression has one value for all lanes in the loop; `local`: as this one (+ 1) has.
bool vyi_gen_shared(const struct gen *m, vyi_ref root, uint32_t local);
/// At the end of a pass those who skipped the rest of it come back.
void vyi_gen_come_back(struct gen *m, struct construct *c, bool parts);
/// After a loop or block, those who left it come back.
void vyi_gen_leave_loop(struct gen *m, struct construct *c, LLVMValueRef before, bool parts);
/// Of scalar code: a condition decides for one invocation. Condition none: loop.
enum ends vyi_gen_plain_while(struct gen *m, vyi_ref condition, vyi_ref body);
enum { VYI_GEN_AT_ONCE = 4 }; ///< passes of a small loop
bool vyi_gen_holds_loop(const struct gen *m, vyi_ref body);
/// Whether a GPU's thread runs several passes of a loop between two polls.
bool vyi_gen_is_small(const struct gen *m, vyi_ref body);
enum ends vyi_gen_while(struct gen *m, vyi_ref condition, vyi_ref body); ///< condition none: loop
enum ends vyi_gen_for(struct gen *m, vyi_ref r);

/// Whether indices of this type are counted in 32 bits: GPUs have no others at that price.
bool vyi_gen_counts_short(const struct gen *m, uint8_t type);
/// Indices base, base + 1, … for the lanes, `left` of them; then base + step. `base` is of the
/// index's type, the others are i64, or i32 where that is counted so; a step of 0 ends it.
struct counted {
    uint32_t local;
    vyi_ref body;
    LLVMValueRef base, left, step;
    bool linear; ///< lane l has base + l, else all lanes have base
    bool even;   ///< linear: all bases are multiples of lanes
    bool once;   ///< one pass at most: no need to poll
    /// Where set, indices come from there: named before the body, and after it on to the next.
    void (*name)(struct gen *m, const void *user);
    void (*next)(struct gen *m, const void *user);
    const void *user;
};
enum ends vyi_gen_counted(struct gen *m, struct counted *k);
/// The same, with the bounds checks before it that can stand there. `to`: where the loop ends, if
/// there is anything left.
enum ends vyi_gen_hoisted(struct gen *m, vyi_ref loop, struct counted *k, LLVMValueRef to);
/// Whether a linear loop of a GPU's thread goes vector after vector, without counting passes.
bool vyi_gen_streams(const struct gen *m, vyi_ref body);
/// How many steps of one there are from a to b: 0 where b <= a.
LLVMValueRef vyi_gen_distance(struct gen *m, uint8_t type, LLVMValueRef a, LLVMValueRef b);

enum { VYI_MOST_HOISTED = 32 };
/// Indices of a loop that were checked before it.
struct hoist {
    const struct hoist *outer;
    vyi_ref index[VYI_MOST_HOISTED];
    uint32_t count;
    LLVMValueRef last; ///< i64: the largest value of the loop's own index
    LLVMValueRef ok;   ///< i1: all indices are inside
};

// ---- append_cpu.c: see struct target ----
void vyi_cpu_append_batches(struct gen *m, struct counted *k);
/// Finds indices of a loop whose checks can stand before it, and emits those; false: there are
/// none. `local` is its index, `to` the end.
bool vyi_gen_hoist(struct gen *m, struct hoist *h, vyi_ref loop, vyi_ref body, uint32_t local,
                   LLVMValueRef to);

// ---- chains.c: see struct target ----
bool vyi_cpu_chains(struct gen *m, const struct counted *each);

// ---- singly.c ----
/// Runs a loop, or a block of a divergent if, one lane of a mask (NULL: all) after the other, where
/// that is cheaper; false: it is not. `holds`: see vyi_goes_singly().
bool vyi_gen_singly(struct gen *m, vyi_ref root, vyi_ref holds, LLVMValueRef mask);

// ---- each.c ----
enum ends vyi_gen_each_loop(struct gen *m, vyi_ref ref);

// ---- indexed memory: access.c (buffers), array.c (local arrays, tables, u32_at, u64_at) ----
/// A row of elements: where it begins, of what, and what LLVM may know about it.
struct span {
    LLVMValueRef base;
    LLVMTypeRef type; ///< of an element in memory
    uint32_t bytes;
    uint32_t buffer; ///< + 1; 0: something of the invocation's own
    bool frozen, constant, streaming;
};
struct span vyi_gen_span(struct gen *m, uint32_t buffer);

// ---- lines.c ----
/// A loop that stores whole lines of a streaming buffer, or a row of each lane.
struct lines {
    const struct vyi_node *store;
    struct span span;
    LLVMTypeRef type;            ///< of what a pass stores
    LLVMValueRef kept, at, from; ///< what the passes store; where to; the first index of the loop
    LLVMValueRef apart; ///< lanes: how far the next one's row begins, in elements; NULL: no rule,
    LLVMValueRef positions; ///< and rows begin there
    LLVMValueRef mask;      ///< from before
    uint32_t local, count;  ///< the loop's index; its passes
    struct fork fork;
};
/// Begins the way on which `k`, emitted next, only keeps what it stores; false: there is none.
bool vyi_gen_lines_begin(struct gen *m, struct lines *l, vyi_ref loop, const struct counted *k);
void vyi_gen_lines_keep(struct gen *m, LLVMValueRef v); ///< of the pass being emitted
/// Stores the lines, and begins the other way, on which the loop is as it stands.
void vyi_gen_lines_else(struct gen *m, struct lines *l);

// ---- conditions, NULL where they always hold ----
static inline LLVMValueRef lanes_of(struct gen *m, LLVMValueRef ok, uint8_t spread)
{
    return ok && spread == SAME ? vyi_gen_splat(m, ok) : ok;
}
/// The first way gets the straight code: programs mostly stay in bounds; or the second one.
void vyi_gen_likely(struct gen *m, LLVMValueRef branch);
void vyi_gen_unlikely(struct gen *m, LLVMValueRef branch);

// ---- indices ----
/// An index as a 64-bit scalar that is huge where it is negative.
LLVMValueRef vyi_gen_wide_index(struct gen *m, struct val v);
/// Whether an index is below a size (i64), for each lane.
LLVMValueRef vyi_gen_below(struct gen *m, struct val v, LLVMValueRef size);
/// That condition for the index at `ref`; NULL: it always holds where this code runs.
LLVMValueRef vyi_gen_check(struct gen *m, vyi_ref ref, struct val v, LLVMValueRef size);
/// The position of a lane's index, without a check: a scalar for SAME and LINEAR, else 32 bits
/// wide.
struct where_in vyi_gen_position(struct gen *m, struct val v);

// ---- accesses ----
LLVMValueRef vyi_gen_load_span(struct gen *m, const struct span *span, struct where_in w);
void vyi_gen_store_span(struct gen *m, const struct span *span, struct where_in w,
                        struct val value);
/// Whether stores at an address (i64; of several: all their bits) go past the caches: i1. And such
/// a store, of `size` bytes.
LLVMValueRef vyi_gen_streams_to(struct gen *m, const struct span *span, LLVMValueRef address,
                                unsigned size);
void vyi_gen_store_past(struct gen *m, const struct span *span, LLVMValueRef v, LLVMValueRef at,
                        unsigned size);
/// An ordinary store of neighbours.
void vyi_gen_store_beside(struct gen *m, const struct span *span, LLVMValueRef v, LLVMValueRef at);
/// What is known about a load, and what must not be concluded from it.
LLVMValueRef vyi_gen_finish_load(struct gen *m, const struct span *span, LLVMValueRef load);

// ---- elements to values ----
struct val vyi_gen_as_value(struct gen *m, uint8_t elem, LLVMValueRef v, uint8_t spread);
