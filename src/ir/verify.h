// What the verifier and the builder share: the rules of one node, so that they stand once.
//
// The builder checks a node before it makes it, the verifier a node that exists; both report by the
// same messages, the builder with its call in front.
#pragma once

#include "ir/program.h"

struct vyi_check {
    const vy_program *p;
    struct vyi_report *report;
    const char *call, *argument; ///< the builder's call, such as vy_build_op and "+"; NULL: none
    uint32_t pos;                ///< of the node in question
    uint8_t *seen;               ///< a bit for each node that was visited; NULL: not checked
    uint32_t warnings;           ///< shown; a program made of warnings must not take for ever
    bool broken;                 ///< the tree itself is wrong: nothing else should walk it
    char prefix[160];
};

/// What stands before a message: `vy_build_op("+"): `, or nothing.
const char *vyi_check_prefix(struct vyi_check *k);
static inline bool vyi_refused(void)
{
    return false;
}
/// Reports with that in front; false.
#define vyi_check_fail(k, NAME, ...)                                                         \
    (vyi_report((k)->report, (k)->pos, 0, VYI_DIAG(NAME), vyi_check_prefix(k), __VA_ARGS__), \
     vyi_refused())

/// What a launch expression is made of, as the fix of LAUNCH_EXPRESSION.
#define VYI_LAUNCH_FIX                                                                            \
    "use literals, u32 and u64 params, earlier consts, len of earlier buffers, and + - * / % << " \
    ">> "                                                                                         \
    "min max ceil_div"

static inline bool vyi_malformed(struct vyi_check *k, const char *what)
{
    k->broken = true;
    return vyi_check_fail(k, MALFORMED, what);
}
static inline uint8_t vyi_type_of(const struct vyi_check *k, vyi_ref r)
{
    return vyi_at(k->p, r)->type;
}
static inline bool vyi_is_int(uint8_t type)
{
    return vyi_type_class(type) & VYI_CLASS_INT;
}

/// The type that an expression of the body has by its operands and what it refers to, 0 when a rule
/// is broken (reported). LITERAL and CAST state their type themselves, in n->type. Kids are
/// expressions that were checked before. Scopes, depth and placement are not looked at.
uint8_t vyi_check_expr(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                       uint32_t count);
/// The same for a statement. Kids that are statements are not looked at.
bool vyi_check_stmt(struct vyi_check *k, const struct vyi_node *n, const vyi_ref *kids,
                    uint32_t count);

/// Of f16 and bf16, the value that a store makes of a finite one where that is finite too; else the
/// value itself.
uint64_t vyi_value_rounded(uint8_t elem, uint64_t bits);
/// Whether a value has the one bit form of its type and is kept by a store to `elem` and a load.
bool vyi_value_fits(uint8_t elem, uint64_t bits);
/// What to write where an atomic buffer is wanted; `role` 0: it is no buffer.
const char *vyi_atomic_fix(const char *name, uint8_t role, uint8_t elem, char out[160]);
/// Whether a name may stand in a program: spelling, length, no reserved word.
bool vyi_name_valid(const char *name);
/// What makes a record senseless whatever its operands are: a number that refers to nothing, a
/// wrong count of operands; NULL where there is nothing. Builder and parser make no such records.
const char *vyi_node_flaw(const vy_program *p, const struct vyi_node *n);
/// How a node is written, for messages: "+", "workgroup_scan_add", "atomic_max".
const char *vyi_node_name(const struct vyi_node *n, char buffer[48]);
/// The node that vyi_node_name() calls so, without what it refers to; op 0 where there is none.
struct vyi_node vyi_node_named(const char *name);
/// The op's word in the names of collectives, such as "add"; NULL where there is none.
const char *vyi_collective_word(uint32_t op);
/// "'x'", or "local 3" where there are no names; "?" past the table.
const char *vyi_local_text(const vy_program *p, uint32_t local, char buffer[80]);

/// An order of consts and buffers in which each stands behind what its value or sizes use and each
/// list keeps its own order. The program has two lists; the source interleaved them, and any merge
/// is as good as the source's. Taking a declaration never makes another one unready, so taking
/// whichever list has its head ready finds a merge if there is one, in linear time.
struct vyi_decl_order {
    const vy_program *p;
    uint32_t consts, buffers; ///< taken so far
    uint32_t number;          ///< of the declaration
    bool is_buffer;
    bool late; ///< it uses what comes later: there is no such order
    struct vyi_uses {
        uint32_t consts, buffers, of; ///< one past the largest; of: whose they are + 1
    } uses[2];                        ///< of the next const and the next buffer
};
/// The next declaration of a program without other errors; false after the last one.
bool vyi_decl_next(struct vyi_decl_order *o);
/// The rules of sizes, grid, consts and @range; `what` names it: "the grid", "size 1 of 'y'".
/// Reported.
bool vyi_check_launch(struct vyi_check *k, vyi_ref r, const char *what);
/// Whether one that was checked is made only of literals.
bool vyi_launch_known(const vy_program *p, vyi_ref r);
/// The value of one that is made only of literals; false when it has none.
bool vyi_launch_literal(const vy_program *p, vyi_ref r, uint64_t *value);
/// The rules of one buffer. Reported.
bool vyi_check_buffer(struct vyi_check *k, uint32_t buffer);
/// The rules of one param and one table. Reported.
bool vyi_check_param(struct vyi_check *k, const struct vyi_param *param);
bool vyi_check_table(struct vyi_check *k, const struct vyi_table *table);
/// Workgroup and grid from x on, no gaps, not too large. Reported.
bool vyi_check_workgroup(struct vyi_check *k);
/// Warns when an op divides by a literal zero.
void vyi_check_divisor(struct vyi_check *k, uint8_t op, vyi_ref divisor);
/// Marks a node as visited; false (reported) when it was visited before or is absent.
bool vyi_check_visit(struct vyi_check *k, vyi_ref r);

enum { VYI_MAX_RANGES = 8 };

/// Reports what is wrong with a program. *sound: nothing is, so that facts can be computed. VY_OK
/// unless memory runs out.
vy_status vyi_verify(vy_program *p, struct vyi_report *report, bool *sound);

// ---- parts of vyi_verify() ----
/// Names, buffers, params, consts, tables, grid; reported. False when memory ran out.
bool vyi_verify_declarations(struct vyi_check *k);
