// Programs as data: a program of 50 statements from its text to its result, through the interpreter
// of a ring and through the compiler; what a statement takes each way, and how many statements have
// to run until compiling pays.
#include "mega.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ELEMENTS = 64, STATEMENTS = 50, COMPILES = 5, FEW_PASSES = 1, MORE_PASSES = 21 };
enum { MANY_PASSES = 100001 }; ///< compiled
static const double most_cpu_us = 50, most_gpu_us = 100;

struct programs {
    struct mega_bench *m;
    vy_mega *ring;
    uint32_t x[ELEMENTS], y[ELEMENTS], wanted[ELEMENTS];
    double *us, *host_us;
};

/// A load, 48 statements of four kinds, a store; as a loop, passes of 50. `salt`: no two compiled
/// texts are equal, or the code of the first would be found.
static char *text_of(bool loops, uint32_t salt)
{
    enum { MOST = 8192 };
    char *text = must_alloc(MOST), *at = text, *end = text + MOST;
    at += snprintf(at, (size_t)(end - at),
                   "program p\nin x : u32[%d]\nparam passes : u32\nout y : u32[%d]\nworkgroup %d\n"
                   "grid %d\nvar a = x[lid.x]\nvar b = %uu32\n%s",
                   ELEMENTS, ELEMENTS, ELEMENTS, ELEMENTS, salt,
                   loops ? "for pass in 0..passes {\n" : "");
    for (int i = 0; i < STATEMENTS / 4 - !loops; i++)
        at += snprintf(at, (size_t)(end - at),
                       "a = a * 1664525 + b\nb = b ^ (a >> %d)\nif a > b { a -= b }\nb += lid.x\n",
                       i + 1);
    at += snprintf(at, (size_t)(end - at), "%s", loops ? "a ^= b\nb += 1\n}\n" : "");
    snprintf(at, (size_t)(end - at), "y[lid.x] = a + b\n");
    return text;
}

static vy_status parse(struct programs *s, const char *text, vy_program **p)
{
    return vy_program_parse(s->m->session.context, vy_parse_params(.text = text), p);
}

/// Submits and waits for the end; microseconds until it was seen.
static bool interpret(struct programs *s, vy_program *p, uint32_t passes, double *us)
{
    vy_mega_result end = {0};
    vy_ticket ticket = 0;
    double start = mega_us();
    vy_status status = vy_mega_submit(
        s->ring,
        vy_mega_submit_params(.program = p, .timeout_ms = VY_FOREVER, .priority = VY_MEGA_NORMAL,
                              .args = vy_args(vy_arg_in("x", s->x, sizeof s->x),
                                              vy_arg_u32("passes", passes),
                                              vy_arg_out("y", s->y, sizeof s->y))),
        &ticket);
    while (!status && (status = vy_mega_poll(s->ring, ticket, &end)) == VY_ERROR_BUSY)
        status = VY_OK;
    *us = mega_us() - start;
    return !status && end.status == VY_MEGA_DONE;
}

static bool dispatch(struct programs *s, vy_pipeline *pipeline, uint32_t passes, double *us)
{
    double start = mega_us();
    vy_status status =
        vy_dispatch(pipeline,
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", s->x, sizeof s->x),
                                                       vy_arg_u32("passes", passes),
                                                       vy_arg_out("y", s->wanted, sizeof s->y))),
                    NULL);
    *us = mega_us() - start;
    return !status;
}

static bool text_to_result(struct programs *s, const char *text)
{
    for (uint32_t i = 0; i < s->m->wakes; i++) {
        vy_program *p = NULL;
        double start = mega_us(), us;
        bool good = !parse(s, text, &p);
        s->host_us[i] = mega_us() - start;
        good = good && interpret(s, p, 0, &us);
        s->us[i] = mega_us() - start;
        vy_program_destroy(&p);
        if (!good)
            return false;
    }
    return true;
}

/// The least of some, in microseconds.
static bool least(struct programs *s, vy_program *p, vy_pipeline *pipeline, uint32_t passes,
                  double *us)
{
    enum { TRIES = 30 };
    *us = 0;
    for (uint32_t i = 0; i < TRIES; i++) {
        double one;
        if (!(pipeline ? dispatch(s, pipeline, passes, &one) : interpret(s, p, passes, &one)))
            return false;
        *us = i && one > *us ? *us : one;
    }
    return true;
}

