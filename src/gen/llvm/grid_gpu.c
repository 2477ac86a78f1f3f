// Collectives of the grid on a GPU: each workgroup's fold is a part, the blocks synchronise, the
// first block combines the parts, and all synchronise again.
#include "gen/llvm/gpu.h"

#include "ir/sem.h"

#include <stddef.h>

static LLVMValueRef identity(const struct gen *m, uint8_t op, uint8_t type)
{
    return vyi_gen_constant(m, type, vyi_sem_identity(op, type));
}

static bool is_scan(const struct vyi_node *n)
{
    return n->op == VYI_OP_SCAN || n->op == VYI_OP_ISCAN;
}

// ---- parts ----
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

/// By the workgroup's first thread.
static void put_part(struct gen *m, LLVMValueRef bits)
{
    struct shape *s = m->shape;
    LLVMBasicBlockRef put = vyi_gen_block(m, "part"), on = vyi_gen_block(m, "on");
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, s->item, zero, ""), put, on);
    vyi_gen_enter(m, put);
    LLVMValueRef group = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMBuildStore(m->b, bits, part_at(m, group));
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

void vyi_gpu_grid_operand(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = vyi_gpu_fold_op(n);
    LLVMValueRef part;
    if (n->op == VYI_OP_BROADCAST) {
        uint8_t index_type = vyi_at(m->p, n->kid[1])->type;
        LLVMValueRef index = vyi_gpu_in_64(m, index_type, vyi_gen_expr(m, n->kid[1]).v);
        part =
            vyi_gpu_pick(m, n, LLVMBuildICmp(m->b, LLVMIntEQ, index, m->target->number(m).v, ""));
    } else {
        struct circle c = vyi_gpu_team(m);
        LLVMValueRef v = vyi_gpu_operand(m, n->kid[0], identity(m, op, type));
        part = vyi_gpu_fold(m, &c, op, type, v);
        part = vyi_gpu_to_bits(m, type, vyi_gen_canonical(m, type, part));
    }
    put_part(m, part);
}

/// A loop: indices from `first` in steps below `end`, all i64.
struct counting {
    LLVMBasicBlockRef head, done;
    LLVMValueRef at, now;
};

static struct counting counting_begin(struct gen *m, LLVMValueRef first, LLVMValueRef end)
{
    struct counting l = {vyi_gen_block(m, "parts"), vyi_gen_block(m, "parts.done"),
                         vyi_gen_alloca(m, type_i64(m), "at"), NULL};
    LLVMBasicBlockRef body = vyi_gen_block(m, "part");
    LLVMBuildStore(m->b, first, l.at);
    LLVMBuildBr(m->b, l.head);
    vyi_gen_enter(m, l.head);
    l.now = LLVMBuildLoad2(m->b, type_i64(m), l.at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, l.now, end, ""), body, l.done);
    vyi_gen_enter(m, body);
    return l;
}

static void counting_end(struct gen *m, struct counting *l, LLVMValueRef step)
{
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, l->now, step, ""), l->at);
    LLVMBuildBr(m->b, l->head);
    vyi_gen_enter(m, l->done);
}

static LLVMValueRef load_part(struct gen *m, uint8_t type, LLVMValueRef index)
{
    return vyi_gpu_from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), part_at(m, index), ""));
}

static void store_part(struct gen *m, uint8_t type, LLVMValueRef v, LLVMValueRef index)
{
    v = vyi_gpu_to_bits(m, type, vyi_gen_canonical(m, type, v));
    LLVMBuildStore(m->b, v, part_at(m, index));
}

static LLVMValueRef combine(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef a, LLVMValueRef b)
{
    return vyi_gen_build(m, op, type, (LLVMValueRef[]){a, b});
}

/// Half of the smallest power of two that is not less than the count; 0 for one part.
static LLVMValueRef half_of(struct gen *m, LLVMValueRef count)
{
    LLVMValueRef one = vyi_gen_int(m, 64, 1), top = vyi_gen_int(m, 64, (uint64_t)1 << 63);
    LLVMValueRef args[] = {LLVMBuildSub(m->b, count, one, ""), vyi_gen_int(m, 1, 0)};
    LLVMValueRef lead = vyi_gen_intrinsic(m, "llvm.ctlz", type_i64(m), args, 2, NULL, 0);
    lead = LLVMBuildAnd(m->b, lead, vyi_gen_int(m, 64, 63), "");
    LLVMValueRef single = LLVMBuildICmp(m->b, LLVMIntULE, count, one, "");
    return LLVMBuildSelect(m->b, single, vyi_gen_int(m, 64, 0), LLVMBuildLShr(m->b, top, lead, ""),
                           "");
}

