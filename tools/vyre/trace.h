// The trace of a run, in the Chrome trace format: what the tool does, and below it what the device
// does.
#ifndef VYRE_TOOL_TRACE_H
#define VYRE_TOOL_TRACE_H

#include "tools/common/cli.h"

#include <pthread.h>

enum { TRACE_LANES = 64 };

struct trace {
    const char *file;     ///< NULL: no trace was asked for
    double start, mark;   ///< milliseconds; mark: when the phase at hand began
    pthread_mutex_t lock; ///< of all below: devices report from threads of their own
    struct text events;
    double read; ///< when the last read of a stream ended
    bool streams;
    /// Launches of a group are at once, and of two events that overlap on one line most viewers
    /// lose one: when each of the lines for launches is free.
    double free[TRACE_LANES];
    int lanes;
};

void trace_begin(struct trace *t);
/// Ends a phase that began at the last call and adds it.
void trace_phase(struct trace *t, const char *name);
/// Has a device report its events, where a trace was asked for.
void trace_device(struct trace *t, vy_device_params *params);
/// Takes an event of a device or a stream; `user` is the trace.
void trace_event(void *user, const vy_trace_event *event);
/// Only the trace is on standard output.
bool trace_takes_stdout(const struct trace *t);
/// `other`: members of an object, further facts about the run; true where no trace was asked for.
bool trace_write(struct trace *t, const char *path, const char *device, const char *other);
void trace_end(struct trace *t);

#endif
