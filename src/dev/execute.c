// See execute.h.
#include "dev/execute.h"

struct run {
    vy_device *device;
    struct vyi_job job; ///< a copy: `steps_before` counts on
    struct vyi_job_result *result;
    struct vyi_clears late;   ///< that no launch has taken yet
    struct vyi_block *blocks; ///< by buffer, allocated by the list; NULL: none yet
    uint64_t group_start;     ///< the end of the last GROUP, or the beginning of the list
};

static const struct vyi_command *at(const struct run *r, uint32_t index)
{
    return &r->job.commands[index];
}

// ---- memory ----
/// Where a clear, a copy or a word is.
static void *memory_at(const struct run *r, struct vyi_place place)
{
    return r->job.on_host ? (char *)r->job.host[place.buffer] + place.offset
                          : vyi_command_memory(&r->job, place);
}

static vy_status clear(struct run *r, const struct vyi_command *c)
{
    return vyi_job_clear(r->job.on_host ? NULL : r->device, &r->job, memory_at(r, c->a),
                         vyi_command_bytes(&r->job, c));
}

static vy_status copy(struct run *r, const struct vyi_command *c)
{
    uint64_t bytes = vyi_command_bytes(&r->job, c);
    if (!r->job.on_host)
        return r->device->fns->copy(r->device, memory_at(r, c->a), memory_at(r, c->b), bytes);
    memcpy(memory_at(r, c->a), memory_at(r, c->b), bytes);
    return VY_OK;
}

static vy_status allocate(struct run *r, const struct vyi_command *c)
{
    const struct vyi_kernel *k = &r->job.kernels[c->of - 1];
    uint32_t count = k->program->buffers.count, i = c->a.buffer;
    if (!r->blocks)
        r->blocks = vyi_calloc(r->device->context, count + 1, sizeof *r->blocks);
    if (!r->blocks)
        return VY_ERROR_MEMORY;
    vy_status status = vyi_device_take_aligned(r->device, vyi_command_bytes(&r->job, c),
                                               vyi_buffer_align(&k->program->buffers.at[i]), false,
                                               r->job.report, &r->blocks[i]);
    r->job.memory[i] = r->blocks[i].memory;
    return status;
}

static void release(struct run *r, uint32_t buffer)
{
    vyi_device_give(r->device, r->blocks[buffer].base, r->blocks[buffer].bytes);
    r->blocks[buffer] = (struct vyi_block){0};
    r->job.memory[buffer] = NULL;
}

/// A word that decides about control flow, from the device to the host or back (`up`).
static vy_status move_word(struct run *r, struct vyi_place place, uint32_t word, uint32_t *value,
                           bool up)
{
    place.offset += word * sizeof *value;
    void *at = memory_at(r, place);
    if (r->job.on_host) {
        memcpy(up ? at : value, up ? value : at, sizeof *value);
        return VY_OK;
    }
    r->result->control += sizeof *value;
    return vyi_device_transfer(r->device, at, value, sizeof *value, up);
}

// ---- launches ----
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
        vyi_job_count_fixpoint(&sum->fixpoints.at[i], f->entries, f->passes, f->cut, f->empty);
    }
    return VY_OK;
}

/// Late clears for a launch: the device takes them, but for those of a launch without invocations.
static vy_status take_clears(struct run *r, const struct vyi_kernel *k, struct vyi_clears *clears)
{
    *clears = r->late;
    r->late.count = 0;
    if (!clears->count || (k && k->launch->invocations))
        return VY_OK;
    vy_status status = vyi_job_clear_late(r->device, &r->job, clears);
    clears->count = 0;
    return status;
}

/// Runs a kernel once, and adds up what it did.
static vy_status launch(struct run *r, uint32_t kernel, struct vyi_job_result *sum)
{
    vy_device *device = r->device;
    const struct vyi_kernel *k = &r->job.kernels[kernel];
    struct vyi_job_result one = {0};
    struct vyi_clears clears;
    vy_status status = take_clears(r, k, &clears), added;
    if (status)
        return status;
    bool timed = !r->job.untimed || device->params.trace; // reading the clock costs time too
    uint64_t start = timed ? vyi_now_ns() : 0;
    r->job.steps_before = sum->statements;
    status = device->fns->launch(device, &r->job, k, &clears, &one);
    uint64_t ns = one.device_ns ? one.device_ns : timed ? vyi_now_ns() - start : 0;
    if (timed && !one.start_ns)
        vyi_dev_trace_launch(device, k, start, vyi_now_ns());
    sum->launches++;
    sum->shape = one.shape;
    sum->device_ns += ns;
    sum->statements += one.statements;
    sum->out_of_bounds += one.out_of_bounds;
    sum->printed += one.printed;
    sum->dropped += one.dropped;
    sum->own_bytes = one.own_bytes > sum->own_bytes ? one.own_bytes : sum->own_bytes;
    if (r->result->each && sum == r->result) {
        r->result->each[kernel].launches++;
        r->result->each[kernel].device_ns += ns;
        r->result->each[kernel].shape = one.shape;
    }
    added = add_fixpoints(device->context, &one, sum);
    vyi_vec_free(device->context, &one.fixpoints);
    return status ? status : added;
}

