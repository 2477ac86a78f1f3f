// Memory of the vulkan device: where the host sees it and where it does not, from every offset.
#include "support/gpu.h"
#include "support/rng.h"
#include "support/vulkan.h"

#include "dev/device.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void fills(void **state)
{
    gpu_check_fills(*state);
}

/// Bytes at odd places, up and down, more than a chunk of them.
static void transfers(void **state)
{
    enum { BYTES = (9 << 20) + 77 };
    struct stage *s = *state;
    uint8_t *up = malloc(BYTES), *down = malloc(BYTES);
    struct rng r = {5};
    assert_non_null(up && down ? up : NULL);
    for (size_t i = 0; i < BYTES; i++)
        up[i] = (uint8_t)rng_next(&r);
    vy_buffer *b = gpu_buffer(s, BYTES, up);
    assert_int_equal(vy_buffer_download(b, 0, down, BYTES), VY_OK);
    assert_memory_equal(up, down, BYTES);
    for (uint32_t i = 0; i < 40; i++) {
        uint64_t at = rng_next(&r) % BYTES, bytes = rng_next(&r) % (i % 2 ? 20 : BYTES);
        bytes = bytes < BYTES - at ? bytes : BYTES - at;
        for (uint64_t k = 0; k < bytes; k++)
            up[at + k] ^= (uint8_t)(k + i);
        assert_int_equal(vy_buffer_upload(b, at, up + at, bytes), VY_OK);
    }
    assert_int_equal(vy_buffer_download(b, 0, down, BYTES), VY_OK);
    assert_memory_equal(up, down, BYTES);
    vy_buffer_destroy(&b);
    free(up);
    free(down);
}

/// Clears and copies of every small length, from every place in a word.
static void clears_and_copies(void **state)
{
    enum { BYTES = 4096 };
    struct stage *s = *state;
    const struct vyi_device_fns *fns = s->device->fns;
    uint8_t want[BYTES], down[BYTES];
    void *a = NULL, *b = NULL;
    assert_int_equal(fns->memory_create(s->device, BYTES, true, &a), VY_OK);
    assert_int_equal(fns->memory_create(s->device, BYTES, false, &b), VY_OK);
    assert_int_equal((uintptr_t)a % VYI_DEV_ALIGN, 0);
    assert_int_equal(fns->transfer(s->device, a, down, BYTES, false), VY_OK);
    for (size_t i = 0; i < BYTES; i++)
        assert_int_equal(down[i], 0);
    for (size_t i = 0; i < BYTES; i++)
        want[i] = (uint8_t)(i % 251 + 1);
    assert_int_equal(fns->transfer(s->device, a, want, BYTES, true), VY_OK);
    for (uint64_t from = 0; from < 5; from++)
        for (uint64_t bytes = 1; bytes < 12; bytes++) {
            uint64_t at = from * 500 + bytes * 32 + from;
            fns->memory_clear(s->device, (char *)a + at, bytes);
            memset(want + at, 0, bytes);
        }
    assert_int_equal(fns->copy(s->device, (char *)b + 3, (char *)a + 6, BYTES - 6), VY_OK);
    assert_int_equal(fns->transfer(s->device, a, down, BYTES, false), VY_OK);
    assert_memory_equal(down, want, BYTES);
    assert_int_equal(fns->transfer(s->device, (char *)b + 3, down, BYTES - 6, false), VY_OK);
    assert_memory_equal(down, want + 6, BYTES - 6);
    fns->memory_destroy(s->device, a, BYTES);
    fns->memory_destroy(s->device, b, BYTES);
}

static void memory_that_the_host_sees(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = NULL;
    void *host = NULL;
    uint32_t word = 7;
    assert_int_equal(
        vy_buffer_create(s->device, vy_buffer_params(.bytes = 1000, .mapped = true), &b), VY_OK);
    assert_int_equal(vy_buffer_map(b, &host), VY_OK);
    assert_int_equal(*(uint32_t *)host, 0);
    assert_int_equal(vy_buffer_upload(b, 12, &word, sizeof word), VY_OK);
    assert_int_equal(((uint32_t *)host)[3], 7);
    ((uint32_t *)host)[4] = 9;
    assert_int_equal(vy_buffer_download(b, 16, &word, sizeof word), VY_OK);
    assert_int_equal(word, 9);
    vy_buffer_destroy(&b);
}

/// More than there is, and more than the driver allocates at a time, is refused with a sentence.
static void too_much(void **state)
{
    struct stage *s = *state;
    vy_buffer *b = NULL;
    vy_status status =
        vy_buffer_create(s->device, vy_buffer_params(.bytes = (uint64_t)1 << 50), &b);
    assert_true(status == VY_ERROR_LIMIT || status == VY_ERROR_MEMORY);
    assert_null(b);
    SAID(s, "V270", "has no room");
}

static void many_pieces(void **state)
{
    enum { COUNT = 300 };
    struct stage *s = *state;
    vy_buffer *list[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        list[i] = gpu_buffer(s, 4 + i * 37, NULL);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(vy_buffer_upload(list[i], i, &i, sizeof i), VY_OK);
    for (uint32_t i = 0, k; i < COUNT; i++) {
        assert_int_equal(vy_buffer_download(list[i], i, &k, sizeof k), VY_OK);
        assert_int_equal(k, i);
    }
    for (uint32_t i = 0; i < COUNT; i++)
        vy_buffer_destroy(&list[i * 7 % COUNT]);
}

static void the_list_and_the_second_of_one(void **state)
{
    struct stage *s = *state;
    vy_device *other = NULL;
    vy_device_info info;
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    assert_true(info.present && info.memory && !info.grid_barrier && info.resident);
    assert_true(strlen(info.model) > 10);
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "vulkan:99"), &other),
                     VY_ERROR_DEVICE);
    SAID(s, "V196", "vulkan:99", "there");
}

