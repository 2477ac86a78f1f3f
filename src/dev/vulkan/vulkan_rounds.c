// What a list has in memory and in command buffers; see vulkan_list.h.
#include "dev/vulkan/vulkan_list.h"

enum { FIRST_ROUNDS = 16 }; ///< of the first command buffer, beside one for each launch
static const uint32_t chunk_rounds[VYI_VULKAN_CHUNKS] = {0, 32, 128, 512};

// ---- its words ----
/// The block of a kernel of our own, whose buffers have so many bytes at these addresses.
static vy_status fill_own(const struct vyi_vulkan_trip *r, const struct vyi_vulkan_own *own,
                          uint64_t at, const uint64_t *bytes, void *const *memory, uint32_t *groups)
{
    struct vyi_launch launch = {0};
    struct vyi_vulkan_block *block = (struct vyi_vulkan_block *)(r->k->slot.words.host + at);
    const struct vyi_launch_choice choice = {VYI_VULKAN_WORKGROUP, 1};
    vy_status status = vyi_launch_eval(own->program, NULL, bytes, choice, r->job->report, &launch);
    if (!status) {
        const struct vyi_kernel what = {
            .program = own->program, .launch = &launch, .memory = memory};
        memset(block, 0, sizeof *block);
        memcpy(block->groups, launch.groups, sizeof block->groups);
        block->group_count = launch.groups[0] * launch.groups[1] * launch.groups[2];
        block->stop = r->k->slot.words.at + VYI_STEP_STOP * sizeof(uint32_t);
        block->tables = own->kernel.tables.at;
        vyi_dev_fill_slots(&what, block->slot);
        *groups = vyi_vulkan_groups(&own->kernel.info, block->group_count, 1);
    }
    vyi_launch_free(r->s->host, &launch);
    return status;
}

static void fill_slot(const struct vyi_vulkan_kept *k, uint32_t number, uint32_t groups, bool runs)
{
    uint32_t *slot = (uint32_t *)(k->slot.words.host + k->slots) + number * VYI_STEP_SLOT_WORDS;
    uint32_t x = groups < VYI_VULKAN_ROW ? groups : VYI_VULKAN_ROW;
    slot[0] = runs ? x : 0;
    slot[1] = (uint32_t)(((uint64_t)groups + VYI_VULKAN_ROW - 1) / VYI_VULKAN_ROW);
    slot[2] = 1;
    slot[3] = x;
}

static void fill_code(const struct vyi_vulkan_trip *r)
{
    const struct vyi_vulkan_kept *k = r->k;
    struct vyi_step_code *to = (struct vyi_step_code *)(k->slot.words.host + k->code);
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

static vy_status fill_unit(const struct vyi_vulkan_trip *r, uint32_t i)
{
    const struct vyi_vulkan_kept *k = r->k;
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
                              k->slot.words.host + words, k->slot.words.at + words,
                              k->slot.words.at + VYI_STEP_STOP * sizeof(uint32_t),
                              k->slot.scratch.at + u->scratch);
    }
    fill_slot(k, i + 1, groups, k->straight);
    return status;
}

/// With the addresses of this run.
vy_status vyi_vulkan_list_fill(const struct vyi_vulkan_trip *r)
{
    const struct vyi_vulkan_kept *k = r->k;
    const struct vyi_job *job = r->job;
    uint32_t *words = (uint32_t *)k->slot.words.host, groups = 0;
    uint32_t control = k->list.control, pass = k->list.pass;
    void *all = (void *)(uintptr_t)k->slot.words.at;
    void *const memory[] = {all, control == UINT32_MAX ? all : job->memory[control],
                            pass == UINT32_MAX ? all : job->memory[pass]};
    const uint64_t bytes[] = {
        k->bytes / 4 * 4, control == UINT32_MAX ? 4 : job->launch->extents[control].bytes / 4 * 4,
        pass == UINT32_MAX ? 4 : job->launch->extents[pass].bytes / 4 * 4};
    memset(k->slot.words.host, 0, k->step);
    words[VYI_STEP_CODE] = (uint32_t)(k->code / 4);
    fill_slot(k, 0, 1, true);
    fill_code(r);
    vy_status status =
        k->list.grouped ? VY_OK : fill_own(r, &r->s->steps.step, k->step, bytes, memory, &groups);
    for (uint32_t i = 0; i < k->list.units.count && !status; i++)
        status = fill_unit(r, i);
    return status;
}

// ---- recording ----
static void dispatch(const struct vyi_vulkan_trip *r, vu_commands commands,
                     const struct vyi_vulkan_kernel *kernel, uint64_t block, uint32_t slot)
{
    struct vyi_vulkan_state *s = r->s;
    const struct vyi_vulkan_kept *k = r->k;
    uint64_t address = k->slot.words.at + block;
    s->vu.cmd_pipeline(commands, VU_POINT_COMPUTE, kernel->pipeline);
    s->vu.cmd_constants(commands, s->layout, VU_STAGE_COMPUTE, 0, sizeof address, &address);
    s->vu.cmd_dispatch_indirect(commands, k->slot.words.buffer,
                                k->slot.words.offset + k->slots +
                                    slot * VYI_STEP_SLOT_WORDS * sizeof(uint32_t));
}

