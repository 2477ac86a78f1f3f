// Runs of lists as command buffers; see vulkan_list.h. A list is kept with its memory and its
// command buffers for lists of the same layout; several jobs at once have one each.
#include "dev/execute.h"
#include "dev/vulkan/vulkan_list.h"

enum {
    MOST_IDLE = 8,
    CHUNKS = 4,       ///< command buffers of a list: the first one, and those with more rounds each
    FIRST_ROUNDS = 16 ///< of the first one, beside one for each launch
};
static const uint32_t chunk_rounds[CHUNKS] = {0, 32, 128, 512};

/// A list for jobs of one layout, with the memory of one run.
struct kept_list {
    struct vyi_vulkan_child child;
    struct kept_list *next;
    uint64_t fingerprint;
    uint32_t workgroup[3], groups[3];
    struct vyi_vulkan_list list;
    const struct vyi_vulkan_kernel **kernels; ///< by kernel of the job
    struct vyi_vulkan_layout *at;             ///< likewise; offsets from where its words begin
    uint64_t *words;                          ///< likewise: where they begin
    uint32_t kernel_count;
    uint64_t slots, code, fixpoints, step, bytes; ///< offsets in the range
    struct vyi_vulkan_range range;                ///< all of it, in memory that the host sees
    struct vyi_dev_piece scratch;
    uint64_t scratch_bytes;
    vu_pool pool;
    vu_fence fence;
    vu_queries queries;
    vu_commands chunks[CHUNKS];
    bool recorded[CHUNKS];
    bool *sets; ///< launches that may come next, and where such sets are made: three times the code
    bool loops; ///< the first chunk may not be enough
};

/// All that is kept for a list.
struct kept {
    struct kept_list *idle; ///< the one used last first
};

struct trip {
    vy_device *device;
    struct vyi_vulkan_state *s;
    const struct vyi_job *job;
    struct vyi_job_result *result;
    struct kept_list *k;
};

// ---- lists that are kept ----
static void destroy_objects(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child)
{
    struct kept_list *k = (struct kept_list *)child;
    if (k->pool)
        s->vu.pool_destroy(s->logical, k->pool, NULL); // with its command buffers
    if (k->fence)
        s->vu.fence_destroy(s->logical, k->fence, NULL);
    if (k->queries)
        s->vu.queries_destroy(s->logical, k->queries, NULL);
    vyi_vulkan_range_destroy(s, &k->range);
    vyi_vulkan_give(s, &k->scratch);
}

static void destroy(struct vyi_vulkan_state *s, struct kept_list *k)
{
    uint32_t n = k->kernel_count;
    vyi_vulkan_disown(s, &k->child);
    vyi_free(s->host, k->sets, k->sets ? 3 * k->list.code.count * sizeof *k->sets : 0);
    vyi_free(s->host, k->kernels, k->kernels ? n * sizeof *k->kernels : 0);
    vyi_free(s->host, k->at, k->at ? n * sizeof *k->at : 0);
    vyi_free(s->host, k->words, k->words ? n * sizeof *k->words : 0);
    vyi_vulkan_list_free(s->host, &k->list);
    vyi_free(s->host, k, sizeof *k);
}

static bool fits(const struct kept_list *k, const struct vyi_job *job)
{
    return k->fingerprint == job->fingerprint && k->kernel_count == job->kernel_count &&
           !memcmp(k->workgroup, job->launch->workgroup, sizeof k->workgroup) &&
           !memcmp(k->groups, job->launch->groups, sizeof k->groups);
}

static struct kept_list *find(const struct trip *r)
{
    struct kept_list *found = NULL;
    pthread_mutex_lock(&r->s->slot_lock);
    struct kept *kept = *r->job->kept;
    struct kept_list **at = kept ? &kept->idle : NULL;
    while (at && *at && !fits(*at, r->job))
        at = &(*at)->next;
    if (at && *at) {
        found = *at;
        *at = found->next;
    }
    pthread_mutex_unlock(&r->s->slot_lock);
    return found;
}

