// The cpu suite: what runs each kernel: ours, C with OpenMP, the same by an expert in AVX-512,
// OpenCL on pocl, ours without passes.
#ifndef VYRE_TOOL_BENCH_CPU_H
#define VYRE_TOOL_BENCH_CPU_H

#include "opencl.h"
#include "stage.h"

enum cpu_runner { CPU_OURS, CPU_OPENMP, CPU_EXPERT, CPU_POCL, CPU_NO_PASSES, CPU_RUNNERS };

/// How OpenCL runs a program: in the order of bench_programs.
struct cpu_kernel {
    const char *name;
    const char *kernels[4];                                      ///< of the OpenCL program
    void (*pocl)(struct opencl *cl, const struct bench_work *w); ///< launches them
};
extern const struct cpu_kernel cpu_kernels[];
extern const size_t cpu_kernel_count;

/// pocl as a runner, with `opencl` and `pocl` of the stage.
#define POCL_RUNNER                                                         \
    {                                                                       \
        "pocl", pocl_prepare, pocl_run, pocl_put, pocl_get, pocl_end, false \
    }
bool pocl_prepare(struct bench_stage *s, size_t runner);
bool pocl_run(struct bench_stage *s, size_t runner, double *seconds);
bool pocl_put(struct bench_stage *s, size_t buffer, const void *bytes);
bool pocl_get(struct bench_stage *s, size_t buffer, void *bytes);
void pocl_end(struct bench_stage *s);

// ---- the machine ----
unsigned cpu_threads(void);     ///< processors this process may use
uint64_t cpu_cache_bytes(void); ///< of the last-level cache
/// The most bytes a second that this machine reads or copies in a working set of that size.
double cpu_bandwidth(uint64_t bytes, unsigned threads);

/// Cold starts beside pocl's, and a warm dispatch beside a hand-off between threads.
bool cpu_starts(struct bench *b, vy_context *context, vy_device *device, const char *device_name);

#endif
