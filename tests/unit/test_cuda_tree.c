// The routes of the cuda device over a driver without a GPU, whose kernels are the oracle's runs:
// random settled programs give what the oracle gives, schedules run as one graph that is kept, and
// nothing is left behind when something fails. VYRE_SOAK_COUNT and VYRE_SOAK_SEED ask for more.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "run/run.h"
#include "support/conforming.h"
#include "support/fakestage.h"
#include "support/named.h"
#include "support/routes.h"
#include "support/versus.h"

enum { MOST_STEPS = 300000 };

static struct fake_cuda *fake;
static vy_context *quiet; ///< of the kernels

static int setup(void **state)
{
    if (vy_context_create(NULL, &quiet) || fake_stage_open(state, &fake))
        return 1;
    fake_cuda_oracle(fake, quiet);
    return 0;
}

static int teardown(void **state)
{
    int left = fake_stage_close(state, fake);
    vy_context_destroy(&quiet);
    return left;
}

// ---- random programs ----
/// NULL where all is as on the oracle; what failed asserts say is not known to these kernels.
static const char *compare(struct routes *r, struct routes *as)
{
    vy_status status = as->at[VY_ROUTE_NATIVE].status;
    if (routes_open(r))
        return r->problem;
    for (vy_route route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++)
        for (int again = 0; again < 2; again++) {
            vy_status here = routes_run_one(r, route);
            if (status && here == status)
                continue;
            const char *problem = status ? "another status" : routes_same(r, as, route);
            if (problem)
                return problem;
        }
    return NULL;
}

/// `conditions`: of the driver, without which each launch is one of its own.
static void compare_random(uint64_t seeds, uint64_t from, bool conditions)
{
    uint64_t graphs = 0;
    for (uint64_t seed = from; seed < from + seeds; seed++) {
        char *text = conforming_barriers(seed);
        struct routes as = {.text = text, .seed = seed, .conforms = true, .max_steps = MOST_STEPS};
        struct routes r = {
            .text = text,
            .seed = seed,
            .conforms = true,
            .on = {.size = sizeof(vy_device_params), .name = cuda_name(), .cache = ""}};
        assert_non_null(text);
        assert_int_equal(routes_open(&as), VY_OK);
        vy_status status = routes_run_one(&as, VY_ROUTE_NATIVE);
        const char *problem = NULL;
        fake_order_forget(fake);
        if (!status || status == VY_ERROR_ASSERT)
            problem = compare(&r, &as);
        if (problem)
            fail_msg("%sseed %llu: %s", text, (unsigned long long)seed, problem);
        graphs += strstr(fake->order, "node vyre_step") != NULL;
        routes_free(&r);
        routes_free(&as);
        free(text);
    }
    print_message("%llu of %llu programs ran as graphs too\n", (unsigned long long)graphs,
                  (unsigned long long)seeds);
    assert_true(conditions ? graphs > seeds / 5 : !graphs);
}

static void random_programs(void **state)
{
    const char *count = getenv("VYRE_SOAK_COUNT"), *first = getenv("VYRE_SOAK_SEED");
    (void)state;
    compare_random(count ? strtoull(count, NULL, 10) : 60, first ? strtoull(first, NULL, 10) : 1,
                   true);
}

static void random_programs_without_conditions(void **state)
{
    const char *count = getenv("VYRE_SOAK_COUNT"), *first = getenv("VYRE_SOAK_SEED");
    (void)state;
    cuda_option("conditions", "0");
    compare_random(count ? strtoull(count, NULL, 10) : 60, first ? strtoull(first, NULL, 10) : 2000,
                   false);
    cuda_option("conditions", NULL);
}

// ---- graphs ----
static const char steps_text[] = "program steps\n"
                                 "in x : u32[]\n"
                                 "out y : u32[len(x)]\n"
                                 "scratch t : u32[len(x)]\n"
                                 "workgroup 4 grid len(x)\n"
                                 "let i = gid.x\n"
                                 "t[i] = x[i]\n"
                                 "fixpoint k in 0..10 {\n"
                                 "    t[i] += 1\n"
                                 "    if t[i] < 6 { again }\n"
                                 "}\n"
                                 "barrier grid\n"
                                 "y[i] = t[len(x) - 1 - i]\n";

static vy_status steps(vy_pipeline *p, uint32_t n, vy_stats *stats)
{
    uint32_t x[64], y[64];
    assert_true(n <= 64);
    for (uint32_t i = 0; i < n; i++)
        x[i] = i % 3;
    vy_status status =
        vy_dispatch(p,
                    vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                       .args = vy_args(vy_arg_in("x", x, n * 4ull),
                                                       vy_arg_out("y", y, n * 4ull))),
                    stats);
    for (uint32_t i = 0; !status && i < n; i++)
        assert_int_equal(y[i], (n - 1 - i) % 3 + 6);
    return status;
}

