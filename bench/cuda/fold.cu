// Peers that fold: sum, prefix sums, histogram.
#include "peers.h"

namespace {
// ---- the sum ----
enum { THREADS = 512 };
/// Every block leaves its sum; the last one to finish adds them up.
__global__ void __launch_bounds__(THREADS)
    reduction(const uint32_t *__restrict__ x, uint64_t n, uint32_t *sum, uint32_t *part, unsigned *done)
{
    __shared__ uint32_t warps[THREADS / 32];
    __shared__ bool last;
    const uint4 *v = (const uint4 *)x;
    uint64_t vectors = n / 4, step = (uint64_t)gridDim.x * THREADS, i = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    uint32_t s = 0;
    for (; i + 3 * step < vectors; i += 4 * step) {
        uint4 a = __ldcs(v + i), b = __ldcs(v + i + step), c = __ldcs(v + i + 2 * step),
              d = __ldcs(v + i + 3 * step);
        s += a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w + c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
    for (; i < vectors; i += step) {
        uint4 a = v[i];
        s += a.x + a.y + a.z + a.w;
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        s += x[n / 4 * 4 + threadIdx.x];
    s = __reduce_add_sync(~0u, s);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = __reduce_add_sync(~0u, threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : 0);
        if (threadIdx.x == 0) {
            part[blockIdx.x] = s;
            __threadfence();
            last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
        }
    }
    __syncthreads();
    if (!last || threadIdx.x >= 32)
        return;
    s = 0;
    for (unsigned k = threadIdx.x; k < gridDim.x; k += 32)
        s += __ldcg(part + k);
    s = __reduce_add_sync(~0u, s);
    if (threadIdx.x == 0)
        *sum = s;
}

// ---- prefix sums ----
/// One pass: a tile is summed, learns from the tiles before it what comes before, and is written.
/// A word of the state holds a kind (0 nothing yet, 1 the tile's own sum, 2 all up to its end) above
/// the 32 bits of the sum.
enum { SCAN_THREADS = 256, ITEMS = 16, SCAN_TILE = SCAN_THREADS * ITEMS };

__device__ uint32_t before_tile(uint64_t *state, unsigned tile)
{
    uint32_t sum = 0;
    unsigned lane = threadIdx.x % 32;
    for (int at = (int)tile - 1 - (int)lane;; at -= 32) {
        uint64_t word = 2ull << 32;
        if (at >= 0)
            do
                word = *(volatile uint64_t *)(state + at);
            while (!(word >> 32));
        unsigned full = __ballot_sync(~0u, word >> 32 == 2);
        unsigned first = full ? __ffs(full) - 1 : 31;
        sum += __reduce_add_sync(~0u, lane <= first ? (uint32_t)word : 0);
        if (full)
            return sum;
    }
}

__device__ uint4 load4(const uint32_t *x, uint64_t at, uint64_t n)
{
    if (at + 4 <= n)
        return __ldcs((const uint4 *)(x + at));
    return make_uint4(at < n ? x[at] : 0, at + 1 < n ? x[at + 1] : 0, at + 2 < n ? x[at + 2] : 0, 0);
}

__device__ void store4(uint32_t *y, uint64_t at, uint64_t n, uint4 v)
{
    if (at + 4 <= n) {
        __stcs((uint4 *)(y + at), v);
        return;
    }
    if (at < n)
        y[at] = v.x;
    if (at + 1 < n)
        y[at + 1] = v.y;
    if (at + 2 < n)
        y[at + 2] = v.z;
}

/// A warp has rows of 128 elements, four to a lane: a row is scanned in registers.
__global__ void __launch_bounds__(SCAN_THREADS)
    scan(const uint32_t *__restrict__ x, uint32_t *__restrict__ y, uint64_t n, uint64_t *state, unsigned *ticket)
{
    __shared__ uint32_t warps[SCAN_THREADS / 32], base;
    __shared__ unsigned number;
    if (threadIdx.x == 0)
        number = atomicAdd(ticket, 1);
    __syncthreads();
    const unsigned tile = number, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint64_t first = (uint64_t)tile * SCAN_TILE + warp * 32 * ITEMS + lane * 4;
    uint4 v[ITEMS / 4];
    uint32_t up[ITEMS / 4], all = 0;
#pragma unroll
    for (int k = 0; k < ITEMS / 4; k++)
        v[k] = load4(x, first + k * 128, n);
#pragma unroll
    for (int k = 0; k < ITEMS / 4; k++) {
        uint32_t own = v[k].x + v[k].y + v[k].z + v[k].w, s = own;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            uint32_t o = __shfl_up_sync(~0u, s, d);
            s += lane >= d ? o : 0;
        }
        up[k] = all + s - own;
        all += __shfl_sync(~0u, s, 31);
    }
    if (lane == 0)
        warps[warp] = all;
    __syncthreads();
    if (warp == 0) {
        uint32_t sum = __reduce_add_sync(~0u, lane < SCAN_THREADS / 32 ? warps[lane] : 0), before = 0;
        if (lane == 0)
            *(volatile uint64_t *)(state + tile) = (tile ? 1ull : 2ull) << 32 | sum;
        if (tile) {
            before = before_tile(state, tile);
            if (lane == 0)
                *(volatile uint64_t *)(state + tile) = 2ull << 32 | (uint32_t)(before + sum);
        }
        if (lane == 0)
            base = before;
    }
    __syncthreads();
    uint32_t carry = base;
    for (unsigned w = 0; w < warp; w++)
        carry += warps[w];
#pragma unroll
    for (int k = 0; k < ITEMS / 4; k++) {
        uint32_t a = carry + up[k], b = a + v[k].x, c = b + v[k].y;
        store4(y, first + k * 128, n, make_uint4(a, b, c, c + v[k].z));
    }
}

// ---- histogram ----
/// A block counts into 32 tables, one to a bank and lane, so that the lanes of a warp never meet.
enum { COUNT_THREADS = 1024, BINS = 256 };
__device__ void count4(uint32_t *mine, uint32_t word)
{
#pragma unroll
    for (int k = 0; k < 32; k += 8)
        atomicAdd(mine + (word >> k & 255) * 32, 1);
}

__global__ void __launch_bounds__(COUNT_THREADS)
    histogram(const uint8_t *__restrict__ data, uint64_t n, uint32_t *bins)
{
    __shared__ uint32_t table[BINS * 32];
    for (unsigned i = threadIdx.x; i < BINS * 32; i += COUNT_THREADS)
        table[i] = 0;
    __syncthreads();
    uint32_t *mine = table + threadIdx.x % 32;
    const uint4 *v = (const uint4 *)data;
    uint64_t step = (uint64_t)gridDim.x * COUNT_THREADS, i = (uint64_t)blockIdx.x * COUNT_THREADS + threadIdx.x;
    for (; i + step < n / 16; i += 2 * step) {
        uint4 a = __ldcs(v + i), b = __ldcs(v + i + step);
        count4(mine, a.x), count4(mine, a.y), count4(mine, a.z), count4(mine, a.w);
        count4(mine, b.x), count4(mine, b.y), count4(mine, b.z), count4(mine, b.w);
    }
    for (; i < n / 16; i += step) {
        uint4 a = v[i];
        count4(mine, a.x), count4(mine, a.y), count4(mine, a.z), count4(mine, a.w);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 16)
        atomicAdd(mine + data[n / 16 * 16 + threadIdx.x] * 32, 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x / 32; bin < BINS; bin += COUNT_THREADS / 32) {
        uint32_t sum = __reduce_add_sync(~0u, table[bin * 32 + threadIdx.x % 32]);
        if (threadIdx.x % 32 == 0)
            atomicAdd(bins + bin, sum);
    }
}
}

