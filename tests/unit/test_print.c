// A program as text: what is printed parses back to the same program.
#include "ir/print.h"
#include "support/files.h"
#include "support/handmade.h"
#include "support/stage.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <xmmintrin.h>

#include <cmocka.h>

static vy_program *parse(struct stage *f, const char *text)
{
    vy_program *p = NULL;
    test_log_clear(&f->log);
    if (vy_program_parse(f->context, vy_parse_params(.text = text), &p))
        fail_msg("%s\nof\n%s", f->log.text, text);
    return p;
}

static char *print(const vy_program *p)
{
    char *text = NULL;
    assert_int_equal(vy_program_print(p, &text, NULL), VY_OK);
    return text;
}

static struct bytes encode(struct stage *f, const vy_program *p)
{
    void *bytes;
    size_t size;
    struct bytes b = {0};
    assert_int_equal(vy_program_encode(p, &bytes, &size), VY_OK);
    bytes_replace(&b, 0, 0, bytes, size);
    vy_memory_free(f->context, bytes);
    return b;
}

/// print, parse: the same bytes; and so from the decoded program, which has no names.
static void check_round_trip(struct stage *f, const vy_program *p)
{
    struct bytes wire = encode(f, p);
    vy_program *decoded;
    assert_int_equal(vy_program_decode(f->context, wire.at, wire.count, &decoded), VY_OK);
    const vy_program *both[2] = {p, decoded};
    for (int i = 0; i < 2; i++) {
        char *text = print(both[i]);
        vy_program *again = parse(f, text);
        struct bytes b = encode(f, again);
        if (b.count != wire.count || memcmp(b.at, wire.at, b.count)) {
            char *other = print(again);
            fail_msg("printed\n%s\nand again\n%s", text, other);
        }
        bytes_free(&b);
        vy_memory_free(f->context, text);
        vy_program_destroy(&again);
    }
    bytes_free(&wire);
    vy_program_destroy(&decoded);
}

static void every_op(void **state)
{
    struct stage *f = *state;
    vy_program *p = handmade_all(f->context);
    check_round_trip(f, p);
    vy_program_destroy(&p);
}

/// The line a program of declarations and one statement prints for that statement.
static void check_statement(struct stage *f, const char *statement, const char *wanted)
{
    static const char head[] =
        "program p\nin a: u32[]\ninout b: i32[]\nin d: f64[]\nin e: u64[]\n"
        "param on: bool\nout c: u32[1, 2]\nworkgroup 1\ngrid 1\n\n"
        "let x = gid.x\nlet s = b[0]\nlet w = e[0]\nlet r = d[0]\nlet y = f32(r)\n"
        "let q = on\n";
    char text[2000];
    snprintf(text, sizeof text, "%s%s\n", head, statement);
    vy_program *p = parse(f, text);
    char *printed = print(p), *last = printed;
    for (char *at = printed; (at = strchr(at, '\n')) && at[1]; at++)
        last = at + 1;
    last[strcspn(last, "\n")] = 0;
    assert_string_equal(last, wanted ? wanted : statement);
    vy_memory_free(f->context, printed);
    check_round_trip(f, p);
    vy_program_destroy(&p);
}

