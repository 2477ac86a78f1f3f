// Arithmetic on numbers that have no type yet.
#include "ir/parse.h"
#include "ir/sem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 uwide;
static const vyi_wide wide_max = (vyi_wide)(~(uwide)0 >> 1);

static uint64_t bits_of(const struct untyped *u, uint8_t type)
{
    uint64_t bits = 0;
    if (type == VY_TYPE_F32)
        memcpy(&bits, &u->f, sizeof u->f);
    else
        memcpy(&bits, &u->d, sizeof u->d);
    return bits;
}

struct untyped vyi_untyped_bits(uint64_t f32, uint64_t f64)
{
    struct untyped u = {.i = 0};
    uint32_t low = (uint32_t)f32;
    memcpy(&u.f, &low, sizeof u.f);
    memcpy(&u.d, &f64, sizeof u.d);
    return u;
}

struct untyped vyi_untyped_float(vyi_wide i)
{
    struct untyped u = {.i = 0};
    u.d = (double)i;
    u.f = (float)i;
    return u;
}

// ---- reading ----
static unsigned digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
}

static vyi_why read_int(const char *text, size_t length, struct untyped *u)
{
    unsigned base = 10;
    size_t i = 0;
    if (length > 1 && text[0] == '0' && ((text[1] | 32) == 'x' || (text[1] | 32) == 'b')) {
        base = (text[1] | 32) == 'x' ? 16 : 2;
        i = 2;
    }
    uint64_t small = 0; // 15 digits of any base fit, without arithmetic on 128 bits
    for (size_t most = i + 15; i < length && i < most; i++)
        if (text[i] != '_')
            small = small * base + digit(text[i]);
    vyi_wide value = small;
    for (; i < length; i++) {
        if (text[i] == '_')
            continue;
        if (value > (wide_max - 15) / base)
            return "it is too large for any type";
        value = value * base + digit(text[i]);
    }
    u->i = value;
    return NULL;
}

/// A decimal of few digits and a small exponent, in one exact operation for each width.
static bool read_short(uint64_t digits, long exponent, struct untyped *u)
{
    static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10};
    long size = exponent < 0 ? -exponent : exponent;
    if (digits >> 24 || size > 10) // then both factors are exact as an f32
        return false;
    double d = (double)digits;
    float f = (float)digits;
    u->d = exponent < 0 ? d / tens[size] : d * tens[size];
    u->f = exponent < 0 ? f / (float)tens[size] : f * (float)tens[size];
    return true;
}

/// The digits without point, and an exponent that makes up for it, whatever the locale.
static vyi_why read_real(const char *text, size_t length, struct untyped *u)
{
    char whole[448];
    size_t count = 0, i = 0;
    long exponent = 0;
    uint64_t value = 0;
    bool after = false;
    for (; i < length && (text[i] | 32) != 'e' && count < sizeof whole - 32; i++) {
        if (text[i] == '.')
            after = true;
        else if (text[i] != '_') {
            whole[count++] = text[i];
            exponent -= after;
            value = value >> 56 ? value : value * 10 + digit(text[i]);
        }
    }
    if (i < length && (text[i] | 32) == 'e') {
        bool minus = text[++i] == '-';
        long given = 0;
        for (i += minus || text[i] == '+'; i < length; i++)
            if (text[i] != '_' && given < 100000)
                given = given * 10 + (long)digit(text[i]);
        exponent += minus ? -given : given;
    }
    if (read_short(value, exponent, u))
        return NULL;
    snprintf(whole + count, sizeof whole - count, "e%ld", exponent);
    u->d = strtod(whole, NULL);
    u->f = strtof(whole, NULL);
    return bits_of(u, VY_TYPE_F64) == 0x7ff0000000000000u ? "it is too large for any type" : NULL;
}

vyi_why vyi_untyped_read(const char *text, size_t length, bool real, struct untyped *u,
                         uint8_t *type)
{
    bool hex = length > 1 && (text[1] | 32) == 'x';
    size_t end = 0;
    *type = 0;
    *u = (struct untyped){.i = 0};
    // the suffix begins at the last letter u, i or f (hexadecimal: only u or i)
    for (size_t i = 1; i < length && !end; i++)
        if (text[i] == 'u' || text[i] == 'i' || (text[i] == 'f' && !hex))
            end = i;
    if (end)
        *type = vyi_type_find(text + end, length - end);
    else
        end = length;
    if (real)
        return read_real(text, end, u);
    vyi_why why = read_int(text, end, u);
    if (!why && vyi_type_class(*type) == VYI_CLASS_FLOAT) // 2f32
        return read_real(text, end, u);
    return why;
}

