// The cuda device over a driver without a GPU: what it has to clear or to upload before a launch
// does not keep it from stopping in time.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "support/fakestage.h"

static struct fake_cuda *fake;

static int setup(void **state)
{
    return fake_stage_open(state, &fake);
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake);
}

static struct {
    _Atomic(vy_pending *) pending; ///< that is cancelled when it first waits for what is cleared
    atomic_bool cancelled;
} clearing;

static bool cancelling_busy(void *user, void *stream)
{
    (void)user;
    if (!stream || clearing.cancelled)
        return false;
    while (!clearing.pending)
        ;
    clearing.cancelled = true;
    vy_dispatch_cancel(clearing.pending);
    return true;
}

/// A fill cannot be stopped: there is one of several, and no launch.
static void cancel_while_it_clears(struct stage *s, const char *text, vy_route route,
                                   const vy_arg *args)
{
    vy_program *program = stage_parse(s, text);
    vy_pipeline *p = NULL;
    vy_pending *pending = NULL;
    assert_int_equal(vy_pipeline_create(s->device, program, vy_pipeline_params(.route = route), &p),
                     VY_OK);
    vy_program_destroy(&program);
    clearing.pending = NULL;
    clearing.cancelled = false;
    fake->busy = cancelling_busy;
    fake_order_forget(fake);
    assert_int_equal(
        vy_dispatch_begin(p, vy_dispatch_params(.route = route, .args = args), &pending), VY_OK);
    clearing.pending = pending;
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V172");
    fake->busy = NULL;
    assert_int_equal(fake_order_count(fake, "set 1 x 33554432"), 1);
    assert_int_equal(fake_order_count(fake, "set 1 x"), 1);
    assert_int_equal(fake->launches, 0);
    assert_int_equal(fake_order_count(fake, "graph;"), 0);
    vy_pipeline_destroy(&p);
}

static void clearing_ends_before_the_launch(void **state)
{
    static const char out[] = "program one\nout y : u32[12582912]\nworkgroup 1 grid 1\n"
                              "y[7] = 7\n";
    static const char hidden[] = "program much\ninout x : u32[1]\nworkgroup 64 grid 12582912\n"
                                 "let v = x[0] + gid.x\nbarrier grid\nif v == 7 { x[0] = v }\n";
    struct stage *s = *state;
    uint32_t *y = malloc(50331648), x = 0;
    assert_non_null(y);
    cancel_while_it_clears(s, out, VY_ROUTE_NATIVE, vy_args(vy_arg_out("y", y, 50331648)));
    free(y);
    fake->info.flat = 0;
    fake->info.volume = fake->info.team_threads = 64;
    cancel_while_it_clears(s, hidden, VY_ROUTE_RESIDENT, vy_args(vy_arg_inout("x", &x, 4)));
}

/// A deadline that has passed long before the first piece of several is there, as no memory is that
/// fast.
static void uploading_ends_before_the_launch(void **state)
{
    struct stage *s = *state;
    const uint64_t bytes = 300u << 20;
    uint8_t *x = calloc(bytes, 1);
    uint32_t y = 0;
    vy_pipeline *p = stage_pipeline(s, "program one\nin x : u8[]\nout y : u32[1]\n"
                                       "workgroup 1 grid 1\ny[0] = len(x)\n");
    vy_stats stats = {0};
    const vy_arg *args = vy_args(vy_arg_in("x", x, bytes), vy_arg_out("y", &y, sizeof y));
    assert_non_null(x);
    fake->fail_call = "cuMemcpyHtoDAsync_v2"; // of 1 MiB each, on the way to the end
    fake->fail_after = 200;
    fake->fail_result = CU_INVALID;
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args, .deadline_ms = 1), &stats),
                     VY_ERROR_DEADLINE);
    SAID(s, "the deadline passed");
    fake->fail_call = NULL;
    assert_int_equal(fake->launches, 0);
    vy_pipeline_destroy(&p);
    free(x);
}

// ---- graphs of dispatches ----
static vy_graph *cleared; ///< that is cancelled when it first waits for what is cleared

static bool cancelling_graph(void *user, void *stream)
{
    (void)user;
    if (!stream || clearing.cancelled)
        return false;
    clearing.cancelled = true;
    vy_graph_cancel(cleared);
    return true;
}

/// Three waves with 96 MiB to clear each, of a device with 1 GiB: more than a graph of the driver's
/// may clear, which nobody could stop.
static void clearing_ends_within_a_graph(void **state)
{
    struct stage *s = *state;
    const uint64_t bytes = 96 << 20;
    vy_graph_stats stats;
    vy_pipeline *p = stage_pipeline(s, "program one\nout y : u32[25165824]\n"
                                       "workgroup 1 grid 1\ny[7] = 7\n");
    assert_int_equal(vy_graph_create(s->device, vy_graph_params(.no_fuse = true), &cleared), VY_OK);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t slot = 0;
        assert_int_equal(vy_graph_buffer(cleared, vy_graph_buffer_params(.bytes = bytes), &slot),
                         VY_OK);
        assert_int_equal(
            vy_graph_wave(cleared, p, vy_graph_wave_params(.args = vy_args(vy_arg_slot("y", slot))),
                          NULL),
            VY_OK);
    }
    clearing.cancelled = false;
    fake->busy = cancelling_graph;
    fake_order_forget(fake);
    assert_int_equal(vy_graph_run(cleared, NULL, &stats), VY_ERROR_CANCELLED);
    SAID(s, "V172");
    fake->busy = NULL;
    assert_false(stats.one_submission);
    assert_int_equal(fake_order_count(fake, "set 1 x 33554432"), 1);
    assert_int_equal(fake_order_count(fake, "set 1 x"), 1);
    assert_int_equal(fake->launches, 0);
    fake_order_forget(fake);
    assert_int_equal(vy_graph_run(cleared, NULL, &stats), VY_OK);
    assert_int_equal(fake_order_count(fake, "set 1 x 33554432"), 9);
    assert_int_equal(fake->launches, 3);
    vy_graph_destroy(&cleared);
    vy_pipeline_destroy(&p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(clearing_ends_before_the_launch),
        TEST(uploading_ends_before_the_launch),
        TEST(clearing_ends_within_a_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
