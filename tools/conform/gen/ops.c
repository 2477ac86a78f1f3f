// The rows of the coverage table, and the pure ops as the generator needs them.
#include "gen.h"

#include <string.h>

#define T(NAME) (1u << VY_TYPE_##NAME)
enum {
    BOOL = T(BOOL),
    UINT = T(U32) | T(U64),
    INT = UINT | T(I32) | T(I64),
    FLOAT = T(F32) | T(F64),
    NUM = INT | FLOAT,
    SCALAR = NUM | BOOL,
    NARROW = T(U8) | T(I8) | T(U16) | T(I16) | T(F16) | T(BF16),
    ELEM = SCALAR | NARROW,
};
enum { CALL = OP_CALL, INFIX = OP_INFIX, ASSIGN = OP_ASSIGN };
enum { PREFIX = 0, COMMUTES = 0, LAUNCH = 0, ATOMIC = 0 };

static const struct gen_op ops[] = {
#define OP(NAME, number, spelling, arity, BINDS, RULE, CLASSES, FLAGS, ...) \
    {spelling, spelling " x", arity, RULE_##RULE, FLAGS, CLASSES},
#include "ir/ops.def"
};

int conform_precedence(const char *mark, size_t length)
{
    enum { SELECT = 1, LOR, LAND, COMPARE, OR, XOR, AND, SHIFT, SUM, PRODUCT, UNARY, ATOM };
    static const struct {
        const char *mark;
        int binds;
    } marks[] = {
#define OP(NAME, number, spelling, arity, BINDS, ...) {spelling, BINDS},
#define EXPR(NAME, number, spelling, BINDS, ...) {spelling, BINDS},
#include "ir/ops.def"
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (marks[i].binds < UNARY && strlen(marks[i].mark) == length &&
            !memcmp(marks[i].mark, mark, length))
            return marks[i].binds;
    return 0;
}

static const struct {
    const char *name;
    uint32_t types;
} rows[] = {
#define ROW(NAME, name, types) {name, types},
#include "rows.def"
};

uint32_t conform_rows(void)
{
    return CONFORM_ROWS;
}

const char *conform_row_name(uint32_t row)
{
    if (row >= CONFORM_PURE)
        return rows[row - CONFORM_PURE].name;
    const struct gen_op *op = &ops[row];
    return op->arity == 1 && !(op->flags & OP_CALL) ? op->prefixed : op->spelling;
}

uint32_t conform_row_types(uint32_t row)
{
    uint32_t types = row < CONFORM_PURE ? ops[row].types : rows[row - CONFORM_PURE].types;
    return types ? types : 1;
}

const struct gen_op *conform_op(uint32_t number)
{
    return &ops[number];
}

vy_type conform_op_operand(struct gen *g, const struct gen_op *op, vy_type type)
{
    vy_type operand = type;
    switch (op->rule) {
    case RULE_COMPARE:
        operand = (vy_type)(VY_TYPE_BOOL + pick(g, 7));
        if (type != VY_TYPE_BOOL)
            return VY_TYPE_NONE;
        break;
    case RULE_TO_BITS:
        operand = type == VY_TYPE_U32   ? VY_TYPE_F32
                  : type == VY_TYPE_U64 ? VY_TYPE_F64
                                        : VY_TYPE_NONE;
        break;
    case RULE_FROM_BITS:
        operand = type == VY_TYPE_F32   ? VY_TYPE_U32
                  : type == VY_TYPE_F64 ? VY_TYPE_U64
                                        : VY_TYPE_NONE;
        break;
    default: break;
    }
    return op->types >> operand & 1 ? operand : VY_TYPE_NONE;
}
