// A snapshot of a megakernel in shared memory, for other processes of the same user. One writer.
//
// Any user may create objects in shared memory, and a process that can write to an object can
// truncate it or store anything in it. So the writer creates its object exclusively, with access
// for its user alone; readers refuse objects of other users; and it is never mapped: touching a
// truncated page would kill the process, a short read is an error. A hash detects a read during a
// write.
#include "mega/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x324d474156595256u

enum { WORDS = (sizeof(vy_mega_account) + 7) / 8, MOST_NAME = 63, TRIES = 1000, MOVES = 100 };

struct snapshot {
    uint64_t magic, words, pid;
    uint64_t at_ns; ///< CLOCK_MONOTONIC; 0: nothing is shown yet
    uint64_t account[WORDS];
    uint64_t check; ///< of all before
};

struct vyi_mirror {
    int file; ///< locked as long as it is shown
    char path[MOST_NAME + 16];
};

static vy_status complain(vy_context *c, const char *name, const char *what, const char *fix)
{
    return vyi_refuse(c, VY_ERROR_IO, VYI_DIAG(MEGA_MIRROR), name, what, fix);
}

static vy_status path_of(vy_context *c, const char *name, char path[MOST_NAME + 16])
{
    size_t length = strlen(name);
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (!length || length > MOST_NAME || strspn(name, good) != length)
        return vyi_refuse(c, VY_ERROR_ARGUMENT, VYI_DIAG(MEGA_MIRROR), name,
                          "that is no name for one",
                          "use letters, digits, '-', '_' and '.', at most 63");
    snprintf(path, MOST_NAME + 16, "/vyre-mega-%s", name);
    return VY_OK;
}

static const char foreign[] = "it belongs to another user";

static uint64_t check_of(const struct snapshot *s)
{
    return vyi_hash(s, offsetof(struct snapshot, check), 0);
}

/// Opens what has that name; a pipe in its place must not make anyone wait.
static int open_there(const char *path, int access)
{
    return shm_open(path, access | O_NONBLOCK | O_CLOEXEC, 0);
}

static bool is_own(const struct stat *s)
{
    return S_ISREG(s->st_mode) && s->st_uid == geteuid();
}

// ---- showing it ----
/// Whether the process lives that writes it. Others may have its lock: those that it forked.
static bool writer_lives(int file)
{
    struct snapshot s; // a writer that has not written yet has the lock
    if (pread(file, &s, sizeof s, 0) != sizeof s || s.magic != MAGIC)
        return true;
    return s.pid && s.pid <= INT32_MAX && (!kill((pid_t)s.pid, 0) || errno == EPERM);
}

/// Whether the name still is this file's.
static bool is_there(const char *path, int file)
{
    struct stat mine, there;
    int other = open_there(path, O_RDONLY);
    bool same = other >= 0 && !fstat(file, &mine) && !fstat(other, &there) &&
                mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
    if (other >= 0)
        close(other);
    return same;
}

/// Removes what a process of this user left when it died. The remover has a second lock on it,
/// which no writer takes, so that the name cannot become another file's between the last check and
/// the removal. False: errno says why; EBUSY: a living megakernel has it.
static bool remove_left(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat s;
    int file = open_there(path, O_RDWR), error = 0;
    if (file < 0)
        return errno == ENOENT;
    // The number of a process that died may be another one's by now; its lock is gone.
    if (fstat(file, &s) || !is_own(&s))
        error = EACCES;
    else if (flock(file, LOCK_EX | LOCK_NB) && writer_lives(file))
        error = EBUSY;
    else if (fcntl(file, F_OFD_SETLK, &whole))
        usleep(1000); // another one removes it
    else if (is_there(path, file) && shm_unlink(path))
        error = errno;
    close(file);
    errno = error;
    return !error;
}

/// A new file of that name, locked, which no other process has ever opened. -1: errno says why.
static int claim(const char *path)
{
    for (int i = 0; i < MOVES; i++) {
        int file = shm_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0) {
            if (errno != EEXIST || !remove_left(path))
                return -1;
            continue;
        }
        // Until it is locked, it may be taken for a leftover.
        if (!fchmod(file, 0600) && !flock(file, LOCK_EX | LOCK_NB) && is_there(path, file))
            return file;
        close(file);
    }
    errno = EBUSY;
    return -1;
}

static bool put(const struct vyi_mirror *r, struct snapshot *s)
{
    s->magic = MAGIC, s->words = WORDS, s->pid = (uint64_t)getpid();
    s->check = check_of(s);
    return pwrite(r->file, s, sizeof *s, 0) == sizeof *s;
}

/// Allocates its blocks now, so that a full file system is an error here. False: errno says why.
static bool begin(struct vyi_mirror *r)
{
    struct snapshot nothing = {0};
    int failed;
    do
        failed = posix_fallocate(r->file, 0, sizeof nothing);
    while (failed == EINTR);
    errno = failed;
    return !failed && put(r, &nothing);
}

