// The processors of this machine as a device: vector code from LLVM, on as many threads as the
// process may use, with a grid barrier of their own.
//
// The option lanes sets the invocations of a vector (1, 4, 8, 16, 32 or 64), the option outline
// compiles segments as functions. They are for tests, which compare the results.
#include "dev/cpu/cpu_state.h"
#include "dev/llvm.h"

#include <unistd.h>

// ---- memory ----
// It is the host's. Large pieces are kept a while for buffers of the same size, since giving pages
// back and getting them again costs more than clearing them, and are cleared and copied by all
// threads.
enum { PIECE = 1 << 20, WORTH_IT = 4 << 20, LARGE = 1 << 18 };
#define MOST_KEPT ((uint64_t)256 << 20)

struct bulk {
    struct vyi_task task;
    atomic_ullong next;
    uint64_t bytes;
    char *to;
    const char *from; ///< NULL: zeros
};

static void move_pieces(struct vyi_task *task, struct vyi_worker *self)
{
    struct bulk *b = (struct bulk *)task;
    (void)self;
    for (;;) {
        uint64_t at = atomic_fetch_add_explicit(&b->next, PIECE, memory_order_relaxed);
        if (at >= b->bytes)
            return;
        size_t bytes = b->bytes - at < PIECE ? (size_t)(b->bytes - at) : PIECE;
        if (b->from)
            memcpy(b->to + at, b->from + at, bytes);
        else
            memset(b->to + at, 0, bytes);
    }
}

static void move_all(vy_device *device, char *to, const char *from, uint64_t bytes)
{
    struct vyi_cpu_state *s = device->state;
    struct bulk b = {.task.work = move_pieces, .bytes = bytes, .to = to, .from = from};
    uint64_t pieces = bytes / PIECE, workers = s->pool->threads - 1;
    if (bytes < WORTH_IT || vyi_pool_forked(s->pool))
        workers = 0;
    vyi_pool_run(s->pool, &b.task, (uint32_t)(workers < pieces ? workers : pieces));
}

static void memory_clear(vy_device *device, void *memory, uint64_t bytes)
{
    move_all(device, memory, NULL, bytes);
}

static uint64_t memory_size(vy_device *device, uint64_t bytes)
{
    (void)device;
    return bytes < LARGE ? bytes : (bytes + 65535) & ~(uint64_t)65535;
}

static vy_status memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_dev_piece piece = {0};
    uint64_t whole = memory_size(device, bytes);
    if (bytes > SIZE_MAX / 2)
        return VY_ERROR_MEMORY;
    if (bytes >= LARGE) {
        pthread_mutex_lock(&s->lock);
        vyi_kept_take(&s->kept, whole, &piece);
        pthread_mutex_unlock(&s->lock);
    }
    *memory = (void *)(uintptr_t)piece.at;
    if (*memory && cleared)
        memory_clear(device, *memory, bytes);
    if (!*memory)
        *memory = vyi_host_alloc(device->context, whole);
    return *memory ? VY_OK : VY_ERROR_MEMORY;
}

static void memory_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_dev_piece out = {(uint64_t)(uintptr_t)memory, memory_size(device, bytes)};
    if (memory && bytes >= LARGE) {
        pthread_mutex_lock(&s->lock);
        out = vyi_kept_put(&s->kept, out, MOST_KEPT);
        pthread_mutex_unlock(&s->lock);
    }
    vyi_host_free(device->context, (void *)(uintptr_t)out.at, out.bytes);
}

static vy_status copy(vy_device *device, void *to, const void *from, uint64_t bytes)
{
    if (bytes) // NULL stands for zeros in there, and for nothing here
        move_all(device, to, from, bytes);
    return VY_OK;
}

// ---- kernels of a group that run at once ----
// A large one has all threads to itself, since its workgroups keep them busy; small ones are dealt
// to threads whole, each run by one.
enum { WORTH = 1 << 12 }; ///< invocations of small kernels for which waking a thread pays

struct group_task {
    struct vyi_task task;
    vy_device *device;
    const struct vyi_job *job;
    struct vyi_job_result *each;
    uint32_t end;
    atomic_uint next;
};

