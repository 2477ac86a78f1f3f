// The resident route: a schedule that runs as a whole, as one graph of the driver's. Graphs are
// kept with the schedule for launches of the same size; several dispatches at once have one each.
#include "dev/cuda/tree.h"

#include <stdlib.h>

enum { MOST_IDLE = 8, MOST_WORDS = 1 << 30 };

/// A run of a tree while it lasts.
struct trip {
    vy_device *device;
    struct vyi_cuda_state *s;
    const struct vyi_tree_job *t;
    struct vyi_cuda_graph *g;
    struct vyi_job job; ///< of the segment at hand
    uint64_t mark;
};

static uint64_t padded(uint64_t bytes)
{
    return (bytes + 63) & ~(uint64_t)63;
}

// ---- whether it can be done ----
/// $VYRE_CUDA_CONDITIONS=0 does without conditions, for tests.
static bool conditions(const struct vyi_cuda_state *s)
{
    const char *asked = getenv("VYRE_CUDA_CONDITIONS");
    return s->cu.graph_node && s->cu.graph_condition && !(asked && *asked == '0');
}

static cu_function load_step(struct vyi_cuda_state *s, bool with_conditions)
{
    char ptx[VYI_CUDA_STEP_TEXT];
    cu_function function = NULL;
    vyi_cuda_step_ptx(with_conditions, ptx);
    if (vyi_cuda_text_load(s, ptx, &s->step_module))
        s->step_module = NULL;
    else if (s->cu.module_function(&function, s->step_module, "vyre_step") ||
             (s->cu.function_load && s->cu.function_load(function)))
        function = NULL;
    return function;
}

bool vyi_cuda_step_known(struct vyi_cuda_state *s, const struct vyi_job *job)
{
    pthread_mutex_lock(&s->slot_lock);
    bool tried = s->step_tried;
    pthread_mutex_unlock(&s->slot_lock);
    if (tried)
        return true;
    // Before the lock, which others want meanwhile.
    if (job ? vyi_cuda_quiet_begin(s, job) != VYI_STOP_NOT : !vyi_cuda_quiet_try(s))
        return false;
    pthread_mutex_lock(&s->slot_lock);
    if (!s->step_tried) {
        s->step_tried = true;
        if (conditions(s))
            s->step = load_step(s, true);
        s->conditions = s->step;
        if (!s->step) { // it does not know how to set them
            if (s->step_module)
                s->cu.module_unload(s->step_module);
            s->step = load_step(s, false);
        }
    }
    pthread_mutex_unlock(&s->slot_lock);
    vyi_cuda_quiet_end(s);
    return true;
}

bool vyi_cuda_tree_fits(vy_device *device, const struct vy_schedule *schedule,
                        const struct vyi_job *job, bool whole)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    bool fits = true;
    for (uint32_t i = 0; i < schedule->segments.count; i++) {
        const vy_program *p = schedule->segments.at[i].program;
        // Lines come in the order of the launches, which only whoever launches one by one knows.
        for (uint32_t k = 1; fits && !schedule->segments.at[i].skipped && k < p->nodes.count; k++)
            fits = p->nodes.at[k].op != VYI_OP_PRINT;
    }
    for (uint32_t i = schedule->source_buffers; i < schedule->frame->buffers.count; i++)
        fits = fits && job->launch->extents[i].bytes / 4 < MOST_WORDS;
    if (!fits || !vyi_cuda_enter_quietly(device))
        return false;
    fits = vyi_cuda_step_known(s, job) && s->step && (s->conditions || !whole);
    vyi_cuda_leave(device);
    return fits;
}

