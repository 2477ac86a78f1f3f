// What the device did when, for traces: by events, which the GPU stamps. One event, the origin, is
// recorded while the host reads its own clock; all others are reported relative to it. A traced
// transfer is waited for, also an upload.
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

// ---- events ----
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
