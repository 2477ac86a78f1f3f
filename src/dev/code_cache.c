// Compiled code on disk: one file an entry, named by its key.
//
// Processes need no lock. A file is written under a name of its own and renamed, so that a reader
// sees all of it or none; a process that removes files expects that others do so too. A writer
// locks its file, so that one whose writer was killed can be told: no reader looks at it, the next
// trim or `vyre cache clear` removes it. Nothing is flushed to the disk: a power failure may leave
// any bytes behind, and the hashes tell.
//
// What is read here will be executed, and hashes are no defence: who can write an entry can hash
// it. So the folder and each file must belong to this user and be writable by no other, the
// folders above belong to this user or to root and let no other user put another one in its place,
// and symbolic links are not followed.
#include "dev/code_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FORMAT = 1, HEAD = 256, STALE_SECONDS = 3600 };
#define MAGIC "vyrecode"
#define TEMP_PREFIX ".vyre-"

/// How a file begins; its contents follow. Of this machine alone, so in its byte order.
struct head {
    char magic[8];
    uint32_t format, pad;
    uint64_t size; ///< of the contents
    uint8_t key[32];
    char label[VYI_CACHE_LABEL]; ///< zero-terminated
    uint8_t spare[40];
    uint8_t contents[32]; ///< their hash
    uint8_t self[32];     ///< hash of all before
};
_Static_assert(sizeof(struct head) == HEAD, "the head of a file has no holes");

struct vyi_code_cache {
    vy_context *context;
    uint64_t max_bytes;
    uint32_t max_entries;
    /// What may be put in before the folder is looked at again.
    atomic_llong room_bytes, room_entries;
    size_t root;   ///< the beginning of `folder` that is never made: a home that is not there
    bool relative; ///< `folder` is $VYRE_CACHE and no absolute path: nothing is kept
    bool named;    ///< the user named it, and is to know where it keeps nothing
    atomic_bool told;
    size_t folder_size;
    char folder[]; ///< "": nothing is kept
};

// ---- the folder ----
/// $VYRE_CACHE, else the XDG cache folder; not of an environment that another user made. Gives the
/// length of the home it begins with; 0: another place.
static size_t user_folder(char *path, size_t size)
{
    const char *own = vyi_setting(VYI_SETTING_CACHE), *xdg = vyi_setting(VYI_SETTING_XDG_CACHE),
               *home = vyi_setting(VYI_SETTING_HOME);
    size_t root = 0;
    int n = 0;
    path[0] = 0;
    if (own)
        n = snprintf(path, size, "%s", own);
    else if (xdg && *xdg == '/')
        n = snprintf(path, size, "%s/vyre", xdg);
    else if (home && *home == '/')
        n = snprintf(path, size, "%s/.cache/vyre", home), root = strlen(home);
    if (n < 0 || (size_t)n >= size)
        path[0] = 0;
    return root;
}

vy_status vyi_cache_open(vy_context *c, const char *folder, struct vyi_code_cache **cache)
{
    char own[4096];
    size_t root = 0;
    if (!folder) {
        root = user_folder(own, sizeof own);
        folder = own;
    }
    bool relative = folder == own && *own && *own != '/';
    bool named = *folder && !relative && (folder != own || vyi_setting(VYI_SETTING_CACHE));
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') // one at the end would follow a link
        length--;
    struct vyi_code_cache *k = vyi_realloc(c, NULL, 0, sizeof *k + length + 1);
    *cache = k;
    if (!k)
        return VY_ERROR_MEMORY;
    *k = (struct vyi_code_cache){.context = c,
                                 .root = root,
                                 .relative = relative,
                                 .named = named,
                                 .folder_size = length + 1};
    memcpy(k->folder, folder, length);
    k->folder[length] = 0;
    vyi_cache_bound(k, 256u << 20, 4096);
    return VY_OK;
}

void vyi_cache_close(struct vyi_code_cache **cache)
{
    struct vyi_code_cache *k = *cache;
    *cache = NULL;
    if (k)
        vyi_free(k->context, k, sizeof *k + k->folder_size);
}

