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
    struct vyi_args args;
    struct vyi_launch launch;
    struct vyi_memories first;    ///< what the first schedule left
    struct vyi_findings findings; ///< of all schedules
    uint64_t deadline_ns;         ///< 0: none
    uint64_t statements;          ///< of all schedules so far
    uint32_t differing;           ///< buffer + 1
    struct vyi_text difference;   ///< "y[3] is 1 under forward, 2 under reverse"
    uint32_t fails, holds;        ///< first schedules with an assert that fails, and with none, + 1
};

// ---- what the host sees of a buffer ----
static bool host_sees(const struct vyi_buffer *b)
{
    return b->role == VY_ROLE_OUT || b->role == VY_ROLE_INOUT || b->role == VY_ROLE_PERSISTENT ||
           b->role == VY_ROLE_MAPPED || (b->live && b->role != VY_ROLE_SHARED);
}

/// NaNs become the one NaN and bools 0 or 1, so that equal values are equal bytes.
static void canonical(uint8_t elem, char *bytes, uint64_t size)
{
    uint32_t step = vyi_type_bytes(elem);
    bool plain = elem != VY_TYPE_F32 && elem != VY_TYPE_F64 && elem != VY_TYPE_BOOL;
    for (uint64_t i = 0; !plain && i + step <= size; i += step)
        vyi_sem_store(elem, bytes + i, vyi_sem_load(elem, bytes + i));
}

/// Heapsort of rows by their bytes: no memory but two rows, no bad case.
struct rows {
    char *at, *spare;
    uint64_t row, count;
};

static void sift(struct rows *r, uint64_t top, uint64_t count)
{
    memcpy(r->spare, r->at + top * r->row, r->row);
    for (uint64_t kid; (kid = 2 * top + 1) < count; top = kid) {
        if (kid + 1 < count && memcmp(r->at + (kid + 1) * r->row, r->at + kid * r->row, r->row) > 0)
            kid++;
        if (memcmp(r->spare, r->at + kid * r->row, r->row) >= 0)
            break;
        memcpy(r->at + top * r->row, r->at + kid * r->row, r->row);
    }
    memcpy(r->at + top * r->row, r->spare, r->row);
}

static void sort_rows(struct rows *r)
{
    for (uint64_t i = r->count / 2; i-- > 0;)
        sift(r, i, r->count);
    for (uint64_t end = r->count; end-- > 1;) {
        char *last = r->at + end * r->row, *hold = r->spare + r->row;
        memcpy(hold, last, r->row);
        memcpy(last, r->at, r->row);
        memcpy(r->at, hold, r->row);
        sift(r, 0, end);
    }
}

// ---- saying what differs ----
static void value_words(uint8_t elem, const void *at, struct vyi_text *t)
{
    uint8_t type = vyi_type_value(elem);
    uint64_t bits = vyi_sem_load(elem, at);
    float f;
    double d;
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    switch (type) {
    case VY_TYPE_I32: vyi_text_printf(t, "%d", (int)(int32_t)(uint32_t)bits); break;
    case VY_TYPE_I64: vyi_text_printf(t, "%lld", (long long)bits); break;
    case VY_TYPE_F32: vyi_text_printf(t, "%.9g", (double)f); break;
    case VY_TYPE_F64: vyi_text_printf(t, "%.17g", d); break;
    case VY_TYPE_BOOL: vyi_text_printf(t, "%s", bits ? "true" : "false"); break;
    default: vyi_text_printf(t, "%llu", (unsigned long long)bits);
    }
}

static void schedule_words(struct check *k, uint32_t schedule, struct vyi_text *t)
{
    char name[64];
    k->device->fns->schedule_name(schedule, k->params->seed, name, sizeof name);
    vyi_text_printf(t, "%s", name);
}

static void index_words(const struct vyi_buffer *b, const struct vyi_extent *x, uint64_t element,
                        struct vyi_text *t)
{
    uint64_t index[VYI_MAX_RANK];
    for (uint32_t axis = b->rank; axis-- > 0;) {
        index[axis] = x->size[axis] ? element % x->size[axis] : 0;
        element = x->size[axis] ? element / x->size[axis] : 0;
    }
    vyi_text_printf(t, "%s[", b->name);
    for (uint32_t axis = 0; axis < b->rank; axis++)
        vyi_text_printf(t, "%s%llu", axis ? ", " : "", (unsigned long long)index[axis]);
    vyi_text_printf(t, "]");
}

