// Files as the tool writes them: whole or not at all, through symbolic links, with the rights of
// the file that goes, and nothing left beside them, whatever signal comes.
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/files.h"
#include "tools/common/cli.h"

// ---- a signal that comes in the middle ----
static int strike; ///< the signal to send when the tool writes to a file; 0: none

/// In the place of the C library's.
ssize_t write(int fd, const void *bytes, size_t size)
{
    if (strike && fd > STDERR_FILENO)
        kill(getpid(), strike);
    return syscall(SYS_write, fd, bytes, size);
}

static char root[200];

static int setup(void **state)
{
    const char *base = getenv("TMPDIR");
    (void)state;
    snprintf(root, sizeof root, "%s/vyre-write-XXXXXX", base ? base : P_tmpdir);
    return !mkdtemp(root) || chdir(root);
}

static int drop(const char *path, const struct stat *s, int kind, struct FTW *walk)
{
    (void)s, (void)kind, (void)walk;
    return remove(path);
}

static int teardown(void **state)
{
    (void)state;
    return chdir("/") || nftw(root, drop, 16, FTW_DEPTH | FTW_PHYS);
}

static int found;
static int count_file(const char *path, const struct stat *s, int kind, struct FTW *walk)
{
    (void)path, (void)s, (void)walk;
    found += kind != FTW_D && kind != FTW_DP;
    return 0;
}

/// Files and links there are, in all folders.
static int files(void)
{
    found = 0;
    assert_int_equal(nftw(root, count_file, 16, FTW_PHYS), 0);
    return found;
}

static bool put(const char *path, const char *text)
{
    return file_write(path, text, strlen(text), NULL, 0);
}

static void holds(const char *path, const char *text)
{
    struct bytes b = {0};
    assert_true(test_file_read(path, &b));
    assert_int_equal(b.count, strlen(text));
    assert_memory_equal(b.at, text, b.count);
    free(b.at);
}

static void a_signal_leaves_nothing(void **state)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
    (void)state;
    assert_true(put("before", "1"));
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        for (int ignored = 0; ignored < 2; ignored++) {
            int status = -1;
            pid_t child = fork();
            assert_true(child >= 0);
            if (!child) {
                setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
                signal(signals[i], ignored ? SIG_IGN : SIG_DFL);
                strike = signals[i];
                _exit(!put("before", "2") || !put("after", "3"));
            }
            assert_int_equal(waitpid(child, &status, 0), child);
            if (ignored) { // as nohup does: it goes on
                assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
                holds("before", "2");
                holds("after", "3");
                unlink("after");
                assert_true(put("before", "1"));
            } else {
                assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
                holds("before", "1");
            }
            assert_int_equal(files(), 1);
        }
    }
    // What the tool does with signals afterwards is as it was.
    struct sigaction now;
    assert_int_equal(sigaction(SIGINT, NULL, &now), 0);
    assert_true(now.sa_handler == SIG_DFL);
}

static void a_limit_on_files_is_an_error(void **state)
{
    (void)state;
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){1, 1});
        _exit(put("large", "more than one byte"));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(files(), 0);
}

// ---- links ----
static bool is_link(const char *path)
{
    struct stat s;
    return !lstat(path, &s) && S_ISLNK(s.st_mode);
}

