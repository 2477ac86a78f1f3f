// Buffers that a program overwrites as a whole: they need not be cleared before it runs.
#ifndef VYI_IR_COVER_H
#define VYI_IR_COVER_H

#include "ir/launch.h"

/// Finds, for each `out` buffer that nothing reads, a store that every run comes to; it is kept in
/// vyi_buffer.cover. For verified programs.
void vyi_cover_find(vy_program *p);
/// Whether a launch that ends well stores to every element of a buffer.
bool vyi_cover_whole(const vy_program *p, const struct vyi_launch *launch, uint32_t buffer);

#endif
