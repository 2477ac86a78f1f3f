// vyre bench stream: a file through a stream, beside loops of pread() over the same bytes, beside
// threads that sum the file where it is mapped, and beside the same kernel on resident data. From
// the page cache, and from the disk.
#include "bench.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const off_t most_disk = (off_t)4 << 30;
enum { RUNS = 3, BLOCK = 4 << 20, MOST_THREADS = 16, DISK_THREADS = 4 };

/// Tiles of neighbouring words: vectors and whole pages on the cpu, whole lines on a GPU.
static const char sum_text[] = "program sum\n"
                               "in    x    : u32[]\n"
                               "inout sum  : atomic u32[1]\n"
                               "const TILE = 4096\n"
                               "workgroup 256\n"
                               "grid ceil_div(len(x), TILE) * 256\n"
                               "var mine = 0\n"
                               "let from = wid.x * TILE + lid.x\n"
                               "if (wid.x + 1) * TILE <= len(x) {\n"
                               "    for k in 0..TILE / 256 { mine += x[from + k * 256] }\n"
                               "} else {\n"
                               "    for i in from..len(x) step 256 { mine += x[i] }\n"
                               "}\n"
                               "let all = workgroup_add(mine)\n"
                               "if lid.x == 0 { let old = atomic_add(sum[0], all) }\n";
static const char first_text[] = "program first\n"
                                 "in    x   : u32[]\n"
                                 "inout sum : atomic u32[1]\n"
                                 "each i in 0..1 { let old = atomic_add(sum[0], x[0]) }\n";

struct stage {
    struct bench *bench;
    char path[96];
    uint64_t bytes;
    uint32_t sum_of; ///< all words
    bool gpu;        ///< the device has memory of its own
    vy_device *device;
    vy_pipeline *sum, *first;
    bool wrong; ///< a sum was
};

static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

// ---- loops of pread() ----
/// Drops the file from the page cache.
static void forget(const struct stage *s)
{
    int file = open(s->path, O_RDONLY);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
}

struct loop {
    int file;
    uint64_t bytes;
    atomic_ullong next, done;
};

static void *read_blocks(void *user)
{
    struct loop *l = user;
    void *block = NULL;
    if (posix_memalign(&block, 4096, BLOCK))
        return NULL;
    memset(block, 0, BLOCK);
    for (uint64_t at; (at = atomic_fetch_add(&l->next, BLOCK)) < l->bytes;) {
        ssize_t got = pread(l->file, block, BLOCK, (off_t)at);
        atomic_fetch_add(&l->done, got > 0 ? (uint64_t)got : 0);
    }
    free(block);
    return NULL;
}

/// GB/s of threads that read the file; 0: they failed.
static double read_loop(const struct stage *s, bool direct, uint32_t threads)
{
    struct loop l = {.file = open(s->path, O_RDONLY | (direct ? O_DIRECT : 0)), .bytes = s->bytes};
    pthread_t others[MOST_THREADS];
    uint32_t count = 0;
    double start = now_ms();
    while (l.file >= 0 && count + 1 < threads && count < MOST_THREADS &&
           !pthread_create(&others[count], NULL, read_blocks, &l))
        count++;
    if (l.file >= 0)
        read_blocks(&l);
    for (uint32_t i = 0; i < count; i++)
        pthread_join(others[i], NULL);
    double ms = now_ms() - start;
    if (l.file >= 0)
        close(l.file);
    return l.done == s->bytes ? (double)s->bytes / 1e6 / ms : 0;
}

// ---- a loop over a map ----
/// Blocks as large as the largest pages: no two threads wait for one page.
enum { MAP_BLOCK = 2 << 20 };
struct map_loop {
    const char *at;
    uint64_t bytes;
    atomic_ullong next;
    atomic_uint sum;
};

