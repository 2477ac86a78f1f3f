// The live megakernel on the cpu device: each ticket ends exactly once and as it should, in order,
// whoever publishes, waits or unregisters meanwhile.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/ring.h"
#include "support/rng.h"

// ---- what opcodes do ----
static void built_in_opcodes(void **state)
{
    const uint32_t table[600] = {[2 + 1 * 256 + 7] = 77};
    vy_mega *m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                                    .observables = 64,
                                                    .workspace = table,
                                                    .workspace_words = 600});
    uint32_t words[64];
    expect(m, (vy_mega_item){.opcode = VY_MEGA_OP_NOP}, VY_MEGA_DONE, 0, 0);
    expect(m, (vy_mega_item){VY_MEGA_OP_STORE_U32, 0, 2, {41, 5}}, VY_MEGA_DONE, 0, 0);
    expect(m, (vy_mega_item){VY_MEGA_OP_ATOMIC_ADD, 0, 0, {1, 5}}, VY_MEGA_DONE, 0, 41);
    expect(m, (vy_mega_item){VY_MEGA_OP_LOAD_U32, 0, 4, {5}}, VY_MEGA_DONE, 0, 42);
    expect(m, (vy_mega_item){VY_MEGA_OP_COMPARE_SWAP, 0, 1, {5, 42, 9}}, VY_MEGA_DONE, 0, 42);
    expect(m, (vy_mega_item){VY_MEGA_OP_COMPARE_SWAP, 0, 1, {5, 42, 8}}, VY_MEGA_DONE, 0, 9);
    expect(m, (vy_mega_item){VY_MEGA_OP_DFA_STEP, 0, 2, {1, 7, 2}}, VY_MEGA_DONE, 0, 77);
    expect(m, (vy_mega_item){VY_MEGA_OP_BATCH_FENCE, 0, 2, {0}}, VY_MEGA_DONE, 0, 0);
    for (uint32_t i = 0; i < 8; i++)
        words[i] = i;
    assert_int_equal(vy_mega_write(m, 0, 8, words), VY_OK);
    expect(m, (vy_mega_item){VY_MEGA_OP_MEMCPY, 0, 2, {0, 2, 5}}, VY_MEGA_DONE, 0, 0);
    assert_int_equal(vy_mega_read(m, 0, 8, words), VY_OK);
    assert_memory_equal(words, ((uint32_t[]){0, 1, 0, 1, 2, 3, 4, 7}), 32);
    expect(m, (vy_mega_item){VY_MEGA_OP_MEMCPY, 0, 2, {2, 0, 5}}, VY_MEGA_DONE, 0, 0);
    assert_int_equal(vy_mega_read(m, 0, 8, words), VY_OK);
    assert_memory_equal(words, ((uint32_t[]){0, 1, 2, 3, 4, 3, 4, 7}), 32);
    vy_mega_destroy(&m);
}

