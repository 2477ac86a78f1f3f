// Publishing. One lock for all publishers is held while slots are written; the tails are stored
// under it, so they only rise, and what they cover has been written. In the common case only taking
// that lock waits for earlier stores to complete.
//
// No thread is cancelled in here: half a publication would block everything.
#include "mega/mega.h"
#include "mega/replay.h"
#include "mega/ring.h"

#include <stdio.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

struct publication {
    const vy_mega_publish_params *params;
    uint32_t by_level[VY_MEGA_PRIORITIES];
    bool alike; ///< all items are of one tenant and one priority
    bool batch;
    bool program; ///< the item is that of vy_mega_submit()
    uint64_t epoch;
};

// ---- what can be wrong with items and handlers, found before anything is touched ----
static const struct vyi_ring_opcodes *listed(struct vy_mega *m)
{
    static const struct vyi_ring_opcodes none;
    const struct vyi_ring_opcodes *list = atomic_load_explicit(&m->opcodes, memory_order_acquire);
    return list ? list : &none;
}

static bool handled(struct vy_mega *m, uint32_t opcode)
{
    return vyi_mega_find(listed(m)->at, listed(m)->count, opcode);
}

static bool packed_fits(struct vy_mega *m, const uint32_t *args)
{
    const struct vyi_ring_opcodes *list = listed(m);
    uint32_t op;
    return vyi_mega_packed_check(list->at, list->count, m->params.workspace_words, args, &op);
}

static bool runs(struct vy_mega *m, const vy_mega_item *item)
{
    uint32_t op = item->opcode;
    if (op <= VY_MEGA_OP_BATCH_FENCE || op == VY_MEGA_OP_PRINTF ||
        (op == VY_MEGA_OP_LOAD_MISS && m->io))
        return true;
    return op == VY_MEGA_OP_PACKED ? packed_fits(m, item->args) : handled(m, op);
}

/// Reports what is wrong with an item. Always VY_ERROR_ARGUMENT.
static vy_status refuse(struct vy_mega *m, const vy_mega_item *item, uint32_t i)
{
    const char *what = "opcode", *why = "which nobody handles";
    const char *fix = "use a built-in opcode, or add a handler with vy_mega_add()";
    char value[16];
    snprintf(value, sizeof value, "%#x", item->opcode);
    if (item->tenant >= VY_MEGA_TENANTS) {
        what = "tenant", why = "and there are 0 to 31", fix = "use one that is registered";
        snprintf(value, sizeof value, "%u", item->tenant);
    } else if (item->priority >= VY_MEGA_PRIORITIES) {
        what = "priority", why = "and there are 0 to 4", fix = "use 0 (critical) to 4 (idle)";
        snprintf(value, sizeof value, "%u", item->priority);
    } else if (item->opcode == VY_MEGA_OP_PACKED) {
        why = "and not formed as the kernel runs it", fix = "make it with vy_mega_pack()";
    } else if (item->opcode == VY_MEGA_OP_SHUTDOWN) {
        why = "which is the host's alone", fix = "call vy_mega_shutdown()";
    } else if (item->opcode == VY_MEGA_OP_LOAD_MISS) {
        why = "and the megakernel has no arena";
        fix = "create it with .arena_bytes";
    }
    return vyi_refuse(m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIVE_ITEM), i, what, value, why,
                      fix);
}

/// How many items from this one on are like it, so that what is right for it is so for them; of
/// packed ones, whose arguments may be wrong, each is checked.
static uint32_t alike_from(const vy_mega_item *item, uint32_t most)
{
    uint32_t n = 1;
    if (item->opcode == VY_MEGA_OP_PACKED)
        return 1;
    while (n < most && !((item[n].opcode ^ item->opcode) | (item[n].tenant ^ item->tenant) |
                         (item[n].priority ^ item->priority)))
        n++;
    return n;
}

