// The primary context of the GPU: made current around every call, given up when it is lost, and
// retained again by recovery.
#include "dev/cuda/cuda_state.h"

#include <unistd.h>

// ---- what went wrong ----
/// To a report, or to the context's diagnostics where that is NULL.
#define REPORT(device, report, ...)                     \
    ((report) ? vyi_report((report), 0, 0, __VA_ARGS__) \
              : vyi_complain((device)->context, __VA_ARGS__))

void vyi_cuda_report_lost(vy_device *device, struct vyi_report *report)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    char first[VYI_CUDA_MESSAGE];
    pthread_mutex_lock(&s->arbiter->lock);
    memcpy(first, s->arbiter->stuck.first, sizeof first);
    pthread_mutex_unlock(&s->arbiter->lock);
    if (atomic_load(&s->lost) == CU_STUCK) // a kernel that does not stop has a text of its own
        REPORT(device, report, VYI_DIAG(DEVICE_STUCK), device->params.name, first);
    else
        REPORT(device, report, VYI_DIAG(DEVICE_LOST), device->params.name,
               vyi_cuda_error_name(&s->cu, atomic_load(&s->lost)), atomic_load(&s->doing));
}

void vyi_cuda_lose(vy_device *device, cu_result result, const char *doing)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    int well = CU_OK;
    atomic_store(&s->doing, doing);
    atomic_compare_exchange_strong(&s->lost, &well, result);
}

vy_status vyi_cuda_fail(vy_device *device, struct vyi_report *report, cu_result result,
                        const char *doing)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (result == CU_NO_MEMORY)
        return VY_ERROR_MEMORY;
    if (vyi_cuda_error_sticks(result)) {
        vyi_cuda_lose(device, result, doing);
        vyi_cuda_report_lost(device, report);
        return VY_ERROR_DEVICE;
    }
    REPORT(device, report, VYI_DIAG(CUDA_FAILED), device->params.name, doing,
           vyi_cuda_error_name(&s->cu, result));
    return VY_ERROR_DEVICE;
}

// ---- around every call ----
/// A child has none of the parent's context, nor the thread that may hold the gate.
static bool forked(const struct vyi_cuda_state *s)
{
    return s->pid != (int)getpid();
}

bool vyi_cuda_try_enter(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (forked(s))
        return false;
    pthread_rwlock_rdlock(&s->gate);
    if (s->started && !atomic_load_explicit(&s->lost, memory_order_relaxed) &&
        !s->cu.push(s->context))
        return true;
    pthread_rwlock_unlock(&s->gate);
    return false;
}

vy_status vyi_cuda_enter(vy_device *device, struct vyi_report *report)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (vyi_cuda_try_enter(device))
        return VY_OK;
    if (forked(s)) {
        REPORT(device, report, VYI_DIAG(DEVICE_FORKED), device->params.name);
        return VY_ERROR_DEVICE;
    }
    if (!atomic_load(&s->lost)) // the context cannot be made current
        return vyi_cuda_fail(device, report, CU_INVALID_CONTEXT, "entering its context");
    vyi_cuda_report_lost(device, report);
    return VY_ERROR_DEVICE;
}

enum vyi_stop vyi_cuda_must_stop(const struct vyi_cuda_state *s, const struct vyi_job *job)
{
    return atomic_load_explicit(&s->lost, memory_order_relaxed) ? VYI_STOP_LOST
                                                                : vyi_dev_must_stop(job);
}

void vyi_cuda_leave(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    cu_context ours;
    s->cu.pop(&ours);
    pthread_rwlock_unlock(&s->gate);
}

vy_status vyi_cuda_done(vy_device *device, cu_result result, const char *doing)
{
    vy_status status = result ? vyi_cuda_fail(device, NULL, result, doing) : VY_OK;
    vyi_cuda_leave(device);
    return status;
}

// ---- its life ----
static cu_result make_streams(struct vyi_cuda_state *s)
{
    cu_result result;
    if ((result = vyi_cuda_stream_create(s, &s->up)) ||
        (result = vyi_cuda_stream_create(s, &s->down)) ||
        (result = vyi_cuda_stream_create(s, &s->side)))
        return result;
    return s->cu.event_create(&s->tail, CU_EVENT_UNTIMED);
}

cu_result vyi_cuda_start(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    cu_context ours;
    atomic_store(&s->lost, CU_OK); // before: a thread that gives up meanwhile knows this device
    cu_result result =
        vyi_cuda_stuck(s, NULL) ? CU_STUCK : s->cu.primary_retain(&s->context, s->gpu);
    if (result) {
        s->context = NULL;
        return result;
    }
    atomic_store(&s->enqueued, 0);
    atomic_store(&s->passed, 0);
    result = s->cu.push(s->context);
    if (!result) {
        result = make_streams(s);
        if (!result)
            result = vyi_cuda_trace_start(s);
        s->cu.pop(&ours);
    }
    s->started = !result;
    s->generation++;
    if (result)
        vyi_cuda_end(device);
    return result;
}

