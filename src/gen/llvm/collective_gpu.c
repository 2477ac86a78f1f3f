// Collectives on a GPU: warp instructions, and a row of shared memory with a slot for each warp.
//
// All threads take part, those too whose invocation has returned or does not exist; these
// contribute the identity. Float sums combine lane k with lane k ^ 16, then k ^ 8, and so on, first
// within warps and then over their sums: the language's order.
//
// There are two rows, used in turn: whoever writes to one has passed the barrier of the collective
// before, and so has everybody who still read the same row in the one before that.
#include "gen/llvm/gpu.h"

#include "ir/sem.h"

#include <stddef.h>

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

LLVMValueRef vyi_gpu_to_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    v = to_int(m, type, v);
    return bits_of(type) == 64 ? v : LLVMBuildZExt(m->b, v, type_i64(m), "");
}

LLVMValueRef vyi_gpu_from_bits(struct gen *m, uint8_t type, LLVMValueRef v)
{
    unsigned bits = bits_of(type);
    if (bits != 64)
        v = LLVMBuildTrunc(m->b, v, LLVMIntTypeInContext(m->context, bits), "");
    return from_int(m, type, v);
}

// ---- a warp ----
static LLVMValueRef ballot(struct gen *m, LLVMValueRef vote)
{
    LLVMValueRef args[] = {everybody(m), vote};
    return vyi_gen_intrinsic(m, "llvm.nvvm.vote.ballot.sync", type_i32(m), args, 2, NULL, 0);
}

