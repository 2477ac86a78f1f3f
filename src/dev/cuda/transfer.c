// Uploads and downloads through pinned memory, chunk by chunk: while some are on their way, the
// host copies others. A thread copies less than the link carries, and far less into pages that
// were not touched yet, so much is carried by several threads, which take piece after piece. The
// two directions have chunks and a stream each, share the threads, and go on side by side. Memory
// of buffers that the host sees is pinned as it is: the device copies from there by itself.
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
/// Fresh pages are found and cleared by several threads.
struct touching {
    struct vyi_task task;
    struct vyi_cuda_pages *pages;
    atomic_ullong next;
};

static void touch(struct vyi_task *task, struct vyi_worker *self)
{
    struct touching *t = (struct touching *)task;
    (void)self;
    for (size_t at; (at = atomic_fetch_add(&t->next, HUGE)) < t->pages->bytes;)
        for (size_t i = at; i < at + HUGE && i < t->pages->bytes; i += 4096)
            t->pages->at[i] = 0;
}

/// They are pinned in a fraction of the time that the driver takes to allocate as much, and files
/// can be read into them past the page cache.
bool vyi_cuda_pages_create(struct vyi_cuda_state *s, size_t bytes, unsigned flags,
                           struct vyi_cuda_pages *pages)
{
    void *all =
        mmap(NULL, bytes + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return false;
    uint8_t *at = (uint8_t *)(((uintptr_t)all + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
    *pages = (struct vyi_cuda_pages){.at = at, .bytes = bytes, .mapped = all};
    vyi_large_pages(at, bytes);
    struct touching t = {.task.work = touch, .pages = pages};
    vyi_pool_run(s->workers, &t.task, s->workers->threads - 1);
    pages->pinned = !s->cu.host_register(at, bytes, flags);
    if (!pages->pinned)
        vyi_cuda_pages_destroy(s, pages);
    return pages->at;
}

void vyi_cuda_pages_destroy(struct vyi_cuda_state *s, struct vyi_cuda_pages *pages)
{
    if (pages->pinned)
        s->cu.host_unregister(pages->at);
    if (pages->mapped)
        munmap(pages->mapped, pages->bytes + HUGE);
    *pages = (struct vyi_cuda_pages){0};
}

void vyi_cuda_pinned_free(struct vyi_cuda_state *s, void *host)
{
    for (uint32_t i = 0; i < s->pages.count; i++)
        if (s->pages.at[i].at == host) {
            vyi_cuda_pages_destroy(s, &s->pages.at[i]);
            s->pages.at[i] = s->pages.at[--s->pages.count];
            return;
        }
    s->cu.host_free(host);
}

void *vyi_cuda_pages_again(struct vyi_cuda_state *s, size_t bytes)
{
    for (uint32_t i = 0; i < s->deferred.count; i++)
        for (uint32_t k = 0; k < s->pages.count; k++)
            if (s->deferred.at[i].what == s->pages.at[k].at && s->pages.at[k].bytes == bytes) {
                s->deferred.at[i] = s->deferred.at[--s->deferred.count];
                return s->pages.at[k].at;
            }
    return NULL;
}

/// Whether the device can copy from there or to there by itself.
static bool is_pinned(struct vyi_cuda_state *s, const void *host, uint64_t bytes)
{
    bool found = false;
    pthread_mutex_lock(&s->arbiter->lock);
    for (uint32_t i = 0; i < s->pages.count && !found; i++) {
        const struct vyi_cuda_pages *p = &s->pages.at[i];
        uint64_t offset = (uint64_t)((uintptr_t)host - (uintptr_t)p->at);
        found = p->pinned && offset < p->bytes && bytes <= p->bytes - offset;
    }
    pthread_mutex_unlock(&s->arbiter->lock);
    return found;
}

/// The arena of the large chunks, with the way's lock held.
static bool make_arena(struct vyi_cuda_state *s, struct vyi_cuda_way *way)
{
    if (way->arena.at || way->no_arena)
        return way->arena.at;
    way->no_arena = !vyi_cuda_pages_create(s, ARENA, CU_HOST_PORTABLE, &way->arena);
    for (uint32_t i = 0; way->arena.at && i < VYI_CUDA_LARGE; i++)
        way->large[i].at = way->arena.at + i * (size_t)LARGE;
    return way->arena.at;
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

static void carry(struct vyi_task *task, struct vyi_worker *self);

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
        vyi_cuda_pages_destroy(s, &s->ways[w].arena);
        s->ways[w].no_arena = false;
        vyi_cuda_lane_close(s, &s->ways[w].direct);
        for (uint32_t i = 0; i < VYI_CUDA_SENT; i++) {
            vyi_cuda_event_free(s, &s->ways[w].sent[i].end);
            s->ways[w].sent[i].there = 0;
        }
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
static void carry(struct vyi_task *task, struct vyi_worker *self)
{
    struct haul *h = (struct haul *)task;
    uint32_t member = atomic_fetch_add(&h->joined, 1);
    struct piece now, then;
    cu_context ours;
    cu_result result = self ? h->s->cu.push(h->s->context) : CU_OK;
    give_up(h, result);
    bool more = !result && send(h, member, 0, &now);
    for (uint32_t k = 1; more; k++) { // one is on its way while the other is copied
        more = send(h, member, k, &then);
        receive(h, &now);
        now = then;
    }
    if (self && !result)
        h->s->cu.pop(&ours);
}

// ---- without a chunk ----
/// Keeps the end of a copy apart from those of later ones. An event that is taken again stands for
/// later copies, behind which nothing that it stood for is under way.
static cu_result note_sent(struct vyi_cuda_state *s, struct vyi_cuda_way *way, cu_memory there)
{
    struct vyi_cuda_sent *sent = &way->sent[way->sends++ % VYI_CUDA_SENT];
    for (uint32_t i = 0; i < VYI_CUDA_SENT; i++)
        if (way->sent[i].there == there)
            way->sent[i].there = 0;
    cu_result result =
        sent->end ? CU_OK : s->cu.event_create(&sent->end, CU_EVENT_BLOCKING | CU_EVENT_UNTIMED);
    if (!result)
        result = s->cu.event_record(sent->end, way->direct.stream);
    sent->there = result ? 0 : there;
    return result;
}

/// Begins one copy, on a stream that no kernel waits for. A traced one is waited for.
static cu_result put_direct(struct vyi_cuda_state *s, cu_memory there, void *host, uint64_t bytes,
                            bool up)
{
    struct vyi_cuda_way *way = &s->ways[!up];
    struct vyi_cuda_lane *lane = &way->direct;
    vy_trace_event event = {.what = up ? "upload" : "download", .bytes = bytes};
    uint64_t mark;
    cu_result result = CU_OK;
    pthread_mutex_lock(&way->direct_lock);
    if (!lane->end && (result = vyi_cuda_lane_open(s, lane, CU_EVENT_BLOCKING)))
        vyi_cuda_lane_close(s, lane);
    if (!result)
        result = vyi_cuda_follow(s, lane->stream, &mark);
    if (!result && vyi_cuda_traced(s))
        result = s->cu.event_record(lane->begin, lane->stream);
    if (!result)
        result = up ? s->cu.copy_up(there, host, (size_t)bytes, lane->stream)
                    : s->cu.copy_down(host, there, (size_t)bytes, lane->stream);
    if (!result)
        result = s->cu.event_record(lane->end, lane->stream);
    if (!result)
        result = note_sent(s, way, there);
    if (!result && vyi_cuda_traced(s) && !s->cu.event_wait(lane->end))
        vyi_cuda_trace_emit(s, event, lane->begin, lane->end);
    pthread_mutex_unlock(&way->direct_lock);
    return result;
}

/// `there` 0: for all copies.
static cu_result wait_direct(struct vyi_cuda_state *s, cu_memory there, bool up)
{
    struct vyi_cuda_way *way = &s->ways[!up];
    pthread_mutex_lock(&way->direct_lock);
    cu_event end = way->direct.end;
    for (uint32_t i = 0; i < VYI_CUDA_SENT && there; i++)
        if (way->sent[i].there == there)
            end = way->sent[i].end;
    pthread_mutex_unlock(&way->direct_lock);
    return end ? s->cu.event_wait(end) : CU_OK;
}

vy_status vyi_cuda_send(vy_device *device, void *memory, const void *host, uint64_t bytes)
{
    struct vyi_cuda_state *s = vyi_cuda_state(device);
    cu_memory there = vyi_cuda_address(memory);
    vy_status status = vyi_cuda_enter(device, NULL);
    if (status)
        return status;
    cu_result result = !bytes ? wait_direct(s, there, true)
                       : is_pinned(s, host, bytes)
                           ? put_direct(s, there, (void *)host, bytes, true)
                           : vyi_cuda_move(s, there, (void *)host, bytes, true);
    return vyi_cuda_done(device, result, "uploading");
}

// ---- all of it ----
cu_result vyi_cuda_move(struct vyi_cuda_state *s, cu_memory there, void *host, uint64_t bytes,
                        bool up)
{
    const cu_event *traced = s->trace.ways[!up];
    cu_stream stream = up ? s->up : s->down;
    uint64_t mark = 0;
    cu_result result = CU_OK;
    if (bytes >= LARGE && is_pinned(s, host, bytes)) {
        result = put_direct(s, there, host, bytes, up);
        return result ? result : wait_direct(s, there, up);
    }
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
