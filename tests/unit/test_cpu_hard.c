// The hard cases on the cpu device, beside the oracle: every pure op and conversion over edge
// values, in vector code and in scalar code, and what collectives, atomics and narrow elements make
// of them; also in a host thread that flushes subnormals and rounds upwards.
#include "support/hard.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static int open_versus(void **state)
{
    struct versus *v = calloc(1, sizeof *v);
    *state = v;
    return !v || !versus_open(v);
}

static int close_versus(void **state)
{
    versus_close(*state);
    free(*state);
    return 0;
}

static void compare(void *versus, struct routes *r)
{
    static const struct versus_way ways[] = {
        {VY_LEVEL_NONE, 0, 2, true, false},
        {VY_LEVEL_NONE, 1, 1, true, false},
        {VY_LEVEL_FULL, 0, 2, false, false},
    };
    const char *problem = versus_run(versus, r, ways, VERSUS_INSTRUMENTED ? 1 : VERSUS_WAYS(ways));
    if (problem) {
        print_message("%s\n", r->text);
        fail_msg("%s", problem);
    }
}

static void ops_in_vectors(void **state)
{
    assert_true(hard_ops(false, compare, *state) > 150);
}

static void ops_in_scalars(void **state)
{
    assert_true(hard_ops(true, compare, *state) > 150);
}

static void compare_settled(void *versus, struct routes *r)
{
    if (routes_open(r) || routes_check_race(r, 4))
        fail_msg("%s\n%s", r->text, r->problem);
    compare(versus, r);
}

static void collectives_and_memory(void **state)
{
    assert_true(hard_cases(compare_settled, *state) > 5);
}

static void long_one(void **state)
{
    uint64_t before = ((struct versus *)*state)->runs;
    hard_straight(compare, *state);
    assert_true(((struct versus *)*state)->runs > before);
}

/// The compiler goes about them in its way for large programs.
static void compare_loops(void *versus, struct routes *r)
{
    static const struct versus_way ways[] = {
        {VY_LEVEL_FULL, 0, 2, false, false},
        {VY_LEVEL_FULL, 1, 1, false, false},
        {VY_LEVEL_FULL, 4, 2, true, false},
    };
    const char *problem = versus_run(versus, r, ways, VERSUS_INSTRUMENTED ? 1 : VERSUS_WAYS(ways));
    if (problem)
        fail_msg("%s", problem);
}

static void many_loops(void **state)
{
    uint64_t before = ((struct versus *)*state)->runs;
    hard_loops(compare_loops, *state);
    assert_true(((struct versus *)*state)->runs > before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ops_in_vectors),
        cmocka_unit_test(ops_in_scalars),
        cmocka_unit_test(collectives_and_memory),
        cmocka_unit_test(long_one),
        cmocka_unit_test(many_loops),
    };
    int result;
    return versus_present(&result) ? cmocka_run_group_tests(tests, open_versus, close_versus)
                                   : result;
}
