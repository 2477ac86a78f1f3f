// Seeded random programs around one question: is buffer y overwritten before anything reads it?
#ifndef TESTS_SUPPORT_OVERWRITES_H
#define TESTS_SUPPORT_OVERWRITES_H

#include <stdint.h>

/// A program over `in x: u32[]` of 600 elements, with y (out or scratch), z (out) and f (scratch).
/// Not all of them verify, and some race. free() it.
char *overwrites_make(uint64_t seed);

#endif
