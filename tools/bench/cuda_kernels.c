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

struct stage {
    struct bench_cuda *b;
    struct bench_work work;
    vy_route route; ///< asked for; AUTO: the device's choice
    vy_pipeline *pipeline;
    vy_buffer *buffers[BENCH_BUFFERS];
    vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    cuda_peer_fn peers[RUNNERS];   ///< NULL: it has no such kernel, or is not here
    void *memory[BENCH_BUFFERS];   ///< the peers'
    double times[RUNNERS][ROUNDS]; ///< seconds a run
};

static bool has(const struct stage *s, enum runner r)
{
    return r == OURS || s->peers[r];
}

static bool peer_good(const struct stage *s, int error, const char *doing)
{
    if (error) {
        bench_progress(NULL, 0, 0);
        print_error("%s: a peer fails at %s: %s", s->work.name, doing, s->b->base.error(error));
    }
    return !error;
}

// ---- one run ----
static bool run_once(struct stage *s, enum runner r, double *seconds)
{
    vy_stats stats = {0};
    float ms = 0;
    if (r != OURS) {
        int error = s->b->base.time(s->peers[r], s->memory, s->work.number, &ms);
        *seconds = (double)ms / 1e3;
        return peer_good(s, error, runner_names[r]);
    }
    if (vy_dispatch(s->pipeline, vy_dispatch_params(.args = s->args, .route = s->route), &stats))
        return false;
    *seconds = (stats.device_ms > 0 ? stats.device_ms : stats.wall_ms) / 1e3;
    return true;
}

// ---- results ----
/// Puts what a runner writes back to what it was at first; outputs get what no kernel writes.
static bool reset(struct stage *s, enum runner r)
{
    static const unsigned char other = 0xa5;
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        bool back = b->role == BENCH_INOUT, fill = b->role == BENCH_OUT;
        if (r == OURS && back && vy_buffer_upload(s->buffers[i], 0, b->data, b->bytes))
            return false;
        if (r == OURS && fill &&
            vy_buffer_fill(s->buffers[i], vy_fill_params(.pattern = &other, .pattern_bytes = 1)))
            return false;
        int error = 0;
        if (r != OURS && back)
            error = s->b->base.upload(s->memory[i], b->data, b->bytes);
        else if (r != OURS && fill)
            error = s->b->base.fill(s->memory[i], other, b->bytes);
        if (!peer_good(s, error, "filling memory"))
            return false;
    }
    return true;
}

static bool fetch(struct stage *s, enum runner r)
{
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        if (b->role != BENCH_OUT && b->role != BENCH_INOUT)
            continue;
        if (r == OURS && vy_buffer_download(s->buffers[i], 0, b->each[0], b->bytes))
            return false;
        if (r != OURS && !peer_good(s, s->b->base.download(s->memory[i], b->each[1], b->bytes),
                                    "fetching results"))
            return false;
    }
    return true;
}

/// What comes back is compared, but for the room that a sort has for the keys between passes.
static bool compared(const struct bench_work *w, const struct bench_buffer *b)
{
    bool room = !strcmp(w->name, "sort") && !strcmp(b->name, "key");
    return !room && (b->role == BENCH_OUT || b->role == BENCH_INOUT);
}

/// Runs each once from the same beginning and compares every byte that was written.
static int compare_all(struct stage *s)
{
    int code = EXIT_DONE;
    for (enum runner r = OURS; r < RUNNERS; r++) {
        double seconds;
        if (!has(s, r))
            continue;
        if (!reset(s, r) || !run_once(s, r, &seconds) || !fetch(s, r))
            return EXIT_SYSTEM;
        for (size_t i = 0; r != OURS && i < s->work.buffer_count; i++) {
            struct bench_buffer *b = &s->work.buffers[i];
            if (compared(&s->work, b) &&
                !bench_same(&s->work, b, b->each[0], b->each[1], runner_names[r]))
                code = EXIT_DIFFERS;
        }
    }
    return code;
}

/// Our sort for GPUs has tiles of its own size, not stretches for a number of threads.
static void make_work(const struct bench_program *p, struct bench_work *w, uint64_t bytes)
{
    *w = (struct bench_work){.name = p->name, .runners = 2};
    p->make(w, bytes);
    if (!strcmp(p->name, "sort"))
        w->param_count = 0;
}

// ---- beside the oracle ----
static void host_args(const struct bench_work *w, size_t runner, vy_arg *args)
{
    size_t n = 0;
    for (size_t i = 0; i < w->buffer_count; i++) {
        const struct bench_buffer *b = &w->buffers[i];
        if (b->role == BENCH_IN)
            args[n++] = vy_arg_in(b->name, b->data, b->bytes);
        else if (b->role == BENCH_OUT)
            args[n++] = vy_arg_out(b->name, b->each[runner], b->bytes);
        else if (b->role == BENCH_INOUT)
            args[n++] = vy_arg_inout(b->name, b->each[runner], b->bytes);
        if (b->role == BENCH_INOUT)
            memcpy(b->each[runner], b->data, b->bytes);
    }
    for (size_t i = 0; i < w->param_count; i++)
        args[n++] =
            vy_arg_value(w->params[i].name, w->params[i].type, w->number[w->params[i].number]);
    args[n] = vy_arg_end();
}

