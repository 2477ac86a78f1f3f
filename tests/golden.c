// Runs golden files: a command, its input files and what it must print, all in one file.
//
//   golden [--tool PATH] [--update] FILE|FOLDER…
//
//   # remarks
//   $ vyre check bad.vy           run by sh in a new folder; several lines make one script
//   === file bad.vy               an input file, up to the next ===; `file NAME hex` holds bytes
//   === filter                    a sed -E script that both outputs go through (for times)
//   === stdout                    left out: nothing is printed
//   === stderr                    (`=== stdout unended`: the last line has no newline)
//   === exit 1                    left out: 0
//
// Bytes that are no text are compared as \xNN. --update rewrites the last three sections.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SECTIONS = 64, TIMEOUT_SECONDS = 1800 };

struct text {
    char *at;
    size_t size;
};

struct section {
    struct text header; ///< what follows "=== "
    struct text body;
};

struct golden {
    const char *path;
    struct text all;   ///< the file
    struct text input; ///< its part that --update keeps
    char *script;
    struct section sections[MAX_SECTIONS];
    size_t section_count;
    struct text out, err; ///< expected
    int exit;
};

struct result {
    struct text out, err;
    int exit; ///< 128 + signal where it was killed
};

static void *must(void *memory)
{
    if (!memory) {
        perror("golden");
        exit(2);
    }
    return memory;
}

static void append(struct text *t, const char *bytes, size_t count)
{
    t->at = must(realloc(t->at, t->size + count + 1));
    memcpy(t->at + t->size, bytes, count);
    t->size += count;
    t->at[t->size] = 0;
}

static void append_string(struct text *t, const char *string)
{
    append(t, string, strlen(string));
}

static bool read_fd(int fd, struct text *t)
{
    char block[65536];
    ssize_t n;
    append(t, "", 0);
    for (off_t at = 0; (n = pread(fd, block, sizeof block, at)) > 0; at += n)
        append(t, block, (size_t)n);
    return n == 0;
}

static bool read_file(const char *path, struct text *t)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = read_fd(fd, t);
    close(fd);
    return ok;
}

static bool write_file(const char *path, struct text t)
{
    FILE *f = fopen(path, "wbe");
    if (!f)
        return false;
    bool ok = fwrite(t.at, 1, t.size, f) == t.size;
    return fclose(f) == 0 && ok;
}

// ---- reading a golden file ----

static bool complain(const struct golden *g, const char *what, struct text line)
{
    printf("%s: %s: %.*s\n", g->path, what, (int)line.size, line.at ? line.at : "");
    return false;
}

static bool is(struct text t, const char *word)
{
    return t.size == strlen(word) && memcmp(t.at, word, t.size) == 0;
}

static bool begins(struct text t, const char *word)
{
    return t.size >= strlen(word) && memcmp(t.at, word, strlen(word)) == 0;
}

/// The next line, its newline left out; false at the end.
static bool next_line(struct text all, size_t *at, struct text *line)
{
    if (*at >= all.size)
        return false;
    char *start = all.at + *at, *end = memchr(start, '\n', all.size - *at);
    size_t size = end ? (size_t)(end - start) : all.size - *at;
    *line = (struct text){start, size};
    *at += size + (end != NULL);
    return true;
}

static bool take_expectation(struct golden *g, struct section *s)
{
    struct text body = s->body;
    bool unended = s->header.size > 8 && is((struct text){s->header.at + 6, 8}, " unended");
    if (unended && body.size)
        body.size--;
    if (begins(s->header, "exit "))
        g->exit = atoi(s->header.at + 5);
    else if (is(s->header, "stdout") || is(s->header, "stdout unended"))
        g->out = body;
    else if (is(s->header, "stderr") || is(s->header, "stderr unended"))
        g->err = body;
    else
        return false;
    return true;
}

