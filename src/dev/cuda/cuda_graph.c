// Memory and runs of a graph; see cuda_graph.h.
#include "dev/cuda/cuda_graph.h"

/// A run of a graph while it lasts.
struct trip {
    vy_device *device;
    struct vyi_cuda_state *s;
    const struct vyi_job *job;
    struct vyi_job_result *result;
    struct vyi_cuda_graph *g;
    uint64_t mark;
};

// ---- graphs that are kept ----
void vyi_cuda_graph_destroy(struct vyi_cuda_state *s, struct vyi_cuda_graph *g, bool inside)
{
    struct vyi_dev_piece *pieces[] = {&g->blocks, &g->words, &g->steps, &g->keep};
    for (size_t i = 0; inside && i < sizeof pieces / sizeof *pieces; i++)
        vyi_cuda_give(s, pieces[i]);
    if (inside) {
        vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_GRAPH, g->exec);
        if (g->graph)
            s->cu.graph_destroy(g->graph);
        vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_PINNED, g->pinned);
        vyi_cuda_lane_close(s, &g->lane);
    }
    vyi_vec_free(s->host, &g->sketches);
    vyi_free(s->host, g->parts, g->parts ? g->part_count * sizeof *g->parts : 0);
    vyi_free(s->host, g, sizeof *g);
}

/// The numbers that a wrong graph would do most harm with are compared themselves.
static bool fits(const struct vyi_recorded *r, const struct vyi_job *job)
{
    const struct vyi_cuda_graph *g = (const struct vyi_cuda_graph *)r;
    const struct vyi_launch *launch = job->launch;
    return r->fingerprint == job->fingerprint &&
           (!launch || (!memcmp(g->workgroup, launch->workgroup, sizeof g->workgroup) &&
                        !memcmp(g->groups, launch->groups, sizeof g->groups)));
}

// ---- making one ----
/// The code of one kernel, its size, and where its block and its words are.
static vy_status choose(const struct trip *r, uint32_t i)
{
    struct vyi_cuda_graph *g = r->g;
    struct vyi_cuda_part *k = &g->parts[i];
    const struct vyi_kernel *what = &r->job->kernels[i];
    const struct vyi_launch *launch = what->launch;
    k->groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    if (!k->groups || !launch->invocations)
        return VY_OK;
    vy_status status = vyi_cuda_kernel_for(r->device, r->job, what, g->grouped, &k->kernel);
    if (!status)
        status = vyi_cuda_shape(r->device, k->kernel, k->groups, what->report, &k->grid);
    if (!status)
        status = vyi_dev_kept_bytes(what->report, k->groups, k->kernel->info.spill_bytes,
                                    r->device->info.memory / 4, &k->keep);
    if (status)
        return status;
    const struct vyi_cuda_info *info = &k->kernel->info;
    uint64_t own = vyi_cuda_own_bytes(info, k->groups);
    vyi_cuda_layout(what->program, k->kernel, &k->at);
    k->block = g->block_bytes;
    g->block_bytes += vyi_cuda_padded(k->at.block);
    g->keep_bytes = own > g->keep_bytes ? own : g->keep_bytes;
    if (!g->grouped && info->reports) { // a segment has nothing else
        k->log = g->word_bytes;
        g->word_bytes += vyi_cuda_padded(sizeof(struct vyi_cuda_log));
    } else if (info->cooperative || info->fixpoints || info->reports) {
        k->words = g->word_bytes;
        k->log = info->reports ? k->words + k->at.log : 0;
        g->word_bytes += vyi_cuda_padded(k->at.head);
        g->has_words = true;
    }
    return VY_OK;
}

static vy_status choose_parts(const struct trip *r)
{
    const struct vyi_job *job = r->job;
    struct vyi_cuda_graph *g = r->g;
    vy_status status = VY_OK;
    g->loops = vyi_cuda_padded(sizeof(struct vyi_cuda_tree));
    g->word_bytes = vyi_cuda_padded(g->loops + g->loop_count * sizeof(struct vyi_cuda_loop));
    for (uint32_t i = 1; !status && i < job->command_count; i++) {
        uint32_t of = job->commands[i].of;
        if (job->commands[i].kind != VYI_COMMAND_LAUNCH || g->parts[of - 1].kernel)
            continue;
        status = choose(r, of - 1);
        if (g->grouped)
            r->result->each[of - 1].status = status;
    }
    return status;
}

