// Sizes, constants and the grid: what comes out, and what every failure says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/launch.h"
#include "support/alloc.h"
#include "support/log.h"
#include "support/rng.h"
#include "vyre/plan.h"
#include "vyre/run.h"

enum { MAX = 16 };
static const struct vyi_launch_choice choice = {256, 4};

/// One evaluation: the program's text, then what is bound, by buffer and by param.
struct fixture {
    struct test_log log;
    struct test_alloc alloc;
    vy_context *context;
    vy_program *program;
    struct vyi_report report;
    struct vyi_launch launch;
    uint64_t params[MAX], bound[MAX];
};

static void begin(struct fixture *f, const char *text)
{
    *f = (struct fixture){.log = {.text = ""}};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log,
                                            .alloc = test_alloc, .alloc_user = &f->alloc),
                          &f->context),
        VY_OK);
    vy_status status =
        vy_program_parse(f->context, vy_parse_params(.text = text, .name = "p.vy"), &f->program);
    if (!status)
        status = vy_program_verify(f->program);
    if (status)
        fail_msg("%s", f->log.text);
    assert_true(f->program->buffers.count <= MAX && f->program->params.count <= MAX);
    for (int i = 0; i < MAX; i++)
        f->bound[i] = UINT64_MAX;
    for (uint32_t i = 0; i < f->program->params.count; i++)
        f->params[i] = f->program->params.at[i].value;
    f->report = (struct vyi_report){.context = f->context, .sources = &f->program->sources};
}

static vy_status eval(struct fixture *f)
{
    return vyi_launch_eval(f->program, f->params, f->bound, choice, &f->report, &f->launch);
}

static void end(struct fixture *f)
{
    vyi_launch_free(f->context, &f->launch);
    vyi_report_end(&f->report, VY_OK);
    vy_program_destroy(&f->program);
    vy_context_destroy(&f->context);
    assert_int_equal(f->alloc.live, 0);
    assert_int_equal(f->alloc.wrong_sizes, 0);
}

/// The text must fail with data as bound and say each of the words.
static void fails(const char *text, uint64_t param, uint64_t bound, const char *const *words)
{
    struct fixture f;
    begin(&f, text);
    f.params[0] = param;
    f.bound[0] = bound;
    assert_int_equal(eval(&f), VY_ERROR_DATA);
    assert_int_equal(f.log.errors, 1);
    for (; *words; words++)
        if (!strstr(f.log.text, *words))
            fail_msg("'%s' is not in: %s", *words, f.log.text);
    end(&f);
}
#define FAILS(text, param, bound, ...) \
    fails(text, param, bound, (const char *const[]){__VA_ARGS__, NULL})

// ---- what comes out ----
static void sizes_follow_from_data_and_params(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "program p\n"
              "param k : u32 = 3\n"
              "in a : u32[]\n"
              "in b : u16[, 2, k]\n"
              "const n = len(a) - 1\n"
              "const big : u64 = n * 4_294_967_296\n"
              "const r = len(b, 0) + len(b, 2) % 2\n"
              "scratch s : f64[n, k]\n"
              "out o : u8[ceil_div(len(b), 5), max(k, 2), min(n, 1) << 2] @range(k, 2 * k)\n"
              "workgroup 8, 2\n"
              "grid n, len(a) / 2\n"
              "o[0, 0, 0] = gid.x\n");
    f.bound[0] = 20;     // 5 elements
    f.bound[1] = 12 * 7; // rows of 2 * 2 * 3 bytes
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.extents[0].count, 5);
    assert_int_equal(f.launch.extents[1].size[0], 7);
    assert_int_equal(f.launch.extents[1].count, 42);
    assert_int_equal(f.launch.consts[0], 4);
    assert_int_equal(f.launch.consts[1], 4 * (uint64_t)4294967296);
    assert_int_equal(f.launch.consts[2], 8);
    assert_int_equal(f.launch.extents[2].bytes, 4 * 3 * 8);
    assert_int_equal(f.launch.extents[3].size[0], 9);
    assert_int_equal(f.launch.extents[3].size[1], 3);
    assert_int_equal(f.launch.extents[3].size[2], 4);
    assert_int_equal(f.launch.ranges[3][0], 3);
    assert_int_equal(f.launch.ranges[3][1], 6);
    assert_int_equal(f.launch.ranges[0][1], 20);
    assert_int_equal(f.launch.groups[0], 1);
    assert_int_equal(f.launch.groups[1], 1);
    assert_int_equal(f.launch.invocations, 16);
    end(&f);
}

