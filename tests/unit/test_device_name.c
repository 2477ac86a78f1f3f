// Names of devices: an index, options, and one of several GPUs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/cuda/cuda_state.h"
#include "support/fakestage.h"
#include "support/named.h"

static struct fake_cuda *fake;

static vy_status opened(struct stage *s, const char *name, vy_device **device)
{
    return vy_device_open(s->context, vy_device_params(.name = name, .cache = ""), device);
}

static void index_0_is_the_one_without(void **state)
{
    struct stage *s = *state;
    static const char *const names[][2] = {{"oracle:0", "oracle"},
                                           {"oracle-split:0", "oracle-split"},
                                           {"cpu:0", "cpu"},
                                           {"cpu:0:lanes=4", "cpu"},
                                           {"cpu:lanes=4", "cpu"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vy_device *device = NULL;
        if (!stage_has(names[i][1]))
            continue;
        assert_int_equal(opened(s, names[i][0], &device), VY_OK);
        assert_string_equal(vy_device_name(device), names[i][1]);
        vy_device_info info;
        assert_int_equal(vy_device_query(device, &info), VY_OK);
        assert_string_equal(info.name, names[i][1]);
        assert_int_equal(info.index, 0);
        assert_int_equal(info.count, 1);
        vy_device_close(&device);
    }
}

static void wrong_names_are_refused(void **state)
{
    struct stage *s = *state;
    static const struct {
        const char *name, *code, *says, *fix;
        vy_status status;
    } rows[] = {
        {"oracle:1", "V196", "there is one 'oracle', with index 0", "oracle", VY_ERROR_DEVICE},
        {"oracle:999999999", "V196", "there is one 'oracle'", "oracle", VY_ERROR_DEVICE},
        {"oracles", "V196", "no device of that name", "oracle", VY_ERROR_DEVICE},
        {"oracl:0", "V196", "no device of that name", "oracle", VY_ERROR_DEVICE},
        {":0", "V196", "no device of that name", "oracle", VY_ERROR_DEVICE},
        {"oracle:", "V275", "neither an index", "has no options", VY_ERROR_ARGUMENT},
        {"oracle:-1", "V275", "'-1' in the device name", "has no options", VY_ERROR_ARGUMENT},
        {"oracle:0:0", "V275", "neither an index", "has no options", VY_ERROR_ARGUMENT},
        {"oracle:9999999999", "V275", "neither an index", "has no options", VY_ERROR_ARGUMENT},
        {"oracle:lanes=4", "V275", "no such option", "has no options", VY_ERROR_ARGUMENT},
        {"cpu:lane=4", "V275", "no such option", "lanes=0..64 (invocations", VY_ERROR_ARGUMENT},
        {"cpu:lanes", "V275", "neither an index", "lanes=0..64", VY_ERROR_ARGUMENT},
        {"cpu:lanes=", "V275", "out of range", "lanes=0..64", VY_ERROR_ARGUMENT},
        {"cpu:lanes=65", "V275", "'lanes=65' in the device name 'cpu:lanes=65'", "lanes=0..64",
         VY_ERROR_ARGUMENT},
        {"cpu:lanes=4x", "V275", "out of range", "lanes=0..64", VY_ERROR_ARGUMENT},
        {"cpu:lanes=3", "V275", "none of those allowed", "1, 4, 8, 16, 32 or 64",
         VY_ERROR_ARGUMENT},
        {"cpu:lanes=2", "V275", "none of those allowed", "1, 4, 8, 16, 32 or 64",
         VY_ERROR_ARGUMENT},
        {"cpu:0,lanes=4", "V275", "separated by ':', not by ','", "lanes=0..64", VY_ERROR_ARGUMENT},
        {"", "V196", "no device of that name", "oracle", VY_ERROR_DEVICE},
        {"cuda:exact=2", "V275", "out of range", "stop_ms=0..", VY_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        vy_device *device = (vy_device *)s;
        assert_int_equal(opened(s, rows[i].name, &device), rows[i].status);
        assert_null(device);
        SAID(s, rows[i].code, rows[i].says, rows[i].fix);
    }
}

// ---- several GPUs ----
static int setup(void **state)
{
    int failed = fake_stage_open(state, &fake);
    if (!failed)
        fake->devices = 2;
    return failed;
}

static int teardown(void **state)
{
    return fake_stage_close(state, fake) || fake->retained_of[0] || fake->retained_of[1];
}

static void each_gpu_is_a_device(void **state)
{
    struct stage *s = *state;
    vy_device_info info;
    size_t first = 0;
    while (vy_device_describe(s->context, first, &info) && strcmp(info.name, "cuda"))
        first++;
    for (uint32_t k = 0; k < 2; k++) {
        assert_true(vy_device_describe(s->context, first + k, &info));
        assert_string_equal(info.name, "cuda");
        assert_int_equal(info.index, k);
        assert_int_equal(info.count, 2);
        assert_true(info.present);
        assert_non_null(strstr(info.model, k ? "NVIDIA Nothing 1," : "NVIDIA Nothing,"));
    }
    if (vy_device_describe(s->context, first + 2, &info))
        assert_string_not_equal(info.name, "cuda");

    vy_device *second = NULL, *third = NULL;
    assert_int_equal(opened(s, "cuda:1:stop_ms=0", &second), VY_OK);
    assert_string_equal(vy_device_name(second), "cuda:1");
    assert_int_equal(vy_device_query(second, &info), VY_OK);
    assert_int_equal(info.index, 1);
    assert_int_equal(fake->retained_of[0], 1);
    assert_int_equal(fake->retained_of[1], 1);
    assert_int_equal(opened(s, "cuda:2", &third), VY_ERROR_DEVICE);
    SAID(s, "V196", "'cuda:2'", "there are 2 'cuda', with the indices 0 to 1", "cuda, cuda:1");

    // Messages name the one that is meant.
    vy_buffer *b;
    assert_int_equal(vy_buffer_create(second, vy_buffer_params(.bytes = (uint64_t)1 << 40), &b),
                     VY_ERROR_LIMIT);
    SAID(s, "device 'cuda:1'");
    vy_device_close(&second);
    assert_int_equal(fake->retained_of[1], 0);
}

/// False: it would have to wait.
static bool alone(struct vyi_cuda_state *s)
{
    const struct vyi_job over = {.deadline_ns = 1};
    return !vyi_cuda_exclusive_begin(s, &over);
}

/// What runs on one GPU keeps nobody waiting on another.
static void each_gpu_has_its_gate(void **state)
{
    struct stage *s = *state;
    vy_device *devices[3] = {NULL};
    for (int i = 0; i < 3; i++)
        assert_int_equal(opened(s, i ? "cuda:1:stop_ms=0" : "cuda:0:stop_ms=0", &devices[i]),
                         VY_OK);
    struct vyi_cuda_state *zero = vyi_cuda_state(devices[0]), *one = vyi_cuda_state(devices[1]),
                          *other = vyi_cuda_state(devices[2]);
    assert_ptr_equal(zero->arbiter, vyi_cuda_state(s->device)->arbiter);
    assert_ptr_equal(one->arbiter, other->arbiter);
    assert_ptr_not_equal(zero->arbiter, one->arbiter);
    assert_true(alone(zero));
    assert_true(alone(one));
    assert_false(alone(other));
    vyi_cuda_exclusive_end(one);
    vyi_cuda_exclusive_end(zero);
    for (int i = 0; i < 3; i++)
        vy_device_close(&devices[i]);
    // The last one has gone, and the gate is made again.
    assert_int_equal(opened(s, "cuda:1:stop_ms=0", &devices[0]), VY_OK);
    vy_device_close(&devices[0]);
}

/// Buffers and pipelines belong to one of them.
static void gpus_do_not_mix(void **state)
{
    struct stage *s = *state;
    vy_device *second = NULL;
    vy_buffer *b = NULL;
    uint32_t y[4];
    assert_int_equal(opened(s, "cuda:1:stop_ms=0", &second), VY_OK);
    assert_int_equal(vy_buffer_create(second, vy_buffer_params(.bytes = 16), &b), VY_OK);
    vy_pipeline *p = stage_pipeline(s, "program p\nin x : u32[4]\nout y : u32[4]\n"
                                       "each i in 0..4 { y[i] = x[i] }\n");
    assert_int_equal(vy_dispatch(p,
                                 vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", b),
                                                                    vy_arg_out("y", y, sizeof y))),
                                 NULL),
                     VY_ERROR_ARGUMENT);
    vy_pipeline_destroy(&p);
    vy_buffer_destroy(&b);
    vy_device_close(&second);
}

