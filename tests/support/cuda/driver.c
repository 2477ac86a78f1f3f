// See support/fakecuda.h. Everything happens when it is asked for, so streams need no order.
#include "support/cuda/fake.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

static struct fake_cuda fake;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// What a module is.
struct module {
    struct fake_function function;
};
static __thread int depth; ///< contexts pushed by this thread

enum { PIECES = 4096 };
static struct {
    uint64_t at, bytes;
    bool host;
} pieces[PIECES];

static void reset(struct fake_cuda *f)
{
    memset(f, 0, sizeof *f);
    f->devices = 1;
    f->capability = 90;
    f->driver = 13000;
    f->processors = 132;
    f->occupancy = 2;
    f->pools = f->cooperative = f->conditions = true;
    f->memory = (uint64_t)1 << 30;
    f->info = (struct vyi_cuda_info){.abi = VYI_LLVM_ABI,
                                     .flat = 1,
                                     .volume = 256,
                                     .team_threads = 256,
                                     .most_teams = 4,
                                     .most_threads = 1024,
                                     .each = 1};
}

EXPORT struct fake_cuda *fake_cuda(void)
{
    reset(&fake);
    return &fake;
}

void fake_wrong(const char *format, ...)
{
    va_list args;
    if (atomic_fetch_add(&fake.wrong, 1))
        return;
    va_start(args, format);
    vsnprintf(fake.what, sizeof fake.what, format, args);
    va_end(args);
}

static void record(const char *format, ...)
{
    va_list args;
    size_t room = FAKE_ORDER - fake.order_count;
    va_start(args, format);
    int n = vsnprintf(fake.order + fake.order_count, room, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < room)
        fake.order_count += (size_t)n;
}

/// What a call gives, whatever it is about.
static cu_result begin(const char *name, bool wants_context)
{
    cu_result result = CU_OK;
    if (wants_context && !depth)
        fake_wrong("%s without a context", name);
    if (fake.sticky)
        return fake.sticky;
    if (fake.fail_call && !strcmp(fake.fail_call, name) && --fake.fail_after < 0) {
        result = fake.fail_result;
        if (fake.fail_once)
            fake.fail_call = NULL;
        if (result == CU_ILLEGAL_ADDRESS || result == CU_LAUNCH_FAILED)
            fake.sticky = result;
    }
    return result;
}

/// The head of a call, with the lock held until END.
#define BEGIN(name, wants_context)                 \
    pthread_mutex_lock(&lock);                     \
    cu_result result = begin(name, wants_context); \
    if (result) {                                  \
        pthread_mutex_unlock(&lock);               \
        return result;                             \
    }
#define END                      \
    pthread_mutex_unlock(&lock); \
    return CU_OK

// ---- memory ----
static cu_result piece_add(uint64_t bytes, bool host, uint64_t *at)
{
    if (!bytes || (!host && fake.live_bytes + bytes > fake.memory))
        return bytes ? CU_NO_MEMORY : CU_INVALID;
    for (int i = 0; i < PIECES; i++) {
        if (pieces[i].at)
            continue;
        void *memory = malloc(bytes);
        if (!memory)
            return CU_NO_MEMORY;
        if (bytes < 1 << 20)
            memset(memory, 0xa5, bytes);
        *at = pieces[i].at = (uint64_t)(uintptr_t)memory;
        pieces[i].bytes = bytes;
        pieces[i].host = host;
        fake.live_bytes += host ? 0 : bytes;
        *(host ? &fake.live_host : &fake.live_pieces) += 1;
        fake.allocs += !host;
        return CU_OK;
    }
    return CU_NO_MEMORY;
}

static void piece_drop(uint64_t at, bool host)
{
    for (int i = 0; i < PIECES; i++) {
        if (!at || pieces[i].at != at || pieces[i].host != host)
            continue;
        fake.live_bytes -= host ? 0 : pieces[i].bytes;
        *(host ? &fake.live_host : &fake.live_pieces) -= 1;
        free((void *)(uintptr_t)at);
        pieces[i].at = 0;
        return;
    }
    fake_wrong("memory %llx was freed that is not there", (unsigned long long)at);
}

static void check_range(const char *call, uint64_t at, uint64_t bytes, bool host)
{
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].at && pieces[i].host == host && at >= pieces[i].at &&
            at + bytes <= pieces[i].at + pieces[i].bytes)
            return;
    fake_wrong("%s of %llu bytes at %llx, which are not there", call, (unsigned long long)bytes,
               (unsigned long long)at);
}

