// Programs that mean harm: indices far and wide, everybody at one place, loops and barriers without
// an end, grids of billions, nesting as deep as it goes. All of them have the same buffers.
#ifndef TESTS_SUPPORT_HOSTILE_H
#define TESTS_SUPPORT_HOSTILE_H

#include <stdint.h>

enum { HOSTILE_BUFFERS = 7 };

/// The first is an input, the last an output, the others both.
extern const struct hostile_buffer {
    const char *name, *type;
    uint32_t elem, count;
} hostile_buffers[HOSTILE_BUFFERS];

enum hostile_end {
    HOSTILE_ENDS,    ///< by itself
    HOSTILE_LONG,    ///< likewise, but not where code is interpreted
    HOSTILE_ENDLESS, ///< it must be stopped
    HOSTILE_HUGE,    ///< likewise; it has billions of invocations
};
/// A program and its number.
typedef void (*hostile_fn)(void *user, uint32_t number, const char *text, enum hostile_end end);
/// All of them; how many.
uint32_t hostile_each(hostile_fn fn, void *user);

#endif
