// A graph and its buffers: what they are made of, and their end.
#include "run/graph.h"

#include <stdio.h>
#include <stdlib.h>

// ---- life ----
static vy_status check(vy_device *device, struct vyi_report *report)
{
    vy_status status = vyi_hub_check(device, report);
    if (status || device->info.resident)
        return status;
    vyi_report(report, 0, 0, VYI_DIAG(GRAPH_RESIDENT), device->params.name);
    return VY_ERROR_DEVICE;
}

vy_status vy_graph_create(vy_device *device, const vy_graph_params *params, vy_graph **graph)
{
    if (graph)
        *graph = NULL;
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!graph)
        return vyi_refuse_null(device->context, "vy_graph_create", "graph",
                               "pass the address of a vy_graph pointer");
    vy_graph_params filled = vy_graph_defaults();
    vy_status status = vyi_params_read(device->context, vy_graph_params, params, &filled);
    if (status)
        return status;
    struct vyi_report report = {.context = device->context};
    status = check(device, &report);
    vyi_report_end(&report, status);
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

static void free_slots(vy_graph *g)
{
    while (g->slots.count)
        vyi_graph_slot_drop(g);
    vyi_vec_free(g->device->context, &g->slots);
    vyi_ranges_free(g->device->context, &g->host);
}

/// The caller's buffers may have been destroyed in the meantime: then the graph was the last who
/// knew them.
static void let_go(vy_graph *g)
{
    vyi_hub_lock(g->device->hub);
    for (uint32_t i = 0; i < g->borrowed.count; i++) {
        vy_buffer *b = g->borrowed.at[i].buffer;
        if (!--b->uses && b->gone)
            vyi_buffer_give(b);
    }
    vyi_hub_unlock(g->device->hub);
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
    vyi_vec_free(c, &g->waves);
    vyi_vec_free(c, &g->fused);
    let_go(g);
    vyi_vec_free(c, &g->borrowed);
    vyi_vec_free(c, &g->borrowed_open);
    vyi_index_free(c, &g->borrowed_index);
    vyi_ranges_free(c, &g->open);
    vyi_vec_free(c, &g->met.list);
    vyi_vec_free(c, &g->edges);
    vyi_index_free(c, &g->edge_index);
    vyi_vec_free(c, &g->fault);
    free_slots(g);
    pthread_mutex_destroy(&g->lock);
    pthread_mutex_destroy(&g->print_lock);
    vyi_free(c, g, sizeof *g);
    vyi_hub_drop(device);
}

void vyi_graph_unload(vy_graph *g)
{
    vy_device *device = g->device;
    vyi_graph_run_free(g);
    if (g->kept)
        device->fns->forget(device, g->kept);
    g->kept = NULL;
    // What was lost with the device is not freed.
    if (g->memory && g->generation == atomic_load(&device->generation))
        vyi_device_give(device, g->block.base, g->block.bytes);
    else if (g->memory)
        atomic_fetch_sub(&device->used, g->block.bytes);
    g->memory = NULL;
    g->block = (struct vyi_block){0};
}

void vyi_graph_replan(vy_graph *g)
{
    vyi_graph_unload(g);
    vyi_graph_plan_free(g);
}

void vyi_graph_changed(vy_graph *g)
{
    vyi_graph_replan(g);
    vyi_graph_unfuse(g);
    g->rebound = true;
}

// ---- names ----
bool vyi_graph_name(vy_context *c, const char *text, char **name, size_t *bytes)
{
    *bytes = strlen(text) + 1;
    *name = vyi_realloc(c, NULL, 0, *bytes);
    if (*name)
        memcpy(*name, text, *bytes);
    return *name;
}

const char *vyi_graph_buffer_name(const struct vyi_graph_wave *wave, const struct vyi_wave_use *use)
{
    const struct vyi_slot *s = use->buffer->slot;
    return s && !s->host ? s->name : wave->compiled->program->buffers.at[use->index].name;
}

// ---- buffers ----
/// Every buffer may have a range in each of the sets.
static bool reserve_ranges(vy_graph *g)
{
    uint32_t used = g->host.at.count ? g->host.at.count - 1 - g->host.unused_count : 0;
    return vyi_ranges_reserve(g->device->context, &g->host,
                              VYI_HOST_SETS * (g->slots.count + 1) - used);
}

static void move(vy_graph *g, struct vyi_slot *s, enum vyi_host_set set, const void *memory)
{
    uint64_t from = (uintptr_t)memory, to;
    if (!vyi_add(from, s->buffer.bytes, &to))
        to = UINT64_MAX;
    const struct vyi_range *old = s->at[set] ? &g->host.at.at[s->at[set]] : NULL;
    if (old && old->from == from && old->to == to)
        return;
    if (old)
        vyi_ranges_remove(&g->host, &g->host_sets[set], s->at[set]);
    s->at[set] = 0;
    if (memory && from < to)
        s->at[set] = vyi_ranges_add(&g->host, &g->host_sets[set],
                                    (struct vyi_range){.from = from, .to = to, .item = s->index});
}

void vyi_graph_slot_moved(vy_graph *g, struct vyi_slot *s)
{
    move(g, s, VYI_HOST_DATA, s->data);
    move(g, s, VYI_HOST_MEMORY, s->memory);
    if (s->host)
        move(g, s, VYI_HOST_NAMED, s->memory ? s->memory : s->data);
}

