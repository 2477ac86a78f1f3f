// Expressions. Left to right, loads and atomics included; && || ?: skip by a branch where all lanes
// agree and by a narrower mask where they do not.
#include "gen/llvm/emit.h"
#include "gen/llvm/slots.h"

/// Whether evaluating it touches memory, or could be seen in any other way.
static bool touches_memory(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if ((vyi_op_info(n->op)->flags & (VYI_FLAG_READS | VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE)) ||
        n->op == VYI_OP_LOAD_ARRAY || n->op == VYI_OP_LOAD_TABLE)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && touches_memory(m, kids[i]))
            return true;
    return false;
}

bool vyi_gen_writes(const struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    if (vyi_op_info(n->op)->flags & VYI_FLAG_WRITES)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (kids[i].i && vyi_gen_writes(m, kids[i]))
            return true;
    return false;
}

void vyi_gen_exprs(struct gen *m, const vyi_ref *kids, uint32_t count, struct val *values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = vyi_gen_expr(m, kids[i]);
}

static LLVMValueRef narrowed(struct gen *m, LLVMValueRef by)
{
    return m->mask ? LLVMBuildAnd(m->b, m->mask, by, "") : by;
}

// ---- branches that all lanes take together ----
/// One value of two that were computed in blocks of their own; both end here.
static struct val join(struct gen *m, struct val a, LLVMBasicBlockRef a_end, struct val b,
                       LLVMBasicBlockRef b_end)
{
    LLVMBasicBlockRef done = vyi_gen_block(m, "join");
    bool same = a.spread == SAME && b.spread == SAME;
    vyi_gen_enter(m, a_end);
    LLVMValueRef in[2] = {same ? a.v : vyi_gen_spread(m, a)};
    LLVMBuildBr(m->b, done);
    vyi_gen_enter(m, b_end);
    in[1] = same ? b.v : vyi_gen_spread(m, b);
    LLVMBuildBr(m->b, done);
    vyi_gen_enter(m, done);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(in[0]), "");
    LLVMAddIncoming(phi, in, (LLVMBasicBlockRef[]){a_end, b_end}, 2);
    return same ? vyi_gen_same(a.type, phi) : vyi_gen_each(m, a.type, phi);
}

static struct val branch_select(struct gen *m, LLVMValueRef condition, vyi_ref yes, struct val no)
{
    LLVMBasicBlockRef then = vyi_gen_block(m, "then"), other = vyi_gen_block(m, "else");
    LLVMBuildCondBr(m->b, condition, then, other);
    vyi_gen_enter(m, then);
    struct val v = vyi_gen_expr(m, yes);
    return join(m, v, LLVMGetInsertBlock(m->b), no, other);
}

// ---- && || ?: ----
static struct val lazy(struct gen *m, const struct vyi_node *n)
{
    bool is_and = n->op == VYI_OP_LAND;
    struct val a = vyi_gen_expr(m, n->kid[0]);
    struct val known = vyi_gen_same(VY_TYPE_BOOL, vyi_gen_int(m, 1, !is_and));
    bool memory = touches_memory(m, n->kid[1]);
    if (memory && a.spread == SAME) {
        LLVMValueRef go = is_and ? a.v : LLVMBuildNot(m->b, a.v, "");
        return branch_select(m, go, n->kid[1], known);
    }
    LLVMValueRef before = m->mask;
    if (memory) {
        m->mask = narrowed(m, is_and ? a.v : LLVMBuildNot(m->b, a.v, ""));
        if (vyi_gen_writes(m, n->kid[1])) {
            struct val b = branch_select(m, vyi_gen_any(m, m->mask), n->kid[1], known);
            m->mask = before;
            return vyi_gen_op(m, is_and ? VYI_OP_AND : VYI_OP_OR, VY_TYPE_BOOL,
                              (struct val[]){a, b});
        }
    }
    struct val b = vyi_gen_expr(m, n->kid[1]);
    m->mask = before;
    return vyi_gen_op(m, is_and ? VYI_OP_AND : VYI_OP_OR, VY_TYPE_BOOL, (struct val[]){a, b});
}

static struct val choose(struct gen *m, const struct vyi_node *n)
{
    struct val c = vyi_gen_expr(m, n->kid[0]);
    bool memory = touches_memory(m, n->kid[1]) || touches_memory(m, n->kid[2]);
    if (memory && c.spread == SAME) {
        LLVMBasicBlockRef then = vyi_gen_block(m, "then"), other = vyi_gen_block(m, "else");
        LLVMBuildCondBr(m->b, c.v, then, other);
        vyi_gen_enter(m, then);
        struct val a = vyi_gen_expr(m, n->kid[1]);
        LLVMBasicBlockRef a_end = LLVMGetInsertBlock(m->b);
        vyi_gen_enter(m, other);
        struct val b = vyi_gen_expr(m, n->kid[2]);
        return join(m, a, a_end, b, LLVMGetInsertBlock(m->b));
    }
    LLVMValueRef before = m->mask;
    if (memory)
        m->mask = narrowed(m, c.v);
    struct val a = vyi_gen_expr(m, n->kid[1]);
    m->mask = before;
    if (memory)
        m->mask = narrowed(m, LLVMBuildNot(m->b, c.v, ""));
    struct val b = vyi_gen_expr(m, n->kid[2]);
    m->mask = before;
    return vyi_gen_select(m, c, a, b);
}

