// Memory of the device is the host's. Large pieces are kept a while for buffers of the same size,
// since giving pages back and getting them again costs more than clearing them, and are cleared and
// copied by all threads.
#include "dev/cpu/cpu_state.h"

enum { PIECE = 1 << 20, WORTH_IT = 4 << 20, LARGE = 1 << 18 };
#define MOST_KEPT ((uint64_t)256 << 20)

// ---- by all threads ----
struct bulk {
    struct vyi_task task;
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

static void work(struct vyi_task *task, struct vyi_room *scratch)
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
    if (bytes < WORTH_IT || vyi_pool_forked(s->pool))
        workers = 0;
    vyi_pool_run(s->pool, &b.task, (uint32_t)(workers < pieces ? workers : pieces));
}

// ---- pieces that are kept ----
static uint64_t rounded(uint64_t bytes)
{
    return bytes < LARGE ? bytes : (bytes + 65535) & ~(uint64_t)65535;
}

void vyi_cpu_store_free(vy_device *device)
{
    struct vyi_cpu_state *s = device->state;
    for (uint32_t i = 0; i < s->kept.count; i++)
        vyi_host_free(device->context, (void *)(uintptr_t)s->kept.at[i].at, s->kept.at[i].bytes);
}

// ---- what the device shows ----
uint64_t vyi_cpu_memory_size(vy_device *device, uint64_t bytes)
{
    (void)device;
    return rounded(bytes);
}

vy_status vyi_cpu_memory_create(vy_device *device, uint64_t bytes, bool cleared, void **memory)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_dev_piece piece = {0};
    uint64_t whole = rounded(bytes);
    if (bytes > SIZE_MAX / 2)
        return VY_ERROR_MEMORY;
    if (bytes >= LARGE) {
        pthread_mutex_lock(&s->lock);
        vyi_kept_take(&s->kept, whole, &piece);
        pthread_mutex_unlock(&s->lock);
    }
    *memory = (void *)(uintptr_t)piece.at;
    if (*memory && cleared)
        vyi_cpu_memory_clear(device, *memory, bytes);
    if (!*memory)
        *memory = vyi_host_alloc(device->context, whole);
    return *memory ? VY_OK : VY_ERROR_MEMORY;
}

void vyi_cpu_memory_destroy(vy_device *device, void *memory, uint64_t bytes)
{
    struct vyi_cpu_state *s = device->state;
    struct vyi_dev_piece out = {(uint64_t)(uintptr_t)memory, rounded(bytes)};
    if (memory && bytes >= LARGE) {
        pthread_mutex_lock(&s->lock);
        out = vyi_kept_put(&s->kept, out, MOST_KEPT);
        pthread_mutex_unlock(&s->lock);
    }
    vyi_host_free(device->context, (void *)(uintptr_t)out.at, out.bytes);
}

void vyi_cpu_memory_clear(vy_device *device, void *memory, uint64_t bytes)
{
    move_all(device, memory, NULL, bytes);
}

vy_status vyi_cpu_copy(vy_device *device, void *to, const void *from, uint64_t bytes)
{
    if (bytes) // NULL stands for zeros in there, and for nothing here
        move_all(device, to, from, bytes);
    return VY_OK;
}

vy_status vyi_cpu_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up)
{
    return up ? vyi_cpu_copy(device, memory, host, bytes)
              : vyi_cpu_copy(device, host, memory, bytes);
}
