// Inside the generator of programs whose lanes part.
#ifndef TESTS_SUPPORT_LANES_GEN_H
#define TESTS_SUPPORT_LANES_GEN_H

#include "support/rng.h"
#include "vyre/ir.h"

#include <stdio.h>

enum { LANES_LOCALS = 100, LANES_OWN = 3 }; ///< elements of each invocation's in a buffer

struct lanes_local {
    char name[12];
    vy_type type;
    bool var, same;  ///< same: in all of the grid
    uint32_t length; ///< 0: no array
};

struct lanes {
    FILE *out;
    struct rng r;
    uint32_t volume, total;
    struct lanes_local locals[LANES_LOCALS];
    uint32_t local_count, names;
    unsigned depth, budget;
    unsigned loops;     ///< around here, within the function
    unsigned labels[8]; ///< blocks around here
    unsigned label_count;
    bool in_each, in_function, parted; ///< parted: not all of the grid come here together
    bool may_return, returned;
    uint32_t outer;    ///< locals below are outside of the each
    vy_type result;    ///< of the function
    uint16_t writable; ///< by element type: there is an out buffer of it
};

static inline uint32_t lanes_pick(struct lanes *g, uint32_t limit)
{
    return rng_below(&g->r, limit);
}
static inline bool lanes_one_in(struct lanes *g, uint32_t n)
{
    return rng_one_in(&g->r, n);
}
static inline bool lanes_is_float(vy_type t)
{
    return t == VY_TYPE_F32 || t == VY_TYPE_F64;
}

vy_type lanes_type(struct lanes *g);     ///< of a value
vy_type lanes_int_type(struct lanes *g); ///< of an index
/// The type that a load of an element gives.
vy_type lanes_value_type(vy_type elem);
/// An expression. `same`: for all of the grid.
void lanes_expr(struct lanes *g, vy_type type, bool same, unsigned depth);
/// A literal that is interesting for its type.
void lanes_literal(struct lanes *g, vy_type type);

#endif
