// NVIDIA's GPUs as a target. What LLVM cannot express is inline PTX.
//
// LLVM drops the ordering of atomic read-modify-writes on this target without a word, and ends the
// process on an acquire load: so only relaxed ones of device scope are LLVM's own.

#include "gen/llvm/gpu.h"
#include <llvm-c/Target.h>

#include <stddef.h>
#include <stdio.h>

// ---- inline PTX ----
LLVMValueRef vyi_gpu_asm(struct gen *m, enum asm_kind kind, const char *text,
                         const char *constraints, LLVMTypeRef result, LLVMValueRef *args,
                         unsigned count)
{
    LLVMTypeRef types[5];
    char code[256], list[64];
    // LLVM's numbers for memory(none), memory(argmem: read), memory(argmem: readwrite).
    static const uint64_t touches[] = {[ASM_PURE] = 0, [ASM_READS] = 1, [ASM_ARGUMENT] = 3};
    bool orders = kind == ASM_MEMORY || kind == ASM_TOGETHER;
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    int code_size = snprintf(code, sizeof code, "%s", text);
    int list_size = snprintf(list, sizeof list, "%s%s%s", constraints,
                             orders && *constraints ? "," : "", orders ? "~{memory}" : "");
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    // What has no side effects may be moved past stores, even where it is said to read.
    LLVMValueRef fn = LLVMGetInlineAsm(type, code, (size_t)code_size, list, (size_t)list_size,
                                       kind != ASM_PURE, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef call = LLVMBuildCall2(m->b, type, fn, args, count, "");
    LLVMAttributeRef attributes[] = {
        vyi_gen_attribute(m, "nounwind", 0),
        kind == ASM_TOGETHER ? vyi_gen_attribute(m, "convergent", 0) : NULL,
        orders ? NULL : vyi_gen_attribute(m, "memory", touches[kind]),
    };
    for (unsigned i = 0; i < 3; i++)
        if (attributes[i])
            LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     attributes[i]);
    return call;
}

LLVMValueRef vyi_gpu_special(struct gen *m, const char *name)
{
    char full[48];
    snprintf(full, sizeof full, "llvm.nvvm.read.ptx.sreg.%s", name);
    return vyi_gen_intrinsic(m, full, type_i32(m), NO_ARGS);
}

// ---- the block ----
/// Blocks of a service have a word each, so that one of them can be stopped while the others go on.
static LLVMValueRef stop_word(struct gen *m)
{
    LLVMValueRef word = vyi_gen_block_pointer(m, offsetof(struct vyi_cuda_block, stop));
    m->shape->gpu->polls = true;
    if (!m->p->service)
        return word;
    LLVMValueRef block = umin(m, vyi_gpu_special(m, "ctaid.x"), i32(m, VYI_CUDA_STOP_WORDS - 1));
    LLVMValueRef step =
        vyi_gen_block_field(m, type_i64(m), offsetof(struct vyi_cuda_block, stop_step));
    return gep(m, type_i8(m), word, imul(m, to_i64(m, block), step));
}

LLVMValueRef vyi_gpu_must_stop(struct gen *m)
{
    return is_set(m, vyi_gpu_load(m, type_i32(m), stop_word(m), VYI_REACH_SYSTEM << 8));
}

static LLVMValueRef poll_or_exit(struct gen *m, LLVMValueRef fuel)
{
    LLVMValueRef word = stop_word(m);
    return vyi_gpu_asm(m, ASM_ARGUMENT,
                       "{.reg .pred p, q; .reg .b32 t; setp.lt.s32 p, $1, 0; mov.b32 t, 0;"
                       " @p ld.relaxed.sys.global.b32 t, [$2]; setp.ne.s32 q, t, 0; @q exit;"
                       " selp.b32 $0, $3, $1, p;}",
                       "=r,r,l,n", type_i32(m), ARGS(fuel, word, i32(m, FUEL)));
}

// ---- ordered accesses ----
static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
static const char *const reaches[] = {"cta", "gpu", "sys"};

static const char *space_of(LLVMValueRef address)
{
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
    return space == SPACE_GLOBAL ? ".global" : space == SPACE_SHARED ? ".shared" : "";
}

/// Relaxed accesses keep their place among those of the same memory, ordered ones among all.
static enum asm_kind kind_of(uint32_t aux)
{
    return (aux & 3) == VYI_ORDER_RELAXED ? ASM_ARGUMENT : ASM_MEMORY;
}

LLVMValueRef vyi_gpu_load(struct gen *m, LLVMTypeRef type, LLVMValueRef address, uint32_t aux)
{
    char text[96];
    unsigned bits = LLVMGetIntTypeWidth(type);
    snprintf(text, sizeof text, "ld.%s.%s%s.b%u $0, [$1];",
             (aux & 3) == VYI_ORDER_ACQUIRE ? "acquire" : "relaxed", reaches[aux >> 8 & 3],
             space_of(address), bits);
    return vyi_gpu_asm(m, kind_of(aux), text, bits == 64 ? "=l,l" : "=r,l", type, ARGS(address));
}

