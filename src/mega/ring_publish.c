// Publishing. One lock for all publishers, held while slots are written; the tails are stored in
// it, so they only ever rise, and what they cover has been written. A slot is free again once its
// last ticket has ended and, where somebody asked for that, its end has been seen.
//
// Threads may be cancelled anywhere, but not in here: half a publication would hold up everything.
#include "mega/replay.h"
#include "mega/ring.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum {
    PATIENCE = 128, ///< looks at nothing: about two microseconds
    AHEAD = 12,     ///< slots that are fetched before they are written
    MANY = 32,      ///< slots that go past the cache instead,
    FEW = 4,        ///< and for a GPU, which waits long for lines that a cache has changed
    LINES = 32      ///< of ends that are fetched before they are looked at
};

// ---- room ----
static bool is_free(struct vy_mega *m, uint32_t level, uint64_t sequence)
{
    uint32_t slot = vyi_ring_slot(m, level, sequence);
    return atomic_load_explicit(&m->comp[slot * 4], memory_order_acquire) ==
               (uint32_t)sequence + 1 &&
           !atomic_load_explicit(&m->kept[slot], memory_order_acquire);
}

/// Whether `count` more slots fit at this priority.
static bool has_room(struct vy_mega *m, uint32_t level, uint32_t count)
{
    uint64_t next = atomic_load_explicit(&m->next[level], memory_order_relaxed);
    if (m->gpu) // a line of ends comes from farther away than it takes to look at it
        for (uint32_t i = 0; i < count && i < LINES * 4; i += 4)
            __builtin_prefetch(&m->comp[vyi_ring_slot(m, level, m->freed[level] + i) * 4]);
    while (m->params.slots - (next - m->freed[level]) < count) {
        if (!is_free(m, level, m->freed[level]))
            return false;
        m->freed[level]++;
    }
    return true;
}

/// A number for a batch, and its place among those that have not ended.
static bool has_batch(struct vy_mega *m)
{
    // Looking for more that have ended takes lines from the kernel that it is about to write.
    uint64_t numbered = atomic_load_explicit(&m->batches, memory_order_relaxed);
    return numbered - atomic_load(&m->epoch) < RING_BATCHES ||
           numbered - vyi_ring_epoch(m) < RING_BATCHES;
}

struct publication {
    const vy_mega_publish_params *params;
    uint32_t by_level[VY_MEGA_PRIORITIES];
    bool batch;
    uint64_t epoch;
};

static bool fits(struct vy_mega *m, const struct publication *p)
{
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (p->by_level[level] && !has_room(m, level, p->by_level[level]))
            return false;
    return !p->batch || has_batch(m);
}

/// With the lock afterwards, where it is VY_OK.
static vy_status wait_for_room(struct vy_mega *m, const struct publication *p)
{
    vyi_ring_lock(m);
    if (!atomic_load_explicit(&m->closed, memory_order_relaxed) && fits(m, p))
        return VY_OK;
    struct vyi_wait w = vyi_wait_begin(p->params->timeout_ms);
    for (;;) {
        bool closed = atomic_load(&m->closed);
        if (!closed && fits(m, p))
            return VY_OK;
        vyi_ring_unlock(m);
        if (closed && vyi_ring_is_lost(m))
            return vyi_ring_refuse_lost(m);
        if (closed) {
            vyi_complain(m->context, VYI_DIAG(MEGA_CLOSED));
            return VY_ERROR_CANCELLED;
        }
        if (!vyi_wait_more(m, &w))
            return vyi_wait_over(m);
        vyi_wait_briefly(PATIENCE); // or every completion is fetched before the next one is there
        vyi_ring_lock(m);
    }
}

// ---- tenants ----
/// With the lock, as those who unregister: what is counted here is waited for. The first item whose
/// tenant is not open; `count` where all are.
static uint32_t first_closed(struct vy_mega *m, const vy_mega_item *items, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && atomic_load_explicit(&m->tenants[items[i].tenant].state,
                                             memory_order_relaxed) == TENANT_OPEN)
        i++;
    return i;
}

static void count_in(struct vy_mega *m, const vy_mega_item *items, uint32_t count)
{
    for (uint32_t i = 0, same = 1; i < count; i += same, same = 1) {
        while (i + same < count && items[i + same].tenant == items[i].tenant)
            same++;
        atomic_ullong *published = &m->tenants[items[i].tenant].published;
        unsigned long long so_far = atomic_load_explicit(published, memory_order_relaxed);
        atomic_store_explicit(published, so_far + same, memory_order_release);
    }
}

// ---- slots ----
/// Nobody else looks at a slot before the tail is stored. It is a line of the cache, which the
/// kernel's processor had last: of many, each would have to be given up first, so they go past the
/// cache; the kernel finds a few sooner in there.
static void put_line(_Atomic uint32_t *slot, const uint32_t head[4], const uint32_t *args,
                     bool past)
{
    char *to = (char *)slot;
#if defined(__x86_64__)
    if (past) {
        for (int i = 0; i < 4; i++)
            _mm_stream_si128((__m128i *)to + i,
                             _mm_loadu_si128((const __m128i *)(i ? args + 4 * (i - 1) : head)));
        return;
    }
#endif
    (void)past;
    memcpy(to, head, 4 * sizeof *head);
    memcpy(to + 4 * sizeof *head, args, VY_MEGA_ARGS * sizeof *args);
}

