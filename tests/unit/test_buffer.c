// Resident buffers: ranges, patterns, handles of destroyed and foreign ones, who waits for whom.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/stage.h"

static const char add[] = "program add\n"
                          "in x : u32[]\n"
                          "inout y : u32[len(x)]\n"
                          "each i in 0..len(x) { y[i] += x[i] }\n";

/// Writes until it is told to stop, which only a cancel can do.
static const char endless[] = "program endless\n"
                              "inout y : atomic u32[4]\n"
                              "workgroup 1 grid 1\n"
                              "loop { y[0] += 1 }\n";

static vy_buffer *make(struct stage *s, const void *data, uint64_t bytes)
{
    vy_buffer *buffer = NULL;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes, .data = data), &buffer),
        VY_OK);
    return buffer;
}

static void several_ranges_move_at_once(void **state)
{
    struct stage *s = *state;
    const uint32_t one = 1, two[2] = {2, 3};
    uint32_t all[6], some[2];
    vy_buffer *b = make(s, NULL, sizeof all);
    assert_int_equal(vy_buffer_upload_ranges(b, vy_transfer_params(vy_ranges(
                                                    {0, 4, .data = &one}, {12, 8, .data = two}))),
                     VY_OK);
    assert_int_equal(vy_buffer_download(b, 0, all, sizeof all), VY_OK);
    assert_memory_equal(all, ((const uint32_t[]){1, 0, 0, 2, 3, 0}), sizeof all);
    assert_int_equal(
        vy_buffer_download_ranges(b, vy_transfer_params(vy_ranges({16, 4, .memory = &some[0]},
                                                                  {0, 4, .memory = &some[1]}))),
        VY_OK);
    assert_int_equal(some[0], 3);
    assert_int_equal(some[1], 1);
    // One that is out of bounds keeps all others from moving.
    assert_int_equal(vy_buffer_upload_ranges(b, vy_transfer_params(vy_ranges(
                                                    {4, 4, .data = &one}, {20, 8, .data = two}))),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V197", "8 bytes at offset 20 do", "24 bytes");
    assert_int_equal(vy_buffer_upload(b, UINT64_MAX - 1, &one, 4), VY_ERROR_ARGUMENT);
    SAID(s, "V197", "4 bytes at offset 18446744073709551614");
    assert_int_equal(vy_buffer_download(b, 4, all, 4), VY_OK);
    assert_int_equal(all[0], 0);
    vy_buffer_destroy(&b);
    assert_null(b);
}

static void patterns_fill_ranges(void **state)
{
    struct stage *s = *state;
    const uint8_t pattern[4] = {1, 2, 3, 4};
    uint8_t all[16];
    vy_buffer *b = make(s, NULL, sizeof all);
    assert_int_equal(vy_buffer_fill(b, vy_fill_params(.offset = 4, .bytes = 8, .pattern = pattern,
                                                      .pattern_bytes = 4)),
                     VY_OK);
    assert_int_equal(vy_buffer_download(b, 0, all, sizeof all), VY_OK);
    assert_memory_equal(all, ((const uint8_t[]){0, 0, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0}),
                        sizeof all);
    assert_int_equal(vy_buffer_fill(b, vy_fill_params(.offset = 6)), VY_OK);
    assert_int_equal(vy_buffer_download(b, 0, all, sizeof all), VY_OK);
    assert_memory_equal(all, ((const uint8_t[]){0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
                        sizeof all);
    assert_int_equal(
        vy_buffer_fill(b, vy_fill_params(.bytes = 6, .pattern = pattern, .pattern_bytes = 4)),
        VY_ERROR_ARGUMENT);
    SAID(s, "V271", "6 bytes", "pattern of 4");
    assert_int_equal(
        vy_buffer_fill(b, vy_fill_params(.bytes = 6, .pattern = pattern, .pattern_bytes = 3)),
        VY_ERROR_ARGUMENT);
    SAID(s, "V271", "1, 2, 4, 8 or 16");
    assert_int_equal(vy_buffer_fill(b, vy_fill_params(.offset = 8, .bytes = 16)),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V197", "16 bytes at offset 8");
    assert_int_equal(vy_buffer_fill(b, NULL), VY_OK);
    assert_int_equal(vy_buffer_download(b, 4, all, 2), VY_OK);
    assert_int_equal(all[0] + all[1], 0);
    vy_buffer_destroy(&b);
}

static void a_range_is_bound_like_a_buffer(void **state)
{
    struct stage *s = *state;
    const uint32_t start[] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t all[8];
    vy_pipeline *p = stage_pipeline(s, add);
    vy_buffer *b = make(s, start, sizeof start);
    // Two ranges of one buffer, side by side: reads the first half, writes the second.
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", b, 0, 16),
                                                       vy_arg_buffer_range("y", b, 16, 16))),
                    NULL),
        VY_OK);
    assert_int_equal(vy_buffer_download(b, 0, all, sizeof all), VY_OK);
    assert_memory_equal(all, ((const uint32_t[]){1, 2, 3, 4, 6, 8, 10, 12}), sizeof all);
    // One element too many.
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", b, 0, 16),
                                                       vy_arg_buffer_range("y", b, 12, 16))),
                    NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "V194", "'y' is writable and overlaps 'x'");
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", b, 0, 16),
                                                       vy_arg_buffer_range("y", b, 18, 12))),
                    NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "V269", "'y'", "12 bytes at offset 18", "no multiple of 4", "begin at byte 16");
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", b, 0, 16),
                                                       vy_arg_buffer_range("y", b, 20, 16))),
                    NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "V269", "16 bytes at offset 20", "it has 32 bytes");
    assert_int_equal(
        vy_dispatch(
            p,
            vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", b, 0, 16),
                                               vy_arg_buffer_range("y", b, UINT64_MAX - 3, 16))),
            NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "V269", "16 bytes at offset 18446744073709551612 of", "it has 32 bytes");
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("x", b, 0, 16),
                                                       vy_arg_buffer_range("y", b, 16, 12))),
                    NULL),
        VY_ERROR_DATA);
    SAID(s, "V188", "at least 16 bytes", "12 were bound");
    assert_int_equal(vy_buffer_download(b, 0, all, sizeof all), VY_OK);
    assert_memory_equal(all, ((const uint32_t[]){1, 2, 3, 4, 6, 8, 10, 12}), sizeof all);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

