// The cpu device and compiled code on disk: what one process compiled the next one loads, without
// the compiler, unless anything that decides the code is different.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/stage.h"

#include <ftw.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
    struct stage *stage;
    char root[100];
};

static bool cpu_is_here(void)
{
    bool here = stage_has("cpu");
    if (!here && getenv("VYRE_LLVM_BUILT"))
        fail_msg("this build has libvyre-llvm.so, but no cpu device");
    return here;
}

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    const char *base = getenv("TMPDIR");
    *state = f;
    if (!f || stage_open((void **)&f->stage))
        return 1;
    snprintf(f->root, sizeof f->root, "%s/vyre-code-XXXXXX", base ? base : P_tmpdir);
    return !mkdtemp(f->root);
}

static int drop(const char *path, const struct stat *s, int kind, struct FTW *walk)
{
    (void)s, (void)kind, (void)walk;
    return remove(path);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    nftw(f->root, drop, 16, FTW_DEPTH | FTW_PHYS);
    int left = stage_close((void **)&f->stage);
    free(f);
    return left;
}

#define NEED_CPU(f)                                         \
    do {                                                    \
        if (!cpu_is_here()) {                               \
            print_message("skipped: no cpu device here\n"); \
            skip();                                         \
        }                                                   \
    } while (0)

static const char add[] = "program add\n"
                          "in x : u32[]\n"
                          "out y : u32[len(x)]\n"
                          "each i in 0..len(x) { y[i] = x[i] + 1 }\n";
static const char steps[] = "program steps\n"
                            "in x : u32[]\n"
                            "out y : u32[len(x)]\n"
                            "scratch t : u32[len(x)]\n"
                            "workgroup 4 grid len(x)\n"
                            "t[gid.x] = x[gid.x] + 1\n"
                            "barrier grid\n"
                            "y[gid.x] = t[len(x) - 1 - gid.x]\n";

/// Opens a device, runs the program, and says what it took.
static vy_cache_stats use(struct fixture *f, const vy_device_params *params, const char *text,
                          vy_route route)
{
    struct stage *s = f->stage;
    vy_cache_stats stats = {0};
    const uint32_t x[4] = {1, 2, 3, 4};
    uint32_t y[4] = {0};
    vy_device_close(&s->device);
    if (vy_device_open(s->context, params, &s->device))
        fail_msg("%s", s->log.text);
    vy_pipeline *p = stage_pipeline(s, text);
    const vy_dispatch_params *all =
        vy_dispatch_params(.args =
                               vy_args(vy_arg_in("x", x, sizeof x), vy_arg_out("y", y, sizeof y)),
                           .route = route);
    if (vy_dispatch(p, all, NULL))
        fail_msg("%s", s->log.text);
    assert_int_equal(y[text == add ? 1 : 2], 3);
    assert_int_equal(vy_device_cache_stats(s->device, &stats), VY_OK);
    vy_pipeline_destroy(&p);
    return stats;
}
#define CPU(f, ...) vy_device_params(.name = "cpu", .cache = (f)->root, __VA_ARGS__)

static void expect(vy_cache_stats s, unsigned compiled, unsigned loaded)
{
    assert_int_equal(s.compiled, compiled);
    assert_int_equal(s.loaded, loaded);
}

static void the_next_device_loads_it(void **state)
{
    struct fixture *f = *state;
    vy_cache_info info;
    NEED_CPU(f);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 1, 0);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 0, 1);
    expect(use(f, CPU(f, .threads = 2), add, VY_ROUTE_AUTO), 0, 1); // the same code
    expect(use(f, CPU(f, .level = VY_LEVEL_NONE), add, VY_ROUTE_AUTO), 1, 0);
    expect(use(f, CPU(f, .level = VY_LEVEL_FULL), add, VY_ROUTE_AUTO), 0, 1);
    expect(use(f, CPU(f, .level = VY_LEVEL_NONE), add, VY_ROUTE_AUTO), 0, 1);
    expect(use(f, vy_device_params(.name = "cpu", .cache = ""), add, VY_ROUTE_AUTO), 1, 0);
    setenv("VYRE_LANES", "4", 1); // other code
    expect(use(f, CPU(f, .level = VY_LEVEL_NONE), add, VY_ROUTE_AUTO), 1, 0);
    expect(use(f, CPU(f, .level = VY_LEVEL_NONE), add, VY_ROUTE_AUTO), 0, 1);
    unsetenv("VYRE_LANES");
    assert_int_equal(vy_cache_verify(f->stage->context, vy_cache_params(.folder = f->root), &info),
                     VY_OK);
    assert_int_equal(info.entries, 3);
    assert_int_equal(info.broken, 0);
}

