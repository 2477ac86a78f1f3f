// One dispatch: check everything, give the device its memory, run, bring the results back.
#include "run/run.h"

// ---- routes ----
const char *vy_route_name(vy_route route)
{
    static const char *const names[] = {"auto", "native", "resident", "host"};
    return (unsigned)route < sizeof names / sizeof *names ? names[route] : "?";
}

/// The route a dispatch takes, and why; VY_ROUTE_AUTO with an error reported where there is none.
static vy_route choose_route(const vy_device *device, const struct vyi_compiled *compiled,
                             vy_route wanted, struct vyi_report *report, const char **reason)
{
    const vy_device_info *info = &device->info;
    if (!compiled->meets) {
        *reason = wanted > VY_ROUTE_NATIVE
                      ? "the program has no grid barrier: one launch is all there is on every route"
                      : "the program has no grid barrier";
        return VY_ROUTE_NATIVE;
    }
    const char *lacks =
        wanted == VY_ROUTE_NATIVE && !info->grid_barrier ? "has no grid barrier of its own"
        : wanted == VY_ROUTE_RESIDENT && !info->resident ? "keeps no buffers between launches"
                                                         : NULL;
    if (lacks) {
        vyi_report(report, 0, 0, VYI_DIAG(ROUTE_MISSING), vy_route_name(wanted),
                   device->params.name, lacks, info->resident ? "resident" : "host");
        return VY_ROUTE_AUTO;
    }
    if (wanted != VY_ROUTE_AUTO) {
        *reason = "asked for";
        return wanted;
    }
    if (info->grid_barrier) {
        *reason = "the device has a grid barrier";
        return VY_ROUTE_NATIVE;
    }
    *reason = info->resident
                  ? "the device has no grid barrier, but keeps buffers between launches"
                  : "the device has no grid barrier and keeps no buffers between launches";
    return info->resident ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST;
}

// ---- before anything is touched ----
static vy_status check_limits(const vy_device *device, const vy_program *p,
                              const struct vyi_launch *launch, struct vyi_report *report)
{
    const vy_device_info *info = &device->info;
    const uint32_t *w = launch->workgroup;
    const struct vyi_limits limits = {{info->max_workgroup, info->max_shared, info->max_grid}};
    struct vyi_limits use;
    uint32_t exceeded = vyi_limits_exceeded(p, launch, &limits, &use);
    if (exceeded & 1u << VYI_LIMIT_WORKGROUP)
        vyi_report(report, 0, 0, VYI_DIAG(LIMIT_WORKGROUP), w[0], w[1], w[2],
                   ULL(use.at[VYI_LIMIT_WORKGROUP]), device->params.name, info->max_workgroup);
    if (exceeded & 1u << VYI_LIMIT_SHARED)
        vyi_report(report, 0, 0, VYI_DIAG(LIMIT_SHARED), ULL(use.at[VYI_LIMIT_SHARED]),
                   device->params.name, info->max_shared);
    if (exceeded & 1u << VYI_LIMIT_GRID)
        vyi_report(report, 0, 0, VYI_DIAG(LIMIT_GRID), ULL(launch->invocations),
                   device->params.name, ULL(info->max_grid));
    return exceeded ? VY_ERROR_LIMIT : VY_OK;
}

/// Checking many arguments takes time, which counts. Of few it takes less than reading the clock is
/// worth; a deadline that has passed is noticed later then.
static vy_status in_time(const vy_program *p, uint64_t deadline_ns, vy_status status,
                         const char *doing, struct vyi_report *report)
{
    enum { MANY = 256 };
    if (status || !deadline_ns || p->buffers.count < MANY || vyi_now_ns() < deadline_ns)
        return status;
    return vyi_report_as(report, VY_ERROR_DEADLINE, VYI_DIAG(CHECK_DEADLINE), doing);
}