static void faults_say_why(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){
                         .size = sizeof(vy_mega_live_params), .observables = 64, .attempts = 5});
    const uint32_t outside[] = {VY_MEGA_OP_STORE_U32, VY_MEGA_OP_ATOMIC_ADD};
    for (size_t i = 0; i < 2; i++)
        expect(m, (vy_mega_item){outside[i], 0, 2, {1, 64}}, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS,
               0);
    expect(m, (vy_mega_item){VY_MEGA_OP_LOAD_U32, 0, 2, {64}}, VY_MEGA_FAULT, VY_MEGA_FAULT_BOUNDS,
           0);
    expect(m, (vy_mega_item){VY_MEGA_OP_COMPARE_SWAP, 0, 2, {UINT32_MAX}}, VY_MEGA_FAULT,
           VY_MEGA_FAULT_BOUNDS, 0);
    expect(m, (vy_mega_item){VY_MEGA_OP_MEMCPY, 0, 2, {1, 0, 64}}, VY_MEGA_FAULT,
           VY_MEGA_FAULT_BOUNDS, 0);
    expect(m, (vy_mega_item){VY_MEGA_OP_MEMCPY, 0, 2, {UINT32_MAX, 0, 1}}, VY_MEGA_FAULT,
           VY_MEGA_FAULT_BOUNDS, 0);
    expect(m, (vy_mega_item){VY_MEGA_OP_DFA_STEP, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_OPCODE,
           0);
    expect(m, (vy_mega_item){FAULTS, 0, 2, {300}}, VY_MEGA_FAULT, 300, 0);
    expect(m, (vy_mega_item){FAULTS, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_HANDLER, 0);
    expect(m, (vy_mega_item){ODD, 0, 2, {0}}, VY_MEGA_FAULT, VY_MEGA_FAULT_STATUS, 0);
    expect(m, (vy_mega_item){YIELDS, 0, 2, {1, 4}}, VY_MEGA_DONE, 0, 4);
    expect(m, (vy_mega_item){YIELDS, 0, 2, {1, 5}}, VY_MEGA_FAULT, VY_MEGA_FAULT_ATTEMPTS, 0);
    // An assert ends the launch; the slot is told, and the next one runs.
    expect(m, (vy_mega_item){ASSERTS, 0, 2, {1}}, VY_MEGA_FAULT, VY_MEGA_FAULT_HANDLER, 0);
    expect(m, (vy_mega_item){ASSERTS, 0, 2, {0}}, VY_MEGA_DONE, 0, 0);
    vy_mega_account a = settled(m);
    assert_int_equal(a.faulted, 12);
    assert_int_equal(a.again, 4 + 4);
    assert_int_equal(a.stopped, 1);
    vy_mega_destroy(&m);
}

/// Texts may declare what the kernel, or another text, has a name for: before and later.
static void texts_keep_their_names(void **state)
{
    static const char first[] =
        "const N = 5\nconst LEVELS = 6\nconst MASK = 7\n"
        "fn ring_run(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    return 3, args[0] + N * LEVELS * MASK\n"
        "}\n";
    static const char second[] =
        "const N = 1000\n"
        "fn ring_run(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    return 3, args[0] + N\n"
        "}\n";
    const vy_mega_handler one = {8, VY_MEGA_LANE, "ring_run", first},
                          other = {9, VY_MEGA_LANE, "ring_run", second};
    vy_mega *m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                                    .workers = 1,
                                                    .handlers = &one,
                                                    .handler_count = 1});
    expect(m, (vy_mega_item){8, 0, 2, {1}}, VY_MEGA_DONE, 0, 211);
    assert_int_equal(vy_mega_add(m, &other, 1), VY_OK);
    expect(m, (vy_mega_item){9, 0, 2, {1}}, VY_MEGA_DONE, 0, 1001);
    expect(m, (vy_mega_item){8, 0, 2, {2}}, VY_MEGA_DONE, 0, 212);
    vy_mega_destroy(&m);
}

/// What a slot's last task asked for does not count for the next one.
static void attempts_are_a_tasks_own(void **state)
{
    vy_mega *m = make(
        *state, (vy_mega_live_params){
                    .size = sizeof(vy_mega_live_params), .slots = 1, .workers = 1, .attempts = 5});
    for (uint32_t i = 0; i < 4; i++)
        expect(m, (vy_mega_item){YIELDS, 0, 2, {1, 4}}, VY_MEGA_DONE, 0, 4);
    expect(m, (vy_mega_item){YIELDS, 0, 2, {1, 5}}, VY_MEGA_FAULT, VY_MEGA_FAULT_ATTEMPTS, 0);
    set_word(m, 1, 0);
    expect(m, (vy_mega_item){YIELDS, 0, 2, {1, 4}}, VY_MEGA_DONE, 0, 4);
    assert_int_equal(settled(m).again, 5 * 4 + 4);
    vy_mega_destroy(&m);
}