enum { ROUND = WARP * WARP }; ///< parts that one warp folds in registers

/// The upper levels of the tree, in memory: parts k and k + ROUND are of one thread all the way.
static void fold_rounds(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMValueRef round = vyi_gen_int(m, 64, ROUND), tid = m->shape->gpu->tid;
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    LLVMValueRef stride_at = vyi_gen_alloca(m, type_i64(m), "stride"), half = half_of(m, count);
    struct counting own = counting_begin(m, LLVMBuildZExt(m->b, tid, type_i64(m), ""), round);
    LLVMBasicBlockRef head = vyi_gen_block(m, "tree"), body = vyi_gen_block(m, "level"),
                      done = vyi_gen_block(m, "tree.done");
    LLVMBuildStore(m->b, half, stride_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef stride = LLVMBuildLoad2(m->b, type_i64(m), stride_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntUGE, stride, round, ""), body, done);
    vyi_gen_enter(m, body);
    LLVMValueRef rest = LLVMBuildSub(m->b, count, stride, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, rest, stride, "");
    struct counting l = counting_begin(m, own.now, LLVMBuildSelect(m->b, less, rest, stride, ""));
    LLVMValueRef low = load_part(m, type, l.now);
    LLVMValueRef high = load_part(m, type, LLVMBuildAdd(m->b, l.now, stride, ""));
    store_part(m, type, combine(m, op, type, low, high), l.now);
    counting_end(m, &l, round);
    LLVMBuildStore(m->b, LLVMBuildLShr(m->b, stride, vyi_gen_int(m, 64, 1), ""), stride_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, done);
    counting_end(m, &own, LLVMBuildZExt(m->b, threads, type_i64(m), ""));
}

/// The rest of it, by one warp: lane l has the parts l, l + 32, l + 64, …
static void fold_round(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMValueRef v[WARP], none = identity(m, op, type);
    LLVMValueRef lane = LLVMBuildZExt(m->b, m->shape->gpu->lane, type_i64(m), "");
    for (unsigned k = 0; k < WARP; k++) {
        LLVMValueRef at = LLVMBuildAdd(m->b, lane, vyi_gen_int(m, 64, k * WARP), "");
        LLVMValueRef there = LLVMBuildICmp(m->b, LLVMIntULT, at, count, "");
        at = LLVMBuildSelect(m->b, there, at, vyi_gen_int(m, 64, 0), "");
        v[k] = LLVMBuildSelect(m->b, there, load_part(m, type, at), none, "");
    }
    for (unsigned half = WARP / 2; half; half /= 2)
        for (unsigned k = 0; k < half; k++)
            v[k] = combine(m, op, type, v[k], v[k + half]);
    // Nobody writes there before all have read it; to parts[0] somebody may.
    store_part(m, type, vyi_gpu_warp_fold(m, op, type, v[0]), count);
}

/// The tree over the parts; then parts[count] is the fold of all. By one block.
static void fold_parts(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMBasicBlockRef first = vyi_gen_block(m, "warp"), on = vyi_gen_block(m, "on");
    LLVMValueRef end = vyi_gen_int(m, 32, WARP);
    fold_rounds(m, op, type, count);
    vyi_gpu_block_barrier(m);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, m->shape->gpu->tid, end, ""), first, on);
    vyi_gen_enter(m, first);
    fold_round(m, op, type, count);
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
    struct circle c = vyi_gpu_whole_block(m);
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
    LLVMValueRef v =
        vyi_gpu_from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), part_at(m, safe), ""));
    v = LLVMBuildSelect(m->b, there, v, none, "");
    LLVMValueRef start = LLVMBuildLoad2(m->b, t, sum_at, ""), total;
    v = vyi_gpu_scan(m, &c, op, type, false, v, start, &total);
    LLVMBuildStore(m->b, total, sum_at);
    LLVMBuildCondBr(m->b, there, put, next);
    vyi_gen_enter(m, put);
    LLVMBuildStore(m->b, vyi_gpu_to_bits(m, type, v), part_at(m, at));
    LLVMBuildBr(m->b, next);
    vyi_gen_enter(m, next);
    LLVMValueRef threads = vyi_gpu_special(m, "llvm.nvvm.read.ptx.sreg.ntid.x");
    threads = LLVMBuildZExt(m->b, threads, type_i64(m), "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, base, threads, ""), base_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, done);
}

