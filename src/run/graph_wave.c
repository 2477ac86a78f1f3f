// Waves of a graph, and what makes one wait for another.
//
// Order is found as waves are added: each use of bytes is held against the uses that are still
// open, and a write closes those that it covers, since whatever conflicts with them later conflicts
// with the write too. A graph with explicit order keeps all of them open: there the order in which
// waves were added says nothing.
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

static bool overlaps(const void *a, uint64_t a_bytes, const void *b, uint64_t b_bytes)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return x && y && (x < y ? y - x < a_bytes : x - y < b_bytes);
}

/// The buffer that stands for a wave's host memory; the same memory is the same buffer.
static vy_status host_slot(struct arguments *a, const vy_arg *arg, uint32_t *number)
{
    vy_graph *g = a->g;
    const void *at = arg->kind == VY_ARG_IN ? arg->data : arg->memory;
    bool writes = arg->kind != VY_ARG_IN;
    for (uint32_t i = 0; i < g->slots.count && arg->bytes; i++) {
        const struct vyi_slot *s = g->slots.at[i];
        const void *its = s->memory ? s->memory : s->data;
        if (s->host && its == at && s->buffer.bytes == arg->bytes) {
            *number = i;
            return VY_OK;
        }
        bool conflict = overlaps(at, arg->bytes, s->memory, s->buffer.bytes) ||
                        (writes && overlaps(at, arg->bytes, s->data, s->buffer.bytes));
        if (!conflict)
            continue;
        bool later = (uintptr_t)at >= (uintptr_t)its;
        vyi_report(a->report, 0, 0, VYI_DIAG(GRAPH_HOST_OVERLAP), arg->name ? arg->name : "?",
                   (unsigned long long)arg->bytes,
                   (unsigned long long)(later ? (uintptr_t)at - (uintptr_t)its
                                              : (uintptr_t)its - (uintptr_t)at),
                   later ? "into" : "before", s->name, (unsigned long long)s->buffer.bytes);
        return VY_ERROR_ARGUMENT;
    }
    // What it is used for is filled in when the wave is known to be right.
    vy_graph_buffer_params params = {.name = arg->name, .bytes = arg->bytes, .data = at};
    return vyi_graph_slot_add(g, &params, true, number);
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
        const struct vyi_buffer *b = NULL;
        for (uint32_t k = 0; args[i].name && k < a->p->buffers.count && !b; k++)
            if (!strcmp(a->p->buffers.at[k].name, args[i].name))
                b = &a->p->buffers.at[k];
        a->at[i] = args[i];
        // Of another kind, or for a param: the usual check says what is wrong.
        if (b && host_fits(b->role, args[i].kind))
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
        status = vyi_launch_eval(p, w->args.params, w->args.bound, device->fns->choice(device),
                                 report, &w->launch);
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
        for (uint32_t i = 0; i < p->buffers.count; i++) {
            const struct vyi_extent *x = &w->launch.extents[i];
            struct vyi_text t = {.context = p->context};
            if ((a->kind != VY_ARG_IN && a->kind != VY_ARG_INOUT) || a->bytes == x->bytes ||
                strcmp(p->buffers.at[i].name, a->name))
                continue;
            vyi_launch_buffer_text(p, i, &t);
            if (!t.failed)
                vyi_report(report, p->buffers.at[i].pos, 0, VYI_DIAG(LAUNCH_LENGTH), t.at, "",
                           (unsigned long long)x->bytes, (unsigned long long)x->count,
                           vyi_type_name(p->buffers.at[i].elem), (unsigned long long)a->bytes,
                           (unsigned long long)x->bytes);
            vyi_text_free(&t);
            status = VY_ERROR_DATA;
        }
    }
    return status;
}

// ---- what depends on what ----
static bool note_edge(vy_graph *g, uint32_t before, uint32_t after, uint32_t why,
                      const char *buffer)
{
    vy_context *c = g->device->context;
    // Edges to the newest wave stand at the end, so that a second reason is found at once.
    for (uint32_t i = g->edges.count; i && g->edges.at[i - 1].after == after; i--)
        if (g->edges.at[i - 1].before == before) {
            vy_graph_edge *e = &g->edges.at[i - 1];
            e->why |= why;
            e->buffer = e->buffer ? e->buffer : buffer;
            return true;
        }
    vy_graph_edge edge = {before, after, why, buffer};
    return vyi_vec_push(c, &g->edges, edge);
}

static uint32_t hazard(const struct vyi_wave_use *before, const struct vyi_wave_use *after)
{
    uint32_t why = 0;
    if (before->buffer != after->buffer || before->from >= after->to || after->from >= before->to)
        return 0;
    if (before->write && after->read)
        why |= VY_EDGE_RAW;
    if (before->read && after->write)
        why |= VY_EDGE_WAR;
    if (before->write && after->write)
        why |= VY_EDGE_WAW;
    return why;
}

