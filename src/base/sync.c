// See sync.h.
#include "base/sync.h"

#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void vyi_futex_sleep(atomic_uint *word, unsigned value, uint64_t most_ns)
{
    struct timespec most = {(time_t)(most_ns / 1000000000u), (long)(most_ns % 1000000000u)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, most_ns ? &most : NULL, NULL, 0);
}

void vyi_futex_wake(atomic_uint *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

int vyi_thread_create(pthread_t *thread, void *(*run)(void *), void *user)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

bool vyi_leave_processor(int processor)
{
    cpu_set_t all, others;
    if (processor < 0 || processor != sched_getcpu())
        return true;
    if (sched_getaffinity(0, sizeof all, &all))
        return false;
    others = all;
    CPU_CLR(processor, &others);
    if (!CPU_COUNT(&others) || sched_setaffinity(0, sizeof others, &others))
        return false;
    (void)sched_setaffinity(0, sizeof all, &all);
    return true;
}

int vyi_cancel_disable(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void vyi_cancel_restore(int before)
{
    pthread_setcancelstate(before, &before);
}

int vyi_mutex_hold(pthread_mutex_t *lock)
{
    int before = vyi_cancel_disable();
    pthread_mutex_lock(lock);
    return before;
}

void vyi_mutex_release(pthread_mutex_t *lock, int before)
{
    pthread_mutex_unlock(lock);
    vyi_cancel_restore(before);
}
