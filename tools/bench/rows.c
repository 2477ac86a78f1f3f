#include "rows.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { OURS, LIBRARIES = 3 };

struct rows {
    const struct bench_rows *suite;
    const struct bench_row *row; ///< the one at hand
    struct bench_hosts hosts;
    void *libraries[LIBRARIES]; ///< NULL: not here
    struct bench_runner runners[BENCH_RUNNERS];
    size_t runner_count;
};

static const char *program_of(const struct rows *d)
{
    return d->row->program ? d->row->program : d->row->name;
}

static void *peer_symbol(const struct rows *d, size_t runner)
{
    char full[96];
    void *symbol = NULL;
    snprintf(full, sizeof full, "vyre_%s_%s", d->runners[runner].name, program_of(d));
    for (size_t i = 0; !symbol && i < LIBRARIES; i++)
        symbol = d->libraries[i] ? dlsym(d->libraries[i], full) : NULL;
    return symbol;
}

static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    const struct rows *d = s->suite;
    char name[64];
    snprintf(name, sizeof name, "%s%s", program_of(d), runner == OURS ? "" : "_other");
    return bench_host_program(s, runner, d->suite->folder, name, NULL);
}

static bool peer_prepare(struct bench_stage *s, size_t runner)
{
    bench_host_peer(s, runner, peer_symbol(s->suite, runner));
    return true;
}

static bool is_other(const char *name)
{
    return !strcmp(name, "other");
}

static void add_runners(struct rows *d)
{
    d->runners[d->runner_count++] = (struct bench_runner){
        .name = "vyre", .prepare = ours_prepare, .run = bench_host_run, .end = bench_host_end};
    for (size_t i = 0; i < BENCH_MAX_PEERS && d->suite->peers[i].name; i++) {
        const char *name = d->suite->peers[i].name;
        d->runners[d->runner_count++] =
            (struct bench_runner){.name = name,
                                  .prepare = is_other(name) ? ours_prepare : peer_prepare,
                                  .run = is_other(name) ? bench_host_run : bench_host_peer_run};
    }
}

static const char *absent(const struct rows *d, const struct bench *b, size_t runner)
{
    const struct bench_row_peer *peer = &d->suite->peers[runner - 1];
    char path[4096], file[64];
    snprintf(file, sizeof file, "%s_other.vy", program_of(d));
    if (!bench_wanted(b->peers, peer->name))
        return "not asked for";
    if (is_other(peer->name) ? bench_file(path, sizeof path, d->suite->folder, file)
                             : peer_symbol(d, runner) != NULL)
        return NULL;
    return peer->absent;
}

static int run_row(struct rows *d, struct bench *b)
{
    struct bench_kernel result;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = d,
                              .hosts = &d->hosts,
                              .bench = b,
                              .runners = d->runners,
                              .runner_count = d->runner_count,
                              .rounds = d->suite->rounds,
                              .warm = 1,
                              .batches = true,
                              .normalise = d->suite->normalise,
                              .work = {.name = d->row->name, .runners = d->runner_count}};
    for (size_t r = OURS + 1; r < d->runner_count; r++)
        s->absent[r] = absent(d, b, r);
    d->row->make(&s->work, b->size ? b->size : d->suite->usual);
    int code = bench_stage_run(s, &result);
    if (!code)
        bench_kernel(b, result);
    free(s);
    return code;
}

int bench_rows_run(const struct bench_rows *suite, struct bench *b)
{
    struct rows *d = must_alloc(sizeof *d);
    char path[4096];
    int code = EXIT_SYSTEM;
    *d = (struct rows){.suite = suite};
    add_runners(d);
    for (size_t i = 0; i < LIBRARIES && suite->libraries[i]; i++)
        if (file_beside(path, sizeof path, suite->libraries[i]))
            d->libraries[i] = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (bench_hosts_begin(&d->hosts, suite->suite, b->device ? b->device : "cpu")) {
        code = EXIT_DONE;
        for (size_t i = 0; !code && i < suite->count; i++) {
            d->row = &suite->rows[i];
            if (bench_wanted(b->only, d->row->name))
                code = run_row(d, b);
        }
    }
    text_printf(&b->notes,
                "size: bytes read and written at least. Wall time, medians of %zu runs that "
                "alternate, %u threads;\nratio = time of the other / ours. %s\n",
                suite->rounds, d->hosts.threads, suite->note);
    bench_hosts_end(&d->hosts);
    free(d); // threads of the peers live in their libraries, so these stay open
    return code;
}
