// The builder from inside: a program in the making, the values that no statement has taken yet,
// and the blocks that are open.
//
// A public call begins with vyi_build_call(), takes its operands, which gather in `kids`, and ends
// with vyi_build_leaf(), vyi_build_stmt() or the like. The first error of a call is reported and
// makes `bad` true; what follows in the same call then does nothing and gives nothing.
#pragma once

#include "ir/verify.h"

enum { VYI_BUILD_KIDS = 2 * VYI_MAX_RANGES + 2 }; // the bounds of an each and its body

/// The innermost block whose locals a value reads: its place in the stack of open blocks and its
/// serial number, by which it is known to be the same block.
struct vyi_built_scope {
    uint32_t level, serial;
};

/// What a vy_value stands for. A leaf is copied at each use; other values are nodes already and
/// can be used once.
struct vyi_built {
    struct vyi_node leaf;
    vyi_ref node;     ///< 0: a leaf
    vyi_ref fixpoint; ///< its number of passes, which becomes a local when it is first used
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

/// An open block: the body, or what a begin call opened.
struct vyi_built_block {
    uint8_t op; ///< enum vyi_op; 0: the body
    uint32_t serial, x, count;
    uint32_t statements; ///< where its own begin
    vyi_ref then;        ///< of an if that is in its else
    vyi_ref kids[VYI_BUILD_KIDS];
};

struct vy_builder {
    vy_program *p;
    struct vyi_report report;
    struct vyi_check check;
    bool failed, limit; ///< limit: VYI_MAX_NODES was reached and reported
    uint32_t serial;
    struct vyi_names names;
    // The running call: its operands and what they bring along.
    bool bad;
    vyi_ref kids[VYI_BUILD_KIDS];
    uint32_t count;
    struct vyi_built_scope scope;
    uint8_t depth;
    bool effect;
    VYI_VEC(struct vyi_built) values; ///< 0 is nothing
    VYI_VEC(struct vyi_built_decl) decls;
    VYI_VEC(struct vyi_built_block) blocks;
    VYI_VEC(vyi_ref) statements;
    VYI_VEC(struct vyi_built_scope) labels; ///< by label: its block
};

/// Begins a call: what messages name. False when there is no builder.
bool vyi_build_call(vy_builder *b, const char *call, const char *argument);
/// Makes the call and vy_builder_finish() fail; what is wrong was reported.
void vyi_build_bad(vy_builder *b);
/// The same where memory ran out.
void vyi_build_no_memory(vy_builder *b);
/// Appends to a list unless the call has failed; it fails where memory runs out.
#define vyi_build_keep(b, list, item) \
    ((b)->bad || vyi_vec_push((b)->p->context, list, item) ? (void)0 : vyi_build_no_memory(b))
/// The call fails unless it has, or a rule that was just checked (and reported) is kept.
#define vyi_build_check(b, good) ((b)->bad || (good) ? (void)0 : vyi_build_bad(b))
/// Reports the first error of a call.
#define vyi_build_fail(b, NAME, ...) \
    ((b)->bad ? (void)0 : (vyi_check_fail(&(b)->check, NAME, __VA_ARGS__), vyi_build_bad(b)))
/// The number of a word in a list; an unknown one is reported with the closest known one, else the
/// hint.
uint32_t vyi_build_word(vy_builder *b, const char *kind, const char *word, const char *const *list,
                        uint32_t count, const char *hint);
/// Reports an unknown word.
void vyi_build_no_word(vy_builder *b, const char *kind, const char *word, const char *const *list,
                       size_t count, const char *hint);

/// What a value stands for, without using it; NULL when it is nothing or out of scope.
struct vyi_built *vyi_build_look(vy_builder *b, vy_value v, const char *what);
/// Takes a value as the next operand; `what` names it in messages: "the value". An error unless it
/// is nothing because of an earlier error.
void vyi_build_take(vy_builder *b, vy_value v, const char *what);
/// The same for `count` values, numbered in messages: "index 2".
void vyi_build_take_all(vy_builder *b, size_t count, const vy_value *values, const char *what);
/// A value that can be used any number of times.
vy_value vyi_build_leaf(vy_builder *b, struct vyi_node n);
vy_value vyi_build_new_value(vy_builder *b, const struct vyi_built *v);
/// Appends a statement over the operands.
void vyi_build_stmt(vy_builder *b, struct vyi_node n);
/// Appends a node over any kids without looking at the rules.
vyi_ref vyi_build_node(vy_builder *b, const struct vyi_node *n, const vyi_ref *kids,
                       uint32_t count);

/// The declaration behind a handle; an empty one when it is nothing, foreign or out of scope.
struct vyi_built_decl vyi_build_decl(vy_builder *b, vy_decl d, const char *what);
/// The same for one that must be a buffer: its number.
uint32_t vyi_build_buffer_of(vy_builder *b, vy_decl d, const char *what);
vy_decl vyi_build_new_decl(vy_builder *b, uint8_t kind, uint32_t index);
/// A new local, and the value that reads it.
uint32_t vyi_build_local(vy_builder *b, uint8_t kind, uint8_t type, uint32_t count);
vy_value vyi_build_local_value(vy_builder *b, uint32_t local);
/// The scope of what is made now: the innermost open block.
struct vyi_built_scope vyi_build_here(const vy_builder *b);
bool vyi_build_open(const vy_builder *b, struct vyi_built_scope scope);
