// Writing the replay log, and running one again. See replay.h for its form.
#include "mega/replay.h"

#include "mega/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x474c5256u // "VRLG"

struct frame {
    uint32_t magic, kind, bytes, in_flight;
};

struct vyi_replay {
    vy_context *context;
    int file;
    uint64_t frames, end; ///< written whole
    char *path;
    struct vyi_text text; ///< the frame that is being made
};

static vy_status complain(vy_context *c, const char *path, const char *what, const char *fix)
{
    vyi_complain(c, VYI_DIAG(MEGA_REPLAY), path, what, fix);
    return VY_ERROR_IO;
}

/// A log is read and cut off anywhere, and a pipe would have us wait for its other end.
static vy_status open_log(vy_context *c, const char *path, int flags, const char *fix, int *file)
{
    struct stat s = {0};
    *file = open(path, flags | O_NONBLOCK | O_CLOEXEC, 0666);
    if (*file < 0 || fstat(*file, &s))
        return complain(c, path, strerror(errno), fix);
    return S_ISREG(s.st_mode) ? VY_OK : complain(c, path, "it is no regular file", fix);
}

// ---- writing ----
static void begin(struct vyi_replay *r, enum replay_kind kind, size_t bytes, uint32_t in_flight)
{
    const struct frame head = {MAGIC, kind, (uint32_t)bytes, in_flight};
    r->text.count = 0;
    vyi_text_append(&r->text, (const char *)&head, sizeof head);
}

