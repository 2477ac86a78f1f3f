// test: runs the '//!' lines of programs and compares what comes out.
//
// A line holds options, split at blanks: --in --set --cast as for run, then
//   --expect NAME=VALUES          all elements (of a @count output its rows, in any order)
//   --expect NAME[FROM..TO]=VALUES   a stretch of elements
//   --expect NAME=bits:VALUES     to the bit, where all NaNs are equal otherwise
//   --expect-error CODE           the run must fail, and its first error have this code
#include "bindings.h"

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
        .name = "test", .options = {OPT_IN, OPT_SET, OPT_CAST, OPT_EXPECT, OPT_EXPECT_ERROR}};
    struct words w = {
        .verb = &shape, .argc = l->word_count, .argv = l->words, .where = l->where, .at = 1};
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return false;
        if (o == OPT_ARGUMENT) {
            fprintf(stderr,
                    "%s: '%s' is no option; a test line holds --in, --set, --cast, "
                    "--expect and --expect-error\n",
                    l->where, w.value);
            return false;
        }
        if (o == OPT_CAST)
            l->bindings.cast = true;
        else if (o == OPT_EXPECT_ERROR)
            l->error = w.value;
        else
            bindings_add(&l->bindings, o, w.value);
    }
    return true;
}

// ---- comparing ----
/// Sorts rows by their bytes: equal bags of rows become equal bytes.
static int by_bytes(const void *a, const void *b, void *size)
{
    return memcmp(a, b, *(size_t *)size);
}

/// One NaN and one true, so that equal values are equal bytes.
static void canonical(vy_type type, void *memory, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t bits = element_get(type, memory, i);
        if (element_number(type, bits) != element_number(type, bits))
            bits = type == VY_TYPE_F32 ? 0x7fc00000u : 0x7ff8000000000000u;
        element_set(type, memory, i, bits);
    }
}

static void compare_values(struct line *l, const struct bound *b, const char *name, void *got,
                           uint64_t got_count, void *want, uint64_t want_count, bool exact)
{
    vy_type type = b->info.elem;
    char x[VALUE_TEXT], y[VALUE_TEXT];
    uint64_t row = 1;
    for (uint32_t axis = 1; axis < b->rank; axis++)
        row *= b->sizes[axis];
    if (got_count != want_count) {
        fail(l, EXIT_DIFFERS, "%s has %llu values, %llu expected", name,
             (unsigned long long)got_count, (unsigned long long)want_count);
        return;
    }
    if (!exact) {
        canonical(type, got, got_count);
        canonical(type, want, want_count);
    }
    if (b->info.count_buffer >= 0 && row) {
        size_t bytes = row * vy_type_bytes(type);
        qsort_r(got, got_count / row, bytes, by_bytes, &bytes);
        qsort_r(want, want_count / row, bytes, by_bytes, &bytes);
    }
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = 0; i < got_count; i++)
        if (element_bits(type, got, i) != element_bits(type, want, i) && !wrong++)
            first = i;
    if (!wrong)
        return;
    value_text(type, element_get(type, got, first), x);
    value_text(type, element_get(type, want, first), y);
    if (exact) {
        snprintf(x, sizeof x, "%#llx", (unsigned long long)element_bits(type, got, first));
        snprintf(y, sizeof y, "%#llx", (unsigned long long)element_bits(type, want, first));
    }
    fail(l, EXIT_DIFFERS, "%s[%llu] is %s, %s expected%s", name, (unsigned long long)first, x, y,
         b->info.count_buffer >= 0 ? " (rows sorted)" : "");
    if (wrong > 1)
        text_printf(&l->why, " (%llu of %llu differ)", (unsigned long long)wrong,
                    (unsigned long long)got_count);
}

