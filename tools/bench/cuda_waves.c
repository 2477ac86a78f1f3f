// Small dispatches that depend on each other: as a graph of ours, as a graph made by hand, and one
// by one.
#include "cuda_special.h"

#include <string.h>

enum { WAVES = 200, COUNT = 64 * 256, RUNS = 101 };

static const char text[] = "program wave\n"
                           "in  x : u32[]\n"
                           "out y : u32[len(x)]\n"
                           "workgroup 256\n"
                           "grid len(x)\n"
                           "if gid.x < len(x) { y[gid.x] = x[gid.x] * 3 + 1 }\n";

typedef int (*waves_fn)(int graph, double *us);

/// A line of waves between two buffers of the device's.
static bool build(vy_graph *graph, vy_pipeline *pipeline, vy_buffer *const buffers[2])
{
    for (uint32_t i = 0; i < WAVES; i++) {
        const vy_arg *args =
            vy_args(vy_arg_buffer("x", buffers[i % 2]), vy_arg_buffer("y", buffers[1 - i % 2]));
        if (vy_graph_wave(graph, pipeline, vy_graph_wave_params(.args = args), NULL))
            return false;
    }
    return true;
}

static bool right(vy_buffer *buffer, uint64_t runs)
{
    static uint32_t got[COUNT];
    uint32_t wanted = 0;
    for (uint64_t i = 0; i < runs * WAVES; i++)
        wanted = wanted * 3 + 1;
    if (vy_buffer_download(buffer, 0, got, sizeof got))
        return false;
    for (uint32_t i = 0; i < COUNT; i++)
        if (got[i] != wanted)
            return false;
    return true;
}

static bool one_by_one(vy_pipeline *pipeline, vy_buffer *const buffers[2], double *us)
{
    double from = now_ms();
    for (uint32_t i = 0; i < WAVES; i++)
        if (vy_dispatch(pipeline,
                        vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", buffers[i % 2]),
                                                           vy_arg_buffer("y", buffers[1 - i % 2]))),
                        NULL))
            return false;
    *us = (now_ms() - from) * 1e3;
    return true;
}

/// All in turn, each once unmeasured.
static bool measure(struct bench_cuda *b, vy_graph *graph, vy_pipeline *pipeline,
                    vy_buffer *const buffers[2], waves_fn peer, double us[4][RUNS])
{
    double once;
    for (int run = -1; run < RUNS; run++) {
        double from = now_ms();
        if (vy_graph_run(graph, NULL, NULL))
            return false;
        (run < 0 ? &once : us[0] + run)[0] = (now_ms() - from) * 1e3;
        int error = peer ? peer(1, run < 0 ? &once : us[1] + run) : 0;
        if (!error && peer)
            error = peer(0, run < 0 ? &once : us[2] + run);
        if (error) {
            print_error("bench cuda: hand-written waves: %s", b->base.error(error));
            return false;
        }
        if (!one_by_one(pipeline, buffers, run < 0 ? &once : us[3] + run))
            return false;
        if (run < 0)
            continue;
        bench_progress("waves", (size_t)run + 1, RUNS);
    }
    return true;
}

/// Milliseconds between the first kernel and the last, by the device's clock.
static double on_device(vy_graph *graph)
{
    enum { TIMES = 9 };
    double ms[TIMES] = {0};
    vy_graph_stats stats;
    for (int i = 0; i < TIMES; i++)
        if (!vy_graph_run(graph, NULL, &stats))
            ms[i] = stats.device_ms;
    return bench_median(ms, TIMES);
}

static void tell(struct bench_cuda *b, bool peer, double us[4][RUNS], double device_ms)
{
    double ours = bench_median(us[0], RUNS), hand = bench_median(us[1], RUNS),
           apart = bench_median(us[2], RUNS), alone = bench_median(us[3], RUNS);
    special_figure(b, "us", ours, 0, "%d waves as a graph", WAVES);
    special_figure(b, "us", device_ms * 1e3, 0, "of that on the device");
    special_figure(b, "us", alone, 0, "%d waves, dispatch by dispatch", WAVES);
    if (!peer)
        return;
    special_figure(b, "us", hand, 0, "%d kernels, a CUDA graph by hand", WAVES);
    special_figure(b, "us", apart, 0, "%d kernels, launch + wait each", WAVES);
    special_figure(b, "times", ours / hand, 1.2, "graph / graph by hand");
    special_figure(b, "times", ours / apart, 0.2, "graph / launch + wait each");
}

int special_waves(struct bench_cuda *b)
{
    static double us[4][RUNS];
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    vy_buffer *buffers[2] = {NULL, NULL};
    vy_graph *graph = NULL;
    waves_fn peer = NULL;
    void *symbol = b->absent ? NULL : cuda_symbol(b, "vyre_cuda_waves_us");
    if (!b->absent && !symbol)
        return EXIT_SYSTEM;
    memcpy(&peer, &symbol, sizeof symbol);
    bool good = !vy_program_parse(b->session.context, vy_parse_params(.text = text), &program) &&
                !vy_pipeline_create(b->device, program, NULL, &pipeline) &&
                !vy_graph_create(b->device, vy_graph_params(.no_fuse = true), &graph);
    for (int i = 0; i < 2 && good; i++)
        good = !vy_buffer_create(b->device, vy_buffer_params(.bytes = COUNT * 4), &buffers[i]);
    good =
        good && build(graph, pipeline, buffers) && measure(b, graph, pipeline, buffers, peer, us);
    if (good && !right(buffers[0], 2 * (RUNS + 1))) {
        print_error("bench cuda: the waves left other bytes than they should");
        good = false;
    }
    if (good)
        tell(b, peer, us, on_device(graph));
    vy_graph_destroy(&graph);
    vy_buffer_destroy(&buffers[0]);
    vy_buffer_destroy(&buffers[1]);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}
