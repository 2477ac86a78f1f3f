// Collectives on a GPU: warp instructions, and a row of shared memory with a slot for each warp.
//
// All threads take part, those too whose invocation has returned or does not exist; these
// contribute the identity. Float sums combine lane k with lane k ^ 16, then k ^ 8, and so on, first
// within warps and then over their sums: the language's order.
//
// There are two rows, used in turn: whoever writes to one has passed the barrier of the collective
// before, and so has everybody who still read the same row in the one before that.
#include "facts/effects.h"
#include "gen/llvm/gpu.h"

#include <stdio.h>

static LLVMValueRef all_threads(const struct gen *m)
{
    return i32(m, UINT32_MAX);
}

// ---- a warp ----
LLVMValueRef vyi_gpu_ballot(struct gen *m, LLVMValueRef threads, LLVMValueRef vote)
{
    return vyi_gen_intrinsic(m, "llvm.nvvm.vote.ballot.sync", type_i32(m), ARGS(threads, vote));
}

/// Not by vote.any: ptxas votes again where the answer is wanted, if only some of the lanes are
/// there, and waits for the others for ever (docs/upstream-bugs.md). A word it keeps.
LLVMValueRef vyi_gpu_warp_any(struct gen *m, LLVMValueRef vote)
{
    return is_set(m, vyi_gpu_ballot(m, all_threads(m), vote));
}

static LLVMValueRef shuffle_word(struct gen *m, LLVMValueRef threads, enum vyi_gpu_how how,
                                 LLVMValueRef v, LLVMValueRef lane)
{
    static const char *const names[] = {"llvm.nvvm.shfl.sync.idx.i32",
                                        "llvm.nvvm.shfl.sync.bfly.i32",
                                        "llvm.nvvm.shfl.sync.up.i32"};
    LLVMValueRef clamp = i32(m, how == FROM_BELOW ? 0 : WARP - 1);
    return vyi_gen_intrinsic(m, names[how], type_i32(m), ARGS(threads, v, lane, clamp));
}

LLVMValueRef vyi_gpu_shuffle(struct gen *m, LLVMValueRef threads, enum vyi_gpu_how how,
                             uint8_t type, LLVMValueRef v, LLVMValueRef lane)
{
    unsigned bits = bits_of(type);
    v = bitcast(m, v, type_int(m, bits));
    if (bits == 64) {
        LLVMValueRef half = i64(m, 32), low = to_i32(m, v), high = to_i32(m, ushr(m, v, half));
        low = to_i64(m, shuffle_word(m, threads, how, low, lane));
        high = to_i64(m, shuffle_word(m, threads, how, high, lane));
        v = ior(m, low, ishl(m, high, half));
    } else {
        v = shuffle_word(m, threads, how, zext(m, v, type_i32(m)), lane);
    }
    return from_bits(m, type, v);
}

static LLVMValueRef shuffle(struct gen *m, enum vyi_gpu_how how, uint8_t type, LLVMValueRef v,
                            LLVMValueRef lane)
{
    return vyi_gpu_shuffle(m, all_threads(m), how, type, v, lane);
}

LLVMValueRef vyi_gpu_redux(struct gen *m, LLVMValueRef threads, uint8_t op, uint8_t type,
                           LLVMValueRef v)
{
    bool ordered = op == VYI_OP_MIN || op == VYI_OP_MAX;
    char name[40];
    if (bits_of(type) != 32 || vyi_type_class(type) == VYI_CLASS_FLOAT ||
        m->shape->gpu->capability < 80)
        return NULL;
    snprintf(name, sizeof name, "llvm.nvvm.redux.sync.%s%s",
             ordered && vyi_type_class(type) != VYI_CLASS_SINT ? "u" : "",
             vyi_rmw_names[vyi_rmw_of(op)]);
    return vyi_gen_intrinsic(m, name, type_i32(m), ARGS(v, threads));
}

