// Processes whose start is measured, and the folder for their files.
#include "bench.h"

#include <fcntl.h>
#include <ftw.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
    (void)st, (void)kind, (void)walk;
    return remove(path);
}

void bench_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/// Starts it with that as its output.
static bool start(char *const *words, int output, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(pid, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    return !failed;
}

static bool ended_well(pid_t pid)
{
    int state;
    return waitpid(pid, &state, 0) == pid && WIFEXITED(state) && !WEXITSTATUS(state);
}

double bench_process(char *const *words)
{
    pid_t pid;
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    double from = now_ms();
    bool good = nowhere >= 0 && start(words, nowhere, &pid) && ended_well(pid);
    close(nowhere);
    return good ? now_ms() - from : -1;
}

bool bench_arrival(char *const *words, size_t result, struct bench_arrival *a)
{
    pid_t pid;
    int ends[2];
    ssize_t n = 1;
    *a = (struct bench_arrival){0};
    if (pipe2(ends, O_CLOEXEC))
        return false;
    double from = now_ms();
    bool good = start(words, ends[1], &pid);
    close(ends[1]);
    while (good && n > 0 && a->bytes < sizeof a->said) {
        n = read(ends[0], a->said + a->bytes, sizeof a->said - a->bytes);
        a->bytes += n > 0 ? (size_t)n : 0;
        if (!a->ms && a->bytes >= result)
            a->ms = now_ms() - from;
    }
    close(ends[0]);
    good = good && ended_well(pid) && a->ms > 0;
    a->whole_ms = now_ms() - from;
    return good;
}

bool bench_room(char folder[64])
{
    const char *under = getenv("TMPDIR");
    if (!under || strlen(under) > 32)
        under = P_tmpdir;
    snprintf(folder, 64, "%s/vyre-bench-XXXXXX", under);
    if (mkdtemp(folder))
        return true;
    print_error("%s: cannot be made; set TMPDIR to a folder that can be written", folder);
    return false;
}