static void *sum_blocks(void *user)
{
    typedef uint32_t words __attribute__((vector_size(16)));
    struct map_loop *l = user;
    words a = {0}, b = {0}, c = {0}, d = {0}; // four chains of additions
    for (uint64_t at; (at = atomic_fetch_add(&l->next, MAP_BLOCK)) < l->bytes;) {
        uint64_t bytes = l->bytes - at < MAP_BLOCK ? l->bytes - at : MAP_BLOCK;
        const words *from = (const words *)(l->at + at);
        for (size_t i = 0; i < bytes / sizeof *from; i += 4)
            a += from[i], b += from[i + 1], c += from[i + 2], d += from[i + 3];
    }
    a += b + c + d;
    atomic_fetch_add(&l->sum, a[0] + a[1] + a[2] + a[3]);
    return NULL;
}

/// GB/s of threads that sum the file in a map; 0: they failed.
static double sum_map(struct stage *s, uint32_t threads)
{
    double start = now_ms();
    int file = open(s->path, O_RDONLY);
    void *at = file < 0 ? MAP_FAILED : mmap(NULL, s->bytes, PROT_READ, MAP_SHARED, file, 0);
    struct map_loop l = {.at = at, .bytes = s->bytes};
    pthread_t others[MOST_THREADS];
    uint32_t count = 0;
    while (at != MAP_FAILED && count + 1 < threads && count < MOST_THREADS &&
           !pthread_create(&others[count], NULL, sum_blocks, &l))
        count++;
    if (at != MAP_FAILED)
        sum_blocks(&l);
    for (uint32_t i = 0; i < count; i++)
        pthread_join(others[i], NULL);
    if (file >= 0)
        close(file);
    if (at == MAP_FAILED)
        return 0;
    munmap(at, s->bytes);
    double ms = now_ms() - start;
    s->wrong |= l.sum != s->sum_of;
    return (double)s->bytes / 1e6 / ms;
}

// ---- ours ----
/// GB/s of a stream; 0: it failed. `cpu`: processor seconds for each GB.
static double stream(struct stage *s, vy_pipeline *pipeline, vy_stream_params params, double *cpu,
                     vy_stream_stats *stats)
{
    uint32_t sum = 0;
    params.sources = vy_stream_sources(vy_stream_file("x", s->path));
    params.args = vy_args(vy_arg_inout("sum", &sum, sizeof sum));
    double before = cpu_seconds(), start = now_ms();
    vy_status status = vy_stream_run(pipeline, &params, stats);
    double ms = now_ms() - start;
    *cpu = (cpu_seconds() - before) / ((double)s->bytes / 1e9);
    if (pipeline == s->sum && !status && sum != s->sum_of)
        s->wrong = true;
    return status ? 0 : (double)s->bytes / 1e6 / ms;
}

/// GB/s of the kernel on data that are on the device, and of sending them there from memory that
/// the device copies from by itself; 0: that failed.
static void resident(const struct stage *s, double *kernel, double *cpu, double *link)
{
    // More than caches hold, and no more of a GPU's memory than it takes.
    uint64_t most_bytes = s->gpu ? 256u << 20 : 1u << 30,
             bytes = s->bytes < most_bytes ? s->bytes : most_bytes;
    vy_buffer *x = NULL, *sum = NULL, *mapped = NULL;
    void *memory = NULL;
    vy_status status = vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes), &x);
    if (!status)
        status = vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &sum);
    if (!status) // else all its pages were one page of zeros
        status = vy_buffer_fill(x, vy_fill_params(.pattern = "vyre", .pattern_bytes = 4));
    for (int i = 0; i < 2 * RUNS && !status; i++) {
        double before = cpu_seconds(), start = now_ms();
        status = vy_dispatch(
            s->sum,
            vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x), vy_arg_buffer("sum", sum))),
            NULL);
        *kernel = most(*kernel, (double)bytes / 1e6 / (now_ms() - start));
        *cpu = least(*cpu, (cpu_seconds() - before) / ((double)bytes / 1e9));
    }
    if (!status && s->gpu)
        status = vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes, .mapped = true),
                                  &mapped) ||
                 vy_buffer_map(mapped, &memory);
    for (int i = 0; i < 2 * RUNS && memory && !status; i++) {
        double start = now_ms();
        status = vy_buffer_upload(x, 0, memory, bytes);
        *link = most(*link, (double)bytes / 1e6 / (now_ms() - start));
    }
    vy_buffer_destroy(&mapped);
    vy_buffer_destroy(&x);
    vy_buffer_destroy(&sum);
}

