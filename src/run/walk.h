// Walks a schedule over a device: the resident and the host route.
#ifndef VYI_RUN_WALK_H
#define VYI_RUN_WALK_H

#include "plan/schedule.h"
#include "run/run.h"

struct vyi_walk {
    const struct vy_schedule *schedule;
    vy_device *device;
    void *const *codes;       ///< by segment; NULL: the device needs none
    struct vyi_job job;       ///< program, code and memory are set for each launch
    struct vyi_launch launch; ///< of the frame: the source's numbers, and the hidden buffers'
    void **memory;       ///< by buffer of the frame: of the device; on the host route of the host
    void *const *hidden; ///< by hidden buffer: memory of the caller's for it; NULL: its own
    bool host;
    bool whole;  ///< the device runs the schedule by itself,
    bool loops;  ///< or loops that hold nothing but launches
    void **kept; ///< what it keeps for it
    /// Where the schedule is cut in two, and what is done beside the parts; see struct
    /// vyi_tree_job.
    uint32_t split;
    vy_status (*between)(void *user);
    vy_status (*early)(void *user);
    void *user;
    uint64_t launches, spill_bytes;
    uint64_t up, down, control; ///< bytes of buffers, and of control words
    struct vyi_job_result *result;
    vy_segment_stats *segments; ///< filled for the first segment_count; NULL: none
    size_t segment_count;
    uint32_t failed_segment; ///< + 1; 0: none
};

/// Evaluates the frame and allocates the hidden buffers; `memory` holds the source's buffers and
/// stays the caller's. Free with vyi_walk_end() either way.
vy_status vyi_walk_begin(struct vyi_walk *w, const struct vy_schedule *schedule, vy_device *device,
                         const struct vyi_args *args, const struct vyi_launch *source,
                         void *const *memory, bool host);
/// Evaluates the frame alone, for the sizes of hidden buffers. Ends with vyi_walk_end() too.
vy_status vyi_walk_measure(struct vyi_walk *w, const struct vy_schedule *schedule,
                           vy_device *device, const struct vyi_args *args,
                           const struct vyi_launch *source);
/// Runs everything; what the launches did is added up in the result. May be called again: hidden
/// buffers then start as zeros again.
vy_status vyi_walk_run(struct vyi_walk *w);
void vyi_walk_end(struct vyi_walk *w);

/// Clears memory of the device, or of the host where that is NULL, in pieces where the job may have
/// to stop in between.
vy_status vyi_job_clear(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes);
/// Likewise, marks memory of the device that is not cleared and that nobody fills.
vy_status vyi_job_mark(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes);
/// Likewise, from the host's memory to the device's and back. `job` NULL: nobody stops it.
vy_status vyi_job_upload(vy_device *device, const struct vyi_job *job, void *memory,
                         const void *data, uint64_t bytes);
vy_status vyi_job_download(vy_device *device, const struct vyi_job *job, const void *memory,
                           void *data, uint64_t bytes);
/// Runs a job and adds up what it did; fixpoints of the job are added to those already there.
vy_status vyi_job_run(vy_device *device, struct vyi_job *job, struct vyi_job_result *sum,
                      uint64_t *ns);
/// Whether the deadline has passed or it was cancelled; reports that.
vy_status vyi_job_check(const struct vyi_job *job, uint64_t statements);

#endif
