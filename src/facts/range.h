// Intervals of integers: what a pure op makes of those of its operands.
#ifndef VYI_FACTS_RANGE_H
#define VYI_FACTS_RANGE_H

#include "facts/bounds.h"

static inline bool vyi_range_is_one(struct vyi_range r)
{
    return r.lo == r.hi && r.hi != VYI_UNBOUNDED;
}
struct vyi_range vyi_range_meet(struct vyi_range a, struct vyi_range b); ///< in both; a: none
struct vyi_range vyi_range_join(struct vyi_range a, struct vyi_range b); ///< values in either
/// The result of a pure op of this type, of so many operands. *wraps is set where the values are
/// those of the type because an operation may leave it.
struct vyi_range vyi_range_op(uint8_t op, uint8_t type, const struct vyi_range *of, bool *wraps);
/// The range as another integer type: itself where all values fit.
struct vyi_range vyi_range_cast(uint8_t type, struct vyi_range r);

#endif