// ---- drivers of Vulkan ----
/// Why the vulkan device is absent where a variable of its loader names a file.
static void no_driver_in(vy_context *c, const char *variable, const char *file)
{
    vy_device_info info;
    size_t i = 0;
    char own[4096];
    const char *value = getenv(variable);
    snprintf(own, sizeof own, "%s", value ? value : "");
    assert_int_equal(setenv(variable, file, 1), 0);
    while (vy_device_describe(c, i, &info) && strcmp(info.name, "vulkan"))
        i++;
    assert_false(info.present);
    if (!strstr(info.absent, "libvulkan.so.1")) { // else the loader is absent
        assert_non_null(strstr(info.absent, variable));
        assert_non_null(strstr(info.absent, "unset it, or name"));
    }
    assert_int_equal(value ? setenv(variable, own, 1) : unsetenv(variable), 0);
}

static void a_variable_that_hides_drivers_is_named(void **state)
{
    struct stage *s = *state;
    if (!getenv("VK_DRIVER_FILES")) { // which counts where both are set
        no_driver_in(s->context, "VK_ICD_FILENAMES", "/no/such.json");
        no_driver_in(s->context, "VK_ICD_FILENAMES", "");
    }
    no_driver_in(s->context, "VK_DRIVER_FILES", "/no/such.json");
    no_driver_in(s->context, "VK_DRIVER_FILES", "/dev/null"); // a file that is no driver's
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(index_0_is_the_one_without, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(wrong_names_are_refused, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(each_gpu_is_a_device, setup, teardown),
        cmocka_unit_test_setup_teardown(each_gpu_has_its_gate, setup, teardown),
        cmocka_unit_test_setup_teardown(gpus_do_not_mix, setup, teardown),
        cmocka_unit_test_setup_teardown(a_variable_that_hides_drivers_is_named, stage_open,
                                        stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
