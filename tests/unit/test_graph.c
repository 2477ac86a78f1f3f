// Graphs of dispatches: what depends on what, plans within budgets, memory that is used again, runs
// with other host memory, errors with their reasons, and every allocation failing once.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/gpu.h"
#include "support/stage.h"
#include "support/versus.h"

static const char add_text[] = "program add\n"
                               "param k: u32 = 1\n"
                               "in  x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "each i in 0..len(x) { y[i] = x[i] + k }\n";
static const char both_text[] = "program both\n"
                                "in  a : u32[]\n"
                                "in  b : u32[len(a)]\n"
                                "out c : u32[len(a)]\n"
                                "each i in 0..len(a) { c[i] = a[i] * 10 + b[len(a) - 1 - i] }\n";
static const char more_text[] = "program more\n"
                                "inout x : u32[]\n"
                                "scratch t : u32[len(x)]\n"
                                "each i in 0..len(x) { t[i] += x[i] }\n"
                                "barrier grid\n"
                                "each i in 0..len(x) { x[i] = t[len(x) - 1 - i] }\n";

enum { N = 1000, BYTES = 4 * N, PLACE = 4096 }; ///< PLACE: bytes with their alignment

struct scene {
    struct stage *s;
    vy_pipeline *add, *both, *more;
    vy_graph *graph;
    uint32_t x[N], y[N];
};

static void open(struct scene *c, struct stage *s, const vy_graph_params *params)
{
    c->s = s;
    c->add = stage_pipeline(s, add_text);
    c->both = stage_pipeline(s, both_text);
    c->more = stage_pipeline(s, more_text);
    for (uint32_t i = 0; i < N; i++)
        c->x[i] = i;
    assert_int_equal(vy_graph_create(s->device, params, &c->graph), VY_OK);
}

static void close(struct scene *c)
{
    vy_graph_destroy(&c->graph);
    vy_pipeline_destroy(&c->add);
    vy_pipeline_destroy(&c->both);
    vy_pipeline_destroy(&c->more);
}

static uint32_t slot(struct scene *c, const char *name, const void *data, void *memory)
{
    uint32_t number = 99;
    if (vy_graph_buffer(
            c->graph,
            vy_graph_buffer_params(.name = name, .bytes = BYTES, .data = data, .memory = memory),
            &number))
        fail_msg("%s", c->s->log.text);
    return number;
}

static uint32_t wave(struct scene *c, vy_pipeline *pipeline, const char *name, const vy_arg *args)
{
    uint32_t number = 99;
    if (vy_graph_wave(c->graph, pipeline, vy_graph_wave_params(.name = name, .args = args),
                      &number))
        fail_msg("%s", c->s->log.text);
    return number;
}

static uint32_t add(struct scene *c, uint32_t from, uint32_t to, uint32_t k)
{
    return wave(c, c->add, NULL,
                vy_args(vy_arg_slot("x", from), vy_arg_slot("y", to), vy_arg_u32("k", k)));
}

/// A line of `count` additions from x to y, through two buffers in turn.
static void make_line(struct scene *c, uint32_t count, uint32_t *in, uint32_t *out)
{
    uint32_t now = *in = slot(c, "in", c->x, NULL);
    *out = slot(c, "out", NULL, c->y);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? slot(c, NULL, NULL, NULL) : *out;
        assert_int_equal(add(c, now, next, i), i);
        now = next;
    }
}

static void run_ok(struct scene *c, vy_graph_stats *stats)
{
    if (vy_graph_run(c->graph, NULL, stats))
        fail_msg("%s", c->s->log.text);
}

// ---- order ----
static void order_is_inferred(void **state)
{
    struct scene c = {0};
    size_t count;
    open(&c, *state, vy_graph_params(.no_fuse = true));
    uint32_t in = slot(&c, "in", c.x, NULL), a = slot(&c, "a", NULL, NULL),
             out = slot(&c, "out", NULL, c.y);
    add(&c, in, a, 1); // 0 writes a
    wave(&c, c.both, "pair",
         vy_args(vy_arg_slot("a", in), vy_arg_slot("b", a), vy_arg_slot("c", out))); // 1 reads a
    add(&c, in, a, 7);                                                               // 2 writes a
    wave(&c, c.more, "turn", vy_args(vy_arg_slot("x", out))); // 3 changes out
    const vy_graph_edge *e = vy_graph_edges(c.graph, &count);
    assert_int_equal(count, 4);
    const struct {
        uint32_t before, after, why;
        const char *buffer;
    } wanted[] = {{0, 1, VY_EDGE_RAW, "a"},
                  {0, 2, VY_EDGE_WAW, "a"},
                  {1, 2, VY_EDGE_WAR, "a"},
                  {1, 3, VY_EDGE_RAW | VY_EDGE_WAW, "out"}};
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(e[i].before, wanted[i].before);
        assert_int_equal(e[i].after, wanted[i].after);
        assert_int_equal(e[i].why, wanted[i].why);
        assert_string_equal(e[i].buffer, wanted[i].buffer);
    }
    vy_graph_plan_info info;
    vy_graph_stats stats;
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.groups, 3);
    assert_int_equal(info.widest, 2);
    run_ok(&c, &stats);
    assert_int_equal(stats.barriers, 2);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], (N - 1 - i) * 10 + (i + 1));
    close(&c);
}

