// What the peers of `vyre bench cuda` share. Buffers `b` and numbers `n` are those of
// tools/bench/work.c, in its order, in device memory.
#pragma once
#include <cstdint>
#include <cstring>
#include <cuda_runtime.h>

typedef int (*peer_fn)(void *const *b, const uint64_t *n, void *stream);

#define PEER_API extern "C" __attribute__((visibility("default")))
#define PEER(name) PEER_API int vyre_cuda_peer_##name(void *const *b, const uint64_t *n, void *into)
/// The same by CUB.
#define CUB(name) PEER_API int vyre_cuda_cub_##name(void *const *b, const uint64_t *n, void *into)

/// Room for partial results, kept from run to run so that allocating it is not measured.
static inline cudaError_t peer_room(void **at, size_t *have, size_t bytes)
{
    if (bytes <= *have)
        return cudaSuccess;
    cudaFree(*at);
    *have = 0;
    cudaError_t e = cudaMalloc(at, bytes);
    *have = e ? 0 : bytes;
    return e;
}

/// Blocks that are resident at once, each with so many threads.
static inline unsigned peer_resident(const void *kernel, int threads, size_t shared = 0)
{
    int each = 1, sms = 1;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, shared);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return (unsigned)(each * sms);
}
