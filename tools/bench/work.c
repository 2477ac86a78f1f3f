// The kernels of the cpu and cuda suites: how large they are and what they work on. Buffers stand
// in the order of each program's declarations; the peers' scratch follows.
#include "work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// ---- memory and numbers ----
void *bench_memory(uint64_t bytes)
{
    enum { LARGE = 2 << 20, LINE = 64 };
    void *memory = NULL;
    bool large = bytes >= LARGE;
    uint64_t whole = large ? (bytes + LARGE - 1) / LARGE * LARGE : (bytes + LINE - 1) / LINE * LINE;
    if (posix_memalign(&memory, large ? LARGE : LINE, whole ? whole : LINE)) {
        print_error("out of memory: %llu bytes", (unsigned long long)bytes);
        exit(EXIT_SYSTEM);
    }
    if (large)
        madvise(memory, whole, MADV_HUGEPAGE);
    memset(memory, 0, whole);
    return memory;
}

// splitmix64.
uint64_t bench_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t bench_random_below(uint64_t *state, uint64_t n)
{
    return (uint32_t)((bench_random(state) >> 32) * n >> 32);
}

static float random_float(uint64_t *state)
{
    return (float)bench_random_below(state, 1 << 24) / (float)(1 << 23) - 1;
}

void *bench_add(struct bench_work *w, const char *name, enum bench_role role, uint64_t bytes)
{
    struct bench_buffer *b = &w->buffers[w->buffer_count++];
    *b = (struct bench_buffer){.name = name, .role = role, .bytes = bytes};
    if (role != BENCH_OUT)
        b->data = bench_memory(bytes);
    for (size_t i = 0; i < w->runners && (role == BENCH_OUT || role == BENCH_INOUT); i++)
        b->each[i] = bench_memory(bytes);
    if (role != BENCH_OWN && role != BENCH_ROOM)
        w->least += bytes + (role == BENCH_INOUT ? bytes : 0);
    return b->data;
}

void bench_param(struct bench_work *w, const char *name, vy_type type, uint32_t number)
{
    w->params[w->param_count].name = name;
    w->params[w->param_count].type = type;
    w->params[w->param_count++].number = number;
}

void bench_work_free(struct bench_work *w)
{
    for (size_t i = 0; i < w->buffer_count; i++) {
        free(w->buffers[i].data);
        for (size_t k = 0; k < BENCH_RUNNERS; k++)
            free(w->buffers[i].each[k]);
    }
    *w = (struct bench_work){0};
}

static uint32_t *random_words(struct bench_work *w, const char *name, uint64_t count)
{
    uint32_t *x = bench_add(w, name, BENCH_IN, count * sizeof *x);
    uint64_t seed = 1;
    for (uint64_t i = 0; i < count; i++)
        x[i] = (uint32_t)bench_random(&seed);
    return x;
}

static void random_floats(struct bench_work *w, const char *name, enum bench_role role,
                          uint64_t count)
{
    float *x = bench_add(w, name, role, count * sizeof *x);
    uint64_t seed = 2;
    for (uint64_t i = 0; i < count; i++)
        x[i] = random_float(&seed);
}

static uint64_t at_least(uint64_t n, uint64_t least)
{
    return n < least ? least : n;
}

/// The side of a square of so many elements: whole tiles, and no power of two, where all rows would
/// begin in the same lines of a cache.
static uint64_t side(uint64_t elements, uint64_t tile)
{
    uint64_t n = (uint64_t)sqrt((double)elements) / tile * tile;
    return at_least(n > tile && !(n & (n - 1)) ? n - tile : n, tile);
}

// ---- one launch each ----
static void make_copy(struct bench_work *w, uint64_t bytes)
{
    w->number[0] = at_least(bytes / 8, 1);
    random_words(w, "x", w->number[0]);
    bench_add(w, "y", BENCH_OUT, w->number[0] * 4);
}

