// Launches of the cuda device whose kernels meet, over a driver without a GPU: how large they are,
// which kernel they get, what is as it must be before each, and launches that come again as graphs.
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
#include "support/named.h"
#include "support/patience.h"
#include "support/versus.h"

static struct fake_cuda *fake;

/// What the kernels of this file saw.
static struct {
    int runs;
    struct fake_launch launch;
    bool dirty;                              ///< something was not as it must be before a launch
    _Atomic(const volatile uint32_t *) stop; ///< of a kernel that waits for it
} seen;

static int setup(void **state)
{
    memset(&seen, 0, sizeof seen);
    return fake_stage_open(state, &fake);
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake) || seen.dirty;
}

// ---- meeting ----
static const char meet_text[] = "program meet\n"
                                "param n : u32\n"
                                "inout x : u32[n]\n"
                                "workgroup 256 grid n\n"
                                "fixpoint k in 0..5 {\n"
                                "    x[gid.x] += 1\n"
                                "    if x[gid.x] < 3 { again }\n"
                                "}\n";

static void meet_kernel(void *user, const struct fake_launch *l)
{
    const struct vyi_cuda_block *b = fake_block(l);
    struct vyi_cuda_fixpoint *f = fake_pointer(b->fixpoints);
    const uint64_t *gate = fake_pointer(b->gate);
    const uint8_t *spill = fake_pointer(b->spill);
    (void)user;
    seen.runs++;
    seen.launch = *l;
    for (int i = 0; i < 8; i++)
        seen.dirty |= gate[i] != 0;
    for (uint64_t i = 0; i < (uint64_t)b->group_count * fake->info.spill_bytes; i++)
        seen.dirty |= spill[i] != 0;
    seen.dirty |= f->entries || f->passes || f->cut || f->empty;
    memset(fake_pointer(b->gate), 0xff, 64);
    memset(fake_pointer(b->spill), 0xff, b->group_count * fake->info.spill_bytes);
    ((uint64_t *)fake_pointer(b->parts))[b->group_count] = 1;
    *f = (struct vyi_cuda_fixpoint){.entries = 2, .passes = 7, .cut = 1};
}

static vy_pipeline *meet_pipeline(struct stage *s)
{
    fake->info.flat = 0;
    fake->info.volume = 256;
    fake->info.team_threads = 256;
    fake->info.most_teams = 4;
    fake->info.cooperative = 1;
    fake->info.fixpoints = 1;
    fake->info.parts = 1;
    fake->info.spill_bytes = 40;
    fake->kernel = meet_kernel;
    return stage_pipeline(s, meet_text);
}

static vy_status meet(vy_pipeline *p, uint32_t n, vy_stats *stats)
{
    uint32_t *x = calloc(n, sizeof *x);
    vy_status status = vy_dispatch(
        p, vy_dispatch_params(.args = vy_args(vy_arg_u32("n", n), vy_arg_inout("x", x, n * 4ull))),
        stats);
    free(x);
    return status;
}

static void meetings_are_resident(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = meet_pipeline(s);
    static const struct {
        uint32_t groups, blocks, threads;
    } sizes[] = {{1, 1, 256},      {132, 132, 256},   {133, 67, 512},     {264, 132, 512},
                 {528, 132, 1024}, {1056, 264, 1024}, {100000, 264, 1024}};
    vy_stats stats;
    cuda_virtual_groups(s->device, 1);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(meet(p, sizes[i].groups * 256, &stats), VY_OK);
        assert_true(seen.launch.together);
        assert_int_equal(seen.launch.blocks, sizes[i].blocks);
        assert_int_equal(seen.launch.threads, sizes[i].threads);
        assert_int_equal(stats.fixpoint_count, 1);
        assert_int_equal(stats.fixpoints[0].line, 5);
        assert_int_equal(stats.fixpoints[0].passes, 7);
        assert_int_equal(stats.fixpoints[0].entries, 2);
        assert_int_equal(stats.fixpoints[0].cut, 1);
        assert_false(stats.converged);
    }
    assert_int_equal(fake->compiles, 1);
    vy_pipeline_destroy(&p);
}

