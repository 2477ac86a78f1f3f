// What the parts of `vyre run FILE.vyg` share.
#ifndef VYRE_TOOL_RUN_GRAPH_H
#define VYRE_TOOL_RUN_GRAPH_H

#include "vyg.h"

/// A run while it lasts.
struct run {
    struct graph_run *r;
    struct session *session;
    struct vyg file;
    vy_device *device;
    vy_graph *graph;
    vy_graph_stats stats;
    vy_graph_wave_stats *waves;
    vy_graph_group_stats *groups;
    double opened; ///< when the device was: the deadline counts from there
};

vy_program *graph_program_of(const struct run *r, const struct vyg_wave *w);
/// A buffer or a param of a program by its name; false: it has none of that name.
bool graph_buffer_of(vy_program *program, const char *name, vy_buffer_info *info);
bool graph_param_of(vy_program *program, const char *name, vy_param_info *info);
/// Adds a wave, and the buffers that it is the first to use; an error is reported.
vy_status graph_add_wave(struct run *r, struct vyg_wave *w);

#endif
