// Collectives on a GPU: warp instructions, and a row of shared memory with a slot for each warp.
//
// All threads take part, those too whose invocation has returned or does not exist; these
// contribute the identity. Float sums meet lane k with lane k ^ 16, then k ^ 8, and so on, first
// within warps and then over their sums: the language's order.
//
// There are two rows, used in turn: whoever writes to one has passed the barrier of the collective
// before, and so has everybody who still read the same row in the one before that.
#include "gen/llvm/gpu.h"

#include "ir/sem.h"

#include <stddef.h>

static LLVMTypeRef type_i32(const struct gen *m)
{
    return LLVMInt32TypeInContext(m->context);
}
static LLVMTypeRef type_i64(const struct gen *m)
{
    return LLVMInt64TypeInContext(m->context);
}

static LLVMValueRef everybody(const struct gen *m)
{
    return vyi_gen_int(m, 32, UINT32_MAX);
}

static LLVMValueRef identity(const struct gen *m, uint8_t op, uint8_t type)
{
    return vyi_gen_constant(m, type, vyi_sem_identity(op, type));
}

static LLVMValueRef combine(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    return vyi_gen_build(m, op, type, (LLVMValueRef[]){a, b});
}

// ---- values as bits ----
static unsigned bits_of(uint8_t type)
{
    return type == VY_TYPE_BOOL ? 1 : 8 * vyi_type_bytes(type);
}

static LLVMValueRef to_int(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return LLVMBuildBitCast(m->b, v, LLVMIntTypeInContext(m->context, bits_of(type)), "");
}

static LLVMValueRef from_int(struct gen *m, uint8_t type, LLVMValueRef v)
{
    return LLVMBuildBitCast(m->b, v, vyi_gen_type(m, type), "");
}

static LLVMValueRef to_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    v = to_int(m, type, v);
    return bits_of(type) == 64 ? v : LLVMBuildZExt(m->b, v, type_i64(m), "");
}

static LLVMValueRef from_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    unsigned bits = bits_of(type);
    if (bits != 64)
        v = LLVMBuildTrunc(m->b, v, LLVMIntTypeInContext(m->context, bits), "");
    return from_int(m, type, v);
}

// ---- a warp ----
LLVMValueRef vyi_gpu_warp_any(struct gen *m, LLVMValueRef says)
{
    LLVMValueRef args[] = {everybody(m), says};
    return vyi_gen_intrinsic(m, "llvm.nvvm.vote.any.sync", LLVMInt1TypeInContext(m->context), args,
                             2, NULL, 0);
}

static LLVMValueRef ballot(struct gen *m, LLVMValueRef says)
{
    LLVMValueRef args[] = {everybody(m), says};
    return vyi_gen_intrinsic(m, "llvm.nvvm.vote.ballot.sync", type_i32(m), args, 2, NULL, 0);
}

enum how { BY_INDEX, BY_XOR, FROM_BELOW };

static LLVMValueRef shuffle_word(struct gen *m, enum how how, LLVMValueRef v, LLVMValueRef lane)
{
    static const char *const names[] = {"llvm.nvvm.shfl.sync.idx.i32",
                                        "llvm.nvvm.shfl.sync.bfly.i32",
                                        "llvm.nvvm.shfl.sync.up.i32"};
    LLVMValueRef args[] = {everybody(m), v, lane,
                           vyi_gen_int(m, 32, how == FROM_BELOW ? 0 : WARP - 1)};
    return vyi_gen_intrinsic(m, names[how], type_i32(m), args, 4, NULL, 0);
}

static LLVMValueRef shuffle(struct gen *m, enum how how, uint8_t type, LLVMValueRef v,
                            LLVMValueRef lane)
{
    unsigned bits = bits_of(type);
    v = to_int(m, type, v);
    if (bits == 64) {
        LLVMValueRef half = vyi_gen_int(m, 64, 32);
        LLVMValueRef low = LLVMBuildTrunc(m->b, v, type_i32(m), "");
        LLVMValueRef high = LLVMBuildTrunc(m->b, LLVMBuildLShr(m->b, v, half, ""), type_i32(m), "");
        low = LLVMBuildZExt(m->b, shuffle_word(m, how, low, lane), type_i64(m), "");
        high = LLVMBuildZExt(m->b, shuffle_word(m, how, high, lane), type_i64(m), "");
        return from_int(m, type, LLVMBuildOr(m->b, low, LLVMBuildShl(m->b, high, half, ""), ""));
    }
    if (bits == 1)
        v = LLVMBuildZExt(m->b, v, type_i32(m), "");
    v = shuffle_word(m, how, v, lane);
    if (bits == 1)
        v = LLVMBuildTrunc(m->b, v, LLVMInt1TypeInContext(m->context), "");
    return from_int(m, type, v);
}

