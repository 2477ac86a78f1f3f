// The publishers' lock, completions, and waiting for tickets, batches and counts: spinning for 50
// us, then sleeping ever longer, up to a millisecond. A kernel cannot wake a thread, but a worker
// that parks does.
#include "mega/ring.h"

#include <sched.h>

// ---- the publishers' lock ----
// It is a word. Releasing a lock of the C library is an exchange, which waits until every slot that
// was written has arrived: as long as writing some dozen slots. Releasing this one is a store.
enum { LOCK_POLLS = 100, YIELDS = 10, LOCK_NAP_NS = 50000 };

void vyi_wait_spin(int count)
{
    for (int i = 0; i < count; i++) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
}

/// Waits at the i-th poll. The owner may not be running, and a thread of a higher priority that
/// only yields does not let it run; so later polls sleep, which also suits an owner that writes to
/// a log on a slow disk.
static void pass_time(unsigned i)
{
    atomic_uint never = 0;
    if (i % LOCK_POLLS)
        vyi_wait_spin(1);
    else if (i / LOCK_POLLS < YIELDS)
        sched_yield();
    else
        vyi_futex_sleep(&never, 0, LOCK_NAP_NS);
}

void vyi_ring_lock(struct vy_mega *m)
{
    for (unsigned i = 1; atomic_exchange_explicit(&m->lock, 1, memory_order_acquire); i++)
        while (atomic_load_explicit(&m->lock, memory_order_relaxed))
            pass_time(i++);
}

void vyi_ring_unlock(struct vy_mega *m)
{
    atomic_store_explicit(&m->lock, 0, memory_order_release);
}

// ---- waiting ----
enum { SPIN_NS = 50000, FIRST_NAP_NS = 20000, LAST_NAP_NS = 1000000, POLLS = 32 };

struct vyi_wait vyi_wait_begin(uint32_t timeout_ms)
{
    struct vyi_wait w = {.nap_ns = FIRST_NAP_NS, .once = !timeout_ms};
    if (w.once)
        return w;
    uint64_t now = vyi_now_ns();
    w.spin_until_ns = now + SPIN_NS;
    if (timeout_ms != VY_FOREVER)
        w.until_ns = now + (uint64_t)timeout_ms * 1000000u;
    return w;
}

bool vyi_wait_more(struct vy_mega *m, struct vyi_wait *w)
{
    if (w->once || vyi_ring_is_lost(m))
        return false;
    vyi_wait_spin(POLLS);
    uint64_t now = vyi_now_ns();
    if (w->until_ns && now >= w->until_ns)
        return false;
    if (now < w->spin_until_ns)
        return true;
    uint64_t nap = w->nap_ns, left = w->until_ns ? w->until_ns - now : nap;
    unsigned event = atomic_load(&m->event);
    atomic_fetch_add(&m->sleepers, 1);
    vyi_futex_sleep(&m->event, event, nap < left ? nap : left);
    atomic_fetch_sub(&m->sleepers, 1);
    w->nap_ns = nap * 2 < LAST_NAP_NS ? nap * 2 : LAST_NAP_NS;
    return true;
}

vy_status vyi_wait_over(struct vy_mega *m)
{
    return vyi_ring_is_lost(m) ? vyi_ring_refuse_lost(m) : VY_ERROR_BUSY;
}

// ---- tickets ----
static vy_status ticket_of(struct vy_mega *m, vy_ticket ticket, uint32_t *level, uint64_t *sequence)
{
    *level = (uint32_t)(ticket & 7);
    *sequence = (ticket >> 3) - 1;
    if (ticket >> 3 && *level < VY_MEGA_PRIORITIES && *sequence < atomic_load(&m->next[*level]))
        return VY_OK;
    return vyi_refuse(m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_TICKET),
                      (unsigned long long)ticket);
}

