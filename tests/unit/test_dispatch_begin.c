// Dispatches that are begun and waited for later: their order, deadlines, cancelling, where their
// diagnostics go, and many threads on one device. Runs under ThreadSanitizer too.
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/rng.h"
#include "support/stage.h"

static const char step[] = "program step\n"
                           "in x : u32[4]\n"
                           "inout y : u32[4]\n"
                           "param k : u32\n"
                           "workgroup 4 grid 4\n"
                           "let i = gid.x\n"
                           "assert k != 13, \"k is {}\", k\n"
                           "let v = y[3 - i]\n"
                           "barrier grid\n"
                           "y[i] = v * k + x[i]\n";

static const char endless[] = "program endless\n"
                              "inout y : atomic u32[4]\n"
                              "workgroup 1 grid 1\n"
                              "loop { y[0] += 1 }\n";

static vy_buffer *make(struct stage *s, const uint32_t data[4])
{
    vy_buffer *buffer = NULL;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = 16, .data = data), &buffer), VY_OK);
    return buffer;
}

static void results_are_there_after_the_wait(void **state)
{
    struct stage *s = *state;
    static const char *const devices[] = {"oracle", "oracle-split", "oracle-host"};
    for (int k = 0; k < 3; k++) {
        stage_use(s, devices[k]);
        vy_pipeline *p = stage_pipeline(s, step);
        uint32_t x[4] = {1, 2, 3, 4}, y[4] = {1, 1, 1, 1};
        vy_pending *pending = NULL;
        vy_stats stats;
        {
            // The array of arguments and their names may go at once.
            char name[] = "x";
            vy_arg args[] = {vy_arg_in(name, x, 16), vy_arg_inout("y", y, 16), vy_arg_u32("k", 10),
                             vy_arg_end()};
            assert_int_equal(vy_dispatch_begin(p, vy_dispatch_params(.args = args), &pending),
                             VY_OK);
            memset(args, 0xff, sizeof args);
            memset(name, 0xff, sizeof name);
        }
        vy_pipeline_destroy(&p);
        assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, &stats), VY_OK);
        assert_null(pending);
        assert_memory_equal(y, ((const uint32_t[]){11, 12, 13, 14}), sizeof y);
        assert_int_equal(stats.segments, k ? 2 : 1);
        assert_int_equal(stats.invocations, 4);
        assert_true(stats.wall_ms >= stats.device_ms);
    }
}

static void wrong_arguments_begin_nothing(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, step);
    vy_pending *pending = NULL;
    uint32_t x[4];
    assert_int_equal(
        vy_dispatch_begin(
            p, vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16), vy_arg_u32("k", 1))),
            &pending),
        VY_ERROR_ARGUMENT);
    SAID(s, "V190", "'y'");
    assert_null(pending);
    assert_int_equal(vy_dispatch_wait(&pending, 0, NULL), VY_ERROR_ARGUMENT);
    vy_dispatch_cancel(NULL);
    vy_pipeline_destroy(&p);
}

