// Random programs: printed and parsed, encoded and decoded, built twice, verified and run, they
// stay the same program. VYRE_SOAK_COUNT (or the first argument) says how many, VYRE_SOAK_SEED
// (or the second) where the seeds begin.
#include "support/built.h"
#include "support/check.h"
#include "support/log.h"
#include "support/random_program.h"
#include "support/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct settings {
    uint64_t count, seed;
};

/// Everything made for one seed.
struct sample {
    vy_context *context;
    struct test_log *log;
    uint64_t seed;
    struct random_program made;
    void *bytes; ///< the program in wire form
    size_t size;
};

static void failed(const struct sample *s, const char *what)
{
    char *text = NULL;
    size_t size;
    if (s->made.program && !vy_program_print(s->made.program, &text, &size))
        fprintf(stderr, "%.*s\n", (int)(size < 20000 ? size : 20000), text);
    fail_msg("seed %llu: %s\n%s", (unsigned long long)s->seed, what, s->log->text);
}

/// The program must have exactly these wire bytes.
static void same_bytes(const struct sample *s, const vy_program *program, const char *what)
{
    void *bytes = NULL;
    size_t size = 0;
    if (vy_program_encode(program, &bytes, &size))
        failed(s, what);
    if (size != s->size || memcmp(bytes, s->bytes, size))
        failed(s, what);
    vy_memory_free(s->context, bytes);
}

static void build_twice(const struct sample *s)
{
    struct random_program again;
    if (random_program_make(s->context, s->seed, &again))
        failed(s, "building it again failed");
    same_bytes(s, again.program, "built twice, the bytes differ");
    vy_program_destroy(&again.program);
}

/// The builder makes the program that the parser makes of its text. Of fixpoints whose number of
/// passes nobody reads it keeps none.
static void built_as_parsed(const struct sample *s)
{
    vy_program *parsed = NULL;
    if (random_program_parse(s->context, s->seed, &parsed))
        failed(s, "its text does not parse");
    if (s->seed % 2 == 0 && parsed->locals.count == s->made.program->locals.count)
        same_bytes(s, parsed, "parsed and built, the bytes differ");
    vy_program_destroy(&parsed);
}

static void through_text(const struct sample *s)
{
    char *text = NULL, *second = NULL;
    size_t size, second_size;
    vy_program *program = NULL;
    if (vy_program_print(s->made.program, &text, &size))
        failed(s, "printing failed");
    if (vy_program_parse(s->context, vy_parse_params(.text = text, .size = size, .memory_only = 1),
                         &program))
        failed(s, "the printed text does not parse");
    same_bytes(s, program, "printed and parsed, the bytes differ");
    if (vy_program_verify(program))
        failed(s, "printed and parsed, it does not verify");
    if (vy_program_print(program, &second, &second_size))
        failed(s, "printing the parsed program failed");
    if (second_size != size || memcmp(text, second, size))
        failed(s, "printed, parsed and printed, the text differs");
    const char *problem = NULL;
    if (check_text(s->context, text, size, &problem) != CHECK_VERIFIED)
        failed(s, problem ? problem : "its text is no program");
    vy_memory_free(s->context, text);
    vy_memory_free(s->context, second);
    vy_program_destroy(&program);
}

static void same_run(const struct sample *s, vy_program *copy)
{
    // A bound on statements keeps endless loops and products of loops short.
    const uint64_t steps = 20000;
    struct test_run a =
        test_run_oracle(s->made.program, &s->made, VYI_SCHEDULE_FORWARD, s->seed, false, steps);
    struct test_run b =
        test_run_oracle(copy, &s->made, VYI_SCHEDULE_FORWARD, s->seed, false, steps);
    if (a.status != b.status || a.statements != b.statements || a.bytes != b.bytes ||
        a.out_of_bounds != b.out_of_bounds)
        failed(s, "the decoded copy runs otherwise");
    if (!test_run_fine(&a))
        failed(s, "the oracle refuses to run it");
    struct test_run called = test_run_public(copy, &s->made, s->seed, steps);
    // Without a grid the device's own choice is another one.
    if (copy->grid_rank ? called.status != a.status : !test_run_fine(&called))
        failed(s, "a dispatch of it ends otherwise");
    if (copy->grid_rank && !a.status && called.visible != a.visible)
        failed(s, "a dispatch of it leaves other bytes");
    struct test_run watched =
        test_run_oracle(copy, &s->made, VYI_SCHEDULE_FORWARD, s->seed, true, steps);
    if (a.status != watched.status || a.statements != watched.statements ||
        a.bytes != watched.bytes)
        failed(s, "with the race detector it runs otherwise");
    struct test_run c = test_run_oracle(copy, &s->made, VYI_SCHEDULE_RANDOM, s->seed, true, steps);
    if (!test_run_fine(&c))
        failed(s, "the oracle refuses to run it in random order");
}

