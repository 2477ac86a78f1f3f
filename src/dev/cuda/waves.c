// A graph of dispatches in one submission. The graph of the driver's is made once for a plan; what
// a run has to bring is the words of kernels that meet, count passes or may fail, and nothing where
// there are none.
#include "dev/cuda/waves.h"

/// A run while it lasts.
struct trip {
    vy_device *device;
    struct vyi_cuda_state *s;
    struct vyi_waves_job *job;
    struct vyi_cuda_waves *w;
    uint64_t mark;
};

static uint64_t padded(uint64_t bytes)
{
    return (bytes + 63) & ~(uint64_t)63;
}

static uint32_t count_of(const struct vyi_waves_job *job)
{
    return job->offsets[job->group_count];
}

// ---- whether it can be done ----
/// Lines come in the order of the launches, which only whoever launches one by one knows.
static bool prints(const vy_program *p)
{
    bool found = false;
    for (uint32_t i = 1; i < p->nodes.count && !found; i++)
        found = p->nodes.at[i].op == VYI_OP_PRINT;
    return found;
}

/// A failed assert ends what comes after it.
static bool asserts(const vy_program *p)
{
    bool found = false;
    for (uint32_t i = 1; i < p->nodes.count && !found; i++)
        found = p->nodes.at[i].op == VYI_OP_ASSERT;
    return found;
}

bool vyi_cuda_waves_fit(vy_device *device, const struct vyi_waves_job *job)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    // Clearing in a graph goes on when its kernels have stopped: where that takes ten milliseconds,
    // launching one by one costs less than that nobody can stop it.
    bool fits = !vyi_cuda_clears_more(job->zeros, job->zero_count, 0, device->info.memory / 4);
    bool steps = false;
    if (*job->kept)
        return true;
    for (uint32_t i = 0; fits && i < count_of(job); i++) {
        fits = !prints(job->runs[i].job.program);
        steps = steps || asserts(job->runs[i].job.program);
    }
    if (!fits || !vyi_cuda_enter_quietly(device))
        return false;
    bool stepped = vyi_cuda_step_known(s, job->job) && s->step;
    vyi_cuda_leave(device);
    return stepped || !steps;
}

// ---- life ----
static void destroy(struct vyi_cuda_state *s, struct vyi_cuda_waves *w, bool inside)
{
    struct vyi_cuda_piece *pieces[] = {&w->blocks, &w->words, &w->steps, &w->keep};
    for (size_t i = 0; inside && i < sizeof pieces / sizeof *pieces; i++)
        vyi_cuda_give(s, pieces[i]);
    if (inside)
        vyi_cuda_put_off(s, VYI_CUDA_WASTE_GRAPH, w->exec);
    if (inside && w->graph)
        s->cu.graph_destroy(w->graph);
    if (inside)
        vyi_cuda_put_off(s, VYI_CUDA_WASTE_PINNED, w->pinned);
    if (inside && w->begin)
        s->cu.event_destroy(w->begin);
    if (inside && w->end)
        s->cu.event_destroy(w->end);
    if (inside && w->stream)
        s->cu.stream_destroy(w->stream);
    vyi_vec_free(s->host, &w->orders);
    vyi_free(s->host, w->waves, w->waves ? w->count * sizeof *w->waves : 0);
    vyi_free(s->host, w, sizeof *w);
}

void vyi_cuda_waves_release(vy_device *device, void *kept)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct vyi_cuda_waves *w = kept;
    bool inside = vyi_cuda_enter_quietly(device);
    // What a lost context had is gone already.
    destroy(s, w, inside && w->generation == s->generation);
    if (inside)
        vyi_cuda_leave(device);
}

