// A graph of dispatches. graph.c holds its buffers, graph_wave.c adds waves and finds what depends
// on what, graph_order.c checks an explicit order, graph_fuse.c joins waves into kernels,
// graph_plan.c orders and cuts them into groups, graph_place.c gives every buffer its place in one
// block of memory, graph_run.c runs it.
#pragma once

#include "plan/ranges.h"
#include "run/run.h"
#include "vyre/plan.h"

enum { VYI_GRAPH_ALIGN = 256 };   ///< of everything in the graph's memory, at least
#define VYI_GRAPH_NONE UINT32_MAX ///< no wave, group or buffer

/// Spaces of a graph's ranges. The bytes of a buffer that waves use, and may conflict with later
/// waves, are in the space of its address: those only read there, those written one behind it.
enum vyi_graph_space {
    VYI_SPACE_HOST, ///< host memory of slots by address; tag: enum vyi_host
    VYI_SPACE_LENT  ///< addresses of the caller's vy_buffers; item: place in `borrowed`
};
enum vyi_host { VYI_HOST_DATA, VYI_HOST_MEMORY, VYI_HOSTS };

/// A buffer of the graph. Waves see it as a vy_buffer whose memory is set when the graph runs.
struct vyi_slot {
    struct vy_buffer buffer;
    size_t size;    ///< of its memory, with the name
    uint32_t index; ///< among the graph's
    const char *name;
    const void *data;
    void *memory;
    bool host;              ///< made of a wave's host memory
    uint64_t from, to;      ///< bytes that come back to `memory`
    uint32_t align;         ///< the strictest that a wave requires
    bool written;           ///< by any wave
    bool counts;            ///< rows of a wave: it is kept until the end, when the counter is read
    uint32_t at[VYI_HOSTS]; ///< its ranges of host memory; 0: none
    // Of the plan.
    uint32_t piece; ///< where it lies, and its number among the planner's buffers;
                    ///< VYI_GRAPH_NONE: nowhere, or in the host's memory
    uint32_t born;  ///< group that first uses it
    bool cleared;   ///< all of it, before that group
};

/// A dispatch; also a kernel that several were fused into.
struct vyi_graph_wave {
    size_t size; ///< of its memory, with all that has its length
    const char *name;
    struct vyi_compiled *compiled;
    struct vyi_call call;
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

/// Memory that is freed as a whole.
struct vyi_graph_room {
    struct vyi_arena arena;
    bool failed; ///< there was not enough
};

struct vyi_graph_plan {
    bool valid;
    struct vyi_graph_room room;      ///< of the arrays
    struct vyi_graph_wave **kernels; ///< in order
    uint32_t kernel_count;
    uint32_t group_count, widest;
    uint32_t *offsets; ///< by group: its first kernel
    uint32_t *order, *wave_offsets, *kernel_of;
    uint64_t *group_bytes;
    VYI_VEC(struct vyi_piece) pieces;
    VYI_VEC(struct vyi_graph_clear) clears; ///< by group, upwards
    uint64_t block; ///< bytes of memory that the graph takes, beside those that launches take
    uint32_t align; ///< the strictest of all buffers: of the block and of every piece
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
    VYI_VEC(struct vyi_use) borrowed; ///< vy_buffers of the caller's, with all that is used of them
    struct vyi_ranges ranges;         ///< see enum vyi_graph_space; items of uses are waves
    struct vyi_ranges_found met;      ///< of the last search
    VYI_VEC(vy_graph_edge) edges;
    struct vyi_index edge_index;            ///< by its two waves
    VYI_VEC(struct vyi_graph_wave *) fused; ///< kernels of several waves, for plans that take them
    bool joined;                            ///< they have been made
    bool counts;                            ///< a wave has @count buffers
    bool rebound;            ///< the memory of results has changed, and was not checked since
    struct vy_context quiet; ///< of their programs
    struct vyi_graph_plan plan;
    VYI_VEC(uint32_t) fault; ///< waves that the last error is about
    // On the device.
    struct vyi_block block;    ///< all buffers; `memory` NULL: none yet
    uint32_t generation;       ///< the device's when the memory was taken
    struct vyi_recorded *kept; ///< the device's own
    /// What a run needs for each kernel, made by the first and kept where the device runs the graph
    /// as a whole, so that another run has next to nothing to do.
    struct vyi_graph_room room;
    struct vyi_kernel *kernels;
    struct vyi_job_result *each;
    struct vyi_held *held; ///< diagnostics of each
    void **zeros;          ///< by clear of the plan: its memory
    struct vyi_command *commands;
    uint32_t command_count;
    bool ready;
};

/// Zeroed memory.
static inline void *vyi_graph_room(vy_graph *g, struct vyi_graph_room *room, size_t count,
                                   size_t bytes)
{
    void *memory = vyi_arena_alloc(g->device->context, &room->arena, count * bytes + 1);
    room->failed = room->failed || !memory;
    return memory;
}

/// Refuses results that would overwrite each other.
vy_status vyi_graph_check_results(vy_graph *g, struct vyi_report *report);
vy_status vyi_graph_slot_add(vy_graph *g, const vy_graph_buffer_params *params, bool host,
                             struct vyi_slot **slot);
/// The last buffer is taken back.
void vyi_graph_slot_drop(vy_graph *g);
/// Host memory of a buffer has changed; there is room for two ranges.
void vyi_graph_slot_moved(vy_graph *g, struct vyi_slot *s);
/// The edge between two waves; NULL: there is none.
vy_graph_edge *vyi_graph_edge_find(const vy_graph *g, uint32_t before, uint32_t after);
/// Frees what was planned, and memory of the device that was taken for it.
void vyi_graph_changed(vy_graph *g);
/// Frees what runs need.
void vyi_graph_run_free(vy_graph *g);

/// A wave of checked arguments, whose host memory became buffers of the graph.
vy_status vyi_graph_wave_make(vy_graph *g, struct vyi_compiled *compiled, const char *name,
                              const vy_arg *args, vy_route route, struct vyi_report *report,
                              struct vyi_graph_wave **wave);
void vyi_graph_wave_free(vy_graph *g, struct vyi_graph_wave *wave);

/// Notes that the error at hand is about a wave.
void vyi_graph_blame(vy_graph *g, uint32_t wave);
/// No wave waits for itself, through whatever others; and where nothing is inferred, every two
/// waves that conflict are ordered.
vy_status vyi_graph_check_order(vy_graph *g, struct vyi_report *report);
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
