// test: runs the '//!' lines of programs and compares what comes out.
//
// A line holds options, split at blanks: --in --set --cast as for run, then
//   --expect NAME=VALUES          all elements (of a @count output its rows, in any order; outputs
//                                 that share a counter are compared together, as joint rows)
//   --expect NAME[FROM..TO]=VALUES   a range of elements
//   --expect NAME=bits:VALUES     to the bit, where all NaNs are equal otherwise
//   --allow-lost-rows             more rows than a @count output has room for are no error
//   --expect-error CODE           the run must fail, and its first error have this code
#include "cmd.h"
#include "tools/common/bindings.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct test {
    struct session session;
    vy_device_params chosen;
    vy_route route;
    bool json, no_race, deadline_given;
    uint32_t schedules, deadline_ms;
    uint64_t seed;
    unsigned lines, failed;
    bool several;        ///< files
    struct text results; ///< JSON objects
};

/// One line while it runs.
struct line {
    struct test *test;
    const char *path, *text;
    uint32_t number;
    char where[300];
    char *copy; ///< cut into words
    char **words;
    int word_count;
    const char *error; ///< of --expect-error
    struct bindings bindings;
    double start;    ///< milliseconds
    struct text why; ///< what went wrong; empty: it passed
    int code;
};

static void fail(struct line *l, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void fail(struct line *l, int code, const char *format, ...)
{
    va_list args;
    char text[600];
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_printf(&l->why, "%s%s", l->why.count ? "; " : "", text);
    l->code = code > l->code ? code : l->code;
}

// ---- reading a line ----
static void cut_words(struct line *l)
{
    size_t length = strlen(l->text);
    l->copy = must_alloc(length + 1);
    l->words = must_alloc((length / 2 + 3) * sizeof *l->words);
    memcpy(l->copy, l->text, length + 1);
    l->words[l->word_count++] = "test";
    for (char *word = strtok(l->copy, " \t\r"); word; word = strtok(NULL, " \t\r"))
        l->words[l->word_count++] = word;
}

static bool read_line(struct line *l)
{
    static const struct verb shape = {
        .name = "test",
        .options = {OPT_IN, OPT_SET, OPT_CAST, OPT_EXPECT, OPT_LOST_ROWS, OPT_EXPECT_ERROR}};
    struct words w = {
        .verb = &shape, .argc = l->word_count, .argv = l->words, .where = l->where, .at = 1};
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return false;
        if (o == OPT_ARGUMENT) {
            fprintf(stderr,
                    "%s: '%s' is no option; a test line holds --in, --set, --cast, "
                    "--expect, --allow-lost-rows and --expect-error\n",
                    l->where, w.value);
            return false;
        }
        if (o == OPT_CAST)
            l->bindings.cast = true;
        else if (o == OPT_LOST_ROWS)
            l->bindings.lost_rows = true;
        else if (o == OPT_EXPECT_ERROR)
            l->error = w.value;
        else
            bindings_add(&l->bindings, o, w.value);
    }
    return true;
}

// ---- comparing ----
/// What one --expect says.
struct expected {
    struct bound *to; ///< NULL: it cannot be read, or was compared
    uint64_t from, count, want_count;
    void *got, *want; ///< elements, copies
    bool exact;
};

/// One NaN and one true, so that equal values are equal bytes.
static void canonical(vy_type type, void *memory, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = element_get(type, memory, i);
        if (element_number(type, bits) != element_number(type, bits))
            bits = float_bits(type, NAN);
        element_set(type, memory, i, bits);
    }
}

static bool same_count(struct line *l, const struct expected *e)
{
    if (e->count == e->want_count)
        return true;
    fail(l, EXIT_DIFFERS, "%.70s has %llu values, %llu expected", e->to->info.name,
         (unsigned long long)e->count, (unsigned long long)e->want_count);
    return false;
}

static void compare_values(struct line *l, const struct expected *e)
{
    vy_type type = e->to->info.elem;
    char x[VALUE_TEXT], y[VALUE_TEXT];
    uint64_t wrong = 0, first = 0;
    if (!same_count(l, e))
        return;
    for (uint64_t i = 0; i < e->count; i++)
        if (element_bits(type, e->got, i) != element_bits(type, e->want, i) && !wrong++)
            first = i;
    if (!wrong)
        return;
    value_text(type, element_get(type, e->got, first), x);
    value_text(type, element_get(type, e->want, first), y);
    if (e->exact) {
        snprintf(x, sizeof x, "%#llx", (unsigned long long)element_bits(type, e->got, first));
        snprintf(y, sizeof y, "%#llx", (unsigned long long)element_bits(type, e->want, first));
    }
    fail(l, EXIT_DIFFERS, "%.70s[%llu] is %s, %s expected", e->to->info.name,
         (unsigned long long)first, x, y);
    if (wrong > 1)
        text_printf(&l->why, " (%llu of %llu differ)", (unsigned long long)wrong,
                    (unsigned long long)e->count);
}