bool fake_valid(uint64_t at, uint64_t bytes)
{
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].at && at >= pieces[i].at && at + bytes <= pieces[i].at + pieces[i].bytes)
            return true;
    return false;
}

// ---- handles, each a piece of memory, so that sanitizers see a use after its end ----
enum { HANDLES = 8192 };
static void *handles[HANDLES];

static void *handle_create(size_t bytes)
{
    void *memory = calloc(1, bytes);
    for (int i = 0; i < HANDLES; i++)
        if (!handles[i])
            return handles[i] = memory;
    fake_wrong("too many handles");
    return memory;
}

static void handle_destroy(void *handle)
{
    for (int i = 0; i < HANDLES; i++)
        if (handle && handles[i] == handle) {
            handles[i] = NULL;
            free(handle);
            return;
        }
    fake_wrong("a handle is destroyed that is not there");
}

/// All that the context had is gone with it.
static void drop_all(void)
{
    for (int i = 0; i < HANDLES; i++)
        if (handles[i])
            handle_destroy(handles[i]);
    fake_graphs_drop();
    for (int i = 0; i < PIECES; i++)
        if (pieces[i].at)
            piece_drop(pieces[i].at, pieces[i].host);
    fake.live_streams = fake.live_events = fake.live_modules = fake.live_pools = 0;
    fake.live_graphs = fake.live_execs = 0;
}

EXPORT cu_result cuMemAlloc_v2(cu_memory *memory, size_t bytes)
{
    BEGIN("cuMemAlloc_v2", true)
    result = piece_add(bytes, false, memory);
    pthread_mutex_unlock(&lock);
    return result;
}
EXPORT cu_result cuMemFree_v2(cu_memory memory)
{
    BEGIN("cuMemFree_v2", true)
    piece_drop(memory, false);
    END;
}
EXPORT cu_result cuMemAllocFromPoolAsync(cu_memory *memory, size_t bytes, cu_pool pool,
                                         cu_stream stream)
{
    BEGIN("cuMemAllocFromPoolAsync", true)
    if (!pool || !stream)
        fake_wrong("an allocation without a pool or stream");
    result = piece_add(bytes, false, memory);
    pthread_mutex_unlock(&lock);
    return result;
}
EXPORT cu_result cuMemFreeAsync(cu_memory memory, cu_stream stream)
{
    BEGIN("cuMemFreeAsync", true)
    if (!stream)
        fake_wrong("memory freed without a stream");
    piece_drop(memory, false);
    END;
}
EXPORT cu_result cuMemGetInfo_v2(size_t *unused, size_t *total)
{
    BEGIN("cuMemGetInfo_v2", true)
    *total = fake.memory;
    *unused = fake.memory - fake.live_bytes;
    END;
}
EXPORT cu_result cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    BEGIN("cuMemHostAlloc", true)
    uint64_t at = 0;
    (void)flags;
    result = piece_add(bytes, true, &at);
    *memory = (void *)(uintptr_t)at;
    pthread_mutex_unlock(&lock);
    return result;
}
EXPORT cu_result cuMemFreeHost(void *memory)
{
    BEGIN("cuMemFreeHost", true)
    piece_drop((uint64_t)(uintptr_t)memory, true);
    END;
}
EXPORT cu_result cuMemHostGetDevicePointer_v2(cu_memory *there, void *memory, unsigned flags)
{
    BEGIN("cuMemHostGetDevicePointer_v2", true)
    (void)flags;
    *there = (uint64_t)(uintptr_t)memory;
    END;
}
EXPORT cu_result cuMemPoolCreate(cu_pool *pool, const struct cu_pool_params *params)
{
    BEGIN("cuMemPoolCreate", true)
    if (params->allocation != 1 || params->place != 1)
        fake_wrong("a pool of another kind");
    *pool = handle_create(1);
    fake.live_pools++;
    END;
}
EXPORT cu_result cuMemPoolDestroy(cu_pool pool)
{
    BEGIN("cuMemPoolDestroy", true)
    handle_destroy(pool);
    fake.live_pools--;
    END;
}
EXPORT cu_result cuMemPoolSetAttribute(cu_pool pool, int attribute, void *value)
{
    BEGIN("cuMemPoolSetAttribute", true)
    (void)pool, (void)value;
    if (attribute != CU_POOL_RELEASE_THRESHOLD)
        fake_wrong("attribute %d of a pool", attribute);
    END;
}
EXPORT cu_result cuMemPoolTrimTo(cu_pool pool, size_t keep)
{
    BEGIN("cuMemPoolTrimTo", true)
    (void)pool, (void)keep;
    record("trim;");
    END;
}

