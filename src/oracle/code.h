// The oracle's own form of a program: flat instructions with an explicit place counter, so that an
// invocation can be suspended between any two of them.
#pragma once

#include "ir/launch.h"
#include "ir/sem.h"

enum ins_op {
    INS_NOP,
    INS_MOVE,        ///< dst = a
    INS_PURE1,       ///< dst = fn(a)
    INS_PURE2,       ///< dst = fn(a, b)
    INS_PURE3,       ///< dst = fn(a, b, c)
    INS_CAST,        ///< dst = a from `type` to type n
    INS_ID,          ///< dst = id x
    INS_JUMP,        ///< to x
    INS_JUMP_ZERO,   ///< to x if a is 0
    INS_JUMP_SET,    ///< to x if a is not 0
    INS_BACK,        ///< to x, earlier in the code
    INS_BACK_SET,    ///< the same if a is not 0
    INS_FOR_NEXT,    ///< dst (index of `type`) on by step b while below a, then back to x
    INS_EACH_BEGIN,  ///< see lower.c: deals the first element or jumps to x
    INS_EACH_NEXT,   ///< the next one, back to x
    INS_FIX_ENTER,   ///< fixpoint y from a to b, index in dst; to x if it is empty; c: its ordinal
    INS_AGAIN,       ///< fixpoint x goes on
    INS_LOAD,        ///< dst = buffer x at a
    INS_STORE,       ///< buffer x at a = b
    INS_BYTES,       ///< dst = n bytes of buffer x from byte a on
    INS_ATOMIC_LOAD, ///< dst = buffer x at a
    INS_ATOMIC_STORE,
    INS_RMW,         ///< dst = buffer x at a; there fn(old, b), or b where fn is NULL
    INS_CAS,         ///< dst = buffer x at a; if equal to b, there c
    INS_ARRAY_CLEAR, ///< c elements of `type` from slot x on
    INS_ARRAY_LOAD,  ///< dst = element a of c
    INS_ARRAY_STORE, ///< element a = b; dst: 1 for the second half of op=
    INS_TABLE,       ///< dst = table x at a
    INS_CLOCK,
    INS_FENCE,
    INS_PAUSE,
    INS_SYNC,   ///< a barrier or collective: c is its vyi_op, y its scope; see synchronise.c
    INS_ASSERT, ///< has failed: message x, n pairs (operand, type) from list b on
    INS_PRINT,  ///< prints it; operands as of ASSERT
    INS_RETURN,
};

/// An operand is a slot of the invocation's frame or, with this bit, of the pool that all share.
#define IN_POOL 0x80000000u

/// Orders of an access, in `y`: enum vyi_order | enum vyi_reach << 2 | the flags below.
enum {
    ACCESS_SECOND = 16, ///< the store of `b[i] op= v`: its load was counted when out of bounds
};

/// One instruction. Buffers take their index in `a`: an operand for rank 1, else the start of rank
/// operands in `lists`; bit i of `n` says that index i is an i32.
struct ins {
    uint8_t op, type, n;
    uint8_t count; ///< statements that begin here
    uint32_t dst, a, b, c, x, y, pos;
    union {
        vyi_sem_fn fn;
        uint32_t other; ///< MEET: number of the fixpoint; source buffer of async_copy
    };
};

struct code {
    VYI_VEC(struct ins) ins;
    VYI_VEC(vyi_ref) nodes; ///< beside `ins`: the node that each was made from
    VYI_VEC(uint32_t) lists;
    VYI_VEC(uint64_t) pool;
    VYI_VEC(uint32_t) fixpoints;              ///< positions, in program order
    uint32_t slots;                           ///< of a frame
    bool synchronises, synchronises_subgroup; ///< holds collectives at all, at subgroup scope
    bool ordered, fences;                     ///< holds acquire or release, fence()
    bool narrow;                              ///< holds atomics of workgroup scope
};

/// Translates a program for one launch. False when memory runs out; free with
/// vyi_oracle_code_free() either way.
bool vyi_oracle_lower(vy_context *c, const vy_program *p, const struct vyi_launch *launch,
                      struct code *code);
void vyi_oracle_code_free(vy_context *c, struct code *code);
