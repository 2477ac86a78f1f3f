// Runs of lists as command buffers; see vulkan_list.h.
#include "dev/vulkan/vulkan_list.h"

// ---- lists that are kept ----
static void destroy_objects(struct vyi_vulkan_state *s, struct vyi_vulkan_child *child)
{
    struct vyi_vulkan_kept *k = (void *)((char *)child - offsetof(struct vyi_vulkan_kept, child));
    vyi_vulkan_slot_close(s, &k->slot);
}

static void destroy(struct vyi_vulkan_state *s, struct vyi_vulkan_kept *k)
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

/// Of the sizes of all launches.
static uint64_t hash_launches(const struct vyi_job *job)
{
    uint64_t hash = job->fingerprint;
    for (uint32_t i = 0; i < job->kernel_count; i++) {
        const struct vyi_launch *launch = job->kernels[i].launch;
        hash = vyi_hash(launch->groups, sizeof launch->groups, hash);
        hash = vyi_hash(launch->workgroup, sizeof launch->workgroup, hash);
    }
    return hash;
}

static bool fits(const struct vyi_recorded *r, const struct vyi_job *job)
{
    const struct vyi_vulkan_kept *k = (const struct vyi_vulkan_kept *)r;
    return k->kernel_count == job->kernel_count && r->fingerprint == hash_launches(job);
}

void vyi_vulkan_forget(vy_device *device, struct vyi_recorded *kept)
{
    bool inside = vyi_vulkan_try_enter(device);
    for (struct vyi_recorded *next; kept; kept = next) {
        next = kept->next;
        destroy(vyi_vulkan_state(device), (struct vyi_vulkan_kept *)kept);
    }
    if (inside)
        vyi_vulkan_leave(device);
}

// ---- its memory ----
static uint64_t take(struct vyi_vulkan_kept *k, uint64_t bytes)
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

/// Whether the list launches a few kernels, none of which can fail or takes tickets. A long list
/// has the stepper, which ends it where a stop is requested.
static bool is_straight(const struct vyi_vulkan_kept *k)
{
    enum { MOST_UNITS = 64 };
    bool straight = !k->list.grouped && k->list.units.count <= MOST_UNITS;
    for (uint32_t i = 0; i < k->list.code.count && straight; i++) {
        const struct vyi_step_code *code = &k->list.code.at[i];
        straight =
            code->op == VYI_STEP_LAUNCH || code->op == VYI_STEP_WATCH || code->op == VYI_STEP_END;
        if (code->op != VYI_STEP_LAUNCH)
            continue;
        const struct vyi_spirv_info *info = &k->kernels[code->f - 1]->info;
        straight = !info->reports && !info->ticket;
    }
    return straight;
}

/// The kernels of all launches, and where everything is.
static vy_status lay_out(const struct vyi_vulkan_trip *r)
{
    struct vyi_vulkan_kept *k = r->k;
    uint64_t beside = 0; // scratch memory of launches that run at the same time
    vy_status status = VY_OK;
    take(k, VYI_STEP_SLOTS * sizeof(uint32_t));
    k->slots = VYI_STEP_SLOTS * sizeof(uint32_t);
    k->bytes += (k->list.units.count + 1) * VYI_STEP_SLOT_WORDS * sizeof(uint32_t);
    k->code = take(k, k->list.code.count * sizeof *k->list.code.at);
    k->fixpoints = take(k, (k->list.fixpoints + 1) * sizeof(struct vyi_step_fixpoint));
    k->step = take(k, k->list.grouped ? 0 : block_bytes(r->s->steps.step.program));
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
        if (!k->list.grouped || u->first)
            beside = 0;
        u->scratch = beside;
        beside = (beside + scratch + 255) & ~(uint64_t)255;
        k->scratch_bytes = beside > k->scratch_bytes ? beside : k->scratch_bytes;
        u->block = k->words[u->kernel] + k->at[u->kernel].block;
    }
    k->straight = !status && is_straight(k);
    return status;
}

