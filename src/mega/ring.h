// The live megakernel inside: its memory, its threads, and the words that host and kernel exchange.
//
// Every word of memory that both see is written by one side alone. The host writes slots, tails,
// tenants' rows and targets of batches; the kernel writes completions, heads, ends of batches,
// counters and the log. lib/mega/ring_cpu.vy and ring_gpu.vy are the kernels; docs/mega.md has the
// protocol.
#ifndef VYI_MEGA_RING_H
#define VYI_MEGA_RING_H

#include "base/sync.h"
#include "mega/mega.h"
#include "run/run.h"
#include "vyre/ring.h"

#include <pthread.h>

/// Buffers of the kernel, in the order that its text declares them.
enum {
    RING_SUB,     ///< slots of 16 words, by priority; host
    RING_TAILS,   ///< u64: see below; host
    RING_ROWS,    ///< tenants, 8 words each; host
    RING_TARGETS, ///< batches: the count at which each has ended; host
    RING_COMP,    ///< completions of 4 words, beside the slots
    RING_ENDS,    ///< batches: the last that ended there
    RING_HEADS,   ///< u64: slots that were claimed or refused, by priority
    RING_MIRROR,  ///< u64: counters of each worker
    RING_PARKS,   ///< by worker, a line each: 1 parked
    RING_LOG,     ///< records of 8 words
    RING_BINDS,   ///< u64: see shared.def; host
    RING_ASKS,    ///< requests for bytes
    RING_ANSWERS, ///< host
    RING_ARENA,   ///< their bytes; both
    RING_LOCK,    ///< from here on the kernel's own: lock, whether queues have slots, log cursor
    RING_QUEUE,
    RING_STAMP,
    RING_NEXT,
    RING_TRIES,
    RING_OWN,  ///< the claimed slots of each worker
    RING_POST, ///< u64: the bundle that a worker was given last, on a GPU
    RING_COUNTED,
    RING_OBS,
    RING_WORK,
    RING_IOS, ///< requests by slot
    RING_BUFFERS,
    RING_MOST = RING_BUFFERS + 64 ///< with those that are shared, and windows
};
/// What the host and the kernel share; shared.def explains each.
enum {
#define RING(name, value) name = value,
#include "mega/shared.def"
};
#define RING_QUOTA_NONE UINT32_MAX
/// In `own` of ring_cpu.vy: words of a worker, and whether its next slot is to run wide.
enum { OWN_WORDS = 160, OWN_WIDE = 12, WIDE_WANTED = 1, WIDE_RAN };
/// Behind it: how it ended.
enum { WIDE_STATUS = 1, WIDE_RESULT };
/// Params of the kernel.
enum { PARAM_WORKER, PARAM_TARGET, PARAM_STAMP, PARAM_CODE, PARAM_IDLE, PARAMS };

/// On the cpu each worker is a launch. On a device with memory of its own one launch has a
/// workgroup for each worker; a wide one is a subgroup, and workgroup 0 is the poller.
enum { RING_CPU, RING_NARROW, RING_WIDE };
/// The state of the device.
enum { RING_WELL, RING_LOSING, RING_LOST };

struct vyi_ring_worker {
    struct vy_mega *mega;
    pthread_t thread;
    bool started;
    struct vyi_launch launch; ///< the megakernel's with params of its own
    uint64_t params[PARAMS];
    atomic_bool cancel; ///< stops the launch that runs
    atomic_ullong launches, stopped;
    // What the watcher polled last.
    uint64_t seen_running, seen_ends, since_ns;
    uint64_t stop_sent;    ///< GPU: the slot that ran when a stop request was sent,
    uint64_t stop_sent_ns; ///< and for how long it has been sent, as the watcher counts
    char padding[64];      ///< other threads write what follows
    atomic_uint waking;    ///< 1: launch the kernel again; it sleeps on it
    atomic_int waker;      ///< the processor of the thread that woke it
    bool alone;            ///< it was another one than the worker's
};

enum tenant_state { TENANT_FREE, TENANT_OPEN, TENANT_CLOSING };
struct vyi_ring_tenant {
    atomic_uint state; ///< enum tenant_state
    atomic_uint epoch; ///< 16 bits: raised when it is unregistered
    atomic_ullong published;
};

