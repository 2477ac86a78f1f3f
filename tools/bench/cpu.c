// vyre bench cpu: fourteen kernels on the cpu device, beside C with OpenMP, OpenCL on pocl and,
// where asked for, the same kernels compiled without passes. All work on the same inputs, their
// results must be the same bytes, and their runs alternate.
#include "cpu.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, LIMIT_TRIES = 4 };
static const char *const runner_names[] = {"vyre", "openmp", "pocl", "no-passes"};

typedef void (*peer_fn)(void *const *buffers, const uint64_t *numbers, int threads);

struct stage {
    struct bench *bench;
    struct session session;
    vy_device *device;
    const char *device_name;
    void *peers; ///< libvyre-bench-peers.so
    struct opencl opencl;
    const char *absent[CPU_RUNNERS]; ///< why one is not here; NULL: it is
    unsigned threads;
    double bandwidth; ///< bytes a second at the size at hand

    struct bench_work work;
    const struct cpu_kernel *kernel;
    struct {
        vy_pipeline *pipeline;
        vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    } ours[CPU_RUNNERS]; ///< CPU_OURS and CPU_NO_PASSES
    peer_fn peer;
    void *peer_buffers[BENCH_BUFFERS];
    double times[CPU_RUNNERS][ROUNDS]; ///< seconds a run
};

// ---- one run ----
static bool run_once(struct stage *s, enum cpu_runner runner)
{
    if (runner == CPU_OURS || runner == CPU_NO_PASSES)
        return !vy_dispatch(s->ours[runner].pipeline,
                            vy_dispatch_params(.args = s->ours[runner].args), NULL);
    if (runner == CPU_OPENMP) {
        s->peer(s->peer_buffers, s->work.number, (int)s->threads);
        return true;
    }
    s->kernel->pocl(&s->opencl, &s->work);
    opencl_finish(&s->opencl);
    if (s->opencl.error)
        print_error("%s: pocl: %s gives error %d", s->work.name, s->opencl.failed, s->opencl.error);
    return !s->opencl.error;
}

/// OpenMP's threads spin for a while after a loop; no other row is measured beside them.
static void settle(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
}

/// Seconds of a run, over as many as `batch` says.
static bool timed(struct stage *s, enum cpu_runner runner, uint32_t batch, double *seconds)
{
    bool good = true;
    double from = now_ms();
    for (uint32_t i = 0; good && i < batch; i++)
        good = run_once(s, runner);
    *seconds = (now_ms() - from) / 1e3 / batch;
    return good;
}

// ---- results ----
/// Puts what a runner writes back to what it was at first; outputs get what no kernel writes.
static void reset(struct stage *s, enum cpu_runner runner)
{
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        struct bench_buffer *b = &s->work.buffers[i];
        if (b->role == BENCH_INOUT)
            memcpy(b->each[runner], b->data, b->bytes);
        else if (b->role == BENCH_OUT)
            memset(b->each[runner], 0xa5, b->bytes);
        if (runner == CPU_POCL && b->each[runner])
            opencl_upload(&s->opencl, (unsigned)i, b->each[runner], b->bytes);
    }
}

/// Runs each once from the same beginning and compares every byte that was written.
static int compare_all(struct stage *s)
{
    for (enum cpu_runner r = CPU_OURS; r < CPU_RUNNERS; r++) {
        if (s->absent[r])
            continue;
        reset(s, r);
        if (!run_once(s, r))
            return EXIT_SYSTEM;
    }
    int code = EXIT_DONE;
    for (size_t i = 0; i < s->work.buffer_count; i++)
        for (enum cpu_runner r = CPU_OPENMP; r < CPU_RUNNERS; r++) {
            struct bench_buffer *b = &s->work.buffers[i];
            if (s->absent[r] || !b->each[r])
                continue;
            if (r == CPU_POCL)
                opencl_download(&s->opencl, (unsigned)i, b->each[r], b->bytes);
            if (!bench_same(&s->work, b, b->each[CPU_OURS], b->each[r], runner_names[r]))
                code = EXIT_DIFFERS;
        }
    return code;
}

