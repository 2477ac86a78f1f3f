// Reads JSON piece by piece, with a place in the file for every error: the structure is walked
// here, values are read by jansson. Whole numbers keep all their 64 bits, and a list of millions
// of values takes no more memory than its text.
//
//   struct json j;
//   struct json_list top, list;
//   char key[JSON_KEY];
//   if (json_open(&j, path) && json_enter(&j, '{', "the file", &top))
//       while (json_key(&j, &top, key))
//           if (!strcmp(key, "sizes") && json_enter(&j, '[', "'sizes'", &list))
//               while (json_item(&j, &list))
//                   json_number(&j, "a size", &size);
//   json_end(&j);
//   if (j.failed) …       // one error was reported; every call after it does nothing
//   json_close(&j);
#ifndef VYRE_TOOL_JSON_H
#define VYRE_TOOL_JSON_H

#include "cli.h"

enum { JSON_KEY = 64 }; ///< bytes of a key, the zero included; longer ones are errors

struct json {
    const char *file; ///< as it is named in errors
    char *text;
    size_t size, at; ///< the next byte
    size_t key_at;   ///< where the last key begins
    bool failed;     ///< an error was reported
};
/// One object or list that is being read.
struct json_list {
    char close;
    bool begun;
};

/// Reads a file ("-": stdin); false after reporting.
bool json_open(struct json *j, const char *path);
void json_close(struct json *j);
/// Nothing may follow the last value.
void json_end(struct json *j);

/// Where the next value begins, for json_complain() later.
size_t json_here(struct json *j);
/// 'o' object, '[' list, '"' text, '0' number, 't' true or false, 'n' null, 0: none of these.
char json_kind(struct json *j);
/// "a text", "the number 1.5" and so on: the value at a place, for messages.
void json_describe(const struct json *j, size_t at, char text[80]);

/// Begins an object ('{') or a list ('['); `what` names it where it is something else.
bool json_enter(struct json *j, char open, const char *what, struct json_list *list);
/// The next key of an object; false at its end. Its value comes next.
bool json_key(struct json *j, struct json_list *list, char key[JSON_KEY]);
/// Whether a list goes on; its next value comes next.
bool json_item(struct json *j, struct json_list *list);

/// A whole number from 0 to 2^64 - 1, in digits; `what` names it: "'budget'".
bool json_number(struct json *j, const char *what, uint64_t *number);
/// A text, to be freed; NULL after reporting.
char *json_text(struct json *j, const char *what);
bool json_bool(struct json *j, const char *what, bool *value);
/// Goes past a value that has been read before.
void json_skip(struct json *j);
/// Lets jansson read the next value, which stays the next: syntax, UTF-8, and no key twice.
bool json_check(struct json *j);

/// Reports an error at a place: "FILE:3:14: error: …" with the line and a mark below it, in the
/// manner of the library. `length` 0: the word or value there.
void json_complain(struct json *j, size_t at, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Adds to an error that was reported already: "FILE:3:14: note: …" in the same manner.
void json_note(const struct json *j, size_t at, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Nothing is wrong for sure: "FILE:3:14: warning: …".
void json_warn(const struct json *j, size_t at, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// The place, with a copy of its line that is to be freed (place.source).
vy_place json_place(const struct json *j, size_t at, size_t length);

/// The word that was perhaps meant, as in "; did you mean 'waves'?", or "".
const char *json_meant(const char *word, const char *const *list, size_t count, char text[80]);

#endif
