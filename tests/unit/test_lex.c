// Bytes to tokens: kinds, places, comments, and what is said about bad bytes.
#include "ir/lex.h"
#include "support/alloc.h"
#include "support/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

struct fixture {
    vy_context *context;
    struct test_log log;
    struct test_alloc alloc;
    struct vyi_arena arena;
    struct vyi_names names;
    struct vyi_sources sources;
    struct vyi_report report;
    struct vyi_lex lex;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    return !f || vy_context_create(vy_context_params(.diag = test_log, .diag_user = &f->log,
                                                     .alloc = test_alloc, .alloc_user = &f->alloc),
                                   &f->context) != VY_OK;
}

static void finish(struct fixture *f)
{
    vyi_lex_free(f->context, &f->lex);
    vyi_names_free(f->context, &f->names);
    vyi_arena_free(f->context, &f->arena);
    vyi_sources_free(f->context, &f->sources);
    vyi_report_end(&f->report, VY_OK);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    finish(f);
    vy_context_destroy(&f->context);
    int wrong = f->alloc.live != 0 || f->alloc.wrong_sizes != 0;
    free(f);
    return wrong;
}

static void lex(struct fixture *f, const char *text, size_t size)
{
    finish(f);
    test_log_clear(&f->log);
    f->report = (struct vyi_report){.context = f->context, .sources = &f->sources};
    uint32_t base = vyi_sources_add(f->context, &f->sources, "a.vy", text, size);
    assert_true(vyi_lex_words(f->context, &f->arena, &f->names));
    assert_true(vyi_lex(f->context, &f->report, base, f->sources.list.at[0].text, size, &f->arena,
                        &f->names, &f->lex));
}

/// The kinds of the tokens, in order, the END left out.
static void expect(struct fixture *f, const char *text, size_t count, const uint8_t *kinds)
{
    lex(f, text, strlen(text));
    assert_string_equal(f->log.text, "");
    assert_int_equal(f->lex.tokens.count, count + 1);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(f->lex.tokens.at[i].kind, kinds[i]);
    assert_int_equal(f->lex.tokens.at[count].kind, VYI_TOKEN_END);
}
#define KINDS(...)                                \
    sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]) \
    {                                             \
        __VA_ARGS__                               \
    }
#define T(NAME) VYI_TOKEN_##NAME

static void signs(void **state)
{
    struct fixture *f = *state;
    // every sign by itself is itself
    for (uint8_t k = VYI_TOKEN_STRING + 1; k < VYI_TOKEN_WORDS; k++)
        expect(f, vyi_token_text(k), 1, &k);
    expect(
        f, "a<<=b>>=c<<d>>e",
        KINDS(T(NAME), T(SHL_SET), T(NAME), T(SHR_SET), T(NAME), T(SHL), T(NAME), T(SHR), T(NAME)));
    expect(f, "a--b", KINDS(T(NAME), T(SUB), T(SUB), T(NAME)));
    expect(f, "a&&&b", KINDS(T(NAME), T(LAND), T(AND), T(NAME)));
    expect(f, "0..n", KINDS(T(NUMBER), T(DOTS), T(NAME)));
    expect(f, "1.5..2", KINDS(T(NUMBER), T(DOTS), T(NUMBER)));
    expect(f, "b[0]->x",
           KINDS(T(NAME), T(OPEN_INDEX), T(NUMBER), T(CLOSE_INDEX), T(ARROW), T(NAME)));
}

static void words(void **state)
{
    struct fixture *f = *state;
    for (uint8_t k = VYI_TOKEN_WORDS + 1; k < VYI_TOKEN_KINDS; k++)
        expect(f, vyi_token_text(k), 1, &k);
    expect(f, "inn in program1 _x step service",
           KINDS(T(NAME), T(IN), T(NAME), T(NAME), T(NAME), T(NAME)));
    lex(f, "ab c ab", 7);
    assert_int_equal(f->lex.tokens.at[0].name, f->lex.tokens.at[2].name);
    assert_int_not_equal(f->lex.tokens.at[0].name, f->lex.tokens.at[1].name);
    char longest[65];
    memset(longest, 'x', 64);
    lex(f, longest, 63);
    assert_int_equal(f->log.errors, 0);
    longest[64] = 0;
    lex(f, longest, 64);
    assert_non_null(strstr(f->log.text, "V007"));
}