static bool find_hazards(vy_graph *g, const struct vyi_graph_wave *w, uint32_t number)
{
    for (uint32_t k = 0; k < w->uses.count; k++) {
        const struct vyi_wave_use *use = &w->uses.at[k];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < g->open.count; i++) {
            const struct vyi_graph_open *o = &g->open.at[i];
            uint32_t why = o->wave == number ? 0 : hazard(&o->use, use);
            if (why && !note_edge(g, o->wave, number, why, vyi_graph_buffer_name(w, use)))
                return false;
            bool covered = use->write && o->use.buffer == use->buffer && o->wave != number &&
                           use->from <= o->use.from && o->use.to <= use->to;
            if (!covered || g->params.explicit_only)
                g->open.at[kept++] = *o;
        }
        g->open.count = kept;
        struct vyi_graph_open own = {*use, number};
        if (use->from < use->to)
            g->open.at[g->open.count++] = own; // room was made before
    }
    return true;
}

// ---- the caller's buffers ----
static bool borrow(vy_graph *g, const struct vyi_wave_use *use)
{
    for (uint32_t i = 0; i < g->borrowed.count; i++) {
        struct vyi_use *b = &g->borrowed.at[i];
        if (b->buffer != use->buffer)
            continue;
        b->from = use->from < b->from ? use->from : b->from;
        b->to = use->to > b->to ? use->to : b->to;
        b->write = b->write || use->write;
        return true;
    }
    struct vyi_use fresh = {use->buffer, use->from, use->to, use->write};
    vyi_hub_lock(g->device->hub);
    use->buffer->uses++;
    vyi_hub_unlock(g->device->hub);
    g->borrowed.at[g->borrowed.count++] = fresh; // room was made before
    return true;
}

/// What a wave means for the buffers that it uses; nothing can fail here.
static void settle(vy_graph *g, const struct vyi_graph_wave *w, const vy_arg *args)
{
    const vy_program *p = w->compiled->program;
    for (uint32_t i = 0; i < w->uses.count; i++) {
        const struct vyi_wave_use *use = &w->uses.at[i];
        const struct vyi_buffer *b = &p->buffers.at[use->index];
        struct vyi_slot *s = use->buffer->slot;
        uint32_t align = vyi_type_bytes(b->elem);
        align = b->align > align ? b->align : align;
        if (!s) {
            borrow(g, use);
            continue;
        }
        s->align = align > s->align ? align : s->align;
        s->written = s->written || use->write;
        if (!s->host)
            continue;
        for (const vy_arg *a = args; a->kind != VY_ARG_END; a++)
            if (!strcmp(a->name, b->name) && a->kind != VY_ARG_IN) {
                s->memory = a->memory;
                s->from = 0 < s->from ? 0 : s->from;
                s->to = use->to > s->to ? use->to : s->to;
            }
    }
}

/// Host memory that a wave writes first and never reads has no start value.
static void drop_start(vy_graph *g, const struct vyi_graph_wave *w, uint32_t first_slot)
{
    for (uint32_t i = 0; i < w->uses.count; i++) {
        struct vyi_slot *s = w->uses.at[i].buffer->slot;
        for (uint32_t k = first_slot; s && k < g->slots.count; k++)
            if (g->slots.at[k] == s && w->uses.at[i].fresh)
                s->data = NULL;
    }
}

// ---- public ----
/// Takes slots back that were made for a wave that is refused.
static void forget_slots(vy_graph *g, uint32_t first)
{
    vy_context *c = g->device->context;
    while (g->slots.count > first) {
        struct vyi_slot *s = g->slots.at[--g->slots.count];
        vyi_free(c, s->name, s->name_bytes);
        vyi_free(c, s, sizeof *s);
    }
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
    if (!vyi_vec_reserve(c, &g->waves, 1) || !vyi_vec_reserve(c, &g->open, w->uses.count) ||
        !vyi_vec_reserve(c, &g->borrowed, w->uses.count) ||
        !vyi_vec_reserve(c, &g->edges, g->open.count + 1))
        return VY_ERROR_MEMORY;
    find_hazards(g, w, number);
    settle(g, w, args);
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
        vyi_report(a->report, 0, 0, VYI_DIAG(DEVICE_STALE), "the pipeline", g->device->fns->name);
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
    vy_graph_wave_params filled = params ? *params : vy_graph_wave_defaults();
    struct vyi_report report = {.context = p->context, .sources = &p->sources};
    struct arguments a = {graph, p, &report, NULL, count_args(filled.args), graph->slots.count};
    struct vyi_graph_wave *w = NULL;
    if (pipeline->device != graph->device) {
        vyi_complain(c, VYI_DIAG(GRAPH_FOREIGN), p->name ? p->name : "?", graph->device->fns->name);
        return VY_ERROR_ARGUMENT;
    }
    a.at = vyi_calloc(c, a.count + 1, sizeof *a.at);
    vyi_graph_changed(graph);
    vy_status status = a.at ? make_wave(&a, pipeline->compiled, &filled, &w) : VY_ERROR_MEMORY;
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
    vy_graph_edge edge = {before, after, VY_EDGE_ASKED, NULL};
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        vy_graph_edge *e = &graph->edges.at[i];
        if (e->before == before && e->after == after) {
            e->why |= VY_EDGE_ASKED;
            return VY_OK;
        }
    }
    return vyi_vec_push(c, &graph->edges, edge) ? VY_OK : VY_ERROR_MEMORY;
}