static void run_on(const struct group_task *g, uint32_t kernel, uint32_t threads)
{
    struct vyi_cpu_state *s = g->device->state;
    struct vyi_job_result *result = &g->each[kernel];
    const struct vyi_cpu_call call = {g->device, g->job, &g->job->kernels[kernel], NULL, threads};
    const struct vyi_cpu_work *work;
    uint64_t start = result->start_ns = vyi_now_ns();
    result->status = vyi_cpu_code_for(g->device, call.kernel, &work);
    if (!result->status)
        result->status = vyi_cpu_run(s->pool, work, &call, result);
    result->device_ns = vyi_now_ns() - start;
}

/// One small kernel after the other, until the last has been taken.
static void run_small(struct vyi_task *task, struct vyi_worker *self)
{
    struct group_task *g = (struct group_task *)task;
    (void)self; // each launch has its own
    for (uint32_t i; (i = atomic_fetch_add(&g->next, 1)) < g->end;)
        if (!vyi_cpu_is_large(&g->job->kernels[i]))
            run_on(g, i, 1);
}

static void group(vy_device *device, const struct vyi_job *job, uint32_t from, uint32_t to,
                  struct vyi_job_result *result)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_pool *pool = s->pool;
    struct group_task g = {.task.work = run_small,
                           .device = device,
                           .job = job,
                           .each = result->each,
                           .end = to,
                           .next = from};
    uint64_t invocations = 0;
    uint32_t small = 0;
    bool forked = vyi_pool_forked(pool);
    for (uint32_t i = from; i < to; i++) {
        if (forked) {
            vyi_report(job->kernels[i].report, 0, 0, VYI_DIAG(DEVICE_FORKED), device->params.name);
            result->each[i].status = VY_ERROR_DEVICE;
        } else if (vyi_cpu_is_large(&job->kernels[i])) {
            run_on(&g, i, pool->threads);
        } else {
            small++;
            invocations += job->kernels[i].launch->invocations;
        }
    }
    if (forked || !small)
        return;
    uint32_t workers = small - 1 < pool->threads - 1 ? small - 1 : pool->threads - 1;
    vyi_pool_run(pool, &g.task, invocations < WORTH ? 0 : workers);
}

// ---- the device ----
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
    {"lanes", 64, "invocations in a vector: 1, 4, 8, 16, 32 or 64; 0: as many as suit the machine",
     1ull << 0 | 1ull << 1 | 1ull << 4 | 1ull << 8 | 1ull << 16 | 1ull << 32},
    {"poll_us", 1000000, "microseconds that a thread polls for the next dispatch before it sleeps",
     0},
    {"outline", 1, "1: the segments of every program are compiled as functions", 0},
    {0}};
enum { LANES, POLL, OUTLINE };

static void close_device(vy_device *device)
{
    struct vyi_cpu_state *s = device->state;
    if (s->pool) {
        vyi_cpu_launches_free(s->pool);
        vyi_pool_destroy(&s->pool);
    }
    if (s->cache)
        vyi_cache_close(&s->cache);
    if (s->llvm.forget)
        s->llvm.forget(&s->llvm);
    for (uint32_t i = 0; i < s->kept.count; i++)
        vyi_host_free(device->context, (void *)(uintptr_t)s->kept.at[i].at, s->kept.at[i].bytes);
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
    s->outline = device->options[OUTLINE] > 0;
    vyi_cpu_name_machine(s->machine);
    vy_status status = vyi_pool_create(device->context, device->params.threads, &s->pool);
    if (!status && device->options[POLL] >= 0)
        s->pool->poll_ns = (uint64_t)device->options[POLL] * 1000;
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
    if (vyi_pool_forked(s->pool))
        return vyi_report_as(kernel->report, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_FORKED),
                             device->params.name);
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
    .memory_create = memory_create,
    .memory_destroy = memory_destroy,
    .memory_clear = memory_clear,
    .memory_size = memory_size,
    .launch_size = launch_size,
    .fill = vyi_host_fill,
    .transfer = vyi_host_transfer,
    .copy = copy,
    .choice = choice,
    .prepare = vyi_cpu_prepare,
    .release = vyi_cpu_release,
    .launch = launch,
    .group = group,
    .uncleared_from = 8192, // smaller ones are cleared sooner
    .host_memory = true,
    .persistent = true,
};
