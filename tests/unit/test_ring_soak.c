// Slots by the million with random tenants, priorities, opcodes, faults, yields and requeues, by
// several threads while the kernel runs: each ends exactly once and with the right value, and those
// of a priority and tenant run in order where one worker runs them.
//   test_ring_soak [DEVICE [SLOTS [THREADS [SEED]]]]
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/ring.h"
#include "support/rng.h"

enum {
    TENANTS = 8,
    MASKED = 6, ///< all of this one's are refused
    TIGHT = 7,  ///< has a quota: some of this one's are
    MOST_THREADS = 16,
    BATCH = 24,
    WINDOW = 8,                         ///< batches of a thread that are under way
    SUM = 0,                            ///< words of a tenant: what was added,
    PLACE,                              ///< in which place a slot ran, by priority,
    CELLS = PLACE + VY_MEGA_PRIORITIES, ///< and a count of runs for each slot that yields
    WORDS = CELLS + MOST_THREADS * WINDOW * BATCH
};

static const char *device_name = "cpu";
static uint64_t slots = 60000, seed = 1;
static uint32_t thread_count = 4;

struct batch {
    vy_mega_item items[BATCH];
    vy_ticket tickets[BATCH];
    uint32_t count; ///< 0: it is not under way
};

struct publisher {
    vy_mega *mega;
    pthread_t thread;
    struct rng rng;
    uint32_t number;
    bool ordered; ///< one worker: places rise
    uint64_t slots;
    uint64_t done, faulted, refused;
    uint32_t added[TENANTS];
    uint32_t place[TENANTS][VY_MEGA_PRIORITIES];
    struct batch batches[WINDOW];
    char wrong[160]; ///< empty: nothing
};

// ---- what is published ----
static vy_mega_item random_item(struct publisher *p, uint32_t cell)
{
    static const uint32_t opcodes[] = {
        VY_MEGA_OP_NOP,   TWICE, TWICE, YIELDS, FAULTS, ORDER, VY_MEGA_OP_ATOMIC_ADD,
        VY_MEGA_OP_PACKED};
    vy_mega_item item = {.opcode = opcodes[rng_below(&p->rng, 8)]};
    item.tenant = rng_below(&p->rng, TENANTS);
    item.priority = rng_below(&p->rng, VY_MEGA_PRIORITIES);
    uint32_t value = rng_below(&p->rng, 1000), times = rng_below(&p->rng, 4);
    if (item.tenant == TIGHT && item.opcode != TWICE)
        item.opcode = VY_MEGA_OP_NOP; // whether it runs is not known
    if (item.opcode == YIELDS) {
        item.args[0] = CELLS + cell;
        item.args[1] = times;
    } else if (item.opcode == FAULTS) {
        item.args[0] = 256 + value;
    } else if (item.opcode == VY_MEGA_OP_ATOMIC_ADD) {
        item.args[0] = value;
        item.args[1] = SUM;
    } else if (item.opcode == VY_MEGA_OP_PACKED) { // adds, then doubles
        item.args[0] = 2 | 2 << 8 | VY_MEGA_OP_ATOMIC_ADD << 16;
        item.args[1] = TWICE;
        item.args[2] = value;
        item.args[3] = SUM;
    } else if (item.opcode == ORDER) {
        item.args[0] = PLACE + item.priority;
    } else {
        item.args[0] = value;
    }
    return item;
}

/// `order` of the other tests counts in word 0; this one where it is told.
static const char places_text[] =
    "fn places(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, atomic_add(obs[args[0]], 1)\n"
    "}\n";

// ---- what should come of it ----
static bool right(const vy_mega_item *item, const vy_mega_result *got)
{
    const uint32_t *a = item->args;
    if (item->tenant == MASKED)
        return got->status == VY_MEGA_REFUSED && got->code == VY_MEGA_REFUSED_MASK;
    if (item->tenant == TIGHT && got->status == VY_MEGA_REFUSED)
        return got->code == VY_MEGA_REFUSED_QUOTA;
    if (item->opcode == FAULTS)
        return got->status == VY_MEGA_FAULT && got->code == a[0];
    if (got->status != VY_MEGA_DONE || got->code)
        return false;
    if (item->opcode == TWICE)
        return got->result == a[0] * 2;
    if (item->opcode == VY_MEGA_OP_PACKED)
        return got->result == a[2] * 2;
    if (item->opcode == YIELDS)
        return got->result == a[1];
    return item->opcode != VY_MEGA_OP_NOP || got->result == 0;
}

