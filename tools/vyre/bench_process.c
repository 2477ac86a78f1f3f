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

double bench_process(char *const *words, const char *output)
{
    posix_spawn_file_actions_t files;
    int state;
    pid_t pid;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output ? output : "/dev/null",
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    double from = now_ms();
    int failed = posix_spawn(&pid, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed || waitpid(pid, &state, 0) != pid || !WIFEXITED(state) || WEXITSTATUS(state))
        return -1;
    return now_ms() - from;
}

bool bench_room(char folder[64])
{
    const char *under = getenv("TMPDIR");
    if (!under || strlen(under) > 32)
        under = P_tmpdir;
    snprintf(folder, 64, "%s/vyre-bench-XXXXXX", under);
    if (mkdtemp(folder))
        return true;
    say("%s: cannot be made; set TMPDIR to a folder that can be written", folder);
    return false;
}
