// One launch: its block, its memory, its threads, its result. What it needs is kept for the next
// one, so that a small launch costs no allocation.
#include "dev/cpu/cpu_launch.h"
#include "dev/execute.h"

enum {
    MANY = 1 << 14,       ///< invocations,
    MUCH = 1 << 18,       ///< or bytes in buffers, for which a few microseconds are nothing
    MOST_CHUNK = 1 << 16, ///< invocations dealt at once: threads look up again within milliseconds
    MOST_KEPT = 16 << 20  ///< bytes of a piece of memory that is worth keeping
};

static const struct {
    _Alignas(VYI_HOST_LINE) uint8_t zeros[VYI_HOST_LINE];
} nothing;

// ---- called by kernels ----
static uint64_t now(struct vyi_cpu_thread *t)
{
    (void)t;
    return vyi_now_ns();
}

/// By the first thread alone, so nothing else writes here.
static void count_fixpoint(struct vyi_cpu_thread *t, uint32_t number, uint32_t passes,
                           uint32_t again)
{
    struct vyi_job_result *result = vyi_cpu_launch_of(t)->result;
    if (t->number || number >= result->fixpoints.count)
        return;
    vyi_job_count_fixpoint(&result->fixpoints.at[number], 1, passes, passes && again, !passes);
}

/// Keeps the failure of the least invocation. All invocations run on to the next grid barrier or
/// their end, so it is the same one whatever the threads do.
static void fail(struct vyi_cpu_thread *t, uint32_t site, uint64_t invocation, const uint64_t *args)
{
    struct vyi_cpu_launch *l = vyi_cpu_launch_of(t);
    const vy_program *p = l->kernel->program;
    if (!vyi_dev_is_site(p, site, VYI_OP_ASSERT))
        return;
    uint32_t count = vyi_kid_count(&p->nodes.at[site]) - 1;
    pthread_mutex_lock(&l->lock);
    if (!l->has_failed || invocation < l->failed.invocation) { // an invocation fails once
        l->has_failed = true;
        l->failed = (struct vyi_failure){p, site, invocation, l->failed_args};
        memcpy(l->failed_args, args, (count < VYI_MAX_ARGS ? count : VYI_MAX_ARGS) * sizeof *args);
    }
    pthread_mutex_unlock(&l->lock);
}

static void print(struct vyi_cpu_thread *t, uint32_t site, const uint64_t *args)
{
    struct vyi_cpu_launch *l = vyi_cpu_launch_of(t);
    pthread_mutex_lock(&l->lock);
    if (vyi_dev_print(l->job, l->kernel->program, site, args, l->result))
        vyi_cpu_stop(l, VYI_STOP_MEMORY);
    pthread_mutex_unlock(&l->lock);
}

static const struct vyi_cpu_fns fns = {vyi_cpu_take,
                                       vyi_cpu_poll,
                                       vyi_cpu_barrier,
                                       vyi_cpu_combine,
                                       vyi_cpu_remember,
                                       count_fixpoint,
                                       fail,
                                       print,
                                       now};

// ---- launches that are kept ----
static void destroy(struct vyi_pool *pool, struct vyi_cpu_launch *l)
{
    vy_context *c = pool->context;
    vyi_room_free(c, &l->scratch);
    vyi_room_free(c, &l->keep);
    vyi_room_free(c, &l->parts);
    vyi_room_free(c, &l->words);
    vyi_host_free(c, l->block, l->block_bytes);
    pthread_mutex_destroy(&l->lock);
    vyi_host_free(c, l, sizeof *l);
}

static struct vyi_cpu_launch *begin(struct vyi_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct vyi_cpu_launch *l = pool->spare;
    if (l)
        pool->spare = l->spare;
    pthread_mutex_unlock(&pool->lock);
    if (l)
        return l;
    l = vyi_host_alloc(pool->context, sizeof *l);
    if (l)
        pthread_mutex_init(&l->lock, NULL);
    return l;
}

