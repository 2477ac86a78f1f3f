// Lays out memory for a program and calls the oracle on it.
#include "support/run.h"

#include "support/rng.h"

#include <stdlib.h>

/// Small numbers, so that loads used as indices and bounds often hit.
static void fill(unsigned char *at, uint64_t bytes, struct rng *r)
{
    for (uint64_t i = 0; i < bytes; i++)
        at[i] = (unsigned char)(rng_one_in(r, 3) ? rng_next(r) : i % 4 ? 0 : rng_below(r, 16));
}

/// Sizes a spoilt program may ask for are refused before memory is.
static bool is_small(const vy_program *p, const struct vyi_launch *launch)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (!vyi_add(bytes, launch->extents[i].bytes, &bytes))
            return false;
    return p->buffers.count <= RANDOM_MAX_BUFFERS && bytes <= TEST_RUN_BYTES &&
           launch->invocations <= TEST_RUN_INVOCATIONS;
}

static bool lay_out(const vy_program *p, const struct vyi_launch *launch, uint64_t seed,
                    void **memory)
{
    struct rng r = rng_make(seed, 2);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        if (b->role == VY_ROLE_SHARED)
            continue;
        // Exactly as long as it says: one byte past the end is a sanitizer's report.
        memory[i] = calloc(1, launch->extents[i].bytes ? launch->extents[i].bytes : 1);
        if (!memory[i])
            return false;
        if (vyi_role_info(b->role)->host_in)
            fill(memory[i], launch->extents[i].bytes, &r);
    }
    return true;
}

static uint64_t hash_of(const vy_program *p, const struct vyi_launch *launch, void **memory)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (memory[i])
            hash = vyi_hash(memory[i], launch->extents[i].bytes, hash);
    return hash;
}

/// The buffers that come back whole: what a public dispatch must leave the same.
static uint64_t visible_hash(const vy_program *p, const struct vyi_launch *launch, void **memory)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const struct vyi_buffer *b = &p->buffers.at[i];
        bool back = vyi_role_info(b->role)->host_out || b->role == VY_ROLE_PERSISTENT;
        if (back && !b->count && !b->has_range)
            hash = vyi_hash(memory[i], launch->extents[i].bytes, hash);
    }
    return hash;
}

struct test_run test_run_oracle(const vy_program *program, const struct random_program *made,
                                enum vyi_schedule schedule, uint64_t seed, bool detect,
                                uint64_t max_steps)
{
    vy_context *c = program->context;
    struct vyi_report report = {.context = c, .sources = &program->sources};
    struct vyi_launch launch;
    struct vyi_oracle_result result = {0};
    void *memory[RANDOM_MAX_BUFFERS] = {NULL};
    struct test_run run = {.status = VY_ERROR_DATA};
    if (program->buffers.count > RANDOM_MAX_BUFFERS || program->params.count > RANDOM_MAX_PARAMS)
        return run;
    run.status = vyi_launch_eval(program, made->params, made->bound,
                                 (struct vyi_launch_choice){16, 2}, &report, &launch);
    if (!run.status && !is_small(program, &launch))
        run.status = VY_ERROR_DATA;
    if (!run.status && lay_out(program, &launch, seed, memory)) {
        struct vyi_oracle_params params = {.program = program,
                                           .launch = &launch,
                                           .memory = memory,
                                           .schedule = schedule,
                                           .seed = seed,
                                           .detect = detect,
                                           .max_steps = max_steps};
        run.status = vyi_oracle_run(&params, &report, &result);
        run.statements = result.statements;
        run.out_of_bounds = result.out_of_bounds;
        run.races = result.races + result.unordered_stores + result.waits;
        run.bytes = hash_of(program, &launch, memory);
        run.visible = visible_hash(program, &launch, memory);
        vyi_oracle_result_free(c, &result);
    }
    for (uint32_t i = 0; i < RANDOM_MAX_BUFFERS; i++)
        free(memory[i]);
    vyi_launch_free(c, &launch);
    (void)vyi_report_end(&report, run.status);
    return run;
}

// ---- the same through the public calls ----
/// One argument for a buffer; memory that stays on the device is made and remembered.
static vy_status argument(vy_device *device, const struct vyi_buffer *b, void *memory,
                          uint64_t bytes, vy_buffer **made, vy_arg *arg)
{
    switch (b->role) {
    case VY_ROLE_IN:
    case VY_ROLE_UNIFORM: *arg = vy_arg_in(b->name, memory, bytes); return VY_OK;
    case VY_ROLE_OUT: *arg = vy_arg_out(b->name, memory, bytes); return VY_OK;
    case VY_ROLE_INOUT: *arg = vy_arg_inout(b->name, memory, bytes); return VY_OK;
    default: {
        vy_status status = vy_buffer_create(
            device,
            vy_buffer_params(.bytes = bytes, .data = memory, .mapped = b->role == VY_ROLE_MAPPED),
            made);
        *arg = vy_arg_buffer(b->name, *made);
        return status;
    }
    }
}

