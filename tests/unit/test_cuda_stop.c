// The cuda device over a driver without a GPU: kernels that do not end are stopped, and beside them
// nobody waits longer than asked. Loading code needs a moment when nothing runs, and giving
// something back is put off until there is one; deadlines and cancels count meanwhile, whoever
// waits, and dispatches of what is there go on.
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
#include "support/patience.h"
#include "support/versus.h"

static struct fake_cuda *fake;

/// What the kernels of this file saw.
static struct {
    atomic_int runs;
    _Atomic(void *) stream;                  ///< of the kernel that does not end,
    _Atomic(const volatile uint32_t *) stop; ///< and the word that it looks at
    atomic_bool dirty;                       ///< that was set before it began
    atomic_int lost_orders;                  ///< to come
} seen;

static void endless_kernel(void *user, const struct fake_launch *l)
{
    const volatile uint32_t *stop = fake_pointer(fake_block(l)->stop);
    (void)user;
    seen.runs++;
    seen.dirty = seen.dirty || *stop;
    seen.stream = l->stream;
    seen.stop = stop;
}

static bool endless_busy(void *user, void *stream)
{
    const volatile uint32_t *stop = seen.stop;
    (void)user;
    return stop && (!stream || stream == seen.stream) && !*stop;
}

static void short_kernel(void *user, const struct fake_launch *l)
{
    const struct vyi_cuda_block *b = fake_block(l);
    (void)user;
    seen.runs++;
    seen.dirty = seen.dirty || *(const uint32_t *)fake_pointer(b->stop);
}

static int setup(void **state)
{
    seen.runs = 0;
    seen.stream = NULL;
    seen.stop = NULL;
    seen.dirty = false;
    if (fake_stage_open(state, &fake))
        return 1;
    fake->busy = endless_busy;
    fake->kernel = short_kernel;
    return 0;
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake) || seen.dirty;
}

// ---- programs ----
/// One of its own for each number.
static vy_program *program_of(struct stage *s, int number)
{
    char text[120];
    snprintf(text, sizeof text, "program p%d\nout y : u32[1]\nworkgroup 1 grid 1\ny[0] = %d\n",
             number, number);
    return stage_parse(s, text);
}

static vy_status create(struct stage *s, int number, uint32_t deadline_ms, vy_pipeline **p)
{
    vy_program *program = program_of(s, number);
    vy_status status =
        vy_pipeline_create(s->device, program, vy_pipeline_params(.deadline_ms = deadline_ms), p);
    vy_program_destroy(&program);
    return status;
}

static vy_pipeline *pipeline_of(struct stage *s, int number)
{
    vy_pipeline *p = NULL;
    assert_int_equal(create(s, number, 0, &p), VY_OK);
    return p;
}

static vy_status run(vy_pipeline *p, uint32_t deadline_ms)
{
    uint32_t y;
    return vy_dispatch(
        p, vy_dispatch_params(.deadline_ms = deadline_ms, .args = vy_args(vy_arg_out("y", &y, 4))),
        NULL);
}

static const char steps_text[] = "program steps\n"
                                 "inout x : u32[64]\n"
                                 "workgroup 64 grid 64\n"
                                 "x[gid.x] += 1\n"
                                 "barrier grid\n"
                                 "x[gid.x] += x[63 - gid.x]\n";

static vy_pipeline *steps_for(struct stage *s, vy_route route)
{
    vy_program *program = stage_parse(s, steps_text);
    vy_pipeline *p = NULL;
    fake->info.flat = 0;
    fake->info.volume = fake->info.team_threads = 64;
    assert_int_equal(vy_pipeline_create(s->device, program, vy_pipeline_params(.route = route), &p),
                     VY_OK);
    vy_program_destroy(&program);
    return p;
}

static vy_status step(vy_pipeline *p, vy_route route, uint32_t deadline_ms)
{
    uint32_t x[64] = {0};
    return vy_dispatch(p,
                       vy_dispatch_params(.route = route, .deadline_ms = deadline_ms,
                                          .args = vy_args(vy_arg_inout("x", x, sizeof x))),
                       NULL);
}

