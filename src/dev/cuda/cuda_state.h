// The cuda device's own: what its files share.
//
// Order between streams. Everything that makes or fills memory goes to one stream, `up`, and is
// counted. A launch and a download wait for what was put there before them (vyi_cuda_follow). A
// launch and a download are waited for by the host before their call returns, so that whatever
// comes after them needs to wait for nothing, and memory that was freed can be used again at
// once.
#pragma once

#include "dev/code_cache.h"
#include "dev/compiled.h"
#include "dev/cuda/driver.h"
#include "dev/pool.h"
#include "gen/llvm/cuda_abi.h"

enum {
    VYI_CUDA_SMALL = 4,      ///< chunks of a way of transfer for little,
    VYI_CUDA_COPIERS = 16,   ///< threads that carry much,
    VYI_CUDA_LARGE = 32,     ///< and their chunks
    VYI_CUDA_WORKGROUP = 256 ///< invocations, where the program leaves it to the device
};

/// What the GPU is.
struct vyi_cuda_about {
    char name[64];
    uint64_t memory;
    int driver;     ///< 13000: CUDA 13.0
    int capability; ///< 90: 9.0
    int processors, threads, resident, shared, shared_most;
    bool cooperative, pools;
};

/// Memory that small pieces are cut from.
enum { VYI_CUDA_SLABS = 4, VYI_CUDA_SLAB_UNITS = 8192 };
struct vyi_cuda_slab {
    cu_memory at;                             ///< 0: none yet
    uint64_t taken[VYI_CUDA_SLAB_UNITS / 64]; ///< a bit a unit
};

/// A stream, and events around what runs on it.
struct vyi_cuda_lane {
    cu_stream stream;
    cu_event begin, end;
};

/// Large pages of our own that the driver has pinned; see transfer.c.
struct vyi_cuda_pages {
    uint8_t *at; ///< NULL: none
    size_t bytes;
    void *mapped; ///< what they lie in
    bool pinned;  ///< in the context that there is now
};
/// Pinned memory that a copy goes through.
struct vyi_cuda_chunk {
    void *at;
    cu_event done; ///< the copy that used it last
};
enum { VYI_CUDA_SENT = 8 }; ///< copies that are waited for one by one
/// Transfers of one direction.
struct vyi_cuda_way {
    pthread_mutex_t lock;
    struct vyi_cuda_chunk small[VYI_CUDA_SMALL], large[VYI_CUDA_LARGE];
    struct vyi_cuda_pages arena; ///< of the large ones; none: not needed so far
    bool no_arena;               ///< it cannot be had
    uint32_t next;               ///< the small chunk that has waited longest
    struct vyi_cuda_lane direct; ///< of copies that need no chunk; closed until the first of them
    struct vyi_cuda_sent {
        cu_memory there; ///< 0: of no copy
        cu_event end;    ///< of that copy, or of a later one
    } sent[VYI_CUDA_SENT];
    uint32_t sends;
    pthread_mutex_t direct_lock;
};

/// What tracing needs; see slot.c.
struct vyi_cuda_trace {
    cu_event origin;     ///< recorded at `origin_ns`; NULL: nothing is traced
    uint64_t origin_ns;  ///< CLOCK_MONOTONIC
    cu_event ways[2][2]; ///< by way: around a transfer, under its lock
};

