// The cpu's kernel: one function that every thread of a launch runs.
//
// Three levels, one in the other. The grid level is control flow that holds grid barriers: every
// thread walks it. A group stretch is what stands between grid barriers: there a thread takes
// workgroups, one after the other. The group level is control flow that holds workgroup barriers,
// walked once a workgroup. An item stretch is what stands between any barriers: there the
// invocations of a workgroup are run, `lanes` at a time.
//
// So a local that is touched in one item stretch alone is an LLVM value; one that lives across
// workgroup barriers has a place a workgroup (or an invocation) in the thread's scratch; one that
// lives across grid barriers has it in the workgroup's part of block->keep.
#ifndef VYI_GEN_LLVM_KERNEL_H
#define VYI_GEN_LLVM_KERNEL_H

#include "gen/llvm/cpu_abi.h"
#include "gen/llvm/emit.h"

enum where {
    NOWHERE,     ///< never touched
    ITEM,        ///< within an item stretch: an alloca, a scalar where it is uniform
    GROUP,       ///< uniform, within a group stretch: a scalar alloca
    GROUP_ITEMS, ///< a slot an invocation, in the scratch
    GRID,        ///< grid-uniform: a scalar alloca, the same in every thread
    KEEP,        ///< workgroup-uniform: a scalar in keep
    KEEP_ITEMS   ///< a slot an invocation, in keep
};

struct place {
    uint8_t where, level;
    uint64_t offset;     ///< in the scratch or in keep
    LLVMValueRef slot;   ///< alloca
    LLVMValueRef shadow; ///< what stands for it in the stretch being emitted; NULL: nothing
    bool copied;         ///< the shadow is a copy of its slots in memory
    bool changed;        ///< and they must be written back
    struct val bound;    ///< its value, where that is one in this stretch; .v NULL: none
    uint32_t group_stretch, item_stretch; ///< where it is touched, while surveying
    bool across_groups, across_items;
    bool sliced;         ///< array: threads keep one for themselves too, as GRID locals
    LLVMValueRef thread; ///< alloca: that one
};

/// An index that is known to be below something.
struct fact {
    vyi_ref index, bound; ///< expressions; index none: of a local
    vyi_ref from;         ///< of a local: it is at least that; none: unknown
    uint32_t local;
};

/// What threads keep for themselves.
struct slice {
    const vy_program *p;
    const struct vyi_levels *levels;
    uint8_t *kept;                                  ///< by local
    bool (*anew)(const void *user, uint32_t local); ///< needs no keeping; NULL: none
    const void *user;
    bool changed;
};

struct shape {
    vyi_ref *values;      ///< by local: what a let is, none: not a let
    struct place *places; ///< by local
    uint8_t *kept;        ///< by local: whether threads keep it
    struct slice slice;
    uint8_t *grid_sync, *group_sync; ///< by node: holds a meeting of the grid, of a workgroup
    uint64_t *shared;                ///< by buffer: offset of a shared one
    bool shared_kept;                ///< shared buffers live across grid barriers
    uint32_t lanes, volume, padded, workgroup[3];
    uint64_t scratch_bytes, keep_bytes;
    bool returns;               ///< has `return` or `assert`: invocations may be dead
    bool meets;                 ///< the grid meets
    bool parts;                 ///< grid collectives
    bool redeal;                ///< this stretch: each may be dealt in any way
    uint64_t dead;              ///< offset of a byte an invocation, nonzero: has returned
    uint64_t operands, results; ///< offsets in the scratch: items of a collective
    uint32_t fixpoints;
    // While emitting:
    LLVMValueRef thread, block, scratch, keep, group, wid[3];
    LLVMValueRef item;                  ///< first invocation of the vector, i32
    LLVMValueRef pass_first, pass_left; ///< i64, of a pass of vyi_gen_in_passes(); NULL: none
    LLVMBasicBlockRef before;           ///< the item stretch being emitted; NULL: none
    LLVMValueRef fuel;                  ///< alloca
    LLVMValueRef alive,
        ran; ///< allocas: somebody lives in the grid; workgroups ran since the last meeting
    LLVMBasicBlockRef out;
    LLVMValueRef *tables; ///< by constant table
    LLVMTypeRef block_type, fns_type;
    LLVMMetadataRef *scopes; ///< by buffer
    LLVMMetadataRef domain;
    uint32_t fixpoint; ///< innermost, + 1
    VYI_VEC(struct fact) facts;
    struct gpu *gpu; ///< what a GPU's kernel has beside (gpu.h)
};

// ---- survey.c ----
/// Decides where every local lies. Needs m->p and m->levels.
vy_status vyi_gen_survey(struct gen *m);
void vyi_gen_survey_free(struct gen *m);
/// Whether running the statements does anything beside giving values to grid-uniform locals.
bool vyi_gen_has_effects(const struct gen *m, const vyi_ref *list, uint32_t count);
/// Calls `fn` for every local that the statements give a value.
void vyi_gen_assigned(struct gen *m, vyi_ref r,
                      void (*fn)(struct gen *m, uint32_t local, void *user), void *user);
bool vyi_gen_assigns(struct gen *m, vyi_ref r, uint32_t local);

/// What workgroups give to the grid collective that a statement of the grid level is; none:
/// nothing.
vyi_ref vyi_gen_given(const struct gen *m, vyi_ref r);

/// Whether a let is computed anew wherever it is used instead of being kept: it is cheap, and made
/// of what cannot change. So an index stays one that goes up from lane to lane, also in another
/// stretch.
bool vyi_gen_made_anew(const struct gen *m, uint32_t local);