// ---- leaves ----
static struct val length(struct gen *m, const struct vyi_node *n)
{
    LLVMValueRef v = n->n ? m->target->size(m, n->x, n->n - 1u) : m->target->count(m, n->x);
    if (n->type != VY_TYPE_U64)
        v = LLVMBuildTrunc(m->b, v, LLVMInt32TypeInContext(m->context), "");
    return vyi_gen_same(n->type, v);
}

/// The first lane that runs speaks for its subgroup.
static LLVMValueRef speaker(struct gen *m)
{
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    if (!m->mask || m->lanes == 1)
        return zero;
    LLVMValueRef bits = vyi_gen_bits(m, m->mask);
    LLVMValueRef args[] = {bits, vyi_gen_int(m, 1, 0)};
    LLVMValueRef first = vyi_gen_intrinsic(m, "llvm.cttz", LLVMTypeOf(bits), args, 2, NULL, 0);
    first = LLVMBuildAnd(m->b, first, LLVMConstInt(LLVMTypeOf(bits), m->lanes - 1, false), "");
    return LLVMBuildZExtOrBitCast(m->b, first, LLVMInt32TypeInContext(m->context), "");
}

/// Of an array: where all invocations have the same there, one value, as whoever branches on it
/// expects.
static struct val element(struct gen *m, vyi_ref r)
{
    struct val v = vyi_gen_element(m, vyi_at(m->p, r));
    if (v.spread == SAME || m->levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
        return v;
    return vyi_gen_same(v.type, vyi_gen_lane(m, v, speaker(m)));
}

static struct val collective(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    struct val values[VYI_MAX_RANK];
    vyi_gen_exprs(m, kids, count, values);
    if (n->op != VYI_OP_SCOPE_LOAD)
        return vyi_gen_subgroup(m, n, values);
    LLVMValueRef lane = speaker(m);
    for (uint32_t i = 0; i < count; i++)
        if (values[i].spread != SAME)
            values[i] = vyi_gen_same(values[i].type, vyi_gen_lane(m, values[i], lane));
    return vyi_gen_load_at(m, n->x, NULL, values, count);
}

/// Sums and products that cannot wrap say so: then LLVM sees that neighbours are neighbours, in 64
/// bits too, and makes one access of them.
static void note_range(struct gen *m, vyi_ref r, LLVMValueRef v)
{
#if LLVM_VERSION_MAJOR >= 17
    LLVMOpcode op = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    if ((op == LLVMAdd || op == LLVMMul) && vyi_is_exact(m->bounds, r))
        LLVMSetNUW(v, true);
#else
    (void)m, (void)r, (void)v;
#endif
}

static struct val pure(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    struct val values[3];
    vyi_gen_exprs(m, n->kid, vyi_op_info(n->op)->arity, values);
    struct val v = vyi_gen_op(m, n->op, n->type, values);
    if (m->target->counts_in_32_bits && n->type == VY_TYPE_U32 && v.spread == SAME)
        note_range(m, r, v.v);
    return v;
}

/// A param or a constant, which the block keeps in 64 bits.
static struct val from_slot(struct gen *m, uint32_t index, uint8_t type)
{
    if (type != VY_TYPE_BOOL) // little-endian: the low bytes come first
        return vyi_gen_same(type, m->target->slot(m, index, vyi_gen_type(m, type)));
    LLVMValueRef bits = m->target->slot(m, index, type_i64(m)), zero = vyi_gen_int(m, 64, 0);
    return vyi_gen_same(type, LLVMBuildICmp(m->b, LLVMIntNE, bits, zero, ""));
}

struct val vyi_gen_expr(struct gen *m, vyi_ref r)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    switch (n->op) {
    case VYI_OP_LITERAL:
        return vyi_gen_same(n->type, vyi_gen_constant(m, n->type, vyi_literal_bits(n)));
    case VYI_OP_LOCAL: return vyi_gen_get(m, n->x);
    case VYI_OP_PARAM: return from_slot(m, vyi_slot_param(n->x), m->p->params.at[n->x].type);
    case VYI_OP_CONST: return from_slot(m, vyi_slot_const(m->p, n->x), m->p->consts.at[n->x].type);
    case VYI_OP_ID: return m->target->id(m, n->x / 4, n->x % 4);
    case VYI_OP_LEN: return length(m, n);
    case VYI_OP_CAST: return vyi_gen_cast(m, vyi_gen_expr(m, n->kid[0]), n->type);
    case VYI_OP_LAND:
    case VYI_OP_LOR: return lazy(m, n);
    case VYI_OP_SELECT: return choose(m, n);
    case VYI_OP_LOAD: return vyi_gen_load(m, n);
    case VYI_OP_LOAD_ARRAY:
    case VYI_OP_LOAD_TABLE: return element(m, r);
    case VYI_OP_U32_AT:
    case VYI_OP_U64_AT: return vyi_gen_bytes_at(m, n);
    case VYI_OP_ATOMIC_LOAD:
    case VYI_OP_ATOMIC_RMW:
    case VYI_OP_ATOMIC_CAS: return vyi_gen_atomic(m, n, true);
    case VYI_OP_CLOCK: return vyi_gen_same(VY_TYPE_U64, m->target->clock(m));
    default: return vyi_op_info(n->op)->kind == VYI_KIND_OP ? pure(m, r) : collective(m, n);
    }
}
