// Every public call is given NULL for each pointer that it needs: it must say so and do nothing.
// The headers are read too, so that a new call cannot be forgotten here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/alloc.h"
#include "support/files.h"
#include "support/log.h"
#include "vyre/vyre.h"

/// Good objects of every kind, for the calls that need all but one of their pointers.
struct fixture {
    struct test_log log;
    struct test_alloc alloc;
    vy_context *context;
    vy_program *program;
    vy_device *device;
    vy_pipeline *pipeline;
    vy_buffer *buffer;
    vy_graph *graph;
    vy_binding_plan *bindings;
    vy_launch_plan *launch;
    vy_schedule *schedule;
    vy_plan_scratch *scratch;
    char *text; ///< never written by a call that was refused
    size_t size;
};

static const char source[] = "program p\n"
                             "in  x : u32[4]\n"
                             "out y : u32[4]\n"
                             "each i in 0..4 { y[i] = x[i] }\n";

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    const vy_plan_length length = {"x", 16};
    *state = f;
    return !f ||
           vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log,
                                               .alloc = test_alloc, .alloc_user = &f->alloc),
                             &f->context) ||
           vy_program_parse(f->context, vy_parse_params(.text = source), &f->program) ||
           vy_device_open(f->context, vy_device_params(.name = "oracle"), &f->device) ||
           vy_pipeline_create(f->device, f->program, NULL, &f->pipeline) ||
           vy_buffer_create(f->device, vy_buffer_params(.bytes = 16), &f->buffer) ||
           vy_graph_create(f->device, NULL, &f->graph) ||
           vy_binding_plan_create(f->program, NULL, &f->bindings) ||
           vy_launch_plan_create(f->program,
                                 vy_launch_plan_params(.lengths = &length, .length_count = 1),
                                 &f->launch) ||
           vy_schedule_create(f->program, &f->schedule) ||
           vy_plan_scratch_create(f->context, &f->scratch);
}

/// Nothing that was refused may have left anything behind.
static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_plan_scratch_destroy(&f->scratch);
    vy_schedule_destroy(&f->schedule);
    vy_launch_plan_destroy(&f->launch);
    vy_binding_plan_destroy(&f->bindings);
    vy_graph_destroy(&f->graph);
    vy_buffer_destroy(&f->buffer);
    vy_pipeline_destroy(&f->pipeline);
    vy_device_close(&f->device);
    vy_program_destroy(&f->program);
    vy_context_destroy(&f->context);
    bool clean = !f->alloc.live && !f->alloc.wrong_sizes;
    free(f);
    return !clean;
}

// ---- calls with a status ----
struct refusal {
    const char *call;
    vy_status status;
};
// clang-format off
#define REFUSED(call) {#call, call}
// clang-format on

static void check_refusals(const struct refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].status != VY_ERROR_ARGUMENT)
            fail_msg("%s gave %d", rows[i].call, (int)rows[i].status);
}
#define CHECK(rows) check_refusals(rows, sizeof(rows) / sizeof *(rows))

static void programs_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_program *program = NULL;
    vy_builder *builder = NULL, *other = NULL;
    vy_program_info info;
    vy_buffer_info buffer;
    vy_param_info param;
    uint8_t hash[32];
    void *bytes = NULL;
    assert_int_equal(vy_builder_create(f->context, "p", false, &other), VY_OK);
    const struct refusal rows[] = {
        REFUSED(vy_context_create(NULL, NULL)),
        REFUSED(vy_program_parse(NULL, vy_parse_params(.text = source), &program)),
        REFUSED(vy_program_parse(f->context, NULL, &program)),
        REFUSED(vy_program_parse(f->context, vy_parse_params(.size = 4), &program)),
        REFUSED(vy_program_parse(f->context, vy_parse_params(.text = source), NULL)),
        REFUSED(vy_program_load(NULL, "p.vy", &program)),
        REFUSED(vy_program_load(f->context, NULL, &program)),
        REFUSED(vy_program_load(f->context, "p.vy", NULL)),
        REFUSED(vy_program_verify(NULL)),
        REFUSED(vy_program_print(NULL, &f->text, &f->size)),
        REFUSED(vy_program_print(f->program, NULL, &f->size)),
        REFUSED(vy_program_print(f->program, NULL, NULL)),
        REFUSED(vy_program_print_dot(NULL, &f->text, &f->size)),
        REFUSED(vy_program_print_dot(f->program, NULL, &f->size)),
        REFUSED(vy_program_print_phases(NULL, &f->text, &f->size)),
        REFUSED(vy_program_print_phases(f->program, NULL, &f->size)),
        REFUSED(vy_program_print_facts(NULL, &f->text, &f->size)),
        REFUSED(vy_program_print_facts(f->program, NULL, &f->size)),
        REFUSED(vy_program_optimise(NULL, NULL, &(vy_program *){NULL})),
        REFUSED(vy_program_optimise(f->program, NULL, NULL)),
        REFUSED(vy_program_emit(NULL, NULL, &f->text, &f->size)),
        REFUSED(vy_program_emit(f->program, NULL, NULL, &f->size)),
        REFUSED(vy_source_format(NULL, "p.vy", source, 9, &f->text, &f->size)),
        REFUSED(vy_source_format(f->context, "p.vy", NULL, 9, &f->text, &f->size)),
        REFUSED(vy_source_format(f->context, "p.vy", source, 9, NULL, &f->size)),
        REFUSED(vy_program_encode(NULL, &bytes, &f->size)),
        REFUSED(vy_program_encode(f->program, NULL, &f->size)),
        REFUSED(vy_program_decode(NULL, "VIR0", 4, &program)),
        REFUSED(vy_program_decode(f->context, NULL, 4, &program)),
        REFUSED(vy_program_decode(f->context, "VIR0", 4, NULL)),
        REFUSED(vy_program_hash(NULL, hash)),
        REFUSED(vy_program_hash(f->program, NULL)),
        REFUSED(vy_program_describe(NULL, &info)),
        REFUSED(vy_program_describe(f->program, NULL)),
        REFUSED(vy_program_buffer(NULL, 0, &buffer)),
        REFUSED(vy_program_buffer(f->program, 0, NULL)),
        REFUSED(vy_program_buffer(f->program, 99, NULL)),
        REFUSED(vy_program_param(NULL, 0, &param)),
        REFUSED(vy_program_param(f->program, 0, NULL)),
        REFUSED(vy_builder_create(NULL, "p", false, &builder)),
        REFUSED(vy_builder_create(f->context, NULL, false, &builder)),
        REFUSED(vy_builder_create(f->context, "p", false, NULL)),
        REFUSED(vy_builder_finish(NULL, &program)),
        REFUSED(vy_builder_finish(&builder, &program)),
        REFUSED(vy_builder_finish(&other, NULL)), // destroyed either way
    };
    CHECK(rows);
    assert_null(program);
    assert_null(builder);
    assert_null(other);
    assert_null(bytes);
    assert_null(f->text);
}