/// The fold of `lanes` lanes, a power of two, in each of them.
static LLVMValueRef warp_fold(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v,
                              unsigned lanes)
{
    // Past the lanes there are identities.
    LLVMValueRef all = vyi_gpu_redux(m, all_threads(m), op, type, v);
    if (all)
        return all;
    for (unsigned by = lanes / 2; by; by /= 2)
        v = combine(m, op, type, v, shuffle(m, BY_XOR, type, v, i32(m, by)));
    return v;
}

static LLVMValueRef lane_at_least(struct gen *m, unsigned by)
{
    return uge(m, m->shape->gpu->lane, i32(m, by));
}

static LLVMValueRef warp_scan(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    for (unsigned by = 1; by < WARP; by *= 2) {
        LLVMValueRef below = shuffle(m, FROM_BELOW, type, v, i32(m, by));
        LLVMValueRef sum = combine(m, op, type, below, v);
        v = sel(m, lane_at_least(m, by), sum, v);
    }
    return v;
}

/// An inclusive scan as an exclusive one.
static LLVMValueRef move_up(struct gen *m, uint8_t op, uint8_t type, LLVMValueRef v)
{
    LLVMValueRef below = shuffle(m, FROM_BELOW, type, v, i32(m, 1));
    return sel(m, lane_at_least(m, 1), below, identity(m, op, type));
}

// ---- a circle of warps ----
/// The threads of a collective.
struct circle {
    enum vyi_scope scope; ///< GRID: a block of the launch
    LLVMValueRef warps;   ///< i32: of the circle, 32 at most
    LLVMValueRef warp;    ///< i32: this thread's, in the circle
    uint32_t most;        ///< warps, as far as known now
    LLVMValueRef slots;   ///< SLOT_BYTES of shared memory
};

static struct circle team(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    uint32_t warps = g->teams.threads / WARP;
    return (struct circle){VYI_SCOPE_WORKGROUP, i32(m, warps), g->warp, warps,
                           vyi_gen_field(m, m->shape->scratch, m->phases->operands)};
}

static struct circle whole_block(struct gen *m)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef five = i32(m, 5), threads = vyi_gpu_special(m, "ntid.x");
    return (struct circle){VYI_SCOPE_GRID, ushr(m, threads, five), ushr(m, g->tid, five), WARP,
                           g->shared};
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
    return gep(m, type_i64(m), row, to_i64(m, index));
}

/// Every warp puts its value in, and lane k gets that of warp k; the identity past the last.
static LLVMValueRef exchange(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                             LLVMValueRef v)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef flip = get(m, g->flip);
    store(m, ixor(m, flip, i32(m, SLOT_ROW)), g->flip);
    LLVMValueRef row = gep(m, type_i8(m), c->slots, to_i64(m, flip));
    struct fork f = if_begin(m, is_zero(m, g->lane), "put");
    store(m, to_bits(m, type, v), slot_at(m, row, c->warp));
    if_end(m, &f);
    circle_barrier(m, c);
    LLVMValueRef there = ult(m, g->lane, c->warps);
    LLVMValueRef got = load(m, type_i64(m), slot_at(m, row, g->lane));
    return sel(m, there, from_bits(m, type, got), identity(m, op, type));
}

static LLVMValueRef fold(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
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
    return shuffle(m, BY_INDEX, type, v, i32(m, 0)); // lanes above fold identities
}