/// What is freed when nothing runs.
enum vyi_cuda_deferred_kind {
    VYI_CUDA_DEFERRED_MODULE,
    VYI_CUDA_DEFERRED_GRAPH,
    VYI_CUDA_DEFERRED_PINNED,
    VYI_CUDA_DEFERRED_MEMORY ///< that is of no pool
};
struct vyi_cuda_deferred {
    enum vyi_cuda_deferred_kind kind;
    void *what;
};
/// One launch while it waits or runs, or another call that waits.
struct vyi_cuda_turn {
    const struct vyi_job *job; ///< NULL: nothing has it stop
    bool exclusive;            ///< it needs that nothing runs
    uint32_t local_bytes;      ///< a thread's
    bool together;             ///< all blocks must be resident at once
    uint32_t blocks;           ///< of it,
    uint64_t fit;              ///< and how many of them an empty GPU holds; 0: not known
    bool urgent;               ///< others wait for it,
    uint64_t ns, end;          ///< or do not, for so long, until then
    bool stop_requested;       ///< to stop,
    bool stuck;                ///< and did not
    struct vyi_cuda_turn *next;
};
/// Of a graph: the driver spreads its kernels over queues of its own, of which one may be that of
/// a persistent kernel, and wait there for ever. It is assumed to find no room beside one.
static inline struct vyi_cuda_turn vyi_cuda_graph_turn(const struct vyi_job *job)
{
    return (struct vyi_cuda_turn){.job = job, .together = true, .blocks = 1};
}
/// Launches that ignored a stop request and may still run; see wait.c.
enum { VYI_CUDA_STUCK = 8, VYI_CUDA_MESSAGE = 256 };
struct vyi_cuda_stuck {
    struct {
        cu_context context;
        cu_stream stream;
    } at[VYI_CUDA_STUCK]; ///< the first of them
    uint32_t count;
    uint32_t holds;               ///< of the context, by devices that were closed meanwhile
    char first[VYI_CUDA_MESSAGE]; ///< the message about them
};
/// Which launches run and which calls wait, of all devices of the process; see arbiter.c.
struct vyi_cuda_arbiter {
    pthread_mutex_t lock;
    pthread_cond_t change;          ///< made with the first device, gone with the last
    struct vyi_cuda_state *devices; ///< those that are open
    uint32_t running;               ///< launches
    struct vyi_cuda_turn *line;     ///< who waits, the last one first
    struct vyi_cuda_turn *turns;    ///< launches, the last one first, but for those that are stuck
    uint32_t local_bytes;           ///< a thread's, the most of all launches so far
    bool taken;                     ///< exclusive use is granted
    bool alone;                     ///< to a launch
    struct vyi_cuda_stuck stuck;
};

/// Memory that is kept for the next use; see cuda_memory.c.
struct vyi_cuda_store {
    pthread_mutex_t lock;
    struct vyi_cuda_slab slabs[VYI_CUDA_SLABS];
    struct vyi_kept kept;
};

/// The kernel that stands between the kernels of graphs; see cuda_submit.c.
struct vyi_cuda_steps {
    bool tried; ///< it was looked for
    cu_module module;
    cu_function kernel; ///< NULL: the driver has no conditional nodes, or cannot load it
};

struct vyi_cuda_slot;

/// What the device's name asks for.
struct vyi_cuda_options {
    bool exact;         ///< see cuda_memory.c
    bool no_conditions; ///< no conditional nodes, as with drivers before CUDA 12.4
    /// Of programs with grid barriers: 1 virtual workgroups, 0 the whole grid resident, -1
    /// whichever is faster.
    int virtual_groups;
    uint64_t patience_ns; ///< see wait.c
};

struct vyi_cuda_state {
    struct vyi_cuda_driver cu;
    struct vyi_cuda_about about;
    cu_device gpu;
    int pid;          ///< of the process that opened it
    vy_context *host; ///< whose memory it uses
    vy_device *device;
    struct vyi_code_cache *cache;
    struct {
        uint8_t key[32];
        char *ptx; ///< of the context's memory; NULL: none
        size_t size;
    } ahead;                 ///< made while the device was opened; under slot_lock
    pthread_t warmup_thread; ///< see cuda_code.c
    bool warming_up;

    struct vyi_cuda_arbiter *arbiter;
    struct vyi_cuda_state *beside;              ///< another device; under the lock of `arbiter`,
    VYI_VEC(struct vyi_cuda_deferred) deferred; ///< as this is,
    VYI_VEC(struct vyi_cuda_pages) pages;       ///< and these, of buffers that the host sees
    pthread_rwlock_t gate;                      ///< read by every call, written by recovery
    atomic_int lost;             ///< the result that ended the context; 0: it is well
    _Atomic(const char *) doing; ///< what the call did that got it

