// The launch plan: the numbers of a dispatch, from lengths and params, held against limits.
#include "plan/launch_plan.h"
#include "plan/schedule.h"

#include <stdio.h>

struct vy_launch_plan {
    vy_context *context;
    const vy_program *program;
    struct vyi_launch launch;
};

// ---- what is given ----
size_t vyi_given_bytes(const vy_program *p)
{
    size_t buffers = p->buffers.count, params = p->params.count;
    return (buffers + params) * sizeof(uint64_t) + ((2 * params + buffers + 7) & ~(size_t)7);
}

void vyi_given_init(const vy_program *p, void *memory, struct vyi_given *given)
{
    uint32_t buffers = p->buffers.count, params = p->params.count;
    memset(memory, 0, vyi_given_bytes(p));
    given->bound = memory;
    given->params = given->bound + buffers;
    given->has = (uint8_t *)(given->params + params);
    given->named = given->has + params;
    for (uint32_t i = 0; i < buffers; i++)
        given->bound[i] = UINT64_MAX;
    for (uint32_t i = 0; i < params; i++) {
        given->params[i] = p->params.at[i].value;
        given->has[i] = p->params.at[i].has_default;
    }
}

bool vyi_given_param(struct vyi_given *given, uint32_t param, uint64_t bits)
{
    if (given->named[param])
        return false;
    given->params[param] = bits;
    given->has[param] = given->named[param] = 1;
    return true;
}

// ---- limits ----
uint32_t vyi_limits_exceeded(const vy_program *p, const struct vyi_launch *launch,
                             const struct vyi_limits *limits, struct vyi_limits *use)
{
    const uint32_t *w = launch->workgroup;
    uint32_t exceeded = 0;
    *use = (struct vyi_limits){{(uint64_t)w[0] * w[1] * w[2], 0, launch->invocations}};
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (p->buffers.at[i].role == VY_ROLE_SHARED)
            use->at[VYI_LIMIT_SHARED] += launch->extents[i].bytes;
    for (uint32_t i = 0; i < VYI_LIMITS; i++)
        exceeded |= (uint32_t)(limits->at[i] && use->at[i] > limits->at[i]) << i;
    return exceeded;
}

// ---- the plan ----
static const char *fit_fix(uint8_t type)
{
    switch (type) {
    case VY_TYPE_BOOL: return "give 0 or 1";
    case VY_TYPE_F32: return "give the 32 bits of the float";
    case VY_TYPE_I32: return "give its 32 bits alone: (uint32_t)-1 for -1";
    default: return "give a smaller value, or declare it u64";
    }
}

/// Checks that entry k of a list of the caller names one of `count` buffers or params (index <
/// count), and for the first time.
static vy_status check_name(const vy_program *p, const char *kind, size_t k, const char *name,
                            uint32_t index, uint32_t count, const uint8_t *named)
{
    if (!name) {
        char what[48];
        snprintf(what, sizeof what, "the name of .%s[%zu]", *kind == 'b' ? "lengths" : "values", k);
        return vyi_refuse_null_of(p->context, "vy_launch_plan_create", what,
                                  "name what the number is of");
    }
    if (index < count && !named[index])
        return VY_OK;
    return index == count
               ? vyi_refuse(p->context, VY_ERROR_ARGUMENT, VYI_DIAG(PLAN_NAME), kind, name,
                            p->name ? p->name : "?")
               : vyi_refuse(p->context, VY_ERROR_ARGUMENT, VYI_DIAG(PLAN_TWICE), kind, name);
}

static vy_status read_length(const vy_program *p, const vy_plan_length *length, size_t k,
                             struct vyi_given *to)
{
    uint32_t i = length->name ? vyi_buffer_find(p, length->name) : 0;
    uint8_t *named = to->named + p->params.count;
    vy_status status = check_name(p, "buffer", k, length->name, i, p->buffers.count, named);
    if (status)
        return status;
    named[i] = 1;
    to->bound[i] = length->bytes;
    return VY_OK;
}

