// What the public handles hold, and the checked arguments of a dispatch.
#pragma once

#include "dev/execute.h"
#include "opt/opt.h"
#include "plan/launch_plan.h"
#include "plan/schedule.h"
#include "run/hub.h"
#include "vyre/graph.h"

/// What passes make a program for.
static inline enum vyi_for vyi_dev_for(const vy_device *device)
{
    bool (*concurrent)(const vy_device *) = device->fns->concurrent;
    return concurrent && concurrent(device) ? VYI_FOR_CONCURRENT : VYI_FOR_SERIAL;
}

struct vy_buffer {
    vy_device *device;
    void *memory; ///< of the device
    void *host;   ///< of a mapped one: the same as the host sees it; else NULL
    uint64_t bytes;
    struct vyi_block block; ///< that `memory` is of, where it is not the host's
    // Under the hub's lock, but that anyone may ask whether it is gone.
    atomic_bool gone;    ///< destroyed: the handle is kept to recognise its use
    uint32_t uses;       ///< turns that name it
    uint32_t generation; ///< the device's when it was made
    vy_buffer *next;     ///< in the hub's list of those gone
    /// Of the graph that it stands for a buffer of, and was never handed out; NULL: the caller's.
    struct vyi_slot *slot;
};

/// A program made ready for a device: shared by the pipelines of equal programs.
struct vyi_compiled {
    struct vyi_compiled *next; ///< in the hub's cache, the one used last first
    uint32_t refs;             ///< pipelines and dispatches; under the hub's lock
    bool cached;
    uint8_t key[32];
    vy_program *program; ///< after the passes; held
    uint32_t skipped;    ///< set of the passes that were left out
    struct vyi_pass_times passes;
    uint32_t generation; ///< the device's when it was made
    bool meets;          ///< the program has grid barriers
    struct vyi_overwrites overwrites;
    pthread_mutex_t lock;         ///< of what follows, until it has been made
    void *code;                   ///< of the whole program, for the native route
    atomic_bool prepared;         ///< `code` is there, or the device needs none
    struct vy_schedule *schedule; ///< made when a route first needs it
    void **codes;                 ///< by segment
    uint32_t code_count;          ///< segments that have theirs, or need none
    atomic_bool scheduled;        ///< the schedule and all of them are there
    struct vyi_recorded *kept;    ///< what the device keeps of the list that the schedule is
    uint64_t layout;              ///< of the program's bindings
    /// By buffer: bytes that the last dispatch needed of an output that grows, 0 before; NULL: none
    /// grows.
    _Atomic uint64_t *rooms;
};

struct vy_pipeline {
    vy_device *device;
    struct vyi_compiled *compiled;
    vy_program *program; ///< the compiled one's
};

/// Makes a verified program ready for a device, or takes one that is, unless `fresh`; `skip`: set
/// of passes to leave out. Where it will take the native route, its code is made too. The caller
/// holds it.
vy_status vyi_compiled_create(vy_device *device, vy_program *program, uint32_t skip, bool fresh,
                              vy_route route, uint64_t deadline_ns, struct vyi_compiled **compiled);
void vyi_compiled_hold(vy_device *device, struct vyi_compiled *compiled);
void vyi_compiled_drop(vy_device *device, struct vyi_compiled *compiled);
/// Code for the native route, made by the first thread that needs it; others wait. An error where
/// `job` was cancelled or its time is over; code that has been made is kept.
vy_status vyi_compiled_prepare(vy_device *device, struct vyi_compiled *compiled,
                               const struct vyi_job *job);
/// compiled->schedule, and code for each of its segments, made when it is first needed. Stops when
/// `job` was cancelled or its time is over; what was made until then is kept.
vy_status vyi_compiled_schedule(vy_device *device, struct vyi_compiled *compiled,
                                const struct vyi_job *job);
/// Frees all that is not in use; when the device is closed.
void vyi_compiled_free_all(vy_device *device);

