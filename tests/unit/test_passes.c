// Passes as pipelines run them, on the cpu device and on cuda or what interprets its code: lanes
// that add together, code that is kept apart, memory that is not needed, messages that name the
// user's lines.
#include "support/gpu.h"
#include "support/log.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static vy_context *context;
static struct test_log log_;
static const char *devices[] = {"cpu", "cuda"};
enum { DEVICES = 2, N = 1000, ROUNDS = 5 };

static int setup(void **state)
{
    (void)state;
    return vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_), &context);
}

static int teardown(void **state)
{
    (void)state;
    vy_context_destroy(&context);
    return 0;
}

static vy_program *parse(const char *text)
{
    vy_program *p = NULL;
    test_log_clear(&log_);
    if (vy_program_parse(context, vy_parse_params(.text = text, .memory_only = true), &p))
        fail_msg("%s\n%s", log_.text, text);
    return p;
}

static vy_device *open_device(const char *name, const char *cache, vy_level level)
{
    vy_device *device = NULL;
    if (vy_device_open(context,
                       vy_device_params(.name = name, .cache = cache, .threads = 2, .level = level),
                       &device))
        fail_msg("%s", log_.text);
    return device;
}

// ---- lanes that add together ----
/// Rows are taken from one counter in a divergent branch, and from one of several in a loop that
/// lanes leave at different times.
static const char appends[] = "program appends\n"
                              "in x: u32[1000]\n"
                              "out found: atomic u32[1]\n"
                              "out rows: u32[1000]\n"
                              "out each_found: atomic u32[5]\n"
                              "out each_rows: u32[5, 1000]\n"
                              "out down: atomic i64[1]\n"
                              "out sum: atomic u32[1]\n"
                              "out past: u32[1000]\n"
                              "out fifths: atomic u32[5]\n"
                              "each i in 0..1000 {\n"
                              "    if x[i] % 3 == 1 {\n"
                              "        let s = atomic_add(found[0], 1)\n"
                              "        rows[s] = i + 1\n"
                              "        past[i] = atomic_add(found[7], 1)\n"
                              "    }\n"
                              "    var k = 0\n"
                              "    while k < x[i] % 5 {\n"
                              "        let s = atomic_add(each_found[k], 1)\n"
                              "        each_rows[k, s] = i + 1\n"
                              "        k += 1\n"
                              "    }\n"
                              "    for j in 0..x[i] % 4 { each_found[j] += 0 }\n"
                              "    let d = atomic_sub(down[0], 3)\n"
                              "    assert d <= 0 && d % 3 == 0, \"{}\", d\n"
                              "    sum[0] += x[i]\n"
                              "    fifths[i % 5] += 1\n"
                              "}\n";

/// Whether `count` entries are different elements that pass, and the rest are none.
static void check_rows(const uint32_t *rows, uint32_t count, const uint32_t *x, uint32_t round)
{
    static bool seen[N + 1];
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < N; i++) {
        assert_true(i < count ? rows[i] >= 1 && rows[i] <= N : !rows[i]);
        if (i >= count)
            continue;
        uint32_t v = x[rows[i] - 1];
        assert_true(round == ROUNDS ? v % 3 == 1 : v % 5 > round);
        assert_false(seen[rows[i]]);
        seen[rows[i]] = true;
    }
}

static void append(const char *name, vy_level level, const char *no_passes)
{
    static uint32_t x[N], rows[N], each_rows[ROUNDS][N], past[N];
    uint32_t found = 0, each_found[ROUNDS] = {0}, sum = 0, want = 0, want_each[ROUNDS] = {0},
             want_sum = 0, fifths[5] = {0};
    int64_t down = 0;
    vy_program *p = parse(appends);
    vy_device *device = open_device(name, "", level);
    vy_pipeline *pipeline = NULL;
    for (uint32_t i = 0; i < N; i++) {
        x[i] = (i * 2654435761u) >> 9;
        want += x[i] % 3 == 1;
        for (uint32_t k = 0; k < ROUNDS; k++)
            want_each[k] += x[i] % 5 > k;
        want_sum += x[i];
    }
    vy_status status =
        vy_pipeline_create(device, p, vy_pipeline_params(.no_passes = no_passes), &pipeline);
    if (!status)
        status = vy_dispatch(
            pipeline,
            vy_dispatch_params(.args =
                                   vy_args(vy_arg_in("x", x, sizeof x),
                                           vy_arg_out("found", &found, sizeof found),
                                           vy_arg_out("rows", rows, sizeof rows),
                                           vy_arg_out("each_found", each_found, sizeof each_found),
                                           vy_arg_out("each_rows", each_rows, sizeof each_rows),
                                           vy_arg_out("down", &down, sizeof down),
                                           vy_arg_out("sum", &sum, sizeof sum),
                                           vy_arg_out("past", past, sizeof past),
                                           vy_arg_out("fifths", fifths, sizeof fifths))),
            NULL);
    if (status)
        fail_msg("%s: %s", name, log_.text);
    assert_int_equal(found, want);
    check_rows(rows, want, x, ROUNDS);
    for (uint32_t k = 0; k < ROUNDS; k++) {
        assert_int_equal(each_found[k], want_each[k]);
        check_rows(each_rows[k], want_each[k], x, k);
    }
    assert_true(down == -3 * N);
    assert_int_equal(sum, want_sum);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(past[i], 0); // out of bounds
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(fifths[i], N / 5); // neighbours add to different elements
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    vy_device_close(&device);
}

