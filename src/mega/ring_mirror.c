// A snapshot of a megakernel in shared memory, for other processes to look at. One writer; readers
// see from a number before and after that nothing changed between.
#include "mega/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x314d474156595256u

enum { WORDS = (sizeof(vy_mega_account) + 7) / 8, MOST_NAME = 63, TRIES = 1000, MOVES = 100 };

struct snapshot {
    _Atomic uint64_t magic, words, pid;
    _Atomic uint64_t changes; ///< odd: it is being written
    _Atomic uint64_t at_ns;   ///< CLOCK_MONOTONIC
    _Atomic uint64_t account[WORDS];
};

struct vyi_mirror {
    struct snapshot *shown;
    int file; ///< locked as long as it is shown
    char path[MOST_NAME + 16];
};

static vy_status complain(vy_context *c, const char *name, const char *what, const char *fix)
{
    vyi_complain(c, VYI_DIAG(MEGA_MIRROR), name, what, fix);
    return VY_ERROR_IO;
}

static bool path_of(const char *name, char path[MOST_NAME + 16])
{
    size_t length = strlen(name);
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (!length || length > MOST_NAME || strspn(name, good) != length)
        return false;
    snprintf(path, MOST_NAME + 16, "/vyre-mega-%s", name);
    return true;
}

static const char bad_name[] = "that is no name for one";
static const char name_fix[] = "use letters, digits, '-', '_' and '.', at most 63";

/// Whether the process lives that writes it. Others may have its lock: those that it forked.
static bool writer_lives(int file)
{
    struct stat s;
    bool lives = true; // one that has it, and has not said who it is
    if (fstat(file, &s) || (size_t)s.st_size < sizeof(struct snapshot))
        return lives;
    struct snapshot *shown = mmap(NULL, sizeof *shown, PROT_READ, MAP_SHARED, file, 0);
    if (shown == MAP_FAILED)
        return lives;
    if (atomic_load(&shown->magic) == MAGIC)
        lives = !kill((pid_t)atomic_load(&shown->pid), 0) || errno == EPERM;
    munmap(shown, sizeof *shown);
    return lives;
}

/// Whether the name still is this file's.
static bool is_there(const char *path, int file)
{
    struct stat mine, there;
    int other = shm_open(path, O_RDONLY | O_CLOEXEC, 0);
    bool same =
        other >= 0 && !fstat(file, &mine) && !fstat(other, &there) && mine.st_ino == there.st_ino;
    if (other >= 0)
        close(other);
    return same;
}

/// The file of that name, locked: the number of a process that died may be another one's by now,
/// its lock is gone. What it left is taken away. -1: errno says why, EBUSY that somebody shows
/// something there.
static int claim(const char *path)
{
    for (int i = 0; i < MOVES; i++) {
        int file = shm_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0)
            return -1;
        bool locked = !flock(file, LOCK_EX | LOCK_NB), left = locked || !writer_lives(file);
        struct stat s;
        if (locked && !fstat(file, &s) && !s.st_size && is_there(path, file))
            return file;
        if (left && is_there(path, file))
            shm_unlink(path);
        close(file);
        if (!left)
            break;
    }
    errno = EBUSY;
    return -1;
}

/// Its room is taken now: a file system that is full would end the process with the first word
/// written there. False: errno says why.
static bool map(struct vyi_mirror *r)
{
    int failed;
    do
        failed = posix_fallocate(r->file, 0, sizeof *r->shown);
    while (failed == EINTR);
    if (failed)
        errno = failed;
    else
        r->shown = mmap(NULL, sizeof *r->shown, PROT_READ | PROT_WRITE, MAP_SHARED, r->file, 0);
    return !failed && r->shown != MAP_FAILED;
}

vy_status vyi_mirror_open(struct vy_mega *m, const char *name, struct vyi_mirror **mirror)
{
    struct vyi_mirror *r = vyi_calloc(m->context, 1, sizeof *r);
    *mirror = NULL;
    if (!r)
        return VY_ERROR_MEMORY;
    vy_status status = VY_OK;
    if (!path_of(name, r->path)) {
        complain(m->context, name, bad_name, name_fix);
        status = VY_ERROR_ARGUMENT;
    }
    r->file = status ? -1 : claim(r->path);
    if (!status && r->file < 0)
        status = errno == EBUSY ? complain(m->context, name, "another megakernel has it",
                                           "choose another name")
                                : complain(m->context, name, strerror(errno),
                                           "choose another name, or see whether /dev/shm is there");
    if (!status && !map(r)) {
        status = complain(m->context, name, strerror(errno), "see whether /dev/shm has room");
        shm_unlink(r->path);
    }
    if (status) {
        if (r->file >= 0)
            close(r->file);
        vyi_free(m->context, r, sizeof *r);
        return status;
    }
    atomic_store(&r->shown->words, WORDS);
    atomic_store(&r->shown->pid, (uint64_t)getpid());
    atomic_store(&r->shown->magic, MAGIC);
    *mirror = r;
    return VY_OK;
}

