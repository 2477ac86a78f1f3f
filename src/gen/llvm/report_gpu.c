// Prints and failed asserts on a GPU: written into the log of the launch, which the host reads
// after it.
//
// A failed assert first takes part in a minimum of keys. If its key was the least then, it
// describes itself under a lock, unless one with a lesser key has done so already: so in the end
// the description belongs to the least key.
#include "gen/llvm/gpu.h"

#include <stddef.h>

static LLVMValueRef log_at(struct gen *m, uint64_t offset)
{
    LLVMValueRef log = vyi_gpu_address(m, offsetof(struct vyi_cuda_block, log));
    m->shape->gpu->reports = true;
    return vyi_gen_field(m, log, offset);
}

/// How many arguments the message of a statement has.
static uint32_t args_of(const struct gen *m, uint32_t site, bool fails)
{
    const vy_program *p = m->request->program;
    const vyi_ref *kids;
    return vyi_kids(p, &p->nodes.at[site], &kids) - fails;
}

static void copy_args(struct gen *m, LLVMValueRef args, LLVMValueRef to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef v =
            LLVMBuildLoad2(m->b, type_i64(m), vyi_gen_field(m, args, 8 * (uint64_t)i), "");
        LLVMSetAlignment(LLVMBuildStore(m->b, v, vyi_gen_field(m, to, 8 * (uint64_t)i)), 8);
    }
}

void vyi_gpu_print(struct gen *m, uint32_t site, LLVMValueRef args)
{
    uint32_t count = args_of(m, site, false);
    LLVMValueRef words = vyi_gen_int(m, 64, 1 + (uint64_t)count), one = vyi_gen_int(m, 64, 1);
    LLVMBasicBlockRef fits = vyi_gen_block(m, "line"), full = vyi_gen_block(m, "dropped"),
                      on = vyi_gen_block(m, "on");
    LLVMValueRef used = log_at(m, offsetof(struct vyi_cuda_log, used));
    LLVMValueRef at = vyi_gpu_update(m, VYI_RMW_ADD, VY_TYPE_U64, used, words, RELAXED);
    LLVMValueRef end = LLVMBuildAdd(m->b, at, words, "");
    LLVMValueRef most =
        LLVMBuildLoad2(m->b, type_i64(m), log_at(m, offsetof(struct vyi_cuda_log, capacity)), "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULE, end, most, ""), fits, full);
    vyi_gen_enter(m, fits);
    LLVMValueRef lines = log_at(m, offsetof(struct vyi_cuda_log, lines));
    LLVMValueRef line = LLVMBuildGEP2(m->b, type_i64(m), lines, &at, 1, "");
    uint64_t head = site | (uint64_t)count << 32;
    LLVMSetAlignment(LLVMBuildStore(m->b, vyi_gen_int(m, 64, head), line), 8);
    copy_args(m, args, vyi_gen_field(m, line, 8), count);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, full);
    vyi_gpu_update(m, VYI_RMW_ADD, VY_TYPE_U64, log_at(m, offsetof(struct vyi_cuda_log, dropped)),
                   one, RELAXED);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}

/// Whoever holds the lock goes on, also where others of its warp wait for it.
static void take_lock(struct gen *m, LLVMValueRef lock)
{
    enum { ACQUIRE = VYI_ORDER_ACQUIRE | VYI_REACH_DEVICE << 8 };
    LLVMBasicBlockRef head = vyi_gen_block(m, "lock"), held = vyi_gen_block(m, "locked");
    LLVMValueRef zero = vyi_gen_int(m, 32, 0), one = vyi_gen_int(m, 32, 1);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef old = vyi_gpu_exchange_if(m, VY_TYPE_U32, lock, zero, one, ACQUIRE);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntEQ, old, zero, ""), held, head);
    vyi_gen_enter(m, held);
}

void vyi_gpu_fail(struct gen *m, uint32_t site, LLVMValueRef number, LLVMValueRef args)
{
    enum { RELEASE = VYI_ORDER_RELEASE | VYI_REACH_DEVICE << 8 };
    LLVMValueRef zero = vyi_gen_int(m, 64, 0), one = vyi_gen_int(m, 64, 1);
    LLVMBasicBlockRef bid = vyi_gen_block(m, "bid"), tell = vyi_gen_block(m, "tell"),
                      told = vyi_gen_block(m, "told"), on = vyi_gen_block(m, "on");
    LLVMValueRef key = LLVMBuildLoad2(m->b, type_i32(m), m->shape->gpu->interval, "");
    key = LLVMBuildShl(m->b, LLVMBuildZExt(m->b, key, type_i64(m), ""), vyi_gen_int(m, 64, 32), "");
    key = LLVMBuildOr(m->b, key, number, "key");
    LLVMValueRef best = log_at(m, offsetof(struct vyi_cuda_log, key));
    LLVMValueRef old = vyi_gpu_update(m, VYI_RMW_MIN, VY_TYPE_U64, best, key, RELAXED);
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, key, old, ""), bid, on);
    vyi_gen_enter(m, bid);
    LLVMValueRef lock = log_at(m, offsetof(struct vyi_cuda_log, lock));
    take_lock(m, lock);
    LLVMValueRef mark = log_at(m, offsetof(struct vyi_cuda_log, told));
    LLVMValueRef before = vyi_gpu_load(m, type_i64(m), mark, RELAXED);
    LLVMValueRef none = LLVMBuildICmp(m->b, LLVMIntEQ, before, zero, "");
    LLVMValueRef less = LLVMBuildICmp(m->b, LLVMIntULT, key, before, "");
    LLVMBuildCondBr(m->b, LLVMBuildOr(m->b, none, less, ""), tell, told);
    vyi_gen_enter(m, tell);
    vyi_gpu_store(m, LLVMBuildAdd(m->b, key, one, ""), mark, RELAXED);
    LLVMBuildStore(m->b, vyi_gen_int(m, 32, site), log_at(m, offsetof(struct vyi_cuda_log, site)));
    copy_args(m, args, log_at(m, offsetof(struct vyi_cuda_log, args)), args_of(m, site, true));
    LLVMBuildBr(m->b, told);
    vyi_gen_enter(m, told);
    vyi_gpu_store(m, vyi_gen_int(m, 32, 0), lock, RELEASE);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
}
