// One launch: its block and log in memory that the host sees, its command buffer, its result.
#include "dev/vulkan/vulkan_launch.h"
#include "dev/execute.h"

#include "ir/message.h"

enum {
    MOST_SLICES = 1024, ///< invocations that run a workgroup each, at a time
    /// Bytes that they have together, unless one needs more.
    MOST_SCRATCH = 64 << 20
};

// ---- its words ----
static uint64_t padded(uint64_t bytes)
{
    return (bytes + 63) & ~(uint64_t)63;
}

void vyi_vulkan_layout(const struct vyi_kernel *what, const struct vyi_vulkan_kernel *kernel,
                       struct vyi_vulkan_layout *at)
{
    const vy_program *p = what->program;
    const struct vyi_vulkan_code *code = what->code;
    // A value takes two words here.
    at->lines = kernel->info.reports ? 2 * code->print_words * VYI_MESSAGE_LINES : 0;
    at->stop = 0;
    at->ticket = VYI_VULKAN_STOP_WORDS * sizeof(uint32_t); // another line than polled words
    at->log = at->ticket + 64;
    at->block = padded(at->log + sizeof(struct vyi_vulkan_log) + at->lines * sizeof(uint32_t));
    at->bytes = at->block + sizeof(struct vyi_vulkan_block) +
                vyi_slot_buffer(p, p->buffers.count) * sizeof(uint64_t);
}

struct vyi_vulkan_shape vyi_vulkan_shape(const struct vyi_kernel *what,
                                         const struct vyi_vulkan_kernel *kernel)
{
    const uint32_t *n = what->launch->groups;
    uint32_t groups = n[0] * n[1] * n[2];
    struct vyi_vulkan_shape shape = {0};
    if (kernel->info.slice_bytes) {
        uint64_t most = MOST_SCRATCH / kernel->info.slice_bytes;
        most = most < MOST_SLICES ? most : MOST_SLICES;
        shape.slices = groups < most ? groups : most ? (uint32_t)most : 1;
        shape.scratch = shape.slices * kernel->info.slice_bytes;
    }
    if (kernel->info.shape == VYI_SPIRV_SERIAL && !shape.slices)
        shape.slices = groups < MOST_SLICES ? groups : MOST_SLICES;
    shape.groups = vyi_vulkan_groups(&kernel->info, groups, shape.slices);
    return shape;
}

void vyi_vulkan_fill_words(struct vyi_vulkan_state *s, const struct vyi_kernel *what,
                           const struct vyi_vulkan_kernel *kernel,
                           const struct vyi_vulkan_layout *at, uint8_t *host, uint64_t address,
                           uint64_t stop, uint64_t scratch)
{
    const struct vyi_launch *launch = what->launch;
    struct vyi_vulkan_log *log = (struct vyi_vulkan_log *)(host + at->log);
    struct vyi_vulkan_block *block = (struct vyi_vulkan_block *)(host + at->block);
    memset(host, 0, at->block + sizeof *block);
    log->key = UINT32_MAX;
    log->capacity = at->lines;
    memcpy(block->groups, launch->groups, sizeof block->groups);
    block->group_count = launch->groups[0] * launch->groups[1] * launch->groups[2];
    block->stop = stop;
    block->stop_step = stop == address + at->stop; // else all launches of a list share a word
    block->log = address + at->log;
    block->ticket = address + at->ticket;
    block->tables = kernel->tables.at;
    block->clock = s->clock.at;
    if (kernel->info.clock)
        atomic_store(&s->ticks, true);
    block->scratch = scratch;
    block->zero = 0;
    block->slices = vyi_vulkan_shape(what, kernel).slices;
    vyi_dev_fill_slots(what, block->slot);
    for (uint32_t i = 0; i < what->program->buffers.count; i++) {
        uint64_t *buffer = block->slot + vyi_slot_buffer(what->program, i);
        if (!buffer[1]) // empty; kernels load element 0 where an index is out of bounds
            buffer[0] = s->zeros.at;
    }
}

