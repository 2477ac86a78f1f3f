// Turns, threads and the life of a device; see hub.h.
#include "run/run.h"

#include "base/sync.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

enum { CANCEL_POLL_NS = 10000000 }; // how often a waiting dispatch polls its cancel flag

// ---- the lock ----
/// In a forked child the other threads are absent, and with them the holder of the lock.
static bool forked(const struct vyi_hub *hub)
{
    int pid = atomic_load_explicit(&hub->pid, memory_order_relaxed);
    return pid && pid != (int)getpid();
}

void vyi_hub_lock(struct vyi_hub *hub)
{
    if (!forked(hub))
        pthread_mutex_lock(&hub->lock);
}

void vyi_hub_unlock(struct vyi_hub *hub)
{
    if (!forked(hub))
        pthread_mutex_unlock(&hub->lock);
}

bool vyi_hub_sleep(struct vyi_hub *hub, uint64_t until_ns)
{
    struct timespec t = {(time_t)(until_ns / 1000000000u), (long)(until_ns % 1000000000u)};
    if (!until_ns)
        return pthread_cond_wait(&hub->changed, &hub->lock) == 0;
    return pthread_cond_timedwait(&hub->changed, &hub->lock, &t) != ETIMEDOUT;
}

vy_status vyi_hub_check(vy_device *device)
{
    if (!forked(device->hub))
        return VY_OK;
    return vyi_refuse(device->context, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_FORKED),
                      device->params.name);
}

// ---- life ----
vy_status vyi_hub_create(vy_device *device)
{
    struct vyi_hub *hub = vyi_calloc(device->context, 1, sizeof *hub);
    pthread_condattr_t clock;
    device->hub = hub;
    if (!hub)
        return VY_ERROR_MEMORY;
    pthread_mutex_init(&hub->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&hub->changed, &clock);
    pthread_cond_init(&hub->work, NULL);
    pthread_condattr_destroy(&clock);
    hub->refs = 1;
    return VY_OK;
}

static void end_threads(struct vyi_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    hub->closing = true;
    pthread_cond_broadcast(&hub->work);
    pthread_mutex_unlock(&hub->lock);
    for (uint32_t i = 0; i < hub->thread_count; i++)
        pthread_join(hub->threads[i], NULL);
    pthread_cond_destroy(&hub->changed);
    pthread_cond_destroy(&hub->work);
    pthread_mutex_destroy(&hub->lock);
}

static void destroy(vy_device *device)
{
    struct vyi_hub *hub = device->hub;
    vy_context *c = device->context;
    if (!forked(hub))
        end_threads(hub);
    vyi_compiled_free_all(device);
    for (vy_buffer *b = hub->gone_first, *next; b; b = next) {
        next = b->next;
        vyi_free(c, b, sizeof *b);
    }
    if (device->fns->close)
        device->fns->close(device);
    vyi_device_free(device);
}

void vyi_hub_hold(vy_device *device)
{
    vyi_hub_lock(device->hub);
    device->hub->refs++;
    vyi_hub_unlock(device->hub);
}

void vyi_hub_drop(vy_device *device)
{
    vyi_hub_lock(device->hub);
    bool last = !--device->hub->refs;
    vyi_hub_unlock(device->hub);
    if (last)
        destroy(device);
}

// ---- recovery ----
void vyi_hub_enter(vy_device *device)
{
    struct vyi_hub *hub = device->hub;
    vyi_hub_lock(hub);
    while (hub->recovering)
        vyi_hub_sleep(hub, 0);
    hub->inside++;
    vyi_hub_unlock(hub);
}

void vyi_hub_leave(vy_device *device)
{
    struct vyi_hub *hub = device->hub;
    vyi_hub_lock(hub);
    if (!--hub->inside && hub->recovering)
        pthread_cond_broadcast(&hub->changed);
    vyi_hub_unlock(hub);
}

/// Memory is freed with the lock held, so nothing of the old goes to the new.
static vy_status recover(vy_device *device, struct vyi_report *report)
{
    struct vyi_hub *hub = device->hub;
    bool recovered = false;
    vyi_hub_lock(hub);
    while (hub->recovering)
        vyi_hub_sleep(hub, 0);
    hub->recovering = true;
    while (hub->inside)
        vyi_hub_sleep(hub, 0);
    vy_status status = device->fns->recover(device, report, &recovered);
    if (recovered)
        atomic_fetch_add(&device->generation, 1);
    hub->recovering = false;
    pthread_cond_broadcast(&hub->changed);
    vyi_hub_unlock(hub);
    return status;
}

vy_status vy_device_recover(vy_device *device)
{
    if (!device)
        return VY_ERROR_ARGUMENT;
    struct vyi_report report = {.context = device->context};
    vy_status status = vyi_hub_check(device);
    // One that is well goes on with what it does, which may take for ever.
    bool lost = !status && device->fns->recover && device->fns->lost(device);
    unsigned stays = atomic_load(&device->hub->persistent);
    if (lost && stays) {
        status = vyi_report_as(&report, VY_ERROR_BUSY, VYI_DIAG(DEVICE_STAYS), device->params.name,
                               stays);
    } else if (lost) {
        status = recover(device, &report);
    }
    vyi_report_end(&report, status);
    return status;
}

bool vyi_buffer_stale(const vy_buffer *b)
{
    return b->generation != atomic_load_explicit(&b->device->generation, memory_order_relaxed);
}