PEER(reduction)
{
    static void *room;
    static size_t have;
    static unsigned blocks;
    if (!blocks) {
        blocks = peer_resident((const void *)reduction, THREADS);
        cudaError_t e = peer_room(&room, &have, (blocks + 1) * 4);
        if (!e)
            e = cudaMemset(room, 0, 4);
        if (e)
            return e;
    }
    reduction<<<blocks, THREADS, 0, (cudaStream_t)into>>>((const uint32_t *)b[0], n[0], (uint32_t *)b[1],
                                                          (uint32_t *)room + 1, (unsigned *)room);
    return cudaGetLastError();
}

PEER(scan)
{
    static void *room;
    static size_t have;
    unsigned tiles = (unsigned)((n[0] + SCAN_TILE - 1) / SCAN_TILE);
    cudaError_t e = peer_room(&room, &have, (tiles + 1) * 8);
    if (!e)
        e = cudaMemsetAsync(room, 0, (tiles + 1) * 8, (cudaStream_t)into);
    if (e)
        return e;
    scan<<<tiles, SCAN_THREADS, 0, (cudaStream_t)into>>>((const uint32_t *)b[0], (uint32_t *)b[1], n[0],
                                                         (uint64_t *)room + 1, (unsigned *)room);
    return cudaGetLastError();
}

PEER(histogram)
{
    cudaError_t e = cudaMemsetAsync(b[1], 0, BINS * 4, (cudaStream_t)into);
    if (e)
        return e;
    histogram<<<peer_resident((const void *)histogram, COUNT_THREADS), COUNT_THREADS, 0, (cudaStream_t)into>>>(
        (const uint8_t *)b[0], n[0], (uint32_t *)b[1]);
    return cudaGetLastError();
}
