// What the files of the probe share: programs that run on a device before it is known what it can
// do.
#ifndef VYI_DEV_VULKAN_PROBE_RUN_H
#define VYI_DEV_VULKAN_PROBE_RUN_H

#include "dev/vulkan/probe.h"

enum { VYI_PROBE_BUFFERS = 5 };
/// Buffers of a program in the order of their declaration; the host's bytes go there and back.
struct given {
    void *host[VYI_PROBE_BUFFERS];
    uint64_t bytes[VYI_PROBE_BUFFERS];
};
vy_status vyi_probe_run(vy_device *device, const char *text, const struct given *given);

/// Shifts, control flow, subgroups, workgroups and atomics.
vy_status vyi_probe_kernels(vy_device *device, const struct vyi_spirv_machine *machine,
                            struct vyi_vulkan_findings *f);

#endif
