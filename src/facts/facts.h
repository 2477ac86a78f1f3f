// Analyses of a program. Code that changes the program frees its facts.
//
//   effects.h   what statements do with memory
//   bounds.h    value ranges, and which indices are in bounds for which reason
//   ir/uniform.h  how far values and control flow are the same
#pragma once

#include "facts/bounds.h"
#include "ir/uniform.h"

struct vyi_facts {
    const vy_program *p;
    uint32_t workgroup[3];
    struct vyi_levels levels;
    vyi_ref *lets; ///< by local: the value of a let, the one that it has; none for other locals
    uint8_t *relations; ///< by local: enum vyi_relation of a let or an index; VARYING of others
    struct vyi_bounds bounds;
    uint32_t *number; ///< by node: its place in the text; 0: not in the body
    struct vyi_reads {
        uint32_t first, last; ///< numbers of nodes; 0: it is not read
    } * reads;                ///< by local
    struct vyi_arena arena;
};

/// The facts of a verified program, or of one that was derived from such a program. `workgroup`:
/// the shape that a device chose; NULL: the program's own. VY_OK or VY_ERROR_MEMORY; free with
/// vyi_facts_free() either way.
vy_status vyi_facts_compute(const vy_program *p, const uint32_t workgroup[3], struct vyi_facts *f);
void vyi_facts_free(struct vyi_facts *f);

// ---- lanes ----
/// How the values of neighbouring invocations of one subgroup relate.
enum vyi_relation {
    VYI_RELATION_SAME,
    VYI_RELATION_CONSECUTIVE, ///< the next one has one more
    VYI_RELATION_STRIDED,     ///< the next one has so much more or less, the same for all
    VYI_RELATION_VARYING
};
/// Of an expression. Rows of a workgroup with several axes count as whole: gid.y is the SAME.
enum vyi_relation vyi_relation(const struct vyi_facts *f, vyi_ref r);
/// Of the element that the indices name in memory: SAME or CONSECUTIVE where the last index is so
/// and all others are the SAME.
enum vyi_relation vyi_relation_of_element(const struct vyi_facts *f, const vyi_ref *index,
                                          uint32_t rank);
/// What statements cost as vectors, and as as many invocations one after the other.
struct vyi_lane_costs {
    double vector, scalar;
};
struct vyi_lane_costs vyi_lane_costs(const struct vyi_facts *f, vyi_ref root);
/// Whether code of vectors runs a loop, or a block under a divergent condition, one invocation
/// after the other. `holds`: the condition that holds in a block; 0: none, or it does not hold.
bool vyi_goes_singly(const struct vyi_facts *f, vyi_ref r, vyi_ref holds);
/// Whether a pass of a loop loads from where the last pass's load said.
bool vyi_follows(const struct vyi_facts *f, vyi_ref loop);
/// How many vectors run at once, as one of so many more lanes: 1, 2 or 4. `registers`: of vectors.
uint32_t vyi_vectors_at_once(const struct vyi_facts *f, uint32_t registers);
const char *vyi_relation_name(enum vyi_relation relation);
