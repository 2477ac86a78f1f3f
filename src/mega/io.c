// The host's side of an io queue: requests that a kernel published are served through tables of
// capabilities, so that a kernel reaches the rows it was given and nothing else.
#include "mega/io.h"
#include "base/sync.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_ROWS = 1 << 20,
    NAP_NS = 20 * 1000,       // its first sleep, which grows
    LONGEST_NAP_NS = 1000000, // up to this one,
    QUIET_NAP_NS = 20000000,  // or, where nothing can be published without waking it, this one
};

/// The mover and the thread stayed in another process, perhaps with the lock.
static bool is_forked(const vy_mega_io *io)
{
    return io->home && io->home != getpid();
}

static vy_status refuse_fork(vy_mega_io *io)
{
    return is_forked(io) ? vyi_refuse(io->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_IO_FORKED))
                         : VY_OK;
}

/// One of a live ring is served and destroyed by the ring.
static vy_status refuse_owned(vy_mega_io *io)
{
    return io->port.user ? vyi_refuse(io->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_IO_ROW),
                                      "a live megakernel serves its requests by itself",
                                      "use vy_mega_io_file(), _arena(), _revoke() and _count()")
                         : VY_OK;
}

/// Takes the lock, whose owner is not cancelled: it reads and writes files.
static vy_status enter(vy_mega_io *io, int *before)
{
    vy_status status = io ? refuse_fork(io) : VY_ERROR_ARGUMENT;
    if (!status)
        *before = vyi_mutex_hold(&io->lock);
    return status;
}

// ---- life ----
vy_status vyi_io_create(vy_context *c, const vy_mega_io_params *params,
                        const struct vyi_io_port *port, uint32_t requests, vy_mega_io **io)
{
    vy_mega_io *made = vyi_calloc(c, 1, sizeof *made);
    if (!made)
        return VY_ERROR_MEMORY;
    made->requests = vyi_calloc(c, requests, sizeof *made->requests);
    if (!made->requests) {
        vyi_free(c, made, sizeof *made);
        return VY_ERROR_MEMORY;
    }
    made->context = c;
    made->params = *params;
    made->port = *port;
    made->request_count = requests;
    made->last_fence = &made->fences;
    made->last_ready = &made->ready;
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->idle, NULL);
    *io = made;
    return VY_OK;
}

vy_status vy_mega_io_create(vy_context *context, const vy_mega_io_params *params, vy_mega_io **io)
{
    if (io)
        *io = NULL;
    vy_mega_io_params given = vy_mega_io_defaults();
    vy_status status = vyi_params_read(context, vy_mega_io_params, params, &given);
    if (status)
        return status;
    if (!context || !io || !given.queue || (!given.arena && given.arena_bytes))
        return vyi_refuse_null(context, io ? "queue or arena" : "io",
                               "give the queue's words and the arena in vy_mega_io_params");
    return vyi_io_create(context, &given, &vyi_io_queue, VY_MEGA_IO_SLOTS, io);
}

void vy_mega_io_destroy(vy_mega_io **io)
{
    if (io && *io && !(*io)->port.user)
        vyi_io_end(io);
}

void vyi_io_end(vy_mega_io **io)
{
    vy_mega_io *q = *io;
    if (!q)
        return;
    if (!is_forked(q))
        vyi_io_halt(q);
    int before = vyi_cancel_disable();
    for (int t = 0; t < 2; t++) {
        for (uint32_t i = 0; i < q->rows[t].count; i++) {
            struct vyi_io_row *row = q->rows[t].at[i];
            if (row->live && row->file)
                close(row->fd);
            vyi_free(q->context, row, sizeof *row);
        }
        vyi_vec_free(q->context, &q->rows[t]);
    }
    vyi_mover_close(&q->mover, is_forked(q));
    pthread_cond_destroy(&q->idle);
    pthread_mutex_destroy(&q->lock);
    vyi_free(q->context, q->requests, q->request_count * sizeof *q->requests);
    vyi_free(q->context, q, sizeof *q);
    *io = NULL;
    vyi_cancel_restore(before);
}

// ---- the tables ----
/// With the lock: a number for the row, which is copied.
static vy_status push(vy_mega_io *io, vy_mega_io_table table, const struct vyi_io_row *row,
                      uint32_t *handle)
{
    uint32_t number = io->rows[table].count;
    struct vyi_io_row *kept = vyi_calloc(io->context, 1, sizeof *kept);
    if (!kept || number >= MOST_ROWS || !vyi_vec_push(io->context, &io->rows[table], kept)) {
        vyi_free(io->context, kept, sizeof *kept);
        return VY_ERROR_MEMORY;
    }
    *kept = *row;
    kept->last = &kept->first;
    kept->place = -1;
    if (row->file && io->mover)
        kept->place = vyi_mover_register(io->mover, 2 * number + table, row->fd);
    *handle = number;
    return VY_OK;
}

