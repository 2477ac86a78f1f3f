// The kernels of `vyre bench cpu` as an expert writes them for AVX-512: only those that gain by
// it; the tool takes the others from peers.c. Built like that file, into libvyre-bench-expert.so,
// where compiler and processor have AVX-512.
#include <immintrin.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define EXPERT(name)                                                               \
    __attribute__((visibility("default"))) void vyre_expert_##name(void *const *b, \
                                                                   const uint64_t *n, int threads)

enum {
    WORDS = 16,       ///< of 32 bits, of a vector and of a line of the cache
    LARGE = 16 << 20, ///< results of more bytes are streamed past the cache
};

/// The part of `count` elements that this thread has; parts begin at multiples of `align`.
struct part {
    uint64_t from, to;
};

static struct part my_part(uint64_t count, uint64_t align)
{
    uint64_t me = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
    struct part p = {count * me / all / align * align, count * (me + 1) / all / align * align};
    if (me + 1 == all)
        p.to = count;
    return p;
}

// ---- streams ----
EXPERT(copy)
{
    const uint32_t *restrict x = b[0];
    uint32_t *restrict y = b[1];
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0], WORDS);
        if (n[0] * sizeof *y > LARGE)
            for (; p.from + WORDS <= p.to; p.from += WORDS)
                _mm512_stream_si512((__m512i *)(y + p.from), _mm512_loadu_si512(x + p.from));
        for (uint64_t i = p.from; i < p.to; i++)
            y[i] = x[i];
        _mm_sfence();
    }
}

EXPERT(triad)
{
    enum { DOUBLES = 8 };
    const double *restrict x = b[0], *restrict y = b[1];
    double *restrict z = b[2], s;
    memcpy(&s, &n[1], sizeof s);
    const __m512d all_s = _mm512_set1_pd(s);
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0], DOUBLES);
        if (n[0] * sizeof *z > LARGE)
            for (; p.from + DOUBLES <= p.to; p.from += DOUBLES) {
                __m512d product = _mm512_mul_pd(all_s, _mm512_loadu_pd(y + p.from));
                _mm512_stream_pd(z + p.from, _mm512_add_pd(_mm512_loadu_pd(x + p.from), product));
            }
        for (uint64_t i = p.from; i < p.to; i++)
            z[i] = x[i] + s * y[i];
        _mm_sfence();
    }
}

// ---- histogram ----
/// Eight tables, so that equal bytes that follow each other do not wait for one counter.
EXPERT(histogram)
{
    enum { TABLES = 8 };
    const uint8_t *data = b[0];
    uint32_t bins[256] = {0};
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0], TABLES);
        uint32_t own[TABLES][256];
        memset(own, 0, sizeof own);
        for (; p.from + TABLES <= p.to; p.from += TABLES) {
            uint64_t word;
            memcpy(&word, data + p.from, sizeof word);
#pragma GCC unroll 8
            for (int t = 0; t < TABLES; t++)
                own[t][word >> 8 * t & 255]++;
        }
        for (; p.from < p.to; p.from++)
            own[0][data[p.from]]++;
        for (int t = 1; t < TABLES; t++)
            for (int d = 0; d < 256; d++)
                own[0][d] += own[t][d];
#pragma omp critical
        for (int d = 0; d < 256; d++)
            bins[d] += own[0][d];
    }
    memcpy(b[1], bins, sizeof bins);
}

// ---- automaton ----
enum { CHAINS = 8 };

/// The lines that a thread works on at once: their loads do not wait for each other.
struct chains {
    uint32_t state[CHAINS], left[CHAINS];
    const uint8_t *at[CHAINS];
    uint64_t line[CHAINS];
};

/// Gives a chain the next line that is not empty; an empty one ends in state 0.
static bool next_line(struct chains *c, int k, struct part *p, const uint8_t *text,
                      const uint32_t *start, uint32_t *state)
{
    for (uint64_t l; p->from < p->to; state[l] = 0) {
        l = p->from++;
        c->state[k] = 0;
        c->left[k] = start[l + 1] - start[l];
        c->at[k] = text + start[l];
        c->line[k] = l;
        if (c->left[k])
            return true;
    }
    return false;
}

/// So many letters of every chain.
static void advance(struct chains *c, const uint32_t *next, uint32_t steps)
{
    uint32_t s[CHAINS];
    const uint8_t *at[CHAINS];
    memcpy(s, c->state, sizeof s);
    memcpy(at, c->at, sizeof at);
    for (uint32_t i = 0; i < steps; i++)
#pragma GCC unroll 8
        for (int k = 0; k < CHAINS; k++)
            s[k] = next[s[k] * 256 + at[k][i]];
    memcpy(c->state, s, sizeof s);
    for (int k = 0; k < CHAINS; k++) {
        c->at[k] += steps;
        c->left[k] -= steps;
    }
}

