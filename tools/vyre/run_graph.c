// run FILE.vyg: a graph of dispatches from its file to what comes out.
#include "run_graph.h"
#include "outputs.h"

#include <stdlib.h>
#include <string.h>

bool graph_option(const struct words *w, enum option option, struct graph_run *r)
{
    r->given = r->given ? r->given : option;
    switch (option) {
    case OPT_BUDGET: r->budget_given = true; return number_option(w, option, &r->budget);
    case OPT_PLAN: r->plan = w->value; return true;
    default: r->no_fuse = true; return true;
    }
}

// ---- programs ----
/// A path in the file is beside the file.
static char *beside(const char *path, const char *file)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash && *file != '/' ? (size_t)(slash - path) + 1 : 0;
    char *to = must_alloc(folder + strlen(file) + 1);
    memcpy(to, path, folder);
    strcpy(to + folder, file);
    return to;
}

static int load_programs(struct run *r)
{
    for (size_t i = 0; i < r->file.program_count; i++) {
        struct vyg_program *p = &r->file.programs[i];
        vy_status status = VY_OK;
        char *path = beside(r->r->path, p->file);
        p->program = session_load(r->session, path, &status);
        free(path);
        if (p->program && !status)
            status = vy_program_verify(p->program);
        if (status) {
            json_note(&r->file.json, p->at, 0, "program '%s' is named here", p->name);
            return exit_code(status);
        }
    }
    return EXIT_DONE;
}

/// What a buffer holds, as the first wave that uses it says; others may say otherwise.
static void type_buffer(const struct run *r, const struct vyg_wave *w, const struct vyg_arg *a)
{
    struct vyg_buffer *b = &r->file.buffers[a->buffer];
    vy_buffer_info info;
    if (!graph_buffer_of(graph_program_of(r, w), a->name, &info))
        return; // a name that the program does not have is reported when the wave is added
    if (b->typed && b->bound.info.elem != info.elem && !b->mixed) {
        json_warn(&r->file.json, a->at, 0,
                  "'%s' holds %s for the waves before; '%s' of wave '%s' takes its bytes as %s",
                  b->name, vy_type_name(b->bound.info.elem), a->name, w->name,
                  vy_type_name(info.elem));
        b->mixed = true;
    }
    if (b->typed)
        return;
    b->typed = true;
    b->bound.info = info;
    b->bound.info.name = b->name;
}

static int type_buffers(struct run *r)
{
    int code = EXIT_DONE;
    for (size_t i = 0; i < r->file.wave_count; i++)
        for (size_t k = 0; k < r->file.waves[i].arg_count; k++)
            if (!r->file.waves[i].args[k].number)
                type_buffer(r, &r->file.waves[i], &r->file.waves[i].args[k]);
    for (size_t i = 0; i < r->file.buffer_count; i++) {
        struct vyg_buffer *b = &r->file.buffers[i];
        if (b->typed || !(b->in || b->out))
            continue;
        json_complain(
            &r->file.json, b->at, 0,
            "buffer '%s' is used by no wave; name it in the 'args' of one, or leave it out",
            b->name);
        code = EXIT_WRONG;
    }
    return code;
}