static vu_result make_objects(const struct vyi_vulkan_trip *r)
{
    struct vyi_vulkan_state *s = r->s;
    struct vyi_vulkan_kept *k = r->k;
    struct vu_commands_info commands = {.type = VU_COMMANDS_INFO, .count = VYI_VULKAN_CHUNKS};
    vu_result result = vyi_vulkan_slot_open(s, &k->slot);
    if (!result)
        result = vyi_vulkan_range_fit(s, &k->slot.words, k->bytes);
    if (!result && k->scratch_bytes)
        result = vyi_vulkan_take(s, k->scratch_bytes, &k->slot.scratch);
    commands.pool = k->slot.pool;
    return result ? result : s->vu.commands_create(s->logical, &commands, k->chunks);
}

// ---- making one ----
static vy_status make(struct vyi_vulkan_trip *r)
{
    const struct vyi_job *job = r->job;
    struct vyi_vulkan_kept *k = r->k;
    uint32_t n = k->kernel_count = job->kernel_count;
    k->base.fingerprint = hash_launches(job);
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
        result = vyi_vulkan_list_record(r, 0);
    return result ? vyi_vulkan_fail(r->device, job->report, result, "recording a list") : VY_OK;
}

// ---- running one ----
/// What is cleared before all launches.
static vy_status clear_before(const struct vyi_vulkan_trip *r)
{
    const struct vyi_clears clears = {r->job->commands[1].first,
                                      r->k->list.grouped ? 0 : r->k->list.clears};
    return vyi_job_clear_late(r->device, r->job, &clears);
}

static vu_result run_chunks(struct vyi_vulkan_trip *r, enum vyi_stop *why)
{
    struct vyi_vulkan_kept *k = r->k;
    atomic_uint *words = (atomic_uint *)k->slot.words.host;
    vu_result result = VU_OK;
    uint32_t chunk = 0;
    while (!result && !atomic_load(&words[VYI_STEP_DONE])) {
        struct vyi_vulkan_watch w = {
            .fence = k->slot.fence, .job = r->job, .stop = &words[VYI_STEP_STOP], .words = 1};
        result = vyi_vulkan_list_record(r, chunk);
        if (!result)
            result = vyi_vulkan_submit(r->s, k->chunks[chunk], k->slot.fence);
        if (!result)
            result = vyi_vulkan_wait(r->s, &w);
        if (!result && vyi_vulkan_timed(r->s, r->job)) {
            struct vyi_vulkan_span span = vyi_vulkan_slot_span(r->s, &k->slot);
            r->result->device_ns += span.ns;
            r->span.start_ns = chunk ? r->span.start_ns : span.start_ns;
            r->span.ns = span.start_ns + span.ns - r->span.start_ns;
        }
        *why = *why ? *why : w.why;
        if (k->list.grouped || k->straight)
            break;
        r->result->control += sizeof *words;
        chunk += chunk + 1 < VYI_VULKAN_CHUNKS;
    }
    return result;
}

static vy_status collect(const struct vyi_vulkan_trip *r, enum vyi_stop stop)
{
    const struct vyi_vulkan_kept *k = r->k;
    const uint32_t *words = (const uint32_t *)k->slot.words.host;
    const struct vyi_step_fixpoint *f =
        (const struct vyi_step_fixpoint *)(k->slot.words.host + k->fixpoints);
    for (uint32_t i = 0; i < k->list.fixpoints && i < r->result->fixpoints.count; i++)
        vyi_job_count_fixpoint(&r->result->fixpoints.at[i], f[i].entries, f[i].passes, f[i].cut,
                               f[i].empty);
    r->result->launches += words[VYI_STEP_LAUNCHES];
    if (k->list.grouped)
        r->result->launches += k->list.units.count;
    for (uint32_t i = 0; k->straight && i < k->list.code.count; i++)
        r->result->launches += k->list.code.at[i].op == VYI_STEP_LAUNCH;
    r->result->own_bytes = k->slot.scratch.bytes;
    uint32_t failed = words[VYI_STEP_FAILED];
    if (!failed || failed > k->kernel_count)
        return vyi_dev_verdict(r->job->report, stop, NULL);
    r->result->failed = failed;
    return vyi_vulkan_verdict(
        r->device, r->job, &r->job->kernels[failed - 1], k->kernels[failed - 1],
        (const struct vyi_vulkan_log *)(k->slot.words.host + k->words[failed - 1] +
                                        k->at[failed - 1].log),
        stop, r->result);
}

