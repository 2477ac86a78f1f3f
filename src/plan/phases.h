// The structure of a program in normal form, as a tree that is built once. The split into launches
// and the code generators walk it.
//
// A segment is code between two grid barriers: workgroups run it independently of each other. A
// phase is code between two barriers of a workgroup (or of a subgroup, where the target asks for
// that): invocations run it independently of each other. Between segments stands control flow that
// holds grid barriers, and inside a segment control flow that holds smaller ones.
//
//   sequence of the grid     SEGMENT | BRANCH | LOOP | FIXPOINT | REGION | COLLECTIVE | BARRIER
//   sequence of a segment    ITEMS | PASSES | BRANCH | LOOP | REGION | COLLECTIVE | COPY | BARRIER
//
// For each local the tree knows whether it lives across phases or across segments, and so where it
// has to be kept.
#pragma once

#include "ir/uniform.h"
#include "ir/visit.h"

enum vyi_phase_kind {
    VYI_PHASE_SEGMENT,    ///< `list`, `count`: its statements; `first`: the same as a sequence
    VYI_PHASE_ITEMS,      ///< `list`, `count`: statements without barriers
    VYI_PHASE_PASSES,     ///< one `each`, which the workgroup runs pass by pass
    VYI_PHASE_BRANCH,     ///< `first`: then; `second`: else
    VYI_PHASE_LOOP,       ///< `first`: body
    VYI_PHASE_FIXPOINT,   ///< `first`: body
    VYI_PHASE_REGION,     ///< `first`: body
    VYI_PHASE_COLLECTIVE, ///< `let x = workgroup_add(y)` and the like
    VYI_PHASE_COPY,       ///< async_copy
    VYI_PHASE_BARRIER
};

/// A node of the tree; 0 as an index is none.
struct vyi_phase {
    uint8_t kind;
    bool grid;        ///< of the grid's sequence, else of a segment's
    bool effects;     ///< SEGMENT, ITEMS: does more than give values to grid-uniform locals
    bool whole_group; ///< BRANCH, LOOP: holds a barrier of a workgroup or of the grid
    bool deals;       ///< SEGMENT: indices of `each` may go to any invocation (deal.c)
    uint32_t lanes;   ///< ITEMS, PASSES: invocations that run at once, the policy's or 1
    uint32_t next;    ///< the following node of the same sequence
    uint32_t first, second;
    uint32_t list, count; ///< SEGMENT, ITEMS, PASSES: a range of p->extra
    vyi_ref node;         ///< the statement; SEGMENT, ITEMS: none
    vyi_ref collective;   ///< SEGMENT: the grid collective after it that it gives operands to
};

/// What targets want to differ in.
struct vyi_phase_policy {
    enum vyi_scope scope;   ///< the smallest scope whose barriers end a phase; GRID: segments only
    bool thread_runs_group; ///< one thread runs all invocations of a workgroup; else one each
    bool virtual_groups;    ///< threads of their own run several workgroups in turn, if they
                            ///< synchronise
    uint32_t volume;        ///< invocations of a workgroup
    uint32_t lanes;         ///< invocations that run at once as a vector
};

/// Where a local is kept.
enum vyi_place {
    VYI_PLACE_NONE,        ///< never touched
    VYI_PLACE_PHASE,       ///< within one phase
    VYI_PLACE_GROUP,       ///< uniform, within a segment: one value a workgroup
    VYI_PLACE_GROUP_ITEMS, ///< a slot an invocation, in the workgroup's scratch memory
    VYI_PLACE_GRID,        ///< grid-uniform: every thread has the same value
    VYI_PLACE_SPILL,       ///< workgroup-uniform: one value in the spill area
    VYI_PLACE_SPILL_ITEMS  ///< a slot an invocation, in the spill area
};

/// What is known about a local.
struct vyi_life {
    vyi_ref value;       ///< of a `let`: its definition; none: not a let
    bool rematerialised; ///< is computed again wherever it is used, and never kept
    bool crosses_segments, crosses_phases;
    bool sliced;             ///< array: threads keep one for themselves too
    uint8_t place, level;    ///< enum vyi_place, enum vyi_uniform
    uint64_t offset;         ///< in the scratch memory or in the spill area
    uint32_t segment, phase; ///< where it was touched first, while the tree is built
};

