// Inside the generator.
//
// Between two grid barriers every buffer has a mode. PRIVATE: each invocation touches its own
// element alone. STABLE: all read, none writes. Atomic buffers: all invocations apply one
// commutative operation and none reads (ADD …), or all read. A barrier that all invocations
// certainly pass may change modes. Where control flow joins and modes may differ, either a barrier
// restores the modes from before, or the buffer is not used (NONE) until the next barrier.
#ifndef VYRE_CONFORM_GEN_H
#define VYRE_CONFORM_GEN_H

#include "random.h"

#include <stdio.h>

enum conform_row {
#define OP(NAME, ...) CONFORM_OP_##NAME,
#include "ir/ops.def"
    CONFORM_PURE,
    CONFORM_BEFORE = CONFORM_PURE - 1,
#define ROW(NAME, ...) CONFORM_##NAME,
#include "rows.def"
    CONFORM_ROWS
};

struct rng {
    uint64_t state;
};
uint64_t conform_next(struct rng *r);
uint32_t conform_below(struct rng *r, uint32_t limit); ///< 0 … limit - 1; 0 for limit 0
struct rng conform_rng(uint64_t seed, uint64_t stream);

enum mode {
    MODE_NONE, ///< own elements may be read
    MODE_PRIVATE,
    MODE_STABLE,
    MODE_ADD,
    MODE_AND,
    MODE_OR,
    MODE_XOR,
    MODE_MIN,
    MODE_MAX,
};

/// How many run a statement together, and for how many a value is the same.
enum level { LEVEL_GRID, LEVEL_GROUP, LEVEL_SUBGROUP, LEVEL_LANE, LEVELS };

enum { GEN_BUFFERS = 32, GEN_LOCALS = 100, GEN_LABELS = 6 };

struct gen_buffer {
    char name[12];
    vy_role role;
    vy_type elem;
    bool atomic, own; ///< own: atomic, but each touches its own element
    bool open;        ///< its first size follows from the bytes bound
    bool steady;      ///< its mode never changes, so that functions may touch it
    uint32_t count;   ///< elements, or rows
    uint32_t columns; ///< 0: one size; else a row has so many, of which one is used
    uint32_t planes;  ///< 0: no third size
};

struct gen_local {
    char name[12];
    vy_type type;
    enum level level;
    bool var;
    uint32_t length; ///< 0: no array
};

/// A block with barriers.
struct gen_label {
    uint32_t name;
    enum level flow; ///< at its beginning
    enum level rest; ///< of the invocations that have not left
    enum level left; ///< of all that leave it; behind one `leave` the others count, as in verify
    enum level most; ///< may leave it from here: loops in between are gone round together
    uint32_t lost;   ///< bits 1 << buffer: its mode is not the same on all ways out
    uint8_t modes[GEN_BUFFERS]; ///< before it
};

struct gen {
    FILE *out;
    struct rng r;
    uint64_t seed;
    enum conform_focus focus;
    struct conform_coverage *coverage;
    uint32_t volume, groups, total; ///< of a workgroup; how many; invocations
    struct gen_buffer buffers[GEN_BUFFERS];
    uint8_t modes[GEN_BUFFERS];
    uint32_t buffer_count;
    struct gen_local locals[GEN_LOCALS], spare;
    uint32_t local_count, outer; ///< locals below `outer` are outside of the each
    uint32_t names;
    enum level flow;
    unsigned depth, budget; ///< of nesting; statements left
    unsigned statements;    ///< asked for; 0: any number
    unsigned indices;       ///< of loads inside of indices of loads
    bool gridless, returns, counts, hostile, one_group;
    bool service;       ///< it has mapped buffers, fences, pauses and clocks
    vy_type copied;     ///< what is copied by whole workgroups for sure; NONE: nothing
    vy_type passed;     ///< what f2 is given buffers of; NONE: there is no such function
    vy_type relay;      ///< of the flags by which workgroups wait for each other; NONE: they do not
    bool bindings;      ///< stated for every buffer
    bool function;      ///< there is one, f0
    bool grid_function; ///< and one with grid barriers, f1
    bool together;      ///< every loop synchronises: several workgroups share a block of a GPU
    bool subgroups;     ///< it has collectives of theirs: on the cpu such code takes long to make
    bool in_each, in_fixpoint, in_function;
    bool synchronises; ///< in a function that is called with uniform control flow
    bool other_range;  ///< in an each over ranges that have nothing to do with own elements
    uint32_t product;  ///< an each with two indices: how many the second has; 0: one index
    bool in_loop;      ///< a loop without barriers, of this invocation alone
    vy_type result;    ///< of the function
    uint32_t leaves[GEN_LABELS], leave_count; ///< blocks without barriers around here
    struct gen_label labels[GEN_LABELS];      ///< around here
    unsigned label_base, label_count;         ///< those of the innermost fixpoint or each
    uint32_t collectives;                     ///< barriers and collectives so far
};

