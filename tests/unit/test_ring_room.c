// The host's side of the live megakernel alone: which slots may be used again, the lock of
// publishers, and their fence. There is no kernel: the test writes what one would.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mega/ring.h"
#include "support/rng.h"

enum { SLOTS = 64, LEVELS = VY_MEGA_PRIORITIES, SHARED = SLOTS * LEVELS };

struct bare {
    struct vy_mega m;
    vy_context *context;
    _Alignas(64) _Atomic uint32_t sub[SHARED * VY_MEGA_SLOT_WORDS];
    _Atomic uint32_t comp[SHARED * 4], rows[32 * 8], targets[RING_BATCHES], ends[RING_BATCHES];
    _Atomic uint32_t parks[16], home;
    _Atomic uint64_t tails[8], heads[8], mirror[RING_MIRROR_WORDS], kept[SHARED];
    uint64_t runs[SHARED];
    struct vyi_ring_opcodes opcodes;
    struct vyi_ring_worker worker;
};

static int bare_open(void **state)
{
    struct bare *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
    memset((void *)b, 0, sizeof *b);
    if (vy_context_create(NULL, &b->context))
        return -1;
    struct vy_mega *m = &b->m;
    m->context = b->context;
    m->params.slots = SLOTS;
    m->crew = m->threads = 1;
    m->shared.sub = b->sub, m->shared.comp = b->comp, m->shared.rows = b->rows,
    m->shared.targets = b->targets;
    m->shared.ends = b->ends, m->shared.parks = b->parks, m->shared.tails = b->tails,
    m->shared.heads = b->heads;
    m->shared.mirror = b->mirror, m->kept = b->kept, m->runs = b->runs, m->home = &b->home;
    m->workers = &b->worker;
    m->barrier = !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
    atomic_store(&m->opcodes, &b->opcodes);
    atomic_store(&b->home, 1);
    atomic_store(&m->tenants[0].state, TENANT_OPEN);
    *state = b;
    return 0;
}

static int bare_close(void **state)
{
    struct bare *b = *state;
    vy_context_destroy(&b->context);
    free(b);
    return 0;
}

// ---- as the kernel does ----
static void end_slot(struct bare *b, uint32_t level, uint64_t sequence)
{
    atomic_store(&b->comp[vyi_ring_slot(&b->m, level, sequence) * 4], (uint32_t)sequence + 1);
}

static void end_batch(struct bare *b, uint64_t epoch)
{
    atomic_store(&b->ends[(epoch - 1) % RING_BATCHES], vyi_ring_batch(epoch));
}

static vy_status publish(struct bare *b, uint32_t level, uint32_t count, bool keep, uint64_t *epoch)
{
    vy_mega_item items[SLOTS];
    vy_ticket tickets[SLOTS];
    for (uint32_t i = 0; i < count; i++)
        items[i] = (vy_mega_item){.priority = level};
    return vy_mega_publish_batch(
        &b->m,
        vy_mega_publish_params(.items = items, .count = count, .keep = keep, .tickets = tickets),
        epoch);
}

