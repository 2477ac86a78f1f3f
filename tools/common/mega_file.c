// Megakernels as programs of the command line: "mega:KIND,name=value,…" stands where a file does,
// so that every verb that reads a program takes them.
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HANDLERS = 64, MOST_TEXT = 16 << 20 };

struct wanted {
    vy_mega_params params;
    vy_mega_handler handlers[MOST_HANDLERS], payload;
    vy_mega_workspace workspace;
    char *texts[MOST_HANDLERS + 1];
    size_t text_count;
};

struct number {
    const char *name;
    size_t at; ///< in vy_mega_params
};
#define NUMBER(field) #field, offsetof(vy_mega_params, field)
static const struct number numbers[] = {
    {NUMBER(workgroup)}, {NUMBER(slots)},       {NUMBER(workgroups)},   {NUMBER(rounds)},
    {NUMBER(tenants)},   {NUMBER(observables)}, {NUMBER(capabilities)},
};
static const struct number flags[] = {
    {"control-report", offsetof(vy_mega_params, control_report)},
    {NUMBER(lockstep)},
    {"mapped-io", offsetof(vy_mega_params, mapped_io)},
};
static const char *const kinds[] = {"sharded",  "once",         "jit",
                                    "priority", "self-loading", "io-polling"};

static bool read_number(const char *text, uint32_t *value)
{
    char *end = NULL;
    unsigned long long v = strtoull(text, &end, 0);
    *value = (uint32_t)v;
    return end != text && !*end && *text != '-' && v <= UINT32_MAX;
}

/// Cuts `text` at the first colon; what follows, or NULL.
static char *cut(char *text)
{
    char *colon = strchr(text, ':');
    if (colon)
        *colon++ = 0;
    return colon;
}

static const char *read_text(struct wanted *w, const char *path)
{
    char why[256];
    size_t size;
    char *text = file_read(path, MOST_TEXT, &size, why, sizeof why);
    if (!text)
        print_error("%s: %s", path, why);
    else if (strlen(text) != size)
        print_error("%s: holds a zero byte", path);
    if (!text)
        return NULL;
    w->texts[w->text_count++] = text;
    return strlen(text) == size ? text : NULL;
}

/// OPCODE:NAME:FILE, or OPCODE:NAME:workgroup:FILE.
static bool add_handler(struct wanted *w, char *value)
{
    vy_mega_handler *h = &w->handlers[w->params.handler_count];
    if (w->params.handler_count == MOST_HANDLERS) {
        print_error("mega: there are at most %d handlers on a command line", MOST_HANDLERS);
        return false;
    }
    char *name = cut(value), *file = name ? cut(name) : NULL;
    char *rest = file ? cut(file) : NULL;
    if (!file || !read_number(value, &h->opcode) || (rest && strcmp(file, "workgroup"))) {
        print_error(
            "mega: handler=%s%s: write handler=OPCODE:NAME:FILE, or OPCODE:NAME:workgroup:FILE",
            value, name ? ":…" : "");
        return false;
    }
    h->name = name;
    h->width = rest ? VY_MEGA_WORKGROUP : VY_MEGA_LANE;
    h->text = read_text(w, rest ? rest : file);
    w->params.handler_count++;
    return h->text != NULL;
}

static bool set_payload(struct wanted *w, char *value)
{
    char *file = cut(value);
    if (!file || w->params.payload) {
        print_error("mega: payload=%s: write one payload=NAME:FILE", value);
        return false;
    }
    w->payload = (vy_mega_handler){.name = value, .text = read_text(w, file)};
    w->params.payload = &w->payload;
    return w->payload.text != NULL;
}

static bool set_workspace(struct wanted *w, char *value)
{
    char *count = cut(value);
    w->workspace = (vy_mega_workspace){.name = value, .atomic = true};
    w->params.workspace = &w->workspace;
    if (count && read_number(count, &w->workspace.count) && w->workspace.count)
        return true;
    print_error("mega: workspace=%s: write workspace=NAME:WORDS", value);
    return false;
}

static bool set(struct wanted *w, char *part)
{
    char *value = strchr(part, '=');
    if (value)
        *value++ = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(numbers[i].name, part)) {
            uint32_t *at = (uint32_t *)((char *)&w->params + numbers[i].at);
            if (value && read_number(value, at))
                return true;
            print_error(value ? "mega: %s=%s: write a number from 0 to 4294967295"
                              : "mega: %s has a value: write %s=NUMBER",
                        part, value ? value : part);
            return false;
        }
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(flags[i].name, part)) {
            if (value)
                print_error("mega: %s=%s: write %s alone", part, value, part);
            *((bool *)((char *)&w->params + flags[i].at)) = true;
            return !value;
        }
    if (value && !strcmp(part, "handler"))
        return add_handler(w, value);
    if (value && !strcmp(part, "payload"))
        return set_payload(w, value);
    if (value && !strcmp(part, "workspace"))
        return set_workspace(w, value);
    print_error("mega: there is no '%s%s'; docs/mega.md has the list", part, value ? "=" : "");
    return false;
}

static bool set_kind(struct wanted *w, const char *kind)
{
    size_t i = 0;
    while (i < sizeof kinds / sizeof *kinds && strcmp(kinds[i], kind))
        i++;
    w->params.kind = i == 2 ? VY_MEGA_JIT : i == 3 ? VY_MEGA_PRIORITY : VY_MEGA_SHARDED;
    w->params.rounds = i == 1;
    w->params.self_loading = i == 4;
    w->params.io_polling = i == 5;
    if (i < sizeof kinds / sizeof *kinds)
        return true;
    print_error("mega:%s: there are sharded, once, jit, priority, self-loading and io-polling",
                kind);
    return false;
}

vy_program *mega_load(vy_context *context, const char *path, vy_status *status)
{
    vy_program *program = NULL;
    char *all = must_alloc(strlen(path) + 1), *rest = all;
    struct wanted *w = must_alloc(sizeof *w);
    memset(w, 0, sizeof *w);
    w->params = vy_mega_defaults();
    w->params.handlers = w->handlers;
    strcpy(all, path + strlen("mega:"));
    bool good = set_kind(w, strsep(&rest, ","));
    while (good && rest)
        good = set(w, strsep(&rest, ","));
    *status = good ? vy_mega_build(context, &w->params, &program) : VY_ERROR_ARGUMENT;
    for (size_t i = 0; i < w->text_count; i++)
        free(w->texts[i]);
    free(w);
    free(all);
    return program;
}