/// In a context that is lost every call fails, and what they would have freed is gone with it.
/// Kernels of other devices may run, which most of this would wait for inside the driver. False:
/// one runs that does not stop.
static bool free_all(struct vyi_cuda_state *s)
{
    vyi_cuda_stuck(s, NULL); // it may have ended by now
    if (vyi_cuda_exclusive_begin(s, NULL))
        return false;
    if (s->up)
        s->cu.stream_wait(s->up);
    vyi_cuda_trace_end(s);
    vyi_cuda_slots_free(s, true);
    vyi_cuda_ways_free(s);
    if (s->steps.module)
        s->cu.module_unload(s->steps.module);
    if (s->up)
        vyi_cuda_memory_end(s);
    vyi_cuda_event_free(s, &s->tail);
    cu_stream streams[] = {s->side, s->down, s->up};
    for (int i = 0; i < 3; i++)
        if (streams[i])
            s->cu.stream_destroy(streams[i]);
    vyi_cuda_exclusive_end(s);
    return true;
}

void vyi_cuda_end(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    cu_context ours;
    bool stuck = false;
    if (s->context && !s->cu.push(s->context)) {
        stuck = !free_all(s);
        s->cu.pop(&ours);
    } else {
        vyi_cuda_trace_end(s);
        vyi_cuda_slots_free(s, true);
        vyi_cuda_ways_free(s);
    }
    if (stuck) { // all of it stays as it is
        vyi_cuda_slots_free(s, false);
        s->pages.count = 0;
        vyi_cuda_stuck_hold(s);
    } else if (s->context) {
        s->cu.primary_release(s->gpu);
    }
    s->context = NULL;
    s->pool = NULL;
    s->up = s->down = s->side = NULL;
    s->tail = NULL;
    s->steps = (struct vyi_cuda_steps){0};
    vyi_cuda_arbiter_forget(s);
    memset(&s->store.kept, 0, sizeof s->store.kept);
    memset(s->store.slabs, 0, sizeof s->store.slabs);
    s->started = false;
}

// ---- recovery ----
/// Whether the new context really works.
static cu_result prove(struct vyi_cuda_state *s)
{
    struct vyi_dev_piece piece;
    uint32_t word = 0;
    cu_context ours;
    cu_result result = s->cu.push(s->context);
    if (result)
        return result;
    result = vyi_cuda_take(s, sizeof word, &piece);
    if (!result)
        result = s->cu.set_32(piece.at, 0x5eed, 1, s->up);
    vyi_cuda_note(s);
    if (!result)
        result = vyi_cuda_move(s, piece.at, &word, sizeof word, false);
    if (!result && word != 0x5eed)
        result = CU_UNKNOWN;
    vyi_cuda_give(s, &piece);
    s->cu.pop(&ours);
    return result;
}

static vy_status start_anew(vy_device *device, struct vyi_report *report)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    cu_result before = atomic_load(&s->lost);
    unsigned flags;
    int active = 0;
    vyi_cuda_end(device);
    cu_result result = s->cu.primary_state(s->gpu, &flags, &active);
    if (!result)
        result = vyi_cuda_start(device);
    if (!result)
        result = prove(s);
    if (!result)
        return VY_OK;
    const char *why = active ? "something else in this process holds the same context; recover or "
                               "close all devices of this GPU, then try again"
                             : vyi_cuda_error_name(&s->cu, result);
    if (s->started)
        vyi_cuda_end(device);
    atomic_store(&s->lost, before);
    return vyi_report_as(report, VY_ERROR_DEVICE, VYI_DIAG(RECOVER_FAILED), device->params.name,
                         why);
}

bool vyi_cuda_is_lost(const vy_device *device)
{
    const struct vyi_cuda_state *s = vyi_cuda_state(device);
    return forked(s) || atomic_load(&s->lost);
}

vy_status vyi_cuda_recover(vy_device *device, struct vyi_report *report, bool *recovered)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (forked(s))
        return vyi_report_as(report, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_FORKED), device->params.name);
    vy_status status = VY_OK;
    char first[VYI_CUDA_MESSAGE];
    pthread_rwlock_wrlock(&s->gate); // calls that are inside fail and leave
    if (atomic_load(&s->lost) && vyi_cuda_stuck(s, first)) {
        status = vyi_report_as(report, VY_ERROR_DEVICE, VYI_DIAG(RECOVER_FAILED),
                               device->params.name, first);
    } else if (atomic_load(&s->lost)) {
        status = start_anew(device, report);
        *recovered = !status;
    }
    pthread_rwlock_unlock(&s->gate);
    return status;
}
