// vyre bench cpu: fourteen kernels on the cpu device, beside C with OpenMP, plain and with AVX-512,
// OpenCL on pocl and, where asked for, the same kernels compiled without passes. All work on the
// same inputs, their results must be the same bytes, and their runs alternate.
#include "cpu.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, LIMIT_TRIES = 4 };

typedef void (*peer_fn)(void *const *buffers, const uint64_t *numbers, int threads);

struct cpu {
    struct bench *bench;
    struct session session;
    vy_device *device;
    const char *device_name;
    void *peers;  ///< libvyre-bench-peers.so
    void *expert; ///< libvyre-bench-expert.so
    struct opencl opencl;
    const char *absent[CPU_RUNNERS]; ///< why one is not here; NULL: it is
    unsigned threads;
    double bandwidth; ///< bytes a second at the size at hand
    // of a kernel
    struct {
        vy_pipeline *pipeline;
        vy_arg args[BENCH_BUFFERS + BENCH_PARAMS + 1];
    } ours[CPU_RUNNERS];       ///< CPU_OURS and CPU_NO_PASSES
    peer_fn peer[CPU_RUNNERS]; ///< CPU_OPENMP and CPU_EXPERT
    void *peer_buffers[CPU_RUNNERS][BENCH_BUFFERS];
};

// ---- ours, and ours without passes ----
static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    static const char *const folders[] = {"bench/cpu", NULL};
    struct cpu *c = s->suite;
    c->ours[runner].pipeline =
        bench_pipeline(&c->session, c->device, "cpu", folders, s->work.name,
                       vy_pipeline_params(.no_passes = runner == CPU_NO_PASSES ? "all" : NULL));
    bench_host_args(&s->work, runner, c->ours[runner].args);
    return c->ours[runner].pipeline;
}

static bool ours_run(struct bench_stage *s, size_t runner, double *seconds)
{
    const struct cpu *c = s->suite;
    (void)seconds;
    return !vy_dispatch(c->ours[runner].pipeline, vy_dispatch_params(.args = c->ours[runner].args),
                        NULL);
}

static void ours_end(struct bench_stage *s)
{
    struct cpu *c = s->suite;
    vy_pipeline_destroy(&c->ours[CPU_OURS].pipeline);
    vy_pipeline_destroy(&c->ours[CPU_NO_PASSES].pipeline);
}

// ---- C with OpenMP ----
static bool openmp_prepare(struct bench_stage *s, size_t runner)
{
    struct cpu *c = s->suite;
    char name[64];
    void *symbol = NULL;
    snprintf(name, sizeof name, "vyre_expert_%s", s->work.name);
    if (runner == CPU_EXPERT)
        symbol = dlsym(c->expert, name);
    snprintf(name, sizeof name, "vyre_peer_%s", s->work.name);
    if (!symbol) // an expert writes the others like anybody
        symbol = dlsym(c->peers, name);
    if (!symbol) {
        print_error("bench cpu: libvyre-bench-peers.so has no '%s'; build it anew", name);
        return false;
    }
    memcpy(&c->peer[runner], &symbol, sizeof symbol);
    for (size_t i = 0; i < s->work.buffer_count; i++) {
        const struct bench_buffer *b = &s->work.buffers[i];
        c->peer_buffers[runner][i] = b->each[runner] ? b->each[runner] : b->data;
    }
    return true;
}

static bool openmp_run(struct bench_stage *s, size_t runner, double *seconds)
{
    const struct cpu *c = s->suite;
    (void)seconds;
    c->peer[runner](c->peer_buffers[runner], s->work.number, (int)c->threads);
    return true;
}

// ---- one kernel at one size ----
/// No result may be faster than the memory it needs. The limit is noisy too, so it is measured
/// again before a result is refused.
static bool believable(struct bench_stage *s, double seconds, const char *who)
{
    struct cpu *c = s->suite;
    double rate = (double)s->work.least / seconds;
    for (unsigned i = 0; rate > 1.1 * c->bandwidth && i < LIMIT_TRIES; i++) {
        double again = cpu_bandwidth(s->work.least, c->threads);
        c->bandwidth = again > c->bandwidth ? again : c->bandwidth;
    }
    if (rate <= 1.1 * c->bandwidth)
        return true;
    bench_progress(NULL, 0, 0);
    print_error(
        "%s: refused: %s would move %.1f GB/s, and this machine moves %.1f GB/s at that size",
        s->work.name, who, rate / 1e9, c->bandwidth / 1e9);
    return false;
}

