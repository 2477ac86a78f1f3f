// Reading a graph file; see vyg.h. Errors name the line and what would be right there.
#include "vyg.h"

#include <stdlib.h>
#include <string.h>

static void *grow(void *list, size_t count, size_t bytes)
{
    // Doubles at powers of two.
    if (count & (count - 1))
        return list;
    void *more = realloc(list, (count ? 2 * count : 1) * bytes);
    if (!more) {
        print_error("out of memory: %zu bytes", 2 * count * bytes);
        exit(EXIT_SYSTEM);
    }
    return more;
}
#define PUSH(list, count, value) \
    ((list) = grow((list), (count), sizeof *(list)), (list)[(count)++] = (value))

static char *copy(const char *text, size_t length)
{
    char *to = must_alloc(length + 1);
    memcpy(to, text, length);
    return to;
}

// ---- names ----
/// Where a name stands, or would stand.
static uint32_t *slot_of(const struct vyg_names *n, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t s = (hash ^ hash >> 32) & (n->slot_count - 1);
    while (n->slots[s] && strcmp(n->at[n->slots[s] - 1], name) != 0)
        s = (s + 1) & (n->slot_count - 1);
    return &n->slots[s];
}

static uint32_t find_name(const struct vyg_names *n, const char *name)
{
    return n->count ? *slot_of(n, name) - 1 : UINT32_MAX; // 0 - 1: none
}

/// Adds a name; its number.
static uint32_t add_name(struct vyg_names *n, const char *name)
{
    if (2 * n->count >= n->slot_count) {
        free(n->slots);
        n->slot_count = n->slot_count ? 2 * n->slot_count : 64;
        n->slots = must_alloc(n->slot_count * sizeof *n->slots);
        for (uint32_t i = 0; i < n->count; i++) {
            uint32_t *slot = slot_of(n, n->at[i]);
            *slot = *slot ? *slot : i + 1;
        }
    }
    uint32_t *slot = slot_of(n, name), number = (uint32_t)n->count;
    n->again = grow(n->again, n->count, sizeof *n->again);
    PUSH(n->at, n->count, name);
    n->again[number] = 0;
    if (!*slot)
        *slot = number + 1;
    else if (!n->again[*slot - 1])
        n->again[*slot - 1] = number;
    return number;
}

static void free_names(struct vyg_names *n)
{
    free(n->at);
    free(n->again);
    free(n->slots);
}

static uint32_t find_buffer(struct vyg *g, const char *name, size_t at)
{
    uint32_t found = find_name(&g->buffer_names, name);
    if (found != UINT32_MAX)
        return found;
    struct vyg_buffer b = {.name = copy(name, strlen(name)), .at = at, .bytes = UINT64_MAX};
    PUSH(g->buffers, g->buffer_count, b);
    return add_name(&g->buffer_names, b.name);
}

/// A name that is none of a list, with the closest.
static void unknown(struct json *j, size_t at, const char *what, const char *name,
                    const struct vyg_names *names)
{
    char meant[80];
    json_complain(j, at, 0, "there is no %s '%s'%s", what, name,
                  json_meant(name, names->at, names->count, meant));
}

/// A key that is none of a list, or is there again.
static void unknown_key(struct json *j, const char *key, const char *const *list, size_t count)
{
    char meant[80];
    for (size_t i = 0; i < count; i++)
        if (!strcmp(key, list[i]))
            json_complain(j, j->key_at, 0, "\"%s\" is there a second time; leave one of them", key);
    json_complain(j, j->key_at, 0, "'%s' is no word of a graph file%s", key,
                  json_meant(key, list, count, meant));
}

// ---- programs and buffers ----
static void read_programs(struct json *j, struct vyg *g)
{
    struct json_list list;
    char key[JSON_KEY];
    if (!json_enter(j, '{', "'programs'", &list))
        return;
    while (json_key(j, &list, key)) {
        struct vyg_program p = {.name = copy(key, strlen(key)), .at = json_here(j)};
        p.file = json_text(j, "a program");
        PUSH(g->programs, g->program_count, p);
        add_name(&g->program_names, p.name);
    }
}

/// The greatest number stands for a size that is not known.
static void read_bytes(struct json *j, struct vyg_buffer *b)
{
    size_t at = json_here(j);
    if (json_number(j, "'bytes'", &b->bytes) && b->bytes == UINT64_MAX)
        json_complain(j, at, 0, "no device has that many bytes");
}