/// Each reads what the one before wrote, swapping two buffers: any other order gives other numbers.
static void null_is_named(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, step), *none = p;
    vy_program *program = stage_parse(s, step);
    uint64_t sizes[8];
    uint32_t rank;
    assert_int_equal(vy_dispatch_begin(p, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_dispatch_begin(): pending is NULL", "or use vy_dispatch()");
    assert_int_equal(vy_pipeline_create(s->device, NULL, NULL, &none), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_create(): program is NULL", "check its status");
    assert_null(none);
    assert_int_equal(vy_pipeline_create(NULL, program, NULL, &none), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_create(): device is NULL", "vy_device_open()");
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_create(): pipeline is NULL");
    assert_int_equal(vy_pipeline_buffer_bytes(p, NULL, NULL, sizes), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_buffer_bytes(): name is NULL", "name a buffer");
    assert_int_equal(vy_pipeline_buffer_bytes(p, NULL, "x", NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_buffer_bytes(): bytes is NULL");
    assert_int_equal(vy_pipeline_buffer_sizes(p, NULL, NULL, sizes, &rank), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_buffer_sizes(): name is NULL");
    assert_int_equal(vy_pipeline_buffer_sizes(p, NULL, "x", sizes, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_pipeline_buffer_sizes(): rank is NULL");
    assert_int_equal(vy_device_open(s->context, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_device_open(): device is NULL");
    assert_int_equal(vy_device_query(s->device, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_device_query(): info is NULL");
    assert_int_equal(vy_device_cache_stats(s->device, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "V253", "vy_device_cache_stats(): stats is NULL");
    vy_program_destroy(&program);
    vy_pipeline_destroy(&p);
}

static void the_order_is_that_of_begin(void **state)
{
    enum { COUNT = 40 };
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, step);
    const uint32_t start[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    uint32_t want[2][4], got[4];
    vy_buffer *b[2] = {make(s, start[0]), make(s, start[1])};
    vy_pending *pending[COUNT] = {0};
    memcpy(want, start, sizeof want);
    for (uint32_t k = 0; k < COUNT; k++) {
        uint32_t *x = want[k % 2], *y = want[(k + 1) % 2], v[4];
        memcpy(v, y, sizeof v);
        for (int i = 0; i < 4; i++)
            y[i] = v[3 - i] * (k + 20) + x[i];
        assert_int_equal(
            vy_dispatch_begin(p,
                              vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", b[k % 2]),
                                                                 vy_arg_buffer("y", b[(k + 1) % 2]),
                                                                 vy_arg_u32("k", k + 20))),
                              &pending[k]),
            VY_OK);
    }
    // A download waits for all that write.
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vy_buffer_download(b[i], 0, got, sizeof got), VY_OK);
        assert_memory_equal(got, want[i], sizeof got);
    }
    for (int k = COUNT; k-- > 0;)
        assert_int_equal(vy_dispatch_wait(&pending[k], VY_FOREVER, NULL), VY_OK);
    for (int i = 0; i < 2; i++)
        vy_buffer_destroy(&b[i]);
    vy_pipeline_destroy(&p);
}

/// Reads and writes of random ranges of a few buffers: as if one came after the other.
static void random_sharing_is_as_if_in_turn(void **state)
{
    enum { COUNT = 300, BUFFERS = 3, PARTS = 4 };
    struct stage *s = *state;
    struct rng r = {7};
    vy_pipeline *p = stage_pipeline(s, step);
    uint32_t want[BUFFERS][PARTS * 4], got[PARTS * 4];
    vy_buffer *b[BUFFERS] = {0};
    vy_pending *pending[COUNT] = {0};
    for (int i = 0; i < BUFFERS; i++) {
        for (uint32_t k = 0; k < PARTS * 4; k++)
            want[i][k] = rng_below(&r, 100);
        assert_int_equal(
            vy_buffer_create(s->device, vy_buffer_params(.bytes = sizeof want[i], .data = want[i]),
                             &b[i]),
            VY_OK);
    }
    for (uint32_t n = 0; n < COUNT; n++) {
        uint32_t from = rng_below(&r, BUFFERS * PARTS), to = rng_below(&r, BUFFERS * PARTS - 1);
        to += to >= from; // another part, of the same buffer or not
        uint32_t *x = &want[from / PARTS][from % PARTS * 4], *y = &want[to / PARTS][to % PARTS * 4];
        uint32_t v[4], k = 20 + rng_below(&r, 1000);
        memcpy(v, y, sizeof v);
        for (int i = 0; i < 4; i++)
            y[i] = v[3 - i] * k + x[i];
        const vy_arg *args = vy_args(
            vy_arg_buffer_range("x", b[from / PARTS], from % PARTS * 16, 16),
            vy_arg_buffer_range("y", b[to / PARTS], to % PARTS * 16, 16), vy_arg_u32("k", k));
        vy_dispatch_params d = {
            .size = sizeof(vy_dispatch_params), .args = args, .route = 1 + rng_below(&r, 3)};
        if (rng_below(&r, 4))
            assert_int_equal(vy_dispatch_begin(p, &d, &pending[n]), VY_OK);
        else
            assert_int_equal(vy_dispatch(p, &d, NULL), VY_OK);
    }
    for (int i = 0; i < BUFFERS; i++) {
        assert_int_equal(vy_buffer_download(b[i], 0, got, sizeof got), VY_OK);
        assert_memory_equal(got, want[i], sizeof got);
        vy_buffer_destroy(&b[i]);
    }
    for (int n = 0; n < COUNT; n++)
        if (pending[n])
            assert_int_equal(vy_dispatch_wait(&pending[n], VY_FOREVER, NULL), VY_OK);
    vy_pipeline_destroy(&p);
}

static void diagnostics_come_with_the_wait(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, step);
    uint32_t x[4] = {0}, y[4] = {0};
    vy_pending *pending = NULL;
    assert_int_equal(vy_dispatch_begin(p,
                                       vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16),
                                                                          vy_arg_inout("y", y, 16),
                                                                          vy_arg_u32("k", 13))),
                                       &pending),
                     VY_OK);
    while (vy_dispatch_wait(&pending, 0, NULL) == VY_ERROR_BUSY)
        assert_int_equal(s->log.errors, 0);
    assert_null(pending);
    SAID(s, "p.vy:7", "V170", "k is 13");
    vy_pipeline_destroy(&p);
}

static void independent_ones_do_not_wait(void **state)
{
    struct stage *s = *state;
    vy_pipeline *e = stage_pipeline(s, endless), *p = stage_pipeline(s, step);
    const uint32_t start[4] = {1, 2, 3, 4};
    vy_buffer *busy = make(s, start), *mine = make(s, start);
    vy_pending *first = NULL, *second = NULL;
    assert_int_equal(
        vy_dispatch_begin(e, vy_dispatch_params(.args = vy_args(vy_arg_buffer("y", busy))), &first),
        VY_OK);
    const vy_arg *args =
        vy_args(vy_arg_in("x", start, 16), vy_arg_buffer("y", mine), vy_arg_u32("k", 2));
    assert_int_equal(vy_dispatch_begin(p, vy_dispatch_params(.args = args), &second), VY_OK);
    assert_int_equal(vy_dispatch_wait(&second, VY_FOREVER, NULL), VY_OK);
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), NULL), VY_OK);
    assert_int_equal(vy_dispatch_wait(&first, 1, NULL), VY_ERROR_BUSY);
    vy_dispatch_cancel(first);
    assert_int_equal(vy_dispatch_wait(&first, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "cancelled");
    vy_buffer_destroy(&busy);
    vy_buffer_destroy(&mine);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&e);
}

/// A dispatch that waits for another's buffer can be cancelled, and its deadline counts.
static void waiting_can_end_too(void **state)
{
    struct stage *s = *state;
    vy_pipeline *e = stage_pipeline(s, endless), *p = stage_pipeline(s, step);
    const uint32_t start[4] = {1, 2, 3, 4};
    uint32_t got[4];
    vy_stats stats;
    vy_buffer *b = make(s, start), *other = make(s, start);
    vy_pending *first = NULL, *late = NULL, *unwanted = NULL, *last = NULL;
    vy_dispatch_params d = {
        .size = sizeof(vy_dispatch_params),
        .args = vy_args(vy_arg_buffer("x", b), vy_arg_buffer("y", other), vy_arg_u32("k", 2))};
    assert_int_equal(
        vy_dispatch_begin(e, vy_dispatch_params(.args = vy_args(vy_arg_buffer("y", b))), &first),
        VY_OK);
    assert_int_equal(vy_dispatch_begin(p, &d, &unwanted), VY_OK);
    d.deadline_ms = 30;
    assert_int_equal(vy_dispatch_begin(p, &d, &late), VY_OK);
    assert_int_equal(vy_dispatch(p, &d, &stats), VY_ERROR_DEADLINE);
    SAID(s, "V267", "waited for its turn");
    assert_true(stats.queued_ms >= 29);
    d.deadline_ms = 0;
    assert_int_equal(vy_dispatch_begin(p, &d, &last), VY_OK);
    vy_dispatch_cancel(unwanted);
    assert_int_equal(vy_dispatch_wait(&unwanted, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V268", "before its turn came");
    assert_int_equal(vy_dispatch_wait(&late, VY_FOREVER, NULL), VY_ERROR_DEADLINE);
    SAID(s, "V267");
    vy_dispatch_cancel(first);
    assert_int_equal(vy_dispatch_wait(&first, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    test_log_clear(&s->log);
    assert_int_equal(vy_dispatch_wait(&last, VY_FOREVER, &stats), VY_OK);
    assert_true(stats.queued_ms > 0);
    // Only `last` has run.
    assert_int_equal(vy_buffer_download(other, 0, got, 16), VY_OK);
    assert_int_equal(got[1], 3 * 2 + 2);
    vy_buffer_destroy(&b);
    vy_buffer_destroy(&other);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&e);
}

struct holder {
    vy_pipeline *pipeline;
    vy_buffer *buffer;
    vy_status status;
};
static void *hold(void *data)
{
    struct holder *h = data;
    h->status = vy_dispatch(
        h->pipeline, vy_dispatch_params(.args = vy_args(vy_arg_buffer("y", h->buffer))), NULL);
    return NULL;
}

/// The first dispatch that is begun may have to wait for one that another thread runs itself.
static void the_first_one_begun_may_be_blocked(void **state)
{
    static const char until[] = "program until\n"
                                "inout y : atomic u32[4]\n"
                                "workgroup 1 grid 1\n"
                                "while y[1] == 0 { y[0] += 1 }\n";
    struct stage *s = *state;
    vy_pipeline *e = stage_pipeline(s, until), *p = stage_pipeline(s, step);
    const uint32_t start[4] = {1, 2, 3, 4};
    uint32_t got[4];
    void *shared = NULL;
    struct holder h = {e, NULL, VY_OK};
    vy_buffer *other = make(s, start);
    vy_pending *pending[2] = {0};
    vy_stats stats;
    pthread_t thread;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = 16, .mapped = true), &h.buffer),
        VY_OK);
    assert_int_equal(vy_buffer_map(h.buffer, &shared), VY_OK);
    assert_int_equal(pthread_create(&thread, NULL, hold, &h), 0);
    while (vy_buffer_download_ranges(
               h.buffer, vy_transfer_params(vy_ranges({0, 16, .memory = got}), .no_wait = true)) !=
           VY_ERROR_BUSY)
        usleep(1000);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            vy_dispatch_begin(
                p,
                vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", h.buffer),
                                                   vy_arg_buffer("y", other), vy_arg_u32("k", 2))),
                &pending[i]),
            VY_OK);
    atomic_store(&((atomic_uint *)shared)[1], 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(vy_dispatch_wait(&pending[i], VY_FOREVER, &stats), VY_OK);
    assert_true(stats.queued_ms > 0);
    pthread_join(thread, NULL);
    assert_int_equal(h.status, VY_OK);
    vy_buffer_destroy(&h.buffer);
    vy_buffer_destroy(&other);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&e);
}

