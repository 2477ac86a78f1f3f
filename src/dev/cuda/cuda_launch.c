// One launch of a kernel: its block, its words, its wait, its results.
//
// A slot has, on the device, the block that the kernel reads, and words:
//   the gates of the grid barrier, the word that stops, what fixpoints did, the log and its lines
// and, pinned, what it put there: the block, the head of the words (all but the lines), the head
// as it came back, and the word that is written to stop. A launch like the last one of its kernel
// uploads nothing but a head that the kernel changes.
#include "dev/cuda/cuda_launch.h"
#include "ir/message.h"

struct launch {
    struct vyi_cuda_state *s;
    const struct vyi_job *job;
    const struct vyi_kernel *what; ///< of the job
    const struct vyi_clears *clears;
    struct vyi_job_result *result;
    struct vyi_cuda_kernel *kernel; ///< the code of it
    struct vyi_cuda_slot *slot;
    struct vyi_cuda_layout at;
    struct vyi_cuda_grid grid;
    uint64_t groups;
    uint64_t mark; ///< of `up`
    enum vyi_stop stop;
    bool launched; ///< else it had to stop while memory was cleared
    struct vyi_cuda_turn turn;
};

/// Where the parts of the pinned memory of a slot are: the block, the head of the words as it is
/// put there, and as it comes back.
static uint8_t *pinned_head(const struct launch *l)
{
    return l->slot->pinned + vyi_cuda_padded(l->at.block);
}
static uint8_t *pinned_back(const struct launch *l)
{
    return pinned_head(l) + vyi_cuda_padded(l->at.head);
}

// ---- launches that come again and again ----
// A kernel whose block is in memory reads all that changes from there, and one that takes its block
// with the launch often gets the same: so a graph of the launch can be made once and handed over in
// one call: on an H200 that takes 6.6 us up to the end where launching takes 8.9, and where words
// have to be set before and read after, one call replaces three.
enum { PATIENCE = 3 }; ///< equal launches before a graph is made

static struct vyi_cuda_identity identify(const struct launch *l, uint64_t keep)
{
    const struct vyi_cuda_slot *slot = l->slot;
    struct vyi_cuda_identity what = {slot->kernel,     keep,
                                     l->at.head,       l->grid.blocks,
                                     l->grid.threads,  l->grid.shared,
                                     slot->block.at,   slot->words.at,
                                     slot->keep.at,    (uint64_t)(uintptr_t)slot->pinned,
                                     l->clears->count, {{0}}};
    for (uint32_t i = 0, at = l->clears->first; i < l->clears->count && i < VYI_CUDA_ZEROS; i++) {
        const struct vyi_command *c = &l->job->commands[at];
        what.zeros[i] = (struct vyi_dev_piece){vyi_cuda_address(vyi_command_memory(l->job, c->a)),
                                               vyi_command_bytes(l->job, c)};
        at = c->next;
    }
    return what;
}

static void add_copy(struct vyi_cuda_line *l, struct cu_copy_end from, struct cu_copy_end to,
                     uint64_t bytes)
{
    struct cu_copy_node params = {from, to, (size_t)bytes, 1, 1};
    cu_node node = NULL;
    if (!l->result)
        l->result = l->s->cu.graph_copy(&node, l->into, l->after.at, l->after.count, &params,
                                        l->s->context);
    vyi_cuda_added(l, node);
}