static void empty_data_are_fine(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "program p in a : u32[, 3] out o : u32[len(a, 0)]\n"
              "workgroup 64 grid len(a) o[0] = 1");
    f.bound[0] = 0;
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.extents[1].bytes, 0);
    assert_int_equal(f.launch.invocations, 0);
    end(&f);
}

static void the_device_chooses_what_is_left_out(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "program p out o : u32[5] each i in 0..5 { o[i] = i }");
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.workgroup[0], 256);
    assert_int_equal(f.launch.groups[0], 4);
    assert_int_equal(f.launch.invocations, 1024);
    end(&f);
}

static void a_long_chain_of_declarations(void **state)
{
    (void)state;
    // Each const needs the one before: recursion from the last would go as deep as the chain.
    enum { LINKS = 20000 };
    char *text = malloc(LINKS * 40 + 200), *at = text;
    struct fixture f;
    assert_non_null(text);
    at += sprintf(at, "program p in a : u32[] const c0 = len(a)\n");
    for (int i = 1; i < LINKS; i++)
        at += sprintf(at, "const c%d = c%d + 1\n", i, i - 1);
    sprintf(at, "out o : u32[c%d] each i in 0..1 { o[i] = 1 }", LINKS - 1);
    begin(&f, text);
    free(text);
    f.bound[0] = 4;
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.extents[1].count, LINKS);
    end(&f);
}

// ---- what fails, and what it says ----
#define BODY " each i in 0..1 { o[i] = 1 }"

static void arithmetic_is_checked(void **state)
{
    (void)state;
    FAILS("program p param k : u64 out o : u32[k + 18446744073709551615]" BODY, 1, 0, "V180",
          "1 + 18446744073709551615", "a size of 'o'", "param 'k' is 1");
    FAILS("program p param k : u64 out o : u32[k * k]" BODY, 1ull << 33, 0, "V180",
          "8589934592 * 8589934592");
    FAILS("program p param k : u64 out o : u32[1 << k]" BODY, 64, 0, "V180", "1 << 64");
    FAILS("program p param k : u64 out o : u32[3 << k]" BODY, 63, 0, "V180", "3 << 63");
    FAILS("program p in a : u32[] /// some rows\nconst n = len(a) - 1 out o : u32[n]" BODY, 0, 0,
          "V181", "const 'n': 0 - 1 is below zero", "len(a) is 0", "some rows", "p.vy:2");
    FAILS("program p param k : u32 out o : u32[8 / k]" BODY, 0, 0, "V182", "'/' of 8 by zero");
    FAILS("program p param k : u32 out o : u32[8 % k]" BODY, 0, 0, "V182", "'%' of 8");
    FAILS("program p param k : u32 out o : u32[ceil_div(8, k)]" BODY, 0, 0, "V182",
          "'ceil_div' of 8");
    FAILS("program p param k : u64 const n = k * 2 out o : u32[n]" BODY, 1ull << 31, 0, "V183",
          "const 'n' is 4294967296", "u32 (at most 4294967295)", "const n: u64");
}

// ---- one meaning in launch expressions and in the body ----
/// Whether sizes have a value where the body wraps or makes one up, by arithmetic that is exact.
static bool has_value(uint8_t op, uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 u128;
    switch (op) {
    case VYI_OP_ADD: return (u128)a + b <= UINT64_MAX;
    case VYI_OP_SUB: return a >= b;
    case VYI_OP_MUL: return (u128)a * b <= UINT64_MAX;
    case VYI_OP_SHL: return !a || (b < 64 && (u128)a << b <= UINT64_MAX);
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_CEIL_DIV: return b != 0;
    default: return true;
    }
}

/// `a OP b` as a const and in the body, for types that hold the value.
static void compare(vy_pipeline *pipeline, uint8_t op, uint64_t a, uint64_t b)
{
    uint64_t out[3] = {0};
    const vy_status status =
        vy_dispatch(pipeline,
                    vy_dispatch_params(.args = vy_args(vy_arg_u64("a", a), vy_arg_u64("b", b),
                                                       vy_arg_out("o", out, sizeof out))),
                    NULL);
    if (status != (has_value(op, a, b) ? VY_OK : VY_ERROR_DATA))
        fail_msg("%llu %s %llu: status %d", (unsigned long long)a, vyi_op_info(op)->spelling,
                 (unsigned long long)b, status);
    if (!status && (out[0] != out[1] || out[2] != out[1]))
        fail_msg("%llu %s %llu is %llu in a const, %llu in halves, %llu in the body",
                 (unsigned long long)a, vyi_op_info(op)->spelling, (unsigned long long)b,
                 (unsigned long long)out[0], (unsigned long long)out[2],
                 (unsigned long long)out[1]);
}

