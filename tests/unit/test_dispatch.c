// What can be wrong with a dispatch: a status, a sentence and a fix, nothing touched, nothing
// leaked, and the device usable afterwards. And what comes back beside the bytes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/stage.h"

static const char work[] = "program work\n"
                           "in x : u32[] /// numbers\n"
                           "inout a : u32[len(x)]\n"
                           "out y : u32[len(x)]\n"
                           "param k : u32\n"
                           "param groups : u32 = 1\n"
                           "workgroup 4\n"
                           "grid groups * 4\n"
                           "let i = gid.x\n"
                           "assert k != 13, \"k is {}\", k\n"
                           "while k == 14 && i < 4 { a[i] += 1 }\n"
                           "y[i] = x[i] * k\n"
                           "barrier grid\n"
                           "a[i] += y[i]\n";

static const char *const devices[] = {"oracle", "oracle-split", "oracle-host"};

struct trial {
    struct stage *s;
    vy_pipeline *pipeline;
    uint32_t x[4], a[4], y[4];
    vy_buffer *ra, *ry; ///< resident ones with the same contents; NULL where there are none
};

static const uint32_t canary[4] = {0xc0ffee01, 0xc0ffee02, 0xc0ffee03, 0xc0ffee04};

static void begin(struct trial *t, struct stage *s, const char *device, const char *text)
{
    *t = (struct trial){.s = s, .x = {1, 2, 3, 4}};
    stage_use(s, device);
    t->pipeline = stage_pipeline(s, text);
    memcpy(t->a, canary, sizeof canary);
    memcpy(t->y, canary, sizeof canary);
    if (!strcmp(device, "oracle-host"))
        return;
    vy_buffer_params p = {.size = sizeof(vy_buffer_params), .bytes = sizeof canary, .data = canary};
    assert_int_equal(vy_buffer_create(s->device, &p, &t->ra), VY_OK);
    assert_int_equal(vy_buffer_create(s->device, &p, &t->ry), VY_OK);
}

static void untouched(struct trial *t)
{
    uint32_t got[4];
    assert_memory_equal(t->a, canary, sizeof canary);
    assert_memory_equal(t->y, canary, sizeof canary);
    for (int i = 0; t->ra && i < 2; i++) {
        assert_int_equal(vy_buffer_download(i ? t->ra : t->ry, 0, got, sizeof got), VY_OK);
        assert_memory_equal(got, canary, sizeof canary);
    }
}

/// The device still works, and nothing was left behind.
static void end(struct trial *t)
{
    vy_buffer_destroy(&t->ra);
    vy_buffer_destroy(&t->ry);
    vy_pipeline_destroy(&t->pipeline);
}

static void works(struct trial *t)
{
    uint32_t a[4] = {1, 1, 1, 1}, y[4];
    assert_int_equal(
        vy_dispatch(
            t->pipeline,
            vy_dispatch_params(.args = vy_args(vy_arg_in("x", t->x, 16), vy_arg_inout("a", a, 16),
                                               vy_arg_out("y", y, 16), vy_arg_u32("k", 3))),
            NULL),
        VY_OK);
    assert_memory_equal(y, ((const uint32_t[]){3, 6, 9, 12}), sizeof y);
    assert_memory_equal(a, ((const uint32_t[]){4, 7, 10, 13}), sizeof a);
}

static vy_status dispatch(struct trial *t, const vy_arg *args)
{
    return vy_dispatch(t->pipeline, vy_dispatch_params(.args = args), NULL);
}

