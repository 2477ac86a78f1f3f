// The explicit order of waves. It may have a cycle, also together with
// what was inferred. And where nothing is inferred, every two waves that share bytes, of which one
// writes, have to be ordered by it, in whatever direction and through whatever others.
#include "run/graph.h"

#include <stdio.h>

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

// ---- circles ----
static const char *reason(const vy_graph_edge *e)
{
    return e->why & VY_EDGE_ASKED ? "as was asked for"
           : e->why & VY_EDGE_RAW ? "which reads what it writes"
           : e->why & VY_EDGE_WAR ? "which writes what it reads"
                                  : "which writes what it writes";
}

static void tell_circle(vy_graph *g, const vy_plan_fault *fault, struct vyi_report *report)
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

vy_status vyi_graph_check_cycles(vy_graph *g, struct vyi_report *report)
{
    struct vy_context quiet = *g->device->context;
    vy_plan_scratch *scratch = NULL;
    VYI_VEC(vy_wave_edge) edges = {0};
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
    quiet.params.diag = NULL; // it knows numbers alone
    if (!status && backwards)
        status = vy_plan_scratch_create(&quiet, &scratch);
    if (scratch)
        status = vy_wave_plan(scratch,
                              vy_wave_params(.wave_count = g->waves.count, .edges = edges.at,
                                             .edge_count = edges.count),
                              &layers);
    const vy_plan_fault *fault = vy_plan_scratch_fault(scratch);
    if (status && fault && fault->kind == VY_PLAN_FAULT_CYCLE)
        tell_circle(g, fault, report);
    vy_plan_scratch_destroy(&scratch);
    vyi_vec_free(&quiet, &edges);
    return status;
}

// ---- all ordered ----

struct order {
    vy_graph *g;
    uint32_t count, words;
    uint64_t *after;       ///< by wave: a bit for each that comes after it
    uint32_t *head, *next; ///< edges asked for: the first by wave, and the one behind it, + 1
    VYI_VEC(vy_wave_edge) asked;
};

static void unordered(const struct order *o, const vy_graph_edge *e, struct vyi_report *report)
{
    const struct vyi_graph_wave *first = o->g->waves.at[e->before],
                                *second = o->g->waves.at[e->after];
    vyi_graph_blame(o->g, e->before);
    vyi_graph_blame(o->g, e->after);
    vyi_report(report, 0, 0, VYI_DIAG(GRAPH_UNORDERED), e->before, first->name, e->after,
               second->name, e->buffer ? e->buffer : "?",
               e->why & VY_EDGE_WAW   ? "both write it"
               : e->why & VY_EDGE_RAW ? "the first writes it"
                                      : "the second writes it",
               e->before, e->after);
}

static bool comes_after(const struct order *o, uint32_t wave, uint32_t other)
{
    return o->after[(size_t)wave * o->words + other / 64] >> other % 64 & 1;
}

/// From the last wave to the first, so that whoever comes after one is known before it.
static void follow(struct order *o, const uint32_t *order)
{
    for (uint32_t i = o->count; i; i--) {
        uint32_t wave = order[i - 1];
        uint64_t *mine = o->after + (size_t)wave * o->words;
        for (uint32_t e = o->head[wave]; e; e = o->next[e - 1]) {
            uint32_t other = o->asked.at[e - 1].after;
            const uint64_t *its = o->after + (size_t)other * o->words;
            for (uint32_t w = 0; w < o->words; w++)
                mine[w] |= its[w];
            mine[other / 64] |= 1ull << other % 64;
        }
    }
}

static vy_status list_asked(struct order *o)
{
    const vy_graph *g = o->g;
    vy_context *c = g->device->context;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        vy_wave_edge edge = {g->edges.at[i].before, g->edges.at[i].after};
        if (g->edges.at[i].why & VY_EDGE_ASKED && !vyi_vec_push(c, &o->asked, edge))
            return VY_ERROR_MEMORY;
    }
    o->after = vyi_calloc(c, (size_t)o->count * o->words + 1, sizeof *o->after);
    o->head = vyi_calloc(c, o->count + 1, sizeof *o->head);
    o->next = vyi_calloc(c, o->asked.count + 1, sizeof *o->next);
    if (!o->after || !o->head || !o->next)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < o->asked.count; i++) {
        o->next[i] = o->head[o->asked.at[i].before];
        o->head[o->asked.at[i].before] = i + 1;
    }
    return VY_OK;
}

vy_status vyi_graph_check_order(vy_graph *g, vy_plan_scratch *scratch, struct vyi_report *report)
{
    vy_context *c = g->device->context;
    struct order o = {.g = g, .count = g->waves.count, .words = (g->waves.count + 63) / 64};
    vy_wave_groups layers;
    vy_status status = list_asked(&o);
    if (!status)
        status = vy_wave_plan(
            scratch,
            vy_wave_params(.wave_count = o.count, .edges = o.asked.at, .edge_count = o.asked.count),
            &layers);
    if (!status)
        follow(&o, layers.order);
    for (uint32_t i = 0; !status && i < g->edges.count; i++) {
        const vy_graph_edge *e = &g->edges.at[i];
        if (comes_after(&o, e->before, e->after) || comes_after(&o, e->after, e->before))
            continue;
        unordered(&o, e, report);
        status = VY_ERROR_DATA;
    }
    vyi_free(c, o.after, o.after ? ((size_t)o.count * o.words + 1) * sizeof *o.after : 0);
    vyi_free(c, o.head, o.head ? (o.count + 1) * sizeof *o.head : 0);
    vyi_free(c, o.next, o.next ? (o.asked.count + 1) * sizeof *o.next : 0);
    vyi_vec_free(c, &o.asked);
    return status;
}
