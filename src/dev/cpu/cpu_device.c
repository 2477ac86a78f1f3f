// The processors of this machine as a device: vector code from LLVM, on as many threads as the
// process may use, with a grid barrier of their own.
//
// The option lanes sets the invocations of a vector (1, 4, 8, 16 or 32). It is for tests, which
// compare the lane counts with each other.
#include "dev/cpu/cpu_state.h"
#include "dev/llvm.h"

#include <unistd.h>

static void describe(vy_device_info *info)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
    info->kind = "cpu";
    info->description = vyi_dev_llvm_about();
#if defined(__x86_64__)
    info->present = vyi_dev_llvm_present(&info->absent);
#else
    info->absent = "code is made for x86-64 alone; the oracle runs every program";
#endif
    info->memory = memory - memory / 4;
    info->max_workgroup = VYI_MAX_WORKGROUP;
    info->max_shared = VYI_MAX_SHARED;
    info->max_grid = UINT32_MAX;
    info->grid_barrier = true;
    info->resident = true;
}

static const struct vyi_device_option options[] = {
    {"lanes", 32, "invocations in a vector: 1, 4, 8, 16 or 32; 0: as many as suit the machine",
     1ull << 0 | 1ull << 1 | 1ull << 4 | 1ull << 8 | 1ull << 16 | 1ull << 32},
    {0}};
enum { LANES };

static void close_device(vy_device *device)
{
    struct vyi_cpu_state *s = device->state;
    if (s->pool) {
        vyi_cpu_launches_free(s->pool);
        vyi_pool_destroy(&s->pool);
    }
    if (s->cache)
        vyi_cache_close(&s->cache);
    vyi_cpu_forget(s);
    vyi_cpu_store_free(device);
    pthread_mutex_destroy(&s->lock);
    vyi_free(device->context, s, sizeof *s);
    device->state = NULL;
}

static vy_status open_device(vy_device *device)
{
    struct vyi_cpu_state *s = vyi_calloc(device->context, 1, sizeof *s);
    if (!s)
        return VY_ERROR_MEMORY;
    device->state = s;
    pthread_mutex_init(&s->lock, NULL);
    s->lanes = device->options[LANES] > 0 ? (uint32_t)device->options[LANES] : 0;
    vyi_cpu_name_machine(s->machine);
    vy_status status = vyi_pool_create(device->context, device->params.threads, &s->pool);
    if (!status)
        status = vyi_cache_open(device->context, device->params.cache, &s->cache);
    if (status)
        close_device(device);
    return status;
}

static struct vyi_launch_choice choice(vy_device *device)
{
    const struct vyi_cpu_state *s = device->state;
    return (struct vyi_launch_choice){VYI_CPU_WORKGROUP, VYI_CPU_SHARE * s->pool->threads};
}

static vy_status launch(vy_device *device, const struct vyi_job *job,
                        const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                        struct vyi_job_result *result)
{
    struct vyi_cpu_state *s = device->state;
    const struct vyi_cpu_work *work;
    if (vyi_pool_forked(s->pool)) {
        vyi_report(kernel->report, 0, 0, VYI_DIAG(DEVICE_FORKED), device->params.name);
        return VY_ERROR_DEVICE;
    }
    const struct vyi_cpu_call call = {device, job, kernel, clears, 0};
    vy_status status = vyi_cpu_code_for(device, kernel, &work);
    return status ? status : vyi_cpu_run(s->pool, work, &call, result);
}

static uint64_t launch_size(vy_device *device, const struct vyi_job *job,
                            const struct vyi_kernel *kernel)
{
    const struct vyi_cpu_work *work;
    (void)job;
    return vyi_cpu_code_for(device, kernel, &work) ? 0 : vyi_cpu_own_bytes(work, kernel->launch);
}

const struct vyi_device_fns vyi_dev_cpu = {
    .name = "cpu",
    .options = options,
    .describe = describe,
    .open = open_device,
    .close = close_device,
    .memory_create = vyi_cpu_memory_create,
    .memory_destroy = vyi_cpu_memory_destroy,
    .memory_clear = vyi_cpu_memory_clear,
    .memory_size = vyi_cpu_memory_size,
    .launch_size = launch_size,
    .fill = vyi_host_fill,
    .transfer = vyi_cpu_transfer,
    .copy = vyi_cpu_copy,
    .choice = choice,
    .prepare = vyi_cpu_prepare,
    .release = vyi_cpu_release,
    .launch = launch,
    .group = vyi_cpu_group,
    .uncleared_from = 8192, // smaller ones are cleared sooner
    .host_memory = true,
};