vy_status vyi_call_check(vy_device *device, struct vyi_compiled *k, const vy_graph *graph,
                         const vy_arg *args, vy_route wanted, uint64_t deadline_ns,
                         struct vyi_report *report, struct vyi_call *call)
{
    const vy_program *p = k->program;
    call->route = choose_route(device, k, wanted, report, &call->reason);
    if (call->route == VY_ROUTE_AUTO)
        return VY_ERROR_DEVICE;
    vy_status status = vyi_args_read(p, device, graph, args, VYI_ARGS_ALL, report, &call->args);
    status = in_time(p, deadline_ns, status, "its arguments were read", report);
    call->grows = !status && vyi_grow_begin(k, &call->args);
    if (!status)
        status = vyi_launch_eval(p, call->args.given.params, call->args.given.bound,
                                 device->fns->choice(device), report, &call->launch);
    status = in_time(p, deadline_ns, status, "its sizes were evaluated", report);
    bool open = wanted == VY_ROUTE_AUTO && call->route == VY_ROUTE_NATIVE && k->meets && k->code;
    if (!status && open && device->fns->prefer) // which may lack room for a workgroup
        call->route = device->fns->prefer(device, k->code, &call->launch, &call->reason);
    if (!status)
        status = vyi_args_fit(p, &call->args, &call->launch, report);
    if (!status)
        status = check_limits(device, p, &call->launch, report);
    return in_time(p, deadline_ns, status, "its arguments were held against each other", report);
}

void vyi_call_free(vy_context *c, struct vyi_call *call)
{
    vyi_launch_free(c, &call->launch);
    vyi_args_free(c, &call->args);
}

static void empty_results(const vy_arg *args)
{
    for (const vy_arg *a = args; a && a->kind != VY_ARG_END; a++) {
        if (a->kind == VY_ARG_OUT_ALLOC && a->result)
            *a->result = NULL;
        if (a->kind == VY_ARG_OUT_ALLOC && a->written)
            *a->written = 0;
    }
}

vy_status vyi_dispatch_check(struct vyi_dispatch *d, vy_pipeline *pipeline,
                             const vy_dispatch_params *params, vy_context *context)
{
    vy_device *device = d->device = pipeline->device;
    d->compiled = pipeline->compiled;
    const vy_program *p = d->compiled->program;
    d->start_ns = vyi_now_ns();
    d->report = (struct vyi_report){.context = context, .sources = &p->sources};
    vy_status status = vyi_params_read(context, vy_dispatch_params, params, &d->params);
    if (status)
        return status;
    if (d->params.deadline_ms)
        d->deadline_ns = d->start_ns + (uint64_t)d->params.deadline_ms * 1000000u;
    empty_results(d->params.args);
    status = vyi_hub_check(device);
    if (!status && (unsigned)d->params.route > VY_ROUTE_HOST)
        status = vyi_report_as(&d->report, VY_ERROR_ARGUMENT, VYI_DIAG(ROUTE_UNKNOWN),
                               (long long)d->params.route);
    if (!status)
        status = vyi_call_check(device, d->compiled, NULL, d->params.args, d->params.route,
                                d->deadline_ns, &d->report, &d->call);
    d->stats.route = d->call.route;
    d->stats.route_reason = d->call.reason;
    if (status)
        return status;
    vyi_args_uses(p, &d->call.args, &d->call.launch);
    d->turn.uses = d->call.args.uses;
    d->turn.use_count = d->call.args.use_count;
    return VY_OK;
}

// ---- launches ----
static void fill_segments(struct vyi_dispatch *d, const struct vy_schedule *schedule)
{
    const struct vyi_sources *sources = &d->compiled->program->sources;
    for (size_t i = 0; d->params.segments && i < d->params.segment_count; i++) {
        vy_segment_stats *to = &d->params.segments[i];
        *to = (vy_segment_stats){0};
        if (!schedule || i >= schedule->segments.count)
            continue;
        const struct vyi_segment *from = &schedule->segments.at[i];
        to->region = from->region;
        to->line = vyi_sources_line(sources, from->pos);
        to->skipped = from->skipped;
        if (d->result.each) {
            to->launches = d->result.each[i].launches;
            to->ms = (double)d->result.each[i].device_ns / 1e6;
            to->shape = d->result.each[i].shape;
        }
    }
}

/// One launch, after what it needs cleared.
static void list_whole(struct vyi_dispatch *d, uint32_t zeros, struct vyi_job *job)
{
    struct vyi_command *commands = d->memory.commands;
    uint32_t launch = zeros ? 2 + zeros : 1;
    if (zeros)
        commands[1] = (struct vyi_command){.kind = VYI_COMMAND_SEQUENCE, .first = 2};
    commands[launch] = (struct vyi_command){.kind = VYI_COMMAND_LAUNCH, .of = 1};
    job->commands = commands;
    job->command_count = launch + 1;
}

