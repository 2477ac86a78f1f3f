// Waves: groups by dependencies and by memory, known values, every way to fail, and memory.
#include "support/alloc.h"
#include "support/log.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bench {
    struct test_log log;
    struct test_alloc alloc;
    vy_context *context;
    vy_plan_scratch *scratch;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    *state = b;
    return !b ||
           vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b->log,
                                               .alloc = test_alloc, .alloc_user = &b->alloc),
                             &b->context) ||
           vy_plan_scratch_create(b->context, &b->scratch);
}

static int teardown(void **state)
{
    struct bench *b = *state;
    vy_plan_scratch_destroy(&b->scratch);
    vy_context_destroy(&b->context);
    bool clean = !b->alloc.live && !b->alloc.wrong_sizes;
    free(b);
    return !clean;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define WAVES(array) .waves = (array), .wave_count = COUNT(array)
#define EDGES(array) .edges = (array), .edge_count = COUNT(array)

static vy_frontier planned(struct bench *b, const vy_frontier_params *params)
{
    vy_frontier f;
    if (vy_frontier_plan(b->scratch, params, &f))
        fail_msg("%s", b->log.text);
    assert_int_equal(vy_plan_scratch_fault(b->scratch)->kind, VY_PLAN_FAULT_NONE);
    assert_int_equal(b->log.errors, 0);
    return f;
}

/// The plan is refused, the result untouched, the message says this.
static vy_plan_fault refused(struct bench *b, const vy_frontier_params *params, vy_status status,
                             const char *says)
{
    vy_frontier f, before;
    memset(&f, 0x5a, sizeof f);
    before = f;
    test_log_clear(&b->log);
    assert_int_equal(vy_frontier_plan(b->scratch, params, &f), status);
    assert_memory_equal(&f, &before, sizeof f);
    assert_int_equal(b->log.errors, 1);
    if (!strstr(b->log.text, says))
        fail_msg("'%s' was not said, but: %s", says, b->log.text);
    return *vy_plan_scratch_fault(b->scratch);
}

static void group_is(const vy_wave_groups *g, uint32_t group, size_t count, const uint32_t *waves)
{
    assert_true(group < g->group_count);
    assert_int_equal(g->offsets[group + 1] - g->offsets[group], count);
    assert_memory_equal(&g->order[g->offsets[group]], waves, count * sizeof *waves);
}
#define GROUP(g, group, ...)                                         \
    group_is((g), (group), COUNT(((const uint32_t[]){__VA_ARGS__})), \
             (const uint32_t[]){__VA_ARGS__})

// ---- known values ----
static void peaks_are_those_of_the_largest_group(void **state)
{
    const vy_wave waves[] = {
        {1024, 512, 256}, {2048, 1024, 512}, {4096, 2048, 1024}, {8192, 4096, 2048}};
    const vy_wave_edge edges[] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    vy_frontier f =
        planned(*state, vy_frontier_params(WAVES(waves), EDGES(edges), .graph_bytes = 16000,
                                           .budget = 128 * 1024, .readback = 1 << 20));
    assert_int_equal(f.groups.barriers, 2);
    GROUP(&f.groups, 0, 0);
    GROUP(&f.groups, 1, 1, 2);
    GROUP(&f.groups, 2, 3);
    assert_int_equal(f.peak_frontier, 8192);
    assert_int_equal(f.peak_scratch, 4096);
    assert_int_equal(f.peak_output, 2048);
    assert_int_equal(f.peak_cost, 8192 + 4 * 4096 + 2048);
    assert_int_equal(f.readback, 1 << 20);
    assert_int_equal(f.groups.widest, 2);
    assert_int_equal(f.available, 128 * 1024 - 16000);
    const uint32_t chain[] = {0, 1, 3};
    assert_int_equal(f.groups.chain_count, 3);
    assert_memory_equal(f.groups.chain, chain, sizeof chain);
}

static void readback_is_at_least_the_largest_output(void **state)
{
    const vy_wave waves[] = {{1024, 512, 3072}, {1024, 512, 3072}};
    vy_frontier f = planned(
        *state, vy_frontier_params(WAVES(waves), .graph_bytes = 16000, .budget = 128 * 1024));
    assert_int_equal(f.peak_output, 6144);
    assert_int_equal(f.readback, 6144);
    assert_int_equal(f.groups.group_count, 1);
}

static void a_layer_is_split_to_the_budget(void **state)
{
    const vy_wave waves[] = {{10, 10, 10}, {10, 10, 10}, {10, 10, 10}};
    vy_frontier f =
        planned(*state, vy_frontier_params(WAVES(waves), .budget = 100, .readback = 4096));
    assert_int_equal(f.groups.group_count, 3);
    assert_int_equal(f.groups.barriers, 2);
    assert_int_equal(f.groups.widest, 1);
    assert_int_equal(f.peak_frontier, 10);
    assert_int_equal(f.peak_scratch, 10);
    assert_int_equal(f.peak_output, 10);
    assert_int_equal(f.readback, 4096);
    for (uint32_t g = 1; g < 3; g++) {
        assert_int_equal(f.detail[g].cut, VY_CUT_BUDGET);
        assert_int_equal(f.detail[g].wave, g);
        assert_int_equal(f.detail[g].required, 120);
        assert_int_equal(f.detail[g].layer, 0);
    }
    // Exactly two at a time.
    f = planned(*state, vy_frontier_params(WAVES(waves), .budget = 120));
    assert_int_equal(f.groups.group_count, 2);
    GROUP(&f.groups, 0, 0, 1);
    GROUP(&f.groups, 1, 2);
    assert_int_equal(f.detail[0].cost, 120);
}

static void shapes_of_every_width_and_depth(void **state)
{
    static vy_wave waves[32 * 32];
    static vy_wave_edge edges[32 * 32];
    for (uint32_t width = 1; width <= 32; width++)
        for (uint32_t depth = 1; depth <= 32; depth++) {
            size_t count = 0, edge_count = 0;
            for (uint32_t layer = 0; layer < depth; layer++)
                for (uint32_t slot = 0; slot < width; slot++) {
                    if (layer + 1 < depth)
                        edges[edge_count++] =
                            (vy_wave_edge){(uint32_t)count, (uint32_t)count + width};
                    waves[count++] = (vy_wave){width, slot + 1, layer + 1};
                }
            vy_frontier f = planned(
                *state, vy_frontier_params(.waves = waves, .wave_count = count, .edges = edges,
                                           .edge_count = edge_count, .graph_bytes = 256,
                                           .budget = UINT64_MAX / 2, .readback = 7));
            assert_int_equal(f.groups.group_count, depth);
            assert_int_equal(f.groups.chain_count, depth);
            assert_int_equal(f.groups.barriers, depth - 1);
            assert_int_equal(f.groups.widest, width);
            assert_int_equal(f.peak_frontier, width * width);
            assert_int_equal(f.peak_scratch, width * (width + 1) / 2);
            assert_int_equal(f.peak_output, width * depth);
            assert_int_equal(f.readback, width * depth > 7 ? width * depth : 7);
        }
}

static void nothing_is_a_plan(void **state)
{
    struct bench *b = *state;
    vy_wave_groups g;
    vy_frontier f = planned(b, NULL);
    assert_int_equal(f.groups.group_count, 0);
    assert_int_equal(f.groups.barriers, 0);
    assert_int_equal(f.groups.offsets[0], 0);
    f = planned(b, vy_frontier_params(.readback = 5));
    assert_int_equal(f.readback, 5);
    assert_int_equal(vy_wave_plan(b->scratch, NULL, &g), VY_OK);
    assert_int_equal(g.group_count, 0);
    assert_int_equal(g.offsets[0], 0);
}

static void groups_ascend_and_duplicates_do_no_harm(void **state)
{
    struct bench *b = *state;
    const vy_wave_edge edges[] = {{5, 0}, {5, 0}, {4, 1}, {0, 2}, {5, 0}, {4, 3}};
    vy_wave_groups g;
    assert_int_equal(vy_wave_plan(b->scratch, vy_wave_params(.wave_count = 6, EDGES(edges)), &g),
                     VY_OK);
    assert_int_equal(g.group_count, 3);
    GROUP(&g, 0, 4, 5);
    GROUP(&g, 1, 0, 1, 3);
    GROUP(&g, 2, 2);
    const uint32_t chain[] = {5, 0, 2};
    assert_int_equal(g.chain_count, 3);
    assert_memory_equal(g.chain, chain, sizeof chain);
}

static void a_cut_tells_its_reason(void **state)
{
    const vy_wave waves[] = {{1, 0, 0}, {1, 0, 0}, {30, 0, 0}, {80, 0, 0}, {30, 0, 0}};
    const vy_wave_edge edges[] = {{1, 3}, {0, 2}, {1, 4}};
    vy_frontier f = planned(*state, vy_frontier_params(WAVES(waves), EDGES(edges), .budget = 100));
    assert_int_equal(f.groups.group_count, 4);
    assert_int_equal(f.detail[0].cut, VY_CUT_START);
    assert_int_equal(f.detail[0].wave, VY_WAVE_NONE);
    assert_int_equal(f.detail[1].cut, VY_CUT_DEPENDENCY);
    assert_int_equal(f.detail[1].wave, 2);
    assert_int_equal(f.detail[1].on, 0);
    assert_int_equal(f.detail[1].layer, 1);
    assert_int_equal(f.detail[2].cut, VY_CUT_BUDGET);
    assert_int_equal(f.detail[2].wave, 3);
    assert_int_equal(f.detail[2].on, VY_WAVE_NONE);
    assert_int_equal(f.detail[2].required, 110);
    assert_int_equal(f.detail[3].required, 110);
    assert_int_equal(f.detail[3].layer, 1);
}

static void best_fit_takes_fewer_groups(void **state)
{
    const vy_wave waves[] = {{60, 0, 0}, {50, 0, 0}, {40, 0, 0}, {50, 0, 0}, {0, 0, 0}};
    vy_frontier f = planned(*state, vy_frontier_params(WAVES(waves), .budget = 100));
    assert_int_equal(f.groups.group_count, 3);
    f = planned(*state, vy_frontier_params(WAVES(waves), .budget = 100, .pack = VY_PACK_BEST));
    assert_int_equal(f.groups.group_count, 2);
    GROUP(&f.groups, 0, 0, 2, 4);
    GROUP(&f.groups, 1, 1, 3);
    assert_int_equal(f.detail[0].cost, 100);
    assert_int_equal(f.detail[1].cut, VY_CUT_BUDGET);
    assert_int_equal(f.detail[1].wave, 1);
    assert_int_equal(f.detail[1].required, 110);
}

/// Best-fit decreasing needs three groups for these, which come in an order that takes two.
static void best_fit_is_never_worse(void **state)
{
    const vy_wave waves[] = {{4, 0, 0}, {3, 0, 0}, {3, 0, 0}, {4, 0, 0},
                             {2, 0, 0}, {2, 0, 0}, {2, 0, 0}};
    vy_frontier f =
        planned(*state, vy_frontier_params(WAVES(waves), .budget = 10, .pack = VY_PACK_BEST));
    assert_int_equal(f.groups.group_count, 2);
    GROUP(&f.groups, 0, 0, 1, 2);
    GROUP(&f.groups, 1, 3, 4, 5, 6);
    assert_int_equal(f.detail[1].wave, 3);
    assert_int_equal(f.detail[1].required, 14);
}

static void the_cost_of_a_group_is_a_parameter(void **state)
{
    const vy_wave waves[] = {{10, 10, 10}, {10, 10, 10}, {10, 10, 10}};
    vy_frontier f =
        planned(*state, vy_frontier_params(WAVES(waves), .budget = 90,
                                           .cost = {.frontier = 1, .scratch = 1, .output = 1}));
    assert_int_equal(f.groups.group_count, 1);
    assert_int_equal(f.peak_cost, 90);
    f = planned(*state, vy_frontier_params(WAVES(waves), .budget = 39, .cost = {.output = 2}));
    assert_int_equal(f.groups.group_count, 3);
    assert_int_equal(f.detail[2].required, 40);
}

// ---- buffers ----
static void buffers_live_from_first_to_last_use(void **state)
{
    const vy_wave waves[4] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    const vy_wave_edge edges[] = {{0, 1}, {1, 2}, {2, 3}};
    const vy_wave_buffer buffers[] = {{100, false}, {10, true}, {1000, false}, {7, false}};
    const vy_wave_use uses[] = {{0, 0}, {0, 0}, {2, 0}, {1, 1}, {3, 2}, {3, 2}};
    vy_frontier f =
        planned(*state, vy_frontier_params(WAVES(waves), EDGES(edges), .budget = VY_BUDGET_NONE,
                                           .buffers = buffers, .buffer_count = 4, .uses = uses,
                                           .use_count = COUNT(uses)));
    const uint64_t live[] = {100, 110, 110, 1010};
    for (uint32_t g = 0; g < 4; g++) {
        assert_int_equal(f.detail[g].live, live[g]);
        assert_int_equal(f.detail[g].cost, live[g] + 1);
    }
    assert_int_equal(f.peak_live, 1010);
    assert_int_equal(f.peak_cost, 1011);
}

static void buffers_split_groups(void **state)
{
    // Three independent waves with 40 bytes each that last to the end, and one that reads them.
    const vy_wave waves[4] = {{0}};
    const vy_wave_edge edges[] = {{0, 3}, {1, 3}, {2, 3}};
    const vy_wave_buffer buffers[] = {
        {40, false}, {40, false}, {40, false}, {60, false}, {60, false}};
    const vy_wave_use uses[] = {{0, 0}, {1, 1}, {2, 2}, {3, 0}, {3, 1}, {3, 2}, {0, 3}, {1, 4}};
    vy_frontier_params p = {.size = sizeof(vy_frontier_params),
                            WAVES(waves),
                            EDGES(edges),
                            .budget = 180,
                            .buffers = buffers,
                            .buffer_count = 5,
                            .uses = uses,
                            .use_count = COUNT(uses)};
    vy_frontier f = planned(*state, &p);
    assert_int_equal(f.groups.group_count, 3);
    GROUP(&f.groups, 0, 0);
    GROUP(&f.groups, 1, 1, 2); // the 60 of wave 0 are free again
    assert_int_equal(f.detail[0].live, 100);
    assert_int_equal(f.detail[1].live, 180);
    assert_int_equal(f.detail[1].cut, VY_CUT_BUDGET);
    assert_int_equal(f.detail[1].wave, 1);
    assert_int_equal(f.detail[1].required, 200);
    assert_int_equal(f.detail[2].live, 120);
    // One byte less, and wave 2 runs alone; at the least, wave 1 does not fit beside what is left.
    p.budget = 179;
    assert_int_equal(planned(*state, &p).groups.group_count, 4);
    p.budget = 140;
    assert_int_equal(planned(*state, &p).groups.group_count, 4);
    p.budget = 139;
    vy_plan_fault fault = refused(*state, &p, VY_ERROR_LIMIT, "wave 1 alone takes 140 bytes");
    assert_int_equal(fault.kind, VY_PLAN_FAULT_WAVE_BUDGET);
    assert_int_equal(fault.required, 140);
    assert_int_equal(fault.available, 139);
}

static void bad_buffers_are_refused(void **state)
{
    const vy_wave waves[2] = {{1, 0, 0}, {1, 0, 0}};
    const vy_wave_buffer buffers[2] = {{UINT64_MAX - 5, true}, {10, true}};
    vy_wave_use uses[2] = {{0, 0}, {1, 2}};
    vy_frontier_params p = {.size = sizeof(vy_frontier_params),
                            WAVES(waves),
                            .budget = VY_BUDGET_NONE,
                            .buffers = buffers,
                            .buffer_count = 2,
                            .uses = uses,
                            .use_count = 2};
    vy_plan_fault fault = refused(*state, &p, VY_ERROR_ARGUMENT, "use 1 is of buffer 2 by wave 1");
    assert_int_equal(fault.kind, VY_PLAN_FAULT_USE);
    assert_int_equal(fault.edge, 1);
    uses[1] = (vy_wave_use){2, 1};
    refused(*state, &p, VY_ERROR_ARGUMENT, "use 1 is of buffer 1 by wave 2");
    p.buffer_count = 0; // uses of buffers that are not there at all
    refused(*state, &p, VY_ERROR_ARGUMENT, "use 0 is of buffer 0 by wave 0");
    p.buffers = NULL;
    p.buffer_count = 2;
    refused(*state, &p, VY_ERROR_ARGUMENT, "vy_frontier_plan(): .buffers is NULL");
    p.buffers = buffers;
    uses[1] = (vy_wave_use){1, 1};
    fault = refused(*state, &p, VY_ERROR_LIMIT, "live buffer bytes overflow at wave 1");
    assert_int_equal(fault.kind, VY_PLAN_FAULT_OVERFLOW);
    assert_string_equal(fault.field, "live buffer bytes");
    p.pack = VY_PACK_BEST;
    fault = refused(*state, &p, VY_ERROR_ARGUMENT, "VY_PACK_BEST does not go with buffers");
    assert_int_equal(fault.kind, VY_PLAN_FAULT_PACK);
    p.pack = (vy_pack)7;
    refused(*state, &p, VY_ERROR_ARGUMENT, "no such vy_pack");
}

// ---- what cannot be planned ----
static void bad_edges_are_named(void **state)
{
    const vy_wave waves[3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    vy_wave_edge edges[] = {{0, 1}, {1, 3}, {9, 0}};
    vy_frontier_params p = {
        .size = sizeof(vy_frontier_params), WAVES(waves), EDGES(edges), .budget = VY_BUDGET_NONE};
    vy_plan_fault f = refused(*state, &p, VY_ERROR_ARGUMENT,
                              "edge 1 goes from wave 1 to wave 3, but waves go from 0 to 2");
    assert_int_equal(f.kind, VY_PLAN_FAULT_RANGE);
    assert_int_equal(f.edge, 1);
    assert_int_equal(f.before, 1);
    assert_int_equal(f.after, 3);
    assert_int_equal(f.wave, VY_WAVE_NONE);
    edges[1] = (vy_wave_edge){UINT32_MAX, 0};
    refused(*state, &p, VY_ERROR_ARGUMENT, "edge 1 goes from wave 4294967295 to wave 0");
    edges[1] = (vy_wave_edge){2, 2};
    f = refused(*state, &p, VY_ERROR_ARGUMENT, "edge 1 goes from wave 2 to itself");
    assert_int_equal(f.kind, VY_PLAN_FAULT_SELF);
    assert_int_equal(f.edge, 1);
    p.wave_count = 0;
    f = refused(*state, &p, VY_ERROR_ARGUMENT, "there are no waves");
    assert_int_equal(f.kind, VY_PLAN_FAULT_RANGE);
    assert_int_equal(f.edge, 0);
}

static void a_cycle_is_spelled_out(void **state)
{
    const vy_wave waves[8] = {{0}};
    // 0 leads into 6 -> 2 -> 5 -> 6, which leads to 7; 1, 3 and 4 are elsewhere.
    const vy_wave_edge edges[] = {{6, 2}, {0, 6}, {2, 5}, {5, 7}, {5, 6}, {1, 3}, {3, 4}};
    vy_plan_fault f =
        refused(*state, vy_frontier_params(WAVES(waves), EDGES(edges), .budget = VY_BUDGET_NONE),
                VY_ERROR_ARGUMENT, "in a circle: 2 before 5 before 6 before 2");
    const uint32_t cycle[] = {2, 5, 6};
    assert_int_equal(f.kind, VY_PLAN_FAULT_CYCLE);
    assert_int_equal(f.cycle_count, 3);
    assert_memory_equal(f.cycle, cycle, sizeof cycle);
}

static void a_long_cycle_is_cut_short_in_words_alone(void **state)
{
    enum { LENGTH = 5000 };
    static vy_wave waves[LENGTH];
    static vy_wave_edge edges[LENGTH];
    for (uint32_t i = 0; i < LENGTH; i++)
        edges[i] = (vy_wave_edge){(i + 1) % LENGTH, i};
    vy_plan_fault f =
        refused(*state, vy_frontier_params(WAVES(waves), EDGES(edges), .budget = VY_BUDGET_NONE),
                VY_ERROR_ARGUMENT, "0 before 4999 before 4998 ");
    assert_non_null(strstr(((struct bench *)*state)->log.text, "4988 more before 0"));
    assert_int_equal(f.cycle_count, LENGTH);
    for (uint32_t i = 0; i < LENGTH; i++)
        assert_int_equal(f.cycle[i], (LENGTH - i) % LENGTH);
}

static void the_budget_is_below_the_graph(void **state)
{
    const vy_wave waves[] = {{1, 1, 1}};
    vy_plan_fault f =
        refused(*state, vy_frontier_params(WAVES(waves), .graph_bytes = 1600, .budget = 1000),
                VY_ERROR_LIMIT, "the resident graph takes 1600 bytes, the budget is 1000");
    assert_int_equal(f.kind, VY_PLAN_FAULT_GRAPH_BUDGET);
    assert_int_equal(f.required, 1600);
    assert_int_equal(f.available, 1000);
}

/// Wherever it stands: alone, first, last, in the middle, in a later layer.
static void one_wave_is_over_the_budget(void **state)
{
    const vy_wave_edge edges[] = {{0, 3}};
    const vy_wave alone[] = {{100, 100, 100}};
    vy_plan_fault f =
        refused(*state, vy_frontier_params(WAVES(alone), .budget = 500), VY_ERROR_LIMIT,
                "wave 0 alone takes 600 bytes, the budget leaves 500");
    assert_int_equal(f.kind, VY_PLAN_FAULT_WAVE_BUDGET);
    assert_int_equal(f.required, 600);
    assert_int_equal(f.available, 500);
    for (uint32_t at = 0; at < 5; at++)
        for (uint32_t pack = 0; pack < 2; pack++) {
            vy_wave waves[5] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
            waves[at] = (vy_wave){100, 100, 100};
            f = refused(*state,
                        vy_frontier_params(WAVES(waves), EDGES(edges), .graph_bytes = 11,
                                           .budget = 610, .pack = (vy_pack)pack),
                        VY_ERROR_LIMIT, "alone takes 600 bytes, the budget leaves 599");
            assert_int_equal(f.wave, at);
            assert_int_equal(f.required, 600);
            assert_int_equal(f.available, 599);
        }
    // A budget of 0 is no byte at all.
    refused(*state, vy_frontier_params(WAVES(alone)), VY_ERROR_LIMIT, "the budget leaves 0");
}

static void each_sum_that_overflows_is_named(void **state)
{
    const struct {
        vy_wave waves[2];
        vy_wave_cost cost;
        uint32_t wave;
        const char *field;
    } rows[] = {
        {{{UINT64_MAX, 1, 1}, {1, 1, 1}}, {0}, 0, "fused wave bytes"},
        {{{0, 0, 0}, {1, 0, UINT64_MAX}}, {0}, 1, "fused wave bytes"},
        {{{1, 0, 0}, {0, UINT64_MAX / 4 + 1, 0}}, {0}, 1, "fused wave scratch bytes"},
        {{{UINT64_MAX / 2 + 1, 0, 0}, {0}}, {2, 1, 1}, 0, "fused wave frontier bytes"},
        {{{0}, {0, 0, UINT64_MAX / 2 + 1}}, {1, 1, 2}, 1, "fused wave output bytes"},
        {{{UINT64_MAX, 0, 0}, {0, 0, 1}}, {0}, 1, "barrier group fused wave budget bytes"},
        {{{UINT64_MAX, 0, 0}, {1, 0, 0}}, {0, 1, 0}, 1, "frontier wave bytes"},
        {{{0, UINT64_MAX, 0}, {0, 1, 0}}, {1, 0, 0}, 1, "scratch wave bytes"},
        {{{0, 0, UINT64_MAX}, {0, 0, 1}}, {1, 0, 0}, 1, "output wave bytes"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vy_plan_fault f = refused(*state,
                                  vy_frontier_params(WAVES(rows[i].waves), .cost = rows[i].cost,
                                                     .budget = VY_BUDGET_NONE),
                                  VY_ERROR_LIMIT, rows[i].field);
        assert_int_equal(f.kind, VY_PLAN_FAULT_OVERFLOW);
        assert_string_equal(f.field, rows[i].field);
        assert_int_equal(f.wave, rows[i].wave);
    }
    // The largest sums that there are.
    test_log_clear(&((struct bench *)*state)->log);
    const vy_wave last[] = {{UINT64_MAX - 5, 1, 1}};
    assert_int_equal(
        planned(*state, vy_frontier_params(WAVES(last), .budget = VY_BUDGET_NONE)).peak_cost,
        UINT64_MAX);
}

static void counts_have_32_bits(void **state)
{
    const vy_wave wave = {0};
    const vy_wave_edge edge = {0, 0};
    const vy_wave_use use = {0, 0};
    const vy_wave_buffer buffer = {0, false};
    const size_t many = (size_t)UINT32_MAX;
    const struct {
        vy_frontier_params params;
        const char *what;
    } rows[] = {
        {{.size = sizeof(vy_frontier_params), .waves = &wave, .wave_count = many}, "waves"},
        {{.size = sizeof(vy_frontier_params),
          .waves = &wave,
          .wave_count = 1,
          .edges = &edge,
          .edge_count = many},
         "edges"},
        {{.size = sizeof(vy_frontier_params), .buffers = &buffer, .buffer_count = many}, "buffers"},
        {{.size = sizeof(vy_frontier_params),
          .buffers = &buffer,
          .buffer_count = 1,
          .uses = &use,
          .use_count = many},
         "uses"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        vy_plan_fault f =
            refused(*state, &rows[i].params, VY_ERROR_LIMIT, "are more than a plan takes");
        assert_int_equal(f.kind, VY_PLAN_FAULT_COUNT);
        assert_string_equal(f.field, rows[i].what);
        assert_int_equal(f.required, many);
    }
}

// ---- memory ----
/// Waves in a few layers with everything on: budget, packing, and buffers where asked for.
struct sample {
    vy_wave waves[600];
    vy_wave_edge edges[1800];
    vy_wave_buffer buffers[50];
    vy_wave_use uses[900];
};

static vy_frontier_params sample(struct sample *s, uint32_t count, bool buffers, vy_pack pack)
{
    for (uint32_t i = 0; i < count; i++)
        s->waves[i] = (vy_wave){i % 7, i % 5, i % 11};
    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t after = i % count;
        s->edges[i] =
            after < 40 ? (vy_wave_edge){0, count - 1} : (vy_wave_edge){after - 1 - i % 40, after};
    }
    for (uint32_t i = 0; i < 50; i++)
        s->buffers[i] = (vy_wave_buffer){i, i % 9 == 0};
    for (uint32_t i = 0; i < count + count / 2; i++)
        s->uses[i] = (vy_wave_use){i % count, i * 7 % 50};
    return (vy_frontier_params){.size = sizeof(vy_frontier_params),
                                .waves = s->waves,
                                .wave_count = count,
                                .edges = s->edges,
                                .edge_count = 3 * count,
                                .budget = buffers ? 1500 : 90,
                                .pack = pack,
                                .buffers = s->buffers,
                                .buffer_count = buffers ? 50 : 0,
                                .uses = s->uses,
                                .use_count = buffers ? count + count / 2 : 0};
}

static void a_second_plan_allocates_nothing(void **state)
{
    struct bench *b = *state;
    struct sample *s = calloc(1, sizeof *s);
    assert_non_null(s);
    vy_frontier_params ways[3] = {sample(s, 600, false, VY_PACK_NEXT),
                                  sample(s, 600, false, VY_PACK_BEST),
                                  sample(s, 600, true, VY_PACK_NEXT)};
    for (size_t i = 0; i < COUNT(ways); i++) {
        vy_plan_scratch_destroy(&b->scratch);
        assert_int_equal(vy_plan_scratch_create(b->context, &b->scratch), VY_OK);
        vy_frontier first = planned(b, &ways[i]), second;
        uint64_t calls = b->alloc.calls, held = vy_plan_scratch_bytes(b->scratch);
        assert_true(first.groups.group_count > first.groups.chain_count);
        second = planned(b, &ways[i]);
        assert_int_equal(b->alloc.calls, calls);
        assert_int_equal(vy_plan_scratch_bytes(b->scratch), held);
        assert_true(held <= b->alloc.live_bytes);
        assert_int_equal(first.groups.group_count, second.groups.group_count);
        // Nor do smaller ones, nor those with other numbers, nor groups without memory.
        vy_frontier_params small = ways[i];
        vy_wave_groups g;
        small.edge_count = 100;
        planned(b, &small);
        small.budget = i == 2 ? 1300 : 40;
        planned(b, &small);
        assert_int_equal(
            vy_wave_plan(b->scratch,
                         vy_wave_params(.wave_count = 600, .edges = s->edges, .edge_count = 1800),
                         &g),
            VY_OK);
        assert_int_equal(b->alloc.calls, calls);
    }
    free(s);
}

/// Where the first plan has no layer to pack, and where it has fewer buckets of waves, see
/// layers.c.
static void a_plan_of_no_more_allocates_nothing(void **state)
{
    enum { MANY = 320 * 4096 };
    struct bench *b = *state;
    struct sample *s = calloc(1, sizeof *s);
    vy_wave_groups g;
    assert_non_null(s);
    vy_frontier_params p = sample(s, 600, false, VY_PACK_BEST);
    p.budget = VY_BUDGET_NONE;
    planned(b, &p);
    uint64_t calls = b->alloc.calls;
    p.budget = 90;
    planned(b, &p);
    assert_int_equal(b->alloc.calls, calls);
    assert_int_equal(vy_wave_plan(b->scratch, vy_wave_params(.wave_count = MANY), &g), VY_OK);
    calls = b->alloc.calls;
    assert_int_equal(vy_wave_plan(b->scratch, vy_wave_params(.wave_count = MANY - 1), &g), VY_OK);
    assert_int_equal(b->alloc.calls, calls);
    free(s);
}

static void every_allocation_fails_once(void **state)
{
    struct bench *b = *state;
    struct sample *s = calloc(1, sizeof *s);
    assert_non_null(s);
    for (size_t way = 0; way < 3; way++) {
        vy_frontier_params p = sample(s, 600, way == 2, way == 1 ? VY_PACK_BEST : VY_PACK_NEXT);
        vy_status status = VY_ERROR_MEMORY;
        uint64_t live = b->alloc.live, failures = 0;
        for (uint64_t at = 1; status; at++) {
            vy_plan_scratch *scratch = NULL;
            vy_frontier f;
            b->alloc.fail_at = b->alloc.calls + at;
            status = vy_plan_scratch_create(b->context, &scratch);
            if (!status) {
                char said[64];
                const vy_plan_fault *fault = vy_plan_scratch_fault(scratch);
                test_log_clear(&b->log);
                status = vy_frontier_plan(scratch, &p, &f);
                if (status) {
                    assert_int_equal(fault->kind, VY_PLAN_FAULT_MEMORY);
                    snprintf(said, sizeof said, "planning waves takes %llu bytes more",
                             (unsigned long long)fault->required);
                    assert_non_null(strstr(b->log.text, said));
                }
                b->alloc.fail_at = 0;
                // The scratch is as good as before.
                assert_int_equal(vy_frontier_plan(scratch, &p, &f), VY_OK);
            }
            b->alloc.fail_at = 0;
            vy_plan_scratch_destroy(&scratch);
            assert_int_equal(b->alloc.live, live);
            assert_true(!status || status == VY_ERROR_MEMORY);
            failures += status != VY_OK;
        }
        assert_true(failures >= 6);
    }
    free(s);
}

/// A tenth of a million waves and ten million edges, of which input and scratch may take 200 MB.
static void memory_is_bounded(void **state)
{
    enum { WAVES = 100000, EDGES = 1000000 };
    struct bench *b = *state;
    vy_wave *waves = calloc(WAVES, sizeof *waves);
    vy_wave_edge *edges = calloc(EDGES, sizeof *edges);
    assert_true(waves && edges);
    for (uint32_t i = 0; i < WAVES; i++)
        waves[i].frontier = 1;
    for (uint32_t i = 0; i < EDGES; i++) {
        uint32_t before = i % (WAVES / 2);
        edges[i] = (vy_wave_edge){before, before + 1 + i % 1000};
    }
    vy_frontier f =
        planned(b, vy_frontier_params(.waves = waves, .wave_count = WAVES, .edges = edges,
                                      .edge_count = EDGES, .budget = 1));
    assert_int_equal(f.groups.group_count, WAVES);
    uint64_t input = WAVES * sizeof *waves + EDGES * sizeof *edges;
    assert_true(input + b->alloc.peak_bytes < 20 * 1000 * 1000);
    free(waves);
    free(edges);
}

/// Errors too leave nothing behind but the scratch, and the scratch usable.
static void a_scratch_survives_errors(void **state)
{
    struct bench *b = *state;
    const vy_wave waves[2] = {{1, 1, 1}, {1, 1, 1}};
    const vy_wave_edge cycle[] = {{0, 1}, {1, 0}};
    for (int i = 0; i < 3; i++) {
        refused(b, vy_frontier_params(WAVES(waves), EDGES(cycle), .budget = VY_BUDGET_NONE),
                VY_ERROR_ARGUMENT, "circle");
        test_log_clear(&b->log);
        assert_int_equal(
            planned(b, vy_frontier_params(WAVES(waves), .budget = 100)).groups.group_count, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(peaks_are_those_of_the_largest_group, setup, teardown),
        cmocka_unit_test_setup_teardown(readback_is_at_least_the_largest_output, setup, teardown),
        cmocka_unit_test_setup_teardown(a_layer_is_split_to_the_budget, setup, teardown),
        cmocka_unit_test_setup_teardown(shapes_of_every_width_and_depth, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_is_a_plan, setup, teardown),
        cmocka_unit_test_setup_teardown(groups_ascend_and_duplicates_do_no_harm, setup, teardown),
        cmocka_unit_test_setup_teardown(a_cut_tells_its_reason, setup, teardown),
        cmocka_unit_test_setup_teardown(best_fit_takes_fewer_groups, setup, teardown),
        cmocka_unit_test_setup_teardown(best_fit_is_never_worse, setup, teardown),
        cmocka_unit_test_setup_teardown(the_cost_of_a_group_is_a_parameter, setup, teardown),
        cmocka_unit_test_setup_teardown(buffers_live_from_first_to_last_use, setup, teardown),
        cmocka_unit_test_setup_teardown(buffers_split_groups, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_buffers_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_edges_are_named, setup, teardown),
        cmocka_unit_test_setup_teardown(a_cycle_is_spelled_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_long_cycle_is_cut_short_in_words_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(the_budget_is_below_the_graph, setup, teardown),
        cmocka_unit_test_setup_teardown(one_wave_is_over_the_budget, setup, teardown),
        cmocka_unit_test_setup_teardown(each_sum_that_overflows_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(counts_have_32_bits, setup, teardown),
        cmocka_unit_test_setup_teardown(a_second_plan_allocates_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_plan_of_no_more_allocates_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(every_allocation_fails_once, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_is_bounded, setup, teardown),
        cmocka_unit_test_setup_teardown(a_scratch_survives_errors, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
