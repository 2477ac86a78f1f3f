// `vyre fmt`: the same program in its usual shape, every comment kept, twice the same as once.
#include "ir/lex.h"
#include "support/files.h"
#include "support/stage.h"
#include "vyre/ir.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct bytes format(struct stage *f, const char *text, size_t size)
{
    char *out = NULL;
    size_t count = 0;
    struct bytes b = {0};
    test_log_clear(&f->log);
    vy_status status = vy_source_format(f->context, "a.vy", text, size, &out, &count);
    if (status)
        fail_msg("%s\nof\n%s", f->log.text, text);
    bytes_replace(&b, 0, 0, out, count);
    vy_memory_free(f->context, out);
    return b;
}

/// Formats to exactly this, and that to itself.
static void expect(struct stage *f, const char *text, const char *wanted)
{
    struct bytes once = format(f, text, strlen(text));
    assert_string_equal((char *)once.at, wanted);
    struct bytes twice = format(f, (char *)once.at, once.count);
    assert_string_equal((char *)twice.at, wanted);
    bytes_free(&once);
    bytes_free(&twice);
}

static void statements(void **state)
{
    expect(*state,
           "program  p service;workgroup 16 ,16\n\n\n\ngrid n\nlet a,b=f( x,-y );var t:u64=~ - 1\n"
           "if a<b{a=1;b=2}else if(c)\n{ }\nelse { d[ i ,j ]+=- ( x ) }\n"
           "for i in 0 .. n-1 step 2{\n\n  print \"{}\" ,i ; again\n\n}\n"
           "each x in 0..w,y in 0..h {} ; while true { break }\nloop\n{\ncontinue\n}\n"
           "region \"r\" { block L { leave L } }\n{ x=gid . x }\nlet k=fixpoint i in 0..9{again}\n"
           "barrier  grid;assert a?b:c,\"t\",1\natomic_add(c[0],1,relaxed,workgroup)\nreturn;x=1",
           "program p service\nworkgroup 16, 16\n\ngrid n\nlet a, b = f(x, -y)\nvar t: u64 = ~-1\n"
           "if a < b {\n    a = 1\n    b = 2\n} else if (c) {} else {\n    d[i, j] += -(x)\n}\n"
           "for i in 0..n - 1 step 2 {\n    print \"{}\", i\n    again\n}\n"
           "each x in 0..w, y in 0..h {}\nwhile true { break }\nloop {\n    continue\n}\n"
           "region \"r\" { block L { leave L } }\n{ x = gid.x }\n"
           "let k = fixpoint i in 0..9 { again }\nbarrier grid\nassert a ? b : c, \"t\", 1\n"
           "atomic_add(c[0], 1, relaxed, workgroup)\nreturn\nx = 1\n");
}

static void declarations(void **state)
{
    expect(
        *state,
        "use \"a.vy\"\nin x:u32[]\nscratch queue:atomic u32[2,n]@align( 64 ) @live\n"
        "param k:f32=-1.5\nconst total=len( x )\nconst T:u8[3]=[1,  2,3]\n\n"
        "const one=1\nconst twenty=20\n"
        "fn f(a:u32,b:inout atomic u32[ , ])->u32,bool{return a,true}\n",
        "use \"a.vy\"\nin      x     : u32[]\nscratch queue : atomic u32[2, n] @align(64) @live\n"
        "param   k     : f32 = -1.5\nconst   total = len(x)\n"
        "const   T     : u8[3] = [1,  2, 3]\n\nconst one    = 1\nconst twenty = 20\n"
        "fn f(a: u32, b: inout atomic u32[,]) -> u32, bool { return a, true }\n");
}