void vyi_gpu_store(struct gen *m, LLVMValueRef v, LLVMValueRef address, uint32_t aux)
{
    char text[96];
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    snprintf(text, sizeof text, "st.%s.%s%s.b%u [$0], $1;",
             (aux & 3) == VYI_ORDER_RELEASE ? "release" : "relaxed", reaches[aux >> 8 & 3],
             space_of(address), bits);
    vyi_gpu_asm(m, kind_of(aux), text, bits == 64 ? "l,l" : "l,r", type_void(m), ARGS(address, v));
}

/// How inline PTX names an element: its register, the instruction's type, what moves a zero there.
struct spelling {
    const char *constraint, *type, *zero;
};

static struct spelling spell(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return (struct spelling){"f", "f32", "mov.f32 $0, 0f00000000"};
    case LLVMDoubleTypeKind: return (struct spelling){"d", "f64", "mov.f64 $0, 0d0000000000000000"};
    default: break;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 8: return (struct spelling){"r", "u8", "mov.b32 $0, 0"};
    case 16: return (struct spelling){"r", "u16", "mov.b32 $0, 0"};
    case 32: return (struct spelling){"r", "u32", "mov.b32 $0, 0"};
    default: return (struct spelling){"l", "u64", "mov.b64 $0, 0"};
    }
}

static LLVMValueRef load_if(struct gen *m, LLVMTypeRef type, LLVMValueRef address, LLVMValueRef ok,
                            bool constant)
{
    struct spelling how = spell(type);
    bool narrow = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32;
    char text[192], list[16];
    snprintf(text, sizeof text, "{.reg .pred p; setp.ne.s32 p, $2, 0; %s; @p ld%s%s.%s $0, [$1];}",
             how.zero, space_of(address), constant ? ".nc" : "", how.type);
    snprintf(list, sizeof list, "=&%s,l,r", how.constraint);
    LLVMValueRef v = vyi_gpu_asm(m, ASM_READS, text, list, narrow ? type_i32(m) : type,
                                 ARGS(address, zext(m, ok, type_i32(m))));
    return narrow ? trunc_to(m, v, type) : v;
}

static LLVMValueRef bits_unless(struct gen *m, LLVMValueRef condition)
{
    return vyi_gpu_asm(m, ASM_PURE, "selp.b32 $0, 0, -1, $1;", "=r,b", type_i32(m),
                       ARGS(condition));
}

static LLVMValueRef stream_store(struct gen *m, LLVMValueRef v, LLVMValueRef address)
{
    unsigned bits =
        (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(m->module), LLVMTypeOf(v));
    LLVMValueRef args[5] = {address};
    char text[64];
    if (bits == 128) {
        v = bitcast(m, v, LLVMVectorType(type_i32(m), 4));
        for (unsigned i = 0; i < 4; i++)
            args[1 + i] = extract(m, v, i32(m, i));
        return vyi_gpu_asm(m, ASM_ARGUMENT, "st.global.cs.v4.b32 [$0], {$1, $2, $3, $4};",
                           "l,r,r,r,r", type_void(m), args, 5);
    }
    args[1] = bitcast(m, v, type_int(m, bits));
    if (bits < 32)
        args[1] = zext(m, args[1], type_i32(m));
    snprintf(text, sizeof text, "st.global.cs.b%u [$0], $1;", bits);
    return vyi_gpu_asm(m, ASM_ARGUMENT, text, bits == 64 ? "l,l" : "l,r", type_void(m), args, 2);
}

/// The instruction's name and type: "add.u32".
static void name_update(char name[16], uint32_t rmw, uint8_t type)
{
    static const char *const names[VYI_RMW_COUNT] = {"add", "add", "and", "or",
                                                     "xor", "min", "max", "exch"};
    char letter = rmw == VYI_RMW_ADD ? 'u' : 'b';
    if (rmw == VYI_RMW_MIN || rmw == VYI_RMW_MAX)
        letter = vyi_type_class(type) == VYI_CLASS_SINT ? 's' : 'u';
    snprintf(name, 16, "%s.%c%u", names[rmw], letter, 8 * vyi_type_bytes(type));
}