/// One instruction for 32-bit integers, where the machine has it.
static LLVMValueRef reduce_word(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    const char *name = NULL;
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    if (bits_of(type) != 32 || vyi_type_class(type) == VYI_CLASS_FLOAT ||
        m->shape->gpu->capability < 80)
        return NULL;
    switch (op) {
    case VYI_OP_ADD: name = "llvm.nvvm.redux.sync.add"; break;
    case VYI_OP_MIN:
        name = is_signed ? "llvm.nvvm.redux.sync.min" : "llvm.nvvm.redux.sync.umin";
        break;
    case VYI_OP_MAX:
        name = is_signed ? "llvm.nvvm.redux.sync.max" : "llvm.nvvm.redux.sync.umax";
        break;
    case VYI_OP_AND: name = "llvm.nvvm.redux.sync.and"; break;
    case VYI_OP_OR: name = "llvm.nvvm.redux.sync.or"; break;
    default: name = "llvm.nvvm.redux.sync.xor"; break;
    }
    LLVMValueRef args[] = {v, everybody(m)};
    return vyi_gen_intrinsic(m, name, type_i32(m), args, 2, NULL, 0);
}

/// The fold of `lanes` lanes, a power of two, in each of them.
static LLVMValueRef warp_fold(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v,
                              unsigned lanes)
{
    LLVMValueRef all = reduce_word(m, op, type, v); // past the lanes there are identities
    if (all)
        return all;
    for (unsigned by = lanes / 2; by; by /= 2)
        v = combine(m, op, type, v, shuffle(m, BY_XOR, type, v, vyi_gen_int(m, 32, by)));
    return v;
}

static LLVMValueRef lane_at_least(struct gen *m, unsigned by)
{
    return LLVMBuildICmp(m->b, LLVMIntUGE, m->shape->gpu->lane, vyi_gen_int(m, 32, by), "");
}

static LLVMValueRef warp_scan(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    for (unsigned by = 1; by < WARP; by *= 2) {
        LLVMValueRef below = shuffle(m, FROM_BELOW, type, v, vyi_gen_int(m, 32, by));
        LLVMValueRef sum = combine(m, op, type, below, v);
        v = LLVMBuildSelect(m->b, lane_at_least(m, by), sum, v, "");
    }
    return v;
}

/// An inclusive scan as an exclusive one.
static LLVMValueRef move_up(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    LLVMValueRef below = shuffle(m, FROM_BELOW, type, v, vyi_gen_int(m, 32, 1));
    return LLVMBuildSelect(m->b, lane_at_least(m, 1), below, identity(m, op, type), "");
}

// ---- a circle of warps ----
static struct circle team(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    uint32_t warps = g->team / WARP;
    return (struct circle){VYI_SCOPE_WORKGROUP, vyi_gen_int(m, 32, warps), g->warp, warps,
                           vyi_gen_field(m, g->own, m->shape->operands)};
}

static struct circle block(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef five = vyi_gen_int(m, 32, 5);
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    return (struct circle){VYI_SCOPE_GRID, LLVMBuildLShr(m->b, threads, five, ""),
                           LLVMBuildLShr(m->b, g->tid, five, ""), WARP,
                           vyi_gen_field(m, g->shared, MEET_BYTES)};
}

static void meet(struct gen *m, const struct circle *c)
{
    if (c->scope == VYI_SCOPE_GRID)
        vyi_gpu_block_barrier(m);
    else
        vyi_gpu_barrier(m);
}

static LLVMValueRef slot_at(struct gen *m, LLVMValueRef row, LLVMValueRef index)
{
    index = LLVMBuildZExt(m->b, index, type_i64(m), "");
    return LLVMBuildGEP2(m->b, type_i64(m), row, &index, 1, "");
}

