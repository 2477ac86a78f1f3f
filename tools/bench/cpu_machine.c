// What the cpu suite must know of the machine: processors, caches, and how fast its memory is.
#include "cpu.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Processors' worth of time that the control group grants; 0: no limit.
static unsigned granted(void)
{
    long long quota = 0, period = 0;
    FILE *f = fopen("/sys/fs/cgroup/cpu.max", "r");
    bool limited = f && fscanf(f, "%lld %lld", &quota, &period) == 2 && quota > 0 && period > 0;
    if (f)
        fclose(f);
    return limited ? (unsigned)((quota + period - 1) / period) : 0;
}

unsigned cpu_threads(void)
{
    cpu_set_t set;
    unsigned count = sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set),
             most = granted();
    return most && most < count ? most : count;
}

uint64_t cpu_cache_bytes(void)
{
    enum { INDICES = 8, UNKNOWN = 32 << 20 };
    uint64_t most = 0;
    for (unsigned i = 0; i < INDICES; i++) {
        char path[80], unit = 0;
        unsigned long long size = 0;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/size", i);
        FILE *f = fopen(path, "r");
        if (f && fscanf(f, "%llu%c", &size, &unit) >= 1) {
            size <<= unit == 'K' ? 10 : unit == 'M' ? 20 : 0;
            most = size > most ? size : most;
        }
        if (f)
            fclose(f);
    }
    return most ? most : UNKNOWN;
}

// ---- bandwidth ----
typedef uint64_t line __attribute__((vector_size(64)));
enum probe_kind { READS, COPIES, MEMCPY, UPDATES, PROBE_KINDS };
struct probe {
    pthread_barrier_t start, end;
    uint64_t bytes; ///< a thread's
    uint64_t rounds;
    enum probe_kind kind;
    bool stop;
};
struct prober {
    struct probe *all;
    pthread_t thread;
    line *memory;
    uint64_t sum;
    double from, to; ///< milliseconds
};

// Plain loops over 64 bytes at a time, as wide as this processor's vectors; eight sums, so that
// none waits for another. An update reads two lines and writes one of them: what goes to and fro at
// once may be more than what goes one way.
#define LOOPS(name, attribute)                                                      \
    attribute static uint64_t read_##name(const line *v, uint64_t count)            \
    {                                                                               \
        line s[8] = {{0}};                                                          \
        for (uint64_t i = 0; i + 8 <= count; i += 8)                                \
            for (unsigned k = 0; k < 8; k++)                                        \
                s[k] += v[i + k];                                                   \
        for (unsigned k = 1; k < 8; k++)                                            \
            s[0] += s[k];                                                           \
        return s[0][0] + s[0][7];                                                   \
    }                                                                               \
    attribute static void copy_##name(line *to, const line *from, uint64_t count)   \
    {                                                                               \
        for (uint64_t i = 0; i < count; i++)                                        \
            to[i] = from[i];                                                        \
    }                                                                               \
    attribute static void update_##name(line *to, const line *from, uint64_t count) \
    {                                                                               \
        for (uint64_t i = 0; i < count; i++)                                        \
            to[i] += from[i];                                                       \
    }                                                                               \
    static const struct loops loops_##name = {read_##name, copy_##name, update_##name};
struct loops {
    uint64_t (*read)(const line *, uint64_t);
    void (*copy)(line *, const line *, uint64_t), (*update)(line *, const line *, uint64_t);
};
LOOPS(plain, __attribute__((unused)))
#ifdef __x86_64__
LOOPS(avx2, __attribute__((target("avx2"))))
LOOPS(avx512, __attribute__((target("avx512f"))))
#endif

static const struct loops *best_loops(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return &loops_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &loops_avx2;
#endif
    return &loops_plain;
}

static void probe_round(struct prober *p, enum probe_kind kind, const struct loops *loops)
{
    uint64_t count = p->all->bytes / sizeof(line), half = count / 2;
    switch (kind) {
    case READS: p->sum += loops->read(p->memory, count); break;
    case COPIES: loops->copy(p->memory + half, p->memory, half); break;
    case UPDATES: loops->update(p->memory + half, p->memory, half); break;
    default: memcpy(p->memory + half, p->memory, half * sizeof(line)); // reads no line it fills
    }
}

static void *probe_thread(void *user)
{
    struct prober *p = user;
    struct probe *all = p->all;
    const struct loops *loops = best_loops();
    for (;;) {
        pthread_barrier_wait(&all->start);
        if (all->stop)
            return NULL;
        p->from = now_ms();
        for (uint64_t r = 0; r < all->rounds; r++)
            probe_round(p, all->kind, loops);
        p->to = now_ms();
        pthread_barrier_wait(&all->end);
    }
}

static double probe_bytes(const struct probe *all, unsigned threads)
{
    double bytes = (double)(all->bytes * threads * all->rounds);
    return all->kind == UPDATES ? 1.5 * bytes : bytes;
}

/// Bytes a second, from the first thread's start to the last one's end.
static double probe_once(struct probe *all, const struct prober *probers, unsigned threads)
{
    pthread_barrier_wait(&all->start);
    pthread_barrier_wait(&all->end);
    double from = probers[0].from, to = probers[0].to;
    for (unsigned i = 1; i < threads; i++) {
        from = probers[i].from < from ? probers[i].from : from;
        to = probers[i].to > to ? probers[i].to : to;
    }
    return probe_bytes(all, threads) / (to - from) * 1e3;
}

/// The best of many short tries: whatever else runs here only makes them slower.
static double probe_rate(struct probe *all, const struct prober *probers, unsigned threads)
{
    enum { TRIES = 25 };
    const double enough = 0.002;
    double best = 0;
    all->rounds = 1;
    for (unsigned tried = 0; tried < TRIES;) {
        double rate = probe_once(all, probers, threads);
        if (probe_bytes(all, threads) < enough * rate)
            all->rounds *= 2;
        else
            best = rate > best ? rate : best, tried++;
    }
    return best;
}

double cpu_bandwidth(uint64_t bytes, unsigned threads)
{
    struct probe all = {.bytes = bytes / threads / 1024 * 1024 + 1024};
    struct prober *probers = must_alloc(threads * sizeof *probers);
    unsigned begun = 0;
    pthread_barrier_init(&all.start, NULL, threads + 1);
    pthread_barrier_init(&all.end, NULL, threads + 1);
    for (unsigned i = 0; i < threads; i++) {
        probers[i] = (struct prober){.all = &all, .memory = bench_memory(all.bytes)};
        begun += !pthread_create(&probers[i].thread, NULL, probe_thread, &probers[i]);
    }
    if (begun < threads) {
        print_error("bench cpu: only %u of %u threads could be started", begun, threads);
        exit(EXIT_SYSTEM);
    }
    double best = 0;
    for (all.kind = READS; all.kind < PROBE_KINDS; all.kind++) {
        double rate = probe_rate(&all, probers, threads);
        best = rate > best ? rate : best;
    }
    all.stop = true;
    pthread_barrier_wait(&all.start);
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(probers[i].thread, NULL);
        free(probers[i].memory);
    }
    pthread_barrier_destroy(&all.start);
    pthread_barrier_destroy(&all.end);
    free(probers);
    return best;
}
