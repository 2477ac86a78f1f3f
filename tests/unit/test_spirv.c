// SPIR-V of the corpus, the examples, the cells of `vyre conform` and of random programs, for
// machines with all features and with few, with invocations side by side and in the serial shape:
// spirv-val takes every module. VYRE_SOAK_COUNT (or the first argument) is the number of random
// programs, VYRE_SOAK_SEED (or the second) where the seeds begin; the third argument
// takes every n-th file of the folders.
#include "gen/spirv/module.h"
#include "gen/spirv/spirv.h"
#include "plan/schedule.h"
#include "support/alloc.h"
#include "support/conforming.h"
#include "support/files.h"
#include "support/log.h"
#include "support/random_program.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct settings {
    uint64_t count, seed;
    uint64_t step; ///< of the files of a folder, every step-th is taken
};

struct bench {
    struct test_log log;
    vy_context *context;
    vy_program *program;
    char what[256], folder[64], command[8192];
    uint32_t files;                                ///< modules that wait for spirv-val
    uint32_t modules, refused, shapes[3];          ///< so far
    void (*machine)(struct vyi_spirv_machine *of); ///< of the present way
    bool serial;
    uint64_t seen, step;
};

static void open_bench(struct bench *b)
{
    *b = (struct bench){.folder = P_tmpdir "/vyre-spirv-XXXXXX"};
    assert_non_null(mkdtemp(b->folder));
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b->log), &b->context),
        VY_OK);
}

static void close_bench(struct bench *b)
{
    snprintf(b->command, sizeof b->command, "rm -r %s", b->folder);
    assert_int_equal(system(b->command), 0);
    print_message("%u modules (flat %u, groups %u, serial %u), %u programs refused\n", b->modules,
                  b->shapes[0], b->shapes[1], b->shapes[2], b->refused);
    vy_program_destroy(&b->program);
    vy_context_destroy(&b->context);
}

#define NEED_TOOLS()                                         \
    do {                                                     \
        if (system("spirv-val --version >/dev/null 2>&1")) { \
            print_message("spirv-val is not installed\n");   \
            skip();                                          \
        }                                                    \
    } while (0)

// ---- machines ----
static void all_features(struct vyi_spirv_machine *m)
{
    m->name = "a driver with everything";
}

/// As Mesa's.
static void small_subgroups(struct vyi_spirv_machine *m)
{
    m->name = "a driver with subgroups of 8, on processors";
    m->subgroup_size = 8;
    m->cpu = true;
    m->most_shared = 32768;
}

static void no_subgroups(struct vyi_spirv_machine *m)
{
    m->name = "a driver without subgroups of 32";
    m->subgroup_size = 0;
    m->most_shared = 32768;
}

/// As SwiftShader's.
static void few_features(struct vyi_spirv_machine *m)
{
    m->name = "a driver with little";
    m->int64 = m->float64 = m->storage8 = m->storage16 = m->atomics64 = m->shared_atomics64 = false;
    m->subgroup_size = 0;
    m->most_invocations = 256;
    m->most_shared = 32768;
}

static void loop_limit(struct vyi_spirv_machine *m)
{
    small_subgroups(m);
    m->name = "a driver with a loop limit";
    m->loop_limit = true;
}

/// Everything that can be emulated is.
static void inexact(struct vyi_spirv_machine *m)
{
    no_subgroups(m);
    m->name = "a driver that computes otherwise";
    for (uint32_t i = 0; i < VYI_SPIRV_EMULATIONS; i++) {
        struct vyi_spirv_emulation e = vyi_spirv_emulation_at(i);
        m->exact.wrong[e.row] |= (uint16_t)(1u << e.type);
    }
}

// ---- one program ----
/// Runs spirv-val over the modules that wait.
static void validate(struct bench *b)
{
    if (!b->files)
        return;
    snprintf(b->command, sizeof b->command,
             "for f in %s/*.spv; do spirv-val --target-env vulkan1.2 --scalar-block-layout $f || "
             "exit 1; done; rm %s/*.spv",
             b->folder, b->folder);
    if (system(b->command))
        fail_msg("%s: spirv-val refuses it on %s", b->what, b->folder);
    b->files = 0;
}

/// Capabilities that the machine does not have are not asked for.
static void look(const struct bench *b, const struct vyi_spirv_machine *m,
                 const struct vyi_spirv_module *module)
{
    enum { HEADER = 5 };
    const uint32_t *at = module->words + HEADER, *end = module->words + module->count;
    for (; at < end && (*at & 0xffff) == SPV_Capability; at += *at >> 16)
        if ((at[1] == SPV_Capability_Int64 && !m->int64) ||
            (at[1] == SPV_Capability_Float64 && !m->float64) ||
            (at[1] == SPV_Capability_Int8 && !m->storage8) ||
            (at[1] == SPV_Capability_Int16 && !m->storage16))
            fail_msg("%s: capability %u, which %s does not have", b->what, at[1], m->name);
}

