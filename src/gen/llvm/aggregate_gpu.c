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

LLVMValueRef vyi_gpu_count(struct gen *m, LLVMValueRef threads)
{
    return vyi_gen_intrinsic(m, "llvm.ctpop", type_i32(m), ARGS(threads));
}

/// What so many threads add together.
static LLVMValueRef times(struct gen *m, LLVMValueRef v, LLVMValueRef threads)
{
    return imul(m, v, zext(m, vyi_gpu_count(m, threads), LLVMTypeOf(v)));
}

struct vyi_gpu_warp vyi_gpu_warp_now(struct gen *m)
{
    LLVMValueRef active =
        vyi_gpu_asm(m, ASM_TOGETHER, "activemask.b32 $0;", "=r", type_i32(m), NO_ARGS);
    LLVMValueRef one = i32(m, 1), bit = ishl(m, one, vyi_gpu_special(m, "laneid"));
    return (struct vyi_gpu_warp){active, iand(m, active, isub(m, bit, one))};
}

LLVMValueRef vyi_gpu_update_by_first(struct gen *m, const struct vyi_gpu_warp *w, uint32_t rmw,
                                     uint8_t type, LLVMValueRef address, LLVMValueRef v, bool used)
{
    struct fork f = if_begin(m, is_zero(m, w->below), "first");
    LLVMValueRef old = vyi_gpu_update(m, rmw, type, address, v, RELAXED);
    old = if_value(m, &f, old, zero_of(v));
    if (!used)
        return old;
    LLVMValueRef leader =
        vyi_gen_intrinsic(m, "llvm.cttz", type_i32(m), ARGS(w->active, i1(m, true)));
    return vyi_gpu_shuffle(m, w->active, BY_INDEX, type, old, leader);
}

LLVMValueRef vyi_gpu_update_together(struct gen *m, enum together how, uint32_t rmw, uint8_t type,
                                     LLVMValueRef address, LLVMValueRef v, bool used)
{
    struct vyi_gpu_warp w = vyi_gpu_warp_now(m);
    uint8_t op = rmw == VYI_RMW_SUB ? VYI_OP_ADD : vyi_rmw_op(rmw);
    LLVMValueRef all =
        how == FOLDED ? vyi_gpu_redux(m, w.active, op, type, v) : times(m, v, w.active);
    LLVMValueRef old = vyi_gpu_update_by_first(m, &w, rmw, type, address, all, used);
    if (!used)
        return old;
    LLVMValueRef before = times(m, v, w.below);
    return rmw == VYI_RMW_SUB ? isub(m, old, before) : iadd(m, old, before);
}
