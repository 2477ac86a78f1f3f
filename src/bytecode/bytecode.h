// Programs as data: a verified program of one workgroup as words that an interpreter in a kernel
// runs (lib/bytecode/interpreter.vy), without a compiler.
//
// A word is one instruction for all invocations of the workgroup: an op of 11 bits, four fields of
// 12 bits, d, a, b, c, and 5 bits of a kind. A field is most often a register, which holds 32 bits
// of every invocation; a 64-bit value has two, the low half first. The interpreter has 32 lanes,
// and invocation n is strip n / 32 of lane n % 32, so that a strip is a subgroup. Invocations that
// do not run are masked out: a mask has a bit for each strip, in every lane.
//
// Sizes, params and addresses are known when a program is encoded, so lengths and constants are
// registers that the interpreter fills before the first instruction.
#ifndef VYI_BYTECODE_BYTECODE_H
#define VYI_BYTECODE_BYTECODE_H

#include "ir/launch.h"

/// An op has 11 bits: a group, and in it op << 3 | type of its operands for pure ops, with CAST +
/// from << 3 | to for casts.
enum vyi_byte_group {
    VYI_BYTE_NARROW, ///< registers to a register
    VYI_BYTE_WIDE,   ///< to two registers
    VYI_BYTE_TEST,   ///< 64-bit operands to a register
    VYI_BYTE_OTHER   ///< codes.def
};
enum {
    VYI_BYTE_GROUP = 512,
    VYI_BYTE_CAST = 56, ///< + from: an op's number that no pure op has
    VYI_BYTE_FIELD = 12,
    VYI_BYTE_STRIPS = 32,
    VYI_BYTE_PLANES = 3072, ///< registers at most: a place in the code has two fields
    VYI_BYTE_ROWS = 4096,
    VYI_BYTE_STEPS = 1 << 20,
    VYI_BYTE_HEAD = 2 ///< words before the constants
};
/// What op 0 is in the groups.
enum {
    VYI_BYTE_END = 0,    ///< narrow: the end; also what lies behind the code
    VYI_BYTE_LINEAR = 1, ///< d = number of the invocation
    VYI_BYTE_SELECT = 2, ///< d = a ? b : c; narrow and wide
    VYI_BYTE_SIGNED = 3, ///< an i32 as an index: all ones where it is negative
    VYI_BYTE_AXIS = 4,   ///< d = a * c + b: an index among rows of c; all ones out of bounds
    VYI_BYTE_INDEX = 5   ///< test: a 64-bit index; all ones where it has more than 32 bits
};

/// Codes of VYI_BYTE_OTHER.
enum vyi_byte_code {
#define CODE(NAME) VYI_BYTE_##NAME,
#include "bytecode/codes.def"
    VYI_BYTE_CODES
};
/// Kinds of UPDATE_…: enum vyi_rmw, and two of signed integers.
enum { VYI_BYTE_MIN_SIGNED = VYI_RMW_COUNT, VYI_BYTE_MAX_SIGNED };
/// Kinds of ASSERT, which the interpreter returns: why a program failed.
enum { VYI_BYTE_ASSERTED = 1, VYI_BYTE_ROWS_LOST };
/// Kinds of REDUCE_… and scans: an op, and the class of its type.
struct vyi_byte_fold {
    uint8_t op, class;
};
enum { VYI_BYTE_FOLDS = 11 };
extern const struct vyi_byte_fold vyi_byte_folds[VYI_BYTE_FOLDS];

/// Kinds from here on are those of the commonest instructions, of which a GPU chooses one among
/// few: narrow ops, then JOIN, IF, ELSE and BACK_IF.
enum { VYI_BYTE_QUICK = 11, VYI_BYTE_QUICK_OPS = 17 };
/// The kind of an instruction that is no update and no fold; 0: none of these.
uint32_t vyi_byte_quick(uint32_t op);

struct vyi_bytecode {
    vy_context *context;
    VYI_VEC(uint64_t) words;
    uint32_t rows; ///< word of the first row: an address and a count, for each buffer of the
                   ///< program, then for each table
    uint32_t table_rows, tables; ///< the first row of a table, how many
    uint32_t planes;             ///< registers
    uint32_t strips;
};

/// Encodes a program for the sizes of a launch of one workgroup. Addresses of buffers are 0.
/// VY_ERROR_LIMIT: it does not fit, and why is reported. Free it either way.
vy_status vyi_bytecode_encode(const vy_program *p, const struct vyi_launch *launch,
                              struct vyi_report *report, struct vyi_bytecode *code);
void vyi_bytecode_free(struct vyi_bytecode *code);
/// Sets where a buffer lies; rows of tables are set by where the code itself will lie.
void vyi_bytecode_place(struct vyi_bytecode *code, uint32_t buffer, uint64_t address);
uint64_t vyi_bytecode_where(const struct vyi_bytecode *code, uint32_t buffer);
void vyi_bytecode_settle(struct vyi_bytecode *code, uint64_t address);

/// The part of the interpreter that follows from ops.def and codes.def.
void vyi_bytecode_text(struct vyi_text *t);
/// The op of an instruction that is a pure op, or a cast (VYI_BYTE_CAST + from, to).
static inline uint32_t vyi_byte_op(enum vyi_byte_group group, uint32_t op, uint32_t type)
{
    return group * VYI_BYTE_GROUP + (op << 3 | type);
}

#endif
