// Cold starts: a fresh process that runs bench/cpu/cold.vy to its result, with and without compiled
// code on disk, beside a pocl program that does the same. And a warm dispatch of an empty program
// beside what it costs to hand something to another thread.
#include "cpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RUNS = 9, NODES = 1000, DEGREE = 8, DISPATCHES = 2000, HANDS = 2000 };

/// A folder for the graph and for both caches, gone when the figures are there.
struct room {
    char folder[64], row[96], col[96], ours[96], pocl[96];
};

static bool write_graph(struct room *r)
{
    uint32_t row[NODES + 1], *col = must_alloc(NODES * DEGREE * sizeof *col), state = 1;
    for (uint32_t i = 0; i <= NODES; i++)
        row[i] = i * DEGREE;
    for (uint32_t i = 0; i < NODES * DEGREE; i++)
        state = state * 1664525u + 1013904223u, col[i] = (state >> 8) % NODES;
    bool good = file_write(r->row, row, sizeof row, NULL, 0) &&
                file_write(r->col, col, NODES * DEGREE * sizeof *col, NULL, 0);
    free(col);
    return good;
}

static bool room_begin(struct room *r)
{
    if (!bench_room(r->folder))
        return false;
    snprintf(r->row, sizeof r->row, "%s/row", r->folder);
    snprintf(r->col, sizeof r->col, "%s/col", r->folder);
    snprintf(r->ours, sizeof r->ours, "%s/ours", r->folder);
    snprintf(r->pocl, sizeof r->pocl, "%s/pocl", r->folder);
    return write_graph(r);
}

/// Median milliseconds of processes that find an empty cache, or what the one before left there.
static double start_ms(char *const *words, const char *cache, bool warm, const char *what)
{
    double times[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        bench_progress(what, i + 1, RUNS);
        if (!warm)
            bench_remove(cache);
        mkdir(cache, 0700);
        if (warm && !i && bench_process(words) < 0)
            return -1;
        times[i] = bench_process(words);
        if (times[i] < 0)
            return -1;
    }
    return bench_median(times, RUNS);
}

static bool cold_starts(struct bench *b, struct room *r, const char *device)
{
    char tool[4096], example[4096], peer[4096], text[4096], row[128], col[128];
    snprintf(row, sizeof row, "row=%s", r->row);
    snprintf(col, sizeof col, "col=%s", r->col);
    if (!program_find(tool, sizeof tool, "vyre") ||
        !bench_file(example, sizeof example, "bench/cpu", "cold.vy")) {
        print_error(
            "bench cpu: bench/cpu/cold.vy is not beside the tool; build in the source tree");
        return false;
    }
    char *ours[] = {tool,   "run", example,    "--in",         row,
                    "--in", col,   "--device", (char *)device, NULL};
    setenv("VYRE_CACHE", r->ours, 1);
    double cold = start_ms(ours, r->ours, false, "cold start"),
           warm = start_ms(ours, r->ours, true, "start with a cache");
    unsetenv("VYRE_CACHE");
    if (cold < 0 || warm < 0) {
        print_error("bench cpu: 'vyre run %s' failed", example);
        return false;
    }
    bench_figure(b, (struct bench_figure){"bfs from a cold process", "ms", cold, 60, true});
    bench_figure(b, (struct bench_figure){"the same, code on disk", "ms", warm, 10, true});
    char *theirs[] = {peer, text, r->row, r->col, NULL};
    if (!file_beside(peer, sizeof peer, "vyre-bench-opencl") ||
        !bench_file(text, sizeof text, "bench/cpu", "bfs.cl")) {
        text_printf(&b->notes, "No vyre-bench-opencl beside the tool: pocl's cold start is left "
                               "out.\n");
        return true;
    }
    setenv("POCL_CACHE_DIR", r->pocl, 1);
    double pocl_cold = start_ms(theirs, r->pocl, false, "pocl's cold start"),
           pocl_warm = start_ms(theirs, r->pocl, true, "pocl's start with a cache");
    unsetenv("POCL_CACHE_DIR");
    if (pocl_cold < 0 || pocl_warm < 0) {
        text_printf(&b->notes, "vyre-bench-opencl failed: pocl's cold start is left out.\n");
        return true;
    }
    bench_figure(b, (struct bench_figure){"pocl, cold process", "ms", pocl_cold, 0, true});
    bench_figure(b, (struct bench_figure){"pocl, code on disk", "ms", pocl_warm, 0, true});
    return true;
}

// ---- a warm dispatch ----
struct hand {
    pthread_mutex_t lock;
    pthread_cond_t turned;
    unsigned turn; ///< even: ours
};

static void hand_over(struct hand *h, unsigned parity)
{
    pthread_mutex_lock(&h->lock);
    while (h->turn % 2 != parity)
        pthread_cond_wait(&h->turned, &h->lock);
    h->turn++;
    pthread_cond_signal(&h->turned);
    pthread_mutex_unlock(&h->lock);
}

static void *other_hand(void *user)
{
    for (unsigned i = 0; i < HANDS; i++)
        hand_over(user, 1);
    return NULL;
}

/// Microseconds from one thread to another.
static double hand_off_us(void)
{
    struct hand h = {.lock = PTHREAD_MUTEX_INITIALIZER, .turned = PTHREAD_COND_INITIALIZER};
    pthread_t thread;
    if (pthread_create(&thread, NULL, other_hand, &h))
        return 0;
    double from = now_ms();
    for (unsigned i = 0; i < HANDS; i++)
        hand_over(&h, 0);
    pthread_join(thread, NULL);
    return (now_ms() - from) * 1e3 / HANDS / 2;
}

static bool warm_dispatch(struct bench *b, vy_context *context, vy_device *device)
{
    static const char text[] = "program empty\nworkgroup 64\ngrid 64\n";
    double dispatch[RUNS], hands[RUNS];
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    bool good = !vy_program_parse(context, vy_parse_params(.text = text), &program) &&
                !vy_pipeline_create(device, program, NULL, &pipeline) &&
                !vy_dispatch(pipeline, NULL, NULL);
    vy_program_destroy(&program);
    for (size_t run = 0; good && run < RUNS; run++) {
        bench_progress("warm dispatch", run + 1, RUNS);
        double from = now_ms();
        for (unsigned i = 0; good && i < DISPATCHES; i++)
            good = !vy_dispatch(pipeline, NULL, NULL);
        dispatch[run] = (now_ms() - from) * 1e3 / DISPATCHES;
        hands[run] = hand_off_us();
    }
    vy_pipeline_destroy(&pipeline);
    if (!good)
        return false;
    double ours = bench_median(dispatch, RUNS), theirs = bench_median(hands, RUNS);
    bench_figure(b, (struct bench_figure){"warm empty dispatch", "us", ours, 0, true});
    bench_figure(b, (struct bench_figure){"condition-variable hand-off", "us", theirs, 0, true});
    bench_figure(b, (struct bench_figure){"beyond a hand-off", "us", ours - theirs, 3, true});
    return true;
}

bool cpu_starts(struct bench *b, vy_context *context, vy_device *device, const char *device_name)
{
    struct room r;
    bool good =
        room_begin(&r) && cold_starts(b, &r, device_name) && warm_dispatch(b, context, device);
    bench_remove(r.folder);
    return good;
}
