// A row of memory that a collective works on: a place for each invocation of a workgroup, and one
// for the total of each subgroup. It is shared memory where invocations run side by side, and a
// part of the scratch memory where one invocation of Vulkan runs a workgroup.
#ifndef VYI_GEN_SPIRV_ROW_H
#define VYI_GEN_SPIRV_ROW_H

#include "gen/spirv/emit.h"
#include "ir/sem.h"

/// Of a node: the op that folds it.
static inline uint8_t vyi_row_op(const struct vyi_node *n)
{
    return n->op == VYI_OP_ANY ? VYI_OP_OR : n->op == VYI_OP_ALL ? VYI_OP_AND : (uint8_t)n->x;
}
static inline uint32_t vyi_row_identity(struct emit *e, uint8_t op, uint8_t type)
{
    return vyi_spirv_constant(e, type, vyi_sem_identity(op, type));
}
static inline uint32_t vyi_row_combine(struct emit *e, uint8_t op, uint8_t type, uint32_t a,
                                       uint32_t b)
{
    return vyi_spirv_op2(e, op, type, a, b);
}
/// Whether the order of a fold matters: a float sum.
static inline bool vyi_row_is_tree(uint8_t op, uint8_t type)
{
    return op == VYI_OP_ADD && vyi_type_class(type) == VYI_CLASS_FLOAT;
}

/// Words of the row; 0: no collective needs one.
uint32_t vyi_row_words(const struct emit *e);
/// The index of the first total.
uint32_t vyi_row_totals(const struct emit *e);
uint32_t vyi_row_get(struct emit *e, uint8_t type, uint32_t index);
void vyi_row_put(struct emit *e, uint8_t type, uint32_t index, uint32_t v);
/// `v` and the values at [from, to) of the `count` that begin at `from`; `to` 0: all of them.
uint32_t vyi_row_range(struct emit *e, uint8_t op, uint8_t type, uint32_t v, uint32_t from,
                       uint32_t to, uint32_t count);
/// Folds the `count` values that begin at `from`, a power of two of them, as a tree; those from
/// `to` on (0: none) are identities. The result is at `from`; what lay there is overwritten.
void vyi_row_tree(struct emit *e, uint8_t op, uint8_t type, uint32_t from, uint32_t to,
                  uint32_t count);
/// Elements first, first + step, … of an async_copy whose operands are `v`.
void vyi_row_copy(struct emit *e, const struct vyi_node *n, const uint32_t v[3], uint32_t first,
                  uint32_t step);

/// A loop of numbers from, from + step, … below `end`.
struct vyi_passes {
    uint32_t at, now, end, head, next, done; ///< variable, ids of numbers, labels
    uint32_t before;                         ///< vyi_spirv_limit_begin()
};
struct vyi_passes vyi_spirv_passes_begin(struct emit *e, uint32_t from, uint32_t end);
void vyi_spirv_passes_end(struct emit *e, const struct vyi_passes *l, uint32_t step);

#endif
