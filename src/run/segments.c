// A program in segments, as a list of commands.
//
// On the resident route all buffers stay on the device and only control words come back. On the
// host route they live in the host's memory: each launch takes what its segment reads and writes
// along and brings back what it wrote. A buffer that is only partly written goes along too, or its
// other bytes would come back as zeros.
#include "run/run.h"

// ---- the list ----
/// Commands are being added at the end of a sequence.
struct line {
    struct vyi_segments *s;
    uint32_t last;  ///< the command that was added last; 0: none
    uint32_t owner; ///< the sequence
    bool failed;
};

static const struct vyi_step *step_at(const struct vyi_segments *s, uint32_t index)
{
    return &s->schedule->steps.at[index];
}

static uint32_t push(struct line *l, struct vyi_command c)
{
    struct vyi_segments *s = l->s;
    if (l->failed || !vyi_vec_push(s->device->context, &s->commands, c)) {
        l->failed = true;
        return 0;
    }
    return s->commands.count - 1;
}

/// Adds a command to the sequence.
static uint32_t add(struct line *l, struct vyi_command c)
{
    uint32_t index = push(l, c);
    if (!index)
        return 0;
    if (l->last)
        l->s->commands.at[l->last].next = index;
    else
        l->s->commands.at[l->owner].first = index;
    return l->last = index;
}

static struct vyi_place control(const struct line *l, uint32_t word)
{
    return (struct vyi_place){l->s->schedule->control, word * sizeof(uint32_t)};
}

/// What a segment touches is taken to the device, or what it wrote is brought back and all freed.
static void add_transfers(struct line *l, uint32_t index, bool before)
{
    const struct vyi_segment *segment = &l->s->schedule->segments.at[index];
    for (uint32_t i = 0; i < segment->program->buffers.count; i++) {
        struct vyi_command c = {.of = index + 1, .a = {i, 0}, .bytes = VYI_COMMAND_WHOLE};
        if (!segment->access[i] || !l->s->host[i])
            continue;
        c.kind = before ? VYI_COMMAND_ALLOCATE : VYI_COMMAND_DOWNLOAD;
        if (before || segment->access[i] & 2)
            add(l, c);
        c.kind = before ? VYI_COMMAND_UPLOAD : VYI_COMMAND_FREE;
        add(l, c);
    }
}

/// What a launch wrote of the uniform values becomes what the next ones read.
static void pass_on(struct line *l, uint32_t index)
{
    const struct vy_schedule *schedule = l->s->schedule;
    const struct vyi_segment *segment = &schedule->segments.at[index];
    for (uint32_t i = 0; i < schedule->hidden.count; i++) {
        const struct vyi_hidden *h = &schedule->hidden.at[i];
        if ((h->kind != VYI_HIDDEN_NEXT && h->kind != VYI_HIDDEN_RESULT) ||
            !(segment->access[h->buffer] & 2))
            continue;
        add(l, (struct vyi_command){.kind = VYI_COMMAND_COPY,
                                    .of = index + 1,
                                    .a = {schedule->hidden.at[h->other].buffer, 0},
                                    .b = {h->buffer, 0},
                                    .bytes = l->s->launch.extents[h->buffer].bytes});
    }
}

static void add_launch(struct line *l, uint32_t index)
{
    const struct vyi_segment *segment = &l->s->schedule->segments.at[index];
    struct vyi_command clear = {.kind = VYI_COMMAND_CLEAR, .of = index + 1};
    if (segment->skipped)
        return;
    clear.a = control(l, segment->word);
    clear.bytes = segment->words * sizeof(uint32_t);
    if (segment->words)
        add(l, clear);
    clear.a = control(l, segment->loop_word - 1);
    clear.bytes = sizeof(uint32_t);
    if (segment->loop_word)
        add(l, clear);
    if (l->s->on_host)
        add_transfers(l, index, true);
    add(l, (struct vyi_command){.kind = VYI_COMMAND_LAUNCH, .of = index + 1, .checked = true});
    if (l->s->on_host)
        add_transfers(l, index, false);
    pass_on(l, index);
}