EXPERT(dfa)
{
    const uint8_t *restrict text = b[0];
    const uint32_t *restrict start = b[1], *restrict next = b[2];
    uint32_t *restrict state = b[3];
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0], 1);
        struct chains c;
        int live = 0;
        while (live < CHAINS && next_line(&c, live, &p, text, start, state))
            live++;
        bool full = live == CHAINS;
        while (full) {
            uint32_t steps = UINT32_MAX;
            for (int k = 0; k < CHAINS; k++)
                steps = c.left[k] < steps ? c.left[k] : steps;
            advance(&c, next, steps);
            for (int k = 0; k < CHAINS; k++)
                if (!c.left[k]) {
                    state[c.line[k]] = c.state[k];
                    full &= next_line(&c, k, &p, text, start, state);
                }
        }
        for (int k = 0; k < live; k++) { // a chain that found no line has no letters left
            for (uint32_t i = 0; i < c.left[k]; i++)
                c.state[k] = next[c.state[k] * 256 + c.at[k][i]];
            if (c.left[k])
                state[c.line[k]] = c.state[k];
        }
    }
}

// ---- mandelbrot ----
/// Four vectors of neighbours at once: a pass of one takes the latency of five operations.
EXPERT(mandelbrot)
{
    enum { AT_ONCE = 4 };
    uint32_t *count = b[0];
    const uint32_t width = (uint32_t)n[0], height = (uint32_t)n[1], limit = (uint32_t)n[2];
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512 scale = _mm512_set1_ps(3.0f / (float)width), shift = _mm512_set1_ps(2.25f);
    const __m512 two = _mm512_set1_ps(2), four = _mm512_set1_ps(4);
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads)
    for (uint32_t row = 0; row < height; row++) {
        const __m512 cy = _mm512_set1_ps((float)row * (2.5f / (float)height) - 1.25f);
        for (uint32_t column = 0; column < width; column += AT_ONCE * WORDS) {
            __m512 cx[AT_ONCE], x[AT_ONCE], y[AT_ONCE];
            __m512i k[AT_ONCE];
            __mmask16 in[AT_ONCE], live[AT_ONCE];
            uint32_t any = 0;
            for (int v = 0; v < AT_ONCE; v++) {
                __m512i at = _mm512_add_epi32(_mm512_set1_epi32((int)column + v * WORDS), lane);
                in[v] = live[v] = _mm512_cmplt_epu32_mask(at, _mm512_set1_epi32((int)width));
                cx[v] = _mm512_sub_ps(_mm512_mul_ps(_mm512_cvtepu32_ps(at), scale), shift);
                x[v] = y[v] = _mm512_setzero_ps();
                k[v] = _mm512_setzero_si512();
                any |= live[v];
            }
            for (uint32_t pass = 0; pass < limit && any; pass++) {
                any = 0;
                for (int v = 0; v < AT_ONCE; v++) {
                    __m512 xx = _mm512_mul_ps(x[v], x[v]), yy = _mm512_mul_ps(y[v], y[v]);
                    __m512 xy = _mm512_mul_ps(_mm512_mul_ps(two, x[v]), y[v]);
                    live[v] =
                        _mm512_mask_cmp_ps_mask(live[v], _mm512_add_ps(xx, yy), four, _CMP_LE_OQ);
                    k[v] = _mm512_mask_add_epi32(k[v], live[v], k[v], _mm512_set1_epi32(1));
                    x[v] = _mm512_add_ps(_mm512_sub_ps(xx, yy), cx[v]);
                    y[v] = _mm512_add_ps(xy, cy);
                    any |= live[v];
                }
            }
            for (int v = 0; v < AT_ONCE; v++)
                _mm512_mask_storeu_epi32(count + (uint64_t)row * width + column + v * WORDS, in[v],
                                         k[v]);
        }
    }
}

// ---- radix sort ----
/// Places keys by lines: a digit's keys are kept until a line of the result is full, and that is
/// streamed. The first line of a digit may belong to another digit or thread as well, so that its
/// keys are stored one by one.
static void place_lines(const uint32_t *from, struct part p, unsigned shift, uint32_t *to,
                        uint32_t *at)
{
    _Alignas(64) uint32_t kept[256][WORDS];
    uint32_t first[256];
    memcpy(first, at, sizeof first);
    for (uint64_t i = p.from; i < p.to; i++) {
        uint32_t d = from[i] >> shift & 255, place = at[d]++, line = place / WORDS * WORDS;
        kept[d][place % WORDS] = from[i];
        if (place % WORDS != WORDS - 1)
            continue;
        if (line >= first[d])
            _mm512_stream_si512((__m512i *)(to + line), _mm512_load_si512(kept[d]));
        else
            for (uint32_t k = first[d]; k <= place; k++)
                to[k] = kept[d][k % WORDS];
    }
    for (int d = 0; d < 256; d++) {
        uint32_t line = at[d] / WORDS * WORDS;
        for (uint32_t k = line < first[d] ? first[d] : line; k < at[d]; k++)
            to[k] = kept[d][k % WORDS];
    }
    _mm_sfence();
}

