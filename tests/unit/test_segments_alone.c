// Each segment that a schedule prints is a program of its own: it is parsed, verified, planned and
// run by itself, over all programs of examples/ and tests/corpus/.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/corpus.h"
#include "support/stage.h"

enum { ROWS = 70, VALUE = 64, BINDS = 64, MOST_BYTES = 1 << 20 };

struct tally {
    struct stage *s;
    uint32_t segments, runs;
};

/// Values for all params, and memory for all buffers: `rows` for those of open size.
struct bound {
    vy_arg args[2 * BINDS];
    uint32_t count;
    void *memory[BINDS];
    vy_buffer *resident[BINDS];
};

static void give_values(vy_program *p, struct bound *b)
{
    vy_param_info info;
    for (size_t i = 0; !vy_program_param(p, i, &info); i++)
        if (!info.has_default)
            b->args[b->count++] =
                vy_arg_value(info.name, info.type, info.type == VY_TYPE_BOOL ? 1 : VALUE);
    b->args[b->count] = vy_arg_end();
}

static void give_buffer(struct stage *s, const vy_buffer_info *info, uint32_t i, uint64_t bytes,
                        struct bound *b)
{
    void *memory = b->memory[i] = calloc(1, bytes + 1);
    assert_non_null(memory);
    switch (info->role) {
    case VY_ROLE_IN:
    case VY_ROLE_UNIFORM: b->args[b->count++] = vy_arg_in(info->name, memory, bytes); break;
    case VY_ROLE_INOUT: b->args[b->count++] = vy_arg_inout(info->name, memory, bytes); break;
    case VY_ROLE_PERSISTENT:
    case VY_ROLE_MAPPED:
        assert_int_equal(vy_buffer_create(s->device,
                                          vy_buffer_params(.bytes = bytes,
                                                           .mapped = info->role == VY_ROLE_MAPPED),
                                          &b->resident[i]),
                         VY_OK);
        b->args[b->count++] = vy_arg_buffer(info->name, b->resident[i]);
        break;
    default: fail_msg("'%s' is %s: nobody can give it", info->name, vy_role_name(info->role));
    }
    b->args[b->count] = vy_arg_end();
}

static bool has_data(const vy_buffer_info *info)
{
    return info->role != VY_ROLE_SCRATCH && info->role != VY_ROLE_SHARED;
}

/// Open ones first: the sizes of the others follow from them.
static vy_status give_all(struct stage *s, vy_program *p, vy_pipeline *pipeline, struct bound *b)
{
    vy_program_info all;
    vy_buffer_info info;
    vy_extent extents[BINDS];
    assert_int_equal(vy_program_describe(p, &all), VY_OK);
    assert_true(all.buffer_count <= BINDS && all.param_count < BINDS);
    give_values(p, b);
    for (uint32_t i = 0; i < all.buffer_count; i++) {
        uint64_t row;
        assert_int_equal(vy_program_buffer(p, i, &info), VY_OK);
        if (!info.open)
            continue;
        row = vy_type_bytes(info.elem);
        for (const char *c = info.sizes; *c; c++)
            row *= *c == ',' ? VALUE : 1; // programs of the corpus have params for the other sizes
        give_buffer(s, &info, i, ROWS * row, b);
    }
    vy_status status = vy_pipeline_extents(pipeline, b->args, extents, all.buffer_count);
    for (uint32_t i = 0; !status && i < all.buffer_count; i++)
        if (extents[i].bytes > MOST_BYTES)
            status = VY_ERROR_LIMIT;
        else if (!vy_program_buffer(p, i, &info) && !info.open && has_data(&info))
            give_buffer(s, &info, i, extents[i].bytes, b);
    return status;
}

static void run_alone(struct tally *t, vy_program *p, const char *path)
{
    struct bound *b = calloc(1, sizeof *b);
    vy_pipeline *pipeline = NULL;
    vy_binding_plan *plan = NULL;
    assert_non_null(b);
    if (vy_program_verify(p) || vy_binding_plan_create(p, NULL, &plan) ||
        vy_pipeline_create(t->s->device, p, NULL, &pipeline))
        fail_msg("%s: %s", path, t->s->log.text);
    vy_program_info info = {0};
    assert_int_equal(vy_program_describe(p, &info), VY_OK);
    // A service program waits for its host.
    vy_status status = info.service ? VY_ERROR_LIMIT : give_all(t->s, p, pipeline, b);
    if (!status)
        status = vy_dispatch(
            pipeline,
            vy_dispatch_params(.args = b->args, .max_steps = 200000, .max_memory = 64 * MOST_BYTES),
            NULL);
    // Zeros are not what every program takes: one may assert otherwise, or wait without end.
    if (status && status != VY_ERROR_DATA && status != VY_ERROR_ASSERT && status != VY_ERROR_LIMIT)
        fail_msg("%s: %s: %s", path, vy_status_text(status), t->s->log.text);
    test_log_clear(&t->s->log);
    t->runs += !status;
    vy_pipeline_destroy(&pipeline);
    vy_binding_plan_destroy(&plan);
    for (uint32_t i = 0; i < BINDS; i++) {
        vy_buffer_destroy(&b->resident[i]);
        free(b->memory[i]);
    }
    free(b);
}

