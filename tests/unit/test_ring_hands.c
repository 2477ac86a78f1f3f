// Hands of the live megakernel on a GPU that are larger than a subgroup: those of quick slots end
// as a whole, with one fence, and everything else has to be as it is one slot at a time. Without a
// GPU, on the driver that interprets PTX.
//   test_ring_hands [TEST]
#include "support/gpu.h"
#include "support/ring_late.h"
#include "support/rng.h"

#include <stdio.h>

enum {
    HAND = 128,  ///< the largest
    RING = 1024, ///< slots of most rings here
    MANY = 800,  ///< slots: enough for hands of that size, however small the first one is
    ADD = VY_MEGA_OP_ATOMIC_ADD,
    SUM = 3, ///< the word that they add to
    LEVEL = VY_MEGA_NORMAL
};

static bool real; ///< a GPU is here

// ---- what the kernel has in its memory ----
/// Hands that the first worker was given so far.
static uint32_t hands(vy_mega *m)
{
    uint64_t post = 0;
    assert_int_equal(vyi_device_download(m->device, m->buffers.device[RING_POST], 8, &post, 8),
                     VY_OK);
    return (uint32_t)(post >> 46);
}

/// Until the poller has told the first worker that something urgent waits.
static void wait_for_press(vy_mega *m)
{
    enum { OWN = 480, PRESS = 40 };
    uint32_t press;
    do
        assert_int_equal(vyi_device_download(m->device, m->buffers.device[RING_OWN],
                                             (OWN + PRESS) * 4, &press, 4),
                         VY_OK);
    while (!press);
}

// ---- publishing ----
static void publish(vy_mega *m, const vy_mega_item *items, uint32_t count, vy_ticket *tickets,
                    uint64_t *epoch)
{
    assert_int_equal(
        vy_mega_publish_batch(m,
                              vy_mega_publish_params(.items = items, .count = count,
                                                     .timeout_ms = VY_FOREVER,
                                                     .keep = tickets != NULL, .tickets = tickets),
                              epoch),
        VY_OK);
}

/// All slots the same.
static void publish_same(vy_mega *m, vy_mega_item item, uint32_t count, vy_ticket *tickets)
{
    vy_mega_item items[RING];
    assert_true(count <= RING);
    for (uint32_t i = 0; i < count; i++)
        items[i] = item;
    publish(m, items, count, tickets, NULL);
}

static void drain(vy_mega *m)
{
    assert_int_equal(vy_mega_drain(m, VY_FOREVER), VY_OK);
}

/// Until its hands are as large as they become.
static void warm(vy_mega *m)
{
    for (int i = 0; i < 3; i++) {
        publish_same(m, (vy_mega_item){.priority = LEVEL}, MANY, NULL);
        drain(m);
    }
}

/// Beside tenant 0: `WORDS` words each, behind one another.
enum { TENANTS = 5, WORDS = 16 };
static void register_others(vy_mega *m)
{
    for (uint32_t t = 1; t < TENANTS; t++)
        assert_int_equal(
            vy_mega_tenant_register(
                m, vy_mega_tenant_params(.tenant = t, .base = t * WORDS, .count = WORDS)),
            VY_OK);
}

static vy_mega_result seen(vy_mega *m, vy_ticket ticket)
{
    vy_mega_result r = {0};
    assert_int_equal(
        vy_mega_wait(m, vy_mega_wait_params(.ticket = ticket, .timeout_ms = VY_FOREVER), &r),
        VY_OK);
    return r;
}

static uint32_t word(vy_mega *m, uint32_t at)
{
    uint32_t value;
    assert_int_equal(vy_mega_read(m, at, 1, &value), VY_OK);
    return value;
}

// ---- tests ----
static void hands_grow(void **state)
{
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    warm(m);
    uint32_t before = hands(m);
    publish_same(m, (vy_mega_item){ADD, 0, LEVEL, {2, SUM}}, MANY, NULL);
    drain(m);
    // As few as there can be; where one comes before the publication is whole, one more.
    assert_in_range((hands(m) - before) & 0x3ffff, 1, MANY / HAND + 2);
    assert_int_equal(word(m, SUM), 2 * MANY);
    settled(m);
    vy_mega_destroy(&m);
}

