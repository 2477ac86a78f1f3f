// One launch of a kernel: its block, its words, its wait, its results.
//
// A slot has, on the device, the block that the kernel reads, and words:
//   the gates of the grid barrier, the word that stops, what fixpoints did, the log and its lines
// and, pinned, what it put there: the block, the head of the words (all but the lines), the head
// as it came back, and the word that is written to stop. A launch like the last one of its kernel
// uploads nothing but a head that the kernel changes.
#include "dev/cuda/cuda_launch.h"

#include "ir/message.h"

// ---- memory ----
void vyi_cuda_layout(const vy_program *p, const struct vyi_cuda_kernel *k,
                     struct vyi_cuda_layout *at)
{
    const struct vyi_cuda_info *info = &k->info;
    at->block = vyi_cuda_block_bytes(p);
    at->stop = 2 * VYI_CUDA_GATE_BYTES;
    at->fixpoints = at->stop + (info->service ? VYI_CUDA_STOP_WORDS * sizeof(uint32_t) : 64);
    at->log = vyi_cuda_padded(at->fixpoints + info->fixpoints * sizeof(struct vyi_cuda_fixpoint));
    at->head = at->log + (info->reports ? sizeof(struct vyi_cuda_log) : 0);
    at->lines = info->reports ? (uint64_t)k->print_words * VYI_MESSAGE_LINES : 0;
}

/// Makes a piece hold at least so many bytes; what it held is gone. *fresh: it is another one.
static cu_result fit(struct vyi_cuda_state *s, struct vyi_cuda_piece *piece, uint64_t bytes,
                     bool *fresh)
{
    *fresh = piece->bytes < bytes;
    if (!*fresh)
        return CU_OK;
    vyi_cuda_give(s, piece);
    return vyi_cuda_take(s, bytes, piece);
}

static cu_result fit_pinned(struct vyi_cuda_state *s, struct vyi_cuda_slot *slot, uint64_t bytes)
{
    void *memory = NULL;
    if (slot->pinned_bytes >= bytes)
        return CU_OK;
    vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_PINNED, slot->pinned);
    slot->pinned = NULL;
    slot->pinned_bytes = slot->block_bytes = 0;
    slot->fresh = false;
    bytes = (bytes + 4095) & ~(uint64_t)4095;
    cu_result result = s->cu.host_alloc(&memory, (size_t)bytes, CU_HOST_PORTABLE);
    if (result)
        return result;
    slot->pinned = memory;
    slot->pinned_bytes = (size_t)bytes;
    return CU_OK;
}

/// What is kept across grid barriers may take a part of the memory, and no more.
static vy_status keep_bytes(const vy_device *device, const struct vyi_cuda_kernel *k,
                            const struct vyi_kernel *what, uint64_t groups, uint64_t *keep)
{
    uint64_t most = device->info.memory / 4, each = k->info.spill_bytes;
    if (vyi_mul(each, groups, keep) && *keep <= most)
        return VY_OK;
    vyi_report(what->report, 0, 0, VYI_DIAG(KEEP_MEMORY), (unsigned long long)groups,
               (unsigned long long)each, (unsigned long long)most);
    return VY_ERROR_LIMIT;
}

static cu_result fit_slot(struct vyi_cuda_launch *l, uint64_t keep)
{
    struct vyi_cuda_state *s = l->s;
    struct vyi_cuda_slot *slot = l->slot;
    const struct vyi_cuda_layout *at = &l->at;
    bool fresh;
    cu_result result = fit_pinned(s, slot,
                                  vyi_cuda_padded(at->block) + 2 * vyi_cuda_padded(at->head) +
                                      VYI_CUDA_STOP_WORDS * sizeof(uint32_t));
    if (!result)
        result = fit(s, &slot->block, at->block, &fresh);
    if (!result && fresh)
        slot->block_bytes = 0;
    if (!result)
        result = fit(s, &slot->words, at->head + at->lines * sizeof(uint64_t), &fresh);
    if (!result && fresh) {
        slot->fresh = false;
        slot->dirty = UINT64_MAX;
    }
    if (!result && keep)
        result = fit(s, &slot->keep, keep, &fresh);
    if (!result && l->kernel->info.parts)
        result = fit(s, &slot->parts, (l->groups + 1) * sizeof(uint64_t), &fresh);
    return result;
}

