// The binding plan: roles, slots, sizes, checks of inputs, and what two layouts have in common.
#include "support/log.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct bench {
    struct test_log log;
    vy_context *context;
    vy_program *program;
    vy_binding_plan *plan;
    vy_status status;
};

/// Parses a program (verification is not the plan's business) and plans it.
static void open_with(struct bench *b, const char *text, const vy_plan_input *inputs, size_t count)
{
    *b = (struct bench){.status = VY_OK};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b->log), &b->context),
        VY_OK);
    if (vy_program_parse(b->context, vy_parse_params(.text = text, .memory_only = true),
                         &b->program))
        fail_msg("%s", b->log.text);
    b->status = vy_binding_plan_create(
        b->program, vy_binding_plan_params(.inputs = inputs, .input_count = count), &b->plan);
}

static void open(struct bench *b, const char *text)
{
    open_with(b, text, NULL, 0);
}

static void close_bench(struct bench *b)
{
    vy_binding_plan_destroy(&b->plan);
    vy_program_destroy(&b->program);
    vy_context_destroy(&b->context);
}

static const vy_binding *at(const struct bench *b, size_t index)
{
    size_t count;
    const vy_binding *all = vy_binding_plan_bindings(b->plan, &count);
    assert_true(index < count);
    return &all[index];
}

/// The plan was refused, and the message says this.
static void refused(struct bench *b, vy_status status, const char *says)
{
    assert_int_equal(b->status, status);
    assert_null(b->plan);
    if (!strstr(b->log.text, says))
        fail_msg("'%s' was not said, but: %s", says, b->log.text);
    close_bench(b);
}

#define TAIL "workgroup 16\ngrid 16\nresult[0] = 1\n"
static const char add_one[] = "program p\nin input: u32[16]\nout result: u32[16]\n" TAIL;
static const char add_one_longer[] = "program p\nin input: u32[64]\nout result: u32[64]\n" TAIL;
static const char three[] = "program p\nin a: u32[16]\nin b: u32[16]\nout result: u32[16]\n" TAIL;

// ---- alignment ----
static void the_alignment_asked_for_is_kept(void **state)
{
    struct bench b;
    (void)state;
    open(&b, "program p\nout result: u32[16] @align(64) @cache(streaming)\n" TAIL);
    assert_int_equal(b.status, VY_OK);
    assert_int_equal(at(&b, 0)->alignment, 64);
    close_bench(&b);
}

static void an_alignment_that_is_no_power_of_two_is_refused(void **state)
{
    struct bench b;
    (void)state;
    open(&b, "program p\nout result: u32[16] @align(48) @cache(streaming)\n" TAIL);
    refused(&b, VY_ERROR_PROGRAM, "@align(48)");
}

static void the_alignment_is_at_least_the_element(void **state)
{
    static const struct {
        const char *declared;
        uint32_t bytes, alignment;
    } cases[] = {
        {"u32[16]", 4, 4},
        {"u8[16]", 1, 1},
        {"i16[16]", 2, 2},
        {"f64[16]", 8, 8},
        {"bool[16]", 4, 4},
        {"u64[16] @align(4)", 8, 8},
        {"u64[16] @align(16)", 8, 16},
        {"u8[16] @align(1)", 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench b;
        char text[200] = "program p\nout result: u32[16]\ninout x: ";
        strcat(text, cases[i].declared);
        strcat(text, "\n" TAIL);
        open(&b, text);
        assert_int_equal(b.status, VY_OK);
        assert_int_equal(at(&b, 0)->alignment, 4);
        assert_int_equal(at(&b, 1)->element_bytes, cases[i].bytes);
        assert_int_equal(at(&b, 1)->alignment, cases[i].alignment);
        close_bench(&b);
    }
}

// ---- layouts ----
static void lengths_are_no_part_of_the_layout(void **state)
{
    struct bench a, b;
    (void)state;
    open(&a, add_one);
    open(&b, add_one_longer);
    assert_true(vy_binding_plan_same_layout(a.plan, b.plan));
    assert_true(vy_binding_plan_fingerprint(a.plan) == vy_binding_plan_fingerprint(b.plan));
    close_bench(&a);
    close_bench(&b);
}

static void a_third_binding_is_another_layout(void **state)
{
    struct bench a, b;
    (void)state;
    open(&a, add_one);
    open(&b, three);
    assert_false(vy_binding_plan_same_layout(a.plan, b.plan));
    assert_true(vy_binding_plan_fingerprint(a.plan) != vy_binding_plan_fingerprint(b.plan));
    close_bench(&a);
    close_bench(&b);
}

static void every_part_of_a_slot_is_part_of_the_layout(void **state)
{
    static const char *const others[] = {
        "program p\ninout input: u32[16]\nout result: u32[16]\n" TAIL,          // role
        "program p\nin input: u64[16]\nout result: u32[16]\n" TAIL,             // element size
        "program p\nin input: u32[16] @binding(7)\nout result: u32[16]\n" TAIL, // number
        "program p\nin input: u32[16] @binding(1)\nout result: u32[16] @binding(0)\n" TAIL,
        "program p\nout result: u32[16]\n" TAIL,
    };
    struct bench a, b;
    (void)state;
    open(&a, add_one);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        open(&b, others[i]);
        assert_int_equal(b.status, VY_OK);
        assert_false(vy_binding_plan_same_layout(a.plan, b.plan));
        assert_true(vy_binding_plan_fingerprint(a.plan) != vy_binding_plan_fingerprint(b.plan));
        close_bench(&b);
    }
    // f32 for u32, other names, alignments and hints: the same descriptors
    open(&b, "program p\nin given: f32[3] @align(32)\nout result: i32[9] @cache(streaming)\n" TAIL);
    assert_true(vy_binding_plan_same_layout(a.plan, b.plan));
    assert_true(vy_binding_plan_fingerprint(a.plan) == vy_binding_plan_fingerprint(b.plan));
    close_bench(&b);
    close_bench(&a);
}

