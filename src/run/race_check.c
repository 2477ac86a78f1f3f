// Is a program settled? Runs it on the oracle under several schedules with the detectors on and
// compares what the host would see.
#include "run/run.h"

#include "ir/message.h"
#include "ir/sem.h"

struct check {
    vy_program *p;
    vy_device *device; ///< an oracle of its own
    const vy_race_params *params;
    struct vyi_report report;
    struct vyi_call call;
    struct vyi_memories first;    ///< what the first schedule left
    struct vyi_findings findings; ///< of all schedules
    uint64_t deadline_ns;         ///< 0: none
    uint64_t statements;          ///< of all schedules so far
    uint32_t differing;           ///< buffer + 1
    struct vyi_text difference;   ///< "y[3] is 1 under forward, 2 under reverse"
    uint32_t losing;              ///< buffer that loses rows + 1
    uint64_t found, kept;         ///< its rows
    bool again;                   ///< the first schedule needs more room for outputs that grow
    uint32_t fails, holds;        ///< first schedules with an assert that fails, and with none, + 1
};

// ---- what the host sees of a buffer ----
/// NaNs become the one NaN and bools 0 or 1, so that equal values are equal bytes.
static void canonical(uint8_t elem, char *bytes, uint64_t size)
{
    uint32_t step = vyi_type_bytes(elem);
    bool plain = vyi_type_class(vyi_type_value(elem)) != VYI_CLASS_FLOAT && elem != VY_TYPE_BOOL;
    for (uint64_t i = 0; !plain && i + step <= size; i += step)
        vyi_sem_store(elem, bytes + i, vyi_sem_load(elem, bytes + i));
}

static bool grows(const struct check *k, uint32_t i)
{
    const vy_arg *arg = k->call.args.buffers[i];
    return vyi_buffer_grows(&k->p->buffers.at[i]) &&
           (!arg || arg->kind == VY_ARG_OUT_ALLOC || (arg->kind == VY_ARG_OUT && !arg->memory));
}

// ---- what differs ----
/// The name of a schedule.
struct name {
    char at[64];
};
static struct name name_of(const struct check *k, uint32_t schedule)
{
    struct name name;
    k->device->fns->schedule_name(schedule, k->params->seed, name.at, sizeof name.at);
    return name;
}

static void element_differs(struct check *k, uint32_t i, const char *a, const char *b,
                            uint64_t offset, uint32_t schedule)
{
    const struct vyi_buffer *buffer = &k->p->buffers.at[i];
    uint32_t step = vyi_type_bytes(buffer->elem);
    uint64_t element = offset / step;
    struct vyi_text *t = &k->difference;
    char index[200];
    vyi_launch_index_text(buffer->rank, k->call.launch.extents[i].size, element, index,
                          sizeof index);
    vyi_text_printf(t, "%s[%s] is ", buffer->name, index);
    vyi_rows_value(buffer->elem, a + element * step, t);
    vyi_text_printf(t, " under schedule %s, ", name_of(k, 0).at);
    vyi_rows_value(buffer->elem, b + element * step, t);
    vyi_text_printf(t, " under schedule %s", name_of(k, schedule).at);
    k->differing = i + 1;
}

// ---- comparing ----
/// The columns of a bag that have all rows found, sorted where they lie: `now` is thrown away
/// afterwards, and the first schedule's are compared as a bag alone.
static vy_status sort_bag(struct check *k, uint32_t counter, uint64_t found,
                          const struct vyi_memories *m, vy_column *columns, size_t *count)
{
    const vy_program *p = k->p;
    *count = 0;
    for (uint32_t i = counter + 1; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        const struct vyi_extent *x = &k->call.launch.extents[i];
        if (b->count != counter + 1 || found > x->size[0] || !x->bytes)
            continue;
        canonical(b->elem, m->at[i], x->bytes);
        columns[(*count)++] =
            (vy_column){b->name, (vy_type)b->elem, x->count / x->size[0], m->at[i]};
    }
    return vy_rows_sort(p->context, columns, *count, found);
}

