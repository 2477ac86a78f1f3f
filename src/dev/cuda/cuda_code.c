// Which kernels a program has, and which of them runs a launch; module.c makes them.
//
// A program has one kernel for nearly all its launches. A launch with a buffer of 2^31 elements and
// more, or with another workgroup than the device's choice, gets one of its own when it is first
// met. A program with grid barriers is first made with virtual workgroups, which is right for
// every grid; when it comes back with a grid that is resident as a whole, it gets a kernel that
// keeps everything in registers, unless something else runs, which loading it would wait for.
//
// The option virtual_groups leaves only one of these: 1 the first, 0 the second where the grid
// allows it. It is for tests, which compare them.
#include "dev/cuda/cuda_state.h"
#include "vyre/plan.h"

// ---- how large a launch is: threads of a block, and blocks ----
// A kernel without grid barriers gets blocks of a few warps, as many as its grid has. One with grid
// barriers must be resident as a whole, and they cost the less the fewer blocks there are: it
// gets the smallest blocks that put no more than one on a multiprocessor, and where the grid is too
// large for that, those of which most threads are resident, the larger ones of equals.
enum { WARP = 32, USUAL = 256, LEAST_TEAMS = 128, LEAST_STREAM = 4 };

/// What a launch is cut into: threads of flat kernels by the warp, else teams.
struct units {
    uint64_t count;
    uint32_t threads, bytes; ///< of one
    uint32_t most;           ///< in a block
    uint32_t base;           ///< bytes of a block
};

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static struct units units_of(const struct vyi_cuda_info *info, uint64_t groups)
{
    struct units u = {groups, info->team_threads, info->team_bytes, info->most_teams,
                      info->block_bytes};
    if (info->flat) {
        uint64_t threads = ceil_div(groups * info->volume, info->each ? info->each : 1);
        u = (struct units){ceil_div(threads, WARP), WARP, 0, info->most_threads / WARP,
                           info->block_bytes};
    }
    if (!u.most)
        u.most = 1;
    return u;
}

static uint32_t shared_of(const struct units *u, uint32_t size)
{
    return u->base + size * u->bytes;
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

static cu_result resident(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k,
                          const struct units *u, uint32_t size, uint64_t *blocks)
{
    *blocks = 0;
    if (size * u->threads > (uint32_t)s->about.threads ||
        shared_of(u, size) > (uint32_t)s->about.shared_most)
        return CU_OK;
    return vyi_cuda_resident(s, k, size * u->threads, shared_of(u, size), blocks);
}

/// The units of a block for a kernel with grid barriers; 0: not even one is resident.
static cu_result cooperative_size(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k,
                                  const struct units *u, uint32_t *size, uint64_t *blocks)
{
    uint64_t processors = (uint64_t)s->about.processors;
    uint64_t wanted = ceil_div(u->count, processors), best = 0;
    cu_result result = CU_OK;
    *size = 0;
    if (wanted <= u->most) {
        result = resident(s, k, u, (uint32_t)wanted, blocks);
        if (result || *blocks >= ceil_div(u->count, wanted)) {
            *size = (uint32_t)wanted;
            return result;
        }
    }
    for (uint32_t n = u->most; !result && n; n = n > 1 ? n / 2 : 0) {
        uint64_t here;
        result = resident(s, k, u, n, &here);
        if (here * n <= best)
            continue;
        best = here * n;
        *size = n;
        *blocks = here;
    }
    return result;
}

static uint32_t usual_size(const struct vyi_cuda_state *s, const struct vyi_cuda_info *info,
                           const struct units *u)
{
    uint64_t spread = ceil_div(u->count, (uint64_t)s->about.processors);
    uint32_t usual = (info->flat ? USUAL : LEAST_TEAMS) / u->threads;
    if (info->service && !info->flat)
        return 1; // workgroups that go on for themselves, and are stopped one by one
    if (usual > u->most)
        usual = u->most;
    // What only passes elements through is over before blocks of one warp have been started.
    if (info->flat && info->each > 1 && spread < LEAST_STREAM)
        spread = LEAST_STREAM;
    if (usual > spread)
        usual = (uint32_t)spread;
    while (usual > 1 && shared_of(u, usual) > (uint32_t)s->about.shared)
        usual /= 2;
    return usual ? usual : 1;
}

static vy_status too_large(vy_device *device, const struct vyi_cuda_kernel *k,
                           struct vyi_report *report)
{
    return vyi_report_as(report, VY_ERROR_LIMIT, VYI_DIAG(CUDA_RESIDENT), k->info.volume,
                         k->info.block_bytes + k->info.team_bytes, device->params.name);
}

vy_status vyi_cuda_shape(vy_device *device, struct vyi_cuda_kernel *k, uint64_t groups,
                         struct vyi_report *report, struct vyi_cuda_grid *grid)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct units u = units_of(&k->info, groups);
    uint32_t size = usual_size(s, &k->info, &u);
    uint64_t fit = UINT64_MAX, blocks;
    cu_result result = CU_OK;
    if (k->info.cooperative)
        result = cooperative_size(s, k, &u, &size, &fit);
    else if (k->info.virtual_groups)
        result = resident(s, k, &u, size, &fit);
    if (k->info.cooperative && fit > VYI_CUDA_MOST_BLOCKS)
        fit = VYI_CUDA_MOST_BLOCKS;
    if (result)
        return vyi_cuda_fail(device, report, result, "asking how many blocks are resident");
    if (!size || !fit)
        return too_large(device, k, report);
    blocks = ceil_div(u.count, size);
    if (blocks > fit && !k->info.virtual_groups)
        return too_large(device, k, report);
    *grid = (struct vyi_cuda_grid){(uint32_t)(blocks < fit ? blocks : fit), size * u.threads,
                                   shared_of(&u, size), k->info.cooperative,
                                   k->info.cooperative ? fit : 0};
    return VY_OK;
}