static void a_deadline_stops_what_runs(void **state)
{
    struct stage *s = *state;
    vy_pipeline *e = stage_pipeline(s, endless);
    uint32_t y[4] = {0};
    vy_pending *pending = NULL;
    assert_int_equal(vy_dispatch_begin(e,
                                       vy_dispatch_params(.args = vy_args(vy_arg_inout("y", y, 16)),
                                                          .deadline_ms = 30),
                                       &pending),
                     VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_DEADLINE);
    SAID(s, "the deadline passed"); // a busy machine may not have begun it
    vy_pipeline_destroy(&e);
}

/// The child has the device's memory, but none of its threads.
static void a_forked_child_is_told(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, step);
    uint32_t x[4] = {0}, y[4] = {0};
    const uint32_t start[4] = {1, 2, 3, 4};
    vy_buffer *b = make(s, start);
    vy_pending *pending = NULL;
    vy_dispatch_params d = {
        .size = sizeof(vy_dispatch_params),
        .args = vy_args(vy_arg_in("x", x, 16), vy_arg_inout("y", y, 16), vy_arg_u32("k", 1))};
    assert_int_equal(vy_dispatch_begin(p, &d, &pending), VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_OK);
    pid_t child = fork();
    if (!child) {
        bool good = vy_dispatch(p, &d, NULL) == VY_ERROR_DEVICE &&
                    strstr(s->log.text, "V265") != NULL &&
                    vy_dispatch_begin(p, &d, &pending) == VY_ERROR_DEVICE &&
                    vy_buffer_upload(b, 0, x, 16) == VY_ERROR_DEVICE;
        vy_buffer_destroy(&b); // and cleaning up does not hang
        vy_pipeline_destroy(&p);
        vy_device_close(&s->device);
        _exit(good ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(vy_dispatch(p, &d, NULL), VY_OK); // the parent goes on
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

// ---- many threads ----
enum { THREADS = 8, ROUNDS = 12 };
struct worker {
    struct stage *s;
    vy_pipeline *shared;
    vy_buffer *mine, *all;
    uint32_t number;
    bool good;
};

static bool one_round(struct worker *w, vy_pipeline *own, uint32_t round)
{
    const uint32_t x[4] = {w->number, round, 3, 4};
    uint32_t y[4] = {1, 2, 3, 4}, want[4], got[4], fresh[4];
    vy_pending *pending = NULL;
    for (int i = 0; i < 4; i++)
        want[i] = (uint32_t)(4 - i) * 7 + x[i], fresh[i] = y[i];
    if (vy_buffer_upload(w->mine, 0, fresh, 16) ||
        vy_dispatch_begin(
            w->shared,
            vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16), vy_arg_buffer("y", w->mine),
                                               vy_arg_u32("k", 7)),
                               .route = round % 2 ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST),
            &pending))
        return false;
    bool good = !vy_dispatch(own,
                             vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16),
                                                                vy_arg_inout("y", y, 16),
                                                                vy_arg_u32("k", 7))),
                             NULL) &&
                !memcmp(y, want, 16);
    good = good && !vy_dispatch(own,
                                vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, 16),
                                                                   vy_arg_buffer("y", w->all),
                                                                   vy_arg_u32("k", 7)),
                                                   .route = VY_ROUTE_RESIDENT),
                                NULL);
    if (round % 4 == 3)
        vy_dispatch_cancel(pending);
    vy_status status = vy_dispatch_wait(&pending, VY_FOREVER, NULL);
    if (round % 4 == 3)
        return good && (status == VY_OK || status == VY_ERROR_CANCELLED);
    return good && !status && !vy_buffer_download(w->mine, 0, got, 16) && !memcmp(got, want, 16);
}

