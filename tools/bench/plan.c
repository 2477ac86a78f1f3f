// vyre bench plan: what planning waves takes in time and memory, and that both grow like the input.
//
// A planner that is exactly linear takes ten times as long for ten times the input, and half of all
// measurements would say that it takes longer. So what is said of that has no more digits than it
// was measured with: ten plans of a tenth beside one of the whole, again and again, until the
// median of their ratios is known to half a tenth.
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { RUNS = 5, WAVES = 1000000, EDGES_EACH = 10, NEAR = 500, MOST = 100000000 };
enum {
    TENTHS = 10,
    PAIRS = 11,      ///< at least,
    MOST_PAIRS = 75, ///< and at most
    FEW_PAIRS = 5,   ///< where each takes long
};
static const double most_seconds = 6; ///< for the pairs of a shape, where they do not agree

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

static void make(struct input *in, uint32_t waves, enum order order, uint32_t seed)
{
    const uint32_t near = order == NEAR_BY ? NEAR : 0;
    uint64_t state = (uint64_t)seed << 32 | (waves + near);
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

/// An input with its scratch.
struct subject {
    struct input in;
    vy_plan_scratch *scratch;
    vy_frontier plan;
};

/// Plans with a budget that splits layers; false: it failed.
static bool plan_once(struct subject *t, double *took)
{
    vy_frontier_params p = {.size = sizeof(vy_frontier_params),
                            .waves = t->in.waves,
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
static bool begin(struct session *s, struct subject *t, uint32_t waves, enum order order,
                  uint32_t seed)
{
    double took;
    *t = (struct subject){0};
    make(&t->in, waves, order, seed);
    return !vy_plan_scratch_create(s->context, &t->scratch) && plan_once(t, &took);
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

/// What is measured of one kind of input.
struct shape {
    const char *name;
    enum order order;
    double tenth_mb, whole_mb;
    double tenth, quarter, half, whole; ///< ms
    double ratio, least, most;          ///< of ten times the input; it is between these, 95 % sure
    size_t pairs;
    vy_frontier plan;
};

static void show(const struct shape *shape, const char *what, size_t at, size_t count)
{
    char text[100];
    snprintf(text, sizeof text, "%s: %s", shape->name, what);
    bench_progress(text, at, count);
}

/// A quarter and a half, in turn, so that neither finds its input in a cache.
static bool measure_middle(struct session *s, uint32_t waves, struct shape *out)
{
    struct subject quarter, half;
    double took[2][RUNS];
    show(out, "input", 2, 3 + TENTHS);
    bool good = begin(s, &quarter, waves / 4, out->order, 1);
    show(out, "input", 3, 3 + TENTHS);
    good = begin(s, &half, waves / 2, out->order, 2) && good;
    for (size_t run = 0; good && run < RUNS; run++)
        good = plan_once(&half, &took[1][run]) && plan_once(&quarter, &took[0][run]);
    if (good) {
        out->quarter = bench_median(took[0], RUNS);
        out->half = bench_median(took[1], RUNS);
    }
    end(&quarter);
    end(&half);
    return good;
}

/// The median, and between which of the ratios it is by chance alone.
static void judge(struct shape *out, const double *ratios, size_t count)
{
    double sorted[MOST_PAIRS];
    size_t out_of = (size_t)fmax(0, floor(((double)count - 1.96 * sqrt((double)count)) / 2));
    memcpy(sorted, ratios, count * sizeof *sorted);
    out->ratio = bench_median(sorted, count);
    out->least = sorted[out_of];
    out->most = sorted[count - 1 - out_of];
    out->pairs = count;
}

/// Half of the tenths, the whole, the other half: what slows the machine down for longer than that
/// is in both. The tenths differ, with a scratch each, so that they take as much memory as the
/// whole.
static bool measure_pair(struct subject *tenths, struct subject *whole, double *tenth, double *took)
{
    double one;
    bool good = true;
    *tenth = 0;
    for (size_t i = 0; good && i < TENTHS; i++) {
        if (i == TENTHS / 2)
            good = plan_once(whole, took);
        good = good && plan_once(&tenths[i], &one);
        *tenth += good ? one / TENTHS : 0;
    }
    return good;
}

static bool measure_pairs(struct subject *tenths, struct subject *whole, struct shape *out)
{
    double tenth[MOST_PAIRS], took[MOST_PAIRS], ratios[MOST_PAIRS], start = bench_now();
    size_t count = 0;
    bool good = true;
    while (good && count < MOST_PAIRS) {
        show(out, "plans", count + 1, count < PAIRS ? PAIRS : MOST_PAIRS);
        good = measure_pair(tenths, whole, &tenth[count], &took[count]);
        if (!good)
            break;
        ratios[count] = took[count] / tenth[count];
        judge(out, ratios, ++count);
        if (count >= PAIRS && out->most - out->least <= 0.1)
            break;
        if (count >= FEW_PAIRS && bench_now() - start > most_seconds)
            break;
    }
    if (good) {
        out->tenth = bench_median(tenth, count);
        out->whole = bench_median(took, count);
        out->plan = whole->plan;
    }
    return good;
}

/// Memory first, of each alone.
static bool measure_shape(struct session *s, uint32_t waves, struct shape *out)
{
    struct subject tenths[TENTHS], whole;
    memset(tenths, 0, sizeof tenths);
    show(out, "input", 0, 3 + TENTHS);
    bool good = begin(s, &tenths[0], waves / TENTHS, out->order, 10);
    out->tenth_mb = peak_mb();
    end(&tenths[0]);
    show(out, "input", 1, 3 + TENTHS);
    good = begin(s, &whole, waves, out->order, 0) && good;
    out->whole_mb = peak_mb();
    good = good && measure_middle(s, waves, out);
    for (uint32_t i = 0; good && i < TENTHS; i++) {
        show(out, "input", 4 + i, 3 + TENTHS);
        good = begin(s, &tenths[i], waves / TENTHS, out->order, 10 + i);
    }
    good = good && measure_pairs(tenths, &whole, out);
    for (uint32_t i = 0; i < TENTHS; i++)
        end(&tenths[i]);
    end(&whole);
    return good;
}

static void figure(struct bench *b, const char *name, const char *unit, double value, double target)
{
    bench_figure(b, (struct bench_figure){name, unit, value, target, true});
}

/// To a tenth, or to a hundredth where it is known that well.
static void ratio_figure(struct bench *b, const char *name, const struct shape *shape)
{
    bench_rounded(b, (struct bench_figure){name, "times", shape->ratio, 15, true},
                  shape->most - shape->least <= 0.01 ? 2 : 1);
}

/// The same time an edge is what linear means.
static void edges_figures(struct bench *b, const char *const names[4], const struct shape *shape,
                          uint32_t waves)
{
    const double ms[] = {shape->tenth, shape->quarter, shape->half, shape->whole};
    const uint32_t parts[] = {TENTHS, 4, 2, 1};
    for (int i = 0; i < 4; i++)
        figure(b, names[i], "ns an edge", ms[i] * 1e6 / ((double)(waves / parts[i]) * EDGES_EACH),
               0);
}

static int measure(struct bench *b, struct session *s)
{
    static const char *const near_names[] = {"a tenth", "a quarter", "half", "the whole"};
    static const char *const far_names[] = {"edges anywhere: a tenth", "edges anywhere: a quarter",
                                            "edges anywhere: half", "edges anywhere: the whole"};
    const uint32_t waves = b->size ? (uint32_t)b->size : WAVES, least = 20 * (NEAR + 1);
    const bool usual = waves == WAVES;
    char least_text[32], waves_text[32], edges_text[32];
    struct shape near = {.name = "edges near", .order = NEAR_BY},
                 far = {.name = "edges anywhere", .order = ANYWHERE},
                 none = {.name = "list in no order", .order = NO_ORDER};
    if (waves < least || waves > MOST) {
        print_error("bench plan: %u waves are too few or too many; wants %s to 100,000,000", waves,
                    grouped(least, least_text));
        return EXIT_USAGE;
    }
    if (!measure_shape(s, waves, &near) || !measure_shape(s, waves, &far) ||
        !measure_shape(s, waves, &none))
        return EXIT_SYSTEM;
    figure(b, "plan", "ms", near.whole, usual ? 500 : 0);
    edges_figures(b, near_names, &near, waves);
    ratio_figure(b, "ten times the input", &near);
    figure(b, "memory of a tenth", "MB", near.tenth_mb, 0);
    figure(b, "memory, input included", "MB", near.whole_mb, usual ? 200 : 0);
    figure(b, "edges anywhere: plan", "ms", far.whole, usual ? 500 : 0);
    edges_figures(b, far_names, &far, waves);
    ratio_figure(b, "edges anywhere: ten times", &far);
    figure(b, "list in no order: plan", "ms", none.whole, usual ? 500 : 0);
    ratio_figure(b, "list in no order: ten times", &none);
    text_printf(
        &b->notes,
        "plan is vy_frontier_plan() of %s waves and %s edges between waves that are at\n"
        "most %u apart in the list, into %u layers and %u groups; memory is the most that\n"
        "this process had. 'edges anywhere' join any two waves. In both the list is an\n"
        "order in which the waves can run, which is followed from one end of memory to\n"
        "the other. 'in no order' has other numbers: then each wave is a place of its own.\n"
        "Processor time. Ten times the input is the whole beside ten other tenths, the\n"
        "median of %zu pairs, 95 %% sure from %.2f to %.2f; anywhere of %zu, %.2f to %.2f. It\n"
        "is compared as it stands here, to a tenth, or to a hundredth where that is known.\n",
        grouped(waves, waves_text), grouped((uint64_t)waves * EDGES_EACH, edges_text), NEAR,
        near.plan.groups.chain_count, near.plan.groups.group_count, near.pairs, near.least,
        near.most, far.pairs, far.least, far.most);
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
