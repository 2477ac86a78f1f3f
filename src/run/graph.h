// A graph of dispatches. graph.c holds its parts, graph_wave.c adds waves and finds what depends on
// what, graph_plan.c orders and cuts them into groups, graph_place.c gives every buffer its place
// in one block of memory, graph_run.c runs it.
#ifndef VYI_RUN_GRAPH_H
#define VYI_RUN_GRAPH_H

#include "run/held_diags.h"
#include "run/ranges.h"
#include "run/run.h"
#include "vyre/graph.h"
#include "vyre/plan.h"

enum { VYI_GRAPH_ALIGN = 256 };   ///< of everything in the graph's memory, at least
#define VYI_GRAPH_NONE UINT32_MAX ///< no wave, group or buffer

/// Host memory by address, of all buffers of a graph.
enum vyi_host_set {
    VYI_HOST_DATA,
    VYI_HOST_MEMORY,
    VYI_HOST_NAMED, ///< by waves: of buffers that were made of it
    VYI_HOST_SETS
};

/// Uses of a buffer that later waves may conflict with, by bytes; their items are the waves.
struct vyi_graph_open {
    uint32_t reads; ///< and does not write
    uint32_t writes;
};

/// A buffer of the graph. Waves see it as a vy_buffer whose memory is set when the graph runs.
struct vyi_slot {
    struct vy_buffer buffer;
    uint32_t index; ///< among the graph's
    char *name;
    size_t name_bytes;
    const void *data;
    void *memory;
    bool host;         ///< made of a wave's host memory
    uint64_t from, to; ///< bytes that come back to `memory`
    uint32_t align;    ///< the most that a wave asks for
    bool written;      ///< by any wave
    bool counts;       ///< rows of a wave's: it stays until the end, to be looked at
    struct vyi_graph_open open;
    uint32_t at[VYI_HOST_SETS]; ///< its ranges of host memory; 0: none
    // Of the plan.
    uint32_t piece;  ///< where it lies; VYI_GRAPH_NONE: nowhere, or in the host's memory
    uint32_t number; ///< among the planner's buffers
    uint32_t born;   ///< group that first uses it
    bool cleared;    ///< all of it, before that group
};

/// Bytes of a buffer that a wave uses.
struct vyi_wave_use {
    vy_buffer *buffer;
    uint64_t from, to;
    uint32_t index;   ///< buffer of the program
    bool read, write; ///< out buffers are not read
    bool fresh;       ///< starts as zeros
};

/// A dispatch; also a kernel that several were fused into.
struct vyi_graph_wave {
    char *name;
    size_t name_bytes;
    struct vyi_compiled *compiled;
    struct vyi_args args;
    struct vyi_launch launch;
    vy_route route;
    VYI_VEC(struct vyi_wave_use) uses;
    void **memory;            ///< by buffer of the program; set when it runs
    struct vyi_report report; ///< of the run under way
    // Of the plan.
    uint32_t group, kernel;
    uint32_t first, next; ///< waves: the first of this kernel; the one after this in its kernel
    uint32_t joined;      ///< the one after this in the kernel that they were fused into
    uint32_t piece;       ///< of its first scratch buffer; the others follow
    uint32_t hidden;      ///< of its first hidden buffer, where it runs in segments
    void **hidden_at;     ///< by hidden buffer; set when it runs
    uint32_t hidden_count;
    uint64_t own;     ///< bytes that the device takes for a launch of it
    uint8_t hash[32]; ///< of its program, where several waves were fused into it
};

/// An edge with room for its reason.
struct vyi_graph_edges {
    vy_graph_edge *at;
    uint32_t count, capacity;
};

/// Something with a place in the graph's memory while groups first to last run.
struct vyi_piece {
    uint64_t bytes, offset;
    uint32_t begin;       ///< the only kernel that uses it; VYI_GRAPH_NONE: several may
    uint32_t first, last; ///< groups
};

/// Zeros that a group needs before it begins.
struct vyi_graph_clear {
    uint32_t group;
    vy_buffer *buffer; ///< NULL: a scratch buffer, of
    uint32_t piece;
    uint64_t offset, bytes;
};

struct vyi_graph_plan {
    bool valid;
    struct vyi_graph_wave **kernels; ///< in order
    uint32_t kernel_count;
    uint32_t group_count, widest;
    uint32_t *offsets; ///< by group: its first kernel
    uint32_t *order, *wave_offsets, *kernel_of;
    uint64_t *group_bytes;
    size_t room; ///< of each of the arrays above
    VYI_VEC(struct vyi_piece) pieces;
    VYI_VEC(struct vyi_graph_clear) clears; ///< by group, upwards
    uint64_t block; ///< bytes of memory that the graph takes; what launches take comes on top
    uint32_t align; ///< the most that a buffer asks for: of the block and of every piece
    uint64_t peak, minimal, unshared, uncleared;
};

