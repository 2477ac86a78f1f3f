// Barriers: of a workgroup, of a block, and of the grid.
//
// The gate of the grid is one word, so that a meeting is one atomic addition and one word to wait
// for. Its top 16 bits count arrivals; below are four counts of 12 bits: how many blocks said
// `again` and how many have somebody who lives, each for even and for odd meetings. Nobody can be
// more than one meeting ahead of anybody, so whoever reads the count of this meeting does not see
// votes of the next one, which go to the other parity. The first block takes the votes of the last
// meeting but one out again as it arrives. A count is at most twice the number of blocks, which is
// at most VYI_CUDA_MOST_BLOCKS, so nothing is carried from one to the next; arrivals may wrap.
//
// The first thread of a block speaks for it. What it tells the others has the number of the meeting
// with it: if it was told to stop, it left, and the others find an old number.
#include "gen/llvm/gpu.h"

#include <stddef.h>

enum { COUNT_BITS = 12, ALIVE_AT = 24, ARRIVED_AT = 48, PATIENCE = 64 };

static LLVMTypeRef type_i1(const struct gen *m)
{
    return LLVMInt1TypeInContext(m->context);
}
static LLVMTypeRef type_i32(const struct gen *m)
{
    return LLVMInt32TypeInContext(m->context);
}
static LLVMTypeRef type_i64(const struct gen *m)
{
    return LLVMInt64TypeInContext(m->context);
}
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
    return m->shape->gpu->team == WARP;
}

void vyi_gpu_barrier(struct gen *m)
{
    const struct gpu *g = m->shape->gpu;
    LLVMValueRef all = vyi_gen_int(m, 32, UINT32_MAX);
    if (is_warp(m)) {
        vyi_gpu_asm(m, ASM_TOGETHER, "bar.warp.sync $0;", "r", type_void(m), &all, 1);
    } else if (g->most_teams == 1) {
        vyi_gpu_block_barrier(m);
    } else {
        LLVMValueRef args[] = {barrier_number(m), vyi_gen_int(m, 32, g->team)};
        vyi_gpu_asm(m, ASM_TOGETHER, "bar.sync $0, $1;", "r,r", type_void(m), args, 2);
    }
}

LLVMValueRef vyi_gpu_any(struct gen *m, enum vyi_scope scope, LLVMValueRef says)
{
    const struct gpu *g = m->shape->gpu;
    bool block = scope == VYI_SCOPE_GRID || g->most_teams == 1;
    if (scope == VYI_SCOPE_SUBGROUP || (scope == VYI_SCOPE_WORKGROUP && is_warp(m)))
        return vyi_gpu_warp_any(m, says);
    LLVMValueRef word = LLVMBuildZExt(m->b, says, type_i32(m), ""), any;
    if (block) {
        any = vyi_gpu_asm(m, ASM_TOGETHER,
                          "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; bar.red.or.pred q, 0, p; "
                          "selp.u32 $0, 1, 0, q; }",
                          "=r,r", type_i32(m), &word, 1);
    } else {
        LLVMValueRef args[] = {word, barrier_number(m), vyi_gen_int(m, 32, g->team)};
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

/// What blocks say at this meeting; NULL: nothing is asked.
struct votes {
    LLVMValueRef again, alive;
};

static struct votes vote(struct gen *m, uint32_t fixpoint)
{
    struct gpu *g = m->shape->gpu;
    struct votes v = {NULL, NULL};
    bool asks = fixpoint && fixpoint != VYI_CPU_REGROUP;
    if (asks)
        v.again = vyi_gpu_any(m, VYI_SCOPE_GRID,
                              LLVMBuildLoad2(m->b, type_i1(m), g->said[fixpoint - 1], ""));
    if (m->shape->returns)
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

static void arrive(struct gen *m, LLVMValueRef gate, const struct votes *v, LLVMValueRef parity)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef add = vyi_gen_int(m, 64, (uint64_t)1 << ARRIVED_AT);
    if (v->again)
        add = LLVMBuildAdd(m->b, add, shifted(m, v->again, 0, parity), "");
    if (v->alive)
        add = LLVMBuildAdd(m->b, add, shifted(m, v->alive, ALIVE_AT, parity), "");
    if (g->votes) {
        LLVMValueRef first =
            LLVMBuildICmp(m->b, LLVMIntEQ, g->block_number, vyi_gen_int(m, 32, 0), "");
        LLVMValueRef old = LLVMBuildLoad2(m->b, type_i64(m), g->votes, "");
        old = LLVMBuildAnd(m->b, old, counts_of(m, parity), "");
        old = LLVMBuildSelect(m->b, first, old, vyi_gen_int(m, 64, 0), "");
        add = LLVMBuildSub(m->b, add, old, "");
    }
    LLVMValueRef args[] = {gate, add};
    vyi_gpu_asm(m, ASM_MEMORY, "red.release.gpu.global.add.u64 [$0], $1;", "l,l", type_void(m),
                args, 2);
}

/// i1: it is time to stop.
static LLVMValueRef load_stop(struct gen *m)
{
    LLVMValueRef at = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, stop));
    LLVMValueRef stop = vyi_gpu_load(m, type_i32(m), at, VYI_REACH_SYSTEM << 8);
    m->shape->gpu->asks = true;
    return LLVMBuildICmp(m->b, LLVMIntNE, stop, vyi_gen_int(m, 32, 0), "");
}

