// Opens the driver without a GPU, which stands beside the tests, and runs its kernels.
#include "support/fakecuda.h"

#include "oracle/oracle.h"
#include "vyre/plan.h"

#include <dlfcn.h>
#include <stdlib.h>

struct fake_cuda *fake_cuda_open(void)
{
    char path[4096];
    const char *build = getenv("VYRE_BUILD");
    struct fake_cuda *(*get)(void), *fake;
    snprintf(path, sizeof path, "%s/tests/fakecuda.so", build ? build : ".");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "fake_cuda") : NULL;
    if (!symbol)
        return NULL;
    setenv("VYRE_CUDA", path, 1);
    setenv("VYRE_LLVM", path, 1);
    memcpy(&get, &symbol, sizeof get);
    fake = get();
    fake->alloc = vyi_user_alloc;
    return fake;
}

// ---- the oracle as a GPU ----
static void inform(const struct vyi_llvm_request *request, struct vyi_cuda_info *info)
{
    const vy_program *p = request->program;
    const uint32_t *w = request->workgroup;
    info->flat = 0;
    info->volume = w[0] * w[1] * w[2];
    info->team_threads = (info->volume + 31) / 32 * 32;
    info->most_teams = 1024 / info->team_threads;
    info->cooperative = vy_program_has_grid_barrier(p);
    info->fixpoints = info->reports = 0;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        info->fixpoints += p->nodes.at[i].op == VYI_OP_FIXPOINT;
        info->reports |= p->nodes.at[i].op == VYI_OP_ASSERT || p->nodes.at[i].op == VYI_OP_PRINT;
    }
}

/// What the block says, as the numbers of a launch.
static void read_block(const struct fake_launch *l, const struct vyi_cuda_block *b,
                       struct vyi_launch *launch, void **memory)
{
    const vy_program *p = l->program;
    launch->params = (uint64_t *)b->slot;
    launch->consts = (uint64_t *)b->slot + p->params.count;
    memcpy(launch->workgroup, l->workgroup, sizeof launch->workgroup);
    memcpy(launch->groups, b->groups, sizeof launch->groups);
    launch->invocations =
        (uint64_t)b->group_count * l->workgroup[0] * l->workgroup[1] * l->workgroup[2];
    for (uint32_t i = 0; i < p->buffers.count; i++) {
        const uint64_t *s = b->slot + vyi_slot_buffer(p, i);
        memory[i] = (void *)(uintptr_t)s[0];
        launch->extents[i].count = s[1];
        launch->extents[i].bytes = s[1] * vyi_type_bytes(p->buffers.at[i].elem);
        memcpy(launch->extents[i].size, s + 2, sizeof launch->extents[i].size);
    }
}

static void fail_somewhere(const vy_program *p, struct vyi_cuda_log *log)
{
    log->key = 0;
    log->told = 1;
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == VYI_OP_ASSERT)
            log->site = i;
}

static void run_oracle(void *user, const struct fake_launch *l)
{
    const struct vyi_cuda_block *b = (const struct vyi_cuda_block *)(uintptr_t)l->param;
    const vy_program *p = l->program;
    struct vyi_report report = {.context = user};
    struct vyi_oracle_result result = {0};
    struct vyi_launch launch = {0};
    if (!b->group_count) // past the end of a loop
        return;
    void **memory = calloc(p->buffers.count + 1, sizeof *memory);
    struct vyi_cuda_fixpoint *fixpoints = (struct vyi_cuda_fixpoint *)(uintptr_t)b->fixpoints;
    launch.extents = calloc(p->buffers.count + 1, sizeof *launch.extents);
    launch.ranges = calloc(p->buffers.count + 1, sizeof *launch.ranges);
    read_block(l, b, &launch, memory);
    const struct vyi_oracle_params params = {.program = p, .launch = &launch, .memory = memory};
    vy_status status = vyi_oracle_run(&params, &report, &result);
    vyi_report_end(&report, status);
    for (uint32_t i = 0; i < result.fixpoints.count; i++) {
        const struct vyi_fixpoint_result *f = &result.fixpoints.at[i];
        fixpoints[i].entries += f->entries;
        fixpoints[i].passes += f->passes;
        fixpoints[i].cut += f->entries - f->converged - f->empty;
        fixpoints[i].empty += f->empty;
    }
    if (status == VY_ERROR_ASSERT)
        fail_somewhere(p, (struct vyi_cuda_log *)(uintptr_t)b->log);
    vyi_oracle_result_free(p->context, &result);
    free(launch.extents);
    free(launch.ranges);
    free(memory);
}

void fake_cuda_oracle(struct fake_cuda *fake, vy_context *context)
{
    fake->inform = inform;
    fake->kernel = run_oracle;
    fake->user = context;
}
