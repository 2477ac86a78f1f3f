// How public structs grow: params of an older header and of a newer one, sizes that cannot be, and
// result structs, which keep their size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/stage.h"

static const char doubles[] = "program doubles\n"
                              "in x : u32[]\nout y : u32[len(x)]\n"
                              "each i in 0..len(x) { y[i] = 2 * x[i] }\n";

// ---- memory that ends where a struct ends ----
struct edge {
    char *pages;
    size_t page;
};

static struct edge edge_make(void)
{
    struct edge e = {.page = (size_t)sysconf(_SC_PAGESIZE)};
    e.pages = mmap(NULL, 2 * e.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(e.pages, MAP_FAILED);
    assert_int_equal(mprotect(e.pages + e.page, e.page, PROT_NONE), 0);
    return e;
}

/// A copy with no byte behind it: reading on ends the test.
static void *edge_put(struct edge *e, const void *from, size_t bytes)
{
    return memcpy(e->pages + e->page - bytes, from, bytes);
}

static void edge_free(struct edge *e)
{
    munmap(e->pages, 2 * e->page);
}

// ---- older: structs as headers had them that know less ----
static void older_structs_have_defaults_for_the_rest(void **unused)
{
    (void)unused;
    struct {
        size_t size;
        vy_diag_fn diag;
        void *diag_user;
    } context_params = {sizeof context_params, NULL, NULL};
    struct {
        size_t size;
        const char *name;
    } device_params = {sizeof device_params, "oracle"};
    struct {
        size_t struct_size;
        const char *text;
    } parse_params = {sizeof parse_params, doubles};
    struct {
        size_t size;
        bool fresh;
    } pipeline_params = {sizeof pipeline_params, true};
    struct {
        size_t size;
        uint64_t bytes;
        const void *data;
    } buffer_params = {sizeof buffer_params, 8, (const uint32_t[]){3, 4}};
    struct {
        size_t size;
        uint64_t offset, bytes;
    } fill_params = {sizeof fill_params, 4, 4};
    struct {
        size_t size;
        const vy_arg *args;
    } dispatch_params = {sizeof dispatch_params, NULL};
    struct {
        size_t size;
        uint64_t budget;
    } graph_params = {sizeof graph_params, 1 << 20};
    struct {
        size_t size;
        size_t wave_count;
    } wave_params = {sizeof wave_params, 3};
    struct {
        size_t size;
        vy_mega_kind kind;
        uint32_t workgroup;
    } mega_params = {sizeof mega_params, VY_MEGA_SHARDED, 64};

    struct edge e = edge_make();
#define OLD(p) edge_put(&e, &(p), sizeof(p))
    vy_context *context;
    vy_device *device;
    vy_program *program;
    vy_pipeline *pipeline;
    vy_buffer *buffer;
    vy_graph *graph;
    vy_plan_scratch *scratch;
    vy_wave_groups groups;
    vy_mega_layout layout;
    uint32_t y[2] = {0};
    assert_int_equal(vy_context_create(OLD(context_params), &context), VY_OK);
    assert_int_equal(vy_device_open(context, OLD(device_params), &device), VY_OK);
    assert_int_equal(vy_program_parse(context, OLD(parse_params), &program), VY_OK);
    assert_int_equal(vy_pipeline_create(device, program, OLD(pipeline_params), &pipeline), VY_OK);
    assert_int_equal(vy_buffer_create(device, OLD(buffer_params), &buffer), VY_OK);
    assert_int_equal(vy_buffer_fill(buffer, OLD(fill_params)), VY_OK);
    dispatch_params.args = vy_args(vy_arg_buffer("x", buffer), vy_arg_out("y", y, sizeof y));
    assert_int_equal(vy_dispatch(pipeline, OLD(dispatch_params), NULL), VY_OK);
    assert_int_equal(y[0], 6);
    assert_int_equal(y[1], 0);
    vy_pending *pending;
    memset(y, 255, sizeof y);
    assert_int_equal(vy_dispatch_begin(pipeline, OLD(dispatch_params), &pending), VY_OK);
    assert_int_equal(vy_dispatch_wait(&pending, VY_FOREVER, NULL), VY_OK);
    assert_int_equal(y[0], 6);
    assert_int_equal(vy_graph_create(device, OLD(graph_params), &graph), VY_OK);
    assert_int_equal(vy_plan_scratch_create(context, &scratch), VY_OK);
    assert_int_equal(vy_wave_plan(scratch, OLD(wave_params), &groups), VY_OK);
    assert_int_equal(groups.wave_count, 3);
    assert_int_equal(vy_mega_layout_of(context, OLD(mega_params), &layout), VY_OK);
    assert_int_equal(layout.slots, 64);
    assert_int_equal(layout.tenants, 1); // behind the end: the default
#undef OLD
    vy_plan_scratch_destroy(&scratch);
    vy_graph_destroy(&graph);
    vy_buffer_destroy(&buffer);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    vy_device_close(&device);
    vy_context_destroy(&context);
    edge_free(&e);
}

// ---- newer: fields that this library does not know ----
struct newer_dispatch {
    vy_dispatch_params known;
    uint64_t unknown[3];
};

static void newer_structs_may_have_zeros_behind(void **state)
{
    struct stage *s = *state;
    vy_pipeline *pipeline = stage_pipeline(s, doubles);
    const uint32_t x = 21;
    uint32_t y = 0;
    struct newer_dispatch p = {.known = vy_dispatch_defaults()};
    p.known.size = sizeof p;
    p.known.args = vy_args(vy_arg_in("x", &x, 4), vy_arg_out("y", &y, 4));
    assert_int_equal(vy_dispatch(pipeline, &p.known, NULL), VY_OK);
    assert_int_equal(y, 42);
    for (int i = 0; i < 3; i++) {
        y = 0;
        p.unknown[i] = (uint64_t)1 << 63;
        assert_int_equal(vy_dispatch(pipeline, &p.known, NULL), VY_ERROR_ARGUMENT);
        SAID(s, "V274", "vy_dispatch_params", "does not know");
        assert_int_equal(y, 0);
        p.unknown[i] = 0;
    }
    struct {
        vy_context_params known;
        void *unknown;
    } hooks = {{.size = sizeof hooks}, s};
    vy_context *none = (vy_context *)s;
    assert_int_equal(vy_context_create(&hooks.known, &none), VY_ERROR_ARGUMENT);
    assert_null(none);
    vy_pipeline_destroy(&pipeline);
}

// ---- sizes that cannot be: every call with params looks ----
/// Objects to call with.
struct cast {
    struct stage *s;
    vy_program *program;
    vy_pipeline *pipeline;
    vy_buffer *buffer;
    vy_graph *graph;
    vy_plan_scratch *scratch;
    vy_mega *mega; ///< NULL: this build has no cpu device
};

#define CALL(name, type, ...)                                        \
    static vy_status call_##name(struct cast *c, const void *params) \
    {                                                                \
        const type *p = params;                                      \
        (void)c;                                                     \
        return __VA_ARGS__;                                          \
    }
static void *out[4]; // whatever a call would give
#define OUT ((void *)&out[0])
static char filled[sizeof(vy_cache_info) + sizeof(vy_mega_account)];

CALL(context, vy_context_params, vy_context_create(p, OUT))
CALL(parse, vy_parse_params, vy_program_parse(c->s->context, p, OUT))
CALL(device, vy_device_params, vy_device_open(c->s->context, p, OUT))
CALL(buffer, vy_buffer_params, vy_buffer_create(c->s->device, p, OUT))
CALL(upload, vy_transfer_params, vy_buffer_upload_ranges(c->buffer, p))
CALL(download, vy_transfer_params, vy_buffer_download_ranges(c->buffer, p))
CALL(fill, vy_fill_params, vy_buffer_fill(c->buffer, p))
CALL(pipeline, vy_pipeline_params, vy_pipeline_create(c->s->device, c->program, p, OUT))
CALL(cache_list, vy_cache_params, vy_cache_list(c->s->context, p, NULL))
CALL(cache_verify, vy_cache_params, vy_cache_verify(c->s->context, p, NULL))
CALL(cache_clear, vy_cache_params, vy_cache_clear(c->s->context, p, NULL))
CALL(emit, vy_emit_params, vy_program_emit(c->program, p, OUT, NULL))
CALL(dispatch, vy_dispatch_params, vy_dispatch(c->pipeline, p, NULL))
CALL(begin, vy_dispatch_params, vy_dispatch_begin(c->pipeline, p, OUT))
CALL(stream, vy_stream_params, vy_stream_run(c->pipeline, p, NULL))
CALL(race, vy_race_params, vy_check_race(c->program, p, NULL))
CALL(launch, vy_launch_plan_params, vy_launch_plan_create(c->program, p, OUT))
CALL(binding, vy_binding_plan_params, vy_binding_plan_create(c->program, p, OUT))
CALL(waves, vy_wave_params, vy_wave_plan(c->scratch, p, (void *)filled))
CALL(frontier, vy_frontier_params, vy_frontier_plan(c->scratch, p, (void *)filled))
CALL(graph, vy_graph_params, vy_graph_create(c->s->device, p, OUT))
CALL(graph_buffer, vy_graph_buffer_params, vy_graph_buffer(c->graph, p, OUT))
CALL(graph_wave, vy_graph_wave_params, vy_graph_wave(c->graph, c->pipeline, p, OUT))
CALL(graph_run, vy_graph_run_params, vy_graph_run(c->graph, p, NULL))
CALL(mega_build, vy_mega_params, vy_mega_build(c->s->context, p, OUT))
CALL(mega_layout, vy_mega_params, vy_mega_layout_of(c->s->context, p, (void *)filled))
CALL(mega_io, vy_mega_io_params, vy_mega_io_create(c->s->context, p, OUT))
CALL(live, vy_mega_live_params, vy_mega_create(c->s->device, p, OUT))
CALL(publish, vy_mega_publish_params, vy_mega_publish_batch(c->mega, p, NULL))
CALL(wait, vy_mega_wait_params, vy_mega_wait(c->mega, p, NULL))
CALL(tenant, vy_mega_tenant_params, vy_mega_tenant_register(c->mega, p))
CALL(replay, vy_mega_replay_params, vy_mega_replay(c->s->device, "/nowhere", p, OUT, NULL))

static vy_status call_build_buffer(struct cast *c, const void *params)
{
    vy_builder *b;
    vy_program *p;
    assert_int_equal(vy_builder_create(c->s->context, "b", false, &b), VY_OK);
    assert_int_equal(vy_build_buffer(b, params).ref, 0);
    assert_int_equal(vy_builder_finish(&b, &p), VY_ERROR_PROGRAM);
    return VY_ERROR_ARGUMENT;
}

static const struct call {
    const char *type;
    vy_status (*fn)(struct cast *c, const void *params);
    bool live; ///< needs a live megakernel
} calls[] = {
    {"vy_context_params", call_context, false},
    {"vy_parse_params", call_parse, false},
    {"vy_build_buffer_params", call_build_buffer, false},
    {"vy_device_params", call_device, false},
    {"vy_buffer_params", call_buffer, false},
    {"vy_transfer_params", call_upload, false},
    {"vy_transfer_params", call_download, false},
    {"vy_fill_params", call_fill, false},
    {"vy_pipeline_params", call_pipeline, false},
    {"vy_cache_params", call_cache_list, false},
    {"vy_cache_params", call_cache_verify, false},
    {"vy_cache_params", call_cache_clear, false},
    {"vy_emit_params", call_emit, false},
    {"vy_dispatch_params", call_dispatch, false},
    {"vy_dispatch_params", call_begin, false},
    {"vy_stream_params", call_stream, false},
    {"vy_race_params", call_race, false},
    {"vy_launch_plan_params", call_launch, false},
    {"vy_binding_plan_params", call_binding, false},
    {"vy_wave_params", call_waves, false},
    {"vy_frontier_params", call_frontier, false},
    {"vy_graph_params", call_graph, false},
    {"vy_graph_buffer_params", call_graph_buffer, false},
    {"vy_graph_wave_params", call_graph_wave, false},
    {"vy_graph_run_params", call_graph_run, false},
    {"vy_mega_params", call_mega_build, false},
    {"vy_mega_params", call_mega_layout, false},
    {"vy_mega_io_params", call_mega_io, false},
    {"vy_mega_live_params", call_live, true},
    {"vy_mega_publish_params", call_publish, true},
    {"vy_mega_wait_params", call_wait, true},
    {"vy_mega_tenant_params", call_tenant, true},
    {"vy_mega_replay_params", call_replay, true},
};

static void sizes_that_cannot_be_are_refused(void **state)
{
    static const size_t sizes[] = {0, 4, 12, sizeof(size_t) - 1, 4104, SIZE_MAX, SIZE_MAX - 7};
    struct cast c = {.s = *state};
    if (stage_has("cpu")) {
        stage_use(c.s, "cpu");
        assert_int_equal(vy_mega_create(c.s->device, vy_mega_live_params(.workers = 1), &c.mega),
                         VY_OK);
    }
    c.program = stage_parse(c.s, doubles);
    assert_int_equal(vy_pipeline_create(c.s->device, c.program, NULL, &c.pipeline), VY_OK);
    assert_int_equal(vy_buffer_create(c.s->device, vy_buffer_params(.bytes = 8), &c.buffer), VY_OK);
    assert_int_equal(vy_graph_create(c.s->device, NULL, &c.graph), VY_OK);
    assert_int_equal(vy_plan_scratch_create(c.s->context, &c.scratch), VY_OK);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        size_t params[513] = {0}; // as long as a params struct may be, and as empty
        if (calls[i].live && !c.mega)
            continue;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            params[0] = sizes[k];
            assert_int_equal(calls[i].fn(&c, params), VY_ERROR_ARGUMENT);
            if (calls[i].fn != call_context) // nobody is there yet to be told
                SAID(c.s, "V273", calls[i].type, "sizeof");
        }
        params[0] = 4096, params[511] = 1; // longer than any, and not empty
        assert_int_equal(calls[i].fn(&c, params), VY_ERROR_ARGUMENT);
        if (calls[i].fn != call_context)
            SAID(c.s, "V274", calls[i].type);
    }
    vy_plan_scratch_destroy(&c.scratch);
    vy_graph_destroy(&c.graph);
    vy_buffer_destroy(&c.buffer);
    vy_pipeline_destroy(&c.pipeline);
    vy_program_destroy(&c.program);
    vy_mega_destroy(&c.mega);
}

