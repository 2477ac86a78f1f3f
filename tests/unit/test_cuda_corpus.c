// Every program there is, on the cuda device and on the oracle, on all routes, with workgroups in
// turn and without: examples, docs, what was once found, the hard cases, and random programs of
// five kinds. Without a GPU its code is interpreted, a few of each. support/parts.h has its command
// line.
#include "support/built.h"
#include "support/conforming.h"
#include "support/gpu.h"
#include "support/log.h"
#include "support/named.h"
#include "support/parts.h"
#include "support/patience.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static struct {
    bool real;
    vy_context *context;
    vy_device *held; ///< or the GPU's context would be made anew for each program
} gpu;

// ---- random programs ----
/// Quickly made, or one in four as a user would run it, which takes twice as long; one in eight
/// also has a kernel without turns to make.
static struct versus_way way_of(uint64_t seed)
{
    uint32_t mixed = (uint32_t)seed * 2654435761u >> 16; // no share of the seeds has one kind alone
    return (struct versus_way){.level = mixed % 6 ? VY_LEVEL_NONE : VY_LEVEL_FULL,
                               .threads = mixed / 6 % 8 ? VERSUS_IN_TURN : VERSUS_AT_ONCE};
}

PARTS_WALK(examples, tally_examples, 30)
PARTS_WALK(pages, tally_pages, 50)
PARTS_WALK(uniform, tally_uniform, 25)
PARTS_WALK(found, tally_corpus, 20)
PARTS_HARD(hard)
PARTS_RANDOM(barriers, 16, conforming_barriers)
PARTS_RANDOM(lanes, 12, conforming_lanes)
PARTS_RANDOM(teams, 40, conforming_teams)
PARTS_RANDOM(anything, 12, conforming_make) // those of `vyre conform`, as chance deals them

// ---- programs that are built, not read ----
static void compare_built(const struct random_program *made, uint64_t seed,
                          const struct test_run *as, const struct test_log *log)
{
    cuda_option("virtual_groups", way_of(seed).threads == VERSUS_IN_TURN ? "1" : "0");
    const vy_device_params on = {.size = sizeof(vy_device_params),
                                 .name = cuda_name(),
                                 .level = way_of(seed).level,
                                 .cache = parts.tally[0].versus.cache};
    char *text = NULL, problem[500] = "";
    size_t size;
    parts.compared++;
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST && !problem[0]; route++) {
        struct test_run run =
            test_run_device(made->program, made, seed, &on, (vy_route)route, PATIENT_MS);
        if (run.status != as->status || run.visible != as->visible)
            snprintf(problem, sizeof problem, "built, seed %llu, %s: status %d, %s bytes: %.300s",
                     (unsigned long long)seed, vy_route_name((vy_route)route), run.status,
                     run.visible == as->visible ? "the same" : "other", log->text);
    }
    cuda_option("virtual_groups", NULL);
    if (!problem[0])
        return;
    if (vy_program_print(made->program, &text, &size))
        text = NULL;
    parts_show(text ? text : "", problem);
    vy_memory_free(made->program->context, text);
}

static void built(void **state)
{
    uint64_t count = parts.count ? parts.count : 60, tried = 0;
    struct test_log log = {.text = ""};
    vy_context *c = NULL;
    (void)state;
    parts_begin();
    assert_int_equal(vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c),
                     0);
    for (uint64_t seed = parts.seed; seed < parts.seed + count; seed++) {
        struct random_program made;
        struct test_run as;
        if (!parts_is_ours())
            continue;
        test_log_clear(&log);
        parts_at(seed);
        assert_int_equal(random_program_make(c, seed, &made), 0);
        tried++;
        if (!made.program->service && built_settled(&made, seed, &as)) {
            test_log_clear(&log);
            compare_built(&made, seed, &as, &log);
        }
        vy_program_destroy(&made.program);
    }
    vy_context_destroy(&c);
    parts_end(tried / 10 * parts.shares);
}

// ---- all of it ----
static int setup(void **state)
{
    // What interprets is in the host, and rounds as that does.
    static const struct versus_way few[] = {{VY_LEVEL_FULL, 0, VERSUS_IN_TURN, false, false},
                                            {VY_LEVEL_NONE, 0, VERSUS_AT_ONCE, false, false}};
    static const struct versus_way ways[] = {{VY_LEVEL_FULL, 0, VERSUS_IN_TURN, false, false},
                                             {VY_LEVEL_FULL, 0, VERSUS_AT_ONCE, false, false},
                                             {VY_LEVEL_NONE, 0, VERSUS_IN_TURN, true, false},
                                             {VY_LEVEL_NONE, 0, VERSUS_AT_ONCE, true, false}};
    static const char *const name = "cuda";
    (void)state;
    parts.way = way_of;
    return !parts_open(&name, 1, gpu.real ? ways : few,
                       gpu.real ? VERSUS_WAYS(ways) : VERSUS_WAYS(few)) ||
           vy_context_create(NULL, &gpu.context) ||
           vy_device_open(gpu.context, vy_device_params(.name = cuda_name()), &gpu.held);
}

static int teardown(void **state)
{
    (void)state;
    vy_device_close(&gpu.held);
    vy_context_destroy(&gpu.context);
    parts_close();
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples), cmocka_unit_test(pages), cmocka_unit_test(uniform),
        cmocka_unit_test(found),    cmocka_unit_test(hard),  cmocka_unit_test(barriers),
        cmocka_unit_test(lanes),    cmocka_unit_test(teams), cmocka_unit_test(built),
        cmocka_unit_test(anything),
    };
    int code;
    if (!gpu_or_interpreter(&code, &gpu.real))
        return code;
    parts_read(argc, argv);
    if (!gpu.real && argc < 2 && VERSUS_INSTRUMENTED)
        parts.shares = 6;
    return cmocka_run_group_tests(tests, setup, teardown);
}