/// The same program on few bytes, here and on the oracle.
static int beside_oracle(struct bench_cuda *b, const struct bench_program *p, vy_device *oracle)
{
    char file[64];
    vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    struct bench_work w;
    vy_device *devices[] = {b->device, oracle};
    int code = EXIT_DONE;
    snprintf(file, sizeof file, "%s.vy", p->name);
    make_work(p, &w, b->bench->size && b->bench->size < SMALL ? b->bench->size : SMALL);
    for (size_t i = 0; !code && i < 2; i++) {
        vy_pipeline *pipeline = cuda_pipeline(b, devices[i], file);
        host_args(&w, i, args);
        if (!pipeline || vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL))
            code = EXIT_SYSTEM;
        vy_pipeline_destroy(&pipeline);
    }
    for (size_t i = 0; !code && i < w.buffer_count; i++)
        if (compared(&w, &w.buffers[i]) && !bench_same(&w, &w.buffers[i], w.buffers[i].each[0],
                                                       w.buffers[i].each[1], "the oracle"))
            code = EXIT_DIFFERS;
    bench_work_free(&w);
    return code;
}

// ---- one kernel ----
static bool prepare_ours(struct stage *s)
{
    char file[64];
    struct bench_work *w = &s->work;
    snprintf(file, sizeof file, "%s.vy", w->name);
    host_args(w, 0, s->args);
    size_t n = 0;
    for (size_t i = 0; i < w->buffer_count; i++) {
        struct bench_buffer *b = &w->buffers[i];
        if (b->role == BENCH_OWN)
            continue;
        if (vy_buffer_create(s->b->device, vy_buffer_params(.bytes = b->bytes), &s->buffers[i]) ||
            (b->data && vy_buffer_upload(s->buffers[i], 0, b->data, b->bytes)))
            return false;
        s->args[n++] = vy_arg_buffer(b->name, s->buffers[i]);
    }
    s->pipeline = cuda_pipeline(s->b, s->b->device, file);
    return s->pipeline;
}

static bool prepare_peers(struct stage *s)
{
    static const char *const kinds[] = {[HAND] = "peer", [CUB] = "cub"};
    bool any = false;
    for (enum runner r = HAND; r < RUNNERS; r++) {
        char name[64];
        if (s->b->absent || !bench_wanted(s->b->bench->peers, runner_names[r]))
            continue;
        snprintf(name, sizeof name, "vyre_cuda_%s_%s", kinds[r], s->work.name);
        void *symbol = cuda_find(s->b, name);
        memcpy(&s->peers[r], &symbol, sizeof symbol);
        any = any || symbol;
    }
    for (size_t i = 0; any && i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        if (!peer_good(s, s->b->base.alloc(b->bytes, &s->memory[i]), "getting memory") ||
            (b->data &&
             !peer_good(s, s->b->base.upload(s->memory[i], b->data, b->bytes), "filling memory")))
            return false;
    }
    return true;
}

/// Runs alternate, in a new order each round, after a few to warm up.
static bool measure(struct stage *s)
{
    for (size_t round = 0; round < ROUNDS + WARM; round++) {
        bench_progress(s->work.name, round, ROUNDS + WARM);
        for (unsigned k = 0; k < RUNNERS; k++) {
            enum runner r = (enum runner)((round + k) % RUNNERS);
            double seconds;
            if (!has(s, r))
                continue;
            if (!run_once(s, r, &seconds))
                return false;
            if (round >= WARM)
                s->times[r][round - WARM] = seconds;
        }
    }
    return true;
}

/// No result may be faster than the memory, where all of it does not fit into the cache.
static bool believable(const struct stage *s, double seconds, const char *who)
{
    double rate = 0;
    uint64_t cache = 0;
    if (s->b->absent || s->b->base.limits(&rate, &cache) || s->work.least < 4 * cache ||
        (double)s->work.least <= rate * seconds)
        return true;
    bench_progress(NULL, 0, 0);
    print_error("%s: refused: %s would move %.0f GB/s, and this memory moves at most %.0f",
                s->work.name, who, (double)s->work.least / seconds / 1e9, rate / 1e9);
    return false;
}

static int report(struct stage *s, struct cuda_torch *torch)
{
    struct bench_kernel row = {.name = s->work.name, .size = s->work.least};
    for (enum runner r = OURS; r < RUNNERS; r++) {
        double seconds = has(s, r) ? bench_median(s->times[r], ROUNDS) : 0;
        if (has(s, r) && !believable(s, seconds, runner_names[r]))
            return EXIT_DIFFERS;
        if (r == OURS)
            row.time = seconds;
        else
            row.peers[r - 1] = (struct bench_peer){runner_names[r], seconds,
                                                   s->b->absent ? s->b->absent : "not asked for"};
    }
    double seconds = cuda_torch_time(torch, &s->work);
    row.peers[RUNNERS - 1] = (struct bench_peer){"torch", seconds, torch->absent};
    bench_kernel(s->b->bench, row);
    return EXIT_DONE;
}

static void clear(struct stage *s)
{
    vy_pipeline_destroy(&s->pipeline);
    for (size_t i = 0; i < BENCH_BUFFERS; i++) {
        vy_buffer_destroy(&s->buffers[i]);
        if (s->memory[i])
            s->b->base.free(s->memory[i]);
    }
    bench_work_free(&s->work);
}

static int run_kernel(struct bench_cuda *b, const struct bench_program *p, struct cuda_torch *torch)
{
    struct stage *s = must_alloc(sizeof *s);
    s->b = b;
    make_work(p, &s->work, b->bench->size ? b->bench->size : (uint64_t)USUAL * MIB);
    // A grid of many workgroups with shared memory is faster in several launches.
    s->route = strcmp(p->name, "sort") ? VY_ROUTE_AUTO : VY_ROUTE_RESIDENT;
    int code = prepare_ours(s) && prepare_peers(s) ? EXIT_DONE : EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code && !measure(s))
        code = EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code)
        code = report(s, torch);
    clear(s);
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
