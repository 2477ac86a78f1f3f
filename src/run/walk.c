// Walks a schedule over a device: the resident and the host route.
//
// On the resident route all buffers stay on the device and only control words come back. On the
// host route they live in the host's memory: each launch takes what its segment reads and writes
// along and brings back what it wrote. A buffer that is only partly written goes along too, or its
// other bytes would come back as zeros.
#include "run/walk.h"

#include "dev/stop.h"
#include "ir/message.h"

static const struct vyi_step *step_at(const struct vyi_walk *w, uint32_t index)
{
    return &w->schedule->steps.at[index];
}

// ---- jobs ----
vy_status vyi_job_check(const struct vyi_job *job, uint64_t statements)
{
    char after[VYI_MESSAGE_AFTER];
    switch (vyi_dev_must_stop(job)) {
    case VYI_STOP_CANCELLED:
        vyi_report(job->report, 0, 0, VYI_DIAG(CANCELLED), vyi_message_after(statements, after));
        return VY_ERROR_CANCELLED;
    case VYI_STOP_DEADLINE:
        vyi_report(job->report, 0, 0, VYI_DIAG(DEADLINE), vyi_message_after(statements, after));
        return VY_ERROR_DEADLINE;
    default: return VY_OK;
    }
}

// ---- piece by piece ----
// Values kept across a barrier, and the caller's data, may take gigabytes.
enum {
    PIECE = 16 << 20,       ///< bytes between two looks at the clock
    LARGE_PIECE = 128 << 20 ///< a few milliseconds of a fast link; small pieces cost much of it
};

/// How much of so many bytes comes next, at most `most` where the job may have to stop; an error
/// where it has to.
static vy_status next_piece(const struct vyi_job *job, uint64_t at, uint64_t bytes, uint64_t most,
                            uint64_t *n)
{
    bool stops = job && (job->cancel || job->deadline_ns);
    *n = stops && bytes - at > most ? most : bytes - at;
    return at && stops ? vyi_job_check(job, job->steps_before) : VY_OK;
}

vy_status vyi_job_clear(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes)
{
    vy_status status = VY_OK;
    for (uint64_t at = 0, n; !status && at < bytes; at += n)
        if ((status = next_piece(job, at, bytes, PIECE, &n)))
            break;
        else if (device)
            device->fns->memory_clear(device, (char *)memory + at, n);
        else
            memset((char *)memory + at, 0, n);
    return status;
}

vy_status vyi_job_mark(vy_device *device, const struct vyi_job *job, void *memory, uint64_t bytes)
{
    vy_status status = VY_OK;
    for (uint64_t at = 0, n; device->fns->memory_mark && at < bytes; at += n)
        if ((status = next_piece(job, at, bytes, PIECE, &n)))
            break;
        else
            device->fns->memory_mark(device, (char *)memory + at, n);
    return status;
}

static vy_status travel(vy_device *device, const struct vyi_job *job, uint64_t most, void *there,
                        void *here, uint64_t bytes, bool up)
{
    vy_status status = VY_OK;
    for (uint64_t at = 0, n; !status && at < bytes; at += n)
        if ((status = next_piece(job, at, bytes, most, &n)))
            break;
        else if (up)
            status = vyi_device_upload(device, there, at, (char *)here + at, n);
        else
            status = vyi_device_download(device, there, at, (char *)here + at, n);
    return status;
}

vy_status vyi_job_upload(vy_device *device, const struct vyi_job *job, void *memory,
                         const void *data, uint64_t bytes)
{
    return travel(device, job, LARGE_PIECE, memory, (void *)data, bytes, true);
}

vy_status vyi_job_download(vy_device *device, const struct vyi_job *job, const void *memory,
                           void *data, uint64_t bytes)
{
    return travel(device, job, LARGE_PIECE, (void *)memory, data, bytes, false);
}

/// Fixpoints of a program come in the same order each time it runs.
static vy_status add_fixpoints(vy_context *c, const struct vyi_job_result *one,
                               struct vyi_job_result *sum)
{
    for (uint32_t i = 0; i < one->fixpoints.count; i++) {
        const struct vyi_job_fixpoint *f = &one->fixpoints.at[i];
        if (i >= sum->fixpoints.count) {
            if (!vyi_vec_push(c, &sum->fixpoints, *f))
                return VY_ERROR_MEMORY;
            continue;
        }
        sum->fixpoints.at[i].passes += f->passes;
        sum->fixpoints.at[i].entries += f->entries;
        sum->fixpoints.at[i].cut += f->cut;
        sum->fixpoints.at[i].empty += f->empty;
        sum->fixpoints.at[i].converged = sum->fixpoints.at[i].converged && f->converged;
    }
    return VY_OK;
}

