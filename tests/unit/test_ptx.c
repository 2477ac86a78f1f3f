// PTX of examples and of random programs: it says how it is launched, holds no instruction that
// would round otherwise than the language says, and ptxas takes it where that is installed.
// VYRE_SOAK_COUNT (or the first argument) says how many random programs, VYRE_SOAK_SEED (or the
// second) where the seeds begin.
#include "dev/llvm.h"
#include "gen/llvm/cuda_abi.h"
#include "support/conforming.h"
#include "support/files.h"
#include "support/log.h"
#include "support/random_program.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct settings {
    uint64_t count, seed;
};

struct bench {
    struct test_log log;
    vy_context *context;
    vy_program *program;
    const struct vyi_llvm_api *llvm;
    char what[256];
};

static bool open_bench(struct bench *b)
{
    *b = (struct bench){.program = NULL};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b->log), &b->context),
        VY_OK);
    struct vyi_report report = {.context = b->context};
    b->llvm = vyi_dev_llvm(&report, "the test");
    vyi_report_end(&report, b->llvm ? VY_OK : VY_ERROR_DEVICE);
    if (!b->llvm && getenv("VYRE_LLVM_BUILT"))
        fail_msg("this build has libvyre-llvm.so: %s", b->log.text);
    if (!b->llvm)
        vy_context_destroy(&b->context);
    return b->llvm;
}

static void close_bench(struct bench *b)
{
    vy_program_destroy(&b->program);
    vy_context_destroy(&b->context);
}
#define NEED(b)                                                \
    do {                                                       \
        if (!open_bench(b)) {                                  \
            print_message("this build has no libvyre-llvm\n"); \
            skip();                                            \
        }                                                      \
    } while (0)

// ---- what the text must not hold ----
static bool uses(const vy_program *p, uint8_t op)
{
    for (uint32_t i = 1; i < p->nodes.count; i++)
        if (p->nodes.at[i].op == op)
            return true;
    return false;
}

static void look(const struct bench *b, const char *ptx)
{
    static const char *const never[] = {".ftz",          ".approx",      ".full.f32",     "add.f32",
                                        "add.f64",       "mul.f32",      "mul.f64",       "sub.f32",
                                        "sub.f64",       "call.uni",     ".extern .func", "trap",
                                        "vote.sync.any", "vote.sync.all"}; // not kept by ptxas
    struct vyi_cuda_info info;
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strstr(ptx, never[i]))
            fail_msg("%s: '%s' in\n%s", b->what, never[i], ptx);
    if (strstr(ptx, "fma.") && !uses(b->program, VYI_OP_FMA))
        fail_msg("%s: a product and a sum were joined in\n%s", b->what, ptx);
    if (!vyi_cuda_info_read(ptx, &info) || info.abi != VYI_LLVM_ABI)
        fail_msg("%s: the first line does not say how to launch it: %.80s", b->what, ptx);
    assert_true(info.most_threads % 32 == 0 && info.most_threads <= 1024);
    assert_true(info.flat || info.most_teams * info.team_threads <= info.most_threads);
}

// ---- ptxas ----
static bool has_ptxas(void)
{
    return !system("ptxas --version >/dev/null 2>&1");
}

static void assemble(const struct bench *b, const char *ptx, size_t size, const char *arch)
{
    char path[] = P_tmpdir "/vyre-ptx-XXXXXX", command[256];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, ptx, size), (ssize_t)size);
    close(fd);
    snprintf(command, sizeof command, "ptxas -O1 -arch=%s -o /dev/null %s 1>&2", arch, path);
    int code = system(command);
    unlink(path);
    if (code)
        fail_msg("%s: ptxas refuses\n%s", b->what, ptx);
}

