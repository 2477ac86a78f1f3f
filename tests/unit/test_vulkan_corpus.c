// Every program there is, on the vulkan device and on the oracle, on all routes, with invocations
// side by side, in the serial shape with 64-bit indices, and with all types made of 32-bit words
// and subgroups through memory: examples, docs, what was once found, the hard cases, and random
// programs of four kinds. What the driver lacks is counted.
//   test_vulkan_corpus [PART [COUNT [SEED [SHARE SHARES]]]]
// PART is a test below, or all. COUNT and SEED (also $VYRE_SOAK_COUNT and $VYRE_SOAK_SEED) are for
// random programs. SHARE of SHARES: of all programs only those whose number leaves that remainder.
#include "support/conforming.h"
#include "support/hard.h"
#include "support/tally.h"
#include "support/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_STEPS = 1500000, MOST_SHOWN = 3, SHAPES = 3 };

static const char *const names[SHAPES] = {"vulkan", "vulkan:serial=1:wide=1",
                                          "vulkan:words=1:subgroups=0"};
static struct {
    uint64_t count, seed; ///< count 0: a few
    uint32_t share, shares;
    struct tally tally[SHAPES];
    uint64_t seen, compared, wrong;
} all;

static bool is_ours(void)
{
    return all.seen++ % all.shares == all.share;
}

static void show(const char *text, const char *problem)
{
    if (all.wrong++ < MOST_SHOWN)
        printf("%s\n%.6000s\n", problem, text);
    fflush(stdout);
}

static void begin_part(void)
{
    all.compared = all.wrong = all.seen = 0;
    for (int i = 0; i < SHAPES; i++)
        all.tally[i].versus.refused = 0;
}

static void end_part(uint64_t least)
{
    printf(
        "%llu programs, %llu wrong; runs refused: %llu, in the serial shape %llu, of words %llu\n",
        (unsigned long long)all.compared, (unsigned long long)all.wrong,
        (unsigned long long)all.tally[0].versus.refused,
        (unsigned long long)all.tally[1].versus.refused,
        (unsigned long long)all.tally[2].versus.refused);
    fflush(stdout);
    assert_int_equal(all.wrong, 0);
    assert_true(all.compared >= least / all.shares);
}

// ---- programs of files ----
static void walk(void (*each)(struct tally *t), uint32_t least)
{
    begin_part();
    for (int i = 0; i < SHAPES; i++) {
        struct tally *t = &all.tally[i];
        uint32_t before = t->compared;
        t->problem[0] = 0;
        each(t);
        if (t->problem[0])
            show("", t->problem);
        all.compared += t->compared - before;
    }
    end_part(all.shares > 1 ? 0 : least);
}

static void examples(void **state)
{
    (void)state;
    walk(tally_examples, 60);
}

static void pages(void **state)
{
    (void)state;
    walk(tally_pages, 100);
}

static void uniform(void **state)
{
    (void)state;
    walk(tally_uniform, 50);
}

static void found(void **state)
{
    (void)state;
    walk(tally_corpus, 40);
}

// ---- programs of tables, and random ones ----
static void compare_in(const struct tally *in, struct routes *r, const char *what)
{
    struct tally *t = &all.tally[in - all.tally];
    const char *problem = versus_run(&t->versus, r, t->ways, t->way_count);
    char text[700];
    snprintf(text, sizeof text, "%s%.600s", what, problem ? problem : "");
    if (problem)
        show(r->text, text);
}

static void compare(void *user, struct routes *r)
{
    (void)user;
    if (!is_ours())
        return;
    all.compared++;
    for (int i = 0; i < SHAPES; i++)
        compare_in(&all.tally[i], r, "");
}

static void hard(void **state)
{
    (void)state;
    begin_part();
    assert_true(hard_ops(false, compare, NULL) > 150);
    assert_true(hard_cases(compare, NULL) > 5);
    hard_straight(compare, NULL);
    hard_loops(compare, NULL);
    end_part(25);
}