// ---- graphs ----
static void destroy(struct vyi_cuda_state *s, struct vyi_cuda_graph *g, bool inside)
{
    struct vyi_cuda_piece *pieces[] = {&g->blocks, &g->words, &g->steps};
    for (size_t i = 0; inside && i < sizeof pieces / sizeof *pieces; i++)
        vyi_cuda_give(s, pieces[i]);
    if (inside) {
        vyi_cuda_put_off(s, VYI_CUDA_WASTE_GRAPH, g->exec);
        vyi_cuda_put_off(s, VYI_CUDA_WASTE_GRAPH, g->second_exec);
        vyi_cuda_put_off(s, VYI_CUDA_WASTE_PINNED, g->pinned);
    }
    if (inside && g->graph)
        s->cu.graph_destroy(g->graph);
    if (inside && g->second)
        s->cu.graph_destroy(g->second);
    if (inside && g->begin)
        s->cu.event_destroy(g->begin);
    if (inside && g->end)
        s->cu.event_destroy(g->end);
    if (inside && g->cut)
        s->cu.event_destroy(g->cut);
    if (inside && g->stream)
        s->cu.stream_destroy(g->stream);
    vyi_vec_free(s->host, &g->sketches);
    vyi_free(s->host, g->parts, g->part_count * sizeof *g->parts);
    vyi_free(s->host, g->hidden_bytes, g->hidden_count * sizeof *g->hidden_bytes);
    vyi_free(s->host, g, sizeof *g);
}

static bool is_wide(const struct vyi_tree_job *t)
{
    bool wide = false;
    for (uint32_t i = 0; i < t->schedule->frame->buffers.count; i++)
        wide |= t->job.launch->extents[i].count >> 31 != 0;
    return wide;
}

static bool same_size(const struct vyi_cuda_graph *g, const struct vyi_tree_job *t)
{
    const struct vyi_launch *launch = t->job.launch;
    if (g->root != t->root || g->split != t->split ||
        memcmp(g->workgroup, launch->workgroup, sizeof g->workgroup) ||
        memcmp(g->groups, launch->groups, sizeof g->groups) || g->wide != is_wide(t))
        return false;
    for (uint32_t i = 0; i < g->hidden_count; i++)
        if (g->hidden_bytes[i] != launch->extents[t->schedule->source_buffers + i].bytes)
            return false;
    return true;
}

static struct vyi_cuda_graph *find(struct vyi_cuda_state *s, const struct vyi_tree_job *t)
{
    struct vyi_cuda_graph *found = NULL;
    pthread_mutex_lock(&s->slot_lock);
    struct vyi_cuda_tree_kept *kept = *t->kept;
    struct vyi_cuda_graph **at = kept ? &kept->idle : NULL;
    while (at && *at && !same_size(*at, t))
        at = &(*at)->next;
    if (at && *at) {
        found = *at;
        *at = found->next;
    }
    pthread_mutex_unlock(&s->slot_lock);
    return found;
}

/// Keeps it; the one used longest ago makes room.
static void keep(struct vyi_cuda_state *s, const struct vyi_tree_job *t, struct vyi_cuda_graph *g)
{
    struct vyi_cuda_graph *out = g;
    uint32_t count = 0;
    pthread_mutex_lock(&s->slot_lock);
    struct vyi_cuda_tree_kept *kept = *t->kept;
    if (!kept && (kept = vyi_calloc(s->host, 1, sizeof *kept))) {
        kept->generation = s->generation;
        *t->kept = kept;
    }
    if (kept) {
        g->next = kept->idle;
        kept->idle = g;
        struct vyi_cuda_graph **at = &kept->idle;
        while (*at && ++count <= MOST_IDLE)
            at = &(*at)->next;
        out = *at;
        *at = NULL;
    }
    pthread_mutex_unlock(&s->slot_lock);
    if (out)
        destroy(s, out, true);
}

void vyi_cuda_tree_release(vy_device *device, void *tree)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct vyi_cuda_tree_kept *kept = tree;
    bool inside = vyi_cuda_enter_quietly(device);
    // What a lost context had is gone already.
    bool there = inside && kept->generation == s->generation;
    for (struct vyi_cuda_graph *g = kept->idle, *next; g; g = next) {
        next = g->next;
        destroy(s, g, there);
    }
    vyi_free(s->host, kept, sizeof *kept);
    if (inside)
        vyi_cuda_leave(device);
}

// ---- making one ----
static void turn_to(struct trip *r, uint32_t segment)
{
    r->job.program = r->t->schedule->segments.at[segment].program;
    r->job.code = r->t->codes[segment];
}

