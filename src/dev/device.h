// What a device is: a table of functions. Arguments are checked at the public call; devices trust
// them.
#pragma once

#include "dev/commands.h"

#include <pthread.h>

struct vyi_device_fns;
struct vyi_hub;

/// An option that a device's name can set: "cuda:exact=1". Values go from 0 to `most`.
struct vyi_device_option {
    const char *name;
    uint32_t most;
    const char *meaning;
    /// A bit for each that is allowed, 64 has that of 0; `meaning` lists them; 0: all.
    uint64_t values;
};
enum { VYI_DEV_OPTIONS = 7 };

struct vy_device {
    vy_context *context;
    const struct vyi_device_fns *fns;
    /// As given to vy_device_open(), strings copied; `name` is without options.
    vy_device_params params;
    int64_t options[VYI_DEV_OPTIONS]; ///< by place in fns->options; -1: not given
    void *state;                      ///< the device's own
    atomic_ullong compiled, loaded;   ///< by prepare(): code it had made, code it found on disk
    vy_device_info info;              ///< as describe() gave it when it was opened
    atomic_uint generation;           ///< times it was recovered: what was made before is gone
    atomic_ullong used;               ///< bytes of its memory, by vyi_device_take()
    uint64_t most_bytes;              ///< of one memory_create(); 0: no limit but its memory
    struct vyi_hub *hub;              ///< buffers, turns and threads; of the run room
    uint32_t no_passes;               ///< set of passes that its pipelines leave out
};

/// Memory of every device begins at a multiple of it; who needs more takes more.
enum { VYI_DEV_ALIGN = 256 };

/// The table that a device is. A new device writes at least: describe, open, the memory
/// functions up to copy, choice and launch. All others may be NULL; what that means stands at
/// each. A device that compiles adds prepare and release. One that runs whole lists better than
/// command by command adds submit.
struct vyi_device_fns {
    const char *name;
    const struct vyi_device_option *options; ///< VYI_DEV_OPTIONS at most, NULL at the end

    // ---- what it is ----
    /// How many devices of this name there are, 1 or more; NULL: 1.
    uint32_t (*count)(void);
    /// "vulkan:llvmpipe": the index of the first one whose model holds the word. NULL: by number.
    bool (*find)(const char *word, size_t length, uint32_t *index);
    /// Fills everything but name, index and count; called without a device. info->index says which.
    void (*describe)(vy_device_info *info);
    /// What a probe of the open device found, a line each. NULL: there is no probe.
    void (*findings)(vy_device *device, struct vyi_text *text);
    /// NULL: not in this build; then describe() says why.
    vy_status (*open)(vy_device *device);
    void (*close)(vy_device *device); ///< NULL: there is nothing to give back

    // ---- memory ----
    /// `cleared`: as zeros; else it holds whatever it does. Memory is an address of the device's:
    /// memory + offset stands for the bytes from there on in all functions but memory_destroy.
    /// memory_create() gives multiples of VYI_DEV_ALIGN.
    vy_status (*memory_create)(vy_device *device, uint64_t bytes, bool cleared, void **memory);
    void (*memory_destroy)(vy_device *device, void *memory, uint64_t bytes);
    /// Memory that the host and programs see at the same time, as zeros, with both addresses. NULL:
    /// all memory of the device is such memory.
    vy_status (*mapped_create)(vy_device *device, uint64_t bytes, void **memory, void **host);
    void (*mapped_destroy)(vy_device *device, void *host);
    void (*memory_clear)(vy_device *device, void *memory, uint64_t bytes);
    /// Poisons uncleared memory so that tests catch reads that assume zeros. NULL: it holds
    /// arbitrary bytes as it is.
    void (*memory_poison)(vy_device *device, void *memory, uint64_t bytes);
    /// Bytes that memory_create() takes for so many. NULL: just those.
    uint64_t (*memory_size)(vy_device *device, uint64_t bytes);
    /// `bytes` is a multiple of `pattern_bytes`: 1, 2, 4, 8 or 16.
    vy_status (*fill)(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                      uint32_t pattern_bytes);
    /// From the host to the device (`up`), which leaves the host's bytes alone, or back.
    vy_status (*transfer)(vy_device *device, void *memory, void *host, uint64_t bytes, bool up);
    /// Begins an upload from memory of mapped_create() beside what runs; both memories are left
    /// alone until send() of 0 bytes to that memory, or to NULL, which is all, has waited for it.
    /// NULL: transfer() does it.
    vy_status (*send)(vy_device *device, void *memory, const void *host, uint64_t bytes);
    /// Within the device; the ranges do not overlap.
    vy_status (*copy)(vy_device *device, void *to, const void *from, uint64_t bytes);

