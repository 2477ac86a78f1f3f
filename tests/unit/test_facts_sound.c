// Whether facts can be trusted: random programs run on the oracle with what is known about their
// values written into them as asserts, none of which may fail.
//
// Behind each `let`, and at the beginning of each loop for its index, an assert holds the value to
// its range. Where a subgroup comes by together, a second one compares it with those of the other
// lanes as its relation says. A program whose indices all need no check makes no access out of
// bounds.
#include "facts/facts.h"
#include "opt/opt.h"
#include "support/conforming.h"
#include "support/log.h"
#include "support/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PROGRAMS = 400, MOST_STEPS = 2000000 };

static const vyi_ref none = {0};

struct writing {
    vy_program *p; ///< the copy that gets the asserts
    struct vyi_facts facts;
    uint32_t ranges, relations; ///< asserts so far
};

// ---- expressions ----
static vyi_ref op(vy_program *p, const char *spelling, uint8_t type, vyi_ref a, vyi_ref b)
{
    uint8_t number = vyi_op_find(spelling, strlen(spelling), 2);
    assert_true(number != 0);
    return vyi_node_fixed(p, number, type, 0, a, b, none, 0);
}

static vyi_ref local(vy_program *p, uint32_t number)
{
    return vyi_node_fixed(p, VYI_OP_LOCAL, p->locals.at[number].type, number, none, none, none, 0);
}

/// What lane `lane` has.
static vyi_ref of_lane(vy_program *p, uint32_t number, uint32_t lane)
{
    vyi_ref from = vyi_node_literal(p, VY_TYPE_U32, lane, 0);
    vyi_ref r = vyi_node_fixed(p, VYI_OP_BROADCAST, p->locals.at[number].type, 0, local(p, number),
                               from, none, 0);
    vyi_at(p, r)->n = VYI_SCOPE_SUBGROUP;
    return r;
}

static vyi_ref literal(vy_program *p, uint8_t type, int64_t value)
{
    uint64_t bits = vyi_type_bytes(type) < 8 ? (uint32_t)value : (uint64_t)value;
    return vyi_node_literal(p, type, bits, 0);
}

static void insert(vy_program *p, vyi_ref seq, uint32_t at, vyi_ref condition)
{
    vyi_ref r = vyi_node_list(p, VYI_OP_ASSERT, 0, 0, &condition, 1, 0, 0, 0);
    assert_true(vyi_opt_insert(p, seq, at, r));
}

// ---- asserts ----
static void hold_to_range(struct writing *w, uint32_t number, vyi_ref seq, uint32_t at)
{
    vy_program *p = w->p;
    const uint8_t type = p->locals.at[number].type;
    const struct vyi_range range = w->facts.bounds.local[number];
    const struct vyi_range all = vyi_type_range(type);
    if (!(vyi_type_class(type) & VYI_CLASS_INT))
        return;
    if (range.lo > all.lo) {
        insert(p, seq, at, op(p, "<=", VY_TYPE_BOOL, literal(p, type, range.lo), local(p, number)));
        w->ranges++;
    }
    if (range.hi < all.hi) {
        insert(p, seq, at, op(p, "<=", VY_TYPE_BOOL, local(p, number), literal(p, type, range.hi)));
        w->ranges++;
    }
}

static void hold_to_relation(struct writing *w, uint32_t number, vyi_ref seq, uint32_t at)
{
    vy_program *p = w->p;
    const uint8_t relation = w->facts.relations[number];
    vyi_ref lane = vyi_node_fixed(p, VYI_OP_ID, VY_TYPE_U32, VYI_ID_LANE * 4, none, none, none, 0);
    if (p->locals.at[number].type != VY_TYPE_U32 || relation == VYI_RELATION_VARYING)
        return;
    vyi_ref step = relation == VYI_RELATION_SAME ? literal(p, VY_TYPE_U32, 0)
                   : relation == VYI_RELATION_CONSECUTIVE
                       ? literal(p, VY_TYPE_U32, 1)
                       : op(p, "-", VY_TYPE_U32, of_lane(p, number, 1), of_lane(p, number, 0));
    vyi_ref value =
        op(p, "+", VY_TYPE_U32, of_lane(p, number, 0), op(p, "*", VY_TYPE_U32, lane, step));
    insert(p, seq, at, op(p, "==", VY_TYPE_BOOL, local(p, number), value));
    w->relations++;
}

