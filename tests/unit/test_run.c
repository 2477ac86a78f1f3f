// The public calls of run.h: devices, buffers, pipelines, arguments, what comes back, the race
// check.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/alloc.h"
#include "support/log.h"
#include "support/patience.h"
#include "vyre/vyre.h"

struct fixture {
    struct test_log log;
    struct test_alloc alloc;
    vy_context *context;
    vy_device *device;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    unsetenv("VYRE_DEVICE");
    return !f ||
           vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log,
                                               .alloc = test_alloc, .alloc_user = &f->alloc),
                             &f->context) ||
           vy_device_open(f->context, vy_device_params(.name = "oracle"), &f->device);
}

/// Every test must leave the allocator as it found it.
static int teardown(void **state)
{
    struct fixture *f = *state;
    vy_device_close(&f->device);
    vy_context_destroy(&f->context);
    bool clean = !f->alloc.live && !f->alloc.wrong_sizes;
    free(f);
    return !clean;
}

static vy_program *parse(struct fixture *f, const char *text)
{
    vy_program *program = NULL;
    if (vy_program_parse(f->context, vy_parse_params(.text = text, .name = "p.vy"), &program))
        fail_msg("%s", f->log.text);
    return program;
}

static vy_pipeline *pipeline_of(struct fixture *f, const char *text)
{
    vy_program *program = parse(f, text);
    vy_pipeline *pipeline = NULL;
    if (vy_pipeline_create(f->device, program, NULL, &pipeline))
        fail_msg("%s", f->log.text);
    vy_program_destroy(&program); // the pipeline keeps what it needs
    return pipeline;
}

static void said(struct fixture *f, const char *const *words)
{
    for (; *words; words++)
        if (!strstr(f->log.text, *words))
            fail_msg("'%s' is not in: %s", *words, f->log.text);
    test_log_clear(&f->log);
}
#define SAID(...) said(f, (const char *const[]){__VA_ARGS__, NULL})

static const char scale[] = "program scale\n"
                            "in x : u32[] /// numbers\n"
                            "param k : u32 = 2\n"
                            "inout acc : u32[len(x)]\n"
                            "out y : u32[len(x)]\n"
                            "each i in 0..len(x) { y[i] = x[i] * k  acc[i] += y[i] }\n";

// ---- devices and buffers ----
static void devices_are_listed(void **state)
{
    struct fixture *f = *state;
    vy_device_info info;
    bool oracle = false, absent = false;
    for (size_t i = 0; vy_device_describe(f->context, i, &info); i++) {
        assert_true(info.name && info.kind && info.description);
        assert_int_equal(info.present, info.absent == NULL);
        oracle = oracle || (!strcmp(info.name, "oracle") && info.present);
        absent = absent || (!strcmp(info.name, "cuda") && !info.present);
    }
    assert_true(oracle && absent);
    assert_string_equal(vy_device_name(f->device), "oracle");
}

static void no_device_is_taken_silently(void **state)
{
    struct fixture *f = *state;
    vy_device *device = NULL;
    assert_int_equal(vy_device_open(f->context, vy_device_params(.name = "cuda"), &device),
                     VY_ERROR_DEVICE);
    SAID("V196", "device 'cuda' is not available", "oracle");
    assert_int_equal(vy_device_open(f->context, vy_device_params(.name = "gpu9"), &device),
                     VY_ERROR_DEVICE);
    SAID("V196", "there is no device of that name");
    setenv("VYRE_DEVICE", "gpu9", 1);
    assert_int_equal(vy_device_open(f->context, NULL, &device), VY_ERROR_DEVICE);
    SAID("V196", "device 'gpu9'");
    setenv("VYRE_DEVICE", "oracle", 1);
    assert_int_equal(vy_device_open(f->context, NULL, &device), VY_OK);
    vy_device_close(&device);
    unsetenv("VYRE_DEVICE");
    assert_int_equal(vy_device_open(f->context, NULL, &device), VY_OK);
    vy_device_close(&device);
    assert_null(device);
}

