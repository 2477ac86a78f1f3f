// What has been published and what has ended, from the counters of the workers.
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
