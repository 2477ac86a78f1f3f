// The live megakernel on the cpu device beside what goes wrong or changes meanwhile: handlers that
// do not end, publishers that are cancelled, aborts, a full log, more opcodes, other dispatches.
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/ring_late.h"

// ---- the debug log ----
static void the_log_counts_what_it_drops(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){
                         .size = sizeof(vy_mega_live_params), .log_records = 16, .workers = 1});
    vy_mega_record records[32];
    uint32_t count;
    for (uint32_t i = 0; i < 20; i++)
        expect(m, (vy_mega_item){VY_MEGA_OP_PRINTF, 0, 2, {100 + i, i, i * i}}, VY_MEGA_DONE, 0, 0);
    vy_mega_account a = settled(m);
    assert_int_equal(a.log_written, 16);
    assert_int_equal(a.log_dropped, 4);
    assert_int_equal(vy_mega_log(m, records, 10, &count), VY_OK);
    assert_int_equal(count, 10);
    assert_int_equal(records[9].format, 109);
    assert_int_equal(records[9].args[1], 81);
    for (uint32_t i = 0; i < 10; i++)
        expect(m, (vy_mega_item){VY_MEGA_OP_PRINTF, 0, 2, {200 + i}}, VY_MEGA_DONE, 0, 0);
    assert_int_equal(vy_mega_log(m, records, 32, &count), VY_OK);
    assert_int_equal(count, 16);
    assert_int_equal(records[5].format, 115);
    assert_int_equal(records[6].format, 200);
    assert_int_equal(settled(m).log_dropped, 4);
    assert_int_equal(vy_mega_log(m, records, 32, &count), VY_OK);
    assert_int_equal(count, 0);
    vy_mega_destroy(&m);
}

// ---- handlers that do not end, and other ends ----
/// The watcher's own clock; one that ends soon may be late by it on a busy machine, and goes again.
static void a_deadline_stops_a_handler(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){
                         .size = sizeof(vy_mega_live_params), .deadline_ms = 20, .workers = 1});
    vy_mega_item item = {ENDLESS, 0, 2, {21}};
    uint64_t late = 0;
    vy_mega_result r;
    vy_ticket endless;
    assert_int_equal(vy_mega_publish(m, &item, &endless), VY_OK);
    item.opcode = TWICE;
    for (r = run(m, item); r.status != VY_MEGA_DONE; r = run(m, item), late++)
        assert_int_equal(r.code, VY_MEGA_FAULT_DEADLINE);
    assert_int_equal(r.result, 42);
    assert_int_equal(vy_mega_poll(m, endless, &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_FAULT);
    assert_int_equal(r.code, VY_MEGA_FAULT_DEADLINE);
    assert_int_equal(settled(m).stopped, 1 + late);
    vy_mega_destroy(&m);
}

/// Slots of one opcode that run side by side, where some fail, and where some never end.
static void neighbours_of_a_fault_end_well(void **state)
{
    enum { MANY = 40 };
    vy_mega *m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                                    .deadline_ms = PATIENT_MS,
                                                    .workers = 2});
    vy_ticket tickets[MANY];
    vy_mega_item items[MANY];
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < MANY; i++) {
            uint32_t op = round && i % 16 == 5 ? ENDLESS : i % 8 < 6 ? ASSERTS : TWICE;
            items[i] = (vy_mega_item){op, 0, VY_MEGA_NORMAL, {op == TWICE ? i : i % 8 == 3}};
        }
        assert_int_equal(vy_mega_publish_batch(
                             m,
                             vy_mega_publish_params(.items = items, .count = MANY, .keep = true,
                                                    .tickets = tickets, .timeout_ms = VY_FOREVER),
                             NULL),
                         VY_OK);
        for (uint32_t i = 0; i < MANY; i++) {
            uint32_t op = items[i].opcode, bad = op == ENDLESS || (op == ASSERTS && i % 8 == 3);
            vy_mega_result r = ring_late_until(m, tickets[i]);
            assert_int_equal(r.status, bad ? VY_MEGA_FAULT : VY_MEGA_DONE);
            assert_int_equal(r.result, op == TWICE ? 2 * i : 0);
            if (bad)
                assert_int_equal(r.code,
                                 op == ENDLESS ? VY_MEGA_FAULT_DEADLINE : VY_MEGA_FAULT_HANDLER);
        }
    }
    vy_mega_account a = settled(m);
    assert_int_equal(a.faulted, 5 + 5 + 3);
    assert_int_equal(a.done, 2 * MANY - a.faulted);
    vy_mega_destroy(&m);
}