static void order_is_asked_for(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    size_t count;
    open(&c, *state, vy_graph_params(.explicit_only = true));
    uint32_t in = slot(&c, "in", c.x, NULL), out = slot(&c, "out", NULL, c.y);
    uint32_t first = add(&c, in, out, 1), second = add(&c, in, out, 2);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_ERROR_DATA);
    SAID(c.s, "wave 0 ('add')", "wave 1 ('add')", "'out'", "both write it", "vy_graph_depend");
    assert_int_equal(vy_graph_fault(c.graph, &count)[1], second);
    assert_int_equal(count, 2);
    assert_int_equal(vy_graph_depend(c.graph, second, first), VY_OK);
    assert_int_equal(vy_graph_depend(c.graph, second, first), VY_OK);
    assert_int_equal(vy_graph_edges(c.graph, &count)[1].why, VY_EDGE_ASKED);
    assert_int_equal(count, 2);
    run_ok(&c, NULL);
    assert_int_equal(c.y[5], 6); // the first wave came last
    assert_int_equal(vy_graph_depend(c.graph, first, second), VY_OK);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_ERROR_ARGUMENT);
    SAID(c.s, "circle: 0 ('add') before 1 ('add'), as was asked for; 1 ('add') before 0 ('add')");
    const uint32_t *waves = vy_graph_fault(c.graph, &count);
    assert_int_equal(count, 2);
    assert_int_equal(waves[0], first);
    assert_int_equal(waves[1], second);
    close(&c);
}

static void order_goes_through_others(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    open(&c, *state, vy_graph_params(.explicit_only = true));
    uint32_t in = slot(&c, "in", c.x, NULL), a = slot(&c, "a", NULL, NULL),
             out = slot(&c, "out", NULL, c.y);
    uint32_t first = add(&c, in, out, 1), between = add(&c, in, a, 2), last = add(&c, in, out, 3);
    assert_int_equal(vy_graph_depend(c.graph, first, between), VY_OK);
    assert_int_equal(vy_graph_depend(c.graph, between, last), VY_OK);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.groups, 3);
    run_ok(&c, NULL);
    assert_int_equal(c.y[5], 8);
    close(&c);
}

static void ranges_are_apart(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    open(&c, *state, vy_graph_params(.no_fuse = true));
    uint32_t in = slot(&c, "in", c.x, NULL), out = slot(&c, "out", NULL, c.y);
    for (uint32_t i = 0; i < 4; i++)
        wave(&c, c.add, NULL,
             vy_args(vy_arg_slot_range("x", in, i * 1000, 1000),
                     vy_arg_slot_range("y", out, i * 1000, 1000), vy_arg_u32("k", i)));
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.groups, 1);
    run_ok(&c, NULL);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], i + i / 250);
    close(&c);
}

// ---- memory ----
static void memory_is_used_again(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    vy_graph_stats stats;
    uint32_t in, out;
    open(&c, *state, vy_graph_params(.no_fuse = true));
    make_line(&c, 20, &in, &out);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.groups, 20);
    // Two of the 19 in between are alive at a time, and at the end one with the output.
    const char *device = vy_device_name(c.s->device);
    uint64_t input = !strcmp(device, "cpu") ? 0 : PLACE, unshared = 20 * PLACE + input;
    // Large pieces come in steps of up to a quarter there.
    uint64_t rounded = !strcmp(device, "cuda") ? unshared / 4 : 0;
    assert_in_range(info.unshared_bytes, unshared, unshared + rounded);
    assert_true(info.peak_bytes <= 3 * PLACE + input);
    run_ok(&c, &stats);
    assert_int_equal(stats.peak, info.peak_bytes);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], i + 190);
    close(&c);
}