/// One pass over eight bits: each thread counts the digits of its part, adds up where its digits
/// begin, and places its keys.
static void spread(const uint32_t *restrict from, uint32_t *restrict to, uint32_t *tally,
                   uint64_t n, unsigned shift, int threads)
{
    enum { TABLES = 4 };
#pragma omp parallel num_threads(threads)
    {
        uint64_t me = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
        struct part p = my_part(n, 1);
        uint32_t own[TABLES][256], at[256], sum = 0;
        uint64_t i = p.from;
        memset(own, 0, sizeof own);
        for (; i + TABLES <= p.to; i += TABLES)
#pragma GCC unroll 4
            for (int t = 0; t < TABLES; t++)
                own[t][from[i + (uint64_t)t] >> shift & 255]++;
        for (; i < p.to; i++)
            own[0][from[i] >> shift & 255]++;
        for (int d = 0; d < 256; d++)
            tally[me * 256 + (uint64_t)d] = own[0][d] + own[1][d] + own[2][d] + own[3][d];
#pragma omp barrier
        for (uint64_t d = 0; d < 256; d++)
            for (uint64_t t = 0; t < all; t++) {
                if (t == me)
                    at[d] = sum;
                sum += tally[t * 256 + d];
            }
        if (n * sizeof *to > LARGE)
            place_lines(from, p, shift, to, at);
        else
            for (i = p.from; i < p.to; i++)
                to[at[from[i] >> shift & 255]++] = from[i];
    }
}

EXPERT(sort)
{
    uint32_t *dst = b[1], *key = b[2], *tally = b[3];
    spread(b[0], key, tally, n[0], 0, threads);
    spread(key, dst, tally, n[0], 8, threads);
    spread(dst, key, tally, n[0], 16, threads);
    spread(key, dst, tally, n[0], 24, threads);
}

// ---- matmul ----
enum { ROWS = 8, VECTORS = 3, COLUMNS = VECTORS * WORDS, DEPTH = 128 };

/// Adds the products of a tile: eight rows of three vectors are in registers.
static void add_tile(const float *restrict x, const float *restrict y, float *restrict c,
                     uint64_t size, uint64_t depth, bool first, const __mmask16 in[VECTORS])
{
    __m512 sum[ROWS][VECTORS];
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 3
        for (int v = 0; v < VECTORS; v++)
            sum[r][v] = first ? _mm512_setzero_ps()
                              : _mm512_maskz_loadu_ps(in[v], c + (uint64_t)r * size + v * WORDS);
    for (uint64_t k = 0; k < depth; k++) {
        const float *row = y + k * COLUMNS;
        __m512 a = _mm512_load_ps(row), d = _mm512_load_ps(row + WORDS),
               e = _mm512_load_ps(row + 2 * WORDS);
#pragma GCC unroll 8
        for (int r = 0; r < ROWS; r++) {
            __m512 f = _mm512_set1_ps(x[(uint64_t)r * size + k]);
            sum[r][0] = _mm512_fmadd_ps(f, a, sum[r][0]);
            sum[r][1] = _mm512_fmadd_ps(f, d, sum[r][1]);
            sum[r][2] = _mm512_fmadd_ps(f, e, sum[r][2]);
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 3
        for (int v = 0; v < VECTORS; v++)
            _mm512_mask_storeu_ps(c + (uint64_t)r * size + v * WORDS, in[v], sum[r][v]);
}

/// Tiles of eight rows and 48 columns, the columns of b packed. The sides are multiples of eight.
EXPERT(matmul)
{
    const uint64_t size = n[0];
    const float *restrict x = b[0], *restrict y = b[1];
    float *restrict c = b[2];
#pragma omp parallel num_threads(threads)
    {
        _Alignas(64) float pack[DEPTH * COLUMNS];
#pragma omp for schedule(dynamic, 1)
        for (uint64_t j = 0; j < size; j += COLUMNS) {
            const uint64_t columns = size - j < COLUMNS ? size - j : COLUMNS;
            const uint64_t bits = ((uint64_t)1 << columns) - 1;
            const __mmask16 in[VECTORS] = {(__mmask16)bits, (__mmask16)(bits >> 16),
                                           (__mmask16)(bits >> 32)};
            for (uint64_t k = 0; k < size; k += DEPTH) {
                const uint64_t depth = size - k < DEPTH ? size - k : DEPTH;
                for (uint64_t d = 0; d < depth; d++)
                    memcpy(pack + d * COLUMNS, y + (k + d) * size + j, columns * sizeof *pack);
                for (uint64_t i = 0; i < size; i += ROWS)
                    add_tile(x + i * size + k, pack, c + i * size + j, size, depth, !k, in);
            }
        }
    }
}
