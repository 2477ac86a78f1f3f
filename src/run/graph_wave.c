// Waves of a graph, and what makes one wait for another.
//
// Order is found as waves are added: each use of bytes is held against the uses that are still
// open, and a write closes those that it covers, since whatever conflicts with them later conflicts
// with the write too. A graph with explicit order keeps all of them open: there the order in which
// waves were added says nothing. What is held against what is found by buffer and by bytes, and
// reading is never held against reading, so that a wave costs the same whatever came before it.
#include "run/graph.h"

#include <stdio.h>

// ---- arguments ----
struct arguments {
    vy_graph *g;
    const vy_program *p;
    struct vyi_report *report;
    vy_arg *at; ///< as vy_buffers
    uint32_t count;
    uint32_t first_slot; ///< those from here on were made for this wave
};

static uint32_t count_args(const vy_arg *args)
{
    uint32_t count = 0;
    while (args && args[count].kind != VY_ARG_END)
        count++;
    return count;
}

/// The first buffer whose host memory cannot be told from [from, to); NULL: there is none.
static vy_status find_conflict(vy_graph *g, uint64_t from, uint64_t to, bool writes,
                               const struct vyi_slot **first)
{
    vy_context *c = g->device->context;
    g->met.list.count = 0;
    if (!vyi_ranges_overlap(c, &g->host, g->host_sets[VYI_HOST_MEMORY], from, to, &g->met) ||
        (writes &&
         !vyi_ranges_overlap(c, &g->host, g->host_sets[VYI_HOST_DATA], from, to, &g->met)))
        return VY_ERROR_MEMORY;
    vyi_ranges_sort(&g->met);
    *first = g->met.list.count ? g->slots.at[g->met.list.at[0].item] : NULL;
    return VY_OK;
}

/// The buffer that stands for a wave's host memory; the same memory is the same buffer.
static vy_status host_slot(struct arguments *a, const vy_arg *arg, uint32_t *number)
{
    vy_graph *g = a->g;
    const void *at = arg->kind == VY_ARG_IN ? arg->data : arg->memory;
    uint64_t from = (uintptr_t)at, to;
    const struct vyi_slot *s = NULL;
    // What it is used for is filled in when the wave is known to be right.
    vy_graph_buffer_params params = {
        .size = sizeof(vy_graph_buffer_params), .name = arg->name, .bytes = arg->bytes, .data = at};
    if (!arg->bytes)
        return vyi_graph_slot_add(g, &params, true, number);
    if (!vyi_add(from, arg->bytes, &to))
        to = UINT64_MAX;
    uint32_t same = vyi_ranges_exact(&g->host, g->host_sets[VYI_HOST_NAMED], from, to);
    vy_status status = find_conflict(g, from, to, arg->kind != VY_ARG_IN, &s);
    if (status)
        return status;
    if (same && (!s || s->index >= g->host.at.at[same].item)) {
        *number = g->host.at.at[same].item;
        return VY_OK;
    }
    if (!s)
        return vyi_graph_slot_add(g, &params, true, number);
    uint64_t its = (uintptr_t)(s->memory ? s->memory : s->data);
    vyi_report(a->report, 0, 0, VYI_DIAG(GRAPH_HOST_OVERLAP), arg->name ? arg->name : "?",
               (unsigned long long)arg->bytes,
               (unsigned long long)(from >= its ? from - its : its - from),
               from >= its ? "into" : "before", s->name, (unsigned long long)s->buffer.bytes);
    return VY_ERROR_ARGUMENT;
}

/// One argument as a vy_buffer; what is wrong with it beyond that is found by vyi_args_read().
static vy_status translate(struct arguments *a, const vy_arg *arg, vy_arg *to)
{
    const void *at = arg->kind == VY_ARG_IN ? arg->data : arg->memory;
    uint32_t number = 0;
    vy_status status = VY_OK;
    *to = *arg;
    switch (arg->kind) {
    case VY_ARG_SLOT:
    case VY_ARG_SLOT_RANGE:
        if (arg->bits >= a->g->slots.count) {
            vyi_report(a->report, 0, 0, VYI_DIAG(GRAPH_SLOT_ARG), arg->name ? arg->name : "?",
                       (unsigned long long)arg->bits, a->g->slots.count);
            return VY_ERROR_ARGUMENT;
        }
        number = (uint32_t)arg->bits;
        break;
    case VY_ARG_IN:
    case VY_ARG_OUT:
    case VY_ARG_INOUT:
        if ((!at && arg->bytes) || arg->bytes > PTRDIFF_MAX)
            return VY_OK; // the usual check refuses it
        status = host_slot(a, arg, &number);
        break;
    case VY_ARG_OUT_ALLOC:
        vyi_report(a->report, 0, 0, VYI_DIAG(GRAPH_OUT_ALLOC), arg->name ? arg->name : "?");
        return VY_ERROR_ARGUMENT;
    default: return VY_OK;
    }
    if (status)
        return status;
    to->kind = arg->kind == VY_ARG_SLOT_RANGE ? VY_ARG_BUFFER_RANGE : VY_ARG_BUFFER;
    to->buffer = &a->g->slots.at[number]->buffer;
    return VY_OK;
}