static void budgets_cut_groups(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    char text[32];
    open(&c, *state, vy_graph_params(.no_fuse = true));
    uint32_t in = slot(&c, "in", c.x, NULL), sum = slot(&c, "sum", NULL, c.y);
    for (uint32_t i = 0; i < 8; i++) { // each has scratch of its own
        uint32_t own = slot(&c, NULL, NULL, NULL);
        add(&c, in, own, i);
        wave(&c, c.more, "own", vy_args(vy_arg_slot("x", own)));
    }
    add(&c, in, sum, 5);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    uint64_t least = info.minimal_bytes, most = info.peak_bytes;
    assert_int_equal(info.groups, 2);
    assert_int_equal(info.widest, 9);
    assert_true(least < most);
    uint32_t groups = 0;
    for (uint64_t budget = least; budget <= most; budget += PLACE / 2) {
        assert_int_equal(vy_graph_budget(c.graph, budget), VY_OK);
        assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
        assert_true(info.peak_bytes <= budget);
        groups = info.groups > groups ? info.groups : groups;
        run_ok(&c, NULL);
        assert_int_equal(c.y[7], 12);
    }
    assert_true(groups > 4);
    assert_int_equal(vy_graph_budget(c.graph, least - 1), VY_OK);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_ERROR_LIMIT);
    snprintf(text, sizeof text, "%llu", (unsigned long long)least);
    SAID(c.s, text, "budget", "is alive in wave '");
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_LIMIT);
    close(&c);
}

/// What lives across grid barriers is memory too, and is planned and told.
static void what_launches_keep_counts(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    vy_graph_stats stats;
    open(&c, *state, NULL);
    vy_pipeline *turn = stage_pipeline(c.s, "program turn\n"
                                            "inout x : u32[]\n"
                                            "workgroup 8 grid len(x)\n"
                                            "var a = x[gid.x]\n"
                                            "barrier grid\n"
                                            "x[len(x) - 1 - gid.x] = a\n");
    uint32_t in = slot(&c, "in", c.x, NULL), out = slot(&c, "out", NULL, c.y);
    add(&c, in, out, 0);
    wave(&c, turn, NULL, vy_args(vy_arg_slot("x", out)));
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_true(info.minimal_bytes >= PLACE + BYTES); // the output, and as much on its way
    for (int round = 0; round < 2; round++) {
        memset(c.y, 0, sizeof c.y);
        run_ok(&c, &stats);
        assert_true(stats.peak <= stats.planned_peak && stats.peak >= PLACE);
        assert_int_equal(c.y[0], N - 1);
        vy_graph_budget(c.graph, info.minimal_bytes);
    }
    vy_graph_budget(c.graph, info.minimal_bytes - 1);
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_LIMIT);
    SAID(c.s, "raise the budget");
    vy_pipeline_destroy(&turn);
    close(&c);
}

/// The allocator under the device, and not the plan, says how much a run took.
static void the_allocator_agrees(void **state)
{
    struct scene c = {0};
    struct test_alloc *alloc = &((struct stage *)*state)->alloc;
    vy_graph_plan_info info;
    // The cpu device maps what is large by itself; `host`: less than a buffer, for the device.
    bool cpu = !strcmp(vy_device_name(((struct stage *)*state)->device), "cpu");
    const uint32_t large = cpu ? 3 << 15 : 1 << 18, host = large / 2;
    uint32_t *x = calloc(large, 1), *y = calloc(large, 1), now, next;
    open(&c, *state, NULL);
    vy_graph_buffer(c.graph, vy_graph_buffer_params(.bytes = large, .data = x), &now);
    for (uint32_t i = 0; i < 6; i++, now = next) {
        vy_graph_buffer(c.graph,
                        vy_graph_buffer_params(.bytes = large, .memory = i == 5 ? y : NULL), &next);
        add(&c, now, next, 1);
        wave(&c, c.more, NULL, vy_args(vy_arg_slot("x", next))); // scratch of its own
    }
    for (int round = 0; round < 2; round++) {
        assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
        if (round)
            vy_graph_budget(c.graph, info.minimal_bytes);
        assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
        uint64_t before = alloc->peak_bytes = alloc->live_bytes;
        run_ok(&c, NULL);
        uint64_t taken = alloc->peak_bytes - before;
        assert_in_range(taken, info.peak_bytes, info.peak_bytes + host);
        assert_int_equal(y[7], 6);
    }
    close(&c);
    free(x);
    free(y);
}

/// What no wave writes is zeros, also where the memory was somebody else's before.
static void everything_starts_as_zeros(void **state)
{
    struct scene c = {0};
    open(&c, *state, NULL);
    uint32_t in = slot(&c, "in", c.x, NULL), a = slot(&c, "a", NULL, NULL),
             b = slot(&c, "b", NULL, NULL), d = slot(&c, "d", NULL, NULL),
             out = slot(&c, "out", NULL, c.y);
    add(&c, in, a, 3);
    add(&c, a, b, 3);
    // d takes the place of a, and only its first half is written
    wave(&c, c.add, NULL, vy_args(vy_arg_slot_range("x", b, 0, 2000), vy_arg_slot("y", d)));
    add(&c, d, out, 1);
    for (int i = 0; i < 2; i++) {
        run_ok(&c, NULL);
        for (uint32_t k = 0; k < N; k++)
            assert_int_equal(c.y[k], k < 500 ? k + 8 : 1);
    }
    close(&c);
}

