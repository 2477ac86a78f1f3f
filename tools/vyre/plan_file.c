// Reads a file of waves, and finds places in it again.
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH(list) (sizeof(list) / sizeof *(list))

enum file_key { WAVES, EDGES, GRAPH_BYTES, BUDGET, READBACK, FILE_KEYS };
static const char *const file_keys[FILE_KEYS] = {"waves", "edges", "graph_bytes", "budget",
                                                 "readback"};
enum wave_key { FRONTIER, SCRATCH, OUTPUT, NAME, WAVE_KEYS };
static const char *const wave_keys[WAVE_KEYS] = {"frontier", "scratch", "output", "name"};

static void *resize(void *list, size_t count, size_t bytes)
{
    void *more = realloc(list, count * bytes);
    if (!more) {
        print_error("out of memory: %zu bytes", count * bytes);
        exit(EXIT_SYSTEM);
    }
    return more;
}

/// Which of a list of keys the last one was; `count` after reporting that it is none.
static size_t which(struct json *j, const char *what, const char *key, const char *const *keys,
                    size_t count)
{
    char meant[80];
    for (size_t i = 0; i < count; i++)
        if (!strcmp(keys[i], key))
            return i;
    json_complain(j, j->key_at, 0, "%s has no key '%s'%s", what, key,
                  json_meant(key, keys, count, meant));
    return count;
}

