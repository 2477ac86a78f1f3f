// Random graphs of waves: what must hold for any plan, held against a recomputation that is as
// plain as can be. VYRE_SOAK_COUNT (or the first argument) says how many tens of them,
// VYRE_SOAK_SEED (or the second) where to begin.
#include "support/log.h"
#include "support/rng.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WAVES = 48, MOST_EDGES = 200, MOST_BUFFERS = 12, MOST_USES = 120 };

struct trial {
    uint64_t seed;
    struct test_log log;
    vy_context *context;
    vy_plan_scratch *scratch, *other;
    vy_wave waves[MOST_WAVES];
    vy_wave_edge edges[MOST_EDGES];
    vy_wave_buffer buffers[MOST_BUFFERS];
    vy_wave_use uses[MOST_USES];
    vy_frontier_params params;
    uint32_t layer[MOST_WAVES], group[MOST_WAVES];
};

#define CHECK(t, condition)                                                   \
    do {                                                                      \
        if (!(condition))                                                     \
            fail_msg("seed %llu: " #condition " does not hold (line %d): %s", \
                     (unsigned long long)(t)->seed, __LINE__, (t)->log.text); \
    } while (0)

/// A graph of a random width, whose waves are numbered at random, so that edges lead up and down,
/// or in an order in which they can run.
static void make(struct trial *t)
{
    struct rng r = rng_make(t->seed, 1);
    uint32_t waves = rng_below(&r, MOST_WAVES + 1), name[MOST_WAVES];
    uint32_t edges = waves > 1 ? rng_below(&r, rng_one_in(&r, 3) ? MOST_EDGES : 30) : 0;
    uint32_t bytes = rng_one_in(&r, 4) ? 3 : 100, reach = 1 + rng_below(&r, 12);
    bool forward = rng_one_in(&r, 3);
    for (uint32_t i = 0; i < waves; i++) {
        uint32_t j = forward ? i : rng_below(&r, i + 1);
        name[i] = name[j];
        name[j] = i;
        t->waves[i] = (vy_wave){rng_below(&r, bytes), rng_below(&r, bytes), rng_below(&r, bytes)};
    }
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t a = rng_below(&r, waves - 1);
        uint32_t b = a + 1 + rng_below(&r, reach);
        t->edges[i] = (vy_wave_edge){name[a], name[b < waves ? b : waves - 1]};
    }
    t->params = (vy_frontier_params){.size = sizeof(vy_frontier_params),
                                     .waves = t->waves,
                                     .wave_count = waves,
                                     .edges = t->edges,
                                     .edge_count = edges,
                                     .graph_bytes = rng_below(&r, 50),
                                     .budget = VY_BUDGET_NONE,
                                     .readback = rng_below(&r, 300)};
    if (rng_one_in(&r, 3))
        t->params.cost = (vy_wave_cost){rng_below(&r, 3), rng_below(&r, 9), rng_below(&r, 3)};
    if (!rng_one_in(&r, 5))
        t->params.budget = t->params.graph_bytes + rng_below(&r, 4000);
}

static uint64_t cost(const struct trial *t, uint32_t wave)
{
    const vy_wave *w = &t->waves[wave];
    vy_wave_cost c = t->params.cost;
    if (!c.frontier && !c.scratch && !c.output)
        return w->frontier + 4 * w->scratch + w->output;
    return c.frontier * w->frontier + c.scratch * w->scratch + c.output * w->output;
}

/// Layers by going over all edges until nothing changes.
static uint32_t relax(struct trial *t)
{
    uint32_t layers = t->params.wave_count > 0;
    memset(t->layer, 0, sizeof t->layer);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < t->params.edge_count; i++) {
            vy_wave_edge e = t->edges[i];
            if (t->layer[e.after] <= t->layer[e.before]) {
                t->layer[e.after] = t->layer[e.before] + 1;
                changed = true;
            }
            layers = t->layer[e.after] >= layers ? t->layer[e.after] + 1 : layers;
        }
    }
    return layers;
}