// ---- fusion ----
static const char few_text[] = "program few\n"
                               "in  x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "workgroup 8 grid 16\n"
                               "y[gid.x] = x[gid.x] + 1\n";
static const char own_text[] = "program own\n"
                               "in  x : u32[]\n"
                               "out y : u32[len(x)]\n"
                               "workgroup 8 grid len(x)\n"
                               "y[gid.x] = x[gid.x] + 2\n";
static const char moved_text[] = "program moved\n"
                                 "in  x : u32[]\n"
                                 "out y : u32[len(x)]\n"
                                 "workgroup 8 grid len(x)\n"
                                 "each i in 8..len(x) { y[i] = x[i] * 2 }\n";

/// Neither with another grid, nor where another invocation has made an element.
static void others_are_not_fused(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    open(&c, *state, NULL);
    vy_pipeline *few = stage_pipeline(c.s, few_text), *own = stage_pipeline(c.s, own_text),
                *moved = stage_pipeline(c.s, moved_text);
    uint32_t in = slot(&c, "in", c.x, NULL), first = slot(&c, "first", NULL, NULL),
             second = slot(&c, "second", NULL, NULL), out = slot(&c, "out", NULL, c.y);
    wave(&c, few, NULL, vy_args(vy_arg_slot("x", in), vy_arg_slot("y", first)));
    wave(&c, own, NULL, vy_args(vy_arg_slot("x", in), vy_arg_slot("y", second)));
    wave(&c, moved, NULL, vy_args(vy_arg_slot("x", second), vy_arg_slot("y", out)));
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.kernels, 3);
    run_ok(&c, NULL);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], i < 8 ? 0 : 2 * (i + 2));
    close(&c);
    vy_pipeline_destroy(&few);
    vy_pipeline_destroy(&own);
    vy_pipeline_destroy(&moved);
}

static void lines_are_fused(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    vy_graph_wave_stats waves[6];
    uint32_t in, out;
    open(&c, *state, NULL);
    make_line(&c, 5, &in, &out);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.kernels, 1);
    assert_int_equal(info.groups, 1);
    assert_int_equal(
        vy_graph_run(c.graph, vy_graph_run_params(.waves = waves, .wave_count = 6), NULL), VY_OK);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], i + 10);
    assert_true(waves[3].fused);
    assert_string_equal(waves[3].name, "add");
    // What reads another's element is not part of it, and what comes after that neither.
    uint32_t turned = slot(&c, "turned", NULL, NULL), last = slot(&c, "last", NULL, c.x);
    wave(&c, c.both, "turn",
         vy_args(vy_arg_slot("a", out), vy_arg_slot("b", out), vy_arg_slot("c", turned)));
    add(&c, turned, last, 7);
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.kernels, 2);
    assert_int_equal(info.kernel_of[5], info.kernel_of[6]);
    run_ok(&c, NULL);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], c.y[0] + i);
    close(&c);
}

/// Two waves that could be one, but for a third between them.
static void nothing_stands_between(void **state)
{
    struct scene c = {0};
    vy_graph_plan_info info;
    open(&c, *state, NULL);
    uint32_t in = slot(&c, "in", c.x, NULL), a = slot(&c, "a", NULL, NULL),
             b = slot(&c, "b", NULL, NULL), out = slot(&c, "out", NULL, c.y);
    add(&c, in, a, 1);
    wave(&c, c.both, "turn",
         vy_args(vy_arg_slot("a", in), vy_arg_slot("b", a), vy_arg_slot("c", b)));
    wave(&c, c.both, "again",
         vy_args(vy_arg_slot("a", a), vy_arg_slot("b", b), vy_arg_slot("c", out)));
    assert_int_equal(vy_graph_plan(c.graph, &info), VY_OK);
    assert_int_equal(info.groups, 3);
    run_ok(&c, NULL);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(c.y[i], (i + 1) * 10 + (N - 1 - i) * 10 + i + 1);
    close(&c);
}