static void runs_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_device *device = NULL;
    vy_device_info info;
    vy_buffer *buffer = NULL;
    vy_pipeline *pipeline = NULL;
    vy_pending *pending = NULL;
    vy_cache_stats cache;
    vy_cache_info kept;
    uint32_t word = 0, rank;
    uint64_t number, sizes[8];
    vy_extent extent;
    void *memory = NULL;
    char text[8];
    const vy_column column = {.elem = VY_TYPE_U32, .width = 1, .memory = &word};
    const vy_arg *nameless = vy_args(vy_arg_in(NULL, &word, 4));
    const vy_arg *empty = vy_args(vy_arg_in("x", NULL, 16), vy_arg_out("y", NULL, 16));
    const struct refusal rows[] = {
        REFUSED(vy_device_open(NULL, NULL, &device)),
        REFUSED(vy_device_open(f->context, NULL, NULL)),
        REFUSED(vy_device_findings(NULL, 0, &f->text)),
        REFUSED(vy_device_findings(f->context, 0, NULL)),
        REFUSED(vy_device_recover(NULL)),
        REFUSED(vy_device_query(NULL, &info)),
        REFUSED(vy_device_query(f->device, NULL)),
        REFUSED(vy_device_cache_stats(NULL, &cache)),
        REFUSED(vy_device_cache_stats(f->device, NULL)),
        REFUSED(vy_cache_list(NULL, NULL, &kept)),
        REFUSED(vy_cache_verify(NULL, NULL, &kept)),
        REFUSED(vy_cache_clear(NULL, NULL, &kept)),
        REFUSED(vy_buffer_create(NULL, NULL, &buffer)),
        REFUSED(vy_buffer_create(f->device, NULL, NULL)),
        REFUSED(vy_buffer_map(NULL, &memory)),
        REFUSED(vy_buffer_map(f->buffer, NULL)),
        REFUSED(vy_buffer_address(NULL, &number)),
        REFUSED(vy_buffer_address(f->buffer, NULL)),
        REFUSED(vy_buffer_upload(NULL, 0, &word, 4)),
        REFUSED(vy_buffer_upload(f->buffer, 0, NULL, 4)),
        REFUSED(vy_buffer_download(NULL, 0, &word, 4)),
        REFUSED(vy_buffer_download(f->buffer, 0, NULL, 4)),
        REFUSED(vy_buffer_upload_ranges(NULL, NULL)),
        REFUSED(vy_buffer_upload_ranges(f->buffer, vy_transfer_params(.count = 1))),
        REFUSED(vy_buffer_download_ranges(NULL, NULL)),
        REFUSED(vy_buffer_download_ranges(f->buffer, vy_transfer_params(.count = 1))),
        REFUSED(vy_buffer_fill(NULL, NULL)),
        REFUSED(vy_pipeline_create(NULL, f->program, NULL, &pipeline)),
        REFUSED(vy_pipeline_create(f->device, NULL, NULL, &pipeline)),
        REFUSED(vy_pipeline_create(f->device, f->program, NULL, NULL)),
        REFUSED(vy_pipeline_buffer_bytes(NULL, NULL, "x", &number)),
        REFUSED(vy_pipeline_buffer_bytes(f->pipeline, NULL, NULL, &number)),
        REFUSED(vy_pipeline_buffer_bytes(f->pipeline, NULL, "x", NULL)),
        REFUSED(vy_pipeline_buffer_sizes(NULL, NULL, "x", sizes, &rank)),
        REFUSED(vy_pipeline_buffer_sizes(f->pipeline, NULL, NULL, sizes, &rank)),
        REFUSED(vy_pipeline_buffer_sizes(f->pipeline, NULL, "x", NULL, &rank)),
        REFUSED(vy_pipeline_buffer_sizes(f->pipeline, NULL, "x", sizes, NULL)),
        REFUSED(vy_pipeline_extents(NULL, NULL, &extent, 1)),
        REFUSED(vy_pipeline_extents(f->pipeline, NULL, NULL, 1)),
        REFUSED(vy_dispatch(NULL, NULL, NULL)),
        REFUSED(vy_dispatch(f->pipeline, vy_dispatch_params(.args = nameless), NULL)),
        REFUSED(vy_dispatch(f->pipeline, vy_dispatch_params(.args = empty), NULL)),
        REFUSED(vy_stream_run(NULL, NULL, NULL)),
        REFUSED(vy_stream_run(f->pipeline, NULL, NULL)),
        REFUSED(vy_dispatch_begin(NULL, NULL, &pending)),
        REFUSED(vy_dispatch_begin(f->pipeline, NULL, NULL)),
        REFUSED(vy_dispatch_wait(NULL, 0, NULL)),
        REFUSED(vy_dispatch_wait(&pending, 0, NULL)),
        REFUSED(vy_rows_sort(NULL, NULL, 0, 0)),
        REFUSED(vy_rows_sort(f->context, NULL, 1, 1)),
        REFUSED(vy_rows_text(NULL, &column, 1, 0, text, sizeof text)),
        REFUSED(vy_rows_text(f->context, NULL, 1, 0, text, sizeof text)),
        REFUSED(vy_rows_text(f->context, &column, 1, 0, NULL, sizeof text)),
        REFUSED(vy_check_race(NULL, NULL, NULL)),
        REFUSED(vy_check_race(f->program, vy_race_params(.args = nameless), NULL)),
    };
    CHECK(rows);
    assert_null(device);
    assert_null(buffer);
    assert_null(pipeline);
}