static bool account_for(struct publisher *p, const vy_mega_item *item, const vy_mega_result *got)
{
    bool good = right(item, got);
    if (got->status == VY_MEGA_DONE && item->opcode == VY_MEGA_OP_ATOMIC_ADD)
        p->added[item->tenant] += item->args[0];
    if (got->status == VY_MEGA_DONE && item->opcode == VY_MEGA_OP_PACKED)
        p->added[item->tenant] += item->args[2];
    if (got->status == VY_MEGA_DONE && item->opcode == ORDER && p->ordered) {
        uint32_t *last = &p->place[item->tenant][item->priority];
        good &= got->result >= *last;
        *last = got->result + 1;
    }
    p->done += got->status == VY_MEGA_DONE;
    p->faulted += got->status == VY_MEGA_FAULT;
    p->refused += got->status == VY_MEGA_REFUSED;
    if (!good)
        snprintf(p->wrong, sizeof p->wrong,
                 "opcode %#x, tenant %u, priority %u, args %u %u: status %u, code %u, result %u",
                 item->opcode, item->tenant, item->priority, item->args[0], item->args[1],
                 got->status, got->code, got->result);
    return good;
}

// ---- a thread ----
static bool went_wrong(struct publisher *p, const char *call, vy_status status)
{
    snprintf(p->wrong, sizeof p->wrong, "%s: %s", call, vy_status_text(status));
    return false;
}

static bool collect(struct publisher *p, uint32_t window)
{
    struct batch *b = &p->batches[window];
    vy_mega_result got;
    for (uint32_t i = 0; i < b->count; i++) {
        vy_status status = vy_mega_wait(
            p->mega, vy_mega_wait_params(.ticket = b->tickets[i], .timeout_ms = VY_FOREVER), &got);
        if (status)
            return went_wrong(p, "wait", status);
        if (!account_for(p, &b->items[i], &got))
            return false;
    }
    b->count = 0;
    return true;
}

/// The oldest batch after `window` that is under way; false: something went wrong.
static bool collect_oldest(struct publisher *p, uint32_t window)
{
    for (uint32_t i = 1; i < WINDOW; i++)
        if (p->batches[(window + i) % WINDOW].count)
            return collect(p, (window + i) % WINDOW);
    return true;
}

/// Where there is no room, others may wait for what this thread has not looked at yet.
static bool publish(struct publisher *p, uint32_t window, uint32_t count)
{
    struct batch *b = &p->batches[window];
    vy_mega_publish_params params = {.size = sizeof(vy_mega_publish_params),
                                     .items = b->items,
                                     .count = count,
                                     .keep = true,
                                     .tickets = b->tickets};
    vy_status status;
    for (uint32_t i = 0; i < count; i++)
        b->items[i] = random_item(p, (p->number * WINDOW + window) * BATCH + i);
    while ((status = vy_mega_publish_batch(p->mega, &params, NULL)) == VY_ERROR_BUSY) {
        if (!collect_oldest(p, window))
            return false;
        params.timeout_ms = 1;
    }
    b->count = status ? 0 : count;
    return status ? went_wrong(p, "publish", status) : true;
}

static void *publish_many(void *user)
{
    struct publisher *p = user;
    bool good = true;
    uint32_t window = 0;
    for (uint64_t left = p->slots; left && good; window = (window + 1) % WINDOW) {
        uint32_t n = 1 + rng_below(&p->rng, BATCH);
        n = n < left ? n : (uint32_t)left;
        good = collect(p, window) && publish(p, window, n);
        left -= n;
    }
    for (uint32_t i = 0; i < WINDOW && good; i++)
        good = collect(p, (window + i) % WINDOW);
    return NULL;
}

