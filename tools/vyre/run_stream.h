// --stream of `vyre run`: a program over data that fit no memory.
#ifndef VYRE_TOOL_RUN_STREAM_H
#define VYRE_TOOL_RUN_STREAM_H

#include "run_json.h"
#include "tools/common/bindings.h"

struct stream_run {
    enum option given; ///< the first option of streams that was given; 0: none
    uint64_t chunk, overlap;
    const char *base, *seen;
    bool resume;
};

/// Takes an option of streams; false after reporting.
bool stream_option(const struct words *w, enum option option, struct stream_run *run,
                   struct bindings *bindings);
/// Checks what was given beside --stream; an exit code, after reporting.
int stream_check(const struct stream_run *run, const struct bindings *bindings);

struct stream_params {
    const char *path; ///< of the program
    vy_route route;
    uint32_t deadline_ms;
    bool time, quiet;
    struct run_json *json; ///< NULL: not asked for
    vy_device *device;
    struct trace *trace;
};
/// Runs the stream; an exit code, after reporting.
int stream_run(const struct stream_run *run, struct session *session, struct bindings *bindings,
               vy_pipeline *pipeline, const struct stream_params *params);

#endif
