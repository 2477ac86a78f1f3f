// Compiled code on disk: what is put in comes out, and nothing else ever does, whatever happened to
// the files, the folder, and the other processes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dev/code_cache.h"
#include "support/stage.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEAD = 256 }; // of a file, before its contents

struct fixture {
    struct stage *stage;
    char root[100], folder[128];
    struct vyi_code_cache *cache;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (!f || stage_open((void **)&f->stage))
        return 1;
    const char *base = getenv("TMPDIR");
    snprintf(f->root, sizeof f->root, "%s/vyre-cache-XXXXXX", base ? base : P_tmpdir);
    if (!mkdtemp(f->root))
        return 1;
    snprintf(f->folder, sizeof f->folder, "%s/a/b", f->root);
    return vyi_cache_open(f->stage->context, f->folder, &f->cache) != VY_OK;
}

static int drop(const char *path, const struct stat *s, int kind, struct FTW *walk)
{
    (void)s, (void)kind, (void)walk;
    return remove(path);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    vyi_cache_close(&f->cache);
    nftw(f->root, drop, 16, FTW_DEPTH | FTW_PHYS);
    int left = stage_close((void **)&f->stage);
    free(f);
    return left;
}

// ---- entries of a number ----
static void key_of(uint32_t number, uint8_t key[32])
{
    vyi_blake2b(&number, sizeof number, key);
}

static size_t contents_of(uint32_t number, char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(number * 31 + i * 7 + (i >> 8));
    return size;
}

static void put(struct vyi_code_cache *cache, uint32_t number, size_t size)
{
    uint8_t key[32];
    char label[32], *bytes = malloc(size + 1);
    key_of(number, key);
    snprintf(label, sizeof label, "number %u", number);
    contents_of(number, bytes, size);
    vyi_cache_put(cache, key, label, bytes, size);
    free(bytes);
}

/// Whether it is there; then it must be what was put in.
static bool got(struct fixture *f, struct vyi_code_cache *cache, uint32_t number, size_t size)
{
    uint8_t key[32];
    void *bytes;
    size_t count;
    key_of(number, key);
    bool here = vyi_cache_get(cache, key, &bytes, &count);
    if (here) {
        char *wanted = malloc(size + 1);
        contents_of(number, wanted, size);
        assert_int_equal(count, size);
        assert_memory_equal(bytes, wanted, size);
        free(wanted);
    } else {
        assert_null(bytes);
    }
    vy_memory_free(f->stage->context, bytes);
    return here;
}

static void path_of(const struct fixture *f, uint32_t number, char path[256])
{
    uint8_t key[32];
    key_of(number, key);
    int n = snprintf(path, 256, "%s/", f->folder);
    for (int i = 0; i < 32; i++)
        n += snprintf(path + n, 256 - (size_t)n, "%02x", key[i]);
}

static bool exists(const char *path)
{
    struct stat s;
    return !lstat(path, &s);
}

static size_t files_in(const char *folder)
{
    size_t count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *d; dir && (d = readdir(dir));)
        count += d->d_name[0] != '.' || strlen(d->d_name) > 2;
    if (dir)
        closedir(dir);
    return count;
}

/// Says when it was used.
static void date(const struct fixture *f, uint32_t number, time_t seconds)
{
    char path[256];
    const struct timespec t[2] = {{seconds, 0}, {seconds, 0}};
    path_of(f, number, path);
    assert_int_equal(utimensat(AT_FDCWD, path, t, 0), 0);
}

