// PyTorch as a peer: a process of its own that is asked for one kernel after the other, while ours
// and the other peers rest.
#include "cuda.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/// Becomes the process; its messages are dropped.
static void become(const char *script, const int to[2], const int from[2])
{
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    if (!freopen("/dev/null", "w", stderr))
        _exit(127);
    for (int i = 0; i < 2; i++) {
        close(to[i]);
        close(from[i]);
    }
    signal(SIGPIPE, SIG_DFL);
    execlp("python3", "python3", script, (char *)NULL);
    _exit(127);
}

void cuda_torch_open(struct cuda_torch *t, const char *peers)
{
    char path[4096];
    int to[2], from[2];
    *t = (struct cuda_torch){.absent = "PyTorch with a GPU is not here"};
    if (peers && !bench_wanted(peers, "torch"))
        t->absent = "not asked for";
    else if (bench_file(path, sizeof path, "bench/cuda", "peers.py") && !pipe(to)) {
        if (pipe(from)) {
            close(to[0]);
            close(to[1]);
            return;
        }
        signal(SIGPIPE, SIG_IGN); // it may end at once
        t->process = fork();
        if (!t->process)
            become(path, to, from);
        close(to[0]);
        close(from[1]);
        t->to = fdopen(to[1], "w");
        t->from = fdopen(from[0], "r");
        t->absent = t->process > 0 && t->to && t->from ? NULL : t->absent;
    }
}

double cuda_torch_time(struct cuda_torch *t, const struct bench_work *w)
{
    char line[64];
    if (t->absent)
        return 0;
    bool asked = fprintf(t->to, "%s %llu %llu\n", w->name, (unsigned long long)w->number[0],
                         (unsigned long long)w->number[1]) > 0 &&
                 !fflush(t->to);
    if (!asked || !fgets(line, sizeof line, t->from)) {
        t->absent = "PyTorch with a GPU is not here";
        return 0;
    }
    return strtod(line, NULL) / 1e3;
}

void cuda_torch_close(struct cuda_torch *t)
{
    if (t->to)
        fclose(t->to);
    if (t->from)
        fclose(t->from);
    if (t->process > 0)
        waitpid(t->process, NULL, 0);
    *t = (struct cuda_torch){.absent = "closed"};
}
