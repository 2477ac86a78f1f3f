// The programs that a device once ran otherwise than the oracle, on the cpu device. An argument:
// only those whose names begin so.
#include "support/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *names;

static void each(void **state)
{
    static const struct versus_way ways[] = {
        {VY_LEVEL_NONE, 1, 1, false, true},  {VY_LEVEL_NONE, 4, 2, false, false},
        {VY_LEVEL_NONE, 8, 8, true, true},   {VY_LEVEL_NONE, 16, 2, true, false},
        {VY_LEVEL_NONE, 32, 8, false, true}, {VY_LEVEL_FULL, 0, 2, false, false},
    };
    struct tally t;
    (void)state;
    assert_true(tally_open(&t));
    t.ways = ways;
    t.way_count = VERSUS_WAYS(ways);
    t.names = names;
    tally_corpus(&t);
    uint64_t runs = t.versus.runs;
    tally_close(&t);
    if (t.problem[0])
        fail_msg("%s", t.problem);
    print_message("%u programs, %llu runs\n", t.compared, (unsigned long long)runs);
    assert_true(t.compared >= (names ? 1 : 25) && runs >= 3 * t.compared);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each)};
    int result;
    names = argc > 1 ? argv[1] : NULL;
    return versus_present(&result) ? cmocka_run_group_tests(tests, NULL, NULL) : result;
}
