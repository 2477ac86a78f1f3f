// See pool.h. One lock, held for a few instructions each time; a worker that finds a task wakes
// two more, so that the one who offers it pays for two wake-ups however many threads there are.
#include "dev/pool.h"
#include "base/sync.h"

#include <sys/syscall.h>
#include <unistd.h>

enum {
    WAKES = 2,
    SPINS = 2000,         ///< before sleeping until the last worker has left
    POLL_NS = 500 * 1000, ///< by default
    SHORT_NS = 25 * 1000  ///< where tasks have come further apart
};
#define SLEEPS (1u << 31) // in `inside`: the thread that withdraws the task sleeps on it

// ---- with the lock held ----
static void *worker(void *user);

/// One more thread; signals stay with the host's own.
static void start(struct vyi_pool *pool)
{
    struct vyi_worker *w = &pool->workers[pool->started];
    atomic_store_explicit(&pool->pid, getpid(), memory_order_relaxed);
    *w = (struct vyi_worker){.pool = pool, .number = pool->started + 1};
    if (vyi_thread_create(&w->thread, worker, w))
        pool->most = pool->started; // the system gives no more
    else
        pool->started++, pool->awake++;
}

/// Takes two processors from a set: those of the thread that offered the task and of the caller.
static bool take_busy(struct vyi_pool *pool, cpu_set_t *set)
{
    int offered_on = atomic_load_explicit(&pool->offered_on, memory_order_relaxed);
    int here = sched_getcpu();
    if (offered_on >= 0)
        CPU_CLR(offered_on, set);
    if (here >= 0 && CPU_COUNT(set) > 1)
        CPU_CLR(here, set);
    return CPU_COUNT(set);
}

/// Wakes the worker that went to sleep last, on another processor. A guest system takes a halted
/// virtual processor for a busy one, and would put the worker behind the thread that wakes it, to
/// wait there until the system evens out the load milliseconds later.
static void call_one(struct vyi_pool *pool)
{
    struct vyi_worker *w = pool->asleep;
    cpu_set_t others;
    pool->asleep = w->below;
    pool->awake++;
    if (!sched_getaffinity(w->id, sizeof w->before, &w->before)) {
        others = w->before;
        w->led = take_busy(pool, &others) && !sched_setaffinity(w->id, sizeof others, &others);
    }
    atomic_store(&w->called, 1);
    vyi_futex_wake(&w->called);
}

static void call_workers(struct vyi_pool *pool)
{
    uint32_t missing = pool->wanted > pool->awake ? pool->wanted - pool->awake : 0;
    for (uint32_t i = 0; i < WAKES && missing; i++, missing--) {
        if (pool->asleep)
            call_one(pool);
        else if (pool->started < pool->most)
            start(pool);
    }
}

/// A task that wants workers; counts the worker in.
static struct vyi_task *find_party(struct vyi_pool *pool)
{
    for (struct vyi_task *p = pool->first; p && pool->wanted; p = p->after) {
        if (!p->wanted)
            continue;
        p->wanted--;
        pool->wanted--;
        atomic_fetch_add_explicit(&p->inside, 1, memory_order_relaxed);
        return p;
    }
    return NULL;
}

// ---- workers ----
static void leave(struct vyi_task *task)
{
    // The task may be gone as soon as no worker is inside: waking a word that is not there any more
    // does nothing.
    if (atomic_fetch_sub_explicit(&task->inside, 1, memory_order_acq_rel) == (SLEEPS | 1))
        vyi_futex_wake(&task->inside);
}

/// Tasks often come one after the other, and waking up takes some 20 us. So workers poll for a
/// while before they sleep: long where the last task came soon after the one before.
static void poll(struct vyi_pool *pool, unsigned offers)
{
    bool close = atomic_load_explicit(&pool->close_calls, memory_order_relaxed);
    uint64_t most = close || pool->poll_ns < SHORT_NS ? pool->poll_ns : SHORT_NS;
    uint64_t until = vyi_now_ns() + most;
    for (uint32_t i = 1; i % 32 || vyi_now_ns() < until; i++) {
        if (atomic_load_explicit(&pool->offers, memory_order_relaxed) != offers)
            return;
        vyi_cpu_pause();
    }
}

/// Leaves the processor of the thread that offered the task: see call_one().
static void step_off(struct vyi_pool *pool)
{
    (void)vyi_leave_processor(atomic_load_explicit(&pool->offered_on, memory_order_relaxed));
}

/// With the lock held, which is open meanwhile.
static void sleep_until_called(struct vyi_worker *self)
{
    struct vyi_pool *pool = self->pool;
    atomic_store(&self->called, 0);
    self->led = false;
    self->below = pool->asleep;
    pool->asleep = self;
    pool->awake--;
    pthread_mutex_unlock(&pool->lock);
    while (!atomic_load(&self->called))
        vyi_futex_sleep(&self->called, 0, 0);
    if (self->led)
        (void)sched_setaffinity(0, sizeof self->before, &self->before);
    pthread_mutex_lock(&pool->lock);
}

