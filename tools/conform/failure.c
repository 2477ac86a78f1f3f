#include "failure.h"

#include "crash.h"
#include "reduce.h"
#include "tools/conform/gen/random.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/// A run that does not end takes all of its time at each try, so it has little; making code of
/// segments counts too.
enum { MOST_MS = 120000, RUN_MS = 500, OPTIMISED_RUN_MS = 2000 };

/// A failure that comes and goes may need several tries to be seen again.
enum { TRIES = 12, TRIES_MS = 30000 };

struct again {
    struct bench_of_trials bench; ///< with the device that differs alone
    const char *device;
    const vy_device_params *how;
    vy_route route;
    bool late, tells, hostile;
    const atomic_int *stop; ///< NULL: never
};

static bool is_stopped(const struct again *a)
{
    return a->stop && *a->stop;
}

static struct trial smaller(const struct again *a, const struct reduce_case *c)
{
    return (struct trial){
        .text = c->text,
        .inputs = c,
        .routes = 1u << (unsigned)a->route,
        .with = true,
        .without = true,
        .hostile = a->hostile,
        .deadline_ms = a->how->level == VY_LEVEL_NONE ? RUN_MS : OPTIMISED_RUN_MS,
        .unchecked = true,
    };
}

static bool differs(void *user, vy_program *program, const struct reduce_case *c)
{
    struct again *a = user;
    (void)program; // the trial parses it on its own, as a later one will
    if (is_stopped(a))
        return false;
    // Or all would fail after the first that the device was lost with.
    (void)vy_device_recover(a->bench.devices[0]);
    struct trial t = smaller(a, c);
    conform_trial_run(&a->bench, &t);
    return t.end == TRIAL_DIFFERS && t.late == a->late;
}

/// In a process of its own, since that is what it ends.
static bool crashes(void *user, vy_program *program, const struct reduce_case *c)
{
    struct again *a = user;
    (void)program;
    struct trial t = smaller(a, c);
    int signal = crash_trial(&a->device, 1, a->how, &t);
    return signal && signal != SIGALRM;
}

static void show(void *user, size_t lines, uint64_t tries)
{
    const struct again *a = user;
    if (a->tells)
        fprintf(stderr, "\r\33[Kreducing: %zu lines after %llu tries ", lines,
                (unsigned long long)tries);
}

/// The case of a seed: its program, and what conform_fill() gives each buffer.
static bool case_of(vy_context *context, const struct conform_failure *f, struct reduce_case *c)
{
    vy_program *program = NULL;
    vy_buffer_info info;
    reduce_case_text(c, f->text);
    if (vy_program_parse(context, vy_parse_params(.text = f->text, .name = CONFORM_NAME), &program))
        return false;
    for (uint32_t i = 0; !vy_program_buffer(program, i, &info); i++)
        if (info.open && info.role != VY_ROLE_OUT)
            reduce_case_data(c, info.name, NULL, conform_open_bytes(info.name, info.elem));
    bool good = reduce_case_fit(c, program);
    for (uint32_t i = 0; good && !vy_program_buffer(program, i, &info); i++)
        for (size_t k = 0; k < c->input_count; k++)
            if (!c->inputs[k].param && !strcmp(c->inputs[k].name, info.name))
                conform_fill(f->seed, i, info.elem, c->inputs[k].data, c->inputs[k].bytes);
    vy_program_destroy(&program);
    return good;
}

static void write_case(const struct conform_result *r, struct conform_failure *f,
                       const struct reduce_case *c, const vy_device_params *how)
{
    char name[64], found[900], command[200], again[200], tried[80] = "";
    struct text file = {0};
    if (f->file)
        snprintf(name, sizeof name, "%s", f->file);
    else
        conform_file(f->seed, name, sizeof name);
    if (f->tries)
        snprintf(tried, sizeof tried, "\nIt did not happen again in %d tries.", f->tries);
    snprintf(found, sizeof found, "Seed %llu%s: %.700s%s", (unsigned long long)f->seed,
             f->reduced ? ", reduced" : "", f->smaller[0] ? f->smaller : f->problem, tried);
    snprintf(command, sizeof command, "--device %s --route %s --level %s%s", r->devices[f->device],
             vy_route_name(f->route), how->level == VY_LEVEL_NONE ? "0" : "3",
             f->late ? " --deadline-ms 2000" : "");
    snprintf(again, sizeof again, "vyre conform --device %s --route %s%s%s %s",
             r->devices[f->device], vy_route_name(f->route), r->optimised ? " --level 3" : "",
             r->hostile ? " --hostile" : "", name);
    (void)reduce_write(c,
                       &(struct reduce_file){.found = found,
                                             .command = command,
                                             .path = name,
                                             .again = f->unseen || r->hostile ? again : NULL,
                                             .hostile = r->hostile},
                       &file);
    if (file_write(name, "", 0, file.at, file.count)) {
        free(f->file);
        f->file = strdup(name);
    }
    free(f->text);
    f->text = file.at;
}

/// Made small where it fails once more; otherwise f->tries says how often it did not.
static void again_and_smaller(struct again *a, struct conform_failure *f, struct reduce_case *c)
{
    const struct reduce_params params = {.context = a->bench.context,
                                         .fails = f->signal ? crashes : differs,
                                         .user = a,
                                         .settled = !a->hostile,
                                         .most_ms = MOST_MS,
                                         .progress = show};
    double start = now_ms();
    int tries = 0;
    while (!f->reduced && tries < TRIES && !is_stopped(a) && now_ms() - start < TRIES_MS) {
        f->reduced = reduce_run(&params, c, NULL);
        tries++;
    }
    if (!f->reduced) {
        f->tries = is_stopped(a) ? 0 : tries;
    } else if (!f->signal) { // what differs may be something else by now
        struct trial t = smaller(a, c);
        (void)vy_device_recover(a->bench.devices[0]);
        conform_trial_run(&a->bench, &t);
        if (t.end == TRIAL_DIFFERS) {
            f->unseen = t.unseen;
            memcpy(f->smaller, t.problem, sizeof f->smaller);
        }
    }
}

void conform_reduce(const struct conform_result *r, struct conform_failure *f,
                    const vy_device_params *how, const atomic_int *stop)
{
    struct again *a = must_alloc(sizeof *a);
    struct reduce_case c = {0};
    a->route = f->route ? f->route : VY_ROUTE_NATIVE;
    a->tells = colours(stderr);
    a->device = r->devices[f->device];
    a->how = how;
    a->late = f->late;
    a->hostile = r->hostile;
    a->stop = stop;
    if (f->end == TRIAL_DIFFERS && f->text &&
        trials_begin(&a->bench, &a->device, !f->signal, how) && case_of(a->bench.context, f, &c)) {
        if (!f->prints) // of which a smaller program may promise less
            again_and_smaller(a, f, &c);
        write_case(r, f, &c, how);
    }
    if (a->tells)
        fprintf(stderr, "\r\33[K");
    reduce_case_free(&c);
    trials_end(&a->bench);
    free(a);
}
