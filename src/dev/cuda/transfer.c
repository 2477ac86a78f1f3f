// Uploads and downloads through pinned memory, chunk by chunk: while some are on their way, the
// host copies others. A thread copies less than the link carries, and far less into pages that
// nobody has touched yet, so much is carried by several threads, which take piece after piece. The
// two directions have chunks, threads and a stream each, and go on side by side.
#include "dev/cuda/state.h"

enum {
    SMALL = 128 << 10, ///< bytes of a small chunk,
    LARGE = 2 << 20,   ///< of a large one
    MUCH = 16 << 20    ///< bytes that several threads carry
};

/// A transfer in progress, shared by those who carry it.
struct haul {
    struct vyi_cuda_state *s;
    struct vyi_cuda_way *way;
    char *data;
    cu_memory there;
    uint64_t bytes;
    size_t piece;
    uint32_t members;
    atomic_ullong next; ///< bytes that somebody has taken
    atomic_int result;  ///< of the first call that failed
};

static struct haul haul_of(struct vyi_cuda_state *s, uint32_t way, const void *data,
                           cu_memory there, uint64_t bytes)
{
    struct haul h = {.s = s,
                     .way = &s->ways[way],
                     .data = (char *)data,
                     .there = there,
                     .bytes = bytes,
                     .piece = bytes <= SMALL ? SMALL : LARGE,
                     .members = 1};
    if (bytes >= MUCH)
        h.members = s->cores < VYI_CUDA_CREW ? s->cores : VYI_CUDA_CREW;
    return h;
}

static void give_up(struct haul *h, cu_result result)
{
    int well = CU_OK;
    if (result)
        atomic_compare_exchange_strong(&h->result, &well, result);
}

/// The next piece that nobody has taken; false: there is none, or it is no use any more.
static bool take(struct haul *h, uint64_t *at, size_t *bytes)
{
    if (atomic_load_explicit(&h->result, memory_order_relaxed))
        return false;
    *at = atomic_fetch_add(&h->next, h->piece);
    *bytes = *at < h->bytes && h->bytes - *at < h->piece ? (size_t)(h->bytes - *at) : h->piece;
    return *at < h->bytes;
}

/// The chunk for a member's k-th piece. The caller's own are two of the large ones, like anybody
/// else's, so that little pinned memory is made for what is carried alone.
static struct vyi_cuda_chunk *chunk_for(struct haul *h, uint32_t member, uint32_t k)
{
    enum { EACH = VYI_CUDA_LARGE / VYI_CUDA_CREW };
    if (h->piece == SMALL)
        return &h->way->small[h->way->next++ % VYI_CUDA_SMALL];
    if (h->members == 1) // some more than two, for it has nobody to go on while it waits
        return &h->way->large[k % (2 * EACH)];
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

static void free_chunks(struct vyi_cuda_state *s, struct vyi_cuda_chunk *chunks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (chunks[i].at)
            s->cu.host_free(chunks[i].at);
        if (chunks[i].done)
            s->cu.event_destroy(chunks[i].done);
        chunks[i] = (struct vyi_cuda_chunk){0};
    }
}

void vyi_cuda_ways_free(struct vyi_cuda_state *s)
{
    for (uint32_t w = 0; w < 2; w++) {
        free_chunks(s, s->ways[w].small, VYI_CUDA_SMALL);
        free_chunks(s, s->ways[w].large, VYI_CUDA_LARGE);
    }
}

/// A task of a crew: the caller is inside the context, the others have to enter it.
static bool join(struct haul *h, uint32_t member)
{
    cu_result result = member ? h->s->cu.push(h->s->context) : CU_OK;
    give_up(h, result);
    return !result;
}

static void leave(struct haul *h, uint32_t member)
{
    cu_context ours;
    if (member)
        h->s->cu.pop(&ours);
}

// ---- up ----
static void carry_up(void *user, uint32_t member)
{
    struct haul *h = user;
    const struct vyi_cuda_driver *cu = &h->s->cu;
    uint64_t at;
    size_t bytes;
    if (!join(h, member))
        return;
    for (uint32_t k = 0; take(h, &at, &bytes); k++) {
        struct vyi_cuda_chunk *chunk = chunk_for(h, member, k);
        cu_result result = chunk_ready(h, chunk);
        if (!result) {
            memcpy(chunk->at, h->data + at, bytes);
            result = cu->copy_up(h->there + at, chunk->at, bytes, h->s->up);
        }
        if (!result)
            result = cu->event_record(chunk->done, h->s->up);
        vyi_cuda_note(h->s);
        give_up(h, result);
    }
    leave(h, member);
}

