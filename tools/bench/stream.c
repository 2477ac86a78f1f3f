// vyre bench stream: a file through a stream, beside loops of pread() over the same bytes and
// beside the same kernel on resident data. From the page cache, and from the disk.
#include "bench.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RUNS = 3, BLOCK = 4 << 20 };

static const char sum_text[] = "program sum\n"
                               "in    x   : u32[]\n"
                               "inout sum : atomic u32[1]\n"
                               "workgroup 64\n"
                               "grid 4096\n"
                               "let n = ceil_div(len(x), 4096)\n"
                               "let from = gid.x * n\n"
                               "var s = 0u32\n"
                               "for i in from..min(from + n, len(x)) { s += x[i] }\n"
                               "let old = atomic_add(sum[0], s)\n";
static const char first_text[] = "program first\n"
                                 "in    x   : u32[]\n"
                                 "inout sum : atomic u32[1]\n"
                                 "each i in 0..1 { let old = atomic_add(sum[0], x[0]) }\n";

struct stage {
    char path[96];
    uint64_t bytes;
    char *block;
    vy_device *device;
    vy_pipeline *sum, *first;
};

static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/// Drops the file from the page cache.
static void forget(const struct stage *s)
{
    int file = open(s->path, O_RDONLY);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
}

/// GB/s of a loop that reads the file; 0: it failed.
static double read_loop(const struct stage *s, bool direct)
{
    int file = open(s->path, O_RDONLY | (direct ? O_DIRECT : 0));
    double start = now_ms();
    uint64_t done = 0;
    for (ssize_t n; file >= 0 && (n = pread(file, s->block, BLOCK, (off_t)done)) > 0;)
        done += (uint64_t)n;
    double ms = now_ms() - start;
    if (file >= 0)
        close(file);
    return done == s->bytes ? (double)done / 1e6 / ms : 0;
}

/// GB/s of a stream; 0: it failed. `cpu`: processor seconds for each GB.
static double stream(const struct stage *s, vy_pipeline *pipeline, double *cpu,
                     vy_stream_stats *stats)
{
    uint32_t sum = 0;
    double before = cpu_seconds(), start = now_ms();
    vy_status status =
        vy_stream_run(pipeline,
                      vy_stream_params(.sources = vy_stream_sources(vy_stream_file("x", s->path)),
                                       .args = vy_args(vy_arg_inout("sum", &sum, sizeof sum))),
                      stats);
    double ms = now_ms() - start;
    *cpu = (cpu_seconds() - before) / ((double)s->bytes / 1e9);
    return status ? 0 : (double)s->bytes / 1e6 / ms;
}

/// GB/s of the kernel on data that are on the device.
static double resident(const struct stage *s, vy_status *status)
{
    uint64_t bytes = s->bytes < 256u << 20 ? s->bytes : 256u << 20;
    vy_buffer *x = NULL, *sum = NULL;
    double best = 0;
    *status = vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes), &x);
    if (!*status)
        *status = vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &sum);
    for (int i = 0; i < 2 * RUNS && !*status; i++) {
        double start = now_ms();
        *status = vy_dispatch(
            s->sum,
            vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", x), vy_arg_buffer("sum", sum))),
            NULL);
        double rate = (double)bytes / 1e6 / (now_ms() - start);
        best = rate > best ? rate : best;
    }
    vy_buffer_destroy(&x);
    vy_buffer_destroy(&sum);
    return best;
}

static bool make_file(struct stage *s)
{
    int file = open(s->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    uint64_t done = 0;
    for (size_t i = 0; i < BLOCK; i++)
        s->block[i] = (char)(i * 2654435761u >> 13);
    while (file >= 0 && done < s->bytes && write(file, s->block, BLOCK) == BLOCK)
        done += BLOCK;
    bool good = file >= 0 && done == s->bytes && !fsync(file);
    if (file >= 0)
        close(file);
    return good;
}

/// The best of several runs, each of which is done beside the others: a busy machine slows all.
static void measure(struct bench *b, struct stage *s)
{
    double loop = 0, ours = 0, disk = 0, cold = 0, cpu = 0, least = 1e9;
    vy_stream_stats warm = {0}, direct = {0};
    vy_status status;
    double kernel = resident(s, &status);
    for (int i = 0; i < RUNS; i++) {
        bench_progress("stream", (size_t)i, RUNS);
        double rate = read_loop(s, false);
        loop = rate > loop ? rate : loop;
        rate = stream(s, s->sum, &cpu, &warm);
        ours = rate > ours ? rate : ours;
        forget(s);
        rate = read_loop(s, true);
        disk = rate > disk ? rate : disk;
        forget(s);
        rate = stream(s, s->first, &cpu, &direct);
        cold = rate > cold ? rate : cold;
        least = cpu < least ? cpu : least;
        read_loop(s, false); // into the page cache again
    }
    bench_progress(NULL, 0, 0);
    bench_figure(b, (struct bench_figure){"kernel on resident data", "GB/s", kernel, 0, false});
    bench_figure(b, (struct bench_figure){"page cache, pread loop", "GB/s", loop, 0, false});
    bench_figure(b, (struct bench_figure){"page cache, stream", "GB/s", ours, 0.9 * kernel, false});
    bench_figure(b, (struct bench_figure){"disk, direct pread loop", "GB/s", disk, 0, false});
    bench_figure(b, (struct bench_figure){"disk, stream", "GB/s", cold, 0.95 * disk, false});
    bench_figure(b, (struct bench_figure){"disk, stream, CPU a GB", "s", least, 0.06, true});
    text_printf(&b->notes, "page cache: read by %s (%s)\ndisk: read by %s (%s)\n", warm.reader,
                warm.reader_reason, direct.reader, direct.reader_reason);
}

int bench_stream(struct bench *b)
{
    struct session session = {0};
    struct stage s = {.bytes = (b->size ? b->size : 1u << 30) / BLOCK * BLOCK};
    vy_program *sum = NULL, *first = NULL;
    char folder[64];
    int code = EXIT_SYSTEM;
    s.bytes = s.bytes ? s.bytes : BLOCK;
    if (!session_begin(&session))
        return EXIT_SYSTEM;
    if (!bench_room(folder)) {
        session_end(&session);
        return EXIT_SYSTEM;
    }
    snprintf(s.path, sizeof s.path, "%s/stream", folder);
    if (!posix_memalign((void **)&s.block, 4096, BLOCK) && make_file(&s) &&
        !device_open(session.context, vy_device_params(.name = b->device), &s.device) &&
        !vy_program_parse(session.context, vy_parse_params(.text = sum_text), &sum) &&
        !vy_program_parse(session.context, vy_parse_params(.text = first_text), &first) &&
        !vy_pipeline_create(s.device, sum, NULL, &s.sum) &&
        !vy_pipeline_create(s.device, first, NULL, &s.first)) {
        measure(b, &s);
        code = EXIT_DONE;
    } else {
        print_error("bench stream: the file '%s' cannot be made, or the device cannot be opened",
                    s.path);
    }
    vy_pipeline_destroy(&s.sum);
    vy_pipeline_destroy(&s.first);
    vy_program_destroy(&sum);
    vy_program_destroy(&first);
    vy_device_close(&s.device);
    free(s.block);
    bench_remove(folder);
    session_end(&session);
    return code;
}
