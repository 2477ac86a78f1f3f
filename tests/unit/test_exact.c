// Every emulation of lib/exact on the cpu device, and some of it on the oracle, against what
// ops.def defines: all pairs of edge values and random operands with subnormals, ties, cancellation
// and results near overflow, bit for bit. VYRE_SOAK_COUNT: how many thousand random operands each.
#include "gen/spirv/spirv.h"
#include "ir/sem.h"
#include "support/log.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROWS = 1 << 16, FEW = 600 };

struct state {
    vy_context *context;
    struct test_log log;
    vy_device *cpu, *oracle;
    uint64_t a[ROWS], b[ROWS], c[ROWS], r[ROWS]; ///< operands and results as they are in memory
    uint64_t compared;
};

// ---- running ----
static uint64_t expected(const struct vyi_spirv_emulation *e, const uint64_t v[3])
{
    uint64_t x[3];
    for (uint32_t k = 0; k < 3; k++)
        x[k] = k < e->arity ? vyi_sem_load(e->operands[k], &v[k]) : 0;
    return e->row >= VYI_EXACT_CAST ? vyi_sem_cast(e->operands[0], e->to, x[0])
                                    : vyi_sem(e->row, e->type)(x[0], x[1], x[2]);
}

static vy_pipeline *pipeline_of(struct state *s, vy_device *device,
                                const struct vyi_spirv_emulation *e)
{
    vy_program *program = NULL;
    vy_pipeline *pipeline = NULL;
    const char *in = vyi_type_name(e->operands[0]);
    char text[700];
    snprintf(text, sizeof text,
             "program p\nuse \"exact/ints.vy\"\nuse \"exact/ints64.vy\"\nuse \"exact/f32.vy\"\n"
             "use \"exact/f64.vy\"\nin x : %s[]\nin y : %s[len(x)]\nin z : %s[len(x)]\n"
             "out r : %s[len(x)]\neach i in 0..len(x) {\nlet b = y[i]\nlet c = z[i]\n"
             "r[i] = %s(x[i]%s)\n}\n",
             in, in, in, vyi_type_name(e->to), e->function,
             e->arity == 1   ? ""
             : e->arity == 2 ? ", b"
                             : ", b, c");
    if (vy_program_parse(s->context, vy_parse_params(.text = text), &program) ||
        vy_pipeline_create(device, program, NULL, &pipeline))
        fail_msg("%s\n%s", text, s->log.text);
    vy_program_destroy(&program);
    return pipeline;
}

static void narrow(uint8_t type, uint64_t *v, uint32_t count)
{
    if (vyi_type_bytes(type) == 4)
        for (uint32_t i = 0; i < count; i++)
            memcpy((char *)v + 4 * (size_t)i, &v[i], 4);
}

static void compare(struct state *s, vy_pipeline *pipeline, const struct vyi_spirv_emulation *e,
                    uint32_t count)
{
    static uint64_t kept[3][ROWS];
    uint64_t *arrays[3] = {s->a, s->b, s->c};
    size_t bytes = count * (size_t)vyi_type_bytes(e->operands[0]);
    for (uint32_t k = 0; k < 3; k++) {
        memcpy(kept[k], arrays[k], count * sizeof(uint64_t));
        narrow(e->operands[0], arrays[k], count);
    }
    vy_arg args[] = {vy_arg_in("x", s->a, bytes), vy_arg_in("y", s->b, bytes),
                     vy_arg_in("z", s->c, bytes),
                     vy_arg_out("r", s->r, count * (size_t)vyi_type_bytes(e->to)), vy_arg_end()};
    if (vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL))
        fail_msg("%s: %s", e->function, s->log.text);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t v[3] = {kept[0][i], kept[1][i], kept[2][i]};
        uint64_t is = vyi_type_bytes(e->to) == 4 ? ((uint32_t *)(void *)s->r)[i] : s->r[i];
        uint64_t should = expected(e, v);
        if (is != should)
            fail_msg("%s of %#llx, %#llx, %#llx is %#llx, not %#llx", e->function,
                     (unsigned long long)v[0], (unsigned long long)v[1], (unsigned long long)v[2],
                     (unsigned long long)is, (unsigned long long)should);
    }
    s->compared += count;
}

static void put(struct state *s, uint32_t at, const uint64_t v[3])
{
    s->a[at] = v[0], s->b[at] = v[1], s->c[at] = v[2];
}

/// All pairs of edge values; a third operand goes through them too.
static void compare_edges(struct state *s, vy_pipeline *p, const struct vyi_spirv_emulation *e)
{
    uint64_t edges[VYI_EXACT_EDGES];
    uint32_t count = vyi_exact_edges(e->operands[0], edges), n = 0, third = 0;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < (e->arity > 1 ? count : 1); b++) {
            put(s, n++, (uint64_t[]){edges[a], edges[b], edges[third]});
            third = (third + 101) % count;
            if (n == ROWS)
                compare(s, p, e, n), n = 0;
        }
    if (n)
        compare(s, p, e, n);
}

