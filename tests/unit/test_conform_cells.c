// tests/corpus/cells: a few of the programs of `vyre conform` that have every cell of its table
// between them, so that seconds show what a device makes of each op, type, atomic, ordering,
// collective and kind of buffer.
//   test_conform_cells [DEVICE]   another device than the oracle's own and the cpu
//   test_conform_cells remake     chooses them anew, as has to be when programs became others
#include "support/corpus.h"
#include "support/stage.h"
#include "tools/conform/gen/random.h"
#include "tools/conform/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { CANDIDATES = 100000, MOST_CELLS = 2048, MOST_CHOSEN = 200, MOST_TEXT = 6000 };
#define FOLDER "tests/corpus/cells"

/// The cells that a program has, as bits.
struct cells {
    uint64_t bits[MOST_CELLS / 64];
};

static struct {
    char folder[4096];
    const char *device;
    uint64_t seeds[MOST_CHOSEN];
    uint32_t count;
} set;

static void find_folder(void)
{
    const char *source = getenv("VYRE_SOURCE");
    snprintf(set.folder, sizeof set.folder, "%.4000s/" FOLDER, source ? source : ".");
}

static void path_of(uint64_t seed, char *path, size_t size)
{
    snprintf(path, size, "%.4000s/%llu.vy", set.folder, (unsigned long long)seed);
}

/// What stands before the program in its file.
static void head_of(uint64_t seed, char *to, size_t size)
{
    snprintf(to, size,
             "// Program %llu of vyre conform, one of those that have every cell of its table.\n"
             "// Again: vyre conform --device cpu --count 1 --seed %llu\n",
             (unsigned long long)seed, (unsigned long long)seed);
}

/// The program of a seed and its cells. free() it.
static char *make(uint64_t seed, struct cells *cells)
{
    struct conform_coverage c = {calloc(conform_rows(), sizeof *c.cells)};
    char *text =
        c.cells ? conform_make(&(struct conform_params){.seed = seed, .coverage = &c}) : NULL;
    uint32_t number = 0;
    *cells = (struct cells){{0}};
    for (uint32_t row = 0; c.cells && row < conform_rows(); row++)
        for (uint32_t type = 0; type < CONFORM_TYPES; type++) {
            if (!(conform_row_types(row) >> type & 1))
                continue;
            if (c.cells[row][type] && number < MOST_CELLS)
                cells->bits[number / 64] |= 1ull << number % 64;
            number++;
        }
    free(c.cells);
    return text;
}

static uint32_t new_ones(const struct cells *some, const struct cells *had)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < MOST_CELLS / 64; i++)
        count += (uint32_t)__builtin_popcountll(some->bits[i] & ~had->bits[i]);
    return count;
}

static void add(struct cells *to, const struct cells *some)
{
    for (uint32_t i = 0; i < MOST_CELLS / 64; i++)
        to->bits[i] |= some->bits[i];
}

// ---- remake ----
static void take_away(void *user, const char *path)
{
    (void)user;
    unlink(path);
}

static bool write_program(uint64_t seed)
{
    struct cells cells;
    char path[4200], head[400], *text = make(seed, &cells);
    path_of(seed, path, sizeof path);
    head_of(seed, head, sizeof head);
    FILE *f = text ? fopen(path, "w") : NULL;
    bool good = f && fputs(head, f) >= 0 && fputs(text, f) >= 0;
    good = (!f || !fclose(f)) && good;
    free(text);
    return good;
}

/// Whether it settles soon, so that all of them take seconds.
static bool is_quick(struct bench_of_trials *b, uint64_t seed)
{
    struct cells cells;
    char *text = make(seed, &cells);
    struct trial t = {.text = text, .seed = seed, .routes = 1u << VY_ROUTE_HOST};
    if (text)
        conform_trial_run(b, &t);
    free(text);
    return text && t.end == TRIAL_SAME && !t.asserted;
}