    // What belongs to the context.
    bool started;
    cu_context context;
    cu_pool pool;                   ///< NULL: not needed so far, or the GPU has none
    cu_stream up, down, side;       ///< side: for words that are written while kernels run
    cu_event tail;                  ///< of `up`
    atomic_ullong enqueued, passed; ///< on `up`: put there; known to be done

    struct vyi_cuda_options options;
    struct vyi_cuda_store store;
    struct vyi_pool *workers;    ///< threads that carry transfers
    struct vyi_cuda_way ways[2]; ///< up, down
    struct vyi_cuda_trace trace;

    pthread_mutex_t slot_lock;
    struct vyi_cuda_slot *spare; ///< unused slots, the one used last first
    uint32_t slots;              ///< in use or not
    struct vyi_cuda_steps steps;
    uint32_t generation;   ///< contexts so far
    atomic_ullong kernels; ///< loaded so far
};

// ---- context.c ----
/// Makes the context current for this thread. Fails where the device is lost or the process was
/// forked; reported to `report`, or to the context's diagnostics where that is NULL.
vy_status vyi_cuda_enter(vy_device *device, struct vyi_report *report);
/// The same; a failure is not reported.
bool vyi_cuda_try_enter(vy_device *device);
void vyi_cuda_leave(vy_device *device);
/// What a result other than CU_OK means for the call: out of memory is not reported here.
vy_status vyi_cuda_fail(vy_device *device, struct vyi_report *report, cu_result result,
                        const char *doing);
/// The end of a call: leaves, and turns its result into a status.
vy_status vyi_cuda_done(vy_device *device, cu_result result, const char *doing);
/// From here on every call fails, until it is recovered.
void vyi_cuda_lose(vy_device *device, cu_result result, const char *doing);
/// Makes the context with its streams. A failure is not reported.
cu_result vyi_cuda_start(vy_device *device);
/// Frees all that belongs to the context, and releases the context.
void vyi_cuda_end(vy_device *device);
bool vyi_cuda_is_lost(const vy_device *device);
/// Reports to `report`, or to the context's diagnostics where that is NULL.
void vyi_cuda_report_lost(vy_device *device, struct vyi_report *report);
/// As vyi_dev_must_stop(), and where the device is lost.
enum vyi_stop vyi_cuda_must_stop(const struct vyi_cuda_state *s, const struct vyi_job *job);
vy_status vyi_cuda_recover(vy_device *device, struct vyi_report *report, bool *recovered);

// ---- arbiter.c ----
void vyi_cuda_arbiter_open(struct vyi_cuda_state *s, uint32_t index); ///< of the GPU
void vyi_cuda_arbiter_close(struct vyi_cuda_state *s);
/// Around calls that wait until nothing runs; not inside of a run. Other than NOT: the job has to
/// stop first; NULL never has to.
enum vyi_stop vyi_cuda_exclusive_begin(struct vyi_cuda_state *s, const struct vyi_job *job);
void vyi_cuda_exclusive_end(struct vyi_cuda_state *s);
/// Calls of the driver that may wait for a persistent kernel to end, which has some time to yield
/// first; one in a long handler yields when the handler ends.
cu_result vyi_cuda_stream_create(struct vyi_cuda_state *s, cu_stream *stream);
cu_result vyi_cuda_graph_make(struct vyi_cuda_state *s, cu_exec *exec, cu_graph graph);
/// Around a launch and waiting for it. Other than NOT: it has to stop before it began.
enum vyi_stop vyi_cuda_run_begin(struct vyi_cuda_state *s, struct vyi_cuda_turn *turn);
/// All of it has been handed to the driver.
void vyi_cuda_run_launched(struct vyi_cuda_state *s);
void vyi_cuda_run_end(struct vyi_cuda_state *s, struct vyi_cuda_turn *turn);
/// Of so many blocks that an empty GPU holds, those that it holds beside persistent kernels now.
uint64_t vyi_cuda_blocks_left(struct vyi_cuda_state *s, uint64_t fit);
/// Frees it, now or when nothing runs; NULL is nothing.
void vyi_cuda_free_later(struct vyi_cuda_state *s, enum vyi_cuda_deferred_kind kind, void *what);
/// The context is gone, and with it local memory and deferred frees.
void vyi_cuda_arbiter_forget(struct vyi_cuda_state *s);