static void packed_slots(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){
                         .size = sizeof(vy_mega_live_params), .observables = 64, .attempts = 5});
    uint32_t word;
    // Two ops: ATOMIC_ADD with words 0, 1; TWICE with word 1 on.
    vy_mega_item item = {
        VY_MEGA_OP_PACKED, 0, 2, {2 | 2 << 8 | 2 << 16 | 0 << 24, TWICE | 1 << 8, 7, 3}};
    expect(m, item, VY_MEGA_DONE, 0, 6);
    assert_int_equal(vy_mega_read(m, 3, 1, &word), VY_OK);
    assert_int_equal(word, 7);
    // Arguments that are not there read as 0: LOAD_U32 at the end loads word 0.
    item = (vy_mega_item){VY_MEGA_OP_PACKED, 0, 2, {1 | 1 << 8 | 3 << 16 | 1u << 24, 99}};
    expect(m, item, VY_MEGA_DONE, 0, 0);
    // The second op faults and is named.
    item = (vy_mega_item){VY_MEGA_OP_PACKED, 0, 2, {2 | 1 << 8 | 0 << 16, FAULTS | 0 << 8, 400}};
    expect(m, item, VY_MEGA_FAULT, 400 | 2 << 16, 0);
    item = (vy_mega_item){VY_MEGA_OP_PACKED, 0, 2, {1 | 2 << 8 | YIELDS << 16, 1, 9}};
    expect(m, item, VY_MEGA_FAULT, VY_MEGA_FAULT_STATUS | 1 << 16, 0);
    const vy_mega_item wrong[] = {
        {VY_MEGA_OP_PACKED, 0, 2, {0}},                                // no ops
        {VY_MEGA_OP_PACKED, 0, 2, {1 | 12 << 8}},                      // too many words
        {VY_MEGA_OP_PACKED, 0, 2, {1 | VY_MEGA_OP_BATCH_FENCE << 16}}, // a fence
        {VY_MEGA_OP_PACKED, 0, 2, {1 | 200 << 16}},                    // nobody's
        {VY_MEGA_OP_PACKED, 0, 2, {1 | 1 << 8 | 0 << 16 | 2u << 24}},  // behind the last
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(vy_mega_publish(m, &wrong[i], NULL), VY_ERROR_ARGUMENT);
    const vy_mega_item both[] = {item, wrong[3]}; // each of a batch is looked at
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = both, .count = 2), NULL),
        VY_ERROR_ARGUMENT);
    assert_int_equal(settled(m).published, 4);
    vy_mega_destroy(&m);
}

