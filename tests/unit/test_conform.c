// The random programs of `vyre conform`: each verifies and is settled, the same seed gives the same
// text, and together they reach every cell of the table often enough.
#include "run/run.h"
#include "support/corpus.h"
#include "support/stage.h"
#include "tools/conform/gen/random.h"
#include "tools/conform/guard.h"
#include "tools/conform/replay.h"
#include "tools/conform/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *make(uint64_t seed, struct conform_coverage *coverage)
{
    char *text = conform_make(&(struct conform_params){.seed = seed, .coverage = coverage});
    assert_non_null(text);
    return text;
}

static void the_same_seed_gives_the_same_program(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        char *one = make(seed, NULL), *other = make(seed, NULL);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
}

static void all_verify(void **state)
{
    struct stage *s = *state;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        char *text = make(seed, NULL);
        vy_program *program = stage_parse(s, text);
        test_log_clear(&s->log); // warnings
        if (vy_program_verify(program))
            fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, s->log.text, text);
        vy_program_destroy(&program);
        free(text);
        test_log_clear(&s->log);
    }
}

/// On the oracle's own routes, and under its schedules.
static void all_are_settled(void **state)
{
    static const char *const devices[] = {"oracle-split", "oracle-dirty"};
    struct bench_of_trials *b = calloc(1, sizeof *b);
    (void)state;
    assert_non_null(b);
    assert_true(trials_begin(b, devices, 2, &(vy_device_params){.size = sizeof(vy_device_params)}));
    for (uint64_t seed = 20000; seed < 20120; seed++) {
        char *text = make(seed, NULL);
        struct trial t = {.text = text, .seed = seed, .schedules = 6};
        t.routes = 1u << (seed % 2 ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST);
        conform_trial_run(b, &t);
        if (t.end > TRIAL_LONG)
            fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, t.problem, text);
        free(text);
    }
    trials_end(b);
    free(b);
}

/// Each is a program, does harm to nobody, and some do what they should not.
static void hostile_ones(void **state)
{
    static const char *const devices[] = {"oracle", "oracle-split"};
    struct bench_of_trials *b = calloc(1, sizeof *b);
    unsigned stopped = 0, racing = 0;
    (void)state;
    assert_non_null(b);
    assert_true(trials_begin(b, devices, 2, &(vy_device_params){.size = sizeof(vy_device_params)}));
    for (uint64_t seed = 1; seed <= 150; seed++) {
        char *text = conform_make(&(struct conform_params){.seed = seed, .hostile = true});
        assert_non_null(text);
        struct trial t = {.text = text, .seed = seed, .hostile = true};
        t.routes = 1u << (seed % 3 ? VY_ROUTE_NATIVE : VY_ROUTE_RESIDENT);
        conform_trial_run(b, &t);
        if (t.end != TRIAL_SAME)
            fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, t.problem, text);
        stopped += t.stopped;
        if (!t.stopped) { // what it leaves is not compared, for a reason
            struct trial settled = {.text = text, .seed = seed, .routes = t.routes};
            conform_trial_run(b, &settled);
            racing += settled.end == TRIAL_UNSETTLED;
        }
        free(text);
    }
    print_message("%u stopped, %u race\n", stopped, racing);
    assert_true(stopped > 5 && racing > 10);
    trials_end(b);
    free(b);
}

static void does_no_harm(void *user, const char *path)
{
    struct bench_of_trials *b = user;
    struct reduce_case c;
    if (!replay_load(b->context, path, &c))
        fail_msg("%s: %s", path, b->log);
    struct trial t = {.text = c.text, .inputs = &c, .hostile = true};
    t.routes = 1u << VY_ROUTE_NATIVE | 1u << VY_ROUTE_RESIDENT | 1u << VY_ROUTE_HOST;
    conform_trial_run(b, &t);
    if (t.end != TRIAL_SAME || t.runs < 3 * b->device_count)
        fail_msg("%s: %s", path, t.problem);
    reduce_case_free(&c);
}

