// Races that can be shown without running a program.
#pragma once

#include "ir/launch.h"

// ---- race_walk.c: the accesses of one invocation ----
enum { VYI_RACE_CONDITIONS = 6, VYI_RACE_SCOPES = VYI_MAX_NESTING + 3 };

/// What is known of a value.
enum vyi_known {
    VYI_OPAQUE, ///< nothing
    VYI_TERM,   ///< equal `bits`: equal values
    VYI_EXACT   ///< the value
};
struct vyi_val {
    uint64_t bits;
    uint32_t cell; ///< TERM: stands for the element of host data that it depends on; 0: none
    uint8_t known; ///< enum vyi_known
};

/// A condition that is a TERM, and whether it holds.
struct vyi_condition {
    uint64_t term;
    uint32_t cell, node;
    bool holds;
};
/// How certainly an invocation comes to a statement: where all conditions hold.
struct vyi_flow {
    bool gone, lost; ///< gone: it does not; lost: nothing is known
    uint8_t count;
    struct vyi_condition at[VYI_RACE_CONDITIONS];
};

/// One access.
struct vyi_touch {
    uint64_t key;     ///< equal: one element, and no grid barrier between
    uint64_t element; ///< its number, where it is exact
    uint32_t node, flow, probe, group;
    uint32_t loop;         ///< the outermost one around it, by node; 0: none
    uint32_t clock, phase; ///< nodes visited, and barriers of the workgroup passed, before
    bool writes, exact, in_each;
};

/// An open loop or block; exits lead to its end.
struct vyi_race_scope {
    uint8_t op;
    bool left, next, beyond; ///< some exit led to its end, to its next round, further out
    bool unsure;             ///< what it assigns is not known behind it
    uint32_t label, log;
    struct vyi_flow entry;
};

struct vyi_race_walk {
    const vy_program *p;
    const struct vyi_launch *launch;
    VYI_VEC(struct vyi_touch) touches; ///< of all invocations that were followed
    VYI_VEC(struct vyi_flow) flows;    ///< of the touches
    uint32_t probe;                    ///< the invocation that is followed now
    uint32_t inside, group;            ///< its number in its workgroup, and of that
    uint32_t syncs[3];                 ///< by enum vyi_scope: barriers passed
    uint32_t visits, loop;             ///< nodes visited, and the outermost loop that is open
    struct vyi_flow flow;
    uint32_t saved;        ///< of `flow`: its place in `flows` + 1; 0: none
    struct vyi_val *local; ///< by local
    VYI_VEC(uint32_t) log; ///< locals in the order in which they were assigned
    struct vyi_race_scope scopes[VYI_RACE_SCOPES];
    uint32_t depth, links; ///< of scopes, and of else-ifs
    bool in_each, failed;
    bool cut; ///< a walk ended before the program did
};

/// Follows invocation `w->probe`, and adds its accesses; w->failed when memory runs out.
void vyi_race_walk(struct vyi_race_walk *w);

// ---- race_report.c ----
/// Two accesses that race, by two invocations.
struct vyi_race {
    uint32_t node[2], probe[2], clock;
    uint64_t index[VYI_MAX_RANK];
    bool writes[2], maybe, in_each;
    bool exact;   ///< the index is a number, and not a name
    bool uniform; ///< all invocations have that index
};
/// Warns of those that say more than the others; VY_OK unless memory runs out.
vy_status vyi_race_report(const vy_program *p, const struct vyi_race *races, uint32_t count,
                          struct vyi_report *report);
