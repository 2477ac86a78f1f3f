// The kernels of `vyre bench cpu` as a C programmer writes them with OpenMP. Built with -O3
// -march=native -ffp-contract=off into libvyre-bench-peers.so, which the tool opens; the buffers
// `b` and numbers `n` are those of tools/bench/work.c, in its order.
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PEER(name)                                                               \
    __attribute__((visibility("default"))) void vyre_peer_##name(void *const *b, \
                                                                 const uint64_t *n, int threads)

PEER(copy)
{
    const uint32_t *restrict x = b[0];
    uint32_t *restrict y = b[1];
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        y[i] = x[i];
}

PEER(triad)
{
    const double *restrict x = b[0], *restrict y = b[1];
    double *restrict z = b[2], s;
    memcpy(&s, &n[1], sizeof s);
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        z[i] = x[i] + s * y[i];
}

PEER(saxpy)
{
    const float *restrict x = b[0];
    float *restrict y = b[1], a;
    memcpy(&a, &n[1], sizeof a);
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        y[i] = __builtin_fmaf(a, x[i], y[i]);
}

PEER(reduction)
{
    const uint32_t *x = b[0];
    uint32_t sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        sum += x[i];
    *(uint32_t *)b[1] = sum;
}

/// Each thread sums its part, then scans it once the sums before it are known.
PEER(scan)
{
    const uint32_t *restrict x = b[0];
    uint32_t *restrict y = b[1], *part = b[2];
#pragma omp parallel num_threads(threads)
    {
        uint64_t me = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
        uint64_t from = n[0] * me / all, to = n[0] * (me + 1) / all;
        uint32_t sum = 0;
        for (uint64_t i = from; i < to; i++)
            sum += x[i];
        part[me] = sum;
#pragma omp barrier
        sum = 0;
        for (uint64_t t = 0; t < me; t++)
            sum += part[t];
        for (uint64_t i = from; i < to; i++) {
            uint32_t own = x[i]; // y may not be x, but the sum must not wait for the store
            y[i] = sum;
            sum += own;
        }
    }
}

PEER(histogram)
{
    const uint8_t *data = b[0];
    uint32_t bins[256] = {0};
#pragma omp parallel for schedule(static) reduction(+ : bins[:256]) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        bins[data[i]]++;
    memcpy(b[1], bins, sizeof bins);
}

PEER(transpose)
{
    enum { T = 64 };
    const float *restrict a = b[0];
    float *restrict t = b[1];
    const uint64_t width = n[0], rows = n[1];
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (uint64_t x0 = 0; x0 < width; x0 += T)
        for (uint64_t y0 = 0; y0 < rows; y0 += T) {
            uint64_t x1 = x0 + T < width ? x0 + T : width, y1 = y0 + T < rows ? y0 + T : rows;
            for (uint64_t x = x0; x < x1; x++)
                for (uint64_t y = y0; y < y1; y++)
                    t[x * rows + y] = a[y * width + x];
        }
}

PEER(stencil)
{
    const uint64_t width = n[0], height = n[1];
    const float *restrict a = b[0];
    float *restrict out = b[1];
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint64_t y = 1; y < height - 1; y++)
#pragma omp simd
        for (uint64_t x = 1; x < width - 1; x++) {
            uint64_t i = y * width + x;
            out[i] = 0.2f * (a[i] + a[i - width] + a[i + width] + a[i - 1] + a[i + 1]);
        }
}

PEER(spmv)
{
    const uint32_t *restrict row = b[0], *restrict col = b[1];
    const float *restrict value = b[2], *restrict x = b[3];
    float *restrict y = b[4];
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint64_t r = 0; r < n[0]; r++) {
        float sum = 0;
        for (uint32_t e = row[r]; e < row[r + 1]; e++)
            sum = __builtin_fmaf(value[e], x[col[e]], sum);
        y[r] = sum;
    }
}

// ---- breadth-first levels ----
enum { KEPT = 1024 };
static const uint32_t NONE = 0xffffffff;

/// Puts what a thread found behind what others found.
static void hand_in(uint32_t *next, uint32_t *length, const uint32_t *kept, uint32_t count)
{
    uint32_t at = __atomic_fetch_add(length, count, __ATOMIC_RELAXED);
    memcpy(next + at, kept, count * sizeof *kept);
}

