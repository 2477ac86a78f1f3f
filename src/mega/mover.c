// Transfers by io_uring: a ring as deep as the transfers that may be in flight, with files and the
// arena registered. Or by threads, which take transfers from a list. The sleeper waits for two
// descriptors: io_uring's, and one that threads and vyi_mover_wake() write to.
#include "mega/mover.h"
#include "base/sync.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#ifdef VYI_URING
#include <liburing.h>
#endif

enum {
    DEPTH = 256,
    THREADS = 8,
    PLACES = 1024,
    PINNED = 1 << 30 ///< bytes that io_uring registers at once
};

struct vyi_mover {
    vy_context *context;
    const char *reason;
    bool uring;
    int bell; ///< readable: there is a reason to wake
#ifdef VYI_URING
    struct io_uring ring;
    const char *memory; ///< registered
    uint64_t bytes;     ///< of it
    bool places;        ///< files can be registered
#endif
    // Threads.
    pthread_mutex_t lock; ///< of all below
    pthread_cond_t wanted;
    struct vyi_transfer *first, **last; ///< to be begun
    struct vyi_transfer *ended;
    bool stop;
    uint32_t thread_count;
    pthread_t threads[THREADS];
};

void vyi_mover_wake(struct vyi_mover *m)
{
    const uint64_t one = 1;
    while (write(m->bell, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

// ---- threads ----
static void *move(void *user)
{
    struct vyi_mover *m = user;
    pthread_mutex_lock(&m->lock);
    for (;;) {
        struct vyi_transfer *t = m->first;
        if (!t && m->stop)
            break;
        if (!t) {
            pthread_cond_wait(&m->wanted, &m->lock);
            continue;
        }
        m->first = t->next;
        if (!m->first)
            m->last = &m->first;
        pthread_mutex_unlock(&m->lock);
        t->ok = t->kind == VYI_TRANSFER_SAVE
                    ? fdatasync(t->file) == 0
                    : vyi_file_move(t->file, t->memory, t->bytes, (int64_t)t->offset,
                                    t->kind == VYI_TRANSFER_WRITE);
        pthread_mutex_lock(&m->lock);
        t->next = m->ended;
        m->ended = t;
        if (!t->next) // else the sleeper was woken for the others
            vyi_mover_wake(m);
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/// One is enough. 0, or an error.
static int start_threads(struct vyi_mover *m)
{
    int error = 0;
    while (!error && m->thread_count < THREADS) {
        error = vyi_thread_create(&m->threads[m->thread_count], move, m);
        m->thread_count += !error;
    }
    return m->thread_count ? 0 : error;
}

static void stop_threads(struct vyi_mover *m)
{
    pthread_mutex_lock(&m->lock);
    m->stop = true;
    pthread_cond_broadcast(&m->wanted);
    pthread_mutex_unlock(&m->lock);
    for (uint32_t i = 0; i < m->thread_count; i++)
        pthread_join(m->threads[i], NULL);
}

// ---- io_uring ----
#ifdef VYI_URING
static bool open_uring(struct vyi_mover *m, void *memory, uint64_t bytes)
{
    struct iovec arena = {memory, bytes};
    int error = io_uring_queue_init(DEPTH, &m->ring, 0);
    m->reason = error ? vyi_uring_refusal(-error) : "files and memory are registered";
    if (error)
        return false;
    if (bytes && bytes <= PINNED && !io_uring_register_buffers(&m->ring, &arena, 1)) {
        m->memory = memory;
        m->bytes = bytes;
    } else {
        m->reason = "memory could not be registered";
    }
    m->places = !io_uring_register_files_sparse(&m->ring, PLACES);
    return true;
}

static void send_transfer(struct vyi_mover *m, struct vyi_transfer *t)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&m->ring); // as many as transfers: there is one
    int file = t->place >= 0 ? t->place : t->file;
    char *memory = t->memory ? t->memory + t->done : NULL; // a fence has none
    uint64_t left = t->bytes - t->done, from = t->offset + t->done;
    unsigned length = left < PINNED ? (unsigned)left : PINNED;
    bool fixed = m->memory && memory >= m->memory && left <= m->bytes &&
                 (uint64_t)(memory - m->memory) <= m->bytes - left;
    if (t->kind == VYI_TRANSFER_SAVE)
        io_uring_prep_fsync(sqe, file, IORING_FSYNC_DATASYNC);
    else if (t->kind == VYI_TRANSFER_WRITE && fixed)
        io_uring_prep_write_fixed(sqe, file, memory, length, from, 0);
    else if (t->kind == VYI_TRANSFER_WRITE)
        io_uring_prep_write(sqe, file, memory, length, from);
    else if (fixed)
        io_uring_prep_read_fixed(sqe, file, memory, length, from, 0);
    else
        io_uring_prep_read(sqe, file, memory, length, from);
    if (t->place >= 0)
        sqe->flags |= IOSQE_FIXED_FILE;
    io_uring_sqe_set_data(sqe, t);
}

/// Takes the end of a part; true: the rest of the transfer was sent.
static bool goes_on(struct vyi_mover *m, struct vyi_transfer *t, int got)
{
    bool again = got == -EINTR || got == -EAGAIN;
    t->done += got > 0 ? (uint64_t)got : 0;
    t->ok = t->kind == VYI_TRANSFER_SAVE ? !got : t->done == t->bytes;
    if (t->ok || (!again && got <= 0))
        return false;
    send_transfer(m, t);
    return true;
}

static struct vyi_transfer *reap(struct vyi_mover *m)
{
    struct vyi_transfer *ended = NULL;
    struct io_uring_cqe *cqe;
    int sent;
    do { // what is refused for want of memory is sent with the next ones
        sent = io_uring_sq_ready(&m->ring) ? io_uring_submit(&m->ring) : 0;
        while (!io_uring_peek_cqe(&m->ring, &cqe)) {
            struct vyi_transfer *t = io_uring_cqe_get_data(cqe);
            int got = cqe->res;
            io_uring_cqe_seen(&m->ring, cqe);
            if (goes_on(m, t, got))
                continue;
            t->next = ended;
            ended = t;
        }
    } while (sent > 0 && io_uring_sq_ready(&m->ring));
    return ended;
}

int vyi_mover_register(struct vyi_mover *m, uint32_t place, int file)
{
    bool good = m->uring && m->places && place < PLACES &&
                io_uring_register_files_update(&m->ring, place, &file, 1) == 1;
    return good ? (int)place : -1;
}
#else
static bool open_uring(struct vyi_mover *m, void *memory, uint64_t bytes)
{
    (void)memory, (void)bytes;
    m->reason = "this build has no io_uring: liburing was absent";
    return false;
}

int vyi_mover_register(struct vyi_mover *m, uint32_t place, int file)
{
    (void)m, (void)place, (void)file;
    return -1;
}
#endif

// ---- both ----
vy_status vyi_mover_open(vy_context *c, void *memory, uint64_t bytes, bool threads,
                         struct vyi_mover **mover)
{
    struct vyi_mover *m = vyi_calloc(c, 1, sizeof *m);
    int error = 0;
    *mover = NULL;
    if (!m)
        return VY_ERROR_MEMORY;
    m->context = c;
    m->last = &m->first;
    m->reason = "threads were asked for";
    m->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->wanted, NULL);
    if (m->bell < 0)
        error = errno;
    else
        m->uring = !threads && open_uring(m, memory, bytes);
    if (!error && !m->uring)
        error = start_threads(m);
    *mover = m;
    if (!error)
        return VY_OK;
    vyi_mover_close(mover, false);
    return vyi_refuse(c, VY_ERROR_DEVICE, VYI_DIAG(MEGA_IO_THREAD), strerror(error));
}

void vyi_mover_close(struct vyi_mover **mover, bool forked)
{
    struct vyi_mover *m = *mover;
    *mover = NULL;
    if (!m)
        return;
    if (!forked) { // destroying what its threads wait for would wait for them, too
        stop_threads(m);
        pthread_cond_destroy(&m->wanted);
        pthread_mutex_destroy(&m->lock);
    }
#ifdef VYI_URING
    if (m->uring)
        io_uring_queue_exit(&m->ring);
#endif
    if (m->bell >= 0)
        close(m->bell);
    vyi_free(m->context, m, sizeof *m);
}

const char *vyi_mover_name(const struct vyi_mover *m, const char **reason)
{
    *reason = m->reason;
    return m->uring ? "io_uring" : "threads";
}

uint32_t vyi_mover_depth(const struct vyi_mover *m)
{
    return m->uring ? DEPTH : m->thread_count;
}

void vyi_mover_begin(struct vyi_mover *m, struct vyi_transfer *t)
{
    t->done = 0;
    t->next = NULL;
#ifdef VYI_URING
    if (m->uring) {
        send_transfer(m, t);
        return;
    }
#endif
    pthread_mutex_lock(&m->lock);
    *m->last = t;
    m->last = &t->next;
    pthread_cond_signal(&m->wanted);
    pthread_mutex_unlock(&m->lock);
}

struct vyi_transfer *vyi_mover_ended(struct vyi_mover *m)
{
    struct vyi_transfer *ended;
#ifdef VYI_URING
    if (m->uring)
        return reap(m);
#endif
    pthread_mutex_lock(&m->lock);
    ended = m->ended;
    m->ended = NULL;
    pthread_mutex_unlock(&m->lock);
    return ended;
}

void vyi_mover_sleep(struct vyi_mover *m, uint64_t ns, bool ends)
{
    struct pollfd wait[2] = {{m->bell, POLLIN, 0}, {-1, POLLIN, 0}};
    const struct timespec most = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    uint64_t rung;
#ifdef VYI_URING
    if (m->uring && ends)
        wait[1].fd = m->ring.ring_fd;
#else
    (void)ends;
#endif
    if (ppoll(wait, 2, &most, NULL) > 0 && wait[0].revents && read(m->bell, &rung, sizeof rung) < 0)
        return; // another thread has read it
}
