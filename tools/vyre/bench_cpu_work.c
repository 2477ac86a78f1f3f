// The kernels of the cpu suite: how large they are, what they work on, and how OpenCL launches
// them. Buffers stand in the order of each program's declarations; the peers' scratch follows.
#include "bench_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// ---- memory and numbers ----
void *cpu_memory(uint64_t bytes)
{
    enum { LARGE = 2 << 20, LINE = 64 };
    void *memory = NULL;
    bool large = bytes >= LARGE;
    uint64_t whole = large ? (bytes + LARGE - 1) / LARGE * LARGE : (bytes + LINE - 1) / LINE * LINE;
    if (posix_memalign(&memory, large ? LARGE : LINE, whole ? whole : LINE)) {
        say("out of memory: %llu bytes", (unsigned long long)bytes);
        exit(EXIT_SYSTEM);
    }
    if (large)
        madvise(memory, whole, MADV_HUGEPAGE);
    memset(memory, 0, whole);
    return memory;
}

/// splitmix64: every seed is a good one.
static uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t random_below(uint64_t *state, uint64_t n)
{
    return (uint32_t)((random_bits(state) >> 32) * n >> 32);
}

static float random_float(uint64_t *state)
{
    return (float)random_below(state, 1 << 24) / (float)(1 << 23) - 1;
}

/// The next buffer. Its first contents are the caller's to write, unless it is an output.
static void *add(struct cpu_work *w, const char *name, enum cpu_role role, uint64_t bytes)
{
    struct cpu_buffer *b = &w->buffers[w->buffer_count++];
    *b = (struct cpu_buffer){.name = name, .role = role, .bytes = bytes};
    if (role != CPU_OUT)
        b->data = cpu_memory(bytes);
    for (size_t i = 0; i < CPU_RUNNERS && (role == CPU_OUT || role == CPU_INOUT); i++)
        b->each[i] = cpu_memory(bytes);
    if (role != CPU_OWN)
        w->least += bytes + (role == CPU_INOUT ? bytes : 0);
    return b->data;
}

static void param(struct cpu_work *w, const char *name, vy_type type, uint32_t number)
{
    w->params[w->param_count].name = name;
    w->params[w->param_count].type = type;
    w->params[w->param_count++].number = number;
}

void cpu_work_free(struct cpu_work *w)
{
    for (size_t i = 0; i < w->buffer_count; i++) {
        free(w->buffers[i].data);
        for (size_t k = 0; k < CPU_RUNNERS; k++)
            free(w->buffers[i].each[k]);
    }
    *w = (struct cpu_work){0};
}

static uint32_t *random_words(struct cpu_work *w, const char *name, uint64_t count)
{
    uint32_t *x = add(w, name, CPU_IN, count * sizeof *x);
    uint64_t seed = 1;
    for (uint64_t i = 0; i < count; i++)
        x[i] = (uint32_t)random_bits(&seed);
    return x;
}

static void random_floats(struct cpu_work *w, const char *name, enum cpu_role role, uint64_t count)
{
    float *x = add(w, name, role, count * sizeof *x);
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
static void make_copy(struct cpu_work *w, uint64_t bytes)
{
    w->number[0] = at_least(bytes / 8, 1);
    random_words(w, "x", w->number[0]);
    add(w, "y", CPU_OUT, w->number[0] * 4);
}

static void pocl_copy(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
}

static void make_triad(struct cpu_work *w, uint64_t bytes)
{
    static const double s = 0.7;
    uint64_t n = at_least(bytes / 24, 1), seed = 3;
    w->number[0] = n;
    memcpy(&w->number[1], &s, sizeof s);
    param(w, "s", VY_TYPE_F64, 1);
    for (unsigned k = 0; k < 2; k++) {
        double *x = add(w, k ? "y" : "x", CPU_IN, n * sizeof *x);
        for (uint64_t i = 0; i < n; i++)
            x[i] = (double)random_float(&seed) / 3;
    }
    add(w, "z", CPU_OUT, n * 8);
}

static void pocl_triad(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 n0 w1", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
}

static void make_saxpy(struct cpu_work *w, uint64_t bytes)
{
    static const float a = 0.7f;
    uint64_t n = at_least(bytes / 8, 1);
    w->number[0] = n;
    memcpy(&w->number[1], &a, sizeof a);
    param(w, "a", VY_TYPE_F32, 1);
    random_floats(w, "x", CPU_IN, n);
    random_floats(w, "y", CPU_INOUT, n);
}

static void pocl_saxpy(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
}

static void make_transpose(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 8, 8);
    w->number[0] = w->number[1] = n;
    param(w, "width", VY_TYPE_U32, 0);
    random_floats(w, "a", CPU_IN, n * n);
    add(w, "b", CPU_OUT, n * n * 4);
}