/// The launches that may come next, and the copies that follow these.
static void record_launches(const struct vyi_vulkan_trip *r, vu_commands commands, const bool *may)
{
    const struct vyi_vulkan_kept *k = r->k;
    bool copies = false;
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

static void record_round(const struct vyi_vulkan_trip *r, vu_commands commands, const bool *may)
{
    dispatch(r, commands, &r->s->steps.step.kernel, r->k->step, 0);
    vyi_vulkan_record_barrier(r->s, commands);
    record_launches(r, commands, may);
}

/// From the launches that may come next to those after them; false: there are none.
static bool advance(struct vyi_vulkan_kept *k)
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
static void close_set(struct vyi_vulkan_kept *k)
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

static void record_rounds(const struct vyi_vulkan_trip *r, uint32_t chunk, vu_commands commands)
{
    struct vyi_vulkan_kept *k = r->k;
    uint32_t n = k->list.code.count;
    for (uint32_t i = 0; chunk && i < chunk_rounds[chunk]; i++)
        record_round(r, commands, k->sets);
    if (chunk)
        return;
    uint32_t rounds = FIRST_ROUNDS + k->list.units.count;
    memset(k->sets, 0, n * sizeof *k->sets);
    vyi_vulkan_list_next(&k->list, UINT32_MAX, k->sets + 2 * n, k->sets);
    bool more = true;
    for (uint32_t i = 0; (i < rounds || k->straight) && more; i++) {
        (k->straight ? record_launches : record_round)(r, commands, k->sets);
        more = advance(k);
    }
    if (k->straight)
        return;
    if (more)
        close_set(k);
    else
        dispatch(r, commands, &r->s->steps.step.kernel, k->step, 0); // which finds the end
}

/// Groups, each after the clears in front of it; its launches are beside each other.
static void record_groups(const struct vyi_vulkan_trip *r, vu_commands commands)
{
    const struct vyi_job *job = r->job;
    const struct vyi_vulkan_kept *k = r->k;
    const struct vyi_vulkan_unit *u = k->list.units.at;
    for (uint32_t i = job->commands[1].first; i; i = job->commands[i].next) {
        const struct vyi_command *c = &job->commands[i];
        if (c->kind == VYI_COMMAND_CLEAR) {
            vyi_vulkan_record_clear(r->s, commands,
                                    vyi_vulkan_address(vyi_command_memory(job, c->a)),
                                    vyi_command_bytes(job, c));
            continue;
        }
        vyi_vulkan_record_barrier(r->s, commands);
        for (uint32_t n = c->first; n; n = job->commands[n].next, u++) {
            const struct vyi_kernel *what = &job->kernels[u->kernel];
            uint32_t groups = vyi_vulkan_shape(what, k->kernels[u->kernel]).groups;
            if (what->launch->invocations)
                vyi_vulkan_record_kernel(r->s, commands, k->kernels[u->kernel],
                                         k->slot.words.at + u->block, vyi_vulkan_all(groups));
        }
        vyi_vulkan_record_barrier(r->s, commands);
    }
}

/// Of what a recording of groups clears.
static uint64_t hash_addresses(const struct vyi_vulkan_trip *r)
{
    const struct vyi_job *job = r->job;
    uint64_t hash = 1;
    for (uint32_t i = job->commands[1].first; i; i = job->commands[i].next) {
        const struct vyi_command *c = &job->commands[i];
        uint64_t clear[2] = {0};
        if (c->kind == VYI_COMMAND_CLEAR) {
            clear[0] = vyi_vulkan_address(vyi_command_memory(job, c->a));
            clear[1] = vyi_command_bytes(job, c);
        }
        hash = vyi_hash(clear, sizeof clear, hash);
    }
    return hash;
}

/// Forgets a recording that was made with other addresses.
static vu_result renew(const struct vyi_vulkan_trip *r)
{
    struct vyi_vulkan_kept *k = r->k;
    uint64_t hash = k->list.grouped ? hash_addresses(r) : 0;
    bool stale = k->recorded[0] && hash != k->addresses;
    k->addresses = hash;
    k->recorded[0] = k->recorded[0] && !stale;
    return stale ? r->s->vu.pool_reset(r->s->logical, k->slot.pool, 0) : VU_OK;
}

vu_result vyi_vulkan_list_record(const struct vyi_vulkan_trip *r, uint32_t chunk)
{
    struct vyi_vulkan_state *s = r->s;
    struct vyi_vulkan_kept *k = r->k;
    const struct vu_begin_info info = {.type = VU_BEGIN_INFO};
    vu_commands commands = k->chunks[chunk];
    vu_result result = renew(r);
    if (result || k->recorded[chunk])
        return result;
    result = s->vu.commands_begin(commands, &info);
    if (result)
        return result;
    vyi_vulkan_record_first(s, commands);
    if (k->slot.queries) {
        s->vu.cmd_queries_reset(commands, k->slot.queries, 0, 2);
        s->vu.cmd_timestamp(commands, VU_AT_TOP, k->slot.queries, 0);
    }
    if (k->list.grouped)
        record_groups(r, commands);
    else
        record_rounds(r, chunk, commands);
    if (k->slot.queries)
        s->vu.cmd_timestamp(commands, VU_AT_BOTTOM, k->slot.queries, 1);
    vyi_vulkan_record_last(s, commands);
    result = s->vu.commands_end(commands);
    k->recorded[chunk] = !result;
    return result;
}
