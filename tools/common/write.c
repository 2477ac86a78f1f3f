// Writing files whole or not at all: into a temporary file beside the target, which is then
// renamed. A path that is a symbolic link stands for what it leads to. A signal that ends the tool
// removes the temporary file first.
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PATH = 4096, MOST_LINKS = 40, MOST_NAME = 200 };

// ---- what a path stands for ----
/// The number in a path that stands for an open file of this process; -1: it does not.
static int open_file_in(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]), digits = 0;
        if (!strncmp(path, folders[i], length))
            digits = strspn(path + length, "0123456789");
        if (digits && digits < 9 && !path[length + digits])
            return atoi(path + length);
    }
    return -1;
}

/// Where the bytes go, links followed; NULL: to a device, a pipe or an open file, which take them
/// as they come; *fd is the number of the open file, else -1. To be freed.
static char *target_of(const char *path, int *fd)
{
    char link[MOST_PATH];
    struct stat st;
    size_t length = strlen(path) + 1;
    char *at = strcmp(path, "-") ? memcpy(must_alloc(length), path, length) : NULL;
    *fd = at ? -1 : STDOUT_FILENO;
    for (int i = 0; at && i < MOST_LINKS; i++) {
        bool there = !lstat(at, &st);
        // These lead to open files, also plain ones: a rename would put another one beside them.
        if (!strncmp(at, "/dev/fd/", 8) || !strncmp(at, "/proc/", 6)) {
            *fd = open_file_in(at);
            break;
        }
        if (!there || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
            return at;
        ssize_t n = S_ISLNK(st.st_mode) ? readlink(at, link, sizeof link - 1) : -1;
        if (n < 0)
            break;
        link[n] = 0;
        const char *slash = *link == '/' ? NULL : strrchr(at, '/');
        int folder = slash ? (int)(slash - at) + 1 : 0;
        size_t size = (size_t)folder + (size_t)n + 1;
        char *next = must_alloc(size);
        snprintf(next, size, "%.*s%s", folder, at, link);
        free(at);
        at = next;
    }
    free(at);
    return NULL;
}

/// The part of a path that is a folder, "" where that is the working folder; its length.
static int folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

bool file_is_stdout(const char *path)
{
    int fd;
    free(target_of(path, &fd));
    return fd == STDOUT_FILENO;
}

bool file_identify(const char *path, struct file_id *id)
{
    int fd;
    char *target = target_of(path, &fd), folder[MOST_PATH];
    struct stat st;
    *id = (struct file_id){0};
    if (!target)
        return false;
    bool known = !stat(target, &st);
    if (!known) { // by its name in its folder
        snprintf(folder, sizeof folder, "%.*s.", folder_of(target), target);
        known = !stat(folder, &st);
        snprintf(id->name, sizeof id->name, "%s", target + folder_of(target));
    }
    id->device = st.st_dev;
    id->number = st.st_ino;
    free(target);
    return known;
}

bool file_same(const struct file_id *a, const struct file_id *b)
{
    return a->device == b->device && a->number == b->number && !strcmp(a->name, b->name);
}

// ---- the temporary file, and signals ----
// What a signal has to remove; written before the file is made, so that there is no moment without.
static char leftover[MOST_PATH];
static volatile sig_atomic_t guarded;
static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};

static void remove_leftover(int number)
{
    if (guarded)
        unlink(leftover);
    raise(number); // whose action is the default one again
}

/// Signals that are ignored, or that a verb takes itself, stay as they are.
static void change_action(int number, void (*from)(int), void (*to)(int), int flags)
{
    const struct sigaction act = {.sa_handler = to, .sa_flags = flags};
    struct sigaction now;
    if (!sigaction(number, NULL, &now) && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == from)
        sigaction(number, &act, NULL);
}

static void guard(bool on)
{
    guarded = on;
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        if (on)
            change_action(deadly[i], SIG_DFL, remove_leftover, (int)SA_RESETHAND | SA_NODEFER);
        else
            change_action(deadly[i], remove_leftover, SIG_DFL, 0);
}