// ---- what came of it ----
static void join_words(const uint32_t *words, uint32_t count, uint64_t *values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
}

/// Lines of `print`.
static vy_status print(const struct vyi_job *job, const vy_program *p,
                       const struct vyi_vulkan_log *log, struct vyi_job_result *result)
{
    uint32_t words = log->used < log->capacity ? log->used : log->capacity;
    uint64_t args[VYI_MAX_ARGS];
    vy_status status = VY_OK;
    result->dropped += log->dropped;
    for (uint32_t at = 0; words - at >= 2 && log->lines[at] && !status;) {
        uint32_t site = log->lines[at], count = log->lines[at + 1];
        if (count > VYI_MAX_ARGS || 2 * count > words - at - 2)
            break;
        join_words(&log->lines[at + 2], count, args);
        status = vyi_dev_print(job, p, site, args, result);
        at += 2 + 2 * count;
    }
    return status;
}

/// A loop of the text, not one of a copy that was added to it.
static bool is_loop(const vy_program *p, uint32_t node)
{
    uint8_t op = p->nodes.at[node].op;
    return p->pos.at[node] && (vyi_op_info(op)->flags & VYI_FLAG_LOOP || op == VYI_OP_EACH);
}

/// Loops of more passes than the driver makes: at the loop that was to make the next one, else, as
/// where that is a loop over a workgroup, at the first one of the kernel.
static vy_status report_limit(vy_device *device, const struct vyi_kernel *what,
                              const struct vyi_vulkan_kernel *kernel, uint32_t site)
{
    const vy_program *p = what->program;
    uint32_t count = p->pos.count;
    if (site >= count || !is_loop(p, site))
        for (site = 1; site < count && !is_loop(p, site);)
            site++;
    bool known = site < count, deals = known && p->nodes.at[site].op == VYI_OP_EACH;
    what->report->reason = "loops of so many passes";
    if (kernel->info.shape == VYI_SPIRV_SERIAL)
        vyi_report_note(what->report, 0, 0, "shape %s", kernel->shape);
    vyi_report(what->report, known ? p->pos.at[site] : 0, 0, VYI_DIAG(VULKAN_LOOP),
               p->name ? p->name : "?", vyi_vulkan_state(device)->about.driver, device->params.name,
               deals ? "; in a larger grid each invocation makes fewer passes of 'each'" : "");
    return VY_ERROR_REFUSED;
}

vy_status vyi_vulkan_verdict(vy_device *device, const struct vyi_job *job,
                             const struct vyi_kernel *what, const struct vyi_vulkan_kernel *kernel,
                             const struct vyi_vulkan_log *log, enum vyi_stop stop,
                             struct vyi_job_result *result)
{
    const vy_program *p = what->program;
    uint64_t args[VYI_MAX_ARGS];
    vy_status status = log ? print(job, p, log, result) : VY_OK;
    if (status)
        return status;
    bool failed = log && log->key != UINT32_MAX, told = failed && log->told == log->key + 1;
    // Also where the loop was ended in which a failed assert waits to describe itself.
    if (log && (log->loop_limit || failed != told) && !stop)
        return report_limit(device, what, kernel, log->loop_limit ? log->loop_limit - 1 : 0);
    if (told)
        join_words(log->args, VYI_MAX_ARGS, args);
    const struct vyi_failure failure = {p, told ? log->site : 0, told ? log->key : 0, args};
    return vyi_dev_verdict(what->report, stop, told ? &failure : NULL);
}

// ---- when it ran ----
bool vyi_vulkan_timed(const struct vyi_vulkan_state *s, const struct vyi_job *job)
{
    return !job->untimed || (s->device->params.trace && !job->persistent);
}

