// An NVIDIA GPU as a device: PTX from LLVM, the driver for the rest, opened at run time.
#include "dev/cuda/cuda_state.h"
#include "dev/llvm.h"

#include <stdio.h>
#include <unistd.h>

enum { LEAST_CAPABILITY = 70 }; ///< threads of a warp go on by themselves

// ---- what it is ----
static int attribute(const struct vyi_cuda_driver *cu, cu_device gpu, int which)
{
    int value = 0;
    return cu->device_attribute(&value, which, gpu) ? 0 : value;
}

static uint32_t count_gpus(void)
{
    struct vyi_cuda_driver cu;
    int count = 0;
    if (vyi_cuda_driver_open(&cu) || vyi_cuda_driver_start(&cu, &count))
        return 1; // describe() tells why
    return (uint32_t)(count < VYI_CUDA_GPUS ? count : VYI_CUDA_GPUS);
}

/// The GPU with that number of CUDA's. NULL: there is one; else why not.
static const char *look(struct vyi_cuda_driver *cu, uint32_t index, cu_device *gpu,
                        struct vyi_cuda_about *a)
{
    size_t memory = 0;
    const char *absent = vyi_cuda_driver_open(cu);
    if (!absent)
        absent = vyi_cuda_driver_start(cu, NULL);
    if (absent)
        return absent;
    if (cu->device_get(gpu, (int)index) || cu->device_name(a->name, sizeof a->name, *gpu) ||
        cu->device_memory(&memory, *gpu) || cu->driver_version(&a->driver))
        return "the NVIDIA driver does not say what the GPU is: see what nvidia-smi says";
    a->name[sizeof a->name - 1] = 0;
    a->memory = memory;
    a->capability =
        attribute(cu, *gpu, CU_ATTRIBUTE_MAJOR) * 10 + attribute(cu, *gpu, CU_ATTRIBUTE_MINOR);
    a->processors = attribute(cu, *gpu, CU_ATTRIBUTE_PROCESSORS);
    a->threads = attribute(cu, *gpu, CU_ATTRIBUTE_THREADS);
    a->resident = attribute(cu, *gpu, CU_ATTRIBUTE_RESIDENT);
    a->shared = attribute(cu, *gpu, CU_ATTRIBUTE_SHARED);
    a->shared_most = attribute(cu, *gpu, CU_ATTRIBUTE_SHARED_MOST);
    a->cooperative = attribute(cu, *gpu, CU_ATTRIBUTE_COOPERATIVE);
    a->pools = attribute(cu, *gpu, CU_ATTRIBUTE_POOLS);
    if (a->shared_most < a->shared)
        a->shared_most = a->shared;
    if (a->capability < LEAST_CAPABILITY || a->processors < 1)
        return "the GPU is too old: compute capability 7.0 (Volta, 2017) or newer is needed";
    return NULL;
}

static void describe(vy_device_info *info)
{
    struct vyi_cuda_driver cu;
    struct vyi_cuda_about about = {0};
    cu_device gpu;
    info->kind = "gpu";
    info->description = "an NVIDIA GPU";
    info->absent = look(&cu, info->index, &gpu, &about);
    if (!info->absent)
        vyi_dev_llvm_present(&info->absent);
    if (!about.processors)
        return;
    snprintf(info->model, sizeof info->model,
             "%s, %d multiprocessors, compute capability %d.%d, CUDA %d.%d", about.name,
             about.processors, about.capability / 10, about.capability % 10, about.driver / 1000,
             about.driver % 1000 / 10);
    uint64_t reserve = about.memory / 32 + ((uint64_t)256 << 20); // the driver's and others'
    info->memory = about.memory > 2 * reserve ? about.memory - reserve : about.memory / 2;
    info->max_workgroup = VYI_MAX_WORKGROUP;
    info->max_shared = VYI_MAX_SHARED;
    info->max_grid = UINT32_MAX;
    info->grid_barrier = about.cooperative;
    info->resident = true;
}

// ---- its life ----
static const struct vyi_device_option options[] = {
    {"stop_ms", 999999999, "for a kernel to stop before the device is lost; 0: without end", 0},
    {"virtual_groups", 1, "of grid barriers: 1 always, 0 never where the grid fits", 0},
    {"conditions", 1, "0: no graphs with conditional nodes", 0},
    {"exact", 1, "1: memory from the driver as it is asked for", 0},
    {0}};
enum { STOP_MS, VIRTUAL_GROUPS, CONDITIONS, EXACT };

enum { LOCKS = 6 };
static pthread_mutex_t *lock_of(struct vyi_cuda_state *s, size_t i)
{
    pthread_mutex_t *locks[LOCKS] = {&s->ways[0].lock,        &s->ways[1].lock,
                                     &s->store.lock,          &s->slot_lock,
                                     &s->ways[0].direct_lock, &s->ways[1].direct_lock};
    return locks[i];
}

