// Outputs that grow: a @count output without a first size has room for all rows where the library
// owns its memory, on every device and route; what the program changes elsewhere is changed once.
#include "support/gpu.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ITEMS = 70000, FIXED = 100 };

/// Two columns of different widths; an inout, a persistent buffer and a grid barrier, so that there
/// are several segments.
static const char text[] = "program grows\n"
                           "in x : u32[]\n"
                           "inout sum : atomic u32[2]\n"
                           "persistent seen : atomic u32[2]\n"
                           "scratch some : atomic u32[1]\n"
                           "out found : atomic u32[1]\n"
                           "out at : u32[] @count(found)\n"
                           "out pair : u16[, 3] @count(found)\n"
                           "each i in 0..len(x) {\n"
                           "    sum[0] += 1\n"
                           "    some[0] += 1\n"
                           "    if x[i] % 2 == 1 {\n"
                           "        let r = atomic_add(found[0], 1)\n"
                           "        at[r] = x[i]\n"
                           "        pair[r, 0] = x[i]\n"
                           "        pair[r, 2] = x[i] + 1\n"
                           "    }\n"
                           "}\n"
                           "barrier grid\n"
                           "each i in 0..1 { sum[1] += seen[0]  seen[0] += some[0] }\n";

struct case_of {
    const char *device;
    vy_route route;
};

static uint32_t *numbers(void)
{
    uint32_t *x = malloc(ITEMS * sizeof *x);
    assert_non_null(x);
    for (uint32_t i = 0; i < ITEMS; i++)
        x[i] = i;
    return x;
}

static vy_buffer *seen_of(struct stage *s, uint32_t first)
{
    const uint32_t start[2] = {first, 77};
    vy_buffer *seen = NULL;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof start, .data = start), &seen),
        VY_OK);
    return seen;
}

static void check_rows(const uint32_t *at, uint64_t at_bytes, const uint16_t *pair,
                       uint64_t pair_bytes)
{
    assert_int_equal(at_bytes, ITEMS / 2 * sizeof *at);
    assert_int_equal(pair_bytes, ITEMS / 2 * 3 * sizeof *pair);
    for (uint32_t r = 0; r < ITEMS / 2; r++) {
        assert_int_equal(at[r], 2 * r + 1);
        assert_int_equal(pair[3 * r], (uint16_t)(2 * r + 1));
        assert_int_equal(pair[3 * r + 1], 0);
        assert_int_equal(pair[3 * r + 2], (uint16_t)(2 * r + 2));
    }
}

/// Twice: the second dispatch begins with the room that the first one needed.
static void run_case(const struct case_of *one)
{
    void *state = NULL;
    assert_int_equal(stage_open(&state), 0);
    struct stage *s = state;
    stage_use(s, one->device);
    uint32_t *x = numbers(), sum[2] = {3, 0}, now[2], found;
    vy_buffer *seen = seen_of(s, 5);
    vy_pipeline *p = stage_pipeline(s, text);
    for (uint32_t time = 0; time < 2; time++) {
        void *at = NULL, *pair = NULL;
        uint64_t at_bytes = 1, pair_bytes = 1;
        vy_stats stats;
        vy_arg args[] = {vy_arg_in("x", x, ITEMS * sizeof *x),
                         vy_arg_inout("sum", sum, sizeof sum),
                         vy_arg_buffer("seen", seen),
                         vy_arg_out("found", &found, sizeof found),
                         vy_arg_out_alloc("at", &at, &at_bytes),
                         vy_arg_out_alloc("pair", &pair, &pair_bytes),
                         vy_arg_end()};
        assert_int_equal(
            vy_dispatch(p, vy_dispatch_params(.args = args, .route = one->route, .sorted = true),
                        &stats),
            VY_OK);
        assert_int_equal(stats.reruns, !time);
        assert_int_equal(stats.counts[0].found, ITEMS / 2);
        assert_int_equal(stats.counts[1].kept, ITEMS / 2);
        check_rows(at, at_bytes, pair, pair_bytes);
        assert_int_equal(found, ITEMS / 2);
        assert_int_equal(sum[0], 3 + (time + 1) * ITEMS); // each run began with what was given
        assert_int_equal(sum[1], time ? 10 + ITEMS : 5);
        assert_int_equal(vy_buffer_download(seen, 0, now, sizeof now), VY_OK);
        assert_int_equal(now[0], 5 + (time + 1) * ITEMS);
        assert_int_equal(now[1], 77);
        vy_memory_free(s->context, at);
        vy_memory_free(s->context, pair);
    }
    vy_buffer_destroy(&seen);
    vy_pipeline_destroy(&p);
    free(x);
    stage_close(&state);
}