/// A kernel that runs until it is told to stop, and what is launched from then on ends.
struct endless {
    vy_pipeline *p;
    vy_pending *pending;
    uint32_t y;
};

static void endless_begin(struct stage *s, struct endless *e)
{
    int before = seen.runs;
    e->p = pipeline_of(s, 1000);
    fake->kernel = endless_kernel;
    assert_int_equal(
        vy_dispatch_begin(e->p,
                          vy_dispatch_params(.deadline_ms = PATIENT_MS,
                                             .args = vy_args(vy_arg_out("y", &e->y, 4))),
                          &e->pending),
        VY_OK);
    while (seen.runs == before)
        assert_int_equal(vy_dispatch_wait(&e->pending, 1, NULL), VY_ERROR_BUSY);
    fake->kernel = short_kernel;
}

/// It runs to this day, so nobody has waited for its end.
static void endless_end(struct stage *s, struct endless *e)
{
    assert_int_equal(vy_dispatch_wait(&e->pending, 0, NULL), VY_ERROR_BUSY);
    vy_dispatch_cancel(e->pending);
    assert_int_equal(vy_dispatch_wait(&e->pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "cancelled");
    seen.stop = NULL;
    vy_pipeline_destroy(&e->p);
}

// ---- stopping ----
static void deadlines_stop_kernels(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = pipeline_of(s, 1);
    for (int i = 0; i < 3; i++) {
        fake->kernel = endless_kernel;
        assert_int_equal(run(p, 20), VY_ERROR_DEADLINE);
        SAID(s, "deadline");
    }
    seen.stop = NULL;
    fake->kernel = short_kernel;
    assert_int_equal(run(p, 0), VY_OK); // the word is as it was
    vy_pipeline_destroy(&p);
}

/// An order to stop that comes before the word has been cleared for the launch is lost.
static bool forgetful_busy(void *user, void *stream)
{
    volatile uint32_t *stop = (volatile uint32_t *)seen.stop;
    (void)user;
    if (!stop || (stream && stream != seen.stream))
        return false;
    if (*stop && seen.lost_orders) {
        seen.lost_orders--;
        *stop = 0;
    }
    return !*stop;
}

static void an_order_that_is_lost_is_given_again(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = pipeline_of(s, 1);
    fake->kernel = endless_kernel;
    fake->busy = forgetful_busy;
    seen.lost_orders = 3;
    assert_int_equal(run(p, 20), VY_ERROR_DEADLINE);
    SAID(s, "deadline");
    assert_int_equal(seen.lost_orders, 0);
    fake->busy = NULL;
    fake->kernel = short_kernel;
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

static void cancelling_stops_kernels(void **state)
{
    struct stage *s = *state;
    struct endless e;
    endless_begin(s, &e);
    endless_end(s, &e);
}

// ---- beside a kernel that does not end ----
/// Gives mapped memory back: it stays for a while.
static void give_mapped(vy_device *device)
{
    void *memory, *host;
    assert_int_equal(vyi_cuda_mapped_create(device, 64, &memory, &host), VY_OK);
    int pieces = fake->live_host;
    vyi_cuda_mapped_destroy(device, host);
    assert_int_equal(fake->live_host, pieces);
    assert_int_not_equal(vyi_cuda_state(device)->deferred.count, 0);
}

static void what_is_there_goes_on(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = pipeline_of(s, 1);
    struct endless e;
    endless_begin(s, &e);
    assert_int_equal(run(p, 0), VY_OK);
    assert_int_equal(vy_device_recover(s->device), VY_OK); // nothing to do
    vy_pipeline_destroy(&p);
    give_mapped(s->device);
    endless_end(s, &e);
    p = pipeline_of(s, 2);
    assert_int_equal(vyi_cuda_state(s->device)->deferred.count, 0);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

/// The driver of old GPUs waits when memory goes back to it.
static void memory_goes_back_when_nothing_runs(void **state)
{
    struct stage *s = *state;
    struct endless e;
    vy_buffer *b = NULL;
    fake->pools = false;
    cuda_option("exact", "1"); // nothing is kept
    fake_stage_renew(s);
    cuda_option("exact", NULL);
    endless_begin(s, &e);
    int pieces = fake->live_pieces;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 5000), &b), VY_OK);
    assert_int_equal(fake->live_pieces, pieces + 1);
    vy_buffer_destroy(&b);
    assert_int_equal(fake->live_pieces, pieces + 1);
    endless_end(s, &e);
    assert_true(fake->live_pieces <= pieces);
}

