// What statements do with memory, buffer by buffer.
#pragma once

#include "ir/uniform.h"
#include "ir/visit.h"

// ---- one node ----
enum {
    VYI_READS = 1,
    VYI_WRITES = 2,
    VYI_ATOMIC = 4, ///< as one atomic operation; a LOAD or STORE of an atomic buffer is one too
    VYI_PLAIN = 8,  ///< not so
    VYI_PARTS = 16  ///< more than one element, or parts of elements: copies, u32_at, u64_at
};
/// An access of a node to a buffer.
struct vyi_access {
    uint32_t buffer;
    uint8_t how;          ///< bits
    uint8_t order;        ///< enum vyi_order, of an atomic one
    uint8_t rank;         ///< indices; 0: not one element by its indices
    const vyi_ref *index; ///< one an axis
};
/// The accesses of a node itself, without those of its kids: 0, 1, or 2 of a copy (to, from). What
/// asks for a length alone is none.
uint32_t vyi_accesses(const vy_program *p, const struct vyi_node *n, struct vyi_access at[2]);

// ---- statements ----
/// What some statements do, put together.
struct vyi_effects {
    uint8_t *of;    ///< by buffer: bits as above; of[count]: what the host sees in order, such as
                    ///< lines and clocks, as WRITES
    uint32_t count; ///< buffers
    uint32_t *touched, touched_count; ///< those of them, and `count`, that have bits
    bool orders;   ///< fences, orderings stronger than relaxed, copies, fixpoints: they may order
                   ///< any accesses of others, and count as touching everything
    bool exits;    ///< break, continue, leave, return, or an assert that may fail
    uint8_t syncs; ///< the widest scope of a barrier or collective, enum vyi_scope + 1; 0: none
};
/// None so far; VY_ERROR_MEMORY where there is no memory. Free with vyi_effects_free() either way.
vy_status vyi_effects_init(const vy_program *p, struct vyi_effects *e);
void vyi_effects_free(const vy_program *p, struct vyi_effects *e);
void vyi_effects_clear(struct vyi_effects *e);
/// Adds those of a statement or an expression and of all that is below it. Reads of buffers that
/// nothing writes are noted, and conflict with nothing. How many nodes there are.
uint32_t vyi_effects_add(const vy_program *p, struct vyi_effects *e, vyi_ref root);
bool vyi_effects_any(const vy_program *p, const struct vyi_effects *e);
/// Whether the order of the two matters: both touch a buffer, and one of them writes it.
bool vyi_effects_conflict(const vy_program *p, const struct vyi_effects *a,
                          const struct vyi_effects *b);
