// When a job has to stop: cancelled, or its time is over.
#pragma once

#include "dev/device.h"

#include <pthread.h>

enum vyi_stop {
    VYI_STOP_NOT,
    VYI_STOP_CANCELLED,
    VYI_STOP_DEADLINE,
    VYI_STOP_LOST, ///< the device is; only devices report it
    // Of a launch on the cpu.
    VYI_STOP_ASSERT,
    VYI_STOP_MEMORY
};

enum vyi_stop vyi_dev_must_stop(const struct vyi_job *job);
/// Reports CANCELLED and DEADLINE; VY_OK for all others. `after`: see vyi_message_after().
vy_status vyi_dev_report_stop(struct vyi_report *report, enum vyi_stop stop, const char *after);
/// Locks, waiting no longer than the job may: the holder of the lock may be waiting for something
/// that never ends. Other than NOT: the job has to stop, and the lock is not held.
enum vyi_stop vyi_dev_lock(pthread_mutex_t *lock, const struct vyi_job *job);
