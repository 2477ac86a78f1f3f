// The readers of an element that its cell has no room for; see race_detector.c.
//
// One record a workgroup: a bit for each invocation, and one time and place for all of them while
// these are equal, as they are where a workgroup reads an element in one statement; 8 bytes an
// invocation where they differ. Adding a reader takes constant time.
#ifndef VYI_ORACLE_READERS_H
#define VYI_ORACLE_READERS_H

#include "oracle/run.h"

struct record;
struct readers; // NULL: none

/// Adds a reader of this grid epoch. The earlier record of the same invocation is replaced, and
/// those of its workgroup before its last barrier are dropped: they are ordered before this one.
void vyi_oracle_readers_add(struct run *r, struct readers **set, const struct record *now);
/// Adds an async_copy of a workgroup that wait() has not completed.
void vyi_oracle_readers_open(struct run *r, struct readers **set, const struct record *now);
/// Takes the open copies of a workgroup out; whether there were any.
bool vyi_oracle_readers_close(struct readers *set, uint32_t group);
/// Calls `visit` for each reader of this grid epoch and each workgroup's open copy.
void vyi_oracle_readers_each(const struct run *r, const struct readers *set,
                             void (*visit)(void *user, const struct record *reader), void *user);
void vyi_oracle_readers_drop(struct run *r, struct readers **set);

#endif
