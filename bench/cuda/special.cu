// Peers of the figures that are no kernels: copying, launching, grid barriers, a fixpoint.
#include "peers.h"

#include <cooperative_groups.h>
#include <cuda.h>
#include <time.h>

namespace cg = cooperative_groups;

namespace {
// ---- copying ----
/// Sixteen bytes a thread and step; four on their way at a time.
__global__ void copy_vector(const uint4 *__restrict__ from, uint4 *__restrict__ to, uint64_t count)
{
    uint64_t at = (uint64_t)blockIdx.x * 1024 + threadIdx.x;
    uint4 v[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (at + 256 * i < count)
            v[i] = __ldcs(from + at + 256 * i);
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (at + 256 * i < count)
            __stcs(to + at + 256 * i, v[i]);
}

// ---- launching ----
__global__ void nothing()
{
}

// ---- barriers ----
__global__ void barriers(uint32_t times)
{
    cg::grid_group grid = cg::this_grid();
    for (uint32_t i = 0; i < times; i++)
        grid.sync();
}

__global__ void __launch_bounds__(1024) barrier_and_add(uint4 *x, uint32_t count, uint32_t times)
{
    cg::grid_group grid = cg::this_grid();
    for (uint32_t i = 0; i < times; i++) {
        for (uint32_t g = blockIdx.x * blockDim.x + threadIdx.x; g < count;
             g += gridDim.x * blockDim.x) {
            uint4 v = x[g];
            v.x++, v.y++, v.z++, v.w++;
            x[g] = v;
        }
        grid.sync();
    }
}

/// Sixteen bytes a thread; blocks of 256 for as many groups of 256 elements, a quarter of them.
__global__ void add(uint4 *x)
{
    uint4 *at = x + blockIdx.x * blockDim.x + threadIdx.x, v = *at;
    v.x++, v.y++, v.z++, v.w++;
    *at = v;
}

/// A graph of so many equal kernels, one after the other. The last two that were asked for are
/// kept: those of a slope.
struct chain {
    cudaGraphExec_t exec;
    uint64_t blocks, times;
    uint32_t *x;
} kept[2];

cudaError_t make_chain(chain *c, uint64_t blocks, uint64_t times, uint32_t *x)
{
    cudaGraph_t graph;
    cudaGraphNode_t node = {}, before = {};
    void *params[] = {&x};
    cudaKernelNodeParams p = {};
    p.func = x ? (void *)add : (void *)nothing;
    p.gridDim = dim3((unsigned)(x ? blocks / 4 : blocks));
    p.blockDim = dim3(256);
    p.kernelParams = params;
    if (c->exec)
        cudaGraphExecDestroy(c->exec);
    *c = {};
    cudaError_t e = cudaGraphCreate(&graph, 0);
    for (uint64_t i = 0; !e && i < times; i++) {
        e = cudaGraphAddKernelNode(&node, graph, &before, i ? 1 : 0, &p);
        before = node;
    }
    if (!e)
        e = cudaGraphInstantiate(&c->exec, graph, 0);
    cudaGraphDestroy(graph);
    if (!e)
        *c = {c->exec, blocks, times, x};
    return e;
}

cudaError_t run_chain(uint64_t blocks, uint64_t times, uint32_t *x, cudaStream_t stream)
{
    cudaError_t e = cudaSuccess;
    if (!kept[0].exec || kept[0].blocks != blocks || kept[0].times != times || kept[0].x != x) {
        chain other = kept[0];
        kept[0] = kept[1];
        kept[1] = other;
    }
    if (!kept[0].exec || kept[0].blocks != blocks || kept[0].times != times || kept[0].x != x)
        e = make_chain(&kept[0], blocks, times, x);
    return e ? e : cudaGraphLaunch(kept[0].exec, stream);
}

// ---- a fixpoint ----
/// Who wants another pass says so in one of three words; it is read after the barrier, while the
/// next one is written and the third is cleared.
__global__ void fixpoint(uint32_t *words, uint32_t *x, uint32_t most)
{
    cg::grid_group grid = cg::this_grid();
    uint32_t g = blockIdx.x * blockDim.x + threadIdx.x;
    for (uint32_t k = 0; k < most; k++) {
        if (g == k % (gridDim.x * blockDim.x)) {
            x[g] += 1;
            words[k % 3] = 1;
        }
        if (!g)
            words[(k + 1) % 3] = 0;
        grid.sync();
        if (!*(volatile uint32_t *)&words[k % 3])
            break;
    }
}
}

/// b: from, to. n: bytes.
PEER(copy_memcpy)
{
    return cudaMemcpyAsync(b[1], b[0], n[0], cudaMemcpyDeviceToDevice, (cudaStream_t)into);
}
PEER(copy_vector)
{
    uint64_t count = n[0] / 16;
    copy_vector<<<(unsigned)((count + 1023) / 1024), 256, 0, (cudaStream_t)into>>>(
        (const uint4 *)b[0], (uint4 *)b[1], count);
    return cudaGetLastError();
}

/// Microseconds of one launch through the driver and the wait for it.
extern "C" __attribute__((visibility("default"))) int vyre_cuda_launch_us(double *us)
{
    static CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                              unsigned, CUstream, void **, void **);
    static CUresult (*wait)(CUstream);
    static cudaFunction_t kernel;
    static cudaStream_t stream;
    timespec from, to;
    if (!stream) {
        cudaDriverEntryPointQueryResult found;
        cudaError_t e = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        if (!e)
            e = cudaGetFuncBySymbol(&kernel, (const void *)nothing);
        if (!e)
            e = cudaGetDriverEntryPointByVersion("cuLaunchKernel", (void **)&launch, 12000,
                                                 cudaEnableDefault, &found);
        if (!e)
            e = cudaGetDriverEntryPointByVersion("cuStreamSynchronize", (void **)&wait, 12000,
                                                 cudaEnableDefault, &found);
        if (e)
            return e;
    }
    clock_gettime(CLOCK_MONOTONIC, &from);
    int e = launch((CUfunction)kernel, 1, 1, 1, 64, 1, 1, 0, stream, nullptr, nullptr);
    if (!e)
        e = wait(stream);
    clock_gettime(CLOCK_MONOTONIC, &to);
    *us = (double)(to.tv_sec - from.tv_sec) * 1e6 + (double)(to.tv_nsec - from.tv_nsec) * 1e-3;
    return e;
}

