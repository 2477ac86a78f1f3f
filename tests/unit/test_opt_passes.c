// Passes: each does what it says on programs written for it, keeps what it must keep, and leaves
// the bytes of random programs as they are under every schedule.
#include "opt/opt.h"
#include "support/conforming.h"
#include "support/log.h"
#include "support/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STEPS = 2000000 };

static vy_context *context;
static struct test_log log_;

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

static vy_program *parse(const char *text)
{
    vy_program *p = NULL;
    test_log_clear(&log_);
    if (vy_program_parse(context, vy_parse_params(.text = text, .memory_only = true), &p) ||
        vy_program_verify(p))
        fail_msg("%s\n%s", log_.text, text);
    return p;
}

/// Whether a program read back from its text or its wire form is the same one: VY_ERROR_DATA where
/// it is another.
static vy_status compare(vy_program *p, vy_program *back)
{
    uint8_t a[32], b[32];
    vy_status status = vy_program_hash(p, a);
    if (!status)
        status = vy_program_verify(back);
    if (!status)
        status = vy_program_hash(back, b);
    return status ? status : memcmp(a, b, sizeof a) ? VY_ERROR_DATA : VY_OK;
}

/// Whether a program verifies, and is the same one after a way through its text and its wire form.
static vy_status check(vy_program *p)
{
    char *text = NULL;
    void *bytes = NULL;
    size_t size = 0;
    vy_program *read = NULL, *decoded = NULL;
    p->verified = false;
    vy_status status = vy_program_verify(p);
    if (!status)
        status = vy_program_print(p, &text, &size);
    if (!status)
        status =
            vy_program_parse(p->context, vy_parse_params(.text = text, .memory_only = true), &read);
    if (!status)
        status = compare(p, read);
    if (!status)
        status = vy_program_encode(p, &bytes, &size);
    if (!status)
        status = vy_program_decode(p->context, bytes, size, &decoded);
    if (!status)
        status = compare(p, decoded);
    vy_program_destroy(&read);
    vy_program_destroy(&decoded);
    vy_memory_free(p->context, text);
    vy_memory_free(p->context, bytes);
    return status;
}

/// The set of all passes but one.
static uint32_t all_but(enum vyi_pass pass)
{
    return (uint32_t)VYI_PASS_ALL & ~(1u << pass);
}

/// The same bytes and no race under every schedule, and a program that verifies and reads back.
static void same(vy_program *whole, vy_program *less, const char *text)
{
    struct test_run first, run;
    if (check(less))
        fail_msg("not a program any more: %s\n%s", log_.text, text);
    if (test_run_same_visible(whole, less, MOST_STEPS, &first, &run))
        return;
    char *after = NULL;
    assert_int_equal(vy_program_print(less, &after, NULL), VY_OK);
    fail_msg("status %d races %u bytes %llx, before %d %u %llx:\n%s\nafter:\n%s", run.status,
             run.races, (unsigned long long)run.visible, first.status, first.races,
             (unsigned long long)first.visible, text, after);
}

// ---- by hand ----
static const char head[] = "program p\n"
                           "in x: u32[128]\n"
                           "out y: u32[128]\n"
                           "out z: u32[128]\n"
                           "out narrow: u8[128]\n"
                           "out c: atomic u32[4]\n"
                           "scratch t: u32[128]\n"
                           "scratch kept: u32[128] @live\n"
                           "scratch a: atomic u32[4]\n"
                           "shared s: u32[64]\n"
                           "workgroup 64\n"
                           "grid 128\n";

