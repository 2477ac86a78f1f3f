// The programs of `vyre conform`, for tests that take programs from a seed: for struct routes with
// .conforms, or struct trial.
#ifndef TESTS_SUPPORT_CONFORMING_H
#define TESTS_SUPPORT_CONFORMING_H

#include "tools/conform/gen/random.h"

/// The program of a seed; free() it.
static inline char *conforming_make(uint64_t seed)
{
    return conform_make(&(struct conform_params){.seed = seed});
}

/// One that is full of grid barriers, grid collectives and fixpoints.
static inline char *conforming_barriers(uint64_t seed)
{
    return conform_make(&(struct conform_params){.seed = seed, .focus = CONFORM_BARRIERS});
}

/// One whose invocations part and meet again in every way.
static inline char *conforming_lanes(uint64_t seed)
{
    return conform_make(&(struct conform_params){.seed = seed, .focus = CONFORM_LANES});
}

/// One whose grid, workgroups and subgroups go their own ways, one inside of the other, and meet.
static inline char *conforming_teams(uint64_t seed)
{
    return conform_make(&(struct conform_params){.seed = seed, .focus = CONFORM_TEAMS});
}

#endif