void vyi_graph_slot_drop(vy_graph *g)
{
    vy_context *c = g->device->context;
    struct vyi_slot *s = g->slots.at[--g->slots.count];
    s->data = s->memory = NULL;
    vyi_graph_slot_moved(g, s);
    vyi_free(c, s->name, s->name_bytes);
    vyi_free(c, s, sizeof *s);
}

vy_status vyi_graph_slot_add(vy_graph *g, const vy_graph_buffer_params *params, bool host,
                             uint32_t *number)
{
    vy_context *c = g->device->context;
    char text[32];
    snprintf(text, sizeof text, "#%u", g->slots.count);
    struct vyi_slot *s = vyi_calloc(c, 1, sizeof *s);
    if (!s)
        return VY_ERROR_MEMORY;
    s->buffer = (struct vy_buffer){.device = g->device,
                                   .bytes = params->bytes,
                                   .generation = g->device->generation,
                                   .slot = s};
    s->index = g->slots.count;
    s->data = params->data;
    s->memory = params->memory;
    s->host = host;
    s->align = 1;
    s->from = host ? params->bytes : 0;
    s->to = host ? 0 : params->bytes;
    s->piece = VYI_GRAPH_NONE;
    if (!vyi_graph_name(c, params->name ? params->name : text, &s->name, &s->name_bytes) ||
        !reserve_ranges(g) || !vyi_vec_push(c, &g->slots, s)) {
        vyi_free(c, s->name, s->name ? s->name_bytes : 0);
        vyi_free(c, s, sizeof *s);
        return VY_ERROR_MEMORY;
    }
    vyi_graph_slot_moved(g, s);
    *number = s->index;
    return VY_OK;
}

vy_status vy_graph_buffer(vy_graph *graph, const vy_graph_buffer_params *params, uint32_t *buffer)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_context *c = graph->device->context;
    if (!params)
        return vyi_refuse_null(c, "vy_graph_buffer", "params", "say at least how many bytes");
    if (!buffer)
        return vyi_refuse_null(c, "vy_graph_buffer", "buffer",
                               "pass the address of a uint32_t, for vy_arg_slot()");
    vy_graph_buffer_params p = vy_graph_buffer_defaults();
    vy_status status = vyi_params_read(c, vy_graph_buffer_params, params, &p);
    if (status)
        return status;
    uint64_t most = graph->device->info.memory;
    char number[32];
    snprintf(number, sizeof number, "#%u", graph->slots.count);
    if (p.bytes > PTRDIFF_MAX / 2 || (most && p.bytes > most)) {
        vyi_complain(c, VYI_DIAG(GRAPH_BUFFER_SIZE), p.name ? p.name : number,
                     (unsigned long long)p.bytes, graph->device->params.name,
                     (unsigned long long)most);
        return VY_ERROR_LIMIT;
    }
    vyi_graph_changed(graph);
    return vyi_graph_slot_add(graph, &p, false, buffer);
}

vy_status vy_graph_bind(vy_graph *graph, uint32_t buffer, const void *data, void *memory)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    if (buffer >= graph->slots.count) {
        vyi_complain(graph->device->context, VYI_DIAG(GRAPH_SLOT_UNKNOWN), buffer,
                     graph->slots.count);
        return VY_ERROR_ARGUMENT;
    }
    struct vyi_slot *s = graph->slots.at[buffer];
    // Where the data lies decides whether it is used in place.
    bool same = !s->data == !data && !s->memory == !memory &&
                (!graph->device->fns->host_memory ||
                 (uintptr_t)s->data % s->align == (uintptr_t)data % s->align);
    if (!same)
        vyi_graph_replan(graph);
    graph->rebound = graph->rebound || s->memory != memory;
    s->data = data;
    s->memory = memory;
    vyi_graph_slot_moved(graph, s);
    return VY_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct vyi_slot *const *one = a, *const *other = b;
    uintptr_t x = (uintptr_t)(*one)->memory, y = (uintptr_t)(*other)->memory;
    return (x > y) - (x < y);
}

/// Looked at when it runs: of two that change places, one is bound before the other.
vy_status vyi_graph_check_results(vy_graph *g, struct vyi_report *report)
{
    vy_context *c = g->device->context;
    size_t bytes = (g->slots.count + 1) * sizeof(struct vyi_slot *);
    uint32_t count = 0;
    vy_status status = VY_OK;
    if (!g->rebound)
        return VY_OK;
    struct vyi_slot **slots = vyi_realloc(c, NULL, 0, bytes);
    if (!slots)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < g->slots.count; i++)
        if (g->slots.at[i]->memory && g->slots.at[i]->from < g->slots.at[i]->to)
            slots[count++] = g->slots.at[i];
    qsort(slots, count, sizeof *slots, by_place);
    for (uint32_t i = 1; i < count && !status; i++) {
        const struct vyi_slot *a = slots[i - 1], *b = slots[i];
        uint64_t apart = (uint64_t)((uintptr_t)b->memory - (uintptr_t)a->memory);
        if (apart >= a->buffer.bytes)
            continue;
        vyi_report(report, 0, 0, VYI_DIAG(GRAPH_RESULTS), a->name, b->name,
                   (unsigned long long)(a->buffer.bytes - apart < b->buffer.bytes
                                            ? a->buffer.bytes - apart
                                            : b->buffer.bytes));
        status = VY_ERROR_ARGUMENT;
    }
    vyi_free(c, slots, bytes);
    g->rebound = status != VY_OK;
    return status;
}

vy_status vy_graph_budget(vy_graph *graph, uint64_t bytes)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    if (graph->params.budget != bytes)
        vyi_graph_replan(graph);
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
