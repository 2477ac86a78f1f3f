// The library's functions over whole buffers, and its ready programs, beside plain C, on the oracle
// and on the cpu device.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/example.h"

static const uint32_t sizes[] = {0, 1, 31, 32, 33, 255, 256, 257, 65535, 65536, 65537};

/// A combination that does not commute: the last of its operands that is not zero; and one that
/// keeps the order of all, as far as 64 bits go.
static const char text[] =
    "program functions\n"
    "use \"scan.vy\"\n"
    "use \"select.vy\" as chosen\n"
    "in x : u32[]\nin key : u32[len(x)]\n"
    "out last : u32[len(x)]\nout least : i64[len(x)]\nout digits : u64[1]\nout own : u32[len(x)]\n"
    "out odd : u32[len(x)]\nout counts : u32[5]\nout split : u32[len(x)]\nout few : u32[3]\n"
    "out near : u64[len(x)]\nout groups : u32[len(x)]\nout totals : u64[len(x)]\n"
    "scratch signed : i64[len(x)]\n"
    "workgroup 32\ngrid 1024\n"
    "fn later(a: u32, b: u32) -> u32 { return b != 0 ? b : a }\n"
    "fn is_odd(a: u32) -> bool { return a % 2 == 1 }\n"
    "fn chain(a: u64, b: u64) -> u64 { return (a >> 32) * (b >> 32) % 65521 << 32 |\n"
    "    ((a & 0xFFFF_FFFF) * (b >> 32) + (b & 0xFFFF_FFFF)) % 65521 }\n"
    "scratch pairs : u64[len(x)]\n"
    "each i in 0..len(x) {\n"
    "    signed[i] = 5 - i64(x[i])\n"
    "    own[i] = x[i] % 4 == 0 ? 0 : x[i]\n"
    "    pairs[i] = u64(x[i] % 7 + 2) << 32 | u64(x[i])\n"
    "}\n"
    "barrier grid\n"
    "let all = scan(own, last, 0, later)\n"
    "let low = scan_through(signed, least, 0x7FFF_FFFF_FFFF_FFFFi64, min)\n"
    "let chained = reduce(pairs, 1u64 << 32, chain)\n"
    "let odds = chosen.select(x, odd, is_odd)\n"
    "let kept = chosen.partition(x, split, is_odd)\n"
    "let runs = chosen.unique(own, few)\n"
    "scan_by_key(key, pairs, near, 1u64 << 32, chain)\n"
    "let spans = reduce_by_key(key, pairs, groups, totals, 1u64 << 32, chain)\n"
    "let total = scan(own, own, 0, (+))\n"
    "if gid.x == 0 {\n"
    "    digits[0] = chained\n    counts[0] = odds\n    counts[1] = kept\n    counts[2] = runs\n"
    "    counts[3] = total ^ all ^ u32(low)\n    counts[4] = spans\n"
    "}\n";

struct want {
    uint32_t *last, *own, *odd, *split, *groups;
    int64_t *least;
    uint64_t *near, *totals, digits;
    uint32_t few[3], counts[5];
};

static uint64_t chain(uint64_t a, uint64_t b)
{
    const uint64_t low = 0xffffffff;
    return (a >> 32) * (b >> 32) % 65521 << 32 | ((a & low) * (b >> 32) + (b & low)) % 65521;
}

