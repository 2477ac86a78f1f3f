// Small rules that verifier and builder both ask: names, bit forms, how things are called.
#include "ir/lex.h"
#include "ir/sem.h"
#include "ir/verify.h"

#include <stdio.h>

const char *vyi_check_prefix(struct vyi_check *k)
{
    if (!k->call)
        return "";
    if (k->argument)
        snprintf(k->prefix, sizeof k->prefix, "%.40s(\"%.80s\"): ", k->call, k->argument);
    else
        snprintf(k->prefix, sizeof k->prefix, "%.40s(): ", k->call);
    return k->prefix;
}

uint64_t vyi_value_rounded(uint8_t elem, uint64_t bits)
{
    const uint64_t inf = 0x7f800000;
    unsigned char memory[8] = {0};
    if (elem != VY_TYPE_F16 && elem != VY_TYPE_BF16)
        return bits;
    vyi_sem_store(elem, memory, bits);
    uint64_t rounded = vyi_sem_load(elem, memory);
    return (rounded & inf) == inf ? bits : rounded;
}

bool vyi_value_fits(uint8_t elem, uint64_t bits)
{
    unsigned char memory[8] = {0};
    vyi_sem_store(elem, memory, bits);
    return vyi_type_bytes(elem) && vyi_sem_load(elem, memory) == bits;
}

const char *vyi_atomic_fix(const char *name, uint8_t role, uint8_t elem, char out[160])
{
    const struct vyi_role_info *info = vyi_role_info(role);
    uint8_t class = vyi_type_class(elem == VY_TYPE_BOOL ? elem : vyi_type_value(elem));
    const char *type =
        vyi_type_name(vyi_type_class(elem) & VYI_CLASS_INT ? elem : vyi_type_value(elem));
    if (class == VYI_CLASS_FLOAT)
        snprintf(out, 160,
                 "sum floats with 'grid_add', or add whole numbers of a small unit to an "
                 "'atomic i64' buffer");
    else if (!info) // a local array or a table
        snprintf(out, 160, "use a buffer: 'scratch %.63s: atomic %s[…]'", name,
                 class == VYI_CLASS_BOOL ? "u32" : type);
    else
        snprintf(out, 160, "declare it '%s%s%.63s: atomic %s[…]'", info->writable ? "" : "inout",
                 info->writable ? "" : " ", name, class == VYI_CLASS_BOOL ? "u32" : type);
    return out;
}

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool vyi_name_valid(const char *name)
{
    size_t length = name ? strnlen(name, VYI_MAX_NAME + 1) : 0;
    if (!length || length > VYI_MAX_NAME || !letter(name[0]))
        return false;
    for (size_t i = 1; i < length; i++)
        if (!letter(name[i]) && !(name[i] >= '0' && name[i] <= '9'))
            return false;
    for (uint32_t k = VYI_TOKEN_WORDS + 1; k < VYI_TOKEN_KINDS; k++)
        if (!strcmp(vyi_token_text(k), name))
            return false;
    return !vyi_type_find(name, length) && !vyi_id_find(name, length);
}

const char *vyi_collective_word(uint32_t op)
{
    uint32_t rmw = op <= UINT8_MAX ? vyi_rmw_of((uint8_t)op) : VYI_RMW_EXCHANGE;
    return rmw == VYI_RMW_SUB || rmw == VYI_RMW_EXCHANGE ? NULL : vyi_rmw_names[rmw];
}

const char *vyi_node_name(const struct vyi_node *n, char buffer[48])
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    uint32_t scope = vyi_scope_of(n);
    const char *word = info->imm == VYI_IMM_OP ? vyi_collective_word(n->x) : "";
    if (info->kind == VYI_KIND_EXPR && info->flags & VYI_FLAG_COLLECTIVE) {
        snprintf(buffer, 48, "%s_%s%s", scope < 3 ? vyi_scope_names[scope] : "?", info->spelling,
                 word ? word : "?");
        return buffer;
    }
    switch (n->op) {
    case VYI_OP_ATOMIC_RMW:
        snprintf(buffer, 48, "%s%s", info->spelling,
                 n->aux2 < VYI_RMW_COUNT ? vyi_rmw_names[n->aux2] : "?");
        return buffer;
    case VYI_OP_CAST: return vyi_type_name(n->type);
    case VYI_OP_LITERAL: return "a literal";
    case VYI_OP_LOCAL: return "a variable";
    case VYI_OP_PARAM: return "a param";
    case VYI_OP_CONST: return "a const";
    case VYI_OP_ID: return "an id";
    case VYI_OP_LOAD:
    case VYI_OP_LOAD_ARRAY:
    case VYI_OP_LOAD_TABLE: return "a load";
    default: return info->spelling ? info->spelling : "?";
    }
}