// ---- all of them ----
static vy_mega *make_ring(struct fixture *f, uint32_t workers)
{
    vy_mega_handler mine[HANDLERS];
    vy_mega *m = NULL;
    memcpy(mine, handlers, sizeof mine);
    for (size_t i = 0; i < HANDLERS; i++)
        if (mine[i].opcode == ORDER)
            mine[i] = (vy_mega_handler){ORDER, VY_MEGA_LANE, "places", places_text};
    assert_int_equal(
        vy_mega_create(f->device,
                       vy_mega_live_params(.slots = 256, .workers = workers,
                                           .observables = TENANTS * WORDS, .handlers = mine,
                                           .handler_count = HANDLERS),
                       &m),
        VY_OK);
    assert_int_equal(vy_mega_tenant_unregister(m, 0, VY_FOREVER), VY_OK); // it has all words
    for (uint32_t t = 0; t < TENANTS; t++)
        assert_int_equal(
            vy_mega_tenant_register(
                m, vy_mega_tenant_params(.tenant = t, .base = t * WORDS, .count = WORDS,
                                         .disabled = t == MASKED, .quota = t == TIGHT ? 5 : 0)),
            VY_OK);
    return m;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// What all threads saw is what the megakernel counted, and what was added was added once.
static void compare(vy_mega *m, const struct publisher *p, uint64_t count, double seconds)
{
    vy_mega_account a = settled(m);
    uint64_t done = 0, faulted = 0, refused = 0;
    for (uint32_t i = 0; i < thread_count; i++) {
        if (*p[i].wrong)
            print_message("thread %u of %u: %s\n", i, thread_count, p[i].wrong);
        assert_false(*p[i].wrong);
        done += p[i].done, faulted += p[i].faulted, refused += p[i].refused;
    }
    assert_int_equal(a.published, count);
    assert_int_equal(a.done, done);
    assert_int_equal(a.faulted, faulted);
    assert_int_equal(a.refused, refused);
    for (uint32_t t = 0; t < TENANTS; t++) {
        uint32_t sum, added = 0;
        assert_int_equal(a.tenant_published[t], a.tenant_ended[t]);
        assert_int_equal(vy_mega_read(m, t * WORDS + SUM, 1, &sum), VY_OK);
        for (uint32_t i = 0; i < thread_count; i++)
            added += p[i].added[t];
        assert_int_equal(sum, added);
    }
    print_message("%llu slots by %u threads on %s, seed %llu: %llu done, %llu faulted, %llu "
                  "refused, %llu runs again, %.1f s\n",
                  (unsigned long long)count, thread_count, device_name, (unsigned long long)seed,
                  (unsigned long long)done, (unsigned long long)faulted,
                  (unsigned long long)refused, (unsigned long long)a.again, seconds);
}

static void soak(struct fixture *f, uint32_t workers, uint64_t count)
{
    vy_mega *m = make_ring(f, workers);
    struct publisher *p = calloc(thread_count, sizeof *p);
    assert_non_null(p);
    double start = now_s();
    for (uint32_t i = 0; i < thread_count; i++) {
        p[i].mega = m;
        p[i].rng = rng_make(seed + workers, i);
        p[i].number = i;
        p[i].ordered = workers == 1;
        p[i].slots = count / thread_count + (i < count % thread_count);
        assert_int_equal(pthread_create(&p[i].thread, NULL, publish_many, &p[i]), 0);
    }
    for (uint32_t i = 0; i < thread_count; i++)
        pthread_join(p[i].thread, NULL);
    compare(m, p, count, now_s() - start);
    free(p);
    vy_mega_destroy(&m);
}

/// A tenth of them by one worker, which runs slots in the order of their claims.
static void each_exactly_once(void **state)
{
    struct fixture f = {0};
    (void)state;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f.log), &f.context),
        VY_OK);
    assert_int_equal(vy_device_open(f.context, vy_device_params(.name = device_name), &f.device),
                     VY_OK);
    soak(&f, 1, slots / 10);
    soak(&f, strcmp(device_name, "cpu") ? 0 : 3, slots - slots / 10);
    vy_device_close(&f.device);
    vy_context_destroy(&f.context);
}

int main(int argc, char **argv)
{
    const char *soaked = getenv("VYRE_SOAK_COUNT");
    if (argc > 1)
        device_name = argv[1];
    slots = argc > 2 ? strtoull(argv[2], NULL, 10)
            : soaked ? 1000 * strtoull(soaked, NULL, 10)
                     : slots;
    thread_count = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : thread_count;
    seed = argc > 4 ? strtoull(argv[4], NULL, 10) : seed;
    if (!slots || !thread_count || thread_count > MOST_THREADS) {
        fprintf(stderr, "test_ring_soak [DEVICE [SLOTS [THREADS [SEED]]]], at most %d threads\n",
                MOST_THREADS);
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_exactly_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