// ---- what the command line gives ----
static struct vyg_buffer *buffer_named(struct run *r, const struct given *g, size_t length)
{
    const char **names = must_alloc((r->file.buffer_count + 1) * sizeof *names), *near;
    char name[80];
    for (size_t i = 0; i < r->file.buffer_count; i++) {
        names[i] = r->file.buffers[i].name;
        if (strlen(names[i]) == length && !memcmp(names[i], g->text, length)) {
            free(names);
            return &r->file.buffers[i];
        }
    }
    snprintf(name, sizeof name, "%.*s", (int)(length < 64 ? length : 64), g->text);
    near = closest(name, names, r->file.buffer_count);
    print_error("%s %s: the graph has no buffer '%s'%s%s%s", option_name(g->option), g->text, name,
                near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    free(names);
    return NULL;
}

static int read_in(struct run *r, const struct given *g)
{
    size_t length = strcspn(g->text, "=");
    if (!g->text[length] || !length) {
        print_error("--in %s: is not NAME=SOURCE", g->text);
        return EXIT_USAGE;
    }
    struct vyg_buffer *b = buffer_named(r, g, length);
    if (!b)
        return EXIT_USAGE;
    if (!b->in || b->bound.text) {
        print_error("--in %s: '%s' %s", g->text, b->name,
                    b->in ? "is bound twice" : "takes no data: say \"in\": true in the file");
        return EXIT_USAGE;
    }
    bool usage = false;
    size_t size = strlen(g->text) + 8;
    char *what = must_alloc(size);
    snprintf(what, size, "--in %s", g->text);
    bool good = source_load(g->text + length + 1, &b->bound.info, r->r->bindings->cast, "vyre",
                            what, &b->bound.source, &usage);
    free(what);
    if (!good)
        return usage ? EXIT_USAGE : EXIT_WRONG;
    b->bound.text = g->text;
    if (b->bytes != UINT64_MAX && b->bytes != b->bound.source.bytes) {
        json_complain(
            &r->file.json, b->at, 0,
            "buffer '%s' has %llu bytes here, --in %s has %llu: give it as many, or leave "
            "\"bytes\" out",
            b->name, (unsigned long long)b->bytes, g->text,
            (unsigned long long)b->bound.source.bytes);
        return EXIT_WRONG;
    }
    b->bytes = b->bound.bytes = b->bound.source.bytes;
    return EXIT_DONE;
}

static int read_options(struct run *r)
{
    const struct bindings *all = r->r->bindings;
    int code = EXIT_DONE;
    for (size_t i = 0; i < all->given_count; i++) {
        const struct given *g = &all->given[i];
        const char *file;
        uint64_t most;
        size_t length = 0;
        int one = EXIT_DONE;
        if (g->option == OPT_IN) {
            one = read_in(r, g);
        } else if (g->option == OPT_OUT || g->option == OPT_PRINT) {
            struct vyg_buffer *b =
                output_option(g, &length, &file, &most) ? buffer_named(r, g, length) : NULL;
            one = b ? EXIT_DONE : EXIT_USAGE;
            if (b)
                b->out = true; // asked for is as good as listed
        }
        code = one > code ? one : code;
    }
    for (size_t i = 0; i < r->file.buffer_count && !code; i++) {
        const struct vyg_buffer *b = &r->file.buffers[i];
        if (!b->in || b->bound.text)
            continue;
        print_error("%s: '%s' has no data: %s; add --in %s=SOURCE", r->r->path, b->name,
                    vy_type_name(b->bound.info.elem), b->name);
        code = EXIT_WRONG;
    }
    return code ? code : output_files_check(all, r->r->trace->file, r->r->plan);
}

static int check_sets(struct run *r)
{
    const struct bindings *all = r->r->bindings;
    int code = EXIT_DONE;
    for (size_t i = 0; i < all->given_count; i++) {
        char name[80];
        vy_param_info info;
        bool found = false;
        if (all->given[i].option != OPT_SET)
            continue;
        if (!strchr(all->given[i].text, '=')) {
            print_error("--set %s: is not NAME=VALUE", all->given[i].text);
            code = EXIT_USAGE;
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)strcspn(all->given[i].text, "="),
                 all->given[i].text);
        for (size_t k = 0; k < r->file.program_count; k++)
            found = found || graph_param_of(r->file.programs[k].program, name, &info);
        if (found)
            continue;
        print_error("--set %s: no program of the graph has a param '%s'", all->given[i].text, name);
        code = EXIT_USAGE;
    }
    return code;
}

// ---- the graph ----
/// What is left of the deadline, making code being part of it; false, after saying so: nothing.
static bool time_left(const struct run *r, uint32_t *left)
{
    double taken = now_ms() - r->opened;
    *left = r->r->deadline_ms;
    if (*left && taken >= *left) {
        print_error(
            "%s: the deadline of %u ms passed while code and the graph were made, after %.0f ms; "
            "nothing was run. Raise --deadline-ms%s",
            r->r->path, *left, taken,
            r->r->chosen.cache ? "" : ", or run it again: the cache keeps the code");
        return false;
    }
    if (*left)
        *left -= (uint32_t)taken;
    return true;
}