/// The bag of rows that a counter counts: its columns are compared together, as joint rows.
static vy_status compare_bag(struct check *k, uint32_t counter, uint32_t first,
                             const struct vyi_memories *now, uint32_t schedule)
{
    const vy_program *p = k->p;
    uint64_t found[2], kept;
    size_t room = p->buffers.count - counter, count = 0;
    vy_rows_difference difference;
    vy_status status =
        vyi_rows_used(k->device, p, &k->call.launch, &k->first, first, &found[0], &kept);
    if (!status)
        status = vyi_rows_used(k->device, p, &k->call.launch, now, first, &found[1], &kept);
    if (status)
        return status;
    if (found[0] != found[1]) {
        vyi_text_printf(&k->difference, "%llu rows under schedule %s, %llu rows under schedule %s",
                        ULL(found[0]), name_of(k, 0).at, ULL(found[1]), name_of(k, schedule).at);
        k->differing = first + 1;
        return VY_OK;
    }
    vy_column *one = vyi_calloc(p->context, 2 * room, sizeof *one);
    if (!one)
        return VY_ERROR_MEMORY;
    vy_column *two = one + room;
    status = sort_bag(k, counter, found[0], &k->first, one, &count);
    if (!status)
        status = sort_bag(k, counter, found[0], now, two, &count);
    if (!status && count && vy_rows_differ(one, found[0], two, found[0], count, &difference)) {
        bool second = difference.in_second;
        vyi_rows_text(second ? two : one, count, difference.row, &k->difference);
        vyi_text_printf(&k->difference,
                        " comes more often under schedule %s than under schedule %s",
                        name_of(k, second ? schedule : 0).at, name_of(k, second ? 0 : schedule).at);
        k->differing = first + 1;
    }
    vyi_free(p->context, one, 2 * room * sizeof *one);
    return status;
}

static void compare_buffer(struct check *k, uint32_t i, const struct vyi_memories *now,
                           uint32_t schedule)
{
    const vy_program *p = k->p;
    const struct vyi_buffer *buffer = &p->buffers.at[i];
    char *a = k->first.at[i], *b = now->at[i];
    uint64_t from, to;
    canonical(buffer->elem, a, k->call.launch.extents[i].bytes);
    canonical(buffer->elem, b, k->call.launch.extents[i].bytes);
    vyi_visible(p, &k->call.launch, i, 0, &from, &to);
    for (uint64_t at = from; at < to; at++)
        if (a[at] != b[at]) {
            element_differs(k, i, a, b, at, schedule);
            break;
        }
}

/// Notes the first buffer that has lost rows, and compares with the first schedule where no assert
/// has failed.
static vy_status compare(struct check *k, const struct vyi_memories *now, uint32_t schedule)
{
    const vy_program *p = k->p;
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        bool seen = b->role == VY_ROLE_OUT || b->role == VY_ROLE_INOUT ||
                    b->role == VY_ROLE_PERSISTENT || b->role == VY_ROLE_MAPPED ||
                    (b->live && b->role != VY_ROLE_SHARED);
        uint64_t found = 0, kept = 0;
        if (b->count)
            status = vyi_rows_used(k->device, p, &k->call.launch, now, i, &found, &kept);
        // More rows of an output that grows are a difference, but none that is lost.
        if (found > kept && grows(k, i)) {
            if (!schedule && vyi_grow_room(p, &k->call, i, found))
                k->again = true;
        } else if (!k->losing && found > kept) // which rows are kept depends on the order
            k->losing = i + 1, k->found = found, k->kept = kept;
        if (status || !schedule || k->fails || k->differing)
            continue;
        if (b->count && i == vyi_rows_first(p, b->count - 1))
            status = compare_bag(k, b->count - 1, i, now, schedule);
        else if (!b->count && seen)
            compare_buffer(k, i, now, schedule);
    }
    return status;
}

