// The three routes: what each moves, counts and says, and that all give the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/device.h"
#include "support/stage.h"

#include <unistd.h>

static const char *const devices[] = {"oracle", "oracle-split", "oracle-host"};
static const vy_route routes[] = {VY_ROUTE_NATIVE, VY_ROUTE_RESIDENT, VY_ROUTE_HOST};

static const char steps[] = "program steps\n"
                            "in x : u32[]\n"
                            "inout a : u32[len(x)]\n"
                            "out y : u32[len(x)]\n"
                            "scratch t : u32[len(x)]\n"
                            "workgroup 4 grid len(x)\n"
                            "let i = gid.x\n"
                            "let v = x[i] + 1\n"
                            "t[i] += v\n"
                            "print \"{}\", i\n"
                            "region \"turn\" {\n"
                            "    barrier grid\n"
                            "    y[i] += t[len(x) - 1 - i]\n"
                            "}\n"
                            "y[len(x)] = 3\n"
                            "barrier grid\n"
                            "a[i] += y[i] + v\n";

static void hear(void *user, const char *line)
{
    (void)user;
    assert_true(*line >= '0' && *line <= '9');
}

static void the_device_decides_the_route(void **state)
{
    struct stage *s = *state;
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, steps);
        uint32_t x[4] = {1, 2, 3, 4}, a[4] = {10, 20, 30, 40}, y[4];
        vy_segment_stats segments[4];
        vy_stats stats;
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                           vy_arg_inout("a", a, sizeof a),
                                                           vy_arg_out("y", y, sizeof y)),
                                           .print = hear, .segments = segments, .segment_count = 4),
                        &stats),
            VY_OK);
        assert_memory_equal(y, ((const uint32_t[]){5, 4, 3, 2}), sizeof y);
        assert_memory_equal(a, ((const uint32_t[]){17, 27, 37, 47}), sizeof a);
        assert_int_equal(stats.route, routes[k]);
        assert_non_null(strstr(stats.route_reason, k ? "no grid barrier" : "has a grid barrier"));
        assert_int_equal(stats.segments, k ? 3 : 1);
        assert_int_equal(stats.launches, k ? 3 : 1);
        // Summed over the launches.
        assert_int_equal(stats.out_of_bounds, 4);
        assert_int_equal(stats.dropped, 0);
        assert_int_equal(stats.printed, 4);
        assert_true(stats.statements >= 4 * 7);
        assert_true(stats.wall_ms >= stats.device_ms && stats.device_ms > 0);
        double ms = 0;
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(segments[i].launches, i < stats.segments);
            ms += segments[i].ms;
        }
        assert_true(ms > stats.device_ms * 0.99 && ms < stats.device_ms * 1.01);
        if (k)
            assert_string_equal(segments[1].region, "turn");
        if (k < 2) {
            assert_int_equal(stats.bytes_up, 32);
            assert_int_equal(stats.bytes_down, 32);
        } else {
            assert_true(stats.bytes_up > 32 && stats.bytes_down > 32);
        }
        vy_pipeline_destroy(&p);
    }
}

static void a_route_that_is_not_there_is_refused(void **state)
{
    struct stage *s = *state;
    uint32_t x[4] = {0}, a[4] = {0}, y[4] = {7, 7, 7, 7};
    for (int k = 1; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, steps);
        for (vy_route route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
            vy_status status =
                vy_dispatch(p,
                            vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                               vy_arg_inout("a", a, sizeof a),
                                                               vy_arg_out("y", y, sizeof y)),
                                               .route = route),
                            NULL);
            if (route == VY_ROUTE_NATIVE || (k == 2 && route == VY_ROUTE_RESIDENT)) {
                assert_int_equal(status, VY_ERROR_DEVICE);
                SAID(s, "V240", vy_route_name(route), devices[k],
                     k == 1 ? "take the resident route" : "take the host route");
                assert_int_equal(y[0], 7);
            } else {
                assert_int_equal(status, VY_OK);
                y[0] = 7;
            }
        }
        vy_pipeline_destroy(&p);
    }
}