/// Every warp puts its value in, and lane k gets that of warp k; the identity past the last.
static LLVMValueRef exchange(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                             LLVMValueRef v)
{
    struct gpu *g = m->shape->gpu;
    LLVMBasicBlockRef put = vyi_gen_block(m, "put"), on = vyi_gen_block(m, "on");
    LLVMValueRef flip = LLVMBuildLoad2(m->b, type_i32(m), g->flip, "");
    LLVMBuildStore(m->b, LLVMBuildXor(m->b, flip, vyi_gen_int(m, 32, SLOT_ROW), ""), g->flip);
    LLVMValueRef row = LLVMBuildZExt(m->b, flip, type_i64(m), "");
    row = LLVMBuildGEP2(m->b, LLVMInt8TypeInContext(m->context), c->slots, &row, 1, "");
    LLVMValueRef first = LLVMBuildICmp(m->b, LLVMIntEQ, g->lane, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, first, put, on);
    vyi_gen_enter(m, put);
    LLVMBuildStore(m->b, to_bits(m, type, v), slot_at(m, row, c->warp));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    meet(m, c);
    LLVMValueRef there = LLVMBuildICmp(m->b, LLVMIntULT, g->lane, c->warps, "");
    LLVMValueRef got = LLVMBuildLoad2(m->b, type_i64(m), slot_at(m, row, g->lane), "");
    return LLVMBuildSelect(m->b, there, from_bits(m, type, got), identity(m, op, type), "");
}

static LLVMValueRef fold(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                         LLVMValueRef v)
{
    unsigned lanes = 1;
    v = warp_fold(m, op, type, v, WARP);
    if (c->most == 1) {
        meet(m, c);
        return v;
    }
    while (lanes < c->most)
        lanes *= 2;
    v = exchange(m, c, op, type, v);
    v = warp_fold(m, op, type, v, lanes);
    if (lanes == WARP)
        return v;
    return shuffle(m, BY_INDEX, type, v, vyi_gen_int(m, 32, 0)); // lanes above fold identities
}

/// Scans from `start`. *total: `start` and all values, or NULL.
static LLVMValueRef scan(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                         bool inclusive, LLVMValueRef v, LLVMValueRef start, LLVMValueRef *total)
{
    LLVMValueRef last = vyi_gen_int(m, 32, WARP - 1), none = identity(m, op, type);
    v = warp_scan(m, op, type, v);
    LLVMValueRef own = inclusive ? v : move_up(m, op, type, v);
    LLVMValueRef sum = shuffle(m, BY_INDEX, type, v, last), before = start;
    if (c->most == 1) {
        meet(m, c);
    } else {
        LLVMValueRef sums = warp_scan(m, op, type, exchange(m, c, op, type, sum));
        LLVMValueRef zero = vyi_gen_int(m, 32, 0), one = vyi_gen_int(m, 32, 1);
        LLVMValueRef below = LLVMBuildSub(m->b, c->warp, one, "");
        LLVMValueRef prefix = shuffle(m, BY_INDEX, type, sums, below);
        LLVMValueRef lowest = LLVMBuildICmp(m->b, LLVMIntEQ, c->warp, zero, "");
        prefix = LLVMBuildSelect(m->b, lowest, none, prefix, "");
        before = combine(m, op, type, start, prefix);
        sum = shuffle(m, BY_INDEX, type, sums, last);
    }
    if (total)
        *total = combine(m, op, type, start, sum);
    return combine(m, op, type, before, own);
}

// ---- operands ----
/// Of the invocation, if it lives; `other` if it does not.
static LLVMValueRef operand(struct gen *m, vyi_ref r, LLVMValueRef other)
{
    if (!m->shape->gpu->bodies)
        return vyi_gen_expr(m, r).v;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(m->b), in = vyi_gen_block(m, "living"),
                      on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, vyi_gpu_lives(m), in, on);
    vyi_gen_enter(m, in);
    LLVMValueRef v = vyi_gen_expr(m, r).v;
    in = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(v), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){v, other}, (LLVMBasicBlockRef[]){in, from}, 2);
    return phi;
}

static LLVMValueRef in_64(struct gen *m, uint8_t type, LLVMValueRef v)
{
    if (vyi_type_bytes(type) == 8)
        return v;
    return type == VY_TYPE_I32 ? LLVMBuildSExt(m->b, v, type_i64(m), "")
                               : LLVMBuildZExt(m->b, v, type_i64(m), "");
}

