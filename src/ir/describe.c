// What a program declares, as data and text for tools.
#include "ir/launch.h"
#include "ir/print.h"

/// All texts together: a printer first names everything in the program, which would take too long
/// once for each of many buffers. Where two threads make them, one frees its own.
static struct vyi_texts *make_texts(vy_program *p)
{
    vy_context *c = p->context;
    uint32_t count = 1 + 2 * p->buffers.count;
    size_t head = sizeof(struct vyi_texts) + count * sizeof(uint32_t);
    struct vyi_texts *made = NULL, *kept = NULL;
    uint32_t *at = vyi_calloc(c, count, sizeof *at);
    struct vyi_text out = {.context = c, .failed = !at};
    struct vyi_printer pr;
    bool good = vyi_printer_begin(&pr, p, &out);
    for (uint32_t i = 0; good && i < count; i++) {
        const struct vyi_buffer *b = i ? &p->buffers.at[(i - 1) / 2] : NULL;
        at[i] = (uint32_t)(head + out.count);
        if (i == 0)
            vyi_print_launch(&pr, p->grid, p->grid_rank);
        else if (i % 2)
            vyi_print_sizes(&pr, b);
        else if (b->has_range)
            vyi_print_launch(&pr, b->range, 2);
        vyi_text_append(&out, "", 1);
    }
    vyi_printer_end(&pr);
    if (!out.failed)
        made = vyi_realloc(c, NULL, 0, head + out.count);
    if (made) {
        made->bytes = head + out.count;
        memcpy(made->at, at, count * sizeof *at);
        memcpy((char *)made + head, out.at, out.count);
        if (!__atomic_compare_exchange_n(&p->texts, &kept, made, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE))
            vyi_free(c, made, made->bytes);
    }
    vyi_free(c, at, count * sizeof *at);
    vyi_text_free(&out);
    return kept ? kept : made;
}

/// One of the texts; NULL when memory runs out.
static const char *text_of(vy_program *p, size_t which)
{
    const struct vyi_texts *texts = __atomic_load_n(&p->texts, __ATOMIC_ACQUIRE);
    if (!texts)
        texts = make_texts(p);
    return texts ? (const char *)texts + texts->at[which] : NULL;
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
    info->grid = text_of(p, 0);
    info->bytes = sizeof *p + vyi_arena_bytes(&p->arena) +
                  p->sources.calls.capacity * sizeof *p->sources.calls.at;
#define LIST(list) info->bytes += p->list.capacity * sizeof *p->list.at;
    VYI_PROGRAM_LISTS(LIST)
#undef LIST
    for (uint32_t i = 0; i < p->sources.list.count; i++)
        info->bytes += strlen(p->sources.list.at[i].file) + p->sources.list.at[i].size;
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
    const struct vyi_buffer *b = &p->buffers.at[index];
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
    info->sizes = text_of(p, 2 * index + 1);
    info->range = b->has_range ? text_of(p, 2 * index + 2) : NULL;
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

// ---- texts for messages ----
void vyi_launch_sizes_text(const vy_program *p, uint32_t buffer, struct vyi_text *t)
{
    struct vyi_printer pr;
    if (vyi_printer_begin(&pr, p, t))
        vyi_print_sizes(&pr, &p->buffers.at[buffer]);
    vyi_printer_end(&pr);
}

void vyi_launch_buffer_text(const vy_program *p, uint32_t buffer, struct vyi_text *t)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    vyi_text_printf(t, "'%s' (%s %s%s", b->name, vyi_role_info(b->role)->spelling,
                    b->atomic ? "atomic " : "", vyi_type_name(b->elem));
    vyi_launch_sizes_text(p, buffer, t);
    if (b->doc && *b->doc)
        vyi_text_printf(t, "; %s", b->doc);
    vyi_text_append(t, ")", 1);
    if (t->failed) { // callers return at once
        vyi_text_free(t);
        t->failed = true;
    }
}
