// Slots: a command buffer, a fence and small memory for one submission at a time, kept for the next
// one; recording, submitting, and waiting with an eye on the clock.
#include "dev/vulkan/vulkan_state.h"

#include <time.h>

// ---- slots ----
void vyi_vulkan_slot_close(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    bool used = vyi_vulkan_stuck(s);
    if (slot->pool && !used)
        s->vu.pool_destroy(s->logical, slot->pool, NULL); // with its command buffers
    if (slot->fence && !used)
        s->vu.fence_destroy(s->logical, slot->fence, NULL);
    if (slot->queries && !used)
        s->vu.queries_destroy(s->logical, slot->queries, NULL);
    vyi_vulkan_range_destroy(s, &slot->words);
    vyi_vulkan_range_destroy(s, &slot->staging);
    vyi_vulkan_give(s, &slot->scratch);
}

static void destroy(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    vyi_vulkan_slot_close(s, slot);
    vyi_free(s->host, slot, sizeof *slot);
}

vu_result vyi_vulkan_slot_open(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    const struct vu_pool_info pool = {.type = VU_POOL_INFO, .family = s->about.family};
    const struct vu_fence_info fence = {.type = VU_FENCE_INFO};
    const struct vu_queries_info queries = {
        .type = VU_QUERIES_INFO, .kind = VU_QUERY_TIMESTAMP, .count = 2};
    struct vu_commands_info commands = {.type = VU_COMMANDS_INFO, .count = 1};
    vu_result result = s->vu.pool_create(s->logical, &pool, NULL, &slot->pool);
    commands.pool = slot->pool;
    if (!result)
        result = s->vu.commands_create(s->logical, &commands, &slot->commands);
    if (!result)
        result = s->vu.fence_create(s->logical, &fence, NULL, &slot->fence);
    if (!result && s->about.timestamps)
        result = s->vu.queries_create(s->logical, &queries, NULL, &slot->queries);
    return result;
}

vu_result vyi_vulkan_slot_take(struct vyi_vulkan_state *s, struct vyi_vulkan_slot **made)
{
    pthread_mutex_lock(&s->slot_lock);
    struct vyi_vulkan_slot *slot = s->spare;
    if (slot)
        s->spare = slot->next;
    pthread_mutex_unlock(&s->slot_lock);
    *made = slot;
    if (slot)
        return VU_OK;
    slot = vyi_calloc(s->host, 1, sizeof *slot);
    if (!slot)
        return VU_NO_HOST_MEMORY;
    vu_result result = vyi_vulkan_slot_open(s, slot);
    *made = result ? NULL : slot;
    if (result)
        destroy(s, slot);
    return result;
}

void vyi_vulkan_slot_give(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    pthread_mutex_lock(&s->slot_lock);
    slot->next = s->spare;
    s->spare = slot;
    pthread_mutex_unlock(&s->slot_lock);
}

void vyi_vulkan_slots_free(struct vyi_vulkan_state *s)
{
    for (struct vyi_vulkan_slot *slot = s->spare, *next; slot; slot = next) {
        next = slot->next;
        destroy(s, slot);
    }
    s->spare = NULL;
}

// ---- recording ----
static void barrier(struct vyi_vulkan_state *s, vu_commands commands, uint32_t from_stages,
                    uint32_t to_stages, uint32_t to)
{
    const struct vu_barrier b = {.type = VU_BARRIER, .from = VU_ACCESS_WRITE, .to = to};
    s->vu.cmd_barrier(commands, from_stages, to_stages, 0, 1, &b, 0, NULL, 0, NULL);
}

void vyi_vulkan_record_barrier(struct vyi_vulkan_state *s, vu_commands commands)
{
    enum { WORK = VU_AT_COMPUTE | VU_AT_TRANSFER };
    barrier(s, commands, WORK, WORK | VU_AT_INDIRECT, VU_ACCESS_READ | VU_ACCESS_WRITE);
}

void vyi_vulkan_record_first(struct vyi_vulkan_state *s, vu_commands commands)
{
    // What other submissions wrote.
    barrier(s, commands, VU_AT_ALL, VU_AT_ALL, VU_ACCESS_READ | VU_ACCESS_WRITE);
}

void vyi_vulkan_record_last(struct vyi_vulkan_state *s, vu_commands commands)
{
    barrier(s, commands, VU_AT_ALL, VU_AT_HOST, VU_ACCESS_HOST_READ);
}

vu_result vyi_vulkan_record_begin(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    const struct vu_begin_info info = {.type = VU_BEGIN_INFO, .flags = VU_BEGIN_ONCE};
    vu_result result = s->vu.pool_reset(s->logical, slot->pool, 0);
    if (!result)
        result = s->vu.commands_begin(slot->commands, &info);
    if (!result)
        vyi_vulkan_record_first(s, slot->commands);
    return result;
}

