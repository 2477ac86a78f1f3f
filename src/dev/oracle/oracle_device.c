// The oracle as a device: its memory is the host's, and it has as many schedules as one asks for.
#include "dev/execute.h"
#include "dev/host_memory.h"
#include "oracle/oracle.h"
#include "oracle/run.h"

#include <stdio.h>
#include <unistd.h>

/// The oracle, and the same with less, so that every route and every limit is met in tests.
static void describe(vy_device_info *info)
{
    static const struct {
        const char *name, *description;
        bool grid_barrier, resident, small;
    } kinds[] = {
        {"oracle", "the reference interpreter, which defines what programs mean", true, true,
         false},
        {"oracle-split", "the oracle without a grid barrier, for tests", false, true, false},
        {"oracle-host", "the oracle without a grid barrier or resident memory, for tests", false,
         false, false},
        {"oracle-small", "the oracle with small limits, for tests", true, true, true},
        {"oracle-dirty", "the oracle with memory that is cleared only where it must be, for tests",
         true, true, false}};
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t i = 0;
    while (i + 1 < sizeof kinds / sizeof *kinds && strcmp(kinds[i].name, info->name))
        i++;
    bool small = kinds[i].small;
    uint64_t memory = pages > 0 && size > 0 ? (uint64_t)pages / 2 * (uint64_t)size : 0;
    info->kind = "interpreter";
    info->description = kinds[i].description;
    info->present = true;
    info->memory = small ? 1 << 20 : memory;
    info->max_workgroup = small ? 64 : VYI_MAX_WORKGROUP;
    info->max_shared = small ? 1024 : VYI_MAX_SHARED;
    info->max_grid = small ? 4096 : UINT32_MAX;
    info->grid_barrier = kinds[i].grid_barrier;
    info->resident = kinds[i].resident;
}

static vy_status open_oracle(vy_device *device)
{
    (void)device;
    return VY_OK;
}

// ---- memory ----
static vy_status memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    (void)cleared; // memory_poison() is for memory that is not
    *memory = vyi_aligned_alloc(device->context, bytes);
    return *memory ? VY_OK : VY_ERROR_MEMORY;
}

static void memory_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    vyi_aligned_free(device->context, memory, bytes);
}

static void memory_clear(vy_device *device, void *memory, uint64_t bytes)
{
    (void)device;
    memset(memory, 0, (size_t)bytes);
}

static void memory_poison(vy_device *device, void *memory, uint64_t bytes)
{
    (void)device;
    memset(memory, 0xa5, (size_t)bytes);
}

static vy_status copy(vy_device *device, void *to, const void *from, uint64_t bytes)
{
    (void)device;
    if (bytes)
        memcpy(to, from, (size_t)bytes);
    return VY_OK;
}

static struct vyi_launch_choice choice(vy_device *device)
{
    uint32_t most = device->info.max_workgroup;
    return (struct vyi_launch_choice){most < 256 ? most : 256, 4};
}

// ---- schedules ----
/// 0 forward, 1 reverse, 2 interleaved, 3 one subgroup ahead, then random ones.
static enum vyi_schedule schedule_of(uint32_t number)
{
    static const enum vyi_schedule fixed[] = {VYI_SCHEDULE_FORWARD, VYI_SCHEDULE_REVERSE,
                                              VYI_SCHEDULE_INTERLEAVED, VYI_SCHEDULE_AHEAD};
    return number < 4 ? fixed[number] : VYI_SCHEDULE_RANDOM;
}

static void schedule_name(uint32_t schedule, uint64_t seed, char *name, size_t size)
{
    static const char *const names[] = {"forward", "reverse", "interleaved", "subgroup ahead"};
    if (schedule < 4)
        snprintf(name, size, "%s", names[schedule]);
    else
        snprintf(name, size, "random (seed %llu)", ULL(seed + schedule));
}