/// Scans from `start`. *total: `start` and all values, or NULL.
static LLVMValueRef scan(struct gen *m, const struct circle *c, uint8_t op, uint8_t type,
                         bool inclusive, LLVMValueRef v, LLVMValueRef start, LLVMValueRef *total)
{
    LLVMValueRef last = i32(m, WARP - 1), none = identity(m, op, type);
    v = warp_scan(m, op, type, v);
    LLVMValueRef own = inclusive ? v : move_up(m, op, type, v);
    LLVMValueRef sum = shuffle(m, BY_INDEX, type, v, last), before = start;
    if (c->most == 1) {
        circle_barrier(m, c);
    } else {
        LLVMValueRef sums = warp_scan(m, op, type, exchange(m, c, op, type, sum));
        LLVMValueRef prefix = shuffle(m, BY_INDEX, type, sums, isub(m, c->warp, i32(m, 1)));
        prefix = sel(m, is_zero(m, c->warp), none, prefix);
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
    struct fork f = if_begin(m, vyi_gpu_lives_or_all(m), "living");
    return if_value(m, &f, vyi_gen_expr(m, r).v, other);
}

/// The same, an index as a number of 64 bits; 0 of an invocation that does not live.
static LLVMValueRef index_of(struct gen *m, vyi_ref r)
{
    uint8_t type = vyi_at(m->p, r)->type;
    LLVMValueRef v = operand(m, r, vyi_gen_constant(m, type, 0));
    return vyi_gen_wide_index(m, vyi_gen_same(type, v));
}

/// A number that those who live have in common, for all, i64.
static LLVMValueRef agreed(struct gen *m, vyi_ref r, enum vyi_scope scope)
{
    LLVMValueRef v = index_of(m, r);
    if (!m->shape->gpu->teams.idle)
        return v;
    if (scope == VYI_SCOPE_SUBGROUP)
        return warp_fold(m, VYI_OP_OR, VY_TYPE_U64, v, WARP);
    struct circle c = team(m);
    return fold(m, &c, VYI_OP_OR, VY_TYPE_U64, v);
}

// ---- subgroups ----
/// What a lane has; 0 where there is no such lane.
static LLVMValueRef fetch(struct gen *m, uint8_t type, LLVMValueRef v, LLVMValueRef index)
{
    LLVMValueRef lane = iand(m, to_i32(m, index), i32(m, WARP - 1));
    LLVMValueRef there = ult(m, index, i64(m, WARP));
    LLVMValueRef got = shuffle(m, BY_INDEX, type, v, lane);
    return sel(m, there, got, vyi_gen_constant(m, type, 0));
}

static LLVMValueRef subgroup(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = fold_op(n);
    bool folds = n->op == VYI_OP_REDUCE || n->op == VYI_OP_ALL || vyi_is_scan(n);
    LLVMValueRef v =
        operand(m, n->kid[0], folds ? identity(m, op, type) : vyi_gen_constant(m, type, 0));
    switch (n->op) {
    case VYI_OP_REDUCE: return warp_fold(m, op, type, v, WARP);
    case VYI_OP_SCAN: return move_up(m, op, type, warp_scan(m, op, type, v));
    case VYI_OP_ISCAN: return warp_scan(m, op, type, v);
    case VYI_OP_ANY: return vyi_gpu_warp_any(m, v);
    case VYI_OP_ALL: return inot(m, vyi_gpu_warp_any(m, inot(m, v)));
    case VYI_OP_BALLOT: return vyi_gpu_ballot(m, all_threads(m), v);
    case VYI_OP_BROADCAST: return fetch(m, type, v, agreed(m, n->kid[1], VYI_SCOPE_SUBGROUP));
    default: return fetch(m, type, v, index_of(m, n->kid[1]));
    }
}

// ---- workgroups ----
/// The value of one of them, 0 from one that is not: all others put in 0.
static LLVMValueRef pick(struct gen *m, const struct vyi_node *n, LLVMValueRef mine)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type;
    LLVMValueRef zero = vyi_gen_constant(m, type, 0), v = operand(m, n->kid[0], zero);
    struct circle c = team(m);
    return fold(m, &c, VYI_OP_OR, VY_TYPE_U64, to_bits(m, type, sel(m, mine, v, zero)));
}