static void *at(cu_memory memory)
{
    return (void *)(uintptr_t)memory;
}

EXPORT cu_result cuMemcpyHtoDAsync_v2(cu_memory to, const void *from, size_t bytes,
                                      cu_stream stream)
{
    BEGIN("cuMemcpyHtoDAsync_v2", true)
    check_range("an upload", to, bytes, false);
    check_range("an upload from memory that is not pinned", (uint64_t)(uintptr_t)from, bytes, true);
    if (!stream)
        fake_wrong("an upload on the legacy stream");
    record("copy_up %zu;", bytes);
    memcpy(at(to), from, bytes);
    END;
}
EXPORT cu_result cuMemcpyDtoHAsync_v2(void *to, cu_memory from, size_t bytes, cu_stream stream)
{
    BEGIN("cuMemcpyDtoHAsync_v2", true)
    check_range("a download", from, bytes, false);
    check_range("a download to memory that is not pinned", (uint64_t)(uintptr_t)to, bytes, true);
    if (!stream)
        fake_wrong("a download on the legacy stream");
    record("copy_down %zu;", bytes);
    memcpy(to, at(from), bytes);
    END;
}
EXPORT cu_result cuMemcpyDtoDAsync_v2(cu_memory to, cu_memory from, size_t bytes, cu_stream stream)
{
    BEGIN("cuMemcpyDtoDAsync_v2", true)
    check_range("a copy from", from, bytes, false);
    check_range("a copy to", to, bytes, false);
    if (!stream || (to < from + bytes && from < to + bytes))
        fake_wrong("a copy on the legacy stream or onto itself");
    record("copy_within %zu;", bytes);
    memcpy(at(to), at(from), bytes);
    END;
}
static cu_result set(const char *name, cu_memory to, const void *value, size_t size, size_t count,
                     cu_stream stream)
{
    BEGIN(name, true)
    check_range("a fill", to, size * count, false);
    if (!stream || to % size)
        fake_wrong("a fill on the legacy stream or not aligned");
    record("set %zu x %zu;", size, count);
    for (size_t i = 0; i < count; i++)
        memcpy((char *)at(to) + i * size, value, size);
    END;
}
EXPORT cu_result cuMemsetD8Async(cu_memory to, uint8_t value, size_t count, cu_stream stream)
{
    return set("cuMemsetD8Async", to, &value, 1, count, stream);
}
EXPORT cu_result cuMemsetD16Async(cu_memory to, uint16_t value, size_t count, cu_stream stream)
{
    return set("cuMemsetD16Async", to, &value, 2, count, stream);
}
EXPORT cu_result cuMemsetD32Async(cu_memory to, unsigned value, size_t count, cu_stream stream)
{
    return set("cuMemsetD32Async", to, &value, 4, count, stream);
}

