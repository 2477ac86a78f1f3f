// The functions of lib/math.vy against MPFR: those of f32 must give the correctly rounded result
// bit for bit, those of f64 one that is off by at most 1 ulp. By itself a sample of each on the
// oracle, on the cpu at both levels and on the interpreter of PTX; with a device, the sample on
// that device.
//   test_math DEVICE all [NAME [SHARE SHARES]]
// gives functions of one f32 all 2^32 arguments, those of two 2^30 random pairs, and prints the
// largest error of 2^20 random f64; SHARE of SHARES leaves the others to other processes.
//
// MPFR takes microseconds a value. The C library's function of doubles is asked first: where the
// f32 is the same for all values within 2^-40 of its result (its documented errors are below
// 2^-49), that is the answer, else MPFR's is.
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

enum { ROWS = 1 << 18, SAMPLE = 1 << 15, FEW = 1 << 9, EDGES = 30 };

static struct {
    const char *device, *name;
    bool all;
    uint32_t share, shares;
    vy_context *context;
    struct test_log log;
} settings = {.shares = 1, .log = {.text = ""}};

// ---- the functions ----
enum symmetry { NEITHER, ODD, EVEN };

struct function {
    const char *name;
    double (*near1)(double); ///< of one argument, or NULL
    int (*exact1)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    enum symmetry symmetry;
    double (*near2)(double, double);
    int (*exact2)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
};

static const double pi = 3.14159265358979323846;

static double near_sinpi(double x)
{
    double r = x - 2 * rint(x / 2);
    return x == rint(x) ? 0 * x : sin(pi * (fabs(r) > 0.5 ? copysign(1, r) - r : r));
}

static double near_cospi(double x)
{
    double r = fabs(x - 2 * rint(x / 2));
    return r < 0.25 ? cos(pi * r) : sin(pi * (0.5 - r)) + 0.0;
}

#define ONE(name, symmetry)                            \
    {                                                  \
#name, name, mpfr_##name, symmetry, NULL, NULL \
    }
