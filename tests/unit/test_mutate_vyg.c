// Spoilt graph files: each is a graph or an error, never a crash, and `vyre run` of one ends in
// time. VYRE_SOAK_COUNT says how many, VYRE_SOAK_SEED where the seeds begin.
#include "support/files.h"
#include "support/patience.h"
#include "tools/vyre/vyg.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { RUNS = 40 };

static const char graph[] =
    "{\"programs\": {\"add\": \"add.vy\", \"twice\": \"twice.vy\"},\n"
    " \"buffers\": {\"x\": {\"in\": true}, \"y\": {\"out\": true}, \"t\": {\"bytes\": 64}},\n"
    " \"waves\": [{\"program\": \"add\", \"name\": \"first\", \"args\": {\"a\": \"x\", \"b\": "
    "\"t\", "
    "\"k\": 3}},\n"
    "  {\"program\": \"twice\", \"args\": {\"a\": \"t\", \"b\": \"u\"}},\n"
    "  {\"program\": \"add\", \"name\": \"last\", \"args\": {\"a\": \"u\", \"b\": \"y\", \"k\": "
    "4294967295}}],\n"
    " \"edges\": [[\"first\", \"last\"], [1, 2]], \"explicit\": false, \"budget\": 100000}\n";
static const char add[] = "program add\nin a: u32[16]\nout b: u32[16]\nparam k: u32\n"
                          "each i in 0..16 { b[i] = a[i] + k }\n";
static const char twice[] = "program twice\nin a: u32[16]\nout b: u32[16]\n"
                            "each i in 0..16 { b[i] = a[i] * 2 }\n";

struct place {
    char folder[160], path[200];
};

static void write_file(const struct place *p, const char *name, const void *bytes, size_t size)
{
    char path[240];
    snprintf(path, sizeof path, "%s/%s", p->folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/// The status of `vyre run`; more than 128 for a signal.
static int run(const struct place *p)
{
    char tool[4096];
    const char *build = getenv("VYRE_BUILD");
    snprintf(tool, sizeof tool, "%s/vyre", build ? build : "build/release");
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
        (void)dup2(null, 1);
        (void)dup2(null, 2);
        (void)alarm(STUCK_S);
        execl(tool, tool, "run", p->path, "--device", "oracle", "--deadline-ms", "500", "--in",
              "x=iota:16", (char *)NULL);
        _exit(127);
    }
    int state = 0;
    assert_int_equal(waitpid(child, &state, 0), child);
    return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

static void spoilt(void **state)
{
    const char *count = getenv("VYRE_SOAK_COUNT"), *seed = getenv("VYRE_SOAK_SEED");
    uint64_t most = count ? strtoull(count, NULL, 10) : 2000, read = 0, ran[5] = {0};
    struct place *p = *state;
    struct rng r = rng_make(seed ? strtoull(seed, NULL, 10) : 1, 3);
    struct bytes other = {0};
    bytes_replace(&other, 0, 0, graph, sizeof graph - 1);
    int error = dup(2), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (uint64_t i = 0; i < most; i++) {
        struct bytes text = {0};
        struct vyg g = {0};
        bytes_replace(&text, 0, 0, graph, sizeof graph - 1);
        if (i) // the first one is sound
            mutate_text(&r, &text, &other);
        write_file(p, "spoilt.vyg", text.at, text.count);
        (void)alarm(STUCK_S);
        (void)dup2(null, 2);
        bool good = vyg_read(&g, p->path);
        vyg_free(&g);
        (void)dup2(error, 2);
        read += good;
        if (good || i % (most / RUNS + 1) == 0) {
            int code = run(p);
            if (code > 4)
                fail_msg("'vyre run' ends with %d:\n%s", code, (const char *)text.at);
            assert_true(good || code);
            ran[code]++;
        }
        (void)alarm(0);
        bytes_free(&text);
    }
    bytes_free(&other);
    (void)close(error);
    (void)close(null);
    print_message("%llu of %llu are graphs; runs by status: %llu %llu %llu %llu\n",
                  (unsigned long long)read, (unsigned long long)most, (unsigned long long)ran[0],
                  (unsigned long long)ran[1], (unsigned long long)ran[2],
                  (unsigned long long)ran[3]);
    assert_true(read > most / 200 && ran[0] && ran[1]);
}

static int set_up(void **state)
{
    static struct place p;
    const char *base = getenv("TMPDIR");
    snprintf(p.folder, sizeof p.folder, "%s/vyg-XXXXXX", base ? base : P_tmpdir);
    if (!mkdtemp(p.folder))
        return -1;
    snprintf(p.path, sizeof p.path, "%s/spoilt.vyg", p.folder);
    write_file(&p, "add.vy", add, sizeof add - 1);
    write_file(&p, "twice.vy", twice, sizeof twice - 1);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"add.vy", "twice.vy", "spoilt.vyg"};
    struct place *p = *state;
    char path[240];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", p->folder, names[i]);
        (void)unlink(path);
    }
    return rmdir(p->folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(spoilt, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