static void add_step(struct line *l, uint32_t index);

/// A side of a branch or the body of a loop as a sequence of its own; 0: it is empty.
static uint32_t body(struct line *l, uint32_t index)
{
    uint32_t owner = index ? push(l, (struct vyi_command){.kind = VYI_COMMAND_SEQUENCE}) : 0;
    struct line inner = {.s = l->s, .owner = owner, .failed = l->failed};
    if (!owner)
        return 0;
    add_step(&inner, index);
    l->failed = inner.failed;
    return owner;
}

static void add_step(struct line *l, uint32_t index)
{
    const struct vyi_step *step = step_at(l->s, index);
    struct vyi_command c = {.a = control(l, step->word)};
    if (step->kind == VYI_STEP_LAUNCH) {
        add_launch(l, step->segment);
        return;
    }
    if (step->kind == VYI_STEP_SEQUENCE) {
        for (uint32_t i = step->first; i; i = step_at(l->s, i)->next)
            add_step(l, i);
        return;
    }
    c.kind = step->kind == VYI_STEP_BRANCH ? VYI_COMMAND_BRANCH
             : step->kind == VYI_STEP_LOOP ? VYI_COMMAND_LOOP
                                           : VYI_COMMAND_FIXPOINT;
    if (step->kind == VYI_STEP_FIXPOINT) {
        c.b = (struct vyi_place){l->s->schedule->pass, step->pass * sizeof(uint32_t)};
        c.entered = step->entered;
        c.left = step->left;
        // A function with a fixpoint that is called twice has two on one line: they go by number.
        for (uint32_t i = 1; i < index; i++)
            c.number += step_at(l->s, i)->kind == VYI_STEP_FIXPOINT;
    }
    uint32_t made = add(l, c);
    if (!made)
        return;
    uint32_t first = body(l, step->first),
             second = step->kind == VYI_STEP_BRANCH ? body(l, step->second) : 0;
    l->s->commands.at[made].first = first;
    l->s->commands.at[made].second = second;
}

static bool build(struct vyi_segments *s)
{
    struct line l = {.s = s};
    push(&l, (struct vyi_command){0});
    l.owner = push(&l, (struct vyi_command){.kind = VYI_COMMAND_SEQUENCE});
    for (uint32_t i = s->schedule->source_buffers; i < s->schedule->frame->buffers.count; i++)
        if (s->launch.extents[i].bytes)
            add(&l, (struct vyi_command){
                        .kind = VYI_COMMAND_CLEAR, .a = {i, 0}, .bytes = VYI_COMMAND_WHOLE});
    add_step(&l, 1);
    return !l.failed;
}

// ---- what a device may keep of it ----
/// Of everything but addresses, contents, and sizes of the program's own buffers, which kernels
/// read from memory.
static uint64_t fingerprint(const struct vyi_segments *s)
{
    const struct vyi_launch *launch = &s->launch;
    uint64_t hash = vyi_hash(launch->workgroup, sizeof launch->workgroup, s->layout);
    hash = vyi_hash(launch->groups, sizeof launch->groups, hash);
    for (uint32_t i = 0; i < s->schedule->frame->buffers.count; i++) {
        uint64_t size = i < s->schedule->source_buffers ? launch->extents[i].count >> 31 != 0
                                                        : launch->extents[i].bytes;
        hash = vyi_hash(&size, sizeof size, hash);
    }
    for (uint32_t i = 1; i < s->commands.count; i++) {
        uint32_t command[2] = {s->commands.at[i].kind, s->commands.at[i].a.buffer};
        hash = vyi_hash(command, sizeof command, hash);
    }
    return hash;
}

vy_status vyi_segments_build(struct vyi_segments *s)
{
    if (!build(s) ||
        !vyi_vec_reserve(s->device->context, &s->commands, s->schedule->source_buffers + 1))
        return VY_ERROR_MEMORY;
    s->first = s->commands.at[1].first;
    s->built = s->commands.count;
    s->fingerprint = fingerprint(s);
    return VY_OK;
}

