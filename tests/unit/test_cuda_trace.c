// What a device tells whoever traces it: the cuda device over a driver without a GPU, by the
// events of that driver; the oracle by the host's clock.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "support/fakestage.h"
#include "support/named.h"

static struct fake_cuda *fake;

/// What was told.
static struct {
    char text[2000];
    int events, device_times;
    int compiled, in_region; ///< compilations; launches that name the region of `sum`
    double first_ms, last_ms;
} told;

static void keep(void *user, const vy_trace_event *e)
{
    size_t used = strlen(told.text);
    assert_ptr_equal(user, &told);
    if (!strcmp(e->what, "compile")) {
        told.compiled += e->name && !e->device_time;
        return;
    }
    told.in_region += e->regions && !strcmp(e->regions, "give it");
    told.first_ms = told.events++ ? told.first_ms : e->start_ms;
    told.last_ms = e->start_ms + e->ms;
    told.device_times += e->device_time;
    assert_true(e->ms >= 0);
    snprintf(told.text + used, sizeof told.text - used, "%s %s %llu;", e->what,
             e->name ? e->name : "-", (unsigned long long)e->bytes);
}

static int setup(void **state)
{
    memset(&told, 0, sizeof told);
    return fake_stage_open(state, &fake);
}

static void use(struct stage *s, const char *name)
{
    vy_device_close(&s->device);
    if (vy_device_open(s->context,
                       vy_device_params(.name = test_device(name), .cache = "", .trace = keep,
                                        .trace_user = &told),
                       &s->device))
        fail_msg("%s", s->log.text);
    if (!strcmp(name, "cuda"))
        fake_cuda_oracle(fake, s->context);
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake);
}

static const char sum_text[] = "program sum\n"
                               "in x : u32[]\n"
                               "out y : u32[1]\n"
                               "workgroup 8 grid len(x)\n"
                               "let n = grid_add(x[gid.x])\n"
                               "region \"give it\" { if gid.x == 0 { y[0] = n } }\n";

static void sum(struct stage *s, vy_route route)
{
    uint32_t x[16], y = 0;
    vy_pipeline *p = stage_pipeline(s, sum_text);
    for (uint32_t i = 0; i < 16; i++)
        x[i] = i;
    if (vy_dispatch(
            p,
            vy_dispatch_params(.route = route, .args = vy_args(vy_arg_in("x", x, sizeof x),
                                                               vy_arg_out("y", &y, sizeof y))),
            NULL))
        fail_msg("%s", s->log.text);
    assert_int_equal(y, 120);
    vy_pipeline_destroy(&p);
}

static void launches_and_transfers_are_told(void **state)
{
    struct stage *s = *state;
    use(s, "cuda");
    sum(s, VY_ROUTE_NATIVE);
    assert_string_equal(told.text, "upload - 64;launch sum 0;download - 4;");
    assert_int_equal(told.device_times, 3);
    assert_int_equal(told.compiled, 1);
    assert_int_equal(told.in_region, 1);
    assert_true(told.last_ms >= told.first_ms);
}

static void a_schedule_is_one_graph(void **state)
{
    struct stage *s = *state;
    use(s, "cuda");
    sum(s, VY_ROUTE_RESIDENT);
    assert_string_equal(told.text, "upload - 64;graph sum 0;download - 4;");
    assert_true(told.compiled > 0);
    assert_int_equal(told.in_region, 1);
}

static void many_uploads_are_all_told(void **state)
{
    struct stage *s = *state;
    enum { TIMES = 100 };
    vy_buffer *b = NULL;
    uint32_t word = 7;
    use(s, "cuda");
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 64), &b), VY_OK);
    for (uint32_t i = 0; i < TIMES; i++)
        assert_int_equal(vy_buffer_upload(b, i % 16 * 4, &word, 4), VY_OK);
    vy_buffer_destroy(&b);
    vy_device_close(&s->device); // tells of those that nobody has waited for
    assert_int_equal(told.events, TIMES);
}