/// One wrong call a row: with host memory, and with resident buffers where there are some.
#define REFUSED(STATUS, ARGS, ...)                                 \
    do {                                                           \
        assert_int_equal(dispatch(&t, vy_args ARGS), VY_##STATUS); \
        SAID(s, __VA_ARGS__);                                      \
        untouched(&t);                                             \
        works(&t);                                                 \
    } while (0)

static void wrong_arguments_touch_nothing(void **state)
{
    struct stage *s = *state;
    struct trial t;
    for (int k = 0; k < 3; k++) {
        begin(&t, s, devices[k], work);
        const vy_arg x = vy_arg_in("x", t.x, 16), n = vy_arg_u32("k", 3),
                     a = t.ra ? vy_arg_buffer("a", t.ra) : vy_arg_inout("a", t.a, 16),
                     y = t.ry ? vy_arg_buffer("y", t.ry) : vy_arg_out("y", t.y, 16);
        REFUSED(ERROR_ARGUMENT, (x, a, n), "V190", "'y'", "is not bound", "vy_arg_out()");
        REFUSED(ERROR_ARGUMENT, (x, a, y), "V190", "param 'k'", "give it a value");
        REFUSED(ERROR_ARGUMENT, (x, a, y, n, vy_arg_in("z", t.x, 16)), "V191", "'z'");
        REFUSED(ERROR_ARGUMENT, (x, a, y, n, vy_arg_u32("group", 2)), "V191",
                "did you mean 'groups'?");
        REFUSED(ERROR_ARGUMENT, (x, a, y, n, y), "V192", "'y' is bound twice", "drop one");
        REFUSED(ERROR_ARGUMENT, (x, a, y, vy_arg_f32("k", 1)), "V195", "vy_arg_u32(\"k\", …)");
        REFUSED(ERROR_ARGUMENT, (x, a, vy_arg_in("y", t.x, 16), n), "V193", "use vy_arg_out()");
        REFUSED(ERROR_ARGUMENT, (x, a, vy_arg_out("y", t.a, 16), vy_arg_inout("a", t.a, 16), n),
                "V192", "'a'");
        REFUSED(ERROR_ARGUMENT, (x, vy_arg_inout("a", t.a, 16), vy_arg_out("y", &t.a[3], 16), n),
                "V194", "overlaps", "bind memory of its own");
        REFUSED(ERROR_DATA, (vy_arg_in("x", t.x, 15), a, y, n), "V184", "'x'", "numbers",
                "15 bytes are not whole rows of 4");
        REFUSED(ERROR_DATA, (x, vy_arg_inout("a", t.a, 12), y, n), "V188", "'a'", "12 were bound",
                "bind 16 bytes");
        REFUSED(ERROR_DATA, (x, a, vy_arg_out("y", t.y, 8), n), "V188", "'y'", "8 were bound");
        // A length that cannot be is called that, whatever else lies behind the pointer.
        REFUSED(ERROR_ARGUMENT, (vy_arg_in("x", t.x, UINT64_MAX), a, y, n), "V256", "'x'",
                "18446744073709551615 bytes", "length in bytes");
        REFUSED(ERROR_ARGUMENT, (x, vy_arg_inout("a", t.a, UINT64_MAX - 15), y, n), "V256", "'a'");
        REFUSED(ERROR_ARGUMENT, (x, a, vy_arg_out("y", t.y, 1ull << 63), n), "V256", "'y'");
        REFUSED(ERROR_DATA, (vy_arg_in("x", t.x, 1ull << 46), a, y, n), "V185", "'x'");
        REFUSED(ERROR_ARGUMENT, (vy_arg_in("x", NULL, 16), a, y, n), "V193", "its data is NULL",
                "pass its address");
        REFUSED(ERROR_ARGUMENT, (x, vy_arg_inout("a", NULL, 16), y, n), "V193",
                "its memory is NULL");
        REFUSED(ERROR_ARGUMENT, (x, vy_arg_buffer("a", NULL), y, n), "V193",
                "a vy_buffer that is NULL", "vy_buffer_create()");
        REFUSED(ERROR_DATA, (x, a, y, n, vy_arg_u32("groups", UINT32_MAX)), "V187",
                "more than 4294967295 invocations", "grid min(n, 65536)");
        if (t.ra) {
            REFUSED(ERROR_ARGUMENT, (x, vy_arg_buffer("a", t.ry), y, n), "V194", "overlaps");
            REFUSED(ERROR_DATA,
                    (vy_arg_in("x", canary, 12), vy_arg_buffer_range("a", t.ra, 8, 8), y, n),
                    "V188", "at least 12 bytes", "8 were bound");
        }
        end(&t);
    }
}

static void sizes_may_overflow(void **state)
{
    static const char text[] = "program sizes\n"
                               "param n : u64\n"
                               "out y : u32[4]\n"
                               "scratch t : u32[n * 4]\n"
                               "each i in 0..1 { y[i] = t[i] }\n";
    struct stage *s = *state;
    uint32_t y[4] = {7};
    vy_pipeline *p = stage_pipeline(s, text);
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_u64("n", UINT64_MAX / 2),
                                                                    vy_arg_out("y", y, 16))),
                                 NULL),
                     VY_ERROR_DATA);
    SAID(s, "V180", "9223372036854775807 * 4");
    assert_int_equal(y[0], 7);
    vy_pipeline_destroy(&p);
}

