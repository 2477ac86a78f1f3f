// Barriers: of a workgroup, of a block, and of the grid.
//
// The grid barrier has two gates, for even and for odd blocks, in cache lines of their own: with
// one gate arrivals have to queue (264 blocks: 1.28 us instead of 1.03; four gates are slower). A
// gate is one word, so that a barrier is one atomic addition and one load to wait for, whose lanes
// read both gates. Its top 16 bits count arrivals; below are four counts of 12 bits: how many
// blocks voted `again` and how many have a living invocation, each for even and for odd barriers.
// No block can be more than one barrier ahead of another, so a reader of the counts of this barrier
// does not see votes of the next one, which go to the other parity. The first block of a gate
// subtracts the votes of the barrier before the last as it arrives. A count is at most twice the
// number of blocks, which is at most VYI_CUDA_MOST_BLOCKS, so nothing is carried from one to the
// next; arrivals may wrap.
//
// The first warp of a block does this for the block, its lanes in step. The other warps get the
// result from the barriers that they wait at: a word in shared memory takes longer.
#include "gen/llvm/gpu.h"

#include <stddef.h>

enum { COUNT_BITS = 12, ALIVE_AT = 24, ARRIVED_AT = 48, POLLS = 64 };

static LLVMTypeRef type_void(const struct gen *m)
{
    return LLVMVoidTypeInContext(m->context);
}

// ---- barriers ----
void vyi_gpu_block_barrier(struct gen *m)
{
    vyi_gpu_asm(m, ASM_TOGETHER, "bar.sync 0;", "", type_void(m), NULL, 0);
}

/// The team's own barrier, 0: the block's.
static LLVMValueRef barrier_number(struct gen *m)
{
    const struct gpu *g = m->shape->gpu;
    return LLVMBuildAdd(m->b, g->team_number, vyi_gen_int(m, 32, 1), "");
}

static bool is_warp(const struct gen *m)
{
    return m->shape->gpu->teams.threads == WARP;
}

void vyi_gpu_barrier(struct gen *m)
{
    const struct gpu *g = m->shape->gpu;
    LLVMValueRef all = vyi_gen_int(m, 32, UINT32_MAX);
    if (is_warp(m)) {
        vyi_gpu_asm(m, ASM_TOGETHER, "bar.warp.sync $0;", "r", type_void(m), &all, 1);
    } else if (g->teams.most_teams == 1) {
        vyi_gpu_block_barrier(m);
    } else {
        LLVMValueRef args[] = {barrier_number(m), vyi_gen_int(m, 32, g->teams.threads)};
        vyi_gpu_asm(m, ASM_TOGETHER, "bar.sync $0, $1;", "r,r", type_void(m), args, 2);
    }
}

LLVMValueRef vyi_gpu_any(struct gen *m, enum vyi_scope scope, LLVMValueRef vote)
{
    const struct gpu *g = m->shape->gpu;
    bool block = scope == VYI_SCOPE_GRID || g->teams.most_teams == 1;
    if (scope == VYI_SCOPE_SUBGROUP || (scope == VYI_SCOPE_WORKGROUP && is_warp(m)))
        return vyi_gpu_warp_any(m, vote);
    LLVMValueRef word = LLVMBuildZExt(m->b, vote, type_i32(m), ""), any;
    if (block) {
        any = vyi_gpu_asm(m, ASM_TOGETHER,
                          "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; bar.red.or.pred q, 0, p; "
                          "selp.u32 $0, 1, 0, q; }",
                          "=r,r", type_i32(m), &word, 1);
    } else {
        LLVMValueRef args[] = {word, barrier_number(m), vyi_gen_int(m, 32, g->teams.threads)};
        any = vyi_gpu_asm(m, ASM_TOGETHER,
                          "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; bar.red.or.pred q, $2, $3, p; "
                          "selp.u32 $0, 1, 0, q; }",
                          "=r,r,r,r", type_i32(m), args, 3);
    }
    return LLVMBuildICmp(m->b, LLVMIntNE, any, vyi_gen_int(m, 32, 0), "any");
}