// ---- the device and its context ----
EXPORT cu_result cuInit(unsigned flags)
{
    BEGIN("cuInit", false)
    (void)flags;
    result = fake.devices ? CU_OK : CU_NO_DEVICE;
    pthread_mutex_unlock(&lock);
    return result;
}
EXPORT cu_result cuDriverGetVersion(int *version)
{
    BEGIN("cuDriverGetVersion", false)
    *version = fake.driver;
    END;
}
EXPORT cu_result cuGetErrorName(cu_result of, const char **name)
{
    *name = of == CU_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : of == CU_LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED"
            : of == CU_INVALID       ? "CUDA_ERROR_INVALID_VALUE"
            : of == CU_INVALID_PTX   ? "CUDA_ERROR_INVALID_PTX"
                                     : "CUDA_ERROR_OF_THE_TEST";
    return CU_OK;
}
EXPORT cu_result cuDeviceGetCount(int *count)
{
    BEGIN("cuDeviceGetCount", false)
    *count = fake.devices;
    END;
}
EXPORT cu_result cuDeviceGet(cu_device *device, int number)
{
    BEGIN("cuDeviceGet", false)
    *device = 7 + number;
    END;
}
EXPORT cu_result cuDeviceGetName(char *name, int bytes, cu_device device)
{
    BEGIN("cuDeviceGetName", false)
    (void)device;
    snprintf(name, (size_t)bytes, "NVIDIA Nothing");
    END;
}
EXPORT cu_result cuDeviceTotalMem_v2(size_t *bytes, cu_device device)
{
    BEGIN("cuDeviceTotalMem_v2", false)
    (void)device;
    *bytes = fake.memory;
    END;
}
EXPORT cu_result cuDeviceGetUuid_v2(struct cu_uuid *uuid, cu_device device)
{
    BEGIN("cuDeviceGetUuid_v2", false)
    memset(uuid, device, sizeof *uuid);
    END;
}
EXPORT cu_result cuDeviceGetAttribute(int *value, int attribute, cu_device device)
{
    BEGIN("cuDeviceGetAttribute", false)
    (void)device;
    switch (attribute) {
    case CU_ATTRIBUTE_THREADS: *value = 1024; break;
    case CU_ATTRIBUTE_SHARED: *value = 49152; break;
    case CU_ATTRIBUTE_SHARED_MOST: *value = 232448; break;
    case CU_ATTRIBUTE_PROCESSORS: *value = fake.processors; break;
    case CU_ATTRIBUTE_RESIDENT: *value = 2048; break;
    case CU_ATTRIBUTE_MAJOR: *value = fake.capability / 10; break;
    case CU_ATTRIBUTE_MINOR: *value = fake.capability % 10; break;
    case CU_ATTRIBUTE_COOPERATIVE: *value = fake.cooperative; break;
    case CU_ATTRIBUTE_POOLS: *value = fake.pools; break;
    default: *value = 0; fake_wrong("attribute %d", attribute);
    }
    END;
}
EXPORT cu_result cuDevicePrimaryCtxRetain(cu_context *context, cu_device device)
{
    BEGIN("cuDevicePrimaryCtxRetain", false)
    (void)device;
    fake.retained++;
    *context = (cu_context)&fake;
    END;
}
/// Works in a context that is lost too.
EXPORT cu_result cuDevicePrimaryCtxRelease_v2(cu_device device)
{
    (void)device;
    pthread_mutex_lock(&lock);
    if (!--fake.retained && !fake.held) {
        drop_all();
        fake.sticky = CU_OK;
    }
    END;
}
EXPORT cu_result cuDevicePrimaryCtxGetState(cu_device device, unsigned *flags, int *active)
{
    (void)device;
    pthread_mutex_lock(&lock);
    *flags = 0;
    *active = fake.retained > 0 || fake.held;
    END;
}
EXPORT cu_result cuCtxPushCurrent_v2(cu_context context)
{
    if (!context)
        fake_wrong("no context is pushed");
    depth++;
    fake.pushed++;
    return CU_OK;
}
EXPORT cu_result cuCtxPopCurrent_v2(cu_context *context)
{
    if (!depth)
        fake_wrong("more is popped than was pushed");
    depth--;
    fake.pushed--;
    *context = (cu_context)&fake;
    return CU_OK;
}

