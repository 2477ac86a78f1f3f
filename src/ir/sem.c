#include "ir/sem.h"

#include "ir/program.h"

#include <math.h>
#include <string.h>

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

// ---- values to and from bits ----
static inline float get_f32(uint64_t v)
{
    uint32_t w = (uint32_t)v;
    float f;
    memcpy(&f, &w, sizeof f);
    return f;
}
static inline double get_f64(uint64_t v)
{
    double d;
    memcpy(&d, &v, sizeof d);
    return d;
}
static inline uint64_t put_f32(float f)
{
    uint32_t w;
    memcpy(&w, &f, sizeof w);
    return f != f ? 0x7fc00000u : w;
}
static inline uint64_t put_f64(double d)
{
    uint64_t w;
    memcpy(&w, &d, sizeof w);
    return d != d ? 0x7ff8000000000000u : w;
}
static inline uint64_t put_32(uint32_t v)
{
    return v;
}
static inline uint64_t put_64(uint64_t v)
{
    return v;
}
static inline uint64_t put_nan(bool wide)
{
    return wide ? 0x7ff8000000000000u : 0x7fc00000u;
}
#define PUT(e)                  \
    _Generic((e), float         \
             : put_f32, double  \
             : put_f64, int32_t \
             : put_32, uint32_t \
             : put_32, int64_t  \
             : put_64, uint64_t \
             : put_64)(e)

// ---- the macros of SEM ----
#define NO ((T)0)
#define WRAP(l, op, r) ((T)((U)(l)op(U)(r)))
#define UDIV(a, b) ((b) ? (a) / (b) : (T) ~(T)0)
#define UREM(a, b) ((b) ? (a) % (b) : (T)0)
#define SDIV(a, b) ((b) == 0 ? (T)0 : (b) == -1 ? WRAP(0, -, a) : (a) / (b))
#define SREM(a, b) ((b) == 0 || (b) == -1 ? (T)0 : (a) % (b))
#define SHIFT_COUNT(b) ((unsigned)(b) & (W - 1))
#define LESSER(a, b) ((b) < (a) ? (b) : (a))
#define GREATER(a, b) ((b) > (a) ? (b) : (a))
#define CLAMP(a, lo, hi) LESSER(GREATER(a, lo), hi)
#define CEIL_DIV(a, b) ((b) ? (T)((a) / (b) + ((a) % (b) != 0)) : (T) ~(T)0)
#define MULHI_U(a, b) ((T)((u128)(a) * (u128)(b) >> W))
#define MULHI_S(a, b) ((T)((i128)(a) * (i128)(b) >> W))
#define POPCOUNT(a) ((T)__builtin_popcountll((U)(a)))
#define CLZ(a) ((a) ? (T)(__builtin_clzll((U)(a)) - (64 - W)) : (T)W)
#define CTZ(a) ((a) ? (T)__builtin_ctzll((U)(a)) : (T)W)
#define REVERSE(a) ((T)reverse_bits((U)(a), W))
#define ROTL(a, b) ((T)rotate_left((U)(a), SHIFT_COUNT(b), W))
#define ROTR(a, b) ((T)rotate_left((U)(a), SHIFT_COUNT(WRAP(0, -, b)), W))
#define BY_FLOAT(x, f, d) _Generic((x), float : f, default : d)
// A NaN operand loses; of zeros, -0 is the smaller.
#define FMIN(x, y)                           \
    ((x) != (x)   ? (y)                      \
     : (y) != (y) ? (x)                      \
     : (x) == (y) ? (signbit(x) ? (x) : (y)) \
     : (x) < (y)  ? (x)                      \
                  : (y))
#define FMAX(x, y)                           \
    ((x) != (x)   ? (y)                      \
     : (y) != (y) ? (x)                      \
     : (x) == (y) ? (signbit(x) ? (y) : (x)) \
     : (x) > (y)  ? (x)                      \
                  : (y))
#define FABS(a) BY_FLOAT(a, fabsf, fabs)(a)
#define FUSED(a, b, c) BY_FLOAT(a, fmaf, fma)(a, b, c)
#define SQRT(a) BY_FLOAT(a, sqrtf, sqrt)(a)
#define FLOOR(a) BY_FLOAT(a, floorf, floor)(a)
#define CEIL(a) BY_FLOAT(a, ceilf, ceil)(a)
#define TRUNC(a) BY_FLOAT(a, truncf, trunc)(a)
#define ROUND_EVEN(a) BY_FLOAT(a, rintf, rint)(a)
#define TO_BITS(a) BY_FLOAT(a, put_f32, put_f64)(a)
#define FROM_BITS(a) _Generic((a), uint32_t : get_f32, default : get_f64)(a)