/// Roles that a wave's host memory is for; a vy_buffer would fit more.
static bool host_fits(uint32_t role, vy_arg_kind kind)
{
    switch (kind) {
    case VY_ARG_IN: return role == VY_ROLE_IN || role == VY_ROLE_UNIFORM;
    case VY_ARG_OUT: return role == VY_ROLE_OUT;
    case VY_ARG_INOUT: return role == VY_ROLE_INOUT;
    default: return true;
    }
}

static vy_status translate_all(struct arguments *a, const vy_arg *args)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < a->count; i++) {
        uint32_t k = args[i].name ? vyi_buffer_find(a->p, args[i].name) : a->p->buffers.count;
        a->at[i] = args[i];
        // Of another kind, or for a param: the usual check says what is wrong.
        if (k < a->p->buffers.count && host_fits(a->p->buffers.at[k].role, args[i].kind))
            status = translate(a, &args[i], &a->at[i]);
    }
    a->at[a->count] = vy_arg_end();
    return status;
}

// ---- one wave ----
static void name_uses(struct vyi_graph_wave *w)
{
    const vy_program *p = w->compiled->program;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *arg = w->args.buffers[i];
        uint32_t role = p->buffers.at[i].role;
        if (!arg || arg->kind != VY_ARG_BUFFER)
            continue;
        w->uses.at[w->uses.count++] = (struct vyi_wave_use){
            .buffer = arg->buffer,
            .from = arg->offset,
            .to = arg->offset + w->launch.extents[i].bytes,
            .index = i,
            .read = role != VY_ROLE_OUT,
            .write = vyi_role_info(role)->writable,
            .fresh = role == VY_ROLE_OUT,
        };
    }
}

static vy_status evaluate(vy_graph *g, struct vyi_graph_wave *w, const vy_arg *args,
                          vy_route wanted, struct vyi_report *report)
{
    vy_device *device = g->device;
    const vy_program *p = w->compiled->program;
    const char *reason = NULL;
    w->route = vyi_route_choose(device, w->compiled, wanted, report, &reason);
    if (w->route == VY_ROUTE_AUTO)
        return VY_ERROR_DEVICE;
    vy_status status = vyi_args_read(p, device, args, VYI_ARGS_ALL, report, &w->args);
    if (!status)
        status = vyi_launch_eval(p, w->args.given.params, w->args.given.bound,
                                 device->fns->choice(device), report, &w->launch);
    if (!status)
        w->route = vyi_route_refine(device, w->compiled, wanted, w->route, &w->launch, &reason);
    if (!status)
        status = vyi_args_fit(p, &w->args, &w->launch, report);
    return status ? status : vyi_launch_limits(device, p, &w->launch, report);
}

vy_status vyi_graph_wave_make(vy_graph *g, struct vyi_compiled *compiled, const vy_arg *args,
                              vy_route route, struct vyi_report *report,
                              struct vyi_graph_wave **wave)
{
    vy_context *c = g->device->context;
    const vy_program *p = compiled->program;
    struct vyi_graph_wave *w = *wave = vyi_calloc(c, 1, sizeof *w);
    if (!w)
        return VY_ERROR_MEMORY;
    w->compiled = compiled;
    vyi_compiled_hold(g->device, compiled);
    w->memory = vyi_calloc(c, p->buffers.count + 1, sizeof *w->memory);
    if (!w->memory || !vyi_vec_reserve(c, &w->uses, p->buffers.count))
        return VY_ERROR_MEMORY;
    vy_status status = evaluate(g, w, args, route, report);
    if (!status)
        name_uses(w);
    return status;
}

