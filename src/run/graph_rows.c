// Lost rows of a graph: holds the counters of its waves, when all have run, against the rows that
// there is room for.
#include "run/graph.h"

/// The use of a program's buffer by a wave; NULL: it is bound to none of the graph's or the
/// caller's, as scratch.
static const struct vyi_wave_use *use_of(const struct vyi_graph_wave *w, uint32_t index)
{
    for (uint32_t i = 0; i < w->uses.count; i++)
        if (w->uses.at[i].index == index)
            return &w->uses.at[i];
    return NULL;
}

/// Whether a wave behind `place` in the order of the plan writes the bytes again: the counter is no
/// longer that of the wave before.
static bool written_again(const vy_graph *g, uint32_t place, const struct vyi_wave_use *counter)
{
    for (uint32_t k = place + 1; k < g->waves.count; k++) {
        const struct vyi_graph_wave *w = g->waves.at[g->plan.order[k]];
        for (uint32_t i = 0; i < w->uses.count; i++) {
            const struct vyi_wave_use *use = &w->uses.at[i];
            if (use->write && use->buffer == counter->buffer && use->from < counter->to &&
                counter->from < use->to)
                return true;
        }
    }
    return false;
}

static vy_status read_counter(const vy_graph *g, const struct vyi_job *job,
                              const struct vyi_wave_use *counter, uint32_t *found)
{
    const struct vyi_slot *s = counter->buffer->slot;
    *found = 0;
    if (counter->to - counter->from < sizeof *found || !counter->buffer->memory)
        return VY_OK;
    if (!s || !s->memory || counter->from < s->from || counter->to > s->to)
        return vyi_job_download(g->device, job,
                                (const char *)counter->buffer->memory + counter->from, found,
                                sizeof *found);
    memcpy(found, (const char *)s->memory + counter->from, sizeof *found);
    return VY_OK;
}

/// One wave; VY_ERROR_ROWS after reporting.
static vy_status check_wave(vy_graph *g, const struct vyi_job *job, uint32_t place)
{
    uint32_t wave = g->plan.order[place];
    const struct vyi_graph_wave *w = g->waves.at[wave];
    const vy_program *p = w->compiled->program;
    struct vyi_report report = {.context = g->device->context, .sources = &p->sources};
    vy_status status = VY_OK;
    bool lost = false;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        uint32_t counter = p->buffers.at[i].count, found;
        uint64_t rows = w->launch.extents[i].size[0];
        const struct vyi_wave_use *use = counter ? use_of(w, counter - 1) : NULL;
        if (!use || written_again(g, place, use))
            continue;
        status = read_counter(g, job, use, &found);
        if (status || found <= rows)
            continue;
        lost = true;
        vyi_rows_lost(&report, p, i, found, rows);
    }
    if (lost && !status) {
        status = VY_ERROR_ROWS;
        vyi_graph_blame(g, wave);
        vyi_report(&report, 0, 0, VYI_DIAG(GRAPH_WAVE_FAILED), wave, w->name,
                   g->plan.kernels[g->plan.kernel_of[wave]]->group + 1, g->plan.group_count,
                   vy_status_text(status));
    }
    vyi_report_end(&report, status);
    return status;
}

vy_status vyi_graph_rows(vy_graph *g, const struct vyi_job *job)
{
    vy_status status = VY_OK;
    for (uint32_t place = 0; !status && g->counts && place < g->waves.count; place++)
        status = check_wave(g, job, place);
    return status;
}

void vyi_graph_rows_keep(vy_graph *g, const struct vyi_graph_wave *w)
{
    const vy_program *p = w->compiled->program;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_wave_use *use =
            p->buffers.at[i].count ? use_of(w, p->buffers.at[i].count - 1) : NULL;
        if (!use)
            continue;
        g->counts = true;
        if (use->buffer->slot)
            use->buffer->slot->counts = true;
    }
}
