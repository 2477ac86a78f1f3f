// The launch plan: the numbers of a dispatch, from lengths and params, held against limits.
#include "plan/schedule.h"

#include <stdio.h>

struct vy_launch_plan {
    vy_context *context;
    const vy_program *program;
    struct vyi_launch launch;
};

/// What the caller knows, by buffer and by param.
struct known {
    uint64_t *bound;  ///< by buffer: bytes; UINT64_MAX: not given
    uint64_t *params; ///< by param: its bits
    uint8_t *given;   ///< by param: has a value
    uint8_t *seen;    ///< by buffer, then by param: named by the caller
};

static vy_status no_name(const vy_program *p, const char *list, size_t k)
{
    char what[48];
    snprintf(what, sizeof what, "the name of .%s[%zu]", list, k);
    return vyi_refuse_null(p->context, "vy_launch_plan_create", what, "name what the number is of");
}

/// Where a name was found (index < count), and that it comes for the first time.
static vy_status check_name(const vy_program *p, const char *kind, const char *name, uint32_t index,
                            uint32_t count, uint8_t *seen)
{
    if (index == count) {
        vyi_complain(p->context, VYI_DIAG(PLAN_NAME), kind, name, p->name ? p->name : "?");
        return VY_ERROR_ARGUMENT;
    }
    if (seen[index]) {
        vyi_complain(p->context, VYI_DIAG(PLAN_TWICE), kind, name);
        return VY_ERROR_ARGUMENT;
    }
    seen[index] = 1;
    return VY_OK;
}

static vy_status read_length(const vy_program *p, const vy_plan_length *length, struct known *to)
{
    uint32_t i = vyi_buffer_find(p, length->name);
    vy_status status = check_name(p, "buffer", length->name, i, p->buffers.count, to->seen);
    if (!status)
        to->bound[i] = length->bytes;
    return status;
}

static const char *fit_fix(uint8_t type)
{
    switch (type) {
    case VY_TYPE_BOOL: return "give 0 or 1";
    case VY_TYPE_F32: return "give the 32 bits of the float";
    case VY_TYPE_I32: return "give its 32 bits alone: (uint32_t)-1 for -1";
    default: return "give a smaller value, or declare it u64";
    }
}

static vy_status read_value(const vy_program *p, const vy_plan_value *value, struct known *to)
{
    uint32_t i = vyi_param_find(p, value->name);
    vy_status status =
        check_name(p, "param", value->name, i, p->params.count, to->seen + p->buffers.count);
    if (status)
        return status;
    uint8_t type = p->params.at[i].type;
    uint64_t most = type == VY_TYPE_BOOL        ? 1
                    : vyi_type_bytes(type) == 8 ? UINT64_MAX
                                                : (1ull << 8 * vyi_type_bytes(type)) - 1;
    if (value->bits > most) {
        vyi_complain(p->context, VYI_DIAG(PLAN_FIT), value->name, vyi_type_name(type),
                     (unsigned long long)value->bits, (unsigned long long)most, fit_fix(type));
        return VY_ERROR_ARGUMENT;
    }
    to->params[i] = value->bits;
    to->given[i] = 1;
    return VY_OK;
}

/// Each name once, all of them the program's, and every param with a value.
static vy_status read_names(const vy_program *p, const vy_launch_plan_params *in, struct known *to)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        to->bound[i] = UINT64_MAX;
    for (uint32_t i = 0; i < p->params.count; i++) {
        to->params[i] = p->params.at[i].value;
        to->given[i] = p->params.at[i].has_default;
    }
    for (size_t k = 0; !status && k < in->length_count; k++)
        status =
            in->lengths[k].name ? read_length(p, &in->lengths[k], to) : no_name(p, "lengths", k);
    for (size_t k = 0; !status && k < in->value_count; k++)
        status = in->values[k].name ? read_value(p, &in->values[k], to) : no_name(p, "values", k);
    for (uint32_t i = 0; !status && i < p->params.count; i++)
        if (!to->given[i]) {
            vyi_complain(p->context, VYI_DIAG(PLAN_VALUE), p->params.at[i].name,
                         p->params.at[i].name);
            status = VY_ERROR_ARGUMENT;
        }
    return status;
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
    vy_launch_plan_params filled = vy_launch_plan_defaults(), *in = &filled;
    if (plan)
        *plan = NULL;
    if (!program)
        return VY_ERROR_ARGUMENT;
    if (!plan)
        return vyi_refuse_null(program->context, "vy_launch_plan_create", "plan",
                               "pass the address of a vy_launch_plan pointer");
    vy_status status = vyi_params_read(program->context, vy_launch_plan_params, params, &filled);
    if (status)
        return status;
    if ((in->length_count && !in->lengths) || (in->value_count && !in->values))
        return vyi_refuse_null(program->context, "vy_launch_plan_create",
                               in->length_count && !in->lengths ? ".lengths" : ".values",
                               "pass an array, or leave the count 0");
    status = program->verified ? VY_OK : vy_program_verify(program);
    if (status)
        return status;
    vy_context *c = program->context;
    struct vyi_launch_choice choice = {in->chosen_workgroup ? in->chosen_workgroup : 256,
                                       in->chosen_groups ? in->chosen_groups : 4};
    struct vyi_report report = {.context = c, .sources = &program->sources};
    uint32_t buffers = program->buffers.count + 1, count = program->params.count + 1;
    struct known known = {vyi_calloc(c, buffers, sizeof *known.bound),
                          vyi_calloc(c, count, sizeof *known.params), vyi_calloc(c, count, 1),
                          vyi_calloc(c, buffers + count, 1)};
    vy_launch_plan *made = vyi_calloc(c, 1, sizeof *made);
    status = VY_ERROR_MEMORY;
    if (known.bound && known.params && known.given && known.seen && made) {
        *made = (vy_launch_plan){.context = c, .program = program};
        status = read_names(program, in, &known);
        if (!status)
            status =
                vyi_launch_eval(program, known.params, known.bound, choice, &report, &made->launch);
        if (!status)
            status = vyi_plan_limits(program, &made->launch, in->max_workgroup, in->max_shared,
                                     in->max_grid);
    }
    vyi_free(c, known.bound, buffers * sizeof *known.bound);
    vyi_free(c, known.params, count * sizeof *known.params);
    vyi_free(c, known.given, count);
    vyi_free(c, known.seen, buffers + count);
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
    *info = (vy_launch_info){0};
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
    *extent = vyi_plan_extent(plan->program, (uint32_t)index, &plan->launch.extents[index]);
    return true;
}

vy_extent vyi_plan_extent(const vy_program *p, uint32_t buffer, const struct vyi_extent *x)
{
    vy_extent extent = {.rank = p->buffers.at[buffer].rank, .count = x->count, .bytes = x->bytes};
    for (uint32_t i = 0; i < VYI_MAX_RANK; i++)
        extent.size[i] = i < extent.rank ? x->size[i] : 1;
    return extent;
}
