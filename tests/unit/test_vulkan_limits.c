// What a driver cannot run on the vulkan device: loops of more passes than a driver makes (stock
// lavapipe of Debian 12), and waiting between workgroups. A program gives the bytes of the oracle
// or fails with a message that names the driver; on a driver without such limits it runs.
#include "dev/vulkan/vulkan_state.h"
#include "plan/work.h"
#include "support/vulkan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ITEMS = 32, FEWEST = 1, STEPS = 6 };

/// `@` in a text stands for thirty loops that are not entered.
static const struct {
    const char *name, *grid, *body;
    uint32_t most; ///< passes that are more than the driver's limit, whatever the shape
} loops[] = {
    {"the second loop", "", "for k in 0..z[0] { s += k }\nfor i in 0..n { s += z[i & 3] + 1 }",
     70000},
    {"loops that are not entered", "", "for i in 0..n { @ s += 1 }", 3000},
    {"loops under a condition", "", "for i in 0..n { if z[i & 3] != 0 { @ } s += 1 }", 3000},
    {"lanes take turns", "",
     "for k in 0..8 { if k == gid.x % 8 { for i in 0..n { s += z[i & 3] + k } } }", 9000},
    {"workgroups of a vector take turns", "workgroup 1\n",
     "for k in 0..8 { if k == wid.x % 8 { var i = z[0] while i < n { i += 1 s += i } } }", 9000},
    {"an array is cleared", "", "for i in 0..n { var a: u32[300]\na[i % 300] = i s += a[z[0]] }",
     300},
    {"each", "", "for i in 0..n { each k in 0..40 { if k < 32 { y[k] += 1 } } }", 70000},
    {"waiting for the last lane", "",
     "var i = 0 loop { if i >= n + lid.x % 3 { break } i += 1 s += i }", 70000},
    {"barriers", "",
     "for i in 0..n { sh[lid.x] = s + i barrier workgroup s += sh[lid.x ^ 1]\n"
     "barrier workgroup }",
     70000},
    {"collectives", "", "for i in 0..n { s += workgroup_add(s) + subgroup_scan_max(s ^ i) }",
     70000},
    {"copies", "",
     "for i in 0..n { async_copy(sh, 0, y, 0, wid.x == i % 4 ? 60 : 1) wait()\n"
     "s += sh[i & 31] }",
     70000},
    {"workgroups that synchronise in turn", "workgroup 16\n",
     "for i in 0..n { if wid.x == i % 2 { sh[lid.x] = i barrier workgroup s += sh[15 - lid.x]\n"
     "barrier workgroup } }",
     70000},
    {"lanes without an invocation", "workgroup 1\n",
     "atomic_store(b[gid.x], 0)\nwhile atomic_add(b[gid.x], 1) < n { s += 1 }", 70000},
    {"divisions", "",
     "for i in 0..n { s += u32(u64(s) * 77777777777 / (u64(i) + 5000000000 - u64(s))) }", 70000},
    {"square roots", "", "for i in 0..n { s += u32(sqrt(f32(s & 0xffff) + f32(i))) }", 70000},
};
enum { LOOPS = sizeof loops / sizeof *loops };

static char *text_of(size_t which)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    fprintf(f,
            "program limits\nparam n: u32\nin z: u32[4]\ninout y: u32[%d]\nscratch b: atomic "
            "u32[32]\n%s"
            "%sgrid %d\nvar s = gid.x\n",
            ITEMS, strstr(loops[which].body, "sh[") ? "shared sh: u32[64]\n" : "",
            loops[which].grid[0] ? loops[which].grid : "workgroup 32\n", ITEMS);
    for (const char *c = loops[which].body; *c; c++)
        if (*c == '@')
            for (int k = 0; k < 30; k++)
                fprintf(f, "for j%d in 0..z[%d] { s += 1000 }\n", k, k % 4);
        else
            fputc(*c, f);
    fprintf(f, "\ny[gid.x] += s\n");
    assert_int_equal(fclose(f), 0);
    return text;
}

static vy_status dispatch(vy_pipeline *p, uint32_t n, uint32_t y[ITEMS])
{
    uint32_t z[4] = {0};
    memset(y, 0, ITEMS * sizeof *y);
    return vy_dispatch(
        p,
        vy_dispatch_params(.args = vy_args(vy_arg_u32("n", n), vy_arg_in("z", z, sizeof z),
                                           vy_arg_inout("y", y, ITEMS * sizeof *y))),
        NULL);
}