vy_status vyi_job_run(vy_device *device, struct vyi_job *job, struct vyi_job_result *sum,
                      uint64_t *ns)
{
    struct vyi_job_result one = {0};
    bool timed = !job->untimed || device->params.trace; // asking what time it is costs too
    uint64_t start = timed ? vyi_now_ns() : 0;
    job->steps_before = sum->statements;
    vy_status status = device->fns->run(device, job, &one), added;
    *ns = one.device_ns ? one.device_ns : timed ? vyi_now_ns() - start : 0;
    if (timed)
        vyi_trace_launch(device, "launch", job, job->program, start, vyi_now_ns());
    sum->device_ns += *ns;
    sum->statements += one.statements;
    sum->out_of_bounds += one.out_of_bounds;
    sum->printed += one.printed;
    sum->dropped += one.dropped;
    added = add_fixpoints(device->context, &one, sum);
    vyi_vec_free(device->context, &one.fixpoints);
    return status ? status : added;
}

// ---- words of the control and pass buffers ----
static vy_status read_word(struct vyi_walk *w, uint32_t word, uint32_t *value)
{
    const void *memory = w->memory[w->schedule->control];
    if (w->host) {
        memcpy(value, (const uint32_t *)memory + word, sizeof *value);
        return VY_OK;
    }
    w->control += sizeof *value;
    return vyi_device_download(w->device, memory, word * sizeof *value, value, sizeof *value);
}

static vy_status write_word(struct vyi_walk *w, uint32_t buffer, uint32_t word, uint32_t value)
{
    void *memory = w->memory[buffer];
    if (w->host) {
        memcpy((uint32_t *)memory + word, &value, sizeof value);
        return VY_OK;
    }
    w->control += sizeof value;
    return vyi_device_upload(w->device, memory, word * sizeof value, &value, sizeof value);
}

/// Nothing travels for zeros.
static void clear_words(struct vyi_walk *w, uint32_t word, uint32_t count)
{
    uint32_t *memory = (uint32_t *)w->memory[w->schedule->control] + word;
    if (w->host)
        memset(memory, 0, count * sizeof *memory);
    else
        w->device->fns->memory_clear(w->device, memory, count * sizeof *memory);
}

// ---- launches ----
static vy_status run_job(struct vyi_walk *w, uint64_t *ns)
{
    w->launches++;
    vy_status status = vyi_job_run(w->device, &w->job, w->result, ns);
    w->job.zero_count = 0;
    return status;
}

static vy_status bring(struct vyi_walk *w, uint32_t i, void *there, bool up)
{
    uint64_t bytes = w->launch.extents[i].bytes;
    *(up ? &w->up : &w->down) += bytes;
    w->job.steps_before = w->result->statements;
    return travel(w->device, &w->job, PIECE, there, w->memory[i], bytes, up);
}

/// Takes what a segment touches to the device, runs it, brings back what it wrote.
static vy_status run_from_host(struct vyi_walk *w, const struct vyi_segment *segment, uint64_t *ns)
{
    vy_device *d = w->device;
    const vy_program *p = segment->program;
    uint32_t count = p->buffers.count;
    void **there = vyi_calloc(d->context, count + 1, sizeof *there);
    struct vyi_block *blocks = vyi_calloc(d->context, count + 1, sizeof *blocks);
    vy_status status = there && blocks ? VY_OK : VY_ERROR_MEMORY;
    for (uint32_t i = 0; !status && i < count; i++) {
        uint64_t bytes = w->launch.extents[i].bytes;
        if (!segment->access[i] || !w->memory[i])
            continue;
        status = vyi_device_take_aligned(d, bytes, vyi_buffer_align(&p->buffers.at[i]), false,
                                         w->job.report, &blocks[i]);
        there[i] = blocks[i].memory;
        if (!status)
            status = bring(w, i, there[i], true);
    }
    w->job.memory = there;
    if (!status)
        status = run_job(w, ns);
    for (uint32_t i = 0; there && blocks && i < count; i++) {
        if (!there[i])
            continue;
        if (!status && segment->access[i] & 2)
            status = bring(w, i, there[i], false);
        vyi_device_give(d, blocks[i].base, blocks[i].bytes);
    }
    vyi_free(d->context, there, (count + 1) * sizeof *there);
    vyi_free(d->context, blocks, (count + 1) * sizeof *blocks);
    return status;
}