static bool make_file(struct stage *s)
{
    uint32_t *block = malloc(BLOCK), sum = 0;
    int file = open(s->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    uint64_t done = 0;
    for (uint32_t i = 0; block && i < BLOCK / sizeof *block; i++)
        sum += block[i] = i * 2654435761u ^ i >> 7;
    for (; block && file >= 0 && done < s->bytes && write(file, block, BLOCK) == BLOCK;
         done += BLOCK)
        s->sum_of += sum;
    bool good = file >= 0 && done == s->bytes && !fsync(file);
    if (file >= 0)
        close(file);
    free(block);
    return good;
}

// ---- figures ----
static void figure(struct stage *s, const char *name, double value, double target)
{
    bench_figure(s->bench, (struct bench_figure){name, "GB/s", value, target, false});
}

static void cost(struct stage *s, const char *name, double value, double target)
{
    bench_rounded(s->bench, (struct bench_figure){name, "s", value, target, true}, 3);
}

static void note(struct stage *s, const char *what, const vy_stream_stats *t)
{
    text_printf(&s->bench->notes,
                "%s: read by %s (%s), chunks of %.1f MiB, %u in flight; waited %.0f ms for reads, "
                "%.0f uploading, %.0f for the program, of %.0f\n",
                what, t->reader, t->reader_reason, (double)t->chunk_elements * 4 / (1 << 20),
                t->slots, t->read_ms, t->upload_ms, t->run_ms, t->wall_ms);
}

/// The best of several runs, each of which is done beside the others: a busy machine slows all.
static void from_cache(struct stage *s)
{
    double one = 0, all = 0, map = 0, ours = 0, kernel = 0, link = 0, cpu = 0,
           costs[2] = {1e9, 1e9};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = cores < MOST_THREADS ? (uint32_t)cores : MOST_THREADS;
    vy_stream_stats stats = {0};
    resident(s, &kernel, &costs[0], &link);
    read_loop(s, false, threads);
    for (int i = 0; i < RUNS; i++) {
        bench_progress("page cache", (size_t)i, RUNS);
        one = most(one, read_loop(s, false, 1));
        all = most(all, read_loop(s, false, threads));
        map = most(map, sum_map(s, threads));
        ours = most(ours, stream(s, s->sum, vy_stream_defaults(), &cpu, &stats));
        costs[1] = least(costs[1], cpu);
    }
    figure(s, "kernel on resident data", kernel, 0);
    if (s->gpu)
        figure(s, "upload of pinned memory", link, 0);
    figure(s, "page cache, pread loop", one, 0);
    figure(s, "page cache, pread by threads", all, 0);
    figure(s, "page cache, summed in a map by threads", map, 0);
    figure(s, "page cache, stream", ours, s->gpu ? 40 : 0.9 * kernel);
    cost(s, "kernel on resident data, CPU a GB", costs[0], 0);
    cost(s, "page cache, stream, CPU a GB", costs[1], 0);
    note(s, "page cache", &stats);
}

static void from_disk(struct stage *s)
{
    double one = 0, some = 0, ours = 0, cpu = 0, lowest = 1e9;
    vy_stream_stats stats = {0};
    if (s->bytes > (uint64_t)most_disk && !truncate(s->path, most_disk)) // it takes long enough
        s->bytes = (uint64_t)most_disk;
    for (int i = 0; i < RUNS; i++) {
        bench_progress("disk", (size_t)i, RUNS);
        forget(s);
        one = most(one, read_loop(s, true, 1));
        forget(s);
        some = most(some, read_loop(s, true, DISK_THREADS));
        forget(s);
        ours = most(ours, stream(s, s->first, vy_stream_defaults(), &cpu, &stats));
        lowest = least(lowest, cpu);
    }
    figure(s, "disk, direct pread loop", one, 0);
    figure(s, "disk, direct pread by 4 threads", some, 0);
    figure(s, "disk, stream", ours, 0.95 * most(one, some));
    cost(s, "disk, stream, CPU a GB", lowest, 0.06);
    note(s, "disk", &stats);
}

/// What defaults are chosen by.
static void of_chunks(struct stage *s)
{
    struct bench *b = s->bench;
    vy_stream_stats stats;
    double cpu;
    read_loop(s, false, MOST_THREADS);
    for (uint32_t slots = 4; slots <= 8; slots += 2)
        for (uint64_t kib = 4096; kib <= (s->gpu ? 65536 : 262144); kib *= 2) {
            vy_stream_params params = vy_stream_defaults();
            double ours = 0;
            params.slots = slots, params.chunk_bytes = kib << 10;
            double lowest = 1e9;
            for (int i = 0; i < RUNS; i++) {
                ours = most(ours, stream(s, s->sum, params, &cpu, &stats));
                lowest = least(lowest, cpu);
            }
            char *name = b->names[b->name_count++];
            snprintf(name, sizeof b->names[0], "%u chunks of %llu KiB, %.3f s CPU a GB", slots,
                     (unsigned long long)kib, lowest);
            figure(s, name, ours, 0);
        }
}

static const struct {
    const char *name;
    void (*run)(struct stage *s);
    bool usual;
} parts[] = {{"cache", from_cache, true}, {"disk", from_disk, true}, {"chunks", of_chunks, false}};

static bool wanted(const struct bench *b, size_t i)
{
    return b->only ? !strcmp(b->only, parts[i].name) : parts[i].usual;
}

static int measure(struct stage *s)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (wanted(s->bench, i))
            parts[i].run(s);
    bench_progress(NULL, 0, 0);
    if (!s->wrong)
        return EXIT_DONE;
    print_error("bench stream: a stream has another sum than its file");
    return EXIT_DIFFERS;
}

