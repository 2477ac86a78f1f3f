// Graph files with many names: waves, buffers and programs are found by them, each the right one.
#include "tools/vyre/vyg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PROGRAMS = 3000, WAVES = 100000 };

static FILE *begin(char *path, size_t size)
{
    const char *base = getenv("TMPDIR");
    snprintf(path, size, "%s/names-XXXXXX", base ? base : P_tmpdir);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    fprintf(f, "{\"programs\": {");
    for (uint32_t i = 0; i < PROGRAMS; i++)
        fprintf(f, "%s\"p%u\": \"p%u.vy\"", i ? "," : "", i, i);
    fprintf(f, "},\n\"waves\": [");
    return f;
}

static bool end(FILE *f, const char *path, struct vyg *g)
{
    assert_int_equal(fprintf(f, "]}\n"), 3);
    assert_int_equal(fclose(f), 0);
    bool good = vyg_read(g, path);
    assert_int_equal(unlink(path), 0);
    return good;
}

/// A wave of its own name for each, in a line, and an edge for each two, backwards.
static void each_has_a_name(void **state)
{
    char path[200];
    struct vyg g;
    FILE *f = begin(path, sizeof path);
    (void)state;
    for (uint32_t i = 0; i < WAVES; i++)
        fprintf(f,
                "%s{\"name\": \"w%u\", \"program\": \"p%u\", \"args\": {\"x\": \"b%u\", \"y\": "
                "\"b%u\"}}\n",
                i ? "," : "", i, i * 7 % PROGRAMS, i, i + 1);
    fprintf(f, "], \"edges\": [");
    for (uint32_t i = WAVES - 1; i; i--)
        fprintf(f, "%s[\"w%u\", \"w%u\"]\n", i == WAVES - 1 ? "" : ",", i - 1, i);
    assert_true(end(f, path, &g));
    assert_int_equal(g.program_count, PROGRAMS);
    assert_int_equal(g.wave_count, WAVES);
    assert_int_equal(g.buffer_count, WAVES + 1);
    assert_int_equal(g.edge_count, WAVES - 1);
    for (uint32_t i = 0; i < WAVES; i++) {
        const struct vyg_wave *w = &g.waves[i];
        assert_int_equal(w->program, i * 7 % PROGRAMS);
        assert_int_equal(w->arg_count, 2);
        assert_int_equal(w->args[0].buffer, i);
        assert_int_equal(w->args[1].buffer, i + 1);
        assert_string_equal(g.buffers[i + 1].name, w->args[1].value);
    }
    for (uint32_t i = 0; i < WAVES - 1; i++) {
        assert_int_equal(g.edges[i].before, WAVES - 2 - i);
        assert_int_equal(g.edges[i].after, WAVES - 1 - i);
    }
    vyg_free(&g);
}

/// Waves without a name are called as their programs; edges by number do with that, and whoever has
/// a name of its own is found among them.
static void many_have_none(void **state)
{
    char path[200];
    struct vyg g;
    FILE *f = begin(path, sizeof path);
    (void)state;
    for (uint32_t i = 0; i < WAVES; i++)
        fprintf(f, "%s{\"program\": \"p%u\"%s}\n", i ? "," : "", i % 5 == 4,
                i == WAVES / 2 ? ", \"name\": \"here\"" : "");
    fprintf(f, "], \"edges\": [[\"here\", %u], [0, \"here\"]", WAVES - 1);
    assert_true(end(f, path, &g));
    assert_int_equal(g.edges[0].before, WAVES / 2);
    assert_int_equal(g.edges[0].after, WAVES - 1);
    assert_int_equal(g.edges[1].before, 0);
    assert_int_equal(g.edges[1].after, WAVES / 2);
    assert_string_equal(g.waves[9].name, "p1");
    vyg_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_has_a_name),
                                       cmocka_unit_test(many_have_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
