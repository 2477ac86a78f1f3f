// @align(n) is true of every address that a program runs on: memory of a dispatch, memory of the
// caller that is used where it lies, vy_buffers, and the memory of a graph.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run/graph.h"
#include "run/run.h"
#include "support/stage.h"

enum { ALIGN = 65536, TRIES = 64 };

static const char strict[] = "program strict\n"
                             "in x : u32[] @align(65536)\n"
                             "inout a : u32[len(x)] @align(4096)\n"
                             "uniform u : u32[4] @align(65536)\n"
                             "out y : u32[len(x)] @align(65536)\n"
                             "scratch t : u8[7] @align(65536)\n"
                             "workgroup 4\ngrid len(x)\n"
                             "t[0] = 3\n"
                             "barrier grid\n"
                             "y[gid.x] = x[gid.x] + u[0]\n"
                             "a[gid.x] += t[0]\n";

static const char *const devices[] = {"oracle", "oracle-dirty", "cpu"};

/// Memory of a dispatch, whatever the caller's addresses are.
static void dispatches_align(void **state)
{
    struct stage *s = *state;
    _Alignas(16) static unsigned char bytes[256];
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
        if (!stage_has(devices[d]))
            continue;
        stage_use(s, devices[d]);
        vy_program *p = stage_parse(s, strict);
        assert_int_equal(vy_program_verify(p), VY_OK);
        struct vyi_report report = {.context = s->context, .sources = &p->sources};
        for (uint32_t shift = 0; shift < 16; shift += 4) {
            const vy_arg *args = vy_args(
                vy_arg_in("x", bytes + shift, 16), vy_arg_inout("a", bytes + 32 + shift, 16),
                vy_arg_in("u", bytes + 64 + shift, 16), vy_arg_out("y", bytes + 96 + shift, 16));
            struct vyi_call call = {.route = VY_ROUTE_NATIVE};
            struct vyi_memories m;
            struct vyi_job job = {.report = &report, .launch = &call.launch};
            assert_int_equal(
                vyi_args_read(p, s->device, NULL, args, VYI_ARGS_ALL, &report, &call.args), VY_OK);
            assert_int_equal(vyi_launch_eval(p, call.args.given.params, call.args.given.bound,
                                             (struct vyi_launch_choice){4, 1}, &report,
                                             &call.launch),
                             VY_OK);
            assert_int_equal(
                vyi_memories_create(s->device, p, NULL, &call, VYI_MEMORIES_BORROW, &job, &m),
                VY_OK);
            for (uint32_t i = 0; i < p->buffers.count; i++)
                assert_int_equal((uintptr_t)m.at[i] % p->buffers.at[i].align, 0);
            vyi_memories_free(s->device, p, &m);
            vyi_call_free(s->context, &call);
        }
        vyi_report_end(&report, VY_OK);
        vy_program_destroy(&p);
    }
}

/// Addresses as a device sees them when it launches: by way of its own function.
static struct {
    vy_status (*launch)(vy_device *device, const struct vyi_job *job,
                        const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                        struct vyi_job_result *result);
    uint32_t launches;
} watched;

static vy_status watch(vy_device *device, const struct vyi_job *job,
                       const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                       struct vyi_job_result *result)
{
    for (uint32_t i = 0; i < kernel->program->buffers.count; i++) {
        uint32_t align = kernel->program->buffers.at[i].align;
        if (align && kernel->memory[i])
            assert_int_equal((uintptr_t)kernel->memory[i] % align, 0);
    }
    watched.launches++;
    return watched.launch(device, job, kernel, clears, result);
}

static void every_route_aligns(void **state)
{
    struct stage *s = *state;
    const vy_route routes[] = {VY_ROUTE_NATIVE, VY_ROUTE_RESIDENT, VY_ROUTE_HOST};
    uint32_t x[5] = {1, 2, 3, 4, 5}, a[5] = {0}, u[5] = {10, 10}, y[5] = {0};
    stage_use(s, "oracle");
    struct vyi_device_fns fns = *s->device->fns;
    const struct vyi_device_fns *own = s->device->fns;
    vy_pipeline *pipeline = stage_pipeline(s, strict);
    watched.launch = fns.launch;
    fns.launch = watch;
    s->device->fns = &fns;
    for (size_t i = 0; i < 3; i++) {
        const vy_arg *args = vy_args(vy_arg_in("x", x + 1, 16), vy_arg_inout("a", a + 1, 16),
                                     vy_arg_in("u", u + 1, 16), vy_arg_out("y", y + 1, 16));
        watched.launches = 0;
        assert_int_equal(
            vy_dispatch(pipeline, vy_dispatch_params(.args = args, .route = routes[i]), NULL),
            VY_OK);
        assert_true(watched.launches >= 1 && y[1] == 12 && a[4] == 3 * (i + 1));
    }
    s->device->fns = own;
    vy_pipeline_destroy(&pipeline);
}