// ---- host memory ----
static void other_host_memory(void **state)
{
    struct scene c = {0};
    vy_graph_stats stats;
    uint32_t in, out, other[N + 1], back[N + 1];
    open(&c, *state, NULL);
    make_line(&c, 3, &in, &out);
    run_ok(&c, &stats);
    assert_int_equal(c.y[9], 12);
    assert_int_equal(stats.bytes_down, BYTES);
    for (uint32_t i = 0; i < N; i++)
        other[i] = 7 * i;
    assert_int_equal(vy_graph_bind(c.graph, in, other, NULL), VY_OK);
    assert_int_equal(vy_graph_bind(c.graph, out, NULL, back + 1), VY_OK);
    run_ok(&c, NULL);
    assert_int_equal(back[10], 66);
    assert_int_equal(c.y[9], 12);
    // Not at a multiple of four: it is copied then.
    memcpy((char *)other + 1, c.x, BYTES - 4);
    assert_int_equal(vy_graph_bind(c.graph, in, (char *)other + 1, NULL), VY_OK);
    run_ok(&c, NULL);
    assert_int_equal(back[10], 12);
    assert_int_equal(vy_graph_bind(c.graph, in, NULL, NULL), VY_OK); // zeros
    run_ok(&c, NULL);
    assert_int_equal(back[10], 3);
    close(&c);
}

static void host_arguments_are_buffers(void **state)
{
    struct scene c = {0};
    uint32_t middle[N + 1], large[N + 8];
    size_t count;
    open(&c, *state, NULL);
    memset(large, 0x55, sizeof large);
    wave(&c, c.add, NULL, vy_args(vy_arg_in("x", c.x, BYTES), vy_arg_out("y", middle, BYTES)));
    wave(&c, c.add, NULL,
         vy_args(vy_arg_in("x", middle, BYTES), vy_arg_out("y", large, sizeof large)));
    wave(&c, c.more, NULL, vy_args(vy_arg_inout("x", c.x, BYTES)));
    const vy_graph_edge *e = vy_graph_edges(c.graph, &count);
    assert_int_equal(count, 2);
    assert_int_equal(e[0].why, VY_EDGE_RAW);
    assert_int_equal(e[1].why, VY_EDGE_WAR);
    run_ok(&c, NULL);
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(middle[i], i + 1);
        assert_int_equal(large[i], i + 2);
        assert_int_equal(c.x[i], N - 1 - i);
    }
    assert_int_equal(large[N], 0x55555555); // an output may be larger than needed
    const vy_arg *shifted = vy_args(vy_arg_in("x", c.x, BYTES), vy_arg_out("y", middle + 1, BYTES));
    assert_int_equal(vy_graph_wave(c.graph, c.add, vy_graph_wave_params(.args = shifted), NULL),
                     VY_ERROR_ARGUMENT);
    SAID(c.s, "begins 4 bytes into the host memory of 'y'");
    close(&c);
}

static void buffers_of_the_caller(void **state)
{
    struct scene c = {0};
    vy_buffer *x = NULL, *y = NULL;
    open(&c, *state, NULL);
    assert_int_equal(
        vy_buffer_create(c.s->device, vy_buffer_params(.bytes = BYTES, .data = c.x), &x), VY_OK);
    assert_int_equal(vy_buffer_create(c.s->device, vy_buffer_params(.bytes = BYTES), &y), VY_OK);
    wave(&c, c.add, NULL, vy_args(vy_arg_buffer("x", x), vy_arg_buffer("y", y)));
    wave(&c, c.more, NULL, vy_args(vy_arg_buffer("x", y)));
    run_ok(&c, NULL);
    assert_int_equal(vy_buffer_download(y, 0, c.y, BYTES), VY_OK);
    assert_int_equal(c.y[0], N);
    vy_buffer_destroy(&y);
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(c.s, "destroyed");
    vy_buffer_destroy(&x);
    close(&c);
}

// ---- statistics ----
static void waves_and_groups_are_told(void **state)
{
    struct scene c = {0};
    vy_graph_wave_stats waves[5];
    vy_graph_group_stats groups[5];
    vy_graph_stats stats;
    uint32_t in, out;
    open(&c, *state, vy_graph_params(.no_fuse = true));
    make_line(&c, 3, &in, &out);
    wave(&c, c.more, "turn", vy_args(vy_arg_slot("x", slot(&c, "own", NULL, NULL))));
    assert_int_equal(
        vy_graph_run(c.graph,
                     vy_graph_run_params(.waves = waves, .wave_count = 5, .groups = groups,
                                         .group_count = 5, .apart = true),
                     &stats),
        VY_OK);
    assert_int_equal(stats.waves, 4);
    assert_int_equal(stats.groups, 3);
    assert_true(stats.launches >= 4);
    assert_int_equal(stats.planned_barriers, stats.barriers);
    assert_int_equal(stats.planned_peak, stats.peak);
    assert_string_equal(waves[3].name, "turn");
    assert_int_equal(waves[3].group, 0);
    assert_int_equal(waves[2].group, 2);
    assert_true(waves[2].invocations > 0);
    assert_null(waves[4].name);
    assert_int_equal(groups[0].waves, 2);
    assert_int_equal(groups[3].waves, 0);
    assert_true(groups[1].bytes <= stats.peak);
    close(&c);
}