void vyi_graph_wave_free(vy_graph *g, struct vyi_graph_wave *w)
{
    vy_context *c = g->device->context;
    if (!w)
        return;
    const vy_program *p = w->compiled->program;
    vyi_free(c, w->name, w->name ? w->name_bytes : 0);
    vyi_args_free(p->context, &w->args);
    vyi_launch_free(p->context, &w->launch);
    vyi_vec_free(c, &w->uses);
    vyi_free(c, w->memory, w->memory ? (p->buffers.count + 1) * sizeof *w->memory : 0);
    vyi_free(c, w->hidden_at, w->hidden_at ? w->hidden_count * sizeof *w->hidden_at : 0);
    vyi_compiled_drop(g->device, w->compiled);
    vyi_free(c, w, sizeof *w);
}

// ---- host memory has its exact length, as in a dispatch ----
static vy_status check_lengths(const struct vyi_graph_wave *w, const vy_arg *args,
                               struct vyi_report *report)
{
    const vy_program *p = w->compiled->program;
    vy_status status = VY_OK;
    for (const vy_arg *a = args; a && a->kind != VY_ARG_END; a++) {
        if (a->kind != VY_ARG_IN && a->kind != VY_ARG_INOUT)
            continue;
        uint32_t i = vyi_buffer_find(p, a->name);
        if (i == p->buffers.count || a->bytes == w->launch.extents[i].bytes)
            continue;
        const struct vyi_extent *x = &w->launch.extents[i];
        struct vyi_text t = {.context = p->context};
        vyi_launch_buffer_text(p, i, &t);
        if (!t.failed)
            vyi_report(report, p->buffers.at[i].pos, 0, VYI_DIAG(LAUNCH_LENGTH), t.at, "",
                       (unsigned long long)x->bytes, (unsigned long long)x->count,
                       vyi_type_name(p->buffers.at[i].elem), (unsigned long long)a->bytes,
                       (unsigned long long)x->bytes);
        vyi_text_free(&t);
        status = VY_ERROR_DATA;
    }
    return status;
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

static uint32_t hazard(uint32_t before, const struct vyi_wave_use *after)
{
    uint32_t why = 0;
    if (before & WRITES && after->read)
        why |= VY_EDGE_RAW;
    if (before & READS && after->write)
        why |= VY_EDGE_WAR;
    if (before & WRITES && after->write)
        why |= VY_EDGE_WAW;
    return why;
}

static uint64_t buffer_hash(const vy_buffer *buffer)
{
    return vyi_hash(&buffer, sizeof buffer, 0);
}

/// The place of a vy_buffer of the caller's among those that the graph uses.
static uint32_t find_borrowed(const vy_graph *g, const vy_buffer *buffer)
{
    for (uint32_t at = 0, i; vyi_index_next(&g->borrowed_index, buffer_hash(buffer), &at, &i);)
        if (g->borrowed.at[i].buffer == buffer)
            return i;
    return VYI_GRAPH_NONE;
}

/// NULL: no wave has used that buffer.
static struct vyi_graph_open *open_of(vy_graph *g, const vy_buffer *buffer)
{
    uint32_t i = buffer->slot ? 0 : find_borrowed(g, buffer);
    return buffer->slot          ? &buffer->slot->open
           : i != VYI_GRAPH_NONE ? &g->borrowed_open.at[i]
                                 : NULL;
}

/// Adds what a use is held against to g->met; false: no memory.
static bool meet(vy_graph *g, const struct vyi_wave_use *use)
{
    vy_context *c = g->device->context;
    const struct vyi_graph_open *o = use->from < use->to ? open_of(g, use->buffer) : NULL;
    return !o || (vyi_ranges_overlap(c, &g->open, o->writes, use->from, use->to, &g->met) &&
                  (!use->write ||
                   vyi_ranges_overlap(c, &g->open, o->reads, use->from, use->to, &g->met)));
}

/// Room for all that find_hazards() adds.
static bool reserve_hazards(vy_graph *g, const struct vyi_graph_wave *w)
{
    vy_context *c = g->device->context;
    g->met.list.count = 0;
    for (uint32_t k = 0; k < w->uses.count; k++)
        if (!meet(g, &w->uses.at[k]))
            return false;
    // Where the wave itself comes across its other uses, they are met as well.
    return reserve_edges(g, g->met.list.count) && vyi_vec_reserve(c, &g->met.list, w->uses.count) &&
           vyi_ranges_reserve(c, &g->open, w->uses.count);
}

/// In the order of the waves.
static void hold_against(vy_graph *g, const struct vyi_graph_wave *w, uint32_t number,
                         const struct vyi_wave_use *use)
{
    struct vyi_graph_open *o = open_of(g, use->buffer);
    g->met.list.count = 0;
    meet(g, use);
    vyi_ranges_sort(&g->met);
    for (uint32_t i = 0; i < g->met.list.count; i++) {
        struct vyi_range_met met = g->met.list.at[i];
        const struct vyi_range *before = &g->open.at.at[met.number];
        if (met.item == number)
            continue;
        note_edge(g, met.item, number, hazard(before->tag, use), vyi_graph_buffer_name(w, use));
        if (use->write && !g->params.explicit_only && use->from <= before->from &&
            before->to <= use->to)
            vyi_ranges_remove(&g->open, before->tag & WRITES ? &o->writes : &o->reads, met.number);
    }
}

static void find_hazards(vy_graph *g, const struct vyi_graph_wave *w, uint32_t number)
{
    for (uint32_t k = 0; k < w->uses.count; k++) {
        const struct vyi_wave_use *use = &w->uses.at[k];
        struct vyi_graph_open *o = open_of(g, use->buffer);
        if (use->from >= use->to)
            continue;
        hold_against(g, w, number, use);
        vyi_ranges_add(
            &g->open, use->write ? &o->writes : &o->reads,
            (struct vyi_range){.from = use->from,
                               .to = use->to,
                               .item = number,
                               .tag = (use->read ? READS : 0) | (use->write ? WRITES : 0)});
    }
}

// ---- the caller's buffers ----
static void borrow(vy_graph *g, const struct vyi_wave_use *use)
{
    uint32_t i = find_borrowed(g, use->buffer);
    if (i != VYI_GRAPH_NONE) {
        struct vyi_use *b = &g->borrowed.at[i];
        b->from = use->from < b->from ? use->from : b->from;
        b->to = use->to > b->to ? use->to : b->to;
        b->write = b->write || use->write;
        return;
    }
    vyi_hub_lock(g->device->hub);
    use->buffer->uses++;
    vyi_hub_unlock(g->device->hub);
    // Room was made before.
    vyi_index_add(&g->borrowed_index, buffer_hash(use->buffer), g->borrowed.count);
    g->borrowed.at[g->borrowed.count++] =
        (struct vyi_use){use->buffer, use->from, use->to, use->write};
    g->borrowed_open.at[g->borrowed_open.count++] = (struct vyi_graph_open){0};
}

static bool reserve_borrowed(vy_graph *g, uint32_t more)
{
    vy_context *c = g->device->context;
    return vyi_vec_reserve(c, &g->borrowed, more) && vyi_vec_reserve(c, &g->borrowed_open, more) &&
           vyi_index_reserve(c, &g->borrowed_index, more);
}

/// What a wave means for the buffers that it uses; nothing can fail here.
static void settle(vy_graph *g, const struct vyi_graph_wave *w, const vy_arg *args)
{
    const vy_program *p = w->compiled->program;
    for (const vy_arg *a = args; a->kind != VY_ARG_END; a++) {
        if (a->kind != VY_ARG_OUT && a->kind != VY_ARG_INOUT)
            continue;
        uint32_t i = vyi_buffer_find(p, a->name);
        struct vyi_slot *s = w->args.buffers[i]->buffer->slot;
        uint64_t end = w->args.buffers[i]->offset + w->launch.extents[i].bytes;
        s->memory = a->memory;
        s->from = 0;
        s->to = end > s->to ? end : s->to;
    }
    for (uint32_t i = 0; i < w->uses.count; i++) {
        const struct vyi_wave_use *use = &w->uses.at[i];
        const struct vyi_buffer *b = &p->buffers.at[use->index];
        struct vyi_slot *s = use->buffer->slot;
        uint32_t align = vyi_buffer_align(b);
        if (!s)
            continue;
        s->align = align > s->align ? align : s->align;
        s->written = s->written || use->write;
        if (s->host)
            vyi_graph_slot_moved(g, s);
    }
}

/// Host memory that a wave writes first and never reads has no start value.
static void drop_start(vy_graph *g, const struct vyi_graph_wave *w, uint32_t first_slot)
{
    for (uint32_t i = 0; i < w->uses.count; i++) {
        struct vyi_slot *s = w->uses.at[i].buffer->slot;
        if (!s || s->index < first_slot || !w->uses.at[i].fresh)
            continue;
        s->data = NULL;
        vyi_graph_slot_moved(g, s);
    }
}

// ---- public ----
/// Takes slots back that were made for a wave that is refused.
static void forget_slots(vy_graph *g, uint32_t first)
{
    while (g->slots.count > first)
        vyi_graph_slot_drop(g);
}

static vy_status name_wave(vy_graph *g, struct vyi_graph_wave *w, const char *name)
{
    const vy_program *p = w->compiled->program;
    name = name ? name : p->name ? p->name : "?";
    return vyi_graph_name(g->device->context, name, &w->name, &w->name_bytes) ? VY_OK
                                                                              : VY_ERROR_MEMORY;
}

/// With everything checked: nothing is changed where memory runs out.
static vy_status add(vy_graph *g, struct vyi_graph_wave *w, const vy_arg *args, uint32_t first_slot)
{
    vy_context *c = g->device->context;
    uint32_t number = g->waves.count;
    if (!vyi_vec_reserve(c, &g->waves, 1) || !reserve_borrowed(g, w->uses.count) ||
        !reserve_hazards(g, w))
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < w->uses.count; i++)
        if (!w->uses.at[i].buffer->slot)
            borrow(g, &w->uses.at[i]);
    find_hazards(g, w, number);
    settle(g, w, args);
    vyi_graph_rows_keep(g, w);
    drop_start(g, w, first_slot);
    g->waves.at[g->waves.count++] = w;
    return VY_OK;
}

