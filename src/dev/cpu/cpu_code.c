// Programs made into code: from the cache on disk, else by LLVM, then loaded.
//
// A program has one piece of code for nearly all its launches. A launch with a buffer of 2^31
// elements and more, or with another workgroup than the device's choice, gets one of its own when
// it is first met.
#include "dev/cpu/cpu_state.h"
#include "dev/llvm.h"
#include "dev/sites.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#ifndef VYI_SANITIZED
#define VYI_SANITIZED VYI_LLVM_PLAIN // set by the build
#endif

/// Set by builds that measure what safety costs, and by no other.
#ifdef VYRE_UNCHECKED
#define UNCHECKED true
#else
#define UNCHECKED false
#endif

struct variant {
    struct variant *next;
    bool wide;
    uint32_t workgroup[3];
    struct vyi_cpu_image image;
    struct vyi_cpu_work work;
};

struct code {
    pthread_mutex_t lock;               ///< of making another variant
    _Atomic(struct variant *) variants; ///< only ever added to, at the front
    uint32_t *fixpoints;                ///< positions, in program order
    uint32_t fixpoint_count;
};

// ---- the key ----
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

static vy_status make_key(const struct vyi_cpu_state *s, const struct vyi_llvm_request *r,
                          const char *llvm, uint8_t key[32])
{
    struct vyi_text t = {.context = r->program->context};
    uint8_t hash[32];
    vy_status status = vy_program_hash(r->program, hash);
    if (status)
        return status;
    vyi_text_append(&t, (const char *)hash, sizeof hash);
    vyi_text_printf(&t, "cpu %d.%d.%d %d %s", VY_VERSION_MAJOR, VY_VERSION_MINOR, VY_VERSION_PATCH,
                    VYI_LLVM_ABI, llvm);
    vyi_text_printf(&t, " %d %d %u %u", r->target, r->form, r->level, r->lanes);
    vyi_text_printf(&t, " %u %u %u", r->workgroup[0], r->workgroup[1], r->workgroup[2]);
    vyi_text_printf(&t, " %d %d %d;", r->wide, r->unchecked, r->sanitize);
    vyi_text_append(&t, (const char *)s->machine, sizeof s->machine);
    vyi_dev_add_sites(&t, r->program);
    if (t.failed)
        status = VY_ERROR_MEMORY;
    else
        vyi_blake2b(t.at, t.count, key);
    vyi_text_free(&t);
    return status;
}

// ---- getting code ----
static vy_status load(vy_context *c, const vy_program *p, const void *bytes, size_t size,
                      struct vyi_report *report, struct vyi_cpu_image *image)
{
    const char *why;
    vy_status status = vyi_cpu_load(c, bytes, size, image, &why);
    if (status != VY_ERROR_DATA)
        return status;
    if (report)
        vyi_report(report, 0, 0, VYI_DIAG(CODE_LOAD), p->name ? p->name : "?", why);
    return VY_ERROR_DEVICE;
}

static vy_status obtain(vy_device *device, const struct vyi_llvm_request *request,
                        struct vyi_report *report, struct vyi_cpu_image *image)
{
    struct vyi_cpu_state *s = device->state;
    vy_context *c = request->program->context;
    char looked[VYI_LLVM_IDENTITY], made[VYI_LLVM_IDENTITY];
    uint8_t key[32];
    void *bytes = NULL;
    size_t size = 0;
    vyi_dev_llvm_identity(looked);
    vy_status status = make_key(s, request, looked, key);
    if (status)
        return status;
    if (vyi_cache_get(s->cache, key, &bytes, &size)) {
        status = load(c, request->program, bytes, size, NULL, image);
        vy_memory_free(device->context, bytes);
        if (status != VY_ERROR_DEVICE) {
            atomic_fetch_add(&device->loaded, status == VY_OK);
            return status;
        } // else as if it had not been there
    }
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(report, "the cpu device");
    if (!llvm)
        return VY_ERROR_DEVICE;
    struct vyi_llvm_request kept = *request;
    bool mine = !atomic_exchange(&s->compiling, true);
    if (mine)
        kept.machine = &s->llvm;
    status = llvm->compile(&kept, report, &bytes, &size);
    if (mine)
        atomic_store(&s->compiling, false);
    if (status)
        return status;
    status = load(c, request->program, bytes, size, report, image);
    if (!status) {
        atomic_fetch_add(&device->compiled, 1);
        vyi_dev_llvm_identity(made);
        if (!strcmp(looked, made)) // else the file was replaced before it was opened
            vyi_cache_put(s->cache, key, request->program->name ? request->program->name : "",
                          bytes, size);
    }
    vy_memory_free(c, bytes);
    return status;
}

