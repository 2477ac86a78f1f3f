// A megakernel without its kernel: the device is lost, or the process was forked.
//
// A lost device ends everything at once. Completions that were stored stand. Slots that no worker
// had claimed were not executed: heads are stored before a slot begins. The fate of the other slots
// is unknown. Effects in device memory are lost.
//
// A child process has no workers, so waiting there would never end. It finds a zeroed page where
// its parent has a word, which costs publishers one load.
#include "mega/ring.h"

#include <sys/mman.h>

// ---- a lost device ----
/// Counts the tickets that did not end. With the publishers' lock, and without any launch.
static void count_lost(struct vy_mega *m)
{
    for (uint32_t level = 0; level < VY_MEGA_PRIORITIES; level++) {
        uint64_t next = atomic_load(&m->next[level]), slots = m->params.slots;
        for (uint64_t at = next > slots ? next - slots : 0; at < next; at++) {
            uint32_t slot = vyi_ring_slot(m, level, at);
            if (atomic_load(&m->shared.comp[slot * 4 + COMP_STAMP]) == (uint32_t)at + 1)
                continue;
            if (vyi_ring_claimed(m, level, at))
                m->lost_slots.unknown++;
            else
                m->lost_slots.unbegun++;
        }
    }
}

bool vyi_ring_claimed(const struct vy_mega *m, uint32_t level, uint64_t sequence)
{
    return sequence < atomic_load(&m->shared.heads[level]);
}

void vyi_ring_lose(struct vy_mega *m)
{
    unsigned well = RING_WELL;
    if (!atomic_compare_exchange_strong(&m->lost, &well, RING_LOSING))
        return;
    for (uint32_t i = 0; i < m->threads; i++)
        atomic_store(&m->workers[i].cancel, true);
    pthread_rwlock_wrlock(&m->loaded); // no launch runs, and none will begin
    vyi_ring_lock(m);
    atomic_store(&m->closed, true);
    count_lost(m);
    if (m->gpu)
        vyi_ring_copy_memory(m);
    atomic_store(&m->lost, RING_LOST);
    vyi_ring_unlock(m);
    pthread_rwlock_unlock(&m->loaded);
}

vy_status vyi_ring_refuse_lost(struct vy_mega *m)
{
    return vyi_refuse(m->context, VY_ERROR_DEVICE, VYI_DIAG(MEGA_LOST), m->device->params.name,
                      (unsigned long long)m->lost_slots.unbegun,
                      (unsigned long long)m->lost_slots.unknown);
}

// ---- a fork ----
vy_status vyi_ring_settle_home(struct vy_mega *m)
{
    void *page =
        mmap(NULL, sizeof *m->home, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return VY_ERROR_MEMORY;
    madvise(page, sizeof *m->home, MADV_WIPEONFORK);
    m->home = page;
    atomic_store(m->home, 1);
    return VY_OK;
}

void vyi_ring_leave_home(struct vy_mega *m)
{
    if (m->home)
        munmap((void *)m->home, sizeof *m->home);
}

vy_status vyi_ring_refuse_fork(struct vy_mega *m)
{
    return vyi_refuse(m->context, VY_ERROR_DEVICE, VYI_DIAG(DEVICE_FORKED), m->device->params.name);
}