static void an_abort_accounts_for_all(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 1});
    vy_mega_account a;
    vy_ticket tickets[30];
    vy_mega_result r;
    begin(m, (vy_mega_item){ENDLESS, 0, 0, {0}});
    for (uint32_t i = 0; i < 30; i++)
        assert_int_equal(vy_mega_publish(m, &(vy_mega_item){TWICE, 0, 1 + i % 4, {0}}, &tickets[i]),
                         VY_OK);
    assert_int_equal(vy_mega_shutdown(m, false, 1), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){.opcode = 0}, NULL), VY_ERROR_CANCELLED);
    assert_int_equal(vy_mega_shutdown(m, true, VY_FOREVER), VY_OK);
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(vy_mega_poll(m, tickets[i], &r), VY_OK);
        assert_int_equal(r.status, VY_MEGA_CANCELLED); // the only worker had not begun them
    }
    a = settled(m);
    assert_int_equal(a.published, 31);
    assert_int_equal(a.faulted, 1);
    assert_int_equal(a.cancelled, 30);
    assert_true(a.closed);
    vy_mega_destroy(&m);
    // The next one works.
    m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    expect(m, (vy_mega_item){TWICE, 0, 2, {4}}, VY_MEGA_DONE, 0, 8);
    assert_int_equal(vy_mega_shutdown(m, false, VY_FOREVER), VY_OK);
    vy_mega_destroy(&m);
    // And so does one that is destroyed with everything under way.
    m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    for (uint32_t i = 0; i < 40; i++)
        vy_mega_publish(m, &(vy_mega_item){i == 20 ? ENDLESS : TWICE, 0, i % 5, {0}}, NULL);
    vy_mega_destroy(&m);
    assert_null(m);
}

/// Who asks again and again without waiting has a handler that does not end stopped, too.
static void an_abort_may_be_asked_for(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    vy_status status;
    begin(m, (vy_mega_item){ENDLESS, 0, 0, {0}});
    do
        status = vy_mega_shutdown(m, true, 0);
    while (status == VY_ERROR_BUSY);
    assert_int_equal(status, VY_OK);
    assert_int_equal(settled(m).faulted, 1);
    vy_mega_destroy(&m);
}

struct waiter {
    vy_mega *mega;
    vy_mega_wait_params params;
    vy_status status;
};

static void *wait_for_more(void *user)
{
    struct waiter *w = user;
    w->status = vy_mega_wait(w->mega, &w->params, NULL);
    return NULL;
}

/// Who waits for more than ever comes is told when it is sure; what was published still counts.
static void nobody_waits_for_what_never_comes(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    struct waiter waiters[] = {
        {m, {.size = sizeof(vy_mega_wait_params), .count = 3, .timeout_ms = VY_FOREVER}, VY_OK},
        {m, {.size = sizeof(vy_mega_wait_params), .epoch = 2, .timeout_ms = VY_FOREVER}, VY_OK}};
    pthread_t threads[2];
    begin(m, (vy_mega_item){ENDLESS, 0, 0, {0}});
    assert_int_equal(
        vy_mega_publish_batch(m,
                              vy_mega_publish_params(.items = &(vy_mega_item){0}, .count = 1,
                                                     .timeout_ms = VY_FOREVER),
                              NULL),
        VY_OK);
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.count = 3), NULL), VY_ERROR_BUSY);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_more, &waiters[i]), 0);
    assert_int_equal(vy_mega_shutdown(m, false, 0), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.count = 3), NULL), VY_ERROR_CANCELLED);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(waiters[i].status, VY_ERROR_CANCELLED);
    }
    assert_non_null(strstr(f->log.text, "shut down, with 2 tickets and 1 batches published"));
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.count = 2), NULL), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_shutdown(m, true, VY_FOREVER), VY_OK);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.count = 2, .epoch = 1, .timeout_ms = VY_FOREVER),
                     NULL),
        VY_OK);
    vy_mega_destroy(&m);
}