/// Synchronises, lets the first block combine the parts, synchronises again.
static void combine_parts(struct gen *m, bool scans, uint8_t op, uint8_t type)
{
    struct gpu *g = m->shape->gpu;
    LLVMBasicBlockRef first = vyi_gen_block(m, "combine"), on = vyi_gen_block(m, "combined");
    vyi_gen_synchronise(m, 0);
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
    vyi_gen_synchronise(m, VYI_CPU_REGROUP);
}

static void scan_grid(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    struct shape *s = m->shape;
    uint8_t type = m->p->locals.at[local].type, op = vyi_gpu_fold_op(n);
    combine_parts(m, true, op, type);
    struct groups l = vyi_gpu_groups_begin(m);
    struct circle c = vyi_gpu_team(m);
    LLVMValueRef group = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMValueRef before =
        vyi_gpu_from_bits(m, type, LLVMBuildLoad2(m->b, type_i64(m), part_at(m, group), ""));
    LLVMValueRef v = vyi_gpu_operand(m, n->kid[0], identity(m, op, type));
    v = vyi_gpu_scan(m, &c, op, type, n->op == VYI_OP_ISCAN, v, before, NULL);
    vyi_gen_set(m, local, vyi_gen_same(type, v), true);
    vyi_gpu_groups_end(m, l);
}

static LLVMValueRef combined(struct gen *m)
{
    return LLVMBuildLoad2(m->b, type_i64(m), part_at(m, group_count(m)), "");
}

/// From shared memory: that of the first workgroup in which somebody lives.
static LLVMValueRef load_first(struct gen *m, const struct vyi_node *n, uint8_t type)
{
    struct shape *s = m->shape;
    struct groups l = vyi_gpu_groups_begin(m);
    LLVMValueRef number = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    if (s->gpu->teams.idle) {
        LLVMValueRef some = vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, vyi_gpu_lives(m));
        number = LLVMBuildSelect(m->b, some, number, vyi_gen_int(m, 64, UINT64_MAX), "");
    }
    put_part(m, number);
    vyi_gpu_groups_end(m, l);
    combine_parts(m, false, VYI_OP_MIN, VY_TYPE_U64);
    LLVMValueRef first = combined(m);
    l = vyi_gpu_groups_begin(m);
    number = LLVMBuildZExt(m->b, s->group, type_i64(m), "");
    LLVMValueRef mine = LLVMBuildICmp(m->b, LLVMIntEQ, first, number, "");
    LLVMValueRef bits = vyi_gpu_to_bits(m, type, vyi_gen_load_here(m, n).v);
    put_part(m, LLVMBuildSelect(m->b, mine, bits, vyi_gen_int(m, 64, 0), ""));
    vyi_gpu_groups_end(m, l);
    combine_parts(m, false, VYI_OP_OR, VY_TYPE_U64);
    return vyi_gpu_from_bits(m, type, combined(m));
}

void vyi_gpu_grid_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type;
    if (n->op == VYI_OP_SCOPE_LOAD && m->p->buffers.at[n->x].role == VY_ROLE_SHARED) {
        vyi_gen_set(m, local, vyi_gen_same(type, load_first(m, n, type)), true);
        return;
    }
    if (n->op == VYI_OP_SCOPE_LOAD) {
        vyi_gen_synchronise(m, 0);
        vyi_gen_set(m, local, vyi_gen_load_here(m, n), true);
        vyi_gen_synchronise(m, 0);
        return;
    }
    if (is_scan(n)) {
        scan_grid(m, local, n);
        return;
    }
    bool cast = n->op == VYI_OP_BROADCAST; // all parts but one are 0
    combine_parts(m, false, cast ? VYI_OP_OR : vyi_gpu_fold_op(n),
                  cast ? VY_TYPE_U64 : vyi_at(m->p, n->kid[0])->type);
    vyi_gen_set(m, local, vyi_gen_same(type, vyi_gpu_from_bits(m, type, combined(m))), true);
}