static cu_result make_memory(const struct trip *r, uint64_t orders)
{
    struct vyi_cuda_graph *g = r->g;
    const struct vyi_cuda_driver *cu = &r->s->cu;
    void *memory = NULL;
    g->step_bytes = orders * sizeof(struct vyi_cuda_step);
    g->pinned_bytes = (size_t)(g->block_bytes + g->step_bytes + 2 * g->word_bytes + 64);
    cu_result result = vyi_cuda_lane_open(r->s, &g->lane, 0);
    if (!result && g->keep_bytes)
        result = vyi_cuda_take(r->s, g->keep_bytes, &g->keep);
    if (result || (result = vyi_cuda_take(r->s, g->block_bytes + 1, &g->blocks)) ||
        (result = vyi_cuda_take(r->s, g->step_bytes, &g->steps)) ||
        (result = vyi_cuda_take(r->s, g->word_bytes, &g->words)) ||
        (result = cu->host_alloc(&memory, g->pinned_bytes, CU_HOST_PORTABLE)))
        return result;
    g->pinned = memory;
    return CU_OK;
}

/// With the addresses of this run.
static void fill_block(const struct trip *r, uint32_t i, struct vyi_cuda_block *block)
{
    const struct vyi_cuda_graph *g = r->g;
    const struct vyi_cuda_part *k = &g->parts[i];
    vyi_cuda_block_fill(&r->job->kernels[i], block);
    block->stop = g->words.at + offsetof(struct vyi_cuda_tree, stop);
    if (k->words) {
        block->gate = g->words.at + k->words;
        block->fixpoints = g->words.at + k->words + k->at.fixpoints;
    }
    block->log = k->log ? g->words.at + k->log : 0;
    block->spill = k->keep ? g->keep.at : 0;
    block->parts = k->kernel->info.parts ? g->keep.at + vyi_cuda_padded(k->keep) : 0;
}

/// Blocks; false: memory ran out.
static bool put_blocks(const struct trip *r, bool *changed)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < r->g->part_count; i++)
        most = r->g->parts[i].at.block > most ? r->g->parts[i].at.block : most;
    struct vyi_cuda_block *block = vyi_realloc(r->s->host, NULL, 0, (size_t)most + 1);
    for (uint32_t i = 0; block && i < r->g->part_count; i++) {
        const struct vyi_cuda_part *part = &r->g->parts[i];
        uint8_t *to = r->g->pinned + part->block;
        if (!part->kernel)
            continue;
        fill_block(r, i, block);
        if (!memcmp(to, block, (size_t)part->at.block))
            continue;
        memcpy(to, block, (size_t)part->at.block);
        *changed = true;
    }
    vyi_free(r->s->host, block, (size_t)most + 1);
    return block;
}

static vy_status make(struct trip *r, bool grouped)
{
    const struct vyi_job *job = r->job;
    struct vyi_cuda_graph *g = r->g = vyi_calloc(r->s->host, 1, sizeof *g);
    uint64_t orders = 0;
    bool changed = false;
    if (!g)
        return VY_ERROR_MEMORY;
    g->base.fingerprint = job->fingerprint;
    g->generation = r->s->generation;
    if (job->launch) {
        memcpy(g->workgroup, job->launch->workgroup, sizeof g->workgroup);
        memcpy(g->groups, job->launch->groups, sizeof g->groups);
    }
    g->grouped = grouped;
    g->loop_count = vyi_cuda_loop_number(job, job->command_count);
    g->part_count = job->kernel_count;
    g->parts = vyi_calloc(r->s->host, g->part_count, sizeof *g->parts);
    if (g->part_count && !g->parts)
        return VY_ERROR_MEMORY;
    vy_status status = choose_parts(r);
    if (status)
        return status;
    cu_result result = vyi_cuda_nodes_count(r->s, job, g, &orders);
    if (!result)
        result = make_memory(r, orders + 1);
    if (!result && !put_blocks(r, &changed)) // kernels that take their block with the launch have
        result = CU_NO_MEMORY;               // it from here
    if (!result)
        result = vyi_cuda_nodes_build(r->s, job, g);
    return result ? vyi_cuda_fail(r->device, job->report, result, "making a graph") : VY_OK;
}