/// Waits until all blocks are here; gives the gate's word. Leaves when it is time to stop.
static LLVMValueRef wait(struct gen *m, LLVMValueRef gate, LLVMValueRef meeting)
{
    struct gpu *g = m->shape->gpu;
    enum { ACQUIRE = VYI_ORDER_ACQUIRE | VYI_REACH_DEVICE << 8 };
    LLVMTypeRef i16 = LLVMInt16TypeInContext(m->context);
    LLVMValueRef zero = vyi_gen_int(m, 32, 0), one = vyi_gen_int(m, 32, 1);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(m->b), head = vyi_gen_block(m, "wait"),
                      next = vyi_gen_block(m, "not.yet"), ask = vyi_gen_block(m, "ask"),
                      here = vyi_gen_block(m, "all.here");
    LLVMValueRef target = LLVMBuildMul(m->b, meeting, g->blocks, "");
    target = LLVMBuildTrunc(m->b, target, i16, "");
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef tries = LLVMBuildPhi(m->b, type_i32(m), "");
    LLVMValueRef word = vyi_gpu_load(m, type_i64(m), gate, ACQUIRE);
    LLVMValueRef arrived = LLVMBuildLShr(m->b, word, vyi_gen_int(m, 64, ARRIVED_AT), "");
    LLVMValueRef left = LLVMBuildSub(m->b, LLVMBuildTrunc(m->b, arrived, i16, ""), target, "");
    LLVMValueRef done = LLVMBuildICmp(m->b, LLVMIntSGE, left, LLVMConstNull(i16), "");
    LLVMBuildCondBr(m->b, done, here, next);
    vyi_gen_enter(m, next);
    LLVMValueRef more = LLVMBuildAdd(m->b, tries, one, "");
    LLVMValueRef rest = LLVMBuildAnd(m->b, more, vyi_gen_int(m, 32, PATIENCE - 1), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, rest, zero, ""), ask, head);
    vyi_gen_enter(m, ask);
    LLVMBuildCondBr(m->b, load_stop(m), m->shape->out, head);
    LLVMAddIncoming(tries, (LLVMValueRef[]){zero, more, more},
                    (LLVMBasicBlockRef[]){before, next, ask}, 3);
    vyi_gen_enter(m, here);
    return word;
}

static LLVMValueRef flag(struct gen *m, LLVMValueRef word, unsigned at, LLVMValueRef parity,
                         uint32_t bit)
{
    LLVMValueRef count = LLVMBuildLShr(m->b, word, parity, "");
    count =
        LLVMBuildAnd(m->b, count, vyi_gen_int(m, 64, (((uint64_t)1 << COUNT_BITS) - 1) << at), "");
    LLVMValueRef some = LLVMBuildICmp(m->b, LLVMIntNE, count, vyi_gen_int(m, 64, 0), "");
    return LLVMBuildSelect(m->b, some, vyi_gen_int(m, 32, bit), vyi_gen_int(m, 32, 0), "");
}

/// Where an assert failed in an interval that is over now, the launch ends.
static void end_if_failed(struct gen *m)
{
    LLVMBasicBlockRef on = vyi_gen_block(m, "none.failed");
    LLVMValueRef log = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, log));
    LLVMValueRef at = vyi_gen_field(m, log, offsetof(struct vyi_cuda_log, key));
    LLVMValueRef key = vyi_gpu_load(m, type_i64(m), at, RELAXED);
    LLVMValueRef now = LLVMBuildLoad2(m->b, type_i32(m), m->shape->gpu->interval, "");
    key =
        LLVMBuildTrunc(m->b, LLVMBuildLShr(m->b, key, vyi_gen_int(m, 64, 32), ""), type_i32(m), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULE, key, now, ""), m->shape->out, on);
    vyi_gen_enter(m, on);
}

