// Uploads and downloads through pinned memory, chunk by chunk: while one chunk is on its way, the
// host copies the next. The two directions have chunks and a stream each, and go on side by side.
#include "dev/cuda/state.h"

enum { SMALL = 128 << 10, LARGE = 4 << 20 };

/// How much of a transfer goes at once.
static size_t piece_of(uint64_t bytes)
{
    return bytes <= SMALL ? SMALL : LARGE;
}

/// Waits until the chunk is free, and makes it large enough.
static cu_result chunk_ready(struct vyi_cuda_state *s, struct vyi_cuda_way *way, uint32_t i,
                             size_t bytes)
{
    cu_result result = CU_OK;
    if (!way->chunks[i].done)
        result = s->cu.event_create(&way->chunks[i].done, CU_EVENT_UNTIMED);
    else
        result = s->cu.event_wait(way->chunks[i].done);
    if (result || way->chunks[i].bytes >= bytes)
        return result;
    if (way->chunks[i].at)
        s->cu.host_free(way->chunks[i].at);
    way->chunks[i].at = NULL;
    way->chunks[i].bytes = 0;
    result = s->cu.host_alloc(&way->chunks[i].at, bytes, CU_HOST_PORTABLE);
    if (!result)
        way->chunks[i].bytes = bytes;
    return result;
}

void vyi_cuda_ways_free(struct vyi_cuda_state *s)
{
    for (uint32_t w = 0; w < 2; w++)
        for (uint32_t i = 0; i < VYI_CUDA_CHUNKS; i++) {
            if (s->ways[w].chunks[i].at)
                s->cu.host_free(s->ways[w].chunks[i].at);
            if (s->ways[w].chunks[i].done)
                s->cu.event_destroy(s->ways[w].chunks[i].done);
            memset(&s->ways[w].chunks[i], 0, sizeof s->ways[w].chunks[i]);
        }
}

// ---- up ----
cu_result vyi_cuda_move_up(struct vyi_cuda_state *s, cu_memory to, const void *data, uint64_t bytes)
{
    struct vyi_cuda_way *way = &s->ways[0];
    size_t piece = piece_of(bytes);
    cu_result result = CU_OK;
    pthread_mutex_lock(&way->lock);
    for (uint64_t at = 0; !result && at < bytes; at += piece) {
        size_t now = bytes - at < piece ? (size_t)(bytes - at) : piece;
        uint32_t i = way->next++ % VYI_CUDA_CHUNKS;
        result = chunk_ready(s, way, i, piece);
        if (result)
            break;
        memcpy(way->chunks[i].at, (const char *)data + at, now);
        result = s->cu.copy_up(to + at, way->chunks[i].at, now, s->up);
        if (!result)
            result = s->cu.event_record(way->chunks[i].done, s->up);
        vyi_cuda_note(s);
    }
    pthread_mutex_unlock(&way->lock);
    return result;
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
/// A download in progress.
struct descent {
    struct vyi_cuda_state *s;
    char *data;
    cu_memory from;
    uint64_t bytes, asked, got; ///< asked: put on the stream; got: copied to the caller
    size_t piece;
};

static uint32_t chunk_at(const struct descent *d, uint64_t at)
{
    return (uint32_t)(at / d->piece % VYI_CUDA_CHUNKS);
}

static size_t piece_at(const struct descent *d, uint64_t at)
{
    return d->bytes - at < d->piece ? (size_t)(d->bytes - at) : d->piece;
}

static cu_result ask(struct descent *d)
{
    struct vyi_cuda_way *way = &d->s->ways[1];
    uint32_t i = chunk_at(d, d->asked);
    cu_result result = chunk_ready(d->s, way, i, d->piece);
    if (!result)
        result = d->s->cu.copy_down(way->chunks[i].at, d->from + d->asked, piece_at(d, d->asked),
                                    d->s->down);
    if (!result)
        result = d->s->cu.event_record(way->chunks[i].done, d->s->down);
    d->asked += d->piece;
    return result;
}

static cu_result get(struct descent *d)
{
    struct vyi_cuda_way *way = &d->s->ways[1];
    uint32_t i = chunk_at(d, d->got);
    cu_result result = d->s->cu.event_wait(way->chunks[i].done);
    if (!result)
        memcpy(d->data + d->got, way->chunks[i].at, piece_at(d, d->got));
    d->got += d->piece;
    return result;
}

cu_result vyi_cuda_move_down(struct vyi_cuda_state *s, void *data, cu_memory from, uint64_t bytes)
{
    struct descent d = {s, data, from, bytes, 0, 0, piece_of(bytes)};
    uint64_t mark;
    pthread_mutex_lock(&s->ways[1].lock);
    cu_result result = vyi_cuda_follow(s, s->down, &mark);
    while (!result && d.got < bytes) {
        if (d.asked < bytes && d.asked - d.got < VYI_CUDA_CHUNKS * d.piece)
            result = ask(&d);
        else
            result = get(&d);
    }
    if (!result)
        vyi_cuda_passed(s, mark);
    pthread_mutex_unlock(&s->ways[1].lock);
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