static void comments(void **state)
{
    expect(*state,
           "\n\n// first\n\n/// doc\nprogram p // behind\nin x : u32[]   /// one\n"
           "out y : u32[len(x)] /// two\n// own\n//! test\n\nlet a = 1 // one\nlet bcd = 2 // two\n"
           "if a == 1 // why\n{ // what\n\n// inside\nbcd = a + // left\n   2\n// end\n\n}\n// "
           "between\n"
           "else { a = 2 // x\n}\n//// rule\n",
           "// first\n\n/// doc\nprogram p            // behind\nin  x : u32[]        /// one\n"
           "out y : u32[len(x)]  /// two\n// own\n//! test\n\nlet a = 1 // one\n"
           "let bcd = 2 // two\nif a == 1 // why\n{         // what\n    // inside\n"
           "    bcd = a +  // left\n        2\n    // end\n}\n// between\nelse {\n"
           "    a = 2    // x\n}\n//// rule\n");
}

static void columns_of_comments(void **state)
{
    // most stand in one column: the others go there, but for the one that is too long
    expect(
        *state,
        "let a = 1        // 1\nlet b = 2        // 2\nlet c = 3 // 3\nlet d = 1111 + 22222 // 4\n",
        "let a = 1        // 1\nlet b = 2        // 2\nlet c = 3        // 3\n"
        "let d = 1111 + 22222 // 4\n");
    expect(*state, "let a = 1\t// 1\nlet bbbb = 2\t// 2\n",
           "let a = 1     // 1\nlet bbbb = 2  // 2\n");
}

static void line_breaks_inside(void **state)
{
    expect(*state,
           "const T : u8[4] = [\n  1,   20,\n  300, 4\n]\nlet x = a +\n  b\n  + c\nf(\na,\nb\n)\n",
           "const T : u8[4] = [\n    1,   20,\n    300, 4\n]\nlet x = a +\n    b\n    + c\n"
           "f(\n    a,\n    b\n)\n");
}

static void nothing(void **state)
{
    expect(*state, "", "");
    expect(*state, " \n\n", "");
    expect(*state, ";\n;", "");
    expect(*state, "// only\r\n", "// only\n");
}

static void broken(void **state)
{
    struct stage *f = *state;
    static const char *const texts[] = {
        "if a {",       "let = 3",       "x + 1",         "f(",         "}",       "else {}",
        "in x u32",     "for i 0..3 {}", "let a = \"t\"", "a = 1 ? 2",  "a[1 = 2", "program",
        "let a = 'ab'", "barrier",       "x = 0xzz",      "fn f(a) {}", "break {", "@live"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *out = NULL;
        size_t size = 0;
        test_log_clear(&f->log);
        vy_status status =
            vy_source_format(f->context, "a.vy", texts[i], strlen(texts[i]), &out, &size);
        if (status != VY_ERROR_PROGRAM || out || !f->log.errors)
            fail_msg("'%s' was formatted", texts[i]);
    }
}

static void deep(void **state)
{
    struct stage *f = *state;
    enum { DEEP = 100000 };
    char *text = malloc(DEEP + 10), *out = NULL;
    size_t size;
    memset(text, '(', DEEP);
    memcpy(text, "a = ", 4);
    assert_int_equal(vy_source_format(f->context, "a.vy", text, DEEP, &out, &size),
                     VY_ERROR_PROGRAM);
    memset(text, '{', DEEP);
    assert_int_equal(vy_source_format(f->context, "a.vy", text, DEEP, &out, &size),
                     VY_ERROR_PROGRAM);
    free(text);
}

// ---- the programs of the tree ----
static struct bytes wire_of(struct stage *f, const char *path, const struct bytes *text)
{
    vy_program *p;
    struct bytes b = {0};
    test_log_clear(&f->log);
    if (vy_program_parse(
            f->context,
            vy_parse_params(.text = (char *)text->at, .size = text->count, .name = path), &p))
        fail_msg("%s", f->log.text);
    void *bytes;
    size_t size;
    assert_int_equal(vy_program_encode(p, &bytes, &size), VY_OK);
    bytes_replace(&b, 0, 0, bytes, size);
    vy_memory_free(f->context, bytes);
    vy_program_destroy(&p);
    return b;
}

static void check_same_program(struct stage *f, const char *path, const struct bytes *before,
                               const struct bytes *after)
{
    struct bytes a = wire_of(f, path, before), b = wire_of(f, path, after);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.at, b.at, a.count);
    bytes_free(&a);
    bytes_free(&b);
}

