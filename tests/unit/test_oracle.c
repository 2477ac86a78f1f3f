// Statements, memory and messages on the oracle.
#include "support/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/// Runs a trial under every schedule; `same` checks what came out.
#define UNDER_ALL_SCHEDULES(t)                                                      \
    for (int s_ = (t)->schedule = 0; s_ < VYI_SCHEDULE_COUNT; (t)->schedule = ++s_) \
        for (bool once_ = (trial_run(t), (t)->status == VY_OK || show(t)); once_;   \
             once_ = false, trial_free(t))

static bool show(const struct trial *t)
{
    fprintf(stderr, "schedule %d:\n%s\n", (int)t->schedule, t->log);
    return true;
}

#define EXPECT_WORDS(t, name, ...)                                               \
    do {                                                                         \
        const uint32_t expected_[] = {__VA_ARGS__};                              \
        assert_int_equal((t)->status, VY_OK);                                    \
        assert_memory_equal(trial_buffer(t, name), expected_, sizeof expected_); \
    } while (0)

// ---- memory ----
static void loads_out_of_bounds_give_zero_not_element_zero(void **state)
{
    static const uint32_t x[4] = {11, 12, 13, 14};
    struct trial t = {.text = "program t\nin x: u32[]\nin i: i64[]\nout y: u32[len(i)]\n"
                              "workgroup 1\ngrid 1\n"
                              "for k in 0..len(i) { y[k] = x[i[k]] }\n"};
    static const int64_t i[] = {0, 3, 4, -1, -4, INT64_MIN, INT64_MAX, (int64_t)1 << 32};
    (void)state;
    t.bind[0].name = "x", t.bind[0].data = x, t.bind[0].bytes = sizeof x;
    t.bind[1].name = "i", t.bind[1].data = i, t.bind[1].bytes = sizeof i;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 11, 14, 0, 0, 0, 0, 0, 0);
        assert_int_equal(t.result.out_of_bounds, 6);
    }
}

static void every_index_is_checked_by_itself(void **state)
{
    static const uint32_t x[6] = {1, 2, 3, 4, 5, 6};
    struct trial t = {.text = "program t\nin x: u32[, 3]\nout y: u32[2, 3]\nout z: u32[4]\n"
                              "workgroup 1\ngrid 1\n"
                              "let neg: i32 = -1\n"
                              "y[0, 3] = 7  y[1, neg] = 8  y[neg, 0] = 9  y[1, 2] = 10\n"
                              "z[0] = x[0, 3]  z[1] = x[1, neg]  z[2] = x[1, 2]  z[3] = x[2, 0]\n",
                      .bind = {{"x", x, sizeof x}}};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 0, 0, 0, 0, 0, 10);
        EXPECT_WORDS(&t, "z", 0, 0, 6, 0);
        assert_int_equal(t.result.out_of_bounds, 6);
    }
}

static void out_of_bounds_is_reported_once_a_place(void **state)
{
    struct trial t = {.text =
                          "program t\nout y: u32[4]\nout a: atomic u32[2]\nworkgroup 8\ngrid 8\n"
                          "y[gid.x] = 1\nlet old = atomic_add(a[gid.x + 1], 5)\n"
                          "if gid.x == 0 { y[0] = 2 + old }\n"
                          "let k: i32 = -3\nif gid.x == 1 { y[k] += 1 }\n",
                      .detect = true};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.result.out_of_bounds, 4 + 7 + 1); // += counts once
    assert_true(trial_said(&t, "index 4 is outside 'y' (4 elements), 4 times"));
    assert_true(trial_said(&t, "index 2 is outside 'a' (2 elements), 7 times"));
    assert_true(trial_said(&t, "index -3 is outside 'y' (4 elements), once"));
    assert_int_equal(t.warnings, 3);
    trial_free(&t);
}

