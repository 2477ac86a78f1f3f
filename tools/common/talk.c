// Messages, texts that grow, and the session that carries context and diagnostics.
#include "cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int exit_code(vy_status status)
{
    switch (status) {
    case VY_OK: return EXIT_DONE;
    case VY_ERROR_MEMORY:
    case VY_ERROR_DEADLINE:
    case VY_ERROR_CANCELLED:
    case VY_ERROR_BUSY:
    case VY_ERROR_REFUSED:
    case VY_ERROR_DEVICE: return EXIT_SYSTEM;
    default: return EXIT_WRONG;
    }
}

static void text_vprintf(struct text *t, const char *format, va_list args);

/// The session whose switches messages go by; NULL: all go to stderr. A command has one session,
/// and messages come from places that know of none.
static struct session *listener;

static void message(vy_severity severity, const char *where, const char *format, va_list args)
{
    struct text t = {0};
    text_vprintf(&t, format, args);
    if (!session_collect(&(vy_diag){.severity = severity, .message = t.at}))
        fprintf(stderr, "%s: %s\n", where, t.at);
    text_free(&t);
}

void print_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(VY_SEVERITY_ERROR, "vyre", format, args);
    va_end(args);
}

void print_error_at(const char *where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(VY_SEVERITY_ERROR, where, format, args);
    va_end(args);
}

void warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(VY_SEVERITY_WARNING, "vyre", format, args);
    va_end(args);
}

void remark(const char *format, ...)
{
    va_list args;
    if (listener && (listener->json || listener->errors_only))
        return;
    va_start(args, format);
    message(VY_SEVERITY_NOTE, "vyre", format, args);
    va_end(args);
}

int usage_error(const char *verb, const char *format, ...)
{
    struct text t = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&t, format, args);
    va_end(args);
    print_error("%s; see 'vyre help %s'", t.at, verb);
    text_free(&t);
    return EXIT_USAGE;
}

bool colours(FILE *to)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(to)) && !(no && *no) && !(term && !strcmp(term, "dumb"));
}

double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void progress_show(void *user, uint64_t statements)
{
    struct progress *p = user;
    char text[32];
    uint64_t now = (uint64_t)now_ms();
    if (!p->last_ms)
        p->first_ms = p->last_ms = now;
    if (now - p->last_ms < 500 || !isatty(STDERR_FILENO))
        return;
    p->last_ms = now;
    p->shown = true;
    bool hint = p->hint && now - p->first_ms > 5000;
    fprintf(stderr, "\r%s statements …%s%s\033[K", grouped(statements, text), hint ? " " : "",
            hint ? p->hint : "");
}

void progress_end(struct progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}

const char *grouped(uint64_t number, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number), n = 0;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            text[n++] = ',';
        text[n++] = digits[i];
    }
    text[n] = 0;
    return text;
}

void deadline_text(uint32_t ms, bool given, char text[48])
{
    char number[32];
    bool whole = ms % 1000 == 0;
    snprintf(text, 48, "%s %s%s", grouped(whole ? ms / 1000 : ms, number), whole ? "s" : "ms",
             given ? "" : ", the default");
}

/// Words with at most two letters' difference count as meant.
static size_t distance(const char *a, const char *b)
{
    enum { LIMIT = 40 };
    size_t n = strlen(a), m = strlen(b), row[LIMIT + 1];
    if (n > LIMIT || m > LIMIT)
        return LIMIT;
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

const char *closest(const char *word, const char *const *list, size_t count)
{
    const char *near = NULL;
    size_t best = 3;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(word, list[i]);
        if (strlen(word) > 3 && !strncmp(list[i], word, strlen(word)))
            d = 1; // its beginning
        if (d < best && d < strlen(list[i]))
            best = d, near = list[i];
    }
    return near;
}

// ---- texts ----
void *must_alloc(size_t bytes)
{
    void *memory = calloc(bytes ? bytes : 1, 1);
    if (!memory) {
        print_error("out of memory: %zu bytes", bytes);
        exit(EXIT_SYSTEM);
    }
    return memory;
}

static void text_reserve(struct text *t, size_t more)
{
    if (t->capacity - t->count > more)
        return;
    size_t grown = t->capacity + t->capacity / 2 + more + 64;
    char *memory = realloc(t->at, grown);
    if (!memory) {
        print_error("out of memory: %zu bytes", grown);
        exit(EXIT_SYSTEM);
    }
    t->at = memory;
    t->capacity = grown;
}

void text_add(struct text *t, const char *bytes, size_t count)
{
    text_reserve(t, count);
    memcpy(t->at + t->count, bytes, count);
    t->count += count;
    t->at[t->count] = 0;
}

static void text_vprintf(struct text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0) {
        text_reserve(t, (size_t)length);
        vsnprintf(t->at + t->count, (size_t)length + 1, format, again);
        t->count += (size_t)length;
    }
    va_end(again);
}

void text_printf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

