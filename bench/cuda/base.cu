// What `vyre bench cuda` needs of CUDA's runtime: memory, a stream, time between two events. The
// context is the device's primary one, which the tool's own device uses too.
#include "peers.h"

namespace {
cudaStream_t stream;
cudaEvent_t from, to;
}

PEER_API int vyre_cuda_open(void)
{
    cudaError_t e = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (!e)
        e = cudaEventCreate(&from);
    return e ? e : cudaEventCreate(&to);
}

PEER_API int vyre_cuda_alloc(uint64_t bytes, void **memory)
{
    return cudaMalloc(memory, bytes);
}

PEER_API int vyre_cuda_free(void *memory)
{
    return cudaFree(memory);
}

PEER_API int vyre_cuda_upload(void *memory, const void *data, uint64_t bytes)
{
    return cudaMemcpy(memory, data, bytes, cudaMemcpyHostToDevice);
}

PEER_API int vyre_cuda_download(const void *memory, void *data, uint64_t bytes)
{
    return cudaMemcpy(data, memory, bytes, cudaMemcpyDeviceToHost);
}

PEER_API int vyre_cuda_fill(void *memory, int byte, uint64_t bytes)
{
    cudaError_t e = cudaMemsetAsync(memory, byte, bytes, stream);
    return e ? e : cudaStreamSynchronize(stream);
}

PEER_API int vyre_cuda_time(peer_fn peer, void *const *b, const uint64_t *n, float *ms)
{
    int e = cudaEventRecord(from, stream);
    if (!e)
        e = peer(b, n, stream);
    if (!e)
        e = cudaEventRecord(to, stream);
    if (!e)
        e = cudaEventSynchronize(to);
    return e ? e : cudaEventElapsedTime(ms, from, to);
}

/// Bytes a second that the memory's clock and width allow, and the bytes of the last cache.
PEER_API int vyre_cuda_limits(double *rate, uint64_t *cache)
{
    int khz = 0, bits = 0, bytes = 0;
    cudaError_t e = cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0);
    if (!e)
        e = cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0);
    if (!e)
        e = cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, 0);
    *rate = 2e3 * khz * bits / 8; // twice a clock
    *cache = (uint64_t)bytes;
    return e;
}

PEER_API const char *vyre_cuda_error(int code)
{
    return cudaGetErrorString((cudaError_t)code);
}
