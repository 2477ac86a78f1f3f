// vyre bench idioms: forms of programs that users write. Each row is a program of bench/idioms
// beside the same in another form, where there is one (NAME_other.vy), beside C with OpenMP, plain
// and with AVX-512, and beside a library: TBB or Vectorscan.
#include "cpu.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum runner { OURS, OTHER, PLAIN, EXPERT, LIBRARY, RUNNERS };
enum { ROUNDS = 9, USUAL = 1 << 24, STEPS = 16 };
static const char *const runner_names[RUNNERS] = {"vyre", "other", "plain", "expert", "library"};

struct idioms {
    struct bench_hosts hosts;
    void *peers, *tbb, *vectorscan; ///< NULL: not here
};

/// A row: makes inputs of so many elements. Where the order of results is free, `rows` is the
/// buffer that has them and `count` the one that counts them.
struct idiom {
    const char *name;
    void (*make)(struct bench_work *w, uint64_t n);
    const char *rows, *count;
    bool sorted; ///< the order of rows is free
};

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

static const struct idiom idioms[] = {
    {"select", make_select, "y", "found", true},    {"ordered", make_ordered, "y", "found", false},
    {"literal", make_literal, "at", "found", true}, {"planes", make_planes, NULL, NULL, false},
    {"sums", make_sums, NULL, NULL, false},         {"rows", make_rows, NULL, NULL, false},
    {"tiles", make_tiles, NULL, NULL, false},       {"lines", make_lines, NULL, NULL, false},
};
enum { IDIOMS = sizeof idioms / sizeof *idioms };

static const struct idiom *idiom_of(const char *name)
{
    size_t i = 0;
    while (strcmp(idioms[i].name, name))
        i++;
    return &idioms[i];
}

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// Elements past those found are no result; the others may have any order.
static bool normalise(struct bench_stage *s, size_t runner)
{
    const struct idiom *idiom = idiom_of(s->work.name);
    uint32_t *rows = NULL, *count = NULL;
    uint64_t size = 0;
    for (size_t i = 0; idiom->rows && i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        if (!strcmp(b->name, idiom->rows))
            rows = bench_result(s, i, runner), size = b->bytes / 4;
        else if (!strcmp(b->name, idiom->count))
            count = bench_result(s, i, runner);
    }
    if (rows && *count <= size) {
        memset(rows + *count, 0, (size - *count) * 4);
        if (idiom->sorted)
            qsort(rows, *count, 4, compare_words);
    }
    return true;
}

static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", s->work.name, runner == OTHER ? "_other" : "");
    return bench_host_program(s, runner, "bench/idioms", name, NULL);
}

static void *peer_symbol(const struct idioms *d, enum runner runner, const char *name)
{
    void *const libraries[] = {d->peers, d->tbb, d->vectorscan};
    void *symbol = NULL;
    char full[96];
    snprintf(full, sizeof full, "vyre_%s_%s", runner_names[runner], name);
    for (size_t i = 0; !symbol && i < 3; i++)
        symbol = libraries[i] ? dlsym(libraries[i], full) : NULL;
    return symbol;
}

static bool peer_prepare(struct bench_stage *s, size_t runner)
{
    bench_host_peer(s, runner, peer_symbol(s->suite, (enum runner)runner, s->work.name));
    return true;
}

static void find_absent(struct bench_stage *s, const char *peers)
{
    char path[4096], file[64];
    snprintf(file, sizeof file, "%s_other.vy", s->work.name);
    if (!bench_file(path, sizeof path, "bench/idioms", file))
        s->absent[OTHER] = "there is no other form";
    for (enum runner r = PLAIN; r < RUNNERS; r++)
        if (!peer_symbol(s->suite, r, s->work.name))
            s->absent[r] = r == LIBRARY ? "built without libtbb-dev and libvectorscan-dev"
                                        : "built without OpenMP or AVX-512";
    for (enum runner r = OTHER; r < RUNNERS; r++)
        if (!bench_wanted(peers, runner_names[r]))
            s->absent[r] = "not asked for";
}

static int run_idiom(struct idioms *d, struct bench *b, const struct idiom *idiom)
{
    static const struct bench_runner runners[RUNNERS] = {
        [OURS] = {"vyre", ours_prepare, bench_host_run, NULL, NULL, bench_host_end, false},
        [OTHER] = {"other", ours_prepare, bench_host_run, NULL, NULL, NULL, false},
        [PLAIN] = {"plain", peer_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
        [EXPERT] = {"expert", peer_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
        [LIBRARY] = {"library", peer_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
    };
    struct bench_kernel row;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = d,
                              .hosts = &d->hosts,
                              .bench = b,
                              .runners = runners,
                              .runner_count = RUNNERS,
                              .rounds = ROUNDS,
                              .warm = 1,
                              .batches = true,
                              .normalise = normalise,
                              .work = {.name = idiom->name, .runners = RUNNERS}};
    find_absent(s, b->peers);
    idiom->make(&s->work, b->size ? b->size : USUAL);
    int code = bench_stage_run(s, &row);
    if (!code)
        bench_kernel(b, row);
    free(s);
    return code;
}

static void *open_library(const char *name)
{
    char path[4096];
    return file_beside(path, sizeof path, name) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

int bench_idioms(struct bench *b)
{
    struct idioms *d = must_alloc(sizeof *d);
    int code = EXIT_SYSTEM;
    *d = (struct idioms){.peers = open_library("libvyre-bench-idioms.so"),
                         .tbb = open_library("libvyre-bench-tbb.so"),
                         .vectorscan = open_library("libvyre-bench-vectorscan.so")};
    if (bench_hosts_begin(&d->hosts, "idioms", b->device ? b->device : "cpu")) {
        code = EXIT_DONE;
        for (size_t i = 0; !code && i < IDIOMS; i++)
            if (bench_wanted(b->only, idioms[i].name))
                code = run_idiom(d, b, &idioms[i]);
    }
    text_printf(&b->notes,
                "size: bytes read and written at least. Wall time, medians of %d runs that "
                "alternate, %u threads\neach; ratio = time of the other / ours. All results are "
                "the same.\n",
                ROUNDS, d->hosts.threads);
    bench_hosts_end(&d->hosts);
    free(d); // OpenMP's threads live in the libraries, so these stay open
    return code;
}
