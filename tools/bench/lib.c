// vyre bench lib: the library's device-wide functions. Each row is a program of bench/lib beside
// the parallel algorithms of libstdc++ and TBB.
#include "rows.h"

enum { ROUNDS = 5, USUAL = 1 << 24, KEYS = 1000, PART = 10000 };

/// Random words below a limit.
static uint32_t *words(struct bench_work *w, const char *name, uint64_t n, uint64_t below)
{
    uint64_t seed = w->buffer_count + 1;
    uint32_t *x = bench_add(w, name, BENCH_IN, n * 4);
    for (uint64_t i = 0; i < n; i++)
        x[i] = (uint32_t)bench_random_below(&seed, below);
    w->number[0] = n;
    return x;
}

static void make_reduce(struct bench_work *w, uint64_t n)
{
    words(w, "x", n, UINT32_MAX);
    bench_add(w, "all", BENCH_OUT, 4);
}

/// So many words, and as many results.
static void make_scan(struct bench_work *w, uint64_t n)
{
    words(w, "x", n, UINT32_MAX);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void add_found(struct bench_work *w, uint64_t n)
{
    bench_add(w, "found", BENCH_OUT, 4);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void make_select(struct bench_work *w, uint64_t n)
{
    words(w, "x", n, UINT32_MAX);
    add_found(w, n);
}

static void make_pairs(struct bench_work *w, uint64_t n)
{
    words(w, "x", n, UINT32_MAX);
    words(w, "v", n, UINT32_MAX);
    bench_add(w, "y", BENCH_OUT, n * 4);
    bench_add(w, "w", BENCH_OUT, n * 4);
}

/// Runs of two words, in the mean.
static void make_unique(struct bench_work *w, uint64_t n)
{
    uint32_t *x = words(w, "x", n, 2);
    for (uint64_t i = 1; i < n; i++)
        x[i] += x[i - 1];
    add_found(w, n);
}

static void make_histogram(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 1;
    uint8_t *x = bench_add(w, "x", BENCH_IN, 4 * n);
    for (uint64_t i = 0; i < 4 * n; i++)
        x[i] = (uint8_t)bench_random(&seed);
    w->number[0] = 4 * n;
    bench_add(w, "bins", BENCH_OUT, 256 * 4);
}

static void make_count(struct bench_work *w, uint64_t n)
{
    words(w, "x", n, KEYS);
    add_found(w, n);
    bench_add(w, "times", BENCH_OUT, n * 4);
}

/// 10,000,000 words unless --size names less.
static void make_sorts(struct bench_work *w, uint64_t n)
{
    make_scan(w, n < KEYS * PART ? n : KEYS * PART);
    w->number[1] = PART;
    bench_param(w, "size", VY_TYPE_U32, 1);
}

int bench_lib(struct bench *b)
{
    static const struct bench_row rows[] = {
        {"reduce", NULL, make_reduce},
        {"scan", "scan_words", make_scan},
        {"select", "select_words", make_select},
        {"unique", NULL, make_unique},
        {"sort", "sort_words", make_scan},
        {"pairs", NULL, make_pairs},
        {"sorts", NULL, make_sorts},
        {"histogram", NULL, make_histogram},
        {"count", "count_keys", make_count},
    };
    static const struct bench_rows suite = {
        .suite = "lib",
        .folder = "bench/lib",
        .rows = rows,
        .count = sizeof rows / sizeof *rows,
        .peers = {{"library", "built without libtbb-dev"}},
        .libraries = {"libvyre-bench-lib.so"},
        .rounds = ROUNDS,
        .usual = USUAL,
        .note = "library: libstdc++'s parallel\nalgorithms and TBB. All results are the same.",
    };
    return bench_rows_run(&suite, b);
}