static void graphs_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_graph *graph = NULL;
    vy_graph_plan_info info;
    uint32_t number, word = 0;
    const vy_arg *nameless = vy_args(vy_arg_in(NULL, &word, 4));
    const vy_arg *empty = vy_args(vy_arg_in("x", NULL, 16), vy_arg_out("y", NULL, 16));
    const struct refusal rows[] = {
        REFUSED(vy_graph_create(NULL, NULL, &graph)),
        REFUSED(vy_graph_create(f->device, NULL, NULL)),
        REFUSED(vy_graph_buffer(NULL, vy_graph_buffer_params(.bytes = 4), &number)),
        REFUSED(vy_graph_buffer(f->graph, NULL, &number)),
        REFUSED(vy_graph_buffer(f->graph, vy_graph_buffer_params(.bytes = 4), NULL)),
        REFUSED(vy_graph_bind(NULL, 0, NULL, NULL)),
        REFUSED(vy_graph_wave(NULL, f->pipeline, NULL, &number)),
        REFUSED(vy_graph_wave(f->graph, NULL, NULL, &number)),
        REFUSED(vy_graph_wave(f->graph, f->pipeline, NULL, NULL)),
        REFUSED(vy_graph_wave(f->graph, f->pipeline, vy_graph_wave_params(.args = nameless), NULL)),
        REFUSED(vy_graph_wave(f->graph, f->pipeline, vy_graph_wave_params(.args = empty), NULL)),
        REFUSED(vy_graph_depend(NULL, 0, 1)),
        REFUSED(vy_graph_plan(NULL, &info)),
        REFUSED(vy_graph_budget(NULL, 1)),
        REFUSED(vy_graph_run(NULL, NULL, NULL)),
    };
    CHECK(rows);
    assert_null(graph);
    assert_int_equal(vy_graph_plan(f->graph, NULL), VY_OK);
    assert_int_equal(vy_graph_run(f->graph, NULL, NULL), VY_OK);
}

static void plans_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_binding_plan *bindings = NULL;
    vy_launch_plan *launch = NULL;
    vy_schedule *schedule = NULL;
    vy_plan_scratch *scratch = NULL;
    vy_program *alone = NULL;
    vy_wave_groups groups;
    vy_frontier frontier;
    const vy_plan_input input = {NULL, 16};
    const vy_plan_length length = {NULL, 16};
    const vy_plan_value value = {NULL, 16};
    const struct refusal rows[] = {
        REFUSED(vy_binding_plan_create(NULL, NULL, &bindings)),
        REFUSED(vy_binding_plan_create(f->program, NULL, NULL)),
        REFUSED(vy_binding_plan_check(NULL, &input, 1)),
        REFUSED(vy_binding_plan_check(f->bindings, NULL, 1)),
        REFUSED(vy_binding_plan_create(f->program, vy_binding_plan_params(.input_count = 1),
                                       &bindings)),
        REFUSED(vy_binding_plan_print(NULL, f->bindings, VY_PLAN_TEXT, &f->text, &f->size)),
        REFUSED(vy_binding_plan_print(f->context, NULL, VY_PLAN_TEXT, &f->text, &f->size)),
        REFUSED(vy_binding_plan_print(f->context, f->bindings, VY_PLAN_TEXT, NULL, &f->size)),
        REFUSED(vy_launch_plan_create(NULL, NULL, &launch)),
        REFUSED(vy_launch_plan_create(f->program, NULL, NULL)),
        REFUSED(
            vy_launch_plan_create(f->program, vy_launch_plan_params(.length_count = 1), &launch)),
        REFUSED(
            vy_launch_plan_create(f->program, vy_launch_plan_params(.value_count = 1), &launch)),
        REFUSED(vy_launch_plan_create(
            f->program, vy_launch_plan_params(.lengths = &length, .length_count = 1), &launch)),
        REFUSED(vy_launch_plan_create(
            f->program, vy_launch_plan_params(.values = &value, .value_count = 1), &launch)),
        REFUSED(vy_schedule_create(NULL, &schedule)),
        REFUSED(vy_schedule_create(f->program, NULL)),
        REFUSED(vy_schedule_segment_program(NULL, 0, &alone)),
        REFUSED(vy_schedule_segment_program(f->schedule, 0, NULL)),
        REFUSED(vy_schedule_print(NULL, VY_PLAN_TEXT, &f->text, &f->size)),
        REFUSED(vy_schedule_print(f->schedule, VY_PLAN_TEXT, NULL, &f->size)),
        REFUSED(vy_plan_scratch_create(NULL, &scratch)),
        REFUSED(vy_plan_scratch_create(f->context, NULL)),
        REFUSED(vy_wave_plan(NULL, NULL, &groups)),
        REFUSED(vy_wave_plan(f->scratch, NULL, NULL)),
        REFUSED(vy_wave_plan(f->scratch, vy_wave_params(.edge_count = 1), &groups)),
        REFUSED(vy_frontier_plan(NULL, NULL, &frontier)),
        REFUSED(vy_frontier_plan(f->scratch, NULL, NULL)),
        REFUSED(vy_frontier_plan(f->scratch, vy_frontier_params(.wave_count = 1), &frontier)),
        REFUSED(vy_frontier_plan(f->scratch, vy_frontier_params(.edge_count = 1), &frontier)),
        REFUSED(vy_frontier_plan(f->scratch, vy_frontier_params(.buffer_count = 1), &frontier)),
        REFUSED(vy_frontier_plan(f->scratch, vy_frontier_params(.use_count = 1), &frontier)),
    };
    CHECK(rows);
    assert_null(scratch);
    assert_null(bindings);
    assert_null(launch);
    assert_null(schedule);
    assert_null(f->text);
}