static void a_resident_grid_gets_a_kernel_of_its_own(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = meet_pipeline(s);
    for (int i = 0; i < 5; i++)
        assert_int_equal(meet(p, 1056 * 256, NULL), VY_OK);
    assert_int_equal(fake->compiles, 2);
    for (int i = 0; i < 5; i++)
        assert_int_equal(meet(p, 5000 * 256, NULL), VY_OK); // by the first again
    assert_int_equal(fake->compiles, 2);
    assert_int_equal(seen.runs, 10);
    vy_pipeline_destroy(&p);
}

static void endless_kernel(void *user, const struct fake_launch *l)
{
    (void)user;
    seen.launch = *l;
    seen.stop = fake_pointer(fake_block(l)->stop);
}

static bool endless_busy(void *user, void *stream)
{
    (void)user;
    const volatile uint32_t *stop = seen.stop;
    return stop && (!stream || stream == seen.launch.stream) && !*stop;
}

/// Code is loaded when nothing runs; whoever waits for that has a deadline of its own.
static void a_deadline_ends_waiting_for_a_kernel(void **state)
{
    static const char text[] = "program alone\nout y : u32[1]\nworkgroup 1 grid 1\ny[0] = 3\n";
    struct stage *s = *state;
    vy_pipeline *alone = stage_pipeline(s, text), *p = meet_pipeline(s);
    vy_pending *pending = NULL;
    uint32_t y, x[256] = {0};
    vy_arg args[] = {vy_arg_u32("n", 256), vy_arg_inout("x", x, sizeof x), vy_arg_end()};
    cuda_virtual_groups(s->device, 0);
    fake->kernel = endless_kernel;
    fake->busy = endless_busy;
    assert_int_equal(
        vy_dispatch_begin(alone,
                          vy_dispatch_params(.deadline_ms = PATIENT_MS,
                                             .args = vy_args(vy_arg_out("y", &y, sizeof y))),
                          &pending),
        VY_OK);
    while (vy_dispatch_wait(&pending, 10, NULL) == VY_ERROR_BUSY && !seen.stop)
        ;
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args, .deadline_ms = 30), NULL),
                     VY_ERROR_DEADLINE);
    SAID(s, "V349");
    assert_int_equal(vy_dispatch_wait(&pending, 0, NULL), VY_ERROR_BUSY);
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    seen.stop = NULL;
    fake->kernel = meet_kernel;
    assert_int_equal(meet(p, 256, NULL), VY_OK); // it can be loaded now
    assert_int_equal(seen.runs, 1);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&alone);
}

/// Or the one would be taken from there for the other.
static void both_kernels_are_kept_on_disk(void **state)
{
    struct stage *s = *state;
    struct versus v;
    vy_cache_stats stats;
    assert_true(versus_open(&v));
    fake_stage_cached(s, v.cache);
    vy_pipeline *p = meet_pipeline(s);
    for (int i = 0; i < 5; i++)
        assert_int_equal(meet(p, 1056 * 256, NULL), VY_OK);
    assert_int_equal(vy_device_cache_stats(s->device, &stats), VY_OK);
    assert_int_equal(stats.compiled, 2);
    assert_int_equal(stats.loaded, 0);
    vy_pipeline_destroy(&p);
    versus_close(&v);
}

/// Taking turns wants registers, so that fewer such blocks are resident than of the other kernel.
static void a_kernel_of_its_own_may_need_less(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = meet_pipeline(s);
    fake->occupancy = 1;
    for (int i = 0; i < 2; i++)
        assert_int_equal(meet(p, 1056 * 256, NULL), VY_OK);
    assert_int_equal(seen.launch.blocks, 132);
    fake->occupancy = 2; // the first kernel's is known already
    assert_int_equal(meet(p, 1056 * 256, NULL), VY_OK);
    assert_int_equal(fake->compiles, 2);
    assert_int_equal(seen.launch.blocks, 264);
    vy_pipeline_destroy(&p);
}

