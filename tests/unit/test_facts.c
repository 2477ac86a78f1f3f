// The visitor and the effects of statements, on programs where the answer is known.
#include "facts/effects.h"
#include "support/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

static vyi_ref first_of(const vy_program *p, uint8_t op)
{
    for (VYI_VISIT(v, p, p->body))
        if (v->n->op == op)
            return v->ref;
    fail();
    return (vyi_ref){0};
}

// ---- the visitor ----
/// What the visitor is held to: plain recursion.
static uint32_t collect(const vy_program *p, vyi_ref r, bool stmts, uint32_t *list, uint32_t count)
{
    const vyi_ref *kids;
    if (!r.i || (stmts && vyi_op_info(vyi_at(p, r)->op)->kind != VYI_KIND_STMT))
        return count;
    list[count++] = r.i;
    for (uint32_t i = 0, n = vyi_kids(p, vyi_at(p, r), &kids); i < n; i++)
        count = collect(p, kids[i], stmts, list, count);
    return count;
}

static const char *const mixed =
    "program mixed\n"
    "param n : u32\n"
    "workgroup 4\n"
    "grid n\n"
    "in a : f32[n]\n"
    "inout b : f32[n]\n"
    "shared s : u32[4]\n"
    "    var x = 0u32\n"
    "    for i in 0..n {\n"
    "        if i == 3 { continue }\n"
    "        if i == 1 { x = 1 } else if a[i] < 2.0 { x = 2 } else { x += i }\n"
    "    }\n"
    "    s[lid.x] = x\n"
    "    barrier workgroup\n"
    "    if gid.x < n { b[gid.x] += f32(s[3 - lid.x]) }\n"
    "    while x > 0 { x -= 1 }\n";

static void visits_in_order(void **state)
{
    (void)state;
    vy_program *p = parse(mixed);
    uint32_t *wanted = calloc(p->nodes.count, sizeof *wanted);
    for (int stmts = 0; stmts < 2; stmts++) {
        uint32_t count = collect(p, p->body, stmts, wanted, 0), at = 0;
        for (VYI_VISIT_SOME(v, p, p->body, stmts))
            assert_int_equal(v->ref.i, wanted[at++]);
        assert_int_equal(at, count);
    }
    free(wanted);
    vy_program_destroy(&p);
}

static void skips_what_is_below(void **state)
{
    (void)state;
    vy_program *p = parse(mixed);
    uint32_t loops = 0, conditions = 0;
    for (VYI_VISIT_STMTS(v, p, p->body)) {
        uint8_t op = v->n->op;
        loops += op == VYI_OP_FOR || op == VYI_OP_WHILE;
        conditions += op == VYI_OP_IF;
        if (op == VYI_OP_FOR)
            vyi_visit_skip(v);
    }
    assert_int_equal(loops, 2);
    assert_int_equal(conditions, 1);
    assert_true(vyi_contains(p, p->body, VYI_OP_CONTINUE));
    assert_false(vyi_contains(p, p->body, VYI_OP_BREAK));
    vy_program_destroy(&p);
}

/// A chain of else-ifs as long as a text may have it, on a stack of fixed size.
static void visits_long_chains(void **state)
{
    (void)state;
    enum { LINKS = 20000 };
    char *text = malloc(LINKS * 64), *to = text;
    to += sprintf(to, "program chain\nout o : u32[1]\n    var x = 0u32\n    if x == 0 { x = 1 "
                      "}");
    for (int i = 1; i <= LINKS; i++)
        to += sprintf(to, " else if x == %d { x = %d }", i, i);
    sprintf(to, "\n    each i in 0..1 { o[i] = x }\n");
    vy_program *p = parse(text);
    uint32_t found = 0;
    for (VYI_VISIT_STMTS(v, p, p->body))
        found += v->n->op == VYI_OP_IF;
    assert_int_equal(found, LINKS + 1);
    vy_program_destroy(&p);
    free(text);
}

