// The part of the CUDA driver API that the device uses, declared here so that building needs no
// CUDA: types by their size alone, and a table of functions filled from libcuda.so.1.
#pragma once

#include "base/base.h"

typedef int cu_result;
typedef int cu_device;
typedef uint64_t cu_memory; ///< an address on the device
typedef uint64_t cu_condition;
typedef struct cu_context_s *cu_context;
typedef struct cu_module_s *cu_module;
typedef struct cu_function_s *cu_function;
typedef struct cu_stream_s *cu_stream;
typedef struct cu_event_s *cu_event;
typedef struct cu_pool_s *cu_pool;
typedef struct cu_link_s *cu_link;
typedef struct cu_graph_s *cu_graph;
typedef struct cu_node_s *cu_node;
typedef struct cu_exec_s *cu_exec;

/// Result codes that have a meaning here.
enum {
    CU_OK = 0,
    CU_INVALID = 1,
    CU_NO_MEMORY = 2,
    CU_NOT_INITIALIZED = 3,
    CU_DEINITIALIZED = 4,
    CU_STUB_LIBRARY = 34,
    CU_UNAVAILABLE = 46,
    CU_NO_DEVICE = 100,
    CU_INVALID_IMAGE = 200,
    CU_INVALID_CONTEXT = 201,
    CU_ECC = 214,
    CU_INVALID_PTX = 218,
    CU_NVLINK = 220,
    CU_CONTAINED = 226,
    CU_NOT_READY = 600,
    CU_ILLEGAL_ADDRESS = 700,
    CU_TIMEOUT = 702,
    CU_DESTROYED = 709,
    CU_DEVICE_ASSERT = 710,
    CU_STACK = 714,
    CU_LAUNCH_FAILED = 719,
    CU_TOO_LARGE = 720,
    CU_MEMORY_LEAK = 721,
    CU_NOT_SUPPORTED = 801,
    CU_NOT_READY_YET = 802,
    CU_MISMATCH = 803,
    CU_NO_COMPAT = 804,
    CU_UNKNOWN = 999,
    CU_STUCK = -1 ///< none of the driver's: a kernel does not stop
};

enum {
    CU_ATTRIBUTE_THREADS = 1, ///< of a block
    CU_ATTRIBUTE_SHARED = 8,  ///< bytes of a block
    CU_ATTRIBUTE_PROCESSORS = 16,
    CU_ATTRIBUTE_RESIDENT = 39, ///< threads of a multiprocessor
    CU_ATTRIBUTE_MAJOR = 75,
    CU_ATTRIBUTE_MINOR = 76,
    CU_ATTRIBUTE_COOPERATIVE = 95,
    CU_ATTRIBUTE_SHARED_MOST = 97, ///< where it is asked for
    CU_ATTRIBUTE_POOLS = 115
};
enum { CU_FUNCTION_SHARED = 1, CU_FUNCTION_LOCAL = 3, CU_FUNCTION_REGISTERS = 4 };
enum { CU_FUNCTION_DYNAMIC = 8 };
enum { CU_STREAM_ALONE = 1 };
enum { CU_EVENT_BLOCKING = 1, CU_EVENT_UNTIMED = 2 };
enum { CU_HOST_PORTABLE = 1, CU_HOST_MAPPED = 2 };
enum { CU_POOL_RELEASE_THRESHOLD = 4 };
enum { CU_JIT_ERROR_LOG = 5, CU_JIT_ERROR_LOG_BYTES = 6, CU_JIT_LEVEL = 7 };
enum { CU_INPUT_PTX = 1 };
enum { CU_CONDITION_SET = 1 }; ///< a condition starts with its default at each launch of its graph
enum { CU_CONDITION_IF = 0, CU_CONDITION_WHILE = 1 };
enum { CU_NODE_CONDITION = 13 };

struct cu_pool_params {
    int allocation, handles; ///< 1 (pinned), 0 (none)
    int place, device;       ///< 1 (a device), which
    void *security;
    size_t most;
    unsigned short usage;
    uint8_t reserved[54];
};
struct cu_kernel_node {
    cu_function function;
    unsigned grid[3], block[3], shared;
    void **params, **extra;
    void *kernel;
    cu_context context;
};
/// How a node waits for another; all zero: for its end.
struct cu_edge {
    unsigned char from, to, type, reserved[5]; ///< from: CU_EDGE_EARLY, too, where the type is
};
enum { CU_EDGE_EARLY = 1 }; ///< the kernel is started early and waits inside
struct cu_set_node {
    cu_memory to;
    size_t pitch;
    unsigned value, element; ///< bytes of an element
    size_t width, height;
};
struct cu_copy_end {
    size_t x, y, z, level;
    int type; ///< enum below
    void *host;
    cu_memory device;
    void *array, *reserved;
    size_t pitch, height;
};
enum { CU_COPY_HOST = 1, CU_COPY_DEVICE = 2 };
struct cu_copy_node {
    struct cu_copy_end from, to;
    size_t width, height, depth;
};
enum { CU_LAUNCH_TOGETHER = 2 };
union cu_launch_value {
    char bytes[64];
    int together;
};
struct cu_node_params {
    int type, reserved[3];
    union {
        long long padding[29];
        struct {
            cu_condition handle;
            int type;
            unsigned size;
            cu_graph *graphs; ///< filled in
            cu_context context;
        } condition;
    } is;
    long long reserved_too;
};

/// What there is of it in a driver.
struct vyi_cuda_driver {
#define FN(name, symbol, needed, params) cu_result(*name) params;
#include "dev/cuda/driver.def"
};

/// Fills the table; the library stays open until the process ends. NULL: done; else what is
/// missing and how to get it, a text that is never freed.
const char *vyi_cuda_driver_open(struct vyi_cuda_driver *cu);
/// More GPUs of one machine are not opened.
enum { VYI_CUDA_GPUS = 64 };
/// cuInit(), and how many devices there are (`gpus` may be NULL). NULL: at least one; else why not.
const char *vyi_cuda_driver_start(const struct vyi_cuda_driver *cu, int *gpus);
/// "CUDA_ERROR_ILLEGAL_ADDRESS"
const char *vyi_cuda_error_name(const struct vyi_cuda_driver *cu, cu_result result);
/// Whether no further call can succeed in the context that gave this result.
bool vyi_cuda_error_sticks(cu_result result);
