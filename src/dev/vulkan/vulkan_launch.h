// One launch of a kernel: where things are in the memory that the host sees.
#ifndef VYI_DEV_VULKAN_VULKAN_LAUNCH_H
#define VYI_DEV_VULKAN_VULKAN_LAUNCH_H

#include "dev/vulkan/vulkan_state.h"

/// Offsets in the words of a launch.
struct vyi_vulkan_layout {
    uint64_t stop, ticket, log, block, bytes;
    uint32_t lines; ///< words of the log's
};
void vyi_vulkan_layout(const struct vyi_kernel *what, const struct vyi_vulkan_kernel *kernel,
                       struct vyi_vulkan_layout *at);
/// How many slices of scratch memory a launch has, and workgroups that it dispatches.
struct vyi_vulkan_shape {
    uint32_t slices, groups;
    uint64_t scratch; ///< bytes
};
/// Workgroups of a launch that are submitted together at first, where more are submitted in parts.
uint64_t vyi_vulkan_whole(const struct vyi_vulkan_state *s, const struct vyi_job *job);
struct vyi_vulkan_shape vyi_vulkan_shape(const struct vyi_kernel *what,
                                         const struct vyi_vulkan_kernel *kernel);
/// Fills the words of a launch that has not begun: `host` is where they are, `address` what kernels
/// know them by. `stop` and `scratch` are addresses.
void vyi_vulkan_fill_words(struct vyi_vulkan_state *s, const struct vyi_kernel *what,
                           const struct vyi_vulkan_kernel *kernel,
                           const struct vyi_vulkan_layout *at, uint8_t *host, uint64_t address,
                           uint64_t stop, uint64_t scratch);
/// What a launch that has ended reports: prints its lines, then its status. `log` NULL: nothing.
vy_status vyi_vulkan_verdict(vy_device *device, const struct vyi_job *job,
                             const struct vyi_kernel *what, const struct vyi_vulkan_kernel *kernel,
                             const struct vyi_vulkan_log *log, enum vyi_stop stop,
                             struct vyi_job_result *result);
/// Whether timestamps are taken around a job.
bool vyi_vulkan_timed(const struct vyi_vulkan_state *s, const struct vyi_job *job);
/// Between the two timestamps of a slot; zeros: not known. It starts on the host's clock, where the
/// device is traced.
struct vyi_vulkan_span {
    uint64_t start_ns, ns;
};
/// For params.trace: by the device's clock (`own`), or by the host's.
void vyi_vulkan_trace(const vy_device *device, vy_trace_event event, struct vyi_vulkan_span span,
                      bool own);
struct vyi_vulkan_span vyi_vulkan_slot_span(struct vyi_vulkan_state *s,
                                            const struct vyi_vulkan_slot *slot);

#endif