// ---- results ----
/// The sizes that programs are compiled with. A new field takes the place of `reserved` words; a
/// number here changes with the soname alone.
#define KEEPS(type, bytes)                                   \
    {                                                        \
#type, sizeof(type), bytes, offsetof(type, reserved) \
    }
static const struct {
    const char *type;
    size_t now, then, reserved;
} results[] = {
#if UINTPTR_MAX == UINT64_MAX
    KEEPS(vy_program_info, 112),
    KEEPS(vy_buffer_info, 112),
    KEEPS(vy_param_info, 64),
    KEEPS(vy_launch_info, 64),
    KEEPS(vy_segment_info, 48),
    KEEPS(vy_step_info, 80),
    KEEPS(vy_hidden_info, 80),
    KEEPS(vy_wave_groups, 80),
    KEEPS(vy_frontier, 176),
    KEEPS(vy_device_info, 496),
    KEEPS(vy_cache_stats, 80),
    KEEPS(vy_cache_info, 4176),
    KEEPS(vy_segment_stats, 48),
    KEEPS(vy_fixpoint_stats, 64),
    KEEPS(vy_count_stats, 40),
    KEEPS(vy_stats, 1568),
    KEEPS(vy_race_report, 96),
    KEEPS(vy_graph_plan_info, 112),
    KEEPS(vy_graph_wave_stats, 104),
    KEEPS(vy_graph_group_stats, 40),
    KEEPS(vy_graph_stats, 208),
    KEEPS(vy_mega_layout, 96),
    KEEPS(vy_mega_templates_stats, 56),
    KEEPS(vy_mega_metrics, 560),
    KEEPS(vy_mega_io_stats, 80),
    KEEPS(vy_mega_account, 984),
    KEEPS(vy_mega_replay_stats, 64),
#endif
};

