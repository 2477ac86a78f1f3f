// What the steps of a split share: copies of programs, and what synchronises in them.
#pragma once

#include "plan/schedule.h"

typedef VYI_VEC(vyi_ref) refs;

/// Copies what a program declares, launch expressions included, and its locals if asked for; not
/// the body.
/// Strings and table values are shared: the source must outlive the copy.
bool vyi_plan_declare(vy_program *to, const vy_program *from, bool locals);

/// Copies one node with other kids.
vyi_ref vyi_plan_node(vy_program *to, const struct vyi_node *n, const vyi_ref *kids, uint32_t pos);
/// Copies a tree without sync points or exits to be rewritten; `swap`, if given, may replace a node
/// before its kids are looked at (ref 0: no).
struct vyi_plan_swap {
    vyi_ref (*fn)(void *user, const struct vyi_node *n, uint32_t pos);
    void *user;
};
vyi_ref vyi_plan_copy(vy_program *to, const vy_program *from, vyi_ref r,
                      const struct vyi_plan_swap *swap);

/// An expression without kids that has the same value wherever an invocation evaluates it.
static inline bool vyi_plan_is_leaf(uint8_t op)
{
    return op == VYI_OP_LITERAL || op == VYI_OP_PARAM || op == VYI_OP_CONST || op == VYI_OP_ID ||
           op == VYI_OP_LEN;
}

/// The type of a value's bits: u32 or u64.
uint8_t vyi_plan_bits_type(uint8_t type);

/// Whether a node by itself synchronises a scope or a larger one: GRID: barrier grid, a grid
/// collective, fixpoint; WORKGROUP: those, and the same of workgroups.
bool vyi_plan_is_sync(const struct vyi_node *n, enum vyi_scope scope);
/// By node of the body: whether it or anything below does so, or is marked in `also` (or NULL).
/// NULL: no memory.
uint8_t *vyi_plan_sync(const vy_program *p, struct vyi_arena *arena, enum vyi_scope scope,
                       const uint8_t *also);

/// Which kinds of `return` a statement holds: some invocations take it, or all that live do (marked
/// by split.c, x is 1).
enum { VYI_RETURNS_SOME = 1, VYI_RETURNS_ALL = 2 };
uint8_t vyi_plan_returns(const vy_program *w, vyi_ref root);

/// The steps of a split recurse: so many levels of statements and expressions, and so many exits
/// after each other, are the most.
enum { VYI_SPLIT_LEVELS = 4096, VYI_SPLIT_EXITS = 500 };

/// Most passes of a loop, where literals state it; UINT64_MAX otherwise.
uint64_t vyi_plan_bound(const vy_program *p, const struct vyi_node *n);
/// How many passes a `for` has, where its bounds are literals and they are few; 0: that is unknown.
uint32_t vyi_plan_passes(const vy_program *p, const struct vyi_node *n);
/// Whether a loop is such a `for`, small and without exits, so that a GPU runs it as straight code.
bool vyi_plan_unrolls(const vy_program *p, vyi_ref r);

/// Elements of a shared buffer: its sizes are literals.
uint64_t vyi_plan_elements(const vy_program *w, const struct vyi_buffer *b);
/// Whether statements that all of a workgroup reaches overwrite a shared buffer before they read
/// it, where no invocation has returned.
bool vyi_plan_fresh(const vy_program *p, const vyi_ref *list, uint32_t count, uint32_t buffer);

/// The body in normal form for the barriers of a scope and of larger ones, in a program of its own.
/// Its asserts, prints, fixpoints, `for` and `each` keep their node of the source in aux2, its
/// other loops in x. Loops whose body is marked in `loops` (by node, or NULL) count as holding a
/// grid barrier: each pass ends with a barrier whose x is 1, which the program does not have. For
/// subgroups, small loops of few passes become straight code. VY_ERROR_LIMIT is reported.
vy_status vyi_plan_normal(const vy_program *p, enum vyi_scope scope, const uint8_t *loops,
                          vy_program **normal);
