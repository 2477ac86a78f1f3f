// The short verbs: fmt, wire, explain, devices, lib.
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

static int format_file(struct session *s, const char *path, bool in_place)
{
    char why[256], *formatted = NULL;
    size_t size, formatted_size;
    int code = EXIT_DONE;
    char *text = file_read(path, 64 << 20, &size, why, sizeof why);
    if (!text) {
        print_error("%s: %s", path, why);
        return EXIT_WRONG;
    }
    vy_status status = vy_source_format(s->context, path, text, size, &formatted, &formatted_size);
    if (status) {
        if (!s->errors)
            print_error("%s: %s", path, vy_status_text(status));
        code = exit_code(status);
    } else if (!in_place || !strcmp(path, "-")) {
        fwrite(formatted, 1, formatted_size, stdout);
    } else if ((formatted_size != size || memcmp(formatted, text, size)) &&
               !file_write(path, formatted, formatted_size, NULL, 0)) {
        code = EXIT_SYSTEM;
    }
    vy_memory_free(s->context, formatted);
    free(text);
    return code;
}

int cmd_fmt(int argc, char **argv)
{
    struct words w = words_of("fmt", argc, argv);
    struct session s = {0};
    bool in_place = false;
    int files = 0, code = EXIT_DONE;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        in_place = in_place || o == OPT_IN_PLACE;
        if (o == OPT_ARGUMENT)
            argv[++files] = (char *)w.value; // never ahead of the word being read
    }
    if (!files)
        return usage_error("fmt", "fmt wants a file");
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    for (int i = 1; i <= files; i++) {
        int one = format_file(&s, argv[i], in_place);
        code = one > code ? one : code;
    }
    session_end(&s);
    return code;
}

/// Only the wire form: a text would come out as another text.
static vy_program *load_wire(struct session *s, const char *path, vy_status *status)
{
    enum { MAX_WIRE = 256 << 20 };
    vy_program *program = NULL;
    char why[256];
    size_t size;
    char *bytes = file_read(path, MAX_WIRE, &size, why, sizeof why);
    if (!bytes) {
        print_error("%s: %s", path, why);
        *status = VY_ERROR_IO;
    } else if (size < 4 || memcmp(bytes, "VIR0", 4)) {
        print_error(
            "%s: is not in wire form, which begins with VIR0; 'vyre wire encode' makes it of a "
            "text, 'vyre emit' prints a text after inlining",
            path);
        *status = VY_ERROR_WIRE;
    } else {
        *status = vy_program_decode(s->context, bytes, size, &program);
    }
    free(bytes);
    return program;
}

static int wire_file(struct session *s, bool encode, const char *path, const char *output)
{
    vy_status status;
    vy_program *program = encode ? session_load(s, path, &status) : load_wire(s, path, &status);
    void *bytes = NULL;
    char *text = NULL;
    size_t size;
    if (program && !(status = vy_program_verify(program)))
        status = encode ? vy_program_encode(program, &bytes, &size)
                        : vy_program_print(program, &text, &size);
    int code = exit_code(status);
    if (!status && !file_write(output, encode ? bytes : text, size, NULL, 0))
        code = EXIT_SYSTEM;
    vy_memory_free(s->context, bytes);
    vy_memory_free(s->context, text);
    vy_program_destroy(&program);
    return code;
}

int cmd_wire(int argc, char **argv)
{
    struct words w = words_of("wire", argc, argv);
    struct session s = {0};
    const char *what = NULL, *path = NULL, *output = NULL;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_OUTPUT)
            output = w.value;
        else if (!words_pair(&w, "file", &what, &path))
            return EXIT_USAGE;
    }
    if (!what)
        return usage_error("wire", "wire wants 'encode' or 'decode'");
    if (strcmp(what, "encode") && strcmp(what, "decode"))
        return usage_error("wire", "wire wants 'encode' or 'decode', not '%s'", what);
    if (!path)
        return usage_error("wire", "wire %s wants a file", what);
    if (!output && *what == 'e')
        return usage_error("wire", "wire encode wants -o FILE");
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    int code = wire_file(&s, *what == 'e', path, output ? output : "-");
    session_end(&s);
    return code;
}

int cmd_explain(int argc, char **argv)
{
    struct words w = words_of("explain", argc, argv);
    int code = EXIT_DONE, shown = 0;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        char upper[16];
        size_t n = 0;
        for (; w.value[n] && n + 1 < sizeof upper; n++)
            upper[n] = w.value[n] == 'v' ? 'V' : w.value[n];
        upper[n] = 0;
        const char *text = vy_explain(upper);
        if (!text) {
            print_error("no diagnostic '%s'; 'vyre explain' lists them all", w.value);
            code = EXIT_USAGE;
        } else {
            printf("%s%s: %s\n", shown ? "\n" : "", upper, text);
        }
        shown++;
    }
    for (size_t i = 0; !shown && vy_explain_code(i); i++) {
        const char *c = vy_explain_code(i), *text = vy_explain(c), *stop = strstr(text, ". ");
        printf("%s  %.*s\n", c, stop ? (int)(stop - text + 1) : (int)strlen(text), text);
    }
    return code;
}