// ---- the block and the words ----
static void fill_block(const struct vyi_cuda_launch *l, struct vyi_cuda_block *block)
{
    const struct vyi_cuda_info *info = &l->kernel->info;
    cu_memory words = l->slot->words.at;
    vyi_cuda_block_fill(l->what, block);
    if (!l->what->program->grid_rank)
        block->groups[0] = block->group_count = (uint32_t)l->groups;
    block->gate = words;
    block->stop = words + l->at.stop;
    block->stop_step = info->service ? sizeof(uint32_t) : 0;
    block->fixpoints = words + l->at.fixpoints;
    block->log = info->reports ? words + l->at.log : 0;
    block->spill = info->spill_bytes ? l->slot->keep.at : 0;
    block->parts = info->parts ? l->slot->parts.at : 0;
}

/// Whether the time is asked for. Never of a persistent kernel: an event behind it on its stream
/// may hold up other streams, which share queues of the driver's.
static bool timed(const struct vyi_cuda_launch *l)
{
    return (!l->job->untimed || vyi_cuda_traced(l->s)) && !l->job->persistent;
}

static void *pinned_stop(const struct vyi_cuda_launch *l)
{
    return vyi_cuda_pinned_back(l) + vyi_cuda_padded(l->at.head);
}

static cu_result put_block(struct vyi_cuda_launch *l)
{
    struct vyi_cuda_slot *slot = l->slot;
    vy_context *c = l->s->host;
    uint64_t few[64], bytes = l->at.block;
    struct vyi_cuda_block *block =
        bytes <= sizeof few ? (void *)few : vyi_realloc(c, NULL, 0, (size_t)bytes);
    cu_result result = CU_OK;
    if (!block)
        return CU_NO_MEMORY;
    fill_block(l, block);
    if (slot->block_bytes != bytes || memcmp(slot->pinned, block, (size_t)bytes)) {
        memcpy(slot->pinned, block, (size_t)bytes);
        if (l->kernel->info.direct)
            slot->replay.kernel = 0; // a graph has the bytes of the last one
        else
            result = l->s->cu.copy_up(slot->block.at, slot->pinned, (size_t)bytes, slot->stream);
        slot->block_bytes = result ? 0 : bytes;
    }
    if ((void *)block != few)
        vyi_free(c, block, (size_t)bytes);
    return result;
}

/// Lines that the last launch wrote.
static cu_result clear_lines(struct vyi_cuda_launch *l)
{
    struct vyi_cuda_slot *slot = l->slot;
    uint64_t words = slot->dirty < l->at.lines ? slot->dirty : l->at.lines;
    cu_result result = CU_OK;
    if (words)
        result = l->s->cu.set_32(slot->words.at + l->at.head, 0, 2 * (size_t)words, slot->stream);
    slot->dirty = result ? UINT64_MAX : 0;
    return result;
}

static cu_result put_words(struct vyi_cuda_launch *l)
{
    struct vyi_cuda_slot *slot = l->slot;
    const struct vyi_cuda_layout *at = &l->at;
    uint8_t *head = vyi_cuda_pinned_head(l);
    memset(head, 0, (size_t)at->head);
    if (l->kernel->info.reports) {
        struct vyi_cuda_log *log = (struct vyi_cuda_log *)(head + at->log);
        log->key = UINT64_MAX;
        log->capacity = at->lines;
    }
    return l->s->cu.copy_up(slot->words.at, head, (size_t)at->head, slot->stream);
}

// ---- starting ----
static cu_result launch(struct vyi_cuda_launch *l)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct vyi_cuda_grid *g = &l->grid;
    cu_memory block = l->slot->block.at;
    void *params[] = {l->kernel->info.direct ? (void *)l->slot->pinned : &block};
    if (g->together)
        return cu->launch_together(l->kernel->function, g->blocks, 1, 1, g->threads, 1, 1,
                                   g->shared, l->slot->stream, params);
    return cu->launch(l->kernel->function, g->blocks, 1, 1, g->threads, 1, 1, g->shared,
                      l->slot->stream, params, NULL);
}

static cu_result fetch_head(struct vyi_cuda_launch *l)
{
    const struct vyi_cuda_info *info = &l->kernel->info;
    if (!info->fixpoints && !info->reports)
        return CU_OK;
    return l->s->cu.copy_down(vyi_cuda_pinned_back(l), l->slot->words.at, (size_t)l->at.head,
                              l->slot->stream);
}