static inline uint64_t reverse_bits(uint64_t v, unsigned width)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < width; i++)
        r |= (v >> i & 1) << (width - 1 - i);
    return r;
}
static inline uint64_t rotate_left(uint64_t v, unsigned by, unsigned width)
{
    return by ? v << by | v >> (width - by) : v;
}

// ---- one function for each op and type ----
// A column that the op does not have is NO: it compiles, and vyi_sem() never hands it out.
#define FUNCTION(NAME, suffix, type, twin, width, get, expression)               \
    static uint64_t sem_##NAME##_##suffix(uint64_t a_, uint64_t b_, uint64_t c_) \
    {                                                                            \
        typedef type T;                                                          \
        typedef twin U;                                                          \
        enum { W = width };                                                      \
        const T a = (T)get(a_), b = (T)get(b_), c = (T)get(c_);                  \
        (void)sizeof(U), (void)a, (void)b, (void)c;                              \
        return PUT(expression);                                                  \
    }
#define SEM(u, s, f) u, s, f
#define FUNCTIONS(NAME, u, s, f)                         \
    FUNCTION(NAME, u32, uint32_t, uint32_t, 32, , u)     \
    FUNCTION(NAME, i32, int32_t, uint32_t, 32, , s)      \
    FUNCTION(NAME, u64, uint64_t, uint64_t, 64, , u)     \
    FUNCTION(NAME, i64, int64_t, uint64_t, 64, , s)      \
    FUNCTION(NAME, f32, float, uint32_t, 32, get_f32, f) \
    FUNCTION(NAME, f64, double, uint64_t, 64, get_f64, f)
#define FUNCTIONS_OF(...) FUNCTIONS(__VA_ARGS__)
#define OP(NAME, number, spelling, arity, binds, rule, classes, flags, sem, ...) \
    FUNCTIONS_OF(NAME, sem)
#include "ir/ops.def"

static const vyi_sem_fn functions[][VYI_TYPE_COUNT] = {
#define OP(NAME, number, spelling, arity, binds, rule, classes, flags, sem, ...)     \
    [number] = {[VY_TYPE_BOOL] = sem_##NAME##_u32, [VY_TYPE_U32] = sem_##NAME##_u32, \
                [VY_TYPE_I32] = sem_##NAME##_i32,  [VY_TYPE_U64] = sem_##NAME##_u64, \
                [VY_TYPE_I64] = sem_##NAME##_i64,  [VY_TYPE_F32] = sem_##NAME##_f32, \
                [VY_TYPE_F64] = sem_##NAME##_f64},
#include "ir/ops.def"
};

vyi_sem_fn vyi_sem(uint8_t op, uint8_t type)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    if (info->kind != VYI_KIND_OP || type >= VYI_TYPE_COUNT ||
        !(info->classes & vyi_type_class(type)))
        return NULL;
    return functions[op][type];
}

// ---- conversions ----
static double saturate(double v, double low, double high)
{
    return v != v ? 0 : v < low ? low : v > high ? high : trunc(v);
}

static uint64_t from_float(double v, uint8_t to)
{
    switch (to) {
    case VY_TYPE_BOOL: return v != 0;
    case VY_TYPE_U32: return (uint32_t)saturate(v, 0, UINT32_MAX);
    case VY_TYPE_I32: return (uint32_t)(int32_t)saturate(v, INT32_MIN, INT32_MAX);
    case VY_TYPE_U64: // NaN is 0, as below zero
        return !(v > 0) ? 0 : v >= 18446744073709551616.0 ? UINT64_MAX : (uint64_t)v;
    case VY_TYPE_I64:
        if (v != v || v >= 9223372036854775808.0)
            return v != v ? 0 : INT64_MAX;
        return (uint64_t)(v < -9223372036854775808.0 ? INT64_MIN : (int64_t)v);
    case VY_TYPE_F32: return put_f32((float)v);
    default: return put_f64(v);
    }
}

static uint64_t from_int(uint64_t v, bool is_signed, uint8_t to)
{
    switch (to) {
    case VY_TYPE_BOOL: return v != 0;
    case VY_TYPE_U32:
    case VY_TYPE_I32: return (uint32_t)v;
    case VY_TYPE_F32: return put_f32(is_signed ? (float)(int64_t)v : (float)v);
    case VY_TYPE_F64: return put_f64(is_signed ? (double)(int64_t)v : (double)v);
    default: return v;
    }
}

uint64_t vyi_sem_cast(uint8_t from, uint8_t to, uint64_t value)
{
    switch (from) {
    case VY_TYPE_I32: return from_int((uint64_t)(int32_t)value, true, to);
    case VY_TYPE_I64: return from_int(value, true, to);
    case VY_TYPE_F32: return from_float((double)get_f32(value), to);
    case VY_TYPE_F64: return from_float(get_f64(value), to);
    default: return from_int(value, false, to);
    }
}