static void graphs_are_kept(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps_text);
    vy_stats stats;
    for (int i = 0; i < 5; i++) {
        fake_order_forget(fake);
        if (steps(p, 20, &stats))
            fail_msg("%s", s->log.text);
        assert_int_equal(fake_order_count(fake, "graph;"), 1);
        assert_int_equal(fake_order_count(fake, "node while;"), i == 0);
        assert_int_equal(stats.passes, 6);
        assert_true(stats.converged);
        assert_true(stats.launches >= 8);
        assert_int_equal(stats.control_bytes, 0); // the device decides by itself
    }
    for (uint32_t n = 4; n <= 64; n += 4)
        assert_int_equal(steps(p, n, &stats), VY_OK);
    assert_true(fake->live_execs <= 8);
    vy_pipeline_destroy(&p);
}

static void without_conditions_segments_are_launched(void **state)
{
    struct stage *s = *state;
    static const char long_text[] = "program long\n"
                                    "out y : u32[8]\n"
                                    "param times : u32\n"
                                    "workgroup 4 grid 8\n"
                                    "for n in 0..3 {\n"
                                    "    fixpoint k in 0..times {\n"
                                    "        y[gid.x] += 1\n"
                                    "        if k < 39 { again }\n"
                                    "    }\n"
                                    "}\n";
    vy_stats stats, as;
    for (uint32_t times = 0; times < 50; times += 7) {
        for (int with = 1; with >= 0; with--) {
            uint32_t y[8] = {0}, passes = times < 40 ? times : 40;
            cuda_option("conditions", with ? "1" : "0");
            fake_stage_renew(s);
            vy_pipeline *p = stage_pipeline(s, long_text);
            fake_order_forget(fake);
            if (vy_dispatch(p,
                            vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                               .args = vy_args(vy_arg_out("y", y, 32),
                                                               vy_arg_u32("times", times))),
                            with ? &as : &stats))
                fail_msg("%s", s->log.text);
            assert_int_equal(y[7], 3 * passes);
            assert_int_equal(fake_order_count(fake, "node vyre_step") > 0, with);
            assert_int_equal(fake_order_count(fake, "node while;") > 0, with);
            vy_pipeline_destroy(&p);
        }
        assert_int_equal(stats.passes, as.passes);
        assert_int_equal(stats.launches, as.launches);
        assert_int_equal(stats.converged, as.converged);
        assert_int_equal(stats.fixpoints[0].entries, 3);
        assert_int_equal(stats.fixpoints[0].cut, as.fixpoints[0].cut);
        assert_int_equal(stats.fixpoints[0].empty, as.fixpoints[0].empty);
    }
    cuda_option("conditions", NULL);
}

static void without_steps_segments_are_launched(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps_text);
    vy_stats stats;
    fake->fail_call = "cuModuleLoadDataEx"; // the driver does not take the kernel of steps
    fake->fail_after = 3;                   // segments are loaded before it
    fake->fail_result = CU_INVALID_PTX;
    fake_order_forget(fake);
    if (steps(p, 20, &stats))
        fail_msg("%s", s->log.text);
    assert_int_equal(fake_order_count(fake, "node vyre_step"), 0);
    fake->fail_call = NULL;
    assert_int_equal(stats.passes, 6);
    vy_pipeline_destroy(&p);
}

static void asked_for_segments_they_are_launched(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps_text);
    vy_segment_stats segments[8];
    uint32_t x[8] = {0}, y[8];
    vy_stats stats;
    fake_order_forget(fake);
    assert_int_equal(
        vy_dispatch(
            p,
            vy_dispatch_params(.route = VY_ROUTE_RESIDENT, .segments = segments, .segment_count = 8,
                               .args = vy_args(vy_arg_in("x", x, 32), vy_arg_out("y", y, 32))),
            &stats),
        VY_OK);
    assert_int_equal(fake_order_count(fake, "node vyre_step"), 0);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < stats.segments && i < 8; i++)
        sum += segments[i].launches;
    assert_int_equal(sum, stats.launches);
    // A graph counts the same.
    uint64_t launches = stats.launches;
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                                    .args = vy_args(vy_arg_in("x", x, 32),
                                                                    vy_arg_out("y", y, 32))),
                                 &stats),
                     VY_OK);
    assert_true(fake_order_count(fake, "node vyre_step") > 0);
    assert_int_equal(stats.launches, launches);
    vy_pipeline_destroy(&p);
}