#define P(...) fprintf(g->out, __VA_ARGS__)

static inline uint32_t pick(struct gen *g, uint32_t limit)
{
    return conform_below(&g->r, limit);
}
static inline bool one_in(struct gen *g, uint32_t n)
{
    return pick(g, n) == 0;
}
static inline void cover(struct gen *g, enum conform_row row, vy_type type)
{
    if (g->coverage)
        g->coverage->cells[row][type]++;
}
static inline bool is_float(vy_type t)
{
    return t == VY_TYPE_F32 || t == VY_TYPE_F64;
}
static inline bool is_int(vy_type t)
{
    return t >= VY_TYPE_U32 && t <= VY_TYPE_I64;
}
static inline bool is_narrow(vy_type t)
{
    return t >= VY_TYPE_U8;
}
static inline bool is_half(vy_type t)
{
    return t == VY_TYPE_F16 || t == VY_TYPE_BF16;
}
static inline bool is_readonly(const struct gen_buffer *b)
{
    return b->role == VY_ROLE_IN || b->role == VY_ROLE_UNIFORM;
}
/// Whether a buffer can be touched here at all. The modes of most are not known in functions.
static inline bool is_here(const struct gen *g, const struct gen_buffer *b)
{
    return !g->in_function || is_readonly(b) || b->steady;
}
/// The type that a load of an element gives.
static inline vy_type value_type(vy_type elem)
{
    return elem == VY_TYPE_U8 || elem == VY_TYPE_U16   ? VY_TYPE_U32
           : elem == VY_TYPE_I8 || elem == VY_TYPE_I16 ? VY_TYPE_I32
           : is_half(elem)                             ? VY_TYPE_F32
                                                       : elem;
}

// ---- ops.c: the pure ops, from ops.def ----
struct gen_op {
    const char *spelling, *prefixed; ///< "-", and "- x" for the one of one operand
    uint8_t arity, rule, flags;
    uint32_t types; ///< of the first operand
};
enum { RULE_SAME, RULE_COMPARE, RULE_SHIFT, RULE_TO_BITS, RULE_FROM_BITS };
enum { OP_CALL = 1, OP_INFIX = 2, OP_ASSIGN = 4 };
const struct gen_op *conform_op(uint32_t number); ///< a row below CONFORM_PURE
/// The type of the first operand where the result has type `type`; NONE: it never has.
vy_type conform_op_operand(struct gen *g, const struct gen_op *op, vy_type type);

// ---- expr.c ----
vy_type gen_type(struct gen *g);
/// A pure expression of a type, uniform in `level`.
void gen_expr(struct gen *g, vy_type type, enum level level, unsigned depth);
/// One with this pure op at its top, over operands of this type.
void gen_op(struct gen *g, uint32_t number, vy_type operand, enum level level, unsigned depth);
void gen_cast(struct gen *g, vy_type from, vy_type to, enum level level, unsigned depth);
/// The element of this invocation.
void gen_own(struct gen *g, const struct gen_buffer *b);
/// Any element, now and then one past the end.
void gen_any_element(struct gen *g, const struct gen_buffer *b, enum level level);
/// A number below `limit`, the same in `level`.
void gen_small(struct gen *g, uint32_t limit, enum level level);

