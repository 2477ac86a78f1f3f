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
        fesetround(FE_TONEAREST);
        if (status) {
            vy_context_destroy(&context);
            skip();
        }
        if (round)
            are_the_same(device, &f);
        f = vyi_vulkan_state(device)->findings;
        vy_device_close(&device);
        vy_context_destroy(&context);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_words), cmocka_unit_test(exact_device),
                                       cmocka_unit_test(odd_caller),
                                       cmocka_unit_test(same_findings)};
    int result;
    if (!versus_present(&result))
        return result;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