static cu_result start(struct vyi_cuda_launch *l, uint64_t keep)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct vyi_cuda_info *info = &l->kernel->info;
    struct vyi_cuda_slot *slot = l->slot;
    bool changes = info->cooperative || info->fixpoints || info->reports; // the head of the words
    cu_result result = vyi_cuda_follow(l->s, slot->stream, &l->mark);
    if (!result)
        result = put_block(l);
    bool much =
        vyi_cuda_clears_more(l->job, l->clears, keep, vyi_cuda_cleared_at_once(l->s, l->job));
    bool replay = !result && !l->job->persistent && !much && vyi_cuda_replay_ready(l, keep);
    struct vyi_cuda_clearing clearing = {.s = l->s, .job = l->job, .stream = slot->stream};
    if (!result && timed(l)) // what is cleared counts
        result = cu->event_record(slot->begin, slot->stream);
    if (!result)
        result = clear_lines(l);
    if (!result && !slot->fresh && !(replay && changes))
        result = put_words(l);
    if (!result && !replay)
        result = vyi_cuda_clear(&clearing, slot->keep.at, keep);
    if (!result && !replay)
        result = vyi_cuda_clear_late(&clearing, l->clears);
    l->stop = clearing.stop;
    if (result || l->stop)
        return result;
    result = replay ? vyi_cuda_replay_launch(l) : launch(l);
    l->launched = true;
    slot->fresh = !changes;
    if (!result && timed(l))
        result = cu->event_record(slot->end, slot->stream);
    if (!result && !replay && !l->job->persistent)
        result = fetch_head(l);
    return result;
}

// ---- waiting ----
static cu_result wait_for(struct vyi_cuda_launch *l)
{
    struct vyi_cuda_watch w = {.stream = l->slot->stream,
                               .stop = l->slot->words.at + l->at.stop,
                               .more_words = l->kernel->info.service ? VYI_CUDA_STOP_WORDS - 1 : 0,
                               .pinned = pinned_stop(l),
                               .turn = &l->turn,
                               .name = l->what->program->name};
    cu_result result = vyi_cuda_wait(l->s, l->job, &w);
    l->stop = l->launched ? w.why : l->stop;
    if (w.why || w.some)
        l->slot->fresh = false;
    if (!result && l->job->persistent)
        result = fetch_head(l);
    if (!result && l->job->persistent)
        result = l->s->cu.stream_wait(l->slot->stream);
    return result;
}

// ---- what came of it ----
static vy_status read_lines(vy_device *device, struct vyi_cuda_launch *l,
                            const struct vyi_cuda_log *log)
{
    uint64_t words = log->used < l->at.lines ? log->used : l->at.lines;
    vy_context *c = device->context;
    if (!words) {
        l->result->dropped += log->dropped;
        return VY_OK;
    }
    l->slot->dirty = words;
    uint64_t *lines = vyi_calloc(c, (size_t)words, sizeof *lines);
    if (!lines)
        return VY_ERROR_MEMORY;
    cu_result result =
        vyi_cuda_move_down(l->s, lines, l->slot->words.at + l->at.head, words * sizeof *lines);
    vy_status status =
        result ? vyi_cuda_fail(device, l->what->report, result, "reading what the program printed")
               : vyi_cuda_print(l->job, l->what->program, log, lines, words, l->result);
    vyi_free(c, lines, (size_t)words * sizeof *lines);
    return status;
}

static vy_status list_fixpoints(const struct vyi_cuda_launch *l, const uint8_t *back)
{
    const struct vyi_cuda_kernel *k = l->kernel;
    for (uint32_t i = 0; i < k->fixpoint_count; i++) {
        struct vyi_job_fixpoint f = {.pos = k->fixpoints[i], .converged = true};
        struct vyi_cuda_fixpoint told = {0};
        if (back && i < k->info.fixpoints)
            memcpy(&told, back + l->at.fixpoints + i * sizeof told, sizeof told);
        f.entries = told.entries;
        f.passes = told.passes;
        f.cut = told.cut;
        f.empty = told.empty;
        f.converged = !told.cut && !told.empty;
        if (!vyi_vec_push(l->s->host, &l->result->fixpoints, f))
            return VY_ERROR_MEMORY;
    }
    return VY_OK;
}

static vy_status verdict(vy_device *device, const struct vyi_cuda_launch *l,
                         const struct vyi_cuda_log *log)
{
    return vyi_cuda_verdict(device, l->what->program, l->what->report, log, l->stop);
}

