// Kernels of a graph that run at once. A large one has all threads to itself, since its workgroups
// keep them busy; small ones are dealt to threads whole, each run by one.
#include "dev/cpu/state.h"

enum { WORTH = 1 << 12 }; ///< invocations of small kernels for which waking somebody pays

struct gathering {
    struct vyi_cpu_party party;
    vy_device *device;
    struct vyi_kernel_run *runs;
    uint32_t count;
    atomic_uint next;
};

static void run_on(vy_device *device, struct vyi_kernel_run *run, uint32_t threads)
{
    struct vyi_cpu_state *s = device->state;
    const struct vyi_cpu_work *work;
    uint64_t start = run->result.start_ns = vyi_cpu_now();
    run->status = vyi_cpu_code_for(device, &run->job, &work);
    if (!run->status)
        run->status = vyi_cpu_run_on(s->pool, threads, work, &run->job, &run->result);
    run->result.device_ns = vyi_cpu_now() - start;
}

static bool is_small(const struct vyi_kernel_run *run)
{
    return !vyi_cpu_is_large(&run->job);
}

/// One small kernel after the other, until somebody has taken the last.
static void take(struct gathering *g)
{
    for (uint32_t i; (i = atomic_fetch_add(&g->next, 1)) < g->count;)
        if (is_small(&g->runs[i]))
            run_on(g->device, &g->runs[i], 1);
}

static void work(struct vyi_cpu_party *party, struct vyi_cpu_room *scratch)
{
    (void)scratch; // each launch has its own
    take((struct gathering *)party);
}

void vyi_cpu_run_group(vy_device *device, struct vyi_kernel_run *runs, uint32_t count)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_cpu_pool *pool = s->pool;
    struct gathering g = {.party.work = work, .device = device, .runs = runs, .count = count};
    uint64_t invocations = 0;
    uint32_t small = 0;
    bool forked = vyi_cpu_pool_forked(pool);
    for (uint32_t i = 0; i < count; i++) {
        if (forked) {
            vyi_report(runs[i].job.report, 0, 0, VYI_DIAG(DEVICE_FORKED), device->fns->name);
            runs[i].status = VY_ERROR_DEVICE;
        } else if (!is_small(&runs[i])) {
            run_on(device, &runs[i], pool->threads);
        } else {
            small++;
            invocations += runs[i].job.launch->invocations;
        }
    }
    if (forked || !small)
        return;
    uint32_t workers = small - 1 < pool->threads - 1 ? small - 1 : pool->threads - 1;
    if (invocations < WORTH)
        workers = 0;
    if (workers)
        vyi_cpu_pool_offer(pool, &g.party, workers);
    take(&g);
    if (workers)
        vyi_cpu_pool_withdraw(pool, &g.party);
}