/// Keeps it; the one used longest ago makes room.
static void keep(const struct trip *r)
{
    struct kept_list *out = r->k;
    uint32_t count = 0;
    pthread_mutex_lock(&r->s->slot_lock);
    struct kept *kept = *r->job->kept;
    if (!kept)
        *r->job->kept = kept = vyi_calloc(r->s->host, 1, sizeof *kept);
    if (kept) {
        r->k->next = kept->idle;
        kept->idle = r->k;
        struct kept_list **at = &kept->idle;
        while (*at && ++count <= MOST_IDLE)
            at = &(*at)->next;
        out = *at;
        *at = NULL;
    }
    pthread_mutex_unlock(&r->s->slot_lock);
    if (out)
        destroy(r->s, out);
}

void vyi_vulkan_forget(vy_device *device, void *what)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    struct kept *kept = what;
    bool inside = vyi_vulkan_try_enter(device);
    for (struct kept_list *k = kept->idle, *next; k; k = next) {
        next = k->next;
        destroy(s, k);
    }
    vyi_free(s->host, kept, sizeof *kept);
    if (inside)
        vyi_vulkan_leave(device);
}

// ---- its memory ----
static uint64_t take(struct kept_list *k, uint64_t bytes)
{
    uint64_t at = (k->bytes + 63) & ~(uint64_t)63;
    k->bytes = at + bytes;
    return at;
}

static uint64_t block_bytes(const vy_program *p)
{
    return sizeof(struct vyi_vulkan_block) +
           vyi_slot_buffer(p, p->buffers.count) * sizeof(uint64_t);
}

/// The kernels of all launches, and where everything is.
static vy_status lay_out(const struct trip *r)
{
    struct kept_list *k = r->k;
    vy_status status = VY_OK;
    take(k, VYI_STEP_SLOTS * sizeof(uint32_t));
    k->slots = VYI_STEP_SLOTS * sizeof(uint32_t);
    k->bytes += (k->list.units.count + 1) * VYI_STEP_SLOT_WORDS * sizeof(uint32_t);
    k->code = take(k, k->list.code.count * sizeof *k->list.code.at);
    k->fixpoints = take(k, (k->list.fixpoints + 1) * sizeof(struct vyi_step_fixpoint));
    k->step = take(k, block_bytes(r->s->steps.step.program));
    for (uint32_t i = 0; i < k->list.units.count && !status; i++) {
        struct vyi_vulkan_unit *u = &k->list.units.at[i];
        if (u->kernel == UINT32_MAX) {
            u->block = take(k, block_bytes(r->s->steps.copy.program));
            continue;
        }
        const struct vyi_kernel *what = &r->job->kernels[u->kernel];
        if (!k->kernels[u->kernel]) {
            status = vyi_vulkan_kernel_for(r->device, r->job, what, &k->kernels[u->kernel]);
            if (status)
                break;
            vyi_vulkan_layout(what, k->kernels[u->kernel], &k->at[u->kernel]);
            k->words[u->kernel] = take(k, k->at[u->kernel].bytes);
        }
        uint64_t scratch = vyi_vulkan_shape(what, k->kernels[u->kernel]).scratch;
        k->scratch_bytes = scratch > k->scratch_bytes ? scratch : k->scratch_bytes;
        u->block = k->words[u->kernel] + k->at[u->kernel].block;
    }
    return status;
}

static vu_result make_objects(const struct trip *r)
{
    struct vyi_vulkan_state *s = r->s;
    struct kept_list *k = r->k;
    const struct vu_pool_info pool = {.type = VU_POOL_INFO, .family = s->about.family};
    const struct vu_fence_info fence = {.type = VU_FENCE_INFO};
    const struct vu_queries_info queries = {
        .type = VU_QUERIES_INFO, .kind = VU_QUERY_TIMESTAMP, .count = 2};
    struct vu_commands_info commands = {.type = VU_COMMANDS_INFO, .count = CHUNKS};
    vu_result result = vyi_vulkan_range_fit(s, &k->range, k->bytes);
    if (!result && k->scratch_bytes)
        result = vyi_vulkan_take(s, k->scratch_bytes, &k->scratch);
    if (!result)
        result = s->vu.pool_create(s->logical, &pool, NULL, &k->pool);
    commands.pool = k->pool;
    if (!result)
        result = s->vu.commands_create(s->logical, &commands, k->chunks);
    if (!result)
        result = s->vu.fence_create(s->logical, &fence, NULL, &k->fence);
    if (!result && s->about.timestamps)
        result = s->vu.queries_create(s->logical, &queries, NULL, &k->queries);
    return result;
}