static vy_status collect(vy_device *device, struct vyi_cuda_launch *l)
{
    const struct vyi_cuda_log *log =
        l->kernel->info.reports ? (struct vyi_cuda_log *)(vyi_cuda_pinned_back(l) + l->at.log)
                                : NULL;
    float ms = 0;
    char text[256];
    vy_status status = list_fixpoints(l, vyi_cuda_pinned_back(l));
    if (!l->job->untimed && !l->s->cu.event_elapsed(&ms, l->slot->begin, l->slot->end) && ms > 0)
        l->result->device_ns = (uint64_t)((double)ms * 1e6);
    if (vyi_cuda_traced(l->s) && timed(l))
        vyi_cuda_trace_launch(l->s, vyi_dev_launch_event(l->what, text, sizeof text),
                              l->slot->begin, l->slot->end);
    vyi_cuda_passed(l->s, l->mark);
    if (!status && log)
        status = read_lines(device, l, log);
    return status ? status : verdict(device, l, log);
}

// ---- all of it ----
static vy_status run_in_slot(vy_device *device, struct vyi_cuda_launch *l)
{
    uint64_t keep = 0;
    vy_status status = keep_bytes(device, l->kernel, l->what, l->groups, &keep);
    if (status)
        return status;
    cu_result result = fit_slot(l, keep);
    l->result->own_bytes = vyi_cuda_own_bytes(&l->kernel->info, l->groups);
    if (result == CU_NO_MEMORY) {
        vyi_report(l->what->report, 0, 0, VYI_DIAG(CUDA_ROOM), device->params.name,
                   (unsigned long long)keep);
        return VY_ERROR_MEMORY;
    }
    if (!result) {
        l->turn = (struct vyi_cuda_turn){.job = l->job,
                                         .local_bytes = l->kernel->local_bytes,
                                         .together = l->grid.together,
                                         .blocks = l->grid.blocks,
                                         .fit = l->grid.fit};
        l->stop = vyi_cuda_run_begin(l->s, &l->turn);
        if (l->stop)
            return verdict(device, l, NULL);
        result = start(l, keep);
        vyi_cuda_run_launched(l->s);
        // Even half of it must have ended before the slot is anybody else's.
        cu_result waited = wait_for(l);
        result = result ? result : waited;
        vyi_cuda_run_end(l->s, &l->turn);
    }
    if (!result && !l->launched)
        return verdict(device, l, NULL);
    if (result) {
        l->slot->block_bytes = 0;
        l->slot->fresh = false;
        l->slot->dirty = UINT64_MAX;
        return vyi_cuda_fail(device, l->what->report, result, "running a kernel");
    }
    return collect(device, l);
}

/// Beside persistent kernels with fewer blocks, where blocks run virtual workgroups.
static void share_room(struct vyi_cuda_launch *l)
{
    uint64_t room = 0;
    if (l->grid.together && l->kernel->info.virtual_groups)
        room = vyi_cuda_blocks_left(l->s, l->grid.fit);
    if (room && room < l->grid.blocks)
        l->grid.blocks = (uint32_t)room;
}

static vy_status run(vy_device *device, struct vyi_cuda_launch *l)
{
    const struct vyi_launch *launch = l->what->launch;
    vy_status status = vyi_cuda_kernel_for(device, l->job, l->what, true, &l->kernel);
    if (status)
        return status;
    l->groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    if (!l->groups || !launch->invocations)
        return list_fixpoints(l, NULL);
    l->groups = vyi_cuda_own_groups(l->s, l->kernel, l->what, l->groups);
    status = vyi_cuda_shape(device, l->kernel, l->groups, l->what->report, &l->grid);
    if (status)
        return status;
    share_room(l);
    cu_result result = vyi_cuda_slot_take(l->s, l->kernel->number, &l->slot);
    if (result)
        return vyi_cuda_fail(device, l->what->report, result, "making a stream");
    vyi_cuda_layout(l->what->program, l->kernel, &l->at);
    status = run_in_slot(device, l);
    vyi_cuda_slot_give(l->s, l->slot);
    return status;
}

vy_status vyi_cuda_launch(vy_device *device, const struct vyi_job *job,
                          const struct vyi_kernel *what, const struct vyi_clears *clears,
                          struct vyi_job_result *result)
{
    struct vyi_cuda_launch l = {
        .s = vyi_cuda_state(device), .job = job, .what = what, .clears = clears, .result = result};
    vy_status status = vyi_cuda_enter(device, what->report);
    if (status)
        return status;
    status = run(device, &l);
    vyi_cuda_leave(device);
    return status;
}