static void links_stay(void **state)
{
    struct stat s;
    (void)state;
    assert_int_equal(mkdir("deep", 0700), 0);
    assert_true(put("deep/target", "old"));
    assert_int_equal(chmod("deep/target", 0640), 0);
    assert_int_equal(symlink("target", "deep/link"), 0);
    assert_int_equal(symlink("deep/link", "link"), 0); // of a link, relative to its own folder
    assert_true(file_may_write("link"));
    assert_true(put("link", "new"));
    assert_true(is_link("link") && is_link("deep/link"));
    holds("deep/target", "new");
    assert_int_equal(stat("deep/target", &s), 0);
    assert_int_equal(s.st_mode & 0777, 0640);
    assert_int_equal(symlink("deep/made", "dangling"), 0); // what it leads to is made
    assert_true(put("dangling", "here"));
    assert_true(is_link("dangling"));
    holds("deep/made", "here");
    char absolute[300];
    snprintf(absolute, sizeof absolute, "%s/deep/target", root);
    assert_int_equal(symlink(absolute, "absolute"), 0);
    assert_true(put("absolute", "again"));
    holds("deep/target", "again");
    assert_int_equal(symlink("round", "round"), 0);
    assert_false(file_may_write("round"));
    assert_false(put("round", "never"));
    assert_int_equal(symlink("no/folder/file", "lost"), 0);
    assert_false(file_may_write("lost"));
    assert_false(put("lost", "never"));
    assert_int_equal(files(), 8);
}

static bool same(const char *a, const char *b)
{
    struct file_id x, y;
    assert_true(file_identify(a, &x));
    assert_true(file_identify(b, &y));
    return file_same(&x, &y);
}

static void two_paths_to_one_file_are_told(void **state)
{
    struct file_id id;
    (void)state;
    assert_int_equal(mkdir("d", 0700), 0);
    assert_true(put("a", "1") && put("b", "2"));
    assert_int_equal(symlink("../a", "d/link"), 0);
    assert_int_equal(symlink("../new", "d/dangling"), 0);
    assert_int_equal(link("a", "hard"), 0);
    assert_int_equal(symlink("/dev/null", "null"), 0);
    assert_true(same("a", "./a") && same("a", "d/../a") && same("a", "d/link") &&
                same("a", "hard"));
    assert_true(same("new", "./new") && same("new", "d/dangling")); // that are not there yet
    assert_false(same("a", "b") || same("new", "newer") || same("new", "d/new") ||
                 same("a", "new"));
    static const char *const special[] = {"-", "/dev/null", "null", "/dev/stdout", "/dev/fd/1"};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        assert_false(file_identify(special[i], &id));
}

// ---- where it cannot be ----
static void what_cannot_be_written_is_told_before(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_false(file_may_write("folder"));
    assert_false(file_may_write("no/such/folder"));
    assert_true(file_may_write("-"));
    assert_true(file_may_write("/dev/null"));
    assert_true(put("/dev/null", "gone"));
    assert_true(file_may_write("new"));
    assert_int_equal(files(), 0); // asking makes nothing
    assert_true(put("new", "1"));
    char name[256] = "folder/";
    memset(name + 7, 'n', 240);
    name[247] = 0;
    assert_true(file_may_write(name) && put(name, "a long name"));
    assert_int_equal(files(), 2);
    if (!geteuid()) {
        struct stat s;
        assert_int_equal(chown("new", 12345, 12346), 0);
        assert_true(put("new", "2")); // root takes nobody's file away
        assert_int_equal(stat("new", &s), 0);
        assert_true(s.st_uid == 12345 && s.st_gid == 12346);
        print_message("skipped: root may write to any file\n");
        return;
    }
    assert_int_equal(chmod("new", 0400), 0);
    assert_false(file_may_write("new") || put("new", "2"));
    holds("new", "1");
}

static void a_pipe_takes_the_bytes(void **state)
{
    char bytes[8] = "";
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int from = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(file_may_write("pipe"));
    assert_true(put("pipe", "bytes"));
    assert_int_equal(read(from, bytes, sizeof bytes), 5);
    assert_string_equal(bytes, "bytes");
    close(from);
    struct stat s;
    assert_true(!lstat("pipe", &s) && S_ISFIFO(s.st_mode));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_signal_leaves_nothing),
        TEST(a_limit_on_files_is_an_error),
        TEST(links_stay),
        TEST(two_paths_to_one_file_are_told),
        TEST(what_cannot_be_written_is_told_before),
        TEST(a_pipe_takes_the_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