// ---- its words ----
/// The block of a kernel of our own, whose buffers have so many bytes at these addresses.
static vy_status fill_own(const struct trip *r, const struct vyi_vulkan_own *own, uint64_t at,
                          const uint64_t *bytes, void *const *memory, uint32_t *groups)
{
    struct vyi_launch launch = {0};
    struct vyi_vulkan_block *block = (struct vyi_vulkan_block *)(r->k->range.host + at);
    const struct vyi_launch_choice choice = {VYI_VULKAN_WORKGROUP, 1};
    vy_status status = vyi_launch_eval(own->program, NULL, bytes, choice, r->job->report, &launch);
    if (!status) {
        const struct vyi_kernel what = {
            .program = own->program, .launch = &launch, .memory = memory};
        memset(block, 0, sizeof *block);
        memcpy(block->groups, launch.groups, sizeof block->groups);
        block->group_count = launch.groups[0] * launch.groups[1] * launch.groups[2];
        block->stop = r->k->range.at + VYI_STEP_STOP * sizeof(uint32_t);
        block->tables = own->kernel.tables.at;
        vyi_dev_fill_slots(&what, block->slot);
        *groups = vyi_vulkan_groups(&own->kernel.info, block->group_count, 1);
    }
    vyi_launch_free(r->s->host, &launch);
    return status;
}

static void fill_slot(const struct kept_list *k, uint32_t number, uint32_t groups, bool runs)
{
    uint32_t *slot = (uint32_t *)(k->range.host + k->slots) + number * VYI_STEP_SLOT_WORDS;
    uint32_t x = groups < VYI_VULKAN_ROW ? groups : VYI_VULKAN_ROW;
    slot[0] = runs ? x : 0;
    slot[1] = (uint32_t)(((uint64_t)groups + VYI_VULKAN_ROW - 1) / VYI_VULKAN_ROW);
    slot[2] = 1;
    slot[3] = x;
}

static void fill_code(const struct trip *r)
{
    const struct kept_list *k = r->k;
    struct vyi_step_code *to = (struct vyi_step_code *)(k->range.host + k->code);
    for (uint32_t i = 0; i < k->list.code.count; i++) {
        struct vyi_step_code code = k->list.code.at[i];
        uint32_t kernel = code.op == VYI_STEP_LAUNCH ? code.f - 1 : code.b - 1;
        if (code.op == VYI_STEP_LAUNCH && k->kernels[kernel]->info.ticket)
            code.c = (uint32_t)((k->words[kernel] + k->at[kernel].ticket) / 4) + 1;
        if (code.op == VYI_STEP_WATCH) {
            uint64_t log = k->words[kernel] + k->at[kernel].log;
            code.a = (uint32_t)((log + offsetof(struct vyi_vulkan_log, key)) / 4);
            code.c = (uint32_t)((log + offsetof(struct vyi_vulkan_log, loop_limit)) / 4);
        }
        if (code.op >= VYI_STEP_ENTER)
            code.d = (uint32_t)((k->fixpoints + code.d * sizeof(struct vyi_step_fixpoint)) / 4);
        to[i] = code;
    }
}

static vy_status fill_unit(const struct trip *r, uint32_t i)
{
    const struct kept_list *k = r->k;
    const struct vyi_vulkan_unit *u = &k->list.units.at[i];
    uint32_t groups = 0;
    vy_status status = VY_OK;
    if (u->kernel == UINT32_MAX) {
        const uint64_t bytes[] = {(u->bytes + 3) / 4 * 4, (u->bytes + 3) / 4 * 4};
        void *const memory[] = {vyi_command_memory(r->job, u->from),
                                vyi_command_memory(r->job, u->to)};
        status = fill_own(r, &r->s->steps.copy, u->block, bytes, memory, &groups);
    } else {
        const struct vyi_kernel *what = &r->job->kernels[u->kernel];
        uint64_t words = k->words[u->kernel];
        groups = vyi_vulkan_shape(what, k->kernels[u->kernel]).groups;
        vyi_vulkan_fill_words(r->s, what, k->kernels[u->kernel], &k->at[u->kernel],
                              k->range.host + words, k->range.at + words,
                              k->range.at + VYI_STEP_STOP * sizeof(uint32_t), k->scratch.at);
    }
    fill_slot(k, i + 1, groups, false);
    return status;
}