// ---- running ----
static vy_status take_result(vy_context *c, const struct vyi_oracle_result *from,
                             uint64_t steps_before, struct vyi_job_result *to)
{
    to->statements = from->statements - steps_before;
    to->out_of_bounds = from->out_of_bounds;
    to->printed = from->printed;
    to->dropped = from->dropped;
    for (uint32_t i = 0; i < from->fixpoints.count; i++) {
        const struct vyi_fixpoint_result *f = &from->fixpoints.at[i];
        struct vyi_job_fixpoint one = {.pos = f->pos, .converged = true};
        vyi_job_count_fixpoint(&one, f->entries, f->passes, f->entries - f->converged - f->empty,
                               f->empty);
        if (!vyi_vec_push(c, &to->fixpoints, one))
            return VY_ERROR_MEMORY;
    }
    return VY_OK;
}

/// A finding that several runs meet is in the list once.
static void count_findings(const struct vyi_oracle_known *known, struct vyi_findings *findings)
{
    findings->races = findings->unordered_stores = findings->waits = 0;
    for (uint32_t i = 0; i < known->list.count; i++) {
        findings->races += known->list.at[i].kind == FINDING_RACE;
        findings->unordered_stores += known->list.at[i].kind == FINDING_STORE;
        findings->waits += known->list.at[i].kind == FINDING_WAIT;
    }
}

static vy_status launch(vy_device *device, const struct vyi_job *job,
                        const struct vyi_kernel *kernel, const struct vyi_clears *clears,
                        struct vyi_job_result *result)
{
    vy_context *c = device->context;
    struct vyi_oracle_result own = {0};
    const vy_dispatch_params *p = job->params;
    struct vyi_oracle_params params = {
        .program = kernel->program,
        .launch = kernel->launch,
        .memory = kernel->memory,
        .schedule = schedule_of(job->schedule),
        .seed = job->seed + job->schedule,
        .detect = job->findings != NULL,
        .max_steps = p->max_steps,
        .max_memory = p->max_memory,
        .deadline_ns = job->deadline_ns,
        .steps_before = job->steps_before,
        .cancel = job->cancel,
        .print = p->print,
        .print_user = p->print_user,
        .progress = p->progress,
        .progress_user = p->progress_user,
    };
    if (job->findings && !job->findings->state)
        job->findings->state = vyi_calloc(c, 1, sizeof(struct vyi_oracle_known));
    if (job->findings && !job->findings->state)
        return VY_ERROR_MEMORY;
    if (job->findings)
        params.known = job->findings->state;
    vy_status status = vyi_job_clear_late(device, job, clears);
    if (status)
        return status;
    status = vyi_oracle_run(&params, kernel->report, &own);
    if (job->findings)
        count_findings(params.known, job->findings);
    vy_status taken = take_result(c, &own, job->steps_before, result);
    vyi_oracle_result_free(c, &own);
    return status ? status : taken;
}

static void findings_free(vy_context *c, struct vyi_findings *findings)
{
    if (findings->state)
        vyi_oracle_known_free(c, findings->state);
    vyi_free(c, findings->state, sizeof(struct vyi_oracle_known));
    *findings = (struct vyi_findings){0};
}

/// The oracle itself always clears: it says what programs mean.
#define ORACLE(NAME, FROM)                                                                       \
    {                                                                                            \
        .name = NAME, .describe = describe, .open = open_oracle, .memory_create = memory_create, \
        .memory_destroy = memory_destroy, .memory_clear = memory_clear,                          \
        .memory_poison = memory_poison, .fill = vyi_host_fill, .transfer = vyi_host_transfer,    \
        .copy = copy, .choice = choice, .launch = launch, .schedule_name = schedule_name,        \
        .findings_free = findings_free, .uncleared_from = FROM,                                  \
    }
const struct vyi_device_fns vyi_dev_oracle = ORACLE("oracle", 0);
const struct vyi_device_fns vyi_dev_oracle_split = ORACLE("oracle-split", 1);
const struct vyi_device_fns vyi_dev_oracle_host = ORACLE("oracle-host", 1);
const struct vyi_device_fns vyi_dev_oracle_small = ORACLE("oracle-small", 1);
const struct vyi_device_fns vyi_dev_oracle_dirty = ORACLE("oracle-dirty", 1);