static void each_segment(void *user, const char *path)
{
    struct tally *t = user;
    vy_program *program = NULL, *alone = NULL;
    vy_schedule *schedule = NULL;
    if (vy_program_load(t->s->context, path, &program) || vy_schedule_create(program, &schedule)) {
        test_log_clear(&t->s->log); // too deep to be cut: the corpus has such
        vy_program_destroy(&program);
        return;
    }
    for (size_t i = 0; i < vy_schedule_segment_count(schedule); i++) {
        if (vy_schedule_segment_program(schedule, i, &alone))
            fail_msg("%s: segment %zu: %s", path, i + 1, t->s->log.text);
        t->segments++;
        run_alone(t, alone, path);
        vy_program_destroy(&alone);
    }
    vy_schedule_destroy(&schedule);
    vy_program_destroy(&program);
}

static void every_segment_stands_alone(void **state)
{
    static const char *const folders[] = {"examples", "tests/corpus", "tests/corpus/cells"};
    const char *source = getenv("VYRE_SOURCE");
    struct tally t = {.s = *state};
    char folder[4096];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(folder, sizeof folder, "%.4000s/%s", source ? source : ".", folders[i]);
        assert_true(corpus_folder(folder, "", ".vy", each_segment, &t) >= 3);
    }
    print_message("%u segments, %u of them ran to their end\n", t.segments, t.runs);
    assert_true(t.segments > 200 && t.runs > t.segments / 2);
}

/// What a segment leaves is what the next one takes: two of them give what the program gives.
static void segments_are_chained_by_hand(void **state)
{
    struct stage *s = *state;
    vy_program *p = stage_parse(s, "program two\n"
                                   "in x : u32[]\nin unused : f32[7]\n"
                                   "out y : u32[len(x)]\nscratch t : u32[len(x)]\n"
                                   "workgroup 4\ngrid len(x)\n"
                                   "let v = x[gid.x] * 2\n"
                                   "t[gid.x] = v + 1\n"
                                   "barrier grid\n"
                                   "y[gid.x] = t[(gid.x + 1) % len(x)] + v\n");
    vy_schedule *schedule = NULL;
    vy_program *parts[2] = {NULL, NULL};
    vy_pipeline *first = NULL, *second = NULL;
    const uint32_t x[4] = {1, 2, 3, 4};
    uint32_t t[4] = {0}, y[4] = {0};
    assert_int_equal(vy_schedule_create(p, &schedule), VY_OK);
    assert_int_equal(vy_schedule_segment_count(schedule), 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(vy_schedule_segment_program(schedule, i, &parts[i]), VY_OK);
    vy_schedule_destroy(&schedule);
    vy_program_destroy(&p);
    assert_false(vy_program_buffer_find(parts[0], "y", NULL));
    assert_false(vy_program_buffer_find(parts[0], "unused", NULL));
    assert_int_equal(vy_pipeline_create(s->device, parts[0], NULL, &first), VY_OK);
    assert_int_equal(vy_pipeline_create(s->device, parts[1], NULL, &second), VY_OK);
    const vy_arg in = vy_arg_in("x", x, sizeof x);
    assert_int_equal(
        vy_dispatch(first, vy_dispatch_params(.args = vy_args(in, vy_arg_inout("t", t, 16))), NULL),
        VY_OK);
    assert_int_equal(vy_dispatch(second,
                                 vy_dispatch_params(.args = vy_args(in, vy_arg_in("t", t, 16),
                                                                    vy_arg_inout("y", y, 16))),
                                 NULL),
                     VY_OK);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(y[i], 2 * x[(i + 1) % 4] + 1 + 2 * x[i]);
    vy_pipeline_destroy(&first);
    vy_pipeline_destroy(&second);
    vy_program_destroy(&parts[0]);
    vy_program_destroy(&parts[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_segment_stands_alone, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(segments_are_chained_by_hand, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
