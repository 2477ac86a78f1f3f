// The vulkan device's own: what the files of this folder share.
#ifndef VYI_DEV_VULKAN_VULKAN_STATE_H
#define VYI_DEV_VULKAN_VULKAN_STATE_H

#include "dev/code_cache.h"
#include "dev/compiled.h"
#include "dev/vulkan/driver.h"
#include "dev/vulkan/probe.h"
#include "gen/spirv/spirv.h"

struct vyi_vulkan_state;

// ---- vulkan_about.c: what a GPU is ----
enum { VYI_VULKAN_GPUS = 16 };
struct vyi_vulkan_about {
    char name[256], driver[528];  ///< "llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe Mesa 22.3.6"
    int driver_id, kind;          ///< VU_GPU_…
    uint32_t api, driver_version; ///< as Vulkan packs versions
    uint8_t uuid[16];             ///< of pipeline caches: of the driver's build
    uint64_t memory, most_bytes;  ///< in all; of an allocation
    uint32_t family;              ///< of its queue
    uint32_t queues;              ///< that the family has
    uint32_t local_type;          ///< of memory for buffers
    uint32_t host_type;           ///< of memory that the host sees while kernels run
    bool unified;                 ///< `local_type` is host memory: mapped, and as fast for the host
    bool timestamps;              ///< its queue takes them
    float timestamp_ns;           ///< of a tick
    uint32_t most_invocations, most_shared, most_groups;
    uint32_t subgroup;          ///< its size, where none is asked for
    uint32_t required_subgroup; ///< the size that pipelines require; 0: none
    bool int64, int16, int8, float64, storage8, storage16, atomics64, shared_atomics64;
    bool subgroup_control, subgroup_types;
    bool rte32, rte64, signed_zero32, signed_zero64, denorm32, denorm64; ///< float controls
};
/// The GPUs of an instance, VYI_VULKAN_GPUS at most.
uint32_t vyi_vulkan_gpus(const struct vyi_vulkan_driver *vu, vu_instance instance,
                         vu_gpu gpus[VYI_VULKAN_GPUS]);
/// NULL: it can be used; else why not.
const char *vyi_vulkan_look(const struct vyi_vulkan_driver *vu, vu_gpu gpu,
                            struct vyi_vulkan_about *about);

/// What code can be made for, as far as the driver reports it.
void vyi_vulkan_describe_machine(const struct vyi_vulkan_about *about,
                                 struct vyi_spirv_machine *machine);
/// As if the driver had 32-bit types only.
void vyi_vulkan_words_only(struct vyi_spirv_machine *machine);

// ---- vulkan_memory.c: memory by address ----
/// Memory of the driver, as one buffer.
struct vyi_vulkan_range {
    uint64_t at, bytes; ///< address, and usable bytes from there on
    uint64_t offset;    ///< of `at` in the buffer
    vu_buffer buffer;
    vu_memory memory;
    uint8_t *host; ///< where the host sees `at`; NULL: it does not
};
struct vyi_vulkan_store {
    pthread_mutex_t lock;
    VYI_VEC(struct vyi_vulkan_range) ranges; ///< by address
    struct vyi_kept kept;                    ///< of memory for buffers
};

// ---- vulkan_queue.c: slots and turns ----
/// One submission at a time, kept for the next one.
struct vyi_vulkan_slot {
    struct vyi_vulkan_slot *next;
    vu_pool pool;
    vu_commands commands;
    vu_fence fence;
    vu_queries queries;            ///< two timestamps; NULL: the device has none
    struct vyi_vulkan_range words; ///< of a launch: memory that the host sees; see vulkan_launch.c
    struct vyi_vulkan_range staging; ///< of a transfer, likewise
    struct vyi_dev_piece scratch;    ///< memory of a launch that only kernels see
};
/// A job that waits for the queue.
struct vyi_vulkan_turn {
    struct vyi_vulkan_turn *next;
    const struct vyi_job *job;
};
struct vyi_vulkan_turns {
    pthread_mutex_t lock;
    pthread_cond_t change;
    struct vyi_vulkan_turn *first; ///< that waits longest
    uint32_t running;
    uint32_t aside; ///< transfers, and calls of the driver that wait for kernels
    const struct vyi_persistent *persistent; ///< the kernel that runs now, by itself; NULL: none
    uint64_t since_ns;                       ///< it has run since
};