/// Where nobody names a device and the cpu is absent, the oracle stands in for it and says why.
static void a_fallback_gives_its_reason(void **state)
{
    struct fixture *f = *state;
    vy_device *device = NULL;
    vy_device_info info;
    setenv("VYRE_LLVM", "absent.so", 1);
    assert_int_equal(vy_device_open(f->context, NULL, &device), VY_OK);
    assert_string_equal(vy_device_name(device), "oracle");
    assert_int_equal(f->log.warnings, 1);
    assert_int_equal(vy_device_query(device, &info), VY_OK);
    assert_non_null(strstr(info.fallback, "libvyre-llvm.so"));
    vy_device_close(&device);
    assert_int_equal(vy_device_open(f->context, vy_device_params(.name = "oracle"), &device),
                     VY_OK);
    assert_int_equal(f->log.warnings, 1);
    assert_int_equal(vy_device_query(device, &info), VY_OK);
    assert_null(info.fallback);
    vy_device_close(&device);
    unsetenv("VYRE_LLVM");
    test_log_clear(&f->log);
}

static void buffers_stay_in_their_bounds(void **state)
{
    struct fixture *f = *state;
    vy_buffer *buffer = NULL;
    uint8_t data[4] = {1, 2, 3, 4}, back[4] = {9, 9, 9, 9};
    assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = 4), &buffer), VY_OK);
    assert_int_equal(vy_buffer_bytes(buffer), 4);
    assert_int_equal(vy_buffer_download(buffer, 0, back, 4), VY_OK);
    assert_memory_equal(back, "\0\0\0\0", 4);
    assert_int_equal(vy_buffer_upload(buffer, 1, data, 3), VY_OK);
    assert_int_equal(vy_buffer_download(buffer, 0, back, 4), VY_OK);
    assert_memory_equal(back, "\0\1\2\3", 4);
    assert_int_equal(vy_buffer_upload(buffer, 2, data, 3), VY_ERROR_ARGUMENT);
    SAID("V197", "3 bytes at offset 2", "4 bytes");
    assert_int_equal(vy_buffer_download(buffer, UINT64_MAX, back, 2), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_buffer_upload(buffer, 4, NULL, 0), VY_OK);
    vy_buffer_destroy(&buffer);
    assert_null(buffer);
    vy_buffer_destroy(&buffer);
}

// ---- what comes back ----
static void bytes_go_in_and_out(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, scale);
    uint32_t x[3] = {1, 2, 3}, acc[3] = {10, 20, 30}, y[4] = {7, 7, 7, 7};
    vy_stats stats;
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                       vy_arg_inout("acc", acc, sizeof acc),
                                                       vy_arg_out("y", y, sizeof y))),
                    &stats),
        VY_OK);
    assert_memory_equal(y, ((uint32_t[]){2, 4, 6, 7}), sizeof y); // a larger one keeps its rest
    assert_memory_equal(acc, ((uint32_t[]){12, 24, 36}), sizeof acc);
    assert_true(stats.converged && !stats.passes && !stats.out_of_bounds);
    assert_int_equal(stats.invocations, 1024);
    assert_true(stats.statements > 0 && stats.wall_ms > 0);
    vy_pipeline_destroy(&p);
}

static void outputs_start_at_zero(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, "program p out y : u32[3] each i in 0..1 { y[1] += 5 }");
    uint32_t y[3] = {7, 7, 7};
    vy_buffer *resident = NULL;
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))), NULL),
        VY_OK);
    assert_memory_equal(y, ((uint32_t[]){0, 5, 0}), sizeof y);
    uint32_t junk[4] = {9, 9, 9, 9};
    assert_int_equal(
        vy_buffer_create(f->device, vy_buffer_params(.bytes = 16, .data = junk), &resident), VY_OK);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("y", resident))), NULL),
        VY_OK);
    assert_int_equal(vy_buffer_download(resident, 0, junk, 16), VY_OK);
    assert_memory_equal(junk, ((uint32_t[]){0, 5, 0, 9}), sizeof junk);
    vy_buffer_destroy(&resident);
    vy_pipeline_destroy(&p);
}

static void only_the_range_comes_back(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p =
        pipeline_of(f, "program p out y : u32[4] @range(4, 8) each i in 0..4 { y[i] = i + 1 }");
    uint32_t y[4] = {9, 9, 9, 9};
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))), NULL),
        VY_OK);
    assert_memory_equal(y, ((uint32_t[]){9, 2, 3, 9}), sizeof y);
    vy_pipeline_destroy(&p);
}