static bool has_limit(const struct stage *s)
{
    return vyi_vulkan_state(s->device)->findings.loop_limit;
}

/// More and more passes: from some number on all fail, and those before are right.
static void one_kind(struct stage *s, vy_device *oracle, size_t which)
{
    char *text = text_of(which);
    vy_program *program = stage_parse(s, text);
    vy_pipeline *on[2] = {0};
    uint32_t y[2][ITEMS], ran = 0;
    vy_status status = VY_OK;
    assert_int_equal(vy_pipeline_create(oracle, program, NULL, &on[0]), VY_OK);
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, &on[1]), VY_OK);
    for (uint32_t i = 0; !status && i <= STEPS; i++) {
        uint32_t n = i ? loops[which].most / STEPS * i : FEWEST;
        test_log_clear(&s->log);
        status = dispatch(on[1], n, y[1]);
        if (status && (!has_limit(s) || !strstr(s->log.text, "V362")))
            fail_msg("%s, %u passes: %s\n%s", loops[which].name, n, s->log.text, text);
        if (status)
            break;
        assert_int_equal(dispatch(on[0], n, y[0]), VY_OK);
        if (memcmp(y[0], y[1], sizeof y[0]))
            fail_msg("%s: %u passes are not what the oracle makes\n%s", loops[which].name, n, text);
        ran = n;
    }
    print_message("%s: %u passes\n", loops[which].name, ran);
    if (status) // with the line of a loop
        SAID(s, which ? ": error V362" : ":10:1: error V362", " | ",
             vyi_vulkan_state(s->device)->about.driver, "--device cpu");
    assert_true(ran >= FEWEST);
    assert_int_equal(status, has_limit(s) ? VY_ERROR_REFUSED : VY_OK);
    vy_pipeline_destroy(&on[0]);
    vy_pipeline_destroy(&on[1]);
    vy_program_destroy(&program);
    free(text);
}

static void each_kind(struct stage *s)
{
    vy_device *oracle = NULL;
    assert_int_equal(vy_device_open(s->context, vy_device_params(.name = "oracle"), &oracle),
                     VY_OK);
    for (size_t i = 0; i < LOOPS; i++)
        one_kind(s, oracle, i);
    vy_device_close(&oracle);
}

static void loops_end_loudly(void **state)
{
    each_kind(*state);
}

static void serial_loops_end_loudly(void **state)
{
    stage_use(*state, "vulkan:serial=1");
    each_kind(*state);
}

/// As on a driver whose own operations are wrong.
static void loops_with_emulations(void **state)
{
    struct stage *s = *state;
    struct vyi_spirv_exactness *exact = &vyi_vulkan_state(s->device)->machine.exact;
    exact->wrong[VYI_OP_SQRT] |= 1 << VY_TYPE_F32;
    exact->wrong[VYI_OP_ADD] |= 1 << VY_TYPE_F32;
    each_kind(s);
}

/// Types of 64 bits as pairs of words, whose division is an emulation with a loop.
static void loops_with_pairs(void **state)
{
    stage_use(*state, "vulkan:words=1");
    each_kind(*state);
}

/// Passes of an emulation on a machine without 64-bit integers, as lib/exact has them.
static uint64_t passes_of(const vy_program *p, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(p, n, &kids);
    bool loop = vyi_op_info(n->op)->flags & VYI_FLAG_LOOP,
         unrolled = loop && vyi_plan_unrolls(p, r);
    bool divides = n->op == VYI_OP_DIV || n->op == VYI_OP_REM || n->op == VYI_OP_CEIL_DIV;
    uint64_t sum = divides && n->type == VY_TYPE_U64 ? 65 : 0;
    for (uint32_t i = 0; i < count; i++)
        sum += kids[i].i ? passes_of(p, kids[i]) : 0;
    if (!loop || unrolled)
        return unrolled ? sum * vyi_plan_passes(p, n) : sum;
    const struct vyi_node *end = vyi_at(p, kids[1]);
    assert_int_equal(n->op, VYI_OP_FOR);
    assert_int_equal(p->locals.at[n->x].type, VY_TYPE_U32);
    assert_true(end->op == VYI_OP_LITERAL && vyi_literal_bits(end) <= 64 && !kids[2].i);
    return 65 + 64 * sum;
}