// ---- local.c ----
/// Around an item stretch: locals that have a slot an invocation are copied for it and written back
/// after it, since LLVM cannot keep memory in registers across the calls and accesses of a loop.
void vyi_gen_copies_begin(struct gen *m);
void vyi_gen_copies_end(struct gen *m);

/// Whether the workgroup runs an each pass by pass, all its invocations in each: so it goes through
/// memory in order, while one vector after the other would go through all of it again and again.
bool vyi_gen_in_passes(const struct gen *m, vyi_ref r);

// ---- slice.c ----
/// Whether a slice has to do with a statement.
bool vyi_gen_in_slice(const struct slice *s, vyi_ref r);
/// Adds to what is kept all that decides what is kept, from statements in the order they run.
void vyi_gen_slice_close(struct slice *s, const vyi_ref *runs, uint32_t count);
/// Marks by node the bodies of the loops that must be the grid's, so that no slice holds them.
vy_status vyi_gen_slice_loops(const vy_program *p, uint8_t *loops);

// ---- deal.c ----
/// Whether nobody can see which invocation runs which index of an each, in a stretch of statements
/// and in what it gives to a collective after it (or none).
bool vyi_gen_deals_freely(struct gen *m, const vyi_ref *list, uint32_t count, vyi_ref give);

// ---- lanes.c ----
/// Runs one invocation at a time where that is faster. Needs m->levels; sets m->lanes.
vy_status vyi_gen_choose_lanes(struct gen *m);

// ---- kernel.c ----
/// The smallest scope whose meetings threads walk to together.
enum vyi_scope vyi_gen_least_scope(const struct gen *m);
/// Emits `vyre_kernel` and `vyre_info` for a program.
vy_status vyi_gen_kernel(struct gen *m);
extern const struct target vyi_gen_cpu;

// ---- flow.c ----
/// What the statements do to grid-uniform locals, as scalar code of the thread.
void vyi_gen_slice(struct gen *m, const vyi_ref *list, uint32_t count);

/// Notes for good which lanes of the present vector have returned.
void vyi_gen_bury(struct gen *m, LLVMValueRef lanes);

// ---- group.c: meetings ----
void vyi_gen_group_collective(struct gen *m, uint32_t local, const struct vyi_node *n);
/// Before the threads meet, in the loop over workgroups: what each gives.
void vyi_gen_grid_part(struct gen *m, const struct vyi_node *n);
void vyi_gen_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n);
void vyi_gen_async_copy(struct gen *m, const struct vyi_node *n);
struct val vyi_gen_load_here(struct gen *m, const struct vyi_node *n); ///< of a SCOPE_LOAD

// ---- between kernel.c and group.c ----
/// Opens a loop over the workgroups that this thread takes; gives what loop_end wants.
struct groups {
    LLVMBasicBlockRef take, head, next, done;
    LLVMValueRef at, end;
};
struct groups vyi_gen_groups_begin(struct gen *m);
void vyi_gen_groups_end(struct gen *m, struct groups g);
// ---- items.c ----
/// A stretch works on copies of the uniform locals that it gives values.
struct shadow {
    uint32_t local;
    LLVMValueRef before, copy, last;
};
struct shadows {
    struct gen *m;
    const vyi_ref *list;
    uint32_t count;
    bool items; ///< of an item stretch, else of a group stretch or a slice
    VYI_VEC(struct shadow) at;
};
/// Finds what needs copies and notes where they are.
struct shadows vyi_gen_shadows_begin(struct gen *m, const vyi_ref *list, uint32_t count,
                                     bool items);
/// Fills the copies from what they stand for, and takes them from now on.
void vyi_gen_shadows_take(struct gen *m, struct shadows *s);
void vyi_gen_shadows_drop(struct gen *m, struct shadows *s);
void vyi_gen_shadows_free(struct gen *m, struct shadows *s);
LLVMValueRef vyi_gen_dead_bytes(struct gen *m); ///< of a workgroup's invocations: nonzero, returned
/// Statements of the invocations, between any barriers.
void vyi_gen_item_stretch(struct gen *m, const vyi_ref *list, uint32_t count);
/// Opens a loop over the vectors of a workgroup, with the mask of those who live.
struct items_loop {
    LLVMBasicBlockRef head, next, done;
    LLVMValueRef at;
    uint32_t lanes;
};
struct items_loop vyi_gen_items_begin(struct gen *m);
void vyi_gen_items_end(struct gen *m, struct items_loop l);
LLVMValueRef vyi_gen_group_lives(struct gen *m); ///< i1: somebody does, in the workgroup
/// The first invocation of the workgroup that lives, i32; the first one where nobody does.
LLVMValueRef vyi_gen_first_alive(struct gen *m);
LLVMValueRef vyi_gen_meet(struct gen *m, uint32_t fixpoint); ///< flags; leaves when it must
void vyi_gen_met(struct gen *m, LLVMValueRef flags);         ///< after a meeting that gave these
LLVMValueRef vyi_gen_field(struct gen *m, LLVMValueRef base, uint64_t offset); ///< address + bytes
/// The cpu's function: its head, and its end with the info.
void vyi_gen_cpu_begin(struct gen *m);
void vyi_gen_cpu_end(struct gen *m);
/// Calls a function of block->fns by its offset there.
LLVMValueRef vyi_gen_fn(struct gen *m, size_t offset, LLVMTypeRef result, LLVMValueRef *args,
                        unsigned count);

#endif