static void fingerprints_are_stable(void **state)
{
    struct bench a;
    uint64_t first = 0;
    (void)state;
    for (int i = 0; i < 20; i++) {
        open(&a, add_one);
        uint64_t now = vy_binding_plan_fingerprint(a.plan);
        assert_true(!i || now == first);
        first = now;
        close_bench(&a);
    }
}

static void layout_slots_are_sorted_by_group_and_binding(void **state)
{
    const vy_layout_slot storage = {1, 4, VY_LAYOUT_STORAGE, false, 4},
                         uniform = {0, 1, VY_LAYOUT_UNIFORM, true, 4};
    vy_layout_slot a[] = {storage, uniform}, b[] = {uniform, storage};
    vy_layout_slot c[] = {{1, 0, 0, 0, 4}, {0, 9, 0, 0, 4}, {1, 2, 0, 0, 4}, {0, 3, 0, 0, 4}};
    (void)state;
    vy_layout_sort(a, 2);
    vy_layout_sort(b, 2);
    assert_true(vy_layout_equal(a, 2, b, 2));
    assert_int_equal(a[0].group, 0);
    assert_int_equal(a[0].binding, 1);
    assert_int_equal(a[1].binding, 4);
    vy_layout_sort(c, 4);
    static const uint32_t order[][2] = {{0, 3}, {0, 9}, {1, 0}, {1, 2}};
    for (size_t i = 0; i < 4; i++)
        assert_true(c[i].group == order[i][0] && c[i].binding == order[i][1]);
    assert_false(vy_layout_equal(a, 2, b, 1));
    assert_true(vy_layout_equal(a, 0, b, 0));
    b[0].read_only = false;
    assert_false(vy_layout_equal(a, 2, b, 2));
    b[0] = a[0];
    b[1].element_bytes = 8;
    assert_false(vy_layout_equal(a, 2, b, 2));
    b[1] = a[1];
    b[1].layout_class = VY_LAYOUT_UNIFORM;
    assert_false(vy_layout_equal(a, 2, b, 2));
    b[1] = a[1];
    b[1].group = 2;
    assert_false(vy_layout_equal(a, 2, b, 2));
}

