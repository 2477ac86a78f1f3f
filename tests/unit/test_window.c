// Windows: buffers of the library's own kernels whose address and length are values, on every
// device.
//   test_window [DEVICE…]
#include "ir/program.h"
#include "support/gpu.h"
#include "support/log.h"
#include "support/named.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
    struct test_log log;
    vy_context *context;
    vy_device *device;
};
static const char *device_name;

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    return !f ||
           vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log),
                             &f->context) ||
           vy_device_open(f->context, vy_device_params(.name = test_device(device_name)),
                          &f->device);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_device_close(&f->device);
    vy_context_destroy(&f->context);
    free(f);
    return 0;
}

static vy_buffer *make(struct fixture *f, uint64_t bytes, const void *data)
{
    vy_buffer *b = NULL;
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = bytes, .data = data), &b), VY_OK);
    return b;
}

static uint64_t address(vy_buffer *b)
{
    uint64_t at = 0;
    assert_int_equal(vy_buffer_address(b, &at), VY_OK);
    return at;
}

/// Runs a text over a resident buffer and u64 rows; `out` gets what it gives.
static void run(struct fixture *f, const char *text, const uint64_t *rows, size_t row_bytes,
                vy_buffer *data, uint32_t *out, size_t out_bytes)
{
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    vy_status status =
        vyi_program_parse(f->context, vy_parse_params(.text = text), VYI_PARSE_WINDOWS, &program);
    if (status || (status = vy_program_verify(program)))
        printf("%s\n", f->log.text);
    assert_int_equal(status, VY_OK);
    assert_int_equal(vy_pipeline_create(f->device, program, NULL, &pipeline), VY_OK);
    status = vy_dispatch(pipeline,
                         vy_dispatch_params(.args = vy_args(vy_arg_in("rows", rows, row_bytes),
                                                            vy_arg_buffer("data", data),
                                                            vy_arg_out("res", out, out_bytes))),
                         NULL);
    if (status)
        printf("%s\n", f->log.text);
    assert_int_equal(status, VY_OK);
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
}

static void every_type_is_read_and_written(void **state)
{
    static const char text[] = "program p service\n"
                               "in rows : u64[]\n"
                               "inout data : u32[]\n"
                               "out res : u32[16]\n"
                               "window a : u8[]\n"
                               "window b : i16[]\n"
                               "window c : u32[]\n"
                               "window d : u64[]\n"
                               "window e : f32[]\n"
                               "window f : f64[]\n"
                               "window g : atomic u32[]\n"
                               "window h : atomic u64[]\n"
                               "window k : bool[]\n"
                               "workgroup 1 grid 1\n"
                               "res[0] = len(a) + c[0]\n" // 0: it lies nowhere yet
                               "a = window(rows[0], 16u64)\n"
                               "b = window(rows[0] + 16, 8u64)\n"
                               "c = window(rows[0] + 32, 4u64)\n"
                               "d = window(rows[0] + 48, 2u64)\n"
                               "e = window(rows[0] + 64, 4u64)\n"
                               "f = window(rows[0] + 80, 2u64)\n"
                               "g = window(rows[0] + 96, 4u64)\n"
                               "h = window(rows[0] + 112, 2u64)\n"
                               "k = window(rows[0] + 128, 4u64)\n"
                               "a[15] = a[0] + 1\n"
                               "b[7] = b[0] - 40000\n"
                               "c[3] += 5\n"
                               "d[1] = d[0] << 1\n"
                               "e[3] = e[0] * 2.0\n"
                               "f[1] = f[0] + 0.25\n"
                               "res[1] = atomic_add(g[1], 7)\n"
                               "g[2] = 9\n"
                               "res[2] = u32(atomic_compare_exchange(h[1], 0, 1u64 << 40) >> 32)\n"
                               "k[3] = true\n"
                               "res[3] = len(a)\n"
                               "res[4] = len(h)\n"
                               "a[16] = 1\n" // out of bounds, all of them
                               "c[4] = 1\n"
                               "c[0xffffffff] = 1\n"
                               "res[5] = c[4] + atomic_add(g[4], 1)\n"
                               "res[6] = u32(b[7])\n"
                               "c = window(rows[0] + 32, 1u64 << 40)\n"
                               "res[7] = len(c)\n"
                               "res[8] = c[3]\n"
                               "c = window(0, 0)\n"
                               "res[9] = c[3] + len(c)\n";
    struct fixture *f = *state;
    uint32_t words[36] = {0}, out[16], after[36];
    unsigned char *bytes = (unsigned char *)words;
    bytes[0] = 254;
    ((int16_t *)(bytes + 16))[0] = 20000;
    words[11] = 37;
    words[12] = 0x80000001u, words[13] = 1;
    memcpy(bytes + 64, &(float){1.5f}, 4);
    memcpy(bytes + 80, &(double){2.0}, 8);
    words[25] = 100;
    vy_buffer *b = make(f, sizeof words, words);
    uint64_t rows[1] = {address(b)};
    run(f, text, rows, sizeof rows, b, out, sizeof out);
    assert_int_equal(vy_buffer_download(b, 0, after, sizeof after), VY_OK);
    bytes[15] = 255;
    ((int16_t *)(bytes + 16))[7] = -20000;
    words[11] = 42;
    words[14] = 2, words[15] = 3;
    memcpy(bytes + 76, &(float){3.0f}, 4);
    memcpy(bytes + 88, &(double){2.25}, 8);
    words[25] = 107;
    words[26] = 9;
    words[31] = 1 << 8;
    words[35] = 1;
    assert_memory_equal(after, words, sizeof words);
    const uint32_t want[10] = {0, 100, 0, 16, 2, 0, (uint32_t)-20000, UINT32_MAX, 42, 0};
    assert_memory_equal(out, want, sizeof want);
    vy_buffer_destroy(&b);
}