// ---- wait.c ----
/// How long a launch has to stop, in nanoseconds, for the option stop_ms: -1: the usual time; 0:
/// without end.
uint64_t vyi_cuda_patience_asked(int64_t stop_ms);
/// Whether some launch was given up that still runs; `first` (may be NULL) is then the message
/// about it.
bool vyi_cuda_stuck(struct vyi_cuda_state *s, char first[VYI_CUDA_MESSAGE]);
/// The device is closed beside such a launch: its hold of the context is kept.
void vyi_cuda_stuck_hold(struct vyi_cuda_state *s);

// ---- cuda_memory.c ----
uint64_t vyi_cuda_memory_size(vy_device *device, uint64_t bytes);
vy_status vyi_cuda_memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory);
void vyi_cuda_memory_destroy(vy_device *device, void *memory, uint64_t bytes);
vy_status vyi_cuda_mapped_create(vy_device *device, uint64_t bytes, void **memory, void **host);
void vyi_cuda_mapped_destroy(vy_device *device, void *host);
void vyi_cuda_memory_clear(vy_device *device, void *memory, uint64_t bytes);
vy_status vyi_cuda_fill(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                        uint32_t pattern_bytes);
vy_status vyi_cuda_copy(vy_device *device, void *to, const void *from, uint64_t bytes);
/// Inside enter and leave: a piece of at least so many bytes, not cleared; and back.
cu_result vyi_cuda_take(struct vyi_cuda_state *s, uint64_t bytes, struct vyi_dev_piece *piece);
void vyi_cuda_give(struct vyi_cuda_state *s, struct vyi_dev_piece *piece);
/// Everything that is kept goes back to the driver.
void vyi_cuda_memory_flush(struct vyi_cuda_state *s);
/// The same with what small pieces are cut from and the pool, at the end of the context.
void vyi_cuda_memory_end(struct vyi_cuda_state *s);
/// Counts what was just put on `up`.
void vyi_cuda_note(struct vyi_cuda_state *s);
/// What is put on the stream from here on comes after all that was put on `up` before. *mark: for
/// vyi_cuda_passed(), once the stream has been waited for.
cu_result vyi_cuda_follow(struct vyi_cuda_state *s, cu_stream stream, uint64_t *mark);
void vyi_cuda_passed(struct vyi_cuda_state *s, uint64_t mark);

// ---- transfer.c ----
vy_status vyi_cuda_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up);
/// The same inside enter and leave.
cu_result vyi_cuda_move(struct vyi_cuda_state *s, cu_memory there, void *host, uint64_t bytes,
                        bool up);
void vyi_cuda_ways_free(struct vyi_cuda_state *s);
vy_status vyi_cuda_send(vy_device *device, void *memory, const void *host, uint64_t bytes);
enum { VYI_CUDA_PAGES_LEAST = 1 << 20 }; ///< bytes that are worth pages of our own
/// Zeroed. Inside enter and leave; false: the driver's are to be used.
bool vyi_cuda_pages_create(struct vyi_cuda_state *s, size_t bytes, unsigned flags,
                           struct vyi_cuda_pages *pages);
void vyi_cuda_pages_destroy(struct vyi_cuda_state *s, struct vyi_cuda_pages *pages);
/// With the arbiter's lock: pages of so many bytes that wait to be freed; NULL: there are none.
/// Else each stream beside a persistent kernel would pin more.
void *vyi_cuda_pages_again(struct vyi_cuda_state *s, size_t bytes);
/// With the arbiter's lock: frees pinned memory, of our own pages or the driver's.
void vyi_cuda_pinned_free(struct vyi_cuda_state *s, void *host);

// ---- slot.c: traces ----
/// With the context: makes what tracing needs, where the device is traced.
cu_result vyi_cuda_trace_start(struct vyi_cuda_state *s);
void vyi_cuda_trace_end(struct vyi_cuda_state *s);
/// Reports what went on between two events, which have passed.
void vyi_cuda_trace_emit(struct vyi_cuda_state *s, vy_trace_event event, cu_event begin,
                         cu_event end);