/// A grid that the program leaves to the device. A kernel that streams or waits is best with a
/// thread for every element it writes; one whose threads have several elements on their way, with
/// as many threads as are resident.
uint64_t vyi_cuda_own_groups(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k,
                             const struct vyi_kernel *what, uint64_t groups)
{
    const vy_program *p = what->program;
    uint64_t volume = k->info.volume, most = 0, fit = 0;
    uint64_t early = (uint64_t)VYI_CUDA_EARLY_BLOCKS * USUAL * (k->info.each ? k->info.each : 1);
    if (p->grid_rank || k->info.cooperative || !k->info.flat)
        return groups;
    if (!k->info.shots) {
        bool known = !vyi_cuda_resident(s, k, USUAL, 0, &fit) && fit;
        uint64_t resident_ = ceil_div(fit * USUAL, volume);
        return known && resident_ < groups ? resident_ : groups;
    }
    for (uint32_t i = 0; i < p->buffers.count; i++)
        if (vyi_role_info(p->buffers.at[i].role)->writable && what->launch->extents[i].count > most)
            most = what->launch->extents[i].count;
    most = ceil_div(most < early ? most : early, volume);
    while (most * volume > UINT32_MAX)
        most /= 2;
    return most > groups ? most : groups;
}

/// Whether at least one workgroup fits a multiprocessor.
static bool one_fits(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k)
{
    struct units u = units_of(&k->info, 1);
    uint32_t size;
    uint64_t fit = 0;
    return !cooperative_size(s, k, &u, &size, &fit) && size && fit;
}

/// Whether a kernel with grid barriers can have its whole grid resident, without virtual
/// workgroups.
static bool whole_fits(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k, uint64_t groups)
{
    struct units u = units_of(&k->info, groups);
    uint32_t size;
    uint64_t fit = 0;
    if (!groups) // nothing will be launched
        return true;
    if (cooperative_size(s, k, &u, &size, &fit) || !size)
        return false;
    uint64_t room = vyi_cuda_blocks_left(s, fit); // 0: persistent kernels have to yield anyway
    return ceil_div(u.count, size) <= (room ? room : fit) &&
           ceil_div(u.count, size) <= VYI_CUDA_MOST_BLOCKS;
}

// ---- variants ----
enum { PATIENCE = 2 }; ///< launches before the second kernel is made

struct variant {
    struct vyi_variant base;
    struct vyi_cuda_kernel kernel;
};

struct code {
    struct vyi_code base;
    atomic_uint launches;
    uint32_t print_words;
    uint32_t generation; ///< of the context that the modules are in
    bool synchronises;   ///< has grid barriers
    bool part;           ///< of a schedule: its launches are of graphs
};

static struct vyi_llvm_request request_of(vy_device *device, const vy_program *p,
                                          const struct vyi_code_form *need)
{
    const uint32_t *workgroup = need->workgroup;
    return (struct vyi_llvm_request){
        .program = p,
        .target = VYI_LLVM_CUDA,
        .form = VYI_LLVM_PTX,
        .level = device->params.level == VY_LEVEL_NONE ? 0 : 3,
        .lanes = 1,
        .workgroup = {workgroup[0], workgroup[1], workgroup[2]},
        .wide = need->wide,
        .virtual_groups = need->virtual_groups,
        .direct = need->direct,
        .cpu = vyi_cuda_kind(vyi_cuda_state(device)->about.capability),
    };
}