static void plainly(const uint32_t *x, const uint32_t *key, uint32_t n, struct want *w)
{
    const uint64_t one = (uint64_t)1 << 32;
    uint32_t last = 0, sum = 0, odd = 0, runs = 0, before = 0, spans = 0;
    uint64_t run = one;
    int64_t low = INT64_MAX;
    w->digits = one;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t own = x[i] % 4 == 0 ? 0 : x[i];
        w->last[i] = last;
        last = own ? own : last;
        low = 5 - (int64_t)x[i] < low ? 5 - (int64_t)x[i] : low;
        w->least[i] = low;
        const uint64_t pair = (uint64_t)(x[i] % 7 + 2) << 32 | x[i];
        const bool begins = !i || key[i] != key[i - 1];
        w->digits = chain(w->digits, pair);
        w->near[i] = begins ? one : run;
        run = chain(w->near[i], pair);
        spans += begins;
        w->groups[spans - 1] = key[i];
        w->totals[spans - 1] = run;
        if (x[i] % 2)
            w->odd[odd++] = x[i];
        if ((!i || own != before) && runs++ < 3)
            w->few[runs - 1] = own;
        before = own;
        w->own[i] = sum;
        sum += own;
    }
    memcpy(w->split, w->odd, odd * sizeof *w->odd);
    for (uint32_t i = 0, at = odd; i < n; i++)
        if (x[i] % 2 == 0)
            w->split[at++] = x[i];
    w->counts[0] = w->counts[1] = odd;
    w->counts[2] = runs;
    w->counts[4] = spans;
    w->counts[3] = sum ^ last ^ (uint32_t)low;
}

static struct want room(uint32_t n)
{
    return (struct want){.last = example_room(n, 4),
                         .own = example_room(n, 4),
                         .odd = example_room(n, 4),
                         .split = example_room(n, 4),
                         .groups = example_room(n, 4),
                         .least = example_room(n, 8),
                         .near = example_room(n, 8),
                         .totals = example_room(n, 8)};
}

static void release(struct want *w)
{
    free(w->last), free(w->own), free(w->odd), free(w->split), free(w->groups);
    free(w->least), free(w->near), free(w->totals);
}

static void functions_of(vy_device *device, vy_context *context)
{
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    struct rng r = {3};
    assert_int_equal(vy_program_parse(context, vy_parse_params(.text = text), &program), VY_OK);
    assert_int_equal(vy_pipeline_create(device, program, NULL, &pipeline), VY_OK);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const uint32_t n = sizes[s];
        const uint64_t bytes = 4 * (uint64_t)n;
        uint32_t *x = example_words(&r, n, 30), *key = example_words(&r, n, n > 300 ? 2 : 4);
        struct want w = room(n), got = room(n);
        for (uint32_t i = 0; i < n && n > 300; i++)
            key[i] = i / 999 % 3 + key[i] / 2 * (i % 5000 < 7); // some runs pass workgroups
        plainly(x, key, n, &w);
        example_run(pipeline,
                    vy_args(vy_arg_in("x", x, bytes), vy_arg_in("key", key, bytes),
                            vy_arg_out("last", got.last, bytes),
                            vy_arg_out("least", got.least, 2 * bytes),
                            vy_arg_out("digits", &got.digits, 8), vy_arg_out("own", got.own, bytes),
                            vy_arg_out("odd", got.odd, bytes), vy_arg_out("counts", got.counts, 20),
                            vy_arg_out("split", got.split, bytes), vy_arg_out("few", got.few, 12),
                            vy_arg_out("near", got.near, 2 * bytes),
                            vy_arg_out("groups", got.groups, bytes),
                            vy_arg_out("totals", got.totals, 2 * bytes)));
        assert_memory_equal(got.counts, w.counts, sizeof w.counts);
        assert_memory_equal(got.few, w.few, sizeof w.few);
        assert_int_equal(got.digits, w.digits);
        assert_memory_equal(got.last, w.last, bytes);
        assert_memory_equal(got.least, w.least, 2 * bytes);
        assert_memory_equal(got.own, w.own, bytes);
        assert_memory_equal(got.odd, w.odd, bytes);
        assert_memory_equal(got.split, w.split, bytes);
        assert_memory_equal(got.near, w.near, 2 * bytes);
        assert_memory_equal(got.groups, w.groups, bytes);
        assert_memory_equal(got.totals, w.totals, 2 * bytes);
        release(&w), release(&got), free(x), free(key);
    }
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
}

static void on_the_oracle(void **state)
{
    struct example_bench *b = *state;
    functions_of(b->device, b->context);
}

