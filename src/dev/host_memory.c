// See host_memory.h. A small block has the address that the context gave in front of it.
#include "dev/host_memory.h"

#include <sys/mman.h>

enum {
    LARGE = 1 << 18, ///< from here on mapping costs less than clearing
    VAST = 8 << 20   ///< from here on large pages are worth having
};

static size_t padded(uint64_t bytes)
{
    return (size_t)bytes + VYI_DEV_ALIGN + sizeof(void *);
}

void *vyi_aligned_alloc(vy_context *c, uint64_t bytes)
{
    char *base = bytes > SIZE_MAX / 2 ? NULL : vyi_calloc(c, padded(bytes), 1), *at;
    if (!base)
        return NULL;
    at = base + sizeof base + VYI_DEV_ALIGN - 1;
    at -= (uintptr_t)at % VYI_DEV_ALIGN;
    memcpy(at - sizeof base, &base, sizeof base);
    return at;
}

void vyi_aligned_free(vy_context *c, void *memory, uint64_t bytes)
{
    void *base;
    if (!memory)
        return;
    memcpy(&base, (char *)memory - sizeof base, sizeof base);
    vyi_free(c, base, padded(bytes));
}

void *vyi_host_alloc(vy_context *c, uint64_t bytes)
{
    if (bytes < LARGE || bytes > SIZE_MAX / 2)
        return vyi_aligned_alloc(c, bytes);
    void *pages =
        mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    if (bytes >= VAST)
        madvise(pages, (size_t)bytes, MADV_HUGEPAGE); // fewer faults, and tables that fit
    return pages;
}

void vyi_host_free(vy_context *c, void *memory, uint64_t bytes)
{
    if (bytes < LARGE)
        vyi_aligned_free(c, memory, bytes);
    else if (memory)
        munmap(memory, (size_t)bytes);
}

bool vyi_room_fit(vy_context *c, struct vyi_room *room, uint64_t bytes)
{
    if (room->at && room->bytes >= bytes)
        return true;
    vyi_room_free(c, room);
    room->at = vyi_host_alloc(c, bytes);
    room->bytes = room->at ? bytes : 0;
    return room->at;
}

void vyi_room_free(vy_context *c, struct vyi_room *room)
{
    vyi_host_free(c, room->at, room->bytes);
    *room = (struct vyi_room){0};
}

vy_status vyi_host_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up)
{
    return device->fns->copy(device, up ? memory : host, up ? host : memory, bytes);
}

vy_status vyi_host_fill(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                        uint32_t pattern_bytes)
{
    (void)device;
    for (uint64_t i = 0; i < bytes; i += pattern_bytes)
        memcpy((char *)memory + i, pattern, pattern_bytes);
    return VY_OK;
}