static void a_range_begins_where_the_program_wants_it(void **state)
{
    static const char text[] = "program aligned\n"
                               "inout y : u32[2] @align(16)\n"
                               "each i in 0..2 { y[i] += 1 }\n";
    struct stage *s = *state;
    uint32_t all[8];
    vy_pipeline *p = stage_pipeline(s, text);
    vy_buffer *b = make(s, NULL, sizeof all);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("y", b, 8, 8))),
                    NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "V269", "no multiple of 16", "begin at byte 0");
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("y", b, 16, 8))),
                    NULL),
        VY_OK);
    assert_int_equal(vy_buffer_download(b, 0, all, sizeof all), VY_OK);
    assert_memory_equal(all, ((const uint32_t[]){0, 0, 0, 0, 1, 1, 0, 0}), sizeof all);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

static void a_destroyed_buffer_is_refused(void **state)
{
    struct stage *s = *state;
    uint32_t x[4] = {1, 2, 3, 4};
    vy_pipeline *p = stage_pipeline(s, add);
    vy_buffer *b = make(s, x, sizeof x), *stale = b;
    vy_buffer_destroy(&b);
    assert_int_equal(vy_buffer_upload(stale, 0, x, 4), VY_ERROR_ARGUMENT);
    SAID(s, "V263", "destroyed");
    assert_int_equal(vy_buffer_download(stale, 0, x, 4), VY_ERROR_ARGUMENT);
    SAID(s, "V263");
    assert_int_equal(vy_buffer_bytes(stale), 0);
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16),
                                                                    vy_arg_buffer("y", stale))),
                                 NULL),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V263", "'y'", "destroyed");
    vy_buffer_destroy(&stale); // once more does no harm
    assert_null(stale);
    vy_pipeline_destroy(&p);
}

static void many_destroyed_ones_take_no_room(void **state)
{
    struct stage *s = *state;
    uint64_t before = 0;
    for (int i = 0; i < 9000; i++) {
        vy_buffer *b = make(s, NULL, 16);
        vy_buffer_destroy(&b);
        if (i == 5000)
            before = s->alloc.live;
    }
    assert_int_equal(s->alloc.live, before);
}