static void result_structs_keep_their_size(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].now != results[i].then || results[i].reserved >= results[i].now)
            fail_msg("%s has %zu bytes, compiled programs have room for %zu", results[i].type,
                     results[i].now, results[i].then);
}

/// What a newer library puts there is 0 from this one, whatever the caller's memory held.
#define CLEAN(what)                                            \
    do {                                                       \
        for (size_t k = 0; k < sizeof(what).reserved / 8; k++) \
            assert_int_equal((what).reserved[k], 0);           \
    } while (0)
#define DIRTY(what) memset(&(what), 0xa5, sizeof(what))

static void reserved_words_are_zero(void **state)
{
    struct stage *s = *state;
    vy_pipeline *pipeline = stage_pipeline(s, "program k\nworkgroup 4\ngrid 8\n"
                                              "param n : u32 = 3\n"
                                              "inout n_y : atomic u32[1]\n"
                                              "out y : u32[4] @count(n_y)\n"
                                              "y[atomic_add(n_y[0], 1)] = gid.x\n"
                                              "barrier grid\n");
    uint32_t y[4], count = 0;
    vy_stats stats;
    vy_segment_stats segments[4];
    vy_count_stats counts[2];
    DIRTY(stats), DIRTY(segments), DIRTY(counts);
    assert_int_equal(
        vy_dispatch(pipeline,
                    vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y),
                                                       vy_arg_inout("n_y", &count, 4)),
                                       .allow_lost_rows = true, .segments = segments,
                                       .segment_count = 1, .counts = counts, .count_capacity = 1),
                    &stats),
        VY_OK);
    CLEAN(stats);
    CLEAN(stats.fixpoints[0]);
    CLEAN(stats.counts[0]);
    CLEAN(segments[0]);
    CLEAN(counts[0]);
    vy_device_info device;
    vy_cache_stats cached;
    vy_cache_info cache;
    DIRTY(device), DIRTY(cached), DIRTY(cache);
    assert_true(vy_device_describe(s->context, 0, &device));
    CLEAN(device);
    DIRTY(device);
    assert_int_equal(vy_device_query(s->device, &device), VY_OK);
    assert_int_equal(vy_device_cache_stats(s->device, &cached), VY_OK);
    vy_cache_list(s->context, vy_cache_params(.folder = ""), &cache);
    CLEAN(device);
    CLEAN(cached);
    CLEAN(cache);
    vy_pipeline_destroy(&pipeline);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_structs_have_defaults_for_the_rest),
        cmocka_unit_test_setup_teardown(newer_structs_may_have_zeros_behind, stage_open,
                                        stage_close),
        cmocka_unit_test_setup_teardown(sizes_that_cannot_be_are_refused, stage_open, stage_close),
        cmocka_unit_test(result_structs_keep_their_size),
        cmocka_unit_test_setup_teardown(reserved_words_are_zero, stage_open, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