/// A device on a folder of code, and 20 segments on it, each of which is a module.
static vy_device *run_many(struct stage *s, const char *cache, vy_program *program,
                           vy_pipeline **pipeline, bool found)
{
    vy_device *device = NULL;
    uint32_t y[8];
    assert_int_equal(
        vy_device_open(s->context, vy_device_params(.name = cuda_name(), .cache = cache), &device),
        VY_OK);
    assert_int_equal(vy_pipeline_create(device, program, NULL, pipeline), VY_OK);
    int links = fake->links, modules = fake->live_modules, compiles = fake->compiles;
    for (int i = 0; i < 2; i++) { // each by itself, then as a graph
        const vy_route route = i ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST;
        memset(y, 0, sizeof y);
        assert_int_equal(
            vy_dispatch(*pipeline,
                        vy_dispatch_params(.route = route, .args = vy_args(vy_arg_out("y", y, 32))),
                        NULL),
            VY_OK);
        for (uint32_t k = 0; k < 8; k++)
            assert_int_equal(y[k], 210);
        if (i)
            continue;
        assert_int_equal(fake->live_modules - modules, 20);
        assert_int_equal(fake->compiles - compiles, found ? 0 : 20);
        assert_int_equal(fake->links - links, found ? 0 : 20);
    }
    return device;
}

static void segments_are_kept(void **state)
{
    struct stage *s = *state;
    struct versus v;
    struct vyi_text text = {.context = s->context};
    vy_device *devices[2];
    vy_pipeline *pipelines[2];
    assert_true(versus_open(&v));
    vyi_text_printf(&text, "program many\nout y : u32[8]\nworkgroup 4 grid 8\n");
    for (int i = 1; i <= 20; i++)
        vyi_text_printf(&text, "y[(gid.x + %d) %% 8] += %d\nbarrier grid\n", i, i);
    vyi_text_append(&text, "", 1);
    vy_program *p = stage_parse(s, text.at);
    for (int i = 0; i < 2; i++) // the first one's programs are what kept kernels know
        devices[i] = run_many(s, v.cache, p, &pipelines[i], i);
    for (int i = 0; i < 2; i++) {
        vy_pipeline_destroy(&pipelines[i]);
        vy_device_close(&devices[i]);
    }
    vy_program_destroy(&p);
    vyi_text_free(&text);
    versus_close(&v);
}

static void an_assert_ends_the_loops(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, "program stop\n"
                                       "out y : u32[8]\n"
                                       "workgroup 4 grid 8\n"
                                       "fixpoint k in 0..100000 {\n"
                                       "    y[gid.x] = k\n"
                                       "    assert k < 3, \"too far\"\n"
                                       "    again\n"
                                       "}\n");
    uint32_t y[8];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(vy_dispatch(p,
                                     vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                                        .args = vy_args(vy_arg_out("y", y, 32))),
                                     NULL),
                         VY_ERROR_ASSERT);
        stage_said(s, (const char *[]){"too far", "segment", NULL});
    }
    vy_pipeline_destroy(&p);
}

// ---- hidden buffers ----
static const char arrays_text[] = "program arrays\n"
                                  "inout x : u32[8192]\n"
                                  "workgroup 64 grid 8192\n"
                                  "var a : u32[64]\n"
                                  "a[x[gid.x] % 64] = 7\n"
                                  "barrier grid\n"
                                  "x[8191 - gid.x] = a[gid.x % 64] + gid.x\n";

/// A graph clears small ones by itself.
static void large_hidden_buffers_are_cleared_each_time(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, arrays_text);
    uint32_t x[8192];
    for (uint32_t turn = 0; turn < 3; turn++) {
        for (uint32_t i = 0; i < 8192; i++)
            x[i] = i + turn;
        fake_order_forget(fake);
        if (vy_dispatch(p,
                        vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                           .args = vy_args(vy_arg_inout("x", x, sizeof x))),
                        NULL))
            fail_msg("%s", s->log.text);
        assert_int_equal(fake_order_count(fake, "graph;"), 1);
        assert_int_equal(fake_order_count(fake, "set 1 x 2097152;"), 1);
        for (uint32_t i = 0; i < 8192; i++)
            assert_int_equal(x[8191 - i], i + (turn % 64 ? 0 : 7));
    }
    vy_pipeline_destroy(&p);
}

