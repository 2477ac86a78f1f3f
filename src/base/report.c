// Diagnostics: positions to places, formats to sentences, the callback.
#include "base/base.h"

#include <stdio.h>

// ---- the lists ----
_Static_assert(VY_ERROR_REFUSED == 15, "status.def and base.h hold the same list");
#define STATUS(NAME, number, sentence) _Static_assert(VY_##NAME == number, #NAME);
#include "base/status.def"

static const char *const status_texts[] = {
#define STATUS(NAME, number, sentence) [number] = sentence,
#include "base/status.def"
};

const char *vy_status_text(vy_status status)
{
    size_t count = sizeof status_texts / sizeof *status_texts;
    return (size_t)status < count ? status_texts[status] : "unknown status";
}

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
const char *vy_version(void)
{
    return TEXT(VY_VERSION_MAJOR) "." TEXT(VY_VERSION_MINOR) "." TEXT(VY_VERSION_PATCH);
}

struct diag_row {
    uint32_t number;
    vy_severity severity;
    const char *code, *explanation;
};
static const struct diag_row diag_rows[] = {
#define NUMBERED(number)                                                            \
    (const char[])                                                                  \
    {                                                                               \
        'V', '0' + (number) / 100, '0' + (number) / 10 % 10, '0' + (number) % 10, 0 \
    }
#define DIAG(number, NAME, severity, format, explanation) \
    {number, VY_SEVERITY_##severity, NUMBERED(number), explanation},
#include "base/diag.def"
};
enum { DIAG_ROWS = sizeof diag_rows / sizeof *diag_rows };

static const struct diag_row *diag_row(uint32_t number)
{
    for (size_t i = 0; i < DIAG_ROWS; i++)
        if (diag_rows[i].number == number)
            return &diag_rows[i];
    return &diag_rows[0];
}

const char *vy_explain(const char *code)
{
    for (size_t i = 0; code && i < DIAG_ROWS; i++)
        if (!strcmp(diag_rows[i].code, code))
            return diag_rows[i].explanation;
    return NULL;
}

const char *vy_explain_code(size_t i)
{
    return i < DIAG_ROWS ? diag_rows[i].code : NULL;
}

// ---- sources ----
uint32_t vyi_sources_add(vy_context *c, struct vyi_sources *s, const char *file, const char *text,
                         size_t size)
{
    uint32_t base = 1;
    if (s->list.count) {
        const struct vyi_source *last = &s->list.at[s->list.count - 1];
        base = last->base + last->size + 1;
    }
    if (size >= UINT32_MAX - base)
        return 0;
    size_t name = strlen(file) + 1;
    char *copy = vyi_realloc(c, NULL, 0, name + size + 1);
    uint32_t *lines = vyi_calloc(c, size / VYI_LINES_STEP + 1, sizeof *lines);
    if (!copy || !lines || !vyi_vec_reserve(c, &s->list, 1)) {
        vyi_free(c, copy, name + size + 1);
        vyi_free(c, lines, (size / VYI_LINES_STEP + 1) * sizeof *lines);
        return 0;
    }
    memcpy(copy, file, name);
    if (size)
        memcpy(copy + name, text, size);
    copy[name + size] = 0;
    for (uint32_t k = 0, ends = 0; k < size; ends += text[k++] == '\n')
        if (k % VYI_LINES_STEP == 0)
            lines[k / VYI_LINES_STEP] = ends;
    s->list.at[s->list.count++] =
        (struct vyi_source){copy, copy + name, (uint32_t)size, base, lines};
    return base;
}

const struct vyi_inlined *vyi_sources_call(vy_context *c, struct vyi_sources *s,
                                           struct vyi_inlined *call)
{
    const struct vyi_inlined *last = s->calls.count ? &s->calls.at[s->calls.count - 1] : NULL;
    call->base = last ? last->base + last->size : VYI_CALLS;
    bool fits = call->size < UINT32_MAX - call->base;
    return fits && vyi_vec_push(c, &s->calls, *call) ? call : NULL;
}

const struct vyi_inlined *vyi_sources_called(const struct vyi_sources *s, uint32_t pos)
{
    uint32_t low = 0, high = s ? s->calls.count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct vyi_inlined *call = &s->calls.at[middle];
        if (pos >= call->base && pos - call->base < call->size)
            return call;
        if (pos < call->base)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

uint32_t vyi_sources_text(const struct vyi_sources *s, uint32_t pos)
{
    const struct vyi_inlined *call = vyi_sources_called(s, pos);
    return call ? call->text + (pos - call->base) : pos;
}

void vyi_sources_free(vy_context *c, struct vyi_sources *s)
{
    for (uint32_t i = 0; i < s->list.count; i++) {
        const struct vyi_source *one = &s->list.at[i];
        vyi_free(c, (char *)one->file, strlen(one->file) + 2 + one->size);
        vyi_free(c, one->lines, (one->size / VYI_LINES_STEP + 1) * sizeof *one->lines);
    }
    vyi_vec_free(c, &s->list);
    vyi_vec_free(c, &s->calls);
}

vy_place vyi_sources_place(const struct vyi_sources *s, uint32_t pos, const char **line,
                           size_t *line_length)
{
    vy_place place = {0};
    *line = NULL;
    *line_length = 0;
    pos = vyi_sources_text(s, pos);
    for (uint32_t i = 0; s && pos && i < s->list.count; i++) {
        const struct vyi_source *one = &s->list.at[i];
        if (pos < one->base || pos > one->base + one->size)
            continue;
        uint32_t offset = pos - one->base, start = offset, end = offset;
        place.line = 1 + one->lines[offset / VYI_LINES_STEP];
        for (uint32_t k = offset - offset % VYI_LINES_STEP; k < offset; k++)
            place.line += one->text[k] == '\n';
        while (start && one->text[start - 1] != '\n')
            start--;
        while (end < one->size && one->text[end] != '\n' && one->text[end] != '\r')
            end++;
        place.file = one->file;
        place.column = offset - start + 1;
        *line = one->text + start;
        *line_length = end - start;
        break;
    }
    return place;
}

uint32_t vyi_sources_line(const struct vyi_sources *s, uint32_t pos)
{
    const char *line;
    size_t length;
    for (const struct vyi_inlined *c; (c = vyi_sources_called(s, pos)) && c->caller;)
        pos = c->caller;
    return vyi_sources_place(s, pos, &line, &length).line;
}

// ---- reporting ----
enum { LINE_MAX_SHOWN = 200 };

/// Bytes of the word that begins a text, or 1: what to underline where the length is not given.
static uint32_t word_length(const char *text, size_t size)
{
    size_t n = 0;
    while (n < size && (text[n] == '_' || (text[n] >= '0' && text[n] <= '9') ||
                        (text[n] >= 'a' && text[n] <= 'z') || (text[n] >= 'A' && text[n] <= 'Z') ||
                        (n && text[n] == '.' && n + 1 < size && text[n + 1] != '.' &&
                         text[n - 1] != '.'))) // gid.x, but not 0..n
        n++;
    return n ? (uint32_t)n : 1;
}

/// A place with a copy of its source line.
static vy_place place_of(struct vyi_report *r, uint32_t pos, uint32_t length,
                         struct vyi_arena *lines)
{
    const char *line;
    size_t size;
    vy_place place = vyi_sources_place(r->sources, pos, &line, &size);
    if (!line)
        return place;
    size_t start = place.column - 1 < size ? place.column - 1 : size;
    place.length = length ? length : word_length(line + start, size - start);
    place.source =
        vyi_arena_copy(r->context, lines, line, size < LINE_MAX_SHOWN ? size : LINE_MAX_SHOWN);
    return place;
}

/// The notes of a diagnostic while it is delivered.
enum { MAX_NOTES = 24, MAX_CALLS = 8 };
struct notes {
    vy_diag_note at[MAX_NOTES];
    size_t count;
    struct vyi_arena *arena; ///< of their texts
};

static void add_note(struct vyi_report *r, struct notes *n, uint32_t pos, uint32_t length,
                     const char *message)
{
    if (n->count < MAX_NOTES)
        n->at[n->count++] =
            (vy_diag_note){place_of(r, pos, length, n->arena), message ? message : ""};
}

/// A note at the outermost call around a position, and notes on the way in: of many calls the
/// outer ones and the innermost.
static void add_way(struct vyi_report *r, struct notes *n, uint32_t pos, uint32_t length,
                    const char *message, uint32_t inner)
{
    const struct vyi_inlined *c = vyi_sources_called(r->sources, pos);
    if (!c || !c->caller) {
        add_note(r, n, pos, length, message);
        return;
    }
    add_way(r, n, c->caller, c->length, message, inner + 1);
    if (inner && n->count > MAX_CALLS)
        return;
    struct vyi_text text = {.context = r->context};
    vyi_text_printf(&text, "in '%s' here%s", c->name, c->types);
    if (!text.failed)
        add_note(r, n, pos, length, vyi_arena_copy(r->context, n->arena, text.at, text.count));
    vyi_text_free(&text);
}

static void deliver(struct vyi_report *r, uint32_t pos, uint32_t length, enum vyi_diag code,
                    const char *format, va_list args)
{
    vy_context *c = r->context;
    const struct diag_row *row = diag_row((uint32_t)code);
    struct vyi_text text = {.context = c};
    struct vyi_arena lines = {0};
    struct notes notes = {.arena = &lines};
    const struct vyi_inlined *call = vyi_sources_called(r->sources, pos);

    vyi_text_vprintf(&text, format, args);
    add_way(r, &notes, pos, length, NULL, 0);
    if (call && !call->caller)
        add_note(r, &notes, 0, 0, call->types + strlen(", "));
    for (size_t i = 0; i < r->pending.count; i++) {
        const struct vyi_pending_note *p = &r->pending.at[i];
        const char *message = r->notes.failed ? "" : r->notes.at + p->text;
        if (vyi_sources_called(r->sources, p->pos) == call)
            add_note(r, &notes, p->pos, p->length, message);
        else
            add_way(r, &notes, p->pos, p->length, message, 0);
    }
    vy_diag diag = {.code = row->code,
                    .severity = row->severity,
                    .place = notes.at[0].place,
                    .notes = notes.at + 1,
                    .note_count = notes.count - 1,
                    .reason = r->reason};
    if (text.failed) {
        diag.message = "out of memory while reporting an error";
    } else {
        char *fix = strchr(text.at, '\n');
        if (fix)
            *fix++ = 0;
        diag.message = text.at;
        diag.fix = fix && *fix ? fix : NULL;
    }
    c->params.diag(c->params.diag_user, &diag);
    vyi_arena_free(c, &lines);
    vyi_text_free(&text);
}

static void report(struct vyi_report *r, uint32_t pos, uint32_t length, enum vyi_diag code,
                   const char *format, va_list args)
{
    const struct diag_row *row = diag_row((uint32_t)code);
    if (row->severity == VY_SEVERITY_ERROR && ++r->errors > r->context->params.max_errors)
        r->full = true;
    r->warnings += row->severity == VY_SEVERITY_WARNING;
    if (r->context->params.diag && !r->full)
        deliver(r, pos, length, code, format, args);
    r->pending.count = 0;
    r->notes.count = 0;
    r->reason = NULL;
}

void vyi_report(struct vyi_report *r, uint32_t pos, uint32_t length, enum vyi_diag code,
                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(r, pos, length, code, format, args);
    va_end(args);
}

void vyi_report_note(struct vyi_report *r, uint32_t pos, uint32_t length, const char *format, ...)
{
    va_list args;
    r->notes.context = r->context;
    struct vyi_pending_note note = {pos, length, r->notes.count};
    va_start(args, format);
    vyi_text_vprintf(&r->notes, format, args);
    va_end(args);
    vyi_text_append(&r->notes, "", 1);
    if (!r->notes.failed)
        (void)vyi_vec_push(r->context, &r->pending, note);
}

vy_status vyi_report_end(struct vyi_report *r, vy_status bad)
{
    r->notes.context = r->context;
    if (r->full) {
        r->full = false; // or the note would not be shown either
        vyi_report(r, 0, 0, VYI_DIAG(MORE_ERRORS), (unsigned)r->context->params.max_errors);
    }
    vyi_text_free(&r->notes);
    vyi_vec_free(r->context, &r->pending);
    return r->errors ? bad : VY_OK;
}

void vyi_complain(vy_context *c, enum vyi_diag code, const char *format, ...)
{
    struct vyi_report r = {.context = c};
    va_list args;
    if (!c)
        return;
    va_start(args, format);
    report(&r, 0, 0, code, format, args);
    va_end(args);
    vyi_report_end(&r, VY_OK);
}

// ---- the ready-made callback ----
/// A line of a user's file, in which nothing gives orders to a terminal: control characters,
/// those from U+0080 to U+009F among them, become question marks, one a byte.
static void show_line(struct vyi_text *t, const char *line)
{
    for (const char *c = line; *c; c++) {
        unsigned char byte = (unsigned char)*c, after = (unsigned char)c[1];
        bool wide = byte == 0xc2 && after >= 0x80 && after < 0xa0;
        if (wide)
            c++;
        if (wide || (byte < ' ' && byte != '\t') || byte == 0x7f)
            vyi_text_append(t, "??", wide ? 2 : 1);
        else
            vyi_text_append(t, c, 1);
    }
}

static void show_source(struct vyi_text *t, const vy_place *place)
{
    if (!place->source)
        return;
    size_t size = strlen(place->source), start = place->column ? place->column - 1 : 0;
    vyi_text_printf(t, "%5u | ", place->line);
    show_line(t, place->source);
    vyi_text_append(t, "\n      | ", 9);
    for (size_t i = 0; i < start && i < size; i++)
        vyi_text_append(t, place->source[i] == '\t' ? "\t" : " ", 1);
    for (size_t i = 0; i < place->length && (i == 0 || start + i < size); i++)
        vyi_text_append(t, i ? "~" : "^", 1);
    vyi_text_append(t, "\n", 1);
}

static void show_place(struct vyi_text *t, const vy_place *place)
{
    if (place->file && place->line)
        vyi_text_printf(t, "%s:%u:%u: ", place->file, place->line, place->column);
    else if (place->file)
        vyi_text_printf(t, "%s: ", place->file);
}

size_t vy_diag_format(const vy_diag *diag, char *buffer, size_t size)
{
    static const char *const words[] = {"note", "warning", "error"};
    struct vy_context plain = {.params = {.alloc = vyi_default_alloc}};
    struct vyi_text t = {.context = &plain};
    if (!buffer)
        size = 0;
    if (!diag) {
        if (size)
            *buffer = 0;
        return 0;
    }
    show_place(&t, &diag->place);
    vyi_text_printf(&t, "%s %s: %s\n", words[diag->severity], diag->code, diag->message);
    show_source(&t, &diag->place);
    for (size_t i = 0; i < diag->note_count; i++) {
        vyi_text_append(&t, "      ", 6);
        show_place(&t, &diag->notes[i].place);
        vyi_text_printf(&t, "%s\n", diag->notes[i].message);
        show_source(&t, &diag->notes[i].place);
    }
    if (diag->fix)
        vyi_text_printf(&t, "      fix: %s\n", diag->fix);
    size_t length = t.count;
    if (size) {
        size_t kept = length < size - 1 ? length : size - 1;
        if (kept)
            memcpy(buffer, t.at, kept);
        buffer[kept] = 0;
    }
    vyi_text_free(&t);
    return length;
}

void vy_diag_stderr(void *user, const vy_diag *diag)
{
    char text[4096];
    (void)user;
    vy_diag_format(diag, text, sizeof text);
    fputs(text, stderr);
}
