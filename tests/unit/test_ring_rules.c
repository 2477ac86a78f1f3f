// The rules of the live ring that can be looked at from inside: who writes which word, how a slot
// and its end lie in memory, what a worker may claim, and what a tenant reaches. docs/ring.md says
// which test stands for which rule.
#include "ir/program.h"
#include "mega/ring.h"
#include "support/patience.h"
#include "support/ring.h"
#include "support/rng.h"

#include <unistd.h>

// ---- rule 1: one writer a word ----
/// Buffers that the host writes.
static bool is_hosts(uint32_t buffer)
{
    return buffer == RING_SUB || buffer == RING_TAILS || buffer == RING_ROWS ||
           buffer == RING_TARGETS || buffer == RING_BINDS;
}

static void one_writer_a_word(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 2});
    const vy_program *p = m->kernel.ring.program;
    uint32_t writes = 0;
    for (uint32_t i = 0; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (vyi_op_info(n->op)->imm != VYI_IMM_BUFFER ||
            !(vyi_op_info(n->op)->flags & VYI_FLAG_WRITES))
            continue;
        const struct vyi_buffer *b = &p->buffers.at[n->x];
        writes++;
        if (is_hosts(n->x))
            fail_msg("the kernel writes '%s', which is the host's", b->name);
        bool modifies = n->op == VYI_OP_ATOMIC_RMW || n->op == VYI_OP_ATOMIC_CAS ||
                        (n->op == VYI_OP_STORE && n->aux2);
        if (b->role == VY_ROLE_MAPPED && modifies)
            fail_msg("the kernel modifies '%s', which the host sees", b->name);
    }
    assert_true(writes > 20);
    // All that both see is mapped, and nothing else.
    for (uint32_t i = 0; i < RING_BUFFERS; i++)
        assert_int_equal(p->buffers.at[i].role == VY_ROLE_MAPPED, i < RING_LOCK);
    vy_mega_destroy(&m);
}

// ---- rules 2 and 4: a slot and its end ----
static void slots_and_ends_in_memory(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 4, .workers = 1});
    vy_ticket first, second;
    vy_mega_item item = {FAULTS, 2, VY_MEGA_LOW, {321, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 2, .count = 1)),
                     VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 2, VY_FOREVER), VY_OK);
    assert_int_equal(vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 2, .count = 1)),
                     VY_OK);
    hold(m);
    for (uint32_t round = 0; round < 2; round++) {
        assert_int_equal(
            vy_mega_publish_batch(
                m, vy_mega_publish_params(.items = &item, .count = 1, .tickets = &first), NULL),
            VY_OK);
        assert_int_equal(first, (uint64_t)(round + 1) << 3 | VY_MEGA_LOW);
        const uint32_t head[4] = {1 << VY_MEGA_USE_SHIFT | VY_MEGA_PUBLISHED, FAULTS, 2 | 1 << 16,
                                  VY_MEGA_LOW | (round + 1) << 3};
        uint32_t slot = (VY_MEGA_LOW * 4 + round) * VY_MEGA_SLOT_WORDS;
        const uint32_t *words = (const uint32_t *)m->buffers.host[RING_SUB] + slot;
        assert_memory_equal(words, head, sizeof head);
        assert_memory_equal(words + 4, item.args, sizeof item.args);
        assert_int_equal(atomic_load(&m->shared.tails[VY_MEGA_LOW]), round + 1);
    }
    // Held up, nothing has ended, and nothing is claimed but by the poller of a GPU.
    assert_true(m->gpu || atomic_load(&m->shared.heads[VY_MEGA_LOW]) == 0);
    uint32_t end = VY_MEGA_LOW * 4 * 4;
    assert_int_equal(atomic_load(&m->shared.comp[end]), 0);
    set_word(m, 1, 1);
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    const uint32_t record[4] = {1, VY_MEGA_FAULT, 321, 0};
    assert_memory_equal((const uint32_t *)m->buffers.host[RING_COMP] + end, record, sizeof record);
    // A use of the slot later: the count of uses, and the stamp of its end.
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(vy_mega_publish(m, &item, &second), VY_OK);
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    assert_int_equal(atomic_load(&m->shared.sub[VY_MEGA_LOW * 4 * VY_MEGA_SLOT_WORDS]),
                     2 << VY_MEGA_USE_SHIFT | VY_MEGA_PUBLISHED);
    assert_int_equal(atomic_load(&m->shared.comp[end]), 5);
    vy_mega_destroy(&m);
}