/// Adds a row of an arena or a file that has `most` bytes.
static vy_status add(vy_mega_io *io, vy_mega_io_table table, struct vyi_io_row row, uint64_t most,
                     uint32_t *handle)
{
    int before;
    if (row.base > most || row.bytes > most - row.base) {
        char what[160];
        snprintf(what, sizeof what, "%llu bytes from %llu on are not in the %s, which has %llu",
                 ULL(row.bytes), ULL(row.base), row.file ? "file" : "arena", ULL(most));
        return vyi_refuse(io->context, VY_ERROR_LIMIT, VYI_DIAG(MEGA_IO_ROW), what,
                          row.file ? "use 0 bytes for all from the base on"
                                   : "use a part of the arena");
    }
    if (row.file && !row.bytes)
        row.bytes = most - row.base;
    vy_status status = enter(io, &before);
    if (status)
        return status;
    status = push(io, table, &row, handle);
    vyi_mutex_release(&io->lock, before);
    return status;
}

static vy_status check_table(vy_mega_io *io, vy_mega_io_table table)
{
    if (table == VY_MEGA_SOURCES || table == VY_MEGA_DESTINATIONS)
        return VY_OK;
    return vyi_refuse(io->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_IO_ROW),
                      "there is no such table", "use VY_MEGA_SOURCES or VY_MEGA_DESTINATIONS");
}

vy_status vy_mega_io_arena(vy_mega_io *io, vy_mega_io_table table, uint64_t base, uint64_t bytes,
                           uint32_t *handle)
{
    if (!io || !handle)
        return vyi_refuse_null(io ? io->context : NULL, "handle",
                               "pass a uint32_t for the number of the row");
    const struct vyi_io_row row = {.live = true, .base = base, .bytes = bytes};
    vy_status status = check_table(io, table);
    return status ? status : add(io, table, row, io->params.arena_bytes, handle);
}

/// Opens a file for one table; its size at this moment. A pipe is refused, not waited for.
static int open_file(vy_mega_io *io, vy_mega_io_table table, const char *path, uint64_t *size)
{
    bool source = table == VY_MEGA_SOURCES;
    int fd = open(path, (source ? O_RDONLY : O_WRONLY | O_CREAT) | O_CLOEXEC | O_NONBLOCK, 0666);
    struct stat about = {0};
    const char *why = NULL;
    if (fd < 0 || fstat(fd, &about))
        why = strerror(errno);
    else if (!S_ISREG(about.st_mode))
        why = "it is no regular file";
    *size = (uint64_t)about.st_size;
    if (!why)
        return fd;
    vyi_complain(io->context, VYI_DIAG(MEGA_IO_FILE), path, source ? "reading" : "writing", why);
    if (fd >= 0)
        close(fd);
    return -1;
}

vy_status vyi_io_add_file(vy_mega_io *io, vy_mega_io_table table, int fd, uint64_t base,
                          uint64_t bytes, uint64_t most, uint32_t *handle)
{
    const struct vyi_io_row row = {
        .live = true, .file = true, .fd = fd, .base = base, .bytes = bytes};
    return add(io, table, row, most, handle);
}

vy_status vy_mega_io_file(vy_mega_io *io, vy_mega_io_table table, const char *path, uint64_t base,
                          uint64_t bytes, uint32_t *handle)
{
    if (!io || !path || !handle)
        return vyi_refuse_null(io ? io->context : NULL, path ? "handle" : "path",
                               "pass a path and a uint32_t for the number of the row");
    uint64_t size = 0;
    vy_status status = check_table(io, table);
    if (status)
        return status;
    int before = vyi_cancel_disable(); // opening a file is where threads end
    int fd = open_file(io, table, path, &size);
    status = fd < 0 ? VY_ERROR_IO
                    : vyi_io_add_file(io, table, fd, base, bytes,
                                      table == VY_MEGA_SOURCES ? size : INT64_MAX, handle);
    if (status && fd >= 0)
        close(fd);
    vyi_cancel_restore(before);
    return status;
}

vy_status vy_mega_io_revoke(vy_mega_io *io, vy_mega_io_table table, uint32_t handle)
{
    if (!io)
        return VY_ERROR_ARGUMENT;
    int before;
    vy_status status = check_table(io, table);
    if (!status)
        status = enter(io, &before);
    if (status)
        return status;
    bool known = handle < io->rows[table].count && io->rows[table].at[handle]->live;
    if (known)
        vyi_io_end_row(io, io->rows[table].at[handle]);
    vyi_mutex_release(&io->lock, before);
    if (known)
        return VY_OK;
    return vyi_refuse(io->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_IO_ROW), "there is no such row",
                      "use the number that the call which added it gave");
}

// ---- serving ----
/// With the lock: files that were added before are registered.
static vy_status open_mover(vy_mega_io *io)
{
    if (io->mover)
        return VY_OK;
    vy_status status = vyi_mover_open(io->context, io->params.arena, io->params.arena_bytes,
                                      io->params.threads, &io->mover);
    if (status)
        return status;
    io->home = getpid();
    io->stats.server = vyi_mover_name(io->mover, &io->stats.server_reason);
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t i = 0; i < io->rows[t].count; i++)
            if (io->rows[t].at[i]->file && io->rows[t].at[i]->live)
                io->rows[t].at[i]->place =
                    vyi_mover_register(io->mover, 2 * i + t, io->rows[t].at[i]->fd);
    return VY_OK;
}

