// Bags of joint rows: sorting, comparing and saying them; lost rows; what allocated results hold.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/stage.h"

#define LENGTH(a) (sizeof(a) / sizeof *(a))

// ---- sorting ----
static void columns_move_together(void **state)
{
    struct stage *s = *state;
    uint32_t k[5] = {3, 1, 2, 1, 3};
    uint64_t v[5][2] = {{1, 9}, {5, 5}, {0, 0}, {4, 7}, {1, 8}};
    int8_t tag[5] = {0, 1, 2, 3, 4};
    const vy_column bag[] = {{"k", VY_TYPE_U32, 1, k},
                             {"v", VY_TYPE_U64, 2, v},
                             {"tag", VY_TYPE_I8, 1, tag},
                             {"nothing", VY_TYPE_U32, 0, NULL}};
    assert_int_equal(vy_rows_sort(s->context, bag, LENGTH(bag), 5), VY_OK);
    assert_memory_equal(k, ((uint32_t[]){1, 1, 2, 3, 3}), sizeof k);
    assert_memory_equal(v, ((uint64_t[]){4, 7, 5, 5, 0, 0, 1, 8, 1, 9}), sizeof v);
    assert_memory_equal(tag, ((int8_t[]){3, 1, 2, 4, 0}), sizeof tag);
}

static void values_have_an_order(void **state)
{
    struct stage *s = *state;
    float f[] = {1, __builtin_nanf(""), -0.0f, 0, -__builtin_inff(), -1, __builtin_inff()};
    float fs[] = {-__builtin_inff(), -1, -0.0f, 0, 1, __builtin_inff(), __builtin_nanf("")};
    double d[] = {2, -__builtin_nan(""), -2, 0, -0.0};
    double ds[] = {-2, -0.0, 0, 2, -__builtin_nan("")};
    int32_t i[] = {5, -1, INT32_MIN, 256, INT32_MAX}, is[] = {INT32_MIN, -1, 5, 256, INT32_MAX};
    int64_t l[] = {0, -1, INT64_MIN, INT64_MAX}, ls[] = {INT64_MIN, -1, 0, INT64_MAX};
    int16_t h[] = {1, -1, 300, -300}, hs[] = {-300, -1, 1, 300};
    uint16_t u[] = {256, 1, 65535}, us[] = {1, 256, 65535}; // by value, not by bytes
    const struct {
        vy_column column;
        const void *sorted;
        size_t count, bytes;
    } all[] = {{{"f", VY_TYPE_F32, 1, f}, fs, LENGTH(f), sizeof f},
               {{"d", VY_TYPE_F64, 1, d}, ds, LENGTH(d), sizeof d},
               {{"i", VY_TYPE_I32, 1, i}, is, LENGTH(i), sizeof i},
               {{"l", VY_TYPE_I64, 1, l}, ls, LENGTH(l), sizeof l},
               {{"h", VY_TYPE_I16, 1, h}, hs, LENGTH(h), sizeof h},
               {{"u", VY_TYPE_U16, 1, u}, us, LENGTH(u), sizeof u}};
    for (size_t k = 0; k < LENGTH(all); k++) {
        assert_int_equal(vy_rows_sort(s->context, &all[k].column, 1, all[k].count), VY_OK);
        assert_memory_equal(all[k].column.memory, all[k].sorted, all[k].bytes);
    }
}

static void wrong_columns_are_refused(void **state)
{
    struct stage *s = *state;
    uint32_t k[2] = {2, 1};
    const vy_column good = {"k", VY_TYPE_U32, 1, k}, untyped = {"k", VY_TYPE_NONE, 1, k},
                    nowhere = {"k", VY_TYPE_U32, 1, NULL},
                    endless = {"k", VY_TYPE_U32, UINT64_MAX / 2, k};
    assert_int_equal(vy_rows_sort(s->context, &untyped, 1, 2), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_rows_sort(s->context, &nowhere, 1, 2), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_rows_sort(s->context, &nowhere, 1, 0), VY_OK);
    assert_int_equal(vy_rows_sort(s->context, &endless, 1, 2), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_rows_sort(s->context, NULL, 1, 2), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_rows_sort(NULL, &good, 1, 2), VY_ERROR_ARGUMENT);
    s->alloc.fail_at = s->alloc.calls + 1;
    assert_int_equal(vy_rows_sort(s->context, &good, 1, 2), VY_ERROR_MEMORY);
    s->alloc.fail_at = 0;
    assert_int_equal(k[0], 2);
}

