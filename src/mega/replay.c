// The replay log: writing it, and running it again. Frames follow each other:
//     magic, kind, payload bytes, in flight; payload; checksum of both and of the frame's number
// `in flight`: of a tenant's change or a write to observables, how many slots published before had
// not ended when it was asked for; else 0. It may be what they waited for.
//
// A frame is written by one write(), so that a process that dies leaves whole ones and at most a
// part of the last, which the checksum detects.
#include "mega/replay.h"
#include "mega/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REPLAY_MAGIC 0x474c5256u // "VRLG"
#define REPLAY_WIDE 0x80000000u  // of an opcode: its handler is as wide as a workgroup

struct frame {
    uint32_t magic, kind, bytes, in_flight;
};
struct vyi_replay {
    vy_context *context;
    int file;
    uint64_t frames, end; ///< written whole
    char *path;
    atomic_int error;     ///< the last one of writing
    struct vyi_text text; ///< the frame that is being made
};

static vy_status complain(vy_context *c, const char *path, const char *what, const char *fix)
{
    return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(MEGA_REPLAY), path, what, fix);
}

/// Only a regular file: a log is read and cut off anywhere, and opening a pipe could block.
static vy_status open_file(vy_context *c, const char *path, int flags, const char *fix, int *file)
{
    struct stat s = {0};
    *file = open(path, flags | O_NONBLOCK | O_CLOEXEC, 0666);
    if (*file < 0 || fstat(*file, &s))
        return complain(c, path, strerror(errno), fix);
    return S_ISREG(s.st_mode) ? VY_OK : complain(c, path, "it is no regular file", fix);
}

/// Appends a frame of some parts. VY_ERROR_IO: r->error has its number.
static vy_status append(struct vyi_replay *r, enum replay_kind kind, uint32_t in_flight,
                        const struct iovec *parts, int count)
{
    struct frame head = {REPLAY_MAGIC, kind, 0, in_flight};
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
    if (!vyi_file_move(r->file, r->text.at, r->text.count, (int64_t)r->end, true)) {
        r->error = errno;
        // Where it cannot be cut off, the next one is written over its beginning.
        (void)!ftruncate(r->file, (off_t)r->end);
        return VY_ERROR_IO;
    }
    r->end += r->text.count;
    r->frames++;
    return VY_OK;
}

