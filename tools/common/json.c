// Reads JSON element by element: the structure here, values through jansson.
//
// jansson keeps no places and builds everything in memory, where an edge of two numbers takes 200
// bytes; and its whole numbers have 63 bits. So it reads one value at a time, and numbers are taken
// from the text that it has checked.
#include "json.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- the text ----
bool json_open(struct json *j, const char *path)
{
    char why[256];
    bool standard = !strcmp(path, "-");
    *j = (struct json){.file = standard ? "stdin" : path};
    j->text = file_read(path, input_limit(), &j->size, why, sizeof why);
    if (!j->text) {
        print_error("%s: %s", j->file, why);
        j->failed = true;
        return false;
    }
    if (j->size >= 3 && !memcmp(j->text, "\xef\xbb\xbf", 3))
        j->at = 3; // a mark that some editors put there
    return true;
}

void json_close(struct json *j)
{
    free(j->text);
    j->text = NULL;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

size_t json_here(struct json *j)
{
    while (j->at < j->size && blank(j->text[j->at]))
        j->at++;
    return j->at;
}

/// The next byte that is not blank; 0 at the end.
static char peek(struct json *j)
{
    return json_here(j) < j->size ? j->text[j->at] : 0;
}

char json_kind(struct json *j)
{
    char c = peek(j);
    return c == '{'                             ? 'o'
           : c == '[' || c == '"' || c == 'n'   ? c
           : c == 't' || c == 'f'               ? 't'
           : c == '-' || (c >= '0' && c <= '9') ? '0'
                                                : 0;
}

// ---- errors ----
/// Takes out of a text what would give orders to a terminal or is no UTF-8: each such byte becomes
/// `instead`, so that places in it stay what they are.
static void tame(char *text, char instead)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        size_t more = *c < 0x80 ? 0 : *c < 0xc2 ? 4 : *c < 0xe0 ? 1 : *c < 0xf0 ? 2 : 3, n = 1;
        while (n <= more && (c[n] & 0xc0) == 0x80)
            n++;
        bool control = *c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0);
        if (!control && n == more + 1) {
            c += n;
        } else {
            *c = (unsigned char)instead;
            c++;
        }
    }
}

/// Bytes of the value or word that begins at a place.
static size_t word_length(const struct json *j, size_t at)
{
    size_t end = at;
    if (at < j->size && j->text[at] == '"') {
        for (end++; end < j->size && j->text[end] != '"' && j->text[end] != '\n'; end++)
            end += j->text[end] == '\\';
        return end < j->size && j->text[end] == '"' ? end + 1 - at : 1;
    }
    while (end < j->size && !blank(j->text[end]) && !strchr(",:{}[]\"", j->text[end]))
        end++;
    return end > at ? end - at : 1;
}

vy_place json_place(const struct json *j, size_t at, size_t length)
{
    enum { SHOWN = 160 }; // of a line; files without line ends are common
    size_t start = at, end = at, line = 1;
    at = at < j->size ? at : j->size;
    while (start > 0 && j->text[start - 1] != '\n')
        start--;
    while (end < j->size && j->text[end] != '\n' && j->text[end] != '\r')
        end++;
    for (size_t i = 0; i < start; i++)
        line += j->text[i] == '\n';
    vy_place place = {.file = j->file,
                      .line = (uint32_t)line,
                      .column = (uint32_t)(at - start + 1),
                      .length = (uint32_t)(length ? length : word_length(j, at))};
    // A mark below a line that is cut short would point to the wrong place.
    if (end - start > SHOWN)
        return place;
    char *source = must_alloc(end - start + 1);
    memcpy(source, j->text + start, end - start);
    for (size_t i = 0; i < end - start; i++)
        if (!source[i] || source[i] == '\t')
            source[i] = ' ';
    tame(source, '?');
    place.source = source;
    return place;
}

/// "FILE:3:14: KIND: TEXT" with the line and a mark below it.
static void show(const struct json *j, size_t at, size_t length, const char *kind, int colour,
                 char *text)
{
    vy_place place = json_place(j, at, length);
    tame(text, '?');
    vy_severity severity = *kind == 'e'   ? VY_SEVERITY_ERROR
                           : *kind == 'w' ? VY_SEVERITY_WARNING
                                          : VY_SEVERITY_NOTE;
    if (session_collect(&(vy_diag){.severity = severity, .place = place, .message = text})) {
        free((char *)place.source);
        return;
    }
    if (colours(stderr))
        fprintf(stderr, "\033[1m%s:%u:%u: \033[%dm%s\033[0m: %s\n", place.file, place.line,
                place.column, colour, kind, text);
    else
        fprintf(stderr, "%s:%u:%u: %s: %s\n", place.file, place.line, place.column, kind, text);
    if (place.source) {
        fprintf(stderr, "%5u | %s\n      | %*s^", place.line, place.source, (int)place.column - 1,
                "");
        for (uint32_t i = 1; i < place.length; i++)
            fputc('~', stderr);
        fputc('\n', stderr);
    }
    free((char *)place.source);
}

