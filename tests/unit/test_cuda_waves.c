// Graphs of dispatches on the cuda device over a driver without a GPU, whose kernels are the
// oracle's runs and whose nodes run in the last order that their edges allow: in one submission,
// kept for the next run, and nothing left behind when something fails.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "support/fakestage.h"
#include "support/graphs.h"
#include "support/named.h"

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

// ---- random graphs ----
static void random_graphs(void **state)
{
    const char *count = getenv("VYRE_SOAK_COUNT"), *first = getenv("VYRE_SOAK_SEED");
    uint64_t all = count ? strtoull(count, NULL, 10) : 60;
    uint64_t seed = first ? strtoull(first, NULL, 10) : 1, whole = 0;
    (void)state;
    for (uint64_t i = 0; i < all;) {
        struct graphs g;
        if (!graphs_open(&g,
                         &(vy_device_params){
                             .size = sizeof(vy_device_params), .name = cuda_name(), .cache = ""},
                         seed + i))
            fail_msg("%s", g.problem);
        for (uint64_t k = 0; k < 100 && i < all; i++, k++) {
            const char *problem = graphs_run(&g, seed + i);
            if (problem)
                fail_msg("seed %llu: %s", (unsigned long long)(seed + i), problem);
            fake_order_forget(fake);
        }
        whole += g.whole;
        graphs_close(&g);
    }
    print_message("%llu graphs, %llu runs in one go\n", (unsigned long long)all,
                  (unsigned long long)whole);
    assert_true(whole > 4 * all);
}

// ---- one graph ----
static const char add_text[] = "program add\n"
                               "in  x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "workgroup 4 grid len(x)\n"
                               "assert x[gid.x] != 99, \"ninety-nine\"\n"
                               "y[gid.x] = x[gid.x] + 1\n";
static const char meet_text[] = "program meet\n"
                                "inout x : u32[]\n"
                                "scratch t : u32[len(x)]\n"
                                "workgroup 4 grid len(x)\n"
                                "t[gid.x] = x[gid.x]\n"
                                "barrier grid\n"
                                "x[gid.x] = t[len(x) - 1 - gid.x]\n";

struct scene {
    vy_pipeline *add, *meet;
    vy_graph *graph;
    uint32_t x[8], y[8];
};

static vy_status wave(struct scene *c, vy_pipeline *p, const vy_arg *args)
{
    return vy_graph_wave(c->graph, p, vy_graph_wave_params(.args = args), NULL);
}

/// Three waves in a line with two that meet beside the second.
static vy_status build(struct stage *s, struct scene *c)
{
    uint32_t n[6] = {0};
    for (uint32_t i = 0; i < 8; i++)
        c->x[i] = i;
    vy_program *add = NULL, *meet = NULL;
    vy_status status = vy_program_parse(s->context, vy_parse_params(.text = add_text), &add);
    if (!status)
        status = vy_program_parse(s->context, vy_parse_params(.text = meet_text), &meet);
    if (!status)
        status = vy_pipeline_create(s->device, add, NULL, &c->add);
    if (!status)
        status = vy_pipeline_create(s->device, meet, NULL, &c->meet);
    vy_program_destroy(&add);
    vy_program_destroy(&meet);
    if (!status)
        status = vy_graph_create(s->device, vy_graph_params(.no_fuse = true), &c->graph);
    for (uint32_t i = 0; i < 6 && !status; i++)
        status = vy_graph_buffer(c->graph,
                                 vy_graph_buffer_params(.bytes = 32, .data = i ? NULL : c->x,
                                                        .memory = i == 5 ? c->y : NULL),
                                 &n[i]);
    if (!status)
        status = wave(c, c->add, vy_args(vy_arg_slot("x", n[0]), vy_arg_slot("y", n[1])));
    if (!status)
        status = wave(c, c->add, vy_args(vy_arg_slot("x", n[1]), vy_arg_slot("y", n[2])));
    for (uint32_t i = 3; i < 5 && !status; i++) {
        status = wave(c, c->add, vy_args(vy_arg_slot("x", n[0]), vy_arg_slot("y", n[i])));
        if (!status)
            status = wave(c, c->meet, vy_args(vy_arg_slot("x", n[i])));
    }
    if (!status)
        status = wave(c, c->add, vy_args(vy_arg_slot("x", n[4]), vy_arg_slot("y", n[5])));
    return status;
}

