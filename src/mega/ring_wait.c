// Completions, and waiting for tickets, batches and counts: spinning for 50 us, then sleeping ever
// longer, up to a millisecond. A kernel cannot wake a thread, but a worker that parks does.
#include "mega/ring.h"

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
static bool ticket_of(const struct vy_mega *m, vy_ticket ticket, uint32_t *level,
                      uint64_t *sequence)
{
    *level = (uint32_t)(ticket & 7);
    *sequence = (ticket >> 3) - 1;
    return ticket >> 3 && *level < VY_MEGA_PRIORITIES && *sequence < atomic_load(&m->next[*level]);
}

static vy_status refuse_ticket(struct vy_mega *m, vy_ticket ticket)
{
    vyi_complain(m->context, VYI_DIAG(MEGA_TICKET), (unsigned long long)ticket);
    return VY_ERROR_ARGUMENT;
}

/// Reads a completion; if it is overwritten meanwhile, the sequence numbers show it.
static vy_status read_completion(struct vy_mega *m, uint32_t level, uint64_t sequence,
                                 vy_mega_result *result)
{
    bool lost = vyi_ring_is_lost(m);
    uint32_t slot = vyi_ring_slot(m, level, sequence), stamp = (uint32_t)sequence + 1;
    _Atomic uint32_t *c = &m->shared.comp[slot * 4];
    if (atomic_load_explicit(&c[COMP_STAMP], memory_order_acquire) == stamp) {
        vy_mega_result r = {atomic_load_explicit(&c[COMP_STATUS], memory_order_acquire),
                            atomic_load_explicit(&c[COMP_CODE], memory_order_acquire),
                            atomic_load_explicit(&c[COMP_RESULT], memory_order_acquire)};
        if (atomic_load(&m->next[level]) - sequence <= m->params.slots) {
            *result = r;
            uint64_t own = sequence + 1; // the mark may be another ticket's by now
            if (atomic_load_explicit(&m->kept[slot], memory_order_relaxed) == own)
                atomic_compare_exchange_strong(&m->kept[slot], &own, 0);
            return VY_OK;
        }
    }
    if (atomic_load(&m->next[level]) - sequence <= m->params.slots) {
        if (!lost)
            return VY_ERROR_BUSY;
        bool claimed = vyi_ring_claimed(m, level, sequence);
        *result = (vy_mega_result){claimed ? VY_MEGA_UNKNOWN : VY_MEGA_CANCELLED, 0, 0};
        return VY_OK;
    }
    *result = (vy_mega_result){VY_MEGA_EMPTY, 0, 0}; // the slot has been reused
    return VY_OK;
}

vy_status vy_mega_poll(vy_mega *mega, vy_ticket ticket, vy_mega_result *result)
{
    uint32_t level;
    uint64_t sequence;
    vy_mega_result ignored;
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    if (!ticket_of(mega, ticket, &level, &sequence))
        return refuse_ticket(mega, ticket);
    return read_completion(mega, level, sequence, result ? result : &ignored);
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
/// Whoever sees `closed` sees everything published before.
static bool can_come(const struct vy_mega *m, const vy_mega_wait_params *params)
{
    if (!atomic_load(&m->closed) || atomic_load(&m->lost))
        return true;
    return params->epoch <= atomic_load(&m->batches) && params->count <= vyi_ring_published(m);
}

static vy_status refuse_never(struct vy_mega *m)
{
    vyi_complain(m->context, VYI_DIAG(MEGA_NEVER), (unsigned long long)vyi_ring_published(m),
                 (unsigned long long)atomic_load(&m->batches));
    return VY_ERROR_CANCELLED;
}

vy_status vy_mega_wait(vy_mega *mega, const vy_mega_wait_params *params, vy_mega_result *result)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (!params)
        return vyi_refuse_null(mega->context, "vy_mega_wait", "params",
                               "say what to wait for: a ticket, an epoch or a count");
    vy_mega_wait_params given = vy_mega_wait_defaults();
    vy_status status = vyi_params_read(mega->context, vy_mega_wait_params, params, &given);
    if (status)
        return status;
    params = &given;
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    vy_mega_result ignored;
    struct goal g = {params, 0, 0, result ? result : &ignored, !params->ticket};
    if (params->ticket && !ticket_of(mega, params->ticket, &g.level, &g.sequence))
        return refuse_ticket(mega, params->ticket);
    struct vyi_wait w = vyi_wait_begin(params->timeout_ms);
    do
        status = reached(mega, &g);
    while (status == VY_ERROR_BUSY && can_come(mega, params) && vyi_wait_more(mega, &w));
    if (status == VY_ERROR_BUSY && vyi_ring_is_lost(mega))
        status = reached(mega, &g); // every ticket has ended now
    else if (status == VY_ERROR_BUSY && !can_come(mega, params))
        return refuse_never(mega);
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

/// If nobody publishes meanwhile the counts suffice, and only the last stamps are read: polling the
/// others would take cache lines that the kernel is about to write. VY_OK: all has ended and is
/// counted. VY_ERROR_BUSY: not in time.
static vy_status drain_by_count(struct vy_mega *m, const uint64_t *limit, uint64_t all,
                                struct vyi_wait *w, bool *sure)
{
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        for (uint64_t last = limit[level] - 1;
             limit[level] && !ended_to(m, level, &last, last + 1);)
            if (!vyi_wait_more(m, w))
                return VY_ERROR_BUSY;
    while (vyi_ring_ended(m) < all)
        if (!vyi_wait_more(m, w))
            return VY_ERROR_BUSY;
    *sure = vyi_ring_published(m) == all;
    return VY_OK;
}

vy_status vy_mega_drain(vy_mega *mega, uint32_t timeout_ms)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    uint64_t from[VY_MEGA_PRIORITIES] = {0}, limit[VY_MEGA_PRIORITIES], all = 0;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        all += limit[level] = atomic_load(&mega->next[level]);
    // The kernel counts after a completion is there: a report that follows is exact.
    struct vyi_wait w = vyi_wait_begin(timeout_ms);
    bool sure = false;
    if (drain_by_count(mega, limit, all, &w, &sure))
        return vyi_wait_over(mega);
    for (uint32_t level = 0; !sure && level < VY_MEGA_PRIORITIES; level++)
        while (!ended_to(mega, level, &from[level], limit[level]))
            if (!vyi_wait_more(mega, &w))
                return vyi_wait_over(mega);
    return VY_OK;
}
