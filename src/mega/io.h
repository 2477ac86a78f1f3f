// The host's side of requests for bytes: tables of capabilities, and the requests that are under
// way. Requests come from a port: the io queue of a classic kernel, or a live ring.
#ifndef VYI_MEGA_IO_H
#define VYI_MEGA_IO_H

#include "mega/mega.h"
#include "mega/mover.h"

#include <pthread.h>
#include <stdatomic.h>

/// A capability. Rows stay until the end, so that their numbers are not given again.
struct vyi_io_row {
    struct vyi_transfer save; ///< for a fence
    bool live, file;
    bool written;         ///< since it was saved last
    bool ready;           ///< among the rows that have something to begin
    int fd;               ///< of a file
    int place;            ///< of a file that is registered, -1: not
    uint64_t base, bytes; ///< in the arena, or in the file
    uint32_t in_flight;
    struct vyi_io_request *first, **last; ///< of a file: to be begun
    struct vyi_io_row *next;              ///< that is ready
};

struct vyi_io_request {
    struct vyi_transfer move;
    uint32_t slot;   ///< which asked: of the io queue, or of the ring
    uint32_t tenant; ///< of the ring: the slot's tenant word
    uint32_t op;
    bool used;
    bool answered;   ///< before its end, which nobody waits for
    uint64_t number; ///< in order of publication
    struct vyi_io_row *row;
    struct vyi_io_request *next;           ///< of a row, of the fences, or that is free
    struct vyi_io_request *before, *after; ///< under way, in order
};

/// Where requests come from and answers go. All with the lock.
struct vyi_io_port {
    /// Calls vyi_io_accept() for each request that is published; those before a fence come first.
    void (*take)(vy_mega_io *io);
    void (*answer)(vy_mega_io *io, struct vyi_io_request *r, bool ok);
    void (*show)(vy_mega_io *io); ///< after some answers
    /// Whether no request can be published before vyi_io_wake(). Without the lock.
    bool (*quiet)(vy_mega_io *io);
    void *user;
    uint64_t eager_ns; ///< so long after its last request the thread does not sleep
};

struct vy_mega_io {
    vy_context *context;
    vy_mega_io_params params;
    struct vyi_io_port port;
    pthread_mutex_t lock; ///< of everything below
    pthread_cond_t idle;  ///< nothing of a row that was revoked is in flight
    VYI_VEC(struct vyi_io_row *) rows[2];
    vy_mega_io_stats stats;
    struct vyi_mover *mover; ///< NULL: nothing was served yet
    uint32_t in_flight;
    struct vyi_io_request *requests; ///< as many as there may be
    uint32_t request_count;
    uint64_t number;
    struct vyi_io_request *oldest, *newest;      ///< under way
    struct vyi_io_request *fences, **last_fence; ///< in order; the first one may be saving
    struct vyi_io_row *ready, **last_ready;
    bool saving;
    bool saved;       ///< so far
    uint32_t save_at; ///< rows before this one were begun,
    uint32_t saves;   ///< and of these have not ended
    bool unsaved;     ///< of a file that was revoked: the next fence ends in ERROR
    bool running;
    atomic_bool asleep;   ///< until vyi_io_wake()
    atomic_uint attended; ///< threads that serve beside it, which need not be woken for an end
    pid_t home;           ///< where the mover and the thread are
    pthread_t thread;
    atomic_bool stop;
};

// ---- io.c ----
/// The same as vy_mega_io_create() over another port.
vy_status vyi_io_create(vy_context *c, const vy_mega_io_params *params,
                        const struct vyi_io_port *port, uint32_t requests, vy_mega_io **io);
/// vy_mega_io_start(), _stop() and _destroy() of what is no caller's.
vy_status vyi_io_begin(vy_mega_io *io);
void vyi_io_halt(vy_mega_io *io);
void vyi_io_end(vy_mega_io **io);
void vyi_io_wake(vy_mega_io *io); ///< the thread: requests may come
/// Adds a row of a descriptor, which is the row's then.
vy_status vyi_io_add_file(vy_mega_io *io, vy_mega_io_table table, int fd, uint64_t base,
                          uint64_t bytes, uint64_t most, uint32_t *handle);

// ---- io_serve.c ----
/// A request with these words, as in an io slot. `r` is the port's and not used.
void vyi_io_accept(vy_mega_io *io, struct vyi_io_request *r, const uint32_t words[6]);
/// Begins what can be begun and ends what has ended; `take`: also takes new requests. How many were
/// answered.
uint32_t vyi_io_pass(vy_mega_io *io, bool take);
static inline bool vyi_io_busy(const vy_mega_io *io)
{
    return io->oldest || io->fences;
}
/// Answers a request before its end.
void vyi_io_answer_early(vy_mega_io *io, struct vyi_io_request *r);
/// A row takes no more requests; waits for those that are in flight.
void vyi_io_end_row(vy_mega_io *io, struct vyi_io_row *row);
/// The port of an io queue.
extern const struct vyi_io_port vyi_io_queue;

#endif
