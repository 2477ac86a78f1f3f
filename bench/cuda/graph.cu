// Peers on sparse data: a matrix times a vector, breadth-first levels.
#include "peers.h"

#include <cooperative_groups.h>

namespace {
// ---- sparse matrix times vector ----
/// A block has 256 rows. Their elements come in across all lanes, with the vector's, and each thread
/// adds up its row from shared memory, in order.
enum { ROWS = 256, CHUNK = 2048 };
__global__ void __launch_bounds__(ROWS)
    spmv(const uint32_t *__restrict__ row, const uint32_t *__restrict__ col, const float *__restrict__ value,
         const float *__restrict__ x, float *__restrict__ y, uint32_t rows)
{
    __shared__ float2 part[CHUNK];
    uint32_t first = blockIdx.x * ROWS, last = min(first + ROWS, rows), r = first + threadIdx.x;
    uint32_t e = r < rows ? row[r] : 0, end = r < rows ? row[r + 1] : 0, stop = row[last];
    float sum = 0;
    for (uint32_t base = row[first]; base < stop; base += CHUNK) {
        float v[CHUNK / ROWS], w[CHUNK / ROWS];
        uint32_t c[CHUNK / ROWS];
#pragma unroll
        for (int k = 0; k < CHUNK / ROWS; k++) {
            uint32_t at = base + k * ROWS + threadIdx.x;
            c[k] = at < stop ? __ldcs(col + at) : 0;
            v[k] = at < stop ? __ldcs(value + at) : 0;
        }
#pragma unroll
        for (int k = 0; k < CHUNK / ROWS; k++)
            w[k] = x[c[k]];
#pragma unroll
        for (int k = 0; k < CHUNK / ROWS; k++)
            part[k * ROWS + threadIdx.x] = make_float2(v[k], w[k]);
        __syncthreads();
        uint32_t to = min(end, base + CHUNK);
        for (; e < to; e++) {
            float2 p = part[e - base];
            sum = fmaf(p.x, p.y, sum);
        }
        __syncthreads();
    }
    if (r < rows)
        y[r] = sum;
}

// ---- breadth-first levels ----
/// One launch: blocks take nodes of the frontier, collect what they find and hand it in at once.
enum { THREADS = 256, CAP = 4096 };
__global__ void __launch_bounds__(THREADS)
    bfs(const uint32_t *__restrict__ row, const uint32_t *__restrict__ col, uint32_t *level, uint32_t *queue,
        uint32_t *next, uint32_t *count, uint32_t n)
{
    const uint32_t NONE = 0xffffffff;
    __shared__ uint32_t kept[CAP], found, place;
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    uint32_t me = blockIdx.x * THREADS + threadIdx.x, all = gridDim.x * THREADS;
    for (uint32_t v = me; v < n; v += all)
        level[v] = v ? NONE : 0;
    if (me == 0)
        queue[0] = 0, count[0] = 1, count[1] = 0, count[2] = 0;
    if (threadIdx.x == 0)
        found = 0;
    grid.sync();
    for (uint32_t pass = 0;; pass++) {
        uint32_t length = *(volatile uint32_t *)(count + pass % 3), *fill = count + (pass + 1) % 3;
        if (!length)
            return;
        if (me == 0)
            count[(pass + 2) % 3] = 0;
        for (uint32_t first = blockIdx.x * THREADS; first < length; first += all) {
            uint32_t k = first + threadIdx.x;
            if (k < length) {
                uint32_t v = queue[k];
                for (uint32_t e = row[v], end = row[v + 1]; e < end; e++) {
                    uint32_t t = col[e];
                    if (__ldcg(level + t) != NONE || atomicCAS(level + t, NONE, pass + 1) != NONE)
                        continue;
                    uint32_t at = atomicAdd(&found, 1);
                    if (at < CAP)
                        kept[at] = t;
                    else
                        next[atomicAdd(fill, 1)] = t;
                }
            }
            __syncthreads();
            uint32_t have = min(found, (uint32_t)CAP);
            if (threadIdx.x == 0)
                place = atomicAdd(fill, have);
            __syncthreads();
            if (threadIdx.x == 0)
                found = 0;
            for (uint32_t i = threadIdx.x; i < have; i += THREADS)
                next[place + i] = kept[i];
            __syncthreads();
        }
        grid.sync();
        uint32_t *swap = queue;
        queue = next, next = swap;
    }
}
}

PEER(spmv)
{
    uint32_t rows = (uint32_t)n[0];
    spmv<<<(rows + ROWS - 1) / ROWS, ROWS, 0, (cudaStream_t)into>>>(
        (const uint32_t *)b[0], (const uint32_t *)b[1], (const float *)b[2], (const float *)b[3], (float *)b[4],
        rows);
    return cudaGetLastError();
}

PEER(bfs)
{
    static void *room;
    static size_t have;
    cudaError_t e = peer_room(&room, &have, 3 * 4);
    if (e)
        return e;
    uint32_t nodes = (uint32_t)n[0];
    void *args[] = {(void *)&b[0], (void *)&b[1], (void *)&b[2], (void *)&b[3], (void *)&b[4], &room, &nodes};
    return cudaLaunchCooperativeKernel((const void *)bfs, peer_resident((const void *)bfs, THREADS), THREADS, args,
                                       0, (cudaStream_t)into);
}