vy_status vyi_mirror_open(struct vy_mega *m, const char *name, struct vyi_mirror **mirror)
{
    struct vyi_mirror *r = *mirror = vyi_calloc(m->context, 1, sizeof *r);
    if (!r)
        return VY_ERROR_MEMORY;
    r->file = -1;
    vy_status status = path_of(m->context, name, r->path);
    if (!status && (r->file = claim(r->path)) < 0) {
        bool taken = errno == EBUSY || errno == EACCES;
        status = complain(m->context, name,
                          errno == EBUSY    ? "another megakernel has it"
                          : errno == EACCES ? foreign
                                            : strerror(errno),
                          taken ? "choose another name"
                                : "choose another name, or see whether /dev/shm is there");
    } else if (!status && !begin(r)) {
        status = complain(m->context, name, strerror(errno), "see whether /dev/shm has room");
    }
    if (status)
        vyi_mirror_close(m->context, mirror);
    return status;
}

void vyi_mirror_show(struct vy_mega *m, struct vyi_mirror *mirror)
{
    struct snapshot now = {0};
    vy_mega_account account = {0};
    vy_mega_report(m, &account);
    memcpy(now.account, &account, sizeof account);
    now.at_ns = vyi_now_ns();
    (void)put(mirror, &now); // without room, what readers see grows old
}

void vyi_mirror_close(vy_context *c, struct vyi_mirror **mirror)
{
    struct vyi_mirror *r = *mirror;
    *mirror = NULL;
    if (!r)
        return;
    if (r->file >= 0 && is_there(r->path, r->file))
        shm_unlink(r->path);
    if (r->file >= 0)
        close(r->file);
    vyi_free(c, r, sizeof *r);
}

// ---- reading it ----
/// The account in a snapshot; false: no megakernel counts so. Nothing of it is used as what it
/// claims to be before it was checked: a bool of 2 is no value of its type.
static bool take(const struct snapshot *s, vy_mega_account *account)
{
    unsigned char closed;
    memcpy(&closed, (const char *)s->account + offsetof(vy_mega_account, closed), sizeof closed);
    if (closed > 1 || s->at_ns > vyi_now_ns())
        return false;
    memcpy(account, s->account, sizeof *account);
    const vy_mega_account *a = account;
    // A GPU's poller is watched as workers are, and is none of them.
    return a->workers && a->parked <= a->workers && a->running <= (uint64_t)a->workers + 1 &&
           a->in_flight <= a->published && a->unknown <= a->published && isfinite(a->longest_ms) &&
           a->longest_ms >= 0;
}

/// Copies a whole snapshot; NULL, or why there is none.
static const char *copy(int file, struct snapshot *s)
{
    for (int i = 0; i < TRIES; i++) {
        ssize_t n = pread(file, s, sizeof *s, 0);
        if (n != (ssize_t)sizeof *s)
            return n < 0 ? strerror(errno) : "its size changes while it is read";
        if (s->magic != MAGIC || s->words != WORDS)
            return "another version of the library made it";
        if (s->at_ns && s->check == check_of(s))
            return NULL;
        usleep(1000); // it is being written, or has not been yet
    }
    return "nothing is shown there";
}

static vy_status look(vy_context *c, const char *name, int file, vy_mega_account *account,
                      double *age_ms)
{
    struct stat s;
    struct snapshot seen;
    vy_mega_account checked;
    const char *what = NULL, *fix = NULL;
    if (fstat(file, &s))
        what = strerror(errno), fix = "try again";
    else if (!is_own(&s))
        what = S_ISREG(s.st_mode) ? foreign : "it is no shared memory",
        fix = "look as the user whose process made the megakernel";
    else if (s.st_mode & 022)
        what = "other users may write to it", fix = "remove the object";
    else if ((size_t)s.st_size != sizeof seen)
        what = "another version of the library made it", fix = "use the same version";
    else if ((what = copy(file, &seen)))
        fix = "use the same version of the library, and look whether its process lives";
    else if (!take(&seen, &checked))
        what = "it holds counts that no megakernel has",
        fix = "find out which process writes there, and remove the object";
    if (what)
        return complain(c, name, what, fix);
    *account = checked;
    *age_ms = (double)(vyi_now_ns() - seen.at_ns) / 1e6;
    return VY_OK;
}

vy_status vy_mega_look(vy_context *context, const char *name, vy_mega_account *account,
                       double *age_ms)
{
    char path[MOST_NAME + 16];
    double ignored;
    if (!context || !name || !account)
        return vyi_refuse_null(context, name ? "account" : "name",
                               "name the mirror, and pass the address of a vy_mega_account");
    vy_status status = path_of(context, name, path);
    if (status)
        return status;
    int before = vyi_cancel_disable();
    int file = open_there(path, O_RDONLY);
    status = file < 0
                 ? complain(context, name,
                            errno == ENOENT   ? "no megakernel shows itself under that name"
                            : errno == EACCES ? foreign
                                              : strerror(errno),
                            "name the mirror that it was made with, while it lives; 'vyre mega "
                            "top' lists those that are there")
                 : look(context, name, file, account, age_ms ? age_ms : &ignored);
    if (file >= 0)
        close(file);
    vyi_cancel_restore(before);
    return status;
}