/// Each wave once, in ascending groups that follow the edges; the chain is one.
static void check_groups(struct trial *t, const vy_wave_groups *g)
{
    uint32_t seen = 0, widest = 0, layers = relax(t);
    memset(t->group, 0xff, sizeof t->group);
    CHECK(t, g->wave_count == t->params.wave_count && g->offsets[0] == 0);
    for (uint32_t i = 0; i < g->group_count; i++) {
        uint32_t width = g->offsets[i + 1] - g->offsets[i];
        CHECK(t, g->offsets[i] < g->offsets[i + 1]);
        for (uint32_t k = g->offsets[i]; k < g->offsets[i + 1]; k++) {
            CHECK(t, g->order[k] < g->wave_count && t->group[g->order[k]] == UINT32_MAX);
            CHECK(t, k == g->offsets[i] || g->order[k - 1] < g->order[k]);
            CHECK(t, t->layer[g->order[k]] == t->layer[g->order[g->offsets[i]]]);
            t->group[g->order[k]] = i;
            seen++;
        }
        widest = width > widest ? width : widest;
    }
    CHECK(t, seen == g->wave_count && g->offsets[g->group_count] == seen);
    CHECK(t, g->widest == widest && g->chain_count == layers);
    CHECK(t, g->barriers == (g->group_count ? g->group_count - 1 : 0));
    for (size_t i = 0; i < t->params.edge_count; i++)
        CHECK(t, t->group[t->edges[i].before] < t->group[t->edges[i].after]);
    for (uint32_t i = 0; i < g->chain_count; i++) {
        bool linked = i == 0;
        for (size_t k = 0; !linked && k < t->params.edge_count; k++)
            linked = t->edges[k].before == g->chain[i - 1] && t->edges[k].after == g->chain[i];
        CHECK(t, linked && t->layer[g->chain[i]] == i);
    }
}

