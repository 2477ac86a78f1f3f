// Dispatches that are waited for at once, and those that are begun and waited for later.
#include "run/run.h"

// ---- at once ----
/// The deadline passes, or it is cancelled, before its turn comes.
static vy_status too_late(struct vyi_dispatch *d, vy_status status)
{
    if (status == VY_ERROR_DEADLINE)
        vyi_report(&d->report, 0, 0, VYI_DIAG(QUEUE_DEADLINE));
    else
        vyi_report(&d->report, 0, 0, VYI_DIAG(QUEUE_CANCELLED));
    return status;
}

vy_status vy_dispatch(vy_pipeline *pipeline, const vy_dispatch_params *params, vy_stats *stats)
{
    if (!pipeline)
        return VY_ERROR_ARGUMENT;
    struct vyi_dispatch d = {0};
    vy_status status = vyi_dispatch_check(&d, pipeline, params, pipeline->program->context);
    d.untimed = !stats && !d.params.segments;
    d.cancel = (const atomic_bool *)d.params.stop;
    if (!status)
        status = vyi_turn_join(d.device, &d.turn);
    if (!status) {
        uint64_t queued = d.untimed ? 0 : vyi_now_ns();
        status = vyi_turn_wait(d.device, &d.turn, d.deadline_ns, d.cancel);
        if (!d.untimed)
            d.stats.queued_ms = vyi_ms_since(queued);
        status = status ? too_late(&d, status) : vyi_dispatch_run(&d);
        vyi_turn_leave(d.device, &d.turn);
    }
    vyi_dispatch_free(&d, status);
    if (!stats)
        return status;
    d.stats.wall_ms = vyi_ms_since(d.start_ns);
    *stats = d.stats;
    return status;
}

// ---- begun, and waited for later ----
struct vy_pending {
    vy_context *context;
    struct vyi_dispatch dispatch;
    struct vyi_held diags; ///< held until the caller waits
    atomic_bool cancel;
    bool done;    ///< under the hub's lock
    bool dropped; ///< its diagnostics are not delivered
    vy_status status;
};

/// Delivers its diagnostics, and frees it.
static void release(vy_pending *p, vy_status status)
{
    vy_device *device = p->dispatch.device;
    vyi_dispatch_free(&p->dispatch, status);
    vyi_held_deliver(&p->diags, !p->dropped);
    vyi_compiled_drop(device, p->dispatch.compiled);
    vyi_free(p->context, p, sizeof *p);
    vyi_hub_drop(device);
}

vy_status vy_dispatch_begin(vy_pipeline *pipeline, const vy_dispatch_params *params,
                            vy_pending **pending)
{
    if (pending)
        *pending = NULL;
    if (!pipeline)
        return VY_ERROR_ARGUMENT;
    if (!pending)
        return vyi_refuse_null(pipeline->program->context, "pending",
                               "pass the address of a vy_pending pointer, or use vy_dispatch()");
    vy_device *device = pipeline->device;
    vy_context *c = pipeline->program->context;
    vy_pending *p = vyi_calloc(c, 1, sizeof *p);
    if (!p)
        return VY_ERROR_MEMORY;
    struct vyi_dispatch *d = &p->dispatch;
    p->context = c;
    vyi_held_begin(&p->diags, c);
    vy_status status = vyi_dispatch_check(d, pipeline, params, c);
    // From here on a thread of the device's may have it.
    d->params.args = NULL;
    d->cancel = &p->cancel;
    d->turn.pending = p;
    d->report.context = &p->diags.shadow;
    vyi_hub_hold(device);
    vyi_compiled_hold(device, d->compiled);
    if (!status)
        status = vyi_turn_join(device, &d->turn);
    if (!status) {
        vyi_hub_lock(device->hub);
        bool staffed = vyi_hub_start_thread(device);
        if (!staffed)
            vyi_turn_unlink(device, &d->turn);
        vyi_hub_unlock(device->hub);
        if (!staffed)
            status = vyi_report_as(&d->report, VY_ERROR_DEVICE, VYI_DIAG(THREAD_MISSING),
                                   device->params.name);
    }
    if (status)
        release(p, status);
    else
        *pending = p;
    return status;
}

/// With the hub's lock held, as the dispatch leaves the list.
static void end(vy_pending *p, vy_status status)
{
    p->dispatch.stats.wall_ms = vyi_ms_since(p->dispatch.start_ns);
    p->status = status;
    p->done = true;
    vyi_turn_unlink(p->dispatch.device, &p->dispatch.turn); // wakes those who wait
}

void vyi_pending_run(vy_pending *p)
{
    struct vyi_dispatch *d = &p->dispatch;
    vy_status status = VY_OK;
    d->stats.queued_ms = vyi_ms_since(d->start_ns);
    if (atomic_load(&p->cancel))
        status = too_late(d, VY_ERROR_CANCELLED);
    else if (d->deadline_ns && vyi_now_ns() >= d->deadline_ns)
        status = too_late(d, VY_ERROR_DEADLINE);
    else
        status = vyi_dispatch_run(d);
    vyi_hub_lock(d->device->hub);
    end(p, status);
    vyi_hub_unlock(d->device->hub);
}

/// Takes it from the queue if it has not been begun and its time is over; lock held.
static void give_up(vy_pending *p)
{
    struct vyi_dispatch *d = &p->dispatch;
    bool late = d->deadline_ns && vyi_now_ns() >= d->deadline_ns;
    if (p->done || d->turn.running || !(late || p->cancel))
        return;
    d->stats.queued_ms = vyi_ms_since(d->start_ns);
    end(p, too_late(d, p->cancel ? VY_ERROR_CANCELLED : VY_ERROR_DEADLINE));
}

vy_status vy_dispatch_wait(vy_pending **pending, uint32_t timeout_ms, vy_stats *stats)
{
    if (!pending || !*pending)
        return VY_ERROR_ARGUMENT;
    vy_pending *p = *pending;
    struct vyi_dispatch *d = &p->dispatch;
    vy_device *device = d->device;
    vy_status status = vyi_hub_check(device);
    if (status)
        return status;
    uint64_t until = timeout_ms == VY_FOREVER ? 0 : vyi_now_ns() + (uint64_t)timeout_ms * 1000000u;
    bool in_time = true;
    vyi_hub_lock(device->hub);
    for (give_up(p); !p->done && in_time; give_up(p)) {
        bool queued = !d->turn.running && d->deadline_ns;
        uint64_t next = queued && (!until || d->deadline_ns < until) ? d->deadline_ns : until;
        in_time = vyi_hub_sleep(device->hub, next) || next != until;
    }
    bool done = p->done;
    vyi_hub_unlock(device->hub);
    if (!done)
        return VY_ERROR_BUSY;
    status = p->status;
    *pending = NULL;
    if (stats)
        *stats = d->stats;
    release(p, status);
    return status;
}

void vy_dispatch_cancel(vy_pending *pending)
{
    if (!pending)
        return;
    struct vyi_hub *hub = pending->dispatch.device->hub;
    atomic_store(&pending->cancel, true);
    vyi_hub_lock(hub);
    give_up(pending);
    vyi_hub_unlock(hub);
}

void vyi_pending_drop(vy_pending *pending)
{
    pending->dropped = true;
    vy_dispatch_cancel(pending);
}
