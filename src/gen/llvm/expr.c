// Expressions. Left to right, loads and atomics included; && || ?: skip by a branch where all lanes
// agree and by a narrower mask where they do not.
#include "gen/llvm/build.h"
#include "gen/slots.h"
#include "plan/work.h"

uint32_t vyi_gen_flags(const struct gen *m, vyi_ref root)
{
    uint32_t flags = 0;
    for (VYI_VISIT(v, m->p, root))
        flags |= vyi_op_info(v->n->op)->flags;
    return flags;
}

/// Whether evaluating it touches memory, or could be seen in any other way.
static bool touches_memory(const struct gen *m, vyi_ref r)
{
    return vyi_gen_flags(m, r) & (VYI_FLAG_READS | VYI_FLAG_WRITES | VYI_FLAG_COLLECTIVE) ||
           vyi_contains(m->p, r, VYI_OP_LOAD_ARRAY) || vyi_contains(m->p, r, VYI_OP_LOAD_TABLE);
}

void vyi_gen_exprs(struct gen *m, const vyi_ref *kids, uint32_t count, struct val *values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = vyi_gen_expr(m, kids[i]);
}

// ---- branches that all lanes take together ----
/// One value of two that were computed in blocks of their own; both end here.
static struct val join(struct gen *m, struct val a, LLVMBasicBlockRef a_end, struct val b,
                       LLVMBasicBlockRef b_end)
{
    LLVMBasicBlockRef done = new_block(m, "join");
    bool same = a.spread == SAME && b.spread == SAME;
    enter(m, a_end);
    LLVMValueRef in[2] = {same ? a.v : vyi_gen_spread(m, a)};
    br(m, done);
    enter(m, b_end);
    in[1] = same ? b.v : vyi_gen_spread(m, b);
    br_enter(m, done);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(in[0]), "");
    LLVMAddIncoming(phi, in, (LLVMBasicBlockRef[]){a_end, b_end}, 2);
    return same ? vyi_gen_same(a.type, phi) : vyi_gen_each(m, a.type, phi);
}

/// `no`: none where `known` is the value instead.
static struct val branch_select(struct gen *m, LLVMValueRef condition, vyi_ref yes, vyi_ref no,
                                struct val known)
{
    LLVMBasicBlockRef other = new_block(m, "else");
    enter_unless(m, condition, other, "then");
    struct val a = vyi_gen_expr(m, yes);
    LLVMBasicBlockRef a_end = block_now(m);
    enter(m, other);
    struct val b = no.i ? vyi_gen_expr(m, no) : known;
    return join(m, a, a_end, b, block_now(m));
}

// ---- && || ?: ----
static struct val lazy(struct gen *m, const struct vyi_node *n)
{
    bool is_and = n->op == VYI_OP_LAND, memory = touches_memory(m, n->kid[1]);
    struct val a = vyi_gen_expr(m, n->kid[0]), b;
    struct val known = vyi_gen_same(VY_TYPE_BOOL, i1(m, !is_and));
    LLVMValueRef before = m->mask, go = !memory || is_and ? a.v : inot(m, a.v);
    if (memory && a.spread == SAME)
        return branch_select(m, go, n->kid[1], (vyi_ref){0}, known);
    if (memory)
        m->mask = both(m, m->mask, go);
    if (memory && vyi_gen_flags(m, n->kid[1]) & VYI_FLAG_WRITES)
        b = branch_select(m, vyi_gen_any(m, m->mask), n->kid[1], (vyi_ref){0}, known);
    else
        b = vyi_gen_expr(m, n->kid[1]);
    m->mask = before;
    return vyi_gen_op(m, is_and ? VYI_OP_AND : VYI_OP_OR, VY_TYPE_BOOL, (struct val[]){a, b});
}

/// Whether `b` is ~a, of a variable of 32 bits.
static bool is_inverse(const struct gen *m, vyi_ref a, vyi_ref b)
{
    const struct vyi_node *x = vyi_at(m->p, a), *y = vyi_at(m->p, b);
    return x->op == VYI_OP_LOCAL && vyi_type_bytes(x->type) == 4 && y->op == VYI_OP_INV &&
           vyi_is_local(m->p, y->kid[0], x->x);
}

