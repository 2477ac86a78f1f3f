// Uploads and downloads through pinned memory, chunk by chunk: while some are on their way, the
// host copies others. A thread copies less than the link carries, and far less into pages that
// were not touched yet, so much is carried by several threads, which take piece after piece. The
// two directions have chunks and a stream each, share the threads, and go on side by side.
#include "dev/cuda/cuda_state.h"

#include <sys/mman.h>

enum {
    SMALL = 128 << 10, ///< bytes of a small chunk,
    LARGE = 1 << 20,   ///< of a large one
    ARENA = VYI_CUDA_LARGE * LARGE,
    HUGE = 2 << 20, ///< bytes of a large page
    MUCH = 2 << 20, ///< bytes that several threads carry,
    VAST = 16 << 20 ///< and that are worth large pages
};

// ---- pinned memory ----
static void free_arena(struct vyi_cuda_state *s, struct vyi_cuda_way *way)
{
    if (way->arena && s)
        s->cu.host_unregister(way->arena);
    if (way->mapped)
        munmap(way->mapped, ARENA + HUGE);
    way->arena = NULL;
    way->mapped = NULL;
}

/// Fresh pages are found and cleared by several threads.
struct touching {
    struct vyi_task task;
    uint8_t *arena;
    atomic_uint next;
};

static void touch(struct vyi_task *task, struct vyi_room *scratch)
{
    struct touching *t = (struct touching *)task;
    (void)scratch;
    for (uint32_t at; (at = atomic_fetch_add(&t->next, HUGE)) < ARENA;)
        for (uint32_t i = 0; i < HUGE; i += 4096)
            t->arena[at + i] = 0;
}