// ---- the grid ----
void vyi_gpu_again(struct gen *m, uint32_t fixpoint)
{
    LLVMBuildStore(m->b, vyi_gen_int(m, 1, 1), m->shape->gpu->said[fixpoint]);
}

/// The votes of a block at this barrier; NULL: none is needed.
struct votes {
    LLVMValueRef again, alive;
};

static struct votes vote(struct gen *m, uint32_t fixpoint)
{
    struct gpu *g = m->shape->gpu;
    struct votes v = {NULL, NULL};
    if (fixpoint && fixpoint != VYI_CPU_REGROUP)
        v.again = vyi_gpu_any(m, VYI_SCOPE_GRID,
                              LLVMBuildLoad2(m->b, type_i1(m), g->said[fixpoint - 1], ""));
    if (m->phases->returns)
        v.alive = vyi_gpu_any(m, VYI_SCOPE_GRID, LLVMBuildLoad2(m->b, type_i1(m), g->lives, ""));
    if (!v.again && !v.alive)
        vyi_gpu_block_barrier(m);
    return v;
}

static LLVMValueRef shifted(struct gen *m, LLVMValueRef vote, unsigned by, LLVMValueRef parity)
{
    LLVMValueRef v = LLVMBuildZExt(m->b, vote, type_i64(m), "");
    v = LLVMBuildShl(m->b, v, vyi_gen_int(m, 64, by), "");
    return LLVMBuildShl(m->b, v, parity, "");
}

/// The bits of the counts of this parity; `parity` is 0 or COUNT_BITS.
static LLVMValueRef counts_of(struct gen *m, LLVMValueRef parity)
{
    uint64_t one = ((uint64_t)1 << COUNT_BITS) - 1;
    return LLVMBuildShl(m->b, vyi_gen_int(m, 64, one | one << ALIVE_AT), parity, "");
}

/// What the barrier returns to the threads of a block.
struct outcome {
    LLVMValueRef quit, again, alive; ///< i1; NULL: not needed
};

/// One lane adds the block to its gate.
static void arrive(struct gen *m, LLVMValueRef gate, LLVMValueRef side, const struct votes *v,
                   LLVMValueRef parity)
{
    struct gpu *g = m->shape->gpu;
    LLVMBasicBlockRef go = vyi_gen_block(m, "arrive"), on = vyi_gen_block(m, "arrived");
    LLVMValueRef add = vyi_gen_int(m, 64, (uint64_t)1 << ARRIVED_AT);
    LLVMValueRef odd = LLVMBuildAnd(m->b, g->block_number, vyi_gen_int(m, 32, 1), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, g->tid, odd, ""), go, on);
    vyi_gen_enter(m, go);
    if (v->again)
        add = LLVMBuildAdd(m->b, add, shifted(m, v->again, 0, parity), "");
    if (v->alive)
        add = LLVMBuildAdd(m->b, add, shifted(m, v->alive, ALIVE_AT, parity), "");
    if (g->votes) {
        LLVMValueRef first = LLVMBuildICmp(m->b, LLVMIntEQ, g->block_number, side, "");
        LLVMValueRef old = LLVMBuildLoad2(m->b, type_i64(m), g->votes, "");
        old = LLVMBuildAnd(m->b, old, counts_of(m, parity), "");
        old = LLVMBuildSelect(m->b, first, old, vyi_gen_int(m, 64, 0), "");
        add = LLVMBuildSub(m->b, add, old, "");
    }
    LLVMValueRef args[] = {gate, add};
    vyi_gpu_asm(m, ASM_MEMORY, "red.release.gpu.global.add.u64 [$0], $1;", "l,l", type_void(m),
                args, 2);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

