// Runs a planned graph: memory, data, group after group, results.
#include "run/graph.h"
#include "run/walk.h"

/// A run while it lasts.
struct run {
    vy_graph *g;
    const vy_graph_run_params *params;
    vy_graph_stats *stats;
    struct vyi_report report;
    vy_dispatch_params dispatch; ///< what every wave is told
    uint64_t start_ns, deadline_ns;
    struct vyi_job job; ///< deadline and cancel, for the whole
    uint64_t own_bytes; ///< that the device took beside the graph's memory, in one submission
};

static double ms_since(uint64_t start)
{
    return (double)(vyi_now_ns() - start) / 1e6;
}

/// Several waves may print at once, but lines come one at a time.
static void print(void *user, const char *line)
{
    struct run *r = user;
    pthread_mutex_lock(&r->g->print_lock);
    r->params->print(r->params->print_user, line);
    pthread_mutex_unlock(&r->g->print_lock);
}

// ---- memory ----
static vy_status take_memory(struct run *r)
{
    vy_graph *g = r->g;
    if (g->memory || !g->plan.block)
        return VY_OK;
    vy_status status = vyi_device_take_aligned(g->device, g->plan.block, g->plan.align, false,
                                               &r->report, &g->block);
    if (status)
        return status;
    g->memory = g->block.memory;
    g->generation = g->device->generation;
    return vyi_job_mark(g->device, &r->job, g->memory, g->plan.block);
}

static void *place_of(const vy_graph *g, uint32_t piece)
{
    return g->memory ? (char *)g->memory + g->plan.pieces.at[piece].offset : NULL;
}

/// Addresses of this run: host memory may be another one each time.
static void set_memory(vy_graph *g)
{
    for (uint32_t i = 0; i < g->slots.count; i++) {
        struct vyi_slot *s = g->slots.at[i];
        s->buffer.memory =
            s->piece != VYI_GRAPH_NONE ? place_of(g, s->piece) : (void *)(uintptr_t)s->data;
    }
    for (uint32_t k = 0; k < g->plan.kernel_count; k++) {
        struct vyi_graph_wave *w = g->plan.kernels[k];
        const vy_program *p = w->compiled->program;
        uint32_t piece = w->piece;
        for (uint32_t i = 0; i < p->buffers.count; i++) {
            const vy_arg *arg = w->args.buffers[i];
            w->memory[i] = NULL;
            if (p->buffers.at[i].role == VY_ROLE_SCRATCH)
                w->memory[i] = place_of(g, piece++);
            else if (arg && arg->buffer->memory)
                w->memory[i] = (char *)arg->buffer->memory + arg->offset;
        }
        for (uint32_t i = 0; i + 1 < w->hidden_count; i++)
            w->hidden_at[i] = place_of(g, w->hidden + i);
    }
}

static vy_status upload(struct run *r)
{
    vy_graph *g = r->g;
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < g->slots.count; i++) {
        const struct vyi_slot *s = g->slots.at[i];
        if (!s->data || s->piece == VYI_GRAPH_NONE || !s->buffer.bytes)
            continue;
        r->stats->bytes_up += s->buffer.bytes;
        status = vyi_job_upload(g->device, &r->job, s->buffer.memory, s->data, s->buffer.bytes);
    }
    return status;
}

static vy_status download(struct run *r)
{
    vy_graph *g = r->g;
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < g->slots.count; i++) {
        const struct vyi_slot *s = g->slots.at[i];
        if (!s->memory || s->from >= s->to)
            continue;
        if (s->piece == VYI_GRAPH_NONE) {
            // No wave uses it: its start value is all there is.
            if (s->data && s->data != s->memory)
                memcpy(s->memory, s->data, s->buffer.bytes);
            else if (!s->data)
                memset(s->memory, 0, s->buffer.bytes);
            continue;
        }
        r->stats->bytes_down += s->to - s->from;
        status = vyi_job_download(g->device, &r->job, (const char *)s->buffer.memory + s->from,
                                  (char *)s->memory + s->from, s->to - s->from);
    }
    return status;
}

