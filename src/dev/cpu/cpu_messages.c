// Messages of a program: print lines and failed asserts, and how a launch that stopped is reported.
#include "dev/cpu/cpu_launch.h"
#include "dev/sites.h"

#include "ir/message.h"

/// Keeps the failure of the least invocation. All invocations run on to the next grid barrier or
/// their end, so it is the same one whatever the threads do.
void vyi_cpu_fail(struct vyi_cpu_thread *t, uint32_t site, uint64_t invocation,
                  const uint64_t *args)
{
    struct vyi_cpu_launch *l = vyi_cpu_launch_of(t);
    const vy_program *p = l->kernel->program;
    const vyi_ref *kids;
    if (!vyi_dev_is_site(p, site, VYI_OP_ASSERT))
        return;
    uint32_t count = vyi_kids(p, &p->nodes.at[site], &kids) - 1;
    pthread_mutex_lock(&l->lock);
    if (!l->failed || invocation < l->failed_id) { // an invocation fails once
        l->failed = true;
        l->failed_id = invocation;
        l->failed_site = site;
        memcpy(l->failed_args, args, (count < VYI_MAX_ARGS ? count : VYI_MAX_ARGS) * sizeof *args);
    }
    pthread_mutex_unlock(&l->lock);
}

void vyi_cpu_print(struct vyi_cpu_thread *t, uint32_t site, const uint64_t *args)
{
    struct vyi_cpu_launch *l = vyi_cpu_launch_of(t);
    const vy_program *p = l->kernel->program;
    const vy_dispatch_params *params = l->job->params;
    struct vyi_text text = {.context = p->context};
    if (!params->print || !vyi_dev_is_site(p, site, VYI_OP_PRINT)) {
        atomic_fetch_add_explicit(&l->dropped, 1, memory_order_relaxed);
        return;
    }
    pthread_mutex_lock(&l->lock);
    if (l->result->printed >= VYI_MESSAGE_LINES) {
        atomic_fetch_add_explicit(&l->dropped, 1, memory_order_relaxed);
    } else {
        vyi_message_node(p, (vyi_ref){site}, args, &text);
        if (text.failed) {
            vyi_cpu_stop(l, STOP_MEMORY);
        } else {
            params->print(params->print_user, text.at ? text.at : "");
            l->result->printed++;
        }
    }
    pthread_mutex_unlock(&l->lock);
    vyi_text_free(&text);
}

static vy_status report_assert(struct vyi_cpu_launch *l)
{
    const vy_program *p = l->kernel->program;
    struct vyi_text text = {.context = p->context};
    uint32_t site = l->failed_site, pos = site < p->pos.count ? p->pos.at[site] : 0;
    const vyi_ref *kids;
    vyi_message_node(p, (vyi_ref){site}, l->failed_args, &text);
    vy_status status = text.failed ? VY_ERROR_MEMORY : VY_ERROR_ASSERT;
    if (!text.failed)
        vyi_message_assert(l->kernel->report, pos, l->failed_id, &text,
                           vyi_kids(p, &p->nodes.at[site], &kids) - 1);
    vyi_text_free(&text);
    return status;
}

vy_status vyi_cpu_verdict(struct vyi_cpu_launch *l)
{
    enum stop stop = atomic_load(&l->stop);
    if (stop == STOP_MEMORY)
        return VY_ERROR_MEMORY;
    if (stop == STOP_CANCELLED) {
        vyi_report(l->kernel->report, 0, 0, VYI_DIAG(CANCELLED), "");
        return VY_ERROR_CANCELLED;
    }
    if (l->failed) // it explains a deadline too
        return report_assert(l);
    if (stop == STOP_DEADLINE) {
        vyi_report(l->kernel->report, 0, 0, VYI_DIAG(DEADLINE), "");
        return VY_ERROR_DEADLINE;
    }
    return VY_OK;
}
