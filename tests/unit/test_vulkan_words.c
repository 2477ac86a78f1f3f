// Types that a driver lacks, on the vulkan device that has 32-bit words only: elements of 8 and 16
// bits that begin anywhere in a word, neighbours in one word, and 64-bit values where they leave a
// kernel.
#include "support/gpu.h"
#include "support/vulkan.h"

#include "dev/vulkan/vulkan_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int open_words(void **state)
{
    int code = stage_open(state);
    if (!code)
        stage_use(*state, "vulkan:words=1");
    return code;
}

static int open_serial_words(void **state)
{
    int code = stage_open(state);
    if (!code)
        stage_use(*state, "vulkan:words=1:serial=1");
    return code;
}

#define WORDS_TESTS(test)                                            \
    {#test, test, open_words, stage_close, NULL},                    \
    {                                                                \
#test ", serial", test, open_serial_words, stage_close, NULL \
    }

enum { BYTES = 1031 };

/// The bytes of a buffer, after two parts of it beside each other were `x` (read) and `y`.
static void run_parts(struct stage *s, const char *elem, uint32_t size, uint32_t first,
                      uint32_t count)
{
    uint8_t bytes[BYTES], should[BYTES];
    char text[300];
    for (uint32_t i = 0; i < BYTES; i++)
        should[i] = bytes[i] = (uint8_t)(i * 37 + 11);
    // Each element of y becomes one of x, from the other end, and 3 more.
    uint32_t y = first + count * size;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = 0;
        memcpy(&v, bytes + first + (count - 1 - i) * size, size);
        v += 3;
        memcpy(should + y + i * size, &v, size);
    }
    snprintf(text, sizeof text,
             "program parts\nin x : %s[]\ninout y : %s[]\n"
             "each i in 0..len(y) {\n    y[i] = 0xffff\n    y[i] = x[len(x) - 1 - i]\n"
             "    y[i] += 3\n}\n",
             elem, elem);
    vy_pipeline *p = stage_pipeline(s, text);
    vy_buffer *b = gpu_buffer(s, BYTES, bytes);
    vy_arg args[] = {vy_arg_buffer_range("x", b, first, (uint64_t)count * size),
                     vy_arg_buffer_range("y", b, y, (uint64_t)count * size), vy_arg_end()};
    if (vy_dispatch(p, vy_dispatch_params(.args = args), NULL))
        fail_msg("%s", s->log.text);
    assert_int_equal(vy_buffer_download(b, 0, bytes, BYTES), VY_OK);
    assert_memory_equal(bytes, should, BYTES);
    vy_buffer_destroy(&b);
    vy_pipeline_destroy(&p);
}

/// Parts of a buffer that begin and end inside a word: bytes beside them are not changed.
static void parts_of_words(void **state)
{
    static const char *const bytes[] = {"u8", "i8"}, *const shorts[] = {"u16", "i16"};
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t first = 0; first < 5; first++)
            for (uint32_t count = 1; count < 500; count = count * 9 + first)
                run_parts(*state, bytes[k], 1, first, count);
        for (uint32_t first = 0; first < 5; first += 2)
            for (uint32_t count = 1; count < 250; count = count * 7 + first)
                run_parts(*state, shorts[k], 2, first, count);
    }
}

