// What breaks the naive version, which computes with the ends alone: an operation may wrap, and
// then any value may come of it; division by zero gives all ones; a shift takes its count modulo
// the width.
#include "facts/bounds.h"

struct vyi_range vyi_type_range(uint8_t type)
{
    switch (type) {
    case VY_TYPE_BOOL: return (struct vyi_range){0, 1};
    case VY_TYPE_U8: return (struct vyi_range){0, UINT8_MAX};
    case VY_TYPE_I8: return (struct vyi_range){INT8_MIN, INT8_MAX};
    case VY_TYPE_U16: return (struct vyi_range){0, UINT16_MAX};
    case VY_TYPE_I16: return (struct vyi_range){INT16_MIN, INT16_MAX};
    case VY_TYPE_U32: return (struct vyi_range){0, UINT32_MAX};
    case VY_TYPE_I32: return (struct vyi_range){INT32_MIN, INT32_MAX};
    case VY_TYPE_U64: return (struct vyi_range){0, VYI_UNBOUNDED};
    default: return (struct vyi_range){INT64_MIN, VYI_UNBOUNDED};
    }
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct vyi_range vyi_range_meet(struct vyi_range a, struct vyi_range b)
{
    struct vyi_range both = {greater(a.lo, b.lo), lesser(a.hi, b.hi)};
    return both.lo <= both.hi ? both
                              : a; // an empty range would break arithmetic: code is dead here
}

struct vyi_range vyi_range_join(struct vyi_range a, struct vyi_range b)
{
    return (struct vyi_range){lesser(a.lo, b.lo), greater(a.hi, b.hi)};
}

struct vyi_range vyi_range_cast(uint8_t type, struct vyi_range r)
{
    struct vyi_range all = vyi_type_range(type);
    bool fits = r.lo >= all.lo && r.hi <= all.hi && (r.hi != VYI_UNBOUNDED || type == VY_TYPE_U64);
    return fits ? r : all;
}

/// The least number of the form 2^k - 1 that is not below.
static int64_t all_bits(int64_t value)
{
    uint64_t v = (uint64_t)value;
    for (unsigned shift = 1; shift < 64; shift *= 2)
        v |= v >> shift;
    return (int64_t)v;
}

/// Of u64 that may be anything, the largest there is; of others their own.
static uint64_t most_of(struct vyi_range r)
{
    return r.hi == VYI_UNBOUNDED ? UINT64_MAX : (uint64_t)r.hi;
}

static int64_t bounded(uint64_t value)
{
    return value < INT64_MAX ? (int64_t)value : VYI_UNBOUNDED;
}

static bool sum(struct vyi_range a, struct vyi_range b, struct vyi_range *r)
{
    return !__builtin_add_overflow(a.lo, b.lo, &r->lo) &&
           !__builtin_add_overflow(a.hi, b.hi, &r->hi);
}

static bool difference(struct vyi_range a, struct vyi_range b, struct vyi_range *r)
{
    return !__builtin_sub_overflow(a.lo, b.hi, &r->lo) &&
           !__builtin_sub_overflow(a.hi, b.lo, &r->hi);
}

static bool product(struct vyi_range a, struct vyi_range b, struct vyi_range *r)
{
    int64_t all[4];
    if (__builtin_mul_overflow(a.lo, b.lo, &all[0]) ||
        __builtin_mul_overflow(a.lo, b.hi, &all[1]) ||
        __builtin_mul_overflow(a.hi, b.lo, &all[2]) || __builtin_mul_overflow(a.hi, b.hi, &all[3]))
        return false;
    r->lo = lesser(lesser(all[0], all[1]), lesser(all[2], all[3]));
    r->hi = greater(greater(all[0], all[1]), greater(all[2], all[3]));
    return true;
}

/// ADD, SUB, MUL, SHL: exact where no value leaves the type.
static struct vyi_range exact(uint8_t op, uint8_t type, const struct vyi_range *of, bool *wraps)
{
    struct vyi_range all = vyi_type_range(type), b = of[1], r = {0, 0};
    bool fits = of[0].hi != VYI_UNBOUNDED && b.hi != VYI_UNBOUNDED;
    if (op == VYI_OP_SHL) {
        fits &= b.lo >= 0 && b.hi < 31;
        b = fits ? (struct vyi_range){INT64_C(1) << b.lo, INT64_C(1) << b.hi} : b;
    }
    fits = fits && (op == VYI_OP_ADD   ? sum(of[0], b, &r)
                    : op == VYI_OP_SUB ? difference(of[0], b, &r)
                                       : product(of[0], b, &r));
    fits = fits && r.lo >= all.lo && r.hi <= all.hi && r.hi != VYI_UNBOUNDED;
    *wraps |= !fits;
    return fits ? r : all;
}

static struct vyi_range quotient(uint8_t op, struct vyi_range all, const struct vyi_range *of)
{
    struct vyi_range a = of[0], b = of[1];
    if (a.lo < 0 || b.lo < 0)
        return all;
    if (op == VYI_OP_SHR) // the count is taken modulo the width, which is 32 at least
        return !vyi_range_is_one(b) || b.lo > 31
                   ? (struct vyi_range){0, a.hi}
                   : (struct vyi_range){a.lo >> b.lo, bounded(most_of(a) >> b.lo)};
    if (op == VYI_OP_REM) // by zero: zero
        return (struct vyi_range){0, b.hi == VYI_UNBOUNDED ? a.hi
                                                           : lesser(a.hi, greater(b.hi - 1, 0))};
    return b.lo < 1 ? all
                    : (struct vyi_range){b.hi == VYI_UNBOUNDED ? 0 : a.lo / b.hi,
                                         bounded(most_of(a) / (uint64_t)b.lo)};
}

static struct vyi_range bits(uint8_t op, struct vyi_range all, const struct vyi_range *of)
{
    struct vyi_range a = of[0], b = of[1];
    if (op == VYI_OP_AND && (a.lo >= 0 || b.lo >= 0)) // one without a sign is enough
        return (struct vyi_range){0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : lesser(a.hi, b.hi)};
    if (op == VYI_OP_AND || a.lo < 0 || b.lo < 0)
        return all;
    if (a.hi == VYI_UNBOUNDED || b.hi == VYI_UNBOUNDED)
        return (struct vyi_range){0, VYI_UNBOUNDED};
    return (struct vyi_range){op == VYI_OP_OR ? greater(a.lo, b.lo) : 0,
                              all_bits(greater(a.hi, b.hi))};
}

struct vyi_range vyi_range_op(uint8_t op, uint8_t type, const struct vyi_range *of, bool *wraps)
{
    struct vyi_range all = vyi_type_range(type);
    switch (op) {
    case VYI_OP_ADD:
    case VYI_OP_SUB:
    case VYI_OP_MUL:
    case VYI_OP_SHL: return exact(op, type, of, wraps);
    case VYI_OP_DIV:
    case VYI_OP_REM:
    case VYI_OP_SHR: return quotient(op, all, of);
    case VYI_OP_AND:
    case VYI_OP_OR:
    case VYI_OP_XOR: return bits(op, all, of);
    case VYI_OP_MIN:
        return (struct vyi_range){lesser(of[0].lo, of[1].lo), lesser(of[0].hi, of[1].hi)};
    case VYI_OP_MAX:
        return (struct vyi_range){greater(of[0].lo, of[1].lo), greater(of[0].hi, of[1].hi)};
    case VYI_OP_CLAMP: // min(max(a, b), c)
        return (struct vyi_range){lesser(greater(of[0].lo, of[1].lo), of[2].lo),
                                  lesser(greater(of[0].hi, of[1].hi), of[2].hi)};
    default: return all;
    }
}
