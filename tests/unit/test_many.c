// Programs of very many buffers: every step takes time that grows with their number, not with its
// square or cube. No clock is read: a step that took the square would run for many minutes here,
// and one that took the cube for weeks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "run/run.h"
#include "support/stage.h"

enum { MANY = 100000, SOME = 2000 };

struct many {
    vy_program *program;
    vy_arg *args;
    uint32_t (*outputs)[2];
    uint32_t x[2];
    char (*names)[16];
};

/// One input and `count` outputs, the last of which the program writes.
static void make(struct stage *s, uint32_t count, struct many *m)
{
    size_t room = 64 * (size_t)count + 200, used;
    char *text = malloc(room);
    assert_non_null(text);
    used = (size_t)snprintf(text, room, "program many\nin x : u32[]\nconst n = len(x)\n");
    for (uint32_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "out o%u : u32[n]\n", i);
    snprintf(text + used, room - used, "each i in 0..n { o%u[i] = x[i] * 3 }\n", count - 1);
    *m = (struct many){.program = stage_parse(s, text), .x = {5, 7}};
    free(text);
    m->args = calloc(count + 2, sizeof *m->args);
    m->outputs = calloc(count, sizeof *m->outputs);
    m->names = calloc(count, sizeof *m->names);
    assert_true(m->args && m->outputs && m->names);
    // The last comes first, and each far from the place of its declaration.
    for (uint32_t i = 0; i < count; i++) {
        snprintf(m->names[i], sizeof m->names[i], "o%u", i);
        m->args[count - 1 - i] = vy_arg_out(m->names[i], m->outputs[i], sizeof m->outputs[i]);
    }
    m->args[count] = vy_arg_in("x", m->x, sizeof m->x);
    m->args[count + 1] = vy_arg_end();
}

static void drop(struct many *m)
{
    vy_program_destroy(&m->program);
    free(m->args);
    free(m->outputs);
    free(m->names);
}

static void run_on(struct stage *s, const char *device, uint32_t count)
{
    struct many m;
    vy_pipeline *pipeline = NULL;
    make(s, count, &m);
    stage_use(s, device);
    assert_int_equal(vy_pipeline_create(s->device, m.program, NULL, &pipeline), VY_OK);
    vy_extent *extents = calloc(count + 1, sizeof *extents);
    assert_non_null(extents);
    assert_int_equal(vy_pipeline_extents(pipeline, m.args + count, extents, count + 1), VY_OK);
    for (uint32_t i = 0; i <= count; i++) {
        vy_buffer_info info;
        size_t found = UINT32_MAX;
        assert_int_equal(vy_program_buffer(m.program, i, &info), VY_OK);
        assert_string_equal(info.sizes, i ? "[n]" : "[]");
        assert_true(vy_program_buffer_find(m.program, info.name, &found) && found == i);
        assert_true(extents[i].bytes == 8 && extents[i].rank == 1 && extents[i].size[0] == 2);
    }
    free(extents);
    assert_int_equal(vy_dispatch(pipeline, vy_dispatch_params(.args = m.args), NULL), VY_OK);
    assert_true(m.outputs[count - 1][0] == 15 && m.outputs[count - 1][1] == 21);
    assert_true(!m.outputs[0][0] && !m.outputs[count / 2][1]);
    vy_pipeline_destroy(&pipeline);
    drop(&m);
}

static void very_many_buffers_run(void **state)
{
    run_on(*state, "oracle", MANY);
    if (stage_has("cpu"))
        run_on(*state, "cpu", MANY);
}

/// The plans of a program, and a wave of a graph.
static void very_many_buffers_are_planned(void **state)
{
    struct stage *s = *state;
    struct many m;
    vy_binding_plan *bindings = NULL;
    vy_launch_plan *launch = NULL;
    vy_schedule *schedule = NULL;
    vy_graph *graph = NULL;
    vy_pipeline *pipeline = NULL;
    make(s, MANY, &m);
    vy_plan_length *lengths = calloc(MANY, sizeof *lengths);
    assert_non_null(lengths);
    for (uint32_t i = 0; i < MANY; i++)
        lengths[MANY - 1 - i] = (vy_plan_length){m.names[i], 8};
    lengths[0] = (vy_plan_length){"x", 8};
    assert_int_equal(vy_binding_plan_create(m.program, NULL, &bindings), VY_OK);
    assert_int_equal(
        vy_launch_plan_create(
            m.program, vy_launch_plan_params(.lengths = lengths, .length_count = MANY), &launch),
        VY_OK);
    assert_int_equal(vy_schedule_create(m.program, &schedule), VY_OK);
    assert_int_equal(vy_graph_create(s->device, NULL, &graph), VY_OK);
    assert_int_equal(vy_pipeline_create(s->device, m.program, NULL, &pipeline), VY_OK);
    assert_int_equal(
        vy_graph_wave(graph, pipeline, vy_graph_wave_params(.args = m.args, .name = "w"), NULL),
        VY_OK);
    assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_OK);
    assert_true(m.outputs[MANY - 1][0] == 15 && m.outputs[MANY - 1][1] == 21);
    vy_pipeline_destroy(&pipeline);
    vy_graph_destroy(&graph);
    vy_schedule_destroy(&schedule);
    vy_launch_plan_destroy(&launch);
    vy_binding_plan_destroy(&bindings);
    free(lengths);
    drop(&m);
}

