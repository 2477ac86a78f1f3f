// SPIR-V of examples, of the corpus and of random programs: spirv-val takes it for Vulkan 1.2 where
// that is installed, and equal requests give equal words. A program with grid barriers is one
// module for each of its segments. VYRE_SOAK_COUNT (or the first argument) says how many random
// programs, VYRE_SOAK_SEED (or the second) where the seeds begin.
#include "gen/spirv/spirv.h"
#include "plan/schedule.h"
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
    bool validates;
    char what[256];
    size_t modules;
    struct vyi_spirv_machine machine;
};

static void open_bench(struct bench *b)
{
    *b = (struct bench){.machine = vyi_spirv_default()};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b->log), &b->context),
        VY_OK);
    b->validates = !system("spirv-val --version >/dev/null 2>&1");
    if (!b->validates)
        print_message("spirv-val is not installed: modules are made, not validated\n");
}

static void close_bench(struct bench *b)
{
    vy_program_destroy(&b->program);
    vy_context_destroy(&b->context);
}

// ---- one module ----
static void validate(const struct bench *b, const struct vyi_spirv_module *module)
{
    char path[] = P_tmpdir "/vyre-spirv-XXXXXX", command[256];
    size_t size = (size_t)module->count * 4;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, module->words, size), (ssize_t)size);
    close(fd);
    snprintf(command, sizeof command, "spirv-val --target-env vulkan1.2 %s 1>&2", path);
    int code = system(command);
    if (code)
        fail_msg("%s: spirv-val refuses %s", b->what, path);
    unlink(path);
}

static void compile(struct bench *b, const vy_program *p, bool wide)
{
    struct vyi_report report = {.context = b->context, .sources = &p->sources};
    struct vyi_spirv_module module, again;
    struct vyi_spirv_request request = {
        .program = p, .machine = &b->machine, .workgroup = {64, 1, 1}, .wide = wide};
    if (p->workgroup_rank)
        memcpy(request.workgroup, p->workgroup, sizeof request.workgroup);
    vy_status status = vyi_spirv_compile(&request, &report, &module);
    vyi_report_end(&report, status);
    if (status == VY_ERROR_DEVICE)
        return; // collectives are not there yet
    if (status == VY_ERROR_LIMIT)
        return; // more exits after each other than can be taken apart, as on the cpu
    if (status)
        fail_msg("%s: %s (%d)", b->what, b->log.text, status);
    assert_int_equal(vyi_spirv_compile(&request, &report, &again), VY_OK);
    assert_int_equal(module.count, again.count);
    assert_memory_equal(module.words, again.words, (size_t)module.count * 4);
    if (b->validates)
        validate(b, &module);
    b->modules++;
    vyi_spirv_free(b->context, &module);
    vyi_spirv_free(b->context, &again);
}

// ---- one program ----
static void compile_program(struct bench *b)
{
    struct vy_schedule *schedule = NULL;
    test_log_clear(&b->log);
    if (vy_program_verify(b->program))
        fail_msg("%s: %s", b->what, b->log.text);
    if (!vy_program_has_grid_barrier(b->program)) {
        compile(b, b->program, false);
        compile(b, b->program, true);
        return;
    }
    vy_status status = vyi_plan_schedule(b->program, &schedule);
    if (status == VY_ERROR_LIMIT)
        return;
    assert_int_equal(status, VY_OK);
    for (uint32_t i = 0; i < schedule->segments.count; i++)
        if (!schedule->segments.at[i].skipped)
            compile(b, schedule->segments.at[i].program, false);
    vy_schedule_destroy(&schedule);
}

static void file(void *user, const char *path, const struct bytes *bytes)
{
    struct bench *b = user;
    (void)bytes;
    snprintf(b->what, sizeof b->what, "%s", path);
    vy_program_destroy(&b->program);
    if (vy_program_load(b->context, path, &b->program))
        fail_msg("%s: %s", path, b->log.text);
    compile_program(b);
}

static void folder_validates(const char *name, size_t least)
{
    struct bench b;
    char folder[4096];
    open_bench(&b);
    test_source_path(folder, sizeof folder, name);
    test_folder_each(folder, ".vy", file, &b);
    assert_true(b.modules >= least);
    close_bench(&b);
}

// ---- tests ----
static void examples_validate(void **state)
{
    (void)state;
    folder_validates("examples", 10);
}

static void corpus_validates(void **state)
{
    (void)state;
    folder_validates("tests/corpus", 20);
}

static void random_programs_validate(void **state)
{
    const struct settings *s = *state;
    struct bench b;
    open_bench(&b);
    for (uint64_t i = 0; i < s->count; i++) {
        struct random_program made;
        snprintf(b.what, sizeof b.what, "random %llu", (unsigned long long)(s->seed + i));
        vy_program_destroy(&b.program);
        assert_int_equal(random_program_make(b.context, s->seed + i, &made), VY_OK);
        b.program = made.program;
        compile_program(&b);
    }
    close_bench(&b);
}

static void settled_programs_validate(void **state)
{
    const struct settings *s = *state;
    struct bench b;
    open_bench(&b);
    for (uint64_t i = 0; i < s->count; i++) {
        char *text = conforming_barriers(s->seed + i);
        assert_non_null(text);
        snprintf(b.what, sizeof b.what, "settled %llu", (unsigned long long)(s->seed + i));
        vy_program_destroy(&b.program);
        if (vy_program_parse(b.context, vy_parse_params(.text = text), &b.program))
            fail_msg("%s: %s", b.what, b.log.text);
        compile_program(&b);
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
    struct settings s = {.count = setting(argc, argv, 1, "VYRE_SOAK_COUNT", 10),
                         .seed = setting(argc, argv, 2, "VYRE_SOAK_SEED", 1)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_validate),
        cmocka_unit_test(corpus_validates),
        cmocka_unit_test_prestate(random_programs_validate, &s),
        cmocka_unit_test_prestate(settled_programs_validate, &s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