/// Checks items and reports the first wrong one. Adds up how many there are of each priority;
/// *alike: all are of one priority and tenant.
static vy_status check(struct vy_mega *m, const vy_mega_item *items, uint32_t count,
                       struct publication *p)
{
    p->alike = true;
    for (uint32_t i = 0, n; i < count; i += n) {
        const vy_mega_item *item = &items[i];
        if (item->tenant >= VY_MEGA_TENANTS || item->priority >= VY_MEGA_PRIORITIES ||
            (!p->program && !runs(m, item)))
            return refuse(m, item, i);
        n = alike_from(item, count - i);
        p->by_level[item->priority] += n;
        p->alike &= item->tenant == items->tenant && item->priority == items->priority;
    }
    return VY_OK;
}

vy_status vyi_ring_check_handlers(struct vy_mega *m, const vy_mega_handler *handlers, size_t count)
{
    vy_status status = vyi_mega_check_handlers(m->context, handlers, count);
    for (size_t i = 0; !status && i < count; i++) {
        const vy_mega_handler *h = &handlers[i];
        bool wide = h->width != VY_MEGA_LANE && m->gpu == RING_NARROW;
        if (wide || handled(m, h->opcode))
            status = vyi_refuse(
                m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_LIVE_HANDLER), h->name, h->opcode,
                wide ? "it is as wide as a workgroup, and the ring of this device has none"
                     : "the megakernel has one for this opcode",
                wide ? "make it VY_MEGA_LANE" : "choose another opcode");
    }
    return status;
}

// ---- room ----
// A slot is free again once its ticket has ended and, if it was published with `keep`, its
// completion was read. A batch that has ended frees its slots with one word, stored after all its
// stamps. For slots that were published one by one, and those of a batch in flight, the stamps are
// read, four to a cache line, each of which comes from the cache of its last writer.
enum {
    LINES = 8, ///< of stamps that a GPU wrote: prefetched

    // A run of slots, noted at its first: how many, whether they are kept, its batch.
    RUN_KEPT = 1 << 17,
    RUN_COUNT = RUN_KEPT - 1,
    RUN_EPOCH = 18
};

/// Notes a run of slots of one batch that begins at `slot`; epoch 0: they are of no batch.
static void note_run(struct vy_mega *m, uint32_t slot, uint32_t count, uint64_t epoch, bool keep)
{
    m->runs[slot] = epoch ? epoch << RUN_EPOCH | (keep ? RUN_KEPT : 0) | count : 0;
}

static bool is_free(struct vy_mega *m, uint32_t level, uint64_t sequence)
{
    uint32_t slot = vyi_ring_slot(m, level, sequence);
    return atomic_load_explicit(&m->shared.comp[slot * 4], memory_order_acquire) ==
               (uint32_t)sequence + 1 &&
           !atomic_load_explicit(&m->kept[slot], memory_order_acquire);
}

/// The place of a batch is reused once all up to the first have ended.
static bool has_ended(const struct vy_mega *m, uint64_t epoch)
{
    return epoch <= atomic_load_explicit(&m->epoch, memory_order_acquire) ||
           atomic_load_explicit(&m->shared.ends[(epoch - 1) % RING_BATCHES],
                                memory_order_acquire) == vyi_ring_batch(epoch);
}

static bool all_seen(const struct vy_mega *m, uint32_t level, uint64_t from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (atomic_load_explicit(&m->kept[vyi_ring_slot(m, level, from + i)], memory_order_acquire))
            return false;
    return true;
}

/// Frees the oldest slot; the rest of its run then begins with the next one.
static bool free_one(struct vy_mega *m, uint32_t level, uint64_t run)
{
    uint64_t at = m->freed[level];
    if (m->gpu && !(at & 3)) // loading a line takes longer than reading its stamps
        __builtin_prefetch(&m->shared.comp[vyi_ring_slot(m, level, at + 4 * LINES) * 4]);
    if (!is_free(m, level, at))
        return false;
    m->freed[level]++;
    if ((run & RUN_COUNT) > 1)
        m->runs[vyi_ring_slot(m, level, at + 1)] = run - 1;
    return true;
}