// ---- overlaps ----
/// The sweep finds what comparing each pair finds: whether anything overlaps, and every binding
/// that overlaps an earlier one is named.
static void overlaps_are_those_of_each_pair(void **state)
{
    struct stage *s = *state;
    vy_program *p = stage_parse(s, "program p\n"
                                   "in a : u8[]\nin b : u8[]\nin c : u8[]\n"
                                   "out d : u8[9]\nout e : u8[9]\ninout f : u8[]\n"
                                   "each i in 0..1 { d[i] = a[i] e[i] = b[i] f[i] = c[i] }\n");
    static unsigned char memory[64];
    uint32_t seed = 7, clean = 0, bad = 0;
    assert_int_equal(vy_program_verify(p), VY_OK);
    for (uint32_t round = 0; round < 20000; round++) {
        vy_arg own[6];
        const vy_arg *at[6];
        struct vyi_use uses[6];
        bool overlap = false;
        for (uint32_t i = 0; i < 6; i++) {
            seed = seed * 1664525 + 1013904223;
            uint32_t from = (seed >> 16) % 60, bytes = (seed >> 8) % 5;
            own[i] = i < 3    ? vy_arg_in("?", memory + from, bytes)
                     : i == 5 ? vy_arg_inout("?", memory + from, bytes)
                              : vy_arg_out("?", memory + from, bytes);
            at[i] = &own[i];
        }
        for (uint32_t i = 0; i < 6; i++)
            for (uint32_t k = 3 > i ? 3 : i + 1; k < 6; k++) {
                uintptr_t x = (uintptr_t)(i < 3 ? own[i].data : own[i].memory),
                          y = (uintptr_t)own[k].memory;
                overlap = overlap || (x < y + own[k].bytes && y < x + own[i].bytes &&
                                      own[i].bytes && own[k].bytes);
            }
        struct vyi_args args = {.buffers = at, .uses = uses};
        struct vyi_report report = {.context = s->context, .sources = &p->sources};
        vy_status status = vyi_args_overlap(p, &args, &report);
        vyi_report_end(&report, status);
        test_log_clear(&s->log);
        assert_int_equal(status, overlap ? VY_ERROR_ARGUMENT : VY_OK);
        overlap ? bad++ : clean++;
    }
    assert_true(bad > 1000 && clean > 1000);
    vy_program_destroy(&p);
}

// ---- deadlines ----
/// Lets the deadline pass: waits with the first allocation until time enough has gone by.
static void wait_once(void *user)
{
    bool *waited = user;
    struct timespec now, begun;
    if (*waited)
        return;
    *waited = true;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begun.tv_sec) * 1000000000ll + now.tv_nsec - begun.tv_nsec < 2000000);
}

static void a_deadline_holds_while_arguments_are_read(void **state)
{
    struct stage *s = *state;
    struct many m;
    vy_pipeline *pipeline = NULL;
    bool waited = false;
    make(s, SOME, &m);
    assert_int_equal(vy_pipeline_create(s->device, m.program, NULL, &pipeline), VY_OK);
    s->alloc.each = wait_once;
    s->alloc.each_user = &waited;
    assert_int_equal(
        vy_dispatch(pipeline, vy_dispatch_params(.args = m.args, .deadline_ms = 1), NULL),
        VY_ERROR_DEADLINE);
    s->alloc.each = NULL;
    assert_true(waited);
    SAID(s, "V258", "the deadline passed while its arguments were read", "more time");
    assert_true(!m.outputs[SOME - 1][0]);
    vy_pipeline_destroy(&pipeline);
    drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(very_many_buffers_run, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(very_many_buffers_are_planned, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(overlaps_are_those_of_each_pair, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(a_deadline_holds_while_arguments_are_read, stage_open,
                                        stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