/// Whose slots they are makes no difference, where all are quick and nobody is limited.
static void hands_of_several_tenants(void **state)
{
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    vy_mega_item items[MANY];
    vy_ticket tickets[MANY];
    uint32_t sums[TENANTS] = {0};
    register_others(m);
    warm(m);
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t tenant = i * 7 / 3 % TENANTS;
        items[i] = (vy_mega_item){ADD, tenant, LEVEL, {i, SUM}};
        sums[tenant] += i;
    }
    uint32_t before = hands(m);
    publish(m, items, MANY, tickets, NULL);
    drain(m);
    assert_in_range((hands(m) - before) & 0x3ffff, 1, MANY / HAND + 2);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(seen(m, tickets[i]).status, VY_MEGA_DONE);
    vy_mega_account a = settled(m);
    for (uint32_t t = 0; t < TENANTS; t++) {
        assert_int_equal(word(m, t * WORDS + SUM), sums[t]);
        assert_int_equal(a.tenant_ended[t], a.tenant_published[t]);
    }
    vy_mega_destroy(&m);
}

/// Tenants beside 0, on the words of that one: they count together.
static void add_tenants(vy_mega *m, uint32_t count)
{
    for (uint32_t t = 1; t < count; t++)
        assert_int_equal(
            vy_mega_tenant_register(m, vy_mega_tenant_params(.tenant = t, .count = WORDS)), VY_OK);
}

