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
    _Alignas(VYI_CPU_LINE) uint8_t zeros[VYI_CPU_LINE];
} nothing;

static uint64_t now(struct vyi_cpu_thread *t)
{
    (void)t;
    return vyi_cpu_now();
}

/// By the first thread alone, so nothing else writes here.
static void count_fixpoint(struct vyi_cpu_thread *t, uint32_t number, uint32_t passes,
                           uint32_t again)
{
    struct vyi_job_result *result = vyi_cpu_launch_of(t)->result;
    if (t->number || number >= result->fixpoints.count)
        return;
    struct vyi_job_fixpoint *f = &result->fixpoints.at[number];
    f->entries++;
    f->passes += passes;
    f->cut += passes && again;
    f->empty += !passes;
    f->converged = f->converged && passes && !again;
}

static const struct vyi_cpu_fns fns = {
    vyi_cpu_take,   vyi_cpu_poll, vyi_cpu_barrier, vyi_cpu_combine,
    count_fixpoint, vyi_cpu_fail, vyi_cpu_print,   now};

// ---- launches that are kept ----
static void destroy(struct vyi_cpu_pool *pool, struct vyi_cpu_launch *l)
{
    vy_context *c = pool->context;
    vyi_cpu_room_free(c, &l->scratch);
    vyi_cpu_room_free(c, &l->keep);
    vyi_cpu_room_free(c, &l->parts);
    vyi_cpu_room_free(c, &l->words);
    vyi_cpu_free(c, l->block, l->block_bytes);
    pthread_mutex_destroy(&l->lock);
    vyi_cpu_free(c, l, sizeof *l);
}

static struct vyi_cpu_launch *begin(struct vyi_cpu_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct vyi_cpu_launch *l = pool->spare;
    if (l)
        pool->spare = l->spare;
    pthread_mutex_unlock(&pool->lock);
    if (l)
        return l;
    l = vyi_cpu_alloc(pool->context, sizeof *l);
    if (l)
        pthread_mutex_init(&l->lock, NULL);
    return l;
}

static void drop_large(vy_context *c, struct vyi_cpu_room *room)
{
    if (room->bytes > MOST_KEPT)
        vyi_cpu_room_free(c, room);
}

static void end(struct vyi_cpu_pool *pool, struct vyi_cpu_launch *l)
{
    drop_large(pool->context, &l->scratch);
    drop_large(pool->context, &l->keep);
    drop_large(pool->context, &l->parts);
    pthread_mutex_lock(&pool->lock);
    l->spare = pool->spare;
    pool->spare = l;
    pthread_mutex_unlock(&pool->lock);
}

void vyi_cpu_launches_free(struct vyi_cpu_pool *pool)
{
    for (struct vyi_cpu_launch *l = pool->spare, *next; l; l = next) {
        next = l->spare;
        destroy(pool, l);
    }
    pool->spare = NULL;
}

// ---- its memory ----
/// `count` times `bytes`, zeroed.
static bool clear_room(vy_context *c, struct vyi_cpu_room *room, uint64_t bytes)
{
    bool fresh = room->bytes < bytes; // fresh memory is zeroed
    if (!vyi_cpu_room_fit(c, room, bytes))
        return false;
    if (!fresh)
        memset(room->at, 0, bytes);
    return true;
}

/// What is kept across grid barriers may take a part of the machine's memory, and no more.
static vy_status check_bytes(const struct vyi_cpu_work *work, const struct vyi_kernel *kernel,
                             uint64_t groups, uint64_t *keep)
{
    uint64_t total = 0, parts = work->info.parts ? sizeof(uint64_t) : 0;
    bool fits = vyi_add(work->info.spill_bytes, parts, &total) && vyi_mul(total, groups, &total);
    *keep = fits ? work->info.spill_bytes * groups : 0;
    if (fits && (!work->most_bytes || total <= work->most_bytes))
        return VY_OK;
    vyi_report(kernel->report, 0, 0, VYI_DIAG(KEEP_MEMORY), (unsigned long long)groups,
               (unsigned long long)work->info.spill_bytes + parts,
               (unsigned long long)work->most_bytes);
    return VY_ERROR_LIMIT;
}

uint64_t vyi_cpu_own_bytes(const struct vyi_cpu_work *work, const struct vyi_launch *launch)
{
    uint64_t each = work->info.spill_bytes + (work->info.parts ? sizeof(uint64_t) : 0);
    return each * launch->groups[0] * launch->groups[1] * launch->groups[2];
}

