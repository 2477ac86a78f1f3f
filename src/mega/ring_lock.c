// The lock of publishers. A lock of the C library gives itself back by an exchange, which waits
// until every slot that was written has arrived; a store does not. Who does not get it looks for a
// while and then lets others run, since its owner may not be running.
#include "mega/ring.h"

#include <sched.h>

enum { LOOKS = 100 };

void vyi_ring_lock(struct vy_mega *m)
{
    for (int i = 1; atomic_exchange_explicit(&m->lock, 1, memory_order_acquire); i++)
        while (atomic_load_explicit(&m->lock, memory_order_relaxed)) {
            if (i++ % LOOKS == 0)
                sched_yield();
            else
                vyi_wait_briefly(1);
        }
}

int vyi_ring_hold(pthread_mutex_t *lock)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_mutex_lock(lock);
    return before;
}

void vyi_ring_let_go(pthread_mutex_t *lock, int before)
{
    pthread_mutex_unlock(lock);
    pthread_setcancelstate(before, &before);
}

void vyi_ring_unlock(struct vy_mega *m)
{
    atomic_store_explicit(&m->lock, 0, memory_order_release);
}
