// Which buffers are known to be overwritten as a whole, and that nothing is left of what lay there.
#include "ir/cover.h"
#include "support/log.h"
#include "vyre/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static vy_context *context;
static struct test_log log_;

/// Programs over `in x` of 5,000 elements with an `out y`, and whether all of y is known to be
/// overwritten.
static const struct sample {
    bool whole;
    const char *size, *rest;
} samples[] = {
    // dealt
    {true, "len(x)", "each i in 0..len(x) { y[i] = x[i] }"},
    {true, "len(x)",
     "each i in 0..len(y) { let v = x[i] for k in 0..v { if k == 3 { break } } "
     "y[i] = v }"},
    {true, "40, 125", "each i in 0..40, j in 0..125 { y[i, j] = i + j }"},
    {true, "40, 125", "each j in 0..125, i in 0..40 { y[i, j] = i + j }"},
    {true, "len(x)", "each i in 0..len(x) / 5 { for k in 0..5 { y[i * 5 + k] = k } }"},
    {true, "len(x)", "each i in 0..len(x) + 7 { y[i] = 3 }"},
    {true, "len(x)", "workgroup 8\ngrid 8\neach i in 0..len(x) { y[i] = x[i] }"},
    {true, "len(x)", "region \"r\" { each i in 0..len(x) { region \"s\" { y[i] = 1 } } }"},
    {true, "len(x)", "each i in 0..len(x) { block b { if x[i] == 3 { leave b } } y[i] = 1 }"},
    {true, "len(x)",
     "each i in 0..len(x) { if x[i] > 2 { y[i] = 1 } y[i] = 2 if i == 3 { y[0] = 1 } }"},
    // in a grid
    {true, "len(x)", "workgroup 64\ngrid len(x)\ny[gid.x] = 1"},
    {true, "len(x)", "workgroup 64\ngrid len(x)\nif gid.x < len(x) { y[gid.x] = 1 }"},
    {true, "len(x)",
     "workgroup 64\ngrid len(x)\nlet i = wid.x * 64 + lid.x if i < len(y) { y[i] = 1 }"},
    {true, "50, 100", "workgroup 10, 10\ngrid 100, 50\ny[gid.y, gid.x] = 1"},
    {true, "50, 100",
     "workgroup 10, 10\ngrid 50, 100\nbarrier workgroup "
     "y[wid.x * 10 + lid.y, wid.y * 10 + lid.x] = 1"},
    {true, "50, 100",
     "workgroup 10, 10\ngrid 100, 50\nif gid.x < 100 && gid.y < 50 { y[gid.y, gid.x] = 1 }"},
    {true, "len(x)",
     "workgroup 32\ngrid ceil_div(len(x), 8)\nlet first = wid.x * (32 * 8) + lid.x\n"
     "for r in 0..8 { y[first + r * 32] = workgroup_add(r) }"},
    {true, "len(x)",
     "workgroup 1\ngrid 1\nfor i in 0..len(x) step 2 { for k in 0..2 { y[i + k] = 1 } }"},
    {true, "len(x)", "workgroup 8\ngrid len(x)\nassert x[gid.x] < 9999999 y[u64(gid.x)] = 1"},
    // not all of it
    {false, "len(x)", "each i in 0..len(x) - 1 { y[i] = x[i] }"},
    {false, "len(x)", "each i in 1..len(x) { y[i] = x[i] }"},
    {false, "len(x)", "each i in 0..len(x) { y[i + 1] = x[i] }"},
    {false, "len(x)", "each i in 0..len(x) { y[i * 2] = x[i] }"},
    {false, "len(x)", "each i in 0..len(x) { y[x[i]] = i }"},
    {false, "len(x)", "each i in 0..len(x) { if x[i] > 2 { y[i] = 1 } }"},
    {false, "len(x)", "each i in 0..len(x) { if i < len(x) - 1 { y[i] = 1 } }"},
    {false, "len(x)", "each i in 0..len(x) { if i * 2 < len(x) { y[i] = 1 } }"},
    {false, "len(x)", "each i in 0..len(x) { if i < len(x) { } else { y[i] = 1 } }"},
    {false, "50, 50", "workgroup 10\ngrid 50\ny[gid.x, gid.x] = 1"},
    {false, "50, 50", "workgroup 10\ngrid 50\ny[gid.x, lid.x] = 1"},
    {false, "50, 10", "workgroup 10\ngrid 50\ny[gid.x, wid.x] = 1"},
    {false, "50, 50", "each i in 0..50, j in 0..50 { y[i, i] = 1 }"},
    {false, "len(x)", "workgroup 64\ngrid len(x) - 64\ny[gid.x] = 1"},
    {false, "len(x)", "workgroup 8\ngrid 8\neach i in 0..len(x) { y[gid.x] = i }"},
    {false, "len(x)", "workgroup 8\ngrid 8\neach i in 0..len(x) / 8 { y[i * 8 + lid.x] = i }"},
    // not every time
    {false, "len(x)", "workgroup 64\ngrid len(x)\nif x[gid.x] == 7 { return } y[gid.x] = 1"},
    {false, "len(x)", "each i in 0..len(x) { if x[i] == 7 { continue } y[i] = 1 }"},
    {false, "len(x)",
     "workgroup 1\ngrid 1\nfor i in 0..len(x) { if x[i] == 7 { break } y[i] = 1 }"},
    {false, "len(x)",
     "workgroup 1\ngrid 1\nfor i in 0..len(x) { y[i] = 1 if x[i] == 7 { break } }"},
    {false, "len(x)",
     "workgroup 1\ngrid 1\nblock b { for i in 0..len(x) { y[i] = 1 if x[i] == 7 { leave b } } }"},
    {false, "len(x)", "workgroup 8\ngrid len(x)\nvar k = gid.x while k > 7 { y[gid.x] = 1 k = 0 }"},
    {false, "len(x)", "workgroup 8\ngrid len(x)\nvar k = gid.x y[k] = 1"},
    {false, "len(x)", "workgroup 8\ngrid 0\neach i in 0..len(x) { y[i] = 1 }"},
    // read
    {false, "len(x)", "each i in 0..len(x) { y[i] = y[i] + 1 }"},
    {false, "len(x)", "each i in 0..len(x) { y[i] += 1 }"},
    {false, "len(x)", "workgroup 8\ngrid len(x)\ny[gid.x] = 1 if gid.x == 9 { y[0] = y[4999] }"},
    // past what fits
    {false, "len(x)",
     "each i in 0..len(x) { for k in 0..4000000 { if k > 3999998 { y[i + k * 5000] = 1 } } }"},
    {false, "len(x)", "workgroup 8\ngrid len(x)\ny[gid.x * 4294967295] = 1"},
};
enum { SAMPLES = sizeof samples / sizeof *samples, COUNT = 5000 };

