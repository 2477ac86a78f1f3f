// The cuda suite: what its parts share. Ours runs on a device of the library; the peers are CUDA
// C++ in bench/cuda/, built by bench/cuda/build into libvyre-bench-cuda.so beside the tool.
#ifndef VYRE_TOOL_BENCH_CUDA_H
#define VYRE_TOOL_BENCH_CUDA_H

#include "stage.h"

#include <sys/types.h>

/// A peer puts its work into a stream of its library's own: buffers and numbers are the kernel's,
/// the buffers device memory. Returns a CUDA error, 0: none.
typedef int (*cuda_peer_fn)(void *const *buffers, const uint64_t *numbers, void *stream);

/// The entry points of bench/cuda/base.cu, each `vyre_cuda_NAME`. All return a CUDA error.
struct cuda_base {
    int (*open)(void);
    int (*alloc)(uint64_t bytes, void **memory);
    int (*free)(void *memory);
    int (*upload)(void *memory, const void *from, uint64_t bytes);
    int (*download)(const void *memory, void *to, uint64_t bytes);
    int (*fill)(void *memory, int byte, uint64_t bytes);
    /// Runs a peer between two events and waits: milliseconds of device time.
    int (*time)(cuda_peer_fn peer, void *const *buffers, const uint64_t *numbers, float *ms);
    /// Bytes a second that the memory can move at most, and those of the last cache.
    int (*limits)(double *rate, uint64_t *cache);
    const char *(*error)(int code);
};

struct bench_cuda {
    struct bench *bench;
    struct session session;
    vy_device *device;  ///< "cuda", or what --device says
    void *peers;        ///< the library of peers; NULL: `absent` says why
    const char *absent; ///< NULL: the peers are here
    struct cuda_base base;
};

/// A part of the suite beside the kernels: adds figures (bench_figure) and rows (bench_kernel).
struct cuda_part {
    const char *name;                 ///< for --only
    int (*run)(struct bench_cuda *b); ///< an exit code, EXIT_DONE: go on
};
/// cuda_special.c: in the order in which they run, after the kernels.
extern const struct cuda_part cuda_special_parts[];
extern const size_t cuda_special_count;

/// PyTorch in a process of its own.
struct cuda_torch {
    FILE *to, *from;
    pid_t process;
    const char *absent; ///< NULL: it is here
};
void cuda_torch_open(struct cuda_torch *t, const char *peers);
/// Seconds of a kernel; 0: it has none.
double cuda_torch_time(struct cuda_torch *t, const struct bench_work *w);
void cuda_torch_close(struct cuda_torch *t);

/// The kernels, those that --only names.
int cuda_kernels_run(struct bench_cuda *b);
/// An entry point of the peers' library; NULL: it has none.
void *cuda_find(struct bench_cuda *b, const char *name);
/// The same for one that must be there; NULL after saying that the library is old.
void *cuda_symbol(struct bench_cuda *b, const char *name);
/// Whether --only names it, or nothing is named.
bool cuda_wanted(const struct bench_cuda *b, const char *name);
/// A program of bench/cuda/ (else bench/cpu/) as a pipeline; NULL after reporting.
vy_pipeline *cuda_pipeline(struct bench_cuda *b, vy_device *device, const char *name);
vy_pipeline *cuda_pipeline_without(struct bench_cuda *b, vy_device *device, const char *name,
                                   const char *no_passes);

#endif
