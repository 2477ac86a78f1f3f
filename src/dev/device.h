// What a device is: a table of functions. Arguments are checked at the public call; devices trust
// them.
#ifndef VYI_DEV_DEVICE_H
#define VYI_DEV_DEVICE_H

#include "ir/launch.h"
#include "vyre/run.h"

#include <stdatomic.h>

struct vyi_device_fns;
struct vyi_hub;

/// Segments whose code is made at once. More would save little, and nobody looks at a deadline
/// meanwhile.
enum { VYI_DEV_TOGETHER = 16 };

struct vy_device {
    vy_context *context;
    const struct vyi_device_fns *fns;
    vy_device_params params;        ///< as given to vy_device_open(), strings copied
    void *state;                    ///< the device's own
    atomic_ullong compiled, loaded; ///< by prepare(): code it had made, code it found on disk
    vy_device_info info;            ///< as describe() gave it when it was opened
    atomic_uint generation;         ///< times it was recovered: what was made before is gone
    struct vyi_hub *hub;            ///< buffers, turns and threads; of the run room
};

/// What detectors have found so far, over several runs; only the oracle fills it.
struct vyi_findings {
    uint32_t races, unordered_stores, waits; ///< distinct places
    void *state;                             ///< the device's own
};

/// Zeros that are needed before a run, or before a group of a graph.
struct vyi_zeros {
    uint32_t group; ///< of a graph
    void *memory;
    uint64_t bytes;
};

/// What a program that stays and the device that runs it tell each other.
struct vyi_service {
    void *user;
    /// True: something needs that nothing runs, such as loading code; the program is to end soon,
    /// and may be launched again at once: that launch waits. False: it has waited, and begins. Any
    /// thread may call it, holding locks of the device's.
    void (*aside)(void *user, bool wanted);
    /// Sleeps while the program runs, so many nanoseconds or less.
    void (*nap)(void *user, uint64_t ns);
    /// Workgroups to stop, as bits, while the others go on; the device takes them back.
    atomic_uint *stops;
};

/// One run of a program.
struct vyi_job {
    const vy_program *program; ///< verified
    const char *name;          ///< of the wave that it is; NULL: none, and its program's will do
    const char *region;        ///< that its segment stands in; NULL: none
    uint64_t *compile_ns;      ///< gets what making code took, added up; NULL: nobody asks
    void *code;                ///< what prepare() made of it; NULL where there is no prepare()
    const struct vyi_launch *launch; ///< all its numbers
    void *const *memory;             ///< by buffer: memory of this device; NULL for shared ones
    const vy_dispatch_params *params;
    uint64_t deadline_ns;      ///< CLOCK_MONOTONIC; 0: none
    const atomic_bool *cancel; ///< NULL: none
    uint64_t steps_before;     ///< statements of earlier launches, which count for max_steps
    struct vyi_report *report;
    /// Memory to be cleared first, in the device's time; only for devices with `clears`.
    const struct vyi_zeros *zeros;
    uint32_t zero_count;
    bool untimed;      ///< nobody asks for device_ns
    uint32_t schedule; ///< 0 is the device's usual one; the oracle has any number of others
    uint64_t seed;
    struct vyi_findings *findings; ///< NULL: no detectors
    /// Called by a device with `host_memory` when nothing can fail any more but the run itself: the
    /// caller's memory is touched from here on. An error: the job has to stop, and it is reported.
    /// NULL: nothing to do.
    vy_status (*begin)(void *user);
    void *begin_user;
    const struct vyi_service *service; ///< of a program that stays; NULL: it ends by itself
};

struct vyi_job_fixpoint {
    uint32_t pos;
    uint64_t passes, entries;
    bool converged;
    uint64_t cut, empty; ///< as in vy_fixpoint_stats
};

struct vyi_job_result {
    uint64_t statements, out_of_bounds, printed, dropped; ///< of this run alone
    uint64_t device_ns;                         ///< as the device measured it; 0: it does not
    uint64_t start_ns;                          ///< of run_group(): when it began; 0: it did not
    uint64_t own_bytes;                         ///< memory that it took beside the buffers
    VYI_VEC(struct vyi_job_fixpoint) fixpoints; ///< in program order; freed by the caller
};