static void a_number_that_is_no_route_is_refused(void **state)
{
    static const char *const texts[] = {
        steps, "program plain\nout y : u32[4]\neach i in 0..4 { y[i] = 1 }\n"};
    struct stage *s = *state;
    uint32_t x[4] = {0}, a[4] = {0}, y[4] = {7, 7, 7, 7};
    for (int k = 0; k < 2; k++) {
        vy_pipeline *p = stage_pipeline(s, texts[k]);
        vy_pending *pending = NULL;
        vy_dispatch_params d = {.size = sizeof(vy_dispatch_params),
                                .args = k ? vy_args(vy_arg_out("y", y, sizeof y))
                                          : vy_args(vy_arg_in("x", x, sizeof x),
                                                    vy_arg_inout("a", a, sizeof a),
                                                    vy_arg_out("y", y, sizeof y)),
                                .route = (vy_route)9};
        assert_int_equal(vy_dispatch(p, &d, NULL), VY_ERROR_ARGUMENT);
        SAID(s, "V252", "there is no route 9", "VY_ROUTE_AUTO");
        assert_int_equal(vy_dispatch_begin(p, &d, &pending), VY_ERROR_ARGUMENT);
        SAID(s, "V252");
        assert_null(pending);
        assert_int_equal(y[0], 7);
        vy_pipeline_destroy(&p);
    }
}

static void steps_count_over_all_launches(void **state)
{
    struct stage *s = *state;
    uint32_t x[4] = {1, 2, 3, 4}, a[4] = {0}, y[4];
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, steps);
        vy_stats stats;
        vy_dispatch_params d = vy_dispatch_defaults();
        d.args = vy_args(vy_arg_in("x", x, sizeof x), vy_arg_inout("a", a, sizeof a),
                         vy_arg_out("y", y, sizeof y));
        assert_int_equal(vy_dispatch(p, &d, &stats), VY_OK);
        d.max_steps = stats.statements;
        assert_int_equal(vy_dispatch(p, &d, &stats), VY_OK);
        assert_int_equal(stats.statements, d.max_steps);
        d.max_steps /= 2; // no single launch takes as many
        assert_int_equal(vy_dispatch(p, &d, &stats), VY_ERROR_LIMIT);
        char limit[64];
        snprintf(limit, sizeof limit, "more than %llu statements", (unsigned long long)d.max_steps);
        SAID(s, "V173", limit);
        vy_pipeline_destroy(&p);
    }
}

// ---- fixpoints ----
static const char spread[] =
    "program spread\n"
    "inout level : atomic u32[]\n"
    "param most : u32 = 100\n"
    "fn run(n: u32) {\n"
    "    fixpoint k in 0..most {\n"
    "        each v in 0..n {\n"
    "            if level[v] < 9 { if v == 0 || level[v - 1] > level[v] {\n"
    "                level[v] += 1 again } }\n"
    "        }\n"
    "    }\n"
    "}\n"
    "fixpoint k in 0..3 { again }\n"
    "fixpoint k in 2..50 { if k < 6 { again } }\n";

static void fixpoints_are_told_alike(void **state)
{
    struct stage *s = *state;
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, spread);
        uint32_t level[4] = {0};
        vy_stats stats;
        assert_int_equal(
            vy_dispatch(
                p, vy_dispatch_params(.args = vy_args(vy_arg_inout("level", level, sizeof level))),
                &stats),
            VY_OK);
        assert_int_equal(stats.fixpoint_count, 2);
        // Never quiet: cut short, and not called converged.
        assert_int_equal(stats.fixpoints[0].line, 12);
        assert_int_equal(stats.fixpoints[0].passes, 3);
        assert_int_equal(stats.fixpoints[0].entries, 1);
        assert_false(stats.fixpoints[0].converged);
        // Passes 2 to 5 ask for more, pass 6 is quiet, and nothing runs after it.
        assert_int_equal(stats.fixpoints[1].line, 13);
        assert_int_equal(stats.fixpoints[1].passes, 5);
        assert_true(stats.fixpoints[1].converged);
        assert_int_equal(stats.passes, 8);
        assert_false(stats.converged);
        vy_pipeline_destroy(&p);
    }
}

static void one_line_may_hold_two_fixpoints(void **state)
{
    static const char text[] = "program two\n"
                               "out n : u32[2]\n"
                               "workgroup 1 grid 1\n"
                               "fn count(to: u32) -> u32 {\n"
                               "    let p = fixpoint k in 0..10 { if k + 1 < to { again } }\n"
                               "    return p\n"
                               "}\n"
                               "n[0] = count(3)\n"
                               "n[1] = count(20)\n";
    struct stage *s = *state;
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, text);
        uint32_t n[2];
        vy_stats stats;
        assert_int_equal(
            vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("n", n, sizeof n))),
                        &stats),
            VY_OK);
        assert_int_equal(n[0], 3);
        assert_int_equal(n[1], 10);
        assert_int_equal(stats.fixpoint_count, 2);
        assert_int_equal(stats.fixpoints[0].passes, 3);
        assert_true(stats.fixpoints[0].converged);
        assert_int_equal(stats.fixpoints[1].passes, 10);
        assert_false(stats.fixpoints[1].converged);
        vy_pipeline_destroy(&p);
    }
}

