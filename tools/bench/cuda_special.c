// The figures of the cuda suite that are not kernels of the cpu suite: their list, and running
// several in turn.
#include "cuda_special.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const struct cuda_part cuda_special_parts[] = {
    {"rate", special_copy},           {"launch", special_launch},     {"barrier", special_barrier},
    {"rounds", special_rounds},       {"fixpoint", special_fixpoint}, {"lattice", special_lattice},
    {"kronecker", special_kronecker}, {"waves", special_waves},       {"start", special_start},
};
const size_t cuda_special_count = sizeof cuda_special_parts / sizeof *cuda_special_parts;

// ---- one run ----
static bool run_ours(struct special_runner *r, double *ms)
{
    vy_stats stats;
    double from = now_ms();
    if (vy_dispatch(r->pipeline, vy_dispatch_params(.args = r->args, .route = r->route), &stats))
        return false;
    *ms = r->wall ? now_ms() - from : stats.device_ms;
    r->taken = stats.route;
    r->route_reason = stats.route_reason;
    return true;
}

static bool run_peer(struct bench_cuda *b, struct special_runner *r, double *ms)
{
    float on_device = 0;
    double from = now_ms();
    int error = b->base.time(r->fn, r->buffers, r->numbers, &on_device);
    *ms = r->wall ? now_ms() - from : (double)on_device;
    if (error)
        print_error("bench cuda: %s: %s", r->peer, b->base.error(error));
    return !error;
}

static bool run_once(struct bench_cuda *b, struct special_runner *r, double *ms)
{
    if (r->pipeline)
        return run_ours(r, ms);
    return !r->fn || run_peer(b, r, ms);
}

static bool find_peer(struct bench_cuda *b, struct special_runner *r)
{
    char name[64];
    if (r->pipeline || r->fn || b->absent)
        return true;
    snprintf(name, sizeof name, "vyre_cuda_peer_%s", r->peer);
    void *symbol = cuda_symbol(b, name);
    memcpy(&r->fn, &symbol, sizeof symbol);
    return symbol;
}

bool special_alternate(struct bench_cuda *b, const char *what, struct special_runner *runners,
                       size_t count)
{
    size_t runs = special_runs(b);
    double once;
    for (size_t i = 0; i < count; i++)
        if (!find_peer(b, &runners[i]) || !run_once(b, &runners[i], &once))
            return false;
    for (size_t run = 0; run < runs; run++) {
        bench_progress(what, run + 1, runs);
        for (size_t i = 0; i < count; i++)
            if (!run_once(b, &runners[i], &runners[i].ms[run]))
                return false;
    }
    for (size_t i = 0; i < count; i++)
        if (runners[i].pipeline || runners[i].fn)
            runners[i].median = bench_median(runners[i].ms, runs);
    return true;
}

double special_slope(const struct special_runner *few, uint64_t few_times,
                     const struct special_runner *many, uint64_t many_times)
{
    return (many->median - few->median) / (double)(many_times - few_times);
}

// ---- what they say ----
void special_figure(struct bench_cuda *b, const char *unit, double value, double at_most,
                    const char *format, ...)
{
    va_list list;
    if (b->bench->name_count == BENCH_MAX_ROWS)
        return;
    char *name = b->bench->names[b->bench->name_count++];
    va_start(list, format);
    vsnprintf(name, sizeof b->bench->names[0], format, list);
    va_end(list);
    bench_figure(b->bench, (struct bench_figure){name, unit, value, at_most, true});
}

void *special_memory(struct bench_cuda *b, uint64_t bytes)
{
    void *memory = NULL;
    if (b->absent)
        return NULL;
    int error = b->base.alloc(bytes, &memory);
    if (!error)
        error = b->base.fill(memory, 0, bytes);
    if (error)
        print_error("bench cuda: %llu bytes for a peer: %s", (unsigned long long)bytes,
                    b->base.error(error));
    return error ? NULL : memory;
}
