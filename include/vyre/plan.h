/// vyre/plan.h: what is decided about a program before any device is involved.
#ifndef VYRE_PLAN_H
#define VYRE_PLAN_H

#include "vyre/ir.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How plans are printed.
typedef enum vy_plan_form {
    VY_PLAN_TEXT = 0, ///< for a person
    VY_PLAN_JSON = 1,
    VY_PLAN_DOT = 2, ///< Graphviz; schedules alone
} vy_plan_form;

// ---- binding plan: which buffer goes where ----

/// What a device does with a buffer. Tested in the order shared, persistent, scratch, output, then
/// by access; `mapped` buffers are persistent.
typedef enum vy_binding_role {
    VY_BINDING_INPUT = 1,        ///< host bytes, read only
    VY_BINDING_OUTPUT = 2,       ///< read back after the dispatch
    VY_BINDING_INPUT_OUTPUT = 3, ///< host bytes, read and written, read back
    VY_BINDING_UNIFORM = 4,      ///< a few host bytes, read only
    VY_BINDING_SHARED = 5,       ///< one a workgroup, no slot
    VY_BINDING_PERSISTENT = 6,   ///< a vy_buffer of the caller's, no slot
    VY_BINDING_SCRATCH = 7,      ///< stays on the device, no slot
} vy_binding_role;
VY_API const char *vy_binding_role_name(vy_binding_role role); ///< "input"; "?" for anything else

/// One buffer of the program, as a device sees it.
typedef struct vy_binding {
    const char *name; ///< lives as long as the program
    uint32_t binding; ///< given with @binding, else the place in declaration order
    uint32_t buffer;  ///< index in the program
    vy_binding_role role;
    uint32_t element_bytes;
    /// Bytes of one step along the first axis, times the sizes that only the run knows: an input is
    /// a multiple of it.
    uint64_t row_bytes;
    uint32_t alignment;     ///< max(@align, element_bytes, 1), a power of two
    uint64_t element_count; ///< 0: known only at run time
    bool is_static;         ///< static_bytes is known from the program alone
    uint64_t static_bytes;
    int32_t input;  ///< place among the inputs, in declaration order; -1: none
    int32_t output; ///< place among the outputs, in declaration order; -1: none
} vy_binding;

/// Bytes of one input, in the order of the input slots. Only the length is looked at: `data`
/// may be NULL.
typedef struct vy_plan_input {
    const void *data;
    uint64_t bytes;
} vy_plan_input;

typedef struct vy_binding_plan vy_binding_plan;

typedef struct vy_binding_plan_params {
    size_t size;                 ///< of this struct, see vyre/base.h
    const vy_plan_input *inputs; ///< NULL, with a count of 0: the plan is made without any
    size_t input_count;
} vy_binding_plan_params;

/// Makes the plan of a program (which must outlive it), and checks the inputs if there are any.
/// Fails on duplicate bindings, an alignment that is no power of two, overflow, and whatever
/// vy_binding_plan_check() refuses.
VY_API vy_status vy_binding_plan_create(vy_program *program, const vy_binding_plan_params *params,
                                        vy_binding_plan **plan);
VY_API void vy_binding_plan_destroy(vy_binding_plan **plan);

/// Checks inputs against a plan made earlier: their count, whole elements and rows, at most 2^32 -
/// 1 elements, and the exact length where the program states it.
VY_API vy_status vy_binding_plan_check(const vy_binding_plan *plan, const vy_plan_input *inputs,
                                       size_t count);

/// The descriptors, sorted by binding number.
VY_API const vy_binding *vy_binding_plan_bindings(const vy_binding_plan *plan, size_t *count);
/// Program buffer indices by input slot, by output slot, and of all shared buffers.
VY_API const uint32_t *vy_binding_plan_inputs(const vy_binding_plan *plan, size_t *count);
VY_API const uint32_t *vy_binding_plan_outputs(const vy_binding_plan *plan, size_t *count);
VY_API const uint32_t *vy_binding_plan_shared(const vy_binding_plan *plan, size_t *count);

/// A number that is equal for plans with the same layout: the sorted (binding, role, element
/// size), never the lengths. The same on every machine.
VY_API uint64_t vy_binding_plan_fingerprint(const vy_binding_plan *plan);
/// Whether two plans can share a device's descriptor layout; compares, does not trust the hash.
VY_API bool vy_binding_plan_same_layout(const vy_binding_plan *a, const vy_binding_plan *b);