// ---- roles and slots ----
static void every_role_has_its_slots(void **state)
{
    static const struct {
        vy_binding_role role;
        int input, output;
    } expected[] = {
        {VY_BINDING_INPUT, 0, -1},       {VY_BINDING_INPUT_OUTPUT, 1, 0},
        {VY_BINDING_OUTPUT, -1, 1},      {VY_BINDING_SCRATCH, -1, -1},
        {VY_BINDING_SHARED, -1, -1},     {VY_BINDING_PERSISTENT, -1, -1},
        {VY_BINDING_UNIFORM, 2, -1},     {VY_BINDING_SCRATCH, -1, 2},
        {VY_BINDING_PERSISTENT, -1, -1}, {VY_BINDING_INPUT_OUTPUT, 3, 3},
    };
    struct bench b;
    size_t count;
    (void)state;
    open(&b, "program p\nin a: u32[]\ninout b: u32[]\nout result: u32[16]\nscratch d: u32[16]\n"
             "shared e: u32[16]\npersistent f: u32[]\nuniform g: u32[4]\n"
             "scratch h: u32[16] @live\npersistent i: u32[16] @live\ninout j: u32[2] @live\n" TAIL);
    assert_int_equal(b.status, VY_OK);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(at(&b, i)->role, expected[i].role);
        assert_int_equal(at(&b, i)->input, expected[i].input);
        assert_int_equal(at(&b, i)->output, expected[i].output);
        assert_int_equal(at(&b, i)->buffer, i);
        assert_int_equal(at(&b, i)->binding, i);
    }
    const uint32_t *inputs = vy_binding_plan_inputs(b.plan, &count);
    assert_int_equal(count, 4);
    assert_memory_equal(inputs, ((uint32_t[]){0, 1, 6, 9}), 16);
    const uint32_t *outputs = vy_binding_plan_outputs(b.plan, &count);
    assert_int_equal(count, 4);
    assert_memory_equal(outputs, ((uint32_t[]){1, 2, 7, 9}), 16);
    const uint32_t *shared = vy_binding_plan_shared(b.plan, &count);
    assert_int_equal(count, 1);
    assert_int_equal(shared[0], 4);
    close_bench(&b);
}

static void mapped_buffers_are_persistent(void **state)
{
    struct bench b;
    (void)state;
    open(&b, "program p service\nmapped m: atomic u32[16]\nout result: u32[16]\n" TAIL);
    assert_int_equal(b.status, VY_OK);
    assert_int_equal(at(&b, 0)->role, VY_BINDING_PERSISTENT);
    assert_int_equal(at(&b, 0)->input, -1);
    assert_int_equal(at(&b, 0)->output, -1);
    close_bench(&b);
}

static void descriptors_follow_bindings_and_slots_declarations(void **state)
{
    struct bench b;
    size_t count;
    (void)state;
    open(&b, "program p\nin late: u32[4] @binding(9)\nout result: u32[16] @binding(4)\n"
             "in early: u32[4] @binding(0)\ninout last: u32[4] @binding(2)\n" TAIL);
    assert_int_equal(b.status, VY_OK);
    static const char *const names[] = {"early", "last", "result", "late"};
    static const uint32_t numbers[] = {0, 2, 4, 9}, buffers[] = {2, 3, 1, 0};
    static const int inputs[] = {1, 2, -1, 0}, outputs[] = {-1, 1, 0, -1};
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(at(&b, i)->name, names[i]);
        assert_int_equal(at(&b, i)->binding, numbers[i]);
        assert_int_equal(at(&b, i)->buffer, buffers[i]);
        assert_int_equal(at(&b, i)->input, inputs[i]);
        assert_int_equal(at(&b, i)->output, outputs[i]);
    }
    assert_memory_equal(vy_binding_plan_inputs(b.plan, &count), ((uint32_t[]){0, 2, 3}), 12);
    assert_int_equal(count, 3);
    assert_memory_equal(vy_binding_plan_outputs(b.plan, &count), ((uint32_t[]){1, 3}), 8);
    assert_int_equal(count, 2);
    close_bench(&b);
}

static void without_numbers_the_order_is_that_of_declaration(void **state)
{
    struct bench b;
    (void)state;
    open(&b, add_one);
    assert_int_equal(at(&b, 0)->binding, 0);
    assert_int_equal(at(&b, 1)->binding, 1);
    assert_string_equal(at(&b, 0)->name, "input");
    assert_string_equal(at(&b, 1)->name, "result");
    close_bench(&b);
}

static void two_buffers_with_one_number_are_refused(void **state)
{
    struct bench b;
    (void)state;
    open(&b, "program p\nin a: u32[4] @binding(3)\nout result: u32[16] @binding(3)\n" TAIL);
    refused(&b, VY_ERROR_PROGRAM, "binding 3");
    open(&b, "program p\nin a: u32[4] @binding(1)\nout result: u32[16]\n" TAIL);
    refused(&b, VY_ERROR_PROGRAM, "binding 1"); // one of them by its place
}

static void role_names(void **state)
{
    (void)state;
    assert_string_equal(vy_binding_role_name(VY_BINDING_INPUT), "input");
    assert_string_equal(vy_binding_role_name(VY_BINDING_SCRATCH), "scratch");
    assert_string_equal(vy_binding_role_name((vy_binding_role)0), "?");
    assert_string_equal(vy_binding_role_name((vy_binding_role)99), "?");
}