/// Limits of what it is made with; parking after 10 ms at most is one of them.
static void too_large_params_are_named(void **state)
{
    struct fixture *f = *state;
    static const struct {
        vy_mega_live_params params;
        const char *said;
    } wrong[] = {
        {{.size = sizeof(vy_mega_live_params), .slots = VY_MEGA_MAX_SLOTS + 1}, "slots"},
        {{.size = sizeof(vy_mega_live_params), .workers = VY_MEGA_MAX_WORKERS + 1}, "workers"},
        {{.size = sizeof(vy_mega_live_params), .observables = (1u << 28) + 1}, "observables"},
        {{.size = sizeof(vy_mega_live_params), .workspace_words = (1u << 28) + 1},
         "workspace_words"},
        {{.size = sizeof(vy_mega_live_params), .idle_us = 10001}, "idle_us"},
        {{.size = sizeof(vy_mega_live_params), .log_records = (1u << 20) + 1}, "log_records"},
        {{.size = sizeof(vy_mega_live_params), .workspace_words = 1}, "workspace"},
        {{.size = sizeof(vy_mega_live_params), .handler_count = 1}, "handlers"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vy_mega *m = (vy_mega *)f;
        test_log_clear(&f->log);
        assert_int_equal(vy_mega_create(f->device, &wrong[i].params, &m), VY_ERROR_ARGUMENT);
        assert_null(m);
        assert_non_null(strstr(f->log.text, wrong[i].said));
    }
}

static void what_is_refused_changes_nothing(void **state)
{
    struct fixture *f = *state;
    vy_mega *m = make(
        f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 16, .workers = 1});
    vy_mega_item items[17] = {{.opcode = 0}};
    items[16].opcode = 999;
    static const struct {
        vy_mega_item item;
        const char *said;
    } wrong[] = {
        {{.tenant = 32}, "item 0: tenant is 32, and there are 0 to 31"},
        {{.tenant = 5}, "item 0: tenant 5 is not registered"},
        {{.priority = 5}, "item 0: priority is 5, and there are 0 to 4"},
        {{.opcode = 99}, "item 0: opcode is 0x63, which nobody handles"},
        {{.opcode = VY_MEGA_OP_SHUTDOWN}, "vy_mega_shutdown()"},
        {{.opcode = VY_MEGA_OP_LOAD_MISS}, "the megakernel has no arena"},
        {{.opcode = VY_MEGA_OP_PACKED}, "vy_mega_pack()"},
    };
    assert_int_equal( // nobody could ask for them
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = 1, .keep = true),
                              NULL),
        VY_ERROR_ARGUMENT);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(vy_mega_publish(m, &wrong[i].item, NULL), VY_ERROR_ARGUMENT);
        assert_non_null(strstr(f->log.text, wrong[i].said));
    }
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = 17), NULL),
        VY_ERROR_ARGUMENT);
    assert_non_null(strstr(f->log.text, "item 16: opcode is 0x3e7"));
    items[16].opcode = 0;
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = 17), NULL),
        VY_ERROR_LIMIT);
    assert_int_equal(vy_mega_poll(m, 0, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_poll(m, 8 | 2, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(settled(m).published, 0);
    vy_mega_destroy(&m);
    const vy_mega_handler bad[] = {{7, VY_MEGA_LANE, "twice", handlers_text},
                                   {0xfff0, VY_MEGA_LANE, "twice", handlers_text},
                                   {0x80000000, VY_MEGA_LANE, "twice", handlers_text},
                                   {9, (vy_mega_width)2, "twice", handlers_text},
                                   {9, VY_MEGA_LANE, NULL, handlers_text},
                                   {9, VY_MEGA_LANE, "twice", NULL}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(
            vy_mega_create(f->device, vy_mega_live_params(.handlers = &bad[i], .handler_count = 1),
                           &m),
            VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_create(f->device, vy_mega_live_params(.slots = 1 << 20), &m),
                     VY_ERROR_ARGUMENT);
    assert_null(m);
    vy_device *oracle;
    assert_int_equal(vy_device_open(f->context, vy_device_params(.name = "oracle"), &oracle),
                     VY_OK);
    assert_int_equal(vy_mega_create(oracle, NULL, &m), VY_ERROR_REFUSED);
    vy_device_close(&oracle);
}

// ---- each ticket exactly once ----
enum { TENANTS = 6, PUBLISHERS = 4, BATCH = 24, CELLS = 64 };

struct publisher {
    vy_mega *mega;
    struct rng rng;
    uint32_t number;
    uint64_t count, done, faulted, refused;
    pthread_t thread;
};

/// What an item should come to.
static vy_mega_result should(const vy_mega_item *item)
{
    const uint32_t *a = item->args;
    if (item->tenant == TENANTS - 1)
        return (vy_mega_result){VY_MEGA_REFUSED, VY_MEGA_REFUSED_MASK, 0};
    if (item->opcode == TWICE)
        return (vy_mega_result){VY_MEGA_DONE, 0, a[0] * 2};
    if (item->opcode == YIELDS)
        return (vy_mega_result){VY_MEGA_DONE, 0, a[1]};
    if (item->opcode == FAULTS)
        return (vy_mega_result){VY_MEGA_FAULT, a[0], 0};
    return (vy_mega_result){VY_MEGA_DONE, 0, 0};
}

static vy_mega_item random_item(struct publisher *p, uint32_t cell)
{
    static const uint32_t opcodes[] = {VY_MEGA_OP_NOP, TWICE, TWICE, YIELDS, FAULTS};
    vy_mega_item item = {opcodes[rng_below(&p->rng, 5)],
                         rng_below(&p->rng, TENANTS),
                         rng_below(&p->rng, VY_MEGA_PRIORITIES),
                         {0}};
    item.args[0] =
        item.opcode == YIELDS ? 1 + p->number * CELLS + cell : 256 + rng_below(&p->rng, 1000);
    item.args[1] = rng_below(&p->rng, 3);
    return item;
}

static void *publish_many(void *user)
{
    struct publisher *p = user;
    vy_mega_item items[BATCH];
    vy_ticket tickets[BATCH];
    for (uint64_t left = p->count; left;) {
        uint32_t n = 1 + rng_below(&p->rng, BATCH);
        n = n < left ? n : (uint32_t)left;
        for (uint32_t i = 0; i < n; i++)
            items[i] = random_item(p, i);
        uint64_t epoch;
        vy_status status = vy_mega_publish_batch(
            p->mega,
            vy_mega_publish_params(.items = items, .count = n, .timeout_ms = VY_FOREVER,
                                   .keep = true, .tickets = tickets),
            &epoch);
        if (status)
            return "publish";
        for (uint32_t i = 0; i < n; i++) {
            vy_mega_result want = should(&items[i]), got;
            if (vy_mega_wait(p->mega,
                             vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                             &got))
                return "wait";
            if (memcmp(&want, &got, sizeof want))
                return "result";
            p->done += got.status == VY_MEGA_DONE;
            p->faulted += got.status == VY_MEGA_FAULT;
            p->refused += got.status == VY_MEGA_REFUSED;
        }
        if (vy_mega_wait(p->mega, vy_mega_wait_params(.epoch = epoch, .timeout_ms = VY_FOREVER),
                         NULL))
            return "epoch";
        left -= n;
    }
    return NULL;
}

static void exactly_once(void **state)
{
    const char *soak = getenv("VYRE_SOAK_COUNT");
    uint64_t count = soak             ? strtoull(soak, NULL, 10) * 1000
                     : ring_is_slow() ? 100
                                      : 20000,
             done = 0, faulted = 0, refused = 0;
    for (uint32_t workers = 1; workers <= 3; workers += 2) {
        vy_mega *m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                                        .slots = 64,
                                                        .workers = workers,
                                                        .observables = 4096});
        struct publisher p[PUBLISHERS];
        for (uint32_t t = 1; t < TENANTS; t++)
            assert_int_equal(
                vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t, .base = t * 512,
                                                                 .count = 512,
                                                                 .disabled = t == TENANTS - 1)),
                VY_OK);
        for (uint32_t i = 0; i < PUBLISHERS; i++) {
            p[i] = (struct publisher){
                .mega = m, .rng = rng_make(workers, i), .number = i, .count = count};
            assert_int_equal(pthread_create(&p[i].thread, NULL, publish_many, &p[i]), 0);
        }
        done = faulted = refused = 0;
        for (uint32_t i = 0; i < PUBLISHERS; i++) {
            void *wrong;
            pthread_join(p[i].thread, &wrong);
            if (wrong)
                print_message("publisher %u: %s\n", i, (const char *)wrong);
            assert_null(wrong);
            done += p[i].done, faulted += p[i].faulted, refused += p[i].refused;
        }
        vy_mega_account a = settled(m);
        assert_int_equal(a.published, count * PUBLISHERS);
        assert_int_equal(a.done, done);
        assert_int_equal(a.faulted, faulted);
        assert_int_equal(a.refused, refused);
        for (uint32_t t = 0; t < TENANTS; t++)
            assert_int_equal(a.tenant_published[t], a.tenant_ended[t]);
        vy_mega_destroy(&m);
    }
}

