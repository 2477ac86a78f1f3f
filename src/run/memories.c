// Device memory for the buffers of one run, and what of it the host gets to see.
#include "run/run.h"

#include "ir/sem.h"

// ---- what needs no memory of its own ----
/// Whether only rows in use are stored, and the host sees no others.
static bool is_appended(const vy_device *device, const struct vyi_memories *m, uint32_t i)
{
    const vy_arg *arg = m->call->args.buffers[i];
    return device->fns->uncleared_from && m->overwrites && m->overwrites->appended &&
           m->overwrites->appended[i] && arg && arg->kind != VY_ARG_BUFFER;
}

/// The caller's memory can be the device's: it lies as the program may expect, and the program may
/// write all of it, or writes no more than it may.
static bool in_place(const vy_device *device, const vy_program *p, const struct vyi_memories *m,
                     uint32_t i, const vy_arg *arg)
{
    const struct vyi_launch *launch = &m->call->launch;
    bool rows = p->buffers.at[i].count && (m->call->repeats || !is_appended(device, m, i));
    const struct vyi_buffer *b = &p->buffers.at[i];
    uint64_t bytes = launch->extents[i].bytes;
    const void *at = arg->kind == VY_ARG_IN ? arg->data : arg->memory;
    if (arg->kind != VY_ARG_IN && arg->kind != VY_ARG_OUT && arg->kind != VY_ARG_INOUT)
        return false;
    if (arg->kind == VY_ARG_INOUT && m->call->grows)
        return false;
    if (arg->kind != VY_ARG_IN && (launch->ranges[i][1] != bytes || rows))
        return false; // of its memory only a part may be written
    return at && (uintptr_t)at % vyi_buffer_align(b) == 0;
}

/// Where a buffer is used without being copied; NULL: it has to be.
static void *borrowed(vy_device *device, const vy_program *p, const struct vyi_memories *m,
                      uint32_t i, const vy_arg *arg, enum vyi_memories_kind kind)
{
    const struct vyi_launch *launch = &m->call->launch;
    if (!arg)
        return NULL;
    if (kind == VYI_MEMORIES_BORROW && arg->kind == VY_ARG_BUFFER)
        return (char *)arg->buffer->memory + arg->offset;
    if (kind == VYI_MEMORIES_BORROW && device->fns->host_memory && in_place(device, p, m, i, arg))
        return arg->kind == VY_ARG_IN ? (void *)arg->data : arg->memory;
    if (kind == VYI_MEMORIES_HOST && arg->kind == VY_ARG_IN)
        return (void *)arg->data; // read only by every segment
    if (kind == VYI_MEMORIES_HOST && arg->kind == VY_ARG_INOUT && !m->call->grows &&
        launch->ranges[i][1] == launch->extents[i].bytes && !p->buffers.at[i].count)
        return arg->memory; // first written after the first launch
    return NULL;
}

/// All that will be allocated must fit the device, before anything is.
static vy_status check_limit(const vy_program *p, const struct vyi_launch *launch,
                             void *const *borrow, uint64_t limit, struct vyi_report *report)
{
    uint64_t total = 0, largest = 0;
    uint32_t which = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        uint64_t bytes = launch->extents[i].bytes;
        if (p->buffers.at[i].role == VY_ROLE_SHARED || p->buffers.at[i].idle || borrow[i])
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
    vyi_report(report, 0, 0, VYI_DIAG(BUFFER_MEMORY), ULL(total), ULL(limit), t.at, ULL(largest));
    vyi_text_free(&t);
    return VY_ERROR_LIMIT;
}

// ---- memory ----
static bool starts_zeroed(const vy_program *p, uint32_t i)
{
    const struct vyi_buffer *b = &p->buffers.at[i];
    return b->role == VY_ROLE_OUT || (b->role == VY_ROLE_SCRATCH && !b->idle);
}

