// info: what a program takes and gives.
#include "cmd.h"
#include "tools/common/values.h"

#include <string.h>

static int longest(int so_far, const char *text)
{
    int length = (int)strlen(text);
    return length > so_far ? length : so_far;
}

static void shape_text(const vy_buffer_info *b, struct text *t)
{
    t->count = 0;
    text_printf(t, "%s%s%s", b->atomic ? "atomic " : "", vy_type_name(b->elem), b->sizes);
}

static void print_buffers(vy_program *program, size_t count, FILE *to)
{
    vy_buffer_info b;
    struct text shape = {0};
    int names = 0, shapes = 0;
    for (size_t i = 0; i < count && !vy_program_buffer(program, i, &b); i++) {
        shape_text(&b, &shape);
        names = longest(names, b.name);
        shapes = longest(shapes, shape.at);
    }
    if (count)
        fprintf(to, "\nbuffers\n");
    for (size_t i = 0; i < count && !vy_program_buffer(program, i, &b); i++) {
        shape_text(&b, &shape);
        fprintf(to, "  %-10s  %-*s  ", vy_role_name(b.role), names, b.name);
        if (b.doc)
            fprintf(to, "%-*s  %s", shapes, shape.at, b.doc);
        else
            fprintf(to, "%s", shape.at);
        vy_buffer_info counter;
        if (b.count_buffer >= 0 && !vy_program_buffer(program, (size_t)b.count_buffer, &counter))
            fprintf(to, "%s(rows in use: %s[0])", b.doc ? " " : "  ", counter.name);
        fputc('\n', to);
    }
    text_free(&shape);
}

static void param_text(const vy_param_info *p, struct text *t)
{
    char value[VALUE_TEXT] = "";
    t->count = 0;
    if (p->has_default)
        value_text(p->type, p->value, value);
    text_printf(t, "%s %s%s", vy_type_name(p->type), p->has_default ? "= " : "(required)", value);
}

static void print_params(vy_program *program, size_t count, FILE *to)
{
    vy_param_info p;
    struct text t = {0};
    int names = 0, types = 0;
    for (size_t i = 0; i < count && !vy_program_param(program, i, &p); i++) {
        param_text(&p, &t);
        names = longest(names, p.name);
        types = longest(types, t.at);
    }
    if (count)
        fprintf(to, "\nparams\n");
    for (size_t i = 0; i < count && !vy_program_param(program, i, &p); i++) {
        param_text(&p, &t);
        if (p.doc)
            fprintf(to, "  %-*s  %-*s  %s\n", names, p.name, types, t.at, p.doc);
        else
            fprintf(to, "  %-*s  %s\n", names, p.name, t.at);
    }
    text_free(&t);
}

/// A command that runs the program, ready to be filled in.
static void print_command(vy_program *program, const vy_program_info *info, const char *path,
                          FILE *to)
{
    vy_buffer_info b;
    vy_param_info p;
    fprintf(to, "\nrun it\n  vyre run %s", path);
    for (size_t i = 0; i < info->buffer_count && !vy_program_buffer(program, i, &b); i++)
        if (b.role == VY_ROLE_IN || b.role == VY_ROLE_INOUT || b.role == VY_ROLE_UNIFORM)
            fprintf(to, " --in %s=FILE", b.name);
    for (size_t i = 0; i < info->param_count && !vy_program_param(program, i, &p); i++)
        if (!p.has_default)
            fprintf(to, " --set %s=VALUE", p.name);
    for (size_t i = 0; i < info->buffer_count && !vy_program_buffer(program, i, &b); i++)
        if (b.role == VY_ROLE_OUT || b.role == VY_ROLE_INOUT)
            fprintf(to, " --out %s=%s.npy", b.name, b.name);
    fputc('\n', to);
}

int info_print(vy_program *program, const char *path, FILE *to)
{
    vy_program_info info;
    vy_status status = vy_program_describe(program, &info);
    if (status) {
        print_error("%s: %s", path, vy_status_text(status));
        return exit_code(status);
    }
    fprintf(to, "%s%s%s%s\n", info.name, info.service ? " (service)" : "", info.doc ? ": " : "",
            info.doc ? info.doc : "");
    if (!info.workgroup_rank)
        fprintf(to, "workgroup and grid: the device chooses\n");
    else
        fprintf(to, "workgroup %u", info.workgroup[0]);
    for (uint32_t i = 1; i < info.workgroup_rank; i++)
        fprintf(to, ", %u", info.workgroup[i]);
    if (info.workgroup_rank)
        fprintf(to, info.grid_rank ? "   grid %s\n" : "\n", info.grid);
    print_buffers(program, info.buffer_count, to);
    print_params(program, info.param_count, to);
    print_command(program, &info, path, to);
    return EXIT_DONE;
}