/// Each invocation has a window of its own: vectors of addresses, masks, atomics lane by lane.
static void each_invocation_has_its_own(void **state)
{
    static const char text[] =
        "program p service\n"
        "in rows : u64[]\n"
        "inout data : u32[]\n"
        "out res : u32[64]\n"
        "window w : u32[]\n"
        "window x : atomic u32[]\n"
        "window y : u8[]\n"
        "workgroup 64 grid 64\n"
        "fn sum(b: in u32[]) -> u32 {\n"
        "    var s = 0\n"
        "    for i in 0 .. len(b) + 2 { s += b[i] }\n" // two are out of bounds
        "    return s\n"
        "}\n"
        "let i = gid.x\n"
        "w = window(rows[0] + u64(i) * 16, u64(i % 5))\n"
        "let s = sum(w)\n"
        "let t = sum(w[1 .. 3])\n"
        "x = window(rows[0] + 64 * 16 + u64(i % 4) * 4, 1u64)\n"
        "atomic_add(x[i % 2], i)\n" // half of them are out of bounds
        "y = window(rows[0] + 64 * 16 + 16 + u64(i), 1u64)\n"
        "if i % 3 == 0 { y[0] = i }\n"
        "res[i] = s * 1000 + t\n";
    struct fixture *f = *state;
    uint32_t words[64 * 4 + 4 + 16] = {0}, out[64], after[64 * 4 + 4 + 16];
    for (uint32_t i = 0; i < 256; i++)
        words[i] = i;
    vy_buffer *b = make(f, sizeof words, words);
    uint64_t rows[1] = {address(b)};
    run(f, text, rows, sizeof rows, b, out, sizeof out);
    assert_int_equal(vy_buffer_download(b, 0, after, sizeof after), VY_OK);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t s = 0, t = 0;
        for (uint32_t k = 0; k < i % 5; k++) {
            s += i * 4 + k;
            t += k == 1 || k == 2 ? i * 4 + k : 0;
        }
        assert_int_equal(out[i], s * 1000 + t);
        if (i % 2 == 0)
            words[256 + i % 4] += i;
        if (i % 3 == 0)
            ((unsigned char *)(words + 260))[i] = (unsigned char)i;
    }
    assert_memory_equal(after, words, sizeof words);
    vy_buffer_destroy(&b);
}

