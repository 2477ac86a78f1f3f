// Reads through io_uring: one thread keeps many blocks in flight, with files and memory registered
// so that the kernel neither looks up nor pins either for each read.
#include "stream/stream.h"

#include <errno.h>

#ifdef VYI_URING
#include <liburing.h>

/// A block on its way.
struct trip {
    struct vyi_read block;
    uint64_t done;
    bool used;
};

struct vyi_uring {
    struct io_uring ring;
    bool buffers, files;                           ///< registered
    const struct vyi_part *known[VYI_STREAM_OPEN]; ///< files, by place
    bool known_direct[VYI_STREAM_OPEN];
    int known_file[VYI_STREAM_OPEN];
    uint32_t in_flight;
    struct trip trips[VYI_STREAM_DEPTH];
};

static bool register_buffers(struct vyi_stream *s, struct vyi_uring *u)
{
    uint32_t lanes = s->inputs.count, count = s->slot_count * lanes;
    struct iovec *all = vyi_calloc(s->context, count, sizeof *all);
    for (uint32_t i = 0; all && i < count; i++) {
        const struct vyi_lane *lane = &s->slots[i / lanes].lanes[i % lanes];
        const struct vyi_input *in = &s->inputs.at[i % lanes];
        uint64_t mask = VYI_STREAM_PAGE - 1;
        all[i] = (struct iovec){lane->fresh, (s->chunk * in->row + mask) & ~mask};
    }
    bool good = all && !io_uring_register_buffers(&u->ring, all, count);
    vyi_free(s->context, all, count * sizeof *all);
    return good;
}

struct vyi_uring *vyi_uring_open(struct vyi_stream *s, const char **reason)
{
    struct vyi_uring *u = vyi_calloc(s->context, 1, sizeof *u);
    int error = u ? io_uring_queue_init(VYI_STREAM_DEPTH, &u->ring, 0) : -ENOMEM;
    if (error) {
        *reason = vyi_uring_refusal(-error);
        vyi_free(s->context, u, sizeof *u);
        return NULL;
    }
    u->buffers = register_buffers(s, u);
    u->files = !io_uring_register_files_sparse(&u->ring, VYI_STREAM_OPEN);
    *reason = !u->buffers ? "files are not in the page cache; memory could not be registered"
              : u->files  ? "files are not in the page cache; files and memory are registered"
                          : "files are not in the page cache; memory is registered";
    return u;
}

void vyi_uring_close(struct vyi_stream *s, struct vyi_uring *u)
{
    if (!u)
        return;
    io_uring_queue_exit(&u->ring);
    vyi_free(s->context, u, sizeof *u);
}

/// The place of a file among the registered ones; -1: it is not registered.
static int place_of(struct vyi_uring *u, const struct vyi_part *part, uint32_t number, bool direct)
{
    uint32_t at = (2 * number + direct) % VYI_STREAM_OPEN;
    int file = direct ? part->direct : part->file;
    if (!u->files)
        return -1;
    if (u->known[at] == part && u->known_direct[at] == direct && u->known_file[at] == file)
        return (int)at;
    if (io_uring_register_files_update(&u->ring, at, &file, 1) != 1)
        return -1;
    u->known[at] = part, u->known_direct[at] = direct, u->known_file[at] = file;
    return (int)at;
}

static void send_trip(struct vyi_stream *s, struct vyi_uring *u, struct trip *t)
{
    const struct vyi_read *b = &t->block;
    const struct vyi_part *part = &b->input->parts.at[b->part];
    uint64_t mask = VYI_STREAM_PAGE - 1, bytes = b->bytes - t->done;
    bool direct = b->direct && !(t->done & mask);
    int place = place_of(u, part, b->part, direct), file = direct ? part->direct : part->file;
    struct io_uring_sqe *sqe = io_uring_get_sqe(&u->ring); // as many as trips: there is one
    uint32_t slot = (uint32_t)(b->slot - s->slots);
    unsigned length = (unsigned)(direct ? (bytes + mask) & ~mask : bytes);
    if (u->buffers)
        io_uring_prep_read_fixed(sqe, place < 0 ? file : place, b->memory + t->done, length,
                                 b->offset + t->done, (int)(slot * s->inputs.count + b->lane));
    else
        io_uring_prep_read(sqe, place < 0 ? file : place, b->memory + t->done, length,
                           b->offset + t->done);
    if (place >= 0)
        sqe->flags |= IOSQE_FIXED_FILE;
    io_uring_sqe_set_data(sqe, t);
}

