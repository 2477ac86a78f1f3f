// What the programs vyre, vyre-bench and vyre-conform share: verbs, options, messages, files and
// devices. They include only public headers.
#ifndef VYRE_TOOL_CLI_H
#define VYRE_TOOL_CLI_H

#include <stdio.h>
#include <sys/types.h>
#include <vyre/vyre.h>

// ---- exit codes ----
enum {
    EXIT_DONE = 0,
    EXIT_WRONG = 1,  ///< the program or its data is wrong, or a race was found
    EXIT_USAGE = 2,  ///< the command line is wrong
    EXIT_SYSTEM = 3, ///< device, system or deadline
    EXIT_DIFFERS = 4 ///< a comparison failed
};
int exit_code(vy_status status);

/// What a race check and a test line may take where nothing else is said.
enum { DEFAULT_DEADLINE_MS = 60000 };

// ---- options: one list, and each verb names those it takes ----
enum option {
    OPT_END,
    OPT_ARGUMENT, ///< not an option: a file or the like
    OPT_BAD,      ///< already reported
    OPT_HELP,
    OPT_IN,
    OPT_SET,
    OPT_OUT,
    OPT_PRINT,
    OPT_DEVICE,
    OPT_THREADS,
    OPT_NO_CACHE,
    OPT_ROUTE,
    OPT_DEADLINE,
    OPT_CAST,
    OPT_TIME,
    OPT_TRACE,
    OPT_CONVERGED,
    OPT_SORTED,
    OPT_LOST_ROWS,
    OPT_RACE,
    OPT_NO_RACE,
    OPT_SCHEDULES,
    OPT_SEED,
    OPT_JSON,
    OPT_QUIET,
    OPT_DOT,
    OPT_IN_PLACE,
    OPT_OUTPUT,
    OPT_TO,
    OPT_LEVEL,
    OPT_CPU,
    OPT_ONLY,
    OPT_PEERS,
    OPT_GAPBS,
    OPT_SIZE,
    OPT_PACK,
    OPT_SVG,
    OPT_EXPECT,
    OPT_EXPECT_ERROR,
    OPT_BUDGET,
    OPT_NO_FUSE,
    OPT_PLAN,
    OPT_PROGRAMS,
    OPT_SECONDS,
    OPT_HTML,
    OPT_HOSTILE,
    OPT_TABLE,
    OPT_NO_PASS,
    OPT_AFTER,
    OPT_PASS,
    OPT_PASSES,
    OPT_STREAM,
    OPT_CHUNK,
    OPT_OVERLAP,
    OPT_BASE,
    OPT_SEEN,
    OPT_RESUME,
    OPT_COUNT
};

struct verb {
    const char *name, *synopsis, *summary;
    unsigned char options[32]; ///< enum option, ends with OPT_END
    const char *more;          ///< further lines of its help, or NULL
};
const struct verb *verb_find(const char *name);
int verb_help(const struct verb *verb, FILE *to);
void all_help(FILE *to);
/// The words that may follow, one a line, for shell completion: the options of a verb; NULL: verbs.
void verb_words(const char *verb);
int no_such_verb(const char *name); ///< reports it; EXIT_USAGE

/// Walks the words of a command line. `value` is the argument or the option's value.
struct words {
    const struct verb *verb;
    int argc;
    char **argv;
    const char *where; ///< put before errors: "vyre" or "file.vy:3"
    const char *value;
    int at;
    bool plain; ///< after "--"
};
struct words words_of(const char *verb, int argc, char **argv);
enum option words_next(struct words *w);
/// The argument just read, of a verb that wants one word for what to do and one for with what;
/// false after reporting that there were two already. `kind`: what the second one is called.
bool words_pair(const struct words *w, const char *kind, const char **what, const char **name);
const char *option_name(enum option option); ///< "--in"
/// The value of the option just read as a number of its kind; false after reporting.
bool number_option(const struct words *w, enum option option, uint64_t *number);
/// The value of --level; false after reporting.
bool level_option(const struct words *w, vy_level *level);

/// The closest of a list to a mistyped word, or NULL.
const char *closest(const char *word, const char *const *list, size_t count);

// ---- programs of an installation ----
/// The path of a file in the folder of the running program; false: it cannot be read.
bool file_beside(char *path, size_t size, const char *name);
/// The path of another program of this installation, such as "vyre-bench": beside the running one,
/// else in bin or libexec/vyre. False: it is absent.
bool program_find(char *path, size_t size, const char *name);
/// The main function of `vyre-VERB`: its version, or the verb with argv[0] in the verb's place.
int program_main(int argc, char **argv, int (*verb)(int argc, char **argv));
/// Flushes standard output; the status to end with, `code` unless that failed.
int stdout_end(int code);

