// Files of waves: numbers, names and odd spellings, and thousands of spoilt ones that must be read
// or refused, never worse. VYRE_SOAK_COUNT and VYRE_SOAK_SEED ask for more of them.
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/mutate.h"
#include "tools/vyre/cmd.h"
#include "tools/vyre/plan.h"

/// A file of its own for each process, and stderr out of the way while errors are expected.
struct place {
    char path[512];
    int file, error, nowhere;
};

static int open_place(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    const char *build = getenv("VYRE_BUILD");
    *state = p;
    if (!p)
        return 1;
    snprintf(p->path, sizeof p->path, "%s/waves-XXXXXX", build ? build : ".");
    p->file = mkstemp(p->path);
    p->error = dup(STDERR_FILENO);
    p->nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return p->file < 0 || p->error < 0 || p->nowhere < 0;
}

static int close_place(void **state)
{
    struct place *p = *state;
    unlink(p->path);
    close(p->file);
    close(p->error);
    close(p->nowhere);
    free(p);
    return 0;
}

static void put(struct place *p, const void *text, size_t size)
{
    assert_int_equal(ftruncate(p->file, 0), 0);
    assert_int_equal(pwrite(p->file, text, size, 0), (ssize_t)size);
}

/// Reads a text; what is wrong with it is not shown.
static bool reads(struct place *p, const char *text, struct plan_file *f)
{
    put(p, text, strlen(text));
    fflush(stderr);
    dup2(p->nowhere, STDERR_FILENO);
    bool good = plan_file_read(f, p->path);
    fflush(stderr);
    dup2(p->error, STDERR_FILENO);
    return good;
}

static void numbers_have_all_their_bits(void **state)
{
    struct plan_file f;
    assert_true(reads(*state,
                      "{\"waves\": [{\"frontier\": 18446744073709551615, \"scratch\": 0,"
                      "\"output\": 9007199254740993}], \"edges\": [], \"graph_bytes\": 7,"
                      "\"budget\": 9223372036854775808, \"readback\": 1}",
                      &f));
    assert_int_equal(f.wave_count, 1);
    assert_true(f.waves[0].frontier == UINT64_MAX);
    assert_true(f.waves[0].output == 9007199254740993u);
    assert_true(f.limited && f.budget == (uint64_t)1 << 63);
    assert_int_equal(f.graph_bytes, 7);
    assert_int_equal(f.readback, 1);
    assert_null(f.names);
    plan_file_free(&f);
    assert_true(reads(*state, "{\"waves\": []}", &f));
    assert_true(!f.limited && f.budget == VY_BUDGET_NONE);
    plan_file_free(&f);
}

/// Many waves, of which some have names; edges in any spacing.
static void names_and_edges(void **state)
{
    struct text t = {0};
    struct plan_file f;
    char number[16];
    text_printf(&t, "{\"waves\":[");
    for (unsigned i = 0; i < 300; i++)
        text_printf(&t, "%s{\"output\":%u,\"frontier\":0,\"scratch\":0%s}", i ? "," : "", i,
                    i % 100 == 70 ? ",\"name\":\"\\u00e4\\u009b\\\"\"" : "");
    text_printf(&t, "],\"edges\":[[0,1],[ 1 , 299 ]\n,\r\n\t[298,299]]}");
    assert_true(reads(*state, t.at, &f));
    assert_int_equal(f.wave_count, 300);
    for (unsigned i = 0; i < 300; i++) {
        assert_int_equal(f.waves[i].output, i);
        assert_true(!f.names[i] == (i % 100 != 70));
    }
    assert_string_equal(f.names[170], "\xc3\xa4  \""); // nothing that moves a cursor
    assert_string_equal(plan_name(&f, 7, number), "7");
    assert_int_equal(f.edge_count, 3);
    assert_int_equal(f.edges[1].before, 1);
    assert_int_equal(f.edges[1].after, 299);
    plan_file_free(&f);
    text_free(&t);
}

