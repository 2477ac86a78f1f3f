// Inside the encoder.
#ifndef VYI_BYTECODE_ENCODE_H
#define VYI_BYTECODE_ENCODE_H

#include "bytecode/bytecode.h"

/// A register; with this bit a constant, whose register is known at the end.
#define IN_POOL 0x80000000u
#define NO_JUMP 0xffffffffu

/// An instruction before it is a word.
struct step {
    uint32_t op, kind, d, a, b, c;
    uint32_t to; ///< where it jumps to; while that is not known, the next jump to the same place
    bool jumps;
};

struct encoder {
    vy_context *context;
    const vy_program *p;
    const struct vyi_launch *launch;
    struct vyi_report *report;
    VYI_VEC(struct step) steps;
    VYI_VEC(uint32_t) pool;
    uint32_t *registers; ///< by local
    uint32_t *left;      ///< by label: the mask of invocations that left
    uint32_t top, deepest;
    uint32_t number;  ///< register with the number of the invocation
    uint32_t broken;  ///< mask of the innermost loop: who left it,
    uint32_t goes_on; ///< and who waits for the next pass; NO_JUMP: a fixpoint or none
    uint32_t again;   ///< mask of the innermost fixpoint
    uint32_t skips;   ///< jumps by which nobody runs, to where some may again
    uint32_t exits;   ///< so far
    struct step none; ///< what is filled in when there is no memory for any
    bool failed;      ///< no memory, or it does not fit
};

static inline bool vyi_byte_is_wide(uint8_t type)
{
    return vyi_type_bytes(type) == 8;
}

// ---- encode.c ----
void vyi_byte_refuse(struct encoder *e, uint32_t pos, const char *why);
struct step *vyi_byte_emit(struct encoder *e, struct step s);
#define EMIT(e, code, ...) \
    vyi_byte_emit(         \
        (e), (struct step){.op = VYI_BYTE_OTHER * VYI_BYTE_GROUP + VYI_BYTE_##code, __VA_ARGS__})
/// Free registers.
uint32_t vyi_byte_take(struct encoder *e, uint32_t count);
/// One, or two for a 64-bit type.
static inline uint32_t vyi_byte_slot(struct encoder *e, uint8_t type)
{
    return vyi_byte_take(e, 1 + vyi_byte_is_wide(type));
}
/// A constant of a type, in bit form.
uint32_t vyi_byte_constant(struct encoder *e, uint8_t type, uint64_t bits);
/// An instruction that jumps to a place that is not known yet.
struct step *vyi_byte_jump(struct encoder *e, struct step s, uint32_t *chain);
#define JUMP(e, code, chain, ...)                                                                 \
    vyi_byte_jump(                                                                                \
        (e), (struct step){.op = VYI_BYTE_OTHER * VYI_BYTE_GROUP + VYI_BYTE_##code, __VA_ARGS__}, \
        (chain))
void vyi_byte_land(struct encoder *e, uint32_t chain);

// ---- encode_expr.c ----
/// d = op(a, b, c) for a pure op on operands of a type.
void vyi_byte_pure(struct encoder *e, uint8_t op, uint8_t type, uint32_t d, uint32_t a, uint32_t b,
                   uint32_t c);
void vyi_byte_move(struct encoder *e, uint8_t type, uint32_t d, uint32_t a);
void vyi_byte_cast(struct encoder *e, uint8_t from, uint8_t to, uint32_t d, uint32_t a);
/// The register that holds an expression's value.
uint32_t vyi_byte_value(struct encoder *e, vyi_ref r);
void vyi_byte_value_to(struct encoder *e, vyi_ref r, uint32_t d);
/// The same in a register that later assignments do not change.
uint32_t vyi_byte_hold(struct encoder *e, vyi_ref r);
/// STORE, ATOMIC_STORE, SET_ARRAY.
void vyi_byte_store(struct encoder *e, const struct vyi_node *n);
void vyi_byte_set_array(struct encoder *e, const struct vyi_node *n);
/// ASYNC_COPY.
void vyi_byte_copy(struct encoder *e, const struct vyi_node *n);

#endif