static void only_rows_in_use_come_back(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, "program p param n : u32 out found : atomic u32[1]\n"
                                    "out hit : u32[3, 2] @count(found)\n"
                                    "each i in 0..n { let s = atomic_add(found[0], 1)\n"
                                    "    if s < 3 { hit[s, 0] = s + 1  hit[s, 1] = 50 } }");
    for (uint32_t n = 0; n < 6; n++) {
        uint32_t hit[6] = {9, 9, 9, 9, 9, 9}, found = 0;
        vy_stats stats;
        assert_int_equal(
            vy_dispatch(p,
                        vy_dispatch_params(.args = vy_args(vy_arg_u32("n", n),
                                                           vy_arg_out("found", &found, 4),
                                                           vy_arg_out("hit", hit, sizeof hit))),
                        &stats),
            n > 3 ? VY_ERROR_ROWS : VY_OK);
        assert_int_equal(found, n);
        assert_int_equal(stats.count_count, 1);
        assert_string_equal(stats.counts[0].buffer, "hit");
        assert_int_equal(stats.counts[0].found, n);
        assert_int_equal(stats.counts[0].kept, n < 3 ? n : 3);
        for (uint32_t r = 0; r < 3; r++)
            assert_int_equal(hit[2 * r + 1], r < n ? 50 : 9);
    }
    vy_pipeline_destroy(&p);
}

static void persistent_buffers_keep_their_bytes(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, "program p persistent seen : u32[] out n : u32[1]\n"
                                    "each i in 0..1 { seen[0] += 1  n[0] = seen[0] }");
    vy_buffer *seen = NULL;
    uint32_t n = 0;
    assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = 4), &seen), VY_OK);
    for (uint32_t i = 1; i < 4; i++) {
        assert_int_equal(vy_dispatch(p,
                                     vy_dispatch_params(.args = vy_args(vy_arg_buffer("seen", seen),
                                                                        vy_arg_out("n", &n, 4))),
                                     NULL),
                         VY_OK);
        assert_int_equal(n, i);
    }
    vy_buffer_destroy(&seen);
    vy_pipeline_destroy(&p);
}

static void fixpoints_are_counted_by_line(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, "program p param most : u32 inout y : u32[1]\n"
                                    "workgroup 1\n"
                                    "grid 1\n"
                                    "fixpoint k in 0..most { if y[0] < 3 { y[0] += 1 again } }\n"
                                    "fixpoint k in 0..1 { y[0] += 10 }\n");
    uint32_t y = 0;
    vy_stats s;
    vy_dispatch_params d = {.size = sizeof(vy_dispatch_params),
                            .args =
                                vy_args(vy_arg_u32("most", 10), vy_arg_inout("y", &y, sizeof y))};
    assert_int_equal(vy_dispatch(p, &d, &s), VY_OK);
    assert_int_equal(y, 13);
    assert_int_equal(s.fixpoint_count, 2);
    assert_int_equal(s.fixpoints[0].line, 4);
    assert_int_equal(s.fixpoints[0].passes, 4);
    assert_int_equal(s.fixpoints[1].line, 5);
    assert_int_equal(s.fixpoints[1].passes, 1);
    assert_int_equal(s.passes, 5);
    assert_true(s.converged);
    y = 0;
    d.args = vy_args(vy_arg_u32("most", 2), vy_arg_inout("y", &y, sizeof y));
    assert_int_equal(vy_dispatch(p, &d, &s), VY_OK);
    assert_false(s.converged || s.fixpoints[0].converged);
    assert_true(s.fixpoints[1].converged);
    vy_pipeline_destroy(&p);
}

static void sizes_can_be_asked_for(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, "program p in x : u32[] param k : u32 in z : u8[]\n"
                                    "out y : u16[len(x), k] each i in 0..1 { y[i, 0] = z[i] }");
    uint64_t bytes = 0, sizes[8];
    uint32_t x[5] = {0}, rank = 0;
    const vy_arg *args = vy_args(vy_arg_in("x", x, sizeof x), vy_arg_u32("k", 3));
    assert_int_equal(vy_pipeline_buffer_bytes(p, args, "y", &bytes), VY_OK);
    assert_int_equal(bytes, 30);
    assert_int_equal(vy_pipeline_buffer_sizes(p, args, "y", sizes, &rank), VY_OK);
    assert_true(rank == 2 && sizes[0] == 5 && sizes[1] == 3);
    assert_int_equal(vy_pipeline_buffer_bytes(p, args, "nope", &bytes), VY_ERROR_ARGUMENT);
    SAID("V191", "no buffer 'nope'");
    args = vy_args(vy_arg_in("x", x, sizeof x));
    assert_int_equal(vy_pipeline_buffer_bytes(p, args, "y", &bytes), VY_ERROR_DATA);
    SAID("V190", "param 'k' (u32)");
    vy_pipeline_destroy(&p);
}