/// VY_ERROR_IO: *error has its number.
static vy_status end(struct vyi_replay *r, int *error)
{
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
            *error = n ? errno : ENOSPC;
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

vy_status vyi_replay_refuse(struct vyi_replay *r, vy_status status, int error)
{
    if (status == VY_ERROR_IO)
        complain(r->context, r->path, strerror(error), "make room, or run without a replay log");
    return status;
}

vy_status vyi_replay_add(struct vyi_replay *r, const vy_mega_item *items, uint32_t count,
                         int *error)
{
    begin(r, REPLAY_ITEMS, count * sizeof *items, 0);
    vyi_text_append(&r->text, (const char *)items, count * sizeof *items);
    return end(r, error);
}

vy_status vyi_replay_handlers(struct vyi_replay *r, const vy_mega_handler *handlers, size_t count,
                              int *error)
{
    vy_status status = VY_OK;
    const uint64_t end_before = r->end, frames_before = r->frames;
    for (size_t i = 0; !status && i < count; i++) {
        const vy_mega_handler *h = &handlers[i];
        size_t name = strlen(h->name) + 1, text = strlen(h->text) + 1;
        const uint32_t words[2] = {h->opcode, (uint32_t)name};
        begin(r, REPLAY_HANDLER, sizeof words + name + text, 0);
        vyi_text_append(&r->text, (const char *)words, sizeof words);
        vyi_text_append(&r->text, h->name, name);
        vyi_text_append(&r->text, h->text, text);
        status = end(r, error);
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
                      uint32_t more_count, int *error)
{
    begin(r, kind, ((size_t)count + more_count) * sizeof *words, in_flight);
    vyi_text_append(&r->text, (const char *)words, count * sizeof *words);
    if (more_count)
        vyi_text_append(&r->text, (const char *)more, more_count * sizeof *more);
    return end(r, error);
}

static uint32_t in_flight(const struct vy_mega *m, uint64_t ended)
{
    uint64_t flight = vyi_ring_published(m) - ended;
    return flight < UINT32_MAX ? (uint32_t)flight : UINT32_MAX;
}

vy_status vyi_replay_unregister(struct vy_mega *m, uint32_t tenant, int *error)
{
    if (!m->replay)
        return VY_OK;
    return note(m->replay, REPLAY_UNREGISTER, in_flight(m, vyi_ring_ended(m)), &tenant, 1, NULL, 0,
                error);
}

vy_status vyi_replay_note(struct vy_mega *m, enum replay_kind kind, uint64_t ended,
                          const uint32_t *words, uint32_t count, const uint32_t *more,
                          uint32_t more_count)
{
    int error = 0;
    if (!m->replay)
        return VY_OK;
    int before = vyi_ring_stay(); // writing is where threads end
    vyi_ring_lock(m);
    vy_status status =
        note(m->replay, kind, in_flight(m, ended), words, count, more, more_count, &error);
    vyi_ring_unlock(m);
    status = vyi_replay_refuse(m->replay, status, error);
    vyi_ring_may_go(before);
    return status;
}

static vy_status write_head(struct vyi_replay *r, const vy_mega_live_params *p)
{
    const uint32_t head[] = {p->slots, p->observables, p->attempts, p->deadline_ms,
                             p->workspace_words};
    int error = 0;
    vy_status status = note(r, REPLAY_HEAD, 0, head, 5, p->workspace, p->workspace_words, &error);
    if (!status)
        status = vyi_replay_handlers(r, p->handlers, p->handler_count, &error);
    return vyi_replay_refuse(r, status, error);
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
        status = open_log(m->context, path, O_WRONLY | O_CREAT | O_TRUNC,
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

// ---- running it again ----
struct reading {
    vy_device *device;
    const char *path;
    uint8_t *bytes;
    uint64_t size, at, frames;
    vy_mega *mega;
    vy_mega_replay_stats stats;
    /// Opcodes that follow each other are added at once: the kernel is made anew each time.
    VYI_VEC(vy_mega_handler) handlers;
};

static vy_status read_file(struct reading *r)
{
    vy_context *c = r->device->context;
    static const char fix[] = "name a file that can be read";
    int file;
    vy_status status = open_log(c, r->path, O_RDONLY, fix, &file);
    off_t end = status ? 0 : lseek(file, 0, SEEK_END);
    size_t size = end > 0 ? (size_t)end : 0;
    r->bytes = status ? NULL : vyi_calloc(c, size + 1, 1);
    if (!status && !r->bytes)
        status = VY_ERROR_MEMORY;
    while (!status && r->size < size) {
        ssize_t n = pread(file, r->bytes + r->size, size - r->size, (off_t)r->size);
        if (n < 0 && errno != EINTR)
            status = complain(c, r->path, strerror(errno), fix);
        if (n == 0)
            break;
        r->size += n > 0 ? (uint64_t)n : 0;
    }
    if (file >= 0)
        close(file);
    if (status && r->bytes)
        vyi_free(c, r->bytes, size + 1);
    r->stats.bytes = size;
    return status;
}

/// Whether a frame may stand there.
static bool looks_whole(const struct reading *r, uint64_t at, struct frame *f)
{
    uint64_t left = r->size - at;
    if (left < sizeof *f + sizeof(uint64_t))
        return false;
    memcpy(f, r->bytes + at, sizeof *f);
    return f->magic == MAGIC && (!f->in_flight || f->kind >= REPLAY_REGISTER) &&
           f->bytes <= left - sizeof *f - sizeof(uint64_t);
}

/// Whether one that looks whole is the number-th frame.
static bool has_number(const struct reading *r, uint64_t at, const struct frame *f, uint64_t number)
{
    uint64_t check;
    memcpy(&check, r->bytes + at + sizeof *f + f->bytes, sizeof check);
    return check == vyi_hash(r->bytes + at, sizeof *f + f->bytes, number);
}

/// The next whole frame; false: there is none.
static bool next(struct reading *r, struct frame *f, const uint8_t **payload)
{
    if (!looks_whole(r, r->at, f) || !has_number(r, r->at, f, r->frames))
        return false;
    *payload = r->bytes + r->at + sizeof *f;
    r->at += sizeof *f + f->bytes + sizeof(uint64_t);
    r->frames++;
    return true;
}

/// Whether a frame stands there, of whatever number: entries before it may be gone. `budget`, in
/// bytes that are looked at: whoever died left at most one frame, so that many that look whole are
/// as good as one that is.
static bool is_later(const struct reading *r, uint64_t at, uint64_t *budget)
{
    enum { MOST = 1 << 16 };
    struct frame f;
    if (r->bytes[at] != (MAGIC & 255) || !looks_whole(r, at, &f))
        return false;
    for (uint64_t k = at == r->at; k < MOST; k++) {
        uint64_t bytes = sizeof f + f.bytes;
        if (has_number(r, at, &f, r->frames + k) || *budget < bytes)
            return true;
        *budget -= bytes;
    }
    return false;
}

/// Where whole frames follow those that are not, or stand in places of others, nobody died: the log
/// was changed.
static vy_status check_rest(const struct reading *r)
{
    char what[128], fix[128];
    uint64_t at = r->at, budget = (uint64_t)1 << 30;
    while (at < r->size && !is_later(r, at, &budget))
        at++;
    if (at >= r->size)
        return VY_OK;
    snprintf(what, sizeof what, "its entry %llu, at byte %llu, is spoilt",
             (unsigned long long)r->frames + 1, (unsigned long long)r->at);
    snprintf(fix, sizeof fix,
             "take a copy that is whole; truncate -s %llu cuts it off before that entry",
             (unsigned long long)r->at);
    complain(r->device->context, r->path, what, fix);
    return VY_ERROR_DATA;
}

static vy_status make(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    uint32_t head[5], words;
    if (f->bytes < sizeof head)
        return VY_ERROR_DATA;
    memcpy(head, payload, sizeof head);
    words = head[4];
    if ((f->bytes - sizeof head) / sizeof *head != words)
        return VY_ERROR_DATA;
    // Frames begin where they do: the words are not aligned.
    uint32_t *work = vyi_calloc(r->device->context, words + 1u, sizeof *work);
    if (!work)
        return VY_ERROR_MEMORY;
    memcpy(work, payload + sizeof head, words * sizeof *work);
    vy_status status = vy_mega_create(
        r->device,
        vy_mega_live_params(.slots = head[0], .observables = head[1], .attempts = head[2],
                            .deadline_ms = head[3], .workspace = work, .workspace_words = words),
        &r->mega);
    vyi_free(r->device->context, work, (words + 1u) * sizeof *work);
    return status;
}

static vy_status add(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    uint32_t words[2];
    if (f->bytes < sizeof words + 2 || payload[f->bytes - 1])
        return VY_ERROR_DATA;
    memcpy(words, payload, sizeof words);
    if (!words[1] || words[1] >= f->bytes - sizeof words ||
        payload[sizeof words + words[1] - 1]) // both texts end with a zero
        return VY_ERROR_DATA;
    const char *name = (const char *)payload + sizeof words;
    const vy_mega_handler handler = {words[0], VY_MEGA_LANE, name, name + words[1]};
    return vyi_vec_push(r->device->context, &r->handlers, handler) ? VY_OK : VY_ERROR_MEMORY;
}

static vy_status add_all(struct reading *r)
{
    if (!r->handlers.count)
        return VY_OK;
    vy_status status = vy_mega_add(r->mega, r->handlers.at, r->handlers.count);
    r->handlers.count = 0;
    return status;
}

static vy_status publish(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    uint32_t count = f->bytes / sizeof(vy_mega_item);
    vy_mega_item *items = vyi_calloc(r->device->context, count + 1u, sizeof *items);
    if (!items)
        return VY_ERROR_MEMORY;
    memcpy(items, payload, count * sizeof *items);
    vy_status status = vy_mega_publish_batch(
        r->mega, vy_mega_publish_params(.items = items, .count = count, .timeout_ms = VY_FOREVER),
        NULL);
    vyi_free(r->device->context, items, (count + 1u) * sizeof *items);
    r->stats.publications++;
    r->stats.items += count;
    return status;
}

static vy_status other(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    uint32_t w[5] = {0};
    memcpy(w, payload, f->bytes < sizeof w ? f->bytes : sizeof w);
    switch (f->kind) {
    case REPLAY_REGISTER:
        return vy_mega_tenant_register(r->mega, vy_mega_tenant_params(.tenant = w[0], .base = w[1],
                                                                      .count = w[2], .quota = w[3],
                                                                      .disabled = w[4]));
    case REPLAY_ENABLE: return vy_mega_tenant_mask(r->mega, w[0], w[1]);
    case REPLAY_QUOTA: return vy_mega_tenant_quota(r->mega, w[0], w[1]);
    case REPLAY_UNREGISTER: return vy_mega_tenant_unregister(r->mega, w[0], VY_FOREVER);
    default: break;
    }
    if (f->kind != REPLAY_WRITE)
        return VY_ERROR_DATA;
    for (uint32_t at = sizeof *w, i = 0; at + sizeof *w <= f->bytes; at += sizeof *w, i++) {
        uint32_t word;
        memcpy(&word, payload + at, sizeof word);
        vy_status status = vy_mega_write(r->mega, w[0] + i, 1, &word);
        if (status)
            return status;
    }
    return VY_OK;
}

static vy_status step(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    if (!r->mega != (f->kind == REPLAY_HEAD))
        return VY_ERROR_DATA;
    vy_status status = f->kind == REPLAY_HANDLER ? VY_OK : add_all(r);
    // A change waits for as many as had ended before it: it may be what the others wait for.
    const vy_mega_wait_params before = {
        .count = r->stats.items > f->in_flight ? r->stats.items - f->in_flight : 0,
        .timeout_ms = VY_FOREVER};
    if (!status && f->kind >= REPLAY_REGISTER)
        status = vy_mega_wait(r->mega, &before, NULL);
    if (status)
        return status;
    return f->kind == REPLAY_HEAD      ? make(r, f, payload)
           : f->kind == REPLAY_HANDLER ? add(r, f, payload)
           : f->kind == REPLAY_ITEMS   ? publish(r, f, payload)
                                       : other(r, f, payload);
}

static vy_status run_again(vy_device *device, const char *path, vy_mega **mega,
                           vy_mega_replay_stats *stats)
{
    struct reading r = {.device = device, .path = path};
    vy_status status = read_file(&r);
    if (status)
        return status;
    struct frame f;
    const uint8_t *payload;
    while (!status && next(&r, &f, &payload))
        status = step(&r, &f, payload);
    bool wrong = status == VY_ERROR_DATA;
    if (!status)
        status = add_all(&r);
    if (!status)
        status = check_rest(&r);
    if (wrong || (!status && !r.mega)) {
        complain(device->context, path, "it is no replay log",
                 "name a file that a megakernel wrote");
        status = VY_ERROR_DATA;
    }
    if (!status)
        status = vy_mega_drain(r.mega, VY_FOREVER);
    r.stats.torn_bytes = r.size - r.at;
    vyi_vec_free(device->context, &r.handlers);
    vyi_free(device->context, r.bytes, r.stats.bytes + 1);
    if (status)
        vy_mega_destroy(&r.mega);
    *mega = r.mega;
    if (stats)
        *stats = r.stats;
    return status;
}

vy_status vy_mega_replay(vy_device *device, const char *path, vy_mega **mega,
                         vy_mega_replay_stats *stats)
{
    if (mega)
        *mega = NULL;
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!path || !mega)
        return vyi_refuse_null(device->context, "vy_mega_replay", path ? "mega" : "path",
                               "name the log, and pass the address of a vy_mega pointer");
    int before = vyi_ring_stay();
    vy_status status = run_again(device, path, mega, stats);
    vyi_ring_may_go(before);
    return status;
}
