// vyre bench math: functions of lib/math.vy over an array, and the sum of lib/exact.vy. Each row is
// a program of bench/math beside glibc's vector mathematics, and the sum beside ordinary additions
// (sum_other.vy). The others round differently, so results are compared to 1 part in 10,000.
#include "rows.h"

#include <math.h>
#include <string.h>

enum { OURS, ROUNDS = 9, USUAL = 1 << 24 };

static void fill(struct bench_work *w, const char *name, uint64_t n, double low, double high)
{
    uint64_t seed = 4;
    float *x = bench_add(w, name, BENCH_IN, n * 4);
    w->number[0] = n;
    for (uint64_t i = 0; i < n; i++)
        x[i] = (float)(low + (high - low) * ((double)(bench_random(&seed) >> 11) * 0x1p-53));
}

static void make_exp(struct bench_work *w, uint64_t n)
{
    fill(w, "x", n, -80, 80);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void make_log(struct bench_work *w, uint64_t n)
{
    fill(w, "x", n, 1e-6, 1e6);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void make_sin(struct bench_work *w, uint64_t n)
{
    fill(w, "x", n, -100, 100);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void make_pow(struct bench_work *w, uint64_t n)
{
    fill(w, "x", n, 0.01, 100);
    fill(w, "z", n, -4, 4);
    bench_add(w, "y", BENCH_OUT, n * 4);
}

static void make_sum(struct bench_work *w, uint64_t n)
{
    fill(w, "x", n, 0, 1);
    bench_add(w, "y", BENCH_OUT, 4);
}

/// Takes our results for those of a peer that are close to them.
static bool normalise(struct bench_stage *s, size_t runner)
{
    size_t last = s->work.buffer_count - 1;
    float *is = bench_result(s, last, runner), *ours = bench_result(s, last, OURS);
    for (uint64_t i = 0; runner != OURS && i < s->work.buffers[last].bytes / 4; i++)
        if (fabsf(is[i] - ours[i]) <= 1e-4f * fabsf(ours[i]) + 1e-6f)
            is[i] = ours[i];
    return true;
}

int bench_math(struct bench *b)
{
    static const struct bench_row rows[] = {{"exp", NULL, make_exp},
                                            {"log", NULL, make_log},
                                            {"sin", NULL, make_sin},
                                            {"pow", NULL, make_pow},
                                            {"sum", NULL, make_sum}};
    static const struct bench_rows suite = {
        .suite = "math",
        .folder = "bench/math",
        .rows = rows,
        .count = sizeof rows / sizeof *rows,
        .peers = {{"other", "there is no other form"}, {"library", "built without OpenMP"}},
        .libraries = {"libvyre-bench-math.so"},
        .rounds = ROUNDS,
        .usual = USUAL,
        .normalise = normalise,
        .note = "Ours are rounded correctly,\nthe others agree to 1 part in 10,000.",
    };
    return bench_rows_run(&suite, b);
}