/// Adds a variant; with the lock held, or before anybody else knows the code.
static vy_status add_variant(vy_device *device, struct code *code, const vy_program *p, bool wide,
                             const uint32_t workgroup[3], struct vyi_report *report)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_llvm_request request = {
        .program = p,
        .target = VYI_LLVM_CPU,
        .form = VYI_LLVM_OBJECT,
        .level = device->params.level == VY_LEVEL_NONE ? 0 : 3,
        .lanes = s->lanes,
        .workgroup = {workgroup[0], workgroup[1], workgroup[2]},
        .wide = wide,
        .unchecked = UNCHECKED,
        .sanitize = VYI_SANITIZED,
    };
    struct variant *v = vyi_calloc(device->context, 1, sizeof *v);
    if (!v)
        return VY_ERROR_MEMORY;
    v->wide = wide;
    memcpy(v->workgroup, workgroup, sizeof v->workgroup);
    vy_status status = obtain(device, &request, report, &v->image);
    if (status) {
        vyi_free(device->context, v, sizeof *v);
        return status;
    }
    v->work = (struct vyi_cpu_work){v->image.kernel, v->image.info, code->fixpoints,
                                    code->fixpoint_count, device->info.memory / 4};
    v->next = atomic_load(&code->variants);
    atomic_store_explicit(&code->variants, v, memory_order_release);
    return VY_OK;
}

// ---- what the device shows ----
vy_status vyi_cpu_prepare(vy_device *device, const vy_program *p, bool part,
                          const struct vyi_job *job, void **result)
{
    (void)part;
    vy_context *c = device->context;
    struct code *code = vyi_calloc(c, 1, sizeof *code);
    uint32_t workgroup[3] = {VYI_CPU_WORKGROUP, 1, 1};
    *result = NULL;
    if (!code)
        return VY_ERROR_MEMORY;
    for (uint32_t i = 0; p->workgroup_rank && i < 3; i++)
        workgroup[i] = i < p->workgroup_rank ? p->workgroup[i] : 1;
    pthread_mutex_init(&code->lock, NULL);
    vy_status status = vyi_dev_list_fixpoints(c, p, &code->fixpoints, &code->fixpoint_count);
    if (!status)
        status = add_variant(device, code, p, false, workgroup, job->report);
    if (status)
        vyi_cpu_release(device, code);
    else
        *result = code;
    return status;
}

void vyi_cpu_forget(struct vyi_cpu_state *s)
{
    if (s->llvm.forget)
        s->llvm.forget(&s->llvm);
}

void vyi_cpu_release(vy_device *device, void *result)
{
    vy_context *c = device->context;
    struct code *code = result;
    for (struct variant *v = atomic_load(&code->variants), *next; v; v = next) {
        next = v->next;
        vyi_cpu_unload(&v->image);
        vyi_free(c, v, sizeof *v);
    }
    vyi_free(c, code->fixpoints, code->fixpoint_count * sizeof *code->fixpoints);
    pthread_mutex_destroy(&code->lock);
    vyi_free(c, code, sizeof *code);
}

static const struct variant *find(const struct code *code, bool wide, const uint32_t workgroup[3])
{
    const struct variant *v = atomic_load_explicit(&code->variants, memory_order_acquire);
    while (v && ((wide && !v->wide && v->image.info.narrow) ||
                 memcmp(v->workgroup, workgroup, sizeof v->workgroup)))
        v = v->next;
    return v;
}

vy_status vyi_cpu_code_for(vy_device *device, const struct vyi_kernel *kernel,
                           const struct vyi_cpu_work **work)
{
    const struct vyi_launch *launch = kernel->launch;
    struct code *code = kernel->code;
    bool wide = false;
    for (uint32_t i = 0; i < kernel->program->buffers.count; i++)
        wide |= launch->extents[i].count >> 31 != 0;
    const struct variant *v = find(code, wide, launch->workgroup);
    vy_status status = VY_OK;
    if (!v) {
        pthread_mutex_lock(&code->lock);
        if (!find(code, wide, launch->workgroup))
            status =
                add_variant(device, code, kernel->program, wide, launch->workgroup, kernel->report);
        pthread_mutex_unlock(&code->lock);
        v = find(code, wide, launch->workgroup);
    }
    *work = v ? &v->work : NULL;
    return status;
}
