// run: binds data to a program, runs it on a device, and brings out what was asked for.
#include "cmd.h"
#include "outputs.h"
#include "run_json.h"
#include "run_stream.h"
#include "tools/common/bindings.h"
#include "trace.h"
#include "vyg.h"

#include <stdlib.h>
#include <string.h>

enum { RUN_SEGMENTS = 64 }; // shown by --time

struct run {
    struct session session;
    struct bindings bindings;
    const char *path;
    struct trace trace;
    struct graph_run graph; ///< of a .vyg file
    struct stream_run stream;
    vy_device_params chosen;
    vy_route route;
    uint32_t deadline_ms;
    bool time, converged, help, quiet, sorted;
    bool ran; ///< to its end, if with lost rows
    struct run_json json;
    vy_program *program;
    vy_device *device;
    vy_pipeline *pipeline;
    vy_segment_stats segments[RUN_SEGMENTS];
    vy_stats stats;
    double prepare; ///< milliseconds
    double opened;  ///< when the device was: the deadline counts from there
};

static bool write_trace(struct run *r)
{
    const vy_stats *s = &r->stats;
    char other[200];
    snprintf(other, sizeof other,
             "\"invocations\":%llu,\"statements\":%llu,\"passes\":%u,\"converged\":%s",
             (unsigned long long)s->invocations, (unsigned long long)s->statements, s->passes,
             s->converged ? "true" : "false");
    return trace_write(&r->trace, r->path, vy_device_name(r->device), other);
}

// ---- what comes out ----
static struct bound *output_named(struct run *r, const struct given *g, size_t length)
{
    struct bound *b = bindings_find(&r->bindings, g->text, length);
    if (!b) {
        bindings_unknown(&r->bindings, g->option, g->text, "buffer");
    } else if (!gives_bytes(b)) {
        print_error("%s %s: '%s' is %s; it gives nothing back", option_name(g->option), g->text,
                    b->info.name, vy_role_name(b->info.role));
        b = NULL;
    }
    return b;
}

/// Finds the output of --out or --print and its file or count; false after reporting.
static bool read_output(struct run *r, const struct given *g, struct bound **b, const char **file,
                        uint64_t *most)
{
    size_t length;
    if (!output_option(g, &length, file, most))
        return false;
    *b = output_named(r, g, length);
    return *b != NULL;
}

/// Names in --out and --print, and files, are checked before anything runs.
static int check_outputs(struct run *r)
{
    struct bound *b;
    const char *file;
    uint64_t most;
    int code = EXIT_DONE;
    for (size_t i = 0; i < r->bindings.given_count; i++) {
        const struct given *g = &r->bindings.given[i];
        if ((g->option == OPT_OUT || g->option == OPT_PRINT) &&
            !read_output(r, g, &b, &file, &most))
            code = EXIT_USAGE;
    }
    return code ? code : output_files_check(&r->bindings, r->trace.file, NULL);
}

static int bring_out(struct run *r)
{
    struct bindings *all = &r->bindings;
    struct bound *b;
    const char *file;
    uint64_t most;
    int code = EXIT_DONE, width = 0;
    bool asked = trace_takes_stdout(&r->trace);
    for (size_t i = 0; i < all->given_count; i++) {
        const struct given *g = &all->given[i];
        if (g->option != OPT_OUT && g->option != OPT_PRINT)
            continue;
        asked = true;
        if (!read_output(r, g, &b, &file, &most))
            return EXIT_USAGE;
        if (g->option == OPT_PRINT && r->json.wanted)
            continue;
        if (g->option == OPT_PRINT)
            output_values(b, most);
        else if (!result_write(file, &b->info, b->memory, b->bytes, b->rank, b->sizes))
            code = EXIT_SYSTEM;
    }
    asked = asked || r->quiet;
    for (size_t i = 0; i < all->buffer_count && !asked; i++)
        if (gives_bytes(&all->buffers[i]) && (int)strlen(all->buffers[i].info.name) > width)
            width = (int)strlen(all->buffers[i].info.name);
    for (size_t i = 0; i < all->buffer_count && !asked; i++)
        if (gives_bytes(&all->buffers[i]))
            output_summary(&all->buffers[i], width);
    return code;
}

