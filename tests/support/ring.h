// What the tests of the live megakernel share: handlers, a device, and looking at results.
#ifndef TESTS_SUPPORT_RING_H
#define TESTS_SUPPORT_RING_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/forbid.h"
#include "support/log.h"
#include "support/named.h"
#include "support/ring_device.h"
#include "support/stage.h"
#include "vyre/vyre.h"

enum { TWICE = 8, YIELDS, FAULTS, ENDLESS, ASSERTS, ORDER, ODD, LATE, WAITS };

static const char handlers_text[] =
    "fn twice(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] * 2\n"
    "}\n"
    // Yields args[1] times, counted in obs[args[0]], by asking for another run in three ways.
    "fn yields(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let before = atomic_add(obs[args[0]], 1)\n"
    "    if before < args[1] { return 4 + before % 3, 0 }\n"
    "    obs[args[0]] = 0\n"
    "    return 3, before\n"
    "}\n"
    "fn faults(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 7, args[0]\n"
    "}\n"
    "fn endless(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    var n = 0\n"
    "    loop { n += 1 }\n"
    "    return 3, n\n"
    "}\n"
    "fn asserts(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    assert args[0] == 0\n"
    "    return 3, 0\n"
    "}\n"
    "fn order(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, atomic_add(obs[0], 1)\n"
    "}\n"
    "fn odd(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 2, 0\n"
    "}\n"
    // Until somebody sets obs[args[0]].
    "fn waits(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    while obs[args[0]] == 0 { }\n"
    "    return 3, 0\n"
    "}\n";
static const vy_mega_handler handlers[] = {
    {TWICE, VY_MEGA_LANE, "twice", handlers_text},
    {YIELDS, VY_MEGA_LANE, "yields", handlers_text},
    {FAULTS, VY_MEGA_LANE, "faults", handlers_text},
    {ENDLESS, VY_MEGA_LANE, "endless", handlers_text},
    {ASSERTS, VY_MEGA_LANE, "asserts", handlers_text},
    {ORDER, VY_MEGA_LANE, "order", handlers_text},
    {ODD, VY_MEGA_LANE, "odd", handlers_text},
    {WAITS, VY_MEGA_LANE, "waits", handlers_text},
};
enum { HANDLERS = sizeof handlers / sizeof *handlers };

struct fixture {
    struct test_log log;
    pthread_mutex_t logging; ///< several threads may be told something
    vy_context *context;
    vy_device *device;
};

static inline void keep_diag(void *user, const vy_diag *diag)
{
    struct fixture *f = user;
    pthread_mutex_lock(&f->logging);
    test_log(&f->log, diag);
    pthread_mutex_unlock(&f->logging);
}

/// $VYRE_RING_BARRIER: the same tests on a system that has no membarrier, where it is `none`.
static inline void choose_barrier(void)
{
    const char *barrier = getenv("VYRE_RING_BARRIER");
    if (barrier && !strcmp(barrier, "none") && !forbid_membarrier()) {
        print_message("skipped: seccomp is not allowed here\n");
        exit(77);
    }
}

static inline int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    choose_barrier();
    *state = f;
    return !f || pthread_mutex_init(&f->logging, NULL) ||
           vy_context_create(vy_context_params(.diag = keep_diag, .diag_user = f), &f->context) ||
           vy_device_open(f->context, vy_device_params(.name = test_device(ring_device())),
                          &f->device);
}

/// What a test that failed in the middle has left, a megakernel and threads that publish, goes on
/// using all of this: then it stays.
static inline int teardown(void **state)
{
    static struct fixture *left; // so that nobody takes it for a leak
    struct fixture *f = *state;
    if (stage_in_use(f->device)) {
        left = f;
        return left != NULL;
    }
    vy_device_close(&f->device);
    vy_context_destroy(&f->context);
    pthread_mutex_destroy(&f->logging);
    free(f);
    return 0;
}

/// Each kind of params is a kernel, which takes a second to be made for a GPU: tests that do not
/// care have those of others.
static inline vy_mega *make(struct fixture *f, vy_mega_live_params params)
{
    vy_mega *m = NULL;
    if (!params.handlers) {
        params.handlers = handlers;
        params.handler_count = HANDLERS;
    }
    if (vy_mega_create(f->device, &params, &m))
        fail_msg("%s", f->log.text);
    return m;
}

static inline vy_mega_result run(vy_mega *m, vy_mega_item item)
{
    vy_mega_result r = {0};
    vy_ticket ticket;
    assert_int_equal(vy_mega_publish_batch(m,
                                           vy_mega_publish_params(.items = &item, .count = 1,
                                                                  .timeout_ms = VY_FOREVER,
                                                                  .keep = true, .tickets = &ticket),
                                           NULL),
                     VY_OK);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    return r;
}

static inline void expect(vy_mega *m, vy_mega_item item, uint32_t status, uint32_t code,
                          uint32_t result)
{
    vy_mega_result r = run(m, item);
    assert_int_equal(r.status, status);
    assert_int_equal(r.code, code);
    assert_int_equal(r.result, result);
}

/// Nothing is in flight, and every ticket is in one place.
static inline vy_mega_account settled(vy_mega *m)
{
    vy_mega_account a;
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    assert_int_equal(a.in_flight, 0);
    assert_int_equal(a.unknown, 0);
    assert_true(a.published == a.done + a.faulted + a.refused + a.cancelled);
    return a;
}

static inline void set_word(vy_mega *m, uint32_t at, uint32_t value)
{
    assert_int_equal(vy_mega_write(m, at, 1, &value), VY_OK);
}

/// Publishes a slot and waits until it runs.
static inline void begin(vy_mega *m, vy_mega_item item)
{
    vy_mega_account a;
    assert_int_equal(vy_mega_publish(m, &item, NULL), VY_OK);
    do
        assert_int_equal(vy_mega_report(m, &a), VY_OK);
    while (!a.running);
}

/// Holds the only worker until obs[1] is set.
static inline void hold(vy_mega *m)
{
    set_word(m, 1, 0);
    begin(m, (vy_mega_item){WAITS, 0, 0, {1}});
}

#endif