static void arrays_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_npy npy = {.rank = 0};
    vy_npy_file *file = NULL;
    const uint64_t one = 1;
    char header[VY_NPY_HEADER_BYTES];
    const struct refusal rows[] = {
        REFUSED(vy_npy_parse(&one, sizeof one, sizeof one, NULL)),
        REFUSED(vy_npy_check_order(NULL)),
        REFUSED(vy_npy_open(NULL, "x.npy", &npy, &file)),
        REFUSED(vy_npy_open(f->context, NULL, &npy, &file)),
        REFUSED(vy_npy_open(f->context, "x.npy", &npy, NULL)),
        REFUSED(vy_npy_write(NULL, "x.npy", VY_TYPE_U64, 1, &one, &one)),
        REFUSED(vy_npy_write(f->context, NULL, VY_TYPE_U64, 1, &one, &one)),
        REFUSED(vy_npy_write(f->context, "x.npy", VY_TYPE_U64, 1, NULL, &one)),
        REFUSED(vy_npy_write(f->context, "x.npy", VY_TYPE_U64, 1, &one, NULL)),
    };
    CHECK(rows);
    assert_false(vy_npy_is(NULL, 0));
    assert_null(vy_npy_data(NULL, NULL));
    assert_int_equal(vy_npy_header(VY_TYPE_U64, 1, NULL, header), 0);
    assert_int_equal(vy_npy_header(VY_TYPE_U64, 1, &one, NULL), 0);
    (vy_npy_close(NULL));
}

