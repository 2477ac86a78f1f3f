// Peers that compute more than they move: an automaton, the Mandelbrot set, a product of matrices.
#include "peers.h"

namespace {
// ---- an automaton over lines ----
/// The table fits into shared memory, a byte a state; the text comes four bytes at a time.
enum { LINE_THREADS = 256, TABLE = 8 * 256 };
__global__ void __launch_bounds__(LINE_THREADS)
    dfa(const uint8_t *__restrict__ text, const uint32_t *__restrict__ start, const uint32_t *__restrict__ next,
        uint32_t *__restrict__ state, uint32_t lines)
{
    __shared__ uint8_t table[TABLE];
    for (unsigned i = threadIdx.x; i < TABLE; i += LINE_THREADS)
        table[i] = (uint8_t)next[i];
    __syncthreads();
    uint32_t l = blockIdx.x * LINE_THREADS + threadIdx.x;
    if (l >= lines)
        return;
    uint32_t i = start[l], end = start[l + 1], s = 0;
    for (; i < end && i % 4; i++)
        s = table[s * 256 + text[i]];
    for (; i + 4 <= end; i += 4) {
        uint32_t word = *(const uint32_t *)(text + i);
        s = table[s * 256 + (word & 255)];
        s = table[s * 256 + (word >> 8 & 255)];
        s = table[s * 256 + (word >> 16 & 255)];
        s = table[s * 256 + (word >> 24)];
    }
    for (; i < end; i++)
        s = table[s * 256 + text[i]];
    state[l] = s;
}

// ---- Mandelbrot ----
/// A warp has a patch of 8 x 4 points, whose counts differ less than those along a row.
__global__ void mandelbrot(uint32_t *__restrict__ count, uint32_t width, uint32_t height, uint32_t limit)
{
    uint32_t column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    const float cy = (float)row * (2.5f / (float)height) - 1.25f;
    const float cx = (float)column * (3.0f / (float)width) - 2.25f;
    float x = 0, y = 0, xx = 0, yy = 0;
    uint32_t k = 0;
    while (k < limit && xx + yy <= 4.0f) {
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        k++;
    }
    count[(uint64_t)row * width + column] = k;
}

// ---- c = a * b ----
/// A block has 128 x 128 elements of c, a thread 8 x 8 in four quarters; tiles of a (turned round)
/// and b alternate between two places in shared memory, the next one on its way in registers.
enum { SIDE = 128, DEPTH = 16, MM_THREADS = 256 };
struct tiles {
    float a[2][DEPTH][SIDE + 4], b[2][DEPTH][SIDE];
};

__device__ void fetch(const float *a, const float *b, uint32_t n, uint32_t y, uint32_t x, uint32_t k, float4 *va,
                      float4 *vb)
{
    const float4 none = {0, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < 2; i++) {
        uint32_t t = threadIdx.x + i * MM_THREADS, row = y + t / 4, column = x + t % 32 * 4;
        va[i] = row < n ? *(const float4 *)(a + (uint64_t)row * n + k + t % 4 * 4) : none;
        vb[i] = column < n ? *(const float4 *)(b + (uint64_t)(k + t / 32) * n + column) : none;
    }
}

__device__ void put(struct tiles *s, int at, const float4 *va, const float4 *vb)
{
#pragma unroll
    for (int i = 0; i < 2; i++) {
        uint32_t t = threadIdx.x + i * MM_THREADS, row = t / 4, k = t % 4 * 4;
        s->a[at][k][row] = va[i].x, s->a[at][k + 1][row] = va[i].y;
        s->a[at][k + 2][row] = va[i].z, s->a[at][k + 3][row] = va[i].w;
        *(float4 *)&s->b[at][t / 32][t % 32 * 4] = vb[i];
    }
}

__global__ void __launch_bounds__(MM_THREADS, 2)
    matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, uint32_t n)
{
    __shared__ tiles s;
    const uint32_t y = blockIdx.y * SIDE, x = blockIdx.x * SIDE;
    const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    // A warp has 32 rows x 64 columns in all: lanes 4 x 8, quarters 16 rows and 32 columns apart.
    const uint32_t ty = warp / 2 * 32 + lane / 8 * 4, tx = warp % 2 * 64 + lane % 8 * 4;
    float4 va[2], vb[2];
    float sum[8][8] = {};
    fetch(a, b, n, y, x, 0, va, vb);
    put(&s, 0, va, vb);
    __syncthreads();
    for (uint32_t k = 0, at = 0; k < n; k += DEPTH, at ^= 1) {
        if (k + DEPTH < n)
            fetch(a, b, n, y, x, k + DEPTH, va, vb);
#pragma unroll
        for (int d = 0; d < DEPTH; d++) {
            float p[8], q[8];
            *(float4 *)p = *(const float4 *)&s.a[at][d][ty];
            *(float4 *)(p + 4) = *(const float4 *)&s.a[at][d][ty + 16];
            *(float4 *)q = *(const float4 *)&s.b[at][d][tx];
            *(float4 *)(q + 4) = *(const float4 *)&s.b[at][d][tx + 32];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
        }
        if (k + DEPTH < n)
            put(&s, at ^ 1, va, vb);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            uint32_t row = y + ty + i / 4 * 16 + i % 4, column = x + tx + j / 4 * 32;
            if (row < n && column < n)
                *(float4 *)(c + (uint64_t)row * n + column) =
                    make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
        }
}
}

PEER(dfa)
{
    uint32_t lines = (uint32_t)n[0];
    dfa<<<(lines + LINE_THREADS - 1) / LINE_THREADS, LINE_THREADS, 0, (cudaStream_t)into>>>(
        (const uint8_t *)b[0], (const uint32_t *)b[1], (const uint32_t *)b[2], (uint32_t *)b[3], lines);
    return cudaGetLastError();
}

PEER(mandelbrot)
{
    dim3 block(8, 16), grid((unsigned)(n[0] + 7) / 8, (unsigned)(n[1] + 15) / 16);
    mandelbrot<<<grid, block, 0, (cudaStream_t)into>>>((uint32_t *)b[0], (uint32_t)n[0], (uint32_t)n[1],
                                                       (uint32_t)n[2]);
    return cudaGetLastError();
}

PEER(matmul)
{
    uint32_t size = (uint32_t)n[0], tiles = (size + SIDE - 1) / SIDE;
    matmul<<<dim3(tiles, tiles), MM_THREADS, 0, (cudaStream_t)into>>>((const float *)b[0], (const float *)b[1],
                                                                      (float *)b[2], size);
    return cudaGetLastError();
}