// ---- what it is for ----
static void what_was_put_in_comes_out(void **state)
{
    struct fixture *f = *state;
    struct vyi_code_cache *other;
    static const size_t sizes[] = {0, 1, 255, 4096, 100000};
    struct stat s;
    assert_false(got(f, f->cache, 0, 0));
    assert_false(exists(f->folder)); // looking makes nothing
    for (uint32_t i = 0; i < 5; i++) {
        put(f->cache, i, sizes[i]);
        assert_true(got(f, f->cache, i, sizes[i]));
    }
    assert_int_equal(vyi_cache_open(f->stage->context, f->folder, &other), VY_OK);
    for (uint32_t i = 0; i < 5; i++)
        assert_true(got(f, other, i, sizes[i]));
    assert_false(got(f, other, 5, 1));
    vyi_cache_close(&other);
    assert_int_equal(stat(f->folder, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0700);
    assert_int_equal(files_in(f->folder), 5); // no other files are left behind
}

static void the_last_one_put_in_counts(void **state)
{
    struct fixture *f = *state;
    uint8_t key[32] = {7};
    void *bytes;
    size_t size;
    vyi_cache_put(f->cache, key, "first", "one", 3);
    vyi_cache_put(f->cache, key, "second", "three", 5);
    assert_true(vyi_cache_get(f->cache, key, &bytes, &size));
    assert_int_equal(size, 5);
    assert_memory_equal(bytes, "three", 5);
    vy_memory_free(f->stage->context, bytes);
}

static void nothing_is_kept_without_a_folder(void **state)
{
    struct fixture *f = *state;
    struct vyi_code_cache *none;
    assert_int_equal(vyi_cache_open(f->stage->context, "", &none), VY_OK);
    put(none, 1, 10);
    assert_false(got(f, none, 1, 10));
    assert_string_equal(vyi_cache_folder(none), "");
    vyi_cache_close(&none);
}

static void the_environment_says_where(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *own, *xdg, *home, *folder;
    } rows[] = {
        {"/x/own", "/x/xdg", "/x/home", "/x/own"},
        {"/x/own//", NULL, NULL, "/x/own"},
        {"", "/x/xdg", "/x/home", "/x/xdg/vyre"},
        {"off", "/x/xdg", "/x/home", "off"},             // keeps nothing
        {NULL, "xdg", "/x/home", "/x/home/.cache/vyre"}, // a relative one is to be ignored
        {NULL, NULL, "/x/home", "/x/home/.cache/vyre"},
        {NULL, NULL, NULL, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const names[] = {"VYRE_CACHE", "XDG_CACHE_HOME", "HOME"};
        const char *const values[] = {rows[i].own, rows[i].xdg, rows[i].home};
        struct vyi_code_cache *cache;
        for (int k = 0; k < 3; k++)
            values[k] ? setenv(names[k], values[k], 1) : unsetenv(names[k]);
        assert_int_equal(vyi_cache_open(f->stage->context, NULL, &cache), VY_OK);
        assert_string_equal(vyi_cache_folder(cache), rows[i].folder);
        assert_int_equal(!vyi_cache_refusal(cache, NULL), rows[i].folder[0] == '/');
        vyi_cache_close(&cache);
    }
}

/// Below a home that is there two folders are made; one that is not there stays so.
static void a_missing_home_is_not_made(void **state)
{
    struct fixture *f = *state;
    char home[128], made[160];
    snprintf(home, sizeof home, "%s/home", f->root);
    snprintf(made, sizeof made, "%s/.cache/vyre", home);
    unsetenv("VYRE_CACHE");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", home, 1);
    for (int there = 0; there < 2; there++) {
        struct vyi_code_cache *cache;
        if (there)
            assert_int_equal(mkdir(home, 0700), 0);
        assert_int_equal(vyi_cache_open(f->stage->context, NULL, &cache), VY_OK);
        put(cache, 1, 10);
        assert_int_equal(got(f, cache, 1, 10), there);
        assert_int_equal(access(home, F_OK), there ? 0 : -1);
        assert_int_equal(access(made, F_OK), there ? 0 : -1);
        vyi_cache_close(&cache);
    }
}

// ---- what may have happened to a file ----
/// Writes a file anew, with one byte changed (at < size), cut at `at`, or longer.
static void spoil(const char *path, const char *bytes, size_t size, size_t at, int how)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < (how == 'c' ? at : size); i++)
        fputc(how == 'x' && i == at ? bytes[i] ^ 0x40 : bytes[i], file);
    if (how == 'l')
        fputc(0, file);
    fclose(file);
    chmod(path, 0600);
}

