#include "stop.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void stop_block(struct stop_watch *w, sigset_t *before)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&w->asked);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction is;
        if (!sigaction(signals[i], NULL, &is) && is.sa_handler != SIG_IGN)
            sigaddset(&w->asked, signals[i]);
    }
    (void)pthread_sigmask(SIG_BLOCK, &w->asked, before);
}

void stop_unblock(const sigset_t *before)
{
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

/// A key of the terminal reaches every process of a group, and the parent passes it on as well: of
/// each of the two, only a second one means haste.
static void *take_signals(void *user)
{
    struct stop_watch *w = user;
    bool before[2] = {false, false};
    sigset_t all = w->asked;
    sigaddset(&all, SIGUSR1); // of stop_end()
    while (!w->over) {
        siginfo_t info;
        int signal = sigwaitinfo(&all, &info);
        if (signal <= 0 || signal == SIGUSR1)
            continue;
        bool passed_on = info.si_code == SI_USER && info.si_pid == getppid();
        if (before[passed_on])
            _exit(STOP_CODE + signal);
        before[passed_on] = true;
        if (!w->got)
            w->got = signal;
    }
    return NULL;
}

bool stop_begin(struct stop_watch *w)
{
    sigset_t own, before;
    sigemptyset(&own);
    sigaddset(&own, SIGUSR1);
    (void)pthread_sigmask(SIG_BLOCK, &own, &before); // the thread inherits it
    w->running = !pthread_create(&w->thread, NULL, take_signals, w);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return w->running;
}

void stop_end(struct stop_watch *w)
{
    w->over = true;
    if (w->running) {
        (void)pthread_kill(w->thread, SIGUSR1);
        (void)pthread_join(w->thread, NULL);
    }
    w->running = false;
}

/// A while, or until a signal comes; 0: none did.
static int wait_a_while(const sigset_t *asked)
{
    static const struct timespec pause = {.tv_nsec = 20000000};
    int signal = sigtimedwait(asked, NULL, &pause);
    return signal < 0 ? 0 : signal;
}

void stop_wait(const struct stop_watch *w, pid_t child, int *state)
{
    *state = 0;
    for (;;) {
        pid_t ended = waitpid(child, state, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return;
        int signal = wait_a_while(&w->asked);
        if (signal)
            (void)kill(child, signal);
    }
}