/// `c ? x : ~x`, as lanes that look for their like have it for every bit. Left to itself LLVM goes
/// from the predicate, which the ballot before has, back to the bit that it tests.
static struct val invert_unless(struct gen *m, struct val c, struct val x)
{
    x.v = ixor(m, x.v, m->target->bits_unless(m, c.v));
    return x;
}

static struct val choose(struct gen *m, const struct vyi_node *n)
{
    struct val c = vyi_gen_expr(m, n->kid[0]);
    bool memory = touches_memory(m, n->kid[1]) || touches_memory(m, n->kid[2]);
    if (m->target->bits_unless && c.spread == SAME && is_inverse(m, n->kid[1], n->kid[2]))
        return invert_unless(m, c, vyi_gen_expr(m, n->kid[1]));
    if (memory && c.spread == SAME)
        return branch_select(m, c.v, n->kid[1], n->kid[2], c);
    LLVMValueRef before = m->mask;
    if (memory)
        m->mask = both(m, before, c.v);
    struct val a = vyi_gen_expr(m, n->kid[1]);
    if (memory)
        m->mask = both(m, before, inot(m, c.v));
    struct val b = vyi_gen_expr(m, n->kid[2]);
    m->mask = before;
    return vyi_gen_select(m, c, a, b);
}

// ---- leaves ----
static struct val length(struct gen *m, const struct vyi_node *n)
{
    LLVMValueRef v = n->n ? vyi_gen_size(m, n->x, n->n - 1u) : vyi_gen_count(m, n->x);
    return vyi_gen_same(n->type, n->type == VY_TYPE_U64 ? v : to_i32(m, v));
}

/// It speaks for its subgroup.
LLVMValueRef vyi_gen_first_lane(struct gen *m)
{
    if (!m->mask || m->lanes == 1)
        return i32(m, 0);
    LLVMValueRef bits = vyi_gen_bits(m, m->mask);
    bits = vyi_gen_intrinsic(m, "llvm.cttz", LLVMTypeOf(bits), ARGS(bits, i1(m, false)));
    return as_i32(m, iand(m, bits, number_like(bits, m->lanes - 1)));
}

/// Of an array: where all invocations have the same there, one value, as branches on it expect.
static struct val element(struct gen *m, vyi_ref r)
{
    struct val v = vyi_gen_element(m, vyi_at(m->p, r));
    if (v.spread == SAME || m->facts.levels.node[r.i] > VYI_UNIFORM_WORKGROUP)
        return v;
    return vyi_gen_same(v.type, vyi_gen_lane(m, v, vyi_gen_first_lane(m)));
}

static struct val collective(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    uint32_t count = vyi_kids(m->p, n, &kids);
    struct val values[VYI_MAX_RANK];
    vyi_gen_exprs(m, kids, count, values);
    if (n->op != VYI_OP_SCOPE_LOAD)
        return vyi_gen_subgroup(m, n, values);
    LLVMValueRef lane = vyi_gen_first_lane(m);
    for (uint32_t i = 0; i < count; i++)
        values[i] = vyi_gen_same(values[i].type, vyi_gen_lane(m, values[i], lane));
    return vyi_gen_load_at(m, n->x, NULL, values, count);
}

/// Sums and products that cannot wrap say so: then LLVM sees that neighbours are neighbours, in 64
/// bits too, and makes one access of them.
static void note_range(struct gen *m, vyi_ref r, LLVMValueRef v)
{
#if LLVM_VERSION_MAJOR >= 17
    LLVMOpcode op = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    if ((op == LLVMAdd || op == LLVMMul) && vyi_is_exact(&m->facts.bounds, r))
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
        return vyi_gen_same(type, vyi_gen_slot_at(m, index, vyi_gen_type(m, type)));
    return vyi_gen_same(type, is_set(m, vyi_gen_slot_at(m, index, type_i64(m))));
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
    case VYI_OP_ID: return vyi_gen_id(m, n->x / 4, n->x % 4);
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