static vy_status build(struct run *r)
{
    uint32_t left;
    struct vyg *f = &r->file;
    vy_graph_params params = {.size = sizeof(vy_graph_params),
                              .budget = r->r->budget_given ? r->r->budget : f->budget,
                              .explicit_only = f->explicit_only,
                              .no_fuse = r->r->no_fuse};
    vy_status status = vy_graph_create(r->device, &params, &r->graph);
    for (size_t i = 0; i < f->program_count && !status; i++)
        status = time_left(r, &left) ? vy_pipeline_create(r->device, f->programs[i].program, NULL,
                                                          &f->programs[i].pipeline)
                                     : VY_ERROR_DEADLINE;
    for (size_t i = 0; i < f->buffer_count; i++)
        f->buffers[i].slot = UINT32_MAX;
    for (size_t i = 0; i < f->wave_count && !status; i++)
        if (!time_left(r, &left))
            status = VY_ERROR_DEADLINE;
        else if ((status = graph_add_wave(r, &f->waves[i])) && !f->json.failed)
            json_note(&f->json, f->waves[i].at, 1, "wave %zu ('%s') cannot be added", i,
                      f->waves[i].name);
    for (size_t i = 0; i < f->edge_count && !status; i++)
        status = vy_graph_depend(r->graph, f->edges[i].before, f->edges[i].after);
    return status;
}

// ---- reports ----
/// Params that the file leaves to --set.
static void show_params(const struct run *r, const struct vyg_wave *w)
{
    vy_program *program = graph_program_of(r, w);
    vy_program_info all = {0};
    vy_param_info info;
    vy_program_describe(program, &all);
    for (size_t i = 0; i < all.param_count; i++) {
        bool open = !vy_program_param(program, i, &info);
        for (size_t k = 0; k < w->arg_count && open; k++)
            open = strcmp(w->args[k].name, info.name) != 0;
        if (open)
            printf("    param %s : %s%s\n", info.name, vy_type_name(info.type),
                   info.has_default ? "" : ", to be given by --set");
    }
}

static void show_help(const struct run *r)
{
    printf("%s: a graph of %zu wave%s\n", r->r->path, r->file.wave_count,
           r->file.wave_count == 1 ? "" : "s");
    for (size_t i = 0; i < r->file.buffer_count; i++) {
        const struct vyg_buffer *b = &r->file.buffers[i];
        if (b->in || b->out)
            printf("  %-5s %s : %s\n",
                   b->in && b->out ? "inout"
                   : b->in         ? "in"
                                   : "out",
                   b->name, vy_type_name(b->bound.info.elem));
    }
    for (size_t i = 0; i < r->file.wave_count; i++) {
        const struct vyg_wave *w = &r->file.waves[i];
        printf("  wave %zu  %s  (%s)\n", i, w->name, r->file.programs[w->program].name);
        show_params(r, w);
    }
}

static void report_time(const struct run *r, const vy_graph_plan_info *info)
{
    const vy_graph_stats *s = &r->stats;
    char a[32], b[32], c[32];
    fprintf(stderr, "vyre: %.2f ms on %s%s: %u wave%s in %u kernel%s and %u group%s\n", s->wall_ms,
            vy_device_name(r->device), s->one_submission ? ", in one submission" : "", s->waves,
            s->waves == 1 ? "" : "s", s->kernels, s->kernels == 1 ? "" : "s", s->groups,
            s->groups == 1 ? "" : "s");
    fprintf(stderr,
            "vyre: barriers: %u planned, %u real; peak: %s bytes planned, %s real, %s if "
            "nothing were used twice\n",
            s->planned_barriers, s->barriers, grouped(s->planned_peak, a), grouped(s->peak, b),
            grouped(info->unshared_bytes, c));
    fprintf(stderr, "vyre: %s bytes up, %s down; %s cleared, %s overwritten and so not cleared\n",
            grouped(s->bytes_up, a), grouped(s->bytes_down, b), grouped(s->cleared_bytes, c),
            grouped(s->uncleared_bytes, (char[32]){0}));
    for (uint32_t i = 0; i < info->groups; i++) {
        fprintf(stderr, "vyre:   group %u, %s bytes", i + 1, grouped(info->group_bytes[i], a));
        if (!s->one_submission)
            fprintf(stderr, ", %.3f ms", r->groups[i].ms);
        for (uint32_t k = info->offsets[i]; k < info->offsets[i + 1]; k++) {
            bool joined = k > info->offsets[i] &&
                          info->kernel_of[info->order[k]] == info->kernel_of[info->order[k - 1]];
            fprintf(stderr, "%s%s",
                    k == info->offsets[i] ? ": "
                    : joined              ? " + "
                                          : ", ",
                    r->waves[info->order[k]].name);
        }
        fputc('\n', stderr);
    }
}

