// See cpu_memory.h. A small block has the address that the context gave in front of it.
#include "dev/cpu/cpu_memory.h"

#include "dev/device.h"

#include <sys/mman.h>

enum {
    LARGE = 1 << 18, ///< from here on mapping costs less than clearing
    VAST = 8 << 20   ///< from here on large pages are worth having
};

static bool is_large(uint64_t bytes)
{
    return bytes >= LARGE;
}

static size_t padded(uint64_t bytes)
{
    return (size_t)bytes + VYI_DEV_ALIGN + sizeof(void *);
}

void *vyi_cpu_alloc(vy_context *c, uint64_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    if (is_large(bytes)) {
        void *pages =
            mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED)
            return NULL;
        if (bytes >= VAST)
            madvise(pages, (size_t)bytes, MADV_HUGEPAGE); // fewer faults, and tables that fit
        return pages;
    }
    char *base = vyi_calloc(c, padded(bytes), 1), *at;
    if (!base)
        return NULL;
    at = base + sizeof(void *) + VYI_DEV_ALIGN - 1;
    at -= (uintptr_t)at % VYI_DEV_ALIGN;
    memcpy(at - sizeof(void *), &base, sizeof base);
    return at;
}

void vyi_cpu_free(vy_context *c, void *memory, uint64_t bytes)
{
    void *base;
    if (!memory)
        return;
    if (is_large(bytes)) {
        munmap(memory, (size_t)bytes);
        return;
    }
    memcpy(&base, (char *)memory - sizeof(void *), sizeof base);
    vyi_free(c, base, padded(bytes));
}

bool vyi_cpu_room_fit(vy_context *c, struct vyi_cpu_room *room, uint64_t bytes)
{
    if (room->at && room->bytes >= bytes)
        return true;
    vyi_cpu_room_free(c, room);
    room->at = vyi_cpu_alloc(c, bytes);
    room->bytes = room->at ? bytes : 0;
    return room->at;
}

void vyi_cpu_room_free(vy_context *c, struct vyi_cpu_room *room)
{
    vyi_cpu_free(c, room->at, room->bytes);
    *room = (struct vyi_cpu_room){0};
}