// ---- running ----
static vy_status run_schedule(struct check *k, uint32_t schedule, vy_race_report *out)
{
    const vy_race_params *params = k->params;
    const vy_dispatch_params dispatch = {.size = sizeof(vy_dispatch_params),
                                         .max_steps = params->max_steps,
                                         .max_memory = params->max_memory,
                                         .progress = params->progress,
                                         .progress_user = params->progress_user};
    struct vyi_job_result result = {0};
    struct vyi_memories own, *now = schedule ? &own : &k->first;
    k->call.launch.concurrent = schedule % 2; // what a program writes must not depend on it
    struct vyi_kernel kernel = {.program = k->p, .launch = &k->call.launch, .report = &k->report};
    struct vyi_job job = {.kernels = &kernel,
                          .launch = &k->call.launch,
                          .params = &dispatch,
                          .deadline_ns = k->deadline_ns,
                          .report = &k->report,
                          .schedule = schedule,
                          .seed = params->seed,
                          .findings = &k->findings};
    vy_status status =
        vyi_memories_create(k->device, k->p, NULL, &k->call, VYI_MEMORIES_COPY, &job, now);
    if (!status)
        status = vyi_memories_fill(k->device, k->p, &k->call, NULL, now, NULL);
    kernel.memory = now->at;
    if (!status)
        status = vyi_dev_submit_one(k->device, &job, &result);
    k->statements += result.statements;
    if (status == VY_ERROR_ASSERT) { // what buffers hold is unspecified then, but others may race
        k->fails = k->fails ? k->fails : schedule + 1;
        status = VY_OK;
    } else if (!status) {
        k->holds = k->holds ? k->holds : schedule + 1;
        status = compare(k, now, schedule);
    }
    if (!schedule)
        out->out_of_bounds = result.out_of_bounds;
    else
        vyi_memories_free(k->device, k->p, now);
    vyi_vec_free(k->p->context, &result.fixpoints);
    return status;
}

static void give_verdict(struct check *k, vy_race_report *out)
{
    bool by_chance = k->fails && k->holds; // an assert fails under one schedule alone
    out->races = k->findings.races;
    out->unordered_stores = k->findings.unordered_stores;
    out->waits = k->findings.waits;
    if (k->differing)
        out->differs = k->p->buffers.at[k->differing - 1].name;
    bool lost = k->losing && !k->params->allow_lost_rows;
    bool differ = k->differing || lost || by_chance;
    if (lost || (k->losing && !differ))
        out->lost = k->p->buffers.at[k->losing - 1].name;
    out->verdict = out->races || out->unordered_stores ? VY_VERDICT_RACY
                   : differ                            ? VY_VERDICT_UNSETTLED
                                                       : VY_VERDICT_SETTLED;
    // A race explains a difference; reporting both would only be noise.
    if (out->verdict != VY_VERDICT_UNSETTLED)
        return;
    if (lost)
        vyi_rows_lost(&k->report, k->p, k->losing - 1, k->found, k->kept);
    struct vyi_text t = {.context = k->p->context};
    if (k->differing) {
        vyi_launch_buffer_text(k->p, k->differing - 1, &t);
        if (!t.failed && !k->difference.failed)
            vyi_report(&k->report, k->p->buffers.at[k->differing - 1].pos, 0,
                       VYI_DIAG(ORDER_DEPENDENT), t.at, k->difference.at);
    } else if (by_chance) {
        vyi_text_printf(&t, "one fails under schedule %s, none under schedule %s",
                        name_of(k, k->fails - 1).at, name_of(k, k->holds - 1).at);
        if (!t.failed)
            vyi_report(&k->report, 0, 0, VYI_DIAG(ORDER_DEPENDENT), "whether an assert fails",
                       t.at);
    }
    vyi_text_free(&t);
}

/// Many small workgroups where the choice is ours: a short input is spread over several. Their
/// number is prime, so that elements a power of two apart are not dealt to the same invocation.
static const struct vyi_launch_choice small_groups = {.workgroup = 4, .groups = 257};