// ---- which route ----
static vy_route route_of(struct stage *s, const char *text, const char *words)
{
    uint32_t x[8] = {0}, y[8];
    vy_stats stats;
    fake_stage_renew(s);
    vy_pipeline *p = stage_pipeline(s, text);
    if (vy_dispatch(
            p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 32), vy_arg_out("y", y, 32))),
            &stats))
        fail_msg("%s", s->log.text);
    if (!strstr(stats.route_reason, words))
        fail_msg("'%s' is not in: %s", words, stats.route_reason);
    vy_pipeline_destroy(&p);
    return stats.route;
}

static const char straight_text[] = "program straight\n"
                                    "in x : u32[]\n"
                                    "out y : u32[len(x)]\n"
                                    "scratch t : u32[len(x)]\n"
                                    "workgroup 4 grid len(x)\n"
                                    "t[gid.x] = x[gid.x]\n"
                                    "barrier grid\n"
                                    "y[gid.x] = t[len(x) - 1 - gid.x]\n";

static void the_route_depends_on_room(void **state)
{
    struct stage *s = *state;
    assert_int_equal(route_of(s, straight_text, "has a grid barrier"), VY_ROUTE_NATIVE);
    fake->occupancy = 0;
    assert_int_equal(route_of(s, straight_text, "registers"), VY_ROUTE_RESIDENT);
}

// ---- failing ----
static void failing_calls_leave_the_device_usable(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuGraphCreate",           "cuGraphAddKernelNode_v2",
                                        "cuGraphAddNode_v2",       "cuGraphConditionalHandleCreate",
                                        "cuGraphLaunch",           "cuGraphInstantiateWithFlags",
                                        "cuMemHostAlloc",          "cuStreamCreate",
                                        "cuMemAllocFromPoolAsync", "cuEventCreate",
                                        "cuMemcpyHtoDAsync_v2",    "cuMemcpyDtoHAsync_v2"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 6; after++) {
            fake_stage_renew(s);
            vy_pipeline *p = stage_pipeline(s, steps_text);
            fake->fail_call = calls[i];
            fake->fail_after = after;
            fake->fail_result = CU_INVALID;
            fake->fail_once = true;
            vy_status status = steps(p, 20, NULL);
            assert_int_equal(status, fake->fail_call ? VY_OK : VY_ERROR_DEVICE);
            fake->fail_call = NULL;
            test_log_clear(&s->log);
            if (steps(p, 20, NULL))
                fail_msg("%s %d: %s", calls[i], after, s->log.text);
            vy_pipeline_destroy(&p);
        }
}

static void graphs_of_a_lost_context_are_forgotten(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps_text);
    assert_int_equal(steps(p, 20, NULL), VY_OK);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(steps(p, 20, NULL), VY_ERROR_DEVICE);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    assert_int_equal(steps(p, 20, NULL), VY_ERROR_DEVICE);
    vy_pipeline_destroy(&p);
    p = stage_pipeline(s, steps_text);
    assert_int_equal(steps(p, 20, NULL), VY_OK);
    vy_pipeline_destroy(&p);
}

static void every_allocation_fails_once(void **state)
{
    struct stage *s = *state;
    vy_status status = VY_ERROR_MEMORY;
    for (uint64_t at = 1; status; at++) {
        vy_program *program = stage_parse(s, steps_text);
        vy_pipeline *p = NULL;
        fake_stage_renew(s);
        s->alloc.fail_at = s->alloc.calls + at;
        status = vy_pipeline_create(s->device, program, NULL, &p);
        if (!status)
            status = steps(p, 20, NULL);
        s->alloc.fail_at = 0;
        vy_pipeline_destroy(&p);
        vy_program_destroy(&program);
        assert_true(status == VY_OK || status == VY_ERROR_MEMORY);
        assert_true(at < 5000);
    }
}

static void *steps_often(void *data)
{
    for (uint32_t i = 0; i < 30; i++)
        if (steps(data, 4 + i % 4 * 4, NULL))
            return data;
    return NULL;
}

static void threads_have_graphs_of_their_own(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, steps_text);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, steps_often, p), 0);
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    vy_pipeline_destroy(&p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_programs),
        TEST(random_programs_without_conditions),
        TEST(graphs_are_kept),
        TEST(without_conditions_segments_are_launched),
        TEST(without_steps_segments_are_launched),
        TEST(asked_for_segments_they_are_launched),
        TEST(segments_are_kept),
        TEST(an_assert_ends_the_loops),
        TEST(large_hidden_buffers_are_cleared_each_time),
        TEST(the_route_depends_on_room),
        TEST(failing_calls_leave_the_device_usable),
        TEST(graphs_of_a_lost_context_are_forgotten),
        TEST(every_allocation_fails_once),
        TEST(threads_have_graphs_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
