// Expressions. Left to right, loads and atomics included; && || ?: skip by a branch where their
// later operands touch memory, and are plain operations where they do not.
#include "gen/spirv/emit.h"

enum { DEEPEST = 48 }; ///< nesting past which operands that write nothing are not skipped

/// Whether a node of the tree has one of the flags, or touches memory of its own where `own`.
static bool holds(const struct emit *e, vyi_ref root, uint32_t flags, bool own)
{
    for (VYI_VISIT(v, e->p, root)) {
        uint8_t op = v->n->op;
        if (vyi_op_info(op)->flags & flags ||
            (own && (op == VYI_OP_LOAD_ARRAY || op == VYI_OP_LOAD_TABLE)))
            return true;
    }
    return false;
}

static bool skips(const struct emit *e, vyi_ref r)
{
    uint32_t flags = VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE;
    if (e->depth < DEEPEST)
        flags |= VYI_FLAG_READS;
    return holds(e, r, flags, e->depth < DEEPEST);
}

/// An operand that runs although it need not.
static uint32_t eagerly(struct emit *e, vyi_ref r)
{
    e->eager++;
    uint32_t v = vyi_spirv_expr(e, r);
    e->eager--;
    return v;
}

static uint32_t lazy(struct emit *e, const struct vyi_node *n)
{
    bool is_and = n->op == VYI_OP_LAND;
    uint32_t b = bool_type(e), a = vyi_spirv_expr(e, n->kid[0]);
    if (!skips(e, n->kid[1])) {
        uint32_t other = eagerly(e, n->kid[1]);
        return is_and ? INS(e, LogicalAnd, b, a, other) : INS(e, LogicalOr, b, a, other);
    }
    struct fork f = vyi_spirv_if(e, is_and ? a : INS(e, LogicalNot, b, a));
    uint32_t v = vyi_spirv_expr(e, n->kid[1]);
    return vyi_spirv_join(e, &f, b, v, vyi_spv_truth(e->m, !is_and));
}

static uint32_t choose(struct emit *e, const struct vyi_node *n)
{
    uint32_t type = vyi_spirv_type(e, n->type), c = vyi_spirv_expr(e, n->kid[0]);
    if (!skips(e, n->kid[1]) && !skips(e, n->kid[2])) {
        uint32_t a = eagerly(e, n->kid[1]), b = eagerly(e, n->kid[2]);
        return INS(e, Select, type, c, a, b);
    }
    struct fork f = vyi_spirv_if_else(e, c);
    uint32_t a = vyi_spirv_expr(e, n->kid[1]);
    vyi_spirv_else(e, &f);
    uint32_t b = vyi_spirv_expr(e, n->kid[2]);
    return vyi_spirv_join(e, &f, type, a, b);
}

static uint32_t length(struct emit *e, const struct vyi_node *n)
{
    uint32_t v = n->n ? vyi_spirv_size(e, n->x, n->n - 1u) : vyi_spirv_count(e, n->x);
    return n->type == VY_TYPE_U64 ? vyi_spirv_resize(e, v, 32, 64) : v;
}

static uint32_t pure(struct emit *e, const struct vyi_node *n)
{
    uint32_t v[3];
    uint8_t types[3];
    vyi_spirv_operands(e, n->kid, vyi_op_info(n->op)->arity, v, types);
    return vyi_spirv_op(e, n->op, types, v);
}

uint32_t vyi_spirv_expr(struct emit *e, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(e->p, r);
    switch (n->op) {
    case VYI_OP_LITERAL: return vyi_spirv_constant(e, n->type, vyi_literal_bits(n));
    case VYI_OP_LOCAL: return vyi_spirv_local(e, n->x);
    case VYI_OP_PARAM: return vyi_spirv_param(e, n->x);
    case VYI_OP_CONST: return vyi_spirv_const(e, n->x);
    case VYI_OP_ID: return vyi_spirv_id(e, n->x / 4, n->x % 4);
    case VYI_OP_LEN: return length(e, n);
    case VYI_OP_CAST:
        return vyi_spirv_cast(e, vyi_at(e->p, n->kid[0])->type, n->type,
                              vyi_spirv_expr(e, n->kid[0]));
    case VYI_OP_LAND:
    case VYI_OP_LOR: return lazy(e, n);
    case VYI_OP_SELECT: return choose(e, n);
    case VYI_OP_LOAD:
        return e->p->buffers.at[n->x].atomic ? vyi_spirv_atomic(e, n) : vyi_spirv_load(e, n);
    case VYI_OP_LOAD_ARRAY: return vyi_spirv_array_load(e, n);
    case VYI_OP_LOAD_TABLE: return vyi_spirv_table_load(e, n);
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: return vyi_spirv_bytes_at(e, n);
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: return vyi_spirv_atomic(e, n);
    case VYI_OP_CLOCK: return vyi_spirv_clock(e);
    default:
        if (vyi_op_info(n->op)->kind == VYI_KIND_OP)
            return pure(e, n);
        vyi_spirv_fail(e, VY_ERROR_PROGRAM);
        return vyi_spirv_constant(e, n->type, 0);
    }
}
