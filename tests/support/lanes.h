// Seeded random programs whose invocations part and meet again in every way: loops of all kinds
// with bounds and steps of their own, exits in all nestings, arrays, narrow elements, atomics,
// subgroups with holes. Settled by construction: what an invocation writes is its own, or it goes
// there by a commutative operation whose old value nobody wants. Made as text.
#ifndef TESTS_SUPPORT_LANES_H
#define TESTS_SUPPORT_LANES_H

#include <stdint.h>

/// The program of a seed; free() it. Its buffers all have stated sizes and its params defaults.
char *lanes_make(uint64_t seed);

#endif