static void what_does_not_fit_is_refused(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = meet_pipeline(s);
    fake->occupancy = 0;
    assert_int_equal(meet(p, 256, NULL), VY_ERROR_LIMIT);
    stage_said(s, (const char *[]){"does not fit a multiprocessor", "256 invocations", NULL});
    vy_pipeline_destroy(&p);
    fake->occupancy = 2;
    fake->info.spill_bytes = 1 << 20;
    vy_program *program = stage_parse(s, meet_text);
    assert_int_equal(vy_pipeline_create(s->device, program, vy_pipeline_params(.fresh = true), &p),
                     VY_OK);
    vy_program_destroy(&program);
    assert_int_equal(meet(p, 1000 * 256, NULL), VY_ERROR_LIMIT);
    stage_said(s, (const char *[]){"across grid barriers", NULL});
    vy_pipeline_destroy(&p);
}

// ---- launches that come again ----
/// What the words must be before each, and what is kept, is for the graph to see to.
static void meetings_come_again_as_graphs(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = meet_pipeline(s);
    vy_stats stats;
    cuda_virtual_groups(s->device, 1);
    for (int i = 0; i < 8; i++) {
        fake_order_forget(fake);
        assert_int_equal(meet(p, 132 * 256, &stats), VY_OK);
        assert_true(seen.launch.together);
        assert_int_equal(seen.launch.blocks, 132);
        assert_int_equal(stats.fixpoints[0].passes, 7);
        assert_int_equal(fake_order_count(fake, "launch_together"), i < 3);
        assert_int_equal(fake_order_count(fake, "graph;"), i >= 3);
        assert_int_equal(fake_order_count(fake, "node"),
                         i == 3 ? 4 : 0); // words, keep, kernel, words
        assert_int_equal(fake_order_count(fake, "set 1 x"), i < 3);
    }
    assert_int_equal(meet(p, 133 * 256, &stats), VY_OK); // another size is launched again
    assert_int_equal(seen.launch.blocks, 67);
    assert_int_equal(seen.runs, 9);
    vy_pipeline_destroy(&p);
}

/// Making a graph may fail at any call: then it is launched as before, and not tried again.
static void what_cannot_be_a_graph_is_launched(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuGraphCreate",           "cuGraphAddMemsetNode",
                                        "cuGraphAddKernelNode_v2", "cuGraphKernelNodeSetAttribute",
                                        "cuGraphAddMemcpyNode",    "cuGraphInstantiateWithFlags"};
    cuda_option("virtual_groups", "1");
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        fake_stage_renew(s);
        vy_pipeline *p = meet_pipeline(s);
        fake->fail_call = calls[k];
        fake->fail_after = 0;
        fake->fail_result = CU_NOT_SUPPORTED;
        fake->fail_once = true;
        for (int i = 0; i < 6; i++) {
            fake_order_forget(fake);
            assert_int_equal(meet(p, 132 * 256, NULL), VY_OK);
            assert_int_equal(fake_order_count(fake, "launch_together"), 1);
        }
        assert_null(fake->fail_call);
        vy_pipeline_destroy(&p);
    }
}

static void a_graph_that_fails_is_an_error(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = meet_pipeline(s);
    cuda_virtual_groups(s->device, 1);
    for (int i = 0; i < 5; i++)
        assert_int_equal(meet(p, 132 * 256, NULL), VY_OK);
    fake->fail_call = "cuGraphLaunch";
    fake->fail_result = CU_INVALID;
    assert_int_equal(meet(p, 132 * 256, NULL), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"running a kernel", NULL});
    fake->fail_call = NULL;
    assert_int_equal(meet(p, 132 * 256, NULL), VY_OK);
    vy_pipeline_destroy(&p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(meetings_are_resident),
        TEST(a_resident_grid_gets_a_kernel_of_its_own),
        TEST(a_deadline_ends_waiting_for_a_kernel),
        TEST(both_kernels_are_kept_on_disk),
        TEST(a_kernel_of_its_own_may_need_less),
        TEST(what_does_not_fit_is_refused),
        TEST(meetings_come_again_as_graphs),
        TEST(what_cannot_be_a_graph_is_launched),
        TEST(a_graph_that_fails_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