/// A temporary file beside the target; -1: errno says why. Only one at a time. A file that may not
/// be written is not replaced either.
static int temporary_open(const char *target)
{
    struct stat st;
    int folder = folder_of(target), fd = -1, error = 0;
    uint32_t number;
    bool there = !stat(target, &st);
    if (there && S_ISDIR(st.st_mode))
        error = EISDIR;
    else if ((there && access(target, W_OK)) || getrandom(&number, sizeof number, 0) < 0)
        error = errno;
    else if (snprintf(leftover, sizeof leftover, "%.*s%.*s.%08x", folder, target, MOST_NAME,
                      target + folder, (unsigned)number) >= (int)sizeof leftover)
        error = ENAMETOOLONG;
    if (!error) {
        guard(true);
        fd = open(leftover, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        error = errno;
        if (fd < 0)
            guard(false);
    }
    errno = error;
    return fd;
}

/// Ends the temporary file: renames it, where `target` is not NULL, else removes it.
static bool temporary_end(const char *target)
{
    bool good = target && !rename(leftover, target);
    int error = errno;
    if (!good)
        unlink(leftover);
    guard(false);
    errno = error;
    return good;
}

// ---- writing ----
static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t put = write(fd, bytes, size < 1 << 30 ? size : 1 << 30);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

/// Devices, pipes and the like take the bytes as they come: there is nothing to rename. An open
/// file goes on where it stands; opened again it would begin at its first byte again.
static bool write_special(const char *path, int open_file, const void *head, size_t head_size,
                          const void *bytes, size_t size)
{
    fflush(stdout);
    int fd = open_file >= 0 ? dup(open_file) : open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    bool good = fd >= 0 && write_all(fd, head, head_size) && write_all(fd, bytes, size);
    if (fd >= 0 && close(fd))
        good = false;
    if (!good)
        print_error("%s: %s", path, strerror(errno));
    return good;
}

/// Owner and rights of the file that goes, else those of a new one.
static bool take_rights(int fd, const char *target)
{
    struct stat st, now;
    mode_t mask = umask(0);
    umask(mask);
    if (stat(target, &st))
        return !fchmod(fd, 0666 & ~mask);
    if (!fstat(fd, &now) && (now.st_uid != st.st_uid || now.st_gid != st.st_gid))
        (void)!fchown(fd, st.st_uid, st.st_gid); // root can; others cannot, and go on
    return !fchmod(fd, st.st_mode & 0777);
}

bool file_write(const char *path, const void *head, size_t head_size, const void *bytes,
                size_t size)
{
    int fd;
    char *target = target_of(path, &fd);
    if (!target)
        return write_special(path, fd, head, head_size, bytes, size);
    // A limit on the size of files is an error here, no signal.
    change_action(SIGXFSZ, SIG_DFL, SIG_IGN, 0);
    fd = temporary_open(target);
    bool good = fd >= 0 && write_all(fd, head, head_size) && write_all(fd, bytes, size) &&
                take_rights(fd, target);
    int error = errno;
    if (fd >= 0 && close(fd) && good)
        good = false, error = errno;
    if (fd >= 0 && !temporary_end(good ? target : NULL) && good)
        good = false, error = errno;
    if (!good)
        print_error("%s: cannot write: %s", path, strerror(error));
    free(target);
    return good;
}

bool file_may_write(const char *path)
{
    struct stat st;
    int fd;
    char *target = target_of(path, &fd);
    // Of devices and pipes it can be found out only by writing.
    bool good = !target && (!strcmp(path, "-") || !stat(path, &st));
    fd = target ? temporary_open(target) : -1;
    if (fd >= 0) {
        close(fd);
        temporary_end(NULL);
    } else if (!good) {
        print_error("%s: cannot write: %s", path, strerror(errno));
    }
    free(target);
    return good || fd >= 0;
}