static void every_changed_byte_is_a_miss(void **state)
{
    struct fixture *f = *state;
    enum { SIZE = 300 };
    char path[256], bytes[HEAD + SIZE];
    put(f->cache, 1, SIZE);
    path_of(f, 1, path);
    FILE *file = fopen(path, "rb");
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
    for (size_t at = 0; at <= sizeof bytes; at++)
        for (const char *how = "xcl"; *how; how++) {
            if ((*how == 'l') != (at == sizeof bytes))
                continue;
            spoil(path, bytes, sizeof bytes, at, *how);
            if (got(f, f->cache, 1, SIZE))
                fail_msg("byte %zu, %c: not noticed", at, *how);
            assert_false(exists(path)); // nobody looks at it again
        }
    spoil(path, bytes, sizeof bytes, 0, 'n');
    assert_true(got(f, f->cache, 1, SIZE));
}

static void an_entry_under_another_name_is_a_miss(void **state)
{
    struct fixture *f = *state;
    char from[256], to[256];
    put(f->cache, 1, 100);
    path_of(f, 1, from);
    path_of(f, 2, to);
    assert_int_equal(rename(from, to), 0);
    assert_false(got(f, f->cache, 2, 100));
}

static void another_format_is_a_miss_and_stays(void **state)
{
    struct fixture *f = *state;
    struct vyi_cache_entries all = {0};
    char path[256], head[HEAD];
    put(f->cache, 1, 100);
    path_of(f, 1, path);
    int fd = open(path, O_RDWR);
    assert_int_equal(read(fd, head, HEAD), HEAD);
    head[8]++;
    vyi_blake2b(head, HEAD - 32, (uint8_t *)head + HEAD - 32);
    assert_int_equal(pwrite(fd, head, HEAD, 0), HEAD);
    close(fd);
    assert_false(got(f, f->cache, 1, 100));
    assert_true(exists(path));
    assert_int_equal(vyi_cache_list(f->cache, true, false, &all), VY_OK);
    assert_int_equal(all.list.count, 1);
    assert_int_equal(all.list.at[0].state, VYI_CACHE_OTHER);
    vyi_vec_free(f->stage->context, &all.list);
    put(f->cache, 1, 100); // takes its place
    assert_true(got(f, f->cache, 1, 100));
}

static void what_is_no_file_is_a_miss(void **state)
{
    struct fixture *f = *state;
    char path[256], there[256];
    put(f->cache, 1, 100);
    path_of(f, 1, there);
    path_of(f, 2, path);
    assert_int_equal(symlink(there, path), 0);
    assert_false(got(f, f->cache, 2, 100));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0); // would wait for a writer
    assert_false(got(f, f->cache, 2, 100));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(got(f, f->cache, 2, 100));
    put(f->cache, 2, 100); // cannot take its place, and says nothing
    assert_false(got(f, f->cache, 2, 100));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(chmod(there, 0622), 0);
    assert_false(got(f, f->cache, 1, 100)); // anyone may have written it
    assert_int_equal(files_in(f->folder), 1);
}

// ---- whose folder it is ----
static void an_unsafe_folder_is_not_used(void **state)
{
    struct fixture *f = *state;
    struct vyi_code_cache *link;
    char path[256];
    put(f->cache, 1, 100);
    assert_null(vyi_cache_refusal(f->cache, NULL));
    static const mode_t unsafe[] = {0777, 01777, 0770, 0702};
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++) {
        assert_int_equal(chmod(f->folder, unsafe[i]), 0);
        assert_false(got(f, f->cache, 1, 100));
        put(f->cache, 2, 100);
        path_of(f, 2, path);
        assert_false(exists(path));
        assert_non_null(strstr(vyi_cache_refusal(f->cache, NULL), "others may write"));
    }
    assert_int_equal(chmod(f->folder, 0755), 0);
    assert_true(got(f, f->cache, 1, 100));

    snprintf(path, sizeof path, "%s/link", f->root);
    assert_int_equal(symlink(f->folder, path), 0);
    for (int slashes = 0; slashes < 3; slashes++) { // which would follow the link
        char name[300];
        snprintf(name, sizeof name, "%s%.*s", path, slashes, "//");
        assert_int_equal(vyi_cache_open(f->stage->context, name, &link), VY_OK);
        assert_false(got(f, link, 1, 100));
        assert_non_null(strstr(vyi_cache_refusal(link, NULL), "symbolic link"));
        vyi_cache_close(&link);
    }
}

