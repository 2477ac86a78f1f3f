// Races that are seen without running: never in a program that is settled.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/alloc.h"
#include "support/conforming.h"

struct seen {
    uint32_t races, errors;
    char text[2000]; ///< the first
};

static void see(void *user, const vy_diag *diag)
{
    struct seen *s = user;
    s->errors += diag->severity == VY_SEVERITY_ERROR;
    if (strcmp(diag->code, "V143") && strcmp(diag->code, "V144") && strcmp(diag->code, "V145"))
        return;
    if (!s->races++)
        vy_diag_format(diag, s->text, sizeof s->text);
}

static void verify(vy_context *context, const char *text)
{
    vy_program *program = NULL;
    vy_status status = vy_program_parse(context, vy_parse_params(.text = text), &program);
    if (!status)
        status = vy_program_verify(program);
    assert_int_equal(status, VY_OK);
    vy_program_destroy(&program);
}

/// Programs that are settled by construction, and that the oracle finds settled (vyre conform).
static void settled_programs_earn_no_warning(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    static char *(*const makes[])(uint64_t seed) = {conforming_make, conforming_barriers,
                                                    conforming_lanes, conforming_teams};
    struct seen seen = {0};
    vy_context *context = NULL;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = see, .diag_user = &seen), &context), VY_OK);
    for (uint64_t seed = 1; seed <= COUNT; seed++) {
        char *text = makes[seed % 8 < 4 ? seed % 4 : 0](seed);
        assert_non_null(text);
        verify(context, text);
        if (seen.races)
            fail_msg("seed %llu:\n%s\n%s", (unsigned long long)seed, text, seen.text);
        free(text);
    }
    vy_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settled_programs_earn_no_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