static const struct {
    enum vyi_pass pass;
    uint32_t changes;
    const char *body, *has, *lacks; ///< in the text afterwards; NULL: anything
} cases[] = {
    // ---- fold ----
    {VYI_PASS_fold, 1, "let v = workgroup_any(len(x) > 3)\ny[gid.x] = u32(v)\n",
     "barrier workgroup", "workgroup_any"},
    {VYI_PASS_fold, 0, "let v = workgroup_any(x[gid.x] > 3)\ny[gid.x] = u32(v)\n", "workgroup_any",
     NULL},
    {VYI_PASS_fold, 1, "y[gid.x] = 1 + subgroup_max(wid.x)\n", NULL, "subgroup_max"},
    {VYI_PASS_fold, 0, "let v = grid_max(wid.x)\ny[gid.x] = v\n", "grid_max", NULL},
    {VYI_PASS_fold, 1, "let v = workgroup_add(wid.x)\ny[gid.x] = v\n", "wid.x * 64", NULL},
    {VYI_PASS_fold, 0, "if x[gid.x] == 5 { return }\nlet v = workgroup_add(wid.x)\ny[gid.x] = v\n",
     "workgroup_add", NULL},
    {VYI_PASS_fold, 0, "assert gid.x < 1000\nlet v = subgroup_add(wid.x)\ny[gid.x] = v\n",
     "subgroup_add", NULL},
    {VYI_PASS_fold, 1, "let v = workgroup_load(x[3])\ny[gid.x] = v\n", "barrier workgroup",
     "workgroup_load"},
    {VYI_PASS_fold, 0, "y[gid.x] = 1\nlet v = grid_load(y[3])\nz[gid.x] = v\n", "grid_load", NULL},
    {VYI_PASS_fold, 0, "let v = grid_broadcast(len(x), 5)\ny[gid.x] = v\n", "grid_broadcast", NULL},
    {VYI_PASS_fold, 1, "let v = grid_broadcast(len(x), 0)\ny[gid.x] = v\n", NULL, "grid_broadcast"},
    {VYI_PASS_fold, 0,
     "if x[gid.x] == 5 { return }\nlet v = grid_broadcast(len(x), 0)\ny[gid.x] = v\n",
     "grid_broadcast", NULL},
    {VYI_PASS_fold, 0, "let v = workgroup_xor(wid.x)\ny[gid.x] = v\n", "workgroup_xor", NULL},
    // The barrier that the collective was.
    {VYI_PASS_fold, 1,
     "s[lid.x] = gid.x\nlet v = workgroup_all(len(x) > 3)\ny[gid.x] = s[63 - lid.x] + u32(v)\n",
     "barrier workgroup", NULL},
    // ---- each_fuse ----
    {VYI_PASS_each_fuse, 1,
     "each i in 0..100 { y[i] = x[i] }\neach k in 0..100 { z[k] = x[k] + 1 }\n", NULL, "each k"},
    {VYI_PASS_each_fuse, 2,
     "each i in 0..9 { t[i] = x[i] }\neach k in 0..9 { y[k] = t[k] }\neach l in 0..9 { z[l] = t[l] "
     "}\n",
     NULL, "each k"},
    {VYI_PASS_each_fuse, 0, "each i in 0..99 { y[i] = x[i] }\neach k in 0..98 { z[k] = x[k] }\n",
     NULL, NULL},
    {VYI_PASS_each_fuse, 0, "each i in 0..9 { y[i] = 3 }\neach k in 0..9 { z[k] = 4 }\n", NULL,
     NULL},
    {VYI_PASS_each_fuse, 0,
     "each i in 0..100 { if x[i] < 50 { continue }\ny[i] = 1 }\neach k in 0..100 { z[k] = x[k] }\n",
     NULL, NULL},
    {VYI_PASS_each_fuse, 1,
     "each i in 0..100 { y[i] = x[i] }\neach k in 0..100 { if x[k] < 50 { continue }\nz[k] = 2 }\n",
     NULL, NULL},
    // One invocation runs several elements, 128 apart: another element is not its own.
    {VYI_PASS_each_fuse, 0,
     "each i in 0..256 { t[i % 128] = t[i % 128] + i }\neach k in 0..256 { y[k % 128] = t[k % 128] "
     "}\n",
     NULL, NULL},
    {VYI_PASS_each_fuse, 0,
     "var n = 0\neach i in 0..1000 { n += x[i % 128] }\neach k in 0..1000 { n = n * 3 + x[k % 128] "
     "}\n"
     "y[gid.x] = n\n",
     NULL, NULL},
    {VYI_PASS_each_fuse, 0,
     "var n = 0\neach i in 0..1000 { n += x[i % 128] }\neach k in 0..1000 { c[0] += n + x[0] }\n",
     NULL, NULL},
    {VYI_PASS_each_fuse, 0,
     "var e = 100\neach i in 0..e { y[i] = x[i] }\neach k in 0..e { z[k] = x[k] }\n", NULL, NULL},
    {VYI_PASS_each_fuse, 0,
     "each i in 0..100 { y[i] = x[i]\nassert i < 200 }\neach k in 0..100 { z[k] = x[k]\nassert k < "
     "200 }\n",
     NULL, NULL},
    // ---- count ----
    {VYI_PASS_count, 1,
     "let n = len(x)\nvar i = lid.x\nwhile i < n { y[gid.x] += x[i]\ni += 1 }\nz[gid.x] = i\n",
     "for ", "while"},
    {VYI_PASS_count, 1,
     "var n = x[gid.x]\nvar i: i64 = 3i64\nwhile i64(n) > i { y[gid.x] += 1\nif x[i] == 7 { break "
     "}\n"
     "i = i + 1i64 }\nz[gid.x] = u32(i)\n",
     "for ", NULL},
    {VYI_PASS_count, 0, "var i = 0\nwhile i < 9 { i += 1\ny[gid.x] += x[i] }\n", NULL, "for "},
    {VYI_PASS_count, 0, "var i = 0\nwhile i < 9 { y[gid.x] += x[i]\ni += 2 }\n", NULL, "for "},
    {VYI_PASS_count, 0, "var i = 0\nwhile i <= 9 { y[gid.x] += x[i]\ni += 1 }\n", NULL, "for "},
    {VYI_PASS_count, 0,
     "var i = 0\nwhile i < 9 { if x[i] == 3 { i += 1 }\ny[gid.x] += x[i]\ni += 1 }\n", NULL,
     "for "},
    {VYI_PASS_count, 0, "var i = 0\nvar n = 9\nwhile i < n { y[gid.x] += x[i]\nn -= 1\ni += 1 }\n",
     NULL, "for "},
    {VYI_PASS_count, 0, "var i = 0\nwhile i < y[3] { y[gid.x] += x[i]\ni += 1 }\n", NULL, "for "},
    {VYI_PASS_count, 0,
     "var i = 0\nvar r = 0\nwhile i < 9 { r += 1\nif r < 30 { continue }\ny[gid.x] += x[i]\ni += 1 "
     "}\n",
     NULL, "for "},
    {VYI_PASS_count, 0, "var i = 0\nwhile i < 9 { barrier workgroup\ny[gid.x] += x[i]\ni += 1 }\n",
     NULL, "for "},
    {VYI_PASS_count, 0, "var i = 0\nwhile i < 9 { y[gid.x] += 1\ni += 1 }\n", NULL, "for "},
    // ---- forward ----
    {VYI_PASS_forward, 1, "each i in 0..128 { t[i] = x[i] * 2\ny[i] = t[i] + 1 }\n", NULL,
     "t[i] +"},
    {VYI_PASS_forward, 1, "t[gid.x + 5] = x[gid.x]\ny[gid.x] = t[gid.x + 5]\n", "len(t, 0) ?",
     NULL},
    {VYI_PASS_forward, 0, "t[gid.x] = x[gid.x]\nbarrier grid\ny[gid.x] = t[gid.x]\n", NULL, NULL},
    {VYI_PASS_forward, 0, "t[gid.x] = 1\nt[(gid.x + 0) % 128] = 2\ny[gid.x] = t[gid.x]\n", NULL,
     NULL},
    {VYI_PASS_forward, 0, "var k = gid.x\nt[k] = 1\nk = k ^ 1\nkept[gid.x] = t[k] * 0\n", NULL,
     NULL},
    {VYI_PASS_forward, 0, "narrow[gid.x] = x[gid.x] + 300\ny[gid.x] = narrow[gid.x]\n", NULL, NULL},
    {VYI_PASS_forward, 0, "a[gid.x % 4] = 1\ny[gid.x] = 0 * a[gid.x % 4]\n", NULL, NULL},
    {VYI_PASS_forward, 0,
     "t[gid.x] = 1\nfor k in 0..3 {\ny[gid.x] = t[gid.x]\nt[gid.x] = k + 5\n}\n", NULL, NULL},
    {VYI_PASS_forward, 1,
     "t[gid.x] = 1\nif x[gid.x] > 5 {\ny[gid.x] = t[gid.x]\nt[gid.x] = 7\n}\nz[gid.x] = t[gid.x]\n",
     NULL, NULL},
    {VYI_PASS_forward, 0,
     "t[gid.x] = 1\nif gid.x % 64 < 99 {\natomic_store(a[0], 1, release, device)\n}\ny[gid.x] = "
     "t[gid.x]\n",
     NULL, NULL},
    {VYI_PASS_forward, 0,
     "s[lid.x] = x[gid.x]\nlet v = workgroup_max(x[gid.x])\ny[gid.x] = s[lid.x] + v\n", NULL, NULL},
    {VYI_PASS_forward, 1,
     "s[lid.x] = x[gid.x]\nlet v = subgroup_max(x[gid.x])\ny[gid.x] = s[lid.x] + v\n", NULL, NULL},
    // ---- dead ----
    {VYI_PASS_dead, 3, "t[gid.x] = x[gid.x]\ny[gid.x] = 1\n", NULL, "t[gid.x]"}, // and their memory
    {VYI_PASS_dead, 0, "t[gid.x] = x[gid.x]\na[0] += t[gid.x]\ny[gid.x] = a[1] * 0\n", NULL, NULL},
    {VYI_PASS_dead, 1, "kept[gid.x] = x[gid.x]\na[0] += 1\ny[gid.x] = a[1] * 0\n", "kept[gid.x]",
     NULL},
    {VYI_PASS_dead, 4, "var n = 0\nfor k in 0..3 { n = n + k }\ny[gid.x] = 1\n", NULL, "n ="},
    {VYI_PASS_dead, 3, "let o = atomic_add(c[0], 1)\ny[gid.x] = 1\n", "\natomic_add", "let"},
    {VYI_PASS_dead, 2, "let o = workgroup_max(x[gid.x])\ny[gid.x] = 1\n", "workgroup_max", NULL},
    {VYI_PASS_dead, 2, "let o = atomic_add(c[0], 1)\ny[gid.x] = o * 0\n", "let o", NULL},
    {VYI_PASS_dead, 1, "atomic_store(a[0], 1, release, device)\ny[gid.x] = 1\n", "release", NULL},
    {VYI_PASS_dead, 5, "if x[gid.x] > 3 { t[gid.x] = 1 } else { s[lid.x] = 2 }\ny[gid.x] = 1\n",
     NULL, "if"},
    {VYI_PASS_dead, 4, "each i in 0..128 { t[i] = x[i] }\ny[gid.x] = 1\n", NULL, "each"},
    {VYI_PASS_dead, 2, "s[lid.x] = x[gid.x]\nbarrier workgroup\ny[gid.x] = s[63 - lid.x]\n",
     "s[lid.x] =", NULL},
    {VYI_PASS_dead, 1, "t[gid.x] = atomic_add(c[0], 0)\ny[gid.x] = 1\n", "t[gid.x]", NULL},
};