struct vy_graph {
    vy_device *device;
    vy_graph_params params;
    pthread_mutex_t lock; ///< of a run; and of `print`
    pthread_mutex_t print_lock;
    atomic_bool cancel;
    VYI_VEC(struct vyi_slot *) slots;
    VYI_VEC(struct vyi_graph_wave *) waves;
    struct vyi_ranges host;
    uint32_t host_sets[VYI_HOST_SETS];
    VYI_VEC(struct vyi_use) borrowed; ///< vy_buffers of the caller's, with all that is used of them
    VYI_VEC(struct vyi_graph_open) borrowed_open; ///< by place in it
    struct vyi_index borrowed_index;              ///< by address of the vy_buffer
    struct vyi_ranges open;                       ///< of all buffers
    struct vyi_ranges_found met;                  ///< while a wave is added
    struct vyi_graph_edges edges;
    struct vyi_index edge_index;            ///< by its two waves
    VYI_VEC(struct vyi_graph_wave *) fused; ///< kernels of several waves, for plans that take them
    bool joined;                            ///< they have been made
    bool counts;                            ///< a wave has @count buffers
    bool rebound; ///< where results go has changed, and nobody has looked whether that can be
    struct vy_context quiet; ///< of their programs
    struct vyi_graph_plan plan;
    VYI_VEC(uint32_t) fault; ///< waves that the last error is about
    // On the device.
    void *memory;
    struct vyi_block block; ///< that it is of
    uint32_t generation;    ///< the device's when the memory was taken
    void *kept;             ///< the device's own
    /// What a run needs for each kernel, made by the first and kept where the device runs the graph
    /// as a whole, so that another run has next to nothing to do.
    struct vyi_kernel *kernels;
    struct vyi_job_result *each;
    struct vyi_held *held; ///< diagnostics of each
    void **zeros;          ///< by clear of the plan: its memory
    VYI_VEC(struct vyi_command) commands;
    bool ready;
};

/// Refuses results that would overwrite each other.
vy_status vyi_graph_check_results(vy_graph *g, struct vyi_report *report);
const char *vyi_graph_buffer_name(const struct vyi_graph_wave *wave,
                                  const struct vyi_wave_use *use);
vy_status vyi_graph_slot_add(vy_graph *g, const vy_graph_buffer_params *params, bool host,
                             uint32_t *number);
/// The last buffer is taken back.
void vyi_graph_slot_drop(vy_graph *g);
/// Host memory of a buffer is another one now.
void vyi_graph_slot_moved(vy_graph *g, struct vyi_slot *s);
/// The edge between two waves; NULL: there is none.
vy_graph_edge *vyi_graph_edge_find(const vy_graph *g, uint32_t before, uint32_t after);
/// What the plan made is gone, and so is memory of the device that was taken for it. The first
/// keeps kernels of several waves, which depend on the waves alone.
void vyi_graph_replan(vy_graph *g);
void vyi_graph_changed(vy_graph *g);
/// Gives memory of the device back, and what the device keeps.
void vyi_graph_unload(vy_graph *g);
/// Frees what runs need.
void vyi_graph_run_free(vy_graph *g);

/// Numbers and uses of a wave whose arguments are vy_buffers.
vy_status vyi_graph_wave_make(vy_graph *g, struct vyi_compiled *compiled, const vy_arg *args,
                              vy_route route, struct vyi_report *report,
                              struct vyi_graph_wave **wave);
void vyi_graph_wave_free(vy_graph *g, struct vyi_graph_wave *wave);
bool vyi_graph_name(vy_context *c, const char *text, char **name, size_t *bytes);

/// Notes that the error at hand is about a wave.
void vyi_graph_blame(vy_graph *g, uint32_t wave);
/// A wave that is added: the counters of its rows stay until the end.
void vyi_graph_rows_keep(vy_graph *g, const struct vyi_graph_wave *w);
/// After a run, while its memory is there: VY_ERROR_ROWS, reported, where a wave has lost rows.
vy_status vyi_graph_rows(vy_graph *g, const struct vyi_job *job);
/// No wave waits for itself, through whatever others.
vy_status vyi_graph_check_cycles(vy_graph *g, struct vyi_report *report);
/// Every two waves that conflict are ordered by what was asked for; else an error.
vy_status vyi_graph_check_order(vy_graph *g, vy_plan_scratch *scratch, struct vyi_report *report);
/// Makes kernels of several waves where that pays and that was not done yet, linked by `first` and
/// `joined`, unless `job` (or NULL) is out of time or cancelled. What it made goes with
/// vyi_graph_unfuse(); programs of it must not outlive the graph.
vy_status vyi_graph_fuse(vy_graph *g, const struct vyi_job *job);
void vyi_graph_unfuse(vy_graph *g);
/// Plans it if that was not done yet; `job`: the run that waits for it, or NULL.
vy_status vyi_graph_plan_make(vy_graph *g, const struct vyi_job *job, struct vyi_report *report);
void vyi_graph_plan_free(vy_graph *g); ///< but what was fused stays
/// Gives each piece its place among those that are there at the same time; the bytes of all. False:
/// no memory.
bool vyi_graph_place(vy_context *c, struct vyi_piece *pieces, uint32_t count, uint64_t *bytes);

#endif
