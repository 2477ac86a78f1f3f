// Prints and failed asserts on a GPU: written into the log of the launch, which the host reads
// after it.
//
// A failed assert first takes part in a minimum of keys. If its key was the least then, it
// describes itself under a lock, unless one with a lesser key has done so already: so in the end
// the description belongs to the least key.
#include "gen/llvm/gpu.h"

#include <stddef.h>

/// Where a field of the log lies.
#define LOG(m, field) log_at(m, offsetof(struct vyi_cuda_log, field))
static LLVMValueRef log_at(struct gen *m, uint64_t offset)
{
    m->shape->gpu->reports = true;
    return vyi_gen_field(m, vyi_gen_block_pointer(m, offsetof(struct vyi_cuda_block, log)), offset);
}

/// How many arguments the message of a statement has.
static uint32_t args_of(const struct gen *m, uint32_t site, bool fails)
{
    return vyi_kid_count(&m->request->program->nodes.at[site]) - fails;
}

static void copy_args(struct gen *m, LLVMValueRef args, LLVMValueRef to, uint32_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        LLVMValueRef v = load(m, type_i64(m), vyi_gen_field(m, args, 8 * i));
        aligned(store(m, v, vyi_gen_field(m, to, 8 * i)), 8);
    }
}

void vyi_gpu_print(struct gen *m, uint32_t site, LLVMValueRef args)
{
    uint64_t count = args_of(m, site, false);
    LLVMValueRef words = i64(m, 1 + count);
    LLVMValueRef at = vyi_gpu_update(m, VYI_RMW_ADD, VY_TYPE_U64, LOG(m, used), words, RELAXED);
    LLVMValueRef end = iadd(m, at, words), most = load(m, type_i64(m), LOG(m, capacity));
    struct fork f = if_begin(m, ule(m, end, most), "line");
    LLVMValueRef line = gep(m, type_i64(m), LOG(m, lines), at);
    aligned(store(m, i64(m, site | count << 32), line), 8);
    copy_args(m, args, vyi_gen_field(m, line, 8), (uint32_t)count);
    if_else(m, &f, "dropped");
    vyi_gpu_update(m, VYI_RMW_ADD, VY_TYPE_U64, LOG(m, dropped), i64(m, 1), RELAXED);
    if_end(m, &f);
}

/// The thread that holds the lock goes on, also where others of its warp wait for it.
static void take_lock(struct gen *m, LLVMValueRef lock)
{
    enum { ACQUIRE = VYI_ORDER_ACQUIRE | VYI_REACH_DEVICE << 8 };
    LLVMBasicBlockRef head = new_block(m, "lock");
    br_enter(m, head);
    LLVMValueRef old = vyi_gpu_exchange_if(m, VY_TYPE_U32, lock, i32(m, 0), i32(m, 1), ACQUIRE);
    leave_unless(m, is_zero(m, old), head, "locked");
}

void vyi_gpu_fail(struct gen *m, uint32_t site, LLVMValueRef number, LLVMValueRef args)
{
    enum { RELEASE = VYI_ORDER_RELEASE | VYI_REACH_DEVICE << 8 };
    LLVMValueRef key = ishl(m, to_i64(m, get(m, m->shape->gpu->interval)), i64(m, 32));
    key = ior(m, key, number);
    LLVMValueRef old = vyi_gpu_update(m, VYI_RMW_MIN, VY_TYPE_U64, LOG(m, key), key, RELAXED);
    struct fork bid = if_begin(m, ult(m, key, old), "bid");
    LLVMValueRef lock = LOG(m, lock);
    take_lock(m, lock);
    LLVMValueRef mark = LOG(m, told), before = vyi_gpu_load(m, type_i64(m), mark, RELAXED);
    LLVMValueRef none = is_zero(m, before);
    struct fork tell = if_begin(m, ior(m, none, ult(m, key, before)), "tell");
    vyi_gpu_store(m, iadd(m, key, i64(m, 1)), mark, RELAXED);
    store(m, i32(m, site), LOG(m, site));
    copy_args(m, args, LOG(m, args), args_of(m, site, true));
    if_end(m, &tell);
    vyi_gpu_store(m, i32(m, 0), lock, RELEASE);
    if_end(m, &bid);
}