static inline bool vyi_cuda_traced(const struct vyi_cuda_state *s)
{
    return s->trace.origin;
}

// ---- cuda_code.c ----
/// Around the making of a context: a thread makes PTX of the program that will run first, where
/// that is known and not on disk.
void vyi_cuda_warmup_begin(vy_device *device);
void vyi_cuda_warmup_end(struct vyi_cuda_state *s);
vy_status vyi_cuda_prepare(vy_device *device, const vy_program *program, bool part,
                           const struct vyi_job *job, void **code);
void vyi_cuda_release(vy_device *device, void *code);

enum { VYI_CUDA_SHAPES = 8 };

/// How many blocks of a kernel are resident, by the size of its blocks.
struct vyi_cuda_shape {
    uint32_t threads, shared, blocks; ///< blocks: on one multiprocessor
};

/// A kernel that is loaded.
struct vyi_cuda_kernel {
    struct vyi_cuda_info info;
    cu_module module;
    cu_function function;
    uint64_t number;             ///< no other kernel of the device has it, ever
    const struct vyi_code *code; ///< of its program
    uint32_t print_words;        ///< most words that a line of `print` takes; 0: there are none
    uint32_t local_bytes;        ///< of a thread
    pthread_mutex_t lock;        ///< of what follows
    struct vyi_cuda_shape shapes[VYI_CUDA_SHAPES];
    uint32_t shape_count;
};
/// Memory of a launch beside its buffers; what it takes less than a kilobyte for does not count.
static inline uint64_t vyi_cuda_own_bytes(const struct vyi_cuda_info *info, uint64_t groups)
{
    uint64_t keep = (info->spill_bytes * groups + 63) & ~(uint64_t)63;
    return keep + (info->parts ? (groups + 1) * sizeof(uint64_t) : 0);
}
/// What runs this launch; made now where the usual kernel cannot. `direct`: it may take its block
/// with the launch. Inside enter and leave.
vy_status vyi_cuda_kernel_for(vy_device *device, const struct vyi_job *job,
                              const struct vyi_kernel *what, bool direct,
                              struct vyi_cuda_kernel **kernel);
/// How many blocks of this size fit on the device at once.
cu_result vyi_cuda_resident(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k, uint32_t threads,
                            uint32_t shared, uint64_t *blocks);

// ---- module.c ----
/// "sm_90"
const char *vyi_cuda_kind(int capability);
struct vyi_llvm_request;
void vyi_cuda_ptx_ahead(vy_device *device, const struct vyi_llvm_request *request,
                        struct vyi_report *report);
/// Fills in what is of its code: found on disk, else made and kept there. Inside enter and leave.
/// `job` may have to stop before that can be loaded. `brief`: it can do without, so VY_ERROR_BUSY,
/// not reported, where something runs that does not end soon.
vy_status vyi_cuda_kernel_obtain(vy_device *device, const struct vyi_llvm_request *request,
                                 const struct vyi_job *job, bool brief,
                                 struct vyi_cuda_kernel *kernel);

/// The size of a launch.
struct vyi_cuda_grid {
    uint32_t blocks, threads, shared;
    bool together; ///< cooperative
    uint64_t fit;  ///< then: how many of its blocks an empty GPU holds
};
/// For so many workgroups; VY_ERROR_LIMIT, reported, where no block fits.
vy_status vyi_cuda_shape(vy_device *device, struct vyi_cuda_kernel *k, uint64_t groups,
                         struct vyi_report *report, struct vyi_cuda_grid *grid);
/// Workgroups of a launch by itself, `groups` where the program says how many.
uint64_t vyi_cuda_own_groups(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k,
                             const struct vyi_kernel *what, uint64_t groups);

