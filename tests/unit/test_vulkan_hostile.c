// Programs that mean harm, on the vulkan device in both shapes: they crash nothing, write nothing
// but their buffers, are stopped in time, and the next dispatch is right. All buffers are ranges of
// one that is larger, so that what is written beside them is seen. What the driver cannot run is
// counted.
//   test_vulkan_hostile [SHARE SHARES]: of the programs only those whose number leaves that
//   remainder
#include "support/hostile.h"
#include "support/patience.h"
#include "support/rng.h"
#include "support/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SHAPES = 2,
    BUFFERS = HOSTILE_BUFFERS,
    SOON_MS = 60,
    PATTERN = 0xa5,
    APART = 1 << 15, ///< bytes from a buffer to the next
    ARENA = (BUFFERS + 1) * APART,
    MOST_TRIES = 50,
};

static const char *const names[SHAPES] = {"vulkan:stop_ms=0", "vulkan:stop_ms=0:serial=1"};
static const char sane_text[] = "program sane\nin x: u32[]\nout y: u32[len(x)]\n"
                                "scratch t: u32[len(x)]\nworkgroup 32\ngrid len(x)\n"
                                "t[gid.x] = x[gid.x] barrier grid\n"
                                "if gid.x < 100 { y[gid.x] = x[gid.x] + t[99 - gid.x] }\n";
static struct {
    uint32_t share, shares, programs, refused, stopped;
} all = {.shares = 1};

struct side {
    struct stage *stage;
    vy_pipeline *sane;
    vy_buffer *arena;
    uint8_t host[ARENA];
    uint32_t shape;
};

// ---- what must hold afterwards ----
static void next_dispatch_is_right(struct side *s)
{
    uint32_t x[100], y[100];
    for (uint32_t i = 0; i < 100; i++)
        x[i] = i * i, y[i] = 0;
    if (vy_dispatch(s->sane,
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                       vy_arg_out("y", y, sizeof y))),
                    NULL))
        fail_msg("the next dispatch: %s", s->stage->log.text);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(y[i], i * i + x[99 - i]);
}

/// Where a buffer begins: not at a multiple of 16 bytes.
static uint64_t place(int i)
{
    return (uint64_t)i * APART + APART / 2 + hostile_buffers[i].elem * (i % 2 ? 3u : 1u);
}

static uint64_t bytes_of(int i)
{
    return (uint64_t)hostile_buffers[i].elem * hostile_buffers[i].count;
}

static void check_arena(struct side *s, const char *text)
{
    assert_int_equal(vy_buffer_download(s->arena, 0, s->host, ARENA), VY_OK);
    for (int i = 0; i <= BUFFERS; i++) {
        uint64_t from = i ? place(i - 1) + bytes_of(i - 1) : 0, to = i < BUFFERS ? place(i) : ARENA;
        for (uint64_t k = from; k < to; k++)
            if (s->host[k] != PATTERN)
                fail_msg("a byte %llu bytes behind buffer %d was written\n%s",
                         (unsigned long long)(k - from), i, text);
    }
}

// ---- running ----
static void fill(struct side *s, uint32_t number, vy_arg *args)
{
    struct rng random = rng_make(number, 1);
    for (int i = 0; i < BUFFERS; i++) {
        uint64_t bytes = bytes_of(i);
        for (uint64_t k = 0; k < bytes; k++)
            s->host[k] = (uint8_t)rng_next(&random);
        assert_int_equal(vy_buffer_upload(s->arena, place(i), s->host, bytes), VY_OK);
        args[i] = vy_arg_buffer_range(hostile_buffers[i].name, s->arena, place(i), bytes);
    }
    args[BUFFERS] = vy_arg_end();
}

/// What is without an end is run again until nothing more was compiled, which also takes its time.
static vy_status dispatch(struct side *s, vy_pipeline *p, const vy_arg *args, vy_route route,
                          bool endless)
{
    vy_cache_stats before, after;
    vy_status status;
    int tries = 0;
    do {
        test_log_clear(&s->stage->log);
        vy_device_cache_stats(s->stage->device, &before);
        status = vy_dispatch(p,
                             vy_dispatch_params(.args = args, .route = route,
                                                .deadline_ms = endless ? SOON_MS : PATIENT_MS),
                             NULL);
        vy_device_cache_stats(s->stage->device, &after);
    } while (status == VY_ERROR_DEADLINE && tries++ < MOST_TRIES &&
             before.compiled + before.loaded != after.compiled + after.loaded);
    return status;
}

static void run(void *user, uint32_t number, const char *text, enum hostile_end end)
{
    struct side *s = user;
    bool endless = end >= HOSTILE_ENDLESS;
    vy_route route = number / 2 % 2 ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST;
    vy_arg args[BUFFERS + 1];
    vy_pipeline *p = NULL;
    if (number % all.shares != all.share)
        return;
    all.programs++;
    vy_program *program = stage_parse(s->stage, text);
    fill(s, number, args);
    test_log_clear(&s->stage->log);
    vy_status status =
        vy_pipeline_create(s->stage->device, program, vy_pipeline_params(.route = route), &p);
    if (!status)
        status = dispatch(s, p, args, route, endless);
    if (status == VY_ERROR_REFUSED)
        all.refused++;
    else if (status != (endless ? VY_ERROR_DEADLINE : VY_OK))
        fail_msg("%s, %s: %s, %s\n%s", names[s->shape], vy_route_name(route),
                 vy_status_text(status), s->stage->log.text, text);
    all.stopped += status == VY_ERROR_DEADLINE;
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
    check_arena(s, text);
    test_log_clear(&s->stage->log);
    next_dispatch_is_right(s);
}

static void run_all(void **state, uint32_t shape)
{
    const uint8_t pattern = PATTERN;
    struct side *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->stage = *state, s->shape = shape;
    all.programs = all.refused = all.stopped = 0;
    stage_use(s->stage, names[shape]);
    s->sane = stage_pipeline(s->stage, sane_text);
    assert_int_equal(
        vy_buffer_create(s->stage->device, vy_buffer_params(.bytes = ARENA), &s->arena), VY_OK);
    assert_int_equal(
        vy_buffer_fill(s->arena, vy_fill_params(.pattern = &pattern, .pattern_bytes = 1)), VY_OK);
    assert_true(hostile_each(run, s) >= 100);
    print_message("%s: %u programs, %u refused, %u stopped\n", names[shape], all.programs,
                  all.refused, all.stopped);
    assert_true(all.programs >= 100 / all.shares * 9 / 10);
    vy_buffer_destroy(&s->arena);
    vy_pipeline_destroy(&s->sane);
    free(s);
}

static void side_by_side(void **state)
{
    run_all(state, 0);
}

static void serial(void **state)
{
    run_all(state, 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(side_by_side, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(serial, vulkan_open, stage_close),
    };
    int code;
    if (argc > 2) {
        all.share = (uint32_t)atoi(argv[1]);
        all.shares = (uint32_t)atoi(argv[2]);
    }
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
