// The threads of a cpu device. They sleep until somebody offers a task, and join it where they
// wake in time; whoever offers it does the work too, so nothing ever depends on their coming.
#ifndef VYI_DEV_CPU_POOL_H
#define VYI_DEV_CPU_POOL_H

#include "dev/cpu/cpu_memory.h"

#include <stdatomic.h>

/// Work that threads may join.
struct vyi_cpu_task {
    /// Called by each worker that comes; `scratch` is the worker's own.
    void (*work)(struct vyi_cpu_task *task, struct vyi_cpu_room *scratch);
    uint32_t wanted;    ///< how many more workers may come; under the pool's lock
    uint32_t coming;    ///< of those first wanted, how many had nothing else to do
    bool fresh;         ///< and some of them had yet to be started
    atomic_uint inside; ///< workers in work()
    struct vyi_cpu_task *before, *after;
};

enum { VYI_CPU_MOST_THREADS = 1024 };

struct vyi_cpu_launch;
struct vyi_cpu_pool {
    vy_context *context;
    uint32_t threads; ///< that run one task: whoever offers it and workers
    uint32_t cores;   ///< that this process may use
    atomic_int pid;   ///< of the process that has the workers; 0: none were started
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct vyi_cpu_task *first, *last; ///< offered
    uint32_t wanted;                   ///< workers, by all tasks together
    uint32_t asleep, awake;            ///< workers: waiting for `work`; looking for a task
    uint32_t started, most;            ///< workers: there are; there may be
    bool closing;
    atomic_uint offers; ///< rises with each; looked at without the lock
    pthread_t *workers;
    struct vyi_cpu_launch *spare; ///< of cpu_launch.c
};

/// `threads` 0: as many as there are cores. Starts none.
vy_status vyi_cpu_pool_create(vy_context *c, uint32_t threads, struct vyi_cpu_pool **pool);
void vyi_cpu_pool_destroy(struct vyi_cpu_pool **pool);
/// Whether this process is a child of the one that has the workers: then nothing can be run.
bool vyi_cpu_pool_forked(struct vyi_cpu_pool *pool);
/// Asks for `wanted` workers.
void vyi_cpu_pool_offer(struct vyi_cpu_pool *pool, struct vyi_cpu_task *task, uint32_t wanted);
/// Nobody comes any more; waits for those inside.
void vyi_cpu_pool_withdraw(struct vyi_cpu_pool *pool, struct vyi_cpu_task *task);

// ---- words to wait on ----
/// Sleeps while the word has this value, at most so long (0: no end). May return early.
void vyi_cpu_sleep(atomic_uint *word, unsigned value, uint64_t most_ns);
void vyi_cpu_wake(atomic_uint *word); ///< all who sleep on it
uint64_t vyi_cpu_now(void);           ///< nanoseconds, CLOCK_MONOTONIC
static inline void vyi_cpu_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

#endif