/// Kernels, their sizes, and where their blocks and logs are.
static vy_status choose_parts(struct trip *r)
{
    const struct vy_schedule *schedule = r->t->schedule;
    const struct vyi_launch *launch = r->t->job.launch;
    uint64_t groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    struct vyi_cuda_graph *g = r->g;
    g->loops = padded(sizeof(struct vyi_cuda_tree));
    g->word_bytes = padded(g->loops + g->loop_count * sizeof(struct vyi_cuda_loop));
    for (uint32_t i = 0; i < schedule->segments.count; i++) {
        struct vyi_cuda_part *part = &g->parts[i];
        if (schedule->segments.at[i].skipped)
            continue;
        turn_to(r, i);
        vy_status status = vyi_cuda_kernel_for(r->device, &r->job, false, &part->kernel);
        if (!status)
            status = vyi_cuda_shape(r->device, part->kernel, groups, r->job.report, &part->grid);
        if (status)
            return status;
        part->block = g->block_bytes;
        g->block_bytes += padded(vyi_cuda_block_bytes(r->job.program));
        if (!part->kernel->info.speaks)
            continue;
        part->log = g->word_bytes;
        g->word_bytes += padded(sizeof(struct vyi_cuda_log));
    }
    return VY_OK;
}

static cu_result make_memory(struct trip *r)
{
    struct vyi_cuda_graph *g = r->g;
    const struct vyi_cuda_driver *cu = &r->s->cu;
    uint64_t steps = (g->sketch_most + 1ull) * sizeof(struct vyi_cuda_step);
    void *memory = NULL;
    cu_result result = vyi_cuda_stream_create(r->s, &g->stream);
    if (!result)
        result = cu->event_create(&g->begin, 0);
    if (!result)
        result = cu->event_create(&g->end, 0);
    if (!result && g->split)
        result = cu->event_create(&g->cut, CU_EVENT_UNTIMED);
    if (!result)
        result = vyi_cuda_take(r->s, g->block_bytes + 1, &g->blocks);
    if (!result)
        result = vyi_cuda_take(r->s, steps, &g->steps);
    if (!result)
        result = vyi_cuda_take(r->s, g->word_bytes, &g->words);
    g->pinned_bytes = (size_t)(g->block_bytes + steps + 2 * g->word_bytes + 64);
    if (!result)
        result = cu->host_alloc(&memory, g->pinned_bytes, CU_HOST_PORTABLE);
    g->pinned = memory;
    return result;
}

static vy_status make(struct trip *r)
{
    const struct vy_schedule *schedule = r->t->schedule;
    const struct vyi_launch *launch = r->t->job.launch;
    vy_context *c = r->s->host;
    struct vyi_cuda_graph *g = r->g = vyi_calloc(c, 1, sizeof *g);
    if (!g)
        return VY_ERROR_MEMORY;
    memcpy(g->workgroup, launch->workgroup, sizeof g->workgroup);
    memcpy(g->groups, launch->groups, sizeof g->groups);
    g->wide = is_wide(r->t);
    g->part_count = schedule->segments.count;
    g->hidden_count = schedule->frame->buffers.count - schedule->source_buffers;
    g->parts = vyi_calloc(c, g->part_count, sizeof *g->parts);
    g->hidden_bytes = vyi_calloc(c, g->hidden_count, sizeof *g->hidden_bytes);
    if ((g->part_count && !g->parts) || (g->hidden_count && !g->hidden_bytes))
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; i < g->hidden_count; i++)
        g->hidden_bytes[i] = launch->extents[schedule->source_buffers + i].bytes;
    g->root = r->t->root;
    g->split = r->t->split;
    g->loop_count = vyi_cuda_loop_number(schedule, schedule->steps.count);
    vy_status status = choose_parts(r);
    if (status)
        return status;
    cu_result result = vyi_cuda_graph_count(r->s, schedule, launch, g);
    if (!result)
        result = make_memory(r);
    if (!result)
        result = vyi_cuda_graph_build(r->s, schedule, launch, g);
    return result ? vyi_cuda_fail(r->device, r->t->job.report, result, "making a graph") : VY_OK;
}

// ---- running one ----
static uint64_t address(const struct trip *r, struct vyi_cuda_spot spot)
{
    if (!spot.buffer)
        return r->g->words.at + spot.offset;
    if (spot.buffer == VYI_CUDA_IN_BLOCKS)
        return r->g->blocks.at + spot.offset;
    return vyi_cuda_address(r->t->job.memory[spot.buffer - 1]) + spot.offset;
}

