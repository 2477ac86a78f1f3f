// A graph and its buffers: what they are made of, and their end.
#include "run/graph.h"

#include <stdio.h>

// ---- life ----
vy_status vy_graph_create(vy_device *device, const vy_graph_params *params, vy_graph **graph)
{
    if (graph)
        *graph = NULL;
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!graph)
        return vyi_refuse_null(device->context, "graph", "pass the address of a vy_graph pointer");
    vy_graph_params filled = vy_graph_defaults();
    vy_status status = vyi_params_read(device->context, vy_graph_params, params, &filled);
    if (status)
        return status;
    status = vyi_hub_check(device);
    if (!status && !device->info.resident)
        status = vyi_refuse(device->context, VY_ERROR_DEVICE, VYI_DIAG(GRAPH_RESIDENT),
                            device->params.name);
    if (status)
        return status;
    vy_graph *g = vyi_calloc(device->context, 1, sizeof *g);
    if (!g)
        return VY_ERROR_MEMORY;
    g->device = device;
    g->params = filled;
    pthread_mutex_init(&g->lock, NULL);
    pthread_mutex_init(&g->print_lock, NULL);
    vyi_hub_hold(device);
    *graph = g;
    return VY_OK;
}

void vy_graph_destroy(vy_graph **graph)
{
    if (!graph || !*graph)
        return;
    vy_graph *g = *graph;
    vy_device *device = g->device;
    vy_context *c = device->context;
    *graph = NULL;
    vyi_graph_changed(g);
    for (uint32_t i = 0; i < g->waves.count; i++)
        vyi_graph_wave_free(g, g->waves.at[i]);
    while (g->slots.count)
        vyi_graph_slot_drop(g);
    vyi_hub_lock(device->hub);
    for (uint32_t i = 0; i < g->borrowed.count; i++)
        vyi_buffer_drop(g->borrowed.at[i].buffer);
    vyi_hub_unlock(device->hub);
    vyi_vec_free(c, &g->waves);
    vyi_vec_free(c, &g->fused);
    vyi_vec_free(c, &g->slots);
    vyi_vec_free(c, &g->borrowed);
    vyi_ranges_free(c, &g->ranges);
    vyi_vec_free(c, &g->met.list);
    vyi_vec_free(c, &g->edges);
    vyi_index_free(c, &g->edge_index);
    vyi_vec_free(c, &g->fault);
    pthread_mutex_destroy(&g->lock);
    pthread_mutex_destroy(&g->print_lock);
    vyi_free(c, g, sizeof *g);
    vyi_hub_drop(device);
}

/// Keeps kernels of several waves, which depend on the waves alone.
static void replan(vy_graph *g)
{
    vy_device *device = g->device;
    vyi_graph_run_free(g);
    if (g->kept)
        device->fns->forget(device, g->kept);
    g->kept = NULL;
    vyi_block_give(device, &g->block, g->generation);
    vyi_graph_plan_free(g);
}

void vyi_graph_changed(vy_graph *g)
{
    replan(g);
    vyi_graph_unfuse(g);
    g->rebound = true;
}

// ---- buffers ----
static void move(vy_graph *g, struct vyi_slot *s, enum vyi_host tag, const void *memory)
{
    uint64_t from = (uintptr_t)memory, to;
    if (!vyi_add(from, s->buffer.bytes, &to))
        to = UINT64_MAX;
    if (s->at[tag])
        vyi_ranges_remove(&g->ranges, s->at[tag]);
    s->at[tag] = 0;
    if (memory && from < to)
        s->at[tag] = vyi_ranges_add(
            &g->ranges,
            (struct vyi_range){
                .space = VYI_SPACE_HOST, .from = from, .to = to, .item = s->index, .tag = tag});
}

void vyi_graph_slot_moved(vy_graph *g, struct vyi_slot *s)
{
    move(g, s, VYI_HOST_DATA, s->data);
    move(g, s, VYI_HOST_MEMORY, s->memory);
}

void vyi_graph_slot_drop(vy_graph *g)
{
    struct vyi_slot *s = g->slots.at[--g->slots.count];
    s->data = s->memory = NULL;
    vyi_graph_slot_moved(g, s);
    vyi_free(g->device->context, s, s->size);
}

