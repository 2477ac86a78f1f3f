// Barriers, collectives, fixpoint and return on the oracle.
#include "support/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define UNDER_ALL_SCHEDULES(t)                                                      \
    for (int s_ = (t)->schedule = 0; s_ < VYI_SCHEDULE_COUNT; (t)->schedule = ++s_) \
        for (bool once_ = (trial_run(t), expect_ok(t)); once_; once_ = false, trial_free(t))

static bool expect_ok(const struct trial *t)
{
    if (t->status != VY_OK)
        fprintf(stderr, "schedule %d:\n%s\n", (int)t->schedule, t->log);
    assert_int_equal(t->status, VY_OK);
    return true;
}

#define EXPECT_WORDS(t, name, ...)                                               \
    do {                                                                         \
        const uint32_t expected_[] = {__VA_ARGS__};                              \
        assert_memory_equal(trial_buffer(t, name), expected_, sizeof expected_); \
    } while (0)

// ---- barriers ----
static void a_grid_barrier_joins_all_workgroups(void **state)
{
    // An oracle that ran workgroups one after the other would read zeros here.
    struct trial t = {.text =
                          "program t\nscratch s: u32[64]\nout y: u32[64]\nworkgroup 8\ngrid 64\n"
                          "s[gid.x] = gid.x + 1\nbarrier grid\ny[gid.x] = s[63 - gid.x]\n",
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        for (uint32_t i = 0; i < 64; i++)
            assert_int_equal(((uint32_t *)trial_buffer(&t, "y"))[i], 64 - i);
        assert_int_equal(t.result.races, 0);
    }
}

static void barriers_in_uniform_loops(void **state)
{
    struct trial t = {.text =
                          "program t\nparam rounds: u32\nscratch s: u32[2, 32]\nout y: u32[32]\n"
                          "shared t: u32[8]\nworkgroup 8\ngrid 32\n"
                          "s[0, gid.x] = gid.x\nbarrier grid\n"
                          "for k in 0..rounds {\n"
                          " var n = 0\n while n < k { n += 1\n  t[lid.x] = n\n"
                          "  barrier workgroup\n  let o = t[7 - lid.x]\n  barrier workgroup\n"
                          "  t[lid.x] = o\n  barrier workgroup\n }\n"
                          " s[(k + 1) % 2, gid.x] = s[k % 2, (gid.x + 1) % 32]\n barrier grid\n}\n"
                          "y[gid.x] = s[rounds % 2, gid.x]\n",
                      .param = {{"rounds", 5}},
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        for (uint32_t i = 0; i < 32; i++)
            assert_int_equal(((uint32_t *)trial_buffer(&t, "y"))[i], (i + 5) % 32);
        assert_int_equal(t.result.races, 0);
    }
}

static void shared_memory_is_one_a_workgroup_and_zero_at_its_start(void **state)
{
    struct trial t = {.text = "program t\nshared s: u32[4]\nout y: u32[64]\nworkgroup 4\ngrid 64\n"
                              "let before = s[lid.x]\ns[lid.x] = gid.x + 1\nbarrier workgroup\n"
                              "y[gid.x] = before * 1000 + s[3 - lid.x]\n",
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(((uint32_t *)trial_buffer(&t, "y"))[i], (i & ~3u) + 4 - i % 4);
}

static void returned_invocations_do_not_count(void **state)
{
    struct trial t = {.text =
                          "program t\nout y: u32[16]\nscratch s: u32[16]\nworkgroup 8\ngrid 16\n"
                          "s[gid.x] = 1\nif gid.x % 2 == 1 { return }\n"
                          "barrier workgroup\nbarrier grid\n"
                          "y[gid.x] = grid_add(1) * 100 + workgroup_add(1) * 10 "
                          "+ subgroup_add(s[gid.x + 1])\n"
                          "if wid.x == 1 { return }\nbarrier grid\ny[gid.x] += 1000\n",
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 1844, 0, 1844, 0, 1844, 0, 1844, 0, 844, 0, 844, 0, 844, 0, 844, 0);
        assert_int_equal(t.result.races, 0);
    }
}