static void a_folder_of_another_user_is_not_used(void **state)
{
    struct fixture *f = *state;
    if (geteuid()) {
        print_message("skipped: only root can give a folder away\n");
        skip();
    }
    put(f->cache, 1, 100);
    assert_int_equal(chown(f->folder, 12345, 12345), 0);
    assert_false(got(f, f->cache, 1, 100));
    assert_non_null(strstr(vyi_cache_refusal(f->cache, NULL), "another user"));
    assert_int_equal(chown(f->folder, 0, 0), 0);
    assert_true(got(f, f->cache, 1, 100));
    char path[256];
    path_of(f, 1, path);
    assert_int_equal(chown(path, 12345, 12345), 0);
    assert_false(got(f, f->cache, 1, 100));
}

/// Whoever can write to one above can put another one in its place.
static void an_unsafe_folder_above_is_not_used(void **state)
{
    struct fixture *f = *state;
    char above[4096], real[4096], a[128];
    vy_cache_info info;
    put(f->cache, 1, 100);
    assert_non_null(realpath(f->root, real));
    snprintf(a, sizeof a, "%s/a", f->root);
    const char *const folders[] = {a, f->root};
    for (int i = 0; i < 2; i++) {
        static const mode_t unsafe[] = {0777, 0770, 0702};
        for (size_t k = 0; k < sizeof unsafe / sizeof *unsafe; k++) {
            assert_int_equal(chmod(folders[i], unsafe[k]), 0);
            assert_false(got(f, f->cache, 1, 100));
            assert_non_null(strstr(vyi_cache_refusal(f->cache, above), "others may write"));
            assert_memory_equal(above, real, strlen(real));
            assert_string_equal(above + strlen(real), i ? "" : "/a");
        }
        assert_int_equal(
            vy_cache_list(f->stage->context, vy_cache_params(.folder = f->folder), &info),
            VY_ERROR_DEVICE);
        SAID(f->stage, "is above it, and others may write to it", "chmod go-w");
        assert_int_equal(chmod(folders[i], 01777), 0); // nobody can replace what is in there
        assert_true(got(f, f->cache, 1, 100));
        assert_int_equal(chmod(folders[i], 0700), 0);
        assert_true(got(f, f->cache, 1, 100));
        if (geteuid()) {
            print_message("skipped: only root can give a folder away\n");
            continue;
        }
        assert_int_equal(chown(folders[i], 12345, 12345), 0);
        assert_false(got(f, f->cache, 1, 100));
        assert_non_null(strstr(vyi_cache_refusal(f->cache, above), "another user"));
        assert_int_equal(chown(folders[i], 0, 0), 0);
    }
}

static void keep_wrong(void *user, const vy_cache_entry *e)
{
    snprintf(user, 200, "%s", e->wrong ? e->wrong : "");
}

static void an_entry_that_others_may_write_is_told(void **state)
{
    struct fixture *f = *state;
    vy_cache_info info;
    char path[256], wrong[200] = "";
    const vy_cache_params *params =
        vy_cache_params(.folder = f->folder, .entry = keep_wrong, .entry_user = wrong);
    put(f->cache, 1, 100);
    path_of(f, 1, path);
    assert_int_equal(chmod(path, 0620), 0);
    assert_false(got(f, f->cache, 1, 100));
    assert_int_equal(vy_cache_list(f->stage->context, params, &info), VY_OK);
    assert_int_equal(info.broken, 1);
    assert_non_null(strstr(wrong, "another user may have written it"));
    assert_int_equal(vy_cache_verify(f->stage->context, params, &info), VY_OK);
    assert_int_equal(info.removed, 1);
    assert_false(exists(path));
}