static void put_module(struct bench *b, const uint32_t *words, uint32_t count)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%03u.spv", b->folder, b->files++);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(words, 4, count, f), count);
    assert_int_equal(fclose(f), 0);
    struct vyi_text text = {.context = b->context};
    if (vyi_spv_disassemble(words, count, false, &text))
        fail_msg("%s: the disassembler does not know what is in it", b->what);
    vyi_text_free(&text);
}

/// Equal requests give equal words.
static void compile_again(struct bench *b, const struct vyi_spirv_request *request,
                          const struct vyi_spirv_module *module)
{
    struct vyi_spirv_module again = {0};
    struct vyi_report report = {.context = b->context};
    assert_int_equal(vyi_spirv_compile(request, &report, &again), VY_OK);
    vyi_report_end(&report, VY_OK);
    assert_int_equal(module->count, again.count);
    assert_memory_equal(module->words, again.words, (size_t)module->count * 4);
    vyi_spirv_free(b->context, &again);
}

static void compile(struct bench *b, const vy_program *p, bool wide)
{
    struct vyi_spirv_machine machine = vyi_spirv_default();
    struct vyi_report report = {.context = b->context, .sources = &p->sources};
    struct vyi_spirv_module module = {0};
    b->machine(&machine);
    struct vyi_spirv_request request = {.program = p,
                                        .machine = &machine,
                                        .workgroup = {64, 1, 1},
                                        .wide = wide,
                                        .many_groups = wide};
    machine.serial = b->serial;
    if (p->workgroup_rank)
        memcpy(request.workgroup, p->workgroup, sizeof request.workgroup);
    test_log_clear(&b->log);
    vy_status status = vyi_spirv_compile(&request, &report, &module);
    vyi_report_end(&report, status);
    if (status == VY_ERROR_REFUSED) { // it needs what the machine lacks
        b->refused++;
        return;
    }
    if (status == VY_ERROR_LIMIT)
        return; // more exits after each other than can be taken apart, as on the cpu
    if (status)
        fail_msg("%s: %s gives %d: %s", b->what, machine.name, status, b->log.text);
    b->modules++;
    b->shapes[module.info.shape]++;
    look(b, &machine, &module);
    put_module(b, module.words, module.count);
    compile_again(b, &request, &module);
    vyi_spirv_free(b->context, &module);
}