/// i1: the kernel has to stop.
static LLVMValueRef load_stop(struct gen *m)
{
    LLVMValueRef at = vyi_gpu_stop_word(m);
    LLVMValueRef stop = vyi_gpu_load(m, type_i32(m), at, VYI_REACH_SYSTEM << 8);
    m->shape->gpu->polls = true;
    return LLVMBuildICmp(m->b, LLVMIntNE, stop, vyi_gen_int(m, 32, 0), "");
}

/// Whether all blocks of this lane's gate have arrived; *word: the gate.
static LLVMValueRef poll_gate(struct gen *m, LLVMValueRef gate, LLVMValueRef target,
                              LLVMValueRef *word)
{
    enum { ACQUIRE = VYI_ORDER_ACQUIRE | VYI_REACH_DEVICE << 8 };
    *word = vyi_gpu_load(m, type_i64(m), gate, ACQUIRE);
    LLVMValueRef high = LLVMBuildLShr(m->b, *word, vyi_gen_int(m, 64, 32), "");
    // Arrivals are the upper half of it: the sign of the difference is theirs.
    LLVMValueRef left = LLVMBuildSub(m->b, LLVMBuildTrunc(m->b, high, type_i32(m), ""), target, "");
    return LLVMBuildICmp(m->b, LLVMIntSGE, left, vyi_gen_int(m, 32, 0), "");
}

/// Waits until all blocks have arrived; gives the word of this lane's gate. Branches to `stopped`
/// when the kernel has to stop; *from is the block it branches from.
static LLVMValueRef wait(struct gen *m, LLVMValueRef gate, LLVMValueRef target,
                         LLVMBasicBlockRef stopped, LLVMBasicBlockRef *from)
{
    LLVMValueRef zero = vyi_gen_int(m, 32, 0), one = vyi_gen_int(m, 32, 1), word;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(m->b), head = vyi_gen_block(m, "wait"),
                      next = vyi_gen_block(m, "not.yet"), check = vyi_gen_block(m, "ask"),
                      here = vyi_gen_block(m, "all.here");
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef tries = LLVMBuildPhi(m->b, type_i32(m), "");
    LLVMValueRef done = poll_gate(m, gate, target, &word);
    LLVMValueRef some = vyi_gpu_warp_any(m, LLVMBuildNot(m->b, done, ""));
    LLVMBuildCondBr(m->b, some, next, here);
    vyi_gen_enter(m, next);
    LLVMValueRef more = LLVMBuildAdd(m->b, tries, one, "");
    LLVMValueRef rest = LLVMBuildAnd(m->b, more, vyi_gen_int(m, 32, POLLS - 1), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, rest, zero, ""), check, head);
    vyi_gen_enter(m, check);
    LLVMBuildCondBr(m->b, vyi_gpu_warp_any(m, load_stop(m)), stopped, head);
    *from = check;
    LLVMAddIncoming(tries, (LLVMValueRef[]){zero, more, more},
                    (LLVMBasicBlockRef[]){before, next, check}, 3);
    vyi_gen_enter(m, here);
    return word;
}

/// i1: some block voted so, at either gate.
static LLVMValueRef voted(struct gen *m, LLVMValueRef word, unsigned at, LLVMValueRef parity)
{
    LLVMValueRef count = LLVMBuildLShr(m->b, word, parity, "");
    count =
        LLVMBuildAnd(m->b, count, vyi_gen_int(m, 64, (((uint64_t)1 << COUNT_BITS) - 1) << at), "");
    return vyi_gpu_warp_any(m, LLVMBuildICmp(m->b, LLVMIntNE, count, vyi_gen_int(m, 64, 0), ""));
}

/// Whether an assert failed in an interval that is over now: then the launch ends.
static LLVMValueRef has_failed(struct gen *m)
{
    LLVMValueRef log = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, log));
    LLVMValueRef at = vyi_gen_field(m, log, offsetof(struct vyi_cuda_log, key));
    LLVMValueRef key = vyi_gpu_load(m, type_i64(m), at, RELAXED);
    m->shape->gpu->reports = true; // or there would be no log, where no assert is ever reached
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i32(m), m->shape->gpu->interval, "");
    key =
        LLVMBuildTrunc(m->b, LLVMBuildLShr(m->b, key, vyi_gen_int(m, 64, 32), ""), type_i32(m), "");
    return LLVMBuildICmp(m->b, LLVMIntULE, key, now, "");
}

