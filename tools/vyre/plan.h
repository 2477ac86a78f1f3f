// What the pieces of `vyre plan` share: the file of waves, and its picture.
#ifndef VYRE_TOOL_PLAN_H
#define VYRE_TOOL_PLAN_H

#include "tools/common/json.h"

/// A file of waves.
struct plan_file {
    struct json json;
    vy_wave *waves;
    char **names; ///< of waves, or NULL where none has one; single ones may be NULL
    vy_wave_edge *edges;
    size_t wave_count, edge_count;
    uint64_t graph_bytes, budget, readback;
    bool limited; ///< there is a budget
};
/// Reads it; false after reporting.
bool plan_file_read(struct plan_file *f, const char *path);
void plan_file_free(struct plan_file *f);
/// Where in the file a failure of the planner has its cause.
size_t plan_file_place(struct plan_file *f, const vy_plan_fault *fault);

/// The name of a wave, or its number.
const char *plan_name(const struct plan_file *f, uint32_t wave, char text[16]);
/// "1.5 KiB"
const char *plan_bytes(uint64_t bytes, char text[32]);

/// Draws a plan: layers and groups from left to right, waves with their bytes as area.
void plan_svg(const struct plan_file *f, const vy_frontier *plan, struct text *svg);

#endif
