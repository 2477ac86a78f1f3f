// vyre bench plan: what planning waves takes in time and memory, and that both grow like the input.
#include "bench.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { RUNS = 9, WAVES = 1000000, EDGES_EACH = 10, NEAR = 500, MOST = 100000000 };

/// Waves with memory, and edges that are never in a circle.
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

/// Between which waves edges are.
enum order {
    NEAR_BY,  ///< at most NEAR apart in the list, as pipelines have them
    ANYWHERE, ///< any two, the first before the second in the list
    NO_ORDER, ///< any two, in a list that was shuffled: the worst there is for caches
};

/// Gives the waves other numbers.
static void shuffle(struct input *in, uint64_t *state)
{
    uint32_t *name = must_alloc(in->wave_count * sizeof *name);
    for (uint32_t w = 0; w < in->wave_count; w++) {
        uint32_t other = random_below(state, w + 1);
        name[w] = name[other];
        name[other] = w;
    }
    for (size_t i = 0; i < in->edge_count; i++)
        in->edges[i] = (vy_wave_edge){name[in->edges[i].before], name[in->edges[i].after]};
    free(name);
}

static void make(struct input *in, uint32_t waves, enum order order)
{
    const uint32_t near = order == NEAR_BY ? NEAR : 0;
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
    if (order == NO_ORDER)
        shuffle(in, &state);
}

static void unmake(struct input *in)
{
    free(in->waves);
    free(in->edges);
}

/// An input with its scratch, and what its plans have taken.
struct subject {
    struct input in;
    vy_plan_scratch *scratch;
    vy_frontier plan;
    double took[RUNS];
};

/// Plans with a budget that splits layers; false: it failed.
static bool plan_once(struct subject *t, double *took)
{
    vy_frontier_params p = {.waves = t->in.waves,
                            .wave_count = t->in.wave_count,
                            .edges = t->in.edges,
                            .edge_count = t->in.edge_count,
                            .graph_bytes = 1 << 20,
                            .budget = (1 << 20) + 40 * 4096};
    double start = bench_now();
    if (vy_frontier_plan(t->scratch, &p, &t->plan))
        return false;
    *took = (bench_now() - start) * 1e3;
    return true;
}

/// The input and a first plan, which makes the scratch and does not count.
static bool begin(struct session *s, struct subject *t, uint32_t waves, enum order order)
{
    *t = (struct subject){0};
    make(&t->in, waves, order);
    return !vy_plan_scratch_create(s->context, &t->scratch) && plan_once(t, t->took);
}

static void end(struct subject *t)
{
    vy_plan_scratch_destroy(&t->scratch);
    unmake(&t->in);
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

/// Memory of each alone, then the time of both in turn, so that neither finds its input in a cache.
static bool measure_shape(struct session *s, uint32_t waves, enum order order, struct shape *out)
{
    struct subject tenth, whole;
    bool good = begin(s, &tenth, waves / 10, order);
    out->tenth_mb = peak_mb();
    end(&tenth);
    good = good && begin(s, &whole, waves, order);
    out->whole_mb = peak_mb();
    if (!good)
        return false;
    good = begin(s, &tenth, waves / 10, order);
    for (size_t run = 0; good && run < RUNS; run++) {
        bench_progress("plan", run + 1, RUNS);
        good = plan_once(&whole, &whole.took[run]) && plan_once(&tenth, &tenth.took[run]);
    }
    out->tenth = bench_median(tenth.took, RUNS);
    out->whole = bench_median(whole.took, RUNS);
    out->plan = whole.plan;
    end(&tenth);
    end(&whole);
    return good;
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
    struct shape near, far, none;
    if (waves < least || waves > MOST) {
        say("bench plan: %u waves are too few or too many; wants %s to 100,000,000", waves,
            grouped(least, least_text));
        return EXIT_USAGE;
    }
    if (!measure_shape(s, waves, NEAR_BY, &near) || !measure_shape(s, waves, ANYWHERE, &far) ||
        !measure_shape(s, waves, NO_ORDER, &none))
        return EXIT_SYSTEM;
    figure(b, "a tenth of it", "ms", near.tenth, 0);
    figure(b, "plan", "ms", near.whole, usual ? 1000 : 0);
    figure(b, "ten times the input", "times", near.whole / near.tenth, 10);
    figure(b, "memory of a tenth", "MB", near.tenth_mb, 0);
    figure(b, "memory, input included", "MB", near.whole_mb, usual ? 200 : 0);
    figure(b, "edges anywhere: a tenth", "ms", far.tenth, 0);
    figure(b, "edges anywhere: plan", "ms", far.whole, usual ? 1000 : 0);
    figure(b, "edges anywhere: ten times", "times", far.whole / far.tenth, 10);
    figure(b, "list in no order: plan", "ms", none.whole, usual ? 1000 : 0);
    figure(b, "list in no order: ten times", "times", none.whole / none.tenth, 0);
    text_printf(
        &b->notes,
        "plan is vy_frontier_plan() of %s waves and %s edges between waves that are at\n"
        "most %u apart in the list, into %u layers and %u groups; memory is the most that\n"
        "this process had. 'edges anywhere' join any two waves. In both the list is an\n"
        "order in which the waves can run, which is followed from one end of memory to\n"
        "the other. 'in no order' has other numbers: then each wave is a place of its own.\n",
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
