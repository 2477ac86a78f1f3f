// The kernels of the cuda suite. Ours and the peers work on the same inputs, resident on the GPU;
// what they write must be the same bytes, and runs alternate. Times are the device's own, between
// events around a run.
#include "cuda.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 15, WARM = 3, SMALL = 150000 };
enum { MIB = 1 << 20, USUAL = 512 };
enum runner { OURS, HAND, CUB, RUNNERS };
static const char *const runner_names[] = {"vyre", "cuda", "cub"};

/// A stage's suite.
struct cuda_stage {
    struct bench_cuda *b;
    cuda_peer_fn peers[RUNNERS]; ///< NULL: it has no such kernel, or is not here
    void *memory[BENCH_BUFFERS]; ///< the peers'
};

/// Our sort for GPUs has tiles of its own size, not stretches for a number of threads.
static void make_work(const struct bench_program *p, struct bench_work *w, uint64_t bytes)
{
    *w = (struct bench_work){.name = p->name, .runners = 2};
    p->make(w, bytes);
    if (!strcmp(p->name, "sort"))
        w->param_count = 0;
}

// ---- beside the oracle ----
/// The same program on few bytes, here and on the oracle.
static int beside_oracle(struct bench_cuda *b, const struct bench_program *p, vy_device *oracle)
{
    vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    struct bench_work w;
    vy_device *devices[] = {b->device, oracle};
    int code = EXIT_DONE;
    make_work(p, &w, b->bench->size && b->bench->size < SMALL ? b->bench->size : SMALL);
    for (size_t i = 0; !code && i < 2; i++) {
        vy_pipeline *pipeline = cuda_pipeline(b, devices[i], p->name);
        for (size_t k = 0; k < w.buffer_count; k++)
            if (w.buffers[k].role == BENCH_INOUT)
                memcpy(w.buffers[k].each[i], w.buffers[k].data, w.buffers[k].bytes);
        bench_host_args(&w, i, args);
        if (!pipeline || vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL))
            code = EXIT_SYSTEM;
        vy_pipeline_destroy(&pipeline);
    }
    for (size_t i = 0; !code && i < w.buffer_count; i++)
        if (bench_compared(&w.buffers[i]) && !bench_same(&w, &w.buffers[i], w.buffers[i].each[0],
                                                         w.buffers[i].each[1], "the oracle"))
            code = EXIT_DIFFERS;
    bench_work_free(&w);
    return code;
}

// ---- runners ----
static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    const struct cuda_stage *c = s->suite;
    (void)runner;
    s->pipeline = cuda_pipeline(c->b, c->b->device, s->work.name);
    return s->pipeline && bench_resident_prepare(s, c->b->device);
}

static bool peer_good(const struct bench_stage *s, int error, const char *doing)
{
    const struct cuda_stage *c = s->suite;
    if (error) {
        bench_progress(NULL, 0, 0);
        print_error("%s: a peer fails at %s: %s", s->work.name, doing, c->b->base.error(error));
    }
    return !error;
}

/// The peers share their memory.
static bool peer_prepare(struct bench_stage *s, size_t runner)
{
    struct cuda_stage *c = s->suite;
    (void)runner;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        if (c->memory[i])
            continue;
        if (!peer_good(s, c->b->base.alloc(b->bytes, &c->memory[i]), "getting memory") ||
            (b->data &&
             !peer_good(s, c->b->base.upload(c->memory[i], b->data, b->bytes), "filling memory")))
            return false;
    }
    return true;
}

static bool peer_run(struct bench_stage *s, size_t runner, double *seconds)
{
    const struct cuda_stage *c = s->suite;
    float ms = 0;
    int error = c->b->base.time(c->peers[runner], c->memory, s->work.number, &ms);
    *seconds = (double)ms / 1e3;
    return peer_good(s, error, runner_names[runner]);
}

static bool peer_put(struct bench_stage *s, size_t buffer, const void *bytes)
{
    const struct cuda_stage *c = s->suite;
    uint64_t size = s->work.buffers[buffer].bytes;
    return peer_good(s, c->b->base.upload(c->memory[buffer], bytes, size), "filling memory");
}

static bool peer_get(struct bench_stage *s, size_t buffer, void *bytes)
{
    const struct cuda_stage *c = s->suite;
    uint64_t size = s->work.buffers[buffer].bytes;
    return peer_good(s, c->b->base.download(c->memory[buffer], bytes, size), "fetching results");
}

