// Races that are seen without running: never in a program that is settled.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/program.h"
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

/// What a program that verifies reports to its context; out of memory nothing is left behind.
static void a_context_hears_of_it(void **state)
{
    (void)state;
    static const char text[] = "program p\nin x : u32[]\nout s : u32[1]\nscratch t : u32[len(x)]\n"
                               "each i in 0..len(x) {\nlet k = x[i] > 3 ? i : 0\nvar v = k\n"
                               "for j in 0..3 { v += t[i + j] }\nt[i] = v\ns[0] += v\n}\n";
    for (uint64_t n = 0; n < 60; n++) {
        struct seen seen = {0};
        struct test_alloc alloc = {0};
        vy_context *context = NULL;
        vy_program *program = NULL;
        assert_int_equal(
            vy_context_create(vy_context_params(.diag = see, .diag_user = &seen,
                                                .alloc = test_alloc, .alloc_user = &alloc),
                              &context),
            VY_OK);
        assert_int_equal(vy_program_parse(context, vy_parse_params(.text = text), &program), VY_OK);
        alloc.fail_at = n ? alloc.calls + n : 0;
        vy_status status = vy_program_verify(program);
        assert_int_equal(status, alloc.failed && status ? VY_ERROR_MEMORY : VY_OK);
        if (!alloc.failed) {
            assert_int_equal(seen.races, 2); // t[i] beside t[i + 1], and s[0]
            assert_non_null(strstr(seen.text, ":9:"));
        }
        vy_program_destroy(&program);
        vy_context_destroy(&context);
        assert_int_equal(alloc.live, 0);
        assert_int_equal(alloc.wrong_sizes, 0);
    }
}

/// Rules alone, and the warnings when the program is verified later, once.
static void rules_are_checked_without_warnings(void **state)
{
    (void)state;
    struct seen seen = {0};
    vy_context *context = NULL;
    vy_program *program = NULL;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = see, .diag_user = &seen), &context), VY_OK);
    assert_int_equal(
        vy_program_parse(context,
                         vy_parse_params(.text = "program p\nout y : u32[1]\nworkgroup 2\ngrid 1\n"
                                                 "y[0] = lid.x\n"),
                         &program),
        VY_OK);
    assert_int_equal(vyi_program_check(program), VY_OK);
    assert_int_equal(seen.races, 0);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(vy_program_verify(program), VY_OK);
    assert_int_equal(seen.races, 1);
    vy_program_destroy(&program);
    assert_int_equal(
        vy_program_parse(context,
                         vy_parse_params(.text = "program p\nout y : u32[1]\nworkgroup 2\ngrid 1\n"
                                                 "if lid.x == 0 { barrier workgroup }\n"),
                         &program),
        VY_OK);
    assert_int_equal(vyi_program_check(program), VY_ERROR_PROGRAM);
    assert_int_equal(seen.errors, 1);
    vy_program_destroy(&program);
    vy_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_checked_without_warnings),
        cmocka_unit_test(a_context_hears_of_it),
        cmocka_unit_test(settled_programs_earn_no_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