/// Quick ones of three tenants, and at the end, or between them, handlers of each in turn: those
/// take turns, slot by slot, and each tenant's keep their order.
static void tenants_take_turns_behind_quick_ones(void **state)
{
    enum { QUICK = 150, EACH = 40, THREE = 3, ALL = QUICK + THREE * EACH };
    for (uint32_t apart = 0; apart < 2; apart++) {
        vy_mega *m =
            make(*state, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
        vy_mega_item items[ALL];
        vy_ticket tickets[ALL];
        uint32_t count = 0;
        add_tenants(m, THREE);
        warm(m);
        for (uint32_t i = 0; i < QUICK; i++)
            items[count++] = (vy_mega_item){ADD, i % THREE, LEVEL, {1, SUM}};
        for (uint32_t i = 0; i < THREE * EACH; i++) // one tenant's after the other's
            items[count++] = (vy_mega_item){ORDER, i / EACH, LEVEL, {0}};
        hold(m);
        if (apart)
            for (uint32_t i = 0; i < ALL; i++)
                publish(m, &items[i], 1, &tickets[i], NULL);
        else
            publish(m, items, ALL, tickets, NULL);
        set_word(m, 1, 1);
        for (uint32_t i = 0; i < ALL; i++) {
            vy_mega_result r = seen(m, tickets[i]);
            assert_int_equal(r.status, VY_MEGA_DONE);
            uint32_t place = (i - QUICK) % EACH * THREE;
            if (i >= QUICK)
                assert_in_range(r.result, place, place + THREE - 1);
        }
        assert_int_equal(word(m, SUM), QUICK);
        settled(m);
        vy_mega_destroy(&m);
    }
}

/// Tenants with more and with less to do: each round has one slot of each that has some left.
static void turns_of_those_that_have_some_left(void **state)
{
    static const uint32_t each[] = {50, 5, 33, 12, 1};
    enum { ALL = 50 + 5 + 33 + 12 + 1 };
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    vy_mega_item items[ALL];
    vy_ticket tickets[ALL];
    uint32_t count = 0;
    add_tenants(m, TENANTS);
    for (uint32_t t = 0; t < TENANTS; t++)
        for (uint32_t i = 0; i < each[t]; i++)
            items[count++] = (vy_mega_item){ORDER, t, LEVEL, {0}};
    warm(m);
    hold(m);
    publish(m, items, ALL, tickets, NULL);
    set_word(m, 1, 1);
    count = 0;
    for (uint32_t t = 0; t < TENANTS; t++)
        for (uint32_t i = 0; i < each[t]; i++) {
            uint32_t before = 0, beside = 0;
            for (uint32_t other = 0; other < TENANTS; other++) {
                before += each[other] < i ? each[other] : i;
                beside += each[other] > i;
            }
            assert_in_range(seen(m, tickets[count++]).result, before, before + beside - 1);
        }
    settled(m);
    vy_mega_destroy(&m);
}

/// A tenant is switched off and on, and has a quota and none, between publications.
static void several_tenants_keep_to_their_words(void **state)
{
    enum { EACH = 60 };
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 2});
    register_others(m);
    uint32_t sums[TENANTS] = {0};
    for (uint32_t round = 0; round < 12; round++) {
        vy_mega_item items[TENANTS * EACH];
        vy_ticket tickets[TENANTS * EACH];
        uint32_t off = 1 + round % 3, tight = 4, ended = 0;
        bool limits = round % 2;
        if (limits) {
            assert_int_equal(vy_mega_tenant_mask(m, off, false), VY_OK);
            assert_int_equal(vy_mega_tenant_quota(m, tight, 1), VY_OK);
        }
        for (uint32_t i = 0; i < TENANTS * EACH; i++)
            items[i] = (vy_mega_item){ADD, i % TENANTS, LEVEL, {i + round, SUM}};
        publish(m, items, TENANTS * EACH, tickets, NULL);
        for (uint32_t i = 0; i < TENANTS * EACH; i++) {
            vy_mega_result r = seen(m, tickets[i]);
            uint32_t tenant = items[i].tenant;
            bool refused = r.status == VY_MEGA_REFUSED;
            assert_true(refused || r.status == VY_MEGA_DONE);
            if (tenant != tight || !limits)
                assert_int_equal(refused, limits && tenant == off);
            ended += refused && tenant == tight;
            sums[tenant] += refused ? 0 : i + round;
        }
        assert_true(!ended || limits);
        assert_true(!limits || ended > 0); // they came at once, and one may be in flight
        assert_int_equal(vy_mega_tenant_mask(m, off, true), VY_OK);
        assert_int_equal(vy_mega_tenant_quota(m, tight, 0), VY_OK);
    }
    for (uint32_t t = 0; t < TENANTS; t++)
        assert_int_equal(word(m, t * WORDS + SUM), sums[t]);
    settled(m);
    vy_mega_destroy(&m);
}

/// Rings in which a hand goes round, batches that end within it, every kind of quick slot.
static void every_slot_ends_with_its_own_values(void **state)
{
    static const uint32_t sizes[] = {64, 128, 256, 512};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        vy_mega *m =
            make(*state, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .slots = sizes[k], .workers = 2});
        uint32_t sum = 0, published = 0;
        for (uint32_t round = 0; round < 12; round++) {
            vy_mega_item items[512];
            vy_ticket tickets[512];
            uint32_t count = 1 + (round * 73 + 60) % sizes[k];
            for (uint32_t i = 0; i < count; i++) {
                uint32_t at = 8 + i;
                const vy_mega_item each[] = {
                    {.priority = LEVEL},
                    {ADD, 0, LEVEL, {round + i, SUM}},
                    {VY_MEGA_OP_STORE_U32, 0, LEVEL, {i * 7 + round, at}},
                    {VY_MEGA_OP_LOAD_U32, 0, LEVEL, {5000}},
                    {VY_MEGA_OP_COMPARE_SWAP, 0, LEVEL, {at, 0, i + 1}},
                };
                items[i] = each[i % 5];
                sum += i % 5 == 1 ? round + i : 0;
            }
            publish(m, items, count, tickets, NULL);
            for (uint32_t i = 0; i < count; i++) {
                vy_mega_result r = seen(m, tickets[i]);
                bool faults = i % 5 == 3; // there is no such word
                assert_int_equal(r.status, faults ? VY_MEGA_FAULT : VY_MEGA_DONE);
                assert_int_equal(r.code, faults ? VY_MEGA_FAULT_BOUNDS : 0);
                if (i % 5 == 4 && round)
                    assert_true(r.result == 0 || r.result == i + 1);
                if (i % 5 == 2)
                    assert_int_equal(word(m, 8 + i), i * 7 + round);
            }
            published += count;
        }
        assert_int_equal(word(m, SUM), sum);
        vy_mega_account a = settled(m);
        assert_int_equal(a.published, published);
        assert_int_equal(a.metrics[ADD] + a.metrics[0] > 0, 1);
        vy_mega_destroy(&m);
    }
}