/// What belongs to the logical device and is known elsewhere: it goes when either does.
struct vyi_vulkan_child {
    struct vyi_vulkan_child *next, **at; ///< at NULL: it is gone
    void (*destroy)(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child);
};

/// A kernel of the driver's.
struct vyi_vulkan_kernel {
    struct vyi_vulkan_child child;
    vu_pipeline pipeline;
    struct vyi_spirv_info info;
    char shape[320];             ///< how it runs workgroups, and why
    struct vyi_dev_piece tables; ///< constant tables of the module; of none: no memory
};
/// A kernel of the device's own, with its program.
struct vyi_vulkan_own {
    vy_program *program;
    struct vyi_vulkan_kernel kernel;
};

struct vyi_vulkan_state {
    vy_device *device;
    vy_context *host;
    int pid;
    struct vyi_vulkan_driver vu;
    struct vyi_vulkan_about about;
    struct vyi_vulkan_findings findings;
    struct vyi_spirv_machine machine; ///< what code is made for; all of its bytes are hashed
    vu_instance instance;
    vu_gpu gpu;
    vu_device logical; ///< NULL: not started
    vu_queue queue;
    pthread_mutex_t queue_lock; ///< of submitting
    vu_layout layout;           ///< of every kernel: one push constant
    vu_cache pipelines;
    size_t pipeline_bytes;         ///< that it began with
    struct vyi_vulkan_range zeros; ///< VYI_DEV_ALIGN of them
    struct vyi_vulkan_range clock; ///< a uint64_t: nanoseconds, for kernels that read them
    atomic_bool ticks;             ///< there was such a kernel
    struct {
        uint64_t ticks, ns, within_ns;
    } base; ///< a timestamp, the host's clock when it was taken, and how far that is off at most
    struct vyi_code_cache *cache;
    // vulkan_context.c
    pthread_rwlock_t gate;             ///< held for reading by every call, for writing by recovery
    atomic_int lost;                   ///< VU_OK: it is not
    bool abandoned;                    ///< a kernel that did not stop was left running
    _Atomic(const char *) doing;       ///< when it was lost
    struct vyi_vulkan_child *children; ///< of `logical`; under slot_lock
    // others
    struct vyi_vulkan_store store;
    struct vyi_vulkan_turns turns;
    struct {
        pthread_mutex_t lock;
        struct vyi_vulkan_own step, copy; ///< see vulkan_list.h
        bool tried, there;
    } steps;
    pthread_mutex_t slot_lock;
    struct vyi_vulkan_slot *spare;
    struct {
        bool staging;         ///< as if the host did not see memory for buffers
        bool wide;            ///< 64-bit indices for all
        uint64_t patience_ns; ///< for a kernel to stop; 0: without end
    } options;
};

static inline struct vyi_vulkan_state *vyi_vulkan_state(const vy_device *device)
{
    return device->state;
}
/// A kernel does not stop, and still uses everything of the driver: nothing is destroyed.
static inline bool vyi_vulkan_stuck(const struct vyi_vulkan_state *s)
{
    return atomic_load(&s->lost) == VU_STUCK;
}
static inline uint64_t vyi_vulkan_address(const void *memory)
{
    return (uint64_t)(uintptr_t)memory;
}

// ---- vulkan_context.c: the logical device, losing and recovering it ----
vu_result vyi_vulkan_start(vy_device *device);
/// Frees all that the logical device has.
void vyi_vulkan_end(vy_device *device);
void vyi_vulkan_adopt(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child);
/// Destroys it, unless it is gone.
void vyi_vulkan_disown(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child);
/// Every call of the driver stands between the two. try_enter(): false where the device is lost.
bool vyi_vulkan_try_enter(vy_device *device);
vy_status vyi_vulkan_enter(vy_device *device, struct vyi_report *report);
void vyi_vulkan_leave(vy_device *device);
/// Reports a result that is not VU_OK; to the context's diagnostics where `report` is NULL.
vy_status vyi_vulkan_fail(vy_device *device, struct vyi_report *report, vu_result result,
                          const char *doing);