// ---- order ----
struct follower {
    vy_mega *mega;
    pthread_t thread;
    uint32_t tenant, count;
    bool in_order;
};

static void *follow(void *user)
{
    struct follower *f = user;
    vy_ticket tickets[64];
    vy_mega_item items[64];
    uint32_t last[VY_MEGA_PRIORITIES] = {0};
    bool any[VY_MEGA_PRIORITIES] = {false};
    f->in_order = true;
    for (uint32_t round = 0; round < f->count; round++) {
        for (uint32_t i = 0; i < 64; i++)
            items[i] = (vy_mega_item){ORDER, f->tenant, (i * 7 + round) % VY_MEGA_PRIORITIES, {0}};
        vy_mega_publish_batch(f->mega,
                              vy_mega_publish_params(.items = items, .count = 64, .keep = true,
                                                     .timeout_ms = VY_FOREVER, .tickets = tickets),
                              NULL);
        for (uint32_t i = 0; i < 64; i++) {
            vy_mega_result r = {0};
            uint32_t level = items[i].priority;
            vy_mega_wait(f->mega,
                         vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER), &r);
            f->in_order &= r.status == VY_MEGA_DONE && (!any[level] || r.result > last[level]);
            any[level] = true;
            last[level] = r.result;
        }
    }
    return NULL;
}

/// With one worker, slots run in the order in which they are claimed.
static void first_come_first_claimed(void **state)
{
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    struct follower f[4];
    uint32_t rounds = ring_is_slow() ? 5 : 50;
    for (uint32_t i = 0; i < 4; i++) {
        if (i)
            assert_int_equal(vy_mega_tenant_register(
                                 m, vy_mega_tenant_params(.tenant = i, .base = 0, .count = 1)),
                             VY_OK);
        f[i] = (struct follower){.mega = m, .tenant = i, .count = rounds};
    }
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&f[i].thread, NULL, follow, &f[i]), 0);
    for (uint32_t i = 0; i < 4; i++) {
        pthread_join(f[i].thread, NULL);
        assert_true(f[i].in_order);
    }
    assert_int_equal(settled(m).done, 4 * rounds * 64);
    vy_mega_destroy(&m);
}

