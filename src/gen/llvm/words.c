// u32_at and u64_at: words of a buffer of bytes, at any place of it; what lies outside is 0.
#include "gen/llvm/access.h"

static struct val one_byte(struct gen *m, const struct span *span, LLVMValueRef count,
                           struct val index, uint32_t k, uint8_t type)
{
    LLVMTypeRef t = LLVMTypeOf(index.v);
    LLVMValueRef add = LLVMConstInt(
        LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t, k, false);
    struct val at =
        vyi_gen_op(m, VYI_OP_ADD, index.type, (struct val[]){index, vyi_gen_same(index.type, add)});
    // Only an index that is inside itself reads on, and i + k must not come round to the front.
    LLVMValueRef inside = vyi_gen_below(m, index, count);
    struct val fits = vyi_gen_op(m, VYI_OP_GE, VY_TYPE_BOOL, (struct val[]){at, index});
    struct where_in w = vyi_gen_position(m, at);
    w.ok = both(m, inside, vyi_gen_below(m, at, count));
    if (w.spread == SAME)
        w.ok = both(m, w.ok, fits.v);
    else
        w.ok = both(m, w.ok, vyi_gen_spread(m, fits));
    struct val byte = vyi_gen_as_value(m, VY_TYPE_U8, vyi_gen_load_span(m, span, w), w.spread);
    byte = vyi_gen_cast(m, byte, type);
    struct val by = vyi_gen_same(type, LLVMConstInt(vyi_gen_type(m, type), 8 * k, false));
    return vyi_gen_op(m, VYI_OP_SHL, type, (struct val[]){byte, by});
}

static struct val by_bytes(struct gen *m, const struct span *span, LLVMValueRef count,
                           struct val index, uint8_t type)
{
    struct val sum = one_byte(m, span, count, index, 0, type);
    for (uint32_t k = 1; k < vyi_type_bytes(type); k++)
        sum = vyi_gen_op(m, VYI_OP_OR, type,
                         (struct val[]){sum, one_byte(m, span, count, index, k, type)});
    return sum;
}

// ---- one invocation a thread ----
/// The bytes that are inside, in a loop: rare, and several copies of it must stay small.
static LLVMValueRef bytes_loop(struct gen *m, const struct span *span, LLVMValueRef first,
                               LLVMValueRef inside, LLVMTypeRef type)
{
    LLVMValueRef sum_at = vyi_gen_alloca(m, type, "word"),
                 k_at = vyi_gen_alloca(m, type_i64(m), "byte");
    LLVMBasicBlockRef head = vyi_gen_block(m, "bytes"), in = vyi_gen_block(m, "byte"),
                      done = vyi_gen_block(m, "bytes.done");
    LLVMBuildStore(m->b, LLVMConstNull(type), sum_at);
    LLVMBuildStore(m->b, vyi_gen_int(m, 64, 0), k_at);
    LLVMBuildBr(m->b, head);
    vyi_gen_enter(m, head);
    LLVMValueRef k = LLVMBuildLoad2(m->b, type_i64(m), k_at, "");
    LLVMBuildCondBr(m->b, LLVMBuildICmp(m->b, LLVMIntULT, k, inside, ""), in, done);
    vyi_gen_enter(m, in);
    struct where_in w = {.at = LLVMBuildAdd(m->b, first, k, ""), .spread = SAME};
    LLVMValueRef byte = LLVMBuildZExt(m->b, vyi_gen_load_span(m, span, w), type, "");
    LLVMValueRef by = LLVMBuildMul(m->b, k, vyi_gen_int(m, 64, 8), "");
    by = LLVMBuildTruncOrBitCast(m->b, by, type, "");
    LLVMValueRef sum = LLVMBuildLoad2(m->b, type, sum_at, "");
    sum = LLVMBuildOr(m->b, sum, LLVMBuildShl(m->b, byte, by, ""), "");
    LLVMBuildStore(m->b, sum, sum_at);
    LLVMBuildStore(m->b, LLVMBuildAdd(m->b, k, vyi_gen_int(m, 64, 1), ""), k_at);
    vyi_gen_loop_hint(m, LLVMBuildBr(m->b, head), "llvm.loop.unroll.disable", 0);
    vyi_gen_enter(m, done);
    return LLVMBuildLoad2(m->b, type, sum_at, "");
}

/// How many of `bytes` bytes from `first` on are inside, i64.
static LLVMValueRef bytes_inside(struct gen *m, LLVMValueRef first, LLVMValueRef count,
                                 uint32_t bytes)
{
    LLVMValueRef rest = LLVMBuildSub(m->b, count, first, ""), all = vyi_gen_int(m, 64, bytes);
    LLVMValueRef part = LLVMBuildICmp(m->b, LLVMIntULT, rest, all, "");
    rest = LLVMBuildSelect(m->b, part, rest, all, "");
    LLVMValueRef some = LLVMBuildICmp(m->b, LLVMIntULT, first, count, "");
    return LLVMBuildSelect(m->b, some, rest, vyi_gen_int(m, 64, 0), "");
}

/// Whether a word lies at a multiple of its size. As a sum, of which LLVM sees what stays the same.
static LLVMValueRef is_even(struct gen *m, const struct span *span, LLVMValueRef first,
                            uint32_t bytes)
{
    LLVMValueRef at = LLVMBuildPtrToInt(m->b, span->base, type_i64(m), "");
    at = LLVMBuildAdd(m->b, at, first, "");
    at = LLVMBuildAnd(m->b, at, vyi_gen_int(m, 64, bytes - 1), "");
    return LLVMBuildICmp(m->b, LLVMIntEQ, at, vyi_gen_int(m, 64, 0), "");
}