static void an_op_has_one_meaning(void **state)
{
    (void)state;
    static const uint64_t edges[] = {
        0,         1,          2,          3,          31,         32,
        33,        63,         64,         65,         100,        127,
        1u << 31,  UINT32_MAX, 1ull << 32, 1ull << 40, 1ull << 63, UINT64_MAX - 1,
        UINT64_MAX};
    enum { EDGES = sizeof edges / sizeof *edges, RANDOM = 200 };
    struct rng r = rng_make(20, 0);
    unsigned ops = 0;
    vy_context *context = NULL;
    vy_device *device = NULL;
    assert_int_equal(vy_context_create(NULL, &context), VY_OK);
    assert_int_equal(vy_device_open(context, vy_device_params(.name = "oracle"), &device), VY_OK);
    for (unsigned op = 1; op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        char text[800], value[80];
        vy_program *program = NULL;
        vy_pipeline *pipeline = NULL;
        if (!(info->flags & VYI_FLAG_LAUNCH))
            continue;
        snprintf(value, sizeof value, info->flags & VYI_FLAG_INFIX ? "a %s b" : "%s(a, b)",
                 info->spelling);
        snprintf(text, sizeof text,
                 "program p param a : u64 param b : u64 const n : u64 = %s "
                 "const half : u64 = (%s) / 2 const odd : u64 = (%s) %% 2 "
                 "out o : u64[3] workgroup 1 grid 1 "
                 "o[0] = n o[1] = %s o[2] = half * 2 + odd",
                 value, value, value, value);
        assert_int_equal(vy_program_parse(context, vy_parse_params(.text = text), &program), VY_OK);
        assert_int_equal(vy_pipeline_create(device, program, NULL, &pipeline), VY_OK);
        for (unsigned i = 0; i < EDGES * EDGES; i++)
            compare(pipeline, (uint8_t)op, edges[i / EDGES], edges[i % EDGES]);
        for (unsigned i = 0; i < RANDOM; i++)
            compare(pipeline, (uint8_t)op, rng_next(&r) >> rng_below(&r, 64),
                    rng_next(&r) >> rng_below(&r, 64));
        vy_pipeline_destroy(&pipeline);
        vy_program_destroy(&program);
        ops++;
    }
    assert_int_equal(ops, 10);
    vy_device_close(&device);
    vy_context_destroy(&context);
}

/// A signed type takes the same value where it fits, and has no meaning of its own.
static void signed_constants_take_what_fits(void **state)
{
    (void)state;
    static const char *const text = "program p param k : u64 const n : i64 = k >> 65 "
                                    "out o : u32[1] workgroup 1 grid 1 o[0] = u32(n)";
    struct fixture f;
    begin(&f, text);
    f.params[0] = UINT64_MAX;
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.consts[0], INT64_MAX);
    end(&f);
    FAILS("program p param k : u64 const n : i64 = k >> 64 out o : u32[1]" BODY, UINT64_MAX, 0,
          "V183", "const 'n' is 18446744073709551615");
    FAILS("program p param k : u64 const n : i32 = k - 1 out o : u32[1]" BODY, 0, 0, "V181",
          "0 - 1");
}

static void limits_are_named(void **state)
{
    (void)state;
    FAILS("program p param k : u32 out o : u32[k, k] each i in 0..1 { o[i, i] = 1 }", 65536,
          UINT64_MAX, "V185", "65536 x 65536 elements", "4294967295", "'o' (out u32[k, k])");
    FAILS("program p param k : u64 out o : u32[0, k] each i in 0..1 { o[i, i] = 1 }", 1ull << 32,
          UINT64_MAX, "V185");
    FAILS("program p uniform u : u32[] out o : u32[1]" BODY, 0, 65540, "V186", "65540 bytes",
          "at most 65536");
    FAILS("program p param k : u64 out o : u32[1] workgroup 256 grid k o[0] = 1", 1ull << 32,
          UINT64_MAX, "V187", "4294967296 x 1 x 1", "min(n, 65536)");
    FAILS("program p param k : u64 out o : u32[1] workgroup 256 grid k o[0] = 1", 4294967041,
          UINT64_MAX, "V187");
    FAILS("program p param k : u64 out o : u32[1] workgroup 8, 8 grid k, k o[0] = 1", 65536,
          UINT64_MAX, "V187");
    FAILS("program p param k : u32 out o : u32[4] @range(k, 8)" BODY, 9, UINT64_MAX, "V189",
          "from 9, 8 bytes, goes past its 16 bytes");
}