/// The waves with their bytes and edges, for `vyre plan`.
static bool write_plan(const struct run *r)
{
    struct text t = {0};
    size_t count;
    const vy_graph_edge *edges = vy_graph_edges(r->graph, &count);
    text_printf(&t, "{\"waves\": [\n");
    for (size_t i = 0; i < r->file.wave_count; i++) {
        const struct vyg_wave *w = &r->file.waves[i];
        uint64_t read = 0, written = 0;
        for (size_t k = 0; k < w->arg_count; k++) {
            vy_buffer_info info;
            if (w->args[k].number ||
                !graph_buffer_of(graph_program_of(r, w), w->args[k].name, &info))
                continue;
            uint64_t bytes = r->file.buffers[w->args[k].buffer].bytes;
            bool out = info.role == VY_ROLE_OUT;
            read += out ? 0 : bytes;
            written += out ? bytes : 0;
        }
        text_printf(&t, "  {\"name\": ");
        text_json(&t, w->name);
        text_printf(&t, ", \"frontier\": %llu, \"scratch\": %llu, \"output\": %llu}%s\n",
                    (unsigned long long)read, (unsigned long long)w->scratch,
                    (unsigned long long)written, i + 1 < r->file.wave_count ? "," : "");
    }
    text_printf(&t, "],\n\"edges\": [");
    for (size_t i = 0; i < count; i++)
        text_printf(&t, "%s[%u, %u]", i ? ", " : "", edges[i].before, edges[i].after);
    text_printf(&t, "]}\n");
    bool good = file_write(r->r->plan, t.at, t.count, NULL, 0);
    text_free(&t);
    return good;
}

static int bring_out(struct run *r)
{
    const struct bindings *all = r->r->bindings;
    int code = EXIT_DONE, width = 0;
    bool asked = trace_takes_stdout(r->r->trace);
    for (size_t i = 0; i < all->given_count; i++) {
        const struct given *g = &all->given[i];
        const char *file;
        uint64_t most;
        size_t length;
        if ((g->option != OPT_OUT && g->option != OPT_PRINT) ||
            !output_option(g, &length, &file, &most))
            continue;
        const struct bound *b = &buffer_named(r, g, length)->bound;
        asked = true;
        if (g->option == OPT_PRINT && r->r->json)
            continue;
        if (g->option == OPT_PRINT)
            output_values(b, most);
        else if (!result_write(file, &b->info, b->memory, b->bytes, b->rank, b->sizes))
            code = EXIT_SYSTEM;
    }
    asked = asked || r->r->quiet;
    for (size_t i = 0; i < r->file.buffer_count && !asked; i++)
        if (r->file.buffers[i].out && (int)strlen(r->file.buffers[i].name) > width)
            width = (int)strlen(r->file.buffers[i].name);
    for (size_t i = 0; i < r->file.buffer_count && !asked; i++)
        if (r->file.buffers[i].out)
            output_summary(&r->file.buffers[i].bound, width);
    return code;
}

// ---- all of it ----
static void print_line(void *user, const char *line)
{
    (void)user;
    printf("%s\n", line);
}

