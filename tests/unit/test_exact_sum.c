// The sums and dot products of lib/exact.vy against MPFR, which adds with as many bits as there can
// be and rounds once: the same bits from the oracle, the cpu with 1, 2 and 8 threads and the
// interpreter of PTX, in the order given and shuffled. The argument is how many numbers, 100,000 by
// itself; docs/soak.md says what more of them took. Those beyond 200,000 run on the cpu alone.
#include "support/gpu.h"
#include "support/named.h"
#include "support/rng.h"
#include "support/versus.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <mpfr.h>

enum { LEAST_ROOM = 1500 };

/// What numbers there are.
enum mix {
    PLAIN,
    ANY,
    CANCELLING,
    SUBNORMAL,
    TIE,
    OVERFLOWING,
    WITH_INF,
    WITH_BOTH,
    WITH_NAN,
    MIXES
};

static struct {
    uint32_t count;
    vy_context *context;
    struct test_log log;
    float *x, *y;
    double *z, *w;
} all = {.count = 100000, .log = {.text = ""}};

struct sums {
    float sum, dot;
    double sum64, dot64;
};

static const char text[] =
    "program sums\nuse \"exact.vy\"\nin x : f32[]\nin y : f32[len(x)]\nin z : f64[len(x)]\n"
    "in w : f64[len(x)]\nscratch a : atomic i64[EXACT_F32]\nscratch b : atomic i64[EXACT_F64]\n"
    "scratch c : atomic i64[EXACT_F64]\nscratch d : atomic i64[EXACT_DOT_F64]\nout s : f32[2]\n"
    "out t : f64[2]\nworkgroup 64\ngrid 256\nlet p = exact_sum(x, a)\nlet q = exact_dot(x, y, c)\n"
    "let u = exact_sum_f64(z, b)\nlet v = exact_dot_f64(z, w, d)\n"
    "if gid.x == 0 { s[0] = p  s[1] = q  t[0] = u  t[1] = v }\n";

// ---- numbers ----
static float f32_of(struct rng *r, enum mix mix)
{
    uint32_t bits = (uint32_t)(rng_next(r) >> 32), part = bits & 0x807fffff;
    float f;
    switch (mix) {
    case PLAIN: part |= (uint32_t)(117 + rng_below(r, 20)) << 23; break;
    case SUBNORMAL: part |= (uint32_t)rng_below(r, 3) << 23; break;
    case TIE: part = (bits & 0x80000000) | (uint32_t)(127 + rng_below(r, 2) * 24) << 23; break;
    case OVERFLOWING: part = (part & 0x7fffffff) | 0x7f000000; break;
    default: part |= (uint32_t)rng_below(r, 255) << 23;
    }
    memcpy(&f, &part, sizeof f);
    return f;
}

static double f64_of(struct rng *r, enum mix mix)
{
    uint64_t bits = rng_next(r), part = bits & UINT64_C(0x800fffffffffffff);
    double f;
    switch (mix) {
    case PLAIN: part |= (uint64_t)(1000 + rng_below(r, 40)) << 52; break;
    case SUBNORMAL: part |= (uint64_t)rng_below(r, 3) << 52; break;
    case TIE: part = (bits >> 63 << 63) | (uint64_t)(1023 + rng_below(r, 2) * 53) << 52; break;
    case OVERFLOWING: part = (part & INT64_MAX) | (uint64_t)2046 << 52; break;
    default: part |= (uint64_t)rng_below(r, 2047) << 52;
    }
    memcpy(&f, &part, sizeof f);
    return f;
}

static void fill(struct rng *r, enum mix mix, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool back = mix == CANCELLING && i >= count / 2 && i + 1 < count;
        all.x[i] = back ? -all.x[i - count / 2] : f32_of(r, mix);
        all.y[i] = back ? all.y[i - count / 2] : f32_of(r, mix);
        all.z[i] = back ? -all.z[i - count / 2] : f64_of(r, mix);
        all.w[i] = back ? all.w[i - count / 2] : f64_of(r, mix);
    }
    if (mix >= WITH_INF)
        all.x[0] = (float)(all.z[0] = mix == WITH_NAN ? NAN : -INFINITY);
    if (mix == WITH_BOTH)
        all.x[1] = (float)(all.z[1] = INFINITY);
}

/// Another order: a walk through all places.
static void shuffle(struct rng *r, uint32_t count)
{
    for (uint32_t i = count; i-- > 1;) {
        uint32_t k = (uint32_t)rng_below(r, i + 1);
#define SWAP(type, list)           \
    do {                           \
        type kept = all.list[i];   \
        all.list[i] = all.list[k]; \
        all.list[k] = kept;        \
    } while (0)
        SWAP(float, x);
        SWAP(float, y);
        SWAP(double, z);
        SWAP(double, w);
#undef SWAP
    }
}

