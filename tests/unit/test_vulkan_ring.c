// The live megakernel on the vulkan device beside everything else that needs its one queue, and its
// refusal by drivers whose workgroups do not hand work to each other. The tests of the ring itself
// run on this device by checks.ring_vulkan.
#include "support/gpu.h"
#include "support/ring.h"
#include "support/vulkan.h"

#include "dev/vulkan/vulkan_state.h"
#include "mega/ring.h"

#include <stdio.h>
#include <unistd.h>

static int open_device(void **state)
{
    setenv("VYRE_RING_DEVICE", "vulkan", 1);
    return setup(state);
}

static int open_staging(void **state)
{
    setenv("VYRE_RING_DEVICE", "vulkan:staging=1", 1);
    return setup(state);
}

static const struct vyi_vulkan_findings *findings(const struct fixture *f)
{
    return &vyi_vulkan_state(f->device)->findings;
}

/// Drivers without hand-offs, and those without 64-bit integers, refuse; the others run it.
static bool runs(const struct fixture *f)
{
    return findings(f)->hand_offs && vyi_vulkan_state(f->device)->machine.atomics64;
}

static void refused_where_the_probe_denies(void **state)
{
    struct fixture *f = *state;
    struct vyi_vulkan_findings *found = &vyi_vulkan_state(f->device)->findings;
    vy_mega *m = NULL;
    found->hand_offs = 0;
    assert_int_equal(vy_mega_create(f->device, NULL, &m), VY_ERROR_REFUSED);
    assert_null(m);
    assert_non_null(strstr(f->log.text, "V472"));
    assert_non_null(strstr(f->log.text, vyi_vulkan_state(f->device)->about.driver));
    assert_string_equal(f->log.reason, "workgroups that can wait for others while they run");
}

/// By what the driver lacks, and by no line of the library's own kernel.
static void refused_without_64_bit_atomics(void **state)
{
    struct fixture *f = *state;
    struct vyi_vulkan_state *s = vyi_vulkan_state(f->device);
    vy_mega *m = NULL;
    s->findings.hand_offs = 1;
    s->machine.atomics64 = false;
    assert_int_equal(vy_mega_create(f->device, NULL, &m), VY_ERROR_REFUSED);
    assert_null(m);
    assert_non_null(strstr(f->log.text, "V472"));
    assert_non_null(strstr(f->log.text, s->about.driver));
    assert_null(strstr(f->log.text, ".vy:"));
    assert_string_equal(f->log.reason, "64-bit atomics");
}

static void no_more_workers_than_run_at_once(void **state)
{
    struct fixture *f = *state;
    if (!runs(f))
        skip();
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 40});
    vy_mega_account a = settled(m);
    assert_true(a.workers >= 1);
    assert_true(a.workers <= findings(f)->at_once);
    expect(m, (vy_mega_item){TWICE, 0, 2, {21}}, VY_MEGA_DONE, 0, 42);
    vy_mega_destroy(&m);
}

/// Publishes slots until `stop` is set.
struct feeder {
    vy_mega *mega;
    atomic_bool stop;
    atomic_uint fed;
};

static void *feed(void *user)
{
    struct feeder *f = user;
    while (!atomic_load(&f->stop)) {
        if (vy_mega_publish(f->mega, &(vy_mega_item){TWICE, 0, 2, {1}}, NULL) == VY_OK)
            atomic_fetch_add(&f->fed, 1);
        usleep(100);
    }
    return NULL;
}

/// Returns when a slot has ended, so that the kernel runs or has run.
static pthread_t start_feeding(struct feeder *f)
{
    pthread_t thread;
    vy_mega_account a;
    assert_int_equal(pthread_create(&thread, NULL, feed, f), 0);
    do {
        usleep(100);
        assert_int_equal(vy_mega_report(f->mega, &a), VY_OK);
    } while (!a.done);
    return thread;
}

/// A ring that never rests, dispatches, pipelines and transfers all make progress.
static void beside_everything_else(void **state)
{
    struct fixture *f = *state;
    if (!runs(f))
        skip();
    struct stage s = {.context = f->context, .device = f->device};
    uint32_t words[64], back[64];
    struct feeder feeder = {
        .mega = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1})};
    pthread_t thread = start_feeding(&feeder);
    for (uint32_t i = 0; i < 5; i++) {
        vy_pipeline *p = stage_pipeline(&s, gpu_add_text);
        for (uint32_t n = 1; n < 100; n = n * 3 + 1)
            assert_int_equal(gpu_add(p, n, n), VY_OK);
        vy_pipeline_destroy(&p);
        for (uint32_t k = 0; k < 64; k++)
            words[k] = i * 64 + k;
        assert_int_equal(vy_mega_write(feeder.mega, 100, 64, words), VY_OK);
        assert_int_equal(vy_mega_read(feeder.mega, 100, 64, back), VY_OK);
        assert_memory_equal(words, back, sizeof words);
    }
    uint32_t before = atomic_load(&feeder.fed);
    while (atomic_load(&feeder.fed) < before + 50)
        usleep(1000);
    atomic_store(&feeder.stop, true);
    pthread_join(thread, NULL);
    vy_mega_account a = settled(feeder.mega);
    assert_int_equal(a.done, atomic_load(&feeder.fed));
    assert_true(a.launches > 1); // it has yielded
    vy_mega_destroy(&feeder.mega);
}