static void what_cannot_be_recorded_is_no_failure(void **state)
{
    struct stage *s = *state;
    use(s, "cuda");
    fake->fail_call = "cuEventElapsedTime";
    fake->fail_result = CU_INVALID;
    sum(s, VY_ROUTE_NATIVE);
    assert_int_equal(told.events, 0);
    fake->fail_call = NULL;
}

static void other_devices_go_by_the_hosts_clock(void **state)
{
    struct stage *s = *state;
    use(s, "oracle");
    sum(s, VY_ROUTE_NATIVE);
    assert_string_equal(told.text, "upload - 64;launch sum 0;download - 4;");
    assert_int_equal(told.device_times, 0);
    assert_true(told.last_ms >= told.first_ms);
}

// ---- graphs ----
static const char add_text[] = "program add\n"
                               "in a : u32[16]\n"
                               "in b : u32[16]\n"
                               "out y : u32[16]\n"
                               "each i in 0..16 { y[i] = a[i] + b[15 - i] }\n";

static uint32_t graph_slot(vy_graph *g, const void *data, void *memory)
{
    uint32_t slot = 99;
    assert_int_equal(
        vy_graph_buffer(g, vy_graph_buffer_params(.bytes = 64, .data = data, .memory = memory),
                        &slot),
        VY_OK);
    return slot;
}

/// Two waves at once, and one that waits for both.
static void run_waves(struct stage *s, bool no_fuse, bool apart)
{
    uint32_t x[16], y[16] = {0};
    vy_pipeline *p = stage_pipeline(s, add_text);
    vy_graph *g = NULL;
    vy_graph_stats stats;
    for (uint32_t i = 0; i < 16; i++)
        x[i] = i;
    assert_int_equal(vy_graph_create(s->device, vy_graph_params(.no_fuse = no_fuse), &g), VY_OK);
    uint32_t in = graph_slot(g, x, NULL), left = graph_slot(g, NULL, NULL),
             right = graph_slot(g, NULL, NULL), out = graph_slot(g, NULL, y);
    const uint32_t uses[3][3] = {{in, in, left}, {in, in, right}, {left, right, out}};
    static const char *const names[] = {"left", "right", "sum"};
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            vy_graph_wave(g, p,
                          vy_graph_wave_params(.name = names[i],
                                               .args = vy_args(vy_arg_slot("a", uses[i][0]),
                                                               vy_arg_slot("b", uses[i][1]),
                                                               vy_arg_slot("y", uses[i][2]))),
                          NULL),
            VY_OK);
    if (vy_graph_run(g, vy_graph_run_params(.apart = apart), &stats))
        fail_msg("%s", s->log.text);
    assert_int_equal(stats.groups, 2);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(y[i], 30);
    vy_graph_destroy(&g);
    vy_pipeline_destroy(&p);
}

static void waves_are_told_by_name(void **state)
{
    struct stage *s = *state;
    use(s, "oracle");
    run_waves(s, true, false);
    assert_string_equal(told.text, "upload - 64;launch left 0;launch right 0;launch sum 0;"
                                   "download - 64;");
    *told.text = 0;
    run_waves(s, false, false);
    assert_string_equal(told.text, "upload - 64;launch left + right 0;launch sum 0;"
                                   "download - 64;");
    *told.text = 0;
    use(s, "cuda");
    run_waves(s, true, true);
    assert_string_equal(told.text, "upload - 64;launch left 0;launch right 0;launch sum 0;"
                                   "download - 64;");
    *told.text = 0;
    run_waves(s, true, false);
    assert_string_equal(told.text, "upload - 64;graph waves 0;download - 64;");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(launches_and_transfers_are_told),     TEST(a_schedule_is_one_graph),
        TEST(many_uploads_are_all_told),           TEST(what_cannot_be_recorded_is_no_failure),
        TEST(other_devices_go_by_the_hosts_clock), TEST(waves_are_told_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
