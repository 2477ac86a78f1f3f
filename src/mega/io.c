// The host's side of an io queue: requests that a kernel published are served through tables of
// capabilities, so that a kernel reaches the rows it was given and nothing else. Answers stand in
// the slot of their request, so the order in which they come does not matter.
#include "base/sync.h"
#include "mega/mega.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_ROWS = 1 << 20,
    EAGER = 200,              // passes without work before the thread begins to sleep
    NAP_NS = 20 * 1000,       // its first sleep, which grows
    LONGEST_NAP_NS = 1000000, // up to this one
};

struct row {
    bool live, file;
    bool written;         ///< since the last fence
    int fd;               ///< of a file
    uint64_t base, bytes; ///< in the arena, or in the file
};
struct vy_mega_io {
    vy_context *context;
    vy_mega_io_params params;
    pthread_mutex_t lock; ///< of everything below
    VYI_VEC(struct row) rows[2];
    vy_mega_io_stats stats;
    bool unsaved; ///< of a file that was revoked: the next fence ends in ERROR
    bool running;
    pid_t home; ///< where the thread is
    pthread_t thread;
    atomic_bool stop;
};

/// The thread stayed in another process, perhaps with the lock.
static bool is_forked(const vy_mega_io *io)
{
    return io->running && io->home != getpid();
}

static vy_status refuse_fork(vy_mega_io *io)
{
    return is_forked(io) ? vyi_refuse(io->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_IO_FORKED))
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
vy_status vy_mega_io_create(vy_context *context, const vy_mega_io_params *params, vy_mega_io **io)
{
    if (io)
        *io = NULL;
    vy_mega_io_params given = vy_mega_io_defaults();
    vy_status status = vyi_params_read(context, vy_mega_io_params, params, &given);
    if (status)
        return status;
    if (!context || !io || !given.queue || (!given.arena && given.arena_bytes))
        return vyi_refuse_null(context, "vy_mega_io_create", io ? "queue or arena" : "io",
                               "give the queue's words and the arena in vy_mega_io_params");
    vy_mega_io *made = vyi_calloc(context, 1, sizeof *made);
    if (!made)
        return VY_ERROR_MEMORY;
    made->context = context;
    made->params = given;
    pthread_mutex_init(&made->lock, NULL);
    *io = made;
    return VY_OK;
}

/// What was written to it since the last fence is on disk.
static bool sync_file(struct row *r)
{
    bool ok = !r->live || !r->file || !r->written || fdatasync(r->fd) == 0;
    r->written = false;
    return ok;
}

static void end_row(struct row *r)
{
    if (r->live && r->file)
        close(r->fd);
    r->live = false;
}

void vy_mega_io_destroy(vy_mega_io **io)
{
    vy_mega_io *q = io ? *io : NULL;
    if (!q)
        return;
    if (!is_forked(q))
        vy_mega_io_stop(q);
    int before = vyi_cancel_disable();
    for (int t = 0; t < 2; t++) {
        for (uint32_t i = 0; i < q->rows[t].count; i++)
            end_row(&q->rows[t].at[i]);
        vyi_vec_free(q->context, &q->rows[t]);
    }
    pthread_mutex_destroy(&q->lock);
    vyi_free(q->context, q, sizeof *q);
    *io = NULL;
    vyi_cancel_restore(before);
}

