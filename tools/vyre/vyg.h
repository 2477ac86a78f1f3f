// Graph files: programs, buffers, waves and edges, as JSON.
//
//   {"programs": {"add": "add.vy"},                      paths beside the file
//    "buffers":  {"x": {"in": true}, "y": {"out": true}, "t": {"bytes": 64}},
//    "waves":    [{"program": "add", "name": "first", "args": {"x": "x", "y": "t", "k": 3}}],
//    "edges":    [["first", "second"]], "explicit": false, "budget": 0}
//
// Buffers need not be listed: those that are not stay on the device, and a wave that has one as
// its output makes it as large as the program says.
#ifndef VYRE_TOOL_VYG_H
#define VYRE_TOOL_VYG_H

#include "run_json.h"
#include "tools/common/bindings.h"
#include "tools/common/json.h"
#include "trace.h"

struct vyg_program {
    char *name, *file;
    size_t at; ///< of its path, in the file
    vy_program *program;
    vy_pipeline *pipeline;
};
struct vyg_buffer {
    char *name;
    size_t at; ///< in the file
    bool in, out;
    uint64_t bytes; ///< given or found; UINT64_MAX: not yet
    struct bound bound;
    bool typed; ///< a wave says what it holds
    bool mixed; ///< another one differs, which was reported
    uint32_t slot;
};
struct vyg_arg {
    char *name, *value; ///< a buffer's name, or a number as it is written
    bool number;
    size_t at, key_at; ///< in the file: what it is given, and its name
    uint32_t buffer;   ///< where it is one
};
struct vyg_wave {
    char *name;
    size_t at;
    uint32_t program;
    uint64_t scratch; ///< bytes of its scratch buffers, once it was added
    struct vyg_arg *args;
    size_t arg_count;
};
struct vyg_edge {
    uint32_t before, after;
    size_t at;
};
/// Numbers by name, in the order they came.
struct vyg_names {
    const char **at; ///< owned by the caller
    uint32_t *again; ///< by the first of a name: the second; 0: there is none
    uint32_t *slots; ///< numbers + 1 of the first of each name
    size_t count, slot_count;
};
struct vyg {
    const char *path;
    struct json json; ///< kept, for errors that are found later
    struct vyg_names program_names, buffer_names, wave_names;
    struct vyg_program *programs;
    struct vyg_buffer *buffers;
    struct vyg_wave *waves;
    struct vyg_edge *edges;
    size_t program_count, buffer_count, wave_count, edge_count;
    uint64_t budget;
    bool explicit_only;
};
/// Reads and checks a file, but not its programs; false after reporting.
bool vyg_read(struct vyg *g, const char *path);
void vyg_free(struct vyg *g);

/// `vyre run FILE.vyg`.
struct graph_run {
    const char *path, *plan;
    struct bindings *bindings; ///< --in, --set, --out and --print as they were given
    vy_device_params chosen;
    struct trace *trace;
    struct run_json *json; ///< takes what comes out; NULL: it is printed
    uint32_t deadline_ms;
    uint64_t budget;
    bool no_fuse, time, budget_given, quiet;
    enum option given; ///< the first that only graphs take
};
/// Takes --budget, --no-fuse or --plan; false after reporting.
bool graph_option(const struct words *w, enum option option, struct graph_run *r);
int graph_run(struct graph_run *r, struct session *session, bool help);

#endif