int bench_stream(struct bench *b)
{
    struct session session = {0};
    struct stage s = {.bench = b};
    vy_program *sum = NULL, *first = NULL;
    vy_device_info info;
    char folder[64];
    int code = EXIT_SYSTEM;
    if (!wanted(b, 0) && !wanted(b, 1) && !wanted(b, 2))
        return usage_error("bench", "stream: --only takes 'cache', 'disk' or 'chunks'");
    if (!session_begin(&session))
        return EXIT_SYSTEM;
    if (!bench_room(folder)) {
        session_end(&session);
        return EXIT_SYSTEM;
    }
    snprintf(s.path, sizeof s.path, "%s/stream", folder);
    if (!device_open(session.context, vy_device_params(.name = b->device), &s.device) &&
        !vy_device_query(s.device, &info) &&
        !vy_program_parse(session.context, vy_parse_params(.text = sum_text), &sum) &&
        !vy_program_parse(session.context, vy_parse_params(.text = first_text), &first) &&
        !vy_pipeline_create(s.device, sum, NULL, &s.sum) &&
        !vy_pipeline_create(s.device, first, NULL, &s.first)) {
        s.gpu = !strcmp(info.kind, "gpu");
        s.bytes = (b->size ? b->size : (uint64_t)(s.gpu ? 16 : 1) << 30) / BLOCK * BLOCK;
        s.bytes = s.bytes ? s.bytes : BLOCK;
        if (make_file(&s))
            code = measure(&s);
        else
            print_error("bench stream: the file '%s' cannot be made; $TMPDIR names a folder with "
                        "room for %llu MiB",
                        s.path, (unsigned long long)(s.bytes >> 20));
    }
    vy_pipeline_destroy(&s.sum);
    vy_pipeline_destroy(&s.first);
    vy_program_destroy(&sum);
    vy_program_destroy(&first);
    vy_device_close(&s.device);
    bench_remove(folder);
    session_end(&session);
    return code;
}
