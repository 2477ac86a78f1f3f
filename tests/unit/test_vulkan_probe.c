// The probe of the vulkan device on devices that are exact, and its findings in words.
#include "dev/vulkan/vulkan_state.h"
#include "support/log.h"
#include "support/versus.h"

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct test_log diags = {.text = ""};

static void check_exact(void)
{
    vy_context *context = NULL;
    vy_device *device = NULL;
    struct vyi_vulkan_findings f;
    struct vyi_spirv_machine m = vyi_spirv_default();
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &diags), &context), 0);
    assert_int_equal(vy_device_open(context, vy_device_params(.name = "cpu", .cache = ""), &device),
                     0);
    if (vyi_vulkan_probe(device, &m, &f))
        fail_msg("%s", diags.text);
    for (uint32_t row = 0; row < VYI_EXACT_ROWS; row++)
        if (f.exact.wrong[row])
            fail_msg("row %u: types %#x are wrong", row, f.exact.wrong[row]);
    assert_false(f.loop_limit);
    assert_int_equal(f.folds_shifts, 0);
    assert_false(f.nests_wrong || f.unrolls_wrong);
    assert_false(f.workgroups_wrong || f.subgroups_wrong);
    assert_int_equal(f.atomics_wrong, 0);
    assert_true(f.releases);
    assert_true(f.hand_offs);
    assert_int_equal(f.stale, 0);
    assert_true(f.at_once >= 1);
    vy_device_close(&device);
    vy_context_destroy(&context);
}

static void exact_device(void **state)
{
    (void)state;
    check_exact();
}

/// The caller's rounding must not become part of the findings, which are kept.
static void odd_caller(void **state)
{
    (void)state;
    fesetround(FE_UPWARD);
    check_exact();
    assert_int_equal(fegetround(), FE_UPWARD);
    fesetround(FE_TONEAREST);
}

static void are_the_same(vy_device *device, const struct vyi_vulkan_findings *f)
{
    const struct vyi_vulkan_findings *now = &vyi_vulkan_state(device)->findings;
    assert_memory_equal(now->exact.wrong, f->exact.wrong, sizeof f->exact.wrong);
    assert_memory_equal(now->exact.small, f->exact.small, sizeof f->exact.small);
    assert_int_equal(now->loop_limit, f->loop_limit);
    assert_int_equal(now->releases, f->releases);
}

/// What the drivers of these tests do rightly. A mistake in our code for it is found to be one of
/// the driver, and programs then run right in another way.
static void are_right(vy_device *device)
{
    const struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    const struct vyi_vulkan_findings *f = &s->findings;
    if (!strstr(s->about.name, "llvmpipe") && !strstr(s->about.name, "SwiftShader"))
        return;
    assert_false(f->nests_wrong || f->unrolls_wrong);
    assert_false(f->workgroups_wrong || f->subgroups_wrong);
    assert_int_equal(f->atomics_wrong, 0);
}

/// As when the driver was first opened, since a process keeps the findings.
static vy_status probe_again(vy_device *device)
{
    struct vyi_vulkan_state *s = vyi_vulkan_state(device);
    s->machine = (struct vyi_spirv_machine){.releases = true, .hand_offs = true};
    vyi_vulkan_describe_machine(&s->about, &s->machine);
    return vyi_vulkan_probe(device, &s->machine, &s->findings);
}

/// A driver, opened by a caller with the usual rounding and by one with another: the same findings.
static void same_findings(void **state)
{
    struct vyi_vulkan_findings f;
    (void)state;
    for (int round = 0; round < 2; round++) {
        vy_context *context = NULL;
        vy_device *device = NULL;
        assert_int_equal(
            vy_context_create(vy_context_params(.diag = test_log, .diag_user = &diags), &context),
            0);
        fesetround(round ? FE_UPWARD : FE_TONEAREST);
        vy_status status =
            vy_device_open(context, vy_device_params(.name = "vulkan", .cache = ""), &device);
        if (!status)
            assert_int_equal(probe_again(device), VY_OK);
        fesetround(FE_TONEAREST);
        if (status) {
            vy_context_destroy(&context);
            skip();
        }
        are_right(device);
        if (round)
            are_the_same(device, &f);
        f = vyi_vulkan_state(device)->findings;
        vy_device_close(&device);
        vy_context_destroy(&context);
    }
}