static void read_buffer(struct json *j, struct vyg *g, const char *name)
{
    static const char *const keys[] = {"in", "out", "bytes"};
    struct json_list list;
    char key[JSON_KEY];
    uint32_t i = find_buffer(g, name, json_here(j));
    if (!json_enter(j, '{', "a buffer", &list))
        return;
    while (json_key(j, &list, key)) {
        struct vyg_buffer *b = &g->buffers[i];
        if (!strcmp(key, "in"))
            json_bool(j, "'in'", &b->in);
        else if (!strcmp(key, "out"))
            json_bool(j, "'out'", &b->out);
        else if (!strcmp(key, "bytes"))
            read_bytes(j, b);
        else
            unknown_key(j, key, keys, 3);
    }
}

static void read_buffers(struct json *j, struct vyg *g)
{
    struct json_list list;
    char key[JSON_KEY];
    if (json_enter(j, '{', "'buffers'", &list))
        while (json_key(j, &list, key))
            read_buffer(j, g, key);
}

// ---- waves ----
/// A number as it is written: what type it has is the program's to say.
static void read_value(struct json *j, struct vyg_arg *a)
{
    a->number = true;
    if (json_kind(j) == 't') {
        bool value = false;
        json_bool(j, "an argument", &value);
        a->value = copy(value ? "true" : "false", value ? 4 : 5);
        return;
    }
    size_t from = json_here(j);
    if (!json_check(j))
        return;
    while (j->at < j->size && !strchr(",}] \t\r\n", j->text[j->at]))
        j->at++;
    a->value = copy(j->text + from, j->at - from);
}

static void read_args(struct json *j, struct vyg *g, struct vyg_wave *w)
{
    struct json_list list;
    char key[JSON_KEY];
    if (!json_enter(j, '{', "'args'", &list))
        return;
    while (json_key(j, &list, key)) {
        struct vyg_arg a = {
            .name = copy(key, strlen(key)), .at = json_here(j), .key_at = j->key_at};
        char kind = json_kind(j);
        if (kind == '"') {
            a.value = json_text(j, "an argument");
            if (a.value)
                a.buffer = find_buffer(g, a.value, a.at);
        } else if (kind == '0' || kind == 't') {
            read_value(j, &a);
        } else {
            json_complain(j, a.at, 0,
                          "an argument is the name of a buffer, a number, true or false");
        }
        PUSH(w->args, w->arg_count, a);
    }
}

static void read_wave(struct json *j, struct vyg *g)
{
    static const char *const keys[] = {"program", "name", "args"};
    struct json_list list;
    struct vyg_wave w = {.at = json_here(j), .program = UINT32_MAX};
    char key[JSON_KEY], *program = NULL;
    size_t at = w.at;
    bool entered = json_enter(j, '{', "a wave", &list);
    while (entered && json_key(j, &list, key)) {
        if (!strcmp(key, "program") && !program) {
            at = json_here(j);
            program = json_text(j, "'program'");
        } else if (!strcmp(key, "name") && !w.name) {
            w.name = json_text(j, "'name'");
        } else if (!strcmp(key, "args")) {
            read_args(j, g, &w);
        } else {
            unknown_key(j, key, keys, 3);
        }
    }
    if (program)
        w.program = find_name(&g->program_names, program);
    if (!j->failed && !program) {
        json_complain(j, w.at, 1, "a wave needs a 'program'");
    } else if (!j->failed && w.program == UINT32_MAX) {
        unknown(j, at, "program", program, &g->program_names);
    }
    if (!w.name && program)
        w.name = copy(program, strlen(program));
    free(program);
    PUSH(g->waves, g->wave_count, w);
    add_name(&g->wave_names, w.name ? w.name : "");
}

static void read_waves(struct json *j, struct vyg *g)
{
    struct json_list list;
    if (json_enter(j, '[', "'waves'", &list))
        while (json_item(j, &list))
            read_wave(j, g);
}

