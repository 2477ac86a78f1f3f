// Priorities: an urgent slot while the ring is full of others, and tenants that all want more than
// there is.
#include "mega.h"

#include <stdlib.h>

enum { TRIES = 500, RING = 256, LOAD_US = 10, TENANTS = 8, EACH = 500 };

/// Until the ring takes no more; or twice as many as it holds, where it is emptied as fast.
static void fill(vy_mega *ring, const vy_mega_item *low)
{
    vy_mega_item items[32];
    for (size_t i = 0; i < 32; i++)
        items[i] = *low;
    for (uint32_t i = 0; i < 2 * RING / 32; i++)
        if (vy_mega_publish_batch(ring, vy_mega_publish_params(.items = items, .count = 32), NULL))
            return;
}

/// An urgent slot while the ring is full of others that take 10 us each.
static bool urgent(struct mega_bench *m, uint32_t workers, const char *who)
{
    uint32_t tries = m->quick ? TRIES / 10 : TRIES;
    double *took = must_alloc(tries * sizeof *took);
    vy_mega *ring = mega_make(m, RING, workers, 0);
    const vy_mega_item low = {MEGA_WORK, 0, VY_MEGA_LOW, {(uint32_t)(LOAD_US / m->turn_us)}};
    const vy_mega_item first = {.priority = VY_MEGA_CRITICAL};
    for (uint32_t i = 0; ring && i < tries; i++) {
        bench_progress("urgent", i, tries);
        fill(ring, &low);
        took[i] = mega_trip(ring, &first);
    }
    if (ring) {
        mega_figure(m, "us", mega_part(took, tries, 0.5), 0, true, "urgent under load%s p50", who);
        mega_figure(m, "us", mega_part(took, tries, 0.99), LOAD_US + 15, true,
                    "urgent under load%s p99", who);
    }
    bool good = ring;
    vy_mega_destroy(&ring);
    free(took);
    return good;
}

bool mega_measure_urgent(struct mega_bench *m)
{
    return urgent(m, m->workers, "") && (!m->gpu || urgent(m, 1, ", one worker"));
}

/// Of each tenant, how many of the first half of all slots that ran.
static bool shares(vy_mega *ring, vy_ticket *tickets, uint32_t count[TENANTS])
{
    for (uint32_t i = 0; i < TENANTS * EACH; i++) {
        vy_mega_result r;
        if (vy_mega_wait(ring, vy_mega_wait_params(.ticket = tickets[i], .timeout_ms = VY_FOREVER),
                         &r))
            return false;
        count[i / EACH] += r.result < TENANTS * EACH / 2;
    }
    return true;
}

/// All slots of eight tenants are there at once, one tenant's after the other's, and not in turns.
/// Each says in which place it ran.
bool mega_measure_turns(struct mega_bench *m)
{
    vy_mega *ring = mega_make(m, 4096, m->workers, 0);
    vy_mega_item *items = must_alloc(TENANTS * EACH * sizeof *items);
    vy_ticket *tickets = must_alloc(TENANTS * EACH * sizeof *tickets);
    uint32_t count[TENANTS] = {0}, least = UINT32_MAX, most = 0;
    bool good = ring;
    for (uint32_t t = 1; good && t < TENANTS; t++)
        good = !vy_mega_tenant_register(ring, vy_mega_tenant_params(.tenant = t, .count = 1));
    for (uint32_t i = 0; i < TENANTS * EACH; i++)
        items[i] = (vy_mega_item){MEGA_ORDER, i / EACH, VY_MEGA_NORMAL, {0}};
    good = good &&
           !vy_mega_publish_batch(ring,
                                  vy_mega_publish_params(.items = items, .count = TENANTS * EACH,
                                                         .keep = true, .timeout_ms = VY_FOREVER,
                                                         .tickets = tickets),
                                  NULL) &&
           shares(ring, tickets, count);
    for (uint32_t t = 0; t < TENANTS; t++) {
        least = count[t] < least ? count[t] : least;
        most = count[t] > most ? count[t] : most;
    }
    if (good)
        mega_figure(m, "%", 100 * (double)(most - least) / (double)(most ? most : 1) + 1e-6, 5,
                    true, "eight tenants, difference");
    vy_mega_destroy(&ring);
    free(items);
    free(tickets);
    return good;
}