static uint64_t control(const struct trip *r, uint32_t word)
{
    return address(r, (struct vyi_cuda_spot){r->t->schedule->control + 1, word * 4ull});
}

/// Puts bytes where they were not before.
static bool put(void *to, const void *bytes, size_t size)
{
    if (!memcmp(to, bytes, size))
        return false;
    memcpy(to, bytes, size);
    return true;
}

/// Blocks, with the addresses of this run; false: memory ran out.
static bool put_blocks(struct trip *r, bool *changed)
{
    // All segments declare what the frame does.
    uint64_t bytes = vyi_cuda_block_bytes(r->t->schedule->frame);
    struct vyi_cuda_block *block = vyi_realloc(r->s->host, NULL, 0, (size_t)bytes);
    for (uint32_t i = 0; block && i < r->g->part_count; i++) {
        const struct vyi_cuda_part *part = &r->g->parts[i];
        if (!part->kernel)
            continue;
        turn_to(r, i);
        vyi_cuda_block_fill(&r->job, block);
        block->stop = r->g->words.at + offsetof(struct vyi_cuda_tree, stop);
        block->log = part->log ? r->g->words.at + part->log : 0;
        *changed |= put(r->g->pinned + part->block, block, (size_t)bytes);
    }
    vyi_free(r->s->host, block, (size_t)bytes);
    return block;
}

static void put_steps(struct trip *r, bool *changed)
{
    uint8_t *to = r->g->pinned + r->g->block_bytes;
    for (uint32_t i = 0; i < r->g->sketches.count; i++) {
        const struct vyi_cuda_sketch *k = &r->g->sketches.at[i];
        struct vyi_cuda_step step = {k->order, k->count, address(r, k->a), k->inverted, k->handle};
        if (k->order == VYI_CUDA_COPY || k->order == VYI_CUDA_LIVE || k->order == VYI_CUDA_GATE)
            step.b = address(r, k->b);
        *changed |= put(to + i * sizeof step, &step, sizeof step);
    }
}

static uint8_t *pinned_words(const struct trip *r)
{
    return r->g->pinned + r->g->block_bytes +
           (r->g->sketch_most + 1ull) * sizeof(struct vyi_cuda_step);
}
static uint8_t *pinned_back(const struct trip *r)
{
    return pinned_words(r) + r->g->word_bytes;
}

static void fill_words(struct trip *r)
{
    const struct vy_schedule *schedule = r->t->schedule;
    uint8_t *words = pinned_words(r);
    struct vyi_cuda_loop *loop = (struct vyi_cuda_loop *)(words + r->g->loops);
    memset(words, 0, (size_t)r->g->word_bytes);
    for (uint32_t i = 1; i < schedule->steps.count; i++) {
        const struct vyi_step *s = &schedule->steps.at[i];
        if (s->kind == VYI_STEP_LOOP)
            loop++;
        if (s->kind != VYI_STEP_FIXPOINT)
            continue;
        loop->bounds = control(r, s->word);
        loop->pass = vyi_cuda_address(r->t->job.memory[schedule->pass]) + s->pass * 4ull;
        loop->entered = s->entered ? control(r, s->entered - 1) : 0;
        loop->left = s->left ? control(r, s->left - 1) : 0;
        loop++;
    }
    for (uint32_t i = 0; i < r->g->part_count; i++)
        if (r->g->parts[i].log)
            ((struct vyi_cuda_log *)(words + r->g->parts[i].log))->key = UINT64_MAX;
}

/// What the graph does not clear itself.
static cu_result clear_large(struct trip *r, struct vyi_cuda_clearing *c)
{
    const struct vy_schedule *schedule = r->t->schedule;
    cu_result result = vyi_cuda_clear_zeros(c);
    if (result || r->t->root != 1) // somebody else has begun
        return result;
    for (uint32_t i = schedule->source_buffers; !result && i < schedule->frame->buffers.count; i++)
        if (r->t->job.launch->extents[i].bytes > VYI_CUDA_CLEARED_INSIDE)
            result = vyi_cuda_clear(c, vyi_cuda_address(r->t->job.memory[i]),
                                    r->t->job.launch->extents[i].bytes);
    return result;
}

static bool timed(const struct trip *r)
{
    return !r->job.untimed || vyi_cuda_traced(r->s);
}

