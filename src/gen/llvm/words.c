// u32_at and u64_at: words of a buffer of bytes, at any place of it; what lies outside is 0.
#include "gen/llvm/access.h"

static struct val one_byte(struct gen *m, const struct span *span, LLVMValueRef count,
                           struct val index, uint32_t k, uint8_t type)
{
    struct val by_k = vyi_gen_same(index.type, vyi_gen_constant(m, index.type, k));
    struct val at = vyi_gen_op(m, VYI_OP_ADD, index.type, (struct val[]){index, by_k});
    // Only an index that is inside itself reads on, and i + k must not come round to the front.
    LLVMValueRef inside = vyi_gen_below(m, index, count);
    struct val fits = vyi_gen_op(m, VYI_OP_GE, VY_TYPE_BOOL, (struct val[]){at, index});
    struct where_in w = vyi_gen_position(m, at);
    w.ok = both(m, inside, vyi_gen_below(m, at, count));
    w.ok = both(m, w.ok, w.spread == SAME ? fits.v : vyi_gen_spread(m, fits));
    struct val byte = vyi_gen_as_value(m, VY_TYPE_U8, vyi_gen_load_span(m, span, w), w.spread);
    byte = vyi_gen_cast(m, byte, type);
    struct val by = vyi_gen_same(type, vyi_gen_constant(m, type, 8 * k));
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
    LLVMValueRef sum = variable(m, LLVMConstNull(type), "word");
    struct loop l = loop_begin(m, i64(m, 0), inside, "bytes");
    struct where_in w = {.at = iadd(m, first, l.now), .spread = SAME};
    LLVMValueRef byte = zext(m, vyi_gen_load_span(m, span, w), type);
    LLVMValueRef by = trunc_to(m, imul(m, l.now, i64(m, 8)), type);
    store(m, ior(m, get(m, sum), ishl(m, byte, by)), sum);
    vyi_gen_loop_hint(m, loop_end(m, &l, i64(m, 1)), "llvm.loop.unroll.disable", 0);
    return get(m, sum);
}

/// How many of `bytes` bytes from `first` on are inside, i64.
static LLVMValueRef bytes_inside(struct gen *m, LLVMValueRef first, LLVMValueRef count,
                                 uint32_t bytes)
{
    LLVMValueRef rest = umin(m, isub(m, count, first), i64(m, bytes));
    return sel(m, ult(m, first, count), rest, i64(m, 0));
}

/// Whether a word lies at a multiple of its size. As a sum, of which LLVM sees what stays the same.
static LLVMValueRef is_even(struct gen *m, const struct span *span, LLVMValueRef first,
                            uint32_t bytes)
{
    LLVMValueRef at = iadd(m, ptrtoint(m, span->base, type_i64(m)), first);
    return is_zero(m, iand(m, at, i64(m, bytes - 1)));
}

/// A GPU has loads of aligned words only, and most words that programs load are.
static struct val word_at(struct gen *m, const struct span *span, LLVMValueRef count,
                          struct val index, uint8_t type)
{
    uint32_t bytes = vyi_type_bytes(type);
    LLVMTypeRef t = vyi_gen_type(m, type);
    // No buffer has 2^32 elements on a GPU.
    LLVMValueRef last = vyi_gen_intrinsic(m, "llvm.usub.sat", type_i32(m),
                                          ARGS(to_i32(m, count), i32(m, bytes - 1)));
    LLVMValueRef first = vyi_gen_wide_index(m, index);
    LLVMValueRef whole = ult(m, first, to_i64(m, last));
    struct fork f = if_begin(m, both(m, whole, is_even(m, span, first, bytes)), "whole");
    vyi_gen_likely(m, f.branch);
    LLVMValueRef got = aligned(load(m, t, gep(m, type_i8(m), span->base, first)), bytes);
    got = vyi_gen_finish_load(m, span, got);
    if_else(m, &f, "part");
    LLVMValueRef sum = bytes_loop(m, span, first, bytes_inside(m, first, count, bytes), t);
    return vyi_gen_same(type, if_value(m, &f, sum, got));
}

// ---- all ----
struct val vyi_gen_bytes_at(struct gen *m, const struct vyi_node *n)
{
    struct span span = vyi_gen_span(m, n->x);
    uint8_t type = n->op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
    struct val index = vyi_gen_expr(m, n->kid[0]);
    LLVMValueRef count = vyi_gen_count(m, n->x);
    if (index.spread == LINEAR)
        index = vyi_gen_each(m, index.type, vyi_gen_spread(m, index));
    if (m->target->aligned_loads && index.spread == SAME)
        return word_at(m, &span, count, index, type);
    // All of it in bounds: one load that need not be aligned.
    LLVMValueRef last = sub_or_zero(m, count, i64(m, vyi_type_bytes(type) - 1));
    struct where_in w = vyi_gen_position(m, index);
    LLVMValueRef whole = vyi_gen_below(m, index, last);
    if (index.spread != SAME)
        whole = inot(m, vyi_gen_any(m, both(m, m->mask, inot(m, whole))));
    struct fork f = if_begin(m, whole, "whole");
    LLVMTypeRef t = vyi_gen_type(m, type), wide = LLVMVectorType(t, m->lanes);
    LLVMValueRef address = gep(m, type_i8(m), span.base, w.at), got;
    if (w.spread == SAME)
        got = aligned(load(m, t, address), 1);
    else
        got = vyi_gen_overloaded(
            m, "llvm.masked.gather", wide, (LLVMTypeRef[]){wide, LLVMTypeOf(address)}, 2,
            ARGS(address, i32(m, 1), vyi_gen_mask_now(m), LLVMConstNull(wide)));
    got = vyi_gen_finish_load(m, &span, got);
    if_else(m, &f, "bytes");
    struct val sum = by_bytes(m, &span, count, index, type);
    if (w.spread == SAME)
        return vyi_gen_same(type, if_value(m, &f, sum.v, got));
    return vyi_gen_each(m, type, if_value(m, &f, vyi_gen_spread(m, sum), got));
}