/// More exits one after the other than a driver nests code, in a phase that others follow and in
/// one that is all.
static void exits(void **state)
{
    static const char *const kinds[] = {"if v == %u { return }\n", "assert v != %u, \"v\"\n",
                                        "if v == %u { x[gid.x] = v return }\n"};
    static const char *const ends[] = {"x[gid.x] = v\n", "barrier workgroup\nx[gid.x] = v\n"};
    (void)state;
    begin_part();
    for (size_t kind = 0; kind < 3; kind++)
        for (size_t end = 0; end < 2; end++) {
            char *text = NULL;
            size_t size = 0;
            FILE *f = open_memstream(&text, &size);
            assert_non_null(f);
            fprintf(f, "program exits out x : u32[64]\nworkgroup 64\ngrid 64\nvar v = gid.x\n");
            for (uint32_t i = 0; i < 150; i++) {
                // No assert fails: v is below 64, and odd from then on.
                fprintf(f, kinds[kind], kind == 1 ? 100 : 2654435761u * i);
                fprintf(f, "let t%u = v %% %u\nv = v * 4 + t%u %% 2 * 2 + 1\n", i, i + 3, i);
            }
            fprintf(f, "%s", ends[end]);
            assert_int_equal(fclose(f), 0);
            struct routes r = {.text = text, .seed = 1, .max_steps = MOST_STEPS};
            compare(NULL, &r);
            routes_free(&r);
            free(text);
        }
    end_part(6);
}

static void each_text(uint64_t few, char *(*make)(uint64_t seed))
{
    uint64_t count = all.count ? all.count : few;
    begin_part();
    for (uint64_t seed = all.seed; seed < all.seed + count; seed++) {
        if (!is_ours())
            continue;
        char *text = make(seed), what[40];
        struct routes r = {.text = text, .seed = seed, .conforms = true, .max_steps = MOST_STEPS};
        assert_non_null(text);
        all.compared++;
        snprintf(what, sizeof what, "seed %llu: ", (unsigned long long)seed);
        compare_in(&all.tally[seed % SHAPES], &r, what);
        routes_free(&r);
        free(text);
    }
    end_part(count);
}

static void barriers(void **state)
{
    (void)state;
    each_text(16, conforming_barriers);
}

static void lanes(void **state)
{
    (void)state;
    each_text(24, conforming_lanes);
}

static void teams(void **state)
{
    (void)state;
    each_text(40, conforming_teams);
}

/// Those of `vyre conform`, as chance deals them.
static void anything(void **state)
{
    (void)state;
    each_text(24, conforming_make);
}

// ---- all of it ----
static int setup(void **state)
{
    static const struct versus_way ways[] = {{VY_LEVEL_FULL, 0, 0, true}};
    static const char *const refusals[] = {"error V364", "error V362", NULL};
    (void)state;
    for (int i = 0; i < SHAPES; i++) {
        struct tally *t = &all.tally[i];
        if (!tally_open(t))
            return 1;
        t->versus.device = names[i];
        t->versus.shares = true;
        t->versus.refusals = refusals;
        t->free_passes = true;
        t->ways = ways;
        t->way_count = VERSUS_WAYS(ways);
        t->share = all.share;
        t->shares = all.shares;
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < SHAPES; i++)
        tally_close(&all.tally[i]);
    return 0;
}

static uint64_t number(int argc, char **argv, int at, const char *name, uint64_t otherwise)
{
    const char *text = argc > at ? argv[at] : name ? getenv(name) : NULL;
    return text ? strtoull(text, NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples), cmocka_unit_test(pages), cmocka_unit_test(uniform),
        cmocka_unit_test(found),    cmocka_unit_test(hard),  cmocka_unit_test(barriers),
        cmocka_unit_test(exits),    cmocka_unit_test(lanes), cmocka_unit_test(teams),
        cmocka_unit_test(anything),
    };
    int code;
    if (!vulkan_here(&code))
        return code;
    all.count = number(argc, argv, 2, "VYRE_SOAK_COUNT", 0);
    all.seed = number(argc, argv, 3, "VYRE_SOAK_SEED", 1);
    all.share = (uint32_t)number(argc, argv, 4, NULL, 0);
    all.shares = (uint32_t)number(argc, argv, 5, NULL, 1);
    if (argc > 1 && strcmp(argv[1], "all"))
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, setup, teardown);
}
