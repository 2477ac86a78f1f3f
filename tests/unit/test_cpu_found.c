// The programs that a device once ran otherwise than the oracle, on the cpu device.
#include "dev/llvm.h"
#include "support/found.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void each(void **state)
{
    static const struct versus_way ways[] = {
        {VY_LEVEL_NONE, 1, 1, false}, {VY_LEVEL_NONE, 4, 2, false},  {VY_LEVEL_NONE, 8, 8, true},
        {VY_LEVEL_NONE, 16, 2, true}, {VY_LEVEL_NONE, 32, 8, false}, {VY_LEVEL_FULL, 0, 2, false},
    };
    const struct found *f = *state;
    struct versus v;
    struct routes r = {.text = f->text, .seed = 1, .max_steps = 1000000};
    assert_true(versus_open(&v));
    const char *problem = versus_run(&v, &r, ways, sizeof ways / sizeof *ways);
    versus_close(&v);
    if (!problem)
        problem = routes_check_race(&r, 4);
    if (problem)
        fail_msg("%s: %s", f->what, problem);
    assert_true(v.runs >= 3);
    routes_free(&r);
}

int main(void)
{
    struct CMUnitTest tests[FOUND_MOST] = {{0}};
    const struct found *f;
    size_t count = 0;
    const char *absent;
    if (!vyi_dev_llvm_present(&absent)) {
        print_message("skipped: the cpu device %s\n", absent);
        return getenv("VYRE_LLVM_BUILT") ? 1 : 0;
    }
    for (; (f = found_program(count)); count++)
        tests[count] = (struct CMUnitTest){f->what, each, NULL, NULL, (void *)f};
    return _cmocka_run_group_tests("found", tests, count, NULL, NULL);
}
