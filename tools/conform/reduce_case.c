// Cases of the reducer: a program with its inputs, as arguments of a dispatch.
#include "reduce_state.h"

#include <stdlib.h>
#include <string.h>

static struct reduce_input *input_at(struct reduce_case *c, const char *name, bool param)
{
    struct reduce_input *in = (struct reduce_input *)reduce_case_find(c, name, param);
    if (in)
        return in;
    struct reduce_input *grown = must_alloc((c->input_count + 1) * sizeof *grown);
    if (c->input_count)
        memcpy(grown, c->inputs, c->input_count * sizeof *grown);
    free(c->inputs);
    c->inputs = grown;
    in = &grown[c->input_count++];
    snprintf(in->name, sizeof in->name, "%s", name);
    in->param = param;
    return in;
}

const struct reduce_input *reduce_case_find(const struct reduce_case *c, const char *name,
                                            bool param)
{
    for (size_t i = 0; i < c->input_count; i++)
        if (c->inputs[i].param == param && !strcmp(c->inputs[i].name, name))
            return &c->inputs[i];
    return NULL;
}

void reduce_case_text(struct reduce_case *c, const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = must_alloc(length);
    memcpy(copy, text, length);
    free(c->text);
    c->text = copy;
}

void reduce_case_data(struct reduce_case *c, const char *name, const void *data, uint64_t bytes)
{
    struct reduce_input *in = input_at(c, name, false);
    unsigned char *copy = must_alloc(bytes);
    if (data && bytes)
        memcpy(copy, data, bytes);
    free(in->data);
    in->data = copy;
    in->bytes = bytes;
}

void reduce_case_value(struct reduce_case *c, const char *name, uint64_t bits)
{
    input_at(c, name, true)->bits = bits;
}

void reduce_case_free(struct reduce_case *c)
{
    for (size_t i = 0; i < c->input_count; i++)
        free(c->inputs[i].data);
    free(c->inputs);
    free(c->text);
    *c = (struct reduce_case){0};
}

struct reduce_case case_copy(const struct reduce_case *c, const char *text)
{
    struct reduce_case copy = {0};
    reduce_case_text(&copy, text);
    for (size_t i = 0; i < c->input_count; i++) {
        const struct reduce_input *in = &c->inputs[i];
        if (in->param)
            reduce_case_value(&copy, in->name, in->bits);
        else
            reduce_case_data(&copy, in->name, in->data, in->bytes);
    }
    return copy;
}

// ---- sizes ----
bool case_takes(const vy_buffer_info *info)
{
    return info->role == VY_ROLE_IN || info->role == VY_ROLE_INOUT ||
           info->role == VY_ROLE_UNIFORM || info->role == VY_ROLE_PERSISTENT ||
           info->role == VY_ROLE_MAPPED;
}

/// Whether the host gets bytes, from memory of its own.
static bool gives(const vy_buffer_info *info)
{
    return info->role == VY_ROLE_OUT || (info->role == VY_ROLE_SCRATCH && info->live);
}

/// The numbers of a dispatch of the case: lengths of open buffers from the inputs, the others as
/// the program states them.
static vy_launch_plan *plan_of(const struct reduce_case *c, vy_program *program)
{
    vy_program_info all;
    vy_launch_plan *plan = NULL;
    size_t lengths = 0, values = 0;
    if (vy_program_describe(program, &all))
        return NULL;
    vy_plan_length *length = must_alloc((all.buffer_count + 1) * sizeof *length);
    vy_plan_value *value = must_alloc((all.param_count + 1) * sizeof *value);
    for (size_t i = 0; i < all.buffer_count; i++) {
        vy_buffer_info info;
        if (vy_program_buffer(program, i, &info) || !info.open || !case_takes(&info))
            continue;
        const struct reduce_input *in = reduce_case_find(c, info.name, false);
        length[lengths++] = (vy_plan_length){info.name, in ? in->bytes : 0};
    }
    for (size_t i = 0; i < all.param_count; i++) {
        vy_param_info info = {0};
        const struct reduce_input *in = NULL;
        if (!vy_program_param(program, i, &info))
            in = reduce_case_find(c, info.name, true);
        if (in || !info.has_default)
            value[values++] = (vy_plan_value){info.name, in ? in->bits : 0};
    }
    vy_launch_plan_params params = {.size = sizeof(vy_launch_plan_params),
                                    .lengths = length,
                                    .length_count = lengths,
                                    .values = value,
                                    .value_count = values};
    if (vy_launch_plan_create(program, &params, &plan))
        plan = NULL;
    free(length);
    free(value);
    return plan;
}

static void fit_buffer(struct reduce_case *to, const struct reduce_case *from,
                       const vy_buffer_info *info, uint64_t bytes)
{
    const struct reduce_input *in = reduce_case_find(from, info->name, false);
    unsigned char *data = must_alloc(bytes);
    if (in && in->bytes && bytes)
        memcpy(data, in->data, in->bytes < bytes ? in->bytes : bytes);
    reduce_case_data(to, info->name, data, bytes);
    free(data);
}