vy_status vyi_replay_refuse(struct vyi_replay *r, vy_status status)
{
    if (status == VY_ERROR_IO)
        complain(r->context, r->path, strerror(r->error), "make room, or run without a replay log");
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
        uint32_t wide = h->width == VY_MEGA_WORKGROUP ? REPLAY_WIDE : 0;
        uint32_t words[2] = {h->opcode | wide, (uint32_t)strlen(h->name) + 1};
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
        status = open_file(m->context, path, O_WRONLY | O_CREAT | O_TRUNC,
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
    vy_mega_replay_params params;
    uint64_t began_ns, moved_ns, reported_ns; ///< moved: when something last ended or was taken
    uint64_t ended;                           ///< items, then
    uint64_t entry_at;                        ///< where the entry begins that is being taken
    char waits_for[96];
    /// Opcodes that follow each other are added at once: the kernel is compiled each time.
    VYI_VEC(vy_mega_handler) handlers;
};

// ---- waiting, which the log decides: not for ever ----
enum { SLICE_MS = 100, STALL_MS = 60000 };
#define MS ((uint64_t)1000000)

static void report_progress(struct reading *r, const char *waits_for)
{
    const vy_mega_replay_progress p = {r->size, r->at, r->stats.items, r->ended, waits_for};
    r->reported_ns = vyi_now_ns();
    if (r->params.progress)
        r->params.progress(r->params.progress_user, &p);
}

static vy_status give_up(struct reading *r, const char *since, uint64_t ns)
{
    return vyi_refuse(r->device->context, VY_ERROR_DEADLINE, VYI_DIAG(MEGA_REPLAY_WAITS), r->path,
                      ULL(r->frames), ULL(r->entry_at), r->waits_for, ULL(r->ended),
                      ULL(r->stats.items), since, ULL(ns / MS));
}

static bool is_overdue(const struct reading *r, uint64_t now)
{
    return r->params.deadline_ms && now - r->began_ns >= r->params.deadline_ms * MS;
}

/// Whether to wait for another slice; if not, *status has the reason.
static bool wait_on(struct reading *r, vy_status *status)
{
    const uint64_t now = vyi_now_ns(), ended = vyi_ring_ended(r->mega);
    const vy_mega_replay_params *p = &r->params;
    if (*status != VY_ERROR_BUSY)
        return false;
    if (ended != r->ended)
        r->ended = ended, r->moved_ns = now;
    report_progress(r, r->waits_for);
    if (is_overdue(r, now))
        *status = give_up(r, "and it has run", now - r->began_ns);
    else if (p->stall_ms != VY_FOREVER && now - r->moved_ns >= p->stall_ms * MS)
        *status = give_up(r, "none", now - r->moved_ns);
    return *status == VY_ERROR_BUSY;
}

/// A slice of waiting, and less where less is left.
static uint32_t slice(const struct reading *r)
{
    uint32_t ms = r->params.stall_ms < SLICE_MS ? r->params.stall_ms : SLICE_MS;
    return r->params.deadline_ms && r->params.deadline_ms < ms ? r->params.deadline_ms : ms;
}

// ---- reading it ----
static vy_status read_file(struct reading *r)
{
    vy_context *c = r->device->context;
    static const char fix[] = "name a file that can be read";
    int file;
    vy_status status = open_file(c, r->path, O_RDONLY, fix, &file);
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
    return f->magic == REPLAY_MAGIC && (!f->in_flight || f->kind >= REPLAY_REGISTER) &&
           f->bytes <= left - sizeof *f - sizeof(uint64_t);
}

/// Whether a frame that looks whole is the number-th one.
static bool has_number(const struct reading *r, uint64_t at, const struct frame *f, uint64_t number)
{
    uint64_t check;
    memcpy(&check, r->bytes + at + sizeof *f + f->bytes, sizeof check);
    return check == vyi_hash(r->bytes + at, sizeof *f + f->bytes, number);
}

/// The next whole frame; false: there is none. The payload is moved to where words are aligned,
/// over the head.
static bool next(struct reading *r, struct frame *f, uint8_t **payload)
{
    uint8_t *at = r->bytes + r->at + sizeof *f;
    if (!looks_whole(r, r->at, f) || !has_number(r, r->at, f, r->frames))
        return false;
    *payload = at - (uintptr_t)at % sizeof(uint64_t);
    memmove(*payload, at, f->bytes);
    r->entry_at = r->at;
    r->at += sizeof *f + f->bytes + sizeof(uint64_t);
    r->frames++;
    return true;
}

/// Whether a frame of any number begins there: entries before it may be missing. `budget` is in
/// bytes that are hashed: a writer that died left at most one incomplete frame, so many that look
/// whole are taken for whole ones.
static bool is_later(const struct reading *r, uint64_t at, uint64_t *budget)
{
    enum { MOST = 1 << 16 };
    struct frame f;
    if (r->bytes[at] != (REPLAY_MAGIC & 255) || !looks_whole(r, at, &f))
        return false;
    for (uint64_t k = at == r->at; k < MOST; k++) {
        uint64_t bytes = sizeof f + f.bytes;
        if (has_number(r, at, &f, r->frames + k) || *budget < bytes)
            return true;
        *budget -= bytes;
    }
    return false;
}

/// If whole frames follow a damaged one, or are out of order, the writer did not die: the log was
/// changed.
static vy_status check_rest(const struct reading *r)
{
    char what[128], fix[128];
    uint64_t at = r->at, budget = (uint64_t)1 << 30;
    while (at < r->size && !is_later(r, at, &budget))
        at++;
    if (at >= r->size)
        return VY_OK;
    snprintf(what, sizeof what, "its entry %llu, at byte %llu, is spoilt", ULL(r->frames) + 1,
             ULL(r->at));
    snprintf(fix, sizeof fix,
             "take a copy that is whole; truncate -s %llu cuts it off before that entry",
             ULL(r->at));
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
    const uint32_t *work = (const uint32_t *)(payload + sizeof head);
    report_progress(r, "code of the megakernel, which is being made");
    return vy_mega_create(r->device,
                          vy_mega_live_params(.slots = head[0], .observables = head[1],
                                              .attempts = head[2], .deadline_ms = head[3],
                                              .workspace = work, .workspace_words = words),
                          &r->mega);
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
    const vy_mega_width width = words[0] & REPLAY_WIDE ? VY_MEGA_WORKGROUP : VY_MEGA_LANE;
    const vy_mega_handler handler = {words[0] & ~REPLAY_WIDE, width, name, name + words[1]};
    return vyi_vec_push(r->device->context, &r->handlers, handler) ? VY_OK : VY_ERROR_MEMORY;
}

static vy_status add_all(struct reading *r)
{
    if (!r->handlers.count)
        return VY_OK;
    report_progress(r, "code of its handlers, which is being made");
    vy_status status = vy_mega_add(r->mega, r->handlers.at, r->handlers.count);
    r->handlers.count = 0;
    return status;
}

static vy_status publish(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    uint32_t count = f->bytes / sizeof(vy_mega_item);
    const vy_mega_item *items = (const vy_mega_item *)payload;
    snprintf(r->waits_for, sizeof r->waits_for, "room for %u items", count);
    vy_status status;
    do
        status = vy_mega_publish_batch(
            r->mega, vy_mega_publish_params(.items = items, .count = count, .timeout_ms = slice(r)),
            NULL);
    while (wait_on(r, &status));
    r->stats.publications += !status;
    r->stats.items += status ? 0 : count;
    return status;
}

/// All words at once.
static vy_status write_words(struct reading *r, const struct frame *f, const uint8_t *payload,
                             uint32_t from)
{
    uint32_t count = f->bytes / sizeof from ? (uint32_t)(f->bytes / sizeof from) - 1 : 0;
    const uint32_t *words = (const uint32_t *)(payload + sizeof from);
    return count ? vy_mega_write(r->mega, from, count, words) : VY_OK;
}

static vy_status unregister(struct reading *r, uint32_t tenant)
{
    vy_status status;
    snprintf(r->waits_for, sizeof r->waits_for, "the last slots of tenant %u", tenant);
    do
        status = vy_mega_tenant_unregister(r->mega, tenant, slice(r));
    while (wait_on(r, &status));
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
    case REPLAY_UNREGISTER: return unregister(r, w[0]);
    case REPLAY_WRITE: return write_words(r, f, payload, w[0]);
    default: return VY_ERROR_DATA;
    }
}