/// What once did harm, between pages that cannot be touched.
static void hostile_files(void **state)
{
    static const char *const devices[] = {"oracle", "cpu"};
    const char *source = getenv("VYRE_SOURCE");
    char folder[4096];
    struct bench_of_trials *b = calloc(1, sizeof *b);
    (void)state;
    assert_non_null(b);
    assert_true(trials_begin(b, devices, stage_has("cpu") ? 2 : 1,
                             &(vy_device_params){.size = sizeof(vy_device_params),
                                                 .level = VY_LEVEL_NONE,
                                                 .cache = ""}));
    snprintf(folder, sizeof folder, "%.4000s/tests/corpus/hostile", source ? source : ".");
    assert_true(corpus_folder(folder, "", ".vy", does_no_harm, b) >= 7);
    trials_end(b);
    free(b);
}

/// What is written before a buffer is seen, and what is written behind it ends the process.
static void guards(void **state)
{
    struct guarded g;
    (void)state;
    for (uint64_t bytes = 2999; bytes < 9000; bytes += 2999) {
        assert_true(guarded_make(&g, bytes));
        memset(g.at, 1, bytes);
        assert_true(guarded_intact(&g));
        g.at[-1] = 1;
        assert_false(guarded_intact(&g));
        guarded_free(&g);
    }
}

/// A program that the detectors have no time for runs on no device; one that a device cannot run
/// counts for the others alone.
static void what_counts_as_run(void **state)
{
    static const char *const devices[] = {"oracle-host", "oracle-split"};
    struct bench_of_trials *b = calloc(1, sizeof *b);
    struct trial t = {.text = "program p\npersistent x: u32[40]\n"
                              "each i in 0..40 { for k in 0..900 { x[i] = x[i] + k } }\n",
                      .routes = 1u << VY_ROUTE_RESIDENT};
    (void)state;
    assert_non_null(b);
    assert_true(trials_begin(b, devices, 2, &(vy_device_params){.size = sizeof(vy_device_params)}));
    conform_trial_run(b, &t);
    assert_int_equal(t.end, TRIAL_SAME);
    assert_int_equal(t.ran_on, 1u << 1);
    assert_int_equal(t.runs, 1);
    t.race_ms = 1;
    t.schedules = 10000;
    conform_trial_run(b, &t);
    assert_int_equal(t.end, TRIAL_UNJUDGED);
    assert_int_equal(t.ran_on, 0);
    trials_end(b);
    free(b);
}

// ---- what is printed ----
enum wrong { ALL_RIGHT, LAST_FIRST, ONE_LESS, ONE_OTHER, ONE_TWICE };

/// A device that prints what another one does, but for what is wrong with it.
static struct {
    enum wrong wrong;
    vy_status (*launch)(vy_device *device, const struct vyi_job *job,
                        const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                        struct vyi_job_result *result);
    char lines[16][40];
    uint32_t count;
} printer;

static void take_line(void *user, const char *line)
{
    (void)user;
    if (printer.count < 16)
        snprintf(printer.lines[printer.count++], 40, "%s", line);
}

static vy_status run_and_print(vy_device *device, const struct vyi_job *job,
                               const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                               struct vyi_job_result *result)
{
    vy_dispatch_params params = *job->params;
    struct vyi_job other = *job;
    params.print = take_line;
    other.params = &params;
    printer.count = 0;
    vy_status status = printer.launch(device, &other, kernel, clears, result);
    for (uint32_t i = printer.wrong == ONE_LESS; i < printer.count; i++) {
        uint32_t k = printer.wrong == LAST_FIRST ? printer.count - 1 - i : i;
        bool odd = i == 3 && (printer.wrong == ONE_OTHER || printer.wrong == ONE_TWICE);
        job->params->print(job->params->print_user, !odd ? printer.lines[k]
                                                    : printer.wrong == ONE_OTHER
                                                        ? "something else"
                                                        : printer.lines[k + 1]);
    }
    return status;
}

