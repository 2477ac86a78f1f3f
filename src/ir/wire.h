// The wire form, as far as writer and reader share it. docs/wire.md is its description.
#ifndef VYI_IR_WIRE_H
#define VYI_IR_WIRE_H

#include "ir/program.h"

enum {
    VYI_WIRE_VERSION = 1,
    VYI_WIRE_HASH = 8,  ///< where the hash stands
    VYI_WIRE_BODY = 40, ///< and what it covers, from here to the end
    VYI_WIRE_PAD = 4    ///< everything is made of words
};
#define VYI_WIRE_MAGIC "VIR0"

/// Bits of a buffer's second word.
enum {
    VYI_WIRE_ATOMIC = 1,
    VYI_WIRE_LIVE = 2,
    VYI_WIRE_OPEN = 4,    ///< no first size
    VYI_WIRE_BINDING = 8, ///< a word follows
    VYI_WIRE_ALIGN = 16,  ///< a word follows
    // 32 was a hint that changed nothing: never used again
    VYI_WIRE_COUNTED = 64, ///< a word follows: the buffer that counts
    VYI_WIRE_RANGE = 128,  ///< two more launch expressions
    VYI_WIRE_BUFFER_FLAGS = 255 - 32
};

/// How a node is read; see wire_decode.c.
enum vyi_wire_path {
    VYI_PATH_NONE,    ///< no such op
    VYI_PATH_PLAIN,   ///< up to three expressions, one immediate
    VYI_PATH_LITERAL, ///< one or two words by its type
    VYI_PATH_LEN,     ///< a buffer and an axis of it
    VYI_PATH_ID,
    VYI_PATH_FOLD,    ///< a collective with an op
    VYI_PATH_ASSIGN,  ///< with the op of op=
    VYI_PATH_DEFINE,  ///< makes the next local
    VYI_PATH_ELEMENT, ///< as many indices as the buffer has sizes, then `values` more
    VYI_PATH_LIST,    ///< a list of expressions
    VYI_PATH_SEQ,     ///< a list of statements
    VYI_PATH_NESTED   ///< a statement with blocks
};

/// What the wire allows of an op, all from its row in ops.def and a few words about lists.
struct vyi_wire_row {
    uint16_t types;            ///< bit t: it may have type t
    uint8_t least, span;       ///< kids: least … least + span
    uint8_t small, small_span; ///< the small number of the head
    uint8_t words;     ///< immediate words behind the head, at most 1 but for COPY and LITERAL
    uint8_t path;      ///< enum vyi_wire_path
    uint8_t imm;       ///< enum vyi_imm the word is checked by; NONE: not by range
    uint8_t values;    ///< ELEMENT: kids behind the indices
    uint8_t statement; ///< 1: no value
};
struct vyi_wire_row vyi_wire_row(uint8_t op);

/// Whether a literal of a scalar type takes one word or two.
static inline uint32_t vyi_wire_words(uint8_t type)
{
    return type == VY_TYPE_U64 || type == VY_TYPE_I64 || type == VY_TYPE_F64 ? 2 : 1;
}
/// The small number of an atomic: ordering, reach and operation.
static inline uint32_t vyi_wire_atomic(const struct vyi_node *n)
{
    uint32_t rmw = n->op == VYI_OP_ATOMIC_RMW ? n->aux2 : 0;
    return (n->aux & 3) | (n->aux >> 8 & 3) << 2 | rmw << 4;
}
/// Bytes of the UTF-8 character that begins at `at`, 0 where there is none.
uint32_t vyi_utf8_length(const char *at, size_t left);

#endif