vu_result vyi_vulkan_record_end(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    vyi_vulkan_record_last(s, slot->commands);
    return s->vu.commands_end(slot->commands);
}

// ---- submitting ----
/// Brings the clock of the kernels up to date, where some read it.
static bool tick(struct vyi_vulkan_state *s)
{
    if (!atomic_load(&s->ticks))
        return false;
    atomic_store((atomic_ullong *)(void *)s->clock.host, vyi_now_ns());
    return true;
}

vu_result vyi_vulkan_submit(struct vyi_vulkan_state *s, vu_commands commands, vu_fence fence)
{
    const struct vu_submit submit = {.type = VU_SUBMIT, .count = 1, .commands = &commands};
    vu_result result = s->vu.fence_reset(s->logical, 1, &fence);
    if (result)
        return result;
    tick(s); // a kernel must not see the time of the launch before
    pthread_mutex_lock(&s->queue_lock);
    result = s->vu.queue_submit(s->queue, 1, &submit, fence);
    pthread_mutex_unlock(&s->queue_lock);
    return result;
}

/// Until it has stopped. Its words were cleared before the submission, so one request is enough.
static vu_result stop_it(struct vyi_vulkan_state *s, const struct vyi_vulkan_watch *w)
{
    const uint64_t step_ns = 1000000;
    uint64_t left = s->options.patience_ns;
    vu_result result;
    for (uint32_t i = 0; i < w->words; i++)
        atomic_store(&w->stop[i], VYI_VULKAN_STOP_ALL);
    while ((result = s->vu.fence_wait(s->logical, 1, &w->fence, 1, step_ns)) == VU_TIMEOUT) {
        if (!s->options.patience_ns)
            continue;
        left -= left < step_ns ? left : step_ns;
        if (!left)
            return VU_STUCK;
    }
    return result;
}

static enum vyi_stop must_stop(const struct vyi_vulkan_state *s, const struct vyi_job *job)
{
    return atomic_load(&s->lost) ? VYI_STOP_LOST : job ? vyi_dev_must_stop(job) : VYI_STOP_NOT;
}

/// Single workgroups of a persistent kernel are stopped. One whose assert has failed has ended, and
/// the others are to end, so that the next launch goes on with all.
static void look_after(const struct vyi_persistent *p, const struct vyi_vulkan_watch *w)
{
    unsigned bits = atomic_exchange(p->stops, 0);
    for (uint32_t i = 0; i < w->words; i++)
        if (bits >> i & 1)
            atomic_store(&w->stop[i], VYI_VULKAN_STOP_HANDLERS);
    if (w->log && atomic_load((atomic_uint *)&w->log->key) != UINT32_MAX)
        p->yield(p->user, true);
}

/// Publishers end the sleep, which no wait of the driver's would let them.
static vu_result wait_persistent(struct vyi_vulkan_state *s, struct vyi_vulkan_watch *w)
{
    enum { LEAST = 10000, MOST = 200000 }; // ns
    const struct vyi_persistent *p = w->job->persistent;
    uint64_t ns = LEAST;
    vu_result result;
    while ((result = s->vu.fence_wait(s->logical, 1, &w->fence, 1, 0)) == VU_TIMEOUT) {
        w->why = must_stop(s, w->job);
        if (w->why)
            return stop_it(s, w);
        look_after(p, w);
        tick(s);
        p->sleep(p->user, ns);
        ns = ns * 2 < MOST ? ns * 2 : MOST;
    }
    return result;
}

vu_result vyi_vulkan_wait(struct vyi_vulkan_state *s, struct vyi_vulkan_watch *w)
{
    enum { LEAST = 20000, MOST = 1000000 }; // ns
    bool stops = w->job && (w->job->cancel || w->job->deadline_ns), ticks = tick(s);
    uint64_t ns = stops || ticks ? LEAST : UINT64_MAX;
    vu_result result;
    if (w->job && w->job->persistent)
        return wait_persistent(s, w);
    while ((result = s->vu.fence_wait(s->logical, 1, &w->fence, 1, ns)) == VU_TIMEOUT) {
        w->why = must_stop(s, stops ? w->job : NULL);
        if (w->why)
            return stop_it(s, w);
        if (!tick(s) && stops)
            ns = ns * 2 < MOST ? ns * 2 : MOST;
    }
    return result;
}

vu_result vyi_vulkan_run(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot)
{
    struct vyi_vulkan_watch w = {.fence = slot->fence};
    if (!vyi_vulkan_aside_begin(s))
        return atomic_load(&s->lost);
    vu_result result = vyi_vulkan_submit(s, slot->commands, slot->fence);
    if (!result)
        result = vyi_vulkan_wait(s, &w);
    vyi_vulkan_aside_end(s);
    return result;
}