/// What a launch wrote of the uniform values becomes what the next ones read.
static vy_status pass_on(struct vyi_walk *w, const struct vyi_segment *segment)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < w->schedule->hidden.count; i++) {
        const struct vyi_hidden *h = &w->schedule->hidden.at[i];
        if ((h->kind != VYI_HIDDEN_NEXT && h->kind != VYI_HIDDEN_RESULT) ||
            !(segment->access[h->buffer] & 2))
            continue;
        void *to = w->memory[w->schedule->hidden.at[h->other].buffer];
        uint64_t bytes = w->launch.extents[h->buffer].bytes;
        if (w->host)
            memcpy(to, w->memory[h->buffer], bytes);
        else
            status = w->device->fns->copy(w->device, to, w->memory[h->buffer], bytes);
    }
    return status;
}

static vy_status launch(struct vyi_walk *w, uint32_t index)
{
    const struct vyi_segment *segment = &w->schedule->segments.at[index];
    uint64_t ns = 0;
    vy_status status = vyi_job_check(&w->job, w->result->statements);
    if (segment->skipped || status)
        return status;
    if (segment->words)
        clear_words(w, segment->word, segment->words);
    if (segment->loop_word)
        clear_words(w, segment->loop_word - 1, 1);
    w->job.program = segment->program;
    w->job.region = segment->region;
    w->job.code = w->codes ? w->codes[index] : NULL;
    w->job.memory = w->memory;
    if (!status)
        status = w->host ? run_from_host(w, segment, &ns) : run_job(w, &ns);
    if (index < w->segment_count) {
        w->segments[index].launches++;
        w->segments[index].ms += (double)ns / 1e6;
    }
    if (!status)
        status = pass_on(w, segment);
    if (status && !w->failed_segment)
        w->failed_segment = index + 1;
    return status;
}

// ---- the tree ----
/// Has the device run a step and all it holds.
static vy_status run_tree(struct vyi_walk *w, uint32_t root)
{
    struct vyi_tree_job job = {.schedule = w->schedule,
                               .root = root,
                               .codes = w->codes,
                               .kept = w->kept,
                               .split = w->split,
                               .between = w->between,
                               .early = w->early,
                               .user = w->user,
                               .job = w->job};
    struct vyi_tree_result result = {.job = w->result};
    vy_status status = vyi_job_check(&w->job, w->result->statements);
    if (status)
        return status;
    job.job.memory = w->memory;
    uint64_t start = vyi_now_ns();
    status = w->device->fns->tree_run(w->device, &job, &result);
    w->job.zero_count = 0;
    vyi_trace_launch(w->device, "graph", &w->job, w->schedule->source, start, vyi_now_ns());
    w->launches += result.launches;
    w->failed_segment = result.failed_segment;
    return status;
}

static vy_status walk(struct vyi_walk *w, uint32_t index);

/// A function with a fixpoint that is called twice has two on one line, so they go by number.
static struct vyi_job_fixpoint *fixpoint_of(struct vyi_walk *w, const struct vyi_step *step)
{
    uint32_t number = 0;
    for (const struct vyi_step *s = step_at(w, 1); s < step; s++)
        number += s->kind == VYI_STEP_FIXPOINT;
    return &w->result->fixpoints.at[number];
}

static vy_status fixpoint(struct vyi_walk *w, const struct vyi_step *s)
{
    uint32_t from = 0, to = 0, again = 1, entered = 1, left = 1, passes = 0;
    vy_status status = s->entered ? read_word(w, s->entered - 1, &entered) : VY_OK;
    if (!status && !entered)
        return VY_OK; // nobody lives
    if (!status)
        status = read_word(w, s->word, &from);
    if (!status)
        status = read_word(w, s->word + 1, &to);
    for (uint32_t k = from; !status && k < to && again && left; k++, passes++) {
        status = write_word(w, w->schedule->pass, s->pass, k);
        clear_words(w, s->word + 2, 1);
        if (!status)
            status = walk(w, s->first);
        if (!status)
            status = read_word(w, s->word + 2, &again);
        if (!status && s->left)
            status = read_word(w, s->left - 1, &left);
    }
    struct vyi_job_fixpoint *f = fixpoint_of(w, s);
    f->passes += passes;
    f->entries++;
    f->cut += passes && again;
    f->empty += !passes;
    f->converged = f->converged && passes && !again;
    return status ? status : write_word(w, w->schedule->pass, s->pass + 1, passes);
}

