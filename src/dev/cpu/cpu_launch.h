// One launch of a compiled kernel on a pool. cpu_launch.c sets it up and ends it, cpu_barrier.c
// deals out workgroups and has the grid barrier.
#pragma once

#include "dev/compiled.h"
#include "dev/pool.h"
#include "gen/llvm/cpu_abi.h"

/// What to launch, beside what the job says.
struct vyi_cpu_work {
    vyi_cpu_kernel kernel;
    struct vyi_cpu_info info;
    const uint32_t *fixpoints; ///< their positions, in program order
    uint32_t fixpoint_count;
    uint64_t most_bytes; ///< that may be kept across grid barriers; 0: no limit
};

/// What to launch it with: as given to the device's launch().
struct vyi_cpu_call {
    vy_device *device;
    const struct vyi_job *job;
    const struct vyi_kernel *kernel;
    const struct vyi_clears *clears; ///< NULL: none
    uint32_t threads;                ///< at most; 0: as many as the pool has
};
/// Runs it on the calling thread and those of the pool that come in time.
vy_status vyi_cpu_run(struct vyi_pool *pool, const struct vyi_cpu_work *work,
                      const struct vyi_cpu_call *call, struct vyi_job_result *result);
/// What a launch keeps across grid barriers, in bytes.
uint64_t vyi_cpu_own_bytes(const struct vyi_cpu_work *work, const struct vyi_launch *launch);
/// Whether a few microseconds are nothing beside it.
bool vyi_cpu_is_large(const struct vyi_kernel *kernel);
/// Frees what launches left for the next ones.
void vyi_cpu_launches_free(struct vyi_pool *pool);

// ---- inside ----
enum { VYI_CPU_PAST_MOST = 1024 };
/// A barrier that is over: what it returned, and what vyi_cpu_combine() or vyi_cpu_remember() gave.
struct vyi_cpu_passed {
    atomic_ullong value;
    uint32_t flags;
};

/// A range of workgroups that belongs to a thread, and from which others take when they have done
/// theirs. Dispatches over the same data then find them in the caches of the same processors.
enum { VYI_CPU_MOST_SHARES = 64 };
struct vyi_cpu_share {
    _Alignas(VYI_HOST_LINE) atomic_ullong next; ///< workgroup to be dealt
};

struct vyi_cpu_launch {
    struct vyi_task task;
    struct vyi_pool *pool;
    const struct vyi_cpu_work *work;
    const struct vyi_job *job;
    const struct vyi_kernel *kernel;
    struct vyi_job_result *result;
    struct vyi_cpu_block *block; ///< kept for the next launch
    uint32_t threads;            ///< that may join
    uint32_t shares;
    uint32_t most_chunk; ///< workgroups dealt at once
    bool watched;        ///< has a deadline or can be cancelled

    // Each on a line of its own: threads write them all the time.
    struct vyi_cpu_share share[VYI_CPU_MOST_SHARES]; ///< of this segment
    _Alignas(VYI_HOST_LINE) atomic_ullong gate;      ///< see cpu_barrier.c
    _Alignas(VYI_HOST_LINE) atomic_uint phase; ///< barriers passed; waiting threads sleep on it
    atomic_uint sleepers;
    atomic_uint stop;   ///< enum vyi_stop
    atomic_uint passed; ///< of `past`
    // Written by the last to arrive, read after the barrier.
    uint32_t flags;
    uint64_t combined;

    _Alignas(VYI_HOST_LINE) pthread_mutex_t lock; ///< of what follows
    bool has_failed;
    struct vyi_failure failed; ///< of the least invocation whose assert failed
    uint64_t failed_args[VYI_MAX_ARGS];

    struct vyi_cpu_passed past[VYI_CPU_PAST_MOST];

    // Kept for the next launch.
    uint64_t block_bytes;
    struct vyi_room scratch, keep, parts, words;
    struct vyi_cpu_launch *spare;
};

/// What a thread of a launch is to the device; kernels see the first part.
struct member {
    struct vyi_cpu_thread thread;
    struct vyi_cpu_launch *launch;
    uint32_t home;   ///< its share
    uint32_t passed; ///< barriers, PAST_MOST at most
    uint32_t missed; ///< those that were over when this thread joined
};
static inline struct vyi_cpu_launch *vyi_cpu_launch_of(struct vyi_cpu_thread *t)
{
    return ((struct member *)t)->launch;
}

// cpu_barrier.c
void vyi_cpu_gate_open(struct vyi_cpu_launch *l);
/// Joins the threads of the barrier, with a number of its own; false: too late, or enough are
/// there.
bool vyi_cpu_gate_join(struct vyi_cpu_launch *l, struct member *m);
void vyi_cpu_stop(struct vyi_cpu_launch *l, enum vyi_stop why);
uint32_t vyi_cpu_take(struct vyi_cpu_thread *t, uint32_t *first, uint32_t *end);
uint32_t vyi_cpu_poll(struct vyi_cpu_thread *t);
uint32_t vyi_cpu_barrier(struct vyi_cpu_thread *t, uint32_t fixpoint);
uint64_t vyi_cpu_remember(struct vyi_cpu_thread *t, uint64_t bits);
uint64_t vyi_cpu_combine(struct vyi_cpu_thread *t, uint32_t how, uint32_t op, uint32_t type);