static void a_loop_that_holds_barriers_ends_when_nobody_lives(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[16]\nworkgroup 8\ngrid 16\nvar k = 0\n"
                              "loop {\n barrier grid\n k += 1\n y[gid.x] = k\n"
                              " if k > gid.x { return }\n}\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(((uint32_t *)trial_buffer(&t, "y"))[i], i + 1);
}

// ---- collectives ----
static void reductions_at_three_scopes(void **state)
{
    // 40 invocations a workgroup: one whole subgroup and one of 8 lanes; two workgroups.
    struct trial t = {.text = "program t\nout y: u32[9, 80]\nworkgroup 40\ngrid 80\n"
                              "let v = gid.x + 1\nlet i = gid.x\n"
                              "y[0, i] = subgroup_add(v)\ny[1, i] = workgroup_add(v)\n"
                              "y[2, i] = grid_add(v)\ny[3, i] = subgroup_min(v)\n"
                              "y[4, i] = workgroup_max(v)\ny[5, i] = grid_xor(v)\n"
                              "y[6, i] = subgroup_and(v | 0x100)\ny[7, i] = workgroup_or(v)\n"
                              "let s: i32 = i32(v) - 50\ny[8, i] = u32(grid_min(s))\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        const uint32_t *y = trial_buffer(&t, "y");
        for (uint32_t i = 0; i < 80; i++) {
            uint32_t g = i / 40, from = g * 40 + (i % 40 >= 32 ? 32 : 0);
            uint32_t end = i % 40 >= 32 ? g * 40 + 40 : from + 32, sum = 0, both = ~0u;
            uint32_t all = 0, odd = 0, either = 0, group = 0;
            for (uint32_t k = from; k < end; k++)
                sum += k + 1, both &= (k + 1) | 0x100;
            for (uint32_t k = 0; k < 80; k++) {
                all += k + 1, odd ^= k + 1;
                if (k / 40 == g)
                    group += k + 1, either |= k + 1;
            }
            const uint32_t expected[9] = {sum, group, all,    from + 1,     g * 40 + 40,
                                          odd, both,  either, (uint32_t)-49};
            for (uint32_t k = 0; k < 9; k++)
                assert_int_equal(y[k * 80 + i], expected[k]);
        }
    }
}

static void scans_begin_with_the_identity_and_skip_the_dead(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[5, 80]\nworkgroup 40\ngrid 80\n"
                              "let i = gid.x\nif i % 3 == 1 { return }\n"
                              "y[0, i] = subgroup_scan_add(1)\ny[1, i] = workgroup_iscan_add(i)\n"
                              "y[2, i] = grid_scan_add(i)\ny[3, i] = grid_iscan_max(i)\n"
                              "y[4, i] = workgroup_scan_min(100 - i)\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        const uint32_t *y = trial_buffer(&t, "y");
        uint32_t lanes = 0, group = 0, all = 0, least = UINT32_MAX;
        for (uint32_t i = 0; i < 80; i++) {
            if (i % 40 == 0)
                group = 0, least = UINT32_MAX;
            if (i % 40 == 0 || i % 40 == 32)
                lanes = 0;
            if (i % 3 == 1) {
                assert_int_equal(y[i], 0);
                continue;
            }
            group += i;
            assert_int_equal(y[i], lanes);
            assert_int_equal(y[80 + i], group);
            assert_int_equal(y[160 + i], all);
            assert_int_equal(y[240 + i], i);
            assert_int_equal(y[320 + i], least);
            lanes++, all += i, least = 100 - i;
        }
    }
}

static float tree32(float *v, uint32_t n)
{
    for (uint32_t stride = n / 2; stride; stride /= 2)
        for (uint32_t k = 0; k < stride; k++)
            v[k] = v[k] + v[k ^ stride];
    return v[0];
}

