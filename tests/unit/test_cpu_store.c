// Memory of the cpu device: aligned, zeroed each time it is handed out, moved by several threads,
// and given back in the end. Also what happens in a launch when there is no memory.
#include "dev/cpu/cpu_state.h"
#include "support/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static vy_context *context;
static struct test_alloc counted;
static vy_device device;

static int setup(void **state)
{
    (void)state;
    counted = (struct test_alloc){0};
    if (vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = &counted), &context))
        return -1;
    memset(&device, 0, sizeof device);
    device.context = context;
    device.fns = &vyi_dev_cpu;
    device.params = (vy_device_params){.size = sizeof(vy_device_params), .threads = 3, .cache = ""};
    return vyi_dev_cpu.open(&device) != VY_OK;
}

static int teardown(void **state)
{
    (void)state;
    vyi_dev_cpu.close(&device);
    vy_context_destroy(&context);
    assert_int_equal(counted.live, 0);
    assert_int_equal(counted.wrong_sizes, 0);
    return 0;
}

static bool all_are(const uint8_t *bytes, uint64_t count, uint8_t value)
{
    for (uint64_t i = 0; i < count; i++)
        if (bytes[i] != value)
            return false;
    return true;
}

static void it_is_zeroed_each_time(void **state)
{
    static const uint64_t sizes[] = {0, 1, 63, 4096, 262143, 262144, 300001, 5000000, 20000000};
    (void)state;
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            void *memory = NULL;
            assert_int_equal(vyi_dev_cpu.memory_create(&device, sizes[i], true, &memory), VY_OK);
            assert_non_null(memory);
            assert_int_equal((uintptr_t)memory % 64, 0);
            assert_true(all_are(memory, sizes[i], 0));
            memset(memory, 0xee, sizes[i]);
            vyi_dev_cpu.memory_destroy(&device, memory, sizes[i]);
        }
}

static void it_is_left_as_it_was_where_nobody_minds(void **state)
{
    enum { BYTES = 1 << 20 };
    void *memory = NULL, *again = NULL;
    (void)state;
    assert_int_equal(vyi_dev_cpu.memory_create(&device, BYTES, false, &memory), VY_OK);
    memset(memory, 5, BYTES);
    vyi_dev_cpu.memory_destroy(&device, memory, BYTES);
    assert_int_equal(vyi_dev_cpu.memory_create(&device, BYTES, false, &again), VY_OK);
    assert_ptr_equal(again, memory);
    assert_true(all_are(again, BYTES, 5));
    vyi_dev_cpu.memory_destroy(&device, again, BYTES);
    assert_int_equal(vyi_dev_cpu.memory_create(&device, BYTES, true, &again), VY_OK);
    assert_true(all_are(again, BYTES, 0));
    vyi_dev_cpu.memory_destroy(&device, again, BYTES);
}

static void more_than_is_kept(void **state)
{
    void *memory[40];
    (void)state;
    for (int round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < 40; i++) {
            uint64_t bytes = 300000 + i * 100000;
            assert_int_equal(vyi_dev_cpu.memory_create(&device, bytes, true, &memory[i]), VY_OK);
            assert_true(all_are(memory[i], bytes, 0));
            memset(memory[i], 1, bytes);
        }
        for (uint64_t i = 0; i < 40; i++)
            vyi_dev_cpu.memory_destroy(&device, memory[i], 300000 + i * 100000);
    }
    struct vyi_cpu_state *s = device.state;
    uint64_t kept = 0;
    for (uint32_t i = 0; i < s->kept.count; i++)
        kept += s->kept.at[i].bytes;
    assert_true(kept > 0 && kept == s->kept.bytes);
}

static void too_much_is_refused(void **state)
{
    void *memory = NULL;
    (void)state;
    assert_int_equal(vyi_dev_cpu.memory_create(&device, UINT64_MAX, true, &memory),
                     VY_ERROR_MEMORY);
    assert_int_equal(vyi_dev_cpu.memory_create(&device, (uint64_t)1 << 62, true, &memory),
                     VY_ERROR_MEMORY);
    counted.fail_at = counted.calls + 1;
    assert_int_equal(vyi_dev_cpu.memory_create(&device, 100, true, &memory), VY_ERROR_MEMORY);
}

