// The lock of publishers. Taking one of the C library, or giving it back, is an exchange, which
// waits until every slot that was written has arrived: as long as writing some dozen of them. So
// giving this one back is a store, and a thread that had it many times in a row is favoured: it
// takes it with a store and a load, too.
//
//   the favoured   stores that it is inside, and looks whether it still is the favoured
//   another one    has the lock proper, stores that nobody is favoured, has the system order the
//                  memory of all threads, and waits until the favoured is not inside
//
// One of the two sees the other. Each favour has a word of its own for being inside, or one who has
// lost it, and learns of that late, would take back what the next one stored. So there are only so
// many; a thread that loses one every now and then goes on with exchanges.
#include "mega/ring.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    LOOKS = 100,
    OFTEN = 64,                     ///< in a row, before a thread is favoured
    FAVOUR_MASK = RING_FAVOURS - 1, ///< which favour it is: in bits that no name of a thread has
    /// Where the process was forbidden to ask, since it began: each processor that runs a thread
    /// has been interrupted meanwhile, which orders its memory, too.
    FORBIDDEN_NS = 20 * 1000000
};

void vyi_ring_order_all(void)
{
    atomic_uint never = 0;
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) < 0)
        vyi_futex_sleep(&never, 0, FORBIDDEN_NS);
}

/// Lets some time pass, at the i-th look: who is waited for may not be running.
static void pass_time(int i)
{
    if (i % LOOKS == 0)
        sched_yield();
    else
        vyi_wait_briefly(1);
}

static uint64_t this_thread(void)
{
    uint64_t name = (uint64_t)(uintptr_t)pthread_self();
    return name & FAVOUR_MASK ? 0 : name;
}

static bool enter_favoured(struct vy_mega *m, uint64_t me)
{
    uint64_t favour = atomic_load_explicit(&m->favour, memory_order_relaxed);
    if (!me || (favour & ~(uint64_t)FAVOUR_MASK) != me)
        return false;
    atomic_uint *inside = &m->inside[favour & FAVOUR_MASK];
    // A thread of the same name may have had it before; what it did is over.
    (void)atomic_load_explicit(inside, memory_order_acquire);
    atomic_store_explicit(inside, 1, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst); // the rest is for others to order
    if (atomic_load_explicit(&m->favour, memory_order_relaxed) == favour) {
        m->entered = inside;
        return true;
    }
    atomic_store_explicit(inside, 0, memory_order_release);
    return false;
}

/// With the lock proper.
static void end_favour(struct vy_mega *m)
{
    uint64_t favour = atomic_load_explicit(&m->favour, memory_order_relaxed);
    if (!favour)
        return;
    atomic_store_explicit(&m->favour, 0, memory_order_relaxed);
    vyi_ring_order_all();
    for (int i = 1; atomic_load_explicit(&m->inside[favour & FAVOUR_MASK], memory_order_acquire);
         i++)
        pass_time(i);
    m->in_a_row = 0;
}

/// The same. For the next time: this once the lock proper is given back.
static void give_favour(struct vy_mega *m, uint64_t me)
{
    m->in_a_row = m->last == me ? m->in_a_row + 1 : 0;
    m->last = me;
    if (me && m->barrier && m->in_a_row >= OFTEN && m->favours < RING_FAVOURS)
        atomic_store_explicit(&m->favour, me | m->favours++, memory_order_relaxed);
}

void vyi_ring_lock(struct vy_mega *m)
{
    uint64_t me = this_thread();
    if (enter_favoured(m, me))
        return;
    for (int i = 1; atomic_exchange_explicit(&m->lock, 1, memory_order_acquire); i++)
        while (atomic_load_explicit(&m->lock, memory_order_relaxed))
            pass_time(i++);
    end_favour(m);
    m->entered = &m->lock;
    give_favour(m, me);
}

void vyi_ring_unlock(struct vy_mega *m)
{
    atomic_store_explicit(m->entered, 0, memory_order_release);
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
