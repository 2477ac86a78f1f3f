// What the device did when, for whoever traces it: by events, which the GPU stamps. One event, the
// origin, is recorded while the host looks at its own clock; all others are told relative to it.
//
// Launches and downloads are waited for anyway. Uploads are not, so their events are kept until
// somebody looks and they have passed.
#include "dev/cuda/cuda_state.h"

// ---- life ----
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
    for (int i = 0; !result && i < 2; i++)
        result = s->cu.event_create(&t->down[i], 0);
    for (int i = 0; !result && i < VYI_CUDA_TRACED; i++) {
        result = s->cu.event_create(&t->ups[i].begin, 0);
        if (!result)
            result = s->cu.event_create(&t->ups[i].end, 0);
    }
    return result ? result : set_origin(s);
}

void vyi_cuda_trace_end(struct vyi_cuda_state *s)
{
    struct vyi_cuda_trace *t = &s->trace;
    if (t->origin)
        vyi_cuda_trace_flush(s, true);
    for (int i = 0; i < VYI_CUDA_TRACED; i++) {
        if (t->ups[i].begin)
            s->cu.event_destroy(t->ups[i].begin);
        if (t->ups[i].end)
            s->cu.event_destroy(t->ups[i].end);
    }
    for (int i = 0; i < 2; i++)
        if (t->down[i])
            s->cu.event_destroy(t->down[i]);
    if (t->origin)
        s->cu.event_destroy(t->origin);
    memset(t->ups, 0, sizeof t->ups);
    memset(t->down, 0, sizeof t->down);
    t->origin = NULL;
}

// ---- telling ----
void vyi_cuda_trace_emit(struct vyi_cuda_state *s, vy_trace_event event, cu_event begin,
                         cu_event end)
{
    const struct vyi_cuda_trace *t = &s->trace;
    float since = 0, took = 0;
    if (!t->origin || s->cu.event_elapsed(&since, t->origin, begin) ||
        s->cu.event_elapsed(&took, begin, end))
        return; // it failed, which somebody else reports
    event.device_time = true;
    event.start_ms = (double)t->origin_ns / 1e6 + (double)since;
    event.ms = (double)took;
    vyi_dev_trace(s->device, &event);
}

void vyi_cuda_trace_launch(struct vyi_cuda_state *s, vy_trace_event event, cu_event begin,
                           cu_event end)
{
    vyi_cuda_trace_flush(s, false);
    vyi_cuda_trace_emit(s, event, begin, end);
}

/// With the lock held.
static void settle(struct vyi_cuda_state *s, uint32_t i, bool wait)
{
    struct vyi_cuda_trace *t = &s->trace;
    if (!t->ups[i].bytes)
        return;
    cu_result result = wait ? s->cu.event_wait(t->ups[i].end) : s->cu.event_query(t->ups[i].end);
    if (result == CU_NOT_READY)
        return;
    if (!result)
        vyi_cuda_trace_emit(s, (vy_trace_event){.what = "upload", .bytes = t->ups[i].bytes},
                            t->ups[i].begin, t->ups[i].end);
    t->ups[i].bytes = 0;
}

void vyi_cuda_trace_flush(struct vyi_cuda_state *s, bool all)
{
    struct vyi_cuda_trace *t = &s->trace;
    if (!t->origin)
        return;
    pthread_mutex_lock(&t->lock);
    for (uint32_t i = 0; i < VYI_CUDA_TRACED; i++)
        settle(s, (t->next + i) % VYI_CUDA_TRACED, all);
    pthread_mutex_unlock(&t->lock);
}

// ---- uploads ----
int vyi_cuda_trace_up(struct vyi_cuda_state *s)
{
    struct vyi_cuda_trace *t = &s->trace;
    if (!t->origin)
        return -1;
    pthread_mutex_lock(&t->lock);
    uint32_t place = t->next++ % VYI_CUDA_TRACED;
    settle(s, place, true);
    bool recorded = !s->cu.event_record(t->ups[place].begin, s->up);
    pthread_mutex_unlock(&t->lock);
    return recorded ? (int)place : -1;
}

void vyi_cuda_trace_up_end(struct vyi_cuda_state *s, int place, uint64_t bytes)
{
    struct vyi_cuda_trace *t = &s->trace;
    if (place < 0)
        return;
    pthread_mutex_lock(&t->lock);
    if (!s->cu.event_record(t->ups[place].end, s->up))
        t->ups[place].bytes = bytes;
    pthread_mutex_unlock(&t->lock);
}