// ---- the tables ----
/// Adds a row of an arena or a file that has `most` bytes.
static vy_status add(vy_mega_io *io, vy_mega_io_table table, struct row row, uint64_t most,
                     uint32_t *handle)
{
    int before;
    if (row.base > most || row.bytes > most - row.base) {
        char what[160];
        snprintf(what, sizeof what, "%llu bytes from %llu on are not in the %s, which has %llu",
                 (unsigned long long)row.bytes, (unsigned long long)row.base,
                 row.file ? "file" : "arena", (unsigned long long)most);
        return vyi_refuse(io->context, VY_ERROR_LIMIT, VYI_DIAG(MEGA_IO_ROW), what,
                          row.file ? "use 0 bytes for all from the base on"
                                   : "use a part of the arena");
    }
    if (row.file && !row.bytes)
        row.bytes = most - row.base;
    vy_status status = enter(io, &before);
    if (status)
        return status;
    bool ok = io->rows[table].count < MOST_ROWS && vyi_vec_push(io->context, &io->rows[table], row);
    if (ok)
        *handle = io->rows[table].count - 1;
    vyi_mutex_release(&io->lock, before);
    return ok ? VY_OK : VY_ERROR_MEMORY;
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
        return vyi_refuse_null(io ? io->context : NULL, "vy_mega_io_arena", "handle",
                               "pass a uint32_t for the number of the row");
    const struct row row = {.live = true, .base = base, .bytes = bytes};
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

vy_status vy_mega_io_file(vy_mega_io *io, vy_mega_io_table table, const char *path, uint64_t base,
                          uint64_t bytes, uint32_t *handle)
{
    if (!io || !path || !handle)
        return vyi_refuse_null(io ? io->context : NULL, "vy_mega_io_file", path ? "handle" : "path",
                               "pass a path and a uint32_t for the number of the row");
    uint64_t size = 0;
    vy_status status = check_table(io, table);
    if (status)
        return status;
    int before = vyi_cancel_disable(); // opening a file is where threads end
    int fd = open_file(io, table, path, &size);
    const struct row row = {.live = true, .file = true, .fd = fd, .base = base, .bytes = bytes};
    status = fd < 0 ? VY_ERROR_IO
                    : add(io, table, row, table == VY_MEGA_SOURCES ? size : INT64_MAX, handle);
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
    bool known = handle < io->rows[table].count && io->rows[table].at[handle].live;
    if (known) {
        io->unsaved = !sync_file(&io->rows[table].at[handle]) || io->unsaved;
        end_row(&io->rows[table].at[handle]);
    }
    vyi_mutex_release(&io->lock, before);
    if (known)
        return VY_OK;
    return vyi_refuse(io->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_IO_ROW), "there is no such row",
                      "use the number that the call which added it gave");
}

// ---- one request ----
static uint32_t word(const vy_mega_io *io, uint32_t slot, uint32_t i)
{
    return __atomic_load_n(&io->params.queue[slot * VY_MEGA_IO_SLOT_WORDS + i], __ATOMIC_RELAXED);
}

static uint32_t *status_word(const vy_mega_io *io, uint32_t slot)
{
    return &io->params.queue[slot * VY_MEGA_IO_SLOT_WORDS + VY_MEGA_IO_STATUS];
}

static bool is_published(const vy_mega_io *io, uint32_t slot)
{
    return __atomic_load_n(status_word(io, slot), __ATOMIC_ACQUIRE) == VY_MEGA_PUBLISHED;
}

/// The row of a handle, if so many bytes from `offset` on lie in it.
static struct row *row_of(vy_mega_io *io, vy_mega_io_table table, uint32_t handle, uint64_t offset,
                          uint64_t bytes)
{
    struct row *r = handle < io->rows[table].count ? &io->rows[table].at[handle] : NULL;
    return r && r->live && offset <= r->bytes && bytes <= r->bytes - offset ? r : NULL;
}

/// All bytes or nothing counts: a file that has become shorter is an error. The offset goes along
/// the source of a READ and along the destination of a WRITE; the other side begins at its base.
/// One of the two is the arena.
static bool move(vy_mega_io *io, uint32_t slot, uint32_t op, uint64_t bytes)
{
    uint64_t offset = (uint64_t)word(io, slot, VY_MEGA_IO_OFFSET_HIGH) << 32 |
                      word(io, slot, VY_MEGA_IO_OFFSET_LOW);
    uint64_t skip = op == VY_MEGA_IO_READ ? offset : 0, seek = offset - skip;
    struct row *from = row_of(io, VY_MEGA_SOURCES, word(io, slot, VY_MEGA_IO_SOURCE), skip, bytes);
    struct row *to =
        row_of(io, VY_MEGA_DESTINATIONS, word(io, slot, VY_MEGA_IO_DESTINATION), seek, bytes);
    char *arena = io->params.arena;
    if (!from || !to || (from->file && to->file))
        return false;
    if (from->file)
        return vyi_file_move(from->fd, arena + to->base + seek, bytes, (int64_t)(from->base + skip),
                             false);
    if (to->file) {
        to->written = true;
        return vyi_file_move(to->fd, arena + from->base + skip, bytes, (int64_t)(to->base + seek),
                             true);
    }
    if (bytes)
        memmove(arena + to->base + seek, arena + from->base + skip, bytes);
    return true;
}

