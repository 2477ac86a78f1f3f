// Lists that a device has recorded, between the jobs that run them; see execute.h.
#include "dev/execute.h"

enum { MOST_IDLE = 8 };

struct vyi_recorded *vyi_recorded_take(pthread_mutex_t *lock, const struct vyi_job *job,
                                       bool (*fits)(const struct vyi_recorded *r,
                                                    const struct vyi_job *job))
{
    pthread_mutex_lock(lock);
    struct vyi_recorded **at = job->kept, *found;
    while (*at && !fits(*at, job))
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(lock);
    return found;
}

struct vyi_recorded *vyi_recorded_put(pthread_mutex_t *lock, const struct vyi_job *job,
                                      struct vyi_recorded *r)
{
    uint32_t count = 0;
    pthread_mutex_lock(lock);
    struct vyi_recorded **at = job->kept, *out;
    r->next = *at;
    *at = r;
    while (*at && ++count <= MOST_IDLE)
        at = &(*at)->next;
    out = *at;
    *at = NULL;
    pthread_mutex_unlock(lock);
    return out;
}