/// Many at once go past the cache, few do not: the kernel reads the same.
static void many_slots_in_memory(void **state)
{
    enum { MOST = 200 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    static const uint32_t counts[] = {1, 7, 31, 32, 33, MOST};
    vy_mega_item items[MOST];
    vy_ticket tickets[MOST];
    for (uint32_t round = 0; round < sizeof counts / sizeof *counts; round++) {
        uint32_t count = counts[round];
        for (uint32_t i = 0; i < count; i++)
            items[i] = (vy_mega_item){TWICE, 0, i % VY_MEGA_PRIORITIES, {round * 1000 + i}};
        assert_int_equal(vy_mega_publish_batch(
                             m,
                             vy_mega_publish_params(.items = items, .count = count, .keep = true,
                                                    .timeout_ms = VY_FOREVER, .tickets = tickets),
                             NULL),
                         VY_OK);
        for (uint32_t i = 0; i < count; i++) {
            vy_mega_result r;
            assert_int_equal(
                vy_mega_wait(m, vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                             &r),
                VY_OK);
            assert_int_equal(r.result, 2 * (round * 1000 + i));
        }
    }
    vy_mega_destroy(&m);
}

// ---- rule 3: claims ----
/// Of a worker that is held up, at most 32 are in hand, on a GPU a quarter of the ring, and never
/// more than there are.
static void claims_are_bounded(void **state)
{
    enum { MANY = 200 };
    vy_mega *m = make(*state, (vy_mega_live_params){
                                  .size = sizeof(vy_mega_live_params), .slots = 256, .workers = 1});
    vy_mega_item items[MANY];
    for (uint32_t i = 0; i < MANY; i++)
        items[i] = (vy_mega_item){.priority = VY_MEGA_NORMAL};
    for (uint32_t round = 0; round < 50; round++) { // its share grows
        assert_int_equal(vy_mega_publish_batch(m,
                                               vy_mega_publish_params(.items = items, .count = MANY,
                                                                      .timeout_ms = VY_FOREVER),
                                               NULL),
                         VY_OK);
        // The head is read first: it rises to the tail at most.
        uint64_t head = atomic_load(&m->shared.heads[VY_MEGA_NORMAL]);
        assert_true(head <= atomic_load(&m->shared.tails[VY_MEGA_NORMAL]));
    }
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
    items[0] = (vy_mega_item){WAITS, 0, VY_MEGA_NORMAL, {1}};
    set_word(m, 1, 0);
    uint64_t before = atomic_load(&m->shared.heads[VY_MEGA_NORMAL]);
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = MANY), NULL),
        VY_OK);
    vy_mega_account a;
    do
        assert_int_equal(vy_mega_report(m, &a), VY_OK);
    while (!a.running);
    assert_in_range(atomic_load(&m->shared.heads[VY_MEGA_NORMAL]) - before, 1, m->gpu ? 64 : 32);
    set_word(m, 1, 1);
    assert_int_equal(settled(m).published, 51 * MANY);
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        assert_int_equal(atomic_load(&m->shared.heads[level]),
                         atomic_load(&m->shared.tails[level]));
    vy_mega_destroy(&m);
}

// ---- rule 6: what a tenant reaches ----
static const char reach_text[] =
    "fn reach(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    obs[args[0]] = 7\n"
    "    return 3, len(obs)\n"
    "}\n";

static void tenants_keep_to_their_words(void **state)
{
    enum { REACH = 70, WORDS = 64 };
    const vy_mega_handler reach = {REACH, VY_MEGA_LANE, "reach", reach_text};
    vy_mega *m =
        make(*state, (vy_mega_live_params){
                         .size = sizeof(vy_mega_live_params), .observables = WORDS, .attempts = 5});
    uint32_t words[WORDS], want[WORDS] = {[8] = 5, [15] = 7};
    assert_int_equal(
        vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = 9, .base = 8, .count = 8)),
        VY_OK);
    assert_int_equal(vy_mega_add(m, &reach, 1), VY_OK);
    expect(m, (vy_mega_item){VY_MEGA_OP_STORE_U32, 9, 2, {5, 0}}, VY_MEGA_DONE, 0, 0);
    for (uint32_t at = 8; at < 40; at += 8)
        expect(m, (vy_mega_item){VY_MEGA_OP_STORE_U32, 9, 2, {5, at}}, VY_MEGA_FAULT,
               VY_MEGA_FAULT_BOUNDS, 0);
    expect(m, (vy_mega_item){VY_MEGA_OP_MEMCPY, 9, 2, {0, 1, 8}}, VY_MEGA_FAULT,
           VY_MEGA_FAULT_BOUNDS, 0);
    expect(m, (vy_mega_item){REACH, 9, 2, {7}}, VY_MEGA_DONE, 0, 8);
    expect(m, (vy_mega_item){REACH, 9, 2, {8}}, VY_MEGA_DONE, 0, 8); // a store to nowhere
    expect(m, (vy_mega_item){REACH, 9, 2, {UINT32_MAX - 8}}, VY_MEGA_DONE, 0, 8);
    assert_int_equal(vy_mega_read(m, 0, WORDS, words), VY_OK);
    assert_memory_equal(words, want, sizeof want);
    vy_mega_destroy(&m);
}

