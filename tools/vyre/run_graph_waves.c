// Waves of a graph file: what each is given, and how large the buffers are that it makes.
#include "run_graph.h"

#include <stdlib.h>
#include <string.h>

bool graph_buffer_of(vy_program *program, const char *name, vy_buffer_info *info)
{
    size_t i;
    return vy_program_buffer_find(program, name, &i) && !vy_program_buffer(program, i, info);
}

bool graph_param_of(vy_program *program, const char *name, vy_param_info *info)
{
    size_t i;
    return vy_program_param_find(program, name, &i) && !vy_program_param(program, i, info);
}

vy_program *graph_program_of(const struct run *r, const struct vyg_wave *w)
{
    return r->file.programs[w->program].program;
}

/// --set NAME=VALUE is for every wave whose program has the param, and whose args leave it open.
static const char *set_for(const struct run *r, const char *param)
{
    const struct bindings *all = r->r->bindings;
    for (size_t i = 0; i < all->given_count; i++) {
        const char *text = all->given[i].text;
        size_t length = strcspn(text, "=");
        if (all->given[i].option == OPT_SET && strlen(param) == length &&
            !memcmp(text, param, length) && text[length])
            return text + length + 1;
    }
    return NULL;
}

/// Whether buffers have names and params have values, not the other way round.
static bool check_kinds(struct run *r, const struct vyg_wave *w)
{
    vy_program *program = graph_program_of(r, w);
    const char *of = r->file.programs[w->program].name;
    vy_buffer_info buffer;
    vy_param_info param;
    for (size_t k = 0; k < w->arg_count; k++) {
        const struct vyg_arg *a = &w->args[k];
        if (a->number && graph_buffer_of(program, a->name, &buffer))
            json_complain(&r->file.json, a->at, 0,
                          "wave '%s': '%s' is a buffer of program '%s': write the name of one, in "
                          "quotes",
                          w->name, a->name, of);
        else if (!a->number && graph_param_of(program, a->name, &param))
            json_complain(&r->file.json, a->at, 0,
                          "wave '%s': '%s' is a param of program '%s', a %s: write a value, "
                          "without quotes",
                          w->name, a->name, of, vy_type_name(param.type));
        else
            continue;
        return false;
    }
    return true;
}

// ---- values ----
/// A value of a param; `at`: where it stands in the file, or NULL where --set gives it.
static bool add_value(struct run *r, const struct vyg_wave *w, const char *name, const char *text,
                      const struct vyg_arg *from, vy_arg *arg)
{
    vy_param_info info;
    uint64_t bits = 0;
    char why[200];
    if (!graph_param_of(graph_program_of(r, w), name, &info)) {
        json_complain(&r->file.json, from ? from->key_at : w->at, 0,
                      "wave '%s': program '%s' has no param '%s'", w->name,
                      r->file.programs[w->program].name, name);
        return false;
    }
    if (!value_parse(info.type, text, strlen(text), &bits, why, sizeof why)) {
        if (from)
            json_complain(&r->file.json, from->at, 0, "wave '%s', param '%s': %s", w->name, name,
                          why);
        else
            print_error("--set %s=%s: %s", name, text, why);
        return false;
    }
    *arg = vy_arg_value(info.name, info.type, bits);
    return true;
}

/// A param that the file leaves open: --set has its value, or its default counts.
static bool list_open_value(struct run *r, const struct vyg_wave *w, const vy_param_info *info,
                            vy_arg *args, uint32_t *count)
{
    const char *text = set_for(r, info->name);
    if (text)
        return add_value(r, w, info->name, text, NULL, &args[(*count)++]);
    if (info->has_default)
        return true;
    json_complain(&r->file.json, w->at, 1,
                  "wave '%s' has no '%s', which is a param of program '%s', a %s without a "
                  "default: add \"%s\": and a value to its 'args', or --set %s=VALUE",
                  w->name, info->name, r->file.programs[w->program].name, vy_type_name(info->type),
                  info->name, info->name);
    return false;
}

/// Params first: sizes depend on them.
static bool list_values(struct run *r, const struct vyg_wave *w, vy_arg *args, uint32_t *count)
{
    vy_program *program = graph_program_of(r, w);
    vy_program_info all;
    vy_param_info info;
    for (size_t k = 0; k < w->arg_count; k++)
        if (w->args[k].number &&
            !add_value(r, w, w->args[k].name, w->args[k].value, &w->args[k], &args[(*count)++]))
            return false;
    if (vy_program_describe(program, &all))
        return false;
    bool *given = must_alloc(all.param_count + 1), good = true;
    size_t i;
    for (uint32_t k = 0; k < *count; k++)
        if (vy_program_param_find(program, args[k].name, &i))
            given[i] = true;
    for (i = 0; i < all.param_count && good; i++)
        if (!given[i] && !vy_program_param(program, i, &info))
            good = list_open_value(r, w, &info, args, count);
    free(given);
    return good;
}