/// Many batches in one hand, more than a subgroup has lanes, some of them in two hands.
static void batches_end_within_a_hand(void **state)
{
    enum { BATCHES = 250 };
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    uint64_t epochs[BATCHES];
    vy_ticket tickets[BATCHES][3];
    hold(m);
    for (uint32_t i = 0; i < BATCHES; i++) {
        const vy_mega_item one = {ADD, 0, LEVEL, {1, SUM}}, items[] = {one, one, one};
        publish(m, items, 1 + i % 3, tickets[i], &epochs[i]);
    }
    set_word(m, 1, 1);
    for (uint32_t i = 0; i < BATCHES; i++) {
        assert_int_equal(
            vy_mega_wait(m, vy_mega_wait_params(.epoch = epochs[i], .timeout_ms = VY_FOREVER),
                         NULL),
            VY_OK);
        for (uint32_t k = 0; k < 1 + i % 3; k++) {
            vy_mega_result r;
            assert_int_equal(vy_mega_poll(m, tickets[i][k], &r), VY_OK);
            assert_int_equal(r.status, VY_MEGA_DONE);
        }
    }
    assert_int_equal(settled(m).epoch, epochs[BATCHES - 1]);
    vy_mega_destroy(&m);
}

/// One that is not quick, in each place of a hand.
static void a_slow_one_anywhere(void **state)
{
    static const uint32_t opcodes[] = {TWICE, FAULTS, VY_MEGA_OP_PRINTF, YIELDS, ODD};
    vy_mega *m = make(*state, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                                    .slots = RING,
                                                    .workers = 1,
                                                    .log_records = 1024});
    uint32_t sum = 0;
    for (uint32_t place = 0; place < HAND; place += real ? 1 : 1 + (place % 32 > 1) * 9) {
        vy_mega_item items[HAND];
        vy_ticket tickets[HAND];
        uint32_t slow = opcodes[place % 5];
        for (uint32_t i = 0; i < HAND; i++)
            items[i] = (vy_mega_item){ADD, 0, LEVEL, {i, SUM}};
        items[place] = (vy_mega_item){slow, 0, LEVEL, {300 + place}};
        if (slow == YIELDS)
            items[place].args[0] = 5, items[place].args[1] = 3;
        warm(m);
        uint32_t before = hands(m);
        publish(m, items, HAND, tickets, NULL);
        for (uint32_t i = 0; i < HAND; i++) {
            vy_mega_result r = seen(m, tickets[i]);
            uint32_t code = i != place ? 0 : slow == FAULTS ? 300 + i : slow == ODD ? 3 : 0;
            assert_int_equal(r.status, code ? VY_MEGA_FAULT : VY_MEGA_DONE);
            assert_int_equal(r.code, code);
            if (i == place && slow == TWICE)
                assert_int_equal(r.result, 2 * (300 + i));
            if (i == place && slow == YIELDS)
                assert_int_equal(r.result, 3);
            sum += i != place ? i : 0;
        }
        drain(m);
        assert_in_range((hands(m) - before) & 0x3ffff, 1, slow == YIELDS ? 4 : 1);
        assert_int_equal(word(m, SUM), sum);
    }
    settled(m);
    vy_mega_destroy(&m);
}