static void pipelines_keep_their_deadlines(void **state)
{
    struct stage *s = *state;
    struct endless e;
    vy_pipeline *p = NULL;
    endless_begin(s, &e);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(create(s, 2, 30, &p), VY_ERROR_DEADLINE);
        assert_null(p);
        SAID(s, "V349", "'p2'", "nothing runs on device 'cuda'");
    }
    endless_end(s, &e);
    assert_int_equal(create(s, 2, PATIENT_MS, &p), VY_OK);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

/// Compiled once, although it could not be loaded in time.
static void code_that_came_too_late_is_kept(void **state)
{
    struct stage *s = *state;
    struct versus v;
    struct endless e;
    vy_pipeline *p = NULL;
    vy_cache_stats stats;
    assert_true(versus_open(&v));
    fake_stage_cached(s, v.cache);
    endless_begin(s, &e);
    assert_int_equal(create(s, 2, 30, &p), VY_ERROR_DEADLINE);
    SAID(s, "V349");
    endless_end(s, &e);
    p = pipeline_of(s, 2);
    assert_int_equal(vy_device_cache_stats(s->device, &stats), VY_OK);
    assert_int_equal(stats.compiled, 2);
    assert_int_equal(stats.loaded, 1);
    vy_pipeline_destroy(&p);
    vy_device_close(&s->device);
    versus_close(&v);
}