// ---- kernels ----
static vy_status make_room(struct run *r)
{
    vy_graph *g = r->g;
    vy_context *c = g->device->context;
    const struct vyi_graph_plan *plan = &g->plan;
    g->runs = vyi_calloc(c, plan->kernel_count + 1, sizeof *g->runs);
    g->keeps = vyi_calloc(c, plan->kernel_count + 1, sizeof *g->keeps);
    g->zeros = vyi_calloc(c, plan->clears.count + 1, sizeof *g->zeros);
    if (!g->runs || !g->keeps || !g->zeros)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < plan->clears.count; i++) {
        const struct vyi_graph_clear *k = &plan->clears.at[i];
        char *at = k->buffer ? k->buffer->memory : place_of(g, k->piece);
        g->zeros[i] = (struct vyi_zeros){k->group, at + k->offset, k->bytes};
    }
    return VY_OK;
}

/// Every kernel has a report of its own, since several run at once.
static vy_status set_up_kernels(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    vy_status status = VY_OK;
    for (uint32_t k = 0; k < plan->kernel_count; k++) {
        struct vyi_graph_wave *w = plan->kernels[k];
        const vy_program *p = w->compiled->program;
        struct vyi_kernel_run *run = &g->runs[k];
        vyi_keep_begin(&g->keeps[k], p->context);
        run->job = r->job;
        run->job.program = p;
        run->job.name = w->name;
        run->job.launch = &w->launch;
        run->job.memory = w->memory;
        run->job.report = &w->report;
        w->report = (struct vyi_report){.context = &g->keeps[k].shadow, .sources = &p->sources};
        if (!status && w->route == VY_ROUTE_NATIVE)
            status = vyi_compiled_whole(g->device, w->compiled, &run->job);
        else if (!status)
            run->job.code = NULL;
        run->status = status;
    }
    return status;
}

/// A run like the last one: only what belongs to this call is put in.
static void set_up_again(struct run *r)
{
    for (uint32_t k = 0; k < r->g->plan.kernel_count; k++) {
        struct vyi_job *job = &r->g->runs[k].job;
        job->params = r->job.params;
        job->deadline_ns = r->job.deadline_ns;
        job->untimed = r->job.untimed;
    }
}

static vy_status set_up(struct run *r)
{
    vy_graph *g = r->g;
    if (g->ready) {
        set_up_again(r);
        return VY_OK;
    }
    vyi_graph_run_free(g);
    set_memory(g);
    vy_status status = make_room(r);
    return status ? status : set_up_kernels(r);
}

void vyi_graph_run_free(vy_graph *g)
{
    vy_context *c = g->device->context;
    const struct vyi_graph_plan *plan = &g->plan;
    for (uint32_t k = 0; g->runs && k < plan->kernel_count; k++)
        vyi_vec_free(c, &g->runs[k].result.fixpoints);
    vyi_free(c, g->runs, g->runs ? (plan->kernel_count + 1) * sizeof *g->runs : 0);
    vyi_free(c, g->keeps, g->keeps ? (plan->kernel_count + 1) * sizeof *g->keeps : 0);
    vyi_free(c, g->zeros, g->zeros ? (plan->clears.count + 1) * sizeof *g->zeros : 0);
    g->runs = NULL;
    g->keeps = NULL;
    g->zeros = NULL;
    g->ready = false;
}

/// Segment by segment, with the hidden buffers where the plan put them.
static vy_status run_segments(struct run *r, uint32_t k)
{
    struct vyi_graph_wave *w = r->g->plan.kernels[k];
    struct vyi_kernel_run *run = &r->g->runs[k];
    const struct vy_schedule *schedule = NULL;
    struct vyi_walk walk = {.job = run->job, .result = &run->result, .hidden = w->hidden_at};
    vy_status status = vyi_compiled_schedule(r->g->device, w->compiled, &run->job, &schedule);
    if (status)
        return status;
    walk.codes = w->compiled->codes;
    walk.kept = &w->compiled->tree;
    status = vyi_walk_begin(&walk, schedule, r->g->device, &w->args, &w->launch, w->memory, false);
    if (!status)
        status = vyi_walk_run(&walk);
    r->stats->launches += walk.launches;
    vyi_walk_end(&walk);
    return status;
}

static vy_status run_one(struct run *r, uint32_t k)
{
    struct vyi_kernel_run *run = &r->g->runs[k];
    uint64_t ns = 0;
    if (r->g->plan.kernels[k]->route != VY_ROUTE_NATIVE)
        return run_segments(r, k);
    r->stats->launches++;
    return vyi_job_run(r->g->device, &run->job, &run->result, &ns);
}

static bool all_native(const vy_graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k < to; k++)
        if (g->plan.kernels[k]->route != VY_ROUTE_NATIVE)
            return false;
    return true;
}

