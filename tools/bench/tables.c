// vyre bench tables: a group-by, a join and a word count. Each row is a program of examples/ over
// the library's tables, beside hash tables in C, by one thread and by all. The same inputs and
// bytes.
#include "rows.h"

enum { ROUNDS = 5, USUAL = 10000000, FEW = 1000, WORDS = 1 << 17 };

static void make_groups(struct bench_work *w, uint64_t n, uint64_t groups)
{
    uint64_t seed = 1;
    uint32_t *key = bench_add(w, "key", BENCH_IN, n * 4);
    uint32_t *value = bench_add(w, "value", BENCH_IN, n * 4);
    for (uint64_t i = 0; i < n; i++) {
        key[i] = (uint32_t)bench_random_below(&seed, (uint32_t)groups) * 7919;
        value[i] = (uint32_t)bench_random(&seed);
    }
    bench_add(w, "found", BENCH_OUT, 4);
    bench_add(w, "group", BENCH_OUT, groups * 4);
    bench_add(w, "sum", BENCH_OUT, groups * 8);
    bench_add(w, "least", BENCH_OUT, groups * 4);
    bench_add(w, "most", BENCH_OUT, groups * 4);
    bench_add(w, "times", BENCH_OUT, groups * 4);
    w->number[0] = n;
    w->number[1] = groups;
    bench_param(w, "room", VY_TYPE_U32, 1);
}

static void make_few(struct bench_work *w, uint64_t n)
{
    make_groups(w, n, FEW);
}

static void make_many(struct bench_work *w, uint64_t n)
{
    make_groups(w, n, n / 10 + 1);
}

/// Half of the rows on the left have one or two partners.
static void make_join(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 2, rows = n / 10 + 1;
    uint32_t *left = bench_add(w, "left", BENCH_IN, n * 4);
    uint32_t *right = bench_add(w, "right", BENCH_IN, rows * 4);
    for (uint64_t i = 0; i < n; i++)
        left[i] = (uint32_t)bench_random_below(&seed, (uint32_t)(2 * rows)) * 7919;
    for (uint64_t i = 0; i < rows; i++)
        right[i] = (uint32_t)(i % 8 ? i : i / 2) * 7919;
    bench_add(w, "found", BENCH_OUT, 4);
    bench_add(w, "at_left", BENCH_OUT, n * 4);
    bench_add(w, "at_right", BENCH_OUT, n * 4);
    w->number[0] = n;
    w->number[1] = rows;
    w->number[2] = n;
    bench_param(w, "room", VY_TYPE_U32, 2);
}

/// Words of two to twelve letters; the k-th most frequent about 1 / k as frequent as the first.
static void make_words(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 3, bytes = n * 10, i = 0;
    uint8_t *text = bench_add(w, "text", BENCH_IN, bytes);
    while (i < bytes) {
        uint64_t rank = 1, length;
        for (uint32_t k = bench_random_below(&seed, 17); k; k--)
            rank = 2 * rank + bench_random_below(&seed, 2);
        for (length = 2 + rank * 2654435761 % 11; length && i < bytes; length--) {
            text[i++] = (uint8_t)('a' + rank % 26);
            rank = (rank / 26 + 1) * 48271 % 2147483647;
        }
        if (i < bytes)
            text[i++] = bench_random_below(&seed, 12) ? ' ' : '\n';
    }
    bench_add(w, "found", BENCH_OUT, 4);
    bench_add(w, "at", BENCH_OUT, WORDS * 4);
    bench_add(w, "length", BENCH_OUT, WORDS * 4);
    bench_add(w, "times", BENCH_OUT, WORDS * 4);
    w->number[0] = WORDS;
    w->number[1] = bytes;
    bench_param(w, "room", VY_TYPE_U32, 0);
}

int bench_tables(struct bench *b)
{
    static const struct bench_row rows[] = {{"groups", "groupby", make_few},
                                            {"groups-many", "groupby", make_many},
                                            {"join", "join", make_join},
                                            {"words", "wordcount", make_words}};
    static const struct bench_rows suite = {
        .suite = "tables",
        .folder = "examples",
        .rows = rows,
        .count = sizeof rows / sizeof *rows,
        .peers = {{"one", "built without OpenMP"}, {"all", "built without OpenMP"}},
        .libraries = {"libvyre-bench-tables.so"},
        .rounds = ROUNDS,
        .usual = USUAL,
        .note = "one, all: hash tables in C\nby one thread and by all. All results are the same.",
    };
    return bench_rows_run(&suite, b);
}
