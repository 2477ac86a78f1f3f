// See stop.h.
#include "dev/stop.h"

#include <time.h>

enum vyi_stop vyi_dev_must_stop(const struct vyi_job *job)
{
    if (job->cancel && atomic_load_explicit(job->cancel, memory_order_relaxed))
        return VYI_STOP_CANCELLED;
    if (job->deadline_ns && vyi_now_ns() >= job->deadline_ns)
        return VYI_STOP_DEADLINE;
    return VYI_STOP_NOT;
}

/// Nobody rings when a job is cancelled, so it is looked at now and then.
enum vyi_stop vyi_dev_lock(pthread_mutex_t *lock, const struct vyi_job *job)
{
    const struct timespec little = {0, 500000};
    if (!job->cancel && !job->deadline_ns) {
        pthread_mutex_lock(lock);
        return VYI_STOP_NOT;
    }
    while (pthread_mutex_trylock(lock)) {
        enum vyi_stop stop = vyi_dev_must_stop(job);
        if (stop)
            return stop;
        nanosleep(&little, NULL);
    }
    return VYI_STOP_NOT;
}
