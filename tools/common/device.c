// The options that choose a device, and opening it.
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/// Adds the value of --no-pass to those before it.
static bool no_pass(const struct words *w, const char **names)
{
    static char all[256]; // of the one command line
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", used ? "," : "", w->value);
    *names = all;
    if (!*w->value)
        usage_error(w->verb->name,
                    "--no-pass wants a pass, or all; 'vyre emit --pass list' lists them");
    return *w->value;
}

bool device_option(const struct words *w, enum option option, vy_device_params *params)
{
    uint64_t number;
    switch (option) {
    case OPT_DEVICE: params->name = w->value; return true;
    case OPT_NO_CACHE: params->cache = ""; return true;
    case OPT_NO_PASS: return no_pass(w, &params->no_passes);
    case OPT_THREADS:
        if (!number_option(w, option, &number))
            return false;
        params->threads = (uint32_t)number;
        return true;
    default: return level_option(w, &params->level);
    }
}

bool route_option(const struct words *w, vy_route *route)
{
    for (*route = VY_ROUTE_AUTO; *route <= VY_ROUTE_HOST; ++*route)
        if (!strcmp(w->value, vy_route_name(*route)))
            return true;
    usage_error(w->verb->name, "--route %s: the routes are auto, native, resident and host",
                w->value);
    return false;
}

int device_code(vy_status status, const vy_device_params *params)
{
    const char *name = params->name ? params->name : getenv("VYRE_DEVICE");
    bool known = !name || !*name;
    vy_device_info info;
    for (size_t i = 0; !known && vy_device_describe(NULL, i, &info); i++)
        known =
            strcspn(name, ":") == strlen(info.name) && !strncmp(name, info.name, strlen(info.name));
    return status == VY_ERROR_ARGUMENT || (status && !known) ? EXIT_USAGE : exit_code(status);
}

vy_status device_open(vy_context *context, const vy_device_params *params, vy_device **device)
{
    const char *variable = getenv("VYRE_DEVICE");
    vy_status status = vy_device_open(context, params, device);
    if (status)
        return status;
    const char *name = vy_device_name(*device);
    if (params->name)
        remark("device %s, as --device says", name);
    else if (variable && *variable)
        remark("device %s, as VYRE_DEVICE says", name);
    else if (!strcmp(name, "cpu"))
        remark("device %s, the default; --device takes another of 'vyre devices'", name);
    else
        remark("device %s, since cpu is absent", name);
    return VY_OK;
}
