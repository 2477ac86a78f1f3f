// Seeded random programs that are settled by construction: no races, and the same bytes under every
// fair schedule. Made as text, full of grid barriers, grid collectives and fixpoints.
#ifndef TESTS_SUPPORT_SETTLED_H
#define TESTS_SUPPORT_SETTLED_H

#include <stdint.h>

/// The program of a seed; free() it. Its buffers all have stated sizes and its params defaults.
char *settled_make(uint64_t seed);

#endif
