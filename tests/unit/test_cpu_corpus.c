// Every program there is, on the cpu device and on the oracle: the same bytes, passes and messages
// at both levels of optimisation, with 1, 2 and 8 threads, on every route, and in a host thread
// that flushes subnormals and rounds upwards. A program that the race detector does not call
// settled is left out, and counted.
#include "support/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static int open_tally(void **state)
{
    static const struct versus_way few[] = {{VY_LEVEL_NONE, 0, 2, true, false},
                                            {VY_LEVEL_NONE, 0, 8, false, true}};
    static const struct versus_way ways[] = {
        {VY_LEVEL_NONE, 0, 1, false, false}, {VY_LEVEL_NONE, 0, 2, false, false},
        {VY_LEVEL_NONE, 0, 8, true, false},  {VY_LEVEL_FULL, 0, 1, true, false},
        {VY_LEVEL_FULL, 0, 2, false, false}, {VY_LEVEL_FULL, 0, 8, false, true},
        {VY_LEVEL_NONE, 1, 2, false, true},  {VY_LEVEL_NONE, 32, 8, false, false},
    };
    struct tally *t = calloc(1, sizeof *t);
    *state = t;
    if (!t || !tally_open(t))
        return 1;
    t->ways = VERSUS_INSTRUMENTED ? few : ways;
    t->way_count = VERSUS_INSTRUMENTED ? VERSUS_WAYS(few) : VERSUS_WAYS(ways);
    return 0;
}

static int close_tally(void **state)
{
    tally_close(*state);
    free(*state);
    return 0;
}

static void each(struct tally *t, void (*walk)(struct tally *t), uint32_t least)
{
    uint32_t before = t->compared;
    t->problem[0] = 0;
    walk(t);
    print_message("%u compared, %u not settled, %u refused\n", t->compared - before, t->unsettled,
                  t->refused);
    if (t->problem[0])
        fail_msg("%s", t->problem);
    assert_true(t->compared - before >= least);
}

static void examples(void **state)
{
    each(*state, tally_examples, 30);
}

static void pages(void **state)
{
    each(*state, tally_pages, 50);
}

static void uniform(void **state)
{
    each(*state, tally_uniform, 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples),
        cmocka_unit_test(pages),
        cmocka_unit_test(uniform),
    };
    int result;
    return versus_present(&result) ? cmocka_run_group_tests(tests, open_tally, close_tally)
                                   : result;
}
