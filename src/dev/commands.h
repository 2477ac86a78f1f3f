// What a device is asked to do: a list of commands, the kernels that it launches, and the result.
//
// Every kind of work is such a list. A single dispatch is one launch with the clears before it. A
// program in segments is a tree of launches, branches and loops. A graph of dispatches is a
// sequence of groups. Lists are built by the `run` room and run by vyi_dev_submit().
//
// The commands of a sequence run one after the other: each sees what those before it wrote. Only
// the launches of a GROUP run at the same time.
#pragma once

#include "ir/launch.h"
#include "vyre/run.h"

#include <stdatomic.h>

enum vyi_command_kind {
    VYI_COMMAND_SEQUENCE, ///< `first` and those linked to it by `next`
    VYI_COMMAND_LAUNCH,   ///< the kernel `of`
    VYI_COMMAND_GROUP,    ///< launches from `first` on, which share nothing that one of them writes
    VYI_COMMAND_CLEAR,    ///< `bytes` at `a` become zeros
    VYI_COMMAND_COPY,     ///< `bytes` from `b` to `a`
    VYI_COMMAND_UPLOAD,   ///< `bytes` of the host's copy of the buffer to `a`
    VYI_COMMAND_DOWNLOAD, ///< and back
    VYI_COMMAND_ALLOCATE, ///< device memory for buffer `a`, not cleared, until FREE or the end
    VYI_COMMAND_FREE,
    VYI_COMMAND_BRANCH,  ///< `first` where the word at `a` is not zero, else `second`
    VYI_COMMAND_LOOP,    ///< `first`, as long as the word at `a` is not zero
    VYI_COMMAND_FIXPOINT ///< `first` for k from the word at `a` up to the one behind it, as long as
                         ///< the third one is not zero after a pass; k and then the number of
                         ///< passes are written to the two words at `b`
};

/// Bytes of a buffer of the job.
struct vyi_place {
    uint32_t buffer;
    uint64_t offset;
};

#define VYI_COMMAND_WHOLE UINT64_MAX ///< as many bytes as the buffer has

struct vyi_command {
    uint8_t kind;
    /// CLEAR: part of the next launch, which clears it when nothing else of it can fail any more.
    bool late;
    /// LAUNCH, GROUP: the deadline and cancellation are checked before it.
    bool checked;
    uint32_t next;          ///< in its sequence or group; 0: the last
    uint32_t first, second; ///< 0: none
    uint32_t of; ///< LAUNCH: its kernel + 1; else the kernel + 1 that it belongs to, or 0
    struct vyi_place a, b;
    uint64_t bytes;         ///< VYI_COMMAND_WHOLE: all of the buffer of `a`
    uint32_t entered, left; ///< FIXPOINT: words of the buffer of `a`, + 1, that are zero where no
                            ///< invocation enters it, or none is left after a pass; 0: none
    uint32_t number;        ///< FIXPOINT: among those of the result
};

/// A kernel that a list launches.
struct vyi_kernel {
    const vy_program *program; ///< verified
    const char *name;          ///< of the wave that it is; NULL: the program's
    const char *region;        ///< that its segment stands in; NULL: none
    void *code;                ///< what prepare() made of it; NULL where there is no prepare()
    const struct vyi_launch *launch; ///< all its numbers
    void *const *memory;             ///< by buffer: memory of this device; NULL for shared ones
    struct vyi_report *report;       ///< its own in a GROUP, since several run at once
};

/// What detectors have found so far, over several jobs; only the oracle fills it.
struct vyi_findings {
    uint32_t races, unordered_stores, waits; ///< distinct places
    void *state;                             ///< the device's own
};

/// Between a persistent kernel and the device that runs it.
struct vyi_persistent {
    void *user;
    /// True: something needs that nothing runs, such as loading code; the program is to end soon,
    /// and may be launched again at once: that launch waits. False: it has waited, and begins. Any
    /// thread may call it, holding locks of the device's.
    void (*yield)(void *user, bool wanted);
    /// Sleeps while the program runs, so many nanoseconds or less.
    void (*sleep)(void *user, uint64_t ns);
    /// Workgroups to stop, as bits, while the others go on; the device takes them back.
    atomic_uint *stops;
};