// ---- what is refused, and leaves everything as it was ----
static void refused(struct fixture *f, const char *text, const vy_arg *args, vy_status status,
                    const char *const *words)
{
    vy_pipeline *p = pipeline_of(f, text);
    test_log_clear(&f->log);
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), NULL), status);
    assert_true(strstr(f->log.text, "fix: ") != NULL);
    said(f, words);
    vy_pipeline_destroy(&p);
}
#define REFUSED(text, status, args, ...) \
    refused(f, text, args, status, (const char *const[]){__VA_ARGS__, NULL})

static void names_and_kinds_are_checked(void **state)
{
    struct fixture *f = *state;
    uint32_t x[2] = {1, 2}, acc[2] = {5, 6}, y[2] = {8, 9};
#define X vy_arg_in("x", x, 8)
#define ACC vy_arg_inout("acc", acc, 8)
#define Y vy_arg_out("y", y, 8)
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(ACC, Y), "V190", "'x' (in u32[]; numbers)");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC), "V190", "'y' (out u32[len(x)])");
    REFUSED(scale, VY_ERROR_ARGUMENT, NULL, "'x' (in", "'acc' (inout", "'y' (out");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, Y, vy_arg_in("acx", x, 8)), "V191",
            "no buffer 'acx'", "did you mean 'acc'?");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, Y, vy_arg_u32("kk", 1)), "V191",
            "no param 'kk'", "did you mean 'k'?");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, Y, vy_arg_in(NULL, x, 8)), "V191");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, X, ACC, Y), "V192", "'x' is bound twice");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, Y, vy_arg_u32("k", 1), vy_arg_u32("k", 1)),
            "V192", "'k' is bound twice");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(vy_arg_out("x", x, 8), ACC, Y), "V193", "'x' (in",
            "only written", "vy_arg_in()");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, vy_arg_in("acc", acc, 8), Y), "V193",
            "vy_arg_inout()");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, Y, vy_arg_in("k", x, 4)), "V193",
            "param 'k' (u32)");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(vy_arg_u32("x", 1), ACC, Y), "V193", "a value");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(vy_arg_in("x", NULL, 8), ACC, Y), "V193", "NULL");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, vy_arg_out("y", NULL, 8)), "V193", "NULL");
    REFUSED(scale, VY_ERROR_ARGUMENT, vy_args(X, ACC, Y, vy_arg_f32("k", 1)), "V195",
            "param 'k' is u32, the value given is f32", "vy_arg_u32(\"k\", …)");
    REFUSED("program p persistent s : u32[1] each i in 0..1 { s[0] = 1 }", VY_ERROR_ARGUMENT,
            vy_args(vy_arg_inout("s", x, 4)), "V193", "make a vy_buffer");
    REFUSED("program p scratch s : u32[1] out y : u32[1] each i in 0..1 { s[0] = 1 y[0] = 2 }",
            VY_ERROR_ARGUMENT, vy_args(vy_arg_out("s", x, 4), Y), "V193", "stays on the device");
    REFUSED("program p param k : f32 out y : u32[1] each i in 0..1 { y[0] = u32(k) }",
            VY_ERROR_ARGUMENT, vy_args(Y), "V190", "param 'k' (f32)");
    assert_memory_equal(acc, ((uint32_t[]){5, 6}), 8);
    assert_memory_equal(y, ((uint32_t[]){8, 9}), 8);
}

static void lengths_are_checked(void **state)
{
    struct fixture *f = *state;
    uint32_t x[4] = {0}, acc[4] = {5, 6}, y[4] = {8, 9};
    REFUSED(scale, VY_ERROR_DATA, vy_args(vy_arg_in("x", x, 7), ACC, Y), "V184", "7 bytes");
    REFUSED(scale, VY_ERROR_DATA, vy_args(X, vy_arg_inout("acc", acc, 12), Y), "V188",
            "needs 8 bytes (2 of u32), 12 were bound");
    REFUSED(scale, VY_ERROR_DATA, vy_args(X, ACC, vy_arg_out("y", y, 4)), "V188",
            "needs at least 8 bytes");
    vy_buffer *small = NULL;
    vy_pipeline *p =
        pipeline_of(f, "program p in x : u32[4] out y : u32[1] each i in 0..1 { y[0] = x[3] }");
    assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = 12), &small), VY_OK);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_buffer("x", small), Y)), NULL),
        VY_ERROR_DATA);
    SAID("V188", "needs at least 16 bytes", "12 were bound");
    vy_buffer_destroy(&small);
    vy_pipeline_destroy(&p);
    assert_int_equal(y[0], 8);
}

