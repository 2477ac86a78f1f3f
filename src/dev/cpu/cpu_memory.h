// Memory of the cpu device: the host's, aligned to cache lines.
#ifndef VYI_DEV_CPU_CPU_MEMORY_H
#define VYI_DEV_CPU_CPU_MEMORY_H

#include "base/base.h"

#include <pthread.h>

enum { VYI_CPU_LINE = 64 };

/// Zeroed, aligned to a cache line, never of size 0. Large ones come from the system, page by page
/// when they are first touched, small ones through the context. NULL: there is none.
void *vyi_cpu_alloc(vy_context *c, uint64_t bytes);
void vyi_cpu_free(vy_context *c, void *memory, uint64_t bytes);

/// Memory that is kept for the next one who asks for as much.
struct vyi_cpu_room {
    void *at;
    uint64_t bytes;
};
/// Makes it hold at least `bytes`; what it held is gone. False: there is no memory (it is empty).
bool vyi_cpu_room_fit(vy_context *c, struct vyi_cpu_room *room, uint64_t bytes);
void vyi_cpu_room_free(vy_context *c, struct vyi_cpu_room *room);

#endif
