// vyre bench dispatch: what a dispatch costs beside the program's own work, and how planning and
// compiling grow with the number of segments.
#include "bench.h"

#include <string.h>

enum { RUNS = 9, COMPILES = 3, DISPATCHES = 2000, SEGMENTS = 1000 };

static const char empty[] = "program empty\n";
static const char store[] = "program store\n"
                            "out y : u32[1]\n"
                            "workgroup 1 grid 1\n"
                            "y[0] = 1\n";

struct stage {
    struct session session;
    vy_device *device;
    vy_pipeline *empty, *store;
    double warm[RUNS], begun[RUNS], stored[RUNS];
};

static vy_program *parse(struct stage *s, const char *text)
{
    vy_program *program = NULL;
    vy_program_parse(s->session.context, vy_parse_params(.text = text), &program);
    return program;
}

static bool prepare(struct stage *s, const char *text, vy_pipeline **pipeline)
{
    vy_program *program = parse(s, text);
    bool good = program && !vy_pipeline_create(s->device, program, NULL, pipeline);
    vy_program_destroy(&program);
    return good;
}

/// Microseconds a call.
static bool measure_dispatch(struct stage *s)
{
    uint32_t y;
    const vy_arg *args = vy_args(vy_arg_out("y", &y, sizeof y));
    bool good =
        !vy_device_open(s->session.context, vy_device_params(.name = "oracle"), &s->device) &&
        prepare(s, empty, &s->empty) && prepare(s, store, &s->store);
    for (size_t run = 0; good && run < RUNS; run++) {
        bench_progress("dispatch", run + 1, RUNS);
        double start = bench_now();
        for (size_t i = 0; good && i < DISPATCHES; i++)
            good = !vy_dispatch(s->empty, NULL, NULL);
        s->warm[run] = (bench_now() - start) / DISPATCHES * 1e6;
        start = bench_now();
        for (size_t i = 0; good && i < DISPATCHES; i++)
            good = !vy_dispatch(s->store, vy_dispatch_params(.args = args), NULL);
        s->stored[run] = (bench_now() - start) / DISPATCHES * 1e6;
        start = bench_now();
        for (size_t i = 0; good && i < DISPATCHES; i++) {
            vy_pending *pending = NULL;
            good = !vy_dispatch_begin(s->empty, NULL, &pending) &&
                   !vy_dispatch_wait(&pending, VY_FOREVER, NULL);
        }
        s->begun[run] = (bench_now() - start) / DISPATCHES * 1e6;
    }
    return good;
}

/// A program of that many segments: each works on three buffers, and some values cross barriers.
static void segments_text(struct text *t, unsigned segments)
{
    text_printf(t, "program planned\n"
                   "in x : u32[]\n"
                   "inout a : u32[len(x)]\n"
                   "out y : u32[len(x)]\n"
                   "out z : u32[len(x)]\n"
                   "workgroup 64 grid len(x)\n"
                   "let i = gid.x\n"
                   "var sum = x[i]\n");
    for (unsigned k = 0; k < segments; k++)
        text_printf(t,
                    "%sa[i] += %c[(i + %u) %% len(x)] * sum\nsum = sum ^ a[i]\n%c[i] = sum + %u\n",
                    k ? "barrier grid\n" : "", k % 2 ? 'z' : 'y', k, k % 2 ? 'y' : 'z', k);
}

/// Median milliseconds of planning a program of that many segments; below 0: it failed.
static double plan_ms(struct stage *s, unsigned segments)
{
    struct text t = {0};
    double times[RUNS];
    segments_text(&t, segments);
    vy_program *program = parse(s, t.at);
    bool good = program && !vy_program_verify(program);
    for (size_t run = 0; good && run < RUNS; run++) {
        vy_schedule *schedule = NULL;
        bench_progress("plan", run + 1, RUNS);
        double start = bench_now();
        good = !vy_schedule_create(program, &schedule);
        times[run] = (bench_now() - start) * 1e3;
        vy_schedule_destroy(&schedule);
    }
    vy_program_destroy(&program);
    text_free(&t);
    return good ? bench_median(times, RUNS) : -1;
}