// ---- talking ----
/// An error: "vyre: text" on stderr, or among the diagnostics of a session that collects them.
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// The same with another word in front, such as "file.vy:3".
void print_error_at(const char *where, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// The same for a warning, which a session with `errors_only` drops.
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// What there is to know without being asked: dropped too where diagnostics are collected.
void remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// The same; returns EXIT_USAGE after naming `vyre help VERB`.
int usage_error(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool colours(FILE *to); ///< a terminal that wants colours
/// A diagnostic on stderr, as the library formats it.
void diag_show(const vy_diag *diag);

/// Shows on a terminal that something still runs; give progress_show to the library.
struct progress {
    bool shown;
    uint64_t first_ms, last_ms;
    const char *hint; ///< shown too when it takes long; NULL: none
};
void progress_show(void *user, uint64_t statements);
void progress_end(struct progress *p);
/// "1,203,441"
const char *grouped(uint64_t number, char text[32]);
/// "60 s" or "1,500 ms", and whether it was asked for: "60 s, the default".
void deadline_text(uint32_t ms, bool given, char text[48]);
double now_ms(void);

/// A growing text; an allocation failure ends the tool with a message and EXIT_SYSTEM.
struct text {
    char *at;
    size_t count, capacity;
};
void text_add(struct text *t, const char *bytes, size_t count);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_json(struct text *t, const char *string); ///< quoted; NULL gives null
void text_free(struct text *t);
void *must_alloc(size_t bytes); ///< zeroed

// ---- a session: context, diagnostics, program ----
struct session {
    vy_context *context;
    struct progress progress; ///< wiped before a diagnostic is printed
    bool json;                ///< diagnostics are collected instead of printed
    bool quiet;               ///< diagnostics are dropped, but counted and remembered
    bool errors_only;         ///< those that are no errors are dropped
    bool library;             ///< files without a `program` line are loaded too
    struct text collected;    ///< JSON objects, comma-separated
    unsigned errors, warnings;
    char first_code[8];   ///< of the first error
    char first_text[256]; ///< its message
};
/// false after reporting when there is no memory.
bool session_begin(struct session *s);
void session_end(struct session *s);
void session_forget(struct session *s); ///< counts and what was collected
/// From now on print_error(), warn() and remark() go by the session's `json` and `errors_only`,
/// until it ends.
void session_listen(struct session *s);
/// Whether the session that listens has taken a diagnostic: it collects all, or drops warnings.
bool session_collect(const vy_diag *diag);

/// Loads a .vy or wire file ("-": stdin), or makes a megakernel ("mega:…"); NULL after reporting.
vy_program *session_load(struct session *s, const char *path, vy_status *status);
/// By its name: *.vyg.
bool is_graph_file(const char *path);
/// The program that "mega:KIND,…" stands for; NULL after reporting.
vy_program *mega_load(vy_context *context, const char *path, vy_status *status);

// ---- files ----
/// The bytes of a file ("-": stdin), malloc'ed with a zero behind; NULL after filling `why`.
char *file_read(const char *path, size_t limit, size_t *size, char *why, size_t why_size);
/// Writes a file by way of a temporary one beside it, so that it is whole or not there; a signal
/// that ends the tool leaves no temporary file. A symbolic link stays: what it leads to is written.
bool file_write(const char *path, const void *head, size_t head_size, const void *bytes,
                size_t size);
/// Whether a file could be written, before hours go into what it is to hold; false after reporting.
bool file_may_write(const char *path);
/// Whether a path stands for standard output: "-", /dev/stdout, /dev/fd/1 and links to them.
bool file_is_stdout(const char *path);
/// Which file a path stands for: two paths may lead to one.
struct file_id {
    dev_t device;
    ino_t number;
    char name[256]; ///< of a file that does not exist yet; then the others are its folder's
};
/// False: a device, a pipe or the like, which several may write to.
bool file_identify(const char *path, struct file_id *id);
bool file_same(const struct file_id *a, const struct file_id *b);
size_t input_limit(void); ///< most bytes an input may have on this machine

// ---- devices ----
/// Takes --device, --threads, --level, --no-cache or --no-pass; false after reporting.
bool device_option(const struct words *w, enum option option, vy_device_params *params);
/// The value of --route; false after reporting.
bool route_option(const struct words *w, vy_route *route);
/// Opens a device and prints which it is and why, in one line.
vy_status device_open(vy_context *context, const vy_device_params *params, vy_device **device);
/// The exit code of opening one: EXIT_USAGE where there is no device or pass of that name.
int device_code(vy_status status, const vy_device_params *params);

#endif
