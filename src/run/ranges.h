// Ranges of numbers, by where they are: of bytes, addresses. Several sets share one store; a set is
// a number, 0 while it is empty.
#ifndef VYI_RUN_RANGES_H
#define VYI_RUN_RANGES_H

#include "base/base.h"

struct vyi_range {
    uint64_t from, to; ///< to: behind the last; from < to
    uint64_t most;     ///< the greatest `to` of it and of those below it
    uint32_t left, right;
    uint32_t item, tag; ///< what its owner wants to know of it
};
struct vyi_ranges {
    VYI_VEC(struct vyi_range) at; ///< the first is none
    uint32_t unused;              ///< the first of those taken out, linked by `left`
    uint32_t unused_count;
};
struct vyi_ranges_found {
    VYI_VEC(struct vyi_range_met) list;
};
struct vyi_range_met {
    uint32_t item, number;
};

/// Room for further ones; false when memory runs out.
bool vyi_ranges_reserve(vy_context *c, struct vyi_ranges *r, uint32_t more);
/// Adds one, for which room was made; its number.
uint32_t vyi_ranges_add(struct vyi_ranges *r, uint32_t *set, struct vyi_range range);
void vyi_ranges_remove(struct vyi_ranges *r, uint32_t *set, uint32_t number);
/// One that begins and ends there; 0: none does.
uint32_t vyi_ranges_exact(const struct vyi_ranges *r, uint32_t set, uint64_t from, uint64_t to);
/// Appends all that have a part of [from, to); false when memory runs out.
bool vyi_ranges_overlap(vy_context *c, const struct vyi_ranges *r, uint32_t set, uint64_t from,
                        uint64_t to, struct vyi_ranges_found *met);
/// By item, upwards.
void vyi_ranges_sort(struct vyi_ranges_found *met);
void vyi_ranges_free(vy_context *c, struct vyi_ranges *r);

#endif