static void expressions_keep_their_shape(void **state)
{
    static const char *const same[] = {
        "let v = x + 1 - x",
        "let v = x - (x + 1)",
        "let v = (x + 1) * x / 2 % 3",
        "let v = x * (x / 2)",
        "let v = -s + -5",
        "let v = --s - --s",
        "let v = -(5i32)",
        "let v = ~x & x | x ^ x",
        "let v = (x | x) & (x ^ x)",
        "let v = x & x == x",
        "let v = (x == x) == (x < x)",
        "let v = x << 1 >> (x << 2)",
        "let v = x << 1 + x",
        "let v = 1u32 << x",
        "let v = !q && q || !(q && q)",
        "let v = q && (q || q)",
        "let v = q ? 1u32 : 2",
        "let v = q ? x : q ? 1 : x",
        "let v = (q ? q : q) ? x : 1",
        "let v = x + (q ? 1 : x)",
        "let v = min(x, 1) + clamp(0, x, 9)",
        "let v = w + 5",
        "let v = 5u64",
        "let v = -5i64",
        "let v = 5i32",
        "let v = r * 2.0",
        "let v = y * 0.1",
        "let v = 1e-30",
        "let v = -0.0",
        "let v = f64(nan)",
        "let v = f64(-inf)",
        "let v = inf",
        "let v = r < -inf",
        "let v = u64(5u32)",
        "let v = rotl(x, 5) + popcount(7u32)",
        "let v = bits(1.5f32) + len(c, 1)",
        "let v = a[x + 1] + c[0, x]",
        "let v = subgroup_iscan_max(1u32) + workgroup_broadcast(x, 0)",
        "let v = 1u32 + 2",
        "let v = -7i64 / 2",
        "c[0, 1] <<= 5u64",
        "b[w] = -1",
        "b[0] = 3",
        "c[0, 0] = 4294967295",
        "print \"{} {}\", 1, -1i64",
        "assert q",
        "assert q, \"x \\\"{}\\\" \\\\ \\x01\", x",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        check_statement(*state, same[i], NULL);
    check_statement(*state, "let v = ((x)) + (1 + 2)", "let v = x + 3");
    check_statement(*state, "let v: i32 = 'a'", "let v = 97i32");
    check_statement(*state, "let v = 0x10 * x", "let v = 16 * x");
    check_statement(*state, "let v: f64 = 1", "let v = 1.0f64");
}

static void floats_come_back(void **state)
{
    struct stage *f = *state;
    struct rng r = rng_make(1, 2);
    unsigned csr = _mm_getcsr();
    for (int i = 0; i < 2000; i++) {
        if (i == 1000)
            _mm_setcsr(csr | 0x8040); // as a host may have left it: subnormals flushed
        struct vyi_text t = {.context = f->context};
        uint64_t bits = rng_next(&r) & INT64_MAX;
        if (i % 10 == 0)
            bits >>= 12; // subnormal
        uint32_t single = (uint32_t)bits & INT32_MAX;
        if (i % 5 == 0)
            single &= 0x7fffff;
        if ((bits >> 52) == 0x7ff || single >> 23 == 0xff)
            continue;
        vyi_print_literal(&t, VY_TYPE_F64, bits, VYI_WANT_TAKEN);
        double d = strtod(t.at, NULL);
        assert_memory_equal(&d, &bits, 8);
        vyi_text_free(&t);
        vyi_print_literal(&t, VY_TYPE_F32, single, VYI_WANT_TAKEN);
        float s = strtof(t.at, NULL);
        assert_memory_equal(&s, &single, 4);
        assert_true(strpbrk(t.at, ".e") != NULL);
        vyi_text_free(&t);
    }
    _mm_setcsr(csr);
}

static void names_are_unique(void **state)
{
    struct stage *f = *state;
    vy_program *p = parse(f, "program p\nout y: u32[9]\nconst x = len(y)\nworkgroup 1\ngrid 1\n"
                             "fn g(n: u32) -> u32 {\n    var i = n\n    let i_2 = i + x\n"
                             "    i = i_2\n    return i\n}\n"
                             "for i in 0..3 { y[i] = g(i) + g(i + 1) }\nlet v0 = 1\n"
                             "y[v0] = v0\n");
    char *text = print(p);
    static const char *const wanted[] = {
        "for i in 0..3 {", "var i_2 = ", "let i_2_2 = ", "var i_3 = ", "let v0 = 1\n"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strstr(text, wanted[i]))
            fail_msg("no '%s' in\n%s", wanted[i], text);
    vy_memory_free(f->context, text);
    check_round_trip(f, p);
    vy_program_destroy(&p);
}

static void declarations_in_order(void **state)
{
    struct stage *f = *state;
    static const char text[] =
        "/// What it does.\nprogram p\n"
        "param k: u64 = 3\nparam z: f32 = nan\n"
        "/// the input\nin a: u8[]\nconst n: u64 = len(a) + k\n"
        "out b: u32[n, len(a)] @binding(3)\nconst m = ceil_div(len(b, 0), 2)\n"
        "scratch c: bool[m] @align(16)\n"
        "const t: i16[3] = [-1, 0, 32767]\nworkgroup 8, 4\n"
        "grid min(n, 64), max(m, 1)\n\nb[0, 0] = u32(t[1])\n";
    vy_program *p = parse(f, text);
    char *printed = print(p);
    assert_string_equal(printed, text);
    vy_memory_free(f->context, printed);
    check_round_trip(f, p);
    vy_program_destroy(&p);
}

static void one_example(void *user, const char *path, const struct bytes *text)
{
    struct stage *f = user;
    vy_program *p;
    test_log_clear(&f->log);
    if (vy_program_parse(
            f->context,
            vy_parse_params(.text = (char *)text->at, .size = text->count, .name = path), &p))
        fail_msg("%s", f->log.text);
    check_round_trip(f, p);
    char *dot;
    assert_int_equal(vy_program_print_dot(p, &dot, NULL), VY_OK);
    assert_non_null(strstr(dot, "digraph"));
    vy_memory_free(f->context, dot);
    vy_program_destroy(&p);
}

static void examples(void **state)
{
    char path[512];
    test_source_path(path, sizeof path, "examples");
    assert_true(test_folder_each(path, ".vy", one_example, *state) > 9);
}

/// As deep as a tree may be, over and over in the form that takes most parentheses.
static vyi_ref deep(vy_program *p, int form)
{
    static const uint8_t types[] = {VY_TYPE_F64, VY_TYPE_I32, VY_TYPE_BOOL, VY_TYPE_U32};
    uint8_t type = types[form];
    vyi_ref none = {0}, e = vyi_node_literal(p, type, 1, 0);
    for (uint32_t i = 1; i < VYI_MAX_EXPR_DEPTH; i++) {
        vyi_ref leaf = vyi_node_literal(p, type, 1, 0);
        if (form == 0 || (form == 1 && i % 2))
            e = vyi_node_fixed(p, VYI_OP_NEG, type, 0, e, none, none, 0);
        else if (form == 1)
            e = vyi_node_fixed(p, VYI_OP_SUB, type, 0, leaf, e, none, 0);
        else if (form == 2)
            e = vyi_node_fixed(p, VYI_OP_SELECT, type, 0, e, leaf, leaf, 0);
        else
            e = vyi_node_fixed(p, VYI_OP_MIN, type, 0, leaf, e, none, 0);
    }
    struct vyi_local local = {.kind = VYI_LOCAL_LET, .type = type};
    assert_true(vyi_vec_push(p->context, &p->locals, local));
    return vyi_node_fixed(p, VYI_OP_DEFINE, 0, (uint32_t)form, e, none, none, 0);
}

static void deepest_expressions(void **state)
{
    struct stage *f = *state;
    vy_program *p = vyi_program_new(f->context);
    vyi_ref stmts[4];
    p->name = "deep";
    for (int form = 0; form < 4; form++)
        stmts[form] = deep(p, form);
    p->body = vyi_node_list(p, VYI_OP_SEQ, 0, 0, stmts, 4, 0, 0, 0);
    check_round_trip(f, p);
    vy_program_destroy(&p);
}

static void long_chains(void **state)
{
    struct stage *f = *state;
    struct bytes text = {0};
    static const char head[] = "program p\nparam k: u32\nout y: u32[1]\nworkgroup 1\ngrid 1\n\n";
    bytes_replace(&text, 0, 0, head, sizeof head - 1);
    enum { LONG = 3000 };
    for (int i = 0; i < LONG; i++) {
        char one[64];
        int n = snprintf(one, sizeof one, "%sif k == %d {\n    y[0] = %d\n}%s", i ? " else " : "",
                         i, i, i == LONG - 1 ? "\n" : "");
        bytes_replace(&text, text.count, text.count, one, (size_t)n);
    }
    vy_program *p = parse(f, (char *)text.at);
    char *printed = print(p);
    assert_string_equal(printed, (char *)text.at);
    vy_memory_free(f->context, printed);
    vy_program_destroy(&p);
    bytes_free(&text);
}

static void described(void **state)
{
    struct stage *f = *state;
    vy_program *p =
        parse(f, "/// Doc.\nprogram p\n//! --set k=1\n\n//! second\nparam k: u32 = 7 /// how many\n"
                 "in a: u8[, 4] @align(16)\nout n: atomic u32[1]\n"
                 "out b: u32[len(a) + k, 2] @count(n) @live\nworkgroup 8\n"
                 "grid min(len(a), 64)\nb[0, 0] = k\n");
    vy_program_info info;
    assert_int_equal(vy_program_describe(p, &info), VY_OK);
    assert_string_equal(info.name, "p");
    assert_string_equal(info.doc, "Doc.");
    assert_string_equal(info.grid, "min(len(a), 64)");
    assert_int_equal(info.workgroup[0], 8);
    assert_int_equal(info.workgroup[1], 1);
    assert_int_equal(info.buffer_count, 3);
    assert_true(info.node_count > 10 && info.bytes > 20 * info.node_count);
    vy_buffer_info b;
    assert_int_equal(vy_program_buffer(p, 0, &b), VY_OK);
    assert_string_equal(b.sizes, "[, 4]");
    assert_true(b.open && b.align == 16 && b.count_buffer == -1);
    assert_int_equal(vy_program_buffer(p, 2, &b), VY_OK);
    assert_string_equal(b.sizes, "[len(a) + k, 2]");
    assert_true(!b.open && b.live && b.count_buffer == 1 && b.binding == 2);
    assert_int_equal(vy_program_buffer(p, 3, &b), VY_ERROR_ARGUMENT);
    vy_param_info k;
    assert_int_equal(vy_program_param(p, 0, &k), VY_OK);
    assert_true(k.has_default && k.value == 7 && k.type == VY_TYPE_U32);
    assert_string_equal(k.doc, "how many");
    assert_int_equal(vy_program_param(p, 1, &k), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_program_test_count(p), 2);
    uint32_t line;
    assert_string_equal(vy_program_test(p, 1, &line), "second");
    assert_int_equal(line, 5);
    assert_null(vy_program_test(p, 2, &line));
    vy_program_destroy(&p);
}

static void drawn(void **state)
{
    struct stage *f = *state;
    vy_program *p = parse(
        f, "program p\nout y: u32[1]\nworkgroup 1\ngrid 1\n"
           "region \"a \\\"part\\\"\" {\n    if gid.x == 0 { y[0] = 1 } else { y[0] = 2 }\n}\n"
           "print \"{}\", 1\n");
    char *dot;
    assert_int_equal(vy_program_print_dot(p, &dot, NULL), VY_OK);
    assert_string_equal(dot, "digraph \"p\" {\n"
                             "    node [shape=box, fontname=\"monospace\"];\n"
                             "    s0 [label=\"p\", shape=ellipse];\n"
                             "    subgraph cluster1 {\n"
                             "        label=\"a \\\"part\\\"\";\n"
                             "        s1 [label=\"region \\\"a \\\\\\\"part\\\\\\\"\\\"\"];\n"
                             "        s0 -> s1;\n"
                             "        s2 [label=\"if gid.x == 0\"];\n"
                             "        s1 -> s2;\n"
                             "        s3 [label=\"y[0] = 1\"];\n"
                             "        s2 -> s3 [label=\"then\"];\n"
                             "        s4 [label=\"y[0] = 2\"];\n"
                             "        s2 -> s4 [label=\"else\"];\n"
                             "    }\n"
                             "    s5 [label=\"print \\\"{}\\\", 1\"];\n"
                             "    s0 -> s5;\n"
                             "}\n");
    vy_memory_free(f->context, dot);
    vy_program_destroy(&p);
}

static void without_memory(void **state)
{
    struct stage *f = *state;
    vy_program *p = handmade_all(f->context);
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        f->alloc.calls = f->alloc.failed = 0;
        f->alloc.fail_at = n;
        uint64_t live = f->alloc.live;
        char *text = NULL, *dot = NULL;
        vy_status one = vy_program_print(p, &text, NULL), two = vy_program_print_dot(p, &dot, NULL);
        failed = f->alloc.failed != 0;
        f->alloc.fail_at = 0;
        assert_int_equal(one ? one : two, failed ? VY_ERROR_MEMORY : VY_OK);
        vy_memory_free(f->context, text);
        vy_memory_free(f->context, dot);
        assert_int_equal(f->alloc.live, live);
    }
    vy_program_destroy(&p);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, stage_open, stage_close)
    const struct CMUnitTest tests[] = {
        TEST(every_op),
        TEST(expressions_keep_their_shape),
        TEST(floats_come_back),
        TEST(names_are_unique),
        TEST(declarations_in_order),
        TEST(examples),
        TEST(deepest_expressions),
        TEST(long_chains),
        TEST(described),
        TEST(drawn),
        TEST(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
