// Clearing memory before a program runs keeps deadlines and cancels, however much it is: of what is
// kept across barriers, of the caller's own memory, before each of several runs. So does bringing
// results back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/device.h"
#include "support/stage.h"

#include <unistd.h>

enum { MUCH = 12 << 20 }; ///< elements of 4 bytes: three pieces

static struct {
    const struct vyi_device_fns *fns;
    _Atomic(vy_pending *) pending; ///< that is cancelled while it clears
    atomic_int pieces, last;       ///< pieces so far; the one at which it is
} clearing;

static void clear_and_cancel(vy_device *device, void *memory, uint64_t bytes)
{
    if (bytes >= 1 << 20 && ++clearing.pieces == clearing.last) {
        while (!clearing.pending)
            usleep(100);
        vy_dispatch_cancel(clearing.pending);
    }
    clearing.fns->memory_clear(device, memory, bytes);
}

/// Begins a dispatch that is cancelled at a piece, and goes no further.
static void cancel_at(struct stage *s, const char *device, const char *text, int last,
                      vy_dispatch_params params)
{
    stage_use(s, device);
    struct vyi_device_fns fns = *s->device->fns;
    vy_pending *pending = NULL;
    clearing.fns = s->device->fns;
    clearing.pending = NULL;
    clearing.pieces = 0;
    clearing.last = last;
    fns.memory_clear = clear_and_cancel;
    s->device->fns = &fns;
    vy_pipeline *p = stage_pipeline(s, text);
    assert_int_equal(vy_dispatch_begin(p, &params, &pending), VY_OK);
    clearing.pending = pending;
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V172");
    assert_int_equal(clearing.pieces, last);
    vy_pipeline_destroy(&p);
    vy_device_close(&s->device); // before what it is made of goes
}

static void what_is_kept_across_barriers(void **state)
{
    static const char text[] = "program much\n"
                               "param n : u32\n"
                               "inout x : u32[1]\n"
                               "workgroup 1024 grid n\n"
                               "let v = x[0] + gid.x\n"
                               "barrier grid\n"
                               "if v == 7 { x[0] = v }\n";
    uint32_t x = 0;
    cancel_at(*state, "oracle-split", text, 1,
              *vy_dispatch_params(.args = vy_args(vy_arg_u32("n", MUCH),
                                                  vy_arg_inout("x", &x, sizeof x))));
}

static const char out_text[] = "program one\n"
                               "param n : u32\n"
                               "out y : u32[n]\n"
                               "workgroup 1 grid 1\n"
                               "y[n - 1] = 7\n";

/// The caller's memory, where the device's is the host's, is cleared where it lies.
static void what_is_of_the_caller(void **state)
{
    if (!getenv("VYRE_LLVM_BUILT"))
        skip();
    uint32_t *y = malloc(MUCH * sizeof *y);
    assert_non_null(y);
    memset(y, 0xa5, MUCH * sizeof *y);
    cancel_at(*state, "cpu", out_text, 1,
              *vy_dispatch_params(.args = vy_args(vy_arg_u32("n", MUCH),
                                                  vy_arg_out("y", y, MUCH * sizeof *y))));
    assert_int_equal(y[0], 0);
    assert_int_equal(y[MUCH - 1], 0xa5a5a5a5);
    free(y);
}

/// On any device, and before each run of several.
static void what_is_cleared_anew(void **state)
{
    static const char *const devices[] = {"oracle", "cpu"};
    uint32_t *y = malloc(MUCH * sizeof *y);
    assert_non_null(y);
    for (int i = 0; i < 2; i++) {
        if (!strcmp(devices[i], "cpu") && !getenv("VYRE_LLVM_BUILT"))
            continue;
        bool first = !strcmp(devices[i], "cpu"); // memory of the oracle's own starts as zeros
        cancel_at(*state, devices[i], out_text, first ? 5 : 2,
                  *vy_dispatch_params(.repeat = 3,
                                      .args = vy_args(vy_arg_u32("n", MUCH),
                                                      vy_arg_out("y", y, MUCH * sizeof *y))));
    }
    free(y);
}

// ---- results ----
enum { PIECE = 128 << 20 }; ///< bytes that come back between two looks

static struct {
    const struct vyi_device_fns *fns;
    vy_graph *graph;               ///< that is cancelled with the first piece,
    _Atomic(vy_pending *) pending; ///< or this
    atomic_int pieces;
} bringing;

static vy_status download_and_cancel(vy_device *device, void *memory, void *host, uint64_t bytes,
                                     bool up)
{
    if (up)
        return bringing.fns->transfer(device, memory, host, bytes, up);
    bringing.pieces++;
    while (!bringing.graph && !bringing.pending)
        usleep(100);
    if (bringing.graph)
        vy_graph_cancel(bringing.graph);
    else
        vy_dispatch_cancel(bringing.pending);
    return bringing.fns->transfer(device, memory, host, bytes, up);
}

/// The device with that in the place of its own.
static void watch_downloads(struct stage *s, struct vyi_device_fns *fns)
{
    *fns = *s->device->fns;
    fns->transfer = download_and_cancel;
    bringing.fns = s->device->fns;
    bringing.graph = NULL;
    bringing.pending = NULL;
    bringing.pieces = 0;
    s->device->fns = fns;
}

static const char last_text[] = "program last\n"
                                "out y : u8[134217729]\n"
                                "workgroup 1 grid 1\n"
                                "y[134217728] = 7\n";

static void what_a_graph_brings_back(void **state)
{
    struct stage *s = *state;
    struct vyi_device_fns fns;
    uint8_t *y = calloc(PIECE + 1, 1);
    uint32_t slot = 0;
    vy_graph *graph = NULL;
    assert_non_null(y);
    vy_pipeline *p = stage_pipeline(s, last_text);
    watch_downloads(s, &fns);
    assert_int_equal(vy_graph_create(s->device, NULL, &graph), VY_OK);
    assert_int_equal(
        vy_graph_buffer(graph, vy_graph_buffer_params(.bytes = PIECE + 1, .memory = y), &slot),
        VY_OK);
    assert_int_equal(vy_graph_wave(graph, p,
                                   vy_graph_wave_params(.args = vy_args(vy_arg_slot("y", slot))),
                                   NULL),
                     VY_OK);
    bringing.graph = graph;
    assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V172");
    assert_int_equal(bringing.pieces, 1);
    assert_int_equal(y[PIECE], 0);
    vy_graph_destroy(&graph);
    vy_pipeline_destroy(&p);
    vy_device_close(&s->device);
    free(y);
}

static void what_a_dispatch_brings_back(void **state)
{
    struct stage *s = *state;
    struct vyi_device_fns fns;
    uint8_t *y = calloc(PIECE + 1, 1);
    vy_pending *pending = NULL;
    assert_non_null(y);
    vy_pipeline *p = stage_pipeline(s, last_text);
    watch_downloads(s, &fns);
    assert_int_equal(
        vy_dispatch_begin(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, PIECE + 1))),
                          &pending),
        VY_OK);
    bringing.pending = pending;
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V172");
    assert_int_equal(bringing.pieces, 1);
    assert_int_equal(y[PIECE], 0);
    vy_pipeline_destroy(&p);
    vy_device_close(&s->device);
    free(y);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_kept_across_barriers), TEST(what_is_of_the_caller),
        TEST(what_is_cleared_anew),         TEST(what_a_graph_brings_back),
        TEST(what_a_dispatch_brings_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
