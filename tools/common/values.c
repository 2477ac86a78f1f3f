// Values as text and as bytes, by element type.
#include "values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool type_is_float(vy_type type)
{
    return type == VY_TYPE_F32 || type == VY_TYPE_F64 || type == VY_TYPE_F16 ||
           type == VY_TYPE_BF16;
}

bool type_is_signed(vy_type type)
{
    return type == VY_TYPE_I8 || type == VY_TYPE_I16 || type == VY_TYPE_I32 || type == VY_TYPE_I64;
}

unsigned type_width(vy_type type)
{
    return type == VY_TYPE_BOOL ? 1 : (unsigned)(8 * vy_type_bytes(type));
}

static uint64_t mask_of(vy_type type)
{
    return type_width(type) == 64 ? UINT64_MAX : ((uint64_t)1 << type_width(type)) - 1;
}

// ---- bytes ----
uint64_t element_bits(vy_type type, const void *memory, size_t index)
{
    size_t size = vy_type_bytes(type);
    const unsigned char *at = (const unsigned char *)memory + index * size;
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)at[i] << (8 * i);
    return bits;
}

uint64_t element_get(vy_type type, const void *memory, size_t index)
{
    uint64_t bits = element_bits(type, memory, index);
    return type == VY_TYPE_BOOL ? bits != 0 : bits;
}

void element_set(vy_type type, void *memory, size_t index, uint64_t bits)
{
    size_t size = vy_type_bytes(type);
    unsigned char *at = (unsigned char *)memory + index * size;
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(bits >> (8 * i));
}

static double as_double(vy_type type, uint64_t bits)
{
    union {
        uint32_t u;
        float f;
    } narrow = {.u = (uint32_t)bits};
    union {
        uint64_t u;
        double f;
    } wide = {.u = bits};
    return type == VY_TYPE_F32    ? (double)narrow.f
           : type == VY_TYPE_F16  ? (double)vy_f16_value((uint16_t)bits)
           : type == VY_TYPE_BF16 ? (double)vy_bf16_value((uint16_t)bits)
                                  : wide.f;
}

/// Rounded to f32 so that another rounding, to f16 or bf16, gives what one alone would: what is not
/// exact gets an odd last bit.
static float to_odd(double value)
{
    union {
        float f;
        uint32_t u;
    } v = {.f = (float)value};
    if ((double)v.f == value || value != value)
        return v.f;
    bool away = fabs((double)v.f) > fabs(value);
    v.u = (v.u - away) | 1;
    return v.f;
}

uint64_t float_bits(vy_type type, double value)
{
    union {
        float f;
        uint32_t u;
    } narrow = {.f = (float)value};
    union {
        double f;
        uint64_t u;
    } wide = {.f = value};
    switch (type) {
    case VY_TYPE_F16: return vy_f16_bits(to_odd(value));
    case VY_TYPE_BF16: return vy_bf16_bits(to_odd(value));
    case VY_TYPE_F32: return value != value ? 0x7fc00000u : narrow.u;
    default: return value != value ? 0x7ff8000000000000u : wide.u;
    }
}

static int64_t as_signed(vy_type type, uint64_t bits)
{
    unsigned spare = 64 - type_width(type);
    uint64_t sign = (uint64_t)1 << (type_width(type) - 1);
    bits &= mask_of(type);
    return spare ? (int64_t)(bits ^ sign) - (int64_t)sign : (int64_t)bits;
}

double element_number(vy_type type, uint64_t bits)
{
    if (type_is_float(type))
        return as_double(type, bits);
    return type_is_signed(type) ? (double)as_signed(type, bits) : (double)bits;
}

bool element_less(vy_type type, uint64_t a, uint64_t b)
{
    if (type_is_float(type))
        return as_double(type, a) < as_double(type, b);
    return type_is_signed(type) ? as_signed(type, a) < as_signed(type, b) : a < b;
}

// ---- to text ----
static void float_text(vy_type type, uint64_t bits, char text[VALUE_TEXT])
{
    double value = as_double(type, bits);
    int most = type == VY_TYPE_F64 ? 17 : 9;
    if (value != value) {
        strcpy(text, "nan");
        return;
    }
    for (int digits = 1; digits <= most; digits++) {
        snprintf(text, VALUE_TEXT, "%.*g", digits, value);
        double read = type == VY_TYPE_F32 ? (double)strtof(text, NULL) : strtod(text, NULL);
        if (as_double(type, float_bits(type, read)) == value)
            break;
    }
    if (!strpbrk(text, ".einf"))
        strcat(text, ".0");
}

