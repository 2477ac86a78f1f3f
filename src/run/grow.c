// Outputs that grow: `out at : u32[] @count(found)` with memory that the library allocates. The
// program runs with some room; where it counts more rows, it runs again with room for those. Each
// run begins with the same contents: `out` and scratch buffers are cleared anyway, and what the
// caller gives stays as it is until the results are brought back, but for vy_buffers that the
// program changes in place: those are kept aside and put back.
//
// What breaks the naive version is a program whose count depends on the room: it is given up after
// MOST_RUNS, and rows are lost then as from an output of a fixed size.
#include "run/run.h"

enum { MOST_RUNS = 8 };

bool vyi_grows(const vy_program *p, const struct vyi_args *args, uint32_t i)
{
    const vy_arg *arg = args->buffers[i];
    return vyi_buffer_grows(&p->buffers.at[i]) && arg && arg->kind == VY_ARG_OUT_ALLOC;
}

bool vyi_grow_begin(struct vyi_compiled *k, struct vyi_args *args)
{
    bool any = false;
    for (uint32_t i = 0; k->rooms && i < k->program->buffers.count; i++) {
        if (!vyi_grows(k->program, args, i))
            continue;
        uint64_t room = atomic_load_explicit(&k->rooms[i], memory_order_relaxed);
        args->given.bound[i] = room ? room : UINT64_MAX;
        any = true;
    }
    return any;
}

bool vyi_grow_room(const vy_program *p, struct vyi_call *call, uint32_t i, uint64_t found)
{
    const struct vyi_extent *x = &call->launch.extents[i];
    uint64_t bytes, row = x->size[0] ? x->bytes / x->size[0] : 0;
    uint64_t most = (uint64_t)UINT32_MAX * vyi_type_bytes(p->buffers.at[i].elem);
    if (found <= x->size[0] || !row || !vyi_mul(found + found / 8, row, &bytes))
        return false;
    if (bytes > most) // no slack where that would be too many elements
        bytes = found * row;
    call->args.given.bound[i] = bytes;
    return true;
}

/// Whether what a vy_buffer holds is changed where it lies, and counts in the next run.
static bool is_kept(const struct vyi_dispatch *d, uint32_t i)
{
    const struct vyi_buffer *b = &d->compiled->program->buffers.at[i];
    const vy_arg *arg = d->call.args.buffers[i];
    return arg && arg->kind == VY_ARG_BUFFER && vyi_role_info(b->role)->writable &&
           b->role != VY_ROLE_OUT && d->call.launch.extents[i].bytes;
}

static vy_status keep_aside(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    vy_status status = VY_OK;
    d->kept = vyi_calloc(p->context, p->buffers.count, sizeof *d->kept);
    if (!d->kept)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < p->buffers.count && !status; i++) {
        uint64_t bytes = d->call.launch.extents[i].bytes;
        if (!is_kept(d, i))
            continue;
        status = vyi_device_take_aligned(d->device, bytes, 16, false, &d->report, &d->kept[i]);
        if (!status)
            status = d->device->fns->copy(d->device, d->kept[i].memory, d->memory.at[i], bytes);
    }
    return status;
}

static vy_status put_back(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    vy_status status = VY_OK;
    for (uint32_t i = 0; d->kept && i < p->buffers.count && !status; i++)
        if (d->kept[i].base)
            status = d->device->fns->copy(d->device, d->memory.at[i], d->kept[i].memory,
                                          d->call.launch.extents[i].bytes);
    return status;
}

vy_status vyi_grow_keep(struct vyi_dispatch *d)
{
    bool first = d->call.grows && !d->kept && !d->memory.host;
    return first ? keep_aside(d) : VY_OK;
}

vy_status vyi_grow_again(struct vyi_dispatch *d, bool *again)
{
    const vy_program *p = d->compiled->program;
    vy_status status = VY_OK;
    *again = false;
    for (uint32_t i = 0; d->call.grows && i < p->buffers.count && !status; i++) {
        uint64_t found, kept;
        if (!vyi_grows(p, &d->call.args, i))
            continue;
        status = vyi_rows_used(d->device, p, &d->call.launch, &d->memory, i, &found, &kept);
        if (status || !vyi_grow_room(p, &d->call, i, found))
            continue;
        *again = true;
        atomic_store_explicit(&d->compiled->rooms[i], d->call.args.given.bound[i],
                              memory_order_relaxed);
    }
    if (d->stats.reruns + 1 == MOST_RUNS)
        *again = false;
    if (status || !*again)
        return status;
    d->stats.reruns++;
    status = put_back(d);
    vyi_memories_free(d->device, p, &d->memory);
    vyi_vec_free(d->device->context, &d->result.fixpoints);
    d->result = (struct vyi_job_result){0};
    return status;
}

void vyi_grow_free(struct vyi_dispatch *d)
{
    const vy_program *p = d->compiled->program;
    for (uint32_t i = 0; d->kept && i < p->buffers.count; i++)
        if (d->kept[i].base)
            vyi_device_give(d->device, d->kept[i].base, d->kept[i].bytes);
    vyi_free(p->context, d->kept, d->kept ? p->buffers.count * sizeof *d->kept : 0);
    d->kept = NULL;
}
