// Peers that stream: 16 bytes a load, several in flight in each thread, blocks in any order.
#include "peers.h"

namespace {
enum { THREADS = 256, DEEP = 4 };

unsigned blocks_for(uint64_t vectors)
{
    return (unsigned)((vectors + THREADS * DEEP - 1) / (THREADS * DEEP));
}

/// Calls op(i) for DEEP vectors of a block; the loads of all come before the first store.
template <typename Load, typename Store>
__device__ void block_vectors(uint64_t vectors, Load load, Store store)
{
    uint64_t first = (uint64_t)blockIdx.x * THREADS * DEEP + threadIdx.x;
    if (first + (DEEP - 1) * THREADS < vectors) {
        decltype(load(first)) v[DEEP];
#pragma unroll
        for (int k = 0; k < DEEP; k++)
            v[k] = load(first + k * THREADS);
#pragma unroll
        for (int k = 0; k < DEEP; k++)
            store(first + k * THREADS, v[k]);
    } else {
        for (int k = 0; k < DEEP; k++)
            if (first + k * THREADS < vectors)
                store(first + k * THREADS, load(first + k * THREADS));
    }
}

__global__ void __launch_bounds__(THREADS) copy(const uint32_t *__restrict__ x, uint32_t *__restrict__ y, uint64_t n)
{
    block_vectors(
        n / 4, [=](uint64_t i) { return __ldcs((const uint4 *)x + i); },
        [=](uint64_t i, uint4 v) { __stcs((uint4 *)y + i, v); });
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        y[n / 4 * 4 + threadIdx.x] = x[n / 4 * 4 + threadIdx.x];
}

struct pair {
    double2 x, y;
};
__global__ void __launch_bounds__(THREADS)
    triad(const double *__restrict__ x, const double *__restrict__ y, double *__restrict__ z, uint64_t n, double s)
{
    block_vectors(
        n / 2, [=](uint64_t i) { return pair{__ldcs((const double2 *)x + i), __ldcs((const double2 *)y + i)}; },
        [=](uint64_t i, pair v) {
            __stcs((double2 *)z + i, make_double2(v.x.x + s * v.y.x, v.x.y + s * v.y.y));
        });
    if (blockIdx.x == 0 && threadIdx.x < n % 2)
        z[n - 1] = x[n - 1] + s * y[n - 1];
}

struct four {
    float4 x, y;
};
__global__ void __launch_bounds__(THREADS) saxpy(const float *__restrict__ x, float *__restrict__ y, uint64_t n, float a)
{
    block_vectors(
        n / 4, [=](uint64_t i) { return four{__ldcs((const float4 *)x + i), ((const float4 *)y)[i]}; },
        [=](uint64_t i, four v) {
            ((float4 *)y)[i] = make_float4(fmaf(a, v.x.x, v.y.x), fmaf(a, v.x.y, v.y.y),
                                           fmaf(a, v.x.z, v.y.z), fmaf(a, v.x.w, v.y.w));
        });
    uint64_t i = n / 4 * 4 + threadIdx.x;
    if (blockIdx.x == 0 && i < n)
        y[i] = fmaf(a, x[i], y[i]);
}

// ---- two axes ----
/// A tile goes through shared memory, a column more than it has so that no two lanes meet in a bank.
enum { TILE = 64, ROWS = 8 };
__global__ void __launch_bounds__(TILE *ROWS)
    transpose(const float *__restrict__ a, float *__restrict__ b, unsigned width, unsigned rows)
{
    __shared__ float tile[TILE][TILE + 1];
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (x < width && y + k < rows)
            tile[threadIdx.y + k][threadIdx.x] = __ldcs(a + (uint64_t)(y + k) * width + x);
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (x < rows && y + k < width)
            __stcs(b + (uint64_t)(y + k) * rows + x, tile[threadIdx.x][threadIdx.y + k]);
}

/// A thread has a column and walks down a few rows: what lies above, here and below stays in
/// registers, and the neighbours to both sides come from the first cache.
enum { DOWN = 8 };
__global__ void __launch_bounds__(THREADS)
    stencil(const float *__restrict__ a, float *__restrict__ b, unsigned width, unsigned height)
{
    unsigned x = blockIdx.x * THREADS + threadIdx.x + 1, y = blockIdx.y * DOWN + 1;
    if (x >= width - 1)
        return;
    const float *in = a + (uint64_t)y * width + x;
    float *out = b + (uint64_t)y * width + x;
    if (y + DOWN < height) {
        float v[DOWN + 2], l[DOWN], r[DOWN];
#pragma unroll
        for (int k = 0; k < DOWN + 2; k++)
            v[k] = in[(int64_t)(k - 1) * width];
#pragma unroll
        for (int k = 0; k < DOWN; k++)
            l[k] = in[(int64_t)k * width - 1], r[k] = in[(int64_t)k * width + 1];
#pragma unroll
        for (int k = 0; k < DOWN; k++)
            __stcs(out + (int64_t)k * width, 0.2f * (v[k + 1] + v[k] + v[k + 2] + l[k] + r[k]));
    } else {
        for (; y < height - 1; y++, in += width, out += width)
            *out = 0.2f * (in[0] + in[-(int64_t)width] + in[width] + in[-1] + in[1]);
    }
}
}

PEER(copy)
{
    copy<<<blocks_for(n[0] / 4) + !(n[0] / 4), THREADS, 0, (cudaStream_t)into>>>(
        (const uint32_t *)b[0], (uint32_t *)b[1], n[0]);
    return cudaGetLastError();
}

PEER(triad)
{
    double s;
    memcpy(&s, &n[1], sizeof s);
    triad<<<blocks_for(n[0] / 2) + !(n[0] / 2), THREADS, 0, (cudaStream_t)into>>>(
        (const double *)b[0], (const double *)b[1], (double *)b[2], n[0], s);
    return cudaGetLastError();
}

PEER(saxpy)
{
    float a;
    memcpy(&a, &n[1], sizeof a);
    saxpy<<<blocks_for(n[0] / 4) + !(n[0] / 4), THREADS, 0, (cudaStream_t)into>>>((const float *)b[0],
                                                                                  (float *)b[1], n[0], a);
    return cudaGetLastError();
}

PEER(transpose)
{
    unsigned width = (unsigned)n[0], rows = (unsigned)n[1];
    dim3 grid((width + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose<<<grid, dim3(TILE, ROWS), 0, (cudaStream_t)into>>>((const float *)b[0], (float *)b[1], width,
                                                                  rows);
    return cudaGetLastError();
}

PEER(stencil)
{
    unsigned width = (unsigned)n[0], height = (unsigned)n[1];
    dim3 grid((width - 2 + THREADS - 1) / THREADS, (height - 2 + DOWN - 1) / DOWN);
    stencil<<<grid, THREADS, 0, (cudaStream_t)into>>>((const float *)b[0], (float *)b[1], width, height);
    return cudaGetLastError();
}
