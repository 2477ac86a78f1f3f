// Value ranges, and which accesses need no bounds check.
#pragma once

#include "ir/visit.h"

/// The values an integer may have; `hi` VYI_UNBOUNDED: any above, of u64 also those past INT64_MAX.
struct vyi_range {
    int64_t lo, hi;
};
#define VYI_UNBOUNDED INT64_MAX

/// Why the bounds check of an index is left out.
enum vyi_proof {
    VYI_CHECKED,       ///< it is not
    VYI_PROVEN_RANGE,  ///< all values of the expression are below the size
    VYI_PROVEN_GUARD,  ///< by a condition: `why`
    VYI_PROVEN_LOOP,   ///< by the bound of a loop: `why`
    VYI_PROVEN_LENGTHS ///< by the sizes of two buffers alone
};
/// One index of an access to a buffer, a local array or a table.
struct vyi_bound {
    vyi_ref access, index;
    uint32_t axis;
    uint8_t proof; ///< enum vyi_proof
    /// The proof holds for invocations that have passed an exit, or the left side of `&&`: code
    /// that runs for several invocations at once must know that one of them is here.
    bool lanes_only;
    vyi_ref why; ///< GUARD: the condition; LOOP: the statement
    struct vyi_range range;
};
struct vyi_bounds {
    VYI_VEC(struct vyi_bound) list; ///< in the order of the text
    uint32_t *of;                   ///< by node: the place of an index in the list + 1, or 0
    uint8_t *exact;                 ///< a bit by node: a sum or product of u32 that cannot wrap
    struct vyi_range *local;        ///< by local: a let or an index; others have that of their type
};

struct vyi_facts;
/// Finds them, for vyi_facts_compute().
vy_status vyi_bounds_compute(struct vyi_facts *f);

static inline const struct vyi_bound *vyi_bound_of(const struct vyi_bounds *b, vyi_ref index)
{
    return index.i && b->of[index.i] ? &b->list.at[b->of[index.i] - 1] : NULL;
}
/// Whether a sum or product of u32 cannot wrap.
static inline bool vyi_is_exact(const struct vyi_bounds *b, vyi_ref r)
{
    return b->exact[r.i / 8] >> r.i % 8 & 1;
}
/// The range of a type: all of its values.
struct vyi_range vyi_type_range(uint8_t type);
/// Whether two expressions of values that do not change while the program is there are the same.
bool vyi_same_tree(const vy_program *p, vyi_ref a, vyi_ref b);

// ---- range.c: what a pure op makes of the intervals of its operands ----
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

// ---- checks before a loop ----
enum { VYI_MOST_TERMS = 4 };
/// An index inside a loop as the sum of terms that do not change in it and `scale` times the loop's
/// own index: that of a FOR, the last one of an EACH, in a row of which the others do not change.
struct vyi_affine {
    vyi_ref term[VYI_MOST_TERMS];
    uint32_t terms;
    uint64_t offset, scale;
};
/// False: it is something else, or its terms change in the loop.
bool vyi_bounds_affine(const struct vyi_facts *f, vyi_ref loop, vyi_ref index,
                       struct vyi_affine *a);
