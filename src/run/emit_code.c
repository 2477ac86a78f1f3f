// Code of a program as text, for reading: what devices run, here or elsewhere.
#include "dev/llvm.h"
#include "gen/spirv/module.h"
#include "gen/spirv/spirv.h"
#include "run/run.h"

#include <stdio.h>

/// Where the program leaves it to the device.
enum { WORKGROUP = 32, CUDA_WORKGROUP = 256, SPIRV_WORKGROUP = 64 };

/// What LLVM is told for each kind of machine. The features are spelled out because the lowering
/// chooses its vectors by them.
struct kind {
    const char *name, *features;
};
static const struct kind processors[] = {
    {"x86-64", ""},
    {"x86-64-v2", "+sse4.2,+popcnt"},
    {"x86-64-v3", "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+popcnt"},
    {"x86-64-v4", "+avx,+avx2,+avx512bw,+avx512cd,+avx512dq,+avx512f,+avx512vl,+bmi,+bmi2,+f16c,"
                  "+fma,+lzcnt,+movbe,+popcnt"},
};
static const struct kind gpus[] = {{"sm_90", ""}, {"sm_89", ""}, {"sm_86", ""},
                                   {"sm_80", ""}, {"sm_75", ""}, {"sm_70", ""}};

static vy_status refuse(vy_context *c, const char *what, long long value, const char *fix)
{
    return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(EMIT_PARAMS), what, value, fix);
}

static vy_status check(vy_context *c, const vy_emit_params *params, const struct kind **kind)
{
    uint32_t lanes = params->lanes;
    if ((unsigned)params->form > VY_CODE_SPIRV_WORDS)
        return refuse(c, "form of code", params->form,
                      "use VY_CODE_LLVM, VY_CODE_ASM, VY_CODE_PTX, VY_CODE_SPIRV or "
                      "VY_CODE_SPIRV_WORDS");
    if ((unsigned)params->level > VY_LEVEL_FULL)
        return refuse(c, "level", params->level, "use VY_LEVEL_NONE or VY_LEVEL_FULL");
    if (lanes > 64 || lanes == 2 || lanes & (lanes - 1))
        return refuse(c, "vector with lanes", lanes,
                      "use 1, 4, 8, 16, 32 or 64; 0 leaves the choice");
    bool ptx = params->form == VY_CODE_PTX;
    const struct kind *kinds = ptx ? gpus : processors;
    size_t count = ptx ? sizeof gpus / sizeof *gpus : sizeof processors / sizeof *processors;
    *kind = ptx ? &gpus[0] : NULL;
    if (!params->cpu || params->form > VY_CODE_PTX)
        return VY_OK;
    *kind = NULL;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(kinds[i].name, params->cpu))
            *kind = &kinds[i];
    if (*kind)
        return VY_OK;
    return ptx ? vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(EMIT_GPU), params->cpu)
               : vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(EMIT_CPU), params->cpu);
}

static vy_status compile(vy_program *p, const vy_emit_params *params, const struct kind *kind,
                         struct vyi_report *report, void **bytes, size_t *size)
{
    static const enum vyi_llvm_form forms[] = {VYI_LLVM_TEXT, VYI_LLVM_ASM, VYI_LLVM_PTX};
    static const char *const who[] = {"showing LLVM's code", "showing assembler", "showing PTX"};
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(report, who[params->form]);
    if (!llvm)
        return VY_ERROR_DEVICE;
    bool ptx = params->form == VY_CODE_PTX;
    struct vyi_llvm_request request = {
        .program = p,
        .target = ptx ? VYI_LLVM_CUDA : VYI_LLVM_CPU,
        .form = forms[params->form],
        .level = params->level == VY_LEVEL_NONE ? 0 : 3,
        .lanes = params->lanes,
        .cpu = kind ? kind->name : NULL,
        .features = kind ? kind->features : NULL,
        .workgroup = {ptx ? CUDA_WORKGROUP : WORKGROUP, 1, 1},
        .direct = true,
        .unchecked = VYI_UNCHECKED,
    };
    if (p->workgroup_rank)
        memcpy(request.workgroup, p->workgroup, sizeof request.workgroup);
    return llvm->compile(&request, report, bytes, size);
}

// ---- SPIR-V: what the vulkan device runs where a driver can do everything ----
/// How the module is launched, as remarks in front of it.
static void print_info(const struct vyi_spirv_info *info, const char *segment,
                       struct vyi_text *text)
{
    vyi_text_printf(text, "; %s%s; %u invocations a workgroup\n", segment,
                    vyi_spirv_shape_text(info->shape), info->local_size);
    if (info->reason[0])
        vyi_text_printf(text, "; because %s\n", info->reason);
}

static vy_status add_module(const vy_program *p, const char *segment, bool words,
                            struct vyi_report *report, struct vyi_text *text)
{
    struct vyi_spirv_machine machine = vyi_spirv_default();
    struct vyi_spirv_module module = {0};
    struct vyi_spirv_request request = {
        .program = p, .machine = &machine, .workgroup = {SPIRV_WORKGROUP, 1, 1}};
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

/// A program with grid barriers is one module a segment.
static vy_status emit_spirv(const vy_program *program, bool words, uint32_t segment,
                            struct vyi_report *report, struct vyi_text *text)
{
    if (!vy_program_has_grid_barrier(program))
        return segment <= 1 ? add_module(program, "", words, report, text) : VY_OK;
    struct vy_schedule *schedule = NULL;
    vy_status status = vyi_plan_schedule(program, &schedule);
    for (uint32_t i = 0; !status && i < schedule->segments.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "segment %u: ", i + 1);
        if (!schedule->segments.at[i].skipped && (!segment || segment == i + 1))
            status = add_module(schedule->segments.at[i].program, name, words, report, text);
    }
    vy_schedule_destroy(&schedule);
    return status;
}

// ---- all forms ----
vy_status vy_program_emit(vy_program *program, const vy_emit_params *params, char **text,
                          size_t *size)
{
    vy_emit_params filled = vy_emit_defaults();
    const struct kind *kind;
    if (text)
        *text = NULL;
    if (!program)
        return vyi_refuse_null(NULL, "program", "parse or load one and check its status");
    if (!text)
        return vyi_refuse_null(program->context, "text", "pass the address of a char pointer");
    vy_status status = vyi_params_read(program->context, vy_emit_params, params, &filled);
    if (!status)
        status = check(program->context, &filled, &kind);
    vy_program *optimised = NULL;
    if (!status)
        status = vy_program_optimise(program, vy_optimise_params(.no_passes = filled.no_passes),
                                     &optimised);
    if (status)
        return status;
    struct vyi_report report = {.context = program->context, .sources = &program->sources};
    void *bytes = NULL;
    size_t count = 0;
    struct vyi_text code = {.context = program->context};
    if (filled.form >= VY_CODE_SPIRV) {
        status = emit_spirv(optimised, filled.form == VY_CODE_SPIRV_WORDS, filled.segment, &report,
                            &code);
    } else {
        status = compile(optimised, &filled, kind, &report, &bytes, &count);
        if (!status)
            vyi_text_append(&code, bytes, count);
    }
    vyi_report_end(&report, status);
    vy_program_destroy(&optimised);
    vy_memory_free(program->context, bytes);
    if (!status)
        return vyi_text_take(&code, text, size);
    vyi_text_free(&code);
    return status;
}
