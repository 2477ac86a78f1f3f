// The texts of lib/vulkan and lib/exact: each is formatted and verifies by itself, and the library
// has those of lib/vulkan as the files do.
#include "support/files.h"
#include "support/log.h"
#include "vyre/ir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define TEXTS(TEXT)                                   \
    TEXT(vyi_vulkan_step_text, "step.vy")             \
    TEXT(vyi_vulkan_copy_text, "copy.vy")             \
    TEXT(vyi_probe_loops, "probe_loops.vy")           \
    TEXT(vyi_probe_chain, "probe_chain.vy")           \
    TEXT(vyi_probe_releases, "probe_releases.vy")     \
    TEXT(vyi_probe_at_once, "probe_at_once.vy")       \
    TEXT(vyi_probe_subgroups, "probe_subgroups.vy")   \
    TEXT(vyi_probe_small, "probe_small.vy")           \
    TEXT(vyi_probe_workgroups, "probe_workgroups.vy") \
    TEXT(vyi_probe_atomics32, "probe_atomics32.vy")   \
    TEXT(vyi_probe_atomics64, "probe_atomics64.vy")   \
    TEXT(vyi_probe_unroll, "probe_unroll.vy")
#define TEXT(name, file) extern const char name[];
TEXTS(TEXT)
#undef TEXT

static struct test_log log_of_all;

static void check_file(void *user, const char *path, const struct bytes *bytes)
{
    vy_context *c = user;
    const char *text = (const char *)bytes->at;
    char *formatted = NULL;
    size_t size = 0;
    vy_program *program = NULL;
    assert_int_equal(vy_source_format(c, path, text, bytes->count, &formatted, &size), VY_OK);
    if (size != bytes->count || memcmp(formatted, text, size))
        fail_msg("run 'vyre fmt -i %s'", path);
    vy_memory_free(c, formatted);
    if (vy_program_parse(c,
                         vy_parse_params(.text = text, .size = bytes->count, .name = path,
                                         .allow_library = true),
                         &program) ||
        (strstr(text, "\nprogram ") && vy_program_verify(program)))
        fail_msg("%s: %s", path, log_of_all.text);
    vy_program_destroy(&program);
}

static void check_embedded(void *user, const char *path, const struct bytes *bytes)
{
#define TEXT(name, file) {name, file},
    static const struct {
        const char *text, *file;
    } texts[] = {TEXTS(TEXT)};
#undef TEXT
    check_file(user, path, bytes);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(strrchr(path, '/') + 1, texts[i].file)) {
            assert_string_equal(texts[i].text, (const char *)bytes->at);
            return;
        }
    fail_msg("%s: the library does not embed it", path);
}

static void each_stands_by_itself(void **state)
{
    char path[1024];
    vy_context *c = NULL;
    (void)state;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_of_all), &c),
        VY_OK);
    test_source_path(path, sizeof path, "lib/vulkan");
    assert_int_equal(test_folder_each(path, ".vy", check_embedded, c), 12);
    test_source_path(path, sizeof path, "lib/exact");
    assert_int_equal(test_folder_each(path, ".vy", check_file, c), 4);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_stands_by_itself)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