void vyi_mirror_show(struct vy_mega *m, struct vyi_mirror *mirror)
{
    union {
        vy_mega_account account;
        uint64_t words[WORDS];
    } now = {.words = {0}};
    struct snapshot *to = mirror->shown;
    vy_mega_report(m, &now.account);
    uint64_t changes = atomic_load_explicit(&to->changes, memory_order_relaxed);
    atomic_store_explicit(&to->changes, changes + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    for (size_t i = 0; i < WORDS; i++)
        atomic_store_explicit(&to->account[i], now.words[i], memory_order_relaxed);
    atomic_store_explicit(&to->at_ns, vyi_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&to->changes, changes + 2, memory_order_release);
}

void vyi_mirror_close(vy_context *c, struct vyi_mirror **mirror)
{
    struct vyi_mirror *r = *mirror;
    *mirror = NULL;
    if (!r)
        return;
    munmap(r->shown, sizeof *r->shown);
    shm_unlink(r->path);
    close(r->file);
    vyi_free(c, r, sizeof *r);
}

// ---- looking at it ----
/// False: it was being written all the time, or not at all yet.
static bool take(struct snapshot *from, vy_mega_account *account, uint64_t *at_ns)
{
    union {
        vy_mega_account account;
        uint64_t words[WORDS];
    } seen;
    for (int i = 0; i < TRIES; i++) {
        uint64_t before = atomic_load_explicit(&from->changes, memory_order_acquire);
        for (size_t k = 0; k < WORDS; k++)
            seen.words[k] = atomic_load_explicit(&from->account[k], memory_order_relaxed);
        *at_ns = atomic_load_explicit(&from->at_ns, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (before && before % 2 == 0 &&
            atomic_load_explicit(&from->changes, memory_order_relaxed) == before) {
            *account = seen.account;
            return true;
        }
        usleep(1000);
    }
    return false;
}

static vy_status look(vy_context *c, const char *name, int file, vy_mega_account *account,
                      double *age_ms)
{
    struct stat s;
    uint64_t at_ns;
    if (fstat(file, &s) || (size_t)s.st_size != sizeof(struct snapshot))
        return complain(c, name, "another version of the library made it", "use the same version");
    struct snapshot *from = mmap(NULL, sizeof *from, PROT_READ, MAP_SHARED, file, 0);
    if (from == MAP_FAILED)
        return complain(c, name, strerror(errno), "try again");
    vy_status status = VY_OK;
    if (atomic_load(&from->magic) != MAGIC || atomic_load(&from->words) != WORDS)
        status =
            complain(c, name, "another version of the library made it", "use the same version");
    else if (!take(from, account, &at_ns))
        status = complain(c, name, "nothing is shown there", "look whether its process lives");
    else
        *age_ms = (double)(vyi_now_ns() - at_ns) / 1e6;
    munmap(from, sizeof *from);
    return status;
}

vy_status vy_mega_look(vy_context *context, const char *name, vy_mega_account *account,
                       double *age_ms)
{
    char path[MOST_NAME + 16];
    double ignored;
    if (!context)
        return VY_ERROR_ARGUMENT;
    if (!name || !account)
        return vyi_refuse_null(context, "vy_mega_look", name ? "account" : "name",
                               "name the mirror, and pass the address of a vy_mega_account");
    if (!path_of(name, path)) {
        complain(context, name, bad_name, name_fix);
        return VY_ERROR_ARGUMENT;
    }
    int before = vyi_ring_stay();
    int file = shm_open(path, O_RDONLY | O_CLOEXEC, 0);
    vy_status status =
        file < 0 ? complain(context, name,
                            errno == ENOENT ? "no megakernel shows itself under that name"
                                            : strerror(errno),
                            "name the mirror that it was made with, while it lives; 'vyre mega "
                            "top' lists those that are there")
                 : look(context, name, file, account, age_ms ? age_ms : &ignored);
    if (file >= 0)
        close(file);
    vyi_ring_may_go(before);
    return status;
}