static void through_wire(const struct sample *s)
{
    vy_program *copy = NULL;
    if (vy_program_decode(s->context, s->bytes, s->size, &copy))
        failed(s, "its own wire bytes do not decode");
    same_bytes(s, copy, "decoded and encoded, the bytes differ");
    if (vy_program_verify(copy))
        failed(s, "decoded, it does not verify");
    same_run(s, copy);
    vy_program_destroy(&copy);
}

static void each_seed(void **state)
{
    const struct settings *settings = *state;
    struct test_log log = {.text = ""};
    struct sample s = {.log = &log};
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &s.context), 0);
    for (uint64_t i = 0; i < settings->count; i++) {
        test_log_clear(&log);
        s.seed = settings->seed + i;
        if (random_program_make(s.context, s.seed, &s.made))
            failed(&s, "the builder or the verifier refuses it");
        if (vy_program_encode(s.made.program, &s.bytes, &s.size))
            failed(&s, "encoding failed");
        build_twice(&s);
        built_as_parsed(&s);
        through_text(&s);
        through_wire(&s);
        vy_memory_free(s.context, s.bytes);
        vy_program_destroy(&s.made.program);
    }
    vy_context_destroy(&s.context);
}

// ---- the generator leaves nothing out ----
static void want(struct random_coverage *v, uint32_t seen, const char *what, const char *one,
                 const char *two)
{
    if (seen)
        return;
    v->missing++;
    print_message("never made: %s %s %s\n", what, one, two);
}

static void want_ops(struct random_coverage *v)
{
    for (uint32_t op = 1; op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        uint32_t all = 0;
        for (uint32_t t = 0; t < VYI_TYPE_COUNT; t++) {
            uint8_t types[3] = {(uint8_t)t, (uint8_t)t, (uint8_t)t};
            unsigned wrong;
            all += v->op_type[op][t];
            if (info->kind == VYI_KIND_OP && t &&
                (vyi_type_class((uint8_t)t) & VYI_CLASS_NARROW) == 0) {
                // A shift's count is any integer, so the first type may serve as the second.
                if (vyi_op_type((uint8_t)op, types, &wrong))
                    want(v, v->first[op][t], info->name, "of", vyi_type_name((uint8_t)t));
            }
        }
        if (info->kind != VYI_KIND_NONE)
            want(v, all, "op", info->name, "");
    }
}

static bool has_collective(uint32_t kind, uint8_t op, uint8_t type)
{
    uint8_t class = vyi_type_class(type);
    bool bitwise = op == VYI_OP_AND || op == VYI_OP_OR || op == VYI_OP_XOR;
    if (class == VYI_CLASS_FLOAT)
        return kind == 0 && !bitwise;
    return class == VYI_CLASS_BOOL ? bitwise : true;
}

static void want_collectives(struct random_coverage *v)
{
    static const uint8_t ops[] = {VYI_OP_ADD, VYI_OP_MIN, VYI_OP_MAX,
                                  VYI_OP_AND, VYI_OP_OR,  VYI_OP_XOR};
    static const uint8_t plain[] = {VYI_OP_ANY, VYI_OP_ALL, VYI_OP_BROADCAST, VYI_OP_SCOPE_LOAD};
    for (uint32_t kind = 0; kind < 3; kind++)
        for (uint32_t scope = 0; scope < 3; scope++)
            for (uint32_t i = 0; i < 6; i++)
                for (uint8_t t = VY_TYPE_BOOL; t <= VY_TYPE_F64; t++)
                    if (has_collective(kind, ops[i], t))
                        want(v, v->collective[kind][scope][ops[i]][t],
                             vyi_op_info((uint8_t)(VYI_OP_REDUCE + kind))->name,
                             vyi_op_info(ops[i])->name, vyi_type_name(t));
    for (uint32_t scope = 0; scope < 3; scope++)
        for (size_t i = 0; i < sizeof plain; i++)
            want(v, v->scope[plain[i]][scope], vyi_op_info(plain[i])->name, vyi_scope_names[scope],
                 "");
    want(v, v->scope[VYI_OP_BARRIER][VYI_SCOPE_WORKGROUP], "barrier", "workgroup", "");
    want(v, v->scope[VYI_OP_BARRIER][VYI_SCOPE_GRID], "barrier", "grid", "");
}

static void want_atomics(struct random_coverage *v)
{
    static const uint8_t ops[] = {VYI_OP_ATOMIC_LOAD, VYI_OP_ATOMIC_STORE, VYI_OP_ATOMIC_RMW,
                                  VYI_OP_ATOMIC_CAS};
    for (uint32_t i = 0; i < VYI_RMW_COUNT; i++)
        want(v, v->rmw[i], "atomic", vyi_rmw_names[i], "");
    for (size_t i = 0; i < sizeof ops; i++)
        for (uint32_t order = 0; order < 4; order++)
            for (uint32_t reach = 0; reach < 3; reach++) {
                bool load = ops[i] == VYI_OP_ATOMIC_LOAD, store = ops[i] == VYI_OP_ATOMIC_STORE;
                if ((load && order >= VYI_ORDER_RELEASE) ||
                    (store && order != VYI_ORDER_RELAXED && order != VYI_ORDER_RELEASE))
                    continue;
                want(v, v->order[ops[i]][order][reach], vyi_op_info(ops[i])->name,
                     vyi_order_names[order], vyi_reach_names[reach]);
            }
}

