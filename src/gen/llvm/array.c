// Constant tables, local arrays, and words of a buffer of bytes.
#include "gen/llvm/kernel.h"

// ---- constant tables ----
static LLVMValueRef table(struct gen *m, uint32_t index)
{
    struct shape *s = m->shape;
    const struct vyi_table *t = &m->p->tables.at[index];
    uint8_t type = vyi_type_value(t->elem);
    if (!s->tables)
        s->tables = vyi_gen_alloc(m, m->p->tables.count, sizeof *s->tables);
    if (s->tables && s->tables[index])
        return s->tables[index];
    LLVMValueRef *values = vyi_gen_alloc(m, t->count, sizeof *values);
    if (!s->tables || !values)
        return LLVMConstNull(type_pointer(m));
    for (uint32_t i = 0; i < t->count; i++)
        values[i] =
            type == VY_TYPE_BOOL ? i32(m, t->values[i]) : vyi_gen_constant(m, type, t->values[i]);
    LLVMValueRef array = LLVMConstArray(vyi_gen_memory(m, type), values, t->count);
    LLVMValueRef global =
        LLVMAddGlobalInAddressSpace(m->module, LLVMTypeOf(array), "vyre_table", m->target->space);
    LLVMSetInitializer(global, array);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    return s->tables[index] = aligned(global, 64);
}

// ---- local arrays: `lanes` slots for each element ----
struct own {
    struct span span;
    struct where_in w;
    uint8_t type;
};

/// In the workgroup's control flow: the array of an invocation that lives.
static LLVMValueRef living(struct gen *m, struct val index, struct span *span, uint32_t local)
{
    struct shape *s = m->shape;
    uint32_t lanes = m->phases->policy.lanes;
    LLVMValueRef first = m->target->first_alive(m), lane = urem(m, first, i32(m, lanes));
    s->item = isub(m, first, lane);
    span->base = vyi_gen_array(m, local);
    s->item = NULL;
    LLVMValueRef at = imul(m, vyi_gen_wide_index(m, index), i64(m, lanes));
    return iadd(m, at, to_i64(m, lane));
}

/// Where an element of this invocation's array lies: element x lanes + lane.
static struct own own_at(struct gen *m, uint32_t local, struct val index, vyi_ref ref)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    LLVMValueRef count = i64(m, l->count);
    struct own o = {.type = l->type};
    o.span = (struct span){.type = vyi_gen_slot(m, l->type), .bytes = vyi_gen_slot_bytes(l->type)};
    if (m->shape->group && !m->shape->item) {
        o.w.at = living(m, index, &o.span, local);
        o.w.ok = vyi_gen_below(m, index, count);
        return o;
    }
    o.span.base = vyi_gen_array(m, local);
    if (index.spread == LINEAR)
        index = vyi_gen_each(m, index.type, vyi_gen_spread(m, index));
    o.w.ok = vyi_gen_check(m, ref, index, count);
    if (index.spread == SAME) { // one row, a slot a lane
        o.w.spread = m->lanes == 1 ? SAME : LINEAR;
        o.w.at = imul(m, vyi_gen_wide_index(m, index), i64(m, m->lanes));
        o.w.ok = lanes_of(m, o.w.ok, o.w.spread == SAME ? EACH : SAME);
        return o;
    }
    LLVMValueRef row = imul(m, vyi_gen_position(m, index).at, vyi_gen_splat(m, i32(m, m->lanes)));
    o.w.spread = EACH;
    o.w.at = iadd(m, row, vyi_gen_lane_numbers(m, 32));
    return o;
}

static struct val own_load(struct gen *m, const struct own *o)
{
    LLVMValueRef v = vyi_gen_load_span(m, &o->span, o->w);
    return vyi_gen_each(m, o->type, o->type == VY_TYPE_BOOL ? is_set(m, v) : v);
}

struct val vyi_gen_element(struct gen *m, const struct vyi_node *n)
{
    struct val index = vyi_gen_expr(m, n->kid[0]);
    if (n->op == VYI_OP_LOAD_ARRAY) {
        struct own o = own_at(m, n->x, index, n->kid[0]);
        return own_load(m, &o);
    }
    const struct vyi_table *t = &m->p->tables.at[n->x];
    uint8_t type = vyi_type_value(t->elem);
    struct span span = {.base = table(m, n->x),
                        .type = vyi_gen_memory(m, type),
                        .bytes = vyi_type_bytes(type),
                        .constant = true};
    struct where_in w = vyi_gen_position(m, index);
    w.ok = vyi_gen_check(m, n->kid[0], index, i64(m, t->count));
    return vyi_gen_as_value(m, type, vyi_gen_load_span(m, &span, w), w.spread);
}

void vyi_gen_set_element(struct gen *m, const struct vyi_node *n)
{
    uint8_t type = m->p->locals.at[n->x].type;
    struct own o = own_at(m, n->x, vyi_gen_expr(m, n->kid[0]), n->kid[0]);
    struct val old = n->n ? own_load(m, &o) : (struct val){0}, value = vyi_gen_expr(m, n->kid[1]);
    if (n->n)
        value = vyi_gen_op(m, (uint8_t)n->n, type, (struct val[]){old, value});
    LLVMValueRef v = vyi_gen_spread(m, value);
    if (type == VY_TYPE_BOOL)
        v = zext(m, v, shaped(v, o.span.type));
    vyi_gen_store_span(m, &o.span, o.w, vyi_gen_each(m, type, v));
}

enum { MOST_CLEARED = 256 }; ///< elements, one by one

/// What a GPU's thread has for itself: LLVM would go from byte to byte where it stays in memory,
/// and must not see one large store where its elements become registers.
static void clear_own(struct gen *m, LLVMValueRef to, uint8_t type, uint32_t count)
{
    LLVMTypeRef t = vyi_gen_slot(m, type);
    if (count <= MOST_CLEARED) {
        for (uint32_t i = 0; i < count; i++)
            store(m, LLVMConstNull(t), gep(m, t, to, i32(m, i)));
        return;
    }
    struct loop l = do_begin(m, i32(m, 0), "clear");
    store(m, LLVMConstNull(t), gep(m, t, to, l.now));
    LLVMValueRef latch = do_end(m, &l, i32(m, 1), i32(m, count));
    vyi_gen_loop_hint(m, latch, "llvm.loop.unroll.count", 16);
}

/// Lanes outside the mask may lose theirs too: a `var` that they are outside of is not theirs yet.
void vyi_gen_clear_array(struct gen *m, uint32_t local)
{
    const struct vyi_local *l = &m->p->locals.at[local];
    uint64_t bytes = (uint64_t)l->count * m->lanes * vyi_gen_slot_bytes(l->type);
    if (m->shape->places[local].life->place == VYI_PLACE_NONE)
        return;
    LLVMValueRef to = vyi_gen_array(m, local);
    if (m->target->thread_per_item && m->lanes == 1)
        clear_own(m, to, l->type, l->count);
    else
        LLVMBuildMemSet(m->b, to, i8(m, 0), i64(m, bytes), 1);
}

// ---- u32_at and u64_at: words at any place of a buffer of bytes; what lies outside is 0 ----
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

/// Whether a word lies at a multiple of its size. As a sum, so that LLVM hoists its invariant part.
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

/// Those of several invocations.
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
