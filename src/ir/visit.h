// One way to visit the nodes of a program, for every analysis that looks at them one by one:
//
//     for (VYI_VISIT(v, p, root))
//         if (v->n->op == VYI_OP_CONTINUE)
//             return true;
//
// An analysis that needs the nesting (what holds inside a branch, what follows a loop) recurses
// over statements by itself, and visits expressions this way.
#pragma once

#include "ir/program.h"

enum {
    /// Statements and expressions may nest this deep. A verified program has VYI_MAX_NESTING levels
    /// of a statement and a SEQ each and VYI_MAX_EXPR_DEPTH of expressions; the lowering of
    /// collectives adds a level of statements for a level of expressions at most.
    VYI_VISIT_DEPTH = 1024
};

/// A visit in the order of the text: a node before its kids, kids from the first to the last. A
/// node is off the stack before its last kid is visited, so chains of else-ifs may have any length.
struct vyi_visit {
    const vy_program *p;
    vyi_ref ref;        ///< the node that is visited
    struct vyi_node *n; ///< its record; NULL after the last one
    bool stmts;         ///< statements only
    uint32_t depth;     ///< of the stack
    struct {
        const vyi_ref *next, *end; ///< kids that have not been visited
    } stack[VYI_VISIT_DEPTH];
};

/// Begins at a node, which is the first one visited. `stmts`: expressions are left out.
struct vyi_visit *vyi_visit_begin(struct vyi_visit *v, const vy_program *p, vyi_ref root,
                                  bool stmts);
void vyi_visit_next(struct vyi_visit *v); ///< on to the next node
void vyi_visit_skip(struct vyi_visit *v); ///< what is below the node is not visited
/// The head of a `for` over all nodes, or over statements alone, from a node on.
#define VYI_VISIT(v, p, root) VYI_VISIT_SOME(v, p, root, false)
#define VYI_VISIT_STMTS(v, p, root) VYI_VISIT_SOME(v, p, root, true)
#define VYI_VISIT_SOME(v, p, root, stmts)                                         \
    struct vyi_visit v##_state, *v = vyi_visit_begin(&v##_state, p, root, stmts); \
    v->n;                                                                         \
    vyi_visit_next(v)

/// The places that hold the roots of a program, by a number from 0 on: sizes and ranges of buffers,
/// values of consts, the grid, the body. Absent ones are ref 0; NULL after the last one.
vyi_ref *vyi_root(vy_program *p, uint32_t number);

/// A visit of kids before their parents, to any depth:
///
///     struct vyi_post v = {.p = p};
///     for (vyi_ref r = vyi_post_begin(&v, root); r.i; r = vyi_post_next(&v)) …
///     vyi_post_end(&v);
///
/// It ends early, with `failed`, when memory runs out. The kids of a visited node may be changed.
struct vyi_post {
    const vy_program *p;
    VYI_VEC(struct vyi_post_step) stack;
    bool failed;
};
struct vyi_post_step {
    vyi_ref ref;
    uint32_t next;
};
vyi_ref vyi_post_begin(struct vyi_post *v, vyi_ref root);
vyi_ref vyi_post_next(struct vyi_post *v);
void vyi_post_end(struct vyi_post *v);

/// How many locals a node itself gives a value, and which: DEFINE ARRAY SET SET_ARRAY one, a loop
/// its indices, FIXPOINT its result too.
uint32_t vyi_assigned_count(const struct vyi_node *n);
uint32_t vyi_assigned(const struct vyi_node *n, uint32_t which);
/// Whether anything below a node, or the node itself, gives the local a value.
bool vyi_assigns_local(const vy_program *p, vyi_ref root, uint32_t local);
/// The same, but for assignments to a variable.
bool vyi_defines_local(const vy_program *p, vyi_ref root, uint32_t local);
/// Whether an expression has one value throughout a loop: nothing in it changes there.
bool vyi_stays(const vy_program *p, vyi_ref loop, vyi_ref r);
/// Whether a node with this op stands there.
bool vyi_contains(const vy_program *p, vyi_ref root, uint8_t op);
/// Whether a buffer is mentioned there, be it by its length alone.
bool vyi_mentions(const vy_program *p, vyi_ref root, uint32_t buffer);
/// The IF that an else block consists of, or ref 0: the next link of a chain of else-ifs.
vyi_ref vyi_else_if(const vy_program *p, vyi_ref otherwise);
