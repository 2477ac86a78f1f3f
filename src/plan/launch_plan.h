// What a dispatch and a launch plan have in common: what the caller gives, and the limits of a
// device.
#pragma once

#include "ir/launch.h"
#include "vyre/plan.h"

/// Sizes and values that the caller gives, by buffer and by param.
struct vyi_given {
    uint64_t *bound;  ///< by buffer: bytes; UINT64_MAX: not given
    uint64_t *params; ///< by param: its bits
    uint8_t *has;     ///< by param: it has a value
    uint8_t *named;   ///< by param, then by buffer: the caller has named it
};
size_t vyi_given_bytes(const vy_program *p);
/// Lays the tables into memory of so many bytes, aligned to 8. Nothing is given but defaults.
void vyi_given_init(const vy_program *p, void *memory, struct vyi_given *given);
/// Gives a param its value; false: it was named before.
bool vyi_given_param(struct vyi_given *given, uint32_t param, uint64_t bits);

/// What a launch takes of what devices limit.
enum vyi_limit { VYI_LIMIT_WORKGROUP, VYI_LIMIT_SHARED, VYI_LIMIT_GRID, VYI_LIMITS };
struct vyi_limits {
    uint64_t at[VYI_LIMITS]; ///< invocations a workgroup, bytes a workgroup, invocations; 0: none
};
/// The bits of the limits that a launch exceeds; `use` gets what it takes of each.
uint32_t vyi_limits_exceeded(const vy_program *p, const struct vyi_launch *launch,
                             const struct vyi_limits *limits, struct vyi_limits *use);

/// The layout that a binding plan of the program would have, as a number: binding, role and element
/// size of every buffer.
uint64_t vyi_plan_layout(const vy_program *p);
