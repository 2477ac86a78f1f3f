// Runs a planned graph: memory, data, group after group, results.
#include "run/graph.h"

/// A run while it lasts.
struct run {
    vy_graph *g;
    const vy_graph_run_params *params;
    vy_graph_stats *stats;
    struct vyi_report report;
    vy_dispatch_params dispatch; ///< for every wave
    struct vyi_job job;          ///< deadline and cancel, for the whole
    uint64_t own_bytes; ///< that the device took beside the graph's memory, in one submission
    uint32_t clear;     ///< of the plan: the first that has not been done
    vy_status status;   ///< of the first step that failed; those after it do nothing
};

/// Several waves may print at once, but lines come one at a time.
static void print(void *user, const char *line)
{
    struct run *r = user;
    pthread_mutex_lock(&r->g->print_lock);
    r->params->print(r->params->print_user, line);
    pthread_mutex_unlock(&r->g->print_lock);
}

// ---- memory ----
static void take_memory(struct run *r)
{
    vy_graph *g = r->g;
    if (r->status || g->block.memory || !g->plan.block)
        return;
    g->generation = g->device->generation;
    r->status = vyi_device_take_aligned(g->device, g->plan.block, g->plan.align, false, &r->report,
                                        &g->block);
    if (!r->status)
        r->status = vyi_job_poison(g->device, &r->job, g->block.memory, g->plan.block);
}

static void *place_of(const vy_graph *g, uint32_t piece)
{
    return g->block.memory ? (char *)g->block.memory + g->plan.pieces.at[piece].offset : NULL;
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
            const vy_arg *arg = w->call.args.buffers[i];
            w->memory[i] = NULL;
            if (arg && arg->buffer->memory)
                w->memory[i] = (char *)arg->buffer->memory + arg->offset;
            else if (!arg && p->buffers.at[i].role == VY_ROLE_SCRATCH)
                w->memory[i] = place_of(g, piece++);
        }
        for (uint32_t i = 0; i < w->hidden_count; i++)
            w->hidden_at[i] = place_of(g, w->hidden + i);
    }
}

static void upload(struct run *r)
{
    vy_graph *g = r->g;
    for (uint32_t i = 0; !r->status && i < g->slots.count; i++) {
        const struct vyi_slot *s = g->slots.at[i];
        if (!s->data || s->piece == VYI_GRAPH_NONE || !s->buffer.bytes)
            continue;
        r->stats->bytes_up += s->buffer.bytes;
        r->status = vyi_job_upload(g->device, &r->job, s->buffer.memory, s->data, s->buffer.bytes);
    }
}

static void download(struct run *r)
{
    vy_graph *g = r->g;
    for (uint32_t i = 0; !r->status && i < g->slots.count; i++) {
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
        r->status = vyi_job_download(g->device, &r->job, (const char *)s->buffer.memory + s->from,
                                     (char *)s->memory + s->from, s->to - s->from);
    }
}

// ---- kernels ----
static void make_room(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    g->kernels = vyi_graph_room(g, &g->room, plan->kernel_count, sizeof *g->kernels);
    g->each = vyi_graph_room(g, &g->room, plan->kernel_count, sizeof *g->each);
    g->held = vyi_graph_room(g, &g->room, plan->kernel_count, sizeof *g->held);
    g->zeros = vyi_graph_room(g, &g->room, plan->clears.count, sizeof *g->zeros);
    g->commands =
        vyi_graph_room(g, &g->room, 2 + plan->kernel_count + plan->group_count + plan->clears.count,
                       sizeof *g->commands);
    if (g->room.failed)
        r->status = VY_ERROR_MEMORY;
    for (uint32_t i = 0; !r->status && i < plan->clears.count; i++) {
        const struct vyi_graph_clear *k = &plan->clears.at[i];
        g->zeros[i] = (char *)(k->buffer ? k->buffer->memory : place_of(g, k->piece)) + k->offset;
    }
}