static void memory_is_asked_for_before_it_is_taken(void **state)
{
    struct fixture *f = *state;
    vy_device_info info;
    uint32_t y = 8;
    assert_true(vy_device_describe(f->context, 0, &info) && info.memory);
    // As many buffers of 32 GiB as go past the device's memory, whatever machine this is.
    uint64_t count = info.memory / (UINT32_MAX * (uint64_t)8) + 1;
    char *text = malloc(count * 40 + 100), *at = text;
    assert_non_null(text);
    at += sprintf(at, "program p out y : u32[1]\n");
    for (uint64_t i = 0; i < count; i++)
        at += sprintf(at, "scratch s%u : u64[4294967295]\n", (unsigned)i);
    sprintf(at, "each i in 0..1 { y[0] = 1 }");
    uint64_t peak = f->alloc.peak_bytes;
    REFUSED(text, VY_ERROR_LIMIT, vy_args(vy_arg_out("y", &y, 4)), "V179",
            "'s0' (scratch u64[4294967295]) alone needs 34359738360");
    assert_true(f->alloc.peak_bytes < peak + (1u << 24));
    assert_int_equal(y, 8);
    free(text);
}

static void writable_memory_overlaps_nothing(void **state)
{
    struct fixture *f = *state;
    uint32_t m[6] = {1, 2, 3, 4, 5, 6};
    vy_buffer *b = NULL;
    vy_device *other = NULL;
    REFUSED(scale, VY_ERROR_ARGUMENT,
            vy_args(vy_arg_in("x", m, 8), vy_arg_inout("acc", m + 2, 8), vy_arg_out("y", m + 3, 8)),
            "V194", "'acc' is writable and overlaps 'y'");
    REFUSED(scale, VY_ERROR_ARGUMENT,
            vy_args(vy_arg_in("x", m + 1, 8), vy_arg_inout("acc", m, 8), vy_arg_out("y", m + 4, 8)),
            "V194", "'acc' is writable and overlaps 'x'");
    assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = 8), &b), VY_OK);
    REFUSED(scale, VY_ERROR_ARGUMENT,
            vy_args(vy_arg_buffer("x", b), vy_arg_inout("acc", m, 8), vy_arg_buffer("y", b)),
            "V194", "'y' is writable and overlaps 'x'");
    // Inputs may share memory, and neighbours do not overlap.
    vy_pipeline *p = pipeline_of(f, "program p in a : u32[] in b : u32[] out y : u32[1]\n"
                                    "each i in 0..1 { y[0] = a[0] + b[1] }");
    assert_int_equal(
        vy_dispatch(p,
                    vy_dispatch_params(.args = vy_args(vy_arg_in("a", m, 8), vy_arg_in("b", m, 8),
                                                       vy_arg_out("y", m + 2, 4))),
                    NULL),
        VY_OK);
    assert_int_equal(m[2], 3);
    vy_pipeline_destroy(&p);
    assert_int_equal(vy_device_open(f->context, vy_device_params(.name = "oracle"), &other), VY_OK);
    vy_buffer_destroy(&b);
    assert_int_equal(vy_buffer_create(other, vy_buffer_params(.bytes = 8), &b), VY_OK);
    REFUSED(scale, VY_ERROR_ARGUMENT,
            vy_args(vy_arg_buffer("x", b), vy_arg_inout("acc", m, 8), vy_arg_out("y", m + 2, 8)),
            "V198", "another device");
    vy_buffer_destroy(&b);
    vy_device_close(&other);
}

static void a_wrong_program_makes_no_pipeline(void **state)
{
    struct fixture *f = *state;
    vy_program *program = NULL;
    vy_pipeline *p = NULL;
    vy_status status =
        vy_program_parse(f->context,
                         vy_parse_params(.text = "program p out y : u32[1] workgroup 32 grid 64\n"
                                                 "if gid.x < 3 { barrier workgroup } y[0] = 1"),
                         &program);
    if (!status)
        status = vy_pipeline_create(f->device, program, NULL, &p);
    assert_int_equal(status, VY_ERROR_PROGRAM);
    assert_null(p);
    vy_program_destroy(&program);
    assert_int_equal(vy_pipeline_create(f->device, NULL, NULL, &p), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_dispatch(NULL, NULL, NULL), VY_ERROR_ARGUMENT);
}

