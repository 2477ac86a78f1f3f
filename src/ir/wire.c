// What the wire allows of each op.
#include "ir/wire.h"

enum { SCALARS = 0xfe, NO_TYPE = 1 }; // bits of types: bool to f64, or none

/// Kids of list forms and the small numbers: what the columns of ops.def do not hold.
static void add_specials(struct vyi_wire_row *row, uint8_t op)
{
    switch (op) {
    case VYI_OP_LITERAL: row->path = VYI_PATH_LITERAL; break;
    case VYI_OP_LEN:
        row->path = VYI_PATH_LEN;
        row->small_span = VYI_MAX_RANK;
        break;
    case VYI_OP_ID: row->path = VYI_PATH_ID; break;
    case VYI_OP_SCOPE_LOAD:
    case VYI_OP_ANY:
    case VYI_OP_ALL:
    case VYI_OP_BROADCAST: row->small_span = VYI_SCOPE_GRID; break;
    case VYI_OP_REDUCE:
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN:
        row->path = VYI_PATH_FOLD;
        row->small_span = VYI_SCOPE_GRID;
        break;
    case VYI_OP_BARRIER: // never of a subgroup
        row->small = VYI_SCOPE_WORKGROUP;
        row->small_span = VYI_SCOPE_GRID - VYI_SCOPE_WORKGROUP;
        break;
    case VYI_OP_SET_ARRAY:
        row->path = VYI_PATH_ASSIGN;
        row->small_span = 255;
        break;
    case VYI_OP_STORE:
        row->small_span = 255;
        row->values = 1;
        break;
    case VYI_OP_ATOMIC_RMW:
        row->small_span = 0x7f;
        row->values = 1;
        break;
    case VYI_OP_ATOMIC_STORE:
        row->small_span = 0xf;
        row->values = 1;
        break;
    case VYI_OP_ATOMIC_CAS:
        row->small_span = 0xf;
        row->values = 2;
        break;
    case VYI_OP_ATOMIC_LOAD: row->small_span = 0xf; break;
    case VYI_OP_DEFINE:
    case VYI_OP_ARRAY: row->path = VYI_PATH_DEFINE; break;
    default: break;
    }
}

static void add_list(struct vyi_wire_row *row, uint8_t op)
{
    row->path = VYI_PATH_LIST;
    switch (op) {
    case VYI_OP_SEQ: row->path = VYI_PATH_SEQ; break;
    case VYI_OP_ASSERT:
        row->least = 1;
        row->span = VYI_MAX_ARGS;
        break;
    case VYI_OP_PRINT: row->span = VYI_MAX_ARGS; break;
    case VYI_OP_ASYNC_COPY:
        row->least = 3;
        row->words = 2;
        break;
    default: // elements of a buffer
        row->path = VYI_PATH_ELEMENT;
        row->least = (uint8_t)(1 + row->values);
        row->span = VYI_MAX_RANK - 1;
        break;
    }
}

/// Statements that hold blocks: the kids are expressions, then one SEQ (an IF may have two).
static bool add_nested(struct vyi_wire_row *row, uint8_t op)
{
    switch (op) {
    case VYI_OP_IF:
        row->least = 2;
        row->span = 1;
        break;
    case VYI_OP_FOR:
        row->least = 3;
        row->span = 1;
        break;
    case VYI_OP_EACH:
        row->least = 3;
        row->span = 2 * VYI_MAX_RANK - 2;
        break;
    case VYI_OP_FIXPOINT:
        row->least = 3;
        row->small_span = 1; // it gives its number of passes
        break;
    case VYI_OP_WHILE:
    case VYI_OP_LOOP:
    case VYI_OP_REGION:
    case VYI_OP_BLOCK: break;
    default: return false;
    }
    row->path = VYI_PATH_NESTED;
    return true;
}

struct vyi_wire_row vyi_wire_row(uint8_t op)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    struct vyi_wire_row row = {0};
    if (info->kind == VYI_KIND_NONE)
        return row;
    row.statement = info->kind == VYI_KIND_STMT;
    row.types = row.statement ? NO_TYPE : SCALARS;
    row.least = info->arity;
    row.path = VYI_PATH_PLAIN;
    row.words = info->imm != VYI_IMM_NONE;
    row.imm = info->imm;
    add_specials(&row, op);
    if (!add_nested(&row, op) && info->form == VYI_FORM_LIST)
        add_list(&row, op);
    // locals and labels are numbered by where they are made, so what makes one needs no number
    if (row.path == VYI_PATH_DEFINE || op == VYI_OP_BLOCK ||
        (row.path == VYI_PATH_NESTED && row.imm == VYI_IMM_LOCAL)) {
        row.words = 0;
        row.imm = VYI_IMM_NONE;
    }
    return row;
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
