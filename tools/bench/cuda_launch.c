// Copying as fast as the driver does, and launching as fast.
#include "cuda_special.h"

#include <stdlib.h>
#include <string.h>

// ---- copying ----
static bool copy_runners(struct bench_cuda *b, uint64_t bytes, vy_buffer *x, vy_buffer *y,
                         struct special_runner runners[3])
{
    runners[0] = (struct special_runner){
        .pipeline = cuda_pipeline(b, b->device, "copy"),
        .args = {vy_arg_buffer("x", x), vy_arg_buffer("y", y), vy_arg_end()}};
    runners[1] = (struct special_runner){.peer = "copy_memcpy", .numbers = {bytes}};
    runners[1].buffers[0] = special_memory(b, bytes);
    runners[1].buffers[1] = special_memory(b, bytes);
    runners[2] = runners[1];
    runners[2].peer = "copy_vector";
    return runners[0].pipeline && (b->absent || (runners[1].buffers[0] && runners[1].buffers[1]));
}

int special_copy(struct bench_cuda *b)
{
    uint64_t bytes = b->bench->size ? b->bench->size / 2 & ~(uint64_t)15 : 1ull << 30;
    struct special_runner runners[3] = {0};
    vy_buffer *x = NULL, *y = NULL;
    bool good = !vy_buffer_create(b->device, vy_buffer_params(.bytes = bytes), &x) &&
                !vy_buffer_create(b->device, vy_buffer_params(.bytes = bytes), &y) &&
                copy_runners(b, bytes, x, y, runners) && special_alternate(b, "copy", runners, 3);
    double rate[3] = {0}, best = 0;
    for (size_t i = 0; good && i < 3; i++)
        rate[i] = runners[i].median > 0 ? 2e-6 * (double)bytes / runners[i].median : 0;
    best = rate[1] > rate[2] ? rate[1] : rate[2];
    if (good)
        special_figure(b, "GB/s", rate[0], 0, "copy");
    if (good && best > 0) {
        special_figure(b, "GB/s", rate[1], 0, "copy by the driver");
        special_figure(b, "GB/s", rate[2], 0, "copy by hand, 16 bytes");
        bench_figure(b->bench, (struct bench_figure){"copy, of the best rate", "%",
                                                     100 * rate[0] / best, 93, false});
    }
    for (size_t i = 0; !b->absent && i < 2; i++)
        b->base.free(runners[1].buffers[i]);
    vy_pipeline_destroy(&runners[0].pipeline);
    vy_buffer_destroy(&x);
    vy_buffer_destroy(&y);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}

// ---- launching ----
enum { BATCH = 50, BATCHES = 60, CALLS = BATCH * BATCHES };

/// Microseconds of each call.
struct calls {
    double us[CALLS];
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void finish(struct calls *c, double *p50, double *p99)
{
    qsort(c->us, CALLS, sizeof *c->us, by_size);
    *p50 = c->us[CALLS / 2];
    *p99 = c->us[CALLS - CALLS / 100];
}

static bool dispatch_batch(vy_pipeline *pipeline, vy_route route, double *us)
{
    for (size_t i = 0; i < BATCH; i++) {
        double from = now_ms();
        if (vy_dispatch(pipeline, vy_dispatch_params(.route = route), NULL))
            return false;
        us[i] = (now_ms() - from) * 1e3;
    }
    return true;
}

typedef int (*launch_fn)(double *us);

static bool launch_batch(struct bench_cuda *b, launch_fn launch, double *us)
{
    for (size_t i = 0; i < BATCH; i++) {
        int error = launch(&us[i]);
        if (error) {
            print_error("bench cuda: a raw launch: %s", b->base.error(error));
            return false;
        }
    }
    return true;
}

/// Ours, ours on the resident route, theirs; in turn, a batch each.
static bool measure_launches(struct bench_cuda *b, vy_pipeline *pipeline, launch_fn launch,
                             struct calls calls[3])
{
    double unused[BATCH];
    bool good = dispatch_batch(pipeline, VY_ROUTE_AUTO, unused) &&
                dispatch_batch(pipeline, VY_ROUTE_RESIDENT, unused) &&
                (!launch || launch_batch(b, launch, unused));
    for (size_t i = 0; good && i < CALLS; i += BATCH) {
        bench_progress("launch", i / BATCH + 1, BATCHES);
        good = dispatch_batch(pipeline, VY_ROUTE_AUTO, calls[0].us + i) &&
               dispatch_batch(pipeline, VY_ROUTE_RESIDENT, calls[1].us + i) &&
               (!launch || launch_batch(b, launch, calls[2].us + i));
    }
    return good;
}

int special_launch(struct bench_cuda *b)
{
    static const char text[] = "program empty\nworkgroup 64\ngrid 64\n";
    struct calls *calls = must_alloc(3 * sizeof *calls);
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    launch_fn launch = NULL;
    void *symbol = cuda_find(b, "vyre_cuda_launch_us");
    if (!b->absent)
        memcpy(&launch, &symbol, sizeof symbol);
    double p50[3] = {0}, p99[3] = {0};
    bool good = !vy_program_parse(b->session.context, vy_parse_params(.text = text), &program) &&
                !vy_pipeline_create(b->device, program, NULL, &pipeline) &&
                measure_launches(b, pipeline, launch, calls);
    for (size_t i = 0; i < 3; i++)
        finish(&calls[i], &p50[i], &p99[i]);
    if (good) {
        special_figure(b, "us", p50[0], 0, "empty dispatch, p50");
        special_figure(b, "us", p99[0], 0, "empty dispatch, p99");
        special_figure(b, "us", p50[1], 0, "route resident asked for, p50");
    }
    if (good && launch) {
        special_figure(b, "us", p50[2], 0, "cuLaunchKernel + wait, p50");
        special_figure(b, "us", p99[2], 0, "cuLaunchKernel + wait, p99");
        special_figure(b, "times", p50[0] / p50[2], 1.25, "dispatch / launch, p50");
    }
    vy_program_destroy(&program);
    vy_pipeline_destroy(&pipeline);
    free(calls);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}
