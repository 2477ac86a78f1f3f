// Random settled programs with grid barriers, grid collectives and fixpoints in every position: the
// native, resident and host route and another schedule give equal bytes. VYRE_SOAK_COUNT and
// VYRE_SOAK_SEED ask for more of them, or give the numbers as arguments.
#include "support/conforming.h"
#include "support/random_program.h"
#include "support/routes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_STEPS = 1500000 };

struct settings {
    uint64_t count, seed;
};

struct totals {
    uint64_t run, skipped, segments, launches, passes, spilled, asserted;
};

static const char *try_one(struct routes *r, struct totals *t)
{
    if (routes_open(r))
        return r->problem;
    vy_status native = routes_run_one(r, VY_ROUTE_NATIVE);
    if (native == VY_ERROR_LIMIT) { // too long a run to be worth it
        t->skipped++;
        return NULL;
    }
    if (native && native != VY_ERROR_ASSERT && native != VY_ERROR_ROWS) {
        snprintf(r->problem, sizeof r->problem, "status %d: %.300s", native, r->log);
        return r->problem;
    }
    r->max_steps = 0;
    const char *problem = routes_compare(r);
    if (!problem)
        problem = routes_run_schedule(r, (enum vyi_schedule)(1 + r->seed % 3), r->seed);
    if (!problem && r->seed % 8 == 0)
        problem = routes_check_race(r, 4);
    if (!problem) {
        struct vy_schedule *s = routes_schedule(r);
        problem = s ? routes_check_segments(r, s) : r->problem;
        vy_schedule_destroy(&s);
    }
    const vy_stats *stats = &r->at[VY_ROUTE_RESIDENT].stats;
    t->run++;
    t->asserted += native != VY_OK;
    t->segments += stats->segments;
    t->launches += stats->launches;
    t->passes += stats->passes;
    t->spilled += stats->spill_bytes;
    return problem;
}

static void each_seed(void **state)
{
    const struct settings *settings = *state;
    struct totals t = {0};
    for (uint64_t i = 0; i < settings->count; i++) {
        uint64_t seed = settings->seed + i;
        char *text = conforming_barriers(seed);
        struct routes r = {.text = text, .seed = seed, .conforms = true, .max_steps = MOST_STEPS};
        assert_non_null(text);
        const char *problem = try_one(&r, &t);
        if (problem) {
            print_message("%s\n", text);
            fail_msg("seed %llu: %s", (unsigned long long)seed, problem);
        }
        routes_free(&r);
        free(text);
    }
    print_message("%llu programs, %llu more too long; %llu segments, %llu launches, %llu passes, "
                  "%llu bytes kept between launches\n",
                  (unsigned long long)t.run, (unsigned long long)t.skipped,
                  (unsigned long long)t.segments, (unsigned long long)t.launches,
                  (unsigned long long)t.passes, (unsigned long long)t.spilled);
    assert_true(t.skipped * 10 <= settings->count);
}

// ---- the generator leaves nothing out ----
static void want(uint32_t seen, const char *what, const char *one, uint8_t type, uint32_t *missing)
{
    if (seen)
        return;
    ++*missing;
    print_message("never made: %s %s %s\n", what, one, type ? vy_type_name((vy_type)type) : "");
}

static void covers_everything(void **state)
{
    static const uint8_t ops[] = {VYI_OP_ADD, VYI_OP_MIN, VYI_OP_MAX,
                                  VYI_OP_AND, VYI_OP_OR,  VYI_OP_XOR};
    static const uint8_t others[] = {VYI_OP_ANY, VYI_OP_ALL, VYI_OP_BROADCAST, VYI_OP_SCOPE_LOAD,
                                     VYI_OP_BARRIER};
    static const uint8_t statements[] = {
        VYI_OP_FIXPOINT, VYI_OP_FOR,    VYI_OP_WHILE,  VYI_OP_LOOP,       VYI_OP_BREAK,
        VYI_OP_CONTINUE, VYI_OP_LEAVE,  VYI_OP_RETURN, VYI_OP_AGAIN,      VYI_OP_EACH,
        VYI_OP_ARRAY,    VYI_OP_ASSERT, VYI_OP_REGION, VYI_OP_ASYNC_COPY, VYI_OP_ATOMIC_RMW};
    static const char *const kinds[] = {"reduce", "scan", "iscan"};
    struct random_coverage *v = calloc(1, sizeof *v);
    uint32_t missing = 0;
    (void)state;
    assert_non_null(v);
    for (uint64_t seed = 0; seed < 2000; seed++) {
        char *text = conforming_barriers(seed);
        struct routes r = {.text = text, .seed = seed, .conforms = true};
        if (routes_open(&r))
            fail_msg("seed %llu: %s", (unsigned long long)seed, r.problem);
        random_coverage_add(v, r.program);
        routes_free(&r);
        free(text);
    }
    for (uint8_t kind = 0; kind < 3; kind++)
        for (uint8_t i = 0; i < 6; i++)
            for (uint8_t type = VY_TYPE_BOOL; type <= VY_TYPE_F64; type++) {
                bool real = type >= VY_TYPE_F32, logic = type == VY_TYPE_BOOL;
                if ((real && (kind || i > 2)) || (logic && i < 3))
                    continue;
                want(v->collective[kind][VYI_SCOPE_GRID][ops[i]][type], kinds[kind],
                     vyi_op_info(ops[i])->name, type, &missing);
            }
    for (size_t i = 0; i < sizeof others; i++)
        want(v->scope[others[i]][VYI_SCOPE_GRID], "grid", vyi_op_info(others[i])->name, 0,
             &missing);
    for (size_t i = 0; i < sizeof statements; i++) {
        uint32_t seen = 0;
        for (uint32_t type = 0; type < VYI_TYPE_COUNT; type++)
            seen += v->op_type[statements[i]][type];
        want(seen, "statement", vyi_op_info(statements[i])->name, 0, &missing);
    }
    free(v);
    assert_int_equal(missing, 0);
}

int main(int argc, char **argv)
{
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("VYRE_SOAK_SEED");
    struct settings settings = {count ? strtoull(count, NULL, 10) : 60,
                                seed ? strtoull(seed, NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covers_everything),
        cmocka_unit_test_prestate(each_seed, &settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