/// Every length, so that runs of all lengths are merged.
static void any_number_of_rows(void **state)
{
    struct stage *s = *state;
    enum { MOST = 70 };
    for (uint32_t n = 0; n <= MOST; n++) {
        uint32_t k[MOST], v[MOST];
        for (uint32_t i = 0; i < n; i++)
            k[i] = i * 7919u % 13, v[i] = k[i] * 100 + i % 3;
        const vy_column bag[] = {{"k", VY_TYPE_U32, 1, k}, {"v", VY_TYPE_U32, 1, v}};
        assert_int_equal(vy_rows_sort(s->context, bag, 2, n), VY_OK);
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal(v[i] / 100, k[i]);
            assert_true(!i || k[i - 1] < k[i] || (k[i - 1] == k[i] && v[i - 1] <= v[i]));
        }
    }
}

// ---- comparing ----
static void the_row_that_differs_is_found(void **state)
{
    struct stage *s = *state;
    uint32_t k[2][4] = {{1, 2, 2, 3}, {1, 2, 3, 3}};
    float v[2][4][2] = {{{0.5f, 1}, {2, 2}, {2, 2}, {3, 3}}, {{0.5f, 1}, {2, 2}, {3, 3}, {3, 3}}};
    const vy_column a[] = {{"k", VY_TYPE_U32, 1, k[0]}, {"v", VY_TYPE_F32, 2, v[0]}},
                    b[] = {{"k", VY_TYPE_U32, 1, k[1]}, {"v", VY_TYPE_F32, 2, v[1]}};
    vy_rows_difference d;
    char text[64];
    assert_false(vy_rows_differ(a, 4, a, 4, 2, &d));
    assert_true(vy_rows_differ(a, 4, b, 4, 2, &d));
    assert_true(!d.in_second && d.row == 2 && d.times[0] == 2 && d.times[1] == 1);
    assert_true(vy_rows_differ(b, 4, a, 4, 2, &d));
    assert_true(d.in_second && d.row == 2 && d.times[0] == 1 && d.times[1] == 2);
    assert_true(vy_rows_differ(a, 3, a, 4, 2, &d));
    assert_true(d.in_second && d.row == 3 && d.times[0] == 0 && d.times[1] == 1);
    assert_true(vy_rows_differ(a, 4, a, 0, 2, NULL));
    assert_int_equal(vy_rows_text(s->context, a, 2, 0, text, sizeof text), VY_OK);
    assert_string_equal(text, "row (k=1, v=(0.5, 1))");
    assert_int_equal(vy_rows_text(s->context, a + 1, 1, 0, text, sizeof text), VY_OK);
    assert_string_equal(text, "row (0.5, 1)");
    assert_int_equal(vy_rows_text(s->context, a, 2, 0, text, 7), VY_OK);
    assert_string_equal(text, "row (k");
}

// ---- the race check ----
static const char paired[] = "program p in x : u32[] out n : atomic u32[1]\n"
                             "out k : u32[64] @count(n) out v : u64[64, 2] @count(n)\n"
                             "each i in 0..len(x) { let s = atomic_add(n[0], 1)\n"
                             "    k[s] = i  v[s, 1] = u64(i) << 40 }";
static const char mispaired[] =
    "program p in x : u32[] out n : atomic u32[1] scratch m : atomic u32[1]\n"
    "out k : u32[64] @count(n) out v : u64[64, 2] @count(n)\n"
    "each i in 0..len(x) { k[atomic_add(n[0], 1)] = i\n"
    "    v[atomic_add(m[0], 1), 1] = u64(i) << 40 }";

static vy_race_report raced(struct stage *s, const char *text, bool allow, vy_status status)
{
    static uint32_t x[40];
    vy_program *program = stage_parse(s, text);
    vy_race_report report;
    assert_int_equal(vy_check_race(program,
                                   vy_race_params(.args = vy_args(vy_arg_in("x", x, sizeof x)),
                                                  .allow_lost_rows = allow),
                                   &report),
                     status);
    vy_program_destroy(&program);
    report.lost = report.lost ? "yes" : NULL;
    return report;
}