void vyi_vulkan_lose(vy_device *device, vu_result result, const char *doing);
/// Leaves, and reports a result that is not VU_OK.
vy_status vyi_vulkan_done(vy_device *device, vu_result result, const char *doing);
vy_status vyi_vulkan_recover(vy_device *device, struct vyi_report *report, bool *recovered);
bool vyi_vulkan_is_lost(const vy_device *device);

// ---- vulkan_memory.c ----
/// Memory of the driver of that type, at a multiple of VYI_DEV_ALIGN; mapped where `mapped`.
vu_result vyi_vulkan_range_create(struct vyi_vulkan_state *s, uint64_t bytes, uint32_t type,
                                  bool mapped, struct vyi_vulkan_range *range);
void vyi_vulkan_range_destroy(struct vyi_vulkan_state *s, struct vyi_vulkan_range *range);
/// Makes it hold at least so many bytes, in memory that the host sees; its contents are lost.
vu_result vyi_vulkan_range_fit(struct vyi_vulkan_state *s, struct vyi_vulkan_range *range,
                               uint64_t bytes);
/// The range that an address is in: buffer, offset of the address, where the host sees it. False:
/// it is in none.
bool vyi_vulkan_find(struct vyi_vulkan_state *s, uint64_t at, struct vyi_vulkan_range *range);
vu_result vyi_vulkan_take(struct vyi_vulkan_state *s, uint64_t bytes, struct vyi_dev_piece *piece);
void vyi_vulkan_give(struct vyi_vulkan_state *s, struct vyi_dev_piece *piece);
void vyi_vulkan_memory_end(struct vyi_vulkan_state *s);
uint64_t vyi_vulkan_memory_size(vy_device *device, uint64_t bytes);
vy_status vyi_vulkan_memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory);
void vyi_vulkan_memory_destroy(vy_device *device, void *memory, uint64_t bytes);
vy_status vyi_vulkan_mapped_create(vy_device *device, uint64_t bytes, void **memory, void **host);
void vyi_vulkan_mapped_destroy(vy_device *device, void *host);

// ---- vulkan_transfer.c ----
/// Into a command buffer: `bytes` at an address become zeros.
void vyi_vulkan_record_clear(struct vyi_vulkan_state *s, vu_commands commands, uint64_t at,
                             uint64_t bytes);
/// Inside enter and leave: from the host to the device (`up`) or back.
vu_result vyi_vulkan_move(struct vyi_vulkan_state *s, uint64_t at, void *host, uint64_t bytes,
                          bool up);
void vyi_vulkan_memory_clear(vy_device *device, void *memory, uint64_t bytes);
vy_status vyi_vulkan_fill(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                          uint32_t pattern_bytes);
vy_status vyi_vulkan_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up);
vy_status vyi_vulkan_copy(vy_device *device, void *to, const void *from, uint64_t bytes);

// ---- vulkan_queue.c ----
/// The objects of a slot; close() also of one that was opened in part.
vu_result vyi_vulkan_slot_open(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot);
void vyi_vulkan_slot_close(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot);
vu_result vyi_vulkan_slot_take(struct vyi_vulkan_state *s, struct vyi_vulkan_slot **slot);
void vyi_vulkan_slot_give(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot);
void vyi_vulkan_slots_free(struct vyi_vulkan_state *s);
/// Between the two, commands are recorded; end() makes their writes visible to the host.
vu_result vyi_vulkan_record_begin(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot);
vu_result vyi_vulkan_record_end(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot);
/// The same for a command buffer of the caller's: its first command and its last one.
void vyi_vulkan_record_first(struct vyi_vulkan_state *s, vu_commands commands);
void vyi_vulkan_record_last(struct vyi_vulkan_state *s, vu_commands commands);
/// What comes sees what was written before, by kernels and by commands.
void vyi_vulkan_record_barrier(struct vyi_vulkan_state *s, vu_commands commands);
vu_result vyi_vulkan_submit(struct vyi_vulkan_state *s, vu_commands commands, vu_fence fence);
/// A submission that is waited for.
struct vyi_vulkan_watch {
    vu_fence fence;
    const struct vyi_job *job;  ///< NULL: nothing stops it
    atomic_uint *stop;          ///< where requests to stop go
    uint32_t words;             ///< there
    struct vyi_vulkan_log *log; ///< of a launch; NULL: it reports nothing
    enum vyi_stop why;          ///< it was stopped
};
/// VU_STUCK: it was to stop, and does not.
vu_result vyi_vulkan_wait(struct vyi_vulkan_state *s, struct vyi_vulkan_watch *watch);
/// Submits what was recorded and waits for it.
vu_result vyi_vulkan_run(struct vyi_vulkan_state *s, struct vyi_vulkan_slot *slot);

