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

vy_status vyi_dev_report_stop(struct vyi_report *report, enum vyi_stop stop, const char *after)
{
    if (stop == VYI_STOP_CANCELLED) {
        vyi_report(report, 0, 0, VYI_DIAG(CANCELLED), after);
        return VY_ERROR_CANCELLED;
    }
    if (stop == VYI_STOP_DEADLINE) {
        vyi_report(report, 0, 0, VYI_DIAG(DEADLINE), after);
        return VY_ERROR_DEADLINE;
    }
    return VY_OK;
}

/// Cancelling a job signals nothing, so it is polled.
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