/// With the addresses of this run.
static vy_status fill(const struct trip *r)
{
    const struct kept_list *k = r->k;
    const struct vyi_job *job = r->job;
    uint32_t *words = (uint32_t *)k->range.host, groups = 0;
    uint32_t control = k->list.control, pass = k->list.pass;
    void *all = (void *)(uintptr_t)k->range.at;
    void *const memory[] = {all, control == UINT32_MAX ? all : job->memory[control],
                            pass == UINT32_MAX ? all : job->memory[pass]};
    const uint64_t bytes[] = {
        k->bytes / 4 * 4, control == UINT32_MAX ? 4 : job->launch->extents[control].bytes / 4 * 4,
        pass == UINT32_MAX ? 4 : job->launch->extents[pass].bytes / 4 * 4};
    memset(k->range.host, 0, k->step);
    words[VYI_STEP_CODE] = (uint32_t)(k->code / 4);
    fill_slot(k, 0, 1, true);
    fill_code(r);
    vy_status status = fill_own(r, &r->s->steps.step, k->step, bytes, memory, &groups);
    for (uint32_t i = 0; i < k->list.units.count && !status; i++)
        status = fill_unit(r, i);
    return status;
}

// ---- recording ----
static void dispatch(const struct trip *r, vu_commands commands,
                     const struct vyi_vulkan_kernel *kernel, uint64_t block, uint32_t slot)
{
    struct vyi_vulkan_state *s = r->s;
    const struct kept_list *k = r->k;
    uint64_t address = k->range.at + block;
    s->vu.cmd_pipeline(commands, VU_POINT_COMPUTE, kernel->pipeline);
    s->vu.cmd_constants(commands, s->layout, VU_STAGE_COMPUTE, 0, sizeof address, &address);
    s->vu.cmd_dispatch_indirect(commands, k->range.buffer,
                                k->range.offset + k->slots +
                                    slot * VYI_STEP_SLOT_WORDS * sizeof(uint32_t));
}

/// The stepper, the launches that may come next, and the copies that follow these.
static void record_round(const struct trip *r, vu_commands commands, const bool *may)
{
    const struct kept_list *k = r->k;
    bool copies = false;
    dispatch(r, commands, &r->s->steps.step.kernel, k->step, 0);
    vyi_vulkan_record_barrier(r->s, commands);
    for (uint32_t i = 0; i < k->list.code.count; i++) {
        const struct vyi_step_code *code = &k->list.code.at[i];
        if (!may[i])
            continue;
        const struct vyi_vulkan_unit *u = &k->list.units.at[code->a - 1];
        dispatch(r, commands, k->kernels[u->kernel], u->block, code->a);
        copies = copies || code->b > code->a + 1;
    }
    vyi_vulkan_record_barrier(r->s, commands);
    for (uint32_t i = 0; i < k->list.code.count; i++) {
        const struct vyi_step_code *code = &k->list.code.at[i];
        for (uint32_t slot = code->a + 1; may[i] && slot < code->b; slot++)
            dispatch(r, commands, &r->s->steps.copy.kernel, k->list.units.at[slot - 1].block, slot);
    }
    if (copies)
        vyi_vulkan_record_barrier(r->s, commands);
}

/// From the launches that may come next to those after them; false: there are none.
static bool advance(struct kept_list *k)
{
    uint32_t n = k->list.code.count;
    bool *may = k->sets, *then = k->sets + n, *seen = k->sets + 2 * n, any = false;
    memset(then, 0, n * sizeof *then);
    for (uint32_t i = 0; i < n; i++)
        if (may[i])
            vyi_vulkan_list_next(&k->list, i, seen, then);
    for (uint32_t i = 0; i < n; i++)
        any = any || then[i];
    memcpy(may, then, n * sizeof *may);
    return any;
}

/// Everything that may still come, whatever came before.
static void close_set(struct kept_list *k)
{
    uint32_t n = k->list.code.count;
    bool *may = k->sets, *seen = k->sets + 2 * n, *before = k->sets + n;
    do {
        memcpy(before, may, n * sizeof *may);
        for (uint32_t i = 0; i < n; i++)
            if (before[i])
                vyi_vulkan_list_next(&k->list, i, seen, may);
    } while (memcmp(before, may, n * sizeof *may));
}