/// A number that those who live have in common, for all, i64.
static LLVMValueRef agreed(struct gen *m, vyi_ref r, enum vyi_scope scope)
{
    uint8_t type = vyi_at(m->p, r)->type;
    LLVMValueRef none = vyi_gen_constant(m, type, 0), v = in_64(m, type, operand(m, r, none));
    struct circle c = scope == VYI_SCOPE_WORKGROUP ? team(m) : (struct circle){.most = 1};
    if (!m->shape->gpu->bodies)
        return v;
    return scope == VYI_SCOPE_WORKGROUP ? fold(m, &c, VYI_OP_OR, VY_TYPE_U64, v)
                                        : warp_fold(m, VYI_OP_OR, VY_TYPE_U64, v, WARP);
}

// ---- subgroups ----
static bool is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

static uint8_t fold_op(const struct vyi_node *n)
{
    return n->op == VYI_OP_ANY ? VYI_OP_OR : n->op == VYI_OP_ALL ? VYI_OP_AND : (uint8_t)n->x;
}

/// What a lane has; 0 where there is no such lane.
static LLVMValueRef fetch(struct gen *m, uint8_t type, LLVMValueRef v, LLVMValueRef index)
{
    LLVMValueRef lane = LLVMBuildTrunc(m->b, index, type_i32(m), "");
    LLVMValueRef there = LLVMBuildICmp(m->b, LLVMIntULT, index, vyi_gen_int(m, 64, WARP), "");
    lane = LLVMBuildAnd(m->b, lane, vyi_gen_int(m, 32, WARP - 1), "");
    LLVMValueRef got = shuffle(m, BY_INDEX, type, v, lane);
    return LLVMBuildSelect(m->b, there, got, vyi_gen_constant(m, type, 0), "");
}

static LLVMValueRef subgroup(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = fold_op(n);
    LLVMValueRef zero = vyi_gen_constant(m, type, 0), v, index;
    switch (n->op) {
    case VYI_OP_REDUCE:
        return warp_fold(m, op, type, operand(m, n->kid[0], identity(m, op, type)), WARP);
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN:
        v = warp_scan(m, op, type, operand(m, n->kid[0], identity(m, op, type)));
        return n->op == VYI_OP_ISCAN ? v : move_up(m, op, type, v);
    case VYI_OP_ANY: return vyi_gpu_warp_any(m, operand(m, n->kid[0], zero));
    case VYI_OP_ALL:
        v = operand(m, n->kid[0], vyi_gen_int(m, 1, 1));
        return LLVMBuildNot(m->b, vyi_gpu_warp_any(m, LLVMBuildNot(m->b, v, "")), "");
    case VYI_OP_BALLOT: return ballot(m, operand(m, n->kid[0], zero));
    case VYI_OP_BROADCAST:
        v = operand(m, n->kid[0], zero);
        return fetch(m, type, v, agreed(m, n->kid[1], VYI_SCOPE_SUBGROUP));
    default:
        v = operand(m, n->kid[0], zero);
        type = vyi_at(m->p, n->kid[1])->type;
        index = in_64(m, type, operand(m, n->kid[1], vyi_gen_constant(m, type, 0)));
        return fetch(m, vyi_at(m->p, n->kid[0])->type, v, index);
    }
}

// ---- workgroups ----
/// The value of one of them, 0 from one that is not: all others put in 0.
static LLVMValueRef pick(struct gen *m, const struct vyi_node *n, LLVMValueRef mine)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type;
    LLVMValueRef zero = vyi_gen_constant(m, type, 0), v = operand(m, n->kid[0], zero);
    struct circle c = team(m);
    v = to_bits(m, type, LLVMBuildSelect(m->b, mine, v, zero, ""));
    return fold(m, &c, VYI_OP_OR, VY_TYPE_U64, v);
}

static LLVMValueRef broadcast(struct gen *m, const struct vyi_node *n)
{
    LLVMValueRef index = agreed(m, n->kid[1], VYI_SCOPE_WORKGROUP);
    LLVMValueRef item = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    LLVMValueRef mine = LLVMBuildICmp(m->b, LLVMIntEQ, index, item, "");
    return from_bits(m, vyi_at(m->p, n->kid[0])->type, pick(m, n, mine));
}