static void the_largest_grid_fits(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "program p param k : u64 out o : u32[1] workgroup 256 grid k o[0] = 1");
    f.params[0] = 4294967040; // 256 less than 2^32
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.invocations, 4294967040);
    end(&f);
}

static void lengths_are_checked(void **state)
{
    (void)state;
    FAILS("program p in a : u32[, 3] /// triples\nout o : u32[1]" BODY, 0, 20, "V184", "20 bytes",
          "rows of 12", "bind 12 or 24", "triples", "'a' (in u32[, 3]");
    FAILS("program p in a : u32[] out o : u32[1]" BODY, 0, 7, "V184", "rows of 4");
    FAILS("program p in a : u32[5] out o : u32[1]" BODY, 0, 24, "V188",
          "needs 20 bytes (5 of u32), 24 were bound");
    FAILS("program p param k : u32 in a : u32[k] out o : u32[1]" BODY, 5, 16, "V188",
          "needs 20 bytes", "param 'k' is 5");
    FAILS("program p out o : u32[5]" BODY, 0, 19, "V188", "needs at least 20 bytes");
    FAILS("program p in a : u32[] out o : u32[len(a)]" BODY, 0, UINT64_MAX, "V190",
          "'a' (in u32[])");
}

static void outputs_may_be_larger(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "program p out o : u32[5]" BODY);
    f.bound[0] = 1000;
    assert_int_equal(eval(&f), VY_OK);
    assert_int_equal(f.launch.extents[0].bytes, 20);
    end(&f);
}

// ---- one extent ----
static void an_extent_needs_only_its_own(void **state)
{
    (void)state;
    struct fixture f;
    struct vyi_extent x;
    uint8_t given[MAX] = {0, 1};
    begin(&f, "program p param unset : u32 param k : u32 in a : u32[] in b : u32[]\n"
              "const m = unset - 7 const n = len(b) * k\n"
              "scratch s : u32[m] out o : u32[n] each i in 0..1 { o[i] = s[i] }");
    f.params[1] = 3;
    f.bound[1] = 8;
    assert_int_equal(vyi_launch_extents(f.program, f.params, given, f.bound, 3, 1, &f.report, &x),
                     VY_OK);
    assert_int_equal(x.bytes, 24);
    assert_int_equal(f.log.errors, 0);
    assert_int_equal(vyi_launch_extents(f.program, f.params, given, f.bound, 2, 1, &f.report, &x),
                     VY_ERROR_DATA);
    assert_non_null(strstr(f.log.text, "param 'unset' (u32) is not bound"));
    end(&f);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    struct fixture f;
    struct vyi_extent x;
    begin(&f, "program p param k : u32 in a : u32[, k] const n = len(a) - k\n"
              "out o : u32[n] each i in 0..1 { o[i] = 1 }");
    f.params[0] = 3;
    f.bound[0] = 12;
    for (uint64_t bytes = 0; bytes <= 20; bytes += 4)
        for (uint64_t n = 1; n < 30; n++) {
            f.bound[0] = bytes;
            uint64_t before = f.alloc.live, failed = f.alloc.failed;
            f.alloc.fail_at = f.alloc.calls + n;
            vy_status status = eval(&f);
            vyi_launch_free(f.context, &f.launch);
            vyi_report_end(&f.report, VY_OK);
            f.alloc.fail_at = f.alloc.calls + n;
            (void)vyi_launch_extents(f.program, f.params, NULL, f.bound, 1, 1, &f.report, &x);
            vyi_report_end(&f.report, VY_OK);
            f.alloc.fail_at = 0;
            assert_int_equal(f.alloc.live, before);
            if (f.alloc.failed == failed)
                assert_int_equal(status, bytes == 12 ? VY_OK : VY_ERROR_DATA);
            else
                assert_true(status == VY_OK || status == VY_ERROR_DATA ||
                            status == VY_ERROR_MEMORY);
        }
    end(&f);
}

