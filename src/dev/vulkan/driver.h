// The part of Vulkan 1.2 that the device uses, declared here so that building needs no Vulkan:
// structs, numbers, and a table of functions filled from libvulkan.so.1. test_vulkan_driver.c
// compares all of it with <vulkan/vulkan.h> where that is installed.
#ifndef VYI_DEV_VULKAN_DRIVER_H
#define VYI_DEV_VULKAN_DRIVER_H

#include "base/base.h"

typedef int vu_result;
typedef void (*vu_function)(void);
typedef struct vu_instance_s *vu_instance;
typedef struct vu_gpu_s *vu_gpu; ///< a physical device
typedef struct vu_device_s *vu_device;
typedef struct vu_queue_s *vu_queue;
typedef struct vu_commands_s *vu_commands; ///< a command buffer
typedef struct vu_fence_s *vu_fence;
typedef struct vu_buffer_s *vu_buffer;
typedef struct vu_memory_s *vu_memory;
typedef struct vu_module_s *vu_module;
typedef struct vu_cache_s *vu_cache; ///< of pipelines
typedef struct vu_layout_s *vu_layout;
typedef struct vu_pipeline_s *vu_pipeline;
typedef struct vu_pool_s *vu_pool; ///< of command buffers
typedef struct vu_queries_s *vu_queries;

/// Result codes that have a meaning here.
enum {
    VU_OK = 0,
    VU_NOT_READY = 1,
    VU_TIMEOUT = 2,
    VU_NO_HOST_MEMORY = -1,
    VU_NO_DEVICE_MEMORY = -2,
    VU_NOT_INITIALIZED = -3,
    VU_LOST = -4,
    VU_NO_LAYER = -6,
    VU_NO_EXTENSION = -7,
    VU_INCOMPATIBLE = -9,
    VU_TOO_MANY = -10,
    VU_FRAGMENTED = -12,
    VU_UNKNOWN = -13,
    VU_STUCK = -100 ///< none of Vulkan's: a kernel does not stop
};

enum { VU_VERSION_1_2 = 1u << 22 | 2u << 12 };
enum { VU_FAMILY_COMPUTE = 2 };
enum { VU_MEMORY_LOCAL = 1, VU_MEMORY_VISIBLE = 2, VU_MEMORY_COHERENT = 4, VU_MEMORY_CACHED = 8 };
enum { VU_GPU_CPU = 4 };
enum { VU_STAGE_COMPUTE = 0x20 }; ///< of shaders
enum { VU_STAGE_FULL_SUBGROUPS = 2 };
enum { VU_PIPELINE_DISPATCH_BASE = 16 };
enum { VU_SUBGROUP_OPS = 1 | 2 | 8 | 16 }; ///< basic, vote, ballot, shuffle
enum { VU_POINT_COMPUTE = 1 };
enum { VU_USAGE_FROM = 1, VU_USAGE_TO = 2, VU_USAGE_STORAGE = 0x20 };
enum { VU_USAGE_INDIRECT = 0x100, VU_USAGE_ADDRESS = 0x20000 };
enum { VU_ALLOCATE_ADDRESS = 2 };
enum { VU_BEGIN_ONCE = 1 };
enum { VU_QUERY_TIMESTAMP = 2 };
enum { VU_QUERY_64 = 1 };
/// Stages of a pipeline.
enum {
    VU_AT_TOP = 1,
    VU_AT_INDIRECT = 2,
    VU_AT_COMPUTE = 0x800,
    VU_AT_TRANSFER = 0x1000,
    VU_AT_BOTTOM = 0x2000,
    VU_AT_HOST = 0x4000,
    VU_AT_ALL = 0x10000
};
enum { VU_ACCESS_HOST_READ = 0x2000, VU_ACCESS_READ = 0x8000, VU_ACCESS_WRITE = 0x10000 };

