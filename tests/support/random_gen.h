// Inside of the program generator: its state, and how declarations, expressions and statements
// share it.
//
// Uniformity is respected by construction: every value has a level that it never varies beyond,
// fixed when it is declared, and every point of the body has the level of its control flow. A
// variable is assigned only where neither flow nor value exceed its level.
#ifndef TESTS_SUPPORT_RANDOM_GEN_H
#define TESTS_SUPPORT_RANDOM_GEN_H

#include "ir/sem.h"
#include "support/random_program.h"
#include "support/rng.h"

/// A let, var, loop index, param, const: something that may be read many times.
struct random_value {
    vy_value value;
    uint8_t type, level;
    bool assignable;
};

/// A buffer, table or local array.
struct random_decl {
    vy_decl decl;
    uint8_t role; ///< 0: a table or an array
    uint8_t elem; ///< in memory
    uint8_t rank;
    bool atomic, table, array;
    uint64_t size[VYI_MAX_RANK]; ///< as they come out for the chosen arguments
    uint64_t count;
};

/// A number known before launch, with what it comes to.
struct random_launch {
    vy_value value;
    uint64_t at;
};

enum { GEN_MAX_VALUES = 200, GEN_MAX_DECLS = 48, GEN_MAX_LABELS = 16, GEN_MAX_LAUNCH = 48 };

/// What the statements of a block may do; copied and changed on the way into a nested one.
struct random_place {
    uint8_t flow;       ///< enum vyi_uniform: who is certain to pass here together
    uint8_t loop_level; ///< break and continue are fine while `flow` is no larger
    bool can_break, can_continue, can_again, in_each, in_loop;
    uint32_t depth;
    uint32_t outer_values, outer_decls; ///< inside an each: what was declared outside of it
    uint32_t label_base;                ///< labels below this are out of reach
};

struct gen {
    struct rng rng;
    vy_builder *b;
    struct random_program *out;
    bool service, gridless;
    int32_t left;       ///< nodes still wanted
    uint32_t max_depth; ///< of expressions
    struct random_place place;
    bool returned;         ///< a `return` stands before this point
    uint32_t each_in_loop; ///< `each` seen since the outermost loop began
    struct random_value values[GEN_MAX_VALUES];
    uint32_t value_count;
    struct random_decl decls[GEN_MAX_DECLS];
    uint32_t decl_count, buffer_count, param_count;
    struct {
        vy_label label;
        uint8_t level;
    } labels[GEN_MAX_LABELS];
    uint32_t label_count;
    struct random_launch launch[GEN_MAX_LAUNCH]; ///< params, consts and lengths so far
    uint8_t launch_types[GEN_MAX_LAUNCH];
    uint32_t launch_count;
    uint32_t array_bytes, shared_bytes;
    uint32_t serial; ///< names given so far
    bool bindings;   ///< every buffer states its own
};

static inline uint32_t random_below(struct gen *g, uint32_t n)
{
    return rng_below(&g->rng, n);
}
static inline bool random_one_in(struct gen *g, uint32_t n)
{
    return rng_one_in(&g->rng, n);
}
/// One of the seven scalar types.
static inline uint8_t random_scalar(struct gen *g)
{
    return (uint8_t)(VY_TYPE_BOOL + random_below(g, 7));
}
static inline uint8_t random_int(struct gen *g)
{
    return (uint8_t)(VY_TYPE_U32 + random_below(g, 4));
}
static inline uint8_t random_max(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}
static inline bool random_can_collect(const struct gen *g, uint32_t scope)
{
    // A value uniform over a larger scope is uniform over a smaller one, so levels count down
    // where scopes count up.
    return !g->place.in_each && !g->gridless && g->place.flow <= 2 - scope;
}
/// Whether memory may be touched here: without a grid all effects stand inside an `each`.
static inline bool random_can_affect(const struct gen *g)
{
    return !g->gridless || g->place.in_each;
}

/// Makes a value known to later expressions; when there is no room it is forgotten.
static inline void random_remember(struct gen *g, vy_value value, uint8_t type, uint8_t level,
                                   bool assignable)
{
    if (g->value_count < GEN_MAX_VALUES)
        g->values[g->value_count++] = (struct random_value){value, type, level, assignable};
}

// ---- random_decl.c ----
void random_declare(struct gen *g);

// ---- random_expr.c ----
/// An expression of a type that varies no further than `level`.
vy_value random_expr(struct gen *g, uint8_t type, uint8_t level, uint32_t depth);
vy_value random_literal(struct gen *g, uint8_t type);
vy_value random_small(struct gen *g, uint8_t type, uint32_t value); ///< a literal
/// Indices for a declaration, mostly inside it.
void random_indices(struct gen *g, const struct random_decl *d, uint8_t level, uint32_t depth,
                    vy_value *indices);
/// A random declaration that `fits`, or NULL.
const struct random_decl *random_pick(struct gen *g,
                                      bool (*fits)(const struct random_decl *, const void *),
                                      const void *wanted);

// ---- random_memory.c: loads, atomics, collectives; a value that is nothing: not possible here
// ----
vy_value random_load(struct gen *g, uint8_t type, uint8_t level, uint32_t depth);
vy_value random_atomic(struct gen *g, uint8_t type, uint32_t depth);
vy_value random_collective(struct gen *g, uint8_t type, uint8_t level, uint32_t depth);
/// A store, an atomic store or an async copy; false where none is possible.
bool random_store(struct gen *g);
bool random_async_copy(struct gen *g);

// ---- random_stmt.c ----
void random_body(struct gen *g);

#endif