static void record_rounds(const struct trip *r, uint32_t chunk, vu_commands commands)
{
    struct kept_list *k = r->k;
    uint32_t n = k->list.code.count;
    for (uint32_t i = 0; chunk && i < chunk_rounds[chunk]; i++)
        record_round(r, commands, k->sets);
    if (chunk)
        return;
    uint32_t rounds = FIRST_ROUNDS + k->list.units.count;
    memset(k->sets, 0, n * sizeof *k->sets);
    vyi_vulkan_list_next(&k->list, UINT32_MAX, k->sets + 2 * n, k->sets);
    bool more = true;
    for (uint32_t i = 0; i < rounds && more; i++) {
        record_round(r, commands, k->sets);
        more = advance(k);
    }
    k->loops = more;
    if (more)
        close_set(k);
    else
        dispatch(r, commands, &r->s->steps.step.kernel, k->step, 0); // which finds the end
}

static vu_result record(const struct trip *r, uint32_t chunk)
{
    struct vyi_vulkan_state *s = r->s;
    struct kept_list *k = r->k;
    const struct vu_begin_info info = {.type = VU_BEGIN_INFO};
    vu_commands commands = k->chunks[chunk];
    if (k->recorded[chunk])
        return VU_OK;
    vu_result result = s->vu.commands_begin(commands, &info);
    if (result)
        return result;
    vyi_vulkan_record_first(s, commands);
    if (k->queries) {
        s->vu.cmd_queries_reset(commands, k->queries, 0, 2);
        s->vu.cmd_timestamp(commands, VU_AT_TOP, k->queries, 0);
    }
    record_rounds(r, chunk, commands);
    if (k->queries)
        s->vu.cmd_timestamp(commands, VU_AT_BOTTOM, k->queries, 1);
    vyi_vulkan_record_last(s, commands);
    result = s->vu.commands_end(commands);
    k->recorded[chunk] = !result;
    return result;
}

// ---- making one ----
static vy_status make(struct trip *r)
{
    const struct vyi_job *job = r->job;
    struct kept_list *k = r->k;
    uint32_t n = k->kernel_count = job->kernel_count;
    k->fingerprint = job->fingerprint;
    memcpy(k->workgroup, job->launch->workgroup, sizeof k->workgroup);
    memcpy(k->groups, job->launch->groups, sizeof k->groups);
    k->kernels = vyi_calloc(r->s->host, n, sizeof *k->kernels);
    k->at = vyi_calloc(r->s->host, n, sizeof *k->at);
    k->words = vyi_calloc(r->s->host, n, sizeof *k->words);
    k->sets = vyi_calloc(r->s->host, 3 * k->list.code.count, sizeof *k->sets);
    if (!k->kernels || !k->at || !k->words || !k->sets)
        return VY_ERROR_MEMORY;
    vy_status status = lay_out(r);
    if (status)
        return status;
    k->child.destroy = destroy_objects;
    vyi_vulkan_adopt(r->s, &k->child);
    vu_result result = make_objects(r);
    if (!result)
        result = record(r, 0);
    return result ? vyi_vulkan_fail(r->device, job->report, result, "recording a list") : VY_OK;
}

// ---- running one ----
/// What is cleared before all launches.
static vy_status clear_before(const struct trip *r)
{
    const struct vyi_clears clears = {r->job->commands[1].first, r->k->list.clears};
    return vyi_job_clear_late(r->device, r->job, &clears);
}

static uint64_t list_ns(const struct trip *r)
{
    const struct vyi_vulkan_slot slot = {.queries = r->k->queries};
    return r->job->untimed ? 0 : vyi_vulkan_slot_ns(r->s, &slot);
}

static vu_result run_chunks(struct trip *r, enum vyi_stop *why)
{
    struct kept_list *k = r->k;
    atomic_uint *words = (atomic_uint *)k->range.host;
    vu_result result = VU_OK;
    uint32_t chunk = 0;
    while (!result && !atomic_load(&words[VYI_STEP_DONE])) {
        enum vyi_stop stop = VYI_STOP_NOT;
        result = record(r, chunk);
        if (!result)
            result = vyi_vulkan_submit(r->s, k->chunks[chunk], k->fence);
        if (!result)
            result = vyi_vulkan_wait(r->s, k->fence, r->job, &words[VYI_STEP_STOP], &stop);
        if (!result)
            r->result->device_ns += list_ns(r);
        *why = *why ? *why : stop;
        r->result->control += sizeof *words;
        chunk += chunk + 1 < CHUNKS;
    }
    return result;
}

