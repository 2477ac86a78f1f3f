// What the vulkan device reports to whoever traces it: launches and lists by its timestamps, which
// are related to the host's clock.
#include "support/gpu.h"
#include "support/vulkan.h"

#include "dev/vulkan/vulkan_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct {
    char text[2000];
    vy_trace_event last; ///< launch or graph
    char regions[64];    ///< of it
    int device_times;
} told;

static void keep(void *user, const vy_trace_event *e)
{
    size_t used = strlen(told.text);
    (void)user;
    if (!strcmp(e->what, "compile"))
        return;
    if (!strcmp(e->what, "launch") || !strcmp(e->what, "graph")) {
        told.last = *e;
        snprintf(told.regions, sizeof told.regions, "%s", e->regions ? e->regions : "");
    }
    told.device_times += e->device_time;
    snprintf(told.text + used, sizeof told.text - used, "%s %s;", e->what, e->name ? e->name : "-");
}

static void use(struct stage *s)
{
    memset(&told, 0, sizeof told);
    vy_device_close(&s->device);
    assert_int_equal(
        vy_device_open(s->context, vy_device_params(.name = "vulkan", .trace = keep), &s->device),
        VY_OK);
}

/// By the route of programs without and with grid barriers: about a millisecond or more of work.
static vy_stats run(struct stage *s, bool barriers)
{
    vy_stats stats;
    uint32_t y[64] = {0};
    char text[400];
    snprintf(text, sizeof text,
             "program work\nout y : u32[64]\n%sworkgroup 64\ngrid 64\n"
             "var n = gid.x\nfor i in 0..60000 { n = n * 1664525 + 1013904223 }\n%s"
             "region \"give it\" { y[gid.x] = n }\n",
             barriers ? "scratch t : u32[64]\n" : "",
             barriers ? "for k in 0..40 {\nt[gid.x] = n\nbarrier grid\nn = n * 2 + t[63 - gid.x]\n"
                        "barrier grid\n}\n"
                      : "");
    vy_pipeline *p = stage_pipeline(s, text);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))), &stats),
        VY_OK);
    assert_true(y[1] != 0);
    vy_pipeline_destroy(&p);
    return stats;
}

/// It ran between the two looks at the clock, as exactly as the two clocks are related; the rest is
/// for how they drift apart.
static void runs_within(struct stage *s, bool barriers)
{
    double before = (double)vyi_now_ns() / 1e6;
    vy_stats stats = run(s, barriers);
    double after = (double)vyi_now_ns() / 1e6, most = after - before;
    double off = (double)vyi_vulkan_state(s->device)->base.within_ns / 1e6 + 0.1;
    assert_true(told.last.device_time);
    assert_true(told.last.ms > 0 && told.last.ms < most);
    assert_true(told.last.ms > stats.device_ms - 0.001); // of all command buffers of a list
    assert_true(told.last.start_ms > before - off);
    assert_true(told.last.start_ms + told.last.ms < after + off);
    assert_string_equal(told.regions, "give it");
}

static bool has_timestamps(const struct stage *s)
{
    return vyi_vulkan_state(s->device)->about.timestamps;
}

static void launches(void **state)
{
    struct stage *s = *state;
    use(s);
    if (!has_timestamps(s))
        skip();
    runs_within(s, false);
    assert_string_equal(told.text, "launch work;download -;");
    assert_int_equal(told.device_times, 1);
}

static void lists_are_graphs(void **state)
{
    struct stage *s = *state;
    use(s);
    if (!has_timestamps(s))
        skip();
    runs_within(s, true);
    assert_string_equal(told.text, "graph work;download -;");
    assert_int_equal(told.device_times, 1);
}

/// Without timestamps the host's clock has to do, and a launch is reported all the same.
static void without_timestamps(void **state)
{
    struct stage *s = *state;
    use(s);
    vyi_vulkan_state(s->device)->about.timestamps = false;
    vyi_vulkan_slots_free(vyi_vulkan_state(s->device));
    run(s, false);
    run(s, true);
    assert_string_equal(told.text, "launch work;download -;graph work;download -;");
    assert_int_equal(told.device_times, 0);
    assert_true(told.last.ms > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(launches, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(lists_are_graphs, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(without_timestamps, vulkan_open, stage_close),
    };
    int code;
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