static void a_folder_that_cannot_be_made_is_as_if_empty(void **state)
{
    struct fixture *f = *state;
    struct vyi_code_cache *cache;
    char path[256];
    snprintf(path, sizeof path, "%s/file", f->root);
    FILE *file = fopen(path, "w");
    fclose(file);
    strcat(path, "/below");
    assert_int_equal(vyi_cache_open(f->stage->context, path, &cache), VY_OK);
    put(cache, 1, 100);
    assert_false(got(f, cache, 1, 100));
    vyi_cache_close(&cache);
}

static void a_folder_that_vanishes_is_made_again(void **state)
{
    struct fixture *f = *state;
    put(f->cache, 1, 100);
    assert_int_equal(nftw(f->folder, drop, 16, FTW_DEPTH | FTW_PHYS), 0);
    assert_false(got(f, f->cache, 1, 100));
    put(f->cache, 1, 100);
    assert_true(got(f, f->cache, 1, 100));
}

// ---- its size ----
static void the_ones_used_longest_ago_go(void **state)
{
    struct fixture *f = *state;
    vyi_cache_bound(f->cache, 1 << 20, 4);
    for (uint32_t i = 0; i < 4; i++) {
        put(f->cache, i, 100);
        date(f, i, 1000 + 10 * (time_t)i);
    }
    assert_true(got(f, f->cache, 0, 100)); // used now
    put(f->cache, 4, 100);
    assert_false(got(f, f->cache, 1, 100));
    for (uint32_t i = 0; i < 5; i++)
        if (i != 1)
            assert_true(got(f, f->cache, i, 100));
    date(f, 4, 500);
    date(f, 0, 600);
    put(f->cache, 5, 100);
    assert_false(got(f, f->cache, 4, 100));
    assert_true(got(f, f->cache, 0, 100));
    assert_true(got(f, f->cache, 5, 100));
    assert_int_equal(files_in(f->folder), 4);
}

static void bytes_are_bounded(void **state)
{
    struct fixture *f = *state;
    vyi_cache_bound(f->cache, 10 * (1000 + HEAD), 1000);
    for (uint32_t i = 0; i < 200; i++) {
        put(f->cache, i, 1000);
        date(f, i, 1000 + (time_t)i);
        assert_true(files_in(f->folder) <= 10);
    }
    assert_true(got(f, f->cache, 199, 1000));
    put(f->cache, 1000, 10 * (1000 + HEAD)); // larger than all of it: not kept, and nothing goes
    assert_false(got(f, f->cache, 1000, 10 * (1000 + HEAD)));
    assert_true(got(f, f->cache, 199, 1000));
}

static void other_files_are_let_alone(void **state)
{
    struct fixture *f = *state;
    char notes[256], stale[256], fresh[256];
    const struct timespec old[2] = {{1000, 0}, {1000, 0}};
    put(f->cache, 0, 10);
    snprintf(notes, sizeof notes, "%s/notes.txt", f->folder);
    snprintf(stale, sizeof stale, "%s/.vyre-1-2-3", f->folder);
    snprintf(fresh, sizeof fresh, "%s/.vyre-4-5-6", f->folder);
    const char *const paths[] = {notes, stale, fresh};
    for (int i = 0; i < 3; i++) {
        FILE *file = fopen(paths[i], "w");
        fclose(file);
    }
    int writer = open(fresh, O_WRONLY);
    assert_int_equal(flock(writer, LOCK_EX), 0);
    utimensat(AT_FDCWD, notes, old, 0);
    utimensat(AT_FDCWD, stale, old, 0);
    vyi_cache_bound(f->cache, 1 << 20, 1);
    put(f->cache, 1, 10);
    assert_true(exists(notes));
    assert_false(exists(stale)); // what a writer left that crashed
    assert_true(exists(fresh));  // another writer is at it
    assert_int_equal(files_in(f->folder), 3);
    close(writer);
}

