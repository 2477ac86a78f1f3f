// Every program there is, on the cuda device and on the oracle, on all routes, with workgroups in
// turn and without: examples, docs, what was once found, the hard cases, and random programs of
// five kinds. Without a GPU its code is interpreted, a few of each.
//   test_cuda_corpus [PART [COUNT [SEED [SHARE SHARES]]]]
// PART is a test below, or all. COUNT and SEED (also $VYRE_SOAK_COUNT and $VYRE_SOAK_SEED) are for
// random programs. SHARE of SHARES: of all programs only those whose number leaves that remainder,
// for several processes. $VYRE_CORPUS_QUEUE: a file, empty at first, by which several processes
// with the same PART, COUNT and SEED deal out random programs as each has ended its last, in place
// of shares; $VYRE_CORPUS_SECONDS: none is begun after so many. $VYRE_CORPUS_CACHE: a folder for
// code that is kept. $VYRE_CORPUS_ROUTE: native, resident or host alone. $VYRE_CORPUS_AT: a file
// that says which program this process is at, for those that never end.
#include "support/built.h"
#include "support/conforming.h"
#include "support/gpu.h"
#include "support/hard.h"
#include "support/log.h"
#include "support/named.h"
#include "support/patience.h"
#include "support/tally.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_STEPS = 1500000, MOST_SHOWN = 3, VERY_LONG_S = 8 };

static struct {
    const char *part;
    uint64_t count, seed; ///< count 0: a few
    uint32_t share, shares;
    bool real;
    vy_context *context;
    vy_device *held; ///< or the GPU's context would be made anew for each program
    struct tally tally;
    uint64_t seen, compared, wrong;
    atomic_ullong *queue; ///< programs that were taken, by all processes; NULL: shares
    uint64_t until_us;    ///< by gpu_now_us(); 0: for ever
    uint64_t taken;       ///< the one that is this process's next, from 1; 0: not known yet
    bool lost;            ///< nothing more can be run
} all;