/// What invocations of a workgroup store side by side in shared memory.
static void shared_bytes(void **state)
{
    struct stage *s = *state;
    static const char text[] = "program shares\n"
                               "out y : i32[4, 64]\n"
                               "out z : u32[4]\n"
                               "shared a : u8[67]\n"
                               "shared b : i16[65]\n"
                               "workgroup 64\n"
                               "grid 256\n"
                               "if lid.x == 0 { z[wid.x] = a[66] + u32(b[64]) }\n"
                               "a[lid.x] = lid.x * 7\n"
                               "b[lid.x] = 100 - i32(lid.x * 500)\n"
                               "barrier workgroup\n"
                               "y[wid.x, lid.x] = b[63 - lid.x] + i32(a[63 - lid.x])\n"
                               "barrier workgroup\n"
                               "if lid.x == 0 { a[66] = 9 }\n";
    int32_t y[4][64];
    uint32_t z[4];
    vy_pipeline *p = stage_pipeline(s, text);
    vy_arg args[] = {vy_arg_out("y", y, sizeof y), vy_arg_out("z", z, sizeof z), vy_arg_end()};
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), NULL), VY_OK);
    for (int i = 0; i < 256; i++) {
        int from = 63 - i % 64;
        assert_int_equal(y[i / 64][i % 64], (int16_t)(100 - from * 500) + (uint8_t)(from * 7));
        assert_int_equal(z[i / 64], 0);
    }
    vy_pipeline_destroy(&p);
}

struct lines {
    char text[400];
};

static void add_line(void *user, const char *line)
{
    struct lines *l = user;
    size_t used = strlen(l->text);
    snprintf(l->text + used, sizeof l->text - used, "%s\n", line);
}

/// Params, prints and asserts of 64 bits.
static void in_and_out(void **state)
{
    struct stage *s = *state;
    struct lines l = {.text = ""};
    vy_pipeline *p = stage_pipeline(s, "program speaks\n"
                                       "param k : u64\n"
                                       "param f : f64\n"
                                       "workgroup 1\n"
                                       "grid 1\n"
                                       "print \"{} {} {}\", k, f / 4.0, i64(k) - 1\n"
                                       "assert k == 5, \"k is {}\", k\n");
    vy_arg args[] = {vy_arg_u64("k", 0xfedcba9876543210u), vy_arg_f64("f", 1e300), vy_arg_end()};
    vy_status status =
        vy_dispatch(p, vy_dispatch_params(.args = args, .print = add_line, .print_user = &l), NULL);
    assert_int_not_equal(status, VY_OK);
    SAID(s, "k is 18364758544493064720");
    assert_string_equal(l.text, "18364758544493064720 2.5e+299 -81985529216486897\n");
    vy_pipeline_destroy(&p);
}

static struct {
    const struct vyi_vulkan_state *device;
    vu_result (*submit)(vu_queue queue, uint32_t count, const struct vu_submit *submits,
                        vu_fence fence);
    uint64_t submitted; ///< the clock of the kernels when the last launch was submitted
} watched;

static vu_result watch(vu_queue queue, uint32_t count, const struct vu_submit *submits,
                       vu_fence fence)
{
    memcpy(&watched.submitted, watched.device->clock.host, sizeof watched.submitted);
    return watched.submit(queue, count, submits, fence);
}

/// A clock that goes on from launch to launch, by its two words, and is right before a launch
/// begins: whether the host brings it up to date before the kernel reads it is chance after that.
static void clock_goes_on(void **state)
{
    struct stage *s = *state;
    struct vyi_vulkan_state *v = vyi_vulkan_state(s->device);
    watched.device = v;
    watched.submit = v->vu.queue_submit;
    v->vu.queue_submit = watch;
    uint64_t before = 0, y[2] = {0};
    vy_pipeline *p = stage_pipeline(s, "program ticks service\n"
                                       "out y : u64[2]\n"
                                       "workgroup 1\n"
                                       "grid 1\n"
                                       "y[0] = clock()\n"
                                       "y[1] = clock()\n");
    vy_arg args[] = {vy_arg_out("y", y, sizeof y), vy_arg_end()};
    for (int i = 0; i < 3; i++) {
        const uint64_t now = vyi_now_ns();
        if (vy_dispatch(p, vy_dispatch_params(.args = args), NULL))
            fail_msg("%s", s->log.text);
        assert_true(y[0] > before && y[1] >= y[0]);
        assert_true(watched.submitted >= now);
        before = y[1];
    }
    vy_pipeline_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {WORDS_TESTS(parts_of_words), WORDS_TESTS(shared_bytes),
                                       WORDS_TESTS(in_and_out), WORDS_TESTS(clock_goes_on)};
    int code;
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