static vy_status collect(const struct trip *r, enum vyi_stop stop)
{
    const struct kept_list *k = r->k;
    const uint32_t *words = (const uint32_t *)k->range.host;
    const struct vyi_step_fixpoint *f =
        (const struct vyi_step_fixpoint *)(k->range.host + k->fixpoints);
    for (uint32_t i = 0; i < k->list.fixpoints && i < r->result->fixpoints.count; i++)
        vyi_job_count_fixpoint(&r->result->fixpoints.at[i], f[i].entries, f[i].passes, f[i].cut,
                               f[i].empty);
    r->result->launches += words[VYI_STEP_LAUNCHES];
    r->result->own_bytes = k->scratch_bytes;
    uint32_t failed = words[VYI_STEP_FAILED];
    if (!failed || failed > k->kernel_count)
        return vyi_dev_verdict(r->job->report, stop, NULL);
    r->result->failed = failed;
    return vyi_vulkan_verdict(r->device, r->job, &r->job->kernels[failed - 1],
                              (const struct vyi_vulkan_log *)(k->range.host + k->words[failed - 1] +
                                                              k->at[failed - 1].log),
                              stop, r->result);
}

static vy_status run(struct trip *r)
{
    enum vyi_stop stop = vyi_vulkan_turn_begin(r->s, r->job);
    if (stop)
        return vyi_dev_verdict(r->job->report, stop, NULL);
    vy_status status = fill(r);
    if (!status)
        status = clear_before(r);
    vu_result result = status ? VU_OK : run_chunks(r, &stop);
    vyi_vulkan_turn_end(r->s);
    if (result)
        return vyi_vulkan_fail(r->device, r->job->report, result, "running a list");
    return status ? status : collect(r, stop);
}

// ---- what the device shows ----
/// Lines of `print` come in the order of the launches, which is only known where they are launched
/// one by one.
static bool prints(const struct vyi_job *job)
{
    bool found = false;
    for (uint32_t i = 0; i < job->kernel_count && !found; i++) {
        const struct vyi_vulkan_code *code = job->kernels[i].code; // NULL: it is not launched
        found = code && code->print_words;
    }
    return found;
}

static bool is_list(const struct vyi_job *job)
{
    return job->commands[1].kind == VYI_COMMAND_SEQUENCE && job->kernel_count > 1 &&
           !job->on_host && !job->apart && job->kept && job->launch && job->launch->invocations &&
           !prints(job);
}

/// *done: it ran here, and `*status` is what came of it; else it is no list for the stepper.
static bool run_list(struct trip *r, vy_status *status)
{
    bool memory = false, suits = true;
    r->k = find(r);
    if (!r->k) {
        r->k = vyi_calloc(r->s->host, 1, sizeof *r->k);
        suits = r->k && vyi_vulkan_list_make(r->s->host, r->job, &r->k->list, &memory);
        if (suits)
            *status = make(r);
    }
    if (suits && !*status) {
        r->result->one_submission = true;
        *status = run(r);
    }
    if (r->k && r->k->recorded[0] && !atomic_load(&r->s->lost))
        keep(r);
    else if (r->k)
        destroy(r->s, r->k);
    return suits;
}

vy_status vyi_vulkan_submit_list(vy_device *device, const struct vyi_job *job,
                                 struct vyi_job_result *result)
{
    struct trip r = {.device = device, .s = vyi_vulkan_state(device), .job = job, .result = result};
    vy_status status = VY_OK;
    if (!is_list(job))
        return vyi_dev_execute(device, job, result);
    status = vyi_job_check(job, result->statements);
    if (!status)
        status = vyi_vulkan_enter(device, job->report);
    if (status)
        return status;
    bool done = vyi_vulkan_steps_known(device) && run_list(&r, &status);
    vyi_vulkan_leave(device);
    return done ? status : vyi_dev_execute(device, job, result);
}