// ---- making one ----
static vy_status keep_bytes(struct trip *r, uint32_t i, uint64_t *bytes)
{
    const struct vyi_cuda_wave *k = &r->w->waves[i];
    uint64_t most = r->device->info.memory / 4, each = k->kernel->info.keep_bytes;
    if (vyi_mul(each, k->groups, bytes) && *bytes <= most)
        return VY_OK;
    vyi_report(r->job->runs[i].job.report, 0, 0, VYI_DIAG(KEEP_MEMORY),
               (unsigned long long)k->groups, (unsigned long long)each, (unsigned long long)most);
    return VY_ERROR_LIMIT;
}

/// The kernel of one wave, its size, and where its block and its words are.
static vy_status choose(struct trip *r, uint32_t i)
{
    struct vyi_cuda_waves *w = r->w;
    struct vyi_cuda_wave *k = &w->waves[i];
    const struct vyi_job *job = &r->job->runs[i].job;
    const struct vyi_launch *launch = job->launch;
    k->groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    if (!k->groups || !launch->invocations)
        return VY_OK;
    vy_status status = vyi_cuda_kernel_for(r->device, job, true, &k->kernel);
    if (!status)
        status = vyi_cuda_shape(r->device, k->kernel, k->groups, job->report, &k->grid);
    if (!status)
        status = keep_bytes(r, i, &k->keep);
    if (status)
        return status;
    const struct vyi_cuda_info *info = &k->kernel->info;
    vyi_cuda_layout(job->program, k->kernel, &k->at);
    k->block = w->block_bytes;
    w->block_bytes += padded(k->at.block);
    uint64_t own = vyi_cuda_own_bytes(info, k->groups);
    w->keep_bytes = own > w->keep_bytes ? own : w->keep_bytes;
    if (info->meets || info->fixpoints || info->speaks) {
        k->words = w->word_bytes;
        w->word_bytes += padded(k->at.head);
        w->has_words = true;
    }
    return VY_OK;
}

static cu_result make_memory(struct trip *r)
{
    struct vyi_cuda_waves *w = r->w;
    const struct vyi_cuda_driver *cu = &r->s->cu;
    void *memory = NULL;
    w->order_room = (size_t)vyi_cuda_waves_most(r->job) * sizeof(struct vyi_cuda_step);
    cu_result result = vyi_cuda_stream_create(r->s, &w->stream);
    if (!result)
        result = cu->event_create(&w->begin, 0);
    if (!result)
        result = cu->event_create(&w->end, 0);
    if (!result)
        result = vyi_cuda_take(r->s, w->block_bytes + 1, &w->blocks);
    if (!result)
        result = vyi_cuda_take(r->s, w->order_room, &w->steps);
    if (!result)
        result = vyi_cuda_take(r->s, w->word_bytes, &w->words);
    if (!result && w->keep_bytes)
        result = vyi_cuda_take(r->s, w->keep_bytes, &w->keep);
    w->pinned_bytes = (size_t)(w->block_bytes + 2 * w->word_bytes) + w->order_room + 64;
    if (!result)
        result = cu->host_alloc(&memory, w->pinned_bytes, CU_HOST_PORTABLE);
    w->pinned = memory;
    return result;
}

/// The graph has them as they are now: it keeps its memory, so they never change.
static void fill_block(const struct trip *r, uint32_t i)
{
    const struct vyi_cuda_waves *w = r->w;
    const struct vyi_cuda_wave *k = &w->waves[i];
    const struct vyi_cuda_info *info = &k->kernel->info;
    struct vyi_cuda_block *block = (struct vyi_cuda_block *)(w->pinned + k->block);
    vyi_cuda_block_fill(&r->job->runs[i].job, block);
    block->stop = w->words.at + offsetof(struct vyi_cuda_tree, stop);
    if (k->words) {
        block->gate = w->words.at + k->words;
        block->fixpoints = w->words.at + k->words + k->at.fixpoints;
        block->log = info->speaks ? w->words.at + k->words + k->at.log : 0;
    }
    block->keep = k->keep ? w->keep.at : 0;
    block->parts = info->parts ? w->keep.at + padded(k->keep) : 0;
}

