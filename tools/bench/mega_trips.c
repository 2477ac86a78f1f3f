// How long a slot takes there and back: in a ring that is awake, in one that sleeps, beside what
// parks it; and what a ring costs that has nothing to do.
#include "mega.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BATCH = 500, WAKE_BATCH = 10, PAUSE_US = 2000, BUFFER_BYTES = 1 << 20 };

/// Ours first, then the peers that are here.
struct turns {
    double *us[MEGA_PEERS + 1];
};

static void turns_free(struct turns *t)
{
    for (size_t i = 0; i <= MEGA_PEERS; i++)
        free(t->us[i]);
}

/// In batches in turn: a machine that is busy for a while is so for all of them.
static bool take_turns(struct mega_bench *m, vy_mega *ring, const char *what, uint32_t count,
                       uint32_t batch, uint32_t pause_us, struct turns *t)
{
    double warm[WAKE_BATCH];
    for (size_t i = 0; i <= MEGA_PEERS; i++)
        t->us[i] = must_alloc(count * sizeof *t->us[i]);
    mega_trips(ring, 0, WAKE_BATCH, 0, warm);
    for (uint32_t at = 0; at < count; at += batch) {
        uint32_t n = count - at < batch ? count - at : batch;
        bench_progress(what, at, count);
        mega_trips(ring, 0, n, pause_us, t->us[0] + at);
        for (size_t i = 0; i < MEGA_PEERS; i++) {
            struct mega_peer *p = &m->peers[i];
            if (p->name && !p->trips(m, p, 0, n, pause_us, t->us[i + 1] + at))
                return false;
        }
    }
    return true;
}

bool mega_measure_trips(struct mega_bench *m)
{
    struct turns t = {{NULL}};
    vy_mega *ring = mega_make(m, 1024, m->workers, 0);
    bool good = ring && take_turns(m, ring, "trips", m->trips, BATCH, 0, &t);
    if (good) {
        double p99 = mega_part(t.us[0], m->trips, 0.99), p50 = mega_part(t.us[0], m->trips, 0.5);
        mega_figure(m, "us", p50, m->gpu ? 6 : 0.5, true, "round trip p50");
        mega_figure(m, "us", p99, m->gpu ? 10 : 0, true, "round trip p99");
        for (size_t i = 0; i < MEGA_PEERS; i++) {
            if (!m->peers[i].name)
                continue;
            p99 = mega_part(t.us[i + 1], m->trips, 0.99);
            p50 = mega_part(t.us[i + 1], m->trips, 0.5);
            mega_figure(m, "us", p50, 0, true, "%s p50", m->peers[i].about);
            mega_figure(m, "us", p99, 0, true, "%s p99", m->peers[i].about);
        }
    }
    vy_mega_destroy(&ring);
    turns_free(&t);
    return good;
}

/// The peer that sleeps: a futex on the cpu; a GPU has nothing but launches for that.
bool mega_measure_waking(struct mega_bench *m)
{
    struct turns t = {{NULL}};
    vy_mega *ring = mega_make(m, 1024, m->workers, 0);
    bool good = ring && take_turns(m, ring, "waking", m->wakes, WAKE_BATCH, PAUSE_US, &t);
    if (good) {
        double wake = mega_part(t.us[0], m->wakes, 0.5);
        mega_figure(m, "us", wake, 0, true, "waking an idle ring");
        for (size_t i = 0; i < MEGA_PEERS && m->peers[i].name; i++) {
            struct mega_peer *p = &m->peers[i];
            if (p->raw)
                continue;
            double raw = mega_part(t.us[i + 1], m->wakes, 0.5);
            mega_figure(m, "us", raw, 0, true, "%s, idle", p->about);
            mega_figure(m, "times", wake / raw, m->gpu ? 0 : 1.5, true, "waking, times that");
            break; // the first is the plainest
        }
    }
    vy_mega_destroy(&ring);
    turns_free(&t);
    return good;
}

bool mega_measure_idle(struct mega_bench *m)
{
    uint32_t time_us = m->quick ? 50000 : 1000000;
    vy_mega *ring = mega_make(m, 1024, m->workers, 0);
    if (ring) {
        mega_pause(20000);
        double start = bench_now();
        mega_pause(time_us);
        mega_figure(m, "%", (bench_now() - start) * 1e8 / time_us + 1e-6, 1, true,
                    "idle, of a core");
    }
    vy_mega_destroy(&ring);
    return ring || !m->session.errors;
}