static void the_device_has_limits(void **state)
{
    struct stage *s = *state;
    uint32_t y[4] = {7};
    static const struct {
        const char *text, *code, *words, *fix;
    } cases[] = {
        {"program p\nout y : u32[4]\nworkgroup 16, 8 grid 16, 8\ny[lid.x] = 1\n", "V260",
         "16 x 8 x 1 has 128 invocations, device 'oracle-small' takes at most 64",
         "smaller workgroup"},
        {"program p\nout y : u32[4]\nshared t : u32[300]\nworkgroup 4 grid 4\nt[lid.x] = 1\n"
         "y[lid.x] = t[lid.x]\n",
         "V261", "1200 bytes, device 'oracle-small' has 1024", "smaller tiles"},
        {"program p\nout y : u32[4]\nworkgroup 64 grid 5000\ny[lid.x] = 1\n", "V262",
         "5056 invocations, device 'oracle-small' takes at most 4096", "'each' over the rest"},
        {"program p\nout y : u32[4]\nscratch t : u32[300000]\neach i in 0..1 { y[i] = t[i] }\n",
         "V179", "1200016 bytes, the device has 1048576", "use smaller data"},
    };
    stage_use(s, "oracle-small");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vy_pipeline *p = stage_pipeline(s, cases[i].text);
        assert_int_equal(
            vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, 16))), NULL),
            VY_ERROR_LIMIT);
        SAID(s, cases[i].code, cases[i].words, cases[i].fix);
        assert_int_equal(y[0], 7);
        vy_pipeline_destroy(&p);
    }
    vy_device_info info;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    assert_int_equal(info.max_workgroup, 64);
    assert_string_equal(info.name, "oracle-small");
}

static void no_room_for_hidden_buffers_touches_nothing(void **state)
{
    // 2,048 invocations of 33 values each: more than a quarter of the megabyte there is.
    static const char text[] = "program spills\n"
                               "out y : u32[2048]\n"
                               "workgroup 64 grid 2048\n"
                               "var own: u32[36]\n"
                               "own[y[gid.x] % 36] = 1\n"
                               "barrier grid\n"
                               "y[gid.x] = own[3]\n";
    struct stage *s = *state;
    static uint32_t start[2048], got[2048];
    vy_buffer *b = NULL;
    stage_use(s, "oracle-small");
    for (uint32_t i = 0; i < 2048; i++)
        start[i] = i + 1;
    vy_pipeline *p = stage_pipeline(s, text);
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof start, .data = start), &b),
        VY_OK);
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_buffer("y", b)),
                                                    .route = VY_ROUTE_RESIDENT),
                                 NULL),
                     VY_ERROR_LIMIT);
    SAID(s, "V242", "the largest is 'own'", "a quarter of the device's memory is 262144");
    assert_int_equal(vy_buffer_download(b, 0, got, sizeof got), VY_OK);
    assert_memory_equal(got, start, sizeof got);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

static void what_stops_a_run_leaves_the_device_usable(void **state)
{
    struct stage *s = *state;
    struct trial t;
    for (int k = 0; k < 3; k++) {
        begin(&t, s, devices[k], work);
        const vy_arg x = vy_arg_in("x", t.x, 16), a = vy_arg_inout("a", t.a, 16),
                     y = vy_arg_out("y", t.y, 16);
        assert_int_equal(dispatch(&t, vy_args(x, a, y, vy_arg_u32("k", 13))), VY_ERROR_ASSERT);
        SAID(s, "V170", "k is 13");
        works(&t);
        assert_int_equal(
            vy_dispatch(t.pipeline,
                        vy_dispatch_params(.args = vy_args(x, a, y, vy_arg_u32("k", 14)),
                                           .deadline_ms = 20),
                        NULL),
            VY_ERROR_DEADLINE);
        SAID(s, "V171", "the deadline passed", "more time");
        works(&t);
        end(&t);
    }
}

