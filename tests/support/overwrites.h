// One question: is buffer y overwritten before anything reads it? Seeded random programs around it,
// and what a program does with the memory of its buffers.
#ifndef TESTS_SUPPORT_OVERWRITES_H
#define TESTS_SUPPORT_OVERWRITES_H

#include "opt/opt.h"
#include "oracle/oracle.h"

/// A program over `in x: u32[]` of 600 elements, with y (out or scratch), z (out) and f (scratch).
/// Not all of them verify, and some race. free() it.
char *overwrites_make(uint64_t seed);

enum { OVERWRITES_BUFFERS = 8 };

/// A program over `in x: u32[]` of 600 elements, made or written by hand, and what is known of it.
struct overwrites_subject {
    vy_context *context;
    vy_program *program;
    struct vyi_launch launch;
    struct vyi_overwrites found;
    bool whole[OVERWRITES_BUFFERS]; ///< is known to be overwritten before anything reads it
};
/// False where it is no program, or has too many buffers or params; close it then as well.
bool overwrites_open(struct overwrites_subject *s, vy_context *context, const char *text);
void overwrites_close(struct overwrites_subject *s);
/// The number of a buffer that is there.
uint32_t overwrites_buffer(const struct overwrites_subject *s, const char *name);
/// Whether the host can tell what lay in the `chosen` buffers, under any schedule; `*settled`: it
/// ends well and has no races, so that it should not.
bool overwrites_seen(const struct overwrites_subject *s, const bool *chosen, bool *settled);

#endif