/// Also those that the last lane of a worker would have to run, which runs none.
static void slow_ones_keep_their_order(void **state)
{
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    for (uint32_t step = 1; step < 32; step += 6) {
        vy_mega_item items[HAND];
        vy_ticket tickets[HAND];
        uint32_t next = word(m, 0);
        for (uint32_t i = 0; i < HAND; i++)
            items[i] =
                (vy_mega_item){i % 32 == 31 || i % step == 0 ? ORDER : ADD, 0, LEVEL, {1, SUM}};
        warm(m);
        uint32_t before = hands(m);
        publish(m, items, HAND, tickets, NULL);
        for (uint32_t i = 0; i < HAND; i++) {
            vy_mega_result r = seen(m, tickets[i]);
            assert_int_equal(r.status, VY_MEGA_DONE);
            if (items[i].opcode == ORDER)
                assert_int_equal(r.result, next++);
        }
        assert_int_equal((hands(m) - before) & 0x3ffff, 1); // none went back
    }
    settled(m);
    vy_mega_destroy(&m);
}

/// Slots of a hand of the largest size: the one in `place` waits until obs[1] is set.
static void publish_held(vy_mega *m, uint32_t place, vy_mega_item others, vy_mega_item slow,
                         vy_ticket *tickets)
{
    vy_mega_item items[HAND];
    for (uint32_t i = 0; i < HAND; i++)
        items[i] = i % 32 == 17 && i != place ? slow : others;
    items[place] = (vy_mega_item){WAITS, 0, LEVEL, {1}};
    set_word(m, 1, 0);
    publish(m, items, HAND, tickets, NULL);
    uint32_t slot = vyi_ring_slot(m, LEVEL, (tickets[place] >> 3) - 1);
    while ((uint32_t)atomic_load(&m->shared.mirror[RING_MIRROR_WORDS + MIRROR_RUNNING]) != slot + 1)
        ;
}

/// What a worker has not begun goes back when something urgent comes, and keeps its order.
static void urgent_ones_go_between(void **state)
{
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    const vy_mega_item add = {ADD, 0, LEVEL, {1, SUM}}, order = {ORDER, 0, LEVEL, {0}};
    for (uint32_t place = 5; place < HAND; place += 40) {
        vy_ticket tickets[HAND], urgent;
        uint32_t sum = word(m, SUM), last = word(m, 0);
        warm(m);
        publish_held(m, place, add, order, tickets);
        assert_int_equal(vy_mega_publish_batch(
                             m,
                             vy_mega_publish_params(.items = &(vy_mega_item){ORDER, 0, 0, {0}},
                                                    .count = 1, .keep = true, .tickets = &urgent),
                             NULL),
                         VY_OK);
        wait_for_press(m);
        set_word(m, 1, 1);
        vy_mega_result u = seen(m, urgent);
        assert_int_equal(u.status, VY_MEGA_DONE);
        for (uint32_t i = 0; i < HAND; i++) {
            vy_mega_result r = seen(m, tickets[i]);
            assert_int_equal(r.status, VY_MEGA_DONE);
            if (i % 32 != 17)
                continue;
            assert_true(i < place ? r.result < u.result : r.result > u.result);
            assert_true(r.result >= last);
            last = r.result + 1;
        }
        assert_int_equal(word(m, SUM) - sum, HAND - 5);
    }
    settled(m);
    vy_mega_destroy(&m);
}

