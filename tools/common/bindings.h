// What a command line binds to a program: --in, --set, and memory for what comes out.
#ifndef VYRE_TOOL_BINDINGS_H
#define VYRE_TOOL_BINDINGS_H

#include "source.h"

/// One buffer of the program with what is bound to it.
struct bound {
    vy_buffer_info info;
    const char *text; ///< of --in or --stream, or NULL
    bool streamed;    ///< by --stream
    struct source source;
    vy_buffer *resident; ///< persistent and mapped ones
    void *memory;        ///< what the host gets; NULL where it gets nothing
    uint64_t bytes;
    const unsigned char *guard; ///< behind an output: what must stay as it is; NULL: none
    uint32_t rank;
    bool grows;        ///< an output that the library allocates; `memory` is freed by it
    uint64_t sizes[8]; ///< sizes[0] is the rows in use after a run
};

struct bindings {
    const char *where; ///< put before errors: "vyre", or "file.vy:3" for a test line
    bool cast;
    bool lost_rows;   ///< --allow-lost-rows
    bool stdin_taken; ///< by the program or an earlier --in
    struct given {
        enum option option;
        const char *text;
    } * given;
    size_t given_count;
    vy_context *context; ///< that frees what the library allocates; NULL where nothing runs
    vy_program *program;
    struct bound *buffers;
    size_t buffer_count, param_count;
    bool *params_set; ///< by param: --set or a shape gives it
    vy_arg *args;     ///< ends with vy_arg_end()
    size_t arg_count;
    vy_count_stats *counts; ///< one for each buffer that has a count, for vy_dispatch_params
    size_t count_capacity;
};

/// Remembers an option; the text must outlive the bindings.
void bindings_add(struct bindings *b, enum option option, const char *text);
/// Loads what --in and --set name; an exit code, after reporting every error.
int bindings_read(struct bindings *b, vy_context *context, vy_program *program);
/// Gives params that are sizes what the shapes of bound .npy arrays say; an exit code, after
/// reporting where they or --set disagree.
int bindings_shapes(struct bindings *b);
/// Adds an argument; there is room for one of each buffer and param.
void bindings_push(struct bindings *b, vy_arg arg);
/// Memory for outputs and resident buffers. `pipeline` and `device` are those that will run. `late`
/// is asked before each: true, after reporting, where the deadline has passed; NULL: there is none.
int bindings_outputs(struct bindings *b, vy_device *device, vy_pipeline *pipeline,
                     bool (*late)(void *user), void *user);
/// After a dispatch: rows in use, and what resident buffers hold now. VY_ERROR_DEVICE, after saying
/// so, where something was written behind an output.
vy_status bindings_finish(struct bindings *b, const vy_stats *stats);
void bindings_free(struct bindings *b);

/// The buffer of a name of `length` bytes; NULL where the program has none.
struct bound *bindings_find(struct bindings *b, const char *name, size_t length);
/// Reports a name that is no `what` of the program, with the closest one.
void bindings_unknown(const struct bindings *b, enum option option, const char *text,
                      const char *what);
bool gives_bytes(const struct bound *b); ///< the host gets bytes from it

#endif
