#include "replay.h"

#include "crash.h"
#include "tools/common/bindings.h"
#include "tools/common/json.h"

#include <stdlib.h>
#include <string.h>

/// As `vyre check --race`: a file written by a person may contain a mistake.
enum { FILE_SCHEDULES = 8 };

/// Cuts a test line into words; those after the first are options.
static int cut(char *line, char **words)
{
    int count = 0;
    words[count++] = "conform";
    for (char *word = strtok(line, " \t\r"); word; word = strtok(NULL, " \t\r"))
        words[count++] = word;
    return count;
}

/// Remembers what a test line gives; false after reporting.
static bool read_line(struct bindings *b, char **words, int count, const char *path)
{
    static const struct verb shape = {
        .name = "conform",
        .options = {OPT_IN, OPT_SET, OPT_CAST, OPT_LOST_ROWS, OPT_EXPECT, OPT_EXPECT_ERROR}};
    struct words w = {.verb = &shape, .argc = count, .argv = words, .where = path, .at = 1};
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD || o == OPT_ARGUMENT)
            return false;
        if (o == OPT_CAST)
            b->cast = true;
        else if (o == OPT_LOST_ROWS)
            b->lost_rows = true;
        else if (o == OPT_IN || o == OPT_SET)
            bindings_add(b, o, w.value);
    }
    return true;
}

/// What the first test line gives; without one there is nothing.
static bool take_inputs(vy_program *program, const char *path, struct reduce_case *c)
{
    struct bindings b = {.where = path};
    uint32_t number;
    const char *line = vy_program_test_count(program) ? vy_program_test(program, 0, &number) : "";
    size_t length = strlen(line);
    char *copy = must_alloc(length + 1), **words = must_alloc((length / 2 + 3) * sizeof *words);
    memcpy(copy, line, length + 1);
    bool good = read_line(&b, words, cut(copy, words), path) && !bindings_read(&b, NULL, program);
    c->lost_rows = b.lost_rows;
    for (size_t i = 0; good && i < b.buffer_count; i++)
        if (b.buffers[i].source.memory)
            reduce_case_data(c, b.buffers[i].info.name, b.buffers[i].source.memory,
                             b.buffers[i].source.bytes);
    for (size_t i = 0; good && i < b.arg_count; i++)
        if (b.args[i].kind == VY_ARG_VALUE)
            reduce_case_value(c, b.args[i].name, b.args[i].bits);
    bindings_free(&b);
    free(words);
    free(copy);
    return good;
}

static bool is_stdin(const char *path)
{
    return !strcmp(path, "-");
}

bool replay_load(vy_context *context, const char *path, struct reduce_case *c)
{
    char why[200] = "";
    size_t size;
    char *text = file_read(path, input_limit(), &size, why, sizeof why);
    vy_program *program = NULL;
    *c = (struct reduce_case){0};
    if (!text) {
        print_error("%s: %s", path, why);
        return false;
    }
    vy_status status = is_stdin(path)
                           ? vy_program_parse(context, vy_parse_params(.text = text), &program)
                           : vy_program_load(context, path, &program);
    bool good = !status && take_inputs(program, path, c);
    if (good)
        reduce_case_text(c, text);
    vy_program_destroy(&program);
    free(text);
    return good;
}

static const char *verdict(const struct replay *r, const struct trial *t, int signal)
{
    static const char *const ends[] = {"the same", "too long to compare", "not judged",
                                       "differs",  "not settled",         "does not run"};
    return signal                                  ? "ends the process"
           : r->hostile && t->end == TRIAL_DIFFERS ? "does harm"
           : r->hostile && t->end == TRIAL_SAME    ? "no harm"
                                                   : ends[t->end];
}

static void tell(const struct replay *r, const char *path, const struct trial *t, int signal,
                 struct text *json)
{
    const char *how = verdict(r, t, signal);
    bool bad = t->end >= TRIAL_DIFFERS;
    if (r->json) {
        text_printf(json, "%s{\"file\":", json->count ? "," : "");
        text_json(json, path);
        text_printf(json, ",\"end\":\"%s\",\"runs\":%u,\"failed\":%s,\"device\":", how, t->runs,
                    bad ? "true" : "false");
        text_json(json, bad ? r->devices[t->device] : NULL);
        text_printf(json, ",\"route\":");
        text_json(json, bad ? vy_route_name(t->route) : NULL);
        text_printf(json, ",\"problem\":");
        text_json(json, bad ? t->problem : NULL);
        text_printf(json, "}");
    } else if (bad) {
        printf("%s: %s on %s, route %s: %s\n", path, how, r->devices[t->device],
               vy_route_name(t->route), t->problem);
    } else {
        printf("%s: %s, %u runs\n", path, how, t->runs);
    }
}

int replay_files(const struct replay *r, const char *const *paths, uint32_t count)
{
    vy_context *context = NULL;
    uint32_t failed = 0;
    int code = EXIT_DONE;
    struct text json = {0};
    if (vy_context_create(vy_context_params(.diag = vy_diag_stderr), &context))
        return EXIT_SYSTEM;
    for (uint32_t i = 0; i < count && code != EXIT_SYSTEM; i++) {
        struct reduce_case c;
        if (!replay_load(context, paths[i], &c)) {
            code = code > EXIT_WRONG ? code : EXIT_WRONG;
            reduce_case_free(&c);
            continue;
        }
        struct trial t = {.text = c.text,
                          .path = is_stdin(paths[i]) ? NULL : paths[i],
                          .inputs = &c,
                          .hostile = r->hostile,
                          .lost_rows = c.lost_rows,
                          .schedules = FILE_SCHEDULES};
        t.with = r->with, t.without = r->without;
        t.routes = r->routes
                       ? r->routes
                       : 1u << VY_ROUTE_NATIVE | 1u << VY_ROUTE_RESIDENT | 1u << VY_ROUTE_HOST;
        int signal = crash_trial(r->devices, r->device_count, &r->how, &t);
        if (!signal && t.end == TRIAL_SAME && !t.runs) {
            code = EXIT_SYSTEM; // no device, which was told
        } else {
            tell(r, paths[i], &t, signal, &json);
            failed += t.end >= TRIAL_DIFFERS;
        }
        reduce_case_free(&c);
    }
    vy_context_destroy(&context);
    if (r->json)
        printf("{\"failed\":%u,\"files\":[%s]}\n", failed, json.at ? json.at : "");
    text_free(&json);
    return code == EXIT_SYSTEM ? code : failed ? EXIT_DIFFERS : code;
}