/// "name[2..5]" or "name"; false after saying what is wrong.
static bool read_stretch(struct line *l, const char *text, struct bound **b, uint64_t *from,
                         uint64_t *to, const char **values)
{
    size_t length = strcspn(text, "=["), all;
    unsigned long long lower, upper;
    int used = 0;
    *b = bindings_find(&l->bindings, text, length);
    if (!*b || !gives_bytes(*b)) {
        fail(l, EXIT_USAGE, "--expect %s: the program has no output of that name", text);
        return false;
    }
    all = (*b)->bytes / vy_type_bytes((*b)->info.elem);
    *from = 0, *to = all;
    if (text[length] == '[') {
        if (sscanf(text + length, "[%llu..%llu]%n", &lower, &upper, &used) != 2 || !used ||
            lower > upper || upper > all) {
            fail(l, EXIT_USAGE, "--expect %s: '%s' has %zu values; write NAME[FROM..TO]=…", text,
                 (*b)->info.name, all);
            return false;
        }
        *from = lower, *to = upper;
    }
    *values = text + length + used;
    if (**values != '=') {
        fail(l, EXIT_USAGE, "--expect %s: is not NAME=VALUES", text);
        return false;
    }
    ++*values;
    return true;
}

static void compare_one(struct line *l, const char *text)
{
    struct bound *b;
    uint64_t from, to, count;
    const char *values;
    char why[300], name[80];
    if (!read_stretch(l, text, &b, &from, &to, &values))
        return;
    size_t size = vy_type_bytes(b->info.elem);
    bool exact = !strncmp(values, "bits:", 5);
    void *want = exact ? bits_parse(b->info.elem, values + 5, &count, why, sizeof why)
                       : values_parse(b->info.elem, values, &count, why, sizeof why);
    if (!want) {
        fail(l, EXIT_USAGE, "--expect %s: %s", text, why);
        return;
    }
    void *got = must_alloc((to - from) * size);
    memcpy(got, (char *)b->memory + from * size, (to - from) * size);
    snprintf(name, sizeof name, "%.70s", b->info.name);
    compare_values(l, b, name, got, to - from, want, count, exact);
    free(got);
    free(want);
}

// ---- running ----
/// What is left of the line's time; 0: no limit.
static uint32_t time_left(const struct line *l)
{
    uint32_t all = l->test->deadline_ms;
    double used = now_ms() - l->start;
    return !all ? 0 : used + 1 < all ? all - (uint32_t)used : 1;
}

static void say_deadline(struct line *l)
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
    vy_status status =
        vy_check_race(program,
                      vy_race_params(.args = l->bindings.args, .schedules = t->schedules,
                                     .seed = t->seed, .deadline_ms = time_left(l)),
                      &report);
    if (status == VY_ERROR_RACE)
        fail(l, EXIT_WRONG, "the program is %s: %s", words[report.verdict], t->session.first_text);
    else if (status)
        fail(l, exit_code(status), "under the race detector: %s",
             t->session.errors ? t->session.first_text : vy_status_text(status));
    if (status == VY_ERROR_DEADLINE)
        say_deadline(l);
}

static void run_line(struct line *l, vy_program *program, vy_device *device, vy_pipeline *pipeline)
{
    struct session *s = &l->test->session;
    vy_stats stats = {0};
    vy_status status = VY_OK;
    int code = bindings_read(&l->bindings, program);
    if (!code)
        code = bindings_outputs(&l->bindings, device, pipeline);
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
                                                .deadline_ms = time_left(l)),
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
        say_deadline(l);
    for (size_t i = 0; !code && !l->error && i < l->bindings.given_count; i++)
        if (l->bindings.given[i].option == OPT_EXPECT)
            compare_one(l, l->bindings.given[i].text);
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
        say("%s: no test lines; write one: //! --in x=values:1,2,3 --expect y=2,4,6", path);
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
    struct test t = {.deadline_ms = DEFAULT_DEADLINE_MS};
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
        return say_usage("test", "test wants a file");
    t.session.json = t.json;
    t.several = files > 1;
    if (!session_begin(&t.session))
        return EXIT_SYSTEM;
    vy_status status = vy_device_open(t.session.context, &t.chosen, &device);
    code = exit_code(status);
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
