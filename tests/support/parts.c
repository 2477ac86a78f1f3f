#include "support/parts.h"

#include "support/gpu.h"
#include "support/hard.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_SHOWN = 3, VERY_LONG_S = 8 };

struct parts parts;

// ---- what is asked for ----
static uint64_t number(int argc, char **argv, int at, const char *name, uint64_t otherwise)
{
    const char *text = argc > at ? argv[at] : name ? getenv(name) : NULL;
    return text ? strtoull(text, NULL, 10) : otherwise;
}

void parts_read(int argc, char **argv)
{
    parts.part = argc > 1 ? argv[1] : "all";
    parts.count = number(argc, argv, 2, "VYRE_SOAK_COUNT", 0);
    parts.seed = number(argc, argv, 3, "VYRE_SOAK_SEED", 1);
    parts.share = (uint32_t)number(argc, argv, 4, NULL, 0);
    parts.shares = (uint32_t)number(argc, argv, 5, "VYRE_CORPUS_SHARES", 1);
    uint64_t seconds = number(0, NULL, 0, "VYRE_CORPUS_SECONDS", 0);
    parts.until_us = seconds ? (uint64_t)gpu_now_us() + seconds * 1000000 : 0;
    const char *colon = strchr(parts.part, ':');
    if (colon) {
        static char part[64];
        snprintf(part, sizeof part, "%.*s", (int)(colon - parts.part), parts.part);
        parts.part = part;
        parts.names = colon + 1;
    }
    if (strcmp(parts.part, "all"))
        cmocka_set_test_filter(parts.part);
}