/// Not by vote.any: ptxas votes again where the answer is wanted, if only some of the lanes are
/// there, and waits for the others for ever (docs/upstream-bugs.md). A word it keeps.
LLVMValueRef vyi_gpu_warp_any(struct gen *m, LLVMValueRef vote)
{
    return LLVMBuildICmp(m->b, LLVMIntNE, ballot(m, vote), vyi_gen_int(m, 32, 0), "");
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

LLVMValueRef vyi_gpu_warp_fold(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    return warp_fold(m, op, type, v, WARP);
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
struct circle vyi_gpu_team(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    uint32_t warps = g->teams.threads / WARP;
    return (struct circle){VYI_SCOPE_WORKGROUP, vyi_gen_int(m, 32, warps), g->warp, warps,
                           vyi_gen_field(m, g->own, m->phases->operands)};
}

struct circle vyi_gpu_whole_block(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef five = vyi_gen_int(m, 32, 5);
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    return (struct circle){VYI_SCOPE_GRID, LLVMBuildLShr(m->b, threads, five, ""),
                           LLVMBuildLShr(m->b, g->tid, five, ""), WARP, g->shared};
}

static void circle_barrier(struct gen *m, const struct circle *c)
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
    LLVMBuildStore(m->b, vyi_gpu_to_bits(m, type, v), slot_at(m, row, c->warp));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    circle_barrier(m, c);
    LLVMValueRef there = LLVMBuildICmp(m->b, LLVMIntULT, g->lane, c->warps, "");
    LLVMValueRef got = LLVMBuildLoad2(m->b, type_i64(m), slot_at(m, row, g->lane), "");
    return LLVMBuildSelect(m->b, there, vyi_gpu_from_bits(m, type, got), identity(m, op, type), "");
}

LLVMValueRef vyi_gpu_fold(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                          LLVMValueRef v)
{
    unsigned lanes = 1;
    v = warp_fold(m, op, type, v, WARP);
    if (c->most == 1) {
        circle_barrier(m, c);
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
LLVMValueRef vyi_gpu_scan(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                          bool inclusive, LLVMValueRef v, LLVMValueRef start, LLVMValueRef *total)
{
    LLVMValueRef last = vyi_gen_int(m, 32, WARP - 1), none = identity(m, op, type);
    v = warp_scan(m, op, type, v);
    LLVMValueRef own = inclusive ? v : move_up(m, op, type, v);
    LLVMValueRef sum = shuffle(m, BY_INDEX, type, v, last), before = start;
    if (c->most == 1) {
        circle_barrier(m, c);
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
LLVMValueRef vyi_gpu_operand(struct gen *m, vyi_ref r, LLVMValueRef other)
{
    if (!m->shape->gpu->teams.idle)
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

LLVMValueRef vyi_gpu_in_64(struct gen *m, uint8_t type, LLVMValueRef v)
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
    LLVMValueRef none = vyi_gen_constant(m, type, 0),
                 v = vyi_gpu_in_64(m, type, vyi_gpu_operand(m, r, none));
    struct circle c = scope == VYI_SCOPE_WORKGROUP ? vyi_gpu_team(m) : (struct circle){.most = 1};
    if (!m->shape->gpu->teams.idle)
        return v;
    return scope == VYI_SCOPE_WORKGROUP ? vyi_gpu_fold(m, &c, VYI_OP_OR, VY_TYPE_U64, v)
                                        : warp_fold(m, VYI_OP_OR, VY_TYPE_U64, v, WARP);
}

// ---- subgroups ----
static bool is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

uint8_t vyi_gpu_fold_op(const struct vyi_node *n)
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
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = vyi_gpu_fold_op(n);
    LLVMValueRef zero = vyi_gen_constant(m, type, 0), v, index;
    switch (n->op) {
    case VYI_OP_REDUCE:
        return warp_fold(m, op, type, vyi_gpu_operand(m, n->kid[0], identity(m, op, type)), WARP);
    case VYI_OP_SCAN:
    case VYI_OP_ISCAN:
        v = warp_scan(m, op, type, vyi_gpu_operand(m, n->kid[0], identity(m, op, type)));
        return n->op == VYI_OP_ISCAN ? v : move_up(m, op, type, v);
    case VYI_OP_ANY: return vyi_gpu_warp_any(m, vyi_gpu_operand(m, n->kid[0], zero));
    case VYI_OP_ALL:
        v = vyi_gpu_operand(m, n->kid[0], vyi_gen_int(m, 1, 1));
        return LLVMBuildNot(m->b, vyi_gpu_warp_any(m, LLVMBuildNot(m->b, v, "")), "");
    case VYI_OP_BALLOT: return ballot(m, vyi_gpu_operand(m, n->kid[0], zero));
    case VYI_OP_BROADCAST:
        v = vyi_gpu_operand(m, n->kid[0], zero);
        return fetch(m, type, v, agreed(m, n->kid[1], VYI_SCOPE_SUBGROUP));
    default:
        v = vyi_gpu_operand(m, n->kid[0], zero);
        type = vyi_at(m->p, n->kid[1])->type;
        index = vyi_gpu_in_64(m, type, vyi_gpu_operand(m, n->kid[1], vyi_gen_constant(m, type, 0)));
        return fetch(m, vyi_at(m->p, n->kid[0])->type, v, index);
    }
}

// ---- workgroups ----
/// The value of one of them, 0 from one that is not: all others put in 0.
LLVMValueRef vyi_gpu_pick(struct gen *m, const struct vyi_node *n, LLVMValueRef mine)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type;
    LLVMValueRef zero = vyi_gen_constant(m, type, 0), v = vyi_gpu_operand(m, n->kid[0], zero);
    struct circle c = vyi_gpu_team(m);
    v = vyi_gpu_to_bits(m, type, LLVMBuildSelect(m->b, mine, v, zero, ""));
    return vyi_gpu_fold(m, &c, VYI_OP_OR, VY_TYPE_U64, v);
}

static LLVMValueRef broadcast(struct gen *m, const struct vyi_node *n)
{
    LLVMValueRef index = agreed(m, n->kid[1], VYI_SCOPE_WORKGROUP);
    LLVMValueRef item = LLVMBuildZExt(m->b, m->shape->item, type_i64(m), "");
    LLVMValueRef mine = LLVMBuildICmp(m->b, LLVMIntEQ, index, item, "");
    return vyi_gpu_from_bits(m, vyi_at(m->p, n->kid[0])->type, vyi_gpu_pick(m, n, mine));
}

static LLVMValueRef workgroup(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = vyi_gpu_fold_op(n);
    LLVMValueRef none, v;
    struct circle c = vyi_gpu_team(m);
    if (n->op == VYI_OP_BROADCAST)
        return broadcast(m, n);
    none = identity(m, op, type);
    v = vyi_gpu_operand(m, n->kid[0], none);
    if (is_scan(n))
        return vyi_gpu_scan(m, &c, op, type, n->op == VYI_OP_ISCAN, v, none, NULL);
    if (n->op == VYI_OP_ANY)
        return vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, v);
    if (n->op == VYI_OP_ALL)
        return LLVMBuildNot(m->b, vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, LLVMBuildNot(m->b, v, "")),
                            "");
    return vyi_gpu_fold(m, &c, op, type, v);
}

/// Only those who live know the indices.
static void load_scope(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    LLVMBasicBlockRef in = vyi_gen_block(m, "living"), on = vyi_gen_block(m, "on");
    bool all = n->aux == VYI_SCOPE_WORKGROUP;
    if (all)
        vyi_gpu_barrier(m);
    LLVMBuildCondBr(m->b, m->shape->gpu->teams.idle ? vyi_gpu_lives(m) : vyi_gen_int(m, 1, 1), in,
                    on);
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

// ---- async_copy ----
/// The operands as all threads of the workgroup have them; a barrier.
void vyi_gpu_copy(struct gen *m, const struct vyi_node *n)
{
    const vyi_ref *kids;
    struct val values[3];
    vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < 3; i++) {
        bool is_signed = vyi_type_class(vyi_at(m->p, kids[i])->type) == VYI_CLASS_SINT;
        LLVMValueRef v = agreed(m, kids[i], VYI_SCOPE_WORKGROUP);
        values[i] = vyi_gen_same(is_signed ? VY_TYPE_I64 : VY_TYPE_U64, v);
    }
    vyi_gpu_barrier(m);
    vyi_gen_async_copy(m, n, values, m->shape->gpu->teams.threads);
}