/// By a word of the model, in any case; with options behind it.
static void chosen_by_a_word(void **state)
{
    struct stage *s = *state;
    vy_device *other = NULL;
    vy_device_info info;
    char name[64], word[16];
    assert_int_equal(vy_device_query(s->device, &info), VY_OK);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(info.model, " "), info.model);
    for (char *at = word; *at; at++)
        *at = (char)toupper(*at);
    snprintf(name, sizeof name, "vulkan:%s:staging=1", word);
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = name), &other), VY_OK);
    assert_string_equal(vy_device_name(other), "vulkan");
    vy_device_close(&other);
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "vulkan:none"), &other),
                     VY_ERROR_ARGUMENT);
    SAID(s, "V275", "'none' in the device name", "'vyre devices' lists");
}

/// More than the driver allocates at once, which may be less than there is.
static void too_large_for_the_driver(void **state)
{
    struct stage *s = *state;
    const uint64_t bytes = s->device->most_bytes + 1;
    vy_buffer *b = NULL;
    for (int mapped = bytes > s->device->info.memory; mapped < 2; mapped++) {
        vy_status status =
            vy_buffer_create(s->device, vy_buffer_params(.bytes = bytes, .mapped = mapped), &b);
        assert_int_equal(status, VY_ERROR_LIMIT);
        assert_null(b);
        SAID(s, "V365", "in one piece", "split it");
    }
}

/// A driver may have threads, which a child has not: some would wait for them for ever.
static void a_forked_child_has_no_vulkan(void **state)
{
    struct stage *s = *state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        vy_device *other = NULL;
        vy_status status = vy_device_open(s->context, vy_device_params(.name = "vulkan"), &other);
        _exit(status == VY_ERROR_DEVICE && strstr(s->log.text, "V196") &&
                      strstr(s->log.text, "was forked")
                  ? 0
                  : 1);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
}

/// Scratch memory of serial workgroups counts in plans of graphs, for programs with grid barriers
/// too, and what is taken is not more than planned.
static void scratch_is_planned(void **state)
{
    static const char *const texts[] = {"program turns\n"
                                        "in  x : u32[1024]\n"
                                        "out y : u32[1024]\n"
                                        "shared s : u32[2048]\n"
                                        "workgroup 64\n"
                                        "grid 1024\n"
                                        "s[lid.x] = x[gid.x]\n"
                                        "barrier workgroup\n"
                                        "y[gid.x] = s[63 - lid.x]\n",
                                        "program turns\n"
                                        "in  x : u32[1024]\n"
                                        "out y : u32[1024]\n"
                                        "scratch t : u32[1024]\n"
                                        "shared s : u32[2048]\n"
                                        "workgroup 64\n"
                                        "grid 1024\n"
                                        "s[lid.x] = x[gid.x]\n"
                                        "barrier workgroup\n"
                                        "t[gid.x] = s[63 - lid.x]\n"
                                        "barrier grid\n"
                                        "y[gid.x] = t[gid.x]\n"};
    enum { SLICES = 16 * 8192 }; // 16 workgroups with their shared memory
    struct stage *s = *state;
    static uint32_t x[1024], y[1024];
    for (int i = 0; i < 2; i++)
        for (int waves = 1; waves < 3; waves++) {
            vy_graph *g = NULL;
            vy_graph_stats stats;
            uint32_t in, out[2], wave;
            vy_pipeline *p = stage_pipeline(s, texts[i]);
            assert_int_equal(vy_graph_create(s->device, vy_graph_params(.no_fuse = true), &g), 0);
            assert_int_equal(
                vy_graph_buffer(g, vy_graph_buffer_params(.bytes = sizeof x, .data = x), &in), 0);
            for (int k = 0; k < waves; k++) {
                vy_arg args[] = {vy_arg_slot("x", in), vy_arg_end(), vy_arg_end()};
                assert_int_equal(vy_graph_buffer(g,
                                                 vy_graph_buffer_params(.bytes = sizeof y,
                                                                        .memory = k ? NULL : y),
                                                 &out[k]),
                                 0);
                args[1] = vy_arg_slot("y", out[k]);
                assert_int_equal(vy_graph_wave(g, p, vy_graph_wave_params(.args = args), &wave), 0);
            }
            x[0] = (uint32_t)(7 + i + waves);
            if (vy_graph_run(g, NULL, &stats))
                fail_msg("%s", s->log.text);
            assert_int_equal(y[63], x[0]);
            assert_true(stats.planned_peak >= (uint64_t)waves * SLICES);
            assert_true(stats.peak >= SLICES && stats.peak <= stats.planned_peak);
            assert_int_equal(vy_graph_budget(g, SLICES), 0);
            assert_int_equal(vy_graph_run(g, NULL, &stats), VY_ERROR_LIMIT);
            SAID(s, "budget");
            vy_graph_destroy(&g);
            vy_pipeline_destroy(&p);
        }
}

static int open_serial(void **state)
{
    int code = stage_open(state);
    if (!code)
        stage_use(*state, "vulkan:serial=1");
    return code;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        VULKAN_TESTS(fills),
        VULKAN_TESTS(transfers),
        VULKAN_TESTS(clears_and_copies),
        VULKAN_TESTS(memory_that_the_host_sees),
        VULKAN_TESTS(too_much),
        VULKAN_TESTS(many_pieces),
        cmocka_unit_test_setup_teardown(scratch_is_planned, open_serial, stage_close),
        cmocka_unit_test_setup_teardown(chosen_by_a_word, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(too_large_for_the_driver, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(a_forked_child_has_no_vulkan, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(the_list_and_the_second_of_one, vulkan_open, stage_close),
    };
    int code;
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