/// A table, or JSON. Free with vy_memory_free().
VY_API vy_status vy_binding_plan_print(vy_context *context, const vy_binding_plan *plan,
                                       vy_plan_form form, char **text, size_t *size);

// ---- launch plan: the numbers of a dispatch ----

/// Bytes bound to a buffer, by name.
typedef struct vy_plan_length {
    const char *name;
    uint64_t bytes;
} vy_plan_length;
/// Value of a param, by name: integers zero-extended, floats as their bits.
typedef struct vy_plan_value {
    const char *name;
    uint64_t bits;
} vy_plan_value;

typedef struct vy_launch_plan vy_launch_plan;
typedef struct vy_launch_plan_params {
    size_t size;                   ///< of this struct, see vyre/base.h
    const vy_plan_length *lengths; ///< of the buffers that the host binds
    size_t length_count;
    const vy_plan_value *values; ///< of params; those with a default may be left out
    size_t value_count;
    uint32_t chosen_workgroup, chosen_groups; ///< where the program leaves them out; 0: 256 and 4
    uint64_t max_workgroup, max_shared, max_grid; ///< limits of a device; 0: none
} vy_launch_plan_params;

/// Evaluates sizes, constants, workgroup and grid in checked arithmetic and holds them against the
/// limits; an error shows the numbers. The program must outlive the plan.
VY_API vy_status vy_launch_plan_create(vy_program *program, const vy_launch_plan_params *params,
                                       vy_launch_plan **plan);
VY_API void vy_launch_plan_destroy(vy_launch_plan **plan);