static vy_status run(struct vyi_vulkan_trip *r)
{
    enum vyi_stop stop = vyi_vulkan_turn_begin(r->s, r->job);
    if (stop)
        return vyi_dev_verdict(r->job->report, stop, NULL);
    uint64_t start = vyi_now_ns();
    vy_status status = vyi_vulkan_list_fill(r);
    if (!status)
        status = clear_before(r);
    vu_result result = status ? VU_OK : run_chunks(r, &stop);
    vyi_vulkan_turn_end(r->s);
    if (result)
        return vyi_vulkan_fail(r->device, r->job->report, result, "running a list");
    char text[256];
    bool own = r->span.start_ns;
    if (!own)
        r->span = (struct vyi_vulkan_span){start, vyi_now_ns() - start};
    if (!status)
        vyi_vulkan_trace(r->device, vyi_dev_graph_event(r->job, text, sizeof text), r->span, own);
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

/// A launch of so many workgroups that it is submitted in parts, which no list does.
static bool has_parts(const struct vyi_vulkan_state *s, const struct vyi_job *job)
{
    enum { MORE = 16 }; // the first parts are small
    uint64_t most = vyi_vulkan_whole(s, job);
    bool found = false;
    for (uint32_t i = 0; i < job->kernel_count && !found; i++) {
        const uint32_t *n = job->kernels[i].launch->groups;
        found = (uint64_t)n[0] * n[1] * n[2] / MORE > most;
    }
    return found;
}

static bool is_list(const struct vyi_job *job)
{
    return job->commands[1].kind == VYI_COMMAND_SEQUENCE && job->kernel_count > 1 &&
           !job->on_host && !job->apart && job->kept &&
           (!job->launch || job->launch->invocations) && !prints(job);
}

/// A kernel of a group that fails ends what comes after it, which nothing decides there.
static bool may_fail(const struct vyi_vulkan_trip *r)
{
    const struct vyi_vulkan_list *list = &r->k->list;
    const struct vyi_vulkan_kernel *kernel = NULL;
    bool found = false;
    for (uint32_t i = 0; list->grouped && i < list->units.count && !found; i++)
        found = vyi_vulkan_kernel_for(r->device, r->job, &r->job->kernels[list->units.at[i].kernel],
                                      &kernel) ||
                kernel->info.reports;
    return found;
}

/// *done: it ran here, and `*status` is what came of it; else it is no list for the stepper.
static bool run_list(struct vyi_vulkan_trip *r, vy_status *status)
{
    bool suits = true;
    r->k = (struct vyi_vulkan_kept *)vyi_recorded_take(&r->s->slot_lock, r->job, fits);
    if (!r->k) {
        r->k = vyi_calloc(r->s->host, 1, sizeof *r->k);
        suits = r->k && vyi_vulkan_list_make(r->s->host, r->job, &r->k->list);
        suits = suits && !may_fail(r) && (r->k->list.grouped || vyi_vulkan_steps_known(r->device));
        if (suits)
            *status = make(r);
    }
    if (suits && !*status) {
        r->result->one_submission = true;
        *status = run(r);
    }
    if (r->k && r->k->recorded[0] && !atomic_load(&r->s->lost))
        r->k = (struct vyi_vulkan_kept *)vyi_recorded_put(&r->s->slot_lock, r->job, &r->k->base);
    if (r->k)
        destroy(r->s, r->k);
    return suits;
}

vy_status vyi_vulkan_submit_list(vy_device *device, const struct vyi_job *job,
                                 struct vyi_job_result *result)
{
    struct vyi_vulkan_trip r = {
        .device = device, .s = vyi_vulkan_state(device), .job = job, .result = result};
    vy_status status = VY_OK;
    if (!is_list(job) || has_parts(r.s, job))
        return vyi_dev_execute(device, job, result);
    status = vyi_job_check(job, result->statements);
    if (!status)
        status = vyi_vulkan_enter(device, job->report);
    if (status)
        return status;
    bool done = run_list(&r, &status);
    vyi_vulkan_leave(device);
    return done ? status : vyi_dev_execute(device, job, result);
}