/// At once where the device can; all come to their end, and the first that failed gives the status.
static vy_status run_group(struct run *r, uint32_t from, uint32_t to)
{
    vy_graph *g = r->g;
    vy_device *device = g->device;
    vy_status status = VY_OK;
    if (to - from > 1 && device->fns->run_group && all_native(g, from, to)) {
        device->fns->run_group(device, r->g->runs + from, to - from);
        r->stats->launches += to - from;
        for (uint32_t k = from; k < to; k++) {
            const struct vyi_job_result *one = &r->g->runs[k].result;
            if (one->start_ns)
                vyi_trace_launch(device, "launch", &r->g->runs[k].job, r->g->runs[k].job.program,
                                 one->start_ns, one->start_ns + one->device_ns);
        }
    } else {
        for (uint32_t k = from; k < to && !status; k++)
            status = r->g->runs[k].status = run_one(r, k);
    }
    for (uint32_t k = to; k > from; k--)
        if (r->g->runs[k - 1].status)
            status = r->g->runs[k - 1].status;
    return status;
}

/// Zeros that a group needs. A device that clears in its runs does it before the first kernel, and
/// can stop in between.
static vy_status clear_for(struct run *r, uint32_t group, uint32_t *next)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    uint32_t first = plan->offsets[group], from = *next;
    struct vyi_job *job = &g->runs[first].job;
    vy_status status = VY_OK;
    while (*next < plan->clears.count && g->zeros[*next].group == group)
        ++*next;
    if (g->device->fns->clears && plan->kernels[first]->route == VY_ROUTE_NATIVE &&
        job->launch->invocations) {
        job->zeros = g->zeros + from;
        job->zero_count = *next - from;
        return VY_OK;
    }
    for (uint32_t i = from; !status && i < *next; i++)
        status = vyi_job_clear(g->device, &r->job, g->zeros[i].memory, g->zeros[i].bytes);
    return status;
}

static vy_status run_groups(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    vy_status status = VY_OK;
    uint32_t zero = 0;
    for (uint32_t i = 0; !status && i < plan->group_count; i++) {
        uint64_t start = vyi_now_ns();
        r->stats->barriers += i > 0;
        status = clear_for(r, i, &zero);
        if (!status)
            status = vyi_job_check(&r->job, 0);
        if (!status)
            status = run_group(r, plan->offsets[i], plan->offsets[i + 1]);
        if (r->params->groups && i < r->params->group_count)
            r->params->groups[i].ms = ms_since(start);
    }
    return status;
}

// ---- in one go ----
static bool run_whole(struct run *r, vy_status *status)
{
    vy_graph *g = r->g;
    vy_device *device = g->device;
    const struct vyi_graph_plan *plan = &g->plan;
    struct vyi_waves_job job = {.runs = r->g->runs,
                                .offsets = plan->offsets,
                                .group_count = plan->group_count,
                                .zeros = r->g->zeros,
                                .zero_count = plan->clears.count,
                                .kept = &g->kept,
                                .job = &r->job};
    if (r->params->apart || !device->fns->waves_run || !plan->kernel_count ||
        !all_native(g, 0, plan->kernel_count) || !device->fns->waves_fit(device, &job))
        return false;
    r->stats->one_submission = true;
    *status = vyi_job_check(&r->job, 0);
    if (!*status)
        *status = device->fns->waves_run(device, &job);
    r->stats->barriers = plan->group_count ? plan->group_count - 1 : 0;
    r->stats->launches = plan->kernel_count;
    r->stats->device_ms = (double)job.device_ns / 1e6;
    r->own_bytes = job.own_bytes;
    return true;
}

// ---- what is told ----
static void fill_waves(struct run *r)
{
    const vy_graph *g = r->g;
    for (size_t i = 0; r->params->waves && i < r->params->wave_count; i++) {
        vy_graph_wave_stats *to = &r->params->waves[i];
        *to = (vy_graph_wave_stats){0};
        if (i >= g->waves.count)
            continue;
        const struct vyi_graph_wave *k = g->plan.kernels[g->plan.kernel_of[i]];
        const struct vyi_job_result *one = r->g->runs ? &r->g->runs[k->kernel].result : NULL;
        to->name = g->waves.at[i]->name;
        to->group = k->group;
        to->kernel = k->kernel;
        to->fused = k != g->waves.at[i];
        to->invocations = g->waves.at[i]->launch.invocations;
        if (!one)
            continue;
        to->launches = 1;
        to->statements = one->statements;
        to->out_of_bounds = one->out_of_bounds;
        to->printed = one->printed;
        to->ms = r->stats->one_submission ? 0 : (double)one->device_ns / 1e6;
    }
}

