// The named macros that SEM(...) in ops.def is written with, and the functions made from it.
//
// A value travels as 64 bits: integers and bool zero-extended from their width, floats as their
// bits with the one NaN. So two values are the same value exactly if their bits are equal.
#pragma once

#include "vyre/ir.h"

/// The meaning of one pure op over values in bit form; unused operands are ignored.
typedef uint64_t (*vyi_sem_fn)(uint64_t a, uint64_t b, uint64_t c);

/// The function for a pure op on operands of `type` (the first operand's), NULL where the op does
/// not take that type. Results depend on the floating-point environment: see vyi_fp_enter().
vyi_sem_fn vyi_sem(uint8_t op, uint8_t type);

/// T(x): converts a value between scalar types.
uint64_t vyi_sem_cast(uint8_t from, uint8_t to, uint64_t value);

/// A shift's count may be of any integer type: its low bits as the op wants them.
static inline uint64_t vyi_sem_count(uint64_t count)
{
    return count & 63;
}

/// How far `to` lies above `from`, integers of a type; 0 if it does not.
static inline uint64_t vyi_sem_distance(uint8_t type, uint64_t from, uint64_t to)
{
    bool above = type == VY_TYPE_I32   ? (int32_t)from < (int32_t)to
                 : type == VY_TYPE_I64 ? (int64_t)from < (int64_t)to
                                       : from < to;
    return !above ? 0 : type == VY_TYPE_I32 ? (uint32_t)(to - from) : to - from;
}

/// Loads an element from memory as a value (narrow types widen, NaN becomes the one NaN).
uint64_t vyi_sem_load(uint8_t elem, const void *at);
/// Stores a value as an element (narrow types truncate, bool becomes 0 or 1).
void vyi_sem_store(uint8_t elem, void *at, uint64_t value);

/// The neutral value of a collective's op (ADD MIN MAX AND OR XOR) for a type.
uint64_t vyi_sem_identity(uint8_t op, uint8_t type);
