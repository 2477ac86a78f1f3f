// Programs that mean harm, on the cuda device: they crash nothing, write nothing but their buffers,
// are stopped in time, and the next dispatch is right. All buffers are ranges of one that is much
// larger, so that what is written beside them is seen: 16 GiB on a GPU that has them. Without a GPU
// its code is interpreted.
#include "support/gpu.h"
#include "support/hostile.h"
#include "support/log.h"
#include "support/named.h"
#include "support/patience.h"
#include "support/rng.h"
#include "support/versus.h"
#include "vyre/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    DEVICES = 2,
    BUFFERS = HOSTILE_BUFFERS,
    SOON_MS = 60,
    VERY_LATE_MS = 100,
    PATTERN = 0xa5,
    APART = 1 << 15, ///< bytes from a buffer to the next
    NEAR = (BUFFERS + 1) * APART,
    MOST_TRIES = 50,
};

static struct {
    vy_context *context;
    struct test_log log;
    vy_device *devices[DEVICES];
    vy_pipeline *sane[DEVICES], *sentry[DEVICES];
    vy_buffer *arena[DEVICES];
    uint64_t bytes, near; ///< of an arena, and where its inner part begins, which the host looks at
    uint8_t *host;        ///< NEAR bytes
    double latest_ms;     ///< after its deadline
    bool real;
    uint32_t share, shares; ///< of the programs only every few; 0: all of them
    uint32_t programs;
} all;

static vy_program *parse(const char *text)
{
    vy_program *p = NULL;
    if (vy_program_parse(all.context, vy_parse_params(.text = text), &p) || vy_program_verify(p))
        fail_msg("%s\n%s", all.log.text, text);
    return p;
}

// ---- what must hold afterwards ----
static void next_dispatch_is_right(uint32_t which)
{
    uint32_t x[100], y[100];
    for (uint32_t i = 0; i < 100; i++)
        x[i] = i * i, y[i] = 0;
    vy_status status =
        vy_dispatch(all.sane[which],
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                       vy_arg_out("y", y, sizeof y))),
                    NULL);
    if (status)
        fail_msg("the next dispatch: %s", all.log.text);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(y[i], i * i + x[99 - i]);
}

/// Where a buffer begins in the inner part: not at a multiple of 16 bytes.
static uint64_t place(int i)
{
    const struct hostile_buffer *b = &hostile_buffers[i];
    return (uint64_t)i * APART + APART / 2 + b->elem * (i % 2 ? 3u : 1u);
}

static void check_far(uint32_t which, uint64_t from, uint64_t bytes, const char *text)
{
    uint32_t bad = 0;
    if (!bytes)
        return;
    if (vy_dispatch(all.sentry[which],
                    vy_dispatch_params(.args = vy_args(
                                           vy_arg_buffer_range("x", all.arena[which], from, bytes),
                                           vy_arg_out("bad", &bad, sizeof bad))),
                    NULL))
        fail_msg("%s", all.log.text);
    if (bad)
        fail_msg("%u words were written far from any buffer\n%s", bad, text);
}

static void check_arena(uint32_t which, const char *text)
{
    assert_int_equal(vy_buffer_download(all.arena[which], all.near, all.host, NEAR), VY_OK);
    for (int i = 0; i <= BUFFERS; i++) {
        uint64_t size =
            i ? (uint64_t)hostile_buffers[i - 1].elem * hostile_buffers[i - 1].count : 0;
        uint64_t from = i ? place(i - 1) + size : 0;
        uint64_t to = i < BUFFERS ? place(i) : NEAR;
        for (uint64_t k = from; k < to; k++)
            if (all.host[k] != PATTERN)
                fail_msg("a byte %llu bytes behind buffer %d was written\n%s",
                         (unsigned long long)(k - from), i, text);
    }
    check_far(which, 0, all.near, text);
    check_far(which, all.near + NEAR, all.bytes - all.near - NEAR, text);
}

// ---- running ----
static void fill(uint32_t which, uint32_t number, vy_arg *args)
{
    struct rng random = rng_make(number, 1);
    for (int i = 0; i < BUFFERS; i++) {
        const struct hostile_buffer *b = &hostile_buffers[i];
        uint64_t bytes = (uint64_t)b->elem * b->count;
        for (uint64_t k = 0; k < bytes; k++)
            all.host[k] = (uint8_t)rng_next(&random);
        assert_int_equal(vy_buffer_upload(all.arena[which], all.near + place(i), all.host, bytes),
                         VY_OK);
        args[i] = vy_arg_buffer_range(b->name, all.arena[which], all.near + place(i), bytes);
    }
    args[BUFFERS] = vy_arg_end();
}