// ---- while it runs ----
static void keep_line(void *user, const char *line)
{
    snprintf(user, 40, "%s", line);
}

static void prints_asserts_and_deadlines(void **state)
{
    struct fixture *f = *state;
    uint32_t y = 0;
    char line[40] = "";
    vy_stats stats;
    vy_pipeline *p = pipeline_of(f, "program p param k : u32 out y : u32[1] workgroup 1 grid 1\n"
                                    "print \"k is {}\", k\n"
                                    "assert k < 5, \"k is {}, too large\", k\n"
                                    "while k == 4 { y[0] += 1 } y[0] = k");
    vy_dispatch_params d = {.size = sizeof(vy_dispatch_params),
                            .args = vy_args(vy_arg_u32("k", 3), vy_arg_out("y", &y, 4)),
                            .print = keep_line,
                            .print_user = line};
    assert_int_equal(vy_dispatch(p, &d, &stats), VY_OK);
    assert_string_equal(line, "k is 3");
    assert_int_equal(stats.printed, 1);
    d.args = vy_args(vy_arg_u32("k", 7), vy_arg_out("y", &y, 4));
    assert_int_equal(vy_dispatch(p, &d, &stats), VY_ERROR_ASSERT);
    SAID("V170", "k is 7, too large", "p.vy:3");
    d.args = vy_args(vy_arg_u32("k", 4), vy_arg_out("y", &y, 4));
    d.deadline_ms = 20;
    assert_int_equal(vy_dispatch(p, &d, &stats), VY_ERROR_DEADLINE);
    SAID("V171");
    d.deadline_ms = 0;
    d.max_steps = 1000;
    assert_int_equal(vy_dispatch(p, &d, &stats), VY_ERROR_LIMIT);
    vy_pipeline_destroy(&p);
}

static void every_allocation_may_fail(void **state)
{
    struct fixture *f = *state;
    vy_pipeline *p = pipeline_of(f, "program p in x : u32[] out found : atomic u32[1]\n"
                                    "out hit : u32[len(x)] @count(found) scratch s : u32[4]\n"
                                    "workgroup 32 grid len(x)\n"
                                    "s[0] = 1 barrier grid fixpoint k in 0..2 { again }\n"
                                    "if x[gid.x] > 1 { hit[atomic_add(found[0], 1)] = x[gid.x] }");
    uint32_t x[3] = {1, 2, 3}, hit[3], found;
    const vy_arg *args =
        vy_args(vy_arg_in("x", x, 12), vy_arg_out("found", &found, 4), vy_arg_out("hit", hit, 12));
    bool whole = false;
    for (uint64_t n = 1; !whole && n < 2000; n++) {
        uint64_t before = f->alloc.live;
        f->alloc.failed = 0;
        f->alloc.fail_at = f->alloc.calls + n;
        vy_status status = vy_dispatch(p, vy_dispatch_params(.args = args), NULL);
        f->alloc.fail_at = 0;
        whole = !f->alloc.failed;
        assert_int_equal(f->alloc.live, before);
        assert_int_equal(status, whole ? VY_OK : VY_ERROR_MEMORY);
    }
    assert_true(whole);
    vy_pipeline_destroy(&p);
}

// ---- the race check ----
static vy_race_report raced(struct fixture *f, const char *text, const vy_arg *args,
                            vy_status status)
{
    vy_program *program = parse(f, text);
    vy_race_report report;
    vy_status got = vy_check_race(program, vy_race_params(.args = args), &report);
    if (got != status)
        fail_msg("status %d: %s", (int)got, f->log.text);
    assert_int_equal(report.schedules, 8);
    vy_program_destroy(&program);
    report.differs = report.differs ? "yes" : NULL;
    return report;
}