// ---- one kernel at one size ----
static bool prepare_ours(struct stage *s, enum cpu_runner runner)
{
    char path[4096], file[64];
    struct bench_work *w = &s->work;
    vy_arg *args = s->ours[runner].args;
    vy_status status;
    snprintf(file, sizeof file, "%s.vy", w->name);
    if (!bench_file(path, sizeof path, "bench/cpu", file)) {
        print_error("bench cpu: %s is not beside the tool; build in the source tree, or install",
                    file);
        return false;
    }
    vy_program *program = session_load(&s->session, path, &status);
    bool good =
        program &&
        !vy_pipeline_create(s->device, program,
                            vy_pipeline_params(.no_passes = runner == CPU_NO_PASSES ? "all" : NULL),
                            &s->ours[runner].pipeline);
    vy_program_destroy(&program);
    size_t n = 0;
    for (size_t i = 0; i < w->buffer_count; i++) {
        struct bench_buffer *b = &w->buffers[i];
        if (b->role == BENCH_IN)
            args[n++] = vy_arg_in(b->name, b->data, b->bytes);
        else if (b->role == BENCH_OUT)
            args[n++] = vy_arg_out(b->name, b->each[runner], b->bytes);
        else if (b->role == BENCH_INOUT)
            args[n++] = vy_arg_inout(b->name, b->each[runner], b->bytes);
    }
    for (size_t i = 0; i < w->param_count; i++)
        args[n++] =
            vy_arg_value(w->params[i].name, w->params[i].type, w->number[w->params[i].number]);
    args[n] = vy_arg_end();
    return good;
}

static bool prepare_peers(struct stage *s)
{
    char path[4096], file[64];
    struct bench_work *w = &s->work;
    if (!s->absent[CPU_OPENMP]) {
        snprintf(file, sizeof file, "vyre_peer_%s", w->name);
        void *symbol = dlsym(s->peers, file);
        if (!symbol) {
            print_error("bench cpu: libvyre-bench-peers.so has no '%s'; build it anew", file);
            return false;
        }
        memcpy(&s->peer, &symbol, sizeof symbol);
        for (size_t i = 0; i < w->buffer_count; i++)
            s->peer_buffers[i] = w->buffers[i].each[CPU_OPENMP] ? w->buffers[i].each[CPU_OPENMP]
                                                                : w->buffers[i].data;
    }
    if (s->absent[CPU_POCL])
        return true;
    snprintf(file, sizeof file, "%s.cl", w->name);
    if (!bench_file(path, sizeof path, "bench/cpu", file)) {
        print_error("bench cpu: %s is not beside the tool; build in the source tree, or install",
                    file);
        return false;
    }
    if (!opencl_begin(&s->opencl, path, s->kernel->kernels))
        return false;
    for (size_t i = 0; i < w->buffer_count; i++) {
        struct bench_buffer *b = &w->buffers[i];
        opencl_buffer(&s->opencl, (unsigned)i, b->each[CPU_POCL] ? b->each[CPU_POCL] : b->data,
                      b->bytes);
    }
    return true;
}

/// Runs alternate, in a new order each round; what runs is warm, and short runs go in batches.
static bool measure(struct stage *s)
{
    const double enough = 0.004, brief = 0.05;
    uint32_t batch[CPU_RUNNERS] = {0};
    double took[CPU_RUNNERS] = {0};
    char what[64];
    snprintf(what, sizeof what, "%s, %.1f MB", s->work.name, (double)s->work.least / 1e6);
    for (size_t round = 0; round <= ROUNDS; round++) {
        bench_progress(what, round, ROUNDS);
        for (unsigned k = 0; k < CPU_RUNNERS; k++) {
            enum cpu_runner r = (enum cpu_runner)((round + k) % CPU_RUNNERS);
            double seconds;
            if (s->absent[r])
                continue;
            settle();
            if (took[r] < brief && !run_once(s, r)) // its data are in the caches that hold them
                return false;
            if (!timed(s, r, round ? batch[r] : 1, &seconds))
                return false;
            took[r] = seconds;
            if (round)
                s->times[r][round - 1] = seconds;
            else
                batch[r] = seconds < enough ? (uint32_t)(enough / (seconds + 1e-9)) + 1 : 1;
        }
    }
    return true;
}