static void drop_large(vy_context *c, struct vyi_room *room)
{
    if (room->bytes > MOST_KEPT)
        vyi_room_free(c, room);
}

static void end(struct vyi_pool *pool, struct vyi_cpu_launch *l)
{
    drop_large(pool->context, &l->scratch);
    drop_large(pool->context, &l->keep);
    drop_large(pool->context, &l->parts);
    pthread_mutex_lock(&pool->lock);
    l->spare = pool->spare;
    pool->spare = l;
    pthread_mutex_unlock(&pool->lock);
}

void vyi_cpu_launches_free(struct vyi_pool *pool)
{
    for (struct vyi_cpu_launch *l = pool->spare, *next; l; l = next) {
        next = l->spare;
        destroy(pool, l);
    }
    pool->spare = NULL;
}

// ---- its memory ----
/// `count` times `bytes`, zeroed.
static bool clear_room(vy_context *c, struct vyi_room *room, uint64_t bytes)
{
    bool fresh = room->bytes < bytes; // fresh memory is zeroed
    if (!vyi_room_fit(c, room, bytes))
        return false;
    if (!fresh)
        memset(room->at, 0, bytes);
    return true;
}

/// What a workgroup keeps across grid barriers.
static uint64_t own_bytes(const struct vyi_cpu_info *info)
{
    uint64_t parts = info->parts ? sizeof(uint64_t) : 0, bytes;
    return vyi_add(info->spill_bytes, parts, &bytes) ? bytes : UINT64_MAX;
}

uint64_t vyi_cpu_own_bytes(const struct vyi_cpu_work *work, const struct vyi_launch *launch)
{
    return own_bytes(&work->info) * launch->groups[0] * launch->groups[1] * launch->groups[2];
}

static vy_status set_up_memory(struct vyi_cpu_launch *l, uint64_t groups)
{
    vy_context *c = l->pool->context;
    const struct vyi_cpu_info *info = &l->work->info;
    struct vyi_cpu_block *block = l->block;
    uint64_t own, keep = info->spill_bytes * groups, words = (uint64_t)info->fixpoints + 1;
    vy_status status =
        vyi_dev_kept_bytes(l->kernel->report, groups, own_bytes(info), l->work->most_bytes, &own);
    if (status)
        return status;
    if (!clear_room(c, &l->words, words * sizeof *block->again) ||
        (keep && !clear_room(c, &l->keep, keep)) ||
        (info->parts && !vyi_room_fit(c, &l->parts, groups * sizeof *block->parts)) ||
        (info->scratch_bytes && !vyi_room_fit(c, &l->scratch, info->scratch_bytes)))
        return VY_ERROR_MEMORY;
    l->result->own_bytes = own; // rooms may have been made for a larger launch
    block->alive = l->words.at;
    block->again = block->alive + 1;
    block->spill = l->keep.at;
    block->parts = l->parts.at;
    return VY_OK;
}

static bool fit_block(struct vyi_cpu_launch *l, const vy_program *p)
{
    uint64_t slots = vyi_slot_buffer(p, p->buffers.count);
    uint64_t bytes = sizeof *l->block + slots * sizeof *l->block->slot;
    if (l->block && l->block_bytes >= bytes)
        return true;
    vyi_host_free(l->pool->context, l->block, l->block_bytes);
    l->block = vyi_host_alloc(l->pool->context, bytes);
    l->block_bytes = l->block ? bytes : 0;
    if (l->block)
        l->block->fns = fns;
    return l->block;
}

// ---- its threads ----
static void call_kernel(struct member *m)
{
    struct vyi_fp fp;
    vyi_fp_enter(&fp);
    m->launch->work->kernel(&m->thread);
    vyi_fp_leave(&fp);
}

/// The caller wrote these lines just now: they are on their way together, not one after the other.
static void fetch_lines(const struct vyi_cpu_launch *l, uint32_t number)
{
    __builtin_prefetch(&l->threads);
    __builtin_prefetch(&l->gate, 1);
    __builtin_prefetch(&l->phase);
    __builtin_prefetch(&l->share[number < VYI_CPU_MOST_SHARES ? number : 0], 1);
}

