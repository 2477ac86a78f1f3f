// Seeded random programs whose grid, workgroups and subgroups go their own ways: loops, branches
// and returns at each of these levels, one inside of the other, and meetings wherever all of a
// scope come by. Settled by construction: what is written is an invocation's own, and shared memory
// is read between two barriers. Made as text.
#ifndef TESTS_SUPPORT_TEAMS_H
#define TESTS_SUPPORT_TEAMS_H

#include <stdint.h>

/// The program of a seed; free() it. Its buffers all have stated sizes and its params defaults.
char *teams_make(uint64_t seed);

#endif
