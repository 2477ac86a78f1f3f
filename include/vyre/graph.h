/// vyre/graph.h: many dispatches that depend on each other, planned and run as one.
#ifndef VYRE_GRAPH_H
#define VYRE_GRAPH_H

#include "vyre/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A graph holds dispatches, called waves here, and buffers of its own. It is planned into groups:
/// the waves of a group run at the same time, and between two groups everything waits. The graph's
/// buffers share memory where their waves are never alive at the same time. It gives the bytes of
/// running the waves one by one in the order they were added, each buffer of the graph starting as
/// zeros or as its data. A graph is used by one thread at a time; vy_graph_cancel() by any.
typedef struct vy_graph vy_graph;

typedef struct vy_graph_params {
    size_t size; ///< of this struct, see vyre/base.h
    /// Bytes of the device's memory that the graph may take for its buffers, for the scratch of its
    /// waves and for what they keep across grid barriers, as the device's allocator counts them; 0:
    /// no limit. vy_buffers of the caller's do not count.
    uint64_t budget;
    /// Nothing is inferred: where two waves use the same bytes and one writes, vy_graph_depend()
    /// has to order them, by itself or through others; a pair that nothing orders is an error of
    /// vy_graph_plan().
    bool explicit_only;
    bool no_fuse; ///< every wave stays a kernel of its own
} vy_graph_params;
/// An empty graph; NULL params: no limit, inferred order, fusion. The device needs resident
/// buffers.
VY_API vy_status vy_graph_create(vy_device *device, const vy_graph_params *params,
                                 vy_graph **graph);
/// Gives everything back. vy_buffers and pipelines that waves use may be destroyed before; a graph
/// whose vy_buffer was destroyed refuses to run.
VY_API void vy_graph_destroy(vy_graph **graph);

// ---- buffers of the graph ----

typedef struct vy_graph_buffer_params {
    size_t size;      ///< of this struct, see vyre/base.h
    const char *name; ///< for messages and pictures; NULL: its number
    uint64_t bytes;
    /// Start value, copied to the device in each run; NULL: zeros. Borrowed: read by every run.
    const void *data;
    /// Receives all bytes at the end of each run; NULL: they stay on the device, and their memory
    /// may be reused once the last wave that uses them is done. May be `data`, of this buffer
    /// or of another; not the memory of two, which vy_graph_run() refuses.
    void *memory;
} vy_graph_buffer_params;
/// Adds a buffer; *buffer is its number, for vy_arg_slot().
VY_API vy_status vy_graph_buffer(vy_graph *graph, const vy_graph_buffer_params *params,
                                 uint32_t *buffer);
/// Other host memory of the same size for the runs to come. The plan is kept unless data or memory
/// was NULL before and is not now, or the other way round.
VY_API vy_status vy_graph_bind(vy_graph *graph, uint32_t buffer, const void *data, void *memory);

// ---- waves ----

typedef struct vy_graph_wave_params {
    size_t size;      ///< of this struct, see vyre/base.h
    const char *name; ///< NULL: the program's
    /// As for a dispatch, and vy_arg_slot() for buffers of the graph. vy_arg_in(), vy_arg_out() and
    /// vy_arg_inout() stand for a buffer of the graph with that memory: two waves that name the
    /// same memory share one. vy_arg_out_alloc() cannot be used, and of @range and @count outputs
    /// all rows come back. Host memory is borrowed as long as the graph lives.
    const vy_arg *args;
    vy_route route; ///< forced, or VY_ROUTE_AUTO; not VY_ROUTE_HOST
} vy_graph_wave_params;
/// Adds a wave; its arguments are checked here, and an error leaves the graph as it was. Waves
/// added before that use the same bytes come first where one of them writes. *wave (may be NULL):
/// its number, from 0. The pipeline may be destroyed afterwards.
VY_API vy_status vy_graph_wave(vy_graph *graph, vy_pipeline *pipeline,
                               const vy_graph_wave_params *params, uint32_t *wave);
/// One wave comes after another, whatever they use. Saying it twice does no harm.
VY_API vy_status vy_graph_depend(vy_graph *graph, uint32_t before, uint32_t after);

/// Why a wave comes after another; may be combined.
enum {
    VY_EDGE_ASKED = 1, ///< vy_graph_depend()
    VY_EDGE_RAW = 2,   ///< reads what the other wrote
    VY_EDGE_WAR = 4,   ///< writes what the other read
    VY_EDGE_WAW = 8,   ///< writes what the other wrote
};
typedef struct vy_graph_edge {
    uint32_t before, after; ///< waves
    uint32_t why;           ///< VY_EDGE_…
    const char *buffer;     ///< the first that both use; NULL where it was only asked for
} vy_graph_edge;
/// All dependencies so far, less those that follow from others through the same buffer; until the
/// graph changes.
VY_API const vy_graph_edge *vy_graph_edges(const vy_graph *graph, size_t *count);

// ---- the plan ----