/// The same as data.
static void describe_run(struct run *r)
{
    const vy_stats *s = &r->stats;
    for (size_t i = 0; i < r->bindings.buffer_count; i++) {
        const struct bound *b = &r->bindings.buffers[i];
        const vy_count_stats *count = NULL;
        for (size_t k = 0; k < r->bindings.count_capacity; k++)
            if (!strcmp(r->bindings.counts[k].buffer, b->info.name))
                count = &r->bindings.counts[k];
        if (gives_bytes(b))
            run_json_output(&r->json, b, &r->bindings, count);
    }
    run_json_params(&r->json, &r->bindings, NULL);
    run_json_stats(&r->json, r->device, s, r->time ? r->segments : NULL, RUN_SEGMENTS, r->prepare,
                   r->time ? r->pipeline : NULL);
}

// ---- what there is to say about the run ----
static int report_fixpoints(struct run *r)
{
    const vy_stats *s = &r->stats;
    const char *harder = r->converged ? "" : ", or use --require-converged to make this an error";
    void (*report)(const char *format, ...) = r->converged ? print_error : warn;
    char passes[32];
    for (uint32_t i = 0; i < s->fixpoint_count && i < VY_STATS_FIXPOINTS; i++) {
        const vy_fixpoint_stats *f = &s->fixpoints[i];
        char some[80] = "";
        if (f->cut)
            report("%s:%u: the fixpoint was cut short after %s pass%s: some invocation still said "
                   "'again'; raise its bound%s",
                   r->path, f->line, grouped(f->passes, passes), f->passes == 1 ? "" : "es",
                   harder);
        if (f->empty < f->entries)
            snprintf(some, sizeof some, " in %llu of %llu entries", (unsigned long long)f->empty,
                     (unsigned long long)f->entries);
        if (f->empty)
            report("%s:%u: the fixpoint ran no pass%s: its range is empty; check its bounds%s",
                   r->path, f->line, some, harder);
    }
    return s->converged || !r->converged ? EXIT_DONE : EXIT_WRONG;
}

/// Rows that were lost and allowed to be; otherwise the library has reported them. "raise --set
/// cap" where the number of rows is a param, else what the size is.
static void report_counts(struct run *r)
{
    char found[32], kept[32], name[80];
    vy_param_info p;
    for (size_t i = 0; r->bindings.lost_rows && i < r->bindings.count_capacity; i++) {
        const vy_count_stats *c = &r->bindings.counts[i];
        struct bound *b = bindings_find(&r->bindings, c->buffer, strlen(c->buffer));
        if (c->found <= c->kept || !b)
            continue;
        bool param = false;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(b->info.sizes + 1, ",]"),
                 b->info.sizes + 1);
        for (size_t k = 0; k < r->bindings.param_count; k++)
            param = param || (!vy_program_param(r->program, k, &p) && !strcmp(p.name, name));
        warn("%s: %s rows found, %s kept in '%s'; raise %s%s", r->path, grouped(c->found, found),
             grouped(c->kept, kept), c->buffer, param ? "--set " : "its size, ", name);
    }
}

/// The route of a program with grid barriers, what travelled, and where the time went.
static void report_route(struct run *r)
{
    const vy_stats *s = &r->stats;
    char a[32], b[32], c[32], d[32];
    fprintf(stderr, "vyre: route %s: %s; %s launch%s, %s bytes up, %s down",
            vy_route_name(s->route), s->route_reason, grouped(s->launches, a),
            s->launches == 1 ? "" : "es", grouped(s->bytes_up, b), grouped(s->bytes_down, c));
    if (s->control_bytes)
        fprintf(stderr, ", %s for control", grouped(s->control_bytes, d));
    if (s->spill_bytes)
        fprintf(stderr, ", %s in hidden buffers", grouped(s->spill_bytes, a));
    if (s->reruns)
        fprintf(stderr, ", run again %s for more room", s->reruns == 1 ? "once" : "several times");
    if (s->uncleared_bytes)
        fprintf(stderr, ", %s overwritten and so not cleared", grouped(s->uncleared_bytes, b));
    fputc('\n', stderr);
    if (s->segments == 1 && r->segments[0].shape)
        fprintf(stderr, "vyre: shape %s\n", r->segments[0].shape);
    for (uint32_t i = 0; s->segments > 1 && i < s->segments && i < RUN_SEGMENTS; i++) {
        const vy_segment_stats *g = &r->segments[i];
        fprintf(stderr, "vyre:   segment %u", i + 1);
        if (g->line)
            fprintf(stderr, " up to line %u", g->line);
        if (g->region)
            fprintf(stderr, ", \"%s\"", g->region);
        if (g->skipped)
            fprintf(stderr, ": has no effect and is not run\n");
        else
            fprintf(stderr, ": %s launch%s, %.2f ms%s%s\n", grouped(g->launches, a),
                    g->launches == 1 ? "" : "es", g->ms, g->shape ? "; shape " : "",
                    g->shape ? g->shape : "");
    }
}