static void close(struct scene *c)
{
    vy_graph_destroy(&c->graph);
    vy_pipeline_destroy(&c->add);
    vy_pipeline_destroy(&c->meet);
}

static void right(const struct scene *c)
{
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(c->y[i], 7 - i + 2);
}

static void graphs_are_kept(void **state)
{
    struct stage *s = *state;
    struct scene c = {0};
    vy_graph_stats stats;
    assert_int_equal(build(s, &c), VY_OK);
    fake_order_forget(fake);
    for (int i = 0; i < 3; i++) {
        memset(c.y, 0, sizeof c.y);
        if (vy_graph_run(c.graph, NULL, &stats))
            fail_msg("%s", s->log.text);
        assert_true(stats.one_submission);
        right(&c);
    }
    assert_int_equal(fake_order_count(fake, "graph;"), 3);
    assert_int_equal(fake_order_count(fake, "node vyre_kernel"), 7);
    assert_int_equal(fake_order_count(fake, "launch"), 0);
    fake_order_forget(fake);
    assert_int_equal(vy_graph_run(c.graph, vy_graph_run_params(.apart = true), &stats), VY_OK);
    assert_false(stats.one_submission);
    right(&c);
    assert_true(fake_order_count(fake, "launch_together") > 0);
    close(&c);
}

static void an_assert_is_named(void **state)
{
    struct stage *s = *state;
    struct scene c = {0};
    assert_int_equal(build(s, &c), VY_OK);
    c.x[5] = 98;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_ASSERT);
        SAID(s, "ninety-nine", "wave 1 ('add') in group 2 of 3");
    }
    c.x[5] = 5;
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_OK);
    right(&c);
    close(&c);
}

// ---- kernels that are started early ----
static const char pass_text[] = "program pass\n"
                                "in  x : u32[]\n"
                                "out y : u32[len(x)]\n"
                                "workgroup 4 grid len(x)\n"
                                "y[gid.x] = x[gid.x] + 1\n";

static void (*inform)(const struct vyi_llvm_request *request, struct vyi_cuda_info *info);
static void inform_waits(const struct vyi_llvm_request *request, struct vyi_cuda_info *info)
{
    if (inform)
        inform(request, info);
    info->waits = !info->cooperative;
}

/// A line of five, of which the third has another beside it.
static vy_status build_line(struct stage *s, struct scene *c)
{
    uint32_t n[8] = {0};
    vy_status status = VY_OK;
    for (uint32_t i = 0; i < 8; i++)
        c->x[i] = i;
    c->add = stage_pipeline(s, pass_text);
    status = vy_graph_create(s->device, vy_graph_params(.no_fuse = true), &c->graph);
    for (uint32_t i = 0; i < 8 && !status; i++)
        status = vy_graph_buffer(c->graph,
                                 vy_graph_buffer_params(.bytes = 32, .data = i ? NULL : c->x,
                                                        .memory = i == 6 ? c->y : NULL),
                                 &n[i]);
    for (uint32_t i = 0; i < 6 && !status; i++)
        status = wave(c, c->add, vy_args(vy_arg_slot("x", n[i]), vy_arg_slot("y", n[i + 1])));
    if (!status)
        status = wave(c, c->add, vy_args(vy_arg_slot("x", n[2]), vy_arg_slot("y", n[7])));
    return status;
}

