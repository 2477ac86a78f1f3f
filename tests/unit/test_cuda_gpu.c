// The cuda device on a real GPU: memory, launches, grid barriers, what programs say, threads.
// Skipped, and said so, where there is no GPU.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "support/gpu.h"
#include "support/named.h"
#include "support/stage.h"

// ---- memory ----
static void bytes_come_back(void **state)
{
    struct stage *s = *state;
    static const uint64_t sizes[] = {1, 3, 4096, 131073, 9 << 20, (200 << 20) + 5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *up = malloc(sizes[i]), *down = calloc(sizes[i], 1);
        for (uint64_t k = 0; k < sizes[i]; k++)
            up[k] = (uint8_t)(k * 31 + (k >> 11));
        vy_buffer *b = gpu_buffer(s, sizes[i], up);
        double times[4] = {gpu_now_us()};
        assert_int_equal(vy_buffer_download(b, 0, down, sizes[i]), VY_OK);
        times[1] = gpu_now_us();
        assert_memory_equal(up, down, sizes[i]);
        times[2] = gpu_now_us();
        assert_int_equal(vy_buffer_upload(b, 0, down, sizes[i]), VY_OK);
        times[3] = gpu_now_us();
        assert_int_equal(vy_buffer_download(b, 0, down, sizes[i]), VY_OK);
        if (sizes[i] > 1 << 20)
            print_message("%.0f MiB: %.1f GB/s down to fresh pages, %.1f up, %.1f down again\n",
                          (double)sizes[i] / (1 << 20),
                          (double)sizes[i] / (times[1] - times[0]) / 1e3,
                          (double)sizes[i] / (times[3] - times[2]) / 1e3,
                          (double)sizes[i] / (gpu_now_us() - times[3]) / 1e3);
        vy_buffer_destroy(&b);
        free(up);
        free(down);
    }
}

static void fills_repeat_the_pattern(void **state)
{
    gpu_check_fills(*state);
}

static void buffers_beyond_four_gibibytes(void **state)
{
    struct stage *s = *state;
    vy_device_info info;
    const uint64_t bytes = (uint64_t)5 << 30, far = ((uint64_t)4 << 30) + 12345;
    uint32_t up = 0xfeedbeef, down = 0;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    if (info.memory < 3 * bytes) {
        print_message("skipped: the GPU has %llu bytes\n", (unsigned long long)info.memory);
        return;
    }
    vy_buffer *b = gpu_buffer(s, bytes, NULL);
    assert_int_equal(vy_buffer_upload(b, far, &up, 4), VY_OK);
    assert_int_equal(vy_buffer_download(b, far, &down, 4), VY_OK);
    assert_int_equal(down, up);
    assert_int_equal(vy_buffer_download(b, far - ((uint64_t)4 << 30), &down, 4), VY_OK);
    assert_int_equal(down, 0);
    vy_pipeline *p = stage_pipeline(s, "program far\n"
                                       "inout x : u64[]\n"
                                       "each i in 0..len(x) { x[i] = u64(i) * 3 }\n");
    vy_stats stats;
    if (vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", b))), &stats))
        fail_msg("%s", s->log.text);
    uint64_t last = 0;
    assert_int_equal(vy_buffer_download(b, bytes - 8, &last, 8), VY_OK);
    assert_true(last == (bytes / 8 - 1) * 3);
    print_message("5 GiB stored in %.2f ms\n", stats.device_ms);
    vy_pipeline_destroy(&p);
    vy_buffer_destroy(&b);
}

static void running_out_of_memory_is_an_error(void **state)
{
    struct stage *s = *state;
    vy_buffer *all[400] = {0}, *b = NULL;
    int count = 0;
    uint32_t word = 7;
    while (count < 400 &&
           !vy_buffer_create(s->device, vy_buffer_params(.bytes = (uint64_t)1 << 30), &all[count]))
        count++;
    assert_true(count > 0 && count < 400);
    stage_said(s, (const char *[]){"has no room", NULL});
    vy_buffer_destroy(&all[0]);
    b = gpu_buffer(s, 4, &word); // the device goes on
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_OK);
    assert_int_equal(word, 7);
    vy_buffer_destroy(&b);
    for (int i = 0; i < count; i++)
        vy_buffer_destroy(&all[i]);
    b = gpu_buffer(s, (uint64_t)8 << 30, NULL); // what was given back is of use to others
    vy_buffer_destroy(&b);
}

// ---- launches ----
static void dispatches_run(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, gpu_add_text);
    for (uint32_t n = 1; n < 3000000; n = n * 3 + 7)
        if (gpu_add(p, n, n % 5))
            fail_msg("%u: %s", n, s->log.text);
    vy_pipeline_destroy(&p);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { TIMES = 2000 };
static double took[TIMES];

static void show_times(const char *what)
{
    qsort(took, TIMES, sizeof *took, by_value);
    print_message("an empty %s: %.1f us p50, %.1f us p99\n", what, took[TIMES / 2],
                  took[TIMES * 99 / 100]);
}

