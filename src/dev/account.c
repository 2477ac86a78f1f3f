// Memory of a device, counted against what it has.
#include "dev/device.h"

vy_status vyi_device_take(vy_device *device, uint64_t bytes, bool cleared,
                          struct vyi_report *report, void **memory)
{
    uint64_t limit = device->info.memory, used = atomic_fetch_add(&device->used, bytes);
    vy_status status = VY_OK;
    *memory = NULL;
    if (limit && (used > limit || bytes > limit - used))
        status = VY_ERROR_LIMIT;
    else
        status = device->fns->memory_create(device, bytes, cleared, memory);
    if (!status)
        return VY_OK;
    atomic_fetch_sub(&device->used, bytes);
    if (status != VY_ERROR_DEVICE) // which has reported its own reason
        vyi_report(report, 0, 0, VYI_DIAG(DEVICE_MEMORY), device->params.name,
                   (unsigned long long)bytes, (unsigned long long)used, (unsigned long long)limit);
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