/// Whether another --expect is of the same bag as the first one, and of a column not among them.
static bool joins(const struct expected *e, const vy_column *columns, size_t count,
                  const struct expected *first)
{
    if (!e->to || e->to->info.count_buffer != first->to->info.count_buffer ||
        e->to->sizes[0] != first->to->sizes[0])
        return false;
    for (size_t i = 0; i < count; i++)
        if (columns[i].name == e->to->info.name)
            return false;
    return true;
}

/// The rows of a @count output, in any order, with all columns of its bag that are expected too.
static void compare_bag(struct line *l, struct expected *all, size_t from, size_t end)
{
    vy_context *context = l->test->session.context;
    struct expected *first = &all[from];
    vy_column *got = must_alloc((end - from) * sizeof *got);
    vy_column *want = must_alloc((end - from) * sizeof *want);
    uint64_t rows = first->to->sizes[0];
    vy_rows_difference d;
    size_t count = 0;
    bool good = true;
    for (struct expected *e = first; e < all + end; e++) {
        if (!joins(e, got, count, first))
            continue;
        uint64_t width = rows ? e->count / rows : 0;
        good = same_count(l, e) && good;
        got[count] = (vy_column){e->to->info.name, e->to->info.elem, width, e->got};
        want[count++] = (vy_column){e->to->info.name, e->to->info.elem, width, e->want};
        if (e != first)
            e->to = NULL;
    }
    if (good &&
        (vy_rows_sort(context, got, count, rows) || vy_rows_sort(context, want, count, rows))) {
        fail(l, EXIT_SYSTEM, "there is no memory to sort %llu rows", (unsigned long long)rows);
    } else if (good && vy_rows_differ(got, rows, want, rows, count, &d)) {
        char row[400] = "";
        (void)vy_rows_text(context, d.in_second ? want : got, count, d.row, row, sizeof row);
        fail(l, EXIT_DIFFERS, "%s%s%s comes %llu time%s, %llu expected",
             count > 1 ? "" : first->to->info.name, count > 1 ? "" : ": ", row,
             (unsigned long long)d.times[0], d.times[0] == 1 ? "" : "s",
             (unsigned long long)d.times[1]);
    }
    free(want);
    free(got);
}

/// "name[2..5]" or "name"; false after saying what is wrong.
static bool read_stretch(struct line *l, const char *text, struct expected *e, const char **values)
{
    size_t length = strcspn(text, "=["), all;
    unsigned long long lower, upper;
    int used = 0;
    struct bound *to = bindings_find(&l->bindings, text, length);
    if (!to || !gives_bytes(to)) {
        fail(l, EXIT_USAGE, "--expect %s: the program has no output of that name", text);
        return false;
    }
    all = to->bytes / vy_type_bytes(to->info.elem);
    e->from = 0, e->count = all;
    if (text[length] == '[' && to->info.count_buffer >= 0) {
        fail(l, EXIT_USAGE, "--expect %s: the rows of '%s' come in any order; write all of them",
             text, to->info.name);
        return false;
    }
    if (text[length] == '[') {
        if (sscanf(text + length, "[%llu..%llu]%n", &lower, &upper, &used) != 2 || !used ||
            lower > upper || upper > all) {
            fail(l, EXIT_USAGE, "--expect %s: '%s' has %zu values; write NAME[FROM..TO]=…", text,
                 to->info.name, all);
            return false;
        }
        e->from = lower, e->count = upper - lower;
    }
    *values = text + length + used;
    if (**values != '=') {
        fail(l, EXIT_USAGE, "--expect %s: is not NAME=VALUES", text);
        return false;
    }
    ++*values;
    e->to = to;
    return true;
}

static void read_expected(struct line *l, const char *text, struct expected *e)
{
    const char *values;
    char why[300];
    if (!read_stretch(l, text, e, &values))
        return;
    vy_type type = e->to->info.elem;
    size_t size = vy_type_bytes(type);
    e->exact = !strncmp(values, "bits:", 5);
    e->want = e->exact ? bits_parse(type, values + 5, &e->want_count, why, sizeof why)
                       : values_parse(type, values, &e->want_count, why, sizeof why);
    if (!e->want) {
        fail(l, EXIT_USAGE, "--expect %s: %s", text, why);
        e->to = NULL;
        return;
    }
    e->got = must_alloc(e->count * size);
    memcpy(e->got, (char *)e->to->memory + e->from * size, e->count * size);
    if (e->exact)
        return;
    canonical(type, e->got, e->count);
    canonical(type, e->want, e->want_count);
}