/// Two texts of rows or values, by schedule: "A under forward, B under reverse".
static void differs(struct check *k, uint32_t buffer, uint32_t schedule)
{
    if (!k->differing)
        k->differing = buffer + 1;
    vyi_text_printf(&k->difference, " under schedule ");
    schedule_words(k, schedule, &k->difference);
}

static void element_differs(struct check *k, uint32_t i, const char *a, const char *b,
                            uint64_t offset, uint32_t schedule)
{
    const struct vyi_buffer *buffer = &k->p->buffers.at[i];
    uint32_t step = vyi_type_bytes(buffer->elem);
    uint64_t element = offset / step;
    struct vyi_text *t = &k->difference;
    index_words(buffer, &k->launch.extents[i], element, t);
    vyi_text_printf(t, " is ");
    value_words(buffer->elem, a + element * step, t);
    vyi_text_printf(t, " under schedule ");
    schedule_words(k, 0, t);
    vyi_text_printf(t, ", ");
    value_words(buffer->elem, b + element * step, t);
    differs(k, i, schedule);
}

static void count_differs(struct check *k, uint32_t i, uint64_t a, uint64_t b, uint32_t schedule)
{
    struct vyi_text *t = &k->difference;
    vyi_text_printf(t, "%llu rows under schedule ", (unsigned long long)a);
    schedule_words(k, 0, t);
    vyi_text_printf(t, ", %llu rows", (unsigned long long)b);
    differs(k, i, schedule);
}

static void row_differs(struct check *k, uint32_t i, const char *row, bool first, uint32_t schedule)
{
    const struct vyi_buffer *buffer = &k->p->buffers.at[i];
    const struct vyi_extent *x = &k->launch.extents[i];
    uint32_t step = vyi_type_bytes(buffer->elem);
    uint64_t width = x->count / x->size[0];
    struct vyi_text *t = &k->difference;
    vyi_text_printf(t, "row (");
    for (uint64_t e = 0; e < width && e < 8; e++) {
        vyi_text_printf(t, e ? ", " : "");
        value_words(buffer->elem, row + e * step, t);
    }
    vyi_text_printf(t, width > 8 ? ", …) comes more often under schedule "
                                 : ") comes more often under schedule ");
    schedule_words(k, first ? 0 : schedule, t);
    vyi_text_printf(t, " than");
    differs(k, i, first ? schedule : 0);
}

// ---- comparing ----
/// Rows in any order: sorts both copies; they are thrown away afterwards.
static vy_status compare_rows(struct check *k, uint32_t i, char *a, char *b, uint64_t rows,
                              uint32_t schedule)
{
    const struct vyi_extent *x = &k->launch.extents[i];
    uint64_t row = x->size[0] ? x->bytes / x->size[0] : 0;
    if (!rows || !row)
        return VY_OK;
    uint64_t bytes = rows * row + rows * row + 2 * row;
    char *copy = vyi_realloc(k->p->context, NULL, 0, (size_t)bytes);
    if (!copy)
        return VY_ERROR_MEMORY;
    struct rows one = {copy, copy + 2 * rows * row, row, rows}, two = one;
    two.at += rows * row;
    memcpy(one.at, a, (size_t)(rows * row));
    memcpy(two.at, b, (size_t)(rows * row));
    sort_rows(&one);
    sort_rows(&two);
    for (uint64_t r = 0; r < rows; r++) {
        int order = memcmp(one.at + r * row, two.at + r * row, (size_t)row);
        if (order) {
            row_differs(k, i, (order < 0 ? one.at : two.at) + r * row, order < 0, schedule);
            break;
        }
    }
    vyi_free(k->p->context, copy, (size_t)bytes);
    return VY_OK;
}

