// Analyses of a program. A fact is computed when it is first asked for and kept until
// vyi_facts_destroy(); code that changes the program destroys its facts.
//
//   effects.h   what statements do with memory
//   bounds.h    value ranges, and which indices are in bounds for which reason
//   ir/uniform.h  how far values and control flow are the same
#ifndef VYI_FACTS_FACTS_H
#define VYI_FACTS_FACTS_H

#include "facts/bounds.h"
#include "ir/uniform.h"

struct vyi_facts;

/// The facts of a verified program, or of one that was derived from such a program. `workgroup`:
/// the shape that a device chose; NULL: the program's own. NULL when memory runs out.
struct vyi_facts *vyi_facts_create(const vy_program *p, const uint32_t workgroup[3]);
void vyi_facts_destroy(struct vyi_facts **facts);
const vy_program *vyi_facts_program(const struct vyi_facts *f);

// Each is NULL when memory runs out.
const struct vyi_levels *vyi_facts_levels(struct vyi_facts *f);
/// By local: the value of a let, the one that it has; none for other locals.
const vyi_ref *vyi_facts_lets(struct vyi_facts *f);
const struct vyi_bounds *vyi_facts_bounds(struct vyi_facts *f);
/// By local: enum vyi_relation of a let or an index; VARYING of others.
const uint8_t *vyi_facts_relations(struct vyi_facts *f);

// ---- lanes ----
/// How the values of neighbouring invocations of one subgroup relate.
enum vyi_relation {
    VYI_RELATION_SAME,
    VYI_RELATION_CONSECUTIVE, ///< the next one has one more
    VYI_RELATION_STRIDED,     ///< the next one has so much more or less, the same for all
    VYI_RELATION_VARYING
};
/// Fills in those of locals, for vyi_facts_relations().
void vyi_relations_compute(const vy_program *p, const struct vyi_levels *levels, uint8_t *local);
/// Of an expression. Rows of a workgroup with several axes count as whole: gid.y is the SAME.
enum vyi_relation vyi_relation(struct vyi_facts *f, vyi_ref r);
/// Of the element that the indices name in memory: SAME or CONSECUTIVE where the last index is so
/// and all others are the SAME.
enum vyi_relation vyi_relation_of_element(struct vyi_facts *f, const vyi_ref *index, uint32_t rank);
/// What statements cost as vectors, and as as many invocations one after the other.
struct vyi_lane_costs {
    double vector, scalar;
};
vy_status vyi_lane_costs(struct vyi_facts *f, vyi_ref root, struct vyi_lane_costs *costs);
const char *vyi_relation_name(enum vyi_relation relation);

#endif
