// Every GPU with a Vulkan driver as a device, and the processors through the drivers that run on
// them: SPIR-V of our own, the Vulkan loader for the rest, opened at run time.
#include "dev/vulkan/vulkan_list.h"

#include <stdio.h>
#include <strings.h>
#include <unistd.h>

enum { GROUPS = 256 }; ///< where the program leaves the grid out

// ---- what it is ----
/// An instance and the GPU with that number; NULL: there is one; else why not.
static const char *open_gpu(struct vyi_vulkan_driver *vu, uint32_t index, vu_instance *instance,
                            vu_gpu *gpu, uint32_t *count)
{
    vu_gpu gpus[VYI_VULKAN_GPUS];
    *instance = NULL;
    *count = 0;
    const char *absent = vyi_vulkan_driver_open(vu);
    if (!absent)
        absent = vyi_vulkan_instance_create(vu, instance);
    if (absent)
        return absent;
    *count = vyi_vulkan_gpus(vu, *instance, gpus);
    if (index >= *count)
        return *count ? "there is no GPU of that number"
                      : "no Vulkan driver finds a GPU: install the GPU's driver, or one that runs "
                        "on the CPU (on Debian mesa-vulkan-drivers)";
    *gpu = gpus[index];
    return NULL;
}

static void close_instance(struct vyi_vulkan_driver *vu, vu_instance *instance)
{
    if (*instance)
        vu->instance_destroy(*instance, NULL);
    *instance = NULL;
}

static uint32_t count_gpus(void)
{
    struct vyi_vulkan_driver vu;
    vu_instance instance;
    vu_gpu gpu;
    uint32_t count;
    open_gpu(&vu, 0, &instance, &gpu, &count);
    close_instance(&vu, &instance);
    return count ? count : 1; // describe() tells why
}

static void describe(vy_device_info *info)
{
    struct vyi_vulkan_driver vu;
    struct vyi_vulkan_about about = {0};
    vu_instance instance;
    vu_gpu gpu;
    uint32_t count;
    info->kind = "gpu";
    info->description = "a GPU with a Vulkan driver";
    info->absent = open_gpu(&vu, info->index, &instance, &gpu, &count);
    if (!info->absent)
        info->absent = vyi_vulkan_look(&vu, gpu, &about);
    close_instance(&vu, &instance);
    if (!about.api)
        return;
    if (about.kind == VU_GPU_CPU) {
        info->kind = "cpu";
        info->description = "the processors, through a Vulkan driver";
    }
    snprintf(info->model, sizeof info->model, "%.80s, Vulkan %u.%u, %.50s", about.name,
             about.api >> 22, about.api >> 12 & 1023, about.driver);
    info->memory = about.memory;
    info->max_workgroup = VYI_MAX_WORKGROUP;
    info->max_shared = VYI_MAX_SHARED;
    info->max_grid = UINT32_MAX;
    info->resident = true;
}

/// In any case of letters.
static bool find_model(const char *word, size_t length, uint32_t *index)
{
    uint32_t count = length && !memchr(word, '=', length) ? count_gpus() : 0;
    for (uint32_t i = 0; i < count; i++) {
        vy_device_info info = {.index = i, .count = count};
        describe(&info);
        for (const char *at = info.model; *at; at++)
            if (!strncasecmp(at, word, length)) {
                *index = i;
                return true;
            }
    }
    return false;
}

// ---- its life ----
static const struct vyi_device_option options[] = {
    {"stop_ms", 999999999, "for a kernel to stop before the device is lost; 0: without end", 0},
    {"staging", 1, "1: buffers as on a GPU whose memory the host does not see", 0},
    {"serial", 1, "1: an invocation of Vulkan runs a workgroup, as where a driver lacks much", 0},
    {"subgroups", 1, "0: subgroups go through memory, as where a driver requires no size", 0},
    {"words", 1, "1: all types are made of 32-bit words, as where a driver has no others", 0},
    {"wide", 1, "1: 64-bit indices, as of buffers with 2^31 elements", 0},
    {"concurrent", 1, "1: what is written for GPUs, 0: what is for processors", 0},
    {0}};
enum { STOP_MS, STAGING, SERIAL, SUBGROUPS, WORDS, WIDE, CONCURRENT };
/// A driver on a processor compiles a kernel when it first runs, beside everything else there.
static const uint64_t patience_gpu_ns = 10000000000, patience_cpu_ns = 120000000000;

enum { LOCKS = 5 };
static pthread_mutex_t *lock_of(struct vyi_vulkan_state *s, size_t i)
{
    pthread_mutex_t *locks[LOCKS] = {&s->queue_lock, &s->store.lock, &s->slot_lock, &s->turns.lock,
                                     &s->steps.lock};
    return locks[i];
}