static void on_every_route(void **unused)
{
    static const struct case_of cases[] = {{"oracle", VY_ROUTE_AUTO},
                                           {"oracle", VY_ROUTE_RESIDENT},
                                           {"oracle", VY_ROUTE_HOST},
                                           {"oracle-dirty", VY_ROUTE_AUTO}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        run_case(&cases[i]);
}

static void on_cpu(void **unused)
{
    (void)unused;
    if (!stage_has("cpu"))
        skip();
    for (vy_route route = VY_ROUTE_AUTO; route <= VY_ROUTE_HOST; route++)
        run_case(&(struct case_of){"cpu", route});
}

static void on_vulkan(void **unused)
{
    (void)unused;
    if (!stage_has("vulkan"))
        skip();
    run_case(&(struct case_of){"vulkan", VY_ROUTE_AUTO});
}

static void on_cuda(void **unused)
{
    int code;
    bool real;
    (void)unused;
    if (!gpu_or_interpreter(&code, &real))
        skip();
    run_case(&(struct case_of){"cuda", VY_ROUTE_AUTO});
}

// ---- memory of the caller's ----
static const char simple[] = "program simple\n"
                             "in x : u32[]\n"
                             "out found : atomic u32[1]\n"
                             "out at : u32[] @count(found)\n"
                             "out room : u32[1]\n"
                             "each i in 0..len(x) {\n"
                             "    let r = atomic_add(found[0], 1)\n"
                             "    if r < len(at) { at[r] = x[i] }\n"
                             "}\n"
                             "each i in 0..1 { room[0] = len(at) }\n";

static const char adds[] = "program adds\n"
                           "inout total : atomic u32[3]\n"
                           "out found : atomic u32[1]\n"
                           "out at : u32[] @count(found)\n"
                           "each i in 0..20000 {\n"
                           "    total[1] += 1\n"
                           "    at[atomic_add(found[0], 1)] = i\n"
                           "}\n";

/// An inout buffer of the device's that is bound in place.
static void in_a_buffer_of_the_caller(void **state)
{
    struct stage *s = *state;
    uint32_t total[3] = {1, 2, 3}, found;
    void *at = NULL;
    uint64_t bytes;
    vy_stats stats;
    vy_buffer *buffer = NULL;
    assert_int_equal(vy_buffer_create(s->device,
                                      vy_buffer_params(.bytes = sizeof total, .data = total),
                                      &buffer),
                     VY_OK);
    vy_pipeline *p = stage_pipeline(s, adds);
    vy_pending *pending = NULL;
    vy_arg args[] = {vy_arg_buffer("total", buffer), vy_arg_out("found", &found, sizeof found),
                     vy_arg_out_alloc("at", &at, &bytes), vy_arg_end()};
    assert_int_equal(vy_dispatch_begin(p, vy_dispatch_params(.args = args), &pending), VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, &stats), VY_OK);
    assert_int_equal(stats.reruns, 1);
    assert_int_equal(bytes, 20000 * sizeof(uint32_t));
    assert_int_equal(vy_buffer_download(buffer, 0, total, sizeof total), VY_OK);
    assert_int_equal(total[0], 1);
    assert_int_equal(total[1], 20002);
    assert_int_equal(total[2], 3);
    vy_memory_free(s->context, at);
    vy_buffer_destroy(&buffer);
    vy_pipeline_destroy(&p);
}