static bool open_queue(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *at = MAP_FAILED;
    if (file >= 0 && !ftruncate(file, sizeof *parts.queue))
        at = mmap(NULL, sizeof *parts.queue, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    parts.queue = at == MAP_FAILED ? NULL : at;
    return parts.queue;
}

bool parts_open(const char *const *names, uint32_t count, const struct versus_way *ways,
                uint32_t way_count)
{
    const char *kept = getenv("VYRE_CORPUS_CACHE"), *route = getenv("VYRE_CORPUS_ROUTE");
    const char *queue = getenv("VYRE_CORPUS_QUEUE");
    if (queue && !open_queue(queue))
        return false;
    for (; parts.tallies < count; parts.tallies++) {
        struct tally *t = &parts.tally[parts.tallies];
        if (!tally_open(t))
            return false;
        if (kept)
            versus_keep(&t->versus, kept);
        for (int i = VY_ROUTE_NATIVE; route && i <= VY_ROUTE_HOST; i++)
            if (!strcmp(route, vy_route_name((vy_route)i)))
                t->versus.only = (vy_route)i;
        t->versus.device = names[parts.tallies];
        t->versus.shares = true;
        t->free_passes = true;
        t->ways = ways;
        t->way_count = way_count;
        t->share = parts.share;
        t->shares = parts.shares;
        t->names = parts.names;
    }
    return true;
}

void parts_close(void)
{
    for (uint32_t i = 0; i < parts.tallies; i++) {
        struct versus *v = &parts.tally[i].versus;
        printf("%llu runs; seconds: %.1f making code, %.1f native, %.1f resident, %.1f host\n",
               (unsigned long long)v->runs, v->spent[0], v->spent[1], v->spent[2], v->spent[3]);
        tally_close(&parts.tally[i]);
    }
    if (parts.queue)
        munmap(parts.queue, sizeof *parts.queue);
}

// ---- one program, one part ----
bool parts_is_ours(void)
{
    uint64_t this = parts.seen++;
    if (!parts.queue)
        return this % parts.shares == parts.share && !parts.lost;
    if (parts.until_us && gpu_now_us() > (double)parts.until_us)
        return false;
    if (!parts.taken)
        parts.taken = atomic_fetch_add(parts.queue, 1) + 1;
    if (this + 1 != parts.taken || parts.lost)
        return false;
    parts.taken = 0;
    return true;
}

void parts_at(uint64_t seed)
{
    const char *path = getenv("VYRE_CORPUS_AT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f)
        return;
    fprintf(f, "%s, %s %llu, after %llu compared, %llu wrong\n", parts.part,
            seed ? "seed" : "program", (unsigned long long)(seed ? seed : parts.seen),
            (unsigned long long)parts.compared, (unsigned long long)parts.wrong);
    fclose(f);
}

void parts_show(const char *text, const char *problem)
{
    if (parts.wrong++ < MOST_SHOWN)
        printf("%s\n%.6000s\n", problem, text);
    fflush(stdout); // whoever ends a run that takes too long sees it
    parts.lost |= strstr(problem, "is lost") != NULL; // and so would be all that come after it
}

void parts_begin(void)
{
    parts.compared = parts.wrong = parts.seen = 0;
    for (uint32_t i = 0; i < parts.tallies; i++)
        parts.tally[i].versus.refused = 0;
}

void parts_end(uint64_t least)
{
    printf("%llu programs, %llu wrong", (unsigned long long)parts.compared,
           (unsigned long long)parts.wrong);
    for (uint32_t i = 0; i < parts.tallies; i++)
        if (parts.tally[i].versus.refusals)
            printf("; runs refused by %s: %llu", parts.tally[i].versus.device,
                   (unsigned long long)parts.tally[i].versus.refused);
    printf("\n");
    fflush(stdout);
    assert_int_equal(parts.wrong, 0);
    assert_true(parts.compared >= least / parts.shares);
}

void parts_compare(void *user, struct routes *r)
{
    (void)user;
    if (!parts_is_ours())
        return;
    parts_at(0);
    parts.compared++;
    for (uint32_t i = 0; i < parts.tallies; i++) {
        struct tally *t = &parts.tally[i];
        const char *problem = versus_run(&t->versus, r, t->ways, t->way_count);
        if (problem)
            parts_show(r->text, problem);
    }
}

// ---- kinds of parts ----
void parts_walk(void (*each)(struct tally *t), uint32_t least)
{
    parts_begin();
    for (uint32_t i = 0; i < parts.tallies; i++) {
        struct tally *t = &parts.tally[i];
        uint32_t before = t->compared;
        t->problem[0] = 0;
        each(t);
        if (t->problem[0])
            parts_show("", t->problem);
        if (t->problem[0] && getenv("CMOCKA_TEST_ABORT")) // as scripts/mutants says
            break;
        parts.compared += t->compared - before;
    }
    parts_end(parts.shares > 1 || parts.names ? 0 : least * parts.tallies);
}

void parts_hard(void)
{
    uint32_t before = parts.tally[0].way_count;
    parts_begin();
    assert_true(hard_ops(false, parts_compare, NULL) > 150);
    assert_true(hard_cases(parts_compare, NULL) > 5);
    for (uint32_t i = 0; i < parts.tallies; i++) // the others take seconds to make
        parts.tally[i].way_count = 1;
    hard_straight(parts_compare, NULL);
    hard_loops(parts_compare, NULL);
    for (uint32_t i = 0; i < parts.tallies; i++)
        parts.tally[i].way_count = before;
    parts_end(25);
}

/// Whether it ran: some are too long for the oracle.
static bool compare_seed(uint64_t seed, const char *text)
{
    const struct tally *in = &parts.tally[seed % parts.tallies];
    struct versus *v = &parts.tally[seed % parts.tallies].versus;
    const struct versus_way way = parts.way ? parts.way(seed) : in->ways[0];
    struct routes r = {.text = text, .seed = seed, .conforms = true, .max_steps = PARTS_STEPS};
    const double spent[] = {v->spent[1], v->spent[2], v->spent[3]};
    uint64_t before = v->runs + v->refused;
    char problem[700];
    parts_at(seed);
    const char *told = versus_run(v, &r, &way, 1);
    snprintf(problem, sizeof problem, "seed %llu: %.650s", (unsigned long long)seed,
             told ? told : "");
    if (told)
        parts_show(text, problem);
    for (int i = 0; i < 3; i++)
        if (v->spent[i + 1] - spent[i] > VERY_LONG_S)
            printf("seed %llu: %.1f s on route %s\n", (unsigned long long)seed,
                   v->spent[i + 1] - spent[i], vy_route_name((vy_route)(i + 1)));
    routes_free(&r);
    return v->runs + v->refused > before;
}

void parts_random(uint64_t few, char *(*make)(uint64_t seed))
{
    uint64_t count = parts.count ? parts.count : few, tried = 0;
    parts_begin();
    for (uint64_t seed = parts.seed; seed < parts.seed + count; seed++) {
        if (!parts_is_ours())
            continue;
        char *text = make(seed);
        assert_non_null(text);
        tried++;
        parts.compared += compare_seed(seed, text);
        free(text);
    }
    if (!parts.queue && !parts.lost)
        assert_true(tried >= count / parts.shares);
    parts_end(tried * 8 / 10 * parts.shares);
}
