// Mistakes that splits at grid barriers and fixpoints have been known for. Each test fails if the
// mistake is made here.
#include "support/routes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// Runs a program on every route and gives one of its buffers as the host route left it; all routes
/// agree about it.
static const uint32_t *words_of(struct routes *r, const char *name)
{
    r->max_steps = 1000000; // an endless run is an error, not a hang
    const char *problem = routes_run(r);
    if (problem)
        fail_msg("%s\n%s", problem, r->text);
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++)
        assert_int_equal(r->at[route].status, VY_OK);
    return routes_buffer(r, VY_ROUTE_HOST, name);
}

#define HEAD \
    "program t\nparam n: u32 = 3\nout o: u32[24]\nscratch g: u32[24]\nworkgroup 8\ngrid 24\n"

static void loads_after_the_barrier_are_not_made_again(void **state)
{
    struct routes r = {.text = HEAD "g[gid.x] = gid.x + 5\nlet before = g[gid.x]\nbarrier grid\n"
                                    "g[23 - gid.x] = 1000\nbarrier grid\no[gid.x] = before\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i + 5);
    routes_free(&r);
}

static void atomics_after_the_barrier_are_not_made_again(void **state)
{
    struct routes r = {
        .text = "program t\nout o: u32[24]\nscratch c: atomic u32[24]\nworkgroup 8\ngrid 24\n"
                "let old = atomic_add(c[gid.x], gid.x + 1)\nbarrier grid\n"
                "o[gid.x] = old * 100\nbarrier grid\no[gid.x] += c[gid.x]\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i + 1); // added once, and the value from before was 0
    routes_free(&r);
}

static void collectives_after_the_barrier_are_not_made_again(void **state)
{
    struct routes r = {.text = HEAD "var v = 1\nlet sum = grid_add(v)\nv = 7\nbarrier grid\n"
                                    "o[gid.x] = sum + grid_add(v) * 1000\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], 24 + 168000);
    routes_free(&r);
}

static void reassigned_variables_keep_their_value(void **state)
{
    struct routes r = {.text = HEAD "var v = gid.x\nvar u = n\nbarrier grid\nv = v * 3\nu += 4\n"
                                    "barrier grid\nif gid.x % 2 == 0 { v += 1 }\nu *= 2\n"
                                    "barrier grid\no[gid.x] = v + u * 1000\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i * 3 + (i % 2 == 0) + 14000);
    routes_free(&r);
}

static void reassigned_arrays_and_shared_memory_keep_theirs(void **state)
{
    struct routes r = {.text =
                           "program t\nout o: u32[24]\nshared sh: u32[8]\nworkgroup 8\ngrid 24\n"
                           "var a: u32[3]\na[1] = gid.x\nsh[lid.x] = gid.x\nbarrier grid\n"
                           "a[2] = 5\nsh[7 - lid.x] += 100\nbarrier grid\n"
                           "o[gid.x] = a[1] + a[2] + sh[lid.x] * 1000\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i + 5 + (i + 100) * 1000);
    routes_free(&r);
}

static void returned_invocations_are_not_revived(void **state)
{
    struct routes r = {.text = HEAD "o[gid.x] = 1\nif gid.x % 3 == 0 || gid.x / 8 == 1 { return }\n"
                                    "barrier grid\no[gid.x] += 10\nbarrier grid\n"
                                    "o[gid.x] += 100 + grid_add(1) * 1000\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    uint32_t alive = 0;
    for (uint32_t i = 0; i < 24; i++)
        alive += !(i % 3 == 0 || i / 8 == 1);
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i % 3 == 0 || i / 8 == 1 ? 1 : 111 + alive * 1000);
    routes_free(&r);
}

static void all_returned_invocations_are_not_revived(void **state)
{
    struct routes r = {.text = HEAD "o[gid.x] = 1\nif n == 3 { return }\nbarrier grid\n"
                                    "o[gid.x] += 10\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], 1);
    routes_free(&r);
}

static void partially_written_buffers_keep_their_other_bytes(void **state)
{
    uint32_t given[24];
    for (uint32_t i = 0; i < 24; i++)
        given[i] = 500 + i;
    struct routes r = {.text = "program t\ninout b: u32[24]\nout o: u32[24]\nworkgroup 8\ngrid 24\n"
                               "if gid.x == 2 { b[2] = 1 }\nif gid.x == 4 { o[4] = 8 }\n"
                               "barrier grid\nif gid.x == 5 { b[3] = b[2] + b[7] o[5] = 9 }\n"
                               "barrier grid\nif gid.x == 6 { o[6] = o[4] + o[5] }\n",
                       .bind = {{"b", given, sizeof given}}};
    (void)state;
    const uint32_t *b = words_of(&r, "b");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(b[i], i == 2 ? 1 : i == 3 ? 508 : 500 + i);
    const uint32_t *o = routes_buffer(&r, VY_ROUTE_HOST, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i == 4 ? 8 : i == 5 ? 9 : i == 6 ? 17 : 0);
    routes_free(&r);
}

static void every_segment_has_the_grid_of_the_program(void **state)
{
    // The later segments touch buffers of other lengths than the grid; the first and the last
    // count who runs.
    struct routes r = {.text = "program t\nin x: u32[]\nout o: u32[3]\nout small: u32[2]\n"
                               "out c: atomic u32[3]\nworkgroup 8\ngrid len(x)\nc[0] += 1\n"
                               "barrier grid\nif gid.x < 2 { small[gid.x] = grid_size.x }\n"
                               "c[1] += 1\nbarrier grid\nc[2] += 1\n"
                               "if gid.x < 3 { o[gid.x] = workgroups.x + gid.x * 0 }\n",
                       .bind = {{"x", NULL, 21 * 4}}};
    (void)state;
    const uint32_t *c = words_of(&r, "c");
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(c[i], 24);
    assert_int_equal(*(const uint32_t *)routes_buffer(&r, VY_ROUTE_RESIDENT, "small"), 24);
    assert_int_equal(*(const uint32_t *)routes_buffer(&r, VY_ROUTE_RESIDENT, "o"), 3);
    struct vy_schedule *s = routes_schedule(&r);
    assert_non_null(s);
    for (uint32_t i = 0; i < s->segments.count; i++) {
        const vy_program *p = s->segments.at[i].program;
        assert_int_equal(p->grid_rank, 1);
        assert_int_equal(vyi_at(p, p->grid[0])->op, VYI_OP_LEN);
        assert_int_equal(vyi_at(p, p->grid[0])->x, 0); // len(x)
    }
    vy_schedule_destroy(&s);
    routes_free(&r);
}

static void a_barrier_in_a_loop_ends(void **state)
{
    struct routes r = {.text = HEAD "for i in 0..n {\n  loop {\n    g[gid.x] += 1\n"
                                    "    barrier grid\n    o[gid.x] += g[23 - gid.x]\n"
                                    "    barrier grid\n    if i < 5 { break }\n  }\n}\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], 1 + 2 + 3);
    assert_in_range(r.at[VY_ROUTE_RESIDENT].stats.segments, 3, 20);
    routes_free(&r);
}

/// Nobody is left to say that the loop is over.
static void a_loop_ends_when_nobody_lives(void **state)
{
    struct routes r = {.text = HEAD "var i = 0\nloop {\n  i += 1\n  barrier grid\n"
                                    "  o[gid.x] += 1\n  if gid.x % 4 < i { return }\n}\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], i % 4 + 1);
    routes_free(&r);
}

/// After two passes all buffers hold what they held before, so whoever compares states, by hashes
/// or else, thinks that nothing moves. Somebody says `again` in every pass.
static void an_oscillating_fixpoint_does_not_converge(void **state)
{
    struct routes r = {.text = HEAD "g[gid.x] = gid.x % 2\nbarrier grid\n"
                                    "let p = fixpoint k in 0..12 {\n"
                                    "  g[gid.x] = 1 - g[gid.x]\n  again\n}\no[gid.x] = p\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    assert_int_equal(o[0], 12);
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
        assert_false(r.at[route].stats.converged);
        assert_int_equal(r.at[route].stats.passes, 12);
    }
    routes_free(&r);
}

/// The other way round: memory changes in the last pass, but nobody says `again`.
static void a_quiet_fixpoint_converges_whatever_it_writes(void **state)
{
    struct routes r = {.text = HEAD "let p = fixpoint k in 0..12 {\n  g[gid.x] += k + 1\n"
                                    "  if k < 4 && gid.x == 17 { again }\n}\n"
                                    "o[gid.x] = p + g[gid.x] * 100\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], 5 + 1500);
    for (int route = VY_ROUTE_NATIVE; route <= VY_ROUTE_HOST; route++) {
        assert_true(r.at[route].stats.converged);
        assert_int_equal(r.at[route].stats.passes, 5);
    }
    routes_free(&r);
}

/// Passes of several launches: `again` of an early one must survive the later ones, and the flag of
/// a pass that is over must be gone in the next.
static void the_flag_is_cleared_between_passes_alone(void **state)
{
    struct routes r = {.text = HEAD "let p = fixpoint k in 0..12 {\n"
                                    "  if k == 0 || k == 2 && gid.x == 23 { again }\n"
                                    "  barrier grid\n  g[gid.x] += 1\n  barrier grid\n"
                                    "  if k == 1 && gid.x == 0 { again }\n"
                                    "  o[gid.x] += g[23 - gid.x]\n}\n"
                                    "o[gid.x] += p * 1000\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(o[i], 1 + 2 + 3 + 4 + 4000);
    routes_free(&r);
}

/// A fixpoint in a fixpoint, and one that is entered again: every entry has a flag of its own.
static void inner_fixpoints_leave_the_flag_of_the_outer_alone(void **state)
{
    struct routes r = {.text = HEAD "let p = fixpoint k in 0..9 {\n  if k < 2 { again }\n"
                                    "  let q = fixpoint j in 0..5 { if j < k { again } }\n"
                                    "  o[gid.x] = o[gid.x] * 10 + q\n}\n"
                                    "o[gid.x] = o[gid.x] * 10 + p\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    assert_int_equal(o[7], 1233);
    assert_true(r.at[VY_ROUTE_HOST].stats.converged);
    routes_free(&r);
}

static void nothing_runs_past_the_quiet_pass(void **state)
{
    struct routes r = {.text = HEAD "fixpoint k in 0..100 { g[gid.x] += 1 if k < 3 { again } }\n"
                                    "o[gid.x] = g[gid.x]\n"};
    (void)state;
    const uint32_t *o = words_of(&r, "o");
    assert_int_equal(o[0], 4);
    // bounds, four passes, the rest
    assert_int_equal(r.at[VY_ROUTE_RESIDENT].stats.launches, 6);
    routes_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_after_the_barrier_are_not_made_again),
        cmocka_unit_test(atomics_after_the_barrier_are_not_made_again),
        cmocka_unit_test(collectives_after_the_barrier_are_not_made_again),
        cmocka_unit_test(reassigned_variables_keep_their_value),
        cmocka_unit_test(reassigned_arrays_and_shared_memory_keep_theirs),
        cmocka_unit_test(returned_invocations_are_not_revived),
        cmocka_unit_test(all_returned_invocations_are_not_revived),
        cmocka_unit_test(partially_written_buffers_keep_their_other_bytes),
        cmocka_unit_test(every_segment_has_the_grid_of_the_program),
        cmocka_unit_test(a_barrier_in_a_loop_ends),
        cmocka_unit_test(a_loop_ends_when_nobody_lives),
        cmocka_unit_test(an_oscillating_fixpoint_does_not_converge),
        cmocka_unit_test(a_quiet_fixpoint_converges_whatever_it_writes),
        cmocka_unit_test(the_flag_is_cleared_between_passes_alone),
        cmocka_unit_test(inner_fixpoints_leave_the_flag_of_the_outer_alone),
        cmocka_unit_test(nothing_runs_past_the_quiet_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
