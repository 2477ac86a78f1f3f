// check: verifies programs; with --race also asks the oracle whether they are settled.
#include "cmd.h"
#include "tools/common/bindings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct check {
    struct session session;
    bool race, json, cast, lost_rows;
    uint32_t schedules, deadline_ms;
    bool deadline_given;
    uint64_t seed;
    struct given *given;
    size_t given_count;
    struct text files; ///< JSON objects
};

static const char *const verdicts[] = {"settled", "unsettled", "racy"};

/// "4 workgroups, 1,024 invocations": what a verdict is of.
static void print_grid(const vy_race_report *r)
{
    char count[32];
    printf(" (%u workgroup%s, %s invocation%s)\n", r->workgroups, r->workgroups == 1 ? "" : "s",
           grouped(r->invocations, count), r->invocations == 1 ? "" : "s");
}

static void print_verdict(const char *path, const vy_race_report *r)
{
    if (r->verdict == VY_VERDICT_SETTLED && r->lost)
        printf("%s: settled but for lost rows of '%s', of which the count alone was compared: no "
               "races, the same bytes under %u schedules",
               path, r->lost, r->schedules);
    else if (r->verdict == VY_VERDICT_SETTLED)
        printf("%s: settled: no races, the same bytes under %u schedules", path, r->schedules);
    else if (r->verdict == VY_VERDICT_UNSETTLED && r->lost)
        printf(
            "%s: unsettled: no races, but '%s' loses rows, and which of them are kept depends on "
            "the schedule",
            path, r->lost);
    else if (r->verdict == VY_VERDICT_UNSETTLED && !r->differs)
        printf("%s: unsettled: no races, but whether an assert fails depends on the schedule",
               path);
    else if (r->verdict == VY_VERDICT_UNSETTLED)
        printf("%s: unsettled: no races, but the bytes of '%s' depend on the schedule", path,
               r->differs);
    else
        printf("%s: racy: %u race%s, %u unordered store%s to atomic buffers", path, r->races,
               r->races == 1 ? "" : "s", r->unordered_stores, r->unordered_stores == 1 ? "" : "s");
    print_grid(r);
    if (r->waits)
        printf("%s: %u wait%s that may not end\n", path, r->waits, r->waits == 1 ? "" : "s");
    if (r->out_of_bounds)
        printf("%s: %llu access%s out of bounds: loads gave 0, stores were dropped\n", path,
               (unsigned long long)r->out_of_bounds, r->out_of_bounds == 1 ? "" : "es");
}

static void json_file(struct check *k, const char *path, int code, const vy_race_report *race)
{
    struct text *t = &k->files;
    text_printf(t, "%s{\"file\":", t->count ? "," : "");
    text_json(t, path);
    text_printf(t, ",\"ok\":%s,\"errors\":%u,\"warnings\":%u,\"diagnostics\":[%s]",
                code ? "false" : "true", k->session.errors, k->session.warnings,
                k->session.collected.at ? k->session.collected.at : "");
    if (race) {
        text_printf(t,
                    ",\"race\":{\"verdict\":\"%s\",\"schedules\":%u,\"workgroups\":%u,"
                    "\"invocations\":%llu,\"races\":%u,"
                    "\"unordered_stores\":%u,\"waits\":%u,\"out_of_bounds\":%llu,\"differs\":",
                    verdicts[race->verdict], race->schedules, race->workgroups,
                    (unsigned long long)race->invocations, race->races, race->unordered_stores,
                    race->waits, (unsigned long long)race->out_of_bounds);
        text_json(t, race->differs);
        text_printf(t, ",\"lost\":");
        text_json(t, race->lost);
        text_add(t, "}", 1);
    }
    text_add(t, "}", 1);
}

/// What became of the time: a check that was given up, or one that took long.
static void print_time(const struct check *k, const char *path, vy_status status, double ms,
                       const vy_race_report *r)
{
    enum { LONG_MS = 10000 };
    uint32_t schedules = k->schedules ? k->schedules : 8;
    char limit[48];
    deadline_text(k->deadline_ms, k->deadline_given, limit);
    // a loop that was seen to be endless has this status too
    if (status == VY_ERROR_DEADLINE && k->deadline_ms && ms >= k->deadline_ms)
        print_error("%s: the race check was given up in schedule %u of %u, its time was over (%s); "
                    "--deadline-ms N gives it N milliseconds (0: no limit)%s",
                    path, r->schedules, schedules, limit,
                    schedules > 1 ? ", fewer --schedules take less time" : "");
    else if (ms > LONG_MS && r->schedules > 1)
        print_error(
            "%s: the race check took %.0f s for %u schedules; fewer --schedules take less time",
            path, ms / 1e3, r->schedules);
}