/// Where the code of a device that compiles came from.
static void report_code(struct run *r)
{
    vy_cache_stats s;
    if (vy_device_cache_stats(r->device, &s) || !(s.compiled + s.loaded))
        return;
    fprintf(stderr,
            "vyre: %.1f ms to open the device and prepare; code of %llu launch%s compiled, "
            "of %llu from the cache\n",
            r->prepare, (unsigned long long)s.compiled, s.compiled == 1 ? "" : "es",
            (unsigned long long)s.loaded);
}

/// What the passes did and how long each took; those without a time are done by later stages.
static void report_passes(const struct run *r)
{
    vy_pass_stats passes[32];
    size_t count = vy_pipeline_passes(r->pipeline, passes, 32);
    double all = 0;
    for (size_t i = 0; i < count; i++)
        all += passes[i].ms;
    if (!count)
        return;
    fprintf(stderr, "vyre: passes %.2f ms", all);
    for (size_t i = 0; i < count; i++)
        if (passes[i].left_out)
            fprintf(stderr, ", %s left out", passes[i].name);
        else if (passes[i].changes || passes[i].ms > 0)
            fprintf(stderr, ", %s %.2f ms %u change%s", passes[i].name, passes[i].ms,
                    passes[i].changes, passes[i].changes == 1 ? "" : "s");
        else
            fprintf(stderr, ", %s while code is made", passes[i].name);
    fputc('\n', stderr);
}

static int report_run(struct run *r)
{
    const vy_stats *s = &r->stats;
    char a[32], b[32];
    report_counts(r);
    if (s->out_of_bounds)
        warn("%s: %s access%s out of bounds: loads gave 0, stores were dropped; "
             "'vyre check --race' shows where",
             r->path, grouped(s->out_of_bounds, a), s->out_of_bounds == 1 ? "" : "es");
    if (s->dropped)
        warn("%s: %s print lines were lost, the log was full", r->path, grouped(s->dropped, a));
    if (r->time && !r->json.wanted) {
        fprintf(stderr, "vyre: %.1f ms on %s, %s invocation%s", s->wall_ms,
                vy_device_name(r->device), grouped(s->invocations, a),
                s->invocations == 1 ? "" : "s");
        if (s->fixpoint_count)
            fprintf(stderr, ", %s pass%s", grouped(s->passes, a), s->passes == 1 ? "" : "es");
        if (s->statements)
            fprintf(stderr, ", %s statements", grouped(s->statements, b));
        if (s->statements > 100000 && s->wall_ms > 0)
            fprintf(stderr, " (%.1f million/s)", (double)s->statements / s->wall_ms / 1e3);
        if (s->compile_ms > 0)
            fprintf(stderr, "; %.1f ms of it made code", s->compile_ms);
        fputc('\n', stderr);
        report_code(r);
        report_passes(r);
        report_route(r);
    }
    return report_fixpoints(r);
}

// ---- running ----
static void print_line(void *user, const char *line)
{
    (void)user;
    printf("%s\n", line);
}

/// What is left of the deadline, making code being part of it; false, after saying so: nothing.
static bool time_left(const struct run *r, uint32_t *left)
{
    double taken = now_ms() - r->opened;
    bool made = r->trace.mark - r->opened >= r->deadline_ms;
    *left = r->deadline_ms;
    if (r->deadline_ms && taken >= r->deadline_ms) {
        print_error("%s: the deadline of %u ms passed %s, after %.0f ms; nothing was run. Raise "
                    "--deadline-ms%s",
                    r->path, r->deadline_ms,
                    made ? "while code was made, which cannot be interrupted"
                         : "while memory was made for its outputs",
                    taken,
                    made && !r->chosen.cache ? ", or run it again: the cache keeps the code" : "");
        return false;
    }
    if (r->deadline_ms)
        *left -= (uint32_t)taken;
    return true;
}

static bool late(void *user)
{
    uint32_t left;
    return !time_left(user, &left);
}

