// run --json. Its members stand in docs/vyre.1, "JSON OF RUN".
#include "run_json.h"
#include "outputs.h"

#include <string.h>
#include <sys/stat.h>

static const char *word(bool b)
{
    return b ? "true" : "false";
}

static bool is_alone(enum option option, const char *text, const char *path)
{
    if (!path || !file_is_stdout(path))
        return true;
    usage_error("run", "%s %s: standard output has the result of --json; name a file",
                option_name(option), text);
    return false;
}

bool run_json_alone(const struct bindings *given, const struct trace *trace, const char *plan)
{
    for (size_t i = 0; i < given->given_count; i++) {
        const struct given *g = &given->given[i];
        const char *equals = strchr(g->text, '=');
        if (g->option == OPT_OUT && equals && !is_alone(OPT_OUT, g->text, equals + 1))
            return false;
    }
    return is_alone(OPT_TRACE, trace->file, trace->file) && is_alone(OPT_PLAN, plan, plan);
}

void run_json_line(void *user, const char *line)
{
    struct text *t = &((struct run_json *)user)->printed;
    text_printf(t, t->count ? "," : "");
    text_json(t, line);
}

/// JSON has no NaN and no infinity: those are texts. Whole numbers have all their digits.
static void json_value(struct text *t, vy_type type, uint64_t bits)
{
    char text[VALUE_TEXT];
    value_text(type, bits, text);
    bool number = strcmp(text, "nan") && strcmp(text, "inf") && strcmp(text, "-inf");
    text_printf(t, number ? "%s" : "\"%s\"", text);
}

// ---- outputs ----
/// How many elements to show: what --print asks for, else all where they are few; and the file.
static uint64_t elements_shown(const struct bound *b, const struct bindings *given,
                               const char **file)
{
    enum { FEW = 256 };
    uint64_t count = b->bytes / vy_type_bytes(b->info.elem), shown = count <= FEW ? count : 0;
    uint64_t row = b->rank > 1 ? (b->sizes[0] ? count / b->sizes[0] : 0) : 1;
    *file = NULL;
    for (size_t i = 0; i < given->given_count; i++) {
        const struct given *g = &given->given[i];
        const char *path;
        uint64_t most;
        size_t length;
        if ((g->option != OPT_OUT && g->option != OPT_PRINT) ||
            !output_option(g, &length, &path, &most) || strlen(b->info.name) != length ||
            memcmp(g->text, b->info.name, length))
            continue;
        if (g->option == OPT_PRINT)
            return !row || most >= count / row ? count : most * row;
        *file = path;
        shown = 0;
    }
    return shown;
}

void run_json_output(struct run_json *j, const struct bound *b, const struct bindings *given,
                     const vy_count_stats *count)
{
    struct text *t = &j->outputs;
    vy_type type = b->info.elem;
    const char *file;
    uint64_t elements = b->bytes / vy_type_bytes(type), low, high;
    uint64_t shown = elements_shown(b, given, &file);
    text_printf(t, "%s{\"name\":", t->count ? "," : "");
    text_json(t, b->info.name);
    text_printf(t, ",\"type\":\"%s\",\"shape\":[", vy_type_name(type));
    for (uint32_t axis = 0; axis < b->rank; axis++)
        text_printf(t, "%s%llu", axis ? "," : "", (unsigned long long)b->sizes[axis]);
    text_printf(t, "],\"bytes\":%llu", (unsigned long long)b->bytes);
    if (count)
        text_printf(t, ",\"found\":%llu,\"kept\":%llu", (unsigned long long)count->found,
                    (unsigned long long)count->kept);
    if (output_range(b, &low, &high)) {
        text_printf(t, ",\"min\":");
        json_value(t, type, low);
        text_printf(t, ",\"max\":");
        json_value(t, type, high);
    }
    text_printf(t, ",\"checksum\":\"%016llx\"",
                (unsigned long long)output_checksum(b->memory, b->bytes));
    if (file) {
        text_printf(t, ",\"file\":");
        text_json(t, file);
    }
    if (shown || !elements) {
        text_printf(t, ",\"values\":[");
        for (uint64_t i = 0; i < shown; i++) {
            text_printf(t, i ? "," : "");
            json_value(t, type, element_get(type, b->memory, i));
        }
        text_printf(t, "]");
    }
    text_printf(t, "}");
}

void run_json_params(struct run_json *j, const struct bindings *b, const char *const without[2])
{
    struct text *t = &j->params;
    vy_param_info p;
    for (size_t i = 0; i < b->param_count && !vy_program_param(b->program, i, &p); i++) {
        uint64_t bits = p.value;
        bool out = false;
        for (size_t k = 0; without && k < 2; k++)
            out = out || (without[k] && !strcmp(without[k], p.name));
        if (out)
            continue;
        for (size_t k = 0; k < b->arg_count; k++)
            if (!strcmp(b->args[k].name, p.name))
                bits = b->args[k].bits;
        text_printf(t, t->count ? "," : "");
        text_json(t, p.name);
        text_printf(t, ":");
        json_value(t, p.type, bits);
    }
}

