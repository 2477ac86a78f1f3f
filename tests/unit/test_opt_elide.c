// Barriers that order nothing are taken out, and no others: by hand, and by chance on programs
// without races, which still have none afterwards and still give the same bytes.
#include "opt/opt.h"
#include "support/conforming.h"
#include "support/log.h"
#include "support/run.h"
#include "vyre/mega.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_STEPS = 2000000 };

static vy_context *context;
static struct test_log log_;

static int setup(void **state)
{
    (void)state;
    return vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log_), &context);
}

static int teardown(void **state)
{
    (void)state;
    vy_context_destroy(&context);
    return 0;
}

static vy_program *parse(const char *text)
{
    vy_program *p = NULL;
    test_log_clear(&log_);
    if (vy_program_parse(context, vy_parse_params(.text = text, .memory_only = true), &p) ||
        vy_program_verify(p))
        fail_msg("%s\n%s", log_.text, text);
    return p;
}

static uint32_t barriers_in(const vy_program *p, vyi_ref r)
{
    const vyi_ref *kids;
    uint32_t found = vyi_at(p, r)->op == VYI_OP_BARRIER;
    uint32_t count = r.i ? vyi_kids(p, vyi_at(p, r), &kids) : 0;
    for (uint32_t i = 0; i < count; i++)
        found += barriers_in(p, kids[i]);
    return found;
}

/// The same bytes and no race, under every schedule, with the barriers and without.
static void same(vy_program *whole, vy_program *less, const char *text)
{
    struct test_run first, run;
    if (!test_run_same(whole, less, MOST_STEPS, &first, &run))
        fail_msg("status %d races %u bytes %llx, with all barriers %d %u %llx:\n%s", run.status,
                 run.races, (unsigned long long)run.bytes, first.status, first.races,
                 (unsigned long long)first.bytes, text);
    assert_int_equal(first.races, 0);
    assert_true(!first.status || first.status == VY_ERROR_ASSERT || first.status == VY_ERROR_LIMIT);
}

// ---- by hand ----
static const char head[] = "program p\n"
                           "out y: u32[128]\n"
                           "out z: u32[128]\n"
                           "scratch flag: atomic u32[4]\n"
                           "scratch sum: atomic u32[4]\n"
                           "shared s: u32[64]\n"
                           "shared t: u32[64]\n"
                           "workgroup 64\n"
                           "grid 128\n"
                           "var x = gid.x\n";

static const struct {
    uint32_t kept;
    const char *body;
} cases[] = {
    {0, "barrier workgroup\ny[gid.x] = x\n"},
    {0, "y[gid.x] = x\nbarrier workgroup\n"},
    {1, "s[lid.x] = x\nbarrier workgroup\ny[gid.x] = s[63 - lid.x]\n"},
    {1, "s[lid.x] = x\nbarrier workgroup\nbarrier workgroup\ny[gid.x] = s[63 - lid.x]\n"},
    // Neighbours alone would lose both, or keep both.
    {1, "s[lid.x] = x\nbarrier workgroup\nt[lid.x] = x\nbarrier workgroup\n"
        "y[gid.x] = s[63 - lid.x]\n"},
    {2, "s[lid.x] = x\nbarrier workgroup\nt[lid.x] = s[63 - lid.x]\nbarrier workgroup\n"
        "y[gid.x] = t[63 - lid.x]\n"},
    // A read before a write.
    {2, "s[lid.x] = x\nbarrier workgroup\nx = s[63 - lid.x]\nbarrier workgroup\ns[lid.x] = x\n"
        "y[gid.x] = x\n"},
    // A write before another one.
    {2, "s[lid.x] = x\nbarrier workgroup\ns[63 - lid.x] = x + 1\nbarrier workgroup\n"
        "y[gid.x] = s[lid.x]\n"},
    // Round a loop.
    {2, "for i in 0..4 {\ns[lid.x] = x + i\nbarrier workgroup\nx += s[63 - lid.x]\n"
        "barrier workgroup\n}\ny[gid.x] = x\n"},
    {2, "for i in 0..4 {\nbarrier workgroup\ns[lid.x] = x + i\nbarrier workgroup\n"
        "x += s[63 - lid.x]\nbarrier workgroup\n}\ny[gid.x] = x\n"},
    {1, "for i in 0..4 {\ny[gid.x] = x\nbarrier workgroup\nz[127 - gid.x] = y[gid.x ^ 1]\n"
        "if i == 0 { break }\n}\n"},
    {1, "for i in 0..4 {\ny[gid.x] = x\nbarrier workgroup\n}\nz[gid.x] = x\n"},
    {0, "for i in 0..4 {\nx += y[gid.x]\nbarrier workgroup\n}\nz[gid.x] = x\n"},
    // What leaves goes past the next one.
    {1, "for i in 0..4 {\ns[lid.x] = x\nbarrier workgroup\nif i == 1 { break }\n"
        "barrier workgroup\n}\ny[gid.x] = s[63 - lid.x]\n"},
    {2, "for i in 0..4 {\nx += s[63 - lid.x]\nbarrier workgroup\nif i == 1 { continue }\n"
        "barrier workgroup\ns[lid.x] = x\nbarrier workgroup\n}\ny[gid.x] = x\n"},
    {3, "for i in 0..4 {\nbarrier workgroup\ns[lid.x] = x + i\nbarrier workgroup\n"
        "x += s[63 - lid.x]\nif i == 1 { continue }\nbarrier workgroup\n}\ny[gid.x] = x\n"},
    {1, "if wid.x < 5 {\ns[lid.x] = x\nbarrier workgroup\n}\ny[gid.x] = s[63 - lid.x]\n"},
    // Orderings tell of anything.
    {1,
     "y[gid.x] = x\nbarrier workgroup\nif lid.x == 5 { atomic_store(flag[0], 1, release, device) "
     "}\n"},
    {0, "sum[0] += x\nbarrier workgroup\nflag[0] += x\n"},
    {1, "sum[0] += x\nbarrier workgroup\nsum[1] += x\n"},
    // A failed assert ends the dispatch at the next one.
    {1, "assert x < 128, \"{}\", x\nbarrier workgroup\ny[gid.x] = x\n"},
    // Of the grid.
    {1, "y[gid.x] = x\nbarrier grid\nz[gid.x] = y[127 - gid.x]\n"},
    {0, "y[gid.x] = x\nbarrier grid\nz[gid.x] = x\n"},
    {1, "y[gid.x] = x\nbarrier grid\nbarrier workgroup\nz[gid.x] = y[127 - gid.x]\n"},
    {1, "y[gid.x] = x\nbarrier workgroup\nbarrier grid\nz[gid.x] = y[127 - gid.x]\n"},
    {1, "if gid.x == 0 { print \"a\" }\nbarrier workgroup\nif gid.x == 1 { print \"b\" }\n"},
};