struct vyi_phases {
    const vy_program *p; ///< in normal form
    const struct vyi_levels *levels;
    struct vyi_phase_policy policy;
    VYI_VEC(struct vyi_phase) nodes;
    struct vyi_arena arena;    ///< holds what is below
    uint32_t first;            ///< of the grid's sequence
    uint8_t *grid_sync, *sync; ///< by node: holds a barrier of the grid, of the policy's scope
    uint32_t local_count;      ///< of p when the tree was built
    bool returns;              ///< has `return` or `assert`: invocations may end before others
    bool synchronises;         ///< has grid barriers
    bool grid_collectives;     ///< has grid collectives
    struct vyi_life *lives;    ///< by local
    uint8_t *kept;             ///< by local: threads keep it for themselves (slice.c)
    bool slice_grows;
    // Memory:
    uint64_t *shared;   ///< by buffer: offset of a shared one
    bool spills_shared; ///< shared buffers lie in the spill area, else in the scratch memory
    uint64_t scratch_bytes, spill_bytes; ///< of a workgroup
    uint64_t dead;                       ///< offset of a byte an invocation, nonzero: has returned
    uint64_t operands, results;          ///< offsets in the scratch memory: of a collective
};

/// Builds the tree of a program in normal form. `levels` are its; NULL where the scope is GRID.
/// `program` and `levels` must outlive it. Free with vyi_plan_phases_free(), whatever came back.
vy_status vyi_plan_phases(const vy_program *program, const struct vyi_levels *levels,
                          const struct vyi_phase_policy *policy, struct vyi_phases *phases);
void vyi_plan_phases_free(struct vyi_phases *phases);

static inline const vyi_ref *vyi_phase_list(const struct vyi_phases *f, const struct vyi_phase *n)
{
    return f->p->extra.at + n->list;
}

/// Invocations of a workgroup, filled up to whole subgroups and vectors.
static inline uint32_t vyi_phase_padded(const struct vyi_phase_policy *policy)
{
    uint32_t unit = policy->lanes > VYI_SUBGROUP ? policy->lanes : VYI_SUBGROUP;
    return (policy->volume + unit - 1) / unit * unit;
}

/// Whether a collective gives each invocation a result of its own.
static inline bool vyi_is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

// ---- slice.c ----
/// Whether a slice has to do with a statement.
bool vyi_plan_in_slice(const struct vyi_phases *f, vyi_ref r);
/// Adds to what is kept all that decides what is kept, from the statements of all segments.
void vyi_plan_slice_close(struct vyi_phases *f);
/// The normal form of a program for a kernel whose threads wait at barriers of a scope: loops that
/// a slice could not leave are the grid's. NULL where the program has no such barriers.
vy_status vyi_plan_kernel_form(const vy_program *p, enum vyi_scope scope, vy_program **normal);

// ---- deal.c ----
/// Whether results do not depend on which invocation runs which index of an `each`, in the
/// statements of a segment and in what it gives to a collective after it.
bool vyi_plan_deals(const struct vyi_phases *f, const struct vyi_phase *segment);

// ---- teams.c, coarsen.c: blocks of a GPU ----
enum { VYI_MOST_THREADS = 1024 }; ///< of a block

/// A team is the threads of one workgroup, in whole warps.
struct vyi_teams {
    bool flat; ///< invocations never synchronise below the grid: there are no teams
    bool idle; ///< some threads walk along without running: they returned or have no invocation
    bool exchanges;   ///< warps of a team hand each other values
    bool asserts;     ///< the program has some
    bool open_loops;  ///< loops whose passes differ between invocations, as far as can be seen
    uint32_t threads; ///< of a team
    uint32_t most_teams, most_threads; ///< of a block
    uint32_t fixpoints;
};
enum { VYI_STREAM_BYTES = 16 }; ///< of the widest access of a thread
struct vyi_facts;
/// How many neighbouring invocations a thread runs at once, as lanes of a vector; 1: no vectors.
/// For workgroups of one axis.
uint32_t vyi_plan_coarsen(const struct vyi_phases *f, const struct vyi_teams *teams,
                          struct vyi_facts *facts);
void vyi_plan_teams(const struct vyi_phases *f, struct vyi_teams *teams);