static bool read_head(struct golden *g, size_t *at)
{
    struct text line, script = {0};
    for (size_t before = *at; next_line(g->all, at, &line); before = *at) {
        if (begins(line, "=== ")) {
            *at = before;
            break;
        }
        if (begins(line, "$ ")) {
            append(&script, line.at + 2, line.size - 2);
            append(&script, "\n", 1);
        } else if (line.size && line.at[0] != '#') {
            return complain(g, "neither '$ command', '# remark' nor '=== section'", line);
        }
    }
    g->script = script.at;
    return script.at || complain(g, "has no '$ command' line", (struct text){0});
}

static bool read_golden(struct golden *g)
{
    struct text line;
    size_t at = 0;
    if (!read_file(g->path, &g->all))
        return complain(g, strerror(errno), (struct text){0});
    if (!read_head(g, &at))
        return false;
    append(&g->input, g->all.at, at);
    while (next_line(g->all, &at, &line)) {
        struct section s = {{line.at + 4, line.size - 4}, {g->all.at + at, 0}};
        size_t end = at;
        while (next_line(g->all, &at, &line) && !begins(line, "=== "))
            end = at;
        at = end;
        s.body.size = (size_t)(g->all.at + end - s.body.at);
        if (take_expectation(g, &s))
            continue;
        if (!begins(s.header, "file ") && !is(s.header, "filter"))
            return complain(g, "unknown section", s.header);
        if (g->section_count == MAX_SECTIONS)
            return complain(g, "too many sections", s.header);
        g->sections[g->section_count++] = s;
        append(&g->input, s.header.at - 4, (size_t)(s.body.at + s.body.size - s.header.at) + 4);
    }
    return true;
}

static void free_golden(struct golden *g)
{
    free(g->all.at);
    free(g->input.at);
    free(g->script);
}

// ---- making its folder ----

static struct text from_hex(struct text body)
{
    struct text bytes = {0};
    append(&bytes, "", 0);
    for (size_t i = 0; i + 1 < body.size; i++) {
        char pair[3] = {body.at[i], body.at[i + 1], 0}, *end;
        char byte = (char)strtoul(pair, &end, 16);
        if (pair[0] == ' ' || pair[0] == '\n' || *end)
            continue;
        append(&bytes, &byte, 1);
        i++;
    }
    return bytes;
}

