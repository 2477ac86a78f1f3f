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

/// A peer in C: buffers and numbers are the kernel's.
typedef void (*bench_peer_fn)(void *const *buffers, const uint64_t *numbers, int threads);

/// Runners in host memory: programs of ours, and peers in C. A suite has one of these for all
/// kernels.
struct bench_hosts {
    struct session session;
    vy_device *device;
    const char *suite; ///< its name, for reports
    unsigned threads;
    struct {
        vy_pipeline *pipeline;
        vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
        bench_peer_fn peer;
        void *buffers[BENCH_BUFFERS];
    } of[BENCH_RUNNERS];
};

struct bench_stage {
    void *suite;               ///< its own
    struct bench_hosts *hosts; ///< where runners work in host memory
    struct bench *bench;
    const struct bench_runner *runners;
    size_t runner_count;
    const char *absent[BENCH_RUNNERS]; ///< why a runner is not here; NULL: it is
    size_t rounds, warm;               ///< runs that count, and those before them
    bool batches;                      ///< short runs go in batches, after a rest
    /// Brings what a runner wrote into the form in which all must be equal, for results of which
    /// several are right; false after reporting that one is wrong. NULL: there is one.
    bool (*normalise)(struct bench_stage *s, size_t runner);
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
/// What a runner wrote last, where it is compared.
void *bench_result(const struct bench_stage *s, size_t buffer, size_t runner);
/// Whether a buffer is a result.
bool bench_compared(const struct bench_buffer *b);

/// A program of the first of these folders that has it, compiled; NULL after reporting.
vy_pipeline *bench_pipeline(struct session *session, vy_device *device, const char *suite,
                            const char *const *folders, const char *name,
                            const vy_pipeline_params *params);
/// Opens the device with as many threads as the peers have; false after reporting.
bool bench_hosts_begin(struct bench_hosts *h, const char *suite, const char *device);
void bench_hosts_end(struct bench_hosts *h);
/// Ours in host memory: a program of a folder, and what bench_runner has.
bool bench_host_program(struct bench_stage *s, size_t runner, const char *folder, const char *name,
                        const vy_pipeline_params *params);
bool bench_host_run(struct bench_stage *s, size_t runner, double *seconds);
void bench_host_end(struct bench_stage *s);
/// A peer in C, and what bench_runner has.
void bench_host_peer(struct bench_stage *s, size_t runner, void *symbol);
bool bench_host_peer_run(struct bench_stage *s, size_t runner, double *seconds);
/// Arguments in host memory: what `slot` writes.
void bench_host_args(const struct bench_work *w, size_t slot, vy_arg *args);
/// Ours with buffers that stay on the device: makes them, and what bench_runner has.
bool bench_resident_prepare(struct bench_stage *s, vy_device *device);
bool bench_resident_run(struct bench_stage *s, size_t runner, double *seconds);
bool bench_resident_put(struct bench_stage *s, size_t buffer, const void *bytes);
bool bench_resident_get(struct bench_stage *s, size_t buffer, void *bytes);
void bench_resident_end(struct bench_stage *s);

#endif
