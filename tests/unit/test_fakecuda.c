// The driver without a GPU keeps the order of its streams: what is put behind a kernel that goes on
// waits for its end, in copies, fills, events, launches and graphs, and what follows an event waits
// for that. Other streams go on.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "support/fakestage.h"

static struct fake_cuda *fake;
static struct vyi_cuda_driver cu;
static cu_context context;
static cu_device gpu;
static cu_stream one, other;
static cu_memory there;
static uint32_t *here;

static struct {
    bool runs; ///< the kernel goes on
    int launches;
} seen;

static void kernel(void *user, const struct fake_launch *l)
{
    (void)user, (void)l;
    seen.launches++;
}

static bool busy(void *user, void *stream)
{
    (void)user;
    return seen.runs && (!stream || stream == one);
}

static int setup(void **state)
{
    void *memory;
    (void)state;
    memset(&seen, 0, sizeof seen);
    fake = fake_cuda_open();
    if (!fake || vyi_cuda_driver_open(&cu) || vyi_cuda_driver_start(&cu, NULL))
        return 1;
    fake->kernel = kernel;
    fake->busy = busy;
    if (cu.device_get(&gpu, 0) || cu.primary_retain(&context, gpu) || cu.push(context) ||
        cu.stream_create(&one, CU_STREAM_ALONE) || cu.stream_create(&other, CU_STREAM_ALONE) ||
        cu.memory_alloc(&there, 64) || cu.host_alloc(&memory, 64, 0))
        return 1;
    here = memory;
    memset(here, 0, 64);
    return cu.set_32(there, 5, 16, one);
}

static int teardown(void **state)
{
    (void)state;
    cu.stream_destroy(one);
    cu.stream_destroy(other);
    cu.memory_free(there);
    cu.host_free(here);
    cu.pop(&context);
    cu.primary_release(gpu);
    if (fake->wrong)
        print_error("%s\n", fake->what);
    return fake->wrong || fake->live_streams || fake->live_events || fake->live_modules;
}

static cu_result launch(cu_stream stream, cu_module module)
{
    cu_function function;
    uint64_t param = there;
    void *params[] = {&param};
    cu_result result = cu.module_function(&function, module, "vyre_step");
    return result ? result : cu.launch(function, 1, 1, 1, 32, 1, 1, 0, stream, params, NULL);
}

static void a_stream_keeps_its_order(void **state)
{
    cu_module module;
    cu_event event;
    (void)state;
    assert_int_equal(cu.module_load(&module, ".version 7.0\n// vyre_step", 0, NULL, NULL), 0);
    assert_int_equal(cu.event_create(&event, CU_EVENT_UNTIMED), 0);
    seen.runs = true;
    assert_int_equal(launch(one, module), 0);
    assert_int_equal(cu.copy_down(here, there, 4, one), 0);
    assert_int_equal(cu.set_32(there, 6, 1, one), 0);
    assert_int_equal(launch(one, module), 0);
    assert_int_equal(cu.event_record(event, one), 0);
    assert_int_equal(cu.copy_down(here + 2, there + 4, 4, other), 0); // which nobody holds up
    assert_int_equal(here[2], 5);
    assert_int_equal(cu.stream_wait_event(other, event, 0), 0);
    assert_int_equal(cu.copy_down(here + 1, there, 4, other), 0);
    assert_int_equal(cu.stream_query(one), CU_NOT_READY);
    assert_int_equal(cu.stream_query(other), CU_NOT_READY);
    assert_int_equal(seen.launches, 1);
    assert_int_equal(here[0], 0);
    assert_int_equal(here[1], 0);
    seen.runs = false;
    assert_int_equal(cu.stream_wait(other), 0);
    assert_int_equal(seen.launches, 2);
    assert_int_equal(here[0], 5);
    assert_int_equal(here[1], 6);
    assert_int_equal(cu.stream_query(one), 0);
    cu.event_destroy(event);
    cu.module_unload(module);
}

static void graphs_wait_for_their_turn(void **state)
{
    const struct cu_set_node zeros = {there, 0, 0, 4, 1, 1};
    cu_module module;
    cu_graph graph;
    cu_exec exec;
    cu_node node;
    (void)state;
    assert_int_equal(cu.module_load(&module, ".version 7.0\n// vyre_step", 0, NULL, NULL), 0);
    assert_int_equal(cu.graph_create(&graph, 0), 0);
    assert_int_equal(cu.graph_set(&node, graph, NULL, 0, &zeros, context), 0);
    assert_int_equal(cu.graph_make(&exec, graph, 0), 0);
    seen.runs = true;
    assert_int_equal(launch(one, module), 0);
    assert_int_equal(cu.copy_down(here, there, 4, one), 0);
    assert_int_equal(cu.graph_launch(exec, one), 0);
    assert_int_equal(*(uint32_t *)fake_pointer(there), 5);
    seen.runs = false;
    assert_int_equal(cu.stream_wait(one), 0);
    assert_int_equal(here[0], 5);
    assert_int_equal(*(uint32_t *)fake_pointer(there), 0);
    cu.graph_forget(exec);
    cu.graph_destroy(graph);
    cu.module_unload(module);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_stream_keeps_its_order),
        TEST(graphs_wait_for_their_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
