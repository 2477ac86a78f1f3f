// Waves of a graph, and what makes one wait for another.
//
// Order is found as waves are added: each use of bytes is compared with the uses that are still
// open, and a write closes those that it covers, since all that conflicts with them later conflicts
// with the write too. A graph with explicit order keeps all of them open: there the order in which
// waves were added means nothing. Conflicting uses are found by buffer and by bytes, and reads are
// never compared with reads, so that a wave costs the same whatever was added before it.
#include "run/graph.h"

// ---- one wave ----
static void use_slot(vy_arg *arg, struct vyi_slot *s)
{
    arg->kind = VY_ARG_BUFFER;
    arg->buffer = &s->buffer;
}

/// Makes an argument of host memory one of the buffer that stands for it; the same memory is the
/// same buffer.
static vy_status use_host_memory(vy_graph *g, vy_arg *arg, struct vyi_report *report)
{
    bool in = arg->kind == VY_ARG_IN;
    const void *at = in ? arg->data : arg->memory;
    uint64_t from = (uintptr_t)at, to = from + arg->bytes;
    struct vyi_slot *s;
    g->met.list.count = 0;
    if (from < to &&
        !vyi_ranges_overlap(g->device->context, &g->ranges, VYI_SPACE_HOST, from, to, &g->met))
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < g->met.list.count; i++) {
        const struct vyi_range *r = &g->ranges.at.at[g->met.list.at[i].number];
        s = g->slots.at[r->item];
        if (s->host && r->from == from && r->to == to) {
            use_slot(arg, s);
            return VY_OK;
        }
        if (in && r->tag == VYI_HOST_DATA)
            continue; // memory that is only read may overlap in any way
        vyi_report(report, 0, 0, VYI_DIAG(GRAPH_HOST_OVERLAP), arg->name, ULL(arg->bytes),
                   ULL(from >= r->from ? from - r->from : r->from - from),
                   from >= r->from ? "into" : "before", s->name, ULL(s->buffer.bytes));
        return VY_ERROR_ARGUMENT;
    }
    const vy_graph_buffer_params params = {.name = arg->name,
                                           .bytes = arg->bytes,
                                           .data = arg->kind == VY_ARG_OUT ? NULL : at,
                                           .memory = in ? NULL : arg->memory};
    vy_status status = vyi_graph_slot_add(g, &params, true, &s);
    if (!status)
        use_slot(arg, s);
    return status;
}

vy_status vyi_graph_wave_make(vy_graph *g, struct vyi_compiled *compiled, const char *name,
                              const vy_arg *args, vy_route route, struct vyi_report *report,
                              struct vyi_graph_wave **wave)
{
    const vy_program *p = compiled->program;
    size_t tables = p->buffers.count * sizeof *(*wave)->memory,
           size = sizeof **wave + tables + strlen(name) + 1;
    struct vyi_graph_wave *w = *wave = vyi_calloc(g->device->context, 1, size);
    if (!w)
        return VY_ERROR_MEMORY;
    w->size = size;
    w->compiled = compiled;
    w->memory = (void **)(w + 1);
    w->name = memcpy((char *)w->memory + tables, name, strlen(name));
    vyi_compiled_hold(g->device, compiled);
    vy_status status = vyi_call_check(g->device, compiled, g, args, route, 0, report, &w->call);
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        if (w->call.args.buffers[i] && w->call.args.own[i].kind != VY_ARG_BUFFER)
            status = use_host_memory(g, &w->call.args.own[i], report);
    if (!status)
        vyi_args_uses(p, &w->call.args, &w->call.launch);
    return status;
}

void vyi_graph_wave_free(vy_graph *g, struct vyi_graph_wave *w)
{
    if (!w)
        return;
    vyi_call_free(w->compiled->program->context, &w->call);
    vyi_compiled_drop(g->device, w->compiled);
    vyi_free(g->device->context, w, w->size);
}

// ---- what depends on what ----
enum { READS = 1, WRITES = 2 }; ///< tags of open uses

static uint64_t edge_hash(uint32_t before, uint32_t after)
{
    uint32_t key[2] = {before, after};
    return vyi_hash(key, sizeof key, 0);
}

vy_graph_edge *vyi_graph_edge_find(const vy_graph *g, uint32_t before, uint32_t after)
{
    uint64_t hash = edge_hash(before, after);
    for (uint32_t at = 0, i; vyi_index_next(&g->edge_index, hash, &at, &i);)
        if (g->edges.at[i].before == before && g->edges.at[i].after == after)
            return &g->edges.at[i];
    return NULL;
}

