// Programs with grid barriers on the vulkan device: the stepper decides about branches, loops and
// fixpoints as the oracle does, and command buffers are kept for the next run.
#include "support/gpu.h"
#include "support/routes.h"
#include "support/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const texts[] = {
    // Straight on.
    "program straight\n"
    "in x : u32[40]\n"
    "scratch a : u32[40]\n"
    "out y : u32[40]\n"
    "workgroup 8 grid 40\n"
    "a[gid.x] = x[gid.x] * 3\n"
    "barrier grid\n"
    "let v = a[39 - gid.x]\n"
    "barrier grid\n"
    "a[gid.x] = v + a[gid.x]\n"
    "barrier grid\n"
    "y[gid.x] = a[(gid.x + 7) % 40]\n",
    // Branches inside of loops, with values that live across barriers.
    "program loops\n"
    "param rounds : u32\n"
    "in x : u32[40]\n"
    "scratch a : u32[40]\n"
    "out y : u32[40]\n"
    "workgroup 8 grid 40\n"
    "var sum = x[gid.x]\n"
    "var turn = 0\n"
    "for r in 0..rounds {\n"
    "    a[gid.x] = sum + r\n"
    "    barrier grid\n"
    "    if r % 3 == 1 {\n"
    "        sum += a[(gid.x + 1) % 40]\n"
    "        barrier grid\n"
    "        turn += 1\n"
    "    } else {\n"
    "        for q in 0..r % 4 {\n"
    "            barrier grid\n"
    "            sum ^= a[(gid.x + q) % 40]\n"
    "        }\n"
    "    }\n"
    "    barrier grid\n"
    "}\n"
    "y[gid.x] = sum + turn\n",
    // Both sides of a branch.
    "program sides\n"
    "param rounds : u32\n"
    "out y : u32[40]\n"
    "workgroup 8 grid 40\n"
    "if rounds % 2 == 0 {\n"
    "    y[gid.x] += 1\n"
    "    barrier grid\n"
    "    y[gid.x] += 2\n"
    "} else {\n"
    "    y[gid.x] += 10\n"
    "    barrier grid\n"
    "    y[gid.x] += 20\n"
    "}\n",
    // A fixpoint that converges, one that is cut and one without a pass.
    "program fixpoints\n"
    "param rounds : u32\n"
    "in x : u32[40]\n"
    "out far : atomic u32[40]\n"
    "out seen : u32[40]\n"
    "workgroup 8 grid 40\n"
    "far[gid.x] = 1000 + x[gid.x]\n"
    "if gid.x == 0 { far[0] = 0 }\n"
    "barrier grid\n"
    "fixpoint k in 0..1000 {\n"
    "    if gid.x > 0 {\n"
    "        let best = far[gid.x - 1] + 1\n"
    "        if atomic_min(far[gid.x], best) > best { again }\n"
    "    }\n"
    "}\n"
    "fixpoint k in 2..rounds {\n"
    "    seen[gid.x] += k\n"
    "    again\n"
    "}\n"
    "fixpoint k in 5..3 { seen[gid.x] += 100 }\n",
    // A fixpoint inside of a loop.
    "program nested\n"
    "param rounds : u32\n"
    "out low : atomic u32[40]\n"
    "workgroup 8 grid 40\n"
    "for r in 0..rounds {\n"
    "    low[gid.x] = gid.x == r % 40 ? r : 100 + r\n"
    "    barrier grid\n"
    "    fixpoint k in 0..100 {\n"
    "        let best = low[(gid.x + 39) % 40] + 1\n"
    "        if atomic_min(low[gid.x], best) > best { again }\n"
    "    }\n"
    "}\n",
    // Nothing but a loop that is left by some.
    "program leaves\n"
    "param rounds : u32\n"
    "in x : u32[40]\n"
    "out y : u32[40]\n"
    "workgroup 8 grid 40\n"
    "for r in 0..rounds {\n"
    "    if x[gid.x] % 7 == r { return }\n"
    "    y[gid.x] = r + 1\n"
    "    barrier grid\n"
    "}\n",
};

/// On the oracle and on a device; twice there, the second time by what was kept.
static void compare(const char *device, const char *text, uint32_t rounds)
{
    struct routes as = {.text = text,
                        .seed = 3,
                        .free_passes = true,
                        .param = {{"rounds", rounds}}},
                  r = as;
    if (!strstr(text, "param"))
        as.param[0].name = r.param[0].name = NULL;
    r.on = vy_device_defaults();
    r.on.name = device;
    assert_int_equal(routes_open(&as), VY_OK);
    assert_int_equal(routes_run_one(&as, VY_ROUTE_NATIVE), VY_OK);
    if (routes_open(&r))
        fail_msg("%s: %s %s", text, r.problem, r.log);
    for (int again = 0; again < 3; again++) {
        vy_route route = again < 2 ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST;
        vy_status status = routes_run_one(&r, route);
        const char *problem = status ? r.log : routes_same(&r, &as, route);
        if (problem)
            fail_msg("%s, rounds %u: %s", text, rounds, problem);
    }
    routes_free(&as);
    routes_free(&r);
}

