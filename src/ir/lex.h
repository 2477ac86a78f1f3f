// The words of a .vy text: one pass from bytes to tokens, shared by parser and formatter.
//
// Comments are kept beside the tokens, each with the index of the token that follows it, so the
// parser reads docs and test lines from them and the formatter puts them back where they stood.
#pragma once

#include "base/base.h"

/// Reserved words, in the order of their name numbers. Types, ids, built-ins and the words that
/// mean something in one place only (step, service, relaxed, …) are ordinary names.
#define VYI_KEYWORDS(W)       \
    W(PROGRAM, "program")     \
    W(USE, "use")             \
    W(PARAM, "param")         \
    W(CONST, "const")         \
    W(WORKGROUP, "workgroup") \
    W(GRID, "grid")           \
    W(FN, "fn")               \
    W(ATOMIC, "atomic")       \
    W(LET, "let")             \
    W(VAR, "var")             \
    W(IF, "if")               \
    W(ELSE, "else")           \
    W(FOR, "for")             \
    W(EACH, "each")           \
    W(FIXPOINT, "fixpoint")   \
    W(WHILE, "while")         \
    W(LOOP, "loop")           \
    W(BREAK, "break")         \
    W(CONTINUE, "continue")   \
    W(AGAIN, "again")         \
    W(RETURN, "return")       \
    W(BARRIER, "barrier")     \
    W(REGION, "region")       \
    W(BLOCK, "block")         \
    W(LEAVE, "leave")         \
    W(ASSERT, "assert")       \
    W(PRINT, "print")         \
    W(TRUE, "true")           \
    W(FALSE, "false")         \
    W(INF, "inf")             \
    W(NAN, "nan")

/// Signs; the longest that fits is taken. Those from NOT to SHR, followed by '=', are those from NE
/// to SHR_SET.
#define VYI_SIGNS(S)    \
    S(LOR, "||")        \
    S(LAND, "&&")       \
    S(NOT, "!")         \
    S(SET, "=")         \
    S(LT, "<")          \
    S(GT, ">")          \
    S(ADD, "+")         \
    S(SUB, "-")         \
    S(MUL, "*")         \
    S(DIV, "/")         \
    S(REM, "%")         \
    S(AND, "&")         \
    S(OR, "|")          \
    S(XOR, "^")         \
    S(SHL, "<<")        \
    S(SHR, ">>")        \
    S(NE, "!=")         \
    S(EQ, "==")         \
    S(LE, "<=")         \
    S(GE, ">=")         \
    S(ADD_SET, "+=")    \
    S(SUB_SET, "-=")    \
    S(MUL_SET, "*=")    \
    S(DIV_SET, "/=")    \
    S(REM_SET, "%=")    \
    S(AND_SET, "&=")    \
    S(OR_SET, "|=")     \
    S(XOR_SET, "^=")    \
    S(SHL_SET, "<<=")   \
    S(SHR_SET, ">>=")   \
    S(ARROW, "->")      \
    S(DOTS, "..")       \
    S(INV, "~")         \
    S(ASK, "?")         \
    S(COLON, ":")       \
    S(COMMA, ",")       \
    S(SEMI, ";")        \
    S(DOT, ".")         \
    S(AT, "@")          \
    S(OPEN, "(")        \
    S(CLOSE, ")")       \
    S(OPEN_INDEX, "[")  \
    S(CLOSE_INDEX, "]") \
    S(OPEN_BLOCK, "{")  \
    S(CLOSE_BLOCK, "}")

enum vyi_token_kind {
    VYI_TOKEN_END, ///< after the last token, always there
    VYI_TOKEN_NAME,
    VYI_TOKEN_NUMBER, ///< 42 0xff 1.0 1e-6 with its suffix
    VYI_TOKEN_CHAR,   ///< 'a', quotes included
    VYI_TOKEN_STRING, ///< "text", quotes included
#define SIGN(NAME, text) VYI_TOKEN_##NAME,
    VYI_SIGNS(SIGN)
#undef SIGN
        VYI_TOKEN_WORDS, ///< no token: the first reserved word is the next number
#define ROLE(NAME, ...) VYI_TOKEN_##NAME,
#include "ir/roles.def"
#define WORD(NAME, text) VYI_TOKEN_##NAME,
    VYI_KEYWORDS(WORD)
#undef WORD
        VYI_TOKEN_KINDS
};