/// Handlers.
struct vyi_ring_opcodes {
    vy_mega_handler *at;
    uint32_t count;
    struct vyi_arena arena;          ///< has the array, and the texts that its predecessor lacks
    struct vyi_ring_opcodes *before; ///< the list that it replaced
};

struct vyi_ring_code {
    vy_program *program;
    void *code;
    struct vyi_launch launch;
};
struct vyi_interpreter;
struct vyi_ring_kernel {
    struct vyi_ring_code ring;
    struct vyi_ring_code wide; ///< cpu: for slots as wide as a workgroup, where there are handlers
    struct vyi_interpreter *interpreter; ///< of programs as data; NULL: none. It stays
};

struct vy_mega {
    vy_device *device;
    vy_context *context;
    uint32_t generation;        ///< the device's when it was made
    vy_context quiet;           ///< without diagnostics, for launches that are stopped on purpose
    vy_mega_live_params params; ///< defaults filled in; pointers are gone
    /// Publishers read them without a lock: lists that were replaced stay until the end.
    _Atomic(struct vyi_ring_opcodes *) opcodes;

    // The kernel; workers hold `loaded` for reading while they run it.
    pthread_rwlock_t loaded;
    pthread_mutex_t adding; ///< one at a time
    struct vyi_ring_kernel kernel;

    uint8_t gpu;      ///< RING_CPU, …
    uint32_t crew;    ///< workers, and the poller
    uint32_t threads; ///< that launch: the first ones of `workers`
    struct vyi_persistent service;
    atomic_uint stops;

    struct {
        void *device[RING_MOST];
        void *host[RING_BUFFERS];   ///< the same as the host sees it; NULL: it does not
        void *copies[RING_BUFFERS]; ///< of what was lost with the device
        uint64_t bytes[RING_BUFFERS];
    } buffers;
    struct {
        _Atomic uint32_t *sub, *rows, *targets, *comp, *ends, *parks, *log, *obs, *asks, *answers;
        _Atomic uint64_t *tails, *heads, *mirror, *binds;
    } shared; ///< buffers that the host and the kernel see

    // Publishing.
    atomic_uint lock;                          ///< ring_wait.c
    _Atomic uint64_t next[VY_MEGA_PRIORITIES]; ///< sequence number of the next slot
    uint64_t freed[VY_MEGA_PRIORITIES];        ///< all before it have ended and may be overwritten
    _Atomic uint64_t *kept;       ///< by slot: sequence number + 1 whose completion is to be read
    uint64_t *runs;               ///< by slot: the run that one call published from there; 0: none
    uint32_t marks[RING_BATCHES]; ///< what `targets` hold
    _Atomic uint64_t batches;     ///< numbered so far
    _Atomic uint64_t epoch;       ///< all up to this one have ended
    atomic_bool closed;
    struct vyi_replay *replay;

    struct {
        pthread_mutex_t lock;
        struct vyi_mega_names names;
        vy_buffer *buffers[VYI_MEGA_ROWS]; ///< held; NULL: not bound, or a value
        uint8_t values[VYI_MEGA_ROWS];     ///< types of values that are bound
    } binding;

    struct vyi_ring_io *io; ///< NULL: slots make no requests for bytes

    struct {
        pthread_mutex_t lock;
        uint32_t open; ///< tenants that are registered
        uint32_t held; ///< of them, as bits: those with a quota, and those switched off
    } tenancy;
    struct vyi_ring_tenant tenants[VY_MEGA_TENANTS];

    bool barrier;      ///< membarrier() works: publishers need no fence
    atomic_uint event; ///< rises when a worker parks; waiting threads sleep on it
    atomic_uint sleepers;
    atomic_bool closing;
    struct vyi_ring_worker *workers;

    uint64_t deaf_ns;       ///< after which a worker that does not stop ends its launch
    _Atomic uint32_t *home; ///< a page of its own; 0 in it: in a child of this process
    atomic_uint lost;       ///< RING_WELL, …; lost_slots are valid once it is RING_LOST
    struct {
        uint64_t unknown, unbegun; ///< tickets that were claimed and did not end; not claimed
    } lost_slots;