static void by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", head, cases[i].body);
        vy_program *whole = parse(text), *less = parse(text);
        uint32_t removed = 99, before = barriers_in(less, less->body);
        assert_int_equal(vyi_opt_elide(less, &removed), VY_OK);
        uint32_t after = barriers_in(less, less->body);
        assert_int_equal(removed, before - after);
        if (after != cases[i].kept)
            fail_msg("%u kept, not %u:\n%s", after, cases[i].kept, cases[i].body);
        assert_int_equal(vy_program_verify(less), VY_OK);
        same(whole, less, text);
        vy_program_destroy(&whole);
        vy_program_destroy(&less);
    }
}

// ---- by chance ----
/// Each barrier twice.
static char *doubled(const char *text)
{
    char *twice = malloc(strlen(text) * 2 + 1), *to = twice;
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
        const char *word = text + strspn(text, " ");
        for (int times = strncmp(word, "barrier ", 8) ? 1 : 2; times > 0; times--) {
            memcpy(to, text, length);
            to += length;
        }
        text += length;
    }
    *to = 0;
    return twice;
}

static void by_chance(void **state)
{
    (void)state;
    uint64_t all = 0, gone = 0, ordered = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        char *text = conforming_barriers(seed), *twice = doubled(text);
        vy_program *whole = parse(text), *less = parse(twice);
        uint32_t removed, had = barriers_in(less, less->body);
        assert_int_equal(vyi_opt_elide(less, &removed), VY_OK);
        assert_true(removed >= had - barriers_in(whole, whole->body));
        assert_int_equal(vy_program_verify(less), VY_OK);
        // Where entries are appended, the order of the threads shows in the bytes.
        struct test_run first, run;
        if (test_run_same(whole, whole, MOST_STEPS, &first, &run))
            same(whole, less, twice);
        else
            ordered++;
        all += had;
        gone += removed;
        vy_program_destroy(&whole);
        vy_program_destroy(&less);
        free(text);
        free(twice);
    }
    assert_true(all > 100 && gone < all && ordered < 10);
}

// ---- after splicing ----
static void megakernels(void **state)
{
    (void)state;
    static const char text[] =
        "fn wide(args: in atomic u32[], obs: inout atomic u32[]) -> u32, u32 {\n"
        "    barrier workgroup\n"
        "    barrier workgroup\n"
        "    atomic_store(obs[lid.x], lid.x + args[0])\n"
        "    barrier workgroup\n"
        "    let x = atomic_load(obs[63 - lid.x])\n"
        "    barrier workgroup\n"
        "    return 3, x\n"
        "}\n";
    const vy_mega_handler wide = {8, VY_MEGA_WORKGROUP, "wide", text};
    const vy_mega_workspace workspace = {.name = "arena",
                                         .count = 64,
                                         .atomic = true,
                                         .bootstrap = "barrier workgroup",
                                         .guard = "barrier workgroup"};
    vy_mega_params params = {.size = sizeof(vy_mega_params),
                             .workgroup = 64,
                             .slots = 64,
                             .rounds = 3,
                             .handlers = &wide,
                             .handler_count = 1,
                             .workspace = &workspace};
    vy_program *p = NULL;
    if (vy_mega_build(context, &params, &p))
        fail_msg("%s", log_.text);
    // Of those together one: three of the handler, and that between passes, where the workspace
    // stands.
    assert_int_equal(barriers_in(p, p->body), 4);
    vy_program_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(by_chance),
        cmocka_unit_test(megakernels),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