vy_status vy_mega_io_serve(vy_mega_io *io, uint32_t *served)
{
    int before;
    vy_status status = io ? refuse_owned(io) : VY_ERROR_ARGUMENT;
    if (!status)
        status = enter(io, &before);
    if (status)
        return status;
    status = open_mover(io);
    uint32_t n = status ? 0 : vyi_io_pass(io, true);
    while (vyi_io_busy(io)) {
        vyi_mover_sleep(io->mover, LONGEST_NAP_NS, true);
        n += vyi_io_pass(io, false);
    }
    vyi_mutex_release(&io->lock, before);
    if (served)
        *served = n;
    return status;
}

vy_status vy_mega_io_count(vy_mega_io *io, vy_mega_io_stats *stats)
{
    if (!io || !stats)
        return vyi_refuse_null(io ? io->context : NULL, "stats",
                               "pass the address of a vy_mega_io_stats");
    int before;
    vy_status status = enter(io, &before);
    if (status)
        return status;
    *stats = io->stats;
    vyi_mutex_release(&io->lock, before);
    return VY_OK;
}

// ---- the thread ----
// A GPU stores a word and cannot wake the thread. So it polls often while there is work, and then
// less and less, but at least a thousand times a second while requests may come.
/// Sleeps until a transfer has ended, or vyi_io_wake(); true: it was called.
static bool nap(vy_mega_io *io, uint64_t ns, bool busy)
{
    atomic_store(&io->asleep, true);
    atomic_thread_fence(memory_order_seq_cst); // see vyi_io_wake()
    bool attended = atomic_load(&io->attended);
    bool quiet = !busy && !attended && ns == LONGEST_NAP_NS && io->port.quiet(io);
    if (attended)
        atomic_store(&io->asleep, false); // who attends need not be interrupted for it
    vyi_mover_sleep(io->mover, quiet ? QUIET_NAP_NS : ns, !attended);
    return !attended && !atomic_exchange(&io->asleep, false);
}

/// The thread says that it sleeps and then asks whether requests may come; who calls this has
/// stored that they may: one of the two sees the other.
void vyi_io_wake(vy_mega_io *io)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&io->asleep, memory_order_relaxed) &&
        atomic_exchange(&io->asleep, false))
        vyi_mover_wake(io->mover);
}

static void *run(void *user)
{
    vy_mega_io *io = user;
    uint64_t ns = NAP_NS, last = vyi_now_ns();
    for (;;) {
        // Workers that attend serve between their launches, and the thread while one is in a
        // handler: on their processors it would only interrupt them.
        bool attended = atomic_load(&io->attended);
        bool stop = atomic_load_explicit(&io->stop, memory_order_acquire), busy = true;
        uint32_t served = 0;
        if (!attended || stop)
            pthread_mutex_lock(&io->lock);
        if (!attended || stop || !pthread_mutex_trylock(&io->lock)) {
            served = vyi_io_pass(io, !stop);
            busy = vyi_io_busy(io);
            pthread_mutex_unlock(&io->lock);
        }
        if (stop && !busy)
            return NULL;
        uint64_t now = vyi_now_ns();
        last = served ? now : last;
        ns = attended ? LONGEST_NAP_NS : served ? NAP_NS : ns;
        if (!attended && now - last < io->port.eager_ns)
            continue;
        bool woken = nap(io, ns, busy);
        ns = woken ? NAP_NS : ns * 2 < LONGEST_NAP_NS ? ns * 2 : LONGEST_NAP_NS;
        last = woken ? vyi_now_ns() : last;
    }
}

vy_status vy_mega_io_start(vy_mega_io *io)
{
    vy_status status = io ? refuse_owned(io) : VY_ERROR_ARGUMENT;
    return status ? status : vyi_io_begin(io);
}

vy_status vyi_io_begin(vy_mega_io *io)
{
    int before;
    vy_status status = enter(io, &before);
    if (status)
        return status;
    bool begins = !io->running;
    status = open_mover(io);
    if (begins && !status) {
        atomic_store(&io->stop, false);
        int error = vyi_thread_create(&io->thread, run, io);
        io->running = !error;
        if (error)
            status =
                vyi_refuse(io->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_IO_THREAD), strerror(error));
    }
    vyi_mutex_release(&io->lock, before);
    return status;
}

vy_status vy_mega_io_stop(vy_mega_io *io)
{
    vy_status status = io ? refuse_owned(io) : VY_ERROR_ARGUMENT;
    if (!status)
        status = refuse_fork(io);
    if (!status)
        vyi_io_halt(io);
    return status;
}

void vyi_io_halt(vy_mega_io *io)
{
    if (!io->running)
        return;
    int before = vyi_cancel_disable();
    atomic_store_explicit(&io->stop, true, memory_order_release);
    vyi_mover_wake(io->mover);
    pthread_join(io->thread, NULL);
    io->running = false;
    vyi_cancel_restore(before);
}
