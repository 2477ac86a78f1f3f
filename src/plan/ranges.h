// Ranges of numbers, such as bytes or addresses, found by what they overlap. Numbers of different
// spaces never meet, so that one structure holds the ranges of any number of buffers.
#pragma once

#include "base/base.h"

struct vyi_range {
    uint64_t space, from, to;        ///< to: behind the last; from < to
    uint64_t most_space, most;       ///< the greatest end in its subtree
    uint32_t left, right, item, tag; ///< item, tag: of the owner
};
struct vyi_ranges {
    VYI_VEC(struct vyi_range) at; ///< the first is none
    uint32_t root;
    uint32_t unused; ///< the first that was removed, linked by `left`
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
uint32_t vyi_ranges_add(struct vyi_ranges *r, struct vyi_range range);
void vyi_ranges_remove(struct vyi_ranges *r, uint32_t number);
/// The one that begins first at `from` or after it, of equal ones the least number; 0: none. Where
/// there is one space.
uint32_t vyi_ranges_first(const struct vyi_ranges *r, uint64_t from);
/// Finds all that overlap [from, to), which is not empty, and appends them to `met`, which is then
/// sorted by item; false when memory runs out.
bool vyi_ranges_overlap(vy_context *c, const struct vyi_ranges *r, uint64_t space, uint64_t from,
                        uint64_t to, struct vyi_ranges_found *met);
void vyi_ranges_free(vy_context *c, struct vyi_ranges *r);