static void float_sums_have_one_order(void **state)
{
    enum { GROUPS = 3, SIZE = 100, ALL = GROUPS * SIZE };
    struct trial t = {.text =
                          "program t\nin x: f32[]\nout y: f32[3, 300]\nworkgroup 100\ngrid 300\n"
                          "let i = gid.x\nif i % 7 == 3 { return }\n"
                          "y[0, i] = subgroup_add(x[i])\ny[1, i] = workgroup_add(x[i])\n"
                          "y[2, i] = grid_add(x[i])\n"};
    float x[ALL], totals[4] = {-0.0f, -0.0f, -0.0f, -0.0f}, sums[GROUPS * 4];
    (void)state;
    for (uint32_t i = 0; i < ALL; i++)
        x[i] = (float)(i * 2654435761u % 1000) * (i % 2 ? 1e-3f : 1e4f);
    for (uint32_t g = 0; g < GROUPS; g++) {
        float of[4];
        for (uint32_t s = 0; s < 4; s++) {
            float lanes[32];
            for (uint32_t k = 0; k < 32; k++) {
                uint32_t l = s * 32 + k, i = g * SIZE + l;
                lanes[k] = l < SIZE && i % 7 != 3 ? x[i] : -0.0f;
            }
            of[s] = sums[g * 4 + s] = tree32(lanes, 32);
        }
        totals[g] = tree32(of, 4); // 4 subgroups of up to 32: padding changes nothing
    }
    float group[4], grid;
    memcpy(group, totals, sizeof group);
    grid = tree32(totals, 4);
    t.bind[0].name = "x", t.bind[0].data = x, t.bind[0].bytes = sizeof x;
    UNDER_ALL_SCHEDULES(&t)
    {
        const float *y = trial_buffer(&t, "y");
        for (uint32_t i = 0; i < ALL; i++) {
            if (i % 7 == 3)
                continue;
            assert_memory_equal(&y[i], &sums[i / SIZE * 4 + i % SIZE / 32], 4);
            assert_memory_equal(&y[ALL + i], &group[i / SIZE], 4);
            assert_memory_equal(&y[2 * ALL + i], &grid, 4);
        }
    }
}

static void float_identities(void **state)
{
    static const uint32_t nans[3] = {0x7fc00000, 0x3f800000, 0x7fc00000};
    struct trial t = {.text =
                          "program t\nin x: f32[]\nout y: f32[5]\nworkgroup 3\ngrid 3\n"
                          "let a = workgroup_min(x[lid.x])\nlet b = workgroup_max(x[0])\n"
                          "let c = workgroup_add(-0.0)\nlet d = grid_max(lid.x == 1 ? -0.0 : 0.0)\n"
                          "let e = subgroup_min(lid.x == 1 ? -0.0 : 0.0)\n"
                          "if lid.x == 0 { y[0] = a  y[1] = b  y[2] = c  y[3] = d  y[4] = e }\n",
                      .bind = {{"x", nans, sizeof nans}}};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    EXPECT_WORDS(&t, "y", 0x3f800000, 0x7fc00000, 0x80000000, 0, 0x80000000);
}

static void any_all_ballot_shuffle_broadcast(void **state)
{
    struct trial t = {
        .text = "program t\nout y: u32[9, 40]\nworkgroup 40\ngrid 80\nlet i = lid.x\n"
                "if i == 3 || i == 35 { return }\n"
                "let a = workgroup_any(i == 38)\nlet b = workgroup_all(i != 3)\n"
                "let c = subgroup_ballot(i % 2 == 1)\nlet d = subgroup_shuffle(i + 1, lane ^ 1)\n"
                "let e = subgroup_shuffle(i + 1, 40)\nlet f = workgroup_broadcast(i + 1, 39)\n"
                "let g = workgroup_broadcast(i + 1, 3)\nlet h = grid_broadcast(gid.x, 41)\n"
                "let minus: i32 = -1\nlet k = subgroup_shuffle(i + 1, minus)\n"
                "if wid.x == 0 { y[0, i] = u32(a)  y[1, i] = u32(b)  y[2, i] = c  y[3, i] = d\n"
                " y[4, i] = e  y[5, i] = f  y[6, i] = g  y[7, i] = h  y[8, i] = k }\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        const uint32_t *y = trial_buffer(&t, "y");
        for (uint32_t i = 0; i < 40; i++) {
            uint32_t from = i ^ 1;
            bool absent = from == 3 || from == 35 || from > 39;
            const uint32_t expected[9] = {
                1, 1, i < 32 ? 0xaaaaaaa2 : 0xa2, absent ? 0 : from + 1, 0, 40, 0, 41, 0};
            for (uint32_t k = 0; k < 9 && i != 3 && i != 35; k++)
                assert_int_equal(y[k * 40 + i], expected[k]);
        }
    }
}

