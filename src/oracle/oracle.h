// The oracle: runs a verified program over the whole grid in lock-step between grid barriers, under
// a chosen fair schedule, and reports races, endless waits and out-of-bounds accesses.
#pragma once

#include "ir/launch.h"
#include "vyre/run.h"

#include <stdatomic.h>

enum vyi_schedule {
    VYI_SCHEDULE_FORWARD,     ///< invocations in order, each as far as it gets
    VYI_SCHEDULE_REVERSE,     ///< the other way round
    VYI_SCHEDULE_AHEAD,       ///< one subgroup as far as it gets, and the last one first
    VYI_SCHEDULE_RANDOM,      ///< by seed, random quanta
    VYI_SCHEDULE_INTERLEAVED, ///< one access of each in turn, across workgroups
    VYI_SCHEDULE_COUNT
};

/// A scripted host for service programs: called between rounds of the schedule with the memory of
/// the mapped buffers; returns false once it has nothing left to do (the program should then end).
typedef bool (*vyi_host_fn)(void *user, void *const *memory);

/// What was already reported. Handed to several runs it makes each finding appear once.
struct vyi_oracle_known {
    VYI_VEC(struct vyi_oracle_finding) list;
    struct vyi_index index; ///< over `list`
    uint32_t runs;
    struct {
        bool any;
        uint32_t pos;
        uint64_t invocation;
    } failure; ///< the assert that the last run failed with
};
struct vyi_oracle_finding {
    uint32_t kind, buffer;
    uint32_t place[2]; ///< positions, the smaller first
    uint32_t run;      ///< the last run that found it
    uint32_t detail;   ///< what that run will report of it + 1; 0: nothing more
};
void vyi_oracle_known_free(vy_context *c, struct vyi_oracle_known *known);

struct vyi_oracle_params {
    const vy_program *program; ///< verified
    const struct vyi_launch *launch;
    void *const *memory; ///< by buffer: its bytes, at their start value; NULL for shared
    enum vyi_schedule schedule;
    uint64_t seed;
    bool detect;                    ///< races, unordered stores, waits
    uint64_t max_steps, max_memory; ///< 0: none, 4 GiB
    uint64_t deadline_ns;           ///< CLOCK_MONOTONIC; 0: none
    const atomic_bool *cancel;      ///< NULL: none
    uint64_t steps_before; ///< statements that count for max_steps already; `statements` goes on
    void (*print)(void *user, const char *line);
    void *print_user;
    void (*progress)(void *user, uint64_t statements);
    void *progress_user;
    vyi_host_fn host;
    void *host_user;
    bool host_often; ///< it is called after each turn of the workgroups, not after some dozens
    struct vyi_oracle_known *known; ///< findings of earlier runs, not reported again; NULL: none
};

struct vyi_fixpoint_result {
    uint32_t pos;
    uint64_t passes, entries, converged; ///< converged: entries that a quiet pass ended
    uint64_t empty;                      ///< entries that ran no pass
};

struct vyi_oracle_result {
    uint64_t statements, out_of_bounds, printed, dropped;
    uint32_t races, unordered_stores, waits;       ///< distinct places
    VYI_VEC(struct vyi_fixpoint_result) fixpoints; ///< in program order
};

/// Runs it. Findings and failures are reported with their lines; out-of-bounds accesses as one
/// warning a place when `detect` is set. VY_OK also when races were found: see the result.
vy_status vyi_oracle_run(const struct vyi_oracle_params *params, struct vyi_report *report,
                         struct vyi_oracle_result *result);
void vyi_oracle_result_free(vy_context *c, struct vyi_oracle_result *result);