/// With the lock: whether `count` more slots fit at this priority.
static bool has_room(struct vy_mega *m, uint32_t level, uint32_t count)
{
    uint64_t next = atomic_load_explicit(&m->next[level], memory_order_relaxed);
    uint64_t goal = next + count - m->params.slots; // all before it have to be free
    bool polled = false;
    while ((int64_t)(goal - m->freed[level]) > 0) {
        uint64_t at = m->freed[level], run = m->runs[vyi_ring_slot(m, level, at)];
        uint32_t slots = (uint32_t)(run & RUN_COUNT);
        if (run && has_ended(m, run >> RUN_EPOCH) &&
            (!(run & RUN_KEPT) || all_seen(m, level, at, slots))) {
            m->freed[level] += slots;
            continue;
        }
        // Most end in order: the last one needed is the last to end, and reading its stamp takes no
        // line from the kernel that it is about to write.
        if (!polled && !is_free(m, level, goal - 1))
            return false;
        polled = true;
        if (!free_one(m, level, run))
            return false;
    }
    return true;
}

/// Whether another batch fits among those that have not ended.
static bool has_batch(struct vy_mega *m)
{
    // Reading more ends takes lines from the kernel that it is about to write.
    uint64_t numbered = atomic_load_explicit(&m->batches, memory_order_relaxed);
    return numbered - atomic_load(&m->epoch) < RING_BATCHES ||
           numbered - vyi_ring_epoch(m) < RING_BATCHES;
}

// ---- a publication ----
enum {
    BACKOFF = 128, ///< spins: about two microseconds
    AHEAD = 12,    ///< slots that are prefetched before they are written
    MANY = 32,     ///< slots that are stored past the cache instead,
    FEW = 4        ///< and for a GPU, which waits long for modified lines of a cache
};

static bool fits(struct vy_mega *m, const struct publication *p)
{
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (p->by_level[level] && !has_room(m, level, p->by_level[level]))
            return false;
    return !p->batch || has_batch(m);
}

/// VY_OK: with the lock.
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
        if (closed)
            return vyi_refuse(m->context, VY_ERROR_CANCELLED, VYI_DIAG(MEGA_CLOSED));
        if (!vyi_wait_more(m, &w))
            return vyi_wait_over(m);
        vyi_wait_spin(BACKOFF); // or each completion is loaded before the next one is written
        vyi_ring_lock(m);
    }
}

// ---- tenants ----
static bool is_open(struct vy_mega *m, const vy_mega_item *item)
{
    return atomic_load_explicit(&m->tenants[item->tenant].state, memory_order_relaxed) ==
           TENANT_OPEN;
}

/// With the lock, as unregistering: what is counted here is waited for. The first item whose tenant
/// is not open; `count`: all are.
static uint32_t first_closed(struct vy_mega *m, const struct publication *p)
{
    const vy_mega_publish_params *params = p->params;
    uint32_t i = 0;
    if (p->alike)
        return is_open(m, params->items) ? params->count : 0;
    while (i < params->count && is_open(m, &params->items[i]))
        i++;
    return i;
}

static vy_status refuse_closed(struct vy_mega *m, uint32_t i, uint32_t tenant)
{
    bool closing = atomic_load(&m->tenants[tenant].state) == TENANT_CLOSING;
    return vyi_refuse(
        m->context, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_TENANT_MISSING), i, tenant,
        closing ? "was unregistered, and not all of its slots have ended" : "is not registered",
        closing ? "wait for them with vy_mega_tenant_unregister(), or use another number"
                : "vy_mega_tenant_register() it first");
}

// ---- slots ----
/// What neighbouring slots have in common.
struct range {
    uint32_t level, tenant; ///< with its epoch
    uint32_t batch;         ///< in its place
    uint64_t first;         ///< sequence number
    bool past;              ///< they are stored past the cache
};

