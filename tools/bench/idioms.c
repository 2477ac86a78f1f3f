// vyre bench idioms: forms of programs that users write. Each row is a program of bench/idioms
// beside the same in another form, where there is one (NAME_other.vy), beside C with OpenMP, plain
// and with AVX-512, and beside a library: TBB or Vectorscan.
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, USUAL = 1 << 24, STEPS = 16 };

static void random_words(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 1;
    uint32_t *x = bench_add(w, "x", BENCH_IN, n * 4);
    for (uint64_t i = 0; i < n; i++)
        x[i] = (uint32_t)bench_random(&seed);
    w->number[0] = n;
    w->number[1] = 1u << 31; // half of them
    bench_param(w, "below", VY_TYPE_U32, 1);
}

static void make_select(struct bench_work *w, uint64_t n)
{
    random_words(w, n);
    bench_add(w, "found", BENCH_OUT, 4);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void make_ordered(struct bench_work *w, uint64_t n)
{
    random_words(w, n);
    bench_add(w, "y", BENCH_INOUT, n * 4);
    bench_add(w, "found", BENCH_OUT, 4);
}

/// Letters about as often as in English, and a word that chance makes of them now and then.
static void make_literal(struct bench_work *w, uint64_t n)
{
    static const char letters[] =
        "      eeeeeetttttaaaaooooiiinnnnssshhhrrrddlllccuummffppggwwyybbvk";
    static const char word[] = "those";
    uint64_t seed = 2, bytes = (n * 4 + 7) / 8 * 8;
    char *text = bench_add(w, "text", BENCH_IN, bytes);
    for (uint64_t i = 0; i < bytes; i++)
        text[i] = letters[bench_random_below(&seed, sizeof letters - 1)];
    memcpy(bench_add(w, "eight", BENCH_IN, bytes), text, bytes);
    memcpy(bench_add(w, "word", BENCH_IN, sizeof word - 1), word, sizeof word - 1);
    bench_add(w, "found", BENCH_OUT, 4);
    bench_add(w, "at", BENCH_OUT, (bytes / 1024 + 64) * 4);
    w->number[0] = bytes;
    w->number[1] = sizeof word - 1;
    w->number[2] = bytes / 1024 + 64;
    bench_param(w, "cap", VY_TYPE_U32, 2);
    w->least = bytes;
}

static void make_planes(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 3;
    n = n < 4 ? 4 : n;
    float *a = bench_add(w, "a", BENCH_IN, n * 4);
    for (uint64_t i = 0; i < n; i++)
        a[i] = (float)bench_random_below(&seed, 1 << 20) / (1 << 20);
    a[0] = a[n - 1] = 0;
    bench_add(w, "b", BENCH_OUT, 2 * n * 4);
    w->number[0] = n;
    w->number[1] = STEPS;
    bench_param(w, "steps", VY_TYPE_U32, 1);
}

static void make_sums(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 4;
    uint32_t *key = bench_add(w, "key", BENCH_IN, n * 4);
    for (uint64_t i = 0; i < n; i++)
        key[i] = (uint32_t)bench_random(&seed);
    bench_add(w, "total", BENCH_OUT, 16);
}

static void make_rows(struct bench_work *w, uint64_t n)
{
    uint64_t seed = 6;
    uint32_t *row = bench_add(w, "row", BENCH_IN, 12);
    uint32_t *value = bench_add(w, "value", BENCH_IN, n * 4);
    row[1] = n < 8 ? (uint32_t)n : 8;
    row[2] = (uint32_t)n;
    for (uint64_t i = 0; i < n; i++)
        value[i] = (uint32_t)bench_random(&seed);
    bench_add(w, "sum", BENCH_OUT, 8);
}

static void add_matrix(struct bench_work *w, const char *name, uint64_t side)
{
    uint64_t seed = 7;
    float *a = bench_add(w, name, BENCH_IN, side * side * 4);
    for (uint64_t i = 0; i < side * side; i++)
        a[i] = (float)bench_random_below(&seed, 1 << 10) / (1 << 10);
}

/// The side of a square of about n / by elements, no power of two.
static void add_side(struct bench_work *w, uint64_t n, uint64_t by)
{
    w->number[0] = 3;
    while (w->number[0] * w->number[0] * by < n)
        w->number[0] += 32;
    bench_param(w, "n", VY_TYPE_U32, 0);
}

static void make_tiles(struct bench_work *w, uint64_t n)
{
    add_side(w, n, 64);
    add_matrix(w, "a", w->number[0]);
    add_matrix(w, "b", w->number[0]);
    bench_add(w, "c", BENCH_OUT, w->number[0] * w->number[0] * 4);
}

static void make_lines(struct bench_work *w, uint64_t n)
{
    add_side(w, n, 1);
    add_matrix(w, "a", w->number[0]);
    bench_add(w, "b", BENCH_OUT, w->number[0] * w->number[0] * 4);
}

/// Rows whose results are so many words of a buffer as another one says, in order or in any.
static const struct {
    const char *name, *rows, *count;
    bool sorted; ///< the order of rows is free
} counted[] = {{"select", "y", "found", true},
               {"ordered", "y", "found", false},
               {"literal", "at", "found", true}};

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Elements past those found are no result; the others may have any order.
static bool normalise(struct bench_stage *s, size_t runner)
{
    uint32_t *rows = NULL, *count = NULL;
    uint64_t size = 0;
    size_t k = 0;
    while (k < sizeof counted / sizeof *counted && strcmp(counted[k].name, s->work.name))
        k++;
    if (k == sizeof counted / sizeof *counted)
        return true;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        if (!strcmp(b->name, counted[k].rows))
            rows = bench_result(s, i, runner), size = b->bytes / 4;
        else if (!strcmp(b->name, counted[k].count))
            count = bench_result(s, i, runner);
    }
    if (*count <= size) {
        memset(rows + *count, 0, (size - *count) * 4);
        if (counted[k].sorted)
            qsort(rows, *count, 4, compare_words);
    }
    return true;
}

int bench_idioms(struct bench *b)
{
    static const struct bench_row rows[] = {
        {"select", NULL, make_select},   {"ordered", NULL, make_ordered},
        {"literal", NULL, make_literal}, {"planes", NULL, make_planes},
        {"sums", NULL, make_sums},       {"rows", NULL, make_rows},
        {"tiles", NULL, make_tiles},     {"lines", NULL, make_lines},
    };
    static const struct bench_rows suite = {
        .suite = "idioms",
        .folder = "bench/idioms",
        .rows = rows,
        .count = sizeof rows / sizeof *rows,
        .peers = {{"other", "there is no other form"},
                  {"plain", "built without OpenMP"},
                  {"expert", "built without OpenMP or AVX-512"},
                  {"library", "built without libtbb-dev and libvectorscan-dev"}},
        .libraries = {"libvyre-bench-idioms.so", "libvyre-bench-tbb.so",
                      "libvyre-bench-vectorscan.so"},
        .rounds = ROUNDS,
        .usual = USUAL,
        .normalise = normalise,
        .note = "All results are the same.",
    };
    return bench_rows_run(&suite, b);
}
