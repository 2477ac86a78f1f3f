// vyre bench mega: the live megakernel: how long a slot takes there and back, how many go through,
// what waking, parking and turns cost, beside what the machine itself takes for a hand-over, and
// beside other ways to have small tasks done.
#include "mega.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 200000, GPU_SLOTS = 500000, TRIPS = 20000, WAKES = 200 };

static const char handlers_text[] =
    "fn work(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    let turns = args[0]\n"
    "    var x = turns\n"
    "    for i in 0..turns { x = x * 1664525 + 1013904223 }\n"
    "    return 3, x\n"
    "}\n"
    "fn order(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
    "    return 3, atomic_add(obs[0], 1)\n"
    "}\n";
static const vy_mega_handler handlers[] = {
    {MEGA_WORK, VY_MEGA_LANE, "work", handlers_text},
    {MEGA_ORDER, VY_MEGA_LANE, "order", handlers_text},
};

uint32_t mega_work(uint32_t turns)
{
    uint32_t x = turns;
    for (uint32_t i = 0; i < turns; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}

// ---- time ----
double mega_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

void mega_pause(uint32_t us)
{
    const struct timespec nap = {us / 1000000, us % 1000000 * 1000L};
    if (us)
        nanosleep(&nap, NULL);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double mega_part(double *values, size_t count, double part)
{
    qsort(values, count, sizeof *values, by_value);
    return values[(size_t)((double)(count - 1) * part)];
}

void mega_figure(struct mega_bench *m, const char *unit, double value, double target, bool at_most,
                 const char *format, ...)
{
    struct bench *b = m->bench;
    va_list list;
    if (b->name_count == BENCH_MAX_ROWS)
        return;
    char *name = b->names[b->name_count++];
    va_start(list, format);
    vsnprintf(name, sizeof *b->names, format, list);
    va_end(list);
    bench_figure(b, (struct bench_figure){name, unit, value, target, at_most});
}

// ---- rings ----
vy_mega *mega_make(struct mega_bench *m, uint32_t slots, uint32_t workers, uint32_t idle_us)
{
    vy_mega *ring = NULL;
    vy_mega_create(m->device,
                   vy_mega_live_params(.slots = slots, .workers = workers, .idle_us = idle_us,
                                       .handlers = handlers,
                                       .handler_count = sizeof handlers / sizeof *handlers),
                   &ring);
    return ring;
}

double mega_trip(vy_mega *ring, const vy_mega_item *item)
{
    vy_ticket ticket;
    double start = mega_us();
    vy_mega_publish(ring, item, &ticket);
    while (vy_mega_poll(ring, ticket, NULL) == VY_ERROR_BUSY)
        ;
    return mega_us() - start;
}

void mega_trips(vy_mega *ring, uint32_t turns, uint32_t count, uint32_t pause_us, double *us)
{
    const vy_mega_item item = {turns ? MEGA_WORK : VY_MEGA_OP_NOP, 0, VY_MEGA_NORMAL, {turns}};
    for (uint32_t i = 0; i < count; i++) {
        mega_pause(pause_us);
        us[i] = mega_trip(ring, &item);
    }
}

void mega_await(vy_mega *ring, uint64_t count)
{
    while (vy_mega_wait(ring, vy_mega_wait_params(.count = count), NULL) == VY_ERROR_BUSY)
        ;
}

// ---- how long a turn of the loop takes ----
enum { FEW = 20000, MANY = 60000, TRIES = 25 };

/// By what the longer of two tasks takes more, the best of many: others run here too.
static double turn_us(double few[TRIES], double many[TRIES])
{
    double shorter = mega_part(few, TRIES, 0), longer = mega_part(many, TRIES, 0);
    return longer > shorter ? (longer - shorter) / (MANY - FEW) : longer / MANY;
}

static bool calibrate(struct mega_bench *m)
{
    double few[TRIES], many[TRIES];
    vy_mega *ring = mega_make(m, 1024, m->workers, 0);
    if (!ring)
        return false;
    mega_trips(ring, 1, 1, 0, few); // code is made
    mega_trips(ring, FEW, TRIES, 0, few);
    mega_trips(ring, MANY, TRIES, 0, many);
    m->turn_us = turn_us(few, many);
    vy_mega_destroy(&ring);
    for (struct mega_peer *p = m->peers; p < m->peers + MEGA_PEERS; p++) {
        if (!p->name || p->raw)
            continue;
        if (!p->trips(m, p, 1, 1, 0, few) || !p->trips(m, p, FEW, TRIES, 0, few) ||
            !p->trips(m, p, MANY, TRIES, 0, many))
            return false;
        p->turn_us = turn_us(few, many);
    }
    return true;
}

// ---- the suite ----
struct part {
    const char *name;
    bool (*run)(struct mega_bench *m);
};
static const struct part parts[] = {
    {"trips", mega_measure_trips},       {"waking", mega_measure_waking},
    {"idle", mega_measure_idle},         {"rates", mega_measure_rates},
    {"slot", mega_measure_slot},         {"urgent", mega_measure_urgent},
    {"turns", mega_measure_turns},       {"parking", mega_measure_parking},
    {"tasks", mega_measure_tasks},       {"misses", mega_measure_misses},
    {"programs", mega_measure_programs},
};
enum { PARTS = sizeof parts / sizeof *parts };

static bool parts_exist(const char *only)
{
    for (const char *at = only; at && *at; at += strcspn(at, ","), at += *at == ',') {
        size_t length = strcspn(at, ","), i = 0;
        while (i < PARTS && (strlen(parts[i].name) != length || strncmp(parts[i].name, at, length)))
            i++;
        if (i < PARTS)
            continue;
        usage_error(
            "bench",
            "--only %s: there is no part '%.*s'; there are trips, waking, idle, rates, slot, "
            "urgent, turns, parking, tasks, misses and programs",
            only, (int)length, at);
        return false;
    }
    return true;
}

static const char cpu_notes[] =
    "One worker and one publisher, wall time; empty slots but where it says otherwise.\n"
    "'raw' is the same between two threads without a ring: a round trip cannot be shorter\n"
    "than a line takes there and back, which follows from how far apart the two processors\n"
    "are. An urgent slot waits for at most one other of 10 us that has begun.\n";
static const char gpu_notes[] =
    "One publisher, wall time; empty slots but where it says otherwise. An urgent slot waits\n"
    "for at most one other of 10 us that has begun. The peers are CUDA by hand: a kernel\n"
    "launched and waited for, a graph replayed (one kernel, or 64 at a time where there are\n"
    "many), and a kernel that stays, with a lane for each slot of a ring in pinned memory (one\n"
    "slot where one task is under way). 'raw': a kernel of one lane answers one word by one.\n";
static const char task_notes[] =
    "Tasks: 1000 of a loop of so many us, so that milliseconds are microseconds each; 'one':\n"
    "the next when the last one's end was seen, 'many': as fast as they can be given.\n";

static bool measure(struct mega_bench *m)
{
    const char *only = m->bench->only;
    if (!calibrate(m))
        return false;
    for (size_t i = 0; i < PARTS; i++)
        if (bench_wanted(only, parts[i].name) && !parts[i].run(m))
            return false;
    text_printf(&m->bench->notes, "%s%s", m->gpu ? gpu_notes : cpu_notes,
                bench_wanted(only, "tasks") ? task_notes : "");
    if (m->absent)
        text_printf(&m->bench->notes, "Peers: %s.\n", m->absent);
    return true;
}

int bench_mega(struct bench *b)
{
    const char *device = b->device ? b->device : "cpu";
    struct mega_bench m = {.bench = b, .gpu = strncmp(device, "cpu", 3) != 0};
    uint64_t usual = m.gpu ? GPU_SLOTS : SLOTS;
    m.slots = b->size ? b->size : usual;
    m.quick = m.slots < SLOTS;
    m.workers = !m.gpu;
    m.trips = m.quick ? 1000 : TRIPS;
    m.wakes = m.quick ? 20 : WAKES;
    m.runs = m.quick ? 3 : MEGA_RUNS;
    if (!parts_exist(b->only))
        return EXIT_USAGE;
    if (!session_begin(&m.session))
        return EXIT_SYSTEM;
    bool good = !vy_device_open(m.session.context, vy_device_params(.name = device), &m.device);
    if (b->peers && !strcmp(b->peers, "none"))
        m.absent = "not asked for";
    else if (good && m.gpu)
        mega_cuda_open(&m);
    else
        good = good && mega_cpu_open(&m);
    good = good && measure(&m);
    bench_progress(NULL, 0, 0);
    mega_cpu_close(&m);
    mega_cuda_close(&m);
    vy_device_close(&m.device);
    int code = !good || m.session.errors ? EXIT_SYSTEM : EXIT_DONE;
    session_end(&m.session);
    return code;
}
