// A driver without a GPU: libcuda.so.1 as far as the device calls it, which keeps memory on the
// host and records what it was asked. It is libvyre-llvm.so too, with PTX that says what the test
// wants. A kernel is a function of the test, or the oracle on the same program. Its source is
// cuda/, a shared object of its own.
#ifndef TESTS_SUPPORT_FAKECUDA_H
#define TESTS_SUPPORT_FAKECUDA_H

#include "gen/llvm/cuda_abi.h"
#include "gen/llvm/gen.h"

#include <stdatomic.h>

struct fake_launch {
    const char *kernel;        ///< "vyre_kernel"
    const vy_program *program; ///< that it was made of
    uint32_t workgroup[3];
    unsigned blocks, threads, shared;
    bool together;
    bool node; ///< of a graph, where what comes after it waits for its end
    void *stream;
    uint64_t param; ///< the first one
    void *copy;     ///< that it is the address of, where the kernel takes the block itself
};

enum { FAKE_ORDER = 1 << 16 };

struct fake_cuda {
    // What it pretends to be.
    int devices, capability, driver, processors, occupancy;
    bool pools, cooperative, conditions;
    uint64_t memory;
    struct vyi_cuda_info info; ///< of the kernels that the compiler makes,
    void (*inform)(const struct vyi_llvm_request *request, struct vyi_cuda_info *info); ///< or this
    void *(*alloc)(vy_context *c, size_t bytes); ///< vyi_user_alloc()
    bool held; ///< something else in the process holds the primary context too

    // What it does.
    const char *fail_call; ///< the name of a driver function,
    int fail_after;        ///< whose calls from this one on, counted from 0, give
    int fail_result;       ///< this
    bool fail_once;
    atomic_int sticky; ///< every call gives this, until the context is made anew; 0: none
    void (*kernel)(void *user, const struct fake_launch *launch);
    bool (*busy)(void *user, void *stream); ///< whether work on a stream goes on; NULL: never
    void (*drop)(void *user);               ///< the context goes; NULL: nothing more goes with it
    atomic_uint staying; ///< blocks of services that run: they take a multiprocessor each
    atomic_ullong
        steps; ///< instructions that kernels have run: whoever waits for them counts these
    void *user;

    // What it saw.
    atomic_int wrong;   ///< calls without a context, with memory that is not there, …
    char what[200];     ///< the first of them
    atomic_int pushed;  ///< contexts, by all threads, less those popped
    int retained_of[4]; ///< by GPU
    int retained, live_streams, live_events, live_modules, live_host, live_pieces, live_graphs,
        live_execs, live_links, live_pools;
    uint64_t live_bytes;
    int launches, allocs, compiles, links;
    atomic_ullong passes; ///< of the loops of the last graph that was launched
    size_t order_count;
    char order[FAKE_ORDER]; ///< "launch;copy_up 4;…" of what was put on streams
};

/// Kernels are the oracle's runs of their programs, by a context of their own.
void fake_cuda_oracle(struct fake_cuda *fake, vy_context *context);

/// From here on it is the driver and the compiler of this process, as at its start: an H200 with
/// little memory, nothing recorded. NULL: its file is not there.
struct fake_cuda *fake_cuda_open(void);

#endif
