// The cuda device over a driver without a GPU: kernels that do not stop when they are told to.
// Their callers wait for some time, and then all who use the GPU are told that it is lost; nothing
// that such a kernel may still write is given back, and no call is made that would wait for it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/cuda_state.h"
#include "run/run.h"
#include "support/fakestage.h"
#include "support/named.h"

enum { PATIENCE_MS = 50, LONG_MS = 8 * PATIENCE_MS, STREAMS = 16 };

static struct fake_cuda *fake;

/// Kernels that run.
static struct {
    pthread_mutex_t lock;
    struct {
        void *stream;
        const volatile uint32_t *stop; ///< NULL: it is deaf
    } runs[STREAMS];
    atomic_int count; ///< so far
} now = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void begin(const struct fake_launch *l, bool deaf)
{
    uint32_t i = 0;
    pthread_mutex_lock(&now.lock);
    while (now.runs[i].stream)
        i++;
    now.runs[i].stream = l->stream;
    now.runs[i].stop = deaf ? NULL : fake_pointer(fake_block(l)->stop);
    now.count++;
    pthread_mutex_unlock(&now.lock);
}

static void deaf_kernel(void *user, const struct fake_launch *l)
{
    (void)user;
    begin(l, true);
}

static void endless_kernel(void *user, const struct fake_launch *l)
{
    (void)user;
    begin(l, false);
}

static void short_kernel(void *user, const struct fake_launch *l)
{
    (void)user, (void)l;
}

static bool busy(void *user, void *stream)
{
    bool found = false;
    (void)user;
    pthread_mutex_lock(&now.lock);
    for (uint32_t i = 0; i < STREAMS; i++) {
        if (now.runs[i].stop && *now.runs[i].stop)
            now.runs[i].stream = NULL;
        found = found || (now.runs[i].stream && (!stream || stream == now.runs[i].stream));
    }
    pthread_mutex_unlock(&now.lock);
    return found;
}

/// What is deaf ends all the same, late.
static void let_end(void)
{
    pthread_mutex_lock(&now.lock);
    memset(now.runs, 0, sizeof now.runs);
    pthread_mutex_unlock(&now.lock);
    fake->kernel = short_kernel;
}

static int setup(void **state)
{
    char text[20];
    snprintf(text, sizeof text, "%d", PATIENCE_MS);
    cuda_option("stop_ms", text);
    if (fake_stage_open(state, &fake))
        return 1;
    fake->busy = busy;
    fake->kernel = short_kernel;
    return 0;
}

static int teardown(void **state)
{
    let_end();
    return fake_stage_close(state, fake);
}

// ---- programs ----
static vy_pipeline *pipeline_of(struct stage *s, int number)
{
    char text[120];
    snprintf(text, sizeof text, "program p%d\nout y : u32[1]\nworkgroup 1 grid 1\ny[0] = %d\n",
             number, number);
    return stage_pipeline(s, text);
}

static vy_status run(vy_pipeline *p, uint32_t deadline_ms)
{
    uint32_t y;
    return vy_dispatch(
        p, vy_dispatch_params(.deadline_ms = deadline_ms, .args = vy_args(vy_arg_out("y", &y, 4))),
        NULL);
}

/// With a deadline that passes while the kernel runs: it gets more time where it had not begun.
static vy_status run_late(vy_pipeline *p)
{
    int before = now.count;
    vy_status status = VY_ERROR_DEADLINE;
    for (uint32_t ms = 20; now.count == before && status == VY_ERROR_DEADLINE; ms *= 2)
        status = run(p, ms);
    return status;
}

/// A dispatch that has begun with this kernel.
struct begun {
    vy_pipeline *p;
    vy_pending *pending;
    uint32_t y;
};