/// A list and all that running it needs.
struct vyi_job {
    // What to do.
    const struct vyi_command *commands; ///< [0] is unused, [1] the root
    uint32_t command_count;             ///< with the unused one
    const struct vyi_kernel *kernels;
    uint32_t kernel_count;
    void **memory;                   ///< by buffer of the commands: memory of the device
    void *const *host;               ///< by buffer: the host's copy; NULL: none is transferred
    const struct vyi_launch *launch; ///< sizes of those buffers; NULL: every command states bytes
    /// Buffers live in `host`: clears, copies and words are there, and `memory` holds what was
    /// allocated by the list.
    bool on_host;
    const vy_program *program; ///< that the whole list runs; NULL: several
    const char *name;          ///< of the list in traces; NULL: the program's
    // How to do it.
    const vy_dispatch_params *params;
    uint64_t deadline_ns;      ///< CLOCK_MONOTONIC; 0: none
    const atomic_bool *cancel; ///< NULL: none
    struct vyi_report *report;
    uint64_t *compile_ns;  ///< gets what making code took, added up; NULL: not wanted
    uint64_t steps_before; ///< statements of earlier launches, which count for max_steps
    bool untimed;          ///< device_ns is not wanted
    bool apart;            ///< the time of each kernel is asked for: not in one submission
    uint32_t schedule;     ///< 0 is the device's usual one; the oracle has any number of others
    uint64_t seed;
    struct vyi_findings *findings;           ///< NULL: no detectors
    const struct vyi_persistent *persistent; ///< of a persistent kernel; NULL: it ends by itself
    // What a device keeps of the list for the next time, such as a graph of its driver.
    struct vyi_recorded **kept; ///< *kept is NULL at first; NULL: nothing is kept
    uint64_t fingerprint;       ///< of the layout: equal for lists of this `kept` that differ in
                                ///< addresses and contents alone
};

struct vyi_job_fixpoint {
    uint32_t pos;
    uint64_t passes, entries;
    bool converged;
    uint64_t cut, empty; ///< as in vy_fixpoint_stats
};

/// What came of a job, or of one kernel of it. Added to, so that several jobs may share one.
struct vyi_job_result {
    uint64_t statements, out_of_bounds, printed, dropped;
    uint64_t device_ns;         ///< as the device measured it, else by the host's clock
    uint64_t start_ns;          ///< of a GROUP: when it began; else: the device has traced it
    uint64_t own_bytes;         ///< memory that was taken beside the buffers, the most at a time
    uint64_t launches;          ///< of kernels
    uint64_t up, down, control; ///< bytes that the list transferred; of words that decide
    uint32_t failed;            ///< kernel whose command failed, + 1; 0: none
    uint32_t groups;            ///< GROUPs that were begun
    bool one_submission;        ///< the device ran the list as a whole
    const char *shape;          ///< of one kernel, see vy_segment_stats; lives as long as its code
    vy_status status;           ///< of a kernel of a GROUP
    VYI_VEC(struct vyi_job_fixpoint) fixpoints; ///< in program order; freed by the caller
    /// By kernel; NULL: not wanted. Kernels of a GROUP need it, and have their results there
    /// alone; of others it gets `launches` and `device_ns`.
    struct vyi_job_result *each;
    uint64_t *group_ns; ///< by GROUP: how long it took, by the host's clock; NULL: not wanted
};

/// Adds passes of a fixpoint that was entered so often.
static inline void vyi_job_count_fixpoint(struct vyi_job_fixpoint *f, uint64_t entries,
                                          uint64_t passes, uint64_t cut, uint64_t empty)
{
    f->entries += entries;
    f->passes += passes;
    f->cut += cut;
    f->empty += empty;
    f->converged = f->converged && !cut && !empty;
}

/// Late clears of a launch: `count` commands, linked, from `first` on.
struct vyi_clears {
    uint32_t first, count;
};

/// Bytes that a command is about.
static inline uint64_t vyi_command_bytes(const struct vyi_job *job, const struct vyi_command *c)
{
    return c->bytes == VYI_COMMAND_WHOLE ? job->launch->extents[c->a.buffer].bytes : c->bytes;
}
/// Device memory at a place.
static inline void *vyi_command_memory(const struct vyi_job *job, struct vyi_place place)
{
    return (char *)job->memory[place.buffer] + place.offset;
}