typedef struct vy_graph_plan_info {
    uint32_t waves;
    uint32_t kernels;        ///< after fusion
    uint32_t groups, widest; ///< widest: kernels of the largest group
    uint32_t barriers;       ///< between groups
    uint64_t peak_bytes;     ///< of the device's memory, at most budget
    uint64_t minimal_bytes;  ///< the smallest budget that can be planned
    uint64_t unshared_bytes; ///< what it would take if no memory were used twice
    /// Waves in the order of the plan, those of a fused kernel beside each other, and for each
    /// group the place of its first one; offsets[groups] is `waves`. They live until the graph
    /// changes.
    const uint32_t *order, *offsets;
    const uint32_t *kernel_of;   ///< by wave: the number of its kernel, in order
    const uint64_t *group_bytes; ///< by group: bytes in use while it runs
    uint64_t reserved[4];        ///< 0, see vyre/base.h
} vy_graph_plan_info;
/// Plans the graph, unless that was done since it last changed; vy_graph_run() does so too. `info`
/// may be NULL. VY_ERROR_LIMIT: the budget is too small, the diagnostic says for which wave and
/// how much is needed. VY_ERROR_ARGUMENT: the dependencies have a cycle. VY_ERROR_DATA: they leave
/// a pair of waves unordered.
VY_API vy_status vy_graph_plan(vy_graph *graph, vy_graph_plan_info *info);
/// The waves that the last plan or run failed of, in the order its diagnostic names them: those of
/// a cycle, two that nothing orders, the one with the most memory alive, the one that failed.
/// *count 0: none. Until the next call with this graph.
VY_API const uint32_t *vy_graph_fault(const vy_graph *graph, size_t *count);
/// The budget for the plans to come; 0: no limit.
VY_API vy_status vy_graph_budget(vy_graph *graph, uint64_t bytes);

// ---- running ----

typedef struct vy_graph_wave_stats {
    const char *name;
    uint32_t group, kernel; ///< where the plan put it
    bool fused;             ///< shares its kernel; what follows is then the kernel's
    uint64_t launches, invocations, statements, out_of_bounds, printed;
    double ms;            ///< device time where the device measures it; 0 in one submission
    uint64_t reserved[4]; ///< 0, see vyre/base.h
} vy_graph_wave_stats;
typedef struct vy_graph_group_stats {
    uint32_t waves, kernels;
    uint64_t bytes;       ///< planned to be in use
    double ms;            ///< 0 in one submission
    uint64_t reserved[2]; ///< 0, see vyre/base.h
} vy_graph_group_stats;

typedef struct vy_graph_run_params {
    size_t size;          ///< of this struct, see vyre/base.h
    uint32_t deadline_ms; ///< from the call, planning and making code included; 0: none
    /// Launches waves one by one where the device could run the graph in one submission, so that
    /// each has its time.
    bool apart;
    uint64_t max_steps;                          ///< oracle: as for a dispatch, in each wave
    uint64_t max_memory;                         ///< oracle: the same
    void (*print)(void *user, const char *line); ///< one line at a time; NULL: dropped
    void *print_user;
    vy_graph_wave_stats *waves; ///< filled for the first wave_count waves; NULL: none
    size_t wave_count;
    vy_graph_group_stats *groups; ///< filled for the first group_count groups; NULL: none
    size_t group_count;
    bool allow_lost_rows; ///< as for a dispatch; false: see vy_graph_run()
} vy_graph_run_params;

typedef struct vy_graph_stats {
    uint32_t waves, kernels, groups;
    uint32_t planned_barriers, barriers; ///< barriers: waits between groups that took place
    uint64_t planned_peak, peak;         ///< bytes of the device's memory; peak: that were taken
    uint64_t bytes_up, bytes_down, cleared_bytes, uncleared_bytes;
    uint64_t launches, statements, out_of_bounds, printed, dropped;
    bool one_submission;  ///< the device ran the graph as a whole
    double wall_ms;       ///< from the call to the end
    double queued_ms;     ///< of that: waited for others who use the same vy_buffers
    double device_ms;     ///< launches alone: device time where the device measures it
    uint64_t reserved[8]; ///< 0, see vyre/base.h
} vy_graph_stats;

/// Plans it where needed, runs it and waits. The first run takes memory on the device, which the
/// graph keeps for the next ones. After an error found before the launch nothing is touched; after
/// an assert, a deadline, a cancel or a failure of the device `memory` and vy_buffers that waves
/// write are unspecified. A device whose memory is the host's (cpu) reads `data` where it lies.
/// NULL params: no deadline. `stats` may be NULL.
///
/// VY_ERROR_ROWS: all waves ran, `memory` and vy_buffers are written as they are without an error,
/// and a wave counted more rows of a @count output than there is room for; vy_graph_fault() names
/// it. Counters are looked at when all waves have run: one that is scratch, or that a later wave
/// writes again, says nothing of the wave before. Give each wave a counter of its own.
VY_API vy_status vy_graph_run(vy_graph *graph, const vy_graph_run_params *params,
                              vy_graph_stats *stats);
/// Asks the run that is under way to stop; it then gives VY_ERROR_CANCELLED. Nothing where none is.
VY_API void vy_graph_cancel(vy_graph *graph);

#ifdef __cplusplus
}
#else
#define vy_graph_params(...) VY_PARAMS(vy_graph_params, __VA_ARGS__)
#define vy_graph_buffer_params(...) VY_PARAMS(vy_graph_buffer_params, __VA_ARGS__)
#define vy_graph_wave_params(...) VY_PARAMS(vy_graph_wave_params, __VA_ARGS__)
#define vy_graph_run_params(...) VY_PARAMS(vy_graph_run_params, __VA_ARGS__)
#endif
/// The same defaults for C++, where the macros cannot be used.
VY_DEFAULTS(vy_graph_params, vy_graph_defaults)
VY_DEFAULTS(vy_graph_buffer_params, vy_graph_buffer_defaults)
VY_DEFAULTS(vy_graph_wave_params, vy_graph_wave_defaults)
VY_DEFAULTS(vy_graph_run_params, vy_graph_run_defaults)

#endif