/// What writers left that were killed is counted, and removed by those who clear; what a living
/// one has not finished is neither.
static void what_killed_writers_left_is_counted(void **state)
{
    struct fixture *f = *state;
    const vy_cache_params *params = vy_cache_params(.folder = f->folder);
    vy_cache_info info;
    put(f->cache, 0, 10);
    for (int task = 0; task < 2; task++) {
        char path[2][256];
        int writers[2];
        for (int i = 0; i < 2; i++) {
            snprintf(path[i], sizeof path[i], "%s/.vyre-%d", f->folder, i);
            writers[i] = open(path[i], O_WRONLY | O_CREAT, 0600);
            assert_int_equal(flock(writers[i], LOCK_EX), 0);
            assert_int_equal(write(writers[i], "half", 4), 4);
        }
        close(writers[0]); // as the system does when it ends
        assert_int_equal(vy_cache_list(f->stage->context, params, &info), VY_OK);
        assert_int_equal(info.entries, 1);
        assert_int_equal(info.left, 1);
        assert_int_equal(info.left_bytes, 4);
        assert_int_equal(info.removed, 0);
        assert_true(exists(path[0]));
        assert_int_equal(
            (task ? vy_cache_clear : vy_cache_verify)(f->stage->context, params, &info), VY_OK);
        assert_int_equal(info.left, 1);
        assert_int_equal(info.removed, task ? 2 : 1);
        assert_int_equal(info.broken, 0);
        assert_false(exists(path[0]));
        assert_true(exists(path[1]));
        close(writers[1]);
        unlink(path[1]);
    }
    assert_int_equal(files_in(f->folder), 0);
}

/// Says so after some of them.
static void put_for_ever(struct fixture *f, uint32_t some, int ready)
{
    for (uint32_t i = 0;; i++) {
        put(f->cache, i % 50, 20000);
        if (i == some)
            (void)!write(ready, "", 1);
    }
}

/// A writer that is killed at any moment leaves nothing that counts as an entry, and what it leaves
/// can be cleared at once.
static void what_a_killed_process_left_is_cleared(void **state)
{
    struct fixture *f = *state;
    vy_cache_info info;
    put(f->cache, 0, 10);
    for (int round = 0; round < 20; round++) {
        int ready[2];
        char byte;
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child)
            put_for_ever(f, (uint32_t)round, ready[1]);
        assert_int_equal(read(ready[0], &byte, 1), 1);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        close(ready[0]);
        close(ready[1]);
    }
    assert_int_equal(vy_cache_clear(f->stage->context, vy_cache_params(.folder = f->folder), &info),
                     VY_OK);
    assert_int_equal(info.removed, info.entries + info.left);
    assert_int_equal(files_in(f->folder), 0);
}

static void a_limit_on_file_sizes_ends_nobody(void **state)
{
    struct fixture *f = *state;
    put(f->cache, 0, 10);
    pid_t child = fork();
    if (!child) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096});
        put(f->cache, 1, 10000);
        put(f->cache, 2, 1000);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    assert_false(got(f, f->cache, 1, 10000));
    assert_true(got(f, f->cache, 2, 1000));
}

// ---- several processes ----
enum { WRITERS = 6, ROUNDS = 150, KEYS = 12 };

/// Puts and gets the same few keys as the others do, in a cache too small for all of them.
static void write_and_read(struct fixture *f, uint32_t seed)
{
    struct vyi_code_cache *cache;
    if (vyi_cache_open(f->stage->context, f->folder, &cache))
        _exit(2);
    vyi_cache_bound(cache, 1 << 20, KEYS / 2);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t number = (seed * 7 + i * 5) % KEYS;
        if (!got(f, cache, number, 2000 + number)) // fails the child where bytes are wrong
            put(cache, number, 2000 + number);
    }
    vyi_cache_close(&cache);
    _exit(0);
}

