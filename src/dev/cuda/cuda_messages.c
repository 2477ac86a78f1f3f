// Messages of a program: print lines and failed asserts, and how a launch that stopped is reported.
#include "dev/cuda/cuda_state.h"
#include "dev/sites.h"

#include "ir/message.h"

vy_status vyi_cuda_print(const struct vyi_job *job, const vy_program *p,
                         const struct vyi_cuda_log *log, const uint64_t *lines, uint64_t words,
                         struct vyi_job_result *result)
{
    vy_status status = VY_OK;
    result->dropped += log->dropped;
    for (uint64_t at = 0; at < words && lines[at] && !status;) {
        uint64_t site = lines[at] & UINT32_MAX, count = lines[at] >> 32;
        const uint64_t *args = lines + at + 1;
        struct vyi_text text = {.context = p->context};
        if (count > VYI_MAX_ARGS || count > words - at - 1)
            break;
        at += 1 + count;
        if (!job->params->print || !vyi_dev_is_site(p, site, VYI_OP_PRINT) ||
            result->printed >= VYI_MESSAGE_LINES) {
            result->dropped++;
            continue;
        }
        vyi_message_node(p, (vyi_ref){(uint32_t)site}, args, &text);
        if (text.failed) {
            status = VY_ERROR_MEMORY;
        } else {
            job->params->print(job->params->print_user, text.at ? text.at : "");
            result->printed++;
        }
        vyi_text_free(&text);
    }
    return status;
}

static vy_status report_assert(const vy_program *p, struct vyi_report *report,
                               const struct vyi_cuda_log *log)
{
    struct vyi_text text = {.context = p->context};
    uint32_t site = log->site, pos = site < p->pos.count ? p->pos.at[site] : 0;
    const vyi_ref *kids;
    uint32_t shown = 0;
    if (vyi_dev_is_site(p, site, VYI_OP_ASSERT)) {
        vyi_message_node(p, (vyi_ref){site}, log->args, &text);
        shown = vyi_kids(p, &p->nodes.at[site], &kids) - 1;
    }
    vy_status status = text.failed ? VY_ERROR_MEMORY : VY_ERROR_ASSERT;
    if (!text.failed)
        vyi_message_assert(report, pos, log->key & UINT32_MAX, &text, shown);
    vyi_text_free(&text);
    return status;
}

vy_status vyi_cuda_verdict(vy_device *device, const vy_program *program, struct vyi_report *report,
                           const struct vyi_cuda_log *log, enum vyi_stop stop)
{
    if (stop == VYI_STOP_LOST) {
        vyi_cuda_report_lost(device, report);
        return VY_ERROR_DEVICE;
    }
    if (stop == VYI_STOP_CANCELLED) {
        vyi_report(report, 0, 0, VYI_DIAG(CANCELLED), "");
        return VY_ERROR_CANCELLED;
    }
    if (log && log->key != UINT64_MAX) // it explains a deadline too
        return report_assert(program, report, log);
    if (stop == VYI_STOP_DEADLINE) {
        vyi_report(report, 0, 0, VYI_DIAG(DEADLINE), "");
        return VY_ERROR_DEADLINE;
    }
    return VY_OK;
}