/// A phi: the value of the present block, and a constant from the other.
static LLVMValueRef merged(struct gen *m, LLVMValueRef v, LLVMBasicBlockRef from,
                           LLVMBasicBlockRef other, bool there)
{
    LLVMValueRef phi = v ? LLVMBuildPhi(m->b, type_i1(m), "") : NULL;
    if (phi)
        LLVMAddIncoming(phi, (LLVMValueRef[]){v, vyi_gen_int(m, 1, there)},
                        (LLVMBasicBlockRef[]){from, other}, 2);
    return phi;
}

/// The barrier as the first warp of a block executes it.
static struct outcome pass_gate(struct gen *m, uint32_t fixpoint, const struct votes *v,
                                LLVMValueRef phase)
{
    struct gpu *g = m->shape->gpu;
    struct outcome t = {NULL, NULL, NULL};
    LLVMValueRef one = vyi_gen_int(m, 32, 1), number = LLVMBuildAdd(m->b, phase, one, "");
    LLVMValueRef odd = LLVMBuildAnd(m->b, phase, one, "");
    LLVMValueRef parity = LLVMBuildMul(m->b, LLVMBuildZExt(m->b, odd, type_i64(m), ""),
                                       vyi_gen_int(m, 64, COUNT_BITS), "");
    LLVMValueRef side = LLVMBuildAnd(m->b, g->tid, one, "");
    LLVMValueRef blocks = LLVMBuildSub(m->b, LLVMBuildAdd(m->b, g->blocks, one, ""), side, "");
    blocks = LLVMBuildLShr(m->b, blocks, one, "");
    LLVMValueRef target = LLVMBuildShl(m->b, LLVMBuildMul(m->b, number, blocks, ""),
                                       vyi_gen_int(m, 32, ARRIVED_AT - 32), "");
    LLVMValueRef step = LLVMBuildMul(m->b, side, vyi_gen_int(m, 32, VYI_CUDA_GATE_BYTES), "");
    LLVMValueRef gate = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, gate));
    gate = LLVMBuildGEP2(m->b, LLVMInt8TypeInContext(m->context), gate, &step, 1, "");
    LLVMBasicBlockRef spoken = vyi_gen_block(m, "spoken"), asked;
    arrive(m, gate, side, v, parity);
    LLVMValueRef stop = load_stop(m); // it comes while we wait
    LLVMValueRef word = wait(m, gate, target, spoken, &asked);
    if (g->votes) {
        LLVMValueRef mask = counts_of(m, parity);
        LLVMValueRef old = LLVMBuildLoad2(m->b, type_i64(m), g->votes, "");
        old = LLVMBuildAnd(m->b, old, LLVMBuildNot(m->b, mask, ""), "");
        LLVMBuildStore(m->b, LLVMBuildOr(m->b, old, LLVMBuildAnd(m->b, word, mask, ""), ""),
                       g->votes);
    }
    if (g->teams.asserts && fixpoint != VYI_CPU_REGROUP)
        stop = LLVMBuildOr(m->b, stop, has_failed(m), "");
    t.quit = vyi_gpu_warp_any(m, stop);
    t.again = v->again ? voted(m, word, 0, parity) : NULL;
    t.alive = v->alive ? voted(m, word, ALIVE_AT, parity) : NULL;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, spoken);
    vyi_gen_enter(m, spoken);
    t.quit = merged(m, t.quit, here, asked, true);
    t.again = merged(m, t.again, here, asked, false);
    t.alive = merged(m, t.alive, here, asked, false);
    return t;
}