static vy_status walk(struct vyi_walk *w, uint32_t index)
{
    const struct vyi_step *s = step_at(w, index);
    uint32_t value = 0;
    vy_status status = VY_OK;
    if (w->loops && vyi_plan_plain_loop(w->schedule, index))
        return run_tree(w, index);
    switch (s->kind) {
    case VYI_STEP_LAUNCH: return launch(w, s->segment);
    case VYI_STEP_SEQUENCE:
        for (uint32_t i = s->first; !status && i; i = step_at(w, i)->next)
            status = walk(w, i);
        return status;
    case VYI_STEP_BRANCH:
        status = read_word(w, s->word, &value);
        index = value ? s->first : s->second;
        return status || !index ? status : walk(w, index);
    case VYI_STEP_LOOP:
        while (!(status = read_word(w, s->word, &value)) && value)
            if ((status = walk(w, s->first)))
                break;
        return status;
    default: return fixpoint(w, s);
    }
}

static vy_status clear_hidden(struct vyi_walk *w, uint32_t i)
{
    return vyi_job_clear(w->host ? NULL : w->device, &w->job, w->memory[i],
                         w->launch.extents[i].bytes);
}

vy_status vyi_walk_run(struct vyi_walk *w)
{
    if (w->whole)
        return w->launch.invocations ? run_tree(w, 1) : VY_OK;
    vy_status status = VY_OK;
    for (uint32_t i = w->schedule->source_buffers;
         !status && w->launches && i < w->schedule->frame->buffers.count; i++)
        status = clear_hidden(w, i);
    if (status || !w->launch.invocations)
        return status;
    return walk(w, 1);
}