// ---- turns ----
/// Whether one must wait for the other; `bytes` (may be NULL) are then the first that both use.
static bool conflict(const struct vyi_turn *first, const struct vyi_turn *second,
                     struct vyi_use *bytes)
{
    for (uint32_t i = 0; i < first->use_count; i++)
        for (uint32_t k = 0; k < second->use_count; k++) {
            const struct vyi_use *a = &first->uses[i], *b = &second->uses[k];
            uint64_t from = a->from > b->from ? a->from : b->from,
                     to = a->to < b->to ? a->to : b->to;
            if (a->buffer != b->buffer || !(a->write || b->write) || from >= to)
                continue;
            if (bytes)
                *bytes = (struct vyi_use){.buffer = a->buffer, .from = from, .to = to};
            return true;
        }
    return false;
}

vy_status vyi_turn_join(vy_device *device, struct vyi_turn *turn)
{
    struct vyi_hub *hub = device->hub;
    bool gone = false;
    if (!turn->use_count && !turn->pending)
        return VY_OK; // nothing can conflict with it
    vyi_hub_lock(hub);
    for (uint32_t i = 0; i < turn->use_count; i++)
        gone = gone || turn->uses[i].buffer->gone;
    if (!gone) {
        for (uint32_t i = 0; i < turn->use_count; i++)
            turn->uses[i].buffer->uses++;
        for (const struct vyi_turn *t = hub->first; t; t = t->after)
            turn->blockers += conflict(t, turn, NULL);
        turn->before = hub->last;
        *(hub->last ? &hub->last->after : &hub->first) = turn;
        hub->last = turn;
    }
    vyi_hub_unlock(hub);
    if (gone)
        vyi_complain(device->context, VYI_DIAG(BUFFER_GONE), "the call uses");
    return gone ? VY_ERROR_ARGUMENT : VY_OK;
}

void vyi_turn_unlink(vy_device *device, struct vyi_turn *turn)
{
    struct vyi_hub *hub = device->hub;
    bool frees = false;
    for (struct vyi_turn *t = turn->after; t; t = t->after)
        if (conflict(turn, t, NULL) && !--t->blockers)
            frees = frees || t->pending;
    *(turn->before ? &turn->before->after : &hub->first) = turn->after;
    *(turn->after ? &turn->after->before : &hub->last) = turn->before;
    for (uint32_t i = 0; i < turn->use_count; i++)
        vyi_buffer_drop(turn->uses[i].buffer);
    pthread_cond_broadcast(&hub->changed);
    if (frees)
        vyi_hub_start_thread(device);
}

vy_status vyi_turn_wait(vy_device *device, struct vyi_turn *turn, uint64_t deadline_ns,
                        const atomic_bool *cancel)
{
    struct vyi_hub *hub = device->hub;
    bool in_time = true, stopped = false;
    if (!turn->use_count)
        return VY_OK;
    vyi_hub_lock(hub);
    while (turn->blockers && in_time && !stopped) {
        // Setting `cancel` signals no condition variable, so it is polled.
        uint64_t poll = cancel ? vyi_now_ns() + CANCEL_POLL_NS : 0;
        bool polls = poll && (!deadline_ns || poll < deadline_ns);
        in_time = vyi_hub_sleep(hub, polls ? poll : deadline_ns) || polls;
        stopped = cancel && atomic_load(cancel);
    }
    bool ready = !turn->blockers;
    vyi_hub_unlock(hub);
    return ready ? VY_OK : stopped ? VY_ERROR_CANCELLED : VY_ERROR_DEADLINE;
}

bool vyi_turn_ready(vy_device *device, struct vyi_turn *turn, struct vyi_use *busy)
{
    vyi_hub_lock(device->hub);
    bool ready = !turn->blockers;
    for (const struct vyi_turn *t = turn->before; t && !ready; t = t->before)
        if (conflict(t, turn, busy))
            break;
    vyi_hub_unlock(device->hub);
    return ready;
}

void vyi_turn_leave(vy_device *device, struct vyi_turn *turn)
{
    if (!turn->use_count && !turn->pending)
        return;
    vyi_hub_lock(device->hub);
    vyi_turn_unlink(device, turn);
    vyi_hub_unlock(device->hub);
}

// ---- threads ----
static void *serve(void *data)
{
    vy_device *device = data;
    struct vyi_hub *hub = device->hub;
    pthread_mutex_lock(&hub->lock);
    for (;;) {
        struct vyi_turn *turn = hub->first;
        while (turn && (!turn->pending || turn->running || turn->blockers))
            turn = turn->after;
        if (turn) {
            turn->running = true;
            vyi_hub_start_thread(device);
            pthread_mutex_unlock(&hub->lock);
            vyi_pending_run(turn->pending); // which takes it from the list
            pthread_mutex_lock(&hub->lock);
        } else if (hub->closing) {
            break;
        } else {
            hub->idle++;
            pthread_cond_wait(&hub->work, &hub->lock);
            hub->idle--;
        }
    }
    pthread_mutex_unlock(&hub->lock);
    return NULL;
}

bool vyi_hub_start_thread(vy_device *device)
{
    struct vyi_hub *hub = device->hub;
    uint32_t waiting = 0;
    // A thread that was woken counts as idle until it has the lock.
    for (const struct vyi_turn *t = hub->first; t && waiting <= hub->idle; t = t->after)
        waiting += t->pending && !t->running && !t->blockers;
    if ((waiting > hub->idle || !hub->thread_count) && hub->thread_count < VYI_HUB_THREADS &&
        !vyi_thread_create(&hub->threads[hub->thread_count], serve, device) && !hub->thread_count++)
        atomic_store_explicit(&hub->pid, (int)getpid(), memory_order_relaxed);
    if (waiting)
        pthread_cond_broadcast(&hub->work);
    return hub->thread_count;
}
