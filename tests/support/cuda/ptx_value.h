// Values of PTX as 64 bits: what their types say of them.
#ifndef TESTS_SUPPORT_CUDA_PTX_VALUE_H
#define TESTS_SUPPORT_CUDA_PTX_VALUE_H

#include "support/cuda/ptx.h"

#include <math.h>
#include <string.h>

static inline unsigned bytes_of(uint8_t type)
{
    static const uint8_t bytes[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8};
    return bytes[type];
}
static inline bool is_signed(uint8_t type)
{
    return type >= T_S8 && type <= T_S64;
}
static inline bool is_float(uint8_t type)
{
    return type >= T_F32;
}
static inline uint64_t cut(uint8_t type, uint64_t v)
{
    unsigned bits = 8 * bytes_of(type);
    return type == T_PRED ? v & 1 : bits == 64 ? v : v & (((uint64_t)1 << bits) - 1);
}
static inline int64_t as_signed(uint8_t type, uint64_t v)
{
    unsigned up = 64 - 8 * bytes_of(type);
    return (int64_t)(v << up) >> up;
}
static inline float as_f32(uint64_t v)
{
    uint32_t bits = (uint32_t)v;
    float f;
    memcpy(&f, &bits, 4);
    return f;
}
static inline double as_f64(uint64_t v)
{
    double f;
    memcpy(&f, &v, 8);
    return f;
}
static inline uint64_t from_f32(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return isnan(f) ? 0x7fffffff : bits;
}
static inline uint64_t from_f64(double f)
{
    uint64_t bits;
    memcpy(&bits, &f, 8);
    return isnan(f) ? 0xfff8000000000000u : bits;
}
static inline double as_float(uint8_t type, uint64_t v)
{
    return type == T_F32 ? (double)as_f32(v) : as_f64(v);
}

/// What a cvt makes of a value.
uint64_t ptx_convert(const struct ptx_ins *i, uint64_t v);

#endif
