// What whoever traces a device is told of a graph: each of its waves by name.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/gpu.h"
#include "support/named.h"
#include "support/versus.h"

static const char add_text[] = "program add\n"
                               "in  a : u32[]\n"
                               "in  b : u32[len(a)]\n"
                               "out y : u32[len(a)]\n"
                               "each i in 0..len(a) { y[i] = a[i] + b[len(a) - 1 - i] }\n";

enum { WIDE = 20, N = 5000, BYTES = 4 * N }; ///< N: worth the cpu's threads

struct told {
    char text[1000];
    uint32_t launches;
    bool device_time;
    double from, to; ///< milliseconds
};

static void keep_event(void *user, const vy_trace_event *e)
{
    struct told *t = user;
    size_t used = strlen(t->text);
    if (!strcmp(e->what, "upload") || !strcmp(e->what, "download"))
        return;
    t->from = t->launches && t->from < e->start_ms ? t->from : e->start_ms;
    t->to = t->to > e->start_ms + e->ms ? t->to : e->start_ms + e->ms;
    t->device_time = e->device_time;
    t->launches++;
    snprintf(t->text + used, sizeof t->text - used, "%s %s;", e->what, e->name);
}

static uint32_t slot(vy_graph *g, const void *data, void *memory)
{
    uint32_t number = 99;
    assert_int_equal(
        vy_graph_buffer(g, vy_graph_buffer_params(.bytes = BYTES, .data = data, .memory = memory),
                        &number),
        VY_OK);
    return number;
}

static void wave(vy_graph *g, vy_pipeline *p, const char *name, uint32_t a, uint32_t b, uint32_t y)
{
    assert_int_equal(
        vy_graph_wave(g, p,
                      vy_graph_wave_params(.name = name,
                                           .args = vy_args(vy_arg_slot("a", a), vy_arg_slot("b", b),
                                                           vy_arg_slot("y", y))),
                      NULL),
        VY_OK);
}

/// A group of many waves, which the cpu runs at once by threads of its own, and one that waits for
/// some of them.
static void run_graph(struct stage *s, struct told *told, vy_graph_stats *stats)
{
    static uint32_t x[N], y[N];
    uint32_t made[WIDE];
    char name[16];
    vy_graph *g = NULL;
    vy_pipeline *p = stage_pipeline(s, add_text);
    assert_int_equal(vy_graph_create(s->device, vy_graph_params(.no_fuse = true), &g), VY_OK);
    uint32_t in = slot(g, x, NULL), out = slot(g, NULL, y);
    for (uint32_t i = 0; i < WIDE; i++) {
        made[i] = slot(g, NULL, NULL);
        snprintf(name, sizeof name, "w%u", i);
        wave(g, p, name, in, in, made[i]);
    }
    wave(g, p, "last", made[0], made[WIDE - 1], out);
    memset(told, 0, sizeof *told);
    if (vy_graph_run(g, NULL, stats))
        fail_msg("%s", s->log.text);
    assert_int_equal(stats->groups, 2);
    vy_graph_destroy(&g);
    vy_pipeline_destroy(&p);
}

static void on(struct stage *s, const char *name)
{
    struct told told;
    vy_graph_stats stats;
    char all[1000] = "";
    vy_device_close(&s->device);
    assert_int_equal(vy_device_open(s->context,
                                    vy_device_params(.name = test_device(name), .trace = keep_event,
                                                     .trace_user = &told),
                                    &s->device),
                     VY_OK);
    run_graph(s, &told, &stats);
    for (uint32_t i = 0, used = 0; i < WIDE; i++)
        used += (uint32_t)snprintf(all + used, sizeof all - used, "launch w%u;", i);
    strcat(all, "launch last;");
    assert_string_equal(told.text, stats.one_submission ? "graph waves;" : all);
    assert_true(told.to >= told.from);
    if (!told.device_time) // by one clock, then
        assert_true(told.to - told.from <= stats.wall_ms);
}

static void on_oracles(void **state)
{
    on(*state, "oracle");
    on(*state, "oracle-split");
}

static void on_the_cpu(void **state)
{
    int code = 0;
    if (versus_present(&code))
        on(*state, "cpu");
    assert_int_equal(code, 0);
}

static void on_a_gpu(void **state)
{
    int code = 0;
    bool real;
    if (gpu_or_interpreter(&code, &real))
        on(*state, "cuda");
    assert_int_equal(code, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(on_oracles, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(on_the_cpu, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(on_a_gpu, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