/// The arguments of a call, by buffer and param. All is copied; the memory they point to is not.
struct vyi_args {
    struct vyi_given given; ///< `bound`: host bytes, or what gives an open size
    const vy_arg **buffers; ///< by buffer; NULL: not given
    vy_arg *own;            ///< what `buffers` points to; a BUFFER always has offset and bytes
    struct vyi_use *uses;   ///< of vy_buffers, by vyi_args_uses()
    uint32_t use_count;
    void *memories; ///< room for the tables of a dispatch's memories; NULL: none
};

enum vyi_args_rule {
    VYI_ARGS_SOME, ///< those that there are, to ask for sizes
    VYI_ARGS_ALL,  ///< every buffer and every param without a default
    VYI_ARGS_RACE  ///< outputs may be left out or be without memory
};

/// Names, kinds and types of the arguments, all errors reported. `device` NULL: vy_buffers of any
/// device. `graph`: the one that buffers may be of, or NULL. Free with vyi_args_free() either way.
vy_status vyi_args_read(const vy_program *p, const vy_device *device, const vy_graph *graph,
                        const vy_arg *args, enum vyi_args_rule rule, struct vyi_report *report,
                        struct vyi_args *out);
/// After the sizes are known, so that a wrong length is called that: vy_buffers are large enough
/// for them, and what is writable overlaps nothing.
vy_status vyi_args_fit(const vy_program *p, struct vyi_args *args, const struct vyi_launch *launch,
                       struct vyi_report *report);
/// The second half of that: what is writable overlaps nothing.
vy_status vyi_args_overlap(const vy_program *p, struct vyi_args *args, struct vyi_report *report);
/// Lists the bytes of vy_buffers that the call uses.
void vyi_args_uses(const vy_program *p, struct vyi_args *args, const struct vyi_launch *launch);
void vyi_args_free(vy_context *c, struct vyi_args *args);

/// A call of a pipeline: a dispatch, or a wave of a graph.
struct vyi_call {
    struct vyi_args args;
    struct vyi_launch launch;
    vy_route route;
    const char *reason; ///< of the route
    bool repeats;       ///< runs several times
    bool grows;         ///< may run again with more room: of the caller's nothing is changed before
};
/// Chooses the route, reads the arguments, evaluates all sizes and compares them with the limits of
/// the device; nothing is touched. `graph` NULL: a dispatch. Free with vyi_call_free() either way.
vy_status vyi_call_check(vy_device *device, struct vyi_compiled *compiled, const vy_graph *graph,
                         const vy_arg *args, vy_route wanted, uint64_t deadline_ns,
                         struct vyi_report *report, struct vyi_call *call);
void vyi_call_free(vy_context *c, struct vyi_call *call);

/// Memory of a device for each buffer of a program. Starts zeroed, but for what the program
/// overwrites anyway; free with vyi_memories_free().
struct vyi_memories {
    bool host;                               ///< memory of the host instead, for the host route
    const struct vyi_overwrites *overwrites; ///< NULL: all is cleared
    const struct vyi_call *call;             ///< whose memory it is
    uint64_t uncleared;                      ///< bytes that were left as they are, in all runs
    void **at;
    struct vyi_block *owned; ///< to free; without a base: borrowed or none
    /// A list with late clears from the third on, which the next launch has to do, and room for
    /// the launch.
    struct vyi_command *commands;
    uint32_t zero_count; ///< clears
    void *tables;        ///< to free
};
/// Bytes of its tables.
static inline size_t vyi_memories_bytes(const vy_program *p)
{
    return p->buffers.count * (sizeof(void *) + sizeof(struct vyi_block)) +
           (p->buffers.count + 3) * sizeof(struct vyi_command);
}
enum vyi_memories_kind {
    VYI_MEMORIES_BORROW, ///< vy_buffers are used where they lie, and the caller's memory where the
                         ///< device's is the host's
    VYI_MEMORIES_COPY,   ///< nothing of the caller's is written
    VYI_MEMORIES_HOST    ///< in the host's memory: inputs are borrowed from the caller
};
/// Allocates; touches nothing of the caller's. `overwrites` NULL: everything is cleared. Of the job
/// deadline, cancel and report count.
vy_status vyi_memories_create(vy_device *device, const vy_program *p,
                              const struct vyi_overwrites *overwrites, const struct vyi_call *call,
                              enum vyi_memories_kind kind, const struct vyi_job *job,
                              struct vyi_memories *m);
