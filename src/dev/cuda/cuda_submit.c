// What the device does with a list of commands: one launch is launched, a list that the driver can
// run as a graph runs as one, and anything else goes command by command.
#include "base/embed.h"
#include "dev/cuda/cuda_graph.h"
#include "dev/cuda/step_ptx.h"
#include "dev/execute.h"

#include <stdio.h>

// ---- the kernel of steps: lib/cuda/step.ptx has these numbers ----
#define AT(type, field) offsetof(struct vyi_cuda_##type, field)
_Static_assert(sizeof(struct vyi_cuda_step) == 32 && AT(step, a) == 8 && AT(step, b) == 16 &&
                   AT(step, handle) == 24 && AT(tree, failed) == 4 && AT(tree, launches) == 8,
               "");
_Static_assert(AT(loop, pass) == 8 && AT(loop, entered) == 16 && AT(loop, left) == 24 &&
                   AT(loop, k) == 32 && AT(loop, to) == 36 && AT(loop, passes) == 40 &&
                   AT(loop, live) == 44 && AT(loop, entries) == 48 && AT(loop, all_passes) == 56 &&
                   AT(loop, cut) == 64 && AT(loop, empty) == 72,
               "");
_Static_assert(VYI_CUDA_COPY == 1 && VYI_CUDA_WATCH == 2 && VYI_CUDA_TEST == 3 &&
                   VYI_CUDA_ENTER == 4 && VYI_CUDA_AGAIN == 5 && VYI_CUDA_LIVE == 6 &&
                   VYI_CUDA_GATE == 7 && VYI_CUDA_ONLY == 8 && VYI_CUDA_JOIN == 9,
               "");

VYI_EMBED(vyi_cuda_step_text, "cuda/step.ptx")

enum { MOST_WORDS = 1 << 30 };

static cu_function load_step(struct vyi_cuda_state *s)
{
    cu_function function = NULL;
    if (!s->cu.graph_node || !s->cu.graph_condition || s->options.no_conditions)
        return NULL;
    if (s->cu.module_load(&s->steps.module, vyi_cuda_step_text, 0, NULL, NULL))
        s->steps.module = NULL;
    else if (s->cu.module_function(&function, s->steps.module, "vyre_step") ||
             (s->cu.function_load && s->cu.function_load(function)))
        function = NULL;
    return function;
}

/// Loads the kernel of the steps when it is first needed: true, and `kernel` is it, or NULL where
/// the driver cannot do it. False: the job has to stop first.
static bool step_known(struct vyi_cuda_state *s, const struct vyi_job *job)
{
    pthread_mutex_lock(&s->slot_lock);
    bool tried = s->steps.tried;
    pthread_mutex_unlock(&s->slot_lock);
    if (tried)
        return true;
    // Before the lock, which others want meanwhile.
    if (vyi_cuda_exclusive_begin(s, job))
        return false;
    pthread_mutex_lock(&s->slot_lock);
    if (!s->steps.tried)
        s->steps.kernel = load_step(s);
    s->steps.tried = true;
    pthread_mutex_unlock(&s->slot_lock);
    vyi_cuda_exclusive_end(s);
    return true;
}

// ---- what runs as a graph ----
/// Whether a kernel has this op. Lines of `print` come in the order of the launches, which is only
/// known where they are launched one by one. A failed assert ends what comes after it, which takes
/// the step kernel.
static bool has_op(const struct vyi_job *job, uint8_t op)
{
    bool found = false;
    for (uint32_t k = 0; k < job->kernel_count && !found; k++)
        for (uint32_t i = 1; i < job->kernels[k].program->nodes.count && !found; i++)
            found = job->kernels[k].program->nodes.at[i].op == op;
    return found;
}

/// Whether the step kernel clears and copies in words of 32 bits that it can count.
static bool countable(const struct vyi_job *job)
{
    bool fits = true;
    for (uint32_t i = 1; i < job->command_count && fits; i++)
        fits = job->commands[i].late || job->commands[i].kind == VYI_COMMAND_LAUNCH ||
               vyi_command_bytes(job, &job->commands[i]) / 4 < MOST_WORDS;
    return fits;
}

/// Clearing in a graph goes on when its kernels have stopped: where that takes ten milliseconds,
/// launching one by one costs less than a clear that cannot be stopped.
static bool clears_little(const vy_device *device, const struct vyi_job *job)
{
    uint64_t bytes = 0;
    bool fits = true;
    for (uint32_t i = 1; i < job->command_count && fits; i++)
        if (job->commands[i].kind == VYI_COMMAND_CLEAR)
            fits = vyi_add(bytes, vyi_command_bytes(job, &job->commands[i]), &bytes);
    return fits && bytes <= device->info.memory / 4;
}

enum form { FORM_SINGLE, FORM_SCHEDULE, FORM_GROUPS };

static enum form form_of(const struct vyi_job *job)
{
    const struct vyi_command *c = &job->commands[1];
    if (c->kind == VYI_COMMAND_SEQUENCE)
        for (c = &job->commands[c->first]; c->kind == VYI_COMMAND_CLEAR && c->next;)
            c = &job->commands[c->next];
    if (c->kind == VYI_COMMAND_GROUP)
        return FORM_GROUPS;
    return job->kernel_count == 1 && c->kind == VYI_COMMAND_LAUNCH ? FORM_SINGLE : FORM_SCHEDULE;
}

static bool runs_as_graph(vy_device *device, const struct vyi_job *job, enum form form)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (form == FORM_SINGLE || job->on_host || job->apart || !job->kept)
        return false;
    if (form == FORM_GROUPS && *job->kept)
        return true;
    if (has_op(job, VYI_OP_PRINT) ||
        !(form == FORM_GROUPS ? clears_little(device, job) : countable(job)) ||
        !vyi_cuda_try_enter(device))
        return false;
    bool stepped = step_known(s, job) && s->steps.kernel;
    vyi_cuda_leave(device);
    return stepped || (form == FORM_GROUPS && !has_op(job, VYI_OP_ASSERT));
}

vy_status vyi_cuda_submit(vy_device *device, const struct vyi_job *job,
                          struct vyi_job_result *result)
{
    enum form form = form_of(job);
    if (!runs_as_graph(device, job, form))
        return vyi_dev_execute(device, job, result);
    vy_status status = vyi_job_check(job, result->statements);
    result->one_submission = true;
    return status ? status : vyi_cuda_graph_run(device, job, form == FORM_GROUPS, result);
}

void vyi_cuda_forget(vy_device *device, struct vyi_recorded *kept)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    bool inside = vyi_cuda_try_enter(device);
    for (struct vyi_recorded *next; kept; kept = next) {
        struct vyi_cuda_graph *g = (struct vyi_cuda_graph *)kept;
        next = kept->next;
        // What a lost context had is gone already.
        vyi_cuda_graph_destroy(s, g, inside && g->generation == s->generation);
    }
    if (inside)
        vyi_cuda_leave(device);
}
