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

#include "dev/code_cache.h"
#include "support/rng.h"
#include "support/stage.h"

#include <elf.h>
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
    const vy_device_params *four = // other code
        vy_device_params(.name = "cpu:lanes=4", .cache = f->root, .level = VY_LEVEL_NONE);
    expect(use(f, four, add, VY_ROUTE_AUTO), 1, 0);
    expect(use(f, four, add, VY_ROUTE_AUTO), 0, 1);
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

// ---- entries that were changed and hashed again ----
struct forgery {
    uint8_t key[32];
    void *bytes; ///< what the compiler made
    size_t size;
    struct vyi_code_cache *cache;
};

static void take_key(void *user, const vy_cache_entry *e)
{
    struct forgery *g = user;
    for (int i = 0; i < 32; i++) {
        unsigned byte;
        assert_int_equal(sscanf(e->key + 2 * i, "%2x", &byte), 1);
        g->key[i] = (uint8_t)byte;
    }
}

/// Puts other bytes in the entry, with right hashes; whether they were loaded. Results are right
/// all the same, which use() asserts.
static bool run_forged(struct fixture *f, struct forgery *g, const void *bytes, size_t size)
{
    vyi_cache_put(g->cache, g->key, "add", bytes, size);
    vy_cache_stats s = use(f, CPU(f, .threads = 1, .level = VY_LEVEL_NONE), add, VY_ROUTE_AUTO);
    assert_int_equal(s.compiled + s.loaded, 1);
    return s.loaded;
}

/// The same with eight bytes at a place all ones.
static bool run_with(struct fixture *f, struct forgery *g, uint64_t at)
{
    char *bytes = malloc(g->size);
    memcpy(bytes, g->bytes, g->size);
    assert_true(at <= g->size - 8);
    memset(bytes + at, 0xff, 8);
    bool loaded = run_forged(f, g, bytes, g->size);
    free(bytes);
    return loaded;
}

/// What leads out of the object is refused wherever the kernel needs it.
static void forge_sections(struct fixture *f, struct forgery *g)
{
    enum { MOST = 6 };
    Elf64_Ehdr head;
    unsigned refused = 0, relocations = 0;
    memcpy(&head, g->bytes, sizeof head);
    assert_false(run_with(f, g, offsetof(Elf64_Ehdr, e_shoff)));
    for (uint32_t i = 1; i < head.e_shnum; i++) {
        uint64_t at = head.e_shoff + i * sizeof(Elf64_Shdr);
        Elf64_Shdr s;
        memcpy(&s, (char *)g->bytes + at, sizeof s);
        refused += !run_with(f, g, at + offsetof(Elf64_Shdr, sh_offset));
        refused += !run_with(f, g, at + offsetof(Elf64_Shdr, sh_size));
        for (uint64_t k = 0; s.sh_type == SHT_RELA && k < s.sh_size / s.sh_entsize && k < MOST;
             k++) {
            uint64_t r = s.sh_offset + k * s.sh_entsize;
            relocations += !run_with(f, g, r + offsetof(Elf64_Rela, r_offset));
            relocations += !run_with(f, g, r + offsetof(Elf64_Rela, r_info));
        }
    }
    assert_true(refused >= 4 && relocations >= 2);
}

static void forged_objects_are_refused(void **state)
{
    struct fixture *f = *state;
    struct forgery g = {.size = 0};
    struct rng r = rng_make(22, 0);
    vy_cache_info info;
    NEED_CPU(f);
    expect(use(f, CPU(f, .threads = 1, .level = VY_LEVEL_NONE), add, VY_ROUTE_AUTO), 1, 0);
    vy_context *c = f->stage->context;
    const vy_cache_params *params =
        vy_cache_params(.folder = f->root, .entry = take_key, .entry_user = &g);
    assert_int_equal(vy_cache_list(c, params, &info), VY_OK);
    assert_int_equal(info.entries, 1);
    assert_int_equal(vyi_cache_open(c, f->root, &g.cache), VY_OK);
    assert_true(vyi_cache_get(g.cache, g.key, &g.bytes, &g.size));
    assert_true(run_forged(f, &g, g.bytes, g.size)); // so the others are refused for what they hold
    const size_t sizes[] = {0, 1, 16, 63, 64, g.size / 2, g.size - 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_false(run_forged(f, &g, g.bytes, sizes[i]));
    uint64_t noise[512];
    for (size_t i = 0; i < 512; i++)
        noise[i] = rng_next(&r);
    assert_false(run_forged(f, &g, noise, sizeof noise));
    memcpy(noise, g.bytes, 64); // a good head, and nothing it speaks of
    assert_false(run_forged(f, &g, noise, sizeof noise));
    forge_sections(f, &g);
    vy_memory_free(c, g.bytes);
    vyi_cache_close(&g.cache);
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
        TEST(cached_code_needs_no_compiler), TEST(the_next_device_loads_it),
        TEST(segments_are_kept_too),         TEST(a_broken_one_is_compiled_again),
        TEST(forged_objects_are_refused),    TEST(a_replaced_compiler_gets_no_code_of_the_old_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
