// How a race is mended: see remedies.def.
#ifndef VYI_ORACLE_REMEDY_H
#define VYI_ORACLE_REMEDY_H

#include "ir/uniform.h"
#include "oracle/race.h"

/// The program's tree, from the leaves up, for a report.
struct vyi_oracle_tree {
    struct run *run;
    struct vyi_arena arena;
    uint32_t *parent;   ///< by node; 0: the body, or not part of it
    uint32_t *assigned; ///< by local: the last statement that assigns it
    uint32_t *next;     ///< by such a statement: the one before
    uint32_t *stack;    ///< room for a walk
    uint8_t *seen;      ///< by node, for a walk
    struct vyi_levels levels;
};

/// False without memory, which stops the run. Free with vyi_oracle_tree_free() either way.
bool vyi_oracle_tree_create(struct run *r, struct vyi_oracle_tree *t);
void vyi_oracle_tree_free(struct vyi_oracle_tree *t);
/// Appends what to do about a race.
void vyi_oracle_remedy(struct vyi_oracle_tree *t, const struct conflict *conflict,
                       struct vyi_text *out);

#endif
