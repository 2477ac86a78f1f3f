// The executor that all devices share: it runs a list command by command, and reads the words that
// decide about branches and loops back from the device.
#pragma once

#include "dev/device.h"

vy_status vyi_dev_execute(vy_device *device, const struct vyi_job *job,
                          struct vyi_job_result *result);
/// Runs a list on a device, by its own submit() or else by vyi_dev_execute().
vy_status vyi_dev_submit(vy_device *device, const struct vyi_job *job,
                         struct vyi_job_result *result);
/// Runs a list of one launch, made of the first kernel of the job.
vy_status vyi_dev_submit_one(vy_device *device, const struct vyi_job *job,
                             struct vyi_job_result *result);

// ---- pieces.c ----
/// Whether the deadline has passed or the job was cancelled; reports that.
vy_status vyi_job_check(const struct vyi_job *job, uint64_t statements);
/// Clears memory of the device, or of the host where that is NULL, in pieces where the job may have
/// to stop in between.
vy_status vyi_job_clear(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes);
/// Likewise, the late clears of a launch.
vy_status vyi_job_clear_late(vy_device *device, const struct vyi_job *job,
                             const struct vyi_clears *clears);
/// Likewise, poisons memory of the device that is neither cleared nor filled.
vy_status vyi_job_poison(vy_device *device, const struct vyi_job *job, void *memory,
                         uint64_t bytes);
/// Likewise, from the host's memory to the device's and back. `job` NULL: nothing stops it.
vy_status vyi_job_upload(vy_device *device, const struct vyi_job *job, void *memory,
                         const void *data, uint64_t bytes);
vy_status vyi_job_download(vy_device *device, const struct vyi_job *job, const void *memory,
                           void *data, uint64_t bytes);
/// Likewise, an UPLOAD or DOWNLOAD of a list.
vy_status vyi_job_transfer(vy_device *device, const struct vyi_job *job,
                           const struct vyi_command *c);

// ---- recorded.c ----
/// A list that a device has recorded as a whole, with the memory of one run; a device's own begins
/// with it. Those that no job uses are kept in *job->kept, the one used last first, for lists of
/// the same layout; several jobs at once have one each.
struct vyi_recorded {
    struct vyi_recorded *next;
    uint64_t fingerprint; ///< of the list's layout, and of more where the device says so
};
/// One that fits, which is the job's until it is put back; NULL: there is none.
struct vyi_recorded *vyi_recorded_take(pthread_mutex_t *lock, const struct vyi_job *job,
                                       bool (*fits)(const struct vyi_recorded *r,
                                                    const struct vyi_job *job));
/// Keeps it. Returns the one used longest ago where that has to make room, for the caller to
/// destroy; NULL: none has to.
struct vyi_recorded *vyi_recorded_put(pthread_mutex_t *lock, const struct vyi_job *job,
                                      struct vyi_recorded *r);