static void answer(vy_mega_io *io, uint32_t slot, bool ok)
{
    io->stats.errors += !ok;
    __atomic_store_n(status_word(io, slot), ok ? VY_MEGA_IO_OK : VY_MEGA_IO_ERROR,
                     __ATOMIC_RELEASE);
}

static void serve_one(vy_mega_io *io, uint32_t slot)
{
    uint32_t op = word(io, slot, VY_MEGA_IO_OP), bytes = word(io, slot, VY_MEGA_IO_BYTES);
    bool ok = (op == VY_MEGA_IO_READ || op == VY_MEGA_IO_WRITE) && move(io, slot, op, bytes);
    if (ok && op == VY_MEGA_IO_READ) {
        io->stats.reads++;
        io->stats.bytes_read += bytes;
    } else if (ok) {
        io->stats.writes++;
        io->stats.bytes_written += bytes;
    }
    answer(io, slot, ok);
}

static bool sync_files(vy_mega_io *io)
{
    bool ok = !io->unsaved;
    io->unsaved = false;
    for (uint32_t i = 0; i < io->rows[VY_MEGA_DESTINATIONS].count; i++)
        ok = sync_file(&io->rows[VY_MEGA_DESTINATIONS].at[i]) && ok;
    return ok;
}

/// Fences are read before other requests: everything published before a fence is then seen too, and
/// done first.
static uint32_t serve(vy_mega_io *io)
{
    uint64_t fences = 0;
    uint32_t served = 0;
    for (uint32_t i = 0; i < VY_MEGA_IO_SLOTS; i++)
        if (is_published(io, i) && word(io, i, VY_MEGA_IO_OP) == VY_MEGA_IO_FENCE)
            fences |= 1ull << i;
    for (uint32_t i = 0; i < VY_MEGA_IO_SLOTS; i++)
        if (is_published(io, i) && word(io, i, VY_MEGA_IO_OP) != VY_MEGA_IO_FENCE) {
            serve_one(io, i);
            served++;
        }
    bool ok = !fences || sync_files(io);
    for (uint32_t i = 0; i < VY_MEGA_IO_SLOTS; i++)
        if (fences >> i & 1) {
            io->stats.fences += ok;
            answer(io, i, ok);
            served++;
        }
    return served;
}

vy_status vy_mega_io_serve(vy_mega_io *io, uint32_t *served)
{
    int before;
    vy_status status = enter(io, &before);
    if (status)
        return status;
    uint32_t n = serve(io);
    vyi_mutex_release(&io->lock, before);
    if (served)
        *served = n;
    return VY_OK;
}

vy_status vy_mega_io_count(vy_mega_io *io, vy_mega_io_stats *stats)
{
    if (!io || !stats)
        return vyi_refuse_null(io ? io->context : NULL, "vy_mega_io_count", "stats",
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
// less and less, but at least a thousand times a second.
static void *run(void *user)
{
    vy_mega_io *io = user;
    uint32_t quiet = 0;
    long nap = NAP_NS;
    while (!atomic_load_explicit(&io->stop, memory_order_acquire)) {
        pthread_mutex_lock(&io->lock);
        uint32_t served = serve(io);
        pthread_mutex_unlock(&io->lock);
        quiet = served ? 0 : quiet + 1;
        if (served)
            nap = NAP_NS;
        if (quiet <= EAGER)
            continue;
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
        nap = nap * 2 < LONGEST_NAP_NS ? nap * 2 : LONGEST_NAP_NS;
    }
    return NULL;
}

vy_status vy_mega_io_start(vy_mega_io *io)
{
    if (!io)
        return VY_ERROR_ARGUMENT;
    vy_status status = refuse_fork(io);
    if (status || io->running)
        return status;
    io->home = getpid();
    atomic_store(&io->stop, false);
    int error = vyi_thread_create(&io->thread, run, io);
    io->running = !error;
    return error
               ? vyi_refuse(io->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_IO_THREAD), strerror(error))
               : VY_OK;
}

vy_status vy_mega_io_stop(vy_mega_io *io)
{
    if (!io)
        return VY_ERROR_ARGUMENT;
    vy_status status = refuse_fork(io);
    if (status || !io->running)
        return status;
    int before = vyi_cancel_disable();
    atomic_store_explicit(&io->stop, true, memory_order_release);
    pthread_join(io->thread, NULL);
    io->running = false;
    vyi_cancel_restore(before);
    return VY_OK;
}