PEER(bfs)
{
    const uint32_t *restrict row = b[0], *restrict col = b[1];
    uint32_t *level = b[2], *queue = b[3], *next = b[4], length = 1;
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (uint64_t v = 0; v < n[0]; v++)
        level[v] = v ? NONE : 0;
    queue[0] = 0;
    for (uint32_t pass = 1; length; pass++) {
        uint32_t found = 0;
#pragma omp parallel num_threads(threads)
        {
            uint32_t kept[KEPT], count = 0;
#pragma omp for schedule(dynamic, 64) nowait
            for (uint32_t k = 0; k < length; k++)
                for (uint32_t e = row[queue[k]]; e < row[queue[k] + 1]; e++) {
                    uint32_t t = col[e], none = NONE;
                    if (__atomic_load_n(&level[t], __ATOMIC_RELAXED) != NONE ||
                        !__atomic_compare_exchange_n(&level[t], &none, pass, 0, __ATOMIC_RELAXED,
                                                     __ATOMIC_RELAXED))
                        continue;
                    kept[count++] = t;
                    if (count == KEPT)
                        hand_in(next, &found, kept, count), count = 0;
                }
            hand_in(next, &found, kept, count);
        }
        uint32_t *swap = queue;
        queue = next, next = swap, length = found;
    }
}

PEER(dfa)
{
    const uint8_t *restrict text = b[0];
    const uint32_t *restrict start = b[1], *restrict next = b[2];
    uint32_t *restrict state = b[3];
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint64_t l = 0; l < n[0]; l++) {
        uint32_t s = 0;
        for (uint32_t i = start[l]; i < start[l + 1]; i++)
            s = next[s * 256 + text[i]];
        state[l] = s;
    }
}

PEER(mandelbrot)
{
    uint32_t *count = b[0];
    const uint32_t width = (uint32_t)n[0], height = (uint32_t)n[1], limit = (uint32_t)n[2];
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads)
    for (uint32_t row = 0; row < height; row++) {
        const float cy = (float)row * (2.5f / (float)height) - 1.25f;
        for (uint32_t column = 0; column < width; column++) {
            const float cx = (float)column * (3.0f / (float)width) - 2.25f;
            float x = 0, y = 0;
            uint32_t k = 0;
            while (k < limit && x * x + y * y <= 4.0f) {
                float t = x * x - y * y + cx;
                y = 2.0f * x * y + cy;
                x = t;
                k++;
            }
            count[(uint64_t)row * width + column] = k;
        }
    }
}

// ---- radix sort ----
/// One pass over eight bits: each thread counts the digits of its part, the counts become places,
/// and each thread places its part.
static void spread(const uint32_t *restrict from, uint32_t *restrict to, uint32_t *tally,
                   uint64_t n, unsigned shift, int threads)
{
#pragma omp parallel num_threads(threads)
    {
        uint64_t me = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
        uint64_t first = n * me / all, end = n * (me + 1) / all;
        uint32_t place[256] = {0};
        for (uint64_t i = first; i < end; i++)
            place[from[i] >> shift & 255]++;
        memcpy(tally + me * 256, place, sizeof place);
#pragma omp barrier
#pragma omp single
        for (uint32_t d = 0, sum = 0; d < 256; d++)
            for (uint64_t t = 0; t < all; t++) {
                uint32_t own = tally[t * 256 + d];
                tally[t * 256 + d] = sum;
                sum += own;
            }
        memcpy(place, tally + me * 256, sizeof place);
        for (uint64_t i = first; i < end; i++)
            to[place[from[i] >> shift & 255]++] = from[i];
    }
}

PEER(sort)
{
    uint32_t *dst = b[1], *key = b[2], *tally = b[3];
    spread(b[0], key, tally, n[0], 0, threads);
    spread(key, dst, tally, n[0], 8, threads);
    spread(dst, key, tally, n[0], 16, threads);
    spread(key, dst, tally, n[0], 24, threads);
}

/// Rows of c by blocks of k and j that stay in the cache; the innermost loop runs along a row.
PEER(matmul)
{
    enum { K = 64, J = 512 };
    const uint64_t size = n[0];
    const float *restrict x = b[0], *restrict y = b[1];
    float *restrict c = b[2];
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint64_t i = 0; i < size; i++)
        memset(c + i * size, 0, size * sizeof *c);
#pragma omp parallel num_threads(threads)
    for (uint64_t j0 = 0; j0 < size; j0 += J)
        for (uint64_t k0 = 0; k0 < size; k0 += K) {
            const uint64_t j1 = j0 + J < size ? j0 + J : size, k1 = k0 + K < size ? k0 + K : size;
#pragma omp for schedule(static) nowait
            for (uint64_t i = 0; i < size; i++)
                for (uint64_t k = k0; k < k1; k++)
                    for (uint64_t j = j0; j < j1; j++)
                        c[i * size + j] =
                            __builtin_fmaf(x[i * size + k], y[k * size + j], c[i * size + j]);
        }
}
