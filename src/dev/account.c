// Memory of a device, counted against what it has.
#include "dev/device.h"

vy_status vyi_device_fits(vy_device *device, uint64_t bytes, struct vyi_report *report)
{
    uint64_t size = device->fns->memory_size ? device->fns->memory_size(device, bytes) : bytes;
    return device->most_bytes && size > device->most_bytes
               ? vyi_report_as(report, VY_ERROR_LIMIT, VYI_DIAG(BUFFER_LARGE), ULL(bytes),
                               device->params.name, ULL(device->most_bytes))
               : VY_OK;
}

vy_status vyi_device_take(vy_device *device, uint64_t bytes, bool cleared,
                          struct vyi_report *report, void **memory)
{
    uint64_t limit = device->info.memory, used = atomic_fetch_add(&device->used, bytes);
    bool room = !limit || (used <= limit && bytes <= limit - used);
    vy_status status = room ? vyi_device_fits(device, bytes, report) : VY_ERROR_LIMIT;
    bool reported = room && status;
    *memory = NULL;
    if (!status)
        status = device->fns->memory_create(device, bytes, cleared, memory);
    if (!status)
        return VY_OK;
    atomic_fetch_sub(&device->used, bytes);
    if (!reported && status != VY_ERROR_DEVICE) // which has reported its own reason
        vyi_report(report, 0, 0, VYI_DIAG(DEVICE_MEMORY), device->params.name, ULL(bytes),
                   ULL(used), ULL(limit));
    return status;
}

uint32_t vyi_buffer_align(const struct vyi_buffer *b)
{
    uint32_t size = vyi_type_bytes(b->elem);
    return b->align > size ? b->align : size;
}

/// Devices align what they allocate, each by its own rule; more is taken only where that is not
/// enough.
vy_status vyi_device_take_aligned(vy_device *device, uint64_t bytes, uint32_t align, bool cleared,
                                  struct vyi_report *report, struct vyi_block *block)
{
    uint64_t more;
    *block = (struct vyi_block){.bytes = bytes};
    vy_status status = vyi_device_take(device, bytes, cleared, report, &block->base);
    block->memory = block->base;
    if (status || (uintptr_t)block->base % align == 0)
        return status;
    vyi_device_give(device, block->base, bytes);
    *block = (struct vyi_block){.bytes = vyi_add(bytes, align - 1, &more) ? more : UINT64_MAX};
    status = vyi_device_take(device, block->bytes, cleared, report, &block->base);
    if (status) {
        *block = (struct vyi_block){0};
        return status;
    }
    uint64_t past = (uintptr_t)block->base % align;
    block->memory = (char *)block->base + (past ? align - past : 0);
    return VY_OK;
}

void vyi_device_give(vy_device *device, void *memory, uint64_t bytes)
{
    if (!memory)
        return;
    device->fns->memory_destroy(device, memory, bytes);
    atomic_fetch_sub(&device->used, bytes);
}

// ---- pieces that are kept ----
uint64_t vyi_kept_size(uint64_t bytes)
{
    uint64_t step = VYI_KEPT_LEAST;
    while (step < bytes >> 3)
        step <<= 1;
    return bytes < step ? step : (bytes + step - 1) & ~(step - 1);
}

static struct vyi_dev_piece remove_kept(struct vyi_kept *k, uint32_t i)
{
    struct vyi_dev_piece piece = k->at[i];
    k->count--;
    k->bytes -= piece.bytes;
    memmove(&k->at[i], &k->at[i + 1], (k->count - i) * sizeof *k->at);
    return piece;
}

bool vyi_kept_take(struct vyi_kept *k, uint64_t bytes, struct vyi_dev_piece *piece)
{
    for (uint32_t i = k->count; i-- > 0;) {
        if (k->at[i].bytes != bytes)
            continue;
        *piece = remove_kept(k, i);
        return true;
    }
    return false;
}

struct vyi_dev_piece vyi_kept_put(struct vyi_kept *k, struct vyi_dev_piece piece, uint64_t most)
{
    struct vyi_dev_piece out = {0};
    uint64_t first = k->count == VYI_KEPT ? k->at[0].bytes : 0;
    if (k->bytes - first + piece.bytes > most)
        return piece;
    if (k->count == VYI_KEPT)
        out = remove_kept(k, 0);
    k->at[k->count++] = piece;
    k->bytes += piece.bytes;
    return out;
}
