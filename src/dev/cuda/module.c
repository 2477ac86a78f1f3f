// From programs to modules of the driver: from the cache on disk, else PTX by LLVM and machine code
// by the driver, then loaded.
//
// Several kernels become one module where they are asked for together: the driver takes some 12 ms
// for a module that holds next to nothing, and a schedule may have dozens of segments. Their PTX is
// made one by one and joined as text.
#include "dev/cuda/cuda_state.h"

#include <stdlib.h>

/// What a kernel is kept as: this, for each of a module's, then the machine code.
struct kept {
    char info[VYI_CUDA_INFO_LINE];
};

/// What a module is made of.
struct order {
    struct vyi_code_order base;
    const struct vyi_llvm_request *requests; ///< base.count of them
    struct vyi_cuda_kernel **kernels;
    const struct vyi_job *job; ///< that wants them,
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

static vy_status one_key(const struct vyi_cuda_state *s, const struct vyi_llvm_request *r,
                         uint8_t key[32])
{
    char llvm[VYI_LLVM_IDENTITY], machine[64];
    int n =
        snprintf(machine, sizeof machine, "%d %d %s", s->about.driver, s->about.capability, r->cpu);
    vyi_dev_llvm_identity(llvm);
    return vyi_code_key(r, llvm, machine, (size_t)n, key);
}

/// Of several: what all of theirs come to.
static vy_status make_key(const struct vyi_cuda_state *s, const struct order *o, uint8_t key[32])
{
    uint8_t keys[VYI_DEV_TOGETHER][32];
    for (uint32_t i = 0; i < o->base.count; i++) {
        vy_status status = one_key(s, &o->requests[i], keys[i]);
        if (status)
            return status;
    }
    if (o->base.count > 1)
        vyi_blake2b(keys, o->base.count * sizeof *keys, key);
    else
        memcpy(key, keys[0], sizeof keys[0]);
    return VY_OK;
}

// ---- loading ----
static vy_status refuse(const struct order *o, const char *why)
{
    const vy_program *p = o->base.program;
    vyi_report(o->job->report, 0, 0, VYI_DIAG(CUDA_CODE), p->name ? p->name : "?", why);
    return VY_ERROR_DEVICE;
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
static cu_result load_function(struct vyi_cuda_state *s, cu_module module, const char *name,
                               struct vyi_cuda_kernel *k)
{
    int registers, local = 0;
    cu_result result = s->cu.module_function(&k->function, module, name);
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

/// As join() has named it.
static void name_kernel(char name[32], const struct order *o, uint32_t number)
{
    if (o->base.count > 1)
        snprintf(name, 32, "vyre_%u_kernel", number);
    else
        snprintf(name, 32, "vyre_kernel");
}

/// When nothing runs.
static cu_result load_now(struct vyi_cuda_state *s, const void *cubin, const struct order *o)
{
    struct vyi_cuda_module *home = vyi_calloc(s->host, 1, sizeof *home);
    cu_result result = home ? s->cu.module_load(&home->module, cubin, 0, NULL, NULL) : CU_NO_MEMORY;
    bool there = !result;
    for (uint32_t i = 0; i < o->base.count && !result; i++) {
        char name[32];
        name_kernel(name, o, i);
        result = load_function(s, home->module, name, o->kernels[i]);
        o->kernels[i]->home = home;
    }
    if (!result) {
        atomic_store(&home->kernels, o->base.count);
        return CU_OK;
    }
    if (there)
        s->cu.module_unload(home->module);
    vyi_free(s->host, home, sizeof *home);
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
    cu_result result = load_now(s, cubin, o);
    vyi_cuda_exclusive_end(s);
    return result;
}

/// What is kept of memory goes before code finds no room.
static cu_result load(struct vyi_cuda_state *s, const void *cubin, const struct order *o)
{
    cu_result result = load_exclusively(s, cubin, o);
    if (result != CU_NO_MEMORY)
        return result;
    vyi_cuda_memory_flush(s);
    return load_exclusively(s, cubin, o);
}

void vyi_cuda_module_drop(struct vyi_cuda_state *s, struct vyi_cuda_module *home, bool unload)
{
    if (atomic_fetch_sub(&home->kernels, 1) > 1)
        return;
    if (unload)
        vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_MODULE, home->module);
    vyi_free(s->host, home, sizeof *home);
}

/// Bytes as they are kept, which may not be those of the kernels, or of some for something else.
static cu_result load_kept(struct vyi_cuda_state *s, const void *bytes, size_t size,
                           const struct order *o)
{
    const struct kept *kept = bytes;
    if (size <= o->base.count * sizeof *kept)
        return CU_INVALID_IMAGE;
    for (uint32_t i = 0; i < o->base.count; i++) {
        struct vyi_cuda_info *info = &o->kernels[i]->info;
        if (!memchr(kept[i].info, 0, sizeof kept[i].info) ||
            !vyi_cuda_info_read(kept[i].info, info) || info->abi != VYI_LLVM_ABI)
            return CU_INVALID_IMAGE;
    }
    return load(s, kept + o->base.count, o);
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

/// PTX to machine code; *kept is from vyi_user_alloc() of the program's context, with room for
/// heads.
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
        *bytes = o->base.count * sizeof **kept + l.bytes;
        *kept = vyi_user_alloc(o->base.program->context, *bytes);
        status = *kept ? VY_OK : VY_ERROR_MEMORY;
    }
    if (!status)
        memcpy(*kept + o->base.count, l.cubin, l.bytes);
    if (l.link)
        s->cu.link_destroy(l.link);
    return status;
}

/// Adds PTX to that of a module with several kernels: the head is the first one's, and names get
/// the kernel's number, but for the shared memory, which is the launch's.
static void join(struct vyi_text *all, const char *ptx, uint32_t number)
{
    static const char head[] = ".address_size 64\n", word[] = "vyre_", not [] = "shared";
    const char *from = ptx, *at = strstr(ptx, head);
    if (number && at)
        from = at + sizeof head - 1;
    while ((at = strstr(from, word))) {
        at += sizeof word - 1;
        vyi_text_append(all, from, (size_t)(at - from));
        if (strncmp(at, not, sizeof not -1) != 0)
            vyi_text_printf(all, "%u_", number);
        from = at;
    }
    vyi_text_append(all, from, strlen(from));
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
    if (one_key(s, request, s->ahead.key))
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

/// The PTX of all, and the first line of each one's.
static vy_status write_ptx(const struct order *o, struct vyi_text *all, struct kept *heads)
{
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(o->job->report, "the cuda device");
    vy_status status = llvm ? VY_OK : VY_ERROR_DEVICE;
    for (uint32_t i = 0; i < o->base.count && !status; i++) {
        void *ptx = NULL;
        size_t size = 0;
        status = llvm->compile(&o->requests[i], o->job->report, &ptx, &size);
        if (status)
            break;
        take_head(&heads[i], ptx);
        if (o->base.count > 1)
            join(all, ptx, i);
        else
            vyi_text_append(all, ptx, size);
        vy_memory_free(o->requests[i].program->context, ptx);
    }
    vyi_text_append(all, "", 1); // the driver wants text to end so
    return status ? status : all->failed ? VY_ERROR_MEMORY : VY_OK;
}

/// It had to wait for what runs for longer than it may.
static vy_status too_late(const vy_device *device, const struct order *o)
{
    const vy_program *p = o->base.program;
    enum vyi_stop stop = vyi_dev_must_stop(o->job);
    if (!stop)
        return VY_ERROR_BUSY;
    if (stop == VYI_STOP_CANCELLED) {
        vyi_report(o->job->report, 0, 0, VYI_DIAG(COMPILE_CANCELLED), device->params.name);
        return VY_ERROR_CANCELLED;
    }
    vyi_report(o->job->report, 0, 0, VYI_DIAG(CUDA_LOAD_LATE), p->name ? p->name : "?",
               device->params.name);
    return VY_ERROR_DEADLINE;
}

/// Whether other code might have been loaded.
static bool is_about_code(cu_result result)
{
    return result && result != CU_NOT_READY && result != CU_NO_MEMORY &&
           !vyi_cuda_error_sticks(result);
}

static vy_status load_code(struct vyi_code_order *base, const void *bytes, size_t size, bool made)
{
    const struct order *o = (struct order *)base;
    cu_result result = load_kept(vyi_cuda_state(base->device), bytes, size, o);
    if (is_about_code(result))
        return made ? refuse(o, "what it made of it cannot be loaded") : VY_ERROR_DATA;
    if (result == CU_NOT_READY)
        return too_late(base->device, o);
    return result ? vyi_cuda_fail(base->device, o->job->report, result, "loading code") : VY_OK;
}

static vy_status make_code(struct vyi_code_order *base, void **bytes, size_t *size)
{
    const struct order *o = (struct order *)base;
    struct vyi_text ptx = {.context = base->device->context};
    struct kept heads[VYI_DEV_TOGETHER] = {{{0}}}, *kept = NULL;
    vy_status status = VY_OK;
    if (base->count > 1 || !take_ahead(vyi_cuda_state(base->device), base->key, &ptx, heads))
        status = ptx.failed ? VY_ERROR_MEMORY : write_ptx(o, &ptx, heads);
    if (!status)
        status = assemble(o, ptx.at, ptx.count, &kept, size);
    vyi_text_free(&ptx);
    if (!status)
        memcpy(kept, heads, base->count * sizeof *heads);
    *bytes = kept;
    return status;
}

vy_status vyi_cuda_kernels_obtain(vy_device *device, const struct vyi_llvm_request *requests,
                                  uint32_t count, const struct vyi_job *job, bool brief,
                                  struct vyi_cuda_kernel **kernels)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct order o = {.requests = requests, .kernels = kernels, .job = job, .brief = brief};
    o.base = (struct vyi_code_order){device, job->report, s->cache,  requests[0].program,
                                     count,  load_code,   make_code, {0},
                                     false};
    vy_status status = make_key(s, &o, o.base.key);
    return status ? status : vyi_code_obtain(&o.base);
}

// ---- hand-written kernels ----
// Their machine code is kept on disk too, since compiling them takes the driver longer than most
// programs run.
static void text_key(const struct vyi_cuda_state *s, const char *ptx, uint8_t key[32])
{
    struct {
        char text[96];
        uint8_t hash[32];
    } what = {0};
    snprintf(what.text, sizeof what.text, "cuda text %d.%d.%d %d %d", VY_VERSION_MAJOR,
             VY_VERSION_MINOR, VY_VERSION_PATCH, s->about.driver, s->about.capability);
    vyi_blake2b(ptx, strlen(ptx), what.hash);
    vyi_blake2b(&what, sizeof what, key);
}

/// Compiles it and keeps what comes of it.
static cu_result make_text(struct vyi_cuda_state *s, const char *ptx, const uint8_t key[32],
                           cu_module *module)
{
    struct linked l = {0};
    cu_result result = link_ptx(s, (char *)ptx, strlen(ptx) + 1, 0, NULL, NULL, &l);
    if (!result)
        result = s->cu.module_load(module, l.cubin, 0, NULL, NULL);
    if (!result)
        vyi_cache_put(s->cache, key, "a kernel of the cuda device's own", l.cubin, l.bytes);
    if (l.link)
        s->cu.link_destroy(l.link);
    return result;
}

cu_result vyi_cuda_text_load(struct vyi_cuda_state *s, const char *ptx, cu_module *module)
{
    uint8_t key[32];
    void *bytes = NULL;
    size_t size = 0;
    bool loaded = false;
    *module = NULL;
    if (!*vyi_cache_folder(s->cache))
        return s->cu.module_load(module, ptx, 0, NULL, NULL);
    text_key(s, ptx, key);
    if (vyi_cache_get(s->cache, key, &bytes, &size)) {
        loaded = !s->cu.module_load(module, bytes, 0, NULL, NULL);
        vy_memory_free(s->host, bytes);
    } // what cannot be loaded is as if it had not been there
    return loaded ? CU_OK : make_text(s, ptx, key, module);
}