static void a_bag_has_joint_rows(void **state)
{
    struct stage *s = *state;
    vy_race_report r = raced(s, paired, false, VY_OK);
    assert_int_equal(r.verdict, VY_VERDICT_SETTLED);
    r = raced(s, mispaired, false, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_UNSETTLED);
    SAID(s, "V199", "row (k=", ", v=(0, ", "comes more often under schedule");
}

static void lost_rows_are_not_settled(void **state)
{
    static const char text[] = "program p in x : u32[] out n : atomic u32[1]\n"
                               "out a : u32[64] @count(n) out b : u32[30] @count(n)\n"
                               "each i in 0..len(x) { let s = atomic_add(n[0], 1)\n"
                               "    a[s] = i  if s < 30 { b[s] = i } }";
    struct stage *s = *state;
    vy_race_report r = raced(s, text, false, VY_ERROR_RACE);
    assert_int_equal(r.verdict, VY_VERDICT_UNSETTLED);
    assert_non_null(r.lost);
    SAID(s, "V175", "40 rows found, 30 kept in 'b'", "give it a size of at least 40 rows");
    r = raced(s, text, true, VY_OK);
    assert_int_equal(r.verdict, VY_VERDICT_SETTLED);
    assert_non_null(r.lost); // of these the number alone was compared
}

// ---- dispatches ----
static const char few[] = "program few in x : u32[] param cap : u32\n"
                          "out n : atomic u32[1] out k : u32[cap] @count(n)\n"
                          "out v : u64[cap, 2] @count(n) out y : u32[1]\n"
                          "each i in 0..len(x) { let s = atomic_add(n[0], 1)\n"
                          "    k[s] = 100 - x[i]  v[s, 1] = u64(x[i]) }\n"
                          "barrier grid\n"
                          "each i in 0..1 { y[0] = n[0] + 1 }";

static void allocated_results_hold_the_rows_in_use(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, few);
    for (uint32_t found = 0; found < 4; found++) {
        uint32_t x[3] = {1, 2, 3}, n, y, *k = NULL;
        uint64_t *v = NULL, bytes[2] = {7, 7};
        const vy_arg *args =
            vy_args(vy_arg_in("x", x, found * 4), vy_arg_u32("cap", 3), vy_arg_out("n", &n, 4),
                    vy_arg_out_alloc("k", (void **)&k, &bytes[0]), vy_arg_out("y", &y, 4),
                    vy_arg_out_alloc("v", (void **)&v, &bytes[1]));
        assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args, .sorted = true), NULL),
                         VY_OK);
        assert_int_equal(bytes[0], found * 4);
        assert_int_equal(bytes[1], found * 16);
        assert_non_null(k);
        for (uint32_t i = 0; i < found; i++) {
            assert_int_equal(k[i], 100 - found + i);
            assert_int_equal(v[2 * i + 1], found - i);
        }
        vy_memory_free(s->context, k);
        vy_memory_free(s->context, v);
    }
    vy_pipeline_destroy(&p);
}

static void lost_rows_are_an_error(void **state)
{
    static const char *const devices[] = {"oracle", "oracle-split", "oracle-host"};
    struct stage *s = *state;
    for (size_t d = 0; d < LENGTH(devices); d++) {
        stage_use(s, devices[d]);
        vy_pipeline *p = stage_pipeline(s, few);
        for (int allow = 0; allow < 2; allow++) {
            uint32_t x[5] = {1, 2, 3, 4, 5}, n = 0, y = 0, k[2] = {0};
            uint64_t *v = NULL, bytes = 0;
            vy_count_stats counts[2] = {{0}};
            vy_stats stats;
            vy_pending *pending = NULL;
            const vy_dispatch_params params = {
                .size = sizeof(vy_dispatch_params),
                .args = vy_args(vy_arg_in("x", x, sizeof x), vy_arg_u32("cap", 2),
                                vy_arg_out("n", &n, 4), vy_arg_out("k", k, sizeof k),
                                vy_arg_out_alloc("v", (void **)&v, &bytes), vy_arg_out("y", &y, 4)),
                .allow_lost_rows = allow,
                .counts = counts,
                .count_capacity = 2};
            vy_status status = VY_OK;
            if (d) { // once more the other way
                assert_int_equal(vy_dispatch_begin(p, &params, &pending), VY_OK);
                status = vy_dispatch_wait(&pending, VY_FOREVER, &stats);
            } else {
                status = vy_dispatch(p, &params, &stats);
            }
            assert_int_equal(status, allow ? VY_OK : VY_ERROR_ROWS);
            // All of it is there either way, so that the next call can have room for all.
            assert_int_equal(n, 5);
            assert_int_equal(y, 6);
            assert_int_equal(bytes, 32);
            for (uint32_t i = 0; i < 2; i++)
                assert_int_equal(k[i] + v[2 * i + 1], 100);
            assert_int_equal(stats.count_count, 2);
            assert_string_equal(counts[1].buffer, "v");
            assert_true(counts[1].found == 5 && counts[1].kept == 2 && counts[0].found == 5);
            assert_true(stats.counts[0].found == 5 && stats.counts[0].kept == 2);
            if (!allow)
                SAID(s, "V175", "5 rows found, 2 kept in 'k' (out u32[cap])", "--set cap=5",
                     "kept in 'v'");
            vy_memory_free(s->context, v);
        }
        vy_pipeline_destroy(&p);
    }
}

