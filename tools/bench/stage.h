// One kernel, run by several on the same inputs: ours and the peers. What they write must be the
// same bytes, and their runs alternate.
#ifndef VYRE_TOOL_BENCH_STAGE_H
#define VYRE_TOOL_BENCH_STAGE_H

#include "work.h"

struct bench_stage;
struct cpu_kernel;
struct opencl;

/// What runs a kernel; ours is the first one of a suite.
struct bench_runner {
    const char *name;
    bool (*prepare)(struct bench_stage *s, size_t runner);
    /// *seconds: by a clock of its own; where it is left alone, wall time counts.
    bool (*run)(struct bench_stage *s, size_t runner, double *seconds);
    /// What a buffer is to hold, and what it holds; NULL: the runner works on that memory itself.
    bool (*put)(struct bench_stage *s, size_t buffer, const void *bytes);
    bool (*get)(struct bench_stage *s, size_t buffer, void *bytes);
    void (*end)(struct bench_stage *s); ///< also where prepare() failed; NULL: nothing to do
    bool hidden;                        ///< has no column where it is absent
};

struct bench_stage {
    void *suite; ///< its own
    struct bench *bench;
    const struct bench_runner *runners;
    size_t runner_count;
    const char *absent[BENCH_RUNNERS]; ///< why a runner is not here; NULL: it is
    size_t rounds, warm;               ///< runs that count, and those before them
    bool batches;                      ///< short runs go in batches, after a rest
    const char *room;                  ///< a buffer whose last bytes are no result; NULL: none
    /// Whether a time is possible, reported where it is not. NULL: all are believed.
    bool (*believable)(struct bench_stage *s, double seconds, const char *who);
    struct bench_work work; ///< freed by bench_stage_run()

    /// Ours, where its buffers stay on the device.
    vy_pipeline *pipeline;
    vy_buffer *buffers[BENCH_BUFFERS];
    vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    vy_route route;
    bool device_time; ///< the device's own clock counts

    /// pocl, where it is a runner: see cpu.h.
    struct opencl *opencl;
    const struct cpu_kernel *pocl;

    double times[BENCH_RUNNERS][BENCH_MAX_RUNS]; ///< seconds a run
};

/// Prepares all runners, compares, measures and compares again; an exit code. The row gets the
/// medians of ours and of the peers.
int bench_stage_run(struct bench_stage *s, struct bench_kernel *row);
/// The buffer of a program that has room for what stands between its passes; NULL: none.
const char *bench_room_of(const char *program);
/// Whether a buffer is a result.
bool bench_compared(const struct bench_buffer *b, const char *room);

/// A program of the first of these folders that has it, compiled; NULL after reporting.
vy_pipeline *bench_pipeline(struct session *session, vy_device *device, const char *suite,
                            const char *const *folders, const char *name,
                            const vy_pipeline_params *params);
/// Arguments in host memory: what `slot` writes.
void bench_host_args(const struct bench_work *w, size_t slot, vy_arg *args);
/// Ours with buffers that stay on the device: makes them, and what bench_runner has.
bool bench_resident_prepare(struct bench_stage *s, vy_device *device);
bool bench_resident_run(struct bench_stage *s, size_t runner, double *seconds);
bool bench_resident_put(struct bench_stage *s, size_t buffer, const void *bytes);
bool bench_resident_get(struct bench_stage *s, size_t buffer, void *bytes);
void bench_resident_end(struct bench_stage *s);

#endif
