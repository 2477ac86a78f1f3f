// How far values and control flow are known to be the same: across the grid, a workgroup, a
// subgroup, or not at all. The verifier holds programs to it, code generators ask it.
#pragma once

#include "ir/program.h"

/// What is known about a program that the verifier's walk accepted.
struct vyi_levels {
    /// By node, enum vyi_uniform. An expression: how far its value is the same among the living
    /// invocations that evaluate it together. A statement: how far the control flow it stands in
    /// is. Launch expressions are GRID.
    uint8_t *node;
    uint8_t *local; ///< by local, behind them: how far its value is the same, always
    uint32_t node_count, local_count;
};

/// Computes them; VY_OK or VY_ERROR_MEMORY. Free with vyi_levels_free() either way.
vy_status vyi_levels_compute(const vy_program *p, struct vyi_levels *levels);
void vyi_levels_free(vy_context *c, struct vyi_levels *levels);

/// Reports every barrier, collective, each, fixpoint and copy that stands where not all of its
/// scope come by, with the way to the value that differs. VY_OK unless memory runs out.
vy_status vyi_levels_check(const vy_program *p, struct vyi_report *report);

/// The most that a value may vary which is the same for all of a scope.
static inline uint8_t vyi_scope_level(uint32_t scope)
{
    return (uint8_t)(VYI_UNIFORM_SUBGROUP - scope);
}
/// Whether nothing writes the buffer while a program runs.
bool vyi_constant_buffer(const vy_program *p, uint32_t buffer);

// ---- the graph behind it: what depends on what ----
enum vyi_dep_kind {
    VYI_DEP_ROOT,  ///< the flow of the body itself; never rises
    VYI_DEP_LOCAL, ///< the value of a local; node number = local + 1
    VYI_DEP_IF,    ///< the flow of both branches of an if
    VYI_DEP_LAZY,  ///< the flow on the right of && || ?:, or in the arguments of an assert
    VYI_DEP_LOOP,  ///< the flow of a loop's body, all iterations
    VYI_DEP_EACH,  ///< the flow inside an each
    VYI_DEP_REST,  ///< the flow after a statement that some may have left
    VYI_DEP_LEFT,  ///< the invocations that left a block so far
    VYI_DEP_GONE,  ///< the invocations that returned so far
    VYI_DEP_VALUE  ///< an operand that must be uniform
};

struct vyi_dep {
    uint32_t ref;    ///< the statement or expression it belongs to; 0: none
    uint32_t first;  ///< its first edge + 1; 0: none
    uint32_t by;     ///< the edge that raised it + 1; 0: its own source did
    uint32_t source; ///< the expression that varies by itself
    uint8_t kind, level, base;
};
/// `to` is at least as varying as `from`, because of the statement `ref`.
struct vyi_dep_edge {
    uint32_t from, to, next, ref;
};

enum vyi_need_kind {
    VYI_NEED_BARRIER,
    VYI_NEED_COLLECTIVE,
    VYI_NEED_OPERAND,
    VYI_NEED_FIXPOINT,
    VYI_NEED_BOUND,
    VYI_NEED_EACH,
    VYI_NEED_NOT_RETURNED
};
/// What must hold: a node of the graph is no more varying than `limit`.
struct vyi_need {
    uint32_t node, ref;
    uint8_t kind, limit, which; ///< which: of several operands, from 0
};

struct vyi_graph {
    const vy_program *p;
    VYI_VEC(struct vyi_dep) nodes;
    VYI_VEC(struct vyi_dep_edge) edges;
    VYI_VEC(struct vyi_need) needs;
    uint32_t *flows; ///< by IR node: a statement's flow + 1; NULL: not wanted
    bool failed;
};

/// Collects what depends on what in the body and computes the levels; false when memory runs out.
bool vyi_graph_build(struct vyi_graph *g);
void vyi_graph_free(struct vyi_graph *g);