static void processes_share_it(void **state)
{
    struct fixture *f = *state;
    pid_t children[WRITERS];
    struct vyi_cache_entries all = {0};
    for (uint32_t i = 0; i < WRITERS; i++)
        if (!(children[i] = fork()))
            write_and_read(f, i);
    kill(children[0], SIGKILL); // whatever it was about to do
    for (uint32_t i = 0; i < WRITERS; i++) {
        int status;
        waitpid(children[i], &status, 0);
        if (i)
            assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    }
    assert_int_equal(vyi_cache_list(f->cache, true, false, &all), VY_OK);
    assert_true(all.list.count > 0);
    for (uint32_t i = 0; i < all.list.count; i++)
        assert_int_equal(all.list.at[i].state, VYI_CACHE_GOOD);
    vyi_vec_free(f->stage->context, &all.list);
    for (uint32_t i = 0; i < KEYS; i++)
        got(f, f->cache, i, 2000 + i);
}

static void *many_puts(void *data)
{
    struct fixture *f = data;
    for (uint32_t i = 0; i < 100; i++)
        put(f->cache, i % 10, 500);
    return NULL;
}

static void threads_share_it(void **state)
{
    struct fixture *f = *state;
    pthread_t threads[4];
    vyi_cache_bound(f->cache, 1 << 20, 5);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, many_puts, f), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < 10; i++)
        got(f, f->cache, i, 500);
    put(f->cache, 10, 500);
    assert_true(files_in(f->folder) <= 5);
}

// ---- memory ----
static void without_memory_it_is_a_miss(void **state)
{
    struct fixture *f = *state;
    struct test_alloc *alloc = &f->stage->alloc;
    uint64_t live = alloc->live;
    put(f->cache, 1, 100);
    for (uint64_t n = 1; n < 20; n++) {
        alloc->calls = alloc->failed = 0;
        alloc->fail_at = n;
        bool here = got(f, f->cache, 1, 100);
        put(f->cache, 2, 100);
        alloc->fail_at = 0;
        assert_true(here == (n > 1)); // the one allocation of a get
        assert_int_equal(alloc->live, live);
        assert_true(got(f, f->cache, 1, 100)); // still there
    }
}

// ---- as tools see it ----
struct seen {
    uint32_t count, valid;
    char labels[256];
};

static void see(void *user, const vy_cache_entry *e)
{
    struct seen *s = user;
    s->count++;
    s->valid += e->valid;
    assert_int_equal(strlen(e->key), 64);
    assert_true(e->valid == !e->wrong);
    strcat(strcat(s->labels, e->label), ";");
}

static void tools_see_it(void **state)
{
    struct fixture *f = *state;
    vy_context *c = f->stage->context;
    vy_cache_info info;
    struct seen seen = {0};
    char path[256];
    const vy_cache_params *params =
        vy_cache_params(.folder = f->folder, .entry = see, .entry_user = &seen);
    assert_int_equal(vy_cache_list(c, params, &info), VY_OK);
    assert_int_equal(info.entries, 0);
    assert_string_equal(info.folder, f->folder);
    assert_int_equal(info.max_bytes, 256 << 20);
    assert_int_equal(info.max_entries, 4096);
    for (uint32_t i = 0; i < 3; i++) {
        put(f->cache, i, 100);
        date(f, i, 1000 + (time_t)i);
    }
    path_of(f, 1, path);
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, "!", 1, HEAD + 50), 1);
    close(fd);
    date(f, 1, 1001);
    assert_int_equal(vy_cache_list(c, params, &info), VY_OK); // heads alone
    assert_string_equal(seen.labels, "number 2;number 1;number 0;");
    assert_int_equal(seen.valid, 3);
    assert_int_equal(info.bytes, 3 * (100 + HEAD));
    seen = (struct seen){0};
    assert_int_equal(vy_cache_verify(c, params, &info), VY_OK);
    assert_int_equal(seen.count, 3);
    assert_int_equal(seen.valid, 2);
    assert_int_equal(info.broken, 1);
    assert_int_equal(info.removed, 1);
    assert_false(exists(path));
    assert_int_equal(vy_cache_clear(c, params, &info), VY_OK);
    assert_int_equal(info.entries, 2);
    assert_int_equal(info.removed, 2);
    assert_int_equal(files_in(f->folder), 0);
    assert_int_equal(vy_cache_clear(c, params, NULL), VY_OK);
    assert_int_equal(chmod(f->folder, 0777), 0);
    assert_int_equal(vy_cache_list(c, params, &info), VY_ERROR_DEVICE);
    assert_string_equal(info.folder, f->folder);
    SAID(f->stage, "is not used", "chmod 700");
}