static vy_status compare_buffer(struct check *k, uint32_t i, const struct vyi_memories *now,
                                uint32_t schedule)
{
    const vy_program *p = k->p;
    const struct vyi_buffer *buffer = &p->buffers.at[i];
    char *a = k->first.at[i], *b = now->at[i];
    uint64_t found[2], kept[2], from, to;
    vy_status status = vyi_rows_used(k->device, p, &k->launch, &k->first, i, &found[0], &kept[0]);
    if (!status)
        status = vyi_rows_used(k->device, p, &k->launch, now, i, &found[1], &kept[1]);
    if (status)
        return status;
    if (found[0] != found[1]) {
        count_differs(k, i, found[0], found[1], schedule);
        return VY_OK;
    }
    canonical(buffer->elem, a, k->launch.extents[i].bytes);
    canonical(buffer->elem, b, k->launch.extents[i].bytes);
    if (buffer->count)
        return found[0] > k->launch.extents[i].size[0]
                   ? VY_OK
                   : compare_rows(k, i, a, b, kept[0], schedule);
    vyi_visible(p, &k->launch, i, kept[0], &from, &to);
    for (uint64_t at = from; at < to; at++)
        if (a[at] != b[at]) {
            element_differs(k, i, a, b, at, schedule);
            break;
        }
    return VY_OK;
}

static vy_status compare(struct check *k, const struct vyi_memories *now, uint32_t schedule)
{
    vy_status status = VY_OK;
    for (uint32_t i = 0; !status && !k->differing && i < k->p->buffers.count; i++)
        if (host_sees(&k->p->buffers.at[i]))
            status = compare_buffer(k, i, now, schedule);
    return status;
}

// ---- running ----
static vy_status run_schedule(struct check *k, uint32_t schedule, vy_race_report *out)
{
    const vy_race_params *params = k->params;
    const vy_dispatch_params dispatch = {.max_steps = params->max_steps,
                                         .max_memory = params->max_memory,
                                         .progress = params->progress,
                                         .progress_user = params->progress_user};
    struct vyi_job_result result = {0};
    struct vyi_memories own, *now = schedule ? &own : &k->first;
    struct vyi_filling filling = {0};
    struct vyi_job job = {.program = k->p,
                          .launch = &k->launch,
                          .params = &dispatch,
                          .deadline_ns = k->deadline_ns,
                          .report = &k->report,
                          .schedule = schedule,
                          .seed = params->seed,
                          .findings = &k->findings};
    vy_status status = vyi_memories_create(k->device, k->p, NULL, &k->launch, &k->args,
                                           VYI_MEMORIES_COPY, &job, now);
    if (!status)
        status = vyi_memories_fill(k->device, k->p, &k->launch, &k->args, now, &filling);
    job.memory = now->at;
    if (!status)
        status = k->device->fns->run(k->device, &job, &result);
    k->statements += result.statements;
    if (status == VY_ERROR_ASSERT) { // what buffers hold is unspecified then, but others may race
        k->fails = k->fails ? k->fails : schedule + 1;
        status = VY_OK;
    } else if (!status) {
        k->holds = k->holds ? k->holds : schedule + 1;
        if (schedule && !k->fails)
            status = compare(k, now, schedule);
    }
    if (!schedule)
        out->out_of_bounds = result.out_of_bounds;
    else
        vyi_memories_free(k->device, k->p, now);
    vyi_vec_free(k->p->context, &result.fixpoints);
    return status;
}

/// Runs too short to be looked at while they run, and the comparisons between them, take time too.
static vy_status in_time(struct check *k)
{
    char after[VYI_MESSAGE_AFTER];
    if (!k->deadline_ns || vyi_now_ns() < k->deadline_ns)
        return VY_OK;
    vyi_report(&k->report, 0, 0, VYI_DIAG(DEADLINE), vyi_message_after(k->statements, after));
    return VY_ERROR_DEADLINE;
}

/// Fails under one schedule and not under another.
static bool fails_by_chance(const struct check *k)
{
    return k->fails && k->holds;
}

static void say_fails_by_chance(struct check *k)
{
    struct vyi_text t = {.context = k->p->context};
    vyi_text_printf(&t, "one fails under schedule ");
    schedule_words(k, k->fails - 1, &t);
    vyi_text_printf(&t, ", none under schedule ");
    schedule_words(k, k->holds - 1, &t);
    if (!t.failed)
        vyi_report(&k->report, 0, 0, VYI_DIAG(ORDER_DEPENDENT), "whether an assert fails", t.at);
    vyi_text_free(&t);
}

