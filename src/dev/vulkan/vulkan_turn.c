// The order in which jobs come to the queue. Kernels that were submitted run one after the other on
// many drivers, so a job with a deadline, or one that can be cancelled, does not join the queue
// behind others: it waits here, where it can still stop.
//
// A persistent kernel has the queue for itself. Whoever waits for it asks it to yield; it ends soon
// then, and its next launch waits behind those that asked. So both make progress, however many jobs
// there are. Another persistent kernel asks only after a while, or two that are idle would launch
// each other for ever.
#include "dev/vulkan/vulkan_state.h"

#include <time.h>

enum {
    MOST = 2
};                                             ///< submissions at a time: while one runs, the next
                                               ///< is there already
static const uint64_t slice_ns = 20 * 1000000; ///< of a persistent kernel beside another one

/// With the lock held; half a millisecond, since cancelling a job signals nothing.
static void wait_a_little(struct vyi_vulkan_turns *q)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 500000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&q->change, &q->lock, &until);
}

/// With the lock held; `after_ns`: that the persistent kernel may run before it is asked to yield.
static void wait_for_others(struct vyi_vulkan_turns *q, uint64_t after_ns)
{
    if (q->persistent && vyi_now_ns() - q->since_ns >= after_ns)
        q->persistent->yield(q->persistent->user, true);
    wait_a_little(q);
}

static bool must_wait(const struct vyi_vulkan_turns *q, const struct vyi_vulkan_turn *t)
{
    bool stops = t->job->cancel || t->job->deadline_ns;
    if (q->first != t || q->persistent)
        return true;
    return t->job->persistent ? q->running || q->aside : q->running >= (stops ? 1 : MOST);
}

/// With the lock held.
static void begin(struct vyi_vulkan_turns *q, const struct vyi_persistent *persistent)
{
    q->running++;
    q->persistent = persistent;
    q->since_ns = vyi_now_ns();
    if (persistent)
        persistent->yield(persistent->user, false);
}

enum vyi_stop vyi_vulkan_turn_begin(struct vyi_vulkan_state *s, const struct vyi_job *job)
{
    struct vyi_vulkan_turns *q = &s->turns;
    struct vyi_vulkan_turn turn = {.job = job}, **at;
    enum vyi_stop stop = VYI_STOP_NOT;
    pthread_mutex_lock(&q->lock);
    for (at = &q->first; *at; at = &(*at)->next)
        ;
    *at = &turn;
    while (!stop && must_wait(q, &turn)) {
        wait_for_others(q, job->persistent ? slice_ns : 0);
        stop = atomic_load(&s->lost) ? VYI_STOP_LOST : vyi_dev_must_stop(job);
    }
    for (at = &q->first; *at != &turn; at = &(*at)->next)
        ;
    *at = turn.next;
    if (!stop)
        begin(q, job->persistent);
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
    return stop;
}

void vyi_vulkan_turn_end(struct vyi_vulkan_state *s)
{
    struct vyi_vulkan_turns *q = &s->turns;
    pthread_mutex_lock(&q->lock);
    q->running--;
    q->persistent = NULL;
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
}

// ---- transfers, and calls that wait for kernels ----
/// A persistent kernel whose turn it is comes before what begins now, but for transfers of jobs
/// that run.
static bool comes_first(const struct vyi_vulkan_turns *q)
{
    return q->persistent || (q->first && q->first->job->persistent && !q->running);
}

bool vyi_vulkan_aside_begin(struct vyi_vulkan_state *s)
{
    struct vyi_vulkan_turns *q = &s->turns;
    pthread_mutex_lock(&q->lock);
    while (comes_first(q) && !atomic_load(&s->lost))
        wait_for_others(q, 0);
    bool lost = comes_first(q);
    q->aside += !lost;
    pthread_mutex_unlock(&q->lock);
    return !lost;
}

void vyi_vulkan_aside_end(struct vyi_vulkan_state *s)
{
    struct vyi_vulkan_turns *q = &s->turns;
    pthread_mutex_lock(&q->lock);
    q->aside--;
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
}