// ---- running one ----
static uint64_t address(const struct trip *r, struct vyi_cuda_spot spot)
{
    const struct vyi_cuda_graph *g = r->g;
    switch (spot.buffer) {
    case 0: return g->words.at + spot.offset;
    case VYI_CUDA_IN_BLOCKS: return g->blocks.at + spot.offset;
    case VYI_CUDA_IN_KEEP: return g->keep.at + spot.offset;
    default: return vyi_cuda_address(r->job->memory[spot.buffer - 1]) + spot.offset;
    }
}

static void put_steps(const struct trip *r, bool *changed)
{
    uint8_t *to = r->g->pinned + r->g->block_bytes;
    for (uint32_t i = 0; i < r->g->sketches.count; i++, to += sizeof(struct vyi_cuda_step)) {
        const struct vyi_cuda_sketch *k = &r->g->sketches.at[i];
        struct vyi_cuda_step step = {k->order, k->count, address(r, k->a), k->inverted, k->handle};
        if (k->order == VYI_CUDA_COPY || k->order == VYI_CUDA_LIVE || k->order == VYI_CUDA_GATE)
            step.b = address(r, k->b);
        if (!memcmp(to, &step, sizeof step))
            continue;
        memcpy(to, &step, sizeof step);
        *changed = true;
    }
}

static uint8_t *pinned_words(const struct vyi_cuda_graph *g)
{
    return g->pinned + g->block_bytes + g->step_bytes;
}
static uint8_t *pinned_back(const struct vyi_cuda_graph *g)
{
    return pinned_words(g) + g->word_bytes;
}

static void fill_words(const struct trip *r)
{
    const struct vyi_job *job = r->job;
    uint8_t *words = pinned_words(r->g);
    struct vyi_cuda_loop *loop = (struct vyi_cuda_loop *)(words + r->g->loops);
    memset(words, 0, (size_t)r->g->word_bytes);
    for (uint32_t i = 1; i < job->command_count; i++) {
        const struct vyi_command *c = &job->commands[i];
        if (c->kind == VYI_COMMAND_LOOP)
            loop++;
        if (c->kind != VYI_COMMAND_FIXPOINT)
            continue;
        uint64_t control = vyi_cuda_address(job->memory[c->a.buffer]);
        loop->bounds = control + c->a.offset;
        loop->pass = vyi_cuda_address(vyi_command_memory(job, c->b));
        loop->entered = c->entered ? control + (c->entered - 1) * 4ull : 0;
        loop->left = c->left ? control + (c->left - 1) * 4ull : 0;
        loop++;
    }
    for (uint32_t i = 0; i < r->g->part_count; i++)
        if (r->g->parts[i].log)
            ((struct vyi_cuda_log *)(words + r->g->parts[i].log))->key = UINT64_MAX;
}

/// What the graph does not clear itself; only what stands before all launches is that large.
static cu_result clear_before(const struct trip *r, struct vyi_cuda_clearing *c)
{
    const struct vyi_job *job = r->job;
    cu_result result = CU_OK;
    for (uint32_t i = r->g->grouped ? 0 : job->commands[1].first; !result && i;
         i = job->commands[i].next) {
        const struct vyi_command *k = &job->commands[i];
        if (k->kind == VYI_COMMAND_CLEAR && vyi_cuda_cleared_before(job, k))
            result = vyi_cuda_clear(c, vyi_cuda_address(vyi_command_memory(job, k->a)),
                                    vyi_command_bytes(job, k));
    }
    return result;
}

