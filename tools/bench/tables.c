// vyre bench tables: a group-by, a join and a word count. Each row is a program of examples/ over
// the library's tables, beside hash tables in C, by one thread and by all. The same inputs and
// bytes.
#include "cpu.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum runner { OURS, ONE, ALL, RUNNERS };
enum { ROUNDS = 5, USUAL = 10000000, FEW = 1000, WORDS = 1 << 17 };

struct tables {
    struct bench_hosts hosts;
    void *peers; ///< NULL: not here
};

/// A row: the program and the peers have one name; makes inputs of so many rows or words.
struct table_row {
    const char *name, *program;
    void (*make)(struct bench_work *w, uint64_t n);
};

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

static const struct table_row rows[] = {{"groups", "groupby", make_few},
                                        {"groups-many", "groupby", make_many},
                                        {"join", "join", make_join},
                                        {"words", "wordcount", make_words}};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *program_of(const char *name)
{
    size_t i = 0;
    while (strcmp(rows[i].name, name))
        i++;
    return rows[i].program;
}

static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    return bench_host_program(s, runner, "examples", program_of(s->work.name), NULL);
}

static void *peer_symbol(const struct tables *d, size_t runner, const char *name)
{
    char full[96];
    snprintf(full, sizeof full, "vyre_%s_%s", runner == ONE ? "one" : "all", program_of(name));
    return d->peers ? dlsym(d->peers, full) : NULL;
}

static bool peer_prepare(struct bench_stage *s, size_t runner)
{
    bench_host_peer(s, runner, peer_symbol(s->suite, runner, s->work.name));
    return true;
}

static int run_row(struct tables *d, struct bench *b, const struct table_row *row)
{
    static const struct bench_runner runners[RUNNERS] = {
        [OURS] = {"vyre", ours_prepare, bench_host_run, NULL, NULL, bench_host_end, false},
        [ONE] = {"one", peer_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
        [ALL] = {"all", peer_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
    };
    struct bench_kernel result;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = d,
                              .hosts = &d->hosts,
                              .bench = b,
                              .runners = runners,
                              .runner_count = RUNNERS,
                              .rounds = ROUNDS,
                              .warm = 1,
                              .batches = true,
                              .work = {.name = row->name, .runners = RUNNERS}};
    for (size_t r = ONE; r < RUNNERS; r++) {
        if (!peer_symbol(d, r, row->name))
            s->absent[r] = "built without OpenMP";
        if (!bench_wanted(b->peers, runners[r].name))
            s->absent[r] = "not asked for";
    }
    row->make(&s->work, b->size ? b->size : USUAL);
    int code = bench_stage_run(s, &result);
    if (!code)
        bench_kernel(b, result);
    free(s);
    return code;
}

int bench_tables(struct bench *b)
{
    struct tables *d = must_alloc(sizeof *d);
    char path[4096];
    int code = EXIT_SYSTEM;
    *d = (struct tables){0};
    if (file_beside(path, sizeof path, "libvyre-bench-tables.so"))
        d->peers = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (bench_hosts_begin(&d->hosts, "tables", b->device ? b->device : "cpu")) {
        code = EXIT_DONE;
        for (size_t i = 0; !code && i < ROWS; i++)
            if (bench_wanted(b->only, rows[i].name))
                code = run_row(d, b, &rows[i]);
    }
    text_printf(&b->notes,
                "size: bytes read and written at least. Wall time, medians of %d runs that "
                "alternate, %u threads;\nratio = time of the other / ours. one, all: hash tables "
                "in C by one thread and by all. All results are the same.\n",
                ROUNDS, d->hosts.threads);
    bench_hosts_end(&d->hosts);
    free(d); // OpenMP's threads live in the library, so it stays open
    return code;
}
