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
    uint32_t alignment;     ///< max(@align, element_bytes, 1), a power of two
    uint64_t element_count; ///< 0: known only at run time
    bool is_static;         ///< static_bytes is known from the program alone
    uint64_t static_bytes;
    int32_t input;  ///< place among the inputs, in declaration order; -1: none
    int32_t output; ///< place among the outputs, in declaration order; -1: none
} vy_binding;

/// Bytes of one input, in the order of the input slots. Only the length is looked at; `data` may
/// be owned or borrowed.
typedef struct vy_plan_input {
    const void *data;
    uint64_t bytes;
} vy_plan_input;

typedef struct vy_binding_plan vy_binding_plan;

typedef struct vy_binding_plan_params {
    const vy_plan_input *inputs; ///< NULL: the plan is made without looking at any
    size_t input_count;
} vy_binding_plan_params;

/// Makes the plan of a program (which must outlive it), and checks the inputs if there are any.
/// Fails on duplicate bindings, an alignment that is no power of two, overflow, and whatever
/// vy_binding_plan_check() refuses.
VY_API vy_status vy_binding_plan_create(vy_program *program, const vy_binding_plan_params *params,
                                        vy_binding_plan **plan);
VY_API void vy_binding_plan_destroy(vy_binding_plan **plan);

/// Checks inputs against a plan made earlier: their count, whole elements, and the exact length
/// where the program states it.
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

/// Whether the whole grid meets anywhere in the program: `barrier grid`, a grid collective,
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
    const vy_program *program; ///< belongs to the schedule
    const char *region;        ///< innermost region of its first statement; NULL: none
    bool skipped;              ///< no effect: kept in the tree, not run
} vy_segment_info;
VY_API size_t vy_schedule_segment_count(const vy_schedule *schedule);
/// False past the end.
VY_API bool vy_schedule_segment(const vy_schedule *schedule, size_t index, vy_segment_info *info);
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
    uint32_t line;    ///< in the source; 0: none
    uint32_t segment; ///< LAUNCH: its index
    uint64_t bound;   ///< LOOP: most passes where literals tell, else UINT64_MAX
    size_t first;     ///< SEQUENCE: its first step; IF: what runs if it holds; else the body
    size_t second;    ///< IF: what runs otherwise
    size_t next;      ///< the step after it in its sequence
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
} vy_hidden_info;
/// False past the end.
VY_API bool vy_schedule_hidden(const vy_schedule *schedule, size_t index, vy_hidden_info *info);

/// Everything about it. Free with vy_memory_free().
VY_API vy_status vy_schedule_print(const vy_schedule *schedule, vy_plan_form form, char **text,
                                   size_t *size);

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
#define vy_launch_plan_params(...) (&(struct vy_launch_plan_params){__VA_ARGS__})
#define vy_binding_plan_params(...) (&(struct vy_binding_plan_params){__VA_ARGS__})
#endif
/// The same defaults for C++, where the macros cannot be used.
static inline struct vy_launch_plan_params vy_launch_plan_defaults(void)
{
    struct vy_launch_plan_params p = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    return p;
}
static inline struct vy_binding_plan_params vy_binding_plan_defaults(void)
{
    struct vy_binding_plan_params p = {0, 0};
    return p;
}

#endif
