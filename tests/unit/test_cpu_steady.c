// The cpu device over a long time: nothing leaks when pipelines come and go, and memory stays as it
// is over many dispatches. VYRE_SOAK_COUNT says how many pipelines; there are a hundred times as
// many dispatches.
#include "dev/llvm.h"
#include "support/alloc.h"
#include "support/log.h"
#include "vyre/run.h"

#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t pipelines = 60;
enum { LATE = 8192 }; ///< bytes that threads keep which join a launch for the first time

static struct test_log log_;
static struct test_alloc counted;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

/// Threads of the device allocate too, and the counting allocator knows nothing of threads.
static void *alloc(void *user, void *old, size_t old_bytes, size_t bytes)
{
    pthread_mutex_lock(&counting);
    void *memory = test_alloc(user, old, old_bytes, bytes);
    pthread_mutex_unlock(&counting);
    return memory;
}

/// Mappings of this process: what is not unmapped stays here.
static uint64_t mappings(void)
{
    char line[512];
    uint64_t lines = 0;
    FILE *f = fopen("/proc/self/maps", "re");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        lines += strchr(line, '\n') != NULL;
    fclose(f);
    return lines;
}

/// Pages of address space in use.
static uint64_t pages(void)
{
    unsigned long long all = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%llu", &all), 1);
    fclose(f);
    return all;
}

static void open_all(vy_context **context, vy_device **device, const char *cache)
{
    assert_int_equal(vy_context_create(vy_context_params(.alloc = alloc, .alloc_user = &counted,
                                                         .diag = test_log, .diag_user = &log_),
                                       context),
                     VY_OK);
    if (vy_device_open(
            *context,
            vy_device_params(.name = "cpu", .threads = 3, .level = VY_LEVEL_NONE, .cache = cache),
            device))
        fail_msg("%s", log_.text);
}

static vy_program *parse(vy_context *context, uint64_t number)
{
    char text[400];
    vy_program *p;
    snprintf(text, sizeof text,
             "program p\nin x: u32[]\nout y: u32[len(x)]\nscratch t: u32[len(x)]\n"
             "workgroup 16\ngrid len(x)\nif gid.x < len(x) { t[gid.x] = x[gid.x] * %llu }\n"
             "barrier grid\n"
             "if gid.x < len(x) { y[gid.x] = t[len(x) - 1 - gid.x] }\n",
             (unsigned long long)(number & 0xffffff));
    if (vy_program_parse(context, vy_parse_params(.text = text), &p) || vy_program_verify(p))
        fail_msg("%s", log_.text);
    return p;
}

static void dispatch(vy_pipeline *pipeline, uint64_t number, uint32_t count)
{
    uint32_t x[200], y[200];
    vy_status status;
    for (uint32_t i = 0; i < count; i++)
        x[i] = i + 1, y[i] = 0;
    status = vy_dispatch(pipeline,
                         vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, count * sizeof *x),
                                                            vy_arg_out("y", y, count * sizeof *y))),
                         NULL);
    if (status)
        fail_msg("%s", log_.text);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(y[i], (uint32_t)((count - i) * (number & 0xffffff)));
}

/// Each program is another one, so that each is compiled, loaded and thrown away.
static void pipelines_leave_nothing_behind(void **state)
{
    vy_context *context;
    vy_device *device;
    uint64_t before = 0, maps = 0;
    (void)state;
    open_all(&context, &device, "");
    for (uint64_t i = 0; i < pipelines; i++) {
        vy_pipeline *pipeline;
        vy_program *p = parse(context, i);
        if (vy_pipeline_create(device, p, vy_pipeline_params(.fresh = true), &pipeline))
            fail_msg("%s", log_.text);
        dispatch(pipeline, i, 100);
        vy_pipeline_destroy(&pipeline);
        vy_program_destroy(&p);
        if (i == 20) { // threads are there by now, and what LLVM keeps
            before = counted.live_bytes;
            maps = mappings();
        }
        if (i > 20)
            assert_in_range(counted.live_bytes, 1, before + LATE);
    }
    // The C library and LLVM may have asked for a little more, but not for each.
    assert_in_range(mappings(), 1, maps + 40);
    vy_device_close(&device);
    vy_context_destroy(&context);
    assert_int_equal(counted.live, 0);
    assert_int_equal(counted.wrong_sizes, 0);
}

