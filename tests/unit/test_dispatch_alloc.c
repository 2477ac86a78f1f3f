// Every allocation of a dispatch fails once, on every route: the call says so, leaves nothing
// behind, and the device works afterwards. A dispatch that failed so before its launch has touched
// nothing. On the cpu device that includes making code, but for LLVM's own memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/stage.h"
#include "support/versus.h"

/// Has something of everything: values, arrays and shared memory across barriers, collectives,
/// fixpoints, counted rows, prints, more than eight resident buffers.
static const char text[] = "program all\n"
                           "in x : u32[]\n"
                           "inout a : u32[len(x)]\n"
                           "out y : u32[len(x)]\n"
                           "out n : atomic u32[1]\n"
                           "out hit : u32[4] @count(n)\n"
                           "in b0 : u32[4]\n"
                           "in b1 : u32[4]\n"
                           "in b2 : u32[4]\n"
                           "in b3 : u32[4]\n"
                           "in b4 : u32[4]\n"
                           "in b5 : u32[4]\n"
                           "in b6 : u32[4]\n"
                           "in b7 : u32[4]\n"
                           "in b8 : u32[4]\n"
                           "scratch t : u32[len(x)]\n"
                           "shared s : u32[4]\n"
                           "workgroup 4 grid len(x)\n"
                           "let i = gid.x\n"
                           "var own: u32[3]\n"
                           "own[i % 3] = x[i] + b0[0] + b8[3] + b1[0] + b2[0] + b3[0] + b4[0]\n"
                           "s[lid.x] = own[i % 3]\n"
                           "t[i] = s[lid.x]\n"
                           "barrier grid\n"
                           "let sum = grid_add(t[i])\n"
                           "fixpoint k in 0..4 { if y[i] < 2 { y[i] += 1 again } }\n"
                           "print \"{}\", own[0]\n"
                           "barrier workgroup\n"
                           "a[i] += sum + s[3 - lid.x] + b5[0] + b6[0] + b7[0]\n"
                           "if a[i] > 0 { hit[atomic_add(n[0], 1)] = i }\n";

struct scene {
    vy_program *program;
    vy_device *device;
    vy_pipeline *pipeline;
    vy_buffer *shared, *out;
    void *allocated;
    vy_stats stats;
    uint32_t x[4], a[4], y[4], n, hit[4];
};

static const uint32_t canary[4] = {9, 8, 7, 6};

/// Where it runs, and how.
struct where {
    const char *device;
    vy_route route;
    uint32_t step; ///< every so many-th allocation
};

static vy_status open(struct scene *c, struct stage *s, const struct where *where)
{
    bool resident = strcmp(where->device, "oracle-host") != 0;
    vy_device_params params = {.size = sizeof(vy_device_params),
                               .name = where->device,
                               .level = VY_LEVEL_NONE,
                               .threads = 2,
                               .cache = ""};
    vy_status status = vy_device_open(s->context, &params, &c->device);
    if (!status)
        status = vy_pipeline_create(c->device, c->program, NULL, &c->pipeline);
    if (!status && resident)
        status =
            vy_buffer_create(c->device, vy_buffer_params(.bytes = 16, .data = canary), &c->shared);
    if (!status && resident)
        status =
            vy_buffer_create(c->device, vy_buffer_params(.bytes = 16, .data = canary), &c->out);
    return status;
}

static void close(struct scene *c)
{
    vy_buffer_destroy(&c->shared);
    vy_buffer_destroy(&c->out);
    vy_pipeline_destroy(&c->pipeline);
    vy_device_close(&c->device);
}

static void ignore(void *user, const char *line)
{
    (void)user;
    (void)line;
}