struct vyi_node vyi_node_named(const char *name)
{
    char text[48];
    for (unsigned op = 1; name && op < VYI_OP_LIMIT; op++) {
        const struct vyi_op_info *info = vyi_op_info((uint8_t)op);
        bool scoped = info->kind == VYI_KIND_EXPR && info->flags & VYI_FLAG_COLLECTIVE;
        bool several = info->imm == VYI_IMM_OP || op == VYI_OP_ATOMIC_RMW;
        if (!info->kind || !strstr(name, info->spelling))
            continue;
        for (uint16_t i = 0; i < (several ? 3 * VYI_RMW_COUNT : 3); i++) {
            struct vyi_node n = {.op = (uint8_t)op, .n = scoped ? i % 3 : 0};
            if (op == VYI_OP_SCOPE_LOAD)
                n.n = 0, n.aux = i % 3;
            if (op == VYI_OP_ATOMIC_RMW)
                n.aux2 = i / 3;
            if (info->imm == VYI_IMM_OP)
                n.x = vyi_rmw_op(i / 3);
            if (!strcmp(vyi_node_name(&n, text), name))
                return n;
        }
    }
    return (struct vyi_node){0};
}

const char *vyi_local_text(const vy_program *p, uint32_t local, char buffer[80])
{
    if (local >= p->locals.count)
        return "?";
    if (p->locals.at[local].name)
        snprintf(buffer, 80, "'%.70s'", p->locals.at[local].name);
    else
        snprintf(buffer, 80, "local %u", local);
    return buffer;
}

/// What an immediate refers to is there.
static bool refers(const vy_program *p, const struct vyi_node *n, uint8_t imm)
{
    switch (imm) {
    case VYI_IMM_LOCAL: return n->x < p->locals.count;
    case VYI_IMM_PARAM: return n->x < p->params.count;
    case VYI_IMM_CONST: return n->x < p->consts.count;
    case VYI_IMM_ID: return vyi_id_info(n->x / 4) && n->x % 4 < vyi_id_info(n->x / 4)->components;
    case VYI_IMM_BUFFER: return n->x < p->buffers.count;
    case VYI_IMM_TABLE: return n->x < p->tables.count;
    case VYI_IMM_STRING: return n->x < p->strings.count;
    case VYI_IMM_LABEL: return n->x < p->labels;
    case VYI_IMM_OP: return n->x <= UINT8_MAX && vyi_collective_word(n->x);
    default: return true;
    }
}

const char *vyi_node_flaw(const vy_program *p, const struct vyi_node *n)
{
    const struct vyi_op_info *info = vyi_op_info(n->op);
    if (info->kind == VYI_KIND_OP)
        return NULL;
    if (info->kind == VYI_KIND_NONE)
        return "an operation does not exist";
    if (!refers(p, n, info->imm))
        return "what it refers to does not exist";
    if (info->form == VYI_FORM_LIST &&
        (uint64_t)n->list + (n->op == VYI_OP_SEQ ? n->x : n->n) > p->extra.count)
        return "its operands are missing";
    uint32_t op = n->op == VYI_OP_STORE ? n->aux2 : n->op == VYI_OP_SET_ARRAY ? n->n : 0;
    if (op > UINT8_MAX || (op && !(vyi_op_info((uint8_t)op)->flags & VYI_FLAG_ASSIGN)))
        return "it assigns with an operator that does not exist";
    switch (n->op) {
    case VYI_OP_LEN:
        return n->n <= p->buffers.at[n->x].rank ? NULL : "it asks the length of an absent axis";
    case VYI_OP_FOR: return n->n == 4 ? NULL : "a 'for' has two bounds, a step and a body";
    case VYI_OP_EACH:
        if (n->n % 2 == 0 || n->n < 3 || n->n > 2 * VYI_MAX_RANGES + 1)
            return "an 'each' has 1 to 8 ranges and a body";
        return p->locals.count - n->x >= n->n / 2u ? NULL : "an 'each' lacks indices";
    case VYI_OP_FIXPOINT:
        if (n->n != 3 || n->aux > p->locals.count)
            return "a fixpoint has two bounds and a body";
        return NULL;
    case VYI_OP_ASYNC_COPY:
        return n->n == 3 && n->aux < p->buffers.count ? NULL : "async_copy lacks operands";
    case VYI_OP_STORE:
    case VYI_OP_ASSERT: return n->n ? NULL : "a statement lacks its operands";
    case VYI_OP_ATOMIC_RMW:
        if (n->aux2 >= VYI_RMW_COUNT)
            return "it is an atomic operation that does not exist";
        // fall through
    case VYI_OP_ATOMIC_STORE:
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_CAS:
        if ((n->aux & 255) > VYI_ORDER_ACQ_REL || n->aux >> 8 > VYI_REACH_SYSTEM)
            return "it has an ordering or scope that does not exist";
        return n->n >= vyi_atomic_values(n->op) ? NULL : "an atomic lacks its operands";
    case VYI_OP_SCOPE_LOAD: return n->aux <= VYI_SCOPE_GRID ? NULL : "a scope does not exist";
    case VYI_OP_BARRIER:
        return n->n == VYI_SCOPE_WORKGROUP || n->n == VYI_SCOPE_GRID
                   ? NULL
                   : "a barrier is for the workgroup or the grid";
    case VYI_OP_BALLOT:
    case VYI_OP_SHUFFLE:
        return n->n == VYI_SCOPE_SUBGROUP ? NULL : "ballot and shuffle are only for the subgroup";
    default:
        return info->kind == VYI_KIND_EXPR && info->flags & VYI_FLAG_COLLECTIVE &&
                       n->n > VYI_SCOPE_GRID
                   ? "a scope does not exist"
                   : NULL;
    }
}