void vyi_cache_bound(struct vyi_code_cache *k, uint64_t max_bytes, uint32_t max_entries)
{
    k->max_bytes = max_bytes;
    k->max_entries = max_entries;
    atomic_store(&k->room_bytes, 0);
    atomic_store(&k->room_entries, 0);
}

void vyi_cache_limits(const struct vyi_code_cache *k, uint64_t *max_bytes, uint32_t *max_entries)
{
    *max_bytes = k->max_bytes;
    *max_entries = k->max_entries;
}

const char *vyi_cache_folder(const struct vyi_code_cache *k)
{
    return k->folder;
}

/// Belongs to this user, and no other can write to it.
static bool safe(const struct stat *s)
{
    return s->st_uid == geteuid() && !(s->st_mode & 022);
}

/// Why a folder above cannot be trusted, which is so many levels *above; NULL: all can. They are
/// reached from the open folder itself, so that none can be exchanged meanwhile. In one that is
/// sticky, as /tmp is, others can put nothing in the place of what is not theirs.
static const char *distrust_above(int folder, uint32_t *above)
{
    static const int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    struct stat s, below = {0};
    const char *why = NULL;
    int at = openat(folder, "..", flags);
    for (*above = 1; !why; ++*above) {
        if (at < 0 || fstat(at, &s))
            why = "it cannot be opened";
        else if (*above > 1 && s.st_ino == below.st_ino && s.st_dev == below.st_dev)
            break; // nothing is above the root
        else if (s.st_uid && s.st_uid != geteuid())
            why = "it belongs to another user";
        else if (s.st_mode & 022 && !(s.st_mode & S_ISVTX))
            why = "others may write to it";
        if (why)
            break;
        below = s;
        int next = openat(at, "..", flags);
        close(at);
        at = next;
    }
    if (at >= 0)
        close(at);
    *above = why ? *above : 0;
    return why;
}

/// -1: not used; *why (may be NULL) says why, and stays NULL where it only is not there yet.
/// *above (may be NULL): the levels above it at which the folder is that *why is about.
static int open_folder(const struct vyi_code_cache *k, const char **why, uint32_t *above)
{
    const char *unused;
    uint32_t none;
    struct stat s;
    why = why ? why : &unused;
    above = above ? above : &none;
    *why = NULL;
    *above = 0;
    if (!k->folder[0]) {
        *why = "neither VYRE_CACHE, XDG_CACHE_HOME nor HOME says where it is";
        return -1;
    }
    if (k->relative) { // a folder of its own wherever a program is started, even for "off"
        *why = "VYRE_CACHE is not an absolute path, so nothing is kept on disk";
        return -1;
    }
    int fd = open(k->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        if (errno != ENOENT)
            *why = errno == ENOTDIR || errno == ELOOP ? "it is a symbolic link or no folder"
                                                      : "it cannot be opened";
        return -1;
    }
    if (fstat(fd, &s) || s.st_uid != geteuid())
        *why = "it belongs to another user, whose code would be run";
    else if (!safe(&s))
        *why = "others may write to it, and their code would be run";
    else
        *why = distrust_above(fd, above);
    if (!*why)
        return fd;
    close(fd);
    return -1;
}

const char *vyi_cache_refusal(const struct vyi_code_cache *k, char above[4096])
{
    const char *why;
    uint32_t levels;
    int fd = open_folder(k, &why, &levels);
    if (fd >= 0)
        close(fd);
    if (!above)
        return why;
    above[0] = 0;
    char *path = levels ? realpath(k->folder, NULL) : NULL;
    for (char *slash; levels && path && (slash = strrchr(path, '/')); levels--)
        *slash = 0;
    if (path)
        snprintf(above, 4096, "%s", *path ? path : "/");
    free(path);
    return why;
}

/// Makes the folder and those above it, but no home. `keep` false: only tries the first one
/// that is missing. 0, or the error.
static int make_folder(const struct vyi_code_cache *k, bool keep)
{
    char path[4096];
    if (k->folder_size > sizeof path)
        return ENAMETOOLONG;
    memcpy(path, k->folder, k->folder_size);
    for (char *at = path + k->root + 1;; at++) {
        if (*at && *at != '/')
            continue;
        char end = *at;
        *at = 0;
        int error = mkdir(path, 0700) ? errno : 0;
        if (error && access(path, F_OK))
            return error;
        if (!error && !keep)
            return rmdir(path) && errno != ENOTEMPTY ? errno : 0;
        *at = end;
        if (!end)
            return 0;
    }
}

