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
static const uint64_t COUNT = ((uint64_t)1 << COUNT_BITS) - 1;

// ---- barriers ----
void vyi_gpu_block_barrier(struct gen *m)
{
    vyi_gpu_asm(m, ASM_TOGETHER, "bar.sync 0;", "", type_void(m), NO_ARGS);
}

/// The team's own barrier, 0: the block's.
static LLVMValueRef barrier_number(struct gen *m)
{
    return iadd(m, m->shape->gpu->team_number, i32(m, 1));
}

static bool is_warp(const struct gen *m)
{
    return m->shape->gpu->teams.threads == WARP;
}

void vyi_gpu_barrier(struct gen *m)
{
    const struct gpu *g = m->shape->gpu;
    if (is_warp(m)) {
        vyi_gpu_asm(m, ASM_TOGETHER, "bar.warp.sync $0;", "r", type_void(m),
                    ARGS(i32(m, UINT32_MAX)));
    } else if (g->teams.most_teams == 1) {
        vyi_gpu_block_barrier(m);
    } else {
        vyi_gpu_asm(m, ASM_TOGETHER, "bar.sync $0, $1;", "r,r", type_void(m),
                    ARGS(barrier_number(m), i32(m, g->teams.threads)));
    }
}

LLVMValueRef vyi_gpu_any(struct gen *m, enum vyi_scope scope, LLVMValueRef vote)
{
    const struct gpu *g = m->shape->gpu;
    if (scope == VYI_SCOPE_SUBGROUP || (scope == VYI_SCOPE_WORKGROUP && is_warp(m)))
        return vyi_gpu_warp_any(m, vote);
    LLVMValueRef word = zext(m, vote, type_i32(m));
    if (scope == VYI_SCOPE_GRID || g->teams.most_teams == 1)
        return is_set(m, vyi_gpu_asm(m, ASM_TOGETHER,
                                     "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; "
                                     "bar.red.or.pred q, 0, p; selp.u32 $0, 1, 0, q; }",
                                     "=r,r", type_i32(m), ARGS(word)));
    return is_set(m, vyi_gpu_asm(m, ASM_TOGETHER,
                                 "{ .reg .pred p, q; setp.ne.u32 p, $1, 0; "
                                 "bar.red.or.pred q, $2, $3, p; selp.u32 $0, 1, 0, q; }",
                                 "=r,r,r,r", type_i32(m),
                                 ARGS(word, barrier_number(m), i32(m, g->teams.threads))));
}

// ---- the grid ----
void vyi_gpu_again(struct gen *m, uint32_t fixpoint)
{
    store(m, i1(m, true), m->shape->gpu->said[fixpoint]);
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
        v.again = vyi_gpu_any(m, VYI_SCOPE_GRID, get(m, g->said[fixpoint - 1]));
    if (m->phases->returns)
        v.alive = vyi_gpu_any(m, VYI_SCOPE_GRID, get(m, g->lives));
    if (!v.again && !v.alive)
        vyi_gpu_block_barrier(m);
    return v;
}

static LLVMValueRef shifted(struct gen *m, LLVMValueRef vote, unsigned by, LLVMValueRef parity)
{
    return ishl(m, ishl(m, to_i64(m, vote), i64(m, by)), parity);
}

/// The bits of the counts of this parity; `parity` is 0 or COUNT_BITS.
static LLVMValueRef counts_of(struct gen *m, LLVMValueRef parity)
{
    return ishl(m, i64(m, COUNT | COUNT << ALIVE_AT), parity);
}

/// What the barrier returns to the threads of a block.
struct outcome {
    LLVMValueRef quit, again, alive; ///< variables, i1; NULL: not needed
};