/// Types of structs.
enum {
    VU_APPLICATION = 0,
    VU_INSTANCE_INFO = 1,
    VU_QUEUE_INFO = 2,
    VU_DEVICE_INFO = 3,
    VU_SUBMIT = 4,
    VU_MEMORY_INFO = 5,
    VU_FENCE_INFO = 8,
    VU_QUERIES_INFO = 11,
    VU_BUFFER_INFO = 12,
    VU_MODULE_INFO = 16,
    VU_CACHE_INFO = 17,
    VU_STAGE_INFO = 18,
    VU_PIPELINE_INFO = 29,
    VU_LAYOUT_INFO = 30,
    VU_POOL_INFO = 39,
    VU_COMMANDS_INFO = 40,
    VU_BEGIN_INFO = 42,
    VU_BARRIER = 46,
    VU_FEATURES_11 = 49,
    VU_PROPERTIES_11 = 50,
    VU_FEATURES_12 = 51,
    VU_PROPERTIES_12 = 52,
    VU_FEATURES = 1000059000,
    VU_PROPERTIES = 1000059001,
    VU_ALLOCATE_FLAGS = 1000060000,
    VU_SUBGROUP_PROPERTIES = 1000225000,
    VU_REQUIRED_SUBGROUP = 1000225001,
    VU_SUBGROUP_FEATURES = 1000225002,
    VU_ADDRESS_INFO = 1000244001,
    VU_ZERO_FEATURES = 1000325000
};

// ---- instances ----
struct vu_application {
    uint32_t type;
    const void *next;
    const char *name;
    uint32_t version;
    const char *engine;
    uint32_t engine_version, api;
};
struct vu_instance_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    const struct vu_application *application;
    uint32_t layer_count;
    const char *const *layers;
    uint32_t extension_count;
    const char *const *extensions;
};
struct vu_extension {
    char name[256];
    uint32_t version;
};

// ---- what a GPU is ----
struct vu_properties {
    uint32_t type;
    void *next;
    uint32_t api, driver, vendor, device;
    int kind; ///< VU_GPU_…
    char name[256];
    uint8_t uuid[16]; ///< of pipeline caches
    uint32_t padding, limits_0[8], constant_bytes, most_allocations, limits_1[44];
    uint32_t shared_bytes, most_groups[3], most_invocations, most_workgroup[3], limits_2[43];
    uint32_t timestamps;
    float timestamp_ns;
    uint32_t limits_3[17];
    uint64_t flush_bytes; ///< atom of memory that is not coherent
    uint32_t sparse[6];
};
struct vu_properties_11 {
    uint32_t type;
    void *next;
    uint8_t device_uuid[16], driver_uuid[16], luid[8];
    uint32_t node, luid_valid, subgroup, subgroup_stages, subgroup_ops, others[6];
    uint64_t most_bytes; ///< of an allocation
};
struct vu_properties_12 {
    uint32_t type;
    void *next;
    int driver;
    char driver_name[256], driver_info[256];
    uint8_t conformance[4];
    int denorm_independence, rounding_independence;
    uint32_t signed_zero[3], denorm_preserve[3], denorm_flush[3], rte[3], rtz[3]; ///< f16, f32, f64
    uint32_t others[29];
    uint64_t timeline;
    uint32_t samples;
};
struct vu_subgroup_properties {
    uint32_t type;
    void *next;
    uint32_t least, most, most_subgroups, stages;
};
enum { VU_FLOAT64 = 39, VU_INT64 = 40, VU_INT16 = 41 };
struct vu_features {
    uint32_t type;
    void *next;
    uint32_t has[55];
};
enum { VU_STORAGE_16 = 0 };
struct vu_features_11 {
    uint32_t type;
    void *next;
    uint32_t has[12];
};
enum {
    VU_STORAGE_8 = 2,
    VU_ATOMICS_64 = 5,
    VU_SHARED_ATOMICS_64 = 6,
    VU_FLOAT16 = 7,
    VU_INT8 = 8,
    VU_SUBGROUP_TYPES = 34,
    VU_ADDRESSES = 38,
    VU_MODEL = 41,
    VU_MODEL_DEVICE = 42
};
struct vu_features_12 {
    uint32_t type;
    void *next;
    uint32_t has[47];
};
struct vu_subgroup_features {
    uint32_t type;
    void *next;
    uint32_t control, full;
};
struct vu_zero_features {
    uint32_t type;
    void *next;
    uint32_t zeroes; ///< shared memory that has an initializer
};
struct vu_memory_properties {
    uint32_t type_count;
    struct {
        uint32_t flags, heap;
    } types[32];
    uint32_t heap_count;
    struct {
        uint64_t bytes;
        uint32_t flags;
    } heaps[16];
};
struct vu_queue_family {
    uint32_t flags, count, timestamp_bits, granularity[3];
};

