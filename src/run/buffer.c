// Buffers that stay on the device: made, filled, moved in ranges, and recognised after their end.
#include "run/run.h"

#include <stdio.h>

/// A mapped one of a device whose memory the host does not see: none of the device's memory.
static bool is_apart(const vy_buffer *b)
{
    return b->host && b->device->fns->mapped_create;
}

void vyi_block_give(vy_device *device, struct vyi_block *block, uint32_t generation)
{
    if (generation == device->generation)
        vyi_device_give(device, block->base, block->bytes);
    else if (block->base)
        atomic_fetch_sub(&device->used, block->bytes);
    *block = (struct vyi_block){0};
}

static void give(vy_buffer *b)
{
    if (is_apart(b) && !vyi_buffer_stale(b))
        b->device->fns->mapped_destroy(b->device, b->host);
    vyi_block_give(b->device, &b->block, b->generation);
    b->memory = b->host = NULL;
}

void vyi_buffer_drop(vy_buffer *b)
{
    if (!--b->uses && b->gone)
        give(b);
}

// ---- life ----
/// Memory with its contents.
static vy_status take(vy_buffer *b, const vy_buffer_params *params)
{
    vy_device *device = b->device;
    struct vyi_report report = {.context = device->context};
    if (params->mapped && device->fns->mapped_create) {
        vy_status status = vyi_device_fits(device, b->bytes, &report);
        if (!status)
            status = device->fns->mapped_create(device, b->bytes, &b->memory, &b->host);
        if (!status && params->data)
            memcpy(b->host, params->data, b->bytes);
        vyi_report_end(&report, status);
        return status;
    }
    vy_status status = vyi_device_take_aligned(device, b->bytes, params->align ? params->align : 1,
                                               params->mapped || !params->data, &report, &b->block);
    vyi_report_end(&report, status);
    b->memory = b->block.memory;
    b->host = params->mapped ? b->memory : NULL;
    if (!status && params->data)
        status = vyi_device_upload(device, b->memory, 0, params->data, b->bytes);
    return status;
}

vy_status vy_buffer_create(vy_device *device, const vy_buffer_params *params, vy_buffer **buffer)
{
    if (!device)
        return VY_ERROR_ARGUMENT;
    vy_context *c = device->context;
    if (!buffer)
        return vyi_refuse_null(c, "buffer", "pass the address of a vy_buffer pointer");
    *buffer = NULL;
    vy_buffer_params p = vy_buffer_defaults();
    vy_status status = vyi_params_read(c, vy_buffer_params, params, &p);
    if (!status)
        status = vyi_hub_check(device);
    if (!status && !device->info.resident)
        status = vyi_refuse(c, VY_ERROR_DEVICE, VYI_DIAG(BUFFER_NOT_HERE), device->params.name);
    else if (!status && (p.align & (p.align - 1) || p.align > VYI_MAX_ALIGN))
        status = vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(BUFFER_ALIGN), p.align, VYI_MAX_ALIGN);
    if (status)
        return status;
    vy_buffer *b = vyi_calloc(c, 1, sizeof *b);
    if (!b)
        return VY_ERROR_MEMORY;
    b->device = device;
    b->bytes = p.bytes;
    b->generation = device->generation;
    status = take(b, &p);
    if (status) {
        give(b);
        vyi_free(c, b, sizeof *b);
        return status;
    }
    vyi_hub_hold(device);
    *buffer = b;
    return VY_OK;
}

/// The handle of a destroyed buffer is kept so that its use is recognised; the oldest make room.
static void bury(vy_device *device, vy_buffer *b)
{
    struct vyi_hub *hub = device->hub;
    vy_buffer *oldest = hub->gone_first;
    atomic_store(&b->gone, true);
    if (!b->uses)
        give(b);
    *(hub->gone_last ? &hub->gone_last->next : &hub->gone_first) = b;
    hub->gone_last = b;
    if (++hub->gone_count <= VYI_HUB_GONE || oldest->uses)
        return;
    hub->gone_first = oldest->next;
    hub->gone_count--;
    vyi_free(device->context, oldest, sizeof *oldest);
}

void vy_buffer_destroy(vy_buffer **buffer)
{
    if (!buffer || !*buffer)
        return;
    vy_buffer *b = *buffer;
    vy_device *device = b->device;
    *buffer = NULL;
    vyi_hub_lock(device->hub);
    bool again = b->gone;
    if (!again)
        bury(device, b);
    vyi_hub_unlock(device->hub);
    if (!again)
        vyi_hub_drop(device);
}

uint64_t vy_buffer_bytes(const vy_buffer *buffer)
{
    return buffer && !buffer->gone ? buffer->bytes : 0;
}