static vy_status run(struct scene *c, const struct where *where, bool later)
{
    vy_arg args[20];
    size_t count = 0;
    static const char *const names[] = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"};
    memcpy(c->a, canary, sizeof canary);
    memcpy(c->x, (const uint32_t[]){1, 2, 3, 4}, sizeof c->x);
    for (size_t i = 0; i < 9; i++)
        args[count++] = c->shared ? vy_arg_buffer(names[i], c->shared)
                                  : vy_arg_in(names[i], canary, sizeof canary);
    args[count++] = vy_arg_in("x", c->x, 16);
    args[count++] = vy_arg_inout("a", c->a, 16);
    args[count++] = c->out ? vy_arg_buffer("y", c->out) : vy_arg_out("y", c->y, 16);
    args[count++] = vy_arg_out("n", &c->n, 4);
    args[count++] = vy_arg_out_alloc("hit", &c->allocated, NULL);
    args[count] = vy_arg_end();
    c->stats = (vy_stats){.launches = later};
    vy_dispatch_params params = {.size = sizeof(vy_dispatch_params),
                                 .args = args,
                                 .repeat = 2,
                                 .route = where->route,
                                 .print = ignore};
    if (!later)
        return vy_dispatch(c->pipeline, &params, &c->stats);
    vy_pending *pending = NULL;
    vy_status status = vy_dispatch_begin(c->pipeline, &params, &pending);
    return status ? status : vy_dispatch_wait(&pending, VY_FOREVER, NULL);
}

static void right(struct scene *c, struct stage *s)
{
    const uint32_t added = 9 + 6 + 5 * 9 - 9; // b0[0], b8[3], b1 to b4
    uint32_t sum = 1 + 2 + 3 + 4 + 4 * added, y[4];
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(c->a[i], canary[i] + 2 * (sum + (4 - i) + added + 27));
    if (c->out)
        assert_int_equal(vy_buffer_download(c->out, 0, y, 16), VY_OK);
    else
        memcpy(y, c->y, 16);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(y[i], 2);
    assert_int_equal(c->n, 4);
    assert_non_null(c->allocated);
    vy_memory_free(s->context, c->allocated);
    c->allocated = NULL;
}

/// Before the launch nothing has happened to what the caller sees.
static void untouched(struct scene *c)
{
    uint32_t y[4];
    assert_memory_equal(c->a, canary, sizeof canary);
    if (!c->out)
        return;
    assert_int_equal(vy_buffer_download(c->out, 0, y, 16), VY_OK);
    assert_memory_equal(y, canary, sizeof y);
}

static void sweep_at(struct stage *s, const struct where *where, bool later)
{
    const char *device = where->device;
    uint64_t n = 1, before;
    for (bool done = false; !done; n += where->step) {
        struct scene c = {0};
        before = s->alloc.live;
        c.program = stage_parse(s, text);
        s->alloc.calls = 0;
        s->alloc.failed = 0;
        s->alloc.fail_at = n;
        vy_status status = open(&c, s, where);
        if (!status)
            status = run(&c, where, later);
        s->alloc.fail_at = 0;
        done = !s->alloc.failed;
        if (status && status != VY_ERROR_MEMORY)
            fail_msg("%s, allocation %d: %s: %s", device, (int)n, vy_status_text(status),
                     s->log.text);
        if (done)
            assert_int_equal(status, VY_OK);
        if (status)
            assert_null(c.allocated);
        if (status && c.x[0] && !c.stats.launches)
            untouched(&c);
        if (!status) {
            right(&c, s);
        } else if (c.pipeline && (c.out || !strcmp(device, "oracle-host"))) {
            assert_int_equal(run(&c, where, later), VY_OK); // the device is as good as before
            right(&c, s);
        }
        close(&c);
        vy_program_destroy(&c.program);
        assert_int_equal(s->alloc.live, before);
        test_log_clear(&s->log);
    }
    printf("%-14s %-8s %-8s %d allocations\n", device, vy_route_name(where->route),
           later ? "begun" : "at once", (int)(n - 2 * where->step));
    assert_true(n > 30);
}

static void sweep(struct stage *s, const char *device, bool later)
{
    sweep_at(s, &(struct where){device, VY_ROUTE_AUTO, 1}, later);
}

static void at_once(void **state)
{
    sweep(*state, "oracle", false);
    sweep(*state, "oracle-split", false);
    sweep(*state, "oracle-host", false);
}

static void begun(void **state)
{
    sweep(*state, "oracle", true);
    sweep(*state, "oracle-split", true);
    sweep(*state, "oracle-host", true);
}

static void on_cpu(void **state)
{
    int result = 0;
    if (!versus_present(&result)) {
        assert_int_equal(result, 0);
        skip();
    }
    // Up to the one that fails, code is made anew each time: all of them where there is time.
    uint32_t step = getenv("VYRE_SOAK_COUNT") ? 1 : VERSUS_INSTRUMENTED ? 41 : 11;
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++)
        sweep_at(*state, &(struct where){"cpu", (vy_route)route, step}, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(at_once, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(begun, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(on_cpu, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
