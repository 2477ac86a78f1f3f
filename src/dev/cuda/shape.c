// How large a launch is: threads of a block, and blocks.
//
// A kernel without grid barriers gets blocks of a few warps, as many as its grid has. One with grid
// barriers must be resident as a whole, and they cost the less the fewer blocks there are: it
// gets the smallest blocks that put no more than one on a multiprocessor, and where the grid is too
// large for that, those of which most threads are resident, the larger ones of equals.
#include "dev/cuda/cuda_state.h"

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
    vyi_report(report, 0, 0, VYI_DIAG(CUDA_RESIDENT), k->info.volume,
               k->info.block_bytes + k->info.team_bytes, device->params.name);
    return VY_ERROR_LIMIT;
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

bool vyi_cuda_one_fits(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k)
{
    struct units u = units_of(&k->info, 1);
    uint32_t size;
    uint64_t fit = 0;
    return !cooperative_size(s, k, &u, &size, &fit) && size && fit;
}

bool vyi_cuda_whole_may_fit(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k, uint64_t groups)
{
    struct units u = units_of(&k->info, groups);
    return u.count <= (uint64_t)s->about.processors * (uint64_t)s->about.resident / u.threads;
}

bool vyi_cuda_whole_fits(struct vyi_cuda_state *s, struct vyi_cuda_kernel *k, uint64_t groups)
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