// ---- errors ----
static void misuse_is_told(void **state)
{
    struct scene c = {0};
    struct stage *s = *state;
    vy_device *other = NULL;
    vy_graph *graph = NULL;
    void *memory;
    uint32_t number, in, out;
    open(&c, s, NULL);
    make_line(&c, 2, &in, &out);
    const struct {
        const vy_arg *args;
        vy_status status;
        const char *word;
    } rows[] = {
        {vy_args(vy_arg_slot("x", 77), vy_arg_slot("y", out)), VY_ERROR_ARGUMENT, "buffer 77"},
        {vy_args(vy_arg_slot("x", in), vy_arg_slot("y", in)), VY_ERROR_ARGUMENT, "overlap"},
        {vy_args(vy_arg_slot("x", in)), VY_ERROR_ARGUMENT, "'y'"},
        {vy_args(vy_arg_slot("x", in), vy_arg_slot("why", out)), VY_ERROR_ARGUMENT, "'why'"},
        {vy_args(vy_arg_slot("x", in), vy_arg_out_alloc("y", &memory, NULL)), VY_ERROR_ARGUMENT,
         "vy_arg_slot()"},
        {vy_args(vy_arg_slot("x", in), vy_arg_slot_range("y", out, 0, 8)), VY_ERROR_DATA, "8"},
        {vy_args(vy_arg_slot_range("x", in, 2, 8), vy_arg_slot("y", out)), VY_ERROR_ARGUMENT,
         "multiple of 4"},
        {vy_args(vy_arg_slot("k", in), vy_arg_slot("x", in), vy_arg_slot("y", out)),
         VY_ERROR_ARGUMENT, "param 'k'"},
        {vy_args(vy_arg_in("x", c.x, BYTES), vy_arg_in("y", c.y, BYTES)), VY_ERROR_ARGUMENT,
         "only read"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        vy_graph_wave_params params = {.size = sizeof(vy_graph_wave_params), .args = rows[i].args};
        vy_status status = vy_graph_wave(c.graph, c.add, &params, &number);
        if (status != rows[i].status)
            fail_msg("row %d: %s: %s", (int)i, vy_status_text(status), s->log.text);
        SAID(s, rows[i].word);
    }
    assert_int_equal(
        vy_graph_wave(c.graph, c.add, vy_graph_wave_params(.route = VY_ROUTE_HOST), NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "route 'host'");
    assert_int_equal(vy_graph_bind(c.graph, 50, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "no buffer 50");
    assert_int_equal(vy_graph_depend(c.graph, 0, 2), VY_ERROR_ARGUMENT);
    SAID(s, "wave 0 before wave 2");
    assert_int_equal(vy_graph_depend(c.graph, 1, 1), VY_ERROR_ARGUMENT);
    SAID(s, "after itself");
    assert_int_equal(vy_graph_buffer(c.graph, vy_graph_buffer_params(.bytes = UINT64_MAX), &number),
                     VY_ERROR_LIMIT);
    SAID(s, "18446744073709551615");
    assert_int_equal(
        vy_dispatch(
            c.add, vy_dispatch_params(.args = vy_args(vy_arg_slot("x", in), vy_arg_slot("y", out))),
            NULL),
        VY_ERROR_ARGUMENT);
    SAID(s, "buffer of a graph");
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "oracle-host"), &other),
                     VY_OK);
    assert_int_equal(vy_graph_create(other, NULL, &graph), VY_ERROR_DEVICE);
    SAID(s, "keeps no buffers");
    vy_device_close(&other);
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "oracle"), &other), VY_OK);
    assert_int_equal(vy_graph_create(other, NULL, &graph), VY_OK);
    assert_int_equal(vy_graph_wave(graph, c.add, NULL, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "another device");
    vy_graph_destroy(&graph);
    vy_device_close(&other);
    run_ok(&c, NULL); // and all that has changed nothing
    assert_int_equal(c.y[3], 4);
    close(&c);
}

static void empty_graphs_run(void **state)
{
    struct scene c = {0};
    vy_graph_stats stats;
    open(&c, *state, NULL);
    run_ok(&c, &stats);
    assert_int_equal(stats.groups, 0);
    c.y[3] = 9;
    slot(&c, "unused", c.x, c.y);
    run_ok(&c, &stats);
    assert_int_equal(c.y[3], 3);
    close(&c);
}

