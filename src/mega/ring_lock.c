// The publishers' lock is a word. Releasing a lock of the C library is an exchange, which waits
// until every slot that was written has arrived: as long as writing some dozen slots. Releasing
// this one is a store.
#include "mega/ring.h"

#include <sched.h>

enum { POLLS = 100, YIELDS = 10, NAP_NS = 50000 };

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
    if (i % POLLS)
        vyi_wait_spin(1);
    else if (i / POLLS < YIELDS)
        sched_yield();
    else
        vyi_futex_sleep(&never, 0, NAP_NS);
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