    // ---- code ----
    /// What the device takes for a workgroup and a grid that the program leaves out.
    struct vyi_launch_choice (*choice)(vy_device *device);
    /// Makes code of a verified program, for any number of runs, also at once. Looks into the cache
    /// of code first, and counts what it did. `part`: of a segment. Of the job it is given report,
    /// deadline and cancel, which count wherever it has to wait for others. NULL: the device needs
    /// none.
    vy_status (*prepare)(vy_device *device, const vy_program *program, bool part,
                         const struct vyi_job *job, void **code);
    void (*release)(vy_device *device, void *code);
    /// Bytes that launch() takes for a kernel beside its buffers, such as what lives across grid
    /// barriers. NULL: none.
    uint64_t (*launch_size)(vy_device *device, const struct vyi_job *job,
                            const struct vyi_kernel *kernel);
    /// Which route a launch of a program with grid barriers takes, where the device has one, and
    /// why; `code` is the whole program's. Leaves *reason alone where there is nothing to add.
    /// NULL: native.
    vy_route (*prefer)(vy_device *device, void *code, const struct vyi_launch *launch,
                       const char **reason);

    // ---- running ----
    /// Runs one kernel and waits for its end. Clears the commands `clears` of the job when nothing
    /// but the kernel itself can fail any more: before that, memory of the caller is not touched.
    /// The result is that of this launch alone.
    vy_status (*launch)(vy_device *device, const struct vyi_job *job,
                        const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                        struct vyi_job_result *result);
    /// Runs the launches of a group at once: kernels `from` to `to`, each with result->each and its
    /// status there. NULL: one after the other.
    void (*group)(vy_device *device, const struct vyi_job *job, uint32_t from, uint32_t to,
                  struct vyi_job_result *result);
    /// Runs a list of commands. NULL: vyi_dev_execute() does, launch by launch. What the device
    /// keeps of a list in *job->kept is freed by forget().
    vy_status (*submit)(vy_device *device, const struct vyi_job *job,
                        struct vyi_job_result *result);
    void (*forget)(vy_device *device, struct vyi_recorded *kept);
    /// How many small workgroups a persistent kernel may have, so that others find room beside it
    /// on every part of the device; 0: it runs none here, and *lacks is what that takes. NULL: any
    /// number.
    uint32_t (*room)(vy_device *device, const char **lacks);

    // ---- losing it ----
    /// Makes a device work again that was lost: memory and code made before are gone, and
    /// *recovered is true. Called while it is not in use. NULL: it is never lost.
    vy_status (*recover)(vy_device *device, struct vyi_report *report, bool *recovered);
    /// Whether recover() has something to do or to report. NULL where that is.
    bool (*lost)(const vy_device *device);

    // ---- detectors: the oracle alone ----
    /// Name of a schedule for messages, such as "reverse"; NULL where there is one schedule alone.
    void (*schedule_name)(uint32_t schedule, uint64_t seed, char *name, size_t size);
    void (*findings_free)(vy_context *context, struct vyi_findings *findings);

    // ---- how `run` treats it ----
    /// Buffers of so many bytes or more are cleared only where the program does not overwrite them
    /// as a whole. 0: all are cleared.
    uint64_t uncleared_from;
    /// It works through a queue of its own: it clears as part of launches, so that their time
    /// includes it, traces by its own clock, and transfers while kernels run.
    bool queued;
    /// Its memory is the host's: memory of the caller's is used where it lies, aligned for its
    /// elements and no further.
    bool host_memory;
    /// Whether it runs the invocations of a workgroup at the same time: the id `concurrent`. Also
    /// of a device that is not open yet. NULL: it does not.
    bool (*concurrent)(const vy_device *device);
    /// It runs kernels that the host feeds while they run (job->persistent); narrow ones have
    /// workgroups of one invocation.
    bool persistent, narrow;
};

// ---- account.c ----
/// Memory that begins at a multiple of a power of two, and what vyi_device_give() takes for it.
struct vyi_block {
    void *memory;
    void *base;
    uint64_t bytes; ///< from `base` on
};
/// VY_ERROR_LIMIT, reported: so many bytes are more than the device takes in one piece.
vy_status vyi_device_fits(vy_device *device, uint64_t bytes, struct vyi_report *report);
/// Memory of the device, counted against what it has; as zeros where `cleared`.
vy_status vyi_device_take(vy_device *device, uint64_t bytes, bool cleared,
                          struct vyi_report *report, void **memory);
