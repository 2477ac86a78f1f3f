// What the cpu suite must know of the machine: processors, caches, and how fast its memory is.
#include "bench_cpu.h"

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

/// The tool's own folder, without the slash at its end; "": unknown.
static void own_folder(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
}

bool cpu_beside(char *path, size_t size, const char *name)
{
    char folder[4096];
    own_folder(folder, sizeof folder);
    int n = snprintf(path, size, "%s/%s", folder, name);
    return n > 0 && (size_t)n < size && !access(path, R_OK);
}

bool cpu_file(char *path, size_t size, const char *folder, const char *name)
{
    // build/vyre has share/ beside it, prefix/bin/vyre one folder up.
    static const char *const ups[] = {"share", "../share"};
    char under[512];
    for (size_t i = 0; i < sizeof ups / sizeof *ups; i++) {
        snprintf(under, sizeof under, "%s/vyre/%s/%s", ups[i], folder, name);
        if (cpu_beside(path, size, under))
            return true;
    }
    return false;
}

// ---- bandwidth ----
struct probe {
    pthread_barrier_t start, end;
    uint64_t bytes; ///< a thread's
    uint64_t rounds;
    bool copies, stop;
};
struct prober {
    struct probe *all;
    pthread_t thread;
    char *memory;
    uint64_t sum;
};

/// Reads all of it: eight sums, so that none waits for another.
static uint64_t read_all(const char *memory, uint64_t bytes)
{
    typedef uint64_t vector __attribute__((vector_size(16)));
    const vector *v = (const vector *)memory;
    vector s[8] = {{0}};
    for (uint64_t i = 0; i + 8 <= bytes / sizeof *v; i += 8)
        for (unsigned k = 0; k < 8; k++)
            s[k] += v[i + k];
    for (unsigned k = 1; k < 8; k++)
        s[0] += s[k];
    return s[0][0] + s[0][1];
}

static void *probe_thread(void *user)
{
    struct prober *p = user;
    struct probe *all = p->all;
    for (;;) {
        pthread_barrier_wait(&all->start);
        if (all->stop)
            return NULL;
        for (uint64_t r = 0; r < all->rounds; r++)
            if (all->copies)
                memcpy(p->memory + all->bytes / 2, p->memory, all->bytes / 2);
            else
                p->sum += read_all(p->memory, all->bytes);
        pthread_barrier_wait(&all->end);
    }
}

/// Bytes a second, the best of several tries of a few milliseconds.
static double probe_rate(struct probe *all, unsigned threads, bool copies)
{
    enum { TRIES = 5 };
    const double enough = 0.01;
    double best = 0;
    all->copies = copies;
    all->rounds = 1;
    for (unsigned tried = 0; tried < TRIES;) {
        pthread_barrier_wait(&all->start);
        double from = now_ms();
        pthread_barrier_wait(&all->end);
        double seconds = (now_ms() - from) / 1e3;
        double rate = (double)(all->bytes * threads * all->rounds) / seconds;
        if (seconds < enough && all->rounds < 1u << 20)
            all->rounds *= 2;
        else
            best = rate > best ? rate : best, tried++;
    }
    return best;
}

double cpu_bandwidth(uint64_t bytes, unsigned threads)
{
    struct probe all = {.bytes = bytes / threads / 256 * 256 + 256};
    struct prober *probers = must_alloc(threads * sizeof *probers);
    unsigned begun = 0;
    pthread_barrier_init(&all.start, NULL, threads + 1);
    pthread_barrier_init(&all.end, NULL, threads + 1);
    for (unsigned i = 0; i < threads; i++) {
        probers[i] = (struct prober){.all = &all, .memory = cpu_memory(all.bytes)};
        begun += !pthread_create(&probers[i].thread, NULL, probe_thread, &probers[i]);
    }
    if (begun < threads) {
        say("bench cpu: only %u of %u threads could be started", begun, threads);
        exit(EXIT_SYSTEM);
    }
    double reads = probe_rate(&all, threads, false), copies = probe_rate(&all, threads, true);
    all.stop = true;
    pthread_barrier_wait(&all.start);
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(probers[i].thread, NULL);
        free(probers[i].memory);
    }
    pthread_barrier_destroy(&all.start);
    pthread_barrier_destroy(&all.end);
    free(probers);
    return reads > copies ? reads : copies;
}