/// With room for it.
static void note_edge(vy_graph *g, uint32_t before, uint32_t after, uint32_t why,
                      const char *buffer)
{
    vy_graph_edge *e = vyi_graph_edge_find(g, before, after);
    if (e) {
        e->why |= why;
        e->buffer = e->buffer ? e->buffer : buffer;
        return;
    }
    vyi_index_add(&g->edge_index, edge_hash(before, after), g->edges.count);
    g->edges.at[g->edges.count++] = (vy_graph_edge){before, after, why, buffer};
}

static bool reserve_edges(vy_graph *g, uint32_t more)
{
    vy_context *c = g->device->context;
    return vyi_vec_reserve(c, &g->edges, more) && vyi_index_reserve(c, &g->edge_index, more);
}

static uint64_t space_of(const vy_buffer *buffer, bool written)
{
    return (uintptr_t)buffer + written;
}

/// Adds the open uses that a use conflicts with to g->met; false: no memory.
static bool meet(vy_graph *g, const struct vyi_use *use)
{
    vy_context *c = g->device->context;
    for (int written = !use->write; use->from < use->to && written < 2; written++)
        if (!vyi_ranges_overlap(c, &g->ranges, space_of(use->buffer, written), use->from, use->to,
                                &g->met))
            return false;
    return true;
}

/// Room for all that adding a wave notes, so that nothing is changed where memory runs out.
static bool reserve(vy_graph *g, const struct vyi_args *args)
{
    vy_context *c = g->device->context;
    g->met.list.count = 0;
    for (uint32_t k = 0; k < args->use_count; k++)
        if (!meet(g, &args->uses[k]))
            return false;
    // A use of the wave may also meet its other uses. Each has a range of its own, may be of a
    // vy_buffer that is borrowed, or of a slot whose host memory moves.
    return reserve_edges(g, g->met.list.count) &&
           vyi_vec_reserve(c, &g->met.list, args->use_count + 1) &&
           vyi_ranges_reserve(c, &g->ranges, (2 + VYI_HOSTS) * args->use_count) &&
           vyi_vec_reserve(c, &g->borrowed, args->use_count) && vyi_vec_reserve(c, &g->waves, 1);
}

/// Notes what a use waits for, in the order of the waves, and leaves it open for later ones.
static void find_hazards(vy_graph *g, const struct vyi_graph_wave *w, const struct vyi_use *use)
{
    uint32_t number = g->waves.count;
    const struct vyi_slot *s = use->buffer->slot;
    const char *name = s && !s->host ? s->name : w->compiled->program->buffers.at[use->index].name;
    g->met.list.count = 0;
    meet(g, use);
    for (uint32_t i = 0; i < g->met.list.count; i++) {
        struct vyi_range_met met = g->met.list.at[i];
        const struct vyi_range *before = &g->ranges.at.at[met.number];
        bool read = before->tag & READS, written = before->tag & WRITES;
        if (met.item == number)
            continue;
        note_edge(g, met.item, number,
                  (written && !use->fresh ? VY_EDGE_RAW : 0u) |
                      (read && use->write ? VY_EDGE_WAR : 0u) |
                      (written && use->write ? VY_EDGE_WAW : 0u),
                  name);
        if (use->write && !g->params.explicit_only && use->from <= before->from &&
            before->to <= use->to)
            vyi_ranges_remove(&g->ranges, met.number);
    }
    if (use->from < use->to)
        vyi_ranges_add(&g->ranges, (struct vyi_range){.space = space_of(use->buffer, use->write),
                                                      .from = use->from,
                                                      .to = use->to,
                                                      .item = number,
                                                      .tag = (use->fresh ? 0 : READS) |
                                                             (use->write ? WRITES : 0)});
}

/// Holds a vy_buffer of the caller's, with all bytes of it that waves use.
static void borrow(vy_graph *g, const struct vyi_use *use)
{
    uint64_t at = (uintptr_t)use->buffer;
    g->met.list.count = 0;
    vyi_ranges_overlap(g->device->context, &g->ranges, VYI_SPACE_LENT, at, at + 1, &g->met);
    if (g->met.list.count) {
        struct vyi_use *b = &g->borrowed.at[g->met.list.at[0].item];
        b->from = use->from < b->from ? use->from : b->from;
        b->to = use->to > b->to ? use->to : b->to;
        b->write = b->write || use->write;
        return;
    }
    vyi_hub_lock(g->device->hub);
    use->buffer->uses++;
    vyi_hub_unlock(g->device->hub);
    vyi_ranges_add(&g->ranges, (struct vyi_range){.space = VYI_SPACE_LENT,
                                                  .from = at,
                                                  .to = at + 1,
                                                  .item = g->borrowed.count});
    g->borrowed.at[g->borrowed.count++] = *use;
}