// ---- cuda_launch.c: launches that come again ----
enum { VYI_CUDA_ZEROS = 4 };
/// What a launch does that may be replayed; without padding, so that bytes are compared.
struct vyi_cuda_identity {
    uint64_t kernel, keep, head, blocks, threads, shared, block, words, kept, pinned, zero_count;
    struct vyi_dev_piece zeros[VYI_CUDA_ZEROS]; ///< that it clears
};
/// A launch that comes again and again, as a graph: handing that over costs less.
struct vyi_cuda_replay {
    cu_graph graph;
    cu_exec exec; ///< NULL: none yet
    struct vyi_cuda_identity what;
    uint32_t times; ///< seen in a row
    bool refused;   ///< it could not be made
};
void vyi_cuda_replay_free(struct vyi_cuda_state *s, struct vyi_cuda_replay *r);

// ---- slot.c ----
/// What one launch needs at a time, kept for the next one.
struct vyi_cuda_slot {
    struct vyi_cuda_slot *next;
    uint64_t kernel; ///< the kernel that used it last
    struct vyi_cuda_lane lane;
    struct vyi_dev_piece block, words, keep, parts; ///< see cuda_launch.c
    struct vyi_cuda_replay replay;
    uint8_t *pinned;
    size_t pinned_bytes;
    uint64_t block_bytes; ///< of what `block` holds, which the pinned memory holds too; 0: none
    uint64_t dirty;       ///< words of the log's lines that may not be zero, or more
    bool fresh;           ///< the head of `words` is as it must be before a launch
};
cu_result vyi_cuda_slot_take(struct vyi_cuda_state *s, uint64_t kernel,
                             struct vyi_cuda_slot **slot);
void vyi_cuda_slot_give(struct vyi_cuda_state *s, struct vyi_cuda_slot *slot);
/// `inside`: with what they have of the context, else their own memory alone.
void vyi_cuda_slots_free(struct vyi_cuda_state *s, bool inside);
void vyi_cuda_event_free(struct vyi_cuda_state *s, cu_event *event);
/// `end`: flags of that event.
cu_result vyi_cuda_lane_open(struct vyi_cuda_state *s, struct vyi_cuda_lane *lane, unsigned end);
void vyi_cuda_lane_close(struct vyi_cuda_state *s, struct vyi_cuda_lane *lane);
/// How long a run took that has ended; 0: the job does not ask, or it is not known.
uint64_t vyi_cuda_lane_ns(struct vyi_cuda_state *s, const struct vyi_job *job,
                          const struct vyi_cuda_lane *lane);
/// Whether events are recorded around a run. Never around a persistent kernel: an event behind it
/// on its stream may hold up other streams, which share queues of the driver's.
static inline bool vyi_cuda_timed(const struct vyi_cuda_state *s, const struct vyi_job *job)
{
    return (!job->untimed || vyi_cuda_traced(s)) && !job->persistent;
}

// ---- cuda_code.c again ----
/// Memory of a launch beside its buffers, where workgroups run in turn, which takes most.
uint64_t vyi_cuda_launch_size(vy_device *device, const struct vyi_job *job,
                              const struct vyi_kernel *what);
vy_route vyi_cuda_prefer(vy_device *device, void *code, const struct vyi_launch *launch,
                         const char **reason);

// ---- cuda_submit.c ----
/// Runs a list as a whole where the driver can, else command by command.
vy_status vyi_cuda_submit(vy_device *device, const struct vyi_job *job,
                          struct vyi_job_result *result);
void vyi_cuda_forget(vy_device *device, struct vyi_recorded *kept);

// ---- cuda_launch.c ----
vy_status vyi_cuda_launch(vy_device *device, const struct vyi_job *job,
                          const struct vyi_kernel *what, const struct vyi_clears *clears,
                          struct vyi_job_result *result);

// ---- wait.c ----
/// Reports why the launch stopped; its status. `log` NULL: nothing is known of the program, which
/// may then be NULL too.
vy_status vyi_cuda_verdict(vy_device *device, const vy_program *program, struct vyi_report *report,
                           const struct vyi_cuda_log *log, enum vyi_stop stop);

static inline cu_memory vyi_cuda_address(const void *memory)
{
    return (cu_memory)(uintptr_t)memory;
}
static inline struct vyi_cuda_state *vyi_cuda_state(const vy_device *device)
{
    return device->state;
}
