// Kernels of a group that run at once. A large one has all threads to itself, since its workgroups
// keep them busy; small ones are dealt to threads whole, each run by one.
#include "dev/cpu/cpu_state.h"

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

static bool is_small(const struct group_task *g, uint32_t kernel)
{
    return !vyi_cpu_is_large(&g->job->kernels[kernel]);
}

/// One small kernel after the other, until the last has been taken.
static void work(struct vyi_task *task, struct vyi_room *scratch)
{
    struct group_task *g = (struct group_task *)task;
    (void)scratch; // each launch has its own
    for (uint32_t i; (i = atomic_fetch_add(&g->next, 1)) < g->end;)
        if (is_small(g, i))
            run_on(g, i, 1);
}

void vyi_cpu_group(vy_device *device, const struct vyi_job *job, uint32_t from, uint32_t to,
                   struct vyi_job_result *result)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_pool *pool = s->pool;
    struct group_task g = {.task.work = work,
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
        } else if (!is_small(&g, i)) {
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