cu_result vyi_cuda_move_up(struct vyi_cuda_state *s, cu_memory to, const void *data, uint64_t bytes)
{
    struct haul h = haul_of(s, 0, data, to, bytes);
    pthread_mutex_lock(&h.way->lock);
    int traced = vyi_cuda_trace_up(s);
    vyi_cuda_crew_run(&h.way->crew, h.members, carry_up, &h);
    vyi_cuda_trace_up_end(s, traced, bytes);
    pthread_mutex_unlock(&h.way->lock);
    return atomic_load(&h.result);
}

vy_status vyi_cuda_upload(vy_device *device, void *memory, uint64_t offset, const void *data,
                          uint64_t bytes)
{
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_cuda_enter(device, NULL);
    if (status)
        return status;
    cu_result result =
        vyi_cuda_move_up(vyi_cuda_state(device), vyi_cuda_address(memory) + offset, data, bytes);
    if (result)
        status = vyi_cuda_fail(device, NULL, result, "uploading");
    vyi_cuda_leave(device);
    return status;
}

// ---- down ----
/// A piece on its way to a chunk.
struct coming {
    struct vyi_cuda_chunk *chunk;
    uint64_t at;
    size_t bytes;
};

/// Asks for another piece; false: there is none.
static bool ask(struct haul *h, uint32_t member, uint32_t k, struct coming *c)
{
    const struct vyi_cuda_driver *cu = &h->s->cu;
    if (!take(h, &c->at, &c->bytes))
        return false;
    c->chunk = chunk_for(h, member, k);
    cu_result result = chunk_ready(h, c->chunk);
    if (!result)
        result = cu->copy_down(c->chunk->at, h->there + c->at, c->bytes, h->s->down);
    if (!result)
        result = cu->event_record(c->chunk->done, h->s->down);
    give_up(h, result);
    return !result;
}

static void carry_down(void *user, uint32_t member)
{
    struct haul *h = user;
    struct coming now, then;
    if (!join(h, member))
        return;
    bool more = ask(h, member, 0, &now);
    for (uint32_t k = 1; more; k++) { // one comes while the other is copied
        more = ask(h, member, k, &then);
        cu_result result = h->s->cu.event_wait(now.chunk->done);
        if (!result)
            memcpy(h->data + now.at, now.chunk->at, now.bytes);
        give_up(h, result);
        now = then;
    }
    leave(h, member);
}

cu_result vyi_cuda_move_down(struct vyi_cuda_state *s, void *data, cu_memory from, uint64_t bytes)
{
    struct haul h = haul_of(s, 1, data, from, bytes);
    const cu_event *traced = s->trace.down;
    uint64_t mark;
    pthread_mutex_lock(&h.way->lock);
    cu_result result = vyi_cuda_follow(s, s->down, &mark);
    if (!result && vyi_cuda_traced(s))
        result = s->cu.event_record(traced[0], s->down);
    if (!result) {
        vyi_cuda_crew_run(&h.way->crew, h.members, carry_down, &h);
        result = atomic_load(&h.result);
    }
    if (!result)
        vyi_cuda_passed(s, mark);
    if (!result && vyi_cuda_traced(s) && !s->cu.event_record(traced[1], s->down) &&
        !s->cu.event_wait(traced[1])) {
        vyi_cuda_trace_flush(s, false);
        vyi_cuda_trace_tell(s, "download", NULL, bytes, traced[0], traced[1]);
    }
    pthread_mutex_unlock(&h.way->lock);
    return result;
}

vy_status vyi_cuda_download(vy_device *device, const void *memory, uint64_t offset, void *data,
                            uint64_t bytes)
{
    if (!bytes)
        return VY_OK;
    vy_status status = vyi_cuda_enter(device, NULL);
    if (status)
        return status;
    cu_result result =
        vyi_cuda_move_down(vyi_cuda_state(device), data, vyi_cuda_address(memory) + offset, bytes);
    if (result)
        status = vyi_cuda_fail(device, NULL, result, "downloading");
    vyi_cuda_leave(device);
    return status;
}
