// The rows of `vyre bench idioms` in C with OpenMP: as a C programmer writes them (PLAIN) and,
// where the processor has AVX-512, as an expert does (EXPERT). Built like bench/cpu/peers.c, into
// libvyre-bench-idioms.so; buffers `b` and numbers `n` are those of tools/bench/idioms.c, in its
// order.
#ifdef __AVX512F__
#include <immintrin.h>
#endif
#include <omp.h>
#include <stdint.h>
#include <string.h>

#define PEER(kind, name)                                              \
    __attribute__((visibility("default"))) void vyre_##kind##_##name( \
        void *const *b, const uint64_t *n, int threads)
#define PLAIN(name) PEER(plain, name)
#define EXPERT(name) PEER(expert, name)
enum { BLOCK = 16384, MOST_THREADS = 1024 };

// ---- select: b = x, found, y; n = elements, limit ----
/// Each thread collects a block, then takes its place with one atomic.
PLAIN(select)
{
    const uint32_t *x = b[0], below = (uint32_t)n[1];
    uint32_t *y = b[2], found = 0;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint64_t from = 0; from < n[0]; from += BLOCK) {
        uint32_t kept[BLOCK], count = 0, place;
        uint64_t to = from + BLOCK < n[0] ? from + BLOCK : n[0];
        for (uint64_t i = from; i < to; i++) {
            kept[count] = x[i];
            count += x[i] < below;
        }
#pragma omp atomic capture
        {
            place = found;
            found += count;
        }
        memcpy(y + place, kept, count * sizeof *y);
    }
    *(uint32_t *)b[1] = found;
}

// ---- ordered: b = x, y, found ----
struct part {
    uint64_t from, to;
};

static struct part my_part(uint64_t count)
{
    uint64_t me = (uint64_t)omp_get_thread_num(), all = (uint64_t)omp_get_num_threads();
    return (struct part){count * me / all, count * (me + 1) / all};
}

/// Elements that the threads before this one keep; `counts` has one of each thread.
static uint32_t place_of(uint32_t *counts, uint32_t count, uint32_t *found)
{
    int me = omp_get_thread_num();
    uint32_t place = 0;
    counts[me] = count;
#pragma omp barrier
    for (int t = 0; t < me; t++)
        place += counts[t];
    if (me + 1 == omp_get_num_threads())
        *found = place + count;
    return place;
}

PLAIN(ordered)
{
    const uint32_t *restrict x = b[0], below = (uint32_t)n[1];
    uint32_t *restrict y = b[1], counts[MOST_THREADS];
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0]);
        uint32_t count = 0;
        for (uint64_t i = p.from; i < p.to; i++)
            count += x[i] < below;
        uint32_t place = place_of(counts, count, b[2]);
        for (uint64_t i = p.from; i < p.to; i++)
            if (x[i] < below)
                y[place++] = x[i];
    }
}

// ---- literal: b = text, eight, word, found, at; n = bytes of text, of the word ----
static void take(void *const *b, uint32_t i)
{
    uint32_t place, *found = b[3];
#pragma omp atomic capture
    place = (*found)++;
    ((uint32_t *)b[4])[place] = i;
}

PLAIN(literal)
{
    const uint8_t *text = b[0], *word = b[2];
    *(uint32_t *)b[3] = 0;
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0] - n[1] + 1);
        const uint8_t *at = text + p.from, *end = text + p.to;
        while (at < end && (at = memchr(at, word[0], (size_t)(end - at)))) {
            if (!memcmp(at, word, n[1]))
                take(b, (uint32_t)(at - text));
            at++;
        }
    }
}

// ---- planes: b = a, b; n = elements, steps ----
static void step(const float *restrict from, float *restrict to, uint64_t count)
{
#pragma omp for simd schedule(static)
    for (uint64_t i = 1; i < count - 1; i++)
        to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
}

PLAIN(planes)
{
    const float *a = b[0];
    float *both = b[1];
    both[n[0]] = both[2 * n[0] - 1] = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for simd schedule(static)
        for (uint64_t i = 0; i < n[0]; i++)
            both[i] = a[i];
        for (uint64_t k = 0; k < n[1]; k++)
            step(both + k % 2 * n[0], both + (1 - k % 2) * n[0], n[0]);
    }
}

#ifdef __AVX512F__
enum { WORDS = 16, BYTES = 64 };

static uint32_t count_below(const uint32_t *x, struct part p, uint32_t below)
{
    const __m512i limit = _mm512_set1_epi32((int)below);
    uint32_t count = 0;
    uint64_t i = p.from;
    for (; i + WORDS <= p.to; i += WORDS)
        count +=
            (uint32_t)__builtin_popcount(_mm512_cmplt_epu32_mask(_mm512_loadu_si512(x + i), limit));
    for (; i < p.to; i++)
        count += x[i] < below;
    return count;
}

/// Compresses in registers and stores whole vectors: compressing stores to memory are slow on Zen.
/// A whole vector may write past what is kept, so the last ones go one by one.
static void write_below(const uint32_t *x, struct part p, uint32_t below, uint32_t *y,
                        uint32_t count)
{
    const __m512i limit = _mm512_set1_epi32((int)below);
    uint64_t i = p.from, k = 0;
    for (; i + WORDS <= p.to && k + WORDS <= count; i += WORDS) {
        __m512i v = _mm512_loadu_si512(x + i);
        __mmask16 keep = _mm512_cmplt_epu32_mask(v, limit);
        _mm512_storeu_si512(y + k, _mm512_maskz_compress_epi32(keep, v));
        k += (unsigned)__builtin_popcount(keep);
    }
    for (; i < p.to; i++)
        if (x[i] < below)
            y[k++] = x[i];
}

EXPERT(select)
{
    uint32_t *y = b[2], found = 0;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint64_t from = 0; from < n[0]; from += BLOCK) {
        struct part p = {from, from + BLOCK < n[0] ? from + BLOCK : n[0]};
        uint32_t place, count = count_below(b[0], p, (uint32_t)n[1]);
#pragma omp atomic capture
        {
            place = found;
            found += count;
        }
        write_below(b[0], p, (uint32_t)n[1], y + place, count);
    }
    *(uint32_t *)b[1] = found;
}

EXPERT(ordered)
{
    uint32_t counts[MOST_THREADS];
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0]);
        uint32_t count = count_below(b[0], p, (uint32_t)n[1]);
        uint32_t place = place_of(counts, count, b[2]);
        write_below(b[0], p, (uint32_t)n[1], (uint32_t *)b[1] + place, count);
    }
}

/// The first and the last byte of the word at 64 places at once.
EXPERT(literal)
{
    const uint8_t *text = b[0], *word = b[2];
    const __m512i first = _mm512_set1_epi8((char)word[0]),
                  last = _mm512_set1_epi8((char)word[n[1] - 1]);
    *(uint32_t *)b[3] = 0;
#pragma omp parallel num_threads(threads)
    {
        struct part p = my_part(n[0] - n[1] + 1);
        uint64_t i = p.from;
        for (; i + BYTES <= p.to; i += BYTES) {
            uint64_t both = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(text + i), first) &
                            _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(text + i + n[1] - 1), last);
            for (; both; both &= both - 1) {
                uint64_t at = i + (unsigned)__builtin_ctzll(both);
                if (!memcmp(text + at, word, n[1]))
                    take(b, (uint32_t)at);
            }
        }
        for (; i < p.to; i++)
            if (!memcmp(text + i, word, n[1]))
                take(b, (uint32_t)i);
    }
}
#endif