// ---- what comes back ----
static void an_output_may_be_larger(void **state)
{
    struct stage *s = *state;
    struct trial t;
    for (int k = 0; k < 3; k++) {
        begin(&t, s, devices[k], work);
        uint32_t a[4] = {0}, y[6] = {9, 9, 9, 9, 9, 9}, got[6];
        assert_int_equal(dispatch(&t, vy_args(vy_arg_in("x", t.x, 16), vy_arg_inout("a", a, 16),
                                              vy_arg_out("y", y, sizeof y), vy_arg_u32("k", 2))),
                         VY_OK);
        assert_memory_equal(y, ((const uint32_t[]){2, 4, 6, 8, 9, 9}), sizeof y);
        vy_buffer *b = NULL;
        if (t.ra) {
            const uint32_t nines[6] = {9, 9, 9, 9, 9, 9};
            assert_int_equal(
                vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof nines, .data = nines),
                                 &b),
                VY_OK);
            assert_int_equal(dispatch(&t, vy_args(vy_arg_in("x", t.x, 16), vy_arg_inout("a", a, 16),
                                                  vy_arg_buffer("y", b), vy_arg_u32("k", 2))),
                             VY_OK);
            assert_int_equal(vy_buffer_download(b, 0, got, sizeof got), VY_OK);
            assert_memory_equal(got, y, sizeof got);
        }
        vy_buffer_destroy(&b);
        end(&t);
    }
}

static void outputs_are_allocated_on_request(void **state)
{
    struct stage *s = *state;
    struct trial t;
    for (int k = 0; k < 3; k++) {
        begin(&t, s, devices[k], work);
        const vy_arg x = vy_arg_in("x", t.x, 16), a = vy_arg_inout("a", t.a, 16);
        void *y = &y;
        uint64_t bytes = 1;
        assert_int_equal(
            dispatch(&t, vy_args(x, a, vy_arg_out_alloc("y", &y, &bytes), vy_arg_u32("k", 13))),
            VY_ERROR_ASSERT);
        assert_null(y);
        assert_int_equal(bytes, 0);
        assert_int_equal(
            dispatch(&t, vy_args(x, a, vy_arg_out_alloc("y", &y, &bytes), vy_arg_u32("k", 5))),
            VY_OK);
        assert_int_equal(bytes, 16);
        assert_memory_equal(y, ((const uint32_t[]){5, 10, 15, 20}), 16);
        vy_memory_free(s->context, y);
        assert_int_equal(
            dispatch(&t, vy_args(x, a, vy_arg_out_alloc("y", NULL, NULL), vy_arg_u32("k", 5))),
            VY_ERROR_ARGUMENT);
        assert_int_equal(
            dispatch(&t, vy_args(x, vy_arg_out_alloc("a", &y, NULL), vy_arg_u32("k", 5))),
            VY_ERROR_ARGUMENT);
        assert_null(y);
        test_log_clear(&s->log);
        end(&t);
    }
}

static void counted_rows_are_told(void **state)
{
    static const char text[] = "program rows\n"
                               "in x : u32[]\n"
                               "out n : atomic u32[1]\n"
                               "out hit : u32[2] @count(n)\n"
                               "each i in 0..len(x) { if x[i] > 2 {\n"
                               "    let at = atomic_add(n[0], 1)\n"
                               "    hit[at] = x[i] } }\n";
    struct stage *s = *state;
    uint32_t x[5] = {1, 5, 3, 7, 2}, n, *hit;
    vy_stats stats;
    vy_pipeline *p = stage_pipeline(s, text);
    assert_int_equal(
        vy_dispatch(
            p,
            vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x), vy_arg_out("n", &n, 4),
                                               vy_arg_out_alloc("hit", (void **)&hit, NULL))),
            &stats),
        VY_ERROR_ROWS);
    assert_int_equal(n, 3);
    assert_int_equal(stats.count_count, 1);
    assert_string_equal(stats.counts[0].buffer, "hit");
    assert_int_equal(stats.counts[0].found, 3);
    assert_int_equal(stats.counts[0].kept, 2);
    SAID(s, "V175", "3 rows found, 2 kept in 'hit' (out u32[2])");
    vy_memory_free(s->context, hit);
    vy_pipeline_destroy(&p);
}