/// What keeps a ring full although nothing runs can be seen.
static void ends_that_nobody_looked_at_are_counted(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 4, .workers = 1});
    const vy_mega_item items[4] = {{.opcode = 0}};
    vy_ticket tickets[4];
    const vy_mega_publish_params kept = {
        .size = sizeof(vy_mega_publish_params), items, 4, VY_FOREVER, true, tickets};
    assert_int_equal(vy_mega_publish_batch(m, &kept, NULL), VY_OK);
    assert_int_equal(settled(m).unseen, 4);
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = 1), NULL),
        VY_ERROR_BUSY);
    assert_int_equal(vy_mega_poll(m, tickets[0], NULL), VY_OK);
    assert_int_equal(settled(m).unseen, 3);
    assert_int_equal(vy_mega_publish(m, items, NULL), VY_OK);
    assert_int_equal(settled(m).unseen, 3);
    vy_mega_destroy(&m);
}

static void *publish_for_ever(void *user)
{
    const vy_mega_item items[8] = {{.priority = 0}, {.priority = 1}, {.priority = 2}};
    for (;;) {
        vy_mega_publish_batch(
            user, vy_mega_publish_params(.items = items, .count = 8, .timeout_ms = VY_FOREVER),
            NULL);
        pthread_testcancel();
    }
    return NULL;
}

static void cancelling_a_publisher_leaves_nothing_half_done(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 16, .workers = 1});
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, publish_for_ever, m), 0);
        usleep(500);
        assert_int_equal(pthread_cancel(thread), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        expect(m, (vy_mega_item){TWICE, 0, 2, {3}}, VY_MEGA_DONE, 0, 6);
    }
    settled(m);
    vy_mega_destroy(&m);
}

/// Every call, by a thread that is to be cancelled wherever that can happen.
static void *call_all(void *user)
{
    struct fixture *f = user;
    const char *base = getenv("TMPDIR");
    char name[64], path[4096];
    snprintf(path, sizeof path, "%s/vyre-ring-XXXXXX", base && *base ? base : P_tmpdir);
    int file = mkstemp(path), before;
    vy_mega *m = NULL;
    vy_mega_account a;
    vy_mega_record record;
    uint32_t word = 0, count;
    bool ok = file >= 0 && !close(file);
    snprintf(name, sizeof name, "test-%ld", (long)getpid());
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(before, NULL);
    vy_mega_live_params params = {.size = sizeof(vy_mega_live_params),
                                  .workers = 1,
                                  .handlers = handlers,
                                  .handler_count = 1,
                                  .mirror = name,
                                  .replay = path};
    ok &= !vy_mega_create(f->device, &params, &m);
    ok &= !vy_mega_publish(m, &(vy_mega_item){TWICE, 0, 2, {3}}, NULL);
    ok &= vy_mega_wait(m, vy_mega_wait_params(.count = 2, .timeout_ms = 5), NULL) == VY_ERROR_BUSY;
    ok &= !vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 3));
    ok &= !vy_mega_tenant_quota(m, 3, 4) && !vy_mega_tenant_mask(m, 3, false);
    ok &= !vy_mega_tenant_unregister(m, 3, VY_FOREVER);
    ok &= !vy_mega_write(m, 0, 1, &word) && !vy_mega_read(m, 0, 1, &word);
    ok &= !vy_mega_add(m, &handlers[1], 1) && !vy_mega_log(m, &record, 1, &count);
    ok &= !vy_mega_drain(m, VY_FOREVER) && !vy_mega_report(m, &a);
    ok &= !vy_mega_look(f->context, name, &a, NULL);
    ok &= !vy_mega_shutdown(m, false, VY_FOREVER);
    vy_mega_destroy(&m);
    ok &= vy_mega_look(f->context, name, &a, NULL) == VY_ERROR_IO;
    ok &= !vy_mega_replay(f->device, path, vy_mega_replay_params(.stall_ms = VY_FOREVER), &m, NULL);
    vy_mega_destroy(&m);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    unlink(path);
    return ok ? f : NULL;
}

static void no_call_is_where_a_thread_ends(void **state)
{
    pthread_t thread;
    void *end = NULL;
    assert_int_equal(pthread_create(&thread, NULL, call_all, *state), 0);
    assert_int_equal(pthread_join(thread, &end), 0);
    assert_ptr_equal(end, *state);
}