/// Takes the end of a read; true: the rest of the block was sent.
static bool arrived(struct vyi_stream *s, struct vyi_uring *u, struct trip *t, int got)
{
    struct vyi_read *b = &t->block;
    const struct vyi_part *part = &b->input->parts.at[b->part];
    struct vyi_fault fault = {.name = part->name, .had = part->offset + part->bytes};
    uint64_t left = b->bytes - t->done;
    bool direct = b->direct && !(t->done & (VYI_STREAM_PAGE - 1));
    if (got > 0) {
        uint64_t more = (uint64_t)got < left ? (uint64_t)got : left;
        pthread_mutex_lock(&s->reading.lock);
        s->reading.bytes += more, s->reading.bytes_direct += direct ? more : 0;
        pthread_mutex_unlock(&s->reading.lock);
        t->done += more;
    } else if (got == -EINVAL && direct) {
        b->direct = false;
    } else if (got != -EINTR && got != -EAGAIN) {
        fault.kind = got ? VYI_FAULT_READ : VYI_FAULT_SHRUNK;
        fault.error = -got, fault.offset = b->offset + t->done;
    }
    if (!fault.kind && t->done < b->bytes) {
        send_trip(s, u, t);
        return true;
    }
    vyi_stream_block_done(s, b, &fault);
    t->used = false;
    u->in_flight--;
    return false;
}

static struct trip *free_trip(struct vyi_uring *u)
{
    for (uint32_t i = 0; i < VYI_STREAM_DEPTH; i++)
        if (!u->trips[i].used)
            return &u->trips[i];
    return NULL;
}

/// Begins as many reads as there is room for; false: there is nothing more to read.
static bool send_all(struct vyi_stream *s, struct vyi_uring *u)
{
    enum vyi_block_next next = VYI_BLOCK_TAKEN;
    for (struct trip *t; next == VYI_BLOCK_TAKEN && (t = free_trip(u));) {
        pthread_mutex_lock(&s->reading.lock);
        while ((next = vyi_stream_next_block(s, &t->block)) == VYI_BLOCK_WAIT && !u->in_flight)
            pthread_cond_wait(&s->reading.changed, &s->reading.lock);
        pthread_mutex_unlock(&s->reading.lock);
        if (next != VYI_BLOCK_TAKEN)
            break;
        t->used = true, t->done = 0;
        u->in_flight++;
        send_trip(s, u, t);
    }
    return next != VYI_BLOCK_END;
}

/// A ring that fails as a whole fails the reads in flight; closing it cancels them.
static void give_up(struct vyi_stream *s, struct vyi_uring *u, int error)
{
    for (uint32_t i = 0; i < VYI_STREAM_DEPTH; i++)
        if (u->trips[i].used)
            arrived(s, u, &u->trips[i], -error);
}

void *vyi_uring_run(void *stream)
{
    struct vyi_stream *s = stream;
    struct vyi_uring *u = s->reading.uring;
    struct io_uring_cqe *cqe;
    while (send_all(s, u) || u->in_flight) {
        int error = io_uring_submit_and_wait(&u->ring, 1);
        if (error < 0 && error != -EINTR && error != -EAGAIN && error != -EBUSY) {
            give_up(s, u, -error);
            break;
        }
        while (!io_uring_peek_cqe(&u->ring, &cqe)) {
            struct trip *t = io_uring_cqe_get_data(cqe);
            int got = cqe->res;
            io_uring_cqe_seen(&u->ring, cqe);
            arrived(s, u, t, got);
        }
    }
    return NULL;
}
#else
struct vyi_uring *vyi_uring_open(struct vyi_stream *s, const char **reason)
{
    (void)s;
    *reason = "this build has no io_uring: liburing was absent";
    return NULL;
}

void vyi_uring_close(struct vyi_stream *s, struct vyi_uring *u)
{
    (void)s, (void)u;
}

void *vyi_uring_run(void *stream)
{
    (void)stream;
    return NULL;
}
#endif
