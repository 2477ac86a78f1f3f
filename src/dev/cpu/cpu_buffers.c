// Memory of the device is the host's. Large pieces are kept a while for buffers of the same size,
// since giving pages back and getting them again costs more than clearing them, and are cleared and
// copied by all threads.
#include "dev/cpu/cpu_state.h"

enum { PIECE = 1 << 20, WORTH_IT = 4 << 20, LARGE = 1 << 18 };
#define MOST_KEPT ((uint64_t)256 << 20)

// ---- by all threads ----
struct bulk {
    struct vyi_cpu_task task;
    atomic_ullong next;
    uint64_t bytes;
    char *to;
    const char *from; ///< NULL: zeros
};

static void move(char *to, const char *from, uint64_t bytes)
{
    if (from)
        memcpy(to, from, (size_t)bytes);
    else
        memset(to, 0, (size_t)bytes);
}

static void work(struct vyi_cpu_task *task, struct vyi_cpu_room *scratch)
{
    struct bulk *b = (struct bulk *)task;
    (void)scratch;
    for (;;) {
        uint64_t at = atomic_fetch_add_explicit(&b->next, PIECE, memory_order_relaxed);
        if (at >= b->bytes)
            return;
        move(b->to + at, b->from ? b->from + at : NULL,
             b->bytes - at < PIECE ? b->bytes - at : PIECE);
    }
}

static void move_all(vy_device *device, char *to, const char *from, uint64_t bytes)
{
    struct vyi_cpu_state *s = device->state;
    struct bulk b = {.task.work = work, .bytes = bytes, .to = to, .from = from};
    uint64_t pieces = bytes / PIECE, workers = s->pool->threads - 1;
    if (!bytes)
        return;
    if (bytes < WORTH_IT || !workers || vyi_cpu_pool_forked(s->pool)) {
        move(to, from, bytes);
        return;
    }
    vyi_cpu_pool_offer(s->pool, &b.task, (uint32_t)(workers < pieces ? workers : pieces));
    work(&b.task, NULL);
    vyi_cpu_pool_withdraw(s->pool, &b.task);
}

// ---- pieces that are kept ----
static uint64_t rounded(uint64_t bytes)
{
    return bytes < LARGE ? bytes : (bytes + 65535) & ~(uint64_t)65535;
}

static void *take_kept(struct vyi_cpu_state *s, uint64_t bytes)
{
    void *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < VYI_CPU_KEPT && !found; i++) {
        if (!s->kept[i].at || s->kept[i].bytes != bytes)
            continue;
        found = s->kept[i].at;
        s->kept[i] = (struct vyi_cpu_room){0};
        s->kept_bytes -= bytes;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

/// Keeps it, in the place of the one that has waited longest.
static void keep(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_cpu_room out = {memory, bytes};
    pthread_mutex_lock(&s->lock);
    uint32_t place = s->oldest;
    for (uint32_t i = 0; i < VYI_CPU_KEPT && s->kept[place].at; i++)
        if (!s->kept[(s->oldest + i) % VYI_CPU_KEPT].at)
            place = (s->oldest + i) % VYI_CPU_KEPT;
    uint64_t before = s->kept[place].bytes;
    if (s->kept_bytes - before + bytes <= MOST_KEPT) {
        out = s->kept[place];
        s->kept[place] = (struct vyi_cpu_room){memory, bytes};
        s->kept_bytes += bytes - before;
        s->oldest = (place + 1) % VYI_CPU_KEPT;
    }
    pthread_mutex_unlock(&s->lock);
    vyi_cpu_room_free(device->context, &out);
}

void vyi_cpu_store_free(vy_device *device)
{
    struct vyi_cpu_state *s = device->state;
    for (int i = 0; i < VYI_CPU_KEPT; i++)
        vyi_cpu_room_free(device->context, &s->kept[i]);
}

// ---- what the device shows ----
uint64_t vyi_cpu_memory_size(vy_device *device, uint64_t bytes)
{
    (void)device;
    return rounded(bytes);
}

vy_status vyi_cpu_memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    uint64_t whole = rounded(bytes);
    if (bytes > SIZE_MAX / 2)
        return VY_ERROR_MEMORY;
    *memory = bytes < LARGE ? NULL : take_kept(device->state, whole);
    if (*memory && cleared)
        vyi_cpu_memory_clear(device, *memory, bytes);
    if (!*memory)
        *memory = vyi_cpu_alloc(device->context, whole);
    return *memory ? VY_OK : VY_ERROR_MEMORY;
}

void vyi_cpu_memory_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    if (!memory)
        return;
    if (bytes < LARGE)
        vyi_cpu_free(device->context, memory, bytes);
    else
        keep(device, memory, rounded(bytes));
}

void vyi_cpu_memory_clear(vy_device *device, void *memory, uint64_t bytes)
{
    move_all(device, memory, NULL, bytes);
}

vy_status vyi_cpu_fill(vy_device *device, void *memory, uint64_t offset, uint64_t bytes,
                       const void *pattern, uint32_t pattern_bytes)
{
    (void)device;
    for (uint64_t i = 0; i < bytes; i += pattern_bytes)
        memcpy((char *)memory + offset + i, pattern, pattern_bytes);
    return VY_OK;
}

vy_status vyi_cpu_copy(vy_device *device, void *to, const void *from, uint64_t bytes)
{
    // NULL stands for zeros in there, and for nothing here.
    if (bytes)
        move_all(device, to, from, bytes);
    return VY_OK;
}

vy_status vyi_cpu_upload(vy_device *device, void *memory, uint64_t offset, const void *data,
                         uint64_t bytes)
{
    return vyi_cpu_copy(device, (char *)memory + offset, data, bytes);
}

vy_status vyi_cpu_download(vy_device *device, const void *memory, uint64_t offset, void *data,
                           uint64_t bytes)
{
    return vyi_cpu_copy(device, data, (const char *)memory + offset, bytes);
}
