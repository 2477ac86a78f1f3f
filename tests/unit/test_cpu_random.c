// Random programs on the cpu device, beside the oracle: with grid barriers in every position, with
// lanes, subgroups and workgroups that part in every way, and with every op and declaration there
// is. Vectors of 1 to 64 lanes, both levels of optimisation, 1, 2 and 8 threads, all routes, and a
// host thread that flushes subnormals. VYRE_SOAK_COUNT and VYRE_SOAK_SEED ask for more of them, or
// give the numbers as arguments.
#include "support/built.h"
#include "support/conforming.h"
#include "support/log.h"
#include "support/patience.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_STEPS = 1000000 };

enum { SLOWER = VERSUS_INSTRUMENTED ? 5 : 1 };

struct settings {
    uint64_t count, seed; ///< count 0: a few
};

static uint32_t lanes_of(uint64_t seed)
{
    static const uint32_t lanes[] = {0, 1, 4, 8, 16, 32, 64};
    return lanes[seed % 7];
}

static bool outline_of(uint64_t seed)
{
    return seed / 2 % 2;
}

/// Optimised code takes ten times as long to make: a few of them get it, of all lane counts.
static vy_level level_of(uint64_t seed)
{
    return seed / 6 % 8 == 7 ? VY_LEVEL_FULL : VY_LEVEL_NONE;
}

// ---- programs as text ----
static uint64_t each_text(const struct settings *settings, uint64_t few,
                          char *(*make)(uint64_t seed))
{
    struct versus v;
    uint64_t count = settings->count ? settings->count : few / SLOWER, compared = 0;
    assert_true(versus_open(&v));
    for (uint64_t seed = settings->seed; seed < settings->seed + count; seed++) {
        char *text = make(seed);
        struct routes r = {.text = text, .seed = seed, .conforms = true, .max_steps = MOST_STEPS};
        const struct versus_way ways[] = {
            {level_of(seed), lanes_of(seed), 1, false, outline_of(seed)},
            {level_of(seed), lanes_of(seed), 2, true, outline_of(seed)},
            {level_of(seed), lanes_of(seed), 8, false, outline_of(seed)},
        };
        assert_non_null(text);
        uint64_t before = v.runs;
        const char *problem = versus_run(&v, &r, ways, VERSUS_WAYS(ways));
        if (problem) {
            print_message("%s\n", text);
            fail_msg("seed %llu: %s", (unsigned long long)seed, problem);
        }
        compared += v.runs > before;
        routes_free(&r);
        free(text);
    }
    versus_close(&v);
    print_message("%llu programs, %llu runs; %llu more were too long\n",
                  (unsigned long long)compared, (unsigned long long)v.runs,
                  (unsigned long long)(count - compared));
    assert_true(compared * 10 >= count * 8);
    return compared;
}

static void barriers_everywhere(void **state)
{
    (void)each_text(*state, 60, conforming_barriers);
}

static void lanes_that_part(void **state)
{
    (void)each_text(*state, 40, conforming_lanes);
}

static void teams_that_part(void **state)
{
    (void)each_text(*state, 60, conforming_teams);
}

/// Those of `vyre conform`, in more ways than it runs them.
static void all_that_conform_makes(void **state)
{
    (void)each_text(*state, 60, conforming_make);
}

// ---- programs of the builder ----
static void compare_built(const struct random_program *made, uint64_t seed,
                          const struct test_run *as, const struct test_log *log, const char *cache)
{
    static const uint32_t threads[] = {1, 2, 8};
    char name[32];
    snprintf(name, sizeof name, "cpu:lanes=%u:outline=%d", lanes_of(seed), outline_of(seed));
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
        vy_device_params on = {.size = sizeof(vy_device_params),
                               .name = name,
                               .level = level_of(seed),
                               .threads = threads[(seed + (unsigned)route) % 3],
                               .cache = cache};
        struct test_run run =
            test_run_device(made->program, made, seed, &on, (vy_route)route, PATIENT_MS);
        if (run.status == as->status && run.visible == as->visible)
            continue;
        char *text = NULL;
        size_t size;
        if (!vy_program_print(made->program, &text, &size))
            print_message("%.*s\n", (int)(size < 20000 ? size : 20000), text);
        fail_msg("seed %llu, %s, %u lanes, %u threads: status %d, %s bytes: %s",
                 (unsigned long long)seed, vy_route_name((vy_route)route), lanes_of(seed),
                 on.threads, run.status, run.visible == as->visible ? "the same" : "other",
                 log->text);
    }
}

static void every_op(void **state)
{
    const struct settings *settings = *state;
    uint64_t count = settings->count ? settings->count : 150 / SLOWER, settled = 0;
    struct test_log log = {.text = ""};
    struct versus v;
    vy_context *c = NULL;
    assert_true(versus_open(&v));
    assert_int_equal(vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c),
                     0);
    for (uint64_t seed = settings->seed; seed < settings->seed + count; seed++) {
        struct random_program made;
        struct test_run as;
        test_log_clear(&log);
        assert_int_equal(random_program_make(c, seed, &made), 0);
        if (!made.program->service && built_settled(&made, seed, &as)) {
            test_log_clear(&log);
            compare_built(&made, seed, &as, &log, v.cache);
            settled++;
        }
        vy_program_destroy(&made.program);
    }
    vy_context_destroy(&c);
    versus_close(&v);
    print_message("%llu of %llu programs are settled\n", (unsigned long long)settled,
                  (unsigned long long)count);
    assert_true(settled * 10 >= count);
}

/// A lane that did not run divided by a value it did not have.
static void one_that_trapped(void **state)
{
    const uint64_t seed = 1500112; // of its inputs
    struct test_log log = {.text = ""};
    struct random_program made;
    struct test_run as;
    struct versus v;
    vy_context *c = NULL;
    (void)state;
    assert_true(versus_open(&v));
    assert_int_equal(vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c),
                     0);
    assert_int_equal(random_program_load(c, "idle-lane-divides.vy", &made), 0);
    assert_true(built_settled(&made, seed, &as));
    test_log_clear(&log);
    compare_built(&made, seed, &as, &log, v.cache);
    vy_program_destroy(&made.program);
    vy_context_destroy(&c);
    versus_close(&v);
}

int main(int argc, char **argv)
{
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("VYRE_SOAK_SEED");
    struct settings settings = {count ? strtoull(count, NULL, 10) : 0,
                                seed ? strtoull(seed, NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(barriers_everywhere, &settings),
        cmocka_unit_test_prestate(lanes_that_part, &settings),
        cmocka_unit_test_prestate(teams_that_part, &settings),
        cmocka_unit_test_prestate(all_that_conform_makes, &settings),
        cmocka_unit_test_prestate(every_op, &settings),
        cmocka_unit_test(one_that_trapped),
    };
    int result;
    return versus_present(&result) ? cmocka_run_group_tests(tests, NULL, NULL) : result;
}
