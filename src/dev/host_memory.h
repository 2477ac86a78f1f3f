// Memory of devices whose memory is the host's.
#pragma once

#include "dev/device.h"

enum { VYI_HOST_LINE = 64 };

/// Zeroed, aligned to VYI_DEV_ALIGN, never of size 0. Large ones come from the system, page by page
/// when they are first touched, small ones through the context. NULL: there is none.
void *vyi_host_alloc(vy_context *c, uint64_t bytes);
void vyi_host_free(vy_context *c, void *memory, uint64_t bytes);
/// The same, always through the context.
void *vyi_aligned_alloc(vy_context *c, uint64_t bytes);
void vyi_aligned_free(vy_context *c, void *memory, uint64_t bytes);

/// transfer() and fill() of the device table.
vy_status vyi_host_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up);
vy_status vyi_host_fill(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                        uint32_t pattern_bytes);

/// Memory that is kept for the next use of as much.
struct vyi_room {
    void *at;
    uint64_t bytes;
};
/// Makes it hold at least `bytes`; what it held is gone. False: there is no memory (it is empty).
bool vyi_room_fit(vy_context *c, struct vyi_room *room, uint64_t bytes);
void vyi_room_free(vy_context *c, struct vyi_room *room);