/// What a use means for the buffer of the graph.
static void settle(vy_graph *g, const struct vyi_graph_wave *w, const struct vyi_use *use)
{
    const vy_program *p = w->compiled->program;
    struct vyi_slot *s = use->buffer->slot;
    void *memory = w->call.args.own[use->index].memory; // NULL: it is not one of host memory
    uint32_t align = vyi_buffer_align(&p->buffers.at[use->index]);
    s->align = align > s->align ? align : s->align;
    s->written = s->written || use->write;
    s->counts = s->counts || vyi_is_counter(p, use->index);
    if (memory) {
        s->from = 0;
        s->to = use->to > s->to ? use->to : s->to;
        bool moved = s->memory != memory;
        s->memory = memory;
        if (moved)
            vyi_graph_slot_moved(g, s);
    }
}

// ---- public ----
/// With everything checked: nothing is changed where memory runs out.
static vy_status add(vy_graph *g, struct vyi_graph_wave *w)
{
    const struct vyi_args *args = &w->call.args;
    const vy_program *p = w->compiled->program;
    if (!reserve(g, args))
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < args->use_count; i++) {
        find_hazards(g, w, &args->uses[i]);
        if (args->uses[i].buffer->slot)
            settle(g, w, &args->uses[i]);
        else
            borrow(g, &args->uses[i]);
    }
    for (uint32_t i = 0; i < p->buffers.count; i++)
        g->counts = g->counts || p->buffers.at[i].count;
    g->waves.at[g->waves.count++] = w;
    return VY_OK;
}

vy_status vy_graph_wave(vy_graph *graph, vy_pipeline *pipeline, const vy_graph_wave_params *params,
                        uint32_t *wave)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_device *device = graph->device;
    vy_context *c = device->context;
    if (!pipeline)
        return vyi_refuse_null(c, "pipeline",
                               "make one with vy_pipeline_create() and check its status");
    const vy_program *p = pipeline->program;
    vy_graph_wave_params filled = vy_graph_wave_defaults();
    vy_status status = vyi_params_read(c, vy_graph_wave_params, params, &filled);
    if (!status)
        status = vyi_hub_check(device);
    if (status)
        return status;
    const char *name = filled.name ? filled.name : p->name ? p->name : "?";
    uint32_t slots = graph->slots.count;
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    struct vyi_graph_wave *w = NULL;
    vyi_graph_changed(graph);
    if (pipeline->device != device) {
        status = vyi_report_as(&report, VY_ERROR_ARGUMENT, VYI_DIAG(GRAPH_FOREIGN),
                               p->name ? p->name : "?", device->params.name);
    } else if (pipeline->compiled->generation != device->generation) {
        status = vyi_report_as(&report, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_STALE), "the pipeline",
                               device->params.name);
    } else if ((unsigned)filled.route >= VY_ROUTE_HOST) {
        status = vyi_report_as(&report, VY_ERROR_ARGUMENT, VYI_DIAG(GRAPH_ROUTE),
                               vy_route_name(filled.route));
    } else {
        status = vyi_graph_wave_make(graph, pipeline->compiled, name, filled.args, filled.route,
                                     &report, &w);
    }
    if (!status)
        status = add(graph, w);
    if (!status && wave)
        *wave = graph->waves.count - 1;
    if (status)
        vyi_graph_wave_free(graph, w);
    while (status && graph->slots.count > slots) // those that were made for it
        vyi_graph_slot_drop(graph);
    vyi_report_end(&report, status);
    return status;
}

vy_status vy_graph_depend(vy_graph *graph, uint32_t before, uint32_t after)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_context *c = graph->device->context;
    if (before >= graph->waves.count || after >= graph->waves.count || before == after)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(GRAPH_EDGE), before, after,
                          before == after ? "a wave cannot come after itself"
                                          : "there is no such wave",
                          graph->waves.count);
    vyi_graph_changed(graph);
    if (!reserve_edges(graph, 1))
        return VY_ERROR_MEMORY;
    note_edge(graph, before, after, VY_EDGE_ASKED, NULL);
    return VY_OK;
}
