#include "support/corpus.h"

#include "support/rng.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LINE = 4096, OPEN_ROWS = 50 };

// ---- files ----
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool fits(const char *name, const char *start, const char *end)
{
    size_t n = strlen(name), e = strlen(end);
    return !strncmp(name, start, strlen(start)) && n > e && !strcmp(name + n - e, end);
}

uint32_t corpus_folder(const char *folder, const char *start, const char *end,
                       void (*fn)(void *user, const char *path), void *user)
{
    struct dirent **list = NULL;
    char path[MOST_LINE];
    uint32_t found = 0;
    int count = scandir(folder, &list, NULL, by_name);
    for (int i = 0; i < count; i++) {
        if (fits(list[i]->d_name, start, end)) {
            snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
            fn(user, path);
            found++;
        }
        free(list[i]);
    }
    free(list);
    return found;
}

uint32_t corpus_lines(const char *path, void (*fn)(void *user, const char *path, const char *line),
                      void *user)
{
    char line[MOST_LINE];
    uint32_t found = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, "//!", 3)) {
            fn(user, path, line + 3);
            found++;
        }
    if (f)
        fclose(f);
    return found;
}

uint32_t corpus_page(const char *page, const char *folder)
{
    char line[MOST_LINE], path[MOST_LINE];
    uint32_t found = 0;
    FILE *f = fopen(page, "r"), *out = NULL;
    while (f && fgets(line, sizeof line, f)) {
        if (!strncmp(line, "```", 3)) {
            bool ends = out;
            if (out)
                fclose(out);
            out = NULL;
            line[strcspn(line, "\n")] = 0;
            if (!ends && !strcmp(line, "```vy"))
                snprintf(path, sizeof path, "%.3000s/%03u.vy", folder, ++found);
            else if (!ends && !strncmp(line, "```vy-file ", 11))
                snprintf(path, sizeof path, "%.2000s/%.1000s", folder, line + 11);
            else
                continue;
            out = fopen(path, "w");
        } else if (out) {
            fputs(line, out);
        }
    }
    if (out)
        fclose(out);
    if (f)
        fclose(f);
    return found;
}

// ---- arguments ----
/// A number in bit form.
static uint64_t bits_of(uint8_t type, const char *text)
{
    uint64_t bits = 0;
    float single = (float)strtod(text, NULL);
    double real = strtod(text, NULL);
    if (type == VY_TYPE_F32)
        memcpy(&bits, &single, sizeof single);
    else if (type == VY_TYPE_F64)
        memcpy(&bits, &real, sizeof real);
    else if (!strcmp(text, "true"))
        bits = 1;
    else
        bits = text[0] == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
    return bits;
}

static void put(void *memory, uint8_t type, uint64_t i, const char *text)
{
    uint64_t bits = bits_of(type, text);
    memcpy((char *)memory + i * vyi_type_bytes(type), &bits, vyi_type_bytes(type));
}

/// How many elements a source has.
static uint64_t length_of(const char *source)
{
    uint64_t commas = 1;
    if (!strncmp(source, "text:", 5))
        return strlen(source + 5);
    if (strncmp(source, "values:", 7) && strncmp(source, "bits:", 5))
        return strtoull(strchr(source, ':') + 1, NULL, 10);
    for (const char *at = source; *at; at++)
        commas += *at == ',';
    return commas;
}

static void fill_from(const char *source, uint8_t type, uint64_t count, void *memory)
{
    char number[32];
    struct rng r = rng_make(count, 5);
    const char *at = strchr(source, ':') + 1;
    for (uint64_t i = 0; i < count; i++) {
        if (source[0] == 't') {
            snprintf(number, sizeof number, "%u", (unsigned char)at[i]);
        } else if (source[0] == 'b') {
            uint64_t bits = strtoull(at, NULL, 0);
            memcpy((char *)memory + i * vyi_type_bytes(type), &bits, vyi_type_bytes(type));
            at += strcspn(at, ",") + 1;
            continue;
        } else if (source[0] == 'v') {
            size_t n = strcspn(at, ",");
            snprintf(number, sizeof number, "%.*s", n < 31 ? (int)n : 31, at);
            at += n + 1;
        } else {
            uint64_t v = source[0] == 'i' ? i : source[0] == 'r' ? rng_next(&r) >> 48 : 0;
            snprintf(number, sizeof number, "%llu", (unsigned long long)v);
        }
        put(memory, type, i, number);
    }
}

static bool give(struct routes *r, struct corpus_data *d, const char *name, const char *source)
{
    if (d->count == ROUTES_BINDS || !strchr(source, ':'))
        return false;
    for (uint32_t i = 0; i < r->program->buffers.count; i++) {
        const struct vyi_buffer *b = &r->program->buffers.at[i];
        if (strcmp(b->name, name))
            continue;
        uint64_t count = length_of(source), bytes = count * vyi_type_bytes(b->elem);
        void *memory = calloc(1, bytes + 8);
        d->memory[d->count] = memory;
        if (!memory)
            return false;
        fill_from(source, b->elem, count, memory);
        r->bind[d->count].name = b->name;
        r->bind[d->count].data = memory;
        r->bind[d->count++].bytes = bytes;
        return true;
    }
    return false;
}

static bool set(struct routes *r, const char *name, const char *value)
{
    for (uint32_t i = 0; i < r->program->params.count && i < ROUTES_BINDS; i++) {
        const struct vyi_param *p = &r->program->params.at[i];
        if (strcmp(p->name, name))
            continue;
        r->param[i].name = p->name;
        r->param[i].bits = bits_of(p->type, value);
        return true;
    }
    return false;
}

static bool is_given(const struct routes *r, const char *name)
{
    for (uint32_t i = 0; i < ROUTES_BINDS; i++)
        if (r->bind[i].name && !strcmp(r->bind[i].name, name))
            return true;
    return false;
}

/// Rows of a buffer whose first size follows from what is bound.
static bool give_rest(struct routes *r, struct corpus_data *d)
{
    for (uint32_t i = 0; i < r->program->buffers.count; i++) {
        const struct vyi_buffer *b = &r->program->buffers.at[i];
        char source[40];
        if (b->size[0].i || is_given(r, b->name) || b->role == VY_ROLE_SHARED)
            continue;
        if (b->rank > 1)
            return false;
        snprintf(source, sizeof source, "random:%u:%u", OPEN_ROWS, i);
        if (!give(r, d, b->name, source))
            return false;
    }
    return true;
}

bool corpus_bind(struct routes *r, const char *line, struct corpus_data *d)
{
    char copy[MOST_LINE], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok_r(copy, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest)) {
        bool in = !strcmp(word, "--in"), sets = !strcmp(word, "--set");
        if (!in && !sets)
            continue;
        char *name = strtok_r(NULL, " \t\n", &rest), *value = name ? strchr(name, '=') : NULL;
        if (!value)
            return false;
        *value++ = 0;
        if (in ? !give(r, d, name, value) : !set(r, name, value))
            return false;
    }
    return give_rest(r, d);
}

void corpus_free(struct corpus_data *d)
{
    for (uint32_t i = 0; i < d->count; i++)
        free(d->memory[i]);
    *d = (struct corpus_data){0};
}
