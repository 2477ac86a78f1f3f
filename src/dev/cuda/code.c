// Programs made into kernels: from the cache on disk, else PTX by LLVM and machine code by the
// driver, then loaded.
//
// A program has one kernel for nearly all its launches. A launch with a buffer of 2^31 elements and
// more, or with another workgroup than the device's choice, gets one of its own when it is first
// met. A program with grid barriers is first made so that workgroups take turns, which is right for
// every grid; when it comes back with a grid that is resident as a whole, it gets a kernel that
// keeps everything in registers.
//
// $VYRE_CUDA_TURNS, read at each launch, leaves only one of these: 1 the first, 0 the second where
// the grid allows it. It is for tests, which compare them.
#include "dev/cuda/state.h"
#include "dev/llvm.h"
#include "dev/sites.h"
#include "vyre/plan.h"

#include <stdlib.h>

enum { PATIENCE = 2 }; ///< launches before the second kernel is made

struct variant {
    struct variant *next;
    bool wide, turns, direct;
    uint32_t workgroup[3];
    struct vyi_cuda_kernel kernel;
};

struct code {
    pthread_mutex_t lock;               ///< of making another variant
    _Atomic(struct variant *) variants; ///< only ever added to, at the front
    atomic_uint launches;
    uint32_t *fixpoints; ///< positions, in program order
    uint32_t fixpoint_count, print_words;
    uint32_t generation; ///< of the context that the modules are in
    bool meets;
    bool part; ///< of a schedule: its launches are of graphs
};

/// What a kernel is kept as: this, then the machine code.
struct kept {
    char info[VYI_CUDA_INFO_LINE];
};

// ---- the key ----
/// The newest kind of GPU that LLVM knows and that is not newer than this one; the driver compiles
/// for the rest.
const char *vyi_cuda_kind(int capability)
{
    static const struct {
        int capability;
        const char *name;
    } kinds[] = {{90, "sm_90"}, {89, "sm_89"}, {86, "sm_86"},
                 {80, "sm_80"}, {75, "sm_75"}, {70, "sm_70"}};
    size_t i = 0;
    while (i + 1 < sizeof kinds / sizeof *kinds && kinds[i].capability > capability)
        i++;
    return kinds[i].name;
}

static vy_status make_key(const struct vyi_cuda_state *s, const struct vyi_llvm_request *r,
                          uint8_t key[32])
{
    struct vyi_text t = {.context = r->program->context};
    char llvm[VYI_LLVM_IDENTITY];
    uint8_t hash[32];
    vy_status status = vy_program_hash(r->program, hash);
    if (status)
        return status;
    vyi_dev_llvm_identity(llvm);
    vyi_text_append(&t, (const char *)hash, sizeof hash);
    vyi_text_printf(&t, "cuda %d.%d.%d %d %s", VY_VERSION_MAJOR, VY_VERSION_MINOR, VY_VERSION_PATCH,
                    VYI_LLVM_ABI, llvm);
    vyi_text_printf(&t, " %d %d %s %u", s->about.driver, s->about.capability, r->cpu, r->level);
    vyi_text_printf(&t, " %u %u %u", r->workgroup[0], r->workgroup[1], r->workgroup[2]);
    vyi_text_printf(&t, " %d %d %d;", r->wide, r->turns, r->direct);
    vyi_dev_add_sites(&t, r->program);
    if (t.failed)
        status = VY_ERROR_MEMORY;
    else
        vyi_blake2b(t.at, t.count, key);
    vyi_text_free(&t);
    return status;
}

