// From programs to modules of the driver: from the cache on disk, else PTX by LLVM and machine code
// by the driver, then loaded.
#include "dev/cuda/cuda_state.h"

#include <stdlib.h>

/// What a kernel is kept as: this, then the machine code.
struct kept {
    char info[VYI_CUDA_INFO_LINE];
};

/// What a module is made of.
struct order {
    struct vyi_code_order base;
    const struct vyi_llvm_request *request;
    struct vyi_cuda_kernel *kernel;
    const struct vyi_job *job; ///< that wants it,
    bool brief;                ///< and can do without
};

// ---- the key ----
/// The newest kind of GPU that LLVM knows and that is not newer than this one; the driver compiles
/// for the rest.
const char *vyi_cuda_kind(int capability)
{
    static const char *const kinds[] = {"sm_90", "sm_89", "sm_86", "sm_80", "sm_75", "sm_70"};
    size_t i = 0;
    while (i + 1 < sizeof kinds / sizeof *kinds && atoi(kinds[i] + strlen("sm_")) > capability)
        i++;
    return kinds[i];
}

static vy_status make_key(const struct vyi_cuda_state *s, const struct vyi_llvm_request *r,
                          uint8_t key[32])
{
    char llvm[VYI_IDENTITY], machine[64];
    int n =
        snprintf(machine, sizeof machine, "%d %d %s", s->about.driver, s->about.capability, r->cpu);
    vyi_dev_llvm_identity(llvm);
    return vyi_code_key(r, llvm, machine, (size_t)n, key);
}

// ---- loading ----
static vy_status refuse(const struct order *o, const char *why)
{
    const vy_program *p = o->base.program;
    return vyi_report_as(o->job->report, VY_ERROR_DEVICE, VYI_DIAG(CUDA_CODE),
                         p->name ? p->name : "?", why);
}

/// Blocks may want more shared memory than they get unasked.
static cu_result allow_shared(struct vyi_cuda_state *s, const struct vyi_cuda_kernel *k)
{
    uint64_t wanted = k->info.block_bytes + (uint64_t)k->info.most_teams * k->info.team_bytes;
    int fixed = 0;
    cu_result result = s->cu.function_get(&fixed, CU_FUNCTION_SHARED, k->function);
    int most = s->about.shared_most - fixed;
    if (result || wanted + (uint64_t)fixed <= (uint64_t)s->about.shared)
        return result;
    return s->cu.function_set(k->function, CU_FUNCTION_DYNAMIC,
                              wanted < (uint64_t)most ? (int)wanted : most);
}

/// Functions are loaded at once: loading at the first launch would wait for kernels that run.
static cu_result load_function(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k)
{
    int registers, local = 0;
    cu_result result = s->cu.module_function(&k->function, k->module, "vyre_kernel");
    if (!result && s->cu.function_load)
        result = s->cu.function_load(k->function);
    else if (!result)
        result = s->cu.function_get(&registers, CU_FUNCTION_REGISTERS, k->function);
    if (!result)
        result = allow_shared(s, k);
    if (!result)
        result = s->cu.function_get(&local, CU_FUNCTION_LOCAL, k->function);
    k->local_bytes = local > 0 ? (uint32_t)local : 0;
    return result;
}

/// CU_NOT_READY: there was no time to wait until nothing runs.
static cu_result load_exclusively(struct vyi_cuda_state *s, const void *cubin,
                                  const struct order *o)
{
    const uint64_t brief_ns = 50000000;
    struct vyi_job job = *o->job;
    uint64_t soon = o->brief ? vyi_now_ns() + brief_ns : 0;
    if (soon && (!job.deadline_ns || soon < job.deadline_ns))
        job.deadline_ns = soon;
    enum vyi_stop stop = vyi_cuda_exclusive_begin(s, &job);
    if (stop)
        return stop == VYI_STOP_LOST ? atomic_load(&s->lost) : CU_NOT_READY;
    cu_result result = s->cu.module_load(&o->kernel->module, cubin, 0, NULL, NULL);
    if (!result && (result = load_function(s, o->kernel)))
        s->cu.module_unload(o->kernel->module);
    vyi_cuda_exclusive_end(s);
    return result;
}