static cu_result start(struct trip *r, enum vyi_stop *stop)
{
    struct vyi_cuda_clearing clearing = {.s = r->s, .job = &r->t->job, .stream = r->g->stream};
    const struct vyi_cuda_driver *cu = &r->s->cu;
    struct vyi_cuda_graph *g = r->g;
    size_t steps = g->sketches.count * sizeof(struct vyi_cuda_step);
    bool changed = !g->there;
    cu_result result = put_blocks(r, &changed) ? CU_OK : CU_NO_MEMORY;
    put_steps(r, &changed);
    fill_words(r);
    if (!result)
        result = vyi_cuda_follow(r->s, g->stream, &r->mark);
    if (!result && changed && g->block_bytes)
        result = cu->copy_up(g->blocks.at, g->pinned, (size_t)g->block_bytes, g->stream);
    if (!result && changed && steps)
        result = cu->copy_up(g->steps.at, g->pinned + g->block_bytes, steps, g->stream);
    g->there = !result;
    if (!result && timed(r)) // what is cleared counts
        result = cu->event_record(g->begin, g->stream);
    if (!result)
        result = cu->copy_up(g->words.at, pinned_words(r), (size_t)g->word_bytes, g->stream);
    if (!result)
        result = clear_large(r, &clearing);
    *stop = clearing.stop;
    if (!result && !*stop)
        result = cu->graph_launch(g->exec, g->stream);
    return result;
}

/// Reads back what the graph has written.
static cu_result finish(struct trip *r)
{
    const struct vyi_cuda_driver *cu = &r->s->cu;
    struct vyi_cuda_graph *g = r->g;
    cu_result result = timed(r) ? cu->event_record(g->end, g->stream) : CU_OK;
    if (!result)
        result = cu->copy_down(pinned_back(r), g->words.at, (size_t)g->word_bytes, g->stream);
    return result;
}

/// Whether the loop that the graph is of goes on, as of the last time it was read back.
static bool goes_on(const struct trip *r)
{
    struct vyi_cuda_loop loop;
    uint64_t number = vyi_cuda_loop_number(r->t->schedule, r->g->root);
    memcpy(&loop, pinned_back(r) + r->g->loops + number * sizeof loop, sizeof loop);
    return loop.live;
}

/// A loop by itself, chunk after chunk, each waited for.
static cu_result run_chunks(struct trip *r, struct vyi_cuda_watch *w)
{
    cu_result result;
    do {
        result = r->s->cu.graph_launch(r->g->second_exec, r->g->stream);
        vyi_cuda_run_launched(r->s);
        if (!result)
            result = finish(r);
        cu_result waited = vyi_cuda_wait(r->s, &r->t->job, w);
        result = result ? result : waited;
    } while (!result && !w->why && goes_on(r));
    return result;
}

// ---- what came of it ----
static void add_fixpoints(const struct trip *r, struct vyi_job_result *result)
{
    const struct vy_schedule *schedule = r->t->schedule;
    const uint8_t *at = pinned_back(r) + r->g->loops;
    uint32_t number = 0;
    for (uint32_t i = 1; i < schedule->steps.count && number < result->fixpoints.count; i++) {
        struct vyi_cuda_loop loop;
        if (schedule->steps.at[i].kind != VYI_STEP_LOOP &&
            schedule->steps.at[i].kind != VYI_STEP_FIXPOINT)
            continue;
        memcpy(&loop, at, sizeof loop);
        at += sizeof loop;
        if (schedule->steps.at[i].kind == VYI_STEP_LOOP)
            continue;
        struct vyi_job_fixpoint *f = &result->fixpoints.at[number++];
        f->entries += loop.entries;
        f->passes += loop.all_passes;
        f->cut += loop.cut;
        f->empty += loop.empty;
        f->converged = f->converged && !loop.cut && !loop.empty;
    }
}