/// The first kernel that failed gives the status. Side by side all kernels come to their end.
static vy_status launch_group(struct run *r, const struct vyi_command *c)
{
    struct vyi_job_result *each = r->result->each;
    uint32_t from = at(r, c->first)->of - 1, to = from;
    vy_status status = VY_OK;
    struct vyi_clears clears;
    for (uint32_t i = c->first; i; i = at(r, i)->next)
        to++;
    if (to - from > 1 && r->device->fns->group) {
        status = take_clears(r, NULL, &clears);
        if (!status)
            r->device->fns->group(r->device, &r->job, from, to, r->result);
        for (uint32_t k = from; !status && k < to; k++) {
            each[k].launches++;
            if (each[k].start_ns)
                vyi_dev_trace_launch(r->device, &r->job.kernels[k], each[k].start_ns,
                                     each[k].start_ns + each[k].device_ns);
        }
    } else {
        for (uint32_t k = from; k < to && !status; k++)
            status = each[k].status = launch(r, k, &each[k]);
    }
    for (uint32_t k = to; k > from; k--)
        if (each[k - 1].status)
            status = each[k - 1].status;
    if (r->result->group_ns) {
        uint64_t now = vyi_now_ns();
        r->result->group_ns[r->result->groups] = now - r->group_start;
        r->group_start = now;
    }
    r->result->groups++;
    return status;
}

// ---- control flow ----
static vy_status run(struct run *r, uint32_t index);

static vy_status fixpoint(struct run *r, const struct vyi_command *c)
{
    const struct vyi_place words = {c->a.buffer, 0};
    uint32_t from = 0, to = 0, again = 1, entered = 1, left = 1, passes = 0;
    vy_status status = c->entered ? move_word(r, words, c->entered - 1, &entered, false) : VY_OK;
    if (!status && !entered)
        return VY_OK; // no invocation is left
    if (!status)
        status = move_word(r, c->a, 0, &from, false);
    if (!status)
        status = move_word(r, c->a, 1, &to, false);
    const struct vyi_command clears = {.a = {c->a.buffer, c->a.offset + 2 * sizeof again},
                                       .bytes = sizeof again};
    for (uint32_t k = from; !status && k < to && again && left; k++, passes++) {
        status = move_word(r, c->b, 0, &k, true);
        if (!status)
            status = clear(r, &clears);
        if (!status && c->first)
            status = run(r, c->first);
        if (!status)
            status = move_word(r, c->a, 2, &again, false);
        if (!status && c->left)
            status = move_word(r, words, c->left - 1, &left, false);
    }
    vyi_job_count_fixpoint(&r->result->fixpoints.at[c->number], 1, passes, passes && again,
                           !passes);
    return status ? status : move_word(r, c->b, 1, &passes, true);
}

static vy_status loop(struct run *r, const struct vyi_command *c)
{
    uint32_t value = 0;
    vy_status status;
    while (!(status = move_word(r, c->a, 0, &value, false)) && value && c->first)
        if ((status = run(r, c->first)))
            break;
    return status;
}

static vy_status run(struct run *r, uint32_t index)
{
    const struct vyi_command *c = at(r, index);
    vy_status status = c->checked ? vyi_job_check(&r->job, r->result->statements) : VY_OK;
    if (status)
        return status;
    if (c->kind == VYI_COMMAND_CLEAR && c->late) {
        r->late.first = r->late.count ? r->late.first : index;
        r->late.count++;
        return VY_OK;
    }
    uint32_t value = 0;
    switch (c->kind) {
    case VYI_COMMAND_SEQUENCE:
        for (uint32_t i = c->first; !status && i; i = at(r, i)->next)
            status = run(r, i);
        return status;
    case VYI_COMMAND_GROUP: return launch_group(r, c);
    case VYI_COMMAND_BRANCH:
        status = move_word(r, c->a, 0, &value, false);
        value = value ? c->first : c->second;
        return status || !value ? status : run(r, value);
    case VYI_COMMAND_LOOP: return loop(r, c);
    case VYI_COMMAND_FIXPOINT: return fixpoint(r, c);
    case VYI_COMMAND_FREE: release(r, c->a.buffer); return VY_OK;
    case VYI_COMMAND_LAUNCH: status = launch(r, c->of - 1, r->result); break;
    case VYI_COMMAND_CLEAR: status = clear(r, c); break;
    case VYI_COMMAND_COPY: status = copy(r, c); break;
    case VYI_COMMAND_ALLOCATE: status = allocate(r, c); break;
    default:
        r->job.steps_before = r->result->statements;
        *(c->kind == VYI_COMMAND_UPLOAD ? &r->result->up : &r->result->down) +=
            vyi_command_bytes(&r->job, c);
        status = vyi_job_transfer(r->device, &r->job, c);
    }
    if (status && c->of && !r->result->failed)
        r->result->failed = c->of;
    return status;
}

// ---- all of it ----
vy_status vyi_dev_execute(vy_device *device, const struct vyi_job *job,
                          struct vyi_job_result *result)
{
    struct run r = {.device = device, .job = *job, .result = result};
    struct vyi_clears clears;
    r.group_start = result->group_ns ? vyi_now_ns() : 0;
    vy_status status = run(&r, 1);
    if (!status)
        status = take_clears(&r, NULL, &clears); // no launch came after them
    uint32_t count = r.blocks ? r.job.kernels[0].program->buffers.count : 0;
    for (uint32_t i = 0; i < count; i++) // what a list that failed has left
        release(&r, i);
    vyi_free(device->context, r.blocks, r.blocks ? (count + 1) * sizeof *r.blocks : 0);
    return status;
}

vy_status vyi_dev_submit(vy_device *device, const struct vyi_job *job,
                         struct vyi_job_result *result)
{
    return device->fns->submit ? device->fns->submit(device, job, result)
                               : vyi_dev_execute(device, job, result);
}

vy_status vyi_dev_submit_one(vy_device *device, const struct vyi_job *job,
                             struct vyi_job_result *result)
{
    static const struct vyi_command commands[] = {{0}, {.kind = VYI_COMMAND_LAUNCH, .of = 1}};
    struct vyi_job one = *job;
    one.commands = commands;
    one.command_count = 2;
    one.kernel_count = 1;
    return vyi_dev_submit(device, &one, result);
}