/// Where two would write the same bytes nobody could tell whose are there; what is read first may
/// lie where something is written, and two may change places.
static void results_do_not_meet(void **state)
{
    struct scene c = {0};
    uint32_t in, middle = 0, out;
    static uint32_t room[2 * N];
    open(&c, *state, vy_graph_params(.no_fuse = true));
    in = slot(&c, "in", c.x, NULL);
    middle = slot(&c, "middle", NULL, room);
    out = slot(&c, "out", NULL, room + N - 1);
    add(&c, in, middle, 1);
    add(&c, middle, out, 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_ARGUMENT);
        SAID(c.s, "V403", "'middle' and 'out'", "4 bytes");
    }
    assert_int_equal(vy_graph_bind(c.graph, out, NULL, room + N), VY_OK);
    run_ok(&c, NULL);
    assert_int_equal(room[N - 1], N);
    assert_int_equal(room[N], 2);
    assert_int_equal(vy_graph_bind(c.graph, out, NULL, room), VY_OK);
    assert_int_equal(vy_graph_bind(c.graph, middle, NULL, room + N), VY_OK);
    run_ok(&c, NULL);
    assert_int_equal(room[N], 1);
    assert_int_equal(room[0], 2);
    assert_int_equal(vy_graph_bind(c.graph, out, NULL, c.x), VY_OK);
    run_ok(&c, NULL);
    assert_int_equal(room[N], 1);
    assert_int_equal(c.x[0], 2);
    close(&c);
}

static void a_failing_wave_is_named(void **state)
{
    struct scene c = {0};
    uint32_t in, out;
    open(&c, *state, vy_graph_params(.no_fuse = true));
    vy_pipeline *claims = stage_pipeline(c.s, "program claims\n"
                                              "in x : u32[]\n"
                                              "out y : u32[len(x)]\n"
                                              "each i in 0..len(x) {\n"
                                              "    assert x[i] != 9, \"nine at {}\", i\n"
                                              "    y[i] = x[i]\n"
                                              "}\n");
    make_line(&c, 2, &in, &out);
    wave(&c, claims, "look",
         vy_args(vy_arg_slot("x", in), vy_arg_slot("y", slot(&c, "z", NULL, NULL))));
    assert_int_equal(vy_graph_run(c.graph, NULL, NULL), VY_ERROR_ASSERT);
    SAID(c.s, "nine at 9", "wave 2 ('look')", "group 1 of 2");
    c.x[9] = 8;
    run_ok(&c, NULL);
    assert_int_equal(c.y[9], 9);
    vy_pipeline_destroy(&claims);
    close(&c);
}

static void time_runs_out(void **state)
{
    struct scene c = {0};
    open(&c, *state, NULL);
    vy_pipeline *endless = stage_pipeline(c.s, "program endless\n"
                                               "inout x : atomic u32[1]\n"
                                               "workgroup 1 grid 1\n"
                                               "while atomic_load(x[0]) != 1 { }\n");
    uint32_t stop = 0;
    wave(&c, endless, NULL, vy_args(vy_arg_inout("x", &stop, 4)));
    assert_int_equal(vy_graph_run(c.graph, vy_graph_run_params(.deadline_ms = 30), NULL),
                     VY_ERROR_DEADLINE);
    SAID(c.s, "deadline");
    stop = 1;
    run_ok(&c, NULL);
    vy_pipeline_destroy(&endless);
    close(&c);
}

// ---- every allocation fails once ----
static vy_status all_of_it(struct stage *s, vy_program *const *programs, uint32_t *y)
{
    static const uint32_t x[4] = {1, 2, 3, 4};
    vy_pipeline *p[2] = {0};
    vy_buffer *buffer = NULL;
    vy_graph *graph = NULL;
    uint32_t a = 0, b = 0;
    vy_graph_plan_info info;
    vy_status status = vy_buffer_create(s->device, vy_buffer_params(.bytes = 16), &buffer);
    for (int i = 0; i < 2 && !status; i++)
        status = vy_pipeline_create(s->device, programs[i], NULL, &p[i]);
    if (!status)
        status = vy_graph_create(s->device, NULL, &graph);
    if (!status)
        status = vy_graph_buffer(graph, vy_graph_buffer_params(.name = "a", .bytes = 16), &a);
    if (!status)
        status = vy_graph_buffer(graph, vy_graph_buffer_params(.bytes = 16, .memory = y), &b);
    if (!status)
        status = vy_graph_wave(
            graph, p[0],
            vy_graph_wave_params(.args = vy_args(vy_arg_in("x", x, 16), vy_arg_slot("y", a))),
            NULL);
    if (!status)
        status = vy_graph_wave(graph, p[1],
                               vy_graph_wave_params(.args = vy_args(vy_arg_slot("x", a))), NULL);
    if (!status)
        status = vy_graph_wave(
            graph, p[0],
            vy_graph_wave_params(.args = vy_args(vy_arg_slot("x", a), vy_arg_buffer("y", buffer))),
            NULL);
    if (!status)
        status = vy_graph_wave(
            graph, p[0],
            vy_graph_wave_params(.args = vy_args(vy_arg_buffer("x", buffer), vy_arg_slot("y", b))),
            NULL);
    if (!status)
        status = vy_graph_depend(graph, 0, 3);
    if (!status)
        status = vy_graph_plan(graph, &info);
    if (!status)
        status = vy_graph_budget(graph, info.minimal_bytes);
    if (!status)
        status = vy_graph_run(graph, NULL, NULL);
    if (!status)
        status = vy_graph_run(graph, NULL, NULL);
    vy_graph_destroy(&graph);
    vy_buffer_destroy(&buffer);
    vy_pipeline_destroy(&p[0]);
    vy_pipeline_destroy(&p[1]);
    return status;
}

