// Plans as text a person reads, as JSON, and the schedule as a Graphviz picture.
#include "ir/print.h"
#include "plan/schedule.h"

#include <stdio.h>

struct show {
    const struct vy_schedule *s;
    struct vyi_text t;
    bool json; ///< else text
};
#define put(w, ...) vyi_text_printf(&(w)->t, __VA_ARGS__)

/// Quotes the text from `start` on, as JSON and Graphviz want it.
static void quote(struct vyi_text *t, size_t start)
{
    struct vyi_text plain = {.context = t->context};
    if (t->count > start)
        vyi_text_append(&plain, t->at + start, t->count - start);
    t->failed |= plain.failed;
    t->count = start;
    vyi_text_append(t, "\"", 1);
    for (size_t i = 0; i < plain.count; i++) {
        unsigned char c = (unsigned char)plain.at[i];
        vyi_text_printf(t, c < 32 ? "\\u%04x" : c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    vyi_text_append(t, "\"", 1);
    vyi_text_free(&plain);
}

/// Ends a part that stands in quotes in JSON.
static void end_part(struct show *w, size_t start)
{
    if (w->json)
        quote(&w->t, start);
}

// ---- parts of a line ----
static uint32_t line_of(const struct vy_schedule *s, uint32_t pos)
{
    return vyi_sources_line(&s->source->sources, pos);
}

static void put_line(struct show *w, uint32_t pos)
{
    uint32_t line = line_of(w->s, pos);
    if (line)
        put(w, " (line %u)", line);
}

const char *vyi_plan_keeps(const struct vy_schedule *s, const struct vyi_hidden *h)
{
    if (h->kind == VYI_HIDDEN_NEXT)
        h = &s->hidden.at[h->other];
    if (h->kind == VYI_HIDDEN_SHARED)
        return s->frame->buffers.at[h->other].name;
    bool local = h->kind == VYI_HIDDEN_SPILL || (h->kind == VYI_HIDDEN_NOW && !h->result);
    return local && h->other < s->frame->locals.count ? s->frame->locals.at[h->other].name : NULL;
}

/// What there is one row of.
static const char *per(const struct vy_schedule *s, const struct vyi_hidden *h)
{
    static const char *const units[] = {"invocation", "workgroup", "subgroup"};
    const struct vyi_node *rows = vyi_at(s->frame, s->frame->buffers.at[h->buffer].size[0]);
    return rows->op == VYI_OP_PARAM ? units[rows->x - s->source_params] : "dispatch";
}

/// Bytes of one row; those with a literal number of rows are one row.
static uint64_t row_bytes(const struct vy_schedule *s, const struct vyi_hidden *h)
{
    const struct vyi_buffer *b = &s->frame->buffers.at[h->buffer];
    uint64_t bytes = vyi_type_bytes(b->elem);
    for (uint32_t i = 0; i < b->rank; i++) {
        const struct vyi_node *size = vyi_at(s->frame, b->size[i]);
        if (size->op == VYI_OP_LITERAL)
            bytes *= vyi_literal_bits(size);
    }
    return bytes;
}

static const char *const step_names[] = {"launch", "sequence", "if", "while", "fixpoint"};

/// The statement that a step stands for, as it begins in the source: "for pass in 0..8".
static void head(struct show *w, const struct vyi_step *s)
{
    struct vyi_printer printer;
    if (vyi_printer_begin(&printer, w->s->source, &w->t) && s->source.i)
        vyi_print_head(&printer, vyi_at(w->s->source, s->source));
    else
        put(w, "%s", step_names[s->kind]);
    vyi_printer_end(&printer);
}

/// Why a hidden buffer exists.
static void why(struct show *w, const struct vyi_hidden *h)
{
    static const char *const scopes[] = {"grid", "workgroup", "subgroup", "invocation"};
    static const char *const reasons[] = {
        [VYI_HIDDEN_CONTROL] = "conditions and bounds of the tree",
        [VYI_HIDDEN_PASS] = "k and the number of passes of fixpoints",
        [VYI_HIDDEN_DEAD] = "invocations that have returned stay so",
        [VYI_HIDDEN_PART] = "what each workgroup gives to a grid collective",
        [VYI_HIDDEN_GIVEN] = "which workgroups gave something to a grid collective",
        [VYI_HIDDEN_RESULT] = "the result of a grid collective, as written"};
    const char *kept = vyi_plan_keeps(w->s, h), *name = kept ? kept : "a value in between";
    bool next = h->kind == VYI_HIDDEN_NEXT;
    if (reasons[h->kind])
        put(w, "%s", reasons[h->kind]);
    else if (h->result)
        put(w, "the result of a grid collective, as read");
    else if (next && w->s->hidden.at[h->other].kind == VYI_HIDDEN_DEAD)
        put(w, "all invocations have returned, as written");
    else if (h->kind == VYI_HIDDEN_SHARED)
        put(w, "shared '%s' is alive across a grid barrier", name);
    else if (h->kind == VYI_HIDDEN_SPILL)
        put(w, "'%s' is alive across a grid barrier and differs between invocations", name);
    else
        put(w, "'%s' is alive across a grid barrier and equal in the %s, as %s", name,
            scopes[h->level], next ? "written" : "read");
    put_line(w, h->pos);
}

/// Names of the buffers with an access bit, hidden ones included.
static void names(struct show *w, const struct vyi_segment *g, uint8_t bit)
{
    const char *comma = "";
    for (uint32_t i = 0; i < w->s->frame->buffers.count; i++)
        if (g->access[i] & bit) {
            put(w, w->json ? "%s\"%s\"" : "%s%s", comma, w->s->frame->buffers.at[i].name);
            comma = ", ";
        }
    if (!*comma && !w->json)
        put(w, "nothing");
}

/// The segment as a program that can be read, planned and run by itself.
static vy_status program_text(const struct vyi_segment *g, char **text)
{
    vy_program *program;
    size_t size;
    vy_status status = vyi_plan_standalone(g, &program);
    if (!status)
        status = vy_program_print(program, text, &size);
    vy_program_destroy(&program);
    return status;
}

vy_status vy_schedule_segment_program(const vy_schedule *schedule, size_t index,
                                      vy_program **program)
{
    if (program)
        *program = NULL;
    if (!schedule || !program || index >= schedule->segments.count)
        return VY_ERROR_ARGUMENT;
    char *text = NULL;
    vy_status status = program_text(&schedule->segments.at[index], &text);
    if (!status) {
        vy_parse_params params = vy_parse_defaults();
        params.text = text;
        status = vy_program_parse(schedule->context, &params, program);
    }
    vy_memory_free(schedule->context, text);
    return status;
}

// ---- text and JSON ----
static void tree_text(struct show *w, uint32_t index, int depth)
{
    const struct vyi_step *s = &w->s->steps.at[index];
    if (s->kind == VYI_STEP_SEQUENCE) {
        for (uint32_t i = s->first; i; i = w->s->steps.at[i].next)
            tree_text(w, i, depth);
        return;
    }
    put(w, "%*s", 2 * depth, "");
    if (s->kind == VYI_STEP_LAUNCH) {
        const struct vyi_segment *g = &w->s->segments.at[s->segment];
        put(w, "launch segment %u", s->segment + 1);
        if (g->region)
            put(w, " \"%s\"", g->region);
        put(w, "%s\n", g->skipped ? "  (no effect: not run)" : "");
        return;
    }
    head(w, s);
    put_line(w, s->pos);
    put(w, ": control[%u]", s->word);
    if (s->kind == VYI_STEP_FIXPOINT)
        put(w, " to control[%u], again in control[%u]", s->word + 1, s->word + 2);
    if (s->kind == VYI_STEP_LOOP && s->bound != UINT64_MAX)
        put(w, ", at most %llu passes", ULL(s->bound));
    put(w, "\n");
    tree_text(w, s->first, depth + 1);
    if (s->second) {
        put(w, "%*selse\n", 2 * depth, "");
        tree_text(w, s->second, depth + 1);
    }
}

static void tree_json(struct show *w, uint32_t index)
{
    const struct vyi_step *s = &w->s->steps.at[index];
    put(w, "{\"kind\": \"%s\", \"line\": %u", step_names[s->kind], line_of(w->s, s->pos));
    if (s->kind == VYI_STEP_LAUNCH)
        put(w, ", \"segment\": %u", s->segment);
    if (s->kind > VYI_STEP_SEQUENCE) {
        put(w, ", \"control\": %u, \"statement\": ", s->word);
        size_t start = w->t.count;
        head(w, s);
        quote(&w->t, start);
    }
    if (s->kind == VYI_STEP_LOOP && s->bound != UINT64_MAX)
        put(w, ", \"bound\": %llu", ULL(s->bound));
    if (s->kind == VYI_STEP_SEQUENCE) {
        put(w, ", \"steps\": [");
        for (uint32_t i = s->first; i; i = w->s->steps.at[i].next) {
            put(w, i == s->first ? "" : ", ");
            tree_json(w, i);
        }
        put(w, "]");
    } else if (s->first) {
        put(w, s->kind == VYI_STEP_BRANCH ? ", \"then\": " : ", \"body\": ");
        tree_json(w, s->first);
    }
    if (s->second) {
        put(w, ", \"else\": ");
        tree_json(w, s->second);
    }
    put(w, "}");
}

static void show_hidden(struct show *w, uint32_t i)
{
    const struct vyi_hidden *h = &w->s->hidden.at[i];
    const struct vyi_buffer *b = &w->s->frame->buffers.at[h->buffer];
    if (w->json)
        put(w, "%s\n  {\"name\": \"%s\", \"elem\": \"%s\", \"sizes\": ", i ? "," : "", b->name,
            vyi_type_name(b->elem));
    else
        put(w, "  %s : %s", b->name, vyi_type_name(b->elem));
    size_t start = w->t.count;
    vyi_launch_sizes_text(w->s->frame, h->buffer, &w->t);
    end_part(w, start);
    put(w, w->json ? ", \"bytes\": %llu, \"per\": \"%s\", \"why\": " : "  %llu bytes for each %s: ",
        ULL(row_bytes(w->s, h)), per(w->s, h));
    start = w->t.count;
    why(w, h);
    end_part(w, start);
    put(w, w->json ? "}" : "\n");
}

static vy_status show_segment(struct show *w, uint32_t i)
{
    const struct vyi_segment *g = &w->s->segments.at[i];
    char *text = NULL;
    vy_status status = program_text(g, &text);
    if (status)
        return status;
    if (w->json)
        put(w, "%s\n  {\"skipped\": %s, \"region\": %s", i ? "," : "",
            g->skipped ? "true" : "false", g->region ? "" : "null");
    else
        put(w, g->region ? "\n// ---- segment %u of %u \"" : "\n// ---- segment %u of %u", i + 1,
            w->s->segments.count);
    size_t start = w->t.count;
    if (g->region) {
        put(w, w->json ? "%s" : "%s\"", g->region);
        end_part(w, start);
    }
    if (!w->json)
        put(w, "%s\n// ", g->skipped ? ": no effect, not run" : "");
    put(w, w->json ? ", \"reads\": [" : "reads ");
    names(w, g, 1);
    put(w, w->json ? "], \"writes\": [" : "; writes ");
    names(w, g, 2);
    put(w, w->json ? "], \"program\": " : "\n");
    start = w->t.count;
    put(w, "%s", text);
    end_part(w, start);
    put(w, w->json ? "}" : "");
    vy_memory_free(w->s->context, text);
    return VY_OK;
}

static vy_status show(struct show *w)
{
    const struct vy_schedule *s = w->s;
    vy_status status = VY_OK;
    if (w->json) {
        put(w, "{\"program\": \"%s\",\n \"tree\": ", s->source->name);
        tree_json(w, 1);
    } else {
        put(w, "program %s: %u segment%s, %u hidden buffer%s\n\n", s->source->name,
            s->segments.count, s->segments.count == 1 ? "" : "s", s->hidden.count,
            s->hidden.count == 1 ? "" : "s");
        tree_text(w, 1, 0);
    }
    put(w, w->json ? ",\n \"hidden\": [" : "\nhidden buffers\n");
    for (uint32_t i = 0; i < s->hidden.count; i++)
        show_hidden(w, i);
    put(w, w->json ? "],\n \"segments\": [" : "");
    for (uint32_t i = 0; !status && i < s->segments.count; i++)
        status = show_segment(w, i);
    put(w, w->json ? "]}\n" : "");
    return status;
}

// ---- Graphviz ----
static void tree_dot(struct show *w, uint32_t index)
{
    const struct vyi_step *s = &w->s->steps.at[index];
    const struct vyi_segment *g =
        s->kind == VYI_STEP_LAUNCH ? &w->s->segments.at[s->segment] : NULL;
    put(w, "  n%u [", index);
    if (g)
        put(w, "shape=box, style=%s, ", g->skipped ? "dashed" : "solid");
    put(w, "label=");
    size_t start = w->t.count;
    if (g) {
        put(w, "segment %u", s->segment + 1);
        if (g->region)
            put(w, ": %.100s", g->region);
    } else {
        head(w, s);
        put_line(w, s->pos);
    }
    quote(&w->t, start);
    put(w, "];\n");
    for (uint32_t i = s->first; i; i = s->kind == VYI_STEP_SEQUENCE ? w->s->steps.at[i].next
                                       : i == s->first              ? s->second
                                                                    : 0) {
        tree_dot(w, i);
        put(w, "  n%u -> n%u%s;\n", index, i,
            s->kind != VYI_STEP_BRANCH ? ""
            : i == s->first            ? " [label=\"then\"]"
                                       : " [label=\"else\"]");
    }
}

// ---- as data ----
bool vy_schedule_step(const vy_schedule *schedule, size_t index, vy_step_info *info)
{
    if (!schedule || !info || !index || index >= schedule->steps.count)
        return false;
    const struct vyi_step *s = &schedule->steps.at[index];
    *info = (vy_step_info){.kind = (vy_step_kind)s->kind,
                           .line = line_of(schedule, s->pos),
                           .segment = s->segment,
                           .bound = s->kind == VYI_STEP_LOOP ? s->bound : UINT64_MAX,
                           .first = s->first,
                           .second = s->second,
                           .next = s->next};
    return true;
}

bool vy_schedule_hidden(const vy_schedule *schedule, size_t index, vy_hidden_info *info)
{
    if (!schedule || !info || index >= schedule->hidden.count)
        return false;
    const struct vyi_hidden *h = &schedule->hidden.at[index];
    const struct vyi_buffer *b = &schedule->frame->buffers.at[h->buffer];
    *info = (vy_hidden_info){.name = b->name,
                             .elem = (vy_type)b->elem,
                             .per = per(schedule, h),
                             .bytes = row_bytes(schedule, h),
                             .keeps = vyi_plan_keeps(schedule, h),
                             .line = line_of(schedule, h->pos)};
    return true;
}

vy_status vy_schedule_print(const vy_schedule *schedule, vy_plan_form form, char **text,
                            size_t *size)
{
    if (text)
        *text = NULL;
    if (!schedule || !text || (unsigned)form > VY_PLAN_DOT)
        return VY_ERROR_ARGUMENT;
    struct show w = {
        .s = schedule, .t = {.context = schedule->context}, .json = form == VY_PLAN_JSON};
    vy_status status = VY_OK;
    if (form == VY_PLAN_DOT) {
        put(&w, "digraph schedule {\n  node [fontname=\"sans-serif\"];\n");
        tree_dot(&w, 1);
        put(&w, "}\n");
    } else {
        status = show(&w);
    }
    if (!status)
        return vyi_text_take(&w.t, text, size);
    vyi_text_free(&w.t);
    return status;
}

// ---- binding plans ----
/// A number, or a word where there is none.
static const char *number(char text[24], bool known, uint64_t value, const char *otherwise)
{
    if (known)
        snprintf(text, 24, "%llu", ULL(value));
    return known ? text : otherwise;
}

static void binding(struct vyi_text *t, const vy_binding *b, bool json, bool first)
{
    char n[4][24];
    const char *no_slot = json ? "null" : "-", *later = json ? "null" : "at run time";
    const char *bytes = number(n[0], b->is_static, b->static_bytes, later),
               *in = number(n[1], b->input >= 0, (uint64_t)b->input, no_slot),
               *out = number(n[2], b->output >= 0, (uint64_t)b->output, no_slot);
    const char *role = vy_binding_role_name(b->role);
    if (json)
        vyi_text_printf(
            t,
            "%s\n  {\"binding\": %u, \"name\": \"%s\", \"role\": \"%s\", \"element_bytes\": %u, "
            "\"alignment\": %u, \"element_count\": %llu, \"static_bytes\": %s, \"input\": %s, "
            "\"output\": %s}",
            first ? "" : ",", b->binding, b->name, role, b->element_bytes, b->alignment,
            ULL(b->element_count), bytes, in, out);
    else
        vyi_text_printf(t, "%7u  %-16s %-13s %7u %6u  %11s  %11s  %5s %6s\n", b->binding, b->name,
                        role, b->element_bytes, b->alignment,
                        number(n[3], b->is_static, b->element_count, later), bytes, in, out);
}

vy_status vy_binding_plan_print(vy_context *context, const vy_binding_plan *plan, vy_plan_form form,
                                char **text, size_t *size)
{
    struct vyi_text t = {.context = context};
    size_t count;
    if (text)
        *text = NULL;
    if (!context || !plan || !text || (unsigned)form > VY_PLAN_JSON)
        return VY_ERROR_ARGUMENT;
    const vy_binding *bindings = vy_binding_plan_bindings(plan, &count);
    unsigned long long layout = vy_binding_plan_fingerprint(plan);
    bool json = form == VY_PLAN_JSON;
    if (json)
        vyi_text_printf(&t, "{\"layout\": \"%016llx\",\n \"bindings\": [", layout);
    else
        vyi_text_printf(&t, "binding  %-16s %-13s %7s %6s  %11s  %11s  %5s %6s\n", "name", "role",
                        "element", "align", "elements", "bytes", "input", "output");
    for (size_t i = 0; i < count; i++)
        binding(&t, &bindings[i], json, i == 0);
    if (json)
        vyi_text_printf(&t, "]}\n");
    else
        vyi_text_printf(&t, "layout %016llx\n", layout);
    return vyi_text_take(&t, text, size);
}