/// Launches find it from now on.
static void attach(vy_device *device, struct code *code, struct variant *v)
{
    pthread_mutex_init(&v->kernel.lock, NULL);
    v->kernel.number = atomic_fetch_add(&vyi_cuda_state(device)->kernels, 1) + 1;
    v->kernel.code = &code->base;
    v->kernel.print_words = code->print_words;
    vyi_code_add(&code->base, &v->base);
}

/// Adds a variant; with the lock held, or before others know the code. Inside enter and leave.
/// `job`: that wants it; `brief`: see vyi_cuda_kernel_obtain().
static vy_status add_variant(vy_device *device, struct code *code, const vy_program *p,
                             const struct vyi_code_form *need, const struct vyi_job *job,
                             bool brief)
{
    const struct vyi_llvm_request request = request_of(device, p, need);
    struct variant *v = vyi_calloc(device->context, 1, sizeof *v);
    if (!v)
        return VY_ERROR_MEMORY;
    v->base.is = *need;
    vy_status status = vyi_cuda_kernel_obtain(device, &request, job, brief, &v->kernel);
    if (status)
        vyi_free(device->context, v, sizeof *v);
    else
        attach(device, code, v);
    return status;
}

static void destroy(vy_device *device, struct code *code, bool unload)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    vy_context *c = device->context;
    for (struct vyi_variant *at = atomic_load(&code->base.variants), *next; at; at = next) {
        struct variant *v = (struct variant *)at;
        next = at->next;
        if (unload)
            vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_MODULE, v->kernel.module);
        pthread_mutex_destroy(&v->kernel.lock);
        vyi_free(c, v, sizeof *v);
    }
    vyi_code_end(c, &code->base);
    vyi_free(c, code, sizeof *code);
}

/// Of the kernel that a program has first.
static struct vyi_code_form first_need(const vy_program *p, bool part)
{
    struct vyi_code_form need = vyi_code_first(p, VYI_CUDA_WORKGROUP);
    need.virtual_groups = vy_program_has_grid_barrier(p);
    need.direct = !part;
    return need;
}

// ---- ahead ----
// Opening LLVM and using it for the first time takes 20 ms, making a context 100 and more: a thread
// makes the code of the program that will run first, where that is known, while the other goes on.
/// In a context of its own: what fails here fails again where that is reported.
static void *warm(void *data)
{
    vy_device *device = data;
    vy_context *quiet = NULL;
    if (vy_context_create(NULL, &quiet))
        return NULL;
    struct vyi_report report = {.context = quiet};
    const vy_program *p = device->params.first;
    const struct vyi_code_form need = first_need(p, false);
    const struct vyi_llvm_request request = request_of(device, p, &need);
    vyi_cuda_ptx_ahead(device, &request, &report);
    vyi_report_end(&report, VY_OK);
    vy_context_destroy(&quiet);
    return NULL;
}

void vyi_cuda_warmup_begin(vy_device *device)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const vy_program *first = device->params.first;
    if (s->workers->cores < 2 || !first || !first->verified)
        return;
    s->warming_up = !vyi_thread_create(&s->warmup_thread, warm, device);
}

void vyi_cuda_warmup_end(struct vyi_cuda_state *s)
{
    if (s->warming_up)
        pthread_join(s->warmup_thread, NULL);
    s->warming_up = false;
}

// ---- what the device shows ----
vy_status vyi_cuda_prepare(vy_device *device, const vy_program *p, bool part,
                           const struct vyi_job *job, void **result)
{
    const struct vyi_code_form need = first_need(p, part);
    struct code *code = NULL;
    *result = NULL;
    vy_status status = vyi_cuda_enter(device, job->report);
    if (status)
        return status;
    code = vyi_calloc(device->context, 1, sizeof *code);
    status = code ? vyi_code_begin(device->context, p, &code->base) : VY_ERROR_MEMORY;
    if (!status) {
        code->synchronises = vy_program_has_grid_barrier(p);
        code->print_words = vyi_dev_print_words(p);
        code->generation = vyi_cuda_state(device)->generation;
        code->part = part;
        status = add_variant(device, code, p, &need, job, false);
    }
    if (!status)
        *result = code;
    else if (code)
        destroy(device, code, true);
    vyi_cuda_leave(device);
    return status;
}

