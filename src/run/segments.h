// A program in segments: the resident and the host route. Builds the list of commands that a
// schedule is, with memory for its hidden buffers.
#ifndef VYI_RUN_SEGMENTS_H
#define VYI_RUN_SEGMENTS_H

#include "plan/schedule.h"
#include "run/run.h"

struct vyi_segments {
    const struct vy_schedule *schedule;
    vy_device *device;
    struct vyi_launch launch; ///< of the frame: the source's numbers, and the hidden buffers'
    void **memory;            ///< by buffer of the frame: of the device
    void **host;              ///< by buffer: of the host; see struct vyi_job
    void *const *hidden;      ///< by hidden buffer: memory of the caller's for it; NULL: its own
    bool on_host;             ///< the host route
    /// Where the schedule is cut in two so that transfers go on beside the parts: the step that
    /// the second part begins with; 0: nowhere. The transfers by buffer of the source.
    uint32_t split;
    const uint8_t *beside;
    uint64_t spill_bytes;
    VYI_VEC(struct vyi_command) commands;
    uint32_t first, built;        ///< of the root, and how many there are, without late clears
    uint64_t layout, fingerprint; ///< of the program's bindings; of the list
    struct vyi_kernel *kernels;   ///< by segment
};

/// Evaluates the frame of the compiled schedule, for the sizes of hidden buffers. Ends with
/// vyi_segments_end() too.
vy_status vyi_segments_measure(struct vyi_segments *s, const struct vyi_compiled *compiled,
                               vy_device *device, const struct vyi_call *call,
                               struct vyi_report *report);
/// The same, then allocates the hidden buffers, and lists the fixpoints; `memory` holds the
/// source's buffers and stays the caller's. Of the job its name and how to do it are taken. Free
/// with vyi_segments_end() either way.
vy_status vyi_segments_begin(struct vyi_segments *s, const struct vyi_compiled *compiled,
                             vy_device *device, const struct vyi_call *call, void *const *memory,
                             const struct vyi_job *job, struct vyi_job_result *result);
/// Makes the list, with room for late clears of all buffers of the source.
vy_status vyi_segments_build(struct vyi_segments *s);
/// Puts the list into a job, with late clears before it: `zero_count`, from clears[2] on.
void vyi_segments_list(struct vyi_segments *s, const struct vyi_command *clears,
                       uint32_t zero_count, struct vyi_job *job);
void vyi_segments_end(struct vyi_segments *s);

#endif