// ---- waves ----
/// Bytes of a character that gives a terminal orders: moves the cursor, changes colours, turns the
/// direction of what follows; else 0.
static size_t order_at(const unsigned char *c)
{
    if (*c < ' ' || *c == 127)
        return 1;
    if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
        return 2;
    bool turns = *c == 0xe2 && ((c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) ||
                                (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
    return turns ? 3 : 0;
}

/// Names are shown to people: orders become blanks, and what is longer than a line is cut short.
static void make_printable(char *name)
{
    enum { MOST = 60 };
    static const char cut[] = "…";
    for (unsigned char *c = (unsigned char *)name; c && *c; c++) {
        size_t bytes = order_at(c);
        memset(c, ' ', bytes);
        c += bytes ? bytes - 1 : 0;
    }
    if (!name || strlen(name) <= MOST)
        return;
    size_t end = MOST - strlen(cut);
    while (end && ((unsigned char)name[end] & 0xc0) == 0x80) // inside of a character
        end--;
    memcpy(name + end, cut, sizeof cut);
}

static void read_wave(struct plan_file *f, size_t capacity)
{
    struct json *j = &f->json;
    struct json_list list;
    char key[JSON_KEY], wave[32], what[64], *name;
    uint64_t bytes[3] = {0};
    bool seen[WAVE_KEYS] = {false};
    size_t at = json_here(j), k;
    snprintf(wave, sizeof wave, "wave %zu", f->wave_count);
    if ((json_kind(j) == 'o' && !json_check(j)) || !json_enter(j, '{', wave, &list))
        return;
    while (json_key(j, &list, key)) {
        k = which(j, wave, key, wave_keys, WAVE_KEYS);
        snprintf(what, sizeof what, "'%.16s' of %s", key, wave);
        if (k == NAME) {
            name = json_text(j, what);
            make_printable(name);
            if (!f->names)
                f->names = must_alloc(capacity * sizeof *f->names);
            f->names[f->wave_count] = name;
        } else if (k < NAME) {
            seen[k] = json_number(j, what, &bytes[k]);
        }
    }
    for (k = 0; k < NAME && !j->failed; k++)
        if (!seen[k])
            json_complain(j, at, 1, "%s has no '%s'; write 0 where it has none", wave,
                          wave_keys[k]);
    f->waves[f->wave_count++] = (vy_wave){bytes[FRONTIER], bytes[SCRATCH], bytes[OUTPUT]};
}

static void read_waves(struct plan_file *f)
{
    struct json_list list;
    size_t capacity = 0;
    if (!json_enter(&f->json, '[', "'waves'", &list))
        return;
    while (json_item(&f->json, &list)) {
        if (f->wave_count == capacity) {
            size_t grown = capacity ? 2 * capacity : 64;
            f->waves = resize(f->waves, grown, sizeof *f->waves);
            if (f->names) {
                f->names = resize(f->names, grown, sizeof *f->names);
                memset(f->names + capacity, 0, (grown - capacity) * sizeof *f->names);
            }
            capacity = grown;
        }
        read_wave(f, capacity);
    }
}

// ---- edges ----
static void read_edge(struct plan_file *f)
{
    struct json *j = &f->json;
    struct json_list list;
    char edge[40], what[64];
    uint64_t ends[2] = {0};
    size_t at = json_here(j), count = 0;
    snprintf(edge, sizeof edge, "edge %zu", f->edge_count);
    if (!json_enter(j, '[', edge, &list))
        return;
    for (; json_item(j, &list); count++) {
        size_t number_at = json_here(j);
        snprintf(what, sizeof what, "a wave of %s", edge);
        if (json_number(j, what, &ends[count & 1]) && ends[count & 1] >= VY_WAVE_NONE)
            json_complain(j, number_at, 0, "%s: there is no wave %llu", edge,
                          (unsigned long long)ends[count & 1]);
    }
    if (count != 2)
        json_complain(j, at, 1, "%s must be a pair of waves, [before, after], but has %zu", edge,
                      count);
    f->edges[f->edge_count++] = (vy_wave_edge){(uint32_t)ends[0], (uint32_t)ends[1]};
}

static void read_edges(struct plan_file *f)
{
    struct json_list list;
    size_t capacity = 0;
    if (!json_enter(&f->json, '[', "'edges'", &list))
        return;
    while (json_item(&f->json, &list)) {
        if (f->edge_count == capacity) {
            capacity = capacity ? capacity + capacity / 2 : 64;
            f->edges = resize(f->edges, capacity, sizeof *f->edges);
        }
        read_edge(f);
    }
}

// ---- the file ----
bool plan_file_read(struct plan_file *f, const char *path)
{
    struct json *j = &f->json;
    struct json_list list;
    char key[JSON_KEY], what[32];
    bool seen[FILE_KEYS + 1] = {false};
    *f = (struct plan_file){.budget = VY_BUDGET_NONE};
    if (is_graph_file(path)) {
        print_error(
            "%s: is a graph of dispatches: 'vyre run %s … --plan waves.json' writes its waves for "
            "'vyre plan'",
            path, path);
        return false;
    }
    if (!json_open(j, path) || !json_enter(j, '{', "the file", &list))
        return false;
    while (json_key(j, &list, key)) {
        size_t k = which(j, "the file", key, file_keys, FILE_KEYS);
        snprintf(what, sizeof what, "'%.16s'", key);
        if (k < FILE_KEYS && seen[k])
            json_complain(j, j->key_at, 0, "'%s' is there a second time", key);
        seen[k] = true;
        switch (k) {
        case WAVES: read_waves(f); break;
        case EDGES: read_edges(f); break;
        case GRAPH_BYTES: json_number(j, what, &f->graph_bytes); break;
        case BUDGET: f->limited = json_number(j, what, &f->budget); break;
        case READBACK: json_number(j, what, &f->readback); break;
        default: break;
        }
    }
    json_end(j);
    if (!j->failed && !seen[WAVES])
        json_complain(j, 0, 1,
                      "there are no 'waves'; the least is {\"waves\": [{\"frontier\": 10, "
                      "\"scratch\": 10, \"output\": 10}]}");
    return !j->failed;
}

void plan_file_free(struct plan_file *f)
{
    for (size_t i = 0; f->names && i < f->wave_count; i++)
        free(f->names[i]);
    free(f->names);
    free(f->waves);
    free(f->edges);
    json_close(&f->json);
}

/// Goes through the file once more, to a key and the i-th value of its list. The file was read
/// without an error before.
static size_t find(struct plan_file *f, enum file_key wanted, size_t index)
{
    struct json *j = &f->json;
    struct json_list top, list;
    char key[JSON_KEY];
    j->at = j->size >= 3 && !memcmp(j->text, "\xef\xbb\xbf", 3) ? 3 : 0;
    json_enter(j, '{', "", &top);
    while (json_key(j, &top, key)) {
        if (strcmp(key, file_keys[wanted])) {
            json_skip(j);
            continue;
        }
        if (wanted != WAVES && wanted != EDGES)
            return json_here(j);
        json_enter(j, '[', "", &list);
        for (size_t i = 0; json_item(j, &list) && i < index; i++)
            json_skip(j);
        return json_here(j);
    }
    return 0;
}

size_t plan_file_place(struct plan_file *f, const vy_plan_fault *fault)
{
    size_t edge = 0;
    switch (fault->kind) {
    case VY_PLAN_FAULT_RANGE:
    case VY_PLAN_FAULT_SELF: return find(f, EDGES, fault->edge);
    case VY_PLAN_FAULT_CYCLE:
        while (edge < f->edge_count && (f->edges[edge].before != fault->cycle[0] ||
                                        f->edges[edge].after != fault->cycle[1]))
            edge++;
        return find(f, EDGES, edge);
    case VY_PLAN_FAULT_GRAPH_BUDGET: return find(f, BUDGET, 0);
    case VY_PLAN_FAULT_WAVE_BUDGET:
    case VY_PLAN_FAULT_OVERFLOW: return find(f, WAVES, fault->wave);
    default: return 0;
    }
}

const char *plan_name(const struct plan_file *f, uint32_t wave, char text[16])
{
    if (f->names && f->names[wave] && *f->names[wave])
        return f->names[wave];
    snprintf(text, 16, "%u", wave);
    return text;
}

const char *plan_bytes(uint64_t bytes, char text[32])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t unit = 0;
    while (value >= 1024 && unit + 1 < LENGTH(units)) {
        value /= 1024;
        unit++;
    }
    if (bytes == 1)
        snprintf(text, 32, "1 byte");
    else if (!unit || value >= 100)
        snprintf(text, 32, "%.0f %s", value, units[unit]);
    else
        snprintf(text, 32, "%.3g %s", value, units[unit]);
    return text;
}
