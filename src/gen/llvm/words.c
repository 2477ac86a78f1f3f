// u32_at and u64_at: words of a buffer of bytes, at any place of it; what lies outside is 0.
#include "gen/llvm/kernel.h"

/// The bytes that are inside, in a loop: rare, and several copies of it must stay small.
static LLVMValueRef by_bytes(struct gen *m, const struct span *span, LLVMValueRef first,
                             LLVMValueRef count, LLVMTypeRef type)
{
    LLVMValueRef rest = umin(m, isub(m, count, first), i64(m, LLVMGetIntTypeWidth(type) / 8));
    LLVMValueRef inside = sel(m, ult(m, first, count), rest, i64(m, 0));
    LLVMValueRef sum = variable(m, LLVMConstNull(type), "word");
    struct loop l = loop_begin(m, i64(m, 0), inside, "bytes");
    struct where_in w = {.at = iadd(m, first, l.now), .spread = SAME};
    LLVMValueRef byte = zext(m, vyi_gen_load_span(m, span, w), type);
    LLVMValueRef by = trunc_to(m, imul(m, l.now, i64(m, 8)), type);
    store(m, ior(m, get(m, sum), ishl(m, byte, by)), sum);
    vyi_gen_loop_hint(m, loop_end(m, &l, i64(m, 1)), "llvm.loop.unroll.disable", 0);
    return get(m, sum);
}

/// Whether a word lies at a multiple of its size. As a sum, of which LLVM sees what stays the same.
static LLVMValueRef is_even(struct gen *m, const struct span *span, LLVMValueRef first,
                            uint32_t bytes)
{
    LLVMValueRef at = iadd(m, ptrtoint(m, span->base, type_i64(m)), first);
    return is_zero(m, iand(m, at, i64(m, bytes - 1)));
}

/// All of it in bounds: one load. A GPU has loads of aligned words only, and most words that
/// programs load are.
static struct val word_at(struct gen *m, const struct span *span, LLVMValueRef count,
                          struct val index, uint8_t type)
{
    uint32_t bytes = vyi_type_bytes(type);
    LLVMTypeRef t = vyi_gen_type(m, type),
                counts = m->target->counts_in_32_bits ? type_i32(m) : type_i64(m);
    LLVMValueRef last =
        vyi_gen_intrinsic(m, "llvm.usub.sat", counts,
                          ARGS(trunc_to(m, count, counts), LLVMConstInt(counts, bytes - 1, false)));
    LLVMValueRef first = vyi_gen_wide_index(m, index), whole = ult(m, first, to_i64(m, last));
    if (m->target->aligned_loads)
        whole = both(m, whole, is_even(m, span, first, bytes));
    struct fork f = if_begin(m, whole, "whole");
    vyi_gen_likely(m, f.branch);
    LLVMValueRef got = load(m, t, gep(m, type_i8(m), span->base, first));
    got = vyi_gen_finish_load(m, span, aligned(got, m->target->aligned_loads ? bytes : 1));
    if_else(m, &f, "part");
    LLVMValueRef sum = by_bytes(m, span, first, count, t);
    return vyi_gen_same(type, if_value(m, &f, sum, got));
}

// ---- several invocations ----
struct words {
    const struct span *span;
    LLVMValueRef count, results; ///< results: a variable
    struct val index;
    uint8_t type;
};

static void word_of_lane(struct gen *m, LLVMValueRef lane, void *user)
{
    const struct words *w = user;
    struct val index = vyi_gen_same(w->index.type, vyi_gen_lane(m, w->index, lane));
    LLVMValueRef v = word_at(m, w->span, w->count, index, w->type).v;
    store(m, v, gep(m, LLVMTypeOf(v), w->results, lane));
}

/// Lane by lane: a gather takes as long as its loads do one by one.
struct val vyi_gen_bytes_at(struct gen *m, const struct vyi_node *n)
{
    struct span span = vyi_gen_span(m, n->x);
    uint8_t type = n->op == VYI_OP_U32_AT ? VY_TYPE_U32 : VY_TYPE_U64;
    struct val index = vyi_gen_expr(m, n->kid[0]);
    struct words w = {.span = &span, .count = vyi_gen_count(m, n->x), .type = type};
    if (index.spread == SAME)
        return word_at(m, &span, w.count, index, type);
    w.results = variable(m, LLVMConstNull(vyi_gen_wide(m, vyi_gen_type(m, type))), "words");
    w.index = vyi_gen_lay_out(m, index);
    vyi_gen_lanes(m, m->mask, word_of_lane, &w);
    return vyi_gen_each(m, type, get(m, w.results));
}