static void first_dispatches_keep_their_deadlines(void **state)
{
    struct stage *s = *state;
    struct endless e;
    uint32_t x[64] = {0};
    vy_pending *pending = NULL;
    endless_begin(s, &e);
    vy_pipeline *p = steps_for(s, VY_ROUTE_RESIDENT); // no code so far
    assert_int_equal(step(p, VY_ROUTE_RESIDENT, 30), VY_ERROR_DEADLINE);
    SAID(s, "V349", "'steps'");
    assert_int_equal(
        vy_dispatch_begin(p,
                          vy_dispatch_params(.route = VY_ROUTE_RESIDENT,
                                             .args = vy_args(vy_arg_inout("x", x, sizeof x))),
                          &pending),
        VY_OK);
    while (!fake_stage_wanting(s))
        assert_int_equal(vy_dispatch_wait(&pending, 1, NULL), VY_ERROR_BUSY);
    vy_dispatch_cancel(pending);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_ERROR_CANCELLED);
    SAID(s, "V283", "while code was made");
    endless_end(s, &e);
    assert_int_equal(step(p, VY_ROUTE_RESIDENT, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

/// What stands between the kernels of a graph is loaded too, when it is first needed.
static void first_graphs_keep_their_deadlines(void **state)
{
    struct stage *s = *state;
    struct endless e;
    vy_pipeline *p = steps_for(s, VY_ROUTE_HOST);
    assert_int_equal(step(p, VY_ROUTE_HOST, 0), VY_OK); // all but that is there
    endless_begin(s, &e);
    assert_int_equal(step(p, VY_ROUTE_RESIDENT, 30), VY_ERROR_DEADLINE);
    SAID(s, "deadline");
    endless_end(s, &e);
    fake_order_forget(fake);
    assert_int_equal(step(p, VY_ROUTE_RESIDENT, 0), VY_OK);
    assert_int_not_equal(fake_order_count(fake, "graph;"), 0); // it was not given up
    vy_pipeline_destroy(&p);
}

/// A better kernel is made another time.
static void what_can_be_done_without_waits_for_nobody(void **state)
{
    struct stage *s = *state;
    struct versus v;
    struct endless e;
    assert_true(versus_open(&v));
    fake_stage_cached(s, v.cache);
    vy_pipeline *p = steps_for(s, VY_ROUTE_AUTO);
    endless_begin(s, &e);
    for (int i = 0; i < 4; i++)
        assert_int_equal(step(p, VY_ROUTE_AUTO, 0), VY_OK);
    endless_end(s, &e);
    assert_int_equal(step(p, VY_ROUTE_AUTO, 0), VY_OK);
    vy_pipeline_destroy(&p);
    vy_device_close(&s->device);
    versus_close(&v);
}

// ---- beside somebody who waits ----
struct maker {
    struct stage *stage;
    vy_pipeline *p;
    vy_status status;
};

static void *make_whatever_it_takes(void *data)
{
    struct maker *m = data;
    m->status = create(m->stage, 2, 0, &m->p);
    return NULL;
}

/// Until somebody waits at the gate for so long that others wait for him.
static void wait_until_urgent(const struct stage *s)
{
    struct vyi_cuda_arbiter *q = vyi_cuda_state(s->device)->arbiter;
    bool urgent = false;
    while (!urgent) {
        pthread_mutex_lock(&q->lock);
        for (const struct vyi_cuda_turn *t = q->line; t; t = t->next)
            urgent = urgent || (t->exclusive && t->urgent);
        pthread_mutex_unlock(&q->lock);
    }
}

static void maker_begin(struct stage *s, struct maker *m, pthread_t *thread)
{
    *m = (struct maker){.stage = s};
    assert_int_equal(pthread_create(thread, NULL, make_whatever_it_takes, m), 0);
    wait_until_urgent(s);
}

static void maker_end(struct maker *m, pthread_t thread)
{
    pthread_join(thread, NULL);
    assert_int_equal(m->status, VY_OK);
    assert_int_equal(run(m->p, 0), VY_OK);
    vy_pipeline_destroy(&m->p);
}

/// Whoever wants the same code waits for the one who makes it, no longer than asked.
static void those_behind_keep_their_deadlines(void **state)
{
    struct stage *s = *state;
    struct endless e;
    struct maker m;
    pthread_t thread;
    vy_pipeline *p = NULL;
    endless_begin(s, &e);
    maker_begin(s, &m, &thread);
    assert_int_equal(create(s, 2, 30, &p), VY_ERROR_DEADLINE);
    SAID(s, "V282");
    endless_end(s, &e);
    maker_end(&m, thread);
}

/// New launches wait for whoever has to load, but not for ever.
static void launches_go_on_beside_somebody_who_waits(void **state)
{
    struct stage *s = *state;
    struct endless e;
    struct maker m;
    pthread_t thread;
    vy_pipeline *p = pipeline_of(s, 1);
    endless_begin(s, &e);
    maker_begin(s, &m, &thread);
    for (int i = 0; i < 3; i++)
        assert_int_equal(run(p, 0), VY_OK);
    endless_end(s, &e);
    maker_end(&m, thread);
    vy_pipeline_destroy(&p);
}

/// Whoever runs or waits is told, and nobody waits on.
static void a_lost_context_ends_all_waiting(void **state)
{
    struct stage *s = *state;
    struct endless e;
    struct maker m;
    pthread_t thread;
    endless_begin(s, &e);
    maker_begin(s, &m, &thread);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(vy_dispatch_wait(&e.pending, VY_FOREVER, NULL), VY_ERROR_DEVICE);
    pthread_join(thread, NULL);
    assert_int_equal(m.status, VY_ERROR_DEVICE);
    SAID(s, "lost", "running a kernel");
    seen.stop = NULL;
    vy_pipeline_destroy(&e.p);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    vy_pipeline *p = pipeline_of(s, 1);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

// ---- two devices of one GPU, of contexts that know nothing of each other ----
static void another_device_waits_for_the_kernel(void **state)
{
    struct stage *s = *state, *other = fake_stage_another();
    vy_pipeline *p = pipeline_of(other, 1), *late = NULL;
    struct endless e;
    endless_begin(s, &e);
    assert_int_equal(run(p, 0), VY_OK);
    assert_int_equal(create(other, 2, 30, &late), VY_ERROR_DEADLINE);
    SAID(other, "V349", "'p2'");
    give_mapped(other->device);
    endless_end(s, &e);
    assert_int_equal(vyi_cuda_state(other->device)->deferred.count, 0); // whoever ended last did it
    assert_int_equal(create(other, 2, PATIENT_MS, &late), VY_OK);
    assert_int_equal(run(late, 0), VY_OK);
    vy_pipeline_destroy(&late);
    vy_pipeline_destroy(&p);
    fake_stage_without(other);
}

static void note_aside(void *user, bool wanted)
{
    atomic_store((atomic_bool *)user, wanted);
}

/// As a megakernel does, whichever device needs that nothing runs.
static void what_stays_steps_aside_for_another_device(void **state)
{
    struct stage *s = *state, *other = fake_stage_another();
    atomic_bool wanted = true;
    const struct vyi_persistent service = {.user = &wanted, .yield = note_aside};
    const struct vyi_job job = {.persistent = &service};
    struct vyi_cuda_turn turn = {.job = &job};
    struct maker m = {.stage = other};
    pthread_t thread;
    assert_int_equal(vyi_cuda_run_begin(vyi_cuda_state(s->device), &turn), VYI_STOP_NOT);
    assert_false(wanted);
    assert_int_equal(pthread_create(&thread, NULL, make_whatever_it_takes, &m), 0);
    while (!wanted)
        ;
    vyi_cuda_run_end(vyi_cuda_state(s->device), &turn);
    maker_end(&m, thread);
    fake_stage_without(other);
}

static void *close_device(void *device)
{
    vy_device_close(device);
    return NULL;
}

static void closing_waits_for_the_other_kernel(void **state)
{
    struct stage *s = *state, *other = fake_stage_another();
    vy_pipeline *p = pipeline_of(other, 1);
    struct endless e;
    pthread_t thread;
    assert_int_equal(run(p, 0), VY_OK); // so that there is something to give back
    vy_pipeline_destroy(&p);
    endless_begin(s, &e);
    assert_int_equal(pthread_create(&thread, NULL, close_device, &other->device), 0);
    wait_until_urgent(s);
    endless_end(s, &e);
    pthread_join(thread, NULL);
    fake_stage_without(other);
    p = pipeline_of(s, 2);
    assert_int_equal(run(p, 0), VY_OK);
    vy_pipeline_destroy(&p);
}

/// The context is made anew when both have let go of it.
static void two_devices_are_recovered_one_after_the_other(void **state)
{
    struct stage *s = *state, *other = fake_stage_another();
    vy_pipeline *p = pipeline_of(other, 1), *q = pipeline_of(s, 1);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(run(p, 0), VY_ERROR_DEVICE);
    assert_int_equal(run(q, 0), VY_ERROR_DEVICE);
    SAID(s, "lost");
    assert_int_equal(vy_device_recover(s->device), VY_ERROR_DEVICE);
    SAID(s, "V343", "holds the same context");
    assert_int_equal(vy_device_recover(other->device), VY_OK);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&q);
    p = pipeline_of(other, 1), q = pipeline_of(s, 1);
    assert_int_equal(run(p, 0), VY_OK);
    assert_int_equal(run(q, 0), VY_OK);
    vy_pipeline_destroy(&p);
    vy_pipeline_destroy(&q);
    fake_stage_without(other);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(deadlines_stop_kernels),
        TEST(an_order_that_is_lost_is_given_again),
        TEST(cancelling_stops_kernels),
        TEST(what_is_there_goes_on),
        TEST(memory_goes_back_when_nothing_runs),
        TEST(pipelines_keep_their_deadlines),
        TEST(code_that_came_too_late_is_kept),
        TEST(first_dispatches_keep_their_deadlines),
        TEST(first_graphs_keep_their_deadlines),
        TEST(what_can_be_done_without_waits_for_nobody),
        TEST(those_behind_keep_their_deadlines),
        TEST(launches_go_on_beside_somebody_who_waits),
        TEST(a_lost_context_ends_all_waiting),
        TEST(another_device_waits_for_the_kernel),
        TEST(what_stays_steps_aside_for_another_device),
        TEST(closing_waits_for_the_other_kernel),
        TEST(two_devices_are_recovered_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