// ---- streams and events ----
#define HANDLE(Type, create, destroy, Arg, count)       \
    EXPORT cu_result create(Type *handle, unsigned arg) \
    {                                                   \
        BEGIN(#create, true)                            \
        (void)arg;                                      \
        *handle = handle_create(16);                    \
        fake.count++;                                   \
        END;                                            \
    }                                                   \
    EXPORT cu_result destroy(Type handle)               \
    {                                                   \
        BEGIN(#destroy, true)                           \
        handle_destroy(handle);                         \
        fake.count--;                                   \
        END;                                            \
    }
HANDLE(cu_stream, cuStreamCreate, cuStreamDestroy_v2, flags, live_streams)
HANDLE(cu_event, cuEventCreate, cuEventDestroy_v2, flags, live_events)

static bool busy(void *stream)
{
    return fake.busy && fake.busy(fake.user, stream);
}

EXPORT cu_result cuStreamQuery(cu_stream stream)
{
    BEGIN("cuStreamQuery", true)
    pthread_mutex_unlock(&lock);
    return busy(stream) ? CU_NOT_READY : CU_OK;
}
EXPORT cu_result cuStreamSynchronize(cu_stream stream)
{
    BEGIN("cuStreamSynchronize", true)
    if (!stream)
        fake_wrong("the legacy stream is waited for");
    record("wait;");
    pthread_mutex_unlock(&lock);
    for (int i = 0; busy(stream); i++)
        if (i == 100000000) {
            fake_wrong("a stream is waited for that never ends");
            break;
        }
    return CU_OK;
}
EXPORT cu_result cuStreamWaitEvent(cu_stream stream, cu_event event, unsigned flags)
{
    BEGIN("cuStreamWaitEvent", true)
    (void)stream, (void)event, (void)flags;
    record("follow;");
    END;
}
EXPORT cu_result cuEventRecord(cu_event event, cu_stream stream)
{
    BEGIN("cuEventRecord", true)
    if (!event || !stream)
        fake_wrong("an event on the legacy stream");
    END;
}
EXPORT cu_result cuEventQuery(cu_event event)
{
    BEGIN("cuEventQuery", true)
    (void)event;
    END;
}
EXPORT cu_result cuEventSynchronize(cu_event event)
{
    BEGIN("cuEventSynchronize", true)
    (void)event;
    END;
}
EXPORT cu_result cuEventElapsedTime(float *ms, cu_event from, cu_event to)
{
    BEGIN("cuEventElapsedTime", true)
    (void)from, (void)to;
    *ms = fake.elapsed[0] ? fake.elapsed[0] : 0.25f;
    memmove(fake.elapsed, fake.elapsed + 1, sizeof fake.elapsed - sizeof *fake.elapsed);
    END;
}

// ---- code ----
/// What "machine code" of the fake looks like: PTX behind this word.
static const char magic[] = "cubin:";

EXPORT cu_result cuLinkCreate_v2(unsigned count, int *options, void **values, cu_link *link)
{
    BEGIN("cuLinkCreate_v2", true)
    (void)count, (void)options, (void)values;
    *link = calloc(1, sizeof(char *));
    fake.live_links++;
    END;
}
EXPORT cu_result cuLinkAddData_v2(cu_link link, int type, void *data, size_t bytes,
                                  const char *name, unsigned count, int *options, void **values)
{
    BEGIN("cuLinkAddData_v2", true)
    (void)name, (void)count, (void)options, (void)values;
    if (type != CU_INPUT_PTX || ((char *)data)[bytes - 1])
        fake_wrong("what is linked is no PTX that ends with a zero");
    char *made = malloc(bytes + sizeof magic);
    memcpy(made, magic, sizeof magic - 1);
    memcpy(made + sizeof magic - 1, data, bytes);
    memcpy((void *)link, &made, sizeof made);
    END;
}
EXPORT cu_result cuLinkComplete(cu_link link, void **cubin, size_t *bytes)
{
    BEGIN("cuLinkComplete", true)
    memcpy(cubin, (void *)link, sizeof *cubin);
    *bytes = strlen(*cubin) + 1;
    fake.links++;
    END;
}
EXPORT cu_result cuLinkDestroy(cu_link link)
{
    char *made;
    pthread_mutex_lock(&lock);
    memcpy(&made, (void *)link, sizeof made);
    free(made);
    free((void *)link);
    fake.live_links--;
    END;
}
EXPORT cu_result cuModuleLoadDataEx(cu_module *module, const void *image, unsigned count,
                                    int *options, void **values)
{
    BEGIN("cuModuleLoadDataEx", true)
    (void)count, (void)options, (void)values;
    const char *text = image, *line;
    bool step = !strncmp(text, ".version", 8);
    if (!step && strncmp(text, magic, sizeof magic - 1)) {
        pthread_mutex_unlock(&lock);
        return CU_INVALID_IMAGE;
    }
    struct module *m = handle_create(sizeof *m);
    struct fake_function *f = &m->function;
    void *program = NULL;
    f->name = strstr(text, "vyre_meet") ? "vyre_meet" : step ? "vyre_step" : "vyre_kernel";
    if (!step && (line = strstr(text, "// program ")) &&
        sscanf(line, "// program %p %u %u %u", &program, &f->workgroup[0], &f->workgroup[1],
               &f->workgroup[2]) == 4)
        f->program = program;
    *module = (cu_module)m;
    fake.live_modules++;
    END;
}
EXPORT cu_result cuModuleUnload(cu_module module)
{
    BEGIN("cuModuleUnload", true)
    handle_destroy(module);
    fake.live_modules--;
    END;
}
EXPORT cu_result cuModuleGetFunction(cu_function *function, cu_module module, const char *name)
{
    BEGIN("cuModuleGetFunction", true)
    struct module *m = (struct module *)module;
    *function = strcmp(m->function.name, name) ? NULL : (cu_function)&m->function;
    result = *function ? CU_OK : 500;
    pthread_mutex_unlock(&lock);
    return result;
}
EXPORT cu_result cuFuncLoad(cu_function function)
{
    BEGIN("cuFuncLoad", true)
    (void)function;
    END;
}
EXPORT cu_result cuFuncGetAttribute(int *value, int attribute, cu_function function)
{
    BEGIN("cuFuncGetAttribute", true)
    (void)attribute, (void)function;
    *value = 32;
    END;
}
EXPORT cu_result cuFuncSetAttribute(cu_function function, int attribute, int value)
{
    BEGIN("cuFuncSetAttribute", true)
    (void)function, (void)attribute, (void)value;
    END;
}
EXPORT cu_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, cu_function function,
                                                             int threads, size_t shared)
{
    BEGIN("cuOccupancyMaxActiveBlocksPerMultiprocessor", true)
    (void)function, (void)shared;
    *blocks = fake.occupancy * 1024 / threads;
    END;
}

// ---- launches ----
static struct fake_launch launch_of(cu_function function, unsigned blocks, unsigned threads,
                                    unsigned shared, bool together, void *stream, void **params)
{
    const struct fake_function *f = (const struct fake_function *)function;
    struct fake_launch l = {.kernel = f->name,
                            .program = f->program,
                            .blocks = blocks,
                            .threads = threads,
                            .shared = shared,
                            .together = together,
                            .stream = stream};
    memcpy(l.workgroup, f->workgroup, sizeof l.workgroup);
    memcpy(&l.param, params[0], sizeof l.param);
    return l;
}
static cu_result launch(const char *call, struct fake_launch l)
{
    BEGIN(call, true)
    if (!l.stream || !l.blocks || !l.threads || l.threads > 1024)
        fake_wrong("a launch of %u x %u", l.blocks, l.threads);
    if (l.together && l.blocks > (unsigned)(fake.processors * fake.occupancy) * 1024 / l.threads)
        result = CU_TOO_LARGE;
    fake.launches++;
    record("%s %u x %u;", l.together ? "launch_together" : "launch", l.blocks, l.threads);
    pthread_mutex_unlock(&lock);
    if (!result && fake.kernel && strcmp(l.kernel, "vyre_meet"))
        fake.kernel(fake.user, &l);
    return result;
}
EXPORT cu_result cuLaunchKernel(cu_function function, unsigned grid_x, unsigned grid_y,
                                unsigned grid_z, unsigned block_x, unsigned block_y,
                                unsigned block_z, unsigned shared, cu_stream stream, void **params,
                                void **extra)
{
    (void)extra;
    if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1)
        fake_wrong("a launch of more than one dimension");
    return launch("cuLaunchKernel",
                  launch_of(function, grid_x, block_x, shared, false, stream, params));
}
EXPORT cu_result cuLaunchCooperativeKernel(cu_function function, unsigned grid_x, unsigned grid_y,
                                           unsigned grid_z, unsigned block_x, unsigned block_y,
                                           unsigned block_z, unsigned shared, cu_stream stream,
                                           void **params)
{
    if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1)
        fake_wrong("a launch of more than one dimension");
    return launch("cuLaunchCooperativeKernel",
                  launch_of(function, grid_x, block_x, shared, true, stream, params));
}