static void compile_segments(struct bench *b)
{
    struct vy_schedule *schedule = NULL;
    if (!vy_program_has_grid_barrier(b->program)) {
        compile(b, b->program, false);
        if (b->machine == all_features)
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

static const struct way {
    void (*machine)(struct vyi_spirv_machine *m);
    bool serial;
} ways[] = {{all_features, false}, {small_subgroups, false}, {no_subgroups, false},
            {no_subgroups, true},  {few_features, false},    {loop_limit, false},
            {inexact, false}};
enum { WAYS = sizeof ways / sizeof *ways };

/// In `count` ways, from the first-th on.
static void compile_ways(struct bench *b, uint64_t first, uint64_t count)
{
    test_log_clear(&b->log);
    if (vy_program_verify(b->program))
        fail_msg("%s: %s", b->what, b->log.text);
    for (uint64_t i = first; i < first + count; i++) {
        b->machine = ways[i % WAYS].machine;
        b->serial = ways[i % WAYS].serial;
        compile_segments(b);
    }
    validate(b);
}

// ---- what a module is like ----
struct made {
    bool bytes, atomics; ///< elements of 8 bits in memory; atomic operations
    uint32_t shape, if_many;
};

/// The module of a program for a driver on processors. many: for launches of many workgroups.
static struct made make_module(const char *text, bool many)
{
    vy_context *c = NULL;
    vy_program *p = NULL;
    struct vyi_spirv_machine machine = vyi_spirv_default();
    struct vyi_spirv_module module = {0};
    small_subgroups(&machine);
    assert_int_equal(vy_context_create(NULL, &c), VY_OK);
    assert_int_equal(vy_program_parse(c, vy_parse_params(.text = text), &p), VY_OK);
    assert_int_equal(vy_program_verify(p), VY_OK);
    struct vyi_report report = {.context = c, .sources = &p->sources};
    struct vyi_text code = {.context = c};
    struct vyi_spirv_request request = {
        .program = p, .machine = &machine, .workgroup = {64, 1, 1}, .many_groups = many};
    if (p->workgroup_rank)
        memcpy(request.workgroup, p->workgroup, sizeof request.workgroup);
    assert_int_equal(vyi_spirv_compile(&request, &report, &module), VY_OK);
    vyi_report_end(&report, VY_OK);
    assert_int_equal(vyi_spv_disassemble(module.words, module.count, false, &code), VY_OK);
    struct made made = {strstr(code.at, "OpTypeInt 8"), strstr(code.at, "OpAtomic"),
                        module.info.shape, module.info.serial_if_many};
    vyi_text_free(&code);
    vyi_spirv_free(c, &module);
    vy_program_destroy(&p);
    vy_context_destroy(&c);
    return made;
}

/// On processors bytes are loaded as parts of words where the program only reads bytes. A byte that
/// is stored as a part of a word takes two atomic operations.
static void bytes_that_are_written_are_bytes(void **state)
{
    (void)state;
    struct made made = make_module("program p in x : u8[64] out y : u32[64]\n"
                                   "workgroup 64 grid 1\ny[gid.x] = x[gid.x]\n",
                                   false);
    assert_false(made.bytes || made.atomics);
    made = make_module("program p in x : u8[64] out y : u8[64]\n"
                       "workgroup 64 grid 1\ny[gid.x] = x[gid.x]\n",
                       false);
    assert_true(made.bytes && !made.atomics);
}

/// Many workgroups that have one invocation each, or count in shared memory, run side by side, a
/// workgroup in an invocation of Vulkan. Where one waits for another they do not.
static void many_workgroups_run_side_by_side(void **state)
{
    static const struct {
        const char *text;
        bool serial;
    } cases[] = {
        {"program one\nout y : u32[64]\nshared s : u32[4]\nworkgroup 1\ngrid 64\n"
         "for i in 0..4 { s[i] = gid.x + i }\ny[gid.x] = s[gid.x % 4]\n",
         true},
        {"program counts\nin x : u32[4096]\nout y : u32[64]\nshared s : atomic u32[4]\n"
         "workgroup 8\ngrid 512\nfor i in 0..8 { s[x[gid.x * 8 + i] % 4] += 1 }\n"
         "barrier workgroup\nif lid.x == 0 { y[wid.x] = s[0] }\n",
         true},
        {"program two\nout y : u32[64]\nshared s : u32[4]\nworkgroup 2\ngrid 64\n"
         "s[lid.x] = gid.x\nbarrier workgroup\ny[gid.x] = s[1 - lid.x]\n",
         false},
        {"program waits\nout y : atomic u32[64]\nshared s : u32[4]\nworkgroup 1\ngrid 64\n"
         "s[0] = 1\nwhile gid.x > 0 && atomic_load(y[gid.x - 1], acquire, device) == 0 { s[0] = 2 "
         "}\natomic_store(y[gid.x], s[0], release, device)\n",
         false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made few = make_module(cases[i].text, false);
        assert_int_equal(few.shape, VYI_SPIRV_GROUPS);
        assert_int_equal(few.if_many, cases[i].serial);
        struct made many = make_module(cases[i].text, true);
        assert_int_equal(many.shape, cases[i].serial ? VYI_SPIRV_SERIAL : VYI_SPIRV_GROUPS);
    }
}

// ---- tests ----
static void one_file(void *user, const char *path, const struct bytes *bytes)
{
    struct bench *b = user;
    (void)bytes;
    if (b->seen++ % b->step)
        return;
    snprintf(b->what, sizeof b->what, "%s", path);
    vy_program_destroy(&b->program);
    if (vy_program_load(b->context, path, &b->program))
        fail_msg("%s: %s", path, b->log.text);
    compile_ways(b, 0, WAYS);
}

static void folder(const struct settings *s, const char *name, size_t least)
{
    struct bench b;
    char path[4096];
    NEED_TOOLS();
    open_bench(&b);
    b.step = s->step;
    test_source_path(path, sizeof path, name);
    assert_true(test_folder_each(path, ".vy", one_file, &b) >= least);
    close_bench(&b);
}

static void examples_are_valid(void **state)
{
    folder(*state, "examples", 10);
}

static void corpus_is_valid(void **state)
{
    folder(*state, "tests/corpus", 10);
}

static void cells_are_valid(void **state)
{
    folder(*state, "tests/corpus/cells", 10);
}

static void random_programs_are_valid(void **state)
{
    const struct settings *s = *state;
    char *(*const makers[])(uint64_t) = {conforming_make, conforming_lanes, conforming_teams,
                                         conforming_barriers};
    struct bench b;
    NEED_TOOLS();
    open_bench(&b);
    for (uint64_t i = s->seed; i < s->seed + s->count; i++) {
        char *text = makers[i % 4](i);
        assert_non_null(text);
        snprintf(b.what, sizeof b.what, "random %llu", (unsigned long long)i);
        vy_program_destroy(&b.program);
        if (vy_program_parse(b.context, vy_parse_params(.text = text), &b.program))
            fail_msg("%s: %s", b.what, b.log.text);
        compile_ways(&b, i, 2); // of the machines two, by turns
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
                         .seed = setting(argc, argv, 2, "VYRE_SOAK_SEED", 1),
                         .step = setting(argc, argv, 3, "VYRE_SOAK_STEP", 1)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_that_are_written_are_bytes),
        cmocka_unit_test(many_workgroups_run_side_by_side),
        cmocka_unit_test_prestate(examples_are_valid, &s),
        cmocka_unit_test_prestate(corpus_is_valid, &s),
        cmocka_unit_test_prestate(cells_are_valid, &s),
        cmocka_unit_test_prestate(random_programs_are_valid, &s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