    struct {
        pthread_mutex_t lock;
        pthread_t thread;
        bool started;
        atomic_uint wake; ///< it sleeps on it
        struct vyi_mirror *mirror;
    } watcher;
};

// ---- ring.c ----
/// Parks the kernel and replaces it by this one.
void vyi_ring_change(struct vy_mega *m, const struct vyi_ring_kernel *k);

// ---- ring_program.c ----
/// The kernel, or the one for wide slots, as a verified program; `names` gets what its handlers
/// name.
vy_status vyi_ring_program(struct vy_mega *m, const struct vyi_ring_opcodes *opcodes, bool wide,
                           struct vyi_mega_names *names, vy_program **program);
bool vyi_ring_has_wide(const struct vyi_ring_opcodes *opcodes);

// ---- ring_bind.c ----
/// Whether what is bound fits the names of handlers that are to be added; reports what does not.
vy_status vyi_ring_fits(struct vy_mega *m, const struct vyi_mega_names *names);
void vyi_ring_release_bound(struct vy_mega *m); ///< when no kernel runs any more
/// Binds; `wait` returns when the set `now` is the only one in use: vyi_ring_settled().
vy_status vyi_ring_bind(struct vy_mega *m, const vy_arg *args,
                        vy_status (*wait)(struct vy_mega *m, uint64_t now));
bool vyi_ring_settled(const struct vy_mega *m, uint64_t now);
/// Of a megakernel with an arena: names it, and the requests of slots; binds them.
void vyi_ring_bind_own(struct vy_mega *m);
void vyi_ring_set_own(struct vy_mega *m);

// ---- ring_thread.c ----
vy_status vyi_ring_start(struct vy_mega *m);
void vyi_ring_join(struct vy_mega *m);
/// After a command or a tail was stored: wakes parked workers if there is work for them.
void vyi_ring_wake(struct vy_mega *m, bool all);
void vyi_ring_command(struct vy_mega *m, uint64_t set, uint64_t clear);
/// Stops handlers that run for `grace_ns` or longer; 0: only observes them.
void vyi_ring_watch(struct vy_mega *m, uint64_t grace_ns);

// ---- ring_io.c ----
/// `wake` and `ended` are vyi_ring_wake() and vyi_ring_ended().
vy_status vyi_ring_io_open(struct vy_mega *m, void (*wake)(struct vy_mega *, bool),
                           uint64_t (*ended)(const struct vy_mega *));
void vyi_ring_io_close(struct vy_mega *m);
/// The device is lost: no more transfers to memory that it shares.
void vyi_ring_io_lose(struct vy_mega *m);
/// After slots were published: there may be requests soon.
void vyi_ring_io_wake(struct vy_mega *m);
/// On the cpu: a worker's thread is awake, or goes to sleep.
void vyi_ring_io_attend(struct vy_mega *m, bool begins);
/// It serves requests instead of a kernel that has nothing to do. `alone`, which this may set, says
/// that no publisher is on its processor: then it waits for a while where no requests are under
/// way. True: the kernel has something to do.
bool vyi_ring_io_serve(struct vy_mega *m, bool *alone);
/// After an abort, or after a tenant was closed: slots that wait are cancelled.
void vyi_ring_io_cancel(struct vy_mega *m);
/// Room for requests; each slot has one at a time.
static inline uint32_t vyi_ring_asks(const struct vy_mega *m)
{
    return m->params.arena_bytes ? 8 * m->params.slots : 1;
}
/// Whether there are answers that the kernel has not taken.
static inline bool vyi_ring_answered(const struct vy_mega *m)
{
    return (uint32_t)(atomic_load(&m->shared.tails[RING_LOG_TAKEN]) >> 32) !=
           (uint32_t)atomic_load(&m->shared.heads[RING_ANSWERED]);
}

// ---- ring_wait.c ----
/// The publishers' lock.
void vyi_ring_lock(struct vy_mega *m);
void vyi_ring_unlock(struct vy_mega *m);
void vyi_wait_spin(int count); ///< a few nanoseconds each