// ---- loading ----
static vy_status refuse(const vy_program *p, struct vyi_report *report, const char *why)
{
    vyi_report(report, 0, 0, VYI_DIAG(CUDA_CODE), p->name ? p->name : "?", why);
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
static cu_result load(struct vyi_cuda_state *s, const void *cubin, struct vyi_cuda_kernel *k)
{
    int registers;
    cu_result result = s->cu.module_load(&k->module, cubin, 0, NULL, NULL);
    if (result) {
        k->module = NULL;
        return result;
    }
    result = s->cu.module_function(&k->function, k->module, "vyre_kernel");
    if (!result && s->cu.function_load)
        result = s->cu.function_load(k->function);
    else if (!result)
        result = s->cu.function_get(&registers, CU_FUNCTION_REGISTERS, k->function);
    if (!result)
        result = allow_shared(s, k);
    if (result) {
        s->cu.module_unload(k->module);
        k->module = NULL;
    }
    return result;
}

/// Bytes as they are kept; false: not those of a kernel, or of one for something else.
static bool load_kept(struct vyi_cuda_state *s, const void *bytes, size_t size,
                      struct vyi_cuda_kernel *k)
{
    const struct kept *kept = bytes;
    return size > sizeof *kept && memchr(kept->info, 0, sizeof kept->info) &&
           vyi_cuda_info_read(kept->info, &k->info) && k->info.abi == VYI_LLVM_ABI &&
           !load(s, kept + 1, k);
}

// ---- making ----
/// PTX to machine code; *kept is from vyi_realloc() of the device's context.
static vy_status assemble(vy_device *device, const vy_program *p, char *ptx, size_t size,
                          struct vyi_report *report, struct kept **kept, size_t *bytes)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    char log[2048] = "";
    int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BYTES, CU_JIT_LEVEL};
    void *values[] = {log, (void *)(uintptr_t)sizeof log,
                      (void *)(uintptr_t)(device->params.level == VY_LEVEL_NONE ? 0 : 4)};
    cu_link link = NULL;
    void *cubin = NULL;
    size_t count = 0;
    vy_status status = VY_OK;
    cu_result result = s->cu.link_create(3, options, values, &link);
    if (!result)
        result = s->cu.link_add(link, CU_INPUT_PTX, ptx, size, "vyre", 0, NULL, NULL);
    if (!result)
        result = s->cu.link_complete(link, &cubin, &count);
    if (result && result != CU_NO_MEMORY && !vyi_cuda_error_sticks(result)) {
        log[sizeof log - 1] = 0;
        log[strcspn(log, "\n")] = 0; // the first complaint says it
        status = refuse(p, report, *log ? log : vyi_cuda_error_name(&s->cu, result));
    } else if (result) {
        status = vyi_cuda_fail(device, report, result, "compiling");
    } else {
        *bytes = sizeof **kept + count;
        *kept = vyi_realloc(device->context, NULL, 0, *bytes);
        status = *kept ? VY_OK : VY_ERROR_MEMORY;
    }
    if (!status) {
        memset(*kept, 0, sizeof **kept);
        memcpy((*kept)->info, ptx,
               strcspn(ptx, "\n") < sizeof(*kept)->info - 1 ? strcspn(ptx, "\n")
                                                            : sizeof(*kept)->info - 1);
        memcpy(*kept + 1, cubin, count);
    }
    if (link)
        s->cu.link_destroy(link);
    return status;
}

static vy_status make(vy_device *device, const struct vyi_llvm_request *request,
                      const uint8_t key[32], struct vyi_report *report, struct vyi_cuda_kernel *k)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const vy_program *p = request->program;
    const struct vyi_llvm_api *llvm = vyi_dev_llvm(report);
    void *ptx = NULL;
    size_t size = 0, bytes = 0;
    struct kept *kept = NULL;
    if (!llvm)
        return VY_ERROR_DEVICE;
    vy_status status = llvm->compile(request, report, &ptx, &size);
    if (status)
        return status;
    char *text = vyi_realloc(device->context, NULL, 0, size + 1);
    if (text) {
        memcpy(text, ptx, size);
        text[size] = 0; // the driver wants text to end so
        status = assemble(device, p, text, size + 1, report, &kept, &bytes);
    } else {
        status = VY_ERROR_MEMORY;
    }
    vyi_free(device->context, text, size + 1);
    vy_memory_free(p->context, ptx);
    if (status)
        return status;
    if (!load_kept(s, kept, bytes, k))
        status = refuse(p, report, "what it made of it cannot be loaded");
    if (!status) {
        atomic_fetch_add(&device->compiled, 1);
        vyi_cache_put(s->cache, key, p->name ? p->name : "", kept, bytes);
    }
    vyi_free(device->context, kept, bytes);
    return status;
}