static cu_result make(const struct launch *launch)
{
    const struct vyi_cuda_slot *slot = launch->slot;
    const struct vyi_cuda_info *info = &launch->kernel->info;
    struct vyi_cuda_replay *r = &launch->slot->replay;
    struct vyi_cuda_line l = {.s = launch->s};
    struct cu_copy_end words = {.type = CU_COPY_DEVICE, .device = slot->words.at};
    struct cu_copy_end head = {.type = CU_COPY_HOST, .host = pinned_head(launch)};
    struct cu_copy_end back = {.type = CU_COPY_HOST, .host = pinned_back(launch)};
    cu_memory block = slot->block.at;
    void *params[] = {info->direct ? (void *)slot->pinned : &block};
    const struct cu_kernel_node kernel =
        vyi_cuda_kernel_node(launch->kernel->function, &launch->grid, params);
    l.result = l.s->cu.graph_create(&r->graph, 0);
    l.into = r->graph;
    if (info->reports)
        add_copy(&l, head, words, r->what.head);
    else if (info->cooperative || info->fixpoints) // all of it is zeros, which need not travel
        vyi_cuda_add_zeros(&l, slot->words.at, r->what.head);
    if (r->what.keep)
        vyi_cuda_add_zeros(&l, slot->keep.at, r->what.keep);
    for (uint32_t i = 0; i < r->what.zero_count; i++)
        if (r->what.zeros[i].bytes)
            vyi_cuda_add_zeros(&l, r->what.zeros[i].at, r->what.zeros[i].bytes);
    vyi_cuda_add_kernel(&l, &kernel,
                        launch->grid.together ? VYI_CUDA_START_TOGETHER : VYI_CUDA_START_LATE);
    if (info->fixpoints || info->reports)
        add_copy(&l, words, back, r->what.head);
    if (!l.result)
        l.result = vyi_cuda_graph_make(l.s, &r->exec, r->graph);
    vyi_vec_free(l.s->host, &l.after);
    return l.result;
}

// ---- using it ----
static void restart(struct launch *l, const struct vyi_cuda_identity *what)
{
    vyi_cuda_replay_free(l->s, &l->slot->replay);
    l->slot->replay = (struct vyi_cuda_replay){.what = *what, .times = 1};
}

/// Whether the launch has come often enough, and could be made into a graph of all of it: the head
/// of the words where the kernel changes it, what is kept cleared, the kernel, and what it wrote of
/// the head.
static bool replay_ready(struct launch *l, uint64_t keep)
{
    struct vyi_cuda_replay *r = &l->slot->replay;
    const struct vyi_cuda_identity what = identify(l, keep);
    if (what.zero_count > VYI_CUDA_ZEROS || memcmp(&r->what, &what, sizeof what)) {
        restart(l, &what);
        return false;
    }
    if (r->exec || r->refused || ++r->times <= PATIENCE)
        return r->exec;
    // Without it the launch is as good, only slower; an error shows there.
    if (make(l)) {
        restart(l, &what);
        r->refused = true;
    }
    return r->exec;
}

// ---- memory ----
void vyi_cuda_layout(const vy_program *p, const struct vyi_cuda_kernel *k,
                     struct vyi_cuda_layout *at)
{
    const struct vyi_cuda_info *info = &k->info;
    at->block =
        sizeof(struct vyi_cuda_block) + vyi_slot_buffer(p, p->buffers.count) * sizeof(uint64_t);
    at->stop = 2 * VYI_CUDA_GATE_BYTES;
    at->fixpoints = at->stop + (info->service ? VYI_CUDA_STOP_WORDS * sizeof(uint32_t) : 64);
    at->log = vyi_cuda_padded(at->fixpoints + info->fixpoints * sizeof(struct vyi_cuda_fixpoint));
    at->head = at->log + (info->reports ? sizeof(struct vyi_cuda_log) : 0);
    at->lines = info->reports ? (uint64_t)k->print_words * VYI_MESSAGE_LINES : 0;
}

/// Makes a piece hold at least so many bytes; its contents are lost. *fresh: it is another one.
static cu_result fit(struct vyi_cuda_state *s, struct vyi_dev_piece *piece, uint64_t bytes,
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

static cu_result fit_slot(struct launch *l, uint64_t keep)
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
static void fill_block(const struct launch *l, struct vyi_cuda_block *block)
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

static cu_result put_block(struct launch *l)
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
            slot->replay.what.kernel = 0; // a graph has the bytes of the last one
        else
            result =
                l->s->cu.copy_up(slot->block.at, slot->pinned, (size_t)bytes, slot->lane.stream);
        slot->block_bytes = result ? 0 : bytes;
    }
    if ((void *)block != few)
        vyi_free(c, block, (size_t)bytes);
    return result;
}

/// Lines that the last launch wrote.
static cu_result clear_lines(struct launch *l)
{
    struct vyi_cuda_slot *slot = l->slot;
    uint64_t words = slot->dirty < l->at.lines ? slot->dirty : l->at.lines;
    cu_result result = CU_OK;
    if (words)
        result =
            l->s->cu.set_32(slot->words.at + l->at.head, 0, 2 * (size_t)words, slot->lane.stream);
    slot->dirty = result ? UINT64_MAX : 0;
    return result;
}

