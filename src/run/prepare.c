// Code of a program and of the segments of its schedule: made once, when first needed.
//
// Several threads may come at once. The first holds the lock while it makes everything; what is
// there is never changed afterwards, so that dispatches read it without the lock. Those who wait
// for it keep their own deadlines: the first may have none, and wait for a GPU that is busy.
#include "dev/stop.h"
#include "run/run.h"

/// Books the time that code of a program took.
static void book(const vy_device *device, const vy_program *program, const struct vyi_job *job,
                 uint64_t start_ns)
{
    uint64_t end_ns = vyi_now_ns();
    if (job->compile_ns)
        *job->compile_ns += end_ns - start_ns;
    vyi_dev_trace_compile(device, program, start_ns, end_ns);
}

static vy_status make(vy_device *device, const vy_program *program, bool part,
                      const struct vyi_job *job, void **code)
{
    *code = NULL;
    if (!device->fns->prepare)
        return VY_OK;
    uint64_t start = vyi_now_ns();
    vy_status status = device->fns->prepare(device, program, part, job, code);
    book(device, program, job, start);
    return status;
}

static vy_status report_stop(const vy_device *device, const struct vyi_job *job, enum vyi_stop stop)
{
    if (stop == VYI_STOP_CANCELLED) {
        vyi_report(job->report, 0, 0, VYI_DIAG(COMPILE_CANCELLED), device->params.name);
        return VY_ERROR_CANCELLED;
    }
    if (stop == VYI_STOP_DEADLINE) {
        vyi_report(job->report, 0, 0, VYI_DIAG(COMPILE_DEADLINE), device->params.name);
        return VY_ERROR_DEADLINE;
    }
    return VY_OK;
}

/// Making code takes time, which counts.
static vy_status in_time(const vy_device *device, const struct vyi_job *job)
{
    return report_stop(device, job, vyi_dev_must_stop(job));
}

vy_status vyi_compiled_prepare(vy_device *device, struct vyi_compiled *k, const struct vyi_job *job)
{
    // A program that meets on a device without a grid barrier only ever runs in segments.
    if (atomic_load_explicit(&k->prepared, memory_order_acquire) ||
        (k->meets && !device->info.grid_barrier))
        return VY_OK;
    vy_status status = report_stop(device, job, vyi_dev_lock(&k->lock, job));
    if (status)
        return status;
    if (!k->prepared) {
        status = make(device, k->program, false, job, &k->code);
        atomic_store_explicit(&k->prepared, !status, memory_order_release);
    }
    pthread_mutex_unlock(&k->lock);
    return status ? status : in_time(device, job);
}

/// Code of the next segments.
static vy_status make_some(vy_device *device, struct vyi_compiled *k, const struct vyi_job *job)
{
    const struct vy_schedule *s = k->schedule;
    const vy_program *programs[VYI_DEV_TOGETHER];
    void *codes[VYI_DEV_TOGETHER];
    uint32_t places[VYI_DEV_TOGETHER], count = 0, at = k->code_count;
    uint32_t most = device->fns->prepare_parts ? VYI_DEV_TOGETHER : 1;
    vy_status status = VY_OK;
    for (; at < s->segments.count && count < most; at++)
        if (!s->segments.at[at].skipped) {
            places[count] = at;
            programs[count++] = s->segments.at[at].program;
        }
    if (count == 1) {
        status = make(device, programs[0], true, job, &codes[0]);
    } else if (count) {
        uint64_t start = vyi_now_ns();
        status = device->fns->prepare_parts(device, programs, count, job, codes);
        book(device, k->program, job, start);
    }
    if (status)
        return status;
    for (uint32_t i = 0; i < count; i++)
        k->codes[places[i]] = codes[i];
    k->code_count = at;
    return VY_OK;
}

static vy_status make_segments(vy_device *device, struct vyi_compiled *k, const struct vyi_job *job)
{
    const struct vy_schedule *s = k->schedule;
    vy_status status = VY_OK;
    if (!k->codes)
        k->codes = vyi_calloc(device->context, s->segments.count + 1, sizeof *k->codes);
    if (!k->codes)
        return VY_ERROR_MEMORY;
    while (!status && k->code_count < s->segments.count) {
        status = make_some(device, k, job);
        if (!status)
            status = in_time(device, job);
    }
    return status;
}

vy_status vyi_compiled_schedule(vy_device *device, struct vyi_compiled *k,
                                const struct vyi_job *job)
{
    if (atomic_load_explicit(&k->scheduled, memory_order_acquire))
        return VY_OK;
    vy_status status = report_stop(device, job, vyi_dev_lock(&k->lock, job));
    if (status)
        return status;
    if (!k->schedule)
        status = vyi_plan_schedule(k->program, &k->schedule);
    if (!status)
        status = in_time(device, job);
    if (!status && device->fns->prepare)
        status = make_segments(device, k, job);
    atomic_store_explicit(&k->scheduled, !status, memory_order_release);
    pthread_mutex_unlock(&k->lock);
    return status;
}

void vyi_compiled_release(vy_device *device, struct vyi_compiled *k)
{
    if (k->kept)
        device->fns->forget(device, k->kept);
    k->kept = NULL;
    if (k->code)
        device->fns->release(device, k->code);
    for (uint32_t i = 0; i < k->code_count; i++)
        if (k->codes[i])
            device->fns->release(device, k->codes[i]);
    if (k->codes)
        vyi_free(device->context, k->codes, (k->schedule->segments.count + 1) * sizeof *k->codes);
    k->code = NULL;
    k->codes = NULL;
}
