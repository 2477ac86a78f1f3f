// The formatter's two halves: what the tokens mean, and how the lines are laid out.
#ifndef VYI_IR_FORMAT_H
#define VYI_IR_FORMAT_H

#include "ir/lex.h"

/// What the layout must know about a token beside its kind.
enum {
    VYI_MARK_START = 1,   ///< a statement or declaration begins
    VYI_MARK_DECL = 2,    ///< with START: a declaration
    VYI_MARK_TABLE = 4,   ///< with START: a declaration with columns: word, name, rest
    VYI_MARK_UNARY = 8,   ///< a sign before its operand
    VYI_MARK_TIGHT = 16,  ///< no blank before it
    VYI_MARK_BLOCK = 32,  ///< { or } of a block
    VYI_MARK_ONE = 64,    ///< with BLOCK: the block stays on its line
    VYI_MARK_DROP = 128,  ///< a semicolon that goes
    VYI_MARK_KEEP = 256,  ///< blanks before it stay as they are: columns of a table's values
    VYI_MARK_CHAIN = 512, ///< `else`, or the { of a block: goes on with the line before
};

/// Reads the tokens by the grammar and fills in `marks`, one a token. False when the text has not
/// the shape of a program (reported).
bool vyi_format_shape(const struct vyi_lex *lex, struct vyi_report *r, uint16_t *marks);

#endif
