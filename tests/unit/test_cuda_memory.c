// The cuda device over a driver without a GPU: opening, memory, transfers, running out of memory,
// losing the context and getting it back. What the driver sees wrong fails the test, and so does
// anything that is left behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "run/run.h"
#include "support/fakestage.h"
#include "support/gpu.h"
#include "support/named.h"

#include <sys/wait.h>
#include <unistd.h>

static struct fake_cuda *fake;

static int setup(void **state)
{
    return fake_stage_open(state, &fake);
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake);
}

// ---- opening ----
static void it_says_what_it_is(void **state)
{
    struct stage *s = *state;
    vy_device_info info;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    assert_string_equal(info.model, "NVIDIA Nothing, 132 multiprocessors, compute capability 9.0, "
                                    "CUDA 13.0");
    assert_true(info.present && info.grid_barrier && info.resident);
    assert_true(info.memory > 0 && info.memory < fake->memory);
}

static void expect_absent(vy_context *c, const char *words)
{
    vy_device_info info;
    size_t i = 0;
    while (vy_device_describe(c, i, &info) && strcmp(info.name, "cuda"))
        i++;
    assert_false(info.present);
    if (!strstr(info.absent, words))
        fail_msg("'%s' is not in: %s", words, info.absent);
}

static void what_is_missing_is_told(void **state)
{
    struct stage *s = *state;
    fake->devices = 0;
    expect_absent(s->context, "finds no GPU");
    fake->devices = 1;
    fake->capability = 61;
    expect_absent(s->context, "too old");
    fake->capability = 90;
    fake->fail_call = "cuInit";
    for (fake->fail_result = CU_NOT_INITIALIZED; fake->fail_result < 1000; fake->fail_result++)
        expect_absent(s->context, ""); // always a sentence
    fake->fail_call = NULL;
    char *before = strdup(getenv("VYRE_CUDA"));
    setenv("VYRE_CUDA", "/nowhere/libcuda.so", 1);
    expect_absent(s->context, "unset it");
    setenv("VYRE_CUDA", "libm.so.6", 1);
    expect_absent(s->context, "too old");
    setenv("VYRE_CUDA", before, 1);
    free(before);
}

static void opening_fails_at_every_call(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuDevicePrimaryCtxRetain", "cuStreamCreate",
                                        "cuEventCreate"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 3; after++) {
            vy_device *d = NULL;
            fake->fail_call = calls[i];
            fake->fail_after = after;
            fake->fail_result = CU_INVALID;
            fake->fail_once = true;
            vy_status status =
                vy_device_open(s->context, vy_device_params(.name = cuda_name(), .cache = ""), &d);
            assert_int_equal(status, fake->fail_call ? VY_OK : VY_ERROR_DEVICE);
            assert_int_equal(fake->retained, status ? 1 : 2);
            vy_device_close(&d);
            assert_int_equal(fake->retained, 1);
        }
    fake->fail_call = NULL;
    stage_said(s, (const char *[]){"making its context", "CUDA_ERROR_INVALID_VALUE", NULL});
}

// ---- memory ----
static void bytes_come_back(void **state)
{
    struct stage *s = *state;
    static const uint64_t sizes[] = {0, 1, 3, 4096, 131072, 131073, 9 << 20, (17 << 20) + 5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *up = malloc(sizes[i] + 1), *down = calloc(sizes[i] + 1, 1);
        for (uint64_t k = 0; k < sizes[i]; k++)
            up[k] = (uint8_t)(k * 31 + (k >> 11));
        vy_buffer *b = gpu_buffer(s, sizes[i], up);
        assert_int_equal(vy_buffer_download(b, 0, down, sizes[i]), VY_OK);
        assert_memory_equal(up, down, sizes[i]);
        if (sizes[i] > 100) {
            assert_int_equal(vy_buffer_upload(b, 7, up, 90), VY_OK);
            assert_int_equal(vy_buffer_download(b, 5, down, 95), VY_OK);
            assert_memory_equal(down + 2, up, 90);
            assert_memory_equal(down, up + 5, 2);
        }
        vy_buffer_destroy(&b);
        free(up);
        free(down);
    }
}