/// Bytes of the buffers that are there while a group runs.
static uint64_t live_bytes(const struct trial *t, uint32_t group)
{
    uint64_t bytes = 0;
    for (size_t b = 0; b < t->params.buffer_count; b++) {
        uint32_t first = UINT32_MAX, last = 0;
        for (size_t i = 0; i < t->params.use_count; i++)
            if (t->uses[i].buffer == b) {
                uint32_t g = t->group[t->uses[i].wave];
                first = g < first ? g : first;
                last = g > last ? g : last;
            }
        if (first <= group && (t->buffers[b].kept || group <= last))
            bytes += t->buffers[b].bytes;
    }
    return bytes;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/// The bytes of each group and the peaks, and no group over the budget.
static void check_bytes(struct trial *t, const vy_frontier *f)
{
    vy_frontier_group peak = {0};
    CHECK(t, f->available == t->params.budget - t->params.graph_bytes);
    for (uint32_t g = 0; g < f->groups.group_count; g++) {
        vy_frontier_group sum = {.live = live_bytes(t, g)};
        const vy_frontier_group *d = &f->detail[g];
        sum.cost = sum.live;
        for (uint32_t w = 0; w < f->groups.wave_count; w++)
            if (t->group[w] == g) {
                sum.frontier += t->waves[w].frontier;
                sum.scratch += t->waves[w].scratch;
                sum.output += t->waves[w].output;
                sum.cost += cost(t, w);
            }
        CHECK(t, sum.frontier == d->frontier && sum.scratch == d->scratch);
        CHECK(t, sum.output == d->output && sum.live == d->live && sum.cost == d->cost);
        CHECK(t, d->cost <= f->available);
        CHECK(t, d->layer == t->layer[f->groups.order[f->groups.offsets[g]]]);
        peak.frontier = larger(peak.frontier, sum.frontier);
        peak.scratch = larger(peak.scratch, sum.scratch);
        peak.output = larger(peak.output, sum.output);
        peak.live = larger(peak.live, sum.live);
        peak.cost = larger(peak.cost, sum.cost);
    }
    CHECK(t, f->peak_frontier == peak.frontier && f->peak_scratch == peak.scratch);
    CHECK(t, f->peak_output == peak.output && f->peak_live == peak.live);
    CHECK(t, f->peak_cost == peak.cost);
    CHECK(t, f->readback == larger(t->params.readback, peak.output));
}

/// Why each group begins: the reasons are true.
static void check_cuts(struct trial *t, const vy_frontier *f)
{
    for (uint32_t g = 0; g < f->groups.group_count; g++) {
        const vy_frontier_group *d = &f->detail[g], *before = d - (g > 0);
        bool same = g && d->layer == before->layer;
        CHECK(t, d->cut == (!g ? VY_CUT_START : same ? VY_CUT_BUDGET : VY_CUT_DEPENDENCY));
        if (d->cut == VY_CUT_DEPENDENCY)
            CHECK(t, t->layer[d->wave] == d->layer && t->layer[d->on] + 1 == d->layer &&
                         f->groups.chain[d->layer] == d->wave);
        if (d->cut == VY_CUT_BUDGET)
            CHECK(t, t->group[d->wave] == g && d->required > f->available);
        if (d->cut == VY_CUT_BUDGET && !t->params.buffer_count && t->params.pack == VY_PACK_NEXT)
            CHECK(t, d->required == before->cost + cost(t, d->wave));
    }
}

/// Next-fit, spelled out: a wave begins a group only where it does not fit the one before.
static void check_next_fit(struct trial *t, const vy_frontier *f)
{
    for (uint32_t g = 1; g < f->groups.group_count; g++) {
        uint32_t first = f->groups.order[f->groups.offsets[g]];
        if (f->detail[g].layer == f->detail[g - 1].layer)
            CHECK(t, first > f->groups.order[f->groups.offsets[g] - 1] &&
                         f->detail[g - 1].cost + cost(t, first) > f->available);
    }
}

/// The first wave that does not fit alone, or VY_WAVE_NONE.
static uint32_t too_large(const struct trial *t)
{
    for (uint32_t w = 0; w < t->params.wave_count; w++)
        if (cost(t, w) > t->params.budget - t->params.graph_bytes)
            return w;
    return VY_WAVE_NONE;
}

/// The same edges in another order give the same plan, byte for byte.
static void check_order(struct trial *t, struct rng *r, const vy_frontier *f)
{
    vy_frontier again;
    for (uint32_t i = 1; i < t->params.edge_count; i++) {
        uint32_t j = rng_below(r, i + 1);
        vy_wave_edge e = t->edges[i];
        t->edges[i] = t->edges[j];
        t->edges[j] = e;
    }
    CHECK(t, !vy_frontier_plan(t->other, &t->params, &again));
    uint32_t groups = again.groups.group_count;
    CHECK(t, groups == f->groups.group_count);
    CHECK(t, !memcmp(again.groups.order, f->groups.order, t->params.wave_count * sizeof(uint32_t)));
    CHECK(t, !memcmp(again.groups.offsets, f->groups.offsets, (groups + 1) * sizeof(uint32_t)));
    CHECK(t,
          !memcmp(again.groups.chain, f->groups.chain, f->groups.chain_count * sizeof(uint32_t)));
    CHECK(t, !groups || !memcmp(again.detail, f->detail, groups * sizeof *f->detail));
}

static void try_plain(struct trial *t, struct rng *r)
{
    vy_frontier next, best;
    vy_wave_groups free_groups;
    CHECK(t, !vy_wave_plan(t->scratch,
                           vy_wave_params(.wave_count = t->params.wave_count, .edges = t->edges,
                                          .edge_count = t->params.edge_count),
                           &free_groups));
    check_groups(t, &free_groups);
    CHECK(t, free_groups.group_count == free_groups.chain_count);
    uint32_t large = too_large(t);
    vy_status status = vy_frontier_plan(t->scratch, &t->params, &next);
    const vy_plan_fault *fault = vy_plan_scratch_fault(t->scratch);
    if (large != VY_WAVE_NONE) {
        CHECK(t, status == VY_ERROR_LIMIT && fault->kind == VY_PLAN_FAULT_WAVE_BUDGET);
        CHECK(t, fault->wave == large && fault->required == cost(t, large));
        t->params.budget = VY_BUDGET_NONE;
        status = vy_frontier_plan(t->scratch, &t->params, &next);
    }
    CHECK(t, !status);
    check_groups(t, &next.groups);
    check_bytes(t, &next);
    check_cuts(t, &next);
    check_next_fit(t, &next);
    check_order(t, r, &next);
    uint32_t groups = next.groups.group_count;
    t->params.pack = VY_PACK_BEST;
    CHECK(t, !vy_frontier_plan(t->scratch, &t->params, &best));
    check_groups(t, &best.groups);
    check_bytes(t, &best);
    check_cuts(t, &best);
    check_order(t, r, &best);
    CHECK(t, best.groups.group_count <= groups);
    t->params.pack = VY_PACK_NEXT;
}

/// With buffers: too small a budget is refused for the right reason, a large one never.
static void try_live(struct trial *t, struct rng *r)
{
    uint32_t waves = (uint32_t)t->params.wave_count;
    vy_frontier f;
    if (!waves)
        return;
    t->params.buffer_count = 1 + rng_below(r, MOST_BUFFERS);
    t->params.use_count = rng_below(r, MOST_USES);
    t->params.buffers = t->buffers;
    t->params.uses = t->uses;
    for (size_t b = 0; b < t->params.buffer_count; b++)
        t->buffers[b] = (vy_wave_buffer){rng_below(r, 300), rng_one_in(r, 5)};
    for (size_t i = 0; i < t->params.use_count; i++)
        t->uses[i] =
            (vy_wave_use){rng_below(r, waves), rng_below(r, (uint32_t)t->params.buffer_count)};
    if (vy_frontier_plan(t->scratch, &t->params, &f)) {
        const vy_plan_fault *fault = vy_plan_scratch_fault(t->scratch);
        CHECK(t, fault->kind == VY_PLAN_FAULT_WAVE_BUDGET && fault->required > fault->available);
        t->params.budget = VY_BUDGET_NONE;
        CHECK(t, !vy_frontier_plan(t->scratch, &t->params, &f));
    }
    check_groups(t, &f.groups);
    check_bytes(t, &f);
    check_cuts(t, &f);
    check_order(t, r, &f);
    // What the plan says it needs is enough.
    t->params.budget = t->params.graph_bytes + f.peak_cost;
    uint32_t groups = f.groups.group_count;
    CHECK(t, !vy_frontier_plan(t->scratch, &t->params, &f) && f.groups.group_count == groups);
}

/// One edge more makes a circle: it is told, and it is one.
static void try_cycle(struct trial *t, struct rng *r)
{
    uint32_t from, to;
    vy_wave_groups g;
    if (!t->params.edge_count)
        return;
    vy_wave_edge e = t->edges[rng_below(r, (uint32_t)t->params.edge_count)];
    from = e.after, to = e.before;
    for (size_t i = 0; i < t->params.edge_count; i++) // a little further back
        if (t->edges[i].after == to && rng_one_in(r, 2))
            to = t->edges[i].before;
    size_t at = rng_below(r, (uint32_t)t->params.edge_count), count = t->params.edge_count + 1;
    vy_wave_edge all[MOST_EDGES + 1];
    memcpy(all, t->edges, at * sizeof *all);
    all[at] = (vy_wave_edge){from, to};
    memcpy(all + at + 1, t->edges + at, (t->params.edge_count - at) * sizeof *all);
    vy_wave_params p = {.size = sizeof(vy_wave_params), t->params.wave_count, all, count};
    CHECK(t, vy_wave_plan(t->scratch, &p, &g) == VY_ERROR_ARGUMENT);
    const vy_plan_fault *fault = vy_plan_scratch_fault(t->scratch);
    CHECK(t, fault->kind == VY_PLAN_FAULT_CYCLE && fault->cycle_count >= 2);
    for (size_t i = 0; i < fault->cycle_count; i++) {
        uint32_t a = fault->cycle[i], b = fault->cycle[(i + 1) % fault->cycle_count];
        bool linked = false;
        for (size_t k = 0; !linked && k < count; k++)
            linked = all[k].before == a && all[k].after == b;
        CHECK(t, linked && (!i || a > fault->cycle[0]));
    }
    test_log_clear(&t->log);
}

struct settings {
    uint64_t count, seed;
};

static void each_seed(void **state)
{
    const struct settings *s = *state;
    struct trial *t = calloc(1, sizeof *t);
    assert_non_null(t);
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &t->log), &t->context),
        VY_OK);
    assert_int_equal(vy_plan_scratch_create(t->context, &t->scratch), VY_OK);
    assert_int_equal(vy_plan_scratch_create(t->context, &t->other), VY_OK);
    for (uint64_t i = 0; i < 10 * s->count; i++) {
        t->seed = s->seed + i;
        test_log_clear(&t->log);
        make(t);
        struct rng r = rng_make(t->seed, 2);
        try_plain(t, &r);
        try_cycle(t, &r);
        try_live(t, &r);
    }
    vy_plan_scratch_destroy(&t->scratch);
    vy_plan_scratch_destroy(&t->other);
    vy_context_destroy(&t->context);
    free(t);
}