static vy_program *parse(const struct sample *s)
{
    char text[1000];
    vy_program *p = NULL;
    snprintf(text, sizeof text, "program t\nin x: u32[]\nout y: u32[%s]\n%s\n", s->size, s->rest);
    if (vy_program_parse(context, vy_parse_params(.text = text), &p) || vy_program_verify(p))
        fail_msg("%s%s", log_.text, text);
    return p;
}

static void it_is_known_what_is_overwritten(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        vy_program *p = parse(&samples[i]);
        uint64_t bound[2] = {COUNT * 4, UINT64_MAX};
        struct vyi_report report = {.context = context};
        struct vyi_launch launch;
        struct vyi_launch_choice choice = {32, 16};
        assert_int_equal(vyi_launch_eval(p, NULL, bound, choice, &report, &launch), VY_OK);
        if (vyi_cover_whole(p, &launch, 1) != samples[i].whole)
            fail_msg("%s is %swhole", samples[i].rest, samples[i].whole ? "" : "not ");
        assert_false(vyi_cover_whole(p, &launch, 0));
        vyi_launch_free(context, &launch);
        vyi_report_end(&report, VY_OK);
        vy_program_destroy(&p);
    }
}

/// Whatever is known: what lay in the memory before is never seen.
static void nothing_is_left_of_what_was_there(void **state)
{
    uint32_t *x = malloc(COUNT * 4), *y[2] = {malloc(COUNT * 4), malloc(COUNT * 4)};
    vy_device *device;
    (void)state;
    assert_int_equal(vy_device_open(context, vy_device_params(.name = "oracle"), &device), VY_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        x[i] = i * 7919 % 11;
    for (size_t i = 0; i < SAMPLES; i++) {
        vy_program *p = parse(&samples[i]);
        vy_pipeline *pipeline;
        uint64_t bytes;
        if (strstr(samples[i].rest, "4000000"))
            continue; // takes the oracle too long
        assert_int_equal(vy_pipeline_create(device, p, NULL, &pipeline), VY_OK);
        for (int k = 0; k < 2; k++) {
            vy_buffer *buffer;
            vy_arg args[3] = {vy_arg_in("x", x, COUNT * 4)};
            assert_int_equal(vy_pipeline_buffer_bytes(pipeline, args, "y", &bytes), VY_OK);
            memset(y[k], k ? 0xee : 0x11, COUNT * 4);
            assert_int_equal(
                vy_buffer_create(device, vy_buffer_params(.bytes = bytes, .data = y[k]), &buffer),
                VY_OK);
            args[1] = vy_arg_buffer("y", buffer);
            args[2] = vy_arg_end();
            assert_int_equal(vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL), VY_OK);
            assert_int_equal(vy_buffer_download(buffer, 0, y[k], bytes), VY_OK);
            vy_buffer_destroy(&buffer);
        }
        if (memcmp(y[0], y[1], bytes))
            fail_msg("%s", samples[i].rest);
        vy_pipeline_destroy(&pipeline);
        vy_program_destroy(&p);
    }
    vy_device_close(&device);
    free(x);
    free(y[0]);
    free(y[1]);
}

static int setup(void **state)
{
    (void)state;
    return vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_), &context);
}

static int teardown(void **state)
{
    (void)state;
    vy_context_destroy(&context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_known_what_is_overwritten),
        cmocka_unit_test(nothing_is_left_of_what_was_there),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
