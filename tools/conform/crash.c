#include "crash.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIAL_SECONDS = 60 };

static void *shared_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/// The signal that ended a process, else 0.
static int wait_for(pid_t child)
{
    int state = 0;
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    return WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

/// In a child: nothing asks it to stop once its parent is gone, and a long run would go on unseen.
static void end_with(pid_t parent)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) // it went before that
        _exit(EXIT_SYSTEM);
}

int crash_guard(struct crash_watch **watch, const struct stop_watch *stop, int (*body)(void *user),
                void *user, int *signal)
{
    int state;
    *signal = 0;
    *watch = shared_memory(sizeof **watch);
    fflush(NULL);
    pid_t self = getpid();
    pid_t child = *watch ? fork() : -1;
    if (child < 0) // without a guard, then
        return body(user);
    if (!child) {
        end_with(self);
        int code = body(user);
        if (fflush(stdout) || ferror(stdout)) {
            print_error("cannot write to stdout");
            code = code ? code : EXIT_SYSTEM;
        }
        exit(code);
    }
    stop_wait(stop, child, &state);
    *signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    return WIFEXITED(state) ? WEXITSTATUS(state) : EXIT_SYSTEM;
}

void crash_end(struct crash_watch *watch)
{
    if (watch)
        (void)munmap(watch, sizeof *watch);
}

int crash_trial(const char *const *devices, uint32_t count, const vy_device_params *how,
                struct trial *t)
{
    struct trial *shared = shared_memory(sizeof *shared);
    int signal = 0;
    fflush(NULL);
    pid_t self = getpid();
    pid_t child = shared ? fork() : -1;
    if (!child) {
        end_with(self);
        struct bench_of_trials *b = must_alloc(sizeof *b);
        *shared = *t;
        (void)alarm(TRIAL_SECONDS); // a process that does not end is ended
        if (trials_begin(b, devices, count, how))
            conform_trial_run(b, shared);
        _exit(0);
    }
    t->end = TRIAL_SAME;
    if (child > 0) {
        signal = wait_for(child);
        *t = *shared;
    }
    if (signal) {
        t->end = TRIAL_DIFFERS;
        snprintf(t->problem, sizeof t->problem, "the process is ended by a signal: %s",
                 strsignal(signal));
    }
    if (shared)
        (void)munmap(shared, sizeof *shared);
    return signal;
}
