// One atomic access for all threads of a warp that update the same word.
//
// The threads that run together (activemask) count themselves. The first of them does the update
// for all, and the others get its result by a shuffle among them: what a thread would have found is
// that result and what the threads before it have added. The flow may be divergent: whoever runs
// along takes part, and no thread waits for one that is elsewhere.
//
// The naive version takes every place that is subgroup-uniform by the language for the same word.
// `c[k]` in a loop over k is uniform, but the threads that run together there may be in different
// rounds of the loop. So a place or an amount counts as the same only if it is made of what never
// changes during the launch: literals, params, constants, lengths.
#include "gen/llvm/gpu.h"

enum { MOST_VISITED = 64 };

static bool is_steady(const struct gen *m, vyi_ref r, uint32_t *budget)
{
    const struct vyi_node *n = vyi_at(m->p, r);
    const struct vyi_op_info *info = vyi_op_info(n->op);
    const vyi_ref *kids;
    if (!r.i || !*budget)
        return false;
    --*budget;
    switch (n->op) {
    case VYI_OP_LITERAL:
    case VYI_OP_PARAM:
    case VYI_OP_CONST:
    case VYI_OP_LEN: return true;
    case VYI_OP_LOCAL: return is_steady(m, vyi_facts_lets(m->facts)[n->x], budget);
    default: break;
    }
    if (info->kind != VYI_KIND_OP && n->op != VYI_OP_CAST && n->op != VYI_OP_SELECT)
        return false;
    uint32_t count = vyi_kids(m->p, n, &kids);
    for (uint32_t i = 0; i < count; i++)
        if (!is_steady(m, kids[i], budget))
            return false;
    return true;
}

enum together vyi_gpu_together(const struct gen *m, const struct vyi_node *n, const vyi_ref *kids,
                               uint32_t rank, uint32_t rmw, bool used)
{
    const struct vyi_buffer *b = &m->p->buffers.at[n->x];
    uint32_t budget = MOST_VISITED;
    bool shared = b->role == VY_ROLE_SHARED, atomic = n->op == VYI_OP_ATOMIC_RMW;
    bool sums = rmw == VYI_RMW_ADD || rmw == VYI_RMW_SUB;
    if (m->p->separate_atomics || m->p->service || shared || m->lanes > 1 ||
        rmw == VYI_RMW_EXCHANGE || (atomic && (n->aux & 3) != VYI_ORDER_RELAXED))
        return SEPARATE;
    for (uint32_t i = 0; i < rank; i++)
        if (!is_steady(m, kids[i], &budget))
            return SEPARATE;
    if (sums && is_steady(m, kids[rank], &budget))
        return COUNTED;
    bool word = vyi_type_bytes(b->elem) == 4 && m->shape->gpu->capability >= 80;
    return !used && word ? FOLDED : SEPARATE;
}

static LLVMValueRef popcount(struct gen *m, LLVMValueRef v)
{
    return vyi_gen_intrinsic(m, "llvm.ctpop", type_i32(m), &v, 1, (LLVMTypeRef[]){type_i32(m)}, 1);
}

/// The word of another thread, among those that run together.
static LLVMValueRef word_of(struct gen *m, LLVMValueRef active, LLVMValueRef v, LLVMValueRef lane)
{
    LLVMValueRef args[] = {active, v, lane, vyi_gen_int(m, 32, WARP - 1)};
    return vyi_gen_intrinsic(m, "llvm.nvvm.shfl.sync.idx.i32", type_i32(m), args, 4, NULL, 0);
}

static LLVMValueRef value_of(struct gen *m, LLVMValueRef active, LLVMValueRef v, LLVMValueRef lane)
{
    LLVMTypeRef type = LLVMTypeOf(v), wide = LLVMInt64TypeInContext(m->context);
    if (LLVMGetIntTypeWidth(type) == 32)
        return word_of(m, active, v, lane);
    LLVMValueRef half = vyi_gen_int(m, 64, 32);
    LLVMValueRef low = LLVMBuildTrunc(m->b, v, type_i32(m), "");
    LLVMValueRef high = LLVMBuildTrunc(m->b, LLVMBuildLShr(m->b, v, half, ""), type_i32(m), "");
    low = LLVMBuildZExt(m->b, word_of(m, active, low, lane), wide, "");
    high = LLVMBuildZExt(m->b, word_of(m, active, high, lane), wide, "");
    return LLVMBuildOr(m->b, low, LLVMBuildShl(m->b, high, half, ""), "");
}

