// Peers of breadth-first search on large graphs: the levels by one kernel each and a loop on the
// host, and all of them in one cooperative kernel.
#include "peers.h"

#include <cooperative_groups.h>
#include <cub/block/block_scan.cuh>

namespace cg = cooperative_groups;

namespace {
enum { W = 256, CAP = 4096, NONE = 0xFFFFFFFF };

/// The room of a block.
struct room {
    cub::BlockScan<uint32_t, W>::TempStorage scan;
    uint32_t end[W], base[W], kept[CAP], found, place;
};

/// One level: a block takes vertices of the frontier, its threads take their edges one by one,
/// whomever they belong to, and what they find goes to the next frontier at once.
__device__ void expand(room &r, const uint32_t *row, const uint32_t *col, uint32_t *level,
                       const uint32_t *queue, uint32_t *next, uint32_t length, uint32_t *count,
                       uint32_t depth)
{
    uint32_t take = min((uint32_t)W, (length + gridDim.x - 1) / gridDim.x);
    for (uint64_t first = (uint64_t)blockIdx.x * take; first < length;
         first += (uint64_t)take * gridDim.x) {
        uint32_t from = 0, degree = 0, at, edges;
        if (threadIdx.x < take && first + threadIdx.x < length) {
            uint32_t v = queue[first + threadIdx.x];
            from = row[v];
            degree = row[v + 1] - from;
        }
        cub::BlockScan<uint32_t, W>(r.scan).ExclusiveSum(degree, at, edges);
        r.end[threadIdx.x] = at + degree;
        r.base[threadIdx.x] = from - at;
        if (!threadIdx.x)
            r.found = 0;
        __syncthreads();
        for (uint32_t e = threadIdx.x; e < edges; e += W) {
            uint32_t i = 0;
#pragma unroll
            for (uint32_t step = W / 2; step; step /= 2)
                if (r.end[i + step - 1] <= e)
                    i += step;
            uint32_t t = col[r.base[i] + e];
            if (*(volatile uint32_t *)&level[t] == NONE && atomicCAS(&level[t], NONE, depth) == NONE) {
                uint32_t p = atomicAdd(&r.found, 1);
                if (p < CAP)
                    r.kept[p] = t;
                else
                    next[atomicAdd(count, 1)] = t;
            }
        }
        __syncthreads();
        uint32_t all = min(r.found, (uint32_t)CAP);
        if (!threadIdx.x && all)
            r.place = atomicAdd(count, all);
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < all; i += W)
            next[r.place + i] = r.kept[i];
        __syncthreads();
    }
}

__global__ void start(uint32_t *level, uint32_t *queue, uint32_t *count, uint32_t nodes,
                      uint32_t source)
{
    for (uint32_t v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += gridDim.x * blockDim.x)
        level[v] = v == source ? 0 : NONE;
    if (!blockIdx.x && !threadIdx.x) {
        queue[0] = source;
        count[0] = 1;
        count[1] = count[2] = 0;
    }
}

__global__ void __launch_bounds__(W) one_level(const uint32_t *row, const uint32_t *col,
                                               uint32_t *level, const uint32_t *queue,
                                               uint32_t *next, uint32_t length, uint32_t *count,
                                               uint32_t depth)
{
    __shared__ room r;
    expand(r, row, col, level, queue, next, length, count, depth);
}

__global__ void __launch_bounds__(W) all_levels(const uint32_t *row, const uint32_t *col,
                                                uint32_t *level, uint32_t *queue, uint32_t *count,
                                                uint32_t nodes)
{
    __shared__ room r;
    cg::grid_group grid = cg::this_grid();
    for (uint32_t depth = 1;; depth++) {
        uint32_t length = *(volatile uint32_t *)&count[(depth - 1) % 3];
        if (!length)
            return;
        if (!blockIdx.x && !threadIdx.x)
            count[(depth + 1) % 3] = 0;
        uint32_t *here = queue + (depth % 2 ? 0 : nodes), *next = queue + (depth % 2 ? nodes : 0);
        expand(r, row, col, level, here, next, length, &count[depth % 3], depth);
        grid.sync();
    }
}
}

/// b: row, col, level, two queues, three counts. n: nodes, source, most blocks.
PEER(bfs_levels)
{
    static uint32_t *length;
    cudaStream_t stream = (cudaStream_t)into;
    uint32_t *queue = (uint32_t *)b[3], *count = (uint32_t *)b[4], nodes = (uint32_t)n[0];
    unsigned resident = peer_resident((const void *)one_level, W);
    cudaError_t e = length ? cudaSuccess : cudaMallocHost(&length, sizeof *length);
    if (e)
        return e;
    start<<<resident, W, 0, stream>>>((uint32_t *)b[2], queue, count, nodes, (uint32_t)n[1]);
    *length = 1;
    for (uint32_t depth = 1; !e && *length; depth++) {
        // A thread for each vertex is enough where there are few of them.
        unsigned blocks = (*length + 31) / 32;
        uint32_t *next = &count[depth % 3];
        e = cudaMemsetAsync(next, 0, sizeof *next, stream);
        one_level<<<blocks < resident ? blocks : resident, W, 0, stream>>>(
            (const uint32_t *)b[0], (const uint32_t *)b[1], (uint32_t *)b[2],
            queue + (depth % 2 ? 0 : nodes), queue + (depth % 2 ? nodes : 0), *length, next, depth);
        if (!e)
            e = cudaMemcpyAsync(length, next, sizeof *length, cudaMemcpyDeviceToHost, stream);
        if (!e)
            e = cudaStreamSynchronize(stream);
    }
    return e ? e : cudaGetLastError();
}
PEER(bfs_cooperative)
{
    const uint32_t *row = (const uint32_t *)b[0], *col = (const uint32_t *)b[1];
    uint32_t *level = (uint32_t *)b[2], *queue = (uint32_t *)b[3], *count = (uint32_t *)b[4];
    uint32_t nodes = (uint32_t)n[0];
    unsigned resident = peer_resident((const void *)all_levels, W);
    void *params[] = {&row, &col, &level, &queue, &count, &nodes};
    start<<<resident, W, 0, (cudaStream_t)into>>>(level, queue, count, nodes, (uint32_t)n[1]);
    return cudaLaunchCooperativeKernel((const void *)all_levels,
                                       dim3(n[2] < resident ? (unsigned)n[2] : resident), dim3(W),
                                       params, 0, (cudaStream_t)into);
}