// ---- rule 7: every end counts for its batch ----
static void a_batch_ends_however_its_slots_do(void **state)
{
    vy_mega *m =
        make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    uint64_t epoch;
    for (uint32_t t = 1; t <= 3; t++)
        assert_int_equal(
            vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t, .count = 2, .quota = 2)),
            VY_OK);
    assert_int_equal(vy_mega_tenant_mask(m, 1, false), VY_OK);
    const vy_mega_item items[] = {{.opcode = TWICE, .priority = 2},
                                  {.opcode = FAULTS, .priority = 2},
                                  {.opcode = TWICE, .tenant = 1, .priority = 2}, // refused
                                  {.opcode = TWICE, .tenant = 2, .priority = 2}, // cancelled
                                  {.opcode = TWICE, .tenant = 3, .priority = 2},
                                  {.opcode = TWICE, .tenant = 3, .priority = 2},
                                  {.opcode = TWICE, .tenant = 3, .priority = 2}, // above its quota
                                  {.opcode = VY_MEGA_OP_BATCH_FENCE, .priority = 0}};
    hold(m);
    assert_int_equal(
        vy_mega_publish_batch(m, vy_mega_publish_params(.items = items, .count = 8), &epoch),
        VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 2, 0), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.epoch = epoch), NULL), VY_ERROR_BUSY);
    set_word(m, 1, 1);
    vy_mega_account a = settled(m);
    assert_int_equal(vy_mega_wait(m, vy_mega_wait_params(.epoch = epoch), NULL), VY_OK);
    assert_int_equal(a.done, 1 + 4); // and the one that held it up
    assert_int_equal(a.faulted, 1);
    assert_int_equal(a.refused, 2);
    assert_int_equal(a.cancelled, 1);
    assert_int_equal(a.epoch, epoch);
    vy_mega_destroy(&m);
}

// ---- deadlines ----
/// The watcher's rule, with a worker that no thread runs.
static void a_slot_that_runs_for_too_long_is_stopped(void **state)
{
    const uint64_t grace_ns = (uint64_t)PATIENT_MS * 1000000u;
    static _Atomic uint64_t mirror[RING_MIRROR_WORDS];
    struct vyi_ring_worker w = {.started = true};
    struct vy_mega *m = calloc(1, sizeof *m);
    (void)state;
    assert_non_null(m);
    m->crew = 1;
    m->workers = &w;
    m->shared.mirror = mirror;
    w.mega = m;
    for (uint64_t slot = 1; slot < 3; slot++) {
        atomic_store(&mirror[MIRROR_RUNNING], slot);
        vyi_ring_watch(m, grace_ns); // sees that it runs, and since when
        vyi_ring_watch(m, grace_ns);
        assert_false(atomic_load(&w.cancel));
    }
    w.since_ns -= grace_ns;
    atomic_fetch_add(&mirror[MIRROR_AGAIN], 1); // a slot ended meanwhile: this is its next run
    vyi_ring_watch(m, grace_ns);
    assert_false(atomic_load(&w.cancel));
    w.since_ns -= grace_ns;
    vyi_ring_watch(m, 0); // there is no deadline
    assert_false(atomic_load(&w.cancel));
    vyi_ring_watch(m, grace_ns);
    assert_true(atomic_load(&w.cancel));
    free(m);
}

// ---- rule 8: parking ----
static vy_mega *make_restless(struct fixture *f)
{
    return make(
        f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1, .idle_us = 1});
}

/// Publishes so many times at about the time when the kernel parks; how often it was launched so
/// far.
static uint64_t park_often(vy_mega *m, uint32_t rounds)
{
    const uint32_t rests = ring_is_slow() ? 10 : 1000;
    struct rng rng = rng_make(8, rounds);
    vy_mega_account a, before = settled(m);
    for (uint32_t i = 0; i < rounds; i++) {
        assert_int_equal(vy_mega_publish(m, &(vy_mega_item){.priority = i % 5}, NULL), VY_OK);
        assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
        vyi_wait_spin((int)rng_below(&rng, 200)); // until it is about to
        if (!m->gpu || i % rests != rests - 1)
            continue;
        do { // it takes its time, and looks once more
            usleep(30000);
            assert_int_equal(vy_mega_report(m, &a), VY_OK);
        } while (!a.parked);
        usleep(30000);
    }
    a = settled(m);
    assert_int_equal(a.done - before.done, rounds);
    return a.launches;
}

