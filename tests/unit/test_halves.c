// f16 and bf16 on every device: each of the 65,536 elements as a load gives it, and what a store
// makes of values around every tie, of subnormals, of what is too large, and of NaNs. What should
// come out is computed here in doubles.
#include "support/gpu.h"
#include "support/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ALL = 1 << 16, SPECIAL = 4096, MOST = 6 * ALL + SPECIAL };

static const struct format {
    const char *name;
    int digits, least; ///< of the significand; exponent of the smallest subnormal
    double limit;      ///< the first power of two that is too large
    uint32_t nan;
} formats[] = {{"f16", 11, -24, 0x1p16, 0x7e00}, {"bf16", 8, -133, 0x1p128, 0x7fc0}};

static uint32_t raw(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}
static uint32_t bits_of(float f)
{
    return f != f ? 0x7fc00000u : raw(f);
}
static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static float widened(const struct format *f, uint32_t bits)
{
    int fraction = f->digits - 1, exponent = (int)((bits & 0x7fff) >> fraction);
    int digits = (int)(bits & ((1u << fraction) - 1)), top = (1 << (15 - fraction)) - 1;
    double v = exponent == top ? (digits ? (double)NAN : (double)INFINITY)
               : exponent      ? ldexp(digits + (1 << fraction), f->least + exponent - 1)
                               : ldexp(digits, f->least);
    return (float)(bits >> 15 ? -v : v);
}

static uint16_t rounded(const struct format *f, float v)
{
    int fraction = f->digits - 1, exponent = 0, top = (1 << (15 - fraction)) - 1;
    uint32_t sign = signbit(v) ? 0x8000 : 0;
    if (v != v)
        return (uint16_t)f->nan;
    (void)frexp((double)v, &exponent);
    exponent = v == 0 || exponent - f->digits < f->least ? f->least : exponent - f->digits;
    double digits = isinf(v) ? 0 : rint(ldexp(fabs((double)v), -exponent));
    if (isinf(v) || ldexp(digits, exponent) >= f->limit)
        return (uint16_t)(sign | (uint32_t)top << fraction);
    return (uint16_t)(sign | (((uint32_t)(exponent - f->least) << fraction) + (uint32_t)digits));
}

/// Around each value, and around the middle of it and the next one; then numbers of any bits.
static uint32_t make_values(float *to, uint32_t step)
{
    static const uint32_t edges[] = {0,          1,          0x007fffff, 0x00800000, 0x7f7fffff,
                                     0x7f800000, 0x7f800001, 0x7fa00000, 0x7fc00000, 0x7fffffff,
                                     0x477fefff, 0x477ff000, 0x477fffff, 0x47800000, 0x33000000,
                                     0x33000001, 0x32ffffff, 0x387fffff, 0x38800000, 0x387fe000,
                                     0x7f7f7fff, 0x7f7f8000, 0x00008000, 0x00008001, 0x00018000};
    uint32_t count = 0;
    struct rng rng = rng_make(7, 1);
    for (uint32_t k = 0; k < sizeof edges / sizeof *edges; k++)
        for (uint32_t sign = 0; sign < 2; sign++)
            to[count++] = float_of(edges[k] | sign << 31);
    while (count < SPECIAL)
        to[count++] = float_of((uint32_t)rng_next(&rng));
    for (uint32_t bits = 0; bits < ALL; bits += step) {
        uint32_t here = bits_of(widened(&formats[0], bits));
        uint32_t middle = here + (bits_of(widened(&formats[0], bits + 1)) - here) / 2;
        for (uint32_t k = 0; k < 3; k++) {
            to[count++] = float_of(here + k - 1);
            to[count++] = float_of(middle + k - 1);
        }
    }
    return count;
}

static const char text[] =
    "program halves\n"
    "in h : f16[] in b : bf16[] in x : f32[]\n"
    "out fh : f32[len(h)] out fb : f32[len(b)] out ch : f16[len(h)] out cb : bf16[len(b)]\n"
    "out rh : f16[len(x)] out rb : bf16[len(x)] inout sum : f16[]\n"
    "each i in 0..len(h) { fh[i] = h[i] ch[i] = h[i] }\n"
    "each i in 0..len(b) { fb[i] = b[i] cb[i] = b[len(b) - 1 - i] }\n"
    "each i in 0..len(x) { rh[i] = x[i] rb[i] = x[i] }\n"
    "each i in 0..len(sum) { sum[i] *= 3.0 }\n";

struct run {
    uint16_t bits[ALL], copied[2][ALL], sum[ALL], stored[2][MOST];
    float x[MOST], loaded[2][ALL];
};