static void peer_end(struct bench_stage *s)
{
    struct cuda_stage *c = s->suite;
    for (size_t i = 0; i < BENCH_BUFFERS; i++) {
        if (c->memory[i])
            c->b->base.free(c->memory[i]);
        c->memory[i] = NULL;
    }
}

// ---- one kernel ----
static void find_peers(struct bench_stage *s)
{
    static const char *const kinds[] = {[HAND] = "peer", [CUB] = "cub"};
    struct cuda_stage *c = s->suite;
    for (enum runner r = HAND; r < RUNNERS; r++) {
        char name[64];
        void *symbol = NULL;
        snprintf(name, sizeof name, "vyre_cuda_%s_%s", kinds[r], s->work.name);
        if (!c->b->absent && bench_wanted(c->b->bench->peers, runner_names[r]))
            symbol = cuda_find(c->b, name);
        memcpy(&c->peers[r], &symbol, sizeof symbol);
        if (!symbol)
            s->absent[r] = c->b->absent ? c->b->absent : "not asked for";
    }
}

/// No result may be faster than the memory, where all of it does not fit into the cache.
static bool believable(struct bench_stage *s, double seconds, const char *who)
{
    const struct cuda_stage *c = s->suite;
    double rate = 0;
    uint64_t cache = 0;
    if (c->b->absent || c->b->base.limits(&rate, &cache) || s->work.least < 4 * cache ||
        (double)s->work.least <= rate * seconds)
        return true;
    bench_progress(NULL, 0, 0);
    print_error("%s: refused: %s would move %.0f GB/s, and this memory moves at most %.0f",
                s->work.name, who, (double)s->work.least / seconds / 1e9, rate / 1e9);
    return false;
}

static int run_kernel(struct bench_cuda *b, const struct bench_program *p, struct cuda_torch *torch)
{
    static const struct bench_runner runners[RUNNERS] = {
        [OURS] = {"vyre", ours_prepare, bench_resident_run, bench_resident_put, bench_resident_get,
                  bench_resident_end, false},
        [HAND] = {"cuda", peer_prepare, peer_run, peer_put, peer_get, peer_end, false},
        [CUB] = {"cub", peer_prepare, peer_run, peer_put, peer_get, peer_end, false},
    };
    struct cuda_stage own = {.b = b};
    struct bench_kernel row;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = &own,
                              .bench = b->bench,
                              .runners = runners,
                              .runner_count = RUNNERS,
                              .rounds = ROUNDS,
                              .warm = WARM,
                              .believable = believable,
                              .device_time = true};
    make_work(p, &s->work, b->bench->size ? b->bench->size : (uint64_t)USUAL * MIB);
    // A grid of many workgroups with shared memory is faster in several launches.
    s->route = strcmp(p->name, "sort") ? VY_ROUTE_AUTO : VY_ROUTE_RESIDENT;
    find_peers(s);
    double seconds = cuda_torch_time(torch, &s->work);
    int code = bench_stage_run(s, &row);
    if (!code) {
        row.peers[RUNNERS - 1] = (struct bench_peer){"torch", seconds, torch->absent};
        bench_kernel(b->bench, row);
    }
    free(s);
    return code;
}

int cuda_kernels_run(struct bench_cuda *b)
{
    vy_device *oracle = NULL;
    struct cuda_torch torch;
    cuda_torch_open(&torch, b->bench->peers);
    int code = vy_device_open(b->session.context, vy_device_params(.name = "oracle"), &oracle)
                   ? EXIT_SYSTEM
                   : EXIT_DONE;
    for (size_t i = 0; !code && i < bench_program_count; i++) {
        if (!cuda_wanted(b, bench_programs[i].name))
            continue;
        code = beside_oracle(b, &bench_programs[i], oracle);
        if (!code)
            code = run_kernel(b, &bench_programs[i], &torch);
    }
    vy_device_close(&oracle);
    cuda_torch_close(&torch);
    text_printf(
        &b->bench->notes,
        "size: bytes that a kernel reads and writes at least. Device time by events, medians "
        "of %d runs\nthat alternate, buffers resident; ratio = peer's time / ours. All "
        "results are the same bytes.\n",
        ROUNDS);
    return code;
}