// ---- large ones: buckets of waves, wide and narrow layers, edges that have few ends ----
struct large {
    vy_wave_edge *edges;
    vy_wave *waves;
    uint32_t *layer, *expect, *from, *name;
    vy_context *context;
    vy_plan_scratch *scratch;
};

/// By the numbers that the waves had before they got names.
static int by_before(const void *a, const void *b)
{
    const vy_wave_edge *x = a, *y = b;
    return x->before != y->before ? (x->before > y->before ? 1 : -1) : 0;
}

/// The order of the waves is that of their numbers, so one pass over sorted edges gives the layers,
/// and another one the wave of the layer before that leads to each and has the smallest name.
static uint32_t expect_layers(struct large *l, uint32_t waves, uint32_t edges)
{
    uint32_t layers = 1;
    qsort(l->edges, edges, sizeof *l->edges, by_before);
    memset(l->expect, 0, waves * sizeof *l->expect);
    memset(l->from, 0xff, waves * sizeof *l->from);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t next = l->expect[l->edges[i].before] + 1, *after = &l->expect[l->edges[i].after];
        *after = *after < next ? next : *after;
        layers = *after >= layers ? *after + 1 : layers;
    }
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t before = l->edges[i].before, after = l->edges[i].after;
        if (l->expect[before] + 1 == l->expect[after] && l->name[before] < l->from[after])
            l->from[after] = l->name[before];
    }
    return layers;
}

