// How the blocks of a GPU hold workgroups, where every invocation has a thread.
#ifndef VYI_PLAN_TEAMS_H
#define VYI_PLAN_TEAMS_H

#include "plan/phases.h"

enum { VYI_MOST_THREADS = 1024 }; ///< of a block

/// A team is the threads of one workgroup, in whole warps.
struct vyi_teams {
    bool flat; ///< invocations never synchronise below the grid: there are no teams
    bool idle; ///< some threads walk along without running: they returned or have no invocation
    bool exchanges;   ///< warps of a team hand each other values
    bool asserts;     ///< the program has some
    bool open_loops;  ///< loops whose passes differ between invocations, as far as can be seen
    uint32_t threads; ///< of a team
    uint32_t most_teams, most_threads; ///< of a block
    uint32_t fixpoints;
};
enum { VYI_STREAM_BYTES = 16 }; ///< of the widest access of a thread
struct vyi_facts;
/// How many neighbouring invocations a thread runs at once, as lanes of a vector; 1: no vectors.
/// For workgroups of one axis.
uint32_t vyi_plan_coarsen(const struct vyi_phases *f, const struct vyi_teams *teams,
                          struct vyi_facts *facts);
void vyi_plan_teams(const struct vyi_phases *f, struct vyi_teams *teams);

#endif