static void megakernels_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_program *program = NULL;
    vy_mega_templates *templates = NULL, *none = NULL;
    vy_mega_templates_stats stats;
    vy_mega_io *io = NULL, *other = NULL;
    vy_mega_io_stats io_stats;
    vy_mega_layout layout;
    vy_mega_item item = {0};
    vy_mega_slot slot;
    vy_mega_metrics metrics;
    vy_mega_record records[VY_MEGA_DEBUG_RECORDS];
    vy_mega_op op = {0};
    uint32_t words[VY_MEGA_IO_WORDS] = {0}, number = 0;
    size_t count;
    assert_int_equal(vy_mega_templates_create(f->context, &templates), VY_OK);
    assert_int_equal(vy_mega_io_create(f->context, vy_mega_io_params(.queue = words), &io), VY_OK);
    const struct refusal rows[] = {
        REFUSED(vy_mega_build(NULL, NULL, &program)),
        REFUSED(vy_mega_build(f->context, NULL, NULL)),
        REFUSED(vy_mega_layout_of(NULL, NULL, &layout)),
        REFUSED(vy_mega_layout_of(f->context, NULL, NULL)),
        REFUSED(vy_mega_templates_create(NULL, &none)),
        REFUSED(vy_mega_templates_create(f->context, NULL)),
        REFUSED(vy_mega_templates_get(NULL, NULL, &program)),
        REFUSED(vy_mega_templates_get(templates, NULL, NULL)),
        REFUSED(vy_mega_templates_count(NULL, &stats)),
        REFUSED(vy_mega_templates_count(templates, NULL)),
        REFUSED(vy_mega_control_init(NULL, NULL, words)),
        REFUSED(vy_mega_control_init(f->context, NULL, NULL)),
        REFUSED(vy_mega_control_tenant(NULL, NULL, words, 0, true, 0)),
        REFUSED(vy_mega_control_tenant(f->context, NULL, NULL, 0, true, 0)),
        REFUSED(vy_mega_publish_slots(NULL, NULL, words, 0, &item, 1)),
        REFUSED(vy_mega_publish_slots(f->context, NULL, NULL, 0, &item, 1)),
        REFUSED(vy_mega_publish_slots(f->context, NULL, words, 0, NULL, 1)),
        REFUSED(vy_mega_free_slot(NULL, NULL, words, 0, &number)),
        REFUSED(vy_mega_free_slot(f->context, NULL, NULL, 0, &number)),
        REFUSED(vy_mega_free_slot(f->context, NULL, words, 0, NULL)),
        REFUSED(vy_mega_slot_read(NULL, 0, &slot)),
        REFUSED(vy_mega_slot_read(words, 0, NULL)),
        REFUSED(vy_mega_pack(NULL, NULL, &op, 1, &item)),
        REFUSED(vy_mega_pack(f->context, NULL, NULL, 1, &item)),
        REFUSED(vy_mega_pack(f->context, NULL, &op, 1, NULL)),
        REFUSED(vy_mega_unpack(NULL, NULL, &item, &op, 1, &count)),
        REFUSED(vy_mega_unpack(f->context, NULL, NULL, &op, 1, &count)),
        REFUSED(vy_mega_unpack(f->context, NULL, &item, NULL, 1, &count)),
        REFUSED(vy_mega_unpack(f->context, NULL, &item, &op, 1, NULL)),
        REFUSED(vy_mega_metrics_read(NULL, &metrics)),
        REFUSED(vy_mega_metrics_read(words, NULL)),
        REFUSED(vy_mega_ring_count(NULL, 1, words)),
        REFUSED(vy_mega_ring_count(words, 1, NULL)),
        REFUSED(vy_mega_debug_read(NULL, records, &number, NULL)),
        REFUSED(vy_mega_debug_read(words, NULL, &number, NULL)),
        REFUSED(vy_mega_debug_read(words, records, NULL, NULL)),
        REFUSED(vy_mega_io_create(NULL, vy_mega_io_params(.queue = words), &other)),
        REFUSED(vy_mega_io_create(f->context, NULL, &other)),
        REFUSED(vy_mega_io_create(f->context, vy_mega_io_params(.arena_bytes = 0), &other)),
        REFUSED(vy_mega_io_create(f->context, vy_mega_io_params(.queue = words, .arena_bytes = 4),
                                  &other)),
        REFUSED(vy_mega_io_create(f->context, vy_mega_io_params(.queue = words), NULL)),
        REFUSED(vy_mega_io_arena(NULL, VY_MEGA_SOURCES, 0, 0, &number)),
        REFUSED(vy_mega_io_arena(io, VY_MEGA_SOURCES, 0, 0, NULL)),
        REFUSED(vy_mega_io_file(NULL, VY_MEGA_SOURCES, "f", 0, 0, &number)),
        REFUSED(vy_mega_io_file(io, VY_MEGA_SOURCES, NULL, 0, 0, &number)),
        REFUSED(vy_mega_io_file(io, VY_MEGA_SOURCES, "f", 0, 0, NULL)),
        REFUSED(vy_mega_io_revoke(NULL, VY_MEGA_SOURCES, 0)),
        REFUSED(vy_mega_io_serve(NULL, &number)),
        REFUSED(vy_mega_io_start(NULL)),
        REFUSED(vy_mega_io_stop(NULL)),
        REFUSED(vy_mega_io_count(NULL, &io_stats)),
        REFUSED(vy_mega_io_count(io, NULL)),
    };
    CHECK(rows);
    assert_null(program);
    assert_null(none);
    assert_null(other);
    assert_int_equal(vy_mega_io_serve(io, NULL), VY_OK);
    vy_mega_io_destroy(&io);
    vy_mega_templates_destroy(&templates);
}

/// A live one, where there is a device for it; its calls refuse NULL in its place anyway.
static void live_megakernels_refuse_null(void **state)
{
    struct fixture *f = *state;
    vy_device *cpu = NULL;
    vy_mega *m = NULL, *none = NULL;
    vy_mega_item item = {0};
    vy_mega_result result;
    vy_mega_account account;
    vy_mega_record record;
    vy_mega_handler handler = {0};
    uint32_t word = 0;
    uint64_t epoch = 0;
    if (!vy_device_open(f->context, vy_device_params(.name = "cpu"), &cpu))
        assert_int_equal(vy_mega_create(cpu, vy_mega_live_params(.workers = 1), &m), VY_OK);
    test_log_clear(&f->log);
    const struct refusal rows[] = {
        REFUSED(vy_mega_create(NULL, NULL, &none)),
        REFUSED(vy_mega_create(f->device, NULL, NULL)),
        REFUSED(vy_mega_create(cpu, vy_mega_live_params(.handler_count = 1), &none)),
        REFUSED(vy_mega_create(cpu, vy_mega_live_params(.workspace_words = 1), &none)),
        REFUSED(vy_mega_publish(NULL, &item, NULL)),
        REFUSED(vy_mega_publish(m, NULL, NULL)),
        REFUSED(vy_mega_publish_batch(NULL, NULL, &epoch)),
        REFUSED(vy_mega_publish_batch(m, NULL, &epoch)),
        REFUSED(vy_mega_publish_batch(m, vy_mega_publish_params(.count = 1), &epoch)),
        REFUSED(vy_mega_poll(NULL, 1, &result)),
        REFUSED(vy_mega_wait(NULL, NULL, &result)),
        REFUSED(vy_mega_wait(m, NULL, &result)),
        REFUSED(vy_mega_drain(NULL, 0)),
        REFUSED(vy_mega_shutdown(NULL, true, 0)),
        REFUSED(vy_mega_tenant_register(NULL, NULL)),
        REFUSED(vy_mega_tenant_register(m, NULL)),
        REFUSED(vy_mega_tenant_mask(NULL, 0, true)),
        REFUSED(vy_mega_tenant_quota(NULL, 0, 0)),
        REFUSED(vy_mega_tenant_unregister(NULL, 0, 0)),
        REFUSED(vy_mega_read(NULL, 0, 1, &word)),
        REFUSED(vy_mega_read(m, 0, 1, NULL)),
        REFUSED(vy_mega_write(NULL, 0, 1, &word)),
        REFUSED(vy_mega_write(m, 0, 1, NULL)),
        REFUSED(vy_mega_add(NULL, &handler, 1)),
        REFUSED(vy_mega_add(m, NULL, 1)),
        REFUSED(vy_mega_bind(NULL, vy_args(vy_arg_u32("limit", 7)))),
        REFUSED(vy_mega_bind(m, NULL)),
        REFUSED(vy_mega_submit(NULL, NULL, NULL)),
        REFUSED(vy_mega_submit(m, NULL, NULL)),
        REFUSED(vy_mega_submit(m, vy_mega_submit_params(.program = NULL), NULL)),
        REFUSED(vy_mega_report(NULL, &account)),
        REFUSED(vy_mega_report(m, NULL)),
        REFUSED(vy_mega_look(NULL, "m", &account, NULL)),
        REFUSED(vy_mega_look(f->context, NULL, &account, NULL)),
        REFUSED(vy_mega_look(f->context, "m", NULL, NULL)),
        REFUSED(vy_mega_log(NULL, &record, 1, &word)),
        REFUSED(vy_mega_log(m, NULL, 1, &word)),
        REFUSED(vy_mega_log(m, &record, 1, NULL)),
        REFUSED(vy_mega_replay(NULL, "f", NULL, &none, NULL)),
        REFUSED(vy_mega_replay(f->device, NULL, NULL, &none, NULL)),
        REFUSED(vy_mega_replay(f->device, "f", NULL, NULL, NULL)),
    };
    CHECK(rows);
    assert_null(none);
    assert_null(vy_mega_io_of(NULL, NULL, NULL));
    vy_mega_destroy(&m);
    vy_device_close(&cpu);
}