static void as_on_the_oracle(void **state)
{
    (void)state;
    static const uint32_t rounds[] = {0, 1, 2, 9, 70};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t k = 0; k < (i ? sizeof rounds / sizeof *rounds : 1); k++)
            compare(k % 2 ? "vulkan" : "vulkan:staging=1", texts[i], rounds[k]);
}

/// Nothing but one flag a submission travels, of which a long loop takes few.
static void flags_alone_travel(void **state)
{
    struct stage *s = *state;
    uint32_t x[40] = {0}, y[40];
    vy_stats stats;
    vy_pipeline *p = stage_pipeline(s, texts[1]);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                           vy_arg_out("y", y, sizeof y),
                                                           vy_arg_u32("rounds", 300))),
                        &stats),
            VY_OK);
        assert_true(stats.launches > 900);
        assert_true(stats.control_bytes <= 64);
    }
    vy_pipeline_destroy(&p);
}

/// Segments with more workgroups than a dispatch may have along one axis. Without shared
/// memory they would be run as fewer, larger ones.
static void many_workgroups(void **state)
{
    struct stage *s = *state;
    uint32_t sum[2] = {0};
    vy_pipeline *p = stage_pipeline(s, "program many\n"
                                       "out sum : atomic u32[2]\n"
                                       "shared s : u32[2]\n"
                                       "workgroup 2 grid 140002\n"
                                       "s[lid.x] = lid.x\n"
                                       "barrier workgroup\n"
                                       "sum[0] += s[1 - lid.x] + lid.x\n"
                                       "barrier grid\n"
                                       "if sum[0] == 140002 { sum[1] += 1 }\n");
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("sum", sum, sizeof sum))),
                    NULL),
        VY_OK);
    assert_int_equal(sum[0], 140002);
    assert_int_equal(sum[1], 140002);
    vy_pipeline_destroy(&p);
}

/// A failed assert in a segment ends the list.
static void an_assert_ends_the_list(void **state)
{
    struct stage *s = *state;
    uint32_t y[40];
    vy_pipeline *p =
        stage_pipeline(s, "program stop\n"
                          "out y : u32[40]\n"
                          "workgroup 8 grid 40\n"
                          "for r in 0..100000 {\n"
                          "    y[gid.x] = r\n"
                          "    barrier grid\n"
                          "    assert y[39 - gid.x] != 12 || gid.x < 31, \"at {}\", r\n"
                          "    barrier grid\n"
                          "}\n");
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))), NULL),
        VY_ERROR_ASSERT);
    SAID(s, "at 12", "invocation 31");
    vy_pipeline_destroy(&p);
}

/// Also where no loop or branch decides what runs next.
static void an_assert_ends_launches_in_order(void **state)
{
    struct stage *s = *state;
    uint32_t y[40];
    vy_pipeline *p = stage_pipeline(s, "program stop\n"
                                       "out y : u32[40]\n"
                                       "workgroup 8 grid 40\n"
                                       "y[gid.x] = gid.x\n"
                                       "barrier grid\n"
                                       "assert y[39 - gid.x] != 12, \"of {}\", y[gid.x]\n"
                                       "barrier grid\n"
                                       "y[gid.x] += y[0]\n");
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))), NULL),
        VY_ERROR_ASSERT);
    SAID(s, "of 27", "invocation 27");
    vy_pipeline_destroy(&p);
}

static void deadlines_end_lists(void **state)
{
    struct stage *s = *state;
    uint32_t y[40];
    vy_pipeline *p = stage_pipeline(s, "program on\n"
                                       "out y : u32[40]\n"
                                       "workgroup 8 grid 40\n"
                                       "fixpoint k in 0..4000000000 {\n"
                                       "    y[gid.x] += 1\n"
                                       "    again\n"
                                       "}\n");
    double start = gpu_now_us();
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y)),
                                           .deadline_ms = 200),
                        NULL),
            VY_ERROR_DEADLINE);
        SAID(s, "deadline");
    }
    assert_true(gpu_now_us() - start < 8e6);
    vy_pipeline_destroy(&p);
}

// ---- threads ----
static void *loop_often(void *data)
{
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t x[40] = {i}, y[40] = {0};
        if (vy_dispatch(data,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                           vy_arg_out("y", y, sizeof y))),
                        NULL) ||
            y[33] != 3 * i)
            return data;
    }
    return NULL;
}

static void threads_have_lists_of_their_own(void **state)
{
    struct stage *s = *state;
    pthread_t at[3];
    bool wrong = false;
    vy_pipeline *p = stage_pipeline(s, texts[0]);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&at[i], NULL, loop_often, p), 0);
    for (int i = 0; i < 3; i++) {
        void *result = NULL;
        pthread_join(at[i], &result);
        wrong = wrong || result;
    }
    assert_false(wrong);
    vy_pipeline_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_on_the_oracle),
        VULKAN_TESTS(flags_alone_travel),
        VULKAN_TESTS(many_workgroups),
        VULKAN_TESTS(an_assert_ends_the_list),
        VULKAN_TESTS(an_assert_ends_launches_in_order),
        VULKAN_TESTS(deadlines_end_lists),
        VULKAN_TESTS(threads_have_lists_of_their_own),
    };
    int code;
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
