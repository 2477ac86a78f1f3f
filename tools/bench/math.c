// vyre bench math: functions of lib/math.vy over an array, and the sum of lib/exact.vy. Each row is
// a program of bench/math beside glibc's vector mathematics, and the sum beside ordinary additions
// (sum_other.vy). The others round differently, so results are compared to 1 part in 10,000.
#include "cpu.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum runner { OURS, OTHER, LIBRARY, RUNNERS };
enum { ROUNDS = 9, USUAL = 1 << 24 };

struct math {
    struct bench_hosts hosts;
    void *peers; ///< NULL: not here
};

/// A row: arguments from `low` to `high`, those of the exponents of pow from -4 to 4.
struct function {
    const char *name;
    double low, high;
};
static const struct function functions[] = {
    {"exp", -80, 80}, {"log", 1e-6, 1e6}, {"sin", -100, 100}, {"pow", 0.01, 100}, {"sum", 0, 1}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void fill(struct bench_work *w, const char *name, uint64_t n, double low, double high)
{
    uint64_t seed = 4;
    float *x = bench_add(w, name, BENCH_IN, n * 4);
    for (uint64_t i = 0; i < n; i++)
        x[i] = (float)(low + (high - low) * ((double)(bench_random(&seed) >> 11) * 0x1p-53));
}

static void make(struct bench_work *w, const struct function *f, uint64_t n)
{
    bool sums = !strcmp(f->name, "sum");
    fill(w, "x", n, f->low, f->high);
    if (!strcmp(f->name, "pow"))
        fill(w, "z", n, -4, 4);
    bench_add(w, "y", BENCH_OUT, sums ? 4 : n * 4);
    w->number[0] = n;
}

/// Takes our results for those of a peer that are close to them.
static bool normalise(struct bench_stage *s, size_t runner)
{
    size_t last = s->work.buffer_count - 1;
    float *is = bench_result(s, last, runner), *ours = bench_result(s, last, OURS);
    for (uint64_t i = 0; runner != OURS && i < s->work.buffers[last].bytes / 4; i++)
        if (fabsf(is[i] - ours[i]) <= 1e-4f * fabsf(ours[i]) + 1e-6f)
            is[i] = ours[i];
    return true;
}

static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", s->work.name, runner == OTHER ? "_other" : "");
    return bench_host_program(s, runner, "bench/math", name, NULL);
}

static void *peer_symbol(const struct math *d, const char *name)
{
    char full[96];
    snprintf(full, sizeof full, "vyre_library_%s", name);
    return d->peers ? dlsym(d->peers, full) : NULL;
}

static bool peer_prepare(struct bench_stage *s, size_t runner)
{
    bench_host_peer(s, runner, peer_symbol(s->suite, s->work.name));
    return true;
}

static int run_function(struct math *d, struct bench *b, const struct function *f)
{
    static const struct bench_runner runners[RUNNERS] = {
        [OURS] = {"vyre", ours_prepare, bench_host_run, NULL, NULL, bench_host_end, false},
        [OTHER] = {"other", ours_prepare, bench_host_run, NULL, NULL, NULL, false},
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
                              .work = {.name = f->name, .runners = RUNNERS}};
    if (strcmp(f->name, "sum"))
        s->absent[OTHER] = "there is no other form";
    if (!peer_symbol(d, f->name))
        s->absent[LIBRARY] = "built without OpenMP";
    for (enum runner r = OTHER; r < RUNNERS; r++)
        if (!bench_wanted(b->peers, runners[r].name))
            s->absent[r] = "not asked for";
    make(&s->work, f, b->size ? b->size : USUAL);
    int code = bench_stage_run(s, &row);
    if (!code)
        bench_kernel(b, row);
    free(s);
    return code;
}

int bench_math(struct bench *b)
{
    struct math *d = must_alloc(sizeof *d);
    char path[4096];
    int code = EXIT_SYSTEM;
    *d = (struct math){0};
    if (file_beside(path, sizeof path, "libvyre-bench-math.so"))
        d->peers = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (bench_hosts_begin(&d->hosts, "math", b->device ? b->device : "cpu")) {
        code = EXIT_DONE;
        for (size_t i = 0; !code && i < FUNCTIONS; i++)
            if (bench_wanted(b->only, functions[i].name))
                code = run_function(d, b, &functions[i]);
    }
    text_printf(&b->notes,
                "size: bytes read and written at least. Wall time, medians of %d runs that "
                "alternate, %u threads\neach; ratio = time of the other / ours. Ours are rounded "
                "correctly, the others agree to 1 part in 10,000.\n",
                ROUNDS, d->hosts.threads);
    bench_hosts_end(&d->hosts);
    free(d); // OpenMP's threads live in the library, so it stays open
    return code;
}