/// Several threads carry it: the failure of one ends it for all, and the next one is right again.
static void much_fails_as_a_whole(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2",
                                        "cuEventRecord", "cuEventSynchronize"};
    const uint64_t bytes = 20 << 20;
    uint8_t *up = malloc(bytes), *down = malloc(bytes);
    for (uint64_t k = 0; k < bytes; k++)
        up[k] = (uint8_t)(k * 31 + (k >> 11));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 8; after += 3) {
            fake_stage_renew(s);
            vy_buffer *b = gpu_buffer(s, bytes, NULL);
            fake->fail_call = calls[i];
            fake->fail_after = after;
            fake->fail_result = CU_INVALID;
            fake->fail_once = true;
            bool failed =
                vy_buffer_upload(b, 0, up, bytes) || vy_buffer_download(b, 0, down, bytes);
            assert_true(failed == !fake->fail_call);
            fake->fail_call = NULL;
            memset(down, 0, bytes);
            assert_int_equal(vy_buffer_upload(b, 0, up, bytes), VY_OK);
            assert_int_equal(vy_buffer_download(b, 0, down, bytes), VY_OK);
            assert_memory_equal(up, down, bytes);
            vy_buffer_destroy(&b);
        }
    free(up);
    free(down);
}

/// Without pages of its own that are pinned, it goes through small chunks.
static void much_goes_without_an_arena(void **state)
{
    struct stage *s = *state;
    const uint64_t bytes = (5 << 20) + 3;
    uint8_t *up = malloc(bytes), *down = calloc(bytes, 1);
    for (uint64_t k = 0; k < bytes; k++)
        up[k] = (uint8_t)(k * 31 + (k >> 11));
    fake->fail_call = "cuMemHostRegister_v2";
    fake->fail_result = CU_NO_MEMORY;
    vy_buffer *b = gpu_buffer(s, bytes, up);
    assert_int_equal(vy_buffer_download(b, 0, down, bytes), VY_OK);
    assert_memory_equal(up, down, bytes);
    fake->fail_call = NULL;
    vy_buffer_destroy(&b);
    free(up);
    free(down);
}

static void small_pieces_share_memory(void **state)
{
    struct stage *s = *state;
    enum { MANY = 600 };
    static vy_buffer *all[MANY];
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < MANY; i++) {
            uint8_t bytes[40] = {(uint8_t)i, (uint8_t)(i >> 8)};
            all[i] = gpu_buffer(s, 40 + i * 37 % 30000, NULL);
            assert_int_equal(vy_buffer_upload(all[i], 0, bytes, sizeof bytes), VY_OK);
        }
        for (uint32_t i = 0; i < MANY; i++) {
            uint8_t bytes[2];
            assert_int_equal(vy_buffer_download(all[i], 0, bytes, 2), VY_OK);
            assert_int_equal(bytes[0] | bytes[1] << 8, i);
        }
        for (uint32_t i = 0; i < MANY; i += 2)
            vy_buffer_destroy(&all[i]);
        for (uint32_t i = 1; i < MANY; i += 2)
            vy_buffer_destroy(&all[i]);
    }
    assert_true(fake->allocs < 6);
    assert_int_equal(fake->live_pools, 0); // which take long to begin with
}

static void a_pool_that_cannot_be_made_is_told(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {"cuMemPoolCreate", "cuMemPoolSetAttribute"};
    vy_buffer *b = NULL;
    for (size_t i = 0; i < 2; i++) {
        fake->fail_call = calls[i];
        fake->fail_result = CU_INVALID;
        assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 1 << 20), &b),
                         VY_ERROR_DEVICE);
        stage_said(s, (const char *[]){"CUDA_ERROR_INVALID_VALUE", NULL});
        fake->fail_call = NULL;
        b = gpu_buffer(s, 1 << 20, NULL); // the next one finds it
        vy_buffer_destroy(&b);
        fake_stage_renew(s);
    }
}

