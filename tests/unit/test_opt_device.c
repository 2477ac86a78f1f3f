// What a program asks about the kind of device is decided before it is compiled.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "opt/opt.h"
#include "vyre/vyre.h"

static const char text[] = "program kinds\nout y : u32[2]\nworkgroup 32\ngrid 32\n"
                           "if concurrent == 0 {\n    if gid.x == 0 { y[0] = 7 }\n} else {\n"
                           "    let all = subgroup_add(1)\n    if gid.x == 0 { y[1] = all }\n}\n";

static char *text_for(vy_program *program, enum vyi_for kind)
{
    vy_program *made = NULL;
    char *text_of = NULL;
    assert_int_equal(vyi_opt_run(program, kind, VYI_PASS_ALL, VYI_PASS_COUNT, NULL, &made), VY_OK);
    assert_int_equal(vy_program_verify(made), VY_OK);
    assert_int_equal(vy_program_print(made, &text_of, NULL), VY_OK);
    vy_program_destroy(&made);
    return text_of;
}

static void one_side_is_left(void **state)
{
    vy_context *c = NULL;
    vy_program *program = NULL;
    (void)state;
    assert_int_equal(vy_context_create(NULL, &c), VY_OK);
    assert_int_equal(vy_program_parse(c, vy_parse_params(.text = text), &program), VY_OK);
    assert_int_equal(vy_program_verify(program), VY_OK);
    static const struct {
        enum vyi_for kind;
        bool asks, one, other;
    } cases[] = {{VYI_FOR_ANY, true, true, true},
                 {VYI_FOR_SERIAL, false, true, false},
                 {VYI_FOR_CONCURRENT, false, false, true}};
    for (size_t i = 0; i < 3; i++) {
        char *t = text_for(program, cases[i].kind);
        assert_int_equal(strstr(t, "concurrent") != NULL, cases[i].asks);
        assert_int_equal(strstr(t, "y[0] = 7") != NULL, cases[i].one);
        assert_int_equal(strstr(t, "subgroup_add") != NULL, cases[i].other);
        vy_memory_free(c, t);
    }
    vy_program_destroy(&program);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_side_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