static void fill_groups(struct run *r)
{
    const struct vyi_graph_plan *plan = &r->g->plan;
    for (size_t i = 0; r->params->groups && i < r->params->group_count; i++) {
        vy_graph_group_stats *to = &r->params->groups[i];
        double ms = to->ms;
        *to = (vy_graph_group_stats){0};
        if (i >= plan->group_count)
            continue;
        to->waves = plan->wave_offsets[i + 1] - plan->wave_offsets[i];
        to->kernels = plan->offsets[i + 1] - plan->offsets[i];
        to->bytes = plan->group_bytes[i];
        to->ms = r->stats->one_submission ? 0 : ms;
    }
}

static void add_up(struct run *r)
{
    const struct vyi_graph_plan *plan = &r->g->plan;
    vy_graph_stats *stats = r->stats;
    for (uint32_t k = 0; r->g->runs && k < plan->kernel_count; k++) {
        const struct vyi_job_result *one = &r->g->runs[k].result;
        stats->statements += one->statements;
        stats->out_of_bounds += one->out_of_bounds;
        stats->printed += one->printed;
        stats->dropped += one->dropped;
        if (!stats->one_submission)
            stats->device_ms += (double)one->device_ns / 1e6;
    }
    fill_waves(r);
    fill_groups(r);
}

/// The memory that the device gave, and what its launches took at the same time.
static void add_memory(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    const struct vyi_device_fns *fns = g->device->fns;
    uint64_t bytes = g->memory ? plan->block : 0, most = r->own_bytes;
    for (uint32_t i = 0; g->runs && !r->stats->one_submission && i < plan->group_count; i++) {
        uint64_t own = 0;
        for (uint32_t k = plan->offsets[i]; k < plan->offsets[i + 1]; k++)
            own += g->runs[k].result.own_bytes;
        most = own > most ? own : most;
    }
    r->stats->peak =
        (bytes && fns->memory_size ? fns->memory_size(g->device, bytes) : bytes) + most;
}

/// What each wave had to say, and which of them failed.
static void tell(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    bool told = false;
    for (uint32_t k = 0; r->g->keeps && r->g->keeps[0].context && k < plan->kernel_count; k++) {
        struct vyi_graph_wave *w = plan->kernels[k];
        vy_status status = r->g->runs[k].status;
        vyi_report_end(&w->report, status);
        vyi_keep_deliver(&r->g->keeps[k]);
        if (!status || told)
            continue;
        told = true;
        vyi_graph_blame(g, w->first);
        vyi_report(&r->report, 0, 0, VYI_DIAG(GRAPH_WAVE_FAILED), w->first,
                   g->waves.at[w->first]->name, w->group + 1, plan->group_count,
                   vy_status_text(status));
    }
}

// ---- all of it ----
/// What was made before the device was recovered has nothing on it any more.
static vy_status check_fresh(struct run *r)
{
    vy_graph *g = r->g;
    bool stale = false;
    for (uint32_t i = 0; i < g->waves.count; i++)
        stale = stale || g->waves.at[i]->compiled->generation != g->device->generation;
    for (uint32_t i = 0; i < g->borrowed.count; i++)
        stale = stale || vyi_buffer_stale(g->borrowed.at[i].buffer);
    if (stale)
        vyi_report(&r->report, 0, 0, VYI_DIAG(DEVICE_STALE), "the graph", g->device->fns->name);
    return stale ? VY_ERROR_DEVICE : VY_OK;
}

static vy_status run_inside(struct run *r)
{
    vy_graph *g = r->g;
    vy_status status = check_fresh(r);
    if (!status)
        status = take_memory(r);
    if (status)
        return status;
    if (r->params->apart)
        g->ready = false;
    status = set_up(r);
    if (!status)
        status = upload(r);
    if (!status && !run_whole(r, &status))
        status = run_groups(r);
    if (!status)
        status = download(r);
    if (!status && !r->params->allow_lost_rows)
        status = vyi_graph_rows(g, &r->job);
    for (uint32_t i = 0; i < g->plan.clears.count; i++)
        r->stats->cleared_bytes += g->plan.clears.at[i].bytes;
    add_up(r);
    add_memory(r);
    // A graph that the device ran as a whole has nothing to say where all went well.
    g->ready = !status && r->stats->one_submission;
    if (!g->ready) {
        tell(r);
        vyi_graph_run_free(g);
    }
    return status;
}

