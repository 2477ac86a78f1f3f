// The wire form, as far as writer and reader share it. docs/wire.md is its description.
#pragma once

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
    VYI_WIRE_WINDOW = 256, ///< for hashes: no wire form has it
    VYI_WIRE_BUFFER_FLAGS = 255 - 32
};

/// The lists that a program declares, in the order of their counts.
enum vyi_wire_list {
    VYI_WIRE_PARAMS,
    VYI_WIRE_BUFFERS,
    VYI_WIRE_CONSTS,
    VYI_WIRE_TABLES,
    VYI_WIRE_LOCALS,
    VYI_WIRE_LABELS,
    VYI_WIRE_STRINGS,
    VYI_WIRE_NODES,
    VYI_WIRE_LISTS
};

/// A program that is being written or read. After an error `status` is set, and what is read
/// further on changes nothing.
struct vyi_wire {
    vy_context *context;
    vy_program *p;                   ///< not changed while it is written
    struct vyi_text *out;            ///< NULL: reading
    const uint8_t *start, *at, *end; ///< read from: whole words
    uint32_t counts[VYI_WIRE_LISTS];
    const uint32_t *made;          ///< written: locals by their number on the wire
    const struct vyi_names *texts; ///< written: strings by their number on the wire + 1
    vy_status status;
};

/// Reports the first error of a reader; false.
#define vyi_wire_fail(w, NAME, ...)                                          \
    ((w)->status ? false                                                     \
                 : (vyi_complain((w)->context, VYI_DIAG(NAME), __VA_ARGS__), \
                    (w)->status = VY_ERROR_WIRE, false))

static inline uint32_t vyi_wire_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static inline void vyi_wire_put(struct vyi_text *out, uint32_t value)
{
    char bytes[4] = {(char)value, (char)(value >> 8), (char)(value >> 16), (char)(value >> 24)};
    vyi_text_append(out, bytes, sizeof bytes);
}
static inline size_t vyi_wire_offset(const struct vyi_wire *w, const uint8_t *at)
{
    return (size_t)(at - w->start);
}
/// Whether a literal of a scalar type takes one word or two.
static inline uint32_t vyi_wire_words(uint8_t type)
{
    return type == VY_TYPE_U64 || type == VY_TYPE_I64 || type == VY_TYPE_F64 ? 2 : 1;
}

/// Writes or reads everything before the nodes. A reader sets each root that the nodes are to
/// bring (see vyi_root()) to 1.
void vyi_wire_declarations(struct vyi_wire *w);

/// How a node is read; see wire_decode.c.
enum vyi_wire_path {
    VYI_PATH_NONE,    ///< no such op
    VYI_PATH_PLAIN,   ///< up to three expressions, one immediate
    VYI_PATH_LITERAL, ///< one or two words by its type
    VYI_PATH_SEQ,     ///< a list of statements
    VYI_PATH_OTHER    ///< numbers and kids with rules of their own
};

/// What the wire allows of an op, all from its row in ops.def.
struct vyi_wire_row {
    uint8_t path;   ///< enum vyi_wire_path
    uint8_t kids;   ///< operands of a fixed form
    uint8_t words;  ///< immediate words behind the head, at most 1 but for COPY and LITERAL
    uint8_t imm;    ///< enum vyi_imm the word is checked by; NONE: not by range
    bool statement; ///< no value
    bool list;      ///< its kids are a list
    bool element;   ///< which begins with as many indices as the buffer has sizes
    bool rules;     ///< vyi_node_flaw() has rules for it beyond what it refers to
    uint8_t small;  ///< the bits that the small number in its head may have
    uint16_t types; ///< bit t: it may have type t
};
struct vyi_wire_row vyi_wire_row(uint8_t op);

/// Bytes of the UTF-8 character that begins at `at`, 0 where there is none.
uint32_t vyi_utf8_length(const char *at, size_t left);
/// Where a text stops being UTF-8 without zeros; its length where all of it is.
size_t vyi_utf8_valid(const char *text, size_t length);