// ---- devices ----
struct vu_queue_info {
    uint32_t type;
    const void *next;
    uint32_t flags, family, count;
    const float *priorities;
};
struct vu_device_info {
    uint32_t type;
    const void *next;
    uint32_t flags, queue_count;
    const struct vu_queue_info *queues;
    uint32_t layer_count;
    const char *const *layers;
    uint32_t extension_count;
    const char *const *extensions;
    const void *features;
};
struct vu_submit {
    uint32_t type;
    const void *next;
    uint32_t wait_count;
    const void *waits;
    const uint32_t *wait_stages;
    uint32_t count;
    const vu_commands *commands;
    uint32_t signal_count;
    const void *signals;
};
struct vu_fence_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
};

// ---- memory ----
struct vu_buffer_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    uint64_t bytes;
    uint32_t usage;
    int sharing;
    uint32_t family_count;
    const uint32_t *families;
};
struct vu_memory_needs {
    uint64_t bytes, align;
    uint32_t types;
};
struct vu_memory_info {
    uint32_t type;
    const void *next;
    uint64_t bytes;
    uint32_t memory_type;
};
struct vu_allocate_flags {
    uint32_t type;
    const void *next;
    uint32_t flags, mask;
};
struct vu_address_info {
    uint32_t type;
    const void *next;
    vu_buffer buffer;
};
struct vu_copy {
    uint64_t from, to, bytes;
};

// ---- code ----
struct vu_module_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    size_t bytes;
    const uint32_t *words;
};
struct vu_cache_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    size_t bytes;
    const void *data;
};
struct vu_constants {
    uint32_t stages, offset, bytes;
};
struct vu_layout_info {
    uint32_t type;
    const void *next;
    uint32_t flags, set_count;
    const void *sets;
    uint32_t constant_count;
    const struct vu_constants *constants;
};
struct vu_required_subgroup {
    uint32_t type;
    void *next;
    uint32_t size;
};
struct vu_stage_info {
    uint32_t type;
    const void *next;
    uint32_t flags, stage;
    vu_module module;
    const char *name;
    const void *special;
};
struct vu_pipeline_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    struct vu_stage_info stage;
    vu_layout layout;
    vu_pipeline base;
    int base_number;
};

// ---- command buffers ----
struct vu_pool_info {
    uint32_t type;
    const void *next;
    uint32_t flags, family;
};
struct vu_commands_info {
    uint32_t type;
    const void *next;
    vu_pool pool;
    int level;
    uint32_t count;
};
struct vu_begin_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    const void *inherited;
};
struct vu_barrier {
    uint32_t type;
    const void *next;
    uint32_t from, to;
};
struct vu_queries_info {
    uint32_t type;
    const void *next;
    uint32_t flags;
    int kind;
    uint32_t count, statistics;
};

// ---- the library ----
/// Its functions. Those of an instance and of a device belong to the one they were asked of.
struct vyi_vulkan_driver {
    vu_function (*get)(vu_instance instance, const char *name);
#define FN(result, name, symbol, level, params) result(*name) params;
#include "dev/vulkan/driver.def"
};

/// Opens the library, and fills what needs no instance; it stays open until the process ends. NULL:
/// done; else what is missing and how to get it, a text that is never freed.
const char *vyi_vulkan_driver_open(struct vyi_vulkan_driver *vu);
/// Creates an instance and fills its functions. NULL: done; else why not. The floating-point
/// environment is the default one meanwhile: drivers start threads that inherit it.
const char *vyi_vulkan_instance_create(struct vyi_vulkan_driver *vu, vu_instance *instance);
/// Creates a device and fills its functions, likewise.
vu_result vyi_vulkan_device_create(struct vyi_vulkan_driver *vu, vu_gpu gpu,
                                   const struct vu_device_info *info, vu_device *device);
/// "VK_ERROR_DEVICE_LOST"
const char *vyi_vulkan_error_name(vu_result result);

// ---- vulkan_process.c ----
/// This process makes a logical device: a driver may start threads, which a child has not.
void vyi_vulkan_used(void);
/// A parent of this process did so before the fork.
bool vyi_vulkan_used_before_fork(void);

#endif