/// From a worker outside of a launch: ends everything when the device is lost.
void vyi_ring_lose(struct vy_mega *m);
/// Whether a worker had claimed it: how far it came is unknown then.
bool vyi_ring_claimed(const struct vy_mega *m, uint32_t level, uint64_t sequence);
/// These report why, and return VY_ERROR_DEVICE.
vy_status vyi_ring_refuse_lost(struct vy_mega *m);
vy_status vyi_ring_refuse_fork(struct vy_mega *m);
static inline bool vyi_ring_is_lost(const struct vy_mega *m)
{
    return atomic_load_explicit(&m->lost, memory_order_acquire) == RING_LOST;
}
/// The workers are in another process, which was forked.
static inline bool vyi_ring_forked(const struct vy_mega *m)
{
    return !atomic_load_explicit(m->home, memory_order_relaxed);
}
/// What every public call checks first.
static inline vy_status vyi_ring_enter(struct vy_mega *m)
{
    return !m ? VY_ERROR_ARGUMENT : vyi_ring_forked(m) ? vyi_ring_refuse_fork(m) : VY_OK;
}

// ---- ring_mirror.c ----
vy_status vyi_mirror_open(struct vy_mega *m, const char *name, struct vyi_mirror **mirror);
void vyi_mirror_show(struct vy_mega *m, struct vyi_mirror *mirror);
void vyi_mirror_close(vy_context *c, struct vyi_mirror **mirror);

// ---- ring_wait.c ----
struct vyi_wait {
    uint64_t until_ns; ///< 0: no end
    uint64_t spin_until_ns, nap_ns;
    bool once;
};
struct vyi_wait vyi_wait_begin(uint32_t timeout_ms);
/// Waits a little; false: the time is up, or the device is lost.
bool vyi_wait_more(struct vy_mega *m, struct vyi_wait *w);
/// After that: VY_ERROR_BUSY, or VY_ERROR_DEVICE, which it reports.
vy_status vyi_wait_over(struct vy_mega *m);

// ---- ring_report.c ----
uint64_t vyi_ring_ended(const struct vy_mega *m);
uint64_t vyi_ring_published(const struct vy_mega *m);
uint64_t vyi_ring_counter(const struct vy_mega *m, uint32_t word); ///< over all workers
uint64_t vyi_ring_epoch(struct vy_mega *m);                        ///< brought up to date

// ---- ring_interpret.c ----
vy_status vyi_ring_interpreter_begin(struct vy_mega *m);
void vyi_ring_interpreter_end(struct vy_mega *m);
/// On a GPU, when tickets have ended: what programs left for the host is copied to the caller's
/// memory. `lost`: the memory of the device is about to go.
void vyi_ring_collect(struct vy_mega *m, bool lost);
/// On a worker's thread: runs the program of a slot. *code: 0, or its fault.
vy_status vyi_ring_interpret(struct vyi_ring_worker *w, uint32_t slot, uint32_t *code);

// ---- ring_publish.c ----
/// Publishes the slot of a program.
vy_status vyi_ring_publish_program(struct vy_mega *m, const vy_mega_item *item, uint32_t timeout_ms,
                                   bool keep, vy_ticket *ticket);
/// Checks handlers that are to be added.
vy_status vyi_ring_check_handlers(struct vy_mega *m, const vy_mega_handler *handlers, size_t count);

/// Holds a buffer, or no longer; NULL: nothing.
static inline void vyi_ring_hold(vy_buffer *b, bool held)
{
    if (!b)
        return;
    vyi_hub_lock(b->device->hub);
    if (held)
        b->uses++;
    else
        vyi_buffer_drop(b);
    vyi_hub_unlock(b->device->hub);
}

/// How a slot names its batch in 29 bits; never 0, and in step with the places of batches.
static inline uint32_t vyi_ring_batch(uint64_t epoch)
{
    return (uint32_t)((epoch - 1) % ((1u << 29) - RING_BATCHES)) + 1;
}

static inline uint32_t vyi_ring_slot(const struct vy_mega *m, uint32_t level, uint64_t sequence)
{
    return level * m->params.slots + ((uint32_t)sequence & (m->params.slots - 1));
}

#endif