/// Late clears come first in the sequence, but last in the array: other commands keep their places.
void vyi_segments_list(struct vyi_segments *s, const struct vyi_command *clears,
                       uint32_t zero_count, struct vyi_job *job)
{
    s->commands.count = s->built;
    for (uint32_t i = 0; i < zero_count; i++) {
        struct vyi_command *c = &s->commands.at[s->commands.count++];
        *c = clears[2 + i];
        c->next = i + 1 < zero_count ? s->commands.count : s->first;
    }
    s->commands.at[1].first = zero_count ? s->built : s->first;
    job->commands = s->commands.at;
    job->command_count = s->commands.count;
    job->kernels = s->kernels;
    job->kernel_count = s->schedule->segments.count;
    job->memory = s->memory;
    job->host = s->host;
    job->launch = &s->launch;
    job->on_host = s->on_host;
    job->program = s->schedule->source;
    job->fingerprint = s->fingerprint;
}

// ---- memory ----
static vy_status evaluate(struct vyi_segments *s, const struct vyi_call *call,
                          struct vyi_report *report)
{
    const struct vyi_launch *source = &call->launch;
    const vy_program *frame = s->schedule->frame;
    vy_context *c = s->device->context;
    uint32_t params = s->schedule->source_params;
    uint64_t groups = (uint64_t)source->groups[0] * source->groups[1] * source->groups[2];
    uint64_t volume = (uint64_t)source->workgroup[0] * source->workgroup[1] * source->workgroup[2];
    uint64_t *values = vyi_calloc(c, frame->params.count, sizeof *values);
    uint64_t *bound = vyi_calloc(c, frame->buffers.count, sizeof *bound);
    vy_status status = VY_ERROR_MEMORY;
    if (values && bound) {
        struct vyi_launch_choice choice = {source->workgroup[0], source->groups[0]};
        memcpy(values, call->args.given.params, params * sizeof *values);
        values[params + VYI_PARAM_INVOCATIONS] = source->invocations;
        values[params + VYI_PARAM_GROUPS] = groups;
        values[params + VYI_PARAM_SUBGROUPS] =
            groups * ((volume + VYI_SUBGROUP - 1) / VYI_SUBGROUP);
        for (uint32_t i = 0; i < frame->buffers.count; i++) {
            bool own = i >= s->schedule->source_buffers,
                 out = frame->buffers.at[i].role == VY_ROLE_OUT && !frame->buffers.at[i].size[0].i;
            bound[i] = own   ? UINT64_MAX
                       : out ? source->extents[i].bytes
                             : call->args.given.bound[i];
        }
        status = vyi_launch_eval(frame, values, bound, choice, report, &s->launch);
    }
    vyi_free(c, values, frame->params.count * sizeof *values);
    vyi_free(c, bound, frame->buffers.count * sizeof *bound);
    return status;
}

/// The list clears hidden buffers before each run.
static vy_status allocate(struct vyi_segments *s, void *const *memory, struct vyi_report *report)
{
    uint32_t count = s->schedule->frame->buffers.count, sources = s->schedule->source_buffers;
    vy_context *c = s->device->context;
    vy_status status = VY_OK;
    s->memory = vyi_calloc(c, count + 1, sizeof *s->memory);
    s->host = vyi_calloc(c, count + 1, sizeof *s->host);
    if (!s->memory || !s->host)
        return VY_ERROR_MEMORY;
    void **at = s->on_host ? s->host : s->memory;
    memcpy(at, memory, sources * sizeof *at);
    for (uint32_t i = sources; !status && i < count; i++) {
        uint64_t bytes = s->launch.extents[i].bytes;
        if (s->hidden) {
            at[i] = s->hidden[i - sources];
        } else if (s->on_host) {
            at[i] = vyi_realloc(c, NULL, 0, bytes + 1);
            status = at[i] ? VY_OK : VY_ERROR_MEMORY;
        } else {
            status = vyi_device_take(s->device, bytes, false, report, &at[i]);
        }
    }
    return status;
}