/// Reads a completion; if it is overwritten meanwhile, the sequence numbers show it.
static vy_status read_completion(struct vy_mega *m, uint32_t level, uint64_t sequence,
                                 vy_mega_result *result)
{
    bool lost = vyi_ring_is_lost(m);
    uint32_t slot = vyi_ring_slot(m, level, sequence), stamp = (uint32_t)sequence + 1;
    _Atomic uint32_t *c = &m->shared.comp[slot * COMP_WORDS];
    bool ended = atomic_load_explicit(&c[COMP_STAMP], memory_order_acquire) == stamp;
    vy_mega_result r = {atomic_load_explicit(&c[COMP_STATUS], memory_order_acquire),
                        atomic_load_explicit(&c[COMP_CODE], memory_order_acquire),
                        atomic_load_explicit(&c[COMP_RESULT], memory_order_acquire)};
    bool reused = atomic_load(&m->next[level]) - sequence > m->params.slots;
    if (!ended && !reused && !lost)
        return VY_ERROR_BUSY;
    if (!ended || reused)
        r = (vy_mega_result){reused                                 ? VY_MEGA_EMPTY
                             : vyi_ring_claimed(m, level, sequence) ? VY_MEGA_UNKNOWN
                                                                    : VY_MEGA_CANCELLED,
                             0, 0};
    if (m->kernel.interpreter &&
        (reused ||
         m->shared.sub[(size_t)slot * VY_MEGA_SLOT_WORDS + VY_MEGA_SLOT_OPCODE] == RING_PROGRAM))
        vyi_ring_collect(m, false);
    uint64_t own = sequence + 1; // the mark may be another ticket's by now
    if (ended && !reused && atomic_load_explicit(&m->kept[slot], memory_order_relaxed) == own)
        atomic_compare_exchange_strong(&m->kept[slot], &own, 0);
    *result = r;
    return VY_OK;
}

vy_status vy_mega_poll(vy_mega *mega, vy_ticket ticket, vy_mega_result *result)
{
    uint32_t level;
    uint64_t sequence;
    vy_mega_result ignored;
    vy_status status = vyi_ring_enter(mega);
    if (!status)
        status = ticket_of(mega, ticket, &level, &sequence);
    return status ? status : read_completion(mega, level, sequence, result ? result : &ignored);
}

/// What a caller waits for.
struct goal {
    const vy_mega_wait_params *params;
    uint32_t level; ///< of the ticket
    uint64_t sequence;
    vy_mega_result *result;
    bool seen; ///< the completion was read: the slot may be reused
};

static vy_status reached(struct vy_mega *m, struct goal *g)
{
    vy_status status = g->seen ? VY_OK : read_completion(m, g->level, g->sequence, g->result);
    g->seen = !status;
    if (!status && g->params->epoch && vyi_ring_epoch(m) < g->params->epoch)
        status = VY_ERROR_BUSY;
    if (!status && g->params->count && vyi_ring_ended(m) < g->params->count)
        status = VY_ERROR_BUSY;
    return status;
}

/// After a shutdown nothing more is published: false if what was published cannot reach the goal.
/// A thread that sees `closed` sees everything published before.
static bool can_come(const struct vy_mega *m, const vy_mega_wait_params *params)
{
    if (!atomic_load(&m->closed) || atomic_load(&m->lost))
        return true;
    return params->epoch <= atomic_load(&m->batches) && params->count <= vyi_ring_published(m);
}

vy_status vy_mega_wait(vy_mega *mega, const vy_mega_wait_params *params, vy_mega_result *result)
{
    vy_mega_wait_params given = vy_mega_wait_defaults();
    vy_status status = vyi_ring_enter(mega);
    if (!status && !params)
        status = vyi_refuse_null(mega->context, "params",
                                 "say what to wait for: a ticket, an epoch or a count");
    if (!status)
        status = vyi_params_read(mega->context, vy_mega_wait_params, params, &given);
    vy_mega_result ignored;
    struct goal g = {&given, 0, 0, result ? result : &ignored, !given.ticket};
    if (!status && given.ticket)
        status = ticket_of(mega, given.ticket, &g.level, &g.sequence);
    if (status)
        return status;
    struct vyi_wait w = vyi_wait_begin(given.timeout_ms);
    do
        status = reached(mega, &g);
    while (status == VY_ERROR_BUSY && can_come(mega, &given) && vyi_wait_more(mega, &w));
    if (status == VY_ERROR_BUSY && vyi_ring_is_lost(mega))
        status = reached(mega, &g); // every ticket has ended now
    else if (status == VY_ERROR_BUSY && !can_come(mega, &given))
        return vyi_refuse(mega->context, VY_ERROR_CANCELLED, VYI_DIAG(MEGA_NEVER),
                          (unsigned long long)vyi_ring_published(mega),
                          (unsigned long long)atomic_load(&mega->batches));
    if (!status && (given.epoch || given.count))
        vyi_ring_collect(mega, false);
    return status == VY_ERROR_BUSY ? vyi_wait_over(mega) : status;
}