static void places(void **state)
{
    struct fixture *f = *state;
    static const char text[] =
        "\xef\xbb\xbf"
        "let a\n\n  = 5 // five\n// alone\n\n/// doc\nx //! no test\n//! yes\n//// rule\n";
    lex(f, text, sizeof text - 1);
    const struct vyi_token *t = f->lex.tokens.at;
    assert_int_equal(f->lex.tokens.count, 6);
    assert_int_equal(t[0].at, 3);
    assert_int_equal(t[0].flags, VYI_TOKEN_LINE);
    assert_int_equal(t[1].flags, 0);
    assert_int_equal(t[2].flags, VYI_TOKEN_LINE | VYI_TOKEN_BLANK);
    assert_int_equal(t[3].length, 1);
    assert_int_equal(t[4].flags, VYI_TOKEN_LINE);
    const struct vyi_comment *c = f->lex.comments.at;
    static const struct {
        uint8_t kind, flags;
        uint32_t token, line;
    } wanted[] = {{VYI_COMMENT_PLAIN, 0, 4, 3},
                  {VYI_COMMENT_PLAIN, VYI_TOKEN_LINE, 4, 4},
                  {VYI_COMMENT_DOC, VYI_TOKEN_LINE | VYI_TOKEN_BLANK, 4, 6},
                  {VYI_COMMENT_TEST, 0, 5, 7},
                  {VYI_COMMENT_TEST, VYI_TOKEN_LINE, 5, 8},
                  {VYI_COMMENT_PLAIN, VYI_TOKEN_LINE, 5, 9}};
    assert_int_equal(f->lex.comments.count, 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(c[i].kind, wanted[i].kind);
        assert_int_equal(c[i].flags, wanted[i].flags);
        assert_int_equal(c[i].token, wanted[i].token);
        assert_int_equal(c[i].line, wanted[i].line);
    }
}

static void bad(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *text, *code;
    } rows[] = {
        {"a $ b", "V002"},
        {"a \x01 b", "V002"},
        {"// \xff\n", "V003"},
        {"\"a\xc0\x80\"", "V003"},
        {"// \xed\xa0\x80", "V003"},
        {"\"abc\n", "V004"},
        {"\"abc", "V004"},
        {"\"a\\q\"", "V005"},
        {"'\\x4'", "V005"},
        {"''", "V006"},
        {"'ab'", "V006"},
        {"'a", "V006"},
        {"'\xc3\xa9'", "V006"},
        {"0x", "V008"},
        {"0b2", "V008"},
        {"1.", "V008"},
        {"12abc", "V008"},
        {"1u", "V008"},
        {"1.0f", "V008"},
        {"1.5u32", "V008"},
        {"010", "V008"},
        {"1e", "V008"},
        {"3u8", "V008"},
        {"/* a */ b", "V009"},
        {"/* a", "V009"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lex(f, rows[i].text, strlen(rows[i].text));
        if (f->log.errors != 1 || !strstr(f->log.text, rows[i].code))
            fail_msg("%s: wanted %s, got %s", rows[i].text, rows[i].code, f->log.text);
    }
    lex(f, "a\0b", 3);
    assert_non_null(strstr(f->log.text, "V002"));
    assert_int_equal(f->lex.tokens.count, 3); // it goes on behind the bad byte
}

static void good(void **state)
{
    struct fixture *f = *state;
    expect(f, "42 1_000 0xff_FF 0b101 1.0 1e-6 1_0.5e+3 1u64 2.0f64 7f32 0x1f32 0 0.5",
           KINDS(T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER),
                 T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER), T(NUMBER)));
    expect(f, "'a' '\\n' '\\x7f' '\\'' \"\\\"é\\t\"",
           KINDS(T(CHAR), T(CHAR), T(CHAR), T(CHAR), T(STRING)));
    char out[16];
    assert_int_equal(vyi_lex_unescape("\"a\\n\\x41\\\"\"", 11, out), 4);
    assert_memory_equal(out, "a\nA\"", 4);
    assert_int_equal(vyi_lex_unescape("\"\\xBf\"", 6, out), 1);
    assert_int_equal((uint8_t)out[0], 0xbf);
    expect(f, "a\r\nb // c\r\n", KINDS(T(NAME), T(NAME)));
    assert_int_equal(f->lex.comments.at[0].length, 4);
}

static void limits(void **state)
{
    struct fixture *f = *state;
    size_t size = VYI_MAX_SOURCE + 1;
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, ' ', size);
    text[size] = 0;
    lex(f, text, size);
    assert_non_null(strstr(f->log.text, "V010"));
    memset(text, '(', VYI_MAX_TOKENS + 2);
    lex(f, text, size - 1);
    assert_non_null(strstr(f->log.text, "V011"));
    memset(text, '1', 401);
    lex(f, text, 401);
    assert_non_null(strstr(f->log.text, "V008"));
    memset(text, 'x', 70000);
    text[0] = text[69999] = '"';
    lex(f, text, 70000);
    assert_non_null(strstr(f->log.text, "V007"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(signs, setup, teardown),
        cmocka_unit_test_setup_teardown(words, setup, teardown),
        cmocka_unit_test_setup_teardown(places, setup, teardown),
        cmocka_unit_test_setup_teardown(bad, setup, teardown),
        cmocka_unit_test_setup_teardown(good, setup, teardown),
        cmocka_unit_test_setup_teardown(limits, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
