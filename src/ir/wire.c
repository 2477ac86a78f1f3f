// What the wire allows of each op.
#include "ir/wire.h"

enum { SCALARS = 0xfe, NO_TYPE = 1 }; // bits of types: bool to f64, or none

struct vyi_wire_row vyi_wire_row(uint8_t op)
{
    const struct vyi_op_info *info = vyi_op_info(op);
    if (info->kind == VYI_KIND_NONE)
        return (struct vyi_wire_row){0};
    // locals and labels are numbered by where they are made, so what makes one needs no number
    bool body = info->flags & VYI_FLAG_BODY, list = info->form == VYI_FORM_LIST;
    bool makes = op == VYI_OP_DEFINE || op == VYI_OP_ARRAY || op == VYI_OP_BLOCK ||
                 (body && info->imm == VYI_IMM_LOCAL);
    bool plain = !list && !body && !makes && !(info->flags & VYI_FLAG_COLLECTIVE) &&
                 op != VYI_OP_LEN && op != VYI_OP_ID && op != VYI_OP_SET_ARRAY;
    struct vyi_wire_row row = {.path = op == VYI_OP_LITERAL ? VYI_PATH_LITERAL
                                       : op == VYI_OP_SEQ   ? VYI_PATH_SEQ
                                       : plain              ? VYI_PATH_PLAIN
                                                            : VYI_PATH_OTHER,
                               .kids = info->arity,
                               .imm = makes ? VYI_IMM_NONE : info->imm,
                               .statement = info->kind == VYI_KIND_STMT,
                               .list = list,
                               .element = list && info->imm == VYI_IMM_BUFFER,
                               .types = info->kind == VYI_KIND_STMT ? NO_TYPE : SCALARS};
    row.words = row.imm != VYI_IMM_NONE;
    if (op == VYI_OP_ASYNC_COPY) {
        row.words = 2;
        row.element = false;
    }
    return row;
}

uint32_t vyi_wire_small(const struct vyi_node *n)
{
    switch (n->op) {
    case VYI_OP_STORE: return n->aux2;
    case VYI_OP_SCOPE_LOAD: return n->aux;
    case VYI_OP_FIXPOINT: return n->aux != 0;
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS:
    case VYI_OP_ATOMIC_STORE:
        return (n->aux & 3) | (n->aux >> 8 & 3) << 2 |
               (n->op == VYI_OP_ATOMIC_RMW ? n->aux2 << 4 : 0);
    default: return vyi_op_info(n->op)->form == VYI_FORM_LIST ? 0 : n->n;
    }
}

uint32_t vyi_utf8_length(const char *at, size_t left)
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
    for (uint32_t step; i < length && (step = vyi_utf8_length(text + i, length - i)); i += step)
        ;
    return i;
}
