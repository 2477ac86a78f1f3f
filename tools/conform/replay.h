// Programs of files once more, as `vyre conform` runs those that it makes.
#ifndef VYRE_TOOL_CONFORM_REPLAY_H
#define VYRE_TOOL_CONFORM_REPLAY_H

#include "trial.h"

/// A file as a case: its program, and what its first test line gives buffers. Params have their
/// defaults. False after saying what is wrong.
bool replay_load(vy_context *context, const char *path, struct reduce_case *c);

struct replay {
    const char *const *devices;
    uint32_t device_count;
    vy_device_params how;
    unsigned routes; ///< bits 1 << route; 0: all
    bool hostile;    ///< between pages that cannot be touched, and nothing is compared
    bool json;
    bool with, without; ///< as in struct trial
};
/// Each in a process of its own, which it may end; an exit code.
int replay_files(const struct replay *r, const char *const *paths, uint32_t count);

#endif