static void on_the_cpu(void **state)
{
    struct example_bench *b = *state;
    vy_device *device = NULL;
    if (vy_device_open(b->context, vy_device_params(.name = "cpu"), &device))
        skip();
    functions_of(device, b->context);
    vy_device_close(&device);
}

/// Both sides of what is written for one kind of device only give the same.
static void nothing_races(void **state)
{
    struct example_bench *b = *state;
    enum { N = 70 };
    uint32_t x[N], key[N];
    vy_program *program = NULL;
    vy_race_report report;
    struct rng r = {7};
    for (uint32_t i = 0; i < N; i++) {
        x[i] = rng_below(&r, 1000);
        key[i] = i / 5;
    }
    assert_int_equal(vy_program_parse(b->context, vy_parse_params(.text = text), &program), VY_OK);
    assert_int_equal(
        vy_check_race(program,
                      vy_race_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                     vy_arg_in("key", key, sizeof key)),
                                     .schedules = 4),
                      &report),
        VY_OK);
    assert_int_equal(report.verdict, VY_VERDICT_SETTLED);
    vy_program_destroy(&program);
}

static bool is_listed(const char *name)
{
    for (size_t i = 0; vy_library_program(i); i++)
        if (!strcmp(vy_library_program(i), name))
            return true;
    return false;
}

/// Every program of lib/programs is a ready one, and has a line about it; others are refused.
static void ready_programs_are_all_there(void **state)
{
    struct example_bench *b = *state;
    const char *source = getenv("VYRE_SOURCE");
    char path[4096], name[256];
    uint32_t files = 0, programs = 0;
    snprintf(path, sizeof path, "%s/lib/programs", source ? source : ".");
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *e; (e = readdir(folder));) {
        const char *dot = strstr(e->d_name, ".vy");
        if (!dot)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(dot - e->d_name), e->d_name);
        if (!is_listed(name))
            fail_msg("%s is not in src/ir/library.def", name);
        files++;
    }
    closedir(folder);
    for (; vy_library_program(programs); programs++) {
        vy_program *program = NULL;
        vy_program_info info;
        snprintf(path, sizeof path, "lib:%s", vy_library_program(programs));
        assert_int_equal(vy_program_load(b->context, path, &program), VY_OK);
        assert_int_equal(vy_program_verify(program), VY_OK);
        assert_int_equal(vy_program_describe(program, &info), VY_OK);
        assert_non_null(info.doc);
        vy_program_destroy(&program);
    }
    assert_int_equal(files, programs);
    vy_program *program = NULL;
    assert_int_equal(vy_program_load(b->context, "lib:nothing", &program), VY_ERROR_IO);
    assert_null(program);
}

static int is_library(const struct dirent *e)
{
    const char *dot = strrchr(e->d_name, '.');
    return dot && !strcmp(dot, ".vy");
}

/// A program may use any of them: no name is that of another file's function.
static void files_go_together(void **state)
{
    struct example_bench *b = *state;
    const char *source = getenv("VYRE_SOURCE");
    char path[4096], uses[4096] = "program all\n";
    struct dirent **files;
    snprintf(path, sizeof path, "%s/lib", source ? source : ".");
    const int count = scandir(path, &files, is_library, alphasort);
    assert_true(count > 10);
    for (int i = 0; i < count; i++) {
        const size_t at = strlen(uses);
        snprintf(uses + at, sizeof uses - at, "use \"%s\"\n", files[i]->d_name);
        free(files[i]);
    }
    free(files);
    strcat(uses, "out y : u32[1]\nworkgroup 1\ngrid 1\ny[0] = 1\n");
    vy_program *program = NULL;
    assert_int_equal(vy_program_parse(b->context, vy_parse_params(.text = uses), &program), VY_OK);
    vy_program_destroy(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_go_together),
        cmocka_unit_test(on_the_oracle),
        cmocka_unit_test(on_the_cpu),
        cmocka_unit_test(nothing_races),
        cmocka_unit_test(ready_programs_are_all_there),
    };
    return cmocka_run_group_tests(tests, example_open, example_close);
}
