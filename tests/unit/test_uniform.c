// The uniformity suite: every program in tests/uniform is legal (ok-…) or has exactly the errors
// that its lines expect (bad-…, `// expect V100` at the end of the line). And the levels that code
// generators ask for.
#include "ir/uniform.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define FOLDER "tests/uniform" // tests run in the root of the tree

enum { MAX_EXPECTED = 8 };

struct expected {
    char code[8];
    uint32_t line;
    bool met;
};
struct suite {
    const char *name;
    struct expected wanted[MAX_EXPECTED];
    uint32_t count, wrong;
};

static void hear(void *user, const vy_diag *d)
{
    struct suite *s = user;
    for (uint32_t i = 0; i < s->count; i++) {
        struct expected *e = &s->wanted[i];
        if (e->met || e->line != d->place.line || strcmp(e->code, d->code))
            continue;
        e->met = true;
        if (!d->note_count)
            print_error("%s:%u: %s has no notes\n", s->name, d->place.line, d->code);
        s->wrong += !d->note_count;
        return;
    }
    char text[4096];
    vy_diag_format(d, text, sizeof text);
    print_error("%s: not expected: %s", s->name, text);
    s->wrong++;
}

static char *read_all(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (!f || !text || fread(text, 1, (1 << 16) - 1, f) == 0)
        fail_msg("cannot read %s", path);
    fclose(f);
    return text;
}

static void find_expected(struct suite *s, const char *text)
{
    uint32_t line = 1;
    for (const char *at = text; *at; at++) {
        line += *at == '\n';
        if (strncmp(at, "// expect ", 10) || s->count == MAX_EXPECTED)
            continue;
        struct expected *e = &s->wanted[s->count++];
        memcpy(e->code, at + 10, 4);
        e->line = line;
    }
}

static uint32_t run_one(const char *folder, const char *name)
{
    char path[1024];
    struct suite s = {.name = name};
    vy_context *context = NULL;
    vy_program *program = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = read_all(path);
    find_expected(&s, text);
    assert_int_equal(vy_context_create(vy_context_params(.diag = hear, .diag_user = &s), &context),
                     0);
    vy_status status =
        vy_program_parse(context, vy_parse_params(.text = text, .name = name), &program);
    if (!status)
        status = vy_program_verify(program);
    bool bad = !strncmp(name, "bad-", 4);
    if (bad != (status == VY_ERROR_PROGRAM) || bad != (s.count > 0)) {
        print_error("%s: status %d, %u errors expected\n", name, (int)status, s.count);
        s.wrong++;
    }
    for (uint32_t i = 0; i < s.count; i++)
        if (!s.wanted[i].met) {
            print_error("%s:%u: expected %s\n", name, s.wanted[i].line, s.wanted[i].code);
            s.wrong++;
        }
    vy_program_destroy(&program);
    vy_context_destroy(&context);
    free(text);
    return s.wrong;
}

static void suite(void **state)
{
    DIR *folder = opendir(FOLDER);
    uint32_t legal = 0, illegal = 0, wrong = 0;
    (void)state;
    if (!folder)
        fail_msg("no folder " FOLDER);
    for (struct dirent *e; (e = readdir(folder));) {
        size_t length = strlen(e->d_name);
        if (length < 3 || strcmp(e->d_name + length - 3, ".vy"))
            continue;
        legal += !strncmp(e->d_name, "ok-", 3);
        illegal += !strncmp(e->d_name, "bad-", 4);
        wrong += run_one(FOLDER, e->d_name);
    }
    closedir(folder);
    assert_int_equal(wrong, 0);
    assert_true(legal >= 30 && illegal >= 30);
}

// ---- the levels themselves ----
static const char source[] = "program levels\n"
                             "in x : u32[]\n"
                             "out y : u32[len(x)]\n"
                             "param k : u32\n"
                             "workgroup 64\n"
                             "grid len(x)\n"
                             "let a = k + len(x)\n"
                             "let b = wid.x * a\n"
                             "let c = subgroup + b\n"
                             "let d = lane\n"
                             "let e = x[b]\n"
                             "let f = y[0]\n"
                             "let g = workgroup_add(d)\n"
                             "let h = subgroup_scan_add(a)\n"
                             "var i = 0\n"
                             "if c == 1 { i = 2 }\n"
                             "for j in 0..d { y[j] = a }\n"
                             "fixpoint p in 0..a { again }\n";

static void levels_of_a_program(void **state)
{
    static const uint8_t wanted[] = {
        VYI_UNIFORM_GRID,      VYI_UNIFORM_WORKGROUP, VYI_UNIFORM_SUBGROUP,  VYI_UNIFORM_VARYING,
        VYI_UNIFORM_WORKGROUP, VYI_UNIFORM_VARYING,   VYI_UNIFORM_WORKGROUP, VYI_UNIFORM_VARYING,
        VYI_UNIFORM_SUBGROUP,  VYI_UNIFORM_VARYING,   VYI_UNIFORM_GRID};
    vy_context *c = NULL;
    vy_program *p = NULL;
    struct vyi_levels l;
    (void)state;
    assert_int_equal(vy_context_create(vy_context_params(.diag = vy_diag_stderr), &c), 0);
    assert_int_equal(vy_program_parse(c, vy_parse_params(.text = source), &p), 0);
    assert_int_equal(vy_program_verify(p), 0);
    assert_int_equal(vyi_levels_compute(p, &l), 0);
    assert_int_equal(l.local_count, sizeof wanted);
    for (uint32_t i = 0; i < l.local_count; i++)
        if (l.local[i] != wanted[i])
            fail_msg("local %u ('%s') has level %u", i, p->locals.at[i].name, l.local[i]);
    uint32_t stores = 0, defines = 0;
    for (uint32_t i = 1; i < p->nodes.count; i++) {
        const struct vyi_node *n = &p->nodes.at[i];
        if (n->op == VYI_OP_STORE) { // in the loop of d rounds, of a grid-uniform value
            assert_int_equal(l.node[i], VYI_UNIFORM_VARYING);
            assert_int_equal(l.node[p->extra.at[n->list + 1].i], VYI_UNIFORM_GRID);
            stores++;
        }
        if (n->op == VYI_OP_SET) // under the condition on c
            assert_int_equal(l.node[i], VYI_UNIFORM_SUBGROUP);
        if (n->op == VYI_OP_DEFINE && n->x < 8) { // a let is as uniform as its value
            assert_int_equal(l.node[i], VYI_UNIFORM_GRID);
            assert_int_equal(l.node[n->kid[0].i], wanted[n->x]);
            defines++;
        }
    }
    assert_int_equal(stores, 1);
    assert_int_equal(defines, 8);
    vyi_levels_free(c, &l);
    vy_program_destroy(&p);
    vy_context_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite),
        cmocka_unit_test(levels_of_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