/// Room for all that a wave can be given, and the end of the list.
static vy_arg *room_for_args(const struct run *r, const struct vyg_wave *w)
{
    vy_program_info all = {0};
    vy_program_describe(graph_program_of(r, w), &all);
    return must_alloc((w->arg_count + all.param_count + 1) * sizeof(vy_arg));
}

/// What decides the sizes of a wave's buffers: values, and buffers whose size is open.
static vy_arg *list_sizes(const struct run *r, const struct vyg_wave *w, const vy_arg *values,
                          uint32_t count)
{
    static const char somewhere[1]; // only its size is asked for
    vy_arg *args = room_for_args(r, w);
    memcpy(args, values, count * sizeof *args);
    for (size_t k = 0; k < w->arg_count; k++) {
        const struct vyg_arg *a = &w->args[k];
        vy_buffer_info info;
        if (a->number || !graph_buffer_of(graph_program_of(r, w), a->name, &info))
            continue;
        const struct vyg_buffer *b = &r->file.buffers[a->buffer];
        if (b->bytes == UINT64_MAX || !info.open)
            continue;
        if (info.role == VY_ROLE_INOUT)
            args[count++] = vy_arg_inout(info.name, (void *)(uintptr_t)somewhere, b->bytes);
        else if (info.role == VY_ROLE_IN || info.role == VY_ROLE_UNIFORM)
            args[count++] = vy_arg_in(info.name, somewhere, b->bytes);
    }
    args[count] = vy_arg_end();
    return args;
}

/// How large the buffers of a wave are, by their numbers, from the sizes of what is known; free()
/// them.
static vy_status size_buffers(const struct run *r, const struct vyg_wave *w, const vy_arg *values,
                              uint32_t value_count, vy_extent **extents)
{
    vy_arg *args = list_sizes(r, w, values, value_count);
    vy_program_info all = {0};
    vy_program_describe(graph_program_of(r, w), &all);
    *extents = must_alloc((all.buffer_count + 1) * sizeof **extents);
    vy_status status = vy_pipeline_extents(r->file.programs[w->program].pipeline, args, *extents,
                                           all.buffer_count);
    free(args);
    return status;
}

static void size_output(struct vyg_buffer *b, const vy_extent *extent)
{
    b->bytes = extent->bytes;
    if (!b->out)
        return;
    b->bound.rank = extent->rank;
    memcpy(b->bound.sizes, extent->size, sizeof b->bound.sizes);
}

/// Memory that a wave has for itself while it runs.
static void size_scratch(const struct run *r, struct vyg_wave *w, const vy_extent *extents)
{
    vy_program_info all = {0};
    vy_buffer_info info;
    vy_program_describe(graph_program_of(r, w), &all);
    for (size_t i = 0; i < all.buffer_count; i++)
        if (!vy_program_buffer(graph_program_of(r, w), i, &info) && info.role == VY_ROLE_SCRATCH)
            w->scratch += extents[i].bytes;
}

static vy_status ask_size(struct run *r, const struct vyg_arg *a)
{
    json_complain(&r->file.json, a->at, 0,
                  "how large is buffer '%s'? no wave before makes it: say \"bytes\": N, or "
                  "\"in\": true, in 'buffers'",
                  r->file.buffers[a->buffer].name);
    return VY_ERROR_DATA;
}

/// Whether a wave names nothing that its program does not have.
static vy_status check_names(struct run *r, const struct vyg_wave *w)
{
    vy_program *program = graph_program_of(r, w);
    vy_buffer_info info;
    for (size_t k = 0; k < w->arg_count; k++) {
        const struct vyg_arg *a = &w->args[k];
        if (a->number || graph_buffer_of(program, a->name, &info))
            continue;
        json_complain(&r->file.json, a->key_at, 0, "wave '%s': program '%s' has no buffer '%s'",
                      w->name, r->file.programs[w->program].name, a->name);
        return VY_ERROR_DATA;
    }
    return VY_OK;
}

