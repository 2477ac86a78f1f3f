// What the parts of normal.c share: the copy that is being made, and its expressions.
#ifndef VYI_PLAN_NORMAL_H
#define VYI_PLAN_NORMAL_H

#include "ir/uniform.h"
#include "plan/make.h"

enum { LEVELS = VYI_UNIFORM_VARYING + 1 };

/// A loop or block that is being copied. One that holds a barrier has flags.
struct construct {
    struct construct *outer;
    bool loop, sync;
    uint8_t touched;       ///< bits 1 << level of exits to it in the statement just done
    uint32_t label;        ///< block: its number in the source
    uint32_t copy;         ///< plain block: its number in the copy
    uint32_t stop, skip;   ///< sync loop: locals; stop: no further pass; skip: not the rest of this
    uint32_t left[LEVELS]; ///< sync block: locals, by level of the exits
};

struct normal {
    const vy_program *p;
    struct make to; ///< the copy
    enum vyi_scope scope;
    const uint8_t *sync, *loops;
    struct construct *inner;
    struct vyi_levels levels; ///< of the source; not yet known: `node` is NULL
    uint32_t wrapper; ///< label + 1 of the block around the statement being copied, 0: none yet
    bool too_many;    ///< exits
    uint32_t guards;  ///< exits before this place that are guarded against, one in the other
};

/// The value as something that may be evaluated again: a name for it, where it is not one already.
vyi_ref vyi_plan_bind(struct normal *m, vyi_ref value);
/// Copies an expression; collectives in it become statements before it.
vyi_ref vyi_plan_copy_expr(struct normal *m, vyi_ref r);
/// Copies operands left to right; those before one that synchronises are bound first.
void vyi_plan_copy_operands(struct normal *m, const vyi_ref *kids, uint32_t count, vyi_ref *copies);

#endif