/// The pipeline is only asked for sizes; the race check makes memory of its own.
static int race_file(struct check *k, const char *path, vy_program *program, vy_race_report *report,
                     bool *ran)
{
    struct bindings b = {.where = "vyre", .cast = k->cast, .stdin_taken = !strcmp(path, "-")};
    vy_device *device = NULL;
    vy_pipeline *pipeline = NULL;
    for (size_t i = 0; i < k->given_count; i++)
        bindings_add(&b, k->given[i].option, k->given[i].text);
    int code = bindings_read(&b, k->session.context, program);
    vy_status status = VY_OK;
    if (!code)
        status = vy_device_open(k->session.context, vy_device_params(.name = "oracle"), &device);
    if (!code && !status)
        status = vy_pipeline_create(device, program, NULL, &pipeline);
    if (!code && !status)
        code = bindings_outputs(&b, device, pipeline, NULL, NULL);
    if (!code && !status) {
        double start = now_ms();
        k->session.progress = (struct progress){.hint = "(fewer --schedules take less time)"};
        status = vy_check_race(
            program,
            vy_race_params(.args = b.args, .schedules = k->schedules, .seed = k->seed,
                           .allow_lost_rows = k->lost_rows, .deadline_ms = k->deadline_ms,
                           .progress = progress_show, .progress_user = &k->session.progress),
            report);
        progress_end(&k->session.progress);
        print_time(k, path, status, now_ms() - start, report);
        *ran = !status || status == VY_ERROR_RACE;
    }
    bindings_free(&b);
    vy_pipeline_destroy(&pipeline);
    vy_device_close(&device);
    return code ? code : exit_code(status);
}

/// Whether it holds functions and constants for others to use, and no `program` line.
static bool is_library(vy_program *program)
{
    vy_program_info info;
    return !vy_program_describe(program, &info) && info.library;
}

static int check_file(struct check *k, const char *path)
{
    vy_race_report report = {0};
    bool ran = false;
    vy_status status;
    session_forget(&k->session);
    k->session.library = !k->race;
    vy_program *program = session_load(&k->session, path, &status);
    if (program)
        status = vy_program_verify(program);
    int code = exit_code(status);
    if (program && !code && k->race)
        code = race_file(k, path, program, &report, &ran);
    if (k->json)
        json_file(k, path, code, ran ? &report : NULL);
    else if (ran)
        print_verdict(path, &report);
    else if (!code)
        printf("%s: ok%s\n", path, is_library(program) ? ", for use by programs" : "");
    fflush(stdout); // the next file may write to stderr
    vy_program_destroy(&program);
    return code;
}

int cmd_check(int argc, char **argv)
{
    struct words w = words_of("check", argc, argv);
    struct check k = {.deadline_ms = DEFAULT_DEADLINE_MS};
    struct bindings given = {0};
    int files = 0, code = EXIT_DONE;
    bool detail = false, help = false;
    for (enum option o; !code && (o = words_next(&w)) != OPT_END;) {
        uint64_t number = 0;
        bool counts = o == OPT_SCHEDULES || o == OPT_SEED || o == OPT_DEADLINE;
        detail = detail || o == OPT_IN || o == OPT_SET || counts;
        if (o == OPT_BAD || (counts && !number_option(&w, o, &number)))
            code = EXIT_USAGE;
        switch (o) {
        case OPT_BAD: break;
        case OPT_HELP: help = true; break;
        case OPT_ARGUMENT: argv[++files] = (char *)w.value; break;
        case OPT_RACE: k.race = true; break;
        case OPT_JSON: k.json = true; break;
        case OPT_CAST: k.cast = true; break;
        case OPT_LOST_ROWS: k.lost_rows = true; break;
        case OPT_SCHEDULES: k.schedules = (uint32_t)number; break;
        case OPT_SEED: k.seed = number; break;
        case OPT_DEADLINE: k.deadline_ms = (uint32_t)number, k.deadline_given = true; break;
        default: bindings_add(&given, o, w.value);
        }
    }
    if (help && !code)
        files = 0, verb_help(w.verb, stdout);
    else if (!code && !files)
        code = usage_error("check", "check wants a file");
    else if (!code && detail && !k.race)
        code = usage_error("check",
                           "--in, --set, --schedules, --seed and --deadline-ms belong to --race");
    k.given = given.given;
    k.given_count = given.given_count;
    k.session.json = k.json;
    if (!code && !help && !session_begin(&k.session))
        code = EXIT_SYSTEM;
    for (int i = 1; k.session.context && i <= files; i++) {
        int one = check_file(&k, argv[i]);
        code = one > code ? one : code;
    }
    if (k.json && k.session.context)
        printf("{\"files\":[%s]}\n", k.files.at ? k.files.at : "");
    text_free(&k.files);
    session_end(&k.session);
    free(given.given);
    return code;
}