/// In which place a slot ran.
static uint32_t place(vy_mega *m, vy_ticket ticket)
{
    vy_mega_result r = {0};
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    assert_int_equal(r.status, VY_MEGA_DONE);
    return r.result;
}

static void tenants_take_turns(void **state)
{
    enum { EACH = 60 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    vy_ticket tickets[3][EACH];
    vy_mega_item items[EACH];
    for (uint32_t t = 1; t < 3; t++)
        assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t, .count = 1)),
                         VY_OK);
    hold(m);
    for (uint32_t t = 0; t < 3; t++) {
        for (uint32_t i = 0; i < EACH; i++)
            items[i] = (vy_mega_item){ORDER, t, VY_MEGA_NORMAL, {0}};
        assert_int_equal(
            vy_mega_publish_batch(m,
                                  vy_mega_publish_params(.items = items, .count = EACH,
                                                         .keep = true, .tickets = tickets[t]),
                                  NULL),
            VY_OK);
    }
    set_word(m, 1, 1);
    // The last tenant's slots were published last, and run in turn with the first one's.
    for (uint32_t i = 0; i < EACH; i++)
        for (uint32_t t = 0; t < 3; t++)
            assert_in_range(place(m, tickets[t][i]), i * 3, i * 3 + 2);
    assert_in_range(settled(m).done, 181, 181);
    vy_mega_destroy(&m);
}

static void urgent_first_and_none_starves(void **state)
{
    enum { EACH = 100 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    vy_ticket urgent[EACH], idle[EACH];
    hold(m);
    for (uint32_t i = 0; i < EACH; i++)
        assert_int_equal(vy_mega_publish(m, &(vy_mega_item){ORDER, 0, VY_MEGA_IDLE, {0}}, &idle[i]),
                         VY_OK);
    for (uint32_t i = 0; i < EACH; i++)
        assert_int_equal(
            vy_mega_publish(m, &(vy_mega_item){ORDER, 0, VY_MEGA_CRITICAL, {0}}, &urgent[i]),
            VY_OK);
    set_word(m, 1, 1);
    uint32_t before = 0;
    for (uint32_t i = 0; i < EACH; i++)
        before += place(m, idle[i]) < place(m, urgent[EACH - 1]);
    // Urgent ones came last and ran first, but for a lower one after each 16 of them.
    assert_in_range(before, 3, 40);
    assert_true(settled(m).starved >= 3);
    vy_mega_destroy(&m);
}

/// After each 16 urgent slots another one of the lower priorities has its turn.
static void the_lower_ones_take_turns(void **state)
{
    enum { URGENT = 64, EACH = 5, LOWER = 3 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    vy_ticket urgent, lower[LOWER][EACH];
    hold(m);
    for (uint32_t i = 0; i < LOWER * EACH; i++)
        assert_int_equal(vy_mega_publish(m,
                                         &(vy_mega_item){ORDER, 0, VY_MEGA_NORMAL + i % LOWER, {0}},
                                         &lower[i % LOWER][i / LOWER]),
                         VY_OK);
    for (uint32_t i = 0; i < URGENT; i++)
        assert_int_equal(
            vy_mega_publish(m, &(vy_mega_item){ORDER, 0, VY_MEGA_CRITICAL, {0}}, &urgent), VY_OK);
    set_word(m, 1, 1);
    uint32_t between[LOWER] = {0};
    for (uint32_t i = 0; i < LOWER * EACH; i++)
        between[i % LOWER] += place(m, lower[i % LOWER][i / LOWER]) < place(m, urgent);
    for (uint32_t i = 0; i < LOWER; i++)
        assert_in_range(between[i], 1, 2);
    vy_mega_destroy(&m);
}

/// An urgent slot goes before those that a worker has in hand and has not begun, however many it
/// took. (On a GPU lanes begin several at once: test_ring_hands looks at that.)
static void urgent_ones_go_before_what_is_in_hand(void **state)
{
    enum { MANY = 32 };
    if (strcmp(ring_device(), "cpu") != 0)
        skip();
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    vy_mega_item items[MANY];
    vy_ticket tickets[MANY], urgent;
    vy_mega_account a;
    for (uint32_t round = 0; round < 50; round++) { // it takes more and more of them
        for (uint32_t i = 0; i < MANY; i++)
            items[i] = (vy_mega_item){.priority = VY_MEGA_NORMAL};
        assert_int_equal(vy_mega_publish_batch(m,
                                               vy_mega_publish_params(.items = items, .count = MANY,
                                                                      .timeout_ms = VY_FOREVER),
                                               NULL),
                         VY_OK);
    }
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    for (uint32_t i = 0; i < MANY; i++)
        items[i] = (vy_mega_item){i ? ORDER : WAITS, 0, VY_MEGA_NORMAL, {1}};
    set_word(m, 1, 0);
    assert_int_equal(vy_mega_publish_batch(m,
                                           vy_mega_publish_params(.items = items, .count = MANY,
                                                                  .keep = true, .tickets = tickets),
                                           NULL),
                     VY_OK);
    do
        assert_int_equal(vy_mega_report(m, &a), VY_OK);
    while (!a.running);
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){ORDER, 0, VY_MEGA_CRITICAL, {0}}, &urgent),
                     VY_OK);
    set_word(m, 1, 1);
    uint32_t at = place(m, urgent);
    for (uint32_t i = 1; i < MANY; i++)
        assert_true(at < place(m, tickets[i]));
    vy_mega_destroy(&m);
}

