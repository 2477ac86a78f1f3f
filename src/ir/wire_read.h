// The reader of wire bytes, in two files: declarations, then nodes.
#ifndef VYI_IR_WIRE_READ_H
#define VYI_IR_WIRE_READ_H

#include "ir/wire.h"

struct vyi_wire_reader {
    vy_context *context;
    vy_program *p;
    const uint8_t *start, *at, *end; ///< whole words
    uint32_t node_count, root_count; ///< roots: launch expressions, then the body
    uint32_t grid_rank;
    vy_status status; ///< what went wrong, already reported
};

static inline uint32_t vyi_wire_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static inline size_t vyi_wire_offset(const struct vyi_wire_reader *r, const uint8_t *at)
{
    return (size_t)(at - r->start);
}

/// Reports, remembers the status and gives false.
#define vyi_wire_fail(r, NAME, ...) \
    (vyi_complain((r)->context, VYI_DIAG(NAME), __VA_ARGS__), (r)->status = VY_ERROR_WIRE, false)
static inline bool vyi_wire_no_memory(struct vyi_wire_reader *r)
{
    r->status = VY_ERROR_MEMORY;
    return false;
}

/// The nodes up to the end of the bytes; puts the roots where they belong.
bool vyi_wire_read_nodes(struct vyi_wire_reader *r);

#endif
