// The explicit order of waves. It may have a cycle, also together with what was inferred. And where
// nothing is inferred, every two waves that share bytes, of which one writes, have to be ordered by
// it, in whatever direction and through whatever others.
#include "run/graph.h"

#include <stdlib.h>

void vyi_graph_blame(vy_graph *g, uint32_t wave)
{
    // Without memory the message has to do.
    if (vyi_vec_reserve(g->device->context, &g->fault, 1))
        g->fault.at[g->fault.count++] = wave;
}

const uint32_t *vy_graph_fault(const vy_graph *graph, size_t *count)
{
    if (count)
        *count = graph ? graph->fault.count : 0;
    return graph && graph->fault.count ? graph->fault.at : NULL;
}

// ---- cycles ----
static const char *reason(const vy_graph_edge *e)
{
    return e->why & VY_EDGE_ASKED ? "as was asked for"
           : e->why & VY_EDGE_RAW ? "which reads what it writes"
           : e->why & VY_EDGE_WAR ? "which writes what it reads"
                                  : "which writes what it writes";
}

static void report_cycle(vy_graph *g, const vy_plan_fault *fault, struct vyi_report *report)
{
    enum { SHOWN = 6 };
    struct vyi_text t = {.context = g->device->context};
    const vy_graph_edge *asked = NULL;
    uint32_t count = (uint32_t)fault->cycle_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = fault->cycle[i], after = fault->cycle[(i + 1) % count];
        const vy_graph_edge *e = vyi_graph_edge_find(g, before, after);
        vyi_graph_blame(g, before);
        if (e && e->why & VY_EDGE_ASKED)
            asked = e;
        if (e && i < SHOWN)
            vyi_text_printf(&t, "%s%u ('%s') before %u ('%s'), %s", i ? "; " : "", before,
                            g->waves.at[before]->name, after, g->waves.at[after]->name, reason(e));
    }
    if (count > SHOWN)
        vyi_text_printf(&t, "; and %u more", count - SHOWN);
    // What is inferred goes with the order of adding, so at least one was asked for.
    if (asked && !t.failed)
        vyi_report(report, 0, 0, VYI_DIAG(GRAPH_CYCLE), t.at, asked->before, asked->after);
    vyi_text_free(&t);
}

// ---- all ordered ----
typedef VYI_VEC(vy_wave_edge) wave_edges;

static int by_place(const void *a, const void *b)
{
    const vy_wave_edge *x = a, *y = b;
    return VYI_COMPARE(x->before, y->before);
}

/// Goes from the last wave to the first, so that all that comes after a wave is known before it.
static vy_status check_pairs(vy_graph *g, wave_edges *edges, const vy_wave_groups *layers,
                             struct vyi_report *report)
{
    vy_context *c = g->device->context;
    uint32_t count = g->waves.count, words = (count + 63) / 64, edge = edges->count;
    uint32_t *place = vyi_calloc(c, count + 1, sizeof *place);
    // By wave: a bit for each that comes after it.
    uint64_t *after = vyi_calloc(c, (size_t)count * words + 1, sizeof *after);
    vy_status status = place && after ? VY_OK : VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < count; i++)
        place[layers->order[i]] = i;
    for (uint32_t i = 0; !status && i < edge; i++)
        edges->at[i].before = place[edges->at[i].before];
    if (!status && edge)
        qsort(edges->at, edge, sizeof *edges->at, by_place);
    for (; !status && edge; edge--) {
        uint32_t other = edges->at[edge - 1].after;
        uint64_t *mine = after + (size_t)layers->order[edges->at[edge - 1].before] * words;
        const uint64_t *its = after + (size_t)other * words;
        for (uint32_t w = 0; w < words; w++)
            mine[w] |= its[w];
        mine[other / 64] |= 1ull << other % 64;
    }
    for (uint32_t i = 0; !status && i < g->edges.count; i++) {
        const vy_graph_edge *e = &g->edges.at[i];
        uint32_t a = e->before, b = e->after;
        if ((after[(size_t)a * words + b / 64] >> b % 64 |
             after[(size_t)b * words + a / 64] >> a % 64) &
            1)
            continue;
        vyi_graph_blame(g, a);
        vyi_graph_blame(g, b);
        vyi_report(report, 0, 0, VYI_DIAG(GRAPH_UNORDERED), a, g->waves.at[a]->name, b,
                   g->waves.at[b]->name, e->buffer ? e->buffer : "?",
                   e->why & VY_EDGE_WAW   ? "both write it"
                   : e->why & VY_EDGE_RAW ? "the first writes it"
                                          : "the second writes it",
                   a, b);
        status = VY_ERROR_DATA;
    }
    vyi_free(c, place, (count + 1) * sizeof *place);
    vyi_free(c, after, ((size_t)count * words + 1) * sizeof *after);
    return status;
}

vy_status vyi_graph_check_order(vy_graph *g, struct vyi_report *report)
{
    struct vy_context quiet = *g->device->context;
    vy_plan_scratch *scratch = NULL;
    wave_edges edges = {0};
    vy_wave_groups layers;
    bool backwards = false;
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < g->edges.count && !status; i++) {
        const vy_graph_edge *e = &g->edges.at[i];
        vy_wave_edge edge = {e->before, e->after};
        if (g->params.explicit_only && !(e->why & VY_EDGE_ASKED))
            continue;
        backwards = backwards || e->before >= e->after;
        if (!vyi_vec_push(&quiet, &edges, edge))
            status = VY_ERROR_MEMORY;
    }
    quiet.params.diag = NULL; // the planner knows numbers alone
    if (!status && (backwards || g->params.explicit_only))
        status = vy_plan_scratch_create(&quiet, &scratch);
    if (scratch)
        status = vy_wave_plan(scratch,
                              vy_wave_params(.wave_count = g->waves.count, .edges = edges.at,
                                             .edge_count = edges.count),
                              &layers);
    const vy_plan_fault *fault = vy_plan_scratch_fault(scratch);
    if (status && fault && fault->kind == VY_PLAN_FAULT_CYCLE)
        report_cycle(g, fault, report);
    if (!status && g->params.explicit_only)
        status = check_pairs(g, &edges, &layers, report);
    vy_plan_scratch_destroy(&scratch);
    vyi_vec_free(&quiet, &edges);
    return status;
}