// ---- tenants ----
static void quota_counts_what_is_in_flight(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 1});
    vy_ticket tickets[10];
    vy_mega_item items[10];
    vy_mega_result r;
    assert_int_equal(
        vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 3, .count = 8, .quota = 4)),
        VY_OK);
    for (uint32_t i = 0; i < 10; i++)
        items[i] = (vy_mega_item){TWICE, 3, VY_MEGA_NORMAL, {i}};
    hold(m);
    assert_int_equal(vy_mega_publish_batch(m,
                                           vy_mega_publish_params(.items = items, .count = 10,
                                                                  .keep = true, .tickets = tickets),
                                           NULL),
                     VY_OK);
    set_word(m, 1, 1);
    for (uint32_t i = 0; i < 10; i++) {
        assert_int_equal(
            vy_mega_wait(m, vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                         &r),
            VY_OK);
        assert_int_equal(r.status, i < 4 ? VY_MEGA_DONE : VY_MEGA_REFUSED);
        assert_int_equal(r.code, i < 4 ? 0 : VY_MEGA_REFUSED_QUOTA);
    }
    // Given back on completion.
    expect(m, items[1], VY_MEGA_DONE, 0, 2);
    assert_int_equal(vy_mega_tenant_mask(m, 3, false), VY_OK);
    expect(m, items[1], VY_MEGA_REFUSED, VY_MEGA_REFUSED_MASK, 0);
    assert_int_equal(vy_mega_tenant_mask(m, 3, true), VY_OK);
    expect(m, items[1], VY_MEGA_DONE, 0, 2);
    assert_int_equal(vy_mega_tenant_mask(m, 4, true), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_tenant_quota(m, 32, 1), VY_ERROR_ARGUMENT);
    vy_mega_destroy(&m);
}

static void unregistering_cancels_what_was_not_begun(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 1});
    vy_ticket tickets[20];
    vy_mega_item items[20];
    vy_mega_result r;
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 7, .count = 8)),
                     VY_OK);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 7, .count = 8)),
                     VY_ERROR_BUSY);
    for (uint32_t i = 0; i < 20; i++)
        items[i] = (vy_mega_item){TWICE, 7, i % VY_MEGA_PRIORITIES, {i}};
    hold(m);
    assert_int_equal(vy_mega_publish_batch(m,
                                           vy_mega_publish_params(.items = items, .count = 20,
                                                                  .keep = true, .tickets = tickets),
                                           NULL),
                     VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 7, 0), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_publish(m, &items[0], NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 7, .count = 8)),
                     VY_ERROR_BUSY);
    set_word(m, 1, 1);
    assert_int_equal(vy_mega_tenant_unregister(m, 7, VY_FOREVER), VY_OK);
    for (uint32_t i = 0; i < 20; i++) {
        assert_int_equal(vy_mega_poll(m, tickets[i], &r), VY_OK);
        assert_int_equal(r.status, VY_MEGA_CANCELLED);
    }
    assert_int_equal(vy_mega_tenant_unregister(m, 7, 0), VY_ERROR_ARGUMENT);
    // Its number can be used again, and old slots do not count for the new owner.
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 7, .count = 8)),
                     VY_OK);
    expect(m, items[5], VY_MEGA_DONE, 0, 10);
    assert_int_equal(settled(m).cancelled, 20);
    vy_mega_destroy(&m);
}