/// No result may be faster than the memory it needs. The limit is noisy too, so it is measured
/// again before a result is refused.
static bool believable(struct stage *s, double seconds, const char *who)
{
    double rate = (double)s->work.least / seconds;
    for (unsigned i = 0; rate > 1.1 * s->bandwidth && i < LIMIT_TRIES; i++) {
        double again = cpu_bandwidth(s->work.least, s->threads);
        s->bandwidth = again > s->bandwidth ? again : s->bandwidth;
    }
    if (rate <= 1.1 * s->bandwidth)
        return true;
    bench_progress(NULL, 0, 0);
    print_error(
        "%s: refused: %s would move %.1f GB/s, and this machine moves %.1f GB/s at that size",
        s->work.name, who, rate / 1e9, s->bandwidth / 1e9);
    return false;
}

static int report(struct stage *s)
{
    struct bench_kernel row = {.name = s->work.name, .size = s->work.least};
    int code = EXIT_DONE;
    for (enum cpu_runner r = CPU_OURS; r < CPU_RUNNERS; r++) {
        double seconds = s->absent[r] ? 0 : bench_median(s->times[r], ROUNDS);
        if (!s->absent[r] && !believable(s, seconds, runner_names[r]))
            code = EXIT_DIFFERS;
        if (r == CPU_OURS)
            row.time = seconds;
        else if (r != CPU_NO_PASSES || !s->absent[r])
            row.peers[r - 1] = (struct bench_peer){runner_names[r], seconds, s->absent[r]};
    }
    if (!code)
        bench_kernel(s->bench, row);
    return code;
}

static int run_kernel(struct stage *s, size_t index, uint64_t bytes)
{
    s->kernel = &cpu_kernels[index];
    s->work = (struct bench_work){.name = s->kernel->name, .runners = CPU_RUNNERS};
    bench_programs[index].make(&s->work, bytes);
    bool good = prepare_ours(s, CPU_OURS) &&
                (s->absent[CPU_NO_PASSES] || prepare_ours(s, CPU_NO_PASSES)) && prepare_peers(s);
    int code = good ? EXIT_DONE : EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code && !measure(s))
        code = EXIT_SYSTEM;
    if (!code)
        code = compare_all(s);
    if (!code)
        code = report(s);
    vy_pipeline_destroy(&s->ours[CPU_OURS].pipeline);
    vy_pipeline_destroy(&s->ours[CPU_NO_PASSES].pipeline);
    opencl_end(&s->opencl);
    bench_work_free(&s->work);
    return code;
}

// ---- the suite ----
static bool names_exist(const char *only)
{
    for (const char *at = only; at && *at; at += strcspn(at, ","), at += *at == ',') {
        size_t length = strcspn(at, ","), i = 0;
        while (i < cpu_kernel_count &&
               (strlen(cpu_kernels[i].name) != length || strncmp(cpu_kernels[i].name, at, length)))
            i++;
        if (i < cpu_kernel_count || (length == 5 && !strncmp(at, "start", 5)))
            continue;
        struct text list = {0};
        for (i = 0; i < cpu_kernel_count; i++)
            text_printf(&list, "%s, ", cpu_kernels[i].name);
        usage_error("bench", "--only %s: there is no kernel '%.*s'; there are %sand 'start'", only,
                    (int)length, at, list.at);
        text_free(&list);
        return false;
    }
    return true;
}