/// Blocks, steps and words; a graph whose memory never moves has them from its last run.
static cu_result bring(struct trip *r)
{
    struct vyi_cuda_graph *g = r->g;
    size_t steps = g->sketches.count * sizeof(struct vyi_cuda_step);
    bool changed = !g->there, stays = g->grouped && g->there;
    const struct vyi_cuda_driver *cu = &r->s->cu;
    if (!stays && !put_blocks(r, &changed))
        return CU_NO_MEMORY;
    if (!stays) {
        put_steps(r, &changed);
        fill_words(r);
    }
    cu_result result = vyi_cuda_follow(r->s, g->lane.stream, &r->mark);
    if (!result && changed && g->block_bytes)
        result = cu->copy_up(g->blocks.at, g->pinned, (size_t)g->block_bytes, g->lane.stream);
    if (!result && changed && steps)
        result = cu->copy_up(g->steps.at, g->pinned + g->block_bytes, steps, g->lane.stream);
    if (!result && vyi_cuda_timed(r->s, r->job)) // what is cleared counts
        result = cu->event_record(g->lane.begin, g->lane.stream);
    if (!result && (!stays || g->has_words))
        result = cu->copy_up(g->words.at, pinned_words(g), (size_t)g->word_bytes, g->lane.stream);
    g->there = !result;
    return result;
}

static cu_result start(struct trip *r, enum vyi_stop *stop)
{
    struct vyi_cuda_clearing clearing = {.s = r->s, .job = r->job, .stream = r->g->lane.stream};
    cu_result result = bring(r);
    if (!result)
        result = clear_before(r, &clearing);
    *stop = clearing.stop;
    if (!result && !*stop)
        result = r->s->cu.graph_launch(r->g->exec, r->g->lane.stream);
    return result;
}

/// Reads back what the graph has written.
static cu_result finish(const struct trip *r)
{
    const struct vyi_cuda_driver *cu = &r->s->cu;
    const struct vyi_cuda_graph *g = r->g;
    cu_result result =
        vyi_cuda_timed(r->s, r->job) ? cu->event_record(g->lane.end, g->lane.stream) : CU_OK;
    if (!result && (!g->grouped || g->has_words))
        result = cu->copy_down(pinned_back(g), g->words.at, (size_t)g->word_bytes, g->lane.stream);
    return result;
}

/// Most graphs of dispatches end within a millisecond: polling beats sleeping.
static cu_result wait_for(const struct trip *r, struct vyi_cuda_watch *w)
{
    enum { SPIN_NS = 1000000 };
    const struct vyi_job *job = r->job;
    uint64_t late = r->g->grouped ? vyi_now_ns() + SPIN_NS : 0;
    cu_result result = CU_NOT_READY;
    if (job->deadline_ns && job->deadline_ns < late)
        late = job->deadline_ns;
    while (late && result == CU_NOT_READY && vyi_now_ns() < late &&
           !(job->cancel && atomic_load_explicit(job->cancel, memory_order_relaxed)))
        result = r->s->cu.stream_query(r->g->lane.stream);
    return result == CU_NOT_READY ? vyi_cuda_wait(r->s, job, w) : result;
}

// ---- what came of it ----
static void add_fixpoints(const struct trip *r)
{
    const struct vyi_job *job = r->job;
    const uint8_t *at = pinned_back(r->g) + r->g->loops;
    for (uint32_t i = 1; i < job->command_count; i++) {
        const struct vyi_command *c = &job->commands[i];
        struct vyi_cuda_loop loop;
        if (c->kind != VYI_COMMAND_LOOP && c->kind != VYI_COMMAND_FIXPOINT)
            continue;
        memcpy(&loop, at, sizeof loop);
        at += sizeof loop;
        if (c->kind == VYI_COMMAND_LOOP || c->number >= r->result->fixpoints.count)
            continue;
        vyi_job_count_fixpoint(&r->result->fixpoints.at[c->number], loop.entries, loop.all_passes,
                               loop.cut, loop.empty);
    }
}