/// Start values, then the list of segments, or of the whole program where that is NULL, as often as
/// asked for. Of the caller's memory nothing is touched where a launch can still fail.
static vy_status run_list(struct vyi_dispatch *d, struct vyi_segments *s, struct vyi_job *job)
{
    const vy_program *p = d->compiled->program;
    uint32_t times = d->params.repeat ? d->params.repeat : 1;
    vy_status status = vyi_memories_fill(d->device, p, &d->call, d->job, &d->memory, &d->stats);
    for (uint32_t i = 0; !status && i < times; i++) {
        status = vyi_memories_clear(d->device, p, d->job, i, &d->memory);
        if (i && !status)
            status = vyi_job_check(job, d->result.statements);
        if (status)
            break;
        const struct vyi_clears clears = {s ? s->built : 2, d->memory.zero_count};
        d->memory.zero_count = 0;
        if (s)
            vyi_segments_list(s, d->memory.commands, clears.count, job);
        else
            list_whole(d, clears.count, job);
        status = s && !d->call.launch.invocations ? vyi_job_clear_late(d->device, job, &clears)
                                                  : vyi_dev_submit(d->device, job, &d->result);
    }
    return status;
}

/// The schedule's way: a launch for each segment.
static vy_status run_schedule(struct vyi_dispatch *d, const struct vyi_job *base)
{
    struct vyi_segments s = {.on_host = d->call.route == VY_ROUTE_HOST};
    struct vyi_job job = *base;
    vy_context *c = d->device->context;
    vy_status status = vyi_compiled_schedule(d->device, d->compiled, base);
    if (status)
        return status;
    const struct vy_schedule *schedule = d->compiled->schedule;
    uint32_t count = schedule->segments.count;
    job.kept = &d->compiled->kept;
    job.apart = d->params.segments && d->params.segment_count;
    if (job.apart && !(d->result.each = vyi_calloc(c, count + 1, sizeof *d->result.each)))
        return VY_ERROR_MEMORY;
    status =
        vyi_segments_begin(&s, d->compiled, d->device, &d->call, d->memory.at, base, &d->result);
    if (!status)
        status = vyi_segments_build(&s);
    if (!status)
        status = run_list(d, &s, &job);
    if (status && d->result.failed)
        vyi_report(&d->report, 0, 0, VYI_DIAG(SEGMENT_FAILED), d->result.failed, count,
                   vy_status_text(status));
    fill_segments(d, schedule);
    vyi_free(c, d->result.each, d->result.each ? (count + 1) * sizeof *d->result.each : 0);
    d->result.each = NULL;
    d->stats.segments = count;
    d->stats.launches = d->result.launches;
    d->stats.spill_bytes = s.spill_bytes;
    d->stats.bytes_up += d->result.up;
    d->stats.bytes_down += d->result.down;
    d->stats.control_bytes = d->result.control;
    vyi_segments_end(&s);
    return status;
}

static vy_status run_whole(struct vyi_dispatch *d, struct vyi_job *job)
{
    const struct vyi_kernel kernel = {.program = d->compiled->program,
                                      .code = d->compiled->code,
                                      .launch = &d->call.launch,
                                      .memory = d->memory.at,
                                      .report = &d->report};
    job->kernels = &kernel;
    job->kernel_count = 1;
    vy_status status = run_list(d, NULL, job);
    d->stats.launches = d->result.launches;
    fill_segments(d, NULL);
    if (d->params.segments && d->params.segment_count) {
        d->params.segments[0].launches = d->result.launches;
        d->params.segments[0].ms = (double)d->result.device_ns / 1e6;
        d->params.segments[0].shape = d->result.shape;
    }
    d->stats.segments = 1;
    return status;
}

// ---- what comes back ----
static void report_count(struct vyi_dispatch *d, vy_count_stats count, uint32_t buffer)
{
    vy_stats *stats = &d->stats;
    uint32_t at = stats->count_count++;
    if (at < VY_STATS_COUNTS)
        stats->counts[at] = count;
    if (d->params.counts && at < d->params.count_capacity)
        d->params.counts[at] = count;
    if (count.found <= count.kept || d->params.allow_lost_rows)
        return;
    d->lost_rows = true;
    vyi_rows_lost(&d->report, d->compiled->program, buffer, count.found, count.kept);
}

