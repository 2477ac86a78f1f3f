// Every emulation of lib/exact on the cpu device, and some of it on the oracle, against what
// ops.def defines: all pairs of edge values and random operands with subnormals, ties, cancellation
// and results near overflow, bit for bit. VYRE_SOAK_COUNT: how many thousand random operands each.
#include "gen/spirv/spirv.h"
#include "ir/sem.h"
#include "support/log.h"
#include "support/rng.h"
#include "support/versus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROWS = 1 << 16, EDGES = 400, FEW = 600 };

struct state {
    vy_context *context;
    struct test_log log;
    vy_device *cpu, *oracle;
    uint64_t a[ROWS], b[ROWS], c[ROWS], r[ROWS]; ///< operands and results as they are in memory
    uint64_t compared;
};

// ---- operands ----
struct form {
    uint32_t digits, top; ///< of the significand; largest exponent
};
static struct form form_of(uint8_t type)
{
    return type == VY_TYPE_F32 ? (struct form){23, 255} : (struct form){52, 2047};
}
static uint64_t float_of(uint8_t type, uint64_t sign, int64_t exponent, uint64_t digits)
{
    struct form f = form_of(type);
    exponent = exponent < 0 ? 0 : exponent > f.top ? f.top : exponent;
    return (sign & 1) << (type == VY_TYPE_F32 ? 31 : 63) | (uint64_t)exponent << f.digits |
           (digits & (((uint64_t)1 << f.digits) - 1));
}
static int64_t exponent_of(uint8_t type, uint64_t v)
{
    struct form f = form_of(type);
    return (int64_t)(v >> f.digits & f.top);
}

static uint32_t float_edges(uint8_t type, uint64_t *to)
{
    struct form f = form_of(type);
    uint64_t one = f.top / 2, half = (uint64_t)1 << (f.digits - 1);
    const uint64_t digits[] = {0, 1, half, half - 1, half + 1, 2 * half - 1, 2 * half - 2};
    const uint64_t exponents[] = {0,
                                  1,
                                  2,
                                  f.digits,
                                  f.digits + 2,
                                  one - f.digits - 2,
                                  one - f.digits - 1,
                                  one - 2,
                                  one - 1,
                                  one,
                                  one + 1,
                                  one + f.digits - 1,
                                  one + f.digits,
                                  one + f.digits + 1,
                                  one + 30,
                                  one + 31,
                                  one + 32,
                                  one + 62,
                                  one + 63,
                                  one + 64,
                                  f.top - 2,
                                  f.top - 1,
                                  f.top};
    uint32_t n = 0;
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++)
        for (size_t d = 0; d < sizeof digits / sizeof *digits; d++)
            for (uint64_t sign = 0; sign < 2; sign++)
                to[n++] = float_of(type, sign, (int64_t)exponents[e], digits[d]);
    return n;
}

static uint64_t cut(uint8_t type, uint64_t v)
{
    return type == VY_TYPE_BOOL ? v & 1 : vyi_type_bytes(type) == 4 ? (uint32_t)v : v;
}

static uint32_t edges_of(uint8_t type, uint64_t *to)
{
    uint32_t n = 0, width = 8 * vyi_type_bytes(type);
    if (type == VY_TYPE_BOOL)
        return to[0] = 0, to[1] = 1, 2;
    if (vyi_type_class(type) == VYI_CLASS_FLOAT)
        return float_edges(type, to);
    for (uint32_t k = 0; k < width; k++)
        for (int d = -1; d <= 1; d++)
            to[n++] = cut(type, ((uint64_t)1 << k) + (uint64_t)d),
            to[n++] = cut(type, 0 - ((uint64_t)1 << k) + (uint64_t)d);
    return n;
}

/// Few digits or many, so that sums and products are ties as often as not.
static uint64_t some_digits(struct rng *r)
{
    uint64_t v = rng_next(r);
    switch (rng_below(r, 5)) {
    case 0: return v & rng_next(r) & rng_next(r) & rng_next(r) & rng_next(r);
    case 1: return v | rng_next(r) | rng_next(r) | rng_next(r) | rng_next(r);
    case 2: return v << rng_below(r, 64);
    case 3: return (v & 7) - 4;
    default: return v;
    }
}

static uint64_t some_float(struct rng *r, uint8_t type, int64_t near, int64_t within)
{
    struct form f = form_of(type);
    int64_t e = rng_one_in(r, 4) ? (int64_t)rng_below(r, f.top + 1)
                                 : near - within + (int64_t)rng_below(r, 2 * (uint32_t)within + 1);
    return float_of(type, rng_next(r), e, some_digits(r));
}

static uint64_t some_value(struct rng *r, uint8_t type)
{
    if (vyi_type_class(type) == VYI_CLASS_FLOAT) {
        struct form f = form_of(type);
        static const uint32_t parts[] = {0, 1, 2, 3, 4};
        return some_float(r, type, (int64_t)(f.top * parts[rng_below(r, 5)] / 4), 70);
    }
    return cut(type, rng_one_in(r, 2) ? rng_next(r) >> rng_below(r, 64) : some_digits(r));
}

/// Floats: exponents near each other (sums), or such that the result or the product lies near the
/// smallest, the largest, or the addend.
static void some_operands(struct rng *r, const struct vyi_spirv_emulation *e, uint64_t v[3])
{
    uint8_t type = e->operands[0];
    v[0] = some_value(r, type);
    v[1] = e->arity > 1 ? some_value(r, type) : 0;
    v[2] = e->arity > 2 ? some_value(r, type) : 0;
    if (vyi_type_class(type) != VYI_CLASS_FLOAT || e->arity < 2) {
        if (e->arity == 2 && rng_one_in(r, 2)) // near a multiple of the divisor
            v[0] = cut(type, v[1] * (rng_next(r) >> rng_below(r, 64)) + rng_below(r, 3) - 1);
        return;
    }
    struct form f = form_of(type);
    int64_t one = f.top / 2, ea = exponent_of(type, v[0]), digits = f.digits;
    switch (rng_below(r, 4)) {
    case 0: v[1] = some_float(r, type, ea, digits + 3); break;
    case 1: v[1] = some_float(r, type, one - ea, digits + 3); break; // smallest products
    case 2: v[1] = some_float(r, type, f.top + one - ea, 2); break;  // largest products
    default:
        v[1] = some_float(r, type, rng_one_in(r, 2) ? ea + one - 2 : ea - one, 30); // quotients
    }
    int64_t product = ea + exponent_of(type, v[1]) - one;
    if (e->arity == 3 && !rng_one_in(r, 4))
        v[2] = some_float(r, type, product, rng_one_in(r, 2) ? 2 : 2 * digits + 4);
    if (e->arity == 3 && rng_one_in(r, 8)) { // all but cancels
        double p = 0;
        float single;
        if (type == VY_TYPE_F32) {
            float x, y;
            memcpy(&x, &v[0], 4), memcpy(&y, &v[1], 4);
            single = -(x * y);
            v[2] = 0, memcpy(&v[2], &single, 4);
        } else {
            double x, y;
            memcpy(&x, &v[0], 8), memcpy(&y, &v[1], 8);
            p = -(x * y);
            memcpy(&v[2], &p, 8);
        }
    }
}

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
    uint64_t edges[EDGES];
    uint32_t count = edges_of(e->operands[0], edges), n = 0, third = 0;
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
    struct rng r = rng_make(seed, e->number);
    while (count) {
        uint32_t n = count < ROWS ? (uint32_t)count : ROWS;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t v[3];
            some_operands(&r, e, v);
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
                     VYI_EXACT_REFUSED);
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