/// A change waits for as many as had ended before it: it may be what the others wait for.
static vy_status wait_for_change(struct reading *r, const struct frame *f)
{
    const vy_mega_wait_params before = {
        .size = sizeof before,
        .count = r->stats.items > f->in_flight ? r->stats.items - f->in_flight : 0,
        .timeout_ms = slice(r)};
    vy_status status;
    snprintf(r->waits_for, sizeof r->waits_for, "%llu items that ended before it the first time",
             ULL(before.count));
    do
        status = vy_mega_wait(r->mega, &before, NULL);
    while (wait_on(r, &status));
    return status;
}

static vy_status step(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    if (!r->mega != (f->kind == REPLAY_HEAD))
        return VY_ERROR_DATA;
    vy_status status = f->kind == REPLAY_HANDLER ? VY_OK : add_all(r);
    if (!status && f->kind >= REPLAY_REGISTER)
        status = wait_for_change(r, f);
    if (status)
        return status;
    return f->kind == REPLAY_HEAD      ? make(r, f, payload)
           : f->kind == REPLAY_HANDLER ? add(r, f, payload)
           : f->kind == REPLAY_ITEMS   ? publish(r, f, payload)
                                       : other(r, f, payload);
}

/// Once in a while; and whether there is time for it.
static vy_status take_entry(struct reading *r, const struct frame *f, const uint8_t *payload)
{
    vy_status status = step(r, f, payload);
    uint64_t now = vyi_now_ns();
    r->moved_ns = now;
    if (status || now - r->reported_ns < SLICE_MS * MS)
        return status;
    r->ended = r->mega ? vyi_ring_ended(r->mega) : 0;
    report_progress(r, NULL);
    snprintf(r->waits_for, sizeof r->waits_for, "nothing but time: more entries follow");
    return is_overdue(r, now) ? give_up(r, "and it has run", now - r->began_ns) : VY_OK;
}

static vy_status drain(struct reading *r)
{
    vy_status status;
    snprintf(r->waits_for, sizeof r->waits_for, "all items to end, as the last of the log");
    do
        status = vy_mega_drain(r->mega, slice(r));
    while (wait_on(r, &status));
    return status;
}

static vy_status run_again(vy_device *device, const char *path, const vy_mega_replay_params *params,
                           vy_mega **mega, vy_mega_replay_stats *stats)
{
    struct reading r = {.device = device, .path = path};
    r.params = vy_mega_replay_defaults();
    vy_status status = vyi_params_read(device->context, vy_mega_replay_params, params, &r.params);
    if (status)
        return status;
    r.params.stall_ms = r.params.stall_ms ? r.params.stall_ms : STALL_MS;
    r.began_ns = r.moved_ns = r.reported_ns = vyi_now_ns();
    status = read_file(&r);
    if (status)
        return status;
    struct frame f;
    uint8_t *payload;
    while (!status && next(&r, &f, &payload))
        status = take_entry(&r, &f, payload);
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
        status = drain(&r);
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

vy_status vy_mega_replay(vy_device *device, const char *path, const vy_mega_replay_params *params,
                         vy_mega **mega, vy_mega_replay_stats *stats)
{
    if (mega)
        *mega = NULL;
    if (!device)
        return VY_ERROR_ARGUMENT;
    if (!path || !mega)
        return vyi_refuse_null(device->context, path ? "mega" : "path",
                               "name the log, and pass the address of a vy_mega pointer");
    int before = vyi_cancel_disable();
    vy_status status = run_again(device, path, params, mega, stats);
    vyi_cancel_restore(before);
    return status;
}
