// The rows of `vyre bench math` with glibc's vector mathematics, which may be off by 4 ulp: built
// with -O3 -ffast-math -march=native, into libvyre-bench-math.so. Buffers `b` and numbers `n` are
// those of tools/bench/math.c, in its order.
#include <math.h>
#include <stdint.h>

#define PEER(name)                                                   \
    __attribute__((visibility("default"))) void vyre_library_##name( \
        void *const *b, const uint64_t *n, int threads)
#define ONE(name, function)                                                                        \
    PEER(name)                                                                                     \
    {                                                                                              \
        const float *restrict x = b[0];                                                            \
        float *restrict y = b[1];                                                                  \
        _Pragma("omp parallel for simd schedule(static) num_threads(threads)") for (uint64_t i =   \
                                                                                        0;         \
                                                                                    i < n[0]; i++) \
            y[i] = function(x[i]);                                                                 \
    }

ONE(exp, expf)
ONE(log, logf)
ONE(sin, sinf)

PEER(pow)
{
    const float *restrict x = b[0], *restrict z = b[1];
    float *restrict y = b[2];
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        y[i] = powf(x[i], z[i]);
}

PEER(sum)
{
    const float *x = b[0];
    float sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum) num_threads(threads)
    for (uint64_t i = 0; i < n[0]; i++)
        sum += x[i];
    *(float *)b[1] = sum;
}