/// Every kernel has a report of its own, since several run at once. A run like the last one needs
/// nothing but the list that is there.
static void set_up(struct run *r)
{
    vy_graph *g = r->g;
    if (g->ready)
        return;
    vyi_graph_run_free(g);
    set_memory(g);
    make_room(r);
    if (r->status)
        vyi_graph_run_free(g);
    for (uint32_t k = 0; g->commands && k < g->plan.kernel_count; k++) {
        struct vyi_graph_wave *w = g->plan.kernels[k];
        const vy_program *p = w->compiled->program;
        struct vyi_job job = r->job;
        vyi_held_begin(&g->held[k], p->context);
        w->report = (struct vyi_report){.context = &g->held[k].shadow, .sources = &p->sources};
        job.report = &w->report;
        if (!r->status && w->call.route == VY_ROUTE_NATIVE)
            r->status = vyi_compiled_prepare(g->device, w->compiled, &job);
        g->kernels[k] = (struct vyi_kernel){.program = p,
                                            .name = w->name,
                                            .code = w->compiled->code,
                                            .launch = &w->call.launch,
                                            .memory = w->memory,
                                            .report = &w->report};
        g->each[k].status = r->status;
    }
}

void vyi_graph_run_free(vy_graph *g)
{
    vy_context *c = g->device->context;
    for (uint32_t k = 0; g->each && k < g->plan.kernel_count; k++)
        vyi_vec_free(c, &g->each[k].fixpoints);
    vyi_arena_free(c, &g->room.arena);
    g->room.failed = false;
    g->each = NULL;
    g->held = NULL;
    g->commands = NULL;
    g->ready = false;
}

// ---- the list ----
/// Groups `from` to `to`: what each needs cleared, then its launches.
static void make_list(struct run *r, uint32_t from, uint32_t to)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    struct vyi_command *at = g->commands;
    uint32_t next = 1, *link = &at[1].first;
    at[next++] = (struct vyi_command){.kind = VYI_COMMAND_SEQUENCE};
    for (uint32_t group = from; group < to; group++) {
        for (; r->clear < plan->clears.count && plan->clears.at[r->clear].group == group;
             r->clear++) {
            at[next] = (struct vyi_command){.kind = VYI_COMMAND_CLEAR,
                                            .late = g->device->fns->queued,
                                            .a = {r->clear, 0},
                                            .bytes = plan->clears.at[r->clear].bytes};
            *link = next;
            link = &at[next++].next;
        }
        *link = next;
        at[next] =
            (struct vyi_command){.kind = VYI_COMMAND_GROUP, .checked = true, .first = next + 1};
        link = &at[next++].next;
        for (uint32_t k = plan->offsets[group]; k < plan->offsets[group + 1]; k++, next++)
            at[next] =
                (struct vyi_command){.kind = VYI_COMMAND_LAUNCH,
                                     .of = k + 1,
                                     .next = k + 1 < plan->offsets[group + 1] ? next + 1 : 0};
    }
    g->command_count = next;
}

/// Groups whose kernels all take the native route, in one list.
static void run_native(struct run *r, uint32_t from, uint32_t to)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    struct vyi_job job = r->job;
    struct vyi_job_result result = {.each = g->each};
    bool all = !from && to == plan->group_count && plan->kernel_count;
    size_t timed = r->params->groups ? to - from : 0;
    if (timed && !(result.group_ns = vyi_calloc(r->g->device->context, timed, sizeof(uint64_t)))) {
        r->status = VY_ERROR_MEMORY;
        return;
    }
    if (!g->ready)
        make_list(r, from, to);
    job.commands = g->commands;
    job.command_count = g->command_count;
    job.kernels = g->kernels;
    job.kernel_count = plan->kernel_count;
    job.memory = g->zeros;
    job.name = "waves";
    job.apart = r->params->apart;
    job.kept = all ? &g->kept : NULL;
    r->status = vyi_dev_submit(g->device, &job, &result);
    r->stats->one_submission = result.one_submission;
    r->stats->barriers += result.groups;
    r->own_bytes = result.own_bytes;
    if (result.one_submission) {
        r->stats->barriers = plan->group_count;
        r->stats->launches = plan->kernel_count;
        r->stats->device_ms = (double)result.device_ns / 1e6;
    }
    for (size_t i = 0; i < timed && from + i < r->params->group_count; i++)
        r->params->groups[from + i].ms = (double)result.group_ns[i] / 1e6;
    vyi_free(g->device->context, result.group_ns, timed * sizeof *result.group_ns);
}

