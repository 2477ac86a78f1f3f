// A schedule as data: the tree, the bounds of its loops, what hidden buffers keep.
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char text[] = "program s\n"
                           "in x : u32[]\n"
                           "out y : u32[len(x)]\n"
                           "workgroup 8\n"
                           "grid len(x)\n"
                           "var a = y[gid.x]\n"
                           "for i in 0..10 step 3 {\n"
                           "    a += x[gid.x]\n"
                           "    barrier grid\n"
                           "    if i == 3 {\n"
                           "        y[gid.x] = a\n"
                           "        barrier grid\n"
                           "    } else { a += 1 }\n"
                           "}\n"
                           "for j in 0..len(x) { barrier grid }\n"
                           "fixpoint k in 0..4 { y[gid.x] += a }\n";

struct counts {
    unsigned kinds[5];
    uint64_t bounds[2];
    unsigned loops, otherwise;
};

static void visit(const vy_schedule *s, size_t step, struct counts *c)
{
    vy_step_info info;
    assert_true(vy_schedule_step(s, step, &info));
    c->kinds[info.kind]++;
    if (info.kind == VY_STEP_LOOP)
        c->bounds[c->loops++] = info.bound;
    if (info.kind == VY_STEP_IF)
        c->otherwise += info.second != 0;
    if (info.kind == VY_STEP_SEQUENCE) {
        for (size_t i = info.first; i; i = info.next) {
            visit(s, i, c);
            vy_step_info kid;
            assert_true(vy_schedule_step(s, i, &kid));
            info.next = kid.next;
        }
        return;
    }
    if (info.first)
        visit(s, info.first, c);
    if (info.second)
        visit(s, info.second, c);
}

static vy_schedule *schedule_of(vy_context *c, vy_program **p)
{
    vy_schedule *s = NULL;
    assert_int_equal(vy_program_parse(c, vy_parse_params(.text = text), p), VY_OK);
    assert_int_equal(vy_schedule_create(*p, &s), VY_OK);
    return s;
}

static void the_tree_can_be_walked(void **state)
{
    (void)state;
    vy_context *c = NULL;
    vy_program *p = NULL;
    vy_step_info info;
    struct counts counts = {0};
    assert_int_equal(vy_context_create(vy_context_params(.diag = vy_diag_stderr), &c), VY_OK);
    vy_schedule *s = schedule_of(c, &p);
    visit(s, 1, &counts);
    assert_int_equal(counts.kinds[VY_STEP_LOOP], 2);
    assert_int_equal(counts.kinds[VY_STEP_IF], 1);
    assert_int_equal(counts.kinds[VY_STEP_FIXPOINT], 1);
    assert_int_equal(counts.kinds[VY_STEP_LAUNCH], vy_schedule_segment_count(s));
    assert_int_equal(counts.bounds[0], 4); // 0, 3, 6, 9
    assert_true(counts.bounds[1] == UINT64_MAX);
    assert_int_equal(counts.otherwise, 1);
    assert_false(vy_schedule_step(s, 0, &info));
    assert_false(vy_schedule_step(s, 1000, &info));
    vy_schedule_destroy(&s);
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

static void hidden_buffers_say_what_they_keep(void **state)
{
    (void)state;
    vy_context *c = NULL;
    vy_program *p = NULL;
    vy_hidden_info info;
    size_t count = 0;
    bool varying = false;
    assert_int_equal(vy_context_create(vy_context_params(.diag = vy_diag_stderr), &c), VY_OK);
    vy_schedule *s = schedule_of(c, &p);
    while (vy_schedule_hidden(s, count, &info)) {
        count++;
        if (!info.keeps || strcmp(info.keeps, "a"))
            continue;
        varying = true;
        assert_string_equal(info.per, "invocation");
        assert_int_equal(info.bytes, 4);
        assert_int_equal(info.elem, VY_TYPE_U32);
        assert_int_equal(info.line, 6);
    }
    assert_true(varying);
    assert_true(count > 2);
    vy_schedule_destroy(&s);
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_can_be_walked),
        cmocka_unit_test(hidden_buffers_say_what_they_keep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
