// The cuda device on a real GPU: kernels that are stopped, what goes on beside one that does not
// end, and a context that is lost. Skipped, and said so, where there is no GPU.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "dev/cuda/cuda_state.h"
#include "support/gpu.h"
#include "support/harm.h"
#include "support/named.h"
#include "support/stage.h"

static const char count_text[] = "program count\n"
                                 "out x : u32[1]\n"
                                 "workgroup 256 grid 256 * 132\n"
                                 "fixpoint k in 0..20000 {\n"
                                 "    if gid.x == 0 { x[0] = k + 1 }\n"
                                 "    if k < 9999 { again }\n"
                                 "}\n";

// ---- stopping ----
static const char *const endless[] = {
    "program a\ninout x : u32[]\nworkgroup 64 grid 6400\n"
    "var n = len(x) while n != 0 { n += 2 } x[0] = n\n",
    "program b\ninout x : u32[]\nworkgroup 64 grid 6400\n"
    "if wid.x == 3 { loop { x[1] += 1 } } barrier grid x[0] = 1\n",
    "program c\ninout x : u32[]\nworkgroup 64 grid 6400\n"
    "loop { barrier grid x[gid.x] += 1 }\n",
    "program d\ninout x : u32[]\nshared t : u32[64]\nworkgroup 64 grid 6400\n"
    "loop { t[lid.x] += 1 barrier workgroup }\n",
    "program e\ninout x : u32[]\nworkgroup 64 grid 6400\n"
    "fixpoint k in 0..4294967295 { again }\n",
};

static void deadlines_stop_kernels(void **state)
{
    struct stage *s = *state;
    vy_pipeline *sane = stage_pipeline(s, gpu_add_text);
    vy_buffer *x = gpu_buffer(s, 7 * 4, NULL);
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
        for (vy_route route = VY_ROUTE_NATIVE; route <= VY_ROUTE_RESIDENT; route++) {
            vy_pipeline *p = stage_pipeline(s, endless[i]);
            vy_stats stats;
            // Code is made first: the time is for the run.
            (void)vy_dispatch(p,
                              vy_dispatch_params(.route = route, .deadline_ms = 2000,
                                                 .args = vy_args(vy_arg_buffer("x", x))),
                              NULL);
            vy_status status =
                vy_dispatch(p,
                            vy_dispatch_params(.route = route, .deadline_ms = 100,
                                               .args = vy_args(vy_arg_buffer("x", x))),
                            &stats);
            assert_int_equal(status, VY_ERROR_DEADLINE);
            if (stats.wall_ms > 200)
                fail_msg("program %zu, %s: stopped after %.0f ms", i, vy_route_name(route),
                         stats.wall_ms);
            test_log_clear(&s->log);
            assert_int_equal(gpu_add(sane, 1000, 5), VY_OK);
            vy_pipeline_destroy(&p);
        }
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&sane);
}

static void cancelling_stops_kernels(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, endless[0]);
    vy_buffer *x = gpu_buffer(s, 7 * 4, NULL);
    vy_pending *pending = NULL;
    assert_int_equal(
        vy_dispatch_begin(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x))), &pending),
        VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, 50, NULL), VY_ERROR_BUSY);
    double start = gpu_now_us();
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    assert_true(gpu_now_us() - start < 1e5);
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&p);
}

/// The word that stops is cleared before a launch, and that waits for what fills buffers: an order
/// that comes meanwhile must not be lost.
static void deadlines_stop_what_has_not_begun(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, endless[0]);
    vy_buffer *x = gpu_buffer(s, 7 * 4, NULL);
    vy_device_info info;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    vy_buffer *much = gpu_buffer(s, info.memory / 2 & ~(uint64_t)4095, NULL);
    for (int i = 0; i < 3; i++) {
        vy_stats stats;
        for (int k = 0; k < 8; k++)
            assert_int_equal(vy_buffer_fill(much, NULL), VY_OK);
        assert_int_equal(vy_dispatch(p,
                                     vy_dispatch_params(.deadline_ms = 10,
                                                        .args = vy_args(vy_arg_buffer("x", x))),
                                     &stats),
                         VY_ERROR_DEADLINE);
        SAID(s, "deadline");
        print_message("stopped after %.0f ms, behind what fills %.0f GiB eight times\n",
                      stats.wall_ms, (double)info.memory / 2 / (1 << 30));
    }
    vy_buffer_destroy(&much);
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&p);
}

