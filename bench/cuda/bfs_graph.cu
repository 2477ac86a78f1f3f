// Peers of breadth-first search on large graphs: a kernel a level with a loop on the host, and all
// levels in one cooperative kernel; for narrow frontiers of nodes with few edges, as in
// bfs_narrow.vy, and for wide ones of uneven nodes in two ways, of which `lanes` is the one of
// bfs_wide.vy.
#include "peers.h"

#include <cooperative_groups.h>
#include <cub/block/block_scan.cuh>

namespace cg = cooperative_groups;

namespace {
enum { W = 256, P = 256, CAP = 2048, EACH = 4 };
const uint32_t NONE = 0xFFFFFFFF;

struct graph {
    const uint32_t *row, *col;
    uint32_t *level, *count; ///< count: three, one is read, one filled, one cleared
    uint2 *queue[2];         ///< frontiers: in x a node, or in x and y edges of one from and to
};

// ---- narrow: four threads a node ----
struct narrow {
    struct room {
    };
    static __device__ void start(const graph &g, uint32_t source)
    {
        if (!blockIdx.x && !threadIdx.x)
            g.queue[0][0].x = source, g.count[0] = 1;
    }
    static __device__ void expand(room &, const graph &g, uint32_t length, uint32_t depth)
    {
        const uint2 *queue = g.queue[~depth & 1];
        uint2 *next = g.queue[depth & 1];
        for (uint32_t k = blockIdx.x * W + threadIdx.x; k < EACH * length; k += gridDim.x * W) {
            uint32_t v = queue[k / EACH].x, end = __ldg(&g.row[v + 1]);
            for (uint32_t e = __ldg(&g.row[v]) + k % EACH; e < end; e += EACH) {
                uint32_t t = __ldg(&g.col[e]);
                if (atomicCAS(&g.level[t], NONE, depth) == NONE)
                    next[atomicAdd(&g.count[depth % 3], 1)].x = t;
            }
        }
    }
};

// ---- wide: pieces of nodes, their edges dealt to the threads of a block ----
struct wide {
    struct room {
        cub::BlockScan<uint32_t, W>::TempStorage scan;
        uint32_t end[W], base[W], kept[CAP], found, place;
    };
    static __device__ void put(uint2 *queue, uint32_t from, uint32_t to)
    {
        for (uint32_t e = from; e < to; e += P)
            *queue++ = make_uint2(e, min(to, e + P));
    }
    static __device__ void start(const graph &g, uint32_t source)
    {
        uint32_t from = g.row[source], to = g.row[source + 1], pieces = (to - from + P - 1) / P;
        for (uint32_t j = blockIdx.x * W + threadIdx.x; j < pieces; j += gridDim.x * W)
            g.queue[0][j] = make_uint2(from + j * P, min(to, from + (j + 1) * P));
        if (!blockIdx.x && !threadIdx.x)
            g.count[0] = pieces;
    }
    static __device__ void look(room &r, const graph &g, uint2 *next, uint32_t t, uint32_t depth)
    {
        if (*(volatile uint32_t *)&g.level[t] != NONE || atomicCAS(&g.level[t], NONE, depth) != NONE)
            return;
        uint32_t p = atomicAdd(&r.found, 1);
        if (p < CAP) {
            r.kept[p] = t;
        } else {
            uint32_t from = g.row[t], to = g.row[t + 1];
            put(next + atomicAdd(&g.count[depth % 3], (to - from + P - 1) / P), from, to);
        }
    }
    static __device__ void flush(room &r, const graph &g, uint2 *next, uint32_t depth)
    {
        uint32_t all = min(r.found, (uint32_t)CAP);
        for (uint32_t some = 0; some < all; some += W) {
            uint32_t from = 0, to = 0, at, total;
            if (some + threadIdx.x < all) {
                from = g.row[r.kept[some + threadIdx.x]];
                to = g.row[r.kept[some + threadIdx.x] + 1];
            }
            cub::BlockScan<uint32_t, W>(r.scan).ExclusiveSum((to - from + P - 1) / P, at, total);
            if (!threadIdx.x)
                r.place = atomicAdd(&g.count[depth % 3], total);
            __syncthreads();
            put(next + r.place + at, from, to);
            __syncthreads();
        }
    }
    static __device__ void expand(room &r, const graph &g, uint32_t length, uint32_t depth)
    {
        const uint2 *queue = g.queue[~depth & 1];
        uint2 *next = g.queue[depth & 1];
        uint32_t take = min((uint32_t)W, (length + gridDim.x - 1) / gridDim.x);
        for (uint32_t first = blockIdx.x * take; first < length; first += take * gridDim.x) {
            uint2 piece = make_uint2(0, 0);
            uint32_t at, edges;
            if (threadIdx.x < take && first + threadIdx.x < length)
                piece = queue[first + threadIdx.x];
            cub::BlockScan<uint32_t, W>(r.scan).ExclusiveSum(piece.y - piece.x, at, edges);
            r.end[threadIdx.x] = at + piece.y - piece.x;
            r.base[threadIdx.x] = piece.x - at;
            if (!threadIdx.x)
                r.found = 0;
            __syncthreads();
            for (uint32_t e = threadIdx.x; e < edges; e += W) {
                uint32_t i = 0;
#pragma unroll
                for (uint32_t step = W / 2; step; step /= 2)
                    if (r.end[i + step - 1] <= e)
                        i += step;
                look(r, g, next, __ldg(&g.col[r.base[i] + e]), depth);
            }
            __syncthreads();
            flush(r, g, next, depth);
            __syncthreads();
        }
    }
};

// ---- lanes: pieces again, eight threads for each, frontiers put together by warps ----
struct lanes {
    enum { PIECE = 64, LANES = 8 };
    struct room {
    };
    static __device__ void start(const graph &g, uint32_t source)
    {
        uint32_t from = g.row[source], to = g.row[source + 1];
        uint32_t pieces = (to - from + PIECE - 1) / PIECE;
        for (uint32_t j = blockIdx.x * W + threadIdx.x; j < pieces; j += gridDim.x * W)
            g.queue[0][j] = make_uint2(from + j * PIECE, min(to, from + (j + 1) * PIECE));
        if (!blockIdx.x && !threadIdx.x)
            g.count[0] = pieces;
    }
    static __device__ void put(const graph &g, uint2 *next, uint32_t from, uint32_t to,
                               uint32_t depth)
    {
        uint32_t many = (to - from + PIECE - 1) / PIECE, sum = many, lane = threadIdx.x % 32, at = 0;
#pragma unroll
        for (int step = 1; step < 32; step *= 2) {
            uint32_t other = __shfl_up_sync(~0u, sum, step);
            sum += lane >= step ? other : 0;
        }
        if (lane == 31)
            at = atomicAdd(&g.count[depth % 3], sum);
        next += __shfl_sync(~0u, at, 31) + sum - many;
        for (uint32_t e = from; e < to; e += PIECE)
            *next++ = make_uint2(e, min(to, e + PIECE));
    }
    static __device__ void expand(room &, const graph &g, uint32_t length, uint32_t depth)
    {
        const uint2 *queue = g.queue[~depth & 1];
        uint2 *next = g.queue[depth & 1];
        uint32_t lane = threadIdx.x % 32;
        for (uint32_t first = blockIdx.x * W + threadIdx.x - lane; first < LANES * length;
             first += gridDim.x * W) {
            uint32_t k = first + lane;
            uint2 piece = make_uint2(0, 0);
            if (k < LANES * length)
                piece = queue[k / LANES];
            for (uint32_t e = piece.x + k % LANES; __any_sync(~0u, e < piece.y); e += LANES) {
                uint32_t from = 0, to = 0;
                if (e < piece.y) {
                    uint32_t t = __ldg(&g.col[e]);
                    if (*(volatile uint32_t *)&g.level[t] == NONE &&
                        atomicCAS(&g.level[t], NONE, depth) == NONE)
                        from = __ldg(&g.row[t]), to = __ldg(&g.row[t + 1]);
                }
                if (__any_sync(~0u, from < to))
                    put(g, next, from, to, depth);
            }
        }
    }
};

// ---- kernels ----
template <class way> __global__ void __launch_bounds__(W) begin(graph g, uint32_t nodes, uint32_t source)
{
    for (uint32_t v = blockIdx.x * W + threadIdx.x; v < nodes; v += gridDim.x * W)
        g.level[v] = v == source ? 0 : NONE;
    if (!blockIdx.x && !threadIdx.x)
        g.count[1] = g.count[2] = 0;
    way::start(g, source);
}

template <class way> __global__ void __launch_bounds__(W) one_level(graph g, uint32_t length, uint32_t depth)
{
    __shared__ typename way::room r;
    way::expand(r, g, length, depth);
    if (!blockIdx.x && !threadIdx.x)
        g.count[(depth + 1) % 3] = 0;
}

template <class way> __global__ void __launch_bounds__(W) all_levels(graph g)
{
    __shared__ typename way::room r;
    cg::grid_group grid = cg::this_grid();
    for (uint32_t depth = 1;; depth++) {
        uint32_t length = *(volatile uint32_t *)&g.count[(depth - 1) % 3];
        if (!length)
            return;
        if (!blockIdx.x && !threadIdx.x)
            g.count[(depth + 1) % 3] = 0;
        way::expand(r, g, length, depth);
        grid.sync();
    }
}

/// b: row, col, level, both queues, three counts. n: nodes, source, most blocks, places of a queue.
graph graph_of(void *const *b, const uint64_t *n)
{
    uint2 *queue = (uint2 *)b[3];
    return {(const uint32_t *)b[0], (const uint32_t *)b[1], (uint32_t *)b[2], (uint32_t *)b[4],
            {queue, queue + n[3]}};
}

template <class way> cudaError_t run_levels(void *const *b, const uint64_t *n, cudaStream_t stream)
{
    static uint32_t *length;
    graph g = graph_of(b, n);
    const void *kernel = (const void *)one_level<way>;
    unsigned resident = peer_resident(kernel, W);
    cudaError_t e = length ? cudaSuccess : cudaMallocHost(&length, sizeof *length);
    if (e)
        return e;
    begin<way><<<resident, W, 0, stream>>>(g, (uint32_t)n[0], (uint32_t)n[1]);
    uint32_t *from = &g.count[0];
    for (uint32_t depth = 1;; depth++) {
        e = cudaMemcpyAsync(length, from, sizeof *length, cudaMemcpyDeviceToHost, stream);
        if (!e)
            e = cudaStreamSynchronize(stream);
        if (e || !*length)
            return e ? e : cudaGetLastError();
        unsigned blocks = (*length * 8 + W - 1) / W;
        one_level<way><<<blocks < resident ? blocks : resident, W, 0, stream>>>(g, *length, depth);
        from = &g.count[depth % 3];
    }
}

template <class way>
cudaError_t run_cooperative(void *const *b, const uint64_t *n, cudaStream_t stream)
{
    graph g = graph_of(b, n);
    const void *kernel = (const void *)all_levels<way>;
    unsigned resident = peer_resident(kernel, W);
    void *params[] = {&g};
    begin<way><<<resident, W, 0, stream>>>(g, (uint32_t)n[0], (uint32_t)n[1]);
    return cudaLaunchCooperativeKernel(kernel, dim3(n[2] && n[2] < resident ? (unsigned)n[2] : resident),
                                       dim3(W), params, 0, stream);
}
}

PEER(bfs_narrow_levels)
{
    return run_levels<narrow>(b, n, (cudaStream_t)into);
}
PEER(bfs_narrow_cooperative)
{
    return run_cooperative<narrow>(b, n, (cudaStream_t)into);
}
PEER(bfs_lanes_levels)
{
    return run_levels<lanes>(b, n, (cudaStream_t)into);
}
PEER(bfs_lanes_cooperative)
{
    return run_cooperative<lanes>(b, n, (cudaStream_t)into);
}
PEER(bfs_wide_levels)
{
    return run_levels<wide>(b, n, (cudaStream_t)into);
}
PEER(bfs_wide_cooperative)
{
    return run_cooperative<wide>(b, n, (cudaStream_t)into);
}