vy_status vyi_graph_slot_add(vy_graph *g, const vy_graph_buffer_params *params, bool host,
                             struct vyi_slot **slot)
{
    vy_context *c = g->device->context;
    const char *name = params->name;
    size_t size = sizeof **slot + strlen(name) + 1;
    struct vyi_slot *s = *slot = vyi_calloc(c, 1, size);
    if (!s || !vyi_ranges_reserve(c, &g->ranges, VYI_HOSTS) || !vyi_vec_push(c, &g->slots, s)) {
        vyi_free(c, s, size);
        return VY_ERROR_MEMORY;
    }
    *s = (struct vyi_slot){.buffer = {.device = g->device,
                                      .bytes = params->bytes,
                                      .generation = g->device->generation,
                                      .slot = s},
                           .size = size,
                           .index = g->slots.count - 1,
                           .name = memcpy(s + 1, name, strlen(name)),
                           .data = params->data,
                           .memory = params->memory,
                           .host = host,
                           .from = host ? params->bytes : 0, // a wave's own comes back as it writes
                           .to = host ? 0 : params->bytes,
                           .align = 1,
                           .piece = VYI_GRAPH_NONE};
    vyi_graph_slot_moved(g, s);
    return VY_OK;
}

vy_status vy_graph_buffer(vy_graph *graph, const vy_graph_buffer_params *params, uint32_t *buffer)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_context *c = graph->device->context;
    if (!params)
        return vyi_refuse_null(c, "params", "say at least how many bytes");
    if (!buffer)
        return vyi_refuse_null(c, "buffer", "pass the address of a uint32_t, for vy_arg_slot()");
    vy_graph_buffer_params p = vy_graph_buffer_defaults();
    vy_status status = vyi_params_read(c, vy_graph_buffer_params, params, &p);
    if (status)
        return status;
    uint64_t most = graph->device->info.memory;
    char number[32];
    snprintf(number, sizeof number, "#%u", graph->slots.count);
    p.name = p.name ? p.name : number;
    if (p.bytes > PTRDIFF_MAX / 2 || (most && p.bytes > most))
        return vyi_refuse(c, VY_ERROR_LIMIT, VYI_DIAG(GRAPH_BUFFER_SIZE), p.name, ULL(p.bytes),
                          graph->device->params.name, ULL(most));
    struct vyi_slot *slot;
    vyi_graph_changed(graph);
    status = vyi_graph_slot_add(graph, &p, false, &slot);
    if (!status)
        *buffer = slot->index;
    return status;
}

vy_status vy_graph_bind(vy_graph *graph, uint32_t buffer, const void *data, void *memory)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    if (buffer >= graph->slots.count)
        return vyi_refuse(graph->device->context, VY_ERROR_ARGUMENT, VYI_DIAG(GRAPH_SLOT_UNKNOWN),
                          buffer, graph->slots.count);
    struct vyi_slot *s = graph->slots.at[buffer];
    if (!vyi_ranges_reserve(graph->device->context, &graph->ranges, VYI_HOSTS))
        return VY_ERROR_MEMORY;
    // Where the data lies decides whether it is used in place.
    bool same = !s->data == !data && !s->memory == !memory &&
                (!graph->device->fns->host_memory ||
                 (uintptr_t)s->data % s->align == (uintptr_t)data % s->align);
    if (!same)
        replan(graph);
    graph->rebound = graph->rebound || s->memory != memory;
    s->data = data;
    s->memory = memory;
    vyi_graph_slot_moved(graph, s);
    return VY_OK;
}

/// Checked when it runs: of two that change places, one is bound before the other.
vy_status vyi_graph_check_results(vy_graph *g, struct vyi_report *report)
{
    for (uint32_t i = 0; g->rebound && i < g->slots.count; i++) {
        const struct vyi_slot *a = g->slots.at[i];
        if (!a->at[VYI_HOST_MEMORY] || a->from >= a->to)
            continue;
        const struct vyi_range *x = &g->ranges.at.at[a->at[VYI_HOST_MEMORY]];
        g->met.list.count = 0;
        if (!vyi_ranges_overlap(g->device->context, &g->ranges, x->space, x->from, x->to, &g->met))
            return VY_ERROR_MEMORY;
        for (uint32_t k = 0; k < g->met.list.count; k++) {
            const struct vyi_range *y = &g->ranges.at.at[g->met.list.at[k].number];
            const struct vyi_slot *b = g->slots.at[y->item];
            if (a == b || y->tag != VYI_HOST_MEMORY || b->from >= b->to)
                continue;
            bool first = x->from <= y->from;
            return vyi_report_as(
                report, VY_ERROR_ARGUMENT, VYI_DIAG(GRAPH_RESULTS), first ? a->name : b->name,
                first ? b->name : a->name,
                ULL((x->to < y->to ? x->to : y->to) - (first ? y->from : x->from)));
        }
    }
    g->rebound = false;
    return VY_OK;
}

vy_status vy_graph_budget(vy_graph *graph, uint64_t bytes)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    if (graph->params.budget != bytes)
        replan(graph);
    graph->params.budget = bytes;
    return VY_OK;
}

const vy_graph_edge *vy_graph_edges(const vy_graph *graph, size_t *count)
{
    if (count)
        *count = graph ? graph->edges.count : 0;
    return graph ? graph->edges.at : NULL;
}

void vy_graph_cancel(vy_graph *graph)
{
    if (graph)
        atomic_store(&graph->cancel, true);
}