static int run_kernel(struct cpu *c, size_t index, uint64_t bytes)
{
    static const struct bench_runner runners[CPU_RUNNERS] = {
        [CPU_OURS] = {"vyre", ours_prepare, ours_run, NULL, NULL, ours_end, false},
        [CPU_OPENMP] = {"openmp", openmp_prepare, openmp_run, NULL, NULL, NULL, false},
        [CPU_EXPERT] = {"expert", openmp_prepare, openmp_run, NULL, NULL, NULL, false},
        [CPU_POCL] = POCL_RUNNER,
        [CPU_NO_PASSES] = {"no-passes", ours_prepare, ours_run, NULL, NULL, NULL, true},
    };
    struct bench_kernel row;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = c,
                              .bench = c->bench,
                              .runners = runners,
                              .runner_count = CPU_RUNNERS,
                              .rounds = ROUNDS,
                              .warm = 1,
                              .batches = true,
                              .believable = believable,
                              .opencl = &c->opencl,
                              .pocl = &cpu_kernels[index],
                              .work = {.name = cpu_kernels[index].name, .runners = CPU_RUNNERS}};
    memcpy(s->absent, c->absent, sizeof c->absent);
    bench_programs[index].make(&s->work, bytes);
    int code = bench_stage_run(s, &row);
    if (!code)
        bench_kernel(c->bench, row);
    free(s);
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
        if (!strcmp(name, "openmp") || !strcmp(name, "expert") || !strcmp(name, "pocl") ||
            !strcmp(name, "no-passes") || !strcmp(name, "none"))
            continue;
        usage_error("bench",
                    "--peers %s: there is no peer '%.*s'; there are openmp, expert, pocl, "
                    "no-passes and none",
                    peers, length, at);
        return false;
    }
    return true;
}

static int run_size(struct cpu *c, uint64_t bytes, const char *name)
{
    c->bandwidth = cpu_bandwidth(bytes, c->threads);
    bench_figure(c->bench,
                 (struct bench_figure){.name = name, .unit = "GB/s", .value = c->bandwidth / 1e9});
    int code = EXIT_DONE;
    for (size_t i = 0; !code && i < cpu_kernel_count; i++)
        if (bench_wanted(c->bench->only, cpu_kernels[i].name))
            code = run_kernel(c, i, bytes);
    return code;
}

static void open_peers(struct cpu *c)
{
    char path[4096];
    const char *peers = c->bench->peers;
    if (!peers || !bench_wanted(peers, "no-passes"))
        c->absent[CPU_NO_PASSES] = "not asked for";
    if (!file_beside(path, sizeof path, "libvyre-bench-peers.so") ||
        !(c->peers = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        c->absent[CPU_OPENMP] = c->absent[CPU_EXPERT] =
            "no libvyre-bench-peers.so beside the tool: build it with OpenMP";
    else if (!file_beside(path, sizeof path, "libvyre-bench-expert.so") ||
             !(c->expert = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
        c->absent[CPU_EXPERT] =
            "no libvyre-bench-expert.so beside the tool: it is built on processors with AVX-512";
    if (peers && !bench_wanted(peers, "openmp"))
        c->absent[CPU_OPENMP] = "not asked for";
    if (peers && !bench_wanted(peers, "expert"))
        c->absent[CPU_EXPERT] = "not asked for";
    if (peers && !bench_wanted(peers, "pocl")) {
        c->absent[CPU_POCL] = "not asked for";
        return;
    }
    opencl_open(&c->opencl, c->threads);
    c->absent[CPU_POCL] = c->opencl.absent;
}

static int run_all(struct cpu *c)
{
    enum { MIB = 1 << 20 };
    struct bench *b = c->bench;
    uint64_t cache = cpu_cache_bytes(), large = 4 * cache, most = input_limit() / 8;
    int code = EXIT_DONE;
    if (large > 1024ull * MIB)
        large = cache > 512ull * MIB ? 2 * cache : 1024ull * MIB;
    large = large > most ? most : large;
    if (b->size) {
        code = run_size(c, b->size, "bandwidth");
    } else {
        code = run_size(c, large, "bandwidth, memory");
        if (!code)
            code = run_size(c, cache / 4, "bandwidth, cache");
    }
    if (!code && bench_wanted(b->only, "start") &&
        !cpu_starts(b, c->session.context, c->device, c->device_name))
        code = EXIT_SYSTEM;
    text_printf(&b->notes,
                "size: bytes that a kernel reads and writes at least; the cache has %.1f MB. Wall "
                "time,\nmedians of %d runs that alternate, %u thread%s each; ratio = peer's time / "
                "ours. All results\nare the same bytes.\n",
                (double)cache / 1e6, ROUNDS, c->threads, c->threads > 1 ? "s" : "");
    return code;
}

int bench_cpu(struct bench *b)
{
    struct cpu *c = must_alloc(sizeof *c);
    int code = EXIT_SYSTEM;
    c->bench = b;
    c->device_name = b->device ? b->device : "cpu";
    c->threads = cpu_threads();
    if (!names_exist(b->only) || !peers_exist(b->peers)) {
        code = EXIT_USAGE;
    } else if (session_begin(&c->session)) {
        if (!vy_device_open(c->session.context,
                            vy_device_params(.name = c->device_name, .threads = c->threads),
                            &c->device)) {
            open_peers(c);
            code = run_all(c);
            opencl_close(&c->opencl);
        }
        vy_device_close(&c->device);
        session_end(&c->session);
    }
    // OpenMP's threads live in the peers' library, so it stays open.
    free(c);
    return code;
}
