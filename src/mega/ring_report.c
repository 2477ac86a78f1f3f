// What a megakernel did so far, from the counters of its workers, and its debug log.
#include "mega/ring.h"

uint64_t vyi_ring_counter(const struct vy_mega *m, uint32_t word)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < m->crew; i++)
        sum += atomic_load_explicit(&m->shared.mirror[i * RING_MIRROR_WORDS + word],
                                    memory_order_acquire);
    return sum;
}

uint64_t vyi_ring_ended(const struct vy_mega *m)
{
    uint64_t sum = 0;
    for (uint32_t tenant = 0; tenant < VY_MEGA_TENANTS; tenant++) // others have ended nothing
        if (atomic_load_explicit(&m->tenants[tenant].published, memory_order_acquire))
            sum += vyi_ring_counter(m, MIRROR_TENANTS + tenant);
    return sum;
}

uint64_t vyi_ring_published(const struct vy_mega *m)
{
    uint64_t sum = 0;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        sum += atomic_load_explicit(&m->next[level], memory_order_acquire);
    return sum;
}

/// The kernel reports each batch by itself; callers compute up to which batch all have ended.
uint64_t vyi_ring_epoch(struct vy_mega *m)
{
    uint64_t epoch = atomic_load(&m->epoch), first = epoch;
    while (epoch < atomic_load(&m->batches) &&
           atomic_load_explicit(&m->shared.ends[epoch % RING_BATCHES], memory_order_acquire) ==
               vyi_ring_batch(epoch + 1))
        epoch++;
    while (first < epoch && !atomic_compare_exchange_weak(&m->epoch, &first, epoch))
        ;
    return first > epoch ? first : epoch;
}

/// Slots that ended and whose completion was not read yet.
static uint64_t count_unseen(const struct vy_mega *m)
{
    uint64_t unseen = 0;
    for (uint32_t slot = 0; slot < VY_MEGA_PRIORITIES * m->params.slots; slot++) {
        uint64_t kept = atomic_load_explicit(&m->kept[slot], memory_order_relaxed);
        unseen += kept && atomic_load_explicit(&m->shared.comp[slot * 4 + COMP_STAMP],
                                               memory_order_relaxed) == (uint32_t)kept;
    }
    return unseen;
}

static void count_workers(struct vy_mega *m, vy_mega_account *a)
{
    uint64_t now = vyi_now_ns();
    pthread_mutex_lock(&m->watcher.lock);
    vyi_ring_watch(m, 0);
    for (uint32_t i = 0; i < m->crew; i++) {
        struct vyi_ring_worker *w = &m->workers[i];
        // The poller of a GPU, which is none of them, parks for all.
        if (i < m->params.workers)
            a->parked += atomic_load(&m->shared.parks[m->gpu ? 0 : i * 16]) != 0;
        a->launches += atomic_load(&w->launches);
        a->stopped += atomic_load(&w->stopped);
        a->running += w->seen_running != 0;
        double ms = w->seen_running ? (double)(now - w->since_ns) / 1e6 : 0;
        a->longest_ms =
            w->seen_running && now > w->since_ns && ms > a->longest_ms ? ms : a->longest_ms;
    }
    pthread_mutex_unlock(&m->watcher.lock);
}

vy_status vy_mega_report(vy_mega *mega, vy_mega_account *account)
{
    vy_status status = vyi_ring_enter(mega);
    if (!status && !account)
        status = vyi_refuse_null(mega->context, "account", "pass the address of a vy_mega_account");
    if (status)
        return status;
    vy_mega_account a = {.workers = mega->params.workers, .closed = atomic_load(&mega->closed)};
    // Ends first: what is published between the two counts is in flight.
    a.faulted = vyi_ring_counter(mega, VY_MEGA_FAULT);
    a.refused = vyi_ring_counter(mega, VY_MEGA_REFUSED);
    a.cancelled = vyi_ring_counter(mega, VY_MEGA_CANCELLED);
    bool lost = vyi_ring_is_lost(mega);
    a.unknown = lost ? mega->lost_slots.unknown : 0;
    // A device may have been lost after it completed a slot and before it counted that.
    uint64_t ended =
        lost ? vyi_ring_published(mega) - mega->lost_slots.unknown - mega->lost_slots.unbegun
             : vyi_ring_ended(mega);
    uint64_t others = a.faulted + a.refused + a.cancelled;
    a.done = ended > others ? ended - others : 0;
    for (uint32_t i = 0; i < VY_MEGA_TENANTS; i++) {
        uint32_t late = i - VY_MEGA_FIRST_TENANTS;
        bool first = i < VY_MEGA_FIRST_TENANTS;
        *(first ? &a.tenant_ended[i] : &a.late_ended[late]) =
            vyi_ring_counter(mega, MIRROR_TENANTS + i);
        *(first ? &a.tenant_published[i] : &a.late_published[late]) =
            atomic_load(&mega->tenants[i].published);
    }
    a.published = vyi_ring_published(mega);
    a.in_flight = lost ? 0 : a.published - (ended > others ? ended : others);
    a.cancelled += lost ? mega->lost_slots.unbegun : 0;
    a.unseen = count_unseen(mega);
    a.epoch = vyi_ring_epoch(mega);
    a.again = vyi_ring_counter(mega, MIRROR_AGAIN);
    a.starved = vyi_ring_counter(mega, MIRROR_STARVED);
    a.log_written = vyi_ring_counter(mega, MIRROR_LOGGED);
    a.log_dropped = vyi_ring_counter(mega, MIRROR_DROPPED);
    a.heartbeat = vyi_ring_counter(mega, MIRROR_BEATS) + a.published - a.in_flight + a.again;
    for (uint32_t i = 0; i < VY_MEGA_PRIORITIES; i++)
        a.claims[i] = atomic_load(&mega->shared.heads[i]);
    for (uint32_t i = 0; i < VY_MEGA_METRICS; i++)
        a.metrics[i] = vyi_ring_counter(mega, MIRROR_METRICS + i);
    count_workers(mega, &a);
    *account = a;
    return VY_OK;
}

vy_status vy_mega_log(vy_mega *mega, vy_mega_record *records, uint32_t most, uint32_t *count)
{
    if (count)
        *count = 0;
    vy_status status = vyi_ring_enter(mega);
    if (!status && (!count || (most && !records)))
        status = vyi_refuse_null(mega->context, count ? "records" : "count",
                                 "pass room for records, and where their number goes");
    if (status)
        return status;
    _Atomic uint64_t *taken = &mega->shared.tails[RING_LOG_TAKEN];
    pthread_mutex_lock(&mega->watcher.lock);
    for (; *count < most; ++*count) {
        uint32_t at = (uint32_t)atomic_load(taken), place = at & (mega->params.log_records - 1);
        _Atomic uint32_t *r = &mega->shared.log[place * LOG_WORDS];
        if (atomic_load_explicit(&r[LOG_STAMP], memory_order_acquire) != at + 1)
            break;
        records[*count] = (vy_mega_record){
            atomic_load(&r[0]), {atomic_load(&r[1]), atomic_load(&r[2])}, atomic_load(&r[3])};
        // The upper half is another thread's.
        uint64_t one = at == UINT32_MAX ? 1 - ((uint64_t)1 << 32) : 1;
        atomic_fetch_add_explicit(taken, one, memory_order_release);
    }
    pthread_mutex_unlock(&mega->watcher.lock);
    return VY_OK;
}