vy_status vy_buffer_map(vy_buffer *buffer, void **memory)
{
    if (memory)
        *memory = NULL;
    if (!buffer)
        return VY_ERROR_ARGUMENT;
    vy_context *c = buffer->device->context;
    if (!memory)
        return vyi_refuse_null(c, "memory", "pass the address of a pointer that receives it");
    if (buffer->gone)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(BUFFER_GONE), "the call uses");
    if (!buffer->host)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(BUFFER_NOT_MAPPED),
                          "vy_buffer_map() is given");
    *memory = buffer->host;
    return VY_OK;
}

/// Whether the buffer can be used in this process; reports if not.
static vy_status check(const vy_buffer *b)
{
    vy_status status = vyi_hub_check(b->device);
    if (!status && b->gone)
        status = vyi_refuse(b->device->context, VY_ERROR_ARGUMENT, VYI_DIAG(BUFFER_GONE),
                            "the call uses");
    return status;
}

/// Whether the memory was lost with the device.
static vy_status check_fresh(const vy_buffer *b)
{
    if (!vyi_buffer_stale(b))
        return VY_OK;
    return vyi_refuse(b->device->context, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_STALE), "the vy_buffer",
                      b->device->params.name);
}

vy_status vy_buffer_address(vy_buffer *buffer, uint64_t *address)
{
    if (address)
        *address = 0;
    if (!buffer)
        return VY_ERROR_ARGUMENT;
    if (!address)
        return vyi_refuse_null(buffer->device->context, "address",
                               "pass the address of a uint64_t that receives it");
    vy_status status = check(buffer);
    if (!status)
        status = check_fresh(buffer);
    if (!status)
        *address = (uintptr_t)buffer->memory;
    return status;
}

// ---- transfers ----
enum direction { UP, DOWN, FILL };
struct transfer {
    const char *call; ///< for messages
    vy_buffer *buffer;
    enum direction direction;
    const vy_range *ranges;
    size_t count;
    bool listed; ///< the caller gave the ranges
    bool no_wait;
    const void *pattern; ///< FILL
    uint32_t pattern_bytes;
};

/// A range without memory on the host's side; the other pointer may have been filled in instead.
static vy_status no_memory(const struct transfer *t, size_t i)
{
    bool up = t->direction == UP;
    char what[48] = "data";
    const char *fix = up ? "pass the address of the bytes to move, or 0 bytes"
                         : "pass the address of memory for the bytes, or 0 bytes";
    if (t->listed) {
        snprintf(what, sizeof what, ".%s of range %zu", up ? "data" : "memory", i);
        fix = up ? "an upload reads from .data; .memory is for downloads"
                 : "a download writes to .memory; .data is for uploads";
    }
    return vyi_refuse_null_of(t->buffer->device->context, t->call, what, fix);
}

static vy_status check_ranges(const struct transfer *t)
{
    for (size_t i = 0; i < t->count; i++) {
        const vy_range *r = &t->ranges[i];
        const void *there = t->direction == UP ? r->data : r->memory;
        uint64_t end;
        if (r->bytes && !there && t->direction != FILL)
            return no_memory(t, i);
        if (vyi_add(r->offset, r->bytes, &end) && end <= t->buffer->bytes)
            continue;
        return vyi_refuse(t->buffer->device->context, VY_ERROR_ARGUMENT, VYI_DIAG(BUFFER_RANGE),
                          ULL(r->bytes), ULL(r->offset), ULL(t->buffer->bytes));
    }
    return VY_OK;
}

static vy_status move_range(const struct transfer *t, const vy_range *r)
{
    vy_device *d = t->buffer->device;
    void *memory = t->buffer->memory;
    char *host = is_apart(t->buffer) ? (char *)t->buffer->host + r->offset : NULL;
    if (!host && t->direction == UP)
        return vyi_device_upload(d, memory, r->offset, r->data, r->bytes);
    if (!host && t->direction == DOWN)
        return vyi_device_download(d, memory, r->offset, r->memory, r->bytes);
    if (!host)
        return d->fns->fill(d, (char *)memory + r->offset, r->bytes, t->pattern, t->pattern_bytes);
    if (t->direction == UP && r->bytes)
        memcpy(host, r->data, r->bytes);
    else if (t->direction == DOWN && r->bytes)
        memcpy(r->memory, host, r->bytes);
    for (uint64_t k = 0; t->direction == FILL && k < r->bytes; k += t->pattern_bytes)
        memcpy(host + k, t->pattern, t->pattern_bytes);
    return VY_OK;
}

