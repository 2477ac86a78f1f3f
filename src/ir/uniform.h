// How far values and control flow are known to be the same: across the grid, a workgroup, a
// subgroup, or not at all. The verifier holds programs to it, code generators ask it.
#ifndef VYI_IR_UNIFORM_H
#define VYI_IR_UNIFORM_H

#include "ir/program.h"

/// What is known about a program that the verifier's walk accepted.
struct vyi_levels {
    /// By node, enum vyi_uniform. An expression: how far its value is the same among the living
    /// invocations that evaluate it together. A statement: how far the control flow it stands in
    /// is. Launch expressions are GRID.
    uint8_t *node;
    uint8_t *local; ///< by local: how far its value is the same, under every assignment
    uint32_t node_count, local_count;
};

/// Computes them; VY_OK or VY_ERROR_MEMORY. Free with vyi_levels_free() either way.
vy_status vyi_levels_compute(const vy_program *p, struct vyi_levels *levels);
void vyi_levels_free(vy_context *c, struct vyi_levels *levels);

/// Reports every barrier, collective, each, fixpoint and copy that stands where not all of its
/// scope come by, with the way to the value that differs. VY_OK unless memory runs out.
vy_status vyi_levels_check(const vy_program *p, struct vyi_report *report);

#endif