// ---- the launch plan: lengths and values by name ----
static const char planned[] = "program p\n"
                              "param n : u32\nparam shift : i32 = 0\nparam flip : bool = false\n"
                              "param scale : f32 = 1.0\nparam far : u64 = 0\n"
                              "in a : u32[]\nout o : u32[n]\n"
                              "each i in 0..n { o[i] = a[i] }\n";

static vy_status plan(struct fixture *f, const vy_plan_length *lengths, size_t length_count,
                      const vy_plan_value *values, size_t value_count)
{
    vy_launch_plan *made = NULL;
    test_log_clear(&f->log);
    vy_status status = vy_launch_plan_create(
        f->program,
        vy_launch_plan_params(.lengths = lengths, .length_count = length_count, .values = values,
                              .value_count = value_count),
        &made);
    assert_true(!status == (made != NULL));
    vy_launch_plan_destroy(&made);
    return status;
}

static void plan_refused(struct fixture *f, vy_status status, const char *says)
{
    assert_int_equal(status, VY_ERROR_ARGUMENT);
    if (!strstr(f->log.text, says))
        fail_msg("'%s' was not said, but: %s", says, f->log.text);
}

static void a_plan_takes_each_name_once(void **state)
{
    (void)state;
    struct fixture f;
    const vy_plan_length a[] = {{"a", 16}, {"a", 16}, {NULL, 4}};
    const vy_plan_value n[] = {{"n", 4}, {"n", 4}, {NULL, 4}};
    begin(&f, planned);
    assert_int_equal(plan(&f, a, 1, n, 1), VY_OK);
    plan_refused(&f, plan(&f, a, 2, n, 1), "V254: buffer 'a' is given twice");
    plan_refused(&f, plan(&f, a, 1, n, 2), "V254: param 'n' is given twice");
    plan_refused(&f, plan(&f, a + 1, 2, n, 1),
                 "V253: vy_launch_plan_create(): the name of .lengths[1]");
    plan_refused(&f, plan(&f, a, 1, n + 1, 2),
                 "V253: vy_launch_plan_create(): the name of .values[1]");
    plan_refused(&f, plan(&f, NULL, 1, n, 1), "V253: vy_launch_plan_create(): .lengths is NULL");
    plan_refused(&f, plan(&f, a, 1, NULL, 1), "V253: vy_launch_plan_create(): .values is NULL");
    end(&f);
}

static void a_plan_takes_values_that_fit(void **state)
{
    (void)state;
    static const struct {
        vy_plan_value good, bad;
        const char *says;
    } rows[] = {
        {{"n", 4},
         {"n", 1ull << 32},
         "V255: param 'n' is u32, and 4294967296 does not fit: at most 4294967295"},
        {{"shift", UINT32_MAX},
         {"shift", UINT64_MAX},
         "V255: param 'shift' is i32, and 18446744073709551615"},
        {{"flip", 1}, {"flip", 2}, "V255: param 'flip' is bool, and 2 does not fit: at most 1"},
        {{"scale", 0x40000000}, {"scale", 0x4000000000000000}, "V255: param 'scale' is f32"},
    };
    struct fixture f;
    const vy_plan_length a = {"a", 16};
    begin(&f, planned);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const vy_plan_value good[] = {rows[i].good, {"n", 4}}, bad[] = {rows[i].bad, {"n", 4}};
        assert_int_equal(plan(&f, &a, 1, good, i ? 2 : 1), VY_OK);
        plan_refused(&f, plan(&f, &a, 1, bad, i ? 2 : 1), rows[i].says);
    }
    assert_int_equal(plan(&f, &a, 1, (const vy_plan_value[]){{"n", 4}, {"far", UINT64_MAX}}, 2),
                     VY_OK);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_follow_from_data_and_params),
        cmocka_unit_test(empty_data_are_fine),
        cmocka_unit_test(the_device_chooses_what_is_left_out),
        cmocka_unit_test(a_long_chain_of_declarations),
        cmocka_unit_test(arithmetic_is_checked),
        cmocka_unit_test(an_op_has_one_meaning),
        cmocka_unit_test(signed_constants_take_what_fits),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(the_largest_grid_fits),
        cmocka_unit_test(lengths_are_checked),
        cmocka_unit_test(outputs_may_be_larger),
        cmocka_unit_test(an_extent_needs_only_its_own),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_plan_takes_each_name_once),
        cmocka_unit_test(a_plan_takes_values_that_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
