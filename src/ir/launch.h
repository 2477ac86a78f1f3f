// What is computed once a dispatch, before anything runs: sizes, constants, the grid.
#pragma once

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
    bool concurrent;      ///< what the id of that name is on the oracle
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

// ---- what a launch knows of leaves ----
/// One axis of a number that counts x fastest; most grids have one axis, and dividing is slow.
static inline uint32_t vyi_launch_along(uint32_t number, const uint32_t *size, uint32_t axis)
{
    if (number < size[0])
        return axis ? 0 : number;
    return axis == 0   ? number % size[0]
           : axis == 1 ? number / size[0] % size[1]
                       : number / size[0] / size[1];
}
/// An id of one invocation, by the number of its workgroup and its number within that.
static inline uint32_t vyi_launch_id(const struct vyi_launch *l, uint32_t x, uint32_t group,
                                     uint32_t inside)
{
    uint32_t axis = x % 4;
    switch (x / 4) {
    case VYI_ID_LID: return vyi_launch_along(inside, l->workgroup, axis);
    case VYI_ID_WID: return vyi_launch_along(group, l->groups, axis);
    case VYI_ID_GRID_SIZE: return l->groups[axis] * l->workgroup[axis];
    case VYI_ID_WORKGROUP_SIZE: return l->workgroup[axis];
    case VYI_ID_WORKGROUPS: return l->groups[axis];
    case VYI_ID_LANE: return inside % VYI_SUBGROUP;
    case VYI_ID_SUBGROUP: return inside / VYI_SUBGROUP;
    case VYI_ID_CONCURRENT: return l->concurrent;
    default:
        return vyi_launch_along(group, l->groups, axis) * l->workgroup[axis] +
               vyi_launch_along(inside, l->workgroup, axis);
    }
}
/// The value that a literal, param, const, length or id has for the whole launch; false: it is
/// another expression, or differs between invocations.
static inline bool vyi_launch_leaf(const struct vyi_launch *l, const struct vyi_node *n,
                                   uint64_t *value)
{
    switch (n->op) {
    case VYI_OP_LITERAL: *value = vyi_literal_bits(n); return true;
    case VYI_OP_PARAM: *value = l->params[n->x]; return true;
    case VYI_OP_CONST: *value = l->consts[n->x]; return true;
    case VYI_OP_LEN:
        *value = n->n ? l->extents[n->x].size[n->n - 1] : l->extents[n->x].count;
        return true;
    default:
        if (n->op != VYI_OP_ID || vyi_id_info(n->x / 4)->uniform != VYI_UNIFORM_GRID)
            return false;
        *value = vyi_launch_id(l, n->x, 0, 0);
        return true;
    }
}
