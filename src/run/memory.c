// Device memory for the buffers of one run, and what of it the host gets to see.
#include "run/run.h"

#include "ir/sem.h"

#include <time.h>

uint64_t vyi_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/// All that will be allocated must fit the limit, before anything is.
static vy_status check_limit(const vy_program *p, const struct vyi_launch *launch,
                             const struct vyi_args *args, bool borrow, uint64_t limit)
{
    uint64_t total = 0, largest = 0;
    uint32_t which = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        bool resident = args->buffers[i] && args->buffers[i]->kind == VY_ARG_BUFFER;
        uint64_t bytes = launch->extents[i].bytes;
        if (p->buffers.at[i].role == VY_ROLE_SHARED || (borrow && resident))
            continue;
        if (bytes > largest)
            largest = bytes, which = i;
        if (!vyi_add(total, bytes, &total))
            total = UINT64_MAX;
    }
    if (!limit || total <= limit)
        return VY_OK;
    struct vyi_text t = {.context = p->context};
    vyi_launch_buffer_text(p, which, &t);
    if (t.failed)
        return VY_ERROR_MEMORY;
    vyi_complain(p->context, VYI_DIAG(BUFFER_MEMORY), (unsigned long long)total,
                 (unsigned long long)limit, t.at, (unsigned long long)largest);
    vyi_text_free(&t);
    return VY_ERROR_LIMIT;
}

/// Puts the start values in place: inputs, or zeros where a resident output had something else.
static vy_status fill(vy_device *d, const vy_program *p, const struct vyi_launch *launch,
                      const vy_arg *arg, uint32_t i, bool borrowed, void *memory)
{
    uint64_t bytes = launch->extents[i].bytes;
    uint32_t role = p->buffers.at[i].role;
    if (!arg)
        return VY_OK;
    if (arg->kind == VY_ARG_BUFFER) {
        if (borrowed && role == VY_ROLE_OUT)
            d->fns->memory_clear(d, memory, bytes);
        if (borrowed || role == VY_ROLE_OUT)
            return VY_OK;
        // The oracle's memory is the host's, so another device can download straight into it.
        vy_device *other = arg->buffer->device;
        return other->fns->download(other, arg->buffer->memory, 0, memory, bytes);
    }
    if (arg->kind == VY_ARG_IN)
        return d->fns->upload(d, memory, 0, arg->data, bytes);
    if (arg->kind == VY_ARG_INOUT)
        return d->fns->upload(d, memory, 0, arg->memory, bytes);
    return VY_OK;
}

vy_status vyi_memories_create(vy_device *device, const vy_program *p,
                              const struct vyi_launch *launch, const struct vyi_args *args,
                              bool borrow, uint64_t limit, struct vyi_memories *m)
{
    *m = (struct vyi_memories){0};
    vy_status status = check_limit(p, launch, args, borrow, limit);
    if (status)
        return status;
    m->at = vyi_calloc(p->context, p->buffers.count + 1, sizeof *m->at);
    m->owned = vyi_calloc(p->context, p->buffers.count + 1, sizeof *m->owned);
    if (!m->at || !m->owned)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        const vy_arg *arg = args->buffers[i];
        bool borrowed = borrow && arg && arg->kind == VY_ARG_BUFFER;
        if (p->buffers.at[i].role == VY_ROLE_SHARED)
            continue;
        if (borrowed) {
            m->at[i] = arg->buffer->memory;
        } else {
            status = device->fns->memory_create(device, launch->extents[i].bytes, &m->at[i]);
            if (!status)
                m->owned[i] = launch->extents[i].bytes + 1;
        }
    }
    // Nothing of the caller's is touched before everything is allocated.
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        status = fill(device, p, launch, args->buffers[i], i, !m->owned[i], m->at[i]);
    return status;
}

void vyi_memories_free(vy_device *device, const vy_program *p, struct vyi_memories *m)
{
    for (uint32_t i = 0; m->at && m->owned && i < p->buffers.count; i++)
        if (m->owned[i])
            device->fns->memory_destroy(device, m->at[i], m->owned[i] - 1);
    vyi_free(p->context, m->at, (p->buffers.count + 1) * sizeof *m->at);
    vyi_free(p->context, m->owned, (p->buffers.count + 1) * sizeof *m->owned);
    *m = (struct vyi_memories){0};
}

vy_status vyi_rows_used(vy_device *device, const vy_program *p, const struct vyi_launch *launch,
                        void *const *memory, uint32_t buffer, uint64_t *found, uint64_t *kept)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    uint64_t rows = launch->extents[buffer].size[0];
    *found = *kept = rows;
    if (!b->count)
        return VY_OK;
    uint32_t counter = b->count - 1;
    uint8_t elem = p->buffers.at[counter].elem, bytes[8] = {0};
    if (!memory[counter] || !launch->extents[counter].count) {
        *found = *kept = 0;
        return VY_OK;
    }
    vy_status status =
        device->fns->download(device, memory[counter], 0, bytes, vyi_type_bytes(elem));
    *found = vyi_sem_load(elem, bytes);
    *kept = *found < rows ? *found : rows;
    return status;
}

void vyi_visible(const vy_program *p, const struct vyi_launch *launch, uint32_t buffer,
                 uint64_t kept, uint64_t *from, uint64_t *to)
{
    const struct vyi_extent *x = &launch->extents[buffer];
    uint64_t row = x->size[0] ? x->bytes / x->size[0] : 0;
    *from = launch->ranges[buffer][0];
    *to = *from + launch->ranges[buffer][1];
    if (p->buffers.at[buffer].count && *to > kept * row)
        *to = kept * row;
    if (*from > *to)
        *from = *to;
}
