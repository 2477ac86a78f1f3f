// Sparse vector clocks: for each invocation and workgroup, the latest time known of it.
//
// A clock is a trie of shared, counted nodes that are copied when changed. A million invocations
// that add to one counter with acq_rel build a clock with a million entries; copying it at each
// step, as a flat array would, costs n^2, while here a step copies one path, and joining clocks
// that share most nodes looks only at those they do not share.
#ifndef VYI_ORACLE_CLOCK_H
#define VYI_ORACLE_CLOCK_H

#include "oracle/run.h"

struct clock; // NULL: knows nothing

/// How many levels a trie for this many keys has.
uint32_t vyi_oracle_clock_levels(uint64_t keys);
struct clock *vyi_oracle_clock_keep(struct clock *c);
void vyi_oracle_clock_drop(struct run *r, struct clock **c);
uint32_t vyi_oracle_clock_get(const struct run *r, const struct clock *c, uint64_t key);
/// Raises the time of a key. Without memory the run stops and the clock stays as it was.
void vyi_oracle_clock_raise(struct run *r, struct clock **c, uint64_t key, uint32_t time);
/// Adds what another clock knows.
void vyi_oracle_clock_join(struct run *r, struct clock **c, struct clock *other);

#endif
