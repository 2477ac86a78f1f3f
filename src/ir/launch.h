// What is computed once a dispatch, before anything runs: sizes, constants, the grid.
#ifndef VYI_IR_LAUNCH_H
#define VYI_IR_LAUNCH_H

#include "ir/program.h"

struct vyi_extent {
    uint64_t size[VYI_MAX_RANK]; ///< elements along each axis
    uint64_t count;              ///< elements in all, at most 2^32 - 1
    uint64_t bytes;
};

struct vyi_launch {
    uint64_t *params;           ///< bit form, by param
    uint64_t *consts;           ///< bit form, by const
    struct vyi_extent *extents; ///< by buffer
    uint64_t (*ranges)[2]; ///< @range of each buffer: from, bytes; (0, all) where there is none
    uint32_t workgroup[3], groups[3];
    uint64_t invocations; ///< rounded up to workgroups; 0 runs nothing
};

/// Where a program leaves workgroup and grid out, the device's own choice.
struct vyi_launch_choice {
    uint32_t workgroup, groups;
};

/// One op with the flag LAUNCH in checked u64; false where it has no result: overflow, below zero,
/// a zero divisor.
bool vyi_launch_compute(uint8_t op, uint64_t a, uint64_t b, uint64_t *value);

/// Whether the grid is the same for every input: it is stated, and made only of literals.
bool vyi_launch_grid_fixed(const vy_program *p);

/// Evaluates all launch expressions in checked u64. `bound` holds, by buffer, the bytes the host
/// bound (UINT64_MAX: none); params are bits by param. Reports with the numbers on failure.
/// Free with vyi_launch_free() either way.
vy_status vyi_launch_eval(const vy_program *p, const uint64_t *params, const uint64_t *bound,
                          struct vyi_launch_choice choice, struct vyi_report *report,
                          struct vyi_launch *launch);
/// Only the extents of `count` buffers from `first` on, from what they depend on; `given`:
/// which params have a value (NULL: all).
vy_status vyi_launch_extents(const vy_program *p, const uint64_t *params, const uint8_t *given,
                             const uint64_t *bound, uint32_t first, uint32_t count,
                             struct vyi_report *report, struct vyi_extent *extents);
void vyi_launch_free(vy_context *c, struct vyi_launch *launch);

/// The sizes of a buffer as they are declared: "[cap, 2]", "[, 256]".
void vyi_launch_sizes_text(const vy_program *p, uint32_t buffer, struct vyi_text *t);
/// How messages name a buffer: "'row' (in u32[]; CSR offsets, nodes + 1)".
void vyi_launch_buffer_text(const vy_program *p, uint32_t buffer, struct vyi_text *t);
/// "3" or "1, 5": an element's index along each axis.
void vyi_launch_index_text(uint32_t rank, const uint64_t *size, uint64_t element, char *text,
                           size_t bytes);

#endif
