// Writing the replay log. See replay.h for its form.
#include "mega/replay.h"

#include "mega/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct vyi_replay {
    vy_context *context;
    int file;
    uint64_t frames, end; ///< written whole
    char *path;
    atomic_int error;     ///< the last one of writing
    struct vyi_text text; ///< the frame that is being made
};

vy_status vyi_replay_complain(vy_context *c, const char *path, const char *what, const char *fix)
{
    return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(MEGA_REPLAY), path, what, fix);
}

vy_status vyi_replay_open_file(vy_context *c, const char *path, int flags, const char *fix,
                               int *file)
{
    struct stat s = {0};
    *file = open(path, flags | O_NONBLOCK | O_CLOEXEC, 0666);
    if (*file < 0 || fstat(*file, &s))
        return vyi_replay_complain(c, path, strerror(errno), fix);
    return S_ISREG(s.st_mode) ? VY_OK : vyi_replay_complain(c, path, "it is no regular file", fix);
}

/// Appends a frame of some parts. VY_ERROR_IO: r->error has its number.
static vy_status append(struct vyi_replay *r, enum replay_kind kind, uint32_t in_flight,
                        const struct iovec *parts, int count)
{
    struct vyi_replay_frame head = {REPLAY_MAGIC, kind, 0, in_flight};
    for (int i = 0; i < count; i++)
        head.bytes += (uint32_t)parts[i].iov_len;
    r->text.count = 0;
    vyi_text_append(&r->text, (const char *)&head, sizeof head);
    for (int i = 0; i < count; i++)
        if (parts[i].iov_len)
            vyi_text_append(&r->text, parts[i].iov_base, parts[i].iov_len);
    uint64_t check = vyi_hash(r->text.at, r->text.count, r->frames);
    vyi_text_append(&r->text, (const char *)&check, sizeof check);
    if (r->text.failed) {
        vyi_text_free(&r->text);
        r->text = (struct vyi_text){.context = r->context};
        return VY_ERROR_MEMORY;
    }
    for (size_t at = 0; at < r->text.count;) {
        ssize_t n = pwrite(r->file, r->text.at + at, r->text.count - at, (off_t)(r->end + at));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            r->error = n ? errno : ENOSPC;
            // Where it cannot be cut off, the next one is written over its beginning.
            (void)!ftruncate(r->file, (off_t)r->end);
            return VY_ERROR_IO;
        }
        at += (size_t)n;
    }
    r->end += r->text.count;
    r->frames++;
    return VY_OK;
}

vy_status vyi_replay_refuse(struct vyi_replay *r, vy_status status)
{
    if (status == VY_ERROR_IO)
        vyi_replay_complain(r->context, r->path, strerror(r->error),
                            "make room, or run without a replay log");
    return status;
}

vy_status vyi_replay_add(struct vyi_replay *r, const vy_mega_item *items, uint32_t count)
{
    return append(r, REPLAY_ITEMS, 0, &(struct iovec){(void *)items, count * sizeof *items}, 1);
}

vy_status vyi_replay_handlers(struct vyi_replay *r, const vy_mega_handler *handlers, size_t count)
{
    vy_status status = VY_OK;
    const uint64_t end_before = r->end, frames_before = r->frames;
    for (size_t i = 0; !status && i < count; i++) {
        const vy_mega_handler *h = &handlers[i];
        uint32_t words[2] = {h->opcode, (uint32_t)strlen(h->name) + 1};
        const struct iovec parts[] = {{words, sizeof words},
                                      {(void *)h->name, words[1]},
                                      {(void *)h->text, strlen(h->text) + 1}};
        status = append(r, REPLAY_HANDLER, 0, parts, 3);
    }
    if (status && r->end != end_before) { // what cannot be cut off is written over
        r->end = end_before;
        r->frames = frames_before;
        (void)!ftruncate(r->file, (off_t)r->end);
    }
    return status;
}

static vy_status note(struct vyi_replay *r, enum replay_kind kind, uint32_t in_flight,
                      const uint32_t *words, uint32_t count, const uint32_t *more,
                      uint32_t more_count)
{
    const struct iovec parts[] = {{(void *)words, count * sizeof *words},
                                  {(void *)more, more_count * sizeof *more}};
    return append(r, kind, in_flight, parts, 2);
}

static uint32_t in_flight(const struct vy_mega *m, uint64_t ended)
{
    uint64_t flight = vyi_ring_published(m) - ended;
    return flight < UINT32_MAX ? (uint32_t)flight : UINT32_MAX;
}

vy_status vyi_replay_note(struct vy_mega *m, enum replay_kind kind, const uint32_t *words,
                          uint32_t count, const uint32_t *more, uint32_t more_count,
                          void (*then)(struct vy_mega *m, uint32_t word))
{
    vy_status status = VY_OK;
    uint64_t ended = vyi_ring_ended(m);
    if (!m->replay && !then)
        return VY_OK;
    int before = vyi_cancel_disable(); // pwrite() is a cancellation point
    vyi_ring_lock(m);
    if (m->replay)
        status = note(m->replay, kind, in_flight(m, ended), words, count, more, more_count);
    if (!status && then)
        then(m, words[0]);
    vyi_ring_unlock(m);
    if (status)
        vyi_replay_refuse(m->replay, status);
    vyi_cancel_restore(before);
    return status;
}

static vy_status write_head(struct vyi_replay *r, const vy_mega_live_params *p)
{
    const uint32_t head[] = {p->slots, p->observables, p->attempts, p->deadline_ms,
                             p->workspace_words};
    vy_status status = note(r, REPLAY_HEAD, 0, head, 5, p->workspace, p->workspace_words);
    if (!status)
        status = vyi_replay_handlers(r, p->handlers, p->handler_count);
    return vyi_replay_refuse(r, status);
}

vy_status vyi_replay_open(struct vy_mega *m, const char *path, struct vyi_replay **replay)
{
    size_t length = strlen(path) + 1;
    struct vyi_replay *r = vyi_calloc(m->context, 1, sizeof *r);
    *replay = NULL;
    if (!r)
        return VY_ERROR_MEMORY;
    r->context = r->text.context = m->context;
    r->file = -1;
    r->path = vyi_user_alloc(m->context, length);
    vy_status status = r->path ? VY_OK : VY_ERROR_MEMORY;
    if (r->path)
        memcpy(r->path, path, length);
    if (!status)
        status = vyi_replay_open_file(m->context, path, O_WRONLY | O_CREAT | O_TRUNC,
                                      "name a file that can be written", &r->file);
    if (!status)
        status = write_head(r, &m->params);
    if (status)
        vyi_replay_close(m->context, &r);
    *replay = r;
    return status;
}

void vyi_replay_close(vy_context *c, struct vyi_replay **replay)
{
    struct vyi_replay *r = *replay;
    *replay = NULL;
    if (!r)
        return;
    if (r->file >= 0)
        close(r->file);
    vyi_text_free(&r->text);
    vy_memory_free(c, r->path);
    vyi_free(c, r, sizeof *r);
}