static bool open_queue(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *at = MAP_FAILED;
    if (file >= 0 && !ftruncate(file, sizeof *all.queue))
        at = mmap(NULL, sizeof *all.queue, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    all.queue = at == MAP_FAILED ? NULL : at;
    return all.queue;
}

/// Whether a program is this process's to run.
static bool is_ours(void)
{
    uint64_t number = all.seen++;
    if (!all.queue)
        return number % all.shares == all.share && !all.lost;
    if (all.until_us && gpu_now_us() > (double)all.until_us)
        return false;
    if (!all.taken)
        all.taken = atomic_fetch_add(all.queue, 1) + 1;
    if (number + 1 != all.taken || all.lost)
        return false;
    all.taken = 0;
    return true;
}

/// Says which program comes next, and how it went so far: `seed` 0 is one of a table.
static void say_at(uint64_t seed)
{
    const char *path = getenv("VYRE_CORPUS_AT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f)
        return;
    fprintf(f, "%s, %s %llu, after %llu compared, %llu wrong\n", all.part,
            seed ? "seed" : "program", (unsigned long long)(seed ? seed : all.seen),
            (unsigned long long)all.compared, (unsigned long long)all.wrong);
    fclose(f);
}

static void show(const char *text, const char *problem)
{
    if (all.wrong++ < MOST_SHOWN)
        printf("%s\n%.6000s\n", problem, text);
    fflush(stdout); // whoever ends a run that takes too long sees it
    all.lost |= strstr(problem, "is lost") != NULL; // and so would be all that come after it
}

static void begin_part(void)
{
    all.compared = all.wrong = all.seen = 0;
}

/// Fails where something was wrong, or less was compared than there must be, by all processes.
static void end_part(uint64_t least)
{
    printf("%llu programs, %llu wrong\n", (unsigned long long)all.compared,
           (unsigned long long)all.wrong);
    fflush(stdout);
    assert_int_equal(all.wrong, 0);
    assert_true(all.compared >= least / all.shares);
}

// ---- programs of files ----
static void walk(void (*each)(struct tally *t), uint32_t least)
{
    struct tally *t = &all.tally;
    uint32_t before = t->compared;
    begin_part();
    t->problem[0] = 0;
    each(t);
    if (t->problem[0])
        show("", t->problem);
    all.compared = t->compared - before;
    end_part(all.shares > 1 ? 0 : least);
}

static void examples(void **state)
{
    (void)state;
    walk(tally_examples, 30);
}

static void pages(void **state)
{
    (void)state;
    walk(tally_pages, 50);
}

static void uniform(void **state)
{
    (void)state;
    walk(tally_uniform, 25);
}

static void found(void **state)
{
    (void)state;
    walk(tally_corpus, 20);
}

// ---- programs of tables ----
static void compare(void *user, struct routes *r)
{
    (void)user;
    if (!is_ours())
        return;
    say_at(0);
    const char *problem = versus_run(&all.tally.versus, r, all.tally.ways, all.tally.way_count);
    all.compared++;
    if (problem)
        show(r->text, problem);
}

static void hard(void **state)
{
    uint32_t before = all.tally.way_count;
    (void)state;
    begin_part();
    assert_true(hard_ops(false, compare, NULL) > 150);
    assert_true(hard_cases(compare, NULL) > 5);
    all.tally.way_count = 1; // which take seconds to make
    hard_straight(compare, NULL);
    hard_loops(compare, NULL);
    all.tally.way_count = before;
    end_part(25);
}

// ---- random programs ----
/// Quickly made, or one in four as a user would run it, which takes twice as long; one in eight
/// also has a kernel without turns to make.
static struct versus_way way_of(uint64_t seed)
{
    uint32_t mixed = (uint32_t)seed * 2654435761u >> 16; // no share of the seeds has one kind alone
    return (struct versus_way){.level = mixed % 6 ? VY_LEVEL_NONE : VY_LEVEL_FULL,
                               .threads = mixed / 6 % 8 ? VERSUS_IN_TURN : VERSUS_AT_ONCE};
}

static void each_text(uint64_t few, char *(*make)(uint64_t seed))
{
    struct versus *v = &all.tally.versus;
    uint64_t count = all.count ? all.count : few, tried = 0;
    begin_part();
    for (uint64_t seed = all.seed; seed < all.seed + count; seed++) {
        if (!is_ours())
            continue;
        char *text = make(seed);
        struct routes r = {.text = text, .seed = seed, .conforms = true, .max_steps = MOST_STEPS};
        const struct versus_way way = way_of(seed);
        char problem[500];
        uint64_t before = v->runs;
        const double spent[] = {v->spent[1], v->spent[2], v->spent[3]};
        assert_non_null(text);
        say_at(seed);
        const char *told = versus_run(v, &r, &way, 1);
        tried++;
        all.compared += v->runs > before; // not those that were too long for the oracle
        snprintf(problem, sizeof problem, "seed %llu: %.450s", (unsigned long long)seed,
                 told ? told : "");
        if (told)
            show(text, problem);
        for (int i = 0; i < 3; i++)
            if (v->spent[i + 1] - spent[i] > VERY_LONG_S)
                printf("seed %llu: %.1f s on route %s\n", (unsigned long long)seed,
                       v->spent[i + 1] - spent[i], vy_route_name((vy_route)(i + 1)));
        routes_free(&r);
        free(text);
    }
    end_part(tried * 8 / 10 * all.shares);
}

static void barriers(void **state)
{
    (void)state;
    each_text(16, conforming_barriers);
}

static void lanes(void **state)
{
    (void)state;
    each_text(12, conforming_lanes);
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
    each_text(12, conforming_make);
}

static void compare_built(const struct random_program *made, uint64_t seed,
                          const struct test_run *as, const struct test_log *log)
{
    cuda_option("virtual_groups", way_of(seed).threads == VERSUS_IN_TURN ? "1" : "0");
    const vy_device_params on = {.size = sizeof(vy_device_params),
                                 .name = cuda_name(),
                                 .level = way_of(seed).level,
                                 .cache = all.tally.versus.cache};
    char *text = NULL, problem[500] = "";
    size_t size;
    all.compared++;
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST && !problem[0]; route++) {
        struct test_run run =
            test_run_device(made->program, made, seed, &on, (vy_route)route, PATIENT_MS);
        if (run.status != as->status || run.visible != as->visible)
            snprintf(problem, sizeof problem, "built, seed %llu, %s: status %d, %s bytes: %.300s",
                     (unsigned long long)seed, vy_route_name((vy_route)route), run.status,
                     run.visible == as->visible ? "the same" : "other", log->text);
    }
    cuda_option("virtual_groups", NULL);
    if (!problem[0])
        return;
    if (vy_program_print(made->program, &text, &size))
        text = NULL;
    show(text ? text : "", problem);
    vy_memory_free(made->program->context, text);
}

static void built(void **state)
{
    uint64_t count = all.count ? all.count : 60, tried = 0;
    struct test_log log = {.text = ""};
    vy_context *c = NULL;
    (void)state;
    begin_part();
    assert_int_equal(vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &c),
                     0);
    for (uint64_t seed = all.seed; seed < all.seed + count; seed++) {
        struct random_program made;
        struct test_run as;
        if (!is_ours())
            continue;
        test_log_clear(&log);
        say_at(seed);
        assert_int_equal(random_program_make(c, seed, &made), 0);
        tried++;
        if (!made.program->service && built_settled(&made, seed, &as)) {
            test_log_clear(&log);
            compare_built(&made, seed, &as, &log);
        }
        vy_program_destroy(&made.program);
    }
    vy_context_destroy(&c);
    end_part(tried / 10 * all.shares);
}