// ---- files ----
static void name_of(const uint8_t key[32], char name[VYI_CACHE_NAME])
{
    for (int i = 0; i < 32; i++)
        snprintf(name + 2 * i, 3, "%02x", key[i]);
}

static bool is_name(const char *name)
{
    return strlen(name) == VYI_CACHE_NAME - 1 && strspn(name, "0123456789abcdef") == 64;
}

static void head_hash(const struct head *h, uint8_t out[32])
{
    vyi_blake2b(h, offsetof(struct head, self), out);
}

/// Reads and judges the head of a file that is open.
static enum vyi_cache_state read_head(int fd, uint64_t file_bytes, const char *name, struct head *h)
{
    uint8_t hash[32];
    char own[VYI_CACHE_NAME];
    if (file_bytes < HEAD || !vyi_file_move(fd, h, HEAD, -1, false) ||
        memcmp(h->magic, MAGIC, sizeof h->magic))
        return VYI_CACHE_BROKEN;
    head_hash(h, hash);
    if (memcmp(hash, h->self, sizeof hash))
        return VYI_CACHE_BROKEN;
    if (h->format != FORMAT) // every format has its hash there
        return VYI_CACHE_OTHER;
    name_of(h->key, own);
    if (h->size != file_bytes - HEAD || strcmp(own, name) || h->label[VYI_CACHE_LABEL - 1])
        return VYI_CACHE_BROKEN;
    return VYI_CACHE_GOOD;
}

/// -1: there is none, or none to trust. A pipe in its place must not make anyone wait.
static int open_entry(int folder, const char *name, struct stat *s)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (!fstat(fd, s) && S_ISREG(s->st_mode) && safe(s))
        return fd;
    close(fd);
    errno = EACCES;
    return -1;
}

/// The contents behind a good head; NULL: not the ones that were put in, or no memory.
static void *read_contents(const struct vyi_code_cache *k, int fd, const struct head *h,
                           enum vyi_cache_state *state)
{
    uint8_t hash[32];
    char *bytes = h->size <= k->max_bytes ? vyi_user_alloc(k->context, h->size + 1) : NULL;
    if (!bytes)
        return NULL;
    bytes[h->size] = 0; // a driver takes text, and reads it up to there
    if (vyi_file_move(fd, bytes, h->size, -1, false)) {
        vyi_blake2b(bytes, h->size, hash);
        if (!memcmp(hash, h->contents, sizeof hash))
            return bytes;
    }
    *state = VYI_CACHE_BROKEN;
    vy_memory_free(k->context, bytes);
    return NULL;
}

bool vyi_cache_get(struct vyi_code_cache *k, const uint8_t key[32], void **bytes, size_t *size)
{
    char name[VYI_CACHE_NAME];
    struct stat s;
    struct head h;
    *bytes = NULL;
    *size = 0;
    int folder = open_folder(k, NULL, NULL);
    if (folder < 0)
        return false;
    name_of(key, name);
    int fd = open_entry(folder, name, &s);
    if (fd >= 0) {
        enum vyi_cache_state state = read_head(fd, (uint64_t)s.st_size, name, &h);
        if (state == VYI_CACHE_GOOD && (*bytes = read_contents(k, fd, &h, &state))) {
            *size = h.size;
            futimens(fd, NULL); // used now
        }
        if (state == VYI_CACHE_BROKEN)
            unlinkat(folder, name, 0);
        close(fd);
    }
    close(folder);
    return *bytes != NULL;
}

