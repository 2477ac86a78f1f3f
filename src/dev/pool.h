// Threads that poll or sleep until a task is offered, and join it where they come in time; the
// thread that offers it does the work too, so nothing ever depends on their coming.
#pragma once

#include "base/sync.h"
#include "dev/host_memory.h"

#include <sched.h>

/// A thread of the pool.
struct vyi_worker {
    struct vyi_pool *pool;
    struct vyi_room scratch; ///< its own
    uint32_t number;         ///< from 1 on
    pthread_t thread;
    int id;                   ///< of the thread, for the system
    atomic_uint called;       ///< sleeping: not 0 ends that
    bool led;                 ///< who called it chose its processors; before, it had
    cpu_set_t before;         ///< these
    struct vyi_worker *below; ///< sleeps too
};

/// Work that threads may join.
struct vyi_task {
    /// Called by each worker that comes, and with NULL by the thread of vyi_pool_run().
    void (*work)(struct vyi_task *task, struct vyi_worker *self);
    uint32_t wanted;    ///< how many more workers may come; under the pool's lock
    atomic_uint inside; ///< workers in work(), and whether vyi_pool_withdraw() sleeps
    struct vyi_task *before, *after;
};

enum { VYI_POOL_MOST = 1024 };

struct vyi_cpu_launch;
struct vyi_pool {
    vy_context *context;
    uint32_t threads; ///< that run one task: the one that offers it, and workers
    uint32_t cores;   ///< that this process may use
    atomic_int pid;   ///< of the process that has the workers; 0: none were started
    uint32_t most;    ///< workers that there may be
    uint64_t poll_ns; ///< how long a worker polls for the next task at most
    struct vyi_worker *workers;

    // A line of the cache takes up to half a microsecond from one processor to another: those who
    // poll share no line with what others write, and what a task takes lies on one.
    _Alignas(VYI_HOST_LINE) atomic_uint offers;   ///< rises with each; polled without the lock
    _Alignas(VYI_HOST_LINE) pthread_mutex_t lock; ///< of what follows
    struct vyi_task *first, *last;                ///< offered
    uint32_t wanted;                              ///< workers, by all tasks together
    uint32_t awake;                               ///< workers that look for a task
    struct vyi_worker *asleep; ///< the one that came last is the first to be called
    uint32_t started;          ///< workers
    bool closing;
    uint64_t rested_ns;           ///< when the last task was withdrawn
    struct vyi_cpu_launch *spare; ///< of cpu_launch.c
    atomic_int offered_on;        ///< the processor of the thread that offered the last task
    atomic_bool close_calls;      ///< the last task came within poll_ns of the one before
};

/// Processors this process may use, by affinity and control group; at least 1.
uint32_t vyi_dev_cores(void);
/// `threads` 0: as many as there are cores. Starts none.
vy_status vyi_pool_create(vy_context *c, uint32_t threads, struct vyi_pool **pool);
void vyi_pool_destroy(struct vyi_pool **pool);
/// Whether this process is a child of the one that has the workers: then nothing can be run.
bool vyi_pool_forked(struct vyi_pool *pool);
/// Asks for `wanted` workers.
void vyi_pool_offer(struct vyi_pool *pool, struct vyi_task *task, uint32_t wanted);
/// Nobody comes any more; waits for those inside.
void vyi_pool_withdraw(struct vyi_pool *pool, struct vyi_task *task);

/// Works on a task with so many workers more, until all of it is done.
void vyi_pool_run(struct vyi_pool *pool, struct vyi_task *task, uint32_t workers);

static inline void vyi_cpu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}