/// Where the waves of an error stand, and what was asked for between them.
static void point_out(const struct run *r)
{
    enum { SHOWN = 6 };
    size_t count;
    const uint32_t *waves = vy_graph_fault(r->graph, &count);
    for (size_t i = 0; i < count && i < SHOWN; i++)
        json_note(&r->file.json, r->file.waves[waves[i]].at, 1, "wave %u ('%s') is here", waves[i],
                  r->file.waves[waves[i]].name);
    for (size_t i = 0; i < count && count > 1; i++)
        for (size_t k = 0; k < r->file.edge_count; k++) {
            const struct vyg_edge *e = &r->file.edges[k];
            if (e->before == waves[i] && e->after == waves[(i + 1) % count])
                json_note(&r->file.json, e->at, 1, "wave %u before wave %u is asked for here",
                          e->before, e->after);
        }
}

static vy_status run_graph(struct run *r)
{
    uint32_t left, waves = (uint32_t)r->file.wave_count;
    if (!time_left(r, &left))
        return VY_ERROR_DEADLINE;
    // There are no more groups than waves.
    r->waves = must_alloc((waves + 1) * sizeof *r->waves);
    r->groups = must_alloc((waves + 1) * sizeof *r->groups);
    return vy_graph_run(
        r->graph,
        vy_graph_run_params(.deadline_ms = left, .print = r->r->json ? run_json_line : print_line,
                            .print_user = r->r->json, .waves = r->waves, .wave_count = waves,
                            .groups = r->groups, .group_count = waves,
                            .allow_lost_rows = r->r->bindings->lost_rows),
        &r->stats);
}

static bool write_trace(const struct run *r)
{
    const vy_graph_stats *s = &r->stats;
    char other[200];
    snprintf(other, sizeof other, "\"waves\":%u,\"kernels\":%u,\"groups\":%u,\"one_submission\":%s",
             s->waves, s->kernels, s->groups, s->one_submission ? "true" : "false");
    return trace_write(r->r->trace, r->r->path, vy_device_name(r->device), other);
}

static int run_it(struct run *r)
{
    vy_graph_plan_info info;
    r->opened = now_ms();
    vy_status status = build(r);
    if (!status && r->r->plan && !write_plan(r))
        return EXIT_SYSTEM;
    trace_phase(r->r->trace, "prepare");
    if (!status) {
        status = run_graph(r);
        trace_phase(r->r->trace, "run");
    }
    if (status)
        point_out(r);
    bool lost = status == VY_ERROR_ROWS; // an error, but what was kept comes out
    if (!status || lost)
        status = vy_graph_plan(r->graph, &info); // was made by the run
    if (status)
        return exit_code(status);
    if (r->stats.out_of_bounds)
        warn("%s: %llu accesses out of bounds: loads gave 0, stores were dropped", r->r->path,
             (unsigned long long)r->stats.out_of_bounds);
    if (r->r->time && !r->r->json)
        report_time(r, &info);
    int code = bring_out(r);
    for (size_t i = 0; r->r->json && i < r->file.buffer_count; i++)
        if (r->file.buffers[i].out)
            run_json_output(r->r->json, &r->file.buffers[i].bound, r->r->bindings, NULL);
    if (r->r->json)
        run_json_graph(r->r->json, r->device, &r->stats, r->waves);
    trace_phase(r->r->trace, "outputs");
    return lost ? exit_code(VY_ERROR_ROWS) : code;
}

int graph_run(struct graph_run *how, struct session *session, bool help)
{
    struct run r = {.r = how, .session = session};
    trace_begin(how->trace);
    int code = vyg_read(&r.file, how->path) ? load_programs(&r) : EXIT_WRONG;
    if (!code)
        code = type_buffers(&r);
    trace_phase(how->trace, "load");
    if (!code && help) {
        show_help(&r);
    } else if (!code) {
        code = check_sets(&r);
        if (!code)
            code = read_options(&r);
        trace_phase(how->trace, "inputs");
        trace_device(how->trace, &how->chosen);
        if (!code)
            code =
                device_code(device_open(session->context, &how->chosen, &r.device), &how->chosen);
        if (!code)
            code = run_it(&r);
        // Of what failed, too: there it is wanted most.
        if (r.device && !write_trace(&r))
            code = code ? code : EXIT_SYSTEM;
    }
    vy_graph_destroy(&r.graph);
    vyg_free(&r.file);
    vy_device_close(&r.device);
    free(r.waves);
    free(r.groups);
    return code;
}
