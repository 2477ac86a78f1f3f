// Memory of the device. Pieces that are freed are kept for others of the same size, so that a
// dispatch of buffers like those of the last one asks the driver for nothing; when memory runs out,
// all that is kept goes back first. Small pieces are cut from slabs: the first piece of a pool
// takes the driver 10 ms, which a program with little data need not wait for.
//
// The option exact=1 does without both: every piece is the driver's own, of the bytes that were
// asked for, and is freed at once. It is for tests, so that a tool that watches the driver's memory
// sees each access outside of what is in use.
#include "dev/cuda/cuda_state.h"

enum { SMALL = 256 << 10 }; // bytes

// ---- order ----
void vyi_cuda_note(struct vyi_cuda_state *s)
{
    atomic_fetch_add(&s->enqueued, 1);
}

cu_result vyi_cuda_follow(struct vyi_cuda_state *s, cu_stream stream, uint64_t *mark)
{
    *mark = atomic_load(&s->enqueued);
    if (atomic_load(&s->passed) >= *mark)
        return CU_OK;
    // An event is recorded and waited for in one go, or the other's record would be waited for.
    pthread_mutex_lock(&s->store.lock);
    cu_result result = s->cu.event_record(s->tail, s->up);
    if (!result)
        result = s->cu.stream_wait_event(stream, s->tail, 0);
    pthread_mutex_unlock(&s->store.lock);
    return result;
}

void vyi_cuda_passed(struct vyi_cuda_state *s, uint64_t mark)
{
    unsigned long long before = atomic_load(&s->passed);
    while (before < mark && !atomic_compare_exchange_weak(&s->passed, &before, mark))
        ;
}

// ---- pieces ----
static void give_back(struct vyi_cuda_state *s, struct vyi_dev_piece *piece)
{
    if (piece->at && s->pool)
        s->cu.pool_free(piece->at, s->up);
    else if (piece->at)
        vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_MEMORY, (void *)(uintptr_t)piece->at);
    *piece = (struct vyi_dev_piece){0};
}

// ---- slabs ----
/// With the lock held: the first place where so many units are free; -1: none.
static int find_run(const struct vyi_cuda_slab *slab, uint32_t units)
{
    uint32_t run = 0;
    for (uint32_t i = 0; i < VYI_CUDA_SLAB_UNITS; i++) {
        if (slab->taken[i / 64] == UINT64_MAX) {
            i |= 63;
            run = 0;
            continue;
        }
        run = slab->taken[i / 64] >> i % 64 & 1 ? 0 : run + 1;
        if (run == units)
            return (int)(i + 1 - units);
    }
    return -1;
}

static void mark(struct vyi_cuda_slab *slab, uint32_t first, uint32_t units)
{
    for (uint32_t i = first; i < first + units; i++)
        slab->taken[i / 64] ^= (uint64_t)1 << i % 64;
}

/// With the lock held; false: it is too large for one, or there is none with room.
static bool take_slab(struct vyi_cuda_state *s, uint64_t bytes, struct vyi_dev_piece *piece)
{
    uint32_t units = (uint32_t)(bytes / VYI_KEPT_LEAST);
    if (bytes > SMALL || s->options.exact)
        return false;
    for (uint32_t i = 0; i < VYI_CUDA_SLABS && !piece->at; i++) {
        struct vyi_cuda_slab *slab = &s->store.slabs[i];
        if (!slab->at && s->cu.memory_alloc(&slab->at, VYI_CUDA_SLAB_UNITS * VYI_KEPT_LEAST)) {
            slab->at = 0;
            break;
        }
        int first = find_run(slab, units);
        if (first < 0)
            continue;
        mark(slab, (uint32_t)first, units);
        *piece = (struct vyi_dev_piece){slab->at + (uint32_t)first * VYI_KEPT_LEAST, bytes};
    }
    return piece->at;
}

/// With the lock held; false: it is not of a slab.
static bool give_slab(struct vyi_cuda_state *s, const struct vyi_dev_piece *piece)
{
    for (uint32_t i = 0; i < VYI_CUDA_SLABS; i++) {
        struct vyi_cuda_slab *slab = &s->store.slabs[i];
        uint64_t offset = piece->at - slab->at;
        if (!slab->at || piece->at < slab->at || offset >= VYI_CUDA_SLAB_UNITS * VYI_KEPT_LEAST)
            continue;
        mark(slab, (uint32_t)(offset / VYI_KEPT_LEAST), (uint32_t)(piece->bytes / VYI_KEPT_LEAST));
        return true;
    }
    return false;
}