static bool peers_exist(const char *peers)
{
    for (const char *at = peers; at && *at; at += strcspn(at, ","), at += *at == ',') {
        int length = (int)strcspn(at, ",");
        char name[16];
        snprintf(name, sizeof name, "%.*s", length, at);
        if (!strcmp(name, "openmp") || !strcmp(name, "pocl") || !strcmp(name, "no-passes") ||
            !strcmp(name, "none"))
            continue;
        usage_error(
            "bench",
            "--peers %s: there is no peer '%.*s'; there are openmp, pocl, no-passes and none",
            peers, length, at);
        return false;
    }
    return true;
}

static int run_size(struct stage *s, uint64_t bytes, const char *name)
{
    s->bandwidth = cpu_bandwidth(bytes, s->threads);
    bench_figure(s->bench,
                 (struct bench_figure){.name = name, .unit = "GB/s", .value = s->bandwidth / 1e9});
    int code = EXIT_DONE;
    for (size_t i = 0; !code && i < cpu_kernel_count; i++)
        if (bench_wanted(s->bench->only, cpu_kernels[i].name))
            code = run_kernel(s, i, bytes);
    return code;
}

static void open_peers(struct stage *s)
{
    char path[4096];
    const char *peers = s->bench->peers;
    if (!peers || !bench_wanted(peers, "no-passes"))
        s->absent[CPU_NO_PASSES] = "not asked for";
    if (peers && !bench_wanted(peers, "openmp"))
        s->absent[CPU_OPENMP] = "not asked for";
    else if (!file_beside(path, sizeof path, "libvyre-bench-peers.so") ||
             !(s->peers = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        s->absent[CPU_OPENMP] = "no libvyre-bench-peers.so beside the tool: build it with OpenMP";
    if (peers && !bench_wanted(peers, "pocl")) {
        s->absent[CPU_POCL] = "not asked for";
        return;
    }
    opencl_open(&s->opencl, s->threads);
    s->absent[CPU_POCL] = s->opencl.absent;
}

static int run_all(struct stage *s)
{
    enum { MIB = 1 << 20 };
    struct bench *b = s->bench;
    uint64_t cache = cpu_cache_bytes(), large = 4 * cache, most = input_limit() / 8;
    int code = EXIT_DONE;
    if (large > 1024ull * MIB)
        large = cache > 512ull * MIB ? 2 * cache : 1024ull * MIB;
    large = large > most ? most : large;
    if (b->size) {
        code = run_size(s, b->size, "bandwidth");
    } else {
        code = run_size(s, large, "bandwidth, memory");
        if (!code)
            code = run_size(s, cache / 4, "bandwidth, cache");
    }
    if (!code && bench_wanted(b->only, "start") &&
        !cpu_starts(b, s->session.context, s->device, s->device_name))
        code = EXIT_SYSTEM;
    text_printf(&b->notes,
                "size: bytes that a kernel reads and writes at least; the cache has %.1f MB. Wall "
                "time,\nmedians of %d runs that alternate, %u thread%s each; ratio = peer's time / "
                "ours. All results\nare the same bytes.\n",
                (double)cache / 1e6, ROUNDS, s->threads, s->threads > 1 ? "s" : "");
    return code;
}

int bench_cpu(struct bench *b)
{
    struct stage *s = must_alloc(sizeof *s);
    int code = EXIT_SYSTEM;
    s->bench = b;
    s->device_name = b->device ? b->device : "cpu";
    s->threads = cpu_threads();
    if (!names_exist(b->only) || !peers_exist(b->peers)) {
        code = EXIT_USAGE;
    } else if (session_begin(&s->session)) {
        if (!vy_device_open(s->session.context,
                            vy_device_params(.name = s->device_name, .threads = s->threads),
                            &s->device)) {
            open_peers(s);
            code = run_all(s);
            opencl_close(&s->opencl);
        }
        vy_device_close(&s->device);
        session_end(&s->session);
    }
    // OpenMP's threads live in the peers' library, so it stays open.
    free(s);
    return code;
}
