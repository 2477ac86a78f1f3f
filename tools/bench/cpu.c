// vyre bench cpu: fourteen kernels on the cpu device, beside C with OpenMP, plain and with AVX-512,
// OpenCL on pocl and, where asked for, the same kernels compiled without passes. All work on the
// same inputs, their results must be the same bytes, and their runs alternate.
#include "cpu.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9, LIMIT_TRIES = 4 };

struct cpu {
    struct bench *bench;
    struct bench_hosts hosts;
    void *peers;  ///< libvyre-bench-peers.so
    void *expert; ///< libvyre-bench-expert.so
    struct opencl opencl;
    const char *absent[CPU_RUNNERS]; ///< why one is not here; NULL: it is
    double bandwidth;                ///< bytes a second at the size at hand
};

/// Ours, and ours without passes.
static bool ours_prepare(struct bench_stage *s, size_t runner)
{
    return bench_host_program(
        s, runner, "bench/cpu", s->work.name,
        vy_pipeline_params(.no_passes = runner == CPU_NO_PASSES ? "all" : NULL));
}

static bool openmp_prepare(struct bench_stage *s, size_t runner)
{
    const struct cpu *c = s->suite;
    char name[64];
    void *symbol = NULL;
    snprintf(name, sizeof name, "vyre_expert_%s", s->work.name);
    if (runner == CPU_EXPERT)
        symbol = dlsym(c->expert, name);
    snprintf(name, sizeof name, "vyre_peer_%s", s->work.name);
    if (!symbol) // an expert writes the others like anybody
        symbol = dlsym(c->peers, name);
    if (symbol)
        bench_host_peer(s, runner, symbol);
    else
        print_error("bench cpu: libvyre-bench-peers.so has no '%s'; build it anew", name);
    return symbol;
}

// ---- one kernel at one size ----
/// No result may be faster than the memory it needs. The limit is noisy too, so it is measured
/// again before a result is refused.
static bool believable(struct bench_stage *s, double seconds, const char *who)
{
    struct cpu *c = s->suite;
    double rate = (double)s->work.least / seconds;
    for (unsigned i = 0; rate > 1.1 * c->bandwidth && i < LIMIT_TRIES; i++) {
        double again = cpu_bandwidth(s->work.least, c->hosts.threads);
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
        [CPU_OURS] = {"vyre", ours_prepare, bench_host_run, NULL, NULL, bench_host_end, false},
        [CPU_OPENMP] = {"openmp", openmp_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
        [CPU_EXPERT] = {"expert", openmp_prepare, bench_host_peer_run, NULL, NULL, NULL, false},
        [CPU_POCL] = POCL_RUNNER,
        [CPU_NO_PASSES] = {"no-passes", ours_prepare, bench_host_run, NULL, NULL, NULL, true},
    };
    struct bench_kernel row;
    struct bench_stage *s = must_alloc(sizeof *s);
    *s = (struct bench_stage){.suite = c,
                              .hosts = &c->hosts,
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
    c->bandwidth = cpu_bandwidth(bytes, c->hosts.threads);
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
    opencl_open(&c->opencl, c->hosts.threads);
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
        !cpu_starts(b, c->hosts.session.context, c->hosts.device, b->device ? b->device : "cpu"))
        code = EXIT_SYSTEM;
    text_printf(&b->notes,
                "size: bytes that a kernel reads and writes at least; the cache has %.1f MB. Wall "
                "time,\nmedians of %d runs that alternate, %u thread%s each; ratio = peer's time / "
                "ours. All results\nare the same bytes.\n",
                (double)cache / 1e6, ROUNDS, c->hosts.threads, c->hosts.threads > 1 ? "s" : "");
    return code;
}

int bench_cpu(struct bench *b)
{
    struct cpu *c = must_alloc(sizeof *c);
    int code = EXIT_SYSTEM;
    c->bench = b;
    if (!names_exist(b->only) || !peers_exist(b->peers)) {
        code = EXIT_USAGE;
    } else if (bench_hosts_begin(&c->hosts, "cpu", b->device ? b->device : "cpu")) {
        open_peers(c);
        code = run_all(c);
        opencl_close(&c->opencl);
    }
    bench_hosts_end(&c->hosts);
    // OpenMP's threads live in the peers' library, so it stays open.
    free(c);
    return code;
}