static void compare_all(struct line *l)
{
    size_t count = 0;
    struct expected *all = must_alloc(l->bindings.given_count * sizeof *all);
    for (size_t i = 0; i < l->bindings.given_count; i++)
        if (l->bindings.given[i].option == OPT_EXPECT)
            read_expected(l, l->bindings.given[i].text, &all[count++]);
    for (size_t i = 0; i < count; i++)
        if (all[i].to && all[i].to->info.count_buffer >= 0)
            compare_bag(l, all, i, count);
        else if (all[i].to)
            compare_values(l, &all[i]);
    for (size_t i = 0; i < count; i++) {
        free(all[i].got);
        free(all[i].want);
    }
    free(all);
}

// ---- running ----
/// What is left of the line's time; 0: no limit.
static uint32_t time_left(const struct line *l)
{
    uint32_t all = l->test->deadline_ms;
    double used = now_ms() - l->start;
    return !all ? 0 : used + 1 < all ? all - (uint32_t)used : 1;
}

static void print_deadline_error(struct line *l)
{
    char limit[48];
    if (!l->test->deadline_ms || now_ms() - l->start < l->test->deadline_ms)
        return; // a loop that was seen to be endless
    deadline_text(l->test->deadline_ms, l->test->deadline_given, limit);
    text_printf(&l->why, "; a line has %s; --deadline-ms N gives it N milliseconds (0: no limit)",
                limit);
}

static void run_race(struct line *l, vy_program *program)
{
    static const char *const words[] = {"settled", "not settled", "racy"};
    struct test *t = l->test;
    vy_race_report report = {0};
    vy_status status = vy_check_race(
        program,
        vy_race_params(.args = l->bindings.args, .schedules = t->schedules, .seed = t->seed,
                       .deadline_ms = time_left(l), .allow_lost_rows = l->bindings.lost_rows),
        &report);
    if (status == VY_ERROR_RACE)
        fail(l, EXIT_WRONG, "the program is %s: %s", words[report.verdict], t->session.first_text);
    else if (status)
        fail(l, exit_code(status), "under the race detector: %s",
             t->session.errors ? t->session.first_text : vy_status_text(status));
    if (status == VY_ERROR_DEADLINE)
        print_deadline_error(l);
}

static void run_line(struct line *l, vy_program *program, vy_device *device, vy_pipeline *pipeline)
{
    struct session *s = &l->test->session;
    vy_stats stats = {0};
    vy_status status = VY_OK;
    int code = bindings_read(&l->bindings, s->context, program);
    if (!code)
        code = bindings_outputs(&l->bindings, device, pipeline, NULL, NULL);
    if (code && !s->errors) {
        fail(l, code, "its data do not fit; see above");
        return;
    }
    // The race check comes first: it sees resident buffers as they were given.
    if (!code && !l->error && !l->test->no_race)
        run_race(l, program);
    if (l->why.count)
        return;
    if (!code) {
        status = vy_dispatch(pipeline,
                             vy_dispatch_params(.args = l->bindings.args, .route = l->test->route,
                                                .deadline_ms = time_left(l),
                                                .allow_lost_rows = l->bindings.lost_rows,
                                                .counts = l->bindings.counts,
                                                .count_capacity = l->bindings.count_capacity),
                             &stats);
        if (!status)
            status = bindings_finish(&l->bindings, &stats);
        code = exit_code(status);
        if (status && !s->errors)
            fail(l, code, "%s", vy_status_text(status));
    }
    if (l->error && !s->errors)
        fail(l, EXIT_DIFFERS, "it ran, error %s expected", l->error);
    else if (l->error && strcmp(l->error, s->first_code))
        fail(l, EXIT_DIFFERS, "error %s, %s expected: %s", s->first_code, l->error, s->first_text);
    else if (!l->error && s->errors)
        fail(l, code, "error %s: %s", s->first_code, s->first_text);
    if (l->why.count && status == VY_ERROR_DEADLINE)
        print_deadline_error(l);
    if (!code && !l->error)
        compare_all(l);
}

/// `why` NULL: it passed.
static void json_result(struct test *t, const char *path, uint32_t line, const char *text,
                        const char *why)
{
    text_printf(&t->results, "%s{\"file\":", t->results.count ? "," : "");
    text_json(&t->results, path);
    text_printf(&t->results, ",\"line\":%u,\"test\":", line);
    text_json(&t->results, text);
    text_printf(&t->results, ",\"pass\":%s,\"why\":", why ? "false" : "true");
    text_json(&t->results, why);
    text_printf(&t->results, ",\"diagnostics\":[%s]}",
                t->session.collected.at ? t->session.collected.at : "");
}