static void write_seq(struct writing *w, vyi_ref seq, uint32_t nodes, bool lanes)
{
    vy_program *p = w->p;
    const struct vyi_levels *levels = &w->facts.levels;
    for (uint32_t i = 0; i < vyi_at(p, seq)->x; i++) {
        const vyi_ref r = p->extra.at[vyi_at(p, seq)->list + i];
        const struct vyi_node n = *vyi_at(p, r);
        if (r.i >= nodes)
            continue; // an assert
        if (n.op == VYI_OP_DEFINE && p->locals.at[n.x].kind == VYI_LOCAL_LET) {
            hold_to_range(w, n.x, seq, i + 1);
            if (lanes && levels->node[r.i] <= VYI_UNIFORM_SUBGROUP)
                hold_to_relation(w, n.x, seq, i + 1);
        }
        for (uint32_t k = 0; n.op == VYI_OP_EACH && k < n.n / 2u; k++)
            hold_to_range(w, n.x + k, p->extra.at[n.list + n.n - 1], 0);
        if (n.op == VYI_OP_FOR)
            hold_to_range(w, n.x, p->extra.at[n.list + n.n - 1], 0);
    }
}

/// A copy with asserts; those of relations where subgroups are whole rows and all lanes stay.
static vy_program *with_asserts(vy_program *p, struct writing *w)
{
    const uint32_t nodes = p->nodes.count;
    const bool lanes = !vyi_contains(p, p->body, VYI_OP_RETURN) &&
                       !vyi_contains(p, p->body, VYI_OP_ASSERT) && p->workgroup_rank &&
                       p->workgroup[1] <= 1 && p->workgroup[2] <= 1;
    w->p = vyi_program_clone(p);
    assert_true(w->p && !vyi_facts_compute(p, NULL, &w->facts));
    if (!w->p->strings.count)
        assert_true(vyi_vec_push(p->context, &w->p->strings, ((struct vyi_string){"fact", 4})));
    for (uint32_t i = 1; i < nodes; i++)
        if (w->p->nodes.at[i].op == VYI_OP_SEQ)
            write_seq(w, (vyi_ref){i}, nodes, lanes);
    assert_false(w->p->failed);
    return w->p;
}

static bool all_proven(const struct vyi_bounds *bounds)
{
    bool proven = true;
    for (uint32_t i = 0; i < bounds->list.count; i++)
        proven &= bounds->list.at[i].proof != VYI_CHECKED;
    return proven;
}

static void values_are_as_facts_state(void **state)
{
    static char *(*const makes[])(uint64_t seed) = {conforming_make, conforming_barriers,
                                                    conforming_lanes, conforming_teams};
    struct test_log log;
    vy_context *context = NULL;
    struct writing w = {0};
    uint32_t proven = 0;
    (void)state;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &context), VY_OK);
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        char *text = makes[seed % 4](seed), *after = NULL;
        vy_program *p = NULL;
        struct test_run first, run;
        test_log_clear(&log);
        assert_int_equal(vy_program_parse(context, vy_parse_params(.text = text), &p), VY_OK);
        assert_int_equal(vy_program_verify(p), VY_OK);
        vy_program *asserting = with_asserts(p, &w);
        if (!test_run_same_visible(p, asserting, MOST_STEPS, &first, &run)) {
            assert_int_equal(vy_program_print(asserting, &after, NULL), VY_OK);
            fail_msg("seed %llu: status %d, before %d: %s\n%s", (unsigned long long)seed,
                     run.status, first.status, log.text, after);
        }
        if (all_proven(&w.facts.bounds)) {
            assert_int_equal(first.out_of_bounds, 0);
            proven++;
        }
        vyi_facts_free(&w.facts);
        vy_program_destroy(&asserting);
        vy_program_destroy(&p);
        free(text);
    }
    vy_context_destroy(&context);
    print_message("%u ranges, %u relations, %u programs without a check\n", w.ranges, w.relations,
                  proven);
    assert_true(w.ranges > PROGRAMS && w.relations > PROGRAMS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_as_facts_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