/// A GPU has loads of aligned words only, and most words that programs load are.
static struct val word_at(struct gen *m, const struct span *span, LLVMValueRef count,
                          struct val index, uint8_t type)
{
    uint32_t bytes = vyi_type_bytes(type);
    LLVMTypeRef t = vyi_gen_type(m, type), i32 = LLVMInt32TypeInContext(m->context);
    // No buffer has 2^32 elements (target_gpu.c).
    LLVMValueRef args[] = {LLVMBuildTrunc(m->b, count, i32, ""), vyi_gen_int(m, 32, bytes - 1)};
    LLVMValueRef last = vyi_gen_intrinsic(m, "llvm.usub.sat", i32, args, 2, NULL, 0);
    last = LLVMBuildZExt(m->b, last, type_i64(m), "");
    LLVMValueRef first = vyi_gen_wide_index(m, index);
    LLVMValueRef whole = LLVMBuildICmp(m->b, LLVMIntULT, first, last, "");
    LLVMBasicBlockRef fast = vyi_gen_block(m, "whole"), slow = vyi_gen_block(m, "part"),
                      on = vyi_gen_block(m, "on");
    whole = both(m, whole, is_even(m, span, first, bytes));
    vyi_gen_likely(m, LLVMBuildCondBr(m->b, whole, fast, slow));
    vyi_gen_enter(m, fast);
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    LLVMValueRef at = LLVMBuildGEP2(m->b, byte, span->base, &first, 1, "");
    LLVMValueRef got = LLVMBuildLoad2(m->b, t, at, "");
    LLVMSetAlignment(got, bytes);
    got = vyi_gen_finish_load(m, span, got);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, slow);
    LLVMValueRef sum = bytes_loop(m, span, first, bytes_inside(m, first, count, bytes), t);
    LLVMBasicBlockRef slow_end = LLVMGetInsertBlock(m->b);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, t, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){got, sum}, (LLVMBasicBlockRef[]){fast, slow_end}, 2);
    return vyi_gen_same(type, phi);
}

// ---- all ----
struct val vyi_gen_bytes_at(struct gen *m, const struct vyi_node *n)
{
    struct span span = vyi_gen_span(m, n->x);
    uint8_t type = n->op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
    uint32_t bytes = vyi_type_bytes(type);
    struct val index = vyi_gen_expr(m, n->kid[0]);
    LLVMValueRef count = m->target->count(m, n->x);
    if (index.spread == LINEAR)
        index = vyi_gen_each(m, index.type, vyi_gen_spread(m, index));
    if (m->target->aligned_loads && index.spread == SAME)
        return word_at(m, &span, count, index, type);
    // All of it in bounds: one load that need not be aligned.
    LLVMValueRef few = LLVMBuildICmp(m->b, LLVMIntULT, count, vyi_gen_int(m, 64, bytes), "");
    LLVMValueRef last = LLVMBuildSub(m->b, count, vyi_gen_int(m, 64, bytes - 1), "");
    last = LLVMBuildSelect(m->b, few, vyi_gen_int(m, 64, 0), last, "");
    struct where_in w = vyi_gen_position(m, index);
    w.ok = vyi_gen_below(m, index, last);
    LLVMValueRef whole = w.ok;
    if (index.spread != SAME) {
        LLVMValueRef rest = LLVMBuildNot(m->b, whole, "");
        rest = m->mask ? LLVMBuildAnd(m->b, m->mask, rest, "") : rest;
        whole = LLVMBuildNot(m->b, vyi_gen_any(m, rest), "");
    }
    LLVMBasicBlockRef fast = vyi_gen_block(m, "whole"), slow = vyi_gen_block(m, "bytes"),
                      on = vyi_gen_block(m, "on");
    LLVMBuildCondBr(m->b, whole, fast, slow);
    vyi_gen_enter(m, fast);
    LLVMTypeRef byte = LLVMInt8TypeInContext(m->context);
    struct span words = span;
    words.type = vyi_gen_type(m, type);
    words.bytes = 1;
    LLVMValueRef address = LLVMBuildGEP2(m->b, byte, span.base, &w.at, 1, ""), got;
    if (w.spread == SAME) {
        got = LLVMBuildLoad2(m->b, words.type, address, "");
        LLVMSetAlignment(got, 1);
    } else {
        LLVMTypeRef t = LLVMVectorType(words.type, m->lanes);
        LLVMValueRef args[] = {address, vyi_gen_int(m, 32, 1),
                               m->mask ? m->mask : vyi_gen_all_lanes(m), LLVMConstNull(t)};
        LLVMTypeRef types[] = {t, LLVMTypeOf(address)};
        got = vyi_gen_intrinsic(m, "llvm.masked.gather", t, args, 4, types, 2);
    }
    got = vyi_gen_finish_load(m, &words, got);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, slow);
    struct val sum = by_bytes(m, &span, count, index, type);
    LLVMBasicBlockRef slow_end = LLVMGetInsertBlock(m->b);
    LLVMValueRef other = w.spread == SAME ? sum.v : vyi_gen_spread(m, sum);
    LLVMBuildBr(m->b, on);
    vyi_gen_enter(m, on);
    LLVMValueRef phi = LLVMBuildPhi(m->b, LLVMTypeOf(got), "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){got, other}, (LLVMBasicBlockRef[]){fast, slow_end}, 2);
    return w.spread == SAME ? vyi_gen_same(type, phi) : vyi_gen_each(m, type, phi);
}