/// What is cleared before a launch, which may take longer than the launch may.
static void deadlines_count_while_memory_is_cleared(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, "program clears\nparam n : u32\nscratch t : u64[n]\n"
                                       "scratch u : u64[n]\nout y : u32[1]\n"
                                       "workgroup 1 grid 1\n"
                                       "y[0] = u32(t[n - 1] + u[n - 1]) + n\n");
    vy_device_info info;
    vy_stats stats;
    uint32_t y = 0;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    const uint64_t most = 4000000000, n = info.memory / 32 < most ? info.memory / 32 : most;
    const vy_arg *args = vy_args(vy_arg_u32("n", (uint32_t)n), vy_arg_out("y", &y, sizeof y));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), &stats), VY_OK);
        assert_int_equal(y, n);
        double whole = stats.wall_ms;
        vy_status status =
            vy_dispatch(p, vy_dispatch_params(.args = args, .deadline_ms = 3), &stats);
        assert_true(status == VY_OK || status == VY_ERROR_DEADLINE);
        test_log_clear(&s->log);
        print_message("clearing %.0f GiB: %.1f ms, with a deadline of 3 ms %.1f (%s)\n",
                      (double)n * 16 / (1 << 30), whole, stats.wall_ms, vy_status_text(status));
    }
    vy_pipeline_destroy(&p);
}

/// What a device does beside a kernel that does not end, with code that is there: whatever waited
/// for it would wait until its deadline. Code that is not there yet can only be loaded when nothing
/// runs: the driver waits for that, and holds up whoever wants to stop the kernel meanwhile.
static void others_go_on_beside_an_endless_kernel(void **state)
{
    struct stage *s = *state;
    vy_pipeline *endless_one =
        stage_pipeline(s, "program alone\ninout x : u32[]\nworkgroup 32 grid 32\n"
                          "var n = len(x) while n != 0 { n += 2 } x[0] = n\n");
    vy_pipeline *p = stage_pipeline(s, gpu_add_text), *rounds = stage_pipeline(s, count_text);
    vy_pipeline *late = stage_pipeline(s, "program late\nout y : u32[1]\nworkgroup 1 grid 1\n"
                                          "y[0] = 7\n");
    vy_buffer *x = gpu_buffer(s, 7 * 4, NULL);
    vy_pending *pending = NULL;
    vy_stats stats;
    uint32_t count_of = 0;
    assert_int_equal(gpu_add(p, 10, 5), VY_OK);
    assert_int_equal(vy_dispatch(rounds,
                                 vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                                    .args = vy_args(vy_arg_out("x", &count_of, 4))),
                                 &stats),
                     VY_OK);
    const uint64_t much = (64 << 20) + 12;
    uint8_t *up = malloc(much), *down = calloc(much, 1);
    for (uint64_t i = 0; i < much; i++)
        up[i] = (uint8_t)(i * 7 + (i >> 13));
    assert_int_equal(vy_dispatch_begin(endless_one,
                                       vy_dispatch_params(.deadline_ms = 4000,
                                                          .args = vy_args(vy_arg_buffer("x", x))),
                                       &pending),
                     VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, 100, NULL), VY_ERROR_BUSY);
    double start = gpu_now_us();
    const char *slow = NULL;
#define STEP(what, ...)                                                 \
    do {                                                                \
        print_message("beside it: %s\n", what);                         \
        fflush(stdout);                                                 \
        __VA_ARGS__;                                                    \
        if (vy_dispatch_wait(&pending, 0, NULL) != VY_ERROR_BUSY)       \
            fail_msg("%s waited for a kernel that does not end", what); \
        if (gpu_now_us() - start > 1e6)                                 \
            slow = what;                                                \
        start = gpu_now_us();                                           \
    } while (0)
    vy_buffer *b = NULL;
    STEP("a dispatch", assert_int_equal(gpu_add(p, 1000, 5), VY_OK));
    STEP("a dispatch of much", assert_int_equal(gpu_add(p, 3000000, 5), VY_OK));
    STEP("dispatches", for (int i = 0; i < 20; i++) assert_int_equal(gpu_add(p, 1000, 5), VY_OK));
    STEP("memory", b = gpu_buffer(s, much, up));
    STEP("a download", assert_int_equal(vy_buffer_download(b, 0, down, much), VY_OK));
    assert_memory_equal(up, down, much);
    STEP("giving memory back", vy_buffer_destroy(&b));
    count_of = 0;
    STEP("a graph",
         assert_int_equal(
             vy_dispatch(rounds,
                         vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                            .args = vy_args(vy_arg_out("x", &count_of, 4))),
                         &stats),
             VY_OK));
    assert_int_equal(count_of, 10000);
    STEP("destroying code", vy_pipeline_destroy(&p));
    vy_program *fresh = stage_parse(s, "program fresh\nout y : u32[1]\nworkgroup 1 grid 1\n"
                                       "y[0] = 8\n");
    STEP("a pipeline with a deadline",
         assert_int_equal(
             vy_pipeline_create(s->device, fresh, vy_pipeline_params(.deadline_ms = 100), &p),
             VY_ERROR_DEADLINE));
    SAID(s, "V349");