static void verdicts(void **state)
{
    struct fixture *f = *state;
    uint32_t x[40] = {0};
    const vy_arg *args = vy_args(vy_arg_in("x", x, sizeof x));
    vy_race_report r = raced(f,
                             "program p in x : u32[] out n : atomic u32[1]\n"
                             "each i in 0..len(x) { n[0] += i }",
                             args, VY_OK);
    assert_int_equal(r.verdict, VY_VERDICT_SETTLED);
    assert_true(!r.races && !r.unordered_stores && !r.differs && !r.out_of_bounds);
    assert_int_equal(f->log.errors, 0);

    r = raced(f,
              "program p in x : u32[] out n : atomic u32[1] out who : u32[len(x)]\n"
              "each i in 0..len(x) { who[atomic_add(n[0], 1)] = i + 1 }",
              args, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_UNSETTLED);
    assert_true(r.differs && !r.races);
    SAID("V199", "'who' (out u32[len(x)])",
         "who[0] is 1 under schedule forward, 40 under schedule reverse");

    r = raced(f, "program p in x : u32[] out y : u32[1] workgroup 32 grid len(x) y[0] = gid.x",
              args, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_RACY);
    assert_int_equal(r.races, 1); // one pair of places, however many invocations and schedules
    assert_null(strstr(f->log.text, "V199"));
    SAID("V200", "p.vy:1");
}

/// An assert that fails ends one schedule, not the check.
static void asserts_and_verdicts(void **state)
{
    struct fixture *f = *state;
    uint32_t x[40] = {0};
    const vy_arg *args = vy_args(vy_arg_in("x", x, sizeof x));
    vy_race_report r = raced(f,
                             "program p in x : u32[] workgroup 32 grid len(x)\n"
                             "assert gid.x != 3, \"{}\", gid.x",
                             args, VY_ERROR_ASSERT);
    assert_int_equal(r.verdict, VY_VERDICT_SETTLED);
    assert_int_equal(f->log.errors, 1); // told once, of eight schedules
    SAID("assert failed in invocation 3");

    r = raced(f,
              "program p in x : u32[] out n : atomic u32[1] workgroup 32 grid len(x)\n"
              "assert atomic_add(n[0], 1) > 0 || gid.x == 0",
              args, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_UNSETTLED);
    assert_true(!r.differs && !r.races);
    SAID("V199", "whether an assert fails depends on the order of execution",
         "one fails under schedule reverse, none under schedule forward");

    r = raced(f,
              "program p in x : u32[] out y : u32[1] workgroup 32 grid len(x)\n"
              "y[0] = gid.x assert gid.x != 3",
              args, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_RACY);
    assert_int_equal(r.races, 1);
}

static void counted_rows_have_no_order(void **state)
{
    struct fixture *f = *state;
    uint32_t x[40] = {0};
    const vy_arg *args = vy_args(vy_arg_in("x", x, sizeof x));
    vy_race_report r = raced(f,
                             "program p in x : u32[] out n : atomic u32[1]\n"
                             "out hit : u32[64, 2] @count(n)\n"
                             "each i in 0..len(x) { let s = atomic_add(n[0], 1)\n"
                             "    hit[s, 0] = i  hit[s, 1] = i * i }",
                             args, VY_OK);
    assert_int_equal(r.verdict, VY_VERDICT_SETTLED);
    // Past its capacity, which rows are kept depends on who comes first.
    r = raced(f,
              "program p in x : u32[] out n : atomic u32[1] out hit : u32[7] @count(n)\n"
              "each i in 0..len(x) { let s = atomic_add(n[0], 1) if s < 7 { hit[s] = i } }",
              args, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_UNSETTLED);
    SAID("V175", "40 rows found, 7 kept in 'hit'");
    // But the rows themselves must be the same ones.
    r = raced(f,
              "program p in x : u32[] out n : atomic u32[1] out hit : u32[64] @count(n)\n"
              "each i in 0..len(x) { let s = atomic_add(n[0], 1) hit[s] = s * i }",
              args, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_UNSETTLED);
    SAID("V199", "row (", "comes more often under schedule");
}

static void nans_are_one(void **state)
{
    struct fixture *f = *state;
    float x[2] = {0, 0};
    // Both orders give a NaN; its sign or payload must not count as a difference.
    vy_race_report r = raced(f,
                             "program p in x : f32[] out n : atomic u32[1] out y : f32[1]\n"
                             "workgroup 1 grid 1\n"
                             "y[0] = x[0] / x[1]",
                             vy_args(vy_arg_in("x", x, sizeof x)), VY_OK);
    assert_int_equal(r.verdict, VY_VERDICT_SETTLED);
}