/// The same tokens with other blanks, line ends and semicolons between them.
static struct bytes shake(const struct bytes *text, uint64_t seed)
{
    struct rng r = rng_make(seed, 3);
    struct bytes b = {0};
    bool comment = false, quoted = false;
    for (size_t i = 0; i < text->count; i++) {
        unsigned char c = text->at[i];
        if (!comment && c == '"' && (!i || text->at[i - 1] != '\''))
            quoted = !quoted;
        if (!quoted && c == '/' && i + 1 < text->count && text->at[i + 1] == '/')
            comment = true;
        if (c == '\n')
            comment = false;
        bool blank = !comment && !quoted && c == ' ' && (!i || text->at[i - 1] != '\'');
        static const char *const others[] = {" ", "  ", "\t", "\n", "\n\n  ", " "};
        const char *by = others[blank ? rng_below(&r, 6) : 0];
        if (blank)
            bytes_replace(&b, b.count, b.count, by, strlen(by));
        else
            bytes_replace(&b, b.count, b.count, &c, 1);
    }
    return b;
}

static size_t count_of(const struct bytes *b, const char *what)
{
    size_t count = 0;
    for (const char *at = (char *)b->at; (at = strstr(at, what)); at++)
        count++;
    return count;
}

static void one_file(void *user, const char *path, const struct bytes *text)
{
    struct stage *f = user;
    bool program = strstr((char *)text->at, "\nprogram ") != NULL;
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct bytes from = seed ? shake(text, seed) : (struct bytes){0};
        if (!seed)
            bytes_replace(&from, 0, 0, text->at, text->count);
        struct bytes once = format(f, (char *)from.at, from.count);
        struct bytes twice = format(f, (char *)once.at, once.count);
        assert_string_equal((char *)once.at, (char *)twice.at);
        assert_int_equal(count_of(&once, "//"), count_of(text, "//"));
        if (program)
            check_same_program(f, path, &from, &once);
        bytes_free(&from);
        bytes_free(&once);
        bytes_free(&twice);
    }
}

static void programs_of_the_tree(void **state)
{
    static const char *const folders[] = {"examples", "lib"};
    for (size_t i = 0; i < 2; i++) {
        char path[512];
        test_source_path(path, sizeof path, folders[i]);
        assert_true(test_folder_each(path, ".vy", one_file, *state) > 3);
    }
}

/// The style these five are written in is the formatter's.
static void five_stay_as_they_are(void **state)
{
    static const char *const names[] = {"bfs", "find", "radix", "rules", "scan"};
    for (size_t i = 0; i < 5; i++) {
        char below[64], path[512];
        snprintf(below, sizeof below, "examples/%s.vy", names[i]);
        test_source_path(path, sizeof path, below);
        struct bytes text;
        assert_true(test_file_read(path, &text));
        struct bytes once = format(*state, (char *)text.at, text.count);
        assert_string_equal((char *)once.at, (char *)text.at);
        bytes_free(&once);
        bytes_free(&text);
    }
}

static void without_memory(void **state)
{
    struct stage *f = *state;
    static const char text[] = "program p // c\nin x : u32[] /// d\nif a { b = 1 } else { c(2) }\n";
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        f->alloc.calls = f->alloc.failed = 0;
        f->alloc.fail_at = n;
        char *out = NULL;
        size_t size;
        vy_status status = vy_source_format(f->context, "a.vy", text, sizeof text - 1, &out, &size);
        failed = f->alloc.failed != 0;
        f->alloc.fail_at = 0;
        assert_int_equal(status, failed ? VY_ERROR_MEMORY : VY_OK);
        vy_memory_free(f->context, out);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, stage_open, stage_close)
    const struct CMUnitTest tests[] = {
        TEST(statements),
        TEST(declarations),
        TEST(comments),
        TEST(columns_of_comments),
        TEST(line_breaks_inside),
        TEST(nothing),
        TEST(broken),
        TEST(deep),
        TEST(programs_of_the_tree),
        TEST(five_stay_as_they_are),
        TEST(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