static void only_the_flag_travels_between_passes(void **state)
{
    static const char text[] = "program long\n"
                               "inout a : u32[1024]\n"
                               "param most : u32\n"
                               "fixpoint k in 0..most { each i in 0..1024 { a[i] += 1 } again }\n";
    struct stage *s = *state;
    stage_use(s, "oracle-split");
    vy_pipeline *p = stage_pipeline(s, text);
    static uint32_t a[1024];
    uint64_t control[2];
    for (uint32_t k = 0; k < 2; k++) {
        vy_stats stats;
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_inout("a", a, sizeof a),
                                                           vy_arg_u32("most", 10 + 10 * k))),
                        &stats),
            VY_OK);
        assert_int_equal(stats.bytes_up, sizeof a);
        assert_int_equal(stats.bytes_down, sizeof a);
        assert_int_equal(stats.passes, 10 + 10 * k);
        control[k] = stats.control_bytes;
    }
    assert_int_equal((control[1] - control[0]) / 10, 8); // k goes there, the flag comes back
    assert_int_equal(a[5], 30);
    vy_pipeline_destroy(&p);
}

// ---- what travels ----
enum { SEGMENTS = 300, ACCUMULATOR = 64 << 20 };

static void segments_move_nothing_but_once(void **state)
{
    struct stage *s = *state;
    char *text = malloc(SEGMENTS * 64 + 400);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "program many\n"
                                          "in x : u32[64]\n"
                                          "inout acc : u32[16777216]\n"
                                          "out y : u32[64]\n"
                                          "workgroup 64 grid 64\n"
                                          "let i = gid.x\n");
    for (int k = 0; k < SEGMENTS; k++)
        length += (size_t)sprintf(text + length, "%sacc[(i * 262144 + %d) %% 16777216] += x[i]\n",
                                  k ? "barrier grid\n" : "", k % 7);
    sprintf(text + length, "y[i] = acc[i * 262144]\n");
    stage_use(s, "oracle-split");
    vy_pipeline *p = stage_pipeline(s, text);
    uint32_t x[64], y[64], *acc = calloc(1, ACCUMULATOR);
    vy_stats stats;
    assert_non_null(acc);
    for (uint32_t i = 0; i < 64; i++)
        x[i] = i + 1;
    acc[1] = 5;
    acc[99] = 77;
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                       vy_arg_inout("acc", acc, ACCUMULATOR),
                                                       vy_arg_out("y", y, sizeof y))),
                    &stats),
        VY_OK);
    assert_int_equal(stats.route, VY_ROUTE_RESIDENT);
    assert_int_equal(stats.segments, SEGMENTS);
    assert_int_equal(stats.launches, SEGMENTS);
    assert_int_equal(stats.bytes_up, sizeof x + ACCUMULATOR);
    assert_int_equal(stats.bytes_down, sizeof y + ACCUMULATOR);
    assert_int_equal(stats.control_bytes, 0);
    assert_int_equal(acc[99], 77);
    assert_int_equal(acc[1], 5 + 43 * 1);
    assert_int_equal(y[63], 43 * 64);
    // Resident from the start: nothing but the small ones travels.
    vy_buffer *b = NULL;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = ACCUMULATOR, .data = acc), &b),
        VY_OK);
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                                    vy_arg_buffer("acc", b),
                                                                    vy_arg_out("y", y, sizeof y))),
                                 &stats),
                     VY_OK);
    assert_int_equal(stats.bytes_up, sizeof x);
    assert_int_equal(stats.bytes_down, sizeof y);
    assert_int_equal(y[63], 2 * 43 * 64);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
    free(acc);
    free(text);
}