// ---- keeping it small ----
static uint64_t ns_of(const struct timespec *t)
{
    return t->tv_sec < 0 ? 0 : (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

static int newer_first(const void *a, const void *b)
{
    const struct vyi_cache_entry *x = a, *y = b;
    int order = VYI_COMPARE(y->used_ns, x->used_ns);
    return order ? order : strcmp(y->name, x->name);
}

/// Whether a file that is being written has no writer any more: it is not locked, or, where files
/// cannot be locked, was not written to for long.
static bool is_left(int folder, const char *name, const struct stat *s)
{
    if (s->st_mtim.tv_sec + STALE_SECONDS < time(NULL))
        return true;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool left = fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB);
    if (fd >= 0)
        close(fd);
    return left;
}

/// Every file of ours, the one used last first, without what is inside; other files in the folder
/// are let alone. `sweep`: those that killed writers left are removed.
static vy_status scan(const struct vyi_code_cache *k, int folder, bool sweep,
                      struct vyi_cache_entries *files)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again < 0 ? NULL : fdopendir(again);
    vy_status status = VY_OK;
    if (!dir) {
        if (again >= 0)
            close(again);
        return VY_ERROR_MEMORY;
    }
    for (struct dirent *d; !status && (d = readdir(dir));) {
        struct stat s;
        bool temp = !strncmp(d->d_name, TEMP_PREFIX, sizeof TEMP_PREFIX - 1);
        if ((!temp && !is_name(d->d_name)) || fstatat(folder, d->d_name, &s, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(s.st_mode))
            continue;
        if (temp && is_left(folder, d->d_name, &s)) {
            files->left.count++;
            files->left.bytes += (uint64_t)s.st_size;
            files->left.removed += sweep && !unlinkat(folder, d->d_name, 0);
        }
        if (temp)
            continue;
        struct vyi_cache_entry e = {.bytes = (uint64_t)s.st_size, .used_ns = ns_of(&s.st_mtim)};
        memcpy(e.name, d->d_name, sizeof e.name);
        if (!vyi_vec_push(k->context, &files->list, e))
            status = VY_ERROR_MEMORY;
    }
    closedir(dir);
    if (files->list.count)
        qsort(files->list.at, files->list.count, sizeof *files->list.at, newer_first);
    return status;
}

/// Removes what was used longest ago until the limits hold, with some room to spare, and says how
/// much may come before the next look: a part of the room, for others put something in too.
static void trim(struct vyi_code_cache *k, int folder)
{
    struct vyi_cache_entries files = {0};
    uint64_t max_bytes = k->max_bytes, bytes = 0;
    uint32_t max_entries = k->max_entries;
    if (!scan(k, folder, true, &files)) {
        uint32_t count = files.list.count;
        for (uint32_t i = 0; i < count; i++)
            bytes += files.list.at[i].bytes;
        if (bytes > max_bytes || count > max_entries)
            max_bytes -= max_bytes / 16, max_entries -= max_entries / 16;
        while (count && (bytes > max_bytes || count > max_entries)) {
            unlinkat(folder, files.list.at[--count].name, 0);
            bytes -= files.list.at[count].bytes;
        }
        atomic_store(&k->room_bytes, (long long)((k->max_bytes - bytes) / 8));
        atomic_store(&k->room_entries, (long long)(k->max_entries - count) / 8);
    }
    vyi_vec_free(k->context, &files.list);
}

// ---- putting in ----
/// A name that no other writer has, whatever process it is in.
static int open_temp(int folder, const void *self, char *name, size_t size)
{
    for (int i = 0; i < 16; i++) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        snprintf(name, size, TEMP_PREFIX "%lx-%llx-%llx-%x", (long)getpid(), ULL(ns_of(&t)),
                 (unsigned long long)(uintptr_t)self, i);
        int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd >= 0)
            flock(fd, LOCK_EX | LOCK_NB); // where it cannot be locked, its age tells
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static void fill_head(struct head *h, const uint8_t key[32], const char *label, const void *bytes,
                      size_t size)
{
    *h = (struct head){.format = FORMAT, .size = size};
    memcpy(h->magic, MAGIC, sizeof h->magic);
    memcpy(h->key, key, sizeof h->key);
    snprintf(h->label, sizeof h->label, "%s", label ? label : "");
    vyi_blake2b(bytes, size, h->contents);
    head_hash(h, h->self);
}

/// NULL: they were put in; else why not.
static const char *put(struct vyi_code_cache *k, const uint8_t key[32], const char *label,
                       const void *bytes, size_t size)
{
    char name[VYI_CACHE_NAME], temp[128];
    struct head h;
    const char *why;
    int error = 0, folder = open_folder(k, &why, NULL);
    if (folder < 0 && !why) {
        error = make_folder(k, true);
        folder = open_folder(k, &why, NULL);
    }
    if (folder < 0)
        return why ? why : strerror(error ? error : ENOENT);
    name_of(key, name);
    fill_head(&h, key, label, bytes, size);
    int fd = open_temp(folder, &h, temp, sizeof temp);
    bool written = fd >= 0 && vyi_file_move(fd, &h, sizeof h, -1, true) &&
                   vyi_file_move(fd, (void *)bytes, size, -1, true);
    error = written ? 0 : errno;
    if (fd >= 0 && close(fd) && !error)
        error = errno;
    if (!error && renameat(folder, temp, folder, name))
        error = errno;
    if (error && fd >= 0)
        unlinkat(folder, temp, 0);
    if (!error &&
        (atomic_fetch_sub(&k->room_entries, 1) < 1 ||
         atomic_fetch_sub(&k->room_bytes, (long long)(size + HEAD)) < (long long)(size + HEAD)))
        trim(k, folder);
    close(folder);
    return error ? strerror(error) : NULL;
}

void vyi_cache_put(struct vyi_code_cache *k, const uint8_t key[32], const char *label,
                   const void *bytes, size_t size)
{
    uint64_t all;
    struct rlimit most; // a larger file would end the process by a signal
    if (!vyi_add(size, HEAD, &all) || all > k->max_bytes || !k->max_entries ||
        getrlimit(RLIMIT_FSIZE, &most) || (most.rlim_cur != RLIM_INFINITY && all > most.rlim_cur))
        return;
    const char *why = put(k, key, label, bytes, size);
    if (why && k->named && !atomic_exchange(&k->told, true))
        vyi_complain(k->context, VYI_DIAG(CACHE_UNWRITTEN), k->folder, why);
}

// ---- looking at it ----
/// False: it has gone in the meantime.
static bool look_at(const struct vyi_code_cache *k, int folder, bool whole,
                    struct vyi_cache_entry *e)
{
    struct stat s;
    struct head h;
    int fd = open_entry(folder, e->name, &s);
    if (fd < 0) {
        e->state = VYI_CACHE_UNSAFE;
        return errno != ENOENT;
    }
    e->state = read_head(fd, (uint64_t)s.st_size, e->name, &h);
    // What a terminal would take for a command is no part of a label.
    for (size_t i = 0; e->state == VYI_CACHE_GOOD && i < VYI_CACHE_LABEL; i++)
        e->label[i] =
            h.label[i] && ((unsigned char)h.label[i] < 32 || h.label[i] == 127) ? '?' : h.label[i];
    if (e->state == VYI_CACHE_GOOD && whole)
        vy_memory_free(k->context, read_contents(k, fd, &h, &e->state));
    close(fd);
    return true;
}

const char *vyi_cache_unwritable(const struct vyi_code_cache *k)
{
    char temp[128];
    int folder = open_folder(k, NULL, NULL), error = 0;
    if (folder < 0) {
        error = make_folder(k, false);
    } else {
        int fd = open_temp(folder, temp, temp, sizeof temp);
        error = fd < 0 || unlinkat(folder, temp, 0) ? errno : 0;
        if (fd >= 0)
            close(fd);
        close(folder);
    }
    return error ? strerror(error) : NULL;
}

vy_status vyi_cache_list(struct vyi_code_cache *k, bool whole, bool sweep,
                         struct vyi_cache_entries *entries)
{
    uint32_t kept = 0;
    int folder = open_folder(k, NULL, NULL);
    if (folder < 0)
        return VY_OK;
    vy_status status = scan(k, folder, sweep, entries);
    for (uint32_t i = 0; i < entries->list.count; i++)
        if (look_at(k, folder, whole, &entries->list.at[i]))
            entries->list.at[kept++] = entries->list.at[i];
    entries->list.count = kept;
    close(folder);
    return status;
}

bool vyi_cache_remove(struct vyi_code_cache *k, const char *name)
{
    int folder = open_folder(k, NULL, NULL);
    if (folder < 0)
        return false;
    bool gone = is_name(name) && (!unlinkat(folder, name, 0) || errno == ENOENT);
    close(folder);
    return gone;
}
