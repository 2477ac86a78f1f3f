// The texts of lib/mega: each is formatted, checks by itself, is part of the library, and has the
// numbers of src/mega/shared.def.
#include "mega/mega.h"
#include "mega/ring.h"
#include "support/files.h"
#include "support/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct test_log log_of_all;

static vy_context *open_context(void)
{
    vy_context *c = NULL;
    test_log_clear(&log_of_all);
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_of_all), &c),
        VY_OK);
    return c;
}

/// `take` for lib/mega.vy and each file of lib/mega; how many.
static size_t each_text(void (*take)(void *user, const char *path, const struct bytes *bytes),
                        void *user)
{
    char path[1024];
    struct bytes bytes;
    test_source_path(path, sizeof path, "lib/mega.vy");
    assert_true(test_file_read(path, &bytes));
    take(user, path, &bytes);
    free(bytes.at);
    test_source_path(path, sizeof path, "lib/mega");
    return 1 + test_folder_each(path, ".vy", take, user);
}

// ---- as files ----
static void check_file(void *user, const char *path, const struct bytes *bytes)
{
    vy_context *c = user;
    const char *text = (const char *)bytes->at, *file = strstr(path, "lib/mega") + strlen("lib/");
    char *formatted = NULL, library[1024];
    size_t size = 0;
    vy_program *program = NULL;
    test_source_path(library, sizeof library, "lib");
    assert_int_equal(vy_source_format(c, path, text, bytes->count, &formatted, &size), VY_OK);
    if (size != bytes->count || memcmp(formatted, text, size))
        fail_msg("run 'vyre fmt -i %s'", path);
    vy_memory_free(c, formatted);
    if (vy_program_parse(c,
                         vy_parse_params(.text = text, .size = bytes->count, .name = path,
                                         .library = library, .allow_library = true),
                         &program) ||
        (strstr(text, "\nprogram ") && vy_program_verify(program)))
        fail_msg("%s: %s", path, log_of_all.text);
    vy_program_destroy(&program);
    const char *embedded = vyi_mega_text(file);
    if (!strcmp(file, "mega/ring_sizes.vy")) // each kernel has sizes of its own in its place
        assert_null(embedded);
    else if (!embedded || strcmp(embedded, text))
        fail_msg("%s: src/mega/texts.c does not embed it", path);
}

static void each_stands_by_itself(void **state)
{
    vy_context *c = open_context();
    (void)state;
    assert_true(each_text(check_file, c) >= 10);
    vy_context_destroy(&c);
}

// ---- shared numbers ----
struct shared {
    const char *name;
    uint32_t value;
};
static const struct shared mega[] = {
#define MEGA(name, value) {"MEGA_" #name, (uint32_t)(value)},
#include "mega/shared.def"
#undef MEGA
};
static const struct shared ring[] = {
#define RING(name, value) {#name, (uint32_t)(value)},
#define RING_VALUE(name) {#name, (uint32_t)(name)},
#include "mega/shared.def"
#undef RING
#undef RING_VALUE
};

static void hold(const char *file, const struct shared *list, size_t count)
{
    const char *text = vyi_mega_text(file), *at = text;
    size_t found = 0;
    for (; (at = strstr(at, "\nconst ")); at++)
        found++;
    assert_int_equal(found, count);
    for (size_t i = 0; i < count; i++) {
        char line[128], name[64] = "", value[32] = "";
        snprintf(line, sizeof line, "\nconst %s ", list[i].name);
        at = strstr(text, line);
        if (!at || sscanf(at, "\nconst %63s = %31s", name, value) != 2 ||
            strtoul(value, NULL, 0) != list[i].value)
            fail_msg("lib/%s: write 'const %s = %#x'", file, list[i].name, list[i].value);
    }
}

static void texts_and_c_have_the_same_numbers(void **state)
{
    (void)state;
    hold("mega.vy", mega, sizeof mega / sizeof *mega);
    hold("mega/ring_layout.vy", ring, sizeof ring / sizeof *ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stands_by_itself),
        cmocka_unit_test(texts_and_c_have_the_same_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