// ---- graphs: nodes run one after the other, as they were added ----
EXPORT cu_result cuGraphCreate(cu_graph *graph, unsigned flags)
{
    BEGIN("cuGraphCreate", true)
    (void)flags;
    *graph = (cu_graph)fake_graph_create();
    fake.live_graphs++;
    END;
}
EXPORT cu_result cuGraphDestroy(cu_graph graph)
{
    BEGIN("cuGraphDestroy", true)
    fake_graph_destroy((struct fake_graph *)graph);
    fake.live_graphs--;
    END;
}
EXPORT cu_result cuGraphAddKernelNode_v2(cu_node *node, cu_graph graph, const cu_node *after,
                                         size_t count, const struct cu_kernel_node *params)
{
    BEGIN("cuGraphAddKernelNode_v2", true)
    struct fake_node n = {.launch = launch_of(params->function, params->grid[0], params->block[0],
                                              params->shared, false, NULL, params->params)};
    if (!strcmp(n.launch.kernel, "vyre_step")) {
        memcpy(&n.count, params->params[1], sizeof n.count);
        memcpy(&n.tree, params->params[2], sizeof n.tree);
        check_range("the orders of a step", n.launch.param, n.count * sizeof(struct vyi_cuda_step),
                    false);
    }
    record("node %s %u x %u;", n.launch.kernel, params->grid[0], params->block[0]);
    *node = (cu_node)fake_graph_add((struct fake_graph *)graph, after ? (const void *)*after : NULL,
                                    count, n);
    END;
}
EXPORT cu_result cuGraphAddNode_v2(cu_node *node, cu_graph graph, const cu_node *after,
                                   const void *edges, size_t count, struct cu_node_params *params)
{
    BEGIN("cuGraphAddNode_v2", true)
    struct fake_node n = {.handle = params->is.condition.handle,
                          .again = params->is.condition.type == CU_CONDITION_WHILE};
    if (params->type != CU_NODE_CONDITION || params->is.condition.size != 1 || edges ||
        !params->is.condition.context || params->is.condition.graphs)
        fake_wrong("a node of type %d", params->type);
    record("node %s;", n.again ? "while" : "if");
    struct fake_node *made =
        fake_graph_add((struct fake_graph *)graph, after ? (const void *)*after : NULL, count, n);
    params->is.condition.graphs = (cu_graph *)&made->body;
    *node = (cu_node)made;
    END;
}
EXPORT cu_result cuGraphConditionalHandleCreate(cu_condition *handle, cu_graph graph,
                                                cu_context context, unsigned value, unsigned flags)
{
    BEGIN("cuGraphConditionalHandleCreate", true)
    if (!graph || !context || value || flags != CU_CONDITION_SET)
        fake_wrong("a condition of another kind");
    *handle = fake_condition_create();
    END;
}
EXPORT cu_result cuGraphInstantiateWithFlags(cu_exec *exec, cu_graph graph,
                                             unsigned long long flags)
{
    BEGIN("cuGraphInstantiateWithFlags", true)
    struct fake_graph **made = handle_create(sizeof *made);
    (void)flags;
    *made = (struct fake_graph *)graph;
    *exec = (cu_exec)made;
    fake.live_execs++;
    END;
}
EXPORT cu_result cuGraphExecDestroy(cu_exec exec)
{
    BEGIN("cuGraphExecDestroy", true)
    handle_destroy(exec);
    fake.live_execs--;
    END;
}
EXPORT cu_result cuGraphLaunch(cu_exec exec, cu_stream stream)
{
    BEGIN("cuGraphLaunch", true)
    if (!stream)
        fake_wrong("a graph on the legacy stream");
    record("graph;");
    pthread_mutex_unlock(&lock);
    fake_graph_run(&fake, *(struct fake_graph **)exec, stream);
    return CU_OK;
}