static void *worker(void *user)
{
    struct vyi_worker *self = user;
    struct vyi_pool *pool = self->pool;
    bool polled = false;
    self->id = (int)syscall(SYS_gettid);
    step_off(pool);
    pthread_mutex_lock(&pool->lock);
    while (!pool->closing) {
        struct vyi_task *task = find_party(pool);
        if (task) {
            pool->awake--;
            call_workers(pool);
            pthread_mutex_unlock(&pool->lock);
            task->work(task, self);
            leave(task);
            polled = false;
            pthread_mutex_lock(&pool->lock);
            pool->awake++;
        } else if (!polled && pool->threads <= pool->cores) {
            unsigned offers = atomic_load_explicit(&pool->offers, memory_order_relaxed);
            pthread_mutex_unlock(&pool->lock);
            poll(pool, offers);
            polled = true;
            pthread_mutex_lock(&pool->lock);
        } else {
            sleep_until_called(self);
            polled = false; // it may have come too late for this task, and be in time for the next
        }
    }
    pthread_mutex_unlock(&pool->lock);
    vyi_room_free(pool->context, &self->scratch);
    return NULL;
}

// ---- tasks ----
void vyi_pool_offer(struct vyi_pool *pool, struct vyi_task *task, uint32_t wanted)
{
    uint64_t now = vyi_now_ns();
    atomic_store_explicit(&pool->offered_on, sched_getcpu(), memory_order_relaxed);
    pthread_mutex_lock(&pool->lock);
    bool close = now - pool->rested_ns < pool->poll_ns;
    atomic_store_explicit(&pool->close_calls, close, memory_order_relaxed);
    task->wanted = wanted;
    task->before = pool->last;
    task->after = NULL;
    *(pool->last ? &pool->last->after : &pool->first) = task;
    pool->last = task;
    pool->wanted += wanted;
    call_workers(pool);
    pthread_mutex_unlock(&pool->lock);
    // Who polls comes for the lock at once.
    atomic_fetch_add_explicit(&pool->offers, 1, memory_order_relaxed);
}

void vyi_pool_withdraw(struct vyi_pool *pool, struct vyi_task *task)
{
    unsigned inside;
    pthread_mutex_lock(&pool->lock);
    *(task->before ? &task->before->after : &pool->first) = task->after;
    *(task->after ? &task->after->before : &pool->last) = task->before;
    pool->wanted -= task->wanted;
    task->wanted = 0;
    pool->rested_ns = vyi_now_ns();
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < SPINS && pool->threads <= pool->cores; i++) {
        if (!atomic_load_explicit(&task->inside, memory_order_acquire))
            return;
        vyi_cpu_pause();
    }
    inside = atomic_fetch_or_explicit(&task->inside, SLEEPS, memory_order_acquire) | SLEEPS;
    for (; inside != SLEEPS; inside = atomic_load_explicit(&task->inside, memory_order_acquire))
        vyi_futex_sleep(&task->inside, inside, 0);
    atomic_store_explicit(&task->inside, 0, memory_order_relaxed);
}

void vyi_pool_run(struct vyi_pool *pool, struct vyi_task *task, uint32_t workers)
{
    if (workers)
        vyi_pool_offer(pool, task, workers);
    task->work(task, NULL);
    if (workers)
        vyi_pool_withdraw(pool, task);
}

// ---- the pool itself ----
vy_status vyi_pool_create(vy_context *c, uint32_t threads, struct vyi_pool **pool)
{
    struct vyi_pool *p = vyi_host_alloc(c, sizeof *p);
    *pool = NULL;
    if (!p)
        return VY_ERROR_MEMORY;
    p->context = c;
    p->cores = vyi_dev_cores();
    p->poll_ns = POLL_NS;
    p->threads = threads ? threads : p->cores;
    if (p->threads > VYI_POOL_MOST)
        p->threads = VYI_POOL_MOST;
    p->most = p->threads - 1;
    p->workers = vyi_calloc(c, p->most + 1, sizeof *p->workers);
    if (!p->workers) {
        vyi_host_free(c, p, sizeof *p);
        return VY_ERROR_MEMORY;
    }
    pthread_mutex_init(&p->lock, NULL);
    *pool = p;
    return VY_OK;
}

bool vyi_pool_forked(struct vyi_pool *pool)
{
    int pid = atomic_load_explicit(&pool->pid, memory_order_relaxed);
    return pid && pid != getpid();
}

void vyi_pool_destroy(struct vyi_pool **pool)
{
    struct vyi_pool *p = *pool;
    *pool = NULL;
    if (!p)
        return;
    // A child process has the memory, but not the threads, and perhaps a lock that is never opened.
    if (!vyi_pool_forked(p)) {
        pthread_mutex_lock(&p->lock);
        p->closing = true;
        while (p->asleep)
            call_one(p);
        pthread_mutex_unlock(&p->lock);
        for (uint32_t i = 0; i < p->started; i++)
            pthread_join(p->workers[i].thread, NULL);
        pthread_mutex_destroy(&p->lock);
    }
    vyi_free(p->context, p->workers, p->threads * sizeof *p->workers);
    vyi_host_free(p->context, p, sizeof *p);
}