static vy_status obtain(vy_device *device, const struct vyi_llvm_request *request,
                        struct vyi_report *report, struct vyi_cuda_kernel *k)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    uint8_t key[32];
    void *bytes = NULL;
    size_t size = 0;
    bool loaded = false;
    vy_status status = make_key(s, request, key);
    if (status)
        return status;
    if (vyi_cache_get(s->cache, key, &bytes, &size)) {
        loaded = load_kept(s, bytes, size, k);
        vy_memory_free(device->context, bytes);
    } // what cannot be loaded is as if it had not been there
    if (!loaded)
        return make(device, request, key, report, k);
    atomic_fetch_add(&device->loaded, 1);
    return VY_OK;
}

/// What a launch needs of a kernel.
struct need {
    bool wide, turns, direct;
    const uint32_t *workgroup;
};

/// Adds a variant; with the lock held, or before anybody else knows the code. Inside enter and
/// leave.
static vy_status add_variant(vy_device *device, struct code *code, const vy_program *p,
                             const struct need *need, struct vyi_report *report)
{
    const uint32_t *workgroup = need->workgroup;
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct vyi_llvm_request request = {
        .program = p,
        .target = VYI_LLVM_CUDA,
        .form = VYI_LLVM_PTX,
        .level = device->params.level == VY_LEVEL_NONE ? 0 : 3,
        .lanes = 1,
        .workgroup = {workgroup[0], workgroup[1], workgroup[2]},
        .wide = need->wide,
        .turns = need->turns,
        .direct = need->direct,
        .cpu = vyi_cuda_kind(s->about.capability),
    };
    struct variant *v = vyi_calloc(device->context, 1, sizeof *v);
    if (!v)
        return VY_ERROR_MEMORY;
    v->wide = need->wide;
    v->turns = need->turns;
    v->direct = need->direct;
    memcpy(v->workgroup, workgroup, sizeof v->workgroup);
    vy_status status = obtain(device, &request, report, &v->kernel);
    if (status) {
        vyi_free(device->context, v, sizeof *v);
        return status;
    }
    pthread_mutex_init(&v->kernel.lock, NULL);
    v->kernel.number = atomic_fetch_add(&s->kernels, 1) + 1;
    v->kernel.fixpoints = code->fixpoints;
    v->kernel.fixpoint_count = code->fixpoint_count;
    v->kernel.print_words = code->print_words;
    v->next = atomic_load(&code->variants);
    atomic_store_explicit(&code->variants, v, memory_order_release);
    return VY_OK;
}

// ---- what there is in a program ----
static uint32_t count_print_words(const vy_program *p)
{
    uint32_t most = 0;
    const vyi_ref *kids;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        if (p->nodes.at[i].op != VYI_OP_PRINT)
            continue;
        uint32_t words = 1 + vyi_kids(p, &p->nodes.at[i], &kids);
        most = words > most ? words : most;
    }
    return most;
}

// ---- what the device shows ----
static void destroy(vy_device *device, struct code *code, bool unload)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    vy_context *c = device->context;
    for (struct variant *v = atomic_load(&code->variants), *next; v; v = next) {
        next = v->next;
        if (unload)
            s->cu.module_unload(v->kernel.module);
        pthread_mutex_destroy(&v->kernel.lock);
        vyi_free(c, v, sizeof *v);
    }
    vyi_free(c, code->fixpoints, code->fixpoint_count * sizeof *code->fixpoints);
    pthread_mutex_destroy(&code->lock);
    vyi_free(c, code, sizeof *code);
}

vy_status vyi_cuda_prepare(vy_device *device, const vy_program *p, bool part,
                           struct vyi_report *report, void **result)
{
    vy_context *c = device->context;
    uint32_t workgroup[3] = {VYI_CUDA_WORKGROUP, 1, 1};
    *result = NULL;
    vy_status status = vyi_cuda_enter(device, report);
    if (status)
        return status;
    struct code *code = vyi_calloc(c, 1, sizeof *code);
    for (uint32_t i = 0; p->workgroup_rank && i < 3; i++)
        workgroup[i] = i < p->workgroup_rank ? p->workgroup[i] : 1;
    if (code) {
        pthread_mutex_init(&code->lock, NULL);
        code->meets = vy_program_has_grid_barrier(p);
        code->print_words = count_print_words(p);
        code->generation = vyi_cuda_state(device)->generation;
        status = vyi_dev_list_fixpoints(c, p, &code->fixpoints, &code->fixpoint_count);
        const struct need need = {.turns = code->meets, .direct = !part, .workgroup = workgroup};
        code->part = part;
        if (!status)
            status = add_variant(device, code, p, &need, report);
        if (status)
            destroy(device, code, true);
        else
            *result = code;
    }
    vyi_cuda_leave(device);
    return code ? status : VY_ERROR_MEMORY;
}