// ---- room ----
static void a_batch_that_ended_frees_its_slots_by_itself(void **state)
{
    struct bare *b = *state;
    uint64_t first, second;
    assert_int_equal(publish(b, 2, 40, false, &first), VY_OK);
    assert_int_equal(publish(b, 2, 24, false, &second), VY_OK);
    assert_int_equal(publish(b, 2, 1, false, NULL), VY_ERROR_BUSY);
    end_batch(b, second); // not before the one ahead of it
    assert_int_equal(publish(b, 2, 1, false, NULL), VY_ERROR_BUSY);
    end_batch(b, first); // no stamp is there, and none is asked for
    assert_int_equal(publish(b, 2, SLOTS, false, NULL), VY_OK);
    assert_int_equal(publish(b, 2, 1, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(publish(b, 3, SLOTS, false, NULL), VY_OK); // other priorities have their own
}

static void a_batch_under_way_frees_those_that_ended(void **state)
{
    struct bare *b = *state;
    uint64_t epoch;
    assert_int_equal(publish(b, 1, SLOTS, false, &epoch), VY_OK);
    for (uint64_t i = 0; i < 10; i++)
        end_slot(b, 1, i);
    end_slot(b, 1, 11); // behind one that has not
    assert_int_equal(publish(b, 1, 11, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(publish(b, 1, 12, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(publish(b, 1, 3, false, NULL), VY_OK);
    assert_int_equal(publish(b, 1, 7, false, NULL), VY_OK);
    assert_int_equal(publish(b, 1, 1, false, NULL), VY_ERROR_BUSY);
    for (uint64_t i = 0; i < SLOTS; i++)
        if (i >= 10)
            end_slot(b, 1, i);
    end_batch(b, epoch); // its rest, and none of the next
    assert_int_equal(publish(b, 1, SLOTS - 9, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(publish(b, 1, SLOTS - 10, false, NULL), VY_OK);
}

static void what_is_kept_stays_though_its_batch_ended(void **state)
{
    struct bare *b = *state;
    uint64_t epoch;
    assert_int_equal(publish(b, 2, SLOTS, true, &epoch), VY_OK);
    for (uint64_t i = 0; i < SLOTS; i++)
        end_slot(b, 2, i);
    end_batch(b, epoch);
    assert_int_equal(publish(b, 2, 1, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(vy_mega_poll(&b->m, 1 << 3 | 2, NULL), VY_OK);
    assert_int_equal(publish(b, 2, 2, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(publish(b, 2, 1, false, NULL), VY_OK);
    for (uint64_t i = 2; i <= SLOTS; i++)
        assert_int_equal(vy_mega_poll(&b->m, i << 3 | 2, NULL), VY_OK);
    assert_int_equal(publish(b, 2, SLOTS, false, NULL), VY_ERROR_BUSY);
    assert_int_equal(publish(b, 2, SLOTS - 1, false, NULL), VY_OK);
}

/// The epoch is the longest run of batches from the first on that have ended, in whatever order.
static void the_epoch_is_a_prefix(void **state)
{
    struct bare *b = *state;
    static const uint64_t ends[][2] = {{2, 0}, {4, 0}, {1, 2}, {5, 2}, {3, 5}, {6, 6}};
    for (uint64_t i = 1; i <= 6; i++) {
        uint64_t epoch = 0;
        assert_int_equal(publish(b, 2, 1, false, &epoch), VY_OK);
        assert_int_equal(epoch, i);
    }
    assert_int_equal(vyi_ring_epoch(&b->m), 0);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        end_batch(b, ends[i][0]);
        assert_int_equal(vyi_ring_epoch(&b->m), ends[i][1]);
    }
}

/// Its place among batches has another one's name by then.
static void a_batch_is_remembered_longer_than_its_place(void **state)
{
    struct bare *b = *state;
    uint64_t old, epoch;
    assert_int_equal(publish(b, 4, SLOTS, false, &old), VY_OK);
    end_batch(b, old);
    for (uint32_t i = 0; i < 2 * RING_BATCHES; i++) {
        assert_int_equal(publish(b, 0, 1, false, &epoch), VY_OK);
        end_batch(b, epoch);
    }
    assert_int_equal(publish(b, 4, SLOTS, false, NULL), VY_OK);
}

// ---- at random, beside the plain rule ----
/// What the rule needs: a slot is free once its ticket has ended and nobody wants to see that any
/// more; slots are used again in order.
struct plain {
    struct rng rng;
    uint64_t next[LEVELS], freed[LEVELS];
    bool ended[LEVELS][SLOTS], kept[LEVELS][SLOTS];
    uint64_t batch[LEVELS][SLOTS];   ///< 0: none
    uint32_t left[2 * RING_BATCHES]; ///< of each batch, by its number
    bool told[2 * RING_BATCHES];
    uint64_t batches, epoch;
};

static bool plain_fits(struct plain *p, uint32_t level, uint32_t count)
{
    while (p->next[level] + count - p->freed[level] > SLOTS) {
        uint64_t at = p->freed[level] % SLOTS;
        if (!p->ended[level][at] || p->kept[level][at])
            return false;
        p->freed[level]++;
    }
    return true;
}

static void plain_publish(struct plain *p, const vy_mega_item *items, uint32_t count, bool keep,
                          uint64_t epoch)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t level = items[i].priority;
        uint64_t at = p->next[level]++ % SLOTS;
        p->ended[level][at] = false;
        p->kept[level][at] = keep;
        p->batch[level][at] = epoch;
    }
    if (epoch) {
        p->left[epoch % (2 * RING_BATCHES)] = count;
        p->told[epoch % (2 * RING_BATCHES)] = false;
        p->batches = epoch;
    }
}

static bool random_publish(struct bare *b, struct plain *p)
{
    vy_mega_item items[SLOTS];
    uint32_t count = 1 + rng_below(&p->rng, rng_one_in(&p->rng, 3) ? SLOTS : 6);
    uint32_t by_level[LEVELS] = {0}, levels = 1 + rng_below(&p->rng, 3);
    uint32_t first = rng_below(&p->rng, LEVELS);
    bool keep = rng_one_in(&p->rng, 3), fits = true;
    for (uint32_t i = 0; i < count; i++) {
        items[i] = (vy_mega_item){.priority = (first + rng_below(&p->rng, levels)) % LEVELS};
        by_level[items[i].priority]++;
    }
    for (uint32_t level = 0; level < LEVELS; level++)
        fits = (!by_level[level] || plain_fits(p, level, by_level[level])) && fits;
    if (count == 1 && fits && rng_one_in(&p->rng, 2)) {
        assert_int_equal(vy_mega_publish(&b->m, items, NULL), VY_OK);
        plain_publish(p, items, 1, false, 0);
        return true;
    }
    while (p->epoch < p->batches && p->told[(p->epoch + 1) % (2 * RING_BATCHES)])
        p->epoch++;
    fits = fits && p->batches - p->epoch < RING_BATCHES;
    uint64_t epoch;
    vy_ticket tickets[SHARED];
    vy_status status = vy_mega_publish_batch(
        &b->m,
        vy_mega_publish_params(.items = items, .count = count, .keep = keep, .tickets = tickets),
        &epoch);
    assert_int_equal(status, fits ? VY_OK : VY_ERROR_BUSY);
    if (!status)
        plain_publish(p, items, count, keep, epoch);
    return !status;
}

/// A worker tells of a batch some time after its last slot.
static void tell_batches(struct bare *b, struct plain *p)
{
    for (uint64_t e = p->epoch + 1; e <= p->batches; e++) {
        uint32_t at = e % (2 * RING_BATCHES);
        if (!p->left[at] && !p->told[at] && !rng_one_in(&p->rng, 3)) {
            p->told[at] = true;
            end_batch(b, e);
        }
    }
}

static void random_ends(struct bare *b, struct plain *p)
{
    for (uint32_t n = rng_below(&p->rng, 60); n; n--) {
        uint32_t level = rng_below(&p->rng, LEVELS);
        uint64_t back = 1 + rng_below(&p->rng, SLOTS);
        if (back > p->next[level])
            continue;
        uint64_t sequence = p->next[level] - back, at = sequence % SLOTS;
        if (!p->ended[level][at]) {
            p->ended[level][at] = true;
            if (p->batch[level][at])
                p->left[p->batch[level][at] % (2 * RING_BATCHES)]--;
            end_slot(b, level, sequence);
        } else if (p->kept[level][at]) {
            p->kept[level][at] = false;
            assert_int_equal(vy_mega_poll(&b->m, (sequence + 1) << 3 | level, NULL), VY_OK);
        }
    }
    tell_batches(b, p);
}

static void room_is_as_the_plain_rule_has_it(void **state)
{
    struct bare *b = *state;
    struct plain *p = calloc(1, sizeof *p);
    uint32_t done = 0, refused = 0;
    assert_non_null(p);
    p->rng = rng_make(8, 0);
    for (uint32_t i = 0; i < 60000; i++)
        if (rng_one_in(&p->rng, 3))
            random_ends(b, p);
        else if (random_publish(b, p))
            done++;
        else
            refused++;
    assert_true(done > 10000 && refused > 10000);
    assert_true(p->batches > 3 * RING_BATCHES);
    free(p);
}

// ---- the lock ----
enum { HOLDERS = 3, TURNS = 2000, STRETCH = 100 };

struct holder {
    struct bare *b;
    pthread_t thread;
    uint64_t *count; ///< of all; whoever has the lock writes it
    uint64_t own;
    uint32_t stretch, seed;
};

static void *hold(void *user)
{
    struct holder *h = user;
    struct rng rng = rng_make(h->seed, 1);
    for (uint32_t i = 0; i < TURNS; i++) {
        uint32_t times = 1 + rng_below(&rng, h->stretch);
        for (uint32_t k = 0; k < times; k++) {
            vyi_ring_lock(&h->b->m);
            ++*h->count;
            vyi_ring_unlock(&h->b->m);
        }
        h->own += times;
        vyi_wait_spin((int)rng_below(&rng, 200));
    }
    return NULL;
}

/// One of them has it many times in a row, and the others break into that.
static void one_holds_the_lock(void **state)
{
    struct bare *b = *state;
    struct holder h[HOLDERS];
    uint64_t count = 0, all = 0;
    for (uint32_t i = 0; i < HOLDERS; i++) {
        h[i] = (struct holder){b, 0, &count, 0, i ? 2 : STRETCH, i};
        assert_int_equal(pthread_create(&h[i].thread, NULL, hold, &h[i]), 0);
    }
    for (uint32_t i = 0; i < HOLDERS; i++) {
        pthread_join(h[i].thread, NULL);
        all += h[i].own;
    }
    assert_int_equal(count, all);
}

struct guest {
    struct bare *b;
    pid_t number; ///< of its thread
    atomic_bool came, in;
};

static void *come_in(void *user)
{
    struct guest *g = user;
    g->number = (pid_t)syscall(SYS_gettid);
    atomic_store(&g->came, true);
    vyi_ring_lock(&g->b->m);
    atomic_store(&g->in, true);
    vyi_ring_unlock(&g->b->m);
    return NULL;
}

/// Takes the lock, and has another thread want it.
static pthread_t stand_before(struct guest *g)
{
    pthread_t other;
    vyi_ring_lock(&g->b->m);
    assert_int_equal(pthread_create(&other, NULL, come_in, g), 0);
    while (!atomic_load(&g->came))
        sched_yield();
    return other;
}

static void nobody_comes_in_beside_who_has_it(void **state)
{
    struct guest g = {.b = *state};
    pthread_t other = stand_before(&g);
    for (uint32_t i = 0; i < 20; i++) {
        usleep(500);
        assert_false(atomic_load(&g.in));
    }
    vyi_ring_unlock(&g.b->m);
    pthread_join(other, NULL);
    assert_true(atomic_load(&g.in));
}

/// How often a thread of this process has slept.
static unsigned sleeps_of(pid_t number)
{
    char path[64], line[128];
    unsigned sleeps = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)number);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        sscanf(line, "voluntary_ctxt_switches: %u", &sleeps);
    fclose(f);
    return sleeps;
}

/// Whoever has it may be a thread that does not run as long as this one does not sleep: one of a
/// lower priority on the same processor.
static void who_waits_long_for_it_sleeps(void **state)
{
    struct guest g = {.b = *state};
    pthread_t other = stand_before(&g);
    unsigned before = sleeps_of(g.number), now = before;
    for (uint32_t ms = 0; now < before + 5 && ms < 20000; ms++) {
        usleep(1000);
        now = sleeps_of(g.number);
    }
    vyi_ring_unlock(&g.b->m);
    pthread_join(other, NULL);
    assert_true(now >= before + 5);
}

// ---- parking without membarrier ----
enum { MEETINGS = 8000, LATEST = 32 };

struct parker {
    struct bare *b;
    cpu_set_t processors;
    atomic_uint round, parked; ///< the last one that may begin, and that is over
    bool seen;                 ///< in that one: what was published
};

static void await(atomic_uint *word, uint32_t round)
{
    for (uint32_t i = 1; atomic_load_explicit(word, memory_order_acquire) < round; i++)
        if (i % 1000 == 0)
            sched_yield();
}

/// This thread alone on the first or the last of these processors, where there are several.
static void stay_on(const cpu_set_t *all, bool last)
{
    cpu_set_t one;
    int cpu = last ? CPU_SETSIZE - 1 : 0;
    while (!CPU_ISSET(cpu, all))
        cpu += last ? -1 : 1;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
}

/// Parks as the kernel does, at about the time when something is published.
static void *park(void *user)
{
    struct parker *p = user;
    struct rng rng = rng_make(11, 2);
    stay_on(&p->processors, true);
    for (uint32_t round = 1; round <= MEETINGS; round++) {
        int later = (int)rng_below(&rng, LATEST);
        await(&p->round, round);
        vyi_wait_spin(later);
        atomic_store_explicit(&p->b->parks[0], 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_seq_cst);
        p->seen = atomic_load_explicit(&p->b->tails[2], memory_order_relaxed) == round;
        atomic_store_explicit(&p->parked, round, memory_order_release);
    }
    return NULL;
}

/// Where the system does not order the memory of all threads, publishers have a fence of their own:
/// whoever parks sees what they published, or they see it parked and wake it.
static void who_parks_and_who_publishes_meet(void **state)
{
    struct parker p = {.b = *state};
    struct rng rng = rng_make(11, 3);
    uint32_t lost = 0;
    pthread_t kernel;
    p.b->m.barrier = false;
    assert_int_equal(sched_getaffinity(0, sizeof p.processors, &p.processors), 0);
    stay_on(&p.processors, false);
    assert_int_equal(pthread_create(&kernel, NULL, park, &p), 0);
    for (uint32_t round = 1; round <= MEETINGS; round++) {
        int later = (int)rng_below(&rng, LATEST);
        atomic_store_explicit(&p.round, round, memory_order_release);
        vyi_wait_spin(later);
        vy_status status = vy_mega_publish(&p.b->m, &(vy_mega_item){.priority = 2}, NULL);
        bool woke = atomic_load(&p.b->worker.waking);
        await(&p.parked, round);
        lost += status || (!woke && !p.seen);
        atomic_store(&p.b->worker.waking, 0);
        atomic_store(&p.b->parks[0], 0);
        end_slot(p.b, 2, round - 1);
    }
    pthread_join(kernel, NULL);
    assert_int_equal(sched_setaffinity(0, sizeof p.processors, &p.processors), 0);
    assert_int_equal(lost, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_batch_that_ended_frees_its_slots_by_itself, bare_open,
                                        bare_close),
        cmocka_unit_test_setup_teardown(a_batch_under_way_frees_those_that_ended, bare_open,
                                        bare_close),
        cmocka_unit_test_setup_teardown(what_is_kept_stays_though_its_batch_ended, bare_open,
                                        bare_close),
        cmocka_unit_test_setup_teardown(the_epoch_is_a_prefix, bare_open, bare_close),
        cmocka_unit_test_setup_teardown(a_batch_is_remembered_longer_than_its_place, bare_open,
                                        bare_close),
        cmocka_unit_test_setup_teardown(room_is_as_the_plain_rule_has_it, bare_open, bare_close),
        cmocka_unit_test_setup_teardown(nobody_comes_in_beside_who_has_it, bare_open, bare_close),
        cmocka_unit_test_setup_teardown(who_waits_long_for_it_sleeps, bare_open, bare_close),
        cmocka_unit_test_setup_teardown(one_holds_the_lock, bare_open, bare_close),
        cmocka_unit_test_setup_teardown(who_parks_and_who_publishes_meet, bare_open, bare_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
