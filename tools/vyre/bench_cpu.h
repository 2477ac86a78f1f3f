// The cpu suite: kernels with their inputs, and the three that run each: ours, C with OpenMP, and
// OpenCL on pocl.
#ifndef VYRE_TOOL_BENCH_CPU_H
#define VYRE_TOOL_BENCH_CPU_H

#include "bench.h"
#include "bench_opencl.h"

enum { CPU_BUFFERS = OPENCL_BUFFERS, CPU_NUMBERS = 6, CPU_PARAMS = 4 };

/// Who runs a kernel.
enum cpu_runner { CPU_OURS, CPU_OPENMP, CPU_POCL, CPU_RUNNERS };

enum cpu_role {
    CPU_IN,
    CPU_OUT,
    CPU_INOUT,
    CPU_OWN, ///< the peers' scratch memory; our programs have their own
};

struct cpu_buffer {
    const char *name;
    enum cpu_role role;
    uint64_t bytes;
    void *data; ///< what it holds at first; NULL: zeros. All runners read an input where it is
    void *each[CPU_RUNNERS]; ///< OUT, INOUT: what each runner works on
};

/// A kernel with everything it needs at one size.
struct cpu_work {
    const struct cpu_kernel *kernel;
    uint64_t number[CPU_NUMBERS]; ///< sizes and scalars, as the peers take them
    struct cpu_buffer buffers[CPU_BUFFERS];
    size_t buffer_count;
    struct {
        const char *name;
        vy_type type;
        uint32_t number;
    } params[CPU_PARAMS];
    size_t param_count;
    unsigned threads;
    uint64_t least; ///< bytes that must be read or written at least
};

struct cpu_kernel {
    const char *name;
    void (*make)(struct cpu_work *w, uint64_t bytes);          ///< of about that many bytes in all
    const char *kernels[4];                                    ///< of the OpenCL program
    void (*pocl)(struct opencl *cl, const struct cpu_work *w); ///< launches them
};
extern const struct cpu_kernel cpu_kernels[];
extern const size_t cpu_kernel_count;

void cpu_work_free(struct cpu_work *w);
/// Memory for a benchmark: aligned, on large pages where there are some, touched.
void *cpu_memory(uint64_t bytes);

// ---- the machine ----
unsigned cpu_threads(void);     ///< processors this process may use
uint64_t cpu_cache_bytes(void); ///< of the last-level cache
/// The most bytes a second that this machine reads or copies in a working set of that size.
double cpu_bandwidth(uint64_t bytes, unsigned threads);

/// Where a file of the benchmarks ("bench/cpu", "copy.vy") or the examples stands: in the build
/// folder, or installed. false: nowhere.
bool cpu_file(char *path, size_t size, const char *folder, const char *name);
/// A file in the tool's own folder, such as the peers that are built with it.
bool cpu_beside(char *path, size_t size, const char *name);

/// Cold starts beside pocl's, and a warm dispatch beside a hand-off between threads.
bool cpu_starts(struct bench *b, vy_context *context, vy_device *device, const char *device_name);

#endif
