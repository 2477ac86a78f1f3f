// Slots: a stream, events and small memory for one launch at a time, kept for the next one. A
// kernel gets the slot it had before where that is free, since the block of a launch like the last
// one is there already.
#include "dev/cuda/cuda_state.h"

enum { MOST = 16 }; ///< slots, beyond which another kernel's is taken

// ---- lanes ----
void vyi_cuda_event_free(struct vyi_cuda_state *s, cu_event *event)
{
    if (*event)
        s->cu.event_destroy(*event);
    *event = NULL;
}

cu_result vyi_cuda_lane_open(struct vyi_cuda_state *s, struct vyi_cuda_lane *lane, unsigned end)
{
    cu_result result = vyi_cuda_stream_create(s, &lane->stream);
    if (!result)
        result = s->cu.event_create(&lane->begin, 0);
    return result ? result : s->cu.event_create(&lane->end, end);
}

void vyi_cuda_lane_close(struct vyi_cuda_state *s, struct vyi_cuda_lane *lane)
{
    vyi_cuda_event_free(s, &lane->begin);
    vyi_cuda_event_free(s, &lane->end);
    if (lane->stream)
        s->cu.stream_destroy(lane->stream);
    lane->stream = NULL;
}

uint64_t vyi_cuda_lane_ns(struct vyi_cuda_state *s, const struct vyi_job *job,
                          const struct vyi_cuda_lane *lane)
{
    float ms = 0;
    bool known = !job->untimed && !s->cu.event_elapsed(&ms, lane->begin, lane->end) && ms > 0;
    return known ? (uint64_t)((double)ms * 1e6) : 0;
}

// ---- slots ----
void vyi_cuda_replay_free(struct vyi_cuda_state *s, struct vyi_cuda_replay *r)
{
    vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_GRAPH, r->exec);
    if (r->graph)
        s->cu.graph_destroy(r->graph);
    *r = (struct vyi_cuda_replay){0};
}

static void destroy(struct vyi_cuda_state *s, struct vyi_cuda_slot *slot)
{
    struct vyi_dev_piece *pieces[] = {&slot->block, &slot->words, &slot->keep, &slot->parts};
    vyi_cuda_replay_free(s, &slot->replay);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        vyi_cuda_give(s, pieces[i]);
    vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_PINNED, slot->pinned);
    vyi_cuda_lane_close(s, &slot->lane);
    vyi_free(s->host, slot, sizeof *slot);
}

static cu_result create(struct vyi_cuda_state *s, struct vyi_cuda_slot **made)
{
    struct vyi_cuda_slot *slot = vyi_calloc(s->host, 1, sizeof *slot);
    *made = NULL;
    if (!slot)
        return CU_NO_MEMORY;
    cu_result result = vyi_cuda_lane_open(s, &slot->lane, 0);
    if (result)
        destroy(s, slot);
    else
        *made = slot;
    return result;
}

/// One that this kernel used last, else the one used longest ago; with the lock held.
static struct vyi_cuda_slot *find(struct vyi_cuda_state *s, uint64_t kernel)
{
    struct vyi_cuda_slot **at = &s->spare, **last = at, *found;
    while (*at && (*at)->kernel != kernel) {
        last = at;
        at = &(*at)->next;
    }
    if (!*at && s->slots < MOST)
        return NULL;
    if (!*at)
        at = last;
    found = *at;
    if (found)
        *at = found->next;
    return found;
}

cu_result vyi_cuda_slot_take(struct vyi_cuda_state *s, uint64_t kernel, struct vyi_cuda_slot **slot)
{
    pthread_mutex_lock(&s->slot_lock);
    *slot = find(s, kernel);
    s->slots += !*slot;
    pthread_mutex_unlock(&s->slot_lock);
    cu_result result = *slot ? CU_OK : create(s, slot);
    if (!result && (*slot)->kernel != kernel) {
        (*slot)->kernel = kernel;
        (*slot)->block_bytes = 0;
        (*slot)->fresh = false;
        (*slot)->dirty = UINT64_MAX;
    }
    if (result) {
        pthread_mutex_lock(&s->slot_lock);
        s->slots--;
        pthread_mutex_unlock(&s->slot_lock);
    }
    return result;
}

void vyi_cuda_slot_give(struct vyi_cuda_state *s, struct vyi_cuda_slot *slot)
{
    pthread_mutex_lock(&s->slot_lock);
    slot->next = s->spare;
    s->spare = slot;
    pthread_mutex_unlock(&s->slot_lock);
}

void vyi_cuda_slots_free(struct vyi_cuda_state *s, bool inside)
{
    for (struct vyi_cuda_slot *slot = s->spare, *next; slot; slot = next) {
        next = slot->next;
        if (inside)
            destroy(s, slot);
        else
            vyi_free(s->host, slot, sizeof *slot);
    }
    s->spare = NULL;
    s->slots = 0;
}

// ---- what the device did when, for traces ----
// By events, which the GPU stamps. One event, the origin, is recorded while the host reads its own
// clock; all others are reported relative to it. A traced transfer is waited for, also an upload.
static cu_result set_origin(struct vyi_cuda_state *s)
{
    struct vyi_cuda_trace *t = &s->trace;
    cu_result result = s->cu.stream_wait(s->side);
    if (!result)
        result = s->cu.event_record(t->origin, s->side);
    uint64_t before = vyi_now_ns();
    if (!result)
        result = s->cu.event_wait(t->origin);
    t->origin_ns = before + (vyi_now_ns() - before) / 2;
    return result;
}

cu_result vyi_cuda_trace_start(struct vyi_cuda_state *s)
{
    struct vyi_cuda_trace *t = &s->trace;
    if (!s->device->params.trace)
        return CU_OK;
    cu_result result = s->cu.event_create(&t->origin, 0);
    for (int i = 0; !result && i < 4; i++)
        result = s->cu.event_create(&t->ways[i / 2][i % 2], 0);
    return result ? result : set_origin(s);
}

void vyi_cuda_trace_end(struct vyi_cuda_state *s)
{
    struct vyi_cuda_trace *t = &s->trace;
    for (int i = 0; i < 4; i++)
        vyi_cuda_event_free(s, &t->ways[i / 2][i % 2]);
    vyi_cuda_event_free(s, &t->origin);
}

void vyi_cuda_trace_emit(struct vyi_cuda_state *s, vy_trace_event event, cu_event begin,
                         cu_event end)
{
    const struct vyi_cuda_trace *t = &s->trace;
    float since = 0, took = 0;
    if (!t->origin || s->cu.event_elapsed(&since, t->origin, begin) ||
        s->cu.event_elapsed(&took, begin, end))
        return; // it failed, which is reported elsewhere
    event.device_time = true;
    event.start_ms = (double)t->origin_ns / 1e6 + (double)since;
    event.ms = (double)took;
    vyi_dev_trace(s->device, &event);
}
