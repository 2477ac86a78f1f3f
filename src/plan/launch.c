// The launch plan: the numbers of a dispatch, from lengths and params, held against limits.
#include "ir/launch.h"
#include "vyre/plan.h"

struct vy_launch_plan {
    vy_context *context;
    const vy_program *program;
    struct vyi_launch launch;
};

/// By buffer: bytes bound; by param: value. Names that the program does not have are errors.
static vy_status read_names(const vy_program *p, const vy_launch_plan_params *in, uint64_t *bound,
                            uint64_t *params, uint8_t *given)
{
    for (uint32_t i = 0; i < p->buffers.count; i++)
        bound[i] = UINT64_MAX;
    for (uint32_t i = 0; i < p->params.count; i++) {
        params[i] = p->params.at[i].value;
        given[i] = p->params.at[i].has_default;
    }
    for (size_t k = 0; k < in->length_count; k++) {
        uint32_t i = 0;
        const char *name = in->lengths[k].name ? in->lengths[k].name : "";
        while (i < p->buffers.count && strcmp(p->buffers.at[i].name, name))
            i++;
        if (i == p->buffers.count) {
            vyi_complain(p->context, VYI_DIAG(PLAN_NAME), "buffer", name, p->name);
            return VY_ERROR_ARGUMENT;
        }
        bound[i] = in->lengths[k].bytes;
    }
    for (size_t k = 0; k < in->value_count; k++) {
        uint32_t i = 0;
        const char *name = in->values[k].name ? in->values[k].name : "";
        while (i < p->params.count && strcmp(p->params.at[i].name, name))
            i++;
        if (i == p->params.count) {
            vyi_complain(p->context, VYI_DIAG(PLAN_NAME), "param", name, p->name);
            return VY_ERROR_ARGUMENT;
        }
        params[i] = in->values[k].bits;
        given[i] = 1;
    }
    for (uint32_t i = 0; i < p->params.count; i++)
        if (!given[i]) {
            vyi_complain(p->context, VYI_DIAG(PLAN_VALUE), p->params.at[i].name,
                         p->params.at[i].name);
            return VY_ERROR_ARGUMENT;
        }
    return VY_OK;
}

static vy_status exceeds(const vy_program *p, const char *what, uint64_t wanted, uint64_t limit)
{
    vyi_complain(p->context, VYI_DIAG(PLAN_LIMIT), p->name, what, (unsigned long long)wanted,
                 (unsigned long long)limit);
    return VY_ERROR_LIMIT;
}

vy_status vyi_plan_limits(const vy_program *p, const struct vyi_launch *launch,
                          uint64_t max_workgroup, uint64_t max_shared, uint64_t max_grid)
{
    uint64_t volume = (uint64_t)launch->workgroup[0] * launch->workgroup[1] * launch->workgroup[2],
             shared = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (p->buffers.at[i].role == VY_ROLE_SHARED)
            shared += launch->extents[i].bytes;
    if (max_workgroup && volume > max_workgroup)
        return exceeds(p, "invocations a workgroup", volume, max_workgroup);
    if (max_shared && shared > max_shared)
        return exceeds(p, "bytes of shared memory a workgroup", shared, max_shared);
    if (max_grid && launch->invocations > max_grid)
        return exceeds(p, "invocations in the grid", launch->invocations, max_grid);
    return VY_OK;
}

vy_status vy_launch_plan_create(vy_program *program, const vy_launch_plan_params *params,
                                vy_launch_plan **plan)
{
    static const vy_launch_plan_params defaults = {0};
    const vy_launch_plan_params *in = params ? params : &defaults;
    if (plan)
        *plan = NULL;
    if (!program || !plan || (in->length_count && !in->lengths) || (in->value_count && !in->values))
        return VY_ERROR_ARGUMENT;
    vy_status status = program->verified ? VY_OK : vy_program_verify(program);
    if (status)
        return status;
    vy_context *c = program->context;
    struct vyi_launch_choice choice = {in->chosen_workgroup ? in->chosen_workgroup : 256,
                                       in->chosen_groups ? in->chosen_groups : 4};
    struct vyi_report report = {.context = c, .sources = &program->sources};
    uint32_t buffers = program->buffers.count + 1, count = program->params.count + 1;
    uint64_t *bound = vyi_calloc(c, buffers, sizeof *bound),
             *values = vyi_calloc(c, count, sizeof *values);
    uint8_t *given = vyi_calloc(c, count, 1);
    vy_launch_plan *made = vyi_calloc(c, 1, sizeof *made);
    status = VY_ERROR_MEMORY;
    if (bound && values && given && made) {
        *made = (vy_launch_plan){.context = c, .program = program};
        status = read_names(program, in, bound, values, given);
        if (!status)
            status = vyi_launch_eval(program, values, bound, choice, &report, &made->launch);
        if (!status)
            status = vyi_plan_limits(program, &made->launch, in->max_workgroup, in->max_shared,
                                     in->max_grid);
    }
    vyi_free(c, bound, buffers * sizeof *bound);
    vyi_free(c, values, count * sizeof *values);
    vyi_free(c, given, count);
    vyi_report_end(&report, status);
    if (status)
        vy_launch_plan_destroy(&made);
    *plan = made;
    return status;
}

void vy_launch_plan_destroy(vy_launch_plan **plan)
{
    if (!plan || !*plan)
        return;
    vy_launch_plan *p = *plan;
    *plan = NULL;
    vyi_launch_free(p->context, &p->launch);
    vyi_free(p->context, p, sizeof *p);
}

void vy_launch_plan_describe(const vy_launch_plan *plan, vy_launch_info *info)
{
    if (!info)
        return;
    *info = (vy_launch_info){{0}, {0}, 0};
    if (!plan)
        return;
    memcpy(info->workgroup, plan->launch.workgroup, sizeof info->workgroup);
    memcpy(info->groups, plan->launch.groups, sizeof info->groups);
    info->invocations = plan->launch.invocations;
}

bool vy_launch_plan_buffer(const vy_launch_plan *plan, size_t index, vy_extent *extent)
{
    if (!plan || !extent || index >= plan->program->buffers.count)
        return false;
    const struct vyi_extent *x = &plan->launch.extents[index];
    extent->rank = plan->program->buffers.at[index].rank;
    for (uint32_t i = 0; i < VYI_MAX_RANK; i++)
        extent->size[i] = i < extent->rank ? x->size[i] : 1;
    extent->count = x->count;
    extent->bytes = x->bytes;
    return true;
}
