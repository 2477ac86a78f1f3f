// vy_buffer_address(): other code reads and writes a buffer where it lies.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/driver.h"
#include "support/fakestage.h"

static struct fake_cuda *fake;

static const char add_text[] = "program add\n"
                               "inout x : u32[4]\n"
                               "each i in 0..4 { x[i] += 10 }\n";

/// On these devices and on the driver without a GPU the address is one of this process.
static void shared_bytes(struct stage *s)
{
    static const uint32_t start[4] = {1, 2, 3, 4};
    static const uint32_t aligns[] = {0, 64, 4096, 65536};
    for (size_t i = 0; i < sizeof aligns / sizeof *aligns; i++) {
        vy_buffer *b = NULL;
        uint64_t address = 1, again = 2;
        uint32_t down[4];
        assert_int_equal(
            vy_buffer_create(s->device,
                             vy_buffer_params(.bytes = 16, .data = start, .align = aligns[i]), &b),
            VY_OK);
        assert_int_equal(vy_buffer_address(b, &address), VY_OK);
        assert_true(address != 0);
        assert_int_equal(address % (aligns[i] ? aligns[i] : 256), 0);
        uint32_t *at = fake_pointer(address);
        assert_memory_equal(at, start, 16);
        at[2] = 30;
        vy_pipeline *p = stage_pipeline(s, add_text);
        assert_int_equal(
            vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", b))), NULL),
            VY_OK);
        vy_pipeline_destroy(&p);
        assert_int_equal(vy_buffer_address(b, &again), VY_OK);
        assert_int_equal(again, address);
        assert_int_equal(vy_buffer_download(b, 0, down, sizeof down), VY_OK);
        assert_memory_equal(down, at, sizeof down);
        assert_int_equal(at[0], 11);
        assert_int_equal(at[2], 40);
        vy_buffer_destroy(&b);
    }
}

static void refusals(struct stage *s)
{
    vy_buffer *b = NULL;
    uint64_t address = 1;
    assert_int_equal(vy_buffer_address(NULL, &address), VY_ERROR_ARGUMENT);
    assert_int_equal(address, 0);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &b), VY_OK);
    assert_int_equal(vy_buffer_address(b, NULL), VY_ERROR_ARGUMENT);
    SAID(s, "vy_buffer_address(): address is NULL");
    vy_buffer *gone = b;
    vy_buffer_destroy(&b);
    address = 1;
    assert_int_equal(vy_buffer_address(gone, &address), VY_ERROR_ARGUMENT);
    assert_int_equal(address, 0);
    SAID(s, "V263");
}

static void on_the_host(void **state)
{
    static const char *const devices[] = {"oracle", "oracle-dirty", "cpu"};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (stage_has(devices[i])) {
            stage_use(*state, devices[i]);
            shared_bytes(*state);
            refusals(*state);
        }
}

static int setup(void **state)
{
    int failed = fake_stage_open(state, &fake);
    if (!failed)
        fake_cuda_oracle(fake, ((struct stage *)*state)->context);
    return failed;
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake);
}

static void on_a_gpu(void **state)
{
    shared_bytes(*state);
    refusals(*state);
}

/// A mapped buffer has two addresses; this is the device's.
static void mapped_buffers(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = NULL;
    uint64_t address = 0;
    void *host = NULL;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 64, .mapped = true), &b),
                     VY_OK);
    assert_int_equal(vy_buffer_map(b, &host), VY_OK);
    assert_int_equal(vy_buffer_address(b, &address), VY_OK);
    *(uint32_t *)host = 77;
    assert_int_equal(*(uint32_t *)fake_pointer(address), 77);
    vy_buffer_destroy(&b);
}

/// What was on a lost device has no address.
static void a_lost_device_has_none(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = NULL;
    uint64_t address = 1;
    uint32_t word = 0;
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 4), &b), VY_OK);
    fake->sticky = CU_ILLEGAL_ADDRESS;
    assert_int_equal(vy_buffer_download(b, 0, &word, 4), VY_ERROR_DEVICE);
    assert_int_equal(vy_device_recover(s->device), VY_OK);
    assert_int_equal(vy_buffer_address(b, &address), VY_ERROR_DEVICE);
    assert_int_equal(address, 0);
    SAID(s, "the vy_buffer");
    vy_buffer_destroy(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(on_the_host, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(on_a_gpu, setup, teardown),
        cmocka_unit_test_setup_teardown(mapped_buffers, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lost_device_has_none, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