static void by_hand(void **state)
{
    uint32_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000], *after = NULL;
        snprintf(text, sizeof text, "%s%s", head, cases[i].body);
        vy_program *whole = parse(text), *less = NULL;
        struct vyi_pass_times times;
        assert_int_equal(
            vyi_opt_run(whole, VYI_FOR_ANY, all_but(cases[i].pass), VYI_PASS_COUNT, &times, &less),
            VY_OK);
        assert_int_equal(vy_program_print(less, &after, NULL), VY_OK);
        const char *body = strchr(strstr(after, "\n\n"), '\n');
        bool right = times.changes[cases[i].pass] == cases[i].changes &&
                     (!cases[i].has || strstr(body, cases[i].has)) &&
                     (!cases[i].lacks || !strstr(body, cases[i].lacks));
        wrong += !right;
        if (!right)
            print_error("%s made %u changes, not %u:\n%s\nafter:%s", vy_pass_name(cases[i].pass),
                        times.changes[cases[i].pass], cases[i].changes, cases[i].body, body);
        same(whole, less, text);
        vy_memory_free(context, after);
        vy_program_destroy(&whole);
        vy_program_destroy(&less);
    }
    assert_int_equal(wrong, 0);
}

// ---- by chance ----
static void try_chance(uint64_t seed, char *text, uint64_t *fired)
{
    vy_program *whole = parse(text);
    struct test_run first, run;
    // Where entries are appended, the order of the threads shows in the bytes.
    bool settled = test_run_same_visible(whole, whole, MOST_STEPS, &first, &run);
    for (uint32_t pass = 0; pass <= VYI_PASS_COUNT; pass++) {
        vy_program *less = NULL;
        struct vyi_pass_times times;
        uint32_t skip = pass < VYI_PASS_COUNT ? all_but((enum vyi_pass)pass) : 0;
        if (vyi_opt_run(whole, VYI_FOR_ANY, skip, VYI_PASS_COUNT, &times, &less))
            fail_msg("seed %llu: %s", (unsigned long long)seed, log_.text);
        if (pass < VYI_PASS_COUNT)
            fired[pass] += times.changes[pass] != 0;
        if (less != whole && settled)
            same(whole, less, text);
        else if (less != whole)
            assert_int_equal(check(less), VY_OK);
        vy_program_destroy(&less);
    }
    vy_program_destroy(&whole);
    free(text);
}