static void compare_random(struct state *s, vy_pipeline *p, const struct vyi_spirv_emulation *e,
                           uint64_t count, uint64_t seed)
{
    uint64_t state = seed << 32 | e->number;
    while (count) {
        uint32_t n = count < ROWS ? (uint32_t)count : ROWS;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t v[3];
            vyi_exact_random(&state, e->operands[0], v);
            put(s, i, v);
        }
        compare(s, p, e, n);
        count -= n;
    }
}

static void every_emulation(void **state)
{
    struct state *s = *state;
    const char *soak = getenv("VYRE_SOAK_COUNT"), *seed = getenv("VYRE_SOAK_SEED");
    uint64_t count = soak ? 1000 * strtoull(soak, NULL, 10) : VERSUS_INSTRUMENTED ? 2000 : 100000;
    for (uint32_t i = 0; i < VYI_SPIRV_EMULATIONS; i++) {
        struct vyi_spirv_emulation e = vyi_spirv_emulation_at(i);
        vy_pipeline *p = pipeline_of(s, s->cpu, &e);
        compare_edges(s, p, &e);
        compare_random(s, p, &e, count, seed ? strtoull(seed, NULL, 10) : 1);
        vy_pipeline_destroy(&p);
        p = pipeline_of(s, s->oracle, &e);
        compare_random(s, p, &e, FEW, 2);
        vy_pipeline_destroy(&p);
    }
    printf("%u emulations, %llu results\n", VYI_SPIRV_EMULATIONS, (unsigned long long)s->compared);
}

// ---- choice ----
static void sets_wrong(struct vyi_spirv_machine *m, uint8_t row, uint8_t type)
{
    m->exact.wrong[row] |= (uint16_t)(1 << type);
}

static void choices(void **state)
{
    struct state *s = *state;
    struct vyi_spirv_machine m = vyi_spirv_default();
    struct vyi_spirv_emulation e;
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_FMA, VY_TYPE_F32, &e), VYI_EXACT_NATIVE);
    sets_wrong(&m, VYI_OP_FMA, VY_TYPE_F32);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_FMA, VY_TYPE_F32, &e), VYI_EXACT_EMULATED);
    assert_string_equal(e.function, "fma_f32_wide");
    sets_wrong(&m, VYI_EXACT_CAST + VY_TYPE_F64, VY_TYPE_F32);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_FMA, VY_TYPE_F32, &e), VYI_EXACT_EMULATED);
    assert_string_equal(e.function, "fma_f32");
    sets_wrong(&m, VYI_OP_ADD, VY_TYPE_F32);
    m.exact.small[VYI_OP_ADD] = 1 << VY_TYPE_F32;
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_ADD, VY_TYPE_F32, &e), VYI_EXACT_EMULATED);
    assert_string_equal(e.function, "add_f32_small");
    sets_wrong(&m, VYI_OP_SHL, VY_TYPE_U32);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_SHL, VY_TYPE_U32, &e), VYI_EXACT_REFUSED);
    m.int64 = false;
    sets_wrong(&m, VYI_OP_POPCOUNT, VY_TYPE_U64);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_POPCOUNT, VY_TYPE_U64, &e),
                     VYI_EXACT_EMULATED);
    // What pairs of words are not computed by directly.
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_DIV, VY_TYPE_U64, &e), VYI_EXACT_EMULATED);
    assert_string_equal(e.function, "div_u64_pairs");
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_ADD, VY_TYPE_U64, &e), VYI_EXACT_NATIVE);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_EXACT_CAST + VY_TYPE_I64, VY_TYPE_U32, &e),
                     VYI_EXACT_NATIVE);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_EXACT_CAST + VY_TYPE_I64, VY_TYPE_F32, &e),
                     VYI_EXACT_EMULATED);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_SUB, VY_TYPE_F64, &e), VYI_EXACT_NATIVE);
    m.float64 = false;
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_SUB, VY_TYPE_F64, &e), VYI_EXACT_EMULATED);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_OP_BITS, VY_TYPE_F64, &e), VYI_EXACT_NATIVE);
    assert_int_equal(vyi_spirv_exactness_of(&m, VYI_EXACT_CAST + VY_TYPE_BOOL, VY_TYPE_F64, &e),
                     VYI_EXACT_NATIVE);
    // The embedded texts are those of lib/exact, and each makes a program of the promised form.
    for (uint32_t i = 0; i < VYI_SPIRV_EMULATIONS; i++) {
        vy_program *program = NULL;
        e = vyi_spirv_emulation_at(i);
        if (vyi_spirv_emulation_program(s->context, &e, &program))
            fail_msg("%s: %s", e.function, s->log.text);
        vy_program_destroy(&program);
    }
}

int main(void)
{
    static struct state s = {.log = {.text = ""}};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(choices, &s),
                                       cmocka_unit_test_prestate(every_emulation, &s)};
    int result;
    if (!versus_present(&result))
        return result;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &s.log), &s.context) ||
        vy_device_open(s.context, vy_device_params(.name = "cpu", .cache = ""), &s.cpu) ||
        vy_device_open(s.context, vy_device_params(.name = "oracle", .cache = ""), &s.oracle))
        return 1;
    result = cmocka_run_group_tests(tests, NULL, NULL);
    vy_device_close(&s.cpu);
    vy_device_close(&s.oracle);
    vy_context_destroy(&s.context);
    return result;
}