static void pocl_transpose(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, w->number[0], w->number[1], 16, 16);
}

static void make_stencil(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 8, 8);
    w->number[0] = w->number[1] = n;
    param(w, "width", VY_TYPE_U32, 0);
    random_floats(w, "a", CPU_IN, n * n);
    random_floats(w, "b", CPU_INOUT, n * n);
    w->least = n * n * 4 + (n - 2) * (n - 2) * 4; // b is only written
}

static void pocl_stencil(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, w->number[0] - 2, w->number[1] - 2, 256, 1);
}

/// Rows of 8 to 24 elements in random columns.
static void make_spmv(struct cpu_work *w, uint64_t bytes)
{
    enum { MEAN = 16 };
    uint64_t rows = at_least(bytes / (MEAN * 8 + 12), 2), edges = 0, seed = 4;
    uint32_t *row = add(w, "row", CPU_IN, (rows + 1) * 4);
    w->number[0] = rows;
    for (uint64_t r = 0; r < rows; r++) {
        row[r] = (uint32_t)edges;
        edges += 8 + random_below(&seed, 17);
    }
    row[rows] = (uint32_t)edges;
    uint32_t *col = add(w, "col", CPU_IN, edges * 4);
    for (uint64_t e = 0; e < edges; e++)
        col[e] = random_below(&seed, rows);
    random_floats(w, "value", CPU_IN, edges);
    random_floats(w, "x", CPU_IN, rows);
    add(w, "y", CPU_OUT, rows * 4);
}

static void pocl_spmv(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 b3 b4 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 64, 1);
}

/// Lines of 16 to 112 letters, and an automaton whose states follow from them.
static void make_dfa(struct cpu_work *w, uint64_t bytes)
{
    enum { STATES = 8 };
    uint64_t lines = at_least(bytes / 72, 1), length = 0, seed = 5;
    uint32_t *start = cpu_memory((lines + 1) * 4);
    for (uint64_t l = 0; l < lines; l++) {
        start[l] = (uint32_t)length;
        length += 16 + random_below(&seed, 97);
    }
    start[lines] = (uint32_t)length;
    uint8_t *text = add(w, "text", CPU_IN, length);
    for (uint64_t i = 0; i < length; i++)
        text[i] = (uint8_t)(' ' + random_below(&seed, 95));
    memcpy(add(w, "start", CPU_IN, (lines + 1) * 4), start, (lines + 1) * 4);
    free(start);
    uint32_t *next = add(w, "next", CPU_IN, STATES * 256 * 4);
    for (uint32_t i = 0; i < STATES * 256; i++)
        next[i] = random_below(&seed, STATES);
    add(w, "state", CPU_OUT, lines * 4);
    w->number[0] = lines;
}

static void pocl_dfa(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 b3 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 64, 1);
}

/// Bound by arithmetic, so half the bytes are enough.
static void make_mandelbrot(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 8, 16);
    w->number[0] = w->number[1] = n;
    w->number[2] = 200;
    param(w, "width", VY_TYPE_U32, 0);
    param(w, "height", VY_TYPE_U32, 1);
    param(w, "limit", VY_TYPE_U32, 2);
    add(w, "count", CPU_OUT, n * n * 4);
}