void vyi_gpu_group_scan(struct gen *m, uint32_t local, const struct vyi_node *n, LLVMValueRef start)
{
    uint8_t type = m->p->locals.at[local].type, op = fold_op(n);
    struct circle c = team(m);
    LLVMValueRef v = operand(m, n->kid[0], identity(m, op, type));
    v = scan(m, &c, op, type, n->op == VYI_OP_ISCAN, v, start, NULL);
    vyi_gen_set(m, local, vyi_gen_same(type, v), true);
}

LLVMValueRef vyi_gpu_grid_part(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = fold_op(n);
    if (n->op == VYI_OP_BROADCAST) {
        LLVMValueRef index = vyi_gen_wide_index(m, vyi_gen_expr(m, n->kid[1]));
        return pick(m, n, ieq(m, index, vyi_gen_invocation(m).v));
    }
    struct circle c = team(m);
    LLVMValueRef v = operand(m, n->kid[0], identity(m, op, type));
    v = fold(m, &c, op, type, v);
    return to_bits(m, type, vyi_gen_canonical(m, type, v));
}

static LLVMValueRef workgroup(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = vyi_at(m->p, n->kid[0])->type, op = fold_op(n);
    if (n->op == VYI_OP_BROADCAST) {
        LLVMValueRef index = agreed(m, n->kid[1], VYI_SCOPE_WORKGROUP);
        LLVMValueRef mine = ieq(m, index, to_i64(m, m->shape->item));
        return from_bits(m, type, pick(m, n, mine));
    }
    struct circle c = team(m);
    LLVMValueRef v = operand(m, n->kid[0], identity(m, op, type));
    if (n->op == VYI_OP_ANY)
        return vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, v);
    if (n->op == VYI_OP_ALL)
        return inot(m, vyi_gpu_any(m, VYI_SCOPE_WORKGROUP, inot(m, v)));
    return fold(m, &c, op, type, v);
}

/// Only those who live know the indices.
static void load_scope(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    bool all = n->aux == VYI_SCOPE_WORKGROUP;
    if (all)
        vyi_gpu_barrier(m);
    struct fork f = if_begin(m, vyi_gpu_lives_or_all(m), "living");
    vyi_gen_set(m, local, vyi_gen_load(m, n), true);
    if_end(m, &f);
    if (all)
        vyi_gpu_barrier(m);
}

void vyi_gpu_collective(struct gen *m, uint32_t local, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[local].type;
    if (n->op == VYI_OP_SCOPE_LOAD)
        load_scope(m, local, n);
    else if (n->n == VYI_SCOPE_SUBGROUP)
        vyi_gen_set(m, local, vyi_gen_same(type, subgroup(m, n)), true);
    else
        vyi_gen_set(m, local, vyi_gen_same(type, workgroup(m, n)), true);
}

// ---- async_copy ----
/// The operands as all threads of the workgroup have them; a barrier.
void vyi_gpu_copy(struct gen *m, const struct vyi_node *n)
{
    struct val values[3];
    const vyi_ref *kids = vyi_kid_list(m->p, n);
    for (uint32_t i = 0; i < 3; i++) {
        bool is_signed = vyi_type_class(vyi_at(m->p, kids[i])->type) == VYI_CLASS_SINT;
        LLVMValueRef v = agreed(m, kids[i], VYI_SCOPE_WORKGROUP);
        values[i] = vyi_gen_same(is_signed ? VY_TYPE_I64 : VY_TYPE_U64, v);
    }
    vyi_gpu_barrier(m);
    vyi_gen_async_copy(m, n, values, m->shape->gpu->teams.threads);
}

// ---- parts of the grid ----
// The first block combines those of a collective (grid.c).
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
    store_part(m, type, warp_fold(m, op, type, v[0], WARP), count);
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
    struct circle c = whole_block(m);
    struct loop l = loop_begin(m, i64(m, 0), count, "scan");
    LLVMValueRef at = iadd(m, l.now, to_i64(m, m->shape->gpu->tid));
    LLVMValueRef v = part_or(m, type, at, count, none);
    v = scan(m, &c, op, type, false, v, get(m, sum), &total);
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