static vy_status dispatch(vy_device *device, vy_program *p, const struct random_program *made,
                          const struct vyi_launch *launch, void **memory,
                          const vy_dispatch_params *how)
{
    vy_arg args[RANDOM_MAX_BUFFERS + RANDOM_MAX_PARAMS + 1];
    vy_buffer *buffers[RANDOM_MAX_BUFFERS] = {NULL};
    vy_pipeline *pipeline = NULL;
    uint32_t count = 0;
    vy_status status = vy_pipeline_create(device, p, NULL, &pipeline);
    for (uint32_t i = 0; !status && i < p->buffers.count; i++)
        if (p->buffers.at[i].role != VY_ROLE_SHARED && p->buffers.at[i].role != VY_ROLE_SCRATCH)
            status = argument(device, &p->buffers.at[i], memory[i], launch->extents[i].bytes,
                              &buffers[i], &args[count++]);
    for (uint32_t i = 0; i < p->params.count; i++)
        args[count++] =
            vy_arg_value(p->params.at[i].name, (vy_type)p->params.at[i].type, made->params[i]);
    args[count] = vy_arg_end();
    vy_dispatch_params params = *how;
    params.args = args;
    if (!status)
        status = vy_dispatch(pipeline, &params, NULL);
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        if (buffers[i] && !status)
            status = vy_buffer_download(buffers[i], 0, memory[i], launch->extents[i].bytes);
        vy_buffer_destroy(&buffers[i]);
    }
    vy_pipeline_destroy(&pipeline);
    return status;
}

static struct test_run run_public(vy_program *program, const struct random_program *made,
                                  uint64_t seed, const vy_device_params *on,
                                  const vy_dispatch_params *how)
{
    vy_context *c = program->context;
    struct vyi_report report = {.context = c, .sources = &program->sources};
    struct vyi_launch launch;
    vy_device *device = NULL;
    void *memory[RANDOM_MAX_BUFFERS] = {NULL};
    struct test_run run = {0};
    run.status = vyi_launch_eval(program, made->params, made->bound,
                                 (struct vyi_launch_choice){16, 2}, &report, &launch);
    if (!run.status)
        run.status = vy_device_open(c, on ? on : vy_device_params(.name = "oracle"), &device);
    if (!run.status && lay_out(program, &launch, seed, memory)) {
        run.status = dispatch(device, program, made, &launch, memory, how);
        run.visible = visible_hash(program, &launch, memory);
    }
    vy_device_close(&device);
    for (uint32_t i = 0; i < RANDOM_MAX_BUFFERS; i++)
        free(memory[i]);
    vyi_launch_free(c, &launch);
    (void)vyi_report_end(&report, run.status);
    return run;
}

struct test_run test_run_public(vy_program *program, const struct random_program *made,
                                uint64_t seed, uint64_t max_steps)
{
    return run_public(program, made, seed, NULL,
                      vy_dispatch_params(.max_steps = max_steps, .allow_lost_rows = true));
}

struct test_run test_run_device(vy_program *program, const struct random_program *made,
                                uint64_t seed, const vy_device_params *on, vy_route route,
                                uint32_t deadline_ms)
{
    return run_public(
        program, made, seed, on,
        vy_dispatch_params(.route = route, .deadline_ms = deadline_ms, .allow_lost_rows = true));
}

static bool run_same(vy_program *whole, const vy_program *other, uint64_t max_steps, bool visible,
                     struct test_run *first, struct test_run *run)
{
    static const enum vyi_schedule schedules[] = {VYI_SCHEDULE_FORWARD, VYI_SCHEDULE_REVERSE,
                                                  VYI_SCHEDULE_RANDOM};
    struct random_program made = {.program = whole};
    random_program_arguments(&made);
    *first = test_run_oracle(whole, &made, schedules[0], 1, true, max_steps);
    for (uint32_t i = 0; i < 3; i++) {
        *run = test_run_oracle(other, &made, schedules[i], 1, true, max_steps);
        if (run->status != first->status || run->races != first->races ||
            (visible ? run->visible != first->visible : run->bytes != first->bytes))
            return false;
    }
    return true;
}

bool test_run_same(vy_program *whole, const vy_program *other, uint64_t max_steps,
                   struct test_run *first, struct test_run *run)
{
    return run_same(whole, other, max_steps, false, first, run);
}

bool test_run_same_visible(vy_program *whole, const vy_program *other, uint64_t max_steps,
                           struct test_run *first, struct test_run *run)
{
    return run_same(whole, other, max_steps, true, first, run);
}