static int dispatch(struct run *r)
{
    uint32_t left;
    if (!time_left(r, &left))
        return EXIT_SYSTEM;
    vy_status status = vy_dispatch(
        r->pipeline,
        vy_dispatch_params(.args = r->bindings.args, .route = r->route, .deadline_ms = left,
                           // Asking for them has segments launched one by one.
                           .segments = r->time ? r->segments : NULL, .segment_count = RUN_SEGMENTS,
                           .allow_lost_rows = r->bindings.lost_rows, .sorted = r->sorted,
                           .counts = r->bindings.counts,
                           .count_capacity = r->bindings.count_capacity,
                           .print = r->json.wanted ? run_json_line : print_line,
                           .print_user = &r->json, .progress = r->quiet ? NULL : progress_show,
                           .progress_user = &r->session.progress),
        &r->stats);
    progress_end(&r->session.progress);
    trace_phase(&r->trace, "dispatch");
    if (!status || status == VY_ERROR_ROWS) {
        vy_status finished = bindings_finish(&r->bindings, &r->stats);
        r->ran = !finished;
        status = finished ? finished : status;
    }
    return exit_code(status);
}

static int run_stream(struct run *r)
{
    uint32_t left;
    if (!time_left(r, &left))
        return EXIT_SYSTEM;
    return stream_run(&r->stream, &r->session, &r->bindings, r->pipeline,
                      &(struct stream_params){.path = r->path,
                                              .route = r->route,
                                              .deadline_ms = left,
                                              .time = r->time && !r->json.wanted,
                                              .quiet = r->quiet,
                                              .json = r->json.wanted ? &r->json : NULL,
                                              .device = r->device,
                                              .trace = &r->trace});
}

static int run_file(struct run *r)
{
    vy_status status;
    trace_begin(&r->trace);
    r->program = session_load(&r->session, r->path, &status);
    if (!r->program)
        return exit_code(status);
    trace_phase(&r->trace, "load");
    if (r->help)
        return info_print(r->program, r->path, stdout);
    if ((status = vy_program_verify(r->program)))
        return exit_code(status);
    trace_phase(&r->trace, "verify");
    int code = bindings_read(&r->bindings, r->session.context, r->program);
    if (!code)
        code = check_outputs(r);
    if (code)
        return code;
    trace_phase(&r->trace, "inputs");
    trace_device(&r->trace, &r->chosen);
    if (r->route == VY_ROUTE_AUTO || r->route == VY_ROUTE_NATIVE)
        r->chosen.first = r->program;
    if ((status = device_open(r->session.context, &r->chosen, &r->device)))
        return device_code(status, &r->chosen);
    r->opened = now_ms();
    if ((status = vy_pipeline_create(r->device, r->program, vy_pipeline_params(.route = r->route),
                                     &r->pipeline)))
        return exit_code(status);
    r->prepare = now_ms() - r->trace.mark;
    trace_phase(&r->trace, "prepare");
    if (r->stream.given) {
        code = run_stream(r);
        return write_trace(r) ? code : code ? code : EXIT_SYSTEM;
    }
    if ((code = bindings_outputs(&r->bindings, r->device, r->pipeline, late, r)))
        return code;
    int written = EXIT_DONE;
    code = dispatch(r);
    if (r->ran) { // lost rows are an error, but those that were kept come out
        int reported = report_run(r);
        code = code ? code : reported;
        written = bring_out(r);
        if (r->json.wanted)
            describe_run(r);
        trace_phase(&r->trace, "outputs");
    }
    if (!write_trace(r)) // of what failed, too: there it is wanted most
        written = EXIT_SYSTEM;
    return code ? code : written;
}

