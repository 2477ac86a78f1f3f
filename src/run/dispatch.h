// One dispatch from its call to its end.
#ifndef VYI_RUN_DISPATCH_H
#define VYI_RUN_DISPATCH_H

#include "run/run.h"

struct vyi_dispatch {
    vy_device *device;
    struct vyi_compiled *compiled;
    vy_dispatch_params params; ///< a copy; `args` is not looked at after the check
    struct vyi_report report;
    struct vyi_call call;
    struct vyi_memories memory;
    struct vyi_job_result result;
    const struct vyi_job *job; ///< while it runs
    const atomic_bool *cancel; ///< NULL: none
    uint64_t start_ns, deadline_ns;
    uint64_t compile_ns; ///< making code took
    bool untimed;        ///< the time of its launches is not asked for
    bool lost_rows;      ///< a @count buffer has, which was not allowed
    bool inside;         ///< the hub knows that it uses memory of the device
    vy_stats stats;
    struct vyi_turn turn;
};

/// Everything that can be wrong before the launch; nothing is touched. `context` gets the
/// diagnostics. Free with vyi_dispatch_free() either way.
vy_status vyi_dispatch_check(struct vyi_dispatch *d, vy_pipeline *pipeline,
                             const vy_dispatch_params *params, vy_context *context);
/// When its turn has come: memory, launches, results.
vy_status vyi_dispatch_run(struct vyi_dispatch *d);
/// Frees all but the stats, and ends the report.
void vyi_dispatch_free(struct vyi_dispatch *d, vy_status status);

#endif