// ---- integers ----
static vyi_why shift(uint8_t op, vyi_wide a, vyi_wide count, vyi_wide *r)
{
    if (count < 0 || count > 126)
        return "the shift count is outside of 0 to 126";
    if (op == VYI_OP_SHR) {
        *r = a >> (int)count;
        return NULL;
    }
    *r = (vyi_wide)((uwide)a << (int)count);
    return *r >> (int)count == a ? NULL : "the result has more than 127 bits";
}

static vyi_why divide(uint8_t op, vyi_wide a, vyi_wide b, vyi_wide *r)
{
    if (!b)
        return "it divides by zero";
    if (b == -1) {
        *r = op == VYI_OP_REM ? 0 : -a;
        return NULL;
    }
    *r = op == VYI_OP_REM ? a % b : op == VYI_OP_DIV ? a / b : a / b + (a % b != 0);
    return op == VYI_OP_CEIL_DIV && (a < 0 || b < 0) ? "ceil_div takes unsigned numbers" : NULL;
}

static vyi_why int_op(uint8_t op, const struct untyped *v, vyi_wide *r, int *truth)
{
    static const char over[] = "the result has more than 127 bits";
    vyi_wide a = v[0].i, b = vyi_op_info(op)->arity > 1 ? v[1].i : 0;
    switch (op) {
    case VYI_OP_NEG: *r = -a; return NULL;
    case VYI_OP_INV: *r = ~a; return NULL;
    case VYI_OP_ADD: return __builtin_add_overflow(a, b, r) ? over : NULL;
    case VYI_OP_SUB: return __builtin_sub_overflow(a, b, r) ? over : NULL;
    case VYI_OP_MUL: return __builtin_mul_overflow(a, b, r) ? over : NULL;
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_CEIL_DIV: return divide(op, a, b, r);
    case VYI_OP_AND: *r = a & b; return NULL;
    case VYI_OP_OR: *r = a | b; return NULL;
    case VYI_OP_XOR: *r = a ^ b; return NULL;
    case VYI_OP_SHL:
    case VYI_OP_SHR: return shift(op, a, b, r);
    case VYI_OP_EQ: *truth = a == b; return NULL;
    case VYI_OP_NE: *truth = a != b; return NULL;
    case VYI_OP_LT: *truth = a < b; return NULL;
    case VYI_OP_LE: *truth = a <= b; return NULL;
    case VYI_OP_GT: *truth = a > b; return NULL;
    case VYI_OP_GE: *truth = a >= b; return NULL;
    case VYI_OP_MIN: *r = a < b ? a : b; return NULL;
    case VYI_OP_MAX: *r = a > b ? a : b; return NULL;
    case VYI_OP_ABS: *r = a < 0 ? -a : a; return NULL;
    case VYI_OP_CLAMP:
        a = a > b ? a : b;
        *r = a < v[2].i ? a : v[2].i;
        return NULL;
    default: return "it needs a type";
    }
}

/// Ops whose result, cut to a width, is what that width computes on cut operands.
static bool is_modular(uint8_t op)
{
    return op == VYI_OP_NEG || op == VYI_OP_INV || op == VYI_OP_ADD || op == VYI_OP_SUB ||
           op == VYI_OP_MUL || op == VYI_OP_AND || op == VYI_OP_OR || op == VYI_OP_XOR ||
           op == VYI_OP_SHL;
}

bool vyi_untyped_knows(uint8_t op, bool real)
{
    if (real)
        return vyi_sem(op, VY_TYPE_F32) && vyi_op_info(op)->rule != VYI_RULE_TO_BITS;
    static const struct untyped ones[3] = {{.i = 1}, {.i = 1}, {.i = 1}};
    vyi_wide r;
    int truth;
    return !int_op(op, ones, &r, &truth);
}