static vy_status collect(struct trip *r, enum vyi_stop stop, struct vyi_tree_result *result)
{
    struct vyi_cuda_tree tree;
    float ms = 0;
    memcpy(&tree, pinned_back(r), sizeof tree);
    vyi_cuda_passed(r->s, r->mark);
    add_fixpoints(r, result->job);
    result->launches += r->g->launches + tree.launches;
    if (!r->job.untimed && !r->s->cu.event_elapsed(&ms, r->g->begin, r->g->end) && ms > 0)
        result->job->device_ns += (uint64_t)((double)ms * 1e6);
    if (vyi_cuda_traced(r->s))
        vyi_cuda_trace_launch(r->s, "graph", &r->job, r->t->schedule->source, r->g->begin,
                              r->g->end);
    if (!tree.failed || tree.failed > r->g->part_count)
        return vyi_cuda_verdict(r->device, &r->job, NULL, stop);
    result->failed_segment = tree.failed;
    turn_to(r, tree.failed - 1);
    return vyi_cuda_verdict(
        r->device, &r->job,
        (struct vyi_cuda_log *)(pinned_back(r) + r->g->parts[tree.failed - 1].log), stop);
}

/// A schedule in two parts, with transfers beside them, which report what is wrong themselves.
static cu_result run_parts(struct trip *r, struct vyi_cuda_watch *w, vy_status *status)
{
    const struct vyi_cuda_driver *cu = &r->s->cu;
    struct vyi_cuda_graph *g = r->g;
    cu_result result = cu->event_record(g->cut, g->stream);
    *status = result ? VY_OK : r->t->between(r->t->user);
    if (result || *status)
        return result;
    result = vyi_cuda_follow(r->s, g->stream, &r->mark);
    if (!result)
        result = cu->graph_launch(g->second_exec, g->stream);
    vyi_cuda_run_launched(r->s);
    if (!result)
        result = finish(r);
    if (result)
        return result;
    w->event = g->cut;
    result = vyi_cuda_wait(r->s, &r->t->job, w);
    w->event = NULL;
    if (!result && !w->why)
        *status = r->t->early(r->t->user);
    return result;
}

static vy_status run(struct trip *r, struct vyi_tree_result *result)
{
    struct vyi_cuda_watch w = {.stream = r->g->stream,
                               .stop = r->g->words.at + offsetof(struct vyi_cuda_tree, stop),
                               .pinned = pinned_back(r) + r->g->word_bytes,
                               .name = r->t->schedule->source->name,
                               .graph = true};
    vy_status status = VY_OK;
    struct vyi_cuda_turn turn = vyi_cuda_graph_turn(&r->job);
    w.turn = &turn;
    for (uint32_t i = 0; i < r->g->part_count; i++) {
        const struct vyi_cuda_kernel *k = r->g->parts[i].kernel;
        if (k && k->local_bytes > turn.local_bytes)
            turn.local_bytes = k->local_bytes;
    }
    enum vyi_stop stop = vyi_cuda_run_begin(r->s, &turn);
    if (stop)
        return vyi_cuda_verdict(r->device, &r->job, NULL, stop);
    cu_result failed = start(r, &stop), waited = CU_OK;
    bool begun = !failed && !stop;
    if (!r->g->second_exec)
        vyi_cuda_run_launched(r->s);
    if (begun && r->g->split)
        failed = run_parts(r, &w, &status);
    else if (begun && r->g->second_exec)
        failed = run_chunks(r, &w);
    else if (begun)
        failed = finish(r);
    if (!begun || failed || r->g->split || !r->g->second_exec) // even half of it must have ended
        waited = vyi_cuda_wait(r->s, &r->t->job, &w);
    vyi_cuda_run_end(r->s, &turn);
    if (failed || waited) {
        r->g->there = false;
        return vyi_cuda_fail(r->device, r->t->job.report, failed ? failed : waited,
                             "running a graph");
    }
    if (stop) // while memory was cleared
        return vyi_cuda_verdict(r->device, &r->job, NULL, stop);
    return status ? status : collect(r, w.why, result);
}

vy_status vyi_cuda_tree_run(vy_device *device, const struct vyi_tree_job *t,
                            struct vyi_tree_result *result)
{
    struct trip r = {device, vyi_cuda_state(device), t, NULL, t->job, 0};
    vy_status status = vyi_cuda_enter(device, t->job.report);
    if (status)
        return status;
    r.g = find(r.s, t);
    if (!r.g)
        status = make(&r);
    if (!status)
        status = run(&r, result);
    if (r.g && r.g->exec)
        keep(r.s, t, r.g);
    else if (r.g)
        destroy(r.s, r.g, true);
    vyi_cuda_leave(device);
    return status;
}
