// When a job has to stop: cancelled, or its time is over.
#ifndef VYI_DEV_STOP_H
#define VYI_DEV_STOP_H

#include "dev/device.h"

#include <pthread.h>

enum vyi_stop {
    VYI_STOP_NOT,
    VYI_STOP_CANCELLED,
    VYI_STOP_DEADLINE,
    VYI_STOP_LOST ///< the device is; only devices say so
};

enum vyi_stop vyi_dev_must_stop(const struct vyi_job *job);
/// Locks, waiting no longer than the job may: whoever holds the lock may be waiting for something
/// that never ends. Other than NOT: it has to stop, and the lock is not held.
enum vyi_stop vyi_dev_lock(pthread_mutex_t *lock, const struct vyi_job *job);

#endif