static vy_status take_turn(const struct transfer *t, struct vyi_turn *turn)
{
    vy_device *device = t->buffer->device;
    struct vyi_use busy = {0};
    vy_status status = vyi_turn_join(device, turn);
    if (status)
        return status;
    if (t->no_wait && !vyi_turn_ready(device, turn, &busy)) {
        status = vyi_refuse(device->context, VY_ERROR_BUSY, VYI_DIAG(BUFFER_BUSY),
                            ULL(busy.to - busy.from), ULL(busy.from));
    } else {
        vyi_turn_wait(device, turn, 0, NULL);
        vyi_hub_enter(device);
        status = check_fresh(t->buffer);
        for (size_t i = 0; !status && i < t->count; i++)
            status = move_range(t, &t->ranges[i]);
        vyi_hub_leave(device);
    }
    vyi_turn_leave(device, turn);
    return status;
}

/// Takes a turn on the bytes of each range, so that those between them stay free for others.
static vy_status transfer(const struct transfer *t)
{
    enum { FEW = 8 };
    struct vyi_use few[FEW], *uses = few;
    if (!t->buffer)
        return VY_ERROR_ARGUMENT;
    vy_context *c = t->buffer->device->context;
    if (t->count && !t->ranges)
        return vyi_refuse_null_of(c, t->call, ".ranges",
                                  "pass an array of .count ranges; vy_ranges() makes one");
    vy_status status = check(t->buffer);
    if (!status)
        status = check_ranges(t);
    if (status || !t->count)
        return status;
    if (t->count > FEW)
        uses = t->count <= UINT32_MAX ? vyi_calloc(c, t->count, sizeof *uses) : NULL;
    if (!uses)
        return VY_ERROR_MEMORY;
    for (size_t i = 0; i < t->count; i++)
        uses[i] = (struct vyi_use){.buffer = t->buffer,
                                   .from = t->ranges[i].offset,
                                   .to = t->ranges[i].offset + t->ranges[i].bytes,
                                   .write = t->direction != DOWN};
    struct vyi_turn turn = {.uses = uses, .use_count = (uint32_t)t->count};
    status = take_turn(t, &turn);
    if (uses != few)
        vyi_free(c, uses, t->count * sizeof *uses);
    return status;
}

vy_status vy_buffer_upload(vy_buffer *buffer, uint64_t offset, const void *data, uint64_t bytes)
{
    vy_range range = {offset, bytes, data, NULL};
    return transfer(
        &(struct transfer){"vy_buffer_upload", buffer, UP, &range, 1, false, false, NULL, 0});
}

vy_status vy_buffer_download(vy_buffer *buffer, uint64_t offset, void *data, uint64_t bytes)
{
    vy_range range = {offset, bytes, NULL, data};
    return transfer(
        &(struct transfer){"vy_buffer_download", buffer, DOWN, &range, 1, false, false, NULL, 0});
}

static vy_status transfer_ranges(const char *call, vy_buffer *buffer, enum direction direction,
                                 const vy_transfer_params *params)
{
    vy_transfer_params p = vy_transfer_defaults();
    if (!buffer)
        return VY_ERROR_ARGUMENT;
    vy_status status = vyi_params_read(buffer->device->context, vy_transfer_params, params, &p);
    if (status)
        return status;
    return transfer(
        &(struct transfer){call, buffer, direction, p.ranges, p.count, true, p.no_wait, NULL, 0});
}

vy_status vy_buffer_upload_ranges(vy_buffer *buffer, const vy_transfer_params *params)
{
    return transfer_ranges("vy_buffer_upload_ranges", buffer, UP, params);
}

vy_status vy_buffer_download_ranges(vy_buffer *buffer, const vy_transfer_params *params)
{
    return transfer_ranges("vy_buffer_download_ranges", buffer, DOWN, params);
}

vy_status vy_buffer_fill(vy_buffer *buffer, const vy_fill_params *params)
{
    static const uint8_t zeros[16];
    vy_fill_params p = vy_fill_defaults();
    if (!buffer)
        return VY_ERROR_ARGUMENT;
    vy_status status = vyi_params_read(buffer->device->context, vy_fill_params, params, &p);
    if (status)
        return status;
    uint64_t size = vy_buffer_bytes(buffer);
    if (!p.bytes)
        p.bytes = p.offset < size ? size - p.offset : 0;
    if (!p.pattern)
        p.pattern = zeros, p.pattern_bytes = 1;
    if (!p.pattern_bytes || p.pattern_bytes > 16 || p.pattern_bytes & (p.pattern_bytes - 1) ||
        p.bytes % p.pattern_bytes)
        return vyi_refuse(buffer->device->context, VY_ERROR_ARGUMENT, VYI_DIAG(FILL_PATTERN),
                          ULL(p.bytes), p.pattern_bytes);
    vy_range range = {p.offset, p.bytes, NULL, NULL};
    return transfer(&(struct transfer){"vy_buffer_fill", buffer, FILL, &range, 1, false, p.no_wait,
                                       p.pattern, p.pattern_bytes});
}