bool case_fit(struct reduce_case *c, vy_program *program, uint64_t most)
{
    vy_launch_plan *plan = plan_of(c, program);
    struct reduce_case fitted = {0};
    vy_launch_info launch;
    vy_extent extent;
    vy_buffer_info info;
    vy_param_info param;
    if (!plan)
        return false;
    vy_launch_plan_describe(plan, &launch);
    bool good = !most || launch.invocations <= most;
    for (size_t i = 0; good && vy_launch_plan_buffer(plan, i, &extent); i++) {
        good = !vy_program_buffer(program, i, &info) && (!most || extent.bytes <= most);
        if (good && case_takes(&info))
            fit_buffer(&fitted, c, &info, extent.bytes);
    }
    for (size_t i = 0; good && i < c->input_count; i++)
        for (size_t k = 0; c->inputs[i].param && !vy_program_param(program, k, &param); k++)
            if (!strcmp(param.name, c->inputs[i].name))
                reduce_case_value(&fitted, param.name, c->inputs[i].bits);
    vy_launch_plan_destroy(&plan);
    reduce_case_text(&fitted, c->text);
    if (good) {
        reduce_case_free(c);
        *c = fitted;
    } else {
        reduce_case_free(&fitted);
    }
    return good;
}

bool reduce_case_fit(struct reduce_case *c, vy_program *program)
{
    return case_fit(c, program, 0);
}

// ---- arguments ----
static bool bind_buffer(struct reduce_bound *b, size_t i, const vy_buffer_info *info,
                        const struct reduce_case *c, vy_device *device, size_t *args)
{
    const struct reduce_input *in =
        case_takes(info) ? reduce_case_find(c, info->name, false) : NULL;
    if (!case_takes(info) && !gives(info))
        return true;
    uint64_t bytes = b->bytes[i];
    unsigned char *memory = b->memory[i] = must_alloc(bytes + 1);
    memset(memory, case_takes(info) ? 0 : 0xee, bytes);
    if (in && in->bytes)
        memcpy(memory, in->data, in->bytes < bytes ? in->bytes : bytes);
    vy_arg arg = vy_arg_out(info->name, memory, bytes);
    if (info->role == VY_ROLE_IN || info->role == VY_ROLE_UNIFORM)
        arg = vy_arg_in(info->name, memory, bytes);
    else if (info->role == VY_ROLE_INOUT)
        arg = vy_arg_inout(info->name, memory, bytes);
    if (info->role == VY_ROLE_PERSISTENT || info->role == VY_ROLE_MAPPED) {
        const vy_buffer_params kept = {.size = sizeof(vy_buffer_params),
                                       .bytes = bytes,
                                       .data = memory,
                                       .mapped = info->role == VY_ROLE_MAPPED,
                                       .align = info->align};
        if (vy_buffer_create(device, &kept, &b->resident[i]))
            return false;
        arg = vy_arg_buffer(info->name, b->resident[i]);
    }
    b->args[(*args)++] = arg;
    return true;
}

bool reduce_bind(vy_program *program, const struct reduce_case *c, vy_device *device,
                 struct reduce_bound *b)
{
    vy_program_info all;
    vy_launch_plan *plan = plan_of(c, program);
    size_t args = 0;
    *b = (struct reduce_bound){0};
    if (!plan || vy_program_describe(program, &all)) {
        vy_launch_plan_destroy(&plan);
        return false;
    }
    bool good = true;
    b->count = all.buffer_count;
    b->args = must_alloc((all.buffer_count + all.param_count + 1) * sizeof *b->args);
    b->memory = must_alloc(b->count * sizeof *b->memory);
    b->bytes = must_alloc(b->count * sizeof *b->bytes);
    b->resident = must_alloc(b->count * sizeof *b->resident);
    for (size_t i = 0; i < all.param_count; i++) {
        vy_param_info info = {0};
        const struct reduce_input *in = NULL;
        if (!vy_program_param(program, i, &info))
            in = reduce_case_find(c, info.name, true);
        if (in || !info.has_default)
            b->args[args++] = vy_arg_value(info.name, info.type, in ? in->bits : 0);
    }
    for (size_t i = 0; good && i < b->count; i++) {
        vy_buffer_info info;
        vy_extent extent;
        good = !vy_program_buffer(program, i, &info) && vy_launch_plan_buffer(plan, i, &extent);
        b->bytes[i] = good ? extent.bytes : 0;
        good = good && bind_buffer(b, i, &info, c, device, &args);
    }
    b->args[args] = vy_arg_end();
    vy_launch_plan_destroy(&plan);
    if (!good)
        reduce_unbind(b);
    return good;
}

vy_status reduce_fetch(struct reduce_bound *b)
{
    vy_status status = VY_OK;
    for (size_t i = 0; !status && i < b->count; i++)
        if (b->resident[i])
            status = vy_buffer_download(b->resident[i], 0, b->memory[i], b->bytes[i]);
    return status;
}

void reduce_unbind(struct reduce_bound *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->memory[i]);
        vy_buffer_destroy(&b->resident[i]);
    }
    free(b->args);
    free(b->memory);
    free(b->bytes);
    free(b->resident);
    *b = (struct reduce_bound){0};
}