/// Again until nothing more was compiled, which also takes its time.
static vy_status run_endless(vy_pipeline *pipeline, vy_device *device, const vy_arg *args,
                             vy_route route, const char *text)
{
    vy_cache_stats before, after;
    vy_status status;
    vy_stats stats;
    int tries = 0;
    do {
        test_log_clear(&all.log);
        vy_device_cache_stats(device, &before);
        status = vy_dispatch(
            pipeline, vy_dispatch_params(.args = args, .route = route, .deadline_ms = SOON_MS),
            &stats);
        vy_device_cache_stats(device, &after);
    } while (status == VY_ERROR_DEADLINE && tries++ < MOST_TRIES &&
             before.compiled + before.loaded != after.compiled + after.loaded);
    double late = stats.wall_ms - SOON_MS;
    if (all.real && late > VERY_LATE_MS)
        print_message("stopped %.0f ms after its deadline:%s\n", late, strstr(text, "\nworkgroup"));
    all.latest_ms = late > all.latest_ms ? late : all.latest_ms;
    return status;
}

static void run(void *user, uint32_t number, const char *text, enum hostile_end end)
{
    bool endless = end >= HOSTILE_ENDLESS, late = end == HOSTILE_LONG || end == HOSTILE_HUGE;
    uint32_t which = number % DEVICES;
    vy_route route = (vy_route)(VY_ROUTE_NATIVE + number / 2 % 3);
    vy_arg args[BUFFERS + 1];
    vy_pipeline *pipeline = NULL;
    (void)user;
    if ((all.shares && number % all.shares != all.share) || (late && !all.real))
        return;
    all.programs++;
    vy_program *p = parse(text);
    fill(which, number, args);
    cuda_virtual_groups(all.devices[which], number % 5 % 2);
    if (endless) // where an interpreter would not end
        setenv("VYRE_PTX_STOP", "200000", 1);
    test_log_clear(&all.log);
    if (vy_pipeline_create(all.devices[which], p, vy_pipeline_params(.route = route), &pipeline))
        fail_msg("%s\n%s", all.log.text, text);
    vy_status status = endless ? run_endless(pipeline, all.devices[which], args, route, text)
                               : vy_dispatch(pipeline,
                                             vy_dispatch_params(.args = args, .route = route,
                                                                .deadline_ms = PATIENT_MS),
                                             NULL);
    vy_status wanted = endless && (all.real || status) ? VY_ERROR_DEADLINE : VY_OK;
    if (status != wanted)
        fail_msg("%s: %s instead of %s, %s\n%s", vy_route_name(route), vy_status_text(status),
                 vy_status_text(wanted), all.log.text, text);
    unsetenv("VYRE_PTX_STOP");
    cuda_virtual_groups(all.devices[which], -1);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    check_arena(which, text);
    test_log_clear(&all.log);
    next_dispatch_is_right(which);
}

static void all_of_them(void **state)
{
    (void)state;
    assert_true(hostile_each(run, NULL) >= 100);
    print_message("%u programs; the latest was stopped %.1f ms after its deadline\n", all.programs,
                  all.latest_ms);
    assert_true(all.programs >= 100 / (all.shares ? all.shares : 1) * 9 / 10);
}

// ---- more memory than there is ----
/// Eight tables of so many elements each: refused at once, or where the room for one is sought.
static void refused(uint32_t elements)
{
    static const char text[] =
        "program much\nparam n: u32\ninout y: u32[64]\n"
        "scratch a: u64[n]\nscratch b: u64[n]\nscratch c: u64[n]\nscratch d: u64[n]\n"
        "scratch e: u64[n]\nscratch f: u64[n]\nscratch g: u64[n]\nscratch h: u64[n]\n"
        "workgroup 64\ngrid 6400\nlet i = gid.x let j = 6399 - i\n"
        "a[i] = 1 b[i] = 2 c[i] = 3 d[i] = 4 e[i] = 5 f[i] = 6 g[i] = 7 h[i] = 8\nbarrier grid\n"
        "y[i] = u32(a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j])\n";
    // The last one asks for one table after the other, and a host has to find them.
    vy_route last = all.real ? VY_ROUTE_HOST : VY_ROUTE_RESIDENT;
    uint32_t y[64] = {0};
    vy_program *p = parse(text);
    vy_pipeline *pipeline = NULL;
    for (int which = 0; which < DEVICES; which++)
        for (vy_route route = VY_ROUTE_NATIVE; route <= last; route++) {
            test_log_clear(&all.log);
            vy_status status = vy_pipeline_create(all.devices[which], p,
                                                  vy_pipeline_params(.route = route), &pipeline);
            if (!status)
                status =
                    vy_dispatch(pipeline,
                                vy_dispatch_params(.route = route, .deadline_ms = PATIENT_MS,
                                                   .args = vy_args(vy_arg_inout("y", y, sizeof y),
                                                                   vy_arg_u32("n", elements))),
                                NULL);
            bool said =
                strstr(all.log.text, "has no room") || strstr(all.log.text, "the device has");
            if ((status != VY_ERROR_LIMIT && status != VY_ERROR_MEMORY) || !said)
                fail_msg("%s: %s, %s", vy_route_name(route), vy_status_text(status), all.log.text);
            vy_pipeline_destroy(&pipeline);
            next_dispatch_is_right((uint32_t)which);
        }
    vy_program_destroy(&p);
}