static void appended_rows_are_all_there(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DEVICES; i++) {
        append(devices[i], VY_LEVEL_FULL, NULL);
        append(devices[i], VY_LEVEL_NONE, NULL);
        append(devices[i], VY_LEVEL_FULL, "aggregate");
    }
}

// ---- code ----
static void code_is_kept_apart(void **state)
{
    char folder[256], command[280];
    const char *base = getenv("TMPDIR");
    vy_program *p = parse(appends);
    vy_pipeline *with = NULL, *without = NULL, *again = NULL;
    vy_pass_stats passes[32];
    vy_cache_stats stats;
    (void)state;
    snprintf(folder, sizeof folder, "%s/vyre-passes-XXXXXX", base ? base : P_tmpdir);
    assert_non_null(mkdtemp(folder));
    vy_device *device = open_device("cpu", folder, VY_LEVEL_NONE);
    assert_int_equal(vy_pipeline_create(device, p, NULL, &with), VY_OK);
    assert_int_equal(
        vy_pipeline_create(device, p, vy_pipeline_params(.no_passes = "aggregate"), &without),
        VY_OK);
    assert_int_equal(vy_pipeline_create(device, p, vy_pipeline_params(.fresh = true), &again),
                     VY_OK);
    assert_int_equal(vy_device_cache_stats(device, &stats), VY_OK);
    assert_int_equal(stats.compiled, 2);
    assert_int_equal(stats.loaded, 1);
    size_t count = vy_pipeline_passes(without, passes, 32);
    assert_true(count > 5 && count < 32);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(passes[i].name, vy_pass_name((uint32_t)i));
        assert_int_equal(passes[i].left_out, !strcmp(passes[i].name, "aggregate"));
    }
    assert_int_equal(vy_pipeline_passes(with, NULL, 0), count);
    vy_pipeline_destroy(&with);
    vy_pipeline_destroy(&without);
    vy_pipeline_destroy(&again);
    vy_device_close(&device);
    assert_int_equal(
        vy_device_open(context, vy_device_params(.name = "cpu", .no_passes = "ded"), &device),
        VY_ERROR_ARGUMENT);
    vy_program_destroy(&p);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

// ---- memory ----
static void dead_scratch_takes_no_memory(void **state)
{
    // 200 GB of what is written and never read, and of what is not used at all.
    vy_program *p = parse("program p\n"
                          "scratch a: u64[4294967295]\nscratch b: u64[4294967295]\n"
                          "scratch c: u64[4294967295]\nscratch d: u64[4294967295]\n"
                          "scratch e: u64[4294967295]\nscratch f: u64[4294967295]\n"
                          "out y: u32[64]\n"
                          "workgroup 64\ngrid 64\n"
                          "a[gid.x] = 1\nb[gid.x] = 2\nbarrier grid\ny[gid.x] = len(c) - gid.x\n");
    uint32_t y[64];
    (void)state;
    for (uint32_t i = 0; i < DEVICES; i++)
        for (vy_route route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
            vy_device *device = open_device(devices[i], "", VY_LEVEL_NONE);
            vy_pipeline *pipeline = NULL;
            vy_extent extents[8];
            assert_int_equal(vy_pipeline_create(device, p, NULL, &pipeline), VY_OK);
            if (vy_dispatch(pipeline,
                            vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y)),
                                               .route = route),
                            NULL))
                fail_msg("%s: %s", devices[i], log_.text);
            assert_int_equal(y[5], 4294967290u);
            assert_int_equal(vy_pipeline_extents(pipeline, NULL, extents, 7), VY_OK);
            assert_true(extents[0].bytes == 8 * 4294967295ull);
            vy_pipeline_destroy(&pipeline);
            vy_device_close(&device);
        }
    vy_program_destroy(&p);
}

// ---- messages ----
static void messages_name_the_lines_of_the_text(void **state)
{
    vy_program *p = parse("program p\n"
                          "in x: u32[100]\n"
                          "scratch t: u32[100]\n"
                          "out y: u32[100]\n"
                          "barrier grid\n"
                          "each i in 0..100 { t[i] = x[i] }\n"
                          "each k in 0..100 { y[k] = t[k] }\n"
                          "assert len(x) != 100, \"eight\"\n");
    uint32_t x[100] = {0}, y[100];
    (void)state;
    for (uint32_t i = 0; i < DEVICES; i++) {
        vy_device *device = open_device(devices[i], "", VY_LEVEL_NONE);
        vy_pipeline *pipeline = NULL;
        assert_int_equal(vy_pipeline_create(device, p, NULL, &pipeline), VY_OK);
        test_log_clear(&log_);
        assert_int_equal(
            vy_dispatch(pipeline,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                           vy_arg_out("y", y, sizeof y))),
                        NULL),
            VY_ERROR_ASSERT);
        assert_non_null(strstr(log_.text, "program.vy:8:"));
        assert_non_null(strstr(log_.text, "eight"));
        vy_pipeline_destroy(&pipeline);
        vy_device_close(&device);
    }
    vy_program_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(appended_rows_are_all_there),
        cmocka_unit_test(code_is_kept_apart),
        cmocka_unit_test(dead_scratch_takes_no_memory),
        cmocka_unit_test(messages_name_the_lines_of_the_text),
    };
    int code;
    bool real;
    return gpu_or_interpreter(&code, &real) ? cmocka_run_group_tests(tests, setup, teardown) : code;
}