// ---- all of it ----
static int setup(void **state)
{
    // What interprets is in the host, and rounds as that does.
    static const struct versus_way few[] = {{VY_LEVEL_FULL, 0, VERSUS_IN_TURN, false},
                                            {VY_LEVEL_NONE, 0, VERSUS_AT_ONCE, false}};
    static const struct versus_way ways[] = {{VY_LEVEL_FULL, 0, VERSUS_IN_TURN, false},
                                             {VY_LEVEL_FULL, 0, VERSUS_AT_ONCE, false},
                                             {VY_LEVEL_NONE, 0, VERSUS_IN_TURN, true},
                                             {VY_LEVEL_NONE, 0, VERSUS_AT_ONCE, true}};
    struct tally *t = &all.tally;
    const char *kept = getenv("VYRE_CORPUS_CACHE"), *route = getenv("VYRE_CORPUS_ROUTE");
    const char *queue = getenv("VYRE_CORPUS_QUEUE");
    (void)state;
    if (!tally_open(t) || (queue && !open_queue(queue)))
        return 1;
    if (kept)
        versus_keep(&t->versus, kept);
    for (int i = VY_ROUTE_NATIVE; route && i <= VY_ROUTE_HOST; i++)
        if (!strcmp(route, vy_route_name((vy_route)i)))
            t->versus.only = (vy_route)i;
    t->versus.device = "cuda";
    t->versus.shares = true;
    t->free_passes = true;
    t->ways = all.real ? ways : few;
    t->way_count = all.real ? VERSUS_WAYS(ways) : VERSUS_WAYS(few);
    t->share = all.share;
    t->shares = all.shares;
    return vy_context_create(NULL, &all.context) ||
           vy_device_open(all.context, vy_device_params(.name = cuda_name()), &all.held);
}

static int teardown(void **state)
{
    struct versus *v = &all.tally.versus;
    (void)state;
    printf("%llu runs; seconds: %.1f making code, %.1f native, %.1f resident, %.1f host\n",
           (unsigned long long)v->runs, v->spent[0], v->spent[1], v->spent[2], v->spent[3]);
    vy_device_close(&all.held);
    vy_context_destroy(&all.context);
    tally_close(&all.tally);
    if (all.queue)
        munmap(all.queue, sizeof *all.queue);
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
        cmocka_unit_test(lanes),    cmocka_unit_test(teams), cmocka_unit_test(built),
        cmocka_unit_test(anything),
    };
    int code;
    all.part = argc > 1 ? argv[1] : "all";
    all.count = number(argc, argv, 2, "VYRE_SOAK_COUNT", 0);
    all.seed = number(argc, argv, 3, "VYRE_SOAK_SEED", 1);
    all.share = (uint32_t)number(argc, argv, 4, NULL, 0);
    all.shares = (uint32_t)number(argc, argv, 5, NULL, 1);
    uint64_t seconds = number(0, NULL, 0, "VYRE_CORPUS_SECONDS", 0);
    all.until_us = seconds ? (uint64_t)gpu_now_us() + seconds * 1000000 : 0;
    if (!gpu_or_interpreter(&code, &all.real))
        return code;
    if (!all.real && argc < 2 && VERSUS_INSTRUMENTED)
        all.shares = 6;
    if (strcmp(all.part, "all"))
        cmocka_set_test_filter(all.part);
    return cmocka_run_group_tests(tests, setup, teardown);
}