// ---- the rest ----
/// Made when it is first needed.
static cu_result make_pool(struct vyi_cuda_state *s)
{
    struct cu_pool_params params = {.allocation = 1, .place = 1, .device = s->gpu};
    uint64_t all = UINT64_MAX; // what was given back stays there until it is trimmed
    cu_result result = CU_OK;
    pthread_mutex_lock(&s->store.lock);
    if (s->about.pools && !s->pool) {
        cu_pool pool = NULL;
        result = s->cu.pool_create(&pool, &params);
        if (!result && (result = s->cu.pool_set(pool, CU_POOL_RELEASE_THRESHOLD, &all)))
            s->cu.pool_destroy(pool);
        s->pool = result ? NULL : pool;
    }
    pthread_mutex_unlock(&s->store.lock);
    return result;
}

static cu_result allocate(struct vyi_cuda_state *s, uint64_t bytes, cu_memory *at)
{
    *at = 0;
    if (bytes > SIZE_MAX / 2)
        return CU_NO_MEMORY;
    cu_result result = make_pool(s);
    if (result)
        return result;
    if (!s->pool)
        return s->cu.memory_alloc(at, (size_t)bytes);
    result = s->cu.pool_alloc(at, (size_t)bytes, s->pool, s->up);
    vyi_cuda_note(s);
    return result;
}

void vyi_cuda_memory_flush(struct vyi_cuda_state *s)
{
    pthread_mutex_lock(&s->store.lock);
    for (uint32_t i = 0; i < s->store.kept.count; i++)
        give_back(s, &s->store.kept.at[i]);
    s->store.kept.count = 0;
    s->store.kept.bytes = 0;
    pthread_mutex_unlock(&s->store.lock);
    if (s->pool && !s->cu.stream_wait(s->up))
        s->cu.pool_trim(s->pool, 0);
}

void vyi_cuda_memory_end(struct vyi_cuda_state *s)
{
    vyi_cuda_memory_flush(s);
    for (uint32_t i = 0; i < VYI_CUDA_SLABS; i++)
        if (s->store.slabs[i].at)
            s->cu.memory_free(s->store.slabs[i].at);
    memset(s->store.slabs, 0, sizeof s->store.slabs);
    if (s->pool)
        s->cu.pool_destroy(s->pool);
    s->pool = NULL;
}

cu_result vyi_cuda_take(struct vyi_cuda_state *s, uint64_t bytes, struct vyi_dev_piece *piece)
{
    *piece = (struct vyi_dev_piece){0};
    if (bytes > UINT64_MAX / 2)
        return CU_NO_MEMORY;
    bytes = s->options.exact ? bytes + !bytes : vyi_kept_size(bytes);
    pthread_mutex_lock(&s->store.lock);
    bool found = take_slab(s, bytes, piece) || vyi_kept_take(&s->store.kept, bytes, piece);
    pthread_mutex_unlock(&s->store.lock);
    if (found)
        return CU_OK;
    cu_result result = allocate(s, bytes, &piece->at);
    if (result == CU_NO_MEMORY) {
        vyi_cuda_memory_flush(s);
        result = allocate(s, bytes, &piece->at);
    }
    piece->bytes = result ? 0 : bytes;
    return result;
}

void vyi_cuda_give(struct vyi_cuda_state *s, struct vyi_dev_piece *piece)
{
    uint64_t most = s->options.exact ? 0 : s->about.memory / 8;
    struct vyi_dev_piece out = *piece;
    *piece = (struct vyi_dev_piece){0};
    if (!out.at)
        return;
    pthread_mutex_lock(&s->store.lock);
    if (!give_slab(s, &out)) {
        out = vyi_kept_put(&s->store.kept, out, most);
        give_back(s, &out);
    }
    pthread_mutex_unlock(&s->store.lock);
}

// ---- what the device shows ----
uint64_t vyi_cuda_memory_size(vy_device *device, uint64_t bytes)
{
    return vyi_cuda_state(device)->options.exact ? bytes : vyi_kept_size(bytes);
}

vy_status vyi_cuda_memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    struct vyi_dev_piece piece;
    vy_status status = vyi_cuda_enter(device, NULL);
    *memory = NULL;
    if (status)
        return status;
    cu_result result = vyi_cuda_take(s, bytes, &piece);
    if (!result && cleared && bytes) {
        result = s->cu.set_8(piece.at, 0, (size_t)bytes, s->up);
        vyi_cuda_note(s);
    }
    if (result)
        vyi_cuda_give(s, &piece);
    else
        *memory = (void *)(uintptr_t)piece.at;
    return vyi_cuda_done(device, result, "allocating memory");
}

void vyi_cuda_memory_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_dev_piece piece = {vyi_cuda_address(memory),
                                  vyi_kept_size(bytes)}; // exact: not looked at
    // What was lost with the context is gone already.
    if (!memory || !vyi_cuda_try_enter(device))
        return;
    vyi_cuda_give(vyi_cuda_state(device), &piece);
    vyi_cuda_leave(device);
}