static void race_checks_leave_data_alone(void **state)
{
    struct fixture *f = *state;
    uint32_t acc[2] = {3, 4}, x[2] = {1, 2}, one = 1;
    vy_buffer *seen = NULL;
    raced(f, scale, vy_args(X, ACC), VY_OK);
    assert_memory_equal(acc, ((uint32_t[]){3, 4}), 8);
    assert_int_equal(vy_buffer_create(f->device, vy_buffer_params(.bytes = 4, .data = &one), &seen),
                     VY_OK);
    raced(f, "program p persistent seen : u32[1] each i in 0..1 { seen[0] += 1 }",
          vy_args(vy_arg_buffer("seen", seen)), VY_OK);
    assert_int_equal(vy_buffer_download(seen, 0, &one, 4), VY_OK);
    assert_int_equal(one, 1);
    vy_buffer_destroy(&seen);
}

static void race_checks_have_a_deadline(void **state)
{
    struct fixture *f = *state;
    vy_race_report report;
    vy_program *endless = parse(f, "program p out y : u32[1] workgroup 1 grid 1\n"
                                   "var i: u64 = 0\n"
                                   "while i < 0xffff_ffff_ffff { i += 1 }\n"
                                   "y[0] = u32(i)");
    assert_int_equal(vy_check_race(endless, vy_race_params(.deadline_ms = 20), &report),
                     VY_ERROR_DEADLINE);
    assert_non_null(strstr(f->log.text, "V171"));
    assert_int_equal(report.schedules, 1);
    vy_program_destroy(&endless);
    // Each schedule is short, but it is their sum that counts.
    vy_program *brief = parse(f, "program p out y : u32[64] each i in 0..64 { y[i] = i }");
    assert_int_equal(
        vy_check_race(brief, vy_race_params(.schedules = 100000, .deadline_ms = 5), &report),
        VY_ERROR_DEADLINE);
    assert_true(report.schedules < 100000);
    assert_int_equal(
        vy_check_race(brief, vy_race_params(.schedules = 2, .deadline_ms = PATIENT_MS), &report),
        VY_OK);
    assert_int_equal(report.schedules, 2);
    vy_program_destroy(&brief);
}

static void race_checks_survive_a_lack_of_memory(void **state)
{
    struct fixture *f = *state;
    uint32_t x[5] = {0};
    vy_program *program = parse(f, "program p in x : u32[] out n : atomic u32[1]\n"
                                   "out hit : u32[9] @count(n) out who : u32[9]\n"
                                   "each i in 0..len(x) { let s = atomic_add(n[0], 1)\n"
                                   "    hit[s] = i who[s] = i }");
    const vy_arg *args = vy_args(vy_arg_in("x", x, sizeof x));
    bool whole = false;
    assert_int_equal(vy_program_verify(program), VY_OK);
    for (uint64_t n = 1; !whole && n < 20000; n += 1 + n / 8) {
        uint64_t before = f->alloc.live;
        f->alloc.failed = 0;
        f->alloc.fail_at = f->alloc.calls + n;
        vy_status status =
            vy_check_race(program, vy_race_params(.args = args, .schedules = 3), NULL);
        f->alloc.fail_at = 0;
        whole = !f->alloc.failed;
        assert_int_equal(f->alloc.live, before);
        // A message that found no memory is lost; the verdict stays.
        assert_true(status == VY_ERROR_RACE || (!whole && status == VY_ERROR_MEMORY));
    }
    assert_true(whole);
    vy_program_destroy(&program);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(devices_are_listed),
        TEST(no_device_is_taken_silently),
        TEST(a_fallback_gives_its_reason),
        TEST(buffers_stay_in_their_bounds),
        TEST(bytes_go_in_and_out),
        TEST(outputs_start_at_zero),
        TEST(only_the_range_comes_back),
        TEST(only_rows_in_use_come_back),
        TEST(persistent_buffers_keep_their_bytes),
        TEST(fixpoints_are_counted_by_line),
        TEST(sizes_can_be_asked_for),
        TEST(names_and_kinds_are_checked),
        TEST(lengths_are_checked),
        TEST(memory_is_asked_for_before_it_is_taken),
        TEST(writable_memory_overlaps_nothing),
        TEST(a_wrong_program_makes_no_pipeline),
        TEST(prints_asserts_and_deadlines),
        TEST(every_allocation_may_fail),
        TEST(verdicts),
        TEST(asserts_and_verdicts),
        TEST(counted_rows_have_no_order),
        TEST(nans_are_one),
        TEST(race_checks_leave_data_alone),
        TEST(race_checks_have_a_deadline),
        TEST(race_checks_survive_a_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