/// Always the one with the most cells that are still open, but not the longest texts.
static int remake(void)
{
    static const char *const devices[] = {"oracle-split"};
    struct bench_of_trials *b = calloc(1, sizeof *b);
    struct cells *of = calloc(CANDIDATES, sizeof *of), had = {{0}};
    bool good = b && of &&
                trials_begin(b, devices, 1, &(vy_device_params){.size = sizeof(vy_device_params)});
    find_folder();
    for (uint64_t seed = 1; good && seed <= CANDIDATES; seed++) {
        char *text = make(seed, &of[seed - 1]);
        good = text;
        if (text && strlen(text) > MOST_TEXT)
            of[seed - 1] = (struct cells){{0}};
        free(text);
    }
    (void)corpus_folder(set.folder, "", ".vy", take_away, NULL);
    for (uint32_t chosen = 0; good && chosen < MOST_CHOSEN;) {
        uint32_t best = 0, most = 0;
        for (uint32_t i = 0; i < CANDIDATES; i++) {
            uint32_t count = new_ones(&of[i], &had);
            if (count > most)
                most = count, best = i;
        }
        if (!most)
            break;
        if (is_quick(b, best + 1)) {
            add(&had, &of[best]);
            good = write_program(best + 1);
            chosen++;
        }
        of[best] = (struct cells){{0}};
    }
    if (good)
        trials_end(b);
    else
        fprintf(stderr, "%s cannot be written\n", set.folder);
    free(of);
    free(b);
    return !good;
}

// ---- tests ----
static void note(void *user, const char *path)
{
    (void)user;
    assert_true(set.count < MOST_CHOSEN);
    set.seeds[set.count++] = strtoull(strrchr(path, '/') + 1, NULL, 10);
}

static void each_is_what_its_seed_makes(void **state)
{
    struct cells cells;
    (void)state;
    for (uint32_t i = 0; i < set.count; i++) {
        char path[4200], head[400], *text = make(set.seeds[i], &cells);
        path_of(set.seeds[i], path, sizeof path);
        head_of(set.seeds[i], head, sizeof head);
        assert_non_null(text);
        size_t before = strlen(head), size = before + strlen(text);
        char *has = calloc(1, size + 2);
        FILE *f = fopen(path, "r");
        assert_non_null(f);
        assert_non_null(has);
        size_t got = fread(has, 1, size + 1, f);
        fclose(f);
        if (got != size || memcmp(has, head, before) || strcmp(has + before, text))
            fail_msg("%s is no longer what its seed makes: 'build/release/tests/test_conform_cells "
                     "remake' chooses them anew",
                     path);
        free(has);
        free(text);
    }
}

static void together_they_have_every_cell(void **state)
{
    struct cells cells, had = {{0}};
    uint32_t number = 0, missing = 0;
    (void)state;
    for (uint32_t i = 0; i < set.count; i++) {
        free(make(set.seeds[i], &cells));
        add(&had, &cells);
    }
    for (uint32_t row = 0; row < conform_rows(); row++)
        for (uint32_t type = 0; type < CONFORM_TYPES; type++) {
            if (!(conform_row_types(row) >> type & 1))
                continue;
            assert_true(number < MOST_CELLS);
            if (!(had.bits[number / 64] >> number % 64 & 1)) {
                print_message("no program has %s, %s\n", conform_row_name(row),
                              vy_type_name((vy_type)type));
                missing++;
            }
            number++;
        }
    print_message("%u programs, %u cells\n", set.count, number);
    if (missing)
        fail_msg("'build/release/tests/test_conform_cells remake' chooses programs for them");
}

static void devices_leave_what_the_oracle_does(void **state)
{
    const char *devices[2] = {set.device ? set.device : "oracle-dirty", "cpu"};
    struct bench_of_trials *b = calloc(1, sizeof *b);
    uint32_t runs = 0;
    (void)state;
    assert_non_null(b);
    assert_true(trials_begin(b, devices, set.device || !stage_has("cpu") ? 1 : 2,
                             &(vy_device_params){.size = sizeof(vy_device_params),
                                                 .level = VY_LEVEL_NONE,
                                                 .cache = ""}));
    for (uint32_t i = 0; i < set.count; i++) {
        struct cells cells;
        char *text = make(set.seeds[i], &cells);
        struct trial t = {.text = text, .seed = set.seeds[i]};
        t.routes = 1u << VY_ROUTE_NATIVE | 1u << VY_ROUTE_RESIDENT | 1u << VY_ROUTE_HOST;
        assert_non_null(text);
        conform_trial_run(b, &t);
        if (t.end != TRIAL_SAME)
            fail_msg("seed %llu: %s", (unsigned long long)set.seeds[i], t.problem);
        runs += t.runs;
        free(text);
    }
    print_message("%u runs\n", runs);
    assert_true(runs >= 3 * set.count);
    trials_end(b);
    free(b);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_what_its_seed_makes),
        cmocka_unit_test(together_they_have_every_cell),
        cmocka_unit_test(devices_leave_what_the_oracle_does),
    };
    if (argc > 1 && !strcmp(argv[1], "remake"))
        return remake();
    set.device = argc > 1 ? argv[1] : NULL;
    find_folder();
    (void)corpus_folder(set.folder, "", ".vy", note, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