static vy_status make(struct trip *r)
{
    vy_context *c = r->s->host;
    struct vyi_cuda_waves *w = r->w = vyi_calloc(c, 1, sizeof *w);
    vy_status status = VY_OK;
    if (!w)
        return VY_ERROR_MEMORY;
    w->generation = r->s->generation;
    w->count = count_of(r->job);
    w->waves = vyi_calloc(c, w->count, sizeof *w->waves);
    if (w->count && !w->waves)
        return VY_ERROR_MEMORY;
    w->word_bytes = padded(sizeof(struct vyi_cuda_tree));
    for (uint32_t i = 0; !status && i < w->count; i++)
        status = r->job->runs[i].status = choose(r, i);
    if (status)
        return status;
    cu_result result = make_memory(r);
    for (uint32_t i = 0; i < w->count && !result; i++)
        if (w->waves[i].kernel)
            fill_block(r, i);
    if (!result)
        result = vyi_cuda_waves_build(r->s, r->job, w);
    return result ? vyi_cuda_fail(r->device, r->job->job->report, result, "making a graph") : VY_OK;
}

// ---- running it ----
static uint8_t *pinned_orders(const struct vyi_cuda_waves *w)
{
    return w->pinned + w->block_bytes;
}
static uint8_t *pinned_words(const struct vyi_cuda_waves *w)
{
    return pinned_orders(w) + w->order_room;
}
static uint8_t *pinned_back(const struct vyi_cuda_waves *w)
{
    return pinned_words(w) + w->word_bytes;
}

/// Blocks and orders: the same in every run.
static cu_result put_constants(struct trip *r)
{
    struct vyi_cuda_waves *w = r->w;
    size_t orders = w->orders.count * sizeof *w->orders.at;
    cu_result result = CU_OK;
    if (orders)
        memcpy(pinned_orders(w), w->orders.at, orders);
    memset(pinned_words(w), 0, (size_t)w->word_bytes);
    for (uint32_t i = 0; i < w->count; i++) {
        const struct vyi_cuda_wave *k = &w->waves[i];
        if (k->kernel && k->kernel->info.speaks)
            ((struct vyi_cuda_log *)(pinned_words(w) + k->words + k->at.log))->key = UINT64_MAX;
    }
    if (w->block_bytes)
        result = r->s->cu.copy_up(w->blocks.at, w->pinned, (size_t)w->block_bytes, w->stream);
    if (!result && orders)
        result = r->s->cu.copy_up(w->steps.at, pinned_orders(w), orders, w->stream);
    if (!result)
        result = r->s->cu.copy_up(w->words.at, pinned_words(w), (size_t)w->word_bytes, w->stream);
    return result;
}

static bool timed(const struct trip *r)
{
    return !r->job->job->untimed || vyi_cuda_traced(r->s);
}

static cu_result start(struct trip *r)
{
    const struct vyi_cuda_driver *cu = &r->s->cu;
    struct vyi_cuda_waves *w = r->w;
    cu_result result = vyi_cuda_follow(r->s, w->stream, &r->mark);
    if (!result && !w->there)
        result = put_constants(r);
    if (!result && timed(r))
        result = cu->event_record(w->begin, w->stream);
    if (!result && w->there && w->has_words)
        result = cu->copy_up(w->words.at, pinned_words(w), (size_t)w->word_bytes, w->stream);
    w->there = !result;
    if (!result)
        result = cu->graph_launch(w->exec, w->stream);
    if (!result && timed(r))
        result = cu->event_record(w->end, w->stream);
    if (!result && w->has_words)
        result = cu->copy_down(pinned_back(w), w->words.at, (size_t)w->word_bytes, w->stream);
    return result;
}

