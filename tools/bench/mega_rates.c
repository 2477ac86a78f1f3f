// How many slots go through a ring, by its size and by that of batches; what one costs where it is
// executed; and tasks of several lengths, beside other ways to have them done.
#include "mega.h"

#include <stdlib.h>

enum { MOST_BATCH = 256, MOST_SLOTS = 16384, BATCHES = 4 };

static const uint32_t batches[BATCHES] = {1, 16, 64, MOST_BATCH};

// ---- rates ----
/// Microseconds for all of them.
static double stream_us(vy_mega *ring, uint32_t batch, uint64_t slots)
{
    static vy_mega_item items[MOST_BATCH];
    for (uint32_t i = 0; i < batch; i++)
        items[i] = (vy_mega_item){.priority = VY_MEGA_NORMAL};
    double start = mega_us();
    for (uint64_t i = 0; i < slots; i += batch)
        vy_mega_publish_batch(
            ring, vy_mega_publish_params(.items = items, .count = batch, .timeout_ms = VY_FOREVER),
            NULL);
    vy_mega_drain(ring, VY_FOREVER);
    return mega_us() - start;
}

/// What the issue asks for.
static double rate_target(const struct mega_bench *m, uint32_t slots, uint32_t batch)
{
    if (slots != MOST_SLOTS || batch != (m->gpu ? 64 : MOST_BATCH))
        return 0;
    return m->gpu ? 40 : 25;
}

static bool rates_of_ring(struct mega_bench *m, uint32_t slots)
{
    double ours[BATCHES][MEGA_RUNS], theirs[MEGA_PEERS][MEGA_RUNS];
    vy_mega *ring = mega_make(m, slots, m->workers, 0);
    bool good = ring;
    if (good)
        stream_us(ring, MOST_BATCH, slots);
    for (uint32_t run = 0; good && run < m->runs; run++) {
        bench_progress("rates", run + 1, m->runs);
        for (size_t k = 0; k < BATCHES; k++)
            ours[k][run] = (double)m->slots / stream_us(ring, batches[k], m->slots);
        for (size_t i = 0; good && i < MEGA_PEERS; i++) {
            struct mega_peer *p = &m->peers[i];
            double us = 0;
            good = !p->rate || p->rate(m, p, slots, (uint32_t)m->slots, &us);
            theirs[i][run] = us > 0 ? (double)m->slots / us : 0;
        }
    }
    vy_mega_destroy(&ring);
    for (size_t k = 0; good && k < BATCHES; k++)
        mega_figure(m, "M/s", bench_median(ours[k], m->runs), rate_target(m, slots, batches[k]),
                    false, "%u slots, batches of %u", slots, batches[k]);
    for (size_t i = 0; good && i < MEGA_PEERS; i++)
        if (m->peers[i].rate)
            mega_figure(m, "M/s", bench_median(theirs[i], m->runs), 0, false, "%u slots, %s", slots,
                        m->peers[i].about);
    return good;
}

bool mega_measure_rates(struct mega_bench *m)
{
    static const uint32_t rings[] = {256, 1024, 4096, MOST_SLOTS};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++)
        if (!rates_of_ring(m, rings[i]))
            return false;
    return true;
}

// ---- a slot where it is executed ----
/// From when all are there until they have ended: the publisher has no part in it.
static double executing_us(vy_mega *ring, const vy_mega_item *items, uint32_t count,
                           uint64_t *ended)
{
    vy_mega_publish_batch(
        ring, vy_mega_publish_params(.items = items, .count = count, .timeout_ms = VY_FOREVER),
        NULL);
    double start = mega_us();
    *ended += count;
    mega_await(ring, *ended);
    return mega_us() - start;
}