/// What launching costs at all, in the same context.
static void time_raw(void)
{
    static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                              ".visible .entry nothing()\n{\nret;\n}\n";
    struct vyi_cuda_driver cu;
    cu_context context, ours;
    cu_module module;
    cu_function function;
    cu_stream stream;
    cu_device gpu;
    assert_null(vyi_cuda_driver_open(&cu));
    assert_int_equal(cu.device_get(&gpu, 0), 0);
    assert_int_equal(cu.primary_retain(&context, gpu), 0);
    assert_int_equal(cu.push(context), 0);
    assert_int_equal(cu.module_load(&module, ptx, 0, NULL, NULL), 0);
    assert_int_equal(cu.module_function(&function, module, "nothing"), 0);
    assert_int_equal(cu.stream_create(&stream, CU_STREAM_ALONE), 0);
    for (int i = 0; i < TIMES; i++) {
        double start = gpu_now_us();
        assert_int_equal(cu.launch(function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, NULL), 0);
        assert_int_equal(cu.stream_wait(stream), 0);
        took[i] = gpu_now_us() - start;
    }
    show_times("launch of the driver's");
    cu.stream_destroy(stream);
    cu.module_unload(module);
    cu.pop(&ours);
    assert_int_equal(cu.primary_release(gpu), 0);
}

static void time_dispatch(struct stage *s, const char *what, const char *text, bool stats)
{
    vy_pipeline *p = stage_pipeline(s, text);
    vy_buffer *b = gpu_buffer(s, 4, NULL);
    vy_stats got;
    for (int i = 0; i < TIMES; i++) {
        double start = gpu_now_us();
        assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", b))),
                                     stats ? &got : NULL),
                         VY_OK);
        took[i] = gpu_now_us() - start;
    }
    show_times(what);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

static void an_empty_dispatch_is_cheap(void **state)
{
    struct stage *s = *state;
    static const char nothing[] = "program nothing\n"
                                  "inout x : u32[]\n"
                                  "workgroup 32 grid 32\n"
                                  "if len(x) == 0 { x[0] = 1 }\n";
    time_raw();
    time_dispatch(s, "dispatch", nothing, false);
    time_dispatch(s, "dispatch with times", nothing, true);
    time_dispatch(s, "dispatch with a barrier",
                  "program meet\ninout x : u32[]\nworkgroup 256 grid 33792\n"
                  "if gid.x == 0 { x[0] = 1 } barrier grid if x[0] == 0 { x[0] = gid.x }\n",
                  false);
    time_dispatch(s, "dispatch with a fixpoint",
                  "program fix\ninout x : u32[]\nworkgroup 256 grid 33792\n"
                  "fixpoint k in 0..2 { if x[0] == k + 5 { again } }\n",
                  false);
    time_raw();
}

// ---- grid barriers ----
static const char rounds_text[] = "program rounds\n"
                                  "param n : u32\n"
                                  "param times : u32\n"
                                  "inout x : u32[n]\n"
                                  "inout y : u32[n]\n"
                                  "workgroup 256 grid n\n"
                                  "let me = gid.x\n"
                                  "for k in 0..times {\n"
                                  "    x[me] = y[(me + 257) % n] + 1\n"
                                  "    barrier grid\n"
                                  "    y[me] = x[(me + 511) % n]\n"
                                  "    barrier grid\n"
                                  "}\n";

static void barriers_order_the_grid(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, rounds_text);
    static const uint32_t groups[] = {1, 2, 132, 264, 1056, 20000};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (int turns = 0; turns < 2; turns++) {
            uint32_t n = groups[i] * 256, times = groups[i] < 2000 ? 1000 : 50;
            vy_buffer *x = gpu_buffer(s, n * 4ull, NULL), *y = gpu_buffer(s, n * 4ull, NULL);
            uint32_t *down = calloc(n, 4);
            vy_stats stats;
            cuda_virtual_groups(s->device, turns);
            if (vy_dispatch(p,
                            vy_dispatch_params(.route = VY_ROUTE_NATIVE, .deadline_ms = 20000,
                                               .args = vy_args(
                                                   vy_arg_buffer("x", x), vy_arg_buffer("y", y),
                                                   vy_arg_u32("n", n), vy_arg_u32("times", times))),
                            &stats))
                fail_msg("%u groups: %s", groups[i], s->log.text);
            assert_int_equal(vy_buffer_download(y, 0, down, n * 4ull), VY_OK);
            for (uint32_t k = 0; k < n; k++)
                if (down[k] != times)
                    fail_msg("%u groups, turns %d: y[%u] is %u", groups[i], turns, k, down[k]);
            print_message("%u groups, turns %d: %.2f us a barrier\n", groups[i], turns,
                          stats.device_ms * 1e3 / (2.0 * times));
            free(down);
            vy_buffer_destroy(&x);
            vy_buffer_destroy(&y);
        }
    cuda_virtual_groups(s->device, -1);
    vy_pipeline_destroy(&p);
}