/// Whether a wave has a buffer of its program, with a size where the others' follow from it.
static vy_status check_buffer(struct run *r, const struct vyg_wave *w, const vy_buffer_info *info,
                              const struct vyg_arg *given)
{
    if (info->role == VY_ROLE_SCRATCH || info->role == VY_ROLE_SHARED)
        return VY_OK;
    if (!given) {
        json_complain(&r->file.json, w->at, 1,
                      "wave '%s' has no '%s', which is a buffer of program '%s': add \"%s\": "
                      "and the name of one to its 'args'",
                      w->name, info->name, r->file.programs[w->program].name, info->name);
        return VY_ERROR_DATA;
    }
    bool open = !given->number && info->open && info->role != VY_ROLE_OUT;
    return open && r->file.buffers[given->buffer].bytes == UINT64_MAX ? ask_size(r, given) : VY_OK;
}

static vy_status check_buffers(struct run *r, const struct vyg_wave *w)
{
    vy_program *program = graph_program_of(r, w);
    vy_program_info all = {0};
    vy_buffer_info info;
    vy_status status = vy_program_describe(program, &all);
    const struct vyg_arg **given = must_alloc((all.buffer_count + 1) * sizeof *given);
    size_t i;
    for (size_t k = w->arg_count; k-- > 0;)
        if (vy_program_buffer_find(program, w->args[k].name, &i))
            given[i] = &w->args[k];
    for (i = 0; i < all.buffer_count && !status; i++)
        if (!vy_program_buffer(program, i, &info))
            status = check_buffer(r, w, &info, given[i]);
    free(given);
    return status;
}

static vy_status add_buffer(struct run *r, const struct vyg_arg *a)
{
    struct vyg_buffer *b = &r->file.buffers[a->buffer];
    struct bound *bound = &b->bound;
    if (b->bytes == UINT64_MAX)
        return ask_size(r, a);
    vy_status status = vy_graph_buffer(
        r->graph,
        vy_graph_buffer_params(.name = b->name, .bytes = b->bytes, .data = bound->source.memory),
        &b->slot);
    if (status || !b->out)
        return status;
    bound->memory = must_alloc(b->bytes ? b->bytes : 1); // not before its size was checked
    bound->bytes = b->bytes;
    if (!bound->rank) {
        bound->rank = 1;
        bound->sizes[0] = b->bytes / vy_type_bytes(bound->info.elem);
    }
    return vy_graph_bind(r->graph, b->slot, bound->source.memory, bound->memory);
}

/// Lists the buffers that a wave is given, and makes those that it is the first to use.
static vy_status list_buffers(struct run *r, struct vyg_wave *w, const vy_extent *extents,
                              vy_arg *args, uint32_t count)
{
    vy_program *program = graph_program_of(r, w);
    vy_status status = VY_OK;
    for (size_t k = 0; k < w->arg_count && !status; k++) {
        const struct vyg_arg *a = &w->args[k];
        vy_buffer_info info;
        size_t i;
        if (a->number)
            continue;
        struct vyg_buffer *b = &r->file.buffers[a->buffer];
        if (b->bytes == UINT64_MAX && vy_program_buffer_find(program, a->name, &i) &&
            !vy_program_buffer(program, i, &info) && info.role != VY_ROLE_IN &&
            info.role != VY_ROLE_UNIFORM)
            size_output(b, &extents[i]);
        if (b->slot == UINT32_MAX)
            status = add_buffer(r, a);
        args[count++] = vy_arg_slot(a->name, b->slot);
    }
    args[count] = vy_arg_end();
    return status;
}

static vy_status list_args(struct run *r, struct vyg_wave *w, vy_arg *args)
{
    uint32_t count = 0;
    vy_extent *extents = NULL;
    if (!check_kinds(r, w) || !list_values(r, w, args, &count))
        return VY_ERROR_DATA;
    vy_status status = check_names(r, w);
    if (!status)
        status = check_buffers(r, w);
    if (!status)
        status = size_buffers(r, w, args, count, &extents);
    if (!status)
        status = list_buffers(r, w, extents, args, count);
    if (!status)
        size_scratch(r, w, extents);
    free(extents);
    return status;
}

vy_status graph_add_wave(struct run *r, struct vyg_wave *w)
{
    vy_arg *args = room_for_args(r, w);
    vy_status status = list_args(r, w, args);
    if (!status)
        status = vy_graph_wave(r->graph, r->file.programs[w->program].pipeline,
                               vy_graph_wave_params(.name = w->name, .args = args), NULL);
    free(args);
    return status;
}