/// A result of the first warp, for all of the block: `flag` where it holds.
static LLVMValueRef spread(struct gen *m, LLVMValueRef result, uint32_t flag)
{
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    if (!result)
        return zero;
    LLVMValueRef any = vyi_gpu_any(m, VYI_SCOPE_GRID, result);
    return LLVMBuildSelect(m->b, any, vyi_gen_int(m, 32, flag), zero, "");
}

LLVMValueRef vyi_gpu_synchronise(struct gen *m, uint32_t fixpoint)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMValueRef one = vyi_gen_int(m, 32, 1), no = vyi_gen_int(m, 1, 0);
    LLVMBasicBlockRef first = vyi_gen_block(m, "speak"), all = vyi_gen_block(m, "told"),
                      on = vyi_gen_block(m, "go.on");
    struct votes v = vote(m, fixpoint);
    LLVMValueRef phase = LLVMBuildLoad2(m->b, type_i32(m), g->phase, "");
    LLVMValueRef is_first = LLVMBuildICmp(m->b, LLVMIntULT, g->tid, vyi_gen_int(m, 32, WARP), "");
    LLVMBasicBlockRef before = LLVMGetInsertBlock(m->b);
    LLVMBuildCondBr(m->b, is_first, first, all);
    vyi_gen_enter(m, first);
    struct outcome t = pass_gate(m, fixpoint, &v, phase);
    LLVMBasicBlockRef spoken = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, all);
    vyi_gen_enter(m, all);
    t.quit = merged(m, t.quit, spoken, before, false);
    t.again = merged(m, t.again, spoken, before, false);
    t.alive = merged(m, t.alive, spoken, before, false);
    LLVMBuildCondBr(m->b, vyi_gpu_any(m, VYI_SCOPE_GRID, t.quit), s->out, on);
    vyi_gen_enter(m, on);
    LLVMValueRef flags =
        LLVMBuildOr(m->b, spread(m, t.again, VYI_CPU_AGAIN), spread(m, t.alive, VYI_CPU_ALIVE), "");
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, phase, one, ""), g->phase);
    if (v.again)
        LLVMBuildStore(m->b, no, g->said[fixpoint - 1]);
    if (v.alive)
        LLVMBuildStore(m->b, no, g->lives);
    if (fixpoint != VYI_CPU_REGROUP && g->teams.asserts) {
        LLVMValueRef interval = LLVMBuildLoad2(m->b, type_i32(m), g->interval, "");
        LLVMBuildStore(m->b, LLVMBuildAdd(m->b, interval, one, ""), g->interval);
    }
    return flags;
}

static void count_at(struct gen *m, LLVMValueRef base, uint64_t offset, LLVMValueRef by)
{
    LLVMValueRef at = vyi_gen_field(m, base, offset);
    LLVMValueRef old = LLVMBuildLoad2(m->b, type_i64(m), at, "");
    LLVMSetAlignment(old, 8);
    by = LLVMBuildZExt(m->b, by, type_i64(m), "");
    LLVMSetAlignment(LLVMBuildStore(m->b, LLVMBuildAdd(m->b, old, by, ""), at), 8);
}

void vyi_gpu_fixpoint(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef zero = vyi_gen_int(m, 32, 0);
    LLVMBasicBlockRef note = vyi_gen_block(m, "note"), on = vyi_gen_block(m, "on");
    LLVMValueRef first = LLVMBuildOr(m->b, g->tid, g->block_number, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, first, zero, ""), note, on);
    vyi_gen_enter(m, note);
    LLVMValueRef base = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, fixpoints));
    base = vyi_gen_field(m, base, number * sizeof(struct vyi_cuda_fixpoint));
    LLVMValueRef none = LLVMBuildICmp(m->b, LLVMIntEQ, passes, zero, "");
    LLVMValueRef cut = LLVMBuildICmp(m->b, LLVMIntNE, again, zero, "");
    cut = LLVMBuildAnd(m->b, cut, LLVMBuildNot(m->b, none, ""), "");
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, entries), vyi_gen_int(m, 32, 1));
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, passes), passes);
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, cut), cut);
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, empty), none);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}