// ---- room ----
static void a_full_ring(void **state)
{
    enum { SLOTS = 4 };
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = SLOTS, .workers = 1});
    vy_mega_item items[SLOTS];
    vy_ticket kept[SLOTS], none;
    vy_mega_result r;
    for (uint32_t i = 0; i < SLOTS; i++)
        items[i] = (vy_mega_item){TWICE, 0, VY_MEGA_NORMAL, {i}};
    hold(m);
    vy_mega_publish_params params = {.size = sizeof(vy_mega_publish_params),
                                     .items = items,
                                     .count = SLOTS,
                                     .keep = true,
                                     .tickets = kept};
    assert_int_equal(vy_mega_publish_batch(m, &params, NULL), VY_OK);
    params.tickets = &none;
    params.count = 1;
    assert_int_equal(vy_mega_publish_batch(m, &params, NULL), VY_ERROR_BUSY);
    params.timeout_ms = 5;
    assert_int_equal(vy_mega_publish_batch(m, &params, NULL), VY_ERROR_BUSY);
    set_word(m, 1, 1);
    // All end, but their ends have not been seen: there is still no room.
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_publish_batch(m, &params, NULL), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_poll(m, kept[0], &r), VY_OK);
    params.keep = false;
    assert_int_equal(vy_mega_publish_batch(m, &params, NULL), VY_OK);
    for (uint32_t i = 1; i < SLOTS; i++)
        assert_int_equal(vy_mega_poll(m, kept[i], &r), VY_OK);
    assert_int_equal(r.result, 2 * (SLOTS - 1));
    // The first one's slot is another's now: it has ended, and nobody knows how.
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_poll(m, kept[0], &r), VY_OK);
    assert_int_equal(r.status, VY_MEGA_EMPTY);
    assert_int_equal(settled(m).published, SLOTS + 2);
    vy_mega_destroy(&m);
}

static void batches_end_in_order(void **state)
{
    enum { BATCHES = 3000 }; // more than have a place at the same time
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 64, .workers = 3});
    vy_mega_item items[3] = {{.priority = 4}, {.opcode = FAULTS, .priority = 2}, {.priority = 0}};
    uint64_t epoch = 0;
    for (uint64_t i = 1; i <= BATCHES; i++) {
        assert_int_equal(vy_mega_publish_batch(m,
                                               vy_mega_publish_params(.items = items, .count = 3,
                                                                      .timeout_ms = VY_FOREVER),
                                               &epoch),
                         VY_OK);
        assert_int_equal(epoch, i);
    }
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.epoch = epoch, .timeout_ms = VY_FOREVER), NULL),
        VY_OK);
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.count = BATCHES * 3, .timeout_ms = VY_FOREVER), NULL),
        VY_OK);
    vy_mega_account a = settled(m);
    assert_int_equal(a.epoch, BATCHES);
    assert_int_equal(a.faulted, BATCHES);
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.epoch = epoch + 1), NULL), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.count = BATCHES * 3 + 1), NULL),
                     VY_ERROR_BUSY);
    vy_mega_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(built_in_opcodes, setup, teardown),
        cmocka_unit_test_setup_teardown(faults_say_why, setup, teardown),
        cmocka_unit_test_setup_teardown(texts_keep_their_names, setup, teardown),
        cmocka_unit_test_setup_teardown(attempts_are_a_tasks_own, setup, teardown),
        cmocka_unit_test_setup_teardown(packed_slots, setup, teardown),
        cmocka_unit_test_setup_teardown(too_large_params_are_named, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_refused_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(exactly_once, setup, teardown),
        cmocka_unit_test_setup_teardown(first_come_first_claimed, setup, teardown),
        cmocka_unit_test_setup_teardown(tenants_take_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(urgent_first_and_none_starves, setup, teardown),
        cmocka_unit_test_setup_teardown(the_lower_ones_take_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(urgent_ones_go_before_what_is_in_hand, setup, teardown),
        cmocka_unit_test_setup_teardown(quota_counts_what_is_in_flight, setup, teardown),
        cmocka_unit_test_setup_teardown(unregistering_cancels_what_was_not_begun, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_ring, setup, teardown),
        cmocka_unit_test_setup_teardown(batches_end_in_order, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