/// What was begun is stopped, what was not is cancelled, what is over stands.
static void an_abort_in_the_middle(void **state)
{
    for (uint32_t place = 40; place < HAND; place += 32) {
        vy_mega *m =
            make(*state, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
        const vy_mega_item add = {ADD, 0, LEVEL, {1, SUM}};
        vy_ticket tickets[HAND];
        warm(m);
        publish_held(m, place, add, add, tickets);
        assert_int_equal(vy_mega_shutdown(m, true, VY_FOREVER), VY_OK);
        uint32_t done = (place / 32 + 1) * 32;
        for (uint32_t i = 0; i < HAND; i++)
            assert_int_equal(seen(m, tickets[i]).status, i == place ? VY_MEGA_FAULT
                                                         : i < done ? VY_MEGA_DONE
                                                                    : VY_MEGA_CANCELLED);
        assert_int_equal(word(m, SUM), done - 1);
        vy_mega_account a = settled(m);
        assert_int_equal(a.cancelled, HAND - done);
        assert_int_equal(a.faulted, 1);
        vy_mega_destroy(&m);
    }
}

/// Handlers that are stopped, and fail, one after the other in one hand: the rest is done once.
static void stop_in(struct fixture *f, const uint32_t *places)
{
    vy_mega *m = make(f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params),
                                               .slots = RING,
                                               .workers = 1,
                                               .deadline_ms = PATIENT_MS});
    vy_mega_item items[HAND];
    vy_ticket tickets[HAND];
    uint32_t adds = 0, orders = 0;
    warm(m);
    for (uint32_t i = 0; i < HAND; i++)
        items[i] = (vy_mega_item){i % 9 == 1 ? ORDER : ADD, 0, LEVEL, {1, SUM}};
    for (uint32_t k = 0; k < 6; k++)
        items[places[k]] = (vy_mega_item){k % 2 ? ASSERTS : ENDLESS, 0, LEVEL, {1}};
    for (uint32_t i = 0; i < HAND; i++) {
        adds += items[i].opcode == ADD;
        orders += items[i].opcode == ORDER;
    }
    publish(m, items, HAND, tickets, NULL);
    for (uint32_t i = 0; i < HAND; i++) {
        vy_mega_result r = ring_late_until(m, tickets[i]);
        uint32_t opcode = items[i].opcode;
        assert_int_equal(r.code, opcode == ENDLESS   ? VY_MEGA_FAULT_DEADLINE
                                 : opcode == ASSERTS ? VY_MEGA_FAULT_HANDLER
                                                     : 0);
    }
    assert_int_equal(word(m, SUM), adds);
    assert_int_equal(word(m, 0), orders);
    assert_int_equal(settled(m).faulted, 6);
    vy_mega_destroy(&m);
}

static void stopped_handlers_in_the_middle(void **state)
{
    // Among them the lane that tells how many of tenant 0 ended, and the last lane, behind which
    // all goes back; then neither.
    static const uint32_t some[] = {16, 31, 32 + 16, 70, 96 + 16, 127};
    static const uint32_t others[] = {5, 45, 50, 77, 96, 110};
    stop_in(*state, some);
    stop_in(*state, others);
}