bool mega_measure_slot(struct mega_bench *m)
{
    double us[MEGA_RUNS];
    vy_mega_item *items = must_alloc(MOST_SLOTS * sizeof *items);
    vy_mega *ring = mega_make(m, MOST_SLOTS, m->workers, 10000);
    uint64_t ended = 0;
    for (uint32_t i = 0; i < MOST_SLOTS; i++)
        items[i].priority = VY_MEGA_NORMAL;
    if (ring)
        executing_us(ring, items, MOST_SLOTS, &ended);
    for (uint32_t run = 0; ring && run < m->runs; run++)
        us[run] = executing_us(ring, items, MOST_SLOTS, &ended);
    if (ring)
        mega_figure(m, "ns", bench_median(us, m->runs) * 1e3 / MOST_SLOTS, 0, true,
                    "a slot on the device");
    bool good = ring;
    vy_mega_destroy(&ring);
    free(items);
    return good;
}

// ---- tasks ----
struct payload {
    uint32_t us;
    uint32_t trips, many; ///< how many at a time
};
static const struct payload payloads[] = {
    {0, 300, 5000}, {1, 300, 5000}, {10, 100, 2000}, {100, 30, 500}};

static uint32_t turns_of(double us, double turn_us)
{
    double turns = us / (turn_us > 1e-6 ? turn_us : 1e-6);
    return turns < 4e9 ? (uint32_t)turns : UINT32_MAX;
}

static double many_us(vy_mega *ring, uint32_t turns, uint32_t count)
{
    const vy_mega_item item = {turns ? MEGA_WORK : VY_MEGA_OP_NOP, 0, VY_MEGA_NORMAL, {turns}};
    double start = mega_us();
    for (uint32_t i = 0; i < count; i++)
        vy_mega_publish(ring, &item, NULL);
    vy_mega_drain(ring, VY_FOREVER);
    return mega_us() - start;
}

/// Microseconds of one task, of ours (NULL) or a peer.
static bool task_us(struct mega_bench *m, vy_mega *ring, struct mega_peer *p, bool many,
                    const struct payload *w, double *us)
{
    double trips[300], all = 0;
    uint32_t turns = turns_of(w->us, p ? p->turn_us : m->turn_us);
    uint32_t share = m->quick ? 10 : 1, count = (many ? w->many : w->trips) / share;
    bool good = true;
    if (p && (many ? !p->many : !p->trips))
        count = 0;
    else if (p)
        good = many ? p->many(m, p, turns, count, &all) : p->trips(m, p, turns, count, 0, trips);
    else if (many)
        all = many_us(ring, turns, count);
    else
        mega_trips(ring, turns, count, 0, trips);
    *us = !count ? 0 : many ? all / count : bench_median(trips, count);
    return good;
}

static bool task_row(struct mega_bench *m, vy_mega *ring, bool many, const struct payload *w)
{
    double us[MEGA_PEERS + 1][MEGA_RUNS];
    struct bench_kernel row = {.size = MEGA_TASKS};
    size_t peers = 0;
    for (uint32_t run = 0; run < m->runs; run++) {
        bench_progress("tasks", run + 1, m->runs);
        if (!task_us(m, ring, NULL, many, w, &us[0][run]))
            return false;
        for (size_t i = 0; i < MEGA_PEERS; i++) {
            struct mega_peer *p = &m->peers[i];
            if (p->name && !p->raw && !task_us(m, ring, p, many, w, &us[i + 1][run]))
                return false;
        }
    }
    char *name = m->bench->names[m->bench->name_count++];
    snprintf(name, sizeof *m->bench->names, "%u us, %s", w->us, many ? "many" : "one");
    row.name = name;
    row.time = bench_median(us[0], m->runs) * 1e-6 * MEGA_TASKS;
    for (size_t i = 0; i < MEGA_PEERS && peers < BENCH_MAX_PEERS; i++)
        if (m->peers[i].name && !m->peers[i].raw)
            row.peers[peers++] = (struct bench_peer){
                m->peers[i].name, bench_median(us[i + 1], m->runs) * 1e-6 * MEGA_TASKS, NULL};
    bench_kernel(m->bench, row);
    return true;
}

bool mega_measure_tasks(struct mega_bench *m)
{
    vy_mega *ring = mega_make(m, 1024, m->workers, 0);
    bool good = ring;
    for (size_t i = 0; good && i < sizeof payloads / sizeof *payloads; i++)
        good = task_row(m, ring, false, &payloads[i]) && task_row(m, ring, true, &payloads[i]);
    vy_mega_destroy(&ring);
    return good;
}