/// Median milliseconds of compiling it for the cpu device; below 0: it failed.
static double compile_ms(struct stage *s, vy_device *cpu, unsigned segments)
{
    struct text t = {0};
    double times[COMPILES];
    segments_text(&t, segments);
    vy_program *program = parse(s, t.at);
    bool good = program != NULL;
    for (size_t run = 0; good && run < COMPILES; run++) {
        vy_pipeline *pipeline = NULL;
        bench_progress("compile", run + 1, COMPILES);
        double start = bench_now();
        good = !vy_pipeline_create(cpu, program, vy_pipeline_params(.fresh = true), &pipeline);
        times[run] = (bench_now() - start) * 1e3;
        vy_pipeline_destroy(&pipeline);
    }
    vy_program_destroy(&program);
    text_free(&t);
    return good ? bench_median(times, COMPILES) : -1;
}

static bool measure_compiling(struct bench *b, struct stage *s, unsigned segments)
{
    static const char *const usual[] = {"compiling 100 segments", "compiling 400 segments",
                                        "compiling 1,000 segments"};
    static const char *const other[] = {"compiling a tenth of n segments",
                                        "compiling two fifths of n segments",
                                        "compiling n segments"};
    const unsigned counts[] = {segments / 10, 2 * segments / 5, segments};
    vy_context *c = s->session.context;
    vy_device_info info = {0};
    vy_device *cpu = NULL;
    for (size_t i = 0; vy_device_describe(c, i, &info) && strcmp(info.name, "cpu"); i++)
        info.present = false;
    if (!info.present) {
        text_printf(&b->notes, "No device cpu: compiling is left out.\n");
        return true;
    }
    bool good =
        !vy_device_open(c, vy_device_params(.name = "cpu", .threads = 1, .cache = ""), &cpu);
    for (size_t i = 0; good && i < 3; i++) {
        double ms = compile_ms(s, cpu, counts[i]);
        bool last = segments == SEGMENTS && i == 2;
        good = ms >= 0;
        bench_figure(b, (struct bench_figure){segments == SEGMENTS ? usual[i] : other[i], "ms", ms,
                                              last ? 6000 : 0, true});
    }
    vy_device_close(&cpu);
    return good;
}

static int measure(struct bench *b, struct stage *s)
{
    unsigned segments = b->size ? (unsigned)b->size : SEGMENTS;
    if (!measure_dispatch(s))
        return EXIT_SYSTEM;
    // Small plans differ by what the allocator gives back to the system in between, so whether the
    // time is linear shows at larger ones.
    double once = plan_ms(s, segments), many = plan_ms(s, 4 * segments);
    double twice = plan_ms(s, 8 * segments);
    if (once < 0 || many < 0 || twice < 0)
        return EXIT_SYSTEM;
    bool usual = segments == SEGMENTS;
    bench_figure(b, (struct bench_figure){"warm empty dispatch", "us", bench_median(s->warm, RUNS),
                                          5, true});
    bench_figure(b, (struct bench_figure){"warm dispatch of one store", "us",
                                          bench_median(s->stored, RUNS), 5, true});
    bench_figure(b, (struct bench_figure){"an empty one, begun + wait", "us",
                                          bench_median(s->begun, RUNS), 0, true});
    bench_figure(b, (struct bench_figure){usual ? "plan of 1,000 segments" : "plan of n segments",
                                          "ms", once, usual ? 20 : 0, true});
    bench_figure(b, (struct bench_figure){usual ? "plan of 4,000 segments" : "plan of 4n segments",
                                          "ms", many, 0, true});
    bench_figure(b, (struct bench_figure){usual ? "plan of 8,000 segments" : "plan of 8n segments",
                                          "ms", twice, 0, true});
    bench_figure(b, (struct bench_figure){"twice the segments", "times", twice / many, 2.6, true});
    return measure_compiling(b, s, segments) ? EXIT_DONE : EXIT_SYSTEM;
}

int bench_dispatch(struct bench *b)
{
    struct stage s = {0};
    if (!session_begin(&s.session))
        return EXIT_SYSTEM;
    int code = measure(b, &s);
    vy_pipeline_destroy(&s.empty);
    vy_pipeline_destroy(&s.store);
    vy_device_close(&s.device);
    session_end(&s.session);
    return code;
}
