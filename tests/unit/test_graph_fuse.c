// Kernels of several waves: how many are made, that they can be given up in between, and that what
// was inferred and what was asked for may contradict each other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/stage.h"
#include "support/versus.h"

enum { N = 100, BYTES = 4 * N, LINE = 60 };

static const char *const texts[] = {
    "program add\nparam k: u32\nin x: u32[]\nout y: u32[len(x)]\n"
    "each i in 0..len(x) { y[i] = x[i] + k }\n",
    "program mul\nparam k: u32\nin x: u32[]\nout y: u32[len(x)]\n"
    "each i in 0..len(x) { y[i] = x[i] * k }\n",
};

/// A line of waves; which of the programs each takes is a bit of `pattern`, again and again.
struct line {
    struct stage *s;
    vy_pipeline *pipelines[2];
    vy_graph *graph;
    uint32_t x[N], y[N];
    uint32_t calls; ///< allocations until it is cancelled
};

static void make(struct line *l, struct stage *s, uint64_t pattern)
{
    uint32_t now, next;
    l->s = s;
    for (uint32_t i = 0; i < N; i++)
        l->x[i] = i;
    for (int i = 0; i < 2; i++)
        l->pipelines[i] = stage_pipeline(s, texts[i]);
    assert_int_equal(vy_graph_create(s->device, NULL, &l->graph), VY_OK);
    vy_graph_buffer(l->graph, vy_graph_buffer_params(.bytes = BYTES, .data = l->x), &now);
    for (uint32_t i = 0; i < LINE; i++, now = next) {
        vy_graph_buffer(
            l->graph, vy_graph_buffer_params(.bytes = BYTES, .memory = i + 1 == LINE ? l->y : NULL),
            &next);
        const vy_arg *args =
            vy_args(vy_arg_slot("x", now), vy_arg_slot("y", next), vy_arg_u32("k", i + 3));
        if (vy_graph_wave(l->graph, l->pipelines[pattern >> i % 64 & 1],
                          vy_graph_wave_params(.args = args), NULL))
            fail_msg("%s", s->log.text);
    }
}

static void unmake(struct line *l)
{
    l->s->alloc.each = NULL;
    vy_graph_destroy(&l->graph);
    vy_pipeline_destroy(&l->pipelines[0]);
    vy_pipeline_destroy(&l->pipelines[1]);
}

static void run_ok(struct line *l, uint64_t pattern)
{
    if (vy_graph_run(l->graph, NULL, NULL))
        fail_msg("%s", l->s->log.text);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t value = i;
        for (uint32_t k = 0; k < LINE; k++)
            value = pattern >> k % 64 & 1 ? value * (k + 3) : value + k + 3;
        assert_int_equal(l->y[i], value);
    }
}

/// What the device has compiled, or found on disk.
static uint64_t made(const struct line *l)
{
    vy_cache_stats stats;
    assert_int_equal(vy_device_cache_stats(l->s->device, &stats), VY_OK);
    return stats.compiled + stats.loaded;
}

/// Equal waves in a line are one program over and over, whatever their params.
static void equal_lines_are_made_once(void **state)
{
    struct line l = {0};
    vy_graph_plan_info info;
    make(&l, *state, 0);
    uint64_t before = made(&l);
    run_ok(&l, 0);
    assert_int_equal(vy_graph_plan(l.graph, &info), VY_OK);
    assert_true(info.kernels <= LINE / 4);
    // Those of eight, and the rest.
    assert_in_range(made(&l), before, before + 2);
    unmake(&l);
}

/// Where none are equal, as many are made as there are pipelines, and a few.
static void others_are_made_up_to_a_limit(void **state)
{
    const uint64_t pattern = 0xd1a5c93b72e4f068;
    struct line l = {0};
    vy_graph_plan_info info;
    make(&l, *state, pattern);
    uint64_t before = made(&l);
    run_ok(&l, pattern);
    assert_int_equal(vy_graph_plan(l.graph, &info), VY_OK);
    assert_true(info.kernels < LINE);
    assert_in_range(made(&l), before, before + 10);
    unmake(&l);
}

static void cancel(void *user)
{
    struct line *l = user;
    if (l->calls && !--l->calls)
        vy_graph_cancel(l->graph);
}