static void count_event(void *user, const vy_trace_event *event)
{
    (void)event;
    atomic_fetch_add((atomic_uint *)user, 1);
}

/// Devices that keep nothing on disk do not probe their driver each time.
static void probed_once_a_process(void **state)
{
    (void)state;
    for (int round = 0; round < 2; round++) {
        vy_context *context = NULL;
        vy_device *device = NULL;
        atomic_uint launches = 0;
        assert_int_equal(
            vy_context_create(vy_context_params(.diag = test_log, .diag_user = &diags), &context),
            0);
        vy_status status =
            vy_device_open(context,
                           vy_device_params(.name = "vulkan", .cache = "", .trace = count_event,
                                            .trace_user = &launches),
                           &device);
        if (!status && round)
            assert_int_equal(atomic_load(&launches), 0);
        vy_device_close(&device);
        vy_context_destroy(&context);
        if (status)
            skip();
    }
}

static void words_are(const struct vyi_vulkan_findings *f, struct vyi_spirv_machine m,
                      const char *words)
{
    vy_context *context = NULL;
    assert_int_equal(vy_context_create(NULL, &context), 0);
    struct vyi_text t = {.context = context};
    vyi_vulkan_apply(f, &m);
    vyi_vulkan_findings_text(f, &m, &t);
    assert_string_equal(t.at, words);
    vyi_text_free(&t);
    vy_context_destroy(&context);
}

static void in_words(void **state)
{
    struct vyi_vulkan_findings f = {.releases = 1, .hand_offs = 1, .at_once = 64};
    struct vyi_spirv_machine m = vyi_spirv_default();
    (void)state;
    words_are(&f, m,
              "exact: every operation\n"
              "subgroups: of 32 invocations, by the driver's own operations\n"
              "hand-offs between workgroups: yes; at least 64 at once\n");
    f.exact.wrong[VYI_OP_FMA] = 1 << VY_TYPE_F32 | 1 << VY_TYPE_F64;
    f.exact.wrong[VYI_OP_SHL] = 1 << VY_TYPE_U32;
    f.exact.wrong[VYI_EXACT_CAST + VY_TYPE_F32] = 1 << VY_TYPE_U32 | 1 << VY_TYPE_I64;
    f.hand_offs = 0, f.loop_limit = 1;
    m.subgroup_size = 8;
    words_are(&f, m,
              "exact: every operation but those named below\n"
              "emulated: f32: fma; f64: fma; f32 to u32; f32 to i64\n"
              "refused: u32: <<\n"
              "subgroups: of 32 invocations, by the driver's own operations on subgroups of 8\n"
              "loops: an invocation may take 65,535 passes in all, since the driver ends its loops "
              "then; more are an error\n"
              "hand-offs between workgroups: no; programs whose workgroups wait for each other are "
              "refused\n");
    m.subgroup_size = 0;
    words_are(&f, m,
              "exact: every operation but those named below\n"
              "emulated: f32: fma; f64: fma; f32 to u32; f32 to i64\n"
              "refused: u32: <<\n"
              "subgroups: of 32 invocations, emulated through memory\n"
              "loops: an invocation may take 65,535 passes in all, since the driver ends its loops "
              "then; more are an error\n"
              "hand-offs between workgroups: no; programs whose workgroups wait for each other are "
              "refused\n");
    m.int64 = m.float64 = m.storage8 = false;
    f.loop_limit = 0;
    words_are(&f, m,
              "exact: every operation but those named below\n"
              "emulated: f32: fma; f32 to u32\n"
              "refused: u32: <<\n"
              "made of 32-bit words: u64 and i64, f64, u8 and i8\n"
              "subgroups: of 32 invocations, emulated through memory\n"
              "hand-offs between workgroups: no; programs whose workgroups wait for each other are "
              "refused\n");
}