// ---- memory ----
static vy_status evaluate(struct vyi_walk *w, const struct vyi_args *args,
                          const struct vyi_launch *source)
{
    const vy_program *frame = w->schedule->frame;
    vy_context *c = w->device->context;
    uint32_t params = w->schedule->source_params;
    uint64_t groups = (uint64_t)source->groups[0] * source->groups[1] * source->groups[2];
    uint64_t volume = (uint64_t)source->workgroup[0] * source->workgroup[1] * source->workgroup[2];
    uint64_t *values = vyi_calloc(c, frame->params.count, sizeof *values);
    uint64_t *bound = vyi_calloc(c, frame->buffers.count, sizeof *bound);
    vy_status status = VY_ERROR_MEMORY;
    if (values && bound) {
        struct vyi_launch_choice choice = {source->workgroup[0], source->groups[0]};
        memcpy(values, args->params, params * sizeof *values);
        values[params + VYI_PARAM_INVOCATIONS] = source->invocations;
        values[params + VYI_PARAM_GROUPS] = groups;
        values[params + VYI_PARAM_SUBGROUPS] =
            groups * ((volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP);
        for (uint32_t i = 0; i < frame->buffers.count; i++)
            bound[i] = i < w->schedule->source_buffers ? args->bound[i] : UINT64_MAX;
        status = vyi_launch_eval(frame, values, bound, choice, w->job.report, &w->launch);
    }
    vyi_free(c, values, frame->params.count * sizeof *values);
    vyi_free(c, bound, frame->buffers.count * sizeof *bound);
    return status;
}

/// Whether the device takes long to clear it, and nobody would look at the clock meanwhile.
static bool is_much(const struct vyi_walk *w, uint64_t bytes)
{
    enum { MUCH = 16 << 20 };
    return bytes > MUCH && (w->job.cancel || w->job.deadline_ns);
}

static vy_status allocate(struct vyi_walk *w, void *const *memory)
{
    const vy_program *frame = w->schedule->frame;
    vy_device *d = w->device;
    vy_status status = VY_OK;
    w->memory = vyi_calloc(d->context, frame->buffers.count + 1, sizeof *w->memory);
    if (!w->memory)
        return VY_ERROR_MEMORY;
    memcpy(w->memory, memory, w->schedule->source_buffers * sizeof *w->memory);
    for (uint32_t i = w->schedule->source_buffers; !status && i < frame->buffers.count; i++) {
        uint64_t bytes = w->launch.extents[i].bytes;
        if (w->hidden) {
            w->memory[i] = w->hidden[i - w->schedule->source_buffers];
            if (!w->whole)
                status = clear_hidden(w, i);
        } else if (w->host) {
            w->memory[i] = vyi_calloc(d->context, bytes + 1, 1);
            status = w->memory[i] ? VY_OK : VY_ERROR_MEMORY;
        } else {
            bool apart = !w->whole && is_much(w, bytes);
            status = vyi_device_take(d, bytes, !w->whole && !apart, w->job.report, &w->memory[i]);
            if (!status && apart)
                status = clear_hidden(w, i);
        }
    }
    return status;
}

/// The variable that a hidden buffer keeps, else the buffer's own name.
static const char *kept_in(const struct vy_schedule *s, uint32_t buffer)
{
    const char *name = NULL;
    for (uint32_t i = 0; i < s->hidden.count && !name; i++)
        if (s->hidden.at[i].buffer == buffer)
            name = vyi_plan_keeps(s, &s->hidden.at[i]);
    return name ? name : s->frame->buffers.at[buffer].name;
}

/// Values alive across barriers may take a quarter of the device's memory; the largest is named.
static vy_status check_spills(struct vyi_walk *w)
{
    uint64_t device_memory = w->device->info.memory;
    const vy_program *frame = w->schedule->frame;
    uint64_t largest = 0;
    uint32_t which = 0;
    for (uint32_t i = w->schedule->source_buffers; i < frame->buffers.count; i++) {
        uint64_t bytes = w->launch.extents[i].bytes;
        w->spill_bytes += bytes;
        if (bytes > largest)
            largest = bytes, which = i;
    }
    if (!device_memory || w->spill_bytes <= device_memory / 4)
        return VY_OK;
    const char *name = kept_in(w->schedule, which);
    vyi_report(w->job.report, frame->buffers.at[which].pos, 0, VYI_DIAG(SPILL_MEMORY),
               (unsigned long long)w->spill_bytes, (unsigned long long)(device_memory / 4), name,
               (unsigned long long)largest);
    return VY_ERROR_LIMIT;
}

static vy_status list_fixpoints(struct vyi_walk *w)
{
    for (uint32_t i = 1; i < w->schedule->steps.count; i++) {
        const struct vyi_step *s = step_at(w, i);
        struct vyi_job_fixpoint f = {.pos = s->pos, .converged = true};
        if (s->kind == VYI_STEP_FIXPOINT &&
            !vyi_vec_push(w->device->context, &w->result->fixpoints, f))
            return VY_ERROR_MEMORY;
    }
    return VY_OK;
}

vy_status vyi_walk_measure(struct vyi_walk *w, const struct vy_schedule *schedule,
                           vy_device *device, const struct vyi_args *args,
                           const struct vyi_launch *source)
{
    w->schedule = schedule;
    w->device = device;
    vy_status status = evaluate(w, args, source);
    return status ? status : check_spills(w);
}

vy_status vyi_walk_begin(struct vyi_walk *w, const struct vy_schedule *schedule, vy_device *device,
                         const struct vyi_args *args, const struct vyi_launch *source,
                         void *const *memory, bool host)
{
    w->host = host;
    vy_status status = vyi_walk_measure(w, schedule, device, args, source);
    // What is asked for each segment is only known where they are launched one by one.
    bool fits = !status && !host && !w->segments && device->fns->tree_fits;
    w->job.launch = &w->launch;
    w->whole = fits && device->fns->tree_fits(device, schedule, &w->job, true);
    w->loops = fits && !w->whole && device->fns->tree_fits(device, schedule, &w->job, false);
    if (!status)
        status = allocate(w, memory);
    if (!status)
        status = list_fixpoints(w);
    return status;
}

void vyi_walk_end(struct vyi_walk *w)
{
    vy_device *d = w->device;
    const vy_program *frame = w->schedule->frame;
    for (uint32_t i = w->schedule->source_buffers; w->memory && i < frame->buffers.count; i++) {
        uint64_t bytes = w->launch.extents[i].bytes;
        if (w->hidden)
            continue;
        if (w->host)
            vyi_free(d->context, w->memory[i], bytes + 1);
        else
            vyi_device_give(d, w->memory[i], bytes);
    }
    vyi_free(d->context, w->memory, w->memory ? (frame->buffers.count + 1) * sizeof *w->memory : 0);
    w->memory = NULL;
    vyi_launch_free(d->context, &w->launch);
}