/// No other thread reads a slot before the tail is stored. It is a cache line that the kernel's
/// processor had last. Many slots are stored past the cache, since each line would have to be
/// transferred first; the kernel loads a few slots faster from the cache.
static void put(_Atomic uint32_t *slot, const vy_mega_item *item, uint32_t uses,
                const struct range *s)
{
    uint32_t status = uses << VY_MEGA_USE_SHIFT | VY_MEGA_PUBLISHED;
    char *to = (char *)slot;
#if defined(__x86_64__)
    if (s->past) {
        __m128i head = _mm_set_epi32((int)(s->level | s->batch), (int)s->tenant, (int)item->opcode,
                                     (int)status);
        _mm_stream_si128((__m128i *)to, head);
        for (int i = 0; i < 3; i++)
            _mm_stream_si128((__m128i *)to + 1 + i,
                             _mm_loadu_si128((const __m128i *)(item->args + 4 * i)));
        return;
    }
#endif
    const uint32_t head[4] = {status, item->opcode, s->tenant, s->level | s->batch};
    memcpy(to, head, sizeof head);
    memcpy(to + sizeof head, item->args, VY_MEGA_ARGS * sizeof *item->args);
}

/// The kernel had it last: prefetched for writing.
static void fetch(struct vy_mega *m, uint32_t slot)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(m->shared.sub[slot * VY_MEGA_SLOT_WORDS]));
#else
    __builtin_prefetch(&m->shared.sub[slot * VY_MEGA_SLOT_WORDS], 1);
#endif
}

static void put_all(struct vy_mega *m, const vy_mega_item *items, uint32_t count,
                    const struct range *s)
{
    int shift = __builtin_ctz(m->params.slots);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t sequence = s->first + i;
        uint32_t slot = vyi_ring_slot(m, s->level, sequence);
        if (!s->past)
            fetch(m, vyi_ring_slot(m, s->level, sequence + AHEAD));
        put(&m->shared.sub[slot * VY_MEGA_SLOT_WORDS], &items[i], (uint32_t)(sequence >> shift) + 1,
            s);
    }
}

/// Marks slots that are kept, and gives tickets.
static void mark(struct vy_mega *m, const vy_mega_publish_params *params, uint32_t at,
                 uint32_t count, const struct range *s)
{
    for (uint32_t i = 0; params->keep && i < count; i++)
        atomic_store_explicit(&m->kept[vyi_ring_slot(m, s->level, s->first + i)], s->first + i + 1,
                              memory_order_relaxed);
    for (uint32_t i = 0; params->tickets && i < count; i++)
        params->tickets[at + i] = (s->first + i + 1) << 3 | s->level;
}

/// Items from this one on that are of one tenant and priority.
static uint32_t range_at(const struct publication *p, uint32_t at)
{
    const vy_mega_item *item = &p->params->items[at];
    uint32_t count = p->params->count - at, same = 1;
    if (p->alike)
        return count;
    while (same < count && item[same].tenant == item->tenant &&
           item[same].priority == item->priority)
        same++;
    return same;
}

static void count_in(struct vyi_ring_tenant *t, uint32_t count)
{
    unsigned long long so_far = atomic_load_explicit(&t->published, memory_order_relaxed);
    atomic_store_explicit(&t->published, so_far + count, memory_order_release);
}

static void write_slots(struct vy_mega *m, const struct publication *p, uint64_t *next)
{
    const vy_mega_publish_params *params = p->params;
    bool past = params->count >= (m->gpu ? FEW : MANY);
    uint32_t batch = p->epoch ? vyi_ring_batch(p->epoch) << 3 : 0;
    for (uint32_t at = 0, count; at < params->count; at += count) {
        const vy_mega_item *item = &params->items[at];
        struct vyi_ring_tenant *t = &m->tenants[item->tenant];
        uint32_t epoch = atomic_load_explicit(&t->epoch, memory_order_relaxed) & 0xffff;
        count = range_at(p, at);
        const struct range s = {item->priority, item->tenant | epoch << 16, batch,
                                next[item->priority], past};
        count_in(t, count);
        put_all(m, item, count, &s);
        mark(m, params, at, count, &s);
        next[item->priority] += count;
    }
#if defined(__x86_64__)
    if (past)
        _mm_sfence(); // a release does not order them
#endif
}

static void put_in(struct vy_mega *m, const struct publication *p)
{
    uint64_t next[VY_MEGA_PRIORITIES];
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++) {
        next[level] = atomic_load_explicit(&m->next[level], memory_order_relaxed);
        if (p->by_level[level])
            note_run(m, vyi_ring_slot(m, level, next[level]), p->by_level[level], p->epoch,
                     p->params->keep);
    }
    write_slots(m, p, next);
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (p->by_level[level]) {
            atomic_store_explicit(&m->next[level], next[level], memory_order_release);
            atomic_store_explicit(&m->shared.tails[level], next[level], memory_order_release);
        }
}