static cu_result put_words(struct launch *l)
{
    struct vyi_cuda_slot *slot = l->slot;
    const struct vyi_cuda_layout *at = &l->at;
    uint8_t *head = pinned_head(l);
    memset(head, 0, (size_t)at->head);
    if (l->kernel->info.reports) {
        struct vyi_cuda_log *log = (struct vyi_cuda_log *)(head + at->log);
        log->key = UINT64_MAX;
        log->capacity = at->lines;
    }
    return l->s->cu.copy_up(slot->words.at, head, (size_t)at->head, slot->lane.stream);
}

// ---- starting ----
static cu_result launch(struct launch *l)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct vyi_cuda_grid *g = &l->grid;
    cu_memory block = l->slot->block.at;
    void *params[] = {l->kernel->info.direct ? (void *)l->slot->pinned : &block};
    if (g->together)
        return cu->launch_together(l->kernel->function, g->blocks, 1, 1, g->threads, 1, 1,
                                   g->shared, l->slot->lane.stream, params);
    return cu->launch(l->kernel->function, g->blocks, 1, 1, g->threads, 1, 1, g->shared,
                      l->slot->lane.stream, params, NULL);
}

static cu_result fetch_head(struct launch *l)
{
    const struct vyi_cuda_info *info = &l->kernel->info;
    if (!info->fixpoints && !info->reports)
        return CU_OK;
    return l->s->cu.copy_down(pinned_back(l), l->slot->words.at, (size_t)l->at.head,
                              l->slot->lane.stream);
}

static cu_result start(struct launch *l, uint64_t keep)
{
    const struct vyi_cuda_driver *cu = &l->s->cu;
    const struct vyi_cuda_info *info = &l->kernel->info;
    struct vyi_cuda_slot *slot = l->slot;
    bool changes = info->cooperative || info->fixpoints || info->reports; // the head of the words
    cu_result result = vyi_cuda_follow(l->s, slot->lane.stream, &l->mark);
    if (!result)
        result = put_block(l);
    bool much =
        vyi_cuda_clears_more(l->job, l->clears, keep, vyi_cuda_cleared_at_once(l->s, l->job));
    bool replay = !result && !l->job->persistent && !much && replay_ready(l, keep);
    struct vyi_cuda_clearing clearing = {.s = l->s, .job = l->job, .stream = slot->lane.stream};
    if (!result && vyi_cuda_timed(l->s, l->job)) // what is cleared counts
        result = cu->event_record(slot->lane.begin, slot->lane.stream);
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
    result = replay ? l->s->cu.graph_launch(slot->replay.exec, slot->lane.stream) : launch(l);
    l->launched = true;
    slot->fresh = !changes;
    if (!result && vyi_cuda_timed(l->s, l->job))
        result = cu->event_record(slot->lane.end, slot->lane.stream);
    if (!result && !replay && !l->job->persistent)
        result = fetch_head(l);
    return result;
}

// ---- waiting ----
static cu_result wait_for(struct launch *l)
{
    struct vyi_cuda_watch w = {.stream = l->slot->lane.stream,
                               .stop = l->slot->words.at + l->at.stop,
                               .more_words = l->kernel->info.service ? VYI_CUDA_STOP_WORDS - 1 : 0,
                               .pinned = pinned_back(l) + vyi_cuda_padded(l->at.head),
                               .turn = &l->turn,
                               .name = l->what->program->name};
    cu_result result = vyi_cuda_wait(l->s, l->job, &w);
    l->stop = l->launched ? w.why : l->stop;
    if (w.why || w.some)
        l->slot->fresh = false;
    if (!result && l->job->persistent)
        result = fetch_head(l);
    if (!result && l->job->persistent)
        result = l->s->cu.stream_wait(l->slot->lane.stream);
    return result;
}

// ---- what came of it ----
/// Lines of `print`: `lines` holds `words` of them.
static vy_status print(const struct launch *l, const uint64_t *lines, uint64_t words)
{
    vy_status status = VY_OK;
    for (uint64_t at = 0; at < words && lines[at] && !status;) {
        uint64_t site = lines[at] & UINT32_MAX, count = lines[at] >> 32;
        if (count > VYI_MAX_ARGS || count > words - at - 1)
            break;
        status = vyi_dev_print(l->job, l->what->program, site, lines + at + 1, l->result);
        at += 1 + count;
    }
    return status;
}

