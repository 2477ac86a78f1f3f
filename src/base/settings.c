// What a user sets: environment variables, all of them here alone, and params structs of public
// calls, whatever version of the header they come from.
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

// ---- params ----
/// More than any params struct will ever have: a larger size was never set.
enum { LARGEST = 4096 };

vy_status vyi_base_params(vy_context *c, const char *type, const void *params, void *to,
                          size_t bytes)
{
    if (!params)
        return VY_OK;
    size_t size = *(const size_t *)params;
    // The first field aligns every params struct to its own size.
    if (size < sizeof size || size > LARGEST || size % sizeof size)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(PARAMS_SIZE), type, size, type, type);
    memcpy(to, params, size < bytes ? size : bytes);
    *(size_t *)to = bytes;
    for (size_t i = bytes; i < size; i++)
        if (((const char *)params)[i])
            return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(PARAMS_NEWER), type, size, bytes);
    return VY_OK;
}