/// What is wrong is not used.
static void is_not_used(void **state)
{
    struct vyi_vulkan_findings f = {.releases = 1, .hand_offs = 1, .at_once = 2};
    struct vyi_spirv_machine m = vyi_spirv_default();
    (void)state;
    f.folds_shifts = 8, f.nests_wrong = f.workgroups_wrong = f.subgroups_wrong = 1;
    f.unrolls_wrong = 1, f.atomics_wrong = 8;
    words_are(
        &f, m,
        "exact: every operation\n"
        "absent: 64-bit atomics\n"
        "subgroups: of 32 invocations, emulated through memory, since the driver's own are "
        "wrong\n"
        "shifts: counts are hidden from the driver, which shifts wrongly by some that it "
        "knows\n"
        "nesting: the driver is wrong in deep control flow; programs nested more than 24 deep "
        "are refused\n"
        "workgroups: run by one invocation each, since barriers or shared memory of the "
        "driver are wrong\n"
        "atomics: those of 64 bits are wrong and refused\n"
        "loops: not unrolled, which the driver does wrongly\n"
        "hand-offs between workgroups: yes; 2 at once\n");
    vyi_vulkan_apply(&f, &m);
    assert_int_equal(m.subgroup_size, 0);
    assert_false(m.atomics64 || m.shared_atomics64 || m.wrong_atomics);
    assert_true(m.shallow && m.keeps_loops && m.wrong_workgroups && m.folds_shifts == 8);
    f.atomics_wrong = 4;
    vyi_vulkan_apply(&f, &m);
    assert_true(m.wrong_atomics);
}

/// Compiles for a machine; the message of a refusal, or the reason of the serial shape.
static void compiles(const struct vyi_spirv_machine *m, const char *text, const char *message)
{
    struct test_log log = {.text = ""};
    vy_context *context = NULL;
    vy_program *program = NULL;
    struct vyi_spirv_module module = {0};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &context), 0);
    if (vy_program_parse(context, vy_parse_params(.text = text), &program) ||
        vy_program_verify(program))
        fail_msg("%s", log.text);
    const struct vyi_spirv_request request = {
        .program = program, .machine = m, .workgroup = {64, 1, 1}};
    struct vyi_report report = {.context = context, .sources = &program->sources};
    vy_status status = vyi_spirv_compile(&request, &report, &module);
    vyi_report_end(&report, status);
    if (!strstr(status ? log.text : module.info.reason, message))
        fail_msg("%s: %s%s", text, log.text, module.info.reason);
    vyi_spirv_free(context, &module);
    vy_program_destroy(&program);
    vy_context_destroy(&context);
}

static void refusals(void **state)
{
    struct vyi_spirv_machine m = vyi_spirv_default();
    char text[4000] = "program deep\nout y : u32[64]\neach i in 0..64 {\n";
    (void)state;
    m.wrong_atomics = true;
    compiles(&m, "program p\nout y : atomic u32[1]\nworkgroup 64\ngrid 64\ny[0] += 1\n",
             "has no atomics that are right");
    m.wrong_atomics = false, m.wrong_workgroups = true;
    compiles(&m,
             "program p\nout y : u32[64]\nshared s : u32[64]\nworkgroup 64\ngrid 64\n"
             "s[lid.x] = 1\nbarrier workgroup\ny[gid.x] = s[63 - lid.x]\n",
             "barriers or shared memory of Vulkan are wrong");
    for (int i = 0; i < VYI_SPIRV_SHALLOW - 1; i++)
        strcat(text, "if y[i] == 0 { ");
    strcat(text, "y[i] = 1 ");
    size_t at = strlen(text);
    for (int i = 0; i < VYI_SPIRV_SHALLOW; i++)
        strcat(text, "}");
    m.wrong_workgroups = false, m.shallow = true;
    compiles(&m, text, "");
    strcpy(text + at, "if y[i] > 2 { y[i] = 3 }");
    for (int i = 0; i < VYI_SPIRV_SHALLOW; i++)
        strcat(text, "}");
    compiles(&m, text, "has no code that is right so deep inside other code");
    m.shallow = false;
    compiles(&m, text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_words),
                                       cmocka_unit_test(is_not_used),
                                       cmocka_unit_test(refusals),
                                       cmocka_unit_test(exact_device),
                                       cmocka_unit_test(odd_caller),
                                       cmocka_unit_test(same_findings),
                                       cmocka_unit_test(probed_once_a_process)};
    int result;
    if (!versus_present(&result))
        return result;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
