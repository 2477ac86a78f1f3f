// Random programs that are settled by construction: no races, and the same bytes under every fair
// schedule. Made as text, so that a person who sees a difference can read the program. Every op of
// ops.def takes part as soon as its row stands there.
#ifndef VYRE_CONFORM_H
#define VYRE_CONFORM_H

#include "vyre/ir.h"

/// Rows of the coverage table: the pure ops, then everything else that programs are made of. The
/// cells of a row are types.
enum { CONFORM_TYPES = VY_TYPE_BF16 + 1 };
uint32_t conform_rows(void);
const char *conform_row_name(uint32_t row);
/// How tightly the operator written so binds, from 1 (? :) on; 0: it is no operator.
int conform_precedence(const char *mark, size_t length);
/// Bits 1 << type of its cells; 1: one cell alone, without a type.
uint32_t conform_row_types(uint32_t row);

/// How often each cell was written; loops count once.
struct conform_coverage {
    uint64_t (*cells)[CONFORM_TYPES]; ///< conform_rows() of them
};

/// What programs are about. One in 250 of the first kind is of each other kind, so that those who
/// ask for nothing have some of everything.
enum conform_focus {
    CONFORM_ANYTHING,
    CONFORM_BARRIERS, ///< long ones full of grid barriers, collectives and fixpoints; small grids
    CONFORM_LANES,    ///< long ones whose invocations part in every way; no grid barriers
    CONFORM_TEAMS,    ///< long ones with flow uniform in workgroups and subgroups only
    CONFORM_LIBRARY,  ///< calls of the library, and outputs that grow; one in 50
};

struct conform_params {
    uint64_t seed;
    enum conform_focus focus;
    struct conform_coverage *coverage; ///< added to; NULL: not counted
    uint32_t statements; ///< about so many, and no large grid; 0: by chance, mostly few
    /// It verifies, and breaks every promise it can: indices far and wide, barriers left out, loops
    /// without an end, large grids, more rows than there is room for.
    bool hostile;
    bool one_group; ///< one workgroup alone, for a ring that runs programs as data
};

/// The program of a seed, to be freed with free(); NULL: no memory. Its params have defaults. The
/// same seed gives the same text on every machine.
char *conform_make(const struct conform_params *params);

/// A name for its text, as one of the library's own: it finds the library's files and no others.
#define CONFORM_NAME "lib:conform"

/// The bytes to bind to a buffer of that program whose first size is open: its name says them.
uint64_t conform_open_bytes(const char *name, vy_type elem);

/// What buffer number `buffer` of that program is given: edge values of its type, and small
/// numbers, so that loads used as indices and bounds often hit.
void conform_fill(uint64_t seed, uint32_t buffer, vy_type elem, void *bytes, size_t size);

#endif
