// Being asked to stop: what runs ends, what ran is told, and no process is left behind.
#ifndef VYRE_TOOL_CONFORM_STOP_H
#define VYRE_TOOL_CONFORM_STOP_H

#include "tools/common/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>

enum { STOP_CODE = 128 }; ///< and the number of the signal: the exit code, as shells have it

/// Signals are taken by a thread rather than a handler, so that nothing of it is global.
struct stop_watch {
    sigset_t asked; ///< that ask to stop: all of them that are not ignored
    atomic_int got; ///< the first that came; 0: none
    atomic_bool over;
    bool running;
    pthread_t thread;
};

/// From here on those signals wait, in this thread and in what it starts; `before` is for
/// stop_unblock().
void stop_block(struct stop_watch *w, sigset_t *before);
void stop_unblock(const sigset_t *before);

/// Takes signals until stop_end(). A second one ends the process at once.
bool stop_begin(struct stop_watch *w);
void stop_end(struct stop_watch *w);

/// Waits for a process, and passes on to it what asks this one to stop. `state` as of waitpid().
void stop_wait(const struct stop_watch *w, pid_t child, int *state);

#endif
