// Programs at the limits: what is within goes round through text and wire, what is past is refused
// when it is built, and nothing lies between.
#include "ir/program.h"
#include "support/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const vy_value nothing = {0};

static vy_builder *begin(vy_context *c)
{
    vy_builder *b = NULL;
    assert_int_equal(vy_builder_create(c, "edge", false, &b), 0);
    vy_build_workgroup(b, 1, 0, 0);
    vy_build_grid(b, vy_build_u32(b, 1), nothing, nothing);
    return b;
}

/// Ends the program; it goes round if it is `within`, and is refused otherwise.
static void finish(vy_context *c, vy_builder *b, bool within, const char *what, size_t size)
{
    vy_program *p = NULL;
    void *bytes = NULL;
    size_t count;
    const char *problem = NULL;
    vy_status status = vy_builder_finish(&b, &p);
    if (!status != within)
        fail_msg("%s of %zu: status %d", what, size, status);
    if (status)
        return;
    assert_int_equal(vy_program_encode(p, &bytes, &count), 0);
    if (check_wire(c, bytes, count, &problem) != CHECK_VERIFIED)
        fail_msg("%s of %zu: %s", what, size, problem ? problem : "not read again");
    vy_memory_free(c, bytes);
    vy_program_destroy(&p);
}

/// Messages of one byte over and over, among them those that are escaped.
static void strings(void **state)
{
    static const char fillers[] = {'a', '\\', '"', '\n', 1, 127, '{'};
    static const size_t sizes[] = {0, 1, VYI_MAX_MESSAGE, VYI_MAX_MESSAGE + 1, 60001, 70000};
    vy_context *c = *state;
    for (size_t i = 0; i < sizeof fillers; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            char *text = malloc(sizes[k] + 1);
            assert_non_null(text);
            memset(text, fillers[i], sizes[k]);
            text[sizes[k]] = 0;
            vy_builder *b = begin(c);
            vy_build_print(b, text, 0, NULL);
            vy_build_region_begin(b, text);
            vy_build_end(b);
            finish(c, b, sizes[k] <= VYI_MAX_MESSAGE, "a string", sizes[k]);
            free(text);
        }
}

static void nesting(void **state)
{
    vy_context *c = *state;
    for (size_t depth = VYI_MAX_NESTING - 2; depth <= VYI_MAX_NESTING + 2; depth++) {
        vy_builder *b = begin(c);
        for (size_t i = 0; i < depth; i++)
            i % 3 == 0   ? vy_build_if_begin(b, vy_build_bool(b, true))
            : i % 3 == 1 ? vy_build_loop_begin(b)
                         : vy_build_region_begin(b, "r");
        vy_build_return(b);
        for (size_t i = 0; i < depth; i++)
            vy_build_end(b);
        finish(c, b, depth <= VYI_MAX_NESTING, "nesting", depth);
    }
}

/// An else-if chain counts once, however long.
static void chains(void **state)
{
    vy_context *c = *state;
    for (size_t length = 60; length <= 6000; length *= 10) {
        vy_builder *b = begin(c);
        for (size_t i = 0; i < length; i++) {
            vy_build_if_begin(b, vy_op(b, "==", vy_build_id(b, "gid.x"), vy_build_u32(b, i % 9)));
            vy_build_else(b);
        }
        for (size_t i = 0; i < length; i++)
            vy_build_end(b);
        finish(c, b, true, "a chain", length);
    }
}

enum shape { UNARY, LEFT, RIGHT, SELECT, CALL, CAST, SHAPES };

static vy_value grow(vy_builder *b, enum shape shape, vy_value v)
{
    vy_value one = vy_build_u32(b, 1);
    switch (shape) {
    case UNARY: return vy_op(b, "~", v);
    case LEFT: return vy_op(b, "+", v, one);
    case RIGHT: return vy_op(b, "-", one, v);
    case SELECT: return vy_op(b, "?", vy_build_bool(b, true), one, v);
    case CALL: return vy_op(b, "min", v, one);
    default: return vy_build_cast(b, VY_TYPE_U32, v);
    }
}

static void expressions(void **state)
{
    static const char *const names[SHAPES] = {"unary", "left", "right", "select", "call", "cast"};
    vy_context *c = *state;
    for (enum shape shape = UNARY; shape < SHAPES; shape++)
        for (size_t depth = VYI_MAX_EXPR_DEPTH - 3; depth <= VYI_MAX_EXPR_DEPTH + 2; depth++) {
            vy_builder *b = begin(c);
            vy_value v = vy_build_u32(b, 5);
            for (size_t i = 1; i < depth; i++)
                v = grow(b, shape, v);
            vy_build_let(b, v);
            finish(c, b, depth <= VYI_MAX_EXPR_DEPTH, names[shape], depth);
        }
}

static void tables_and_arrays(void **state)
{
    vy_context *c = *state;
    uint64_t *values = calloc(100000, sizeof *values);
    assert_non_null(values);
    for (uint32_t count = 0; count <= 100000; count = count * 10 + 1) {
        vy_builder *b = begin(c);
        vy_build_table(b, VY_TYPE_U8, values, count > 100000 ? 100000 : count);
        finish(c, b, count > 0, "a table", count);
    }
    free(values);
    for (uint32_t count = 1023; count <= 1025; count++) {
        vy_builder *b = begin(c);
        vy_build_array(b, VY_TYPE_U32, count);
        finish(c, b, count * 4 <= VYI_MAX_ARRAYS, "an array", count);
    }
}

static int set_up(void **state)
{
    vy_context *c = NULL;
    *state = NULL;
    if (vy_context_create(NULL, &c))
        return 1;
    *state = c;
    return 0;
}

static int tear_down(void **state)
{
    vy_context *c = *state;
    vy_context_destroy(&c);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings),
        cmocka_unit_test(nesting),
        cmocka_unit_test(chains),
        cmocka_unit_test(expressions),
        cmocka_unit_test(tables_and_arrays),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