static bool make_file(const struct golden *g, const struct section *s, const char *folder)
{
    char name[256], path[PATH_MAX];
    bool hex = false;
    if (s->header.size - 5 >= sizeof name)
        return complain(g, "name too long", s->header);
    snprintf(name, sizeof name, "%.*s", (int)(s->header.size - 5), s->header.at + 5);
    char *space = strchr(name, ' ');
    if (space) {
        hex = strcmp(space, " hex") == 0;
        *space = 0;
    }
    if ((space && !hex) || !*name || *name == '/' || strstr(name, ".."))
        return complain(g, "no name for an input file", s->header);
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return complain(g, "name too long", s->header);
    for (char *p = strchr(path + strlen(folder) + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = 0;
        mkdir(path, 0777);
        *p = '/';
    }
    struct text body = hex ? from_hex(s->body) : s->body;
    bool ok = write_file(path, body) || complain(g, strerror(errno), s->header);
    if (hex)
        free(body.at);
    return ok;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

// ---- running ----

/// Runs argv with its three streams; the exit code, 128 + signal, or 124 past the time limit.
static int spawn(char *const argv[], const char *folder, const int fd[3])
{
    sigset_t child, before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        sigprocmask(SIG_SETMASK, &before, NULL);
        for (int i = 0; i < 3; i++)
            dup2(fd[i], i);
        if (folder && chdir(folder) != 0)
            _exit(127);
        execvp(argv[0], argv);
        _exit(127);
    }
    if (pid < 0) {
        perror("golden: fork");
        exit(2);
    }
    setpgid(pid, pid);
    struct timespec limit = {TIMEOUT_SECONDS, 0};
    bool late = sigtimedwait(&child, NULL, &limit) < 0 && errno == EAGAIN;
    if (late)
        kill(-pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (late)
        return 124;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// How many bytes of text begin here: 0 for a control byte or broken UTF-8.
static size_t text_bytes(struct text t)
{
    unsigned char c = (unsigned char)t.at[0];
    size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n > t.size || (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
        return 0;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)t.at[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/// Bytes that are no text, and a === that would begin a section, as \xNN.
static struct text printable(struct text raw)
{
    struct text t = {0};
    append(&t, "", 0);
    for (size_t i = 0; i < raw.size;) {
        struct text rest = {raw.at + i, raw.size - i};
        bool section = begins(rest, "=== ") && (i == 0 || raw.at[i - 1] == '\n');
        size_t n = section ? 0 : text_bytes(rest);
        char hex[5];
        snprintf(hex, sizeof hex, "\\x%02x", (unsigned char)rest.at[0]);
        append(&t, n ? rest.at : hex, n ? n : 4);
        i += n ? n : 1;
    }
    return t;
}

static struct text take_output(int fd, struct text filter, int null)
{
    struct text raw = {0};
    int filtered = -1;
    if (filter.size) {
        char *script = must(strndup(filter.at, filter.size));
        char *argv[] = {"sed", "-E", "-e", script, NULL};
        filtered = memfd_create("filtered", MFD_CLOEXEC);
        lseek(fd, 0, SEEK_SET);
        if (spawn(argv, NULL, (int[3]){fd, filtered, null}) != 0)
            append_string(&raw, "(the filter is no sed script)\n");
        free(script);
    }
    read_fd(filtered < 0 ? fd : filtered, &raw);
    if (filtered >= 0)
        close(filtered);
    struct text shown = printable(raw);
    free(raw.at);
    return shown;
}

static bool run_golden(struct golden *g, struct result *r)
{
    struct text filter = {0};
    char folder[PATH_MAX];
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/golden-XXXXXX", base ? base : P_tmpdir);
    must(mkdtemp(folder));
    bool ok = true;
    for (size_t i = 0; i < g->section_count; i++) {
        if (is(g->sections[i].header, "filter"))
            filter = g->sections[i].body;
        else
            ok = make_file(g, &g->sections[i], folder) && ok;
    }
    if (ok) {
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        int out = memfd_create("stdout", MFD_CLOEXEC), err = memfd_create("stderr", MFD_CLOEXEC);
        char *argv[] = {"sh", "-c", g->script, NULL};
        r->exit = spawn(argv, folder, (int[3]){null, out, err});
        r->out = take_output(out, filter, null);
        r->err = take_output(err, filter, null);
        close(out);
        close(err);
        close(null);
    }
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return ok;
}

// ---- comparing ----

static bool same(struct text expected, struct text found)
{
    return expected.size == found.size &&
           (!found.size || memcmp(expected.at, found.at, found.size) == 0);
}

static bool compare(const struct golden *g, const char *what, struct text expected,
                    struct text found)
{
    if (same(expected, found))
        return true;
    printf("%s: %s differs\n", g->path, what);
    char paths[2][32];
    int fds[2];
    for (int i = 0; i < 2; i++) {
        struct text t = i ? found : expected;
        fds[i] = memfd_create("side", 0);
        if (write(fds[i], t.at ? t.at : "", t.size) != (ssize_t)t.size)
            perror("golden");
        snprintf(paths[i], sizeof paths[i], "/dev/fd/%d", fds[i]);
    }
    char *argv[] = {"diff",  "-u",     "--label", "expected", "--label",
                    "found", paths[0], paths[1],  NULL};
    spawn(argv, NULL, (int[3]){0, 1, 2});
    close(fds[0]);
    close(fds[1]);
    return false;
}

static void append_output(struct text *t, const char *name, struct text output)
{
    if (!output.size)
        return;
    bool ended = output.at[output.size - 1] == '\n';
    append_string(t, "=== ");
    append_string(t, name);
    append_string(t, ended ? "\n" : " unended\n");
    append(t, output.at, output.size);
    if (!ended)
        append(t, "\n", 1);
}

static bool update(const struct golden *g, const struct result *r)
{
    struct text t = {0};
    char code[32];
    append(&t, g->input.at, g->input.size);
    append_output(&t, "stdout", r->out);
    append_output(&t, "stderr", r->err);
    snprintf(code, sizeof code, "=== exit %d\n", r->exit);
    append_string(&t, code);
    bool changed = !same(g->all, t), ok = !changed || write_file(g->path, t);
    if (changed)
        printf("%s: %s\n", g->path, ok ? "updated" : strerror(errno));
    free(t.at);
    return ok;
}

static bool check(const struct golden *g, const struct result *r)
{
    bool ok = compare(g, "stdout", g->out, r->out);
    ok = compare(g, "stderr", g->err, r->err) && ok;
    if (r->exit != g->exit)
        printf("%s: exit %d expected, %d found%s\n", g->path, g->exit, r->exit,
               r->exit == 124 ? " (time limit)" : "");
    return ok && r->exit == g->exit;
}

struct tally {
    bool update;
    unsigned passed, failed;
};

static void do_file(struct tally *tally, const char *path)
{
    struct golden g = {.path = path};
    struct result r = {0};
    bool ok = read_golden(&g) && run_golden(&g, &r) && (tally->update ? update : check)(&g, &r);
    if (ok)
        tally->passed++;
    else
        tally->failed++;
    free(r.out.at);
    free(r.err.at);
    free_golden(&g);
}

static int is_golden(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return n > 5 && strcmp(d->d_name + n - 5, ".gold") == 0;
}

static void do_path(struct tally *tally, const char *path)
{
    struct dirent **list;
    int n = scandir(path, &list, is_golden, alphasort);
    if (n < 0) {
        do_file(tally, path);
        return;
    }
    for (int i = 0; i < n; i++) {
        char file[PATH_MAX];
        snprintf(file, sizeof file, "%s/%s", path, list[i]->d_name);
        do_file(tally, file);
        free(list[i]);
    }
    free(list);
}

/// The same surroundings for everybody: locale, no colour, the tool under test first in PATH.
static bool set_environment(const char *tool)
{
    char path[PATH_MAX], search[2 * PATH_MAX];
    if (!realpath(tool, path) || access(path, X_OK) != 0) {
        fprintf(stderr, "golden: no tool at %s; name it with --tool PATH\n", tool);
        return false;
    }
    const char *old = getenv("PATH");
    snprintf(search, sizeof search, "%s:%s", dirname(path), old ? old : "/usr/bin:/bin");
    setenv("PATH", search, 1);
    setenv("LC_ALL", "C", 1);
    setenv("TERM", "dumb", 1);
    setenv("NO_COLOR", "1", 1);
    setenv("VK_ICD_FILENAMES", "absent.json", 1); // what is installed here is no matter
    setenv("VK_DRIVER_FILES", "absent.json", 1);
    unsetenv("VYRE_DEVICE");
    unsetenv("VYRE_LLVM");
    unsetenv("POSIXLY_CORRECT");
    return true;
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    char own[PATH_MAX] = {0}, beside[PATH_MAX + 8];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    snprintf(beside, sizeof beside, "%s/../vyre", n > 0 ? dirname(own) : ".");
    const char *tool = beside;
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--update") == 0) {
            tally.update = true;
        } else if (strcmp(argv[at], "--tool") == 0 && at + 1 < argc) {
            tool = argv[++at];
        } else {
            at = argc;
        }
    }
    if (at >= argc) {
        fprintf(stderr, "usage: golden [--tool PATH] [--update] FILE|FOLDER...\n");
        return 2;
    }
    if (!set_environment(tool))
        return 2;
    for (; at < argc; at++)
        do_path(&tally, argv[at]);
    printf("golden: %u passed, %u failed\n", tally.passed, tally.failed);
    return tally.failed || !tally.passed;
}