/// Groups by layers in ascending order, and the chain that the smallest names make.
static void check_large(struct large *l, uint32_t waves, uint32_t layers, const vy_frontier *f)
{
    const vy_wave_groups *g = &f->groups;
    uint32_t *from = calloc(waves, sizeof *from), least = UINT32_MAX;
    assert_non_null(from);
    memset(l->layer, 0xff, waves * sizeof *l->layer);
    for (uint32_t i = 0; i < g->group_count; i++)
        for (uint32_t k = g->offsets[i]; k < g->offsets[i + 1]; k++) {
            assert_true(k == g->offsets[i] || g->order[k] > g->order[k - 1]);
            l->layer[g->order[k]] = f->detail[i].layer;
        }
    for (uint32_t w = 0; w < waves; w++) {
        assert_int_equal(l->layer[l->name[w]], l->expect[w]);
        from[l->name[w]] = l->from[w];
        if (l->expect[w] == layers - 1 && l->name[w] < least)
            least = l->name[w];
    }
    assert_int_equal(g->chain_count, layers);
    for (uint32_t i = layers; i-- > 0; least = from[least])
        assert_int_equal(g->chain[i], least);
    free(from);
}

/// Next-fit, group by group: what is in each, and that the next wave did not fit.
static void check_fit(const struct large *l, const vy_frontier *f)
{
    for (uint32_t g = 0; g < f->groups.group_count; g++) {
        const vy_frontier_group *d = &f->detail[g];
        vy_wave sum = {0};
        for (uint32_t k = f->groups.offsets[g]; k < f->groups.offsets[g + 1]; k++) {
            const vy_wave *w = &l->waves[f->groups.order[k]];
            sum = (vy_wave){sum.frontier + w->frontier, sum.scratch + w->scratch,
                            sum.output + w->output};
        }
        assert_true(sum.frontier == d->frontier && sum.scratch == d->scratch);
        assert_true(sum.output == d->output);
        assert_true(d->cost == sum.frontier + 4 * sum.scratch + sum.output);
        assert_true(d->cost <= f->available);
        assert_true(!g || f->detail[g - 1].layer <= d->layer);
        if (g && f->detail[g - 1].layer == d->layer) {
            const vy_wave *w = &l->waves[f->groups.order[f->groups.offsets[g]]];
            uint64_t required = f->detail[g - 1].cost + w->frontier + 4 * w->scratch + w->output;
            assert_true(d->cut == VY_CUT_BUDGET && d->required == required);
            assert_true(required > f->available);
        }
    }
}

/// Plans with the waves as they are numbered, or by names in any order.
static void plan_large(struct large *l, uint32_t waves, uint32_t edges, struct rng *r, bool named)
{
    vy_frontier f;
    for (uint32_t w = 0; w < waves; w++) {
        uint32_t other = named ? rng_below(r, w + 1) : w;
        l->name[w] = l->name[other];
        l->name[other] = w;
    }
    uint32_t layers = expect_layers(l, waves, edges);
    for (uint32_t i = edges; i-- > 1;) { // in no order
        uint32_t j = rng_below(r, i + 1);
        vy_wave_edge e = l->edges[i];
        l->edges[i] = l->edges[j];
        l->edges[j] = e;
    }
    vy_wave_edge *given = calloc(edges + 1, sizeof *given);
    assert_non_null(given);
    for (uint32_t i = 0; i < edges; i++)
        given[i] = (vy_wave_edge){l->name[l->edges[i].before], l->name[l->edges[i].after]};
    vy_frontier_params p = {.size = sizeof(vy_frontier_params),
                            .waves = l->waves,
                            .wave_count = waves,
                            .edges = given,
                            .edge_count = edges,
                            .budget = 2000};
    assert_int_equal(vy_frontier_plan(l->scratch, &p, &f), VY_OK);
    check_large(l, waves, layers, &f);
    check_fit(l, &f);
    free(given);
}