/// Somebody's function for diagnostics, which publishes.
static void publish_what_is_told(void *user, const vy_diag *diag)
{
    vy_mega **m = user;
    (void)diag;
    assert_int_equal(vy_mega_publish(*m, &(vy_mega_item){.opcode = 0}, NULL), VY_OK);
}

static void who_is_told_something_finds_nothing_held(void **state)
{
    (void)state;
    vy_context *context = NULL;
    vy_device *device = NULL;
    vy_mega *m = NULL;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = publish_what_is_told, .diag_user = &m),
                          &context),
        VY_OK);
    assert_int_equal(vy_device_open(context, vy_device_params(.name = "cpu"), &device), VY_OK);
    assert_int_equal(vy_mega_create(device, vy_mega_live_params(.workers = 1), &m), VY_OK);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){.tenant = 17}, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_poll(m, 99, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(settled(m).done, 2);
    vy_mega_destroy(&m);
    vy_device_close(&device);
    vy_context_destroy(&context);
}

// ---- opcodes that come later ----
static const char late_text[] =
    "fn late(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] + 1000\n"
    "}\n";

static void *publish_until_told(void *user)
{
    vy_mega *m = user;
    vy_mega_result r;
    uint32_t word = 0;
    for (uint32_t i = 0; !word; i++) {
        vy_ticket ticket;
        const vy_mega_item item = {TWICE, 0, i % 5, {i}};
        if (vy_mega_publish_batch(m,
                                  vy_mega_publish_params(.items = &item, .count = 1, .keep = true,
                                                         .timeout_ms = VY_FOREVER,
                                                         .tickets = &ticket),
                                  NULL) ||
            vy_mega_wait(m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r) ||
            r.status != VY_MEGA_DONE || r.result != 2 * i)
            return "wrong";
        vy_mega_read(m, 9, 1, &word);
    }
    return NULL;
}

static void opcodes_are_added_while_it_runs(void **state)
{
    // It would not park by itself while others publish.
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){
                 .size = sizeof(vy_mega_live_params), .slots = 32, .workers = 2, .idle_us = 10000});
    const vy_mega_handler late = {LATE, VY_MEGA_LANE, "late", late_text};
    const vy_mega_handler broken = {LATE, VY_MEGA_LANE, "late", "fn late() { }\n"};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, publish_until_told, m), 0);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){LATE, 0, 2, {1}}, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_add(m, &broken, 1), VY_ERROR_PROGRAM);
    assert_int_equal(vy_mega_add(m, &late, 1), VY_OK);
    expect(m, (vy_mega_item){LATE, 0, 2, {1}}, VY_MEGA_DONE, 0, 1001);
    assert_int_equal(vy_mega_add(m, &late, 1), VY_ERROR_ARGUMENT);
    set_word(m, 9, 1);
    for (int i = 0; i < 2; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    settled(m);
    vy_mega_destroy(&m);
}

static void beside_ordinary_dispatches(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    uint32_t x[256], y[256];
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, publish_until_told, m), 0);
    assert_int_equal(
        vy_program_parse(f->context,
                         vy_parse_params(.text = "program p\nin x: u32[]\nout y: u32[len(x)]\n"
                                                 "workgroup 64\ngrid len(x)\n"
                                                 "let s = grid_add(x[gid.x])\n"
                                                 "y[gid.x] = x[gid.x] + s\n"),
                         &program),
        VY_OK);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &pipeline), VY_OK);
    for (uint32_t i = 0; i < 256; i++)
        x[i] = i;
    for (int i = 0; i < 100; i++) {
        assert_int_equal(
            vy_dispatch(pipeline,
                        vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                           vy_arg_out("y", y, sizeof y))),
                        NULL),
            VY_OK);
        assert_int_equal(y[255], 255 + 255 * 128);
    }
    set_word(m, 9, 1);
    void *wrong;
    pthread_join(thread, &wrong);
    assert_null(wrong);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    settled(m);
    vy_mega_destroy(&m);
}

