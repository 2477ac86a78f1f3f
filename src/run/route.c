// Which way a program with grid barriers takes on a device, and why.
#include "run/run.h"

const char *vy_route_name(vy_route route)
{
    static const char *const names[] = {"auto", "native", "resident", "host"};
    return (unsigned)route < sizeof names / sizeof *names ? names[route] : "?";
}

vy_route vyi_route_choose(const vy_device *device, const struct vyi_compiled *compiled,
                          vy_route wanted, struct vyi_report *report, const char **reason)
{
    const vy_device_info *info = &device->info;
    if (!compiled->meets) {
        *reason = wanted > VY_ROUTE_NATIVE
                      ? "the program has no grid barrier: one launch is all there is on every route"
                      : "the program has no grid barrier";
        return VY_ROUTE_NATIVE;
    }
    const char *lacks =
        wanted == VY_ROUTE_NATIVE && !info->grid_barrier ? "has no grid barrier of its own"
        : wanted == VY_ROUTE_RESIDENT && !info->resident ? "keeps no buffers between launches"
                                                         : NULL;
    if (lacks) {
        vyi_report(report, 0, 0, VYI_DIAG(ROUTE_MISSING), vy_route_name(wanted),
                   device->params.name, lacks, info->resident ? "resident" : "host");
        return VY_ROUTE_AUTO;
    }
    if (wanted != VY_ROUTE_AUTO) {
        *reason = "asked for";
        return wanted;
    }
    if (info->grid_barrier) {
        *reason = "the device has a grid barrier";
        return VY_ROUTE_NATIVE;
    }
    *reason = info->resident
                  ? "the device has no grid barrier, but keeps buffers between launches"
                  : "the device has no grid barrier and keeps no buffers between launches";
    return info->resident ? VY_ROUTE_RESIDENT : VY_ROUTE_HOST;
}

vy_route vyi_route_refine(vy_device *device, const struct vyi_compiled *compiled, vy_route wanted,
                          vy_route chosen, const struct vyi_launch *launch, const char **reason)
{
    if (wanted != VY_ROUTE_AUTO || chosen != VY_ROUTE_NATIVE || !compiled->meets ||
        !device->fns->prefer || !compiled->code)
        return chosen;
    return device->fns->prefer(device, compiled->program, compiled->code, launch, reason);
}