#undef STEP
    print_message("others go on beside an endless kernel%s%s\n", slow ? ", slowly: " : "",
                  slow ? slow : "");
    // Once its time is up, and not before.
    assert_int_equal(
        vy_dispatch(late, vy_dispatch_params(.args = vy_args(vy_arg_out("y", &count_of, 4))), NULL),
        VY_OK);
    assert_int_equal(count_of, 7);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_DEADLINE);
    test_log_clear(&s->log);
    assert_int_equal(
        vy_pipeline_create(s->device, fresh, vy_pipeline_params(.deadline_ms = 10000), &p), VY_OK);
    vy_pipeline_destroy(&p);
    vy_program_destroy(&fresh);
    vy_pipeline_destroy(&late);
    vy_pipeline_destroy(&rounds);
    vy_pipeline_destroy(&endless_one);
    vy_buffer_destroy(&x);
    free(up);
    free(down);
}

/// Of contexts that know nothing of each other: the order to stop a kernel of the one does not wait
/// behind the other, which has to load code.
static void two_devices_share_the_gpu(void **state)
{
    void *second = NULL;
    assert_int_equal(gpu_stage_open(&second), 0);
    struct stage *s = *state, *other = second;
    vy_pipeline *p = stage_pipeline(s, endless[0]), *ready = stage_pipeline(other, gpu_add_text);
    vy_pipeline *late = NULL;
    vy_program *fresh = stage_parse(other, count_text);
    vy_buffer *x = gpu_buffer(s, 7 * 4, NULL);
    vy_pending *pending = NULL;
    assert_int_equal(gpu_add(ready, 1000, 5), VY_OK);
    assert_int_equal(
        vy_dispatch_begin(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x))), &pending),
        VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, 50, NULL), VY_ERROR_BUSY);
    assert_int_equal(
        vy_pipeline_create(other->device, fresh,
                           vy_pipeline_params(.route = VY_ROUTE_NATIVE, .deadline_ms = 500), &late),
        VY_ERROR_DEADLINE);
    SAID(other, "V349");
    assert_int_equal(vy_dispatch_wait(&pending, 0, NULL), VY_ERROR_BUSY);
    double start = gpu_now_us();
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    print_message("stopped after %.1f ms beside another device\n", (gpu_now_us() - start) / 1e3);
    assert_int_equal(vy_pipeline_create(other->device, fresh,
                                        vy_pipeline_params(.route = VY_ROUTE_NATIVE), &late),
                     VY_OK);
    assert_int_equal(gpu_add(ready, 1000, 5), VY_OK);
    vy_pipeline_destroy(&late);
    vy_pipeline_destroy(&ready);
    vy_program_destroy(&fresh);
    assert_int_equal(stage_close(&second), 0);
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&p);
}

// ---- losing it ----
static void a_lost_context_is_told_and_recovered(void **state)
{
    struct stage *s = *state;
    struct harm h;
    vy_pipeline *p = stage_pipeline(s, gpu_add_text), *q;
    vy_buffer *b = gpu_buffer(s, 4, NULL);
    assert_int_equal(gpu_add(p, 1000, 5), VY_OK);
    harm_open(&h);
    harm_do(&h);
    assert_int_equal(harm_wait(&h), CU_ILLEGAL_ADDRESS);
    harm_close(&h);
    assert_int_equal(gpu_add(p, 1000, 5), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"lost", "ILLEGAL_ADDRESS", NULL});
    assert_int_equal(gpu_add(p, 1000, 5), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"lost", NULL});
    if (vy_device_recover(s->device)) {
        print_message("not recovered here: %s\n", s->log.text);
        stage_said(s, (const char *[]){"new process", NULL});
    } else {
        print_message("recovered in the same process\n");
        assert_int_equal(gpu_add(p, 1000, 5), VY_ERROR_DEVICE);
        stage_said(s, (const char *[]){"before device 'cuda' was recovered", NULL});
        q = stage_pipeline(s, gpu_add_text);
        assert_int_equal(gpu_add(q, 1000, 5), VY_OK);
        vy_pipeline_destroy(&q);
    }
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