static void emulations_have_few_passes(void **state)
{
    struct stage *s = *state;
    for (uint32_t i = 0; i < VYI_SPIRV_EMULATIONS; i++) {
        vy_program *p = NULL;
        struct vyi_spirv_emulation e = vyi_spirv_emulation_at(i);
        assert_int_equal(vyi_spirv_emulation_program(s->context, &e, &p), VY_OK);
        uint64_t passes = passes_of(p, p->body);
        if (passes > VYI_SPIRV_EMULATED_PASSES)
            fail_msg("%s: %llu passes", e.function, (unsigned long long)passes);
        vy_program_destroy(&p);
    }
}

// ---- waiting for other workgroups ----
static const char relay[] = "program relay\n"
                            "out y : u32[64]\n"
                            "scratch ready : atomic u32[64]\n"
                            "scratch total : u32[64]\n"
                            "workgroup 1\n"
                            "grid 64\n"
                            "var carry = 0\n"
                            "if wid.x > 0 {\n"
                            "    while atomic_load(ready[wid.x - 1], acquire) == 0 {}\n"
                            "    carry = total[wid.x - 1]\n"
                            "}\n"
                            "total[wid.x] = carry + wid.x\n"
                            "atomic_store(ready[wid.x], 1, release)\n"
                            "y[wid.x] = carry\n";

static void relays(struct stage *s)
{
    vy_program *program = stage_parse(s, relay);
    vy_pipeline *p = NULL;
    const struct vyi_vulkan_state *v = vyi_vulkan_state(s->device);
    uint32_t y[64] = {0};
    vy_status status = vy_pipeline_create(s->device, program, NULL, &p);
    if (!status)
        status =
            vy_dispatch(p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", y, sizeof y))), NULL);
    assert_int_equal(status, v->findings.hand_offs ? VY_OK : VY_ERROR_REFUSED);
    if (status)
        SAID(s, "V364", ":9:", v->machine.name);
    for (uint32_t i = 0; i < 64 && !status; i++)
        assert_int_equal(y[i], i * (i - 1) / 2);
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
}

static void hand_offs(void **state)
{
    relays(*state);
    stage_use(*state, "vulkan:serial=1");
    relays(*state);
}

/// Found while the pipeline is made, and on another thread, while a dispatch makes code.
static void refusals_have_a_status_and_a_reason(void **state)
{
    struct stage *s = *state;
    stage_use(s, "vulkan:words=1"); // which has no 64-bit atomics
    vy_program *program =
        stage_parse(s, "program wide\nout y: atomic u64[1]\neach i in 0..8 { y[0] += u64(i) }\n"
                       "barrier grid\neach i in 0..8 { y[0] += u64(i) }\n");
    vy_pipeline *p = NULL;
    vy_pending *pending = NULL;
    uint64_t y = 0;
    assert_int_equal(
        vy_pipeline_create(s->device, program, vy_pipeline_params(.route = VY_ROUTE_HOST), &p),
        VY_OK);
    vy_status status = vy_dispatch_begin(
        p, vy_dispatch_params(.args = vy_args(vy_arg_out("y", &y, 8)), .route = VY_ROUTE_HOST),
        &pending);
    if (!status)
        status = vy_dispatch_wait(&pending, VY_FOREVER, NULL);
    assert_int_equal(status, VY_ERROR_REFUSED);
    assert_string_equal(s->log.reason, "64-bit atomics");
    SAID(s, "V364", ":3:");
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
    program =
        stage_parse(s, "program plain\nout y: atomic u64[1]\neach i in 0..8 { y[0] += u64(i) }\n");
    assert_int_equal(vy_pipeline_create(s->device, program, NULL, &p), VY_ERROR_REFUSED);
    assert_string_equal(s->log.reason, "64-bit atomics");
    vy_pipeline_destroy(&p);
    vy_program_destroy(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(emulations_have_few_passes, stage_open, stage_close),
        cmocka_unit_test_setup_teardown(loops_end_loudly, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(serial_loops_end_loudly, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(loops_with_emulations, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(loops_with_pairs, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(hand_offs, vulkan_open, stage_close),
        cmocka_unit_test_setup_teardown(refusals_have_a_status_and_a_reason, vulkan_open,
                                        stage_close),
    };
    int code;
    return vulkan_here(&code) ? cmocka_run_group_tests(tests, NULL, NULL) : code;
}