static vy_status collect(const struct trip *r, enum vyi_stop stop)
{
    const struct vyi_cuda_graph *g = r->g;
    struct vyi_cuda_tree tree = {0};
    char text[256];
    if (!g->grouped || g->has_words)
        memcpy(&tree, pinned_back(g), sizeof tree);
    vyi_cuda_passed(r->s, r->mark);
    add_fixpoints(r);
    r->result->launches += g->launches + tree.launches;
    r->result->own_bytes = g->keep_bytes;
    r->result->device_ns += vyi_cuda_lane_ns(r->s, r->job, &g->lane);
    if (vyi_cuda_traced(r->s))
        vyi_cuda_trace_emit(r->s, vyi_dev_graph_event(r->job, text, sizeof text), g->lane.begin,
                            g->lane.end);
    if (!tree.failed || tree.failed > g->part_count)
        return vyi_cuda_verdict(r->device, NULL, r->job->report, NULL, stop);
    const struct vyi_kernel *what = &r->job->kernels[tree.failed - 1];
    vy_status status = vyi_cuda_verdict(
        r->device, what->program, what->report,
        (struct vyi_cuda_log *)(pinned_back(g) + g->parts[tree.failed - 1].log), stop);
    r->result->failed = tree.failed;
    if (g->grouped)
        r->result->each[tree.failed - 1].status = status;
    return status;
}

static vy_status run(struct trip *r)
{
    struct vyi_cuda_graph *g = r->g;
    struct vyi_cuda_turn turn = vyi_cuda_graph_turn(r->job);
    const vy_program *first = r->job->kernel_count ? r->job->kernels[0].program : NULL;
    const vy_program *program = r->job->program ? r->job->program : first;
    struct vyi_cuda_watch w = {.stream = g->lane.stream,
                               .stop = g->words.at + offsetof(struct vyi_cuda_tree, stop),
                               .pinned = pinned_back(g) + g->word_bytes,
                               .turn = &turn,
                               .name = program ? program->name : NULL,
                               .graph = true};
    for (uint32_t i = 0; i < g->part_count; i++) {
        const struct vyi_cuda_kernel *k = g->parts[i].kernel;
        if (k && k->local_bytes > turn.local_bytes)
            turn.local_bytes = k->local_bytes;
    }
    enum vyi_stop stop = vyi_cuda_run_begin(r->s, &turn);
    if (stop)
        return vyi_cuda_verdict(r->device, NULL, r->job->report, NULL, stop);
    cu_result failed = start(r, &stop), waited;
    if (!failed && !stop)
        failed = finish(r);
    vyi_cuda_run_launched(r->s);
    waited = wait_for(r, &w); // even half of it must have ended
    vyi_cuda_run_end(r->s, &turn);
    if (failed || waited || (w.why && g->grouped))
        g->there = false; // the word that stops is set
    if (failed || waited)
        return vyi_cuda_fail(r->device, r->job->report, failed ? failed : waited,
                             "running a graph");
    if (stop) // while memory was cleared
        return vyi_cuda_verdict(r->device, NULL, r->job->report, NULL, stop);
    return collect(r, w.why);
}

vy_status vyi_cuda_graph_run(vy_device *device, const struct vyi_job *job, bool grouped,
                             struct vyi_job_result *result)
{
    struct trip r = {.device = device, .s = vyi_cuda_state(device), .job = job, .result = result};
    vy_status status = vyi_cuda_enter(device, job->report);
    if (status)
        return status;
    r.g = (struct vyi_cuda_graph *)vyi_recorded_take(&r.s->slot_lock, job, fits);
    if (!r.g)
        status = make(&r, grouped);
    if (!status)
        status = run(&r);
    if (r.g && r.g->exec)
        r.g = (struct vyi_cuda_graph *)vyi_recorded_put(&r.s->slot_lock, job, &r.g->base);
    if (r.g)
        vyi_cuda_graph_destroy(r.s, r.g, true);
    vyi_cuda_leave(device);
    return status;
}
