// Files in the page cache are used where they lie, without a copy: they are mapped.
//
// A file that becomes shorter takes pages out of its maps, and whoever touches them dies by SIGBUS.
// So a file is mapped only under a lease: whoever wants to write to it or cut it waits in the
// kernel, and a thread here is told. It gives the chunks in use memory of their own, with the same
// bytes at the same addresses, and lets the other go on; later chunks are read by pread(). Without
// a lease (somebody has the file open for writing, it is another user's, the file system has none)
// nothing is mapped.
#include "stream/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#define COPIED "the files are in the page cache, and copied: "

static uint64_t page_of(uint64_t byte)
{
    return byte & ~(uint64_t)(VYI_STREAM_PAGE - 1);
}

static uint64_t pages(uint64_t bytes)
{
    return page_of(bytes + VYI_STREAM_PAGE - 1);
}

// ---- files ----
/// A network's file systems give leases that do not hold for all who write.
static bool is_local(int file)
{
    // ext4, xfs, btrfs, tmpfs
    static const unsigned long known[] = {0xef53, 0x58465342, 0x9123683e, 0x01021994};
    struct statfs fs;
    bool found = false, answered = !fstatfs(file, &fs);
    for (size_t i = 0; i < sizeof known / sizeof *known && answered; i++)
        found = found || (unsigned long)fs.f_type == known[i];
    return found;
}

/// Takes a lease, which this thread hears of; NULL, or why not.
static const char *lease(int file)
{
    struct f_owner_ex owner = {F_OWNER_TID, gettid()};
    if (!is_local(file))
        return COPIED "their file system has no leases";
    if (!fcntl(file, F_SETOWN_EX, &owner) && !fcntl(file, F_SETLEASE, F_RDLCK))
        return NULL;
    return errno == EAGAIN   ? COPIED "one is open for writing"
           : errno == EACCES ? COPIED "one belongs to another user"
                             : COPIED "there are no leases here";
}

static const char *map_input(struct vyi_input *in)
{
    const struct vyi_part *part = &in->parts.at[0];
    struct vyi_map *m = &in->map;
    struct stat st;
    if (in->parts.count != 1 || part->given || !in->bytes)
        return COPIED "a source is more or less than one file with a name";
    m->file = open(part->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *why = m->file < 0 ? COPIED "one cannot be opened" : lease(m->file);
    if (why)
        return why;
    if (fstat(m->file, &st) || !S_ISREG(st.st_mode) || (uint64_t)st.st_size < in->bytes)
        return COPIED "one has changed";
    void *at = mmap(NULL, (size_t)in->bytes, PROT_READ, MAP_SHARED, m->file, 0);
    if (at == MAP_FAILED)
        return COPIED "one cannot be mapped";
    m->at = at;
    return vyi_map_fetch(m, at, 1) ? NULL : COPIED "this kernel cannot fetch pages of a map";
}

/// Whether all pages of a part of a file are in the page cache; the system may not know.
static bool is_cached(int file, uint64_t from, uint64_t bytes)
{
    enum { CACHESTAT = 451 }; // where headers are older than Linux 6.5
    const struct {
        uint64_t from, bytes;
    } range = {from, bytes};
    struct {
        uint64_t cached, others[4];
    } found = {0};
    return !syscall(CACHESTAT, file, &range, &found, 0) &&
           found.cached == pages(bytes) / VYI_STREAM_PAGE;
}

/// Cached pages are taken by touching them, of which the kernel maps sixteen at once. For others
/// that would wait for a disk, whose failure is a signal.
bool vyi_map_fetch(const struct vyi_map *m, const char *memory, uint64_t bytes)
{
    enum { POPULATE_READ = 22 }; // Linux 5.14
    uint64_t from = page_of((uint64_t)(memory - m->at)), to = (uint64_t)(memory - m->at) + bytes;
    int result;
    if (is_cached(m->file, from, to - from))
        return true;
    do
        result = madvise(m->at + from, (size_t)pages(to - from), POPULATE_READ);
    while (result && (errno == EINTR || errno == EAGAIN));
    return !result;
}

void vyi_map_drop(const struct vyi_stream *s, const struct vyi_input *in, uint64_t chunk)
{
    uint64_t from = chunk * s->chunk, to = from + s->chunk, overlap = s->params.overlap;
    from = from > overlap ? page_of((from - overlap) * in->row) : 0;
    to = to > overlap ? page_of((to - overlap) * in->row) : 0;
    if (to > from)
        (void)madvise(in->map.at + from, (size_t)(to - from), MADV_DONTNEED);
}

// ---- who wants to change a file ----
/// Puts a copy in the place of a part of a map; false: *fault says why not.
static bool replace(struct vyi_input *in, uint64_t from, uint64_t to, struct vyi_fault *fault)
{
    size_t bytes = (size_t)pages(to - from);
    void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool good =
        copy != MAP_FAILED && vyi_file_move(in->map.file, copy, to - from, (int64_t)from, false) &&
        mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, in->map.at + from) != MAP_FAILED;
    if (good)
        return true;
    *fault = (struct vyi_fault){VYI_FAULT_READ, errno ? errno : EIO, in->parts.at[0].name, from,
                                in->bytes};
    if (copy != MAP_FAILED)
        munmap(copy, bytes);
    return false;
}