/// What the first thread of a block does; then `told` holds the meeting's number and flags.
static void speak(struct gen *m, uint32_t fixpoint, const struct votes *v, LLVMValueRef phase)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef meeting = LLVMBuildAdd(m->b, phase, vyi_gen_int(m, 32, 1), "");
    LLVMValueRef odd = LLVMBuildAnd(m->b, phase, vyi_gen_int(m, 32, 1), "");
    LLVMValueRef parity = LLVMBuildMul(m->b, LLVMBuildZExt(m->b, odd, type_i64(m), ""),
                                       vyi_gen_int(m, 64, COUNT_BITS), "");
    LLVMValueRef gate = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, gate));
    arrive(m, gate, v, parity);
    LLVMValueRef stop = load_stop(m); // it comes while we wait
    LLVMValueRef word = wait(m, gate, meeting);
    LLVMBasicBlockRef on = vyi_gen_block(m, "goes.on");
    LLVMBuildCondBr(m->b, stop, m->shape->out, on);
    vyi_gen_enter(m, on);
    if (g->votes) {
        LLVMValueRef mask = counts_of(m, parity);
        LLVMValueRef old = LLVMBuildLoad2(m->b, type_i64(m), g->votes, "");
        old = LLVMBuildAnd(m->b, old, LLVMBuildNot(m->b, mask, ""), "");
        LLVMBuildStore(m->b, LLVMBuildOr(m->b, old, LLVMBuildAnd(m->b, word, mask, ""), ""),
                       g->votes);
    }
    if (g->fails && fixpoint != VYI_CPU_REGROUP)
        end_if_failed(m);
    LLVMValueRef told = LLVMBuildShl(m->b, meeting, vyi_gen_int(m, 32, 8), "");
    if (v->again)
        told = LLVMBuildOr(m->b, told, flag(m, word, 0, parity, VYI_CPU_AGAIN), "");
    if (v->alive)
        told = LLVMBuildOr(m->b, told, flag(m, word, ALIVE_AT, parity, VYI_CPU_ALIVE), "");
    LLVMBuildStore(m->b, told, g->shared);
}

LLVMValueRef vyi_gpu_meet(struct gen *m, uint32_t fixpoint)
{
    struct shape *s = m->shape;
    struct gpu *g = s->gpu;
    LLVMValueRef one = vyi_gen_int(m, 32, 1), no = vyi_gen_int(m, 1, 0);
    LLVMBasicBlockRef first = vyi_gen_block(m, "speak"), all = vyi_gen_block(m, "told"),
                      on = vyi_gen_block(m, "go.on");
    struct votes v = vote(m, fixpoint);
    LLVMValueRef phase = LLVMBuildLoad2(m->b, type_i32(m), g->phase, "");
    LLVMValueRef speaks = LLVMBuildICmp(m->b, LLVMIntEQ, g->tid, vyi_gen_int(m, 32, 0), "");
    LLVMBuildCondBr(m->b, speaks, first, all);
    vyi_gen_enter(m, first);
    speak(m, fixpoint, &v, phase);
    LLVMBuildBr(m->b, all);
    vyi_gen_enter(m, all);
    vyi_gpu_block_barrier(m);
    LLVMValueRef told = LLVMBuildLoad2(m->b, type_i32(m), g->shared, "");
    LLVMValueRef next = LLVMBuildAdd(m->b, phase, one, "");
    LLVMValueRef apart =
        LLVMBuildXor(m->b, told, LLVMBuildShl(m->b, next, vyi_gen_int(m, 32, 8), ""), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, apart, vyi_gen_int(m, 32, 256), ""), on,
                    s->out);
    vyi_gen_enter(m, on);
    LLVMBuildStore(m->b, next, g->phase);
    if (v.again)
        LLVMBuildStore(m->b, no, g->said[fixpoint - 1]);
    if (v.alive)
        LLVMBuildStore(m->b, no, g->lives);
    if (fixpoint != VYI_CPU_REGROUP && g->fails) {
        LLVMValueRef interval = LLVMBuildLoad2(m->b, type_i32(m), g->interval, "");
        LLVMBuildStore(m->b, LLVMBuildAdd(m->b, interval, one, ""), g->interval);
    }
    return apart;
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