static LLVMValueRef workgroup(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = fold_op(n);
    LLVMValueRef none, v;
    struct circle c = team(m);
    if (n->op == VYI_OP_BROADCAST)
        return broadcast(m, n);
    none = identity(m, op, type);
    v = operand(m, n->kid[0], none);
    if (is_scan(n))
        return scan(m, &c, op, type, n->op == VYI_OP_ISCAN, v, none, NULL);
    if (n->op == VYI_OP_ANY)
        return vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, v);
    if (n->op == VYI_OP_ALL)
        return LLVMBuildNot(m->b, vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, LLVMBuildNot(m->b, v, "")),
                            "");
    return fold(m, &c, op, type, v);
}

/// Only those who live know the indices.
static void load_scope(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    LLVMBasicBlockRef in = vyi_gen_block(m, "living"), on = vyi_gen_block(m, "on");
    bool all = n->aux == VYI_SCOPE_WORKGROUP;
    if (all)
        vyi_gpu_barrier(m);
    LLVMBuildCondBr(m->b, m->shape->gpu->bodies ? vyi_gpu_lives(m) : vyi_gen_int(m, 1, 1), in, on);
    vyi_gen_enter(m, in);
    vyi_gen_set(m, local, vyi_gen_load_here(m, n), true);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    if (all)
        vyi_gpu_barrier(m);
}

void vyi_gpu_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    if (n->op == VYI_OP_SCOPE_LOAD) {
        load_scope(m, local, n);
        return;
    }
    LLVMValueRef v = n->n == VYI_SCOPE_SUBGROUP ? subgroup(m, n) : workgroup(m, n);
    vyi_gen_set(m, local, vyi_gen_same(m->p->locals.at[local].type, v), true);
}

// ---- the grid ----
static LLVMValueRef part_at(struct gen *m, LLVMValueRef index)
{
    LLVMValueRef parts = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, parts));
    return LLVMBuildGEP2(m->b, type_i64(m), parts, &index, 1, "");
}

static LLVMValueRef group_count(struct gen *m)
{
    LLVMValueRef v = vyi_gpu_field(m, type_i32(m), offsetof(struct vyi_cuda_block, group_count));
    return LLVMBuildZExt(m->b, v, type_i64(m), "");
}

void vyi_gpu_grid_part(struct gen *m, const struct vyi_node *n)
{
    struct shape *s = m->shape;
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = fold_op(n);
    LLVMValueRef part, zero = vyi_gen_int(m, 32, 0);
    LLVMBasicBlockRef put = vyi_gen_block(m, "part"), on = vyi_gen_block(m, "on");
    if (n->op == VYI_OP_BROADCAST) {
        uint8_t index_type = vyi_at(m->p, n->kid[1])->type;
        LLVMValueRef index = in_64(m, index_type, vyi_gen_expr(m, n->kid[1]).v);
        part = pick(m, n, LLVMBuildICmp(m->b, LLVMIntEQ, index, m->target->number(m).v, ""));
    } else {
        struct circle c = team(m);
        LLVMValueRef v = operand(m, n->kid[0], identity(m, op, type));
        part = fold(m, &c, op, type, v);
        part = to_bits(m, type, vyi_gen_canonical(m, type, part));
    }
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, s->item, zero, ""), put, on);
    vyi_gen_enter(m, put);
    LLVMValueRef group = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMBuildStore(m->b, part, part_at(m, group));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

/// A loop of this block's threads over [0, end): the index of each pass, i64.
struct strided {
    LLVMBasicBlockRef head, body, done;
    LLVMValueRef at;
};

static struct strided strided_begin(struct gen *m, LLVMValueRef end)
{
    struct strided l = {vyi_gen_block(m, "parts"), vyi_gen_block(m, "part"),
                        vyi_gen_block(m, "parts.done"), vyi_gen_alloca(m, type_i64(m), "at")};
    LLVMBuildStore(m->b, LLVMBuildZExt(m->b, m->shape->gpu->tid, type_i64(m), ""), l.at);
    LLVMBuildBr(m->b, l.head);
    vyi_gen_enter(m, l.head);
    LLVMValueRef at = LLVMBuildLoad2(m->b, type_i64(m), l.at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, at, end, ""), l.body, l.done);
    vyi_gen_enter(m, l.body);
    return l;
}

