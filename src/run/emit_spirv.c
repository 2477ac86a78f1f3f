// SPIR-V of a program, as text or words: what the vulkan device runs where a driver can do
// everything. A program with grid barriers is one module a segment.
#include "gen/spirv/module.h"
#include "gen/spirv/spirv.h"
#include "plan/schedule.h"
#include "run/run.h"

#include <stdio.h>

enum { WORKGROUP = 64 }; ///< where the program leaves it to the device

/// How the module is launched, as remarks in front of it.
static void print_info(const struct vyi_spirv_info *info, const char *segment,
                       struct vyi_text *text)
{
    static const char *const shapes[] = {
        [VYI_SPIRV_FLAT] = "an invocation of Vulkan is one of the program",
        [VYI_SPIRV_GROUPS] = "a workgroup of Vulkan is one of the program",
        [VYI_SPIRV_SERIAL] = "an invocation of Vulkan runs a workgroup of the program",
    };
    vyi_text_printf(text, "; %s%s; %u invocations a workgroup\n", segment, shapes[info->shape],
                    info->local_size);
    if (info->reason[0])
        vyi_text_printf(text, "; because %s\n", info->reason);
}

static vy_status add_module(const vy_program *p, const char *segment, bool words,
                            struct vyi_report *report, struct vyi_text *text)
{
    struct vyi_spirv_machine machine = vyi_spirv_default();
    struct vyi_spirv_module module = {0};
    struct vyi_spirv_request request = {
        .program = p, .machine = &machine, .workgroup = {WORKGROUP, 1, 1}};
    if (p->workgroup_rank)
        memcpy(request.workgroup, p->workgroup, sizeof request.workgroup);
    vy_status status = vyi_spirv_compile(&request, report, &module);
    if (!status && words)
        vyi_text_append(text, (const char *)module.words, (size_t)module.count * 4);
    if (!status && !words) {
        print_info(&module.info, segment, text);
        status = vyi_spv_disassemble(module.words, module.count, false, text);
    }
    vyi_spirv_free(p->context, &module);
    return status;
}

vy_status vyi_emit_spirv(const vy_program *program, bool words, struct vyi_report *report,
                         struct vyi_text *text)
{
    if (!vy_program_has_grid_barrier(program))
        return add_module(program, "", words, report, text);
    struct vy_schedule *schedule = NULL;
    vy_status status = vyi_plan_schedule(program, &schedule);
    for (uint32_t i = 0; !status && i < schedule->segments.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "segment %u: ", i + 1);
        if (!schedule->segments.at[i].skipped)
            status = add_module(schedule->segments.at[i].program, name, words, report, text);
    }
    vy_schedule_destroy(&schedule);
    return status;
}
