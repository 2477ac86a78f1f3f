// Transfers beside launches: a schedule that the device runs as a whole is cut in two where that
// lets most bytes travel while something runs. What only the second part uses is uploaded while the
// first one runs, and what only the first one uses is downloaded while the second one does.
#include "run/dispatch.h"
#include "run/segments.h"

enum { WORTH = 4 << 20 }; ///< bytes that have to travel so, for what a second submission costs

/// Steps of the root before the first one that touches a buffer, and up to the last one; after 0:
/// none does.
struct span {
    uint32_t first, after;
};

/// Notes what a step, or a step inside it, touches.
static void touch(const struct vy_schedule *s, uint32_t index, uint32_t place, struct span *spans)
{
    const struct vyi_step *step = &s->steps.at[index];
    if (step->kind == VYI_STEP_LAUNCH) {
        const struct vyi_segment *segment = &s->segments.at[step->segment];
        for (uint32_t i = 0; i < s->source_buffers && !segment->skipped; i++) {
            if (!segment->access[i])
                continue;
            spans[i].first = spans[i].after ? spans[i].first : place;
            spans[i].after = place + 1;
        }
        return;
    }
    for (uint32_t i = step->first; i; i = step->kind == VYI_STEP_SEQUENCE ? s->steps.at[i].next : 0)
        touch(s, i, place, spans);
    if (step->kind != VYI_STEP_SEQUENCE && step->second)
        touch(s, step->second, place, spans);
}

/// Chooses the transfers for a cut before a step of the root; their bytes.
static uint64_t cut_before(struct vyi_dispatch *d, uint32_t cut, const struct span *spans)
{
    const vy_program *p = d->compiled->program;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *arg = d->call.args.buffers[i];
        bool own = d->memory.owned[i].base && arg && spans[i].after,
             comes = own && (arg->kind == VY_ARG_IN || arg->kind == VY_ARG_INOUT),
             goes = own && (arg->kind == VY_ARG_OUT || arg->kind == VY_ARG_INOUT) &&
                    !p->buffers.at[i].count;
        bool late = comes && spans[i].first >= cut, early = goes && spans[i].after <= cut;
        d->memory.beside[i] = (late ? VYI_BESIDE_UP : 0) | (early ? VYI_BESIDE_DOWN : 0);
        bytes += late || early ? d->call.launch.extents[i].bytes : 0;
    }
    return bytes;
}

vy_status vyi_overlap_plan(struct vyi_dispatch *d, struct vyi_segments *run)
{
    const struct vy_schedule *s = run->schedule;
    uint32_t count = s->source_buffers, steps = 0, best = 0;
    uint64_t all = 0, most = WORTH - 1;
    for (uint32_t i = 0; i < count; i++)
        all += d->memory.owned[i].base ? d->call.launch.extents[i].bytes : 0;
    if (all < WORTH)
        return VY_OK;
    struct span *spans = vyi_calloc(d->device->context, count, sizeof *spans);
    if (!spans)
        return VY_ERROR_MEMORY;
    for (uint32_t i = s->steps.at[1].first; i; i = s->steps.at[i].next)
        touch(s, i, steps++, spans);
    for (uint32_t cut = 1; cut < steps; cut++) {
        uint64_t bytes = cut_before(d, cut, spans);
        best = bytes > most ? cut : best;
        most = bytes > most ? bytes : most;
    }
    if (best)
        cut_before(d, best, spans);
    else
        memset(d->memory.beside, 0, count);
    run->split = best ? s->steps.at[1].first : 0;
    for (uint32_t i = 0; i < best; i++)
        run->split = s->steps.at[run->split].next;
    for (uint32_t i = 0; i < count; i++)
        if (d->memory.beside[i])
            run->host[i] = d->call.args.buffers[i]->kind == VY_ARG_IN
                               ? (void *)d->call.args.buffers[i]->data
                               : d->call.args.buffers[i]->memory;
    vyi_free(d->device->context, spans, count * sizeof *spans);
    return VY_OK;
}