static void strided_end(struct gen *m, struct strided *l)
{
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    LLVMValueRef at = LLVMBuildLoad2(m->b, type_i64(m), l->at, "");
    at = LLVMBuildAdd(m->b, at, LLVMBuildZExt(m->b, threads, type_i64(m), ""), "");
    LLVMBuildStore(m->b, at, l->at);
    LLVMBuildBr(m->b, l->head);
    vyi_gen_enter(m, l->done);
}

/// The tree over the parts, in place; then parts[count] is the fold of all. By one block.
static void fold_parts(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMBasicBlockRef head = vyi_gen_block(m, "tree"), body = vyi_gen_block(m, "level"),
                      done = vyi_gen_block(m, "tree.done");
    LLVMValueRef stride_at = vyi_gen_alloca(m, type_i64(m), "stride"), one = vyi_gen_int(m, 64, 1);
    // Half of the smallest power of two that is not less than the count; 0 for one part.
    LLVMValueRef args[] = {LLVMBuildSub(m->b, count, one, ""), vyi_gen_int(m, 1, 0)};
    LLVMValueRef lead = vyi_gen_intrinsic(m, "llvm.ctlz", type_i64(m), args, 2, NULL, 0);
    LLVMValueRef top = vyi_gen_int(m, 64, (uint64_t)1 << 63);
    LLVMValueRef half =
        LLVMBuildLShr(m->b, top, LLVMBuildAnd(m->b, lead, vyi_gen_int(m, 64, 63), ""), "");
    LLVMValueRef alone = LLVMBuildICmp(m->b, LLVMIntULE, count, one, "");
    LLVMBuildStore(m->b, LLVMBuildSelect(m->b, alone, vyi_gen_int(m, 64, 0), half, ""), stride_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef stride = LLVMBuildLoad2(m->b, type_i64(m), stride_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntNE, stride, vyi_gen_int(m, 64, 0), ""), body,
                    done);
    vyi_gen_enter(m, body);
    LLVMValueRef more = LLVMBuildSub(m->b, count, stride, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, more, stride, "");
    struct strided l = strided_begin(m, LLVMBuildSelect(m->b, less, more, stride, ""));
    LLVMValueRef at = LLVMBuildLoad2(m->b, type_i64(m), l.at, "");
    LLVMValueRef low = part_at(m, at), high = part_at(m, LLVMBuildAdd(m->b, at, stride, ""));
    LLVMValueRef a = from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), low, ""));
    LLVMValueRef b = from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), high, ""));
    LLVMValueRef sum = vyi_gen_canonical(m, type, combine(m, op, type, a, b));
    LLVMBuildStore(m->b, to_bits(m, type, sum), low);
    strided_end(m, &l);
    vyi_gpu_block_barrier(m);
    LLVMBuildStore(m->b, LLVMBuildLShr(m->b, stride, one, ""), stride_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, done);
    // Nobody writes there before all have read it; to parts[0] somebody may.
    LLVMBasicBlockRef put = vyi_gen_block(m, "put"), on = vyi_gen_block(m, "on");
    LLVMValueRef zero = vyi_gen_int(m, 32, 0), first = part_at(m, vyi_gen_int(m, 64, 0));
    LLVMValueRef mine = LLVMBuildICmp(m->b, LLVMIntEQ, m->shape->gpu->tid, zero, "");
    LLVMBuildCondBr(m->b, mine, put, on);
    vyi_gen_enter(m, put);
    LLVMBuildStore(m->b, LLVMBuildLoad2(m->b, type_i64(m), first, ""), part_at(m, count));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

