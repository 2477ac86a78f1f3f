// Inside the generator of settled programs.
//
// Between two grid barriers every buffer has a mode. PRIVATE: each invocation touches its own
// element alone. STABLE: anybody reads, nobody writes. Atomic buffers: everybody applies one
// commutative operation and nobody looks (ATOMIC_…), or everybody looks. A barrier that everybody
// certainly passes may change modes. Where ways through the program meet again and modes may
// differ, either a barrier brings back the modes from before, or the buffer is left alone (NONE)
// until the next barrier.
#ifndef TESTS_SUPPORT_SETTLED_GEN_H
#define TESTS_SUPPORT_SETTLED_GEN_H

#include "support/rng.h"
#include "vyre/ir.h"

#include <stdio.h>

enum mode {
    MODE_NONE, ///< own elements may be read
    MODE_PRIVATE,
    MODE_STABLE,
    MODE_ADD,
    MODE_AND,
    MODE_OR,
    MODE_XOR,
    MODE_MIN,
    MODE_MAX
};

/// How many run a statement together, and for how many a value is the same.
enum level { LEVEL_GRID, LEVEL_GROUP, LEVEL_LANE };

enum { GEN_BUFFERS = 12, GEN_LOCALS = 120 };

struct gen_buffer {
    char name[12];
    vy_role role;
    vy_type elem;
    bool atomic;
    uint32_t count;   ///< elements
    bool own;         ///< atomic, but each touches its own element, and looks at what was there
    uint32_t columns; ///< 0: one size; else rows of so many, of which one column is used
};

struct gen_local {
    char name[12];
    vy_type type;
    enum level level;
    bool var;
    uint32_t length; ///< 0: no array
};

struct gen {
    FILE *out;
    struct rng r;
    uint32_t workgroup[2], groups[2], volume, total; ///< total: invocations
    struct gen_buffer buffers[GEN_BUFFERS];
    uint8_t modes[GEN_BUFFERS];
    uint32_t buffer_count;
    struct gen_local locals[GEN_LOCALS], spare;
    uint32_t local_count, names;
    enum level flow;
    unsigned depth;   ///< of nesting
    unsigned budget;  ///< statements left
    bool in_each;     ///< outer variables are not assigned
    bool returns;     ///< the program has divergent returns, and so no each
    bool in_fixpoint; ///< `again` has one
    unsigned loops;   ///< loops that hold barriers around here, for break and continue
    unsigned plain;   ///< loops that hold none
    struct {
        uint32_t name;
        uint8_t modes[GEN_BUFFERS];
    } labels[6];                      ///< blocks around here that may be left
    unsigned label_base, label_count; ///< those of the innermost fixpoint
    unsigned functions;
    uint32_t outer; ///< locals below it are outside of the each
};

static inline uint32_t pick(struct gen *g, uint32_t limit)
{
    return rng_below(&g->r, limit);
}
static inline bool one_in(struct gen *g, uint32_t n)
{
    return rng_one_in(&g->r, n);
}

/// The type that a load of an element gives.
vy_type settled_value_type(vy_type elem);
vy_type settled_type(struct gen *g);
/// An expression of a type that is the same for everybody in `level`, and pure.
void settled_expr(struct gen *g, vy_type type, enum level level, unsigned depth);
/// One that may hold grid or workgroup collectives; stands where the flow allows them.
void settled_meeting(struct gen *g, vy_type type, enum level level);
/// A grid collective; the grid passes a barrier in it.
void settled_collective(struct gen *g, vy_type type, const char *scope, bool uniform);
/// The index of an invocation's own element.
void settled_own(struct gen *g, const struct gen_buffer *b);

#endif