static void begin_with(struct begun *b, vy_pipeline *p, uint32_t deadline_ms,
                       void (*kernel)(void *user, const struct fake_launch *l))
{
    int before = now.count;
    fake->kernel = kernel;
    b->p = p;
    b->pending = NULL;
    for (; now.count == before; deadline_ms *= 2) {
        vy_status status = VY_ERROR_BUSY;
        assert_int_equal(
            vy_dispatch_begin(p,
                              vy_dispatch_params(.deadline_ms = deadline_ms,
                                                 .args = vy_args(vy_arg_out("y", &b->y, 4))),
                              &b->pending),
            VY_OK);
        while (now.count == before && status == VY_ERROR_BUSY)
            status = vy_dispatch_wait(&b->pending, 1, NULL);
        if (status != VY_ERROR_BUSY) // before the kernel began: it gets more time
            assert_int_equal(status, VY_ERROR_DEADLINE);
    }
    fake->kernel = short_kernel;
}

static vy_status end_of(struct begun *b)
{
    vy_status status = vy_dispatch_wait(&b->pending, VY_FOREVER, NULL);
    vy_pipeline_destroy(&b->p);
    return status;
}

/// When the kernel has ended, late, the device can be had again.
static void recovers(struct stage *s)
{
    assert_int_equal(vy_device_recover(s->device), VY_ERROR_DEVICE);
    SAID(s, "V343", "was told to stop", "still runs", "new process");
    let_end();
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    vy_pipeline *p = pipeline_of(s, 77);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

// ---- its caller ----
static void the_device_is_lost(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = pipeline_of(s, 1), *q = pipeline_of(s, 2);
    vy_buffer *b = NULL;
    uint32_t word;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4096), &b), VY_OK);
    fake->kernel = deaf_kernel;
    assert_int_equal(run_late(p), VY_ERROR_DEVICE);
    SAID(s, "V350", "'cuda' is lost", "program 'p1'", "as its deadline had passed",
         "still runs 0.05 s later", "end this process");
    assert_int_equal(now.count, 1);
    assert_int_equal(run(q, 0), VY_ERROR_DEVICE);
    SAID(s, "V350", "program 'p1'");
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_ERROR_DEVICE);
    SAID(s, "V350");
    assert_int_equal(now.count, 1);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&q);
    recovers(s);
}

static void it_says_that_it_was_cancelled(void **state)
{
    struct stage *s = *state;
    struct begun b;
    begin_with(&b, pipeline_of(s, 1), 0, deaf_kernel);
    vy_dispatch_cancel(b.pending);
    assert_int_equal(end_of(&b), VY_ERROR_DEVICE);
    SAID(s, "V350", "program 'p1'", "as it was cancelled");
    recovers(s);
}

/// Also what was mapped, what is left of pipelines, and what the caller had.
static void nothing_that_it_may_write_is_given_back(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = pipeline_of(s, 1);
    vy_buffer *y = NULL, *mapped = NULL;
    fake->pools = false;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 1 << 20), &y), VY_OK);
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = 4096, .mapped = true), &mapped),
        VY_OK);
    fake->kernel = deaf_kernel;
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.deadline_ms = 20,
                                       .args = vy_args(vy_arg_buffer_range("y", y, 0, 4))),
                    NULL),
        VY_ERROR_DEVICE);
    SAID(s, "V350");
    int pieces = fake->live_pieces, host = fake->live_host, modules = fake->live_modules;
    vy_buffer_destroy(&y);
    vy_buffer_destroy(&mapped);
    vy_pipeline_destroy(&p);
    assert_int_equal(fake->live_pieces, pieces);
    assert_int_equal(fake->live_host, host);
    assert_int_equal(fake->live_modules, modules);
    recovers(s);
}

// ---- graphs ----
static const char steps_text[] = "program steps\n"
                                 "inout x : u32[64]\n"
                                 "workgroup 64 grid 64\n"
                                 "x[gid.x] += 1\n"
                                 "barrier grid\n"
                                 "x[gid.x] += x[63 - gid.x]\n";

static void graphs_of_segments_too(void **state)
{
    struct stage *s = *state;
    uint32_t x[64] = {0};
    fake->info.flat = 0;
    fake->info.volume = fake->info.team_threads = 64;
    vy_pipeline *p = stage_pipeline(s, steps_text);
    for (int i = 0; i < 2; i++) {
        uint32_t deadline_ms = i ? 20 : 0;
        vy_status status;
        fake->kernel = i ? deaf_kernel : short_kernel;
        do {
            status = vy_dispatch(
                p,
                vy_dispatch_params(.route = VY_ROUTE_RESIDENT, .deadline_ms = deadline_ms,
                                   .args = vy_args(vy_arg_inout("x", x, sizeof x))),
                NULL);
            deadline_ms *= 2;
        } while (status == VY_ERROR_DEADLINE); // before the kernel began
        assert_int_equal(status, i ? VY_ERROR_DEVICE : VY_OK);
    }
    SAID(s, "V350", "program 'steps'");
    vy_pipeline_destroy(&p);
    fake->info.volume = fake->info.team_threads = 256;
    recovers(s);
}

