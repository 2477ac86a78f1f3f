// Transfers beside launches: a schedule that the device runs as a whole is cut in two where that
// lets most bytes travel while something runs. What only the second part uses is uploaded while the
// first one runs, and what only the first one uses is downloaded while the second one does.
#include "run/dispatch.h"
#include "run/segments.h"

enum { WORTH = 4 << 20 }; ///< bytes that have to travel so, for what a second submission costs

/// Whether a step, or what it holds, touches a buffer.
static bool touches(const struct vy_schedule *s, uint32_t index, uint32_t buffer)
{
    const struct vyi_step *step = &s->steps.at[index];
    if (!index)
        return false;
    if (step->kind == VYI_STEP_LAUNCH)
        return !s->segments.at[step->segment].skipped &&
               s->segments.at[step->segment].access[buffer];
    if (step->kind != VYI_STEP_SEQUENCE)
        return touches(s, step->first, buffer) || touches(s, step->second, buffer);
    for (uint32_t i = step->first; i; i = s->steps.at[i].next)
        if (touches(s, i, buffer))
            return true;
    return false;
}

/// Whether its contents come from the caller's memory, or go there as they are.
static bool comes(const struct vyi_dispatch *d, uint32_t i)
{
    const vy_arg *arg = d->call.args.buffers[i];
    return d->memory.owned[i].base && arg && (arg->kind == VY_ARG_IN || arg->kind == VY_ARG_INOUT);
}

static bool goes(const struct vyi_dispatch *d, uint32_t i)
{
    const vy_arg *arg = d->call.args.buffers[i];
    return d->memory.owned[i].base && arg &&
           (arg->kind == VY_ARG_OUT || arg->kind == VY_ARG_INOUT) &&
           !d->compiled->program->buffers.at[i].count;
}

/// Steps of the root before the first one that touches the buffer, and up to the last one.
static void span(const struct vy_schedule *s, uint32_t buffer, uint32_t *first, uint32_t *after)
{
    uint32_t place = 0;
    *first = UINT32_MAX;
    *after = 0;
    for (uint32_t i = s->steps.at[1].first; i; i = s->steps.at[i].next, place++) {
        if (!touches(s, i, buffer))
            continue;
        *first = *first == UINT32_MAX ? place : *first;
        *after = place + 1;
    }
}

static uint64_t gain(const struct vyi_dispatch *d, const struct vy_schedule *s, uint32_t cut)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < s->source_buffers; i++) {
        uint32_t first, after;
        span(s, i, &first, &after);
        if (comes(d, i) && first >= cut && after)
            bytes += d->call.launch.extents[i].bytes;
        if (goes(d, i) && after <= cut && after)
            bytes += d->call.launch.extents[i].bytes;
    }
    return bytes;
}

static uint32_t best_cut(const struct vyi_dispatch *d, const struct vy_schedule *s)
{
    uint64_t most = WORTH - 1;
    uint32_t best = 0, place = 0;
    for (uint32_t i = s->steps.at[1].first; i; i = s->steps.at[i].next, place++) {
        uint64_t bytes = place ? gain(d, s, place) : 0;
        if (bytes <= most)
            continue;
        most = bytes;
        best = place;
    }
    return best;
}

vy_status vyi_overlap_plan(struct vyi_dispatch *d, struct vyi_segments *run)
{
    const struct vy_schedule *s = run->schedule;
    uint64_t all = 0;
    uint32_t cut = 0, step = s->steps.at[1].first;
    for (uint32_t i = 0; i < s->source_buffers; i++)
        all += comes(d, i) || goes(d, i) ? d->call.launch.extents[i].bytes : 0;
    if (all >= WORTH)
        cut = best_cut(d, s);
    if (!cut)
        return VY_OK;
    d->late = vyi_calloc(d->device->context, s->source_buffers, sizeof *d->late);
    d->early = vyi_calloc(d->device->context, s->source_buffers, sizeof *d->early);
    if (!d->late || !d->early)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->source_buffers; i++) {
        uint32_t first, after;
        span(s, i, &first, &after);
        d->late[i] = comes(d, i) && first >= cut && after;
        d->early[i] = goes(d, i) && after <= cut && after;
        if (d->late[i] || d->early[i])
            run->host[i] = d->call.args.buffers[i]->kind == VY_ARG_IN
                               ? (void *)d->call.args.buffers[i]->data
                               : d->call.args.buffers[i]->memory;
    }
    for (uint32_t i = 0; i < cut; i++)
        step = s->steps.at[step].next;
    run->split = step;
    run->late = d->late;
    run->early = d->early;
    return VY_OK;
}

void vyi_overlap_free(struct vyi_dispatch *d)
{
    uint32_t count = d->compiled->program->buffers.count;
    vyi_free(d->device->context, d->late, count * sizeof *d->late);
    vyi_free(d->device->context, d->early, count * sizeof *d->early);
    d->late = d->early = NULL;
}