/// Whether it must be cleared before the program runs: it starts as zeros, and the program may
/// leave some of them.
static bool wants_zeros(const vy_device *device, const vy_program *p,
                        const struct vyi_launch *launch, struct vyi_memories *m, uint32_t i)
{
    uint64_t from = device->fns->uncleared_from, bytes = launch->extents[i].bytes;
    if (!starts_zeroed(p, i))
        return false;
    if (!is_appended(device, m, i) &&
        (!m->overwrites || !from || bytes < from || !vyi_overwritten(p, m->overwrites, launch, i)))
        return true;
    m->uncleared += bytes;
    return false;
}

static void clear_later(struct vyi_memories *m, uint32_t i)
{
    uint32_t at = 2 + m->zero_count++;
    m->commands[at] = (struct vyi_command){.kind = VYI_COMMAND_CLEAR,
                                           .late = true,
                                           .next = at + 1,
                                           .a = {i, 0},
                                           .bytes = VYI_COMMAND_WHOLE};
}

/// One buffer, of the device's memory or the host's.
static vy_status allocate(vy_device *device, const struct vyi_buffer *b, uint64_t bytes,
                          bool cleared, struct vyi_report *report, struct vyi_memories *m,
                          uint32_t i)
{
    vy_status status = VY_OK;
    struct vyi_block *block = &m->owned[i];
    bool later = cleared && !m->host && device->fns->queued;
    if (!m->host) {
        status = vyi_device_take_aligned(device, bytes, vyi_buffer_align(b), cleared && !later,
                                         report, block);
    } else {
        block->bytes = bytes + 1;
        block->base = block->memory = cleared ? vyi_calloc(device->context, block->bytes, 1)
                                              : vyi_realloc(device->context, NULL, 0, block->bytes);
        status = block->base ? VY_OK : VY_ERROR_MEMORY;
    }
    m->at[i] = block->memory;
    if (!status && later)
        clear_later(m, i);
    return status;
}

vy_status vyi_memories_create(vy_device *device, const vy_program *p,
                              const struct vyi_overwrites *overwrites, const struct vyi_call *call,
                              enum vyi_memories_kind kind, const struct vyi_job *job,
                              struct vyi_memories *m)
{
    const struct vyi_launch *launch = &call->launch;
    const struct vyi_args *args = &call->args;
    *m = (struct vyi_memories){
        .host = kind == VYI_MEMORIES_HOST, .overwrites = overwrites, .call = call};
    uint64_t limit = kind == VYI_MEMORIES_HOST   ? 0
                     : kind == VYI_MEMORIES_COPY ? device->info.memory / 2
                                                 : device->info.memory;
    uint32_t count = p->buffers.count;
    void *tables = args->memories;
    if (!tables)
        tables = m->tables = vyi_user_alloc(p->context, vyi_memories_bytes(p));
    if (!tables)
        return VY_ERROR_MEMORY;
    m->commands = tables;
    m->at = (void *)(m->commands + count + 3);
    m->owned = (void *)(m->at + count);
    memset(m->owned, 0, count * sizeof *m->owned);
    for (uint32_t i = 0; i < p->buffers.count; i++)
        m->at[i] = borrowed(device, p, m, i, args->buffers[i], kind);
    vy_status status = check_limit(p, launch, m->at, limit, job->report);
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        if (m->at[i] || p->buffers.at[i].role == VY_ROLE_SHARED || p->buffers.at[i].idle)
            continue;
        bool cleared = starts_zeroed(p, i) ? wants_zeros(device, p, launch, m, i)
                                           : !args->buffers[i]; // else it is filled
        status = allocate(device, &p->buffers.at[i], launch->extents[i].bytes, cleared, job->report,
                          m, i);
        if (!status && !cleared && !m->host && starts_zeroed(p, i))
            status = vyi_job_poison(device, job, m->at[i], launch->extents[i].bytes);
        if (!status)
            status = vyi_job_check(job, 0);
    }
    return status;
}