static void *work(void *data)
{
    struct worker *w = data;
    vy_program *program = NULL;
    vy_pipeline *own = NULL;
    w->good =
        !vy_program_parse(w->s->context, vy_parse_params(.text = step, .name = "p.vy"), &program) &&
        !vy_pipeline_create(w->s->device, program, NULL, &own) &&
        !vy_buffer_create(w->s->device, vy_buffer_params(.bytes = 16), &w->mine);
    for (uint32_t i = 0; w->good && i < ROUNDS; i++)
        w->good = one_round(w, own, i);
    vy_buffer_destroy(&w->mine);
    vy_pipeline_destroy(&own);
    vy_program_destroy(&program);
    return NULL;
}

static void many_threads_share_a_device(void **state)
{
    struct stage *s = *state;
    const uint32_t start[4] = {0};
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    vy_pipeline *shared = stage_pipeline(s, step);
    vy_buffer *all = make(s, start);
    for (uint32_t i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){s, shared, NULL, all, i, false};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < THREADS; i++)
        if (!workers[i].good)
            fail_msg("thread %u: %s", i, s->log.text);
    vy_buffer_destroy(&all);
    vy_pipeline_destroy(&shared);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(results_are_there_after_the_wait),
        TEST(wrong_arguments_begin_nothing),
        TEST(null_is_named),
        TEST(the_order_is_that_of_begin),
        TEST(random_sharing_is_as_if_in_turn),
        TEST(diagnostics_come_with_the_wait),
        TEST(independent_ones_do_not_wait),
        TEST(waiting_can_end_too),
        TEST(the_first_one_begun_may_be_blocked),
        TEST(a_deadline_stops_what_runs),
        TEST(a_forked_child_is_told),
        TEST(many_threads_share_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
