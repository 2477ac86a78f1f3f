// Programs that bring the process down: found, told and reduced by a process that stays.
#ifndef VYRE_TOOL_CONFORM_CRASH_H
#define VYRE_TOOL_CONFORM_CRASH_H

#include "stop.h"
#include "trial.h"

#include <stdatomic.h>

enum { CRASH_WORKERS = 64 };

/// Memory that the processes share: which programs run, as seed + 1; 0: none.
struct crash_watch {
    atomic_uint_fast64_t running[CRASH_WORKERS];
    atomic_uint_fast64_t programs, runs; ///< that ended
};

/// Runs `body` in a process of its own and gives its exit code. Where a signal ends it, that is
/// *signal, which is 0 otherwise, and `watch` says what ran. What asks this process to stop it
/// passes on. The caller has no other threads, and has called stop_block().
int crash_guard(struct crash_watch **watch, const struct stop_watch *stop, int (*body)(void *user),
                void *user, int *signal);
void crash_end(struct crash_watch *watch);

/// The trial in a process of its own. Where a signal ends that, gives it; the trial differs then,
/// on the device and the route that it had come to.
int crash_trial(const char *const *devices, uint32_t count, const vy_device_params *how,
                struct trial *t);

#endif