static vy_status make_wave(struct arguments *a, struct vyi_compiled *compiled,
                           const vy_graph_wave_params *params, struct vyi_graph_wave **w)
{
    vy_graph *g = a->g;
    vy_status status = vyi_hub_check(g->device, a->report);
    if (!status && compiled->generation != g->device->generation) {
        vyi_report(a->report, 0, 0, VYI_DIAG(DEVICE_STALE), "the pipeline", g->device->params.name);
        status = VY_ERROR_DEVICE;
    }
    if (!status && (unsigned)params->route >= VY_ROUTE_HOST) {
        vyi_report(a->report, 0, 0, VYI_DIAG(GRAPH_ROUTE), vy_route_name(params->route));
        status = VY_ERROR_ARGUMENT;
    }
    if (!status)
        status = translate_all(a, params->args);
    if (!status)
        status = vyi_graph_wave_make(g, compiled, a->at, params->route, a->report, w);
    if (!status)
        status = check_lengths(*w, params->args, a->report);
    return status ? status : name_wave(g, *w, params->name);
}

vy_status vy_graph_wave(vy_graph *graph, vy_pipeline *pipeline, const vy_graph_wave_params *params,
                        uint32_t *wave)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_context *c = graph->device->context;
    if (!pipeline)
        return vyi_refuse_null(c, "vy_graph_wave", "pipeline",
                               "make one with vy_pipeline_create() and check its status");
    const vy_program *p = pipeline->program;
    vy_graph_wave_params filled = vy_graph_wave_defaults();
    vy_status status = vyi_params_read(c, vy_graph_wave_params, params, &filled);
    if (status)
        return status;
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    struct arguments a = {graph, p, &report, NULL, count_args(filled.args), graph->slots.count};
    struct vyi_graph_wave *w = NULL;
    if (pipeline->device != graph->device) {
        vyi_complain(c, VYI_DIAG(GRAPH_FOREIGN), p->name ? p->name : "?",
                     graph->device->params.name);
        return VY_ERROR_ARGUMENT;
    }
    a.at = vyi_calloc(c, a.count + 1, sizeof *a.at);
    vyi_graph_changed(graph);
    status = a.at ? make_wave(&a, pipeline->compiled, &filled, &w) : VY_ERROR_MEMORY;
    if (!status)
        status = add(graph, w, filled.args ? filled.args : a.at, a.first_slot);
    if (status) {
        vyi_graph_wave_free(graph, w);
        forget_slots(graph, a.first_slot);
    } else if (wave) {
        *wave = graph->waves.count - 1;
    }
    vyi_free(c, a.at, a.at ? (a.count + 1) * sizeof *a.at : 0);
    vyi_report_end(&report, status);
    return status;
}

vy_status vy_graph_depend(vy_graph *graph, uint32_t before, uint32_t after)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_context *c = graph->device->context;
    if (before >= graph->waves.count || after >= graph->waves.count || before == after) {
        vyi_complain(c, VYI_DIAG(GRAPH_EDGE), before, after,
                     before == after ? "a wave cannot come after itself" : "there is no such wave",
                     graph->waves.count);
        return VY_ERROR_ARGUMENT;
    }
    vyi_graph_changed(graph);
    if (!reserve_edges(graph, 1))
        return VY_ERROR_MEMORY;
    note_edge(graph, before, after, VY_EDGE_ASKED, NULL);
    return VY_OK;
}