static void want_declarations(struct random_coverage *v)
{
    static const char *const attributes[] = {"binding", "align", "count", "range",
                                             "live",    "cache", "doc"};
    for (uint32_t r = VY_ROLE_IN; r <= VY_ROLE_MAPPED; r++) {
        want(v, v->role[r], "role", vy_role_name((vy_role)r), "");
        if (vyi_role_info(r)->writable)
            want(v, v->atomic_role[r], "atomic", vy_role_name((vy_role)r), "");
    }
    for (uint32_t t = VY_TYPE_BOOL; t <= VY_TYPE_I16; t++)
        want(v, v->elem[t], "element", vyi_type_name((uint8_t)t), "");
    for (uint32_t i = 0; i < 7; i++)
        want(v, v->attribute[i], "attribute", attributes[i], "");
    want(v, v->gridless, "a program without a grid", "", "");
    want(v, v->service, "a service program", "", "");
    want(v, v->open, "an open buffer", "", "");
    for (uint32_t a = VY_TYPE_BOOL; a <= VY_TYPE_F64; a++)
        for (uint32_t b = VY_TYPE_BOOL; b <= VY_TYPE_F64; b++)
            want(v, v->cast[a][b], "cast", vyi_type_name((uint8_t)a), vyi_type_name((uint8_t)b));
    for (uint32_t i = 1; i < VYI_ID_CONCURRENT; i++) // what that is differs between devices
        for (uint32_t k = 0; k < vyi_id_info(i)->components; k++)
            want(v, v->id[i][k], "id", vyi_id_info(i)->spelling, "");
}

static void want_stores(struct random_coverage *v)
{
    static const uint8_t ops[] = {0,          VYI_OP_ADD, VYI_OP_SUB, VYI_OP_MUL,
                                  VYI_OP_DIV, VYI_OP_REM, VYI_OP_AND, VYI_OP_OR,
                                  VYI_OP_XOR, VYI_OP_SHL, VYI_OP_SHR};
    for (size_t i = 0; i < sizeof ops; i++) {
        want(v, v->store_op[0][ops[i]], "store", vyi_op_info(ops[i])->name, "");
        want(v, v->store_op[1][ops[i]], "array store", vyi_op_info(ops[i])->name, "");
    }
}

static void covers_everything(void **state)
{
    (void)state;
    struct random_coverage *v = calloc(1, sizeof *v);
    struct test_log log = {.text = ""};
    vy_context *context;
    assert_non_null(v);
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &context), 0);
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct random_program made;
        if (random_program_make(context, seed, &made))
            fail_msg("seed %llu: %s", (unsigned long long)seed, log.text);
        random_coverage_add(v, made.program);
        vy_program_destroy(&made.program);
    }
    want_ops(v);
    want_collectives(v);
    want_atomics(v);
    want_declarations(v);
    want_stores(v);
    assert_int_equal(v->missing, 0);
    assert_true(v->fewest_nodes < 40);
    assert_true(v->most_nodes > 3000);
    vy_context_destroy(&context);
    free(v);
}

/// Their bytes depend on who comes first, which the oracle's schedules did not show: that one
/// subgroup is ahead of another, or that all load before the first one stores.
static void schedules_tell_these_from_settled_ones(void **state)
{
    static const char *const names[] = {"subgroup-ahead.vy", "order-of-two.vy",
                                        "loads-before-store.vy"};
    static const uint64_t seeds[] = {1400178, 1200061, 900214}; // of their inputs
    struct test_log log = {.text = ""};
    vy_context *context = NULL;
    (void)state;
    assert_int_equal(
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &log), &context), 0);
    for (unsigned i = 0; i < 3; i++) {
        struct random_program made;
        struct test_run as;
        assert_int_equal(random_program_load(context, names[i], &made), 0);
        assert_false(built_settled(&made, seeds[i], &as));
        assert_int_equal(as.status, 0); // it ended, so that there were bytes to compare
        vy_program_destroy(&made.program);
    }
    vy_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const char *count = argc > 1 ? argv[1] : getenv("VYRE_SOAK_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("VYRE_SOAK_SEED");
    struct settings settings = {count ? strtoull(count, NULL, 10) : 500,
                                seed ? strtoull(seed, NULL, 10) : 1};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covers_everything),
        cmocka_unit_test(schedules_tell_these_from_settled_ones),
        cmocka_unit_test_prestate(each_seed, &settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