/// Copies what the host may see of one buffer into its memory.
static vy_status bring_back(struct vyi_dispatch *d, uint32_t i)
{
    vy_device *device = d->device;
    const vy_program *p = d->compiled->program;
    const struct vyi_buffer *b = &p->buffers.at[i];
    const vy_arg *arg = d->call.args.buffers[i];
    vy_stats *stats = &d->stats;
    uint64_t found, kept, from, to, bytes = d->call.launch.extents[i].bytes;
    vy_status status = vyi_rows_used(device, p, &d->call.launch, &d->memory, i, &found, &kept);
    if (status)
        return status;
    if (b->count)
        report_count(d, (vy_count_stats){.buffer = b->name, .found = found, .kept = kept}, i);
    if (d->memory.host && arg && arg->kind == VY_ARG_BUFFER && vyi_role_info(b->role)->writable) {
        vy_buffer *resident = arg->buffer;
        stats->bytes_up += bytes;
        if (!resident->host)
            return vyi_device_upload(device, resident->memory, arg->offset, d->memory.at[i], bytes);
        // A mapped one is no memory of the device.
        memcpy((char *)resident->host + arg->offset, d->memory.at[i], bytes);
        return VY_OK;
    }
    void *memory = arg ? arg->memory : NULL;
    if (arg && arg->kind == VY_ARG_OUT_ALLOC) {
        uint64_t rows = d->call.launch.extents[i].size[0];
        if (b->count)
            bytes = rows ? bytes / rows * kept : 0;
        *arg->result = memory = vyi_user_alloc(p->context, bytes ? bytes : 1);
        if (!memory)
            return VY_ERROR_MEMORY;
        if (arg->written)
            *arg->written = bytes;
    } else if (!arg || (arg->kind != VY_ARG_OUT && arg->kind != VY_ARG_INOUT)) {
        return VY_OK;
    }
    vyi_visible(p, &d->call.launch, i, kept, &from, &to);
    if (arg->kind == VY_ARG_OUT_ALLOC) {
        memset(memory, 0, from);
        memset((char *)memory + to, 0, bytes - to);
    }
    if (from == to || memory == d->memory.at[i])
        return VY_OK; // nothing, or it is there already
    if (!d->memory.host)
        stats->bytes_down += to - from;
    return vyi_memories_read(device, &d->memory, d->job, i, from, (char *)memory + from, to - from);
}

/// The columns of a bag in the host's memory; 0: one of them is not.
static vy_status bag_of(struct vyi_dispatch *d, uint32_t counter, vy_column *columns,
                        uint64_t *kept, size_t *count)
{
    const vy_program *p = d->compiled->program;
    vy_status status = VY_OK;
    *count = 0;
    for (uint32_t i = counter + 1; !status && i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        const struct vyi_extent *x = &d->call.launch.extents[i];
        const vy_arg *arg = d->call.args.buffers[i];
        uint64_t found;
        if (b->count != counter + 1)
            continue;
        if (arg->kind == VY_ARG_BUFFER) {
            *count = 0;
            return VY_OK;
        }
        columns[*count] =
            (vy_column){b->name, (vy_type)b->elem, x->size[0] ? x->count / x->size[0] : 0,
                        arg->kind == VY_ARG_OUT_ALLOC ? *arg->result : arg->memory};
        status =
            vyi_rows_used(d->device, p, &d->call.launch, &d->memory, i, &found, &kept[(*count)++]);
    }
    return status;
}

static vy_status sort_bags(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    vy_context *c = p->context;
    uint32_t room = p->buffers.count;
    vy_column *columns = vyi_calloc(c, room, sizeof *columns);
    uint64_t *kept = vyi_calloc(c, room, sizeof *kept);
    vy_status status = columns && kept ? VY_OK : VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        uint32_t counter = p->buffers.at[i].count;
        size_t count;
        if (!counter || i != vyi_rows_first(p, counter - 1))
            continue;
        status = bag_of(d, counter - 1, columns, kept, &count);
        if (!status)
            status = vyi_rows_sort(c, columns, kept, count);
    }
    vyi_free(c, kept, room * sizeof *kept);
    vyi_free(c, columns, room * sizeof *columns);
    return status;
}

static void free_results(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const vy_arg *arg = d->call.args.buffers[i];
        if (!arg || arg->kind != VY_ARG_OUT_ALLOC)
            continue;
        vy_memory_free(p->context, *arg->result);
        empty_results((const vy_arg[]){*arg, vy_arg_end()});
    }
}