static void pocl_mandelbrot(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 n0 n1 n2", w->number);
    opencl_launch(cl, 0, w->number[0], w->number[1], 64, 1);
}

/// Its work grows faster than its bytes, so half of them are enough.
static void make_matmul(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = side(bytes / 24, 64);
    w->number[0] = n;
    param(w, "n", VY_TYPE_U32, 0);
    random_floats(w, "a", CPU_IN, n * n);
    random_floats(w, "b", CPU_IN, n * n);
    add(w, "c", CPU_OUT, n * n * 4);
}

static void pocl_matmul(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b1 b2 n0", w->number);
    opencl_launch(cl, 0, w->number[0] / 16, w->number[0] / 4, 4, 16);
}

// ---- several launches ----
enum { GROUP = 64, STRETCH = 4096, SCAN_ITEM = 256, CHUNKS = 64, MOST_THREADS = 1024 };

static void make_reduction(struct cpu_work *w, uint64_t bytes)
{
    w->number[0] = at_least(bytes / 4, 1);
    w->number[1] = STRETCH;
    random_words(w, "x", w->number[0]);
    add(w, "sum", CPU_OUT, 4);
}

static void pocl_reduction(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b1", w->number);
    opencl_args(cl, 1, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, 1, 0, 1, 1);
    opencl_launch(cl, 1, (w->number[0] + STRETCH - 1) / STRETCH, 0, GROUP, 1);
}

static void make_histogram(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = at_least(bytes, 1), seed = 6;
    uint8_t *data = add(w, "data", CPU_IN, n);
    for (uint64_t i = 0; i < n; i++)
        data[i] = (uint8_t)random_bits(&seed);
    add(w, "bins", CPU_OUT, 256 * 4);
    w->number[0] = n;
    w->number[1] = at_least(n / CHUNKS + 1, STRETCH);
}

static void pocl_histogram(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b1", w->number);
    opencl_args(cl, 1, "b0 b1 n0 n1", w->number);
    opencl_launch(cl, 0, 256, 0, 256, 1);
    opencl_launch(cl, 1, (w->number[0] + w->number[1] - 1) / w->number[1], 0, 1, 1);
}

static void make_scan(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = at_least(bytes / 8, 1), blocks = (n + GROUP * SCAN_ITEM - 1) / (GROUP * SCAN_ITEM);
    w->number[0] = n;
    w->number[1] = blocks;
    random_words(w, "x", n);
    add(w, "y", CPU_OUT, n * 4);
    add(w, "sums", CPU_OWN, at_least(blocks, MOST_THREADS) * 4);
}

static void pocl_scan(struct opencl *cl, const struct cpu_work *w)
{
    opencl_args(cl, 0, "b0 b2 n0", w->number);
    opencl_args(cl, 1, "b2 n1", w->number);
    opencl_args(cl, 2, "b0 b1 b2 n0", w->number);
    opencl_launch(cl, 0, w->number[1] * GROUP, 0, GROUP, 1);
    opencl_launch(cl, 1, GROUP, 0, GROUP, 1);
    opencl_launch(cl, 2, w->number[1] * GROUP, 0, GROUP, 1);
}

static void make_sort(struct cpu_work *w, uint64_t bytes)
{
    uint64_t n = at_least(bytes / 8, 1);
    w->number[0] = n;
    w->number[1] = CHUNKS;
    param(w, "chunks", VY_TYPE_U32, 1);
    random_words(w, "src", n);
    add(w, "dst", CPU_INOUT, n * 4); // all have their room ready
    add(w, "key", CPU_INOUT, n * 4);
    add(w, "tally", CPU_OWN, 256 * MOST_THREADS * 4);
    w->least = n * 8;
}