/// A vy_buffer that is gone, by the wave that uses it.
static vy_status check_buffers(struct run *r)
{
    vy_graph *g = r->g;
    const vy_buffer *gone = NULL;
    vyi_hub_lock(g->device->hub);
    for (uint32_t i = 0; i < g->borrowed.count && !gone; i++)
        gone = g->borrowed.at[i].buffer->gone ? g->borrowed.at[i].buffer : NULL;
    vyi_hub_unlock(g->device->hub);
    for (uint32_t i = 0; gone && i < g->waves.count; i++) {
        const struct vyi_graph_wave *w = g->waves.at[i];
        for (uint32_t k = 0; k < w->uses.count; k++) {
            struct vyi_text t = {.context = g->device->context};
            if (w->uses.at[k].buffer != gone)
                continue;
            vyi_graph_blame(g, i);
            vyi_text_printf(&t, "argument '%s' of wave %u ('%s') is",
                            w->compiled->program->buffers.at[w->uses.at[k].index].name, i, w->name);
            if (!t.failed)
                vyi_report(&r->report, 0, 0, VYI_DIAG(BUFFER_GONE), t.at);
            vyi_text_free(&t);
            return VY_ERROR_ARGUMENT;
        }
    }
    return VY_OK;
}

static vy_status run_in_turn(struct run *r)
{
    vy_graph *g = r->g;
    vy_device *device = g->device;
    struct vyi_turn turn = {.uses = g->borrowed.at, .use_count = g->borrowed.count};
    vy_status status = check_buffers(r);
    if (!status)
        status = vyi_turn_join(device, &turn, &r->report);
    if (status)
        return status;
    uint64_t queued = vyi_now_ns();
    status = vyi_turn_wait(device, &turn, r->deadline_ns);
    r->stats->queued_ms = ms_since(queued);
    if (status) {
        vyi_report(&r->report, 0, 0, VYI_DIAG(QUEUE_DEADLINE));
    } else {
        vyi_hub_enter(device);
        status = run_inside(r);
        vyi_hub_leave(device);
    }
    vyi_turn_leave(device, &turn);
    return status;
}

static vy_status run(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    vy_status status = vyi_hub_check(g->device, &r->report);
    if (!status)
        status = vyi_graph_check_results(g, &r->report);
    if (!status)
        status = vyi_graph_plan_make(g, &r->job, &r->report);
    if (status)
        return status;
    *r->stats = (vy_graph_stats){
        .waves = g->waves.count,
        .kernels = plan->kernel_count,
        .groups = plan->group_count,
        .planned_barriers = plan->group_count ? plan->group_count - 1 : 0,
        .planned_peak = plan->peak,
        .uncleared_bytes = plan->uncleared,
    };
    return run_in_turn(r);
}

vy_status vy_graph_run(vy_graph *graph, const vy_graph_run_params *params, vy_graph_stats *stats)
{
    if (!graph)
        return VY_ERROR_ARGUMENT;
    vy_graph_run_params filled = vy_graph_run_defaults();
    vy_status status =
        vyi_params_read(graph->device->context, vy_graph_run_params, params, &filled);
    if (status)
        return status;
    vy_graph_stats own = {0};
    struct run r = {.g = graph, .params = &filled, .stats = &own};
    r.report = (struct vyi_report){.context = graph->device->context};
    r.start_ns = vyi_now_ns();
    if (filled.deadline_ms)
        r.deadline_ns = r.start_ns + (uint64_t)filled.deadline_ms * 1000000u;
    r.dispatch.max_steps = filled.max_steps;
    r.dispatch.max_memory = filled.max_memory;
    r.dispatch.print = filled.print ? print : NULL;
    r.dispatch.print_user = &r;
    r.job = (struct vyi_job){.deadline_ns = r.deadline_ns,
                             .cancel = &graph->cancel,
                             .params = &r.dispatch,
                             .report = &r.report,
                             .untimed = !stats && !filled.waves};
    pthread_mutex_lock(&graph->lock);
    atomic_store(&graph->cancel, false);
    status = run(&r);
    pthread_mutex_unlock(&graph->lock);
    own.wall_ms = ms_since(r.start_ns);
    if (stats)
        *stats = own;
    vyi_report_end(&r.report, status);
    return status;
}