/// The host makes up its mind to stop a worker just as its handler ends: the order would find it in
/// the next slot. The worker leaves by itself, and all goes on in the next launch.
static void one_that_ends_as_it_is_blamed(void **state)
{
    enum { DEAD = 63, PLACE = 5, LOOKS = 500 };
    vy_mega *m = make(
        *state,
        (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
    const vy_mega_item add = {ADD, 0, LEVEL, {1, SUM}}, order = {ORDER, 0, LEVEL, {0}};
    vy_ticket tickets[HAND];
    vy_mega_account a;
    uint32_t left;
    warm(m);
    publish_held(m, PLACE, add, order, tickets);
    // Long enough that the worker looks: by the kernel's own clock, which counts steps where it is
    // interpreted.
    uint64_t first = atomic_load(&m->shared.mirror[MIRROR_BEATS]);
    while (atomic_load(&m->shared.mirror[MIRROR_BEATS]) - first < LOOKS)
        ;
    assert_int_equal(vy_mega_report(m, &a), VY_OK);
    uint64_t stamp = atomic_load(&m->shared.mirror[RING_MIRROR_WORDS + MIRROR_RUNNING]) >> 32;
    atomic_fetch_or(&m->shared.tails[RING_COMMAND], RING_YIELD);
    atomic_store(&m->shared.tails[RING_BLAME + 1], stamp << 32 | VY_MEGA_FAULT_DEADLINE);
    set_word(m, 1, 1);
    for (uint32_t i = 0; i < HAND; i++)
        assert_int_equal(seen(m, tickets[i]).status, VY_MEGA_DONE);
    assert_int_equal(
        vyi_device_download(m->device, m->buffers.device[RING_OWN], (DEAD + 1) * 4, &left, 4),
        VY_OK);
    assert_int_equal(left, a.launches); // in which launch it did
    assert_int_equal(word(m, SUM), HAND - 5);
    settled(m);
    vy_mega_destroy(&m);
}

/// Slots of a tenant that is gone, alone and with those of one that came after it.
static void a_tenant_goes_another_comes(void **state)
{
    for (int another = 0; another < 2; another++) {
        vy_mega *m =
            make(*state, (vy_mega_live_params){
                             .size = sizeof(vy_mega_live_params), .slots = RING, .workers = 1});
        vy_ticket gone[MANY], there[100];
        hold(m);
        publish_same(m, (vy_mega_item){ADD, 0, LEVEL, {1, SUM}}, MANY, gone);
        assert_int_equal(vy_mega_tenant_unregister(m, 0, 0), VY_ERROR_BUSY);
        if (another) {
            assert_int_equal(vy_mega_tenant_register(
                                 m, vy_mega_tenant_params(.tenant = 4, .base = 16, .count = 16)),
                             VY_OK);
            publish_same(m, (vy_mega_item){ADD, 4, LEVEL, {1, SUM}}, 100, there);
        }
        set_word(m, 1, 1);
        for (uint32_t i = 0; i < MANY; i++)
            assert_int_equal(seen(m, gone[i]).status, VY_MEGA_CANCELLED);
        for (uint32_t i = 0; another && i < 100; i++)
            assert_int_equal(seen(m, there[i]).status, VY_MEGA_DONE);
        assert_int_equal(vy_mega_tenant_unregister(m, 0, VY_FOREVER), VY_OK);
        assert_int_equal(word(m, SUM), 0);
        assert_int_equal(word(m, 16 + SUM), another ? 100 : 0);
        vy_mega_account a = settled(m);
        assert_int_equal(a.cancelled, MANY);
        assert_int_equal(a.done, another ? 101 : 1);
        vy_mega_destroy(&m);
    }
}

/// Nothing is kept back when the kernel parks, again and again, with hands under way.
static void parking_keeps_nothing_back(void **state)
{
    vy_mega *m =
        make(*state,
             (vy_mega_live_params){
                 .size = sizeof(vy_mega_live_params), .slots = RING, .workers = 3, .idle_us = 1});
    const struct vyi_ring_kernel same = m->kernel;
    struct rng rng = rng_make(5, 2);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < (real ? 300 : 40); i++) {
        uint32_t count = 1 + rng_below(&rng, 500);
        publish_same(m, (vy_mega_item){ADD, 0, LEVEL, {1, SUM}}, count, NULL);
        sum += count;
        if (i % 3 == 0)
            vyi_ring_change(m, &same);
        if (i % 4 == 0)
            drain(m);
    }
    drain(m);
    assert_int_equal(word(m, SUM), sum);
    vy_mega_account a = settled(m);
    assert_int_equal(a.done, sum);
    assert_true(a.launches > 10);
    vy_mega_destroy(&m);
}

// ---- anything ----
struct feeder {
    vy_mega *mega;
    pthread_t thread;
    struct rng rng;
    uint32_t number, batches;
    uint32_t tenants, sums[TENANTS];
    const char *wrong; ///< NULL: nothing
};

static void check_end(struct feeder *f, const vy_mega_item *item, const vy_mega_result *r)
{
    uint32_t first = item->args[0];
    if (item->opcode == FAULTS ? r->status != VY_MEGA_FAULT || r->code != first
                               : r->status != VY_MEGA_DONE)
        f->wrong = "status";
    if ((item->opcode == TWICE && r->result != 2 * first) ||
        (item->opcode == VY_MEGA_OP_NOP && r->result != 0))
        f->wrong = "result";
}

static void *feed(void *user)
{
    enum { MOST = 300 };
    struct feeder *f = user;
    for (uint32_t i = 0; i < f->batches && !f->wrong; i++) {
        vy_mega_item items[MOST];
        vy_ticket tickets[MOST];
        uint32_t count = 1 + rng_below(&f->rng, MOST), rare = rng_below(&f->rng, 3) ? 1000 : 40;
        uint32_t level = rng_below(&f->rng, 8) ? LEVEL : rng_below(&f->rng, 5);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t value = 256 + rng_below(&f->rng, 999), tenant = rng_below(&f->rng, f->tenants);
            items[k] = (vy_mega_item){rng_below(&f->rng, 2) ? ADD : VY_MEGA_OP_NOP,
                                      tenant,
                                      level,
                                      {value, SUM + f->number}};
            if (!rng_below(&f->rng, rare))
                items[k].opcode = rng_below(&f->rng, 2) ? TWICE : FAULTS;
            f->sums[tenant] += items[k].opcode == ADD ? value : 0;
        }
        if (vy_mega_publish_batch(f->mega,
                                  vy_mega_publish_params(.items = items, .count = count,
                                                         .timeout_ms = VY_FOREVER, .keep = true,
                                                         .tickets = tickets),
                                  NULL))
            f->wrong = "publish";
        for (uint32_t k = 0; k < count && !f->wrong; k++) {
            vy_mega_result r = {0};
            if (vy_mega_wait(f->mega,
                             vy_mega_wait_params(.ticket = tickets[k], .timeout_ms = VY_FOREVER),
                             &r))
                f->wrong = "wait";
            check_end(f, &items[k], &r);
        }
    }
    return NULL;
}