/// Memory of the caller's does not grow: the rows that are lost are an error that names the room.
static void memory_of_a_fixed_size(void **state)
{
    struct stage *s = *state;
    uint32_t *x = numbers(), at[FIXED + 1], found, room;
    vy_stats stats;
    vy_pipeline *p = stage_pipeline(s, simple);
    vy_buffer *resident = NULL;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = FIXED * 4 + 3), &resident), VY_OK);
    for (uint32_t k = 0; k < 2; k++) {
        at[FIXED] = 0xabcd;
        vy_arg args[] = {vy_arg_in("x", x, ITEMS * sizeof *x),
                         vy_arg_out("found", &found, sizeof found),
                         k ? vy_arg_buffer("at", resident) : vy_arg_out("at", at, FIXED * 4 + 3),
                         vy_arg_out("room", &room, sizeof room), vy_arg_end()};
        assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), &stats), VY_ERROR_ROWS);
        SAID(s, "V175", "70000 rows", "100 kept", "bind at least 70000 rows");
        assert_int_equal(room, FIXED);
        assert_int_equal(stats.reruns, 0);
        assert_int_equal(found, ITEMS);
        assert_int_equal(
            vy_dispatch(p, vy_dispatch_params(.args = args, .allow_lost_rows = true), &stats),
            VY_OK);
        assert_int_equal(stats.counts[0].kept, FIXED);
    }
    vy_buffer_destroy(&resident);
    vy_pipeline_destroy(&p);
    free(x);
}

/// As many bytes as the library would begin with are asked for where nothing is bound.
static void first_room(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, simple);
    uint64_t bytes = 0;
    vy_arg args[] = {vy_arg_in("x", "", 0), vy_arg_end()};
    assert_int_equal(vy_pipeline_buffer_bytes(p, args, "at", &bytes), VY_OK);
    assert_int_equal(bytes, 65536);
    vy_pipeline_destroy(&p);
}

/// No room is enough: the program counts one row more than there is.
static void rows_that_follow_the_room(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, "program chases\n"
                                       "out found : u32[1]\n"
                                       "out at : u32[] @count(found)\n"
                                       "each i in 0..1 { found[0] = len(at) + 1 }\n");
    void *at = NULL;
    uint64_t bytes;
    uint32_t found;
    vy_stats stats;
    vy_arg args[] = {vy_arg_out("found", &found, sizeof found), vy_arg_out_alloc("at", &at, &bytes),
                     vy_arg_end()};
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), &stats), VY_ERROR_ROWS);
    assert_int_equal(stats.reruns, 7);
    SAID(s, "V175");
    vy_memory_free(s->context, at);
    vy_pipeline_destroy(&p);
}

/// Each allocation of a dispatch that runs twice fails once: nothing is left behind, and the next
/// dispatch is right.
static void without_memory(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, adds);
    vy_buffer *buffer = NULL;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 12), &buffer), VY_OK);
    for (uint64_t n = 1, failed = 1; failed; n++) {
        uint32_t found = 0;
        void *at = NULL;
        uint64_t bytes = 0;
        vy_arg args[] = {vy_arg_buffer("total", buffer), vy_arg_out("found", &found, sizeof found),
                         vy_arg_out_alloc("at", &at, &bytes), vy_arg_end()};
        s->alloc.calls = s->alloc.failed = 0;
        s->alloc.fail_at = n;
        vy_status status = vy_dispatch(p, vy_dispatch_params(.args = args), NULL);
        s->alloc.fail_at = 0;
        failed = s->alloc.failed;
        assert_true(status == VY_OK || (failed && status == VY_ERROR_MEMORY && !at));
        vy_memory_free(s->context, at);
        at = NULL;
        assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), NULL), VY_OK);
        assert_int_equal(bytes, 20000 * sizeof(uint32_t));
        vy_memory_free(s->context, at);
        vy_pipeline_destroy(&p); // so that the next one begins with little room
        p = stage_pipeline(s, adds);
    }
    vy_buffer_destroy(&buffer);
    vy_pipeline_destroy(&p);
}

// ---- other callers ----
static void race_check_makes_room(void **state)
{
    struct stage *s = *state;
    uint32_t *x = numbers();
    vy_race_report report;
    vy_program *program = stage_parse(s, simple);
    vy_arg args[] = {vy_arg_in("x", x, ITEMS * sizeof *x), vy_arg_end()};
    assert_int_equal(vy_check_race(program, vy_race_params(.args = args, .schedules = 2), &report),
                     VY_OK);
    assert_null(report.lost);
    assert_int_equal(report.out_of_bounds, 0);
    vy_program_destroy(&program);
    // One row of many depends on the schedule: it is found, as all rows are compared.
    program = stage_parse(s, "program first\nin x : u32[]\nout found : atomic u32[1]\n"
                             "out at : u32[] @count(found)\n"
                             "each i in 0..len(x) {\n    let r = atomic_add(found[0], 1)\n"
                             "    at[r] = r == 0 ? i : 0\n}\n");
    assert_int_equal(vy_check_race(program, vy_race_params(.args = args, .schedules = 2), &report),
                     VY_ERROR_RACE);
    assert_int_equal(report.verdict, VY_VERDICT_UNSETTLED);
    assert_string_equal(report.differs, "at");
    assert_null(report.lost);
    SAID(s, "depends");
    vy_program_destroy(&program);
    free(x);
}

