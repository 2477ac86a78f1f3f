// Peers of the figure of graphs: small kernels that depend on each other, as a graph made by hand,
// and launched and waited for one by one.
#include "peers.h"

#include <time.h>

namespace {
enum { WAVES = 200, BLOCKS = 64, THREADS = 256 };

__global__ void wave(const uint32_t *__restrict__ x, uint32_t *__restrict__ y, uint32_t count)
{
    uint32_t i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count)
        y[i] = x[i] * 3 + 1;
}

double now_us()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

uint32_t *memory[2];
cudaStream_t stream;
cudaGraphExec_t exec;

cudaError_t make()
{
    const uint32_t count = BLOCKS * THREADS;
    cudaGraph_t graph;
    cudaGraphNode_t last = nullptr;
    cudaError_t e = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (auto &m : memory)
        if (!e && !(e = cudaMalloc(&m, count * 4)))
            e = cudaMemset(m, 0, count * 4);
    if (!e)
        e = cudaGraphCreate(&graph, 0);
    for (int i = 0; i < WAVES && !e; i++) {
        uint32_t *x = memory[i % 2], *y = memory[1 - i % 2], n = count;
        void *params[] = {&x, &y, &n};
        cudaKernelNodeParams node = {};
        node.func = (void *)wave;
        node.gridDim = dim3(BLOCKS);
        node.blockDim = dim3(THREADS);
        node.kernelParams = params;
        cudaGraphNode_t before = last;
        e = cudaGraphAddKernelNode(&last, graph, &before, i ? 1 : 0, &node);
    }
    if (!e)
        e = cudaGraphInstantiate(&exec, graph, 0);
    return e;
}
} // namespace

/// Microseconds of all waves: as a graph, or one by one.
PEER_API int vyre_cuda_waves_us(int graph, double *us)
{
    cudaError_t e = exec ? cudaSuccess : make();
    double from = now_us();
    if (!e && graph && !(e = cudaGraphLaunch(exec, stream)))
        e = cudaStreamSynchronize(stream);
    for (int i = 0; i < WAVES && !graph && !e; i++) {
        wave<<<BLOCKS, THREADS, 0, stream>>>(memory[i % 2], memory[1 - i % 2], BLOCKS * THREADS);
        if (!(e = cudaGetLastError()))
            e = cudaStreamSynchronize(stream);
    }
    *us = now_us() - from;
    return e;
}