static void narrow_elements_widen_and_truncate(void **state)
{
    static const uint8_t bytes[4] = {0, 1, 0x80, 0xff};
    static const uint16_t halves[4] = {0, 1, 0x8000, 0xffff};
    struct trial t = {
        .text = "program t\nin b: u8[]\nin c: i8[4]\nin h: u16[4]\nin k: i16[4]\n"
                "out y: u32[4, 4]\nout nb: u8[4]\nout nh: i16[4]\nworkgroup 4\ngrid 4\n"
                "let i = gid.x\ny[0, i] = b[i]\ny[1, i] = u32(c[i])\ny[2, i] = h[i]\n"
                "y[3, i] = u32(k[i])\nnb[i] = b[i] * 2 + 256\nnh[i] = k[i] - 1\n",
        .bind = {{"b", bytes, 4}, {"c", bytes, 4}, {"h", halves, 8}, {"k", halves, 8}}};
    static const uint8_t nb[4] = {0, 2, 0, 0xfe};
    static const uint16_t nh[4] = {0xffff, 0, 0x7fff, 0xfffe};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 0, 1, 0x80, 0xff, 0, 1, 0xffffff80, 0xffffffff, 0, 1, 0x8000, 0xffff,
                     0, 1, 0xffff8000, 0xffffffff);
        assert_memory_equal(trial_buffer(&t, "nb"), nb, 4);
        assert_memory_equal(trial_buffer(&t, "nh"), nh, 8);
    }
}

static void bools_and_nans_are_made_canonical_in_memory(void **state)
{
    static const uint32_t words[4] = {0, 1, 0x100, 0xffffffff};
    static const uint32_t nans[4] = {0x7f800001, 0xffffffff, 0x7fc00000, 0x7f800000};
    struct trial t = {.text =
                          "program t\nin b: bool[]\nin f: f32[]\nout y: bool[4]\nout z: f32[4]\n"
                          "workgroup 4\ngrid 4\ny[gid.x] = b[gid.x]\nz[gid.x] = f[gid.x]\n",
                      .bind = {{"b", words, 16}, {"f", nans, 16}}};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    EXPECT_WORDS(&t, "y", 0, 1, 1, 1);
    EXPECT_WORDS(&t, "z", 0x7fc00000, 0x7fc00000, 0x7fc00000, 0x7f800000);
    trial_free(&t);
}

static void bytes_past_the_end_are_zero(void **state)
{
    static const uint8_t b[6] = {1, 2, 3, 4, 5, 6};
    struct trial t = {.text =
                          "program t\nin b: u8[]\nout y: u32[4]\nout z: u64[2]\nworkgroup 1\n"
                          "grid 1\nlet neg: i32 = -1\ny[0] = u32_at(b, 1)\ny[1] = u32_at(b, 4)\n"
                          "y[2] = u32_at(b, 6)\ny[3] = u32_at(b, neg)\nz[0] = u64_at(b, 0)\n"
                          "z[1] = u64_at(b, 5)\n",
                      .bind = {{"b", b, sizeof b}}};
    static const uint64_t z[2] = {0x060504030201, 6};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    EXPECT_WORDS(&t, "y", 0x05040302, 0x0605, 0, 0);
    assert_memory_equal(trial_buffer(&t, "z"), z, sizeof z);
    assert_int_equal(t.result.out_of_bounds, 2);
    trial_free(&t);
}

static void local_arrays_are_zeroed_whenever_their_var_runs(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[4]\nworkgroup 1\ngrid 1\n"
                              "var sum = 0\n"
                              "for k in 0..3 {\n var a: u32[5]\n sum += a[k]\n a[k] = k + 1\n"
                              " a[k] *= 10\n a[7] = 1\n sum += a[k]\n sum += a[5]\n}\ny[0] = sum\n"
                              "var f: f64[3]\nf[1] = 2.5\ny[1] = u32(f[1] * 2.0)\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 60, 5, 0, 0);
        assert_int_equal(t.result.out_of_bounds, 6);
    }
}