// ---- what parks it ----
struct traveller {
    vy_mega *ring;
    pthread_t thread;
    atomic_bool stop;
    atomic_uint trips;
    _Atomic double longest; ///< since it was last set to 0
};

static void *travel(void *user)
{
    struct traveller *t = user;
    const vy_mega_item item = {.priority = VY_MEGA_NORMAL};
    while (!atomic_load(&t->stop)) {
        mega_pause(20); // leaves a processor to the ring on a machine with two
        double us = mega_trip(t->ring, &item);
        if (us > atomic_load(&t->longest))
            atomic_store(&t->longest, us);
        atomic_fetch_add(&t->trips, 1);
    }
    return NULL;
}

/// Until some trips have begun after this call.
static void some_trips(struct traveller *t)
{
    unsigned now = atomic_load(&t->trips);
    while (atomic_load(&t->trips) - now < 20)
        mega_pause(50);
}

/// Adds an opcode while another thread sends slots there and back; milliseconds, and the longest
/// trip meanwhile.
static bool add_opcode(struct mega_bench *m, double *ms, double *pause_us)
{
    static const vy_mega_handler late = {
        100, VY_MEGA_LANE, "late",
        "fn late(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    return 3, args[0] ^ 5\n"
        "}\n"};
    struct traveller t = {.ring = mega_make(m, 1024, m->workers, 0)};
    if (!t.ring || pthread_create(&t.thread, NULL, travel, &t)) {
        vy_mega_destroy(&t.ring);
        return false;
    }
    some_trips(&t);
    atomic_store(&t.longest, 0);
    double start = mega_us();
    bool good = !vy_mega_add(t.ring, &late, 1);
    *ms = (mega_us() - start) / 1e3;
    some_trips(&t);
    *pause_us = atomic_load(&t.longest);
    atomic_store(&t.stop, true);
    pthread_join(t.thread, NULL);
    vy_mega_destroy(&t.ring);
    return good;
}

/// A buffer is made and given back: on a GPU the driver may wait for kernels that run.
static bool make_buffer(struct mega_bench *m, double *us)
{
    vy_buffer *buffer = NULL;
    double start = mega_us();
    bool good = !vy_buffer_create(m->device, vy_buffer_params(.bytes = BUFFER_BYTES), &buffer);
    vy_buffer_destroy(&buffer);
    *us = mega_us() - start;
    return good;
}

static bool make_buffers(struct mega_bench *m)
{
    double alone[MEGA_RUNS], beside[MEGA_RUNS], longest[MEGA_RUNS];
    struct traveller t = {.ring = mega_make(m, 1024, m->workers, 0)};
    bool good = t.ring && make_buffer(m, alone);
    for (uint32_t i = 0; good && i < m->runs; i++)
        good = make_buffer(m, &alone[i]);
    if (!good || pthread_create(&t.thread, NULL, travel, &t)) {
        vy_mega_destroy(&t.ring);
        return false;
    }
    for (uint32_t i = 0; good && i < m->runs; i++) {
        some_trips(&t);
        atomic_store(&t.longest, 0);
        good = make_buffer(m, &beside[i]);
        some_trips(&t);
        longest[i] = atomic_load(&t.longest);
    }
    atomic_store(&t.stop, true);
    pthread_join(t.thread, NULL);
    vy_mega_destroy(&t.ring);
    if (good) {
        mega_figure(m, "us", bench_median(alone, m->runs), 0, true, "a buffer made and freed");
        mega_figure(m, "us", bench_median(beside, m->runs), 0, true, "the same beside a ring");
        mega_figure(m, "us", bench_median(longest, m->runs), 0, true, "longest trip meanwhile");
    }
    return good;
}

bool mega_measure_parking(struct mega_bench *m)
{
    double first, ms[MEGA_RUNS], pause_us[MEGA_RUNS];
    bool good = add_opcode(m, &first, pause_us);
    for (uint32_t i = 0; good && i < m->runs; i++) {
        bench_progress("parking", i, m->runs);
        good = add_opcode(m, &ms[i], &pause_us[i]);
    }
    if (good) {
        mega_figure(m, "ms", first, 0, true, "adding an opcode, first");
        mega_figure(m, "ms", bench_median(ms, m->runs), 0, true, "adding it, code known");
        mega_figure(m, "us", bench_median(pause_us, m->runs), 0, true, "longest trip then");
    }
    return good && make_buffers(m);
}