/// Inputs are the caller's own bytes, and no buffer is there twice: the most memory in use is that
/// of the largest segment on the device, and one output.
static void the_host_route_copies_no_input(void **state)
{
    enum { COUNT = 1 << 18, BYTES = 4 * COUNT };
    static const char text[] = "program big\n"
                               "in x : u32[]\n"
                               "inout a : u32[len(x)]\n"
                               "out y : u32[len(x)]\n"
                               "workgroup 4 grid 4\n"
                               "let i = gid.x\n"
                               "let v = x[i]\n"
                               "barrier grid\n"
                               "a[i] += v\n"
                               "barrier grid\n"
                               "y[i] = v + a[3 - i]\n";
    struct stage *s = *state;
    uint32_t *x = calloc(3, BYTES), *a = x + COUNT, *y = a + COUNT;
    assert_non_null(x);
    for (uint32_t i = 0; i < 4; i++)
        x[i] = i + 1, a[i] = 10 * i, y[COUNT - 1] = 77;
    a[COUNT - 1] = 5;
    stage_use(s, "oracle-host");
    vy_pipeline *p = stage_pipeline(s, text);
    s->alloc.peak_bytes = s->alloc.live_bytes;
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, BYTES),
                                                                    vy_arg_inout("a", a, BYTES),
                                                                    vy_arg_out("y", y, BYTES))),
                                 NULL),
                     VY_OK);
    // y on the host, all three on the device, with some room for everything small.
    assert_true(s->alloc.peak_bytes - s->alloc.live_bytes < 4 * BYTES + BYTES / 2);
    assert_memory_equal(a, ((const uint32_t[]){1, 12, 23, 34}), 16);
    assert_memory_equal(y, ((const uint32_t[]){35, 25, 15, 5}), 16);
    assert_int_equal(a[COUNT - 1], 5);
    assert_int_equal(y[COUNT - 1], 0);
    vy_pipeline_destroy(&p);
    free(x);
}

// ---- again and again ----
static void a_program_repeats_on_the_device(void **state)
{
    struct stage *s = *state;
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, steps);
        uint32_t x[4] = {1, 2, 3, 4}, a[4] = {0}, y[4];
        vy_stats once, stats;
        vy_dispatch_params d = vy_dispatch_defaults();
        d.args = vy_args(vy_arg_in("x", x, sizeof x), vy_arg_inout("a", a, sizeof a),
                         vy_arg_out("y", y, sizeof y));
        assert_int_equal(vy_dispatch(p, &d, &once), VY_OK);
        memset(a, 0, sizeof a);
        d.repeat = 5;
        d.print = hear;
        assert_int_equal(vy_dispatch(p, &d, &stats), VY_OK);
        // `out` and `scratch` began as zeros each time, `inout` went on.
        assert_memory_equal(y, ((const uint32_t[]){5, 4, 3, 2}), sizeof y);
        assert_memory_equal(a, ((const uint32_t[]){35, 35, 35, 35}), sizeof a);
        assert_int_equal(stats.statements, 5 * once.statements);
        assert_int_equal(stats.launches, 5 * once.launches);
        assert_int_equal(stats.printed, 20);
        if (k < 2) {
            assert_int_equal(stats.bytes_up, once.bytes_up);
            assert_int_equal(stats.bytes_down, once.bytes_down);
        }
        vy_pipeline_destroy(&p);
    }
}

/// Who returned in one run lives in the next.
static void what_is_hidden_begins_as_zeros_each_time(void **state)
{
    struct stage *s = *state;
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, "program p inout x: u32[8] inout y: u32[8]\n"
                                           "workgroup 4 grid 8 let i = gid.x\n"
                                           "let first = x[i] == 0 x[i] = 1\n"
                                           "if first { return } barrier grid y[i] += 1\n");
        uint32_t x[8] = {0}, y[8] = {0};
        vy_dispatch_params d = vy_dispatch_defaults();
        d.args = vy_args(vy_arg_inout("x", x, sizeof x), vy_arg_inout("y", y, sizeof y));
        d.repeat = 3;
        assert_int_equal(vy_dispatch(p, &d, NULL), VY_OK);
        for (int i = 0; i < 8; i++)
            assert_int_equal(y[i], 2);
        vy_pipeline_destroy(&p);
    }
}

static void a_failing_segment_is_named(void **state)
{
    static const char text[] = "program fails\n"
                               "out y : u32[4]\n"
                               "workgroup 4 grid 4\n"
                               "y[gid.x] = 1\n"
                               "barrier grid\n"
                               "assert y[0] == 2, \"it is {}\", y[0]\n"
                               "barrier grid\n"
                               "y[gid.x] = 3\n";
    struct stage *s = *state;
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, text);
        uint32_t y[4];
        for (int again = 0; again < 2; again++) { // the device is usable afterwards
            assert_int_equal(
                vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))),
                            NULL),
                VY_ERROR_ASSERT);
            if (k)
                SAID(s, "V170", "it is 1", "V241", "segment 2 of 3");
            else
                SAID(s, "V170", "it is 1");
        }
        vy_pipeline_destroy(&p);
    }
}