static void sweep(struct stage *s, const char *device, uint32_t step)
{
    vy_program *programs[2] = {stage_parse(s, add_text), stage_parse(s, more_text)};
    uint64_t n = 1;
    for (bool done = false; !done; n += step) {
        uint32_t y[4] = {0};
        stage_use(s, device);
        s->alloc.calls = s->alloc.failed = 0;
        s->alloc.fail_at = n;
        vy_status status = all_of_it(s, programs, y);
        s->alloc.fail_at = 0;
        done = !s->alloc.failed;
        // Memory that a message or a cache needed is no reason to fail.
        if (status && status != VY_ERROR_MEMORY)
            fail_msg("%s, allocation %d: %s", device, (int)n, s->log.text);
        if (!status)
            assert_int_equal(y[0], 7);
        else
            assert_int_equal(all_of_it(s, programs, y), VY_OK);
        test_log_clear(&s->log);
    }
    vy_program_destroy(&programs[0]);
    vy_program_destroy(&programs[1]);
    stage_use(s, "oracle");
    assert_true(n > 60);
}

static void allocations_fail(void **state)
{
    sweep(*state, "oracle", 1);
    sweep(*state, "oracle-split", 1);
}

// ---- the same on every device ----
static int open_oracle(void **state)
{
    return stage_open(state);
}

static int open_split(void **state)
{
    int result = stage_open(state);
    if (!result)
        stage_use(*state, "oracle-split");
    return result;
}

static int open_cpu(void **state)
{
    int result = stage_open(state);
    if (!result)
        stage_use(*state, "cpu");
    return result;
}

static int open_cuda(void **state)
{
    int result = stage_open(state);
    if (!result)
        stage_use(*state, "cuda");
    return result;
}

#define ON(device, test) cmocka_unit_test_setup_teardown(test, open_##device, stage_close)
#define ALL(device)                                                                              \
    ON(device, order_is_inferred), ON(device, order_is_asked_for), ON(device, ranges_are_apart), \
        ON(device, order_goes_through_others), ON(device, others_are_not_fused),                 \
        ON(device, memory_is_used_again), ON(device, budgets_cut_groups),                        \
        ON(device, everything_starts_as_zeros), ON(device, lines_are_fused),                     \
        ON(device, nothing_stands_between), ON(device, other_host_memory),                       \
        ON(device, host_arguments_are_buffers), ON(device, buffers_of_the_caller),               \
        ON(device, waves_and_groups_are_told), ON(device, misuse_is_told),                       \
        ON(device, empty_graphs_run), ON(device, a_failing_wave_is_named),                       \
        ON(device, results_do_not_meet), ON(device, what_launches_keep_counts)

/// On a GPU, or where its code is interpreted: there a program has to end.
static int run_on_cuda(void)
{
    const struct CMUnitTest on_cuda[] = {ALL(cuda)};
    const struct CMUnitTest on_gpu[] = {ON(cuda, time_runs_out)};
    bool real;
    int code;
    if (!gpu_or_interpreter(&code, &real))
        return code;
    code = cmocka_run_group_tests(on_cuda, NULL, NULL);
    return real ? code + cmocka_run_group_tests(on_gpu, NULL, NULL) : code;
}

/// `test_graph cuda`: on that device, which takes 20 s where it is interpreted; else the others.
int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "cuda"))
        return run_on_cuda();
    const struct CMUnitTest tests[] = {
        ALL(oracle),
        ALL(split),
        ON(oracle, time_runs_out),
        ON(split, time_runs_out),
        ON(oracle, the_allocator_agrees),
        ON(split, the_allocator_agrees),
        cmocka_unit_test_setup_teardown(allocations_fail, stage_open, stage_close),
    };
    const struct CMUnitTest on_cpu[] = {ALL(cpu), ON(cpu, time_runs_out),
                                        ON(cpu, the_allocator_agrees)};
    int result = 0, failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (!versus_present(&result))
        return failed + result;
    return failed + cmocka_run_group_tests(on_cpu, NULL, NULL);
}
