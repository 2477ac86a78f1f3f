// What a run gave and did, as one JSON document.
#ifndef VYRE_TOOL_RUN_JSON_H
#define VYRE_TOOL_RUN_JSON_H

#include "tools/common/bindings.h"
#include "trace.h"
#include "vyre/stream.h"

/// The parts of the document while they come together.
struct run_json {
    bool wanted;
    struct text printed, params, outputs; ///< members, with commas between them
    struct text stats;                    ///< an object; empty: nothing ran
};

/// Refuses what would write beside the document; false after reporting.
bool run_json_alone(const struct bindings *given, const struct trace *trace, const char *plan);
/// A line that the program printed; for vy_dispatch_params and vy_graph_run_params.
void run_json_line(void *user, const char *line);
/// An output: its values where they are few or --print names it, the file where --out does. `count`
/// may be NULL.
void run_json_output(struct run_json *j, const struct bound *b, const struct bindings *given,
                     const vy_count_stats *count);
/// `without`: two names that are left out, or NULL.
void run_json_params(struct run_json *j, const struct bindings *b, const char *const without[2]);
/// Of a program; `segments` and `timed`, whose passes are listed, NULL: not asked for.
void run_json_stats(struct run_json *j, vy_device *device, const vy_stats *s,
                    const vy_segment_stats *segments, size_t segment_count, double prepare_ms,
                    const vy_pipeline *timed);
/// Of a graph.
void run_json_graph(struct run_json *j, vy_device *device, const vy_graph_stats *s,
                    const vy_graph_wave_stats *waves);
/// Of a stream, with its params but for `moving` (base and seen), and the outputs that have a file.
void run_json_stream(struct run_json *j, vy_device *device, struct bindings *b,
                     const char *const moving[2], const vy_stream_stats *s);
/// Prints the document and frees its parts.
void run_json_print(struct run_json *j, const char *path, int code, const struct session *session);

#endif
