// A clock that runs $VYRE_HURRY times as fast, for LD_PRELOAD: to the program the machine is that
// much slower. No test may fail by it (tests/checks/hurry.sh).
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static int (*real_gettime)(clockid_t clock, struct timespec *t);
static int (*real_timedwait)(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until);
static int64_t times = 1;

static int64_t ns_of(const struct timespec *t)
{
    return t->tv_sec * 1000000000 + t->tv_nsec;
}

static struct timespec time_of(int64_t ns)
{
    return (struct timespec){ns / 1000000000, ns % 1000000000};
}

__attribute__((constructor)) static void begin(void)
{
    const char *asked = getenv("VYRE_HURRY");
    void *found = dlsym(RTLD_NEXT, "clock_gettime");
    real_gettime = (int (*)(clockid_t, struct timespec *))(uintptr_t)found;
    found = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    real_timedwait =
        (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))(uintptr_t)found;
    times = asked ? strtoll(asked, NULL, 10) : 1;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *t)
{
    int failed = real_gettime(clock, t);
    if (!failed && clock == CLOCK_MONOTONIC)
        *t = time_of(ns_of(t) * times);
    return failed;
}

/// The library's conditions have that clock, too.
__attribute__((visibility("default"))) int
pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    const struct timespec t = time_of(ns_of(until) / times);
    return real_timedwait(c, m, &t);
}