static void fill_stats(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    const struct vyi_job_result *r = &d->result;
    vy_stats *stats = &d->stats;
    uint64_t passes = 0;
    stats->converged = true;
    stats->fixpoint_count = r->fixpoints.count;
    for (uint32_t i = 0; i < r->fixpoints.count; i++) {
        const struct vyi_job_fixpoint *f = &r->fixpoints.at[i];
        passes += f->passes;
        stats->converged = stats->converged && f->converged;
        if (i < VY_STATS_FIXPOINTS)
            stats->fixpoints[i] = (vy_fixpoint_stats){.line = vyi_sources_line(&p->sources, f->pos),
                                                      .passes = f->passes,
                                                      .entries = f->entries,
                                                      .converged = f->converged,
                                                      .cut = f->cut,
                                                      .empty = f->empty};
    }
    stats->passes = passes > UINT32_MAX ? UINT32_MAX : (uint32_t)passes;
    stats->invocations = d->call.launch.invocations;
    stats->uncleared_bytes = d->memory.uncleared;
    stats->statements = r->statements;
    stats->out_of_bounds = r->out_of_bounds;
    stats->printed = r->printed;
    stats->dropped = r->dropped;
    stats->device_ms = (double)r->device_ns / 1e6;
    stats->compile_ms = (double)d->compile_ns / 1e6;
}

// ---- all of it ----
/// What was made before the device was recovered has nothing on it any more.
static vy_status check_fresh(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    const char *name = d->device->params.name;
    struct vyi_text t = {.context = p->context};
    if (d->compiled->generation != d->device->generation)
        vyi_text_printf(&t, "the pipeline of program '%s'", p->name ? p->name : "?");
    for (uint32_t i = 0; i < d->turn.use_count && !t.count; i++)
        if (vyi_buffer_stale(d->turn.uses[i].buffer))
            vyi_text_printf(&t, "a vy_buffer that the call uses");
    if (t.count)
        vyi_report(&d->report, 0, 0, VYI_DIAG(DEVICE_STALE), t.at, name);
    vy_status status = t.failed ? VY_ERROR_MEMORY : t.count ? VY_ERROR_DEVICE : VY_OK;
    vyi_text_free(&t);
    return status;
}

/// Memory and launches: once, or until outputs that grow have room.
static vy_status run_all(struct vyi_dispatch *d, struct vyi_job *job)
{
    const vy_program *p = d->compiled->program;
    const enum vyi_memories_kind kind =
        d->call.route == VY_ROUTE_HOST ? VYI_MEMORIES_HOST : VYI_MEMORIES_BORROW;
    vy_status status;
    bool again;
    do {
        status = vyi_memories_create(d->device, p, &d->compiled->overwrites, &d->call, kind, job,
                                     &d->memory);
        job->memory = d->memory.at;
        d->job = job;
        if (!status)
            status = vyi_grow_keep(d);
        if (!status)
            status = d->call.route == VY_ROUTE_NATIVE ? run_whole(d, job) : run_schedule(d, job);
        again = false;
        if (!status)
            status = vyi_grow_again(d, &again);
        if (!status && again) {
            vyi_launch_free(p->context, &d->call.launch); // no other size depends on the room
            status =
                vyi_launch_eval(p, d->call.args.given.params, d->call.args.given.bound,
                                d->device->fns->choice(d->device), &d->report, &d->call.launch);
        }
    } while (!status && again);
    return status;
}

vy_status vyi_dispatch_run(struct vyi_dispatch *d)
{
    vyi_hub_enter(d->device);
    d->inside = true;
    vy_status fresh = check_fresh(d);
    if (fresh)
        return fresh;
    const vy_program *p = d->compiled->program;
    struct vyi_job job = {.program = p,
                          .launch = &d->call.launch,
                          .params = &d->params,
                          .deadline_ns = d->deadline_ns,
                          .cancel = d->cancel,
                          .report = &d->report,
                          .compile_ns = &d->compile_ns,
                          .untimed = d->untimed};
    vy_status status = VY_OK;
    d->call.repeats = d->params.repeat > 1;
    if (d->call.route == VY_ROUTE_NATIVE)
        status = vyi_compiled_prepare(d->device, d->compiled, &job);
    if (!status)
        status = run_all(d, &job);
    job.steps_before = d->result.statements;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        status = bring_back(d, i);
    d->job = NULL;
    if (!status && d->params.sorted)
        status = sort_bags(d);
    if (status)
        free_results(d);
    else if (d->lost_rows) // what was kept is delivered
        status = VY_ERROR_ROWS;
    fill_stats(d);
    return status;
}

void vyi_dispatch_free(struct vyi_dispatch *d, vy_status status)
{
    const vy_program *p = d->compiled->program;
    vyi_vec_free(d->device->context, &d->result.fixpoints);
    vyi_grow_free(d);
    vyi_memories_free(d->device, p, &d->memory);
    if (d->inside)
        vyi_hub_leave(d->device);
    vyi_call_free(p->context, &d->call);
    vyi_report_end(&d->report, status);
}