// ---- calls without one ----
struct nothing {
    const char *call;
    bool something;
};
// clang-format off
#define NOTHING(call) {#call, (call) != 0}
#define DONE(call) {#call, ((call), false)}
// clang-format on

static void other_calls_give_nothing(void **state)
{
    struct fixture *f = *state;
    size_t count = 9;
    vy_launch_info launch = {.workgroup = {1, 1, 1}, .groups = {1, 1, 1}, .invocations = 9};
    vy_device_info device;
    vy_extent extent;
    vy_segment_info segment;
    vy_step_info step;
    vy_hidden_info hidden;
    vy_layout_slot slot = {0};
    char text[4] = "abc";
    const struct nothing rows[] = {
        DONE(vy_context_destroy(NULL)),
        DONE(vy_memory_free(f->context, NULL)),
        DONE(vy_memory_free(NULL, text)),
        NOTHING(vy_explain(NULL)),
        DONE(vy_diag_stderr(NULL, NULL)),
        NOTHING(vy_diag_format(NULL, text, sizeof text)),
        NOTHING(vy_diag_format(NULL, NULL, 4)),
        DONE(vy_program_destroy(NULL)),
        DONE(vy_mega_destroy(NULL)),
        NOTHING(vy_rows_differ(NULL, 3, NULL, 3, 1, NULL)),
        NOTHING(vy_program_buffer_find(NULL, "x", &count)),
        NOTHING(vy_program_buffer_find(f->program, NULL, &count)),
        NOTHING(vy_program_param_find(NULL, "x", &count)),
        NOTHING(vy_program_param_find(f->program, NULL, &count)),
        NOTHING(vy_program_test_count(NULL)),
        NOTHING(vy_program_test(NULL, 0, NULL)),
        DONE(vy_builder_destroy(NULL)),
        NOTHING(vy_device_describe(f->context, 0, NULL)),
        NOTHING(vy_device_describe(NULL, 99, &device)),
        DONE(vy_device_close(NULL)),
        NOTHING(*vy_device_name(NULL)),
        NOTHING(vy_pipeline_passes(NULL, NULL, 0)),
        DONE(vy_buffer_destroy(NULL)),
        NOTHING(vy_buffer_bytes(NULL)),
        DONE(vy_pipeline_destroy(NULL)),
        DONE(vy_dispatch_cancel(NULL)),
        DONE(vy_graph_destroy(NULL)),
        DONE(vy_graph_cancel(NULL)),
        NOTHING(vy_graph_edges(NULL, &count)),
        NOTHING(vy_graph_edges(NULL, NULL)),
        NOTHING(vy_graph_fault(NULL, &count)),
        NOTHING(vy_graph_fault(NULL, NULL)),
        DONE(vy_mega_templates_destroy(NULL)),
        DONE(vy_mega_io_destroy(NULL)),
        DONE(vy_binding_plan_destroy(NULL)),
        NOTHING(vy_binding_plan_bindings(NULL, &count)),
        NOTHING(vy_binding_plan_bindings(NULL, NULL)),
        NOTHING(vy_binding_plan_inputs(NULL, NULL)),
        NOTHING(vy_binding_plan_outputs(NULL, NULL)),
        NOTHING(vy_binding_plan_shared(NULL, NULL)),
        DONE(vy_binding_plan_shared(f->bindings, NULL)),
        NOTHING(vy_binding_plan_fingerprint(NULL)),
        NOTHING(vy_binding_plan_same_layout(NULL, f->bindings)),
        NOTHING(vy_binding_plan_same_layout(f->bindings, NULL)),
        DONE(vy_launch_plan_destroy(NULL)),
        DONE(vy_launch_plan_describe(f->launch, NULL)),
        DONE(vy_launch_plan_describe(NULL, &launch)),
        NOTHING(vy_launch_plan_buffer(NULL, 0, &extent)),
        NOTHING(vy_launch_plan_buffer(f->launch, 0, NULL)),
        NOTHING(vy_program_has_grid_barrier(NULL)),
        DONE(vy_schedule_destroy(NULL)),
        NOTHING(vy_schedule_segment_count(NULL)),
        NOTHING(vy_schedule_segment(NULL, 0, &segment)),
        NOTHING(vy_schedule_segment(f->schedule, 0, NULL)),
        NOTHING(vy_schedule_access(NULL, 0, 0)),
        NOTHING(vy_schedule_step(NULL, 1, &step)),
        NOTHING(vy_schedule_step(f->schedule, 1, NULL)),
        NOTHING(vy_schedule_hidden(NULL, 0, &hidden)),
        NOTHING(vy_schedule_hidden(f->schedule, 0, NULL)),
        DONE(vy_plan_scratch_destroy(NULL)),
        NOTHING(vy_plan_scratch_bytes(NULL)),
        NOTHING(vy_plan_scratch_fault(NULL)),
        DONE(vy_layout_sort(NULL, 0)),
        NOTHING(vy_layout_equal(NULL, 1, &slot, 1)),
        NOTHING(vy_layout_equal(&slot, 1, NULL, 1)),
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].something)
            fail_msg("%s gave something", rows[i].call);
    assert_int_equal(count, 0);
    assert_int_equal(launch.invocations, 0);
    assert_string_equal(text, "");
}