static void by_chance(void **state)
{
    uint64_t fired[VYI_PASS_COUNT] = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        try_chance(seed, conforming_make(seed), fired);
        try_chance(seed, conforming_barriers(seed), fired);
    }
    for (uint32_t i = 0; i < VYI_PASS_aggregate; i++)
        if (!fired[i])
            fail_msg("%s changed none of them", vy_pass_name(i));
}

// ---- the runner ----
static void a_program_that_nothing_changes_is_itself(void **state)
{
    vy_program *p = parse("program p\nin x: u32[]\nout y: u32[len(x)]\n"
                          "each i in 0..len(x) { y[i] = x[i] }\n"),
               *less = NULL, *flat = NULL;
    (void)state;
    assert_int_equal(vyi_opt_run(p, VYI_FOR_ANY, 0, VYI_PASS_COUNT, NULL, &less), VY_OK);
    assert_ptr_equal(p, less);
    vy_program_destroy(&less);
    assert_int_equal(
        vy_program_optimise(p, vy_optimise_params(.no_passes = "elide,aggregate"), &flat), VY_OK);
    assert_true(flat != p && flat->separate_atomics && !p->separate_atomics);
    vy_program_destroy(&p); // the clone keeps what it needs
    assert_string_equal(flat->buffers.at[1].name, "y");
    vy_program_destroy(&flat);
}