static void device_json(struct text *t, const vy_device_info *d, const char *findings)
{
    text_printf(t, "%s{\"name\":", t->count ? "," : "");
    text_json(t, d->name);
    text_printf(t, ",\"index\":%u,\"count\":%u,\"kind\":", d->index, d->count);
    text_json(t, d->kind);
    text_printf(t, ",\"description\":");
    text_json(t, d->description);
    text_printf(t, ",\"model\":");
    text_json(t, *d->model ? d->model : NULL);
    text_printf(t, ",\"present\":%s,\"absent\":", d->present ? "true" : "false");
    text_json(t, d->absent);
    text_printf(t,
                ",\"memory\":%llu,\"max_workgroup\":%u,\"max_shared\":%u,\"max_grid\":%llu,"
                "\"grid_barrier\":%s,\"resident\":%s,\"routes\":",
                (unsigned long long)d->memory, d->max_workgroup, d->max_shared,
                (unsigned long long)d->max_grid, d->grid_barrier ? "true" : "false",
                d->resident ? "true" : "false");
    text_json(t, *d->routes ? d->routes : NULL);
    text_printf(t, ",\"findings\":");
    text_json(t, findings);
    text_printf(t, "}");
}

static void device_limits(const vy_device_info *d, const char *findings)
{
    char a[32], b[32];
    printf("%-8s %-12s ", "", "");
    if (d->memory)
        printf("%.1f GiB, ", (double)d->memory / (double)(1 << 30));
    printf("workgroups of %s, %u KiB shared, grids of %s, %s, %s\n", grouped(d->max_workgroup, a),
           d->max_shared >> 10, grouped(d->max_grid, b),
           d->grid_barrier ? "a grid barrier" : "no grid barrier",
           d->resident ? "resident buffers" : "no resident buffers");
    for (const char *end; findings && (end = strchr(findings, '\n')); findings = end + 1)
        printf("%-8s %-12s %.*s\n", "", "", (int)(end - findings), findings);
}

int cmd_devices(int argc, char **argv)
{
    struct words w = words_of("devices", argc, argv);
    struct session s = {0};
    struct text t = {0};
    vy_device_info d;
    bool json = false;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_ARGUMENT)
            return usage_error("devices", "devices takes no '%s'", w.value);
        json = json || o == OPT_JSON;
    }
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    for (size_t i = 0; vy_device_describe(s.context, i, &d); i++) {
        char name[32], *findings = NULL;
        (void)vy_device_findings(s.context, i, &findings); // failure has been reported
        if (json)
            device_json(&t, &d, findings);
        snprintf(name, sizeof name, d.index ? "%s:%u" : "%s", d.name, d.index);
        if (!json)
            printf("%-8s %-12s %s\n", name, d.present ? d.kind : "not here",
                   !d.present ? d.absent
                   : *d.model ? d.model
                              : d.description);
        if (!json && d.present)
            device_limits(&d, findings);
        vy_memory_free(s.context, findings);
    }
    if (json)
        printf("{\"devices\":[%s]}\n", t.at ? t.at : "");
    text_free(&t);
    session_end(&s);
    return EXIT_DONE;
}

int cmd_lib(int argc, char **argv)
{
    struct words w = words_of("lib", argc, argv);
    struct session s = {0};
    struct text t = {0};
    bool json = false;
    for (enum option o; (o = words_next(&w)) != OPT_END;) {
        if (o == OPT_BAD)
            return EXIT_USAGE;
        if (o == OPT_HELP)
            return verb_help(w.verb, stdout);
        if (o == OPT_ARGUMENT)
            return usage_error("lib", "lib takes no '%s'", w.value);
        json = json || o == OPT_JSON;
    }
    if (!session_begin(&s))
        return EXIT_SYSTEM;
    vy_status status = VY_OK;
    const char *name;
    for (size_t i = 0; (name = vy_library_program(i)); i++) {
        char path[64];
        snprintf(path, sizeof path, "lib:%s", name);
        vy_program *program = session_load(&s, path, &status);
        vy_program_info info = {0};
        if (!program || (status = vy_program_describe(program, &info)))
            break;
        if (json) {
            text_printf(&t, "%s{\"name\":\"%s\",\"about\":", i ? "," : "", path);
            text_json(&t, info.doc);
            text_printf(&t, "}");
        } else {
            printf("%-16s %s\n", path, info.doc);
        }
        vy_program_destroy(&program);
    }
    if (json && !status)
        printf("{\"programs\":[%s]}\n", t.at ? t.at : "");
    text_free(&t);
    session_end(&s);
    return status ? exit_code(status) : EXIT_DONE;
}