static void pocl_sort(struct opencl *cl, const struct cpu_work *w)
{
    static const char *const from[] = {"b0 b3 n0 n1 n2", "b2 b3 n0 n1 n2", "b1 b3 n0 n1 n2"},
                             *const both[] = {"b0 b2 b3 n0 n1 n2", "b2 b1 b3 n0 n1 n2",
                                              "b1 b2 b3 n0 n1 n2"};
    uint64_t number[] = {w->number[0], w->number[1], 0};
    for (unsigned pass = 0; pass < 4; pass++) {
        unsigned way = pass == 3 ? 1 : pass;
        number[2] = 8 * pass;
        opencl_args(cl, 0, from[way], number);
        opencl_args(cl, 1, "b3 n1", number);
        opencl_args(cl, 2, both[way], number);
        opencl_launch(cl, 0, CHUNKS, 0, 1, 1);
        opencl_launch(cl, 1, 1, 0, 1, 1);
        opencl_launch(cl, 2, CHUNKS, 0, 1, 1);
    }
}

/// Nodes with 4 to 12 edges to random others.
static void make_bfs(struct cpu_work *w, uint64_t bytes)
{
    enum { MEAN = 8 };
    uint64_t n = at_least(bytes / (MEAN * 4 + 16), 2), edges = 0, seed = 7;
    uint32_t *row = add(w, "row", CPU_IN, (n + 1) * 4);
    w->number[0] = n;
    for (uint64_t v = 0; v < n; v++) {
        row[v] = (uint32_t)edges;
        edges += 4 + random_below(&seed, 9);
    }
    row[n] = (uint32_t)edges;
    uint32_t *col = add(w, "col", CPU_IN, edges * 4);
    for (uint64_t e = 0; e < edges; e++)
        col[e] = random_below(&seed, n);
    add(w, "level", CPU_OUT, n * 4);
    add(w, "queue", CPU_OWN, n * 4);
    add(w, "next", CPU_OWN, n * 4);
    add(w, "count", CPU_OWN, 4);
}

static void pocl_bfs(struct opencl *cl, const struct cpu_work *w)
{
    static const char *const args[] = {"b0 b1 b2 b3 b4 b5 n0 n1", "b0 b1 b2 b4 b3 b5 n0 n1"};
    const uint32_t zero = 0;
    uint64_t number[] = {1, 0};
    opencl_args(cl, 0, "b2 b3 b5 n0", w->number);
    opencl_launch(cl, 0, w->number[0], 0, 256, 1);
    while (number[0] && !cl->error) {
        uint32_t found = 0;
        opencl_args(cl, 1, args[number[1] % 2], number);
        opencl_launch(cl, 1, number[0], 0, 64, 1);
        opencl_download(cl, 5, &found, sizeof found);
        opencl_upload(cl, 5, &zero, sizeof zero);
        number[0] = found;
        number[1]++;
    }
}

const struct cpu_kernel cpu_kernels[] = {
    {"copy", make_copy, {"copy"}, pocl_copy},
    {"triad", make_triad, {"triad"}, pocl_triad},
    {"saxpy", make_saxpy, {"saxpy"}, pocl_saxpy},
    {"reduction", make_reduction, {"clear", "reduction"}, pocl_reduction},
    {"scan", make_scan, {"sums", "offsets", "scan"}, pocl_scan},
    {"histogram", make_histogram, {"clear", "histogram"}, pocl_histogram},
    {"transpose", make_transpose, {"transpose"}, pocl_transpose},
    {"stencil", make_stencil, {"stencil"}, pocl_stencil},
    {"spmv", make_spmv, {"spmv"}, pocl_spmv},
    {"bfs", make_bfs, {"begin", "expand"}, pocl_bfs},
    {"dfa", make_dfa, {"dfa"}, pocl_dfa},
    {"mandelbrot", make_mandelbrot, {"mandelbrot"}, pocl_mandelbrot},
    {"sort", make_sort, {"tallies", "places", "spread"}, pocl_sort},
    {"matmul", make_matmul, {"matmul"}, pocl_matmul},
};
const size_t cpu_kernel_count = sizeof cpu_kernels / sizeof *cpu_kernels;