vyi_why vyi_untyped_op(uint8_t op, bool real, bool wraps, const struct untyped *v,
                       struct untyped *result, int *truth)
{
    *truth = -1;
    *result = (struct untyped){.i = 0};
    if (!real) {
        if (wraps && !is_modular(op))
            return "'~' of an untyped number needs a type here, as in ~0u32";
        vyi_wide r = 0;
        vyi_why why = int_op(op, v, &r, truth);
        result->i = r;
        return !why && r == -wide_max - 1 ? "the result has more than 127 bits" : why;
    }
    vyi_sem_fn narrow = vyi_sem(op, VY_TYPE_F32), broad = vyi_sem(op, VY_TYPE_F64);
    if (!narrow || !broad)
        return "it takes no floats";
    unsigned n = vyi_op_info(op)->arity;
    uint64_t f[3] = {0}, d[3] = {0};
    for (unsigned i = 0; i < n; i++) {
        f[i] = bits_of(&v[i], VY_TYPE_F32);
        d[i] = bits_of(&v[i], VY_TYPE_F64);
    }
    uint64_t single = narrow(f[0], f[1], f[2]), twice = broad(d[0], d[1], d[2]);
    if (vyi_op_info(op)->rule == VYI_RULE_COMPARE)
        *truth = single != 0; // where nothing decides they are f32
    else
        *result = vyi_untyped_bits(single, twice);
    return NULL;
}

// ---- giving a type ----
static unsigned width_of(uint8_t type)
{
    return type == VY_TYPE_U64 || type == VY_TYPE_I64 ? 64 : 32;
}

static uint64_t cut(vyi_wide i, uint8_t type)
{
    return width_of(type) == 64 ? (uint64_t)i : (uint64_t)i & 0xffffffff;
}

bool vyi_untyped_take(const struct untyped *u, bool real, bool wraps, uint8_t type, uint64_t *bits)
{
    uint8_t class = vyi_type_class(type);
    if (class == VYI_CLASS_FLOAT && real) {
        *bits = bits_of(u, type); // 1e300 is a number, but no f32
        return type != VY_TYPE_F32 || *bits != (*bits & 0x80000000u) + 0x7f800000u ||
               (bits_of(u, VY_TYPE_F64) & INT64_MAX) == 0x7ff0000000000000u;
    }
    if (real || class == VYI_CLASS_BOOL || !class)
        return false;
    vyi_wide one = 1, top = one << width_of(type), half = top / 2;
    if (class == VYI_CLASS_FLOAT) {
        struct untyped made = vyi_untyped_float(u->i);
        vyi_wide limit = one << 100; // keeps the way back in range
        *bits = bits_of(&made, type);
        return u->i <= limit && u->i >= -limit &&
               (type == VY_TYPE_F32 ? (vyi_wide)made.f : (vyi_wide)made.d) == u->i;
    }
    *bits = cut(u->i, type);
    if (class == VYI_CLASS_UINT)
        return u->i < top && u->i >= (wraps ? -top : 0);
    return u->i < half && u->i >= -half;
}

uint64_t vyi_untyped_cast(const struct untyped *u, bool real, uint8_t type)
{
    if (real)
        return type == VY_TYPE_F32 ? bits_of(u, type)
                                   : vyi_sem_cast(VY_TYPE_F64, type, bits_of(u, VY_TYPE_F64));
    if (type == VY_TYPE_BOOL)
        return u->i != 0;
    if (vyi_type_class(type) != VYI_CLASS_FLOAT)
        return cut(u->i, type);
    struct untyped made = vyi_untyped_float(u->i);
    return bits_of(&made, type);
}

uint8_t vyi_untyped_default(const struct untyped *u, bool real, bool wraps)
{
    return real ? VY_TYPE_F32 : u->i < 0 && !wraps ? VY_TYPE_I32 : VY_TYPE_U32;
}

void vyi_untyped_show(const struct untyped *u, bool real, char out[48])
{
    if (real) {
        snprintf(out, 48, "%.9g", u->d);
        return;
    }
    char digits[48];
    size_t at = sizeof digits;
    uwide rest = u->i < 0 ? -(uwide)u->i : (uwide)u->i;
    digits[--at] = 0;
    do
        digits[--at] = (char)('0' + (int)(rest % 10));
    while (rest /= 10);
    if (u->i < 0)
        digits[--at] = '-';
    memcpy(out, digits + at, sizeof digits - at);
}