// ---- edges ----
/// A wave by its name or its number.
static uint32_t read_end(struct json *j, const struct vyg *g)
{
    size_t at = json_here(j);
    uint64_t number = UINT32_MAX;
    if (json_kind(j) != '"') {
        if (json_number(j, "a wave", &number) && number >= g->wave_count)
            json_complain(j, at, 0, "there is no wave %llu: there are %zu",
                          (unsigned long long)number, g->wave_count);
        return (uint32_t)number;
    }
    const struct vyg_names *names = &g->wave_names;
    char *name = json_text(j, "a wave");
    number = name ? find_name(names, name) : 0;
    if (name && number == UINT32_MAX)
        unknown(j, at, "wave", name, names);
    else if (name && names->again[number])
        json_complain(j, at, 0,
                      "waves %llu and %u are both called '%s'; use their numbers, or give each a "
                      "'name' of its own",
                      (unsigned long long)number, names->again[number], name);
    free(name);
    return (uint32_t)number;
}

static void read_edges(struct json *j, struct vyg *g)
{
    struct json_list list, pair;
    if (!json_enter(j, '[', "'edges'", &list))
        return;
    while (json_item(j, &list)) {
        size_t at = json_here(j);
        uint32_t ends[2] = {0}, count = 0;
        if (!json_enter(j, '[', "an edge", &pair))
            return;
        while (json_item(j, &pair) && count++ < 2)
            ends[count - 1] = read_end(j, g);
        if (!j->failed && count != 2)
            json_complain(j, at, 1,
                          "an edge is a list of two waves, of which the first comes first");
        if (!j->failed && ends[0] == ends[1])
            json_complain(j, at, 1, "an edge from wave %u ('%s') to itself; remove it", ends[0],
                          g->waves[ends[0]].name);
        struct vyg_edge edge = {ends[0], ends[1], at};
        PUSH(g->edges, g->edge_count, edge);
    }
}

// ---- all of it ----
/// 0 is no byte here, as in a file of waves; only --budget takes it for no limit.
static void read_budget(struct json *j, struct vyg *g)
{
    size_t at = json_here(j);
    if (json_number(j, "'budget'", &g->budget) && !g->budget)
        json_complain(j, at, 0, "no graph runs in 0 bytes; leave 'budget' out for no limit");
}

static void read_part(struct json *j, struct vyg *g, const char *key)
{
    static const char *const keys[] = {"programs", "buffers", "waves",
                                       "edges",    "budget",  "explicit"};
    if (!strcmp(key, "programs"))
        read_programs(j, g);
    else if (!strcmp(key, "buffers"))
        read_buffers(j, g);
    else if (!strcmp(key, "waves"))
        read_waves(j, g);
    else if (!strcmp(key, "edges"))
        read_edges(j, g);
    else if (!strcmp(key, "budget"))
        read_budget(j, g);
    else if (!strcmp(key, "explicit"))
        json_bool(j, "'explicit'", &g->explicit_only);
    else
        unknown_key(j, key, keys, 6);
}

bool vyg_read(struct vyg *g, const char *path)
{
    struct json_list top;
    char key[JSON_KEY];
    *g = (struct vyg){.path = path};
    struct json *j = &g->json;
    if (!json_open(j, path))
        return false;
    size_t start = j->at;
    if (json_enter(j, '{', "a graph file", &top))
        while (json_key(j, &top, key))
            read_part(j, g, key);
    json_end(j);
    j->at = start;
    json_check(j); // once more as a whole: no name twice
    if (!j->failed && !g->wave_count)
        json_complain(j, 0, 1, "a graph file needs 'waves', one at least, after its 'programs'");
    return !j->failed;
}

void vyg_free(struct vyg *g)
{
    for (size_t i = 0; i < g->program_count; i++) {
        vy_pipeline_destroy(&g->programs[i].pipeline);
        vy_program_destroy(&g->programs[i].program);
        free(g->programs[i].name);
        free(g->programs[i].file);
    }
    for (size_t i = 0; i < g->buffer_count; i++) {
        struct vyg_buffer *b = &g->buffers[i];
        if (b->bound.memory != b->bound.source.memory)
            free(b->bound.memory);
        free(b->bound.source.memory);
        free(b->name);
    }
    for (size_t i = 0; i < g->wave_count; i++) {
        for (size_t k = 0; k < g->waves[i].arg_count; k++) {
            free(g->waves[i].args[k].name);
            free(g->waves[i].args[k].value);
        }
        free(g->waves[i].args);
        free(g->waves[i].name);
    }
    free_names(&g->program_names);
    free_names(&g->buffer_names);
    free_names(&g->wave_names);
    free(g->programs);
    free(g->buffers);
    free(g->waves);
    free(g->edges);
    json_close(&g->json);
}