/// Most graphs end within a millisecond, for which nobody should fall asleep.
static cu_result wait_for(struct trip *r, struct vyi_cuda_turn *turn, enum vyi_stop *why)
{
    enum { SPIN_NS = 1000000 };
    struct vyi_cuda_waves *w = r->w;
    struct vyi_cuda_watch watch = {.stream = w->stream,
                                   .stop = w->words.at + offsetof(struct vyi_cuda_tree, stop),
                                   .pinned = pinned_back(w) + w->word_bytes,
                                   .turn = turn,
                                   .name = w->count ? r->job->runs[0].job.program->name : NULL,
                                   .graph = true};
    const struct vyi_job *job = r->job->job;
    uint64_t start = vyi_now_ns(), late = start + SPIN_NS;
    cu_result result = CU_NOT_READY;
    if (job->deadline_ns && job->deadline_ns < late)
        late = job->deadline_ns;
    while (result == CU_NOT_READY && vyi_now_ns() < late &&
           !(job->cancel && atomic_load_explicit(job->cancel, memory_order_relaxed)))
        result = r->s->cu.stream_query(w->stream);
    if (result == CU_NOT_READY)
        result = vyi_cuda_wait(r->s, job, &watch);
    *why = watch.why;
    if (watch.why || result)
        w->there = false; // the word that stops is set
    return result;
}

// ---- what came of it ----
static vy_status collect(struct trip *r, enum vyi_stop stop)
{
    struct vyi_cuda_waves *w = r->w;
    struct vyi_cuda_tree tree = {0};
    float ms = 0;
    r->job->own_bytes = w->keep_bytes;
    vyi_cuda_passed(r->s, r->mark);
    if (!r->job->job->untimed && !r->s->cu.event_elapsed(&ms, w->begin, w->end) && ms > 0)
        r->job->device_ns = (uint64_t)((double)ms * 1e6);
    if (vyi_cuda_traced(r->s)) {
        vyi_cuda_trace_flush(r->s, false);
        vyi_cuda_trace_tell(r->s, (vy_trace_event){.what = "graph", .name = "waves"}, w->begin,
                            w->end);
    }
    if (w->has_words)
        memcpy(&tree, pinned_back(w), sizeof tree);
    if (!tree.failed || tree.failed > w->count)
        return vyi_cuda_verdict(r->device, r->job->job, NULL, stop);
    uint32_t i = tree.failed - 1;
    const struct vyi_cuda_wave *k = &w->waves[i];
    const struct vyi_cuda_log *log =
        (const struct vyi_cuda_log *)(pinned_back(w) + k->words + k->at.log);
    return r->job->runs[i].status = vyi_cuda_verdict(r->device, &r->job->runs[i].job, log, stop);
}

static vy_status run(struct trip *r)
{
    struct vyi_cuda_turn turn = vyi_cuda_graph_turn(r->job->job);
    for (uint32_t i = 0; i < r->w->count; i++) {
        const struct vyi_cuda_kernel *k = r->w->waves[i].kernel;
        if (k && k->local_bytes > turn.local_bytes)
            turn.local_bytes = k->local_bytes;
    }
    enum vyi_stop stop = vyi_cuda_run_begin(r->s, &turn);
    if (stop)
        return vyi_cuda_verdict(r->device, r->job->job, NULL, stop);
    cu_result result = start(r);
    vyi_cuda_run_launched(r->s);
    // Even half of it must have ended before its memory is anybody else's.
    cu_result waited = wait_for(r, &turn, &stop);
    result = result ? result : waited;
    vyi_cuda_run_end(r->s, &turn);
    if (result) {
        r->w->there = false;
        return vyi_cuda_fail(r->device, r->job->job->report, result, "running a graph");
    }
    return collect(r, stop);
}

vy_status vyi_cuda_waves_run(vy_device *device, struct vyi_waves_job *job)
{
    struct trip r = {device, vyi_cuda_state(device), job, *job->kept, 0};
    vy_status status = vyi_cuda_enter(device, job->job->report);
    if (status)
        return status;
    if (!r.w)
        status = make(&r);
    if (!status)
        status = run(&r);
    if (r.w && r.w->exec) {
        *job->kept = r.w;
    } else if (r.w) {
        destroy(r.s, r.w, true);
        *job->kept = NULL;
    }
    vyi_cuda_leave(device);
    return status;
}