// ---- one program ----
static void compile(struct bench *b, struct vyi_llvm_request request, bool ptxas)
{
    struct vyi_report report = {.context = b->context, .sources = &b->program->sources};
    void *bytes = NULL;
    size_t size = 0;
    request.program = b->program;
    request.target = VYI_LLVM_CUDA;
    request.form = VYI_LLVM_PTX;
    request.direct = !request.wide;
    request.workgroup[0] = 256, request.workgroup[1] = request.workgroup[2] = 1;
    if (b->program->workgroup_rank)
        memcpy(request.workgroup, b->program->workgroup, sizeof request.workgroup);
    vy_status status = b->llvm->compile(&request, &report, &bytes, &size);
    vyi_report_end(&report, status);
    if (status == VY_ERROR_LIMIT)
        return; // more exits after each other than can be taken apart, as on the cpu
    if (status)
        fail_msg("%s: %s", b->what, b->log.text);
    look(b, bytes);
    if (ptxas)
        assemble(b, bytes, size, request.cpu);
    vy_memory_free(b->context, bytes);
}

static void compile_all_ways(struct bench *b, bool ptxas)
{
    test_log_clear(&b->log);
    if (vy_program_verify(b->program))
        fail_msg("%s: %s", b->what, b->log.text);
    compile(b, (struct vyi_llvm_request){.level = 3, .cpu = "sm_90"}, ptxas);
    compile(b, (struct vyi_llvm_request){.level = 0, .cpu = "sm_70"}, false);
    compile(b, (struct vyi_llvm_request){.level = 3, .cpu = "sm_90", .virtual_groups = true},
            ptxas);
}

// ---- tests ----
struct walk {
    struct bench *b;
    bool ptxas;
    size_t count;
};

static void example(void *user, const char *path, const struct bytes *bytes)
{
    struct walk *w = user;
    struct bench *b = w->b;
    (void)bytes;
    snprintf(b->what, sizeof b->what, "%s", path);
    vy_program_destroy(&b->program);
    if (vy_program_load(b->context, path, &b->program))
        fail_msg("%s: %s", path, b->log.text);
    compile_all_ways(b, w->ptxas);
    w->count++;
}

static void examples_have_ptx(void **state)
{
    struct bench b;
    char folder[4096];
    (void)state;
    NEED(&b);
    struct walk w = {.b = &b, .ptxas = has_ptxas()};
    test_source_path(folder, sizeof folder, "examples");
    test_folder_each(folder, ".vy", example, &w);
    assert_true(w.count >= 10);
    close_bench(&b);
}

static void random_programs_have_ptx(void **state)
{
    const struct settings *s = *state;
    struct bench b;
    NEED(&b);
    bool ptxas = has_ptxas();
    for (uint64_t i = 0; i < s->count; i++) {
        struct random_program made;
        snprintf(b.what, sizeof b.what, "random %llu", (unsigned long long)(s->seed + i));
        vy_program_destroy(&b.program);
        assert_int_equal(random_program_make(b.context, s->seed + i, &made), VY_OK);
        b.program = made.program;
        compile_all_ways(&b, ptxas);
    }
    close_bench(&b);
}

static void settled_programs_have_ptx(void **state)
{
    const struct settings *s = *state;
    struct bench b;
    NEED(&b);
    bool ptxas = has_ptxas();
    for (uint64_t i = 0; i < s->count; i++) {
        char *text = conforming_barriers(s->seed + i);
        assert_non_null(text);
        snprintf(b.what, sizeof b.what, "settled %llu", (unsigned long long)(s->seed + i));
        vy_program_destroy(&b.program);
        if (vy_program_parse(b.context, vy_parse_params(.text = text), &b.program))
            fail_msg("%s: %s", b.what, b.log.text);
        compile_all_ways(&b, ptxas);
        free(text);
    }
    close_bench(&b);
}

static uint64_t setting(int argc, char **argv, int at, const char *name, uint64_t otherwise)
{
    const char *text = argc > at ? argv[at] : getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    // The fourth is so large that ptxas takes half a minute for it: longer counts have it.
    bool all = argc > 1 || getenv("VYRE_SOAK_COUNT");
    struct settings s = {.count = setting(argc, argv, 1, "VYRE_SOAK_COUNT", 6),
                         .seed = setting(argc, argv, 2, "VYRE_SOAK_SEED", all ? 1 : 5)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_have_ptx),
        cmocka_unit_test_prestate(random_programs_have_ptx, &s),
        cmocka_unit_test_prestate(settled_programs_have_ptx, &s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
