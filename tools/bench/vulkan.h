// The vulkan suite: ours, GLSL through glslang in a Vulkan program written by hand, OpenCL on pocl.
#ifndef VYRE_TOOL_BENCH_VULKAN_H
#define VYRE_TOOL_BENCH_VULKAN_H

#include "bench/vulkan/peer.h"
#include "cpu.h"

struct bench_vulkan {
    struct bench *bench;
    struct session session;
    vy_device *device;
    const struct vulkan_peer *glsl;
    const char *glsl_absent; ///< why it is not here; NULL: it is
    struct opencl opencl;
    char folder[64]; ///< of the GLSL kernels' SPIR-V
};

/// How the Vulkan program runs a kernel: in the order of bench_programs.
struct vulkan_kernel {
    const char *name;
    const char *kernels[VULKAN_PEER_KERNELS];
    /// Records all launches.
    bool (*record)(const struct vulkan_peer *peer, const struct bench_work *w);
    /// Runs it where what is launched depends on results; NULL: what was recorded is run.
    bool (*run)(const struct vulkan_peer *peer, const struct bench_work *w);
};
extern const struct vulkan_kernel vulkan_kernels[];
extern const size_t vulkan_kernel_count;

/// Compiles a kernel of a GLSL file of bench/vulkan to SPIR-V in a file; false after reporting.
bool vulkan_compile(struct bench_vulkan *b, const char *name, const char *kernel, char path[128]);
/// Compiles and loads all kernels of a file; false after reporting.
bool vulkan_load(struct bench_vulkan *b, const char *name, const char *const *kernels);
/// A program of bench/cpu or bench/vulkan, compiled; NULL after reporting.
vy_pipeline *vulkan_pipeline(struct bench_vulkan *b, const char *folder, const char *name,
                             bool fresh);
/// Empty dispatches, passes of a fixpoint and the first run of a kernel beside those of the Vulkan
/// program.
bool vulkan_costs(struct bench_vulkan *b);

#endif
