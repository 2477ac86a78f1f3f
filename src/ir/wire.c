// What the wire allows of each op.
#include "ir/wire.h"

enum { SCALARS = 0xfe, NO_TYPE = 1 }; // bits of types: bool to f64, or none

#define SCOPED(how)                               \
    {                                             \
        .path = how, .small_span = VYI_SCOPE_GRID \
    }
#define ELEMENT(numbers, more)                                                     \
    {                                                                              \
        VYI_PATH_ELEMENT, 1 + (more), VYI_MAX_RANK - 1, 0, numbers, .values = more \
    }
#define NESTED(kids, optional)                      \
    {                                               \
        VYI_PATH_NESTED, kids, optional, .small = 0 \
    }

/// What the columns of ops.def do not hold: paths, kids of lists, small numbers. `least` is for
/// lists and nested statements: others have as many kids as the op has operands.
static const struct vyi_wire_row specials[256] = {
    [VYI_OP_LITERAL] = {.path = VYI_PATH_LITERAL},
    [VYI_OP_LEN] = {.path = VYI_PATH_OTHER, .small_span = VYI_MAX_RANK},
    [VYI_OP_ID] = {.path = VYI_PATH_OTHER},
    [VYI_OP_ANY] = SCOPED(VYI_PATH_PLAIN),
    [VYI_OP_ALL] = SCOPED(VYI_PATH_PLAIN),
    [VYI_OP_BROADCAST] = SCOPED(VYI_PATH_PLAIN),
    [VYI_OP_REDUCE] = SCOPED(VYI_PATH_OTHER),
    [VYI_OP_SCAN] = SCOPED(VYI_PATH_OTHER),
    [VYI_OP_ISCAN] = SCOPED(VYI_PATH_OTHER),
    [VYI_OP_BARRIER] = {.small = VYI_SCOPE_WORKGROUP, .small_span = 1}, // never of a subgroup
    [VYI_OP_SET_ARRAY] = {.path = VYI_PATH_OTHER, .small_span = 255},
    [VYI_OP_DEFINE] = {.path = VYI_PATH_OTHER},
    [VYI_OP_ARRAY] = {.path = VYI_PATH_OTHER},
    // elements of a buffer
    [VYI_OP_LOAD] = ELEMENT(0, 0),
    [VYI_OP_SCOPE_LOAD] = ELEMENT(VYI_SCOPE_GRID, 0),
    [VYI_OP_STORE] = ELEMENT(255, 1),
    [VYI_OP_ATOMIC_RMW] = ELEMENT(0x7f, 1),
    [VYI_OP_ATOMIC_STORE] = ELEMENT(0xf, 1),
    [VYI_OP_ATOMIC_CAS] = ELEMENT(0xf, 2),
    [VYI_OP_ATOMIC_LOAD] = ELEMENT(0xf, 0),
    // lists
    [VYI_OP_SEQ] = {.path = VYI_PATH_SEQ},
    [VYI_OP_ASSERT] = {.path = VYI_PATH_LIST, .least = 1, .span = VYI_MAX_ARGS},
    [VYI_OP_PRINT] = {.path = VYI_PATH_LIST, .span = VYI_MAX_ARGS},
    [VYI_OP_ASYNC_COPY] = {.path = VYI_PATH_LIST, .least = 3, .words = 2},
    // statements that hold blocks: the kids are expressions, then one SEQ (an IF may have two)
    [VYI_OP_IF] = NESTED(2, 1),
    [VYI_OP_FOR] = NESTED(3, 1),
    [VYI_OP_EACH] = NESTED(3, 2 * VYI_MAX_RANK - 2),
    [VYI_OP_FIXPOINT] = {VYI_PATH_NESTED, 3, .small_span = 1}, // it gives its number of passes
    [VYI_OP_WHILE] = NESTED(2, 0),
    [VYI_OP_LOOP] = NESTED(1, 0),
    [VYI_OP_REGION] = NESTED(1, 0),
    [VYI_OP_BLOCK] = NESTED(1, 0),
};

struct vyi_wire_row vyi_wire_row(uint8_t op)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    struct vyi_wire_row row = specials[op];
    if (info->kind == VYI_KIND_NONE)
        return row;
    // locals and labels are numbered by where they are made, so what makes one needs no number
    bool makes = op == VYI_OP_DEFINE || op == VYI_OP_ARRAY || op == VYI_OP_BLOCK ||
                 (row.path == VYI_PATH_NESTED && info->imm == VYI_IMM_LOCAL);
    row.statement = info->kind == VYI_KIND_STMT;
    row.types = row.statement ? NO_TYPE : SCALARS;
    row.imm = makes ? VYI_IMM_NONE : info->imm;
    row.list = info->form == VYI_FORM_LIST;
    if (!row.list && row.path != VYI_PATH_NESTED)
        row.least = info->arity;
    if (!row.words)
        row.words = row.imm != VYI_IMM_NONE;
    if (!row.path)
        row.path = VYI_PATH_PLAIN;
    return row;
}

/// Bytes of the UTF-8 character that begins at `at`, 0 where there is none.
static uint32_t utf8_length(const char *at, size_t left)
{
    const unsigned char *s = (const unsigned char *)at;
    if (s[0] < 0x80)
        return s[0] != 0;
    uint32_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || left < length)
        return 0;
    for (uint32_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

size_t vyi_utf8_valid(const char *text, size_t length)
{
    size_t i = 0;
    for (uint32_t step; i < length && (step = utf8_length(text + i, length - i)); i += step)
        ;
    return i;
}
