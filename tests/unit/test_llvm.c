// The door to libvyre-llvm.so, and code as text.
#include "dev/llvm.h"
#include "support/alloc.h"
#include "support/files.h"
#include "support/log.h"
#include "vyre/vyre.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const cpus[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", NULL};
enum { CPUS = sizeof cpus / sizeof *cpus };

struct bench {
    struct test_alloc alloc;
    struct test_log log;
    vy_context *context;
    vy_program *program;
};

static void open(struct bench *b, const char *text)
{
    *b = (struct bench){.program = NULL};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &b->log,
                                            .alloc = test_alloc, .alloc_user = &b->alloc),
                          &b->context),
        VY_OK);
    if (vy_program_parse(b->context, vy_parse_params(.text = text), &b->program))
        fail_msg("%s", b->log.text);
}

static void close_bench(struct bench *b)
{
    vy_program_destroy(&b->program);
    vy_context_destroy(&b->context);
    assert_int_equal(b->alloc.live, 0);
    assert_int_equal(b->alloc.wrong_sizes, 0);
}

/// Whether there is a library to test; where this build made one, there has to be.
static bool library(void)
{
    const char *absent = NULL;
    unsetenv("VYRE_LLVM");
    if (vyi_dev_llvm_present(&absent))
        return true;
    if (getenv("VYRE_LLVM_BUILT"))
        fail_msg("this build has libvyre-llvm.so: %s", absent);
    return false;
}
#define NEED_LIBRARY()                                         \
    do {                                                       \
        if (!library()) {                                      \
            print_message("this build has no libvyre-llvm\n"); \
            skip();                                            \
        }                                                      \
    } while (0)

static const char add[] = "program add\n"
                          "in x : u32[]\n"
                          "out y : u32[len(x)]\n"
                          "each i in 0..len(x) { y[i] = x[i] + 1 }\n";

// ---- where it is looked for ----
static void a_missing_file_is_reported(void **state)
{
    struct bench b;
    const char *absent = NULL;
    (void)state;
    setenv("VYRE_LLVM", "there/is/none.so", 1);
    open(&b, add);
    struct vyi_report report = {.context = b.context};
    assert_null(vyi_dev_llvm(&report, "the test"));
    assert_int_equal(vyi_report_end(&report, VY_ERROR_DEVICE), VY_ERROR_DEVICE);
    assert_non_null(strstr(b.log.text, "the test needs libvyre-llvm.so"));
    assert_non_null(strstr(b.log.text, "there/is/none.so"));
    assert_non_null(strstr(b.log.text, "llvm-19-dev"));
    assert_false(vyi_dev_llvm_present(&absent));
    assert_non_null(strstr(absent, "VYRE_LLVM"));
    close_bench(&b);
    unsetenv("VYRE_LLVM");
}

/// Then the best device is another one.
static void what_is_no_library_is_not_present(void **state)
{
    char path[] = P_tmpdir "/vyre-not-XXXXXX";
    const char *const rows[] = {path, P_tmpdir, "/dev/null"};
    const char *absent;
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fputs("root:x:0:0", file);
    fclose(file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setenv("VYRE_LLVM", rows[i], 1);
        absent = NULL;
        assert_false(vyi_dev_llvm_present(&absent));
        assert_non_null(strstr(absent, "VYRE_LLVM"));
    }
    unsetenv("VYRE_LLVM");
    remove(path);
}

static void the_table_is_of_this_version(void **state)
{
    struct bench b;
    (void)state;
    NEED_LIBRARY();
    open(&b, add);
    struct vyi_report report = {.context = b.context};
    const struct vyi_llvm_api *api = vyi_dev_llvm(&report, "the test");
    assert_int_equal(vyi_report_end(&report, VY_ERROR_DEVICE), VY_OK);
    assert_non_null(api);
    assert_int_equal(api->abi, VYI_LLVM_ABI);
    assert_string_equal(api->version, vyi_dev_llvm_version());
    assert_ptr_equal(vyi_dev_llvm(&report, "the test"), api);
    close_bench(&b);
}

// ---- identity ----
/// Writes the smallest ELF file that the reader of build ids follows.
static void write_elf(const char *path, uint8_t id)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    uint64_t head[8] = {0x00010102464c457f, 0, 0x003e0003, 0, 64, 0, 0x0038004000000000, 1};
    uint64_t part[7] = {4, 120, 0, 0, 32, 32, 4};
    uint32_t note[8] = {4, 4, 3, 0x00554e47, id, 0, 0, 0};
    assert_int_equal(fwrite(head, sizeof head, 1, file), 1);
    assert_int_equal(fwrite(part, sizeof part, 1, file), 1);
    assert_int_equal(fwrite(note, sizeof note, 1, file), 1);
    fclose(file);
}

static void identity_is_that_of_the_file(void **state)
{
    char path[] = P_tmpdir "/vyre-identity-XXXXXX", one[VYI_IDENTITY], two[VYI_IDENTITY];
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    setenv("VYRE_LLVM", path, 1);
    vyi_dev_llvm_identity(one); // an empty file has none
    write_elf(path, 0x2a);
    vyi_dev_llvm_identity(two);
    assert_string_not_equal(one, two);
    assert_non_null(strstr(two, " 2a000000"));
    vyi_dev_llvm_identity(one);
    assert_string_equal(one, two);
    write_elf(path, 0x2b);
    vyi_dev_llvm_identity(one);
    assert_string_not_equal(one, two);
    unsetenv("VYRE_LLVM");
    remove(path);
}

