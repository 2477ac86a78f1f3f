// vyre bench passes: programs that passes change, with passes and without, in turns on one device.
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 11, REPEAT = 8, ELEMENTS = 1 << 22, GPU_ELEMENTS = 1 << 26 };

/// Each reads `x` and writes `y` and `found`; `n` is the number of elements.
static const struct {
    const char *name, *text;
} works[] = {
    {"append", ""
               "each i in 0..n {\n"
               "    if (x[i] * 2654435761) >> 31 == 1 { y[atomic_add(found[0], 1)] = i }\n"
               "}\n"},
    {"count", "each i in 0..n { if x[i] % 3 == 1 { found[0] += 1 } }\n"},
    {"total", "each i in 0..n { found[0] += x[i] }\n"},
    {"two_each", "scratch t: u32[n]\n"
                 "each i in 0..n { t[i] = x[i] * 3 }\n"
                 "each k in 0..n { y[k] = t[k] + x[k] }\n"},
    {"dead", "scratch t: u32[n]\n"
             "each i in 0..n {\n"
             "    t[i] = x[i]\n"
             "    y[i] = x[i] + 1\n"
             "}\n"},
    {"barriers", "each i in 0..n { y[i] = x[i] }\n"
                 "barrier grid\nbarrier grid\nbarrier grid\nbarrier grid\n"},
    {"same_for_all", "workgroup 256\ngrid n\n"
                     "let most = workgroup_max(n)\n"
                     "if gid.x < n { y[gid.x] = x[gid.x] + most }\n"},
};

struct passes {
    struct session session;
    vy_device *device;
    vy_buffer *x, *y, *found;
    uint32_t n;
};

static bool make(struct passes *s, const char *body, const char *no_passes, vy_pipeline **pipeline)
{
    struct text t = {0};
    vy_program *program = NULL;
    text_printf(&t,
                "program p\nin x: u32[]\nconst n = len(x)\nout y: u32[n]\n"
                "out found: atomic u32[1]\n%s",
                body);
    vy_status status = vy_program_parse(
        s->session.context, vy_parse_params(.text = t.at, .memory_only = true), &program);
    if (!status)
        status = vy_pipeline_create(s->device, program, vy_pipeline_params(.no_passes = no_passes),
                                    pipeline);
    vy_program_destroy(&program);
    text_free(&t);
    return !status;
}

/// Seconds of one run.
static bool measure(struct passes *s, vy_pipeline *pipeline, double *seconds)
{
    double start = now_ms();
    vy_status status = vy_dispatch(
        pipeline,
        vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", s->x), vy_arg_buffer("y", s->y),
                                           vy_arg_buffer("found", s->found)),
                           .repeat = REPEAT),
        NULL);
    *seconds = (now_ms() - start) / 1000 / REPEAT;
    return !status;
}

static bool compare(struct passes *s, struct bench *b, size_t which)
{
    vy_pipeline *pipelines[2] = {NULL, NULL};
    double times[2][ROUNDS], ignored;
    bool good = make(s, works[which].text, NULL, &pipelines[0]) &&
                make(s, works[which].text, "all", &pipelines[1]) &&
                measure(s, pipelines[0], &ignored) && measure(s, pipelines[1], &ignored);
    for (uint32_t i = 0; good && i < ROUNDS; i++)
        for (uint32_t k = 0; good && k < 2; k++)
            good = measure(s, pipelines[k], &times[k][i]);
    if (good)
        bench_kernel(b, (struct bench_kernel){
                            .name = works[which].name,
                            .size = s->n * sizeof(uint32_t),
                            .time = bench_median(times[0], ROUNDS),
                            .peers = {{"no passes", bench_median(times[1], ROUNDS), NULL}}});
    vy_pipeline_destroy(&pipelines[0]);
    vy_pipeline_destroy(&pipelines[1]);
    return good;
}

int bench_passes(struct bench *b)
{
    const char *device = b->device ? b->device : "cpu";
    uint32_t usual = strncmp(device, "cuda", 4) == 0 ? GPU_ELEMENTS : ELEMENTS;
    struct passes s = {.n = b->size ? (uint32_t)b->size : usual};
    uint64_t bytes = s.n * sizeof(uint32_t);
    if (!session_begin(&s.session))
        return EXIT_SYSTEM;
    uint32_t *data = must_alloc(bytes + 1);
    for (uint32_t i = 0; i < s.n; i++)
        data[i] = i;
    bool good = !vy_device_open(s.session.context, vy_device_params(.name = device), &s.device) &&
                !vy_buffer_create(s.device, vy_buffer_params(.bytes = bytes, .data = data), &s.x) &&
                !vy_buffer_create(s.device, vy_buffer_params(.bytes = bytes), &s.y) &&
                !vy_buffer_create(s.device, vy_buffer_params(.bytes = 4), &s.found);
    for (size_t i = 0; good && i < sizeof works / sizeof *works; i++)
        if (!b->only || strstr(b->only, works[i].name))
            good = compare(&s, b, i);
    text_printf(&b->notes,
                "size: bytes of the input. Wall time, medians of %d runs that alternate; "
                "ratio = time without\npasses / with passes.\n",
                ROUNDS);
    vy_buffer_destroy(&s.x);
    vy_buffer_destroy(&s.y);
    vy_buffer_destroy(&s.found);
    vy_device_close(&s.device);
    free(data);
    session_end(&s.session);
    return good ? EXIT_DONE : EXIT_SYSTEM;
}
