// When a job has to stop, and clearing and transfers in pieces. Values kept across a barrier and
// the caller's data may take gigabytes; between two pieces the deadline and cancellation are
// checked.
#include "dev/execute.h"
#include "ir/message.h"

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
    if (stop == VYI_STOP_CANCELLED)
        return vyi_report_as(report, VY_ERROR_CANCELLED, VYI_DIAG(CANCELLED), after);
    if (stop == VYI_STOP_DEADLINE)
        return vyi_report_as(report, VY_ERROR_DEADLINE, VYI_DIAG(DEADLINE), after);
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

enum {
    CLEARED = 16 << 20,     ///< bytes between two checks, also of a launch's transfers
    TRANSFERRED = 128 << 20 ///< a few milliseconds of a fast link, whose calls are expensive
};

vy_status vyi_job_check(const struct vyi_job *job, uint64_t statements)
{
    char after[VYI_MESSAGE_AFTER];
    enum vyi_stop stop = vyi_dev_must_stop(job);
    return stop ? vyi_dev_report_stop(job->report, stop, vyi_message_after(statements, after))
                : VY_OK;
}

/// How many of the remaining bytes come next, at most `most` where the job can stop; an error where
/// it has to.
static vy_status next_piece(const struct vyi_job *job, uint64_t at, uint64_t bytes, uint64_t most,
                            uint64_t *n)
{
    bool stops = job && (job->cancel || job->deadline_ns);
    *n = stops && bytes - at > most ? most : bytes - at;
    return at && stops ? vyi_job_check(job, job->steps_before) : VY_OK;
}

static void clear_host(vy_device *device, void *memory, uint64_t bytes)
{
    (void)device;
    memset(memory, 0, bytes);
}

/// `fn` for piece after piece.
static vy_status for_pieces(vy_device *device, const struct vyi_job *job, void *memory,
                            uint64_t bytes, void (*fn)(vy_device *, void *, uint64_t))
{
    vy_status status = VY_OK;
    for (uint64_t at = 0, n; !status && at < bytes; at += n)
        if (!(status = next_piece(job, at, bytes, CLEARED, &n)))
            fn(device, (char *)memory + at, n);
    return status;
}

vy_status vyi_job_clear(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes)
{
    return for_pieces(device, job, memory, bytes, device ? device->fns->memory_clear : clear_host);
}

vy_status vyi_job_clear_late(vy_device *device, const struct vyi_job *job,
                             const struct vyi_clears *clears)
{
    vy_status status = VY_OK;
    for (uint32_t i = clears->first, left = clears->count; !status && left; left--) {
        const struct vyi_command *c = &job->commands[i];
        status =
            vyi_job_clear(device, job, vyi_command_memory(job, c->a), vyi_command_bytes(job, c));
        i = c->next;
    }
    return status;
}

vy_status vyi_job_poison(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes)
{
    return device->fns->memory_poison
               ? for_pieces(device, job, memory, bytes, device->fns->memory_poison)
               : VY_OK;
}

static vy_status transfer(vy_device *device, const struct vyi_job *job, void *memory, void *host,
                          uint64_t bytes, uint64_t most, bool up)
{
    vy_status status = VY_OK;
    for (uint64_t at = 0, n; !status && at < bytes; at += n)
        if (!(status = next_piece(job, at, bytes, most, &n)))
            status = vyi_device_transfer(device, (char *)memory + at, (char *)host + at, n, up);
    return status;
}

vy_status vyi_job_upload(vy_device *device, const struct vyi_job *job, void *memory,
                         const void *data, uint64_t bytes)
{
    return transfer(device, job, memory, (void *)data, bytes, TRANSFERRED, true);
}

vy_status vyi_job_download(vy_device *device, const struct vyi_job *job, const void *memory,
                           void *data, uint64_t bytes)
{
    return transfer(device, job, (void *)memory, data, bytes, TRANSFERRED, false);
}

vy_status vyi_job_transfer(vy_device *device, const struct vyi_job *job,
                           const struct vyi_command *c)
{
    return transfer(device, job, vyi_command_memory(job, c->a),
                    (char *)job->host[c->a.buffer] + c->a.offset, vyi_command_bytes(job, c),
                    CLEARED, c->kind == VYI_COMMAND_UPLOAD);
}
