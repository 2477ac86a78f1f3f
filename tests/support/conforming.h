// The programs of `vyre conform`, for tests that take programs from a seed.
#ifndef TESTS_SUPPORT_CONFORMING_H
#define TESTS_SUPPORT_CONFORMING_H

#include "tools/conform/conform.h"

/// The program of a seed; free() it.
static inline char *conforming_make(uint64_t seed)
{
    struct conform_params params = {.seed = seed, .coverage = NULL};
    return conform_make(&params);
}

#endif