/// Whether all before `limit` at this priority have ended; reads the stamps from `from` on.
static bool ended_to(struct vy_mega *m, uint32_t level, uint64_t *from, uint64_t limit)
{
    uint64_t next = atomic_load(&m->next[level]);
    if (next > m->params.slots && *from < next - m->params.slots)
        *from = next - m->params.slots; // their slots have been reused
    while (*from < limit) {
        uint32_t slot = vyi_ring_slot(m, level, *from), stamp = (uint32_t)*from + 1;
        if (atomic_load_explicit(&m->shared.comp[slot * 4], memory_order_acquire) != stamp &&
            atomic_load(&m->next[level]) - *from <= m->params.slots)
            return false;
        ++*from;
    }
    return true;
}

/// If nothing is published meanwhile the counts suffice, and only the last stamps are read: polling
/// the others would take cache lines that the kernel is about to write.
static vy_status drain(struct vy_mega *mega, uint32_t timeout_ms)
{
    uint64_t limit[VY_MEGA_PRIORITIES], all = 0;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        all += limit[level] = atomic_load(&mega->next[level]);
    struct vyi_wait w = vyi_wait_begin(timeout_ms);
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        for (uint64_t from = limit[level] ? limit[level] - 1 : 0;
             !ended_to(mega, level, &from, limit[level]);)
            if (!vyi_wait_more(mega, &w))
                return vyi_wait_over(mega);
    // The kernel counts after a completion is there: a report that follows is exact.
    while (vyi_ring_ended(mega) < all)
        if (!vyi_wait_more(mega, &w))
            return vyi_wait_over(mega);
    bool sure = vyi_ring_published(mega) == all;
    for (uint32_t level = 0; !sure && level < VY_MEGA_PRIORITIES; level++)
        for (uint64_t from = 0; !ended_to(mega, level, &from, limit[level]);)
            if (!vyi_wait_more(mega, &w))
                return vyi_wait_over(mega);
    return VY_OK;
}

vy_status vy_mega_drain(vy_mega *mega, uint32_t timeout_ms)
{
    vy_status status = vyi_ring_enter(mega);
    if (!status)
        status = drain(mega, timeout_ms);
    if (!status)
        vyi_ring_collect(mega, false);
    return status;
}

// ---- what is bound ----
static vy_status wait_settled(struct vy_mega *m, uint64_t now)
{
    struct vyi_wait w = vyi_wait_begin(VY_FOREVER);
    bool well = true;
    while (well && !vyi_ring_settled(m, now))
        well = vyi_wait_more(m, &w);
    return well ? VY_OK : vyi_wait_over(m);
}

vy_status vy_mega_bind(vy_mega *mega, const vy_arg *args)
{
    vy_status status = vyi_ring_enter(mega);
    if (!status && !args)
        status = vyi_refuse_null(mega->context, "args", "pass vy_args() with what is to be bound");
    if (!status && vyi_ring_is_lost(mega))
        status = vyi_ring_refuse_lost(mega);
    if (!status && mega->gpu == RING_NARROW)
        status = vyi_refuse(mega->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_BIND), "vy_mega_bind()",
                            "is not supported by the device of this megakernel",
                            "open the cpu or the cuda device");
    if (status)
        return status;
    int before = vyi_mutex_hold(&mega->binding.lock);
    status = vyi_ring_bind(mega, args, wait_settled);
    vyi_mutex_release(&mega->binding.lock, before);
    return status;
}