// ---- sizes ----
static void sizes_that_the_program_states(void **state)
{
    struct bench b;
    (void)state;
    open(&b, "program p\nparam n: u32\nin a: u16[16]\nin c: f64[4, 8, 2]\nin d: u32[]\n"
             "in e: u32[, 256]\nout result: u32[n]\nscratch h: u8[2 * 8]\n" TAIL);
    assert_int_equal(b.status, VY_OK);
    static const struct {
        bool is_static;
        uint64_t count, bytes;
    } expected[] = {{true, 16, 32}, {true, 64, 512}, {false, 0, 0},
                    {false, 0, 0},  {false, 0, 0},   {true, 16, 16}};
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(at(&b, i)->is_static, expected[i].is_static);
        assert_int_equal(at(&b, i)->element_count, expected[i].count);
        assert_int_equal(at(&b, i)->static_bytes, expected[i].bytes);
    }
    close_bench(&b);
}

static void a_size_that_overflows_is_refused(void **state)
{
    struct bench b;
    (void)state;
    open(&b,
         "program p\nin a: u32[4294967295, 4294967295, 4294967295]\nout result: u32[16]\n" TAIL);
    refused(&b, VY_ERROR_PROGRAM, "'a'");
    open(&b, "program p\nin a: u64[4294967296, 1073741824]\nout result: u32[16]\n" TAIL);
    refused(&b, VY_ERROR_PROGRAM, "'a'"); // its elements fit 64 bits, its bytes do not
}

// ---- inputs ----
static const char sizes[] = "program p\nin late: u32[] @binding(5)\nin fixed: u64[4]\n"
                            "inout bytes: u8[]\nout result: u32[16]\n" TAIL;

static void inputs_that_fit(void **state)
{
    struct bench b;
    const uint64_t words[4] = {0};
    const vy_plan_input inputs[] = {{words, 12}, {words, 32}, {words, 7}};
    (void)state;
    open_with(&b, sizes, inputs, 3);
    assert_int_equal(b.status, VY_OK);
    assert_int_equal(at(&b, 3)->element_count, 3); // 'late', sorted behind the others
    assert_string_equal(at(&b, 3)->name, "late");
    assert_int_equal(at(&b, 0)->element_count, 4);
    assert_int_equal(at(&b, 1)->element_count, 7);
    // a plan made once serves other inputs
    const vy_plan_input more[] = {{words, 16}, {words, 32}, {NULL, 0}};
    assert_int_equal(vy_binding_plan_check(b.plan, more, 3), VY_OK);
    close_bench(&b);
}

static void inputs_that_do_not_fit(void **state)
{
    static const struct {
        vy_plan_input inputs[4];
        size_t count;
        const char *says;
    } cases[] = {
        {{{NULL, 12}, {NULL, 32}}, 2, "3 inputs, 2"},
        {{{NULL, 12}, {NULL, 32}, {NULL, 7}, {NULL, 4}}, 4, "3 inputs, 4"},
        {{{NULL, 0}}, 0, "3 inputs, 0"},
        {{{NULL, 13}, {NULL, 32}, {NULL, 7}}, 3, "'late': 13 bytes"},
        {{{NULL, 12}, {NULL, 24}, {NULL, 7}}, 3, "'fixed': 24 bytes given, the program states 32"},
        {{{NULL, 12}, {NULL, 40}, {NULL, 7}}, 3, "'fixed': 40 bytes"},
        {{{NULL, 12}, {NULL, 31}, {NULL, 7}}, 3, "'fixed': 31 bytes are not whole"},
    };
    struct bench b, planned;
    (void)state;
    open(&planned, sizes);
    assert_int_equal(planned.status, VY_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_log_clear(&planned.log);
        assert_int_equal(vy_binding_plan_check(planned.plan, cases[i].inputs, cases[i].count),
                         VY_ERROR_DATA);
        if (!strstr(planned.log.text, cases[i].says))
            fail_msg("'%s' was not said, but: %s", cases[i].says, planned.log.text);
        // the same when the plan is made
        open_with(&b, sizes, cases[i].inputs, cases[i].count);
        refused(&b, VY_ERROR_DATA, cases[i].says);
    }
    close_bench(&planned);
}