/// A failure cannot be reported here, so nothing may run on memory that was not cleared.
void vyi_cuda_memory_clear(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (!bytes || !vyi_cuda_try_enter(device))
        return;
    cu_result result = s->cu.set_8(vyi_cuda_address(memory), 0, (size_t)bytes, s->up);
    vyi_cuda_note(s);
    if (result)
        vyi_cuda_lose(device, result, "clearing memory");
    vyi_cuda_leave(device);
}

vy_status vyi_cuda_copy(vy_device *device, void *to, const void *from, uint64_t bytes)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_cuda_enter(device, NULL);
    if (status)
        return status;
    cu_result result =
        s->cu.copy_within(vyi_cuda_address(to), vyi_cuda_address(from), (size_t)bytes, s->up);
    vyi_cuda_note(s);
    return vyi_cuda_done(device, result, "copying within the device");
}

/// A pattern that the driver has no fill for: some of it is brought up, and doubled there.
static cu_result fill_by_doubling(struct vyi_cuda_state *s, cu_memory to, uint64_t bytes,
                                  const void *pattern, uint32_t pattern_bytes)
{
    uint8_t some[4096]; // a multiple of every pattern
    uint64_t done = bytes < sizeof some ? bytes : sizeof some;
    for (size_t i = 0; i < sizeof some; i += pattern_bytes)
        memcpy(some + i, pattern, pattern_bytes);
    cu_result result = vyi_cuda_move(s, to, some, done, true);
    while (!result && done < bytes) {
        uint64_t more = bytes - done < done ? bytes - done : done;
        result = s->cu.copy_within(to + done, to, (size_t)more, s->up);
        vyi_cuda_note(s);
        done += more;
    }
    return result;
}

static cu_result fill(struct vyi_cuda_state *s, cu_memory to, uint64_t bytes, const void *pattern,
                      uint32_t pattern_bytes)
{
    uint32_t word = 0;
    if (pattern_bytes > sizeof word || to % pattern_bytes)
        return fill_by_doubling(s, to, bytes, pattern, pattern_bytes);
    memcpy(&word, pattern, pattern_bytes);
    size_t count = (size_t)(bytes / pattern_bytes);
    cu_result result = pattern_bytes == 1   ? s->cu.set_8(to, (uint8_t)word, count, s->up)
                       : pattern_bytes == 2 ? s->cu.set_16(to, (uint16_t)word, count, s->up)
                                            : s->cu.set_32(to, word, count, s->up);
    vyi_cuda_note(s);
    return result;
}

vy_status vyi_cuda_fill(vy_device *device, void *memory, uint64_t bytes, const void *pattern,
                        uint32_t pattern_bytes)
{
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_cuda_enter(device, NULL);
    if (status)
        return status;
    cu_result result =
        fill(vyi_cuda_state(device), vyi_cuda_address(memory), bytes, pattern, pattern_bytes);
    return vyi_cuda_done(device, result, "filling memory");
}

// ---- memory that the host sees ----
vy_status vyi_cuda_mapped_create(vy_device *device, uint64_t bytes, void **memory, void **host)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    const unsigned flags = CU_HOST_PORTABLE | CU_HOST_MAPPED;
    struct vyi_cuda_pages pages = {0};
    cu_memory there = 0;
    vy_status status = vyi_cuda_enter(device, NULL);
    *memory = *host = NULL;
    if (status)
        return status;
    cu_result result = bytes > SIZE_MAX / 2 ? CU_NO_MEMORY : CU_OK;
    pthread_mutex_lock(&s->arbiter->lock);
    *host = result ? NULL : vyi_cuda_pages_again(s, (size_t)bytes);
    pthread_mutex_unlock(&s->arbiter->lock);
    if (!result && *host)
        memset(*host, 0, (size_t)bytes);
    if (!result && !*host && bytes >= VYI_CUDA_PAGES_LEAST && !s->options.exact &&
        vyi_cuda_pages_create(s, (size_t)bytes, flags, &pages)) {
        pthread_mutex_lock(&s->arbiter->lock);
        bool noted = vyi_vec_push(s->host, &s->pages, pages);
        pthread_mutex_unlock(&s->arbiter->lock);
        if (noted)
            *host = pages.at;
        else
            vyi_cuda_pages_destroy(s, &pages);
    }
    if (!result && !*host && !(result = s->cu.host_alloc(host, (size_t)bytes + !bytes, flags)))
        memset(*host, 0, (size_t)bytes);
    if (!result && (result = s->cu.host_address(&there, *host, 0)))
        vyi_cuda_free_later(s, VYI_CUDA_DEFERRED_PINNED, *host);
    if (result)
        *host = NULL;
    else
        *memory = (void *)(uintptr_t)there;
    return vyi_cuda_done(device, result, "allocating memory that the host sees");
}

void vyi_cuda_mapped_destroy(vy_device *device, void *host)
{
    if (!vyi_cuda_try_enter(device))
        return;
    vyi_cuda_free_later(vyi_cuda_state(device), VYI_CUDA_DEFERRED_PINNED, host);
    vyi_cuda_leave(device);
}