/// A device warns once where $VYRE_CACHE or `.cache` names a folder that cannot be written; for the
/// default folder only `vyre cache` warns.
static void a_named_folder_that_keeps_nothing_is_told(void **state)
{
    static const char *const folders[] = {"/proc/self/fdinfo", "/proc/self/fdinfo/a/b"};
    struct fixture *f = *state;
    vy_context *c = f->stage->context;
    vy_cache_info info;
    for (size_t i = 0; i < 6; i++) {
        const char *folder = folders[i % 2];
        bool given = i < 2, own = !given && i < 4;
        struct vyi_code_cache *cache;
        own ? setenv("VYRE_CACHE", folder, 1) : unsetenv("VYRE_CACHE");
        setenv("XDG_CACHE_HOME", folder, 1);
        assert_int_equal(vyi_cache_open(c, given ? folder : NULL, &cache), VY_OK);
        test_log_clear(&f->stage->log);
        put(cache, 1, 10);
        put(cache, 2, 10);
        assert_int_equal(f->stage->log.warnings, given || own);
        test_log_clear(&f->stage->log);
        assert_int_equal(vy_cache_list(c, vy_cache_params(.folder = given ? folder : NULL), &info),
                         VY_OK);
        assert_int_equal(f->stage->log.warnings, 1);
        vyi_cache_close(&cache);
    }
    test_log_clear(&f->stage->log);
    assert_int_equal(vy_cache_list(c, vy_cache_params(.folder = f->folder), &info), VY_OK);
    put(f->cache, 1, 10);
    assert_int_equal(vy_cache_list(c, vy_cache_params(.folder = f->folder), &info), VY_OK);
    assert_int_equal(info.left, 0);
    assert_int_equal(f->stage->log.warnings, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_was_put_in_comes_out),
        TEST(the_last_one_put_in_counts),
        TEST(nothing_is_kept_without_a_folder),
        TEST(the_environment_says_where),
        TEST(a_missing_home_is_not_made),
        TEST(every_changed_byte_is_a_miss),
        TEST(an_entry_under_another_name_is_a_miss),
        TEST(another_format_is_a_miss_and_stays),
        TEST(what_is_no_file_is_a_miss),
        TEST(an_unsafe_folder_is_not_used),
        TEST(a_folder_of_another_user_is_not_used),
        TEST(an_unsafe_folder_above_is_not_used),
        TEST(an_entry_that_others_may_write_is_told),
        TEST(a_folder_that_cannot_be_made_is_as_if_empty),
        TEST(a_folder_that_vanishes_is_made_again),
        TEST(the_ones_used_longest_ago_go),
        TEST(bytes_are_bounded),
        TEST(other_files_are_let_alone),
        TEST(what_killed_writers_left_is_counted),
        TEST(what_a_killed_process_left_is_cleared),
        TEST(a_limit_on_file_sizes_ends_nobody),
        TEST(processes_share_it),
        TEST(threads_share_it),
        TEST(without_memory_it_is_a_miss),
        TEST(tools_see_it),
        TEST(a_named_folder_that_keeps_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