// ---- what is right ----
static float rounded_f32(mpfr_srcptr from)
{
    mpfr_t r;
    mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    mpfr_init2(r, 24);
    mpfr_set_emin(-148);
    mpfr_set_emax(128);
    int way = mpfr_set(r, from, MPFR_RNDN);
    way = mpfr_check_range(r, way, MPFR_RNDN);
    mpfr_subnormalize(r, way, MPFR_RNDN);
    float result = mpfr_get_flt(r, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(most);
    mpfr_clear(r);
    return result;
}

static struct sums right(uint32_t count)
{
    mpfr_t sum[4], a, b, p;
    mpfr_inits2(700, sum[0], sum[1], (mpfr_ptr)NULL);
    mpfr_init2(sum[2], 2300);
    mpfr_init2(sum[3], 4500);
    mpfr_inits2(53, a, b, (mpfr_ptr)NULL);
    mpfr_init2(p, 106);
    for (int k = 0; k < 4; k++)
        mpfr_set_zero(sum[k], 1);
    for (uint32_t i = 0; i < count; i++) {
        mpfr_add_d(sum[0], sum[0], (double)all.x[i], MPFR_RNDN);
        mpfr_add_d(sum[1], sum[1], (double)all.x[i] * (double)all.y[i], MPFR_RNDN);
        mpfr_add_d(sum[2], sum[2], all.z[i], MPFR_RNDN);
        mpfr_set_d(a, all.z[i], MPFR_RNDN);
        mpfr_set_d(b, all.w[i], MPFR_RNDN);
        mpfr_mul(p, a, b, MPFR_RNDN);
        mpfr_add(sum[3], sum[3], p, MPFR_RNDN);
    }
    struct sums s = {rounded_f32(sum[0]), rounded_f32(sum[1]), mpfr_get_d(sum[2], MPFR_RNDN),
                     mpfr_get_d(sum[3], MPFR_RNDN)};
    mpfr_clears(sum[0], sum[1], sum[2], sum[3], a, b, p, (mpfr_ptr)NULL);
    return s;
}

// ---- running ----
static struct sums run(vy_pipeline *pipeline, uint32_t count)
{
    float s[2];
    double t[2];
    const vy_arg args[] = {vy_arg_in("x", all.x, count * sizeof *all.x),
                           vy_arg_in("y", all.y, count * sizeof *all.y),
                           vy_arg_in("z", all.z, count * sizeof *all.z),
                           vy_arg_in("w", all.w, count * sizeof *all.w),
                           vy_arg_out("s", s, sizeof s),
                           vy_arg_out("t", t, sizeof t),
                           vy_arg_end()};
    if (vy_dispatch(pipeline, vy_dispatch_params(.args = args), NULL))
        fail_msg("%s", all.log.text);
    return (struct sums){s[0], s[1], t[0], t[1]};
}

static bool same(double a, double b)
{
    return a == b || (a != a && b != b);
}

/// A way of running the program.
struct way {
    const char *device;
    uint32_t threads;
    vy_device *opened;
    vy_pipeline *pipeline;
};

static void open_way(struct way *w)
{
    const vy_device_params on = {.size = sizeof(vy_device_params),
                                 .name = test_device(w->device),
                                 .threads = w->threads,
                                 .level = VY_LEVEL_FULL,
                                 .cache = ""};
    vy_program *program = NULL;
    if (vy_device_open(all.context, &on, &w->opened) ||
        vy_program_parse(all.context, vy_parse_params(.text = text, .name = "p.vy"), &program) ||
        vy_pipeline_create(w->opened, program, NULL, &w->pipeline))
        fail_msg("%s: %s", w->device, all.log.text);
    vy_program_destroy(&program);
}

static void compare(struct way *ways, uint32_t way_count, enum mix mix, uint32_t count)
{
    struct rng r = {count + mix};
    fill(&r, mix, count);
    struct sums should = right(count);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < way_count; i++) {
            struct sums is = run(ways[i].pipeline, count);
            if (!same(is.sum, should.sum) || !same(is.dot, should.dot) ||
                !same(is.sum64, should.sum64) || !same(is.dot64, should.dot64))
                fail_msg("%s, %u threads, %u numbers of kind %u: sums %a %a, dot products %a %a; "
                         "should be %a %a, %a %a",
                         ways[i].device, ways[i].threads, count, mix, (double)is.sum, is.sum64,
                         (double)is.dot, is.dot64, (double)should.sum, should.sum64,
                         (double)should.dot, should.dot64);
        }
        shuffle(&r, count);
    }
}

static void sums(void **state)
{
    static const uint32_t sizes[] = {1, 2, 31, 33, 257};
    struct way ways[] = {{"cpu", 1, 0, 0},
                         {"cpu", 2, 0, 0},
                         {"cpu", 8, 0, 0},
                         {"oracle", 0, 0, 0},
                         {"cuda", 0, 0, 0}};
    int code;
    bool real = false;
    uint32_t count = gpu_or_interpreter(&code, &real) ? 5 : 4;
    (void)state;
    for (uint32_t i = 0; i < count; i++)
        open_way(&ways[i]);
    for (enum mix mix = 0; mix < MIXES; mix++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            compare(ways, 3, mix, sizes[i]);
        if (mix == ANY || mix == CANCELLING || mix == WITH_BOTH) // these are slow
            compare(ways + 3, count - 3, mix, 1500);
        if (mix <= CANCELLING)
            compare(ways, 3, mix, all.count);
    }
    if (real)
        compare(ways + 4, 1, ANY, all.count);
    for (uint32_t i = 0; i < count; i++) {
        vy_pipeline_destroy(&ways[i].pipeline);
        vy_device_close(&ways[i].opened);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums)};
    int result;
    all.count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : all.count;
    uint32_t room = all.count > LEAST_ROOM ? all.count : LEAST_ROOM;
    all.x = malloc(room * sizeof *all.x);
    all.y = malloc(room * sizeof *all.y);
    all.z = malloc(room * sizeof *all.z);
    all.w = malloc(room * sizeof *all.w);
    if (!versus_present(&result))
        return result;
    if (!all.x || !all.y || !all.z || !all.w ||
        vy_context_create(vy_context_params(.diag = test_log, .diag_user = &all.log), &all.context))
        return 1;
    result = cmocka_run_group_tests(tests, NULL, NULL);
    vy_context_destroy(&all.context);
    free(all.x);
    free(all.y);
    free(all.z);
    free(all.w);
    mpfr_free_cache();
    return result;
}
