// Requests for bytes that slots of a live ring make. The kernel writes requests one behind the
// other, each with a stamp; the host serves them and writes answers with a tail, as it publishes
// slots: a parked kernel is woken by them. A slot that was cancelled while it waited is answered
// early, and the late answer is dropped here.
#include "base/sync.h"
#include "mega/io.h"
#include "mega/ring.h"

#include <sched.h>

enum {
    SPARE = 256,  ///< requests whose slots have ended before them
    AT_ONCE = 32, ///< taken in a pass: what is read from memory is answered before the next ones
    EAGER_NS = 20000,
    /// A slot that has its bytes ends, another one is published and asks: several trips across the
    /// link, and a sleep takes longer than all of them.
    GPU_EAGER_NS = 200000
};

struct vyi_ring_io {
    vy_mega_io *io;
    uint32_t asked;    ///< requests taken
    uint32_t answered; ///< answers written,
    uint32_t shown;    ///< and of them those that the tail covers
    uint32_t next;     ///< where the search for a free request begins
    bool serving;      ///< with the lock: by a worker's thread, which launches the kernel next
    atomic_bool cancel;
    atomic_int publisher; ///< the processor of the last one
    atomic_uint together; ///< how often in a row workers were found on it
    void (*wake)(struct vy_mega *, bool);
    uint64_t (*ended)(const struct vy_mega *);
};

/// A slot that must not go on: the kernel ends it when it is answered.
static bool is_cancelled(const struct vy_mega *m, const struct vyi_io_request *r)
{
    uint32_t word = r->tenant;
    uint32_t row = (word & (TENANT_ROWS - 1)) * ROW_WORDS;
    return atomic_load(&m->shared.tails[RING_COMMAND]) & RING_ABORT ||
           atomic_load(&m->shared.rows[row + ROW_EPOCH]) != word >> SLOT_EPOCH_SHIFT;
}

static void cancel_all(struct vy_mega *m, vy_mega_io *io)
{
    for (uint32_t i = 0; i < io->request_count; i++) {
        struct vyi_io_request *r = &io->requests[i];
        if (r->used && !r->answered && is_cancelled(m, r))
            vyi_io_answer_early(io, r);
    }
}

/// NULL: all are in use, by requests that were cancelled and have not ended.
static struct vyi_io_request *free_request(struct vyi_ring_io *own)
{
    vy_mega_io *io = own->io;
    for (uint32_t n = 0; n < io->request_count; n++) {
        struct vyi_io_request *r = &io->requests[own->next];
        own->next = own->next + 1 < io->request_count ? own->next + 1 : 0;
        if (!r->used)
            return r;
    }
    return NULL;
}

static void take(vy_mega_io *io)
{
    struct vy_mega *m = io->port.user;
    struct vyi_ring_io *own = m->io;
    uint32_t room = vyi_ring_asks(m) - 1, words[6];
    if (atomic_exchange(&own->cancel, false))
        cancel_all(m, io);
    for (uint32_t n = 0; n < AT_ONCE; n++) {
        const _Atomic uint32_t *ask = &m->shared.asks[(size_t)(own->asked & room) * ASK_WORDS];
        if (atomic_load_explicit(&ask[ASK_STAMP], memory_order_acquire) != own->asked + 1)
            return;
        struct vyi_io_request *r = free_request(own);
        if (!r)
            return;
        for (uint32_t i = 0; i < 6; i++)
            words[i] = atomic_load_explicit(&ask[i], memory_order_relaxed);
        r->slot = words[VY_MEGA_IO_OP] & ((1u << ASK_OP_SHIFT) - 1);
        r->tenant = atomic_load_explicit(&ask[ASK_TENANT], memory_order_relaxed);
        words[VY_MEGA_IO_OP] >>= ASK_OP_SHIFT;
        own->asked++;
        vyi_io_accept(io, r, words);
        if (r->used && is_cancelled(m, r))
            vyi_io_answer_early(io, r);
    }
}

/// Each slot waits for one answer, so there is room.
static void answer(vy_mega_io *io, struct vyi_io_request *r, bool ok)
{
    struct vy_mega *m = io->port.user;
    uint32_t at = m->io->answered++ & (vyi_ring_asks(m) - 1);
    uint32_t tenant = r->tenant & (TENANT_ROWS - 1);
    atomic_store_explicit(&m->shared.answers[at],
                          tenant << ANSWER_TENANT | (uint32_t)ok << ANSWER_OK_SHIFT | r->slot,
                          memory_order_relaxed);
}

static void show(vy_mega_io *io)
{
    struct vy_mega *m = io->port.user;
    uint32_t more = m->io->answered - m->io->shown;
    if (!more)
        return;
    m->io->shown += more;
    atomic_fetch_add(&m->shared.tails[RING_LOG_TAKEN], (uint64_t)more << 32);
    if (!m->io->serving || m->threads > 1)
        m->io->wake(m, false);
}

