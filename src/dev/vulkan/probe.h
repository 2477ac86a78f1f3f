// What a driver really computes: every operation on edge values and random ones against SEM of
// ops.def, control flow, what invocations do together, and hand-offs between workgroups.
#ifndef VYI_DEV_VULKAN_PROBE_H
#define VYI_DEV_VULKAN_PROBE_H

#include "dev/device.h"
#include "gen/spirv/spirv.h"

enum { VYI_PROBE_VERSION = 4 }; ///< another one finds something else, or makes other code

struct vyi_vulkan_findings {
    uint32_t version;
    struct vyi_spirv_exactness exact;
    uint32_t
        folds_zeros; ///< arithmetic with a literal 0 gives other results than with one in memory
    uint32_t folds_shifts;     ///< wrong shifts by literals: 4 and 8, the bytes of the types
    uint32_t nests_wrong;      ///< code nested 60 deep is wrong
    uint32_t unrolls_wrong;    ///< loops of a few passes with atomics are wrong
    uint32_t workgroups_wrong; ///< barriers, shared memory or atomics in it
    uint32_t subgroups_wrong;  ///< the driver's own
    uint32_t atomics_wrong;    ///< 4 and 8, the bytes of the types
    uint32_t loop_limit;       ///< loops end in silence before 70,000 passes
    uint32_t releases;         ///< who acquires sees what other workgroups have released
    uint32_t hand_offs; ///< a chain of workgroups, each waiting for the one before, came through
    uint32_t stale;     ///< of these, workgroups that read old values all the same
    uint32_t at_once;   ///< workgroups that wait for each other and run at the same time, of 64
};

/// Runs the probe by the device's own prepare() and launch(), which are to make code for a machine
/// that does everything exactly. Types that the machine has not are left out.
vy_status vyi_vulkan_probe(vy_device *device, const struct vyi_spirv_machine *machine,
                           struct vyi_vulkan_findings *findings);
/// Into the machine.
void vyi_vulkan_apply(const struct vyi_vulkan_findings *findings,
                      struct vyi_spirv_machine *machine);
/// In plain words, one line for each kind: exact, emulated, refused, and what else is known.
void vyi_vulkan_findings_text(const struct vyi_vulkan_findings *findings,
                              const struct vyi_spirv_machine *machine, struct vyi_text *text);

#endif