static void graphs_of_dispatches_too(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = pipeline_of(s, 1);
    vy_graph *g = NULL;
    uint32_t y, slot, wave;
    assert_int_equal(vy_graph_create(s->device, NULL, &g), VY_OK);
    assert_int_equal(vy_graph_buffer(g, vy_graph_buffer_params(.bytes = 4, .memory = &y), &slot),
                     VY_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            vy_graph_wave(g, p, vy_graph_wave_params(.args = vy_args(vy_arg_slot("y", slot))),
                          &wave),
            VY_OK);
    assert_int_equal(vy_graph_run(g, NULL, NULL), VY_OK);
    fake->kernel = deaf_kernel;
    vy_status status = VY_ERROR_DEADLINE;
    for (uint32_t ms = 20; status == VY_ERROR_DEADLINE; ms *= 2) // before the kernel began
        status = vy_graph_run(g, vy_graph_run_params(.deadline_ms = ms), NULL);
    assert_int_equal(status, VY_ERROR_DEVICE);
    SAID(s, "V350", "program 'p1' or another one of its graph");
    vy_graph_destroy(&g);
    vy_pipeline_destroy(&p);
    recovers(s);
}

// ---- others ----
struct other {
    pthread_t thread;
    struct stage *stage;
    vy_pipeline *p; ///< NULL: it makes one
    vy_device *device;
    vy_status status;
};

static void *run_without_deadline(void *user)
{
    struct other *o = user;
    o->status = run(o->p, 0);
    return NULL;
}

static void *load_without_deadline(void *user)
{
    struct other *o = user;
    vy_program *program = stage_parse(o->stage, "program late\nout y : u32[1]\n"
                                                "workgroup 1 grid 1\ny[0] = 1\n");
    o->status = vy_pipeline_create(o->stage->device, program, NULL, &o->p);
    vy_program_destroy(&program);
    return NULL;
}

/// One that waits for a kernel which never begins, one that goes on and obeys, one that waits until
/// nothing runs, and one in the queue.
static void all_who_wait_are_told(void **state)
{
    struct stage *s = *state;
    struct begun deaf, obeys;
    vy_pipeline *p = pipeline_of(s, 1), *q = pipeline_of(s, 2), *r = pipeline_of(s, 3);
    struct other behind = {.p = r}, loads = {.stage = s};
    begin_with(&deaf, p, 0, deaf_kernel);
    begin_with(&obeys, q, 0, endless_kernel);
    int before = now.count;
    fake->kernel = deaf_kernel;
    assert_int_equal(pthread_create(&behind.thread, NULL, run_without_deadline, &behind), 0);
    while (now.count == before)
        ;
    fake->kernel = short_kernel;
    assert_int_equal(pthread_create(&loads.thread, NULL, load_without_deadline, &loads), 0);
    while (!fake_stage_wanting(s))
        ;
    vy_dispatch_cancel(deaf.pending);
    assert_int_equal(end_of(&deaf), VY_ERROR_DEVICE);
    assert_int_equal(end_of(&obeys), VY_ERROR_DEVICE);
    pthread_join(behind.thread, NULL);
    pthread_join(loads.thread, NULL);
    assert_int_equal(behind.status, VY_ERROR_DEVICE);
    assert_int_equal(loads.status, VY_ERROR_DEVICE);
    SAID(s, "V350", "program 'p1'");
    assert_int_equal(vyi_cuda_state(s->device)->arbiter->stuck.count, 2);
    vy_pipeline_destroy(&r);
    recovers(s);
}

