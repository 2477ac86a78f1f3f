// What a dispatch, a pass of a fixpoint and the first run of a kernel cost, beside the least that a
// Vulkan program written by hand needs for the same.
#include "vulkan.h"

#include <string.h>

enum { ROUNDS = 9, BATCH = 100, PASSES = 1000, ELEMENTS = 256 };

/// Median microseconds of ours and of the Vulkan program; 0: it is not here.
struct pair {
    double us[2][ROUNDS];
};

static bool alternate(struct bench_vulkan *b, struct pair *p, uint32_t batch, vy_pipeline *pipeline,
                      const vy_arg *args)
{
    for (size_t round = 0; round <= ROUNDS; round++) // the first one warms up
        for (unsigned k = 0; k < 2; k++) {
            unsigned who = (unsigned)(round + k) % 2;
            if (who && b->glsl_absent)
                continue;
            bool good = true;
            double from = now_ms();
            for (uint32_t i = 0; good && i < batch; i++)
                good = who ? b->glsl->run()
                           : !vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL);
            if (!good)
                return false;
            if (round)
                p->us[who][round - 1] = (now_ms() - from) * 1e3 / batch;
        }
    return true;
}

static void report(struct bench_vulkan *b, struct pair *p, const char *ours, const char *theirs,
                   double count, const char *unit)
{
    bench_figure(b->bench, (struct bench_figure){.name = ours,
                                                 .unit = unit,
                                                 .value = bench_median(p->us[0], ROUNDS) / count});
    if (!b->glsl_absent)
        bench_figure(b->bench,
                     (struct bench_figure){.name = theirs,
                                           .unit = unit,
                                           .value = bench_median(p->us[1], ROUNDS) / count});
}

/// The Vulkan program adds 1 to an element of buffer 0; buffer 1 holds one group.
static bool begin_glsl(struct bench_vulkan *b)
{
    if (b->glsl_absent)
        return true;
    if (!vulkan_load(b, "costs", (const char *[VULKAN_PEER_KERNELS]){"step"}) ||
        !b->glsl->buffer(0, 4 * ELEMENTS) || !b->glsl->buffer(1, 12) || !b->glsl->record())
        return false;
    for (unsigned i = 0; i < 3; i++)
        ((uint32_t *)b->glsl->memory(1))[i] = 1;
    return true;
}

static bool empty_dispatch(struct bench_vulkan *b, vy_buffer *x)
{
    struct pair p;
    vy_pipeline *pipeline = vulkan_pipeline(b, "bench/vulkan", "nothing", false);
    const vy_arg args[] = {vy_arg_buffer("x", x), vy_arg_end()};
    bool good = pipeline && begin_glsl(b) &&
                (b->glsl_absent || b->glsl->launch(0, "b0", NULL, 1, 1, 1, 1)) &&
                alternate(b, &p, BATCH, pipeline, args);
    if (good)
        report(b, &p, "empty dispatch", "vkQueueSubmit and wait", 1, "us");
    vy_pipeline_destroy(&pipeline);
    return good;
}

static bool fixpoint_pass(struct bench_vulkan *b, vy_buffer *x)
{
    struct pair p;
    vy_pipeline *pipeline = vulkan_pipeline(b, "bench/cuda", "passes", false);
    const vy_arg args[] = {vy_arg_buffer("x", x), vy_arg_value("most", VY_TYPE_U32, PASSES),
                           vy_arg_end()};
    bool good = pipeline && begin_glsl(b);
    for (unsigned i = 0; good && !b->glsl_absent && i < PASSES; i++)
        good = b->glsl->launch_indirect(0, "b0", NULL, 1, ELEMENTS);
    good = good && alternate(b, &p, 1, pipeline, args);
    if (good)
        report(b, &p, "pass of a fixpoint", "indirect dispatch", PASSES, "us");
    vy_pipeline_destroy(&pipeline);
    return good;
}

/// A driver may compile when a pipeline is made or when it runs first, so both count.
static bool first_run(struct bench_vulkan *b)
{
    struct pair p;
    char path[128];
    struct bench_work w = {.name = "mandelbrot", .runners = 1};
    size_t index = 0;
    while (strcmp(vulkan_kernels[index].name, w.name))
        index++;
    bench_programs[index].make(&w, 4096);
    const vy_arg args[] = {vy_arg_out("count", w.buffers[0].each[0], w.buffers[0].bytes),
                           vy_arg_value("width", VY_TYPE_U32, w.number[0]),
                           vy_arg_value("height", VY_TYPE_U32, w.number[1]),
                           vy_arg_value("limit", VY_TYPE_U32, w.number[2]), vy_arg_end()};
    bool good = b->glsl_absent || vulkan_compile(b, w.name, w.name, path);
    for (size_t round = 0; good && round < ROUNDS; round++) {
        double from = now_ms();
        vy_pipeline *pipeline = vulkan_pipeline(b, "bench/cpu", w.name, true);
        good = pipeline && !vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL);
        vy_pipeline_destroy(&pipeline);
        p.us[0][round] = (now_ms() - from) * 1e3;
        if (b->glsl_absent)
            continue;
        from = now_ms();
        good = good && b->glsl->kernel(0, path) && b->glsl->buffer(0, w.buffers[0].bytes) &&
               b->glsl->record() && vulkan_kernels[index].record(b->glsl, &w) && b->glsl->run();
        p.us[1][round] = (now_ms() - from) * 1e3;
        b->glsl->end();
    }
    if (good)
        report(b, &p, "mandelbrot, text to first result", "GLSL, SPIR-V to first result", 1e3,
               "ms");
    bench_work_free(&w);
    return good;
}

bool vulkan_costs(struct bench_vulkan *b)
{
    vy_buffer *x = NULL;
    bool good = !vy_buffer_create(b->device, vy_buffer_params(.bytes = 4 * ELEMENTS), &x) &&
                empty_dispatch(b, x);
    if (!b->glsl_absent)
        b->glsl->end();
    good = good && fixpoint_pass(b, x);
    if (!b->glsl_absent)
        b->glsl->end();
    good = good && first_run(b);
    if (!good && !b->glsl_absent && b->glsl->error()[0])
        print_error("bench vulkan: the GLSL program fails: %s", b->glsl->error());
    vy_buffer_destroy(&x);
    return good;
}
