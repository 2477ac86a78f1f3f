#include "support/tally.h"

#include "support/corpus.h"

#include <stdio.h>
#include <stdlib.h>

bool tally_open(struct tally *t)
{
    const char *source = getenv("VYRE_SOURCE");
    *t = (struct tally){.source = source ? source : "."};
    return versus_open(&t->versus);
}

void tally_close(struct tally *t)
{
    versus_close(&t->versus);
}

static bool has_atomics(const vy_program *p)
{
    bool found = false;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        found |= p->buffers.at[i].atomic;
    return found;
}

static const char *try_ways(struct tally *t, struct routes *r)
{
    vy_status status = routes_run_one(r, VY_ROUTE_NATIVE);
    if (status && status != VY_ERROR_ASSERT && status != VY_ERROR_ROWS) {
        t->refused++; // as its line says, or for want of arguments
        return NULL;
    }
    if (routes_check_race(r, 4)) {
        t->unsettled++;
        return NULL;
    }
    t->compared++;
    return versus_run(&t->versus, r, t->ways, t->way_count);
}

static void one_line(void *user, const char *path, const char *line)
{
    struct tally *t = user;
    struct corpus_data data = {.count = 0};
    char program[4096];
    if ((t->shares && t->seen++ % t->shares != t->share) || t->problem[0])
        return;
    snprintf(program, sizeof program, "%.*s.vy", (int)(strrchr(path, '.') - path), path);
    struct routes r = {.path = program, .seed = 1, .max_steps = 3000000};
    const char *problem = routes_open(&r) ? r.problem : NULL;
    r.free_passes |= !problem && t->free_passes && has_atomics(r.program);
    if (!problem && !r.program->service) { // that needs a host that answers
        if (corpus_bind(&r, line, &data))
            problem = try_ways(t, &r);
        else
            t->refused++;
    }
    if (problem)
        snprintf(t->problem, sizeof t->problem, "%.300s:%.200s: %.450s", path, line, problem);
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

static void fail(struct tally *t, const char *what)
{
    if (!t->problem[0])
        snprintf(t->problem, sizeof t->problem, "%s", what);
}

void tally_examples(struct tally *t)
{
    char path[4096], line[4096], name[64];
    snprintf(path, sizeof path, "%.3000s/tests/races/inputs.txt", t->source);
    FILE *f = fopen(path, "r");
    if (!f)
        fail(t, "tests/races/inputs.txt is not there");
    while (f && fgets(line, sizeof line, f)) {
        int used = 0;
        if (line[0] == '#' || sscanf(line, "%63s%n", name, &used) != 1)
            continue;
        snprintf(path, sizeof path, "%.3000s/examples/%s.vy", t->source, name);
        one_line(t, path, line + used);
        each_line(t, path);
        snprintf(path, sizeof path, "%.3000s/examples/%s.test", t->source, name);
        each_line(t, path); // of those that are kept as they were given
    }
    if (f)
        fclose(f);
}

void tally_pages(struct tally *t)
{
    static const char *const names[] = {"language", "tutorial"};
    char page[4096], folder[64];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(folder, sizeof folder, "%.50s/page", t->versus.cache);
        snprintf(page, sizeof page, "mkdir -p '%s' && rm -f '%s'/*", folder, folder);
        if (system(page))
            fail(t, "no folder for the programs of a page");
        snprintf(page, sizeof page, "%.3000s/docs/%s.md", t->source, names[i]);
        if (corpus_page(page, folder) <= 3)
            fail(t, "a page has no programs");
        (void)corpus_folder(folder, "", ".vy", each_line, t);
    }
}

void tally_uniform(struct tally *t)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%.3000s/tests/uniform", t->source);
    if (corpus_folder(folder, "ok-", ".vy", without_line, t) < 40)
        fail(t, "tests/uniform has fewer programs than it should");
}

void tally_corpus(struct tally *t)
{
    char folder[4096];
    uint32_t left_out = t->refused + t->unsettled, before = t->compared;
    snprintf(folder, sizeof folder, "%.3000s/tests/corpus", t->source);
    uint32_t files = corpus_folder(folder, t->names ? t->names : "", ".vy", each_line, t);
    if (!files)
        fail(t, "no program of tests/corpus has this name");
    if (t->shares <= 1 && t->compared - before < files)
        fail(t, "a program of tests/corpus has no line of its own");
    if (t->refused + t->unsettled > left_out)
        fail(t, "a program of tests/corpus cannot be run, or is not settled");
}
