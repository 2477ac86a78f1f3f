// Programs made into code: from the cache on disk, else by LLVM, then loaded.
//
// A program has one piece of code for nearly all its launches. A launch with a buffer of 2^31
// elements and more, or with another workgroup than the device's choice, gets one of its own when
// it is first met.
#include "dev/cpu/cpu_state.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#ifndef VYI_SANITIZED
#define VYI_SANITIZED VYI_LLVM_PLAIN // set by the build
#endif

struct variant {
    struct vyi_variant base;
    struct vyi_cpu_image image;
    struct vyi_cpu_work work;
};

void vyi_cpu_name_machine(uint32_t words[VYI_CPU_MACHINE])
{
    memset(words, 0, VYI_CPU_MACHINE * sizeof *words);
#if defined(__x86_64__)
    enum { FEATURES = 1 };
    static const uint32_t leaves[][2] = {{0, 0},          {FEATURES, 0}, {7, 0},    {7, 1},
                                         {0x80000001, 0}, {0x14, 0},     {0x19, 0}, {0x24, 0}};
    uint32_t *at = words + 2;
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++, at += 4) {
        __get_cpuid_count(leaves[i][0], leaves[i][1], at, at + 1, at + 2, at + 3);
        if (leaves[i][0] != FEATURES)
            continue;
        at[1] = 0;           // the number of the processor that this thread happens to be on
        if (at[2] >> 27 & 1) // the system saves registers: which ones
            __asm__("xgetbv" : "=a"(words[0]), "=d"(words[1]) : "c"(0));
    }
#endif
}

// ---- getting code ----
struct order {
    struct vyi_code_order base;
    const struct vyi_llvm_request *request;
    struct vyi_cpu_image *image;
    char llvm[VYI_IDENTITY]; ///< that the key is of
};

static vy_status load(struct vyi_code_order *base, const void *bytes, size_t size, bool made)
{
    const struct order *o = (struct order *)base;
    const vy_program *p = base->program;
    const char *why;
    vy_status status = vyi_cpu_load(p->context, bytes, size, o->image, &why);
    if (status != VY_ERROR_DATA || !made)
        return status;
    return vyi_report_as(base->report, VY_ERROR_DEVICE, VYI_DIAG(CODE_LOAD),
                         p->name ? p->name : "?", why);
}

static vy_status make(struct vyi_code_order *base, void **bytes, size_t *size)
{
    struct order *o = (struct order *)base;
    struct vyi_cpu_state *s = base->device->state;
    char made[VYI_IDENTITY];
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(base->report, "the cpu device");
    if (!llvm)
        return VY_ERROR_DEVICE;
    struct vyi_llvm_request kept = *o->request;
    bool mine = !atomic_exchange(&s->compiling, true);
    if (mine)
        kept.machine = &s->llvm;
    vy_status status = llvm->compile(&kept, base->report, bytes, size);
    if (mine)
        atomic_store(&s->compiling, false);
    vyi_dev_llvm_identity(made);
    base->unkept = strcmp(o->llvm, made); // the file was replaced before it was opened
    return status;
}

static vy_status obtain(vy_device *device, const struct vyi_llvm_request *request,
                        struct vyi_report *report, struct vyi_cpu_image *image)
{
    struct vyi_cpu_state *s = device->state;
    struct order o = {.request = request, .image = image};
    o.base = (struct vyi_code_order){device, report, s->cache, request->program, 1, load,
                                     make,   {0},    false};
    vyi_dev_llvm_identity(o.llvm);
    vy_status status = vyi_code_key(request, o.llvm, s->machine, sizeof s->machine, o.base.key);
    return status ? status : vyi_code_obtain(&o.base);
}

/// Adds a variant; with the lock held, or before any other thread knows the code.
static vy_status add_variant(vy_device *device, struct vyi_code *code, const vy_program *p,
                             const struct vyi_code_form *need, struct vyi_report *report)
{
    struct vyi_cpu_state *s = device->state;
    const uint32_t *workgroup = need->workgroup;
    struct vyi_llvm_request request = {
        .program = p,
        .target = VYI_LLVM_CPU,
        .form = VYI_LLVM_OBJECT,
        .level = device->params.level == VY_LEVEL_NONE ? 0 : 3,
        .lanes = s->lanes,
        .workgroup = {workgroup[0], workgroup[1], workgroup[2]},
        .wide = need->wide,
        .outline = s->outline,
        .unchecked = VYI_UNCHECKED,
        .sanitize = VYI_SANITIZED,
    };
    struct variant *v = vyi_calloc(device->context, 1, sizeof *v);
    if (!v)
        return VY_ERROR_MEMORY;
    vy_status status = obtain(device, &request, report, &v->image);
    if (status) {
        vyi_free(device->context, v, sizeof *v);
        return status;
    }
    v->base.is = *need;
    v->base.is.wide |= !v->image.info.narrow;
    v->work = (struct vyi_cpu_work){v->image.kernel, v->image.info, code->fixpoints,
                                    code->fixpoint_count, device->info.memory / 4};
    vyi_code_add(code, &v->base);
    return VY_OK;
}

// ---- what the device shows ----
vy_status vyi_cpu_prepare(vy_device *device, const vy_program *p, bool part,
                          const struct vyi_job *job, void **result)
{
    vy_context *c = device->context;
    struct vyi_code *code = vyi_calloc(c, 1, sizeof *code);
    const struct vyi_code_form need = vyi_code_first(p, VYI_CPU_WORKGROUP);
    (void)part;
    *result = NULL;
    if (!code)
        return VY_ERROR_MEMORY;
    vy_status status = vyi_code_begin(c, p, code);
    if (!status)
        status = add_variant(device, code, p, &need, job->report);
    if (status)
        vyi_cpu_release(device, code);
    else
        *result = code;
    return status;
}

void vyi_cpu_release(vy_device *device, void *result)
{
    vy_context *c = device->context;
    struct vyi_code *code = result;
    for (struct vyi_variant *v = atomic_load(&code->variants), *next; v; v = next) {
        next = v->next;
        vyi_cpu_unload(&((struct variant *)v)->image);
        vyi_free(c, v, sizeof(struct variant));
    }
    vyi_code_end(c, code);
    vyi_free(c, code, sizeof *code);
}

vy_status vyi_cpu_code_for(vy_device *device, const struct vyi_kernel *kernel,
                           const struct vyi_cpu_work **work)
{
    struct vyi_code *code = kernel->code;
    const struct vyi_code_form need = vyi_code_need(kernel);
    const struct vyi_variant *v = vyi_code_find(code, &need);
    vy_status status = VY_OK;
    if (!v) {
        pthread_mutex_lock(&code->lock);
        if (!vyi_code_find(code, &need))
            status = add_variant(device, code, kernel->program, &need, kernel->report);
        pthread_mutex_unlock(&code->lock);
        v = vyi_code_find(code, &need);
    }
    *work = v ? &((const struct variant *)v)->work : NULL;
    return status;
}