struct vyi_vulkan_span vyi_vulkan_slot_span(struct vyi_vulkan_state *s,
                                            const struct vyi_vulkan_slot *slot)
{
    uint64_t ticks[2] = {0};
    double tick = (double)s->about.timestamp_ns;
    if (!slot->queries || s->vu.queries_get(s->logical, slot->queries, 0, 2, sizeof ticks, ticks,
                                            sizeof *ticks, VU_QUERY_64))
        return (struct vyi_vulkan_span){0};
    uint64_t ns = ticks[1] > ticks[0] ? (uint64_t)((double)(ticks[1] - ticks[0]) * tick) : 0;
    int64_t since = s->base.ns ? (int64_t)((double)(int64_t)(ticks[0] - s->base.ticks) * tick) : 0;
    return (struct vyi_vulkan_span){s->base.ns + (uint64_t)since, ns};
}

void vyi_vulkan_trace(const vy_device *device, vy_trace_event event, struct vyi_vulkan_span span,
                      bool own)
{
    event.device_time = own;
    event.start_ms = (double)span.start_ns / 1e6;
    event.ms = (double)span.ns / 1e6;
    vyi_dev_trace(device, &event);
}

/// Puts the two timestamps of a slot around nothing, between two looks at the host's clock, several
/// times: the shortest time between the two looks tells best what its clock was at the first tick.
vu_result vyi_vulkan_calibrate(struct vyi_vulkan_state *s)
{
    enum { TIMES = 8 };
    struct vyi_vulkan_slot *slot = NULL;
    uint64_t shortest = UINT64_MAX, ticks[2];
    vu_result result =
        s->about.timestamps && s->device->params.trace ? vyi_vulkan_slot_take(s, &slot) : VU_OK;
    for (int i = 0; i < TIMES && slot && !result; i++) {
        result = vyi_vulkan_record_begin(s, slot);
        if (result)
            break;
        s->vu.cmd_queries_reset(slot->commands, slot->queries, 0, 2);
        s->vu.cmd_timestamp(slot->commands, VU_AT_TOP, slot->queries, 0);
        s->vu.cmd_timestamp(slot->commands, VU_AT_BOTTOM, slot->queries, 1);
        result = vyi_vulkan_record_end(s, slot);
        uint64_t before = vyi_now_ns();
        if (!result)
            result = vyi_vulkan_run(s, slot);
        uint64_t took = vyi_now_ns() - before;
        if (!result)
            result = s->vu.queries_get(s->logical, slot->queries, 0, 2, sizeof ticks, ticks,
                                       sizeof *ticks, VU_QUERY_64);
        if (result || took >= shortest)
            continue;
        shortest = took;
        s->base.ns = before + took / 2;
        s->base.within_ns = took / 2 + 1;
        s->base.ticks = ticks[0];
    }
    if (slot)
        vyi_vulkan_slot_give(s, slot);
    return result;
}

// ---- running ----
uint64_t vyi_vulkan_whole(const struct vyi_vulkan_state *s, const struct vyi_job *job)
{
    enum { FEW = 4096, ROWS = 16 };
    return !job->cancel && !job->deadline_ns ? UINT64_MAX
           : s->machine.cpu                  ? FEW
                                             : ROWS * (uint64_t)VYI_VULKAN_ROW;
}

struct launch {
    struct vyi_vulkan_state *s;
    const struct vyi_job *job;
    const struct vyi_kernel *what;
    const struct vyi_clears *clears;
    struct vyi_job_result *result;
    const struct vyi_vulkan_kernel *kernel;
    struct vyi_vulkan_slot *slot;
    struct vyi_vulkan_layout at;
    struct vyi_vulkan_shape shape;
};

static vu_result fit(struct launch *l)
{
    struct vyi_vulkan_state *s = l->s;
    struct vyi_vulkan_slot *slot = l->slot;
    vu_result result = vyi_vulkan_range_fit(s, &slot->words, l->at.bytes);
    if (!result && slot->scratch.bytes < l->shape.scratch) {
        vyi_vulkan_give(s, &slot->scratch);
        result = vyi_vulkan_take(s, l->shape.scratch, &slot->scratch);
    }
    return result;
}