/// Segment by segment, with the hidden buffers where the plan put them.
static vy_status run_segments(struct run *r, uint32_t k, struct vyi_job *job)
{
    struct vyi_graph_wave *w = r->g->plan.kernels[k];
    struct vyi_segments s = {.hidden = w->hidden_at};
    job->name = w->name;
    job->kept = &w->compiled->kept;
    vy_status status = vyi_compiled_schedule(r->g->device, w->compiled, job);
    if (!status)
        status = vyi_segments_begin(&s, w->compiled, r->g->device, &w->call, w->memory, job,
                                    &r->g->each[k]);
    if (!status)
        status = vyi_segments_build(&s);
    if (!status && w->call.launch.invocations) {
        vyi_segments_list(&s, NULL, 0, job);
        status = vyi_dev_submit(r->g->device, job, &r->g->each[k]);
    }
    vyi_segments_end(&s);
    return status;
}

/// A group with a wave in segments, wave after wave.
static void run_mixed(struct run *r, uint32_t group)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    uint64_t start = vyi_now_ns();
    for (; !r->status && r->clear < plan->clears.count && plan->clears.at[r->clear].group == group;
         r->clear++)
        r->status =
            vyi_job_clear(g->device, &r->job, g->zeros[r->clear], plan->clears.at[r->clear].bytes);
    if (!r->status)
        r->status = vyi_job_check(&r->job, 0);
    for (uint32_t k = plan->offsets[group]; !r->status && k < plan->offsets[group + 1]; k++) {
        struct vyi_job job = r->job;
        job.report = g->kernels[k].report;
        job.kernels = &g->kernels[k];
        r->status = g->each[k].status = plan->kernels[k]->call.route != VY_ROUTE_NATIVE
                                            ? run_segments(r, k, &job)
                                            : vyi_dev_submit_one(g->device, &job, &g->each[k]);
    }
    r->stats->barriers++;
    if (r->params->groups && group < r->params->group_count)
        r->params->groups[group].ms = vyi_ms_since(start);
}

static bool is_native(const vy_graph *g, uint32_t group)
{
    for (uint32_t k = g->plan.offsets[group]; k < g->plan.offsets[group + 1]; k++)
        if (g->plan.kernels[k]->call.route != VY_ROUTE_NATIVE)
            return false;
    return true;
}

static void run_groups(struct run *r)
{
    vy_graph *g = r->g;
    uint32_t count = g->plan.group_count, from = 0, to;
    for (; !r->status && from < count; from = to) {
        for (to = from; to < count && is_native(g, to);)
            to++;
        if (to > from)
            run_native(r, from, to);
        else
            run_mixed(r, to++);
    }
    r->stats->barriers -= r->stats->barriers > 0; // between groups
}