static void report_line(struct line *l)
{
    struct test *t = l->test;
    t->lines++;
    t->failed += l->why.count > 0;
    if (t->json) {
        json_result(t, l->path, l->number, l->text, l->why.count ? l->why.at : NULL);
    } else if (l->why.count) {
        printf("%s: FAIL: %s\n", l->where, l->why.at);
    } else {
        printf("%s: pass\n", l->where);
    }
    fflush(stdout); // the next line may write to stderr
}

static int test_line(struct test *t, const char *path, vy_program *program, size_t index,
                     vy_device *device, vy_pipeline *pipeline)
{
    struct line l = {.test = t, .path = path, .start = now_ms()};
    l.text = vy_program_test(program, index, &l.number);
    snprintf(l.where, sizeof l.where, "%.250s:%u", path, l.number);
    l.bindings.where = l.where;
    session_forget(&t->session);
    cut_words(&l);
    if (read_line(&l))
        run_line(&l, program, device, pipeline);
    else
        fail(&l, EXIT_USAGE, "the line cannot be read");
    report_line(&l);
    bindings_free(&l.bindings);
    text_free(&l.why);
    free(l.words);
    free(l.copy);
    return l.code;
}

static int test_file(struct test *t, const char *path, vy_device *device)
{
    vy_status status;
    vy_pipeline *pipeline = NULL;
    int code;
    session_forget(&t->session);
    t->session.quiet = false;
    vy_program *program = session_load(&t->session, path, &status);
    size_t count = program ? vy_program_test_count(program) : 0;
    if (program)
        status = vy_pipeline_create(device, program, NULL, &pipeline);
    code = exit_code(status);
    if (code) {
        t->failed++;
        if (t->json)
            json_result(t, path, 0, NULL, vy_status_text(status));
    }
    if (!code && !count) { // one file was meant to have some; a list of files may hold others
        print_error("%s: no test lines; write one: //! --in x=values:1,2,3 --expect y=2,4,6", path);
        code = t->several ? EXIT_DONE : EXIT_WRONG;
    }
    t->session.quiet = true; // a failing line says what went wrong in its own words
    for (size_t i = 0; !status && i < count; i++) {
        int one = test_line(t, path, program, i, device, pipeline);
        code = one > code ? one : code;
    }
    vy_pipeline_destroy(&pipeline);
    vy_program_destroy(&program);
    return code;
}

int cmd_test(int argc, char **argv)
{
    struct words w = words_of("test", argc, argv);
    struct test t = {.deadline_ms = DEFAULT_DEADLINE_MS, .chosen = vy_device_defaults()};
    vy_device *device = NULL;
    int files = 0, code = EXIT_DONE;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        uint64_t number = 0;
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if ((o == OPT_SCHEDULES || o == OPT_SEED || o == OPT_DEADLINE) &&
            !number_option(&w, o, &number))
            return EXIT_USAGE;
        switch (o) {
        case OPT_ARGUMENT: argv[++files] = (char *)w.value; break;
        case OPT_JSON: t.json = true; break;
        case OPT_NO_RACE: t.no_race = true; break;
        case OPT_DEVICE:
        case OPT_THREADS:
        case OPT_LEVEL:
        case OPT_NO_PASS:
        case OPT_NO_CACHE:
            if (!device_option(&w, o, &t.chosen))
                return EXIT_USAGE;
            break;
        case OPT_ROUTE:
            if (!route_option(&w, &t.route))
                return EXIT_USAGE;
            break;
        case OPT_SCHEDULES: t.schedules = (uint32_t)number; break;
        case OPT_DEADLINE: t.deadline_ms = (uint32_t)number, t.deadline_given = true; break;
        default: t.seed = number;
        }
    }
    if (!files)
        return usage_error("test", "test wants a file");
    t.session.json = t.json;
    t.several = files > 1;
    if (!session_begin(&t.session))
        return EXIT_SYSTEM;
    vy_status status = vy_device_open(t.session.context, &t.chosen, &device);
    code = device_code(status, &t.chosen);
    for (int i = 1; device && i <= files; i++) {
        int one = test_file(&t, argv[i], device);
        code = one > code ? one : code;
    }
    if (t.json)
        printf("{\"lines\":%u,\"failed\":%u,\"tests\":[%s]}\n", t.lines, t.failed,
               t.results.at ? t.results.at : "");
    else if (device)
        printf("%u line%s, %u failed\n", t.lines, t.lines == 1 ? "" : "s", t.failed);
    vy_device_close(&device);
    text_free(&t.results);
    session_end(&t.session);
    return code;
}