static vy_status read_lines(vy_device *device, struct launch *l, const struct vyi_cuda_log *log)
{
    uint64_t words = log->used < l->at.lines ? log->used : l->at.lines;
    vy_context *c = device->context;
    l->result->dropped += log->dropped;
    if (!words)
        return VY_OK;
    l->slot->dirty = words;
    uint64_t *lines = vyi_calloc(c, (size_t)words, sizeof *lines);
    if (!lines)
        return VY_ERROR_MEMORY;
    cu_result result =
        vyi_cuda_move(l->s, l->slot->words.at + l->at.head, lines, words * sizeof *lines, false);
    vy_status status =
        result ? vyi_cuda_fail(device, l->what->report, result, "reading what the program printed")
               : print(l, lines, words);
    vyi_free(c, lines, (size_t)words * sizeof *lines);
    return status;
}

static vy_status list_fixpoints(const struct launch *l)
{
    return vyi_dev_list_fixpoints(l->s->host, l->kernel->code->fixpoints,
                                  l->kernel->code->fixpoint_count, l->result);
}

static void count_fixpoints(const struct launch *l)
{
    const uint8_t *from = pinned_back(l) + l->at.fixpoints;
    for (uint32_t i = 0; i < l->result->fixpoints.count && i < l->kernel->info.fixpoints; i++) {
        struct vyi_cuda_fixpoint f;
        memcpy(&f, from + i * sizeof f, sizeof f);
        vyi_job_count_fixpoint(&l->result->fixpoints.at[i], f.entries, f.passes, f.cut, f.empty);
    }
}

static vy_status verdict(vy_device *device, const struct launch *l, const struct vyi_cuda_log *log)
{
    return vyi_cuda_verdict(device, l->what->program, l->what->report, log, l->stop);
}

static vy_status collect(vy_device *device, struct launch *l)
{
    const struct vyi_cuda_log *log =
        l->kernel->info.reports ? (struct vyi_cuda_log *)(pinned_back(l) + l->at.log) : NULL;
    char text[256];
    vy_status status = list_fixpoints(l);
    count_fixpoints(l);
    l->result->device_ns = vyi_cuda_lane_ns(l->s, l->job, &l->slot->lane);
    if (vyi_cuda_traced(l->s) && vyi_cuda_timed(l->s, l->job))
        vyi_cuda_trace_emit(l->s, vyi_dev_launch_event(l->what, text, sizeof text),
                            l->slot->lane.begin, l->slot->lane.end);
    vyi_cuda_passed(l->s, l->mark);
    if (!status && log)
        status = read_lines(device, l, log);
    return status ? status : verdict(device, l, log);
}

// ---- all of it ----
static vy_status run_in_slot(vy_device *device, struct launch *l)
{
    uint64_t keep = 0;
    vy_status status = vyi_dev_kept_bytes(l->what->report, l->groups, l->kernel->info.spill_bytes,
                                          device->info.memory / 4, &keep);
    if (status)
        return status;
    cu_result result = fit_slot(l, keep);
    l->result->own_bytes = vyi_cuda_own_bytes(&l->kernel->info, l->groups);
    if (result == CU_NO_MEMORY)
        return vyi_report_as(l->what->report, VY_ERROR_MEMORY, VYI_DIAG(CUDA_ROOM),
                             device->params.name, ULL(keep));
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
        // Even half of it must have ended before the slot is used again.
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
static void share_room(struct launch *l)
{
    uint64_t room = 0;
    if (l->grid.together && l->kernel->info.virtual_groups)
        room = vyi_cuda_blocks_left(l->s, l->grid.fit);
    if (room && room < l->grid.blocks)
        l->grid.blocks = (uint32_t)room;
}

static vy_status run(vy_device *device, struct launch *l)
{
    const struct vyi_launch *launch = l->what->launch;
    vy_status status = vyi_cuda_kernel_for(device, l->job, l->what, true, &l->kernel);
    if (status)
        return status;
    l->groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    if (!l->groups || !launch->invocations)
        return list_fixpoints(l);
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
    struct launch l = {
        .s = vyi_cuda_state(device), .job = job, .what = what, .clears = clears, .result = result};
    vy_status status = vyi_cuda_enter(device, what->report);
    if (status)
        return status;
    status = run(device, &l);
    vyi_cuda_leave(device);
    return status;
}