/// Chunks in use get memory of their own, with the lock held: they follow each other.
static void rescue(struct vyi_stream *s)
{
    uint64_t first = UINT64_MAX, end = 0;
    s->reading.mapped = false;
    for (uint32_t i = 0; i < s->slot_count; i++) {
        const struct vyi_stream_slot *slot = &s->slots[i];
        if (slot->state == VYI_SLOT_FREE || !slot->mapped)
            continue;
        first = slot->chunk < first ? slot->chunk : first;
        end = slot->chunk + 1 > end ? slot->chunk + 1 : end;
    }
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        struct vyi_input *in = &s->inputs.at[i];
        uint64_t from = first * s->chunk, to = end * s->chunk * in->row;
        from = from > s->params.overlap ? page_of((from - s->params.overlap) * in->row) : 0;
        to = to < in->bytes ? to : in->bytes;
        if (end && !replace(in, from, to, &s->reading.fault))
            return; // the stream ends, and then the lease
        fcntl(in->map.file, F_SETLEASE, F_UNLCK);
    }
}

/// The thread that has the leases.
static void *guard(void *stream)
{
    struct vyi_stream *s = stream;
    const char *why = NULL;
    sigset_t broken;
    sigemptyset(&broken);
    sigaddset(&broken, SIGIO);
    for (uint32_t i = 0; i < s->inputs.count && !why; i++)
        why = map_input(&s->inputs.at[i]);
    pthread_mutex_lock(&s->reading.lock);
    s->reading.mapped = !why;
    s->reading.map_reason = why ? why : "the files are in the page cache, and used there";
    pthread_cond_broadcast(&s->reading.changed);
    pthread_mutex_unlock(&s->reading.lock);
    while (!why && !s->reading.stop) {
        if (sigwaitinfo(&broken, NULL) < 0)
            continue;
        pthread_mutex_lock(&s->reading.lock);
        if (s->reading.mapped && !s->reading.stop)
            rescue(s);
        pthread_mutex_unlock(&s->reading.lock);
    }
    return NULL;
}

bool vyi_map_begin(struct vyi_stream *s, const char **reason)
{
    for (uint32_t i = 0; i < s->inputs.count; i++)
        s->inputs.at[i].map.file = -1;
    if (vyi_thread_create(&s->reading.guard, guard, s))
        return false;
    s->reading.guarded = true;
    pthread_mutex_lock(&s->reading.lock);
    while (!s->reading.map_reason)
        pthread_cond_wait(&s->reading.changed, &s->reading.lock);
    bool mapped = s->reading.mapped;
    *reason = s->reading.map_reason;
    pthread_mutex_unlock(&s->reading.lock);
    if (!mapped)
        vyi_map_end(s);
    return mapped;
}

void vyi_map_end(struct vyi_stream *s)
{
    if (!s->reading.guarded)
        return;
    if (s->reading.stop) // else it has found no lease, and ends by itself
        pthread_kill(s->reading.guard, SIGIO);
    pthread_join(s->reading.guard, NULL);
    s->reading.guarded = false;
    for (uint32_t i = 0; i < s->inputs.count; i++) {
        struct vyi_map *m = &s->inputs.at[i].map;
        if (m->at)
            munmap(m->at, (size_t)s->inputs.at[i].bytes);
        if (m->file >= 0)
            close(m->file);
        *m = (struct vyi_map){.file = -1};
    }
}