/// After the first `done` workgroups the next ones, about `most`.
static struct vyi_vulkan_part next_part(const struct launch *l, uint64_t done, uint64_t most)
{
    struct vyi_vulkan_part part = vyi_vulkan_all(l->shape.groups);
    uint64_t rows = most / VYI_VULKAN_ROW;
    part.x = (uint32_t)(done % VYI_VULKAN_ROW);
    part.y = (uint32_t)(done / VYI_VULKAN_ROW);
    part.rows -= part.y;
    if (part.x || !rows) {
        part.width -= part.x;
        part.width = part.width < most ? part.width : (uint32_t)most;
        part.rows = 1;
    } else if (rows < part.rows) {
        part.rows = (uint32_t)rows;
    }
    return part;
}

/// Where the queue clears, it does so in front of the kernel.
static vu_result record(struct launch *l, struct vyi_vulkan_part part)
{
    struct vyi_vulkan_state *s = l->s;
    vu_commands commands = l->slot->commands;
    bool timed = l->slot->queries && vyi_vulkan_timed(s, l->job);
    vu_result result = vyi_vulkan_record_begin(s, l->slot);
    if (result)
        return result;
    if (timed) {
        s->vu.cmd_queries_reset(commands, l->slot->queries, 0, 2);
        s->vu.cmd_timestamp(commands, VU_AT_TOP, l->slot->queries, 0);
    }
    vyi_vulkan_record_kernel(s, commands, l->kernel, l->slot->words.at + l->at.block, part);
    if (timed)
        s->vu.cmd_timestamp(commands, VU_AT_BOTTOM, l->slot->queries, 1);
    return vyi_vulkan_record_end(s, l->slot);
}

/// A driver begins the workgroups of a launch one by one also after a stop request, which billions
/// of them would keep waiting. So a launch that may be stopped is submitted in parts of 20 ms.
static vu_result run_parts(struct launch *l, struct vyi_vulkan_watch *w,
                           struct vyi_vulkan_span *span)
{
    const uint64_t enough_ns = 20000000, groups = l->shape.groups;
    uint64_t most = vyi_vulkan_whole(l->s, l->job), done = 0;
    vu_result result = VU_OK;
    while (done < groups && !result && !w->why) {
        struct vyi_vulkan_part part = next_part(l, done, most);
        uint64_t start = vyi_now_ns();
        result = record(l, part);
        if (!result)
            result = vyi_vulkan_submit(l->s, l->slot->commands, l->slot->fence);
        if (!result)
            result = vyi_vulkan_wait(l->s, w);
        if (!result && vyi_vulkan_timed(l->s, l->job)) {
            struct vyi_vulkan_span now = vyi_vulkan_slot_span(l->s, l->slot);
            l->result->device_ns += now.ns;
            span->start_ns = done ? span->start_ns : now.start_ns;
            span->ns = now.start_ns + now.ns - span->start_ns;
        }
        done += (uint64_t)part.width * part.rows;
        if (vyi_now_ns() - start < enough_ns && most < groups)
            most *= 2;
    }
    return result;
}

static vy_status run_in_turn(vy_device *device, struct launch *l)
{
    struct vyi_vulkan_span span = {0};
    struct vyi_vulkan_slot *slot = l->slot;
    struct vyi_vulkan_watch w = {.fence = slot->fence,
                                 .job = l->job,
                                 .stop = (atomic_uint *)(slot->words.host + l->at.stop),
                                 .words = VYI_VULKAN_STOP_WORDS};
    char text[256];
    if (l->kernel->info.reports)
        w.log = (struct vyi_vulkan_log *)(slot->words.host + l->at.log);
    vy_status status = vyi_job_clear_late(device, l->job, l->clears);
    if (status)
        return status;
    vu_result result = run_parts(l, &w, &span);
    if (result)
        return vyi_vulkan_fail(device, l->what->report, result, "running a kernel");
    if (vyi_vulkan_timed(l->s, l->job)) {
        l->result->start_ns = device->params.trace ? span.start_ns : 0;
        if (span.start_ns)
            vyi_vulkan_trace(device, vyi_dev_launch_event(l->what, text, sizeof text), span, true);
    }
    return vyi_vulkan_verdict(device, l->job, l->what, l->kernel, w.log, w.why, l->result);
}

