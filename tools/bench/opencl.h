// OpenCL as a peer: the part of its interface that the benchmarks use, opened at run time. The
// declarations are our own, so that neither headers nor a loader are needed to build.
#ifndef VYRE_TOOL_BENCH_OPENCL_H
#define VYRE_TOOL_BENCH_OPENCL_H

#include "tools/common/cli.h"

enum { OPENCL_KERNELS = 8, OPENCL_BUFFERS = 8 };

struct opencl_fns {
    int32_t (*get_platforms)(uint32_t, void **, uint32_t *);
    int32_t (*platform_info)(void *, uint32_t, size_t, void *, size_t *);
    int32_t (*get_devices)(void *, uint64_t, uint32_t, void **, uint32_t *);
    void *(*create_context)(const intptr_t *, uint32_t, void *const *, void *, void *, int32_t *);
    void *(*create_queue)(void *, void *, uint64_t, int32_t *);
    void *(*create_program)(void *, uint32_t, const char **, const size_t *, int32_t *);
    int32_t (*build)(void *, uint32_t, void *const *, const char *, void *, void *);
    int32_t (*build_info)(void *, void *, uint32_t, size_t, void *, size_t *);
    void *(*create_kernel)(void *, const char *, int32_t *);
    int32_t (*set_arg)(void *, uint32_t, size_t, const void *);
    void *(*create_buffer)(void *, uint64_t, size_t, void *, int32_t *);
    int32_t (*launch)(void *, void *, uint32_t, const size_t *, const size_t *, const size_t *,
                      uint32_t, void *, void *);
    int32_t (*read)(void *, void *, uint32_t, size_t, size_t, void *, uint32_t, void *, void *);
    int32_t (*write)(void *, void *, uint32_t, size_t, size_t, const void *, uint32_t, void *,
                     void *);
    int32_t (*finish)(void *);
    int32_t (*release_buffer)(void *);
    int32_t (*release_kernel)(void *);
    int32_t (*release_program)(void *);
    int32_t (*release_queue)(void *);
    int32_t (*release_context)(void *);
};

/// A device, and the program that is being measured on it.
struct opencl {
    struct opencl_fns fns;
    void *library, *device, *context, *queue;
    void *program, *kernels[OPENCL_KERNELS], *buffers[OPENCL_BUFFERS];
    const char *names[OPENCL_KERNELS];
    const char *absent; ///< why it is not here; NULL: it is
    int32_t error;      ///< the first one since the program was begun; 0: none
    const char *failed; ///< the call that gave it
};
/// Opens pocl's CPU device, with that many threads.
void opencl_open(struct opencl *cl, unsigned threads);
void opencl_close(struct opencl *cl);

/// Builds the text; `names` are its kernels, ending with NULL. false after saying why.
bool opencl_begin(struct opencl *cl, const char *path, const char *const *names);
void opencl_end(struct opencl *cl);
/// The memory stays where it is, and the device works on it.
void opencl_buffer(struct opencl *cl, unsigned index, void *memory, size_t bytes);
void opencl_download(struct opencl *cl, unsigned index, void *memory, size_t bytes);
void opencl_upload(struct opencl *cl, unsigned index, const void *memory, size_t bytes);
/// Sets arguments of a kernel from a text: "b0 b1 n0" are two buffers and the low four bytes of the
/// first number, "w1" all eight of the second.
void opencl_args(struct opencl *cl, unsigned kernel, const char *text, const uint64_t *numbers);
/// Items along one or two axes (y = 0: one), rounded up to groups.
void opencl_launch(struct opencl *cl, unsigned kernel, size_t x, size_t y, size_t group_x,
                   size_t group_y);
void opencl_finish(struct opencl *cl);

#endif