/// The contents of a vy_buffer: its turn has come already, or it is of another device and is waited
/// for here.
static vy_status fetch(vy_device *device, const struct vyi_memories *m, const vy_arg *arg,
                       void *memory, uint64_t bytes)
{
    vy_buffer *b = arg->buffer;
    if (m->host && b->host) { // mapped: no copy by the device is needed, nor is it its memory
        memcpy(memory, (const char *)b->host + arg->offset, bytes);
        return VY_OK;
    }
    if (m->host)
        return vyi_device_download(device, b->memory, arg->offset, memory, bytes);
    // The oracle's memory is the host's, so another device can download straight into it.
    return vy_buffer_download(b, arg->offset, memory, bytes);
}

vy_status vyi_memories_fill(vy_device *device, const vy_program *p, const struct vyi_call *call,
                            const struct vyi_job *job, struct vyi_memories *m, vy_stats *stats)
{
    vy_status status = VY_OK;
    uint64_t up = 0, down = 0;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        const vy_arg *arg = call->args.buffers[i];
        uint64_t bytes = call->launch.extents[i].bytes;
        if (!m->owned[i].base || !arg)
            continue;
        const void *from = arg->kind == VY_ARG_IN      ? arg->data
                           : arg->kind == VY_ARG_INOUT ? arg->memory
                                                       : NULL;
        if (arg->kind == VY_ARG_BUFFER && p->buffers.at[i].role != VY_ROLE_OUT) {
            down += bytes;
            status = fetch(device, m, arg, m->at[i], bytes);
        } else if (from && m->host) {
            memcpy(m->at[i], from, bytes);
        } else if (from) {
            up += bytes;
            status = vyi_job_upload(device, job, m->at[i], from, bytes);
        }
    }
    if (stats) {
        stats->bytes_up += up;
        stats->bytes_down += down;
    }
    return status;
}

vy_status vyi_memories_clear(vy_device *device, const vy_program *p, const struct vyi_job *job,
                             bool again, struct vyi_memories *m)
{
    vy_status status = VY_OK;
    bool later = !m->host && (device->fns->queued || (!again && device->fns->host_memory));
    if (again)
        m->zero_count = 0;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        if ((!again && m->owned[i].base) || !wants_zeros(device, p, job->launch, m, i))
            continue;
        if (later)
            clear_later(m, i);
        else
            status = vyi_job_clear(m->host ? NULL : device, job, m->at[i],
                                   job->launch->extents[i].bytes);
    }
    return status;
}

vy_status vyi_memories_read(vy_device *device, const struct vyi_memories *m,
                            const struct vyi_job *job, uint32_t buffer, uint64_t offset, void *to,
                            uint64_t bytes)
{
    if (!m->host)
        return vyi_job_download(device, job, (const char *)m->at[buffer] + offset, to, bytes);
    memcpy(to, (const char *)m->at[buffer] + offset, bytes);
    return VY_OK;
}

void vyi_memories_free(vy_device *device, const vy_program *p, struct vyi_memories *m)
{
    for (uint32_t i = 0; m->commands && i < p->buffers.count; i++)
        if (m->owned[i].base && m->host)
            vyi_free(p->context, m->owned[i].base, m->owned[i].bytes);
        else
            vyi_device_give(device, m->owned[i].base, m->owned[i].bytes);
    vy_memory_free(p->context, m->tables);
    *m = (struct vyi_memories){0};
}

vy_status vyi_rows_used(vy_device *device, const vy_program *p, const struct vyi_launch *launch,
                        const struct vyi_memories *memory, uint32_t buffer, uint64_t *found,
                        uint64_t *kept)
{
    const struct vyi_buffer *b = &p->buffers.at[buffer];
    uint64_t rows = launch->extents[buffer].size[0];
    *found = *kept = rows;
    if (!b->count)
        return VY_OK;
    uint32_t counter = b->count - 1;
    uint8_t elem = p->buffers.at[counter].elem, bytes[8] = {0};
    if (!memory->at[counter] || !launch->extents[counter].count) {
        *found = *kept = 0;
        return VY_OK;
    }
    vy_status status =
        vyi_memories_read(device, memory, NULL, counter, 0, bytes, vyi_type_bytes(elem));
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