static void close_device(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    bool here = s->pid == (int)getpid(); // else its threads are not here either
    if (here)
        vyi_cuda_warmup_end(s);
    if (here)
        vyi_cuda_end(device);
    else
        vyi_cuda_slots_free(s, false);
    vyi_pool_destroy(&s->workers);
    if (s->cache)
        vyi_cache_close(&s->cache);
    vyi_free(device->context, s->ahead.ptx, s->ahead.size);
    for (size_t i = 0; i < LOCKS; i++)
        pthread_mutex_destroy(lock_of(s, i));
    pthread_rwlock_destroy(&s->gate);
    if (here)
        vyi_cuda_arbiter_close(s);
    vyi_vec_free(device->context, &s->deferred);
    for (uint32_t i = 0; i < s->pages.count; i++) {
        s->pages.at[i].pinned = false; // no more, or not by this process
        vyi_cuda_pages_destroy(s, &s->pages.at[i]);
    }
    vyi_vec_free(device->context, &s->pages);
    vyi_free(device->context, s, sizeof *s);
    device->state = NULL;
}

static vy_status open_device(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_calloc(device->context, 1, sizeof *s);
    if (!s)
        return VY_ERROR_MEMORY;
    device->state = s;
    s->pid = (int)getpid();
    s->host = device->context;
    s->device = device;
    pthread_rwlock_init(&s->gate, NULL);
    vyi_cuda_arbiter_open(s, device->info.index);
    for (size_t i = 0; i < LOCKS; i++)
        pthread_mutex_init(lock_of(s, i), NULL);
    s->options.exact = device->options[EXACT] == 1;
    s->options.no_conditions = device->options[CONDITIONS] == 0;
    s->options.virtual_groups = (int)device->options[VIRTUAL_GROUPS];
    s->options.patience_ns = vyi_cuda_patience_asked(device->options[STOP_MS]);
    // It was there a moment ago, when it was described.
    const char *absent = look(&s->cu, device->info.index, &s->gpu, &s->about);
    vy_status status = VY_OK;
    if (absent)
        status = vyi_refuse(device->context, VY_ERROR_DEVICE, VYI_DIAG(CUDA_FAILED),
                            device->params.name, "opening", absent);
    uint32_t cores = vyi_dev_cores();
    if (!status)
        status = vyi_pool_create(device->context,
                                 cores < VYI_CUDA_COPIERS ? cores : VYI_CUDA_COPIERS, &s->workers);
    if (!status)
        status = vyi_cache_open(device->context, device->params.cache, &s->cache);
    if (!status) {
        vyi_cuda_warmup_begin(device);
        cu_result result = vyi_cuda_start(device);
        if (device->params.first) // it may be gone after this call
            vyi_cuda_warmup_end(s);
        if (result)
            status = vyi_cuda_fail(device, NULL, result, "making its context");
    }
    if (status)
        close_device(device);
    return status;
}

/// Where the program leaves the grid to it: enough invocations to fill the GPU, also with threads
/// that run several of them.
enum { MOST_EACH = 4 };
static struct vyi_launch_choice choice(vy_device *device)
{
    const struct vyi_cuda_about *a = &vyi_cuda_state(device)->about;
    int threads = a->resident > 0 ? a->resident : 1024;
    uint32_t groups = (uint32_t)(threads / VYI_CUDA_WORKGROUP * a->processors);
    return (struct vyi_launch_choice){VYI_CUDA_WORKGROUP, groups * MOST_EACH};
}

/// One on each multiprocessor, of which that takes less than a quarter.
static uint32_t room(vy_device *device, const char **lacks)
{
    (void)lacks;
    return (uint32_t)vyi_cuda_state(device)->about.processors;
}

static bool concurrent(const vy_device *device)
{
    (void)device;
    return true;
}

const struct vyi_device_fns vyi_dev_cuda = {
    .name = "cuda",
    .options = options,
    .count = count_gpus,
    .describe = describe,
    .open = open_device,
    .close = close_device,
    .memory_create = vyi_cuda_memory_create,
    .memory_destroy = vyi_cuda_memory_destroy,
    .mapped_create = vyi_cuda_mapped_create,
    .mapped_destroy = vyi_cuda_mapped_destroy,
    .memory_clear = vyi_cuda_memory_clear,
    .memory_size = vyi_cuda_memory_size,
    .launch_size = vyi_cuda_launch_size,
    .fill = vyi_cuda_fill,
    .transfer = vyi_cuda_transfer,
    .send = vyi_cuda_send,
    .copy = vyi_cuda_copy,
    .choice = choice,
    .prepare = vyi_cuda_prepare,
    .release = vyi_cuda_release,
    .launch = vyi_cuda_launch,
    .submit = vyi_cuda_submit,
    .forget = vyi_cuda_forget,
    .room = room,
    .prefer = vyi_cuda_prefer,
    .recover = vyi_cuda_recover,
    .lost = vyi_cuda_is_lost,
    .queued = true,
    .concurrent = concurrent,
    .persistent = true,
    .uncleared_from = 4096, // clearing costs as much for less
};