// ---- statistics ----
static void json_fixpoints(struct text *t, const vy_stats *s)
{
    text_printf(t, ",\"passes\":%u,\"converged\":%s,\"fixpoints\":[", s->passes,
                word(s->converged));
    for (uint32_t i = 0; i < s->fixpoint_count && i < VY_STATS_FIXPOINTS; i++) {
        const vy_fixpoint_stats *f = &s->fixpoints[i];
        text_printf(t,
                    "%s{\"line\":%u,\"passes\":%llu,\"entries\":%llu,\"converged\":%s,"
                    "\"cut\":%llu,\"empty\":%llu}",
                    i ? "," : "", f->line, (unsigned long long)f->passes,
                    (unsigned long long)f->entries, word(f->converged), (unsigned long long)f->cut,
                    (unsigned long long)f->empty);
    }
    text_printf(t, "]");
}

static void json_segments(struct text *t, const vy_segment_stats *segments, size_t count)
{
    text_printf(t, ",\"segment_times\":[");
    for (size_t i = 0; i < count; i++) {
        const vy_segment_stats *g = &segments[i];
        text_printf(t, "%s{\"line\":%u,\"region\":", i ? "," : "", g->line);
        text_json(t, g->region);
        text_printf(t, ",\"skipped\":%s,\"launches\":%llu,\"ms\":%.4f", word(g->skipped),
                    (unsigned long long)g->launches, g->ms);
        if (g->shape) {
            text_printf(t, ",\"shape\":");
            text_json(t, g->shape);
        }
        text_printf(t, "}");
    }
    text_printf(t, "]");
}

static void json_passes(struct text *t, const vy_pipeline *pipeline)
{
    vy_pass_stats passes[32];
    size_t count = vy_pipeline_passes(pipeline, passes, 32);
    text_printf(t, ",\"pass_times\":[");
    for (size_t i = 0; i < count; i++)
        text_printf(t, "%s{\"name\":\"%s\",\"ms\":%.4f,\"changes\":%u,\"left_out\":%s}",
                    i ? "," : "", passes[i].name, passes[i].ms, passes[i].changes,
                    word(passes[i].left_out));
    text_printf(t, "]");
}

void run_json_stats(struct run_json *j, vy_device *device, const vy_stats *s,
                    const vy_segment_stats *segments, size_t segment_count, double prepare_ms,
                    const vy_pipeline *timed)
{
    struct text *t = &j->stats;
    vy_cache_stats cache;
    text_printf(t, "{\"device\":\"%s\",\"route\":\"%s\",\"route_reason\":", vy_device_name(device),
                vy_route_name(s->route));
    text_json(t, s->route_reason);
    text_printf(t,
                ",\"wall_ms\":%.4f,\"queued_ms\":%.4f,\"compile_ms\":%.4f,\"device_ms\":%.4f,"
                "\"prepare_ms\":%.4f",
                s->wall_ms, s->queued_ms, s->compile_ms, s->device_ms, prepare_ms);
    if (!vy_device_cache_stats(device, &cache))
        text_printf(t, ",\"code_compiled\":%llu,\"code_cached\":%llu",
                    (unsigned long long)cache.compiled, (unsigned long long)cache.loaded);
    text_printf(t, ",\"invocations\":%llu,\"statements\":%llu", (unsigned long long)s->invocations,
                (unsigned long long)s->statements);
    json_fixpoints(t, s);
    text_printf(t, ",\"segments\":%u", s->segments);
    if (segments)
        json_segments(t, segments, s->segments < segment_count ? s->segments : segment_count);
    if (timed)
        json_passes(t, timed);
    text_printf(t,
                ",\"launches\":%llu,\"bytes_up\":%llu,\"bytes_down\":%llu,\"control_bytes\":%llu,"
                "\"spill_bytes\":%llu,\"uncleared_bytes\":%llu,\"out_of_bounds\":%llu,"
                "\"printed\":%llu,\"dropped\":%llu}",
                (unsigned long long)s->launches, (unsigned long long)s->bytes_up,
                (unsigned long long)s->bytes_down, (unsigned long long)s->control_bytes,
                (unsigned long long)s->spill_bytes, (unsigned long long)s->uncleared_bytes,
                (unsigned long long)s->out_of_bounds, (unsigned long long)s->printed,
                (unsigned long long)s->dropped);
}