// ---- statistics and messages ----
static void fill_waves(struct run *r)
{
    const vy_graph *g = r->g;
    for (size_t i = 0; r->params->waves && i < r->params->wave_count; i++) {
        vy_graph_wave_stats *to = &r->params->waves[i];
        *to = (vy_graph_wave_stats){0};
        if (i >= g->waves.count)
            continue;
        const struct vyi_graph_wave *k = g->plan.kernels[g->plan.kernel_of[i]];
        const struct vyi_job_result *one = r->g->each ? &r->g->each[k->kernel] : NULL;
        to->name = g->waves.at[i]->name;
        to->group = k->group;
        to->kernel = k->kernel;
        to->fused = k != g->waves.at[i];
        to->invocations = g->waves.at[i]->call.launch.invocations;
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
    for (uint32_t k = 0; r->g->each && k < plan->kernel_count; k++) {
        const struct vyi_job_result *one = &r->g->each[k];
        stats->statements += one->statements;
        stats->out_of_bounds += one->out_of_bounds;
        stats->printed += one->printed;
        stats->dropped += one->dropped;
        if (stats->one_submission)
            continue;
        stats->launches += one->launches;
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
    uint64_t bytes = g->block.memory ? plan->block : 0, most = r->own_bytes;
    for (uint32_t i = 0; g->each && !r->stats->one_submission && i < plan->group_count; i++) {
        uint64_t own = 0;
        for (uint32_t k = plan->offsets[i]; k < plan->offsets[i + 1]; k++)
            own += g->each[k].own_bytes;
        most = own > most ? own : most;
    }
    r->stats->peak =
        (bytes && fns->memory_size ? fns->memory_size(g->device, bytes) : bytes) + most;
}

/// Delivers the diagnostics of each wave, and reports the first that failed.
static void report_waves(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    bool reported = false;
    for (uint32_t k = 0; g->commands && k < plan->kernel_count; k++) {
        struct vyi_graph_wave *w = plan->kernels[k];
        vy_status status = g->each[k].status;
        vyi_report_end(&w->report, status);
        vyi_held_deliver(&g->held[k], true);
        if (!status || reported)
            continue;
        reported = true;
        vyi_graph_blame(g, w->first);
        vyi_report(&r->report, 0, 0, VYI_DIAG(GRAPH_WAVE_FAILED), w->first,
                   g->waves.at[w->first]->name, w->group + 1, plan->group_count,
                   vy_status_text(status));
    }
}

// ---- lost rows ----
/// Whether a wave behind `place` in the order of the plan writes the bytes again: the counter is no
/// longer that of the wave before.
static bool written_again(const vy_graph *g, uint32_t place, const struct vyi_use *counter)
{
    for (uint32_t k = place + 1; k < g->waves.count; k++) {
        const struct vyi_args *args = &g->waves.at[g->plan.order[k]]->call.args;
        for (uint32_t i = 0; i < args->use_count; i++)
            if (args->uses[i].write && vyi_uses_share(&args->uses[i], counter))
                return true;
    }
    return false;
}

/// Compares the counters of a wave, when all have run, with the rows that there is room for;
/// VY_ERROR_ROWS, reported, where rows were lost.
static void check_rows(struct run *r, uint32_t place)
{
    vy_graph *g = r->g;
    uint32_t wave = g->plan.order[place], found;
    const struct vyi_graph_wave *w = g->waves.at[wave];
    const vy_program *p = w->compiled->program;
    struct vyi_report report = {.context = g->device->context, .sources = &p->sources};
    bool lost = false;
    for (uint32_t i = 0; !r->status && i < p->buffers.count; i++) {
        uint32_t counter = p->buffers.at[i].count;
        const struct vyi_use *use = NULL; // none where the counter is scratch
        for (uint32_t u = 0; counter && u < w->call.args.use_count && !use; u++)
            if (w->call.args.uses[u].index == counter - 1)
                use = &w->call.args.uses[u];
        if (!use || !use->buffer->memory || use->to - use->from < sizeof found ||
            written_again(g, place, use))
            continue;
        r->status = vyi_job_download(g->device, &r->job, (char *)use->buffer->memory + use->from,
                                     &found, sizeof found);
        if (r->status || found <= w->call.launch.extents[i].size[0])
            continue;
        lost = true;
        vyi_rows_lost(&report, p, i, found, w->call.launch.extents[i].size[0]);
    }
    if (lost && !r->status) {
        r->status = VY_ERROR_ROWS;
        vyi_graph_blame(g, wave);
        vyi_report(&report, 0, 0, VYI_DIAG(GRAPH_WAVE_FAILED), wave, w->name,
                   g->plan.kernels[g->plan.kernel_of[wave]]->group + 1, g->plan.group_count,
                   vy_status_text(r->status));
    }
    vyi_report_end(&report, r->status);
}

// ---- all of it ----
/// What was made before the device was recovered has nothing on it any more.
static void check_fresh(struct run *r)
{
    vy_graph *g = r->g;
    bool stale = false;
    for (uint32_t i = 0; i < g->waves.count; i++)
        stale = stale || g->waves.at[i]->compiled->generation != g->device->generation;
    for (uint32_t i = 0; i < g->borrowed.count; i++)
        stale = stale || vyi_buffer_stale(g->borrowed.at[i].buffer);
    if (!stale)
        return;
    r->status = vyi_report_as(&r->report, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_STALE), "the graph",
                              g->device->params.name);
}

static void run_inside(struct run *r)
{
    vy_graph *g = r->g;
    check_fresh(r);
    take_memory(r);
    if (r->status)
        return;
    if (r->params->apart)
        g->ready = false;
    set_up(r);
    upload(r);
    run_groups(r);
    download(r);
    bool rows = g->counts && !r->params->allow_lost_rows;
    for (uint32_t place = 0; !r->status && rows && place < g->waves.count; place++)
        check_rows(r, place);
    for (uint32_t i = 0; i < g->plan.clears.count; i++)
        r->stats->cleared_bytes += g->plan.clears.at[i].bytes;
    add_up(r);
    add_memory(r);
    // A graph that the device ran as a whole has no diagnostics where all went well.
    g->ready = !r->status && r->stats->one_submission;
    if (!g->ready) {
        report_waves(r);
        vyi_graph_run_free(g);
    }
}

/// A vy_buffer that is gone, by the wave that uses it.
static void check_buffers(struct run *r)
{
    vy_graph *g = r->g;
    const vy_buffer *gone = NULL;
    for (uint32_t i = 0; i < g->borrowed.count && !gone; i++)
        gone = g->borrowed.at[i].buffer->gone ? g->borrowed.at[i].buffer : NULL;
    for (uint32_t i = 0; gone && i < g->waves.count; i++) {
        const struct vyi_graph_wave *w = g->waves.at[i];
        const struct vyi_args *args = &w->call.args;
        uint32_t k = 0;
        while (k < args->use_count && args->uses[k].buffer != gone)
            k++;
        if (k == args->use_count)
            continue;
        struct vyi_text t = {.context = g->device->context};
        vyi_graph_blame(g, i);
        vyi_text_printf(&t, "argument '%s' of wave %u ('%s') is",
                        w->compiled->program->buffers.at[args->uses[k].index].name, i, w->name);
        if (!t.failed)
            vyi_report(&r->report, 0, 0, VYI_DIAG(BUFFER_GONE), t.at);
        vyi_text_free(&t);
        r->status = VY_ERROR_ARGUMENT;
        return;
    }
}

static void run_in_turn(struct run *r)
{
    vy_graph *g = r->g;
    vy_device *device = g->device;
    struct vyi_turn turn = {.uses = g->borrowed.at, .use_count = g->borrowed.count};
    check_buffers(r);
    if (!r->status)
        r->status = vyi_turn_join(device, &turn);
    if (r->status)
        return;
    uint64_t queued = vyi_now_ns();
    r->status = vyi_turn_wait(device, &turn, r->job.deadline_ns, r->job.cancel);
    r->stats->queued_ms = vyi_ms_since(queued);
    if (r->status == VY_ERROR_DEADLINE) {
        vyi_report(&r->report, 0, 0, VYI_DIAG(QUEUE_DEADLINE));
    } else if (r->status) {
        vyi_report(&r->report, 0, 0, VYI_DIAG(QUEUE_CANCELLED));
    } else {
        vyi_hub_enter(device);
        run_inside(r);
        vyi_hub_leave(device);
    }
    vyi_turn_leave(device, &turn);
}

static void run(struct run *r)
{
    vy_graph *g = r->g;
    const struct vyi_graph_plan *plan = &g->plan;
    r->status = vyi_hub_check(g->device);
    if (!r->status)
        r->status = vyi_graph_check_results(g, &r->report);
    if (!r->status)
        r->status = vyi_graph_plan_make(g, &r->job, &r->report);
    if (r->status)
        return;
    *r->stats = (vy_graph_stats){
        .waves = g->waves.count,
        .kernels = plan->kernel_count,
        .groups = plan->group_count,
        .planned_barriers = plan->group_count ? plan->group_count - 1 : 0,
        .planned_peak = plan->peak,
        .uncleared_bytes = plan->uncleared,
    };
    run_in_turn(r);
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
    uint64_t start_ns = vyi_now_ns();
    r.dispatch.max_steps = filled.max_steps;
    r.dispatch.max_memory = filled.max_memory;
    r.dispatch.print = filled.print ? print : NULL;
    r.dispatch.print_user = &r;
    r.job = (struct vyi_job){
        .deadline_ns = filled.deadline_ms ? start_ns + filled.deadline_ms * UINT64_C(1000000) : 0,
        .cancel = &graph->cancel,
        .params = &r.dispatch,
        .report = &r.report,
        .untimed = !stats && !filled.waves};
    pthread_mutex_lock(&graph->lock);
    atomic_store(&graph->cancel, false);
    run(&r);
    pthread_mutex_unlock(&graph->lock);
    own.wall_ms = vyi_ms_since(start_ns);
    if (stats)
        *stats = own;
    vyi_report_end(&r.report, r.status);
    return r.status;
}