// ---- collectives.c: atomics and collectives ----
/// An atomic operation on an own element, for its old value; false: not here.
bool gen_own_atomic(struct gen *g, vy_type type, enum level level);
/// The one of a row, CONFORM_A_ADD to CONFORM_A_LOAD, on such a buffer.
void gen_own_atomic_of(struct gen *g, const struct gen_buffer *b, enum conform_row row);
void gen_own_store(struct gen *g, const struct gen_buffer *b); ///< atomic_store(), as a statement
/// An atomic update of any element, as a statement; false: no buffer may be changed here.
bool gen_atomic(struct gen *g);
/// Whether a collective of a scope (0 subgroup, 1 workgroup, 2 grid) may stand here.
bool gen_may_synchronise(const struct gen *g, uint32_t scope);
/// The collective of a row of coverage, of a type that the row has; the level of what it gives.
enum level gen_collective(struct gen *g, enum conform_row row, vy_type type);
/// One that the whole grid takes part in.
void gen_grid_collective(struct gen *g, vy_type type, bool uniform);
/// Collectives of workgroups or of the grid in both arms of ?:.
void gen_collectives_in_arms(struct gen *g, vy_type type);
/// An expression that may hold collectives; stands where the flow allows them.
void gen_collective_expr(struct gen *g, vy_type type, enum level level);

// ---- stmt.c ----
/// A name for a value that comes next in the text.
struct gen_local *gen_local(struct gen *g, vy_type type, enum level level, bool var, char stem);
void gen_block(struct gen *g, unsigned most);
void gen_statement(struct gen *g);
void gen_define(struct gen *g);
void gen_me(struct gen *g);
// ---- passes.c ----
void gen_pass_buffers(struct gen *g);
void gen_pass_body(struct gen *g); ///< `me` and `here`, numbers of this invocation
// ---- asking.c ----
void gen_asking_buffers(struct gen *g);
void gen_asking_body(struct gen *g);
void gen_function(struct gen *g, uint32_t number, bool synchronises);
void gen_copy(struct gen *g); ///< between shared memory and a buffer
/// Of a shared buffer, to or from the first that fits; false: there is none.
bool gen_copy_of(struct gen *g, const struct gen_buffer *shared, bool out);
void gen_serve(struct gen *g); ///< what service programs alone have
void gen_call(struct gen *g);  ///< of one of them, if there is one
/// Other modes, after a barrier of the grid, or of workgroups.
void gen_new_modes(struct gen *g, bool grid);

// ---- library.c ----
void gen_library(struct gen *g); ///< a whole program of calls of the library

// ---- cells.c ----
void gen_functions_of_buffers(struct gen *g); ///< f2 and f3
/// Statements for some cells of the coverage table, other ones for each seed.
void gen_wanted(struct gen *g);

// ---- flow.c: statements that hold others; false: none here ----
bool gen_grid_flow(struct gen *g);
void gen_branch(struct gen *g);
/// A loop that is uniform in `level`, with synchronisation in it.
void gen_loop_together(struct gen *g, enum level level);
void gen_barrier(struct gen *g, bool grid);
/// Keeps the modes that hold on this path and on a path with `modes`.
void gen_join_modes(struct gen *g, const uint8_t *modes);
/// Restores the modes from before, so that another path to the same place is right too.
void gen_restore_modes(struct gen *g, const uint8_t *modes);

// ---- divergent.c ----
bool gen_lane_flow(struct gen *g);

// ---- exits.c: ways out of loops and blocks that hold barriers ----
/// A block; `wanted`: the level of an exit after a synchronisation, GRID: any.
void gen_labelled(struct gen *g, enum level wanted);
/// The body of a loop that all go round together, with exits between its statements.
void gen_loop_body(struct gen *g, const uint8_t *modes);
/// Some leave a block around here; false: there is none.
bool gen_leave(struct gen *g);
/// A divergent `leave`; false: there is no block to leave.
bool gen_lane_leave(struct gen *g);
/// After a statement: the flow of the invocations that have not left the blocks around it.
void gen_after_leaves(struct gen *g);
/// Around the arms of an `if`: an exit in one arm does not count in the other. `rest`: GEN_LABELS.
void gen_arms_begin(const struct gen *g, enum level *rest);
void gen_arms_next(struct gen *g, enum level *rest);
void gen_arms_end(struct gen *g, const enum level *rest);

#endif