void run_json_graph(struct run_json *j, vy_device *device, const vy_graph_stats *s,
                    const vy_graph_wave_stats *waves)
{
    struct text *t = &j->stats;
    text_printf(t,
                "{\"device\":\"%s\",\"wall_ms\":%.4f,\"queued_ms\":%.4f,\"device_ms\":%.4f,"
                "\"kernels\":%u,\"groups\":%u,\"one_submission\":%s,\"planned_barriers\":%u,"
                "\"barriers\":%u,\"planned_peak\":%llu,\"peak\":%llu",
                vy_device_name(device), s->wall_ms, s->queued_ms, s->device_ms, s->kernels,
                s->groups, word(s->one_submission), s->planned_barriers, s->barriers,
                (unsigned long long)s->planned_peak, (unsigned long long)s->peak);
    text_printf(t,
                ",\"launches\":%llu,\"statements\":%llu,\"bytes_up\":%llu,\"bytes_down\":%llu,"
                "\"cleared_bytes\":%llu,\"uncleared_bytes\":%llu,\"out_of_bounds\":%llu,"
                "\"printed\":%llu,\"dropped\":%llu,\"waves\":[",
                (unsigned long long)s->launches, (unsigned long long)s->statements,
                (unsigned long long)s->bytes_up, (unsigned long long)s->bytes_down,
                (unsigned long long)s->cleared_bytes, (unsigned long long)s->uncleared_bytes,
                (unsigned long long)s->out_of_bounds, (unsigned long long)s->printed,
                (unsigned long long)s->dropped);
    for (uint32_t i = 0; i < s->waves; i++) {
        text_printf(t, "%s{\"name\":", i ? "," : "");
        text_json(t, waves[i].name);
        text_printf(t, ",\"group\":%u,\"kernel\":%u,\"fused\":%s,\"ms\":%.4f}", waves[i].group,
                    waves[i].kernel, word(waves[i].fused), waves[i].ms);
    }
    text_printf(t, "]}");
}

/// What was written to a plain file is all that is in it.
static void json_stream_output(struct text *t, const struct bound *b, const char *path)
{
    struct stat st;
    text_printf(t, "%s{\"name\":", t->count ? "," : "");
    text_json(t, b->info.name);
    text_printf(t, ",\"type\":\"%s\"", vy_type_name(b->info.elem));
    if (!stat(path, &st) && S_ISREG(st.st_mode))
        text_printf(t, ",\"bytes\":%lld", (long long)st.st_size);
    text_printf(t, ",\"file\":");
    text_json(t, path);
    text_printf(t, "}");
}

void run_json_stream(struct run_json *j, vy_device *device, struct bindings *b,
                     const char *const moving[2], const vy_stream_stats *s)
{
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {{"elements", s->elements},
                   {"chunks", s->chunks},
                   {"chunk_elements", s->chunk_elements},
                   {"resumed", s->resumed},
                   {"bytes_read", s->bytes_read},
                   {"bytes_direct", s->bytes_direct},
                   {"bytes_total", s->bytes_total},
                   {"bytes_written", s->bytes_written},
                   {"memory_bytes", s->memory_bytes},
                   {"slots", s->slots}};
    struct text *t = &j->stats;
    run_json_params(j, b, moving);
    for (size_t i = 0; i < b->given_count; i++) {
        const char *path;
        size_t length;
        uint64_t most;
        if (b->given[i].option == OPT_OUT && output_option(&b->given[i], &length, &path, &most))
            json_stream_output(&j->outputs, bindings_find(b, b->given[i].text, length), path);
    }
    text_printf(t,
                "{\"device\":\"%s\",\"wall_ms\":%.4f,\"read_ms\":%.4f,\"upload_ms\":%.4f,"
                "\"run_ms\":%.4f,\"write_ms\":%.4f",
                vy_device_name(device), s->wall_ms, s->read_ms, s->upload_ms, s->run_ms,
                s->write_ms);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        text_printf(t, ",\"%s\":%llu", numbers[i].name, (unsigned long long)numbers[i].value);
    text_printf(t, ",\"limit\":\"%s\",\"reader\":\"%s\",\"reader_reason\":", s->limit, s->reader);
    text_json(t, s->reader_reason);
    text_printf(t, "}");
}

// ---- the document ----
static const char *members(const struct text *t)
{
    return t->at ? t->at : "";
}

void run_json_print(struct run_json *j, const char *path, int code, const struct session *session)
{
    struct text file = {0};
    text_json(&file, path);
    printf("{\"file\":%s,\"ok\":%s,\"exit\":%d,\"errors\":%u,\"warnings\":%u,"
           "\"diagnostics\":[%s],\"printed\":[%s],\"params\":{%s},\"outputs\":[%s],\"stats\":%s}\n",
           file.at, word(!code), code, session->errors, session->warnings,
           members(&session->collected), members(&j->printed), members(&j->params),
           members(&j->outputs), j->stats.at ? j->stats.at : "null");
    text_free(&file);
    text_free(&j->printed);
    text_free(&j->params);
    text_free(&j->outputs);
    text_free(&j->stats);
}