LLVMValueRef vyi_gpu_update(struct gen *m, uint32_t rmw, uint8_t type, LLVMValueRef address,
                            LLVMValueRef v, uint32_t aux)
{
    char text[96], name[16];
    if (rmw == VYI_RMW_SUB) { // there is no such instruction
        rmw = VYI_RMW_ADD;
        v = LLVMBuildNeg(m->b, v, "");
    }
    if (aux == RELAXED)
        return LLVMBuildAtomicRMW(m->b, vyi_gen_rmw(rmw, type), address, v,
                                  LLVMAtomicOrderingMonotonic, false);
    name_update(name, rmw, type);
    snprintf(text, sizeof text, "atom.%s.%s%s.%s $0, [$1], $2;", orders[aux & 3],
             reaches[aux >> 8 & 3], space_of(address), name);
    return vyi_gpu_asm(m, kind_of(aux), text, vyi_type_bytes(type) == 8 ? "=l,l,l" : "=r,l,r",
                       LLVMTypeOf(v), ARGS(address, v));
}

LLVMValueRef vyi_gpu_exchange_if(struct gen *m, uint8_t type, LLVMValueRef address,
                                 LLVMValueRef expected, LLVMValueRef v, uint32_t aux)
{
    char text[96];
    unsigned bits = 8 * vyi_type_bytes(type);
    snprintf(text, sizeof text, "atom.%s.%s%s.cas.b%u $0, [$1], $2, $3;", orders[aux & 3],
             reaches[aux >> 8 & 3], space_of(address), bits);
    return vyi_gpu_asm(m, kind_of(aux), text, bits == 64 ? "=l,l,l,l" : "=r,l,r,r", LLVMTypeOf(v),
                       ARGS(address, expected, v));
}

// ---- stopping ----
/// Threads that walk together leave together, where barriers count them.
static LLVMValueRef together(struct gen *m, LLVMValueRef stop)
{
    const struct shape *s = m->shape;
    if (m->flow || s->gpu->teams.flat || s->gpu->teams.most_teams == 1)
        return stop;
    return vyi_gpu_any(m, s->group ? VYI_SCOPE_WORKGROUP : VYI_SCOPE_GRID, stop);
}

static void poll(struct gen *m, LLVMValueRef cost)
{
    struct shape *s = m->shape;
    if (m->request->unchecked)
        return;
    // Threads that walk together must poll together: fuel that an invocation used up is its own.
    LLVMValueRef at = s->gpu->fuel[m->flow ? 0 : s->group ? 1 : 2];
    LLVMValueRef fuel = isub(m, get(m, at), cost);
    if (m->flow) {
        store(m, poll_or_exit(m, fuel), at);
        return;
    }
    store(m, fuel, at);
    struct fork f = if_begin(m, slt(m, fuel, i32(m, 0)), "poll");
    vyi_gen_unlikely(m, f.branch);
    store(m, i32(m, FUEL), at);
    br_if(m, together(m, vyi_gpu_must_stop(m)), s->out, f.on);
    enter(m, f.on);
}

// ---- prints and failed asserts ----
// They are written into the log of the launch, which the host reads after it. A failed assert first
// takes part in a minimum of keys. If its key was the least then, it describes itself under a lock,
// unless one with a lesser key has done so already: so in the end the description belongs to the
// least key.

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

static void print(struct gen *m, uint32_t site, LLVMValueRef args)
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

static void fail(struct gen *m, uint32_t site, LLVMValueRef number, LLVMValueRef args)
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

// ---- the target ----
static LLVMValueRef clock_now(struct gen *m)
{
    return vyi_gpu_asm(m, ASM_MEMORY, "mov.u64 $0, %globaltimer;", "=l", type_i64(m), NO_ARGS);
}

static void pause_here(struct gen *m)
{
    vyi_gpu_asm(m, ASM_MEMORY, "nanosleep.u32 $0;", "r", type_void(m), ARGS(i32(m, 64)));
    poll(m, i32(m, 64));
}

static void fence(struct gen *m)
{
    vyi_gpu_asm(m, ASM_MEMORY, "fence.sc.sys;", "", type_void(m), NO_ARGS);
}

const struct target vyi_cuda_target = {
    .poll = poll,
    .again = vyi_gpu_again,
    .fail = fail,
    .print = print,
    .clock = clock_now,
    .pause = pause_here,
    .fence = fence,
    .synchronise = vyi_gpu_synchronise,
    .bury = vyi_gpu_bury,
    .load = vyi_gpu_load,
    .store = vyi_gpu_store,
    .update = vyi_gpu_update,
    .exchange_if = vyi_gpu_exchange_if,
    .together = vyi_gpu_together,
    .update_together = vyi_gpu_update_together,
    .append_batches = vyi_gpu_append_batches,
    .load_if = load_if,
    .bits_unless = bits_unless,
    .stream_store = stream_store,
    .thread_per_item = true,
    .counts_in_32_bits = true,
    .aligned_loads = true,
    .space = SPACE_GLOBAL,
    .slots = offsetof(struct vyi_cuda_block, slot),
    .spill = offsetof(struct vyi_cuda_block, spill),
    .parts = offsetof(struct vyi_cuda_block, parts),
};