/// The kernel's count of ends in each place only rises, and so does the target.
static void open_batch(struct vy_mega *m, struct publication *p)
{
    p->epoch = atomic_load_explicit(&m->batches, memory_order_relaxed) + 1;
    uint32_t place = (uint32_t)((p->epoch - 1) % RING_BATCHES);
    m->marks[place] += p->params->count;
    atomic_store_explicit(&m->shared.targets[place], m->marks[place], memory_order_relaxed);
    atomic_store_explicit(&m->batches, p->epoch, memory_order_release);
}

static vy_status publish(struct vy_mega *m, struct publication *p)
{
    const vy_mega_publish_params *params = p->params;
    vy_status status = check(m, params->items, params->count, p);
    if (status)
        return status;
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++)
        if (p->by_level[level] > m->params.slots)
            return vyi_refuse(m->context, VY_ERROR_LIMIT, VYI_DIAG(MEGA_BATCH_LARGE),
                              p->by_level[level], level, m->params.slots);
    status = wait_for_room(m, p);
    if (status)
        return status;
    uint32_t closed = first_closed(m, p);
    if (closed < params->count) {
        vyi_ring_unlock(m); // the diag function may publish, or be cancelled
        return refuse_closed(m, closed, params->items[closed].tenant);
    }
    if (m->replay && !p->program)
        status = vyi_replay_add(m->replay, params->items, params->count);
    if (status) {
        vyi_ring_unlock(m);
        return vyi_replay_refuse(m->replay, status);
    }
    if (p->batch)
        open_batch(m, p);
    put_in(m, p);
    vyi_ring_unlock(m);
    vyi_ring_wake(m, false);
    if (m->io)
        vyi_ring_io_wake(m);
    return VY_OK;
}

/// Nothing in publish() is a cancellation point but writing to the log.
static vy_status publish_whole(struct vy_mega *m, struct publication *p)
{
    if (!m->replay)
        return publish(m, p);
    int before = vyi_cancel_disable();
    vy_status status = publish(m, p);
    vyi_cancel_restore(before);
    return status;
}

vy_status vy_mega_publish(vy_mega *mega, const vy_mega_item *item, vy_ticket *ticket)
{
    vy_status status = vyi_ring_enter(mega);
    if (!status && !item)
        status = vyi_refuse_null(mega->context, "item", "pass a vy_mega_item");
    if (status)
        return status;
    const vy_mega_publish_params params = {sizeof params, item, 1, VY_FOREVER, false, ticket};
    struct publication p = {.params = &params};
    return publish_whole(mega, &p);
}

vy_status vyi_ring_publish_program(struct vy_mega *m, const vy_mega_item *item, uint32_t timeout_ms,
                                   bool keep, vy_ticket *ticket)
{
    const vy_mega_publish_params params = {sizeof params, item, 1, timeout_ms, keep, ticket};
    struct publication p = {.params = &params, .program = true};
    return publish(m, &p);
}

vy_status vy_mega_publish_batch(vy_mega *mega, const vy_mega_publish_params *params,
                                uint64_t *epoch)
{
    vy_mega_publish_params given = vy_mega_publish_defaults();
    vy_status status = vyi_ring_enter(mega);
    if (!status)
        status = vyi_params_read(mega->context, vy_mega_publish_params, params, &given);
    if (status)
        return status;
    if (!params || (given.count && !given.items))
        return vyi_refuse_null(mega->context, params ? "items" : "params",
                               "pass the items and how many there are");
    if (given.count && given.keep && !given.tickets)
        return vyi_refuse_null(mega->context, "tickets",
                               "pass room for them, or do not keep: slots that are kept are free "
                               "once somebody has asked for their tickets");
    struct publication p = {.params = &given, .batch = true};
    status = given.count ? publish_whole(mega, &p) : VY_OK;
    if (epoch)
        *epoch = status || !given.count ? atomic_load(&mega->epoch) : p.epoch;
    return status;
}