// ---- vulkan_turn.c ----
/// Waits until a job may submit. Other than NOT: it has to stop.
enum vyi_stop vyi_vulkan_turn_begin(struct vyi_vulkan_state *s, const struct vyi_job *job);
void vyi_vulkan_turn_end(struct vyi_vulkan_state *s);
/// Around transfers by the queue and calls of the driver that wait for kernels, also inside of a
/// turn: no persistent kernel runs meanwhile. False: the device is lost.
bool vyi_vulkan_aside_begin(struct vyi_vulkan_state *s);
void vyi_vulkan_aside_end(struct vyi_vulkan_state *s);

// ---- vulkan_kernel.c: modules and pipelines ----
vu_result vyi_vulkan_kernel_create(struct vyi_vulkan_state *s,
                                   const struct vyi_spirv_module *module,
                                   struct vyi_vulkan_kernel *kernel);
/// Workgroups of a launch that are dispatched together: rows of VYI_VULKAN_ROW, or a part of one.
struct vyi_vulkan_part {
    uint32_t x, y, width, rows;
};
static inline struct vyi_vulkan_part vyi_vulkan_all(uint32_t groups)
{
    uint32_t rows = (uint32_t)(((uint64_t)groups + VYI_VULKAN_ROW - 1) / VYI_VULKAN_ROW);
    return (struct vyi_vulkan_part){0, 0, groups < VYI_VULKAN_ROW ? groups : VYI_VULKAN_ROW, rows};
}
/// Into a command buffer, with a block at that address.
void vyi_vulkan_record_kernel(struct vyi_vulkan_state *s, vu_commands commands,
                              const struct vyi_vulkan_kernel *kernel, uint64_t block,
                              struct vyi_vulkan_part part);
/// The driver's cache of pipelines, from disk and back.
vu_result vyi_vulkan_pipelines_open(struct vyi_vulkan_state *s);
void vyi_vulkan_pipelines_close(struct vyi_vulkan_state *s);

// ---- vulkan_code.c: programs made into kernels ----
enum { VYI_VULKAN_WORKGROUP = 64 }; ///< where the program leaves it out
struct vyi_vulkan_code {
    struct vyi_code base;
    uint32_t print_words; ///< of the longest line
};
vy_status vyi_vulkan_prepare(vy_device *device, const vy_program *program, bool part,
                             const struct vyi_job *job, void **code);
void vyi_vulkan_release(vy_device *device, void *code);
/// Makes a kernel of the device's own from its text; the program is the caller's to destroy.
vy_status vyi_vulkan_own_create(vy_device *device, const char *text, struct vyi_vulkan_own *own);
/// What runs this launch; made now where the usual kernel cannot.
vy_status vyi_vulkan_kernel_for(vy_device *device, const struct vyi_job *job,
                                const struct vyi_kernel *what,
                                const struct vyi_vulkan_kernel **kernel);

// ---- vulkan_launch.c ----
/// Relates timestamps to the host's clock, where the device is traced.
vu_result vyi_vulkan_calibrate(struct vyi_vulkan_state *s);
uint64_t vyi_vulkan_launch_size(vy_device *device, const struct vyi_job *job,
                                const struct vyi_kernel *what);
vy_status vyi_vulkan_launch(vy_device *device, const struct vyi_job *job,
                            const struct vyi_kernel *what, const struct vyi_clears *clears,
                            struct vyi_job_result *result);

// ---- vulkan_process.c ----
/// What the probe found in this process, by vulkan_findings.c's key; false: nothing is known.
bool vyi_vulkan_recall(const uint8_t key[32], struct vyi_vulkan_findings *findings);
void vyi_vulkan_keep(const uint8_t key[32], const struct vyi_vulkan_findings *findings);

// ---- vulkan_findings.c ----
/// What the probe finds, from this process, the cache on disk or by running it, becomes part of the
/// machine.
vy_status vyi_vulkan_learn(vy_device *device);
void vyi_vulkan_describe_findings(vy_device *device, struct vyi_text *text);

#endif
