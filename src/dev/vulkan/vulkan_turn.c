// The order in which jobs come to the queue. Kernels that were submitted run one after the other on
// many drivers, so a job with a deadline, or one that can be cancelled, does not join the queue
// behind others: it waits here, where it can still stop.
#include "dev/vulkan/vulkan_state.h"

#include <time.h>

enum { MOST = 2 }; ///< submissions at a time: while one runs, the next is there already

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

static bool must_wait(const struct vyi_vulkan_turns *q, const struct vyi_vulkan_turn *t)
{
    bool stops = t->job->cancel || t->job->deadline_ns;
    return q->first != t || q->running >= (stops ? 1 : MOST);
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
        wait_a_little(q);
        stop = atomic_load(&s->lost) ? VYI_STOP_LOST : vyi_dev_must_stop(job);
    }
    for (at = &q->first; *at != &turn; at = &(*at)->next)
        ;
    *at = turn.next;
    q->running += !stop;
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
    return stop;
}

void vyi_vulkan_turn_end(struct vyi_vulkan_state *s)
{
    struct vyi_vulkan_turns *q = &s->turns;
    pthread_mutex_lock(&q->lock);
    q->running--;
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->lock);
}