void vyi_device_give(vy_device *device, void *memory, uint64_t bytes);
/// The same, at a multiple of `align`.
vy_status vyi_device_take_aligned(vy_device *device, uint64_t bytes, uint32_t align, bool cleared,
                                  struct vyi_report *report, struct vyi_block *block);
/// Pieces of memory that are kept for others of the same size, the one kept longest first; locked
/// by the caller.
struct vyi_dev_piece {
    uint64_t at; ///< address; 0: none
    uint64_t bytes;
};
enum { VYI_KEPT = 64, VYI_KEPT_LEAST = 512 };
struct vyi_kept {
    struct vyi_dev_piece at[VYI_KEPT];
    uint32_t count;
    uint64_t bytes;
};
/// Sizes in steps of an eighth, so that what is kept is often of use and little is wasted.
uint64_t vyi_kept_size(uint64_t bytes);
bool vyi_kept_take(struct vyi_kept *k, uint64_t bytes, struct vyi_dev_piece *piece);
/// Keeps a piece, where all are at most `most` bytes then; the one kept longest makes room. Returns
/// the one to free: another one, none, or the piece itself.
struct vyi_dev_piece vyi_kept_put(struct vyi_kept *k, struct vyi_dev_piece piece, uint64_t most);

/// What a buffer of a program is aligned to: its @align, or its elements.
uint32_t vyi_buffer_align(const struct vyi_buffer *b);

// ---- events.c ----
/// A transfer, with an event in the trace of the device.
vy_status vyi_device_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up);
static inline vy_status vyi_device_upload(vy_device *device, void *memory, uint64_t offset,
                                          const void *data, uint64_t bytes)
{
    return vyi_device_transfer(device, (char *)memory + offset, (void *)data, bytes, true);
}
static inline vy_status vyi_device_download(vy_device *device, const void *memory, uint64_t offset,
                                            void *data, uint64_t bytes)
{
    return vyi_device_transfer(device, (char *)memory + offset, data, bytes, false);
}
/// The regions that a program, or the segment of a region, has; NULL: none.
const char *vyi_dev_regions(const char *region, const vy_program *program, char *text, size_t size);
/// Events of a launch and of a list that ran as a whole, without times; `text` holds their regions.
vy_trace_event vyi_dev_launch_event(const struct vyi_kernel *kernel, char *text, size_t size);
vy_trace_event vyi_dev_graph_event(const struct vyi_job *job, char *text, size_t size);
/// A launch that began and ended then, where the device does not trace it itself.
void vyi_dev_trace_launch(const vy_device *device, const struct vyi_kernel *kernel,
                          uint64_t start_ns, uint64_t end_ns);
/// Code that was made or loaded for a program.
void vyi_dev_trace_compile(const vy_device *device, const vy_program *program, uint64_t start_ns,
                           uint64_t end_ns);
/// For params.trace, where there is one.
static inline void vyi_dev_trace(const vy_device *device, const vy_trace_event *event)
{
    if (device->params.trace)
        device->params.trace(device->params.trace_user, event);
}

// ---- pieces.c: when a job has to stop ----
enum vyi_stop {
    VYI_STOP_NOT,
    VYI_STOP_CANCELLED,
    VYI_STOP_DEADLINE,
    VYI_STOP_LOST, ///< the device is; only devices report it
    // Of a launch on the cpu.
    VYI_STOP_ASSERT,
    VYI_STOP_MEMORY
};

enum vyi_stop vyi_dev_must_stop(const struct vyi_job *job);
/// Reports CANCELLED and DEADLINE; VY_OK for all others. `after`: see vyi_message_after().
vy_status vyi_dev_report_stop(struct vyi_report *report, enum vyi_stop stop, const char *after);
/// Locks, waiting no longer than the job may: the holder of the lock may be waiting for something
/// that never ends. Other than NOT: the job has to stop, and the lock is not held.
enum vyi_stop vyi_dev_lock(pthread_mutex_t *lock, const struct vyi_job *job);

/// The i-th device of the list; NULL past the end.
const struct vyi_device_fns *vyi_dev_at(size_t index);
/// By the first `length` bytes of a name, the devices for tests included; NULL where there is none.
const struct vyi_device_fns *vyi_dev_find(const char *name, size_t length);

extern const struct vyi_device_fns vyi_dev_oracle, vyi_dev_cpu, vyi_dev_cuda, vyi_dev_vulkan;
/// The oracle with less, for tests: without a grid barrier; without resident memory too; with small
/// limits; with memory that holds anything but zeros where it need not be cleared, as it does on
/// the other three.
extern const struct vyi_device_fns vyi_dev_oracle_split, vyi_dev_oracle_host, vyi_dev_oracle_small,
    vyi_dev_oracle_dirty;