static void knows_what_is_assigned(void **state)
{
    (void)state;
    vy_program *p = parse("program two\nout o : u32[4, 4]\n"
                          "    each i in 0..4, j in 0..4 { o[i, j] = i }\n"
                          "    let rounds = fixpoint r in 0..3 { each k in 0..1 { o[k, 1] = r } }\n"
                          "    each m in 0..1 { o[m, 0] = rounds }\n");
    const struct vyi_node *each = vyi_at(p, first_of(p, VYI_OP_EACH));
    const struct vyi_node *fixpoint = vyi_at(p, first_of(p, VYI_OP_FIXPOINT));
    assert_int_equal(vyi_assigned_count(each), 2);
    assert_int_equal(vyi_assigned(each, 1), each->x + 1);
    assert_int_equal(vyi_assigned_count(fixpoint), 2);
    assert_int_equal(vyi_assigned(fixpoint, 1), fixpoint->aux - 1);
    assert_true(vyi_assigns_local(p, p->body, fixpoint->aux - 1));
    assert_false(vyi_assigns_local(p, first_of(p, VYI_OP_STORE), each->x));
    vy_program_destroy(&p);
}

// ---- effects ----
static void effects_of_statements(void **state)
{
    (void)state;
    vy_program *p = parse(mixed);
    struct vyi_effects loop, stores, barrier;
    assert_int_equal(vyi_effects_init(p, &loop), VY_OK);
    assert_int_equal(vyi_effects_init(p, &stores), VY_OK);
    assert_int_equal(vyi_effects_init(p, &barrier), VY_OK);
    vyi_effects_add(p, &loop, first_of(p, VYI_OP_FOR));
    assert_int_equal(loop.of[0], VYI_READS | VYI_PLAIN);
    assert_int_equal(loop.of[1], 0);
    assert_true(loop.exits);
    assert_false(vyi_effects_any(p, &loop)); // nothing writes an input
    vyi_effects_add(p, &stores, first_of(p, VYI_OP_STORE));
    assert_int_equal(stores.of[2], VYI_WRITES | VYI_PLAIN);
    assert_false(vyi_effects_conflict(p, &loop, &stores));
    assert_true(vyi_effects_conflict(p, &stores, &stores));
    vyi_effects_add(p, &barrier, first_of(p, VYI_OP_BARRIER));
    assert_int_equal(barrier.syncs, VYI_SCOPE_WORKGROUP + 1);
    vyi_effects_clear(&stores);
    assert_false(vyi_effects_any(p, &stores));
    vyi_effects_add(p, &stores, p->body);
    assert_int_equal(stores.of[1], VYI_READS | VYI_WRITES | VYI_PLAIN); // op=
    vyi_effects_free(p, &loop);
    vyi_effects_free(p, &stores);
    vyi_effects_free(p, &barrier);
    vy_program_destroy(&p);
}

static void effects_of_orderings(void **state)
{
    (void)state;
    vy_program *p = parse("program ordered\nworkgroup 4\ngrid 1\ninout c : atomic u32[1]\n"
                          "inout d : u32[4]\n"
                          "    c[0] += 1\n"
                          "    d[lid.x] = lid.x\n"
                          "    let old = atomic_add(c[0], 1, acq_rel)\n"
                          "    print \"old {}\", old\n");
    const vyi_ref *kids;
    vyi_kids(p, vyi_at(p, p->body), &kids);
    struct vyi_effects e, other;
    assert_int_equal(vyi_effects_init(p, &e), VY_OK);
    assert_int_equal(vyi_effects_init(p, &other), VY_OK);
    vyi_effects_add(p, &e, kids[0]);
    vyi_effects_add(p, &other, kids[1]);
    assert_int_equal(e.of[0], VYI_READS | VYI_WRITES | VYI_ATOMIC);
    assert_false(e.orders);
    assert_false(vyi_effects_conflict(p, &e, &other));
    vyi_effects_clear(&e);
    vyi_effects_add(p, &e, kids[2]);
    assert_true(e.orders);
    assert_true(vyi_effects_conflict(p, &e, &other));
    vyi_effects_clear(&e);
    vyi_effects_add(p, &e, kids[3]);
    assert_int_equal(e.of[p->buffers.count], VYI_WRITES);
    vyi_effects_free(p, &e);
    vyi_effects_free(p, &other);
    vy_program_destroy(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_in_order),       cmocka_unit_test(skips_what_is_below),
        cmocka_unit_test(visits_long_chains),    cmocka_unit_test(knows_what_is_assigned),
        cmocka_unit_test(effects_of_statements), cmocka_unit_test(effects_of_orderings),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