/// Sizes, counts and lines need not be asked for.
static void sizes_are_optional(void **state)
{
    struct fixture *f = *state;
    void *bytes = NULL;
    char *text = NULL;
    assert_int_equal(vy_program_print(f->program, &text, NULL), VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_program_print_dot(f->program, &text, NULL), VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_program_print_facts(f->program, &text, NULL), VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_program_print_phases(f->program, &text, NULL), VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_program_encode(f->program, &bytes, NULL), VY_OK);
    vy_memory_free(f->context, bytes);
    assert_int_equal(vy_source_format(f->context, NULL, NULL, 0, &text, NULL), VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_binding_plan_print(f->context, f->bindings, VY_PLAN_JSON, &text, NULL),
                     VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_schedule_print(f->schedule, VY_PLAN_JSON, &text, NULL), VY_OK);
    vy_memory_free(f->context, text);
    assert_int_equal(vy_program_decode(f->context, NULL, 0, &(vy_program *){NULL}), VY_ERROR_WIRE);
}

// ---- the builder ----
static void a_missing_builder_builds_nothing(void **state)
{
    const vy_value v = {1};
    const vy_decl d = {1};
    vy_value index = {1};
    (void)state;
    const struct nothing rows[] = {
        NOTHING(vy_build_buffer(NULL, NULL).ref),
        NOTHING(vy_build_param(NULL, NULL, VY_TYPE_U32).ref),
        NOTHING(vy_build_param_default(NULL, NULL, VY_TYPE_U32, 0).ref),
        NOTHING(vy_build_const(NULL, VY_TYPE_U32, v).ref),
        NOTHING(vy_build_table(NULL, VY_TYPE_U32, NULL, 1).ref),
        DONE(vy_build_workgroup(NULL, 1, 0, 0)),
        DONE(vy_build_grid(NULL, v, v, v)),
        NOTHING(vy_build_bool(NULL, true).ref),
        NOTHING(vy_build_u32(NULL, 1).ref),
        NOTHING(vy_build_i32(NULL, 1).ref),
        NOTHING(vy_build_u64(NULL, 1).ref),
        NOTHING(vy_build_i64(NULL, 1).ref),
        NOTHING(vy_build_f32(NULL, 1).ref),
        NOTHING(vy_build_f64(NULL, 1).ref),
        NOTHING(vy_build_id(NULL, NULL).ref),
        NOTHING(vy_build_len(NULL, d).ref),
        NOTHING(vy_build_len_axis(NULL, d, 0).ref),
        NOTHING(vy_build_cast(NULL, VY_TYPE_U32, v).ref),
        NOTHING(vy_build_op(NULL, NULL, 2, NULL).ref),
        NOTHING(vy_build_collective(NULL, NULL, 1, NULL).ref),
        NOTHING(vy_build_collective_load(NULL, NULL, d, 1, NULL).ref),
        NOTHING(vy_build_load(NULL, d, 1, NULL).ref),
        NOTHING(vy_build_load_bytes(NULL, NULL, d, v).ref),
        NOTHING(vy_build_atomic(NULL, NULL, d, 1, NULL, 1, NULL, NULL, NULL).ref),
        NOTHING(vy_build_let(NULL, v).ref),
        NOTHING(vy_build_var(NULL, v).ref),
        DONE(vy_build_set(NULL, v, v)),
        NOTHING(vy_build_array(NULL, VY_TYPE_U32, 1).ref),
        DONE(vy_build_store(NULL, d, 1, NULL, NULL, v)),
        DONE(vy_build_eval(NULL, v)),
        DONE(vy_build_if_begin(NULL, v)),
        DONE(vy_build_else(NULL)),
        NOTHING(vy_build_for_begin(NULL, v, v, v).ref),
        NOTHING(vy_build_each_begin(NULL, v, v).ref),
        DONE(vy_build_each_product_begin(NULL, 1, NULL, &index)),
        DONE(vy_build_each_product_begin(NULL, 1, NULL, NULL)),
        NOTHING(vy_build_fixpoint_begin(NULL, v, v).ref),
        DONE(vy_build_while_begin(NULL, v)),
        DONE(vy_build_loop_begin(NULL)),
        DONE(vy_build_region_begin(NULL, NULL)),
        NOTHING(vy_build_block_begin(NULL).ref),
        NOTHING(vy_build_end(NULL).ref),
        DONE(vy_build_leave(NULL, (vy_label){1})),
        DONE(vy_build_break(NULL)),
        DONE(vy_build_continue(NULL)),
        DONE(vy_build_again(NULL)),
        DONE(vy_build_return(NULL)),
        DONE(vy_build_barrier(NULL, NULL)),
        DONE(vy_build_assert(NULL, v, NULL, 1, NULL)),
        DONE(vy_build_print(NULL, NULL, 1, NULL)),
        DONE(vy_build_async_copy(NULL, d, v, d, v, v)),
        DONE(vy_build_wait(NULL)),
        DONE(vy_build_fence(NULL)),
        DONE(vy_build_pause(NULL)),
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].something)
            fail_msg("%s gave something", rows[i].call);
    assert_int_equal(index.ref, 0);
}