static LLVMValueRef fold(struct gen *m, uint32_t rmw, uint8_t type, LLVMValueRef active,
                         LLVMValueRef v)
{
    static const char *const names[] = {
        [VYI_RMW_ADD] = "add", [VYI_RMW_SUB] = "add", [VYI_RMW_AND] = "and", [VYI_RMW_OR] = "or",
        [VYI_RMW_XOR] = "xor", [VYI_RMW_MIN] = "min", [VYI_RMW_MAX] = "max"};
    bool order = rmw == VYI_RMW_MIN || rmw == VYI_RMW_MAX;
    bool is_signed = vyi_type_class(type) == VYI_CLASS_SINT;
    char name[40];
    snprintf(name, sizeof name, "llvm.nvvm.redux.sync.%s%s", order && !is_signed ? "u" : "",
             names[rmw]);
    LLVMValueRef args[] = {v, active};
    return vyi_gen_intrinsic(m, name, type_i32(m), args, 2, NULL, 0);
}

struct vyi_gpu_warp vyi_gpu_warp_now(struct gen *m)
{
    char ask[] = "activemask.b32 $0;", list[] = "=r";
    LLVMValueRef active = vyi_gpu_asm(m, ASM_TOGETHER, ask, list, type_i32(m), NULL, 0);
    LLVMValueRef lane = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.laneid");
    LLVMValueRef one = vyi_gen_int(m, 32, 1);
    LLVMValueRef below = LLVMBuildSub(m->b, LLVMBuildShl(m->b, one, lane, ""), one, "");
    return (struct vyi_gpu_warp){active, LLVMBuildAnd(m->b, active, below, "")};
}

LLVMValueRef vyi_gpu_update_by_first(struct gen *m, const struct vyi_gpu_warp *w, uint32_t rmw,
                                     uint8_t type, LLVMValueRef address, LLVMValueRef v, bool used)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(m->b), first = vyi_gen_block(m, "first"),
                      on = vyi_gen_block(m, "together");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, w->below, vyi_gen_int(m, 32, 0), ""),
                    first, on);
    vyi_gen_enter(m, first);
    LLVMValueRef old = vyi_gpu_update(m, rmw, type, address, v, RELAXED);
    first = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, t, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){old, LLVMConstNull(t)},
                    (LLVMBasicBlockRef[]){first, from}, 2);
    if (!used)
        return phi;
    LLVMValueRef args[] = {w->active, vyi_gen_int(m, 1, 1)};
    LLVMValueRef leader = vyi_gen_intrinsic(m, "llvm.cttz", type_i32(m), args, 2, NULL, 0);
    return value_of(m, w->active, phi, leader);
}

LLVMValueRef vyi_gpu_update_together(struct gen *m, enum together how, uint32_t rmw, uint8_t type,
                                     LLVMValueRef address, LLVMValueRef v, bool used)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    struct vyi_gpu_warp w = vyi_gpu_warp_now(m);
    LLVMValueRef all = v;
    if (how == FOLDED)
        all = fold(m, rmw, type, w.active, v);
    else
        all = LLVMBuildMul(m->b, v, LLVMBuildZExtOrBitCast(m->b, popcount(m, w.active), t, ""), "");
    LLVMValueRef old = vyi_gpu_update_by_first(m, &w, rmw, type, address, all, used);
    if (!used)
        return old;
    LLVMValueRef before =
        LLVMBuildMul(m->b, v, LLVMBuildZExtOrBitCast(m->b, popcount(m, w.below), t, ""), "");
    return rmw == VYI_RMW_SUB ? LLVMBuildSub(m->b, old, before, "")
                              : LLVMBuildAdd(m->b, old, before, "");
}