static void moving_and_clearing(void **state)
{
    static const uint64_t sizes[] = {1, 1000, 4194303, 4194304, 9999999};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t n = sizes[i];
        uint8_t *from = malloc(n + 2), *to = calloc(n + 2, 1);
        void *memory = NULL, *other = NULL;
        for (uint64_t k = 0; k < n; k++)
            from[k] = (uint8_t)(k * 7 + k / 251);
        assert_int_equal(vyi_dev_cpu.memory_create(&device, n + 2, true, &memory), VY_OK);
        assert_int_equal(vyi_dev_cpu.memory_create(&device, n, true, &other), VY_OK);
        assert_int_equal(vyi_dev_cpu.transfer(&device, (char *)memory + 1, from, n, true), VY_OK);
        assert_int_equal(vyi_dev_cpu.copy(&device, other, (char *)memory + 1, n), VY_OK);
        assert_int_equal(vyi_dev_cpu.transfer(&device, other, to + 1, n, false), VY_OK);
        assert_memory_equal(to + 1, from, n);
        assert_int_equal(to[0] | to[n + 1], 0);
        vyi_dev_cpu.memory_clear(&device, (char *)memory + 1, n / 2);
        assert_true(all_are(memory, n / 2 + 1, 0));
        assert_memory_equal((char *)memory + 1 + n / 2, from + n / 2, n - n / 2);
        assert_int_equal(vyi_dev_cpu.fill(&device, other, n / 4 * 4, "abcd", 4), VY_OK);
        for (uint64_t k = 0; k < n / 4 * 4; k++)
            assert_int_equal(((char *)other)[k], "abcd"[k % 4]);
        assert_int_equal(vyi_dev_cpu.transfer(&device, memory, NULL, 0, true), VY_OK);
        vyi_dev_cpu.memory_destroy(&device, memory, n + 2);
        vyi_dev_cpu.memory_destroy(&device, other, n);
        free(from);
        free(to);
    }
}

static void choices_follow_the_threads(void **state)
{
    (void)state;
    struct vyi_launch_choice choice = vyi_dev_cpu.choice(&device);
    assert_int_equal(choice.workgroup, 32);
    assert_int_equal(choice.groups, 48);
}

// ---- a launch without memory ----
static void touch(struct vyi_cpu_thread *t)
{
    uint32_t first, end;
    memset(t->scratch, 1, 100000);
    while (t->block->fns.take(t, &first, &end))
        for (uint32_t g = first; g < end; g++) {
            t->block->spill[g * 100] = 1;
            t->block->parts[g] = 1;
        }
}

static void a_launch_without_memory_fails_whole(void **state)
{
    vy_program *p;
    (void)state;
    assert_int_equal(vy_program_parse(context,
                                      vy_parse_params(.text = "program t\nout y: u32[4]\n"
                                                              "workgroup 8\ngrid 8\ny[0] = 1\n"),
                                      &p),
                     VY_OK);
    uint32_t y[4], positions[1] = {0}, statuses[2] = {0};
    void *memory[1] = {y};
    struct vyi_extent extent = {.size = {4}, .count = 4, .bytes = 16};
    struct vyi_launch l = {
        .extents = &extent, .workgroup = {8, 1, 1}, .groups = {50, 1, 1}, .invocations = 400};
    vy_dispatch_params params = {.size = sizeof(vy_dispatch_params)};
    struct vyi_report report = {.context = context};
    struct vyi_kernel kernel = {.program = p, .launch = &l, .memory = memory, .report = &report};
    struct vyi_job job = {.params = &params, .report = &report};
    const struct vyi_cpu_call call = {.job = &job, .kernel = &kernel};
    struct vyi_cpu_work work = {
        .kernel = touch,
        .info = {.scratch_bytes = 100000, .spill_bytes = 100, .fixpoints = 1, .parts = 1},
        .fixpoints = positions,
        .fixpoint_count = 1};
    for (uint64_t fail_at = 1;; fail_at++) {
        struct vyi_pool *pool;
        struct vyi_job_result result = {0};
        assert_int_equal(vyi_pool_create(context, 1, &pool), VY_OK);
        counted.fail_at = counted.calls + fail_at;
        vy_status status = vyi_cpu_run(pool, &work, &call, &result);
        counted.fail_at = 0;
        statuses[status == VY_OK]++;
        assert_true(status == VY_OK || status == VY_ERROR_MEMORY);
        vyi_vec_free(context, &result.fixpoints);
        result = (struct vyi_job_result){0};
        assert_int_equal(vyi_cpu_run(pool, &work, &call, &result), VY_OK);
        vyi_vec_free(context, &result.fixpoints);
        vyi_cpu_launches_free(pool);
        vyi_pool_destroy(&pool);
        if (status == VY_OK)
            break;
    }
    assert_in_range(statuses[0], 6, 20);
    vyi_report_end(&report, VY_OK);
    vy_program_destroy(&p);
}

static void opening_without_memory(void **state)
{
    (void)state;
    for (uint64_t fail_at = 1;; fail_at++) {
        vy_device other = {.context = context, .fns = &vyi_dev_cpu, .params.cache = ""};
        counted.fail_at = counted.calls + fail_at;
        vy_status status = vyi_dev_cpu.open(&other);
        counted.fail_at = 0;
        if (status == VY_OK) {
            assert_true(fail_at > 3);
            vyi_dev_cpu.close(&other);
            return;
        }
        assert_int_equal(status, VY_ERROR_MEMORY);
    }
}

#define TEST(NAME) cmocka_unit_test_setup_teardown(NAME, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_is_zeroed_each_time),
        TEST(it_is_left_as_it_was_where_nobody_minds),
        TEST(more_than_is_kept),
        TEST(too_much_is_refused),
        TEST(moving_and_clearing),
        TEST(choices_follow_the_threads),
        TEST(a_launch_without_memory_fails_whole),
        TEST(opening_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