static void segments_are_kept_too(void **state)
{
    struct fixture *f = *state;
    NEED_CPU(f);
    expect(use(f, CPU(f, .threads = 2), steps, VY_ROUTE_RESIDENT), 3, 0); // the whole, and two
    expect(use(f, CPU(f, .threads = 2), steps, VY_ROUTE_RESIDENT), 0, 3);
    expect(use(f, CPU(f, .threads = 2), steps, VY_ROUTE_NATIVE), 0, 1);
    expect(use(f, CPU(f, .threads = 2), steps, VY_ROUTE_HOST), 0, 3);
}

/// Writes over the contents of every entry.
static int spoil(const char *path, const struct stat *s, int kind, struct FTW *walk)
{
    (void)walk;
    if (kind != FTW_F)
        return 0;
    FILE *file = fopen(path, "r+b");
    fseek(file, s->st_size / 2, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, s->st_size / 2, SEEK_SET);
    fputc(byte ^ 1, file);
    return fclose(file);
}

static void a_broken_one_is_compiled_again(void **state)
{
    struct fixture *f = *state;
    NEED_CPU(f);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 1, 0);
    assert_int_equal(nftw(f->root, spoil, 16, FTW_PHYS), 0);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 1, 0);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 0, 1);
    assert_int_equal(chmod(f->root, 0777), 0); // runs, and keeps nothing
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 1, 0);
}

/// Whether the process has the compiler in its memory, and, where asked, from which file.
static bool compiler_is_open(char path[4096])
{
    char line[4096];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !found && fgets(line, sizeof line, maps)) {
        found = strstr(line, "libvyre-llvm") || (!path && strstr(line, "libLLVM"));
        if (found && path && strchr(line, '/'))
            snprintf(path, 4096, "%.*s", (int)strcspn(strchr(line, '/'), "\n"), strchr(line, '/'));
    }
    if (maps)
        fclose(maps);
    return found;
}

static int in_a_child(struct fixture *f)
{
    int status = -1;
    pid_t child = fork();
    if (!child) {
        use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO);
        vy_device_close(&f->stage->device);
        _exit(compiler_is_open(NULL) ? 10 : 20);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The first test, so that this process has not opened it itself.
static void cached_code_needs_no_compiler(void **state)
{
    struct fixture *f = *state;
    NEED_CPU(f);
    assert_false(compiler_is_open(NULL));
    assert_int_equal(in_a_child(f), 10); // so the question means something
    assert_int_equal(in_a_child(f), 20);
}

/// The smallest ELF file with a build id.
static void write_elf(const char *path)
{
    const uint64_t head[8] = {0x00010102464c457f, 0, 0x003e0003, 0, 64, 0, 0x0038004000000000, 1};
    const uint64_t part[7] = {4, 120, 0, 0, 32, 32, 4};
    const uint32_t note[8] = {4, 4, 3, 0x00554e47, 42, 0, 0, 0};
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(head, sizeof head, 1, file), 1);
    assert_int_equal(fwrite(part, sizeof part, 1, file), 1);
    assert_int_equal(fwrite(note, sizeof note, 1, file), 1);
    assert_int_equal(fclose(file), 0);
}

/// The compiler that is open goes on under its own name when the file is replaced by another.
static void a_replaced_compiler_gets_no_code_of_the_old_one(void **state)
{
    struct fixture *f = *state;
    char path[4096] = "", link[200], next[200];
    vy_cache_info info;
    NEED_CPU(f);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 1, 0);
    assert_true(compiler_is_open(path));
    snprintf(link, sizeof link, "%s/compiler.so", f->root);
    snprintf(next, sizeof next, "%s/next.so", f->root);
    assert_int_equal(symlink(path, link), 0);
    setenv("VYRE_LLVM", link, 1);
    expect(use(f, CPU(f, .threads = 1), steps, VY_ROUTE_NATIVE), 1, 0);
    write_elf(next);
    assert_int_equal(rename(next, link), 0);
    expect(use(f, CPU(f, .threads = 1), add, VY_ROUTE_AUTO), 0, 1);
    expect(use(f, CPU(f, .threads = 1), steps, VY_ROUTE_NATIVE), 0, 1);
    unsetenv("VYRE_LLVM");
    assert_int_equal(vy_cache_list(f->stage->context, vy_cache_params(.folder = f->root), &info),
                     VY_OK);
    assert_int_equal(info.entries, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(cached_code_needs_no_compiler),
        TEST(the_next_device_loads_it),
        TEST(segments_are_kept_too),
        TEST(a_broken_one_is_compiled_again),
        TEST(a_replaced_compiler_gets_no_code_of_the_old_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