static void compare(const struct run *r, uint32_t count, const char *device)
{
    for (uint32_t k = 0; k < 2; k++) {
        const struct format *f = &formats[k];
        for (uint32_t i = 0; i < ALL; i++) {
            float v = widened(f, i);
            uint32_t back = rounded(f, widened(f, k ? ALL - 1 - i : i));
            if (bits_of(r->loaded[k][i]) != bits_of(v) || r->copied[k][i] != back)
                fail_msg("%s: %s 0x%x loads as 0x%x, not 0x%x, a copy is 0x%x", device, f->name, i,
                         bits_of(r->loaded[k][i]), bits_of(v), r->copied[k][i]);
        }
        for (uint32_t i = 0; i < count; i++)
            if (r->stored[k][i] != rounded(f, r->x[i]))
                fail_msg("%s: 0x%x is stored to %s as 0x%x, not 0x%x", device, bits_of(r->x[i]),
                         f->name, r->stored[k][i], rounded(f, r->x[i]));
    }
    for (uint32_t i = 0; i < ALL; i++)
        if (r->sum[i] != rounded(&formats[0], widened(&formats[0], i) * 3))
            fail_msg("%s: 3 times 0x%x is 0x%x", device, i, r->sum[i]);
}

static void run_on(const char *device, uint32_t step)
{
    void *state = NULL;
    struct run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    assert_int_equal(stage_open(&state), 0);
    struct stage *s = state;
    stage_use(s, device);
    uint32_t count = make_values(r->x, step);
    for (uint32_t i = 0; i < ALL; i++)
        r->sum[i] = r->bits[i] = (uint16_t)i;
    vy_pipeline *p = stage_pipeline(s, text);
    vy_arg args[] = {vy_arg_in("h", r->bits, sizeof r->bits),
                     vy_arg_in("b", r->bits, sizeof r->bits),
                     vy_arg_in("x", r->x, count * sizeof *r->x),
                     vy_arg_out("fh", r->loaded[0], sizeof r->loaded[0]),
                     vy_arg_out("fb", r->loaded[1], sizeof r->loaded[1]),
                     vy_arg_out("ch", r->copied[0], sizeof r->copied[0]),
                     vy_arg_out("cb", r->copied[1], sizeof r->copied[1]),
                     vy_arg_out("rh", r->stored[0], count * sizeof *r->stored[0]),
                     vy_arg_out("rb", r->stored[1], count * sizeof *r->stored[1]),
                     vy_arg_inout("sum", r->sum, sizeof r->sum),
                     vy_arg_end()};
    assert_int_equal(vy_dispatch(p, vy_dispatch_params(.args = args), NULL), VY_OK);
    compare(r, count, device);
    vy_pipeline_destroy(&p);
    stage_close(&state);
    free(r);
}

// ---- tests ----
static void functions_of_the_header(void **unused)
{
    (void)unused;
    float *x = calloc(MOST, sizeof *x);
    assert_non_null(x);
    uint32_t count = make_values(x, 1);
    for (uint32_t i = 0; i < ALL; i++) {
        float f = vy_f16_value((uint16_t)i), b = vy_bf16_value((uint16_t)i);
        assert_int_equal(raw(f), bits_of(widened(&formats[0], i))); // one NaN, not any
        assert_int_equal(raw(b), bits_of(widened(&formats[1], i)));
    }
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(vy_f16_bits(x[i]), rounded(&formats[0], x[i]));
        assert_int_equal(vy_bf16_bits(x[i]), rounded(&formats[1], x[i]));
    }
    free(x);
}

static void on_the_oracle(void **unused)
{
    (void)unused;
    run_on("oracle", 61);
}

static void on_cpu(void **unused)
{
    (void)unused;
    if (!stage_has("cpu"))
        skip();
    run_on("cpu", 1);
    run_on("cpu:lanes=1", 1);
    run_on("cpu:lanes=4", 7);
}

static void on_vulkan(void **unused)
{
    (void)unused;
    if (!stage_has("vulkan"))
        skip();
    run_on("vulkan", 1);
    run_on("vulkan:words=1", 7);
    run_on("vulkan:serial=1", 7);
}

static void on_cuda(void **unused)
{
    (void)unused;
    int code;
    bool real;
    if (!gpu_or_interpreter(&code, &real))
        skip();
    run_on("cuda", real ? 1 : 61);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(functions_of_the_header),
                                       cmocka_unit_test(on_the_oracle), cmocka_unit_test(on_cpu),
                                       cmocka_unit_test(on_vulkan), cmocka_unit_test(on_cuda)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