static void scope_loads_read_once_between_two_barriers(void **state)
{
    struct trial t = {.text = "program t\nshared s: u32[8]\nscratch g: u32[16]\nout y: u32[3, 16]\n"
                              "workgroup 8\ngrid 16\nlet i = gid.x\n"
                              "s[lid.x] = i + 1\nlet a = workgroup_load(s[7])\n"
                              "s[lid.x] = 0\ng[i] = i + 100\nlet b = grid_load(g[15])\n"
                              "g[i] = 0\nlet c = grid_load(g[16])\n"
                              "y[0, i] = a  y[1, i] = b  y[2, i] = c\n",
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        const uint32_t *y = trial_buffer(&t, "y");
        for (uint32_t i = 0; i < 16; i++) {
            assert_int_equal(y[i], i < 8 ? 8 : 16);
            assert_int_equal(y[16 + i], 115);
            assert_int_equal(y[32 + i], 0);
        }
        assert_int_equal(t.result.races, 0);
        assert_int_equal(t.result.out_of_bounds, 1);
    }
}

static void collectives_inside_expressions(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[8]\nworkgroup 8\ngrid 8\n"
                              "y[lid.x] = workgroup_add(lid.x) * 10 + workgroup_scan_add(1) "
                              "+ (workgroup_any(lid.x == 9) ? 1000 : 100)\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    EXPECT_WORDS(&t, "y", 380, 381, 382, 383, 384, 385, 386, 387);
}

// ---- fixpoint ----
static void a_fixpoint_ends_after_a_quiet_pass(void **state)
{
    // Distances along a line of 100 cells: one more each pass, then one that changes nothing.
    struct trial t = {.text = "program t\nout d: atomic u32[100]\nout n: u32[1]\nworkgroup 8\n"
                              "grid 100\nlet i = gid.x\nif i < 100 { d[i] = i == 0 ? 0 : 1000 }\n"
                              "barrier grid\n"
                              "let passes = fixpoint k in 0..1000 {\n"
                              " if i > 0 && i < 100 && d[i] == 1000 && d[i - 1] == k {\n"
                              "  atomic_store(d[i], k + 1)\n  again\n }\n}\n"
                              "if i == 0 { n[0] = passes }\n",
                      .detect = true};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        for (uint32_t i = 0; i < 100; i++)
            assert_int_equal(((uint32_t *)trial_buffer(&t, "d"))[i], i);
        EXPECT_WORDS(&t, "n", 100);
        assert_int_equal(t.result.fixpoints.count, 1);
        assert_int_equal(t.result.fixpoints.at[0].passes, 100);
        assert_int_equal(t.result.fixpoints.at[0].entries, 1);
        assert_int_equal(t.result.fixpoints.at[0].converged, 1);
        assert_int_equal(t.result.races + t.result.unordered_stores, 0);
    }
}

static void a_fixpoint_at_its_limit_has_not_converged(void **state)
{
    // Oscillates for ever; comparing hashes of the state would call it done.
    struct trial t = {.text =
                          "program t\nout y: u32[32]\nout n: u32[1]\nworkgroup 8\ngrid 32\n"
                          "let passes = fixpoint k in 3..10 { y[gid.x] = 1 - y[gid.x]\n again }\n"
                          "if gid.x == 0 { n[0] = passes }\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "n", 7);
        assert_int_equal(t.result.fixpoints.at[0].passes, 7);
        assert_int_equal(t.result.fixpoints.at[0].converged, 0);
    }
}

static void one_again_keeps_everybody_going(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[64]\nworkgroup 4\ngrid 64\n"
                              "fixpoint k in 0..100 { y[gid.x] += 1\n"
                              " if gid.x == 37 && k < 5 { again } }\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(((uint32_t *)trial_buffer(&t, "y"))[i], 6);
}