void vyi_cuda_release(vy_device *device, void *result)
{
    struct code *code = result;
    bool inside = vyi_cuda_try_enter(device);
    // A context that is gone has taken its modules along.
    destroy(device, code, inside && code->generation == vyi_cuda_state(device)->generation);
    if (inside)
        vyi_cuda_leave(device);
}

static vy_status find_or_make(vy_device *device, const struct vyi_job *job,
                              const struct vyi_kernel *what, const struct vyi_code_form *need,
                              bool brief, struct vyi_cuda_kernel **kernel)
{
    struct code *code = what->code;
    struct vyi_variant *v = vyi_code_find(&code->base, need);
    vy_status status = VY_OK;
    *kernel = NULL;
    if (!v) {
        enum vyi_stop stop = vyi_dev_lock(&code->base.lock, job);
        if (stop)
            return vyi_cuda_verdict(device, NULL, what->report, NULL, stop);
        if (!vyi_code_find(&code->base, need))
            status = add_variant(device, code, what->program, need, job, brief);
        pthread_mutex_unlock(&code->base.lock);
        v = vyi_code_find(&code->base, need);
    }
    *kernel = v ? &((struct variant *)v)->kernel : NULL;
    return status;
}

/// What nearly all launches of the program need.
static struct vyi_code_form usual_need(const struct vyi_kernel *what, bool direct)
{
    const struct code *code = what->code;
    struct vyi_code_form need = vyi_code_need(what);
    need.virtual_groups = code->synchronises;
    need.direct = direct && !code->part;
    return need;
}

vy_status vyi_cuda_kernel_for(vy_device *device, const struct vyi_job *job,
                              const struct vyi_kernel *what, bool direct,
                              struct vyi_cuda_kernel **kernel)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const struct vyi_launch *launch = what->launch;
    struct code *code = what->code;
    struct vyi_code_form need = usual_need(what, direct);
    struct vyi_cuda_kernel *whole;
    vy_status status = find_or_make(device, job, what, &need, false, kernel);
    if (status || !code->synchronises)
        return status;
    bool asked = s->options.virtual_groups >= 0;
    uint64_t groups = (uint64_t)launch->groups[0] * launch->groups[1] * launch->groups[2];
    uint32_t before = asked ? 0 : atomic_fetch_add(&code->launches, 1);
    bool wanted = asked ? !s->options.virtual_groups : before >= PATIENCE;
    struct units u = units_of(&(*kernel)->info, groups);
    uint64_t threads = (uint64_t)s->about.processors * (uint64_t)s->about.resident;
    if (!wanted || u.count > threads / u.threads) // were registers no matter
        return VY_OK;
    need.virtual_groups = false;
    if ((before & (before - 1)) && !vyi_code_find(&code->base, &need))
        return VY_OK; // something always runs: tries become rare
    status = find_or_make(device, job, what, &need, !asked, &whole);
    if (status == VY_ERROR_BUSY)
        return VY_OK;
    // By its registers, which may be more or fewer than the other's.
    if (!status && whole->info.cooperative && whole_fits(s, whole, groups))
        *kernel = whole;
    return status;
}

uint64_t vyi_cuda_launch_size(vy_device *device, const struct vyi_job *job,
                              const struct vyi_kernel *what)
{
    const uint32_t *n = what->launch->groups;
    const struct vyi_code_form need = usual_need(what, true);
    struct vyi_cuda_kernel *k = NULL;
    if (vyi_cuda_enter(device, what->report))
        return 0;
    vy_status status = find_or_make(device, job, what, &need, false, &k);
    vyi_cuda_leave(device);
    return status ? 0 : vyi_cuda_own_bytes(&k->info, (uint64_t)n[0] * n[1] * n[2]);
}

vy_route vyi_cuda_prefer(vy_device *device, void *code, const struct vyi_launch *launch,
                         const char **reason)
{
    struct vyi_code_form need = {.virtual_groups = true, .direct = true};
    vy_route route = VY_ROUTE_NATIVE;
    memcpy(need.workgroup, launch->workgroup, sizeof need.workgroup);
    struct vyi_variant *v = vyi_code_find(code, &need);
    if (!v || !vyi_cuda_try_enter(device))
        return route;
    if (!one_fits(vyi_cuda_state(device), &((struct variant *)v)->kernel)) {
        *reason = "a workgroup needs more registers or shared memory than a multiprocessor has "
                  "where all synchronise";
        route = VY_ROUTE_RESIDENT;
    }
    vyi_cuda_leave(device);
    return route;
}