/// Puts the start values into memory of the device's. Of the job deadline, cancel and report count.
/// `stats` gets the bytes that were transferred; NULL: none.
vy_status vyi_memories_fill(vy_device *device, const vy_program *p, const struct vyi_call *call,
                            const struct vyi_job *job, struct vyi_memories *m, vy_stats *stats);
/// Clears what starts as zeros: before the first run the caller's own buffers and memory, before
/// the program runs `again` everything. Puts it into `commands` instead where the device clears as
/// part of launches, or where the caller's memory must not be touched before the first launch.
vy_status vyi_memories_clear(vy_device *device, const vy_program *p, const struct vyi_job *job,
                             bool again, struct vyi_memories *m);
/// Reads a range of one of them. Of the job deadline, cancel and report count; NULL: nothing stops
/// it.
vy_status vyi_memories_read(vy_device *device, const struct vyi_memories *m,
                            const struct vyi_job *job, uint32_t buffer, uint64_t offset, void *to,
                            uint64_t bytes);
void vyi_memories_free(vy_device *device, const vy_program *p, struct vyi_memories *m);

static inline double vyi_ms_since(uint64_t start_ns)
{
    return (double)(vyi_now_ns() - start_ns) / 1e6;
}

/// Frees the handle itself, when the device is closed.
void vyi_device_free(vy_device *device);
/// Whether the device has been recovered since the buffer was made: its memory is gone.
bool vyi_buffer_stale(const vy_buffer *buffer);
/// One use less, with the hub's lock held: the memory of a destroyed buffer goes with the last.
void vyi_buffer_drop(vy_buffer *buffer);
/// Frees memory that was taken in a generation of the device, unless it was lost with the device.
void vyi_block_give(vy_device *device, struct vyi_block *block, uint32_t generation);

/// Rows of a @count buffer in use: found, as the program counted them, and kept, at most the rows
/// there are. Both are the number of rows where there is no @count.
vy_status vyi_rows_used(vy_device *device, const vy_program *p, const struct vyi_launch *launch,
                        const struct vyi_memories *memory, uint32_t buffer, uint64_t *found,
                        uint64_t *kept);
/// Reports that a @count buffer has lost rows, and what would give it room for all of them.
void vyi_rows_lost(struct vyi_report *report, const vy_program *p, uint32_t buffer, uint64_t found,
                   uint64_t kept);
/// The first column of the bag of rows that a buffer counts. Columns are out or inout, and stand
/// behind their counter.
uint32_t vyi_rows_first(const vy_program *p, uint32_t counter);
/// vy_rows_sort() of columns that have kept[c] rows, which differ where rows were lost: the rows
/// that all columns have are sorted, then those behind them that the others have, ….
vy_status vyi_rows_sort(vy_context *context, vy_column *columns, uint64_t *kept, size_t count);
/// An element in memory as text.
void vyi_rows_value(uint8_t elem, const void *at, struct vyi_text *t);
/// vy_rows_text() appended to a text.
void vyi_rows_text(const vy_column *columns, size_t count, uint64_t row, struct vyi_text *t);
/// The bytes of a buffer that come back to the host: [from, to).
void vyi_visible(const vy_program *p, const struct vyi_launch *launch, uint32_t buffer,
                 uint64_t kept, uint64_t *from, uint64_t *to);

// ---- diagnostics of what runs on another thread: held, and delivered on the caller's ----
struct vyi_kept_diag;
struct vyi_held {
    vy_context shadow;   ///< the context to report to: diagnostics come here
    vy_context *context; ///< the real one
    struct vyi_arena arena;
    struct vyi_kept_diag *first, **last;
};
/// Stays where it was made. Ends with vyi_held_deliver().
void vyi_held_begin(struct vyi_held *k, vy_context *context);
/// Delivers everything, in order, where it is wanted, and frees it.
void vyi_held_deliver(struct vyi_held *k, bool wanted);

