// The race detector inside: race_detector.c, acquire_release.c, findings.c.
#pragma once

#include "oracle/run.h"

/// One access: who, when, where.
struct record {
    uint32_t actor;       ///< linear number
    uint32_t epoch;       ///< of the grid; 0: no record
    uint32_t group_epoch; ///< of its workgroup
    uint32_t time;        ///< of the invocation
    uint32_t pc;
};
#define COPYING 0x80000000u ///< in pc: an async_copy that wait() has not completed

struct readers; // NULL: none
struct clock;   // NULL: knows nothing

enum { READERS = 3, CELLS = 64 };
struct cell {
    struct record write, read[READERS];
    struct readers *more; ///< readers beyond those, and open copies
    uint32_t writer;      ///< who changed it last + 1
};
struct shadow {
    struct cell cells[CELLS];
};

/// What was released at an element and no other store has ended. Two workgroups may use one element
/// at workgroup scope, so that what acquires of that scope may join is kept for each.
struct place {
    uint64_t key;    ///< space and element
    uint32_t group;  ///< for acquires inside this workgroup; EVERY_GROUP: for those of wider scope
    uint32_t epoch;  ///< of the grid
    uint32_t stores; ///< that ended a release here; a workgroup's place is valid while they agree
    struct clock *clock; ///< NULL: nothing
};
#define EVERY_GROUP UINT32_MAX
struct places {
    VYI_VEC(struct place) list;
    struct vyi_index index; ///< over `list`
};

/// What an invocation knows. Dropped at grid barriers, which order everything.
struct times {
    struct clock *own;
    struct clock *fence;   ///< released by the last fence(), for relaxed stores after it
    struct clock *pending; ///< seen by relaxed loads, acquired by the next fence()
    uint32_t time, epoch;
};

/// A race to be reported when the run has ended: by then it is known whether it crosses workgroups.
struct conflict {
    const struct space *space;
    uint64_t element;
    struct record before, now;
    bool before_writes, writes;
};

struct race {
    struct vyi_oracle_known *known, own;
    VYI_VEC(struct conflict) conflicts;
    struct places places; ///< of buffers that are not shared
    uint32_t levels;      ///< of clocks
};

void vyi_oracle_sync_group_end(struct run *r, struct group *g);
void vyi_oracle_sync_end(struct run *r);
/// Whether the clock of an invocation knows an access of this grid epoch.
bool vyi_oracle_knows(struct run *r, struct group *g, uint32_t l, const struct record *before);
uint32_t vyi_oracle_time(struct run *r, struct group *g, uint32_t l);

void vyi_oracle_conflict(struct run *r, const struct conflict *c);

/// How many levels a trie for this many keys has.
uint32_t vyi_oracle_clock_levels(uint64_t keys);
