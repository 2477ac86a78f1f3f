// Memory of the caller's for planning waves, and what the last plan failed of.
#include "plan/wave.h"

vy_status vy_plan_scratch_create(vy_context *context, vy_plan_scratch **scratch)
{
    if (!context || !scratch)
        return vyi_refuse_null(context, context ? "scratch" : "context",
                               "give it a place for the result");
    *scratch = vyi_calloc(context, 1, sizeof **scratch);
    if (!*scratch)
        return VY_ERROR_MEMORY;
    (*scratch)->context = context;
    return VY_OK;
}

void vy_plan_scratch_destroy(vy_plan_scratch **scratch)
{
    if (!scratch || !*scratch)
        return;
    vy_plan_scratch *s = *scratch;
    *scratch = NULL;
    for (size_t i = 0; i < VYI_ROOM_COUNT; i++)
        vyi_free(s->context, s->rooms[i].at, s->rooms[i].bytes);
    vyi_free(s->context, s, sizeof *s);
}

uint64_t vy_plan_scratch_bytes(const vy_plan_scratch *s)
{
    uint64_t bytes = s ? sizeof *s : 0;
    for (size_t i = 0; s && i < VYI_ROOM_COUNT; i++)
        bytes += s->rooms[i].bytes;
    return bytes;
}

const vy_plan_fault *vy_plan_scratch_fault(const vy_plan_scratch *s)
{
    return s ? &s->fault : NULL;
}

void *vyi_plan_room(vy_plan_scratch *s, enum vyi_plan_room room, size_t count, size_t bytes)
{
    size_t wanted = count > SIZE_MAX / bytes ? SIZE_MAX : count * bytes;
    if (!wanted)
        wanted = bytes;
    if (s->rooms[room].bytes >= wanted)
        return s->rooms[room].at;
    // Freed first: nothing in it is needed any more, and both would count for the peak.
    vyi_free(s->context, s->rooms[room].at, s->rooms[room].bytes);
    s->rooms[room].at = wanted < SIZE_MAX ? vyi_realloc(s->context, NULL, 0, wanted) : NULL;
    s->rooms[room].bytes = s->rooms[room].at ? wanted : 0;
    if (s->rooms[room].at && (room == VYI_ROOM_WORK || room == VYI_ROOM_LAYER) &&
        s->context->params.alloc == vyi_default_alloc)
        vyi_large_pages(s->rooms[room].at, wanted);
    if (!s->rooms[room].at) {
        vyi_complain(s->context, VYI_DIAG(WAVE_MEMORY), ULL(wanted));
        vyi_plan_fail(s, (vy_plan_fault){.kind = VY_PLAN_FAULT_MEMORY, .required = wanted});
    }
    return s->rooms[room].at;
}

vy_status vyi_plan_fail(vy_plan_scratch *s, vy_plan_fault fault)
{
    bool edge = fault.kind == VY_PLAN_FAULT_RANGE || fault.kind == VY_PLAN_FAULT_SELF;
    bool wave = fault.kind == VY_PLAN_FAULT_WAVE_BUDGET || fault.kind == VY_PLAN_FAULT_OVERFLOW;
    s->fault = fault;
    if (!edge)
        s->fault.before = s->fault.after = VY_WAVE_NONE;
    if (!wave)
        s->fault.wave = VY_WAVE_NONE;
    switch (fault.kind) {
    case VY_PLAN_FAULT_GRAPH_BUDGET:
    case VY_PLAN_FAULT_WAVE_BUDGET:
    case VY_PLAN_FAULT_OVERFLOW:
    case VY_PLAN_FAULT_COUNT: return VY_ERROR_LIMIT;
    case VY_PLAN_FAULT_MEMORY: return VY_ERROR_MEMORY;
    default: return VY_ERROR_ARGUMENT;
    }
}

vy_status vyi_plan_count(vy_plan_scratch *s, size_t count, const char *what)
{
    const uint32_t most = UINT32_MAX - 1;
    if (count <= most)
        return VY_OK;
    vyi_complain(s->context, VYI_DIAG(WAVE_COUNT), ULL(count), what, most);
    return vyi_plan_fail(
        s, (vy_plan_fault){
               .kind = VY_PLAN_FAULT_COUNT, .required = count, .available = most, .field = what});
}