/// Where the system does not order the memory of all threads, workers and publishers each have
/// their fence, and a worker looks once more before it sleeps.
static void parking_loses_nothing(void **state)
{
    for (uint32_t helped = 0; helped < 2; helped++) {
        vy_mega *m = make_restless(*state);
        m->barrier = m->barrier && helped;
        assert_true(park_often(m, ring_is_slow() ? 50 : 4000) > 1);
        vy_mega_destroy(&m);
    }
}

/// Those that are there wait instead; the next one knows. It is the last test of this process.
static void membarrier_may_be_forbidden_meanwhile(void **state)
{
    vy_mega *m = make_restless(*state);
    park_often(m, 10);
    bool forbidden = forbid_membarrier();
    vy_mega *next = make_restless(*state);
    if (forbidden) {
        assert_false(next->barrier);
        park_often(m, 10);
        park_often(next, ring_is_slow() ? 10 : 1000);
    }
    vy_mega_destroy(&next);
    vy_mega_destroy(&m);
    if (!forbidden)
        skip();
}

static const char patient_text[] =
    "fn patient(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return obs[args[0]] == 0 ? 5 : 3, 0\n"
    "}\n";

enum { PATIENT = 71 };

/// With a slot in hand that yields until obs[3] is set.
static vy_mega *make_busy(struct fixture *f)
{
    const vy_mega_handler patient = {PATIENT, VY_MEGA_LANE, "patient", patient_text};
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .workers = 1,
                                               .attempts = UINT32_MAX,
                                               .handlers = &patient,
                                               .handler_count = 1});
    assert_int_equal(vy_mega_publish(m, &(vy_mega_item){PATIENT, 0, 2, {3}}, NULL), VY_OK);
    return m;
}

/// A worker that always has something to do parks all the same where it is told to.
static void a_busy_worker_parks_when_told(void **state)
{
    enum { REACH = 72 };
    const vy_mega_handler reach = {REACH, VY_MEGA_LANE, "reach", reach_text};
    vy_mega *m = make_busy(*state);
    assert_int_equal(vy_mega_add(m, &reach, 1), VY_OK);
    expect(m, (vy_mega_item){REACH, 0, 2, {3}}, VY_MEGA_DONE, 0, 4096); // it sets the word
    assert_true(settled(m).again > 0);
    vy_mega_destroy(&m);
}

static const vy_mega_handler late = {
    LATE, VY_MEGA_LANE, "late",
    "fn late(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, args[0] + 1000\n"
    "}\n"};

static void *add_late(void *user)
{
    return vy_mega_add(user, &late, 1) ? "refused" : NULL;
}

/// Publishers learn of an opcode once the kernel has it: not while the one before it still has to
/// park. (A GPU does not even load the next one before.)
static void opcodes_come_to_the_kernel_first(void **state)
{
    if (strcmp(ring_device(), "cpu") != 0)
        skip();
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = 4, .workers = 1});
    const vy_mega_item item = {LATE, 0, 2, {5}};
    pthread_t thread;
    void *wrong = NULL;
    hold(m);
    assert_int_equal(pthread_create(&thread, NULL, add_late, m), 0);
    while (!(atomic_load(&m->shared.tails[RING_COMMAND]) & RING_PARK))
        usleep(100);
    assert_int_equal(vy_mega_publish(m, &item, NULL), VY_ERROR_ARGUMENT);
    set_word(m, 1, 1);
    pthread_join(thread, &wrong);
    assert_null(wrong);
    expect(m, item, VY_MEGA_DONE, 0, 1005);
    vy_mega_destroy(&m);
}