// ---- the cache ----
static void equal_programs_are_prepared_once(void **state)
{
    struct stage *s = *state;
    vy_cache_stats c;
    vy_pipeline *a = stage_pipeline(s, work), *b = stage_pipeline(s, work);
    assert_int_equal(vy_device_cache_stats(s->device, &c), VY_OK);
    assert_int_equal(c.misses, 1);
    assert_int_equal(c.hits, 1);
    assert_int_equal(c.kept, 1);
    vy_pipeline_destroy(&a);
    vy_pipeline_destroy(&b);
    a = stage_pipeline(s, work); // kept though nobody had it
    assert_int_equal(vy_device_cache_stats(s->device, &c), VY_OK);
    assert_int_equal(c.hits, 2);
    vy_pipeline_destroy(&a);
    vy_program *program = stage_parse(s, work);
    assert_int_equal(vy_pipeline_create(s->device, program, vy_pipeline_params(.fresh = true), &a),
                     VY_OK);
    vy_program_destroy(&program);
    assert_int_equal(vy_device_cache_stats(s->device, &c), VY_OK);
    assert_int_equal(c.hits + c.misses, 3);
    vy_pipeline_destroy(&a);
}

/// The same program two lines further down: its messages must name its own lines.
static void a_moved_program_names_its_own_lines(void **state)
{
    static const char
        text[] = "program p\nout y : u32[1]\nfixpoint k in 0..2 { each i in 0..1 { y[i] = k } }\n",
        moved[] =
            "\n\nprogram p\nout y : u32[1]\nfixpoint k in 0..2 { each i in 0..1 { y[i] = k } }\n";
    struct stage *s = *state;
    for (int i = 0; i < 2; i++) {
        vy_pipeline *p = stage_pipeline(s, i ? moved : text);
        uint32_t y;
        vy_stats stats;
        assert_int_equal(
            vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", &y, 4))), &stats),
            VY_OK);
        assert_int_equal(stats.fixpoints[0].line, i ? 5 : 3);
        vy_pipeline_destroy(&p);
    }
}

static void the_cache_is_bounded(void **state)
{
    struct stage *s = *state;
    vy_cache_stats c;
    char text[100];
    uint32_t y;
    vy_pipeline *held =
        stage_pipeline(s, "program p\nout y : u32[1]\neach i in 0..1 { y[i] = 1000 }\n");
    for (int i = 0; i < 100; i++) {
        snprintf(text, sizeof text, "program p\nout y : u32[1]\neach i in 0..1 { y[i] = %d }\n", i);
        vy_pipeline *p = stage_pipeline(s, text);
        vy_pipeline_destroy(&p);
    }
    assert_int_equal(vy_device_cache_stats(s->device, &c), VY_OK);
    assert_int_equal(c.kept, 64);
    assert_int_equal(c.dropped, 101 - 64);
    // The one in use was not thrown out, though it is the oldest.
    assert_int_equal(
        vy_dispatch(held, vy_dispatch_params(.args = vy_args(vy_arg_out("y", &y, 4))), NULL),
        VY_OK);
    assert_int_equal(y, 1000);
    vy_pipeline_destroy(&held);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(wrong_arguments_touch_nothing),
        TEST(sizes_may_overflow),
        TEST(the_device_has_limits),
        TEST(no_room_for_hidden_buffers_touches_nothing),
        TEST(what_stops_a_run_leaves_the_device_usable),
        TEST(an_output_may_be_larger),
        TEST(outputs_are_allocated_on_request),
        TEST(counted_rows_are_told),
        TEST(equal_programs_are_prepared_once),
        TEST(a_moved_program_names_its_own_lines),
        TEST(the_cache_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