static void close_device(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    if (s->pid == (int)getpid()) { // else its threads are not here either
        vyi_vulkan_end(device);
        if (!s->abandoned)
            close_instance(&s->vu, &s->instance);
    }
    if (s->cache)
        vyi_cache_close(&s->cache);
    vyi_vec_free(device->context, &s->store.ranges);
    for (size_t i = 0; i < LOCKS; i++)
        pthread_mutex_destroy(lock_of(s, i));
    pthread_cond_destroy(&s->turns.change);
    pthread_rwlock_destroy(&s->gate);
    vyi_free(device->context, s, sizeof *s);
    device->state = NULL;
}

/// What tests ask for.
static void use_options(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    s->machine.serial = device->options[SERIAL] == 1;
    if (device->options[SUBGROUPS] == 0)
        s->machine.subgroup_size = 0;
    if (device->options[WORDS] == 1)
        vyi_vulkan_words_only(&s->machine);
    s->options.wide = device->options[WIDE] == 1 && s->machine.int64;
}

static vy_status open_device(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_calloc(device->context, 1, sizeof *s);
    uint32_t count;
    if (!s)
        return VY_ERROR_MEMORY;
    device->state = s;
    s->pid = (int)getpid();
    s->host = device->context;
    s->device = device;
    pthread_rwlock_init(&s->gate, NULL);
    for (size_t i = 0; i < LOCKS; i++)
        pthread_mutex_init(lock_of(s, i), NULL);
    pthread_cond_init(&s->turns.change, NULL);
    s->options.staging = device->options[STAGING] == 1;
    // It was there a moment ago, when it was described.
    const char *absent = open_gpu(&s->vu, device->info.index, &s->instance, &s->gpu, &count);
    if (!absent)
        absent = vyi_vulkan_look(&s->vu, s->gpu, &s->about);
    vy_status status = VY_OK;
    if (absent)
        status = vyi_refuse(device->context, VY_ERROR_DEVICE, VYI_DIAG(VULKAN_FAILED),
                            device->params.name, "opening", absent);
    int64_t stop_ms = device->options[STOP_MS];
    s->options.patience_ns = stop_ms >= 0                  ? (uint64_t)stop_ms * 1000000
                             : s->about.kind == VU_GPU_CPU ? patience_cpu_ns
                                                           : patience_gpu_ns;
    s->about.unified = s->about.unified && !s->options.staging;
    device->most_bytes = s->about.most_bytes - VYI_DEV_ALIGN; // which a range has beside its bytes
    vyi_vulkan_describe_machine(&s->about, &s->machine);
    if (!status)
        status = vyi_cache_open(device->context, device->params.cache, &s->cache);
    if (!status) {
        vu_result result = vyi_vulkan_start(device);
        if (result)
            status = vyi_vulkan_fail(device, NULL, result, "making its logical device");
    }
    if (!status)
        status = vyi_vulkan_learn(device);
    use_options(device); // after the probe, whose findings are kept for devices with others
    if (status)
        close_device(device);
    return status;
}

static struct vyi_launch_choice choice(vy_device *device)
{
    (void)device;
    return (struct vyi_launch_choice){VYI_VULKAN_WORKGROUP, GROUPS};
}

/// Drivers on processors run the invocations of a workgroup in turn, and compile what is written
/// for GPUs for seconds.
static bool concurrent(const vy_device *device)
{
    int64_t asked = device->options[CONCURRENT];
    return asked < 0 ? strcmp(device->info.kind, "cpu") != 0 : asked;
}

/// Workgroups of a persistent kernel hand each other what they do, and count in 64 bits.
static uint32_t room(vy_device *device, const char **lacks)
{
    const struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    *lacks = !s->findings.hand_offs  ? "workgroups that can wait for others while they run"
             : !s->machine.atomics64 ? "64-bit atomics"
                                     : NULL;
    return *lacks ? 0 : s->findings.at_once;
}

const struct vyi_device_fns vyi_dev_vulkan = {
    .name = "vulkan",
    .options = options,
    .count = count_gpus,
    .find = find_model,
    .describe = describe,
    .findings = vyi_vulkan_describe_findings,
    .open = open_device,
    .close = close_device,
    .memory_create = vyi_vulkan_memory_create,
    .memory_destroy = vyi_vulkan_memory_destroy,
    .mapped_create = vyi_vulkan_mapped_create,
    .mapped_destroy = vyi_vulkan_mapped_destroy,
    .memory_clear = vyi_vulkan_memory_clear,
    .memory_size = vyi_vulkan_memory_size,
    .fill = vyi_vulkan_fill,
    .transfer = vyi_vulkan_transfer,
    .copy = vyi_vulkan_copy,
    .choice = choice,
    .prepare = vyi_vulkan_prepare,
    .release = vyi_vulkan_release,
    .launch_size = vyi_vulkan_launch_size,
    .launch = vyi_vulkan_launch,
    .submit = vyi_vulkan_submit_list,
    .forget = vyi_vulkan_forget,
    .room = room,
    .recover = vyi_vulkan_recover,
    .lost = vyi_vulkan_is_lost,
    .uncleared_from = 4096,
    .concurrent = concurrent,
    .persistent = true,
    .narrow = true,
};