/// Bytes as they are kept, which may not be those of the kernel.
static cu_result load_kept(struct vyi_cuda_state *s, const void *bytes, size_t size,
                           const struct order *o)
{
    const struct kept *kept = bytes;
    struct vyi_cuda_info *info = &o->kernel->info;
    if (size <= sizeof *kept || !memchr(kept->info, 0, sizeof kept->info) ||
        !vyi_cuda_info_read(kept->info, info) || info->abi != VYI_LLVM_ABI)
        return CU_INVALID_IMAGE;
    cu_result result = load_exclusively(s, kept + 1, o);
    if (result != CU_NO_MEMORY)
        return result;
    vyi_cuda_memory_flush(s); // what is kept of memory goes before code finds no room
    return load_exclusively(s, kept + 1, o);
}

// ---- making ----
/// Machine code that the driver has made; `link` is freed by the caller.
struct linked {
    cu_link link;
    void *cubin;
    size_t bytes;
};

static cu_result link_ptx(struct vyi_cuda_state *s, char *ptx, size_t size, unsigned count,
                          int *options, void **values, struct linked *l)
{
    cu_result result;
    if ((result = s->cu.link_create(count, options, values, &l->link)) ||
        (result = s->cu.link_add(l->link, CU_INPUT_PTX, ptx, size, "vyre", 0, NULL, NULL)))
        return result;
    return s->cu.link_complete(l->link, &l->cubin, &l->bytes);
}

/// PTX to machine code; *kept is from vyi_user_alloc() of the program's context, with room for the
/// head.
static vy_status assemble(const struct order *o, char *ptx, size_t size, struct kept **kept,
                          size_t *bytes)
{
    vy_device *device = o->base.device;
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    char log[2048] = "";
    int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BYTES, CU_JIT_LEVEL};
    void *values[] = {log, (void *)(uintptr_t)sizeof log,
                      (void *)(uintptr_t)(device->params.level == VY_LEVEL_NONE ? 0 : 4)};
    struct linked l = {0};
    vy_status status = VY_OK;
    cu_result result = link_ptx(s, ptx, size, 3, options, values, &l);
    if (result && result != CU_NO_MEMORY && !vyi_cuda_error_sticks(result)) {
        log[sizeof log - 1] = 0;
        log[strcspn(log, "\n")] = 0; // the first complaint says it
        status = refuse(o, *log ? log : vyi_cuda_error_name(&s->cu, result));
    } else if (result) {
        status = vyi_cuda_fail(device, o->job->report, result, "compiling");
    } else {
        *bytes = sizeof **kept + l.bytes;
        *kept = vyi_user_alloc(o->base.program->context, *bytes);
        status = *kept ? VY_OK : VY_ERROR_MEMORY;
    }
    if (!status)
        memcpy(*kept + 1, l.cubin, l.bytes);
    if (l.link)
        s->cu.link_destroy(l.link);
    return status;
}

static void take_head(struct kept *head, const char *ptx)
{
    size_t line = strcspn(ptx, "\n");
    memcpy(head->info, ptx, line < sizeof head->info ? line : sizeof head->info - 1);
}

// ---- ahead ----
void vyi_cuda_ptx_ahead(vy_device *device, const struct vyi_llvm_request *request,
                        struct vyi_report *report)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    void *ptx = NULL;
    size_t size = 0;
    if (make_key(s, request, s->ahead.key))
        return;
    if (vyi_cache_get(s->cache, s->ahead.key, &ptx, &size)) {
        vy_memory_free(device->context, ptx);
        return;
    }
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(report, "the cuda device");
    if (!llvm || llvm->compile(request, report, &ptx, &size))
        return;
    s->ahead.ptx = vyi_realloc(device->context, NULL, 0, size + 1);
    if (s->ahead.ptx) {
        s->ahead.size = size + 1;
        memcpy(s->ahead.ptx, ptx, size);
        s->ahead.ptx[size] = 0;
    }
    vy_memory_free(request->program->context, ptx);
}