static void tables_hold_their_values(void **state)
{
    struct trial t = {.text = "program t\nconst T: u8[4] = [1, 2, 250, 255]\n"
                              "const F: f32[2] = [0.5, -0.0]\nout y: u32[6]\nout z: f32[3]\n"
                              "workgroup 6\ngrid 6\ny[gid.x] = T[gid.x]\n"
                              "if gid.x < 3 { z[gid.x] = F[gid.x] }\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    EXPECT_WORDS(&t, "y", 1, 2, 250, 255, 0, 0);
    EXPECT_WORDS(&t, "z", 0x3f000000, 0x80000000, 0);
    trial_free(&t);
}

// ---- order of evaluation ----
static void everything_runs_left_to_right(void **state)
{
    struct trial t = {.text =
                          "program t\nout a: atomic u32[1]\nout y: u32[8]\nworkgroup 1\ngrid 1\n"
                          "y[0] = atomic_add(a[0], 1) * 100 + atomic_add(a[0], 1) * 10 + a[0]\n"
                          "y[atomic_add(a[0], 1)] = atomic_add(a[0], 1)\n"
                          "let no = false && atomic_add(a[0], 100) == 0\n"
                          "let yes = true || atomic_add(a[0], 100) == 0\n"
                          "y[3] = yes && !no ? a[0] : atomic_add(a[0], 100)\n"
                          "var x = true\nx = no || x\ny[4] = u32(x)\n"
                          "x = x && no\ny[5] = u32(x)\n"
                          "y[6] += atomic_add(a[0], 1)\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    EXPECT_WORDS(&t, "y", 12, 0, 3, 4, 1, 0, 4, 0);
}

// ---- loops ----
static void loops_never_wrap(void **state)
{
    struct trial t = {
        .text =
            "program t\nout y: u32[10]\nworkgroup 1\ngrid 1\n"
            "for i in 0xFFFF_FFFDu32..0xFFFF_FFFFu32 { y[0] += 1 }\n"
            "for i in 0xFFFF_FFF0u32..0xFFFF_FFFFu32 step 7 { y[1] += 1 }\n"
            "for i in 5..5 { y[2] += 1 }\n"
            "for i in 7..3 { y[2] += 1 }\n"
            "for i in 3..1000 step 0 { y[3] += i }\n"
            "let low: i32 = -3\nfor i in low..2 { y[4] += u32(i + 10) }\n"
            "let least: i64 = -0x8000_0000_0000_0000\nlet most: i64 = 0x7FFF_FFFF_FFFF_FFFF\n"
            "for i in least..most step 0x7FFF_FFFF_FFFF_FFFF { y[5] += 1 }\n"
            "let back: i32 = -1\nfor i in low..2 step back { y[6] += 1 }\n"
            "var end = 4\nfor i in 0..end { end = 100\n y[7] += 1 }\n"
            "for i in 0..10 { if i == 2 { continue }\n if i == 5 { break }\n y[8] += i }\n"
            "var n = 0\nwhile n < 5 { n += 2 }\nloop { n += 1\n if n > 9 { break } }\ny[9] = n\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    EXPECT_WORDS(&t, "y", 2, 3, 0, 3, 7 + 8 + 9 + 10 + 11, 3, 1, 4, 0 + 1 + 3 + 4, 10);
}

static void blocks_are_left(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[4]\nworkgroup 4\ngrid 4\n"
                              "var v = 1\nblock a {\n block b {\n  if gid.x == 0 { leave a }\n"
                              "  if gid.x == 1 { leave b }\n  v += 10\n }\n v += 100\n}\n"
                              "y[gid.x] = v\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    EXPECT_WORDS(&t, "y", 1, 101, 111, 111);
    trial_free(&t);
}

static void each_deals_by_number_and_is_right_for_any_grid(void **state)
{
    static const char *const grids[] = {"workgroup 2\ngrid 2", "workgroup 4\ngrid 16",
                                        "workgroup 3, 2\ngrid 6, 4", "workgroup 64\ngrid 256", ""};
    (void)state;
    for (unsigned k = 0; k < 5; k++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "program t\nout y: u32[3, 5]\nout z: u32[6]\n%s\n"
            "each i in 0..3, j in 0..5 { y[i, j] += 10 * i + j + 1 }\n"
            "let from: i32 = -3\neach i in from..3 { if i == 0 { continue }\n z[i + 3] += 1 }\n"
            "each i in 0..3, j in 2..2 { y[0, 0] += 1000 }\n",
            grids[k]);
        struct trial t = {.text = text, .detect = true};
        UNDER_ALL_SCHEDULES(&t)
        {
            EXPECT_WORDS(&t, "y", 1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 21, 22, 23, 24, 25);
            EXPECT_WORDS(&t, "z", 1, 1, 1, 0, 1, 1);
            assert_int_equal(t.result.races, 0);
        }
    }
}

static void equal_ranges_are_dealt_alike(void **state)
{
    // No barrier between the two: legal, since the same invocation takes the same element.
    struct trial t = {.text = "program t\nout y: u32[100]\nworkgroup 8\ngrid 24\n"
                              "each i in 0..100 { y[i] = i }\neach i in 0..100 { y[i] *= 2 }\n",
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        assert_int_equal(t.result.races, 0);
        assert_int_equal(((uint32_t *)trial_buffer(&t, "y"))[99], 198);
    }
}

// ---- ids ----
static void ids_count_x_fastest(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[4, 48]\nworkgroup 2, 3, 2\ngrid 4, 3, 4\n"
                              "let g = wid.x + wid.y * workgroups.x "
                              "+ wid.z * workgroups.x * workgroups.y\n"
                              "let l = lid.x + lid.y * 2 + lid.z * 6\nlet n = g * 12 + l\n"
                              "y[0, n] = gid.x + 10 * gid.y + 100 * gid.z\n"
                              "y[1, n] = lane + 100 * subgroup\n"
                              "y[2, n] = grid_size.x * 100 + grid_size.y * 10 + grid_size.z\n"
                              "y[3, n] = workgroup_size.x * 100 + workgroups.z\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    const uint32_t *y = trial_buffer(&t, "y");
    for (uint32_t n = 0; n < 48; n++) {
        uint32_t g = n / 12, l = n % 12; // 2 x 1 x 2 workgroups
        uint32_t x = g % 2 * 2 + l % 2, yy = l / 2 % 3, z = g / 2 * 2 + l / 6;
        assert_int_equal(y[n], x + 10 * yy + 100 * z);
        assert_int_equal(y[48 + n], l);
        assert_int_equal(y[96 + n], 434);
        assert_int_equal(y[144 + n], 202);
    }
    trial_free(&t);
}

static void the_grid_is_rounded_up_and_zero_runs_nothing(void **state)
{
    struct trial t = {.text =
                          "program t\nparam n: u32\nout y: atomic u32[1]\nworkgroup 64\ngrid n\n"
                          "y[0] += 1\n"};
    static const uint32_t sizes[][2] = {{0, 0}, {1, 64}, {64, 64}, {65, 128}};
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        t.param[0].name = "n", t.param[0].bits = sizes[k][0];
        assert_int_equal(trial_run(&t), VY_OK);
        EXPECT_WORDS(&t, "y", sizes[k][1]);
        trial_free(&t);
    }
}

// ---- print and assert ----
static void print_formats_every_type(void **state)
{
    struct trial t = {.text =
                          "program t\nout y: u32[1]\nworkgroup 1\ngrid 1\ny[0] = 0\n"
                          "let i: i32 = -5\nlet j: i64 = -6\nlet u: u64 = 0xFFFF_FFFF_FFFF_FFFF\n"
                          "let f = 0.1\nlet d: f64 = 0.1\nlet w = 2.0\nlet e = 1e30\n"
                          "print \"{} {} {} {} {}\", 7, i, j, u, true\n"
                          "print \"{} {} {} {} {} {} {}\", f, d, w, e, inf, nan, -0.0\n"
                          "print \"plain {x} }{\"\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_string_equal(t.prints, "7 -5 -6 18446744073709551615 true\n"
                                  "0.1 0.1 2.0 1e+30 inf nan -0.0\nplain {x} }{\n");
    assert_int_equal(t.result.printed, 3);
    assert_int_equal(t.result.dropped, 0);
    trial_free(&t);
}

static void the_log_is_bounded_and_stays_readable(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1]\nworkgroup 64\ngrid 64 * 2048\n"
                              "if gid.x == 0 { y[0] = 1 }\nprint \"line {}\", gid.x\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_OK);
    assert_int_equal(t.result.printed, 65536);
    assert_int_equal(t.result.dropped, 65536);
    assert_int_equal(t.lines, 65536);
    assert_memory_equal(t.prints, "line 0\nline 1\n", 14);
    trial_free(&t);
}