static void parks_and_wakes(void **state)
{
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .workers = 2, .idle_us = 1});
    vy_mega_account a;
    for (uint32_t i = 0; i < 200; i++) {
        expect(m, (vy_mega_item){TWICE, 0, i % 5, {i}}, VY_MEGA_DONE, 0, 2 * i);
        do
            assert_int_equal(vy_mega_report(m, &a), VY_OK);
        while (i % 4 == 0 && a.parked < 2);
        assert_in_range(a.parked, 0, a.workers);
    }
    settled(m);
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    // On a GPU it may find the next slot when it has said that it parks.
    assert_true(a.launches >= (strcmp(ring_device(), "cpu") ? 1 : 50));
    vy_mega_destroy(&m);
}

static void others_look_at_it(void **state)
{
    struct fixture *f = *state;
    char name[64];
    vy_mega_account a;
    double age;
    vy_mega *second = NULL;
    snprintf(name, sizeof name, "test-%ld", (long)getpid());
    assert_int_equal(vy_mega_look(f->context, name, &a, &age), VY_ERROR_IO);
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 1, .mirror = name});
    expect(m, (vy_mega_item){TWICE, 0, 2, {3}}, VY_MEGA_DONE, 0, 6);
    do
        assert_int_equal(vy_mega_look(f->context, name, &a, &age), VY_OK);
    while (!a.done);
    assert_int_equal(a.published, 1);
    assert_int_equal(a.workers, 1);
    assert_true(age >= 0);
    assert_int_equal(vy_mega_create(f->device, vy_mega_live_params(.mirror = name), &second),
                     VY_ERROR_IO);
    assert_int_equal(vy_mega_create(f->device, vy_mega_live_params(.mirror = "a/b"), &second),
                     VY_ERROR_ARGUMENT);
    vy_mega_destroy(&m);
    assert_int_equal(vy_mega_look(f->context, name, &a, NULL), VY_ERROR_IO);
    assert_int_equal(vy_mega_look(f->context, "", &a, NULL), VY_ERROR_ARGUMENT);
}

/// What a process left that died is no mirror of the one that has its number now.
static void what_the_dead_left_is_in_nobodys_way(void **state)
{
    struct fixture *f = *state;
    char live[64], dead[80], path[2][128], bytes[8192];
    snprintf(live, sizeof live, "test-%ld", (long)getpid());
    snprintf(dead, sizeof dead, "%s-dead", live);
    snprintf(path[0], sizeof path[0], "/vyre-mega-%s", live);
    snprintf(path[1], sizeof path[1], "/vyre-mega-%s", dead);
    vy_mega *m = make(f, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .workers = 1, .mirror = live});
    int from = shm_open(path[0], O_RDONLY, 0), to = shm_open(path[1], O_RDWR | O_CREAT, 0600);
    assert_true(from >= 0 && to >= 0);
    ssize_t size = read(from, bytes, sizeof bytes);
    assert_true(size > 0 && write(to, bytes, (size_t)size) == size);
    close(from);
    close(to);
    vy_mega_destroy(&m);
    m = make(f, (vy_mega_live_params){
                    .size = sizeof(vy_mega_live_params), .workers = 1, .mirror = dead});
    expect(m, (vy_mega_item){TWICE, 0, 2, {3}}, VY_MEGA_DONE, 0, 6);
    vy_mega_destroy(&m);
    assert_int_equal(shm_open(path[1], O_RDONLY, 0), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_log_counts_what_it_drops, setup, teardown),
        cmocka_unit_test_setup_teardown(a_deadline_stops_a_handler, setup, teardown),
        cmocka_unit_test_setup_teardown(neighbours_of_a_fault_end_well, setup, teardown),
        cmocka_unit_test_setup_teardown(an_abort_accounts_for_all, setup, teardown),
        cmocka_unit_test_setup_teardown(an_abort_may_be_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(nobody_waits_for_what_never_comes, setup, teardown),
        cmocka_unit_test_setup_teardown(ends_that_nobody_looked_at_are_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(cancelling_a_publisher_leaves_nothing_half_done, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(no_call_is_where_a_thread_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(who_is_told_something_finds_nothing_held, setup, teardown),
        cmocka_unit_test_setup_teardown(opcodes_are_added_while_it_runs, setup, teardown),
        cmocka_unit_test_setup_teardown(beside_ordinary_dispatches, setup, teardown),
        cmocka_unit_test_setup_teardown(parks_and_wakes, setup, teardown),
        cmocka_unit_test_setup_teardown(others_look_at_it, setup, teardown),
        cmocka_unit_test_setup_teardown(what_the_dead_left_is_in_nobodys_way, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
