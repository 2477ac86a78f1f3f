// What every chunk has in common: the caller's arguments, inputs that are on the device already,
// and states, which keep their contents from chunk to chunk.
#include "stream/stream.h"

static bool is_state(vy_role role)
{
    return role == VY_ROLE_INOUT || role == VY_ROLE_PERSISTENT;
}

static vy_status refuse_arg(struct vyi_stream *s, const char *name, const char *why,
                            const char *fix)
{
    return vyi_refuse(s->context, VY_ERROR_ARGUMENT, VYI_DIAG(STREAM_ARG), name, why, fix);
}

static vy_status add_state(struct vyi_stream *s, struct vyi_kept_state state, const vy_arg *given)
{
    vy_buffer_info info;
    vy_status status = vy_program_buffer(s->program, state.buffer, &info);
    if (!status && state.ours)
        status = vy_buffer_create(s->pipeline->device,
                                  vy_buffer_params(.bytes = state.bytes, .data = state.memory,
                                                   .align = info.align > 256 ? info.align : 0),
                                  &state.resident);
    if (status)
        return status;
    vy_arg arg = given && !state.ours ? *given : vy_arg_buffer(info.name, state.resident);
    if (!vyi_vec_push(s->context, &s->states, state)) {
        if (state.ours)
            vy_buffer_destroy(&state.resident);
        return VY_ERROR_MEMORY;
    }
    return vyi_vec_push(s->context, &s->args, arg) ? VY_OK : VY_ERROR_MEMORY;
}

/// An input that is the same in every chunk is sent to a device with memory of its own once.
static vy_status add_input(struct vyi_stream *s, const vy_arg *a, uint32_t align)
{
    vy_arg arg = *a;
    if (a->kind == VY_ARG_IN && !s->in_place) {
        vy_buffer *copy = NULL;
        vy_status status = vy_buffer_create(
            s->pipeline->device,
            vy_buffer_params(.bytes = a->bytes, .data = a->data, .align = align > 256 ? align : 0),
            &copy);
        if (status)
            return status;
        if (!vyi_vec_push(s->context, &s->copies, copy)) {
            vy_buffer_destroy(&copy);
            return VY_ERROR_MEMORY;
        }
        arg = vy_arg_buffer(a->name, copy);
    }
    return vyi_vec_push(s->context, &s->args, arg) ? VY_OK : VY_ERROR_MEMORY;
}

static vy_status bind_arg(struct vyi_stream *s, const vy_arg *a)
{
    vy_buffer_info info;
    size_t i;
    if (s->params.base && a->name && !strcmp(a->name, s->params.base))
        return refuse_arg(s, a->name, "has an argument and is 'base'", "leave the argument out");
    if (s->params.seen && a->name && !strcmp(a->name, s->params.seen))
        return refuse_arg(s, a->name, "has an argument and is 'seen'", "leave the argument out");
    if (a->kind == VY_ARG_VALUE || !a->name || !vy_program_buffer_find(s->program, a->name, &i) ||
        vy_program_buffer(s->program, i, &info)) // the dispatch reports what is wrong with it
        return vyi_vec_push(s->context, &s->args, *a) ? VY_OK : VY_ERROR_MEMORY;
    if (vyi_stream_input_of(s, i))
        return refuse_arg(s, a->name, "has an argument and a source", "leave the argument out");
    if (info.role == VY_ROLE_OUT)
        return refuse_arg(s, a->name, "is an output and has an argument",
                          "give it a sink, such as vy_stream_to_file()");
    if (!is_state(info.role))
        return add_input(s, a, info.align);
    struct vyi_kept_state state = {.buffer = (uint32_t)i, .resident = a->buffer};
    if (a->kind == VY_ARG_INOUT && (a->memory || !a->bytes))
        state.ours = true, state.memory = a->memory, state.bytes = a->bytes;
    else if (a->kind == VY_ARG_BUFFER && a->buffer)
        state.bytes = vy_buffer_bytes(a->buffer);
    else
        return refuse_arg(s, a->name, "is kept from chunk to chunk",
                          "give it a vy_arg_inout(), a vy_arg_buffer() or no argument");
    return add_state(s, state, a);
}

/// The type of the param that receives a number; false after reporting.
static bool param_type(struct vyi_stream *s, const char *name, const char *what, vy_type *type)
{
    vy_param_info info;
    size_t i;
    *type = VY_TYPE_NONE;
    if (!name)
        return true;
    bool known =
        vy_program_param_find(s->program, name, &i) && !vy_program_param(s->program, i, &info);
    if (known && (info.type == VY_TYPE_U32 || info.type == VY_TYPE_U64)) {
        *type = info.type;
        return true;
    }
    vyi_complain(s->context, VYI_DIAG(STREAM_PARAM), name, what,
                 known ? "is of another type" : "does not exist");
    return false;
}

vy_status vyi_stream_bind(struct vyi_stream *s)
{
    vy_status status = VY_OK;
    if (!param_type(s, s->params.base, "base", &s->base_type) ||
        !param_type(s, s->params.seen, "seen", &s->seen_type))
        return VY_ERROR_ARGUMENT;
    for (const vy_arg *a = s->params.args; a && !status && a->kind != VY_ARG_END; a++)
        status = bind_arg(s, a);
    return status;
}

vy_status vyi_stream_states(struct vyi_stream *s, const vy_arg *args)
{
    vy_buffer_info info;
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < s->buffer_count && !status; i++) {
        bool given = false;
        if ((status = vy_program_buffer(s->program, i, &info)) || !is_state(info.role))
            continue;
        for (uint32_t k = 0; k < s->states.count; k++)
            given = given || s->states.at[k].buffer == i;
        if (given)
            continue;
        struct vyi_kept_state state = {.buffer = i, .ours = true};
        status = vy_pipeline_buffer_bytes(s->pipeline, args, info.name, &state.bytes);
        if (!status)
            status = add_state(s, state, NULL);
    }
    return status;
}

vy_status vyi_stream_states_end(struct vyi_stream *s)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < s->states.count && !status; i++) {
        const struct vyi_kept_state *state = &s->states.at[i];
        struct vyi_sink *sink = NULL;
        for (uint32_t k = 0; k < s->sinks.count; k++)
            sink = s->sinks.at[k].buffer == state->buffer ? &s->sinks.at[k] : sink;
        void *memory = state->memory;
        if (!sink && !memory)
            continue;
        if (!memory)
            memory = vyi_realloc(s->context, NULL, 0, state->bytes + 1);
        status =
            memory ? vy_buffer_download(state->resident, 0, memory, state->bytes) : VY_ERROR_MEMORY;
        if (!status && sink)
            status = vyi_stream_write(s, sink, s->stats.elements, memory, state->bytes);
        if (memory != state->memory)
            vyi_free(s->context, memory, state->bytes + 1);
    }
    return status;
}

void vyi_stream_bind_free(struct vyi_stream *s)
{
    for (uint32_t i = 0; i < s->states.count; i++)
        if (s->states.at[i].ours)
            vy_buffer_destroy(&s->states.at[i].resident);
    for (uint32_t i = 0; i < s->copies.count; i++)
        vy_buffer_destroy(&s->copies.at[i]);
    vyi_vec_free(s->context, &s->states);
    vyi_vec_free(s->context, &s->copies);
    vyi_vec_free(s->context, &s->args);
}