/// A window may overlap a buffer and other windows: accesses happen as written.
static void they_overlap_what_there_is(void **state)
{
    static const char text[] = "program p service\n"
                               "in rows : u64[]\n"
                               "inout data : u32[]\n"
                               "out res : u32[8]\n"
                               "window a : u32[]\n"
                               "window b : u16[]\n"
                               "workgroup 1 grid 1\n"
                               "a = window(rows[0], 4u64)\n"
                               "b = window(rows[0], 8u64)\n"
                               "data[0] = 1\n"
                               "a[0] = 2\n"
                               "res[0] = data[0]\n"
                               "b[0] = 3\n"
                               "res[1] = a[0]\n"
                               "res[2] = data[0]\n"
                               "var n = 0\n"
                               "for i in 0 .. 8 {\n"
                               "    data[1] = i\n"
                               "    n += a[1] * 10 + b[2]\n"
                               "    b[2] = n & 3\n"
                               "    n += a[1] + data[1]\n"
                               "}\n"
                               "res[3] = n\n"
                               "data[2] = 7\n"
                               "a = window(rows[0] + 8, 1u64)\n"
                               "res[4] = a[0]\n"
                               "a[0] = 8\n"
                               "res[5] = data[2]\n";
    struct fixture *f = *state;
    uint32_t words[4] = {0}, out[8], n = 0;
    vy_buffer *b = make(f, sizeof words, words);
    uint64_t rows[1] = {address(b)};
    run(f, text, rows, sizeof rows, b, out, sizeof out);
    for (uint32_t i = 0; i < 8; i++) {
        n += i * 11;
        n += 2 * (n & 3);
    }
    const uint32_t want[6] = {2, 3, 3, n, 7, 8};
    assert_memory_equal(out, want, sizeof want);
    vy_buffer_destroy(&b);
}

/// Nobody else can name an address.
static void others_have_none(void **state)
{
    struct fixture *f = *state;
    static const char ours[] =
        "program p service\nwindow w : u32[]\nw = window(0, 1u64)\nw[0] = 1\n";
    static const char plain[] = "program p\nwindow w : u32[]\nw = window(0, 1u64)\nw[0] = 1\n";
    static const char passed[] = "program p service\nwindow w : u32[]\n"
                                 "fn f(b: inout u32[]) { b = window(0, 1u64) }\nf(w)\n";
    vy_program *program = NULL;
    void *bytes = NULL;
    size_t size;
    assert_int_equal(vy_program_parse(f->context, vy_parse_params(.text = ours), &program),
                     VY_ERROR_PROGRAM);
    assert_non_null(strstr(f->log.text, "a window is memory at an address"));
    assert_non_null(strstr(f->log.text, "declare a buffer"));
    assert_null(program);
    test_log_clear(&f->log);
    assert_int_equal(
        vyi_program_parse(f->context, vy_parse_params(.text = plain), VYI_PARSE_WINDOWS, &program),
        VY_OK);
    assert_int_equal(vy_program_verify(program), VY_ERROR_PROGRAM);
    assert_non_null(strstr(f->log.text, "a window is for service programs"));
    vy_program_destroy(&program);
    test_log_clear(&f->log);
    assert_int_equal(
        vyi_program_parse(f->context, vy_parse_params(.text = passed), VYI_PARSE_WINDOWS, &program),
        VY_ERROR_PROGRAM);
    assert_non_null(strstr(f->log.text, "'b' is a buffer"));
    test_log_clear(&f->log);
    assert_int_equal(
        vyi_program_parse(f->context, vy_parse_params(.text = ours), VYI_PARSE_WINDOWS, &program),
        VY_OK);
    assert_int_equal(vy_program_encode(program, &bytes, &size), VY_ERROR_PROGRAM);
    assert_non_null(strstr(f->log.text, "it has windows"));
    assert_null(bytes);
    vy_program_destroy(&program);
}

int main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(every_type_is_read_and_written),
                                       TEST(each_invocation_has_its_own),
                                       TEST(they_overlap_what_there_is), TEST(others_have_none)};
    const char *const usual[] = {"oracle", "cpu", "cuda"};
    int failed = 0;
    for (int i = 1; i < (argc > 1 ? argc : 4); i++) {
        device_name = argc > 1 ? argv[i] : usual[i - 1];
        int code = 0;
        bool real = false;
        if (!strcmp(device_name, "cuda") && !gpu_or_interpreter(&code, &real)) {
            failed |= code;
            continue;
        }
        if (!strcmp(device_name, "cpu") && !getenv("VYRE_LLVM_BUILT") && argc < 2) {
            printf("no cpu device: this build makes no code for it\n");
            continue;
        }
        printf("---- %s\n", device_name);
        failed |= cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failed;
}
