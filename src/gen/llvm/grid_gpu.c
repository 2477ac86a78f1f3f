// How the first block of a GPU combines the parts of a grid collective (grid.c).
#include "gen/llvm/collective.h"
#include "gen/llvm/gpu.h"

// ---- parts ----
static LLVMValueRef load_part(struct gen *m, uint8_t type, LLVMValueRef index)
{
    return from_bits(m, type, load(m, type_i64(m), vyi_gen_part_at(m, index)));
}

static void store_part(struct gen *m, uint8_t type, LLVMValueRef v, LLVMValueRef index)
{
    v = to_bits(m, type, vyi_gen_canonical(m, type, v));
    store(m, v, vyi_gen_part_at(m, index));
}

/// `none` past the last.
static LLVMValueRef part_or(struct gen *m, uint8_t type, LLVMValueRef index, LLVMValueRef count,
                            LLVMValueRef none)
{
    LLVMValueRef there = ult(m, index, count);
    return sel(m, there, load_part(m, type, sel(m, there, index, i64(m, 0))), none);
}

/// Half of the smallest power of two that is not less than the count; 0 for one part.
static LLVMValueRef half_of(struct gen *m, LLVMValueRef count)
{
    LLVMValueRef one = i64(m, 1), top = i64(m, (uint64_t)1 << 63);
    LLVMValueRef lead =
        vyi_gen_intrinsic(m, "llvm.ctlz", type_i64(m), ARGS(isub(m, count, one), i1(m, false)));
    lead = iand(m, lead, i64(m, 63));
    return sel(m, ule(m, count, one), i64(m, 0), ushr(m, top, lead));
}

enum { ROUND = WARP * WARP }; ///< parts that one warp folds in registers

/// The upper levels of the tree, in memory: parts k and k + ROUND are of one thread all the way.
static void fold_rounds(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMValueRef round = i64(m, ROUND), threads = vyi_gpu_special(m, "ntid.x");
    LLVMValueRef half = half_of(m, count);
    struct loop own = loop_begin(m, to_i64(m, m->shape->gpu->tid), round, "parts");
    LLVMBasicBlockRef head = new_block(m, "tree"), done = new_block(m, "tree.done");
    LLVMValueRef stride_at = variable(m, half, "stride");
    br_enter(m, head);
    LLVMValueRef stride = get(m, stride_at);
    enter_unless(m, uge(m, stride, round), done, "level");
    struct loop l = loop_begin(m, own.now, umin(m, isub(m, count, stride), stride), "parts");
    LLVMValueRef low = load_part(m, type, l.now);
    LLVMValueRef high = load_part(m, type, iadd(m, l.now, stride));
    store_part(m, type, combine(m, op, type, low, high), l.now);
    loop_end(m, &l, round);
    store(m, ushr(m, stride, i64(m, 1)), stride_at);
    br(m, head);
    enter(m, done);
    loop_end(m, &own, to_i64(m, threads));
}

/// The rest of it, by one warp: lane l has the parts l, l + 32, l + 64, …
static void fold_round(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMValueRef v[WARP], lane = to_i64(m, m->shape->gpu->lane);
    for (unsigned k = 0; k < WARP; k++)
        v[k] = part_or(m, type, iadd(m, lane, i64(m, k * WARP)), count, identity(m, op, type));
    for (unsigned half = WARP / 2; half; half /= 2)
        for (unsigned k = 0; k < half; k++)
            v[k] = combine(m, op, type, v[k], v[k + half]);
    // That place is not written before all have read it; parts[0] may be.
    store_part(m, type, vyi_gpu_warp_fold(m, op, type, v[0]), count);
}

/// The tree over the parts; then parts[count] is the fold of all. By one block.
static void fold_parts(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    fold_rounds(m, op, type, count);
    vyi_gpu_block_barrier(m);
    struct fork f = if_begin(m, ult(m, m->shape->gpu->tid, i32(m, WARP)), "warp");
    fold_round(m, op, type, count);
    if_end(m, &f);
}

/// Each part becomes the fold of those before it. By one block, a block's worth at a time.
static void scan_parts(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef count)
{
    LLVMValueRef none = identity(m, op, type), sum = variable(m, none, "sum"), total;
    struct circle c = vyi_gpu_whole_block(m);
    struct loop l = loop_begin(m, i64(m, 0), count, "scan");
    LLVMValueRef at = iadd(m, l.now, to_i64(m, m->shape->gpu->tid));
    LLVMValueRef v = part_or(m, type, at, count, none);
    v = vyi_gpu_scan(m, &c, op, type, false, v, get(m, sum), &total);
    store(m, total, sum);
    struct fork f = if_begin(m, ult(m, at, count), "put");
    store(m, to_bits(m, type, v), vyi_gen_part_at(m, at));
    if_end(m, &f);
    loop_end(m, &l, to_i64(m, vyi_gpu_special(m, "ntid.x")));
}

LLVMValueRef vyi_gpu_combine_parts(struct gen *m, enum vyi_cpu_combine how, uint8_t op,
                                   uint8_t type)
{
    vyi_gen_synchronise(m, 0);
    struct fork f = if_begin(m, is_zero(m, m->shape->gpu->block_number), "combine");
    LLVMValueRef count = to_i64(m, vyi_gen_group_count(m));
    if (how == VYI_CPU_SCAN)
        scan_parts(m, op, type, count);
    else
        fold_parts(m, op, type, count);
    if_end(m, &f);
    vyi_gen_synchronise(m, VYI_CPU_REGROUP);
    return how == VYI_CPU_SCAN ? NULL
                               : load(m, type_i64(m), vyi_gen_part_at(m, vyi_gen_group_count(m)));
}