static void lines_are_started_early(void **state)
{
    struct stage *s = *state;
    static const int results[] = {CU_OK, CU_NOT_SUPPORTED, CU_INVALID};
    static const vy_status outcomes[] = {VY_OK, VY_OK, VY_ERROR_DEVICE};
    for (int way = 0; way < 6; way++) {
        struct scene c = {0};
        inform = fake->inform;
        fake->inform = way < 3 ? inform_waits : inform;
        fake_stage_renew(s);
        assert_int_equal(build_line(s, &c), VY_OK);
        fake_order_forget(fake);
        fake->fail_call = results[way % 3] ? "cuGraphAddDependencies_v2" : NULL;
        fake->fail_result = results[way % 3];
        fake->fail_after = 1;
        fake->fail_once = false;
        vy_status status = vy_graph_run(c.graph, NULL, NULL);
        fake->fail_call = NULL;
        fake->inform = inform;
        test_log_clear(&s->log);
        // Kernels 1 and 2 of six groups; the third has two, and who comes after two waits too.
        assert_int_equal(status, way < 3 ? outcomes[way] : VY_OK);
        assert_int_equal(fake_order_count(fake, "early"), way == 0 ? 3 : way < 3 ? 1 : 0);
        for (uint32_t i = 0; i < 8 && !status; i++)
            assert_int_equal(c.y[i], i + 6);
        close(&c);
    }
}

// ---- failing ----
static void failing_calls_leave_the_device_usable(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {
        "cuGraphCreate",  "cuGraphAddKernelNode_v2",     "cuGraphKernelNodeSetAttribute",
        "cuGraphLaunch",  "cuGraphInstantiateWithFlags", "cuMemHostAlloc",
        "cuStreamCreate", "cuMemAllocFromPoolAsync",     "cuEventCreate",
        "cuStreamQuery",  "cuMemcpyHtoDAsync_v2",        "cuMemcpyDtoHAsync_v2"};
    uint32_t failed = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 8; after++) {
            struct scene c = {0};
            fake_stage_renew(s);
            assert_int_equal(build(s, &c), VY_OK);
            fake->fail_call = calls[i];
            fake->fail_after = after;
            fake->fail_result = CU_INVALID;
            fake->fail_once = true;
            vy_status status = vy_graph_run(c.graph, NULL, NULL);
            failed += status != VY_OK;
            assert_int_equal(status, fake->fail_call ? VY_OK : VY_ERROR_DEVICE);
            fake->fail_call = NULL;
            test_log_clear(&s->log);
            if (vy_graph_run(c.graph, NULL, NULL))
                fail_msg("%s %d: %s", calls[i], after, s->log.text);
            right(&c);
            close(&c);
        }
    assert_true(failed > 20);
}

static void a_lost_context_is_told(void **state)
{
    struct stage *s = *state;
    struct scene c = {0};
    assert_int_equal(build(s, &c), VY_OK);
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_OK);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_DEVICE);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    test_log_clear(&s->log);
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_DEVICE);
    SAID(s, "the graph was made before");
    close(&c);
    assert_int_equal(build(s, &c), VY_OK);
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_OK);
    right(&c);
    close(&c);
}

static void every_allocation_fails_once(void **state)
{
    struct stage *s = *state;
    vy_status status = VY_ERROR_MEMORY;
    for (uint64_t at = 1; status; at++) {
        struct scene c = {0};
        fake_stage_renew(s);
        s->alloc.fail_at = s->alloc.calls + at;
        status = build(s, &c);
        if (!status)
            status = vy_graph_run(c.graph, NULL, NULL);
        s->alloc.fail_at = 0;
        close(&c);
        if (status && status != VY_ERROR_MEMORY)
            fail_msg("allocation %d: %s", (int)at, s->log.text);
        assert_true(at < 5000);
        test_log_clear(&s->log);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_graphs),           TEST(graphs_are_kept),
        TEST(an_assert_is_named),      TEST(failing_calls_leave_the_device_usable),
        TEST(a_lost_context_is_told),  TEST(every_allocation_fails_once),
        TEST(lines_are_started_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