/// More @count outputs than vy_stats has room for.
static void any_number_of_counts(void **state)
{
    enum { MANY = 12 };
    struct stage *s = *state;
    char text[1000] = "program many out n : atomic u32[1]\n", line[60];
    uint32_t n, memory[MANY];
    vy_arg args[MANY + 2] = {vy_arg_out("n", &n, 4)};
    char names[MANY][8];
    vy_count_stats counts[MANY] = {{0}};
    vy_stats stats;
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "c%d", i);
        snprintf(line, sizeof line, "out %s : u32[1] @count(n)\n", names[i]);
        strcat(text, line);
        args[i + 1] = vy_arg_out(names[i], &memory[i], 4);
    }
    strcat(text, "each i in 0..1 { n[0] += 1  c11[0] = 3 }");
    args[MANY + 1] = vy_arg_end();
    vy_pipeline *p = stage_pipeline(s, text);
    assert_int_equal(
        vy_dispatch(p, vy_dispatch_params(.args = args, .counts = counts, .count_capacity = MANY),
                    &stats),
        VY_OK);
    assert_int_equal(stats.count_count, MANY);
    assert_string_equal(counts[MANY - 1].buffer, "c11");
    assert_true(counts[MANY - 1].found == 1 && counts[MANY - 1].kept == 1);
    vy_pipeline_destroy(&p);
}

/// A bag of which a column stays on the device keeps its order; columns may have different rooms.
static void what_is_sorted(void **state)
{
    static const char text[] = "program p in x : u32[] out n : atomic u32[1]\n"
                               "out k : u32[4] @count(n) out v : u32[2] @count(n)\n"
                               "each i in 0..len(x) { let s = atomic_add(n[0], 1)\n"
                               "    k[s] = x[i]  v[s] = x[i] * 2 }";
    struct stage *s = *state;
    uint32_t x[4] = {9, 7, 5, 3}, n, k[4], v[2];
    vy_buffer *resident = NULL;
    vy_pipeline *p = stage_pipeline(s, text);
    const vy_arg in = vy_arg_in("x", x, sizeof x), count = vy_arg_out("n", &n, 4),
                 keys = vy_arg_out("k", k, sizeof k);
    vy_dispatch_params params = {.size = sizeof(vy_dispatch_params),
                                 .sorted = true,
                                 .allow_lost_rows = true,
                                 .args = vy_args(in, count, keys, vy_arg_out("v", v, sizeof v))};
    assert_int_equal(vy_dispatch(p, &params, NULL), VY_OK);
    // The oracle goes forward: rows 9 and 7 are whole, the others are in k alone.
    assert_memory_equal(k, ((uint32_t[]){7, 9, 3, 5}), sizeof k);
    assert_memory_equal(v, ((uint32_t[]){14, 18}), sizeof v);
    assert_int_equal(vy_buffer_create(s->device, vy_buffer_params(.bytes = 8), &resident), VY_OK);
    params.args = vy_args(in, count, keys, vy_arg_buffer("v", resident));
    assert_int_equal(vy_dispatch(p, &params, NULL), VY_OK);
    assert_memory_equal(k, x, sizeof k);
    vy_buffer_destroy(&resident);
    vy_pipeline_destroy(&p);
}