/// n: blocks of 256, barriers. b: nothing.
PEER(barrier_cooperative)
{
    uint32_t times = (uint32_t)n[1];
    void *params[] = {&times};
    return cudaLaunchCooperativeKernel((const void *)barriers, dim3((unsigned)n[0]), dim3(256), params,
                                       0, (cudaStream_t)into);
}
/// Barriers as the ends of kernels.
PEER(barrier_graph)
{
    return run_chain(n[0], n[1], nullptr, (cudaStream_t)into);
}

/// n: workgroups of 256, rounds. b: an element for each. Blocks of 1,024, as many as are resident
/// and have work.
PEER(rounds_cooperative)
{
    uint32_t *x = (uint32_t *)b[0], count = (uint32_t)n[0] * 64, times = (uint32_t)n[1];
    unsigned resident = peer_resident((const void *)barrier_and_add, 1024),
             wanted = (count + 1023) / 1024;
    void *params[] = {&x, &count, &times};
    return cudaLaunchCooperativeKernel((const void *)barrier_and_add,
                                       dim3(wanted < resident ? wanted : resident), dim3(1024),
                                       params, 0, (cudaStream_t)into);
}
/// The same work in a kernel a round, which all of the GPU is free for.
PEER(rounds_graph)
{
    return run_chain(n[0], n[1], (uint32_t *)b[0], (cudaStream_t)into);
}

/// n: blocks of 256, passes. b: three words that are zero, an element for each thread.
PEER(fixpoint_cooperative)
{
    uint32_t *words = (uint32_t *)b[0], *x = (uint32_t *)b[1], most = (uint32_t)n[1];
    void *params[] = {&words, &x, &most};
    return cudaLaunchCooperativeKernel((const void *)fixpoint, dim3((unsigned)n[0]), dim3(256),
                                       params, 0, (cudaStream_t)into);
}