static void feed_by_two(struct fixture *f, uint32_t tenants)
{
    vy_mega *m = make(
        f, (vy_mega_live_params){.size = sizeof(vy_mega_live_params), .slots = RING, .workers = 4});
    struct feeder feeders[2];
    if (tenants > 1)
        register_others(m);
    for (uint32_t i = 0; i < 2; i++) {
        feeders[i] = (struct feeder){m, .rng = rng_make(9, i), .number = i,
                                     .batches = real ? 5000 : 60, .tenants = tenants};
        assert_int_equal(pthread_create(&feeders[i].thread, NULL, feed, &feeders[i]), 0);
    }
    for (uint32_t i = 0; i < 2; i++) {
        pthread_join(feeders[i].thread, NULL);
        if (feeders[i].wrong)
            fail_msg("feeder %u: %s", i, feeders[i].wrong);
    }
    settled(m);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t t = 0; t < tenants; t++)
            assert_int_equal(word(m, t * WORDS + SUM + i), feeders[i].sums[t]);
    vy_mega_destroy(&m);
}

static void random_slots_of_one_tenant(void **state)
{
    feed_by_two(*state, 1);
}

static void random_slots_of_several_tenants(void **state)
{
    feed_by_two(*state, TENANTS);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(hands_grow),
        TEST(hands_of_several_tenants),
        TEST(tenants_take_turns_behind_quick_ones),
        TEST(turns_of_those_that_have_some_left),
        TEST(several_tenants_keep_to_their_words),
        TEST(every_slot_ends_with_its_own_values),
        TEST(batches_end_within_a_hand),
        TEST(a_slow_one_anywhere),
        TEST(slow_ones_keep_their_order),
        TEST(urgent_ones_go_between),
        TEST(an_abort_in_the_middle),
        TEST(stopped_handlers_in_the_middle),
        TEST(one_that_ends_as_it_is_blamed),
        TEST(a_tenant_goes_another_comes),
        TEST(parking_keeps_nothing_back),
        TEST(random_slots_of_one_tenant),
        TEST(random_slots_of_several_tenants),
    };
    int code;
    setenv("VYRE_RING_DEVICE", "cuda", 1);
    if (!gpu_or_interpreter(&code, &real))
        return code;
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