static vy_status evaluate(struct check *k)
{
    vy_status status = vyi_launch_eval(k->p, k->call.args.given.params, k->call.args.given.bound,
                                       small_groups, &k->report, &k->call.launch);
    return status ? status : vyi_args_fit(k->p, &k->call.args, &k->call.launch, &k->report);
}

/// The first schedule, with room for all rows that it finds.
static vy_status run_first(struct check *k, vy_race_report *out)
{
    enum { MOST_RUNS = 8 };
    vy_status status = run_schedule(k, 0, out);
    for (uint32_t runs = 1; !status && k->again && runs < MOST_RUNS; runs++) {
        k->again = false;
        vyi_memories_free(k->device, k->p, &k->first);
        vyi_launch_free(k->p->context, &k->call.launch);
        status = evaluate(k);
        if (!status)
            status = run_schedule(k, 0, out);
    }
    return status;
}

static vy_status check_all(struct check *k, vy_race_report *out)
{
    uint32_t schedules = k->params->schedules ? k->params->schedules : 8;
    vy_status status =
        vyi_args_read(k->p, NULL, NULL, k->params->args, VYI_ARGS_RACE, &k->report, &k->call.args);
    if (!status)
        status = evaluate(k);
    if (!status) {
        const uint32_t *groups = k->call.launch.groups;
        out->invocations = k->call.launch.invocations;
        out->workgroups = out->invocations ? groups[0] * groups[1] * groups[2] : 0;
    }
    for (uint32_t i = 0; !status && i < schedules; i++) {
        out->schedules = i + 1;
        // Runs too short to be looked at while they run, and the comparisons between them, take
        // time too.
        char after[VYI_MESSAGE_AFTER];
        if (i && k->deadline_ns && vyi_now_ns() >= k->deadline_ns)
            status = vyi_report_as(&k->report, VY_ERROR_DEADLINE, VYI_DIAG(DEADLINE),
                                   vyi_message_after(k->statements, after));
        else
            status = i ? run_schedule(k, i, out) : run_first(k, out);
    }
    if (!status) {
        give_verdict(k, out);
        const uint32_t *size = k->call.launch.workgroup; // a race says all there is to say
        if (out->workgroups <= 1 && out->verdict != VY_VERDICT_RACY && !vyi_launch_grid_fixed(k->p))
            vyi_report(&k->report, k->p->workgroup_pos, 0, VYI_DIAG(ONE_WORKGROUP),
                       out->workgroups ? "one" : "no", ULL(out->invocations),
                       ULL(size[0]) * size[1] * size[2]);
        status = out->verdict != VY_VERDICT_SETTLED ? VY_ERROR_RACE
                 : k->fails                         ? VY_ERROR_ASSERT
                                                    : VY_OK;
    }
    return status;
}

vy_status vy_check_race(vy_program *program, const vy_race_params *params, vy_race_report *report)
{
    vy_race_params filled = vy_race_defaults();
    vy_race_report own = {0};
    if (!program)
        return VY_ERROR_ARGUMENT;
    vy_context *c = program->context;
    vy_status status = vyi_params_read(c, vy_race_params, params, &filled);
    struct check k = {.p = program, .params = &filled};
    k.report = (struct vyi_report){.context = c, .sources = &program->sources};
    k.difference.context = c;
    if (k.params->deadline_ms)
        k.deadline_ns = vyi_now_ns() + (uint64_t)k.params->deadline_ms * 1000000u;
    if (!status && !program->verified)
        status = vy_program_verify(program);
    if (!status)
        status = vy_device_open(c, vy_device_params(.name = "oracle"), &k.device);
    if (!status)
        status = check_all(&k, &own);
    if (k.device) {
        vyi_memories_free(k.device, program, &k.first);
        k.device->fns->findings_free(c, &k.findings);
    }
    vyi_text_free(&k.difference);
    vyi_call_free(c, &k.call);
    vyi_report_end(&k.report, status);
    vy_device_close(&k.device);
    if (report)
        *report = own;
    return status;
}