/// All 32 of them: words, rows and counts of the last are not those of anything else.
static void as_many_tenants_as_there_are(void **state)
{
    enum { MOST = VY_MEGA_TENANTS, LAST = MOST - 1 };
    vy_mega *m =
        make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .workers = 1});
    uint32_t words[2 * MOST];
    vy_mega_account a;
    vy_ticket ticket;
    vy_mega_result r;
    for (uint32_t t = 1; t < MOST; t++)
        assert_int_equal(vy_mega_tenant_register(
                             m, vy_mega_tenant_params(.tenant = t, .base = 2 * t, .count = 2)),
                         VY_OK);
    for (uint32_t t = 0; t < MOST; t++) {
        expect(m, (vy_mega_item){VY_MEGA_OP_STORE_U32, t, t % 5, {100 + t, 1}}, VY_MEGA_DONE, 0, 0);
        expect(m, (vy_mega_item){VY_MEGA_OP_STORE_U32, t, t % 5, {1, t ? 2 : 4096}}, VY_MEGA_FAULT,
               VY_MEGA_FAULT_BOUNDS, 0);
        expect(m, (vy_mega_item){TWICE, t, t % 5, {t}}, VY_MEGA_DONE, 0, 2 * t);
    }
    assert_int_equal(vy_mega_read(m, 0, 2 * MOST, words), VY_OK);
    for (uint32_t t = 0; t < MOST; t++)
        assert_int_equal(words[2 * t + 1], 100 + t);
    assert_int_equal(vy_mega_tenant_mask(m, LAST, false), VY_OK);
    expect(m, (vy_mega_item){TWICE, LAST, 0, {1}}, VY_MEGA_REFUSED, VY_MEGA_REFUSED_MASK, 0);
    expect(m, (vy_mega_item){TWICE, LAST - 1, 0, {1}}, VY_MEGA_DONE, 0, 2);
    assert_int_equal(vy_mega_tenant_unregister(m, LAST, VY_FOREVER), VY_OK);
    a = settled(m);
    for (uint32_t t = 0; t < MOST; t++) {
        assert_int_equal(vy_mega_account_published(&a, t), t >= LAST - 1 ? 4 : 3);
        assert_int_equal(vy_mega_account_ended(&a, t), vy_mega_account_published(&a, t));
    }
    // A number behind the last, which the host does not let through: spoilt memory.
    if (!m->gpu) {
        hold(m);
        vy_mega_item item = {TWICE, 5, 2, {1}};
        assert_int_equal(
            vy_mega_publish_batch(m,
                                  vy_mega_publish_params(.items = &item, .count = 1, .keep = true,
                                                         .tickets = &ticket),
                                  NULL),
            VY_OK);
        uint32_t slot = vyi_ring_slot(m, 2, (ticket >> 3) - 1);
        atomic_store(&m->shared.sub[slot * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_TENANT], MOST + 5);
        atomic_fetch_sub(&m->tenants[5].published, 1);
        atomic_fetch_add(&m->tenants[LAST].published, 1); // it is counted there
        set_word(m, 1, 1);
        assert_int_equal(
            vy_mega_wait(m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r),
            VY_OK);
        assert_int_equal(r.status, VY_MEGA_REFUSED);
        assert_int_equal(r.code, VY_MEGA_REFUSED_TENANT);
    }
    vy_mega_destroy(&m);
}

/// Over and over with a slot in hand that yields: what goes on begins anywhere in that.
static void parking_with_work_in_hand_loses_nothing(void **state)
{
    const uint32_t rounds = ring_is_slow() ? 30 : 3000;
    vy_mega *m = make_busy(*state);
    const struct vyi_ring_kernel same = m->kernel;
    struct rng rng = rng_make(8, 3);
    for (uint32_t i = 0; i < rounds; i++) {
        vy_mega_account a, before;
        assert_int_equal(vy_mega_report(m, &before), VY_OK);
        vyi_ring_change(m, &same);
        bool seen = rng_below(&rng, 4) == 0;
        do // it goes on
            assert_int_equal(vy_mega_report(m, &a), VY_OK);
        while (seen && a.again == before.again);
    }
    set_word(m, 3, 1);
    assert_true(settled(m).again > 0);
    vy_mega_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slot_that_runs_for_too_long_is_stopped),
        cmocka_unit_test_setup_teardown(one_writer_a_word, setup, teardown),
        cmocka_unit_test_setup_teardown(slots_and_ends_in_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(many_slots_in_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(claims_are_bounded, setup, teardown),
        cmocka_unit_test_setup_teardown(tenants_keep_to_their_words, setup, teardown),
        cmocka_unit_test_setup_teardown(as_many_tenants_as_there_are, setup, teardown),
        cmocka_unit_test_setup_teardown(a_batch_ends_however_its_slots_do, setup, teardown),
        cmocka_unit_test_setup_teardown(parking_loses_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_busy_worker_parks_when_told, setup, teardown),
        cmocka_unit_test_setup_teardown(opcodes_come_to_the_kernel_first, setup, teardown),
        cmocka_unit_test_setup_teardown(parking_with_work_in_hand_loses_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(membarrier_may_be_forbidden_meanwhile, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