// ---- as data ----
static void json_buffer(vy_program *program, const vy_buffer_info *b, struct text *t)
{
    vy_buffer_info counter;
    bool counted =
        b->count_buffer >= 0 && !vy_program_buffer(program, (size_t)b->count_buffer, &counter);
    text_printf(t, "{\"name\":");
    text_json(t, b->name);
    text_printf(t, ",\"role\":\"%s\",\"type\":\"%s\",\"atomic\":%s,\"rank\":%u,\"open\":%s,",
                vy_role_name(b->role), vy_type_name(b->elem), b->atomic ? "true" : "false", b->rank,
                b->open ? "true" : "false");
    text_printf(t, "\"sizes\":");
    text_json(t, b->sizes);
    text_printf(t, ",\"binding\":%u,\"align\":%u,\"live\":%s,\"count\":", b->binding, b->align,
                b->live ? "true" : "false");
    text_json(t, counted ? counter.name : NULL);
    text_printf(t, ",\"range\":");
    text_json(t, b->range);
    text_printf(t, ",\"cache\":");
    text_json(t, b->cache);
    text_printf(t, ",\"doc\":");
    text_json(t, b->doc);
    text_add(t, "}", 1);
}

/// Numbers as numbers; JSON has none for inf and nan, which are strings.
static void json_param(const vy_param_info *p, struct text *t)
{
    char value[VALUE_TEXT] = "null";
    if (p->has_default)
        value_text(p->type, p->value, value);
    double number = p->has_default ? element_number(p->type, p->value) : 0;
    text_printf(t, "{\"name\":");
    text_json(t, p->name);
    text_printf(t, ",\"type\":\"%s\",\"required\":%s,\"default\":", vy_type_name(p->type),
                p->has_default ? "false" : "true");
    if (number - number == 0)
        text_printf(t, "%s", value);
    else
        text_json(t, value);
    text_printf(t, ",\"doc\":");
    text_json(t, p->doc);
    text_add(t, "}", 1);
}

static void json_program(vy_program *program, const vy_program_info *info, struct text *t)
{
    vy_buffer_info b;
    vy_param_info p;
    text_printf(t, ",\"name\":");
    text_json(t, info->name);
    text_printf(t, ",\"doc\":");
    text_json(t, info->doc);
    text_printf(t, ",\"service\":%s,\"workgroup\":", info->service ? "true" : "false");
    if (info->workgroup_rank)
        text_printf(t, "[%u,%u,%u]", info->workgroup[0], info->workgroup[1], info->workgroup[2]);
    else
        text_printf(t, "null");
    text_printf(t, ",\"grid\":");
    text_json(t, info->grid_rank ? info->grid : NULL);
    text_printf(t, ",\"buffers\":[");
    for (size_t i = 0; i < info->buffer_count && !vy_program_buffer(program, i, &b); i++) {
        text_printf(t, i ? "," : "");
        json_buffer(program, &b, t);
    }
    text_printf(t, "],\"params\":[");
    for (size_t i = 0; i < info->param_count && !vy_program_param(program, i, &p); i++) {
        text_printf(t, i ? "," : "");
        json_param(&p, t);
    }
    text_printf(t, "]");
}

static int info_json(struct session *s, vy_program *program, const char *path, vy_status status)
{
    struct text t = {0};
    vy_program_info info;
    if (program)
        status = vy_program_describe(program, &info);
    text_printf(&t, "{\"file\":");
    text_json(&t, path);
    text_printf(&t, ",\"ok\":%s,\"diagnostics\":[%s]", status ? "false" : "true",
                s->collected.at ? s->collected.at : "");
    if (!status)
        json_program(program, &info, &t);
    printf("%s}\n", t.at);
    text_free(&t);
    return exit_code(status);
}

int cmd_info(int argc, char **argv)
{
    struct words w = words_of("info", argc, argv);
    struct session s = {0};
    const char *path = NULL;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_JSON) {
            s.json = true;
            continue;
        }
        if (path)
            return usage_error("info", "info takes one file, not '%s' too", w.value);
        path = w.value;
    }
    if (!path)
        return usage_error("info", "info wants a file");
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    vy_status status;
    vy_program *program = session_load(&s, path, &status);
    int code = s.json    ? info_json(&s, program, path, status)
               : program ? info_print(program, path, stdout)
                         : exit_code(status);
    vy_program_destroy(&program);
    session_end(&s);
    return code;
}