static void a_buffer_of_another_device_is_refused(void **state)
{
    struct stage *s = *state;
    uint32_t x[4] = {1, 2, 3, 4};
    vy_pipeline *p = stage_pipeline(s, add);
    vy_device *other = NULL;
    vy_buffer *b = NULL;
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "oracle"), &other), VY_OK);
    assert_int_equal(vy_buffer_create(other, vy_buffer_params(.bytes = 16), &b), VY_OK);
    assert_int_equal(
        vy_dispatch(
            p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16), vy_arg_buffer("y", b))),
            NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "V198", "'y'", "another device");
    vy_device_close(&other); // the buffer keeps it alive
    assert_int_equal(vy_buffer_upload(b, 0, x, 16), VY_OK);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

static void a_device_without_resident_memory_says_so(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = NULL;
    stage_use(s, "oracle-host");
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 16), &b),
                     VY_ERROR_DEVICE);
    SAID(s, "V266", "oracle-host", "vy_arg_in()");
    assert_null(b);
}

static void the_device_has_an_end(void **state)
{
    struct stage *s = *state;
    vy_buffer *b[3] = {0};
    stage_use(s, "oracle-small");
    for (int i = 0; i < 2; i++)
        b[i] = make(s, NULL, 400000);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 400000), &b[2]),
                     VY_ERROR_LIMIT);
    SAID(s, "V270", "oracle-small", "400000 bytes more", "800000 of 1048576");
    assert_null(b[2]);
    vy_buffer_destroy(&b[0]);
    b[2] = make(s, NULL, 400000); // there is room again
    for (int i = 0; i < 3; i++)
        vy_buffer_destroy(&b[i]);
}