/// The arena of the large chunks, with the way's lock held: pages of our own, which are pinned in a
/// fraction of the time that the driver takes to allocate as much.
static bool make_arena(struct vyi_cuda_state *s, struct vyi_cuda_way *way)
{
    if (way->arena || way->no_arena)
        return way->arena;
    void *all =
        mmap(NULL, ARENA + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    way->no_arena = true;
    if (all == MAP_FAILED)
        return false;
    way->mapped = all;
    way->arena = (uint8_t *)(((uintptr_t)all + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
    vyi_large_pages(way->arena, ARENA);
    struct touching t = {.task.work = touch, .arena = way->arena};
    vyi_pool_run(s->workers, &t.task, s->workers->threads - 1);
    way->no_arena = s->cu.host_register(way->arena, ARENA, CU_HOST_PORTABLE);
    if (way->no_arena)
        free_arena(NULL, way);
    for (uint32_t i = 0; way->arena && i < VYI_CUDA_LARGE; i++)
        way->large[i].at = way->arena + i * (size_t)LARGE;
    return way->arena;
}

/// A transfer in progress, shared by the threads that carry it.
struct haul {
    struct vyi_task task;
    struct vyi_cuda_state *s;
    struct vyi_cuda_way *way;
    bool up;
    char *data;
    cu_memory there;
    uint64_t bytes;
    size_t piece;
    uint32_t members;
    atomic_uint joined; ///< members that have begun
    atomic_ullong next; ///< bytes that a member has taken
    atomic_int result;  ///< of the first call that failed
};

static void carry(struct vyi_task *task, struct vyi_room *scratch);

static struct haul haul_of(struct vyi_cuda_state *s, bool up, const void *data, cu_memory there,
                           uint64_t bytes)
{
    struct haul h = {.task.work = carry,
                     .s = s,
                     .way = &s->ways[!up],
                     .up = up,
                     .data = (char *)data,
                     .there = there,
                     .bytes = bytes,
                     .piece = SMALL,
                     .members = 1};
    if (bytes < MUCH || !make_arena(s, h.way))
        return h;
    h.piece = LARGE;
    h.members =
        bytes / LARGE < s->workers->threads ? (uint32_t)(bytes / LARGE) : s->workers->threads;
    return h;
}

static void give_up(struct haul *h, cu_result result)
{
    int well = CU_OK;
    if (result)
        atomic_compare_exchange_strong(&h->result, &well, result);
}

/// The next piece; false: there is none, or the transfer has failed.
static bool take(struct haul *h, uint64_t *at, size_t *bytes)
{
    if (atomic_load_explicit(&h->result, memory_order_relaxed))
        return false;
    *at = atomic_fetch_add(&h->next, h->piece);
    *bytes = *at < h->bytes && h->bytes - *at < h->piece ? (size_t)(h->bytes - *at) : h->piece;
    return *at < h->bytes;
}

/// The chunk for a member's k-th piece.
static struct vyi_cuda_chunk *chunk_for(struct haul *h, uint32_t member, uint32_t k)
{
    enum { EACH = VYI_CUDA_LARGE / VYI_CUDA_COPIERS };
    if (h->piece == SMALL)
        return &h->way->small[h->way->next++ % VYI_CUDA_SMALL];
    return &h->way->large[member * EACH + k % EACH];
}

/// Waits until the chunk is free; makes it where it is not there yet.
static cu_result chunk_ready(struct haul *h, struct vyi_cuda_chunk *chunk)
{
    const struct vyi_cuda_driver *cu = &h->s->cu;
    cu_result result = CU_OK;
    if (chunk->done)
        return cu->event_wait(chunk->done);
    if (!chunk->at)
        result = cu->host_alloc(&chunk->at, h->piece, CU_HOST_PORTABLE);
    if (result)
        chunk->at = NULL;
    else
        result = cu->event_create(&chunk->done, CU_EVENT_UNTIMED);
    if (result)
        chunk->done = NULL;
    return result;
}

static void free_chunks(struct vyi_cuda_state *s, struct vyi_cuda_chunk *chunks, uint32_t count,
                        bool ours)
{
    for (uint32_t i = 0; i < count; i++) {
        if (chunks[i].at && ours)
            s->cu.host_free(chunks[i].at);
        if (chunks[i].done)
            s->cu.event_destroy(chunks[i].done);
        chunks[i] = (struct vyi_cuda_chunk){0};
    }
}

void vyi_cuda_ways_free(struct vyi_cuda_state *s)
{
    for (uint32_t w = 0; w < 2; w++) {
        free_chunks(s, s->ways[w].small, VYI_CUDA_SMALL, true);
        free_chunks(s, s->ways[w].large, VYI_CUDA_LARGE, false);
        free_arena(s, &s->ways[w]);
        s->ways[w].no_arena = false;
    }
}

// ---- carrying ----
/// A piece on its way through a chunk.
struct piece {
    struct vyi_cuda_chunk *chunk;
    uint64_t at;
    size_t bytes;
};

/// Sends another piece on its way; false: there is none.
static bool send(struct haul *h, uint32_t member, uint32_t k, struct piece *p)
{
    const struct vyi_cuda_driver *cu = &h->s->cu;
    cu_stream stream = h->up ? h->s->up : h->s->down;
    if (!take(h, &p->at, &p->bytes))
        return false;
    p->chunk = chunk_for(h, member, k);
    cu_result result = chunk_ready(h, p->chunk);
    if (!result && h->up) {
        memcpy(p->chunk->at, h->data + p->at, p->bytes);
        result = cu->copy_up(h->there + p->at, p->chunk->at, p->bytes, stream);
        vyi_cuda_note(h->s);
    } else if (!result) {
        result = cu->copy_down(p->chunk->at, h->there + p->at, p->bytes, stream);
    }
    if (!result)
        result = cu->event_record(p->chunk->done, stream);
    give_up(h, result);
    return !result;
}

/// What comes down is taken out of its chunk.
static void receive(struct haul *h, const struct piece *p)
{
    if (h->up)
        return;
    cu_result result = h->s->cu.event_wait(p->chunk->done);
    if (!result)
        memcpy(h->data + p->at, p->chunk->at, p->bytes);
    give_up(h, result);
}

/// By each member; the first is the caller, which is inside the context.
static void carry(struct vyi_task *task, struct vyi_room *scratch)
{
    struct haul *h = (struct haul *)task;
    uint32_t member = atomic_fetch_add(&h->joined, 1);
    struct piece now, then;
    cu_context ours;
    cu_result result = scratch ? h->s->cu.push(h->s->context) : CU_OK;
    give_up(h, result);
    bool more = !result && send(h, member, 0, &now);
    for (uint32_t k = 1; more; k++) { // one is on its way while the other is copied
        more = send(h, member, k, &then);
        receive(h, &now);
        now = then;
    }
    if (scratch && !result)
        h->s->cu.pop(&ours);
}

// ---- all of it ----
cu_result vyi_cuda_move(struct vyi_cuda_state *s, cu_memory there, void *host, uint64_t bytes,
                        bool up)
{
    const cu_event *traced = s->trace.ways[!up];
    cu_stream stream = up ? s->up : s->down;
    uint64_t mark = 0;
    cu_result result = CU_OK;
    pthread_mutex_lock(&s->ways[!up].lock);
    struct haul h = haul_of(s, up, host, there, bytes);
    // Pages of the caller's that have not been touched yet may be large ones: then 16 threads write
    // 25 GB/s to them instead of 15. Others stay as they are.
    if (!up && bytes >= VAST)
        vyi_large_pages(host, (size_t)bytes);
    if (!up)
        result = vyi_cuda_follow(s, stream, &mark);
    if (!result && vyi_cuda_traced(s))
        result = s->cu.event_record(traced[0], stream);
    if (!result) {
        vyi_pool_run(s->workers, &h.task, h.members - 1);
        result = atomic_load(&h.result);
    }
    if (!result)
        vyi_cuda_passed(s, mark);
    if (!result && vyi_cuda_traced(s) && !s->cu.event_record(traced[1], stream) &&
        !s->cu.event_wait(traced[1]))
        vyi_cuda_trace_emit(s, (vy_trace_event){.what = up ? "upload" : "download", .bytes = bytes},
                            traced[0], traced[1]);
    pthread_mutex_unlock(&h.way->lock);
    return result;
}

vy_status vyi_cuda_transfer(vy_device *device, void *memory, void *host, uint64_t bytes, bool up)
{
    vy_status status = bytes ? vyi_cuda_enter(device, NULL) : VY_OK;
    if (!bytes || status)
        return status;
    cu_result result =
        vyi_cuda_move(vyi_cuda_state(device), vyi_cuda_address(memory), host, bytes, up);
    return vyi_cuda_done(device, result, up ? "uploading" : "downloading");
}