static void make_triad(struct bench_work *w, uint64_t bytes)
{
    static const double s = 0.7;
    uint64_t n = at_least(bytes / 24, 1), seed = 3;
    w->number[0] = n;
    memcpy(&w->number[1], &s, sizeof s);
    bench_param(w, "s", VY_TYPE_F64, 1);
    for (unsigned k = 0; k < 2; k++) {
        double *x = bench_add(w, k ? "y" : "x", BENCH_IN, n * sizeof *x);
        for (uint64_t i = 0; i < n; i++)
            x[i] = (double)random_float(&seed) / 3;
    }
    bench_add(w, "z", BENCH_OUT, n * 8);
}

static void make_saxpy(struct bench_work *w, uint64_t bytes)
{
    static const float a = 0.7f;
    uint64_t n = at_least(bytes / 8, 1);
    w->number[0] = n;
    memcpy(&w->number[1], &a, sizeof a);
    bench_param(w, "a", VY_TYPE_F32, 1);
    random_floats(w, "x", BENCH_IN, n);
    random_floats(w, "y", BENCH_INOUT, n);
}

static void make_transpose(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 8, 8);
    w->number[0] = w->number[1] = n;
    bench_param(w, "width", VY_TYPE_U32, 0);
    random_floats(w, "a", BENCH_IN, n * n);
    bench_add(w, "b", BENCH_OUT, n * n * 4);
}

static void make_stencil(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 8, 8);
    w->number[0] = w->number[1] = n;
    bench_param(w, "width", VY_TYPE_U32, 0);
    random_floats(w, "a", BENCH_IN, n * n);
    random_floats(w, "b", BENCH_INOUT, n * n);
    w->least = n * n * 4 + (n - 2) * (n - 2) * 4; // b is only written
}

/// Rows of 8 to 24 elements in random columns.
static void make_spmv(struct bench_work *w, uint64_t bytes)
{
    enum { MEAN = 16 };
    uint64_t rows = at_least(bytes / (MEAN * 8 + 12), 2), edges = 0, seed = 4;
    uint32_t *row = bench_add(w, "row", BENCH_IN, (rows + 1) * 4);
    w->number[0] = rows;
    for (uint64_t r = 0; r < rows; r++) {
        row[r] = (uint32_t)edges;
        edges += 8 + bench_random_below(&seed, 17);
    }
    row[rows] = (uint32_t)edges;
    uint32_t *col = bench_add(w, "col", BENCH_IN, edges * 4);
    for (uint64_t e = 0; e < edges; e++)
        col[e] = bench_random_below(&seed, rows);
    random_floats(w, "value", BENCH_IN, edges);
    random_floats(w, "x", BENCH_IN, rows);
    bench_add(w, "y", BENCH_OUT, rows * 4);
}

/// Lines of 16 to 112 letters, and an automaton whose states follow from them.
static void make_dfa(struct bench_work *w, uint64_t bytes)
{
    enum { STATES = 8 };
    uint64_t lines = at_least(bytes / 72, 1), length = 0, seed = 5;
    uint32_t *start = bench_memory((lines + 1) * 4);
    for (uint64_t l = 0; l < lines; l++) {
        start[l] = (uint32_t)length;
        length += 16 + bench_random_below(&seed, 97);
    }
    start[lines] = (uint32_t)length;
    uint8_t *text = bench_add(w, "text", BENCH_IN, (length + 3) / 4 * 4); // whole words
    for (uint64_t i = 0; i < length; i++)
        text[i] = (uint8_t)(' ' + bench_random_below(&seed, 95));
    memcpy(bench_add(w, "start", BENCH_IN, (lines + 1) * 4), start, (lines + 1) * 4);
    free(start);
    uint32_t *next = bench_add(w, "next", BENCH_IN, STATES * 256 * 4);
    for (uint32_t i = 0; i < STATES * 256; i++)
        next[i] = bench_random_below(&seed, STATES);
    bench_add(w, "state", BENCH_OUT, lines * 4);
    w->number[0] = lines;
}

/// Bound by arithmetic, so half the bytes are enough.
static void make_mandelbrot(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 8, 16);
    w->number[0] = w->number[1] = n;
    w->number[2] = 200;
    bench_param(w, "width", VY_TYPE_U32, 0);
    bench_param(w, "height", VY_TYPE_U32, 1);
    bench_param(w, "limit", VY_TYPE_U32, 2);
    bench_add(w, "count", BENCH_OUT, n * n * 4);
}