void value_text(vy_type type, uint64_t bits, char text[VALUE_TEXT])
{
    if (type == VY_TYPE_BOOL)
        strcpy(text, bits ? "true" : "false");
    else if (type_is_float(type))
        float_text(type, bits, text);
    else if (type_is_signed(type))
        snprintf(text, VALUE_TEXT, "%lld", (long long)as_signed(type, bits));
    else
        snprintf(text, VALUE_TEXT, "%llu", (unsigned long long)(bits & mask_of(type)));
}

// ---- from text ----
static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/// The magnitude of an integer; false where the text is none or does not fit 64 bits (*big).
static bool magnitude(const char *text, size_t length, uint64_t *value, bool *big)
{
    int base = 10;
    size_t i = 0;
    *value = 0;
    *big = false;
    if (length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x')
        base = 16, i = 2;
    else if (length > 2 && text[0] == '0' && (text[1] | 0x20) == 'b')
        base = 2, i = 2;
    if (i == length || text[i] == '_' || text[length - 1] == '_')
        return false;
    for (; i < length; i++) {
        if (text[i] == '_')
            continue;
        int digit = digit_of(text[i]);
        if (digit >= base)
            return false;
        if (__builtin_mul_overflow(*value, (uint64_t)base, value) ||
            __builtin_add_overflow(*value, (uint64_t)digit, value))
            *big = true;
    }
    return !*big;
}

static bool out_of_range(vy_type type, const char *text, size_t length, char *why, size_t why_size)
{
    char low[VALUE_TEXT], high[VALUE_TEXT];
    uint64_t top = mask_of(type) >> type_is_signed(type);
    value_text(type, type_is_signed(type) ? ~top & mask_of(type) : 0, low);
    value_text(type, top, high);
    snprintf(why, why_size, "%.*s does not fit %s, which goes from %s to %s", (int)length, text,
             vy_type_name(type), low, high);
    return false;
}

static bool parse_integer(vy_type type, const char *text, size_t length, uint64_t *bits, char *why,
                          size_t why_size)
{
    bool minus = length && text[0] == '-', big = false;
    uint64_t value, top = mask_of(type) >> type_is_signed(type);
    if (length == 3 && text[0] == '\'' && text[2] == '\'') {
        value = (unsigned char)text[1];
    } else if (!magnitude(text + minus, length - minus, &value, &big)) {
        if (big)
            return out_of_range(type, text, length, why, why_size);
        snprintf(why, why_size, "'%.*s' is not a whole number", (int)length, text);
        return false;
    }
    if (value > top + (minus && type_is_signed(type)) || (minus && value && !type_is_signed(type)))
        return out_of_range(type, text, length, why, why_size);
    *bits = (minus ? 0 - value : value) & mask_of(type);
    return true;
}

static bool parse_float(vy_type type, const char *text, size_t length, uint64_t *bits, char *why,
                        size_t why_size)
{
    char copy[512], *end = copy;
    size_t count = 0;
    for (size_t i = 0; i < length && count + 1 < sizeof copy; i++)
        if (text[i] != '_')
            copy[count++] = text[i];
    copy[count] = 0;
    double value = type == VY_TYPE_F32 ? (double)strtof(copy, &end) : strtod(copy, &end);
    // strtod also takes leading blanks and "nan(…)", which are no values of ours.
    if (!count || *end || strchr(copy, '(') || copy[0] <= ' ' || count + 1 == sizeof copy) {
        snprintf(why, why_size, "'%.*s' is not a number", (int)(length < 80 ? length : 80), text);
        return false;
    }
    *bits = float_bits(type, value);
    if (!strcasestr(copy, "inf") && isinf(as_double(type, *bits))) {
        snprintf(why, why_size, "%s is too large for %s; write inf if that is meant", copy,
                 vy_type_name(type));
        return false;
    }
    return true;
}

bool value_parse(vy_type type, const char *text, size_t length, uint64_t *bits, char *why,
                 size_t why_size)
{
    while (length && (*text == ' ' || *text == '\t'))
        text++, length--;
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    if (type_is_float(type))
        return parse_float(type, text, length, bits, why, why_size);
    if (type != VY_TYPE_BOOL)
        return parse_integer(type, text, length, bits, why, why_size);
    bool yes = (length == 4 && !memcmp(text, "true", 4)) || (length == 1 && *text == '1');
    if (!yes && !(length == 5 && !memcmp(text, "false", 5)) && !(length == 1 && *text == '0')) {
        snprintf(why, why_size, "'%.*s' is neither true nor false", (int)length, text);
        return false;
    }
    *bits = yes;
    return true;
}