/// Each part becomes the fold of those before it. By one block, a block's worth at a time.
static void scan_parts(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMBasicBlockRef head = vyi_gen_block(m, "scan"), body = vyi_gen_block(m, "chunk"),
                      put = vyi_gen_block(m, "put"), next = vyi_gen_block(m, "next"),
                      done = vyi_gen_block(m, "scanned");
    LLVMTypeRef t = vyi_gen_type(m, type);
    LLVMValueRef none = identity(m, op, type), base_at = vyi_gen_alloca(m, type_i64(m), "base");
    LLVMValueRef sum_at = vyi_gen_alloca(m, t, "sum");
    struct circle c = block(m);
    LLVMBuildStore(m->b, vyi_gen_int(m, 64, 0), base_at);
    LLVMBuildStore(m->b, none, sum_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef base = LLVMBuildLoad2(m->b, type_i64(m), base_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, base, count, ""), body, done);
    vyi_gen_enter(m, body);
    LLVMValueRef at =
        LLVMBuildAdd(m->b, base, LLVMBuildZExt(m->b, m->shape->gpu->tid, type_i64(m), ""), "");
    LLVMValueRef there = LLVMBuildICmp(m->b, LLVMIntULT, at, count, "");
    LLVMValueRef safe = LLVMBuildSelect(m->b, there, at, vyi_gen_int(m, 64, 0), "");
    LLVMValueRef v = from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), part_at(m, safe), ""));
    v = LLVMBuildSelect(m->b, there, v, none, "");
    LLVMValueRef start = LLVMBuildLoad2(m->b, t, sum_at, ""), total;
    v = scan(m, &c, op, type, false, v, start, &total);
    LLVMBuildStore(m->b, total, sum_at);
    LLVMBuildCondBr(m->b, there, put, next);
    vyi_gen_enter(m, put);
    LLVMBuildStore(m->b, to_bits(m, type, v), part_at(m, at));
    LLVMBuildBr(m->b, next);
    vyi_gen_enter(m, next);
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    threads = LLVMBuildZExt(m->b, threads, type_i64(m), "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, base, threads, ""), base_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, done);
}

/// Meets, lets the first block combine the parts, meets again.
static void combine_parts(struct gen *m, bool scans, uint8_t op, uint8_t type)
{
    struct gpu *g = m->shape->gpu;
    LLVMBasicBlockRef first = vyi_gen_block(m, "combine"), on = vyi_gen_block(m, "combined");
    vyi_gen_meet(m, 0);
    LLVMValueRef mine = LLVMBuildICmp(m->b, LLVMIntEQ, g->block_number, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, mine, first, on);
    vyi_gen_enter(m, first);
    LLVMValueRef count = group_count(m);
    if (scans)
        scan_parts(m, op, type, count);
    else
        fold_parts(m, op, type, count);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    vyi_gen_meet(m, VYI_CPU_REGROUP);
}

static void scan_grid(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    struct shape *s = m->shape;
    uint8_t type = m->p->locals.at[local].type, op = fold_op(n);
    combine_parts(m, true, op, type);
    struct groups l = vyi_gpu_groups_begin(m);
    struct circle c = team(m);
    LLVMValueRef group = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMValueRef before =
        from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), part_at(m, group), ""));
    LLVMValueRef v = operand(m, n->kid[0], identity(m, op, type));
    v = scan(m, &c, op, type, n->op == VYI_OP_ISCAN, v, before, NULL);
    vyi_gen_set(m, local, vyi_gen_same(type, v), true);
    vyi_gpu_groups_end(m, l);
}

void vyi_gpu_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type;
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_meet(m, 0);
        vyi_gen_set(m, local, vyi_gen_load_here(m, n), true);
        vyi_gen_meet(m, 0);
        return;
    }
    if (is_scan(n)) {
        scan_grid(m, local, n);
        return;
    }
    bool cast = n->op == VYI_OP_BROADCAST; // all parts but one are 0
    combine_parts(m, false, cast ? VYI_OP_OR : fold_op(n),
                  cast ? VY_TYPE_U64 : vyi_at(m->p, n->kid[0])->type);
    LLVMValueRef all = LLVMBuildLoad2(m->b, type_i64(m), part_at(m, group_count(m)), "");
    vyi_gen_set(m, local, vyi_gen_same(type, from_bits(m, type, all)), true);
}

// ---- async_copy ----
void vyi_gpu_copy_operands(struct gen *m, const vyi_ref *kids, struct val values[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        bool is_signed = vyi_type_class(vyi_at(m->p, kids[i])->type) == VYI_CLASS_SINT;
        LLVMValueRef v = agreed(m, kids[i], VYI_SCOPE_WORKGROUP);
        values[i] = vyi_gen_same(is_signed ? VY_TYPE_I64 : VY_TYPE_U64, v);
    }
    vyi_gpu_barrier(m);
}