/// Its work grows faster than its bytes, so half of them are enough.
static void make_matmul(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 24, 64);
    w->number[0] = n;
    bench_param(w, "n", VY_TYPE_U32, 0);
    random_floats(w, "a", BENCH_IN, n * n);
    random_floats(w, "b", BENCH_IN, n * n);
    bench_add(w, "c", BENCH_OUT, n * n * 4);
}

// ---- several launches ----
enum { MOST_THREADS = 1024 };

static void make_reduction(struct bench_work *w, uint64_t bytes)
{
    w->number[0] = at_least(bytes / 4, 1);
    w->number[1] = BENCH_STRETCH;
    random_words(w, "x", w->number[0]);
    bench_add(w, "sum", BENCH_OUT, 4);
}

static void make_histogram(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = at_least(bytes / 4 * 4, 4), seed = 6; // whole words: some read four at once
    uint8_t *data = bench_add(w, "data", BENCH_IN, n);
    for (uint64_t i = 0; i < n; i++)
        data[i] = (uint8_t)bench_random(&seed);
    bench_add(w, "bins", BENCH_OUT, 256 * 4);
    w->number[0] = n;
    w->number[1] = at_least(n / BENCH_CHUNKS + 1, BENCH_STRETCH);
}

static void make_scan(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = at_least(bytes / 8, 1),
             blocks = (n + BENCH_GROUP * BENCH_SCAN_ITEM - 1) / (BENCH_GROUP * BENCH_SCAN_ITEM);
    w->number[0] = n;
    w->number[1] = blocks;
    random_words(w, "x", n);
    bench_add(w, "y", BENCH_OUT, n * 4);
    bench_add(w, "sums", BENCH_OWN, at_least(blocks, MOST_THREADS) * 4);
}

static void make_sort(struct bench_work *w, uint64_t bytes)
{
    uint64_t n = at_least(bytes / 8, 1);
    w->number[0] = n;
    w->number[1] = BENCH_CHUNKS;
    bench_param(w, "chunks", VY_TYPE_U32, 1);
    random_words(w, "src", n);
    bench_add(w, "dst", BENCH_INOUT, n * 4); // all have their room ready
    bench_add(w, "key", BENCH_ROOM, n * 4);
    bench_add(w, "tally", BENCH_OWN, 256 * MOST_THREADS * 4);
    w->least = n * 8;
}

/// Nodes with 4 to 12 edges to random others.
static void make_bfs(struct bench_work *w, uint64_t bytes)
{
    enum { MEAN = 8 };
    uint64_t n = at_least(bytes / (MEAN * 4 + 16), 2), edges = 0, seed = 7;
    uint32_t *row = bench_add(w, "row", BENCH_IN, (n + 1) * 4);
    w->number[0] = n;
    for (uint64_t v = 0; v < n; v++) {
        row[v] = (uint32_t)edges;
        edges += 4 + bench_random_below(&seed, 9);
    }
    row[n] = (uint32_t)edges;
    uint32_t *col = bench_add(w, "col", BENCH_IN, edges * 4);
    for (uint64_t e = 0; e < edges; e++)
        col[e] = bench_random_below(&seed, n);
    bench_add(w, "level", BENCH_OUT, n * 4);
    bench_add(w, "queue", BENCH_OWN, n * 4);
    bench_add(w, "next", BENCH_OWN, n * 4);
    bench_add(w, "count", BENCH_OWN, 4);
}

const struct bench_program bench_programs[] = {
    {"copy", make_copy},
    {"triad", make_triad},
    {"saxpy", make_saxpy},
    {"reduction", make_reduction},
    {"scan", make_scan},
    {"histogram", make_histogram},
    {"transpose", make_transpose},
    {"stencil", make_stencil},
    {"spmv", make_spmv},
    {"bfs", make_bfs},
    {"dfa", make_dfa},
    {"mandelbrot", make_mandelbrot},
    {"sort", make_sort},
    {"matmul", make_matmul},
};
const size_t bench_program_count = sizeof bench_programs / sizeof *bench_programs;
