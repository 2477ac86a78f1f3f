// What a program declares, as data and text for tools.
#include "ir/print.h"

/// Keeps a text with the program, once: of two threads that made it one throws its own away.
static const char *keep(const vy_program *p, char **place, struct vyi_text *out)
{
    char *kept = NULL, *made = NULL;
    if (!out->failed)
        made = vyi_realloc(p->context, NULL, 0, out->count + 1);
    if (made) {
        if (out->count)
            memcpy(made, out->at, out->count);
        made[out->count] = 0;
        if (!__atomic_compare_exchange_n(place, &kept, made, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            vyi_free(p->context, made, out->count + 1);
    }
    vyi_text_free(out);
    return kept ? kept : made;
}

static const char *grid_text(vy_program *p)
{
    const char *kept = __atomic_load_n(&p->grid_text, __ATOMIC_ACQUIRE);
    if (kept)
        return kept;
    struct vyi_text out = {.context = p->context};
    struct vyi_printer pr;
    if (vyi_printer_begin(&pr, p, &out))
        vyi_print_grid(&pr);
    vyi_printer_end(&pr);
    return keep(p, &p->grid_text, &out);
}

/// The sizes of a buffer, and its @range, made together with those of all others: a printer first
/// names everything in the program, which would take too long once for each of many buffers.
static const char *sizes_text(vy_program *p, struct vyi_buffer *b)
{
    const char *kept = __atomic_load_n(&b->size_text, __ATOMIC_ACQUIRE);
    if (kept)
        return kept;
    struct vyi_text out = {.context = p->context};
    struct vyi_printer pr;
    bool good = vyi_printer_begin(&pr, p, &out);
    for (uint32_t i = 0; good && i < p->buffers.count; i++) {
        struct vyi_buffer *one = &p->buffers.at[i];
        if (__atomic_load_n(&one->size_text, __ATOMIC_ACQUIRE))
            continue;
        if (one->has_range) {
            vyi_print_range(&pr, one);
            good = keep(p, &one->range_text, &out) != NULL;
            out = (struct vyi_text){.context = p->context};
        }
        vyi_print_sizes(&pr, one);
        good = good && keep(p, &one->size_text, &out) != NULL;
        out = (struct vyi_text){.context = p->context};
    }
    vyi_printer_end(&pr);
    vyi_text_free(&out);
    return good ? __atomic_load_n(&b->size_text, __ATOMIC_ACQUIRE) : NULL;
}

static size_t held_bytes(const vy_program *p)
{
    size_t bytes = sizeof *p;
    bytes += p->nodes.capacity * sizeof *p->nodes.at + p->pos.capacity * sizeof *p->pos.at +
             p->extra.capacity * sizeof *p->extra.at + p->locals.capacity * sizeof *p->locals.at +
             p->buffers.capacity * sizeof *p->buffers.at +
             p->params.capacity * sizeof *p->params.at + p->consts.capacity * sizeof *p->consts.at +
             p->tables.capacity * sizeof *p->tables.at +
             p->strings.capacity * sizeof *p->strings.at + p->tests.capacity * sizeof *p->tests.at;
    for (uint32_t i = 0; i < p->sources.list.count; i++)
        bytes += strlen(p->sources.list.at[i].file) + p->sources.list.at[i].size;
    return bytes + vyi_arena_bytes(&p->arena);
}

vy_status vy_program_describe(vy_program *p, vy_program_info *info)
{
    if (!p || !info)
        return VY_ERROR_ARGUMENT;
    *info = (vy_program_info){.name = p->name,
                              .doc = p->doc,
                              .service = p->service,
                              .library = p->library,
                              .workgroup_rank = p->workgroup_rank,
                              .grid_rank = p->grid_rank,
                              .buffer_count = p->buffers.count,
                              .param_count = p->params.count,
                              .node_count = p->nodes.count - 1};
    for (int i = 0; i < 3; i++)
        info->workgroup[i] = p->workgroup[i];
    info->grid = grid_text(p);
    info->bytes = held_bytes(p);
    return info->grid ? VY_OK : VY_ERROR_MEMORY;
}

vy_status vy_program_buffer(vy_program *p, size_t index, vy_buffer_info *info)
{
    if (!p || !info)
        return VY_ERROR_ARGUMENT;
    if (index >= p->buffers.count) {
        *info = (vy_buffer_info){0};
        return VY_ERROR_ARGUMENT;
    }
    struct vyi_buffer *b = &p->buffers.at[index];
    *info = (vy_buffer_info){.name = b->name,
                             .doc = b->doc,
                             .role = (vy_role)b->role,
                             .elem = (vy_type)b->elem,
                             .atomic = b->atomic,
                             .rank = b->rank,
                             .open = !b->size[0].i,
                             .binding = b->binding,
                             .align = b->align,
                             .count_buffer = (int32_t)b->count - 1,
                             .live = b->live,
                             .cache = b->cache ? "streaming" : NULL};
    info->sizes = sizes_text(p, b);
    info->range = info->sizes ? b->range_text : NULL;
    return info->sizes ? VY_OK : VY_ERROR_MEMORY;
}

static bool found(uint32_t at, uint32_t count, size_t *index)
{
    if (at == count)
        return false;
    if (index)
        *index = at;
    return true;
}

bool vy_program_buffer_find(const vy_program *p, const char *name, size_t *index)
{
    return p && name && found(vyi_buffer_find(p, name), p->buffers.count, index);
}

bool vy_program_param_find(const vy_program *p, const char *name, size_t *index)
{
    return p && name && found(vyi_param_find(p, name), p->params.count, index);
}

vy_status vy_program_param(vy_program *p, size_t index, vy_param_info *info)
{
    if (!p || !info)
        return VY_ERROR_ARGUMENT;
    if (index >= p->params.count) {
        *info = (vy_param_info){0};
        return VY_ERROR_ARGUMENT;
    }
    const struct vyi_param *param = &p->params.at[index];
    *info = (vy_param_info){.name = param->name,
                            .doc = param->doc,
                            .type = (vy_type)param->type,
                            .has_default = param->has_default,
                            .value = param->value};
    return VY_OK;
}

size_t vy_program_test_count(const vy_program *p)
{
    return p ? p->tests.count : 0;
}

const char *vy_program_test(const vy_program *p, size_t index, uint32_t *line)
{
    if (!p || index >= p->tests.count)
        return NULL;
    if (line)
        *line = p->tests.at[index].line;
    return p->tests.at[index].text;
}
