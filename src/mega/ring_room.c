// Room in the ring. A slot is free again once its ticket has ended and, if it was published with
// `keep`, its completion was read.
//
// A batch that has ended frees its slots with one word, stored after all its stamps. For slots that
// were published one by one, and those of a batch in flight, the stamps are read, four to a cache
// line, each of which comes from the cache of its last writer.
#include "mega/ring.h"

enum {
    LINES = 8, ///< of stamps that a GPU wrote: prefetched

    // A run of slots, noted at its first: how many, whether they are kept, its batch.
    RUN_KEPT = 1 << 17,
    RUN_COUNT = RUN_KEPT - 1,
    RUN_EPOCH = 18
};

void vyi_ring_run(struct vy_mega *m, uint32_t slot, uint32_t count, uint64_t epoch, bool keep)
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

bool vyi_ring_room(struct vy_mega *m, uint32_t level, uint32_t count)
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

bool vyi_ring_has_batch(struct vy_mega *m)
{
    // Reading more ends takes lines from the kernel that it is about to write.
    uint64_t numbered = atomic_load_explicit(&m->batches, memory_order_relaxed);
    return numbered - atomic_load(&m->epoch) < RING_BATCHES ||
           numbered - vyi_ring_epoch(m) < RING_BATCHES;
}