static void memory_that_is_not_there(void **state)
{
    vy_device_info info;
    vy_buffer *held[DEVICES] = {NULL};
    (void)state;
    assert_int_equal(vy_device_query(all.devices[0], &info), VY_OK);
    refused((uint32_t)(info.memory / 64 + 1000));
    for (int i = 0; i < DEVICES && all.real; i++)
        if (vy_buffer_create(all.devices[i], vy_buffer_params(.bytes = info.memory / 4), &held[i]))
            fail_msg("%s", all.log.text);
    if (all.real)
        refused((uint32_t)(info.memory / 64 / 10 * 9));
    for (int i = 0; i < DEVICES; i++)
        vy_buffer_destroy(&held[i]);
}

// ---- all of it ----
static int open_one(int i, vy_program *sane, vy_program *sentry)
{
    const uint8_t pattern = PATTERN;
    vy_status status = vy_device_open(
        all.context, vy_device_params(.name = cuda_name(), .level = VY_LEVEL_NONE + i % 2),
        &all.devices[i]);
    if (!status)
        status = vy_pipeline_create(all.devices[i], sane, NULL, &all.sane[i]);
    if (!status)
        status = vy_pipeline_create(all.devices[i], sentry, NULL, &all.sentry[i]);
    if (!status)
        status =
            vy_buffer_create(all.devices[i], vy_buffer_params(.bytes = all.bytes), &all.arena[i]);
    if (!status)
        status =
            vy_buffer_fill(all.arena[i], vy_fill_params(.pattern = &pattern, .pattern_bytes = 1));
    return status != VY_OK;
}

static int setup(void **state)
{
    const uint64_t much = (uint64_t)16 << 30;
    vy_device_info info;
    (void)state;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &all.log), &all.context))
        return -1;
    for (size_t i = 0; vy_device_describe(all.context, i, &info) && strcmp(info.name, "cuda");)
        i++;
    all.bytes = all.real && info.memory > (DEVICES + 1) * much ? much : NEAR;
    all.near = (all.bytes - NEAR) / 2;
    all.host = malloc(NEAR);
    vy_program *sane = parse("program sane\nin x: u32[]\nout y: u32[len(x)]\n"
                             "scratch t: u32[len(x)]\nworkgroup 32\ngrid len(x)\n"
                             "t[gid.x] = x[gid.x] barrier grid\n"
                             "if gid.x < 100 { y[gid.x] = x[gid.x] + t[99 - gid.x] }\n");
    vy_program *sentry = parse("program sentry\nin x: u64[]\nout bad: atomic u32[1]\n"
                               "each i in 0..len(x) {\n"
                               "    if x[i] != 0xa5a5_a5a5_a5a5_a5a5u64 { bad[0] += 1 }\n}\n");
    int failed = !all.host;
    for (int i = 0; i < DEVICES && !failed; i++)
        failed = open_one(i, sane, sentry);
    vy_program_destroy(&sane);
    vy_program_destroy(&sentry);
    if (failed)
        print_message("%s", all.log.text);
    return failed;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < DEVICES; i++) {
        vy_buffer_destroy(&all.arena[i]);
        vy_pipeline_destroy(&all.sane[i]);
        vy_pipeline_destroy(&all.sentry[i]);
        vy_device_close(&all.devices[i]);
    }
    vy_context_destroy(&all.context);
    free(all.host);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_them),
        cmocka_unit_test(memory_that_is_not_there),
    };
    int code;
    if (argc > 2) {
        all.share = (uint32_t)atoi(argv[1]);
        all.shares = (uint32_t)atoi(argv[2]);
    }
    if (!gpu_or_interpreter(&code, &all.real))
        return code;
    if (!all.real && !all.shares) // which takes its time
        all.shares = VERSUS_INSTRUMENTED ? 5 : 1;
    return cmocka_run_group_tests(tests, setup, teardown);
}