// ---- memory ----
uint16_t vy_f16_bits(float value)
{
    uint32_t bits = (uint32_t)put_f32(value), size = bits & 0x7fffffffu, sign = bits >> 16 & 0x8000;
    if (size > 0x7f800000u)
        return 0x7e00;
    if (size >= 0x47800000u) // from 2^16 on; from 65520 on the rounding below gives inf as well
        return (uint16_t)(sign | 0x7c00);
    if (size >= 0x38800000u) // a carry out of the fraction raises the exponent
        return (uint16_t)(sign | ((size + 0xfff + (size >> 13 & 1) - 0x38000000u) >> 13));
    // Subnormal: a multiple of 2^-24. Below 2^-25 a shift by 25 leaves 0, as it should.
    uint32_t digits = (size & 0x7fffffu) | 0x800000u, shift = 126 - (size >> 23);
    shift = shift < 25 ? shift : 25;
    return (uint16_t)(sign | ((digits + (1u << (shift - 1)) - 1 + (digits >> shift & 1)) >> shift));
}

uint16_t vy_bf16_bits(float value)
{
    uint32_t bits = (uint32_t)put_f32(value); // of a NaN no carry comes to the sign
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float vy_f16_value(uint16_t bits)
{
    uint32_t size = bits & 0x7fffu, sign = (uint32_t)(bits & 0x8000) << 16;
    if (size < 0x400)
        return sign ? -(float)size * 0x1p-24f : (float)size * 0x1p-24f;
    return get_f32(size > 0x7c00    ? 0x7fc00000u
                   : size == 0x7c00 ? sign | 0x7f800000u
                                    : sign | ((size << 13) + 0x38000000u));
}

float vy_bf16_value(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    return get_f32(wide << 1 > 0xff000000u ? 0x7fc00000u : wide);
}

uint64_t vyi_sem_load(uint8_t elem, const void *at)
{
    uint8_t b;
    uint16_t h;
    uint32_t w;
    uint64_t d;
    switch (elem) {
    case VY_TYPE_U8:
    case VY_TYPE_I8: memcpy(&b, at, 1); return elem == VY_TYPE_U8 ? b : (uint32_t)(int8_t)b;
    case VY_TYPE_U16:
    case VY_TYPE_I16: memcpy(&h, at, 2); return elem == VY_TYPE_U16 ? h : (uint32_t)(int16_t)h;
    case VY_TYPE_F16: memcpy(&h, at, 2); return put_f32(vy_f16_value(h));
    case VY_TYPE_BF16: memcpy(&h, at, 2); return put_f32(vy_bf16_value(h));
    case VY_TYPE_BOOL: memcpy(&w, at, 4); return w != 0;
    case VY_TYPE_U32:
    case VY_TYPE_I32: memcpy(&w, at, 4); return w;
    case VY_TYPE_F32: memcpy(&w, at, 4); return (w & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : w;
    case VY_TYPE_F64:
        memcpy(&d, at, 8);
        return (d & INT64_MAX) > 0x7ff0000000000000u ? 0x7ff8000000000000u : d;
    default: memcpy(&d, at, 8); return d;
    }
}

void vyi_sem_store(uint8_t elem, void *at, uint64_t value)
{
    if (elem == VY_TYPE_BOOL)
        value = value != 0;
    else if (elem == VY_TYPE_F16)
        value = vy_f16_bits(get_f32(value));
    else if (elem == VY_TYPE_BF16)
        value = vy_bf16_bits(get_f32(value));
    memcpy(at, &value, vyi_type_bytes(elem)); // little-endian: the low bytes come first
}

uint64_t vyi_sem_identity(uint8_t op, uint8_t type)
{
    bool is_float = vyi_type_class(type) == VYI_CLASS_FLOAT, wide = vyi_type_bytes(type) == 8;
    uint64_t ones = type == VY_TYPE_BOOL ? 1 : wide ? UINT64_MAX : UINT32_MAX;
    uint64_t top = wide ? (uint64_t)1 << 63 : (uint64_t)1 << 31; // the sign bit
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    switch (op) {
    case VYI_OP_ADD:
        return is_float ? top : 0; // -0.0 + x is x for every x, +0.0 is not
    // A NaN operand of min and max loses, so NaN is the one value that changes nothing.
    case VYI_OP_MIN: return is_float ? put_nan(wide) : is_signed ? top - 1 : ones;
    case VYI_OP_MAX: return is_float ? put_nan(wide) : is_signed ? top : 0;
    case VYI_OP_AND: return ones;
    default: return 0;
    }
}