static void a_service_runs_as_written(void **state)
{
    vy_program *p = parse("program p service\nmapped m: atomic u32[1]\nscratch t: u32[4]\n"
                          "workgroup 1\ngrid 1\nt[0] = 1\nbarrier workgroup\nbarrier workgroup\n"
                          "m[0] = 1\n"),
               *same_one = NULL;
    (void)state;
    assert_int_equal(vyi_opt_run(p, VYI_FOR_ANY, 0, VYI_PASS_COUNT, NULL, &same_one), VY_OK);
    assert_ptr_equal(p, same_one);
    vy_program_destroy(&same_one);
    vy_program_destroy(&p);
}

/// A run of neighbouring `each` is joined at once: each statement is copied once, not once for each
/// neighbour that comes after it.
static void a_run_of_each_is_joined_at_once(void **state)
{
    enum { COUNT = 3000 };
    struct vyi_text text = {.context = context};
    uint32_t fused = 0;
    (void)state;
    vyi_text_printf(&text, "program p\nin x: u32[]\nout y: u32[len(x)]\n");
    for (int i = 0; i < COUNT; i++)
        vyi_text_printf(&text, "each k in 0..len(x) { y[k] += x[k] }\n");
    vy_program *p = parse(text.at), *less = vyi_program_clone(p);
    assert_non_null(less);
    const uint32_t before = less->extra.count;
    assert_int_equal(vyi_opt_each_fuse(less, &fused), VY_OK);
    assert_int_equal(fused, COUNT - 1);
    assert_int_equal(less->extra.count - before, COUNT);
    vy_program_destroy(&less);
    vy_program_destroy(&p);
    vyi_text_free(&text);
}

static void unknown_names_are_refused(void **state)
{
    vy_program *p = parse("program p\n"), *out = NULL;
    uint32_t set;
    (void)state;
    assert_int_equal(vyi_opt_names(context, "elide,dead", &set), VY_OK);
    assert_int_equal(set, 1u << VYI_PASS_elide | 1u << VYI_PASS_dead);
    assert_int_equal(vyi_opt_names(context, "all", &set), VY_OK);
    assert_int_equal(set, VYI_PASS_ALL);
    assert_int_equal(vyi_opt_names(context, "elide,elid", &set), VY_ERROR_ARGUMENT);
    assert_non_null(strstr(log_.text, "there is no pass 'elid'"));
    assert_int_equal(vy_program_optimise(p, vy_optimise_params(.after = "el"), &out),
                     VY_ERROR_ARGUMENT);
    assert_null(out);
    vy_program_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(by_chance),
        cmocka_unit_test(a_program_that_nothing_changes_is_itself),
        cmocka_unit_test(a_service_runs_as_written),
        cmocka_unit_test(a_run_of_each_is_joined_at_once),
        cmocka_unit_test(unknown_names_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