// ---- a program in segments: the resident and the host route ----
/// The list of commands that a schedule is, with memory for its hidden buffers.
struct vyi_segments {
    const struct vy_schedule *schedule;
    vy_device *device;
    struct vyi_launch launch; ///< of the frame: the source's numbers, and the hidden buffers'
    void **memory;            ///< by buffer of the frame: of the device
    void **host;              ///< by buffer: of the host; see struct vyi_job
    void *const *hidden;      ///< by hidden buffer: memory of the caller's for it; NULL: its own
    bool on_host;             ///< the host route
    uint64_t spill_bytes;
    VYI_VEC(struct vyi_command) commands;
    uint32_t first, built;        ///< of the root, and how many there are, without late clears
    uint64_t layout, fingerprint; ///< of the program's bindings; of the list
    struct vyi_kernel *kernels;   ///< by segment
};

/// Evaluates the frame of the compiled schedule, for the sizes of hidden buffers. Ends with
/// vyi_segments_end() too.
vy_status vyi_segments_measure(struct vyi_segments *s, const struct vyi_compiled *compiled,
                               vy_device *device, const struct vyi_call *call,
                               struct vyi_report *report);
/// The same, then allocates the hidden buffers, and lists the fixpoints; `memory` holds the
/// source's buffers and stays the caller's. Of the job its name and how to do it are taken. Free
/// with vyi_segments_end() either way.
vy_status vyi_segments_begin(struct vyi_segments *s, const struct vyi_compiled *compiled,
                             vy_device *device, const struct vyi_call *call, void *const *memory,
                             const struct vyi_job *job, struct vyi_job_result *result);
/// Makes the list, with room for late clears of all buffers of the source.
vy_status vyi_segments_build(struct vyi_segments *s);
/// Puts the list into a job, with late clears before it: `zero_count`, from clears[2] on.
void vyi_segments_list(struct vyi_segments *s, const struct vyi_command *clears,
                       uint32_t zero_count, struct vyi_job *job);
void vyi_segments_end(struct vyi_segments *s);

// ---- a dispatch ----
struct vyi_dispatch {
    vy_device *device;
    struct vyi_compiled *compiled;
    vy_dispatch_params params; ///< a copy; `args` is not looked at after the check
    struct vyi_report report;
    struct vyi_call call;
    struct vyi_memories memory;
    struct vyi_job_result result;
    struct vyi_block *kept;    ///< by buffer: contents to put back before it runs again
    const struct vyi_job *job; ///< while it runs
    const atomic_bool *cancel; ///< NULL: none
    uint64_t start_ns, deadline_ns;
    uint64_t compile_ns; ///< making code took
    bool untimed;        ///< the time of its launches is not asked for
    bool lost_rows;      ///< a @count buffer has, which was not allowed
    bool inside;         ///< the hub knows that it uses memory of the device
    vy_stats stats;
    struct vyi_turn turn;
};

// ---- grow.c: outputs that grow ----
/// Whether the library owns the memory of an output that grows.
bool vyi_grows(const vy_program *p, const struct vyi_args *args, uint32_t i);
/// Gives such outputs the room that the last dispatch needed; true where there are any.
bool vyi_grow_begin(struct vyi_compiled *compiled, struct vyi_args *args);
/// Gives one room for the rows that were found; false where it has that or cannot have it. The
/// launch has to be evaluated again.
bool vyi_grow_room(const vy_program *p, struct vyi_call *call, uint32_t i, uint64_t found);
/// Keeps aside what a run changes and another one needs.
vy_status vyi_grow_keep(struct vyi_dispatch *d);
/// After a run: whether it has to run again. Then contents are put back, memory is freed and the
/// arguments have more room.
vy_status vyi_grow_again(struct vyi_dispatch *d, bool *again);
void vyi_grow_free(struct vyi_dispatch *d);

/// Everything that can be wrong before the launch; nothing is touched. `context` gets the
/// diagnostics. Free with vyi_dispatch_free() either way.
vy_status vyi_dispatch_check(struct vyi_dispatch *d, vy_pipeline *pipeline,
                             const vy_dispatch_params *params, vy_context *context);
/// When its turn has come: memory, launches, results.
vy_status vyi_dispatch_run(struct vyi_dispatch *d);
/// Frees all but the stats, and ends the report.
void vyi_dispatch_free(struct vyi_dispatch *d, vy_status status);
