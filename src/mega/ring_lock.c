// The locks of the ring. The one of publishers is a word: taking one of the C library, or giving it
// back, is an exchange, which waits until every slot that was written has arrived: as long as
// writing some dozen of them. Giving this one back is a store.
#include "mega/ring.h"

#include <sched.h>

enum { LOOKS = 100, YIELDS = 10, NAP_NS = 50000 };

/// Lets some time pass, at the i-th look: who is waited for may not be running. A thread of a
/// higher priority that yields does not let it run; one that sleeps does. Who writes to a log on a
/// slow disk is waited for asleep, too.
static void pass_time(unsigned i)
{
    atomic_uint never = 0;
    if (i % LOOKS)
        vyi_wait_briefly(1);
    else if (i / LOOKS < YIELDS)
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

int vyi_ring_stay(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void vyi_ring_may_go(int before)
{
    pthread_setcancelstate(before, &before);
}

int vyi_ring_hold(pthread_mutex_t *lock)
{
    int before = vyi_ring_stay();
    pthread_mutex_lock(lock);
    return before;
}

void vyi_ring_let_go(pthread_mutex_t *lock, int before)
{
    pthread_mutex_unlock(lock);
    vyi_ring_may_go(before);
}