static void null_memory_is_named(void **state)
{
    struct stage *s = *state;
    uint32_t x = 7, got = 9;
    vy_buffer *b = make(s, NULL, 32);
    assert_int_equal(vy_buffer_upload(b, 0, NULL, 4), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_buffer_upload(): data is NULL", "address of the bytes");
    assert_int_equal(vy_buffer_download(b, 0, NULL, 4), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_buffer_download(): data is NULL", "memory for the bytes");
    assert_int_equal(vy_buffer_upload_ranges(b, vy_transfer_params(vy_ranges(
                                                    {0, 4, .data = &x}, {4, 4, .memory = &x}))),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_buffer_upload_ranges(): .data of range 1 is NULL", "reads from .data");
    assert_int_equal(
        vy_buffer_download_ranges(b, vy_transfer_params(vy_ranges({0, 4, .data = &got}))),
        VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_buffer_download_ranges(): .memory of range 0 is NULL", "writes to .memory");
    assert_int_equal(vy_buffer_upload_ranges(b, vy_transfer_params(.count = 2)), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_buffer_upload_ranges(): .ranges is NULL", "vy_ranges()");
    assert_int_equal(vy_buffer_create(s->device, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_buffer_create(): buffer is NULL");
    assert_int_equal(vy_buffer_download(b, 0, &got, 4), VY_OK);
    assert_int_equal(got, 0); // nothing was moved
    assert_int_equal(vy_buffer_upload(b, 0, NULL, 0), VY_OK);
    vy_buffer_destroy(&b);
}

// ---- who waits for whom ----
static void a_busy_buffer_is_waited_for_or_not(void **state)
{
    struct stage *s = *state;
    uint32_t x = 7, got = 9, first = 5;
    vy_pipeline *p = stage_pipeline(s, endless);
    vy_buffer *b = make(s, NULL, 32);
    vy_pending *pending = NULL;
    assert_int_equal(
        vy_dispatch_begin(
            p, vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("y", b, 0, 16))), &pending),
        VY_OK);
    assert_int_equal(vy_buffer_upload_ranges(
                         b, vy_transfer_params(vy_ranges({0, 4, .data = &x}), .no_wait = true)),
                     VY_ERROR_BUSY);
    SAID(s, "V264", "4 bytes at offset 0");
    assert_int_equal(vy_buffer_download_ranges(
                         b, vy_transfer_params(vy_ranges({0, 4, .memory = &got}), .no_wait = true)),
                     VY_ERROR_BUSY);
    assert_int_equal(got, 9);
    assert_int_equal(vy_buffer_fill(b, vy_fill_params(.no_wait = true)), VY_ERROR_BUSY);
    test_log_clear(&s->log);
    // The other half is nobody's.
    assert_int_equal(vy_buffer_upload_ranges(
                         b, vy_transfer_params(vy_ranges({16, 4, .data = &x}), .no_wait = true)),
                     VY_OK);
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_buffer_upload(b, 4, &first, 4), VY_OK); // waits for the end
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    assert_int_equal(vy_buffer_download(b, 4, &got, 4), VY_OK);
    assert_int_equal(got, 5);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

/// What lies between the ranges of a transfer is in nobody's way.
static void each_range_is_waited_for_by_itself(void **state)
{
    enum { MANY = 12 };
    struct stage *s = *state;
    const uint32_t x = 7;
    uint32_t all[16] = {0};
    vy_range many[MANY + 1];
    vy_pipeline *p = stage_pipeline(s, endless);
    vy_buffer *b = make(s, NULL, 64);
    vy_pending *pending = NULL;
    assert_int_equal(
        vy_dispatch_begin(
            p, vy_dispatch_params(.args = vy_args(vy_arg_buffer_range("y", b, 16, 16))), &pending),
        VY_OK);
    assert_int_equal(vy_buffer_upload_ranges(
                         b, vy_transfer_params(vy_ranges({12, 4, .data = &x}, {32, 4, .data = &x},
                                                         {20, 0, .data = NULL}),
                                               .no_wait = true)),
                     VY_OK);
    assert_int_equal(
        vy_buffer_download_ranges(
            b, vy_transfer_params(vy_ranges({0, 16, .memory = all}, {32, 32, .memory = all + 8}))),
        VY_OK);
    assert_int_equal(all[3], 7);
    assert_int_equal(all[8], 7);
    assert_int_equal(vy_buffer_upload_ranges(
                         b, vy_transfer_params(vy_ranges({0, 4, .data = &x}, {28, 8, .data = all}),
                                               .no_wait = true)),
                     VY_ERROR_BUSY);
    SAID(s, "V264", "still uses 4 bytes at offset 28 of");
    for (int i = 0; i < MANY; i++)
        many[i] = (vy_range){(uint64_t)(i < 4 ? i : i + 4) * 4, 4, &x, NULL};
    many[MANY] = (vy_range){24, 4, &x, NULL};
    assert_int_equal(
        vy_buffer_upload_ranges(b, vy_transfer_params(many, .count = MANY, .no_wait = true)),
        VY_OK);
    assert_int_equal(
        vy_buffer_upload_ranges(b, vy_transfer_params(many, .count = MANY + 1, .no_wait = true)),
        VY_ERROR_BUSY);
    SAID(s, "V264", "4 bytes at offset 24");
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

/// As a handler of a signal would, at some time.
static void *stop_it(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    *(volatile bool *)stop = true;
    return NULL;
}

/// While it runs, and while it waits for one that does.
static void a_word_stops_who_waits(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, endless);
    vy_buffer *b = make(s, NULL, 16);
    vy_pending *pending = NULL;
    for (int queued = 0; queued < 2; queued++) {
        volatile bool stop = false;
        const vy_arg *args = vy_args(vy_arg_buffer("y", b));
        pthread_t other;
        if (queued)
            assert_int_equal(vy_dispatch_begin(p, vy_dispatch_params(.args = args), &pending),
                             VY_OK);
        assert_int_equal(pthread_create(&other, NULL, stop_it, (void *)&stop), 0);
        assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args, .stop = &stop), NULL),
                         VY_ERROR_CANCELLED);
        SAID(s, queued ? "V268" : "V172", "cancelled");
        assert_int_equal(pthread_join(other, NULL), 0);
    }
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

static void what_is_busy_is_destroyed_later(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, endless);
    vy_buffer *b = make(s, NULL, 16), *stale = b;
    vy_pending *pending = NULL;
    assert_int_equal(
        vy_dispatch_begin(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("y", b))), &pending),
        VY_OK);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
    vy_device_close(&s->device);
    assert_int_equal(vy_dispatch_wait(&pending, 0, NULL), VY_ERROR_BUSY);
    assert_int_equal(vy_buffer_upload(stale, 0, &stale, 4), VY_ERROR_ARGUMENT);
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    assert_null(pending);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(several_ranges_move_at_once),
        TEST(patterns_fill_ranges),
        TEST(a_range_is_bound_like_a_buffer),
        TEST(a_range_begins_where_the_program_wants_it),
        TEST(a_destroyed_buffer_is_refused),
        TEST(many_destroyed_ones_take_no_room),
        TEST(a_buffer_of_another_device_is_refused),
        TEST(a_device_without_resident_memory_says_so),
        TEST(the_device_has_an_end),
        TEST(null_memory_is_named),
        TEST(a_busy_buffer_is_waited_for_or_not),
        TEST(a_word_stops_who_waits),
        TEST(each_range_is_waited_for_by_itself),
        TEST(what_is_busy_is_destroyed_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