static void dispatches_leave_nothing_behind(void **state)
{
    vy_context *context;
    vy_device *device;
    vy_pipeline *pipeline;
    uint64_t before = 0, space = 0, count = pipelines * 100;
    (void)state;
    open_all(&context, &device, "");
    vy_program *p = parse(context, 3);
    if (vy_pipeline_create(device, p, NULL, &pipeline))
        fail_msg("%s", log_.text);
    for (uint64_t i = 0; i < count; i++) {
        dispatch(pipeline, 3, 1 + (uint32_t)(i % 200));
        if (i == 1000) {
            before = counted.live_bytes;
            space = pages();
        }
    }
    assert_in_range(counted.live_bytes, 1, before + LATE);
    assert_in_range(pages(), 1, space + space / 50 + 1000);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    vy_device_close(&device);
    vy_context_destroy(&context);
    assert_int_equal(counted.live, 0);
}

static void devices_leave_nothing_behind(void **state)
{
    uint64_t maps = 0;
    (void)state;
    for (uint64_t i = 0; i < 40; i++) {
        vy_context *context;
        vy_device *device;
        vy_pipeline *pipeline;
        open_all(&context, &device, "");
        vy_program *p = parse(context, 5);
        assert_int_equal(vy_pipeline_create(device, p, NULL, &pipeline), VY_OK);
        dispatch(pipeline, 5, 200);
        vy_program_destroy(&p);
        vy_device_close(&device); // the pipeline keeps it
        dispatch(pipeline, 5, 100);
        vy_pipeline_destroy(&pipeline);
        vy_context_destroy(&context);
        assert_int_equal(counted.live, 0);
        if (i == 10)
            maps = mappings();
    }
    assert_in_range(mappings(), 1, maps + 40);
}

/// Opens, parses, compiles and runs; the status of the first step that failed.
static vy_status do_all(void)
{
    vy_context *context = NULL;
    vy_device *device = NULL;
    vy_program *p = NULL;
    vy_pipeline *pipeline = NULL;
    uint32_t x[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, y[10] = {0};
    vy_status status =
        vy_context_create(vy_context_params(.alloc = alloc, .alloc_user = &counted), &context);
    if (!status)
        status = vy_device_open(
            context,
            vy_device_params(.name = "cpu", .threads = 1, .level = VY_LEVEL_NONE, .cache = ""),
            &device);
    if (!status)
        status = vy_program_parse(
            context,
            vy_parse_params(.text =
                                "program p\nin x: u32[]\nout y: u32[len(x)]\n"
                                "workgroup 4\ngrid len(x)\nlet v = x[gid.x]\n"
                                "assert v < 90, \"{}\", v\nlet s = grid_add(v)\n"
                                "fixpoint k in 0..3 { if k < 1 { again } }\ny[gid.x] = s + v\n"),
            &p);
    if (!status)
        status = vy_pipeline_create(device, p, NULL, &pipeline);
    if (!status)
        status = vy_dispatch(pipeline,
                             vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                                vy_arg_out("y", y, sizeof y))),
                             NULL);
    if (!status)
        assert_int_equal(y[9], 65);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&p);
    vy_device_close(&device);
    vy_context_destroy(&context);
    return status;
}

static void every_allocation_fails_once(void **state)
{
    vy_status status;
    uint64_t fail_at = 1;
    (void)state;
    do {
        counted = (struct test_alloc){.fail_at = fail_at++};
        status = do_all();
        assert_true(status == VY_OK || status == VY_ERROR_MEMORY);
        assert_int_equal(counted.live, 0);
        assert_int_equal(counted.wrong_sizes, 0);
        assert_true(status == VY_OK || counted.failed);
    } while (counted.failed); // some are not needed: then the result is right all the same
    counted = (struct test_alloc){0};
    assert_true(fail_at > 50);
}

int main(int argc, char **argv)
{
    // A busy machine would have the C library set 64 MiB aside for each thread that had to wait.
    mallopt(M_ARENA_MAX, 1);
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT"), *absent;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipelines_leave_nothing_behind),
        cmocka_unit_test(dispatches_leave_nothing_behind),
        cmocka_unit_test(devices_leave_nothing_behind),
        cmocka_unit_test(every_allocation_fails_once),
    };
    if (count && strtoull(count, NULL, 10) > 60)
        pipelines = strtoull(count, NULL, 10);
    if (!vyi_dev_llvm_present(&absent)) {
        print_message("skipped: the cpu device %s\n", absent);
        return getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
