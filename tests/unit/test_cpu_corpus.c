// Every program there is, on the cpu device and on the oracle: the same bytes, passes and messages
// at both levels of optimisation, with 1, 2 and 8 threads, on every route, and in a host thread
// that flushes subnormals and rounds upwards. A program that the race detector does not call
// settled is left out, and counted.
#include "support/corpus.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct tally {
    struct versus versus;
    const char *source; ///< folder of the sources
    uint32_t compared, unsettled, refused;
};

static int open_tally(void **state)
{
    struct tally *t = calloc(1, sizeof *t);
    const char *source = getenv("VYRE_SOURCE");
    *state = t;
    if (!t || !versus_open(&t->versus))
        return 1;
    t->source = source ? source : ".";
    return 0;
}

static int close_tally(void **state)
{
    struct tally *t = *state;
    versus_close(&t->versus);
    free(t);
    return 0;
}

static const char *try_ways(struct tally *t, struct routes *r)
{
    static const struct versus_way few[] = {{VY_LEVEL_NONE, 0, 2, true},
                                            {VY_LEVEL_NONE, 0, 8, false}};
    static const struct versus_way ways[] = {
        {VY_LEVEL_NONE, 0, 1, false}, {VY_LEVEL_NONE, 0, 2, false},  {VY_LEVEL_NONE, 0, 8, true},
        {VY_LEVEL_FULL, 0, 1, true},  {VY_LEVEL_FULL, 0, 2, false},  {VY_LEVEL_FULL, 0, 8, false},
        {VY_LEVEL_NONE, 1, 2, false}, {VY_LEVEL_NONE, 32, 8, false},
    };
    vy_status status = routes_run_one(r, VY_ROUTE_NATIVE);
    if (status && status != VY_ERROR_ASSERT) {
        t->refused++; // as its line says, or for want of arguments
        return NULL;
    }
    if (routes_check_race(r, 4)) {
        t->unsettled++;
        return NULL;
    }
    t->compared++;
    return VERSUS_INSTRUMENTED ? versus_run(&t->versus, r, few, VERSUS_WAYS(few))
                               : versus_run(&t->versus, r, ways, VERSUS_WAYS(ways));
}

static void one_line(void *user, const char *path, const char *line)
{
    struct tally *t = user;
    struct corpus_data data = {.count = 0};
    char program[4096];
    snprintf(program, sizeof program, "%.*s.vy", (int)(strrchr(path, '.') - path), path);
    struct routes r = {.path = program, .seed = 1, .max_steps = 3000000};
    r.free_passes = strstr(path, "components"); // news may travel fast within a pass
    if (routes_open(&r))
        fail_msg("%s: %s", path, r.problem);
    bool service = r.program->service; // needs a host that answers
    if (!service && !corpus_bind(&r, line, &data))
        t->refused++;
    else if (!service) {
        const char *problem = try_ways(t, &r);
        if (problem)
            fail_msg("%s: %s: %s", path, line, problem);
    }
    routes_free(&r);
    corpus_free(&data);
}

static void each_line(void *user, const char *path)
{
    (void)corpus_lines(path, one_line, user);
}

static void without_line(void *user, const char *path)
{
    one_line(user, path, "");
}

// ---- the parts ----
/// tests/races/inputs.txt, and the `//!` lines.
static void examples(void **state)
{
    struct tally *t = *state;
    char path[4096], line[4096], name[64];
    snprintf(path, sizeof path, "%.3000s/tests/races/inputs.txt", t->source);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        int used = 0;
        if (line[0] == '#' || sscanf(line, "%63s%n", name, &used) != 1)
            continue;
        snprintf(path, sizeof path, "%.3000s/examples/%s.vy", t->source, name);
        one_line(t, path, line + used);
        each_line(t, path);
        snprintf(path, sizeof path, "%.3000s/examples/%s.test", t->source, name);
        each_line(t, path); // of those that are kept as they were given
    }
    fclose(f);
    print_message("%u compared, %u not settled, %u refused\n", t->compared, t->unsettled,
                  t->refused);
    assert_true(t->compared >= 30);
}

static void pages(void **state)
{
    struct tally *t = *state;
    static const char *const names[] = {"language", "tutorial"};
    char page[4096], folder[64];
    uint32_t before = t->compared;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(folder, sizeof folder, "%.50s/page", t->versus.cache);
        snprintf(page, sizeof page, "mkdir -p '%s' && rm -f '%s'/*", folder, folder);
        assert_int_equal(system(page), 0);
        snprintf(page, sizeof page, "%.3000s/docs/%s.md", t->source, names[i]);
        assert_true(corpus_page(page, folder) > 3);
        (void)corpus_folder(folder, "", ".vy", each_line, t);
    }
    print_message("%u compared, %u not settled, %u refused\n", t->compared - before, t->unsettled,
                  t->refused);
    assert_true(t->compared - before >= 50);
}

static void uniform(void **state)
{
    struct tally *t = *state;
    char folder[4096];
    uint32_t before = t->compared;
    snprintf(folder, sizeof folder, "%.3000s/tests/uniform", t->source);
    assert_true(corpus_folder(folder, "ok-", ".vy", without_line, t) >= 40);
    print_message("%u compared, %u not settled, %u refused\n", t->compared - before, t->unsettled,
                  t->refused);
    assert_true(t->compared - before >= 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples),
        cmocka_unit_test(pages),
        cmocka_unit_test(uniform),
    };
    int result;
    return versus_present(&result) ? cmocka_run_group_tests(tests, open_tally, close_tally)
                                   : result;
}