typedef struct vy_launch_info {
    uint32_t workgroup[3], groups[3];
    uint64_t invocations; ///< rounded up to workgroups; 0 runs nothing
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_launch_info;
VY_API void vy_launch_plan_describe(const vy_launch_plan *plan, vy_launch_info *info);

typedef struct vy_extent {
    uint32_t rank;
    uint64_t size[8]; ///< elements along each axis; 1 past the rank
    uint64_t count, bytes;
} vy_extent;
/// The extent of a buffer by its index in the program; false past the end.
VY_API bool vy_launch_plan_buffer(const vy_launch_plan *plan, size_t index, vy_extent *extent);

// ---- grid barriers ----

/// Whether the program has a barrier of the whole grid: `barrier grid`, a grid collective,
/// fixpoint.
VY_API bool vy_program_has_grid_barrier(const vy_program *program);

/// How a program with grid barriers runs as several launches: its segments, each a program, the
/// tree that orders them (launch, sequence, if, while, fixpoint), the buffers each reads and
/// writes, and hidden buffers for what is alive across a barrier. The same for every device.
typedef struct vy_schedule vy_schedule;
/// Makes the schedule of a program, verifying it first if that was not done yet. A program without
/// grid barriers has one segment. The program must outlive the schedule.
VY_API vy_status vy_schedule_create(vy_program *program, vy_schedule **schedule);
VY_API void vy_schedule_destroy(vy_schedule **schedule);

typedef struct vy_segment_info {
    const char *region;   ///< innermost region of its first statement; NULL: none
    bool skipped;         ///< no effect: kept in the tree, not run
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_segment_info;
VY_API size_t vy_schedule_segment_count(const vy_schedule *schedule);
/// False past the end.
VY_API bool vy_schedule_segment(const vy_schedule *schedule, size_t index, vy_segment_info *info);
/// A segment as a program of its own, as vy_schedule_print() shows it, which can be planned and run
/// by itself: it declares what the segment uses and nothing else. What it only reads is `in`, what
/// it writes `inout`, hidden buffers too, so that a caller gives it what the segments before left;
/// bindings keep their numbers. vy_invocations, vy_groups and vy_subgroups are params where hidden
/// buffers have a row for each. The caller destroys it; it outlives the schedule.
VY_API vy_status vy_schedule_segment_program(const vy_schedule *schedule, size_t index,
                                             vy_program **program);
/// Whether a segment reads (bit 0) and writes (bit 1) a buffer of the program, by its index there.
VY_API uint32_t vy_schedule_access(const vy_schedule *schedule, size_t segment, size_t buffer);

typedef enum vy_step_kind {
    VY_STEP_LAUNCH = 0,   ///< runs a segment
    VY_STEP_SEQUENCE = 1, ///< its steps, one after the other
    VY_STEP_IF = 2,
    VY_STEP_LOOP = 3,
    VY_STEP_FIXPOINT = 4,
} vy_step_kind;
/// One node of the tree. Steps are numbered from 1, which is the root; 0 means none.
typedef struct vy_step_info {
    vy_step_kind kind;
    uint32_t line;        ///< in the source; 0: none
    uint32_t segment;     ///< LAUNCH: its index
    uint64_t bound;       ///< LOOP: most passes where literals tell, else UINT64_MAX
    size_t first;         ///< SEQUENCE: its first step; IF: what runs if it holds; else the body
    size_t second;        ///< IF: what runs otherwise
    size_t next;          ///< the step after it in its sequence
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_step_info;
/// False for 0 and past the end.
VY_API bool vy_schedule_step(const vy_schedule *schedule, size_t step, vy_step_info *info);

/// One hidden buffer. Strings live as long as the schedule.
typedef struct vy_hidden_info {
    const char *name;
    vy_type elem;
    const char
        *per;       ///< what there is one row of: "dispatch", "workgroup", "subgroup", "invocation"
    uint64_t bytes; ///< of a row
    const char
        *keeps;    ///< the variable or shared buffer kept there; NULL: something of the schedule's
    uint32_t line; ///< where it is declared; 0: none
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_hidden_info;
/// False past the end.
VY_API bool vy_schedule_hidden(const vy_schedule *schedule, size_t index, vy_hidden_info *info);

/// Everything about it. Free with vy_memory_free().
VY_API vy_status vy_schedule_print(const vy_schedule *schedule, vy_plan_form form, char **text,
                                   size_t *size);

/// The structure of the program's kernel: segments between grid barriers, phases between barriers
/// of a workgroup, and which variables live across them. Verifies the program. For people: the form
/// may change. Free with vy_memory_free().
VY_API vy_status vy_program_print_phases(vy_program *program, char **text, size_t *size);

// ---- waves: what can run together, where a barrier is needed, what fits the memory ----
//
// A wave is a piece of work, usually one kernel, with the bytes it takes. Edges say which wave has
// to be done before which. A plan puts waves into groups: the waves of a group run at the same
// time, and between two groups there is a barrier. Waves are numbered from 0 in the
// order they are given in. Time and memory grow linearly with waves and edges (VY_PACK_BEST: with
// the sorting of waves where groups are split); a million waves with ten million edges is a normal
// input. The same waves, edges and numbers give the same plan, whatever the order of the edges.

/// `after` begins when `before` is done. The same edge twice is as good as once.
typedef struct vy_wave_edge {
    uint32_t before, after;
} vy_wave_edge;

/// No wave.
#define VY_WAVE_NONE UINT32_MAX

/// Memory that planning works in and that its results lie in. It grows to the largest input it has
/// seen: a further call of the same kind with no more waves, edges, buffers and uses allocates
/// nothing, whatever its numbers. One thread at a time.
typedef struct vy_plan_scratch vy_plan_scratch;
/// Makes an empty one; the context must outlive it.
VY_API vy_status vy_plan_scratch_create(vy_context *context, vy_plan_scratch **scratch);
/// Frees it, and with it all results that lie in it.
VY_API void vy_plan_scratch_destroy(vy_plan_scratch **scratch);
/// Bytes it holds now.
VY_API uint64_t vy_plan_scratch_bytes(const vy_plan_scratch *scratch);

/// What planning can fail of.
typedef enum vy_plan_fault_kind {
    VY_PLAN_FAULT_NONE = 0,
    VY_PLAN_FAULT_RANGE = 1,        ///< an edge names an unknown wave: edge, before, after
    VY_PLAN_FAULT_SELF = 2,         ///< an edge from a wave to itself: edge, before, after
    VY_PLAN_FAULT_CYCLE = 3,        ///< waves that wait for each other: cycle
    VY_PLAN_FAULT_GRAPH_BUDGET = 4, ///< the resident graph is over the budget: required, available
    VY_PLAN_FAULT_WAVE_BUDGET = 5,  ///< a wave alone is: wave, required, available
    VY_PLAN_FAULT_OVERFLOW = 6,     ///< a sum does not fit 64 bits: field, and wave
    VY_PLAN_FAULT_COUNT = 7,        ///< more waves, edges, buffers or uses than 2^32 - 2: field
    VY_PLAN_FAULT_USE = 8,          ///< a use names an unknown wave or buffer: edge
    VY_PLAN_FAULT_MEMORY = 9,       ///< the allocator returned no memory: required
    VY_PLAN_FAULT_PACK = 10,        ///< there is no such vy_pack, or not with buffers
} vy_plan_fault_kind;

/// A failure in numbers; the diagnostic says the same in words. Fields that a kind does not name
/// are 0, VY_WAVE_NONE or NULL.
typedef struct vy_plan_fault {
    vy_plan_fault_kind kind;
    uint32_t before, after, wave;
    size_t edge; ///< index in the edges (of a use: in the uses), the first that is wrong
    uint64_t required, available; ///< bytes
    const char *field;            ///< what overflowed, such as "fused wave bytes"; never freed
    /// The waves of one cycle, each before the next and the last before the first; begins with its
    /// smallest number. Valid until the scratch is used again or destroyed.
    const uint32_t *cycle;
    size_t cycle_count;
} vy_plan_fault;
/// What the last call with this scratch failed of; NONE after one that succeeded. Never NULL where
/// there is a scratch.
VY_API const vy_plan_fault *vy_plan_scratch_fault(const vy_plan_scratch *scratch);

/// Waves in groups, as flat arrays. They belong to the scratch, and are valid until it is used
/// again or destroyed.
typedef struct vy_wave_groups {
    const uint32_t *order;   ///< every wave once: group after group, ascending in each
    const uint32_t *offsets; ///< where a group begins in `order`; group_count + 1 of them
    uint32_t wave_count;
    uint32_t group_count; ///< 0 where there are no waves
    uint32_t barriers;    ///< between groups: group_count - 1, or 0
    uint32_t widest;      ///< waves in the largest group
    /// One longest chain of waves that wait for each other, first to last: the reason why there
    /// cannot be fewer groups than chain_count.
    const uint32_t *chain;
    uint32_t chain_count;
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_wave_groups;

typedef struct vy_wave_params {
    size_t size; ///< of this struct, see vyre/base.h
    size_t wave_count;
    const vy_wave_edge *edges; ///< borrowed for the call; NULL where there are none
    size_t edge_count;
} vy_wave_params;

/// Groups waves by their dependencies alone, into as few groups as there can be: a group holds all
/// waves whose longest chain of waves before them has the same length. Fails with
/// VY_ERROR_ARGUMENT on an edge out of range, from a wave to itself, or on a cycle; see
/// vy_plan_scratch_fault(). On failure `groups` is untouched.
VY_API vy_status vy_wave_plan(vy_plan_scratch *scratch, const vy_wave_params *params,
                              vy_wave_groups *groups);

/// Bytes that a wave takes while it runs.
typedef struct vy_wave {
    uint64_t frontier; ///< that it works on
    uint64_t scratch;  ///< temporary
    uint64_t output;   ///< that it produces
} vy_wave;

/// What a wave costs in a group: factor by factor, added up. All zero: 1, 4, 1, since several
/// kernels fused into one keep several scratch areas.
typedef struct vy_wave_cost {
    uint32_t frontier, scratch, output;
} vy_wave_cost;

/// How the waves of a layer are put into groups where they do not fit into one.
typedef enum vy_pack {
    VY_PACK_NEXT = 0, ///< in wave order; a new group where the next wave does not fit. Linear
    /// Largest first, each where it leaves the least room; never more groups than VY_PACK_NEXT.
    VY_PACK_BEST = 1,
} vy_pack;

/// No limit on memory.
#define VY_BUDGET_NONE UINT64_MAX

/// Memory that outlives a wave: it is there from the first group with a wave that uses it until
/// the last such group is done.
typedef struct vy_wave_buffer {
    uint64_t bytes;
    bool kept; ///< once there, stays until the end of the plan: it is read back, or used again
} vy_wave_buffer;
/// A wave reads or writes a buffer. The same use twice is as good as once.
typedef struct vy_wave_use {
    uint32_t wave, buffer;
} vy_wave_use;

typedef struct vy_frontier_params {
    size_t size;          ///< of this struct, see vyre/base.h
    const vy_wave *waves; ///< this and all other arrays are borrowed for the call
    size_t wave_count;
    const vy_wave_edge *edges;
    size_t edge_count;
    uint64_t graph_bytes; ///< resident all the time; the groups share what the budget leaves
    /// Most bytes for everything together. It has no default: 0 is no byte at all, VY_BUDGET_NONE
    /// is no limit.
    uint64_t budget;
    uint64_t readback; ///< least bytes of a readback
    vy_pack pack;
    vy_wave_cost cost;
    /// What lives across groups, for a plan that is to be run. With buffers `pack` is NEXT.
    const vy_wave_buffer *buffers;
    size_t buffer_count;
    const vy_wave_use *uses;
    size_t use_count;
} vy_frontier_params;

/// Why a group begins where it does.
typedef enum vy_cut {
    VY_CUT_START = 0,      ///< it is the first
    VY_CUT_DEPENDENCY = 1, ///< a layer begins: `wave`, which is in it, waits for `on`
    VY_CUT_BUDGET = 2,     ///< `wave` did not fit: with it the group before would cost `required`
} vy_cut;

/// One group of a plan that knows its memory.
typedef struct vy_frontier_group {
    uint64_t frontier, scratch, output; ///< sums over its waves
    uint64_t live;                      ///< bytes of the buffers that are there while it runs
    uint64_t cost;     ///< what is held against the budget: cost of its waves, and `live`
    uint64_t required; ///< BUDGET: see vy_cut; with VY_PACK_BEST of the group that came nearest
    vy_cut cut;
    uint32_t wave, on; ///< see vy_cut; else VY_WAVE_NONE
    uint32_t layer;    ///< counts from 0; groups of one layer depend on nothing in it
} vy_frontier_group;

typedef struct vy_frontier {
    vy_wave_groups groups;
    const vy_frontier_group *detail; ///< one a group; belongs to the scratch like the others
    uint64_t available;              ///< for one group: budget - graph_bytes
    uint64_t peak_frontier, peak_scratch, peak_output; ///< the most of each in one group
    uint64_t peak_live, peak_cost;                     ///< likewise
    uint64_t readback;                                 ///< max(floor, peak_output)
    uint64_t reserved[4];                              ///< 0, see vyre/base.h
} vy_frontier;

/// Groups waves by their dependencies, then splits the groups so that each fits the budget. Every
/// wave is held against the budget alone first, wherever it stands. Fails like vy_wave_plan(),
/// with VY_ERROR_LIMIT where the graph or a wave is over the budget or a sum overflows, and with
/// VY_ERROR_MEMORY; `frontier` is untouched then. The numbers: vy_plan_scratch_fault().
VY_API vy_status vy_frontier_plan(vy_plan_scratch *scratch, const vy_frontier_params *params,
                                  vy_frontier *frontier);

// ---- device layout key ----

typedef enum vy_layout_class { VY_LAYOUT_STORAGE = 0, VY_LAYOUT_UNIFORM = 1 } vy_layout_class;
/// One slot of a device's descriptor layout.
typedef struct vy_layout_slot {
    uint32_t group, binding;
    vy_layout_class layout_class;
    bool read_only;
    uint32_t element_bytes;
} vy_layout_slot;
/// Sorts slots by (group, binding): equal sets of slots become equal arrays, ready to be compared
/// or hashed as a cache key.
VY_API void vy_layout_sort(vy_layout_slot *slots, size_t count);
VY_API bool vy_layout_equal(const vy_layout_slot *a, size_t a_count, const vy_layout_slot *b,
                            size_t b_count);

#ifdef __cplusplus
}
#else
#define vy_launch_plan_params(...) VY_PARAMS(vy_launch_plan_params, __VA_ARGS__)
#define vy_binding_plan_params(...) VY_PARAMS(vy_binding_plan_params, __VA_ARGS__)
#define vy_wave_params(...) VY_PARAMS(vy_wave_params, __VA_ARGS__)
#define vy_frontier_params(...) VY_PARAMS(vy_frontier_params, __VA_ARGS__)
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_DEFAULTS(vy_launch_plan_params, vy_launch_plan_defaults)
VY_DEFAULTS(vy_binding_plan_params, vy_binding_plan_defaults)
VY_DEFAULTS(vy_wave_params, vy_wave_defaults)
/// As the macro with nothing in it, but for a budget without a limit.
VY_INLINE struct vy_frontier_params vy_frontier_defaults(void)
{
    struct vy_frontier_params p = {sizeof p,     0,         0, 0, 0, 0, VY_BUDGET_NONE, 0,
                                   VY_PACK_NEXT, {0, 0, 0}, 0, 0, 0, 0};
    return p;
}

#endif