enum {
    VYI_TOKEN_LINE = 1,  ///< first on its line
    VYI_TOKEN_BLANK = 2, ///< at least one empty line (no comment either) stands right before
    VYI_TOKEN_BAD =
        4, ///< already reported: take it for what it looks like, and report nothing more
    VYI_TOKEN_REAL = 8, ///< a NUMBER with a point or an exponent
};

struct vyi_token {
    uint32_t at;     ///< byte offset in the text
    uint32_t name;   ///< NAME and reserved words: number in the names table
    uint16_t length; ///< bytes; longer ones are errors
    uint8_t kind;    ///< enum vyi_token_kind
    uint8_t flags;
};

enum vyi_comment_kind { VYI_COMMENT_PLAIN, VYI_COMMENT_DOC, VYI_COMMENT_TEST }; // "//" "///" "//!"
struct vyi_comment {
    uint32_t at;     ///< of the first slash
    uint32_t length; ///< slashes included, line end and trailing blanks not
    uint32_t token;  ///< index of the token that follows
    uint32_t line;   ///< counted from 1
    uint8_t kind;    ///< enum vyi_comment_kind
    uint8_t flags;   ///< VYI_TOKEN_LINE: on a line of its own; VYI_TOKEN_BLANK as for tokens
};

struct vyi_lex {
    const char *text; ///< borrowed
    uint32_t size, base;
    VYI_VEC(struct vyi_token) tokens; ///< ends with an END token once vyi_lex() returned true
    VYI_VEC(struct vyi_comment) comments;
};

/// Limits, named in the errors.
enum {
    VYI_MAX_SOURCE = 16 << 20,
    VYI_MAX_TOKENS = 8 << 20,
    VYI_MAX_NUMBER = 400,
    VYI_MAX_STRING = 60002 // VYI_MAX_MESSAGE bytes with each escaped, and the quotes
};

/// Interns the reserved words as the first names, so that a word's number is its token kind.
/// Call once on an empty table before vyi_lex(); false when memory runs out.
bool vyi_lex_words(vy_context *c, struct vyi_arena *a, struct vyi_names *n);
/// Splits a text, which must be followed by a zero byte. Errors go to `r` (positions are `base` +
/// offset) and leave tokens marked BAD or nothing behind; false only when memory runs out. Free
/// with vyi_lex_free() either way.
bool vyi_lex(vy_context *c, struct vyi_report *r, uint32_t base, const char *text, size_t size,
             struct vyi_arena *a, struct vyi_names *n, struct vyi_lex *lex);
void vyi_lex_free(vy_context *c, struct vyi_lex *lex);

static inline bool vyi_token_literal(uint32_t kind) ///< true, false, inf, nan: the last words
{
    return kind >= VYI_TOKEN_TRUE;
}
static inline bool vyi_token_sets(uint32_t kind) ///< = and op=
{
    return kind == VYI_TOKEN_SET || (kind >= VYI_TOKEN_ADD_SET && kind <= VYI_TOKEN_SHR_SET);
}

/// The spelling of a sign or reserved word, or what a token of another kind is called ("a name").
const char *vyi_token_text(uint32_t kind);
/// By kind of token: the op that stands between two operands, or 0.
void vyi_token_infix(uint8_t ops[VYI_TOKEN_KINDS]);

/// Decodes the escapes of a CHAR or STRING token into `out` (room for `length` bytes); the
/// number of bytes. BAD tokens give what could be read.
size_t vyi_lex_unescape(const char *token, size_t length, char *out);

// ---- the formatter's two halves: what the tokens mean, and how the lines are laid out ----
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