/// Text to result by the compiler; the last pipeline is kept.
static bool compile(struct programs *s, double us[COMPILES], vy_pipeline **pipeline)
{
    uint32_t salt = (uint32_t)time(NULL) * 64;
    for (uint32_t i = 0; i < COMPILES; i++) {
        vy_program *p = NULL;
        double start = mega_us(), one;
        char *text = text_of(true, salt + i);
        vy_pipeline_destroy(pipeline);
        bool good = !parse(s, text, &p) && !vy_pipeline_create(s->m->device, p, NULL, pipeline) &&
                    dispatch(s, *pipeline, FEW_PASSES, &one);
        us[i] = mega_us() - start;
        vy_program_destroy(&p);
        free(text);
        if (!good)
            return false;
    }
    return true;
}

/// The same loop both ways.
static bool compare(struct programs *s, double *interpreted_ns)
{
    char *text = text_of(true, 7);
    vy_program *p = NULL;
    vy_pipeline *pipeline = NULL;
    double none, few, more, us;
    bool good = !parse(s, text, &p) && least(s, p, NULL, 0, &none) &&
                least(s, p, NULL, FEW_PASSES, &few) && least(s, p, NULL, MORE_PASSES, &more);
    if (good) {
        mega_figure(s->m, "us", few, 0, true, "submit to result, %d statements", STATEMENTS);
        mega_figure(s->m, "us", none, 0, true, "submit to result, without the loop");
        *interpreted_ns = (more - few) * 1e3 / ((MORE_PASSES - FEW_PASSES) * STATEMENTS);
    }
    vy_mega_destroy(&s->ring); // or the driver waits for it
    good = good && !vy_pipeline_create(s->m->device, p, NULL, &pipeline) &&
           dispatch(s, pipeline, MORE_PASSES, &us);
    if (good && memcmp(s->y, s->wanted, sizeof s->y)) {
        print_error("bench mega: the interpreter's results are not the compiler's");
        good = false;
    }
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    free(text);
    return good;
}

static bool measure(struct programs *s)
{
    struct mega_bench *m = s->m;
    double compiled[COMPILES], few, many, interpreted_ns = 0;
    char *text = text_of(false, 3);
    vy_pipeline *pipeline = NULL;
    bool good = text_to_result(s, text) && text_to_result(s, text); // the first warms up
    free(text);
    if (!good)
        return false;
    mega_figure(m, "us", mega_part(s->us, m->wakes, 0.5), m->gpu ? most_gpu_us : most_cpu_us, true,
                "text to result, %d statements p50", STATEMENTS);
    mega_figure(m, "us", mega_part(s->us, m->wakes, 0.99), 0, true, "text to result p99");
    mega_figure(m, "us", mega_part(s->host_us, m->wakes, 0.5), 0, true, "of that parsing");
    good = compare(s, &interpreted_ns) && compile(s, compiled, &pipeline) &&
           least(s, NULL, pipeline, FEW_PASSES, &few) &&
           least(s, NULL, pipeline, MANY_PASSES, &many);
    if (good) {
        double compiled_us = mega_part(compiled, COMPILES, 0.5);
        double compiled_ns = (many - few) * 1e3 / ((double)(MANY_PASSES - FEW_PASSES) * STATEMENTS);
        mega_figure(m, "us", compiled_us, 0, true, "text to result by the compiler");
        mega_figure(m, "ns", interpreted_ns, 0, true, "a statement interpreted");
        mega_figure(m, "ns", compiled_ns, 0, true, "a statement compiled");
        mega_figure(m, "1", compiled_us * 1e3 / (interpreted_ns - compiled_ns), 0, false,
                    "statements until compiling pays");
    }
    vy_pipeline_destroy(&pipeline);
    return good;
}

bool mega_measure_programs(struct mega_bench *m)
{
    struct programs s = {.m = m};
    bench_progress("programs", 0, 1);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        s.x[i] = i * 2654435761u;
    s.us = must_alloc(m->wakes * sizeof *s.us);
    s.host_us = must_alloc(m->wakes * sizeof *s.host_us);
    // Awake for as long as a ring may be: a submission takes longer than a publication.
    bool good = !vy_mega_create(
                    m->device,
                    vy_mega_live_params(.programs = true, .workers = m->workers, .idle_us = 10000),
                    &s.ring) &&
                measure(&s);
    vy_mega_destroy(&s.ring);
    free(s.us);
    free(s.host_us);
    return good;
}
