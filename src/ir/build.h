// The builder from inside: a program in the making, the values that no statement has taken yet,
// and the blocks that are open.
#ifndef VYI_IR_BUILD_H
#define VYI_IR_BUILD_H

#include "ir/verify.h"

/// The innermost block whose locals a value reads: its place in the stack of open blocks and its
/// serial number, by which it is known to be the same block.
struct vyi_built_scope {
    uint32_t level, serial;
};

/// What a vy_value stands for. A leaf is copied at each use; other values are nodes already and
/// can be used once.
struct vyi_built {
    struct vyi_node leaf;
    vyi_ref node; ///< 0: a leaf
    struct vyi_built_scope scope;
    const char *call; ///< that made it
    uint8_t type, depth;
    bool used, effect;
};

enum vyi_decl_kind { VYI_DECL_BUFFER, VYI_DECL_TABLE, VYI_DECL_ARRAY };
struct vyi_built_decl {
    uint8_t kind;
    uint32_t index;
    struct vyi_built_scope scope;
};

/// The passes of a fixpoint become a local only if they are used.
struct vyi_built_passes {
    uint32_t value, local;
    vyi_ref node;
};

/// An open block: the body, or what a begin call opened.
struct vyi_built_block {
    uint8_t op; ///< enum vyi_op; 0: the body
    bool in_else;
    uint8_t ranges;
    uint32_t serial;
    uint32_t statements, operands; ///< where its own begin in those stacks
    uint32_t x, aux;
    vyi_ref then;
};

struct vy_builder {
    vy_program *p;
    struct vyi_report report;
    struct vyi_check check;
    bool failed, limit; ///< limit: VYI_MAX_NODES was reached and reported
    uint32_t serial;
    struct vyi_names names;
    // What the operands taken by the running call bring along.
    struct vyi_built_scope scope;
    uint8_t depth;
    bool effect;
    VYI_VEC(struct vyi_built) values; ///< 0 is nothing
    VYI_VEC(struct vyi_built_decl) decls;
    VYI_VEC(struct vyi_built_block) blocks;
    VYI_VEC(vyi_ref) statements, operands;
    VYI_VEC(struct vyi_built_passes) passes;
    VYI_VEC(struct vyi_built_scope) labels; ///< by label: its block
};

/// Begins a call: what messages name. False when there is no builder.
bool vyi_build_call(vy_builder *b, const char *call, const char *argument);
/// Reports and makes finish fail.
#define vyi_build_fail(b, NAME, ...) \
    (vyi_check_fail(&(b)->check, NAME, __VA_ARGS__), (b)->failed = true)

/// The same where `result` is to be returned.
#define vyi_build_refuse(b, result, NAME, ...) (vyi_build_fail(b, NAME, __VA_ARGS__), (result))

/// What a value stands for, without using it; NULL when it is nothing or out of scope (reported).
struct vyi_built *vyi_build_look(vy_builder *b, vy_value v, const char *what, size_t number);
/// Takes a value for use as an operand: gives its node, 0 when it cannot be used (reported unless
/// it is nothing because of an earlier error). `what` names it in messages: "operand", "index".
vyi_ref vyi_build_take(vy_builder *b, vy_value v, const char *what, size_t number);
/// The same for `count` values at once; false when any cannot be used.
bool vyi_build_take_all(vy_builder *b, size_t count, const vy_value *values, const char *what,
                        vyi_ref *refs);
/// Makes the value of an expression over operands that were taken by the same call. The node's
/// type follows from its rules; nothing when they are broken.
vy_value vyi_build_value(vy_builder *b, struct vyi_node *n, const vyi_ref *kids, uint32_t count);
/// A value that can be used any number of times.
vy_value vyi_build_leaf(vy_builder *b, const struct vyi_node *n, struct vyi_built_scope scope);
/// Appends a statement over operands that were taken by the same call.
void vyi_build_stmt(vy_builder *b, const struct vyi_node *n, const vyi_ref *kids, uint32_t count);
/// Appends a node without looking at the rules.
vyi_ref vyi_build_node(vy_builder *b, const struct vyi_node *n, const vyi_ref *kids,
                       uint32_t count);

/// The declaration behind a handle, NULL when it is nothing, foreign or out of scope (reported).
const struct vyi_built_decl *vyi_build_decl(vy_builder *b, vy_decl d, const char *what);
vy_decl vyi_build_new_decl(vy_builder *b, uint8_t kind, uint32_t index);
/// A new local and the value that reads it; nothing when memory runs out.
uint32_t vyi_build_local(vy_builder *b, uint8_t kind, uint8_t type, uint32_t count);
vy_value vyi_build_local_value(vy_builder *b, uint32_t local);
/// A text of the program; UINT32_MAX when memory runs out.
uint32_t vyi_build_string(vy_builder *b, const char *text);
/// The scope of what is made now: the innermost open block.
struct vyi_built_scope vyi_build_here(const vy_builder *b);
bool vyi_build_open(const vy_builder *b, struct vyi_built_scope scope);
/// Notes that memory ran out; vy_builder_finish() returns it.
void vyi_build_no_memory(vy_builder *b);
/// Reports an unknown word with the closest known one, else the hint.
void vyi_build_no_word(vy_builder *b, const char *kind, const char *word,
                       const char *const *candidates, size_t count, const char *hint);
/// The number of a word in a list, or `count` (not reported).
size_t vyi_build_word(const char *word, size_t length, const char *const *list, size_t count);

#endif