/// Values alive across barriers may take a quarter of the device's memory; the largest is named.
static vy_status check_spills(struct vyi_segments *s, struct vyi_report *report)
{
    uint64_t device_memory = s->device->info.memory;
    const vy_program *frame = s->schedule->frame;
    uint64_t largest = 0;
    uint32_t which = 0;
    for (uint32_t i = s->schedule->source_buffers; i < frame->buffers.count; i++) {
        uint64_t bytes = s->launch.extents[i].bytes;
        s->spill_bytes += bytes;
        if (bytes > largest)
            largest = bytes, which = i;
    }
    if (!device_memory || s->spill_bytes <= device_memory / 4)
        return VY_OK;
    const char *name = frame->buffers.at[which].name, *kept = NULL; // by the variable it keeps
    for (uint32_t i = 0; i < s->schedule->hidden.count && !kept; i++)
        if (s->schedule->hidden.at[i].buffer == which)
            kept = vyi_plan_keeps(s->schedule, &s->schedule->hidden.at[i]);
    name = kept ? kept : name;
    vyi_report(report, frame->buffers.at[which].pos, 0, VYI_DIAG(SPILL_MEMORY), ULL(s->spill_bytes),
               ULL(device_memory / 4), name, ULL(largest));
    return VY_ERROR_LIMIT;
}

static vy_status list_kernels(struct vyi_segments *s, void *const *codes, const struct vyi_job *job)
{
    uint32_t count = s->schedule->segments.count;
    s->kernels = vyi_calloc(s->device->context, count + 1, sizeof *s->kernels);
    for (uint32_t i = 0; s->kernels && i < count; i++)
        s->kernels[i] = (struct vyi_kernel){.program = s->schedule->segments.at[i].program,
                                            .name = job->name,
                                            .region = s->schedule->segments.at[i].region,
                                            .code = codes ? codes[i] : NULL,
                                            .launch = &s->launch,
                                            .memory = s->memory,
                                            .report = job->report};
    return s->kernels ? VY_OK : VY_ERROR_MEMORY;
}

vy_status vyi_segments_measure(struct vyi_segments *s, const struct vyi_compiled *compiled,
                               vy_device *device, const struct vyi_call *call,
                               struct vyi_report *report)
{
    s->schedule = compiled->schedule;
    s->device = device;
    vy_status status = evaluate(s, call, report);
    return status ? status : check_spills(s, report);
}

vy_status vyi_segments_begin(struct vyi_segments *s, const struct vyi_compiled *compiled,
                             vy_device *device, const struct vyi_call *call, void *const *memory,
                             const struct vyi_job *job, struct vyi_job_result *result)
{
    s->layout = compiled->layout;
    vy_status status = vyi_segments_measure(s, compiled, device, call, job->report);
    if (!status)
        status = allocate(s, memory, job->report);
    if (!status)
        status = list_kernels(s, compiled->codes, job);
    for (uint32_t i = 1; !status && i < s->schedule->steps.count; i++) {
        struct vyi_job_fixpoint f = {.pos = step_at(s, i)->pos, .converged = true};
        if (step_at(s, i)->kind == VYI_STEP_FIXPOINT &&
            !vyi_vec_push(device->context, &result->fixpoints, f))
            status = VY_ERROR_MEMORY;
    }
    return status;
}

void vyi_segments_end(struct vyi_segments *s)
{
    if (!s->schedule)
        return;
    vy_context *c = s->device->context;
    uint32_t count = s->schedule->frame->buffers.count, sources = s->schedule->source_buffers;
    void **at = s->on_host ? s->host : s->memory;
    for (uint32_t i = sources; at && !s->hidden && i < count; i++) {
        uint64_t bytes = s->launch.extents[i].bytes;
        if (s->on_host)
            vyi_free(c, at[i], bytes + 1);
        else
            vyi_device_give(s->device, at[i], bytes);
    }
    vyi_free(c, s->memory, (count + 1) * sizeof *s->memory);
    vyi_free(c, s->host, (count + 1) * sizeof *s->host);
    vyi_free(c, s->kernels, (s->schedule->segments.count + 1) * sizeof *s->kernels);
    vyi_vec_free(c, &s->commands);
    vyi_launch_free(c, &s->launch);
}