struct vy_schedule;
/// One run of a whole schedule on a device, everything staying there.
struct vyi_tree_job {
    const struct vy_schedule *schedule;
    uint32_t root;      ///< the step to run: 1, all of it, or a loop of launches alone
    void *const *codes; ///< by segment
    void **kept;        ///< what the device keeps for the schedule; *kept is NULL at first
    /// A step of the root, 0: none, before which the schedule is cut in two. `between` is called
    /// when the first part has been begun, and the second part is begun after it; `early` when the
    /// first part has ended and the second has been begun. Both transfer memory of the device.
    uint32_t split;
    vy_status (*between)(void *user);
    vy_status (*early)(void *user);
    void *user;
    /// Of the frame: launch, and memory of its buffers, of which the hidden ones hold anything.
    /// Program and code are not set.
    struct vyi_job job;
};
struct vyi_tree_result {
    struct vyi_job_result *job; ///< to be added to; its fixpoints are listed
    uint64_t launches;
    uint32_t failed_segment; ///< whose assert failed, + 1; 0: none
};

/// One kernel of a graph.
struct vyi_kernel_run {
    struct vyi_job job; ///< with a report of its own
    struct vyi_job_result result;
    vy_status status;
};
/// A whole graph: its groups one after the other, the kernels of a group at once. Nothing that one
/// kernel of a group writes is used by another.
struct vyi_waves_job {
    struct vyi_kernel_run *runs; ///< in order
    const uint32_t *offsets;     ///< by group: its first kernel; and the end
    uint32_t group_count;
    const struct vyi_zeros *zeros; ///< by group, upwards
    uint32_t zero_count;
    void **kept; ///< what the device keeps for this graph and plan; *kept is NULL at first
    /// Deadline, cancel, report and whether the time is wanted.
    const struct vyi_job *job;
    uint64_t device_ns; ///< filled
    uint64_t own_bytes; ///< filled: as of a launch, the most at a time
};

/// Memory of every device begins at a multiple of it; who needs more takes more.
enum { VYI_DEV_ALIGN = 256 };

