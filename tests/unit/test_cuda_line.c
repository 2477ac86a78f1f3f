// Who goes first at the gate of the cuda device: launches, what stays, and whoever needs that
// nothing runs or that what stays steps aside. Over a driver without a GPU, with nothing launched.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dev/cuda/cuda_state.h"
#include "support/fakestage.h"

static struct fake_cuda *fake;

static int setup(void **state)
{
    return fake_stage_open(state, &fake);
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake);
}

/// Somebody at the gate.
struct who {
    struct vyi_cuda_state *s;
    struct vyi_job job;
    struct vyi_persistent service;
    struct vyi_cuda_turn turn;
    atomic_bool begun, aside;
    pthread_t thread;
};

static void note_aside(void *user, bool wanted)
{
    atomic_store(&((struct who *)user)->aside, wanted);
}

enum kind { PLAIN, GRAPH, STAYS };

/// A graph finds no room beside what stays.
static void who_is(struct who *w, struct stage *s, enum kind kind)
{
    *w = (struct who){.s = vyi_cuda_state(s->device)};
    w->service = (struct vyi_persistent){.user = w, .yield = note_aside};
    w->job.persistent = kind == STAYS ? &w->service : NULL;
    w->turn = (struct vyi_cuda_turn){.job = &w->job, .together = kind == GRAPH, .blocks = 1};
}

static void *begin(void *user)
{
    struct who *w = user;
    assert_int_equal(vyi_cuda_run_begin(w->s, &w->turn), VYI_STOP_NOT);
    atomic_store(&w->begun, true);
    return NULL;
}

static void *begin_and_end(void *user)
{
    struct who *w = user;
    begin(w);
    vyi_cuda_run_end(w->s, &w->turn);
    return NULL;
}

static void *load(void *user)
{
    struct who *w = user;
    assert_int_equal(vyi_cuda_exclusive_begin(w->s, &w->job), VYI_STOP_NOT);
    atomic_store(&w->begun, true);
    return NULL;
}

static void start(struct who *w, void *(*run)(void *))
{
    assert_int_equal(pthread_create(&w->thread, NULL, run, w), 0);
}

/// The last one in line; NULL: there is none. `urgent`: from here on it is his turn.
static const struct vyi_job *last_in_line(const struct who *w, bool urgent)
{
    struct vyi_cuda_arbiter *q = w->s->arbiter;
    pthread_mutex_lock(&q->lock);
    const struct vyi_job *job = q->line ? q->line->job : NULL;
    if (job && urgent) {
        q->line->urgent = true;
        q->line->end = UINT64_MAX;
    }
    pthread_mutex_unlock(&q->lock);
    return job;
}

/// Until it waits; it must not begin.
static void stands_in_line(struct who *w, bool urgent)
{
    while (last_in_line(w, false) != &w->job)
        assert_false(w->begun);
    assert_ptr_equal(last_in_line(w, urgent), &w->job);
}

static void goes_on(struct who *w)
{
    pthread_join(w->thread, NULL);
    assert_true(w->begun);
}

static void end(struct who *w)
{
    vyi_cuda_run_end(w->s, &w->turn);
}

/// Whoever loads gets a moment when nothing runs, though launches come all the time.
static void launches_wait_for_who_loads(void **state)
{
    struct who first, second, between, loads;
    who_is(&first, *state, PLAIN);
    who_is(&second, *state, PLAIN);
    who_is(&between, *state, PLAIN);
    who_is(&loads, *state, PLAIN);
    begin(&first);
    start(&loads, load);
    stands_in_line(&loads, false);
    begin_and_end(&between); // it is not his turn yet
    stands_in_line(&loads, true);
    start(&second, begin);
    stands_in_line(&second, false);
    end(&first);
    goes_on(&loads);
    assert_false(second.begun);
    vyi_cuda_exclusive_end(loads.s);
    goes_on(&second);
    end(&second);
}

/// Of several who want it aside one always does; it has its turn before those who come later.
static void what_stays_goes_before_who_wants_it_aside_later(void **state)
{
    struct who first, second, plain, ring, loads;
    who_is(&first, *state, GRAPH);
    who_is(&second, *state, GRAPH);
    who_is(&plain, *state, PLAIN);
    who_is(&ring, *state, STAYS);
    who_is(&loads, *state, PLAIN);
    begin(&first);
    start(&ring, begin);
    stands_in_line(&ring, true);
    begin_and_end(&plain); // it is in nobody's way
    start(&second, begin);
    stands_in_line(&second, false);
    start(&loads, load);
    stands_in_line(&loads, false);
    end(&first);
    goes_on(&ring);
    while (!ring.aside)
        assert_false(second.begun || loads.begun);
    end(&ring);
    // Whichever of the two: a graph that runs, or a moment when nothing does.
    while (!second.begun && !loads.begun)
        ;
    if (second.begun) {
        goes_on(&second);
        end(&second);
        goes_on(&loads);
        vyi_cuda_exclusive_end(loads.s);
    } else {
        goes_on(&loads);
        vyi_cuda_exclusive_end(loads.s);
        goes_on(&second);
        end(&second);
    }
}

/// What has stepped aside is not back before those have begun for whom it did.
static void what_stepped_aside_waits(void **state)
{
    for (int i = 0; i < 200; i++) {
        struct who ring, graph;
        who_is(&ring, *state, STAYS);
        who_is(&graph, *state, GRAPH);
        begin(&ring);
        start(&graph, begin_and_end);
        while (!ring.aside)
            assert_false(graph.begun);
        end(&ring);
        begin(&ring);
        assert_true(graph.begun);
        goes_on(&graph);
        end(&ring);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(launches_wait_for_who_loads),
        TEST(what_stays_goes_before_who_wants_it_aside_later),
        TEST(what_stepped_aside_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