/// Lines may come in any order; one that is missing, or says something else, is a difference.
static void lines_are_compared(void **state)
{
    static const struct {
        enum wrong wrong;
        enum trial_end end;
        const char *says;
    } all[] = {
        {ALL_RIGHT, TRIAL_SAME, ""},
        {LAST_FIRST, TRIAL_SAME, ""},
        {ONE_LESS, TRIAL_DIFFERS, "7 lines printed instead of 8"},
        {ONE_OTHER, TRIAL_DIFFERS, "of 8 lines printed some say something else"},
        {ONE_TWICE, TRIAL_DIFFERS, "of 8 lines printed some say something else"},
    };
    static const char *const devices[] = {"oracle"};
    struct bench_of_trials *b = calloc(1, sizeof *b);
    (void)state;
    assert_non_null(b);
    assert_true(trials_begin(b, devices, 1, &(vy_device_params){.size = sizeof(vy_device_params)}));
    struct vyi_device_fns fns = *b->devices[0]->fns;
    const struct vyi_device_fns *right = b->devices[0]->fns;
    printer.launch = fns.launch;
    fns.launch = run_and_print;
    b->devices[0]->fns = &fns;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct trial t = {.text = "program p\nout y: u32[8]\nworkgroup 8\ngrid 8\n"
                                  "print \"{} of {}\", gid.x, y[gid.x]\ny[gid.x] = gid.x\n",
                          .routes = 1u << VY_ROUTE_NATIVE};
        printer.wrong = all[i].wrong;
        conform_trial_run(b, &t);
        assert_int_equal(t.end, all[i].end);
        assert_int_equal(t.prints, t.end == TRIAL_DIFFERS);
        assert_string_equal(t.problem, all[i].says);
        assert_int_equal(printer.count, 8);
    }
    b->devices[0]->fns = right;
    trials_end(b);
    free(b);
}

/// Sizes count where the program states them.
static void sizes_of_stated_grids(void **state)
{
    struct conform_coverage c = {calloc(conform_rows(), sizeof *c.cells)};
    unsigned without = 0;
    (void)state;
    assert_non_null(c.cells);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        memset(c.cells, 0, conform_rows() * sizeof *c.cells);
        char *text = make(seed, &c);
        bool stated = strstr(text, "\nworkgroup ");
        without += !stated;
        for (uint32_t row = 0; row < conform_rows() && !stated; row++)
            if (strstr(conform_row_name(row), "invocation") ||
                strstr(conform_row_name(row), "workgroups of"))
                assert_int_equal(c.cells[row][0], 0);
        free(text);
    }
    assert_true(without > 5);
    free(c.cells);
}

static void every_cell_is_reached(void **state)
{
    const char *count = getenv("VYRE_SOAK_COUNT");
    const uint64_t programs = count ? strtoull(count, NULL, 10) : 20000, least = programs / 100;
    struct conform_coverage c = {calloc(conform_rows(), sizeof *c.cells)};
    (void)state;
    assert_non_null(c.cells);
    for (uint64_t seed = 1; seed <= programs; seed++)
        free(make(seed, &c));
    unsigned missing = 0;
    for (uint32_t row = 0; row < conform_rows(); row++)
        for (uint32_t type = 0; type < CONFORM_TYPES; type++) {
            bool wanted = conform_row_types(row) >> type & 1;
            uint64_t n = c.cells[row][type];
            if (wanted ? n >= least : !n)
                continue;
            print_message("%s, %s: %llu\n", conform_row_name(row), vy_type_name((vy_type)type),
                          (unsigned long long)n);
            missing++;
        }
    free(c.cells);
    assert_int_equal(missing, 0);
}

static void inputs_have_edge_values(void **state)
{
    uint32_t words[1000], again[1000];
    unsigned zeros = 0, ends = 0, small = 0;
    (void)state;
    conform_fill(3, 1, VY_TYPE_U32, words, sizeof words);
    conform_fill(3, 1, VY_TYPE_U32, again, sizeof again);
    assert_memory_equal(words, again, sizeof words);
    for (unsigned i = 0; i < 1000; i++) {
        zeros += !words[i];
        ends += words[i] == UINT32_MAX || words[i] == 0x80000000 || words[i] == 0x7fffffff;
        small += words[i] < 40;
    }
    assert_true(zeros > 10 && ends > 20 && small > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_program),
        cmocka_unit_test_setup_teardown(all_verify, stage_open, stage_close),
        cmocka_unit_test(all_are_settled),
        cmocka_unit_test(hostile_ones),
        cmocka_unit_test(hostile_files),
        cmocka_unit_test(guards),
        cmocka_unit_test(what_counts_as_run),
        cmocka_unit_test(lines_are_compared),
        cmocka_unit_test(sizes_of_stated_grids),
        cmocka_unit_test(every_cell_is_reached),
        cmocka_unit_test(inputs_have_edge_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
