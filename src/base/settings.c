// The environment variables that the library reads: all of them, and here alone.
#include "base/base.h"

#include <stdlib.h>

static const char *const names[] = {
    [VYI_SETTING_DEVICE] = "VYRE_DEVICE", [VYI_SETTING_LIBRARY] = "VYRE_LIBRARY",
    [VYI_SETTING_CACHE] = "VYRE_CACHE",   [VYI_SETTING_LLVM] = "VYRE_LLVM",
    [VYI_SETTING_CUDA] = "VYRE_CUDA",     [VYI_SETTING_XDG_CACHE] = "XDG_CACHE_HOME",
    [VYI_SETTING_HOME] = "HOME",
};

const char *vyi_setting(enum vyi_setting which)
{
    // A program with the rights of another user does not take its files from the caller.
    const char *value = secure_getenv(names[which]);
    return value && *value ? value : NULL;
}