struct vyi_device_fns {
    const char *name;
    /// Fills everything but the name; called without a device.
    void (*describe)(vy_device_info *info);
    /// Which route programs with grid barriers take and why, in words; leaves `text` alone where
    /// there is nothing to say. NULL: nothing to choose.
    void (*routes)(vy_context *context, char *text, size_t size);
    /// NULL: not in this build; then describe() says why.
    vy_status (*open)(vy_device *device);
    void (*close)(vy_device *device);
    /// `cleared`: as zeros; else it holds whatever it does. Memory is an address of the device's:
    /// memory + offset stands for the bytes from there on in all functions but memory_destroy.
    /// memory_create() gives multiples of VYI_DEV_ALIGN.
    vy_status (*memory_create)(vy_device *device, uint64_t bytes, bool cleared, void **memory);
    void (*memory_destroy)(vy_device *device, void *memory, uint64_t bytes);
    /// Memory that the host and programs see at the same time, as zeros, with both addresses. NULL:
    /// such is all memory of the device.
    vy_status (*mapped_create)(vy_device *device, uint64_t bytes, void **memory, void **host);
    void (*mapped_destroy)(vy_device *device, void *host);
    void (*memory_clear)(vy_device *device, void *memory, uint64_t bytes);
    /// Writes what is no zeros to memory that is not cleared, so that nobody takes it for such.
    /// NULL: it holds anything as it is.
    void (*memory_mark)(vy_device *device, void *memory, uint64_t bytes);
    /// Bytes that memory_create() takes for so many. NULL: just those.
    uint64_t (*memory_size)(vy_device *device, uint64_t bytes);
    /// Bytes that run() takes for a launch beside its buffers, such as what lives across grid
    /// barriers; of the job it is given program, code and launch. NULL: none.
    uint64_t (*launch_size)(vy_device *device, const struct vyi_job *job);
    /// `bytes` is a multiple of `pattern_bytes`: 1, 2, 4, 8 or 16.
    vy_status (*fill)(vy_device *device, void *memory, uint64_t offset, uint64_t bytes,
                      const void *pattern, uint32_t pattern_bytes);
    vy_status (*upload)(vy_device *device, void *memory, uint64_t offset, const void *data,
                        uint64_t bytes);
    vy_status (*download)(vy_device *device, const void *memory, uint64_t offset, void *data,
                          uint64_t bytes);
    /// Within the device; the ranges do not overlap.
    vy_status (*copy)(vy_device *device, void *to, const void *from, uint64_t bytes);
    /// What the device takes for a workgroup and a grid that the program leaves out.
    struct vyi_launch_choice (*choice)(vy_device *device);
    /// Makes code of a verified program, for any number of runs, also at once. Looks into the cache
    /// of code first, and counts what it did. `part`: of a segment, which trees hold. Of the job it
    /// is given report, deadline and cancel, which count wherever it has to wait for others. NULL:
    /// the device needs none.
    vy_status (*prepare)(vy_device *device, const vy_program *program, bool part,
                         const struct vyi_job *job, void **code);
    /// The same of several segments, at most VYI_DEV_TOGETHER, in less time than one by one: of all
    /// of them or of none. NULL: there is nothing to win.
    vy_status (*prepare_parts)(vy_device *device, const vy_program *const *programs, uint32_t count,
                               const struct vyi_job *job, void **codes);
    void (*release)(vy_device *device, void *code);
    vy_status (*run)(vy_device *device, const struct vyi_job *job, struct vyi_job_result *result);
    /// How many small workgroups a program that stays may have, so that others find room beside it
    /// on every part of the device. NULL: any number.
    uint32_t (*room)(vy_device *device);
    /// Which route is cheaper for a launch of a program with grid barriers, where the device has
    /// one, and why (the text lives as long as the device); `code` is the whole program's. Leaves
    /// *reason alone where there is nothing to add. NULL: native.
    vy_route (*prefer)(vy_device *device, const vy_program *program, void *code,
                       const struct vyi_launch *launch, const char **reason);
    /// Runs schedules as a whole; NULL: their segments are launched one by one, as they are where
    /// tree_fits() says no. Without `whole` the question is about loops that hold nothing but
    /// launches, each by itself. Of the job it is given launch, deadline and cancel; where it has
    /// to wait for others and must stop first, the answer is no.
    bool (*tree_fits)(vy_device *device, const struct vy_schedule *schedule,
                      const struct vyi_job *job, bool whole);
    vy_status (*tree_run)(vy_device *device, const struct vyi_tree_job *job,
                          struct vyi_tree_result *result);
    void (*tree_release)(vy_device *device, void *kept);
    /// Runs kernels that share nothing that one of them writes, at once, and fills status and
    /// result of each. NULL: they are run one after the other.
    void (*run_group)(vy_device *device, struct vyi_kernel_run *runs, uint32_t count);
    /// Runs a graph in one submission; NULL: group by group, as where waves_fit() says no. The
    /// kernels take the native route.
    bool (*waves_fit)(vy_device *device, const struct vyi_waves_job *job);
    vy_status (*waves_run)(vy_device *device, struct vyi_waves_job *job);
    void (*waves_release)(vy_device *device, void *kept);
    /// Makes a device work again that was lost: memory and code made before are gone, and
    /// *recovered is true. Called while nobody uses it. NULL: it is never lost.
    vy_status (*recover)(vy_device *device, struct vyi_report *report, bool *recovered);
    /// Whether recover() has something to do, or to say. NULL where that is.
    bool (*lost)(const vy_device *device);
    /// Name of a schedule for messages, such as "reverse"; NULL where there is one schedule alone.
    void (*schedule_name)(uint32_t schedule, uint64_t seed, char *name, size_t size);
    void (*findings_free)(vy_context *context, struct vyi_findings *findings);
    /// Buffers of so many bytes or more are looked at before they are cleared: one that the program
    /// overwrites as a whole is left as it is. 0: all are cleared.
    uint64_t uncleared_from;
    /// It tells of its uploads, launches and downloads itself.
    bool traces;
    /// run() and tree_run() clear what the job names, so that the time they take tells of it.
    bool clears;
    /// Its memory is the host's: memory of the caller's is used where it lies, aligned for its
    /// elements and no further.
    bool host_memory;
};

/// What traces call a job.
static inline const char *vyi_job_name(const struct vyi_job *job, const vy_program *program)
{
    return job->name ? job->name : program->name;
}

/// The regions that it runs of a program; NULL: none.
const char *vyi_dev_regions(const struct vyi_job *job, const vy_program *program, char *text,
                            size_t size);

/// For params.trace, where there is one.
static inline void vyi_dev_trace(const vy_device *device, const vy_trace_event *event)
{
    if (device->params.trace)
        device->params.trace(device->params.trace_user, event);
}

/// The i-th device of the list; NULL past the end.
const struct vyi_device_fns *vyi_dev_at(size_t index);
/// By name, the devices for tests included; NULL where there is none.
const struct vyi_device_fns *vyi_dev_find(const char *name);

extern const struct vyi_device_fns vyi_dev_oracle, vyi_dev_cpu, vyi_dev_cuda;
/// The oracle with less, for tests: without a grid barrier; without resident memory too; with small
/// limits; with memory that holds anything but zeros where it need not be cleared, as it does on
/// the other three.
extern const struct vyi_device_fns vyi_dev_oracle_split, vyi_dev_oracle_host, vyi_dev_oracle_small,
    vyi_dev_oracle_dirty;

#endif
