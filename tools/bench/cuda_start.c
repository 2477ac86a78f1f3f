// From a text to its first result in a cold process: `vyre run` without compiled code on disk and
// with it, beside a process that compiles the same kernel with NVRTC. Results come through a pipe,
// and what counts is when the last byte is here. Every row makes a context of the GPU first: a
// process that does nothing else, and says when it is there, is measured beside them and
// subtracted.
#include "cuda_special.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COUNT = 1 << 16, RESULT = COUNT * 4 };

/// Those who start, in turn.
enum { CONTEXT, NVRTC, COLD, WARM, STARTERS };

/// A folder for the files and for the cache.
struct room {
    char folder[64], x[96], y[96], cold[96], warm[96];
    char tool[4096], peer[4096], program[4096];
    char in_x[128], in_y[128];
    struct bench_arrival now;
    char ours[RESULT], theirs[RESULT];
};

static bool write_inputs(const struct room *r)
{
    float *x = must_alloc(COUNT * sizeof *x), *y = must_alloc(COUNT * sizeof *y);
    for (uint32_t i = 0; i < COUNT; i++)
        x[i] = (float)(i % 1000) / 7, y[i] = (float)(i % 77) * 3;
    bool good = file_write(r->x, x, COUNT * sizeof *x, NULL, 0) &&
                file_write(r->y, y, COUNT * sizeof *y, NULL, 0);
    free(x);
    free(y);
    return good;
}

static bool room_begin(struct room *r)
{
    if (!bench_room(r->folder))
        return false;
    char *names[] = {r->x, r->y, r->cold, r->warm};
    static const char *const files[] = {"x", "y", "cold", "warm"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        snprintf(names[i], sizeof r->x, "%s/%s", r->folder, files[i]);
    snprintf(r->in_x, sizeof r->in_x, "x=%s", r->x);
    snprintf(r->in_y, sizeof r->in_y, "y=%s", r->y);
    if (program_find(r->tool, sizeof r->tool, "vyre") &&
        bench_file(r->program, sizeof r->program, "bench/cpu", "saxpy.vy"))
        return write_inputs(r);
    print_error("bench cuda: saxpy.vy is not beside the tool; build in the source tree");
    return false;
}

/// Milliseconds: until results were here, until processes had ended; and those that the peer says
/// it took: until the context was there, for compiling, for loading.
struct times {
    double result[STARTERS][SPECIAL_RUNS], whole[STARTERS][SPECIAL_RUNS];
    double context[SPECIAL_RUNS], compile[SPECIAL_RUNS], load[SPECIAL_RUNS];
};

/// After its result.
static void hear(struct room *r, struct times *t, size_t run)
{
    double *all[] = {t->context, t->compile, t->load};
    char *at = r->now.said + RESULT;
    r->now.said[r->now.bytes < sizeof r->now.said ? r->now.bytes : sizeof r->now.said - 1] = 0;
    for (size_t i = 0; i < 3; i++)
        all[i][run] = strtod(at, &at);
}

static bool start_all(struct room *r, const char *device, bool peers, size_t runs, struct times *t)
{
    char out[] = "y=/dev/stdout";
    char *ours[] = {r->tool, "run",   r->program, "--set", "a=2",      "--in",         r->in_x,
                    "--in",  r->in_y, "--out",    out,     "--device", (char *)device, NULL};
    char *context[] = {r->peer, NULL}, *theirs[] = {r->peer, "2", r->x, r->y, out + 2, NULL};
    char *const *words[] = {context, theirs, ours, ours};
    // The driver keeps what it made of PTX, too: without a cache means without that one.
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    mkdir(r->warm, 0700);
    setenv("VYRE_CACHE", r->warm, 1);
    bool good = bench_process(ours) >= 0;
    for (size_t run = 0; good && run < runs; run++) {
        bench_progress("start", run + 1, runs);
        for (size_t i = peers ? CONTEXT : COLD; good && i < STARTERS; i++) {
            bench_remove(r->cold);
            mkdir(r->cold, 0700);
            setenv("VYRE_CACHE", i == WARM ? r->warm : r->cold, 1);
            good = bench_arrival(words[i], i == CONTEXT ? 1 : RESULT, &r->now);
            t->result[i][run] = r->now.ms;
            t->whole[i][run] = r->now.whole_ms;
            if (good && i == NVRTC)
                hear(r, t, run);
            if (i != CONTEXT)
                memcpy(i == NVRTC ? r->theirs : r->ours, r->now.said, RESULT);
        }
    }
    unsetenv("VYRE_CACHE");
    unsetenv("CUDA_CACHE_DISABLE");
    return good;
}

/// Both wrote the same bytes.
static bool same(const struct room *r)
{
    bool equal = !memcmp(r->ours, r->theirs, RESULT);
    if (!equal)
        print_error("bench cuda: start: the result of 'vyre run' is not the one of NVRTC's kernel");
    return equal;
}

static void report(struct bench_cuda *b, struct times *t, bool peers)
{
    double median[STARTERS], whole[STARTERS];
    size_t runs = special_runs(b);
    for (size_t i = peers ? CONTEXT : COLD; i < STARTERS; i++) {
        median[i] = bench_median(t->result[i], runs);
        whole[i] = bench_median(t->whole[i], runs);
    }
    if (!peers) {
        special_figure(b, "ms", median[COLD], 0, "cold start, context included");
        special_figure(b, "ms", median[WARM], 0, "the same, code on disk");
        return;
    }
    double context = median[CONTEXT];
    double theirs = bench_median(t->compile, runs) + bench_median(t->load, runs);
    special_figure(b, "ms", context, 0, "a process until it has a context");
    special_figure(b, "ms", theirs, 0, "NVRTC's compile + load");
    special_figure(b, "ms", median[NVRTC] - context, 0, "text to result by NVRTC");
    special_figure(b, "ms", median[COLD] - context, 1.5 * theirs, "text to result");
    special_figure(b, "ms", median[WARM] - context, 60, "the same, code on disk");
    special_figure(b, "ms", whole[CONTEXT], 0, "ended: a process with a context");
    special_figure(b, "ms", whole[NVRTC] - whole[CONTEXT], 0, "ended: NVRTC");
    special_figure(b, "ms", whole[COLD] - whole[CONTEXT], 0, "ended: ours");
}

int special_start(struct bench_cuda *b)
{
    struct room *r = must_alloc(sizeof *r);
    struct times *t = must_alloc(sizeof *t);
    const char *device = b->bench->device ? b->bench->device : "cuda";
    bool peers = !b->absent && file_beside(r->peer, sizeof r->peer, "vyre-bench-nvrtc");
    int code = EXIT_SYSTEM;
    if (peers && bench_process((char *[]){r->peer, NULL}) < 0) {
        text_printf(&b->bench->notes, "vyre-bench-nvrtc does not run here: no start beside it.\n");
        peers = false;
    }
    if (room_begin(r) && start_all(r, device, peers, special_runs(b), t))
        code = !peers || same(r) ? EXIT_DONE : EXIT_DIFFERS;
    if (!code)
        report(b, t, peers);
    else if (code == EXIT_SYSTEM)
        print_error("bench cuda: start: a process failed");
    bench_remove(r->folder);
    free(t);
    free(r);
    return code;
}