/// Edges between waves at most `near` apart, 0: any two; or these.
enum { FROM_THREE = 1, TO_THREE = UINT16_MAX, IN_A_ROW };

static void try_large(struct large *l, uint32_t waves, uint32_t edges, uint32_t near, uint64_t seed)
{
    struct rng r = rng_make(seed, 3);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t a = rng_below(&r, near == FROM_THREE ? 3 : waves - 1);
        if (near == IN_A_ROW) {
            l->edges[i] = (vy_wave_edge){i % (waves - 1), i % (waves - 1) + 1};
            continue;
        }
        if (near == TO_THREE) {
            uint32_t b = waves - 3 + rng_below(&r, 3);
            l->edges[i] = (vy_wave_edge){a < b ? a : 0, b};
            continue;
        }
        uint32_t reach = near > 1 && near < waves - 1 - a ? near : waves - 1 - a;
        l->edges[i] = (vy_wave_edge){a, a + 1 + rng_below(&r, reach)};
    }
    plan_large(l, waves, edges, &r, false);
    plan_large(l, waves, edges, &r, true);
}

static void large_graphs(void **state)
{
    enum { MOST = 1400000, WAVES = 200000, EDGES = 600000 };
    struct rng r = rng_make(9, 3);
    struct large l = {.edges = calloc(EDGES, sizeof *l.edges),
                      .waves = calloc(MOST, sizeof *l.waves),
                      .layer = calloc(MOST, sizeof *l.layer),
                      .expect = calloc(MOST, sizeof *l.expect),
                      .from = calloc(MOST, sizeof *l.from),
                      .name = calloc(MOST, sizeof *l.name)};
    (void)state;
    assert_true(l.edges && l.waves && l.layer && l.expect && l.from && l.name);
    for (uint32_t w = 0; w < MOST; w++) {
        l.waves[w].frontier = rng_below(&r, 100);
        l.waves[w].scratch = rng_below(&r, 40);
        l.waves[w].output = rng_below(&r, 100);
    }
    assert_int_equal(vy_context_create(NULL, &l.context), VY_OK);
    assert_int_equal(vy_plan_scratch_create(l.context, &l.scratch), VY_OK);
    try_large(&l, WAVES, EDGES, 0, 1);         // anywhere
    try_large(&l, WAVES, EDGES, 40, 2);        // deep and narrow
    try_large(&l, WAVES, EDGES, IN_A_ROW, 15); // more layers than 16 bits can count
    try_large(&l, WAVES, EDGES, FROM_THREE, 3);
    try_large(&l, WAVES, EDGES, TO_THREE, 12);
    try_large(&l, WAVES, WAVES, 0, 4);    // shallow and wide
    try_large(&l, 4096, EDGES, 0, 5);     // one bucket, full
    try_large(&l, 4097, EDGES, 0, 6);     // and one wave more
    try_large(&l, 12288, 12288, 0, 7);    // whole buckets
    try_large(&l, 1 << 20, 99999, 0, 10); // as many waves as records of 4 bytes can name
    try_large(&l, MOST, EDGES, 0, 11);    // larger buckets, larger records
    try_large(&l, MOST, 99999, 0, 13);    // few of them
    try_large(&l, MOST, EDGES, TO_THREE, 14);
    try_large(&l, WAVES, 0, 0, 8);
    vy_plan_scratch_destroy(&l.scratch);
    vy_context_destroy(&l.context);
    free(l.edges);
    free(l.waves);
    free(l.layer);
    free(l.expect);
    free(l.from);
    free(l.name);
}

int main(int argc, char **argv)
{
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("VYRE_SOAK_SEED");
    struct settings settings = {count ? strtoull(count, NULL, 10) : 500,
                                seed ? strtoull(seed, NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(each_seed, &settings),
        cmocka_unit_test(large_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