/// Cancelled after some allocations, early and late: no further kernel is made, nothing comes back.
static void making_them_can_be_cancelled(void **state)
{
    const uint64_t pattern = 0x0f3355aa;
    const uint32_t step = VERSUS_INSTRUMENTED ? 1200 : 397;
    uint32_t stopped = 0;
    for (uint32_t at = 1; at < 2000; at += step) {
        struct line l = {.calls = at};
        vy_graph_stats stats = {0};
        make(&l, *state, pattern);
        uint64_t before = made(&l);
        memset(l.y, 7, sizeof l.y);
        l.calls = at;
        l.s->alloc.each_user = &l;
        l.s->alloc.each = cancel;
        vy_status status = vy_graph_run(l.graph, NULL, &stats);
        l.s->alloc.each = NULL;
        if (status) {
            assert_int_equal(status, VY_ERROR_CANCELLED);
            SAID(l.s, "cancelled");
            assert_int_equal(l.y[3], 0x07070707);
            assert_in_range(made(&l), before, before + 10);
            stopped += !stats.launches;
        }
        run_ok(&l, pattern);
        unmake(&l);
    }
    assert_true(stopped > 0);
}

/// The second wave reads what the first writes, and is asked to come before it.
static void a_circle_with_what_is_inferred(void **state)
{
    struct line l = {0};
    size_t count = 0;
    make(&l, *state, 0);
    assert_null(vy_graph_fault(l.graph, &count));
    assert_int_equal(vy_graph_depend(l.graph, 9, 7), VY_OK);
    assert_int_equal(vy_graph_run(l.graph, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(l.s, "7 ('add') before 8 ('add'), which reads what it writes",
         "9 ('add') before 7 ('add'), as was asked for", "wave 9 before wave 7");
    const uint32_t *waves = vy_graph_fault(l.graph, &count);
    assert_int_equal(count, 3);
    assert_int_equal(waves[0], 7);
    unmake(&l);
}

/// It starts as zeros in every wave and comes back, so its waves are not fused.
static void live_scratch_is_an_argument(void **state)
{
    struct stage *s = *state;
    vy_pipeline *live = stage_pipeline(s, "program live\n"
                                          "in x : u32[]\n"
                                          "scratch t : u32[len(x)] @live\n"
                                          "out y : u32[len(x)]\n"
                                          "each i in 0..len(x) {\n"
                                          "    t[i] += x[i] * 2\n"
                                          "    y[i] = t[i] + 1\n"
                                          "}\n");
    uint32_t x[N], kept[N], y[N], last[N];
    vy_graph *graph = NULL;
    for (uint32_t i = 0; i < N; i++)
        x[i] = i;
    assert_int_equal(vy_graph_create(s->device, NULL, &graph), VY_OK);
    for (int i = 0; i < 2; i++) {
        const vy_arg *args = vy_args(vy_arg_in("x", i ? y : x, BYTES), vy_arg_out("t", kept, BYTES),
                                     vy_arg_out("y", i ? last : y, BYTES));
        if (vy_graph_wave(graph, live, vy_graph_wave_params(.args = args), NULL))
            fail_msg("%s", s->log.text);
    }
    if (vy_graph_run(graph, NULL, NULL))
        fail_msg("%s", s->log.text);
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(kept[i], 4 * i + 2);
        assert_int_equal(last[i], 4 * i + 3);
    }
    vy_graph_destroy(&graph);
    vy_pipeline_destroy(&live);
}

static int open_cpu(void **state)
{
    int result = stage_open(state);
    if (!result)
        stage_use(*state, "cpu");
    return result;
}

#define ON(open, test) cmocka_unit_test_setup_teardown(test, open, stage_close)
#define ALL(open)                                                                         \
    ON(open, equal_lines_are_made_once), ON(open, others_are_made_up_to_a_limit),         \
        ON(open, making_them_can_be_cancelled), ON(open, a_circle_with_what_is_inferred), \
        ON(open, live_scratch_is_an_argument)

int main(void)
{
    const struct CMUnitTest tests[] = {ALL(stage_open)};
    const struct CMUnitTest on_cpu[] = {ALL(open_cpu)};
    int result = 0, failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (!versus_present(&result))
        return failed + result;
    return failed + cmocka_run_group_tests(on_cpu, NULL, NULL);
}