/// Arrays and names that are NULL make the program fail; none of them is read.
static void builders_refuse_null(void **state)
{
    enum { WAYS = 15 };
    for (int way = 0; way < WAYS; way++) {
        struct fixture *f = *state;
        vy_builder *b = NULL;
        vy_program *program = NULL;
        vy_value index[1];
        test_log_clear(&f->log);
        assert_int_equal(vy_builder_create(f->context, "p", false, &b), VY_OK);
        vy_decl y = vy_build_buffer(b, vy_build_buffer_params(.name = "y", .role = VY_ROLE_OUT,
                                                              .elem = VY_TYPE_U32, .atomic = true,
                                                              .sizes = {vy_build_u32(b, 4)}));
        vy_value zero = vy_build_u32(b, 0);
        const vy_value bounds[2] = {zero, zero};
        switch (way) {
        case 0: vy_build_buffer(b, NULL); break;
        case 1: vy_build_param(b, NULL, VY_TYPE_U32); break;
        case 2: vy_build_table(b, VY_TYPE_U32, NULL, 1); break;
        case 3: vy_build_id(b, NULL); break;
        case 4: vy_build_op(b, "+", 2, NULL); break;
        case 5: vy_build_op(b, NULL, 2, bounds); break;
        case 6: vy_build_collective(b, "workgroup_add", 1, NULL); break;
        case 7: vy_build_load(b, y, 1, NULL); break;
        case 8: vy_build_atomic(b, "atomic_add", y, 1, NULL, 1, &zero, NULL, NULL); break;
        case 9: vy_build_atomic(b, "atomic_add", y, 1, &zero, 1, NULL, NULL, NULL); break;
        case 10: vy_build_store(b, y, 1, NULL, NULL, zero); break;
        case 11: vy_build_each_product_begin(b, 1, NULL, index); break;
        case 12: vy_build_each_product_begin(b, 1, bounds, NULL); break;
        case 13: vy_build_barrier(b, NULL); break;
        default: vy_build_print(b, "x", 1, NULL);
        }
        if (vy_builder_finish(&b, &program) != VY_ERROR_PROGRAM || !f->log.errors)
            fail_msg("way %d passed: %s", way, f->log.text);
        assert_null(program);
    }
}

// ---- none is forgotten ----
struct search {
    struct bytes test; ///< this file
    unsigned missing;
};

static void find_calls(void *user, const char *path, const struct bytes *bytes)
{
    // They take no pointers.
    static const char *const others[] = {"vy_status_text",        "vy_version",
                                         "vy_explain_code",       "vy_type_name",
                                         "vy_type_bytes",         "vy_binding_role_name",
                                         "vy_role_name",          "vy_route_name",
                                         "vy_mega_status_name",   "vy_mega_kind_name",
                                         "vy_mega_priority_name", "vy_mega_opcode_system",
                                         "vy_pass_name",          "vy_pass_about",
                                         "vy_library_program",    "vy_f16_bits",
                                         "vy_f16_value",          "vy_bf16_bits",
                                         "vy_bf16_value"};
    struct search *s = user;
    for (const char *at = (const char *)bytes->at; (at = strstr(at, "VY_API "));) {
        char name[80], called[96];
        at += 7;
        const char *open = strchr(at, '('), *start = open;
        while (start && start > at && strchr("abcdefghijklmnopqrstuvwxyz0123456789_", start[-1]))
            start--;
        if (!open || strncmp(start, "vy_", 3))
            continue; // the macro itself
        snprintf(name, sizeof name, "%.*s", (int)(open - start), start);
        snprintf(called, sizeof called, "(%s(", name);
        bool known = strstr((const char *)s->test.at, called) != NULL;
        snprintf(called, sizeof called, "(*%s(", name);
        known = known || strstr((const char *)s->test.at, called);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            known = known || !strcmp(others[i], name);
        if (!known)
            print_error("%s: %s is never given NULL\n", path, name);
        s->missing += !known;
    }
}

static void every_call_is_here(void **state)
{
    char path[1024];
    struct search s = {.missing = 0};
    (void)state;
    test_source_path(path, sizeof path, "tests/unit/test_nulls.c");
    assert_true(test_file_read(path, &s.test));
    test_source_path(path, sizeof path, "include/vyre");
    assert_true(test_folder_each(path, ".h", find_calls, &s) >= 4);
    free(s.test.at);
    assert_int_equal(s.missing, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(programs_refuse_null),
        TEST(runs_refuse_null),
        TEST(programs_refuse_null),
        TEST(graphs_refuse_null),
        TEST(plans_refuse_null),
        TEST(arrays_refuse_null),
        TEST(megakernels_refuse_null),
        TEST(live_megakernels_refuse_null),
        TEST(other_calls_give_nothing),
        TEST(sizes_are_optional),
        cmocka_unit_test(a_missing_builder_builds_nothing),
        TEST(builders_refuse_null),
        cmocka_unit_test(every_call_is_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