void json_complain(struct json *j, size_t at, size_t length, const char *format, ...)
{
    va_list args;
    char text[512];
    if (j->failed)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    show(j, at, length, "error", 31, text);
    j->failed = true;
}

void json_note(const struct json *j, size_t at, size_t length, const char *format, ...)
{
    va_list args;
    char text[512];
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    show(j, at, length, "note", 36, text);
}

void json_warn(const struct json *j, size_t at, size_t length, const char *format, ...)
{
    va_list args;
    char text[512];
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    show(j, at, length, "warning", 35, text);
}

void json_describe(const struct json *j, size_t at, char text[80])
{
    char c = at < j->size ? j->text[at] : 0;
    size_t length = at < j->size ? word_length(j, at) : 0;
    if (!c)
        snprintf(text, 80, "%s", at < j->size ? "a zero byte" : "the end of the file");
    else if (c == '{' || c == '[')
        snprintf(text, 80, "%s", c == '{' ? "an object" : "a list");
    else if (c == '"')
        snprintf(text, 80, "the text %.*s%s", (int)(length > 40 ? 40 : length), j->text + at,
                 length > 40 ? "…" : "");
    else
        snprintf(text, 80, "%.*s%s", (int)(length > 40 ? 40 : length), j->text + at,
                 length > 40 ? "…" : "");
}

static void unexpected(struct json *j, const char *wanted)
{
    char found[80];
    size_t at = json_here(j);
    json_describe(j, at, found);
    json_complain(j, at, 0, "%s is missing here; there is %s", wanted, found);
}

const char *json_meant(const char *word, const char *const *list, size_t count, char text[80])
{
    const char *near = closest(word, list, count);
    text[0] = 0;
    if (near)
        snprintf(text, 80, "; did you mean '%s'?", near);
    return text;
}

// ---- jansson ----
/// The value at the place as jansson reads it, and how long it is; NULL after reporting.
static json_t *load(struct json *j, size_t *length)
{
    const size_t flags =
        JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL;
    json_error_t error;
    size_t at = json_here(j);
    if (j->failed)
        return NULL;
    json_t *value = json_loadb(j->text + at, j->size - at, flags, &error);
    if (value) {
        *length = (size_t)error.position;
        return value;
    }
    // "… near 'token'" names where the token begins: jansson's place is its end.
    char *near = strstr(error.text, " near '"), *end = near ? strrchr(error.text, '\'') : NULL;
    size_t token = end && end > near + 7 ? (size_t)(end - (near + 7)) : 0;
    size_t place = at + (size_t)(error.position > 0 ? error.position : 0);
    if (near)
        *near = 0;
    place = place - at >= token ? place - token : at;
    char found[80];
    json_describe(j, place, found);
    // What jansson says for programmers, in words for who wrote the file.
    if (json_error_code(&error) == json_error_null_character) {
        for (place = at; place + 6 < j->size && memcmp(j->text + place, "\\u0000", 6);)
            place++;
        json_complain(j, place, 6, "a text cannot have \\u0000 in it; leave it out");
    } else if (!strcmp(error.text, "invalid token"))
        json_complain(j, place, 0,
                      "%s is no value: numbers have no 0 or + in front, texts stand in \"…\"",
                      found);
    else if (json_error_code(&error) == json_error_duplicate_key)
        json_complain(j, place, token, "%.*s is there a second time; leave one of them",
                      (int)(token < 80 ? token : 80), j->text + place);
    else if (!strcmp(error.text, "unexpected token"))
        json_complain(j, place, 0, "a value is missing here; there is %s", found);
    else
        json_complain(j, place, token, "%s", error.text);
    return NULL;
}

bool json_check(struct json *j)
{
    size_t length;
    json_t *value = load(j, &length);
    bool good = value;
    json_decref(value);
    return good;
}

// ---- objects and lists ----
bool json_enter(struct json *j, char open, const char *what, struct json_list *list)
{
    char found[80];
    *list = (struct json_list){.close = open == '{' ? '}' : ']'};
    if (j->failed)
        return false;
    if (peek(j) != open) {
        json_describe(j, j->at, found);
        json_complain(j, j->at, 0, "%s must be %s, but is %s", what,
                      open == '{' ? "an object, { … }" : "a list, [ … ]", found);
        return false;
    }
    j->at++;
    return true;
}