static void work(struct vyi_task *task, struct vyi_worker *self)
{
    struct vyi_cpu_launch *l = (struct vyi_cpu_launch *)task;
    fetch_lines(l, self->number);
    uint64_t bytes = l->work->info.scratch_bytes;
    if (bytes && !vyi_room_fit(l->pool->context, &self->scratch, bytes))
        return; // the others do without it
    struct member m = {.thread = {.block = l->block, .scratch = self->scratch.at},
                       .launch = l,
                       .home = self->number % l->shares};
    if (vyi_cpu_gate_join(l, &m))
        call_kernel(&m);
    drop_large(l->pool->context, &self->scratch);
}

bool vyi_cpu_is_large(const struct vyi_kernel *k)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < k->program->buffers.count && bytes < MUCH; i++)
        bytes += k->launch->extents[i].bytes;
    return k->launch->invocations >= MANY || bytes >= MUCH;
}

static void run_threads(struct vyi_cpu_launch *l)
{
    uint32_t groups = l->block->group_count;
    uint32_t workers = l->threads < groups ? l->threads - 1 : groups - 1;
    struct member m = {.thread = {.block = l->block, .scratch = l->scratch.at}, .launch = l};
    l->shares = groups < l->threads ? groups : l->threads;
    l->shares = l->shares < VYI_CPU_MOST_SHARES ? l->shares : VYI_CPU_MOST_SHARES;
    vyi_cpu_gate_open(l);
    vyi_cpu_gate_join(l, &m);
    if (workers)
        vyi_pool_offer(l->pool, &l->task, workers);
    call_kernel(&m);
    if (workers)
        vyi_pool_withdraw(l->pool, &l->task);
}

vy_status vyi_cpu_run(struct vyi_pool *pool, const struct vyi_cpu_work *what,
                      const struct vyi_cpu_call *call, struct vyi_job_result *result)
{
    const struct vyi_job *job = call->job;
    const struct vyi_launch *launch = call->kernel->launch;
    uint64_t volume = (uint64_t)launch->workgroup[0] * launch->workgroup[1] * launch->workgroup[2];
    uint64_t groups = volume ? launch->invocations / volume : 0;
    struct vyi_cpu_launch *l = begin(pool);
    if (!l)
        return VY_ERROR_MEMORY;
    l->task.work = work;
    l->pool = pool;
    l->work = what;
    l->job = job;
    l->kernel = call->kernel;
    l->result = result;
    l->threads = call->threads ? call->threads : pool->threads;
    l->most_chunk = volume < MOST_CHUNK ? (uint32_t)(MOST_CHUNK / (volume ? volume : 1)) : 1;
    l->watched = job->cancel || job->deadline_ns;
    l->has_failed = false;
    vy_status status =
        fit_block(l, call->kernel->program)
            ? vyi_dev_list_fixpoints(pool->context, what->fixpoints, what->fixpoint_count, result)
            : VY_ERROR_MEMORY;
    if (!status && groups)
        status = set_up_memory(l, groups);
    if (!status && groups) {
        memcpy(l->block->groups, l->kernel->launch->groups, sizeof l->block->groups);
        l->block->group_count = (uint32_t)groups;
        l->block->zeros = nothing.zeros;
        vyi_dev_fill_slots(l->kernel, l->block->slot);
        status = call->clears ? vyi_job_clear_late(call->device, job, call->clears) : VY_OK;
    }
    if (!status && groups) {
        run_threads(l);
        enum vyi_stop stop = atomic_load(&l->stop);
        status = stop == VYI_STOP_MEMORY ? VY_ERROR_MEMORY
                                         : vyi_dev_verdict(call->kernel->report, stop,
                                                           l->has_failed ? &l->failed : NULL);
    }
    end(pool, l);
    return status;
}