/// One lane adds the block to its gate.
static void arrive(struct gen *m, LLVMValueRef gate, LLVMValueRef side, const struct votes *v,
                   LLVMValueRef parity)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef add = i64(m, (uint64_t)1 << ARRIVED_AT);
    LLVMValueRef odd = iand(m, g->block_number, i32(m, 1));
    struct fork f = if_begin(m, ieq(m, g->self, odd), "arrive");
    if (v->again)
        add = iadd(m, add, shifted(m, v->again, 0, parity));
    if (v->alive)
        add = iadd(m, add, shifted(m, v->alive, ALIVE_AT, parity));
    if (g->votes) {
        LLVMValueRef first = ieq(m, g->block_number, side);
        LLVMValueRef old = iand(m, get(m, g->votes), counts_of(m, parity));
        add = isub(m, add, sel(m, first, old, i64(m, 0)));
    }
    vyi_gpu_asm(m, ASM_MEMORY, "red.release.gpu.global.add.u64 [$0], $1;", "l,l", type_void(m),
                ARGS(gate, add));
    if_end(m, &f);
}

/// Whether all blocks of this lane's gate have arrived; *word: the gate.
static LLVMValueRef poll_gate(struct gen *m, LLVMValueRef gate, LLVMValueRef target,
                              LLVMValueRef *word)
{
    enum { ACQUIRE = VYI_ORDER_ACQUIRE | VYI_REACH_DEVICE << 8 };
    *word = vyi_gpu_load(m, type_i64(m), gate, ACQUIRE);
    LLVMValueRef high = to_i32(m, ushr(m, *word, i64(m, 32)));
    // Arrivals are the upper half of it: the sign of the difference is theirs.
    return LLVMBuildICmp(m->b, LLVMIntSGE, isub(m, high, target), i32(m, 0), "");
}

/// Waits until all blocks have arrived; gives the word of this lane's gate. Branches to `stopped`
/// when the kernel has to stop.
static LLVMValueRef wait(struct gen *m, LLVMValueRef gate, LLVMValueRef target,
                         LLVMBasicBlockRef stopped)
{
    LLVMValueRef tries = vyi_gpu_reused(m, &m->shape->gpu->tries, i32(m, 0), "tries"), word;
    LLVMBasicBlockRef head = new_block(m, "wait"), here = new_block(m, "all.here");
    br_enter(m, head);
    LLVMValueRef done = poll_gate(m, gate, target, &word);
    enter_unless(m, vyi_gpu_warp_any(m, inot(m, done)), here, "not.yet");
    LLVMValueRef rest = iand(m, add_to(m, tries, i32(m, 1)), i32(m, POLLS - 1));
    leave_unless(m, is_zero(m, rest), head, "ask");
    br_if(m, vyi_gpu_warp_any(m, vyi_gpu_must_stop(m)), stopped, head);
    enter(m, here);
    return word;
}

/// i1: some block voted so, at either gate.
static LLVMValueRef voted(struct gen *m, LLVMValueRef word, unsigned at, LLVMValueRef parity)
{
    LLVMValueRef count = iand(m, ushr(m, word, parity), i64(m, COUNT << at));
    return vyi_gpu_warp_any(m, is_set(m, count));
}

/// Whether an assert failed in an interval that is over now: then the launch ends.
static LLVMValueRef has_failed(struct gen *m)
{
    LLVMValueRef log = vyi_gen_block_pointer(m, offsetof(struct vyi_cuda_block, log));
    LLVMValueRef at = vyi_gen_field(m, log, offsetof(struct vyi_cuda_log, key));
    LLVMValueRef key = vyi_gpu_load(m, type_i64(m), at, RELAXED);
    m->shape->gpu->reports = true; // or there would be no log, where no assert is ever reached
    LLVMValueRef now = get(m, m->shape->gpu->interval);
    return ule(m, to_i32(m, ushr(m, key, i64(m, 32))), now);
}