/// What no dispatch could bind is refused by the plan too.
static void rows_and_elements(void **state)
{
    static const char rows[] = "program p\nparam n: u32\nin tile: u32[, 256]\nin any: u8[, n, 3]\n"
                               "in none: u32[, 0]\nout result: u32[16]\n" TAIL;
    static const struct {
        uint64_t bytes[3];
        const char *says;
    } cases[] = {
        {{4, 3, 0}, "'tile': 4 bytes are not whole rows of 1024 bytes"},
        {{1024, 4, 0}, "'any': 4 bytes are not whole rows of 3 bytes"},
        {{1024, 3, 4}, "'none': 4 bytes are not whole rows of 0 bytes"},
        {{1ull << 35, 3, 0}, "'tile': 8589934592 elements are more than a buffer may have"},
    };
    struct bench b;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const vy_plan_input inputs[] = {
            {NULL, cases[i].bytes[0]}, {NULL, cases[i].bytes[1]}, {NULL, cases[i].bytes[2]}};
        open_with(&b, rows, inputs, 3);
        refused(&b, VY_ERROR_DATA, cases[i].says);
    }
    const vy_plan_input good[] = {{NULL, 2048}, {NULL, 9}, {NULL, 0}};
    open_with(&b, rows, good, 3);
    assert_int_equal(b.status, VY_OK);
    assert_int_equal(at(&b, 0)->element_count, 512);
    assert_int_equal(at(&b, 0)->row_bytes, 1024);
    close_bench(&b);
    open_with(&b, "program p\nin x: u32[2, 4294967296]\nout result: u32[16]\n" TAIL, NULL, 0);
    refused(&b, VY_ERROR_PROGRAM, "'x': 8589934592 elements are more");
    open_with(&b, rows, NULL, 3);
    refused(&b, VY_ERROR_ARGUMENT, "inputs is NULL");
}

static void all_wrong_inputs_are_named_at_once(void **state)
{
    struct bench b;
    const vy_plan_input inputs[] = {{NULL, 13}, {NULL, 8}, {NULL, 7}};
    (void)state;
    open(&b, sizes);
    assert_int_equal(vy_binding_plan_check(b.plan, inputs, 3), VY_ERROR_DATA);
    assert_int_equal(b.log.errors, 2);
    close_bench(&b);
}

static void programs_of_the_builder_and_without_buffers(void **state)
{
    struct test_log log = {.text = ""};
    vy_context *c = NULL;
    vy_builder *b = NULL;
    vy_program *p = NULL;
    vy_binding_plan *plan = NULL;
    size_t count = 9;
    (void)state;
    assert_int_equal(vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c),
                     VY_OK);
    assert_int_equal(vy_builder_create(c, "empty", false, &b), VY_OK);
    assert_int_equal(vy_builder_finish(&b, &p), VY_OK);
    assert_int_equal(vy_binding_plan_create(p, NULL, &plan), VY_OK);
    (void)vy_binding_plan_bindings(plan, &count);
    assert_int_equal(count, 0);
    assert_int_equal(vy_binding_plan_check(plan, NULL, 0), VY_OK);
    assert_true(vy_binding_plan_same_layout(plan, plan));
    vy_binding_plan_destroy(&plan);
    vy_binding_plan_destroy(&plan);
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_alignment_asked_for_is_kept),
        cmocka_unit_test(an_alignment_that_is_no_power_of_two_is_refused),
        cmocka_unit_test(the_alignment_is_at_least_the_element),
        cmocka_unit_test(lengths_are_no_part_of_the_layout),
        cmocka_unit_test(a_third_binding_is_another_layout),
        cmocka_unit_test(every_part_of_a_slot_is_part_of_the_layout),
        cmocka_unit_test(fingerprints_are_stable),
        cmocka_unit_test(layout_slots_are_sorted_by_group_and_binding),
        cmocka_unit_test(every_role_has_its_slots),
        cmocka_unit_test(mapped_buffers_are_persistent),
        cmocka_unit_test(descriptors_follow_bindings_and_slots_declarations),
        cmocka_unit_test(without_numbers_the_order_is_that_of_declaration),
        cmocka_unit_test(two_buffers_with_one_number_are_refused),
        cmocka_unit_test(role_names),
        cmocka_unit_test(sizes_that_the_program_states),
        cmocka_unit_test(a_size_that_overflows_is_refused),
        cmocka_unit_test(inputs_that_fit),
        cmocka_unit_test(inputs_that_do_not_fit),
        cmocka_unit_test(rows_and_elements),
        cmocka_unit_test(all_wrong_inputs_are_named_at_once),
        cmocka_unit_test(programs_of_the_builder_and_without_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
