// The texts of lib/mega: each is formatted, checks by itself, is part of the library, and has the
// numbers of src/mega/shared.def and mega_numbers.def.
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
#include "mega_numbers.def"
};
static const struct shared ring[] = {
#define RING(name, value) {#name, (uint32_t)(value)},
#include "mega/shared.def"
    {"RING_QUOTA_NONE", RING_QUOTA_NONE},
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

// ---- messages ----
#define HEAD(args, obs) "(" args ": in atomic u32[], " obs ": inout atomic u32[]) -> u32, u32 {\n"

static vy_status build(vy_context *c, const char *text)
{
    const vy_mega_handler h = {8, VY_MEGA_LANE, "f", text};
    vy_program *program = NULL;
    test_log_clear(&log_of_all);
    vy_status status =
        vy_mega_build(c, vy_mega_params(.rounds = 2, .handlers = &h, .handler_count = 1), &program);
    vy_program_destroy(&program);
    return status;
}

static void errors_are_in_the_handlers_own_text(void **state)
{
    static const struct {
        const char *text, *place;
    } cases[] = {
        {"fn mega_op_8() {}\nfn f" HEAD("a", "o") "    return 3, 0\n}\n", ":1:4"},
        {"const K = 1\nconst mega_op_s = 2\nfn f" HEAD("a", "o") "    return 3, 0\n}\n", ":2:7"},
        {"fn f" HEAD("a", "o") "    let x = 3\n    barrier grid\n    return x, 0\n}\n", ":3:5"},
        {"fn f" HEAD("a", "o") "    return 3, workgroup_add(1)\n}\n", ":2:15"},
        {"fn f" HEAD("a", "o") "    return 3, b[0]\n}\n", ":2:15"},
    };
    vy_context *c = open_context();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char place[64];
        snprintf(place, sizeof place, "handler 'f' (opcode 0x8)%s", cases[i].place);
        assert_int_equal(build(c, cases[i].text), VY_ERROR_PROGRAM);
        if (strncmp(log_of_all.text, place, strlen(place)))
            fail_msg("not at %s: %s", place, log_of_all.text);
    }
    vy_context_destroy(&c);
}

static void other_names_are_the_handlers_own(void **state)
{
    static const char *const texts[] = {
        "const args = 1\nconst opcode = 2\nfn mega_run(obs: u32) -> u32 { return obs }\n"
        "fn f" HEAD("a", "o") "    return 3, args + opcode + mega_run(4)\n}\n",
        "const obs = 1\nconst mega_s = 3\nfn mega_task() {}\n"
        "fn f" HEAD("a", "o") "    return mega_s, obs\n}\n",
    };
    vy_context *c = open_context();
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (build(c, texts[i]))
            fail_msg("%s", log_of_all.text);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stands_by_itself),
        cmocka_unit_test(texts_and_c_have_the_same_numbers),
        cmocka_unit_test(errors_are_in_the_handlers_own_text),
        cmocka_unit_test(other_names_are_the_handlers_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