static int take_option(struct run *r, struct words *w, enum option o)
{
    uint64_t number = 0;
    switch (o) {
    case OPT_ARGUMENT:
        if (r->path)
            return usage_error("run", "run takes one program, not '%s' too", w->value);
        r->path = w->value;
        r->bindings.stdin_taken = !strcmp(r->path, "-");
        return EXIT_DONE;
    case OPT_HELP: r->help = true; return EXIT_DONE;
    case OPT_DEVICE:
    case OPT_THREADS:
    case OPT_LEVEL:
    case OPT_NO_PASS:
    case OPT_NO_CACHE: return device_option(w, o, &r->chosen) ? EXIT_DONE : EXIT_USAGE;
    case OPT_TRACE: r->trace.file = w->value; return EXIT_DONE;
    case OPT_CAST: r->bindings.cast = true; return EXIT_DONE;
    case OPT_TIME: r->time = true; return EXIT_DONE;
    case OPT_QUIET: r->quiet = true; return EXIT_DONE;
    case OPT_JSON: r->json.wanted = true; return EXIT_DONE;
    case OPT_CONVERGED: r->converged = true; return EXIT_DONE;
    case OPT_SORTED: r->sorted = true; return EXIT_DONE;
    case OPT_LOST_ROWS: r->bindings.lost_rows = true; return EXIT_DONE;
    case OPT_ROUTE: return route_option(w, &r->route) ? EXIT_DONE : EXIT_USAGE;
    case OPT_DEADLINE:
        if (!number_option(w, o, &number))
            return EXIT_USAGE;
        r->deadline_ms = (uint32_t)number;
        return EXIT_DONE;
    case OPT_BUDGET:
    case OPT_NO_FUSE:
    case OPT_PLAN: return graph_option(w, o, &r->graph) ? EXIT_DONE : EXIT_USAGE;
    case OPT_STREAM:
    case OPT_CHUNK:
    case OPT_OVERLAP:
    case OPT_BASE:
    case OPT_SEEN:
    case OPT_RESUME: return stream_option(w, o, &r->stream, &r->bindings) ? EXIT_DONE : EXIT_USAGE;
    default: bindings_add(&r->bindings, o, w->value); return EXIT_DONE;
    }
}

/// A graph file has programs, buffers and waves of its own.
static int run_graph(struct run *r)
{
    r->graph.path = r->path;
    r->graph.bindings = &r->bindings;
    r->graph.chosen = r->chosen;
    r->graph.deadline_ms = r->deadline_ms;
    r->graph.time = r->time;
    r->graph.trace = &r->trace;
    r->graph.quiet = r->quiet;
    r->graph.json = r->json.wanted ? &r->json : NULL;
    if (r->route)
        return usage_error("run", "--route of a graph: each wave takes its own; leave it out");
    if (r->sorted)
        return usage_error("run", "--sorted of a graph: its buffers come back whole, rows that are "
                                  "not in use too; leave it out");
    if (r->converged)
        return usage_error(
            "run", "--require-converged of a graph: a graph does not report the fixpoints of "
                   "its waves; leave it out");
    return graph_run(&r->graph, &r->session, r->help);
}

/// What a stream does not take.
static int check_stream(struct run *r)
{
    const char *other = is_graph_file(r->path)  ? "a graph"
                        : r->converged          ? "--require-converged"
                        : r->bindings.lost_rows ? "--allow-lost-rows"
                                                : NULL;
    if (other)
        return usage_error("run", "%s does not go with %s; leave one of them out",
                           option_name(r->stream.given), other);
    return stream_check(&r->stream, &r->bindings);
}

static int run_any(struct run *r)
{
    session_listen(&r->session);
    int code = is_graph_file(r->path) ? run_graph(r) : run_file(r);
    if (r->json.wanted)
        run_json_print(&r->json, r->path, code, &r->session);
    return code;
}

int cmd_run(int argc, char **argv)
{
    struct words w = words_of("run", argc, argv);
    struct run r = {.bindings = {.where = "vyre"}, .chosen = vy_device_defaults()};
    int code = EXIT_DONE;
    for (enum option o; !code && (o = words_next(&w)) != OPT_END;)
        code = o == OPT_BAD ? EXIT_USAGE : take_option(&r, &w, o);
    if (!code && !r.path && r.help) {
        code = verb_help(w.verb, stdout);
    } else if (!code && !r.path) {
        code = usage_error("run", "run wants a program");
    } else if (!code) {
        r.session.json = r.json.wanted = r.json.wanted && !r.help;
        r.session.errors_only = r.quiet && !r.json.wanted;
        r.quiet = r.quiet || r.json.wanted;
        if (r.json.wanted && !run_json_alone(&r.bindings, &r.trace, r.graph.plan))
            code = EXIT_USAGE;
        else if (r.stream.given && check_stream(&r))
            code = EXIT_USAGE;
        else if (!is_graph_file(r.path) && r.graph.given)
            code = usage_error("run", "%s is for graphs: files that end in .vyg",
                               option_name(r.graph.given));
        else if (!session_begin(&r.session))
            code = EXIT_SYSTEM;
        else
            code = run_any(&r);
        bindings_free(&r.bindings);
        vy_pipeline_destroy(&r.pipeline);
        vy_device_close(&r.device);
        vy_program_destroy(&r.program);
        session_end(&r.session);
    }
    free(r.bindings.given);
    trace_end(&r.trace);
    return code;
}