static void give_verdict(struct check *k, vy_race_report *out)
{
    struct vyi_text t = {.context = k->p->context};
    out->races = k->findings.races;
    out->unordered_stores = k->findings.unordered_stores;
    out->waits = k->findings.waits;
    if (k->differing)
        out->differs = k->p->buffers.at[k->differing - 1].name;
    out->verdict = out->races || out->unordered_stores  ? VY_VERDICT_RACY
                   : k->differing || fails_by_chance(k) ? VY_VERDICT_UNSETTLED
                                                        : VY_VERDICT_SETTLED;
    // A race explains a difference; saying both would only be noise.
    if (out->verdict == VY_VERDICT_UNSETTLED && !k->differing) {
        say_fails_by_chance(k);
    } else if (out->verdict == VY_VERDICT_UNSETTLED) {
        vyi_launch_buffer_text(k->p, k->differing - 1, &t);
        if (!t.failed && !k->difference.failed)
            vyi_report(&k->report, k->p->buffers.at[k->differing - 1].pos, 0,
                       VYI_DIAG(ORDER_DEPENDENT), t.at, k->difference.at);
        vyi_text_free(&t);
    }
}

/// Many small workgroups where the choice is ours: a short input is spread over several. Their
/// number is prime, so that elements a power of two apart are not dealt to the same invocation.
static const struct vyi_launch_choice small_groups = {.workgroup = 4, .groups = 257};

static void count_groups(const struct check *k, vy_race_report *out)
{
    const uint32_t *groups = k->launch.groups;
    out->invocations = k->launch.invocations;
    out->workgroups = out->invocations ? groups[0] * groups[1] * groups[2] : 0;
}

/// A race says all there is to say.
static void warn_of_one_workgroup(struct check *k, const vy_race_report *out)
{
    const uint32_t *size = k->launch.workgroup;
    if (out->workgroups <= 1 && out->verdict != VY_VERDICT_RACY && !vyi_launch_grid_fixed(k->p))
        vyi_report(&k->report, k->p->workgroup_pos, 0, VYI_DIAG(ONE_WORKGROUP),
                   out->workgroups ? "one" : "no", (unsigned long long)out->invocations,
                   (unsigned long long)size[0] * size[1] * size[2]);
}

static vy_status check_all(struct check *k, vy_race_report *out)
{
    uint32_t schedules = k->params->schedules ? k->params->schedules : 8;
    vy_status status =
        vyi_args_read(k->p, NULL, k->params->args, VYI_ARGS_RACE, &k->report, &k->args);
    if (!status)
        status = vyi_launch_eval(k->p, k->args.params, k->args.bound, small_groups, &k->report,
                                 &k->launch);
    if (!status)
        status = vyi_args_fit(k->p, &k->args, &k->launch, &k->report);
    if (!status)
        count_groups(k, out);
    for (uint32_t i = 0; !status && i < schedules; i++) {
        out->schedules = i + 1;
        status = i ? in_time(k) : VY_OK;
        if (!status)
            status = run_schedule(k, i, out);
    }
    if (!status) {
        give_verdict(k, out);
        warn_of_one_workgroup(k, out);
        status = out->verdict != VY_VERDICT_SETTLED ? VY_ERROR_RACE
                 : k->fails                         ? VY_ERROR_ASSERT
                                                    : VY_OK;
    }
    return status;
}

vy_status vy_check_race(vy_program *program, const vy_race_params *params, vy_race_report *report)
{
    static const vy_race_params defaults = {0};
    vy_race_report own = {0};
    if (!program)
        return VY_ERROR_ARGUMENT;
    vy_context *c = program->context;
    struct check k = {.p = program, .params = params ? params : &defaults};
    k.report = (struct vyi_report){.context = c, .sources = &program->sources};
    k.difference.context = c;
    if (k.params->deadline_ms)
        k.deadline_ns = vyi_now_ns() + (uint64_t)k.params->deadline_ms * 1000000u;
    vy_status status = program->verified ? VY_OK : vy_program_verify(program);
    if (!status)
        status = vy_device_open(c, vy_device_params(.name = "oracle"), &k.device);
    if (!status)
        status = check_all(&k, &own);
    if (k.device) {
        vyi_memories_free(k.device, program, &k.first);
        k.device->fns->findings_free(c, &k.findings);
    }
    vyi_text_free(&k.difference);
    vyi_launch_free(c, &k.launch);
    vyi_args_free(c, &k.args);
    vyi_report_end(&k.report, status);
    vy_device_close(&k.device);
    if (report)
        *report = own;
    return status;
}
