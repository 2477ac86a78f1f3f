// What the wire allows of each op.
#include "ir/wire.h"

enum { SCALARS = 0xfe, NO_TYPE = 1 }; // bits of types: bool to f64, or none

/// What the columns of ops.def do not hold: paths, kids of lists, small numbers. `least` is for
/// lists and nested statements: others have as many kids as the op has operands.
struct special {
    uint8_t path, least, span, small, small_span, words, values;
};
static const struct special specials[256] = {
    [VYI_OP_LITERAL] = {.path = VYI_PATH_LITERAL},
    [VYI_OP_LEN] = {.path = VYI_PATH_LEN, .small_span = VYI_MAX_RANK},
    [VYI_OP_ID] = {.path = VYI_PATH_ID},
    [VYI_OP_ANY] = {.small_span = VYI_SCOPE_GRID},
    [VYI_OP_ALL] = {.small_span = VYI_SCOPE_GRID},
    [VYI_OP_BROADCAST] = {.small_span = VYI_SCOPE_GRID},
    [VYI_OP_REDUCE] = {.path = VYI_PATH_FOLD, .small_span = VYI_SCOPE_GRID},
    [VYI_OP_SCAN] = {.path = VYI_PATH_FOLD, .small_span = VYI_SCOPE_GRID},
    [VYI_OP_ISCAN] = {.path = VYI_PATH_FOLD, .small_span = VYI_SCOPE_GRID},
    [VYI_OP_BARRIER] = {.small = VYI_SCOPE_WORKGROUP, .small_span = 1}, // never of a subgroup
    [VYI_OP_SET_ARRAY] = {.path = VYI_PATH_ASSIGN, .small_span = 255},
    [VYI_OP_DEFINE] = {.path = VYI_PATH_DEFINE},
    [VYI_OP_ARRAY] = {.path = VYI_PATH_DEFINE},
    // elements of a buffer
    [VYI_OP_LOAD] = {.path = VYI_PATH_ELEMENT, .least = 1, .span = VYI_MAX_RANK - 1},
    [VYI_OP_SCOPE_LOAD] = {.path = VYI_PATH_ELEMENT,
                           .least = 1,
                           .span = VYI_MAX_RANK - 1,
                           .small_span = VYI_SCOPE_GRID},
    [VYI_OP_STORE] = {.path = VYI_PATH_ELEMENT,
                      .least = 2,
                      .span = VYI_MAX_RANK - 1,
                      .small_span = 255,
                      .values = 1},
    [VYI_OP_ATOMIC_RMW] = {.path = VYI_PATH_ELEMENT,
                           .least = 2,
                           .span = VYI_MAX_RANK - 1,
                           .small_span = 0x7f,
                           .values = 1},
    [VYI_OP_ATOMIC_STORE] = {.path = VYI_PATH_ELEMENT,
                             .least = 2,
                             .span = VYI_MAX_RANK - 1,
                             .small_span = 0xf,
                             .values = 1},
    [VYI_OP_ATOMIC_CAS] = {.path = VYI_PATH_ELEMENT,
                           .least = 3,
                           .span = VYI_MAX_RANK - 1,
                           .small_span = 0xf,
                           .values = 2},
    [VYI_OP_ATOMIC_LOAD] = {.path = VYI_PATH_ELEMENT,
                            .least = 1,
                            .span = VYI_MAX_RANK - 1,
                            .small_span = 0xf},
    // lists
    [VYI_OP_SEQ] = {.path = VYI_PATH_SEQ},
    [VYI_OP_ASSERT] = {.path = VYI_PATH_LIST, .least = 1, .span = VYI_MAX_ARGS},
    [VYI_OP_PRINT] = {.path = VYI_PATH_LIST, .span = VYI_MAX_ARGS},
    [VYI_OP_ASYNC_COPY] = {.path = VYI_PATH_LIST, .least = 3, .words = 2},
    // statements that hold blocks: the kids are expressions, then one SEQ (an IF may have two)
    [VYI_OP_IF] = {.path = VYI_PATH_NESTED, .least = 2, .span = 1},
    [VYI_OP_FOR] = {.path = VYI_PATH_NESTED, .least = 3, .span = 1},
    [VYI_OP_EACH] = {.path = VYI_PATH_NESTED, .least = 3, .span = 2 * VYI_MAX_RANK - 2},
    [VYI_OP_FIXPOINT] = {.path = VYI_PATH_NESTED,
                         .least = 3,
                         .small_span = 1}, // it gives its number of passes
    [VYI_OP_WHILE] = {.path = VYI_PATH_NESTED, .least = 2},
    [VYI_OP_LOOP] = {.path = VYI_PATH_NESTED, .least = 1},
    [VYI_OP_REGION] = {.path = VYI_PATH_NESTED, .least = 1},
    [VYI_OP_BLOCK] = {.path = VYI_PATH_NESTED, .least = 1},
};

struct vyi_wire_row vyi_wire_row(uint8_t op)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    const struct special *s = &specials[op];
    if (info->kind == VYI_KIND_NONE)
        return (struct vyi_wire_row){0};
    bool statement = info->kind == VYI_KIND_STMT;
    // locals and labels are numbered by where they are made, so what makes one needs no number
    bool makes = s->path == VYI_PATH_DEFINE || op == VYI_OP_BLOCK ||
                 (s->path == VYI_PATH_NESTED && info->imm == VYI_IMM_LOCAL);
    return (struct vyi_wire_row){
        .types = statement ? NO_TYPE : SCALARS,
        .least = s->path >= VYI_PATH_ELEMENT ? s->least : info->arity,
        .span = s->span,
        .small = s->small,
        .small_span = s->small_span,
        .words = makes      ? 0
                 : s->words ? s->words
                            : info->imm != VYI_IMM_NONE,
        .path = s->path ? s->path : VYI_PATH_PLAIN,
        .imm = makes ? VYI_IMM_NONE : info->imm,
        .values = s->values,
        .statement = statement,
    };
}

uint32_t vyi_utf8_length(const char *at, size_t left)
{
    const unsigned char *s = (const unsigned char *)at;
    if (!left)
        return 0;
    if (s[0] < 0x80)
        return 1;
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