static vy_status set_up_memory(struct vyi_cpu_launch *l, uint64_t groups)
{
    vy_context *c = l->pool->context;
    const struct vyi_cpu_info *info = &l->work->info;
    struct vyi_cpu_block *block = l->block;
    uint64_t keep, words = (uint64_t)info->fixpoints + 1;
    vy_status status = check_bytes(l->work, l->kernel, groups, &keep);
    if (status)
        return status;
    if (!clear_room(c, &l->words, words * sizeof *block->again) ||
        (keep && !clear_room(c, &l->keep, keep)) ||
        (info->parts && !vyi_cpu_room_fit(c, &l->parts, groups * sizeof *block->parts)) ||
        (info->scratch_bytes && !vyi_cpu_room_fit(c, &l->scratch, info->scratch_bytes)))
        return VY_ERROR_MEMORY;
    // Rooms may have been made for a larger launch.
    l->result->own_bytes = keep + (info->parts ? groups * sizeof *block->parts : 0);
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
    vyi_cpu_free(l->pool->context, l->block, l->block_bytes);
    l->block = vyi_cpu_alloc(l->pool->context, bytes);
    l->block_bytes = l->block ? bytes : 0;
    if (l->block)
        l->block->fns = fns;
    return l->block;
}

static void fill_block(struct vyi_cpu_launch *l, uint32_t groups)
{
    const struct vyi_kernel *k = l->kernel;
    const vy_program *p = k->program;
    struct vyi_cpu_block *block = l->block;
    uint64_t *slot = block->slot;
    memcpy(block->groups, k->launch->groups, sizeof block->groups);
    block->group_count = groups;
    block->zeros = nothing.zeros;
    if (p->params.count)
        memcpy(slot, k->launch->params, p->params.count * sizeof *slot);
    if (p->consts.count)
        memcpy(slot + p->params.count, k->launch->consts, p->consts.count * sizeof *slot);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_extent *extent = &k->launch->extents[i];
        uint32_t rank = p->buffers.at[i].rank;
        uint64_t *s = slot + vyi_slot_buffer(p, i);
        s[0] = (uint64_t)(uintptr_t)k->memory[i];
        s[1] = extent->count;
        for (uint32_t axis = 0; axis < VYI_MAX_RANK; axis++)
            s[2 + axis] = axis < rank ? extent->size[axis] : 1;
    }
}

static vy_status list_fixpoints(struct vyi_cpu_launch *l)
{
    struct vyi_job_result *result = l->result;
    for (uint32_t i = 0; i < l->work->fixpoint_count; i++) {
        struct vyi_job_fixpoint f = {.pos = l->work->fixpoints[i], .converged = true};
        if (!vyi_vec_push(l->pool->context, &result->fixpoints, f))
            return VY_ERROR_MEMORY;
    }
    return VY_OK;
}

// ---- its threads ----
static void call_kernel(struct vyi_cpu_launch *l, uint32_t number, void *scratch)
{
    struct vyi_fp fp;
    struct member m = {{.block = l->block, .scratch = scratch, .number = number}, l};
    vyi_fp_enter(&fp);
    l->work->kernel(&m.thread);
    vyi_fp_leave(&fp);
}

static void work(struct vyi_cpu_task *task, struct vyi_cpu_room *scratch)
{
    struct vyi_cpu_launch *l = (struct vyi_cpu_launch *)task;
    uint64_t bytes = l->work->info.scratch_bytes;
    uint32_t number;
    if (bytes && !vyi_cpu_room_fit(l->pool->context, scratch, bytes))
        return; // the others do without it
    if (vyi_cpu_gate_join(l, &number))
        call_kernel(l, number, scratch->at);
    drop_large(l->pool->context, scratch);
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
    uint32_t groups = l->block->group_count, number;
    uint32_t workers = l->threads < groups ? l->threads - 1 : groups - 1;
    l->offered =
        workers && l->work->info.synchronises && vyi_cpu_is_large(l->kernel) ? vyi_cpu_now() : 0;
    vyi_cpu_gate_open(l);
    vyi_cpu_gate_join(l, &number);
    if (workers)
        vyi_cpu_pool_offer(l->pool, &l->task, workers);
    call_kernel(l, number, l->scratch.at);
    if (workers)
        vyi_cpu_pool_withdraw(l->pool, &l->task);
}

vy_status vyi_cpu_run(struct vyi_cpu_pool *pool, const struct vyi_cpu_work *what,
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
    l->failed = false;
    atomic_store(&l->dropped, 0);
    vy_status status = fit_block(l, call->kernel->program) ? list_fixpoints(l) : VY_ERROR_MEMORY;
    if (!status && groups)
        status = set_up_memory(l, groups);
    if (!status && groups) {
        fill_block(l, (uint32_t)groups);
        status = call->clears ? vyi_job_clear_late(call->device, job, call->clears) : VY_OK;
    }
    if (!status && groups) {
        run_threads(l);
        result->dropped = atomic_load(&l->dropped);
        status = vyi_cpu_verdict(l);
    }
    end(pool, l);
    return status;
}
