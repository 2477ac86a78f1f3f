// vyre bench plan: what planning waves takes in time and memory, and that both grow like the input.
#include "bench.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { RUNS = 7, WAVES = 1000000, EDGES_EACH = 10, NEAR = 500, MOST = 100000000 };

/// Waves with memory and edges in both directions of their list, but never in a circle.
struct input {
    vy_wave *waves;
    vy_wave_edge *edges;
    uint32_t wave_count;
    size_t edge_count;
};

static uint32_t random_below(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * limit >> 32);
}

/// `near` 0: edges between any two waves, the worst there is for caches; else between waves of that
/// distance in the list, as pipelines have them.
static void make(struct input *in, uint32_t waves, uint32_t near)
{
    uint64_t state = waves + near;
    in->wave_count = waves;
    in->edge_count = (size_t)waves * EDGES_EACH;
    in->waves = must_alloc(waves * sizeof *in->waves);
    in->edges = must_alloc(in->edge_count * sizeof *in->edges);
    for (uint32_t i = 0; i < waves; i++)
        in->waves[i] = (vy_wave){random_below(&state, 4096), random_below(&state, 1024),
                                 random_below(&state, 2048)};
    for (size_t i = 0; i < in->edge_count; i++) {
        uint32_t a = random_below(&state, waves), b;
        if (near) {
            uint32_t step = 1 + random_below(&state, near);
            b = a < waves / 2 ? a + step : a - step;
        } else {
            do
                b = random_below(&state, waves);
            while (b == a);
        }
        in->edges[i] = a < b ? (vy_wave_edge){a, b} : (vy_wave_edge){b, a};
    }
}

static void unmake(struct input *in)
{
    free(in->waves);
    free(in->edges);
}

/// Milliseconds of a plan with a budget that splits layers; below 0: it failed. The first, which
/// makes the scratch, does not count, and of the others the least does: what shares the caches with
/// this process only ever adds to it.
static double plan_ms(struct session *s, const struct input *in, vy_frontier *plan)
{
    double least = -1;
    vy_plan_scratch *scratch = NULL;
    vy_frontier_params p = {.waves = in->waves,
                            .wave_count = in->wave_count,
                            .edges = in->edges,
                            .edge_count = in->edge_count,
                            .graph_bytes = 1 << 20,
                            .budget = (1 << 20) + 40 * 4096};
    bool good = !vy_plan_scratch_create(s->context, &scratch);
    for (size_t run = 0; good && run < RUNS + 1; run++) {
        bench_progress("plan", run + 1, RUNS + 1);
        double start = bench_now();
        good = !vy_frontier_plan(scratch, &p, plan);
        double took = (bench_now() - start) * 1e3;
        if (run && (least < 0 || took < least))
            least = took;
    }
    vy_plan_scratch_destroy(&scratch);
    return good ? least : -1;
}

/// The most memory that this process has had, in MB.
static double peak_mb(void)
{
    struct rusage use;
    return getrusage(RUSAGE_SELF, &use) ? 0 : (double)use.ru_maxrss * 1024 / 1e6;
}

/// A tenth and the whole, and what comes of ten times the input.
struct shape {
    double tenth, whole, tenth_mb, whole_mb;
    vy_frontier plan;
};

static bool measure_shape(struct session *s, uint32_t waves, uint32_t near, struct shape *out)
{
    struct input in;
    make(&in, waves / 10, near);
    out->tenth = plan_ms(s, &in, &out->plan);
    out->tenth_mb = peak_mb();
    unmake(&in);
    make(&in, waves, near);
    out->whole = plan_ms(s, &in, &out->plan);
    out->whole_mb = peak_mb();
    unmake(&in);
    return out->tenth >= 0 && out->whole >= 0;
}

static void figure(struct bench *b, const char *name, const char *unit, double value, double target)
{
    bench_figure(b, (struct bench_figure){name, unit, value, target, true});
}

static int measure(struct bench *b, struct session *s)
{
    const uint32_t waves = b->size ? (uint32_t)b->size : WAVES, least = 20 * (NEAR + 1);
    const bool usual = waves == WAVES;
    char least_text[32], waves_text[32], edges_text[32];
    struct shape near, far;
    if (waves < least || waves > MOST) {
        say("bench plan: %u waves are too few or too many; wants %s to 100,000,000", waves,
            grouped(least, least_text));
        return EXIT_USAGE;
    }
    if (!measure_shape(s, waves, NEAR, &near) || !measure_shape(s, waves, 0, &far))
        return EXIT_SYSTEM;
    figure(b, "a tenth of it", "ms", near.tenth, 0);
    figure(b, "plan", "ms", near.whole, usual ? 1000 : 0);
    figure(b, "ten times the input", "times", near.whole / near.tenth, 10);
    figure(b, "memory of a tenth", "MB", near.tenth_mb, 0);
    figure(b, "memory, input included", "MB", near.whole_mb, usual ? 200 : 0);
    figure(b, "edges anywhere: a tenth", "ms", far.tenth, 0);
    figure(b, "edges anywhere: plan", "ms", far.whole, usual ? 1000 : 0);
    figure(b, "edges anywhere: ten times", "times", far.whole / far.tenth, 0);
    text_printf(
        &b->notes,
        "plan is vy_frontier_plan() of %s waves and %s edges between waves that are at\n"
        "most %u apart in the list, into %u layers and %u groups; memory is the most that\n"
        "this process had. 'edges anywhere' join any two waves: a tenth of that still lives\n"
        "in the caches of the processor, the whole does not.\n",
        grouped(waves, waves_text), grouped((uint64_t)waves * EDGES_EACH, edges_text), NEAR,
        near.plan.groups.chain_count, near.plan.groups.group_count);
    return EXIT_DONE;
}

int bench_plan(struct bench *b)
{
    struct session s = {0};
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    int code = measure(b, &s);
    session_end(&s);
    return code;
}