// ---- kernels that do not stop ----
/// Orders to stop do not arrive, as if the code did not look at them.
static struct {
    struct vyi_cuda_state *s;
    cu_result (*copy_up)(cu_memory to, const void *from, size_t bytes, cu_stream stream);
    cu_memory word;
} deaf;

static cu_result copy_but_no_orders(cu_memory to, const void *from, size_t bytes, cu_stream stream)
{
    if (stream != deaf.s->side)
        return deaf.copy_up(to, from, bytes, stream);
    deaf.word = to;
    return CU_OK;
}

static int impatient_open(void **state)
{
    cuda_option("stop_ms", "1000");
    int failed = gpu_stage_open(state);
    cuda_option("stop_ms", NULL);
    return failed;
}

/// Runs something that does not stop, on all of the GPU.
static void run_deaf(struct stage *s)
{
    vy_pipeline *p = stage_pipeline(s, endless[0]);
    vy_buffer *x = gpu_buffer(s, 7 * 4, NULL);
    deaf.s = vyi_cuda_state(s->device);
    deaf.copy_up = deaf.s->cu.copy_up;
    deaf.s->cu.copy_up = copy_but_no_orders;
    double start = gpu_now_us();
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.deadline_ms = 100, .args = vy_args(vy_arg_buffer("x", x))),
                    NULL),
        VY_ERROR_DEVICE);
    print_message("told after %.0f ms: %s\n", (gpu_now_us() - start) / 1e3, s->log.text);
    SAID(s, "V350", "program 'a'", "as its deadline had passed", "end this process");
    deaf.s->cu.copy_up = deaf.copy_up;
    vy_buffer_destroy(&x);
    vy_pipeline_destroy(&p);
}

static void a_kernel_that_does_not_stop_is_told(void **state)
{
    static const uint32_t stop = 1;
    struct stage *s = *state;
    cu_context ours;
    vy_pipeline *p = stage_pipeline(s, gpu_add_text);
    assert_int_equal(gpu_add(p, 1000, 5), VY_OK);
    run_deaf(s);
    assert_int_equal(gpu_add(p, 1000, 5), VY_ERROR_DEVICE);
    SAID(s, "V350");
    assert_int_equal(vy_device_recover(s->device), VY_ERROR_DEVICE);
    SAID(s, "V343", "still runs");
    assert_int_equal(deaf.s->cu.push(deaf.s->context), 0);
    assert_int_equal(deaf.copy_up(deaf.word, &stop, sizeof stop, deaf.s->side), 0);
    assert_int_equal(deaf.s->cu.stream_wait(deaf.s->side), 0);
    deaf.s->cu.pop(&ours);
    while (vy_device_recover(s->device))
        usleep(1000);
    test_log_clear(&s->log);
    assert_int_equal(gpu_add(p, 1000, 5), VY_ERROR_DEVICE);
    SAID(s, "before device 'cuda' was recovered");
    vy_pipeline_destroy(&p);
    p = stage_pipeline(s, gpu_add_text);
    assert_int_equal(gpu_add(p, 1000, 5), VY_OK);
    vy_pipeline_destroy(&p);
}

/// The process closes what it has, and ends.
static void leaving_beside_one(void **state)
{
    run_deaf(*state);
}

static char *self;

static void the_process_ends_beside_one(void **state)
{
    char *const words[] = {self, "leaving_beside_one", NULL};
    double start = gpu_now_us();
    int status = -1;
    (void)state;
    pid_t child = fork();
    if (!child) {
        execv("/proc/self/exe", words);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    print_message("the process ended after %.0f ms\n", (gpu_now_us() - start) / 1e3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, gpu_stage_open, stage_close)
#define IMPATIENT(name) cmocka_unit_test_setup_teardown(name, impatient_open, stage_close)
/// test_cuda_gpu_stop [TEST]: that one alone.
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(deadlines_stop_kernels),
        TEST(cancelling_stops_kernels),
        TEST(deadlines_stop_what_has_not_begun),
        TEST(deadlines_count_while_memory_is_cleared),
        TEST(others_go_on_beside_an_endless_kernel),
        TEST(two_devices_share_the_gpu),
        IMPATIENT(a_kernel_that_does_not_stop_is_told),
        cmocka_unit_test(the_process_ends_beside_one),
        TEST(a_lost_context_is_told_and_recovered),
    };
    const struct CMUnitTest last[] = {IMPATIENT(leaving_beside_one)};
    int code;
    self = argv[0];
    if (!gpu_here(&code))
        return code;
    if (argc > 1 && !strcmp(argv[1], "leaving_beside_one"))
        return cmocka_run_group_tests(last, NULL, NULL);
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