static const struct function functions[] = {
    ONE(exp, NEITHER),
    ONE(exp2, NEITHER),
    ONE(expm1, NEITHER),
    ONE(log, NEITHER),
    ONE(log2, NEITHER),
    ONE(log10, NEITHER),
    ONE(log1p, NEITHER),
    ONE(sin, ODD),
    ONE(cos, EVEN),
    ONE(tan, ODD),
    {"sinpi", near_sinpi, mpfr_sinpi, ODD, NULL, NULL},
    {"cospi", near_cospi, mpfr_cospi, EVEN, NULL, NULL},
    ONE(asin, ODD),
    ONE(acos, NEITHER),
    ONE(atan, ODD),
    ONE(sinh, ODD),
    ONE(cosh, EVEN),
    ONE(tanh, ODD),
    ONE(cbrt, ODD),
    ONE(erf, ODD),
    {"pow", NULL, NULL, NEITHER, pow, mpfr_pow},
    {"atan2", NULL, NULL, NEITHER, atan2, mpfr_atan2},
    {"hypot", NULL, NULL, NEITHER, hypot, mpfr_hypot},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

// ---- floats as words ----
static float float_of(uint32_t word)
{
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

static uint32_t word_of(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return x != x ? 0x7fc00000u : word;
}

static double double_of(uint64_t word)
{
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

// ---- what is right ----
static float exact_f32(const struct function *f, float x, float y)
{
    mpfr_t a, b, r;
    mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    mpfr_inits2(24, a, b, r, (mpfr_ptr)NULL);
    mpfr_set_flt(a, x, MPFR_RNDN);
    mpfr_set_flt(b, y, MPFR_RNDN);
    mpfr_set_emin(-148);
    mpfr_set_emax(128);
    int way = f->exact1 ? f->exact1(r, a, MPFR_RNDN) : f->exact2(r, a, b, MPFR_RNDN);
    way = mpfr_check_range(r, way, MPFR_RNDN);
    mpfr_subnormalize(r, way, MPFR_RNDN);
    float result = mpfr_get_flt(r, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(most);
    mpfr_clears(a, b, r, (mpfr_ptr)NULL);
    return result;
}

static uint32_t right_f32(const struct function *f, float x, float y, uint64_t *asked)
{
    double near = f->near1 ? f->near1(x) : f->near2(x, y), room = fabs(near) * 0x1p-40;
    if (!(fabs(near) <= 0x1p1000) || (float)(near - room) == (float)(near + room))
        return word_of((float)near);
    ++*asked;
    return word_of(exact_f32(f, x, y));
}

/// The error of a result in ulps.
static double ulps(const struct function *f, double x, double y, double is)
{
    mpfr_t a, b, r, d;
    double error = 0;
    mpfr_inits2(53, a, b, (mpfr_ptr)NULL);
    mpfr_inits2(120, r, d, (mpfr_ptr)NULL);
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    if (f->exact1)
        f->exact1(r, a, MPFR_RNDN);
    else
        f->exact2(r, a, b, MPFR_RNDN);
    double should = mpfr_get_d(r, MPFR_RNDN);
    if (should != should || isinf(should) || should == 0 || isinf(is) || is != is) {
        bool same = should != should ? is != is : should == is && signbit(should) == signbit(is);
        error = same ? 0 : INFINITY;
    } else {
        mpfr_exp_t e = mpfr_get_exp(r) - 53;
        mpfr_sub_d(d, r, is, MPFR_RNDN);
        mpfr_mul_2si(d, d, -(e > -1074 ? e : -1074), MPFR_RNDN);
        error = fabs(mpfr_get_d(d, MPFR_RNDN));
    }
    mpfr_clears(a, b, r, d, (mpfr_ptr)NULL);
    return error;
}

// ---- running ----
/// A pipeline for one function and type, and its rows.
struct sheet {
    const struct function *f;
    vy_device *device;
    vy_pipeline *pipeline;
    uint32_t bytes; ///< of a number
    uint32_t wrong; ///< results, all of which are printed
    uint64_t x[ROWS], y[ROWS], r[ROWS];
};

static void open_sheet(struct sheet *s, const struct function *f, const char *type,
                       const char *device, vy_level level)
{
    char text[400];
    const vy_device_params on = {.size = sizeof(vy_device_params),
                                 .name = test_device(device),
                                 .threads = settings.shares > 1 ? 1 : 0,
                                 .level = level,
                                 .cache = strncmp(device, "vulkan", 6) ? "" : NULL};
    vy_program *program = NULL;
    s->f = f;
    s->wrong = 0;
    s->bytes = type[1] == '3' ? 4 : 8;
    snprintf(text, sizeof text,
             "program p\nin x: %s[]\nin y: %s[len(x)]\nout r: %s[len(x)]\n"
             "each i in 0..len(x) { r[i] = %s(x[i]%s) }\n",
             type, type, type, f->name, f->exact2 ? ", y[i]" : "");
    if (vy_device_open(settings.context, &on, &s->device) ||
        vy_program_parse(settings.context, vy_parse_params(.text = text, .name = "p.vy"),
                         &program) ||
        vy_pipeline_create(s->device, program, NULL, &s->pipeline))
        fail_msg("%s on %s\n%s", f->name, device, settings.log.text);
    vy_program_destroy(&program);
}

static void run_sheet(struct sheet *s, uint32_t rows)
{
    uint64_t bytes = rows * (uint64_t)s->bytes;
    const vy_arg args[] = {vy_arg_in("x", s->x, bytes), vy_arg_in("y", s->y, bytes),
                           vy_arg_out("r", s->r, bytes), vy_arg_end()};
    if (vy_dispatch(s->pipeline, vy_dispatch_params(.args = args), NULL))
        fail_msg("%s: %s", s->f->name, settings.log.text);
}

static void close_sheet(struct sheet *s)
{
    assert_int_equal(s->wrong, 0);
    vy_pipeline_destroy(&s->pipeline);
    vy_device_close(&s->device);
}

static uint32_t *words(uint64_t *list)
{
    return (uint32_t *)(void *)list;
}

/// Runs rows that are filled in, and compares them; gives how often MPFR was asked.
static uint64_t compare_f32(struct sheet *s, uint32_t rows)
{
    uint64_t asked = 0;
    run_sheet(s, rows);
    for (uint32_t i = 0; i < rows; i++) {
        float x = float_of(words(s->x)[i]), y = float_of(words(s->y)[i]);
        uint32_t is = words(s->r)[i], should = right_f32(s->f, x, y, &asked);
        if (is == should)
            continue;
        print_error("%s(%a, %a) is %a, not %a (words %08x, %08x)\n", s->f->name, (double)x,
                    (double)y, (double)float_of(is), (double)float_of(should), words(s->x)[i],
                    words(s->y)[i]);
        if (++s->wrong > 20)
            fail();
    }
    return asked;
}

static double compare_f64(struct sheet *s, uint32_t rows)
{
    double most = 0;
    run_sheet(s, rows);
    for (uint32_t i = 0; i < rows; i++) {
        double x = double_of(s->x[i]), y = double_of(s->y[i]), is = double_of(s->r[i]);
        double error = ulps(s->f, x, y, is);
        if (!(error <= 1))
            fail_msg("%s(%a, %a) is %a, off by %g ulp", s->f->name, x, y, is, error);
        most = error > most ? error : most;
    }
    return most;
}

// ---- samples ----
static const double edges[EDGES] = {
    0, 0x1p-149, 0x1p-126, 0x1p-1074, 0x1p-1022, 1e-5, 0.25, 0.5, 1, 2, 3, 10, 100, 0x1p23, 0x1p24,
    0x1p53, 0x1p63, 1e22, 0x1p127, 0x1p128, 0x1p1023, 88.7228, 103.972, 709.782, 745.133, INFINITY,
    NAN, 1.5,
    // pow(4097, 2) is the middle between two f32, and atan2(0x3p-149, 2) is next to one.
    4097, 0x3p-149};

/// A number for the row: edges first (all pairs of them), then random ones of several kinds.
static double number(struct rng *r, uint32_t row, bool second, bool single)
{
    uint64_t bits = rng_next(r), sign = bits >> 63 << 63;
    uint32_t at = second ? row / (2 * EDGES) : row % (2 * EDGES);
    double unit = (double)(bits >> 11 & 0xfffffffffffff) * 0x1p-52;
    if (row < 4 * EDGES * EDGES)
        return at < EDGES ? edges[at] : -edges[at - EDGES];
    switch (row % 8) {
    case 0: return double_of(bits);                               // any f64
    case 1: return float_of((uint32_t)(bits >> 32));              // any f32
    case 2: return (second ? 40 : 4) * (unit - 0.5);              // small
    case 3: return (1 + unit) * ldexp(1, (int)(bits % 40) - 20);  // positive
    case 4: return (double)(bits % 4096 + 1) / (second ? 4 : 64); // a few bits
    case 5: return (bits & 1 ? 1 : -1) * (1 + unit * ldexp(1, -(int)(bits % 24)));
    case 6:
        return double_of(sign | (uint64_t)(1013 + bits % (single ? 138 : 1033)) << 52 | bits >> 12);
    default:
        return second ? ldexp(unit, (int)(bits % 32))
                      : 1 + (unit - 0.5) * ldexp(1, -(int)(bits % 24));
    }
}

static void fill(struct sheet *s, struct rng *r, uint32_t from, uint32_t rows)
{
    for (uint32_t i = 0; i < rows; i++) {
        double x = number(r, from + i, false, s->bytes == 4);
        double y = number(r, from + i, true, s->bytes == 4);
        if (s->bytes == 4) {
            words(s->x)[i] = word_of((float)x);
            words(s->y)[i] = word_of((float)y);
        } else {
            memcpy(&s->x[i], &x, 8);
            memcpy(&s->y[i], &y, 8);
        }
    }
}

static struct sheet sheet;

static void sample(const char *device, vy_level level, uint32_t rows)
{
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        struct rng r = {k};
        uint32_t first = functions[k].exact2 ? 0 : 4 * EDGES * EDGES - 2 * EDGES;
        if (settings.name && strcmp(settings.name, functions[k].name))
            continue;
        open_sheet(&sheet, &functions[k], "f32", device, level);
        for (uint32_t i = 0; i < rows; i++) // a stride through all words
            words(sheet.x)[i] = words(sheet.y)[i] = i * (uint32_t)((UINT64_C(1) << 32) / rows) + 77;
        if (!functions[k].exact2)
            compare_f32(&sheet, rows);
        fill(&sheet, &r, first, rows);
        compare_f32(&sheet, rows);
        close_sheet(&sheet);
        open_sheet(&sheet, &functions[k], "f64", device, level);
        fill(&sheet, &r, first, rows / 4);
        compare_f64(&sheet, rows / 4);
        close_sheet(&sheet);
    }
}

static void samples(void **state)
{
    int code;
    bool real;
    (void)state;
    if (settings.all)
        skip();
    if (settings.device) {
        sample(settings.device, VY_LEVEL_FULL, SAMPLE);
        return;
    }
    sample("oracle", VY_LEVEL_FULL, 4 * FEW);
    sample("cpu", VY_LEVEL_FULL, SAMPLE);
    sample("cpu:lanes=1", VY_LEVEL_NONE, SAMPLE / 4);
    if (gpu_or_interpreter(&code, &real))
        sample("cuda", VY_LEVEL_FULL, real ? SAMPLE : FEW);
}

// ---- everything ----
/// All words of one half, and those with the other sign by symmetry.
static uint64_t compare_both(struct sheet *s, uint32_t base)
{
    static uint32_t plus[ROWS];
    uint64_t asked = 0;
    for (uint32_t i = 0; i < ROWS; i++)
        words(s->x)[i] = base + i;
    asked = compare_f32(s, ROWS);
    memcpy(plus, words(s->r), sizeof plus);
    for (uint32_t i = 0; i < ROWS; i++)
        words(s->x)[i] = base + i + 0x80000000u;
    if (s->f->symmetry == NEITHER)
        return asked + compare_f32(s, ROWS);
    run_sheet(s, ROWS);
    for (uint32_t i = 0; i < ROWS; i++) {
        bool none = plus[i] == 0x7fc00000u;
        uint32_t should = plus[i] ^ (s->f->symmetry == ODD && !none ? 0x80000000u : 0);
        if (words(s->r)[i] != should)
            fail_msg("%s of word %08x is %08x, not %08x", s->f->name, words(s->x)[i],
                     words(s->r)[i], should);
    }
    return asked;
}

static void everything(void **state)
{
    (void)state;
    if (!settings.all)
        skip();
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        const struct function *f = &functions[k];
        struct rng r = {1000 * k + settings.share};
        uint32_t chunks = (UINT32_C(1) << (f->exact2 ? 30 : 31)) / ROWS;
        uint64_t asked = 0, count = 0;
        double most = 0;
        if (settings.name && strcmp(settings.name, f->name))
            continue;
        open_sheet(&sheet, f, "f32", settings.device, VY_LEVEL_FULL);
        for (uint32_t chunk = settings.share; chunk < chunks; chunk += settings.shares) {
            if (f->exact2) {
                fill(&sheet, &r, 4 * EDGES * EDGES, ROWS);
                asked += compare_f32(&sheet, ROWS);
            } else {
                asked += compare_both(&sheet, chunk * ROWS);
            }
            count += (f->exact2 ? 1u : 2u) * (uint64_t)ROWS;
        }
        close_sheet(&sheet);
        open_sheet(&sheet, f, "f64", settings.device, VY_LEVEL_FULL);
        for (uint32_t chunk = settings.share; chunk < 4; chunk += settings.shares) {
            fill(&sheet, &r, 4 * EDGES * EDGES, ROWS);
            double error = compare_f64(&sheet, ROWS);
            most = error > most ? error : most;
        }
        close_sheet(&sheet);
        printf("%s: share %u of %u: %llu f32 right, %llu of them by MPFR; f64 off by %.3f ulp\n",
               f->name, settings.share, settings.shares, (unsigned long long)count,
               (unsigned long long)asked, most);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples), cmocka_unit_test(everything)};
    int result;
    bool real;
    settings.device = argc > 1 ? argv[1] : NULL;
    settings.all = argc > 2 && !strcmp(argv[2], "all");
    settings.name = argc > 3 ? argv[3] : NULL;
    if (argc > 5) {
        settings.share = (uint32_t)strtoul(argv[4], NULL, 10);
        settings.shares = (uint32_t)strtoul(argv[5], NULL, 10);
    }
    if (settings.device && !strcmp(settings.device, "cuda") ? !gpu_or_interpreter(&result, &real)
                                                            : !versus_present(&result))
        return result;
    if (vy_context_create(vy_context_params(.diag = test_log, .diag_user = &settings.log),
                          &settings.context))
        return 1;
    result = cmocka_run_group_tests(tests, NULL, NULL);
    vy_context_destroy(&settings.context);
    mpfr_free_cache();
    return result;
}