/// Every slot has ended: only one that is published now can ask.
static bool is_quiet(vy_mega_io *io)
{
    const struct vy_mega *m = io->port.user;
    uint64_t published = 0;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        published += atomic_load(&m->next[level]);
    return m->io->ended(m) >= published;
}

vy_status vyi_ring_io_open(struct vy_mega *m, void (*wake)(struct vy_mega *, bool),
                           uint64_t (*ended)(const struct vy_mega *))
{
    const struct vyi_io_port port = {take,     answer, show,
                                     is_quiet, m,      m->gpu ? GPU_EAGER_NS : EAGER_NS};
    vy_mega_io_params params = vy_mega_io_defaults();
    params.arena = m->buffers.host[RING_ARENA];
    params.arena_bytes = m->params.arena_bytes;
    m->io = vyi_calloc(m->context, 1, sizeof *m->io);
    if (!m->io)
        return VY_ERROR_MEMORY;
    m->io->wake = wake;
    m->io->ended = ended;
    vy_status status = vyi_io_create(m->context, &params, &port,
                                     VY_MEGA_PRIORITIES * m->params.slots + SPARE, &m->io->io);
    return status ? status : vyi_io_begin(m->io->io);
}

void vyi_ring_io_close(struct vy_mega *m)
{
    if (!m->io)
        return;
    vyi_io_end(&m->io->io);
    vyi_free(m->context, m->io, sizeof *m->io);
    m->io = NULL;
}

void vyi_ring_io_lose(struct vy_mega *m)
{
    if (m->io)
        vyi_io_halt(m->io->io);
}

void vyi_ring_io_wake(struct vy_mega *m)
{
    atomic_store_explicit(&m->io->publisher, sched_getcpu(), memory_order_relaxed);
    vyi_io_wake(m->io->io);
}

void vyi_ring_io_cancel(struct vy_mega *m)
{
    if (!m->io)
        return;
    atomic_store(&m->io->cancel, true);
    vyi_mover_wake(m->io->io->mover); // whatever it waits for
}

void vyi_ring_io_attend(struct vy_mega *m, bool begins)
{
    vy_mega_io *io = m->io->io;
    if (begins)
        atomic_fetch_add(&io->attended, 1);
    else if (atomic_fetch_sub(&io->attended, 1) == 1)
        vyi_mover_wake(io->mover); // it is alone with what is under way
}

/// Whether slots were published, or answers written, that the kernel has not taken.
static bool has_work(const struct vy_mega *m)
{
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (atomic_load(&m->shared.tails[level]) != atomic_load(&m->shared.heads[level]))
            return true;
    return vyi_ring_answered(m);
}

/// One pass, if no other thread makes one. Whether requests are under way.
static bool pass(struct vy_mega *m, bool *served)
{
    vy_mega_io *io = m->io->io;
    if (pthread_mutex_trylock(&io->lock))
        return true;
    m->io->serving = true;
    *served = vyi_io_pass(io, true);
    m->io->serving = false;
    bool busy = vyi_io_busy(io);
    pthread_mutex_unlock(&io->lock);
    return busy;
}

/// A publisher that waits for its slots on the processor of the worker that serves them keeps it
/// from running, and wakes it there each time it sleeps. One that sleeps does not mind, so a worker
/// leaves after it was found there often. True: it is alone now.
static bool leave_publisher(struct vyi_ring_io *own)
{
    enum { OFTEN = 16 };
    int publisher = atomic_load_explicit(&own->publisher, memory_order_relaxed);
    uint32_t often = atomic_load_explicit(&own->together, memory_order_relaxed) + 1;
    bool together = publisher == sched_getcpu(), leaves = together && often >= OFTEN;
    atomic_store_explicit(&own->together, together && !leaves ? often : 0, memory_order_relaxed);
    return leaves && vyi_leave_processor(publisher);
}

bool vyi_ring_io_serve(struct vy_mega *m, bool *alone)
{
    uint64_t patience = (uint64_t)m->params.idle_us * 1000, until = vyi_now_ns() + patience;
    bool busy = true;
    *alone |= leave_publisher(m->io);
    while (!has_work(m)) {
        bool served = false;
        if (busy)
            busy = pass(m, &served);
        else if (!*alone || atomic_load(&m->shared.tails[RING_COMMAND]))
            return false;
        if (!served && vyi_now_ns() > until)
            return false;
    }
    return true;
}

vy_mega_io *vy_mega_io_of(vy_mega *mega, void **arena, uint64_t *bytes)
{
    bool there = mega && !vyi_ring_forked(mega) && mega->io;
    if (arena)
        *arena = there ? mega->buffers.host[RING_ARENA] : NULL;
    if (bytes)
        *bytes = there ? mega->params.arena_bytes : 0;
    return there ? mega->io->io : NULL;
}