/// What was made ahead, where it is this.
static bool take_ahead(struct vyi_cuda_state *s, const uint8_t key[32], struct vyi_text *all,
                       struct kept *head)
{
    pthread_mutex_lock(&s->slot_lock);
    bool there = s->ahead.ptx && !memcmp(key, s->ahead.key, sizeof s->ahead.key);
    if (there) {
        take_head(head, s->ahead.ptx);
        vyi_text_append(all, s->ahead.ptx, s->ahead.size);
        vyi_free(s->host, s->ahead.ptx, s->ahead.size);
        s->ahead.ptx = NULL;
        s->ahead.size = 0;
    }
    pthread_mutex_unlock(&s->slot_lock);
    return there && !all->failed;
}

/// The PTX, and its first line.
static vy_status write_ptx(const struct order *o, struct vyi_text *all, struct kept *head)
{
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(o->job->report, "the cuda device");
    void *ptx = NULL;
    size_t size = 0;
    vy_status status =
        llvm ? llvm->compile(o->request, o->job->report, &ptx, &size) : VY_ERROR_DEVICE;
    if (status)
        return status;
    take_head(head, ptx);
    vyi_text_append(all, ptx, size);
    vy_memory_free(o->request->program->context, ptx);
    vyi_text_append(all, "", 1); // the driver wants text to end so
    return all->failed ? VY_ERROR_MEMORY : VY_OK;
}

/// It had to wait for what runs for longer than it may.
static vy_status too_late(const vy_device *device, const struct order *o)
{
    const vy_program *p = o->base.program;
    enum vyi_stop stop = vyi_dev_must_stop(o->job);
    if (!stop)
        return VY_ERROR_BUSY;
    if (stop == VYI_STOP_CANCELLED)
        return vyi_report_as(o->job->report, VY_ERROR_CANCELLED, VYI_DIAG(COMPILE_CANCELLED),
                             device->params.name);
    return vyi_report_as(o->job->report, VY_ERROR_DEADLINE, VYI_DIAG(CUDA_LOAD_LATE),
                         p->name ? p->name : "?", device->params.name);
}

static vy_status load_code(struct vyi_code_order *base, const void *bytes, size_t size, bool made)
{
    const struct order *o = (struct order *)base;
    cu_result result = load_kept(vyi_cuda_state(base->device), bytes, size, o);
    if (result && result != CU_NOT_READY && result != CU_NO_MEMORY &&
        !vyi_cuda_error_sticks(result)) // other code might have been loaded
        return made ? refuse(o, "what it made of it cannot be loaded") : VY_ERROR_DATA;
    if (result == CU_NOT_READY)
        return too_late(base->device, o);
    return result ? vyi_cuda_fail(base->device, o->job->report, result, "loading code") : VY_OK;
}

static vy_status make_code(struct vyi_code_order *base, void **bytes, size_t *size)
{
    const struct order *o = (struct order *)base;
    struct vyi_text ptx = {.context = base->device->context};
    struct kept head = {{0}}, *kept = NULL;
    vy_status status = VY_OK;
    if (!take_ahead(vyi_cuda_state(base->device), base->key, &ptx, &head))
        status = ptx.failed ? VY_ERROR_MEMORY : write_ptx(o, &ptx, &head);
    if (!status)
        status = assemble(o, ptx.at, ptx.count, &kept, size);
    vyi_text_free(&ptx);
    if (!status)
        *kept = head;
    *bytes = kept;
    return status;
}

vy_status vyi_cuda_kernel_obtain(vy_device *device, const struct vyi_llvm_request *request,
                                 const struct vyi_job *job, bool brief,
                                 struct vyi_cuda_kernel *kernel)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct order o = {.request = request, .kernel = kernel, .job = job, .brief = brief};
    o.base = (struct vyi_code_order){
        device, job->report, s->cache, request->program, 1, load_code, make_code, {0}, false};
    vy_status status = make_key(s, request, o.base.key);
    return status ? status : vyi_code_obtain(&o.base);
}