static void fixpoints_nest_and_repeat(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[3]\nworkgroup 4\ngrid 8\nvar sum = 0\n"
                              "for r in 0..3 {\n"
                              " let n = fixpoint a in 0..10 {\n"
                              "  let m = fixpoint b in 0..r { again }\n  sum += m\n"
                              "  if a < r { again }\n }\n sum += 100 * n\n}\n"
                              "if gid.x == 0 { y[0] = sum }\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        // r = 0: 1 pass, m 0; r = 1: 2 passes, m 1; r = 2: 3 passes, m 2
        EXPECT_WORDS(&t, "y", 600 + 0 + 2 + 6);
        assert_int_equal(t.result.fixpoints.at[0].entries, 3);
        assert_int_equal(t.result.fixpoints.at[0].passes, 6);
        assert_int_equal(t.result.fixpoints.at[0].converged, 3);
        assert_int_equal(t.result.fixpoints.at[1].entries, 6);
        assert_int_equal(t.result.fixpoints.at[1].passes, 2 * 1 + 3 * 2);
        assert_int_equal(t.result.fixpoints.at[1].converged, 0);
    }
}

static void an_empty_fixpoint_runs_no_pass(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[1]\nworkgroup 1\ngrid 4\n"
                              "let n = fixpoint k in 5..5 { again }\n"
                              "if gid.x == 0 { y[0] = n + 7 }\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 7);
        assert_int_equal(t.result.fixpoints.at[0].entries, 1);
        assert_int_equal(t.result.fixpoints.at[0].passes, 0);
        assert_int_equal(t.result.fixpoints.at[0].converged, 0);
    }
}

static void an_again_said_before_return_counts(void **state)
{
    struct trial t = {.text = "program t\nout y: u32[8]\nworkgroup 4\ngrid 8\n"
                              "fixpoint k in 0..9 { y[gid.x] += 1\n"
                              " if gid.x == k { again\n  return } }\n"};
    (void)state;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 1, 2, 3, 4, 5, 6, 7, 8);
        assert_int_equal(t.result.fixpoints.at[0].passes, 8); // then nobody lives
        assert_int_equal(t.result.fixpoints.at[0].converged, 0);
    }
}

// ---- async_copy ----
static void async_copy_is_there_after_wait(void **state)
{
    struct trial t = {.text = "program t\nin x: u32[]\nout y: u32[16]\nout z: u32[16]\n"
                              "shared s: u32[8]\nworkgroup 8\ngrid 16\n"
                              "async_copy(s, 0, x, wid.x * 8, 8)\nwait()\n"
                              "y[gid.x] = s[7 - lid.x]\nbarrier workgroup\n"
                              "s[lid.x] += 1\nbarrier workgroup\n"
                              "async_copy(z, wid.x * 8 + 4, s, 4, 8)\nwait()\n",
                      .detect = true};
    uint32_t x[12];
    (void)state;
    for (uint32_t i = 0; i < 12; i++)
        x[i] = i + 1;
    t.bind[0].name = "x", t.bind[0].data = x, t.bind[0].bytes = sizeof x;
    UNDER_ALL_SCHEDULES(&t)
    {
        EXPECT_WORDS(&t, "y", 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 12, 11, 10, 9);
        // past the end of the source come zeros, past the end of the destination nothing happens
        EXPECT_WORDS(&t, "z", 0, 0, 0, 0, 6, 7, 8, 9);
        assert_int_equal(t.result.out_of_bounds, 4 + 4 + 4 + 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_barrier_joins_all_workgroups),
        cmocka_unit_test(barriers_in_uniform_loops),
        cmocka_unit_test(shared_memory_is_one_a_workgroup_and_zero_at_its_start),
        cmocka_unit_test(returned_invocations_do_not_count),
        cmocka_unit_test(a_loop_that_holds_barriers_ends_when_nobody_lives),
        cmocka_unit_test(reductions_at_three_scopes),
        cmocka_unit_test(scans_begin_with_the_identity_and_skip_the_dead),
        cmocka_unit_test(float_sums_have_one_order),
        cmocka_unit_test(float_identities),
        cmocka_unit_test(any_all_ballot_shuffle_broadcast),
        cmocka_unit_test(scope_loads_read_once_between_two_barriers),
        cmocka_unit_test(collectives_inside_expressions),
        cmocka_unit_test(a_fixpoint_ends_after_a_quiet_pass),
        cmocka_unit_test(a_fixpoint_at_its_limit_has_not_converged),
        cmocka_unit_test(one_again_keeps_everybody_going),
        cmocka_unit_test(fixpoints_nest_and_repeat),
        cmocka_unit_test(an_empty_fixpoint_runs_no_pass),
        cmocka_unit_test(an_again_said_before_return_counts),
        cmocka_unit_test(async_copy_is_there_after_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