bool json_item(struct json *j, struct json_list *list)
{
    if (j->failed)
        return false;
    char c = peek(j);
    if (c == list->close) {
        j->at++;
        return false;
    }
    if (list->begun) {
        if (c != ',') {
            unexpected(j, list->close == ']' ? "',' or ']'" : "',' or '}'");
            return false;
        }
        j->at++;
        if (peek(j) == list->close) {
            json_complain(j, j->at, 1, "a value is missing after the last ','");
            return false;
        }
    }
    list->begun = true;
    return true;
}

/// A key of plain characters, which nearly all are, without jansson; false: it is another one.
static bool plain_key(struct json *j, char key[JSON_KEY])
{
    size_t at = j->at + 1, count = 0;
    while (at < j->size && count < JSON_KEY - 1 && j->text[at] >= ' ' && j->text[at] < 127 &&
           j->text[at] != '"' && j->text[at] != '\\')
        key[count++] = j->text[at++];
    key[count] = 0;
    if (at >= j->size || j->text[at] != '"')
        return false;
    j->at = at + 1;
    return true;
}

bool json_key(struct json *j, struct json_list *list, char key[JSON_KEY])
{
    if (!json_item(j, list))
        return false;
    if (peek(j) != '"') {
        unexpected(j, "a key in quotes");
        return false;
    }
    j->key_at = j->at;
    if (!plain_key(j, key)) {
        char *text = json_text(j, "a key");
        if (!text)
            return false;
        size_t length = strlen(text);
        snprintf(key, JSON_KEY, "%s", text);
        free(text);
        if (length >= JSON_KEY) {
            json_complain(j, j->key_at, 0, "a name of %zu bytes, at most %d; shorten it", length,
                          JSON_KEY - 1);
            return false;
        }
    }
    if (peek(j) != ':') {
        unexpected(j, "':'");
        return false;
    }
    j->at++;
    return true;
}

void json_end(struct json *j)
{
    if (j->failed)
        return;
    if (json_here(j) < j->size)
        json_complain(j, j->at, 0, "nothing may follow here");
}

// ---- values ----
/// Only digits, without a leading zero.
static bool digits(struct json *j, uint64_t *number)
{
    size_t at = json_here(j), first = at;
    uint64_t value = 0;
    for (; at < j->size && j->text[at] >= '0' && j->text[at] <= '9'; at++) {
        unsigned digit = (unsigned)(j->text[at] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (at == first || (j->text[first] == '0' && at > first + 1))
        return false;
    if (at < j->size && !blank(j->text[at]) && !strchr(",]}", j->text[at]))
        return false; // 1.5, 1e3, 1x; never the zero behind the text
    j->at = at;
    *number = value;
    return true;
}

bool json_number(struct json *j, const char *what, uint64_t *number)
{
    char found[80];
    if (j->failed)
        return false;
    if (digits(j, number))
        return true;
    size_t at = json_here(j);
    if (json_kind(j) == '0' && !json_check(j))
        return false;
    json_describe(j, at, found);
    json_complain(j, at, 0, "%s must be a whole number from 0 to 18446744073709551615, but is %s",
                  what, found);
    return false;
}

/// Texts are shown to people, whose terminals take some bytes as orders.
static void check_bytes(struct json *j, const char *what, const char *text)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            json_complain(j, j->at, 0, "%s has a control character, \\u%04x; leave it out", what,
                          (unsigned char)*c);
            return;
        }
}

char *json_text(struct json *j, const char *what)
{
    char found[80], *copy = NULL;
    size_t length = 0;
    if (j->failed)
        return NULL;
    if (peek(j) != '"') {
        json_describe(j, j->at, found);
        json_complain(j, j->at, 0, "%s must be a text in quotes, but is %s", what, found);
        return NULL;
    }
    json_t *value = load(j, &length);
    if (value) {
        size_t size = json_string_length(value);
        copy = must_alloc(size + 1);
        memcpy(copy, json_string_value(value), size);
        check_bytes(j, what, copy);
        j->at += length;
    }
    json_decref(value);
    return copy;
}

void json_skip(struct json *j)
{
    size_t depth = 0;
    do {
        char c = peek(j);
        if (!c)
            return;
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        j->at += word_length(j, j->at);
    } while (depth);
}

bool json_bool(struct json *j, const char *what, bool *value)
{
    char found[80];
    size_t length = 0;
    if (j->failed)
        return false;
    size_t at = json_here(j);
    if (json_kind(j) == 't') {
        json_t *read = load(j, &length);
        bool good = read;
        *value = json_is_true(read);
        j->at += length;
        json_decref(read);
        return good;
    }
    json_describe(j, at, found);
    json_complain(j, at, 0, "%s must be true or false, but is %s", what, found);
    return false;
}