/// A buffer of a graph has the room that it was made with, on the device's own path too.
static void a_graph_has_a_fixed_size(void **state)
{
    static const char find[] = "program find in x : u32[4] out n : atomic u32[1]\n"
                               "out hit : u32[] @count(n)\n"
                               "each i in 0..4 { if x[i] > 4 { hit[atomic_add(n[0], 1)] = x[i] } }";
    static const char sum[] = "program sum in n : u32[1] in hit : u32[] out y : u32[1]\n"
                              "each i in 0..1 { y[0] = n[0] * 1000 + hit[0] + hit[1] }";
    struct stage *s = *state;
    static const char *const devices[] = {"oracle", "cpu"};
    for (size_t k = 0; k < 2 && (!k || stage_has(devices[k])); k++) {
        uint32_t x[4] = {9, 7, 5, 3}, y = 0, n, hit;
        vy_graph *graph = NULL;
        stage_use(s, devices[k]);
        vy_pipeline *a = stage_pipeline(s, find), *b = stage_pipeline(s, sum);
        assert_int_equal(vy_graph_create(s->device, NULL, &graph), VY_OK);
        assert_int_equal(vy_graph_buffer(graph, vy_graph_buffer_params(.bytes = 4), &n), VY_OK);
        assert_int_equal(vy_graph_buffer(graph, vy_graph_buffer_params(.bytes = 8), &hit), VY_OK);
        const vy_arg finds[] = {vy_arg_in("x", x, sizeof x), vy_arg_slot("n", n),
                                vy_arg_slot("hit", hit), vy_arg_end()};
        const vy_arg sums[] = {vy_arg_slot("n", n), vy_arg_slot("hit", hit), vy_arg_out("y", &y, 4),
                               vy_arg_end()};
        assert_int_equal(vy_graph_wave(graph, a, vy_graph_wave_params(.args = finds), NULL), VY_OK);
        assert_int_equal(vy_graph_wave(graph, b, vy_graph_wave_params(.args = sums), NULL), VY_OK);
        assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_ERROR_ROWS);
        SAID(s, "V175", "3 rows found, 2 kept in 'hit'", "bind at least 3 rows");
        x[0] = 0;
        assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_OK);
        assert_int_equal(y, 2012);
        vy_graph_destroy(&graph);
        vy_pipeline_destroy(&a);
        vy_pipeline_destroy(&b);
    }
}

static void what_cannot_grow(void **state)
{
    struct stage *s = *state;
    static const char *const texts[] = {
        "program a out found : atomic u32[1] out at : u32[]\neach i in 0..1 { at[i] = 1 }\n",
        "program a out found : atomic u32[1] scratch at : u32[] @count(found)\n"
        "each i in 0..1 { at[i] = 1 }\n",
        "program a service out found : atomic u32[1] out at : u32[] @count(found)\n"
        "workgroup 1 grid 1\nat[0] = 1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        vy_program *program = NULL;
        vy_status status =
            vy_program_parse(s->context, vy_parse_params(.text = texts[i]), &program);
        if (!status)
            status = vy_program_verify(program);
        assert_int_not_equal(status, VY_OK);
        SAID(s, i == 1 ? "error" : "V080");
        vy_program_destroy(&program);
    }
}

int main(void)
{
#define STAGE_TEST(test) cmocka_unit_test_setup_teardown(test, stage_open, stage_close)
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_every_route),
                                       cmocka_unit_test(on_cpu),
                                       cmocka_unit_test(on_vulkan),
                                       cmocka_unit_test(on_cuda),
                                       STAGE_TEST(in_a_buffer_of_the_caller),
                                       STAGE_TEST(memory_of_a_fixed_size),
                                       STAGE_TEST(first_room),
                                       STAGE_TEST(rows_that_follow_the_room),
                                       STAGE_TEST(without_memory),
                                       STAGE_TEST(race_check_makes_room),
                                       STAGE_TEST(a_graph_has_a_fixed_size),
                                       STAGE_TEST(what_cannot_grow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