static vy_status read_value(const vy_program *p, const vy_plan_value *value, size_t k,
                            struct vyi_given *to)
{
    uint32_t i = value->name ? vyi_param_find(p, value->name) : 0;
    vy_status status = check_name(p, "param", k, value->name, i, p->params.count, to->named);
    if (status)
        return status;
    uint8_t type = p->params.at[i].type;
    uint64_t most = type == VY_TYPE_BOOL ? 1 : vyi_type_bytes(type) == 8 ? UINT64_MAX : UINT32_MAX;
    if (value->bits > most)
        return vyi_refuse(p->context, VY_ERROR_ARGUMENT, VYI_DIAG(PLAN_FIT), value->name,
                          vyi_type_name(type), ULL(value->bits), ULL(most), fit_fix(type));
    vyi_given_param(to, i, value->bits);
    return VY_OK;
}

/// Each name once, all of them the program's, and every param with a value.
static vy_status read_names(const vy_program *p, const vy_launch_plan_params *in,
                            struct vyi_given *to)
{
    vy_status status = VY_OK;
    for (size_t k = 0; !status && k < in->length_count; k++)
        status = read_length(p, &in->lengths[k], k, to);
    for (size_t k = 0; !status && k < in->value_count; k++)
        status = read_value(p, &in->values[k], k, to);
    for (uint32_t i = 0; !status && i < p->params.count; i++)
        if (!to->has[i])
            status = vyi_refuse(p->context, VY_ERROR_ARGUMENT, VYI_DIAG(PLAN_VALUE),
                                p->params.at[i].name, p->params.at[i].name);
    return status;
}

/// Reports the first limit that is exceeded.
static vy_status check_limits(const vy_program *p, const struct vyi_launch *launch,
                              const struct vyi_limits *limits)
{
    static const char *const what[] = {
        "invocations a workgroup", "bytes of shared memory a workgroup", "invocations in the grid"};
    struct vyi_limits use;
    uint32_t exceeded = vyi_limits_exceeded(p, launch, limits, &use), i = 0;
    if (!exceeded)
        return VY_OK;
    while (!(exceeded >> i & 1))
        i++;
    return vyi_refuse(p->context, VY_ERROR_LIMIT, VYI_DIAG(PLAN_LIMIT), p->name, what[i],
                      ULL(use.at[i]), ULL(limits->at[i]));
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
        return vyi_refuse_null(program->context, "plan",
                               "pass the address of a vy_launch_plan pointer");
    vy_status status = vyi_params_read(program->context, vy_launch_plan_params, params, &filled);
    if (status)
        return status;
    if ((in->length_count && !in->lengths) || (in->value_count && !in->values))
        return vyi_refuse_null(program->context,
                               in->length_count && !in->lengths ? ".lengths" : ".values",
                               "pass an array, or leave the count 0");
    status = program->verified ? VY_OK : vy_program_verify(program);
    if (status)
        return status;
    vy_context *c = program->context;
    struct vyi_launch_choice choice = {in->chosen_workgroup ? in->chosen_workgroup : 256,
                                       in->chosen_groups ? in->chosen_groups : 4};
    struct vyi_report report = {.context = c, .sources = &program->sources};
    const struct vyi_limits limits = {{in->max_workgroup, in->max_shared, in->max_grid}};
    size_t bytes = vyi_given_bytes(program) + 8;
    void *tables = vyi_calloc(c, 1, bytes);
    vy_launch_plan *made = vyi_calloc(c, 1, sizeof *made);
    struct vyi_given given;
    status = VY_ERROR_MEMORY;
    if (tables && made) {
        *made = (vy_launch_plan){.context = c, .program = program};
        vyi_given_init(program, tables, &given);
        status = read_names(program, in, &given);
        if (!status)
            status =
                vyi_launch_eval(program, given.params, given.bound, choice, &report, &made->launch);
        if (!status)
            status = check_limits(program, &made->launch, &limits);
    }
    vyi_free(c, tables, tables ? bytes : 0);
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