// ---- the compiler ----
static vy_status compile(const struct vyi_llvm_request *request, struct vyi_report *report,
                         void **bytes, size_t *size)
{
    char line[VYI_CUDA_INFO_LINE + 100];
    const uint32_t *w = request->workgroup;
    struct vyi_cuda_info info = fake.info;
    (void)report;
    fake.compiles++;
    info.turns = request->turns;
    if (fake.inform)
        fake.inform(request, &info);
    if (request->target != VYI_LLVM_CUDA || request->form != VYI_LLVM_PTX || !request->cpu)
        fake_wrong("the compiler is asked for something else");
    vyi_cuda_info_write(line, &info);
    sprintf(line + strlen(line), "// program %p %u %u %u\n", (const void *)request->program, w[0],
            w[1], w[2]);
    *size = strlen(line) + 16;
    *bytes = fake.alloc(request->program->context, *size);
    if (!*bytes)
        return VY_ERROR_MEMORY;
    memset(*bytes, ' ', *size);
    memcpy(*bytes, line, strlen(line));
    return VY_OK;
}

EXPORT const struct vyi_llvm_api *vyi_llvm_open(uint32_t abi)
{
    static const struct vyi_llvm_api api = {VYI_LLVM_ABI, "0.0.0", compile};
    return abi == VYI_LLVM_ABI ? &api : NULL;
}