static void odd_spellings(void **state)
{
    static const char *const good[] = {
        "\xef\xbb\xbf{\"waves\":[]}",
        "{\"\\u0077aves\":[]}",
        "\r\n{\r\n\"waves\"\r\n:[\r\n]}\r\n",
        "{\"edges\":[],\"waves\":[{\"name\":\"\",\"frontier\":0,\"scratch\":0,\"output\":0}]}",
    };
    static const char *const bad[] = {
        "",
        " ",
        "{\"waves\":[]}}",
        "{\"waves\":[],}",
        "{,\"waves\":[]}",
        "{\"waves\":[,]}",
        "{\"waves\":[]",
        "{\"waves\"[]}",
        "{\"waves\":[] \"edges\":[]}",
        "{waves:[]}",
        "{\"waves\":[{\"name\":\"\\u001b\",\"frontier\":0,\"scratch\":0,\"output\":0}]}",
        "{\"waves\":[],\"budget\":+1}",
        "{\"waves\":[],\"budget\":0x10}",
        "{\"waves\":[],\"budget\":00}",
        "{\"waves\":[],\"budget\":1.0}",
        "{\"waves\":[],\"budget\":NaN}",
        "{\"waves\":[],\"budget\":}",
        "{\"waves\":[],\"budget\":null}",
        "{\"waves\":[],\"edges\":[[0,0,]]}",
        "{\"waves\":[],\"edges\":[[0 1]]}",
        "{\"waves\":[],\"edges\":[0,1]}",
        "{\"waves\":[],\"edges\":[[]]}",
        "{\"waves\":[{\"frontier\":1 \"scratch\":0,\"output\":0}]}",
        "{\"waves\":[{\"frontier\":1,\"scratch\":0,\"output\":0,\"name\":\"\xff\"}]}",
        "{\"waves\":[{\"frontier\":1,\"scratch\":0,\"output\":0,\"name\":\"\n\"}]}",
        "{\"waves\":[{\"frontier\":1,\"scratch\":0,\"output\":0,\"name\":\"\\u001b\"}]}",
        "{\"waves\":[{\"frontier\":1,\"scratch\":0,\"output\":0,\"name\":\"\\ud800\"}]}",
        "{\"waves\":[],\"w\xff\":1}",
    };
    struct plan_file f;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!reads(*state, good[i], &f))
            fail_msg("refused: %s", good[i]);
        plan_file_free(&f);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (reads(*state, bad[i], &f))
            fail_msg("taken: %s", bad[i]);
        assert_true(f.json.failed);
        plan_file_free(&f);
    }
}

/// Brackets without an end must not use up the stack.
static void nesting_is_bounded(void **state)
{
    struct text t = {0};
    struct plan_file f;
    text_printf(&t, "{\"waves\":[{\"name\":");
    for (size_t i = 0; i < 200000; i++)
        text_add(&t, "[", 1);
    assert_false(reads(*state, t.at, &f));
    plan_file_free(&f);
    text_free(&t);
}

static const char sample[] =
    "{\n  \"waves\": [\n    {\"name\": \"bytes\", \"frontier\": 819, \"scratch\": 0, \"output\": "
    "20},\n"
    "    {\"name\": \"classes\", \"frontier\": 40, \"scratch\": 2, \"output\": 2048},\n"
    "    {\"frontier\": 40, \"scratch\": 51, \"output\": 10},\n"
    "    {\"frontier\": 40, \"scratch\": 0, \"output\": 1844}],\n"
    "  \"edges\": [[0, 1], [0, 2], [1, 3]],\n"
    "  \"graph_bytes\": 4096, \"budget\": 24576, \"readback\": 4096\n}\n";

/// The whole verb over spoilt files: it says 0 or 1 and nothing worse happens.
static void spoilt_files(void **state)
{
    struct place *p = *state;
    const char *count = getenv("VYRE_SOAK_COUNT"), *first = getenv("VYRE_SOAK_SEED");
    uint64_t tries = count ? strtoull(count, NULL, 10) : 600, taken = 0;
    uint64_t seed = first ? strtoull(first, NULL, 10) : 1;
    int out = dup(STDOUT_FILENO);
    char picture[600], *words[] = {"plan", p->path, "--svg", picture, "--pack", "best"};
    snprintf(picture, sizeof picture, "%s.svg", p->path);
    for (uint64_t i = 0; i < tries; i++) {
        struct rng r = rng_make(seed + i, 9);
        struct bytes text = {0}, other = {0};
        bytes_replace(&text, 0, 0, sample, sizeof sample - 1);
        bytes_replace(&other, 0, 0, sample, sizeof sample - 1);
        if (!rng_one_in(&r, 50))
            mutate_text(&r, &text, &other);
        put(p, text.at, text.count);
        fflush(stdout);
        fflush(stderr);
        dup2(p->nowhere, STDERR_FILENO);
        dup2(p->nowhere, STDOUT_FILENO);
        int code = cmd_plan(4 + 2 * (int)rng_below(&r, 2), words);
        fflush(stdout);
        fflush(stderr);
        dup2(p->error, STDERR_FILENO);
        dup2(out, STDOUT_FILENO);
        taken += code == EXIT_DONE;
        if (code != EXIT_DONE && code != EXIT_WRONG)
            fail_msg("seed %llu: exit %d", (unsigned long long)(seed + i), code);
        bytes_free(&text);
        bytes_free(&other);
    }
    unlink(picture);
    close(out);
    assert_true(taken > 0 && taken < tries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_all_their_bits),
        cmocka_unit_test(names_and_edges),
        cmocka_unit_test(odd_spellings),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(spoilt_files),
    };
    return cmocka_run_group_tests(tests, open_place, close_place);
}