static vy_status run_in_slot(vy_device *device, struct launch *l)
{
    struct vyi_vulkan_slot *slot = l->slot;
    vu_result result = fit(l);
    if (result == VU_NO_DEVICE_MEMORY || result == VU_NO_HOST_MEMORY)
        return vyi_report_as(l->what->report, VY_ERROR_MEMORY, VYI_DIAG(VULKAN_ROOM),
                             device->params.name, ULL(l->at.bytes + l->shape.scratch));
    if (result)
        return vyi_vulkan_fail(device, l->what->report, result, "taking memory for a launch");
    vyi_vulkan_fill_words(l->s, l->what, l->kernel, &l->at, slot->words.host, slot->words.at,
                          slot->words.at + l->at.stop, slot->scratch.at);
    enum vyi_stop stop = vyi_vulkan_turn_begin(l->s, l->job);
    if (stop)
        return vyi_vulkan_verdict(device, l->job, l->what, l->kernel, NULL, stop, l->result);
    vy_status status = run_in_turn(device, l);
    vyi_vulkan_turn_end(l->s);
    return status;
}

static vy_status run(vy_device *device, struct launch *l)
{
    const struct vyi_vulkan_code *code = l->what->code;
    vy_status status = vyi_vulkan_kernel_for(device, l->job, l->what, &l->kernel);
    if (!status)
        status = vyi_dev_list_fixpoints(l->s->host, code->base.fixpoints, code->base.fixpoint_count,
                                        l->result);
    if (status || !l->what->launch->invocations)
        return status;
    l->result->shape = l->kernel->shape;
    vyi_vulkan_layout(l->what, l->kernel, &l->at);
    l->shape = vyi_vulkan_shape(l->what, l->kernel);
    if (l->shape.scratch) // the slot may have more, of a larger launch
        l->result->own_bytes = vyi_vulkan_memory_size(device, l->shape.scratch);
    vu_result result = vyi_vulkan_slot_take(l->s, &l->slot);
    if (result)
        return vyi_vulkan_fail(device, l->what->report, result, "making a command buffer");
    status = run_in_slot(device, l);
    vyi_vulkan_slot_give(l->s, l->slot);
    return status;
}

/// Launches of a group have one allocation, whose size is rounded up by a quarter at most.
uint64_t vyi_vulkan_launch_size(vy_device *device, const struct vyi_job *job,
                                const struct vyi_kernel *what)
{
    const struct vyi_vulkan_kernel *kernel = NULL;
    if (vyi_vulkan_enter(device, what->report))
        return 0;
    vy_status status = vyi_vulkan_kernel_for(device, job, what, &kernel);
    uint64_t bytes = status ? 0 : vyi_vulkan_shape(what, kernel).scratch;
    vyi_vulkan_leave(device);
    return bytes ? bytes + bytes / 4 + VYI_KEPT_LEAST : 0;
}

vy_status vyi_vulkan_launch(vy_device *device, const struct vyi_job *job,
                            const struct vyi_kernel *what, const struct vyi_clears *clears,
                            struct vyi_job_result *result)
{
    struct launch l = {.s = vyi_vulkan_state(device),
                       .job = job,
                       .what = what,
                       .clears = clears,
                       .result = result};
    vy_status status = vyi_vulkan_enter(device, what->report);
    if (status)
        return status;
    status = run(device, &l);
    vyi_vulkan_leave(device);
    return status;
}