static void fills_repeat_the_pattern(void **state)
{
    gpu_check_fills(*state);
}

static void memory_is_used_again(void **state)
{
    struct stage *s = *state;
    for (int i = 0; i < 50; i++) {
        vy_buffer *a = gpu_buffer(s, 100000, NULL), *b = gpu_buffer(s, 3 << 20, NULL);
        uint8_t byte = 1;
        assert_int_equal(vy_buffer_download(b, (3 << 20) - 1, &byte, 1), VY_OK);
        assert_int_equal(byte, 0);
        assert_int_equal(vy_buffer_fill(b, vy_fill_params(.pattern = "x", .pattern_bytes = 1)),
                         VY_OK);
        vy_buffer_destroy(&a);
        vy_buffer_destroy(&b);
    }
    assert_int_equal(fake->allocs, 2);
}

static void running_out_of_memory_is_an_error(void **state)
{
    struct stage *s = *state;
    vy_buffer *all[64] = {0};
    int count = 0;
    vy_status status = VY_OK;
    // What is kept must not be in the way of others.
    vy_buffer *b = gpu_buffer(s, 100 << 20, NULL);
    vy_buffer_destroy(&b);
    while (count < 64 && !status)
        status = vy_buffer_create(s->device, vy_buffer_params(.bytes = 90 << 20), &all[count++]);
    assert_true(count > 5 && count < 64);
    assert_true(status == VY_ERROR_MEMORY || status == VY_ERROR_LIMIT);
    stage_said(s, (const char *[]){"has no room", NULL});
    uint32_t word = 7;
    b = gpu_buffer(s, 4, &word); // the device goes on
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_OK);
    assert_int_equal(word, 7);
    vy_buffer_destroy(&b);
    // The driver has less than the device was thought to have.
    for (int i = 1; i < count; i++)
        vy_buffer_destroy(&all[i - 1]);
    fake->memory = 200 << 20;
    status = vy_buffer_create(s->device, vy_buffer_params(.bytes = 300 << 20), &b);
    assert_int_equal(status, VY_ERROR_MEMORY);
    stage_said(s, (const char *[]){"has no room", NULL});
    b = gpu_buffer(s, 150 << 20, NULL);
    vy_buffer_destroy(&b);
}

static void without_pools_it_works_too(void **state)
{
    struct stage *s = *state;
    uint32_t word = 9;
    fake->pools = false;
    fake_stage_renew(s);
    assert_int_equal(fake->live_pools, 0);
    vy_buffer *b = gpu_buffer(s, 4, &word);
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_OK);
    assert_int_equal(word, 9);
    vy_buffer_destroy(&b);
}

static void every_failing_call_is_told(void **state)
{
    struct stage *s = *state;
    static const char *const calls[] = {
        "cuMemcpyHtoDAsync_v2", "cuMemcpyDtoHAsync_v2", "cuMemHostAlloc", "cuEventSynchronize",
        "cuEventRecord",        "cuStreamWaitEvent",    "cuMemsetD8Async"};
    uint8_t bytes[200000];
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int after = 0; after < 2; after++) {
            vy_buffer *b = NULL;
            fake->fail_call = calls[i];
            fake->fail_after = after;
            fake->fail_result = CU_INVALID;
            fake->fail_once = true;
            vy_status status = vy_buffer_create(s->device, vy_buffer_params(.bytes = 200000), &b);
            if (!status)
                status = vy_buffer_upload(b, 0, bytes, sizeof bytes);
            if (!status)
                status = vy_buffer_download(b, 0, bytes, sizeof bytes);
            assert_int_equal(status, fake->fail_call ? VY_OK : VY_ERROR_DEVICE);
            if (status)
                stage_said(s, (const char *[]){"failed while", "CUDA_ERROR_INVALID_VALUE", NULL});
            fake->fail_call = NULL;
            if (b)
                assert_int_equal(vy_buffer_upload(b, 0, bytes, sizeof bytes), VY_OK);
            vy_buffer_destroy(&b);
        }
}