/// The bytes of the UTF-8 character at `s`, 0 where there is none: JSON takes no broken text.
static size_t character(const unsigned char *s)
{
    size_t more = s[0] < 0x80                   ? 0
                  : s[0] >= 0xf5 || s[0] < 0xc2 ? 9
                  : s[0] >= 0xf0                ? 3
                  : s[0] >= 0xe0                ? 2
                                                : 1;
    if (more == 9)
        return 0;
    for (size_t i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return more + 1;
}

void text_json(struct text *t, const char *string)
{
    if (!string) {
        text_add(t, "null", 4);
        return;
    }
    text_add(t, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)string; *s;) {
        size_t size = character(s);
        if (*s == '"' || *s == '\\')
            text_printf(t, "\\%c", *s);
        else if (*s == '\n')
            text_add(t, "\\n", 2);
        else if (*s == '\t')
            text_add(t, "\\t", 2);
        else if (*s < 0x20 || *s == 0x7f)
            text_printf(t, "\\u%04x", *s);
        else if (!size)
            text_add(t, "\\ufffd", 6);
        else
            text_add(t, (const char *)s, size);
        s += size ? size : 1;
    }
    text_add(t, "\"", 1);
}

void text_free(struct text *t)
{
    free(t->at);
    *t = (struct text){0};
}

// ---- diagnostics ----
static void json_place(struct text *t, const vy_place *place)
{
    text_printf(t, "\"file\":");
    text_json(t, place->file);
    text_printf(t, ",\"line\":%u,\"column\":%u,\"length\":%u,\"source\":", place->line,
                place->column, place->length);
    text_json(t, place->source);
}

static void json_diag(struct text *t, const vy_diag *diag)
{
    static const char *const words[] = {"note", "warning", "error"};
    text_printf(t, "%s{\"code\":", t->count ? "," : "");
    text_json(t, diag->code);
    text_printf(t, ",\"severity\":\"%s\",", words[diag->severity]);
    json_place(t, &diag->place);
    text_printf(t, ",\"message\":");
    text_json(t, diag->message);
    text_printf(t, ",\"fix\":");
    text_json(t, diag->fix);
    text_printf(t, ",\"reason\":");
    text_json(t, diag->reason);
    text_printf(t, ",\"notes\":[");
    for (size_t i = 0; i < diag->note_count; i++) {
        text_printf(t, "%s{", i ? "," : "");
        json_place(t, &diag->notes[i].place);
        text_printf(t, ",\"message\":");
        text_json(t, diag->notes[i].message);
        text_add(t, "}", 1);
    }
    text_printf(t, "]}");
}

/// Colours "error V033:" and "fix:"; the text stays what vy_diag_format() made.
static void print_coloured(const vy_diag *diag, const char *text)
{
    static const char *const words[] = {"note ", "warning ", "error "};
    static const char *const marks[] = {"\033[36m", "\033[35m", "\033[31m"};
    const char *word = strstr(text, words[diag->severity]),
               *colon = word ? strchr(word, ':') : NULL;
    const char *fix = strstr(text, "\n      fix: ");
    if (!colon) {
        fputs(text, stderr);
        return;
    }
    fprintf(stderr, "\033[1m%.*s%s%.*s\033[0m", (int)(word - text), text, marks[diag->severity],
            (int)(colon - word), word);
    if (fix)
        fprintf(stderr, "%.*s\n      \033[32mfix:\033[0m%s", (int)(fix - colon), colon, fix + 11);
    else
        fputs(colon, stderr);
}

void diag_show(const vy_diag *diag)
{
    size_t size = vy_diag_format(diag, NULL, 0) + 1;
    char *text = must_alloc(size);
    vy_diag_format(diag, text, size);
    if (colours(stderr))
        print_coloured(diag, text);
    else
        fputs(text, stderr);
    free(text);
}

static void take_diag(void *user, const vy_diag *diag)
{
    struct session *s = user;
    progress_end(&s->progress);
    if (diag->severity == VY_SEVERITY_ERROR && !s->errors++) {
        snprintf(s->first_code, sizeof s->first_code, "%s", diag->code ? diag->code : "");
        snprintf(s->first_text, sizeof s->first_text, "%s", diag->message);
    }
    s->warnings += diag->severity == VY_SEVERITY_WARNING;
    if (s->json)
        json_diag(&s->collected, diag);
    else if (!s->quiet && (!s->errors_only || diag->severity == VY_SEVERITY_ERROR))
        diag_show(diag);
}

void session_listen(struct session *s)
{
    listener = s;
}

bool session_collect(const vy_diag *diag)
{
    if (listener && listener->json)
        take_diag(listener, diag);
    return listener &&
           (listener->json || (listener->errors_only && diag->severity == VY_SEVERITY_WARNING));
}

bool session_begin(struct session *s)
{
    vy_status status =
        vy_context_create(vy_context_params(.diag = take_diag, .diag_user = s), &s->context);
    if (status)
        print_error("%s", vy_status_text(status));
    return !status;
}

void session_end(struct session *s)
{
    if (listener == s)
        listener = NULL;
    vy_context_destroy(&s->context);
    text_free(&s->collected);
}

void session_forget(struct session *s)
{
    s->errors = s->warnings = 0;
    s->first_code[0] = s->first_text[0] = 0;
    text_free(&s->collected);
}