/// Two of them take turns; both end what they were given, and both rest then. An idle one is left
/// alone until it rests by itself: if it were asked to yield at once, the two would launch each
/// other again and again.
static void two_rings(void **state)
{
    enum { ROUNDS = 20, MOST_LAUNCHES = 3 * ROUNDS };
    struct fixture *f = *state;
    if (!runs(f))
        skip();
    vy_mega *m[2];
    vy_mega_account a, later;
    for (uint32_t i = 0; i < 2; i++)
        m[i] = make(f, (vy_mega_live_params){
                           .size = sizeof(vy_mega_live_params), .workers = 1, .idle_us = 10000});
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < 2; i++)
            expect(m[i], (vy_mega_item){TWICE, 0, 2, {round}}, VY_MEGA_DONE, 0, round * 2);
    for (uint32_t i = 0; i < 2; i++) {
        do {
            usleep(50000);
            assert_int_equal(vy_mega_report(m[i], &a), VY_OK);
            assert_true(a.launches <= MOST_LAUNCHES);
        } while (!a.parked);
        usleep(50000);
        assert_int_equal(vy_mega_report(m[i], &later), VY_OK);
        assert_int_equal(later.launches, a.launches);
    }
    for (uint32_t i = 0; i < 2; i++)
        vy_mega_destroy(&m[i]);
}

/// A handler that does not end is stopped, and only its slot faults; so does one whose assert
/// fails, beside one that goes on.
static void stopped_handlers(void **state)
{
    struct fixture *f = *state;
    if (!runs(f))
        skip();
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 2, .deadline_ms = 50});
    expect(m, (vy_mega_item){ENDLESS, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_DEADLINE, 0);
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    for (uint32_t i = 0; i < 50; i++)
        assert_int_equal(vy_mega_publish(m, &(vy_mega_item){TWICE, 0, 2, {i}}, NULL), VY_OK);
    expect(m, (vy_mega_item){ASSERTS, 0, 2, {1}}, VY_MEGA_FAULT, VY_MEGA_FAULT_HANDLER, 0);
    vy_mega_account a = settled(m);
    assert_int_equal(a.faulted, 2);
    assert_int_equal(a.done, 51);
    assert_int_equal(a.stopped, 2);
    vy_mega_destroy(&m);
}

/// A dispatch with a deadline does not wait for a handler that holds the queue.
static void a_dispatch_with_a_deadline(void **state)
{
    struct fixture *f = *state;
    if (!runs(f))
        skip();
    struct stage s = {.context = f->context, .device = f->device};
    vy_pipeline *p =
        stage_pipeline(&s, "program one\nout y : u32[1]\nworkgroup 1\ngrid 1\ny[0] = 7\n");
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    uint32_t y = 0;
    hold(m);
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_out("y", &y, sizeof y)),
                                                    .deadline_ms = 20),
                                 NULL),
                     VY_ERROR_DEADLINE);
    set_word(m, 1, 1);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", &y, sizeof y))), NULL),
        VY_OK);
    assert_int_equal(y, 7);
    assert_int_equal(settled(m).done, 1);
    vy_mega_destroy(&m);
    vy_pipeline_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(refused_where_the_probe_denies, open_device, teardown),
        cmocka_unit_test_setup_teardown(refused_without_64_bit_atomics, open_device, teardown),
        cmocka_unit_test_setup_teardown(no_more_workers_than_run_at_once, open_device, teardown),
        cmocka_unit_test_setup_teardown(beside_everything_else, open_device, teardown),
        {"beside_everything_else, staging", beside_everything_else, open_staging, teardown, NULL},
        cmocka_unit_test_setup_teardown(two_rings, open_device, teardown),
        cmocka_unit_test_setup_teardown(stopped_handlers, open_device, teardown),
        cmocka_unit_test_setup_teardown(a_dispatch_with_a_deadline, open_device, teardown),
    };
    int code;
    vulkan_prefer_mesa();
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