/// A vy_buffer that lies elsewhere is refused; one that was made for it is not.
static void buffers_align(void **state)
{
    struct stage *s = *state;
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
        if (!stage_has(devices[d]))
            continue;
        stage_use(s, devices[d]);
        vy_pipeline *pipeline = stage_pipeline(
            s, "program p\npersistent k : u32[4] @align(65536)\neach i in 0..4 { k[i] = i }\n");
        vy_buffer *other[TRIES] = {NULL}, *made[TRIES] = {NULL};
        uint32_t astray = 0;
        for (uint32_t i = 0; i < TRIES; i++) {
            vy_buffer_params wanted = {
                .size = sizeof(vy_buffer_params), .bytes = 16, .align = ALIGN};
            assert_int_equal(vy_buffer_create(s->device, &wanted, &made[i]), VY_OK);
            assert_int_equal((uintptr_t)made[i]->memory % ALIGN, 0);
            assert_int_equal(
                vy_dispatch(pipeline,
                            vy_dispatch_params(.args = vy_args(vy_arg_buffer("k", made[i]))), NULL),
                VY_OK);
            assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 16), &other[i]),
                             VY_OK);
            assert_int_equal((uintptr_t)other[i]->memory % 256, 0);
            if ((uintptr_t)other[i]->memory % ALIGN == 0)
                continue;
            astray++;
            assert_int_equal(
                vy_dispatch(pipeline,
                            vy_dispatch_params(.args = vy_args(vy_arg_buffer("k", other[i]))),
                            NULL),
                VY_ERROR_ARGUMENT);
            SAID(s, "V269", "its address is no multiple of 65536", ".align = 65536");
        }
        assert_true(astray);
        for (uint32_t i = 0; i < TRIES; i++) {
            vy_buffer_destroy(&other[i]);
            vy_buffer_destroy(&made[i]);
        }
        vy_buffer_params wrong = {.size = sizeof(vy_buffer_params), .bytes = 16, .align = 48};
        assert_int_equal(vy_buffer_create(s->device, &wrong, &made[0]), VY_ERROR_ARGUMENT);
        SAID(s, "V305", "48 is no alignment", "at most 65536");
        vy_pipeline_destroy(&pipeline);
    }
}

static void graphs_align(void **state)
{
    struct stage *s = *state;
    uint32_t x[4] = {1, 2, 3, 4}, a[4] = {0}, u[4] = {10}, y[4] = {0};
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++) {
        if (!stage_has(devices[d]))
            continue;
        stage_use(s, devices[d]);
        vy_pipeline *pipeline = stage_pipeline(s, strict);
        vy_graph *graph = NULL;
        const vy_arg *args = vy_args(vy_arg_in("x", x, 16), vy_arg_inout("a", a, 16),
                                     vy_arg_in("u", u, 16), vy_arg_out("y", y, 16));
        memset(a, 0, sizeof a);
        assert_int_equal(vy_graph_create(s->device, NULL, &graph), VY_OK);
        assert_int_equal(vy_graph_wave(graph, pipeline, vy_graph_wave_params(.args = args), NULL),
                         VY_OK);
        assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_OK);
        assert_true(y[3] == 14 && a[0] == 3);
        assert_true(graph->block.memory && graph->plan.pieces.count);
        assert_int_equal((uintptr_t)graph->block.memory % ALIGN, 0);
        for (uint32_t i = 0; i < graph->plan.pieces.count; i++)
            assert_int_equal(graph->plan.pieces.at[i].offset % ALIGN, 0);
        vy_graph_destroy(&graph);
        vy_pipeline_destroy(&pipeline);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(dispatches_align, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(every_route_aligns, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(buffers_align, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(graphs_align, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