static void the_least_failing_assert_is_reported(void **state)
{
    struct trial t = {
        .text = "program t\nout y: u32[64]\nworkgroup 8\ngrid 64\n"
                "y[gid.x] = 1\nbarrier grid\n"
                "assert gid.x < 40, \"second {}\", gid.x\n"
                "assert gid.x != 21 && gid.x != 37, \"first {} of {}\", gid.x, grid_size.x\n"
                "y[gid.x] = 2\nbarrier grid\ny[gid.x] = 3\nassert gid.x != 0, \"later\"\n"};
    (void)state;
    for (int s = 0; s < VYI_SCHEDULE_COUNT; s++) {
        t.schedule = s;
        assert_int_equal(trial_run(&t), VY_ERROR_ASSERT);
        assert_true(trial_said(&t, "assert failed in invocation 21: first 21 of 64"));
        assert_int_equal(t.errors, 1);
        const uint32_t *y = trial_buffer(&t, "y");
        assert_int_equal(y[20], 2); // the others went on to the next grid barrier, and no further
        assert_int_equal(y[21], 1); // a failing invocation returns
        trial_free(&t);
    }
}

static void an_assert_without_a_message(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1]\nworkgroup 1\ngrid 1\ny[0] = 1\n"
                              "assert y[0] == 2\ny[0] = 5\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_ASSERT);
    assert_true(trial_said(&t, "invocation 0"));
    assert_int_equal(*(uint32_t *)trial_buffer(&t, "y"), 1);
    trial_free(&t);
}