void vyi_cuda_release(vy_device *device, void *result)
{
    struct code *code = result;
    bool inside = vyi_cuda_enter_quietly(device);
    // A context that is gone has taken its modules along.
    destroy(device, code, inside && code->generation == vyi_cuda_state(device)->generation);
    if (inside)
        vyi_cuda_leave(device);
}

static struct variant *find(const struct code *code, const struct need *need)
{
    struct variant *v = atomic_load_explicit(&code->variants, memory_order_acquire);
    while (v && ((need->wide && !v->wide) || v->turns != need->turns || v->direct != need->direct ||
                 memcmp(v->workgroup, need->workgroup, sizeof v->workgroup)))
        v = v->next;
    return v;
}

static vy_status find_or_make(vy_device *device, struct code *code, const struct vyi_job *job,
                              const struct need *need, struct variant **v)
{
    vy_status status = VY_OK;
    *v = find(code, need);
    if (*v)
        return VY_OK;
    pthread_mutex_lock(&code->lock);
    if (!find(code, need))
        status = add_variant(device, code, job->program, need, job->report);
    pthread_mutex_unlock(&code->lock);
    *v = find(code, need);
    return status;
}

vy_status vyi_cuda_kernel_for(vy_device *device, const struct vyi_job *job, bool direct,
                              struct vyi_cuda_kernel **kernel)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const struct vyi_launch *launch = job->launch;
    struct code *code = job->code;
    struct need need = {
        .turns = code->meets, .direct = direct && !code->part, .workgroup = launch->workgroup};
    struct variant *v, *whole;
    for (uint32_t i = 0; i < job->program->buffers.count; i++)
        need.wide |= launch->extents[i].count >> 31 != 0;
    vy_status status = find_or_make(device, code, job, &need, &v);
    *kernel = v ? &v->kernel : NULL;
    if (status || !code->meets)
        return status;
    const char *turns = getenv("VYRE_CUDA_TURNS");
    uint64_t groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    bool wanted = turns ? *turns == '0' : atomic_fetch_add(&code->launches, 1) >= PATIENCE;
    if (!wanted || !vyi_cuda_whole_may_fit(s, *kernel, groups))
        return VY_OK;
    need.turns = false;
    status = find_or_make(device, code, job, &need, &whole);
    // By its registers, which may be more or fewer than the other's.
    if (!status && whole->kernel.info.meets && vyi_cuda_whole_fits(s, &whole->kernel, groups))
        *kernel = &whole->kernel;
    return status;
}

bool vyi_cuda_meets_here(vy_device *device, void *code, const struct vyi_launch *launch)
{
    const struct need need = {.turns = true, .direct = true, .workgroup = launch->workgroup};
    struct variant *v = find(code, &need);
    return !v || vyi_cuda_one_fits(vyi_cuda_state(device), &v->kernel);
}

cu_result vyi_cuda_resident(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k, uint32_t threads,
                            uint32_t shared, uint64_t *blocks)
{
    int each = 0;
    cu_result result = CU_OK;
    pthread_mutex_lock(&k->lock);
    struct vyi_cuda_shape *shape = k->shapes;
    while (shape < k->shapes + k->shape_count &&
           (shape->threads != threads || shape->shared != shared))
        shape++;
    if (shape == k->shapes + k->shape_count) {
        result = s->cu.occupancy(&each, k->function, (int)threads, shared);
        shape = &k->shapes[k->shape_count < VYI_CUDA_SHAPES ? k->shape_count++
                                                            : threads % VYI_CUDA_SHAPES];
        *shape = (struct vyi_cuda_shape){threads, shared, each > 0 ? (uint32_t)each : 0};
    }
    *blocks = (uint64_t)shape->blocks * (uint64_t)s->about.processors;
    pthread_mutex_unlock(&k->lock);
    return result;
}