/// A kernel may not have begun, where another has all the room: that one is not lost for it.
static void it_waits_for_what_began_before(void **state)
{
    struct stage *s = *state;
    struct begun first, second;
    vy_pipeline *p = pipeline_of(s, 1), *q = pipeline_of(s, 2);
    begin_with(&first, p, 0, endless_kernel);
    begin_with(&second, q, 20, deaf_kernel);
    assert_int_equal(vy_dispatch_wait(&second.pending, LONG_MS, NULL), VY_ERROR_BUSY);
    assert_int_equal(vy_dispatch_wait(&first.pending, 0, NULL), VY_ERROR_BUSY);
    vy_dispatch_cancel(first.pending);
    assert_int_equal(end_of(&first), VY_ERROR_CANCELLED);
    assert_int_equal(end_of(&second), VY_ERROR_DEVICE);
    SAID(s, "V350", "program 'p2'");
    recovers(s);
}

/// Whether the first of those that run was told to stop.
static bool told(const struct stage *s)
{
    struct vyi_cuda_arbiter *q = vyi_cuda_state(s->device)->arbiter;
    pthread_mutex_lock(&q->lock);
    bool stops = q->turns && q->turns->stop_requested;
    pthread_mutex_unlock(&q->lock);
    return stops;
}

static void patience_without_end(void **state)
{
    struct stage *s = *state;
    struct begun b;
    cuda_option("stop_ms", "0");
    fake_stage_renew(s);
    begin_with(&b, pipeline_of(s, 1), 20, deaf_kernel);
    while (!told(s))
        ;
    assert_int_equal(vy_dispatch_wait(&b.pending, LONG_MS, NULL), VY_ERROR_BUSY);
    let_end();
    assert_int_equal(end_of(&b), VY_ERROR_DEADLINE);
    SAID(s, "deadline");
}

// ---- several devices, and closing ----
static void all_devices_are_lost(void **state)
{
    struct stage *s = *state, *other = fake_stage_another();
    vy_pipeline *p = pipeline_of(s, 1), *q = pipeline_of(other, 2);
    fake->kernel = deaf_kernel;
    assert_int_equal(run_late(p), VY_ERROR_DEVICE);
    SAID(s, "V350");
    assert_int_equal(run(q, 0), VY_ERROR_DEVICE);
    SAID(other, "V350", "program 'p1'");
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&q);
    recovers(other);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    p = pipeline_of(s, 3);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
    fake_stage_without(other);
}

static void *close_device(void *user)
{
    struct other *o = user;
    vy_device_close(&o->device);
    return NULL;
}

/// Nobody waits for the kernel, whether it was given up before or meanwhile, and nothing is opened
/// beside it.
static void closing_does_not_wait(void **state)
{
    struct stage *s = *state, *other = fake_stage_another();
    struct other closes = {.device = other->device};
    struct begun b;
    begin_with(&b, pipeline_of(s, 1), 0, deaf_kernel);
    other->device = NULL;
    assert_int_equal(pthread_create(&closes.thread, NULL, close_device, &closes), 0);
    while (!fake_stage_wanting(s))
        ;
    vy_dispatch_cancel(b.pending);
    pthread_join(closes.thread, NULL);
    assert_int_equal(end_of(&b), VY_ERROR_DEVICE);
    SAID(s, "V350");
    vy_device_close(&s->device);
    assert_int_equal(fake->retained, 2); // with the context the kernel's memory would go
    assert_int_equal(
        vy_device_open(s->context, vy_device_params(.name = cuda_name(), .cache = ""), &s->device),
        VY_ERROR_DEVICE);
    SAID(s, "V350", "program 'p1'", "still runs", "end this process");
    let_end();
    assert_int_equal(
        vy_device_open(s->context, vy_device_params(.name = cuda_name(), .cache = ""), &s->device),
        VY_OK);
    assert_int_equal(fake->retained, 1);
    vy_pipeline *p = pipeline_of(s, 2);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
    fake_stage_without(other);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_device_is_lost),
        TEST(it_says_that_it_was_cancelled),
        TEST(nothing_that_it_may_write_is_given_back),
        TEST(graphs_of_segments_too),
        TEST(graphs_of_dispatches_too),
        TEST(all_who_wait_are_told),
        TEST(it_waits_for_what_began_before),
        TEST(patience_without_end),
        TEST(all_devices_are_lost),
        TEST(closing_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