static void put(struct vy_mega *m, const vy_mega_item *item, uint32_t slot, uint64_t sequence,
                uint32_t batch, bool past)
{
    uint32_t epoch =
        atomic_load_explicit(&m->tenants[item->tenant].epoch, memory_order_relaxed) & 0xffff;
    uint32_t uses = (uint32_t)(sequence / m->params.slots) + 1;
    const uint32_t head[4] = {uses << VY_MEGA_USE_SHIFT | VY_MEGA_PUBLISHED, item->opcode,
                              item->tenant | epoch << 16, item->priority | batch << 3};
    put_line(&m->sub[slot * VY_MEGA_SLOT_WORDS], head, item->args, past);
}

/// The kernel had it last: it is fetched before it is needed, to be written.
static void fetch(struct vy_mega *m, uint32_t slot)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(m->sub[slot * VY_MEGA_SLOT_WORDS]));
#else
    __builtin_prefetch(&m->sub[slot * VY_MEGA_SLOT_WORDS], 1);
#endif
}

static void write_slots(struct vy_mega *m, const struct publication *p)
{
    const vy_mega_publish_params *params = p->params;
    uint64_t next[VY_MEGA_PRIORITIES];
    bool past = params->count >= (m->gpu ? FEW : MANY);
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        next[level] = atomic_load_explicit(&m->next[level], memory_order_relaxed);
    count_in(m, params->items, params->count);
    for (uint32_t i = 0; i < params->count; i++) {
        const vy_mega_item *item = &params->items[i];
        uint64_t sequence = next[item->priority]++;
        uint32_t slot = vyi_ring_slot(m, item->priority, sequence);
        if (!past)
            fetch(m, vyi_ring_slot(m, item->priority, sequence + AHEAD));
        if (params->keep)
            atomic_store_explicit(&m->kept[slot], sequence + 1, memory_order_relaxed);
        put(m, item, slot, sequence, p->epoch ? vyi_ring_batch(p->epoch) : 0, past);
        if (params->tickets)
            params->tickets[i] = (sequence + 1) << 3 | item->priority;
    }
#if defined(__x86_64__)
    if (past)
        _mm_sfence(); // a release does not wait for them
#endif
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (p->by_level[level]) {
            atomic_store_explicit(&m->next[level], next[level], memory_order_release);
            atomic_store_explicit(&m->tails[level], next[level], memory_order_release);
        }
}

/// The kernel counts what ends in each place and never goes back, and neither does the target.
static void open_batch(struct vy_mega *m, struct publication *p)
{
    p->epoch = atomic_load(&m->batches) + 1;
    uint32_t place = (uint32_t)((p->epoch - 1) % RING_BATCHES);
    m->marks[place] += p->params->count;
    atomic_store_explicit(&m->targets[place], m->marks[place], memory_order_relaxed);
    atomic_store(&m->batches, p->epoch);
}

static vy_status publish(struct vy_mega *m, struct publication *p)
{
    const vy_mega_publish_params *params = p->params;
    vy_status status = vyi_ring_check(m, params->items, params->count);
    if (status)
        return status;
    for (uint32_t i = 0; i < params->count; i++)
        p->by_level[params->items[i].priority]++;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (p->by_level[level] > m->params.slots) {
            vyi_complain(m->context, VYI_DIAG(MEGA_BATCH_LARGE), p->by_level[level], level,
                         m->params.slots);
            return VY_ERROR_LIMIT;
        }
    status = wait_for_room(m, p);
    if (status)
        return status;
    uint32_t closed = first_closed(m, params->items, params->count);
    if (closed < params->count) {
        vyi_ring_unlock(m); // whoever is told may be cancelled there, or publish
        vyi_complain(m->context, VYI_DIAG(MEGA_TENANT_MISSING), params->items[closed].tenant);
        return VY_ERROR_ARGUMENT;
    }
    if (m->replay)
        status = vyi_replay_add(m->replay, params->items, params->count);
    if (status) {
        vyi_ring_unlock(m);
        return status;
    }
    if (p->batch)
        open_batch(m, p);
    write_slots(m, p);
    vyi_ring_unlock(m);
    vyi_ring_wake(m, false);
    return VY_OK;
}

/// Nothing in publish() is a cancellation point but writing to the log.
static vy_status publish_whole(struct vy_mega *m, struct publication *p)
{
    int before;
    if (!m->replay)
        return publish(m, p);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    vy_status status = publish(m, p);
    pthread_setcancelstate(before, &before);
    return status;
}

vy_status vy_mega_publish(vy_mega *mega, const vy_mega_item *item, vy_ticket *ticket)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (!item)
        return vyi_refuse_null(mega->context, "vy_mega_publish", "item", "pass a vy_mega_item");
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    const vy_mega_publish_params params = {item, 1, VY_FOREVER, false, ticket};
    struct publication p = {.params = &params};
    return publish_whole(mega, &p);
}

vy_status vy_mega_publish_batch(vy_mega *mega, const vy_mega_publish_params *params,
                                uint64_t *epoch)
{
    if (!mega)
        return VY_ERROR_ARGUMENT;
    if (!params || (params->count && !params->items))
        return vyi_refuse_null(mega->context, "vy_mega_publish_batch", params ? "items" : "params",
                               "pass the items and how many there are");
    if (vyi_ring_forked(mega))
        return vyi_ring_refuse_fork(mega);
    struct publication p = {.params = params, .batch = true};
    vy_status status = params->count ? publish_whole(mega, &p) : VY_OK;
    if (epoch)
        *epoch = status || !params->count ? atomic_load(&mega->epoch) : p.epoch;
    return status;
}