static void an_assert_ends_the_invocation_inside_a_function(void **state)
{
    struct trial t = {.text =
                          "program t\nout y: u32[2]\nworkgroup 2\ngrid 2\n"
                          "fn f(x: u32) -> u32 {\n assert x == 0, \"x is {}\", x\n return 7\n}\n"
                          "let v = f(gid.x)\ny[gid.x] = v\n"};
    (void)state;
    assert_int_equal(trial_run(&t), VY_ERROR_ASSERT);
    assert_true(trial_said(&t, "x is 1"));
    const uint32_t *y = trial_buffer(&t, "y");
    assert_int_equal(y[0], 7);
    assert_int_equal(y[1], 0);
    trial_free(&t);
}

// ---- functions ----
static void functions_return_several_values(void **state)
{
    static const uint32_t x[5] = {5, 6, 7, 8, 9};
    struct trial t = {
        .text =
            "program t\nin x: u32[]\nout y: u32[4]\nworkgroup 1\ngrid 1\n"
            "fn both(a: u32, b: u32) -> u32, u32 {\n if a > b { return b, a }\n return a, b\n}\n"
            "fn total(t: in u32[]) -> u32 {\n var s = 0\n for i in 0..len(t) { s += t[i] }\n"
            " return s\n}\n"
            "let p, q = both(9, 4)\ny[0] = p * 10 + q\ny[1] = total(x[1..3])\n"
            "y[2] = total(x[3..100])\ny[3] = total(x[4..2])\n",
        .bind = {{"x", x, sizeof x}}};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 49, 13, 17, 0);
        assert_int_equal(t.result.out_of_bounds, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_out_of_bounds_give_zero_not_element_zero),
        cmocka_unit_test(every_index_is_checked_by_itself),
        cmocka_unit_test(out_of_bounds_is_reported_once_a_place),
        cmocka_unit_test(narrow_elements_widen_and_truncate),
        cmocka_unit_test(bools_and_nans_are_made_canonical_in_memory),
        cmocka_unit_test(bytes_past_the_end_are_zero),
        cmocka_unit_test(local_arrays_are_zeroed_whenever_their_var_runs),
        cmocka_unit_test(tables_hold_their_values),
        cmocka_unit_test(everything_runs_left_to_right),
        cmocka_unit_test(loops_never_wrap),
        cmocka_unit_test(blocks_are_left),
        cmocka_unit_test(each_deals_by_number_and_is_right_for_any_grid),
        cmocka_unit_test(equal_ranges_are_dealt_alike),
        cmocka_unit_test(ids_count_x_fastest),
        cmocka_unit_test(the_grid_is_rounded_up_and_zero_runs_nothing),
        cmocka_unit_test(print_formats_every_type),
        cmocka_unit_test(the_log_is_bounded_and_stays_readable),
        cmocka_unit_test(the_least_failing_assert_is_reported),
        cmocka_unit_test(an_assert_without_a_message),
        cmocka_unit_test(an_assert_ends_the_invocation_inside_a_function),
        cmocka_unit_test(functions_return_several_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