// ---- losing it ----
static void a_lost_context_is_told_and_recovered(void **state)
{
    struct stage *s = *state;
    uint32_t word = 3;
    vy_buffer *b = gpu_buffer(s, 4, &word), *c = NULL;
    assert_int_equal(vy_device_recover(s->device), VY_OK); // nothing to do
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_OK);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_ERROR_DEVICE);
    stage_said(s,
               (const char *[]){"lost", "CUDA_ERROR_ILLEGAL_ADDRESS", "vy_device_recover", NULL});
    assert_int_equal(vy_buffer_upload(b, 0, &word, 4), VY_ERROR_DEVICE);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &c),
                     VY_ERROR_DEVICE);
    assert_null(c);
    stage_said(s, (const char *[]){"lost", "downloading", NULL});
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    assert_int_equal(fake->retained, 1);
    // What was there is gone, and known to be.
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"before device 'cuda' was recovered", NULL});
    c = gpu_buffer(s, 4, &word);
    vy_buffer_destroy(&b); // gives nothing back that is not there
    assert_int_equal(vy_buffer_download(c, 0, &word, 4), VY_OK);
    assert_int_equal(word, 3);
    vy_buffer_destroy(&c);
}

static void what_cannot_be_recovered_says_so(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = NULL;
    fake->held = true;
    fake->sticky = CU_LAUNCH_FAILED;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &b),
                     VY_ERROR_DEVICE);
    assert_int_equal(vy_device_recover(s->device), VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"cannot be recovered", "something else in this process",
                                   "new process", NULL});
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &b),
                     VY_ERROR_DEVICE);
    stage_said(s, (const char *[]){"is lost", NULL});
    fake->held = false; // whoever it was has let go
    fake->sticky = CU_OK;
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    b = gpu_buffer(s, 4, NULL);
    vy_buffer_destroy(&b);
}

static void closing_a_lost_device_leaves_nothing(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = gpu_buffer(s, 4, NULL);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(vy_buffer_fill(b, NULL), VY_ERROR_DEVICE);
    vy_buffer_destroy(&b);
}

static void a_forked_child_is_refused(void **state)
{
    struct stage *s = *state;
    uint32_t word = 1;
    vy_buffer *b = gpu_buffer(s, 4, &word);
    pid_t child = fork();
    if (!child) {
        int calls = fake->allocs;
        vy_buffer *c = NULL;
        bool refused =
            vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &c) == VY_ERROR_DEVICE &&
            vy_buffer_download(b, 0, &word, 4) == VY_ERROR_DEVICE &&
            vy_device_recover(s->device) == VY_ERROR_DEVICE && strstr(s->log.text, "forked") &&
            !strstr(s->log.text, "no room");
        vy_buffer_destroy(&b);
        vy_device_close(&s->device);
        _exit(refused && fake->allocs == calls && fake->retained == 1 ? 0 : 1);
    }
    int how = 1;
    assert_true(child > 0 && waitpid(child, &how, 0) == child);
    assert_int_equal(how, 0);
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_OK);
    vy_buffer_destroy(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_says_what_it_is, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_missing_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(opening_fails_at_every_call, setup, teardown),
        cmocka_unit_test_setup_teardown(bytes_come_back, setup, teardown),
        cmocka_unit_test_setup_teardown(much_fails_as_a_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(much_goes_without_an_arena, setup, teardown),
        cmocka_unit_test_setup_teardown(small_pieces_share_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(a_pool_that_cannot_be_made_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(fills_repeat_the_pattern, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_is_used_again, setup, teardown),
        cmocka_unit_test_setup_teardown(running_out_of_memory_is_an_error, setup, teardown),
        cmocka_unit_test_setup_teardown(without_pools_it_works_too, setup, teardown),
        cmocka_unit_test_setup_teardown(every_failing_call_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_context_is_told_and_recovered, setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_recovered_says_so, setup, teardown),
        cmocka_unit_test_setup_teardown(closing_a_lost_device_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_forked_child_is_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
