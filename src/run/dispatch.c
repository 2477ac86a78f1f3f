// One dispatch: check everything, give the device its memory, run, bring the results back.
#include "run/run.h"

struct dispatch {
    vy_pipeline *pipeline;
    const vy_dispatch_params *params;
    struct vyi_report report;
    struct vyi_args args;
    struct vyi_launch launch;
    struct vyi_memories memory;
    struct vyi_job_result result;
    uint64_t deadline_ns;
};

/// Everything that can be wrong before the launch.
static vy_status prepare(struct dispatch *d)
{
    vy_device *device = d->pipeline->device;
    const vy_program *p = d->pipeline->program;
    vy_device_info info = {0};
    vy_status status =
        vyi_args_read(p, device, d->params->args, VYI_ARGS_ALL, &d->report, &d->args);
    if (!status)
        status = vyi_launch_eval(p, d->args.params, d->args.bound, device->fns->choice(device),
                                 &d->report, &d->launch);
    if (!status)
        status = vyi_args_fit(p, &d->args, &d->launch, &d->report);
    if (status)
        return status;
    device->fns->describe(&info);
    return vyi_memories_create(device, p, &d->launch, &d->args, true, info.memory, &d->memory);
}

/// Copies what the host may see of one buffer into its memory.
static vy_status bring_back(struct dispatch *d, uint32_t i, vy_stats *stats)
{
    vy_device *device = d->pipeline->device;
    const vy_program *p = d->pipeline->program;
    const struct vyi_buffer *b = &p->buffers.at[i];
    const vy_arg *arg = d->args.buffers[i];
    uint64_t found, kept, from, to;
    vy_status status = vyi_rows_used(device, p, &d->launch, d->memory.at, i, &found, &kept);
    if (status)
        return status;
    if (b->count && stats->count_count++ < VY_STATS_COUNTS)
        stats->counts[stats->count_count - 1] = (vy_count_stats){b->name, found, kept};
    if (!arg || (arg->kind != VY_ARG_OUT && arg->kind != VY_ARG_INOUT))
        return VY_OK;
    vyi_visible(p, &d->launch, i, kept, &from, &to);
    if (from == to)
        return VY_OK;
    return device->fns->download(device, d->memory.at[i], from, (char *)arg->memory + from,
                                 to - from);
}

static void fill_stats(const struct dispatch *d, vy_stats *stats)
{
    const vy_program *p = d->pipeline->program;
    const struct vyi_job_result *r = &d->result;
    uint64_t passes = 0;
    stats->converged = true;
    stats->fixpoint_count = r->fixpoints.count;
    for (uint32_t i = 0; i < r->fixpoints.count; i++) {
        const struct vyi_job_fixpoint *f = &r->fixpoints.at[i];
        const char *line;
        size_t length;
        passes += f->passes;
        stats->converged = stats->converged && f->converged;
        if (i < VY_STATS_FIXPOINTS)
            stats->fixpoints[i] =
                (vy_fixpoint_stats){vyi_sources_place(&p->sources, f->pos, &line, &length).line,
                                    f->passes, f->entries, f->converged};
    }
    stats->passes = passes > UINT32_MAX ? UINT32_MAX : (uint32_t)passes;
    stats->invocations = d->launch.invocations;
    stats->statements = r->statements;
    stats->out_of_bounds = r->out_of_bounds;
    stats->printed = r->printed;
    stats->dropped = r->dropped;
}

vy_status vy_dispatch(vy_pipeline *pipeline, const vy_dispatch_params *params, vy_stats *stats)
{
    static const vy_dispatch_params defaults = {0};
    if (!pipeline)
        return VY_ERROR_ARGUMENT;
    uint64_t start = vyi_now_ns();
    vy_device *device = pipeline->device;
    vy_program *p = pipeline->program;
    struct dispatch d = {.pipeline = pipeline, .params = params ? params : &defaults};
    vy_stats own = {0};
    d.report = (struct vyi_report){.context = p->context, .sources = &p->sources};
    if (d.params->deadline_ms)
        d.deadline_ns = start + (uint64_t)d.params->deadline_ms * 1000000u;

    vy_status status = prepare(&d);
    if (!status) {
        struct vyi_job job = {.program = p,
                              .launch = &d.launch,
                              .memory = d.memory.at,
                              .params = d.params,
                              .deadline_ns = d.deadline_ns,
                              .report = &d.report};
        status = device->fns->run(device, &job, &d.result);
    }
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        status = bring_back(&d, i, &own);
    fill_stats(&d, &own);
    own.wall_ms = (double)(vyi_now_ns() - start) / 1e6;
    if (stats)
        *stats = own;
    vyi_vec_free(p->context, &d.result.fixpoints);
    vyi_memories_free(device, p, &d.memory);
    vyi_launch_free(p->context, &d.launch);
    vyi_args_free(p->context, &d.args);
    vyi_report_end(&d.report, status);
    return status;
}