// ---- stopping ----
static struct {
    pthread_mutex_t lock;
    pthread_cond_t change;
    uint64_t bytes; ///< that went up
    uint32_t pieces;
    bool on;
} travelled = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, false};

/// Whatever goes up waits for a sign.
static void note_upload(void *user, const vy_trace_event *e)
{
    (void)user;
    pthread_mutex_lock(&travelled.lock);
    if (!strcmp(e->what, "upload")) {
        travelled.bytes += e->bytes;
        travelled.pieces++;
        pthread_cond_broadcast(&travelled.change);
        while (!travelled.on)
            pthread_cond_wait(&travelled.change, &travelled.lock);
    }
    pthread_mutex_unlock(&travelled.lock);
}

/// However much goes to the device and back, it can be stopped on the way.
static void a_large_buffer_does_not_travel_to_the_end(void **state)
{
    static const char text[] = "program large\n"
                               "in x : u32[]\n"
                               "out y : u32[2]\n"
                               "workgroup 1 grid 2\n"
                               "let v = x[gid.x]\n"
                               "barrier grid\n"
                               "y[1 - gid.x] = v\n";
    struct stage *s = *state;
    size_t bytes = 40 << 20;
    uint32_t *x = calloc(1, bytes), y[2];
    vy_pending *pending = NULL;
    assert_non_null(x);
    vy_device_close(&s->device);
    assert_int_equal(vy_device_open(s->context,
                                    vy_device_params(.name = "oracle-host", .trace = note_upload),
                                    &s->device),
                     VY_OK);
    vy_pipeline *p = stage_pipeline(s, text);
    vy_arg args[] = {vy_arg_in("x", x, bytes), vy_arg_out("y", y, sizeof y), vy_arg_end()};
    assert_int_equal(vy_dispatch_begin(p, vy_dispatch_params(.args = args), &pending), VY_OK);
    pthread_mutex_lock(&travelled.lock);
    while (!travelled.pieces)
        pthread_cond_wait(&travelled.change, &travelled.lock);
    vy_dispatch_cancel(pending);
    travelled.on = true;
    pthread_cond_broadcast(&travelled.change);
    pthread_mutex_unlock(&travelled.lock);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V172", "V241", "cancelled");
    assert_int_equal(travelled.pieces, 1);
    assert_true(travelled.bytes > 0 && travelled.bytes < bytes);
    vy_pipeline_destroy(&p);
    free(x);
}

/// In pieces, all of it arrives and comes back.
static void a_large_buffer_travels_in_pieces(void **state)
{
    static const char text[] = "program large\n"
                               "inout x : u32[]\n"
                               "workgroup 1 grid 2\n"
                               "let i = gid.x * (len(x) - 1)\n"
                               "let v = x[i]\n"
                               "barrier grid\n"
                               "x[len(x) - 1 - i] = v\n";
    struct stage *s = *state;
    size_t count = (40 << 20) / sizeof(uint32_t) + 1;
    uint32_t *x = malloc(count * sizeof *x);
    assert_non_null(x);
    for (size_t i = 0; i < count; i++)
        x[i] = (uint32_t)i * 2654435761u;
    stage_use(s, "oracle-host");
    vy_pipeline *p = stage_pipeline(s, text);
    vy_arg args[] = {vy_arg_inout("x", x, count * sizeof *x), vy_arg_end()};
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args, .deadline_ms = 3600000), NULL),
                     VY_OK);
    assert_int_equal(x[0], (uint32_t)(count - 1) * 2654435761u);
    assert_int_equal(x[count - 1], 0);
    for (size_t i = 1; i < count - 1; i++)
        if (x[i] != (uint32_t)i * 2654435761u)
            fail_msg("%zu: %u", i, x[i]);
    vy_pipeline_destroy(&p);
    free(x);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_device_decides_the_route),
        TEST(a_route_that_is_not_there_is_refused),
        TEST(steps_count_over_all_launches),
        TEST(fixpoints_are_told_alike),
        TEST(one_line_may_hold_two_fixpoints),
        TEST(only_the_flag_travels_between_passes),
        TEST(segments_move_nothing_but_once),
        TEST(the_host_route_copies_no_input),
        TEST(a_program_repeats_on_the_device),
        TEST(a_failing_segment_is_named),
        TEST(what_is_hidden_begins_as_zeros_each_time),
        TEST(a_number_that_is_no_route_is_refused),
        TEST(a_large_buffer_does_not_travel_to_the_end),
        TEST(a_large_buffer_travels_in_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