/// The barrier as the first warp of a block executes it.
static void pass_gate(struct gen *m, uint32_t fixpoint, const struct votes *v, LLVMValueRef phase,
                      const struct outcome *o)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef one = i32(m, 1), number = iadd(m, phase, one);
    LLVMValueRef parity = imul(m, to_i64(m, iand(m, phase, one)), i64(m, COUNT_BITS));
    LLVMValueRef side = iand(m, g->self, one);
    LLVMValueRef blocks = ushr(m, isub(m, iadd(m, g->blocks, one), side), one);
    LLVMValueRef target = ishl(m, imul(m, number, blocks), i32(m, ARRIVED_AT - 32));
    LLVMValueRef gate = vyi_gen_block_pointer(m, offsetof(struct vyi_cuda_block, gate));
    gate = gep(m, type_i8(m), gate, imul(m, side, i32(m, VYI_CUDA_GATE_BYTES)));
    LLVMBasicBlockRef spoken = new_block(m, "spoken");
    arrive(m, gate, side, v, parity);
    LLVMValueRef stop = vyi_gpu_must_stop(m); // it comes while we wait
    store(m, i1(m, true), o->quit);
    LLVMValueRef word = wait(m, gate, target, spoken);
    if (g->votes) {
        LLVMValueRef mask = counts_of(m, parity);
        LLVMValueRef old = iand(m, get(m, g->votes), inot(m, mask));
        store(m, ior(m, old, iand(m, word, mask)), g->votes);
    }
    if (g->teams.asserts && fixpoint != VYI_CPU_REGROUP)
        stop = ior(m, stop, has_failed(m));
    store(m, vyi_gpu_warp_any(m, stop), o->quit);
    if (v->again)
        store(m, voted(m, word, 0, parity), o->again);
    if (v->alive)
        store(m, voted(m, word, ALIVE_AT, parity), o->alive);
    br_enter(m, spoken);
}

/// A result of the first warp, for all of the block: `flag` where it holds.
static LLVMValueRef spread(struct gen *m, LLVMValueRef result, uint32_t flag)
{
    return result ? sel(m, vyi_gpu_any(m, VYI_SCOPE_GRID, get(m, result)), i32(m, flag), i32(m, 0))
                  : i32(m, 0);
}

LLVMValueRef vyi_gpu_synchronise(struct gen *m, uint32_t fixpoint)
{
    struct gpu *g = m->shape->gpu;
    LLVMValueRef one = i32(m, 1), no = i1(m, false);
    struct votes v = vote(m, fixpoint);
    LLVMValueRef phase = get(m, g->phase);
    struct outcome o = {vyi_gpu_reused(m, &g->quit, no, "quit"),
                        v.again ? vyi_gpu_reused(m, &g->again, no, "again") : NULL,
                        v.alive ? vyi_gpu_reused(m, &g->alive, no, "alive") : NULL};
    struct fork f = if_begin(m, ult(m, g->self, i32(m, WARP)), "speak");
    pass_gate(m, fixpoint, &v, phase, &o);
    if_end(m, &f);
    leave_if(m, vyi_gpu_any(m, VYI_SCOPE_GRID, get(m, o.quit)), m->shape->out, "go.on");
    LLVMValueRef again = spread(m, o.again, VYI_CPU_AGAIN);
    LLVMValueRef flags = ior(m, again, spread(m, o.alive, VYI_CPU_ALIVE));
    store(m, iadd(m, phase, one), g->phase);
    if (v.again)
        store(m, no, g->said[fixpoint - 1]);
    if (v.alive)
        store(m, no, g->lives);
    if (fixpoint != VYI_CPU_REGROUP && g->teams.asserts)
        add_to(m, g->interval, one);
    return flags;
}

static void count_at(struct gen *m, LLVMValueRef base, uint64_t offset, LLVMValueRef by)
{
    LLVMValueRef at = vyi_gen_field(m, base, offset);
    LLVMValueRef old = aligned(load(m, type_i64(m), at), 8);
    aligned(store(m, iadd(m, old, to_i64(m, by)), at), 8);
}

void vyi_gpu_fixpoint(struct gen *m, uint32_t number, LLVMValueRef passes, LLVMValueRef again)
{
    struct gpu *g = m->shape->gpu;
    struct fork f = if_begin(m, is_zero(m, ior(m, g->tid, g->block_number)), "note");
    LLVMValueRef base = vyi_gen_block_pointer(m, offsetof(struct vyi_cuda_block, fixpoints));
    base = vyi_gen_field(m, base, number * sizeof(struct vyi_cuda_fixpoint));
    LLVMValueRef none = is_zero(m, passes), cut = iand(m, is_set(m, again), inot(m, none));
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, entries), i32(m, 1));
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, passes), passes);
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, cut), cut);
    count_at(m, base, offsetof(struct vyi_cuda_fixpoint, empty), none);
    if_end(m, &f);
}