static void allocation_may_fail_while_sorting(void **state)
{
    struct stage *s = *state;
    vy_pipeline *p = stage_pipeline(s, few);
    uint32_t x[3] = {1, 2, 3}, n, y, *k;
    uint64_t v[6];
    for (uint64_t at = 1, cap = 2; cap <= 3; at++) { // with rows that are lost, and with none
        uint64_t before = s->alloc.live;
        s->alloc.failed = 0;
        s->alloc.fail_at = s->alloc.calls + at;
        vy_status status = vy_dispatch(
            p,
            vy_dispatch_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                               vy_arg_u32("cap", (uint32_t)cap),
                                               vy_arg_out("n", &n, 4), vy_arg_out("y", &y, 4),
                                               vy_arg_out_alloc("k", (void **)&k, NULL),
                                               vy_arg_out("v", v, sizeof v)),
                               .sorted = true),
            NULL);
        s->alloc.fail_at = 0;
        bool whole = !s->alloc.failed;
        if (cap == 2) // a diagnostic for which there is no memory does not change the status
            assert_true(status == VY_ERROR_ROWS || (!whole && status == VY_ERROR_MEMORY));
        else
            assert_int_equal(status, whole ? VY_OK : VY_ERROR_MEMORY);
        vy_memory_free(s->context, k);
        assert_int_equal(s->alloc.live, before);
        if (whole)
            at = 0, cap++;
    }
    vy_pipeline_destroy(&p);
}

// ---- graphs ----
static void graphs_lose_no_rows_unseen(void **state)
{
    static const char find[] = "program find in x : u32[4] out n : atomic u32[1]\n"
                               "out hit : u32[2] @count(n)\n"
                               "each i in 0..4 { if x[i] > 4 { let s = atomic_add(n[0], 1)\n"
                               "    hit[s] = x[i] } }";
    static const char sum[] = "program sum in n : u32[1] in hit : u32[2] out y : u32[1]\n"
                              "each i in 0..1 { y[0] = n[0] * 1000 + hit[0] + hit[1] }";
    struct stage *s = *state;
    uint32_t x[4] = {9, 7, 5, 3}, y = 0;
    vy_graph *graph = NULL;
    vy_pipeline *a = stage_pipeline(s, find), *b = stage_pipeline(s, sum);
    uint32_t n, hit;
    size_t count;
    assert_int_equal(vy_graph_create(s->device, NULL, &graph), VY_OK);
    // Nobody sees the counter but the second wave.
    assert_int_equal(vy_graph_buffer(graph, vy_graph_buffer_params(.bytes = 4), &n), VY_OK);
    assert_int_equal(vy_graph_buffer(graph, vy_graph_buffer_params(.bytes = 8), &hit), VY_OK);
    assert_int_equal(vy_graph_wave(graph, a,
                                   vy_graph_wave_params(.args = vy_args(vy_arg_in("x", x, sizeof x),
                                                                        vy_arg_slot("n", n),
                                                                        vy_arg_slot("hit", hit))),
                                   NULL),
                     VY_OK);
    assert_int_equal(vy_graph_wave(graph, b,
                                   vy_graph_wave_params(.args = vy_args(vy_arg_slot("n", n),
                                                                        vy_arg_slot("hit", hit),
                                                                        vy_arg_out("y", &y, 4))),
                                   NULL),
                     VY_OK);
    assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_ERROR_ROWS);
    SAID(s, "V175", "3 rows found, 2 kept in 'hit'", "wave 0 ('find')");
    assert_int_equal(y, 3016);
    assert_int_equal(vy_graph_fault(graph, &count)[0], 0);
    assert_int_equal(count, 1);
    assert_int_equal(vy_graph_run(graph, vy_graph_run_params(.allow_lost_rows = true), NULL),
                     VY_OK);
    x[0] = 0;
    assert_int_equal(vy_graph_run(graph, NULL, NULL), VY_OK);
    assert_int_equal(y, 2012);
    vy_graph_destroy(&graph);
    vy_pipeline_destroy(&a);
    vy_pipeline_destroy(&b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_open, stage_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(columns_move_together),
        TEST(values_have_an_order),
        TEST(wrong_columns_are_refused),
        TEST(any_number_of_rows),
        TEST(the_row_that_differs_is_found),
        TEST(a_bag_has_joint_rows),
        TEST(lost_rows_are_not_settled),
        TEST(allocated_results_hold_the_rows_in_use),
        TEST(lost_rows_are_an_error),
        TEST(any_number_of_counts),
        TEST(what_is_sorted),
        TEST(allocation_may_fail_while_sorting),
        TEST(graphs_lose_no_rows_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