static const char count_text[] = "program count\n"
                                 "out x : u32[1]\n"
                                 "workgroup 256 grid 256 * 132\n"
                                 "fixpoint k in 0..20000 {\n"
                                 "    if gid.x == 0 { x[0] = k + 1 }\n"
                                 "    if k < 9999 { again }\n"
                                 "}\n";

static void count(struct stage *s, vy_route route, const char *how)
{
    vy_pipeline *p = stage_pipeline(s, count_text);
    uint32_t x = 0;
    vy_stats stats;
    if (vy_dispatch(p,
                    vy_dispatch_params(.route = route, .deadline_ms = 60000,
                                       .args = vy_args(vy_arg_out("x", &x, 4))),
                    &stats))
        fail_msg("%s", s->log.text);
    assert_int_equal(x, 10000);
    assert_int_equal(stats.passes, 10000);
    assert_true(stats.converged);
    print_message("%s: %.2f us a pass%s\n", vy_route_name(route), stats.device_ms / 10, how);
    vy_pipeline_destroy(&p);
}

static void fixpoints_count_their_passes(void **state)
{
    struct stage *s = *state;
    count(s, VY_ROUTE_NATIVE, "");
    count(s, VY_ROUTE_RESIDENT, "");
    cuda_option("conditions", "0");
    stage_use(s, "cuda");
    count(s, VY_ROUTE_RESIDENT, ", without conditions");
    cuda_option("conditions", NULL);
}

// ---- what programs say ----
static void keep_line(void *user, const char *line)
{
    strcat(user, line);
    strcat(user, "|");
}

static void programs_speak(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, "program say\n"
                                       "in x : u32[]\n"
                                       "workgroup 32 grid len(x)\n"
                                       "if gid.x == 2 { print \"{} of {}\", x[2], len(x) }\n"
                                       "if gid.x < len(x) {\n"
                                       "    assert x[gid.x] < 10, \"{} is too large\", x[gid.x]\n"
                                       "}\n");
    uint32_t x[5000] = {5, 6, 7};
    char lines[200] = "";
    vy_stats stats;
    for (int i = 0; i < 3; i++) {
        lines[0] = 0;
        if (vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x)),
                                           .print = keep_line, .print_user = lines),
                        &stats))
            fail_msg("%s", s->log.text);
        assert_string_equal(lines, "7 of 5000|");
        assert_int_equal(stats.printed, 1);
    }
    for (uint32_t i = 900; i < 5000; i++)
        x[i] = i;
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x))), NULL),
        VY_ERROR_ASSERT);
    stage_said(s, (const char *[]){"900 is too large", "invocation 900", NULL});
    vy_pipeline_destroy(&p);
}

// ---- many at once ----
static void *dispatch_often(void *data)
{
    vy_pipeline *p = data;
    for (uint32_t i = 0; i < 200; i++)
        if (gpu_add(p, 1000 + i * 37, i))
            return p;
    return NULL;
}

static void *count_often(void *data)
{
    vy_pipeline *p = data;
    for (uint32_t i = 0; i < 40; i++) {
        vy_route route = i % 2 ? VY_ROUTE_RESIDENT : VY_ROUTE_NATIVE;
        uint32_t x[64], y[64];
        for (uint32_t k = 0; k < 64; k++)
            x[k] = k * i;
        if (vy_dispatch(
                p,
                vy_dispatch_params(.route = route, .args = vy_args(vy_arg_in("x", x, sizeof x),
                                                                   vy_arg_out("y", y, sizeof y))),
                NULL))
            return p;
        for (uint32_t k = 0; k < 64; k++)
            if (y[k] != (63 - k) * i + 20)
                return p;
    }
    return NULL;
}

static void run_threads(void *(*task)(void *), vy_pipeline *p)
{
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, task, p), 0);
    for (int i = 0; i < 8; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    vy_pipeline_destroy(&p);
}

static void threads_share_it(void **state)
{
    struct stage *s = *state;
    run_threads(dispatch_often, stage_pipeline(s, gpu_add_text));
    run_threads(count_often, stage_pipeline(s, "program often\n"
                                               "in x : u32[64]\n"
                                               "out y : u32[64]\n"
                                               "scratch t : u32[64]\n"
                                               "workgroup 32 grid 64\n"
                                               "t[gid.x] = x[gid.x]\n"
                                               "fixpoint k in 0..20 { t[gid.x] += 1 again }\n"
                                               "barrier grid\n"
                                               "y[gid.x] = t[63 - gid.x]\n"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, gpu_stage_open, stage_close)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bytes_come_back),
        TEST(fills_repeat_the_pattern),
        TEST(buffers_beyond_four_gibibytes),
        TEST(running_out_of_memory_is_an_error),
        TEST(dispatches_run),
        TEST(an_empty_dispatch_is_cheap),
        TEST(barriers_order_the_grid),
        TEST(fixpoints_count_their_passes),
        TEST(programs_speak),
        TEST(threads_share_it),
    };
    int code;
    if (!gpu_here(&code))
        return code;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