static void own_identity_has_a_digest(void **state)
{
    char text[VYI_IDENTITY];
    size_t version = strlen(vy_version());
    (void)state;
    vyi_dev_identity(text);
    assert_memory_equal(text, vy_version(), version);
    assert_int_equal(strlen(text), version + 1 + strspn(text + version + 1, "0123456789abcdef"));
    assert_true(strlen(text) > version + 16);
}

// ---- code as text ----
static void bad_params_are_refused(void **state)
{
    static const struct {
        vy_emit_params params;
        const char *says;
    } rows[] = {
        {{.size = sizeof(vy_emit_params), .form = (vy_code_form)5}, "form of code 5"},
        {{.size = sizeof(vy_emit_params), .level = (vy_level)3}, "level 3"},
        {{.size = sizeof(vy_emit_params), .lanes = 3}, "lanes 3"},
        {{.size = sizeof(vy_emit_params), .lanes = 128}, "lanes 128"},
        {{.size = sizeof(vy_emit_params), .cpu = "pentium"}, "'pentium'"},
        {{.size = sizeof(vy_emit_params), .cpu = ""}, "''"},
        {{.size = sizeof(vy_emit_params), .form = VY_CODE_PTX, .cpu = "x86-64"},
         "'x86-64' is no kind of GPU"},
    };
    struct bench b;
    (void)state;
    open(&b, add);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = (char *)&b;
        test_log_clear(&b.log);
        assert_int_equal(vy_program_emit(b.program, &rows[i].params, &text, NULL),
                         VY_ERROR_ARGUMENT);
        assert_null(text);
        if (!strstr(b.log.text, rows[i].says))
            fail_msg("'%s' was not said, but: %s", rows[i].says, b.log.text);
    }
    close_bench(&b);
}

static void code_has_the_kernel(void **state)
{
    struct bench b;
    (void)state;
    NEED_LIBRARY();
    open(&b, add);
    for (int form = VY_CODE_LLVM; form <= VY_CODE_ASM; form++)
        for (size_t i = 0; i < CPUS * 3; i++) {
            vy_emit_params params = {.size = sizeof(vy_emit_params),
                                     .form = (vy_code_form)form,
                                     .level = (vy_level)(i % 3),
                                     .cpu = cpus[i / 3]};
            char *text = NULL, *again = NULL;
            size_t size = 0;
            if (vy_program_emit(b.program, &params, &text, &size))
                fail_msg("%s", b.log.text);
            assert_int_equal(strlen(text), size);
            assert_non_null(strstr(text, form == VY_CODE_ASM ? "vyre_kernel:" : "@vyre_kernel("));
            assert_int_equal(vy_program_emit(b.program, &params, &again, NULL), VY_OK);
            assert_string_equal(text, again);
            vy_memory_free(b.context, text);
            vy_memory_free(b.context, again);
        }
    close_bench(&b);
}

/// Every file of examples/ that verifies has code, at both levels.
static void emit_example(void *user, const char *path, const struct bytes *bytes)
{
    struct bench b;
    (void)bytes;
    open(&b, add);
    vy_program_destroy(&b.program);
    test_log_clear(&b.log);
    if (vy_program_load(b.context, path, &b.program) || vy_program_verify(b.program))
        fail_msg("%s: %s", path, b.log.text);
    for (int level = VY_LEVEL_NONE; level <= VY_LEVEL_FULL; level++) {
        vy_emit_params params = {
            .size = sizeof(vy_emit_params), .form = VY_CODE_ASM, .level = (vy_level)level};
        char *text = NULL;
        if (vy_program_emit(b.program, &params, &text, NULL))
            fail_msg("%s: %s", path, b.log.text);
        vy_memory_free(b.context, text);
    }
    close_bench(&b);
    (*(size_t *)user)++;
}

static void every_example_has_code(void **state)
{
    char folder[4096];
    size_t count = 0;
    (void)state;
    NEED_LIBRARY();
    test_source_path(folder, sizeof folder, "examples");
    test_folder_each(folder, ".vy", emit_example, &count);
    assert_true(count >= 10);
}

static void running_out_of_memory_is_an_error(void **state)
{
    struct bench b;
    (void)state;
    NEED_LIBRARY();
    open(&b, add);
    assert_int_equal(vy_program_verify(b.program), VY_OK);
    for (uint64_t at = 1;; at++) {
        char *text = NULL;
        b.alloc.calls = b.alloc.failed = 0;
        b.alloc.fail_at = at;
        vy_status status = vy_program_emit(b.program, NULL, &text, NULL);
        b.alloc.fail_at = 0;
        if (!b.alloc.failed) {
            assert_int_equal(status, VY_OK);
            vy_memory_free(b.context, text);
            break;
        }
        // A message that found no memory is no reason to fail.
        assert_true(status == VY_ERROR_MEMORY || (status == VY_OK && text));
        assert_true(status == VY_OK || !text);
        vy_memory_free(b.context, text);
        assert_true(at < 100000);
    }
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_file_is_reported),
        cmocka_unit_test(what_is_no_library_is_not_present),
        cmocka_unit_test(the_table_is_of_this_version),
        cmocka_unit_test(identity_is_that_of_the_file),
        cmocka_unit_test(own_identity_has_a_digest),
        cmocka_unit_test(bad_params_are_refused),
        cmocka_unit_test(code_has_the_kernel),
        cmocka_unit_test(every_example_has_code),
        cmocka_unit_test(running_out_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
